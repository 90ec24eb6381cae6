/* SPDX-License-Identifier: Apache-2.0 */
#ifdef __linux__
#define _GNU_SOURCE /* O_TMPFILE */
#endif
#include "linter/input/spool.h"

#include <fcntl.h>
#include <unistd.h>

enum { MEMORY = 1 << 20 };

struct pl_spool {
	const char *tmpdir;
	const struct pl_str *names;
	size_t nnames;
	struct pl_buf memory;  /* what is not in the file yet */
	int fd;                /* -1: all is in memory */
	uint64_t filed;        /* bytes in the file */
	uint64_t last_place;
};

struct pl_spool *pl_spool_new(const char *tmpdir, const struct pl_str *names, size_t nnames)
{
	struct pl_spool *spool = pl_calloc(1, sizeof(*spool));

	if (!tmpdir)
		tmpdir = getenv("TMPDIR");
	*spool = (struct pl_spool){
		.tmpdir = tmpdir && *tmpdir ? tmpdir : "/tmp", .names = names, .nnames = nnames, .fd = -1,
	};
	return spool;
}

void pl_spool_free(struct pl_spool *spool)
{
	if (!spool)
		return;
	if (spool->fd >= 0)
		close(spool->fd);
	pl_buf_release(&spool->memory);
	free(spool);
}

/* A file without a name; where the file system has no such thing, one that loses its name at once. */
static int open_unnamed(const char *folder)
{
	struct pl_buf path = PL_BUF_INIT;
	int fd = -1;

#ifdef O_TMPFILE
	fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
	if (fd >= 0)
		return fd;
#endif
	pl_buf_printf(&path, "%s/padlint-XXXXXX", folder);
	fd = mkstemp(path.ptr);
	if (fd >= 0) {
		unlink(path.ptr);
		fcntl(fd, F_SETFD, FD_CLOEXEC);
	}
	pl_buf_release(&path);
	return fd;
}

static void to_file(struct pl_spool *spool)
{
	const char *p = spool->memory.ptr;
	size_t left = spool->memory.len;

	if (spool->fd < 0)
		spool->fd = open_unnamed(spool->tmpdir);
	if (spool->fd < 0)
		pl_die("cannot make a temporary file in %s: %s", spool->tmpdir, strerror(errno));
	while (left) {
		ssize_t n = write(spool->fd, p, left);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			pl_die("cannot keep the keys of standard input in %s: %s (set TMPDIR to a folder with more room)",
			       spool->tmpdir, strerror(errno));
		p += n;
		left -= (size_t)n;
	}
	spool->filed += spool->memory.len;
	pl_buf_clear(&spool->memory);
}

static size_t number_size(uint64_t n)
{
	size_t size = 1;

	for (; n >= 0x80; n >>= 7)
		size++;
	return size;
}

static void add_number(struct pl_buf *buf, uint64_t n)
{
	for (; n >= 0x80; n >>= 7)
		pl_buf_addc(buf, (char)(0x80 | (n & 0x7f)));
	pl_buf_addc(buf, (char)n);
}

static bool has_value(char type) { return type == 'S' || type == 'N' || type == 'B'; }

void pl_spool_add(struct pl_spool *spool, const struct pl_item *item)
{
	struct pl_buf *memory = &spool->memory;
	uint64_t step = item->place - spool->last_place, size = number_size(step) + spool->nnames;

	for (size_t i = 0; i < spool->nnames; i++) {
		if (has_value(item->attrs[i].type))
			size += number_size(item->attrs[i].value.len) + item->attrs[i].value.len;
	}
	if (memory->len && memory->len + size > MEMORY)
		to_file(spool);
	add_number(memory, size);
	add_number(memory, step);
	for (size_t i = 0; i < spool->nnames; i++) {
		const struct pl_attr *attr = &item->attrs[i];

		pl_buf_addc(memory, attr->type);
		if (has_value(attr->type)) {
			add_number(memory, attr->value.len);
			pl_buf_add(memory, attr->value);
		}
	}
	spool->last_place = item->place;
}

static uint64_t take_number(const char **p)
{
	uint64_t n = 0;
	unsigned shift = 0;
	unsigned char c;

	do {
		c = (unsigned char)*(*p)++;
		n |= (uint64_t)(c & 0x7f) << shift;
		shift += 7;
	} while (c & 0x80);
	return n;
}

/* The next bytes of the spool behind those in `buf`; false at the end. */
static bool read_more(struct pl_spool *spool, uint64_t *offset, struct pl_buf *buf)
{
	ssize_t n;

	if (*offset == spool->filed)
		return false;
	do
		n = pread(spool->fd, pl_buf_reserve(buf, MEMORY), MEMORY, (off_t)*offset);
	while (n < 0 && errno == EINTR);
	if (n <= 0)
		pl_die("cannot read the temporary file in %s back: %s", spool->tmpdir, n ? strerror(errno) : "it is short");
	buf->len += (size_t)n;
	*offset += (uint64_t)n;
	return true;
}

/* Whether an item lies in one piece at `p`; if so its size is taken. */
static bool whole_item(const char **p, const char *end, uint64_t *size)
{
	const char *q = *p;

	while (q < end && (*q & 0x80))
		q++;
	if (q == end)
		return false;
	q = *p;
	*size = take_number(&q);
	if ((uint64_t)(end - q) < *size)
		return false;
	*p = q;
	return true;
}

/* From the spool's attributes to those asked for: to[i] is the place of spooled attribute i, or -1. */
static void map_names(const struct pl_spool *spool, const struct pl_str *names, size_t nnames, int *from)
{
	for (size_t i = 0; i < nnames; i++) {
		from[i] = -1;
		for (size_t k = 0; k < spool->nnames && from[i] < 0; k++) {
			if (pl_str_eq(spool->names[k], names[i]))
				from[i] = (int)k;
		}
		PL_ASSERT(from[i] >= 0);
	}
}

uint64_t pl_spool_replay(struct pl_spool *spool, const struct pl_str *names, size_t nnames, uint32_t file,
			 const struct pl_sink *sink)
{
	struct pl_attr all[PL_MAX_WANTED], wanted[PL_MAX_WANTED];
	struct pl_item item = {.attrs = wanted, .file = file};
	struct pl_buf buf = PL_BUF_INIT;
	uint64_t offset = 0, items = 0, size;
	int from[PL_MAX_WANTED];
	const char *p, *end;

	map_names(spool, names, nnames, from);
	if (spool->fd >= 0)
		to_file(spool);
	else
		pl_buf_add(&buf, pl_buf_str(&spool->memory));
	pl_buf_reserve(&buf, 1);
	for (;;) {
		p = buf.ptr;
		end = p + buf.len;
		while (p < end && whole_item(&p, end, &size)) {
			item.place += take_number(&p);
			for (size_t i = 0; i < spool->nnames; i++) {
				all[i] = (struct pl_attr){*p++, {NULL, 0}};
				if (has_value(all[i].type)) {
					size_t len = (size_t)take_number(&p);

					all[i].value = pl_str_of(p, len);
					p += len;
				}
			}
			for (size_t i = 0; i < nnames; i++)
				wanted[i] = all[from[i]];
			sink->item(sink->ctx, &item);
			items++;
		}
		/* Keeps the piece of an item at the end for the next round. */
		buf.len = (size_t)(end - p);
		if (buf.len)
			memmove(buf.ptr, p, buf.len);
		if (!read_more(spool, &offset, &buf))
			break;
	}
	PL_ASSERT(buf.len == 0);
	pl_buf_release(&buf);
	return items;
}
