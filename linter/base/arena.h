/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Arenas: memory that is given out piece by piece and freed all at once.
 *
 * A run owns one arena for everything that lives as long as the report, and
 * each thread of a pass one of its own; nothing in a rule or report is freed
 * by hand. An arena is not safe to share between threads.
 */
#ifndef PL_BASE_ARENA_H
#define PL_BASE_ARENA_H

#include "linter/base/base.h"

struct pl_arena_block;

struct pl_arena {
	struct pl_arena_block *blocks; /* newest first */
	char *at, *end;                /* free part of the newest block */
};

#define PL_ARENA_INIT ((struct pl_arena){NULL, NULL, NULL})

/* Frees every piece; the arena is then empty and may be used again. */
void pl_arena_release(struct pl_arena *arena);

/* Moves all pieces of `from` into `into`; `from` is empty afterwards. */
void pl_arena_adopt(struct pl_arena *into, struct pl_arena *from);

/* `size` bytes aligned for any type; not cleared / cleared. Never NULL. */
void *pl_arena_alloc(struct pl_arena *arena, size_t size);
void *pl_arena_zalloc(struct pl_arena *arena, size_t size);

#define PL_NEW(arena, type) ((type *)pl_arena_zalloc((arena), sizeof(type)))
#define PL_NEW_N(arena, type, n) ((type *)pl_arena_zalloc((arena), sizeof(type) * (n)))

/* A copy of the bytes, with a NUL behind them that the length does not count. */
struct pl_str pl_arena_str(struct pl_arena *arena, struct pl_str s);
char *pl_arena_cstr(struct pl_arena *arena, const char *s);

/* Formatted text, NUL-terminated. */
char *pl_arena_printf(struct pl_arena *arena, const char *format, ...) PL_PRINTF(2, 3);
char *pl_arena_vprintf(struct pl_arena *arena, const char *format, va_list args) PL_PRINTF(2, 0);

#endif
