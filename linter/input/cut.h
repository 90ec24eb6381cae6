/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Cutting a large file of lines into ranges that several threads read.
 *
 *     │ read by A │ read by B │ read by A │ cut off │ not looked at yet │
 *     line 1      line 27011  line 54006  line 80990 ^ at
 *
 * The thread that wants the next range cuts it off itself: it counts the newlines in
 * it, so that the range behind it knows its first line, and then reads it
 * again from the page cache. Cutting is one at a time, and at several gigabytes a
 * second far faster than reading; nothing is read twice from a disk.
 */
#ifndef PL_INPUT_CUT_H
#define PL_INPUT_CUT_H

#include "linter/base/base.h"

enum { PL_CUT_BYTES = 8 << 20 };

struct pl_cut;

struct pl_range {
	uint64_t from, to; /* bytes of the file; `to` is UINT64_MAX for the last range */
	uint64_t line;     /* number of its first line */
};

/* Ranges of at least `size` bytes of a file, from the byte `from` on. `fd` stays the caller's. */
struct pl_cut *pl_cut_new(int fd, uint64_t from, uint64_t size);
void pl_cut_free(struct pl_cut *cut);

/* Cuts off the next range; it ends behind a newline or with the file. False: there is none. For any thread. */
bool pl_cut_next(struct pl_cut *cut, struct pl_range *range);

#endif
