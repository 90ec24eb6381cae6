/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Growing byte buffers and typed vectors.
 *
 * `struct pl_buf` collects text or bytes; `ptr` always holds a NUL behind
 * `len` bytes once anything was added. PL_VEC makes a vector type of any
 * element; both own their memory until *_release.
 */
#ifndef PL_BASE_BUF_H
#define PL_BASE_BUF_H

#include "linter/base/base.h"

struct pl_buf {
	char *ptr;
	size_t len, cap;
};

#define PL_BUF_INIT ((struct pl_buf){NULL, 0, 0})

void pl_buf_release(struct pl_buf *buf);
/* Room for `more` bytes behind `len`; returns where they go. */
char *pl_buf_reserve(struct pl_buf *buf, size_t more);
void pl_buf_add(struct pl_buf *buf, struct pl_str bytes);
void pl_buf_addc(struct pl_buf *buf, char c);
void pl_buf_adds(struct pl_buf *buf, const char *text);
void pl_buf_printf(struct pl_buf *buf, const char *format, ...) PL_PRINTF(2, 3);

static inline struct pl_str pl_buf_str(const struct pl_buf *buf)
{
	return pl_str_of(buf->ptr, buf->len);
}

static inline void pl_buf_clear(struct pl_buf *buf) { buf->len = 0; }

/* A vector: struct { T *ptr; size_t len, cap; }, zero-initialised when empty. */
#define PL_VEC(T) struct { T *ptr; size_t len, cap; }

/* Grows `cap` to at least `need` elements of `size` bytes; returns the memory. */
void *pl_vec_grow(void *ptr, size_t *cap, size_t need, size_t size);

/* Appends one element; evaluates `vec` more than once. */
#define PL_PUSH(vec, ...)                                                                          \
	do {                                                                                       \
		if ((vec)->len == (vec)->cap)                                                      \
			(vec)->ptr = pl_vec_grow((vec)->ptr, &(vec)->cap, (vec)->len + 1,          \
						 sizeof(*(vec)->ptr));                             \
		(vec)->ptr[(vec)->len++] = (__VA_ARGS__);                                          \
	} while (0)

#define PL_VEC_RELEASE(vec)                                                                        \
	do {                                                                                       \
		free((vec)->ptr);                                                                  \
		(vec)->ptr = NULL;                                                                 \
		(vec)->len = (vec)->cap = 0;                                                       \
	} while (0)

#endif
