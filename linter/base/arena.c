/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/base/arena.h"

#define BLOCK_SIZE ((size_t)32 << 10)

struct pl_arena_block {
	struct pl_arena_block *next;
	max_align_t data[];
};

void pl_arena_release(struct pl_arena *arena)
{
	struct pl_arena_block *block = arena->blocks;

	while (block) {
		struct pl_arena_block *next = block->next;

		free(block);
		block = next;
	}
	*arena = PL_ARENA_INIT;
}

void pl_arena_adopt(struct pl_arena *into, struct pl_arena *from)
{
	struct pl_arena_block *last = from->blocks;

	if (!last)
		return;
	while (last->next)
		last = last->next;
	/* Behind the newest block of `into`, whose free part stays in use. */
	if (into->blocks) {
		last->next = into->blocks->next;
		into->blocks->next = from->blocks;
	} else {
		*into = *from;
	}
	*from = PL_ARENA_INIT;
}

void *pl_arena_alloc(struct pl_arena *arena, size_t size)
{
	size_t align = _Alignof(max_align_t);
	size_t need = (PL_MAX(size, (size_t)1) + align - 1) & ~(align - 1);
	char *piece;

	if (need < size)
		pl_die("out of memory (asked for %zu bytes)", size);
	if ((size_t)(arena->end - arena->at) < need) {
		size_t room = PL_MAX(need, BLOCK_SIZE);
		struct pl_arena_block *block = pl_malloc(sizeof(*block) + room);

		/* A large piece gets a block of its own behind the newest one. */
		if (need > BLOCK_SIZE / 4 && arena->blocks) {
			block->next = arena->blocks->next;
			arena->blocks->next = block;
			return block->data;
		}
		block->next = arena->blocks;
		arena->blocks = block;
		arena->at = (char *)block->data;
		arena->end = arena->at + room;
	}
	piece = arena->at;
	arena->at += need;
	return piece;
}

void *pl_arena_zalloc(struct pl_arena *arena, size_t size)
{
	return memset(pl_arena_alloc(arena, size), 0, size);
}

static char *copy(struct pl_arena *arena, struct pl_str s)
{
	char *bytes = pl_arena_alloc(arena, s.len + 1);

	if (s.len)
		memcpy(bytes, s.ptr, s.len);
	bytes[s.len] = '\0';
	return bytes;
}

struct pl_str pl_arena_str(struct pl_arena *arena, struct pl_str s)
{
	return pl_str_of(copy(arena, s), s.len);
}

char *pl_arena_cstr(struct pl_arena *arena, const char *s)
{
	return copy(arena, pl_str_c(s));
}

char *pl_arena_vprintf(struct pl_arena *arena, const char *format, va_list args)
{
	va_list again;
	int len;
	char *text;

	va_copy(again, args);
	len = vsnprintf(NULL, 0, format, again);
	va_end(again);
	PL_ASSERT(len >= 0);
	text = pl_arena_alloc(arena, (size_t)len + 1);
	vsnprintf(text, (size_t)len + 1, format, args);
	return text;
}

char *pl_arena_printf(struct pl_arena *arena, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = pl_arena_vprintf(arena, format, args);
	va_end(args);
	return text;
}
