/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/input/cut.h"

#include <pthread.h>
#include <unistd.h>

#include "linter/input/stream.h"

struct pl_cut {
	pthread_mutex_t lock;
	int fd;
	uint64_t size;
	uint64_t at, line;  /* where the next range begins */
	bool done;
	char buffer[PL_STREAM_BUFFER];
};

struct pl_cut *pl_cut_new(int fd, uint64_t from, uint64_t size)
{
	struct pl_cut *cut = pl_malloc(sizeof(*cut));

	pthread_mutex_init(&cut->lock, NULL);
	cut->fd = fd;
	cut->size = size;
	cut->at = from;
	cut->line = 1;
	cut->done = false;
	return cut;
}

void pl_cut_free(struct pl_cut *cut)
{
	if (!cut)
		return;
	pthread_mutex_destroy(&cut->lock);
	free(cut);
}

static uint64_t count_newlines(const char *p, const char *end)
{
	uint64_t count = 0;

	while ((p = memchr(p, '\n', (size_t)(end - p))) != NULL) {
		count++;
		if (++p == end)
			break;
	}
	return count;
}

/* Moves behind the first newline that stands at or behind the byte `least`. */
static void advance(struct pl_cut *cut, uint64_t least, bool *failed)
{
	for (;;) {
		ssize_t n = pread(cut->fd, cut->buffer, sizeof(cut->buffer), (off_t)cut->at);
		const char *p = cut->buffer, *end = p + n, *newline;

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0) {
			cut->done = true;
			*failed = n < 0;
			return;
		}
		if (cut->at < least) {
			p += PL_MIN((uint64_t)n, least - cut->at);
			cut->line += count_newlines(cut->buffer, p);
		}
		newline = p < end ? memchr(p, '\n', (size_t)(end - p)) : NULL;
		if (newline) {
			cut->line++;
			cut->at += (uint64_t)(newline + 1 - cut->buffer);
			return;
		}
		cut->at += (uint64_t)n;
	}
}

bool pl_cut_next(struct pl_cut *cut, struct pl_range *range)
{
	bool some = false, failed = false;

	pthread_mutex_lock(&cut->lock);
	if (!cut->done) {
		range->from = cut->at;
		range->line = cut->line;
		advance(cut, cut->at + cut->size - 1, &failed);
		/* Whoever reads the last range meets the end, or the fault, himself. */
		range->to = cut->done ? UINT64_MAX : cut->at;
		some = cut->at > range->from || failed;
	}
	pthread_mutex_unlock(&cut->lock);
	return some;
}
