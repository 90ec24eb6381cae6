/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/input/ahead.h"

#include <pthread.h>

struct piece {
	char *data;
	size_t len;
	uint64_t mark;
};

struct pl_ahead {
	size_t (*fill)(void *ctx, char *to, size_t cap, uint64_t *mark);
	void *ctx;
	size_t size;
	pthread_t thread;
	bool joined;

	pthread_mutex_t lock;
	pthread_cond_t filled, freed;
	uint64_t put, got;  /* pieces so far; a piece between them is full and the reader's */
	bool done;          /* piece number `put` is the empty one at the end */
	bool stop;

	size_t at;          /* of the piece being read */
	struct piece piece[PL_AHEAD_PIECES];
	char data[];
};

/* The piece to fill next, or NULL when nobody wants it any more. */
static struct piece *wait_free(struct pl_ahead *ahead)
{
	bool stop;

	pthread_mutex_lock(&ahead->lock);
	while (ahead->put - ahead->got == PL_AHEAD_PIECES && !ahead->stop)
		pthread_cond_wait(&ahead->freed, &ahead->lock);
	stop = ahead->stop;
	pthread_mutex_unlock(&ahead->lock);
	return stop ? NULL : &ahead->piece[ahead->put % PL_AHEAD_PIECES];
}

static void *run(void *arg)
{
	struct pl_ahead *ahead = arg;
	struct piece *piece;

	while ((piece = wait_free(ahead)) != NULL) {
		bool last;

		piece->len = ahead->fill(ahead->ctx, piece->data, ahead->size, &piece->mark);
		last = piece->len == 0;
		pthread_mutex_lock(&ahead->lock);
		ahead->done = last;
		ahead->put += !last;
		pthread_cond_signal(&ahead->filled);
		pthread_mutex_unlock(&ahead->lock);
		if (last)
			break;
	}
	return NULL;
}

struct pl_ahead *pl_ahead_new(size_t (*fill)(void *ctx, char *to, size_t cap, uint64_t *mark), void *ctx, size_t size)
{
	struct pl_ahead *ahead = pl_malloc(sizeof(*ahead) + PL_AHEAD_PIECES * size);

	memset(ahead, 0, sizeof(*ahead));
	ahead->fill = fill;
	ahead->ctx = ctx;
	ahead->size = size;
	for (size_t i = 0; i < PL_AHEAD_PIECES; i++)
		ahead->piece[i].data = ahead->data + i * size;
	pthread_mutex_init(&ahead->lock, NULL);
	pthread_cond_init(&ahead->filled, NULL);
	pthread_cond_init(&ahead->freed, NULL);
	if (pthread_create(&ahead->thread, NULL, run, ahead) != 0) {
		ahead->joined = true;
		pl_ahead_free(ahead);
		return NULL;
	}
	return ahead;
}

static void join(struct pl_ahead *ahead)
{
	if (!ahead->joined)
		pthread_join(ahead->thread, NULL);
	ahead->joined = true;
}

size_t pl_ahead_read(struct pl_ahead *ahead, char *to, size_t cap, uint64_t *mark)
{
	struct piece *piece = &ahead->piece[ahead->got % PL_AHEAD_PIECES];
	bool end;
	size_t n;

	pthread_mutex_lock(&ahead->lock);
	while (ahead->put == ahead->got && !ahead->done)
		pthread_cond_wait(&ahead->filled, &ahead->lock);
	end = ahead->put == ahead->got;
	pthread_mutex_unlock(&ahead->lock);
	*mark = piece->mark;
	if (end) {
		join(ahead);
		return 0;
	}
	n = PL_MIN(piece->len - ahead->at, cap);
	memcpy(to, piece->data + ahead->at, n);
	ahead->at += n;
	if (ahead->at == piece->len) {
		ahead->at = 0;
		pthread_mutex_lock(&ahead->lock);
		ahead->got++;
		pthread_cond_signal(&ahead->freed);
		pthread_mutex_unlock(&ahead->lock);
	}
	return n;
}

void pl_ahead_free(struct pl_ahead *ahead)
{
	if (!ahead)
		return;
	pthread_mutex_lock(&ahead->lock);
	ahead->stop = true;
	pthread_cond_signal(&ahead->freed);
	pthread_mutex_unlock(&ahead->lock);
	join(ahead);
	pthread_cond_destroy(&ahead->freed);
	pthread_cond_destroy(&ahead->filled);
	pthread_mutex_destroy(&ahead->lock);
	free(ahead);
}
