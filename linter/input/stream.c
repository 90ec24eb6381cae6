/* SPDX-License-Identifier: Apache-2.0 */
/* The only file that includes the decompressors and MD5. */
#include "linter/input/stream.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <isa-l/igzip_lib.h>
#include <md5.h>
#include <zstd.h>

#include "linter/input/ahead.h"

struct pl_stream {
	int fd;
	bool ranged;        /* only [from, to) of the file */
	uint64_t from, to;
	enum pl_compression compression;
	bool started;       /* the compression is known */
	bool at_eof;        /* read() gave 0 or failed */
	bool done;          /* no more bytes will be handed out */
	bool in_member;     /* inside a gzip member or a zstd frame */
	uint64_t stored;
	char error[160];
	bool failed;

	/* All that is not in this block belongs to the thread behind `ahead` while there is one. */
	struct pl_ahead *ahead;
	int wake[2];        /* a pipe whose writing end is closed to stop a thread that waits for bytes; or -1 */
	uint64_t told;      /* what pl_stream_stored() says */
	bool ended;         /* a read gave 0 */

	bool want_md5;
	MD5_CTX md5;

	struct inflate_state *inflate;
	ZSTD_DStream *zstd;

	size_t size;        /* of `buffer` */
	size_t at, len;     /* what is left in it */
	unsigned char *buffer;
};

PL_PRINTF(2, 3) static void fail(struct pl_stream *stream, const char *format, ...)
{
	va_list args;

	stream->done = true;
	if (stream->failed)
		return;
	stream->failed = true;
	va_start(args, format);
	vsnprintf(stream->error, sizeof(stream->error), format, args);
	va_end(args);
}

/* Waits until there is something to read. False: pl_stream_free() does not want it any more. */
static bool wait_readable(const struct pl_stream *stream)
{
	struct pollfd fds[2] = {{stream->fd, POLLIN, 0}, {stream->wake[0], POLLIN, 0}};

	if (stream->wake[0] < 0)
		return true;
	while (poll(fds, 2, -1) < 0 && errno == EINTR)
		;
	return !fds[1].revents;
}

static ssize_t read_some(const struct pl_stream *stream, void *to, size_t cap)
{
	uint64_t left = stream->to - stream->from - stream->stored;

	if (stream->ranged)
		return pread(stream->fd, to, (size_t)PL_MIN(left, (uint64_t)cap), (off_t)(stream->from + stream->stored));
	return read(stream->fd, to, cap);
}

/* Stored bytes into `to`; counts them and takes them into the MD5. */
static size_t read_stored(struct pl_stream *stream, void *to, size_t cap)
{
	ssize_t n;

	if (stream->at_eof)
		return 0;
	if (!wait_readable(stream)) {
		stream->done = true;
		return 0;
	}
	do
		n = read_some(stream, to, cap);
	while (n < 0 && errno == EINTR);
	if (n <= 0) {
		stream->at_eof = true;
		if (n < 0)
			fail(stream, "cannot be read: %s", strerror(errno));
		return 0;
	}
	stream->stored += (uint64_t)n;
	if (stream->want_md5)
		MD5Update(&stream->md5, to, (size_t)n);
	return (size_t)n;
}

/* Keeps what is left and reads behind it, until `need` bytes are there or the file ends. */
static bool have(struct pl_stream *stream, size_t need)
{
	if (stream->at > 0 && stream->len < need) {
		memmove(stream->buffer, stream->buffer + stream->at, stream->len);
		stream->at = 0;
	}
	while (stream->len < need) {
		size_t n = read_stored(stream, stream->buffer + stream->len, stream->size - stream->len);

		if (n == 0)
			return false;
		stream->len += n;
	}
	return true;
}

static const unsigned char *ahead(const struct pl_stream *stream)
{
	return stream->buffer + stream->at;
}

static void take(struct pl_stream *stream, size_t n)
{
	stream->at += n;
	stream->len -= n;
}

/* Frames of data, and the sixteen kinds of frames that a reader must skip. */
static bool is_zstd(const unsigned char *p)
{
	return (p[0] == 0x28 && p[1] == 0xb5 && p[2] == 0x2f && p[3] == 0xfd) ||
	       ((p[0] & 0xf0) == 0x50 && p[1] == 0x2a && p[2] == 0x4d && p[3] == 0x18);
}

static bool is_gzip(const unsigned char *p) { return p[0] == 0x1f && p[1] == 0x8b; }

static void start(struct pl_stream *stream)
{
	stream->started = true;
	if (have(stream, 4) && is_zstd(ahead(stream))) {
		stream->compression = PL_ZSTD;
		stream->zstd = ZSTD_createDStream();
		if (!stream->zstd)
			pl_die("out of memory (for zstd)");
	} else if (stream->len >= 2 && is_gzip(ahead(stream))) {
		stream->compression = PL_GZIP;
		stream->inflate = pl_malloc(sizeof(*stream->inflate));
	}
}

static size_t read_plain(struct pl_stream *stream, char *to, size_t cap)
{
	size_t n = PL_MIN(stream->len, cap);

	if (n) {
		memcpy(to, ahead(stream), n);
		take(stream, n);
		return n;
	}
	n = read_stored(stream, to, cap);
	if (n == 0)
		stream->done = true;
	return n;
}

/* Between two members or frames: whether there is another. Zeros up to the end are padding. */
static bool next_member(struct pl_stream *stream, bool (*is_magic)(const unsigned char *), size_t magic)
{
	bool first = stream->stored == stream->len;

	if (have(stream, magic) && is_magic(ahead(stream)))
		return true;
	stream->done = true;
	if (stream->len == 0 || first)
		return false;
	do {
		while (stream->len && *ahead(stream) == 0)
			take(stream, 1);
		if (stream->len) {
			fail(stream, "bytes that are no compressed data stand behind the end (from byte %" PRIu64 ")",
			     stream->stored - stream->len);
			return false;
		}
	} while (have(stream, 1));
	return false;
}

static const char *gzip_fault(int code)
{
	switch (code) {
	case ISAL_INCORRECT_CHECKSUM: return "the gzip checksum is wrong";
	case ISAL_INVALID_WRAPPER:
	case ISAL_UNSUPPORTED_METHOD: return "the gzip header is damaged";
	default: return "the gzip data is damaged";
	}
}

static size_t read_gzip(struct pl_stream *stream, char *to, size_t cap)
{
	struct inflate_state *state = stream->inflate;
	size_t got = 0;

	while (got == 0 && !stream->done) {
		int code;

		if (!stream->in_member) {
			if (!next_member(stream, is_gzip, 2))
				break;
			isal_inflate_init(state);
			state->crc_flag = ISAL_GZIP;
			stream->in_member = true;
		}
		have(stream, 1);
		state->next_in = stream->buffer + stream->at;
		state->avail_in = (uint32_t)stream->len;
		state->next_out = (uint8_t *)to;
		state->avail_out = (uint32_t)PL_MIN(cap, (size_t)1 << 30);
		code = isal_inflate(state);
		got = (size_t)(state->next_out - (uint8_t *)to);
		take(stream, stream->len - state->avail_in);
		if (code != ISAL_DECOMP_OK)
			fail(stream, "%s (near byte %" PRIu64 ")", gzip_fault(code), stream->stored - stream->len);
		else if (state->block_state == ISAL_BLOCK_FINISH)
			stream->in_member = false;
		else if (got == 0 && stream->len == 0 && stream->at_eof)
			fail(stream, "the gzip data ends early (after %" PRIu64 " bytes)", stream->stored);
	}
	return got;
}

static size_t read_zstd(struct pl_stream *stream, char *to, size_t cap)
{
	size_t got = 0;

	while (got == 0 && !stream->done) {
		ZSTD_inBuffer in;
		ZSTD_outBuffer out = {to, cap, 0};
		size_t code;

		if (!stream->in_member) {
			if (!next_member(stream, is_zstd, 4))
				break;
			ZSTD_initDStream(stream->zstd);
			stream->in_member = true;
		}
		have(stream, 1);
		in = (ZSTD_inBuffer){ahead(stream), stream->len, 0};
		code = ZSTD_decompressStream(stream->zstd, &out, &in);
		take(stream, in.pos);
		got = out.pos;
		if (ZSTD_isError(code))
			fail(stream, "the zstd data is damaged: %s (near byte %" PRIu64 ")", ZSTD_getErrorName(code),
			     stream->stored - stream->len);
		else if (code == 0)
			stream->in_member = false;
		else if (got == 0 && stream->len == 0 && stream->at_eof)
			fail(stream, "the zstd data ends early (after %" PRIu64 " bytes)", stream->stored);
	}
	return got;
}

/* The next bytes; *stored is how many stored ones were taken up to then. */
static size_t read_piece(void *ctx, char *to, size_t cap, uint64_t *stored)
{
	struct pl_stream *stream = ctx;
	size_t n = 0;

	if (!stream->started)
		start(stream);
	if (!stream->done) {
		switch (stream->compression) {
		case PL_GZIP: n = read_gzip(stream, to, cap); break;
		case PL_ZSTD: n = read_zstd(stream, to, cap); break;
		default: n = read_plain(stream, to, cap); break;
		}
	}
	*stored = stream->stored;
	return n;
}

size_t pl_stream_read(struct pl_stream *stream, char *to, size_t cap)
{
	size_t n;

	if (cap == 0)
		return 0;
	n = stream->ahead ? pl_ahead_read(stream->ahead, to, cap, &stream->told)
			  : read_piece(stream, to, cap, &stream->told);
	stream->ended = n == 0;
	return n;
}

/* Ends the thread; the stream is then the caller's again, behind what was read ahead. */
static void stop_ahead(struct pl_stream *stream)
{
	if (stream->wake[1] >= 0)
		close(stream->wake[1]);
	pl_ahead_free(stream->ahead);
	if (stream->wake[0] >= 0)
		close(stream->wake[0]);
	stream->ahead = NULL;
	stream->wake[0] = stream->wake[1] = -1;
}

void pl_stream_ahead(struct pl_stream *stream, size_t piece)
{
	struct stat st;

	if (stream->ahead || stream->ended)
		return;
	/* Only a file is sure not to keep the thread waiting when it is to stop. */
	if (fstat(stream->fd, &st) != 0 || !S_ISREG(st.st_mode)) {
		if (pipe(stream->wake) != 0) {
			stream->wake[0] = stream->wake[1] = -1;
			return;
		}
		fcntl(stream->wake[0], F_SETFD, FD_CLOEXEC);
		fcntl(stream->wake[1], F_SETFD, FD_CLOEXEC);
	}
	stream->ahead = pl_ahead_new(read_piece, stream, piece ? piece : PL_STREAM_BUFFER);
	if (!stream->ahead)
		stop_ahead(stream);
}

struct pl_stream *pl_stream_new(int fd, bool md5, size_t buffer)
{
	struct pl_stream *stream = pl_calloc(1, sizeof(*stream));

	stream->fd = fd;
	stream->wake[0] = stream->wake[1] = -1;
	stream->want_md5 = md5;
	if (md5)
		MD5Init(&stream->md5);
	/* The magic bytes must fit. */
	stream->size = buffer ? PL_MAX(buffer, (size_t)4) : PL_STREAM_BUFFER;
	stream->buffer = pl_malloc(stream->size);
	return stream;
}

struct pl_stream *pl_stream_new_range(int fd, uint64_t from, uint64_t to)
{
	/* What is taken as it is goes past the buffer. */
	struct pl_stream *stream = pl_stream_new(fd, false, 1);

	stream->ranged = true;
	stream->from = from;
	stream->to = to;
	stream->started = true;
	return stream;
}

void pl_stream_free(struct pl_stream *stream)
{
	if (!stream)
		return;
	stop_ahead(stream);
	ZSTD_freeDStream(stream->zstd);
	free(stream->inflate);
	free(stream->buffer);
	free(stream);
}

const char *pl_stream_error(const struct pl_stream *stream)
{
	return stream->ended && stream->failed ? stream->error : NULL;
}

uint64_t pl_stream_stored(const struct pl_stream *stream) { return stream->told; }

enum pl_compression pl_stream_compression(const struct pl_stream *stream) { return stream->compression; }

void pl_stream_md5(struct pl_stream *stream, unsigned char digest[PL_MD5_BYTES])
{
	stop_ahead(stream);
	while (read_stored(stream, stream->buffer, stream->size))
		;
	stream->told = stream->stored;
	MD5Final(digest, &stream->md5);
}

void pl_md5(struct pl_str bytes, unsigned char digest[PL_MD5_BYTES])
{
	MD5_CTX md5;

	MD5Init(&md5);
	if (bytes.len)
		MD5Update(&md5, (const uint8_t *)bytes.ptr, bytes.len);
	MD5Final(digest, &md5);
}
