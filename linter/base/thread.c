/* SPDX-License-Identifier: Apache-2.0 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "linter/base/thread.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

struct pool {
	atomic_size_t next;
	size_t count;
	void (*task)(void *ctx, size_t i, unsigned thread);
	void *ctx;
};

struct worker {
	struct pool *pool;
	unsigned number;
};

static void *work(void *arg)
{
	struct worker *worker = arg;
	struct pool *pool = worker->pool;
	size_t i;

	while ((i = atomic_fetch_add(&pool->next, 1)) < pool->count)
		pool->task(pool->ctx, i, worker->number);
	return NULL;
}

void pl_parallel(size_t count, unsigned threads, void (*task)(void *ctx, size_t i, unsigned thread),
		 void *ctx)
{
	struct pool pool = {.count = count, .task = task, .ctx = ctx};
	unsigned wanted = (unsigned)PL_MIN((size_t)PL_MAX(threads, 1U), PL_MAX(count, (size_t)1));
	pthread_t *ids = pl_calloc(wanted, sizeof(*ids));
	struct worker *workers = pl_calloc(wanted, sizeof(*workers));
	unsigned started = 1;

	for (unsigned i = 0; i < wanted; i++)
		workers[i] = (struct worker){&pool, i};
	/* A thread that cannot be had is no error: the others take its tasks. */
	while (started < wanted && pthread_create(&ids[started], NULL, work, &workers[started]) == 0)
		started++;
	work(&workers[0]);
	for (unsigned i = 1; i < started; i++)
		pthread_join(ids[i], NULL);
	free(workers);
	free(ids);
}

unsigned pl_processors(void)
{
#ifdef __linux__
	cpu_set_t set;

	if (sched_getaffinity(0, sizeof(set), &set) == 0)
		return (unsigned)PL_MAX(CPU_COUNT(&set), 1);
#endif
	long n = sysconf(_SC_NPROCESSORS_ONLN);

	return n < 1 ? 1 : (unsigned)n;
}
