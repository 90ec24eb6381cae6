/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading ahead: a thread of its own fills a ring of pieces, another takes
 * them out in order.
 *
 *     fill() ──> │ piece │ piece │ piece │ piece │ ──> pl_ahead_read()
 *      its thread                                       the caller's
 *
 * The ring is allocated once. A piece is handed over as soon as it is filled,
 * however short, so that a slow pipe is not held back.
 */
#ifndef PL_INPUT_AHEAD_H
#define PL_INPUT_AHEAD_H

#include "linter/base/base.h"

enum { PL_AHEAD_PIECES = 4 };

struct pl_ahead;

/*
 * Starts a thread that calls fill(ctx, …) for up to `size` bytes at a time,
 * until that gives 0. `mark` is handed on with the piece. What `ctx` leads to
 * belongs to that thread until pl_ahead_read() gave 0 or pl_ahead_free() returns.
 * NULL when there is no thread to be had.
 */
struct pl_ahead *pl_ahead_new(size_t (*fill)(void *ctx, char *to, size_t cap, uint64_t *mark), void *ctx, size_t size);

/*
 * Up to `cap` bytes, of one piece; *mark is that of the piece. 0: fill() gave 0,
 * and the thread is at its end; *mark is what that call left.
 */
size_t pl_ahead_read(struct pl_ahead *ahead, char *to, size_t cap, uint64_t *mark);

/* Ends the thread, when the running fill() returns, and drops what was read ahead. */
void pl_ahead_free(struct pl_ahead *ahead);

#endif
