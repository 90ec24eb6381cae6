/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The window: the piece of a stream that the scanner sees.
 *
 *     data ─────────────> at ───────────────> end
 *      │ scanned already  │  carry-over       │ NUL and padding
 *
 * pl_window_more() moves the carry-over to the front and reads behind it, so
 * an item always lies in one piece. The window grows, by doubling, only for an
 * item longer than itself.
 */
#ifndef PL_INPUT_WINDOW_H
#define PL_INPUT_WINDOW_H

#include "linter/base/base.h"
#include "linter/input/stream.h"

enum {
	PL_WINDOW_SIZE = 256 << 10,
	/* DynamoDB's items have at most 400 KB; escapes and base64 blow that up by far less than this. */
	PL_WINDOW_MAX = 64 << 20,
};

struct pl_window {
	struct pl_stream *stream;
	char *data;
	size_t cap;            /* without the padding */
	size_t step;           /* bytes to read at a time: the first size */
	char *at, *end;
	bool eof;              /* nothing comes behind `end` */
	uint64_t before;       /* decompressed bytes in front of `data` */
};

/* `step` is the size it starts with, 0 for PL_WINDOW_SIZE; tests make it tiny. */
void pl_window_init(struct pl_window *window, struct pl_stream *stream, size_t step);
void pl_window_release(struct pl_window *window);

/*
 * Reads more behind `end`. False when there is no more (`eof` is set then) or
 * the carry-over is PL_WINDOW_MAX long already. Moves the bytes: `at` is the only
 * pointer that stays good.
 */
bool pl_window_more(struct pl_window *window);

/* The decompressed offset of a byte in the window, from 0. */
static inline uint64_t pl_window_offset(const struct pl_window *window, const char *p)
{
	return window->before + (uint64_t)(p - window->data);
}

#endif
