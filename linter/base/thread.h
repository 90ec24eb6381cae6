/* SPDX-License-Identifier: Apache-2.0 */
/* Running independent tasks on several threads. */
#ifndef PL_BASE_THREAD_H
#define PL_BASE_THREAD_H

#include "linter/base/base.h"

/*
 * Runs task(ctx, i, thread) once for each i in [0, count), on at most
 * `threads` threads (at least one; the caller's own is thread 0), and returns
 * when all are done. `thread` is below `threads`. Tasks start in order of i;
 * which thread takes which is left open, so results must not depend on it.
 */
void pl_parallel(size_t count, unsigned threads, void (*task)(void *ctx, size_t i, unsigned thread),
		 void *ctx);

/* Processors this process may use, at least 1. */
unsigned pl_processors(void);

#endif
