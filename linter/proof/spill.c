/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records lie in the file as they are in memory; no other program ever reads
 * them.
 *
 *     without payload  | range 8 | value 8 | tag 4 |
 *     with payload     | range 8 | key_len 4 | rest_len 4 | tag 4 | key … | rest … |
 */
#define _GNU_SOURCE /* O_TMPFILE */
#include "linter/proof/spill.h"

#include "linter/proof/run.h"

#include <fcntl.h>
#include <unistd.h>

/* Large enough that a disk with moving parts writes at its full rate. */
#define PENDING ((size_t)256 << 10)

enum { HEAD = 20 };

void pl_spill_init(struct pl_spill *spill, const char *dir)
{
	size_t len;

	if (!dir)
		dir = getenv("TMPDIR");
	if (!dir || !*dir)
		dir = "/tmp";
	len = strlen(dir);
	*spill = (struct pl_spill){.fd = -1, .dir = pl_malloc(len + 1)};
	memcpy(spill->dir, dir, len + 1);
}

void pl_spill_release(struct pl_spill *spill)
{
	if (spill->fd >= 0)
		close(spill->fd);
	free(spill->pending);
	free(spill->dir);
	*spill = (struct pl_spill){.fd = -1};
}

/* A file without a name: whatever ends the process, the kernel reclaims it. */
static int nameless_file(const char *dir)
{
	char path[4096];
	int fd;

#ifdef O_TMPFILE
	fd = open(dir, O_TMPFILE | O_RDWR | O_CLOEXEC | O_EXCL, 0600);
	if (fd >= 0)
		return fd;
#endif
	/* Not every file system can; the name then lives for the blink of an eye. */
	if ((size_t)snprintf(path, sizeof(path), "%s/padlint-XXXXXX", dir) >= sizeof(path)) {
		errno = ENAMETOOLONG;
		return -1;
	}
	fd = mkstemp(path);
	if (fd >= 0) {
		unlink(path);
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
	return fd;
}

static void write_out(struct pl_spill *spill, const char *from, size_t len)
{
	while (len) {
		ssize_t n = write(spill->fd, from, len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			pl_die("cannot write %" PRIu64
			       " bytes of sorted keys to a temporary file in %s: %s\n"
			       "padlint: point TMPDIR at a directory with more room, or raise "
			       "--memory",
			       spill->bytes, spill->dir,
			       n < 0 ? strerror(errno) : "nothing was written");
		from += n;
		len -= (size_t)n;
	}
}

static void append(struct pl_spill *spill, const void *from, size_t len)
{
	spill->bytes += len;
	if (len > PENDING - spill->npending)
		pl_spill_flush(spill);
	if (len >= PENDING) {
		write_out(spill, from, len);
	} else if (len) {
		memcpy(spill->pending + spill->npending, from, len);
		spill->npending += len;
	}
}

void pl_spill_add(struct pl_spill *spill, bool payloads, const struct pl_sorted *record)
{
	uint32_t key_len = (uint32_t)record->key.len, rest_len = (uint32_t)record->rest.len;
	char head[HEAD];

	if (spill->fd < 0) {
		spill->fd = nameless_file(spill->dir);
		if (spill->fd < 0)
			pl_die("cannot make a temporary file in %s: %s\n"
			       "padlint: point TMPDIR at a directory that can be written to, or "
			       "raise --memory",
			       spill->dir, strerror(errno));
		spill->pending = pl_malloc(PENDING);
	}
	memcpy(head, &record->range, 8);
	if (payloads) {
		memcpy(head + 8, &key_len, 4);
		memcpy(head + 12, &rest_len, 4);
	} else {
		memcpy(head + 8, &record->value, 8);
	}
	memcpy(head + 16, &record->tag, 4);
	append(spill, head, sizeof(head));
	if (payloads) {
		append(spill, record->key.ptr, record->key.len);
		append(spill, record->rest.ptr, record->rest.len);
	}
}

void pl_spill_flush(struct pl_spill *spill)
{
	write_out(spill, spill->pending, spill->npending);
	spill->npending = 0;
}

void pl_stream_init(struct pl_stream *stream, bool payloads, struct pl_extent at, size_t buffer)
{
	size_t usual = PL_MAX(buffer, (size_t)HEAD);

	*stream = (struct pl_stream){
		.at = at,
		.payloads = payloads,
		.usual = usual,
		.buffer = pl_malloc(usual),
		.size = usual,
	};
}

void pl_stream_release(struct pl_stream *stream)
{
	free(stream->buffer);
	stream->buffer = NULL;
}

/* Makes the buffer fit `need` bytes; a giant's buffer shrinks again behind it. */
static void resize(struct pl_stream *stream, size_t need)
{
	size_t size = PL_MAX(stream->usual, need);

	if (stream->to - stream->from > size)
		return;
	memmove(stream->buffer, stream->buffer + stream->from, stream->to - stream->from);
	stream->to -= stream->from;
	stream->from = 0;
	if (size != stream->size)
		stream->buffer = pl_realloc(stream->buffer, size);
	stream->size = size;
}

/* At least `need` unread bytes in one piece; the caller knows that the run has them. */
static const char *want(struct pl_stream *stream, size_t need)
{
	if (stream->to - stream->from < need)
		resize(stream, need);
	while (stream->to - stream->from < need) {
		size_t room = (size_t)PL_MIN((uint64_t)(stream->size - stream->to),
					     stream->at.to - stream->at.from);
		ssize_t n = pread(stream->at.fd, stream->buffer + stream->to, room,
				  (off_t)stream->at.from);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			pl_die("cannot read sorted keys back from the temporary file: %s",
			       n < 0 ? strerror(errno) : "it is shorter than what was written");
		stream->to += (size_t)n;
		stream->at.from += (uint64_t)n;
	}
	return stream->buffer + stream->from;
}

bool pl_stream_next(struct pl_stream *stream, struct pl_sorted *out)
{
	const char *from;
	uint32_t key_len, rest_len;
	size_t len;

	if (stream->from == stream->to && stream->at.from == stream->at.to)
		return false;
	*out = (struct pl_sorted){0};
	from = want(stream, HEAD);
	memcpy(&out->range, from, 8);
	memcpy(&out->tag, from + 16, 4);
	if (!stream->payloads) {
		memcpy(&out->value, from + 8, 8);
		stream->from += HEAD;
		return true;
	}
	memcpy(&key_len, from + 8, 4);
	memcpy(&rest_len, from + 12, 4);
	len = (size_t)HEAD + key_len + rest_len;
	from = want(stream, len) + HEAD;
	out->key = pl_str_of(from, key_len);
	out->rest = pl_str_of(from + key_len, rest_len);
	out->value = pl_load8(out->key, 0);
	stream->from += len;
	return true;
}
