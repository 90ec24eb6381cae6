/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Byte slices: what keys, values, names and places are made of.
 *
 *     ptr ──> | E | V | T | # | 9 |          len = 5, no NUL behind it
 *
 * A slice never owns its bytes and may hold any byte, NUL too. The only order
 * is that of DynamoDB string and binary keys: unsigned bytes, the shorter
 * first when one is a prefix of the other.
 */
#ifndef PL_BASE_STR_H
#define PL_BASE_STR_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct pl_str {
	const char *ptr; /* may be NULL when len is 0 */
	size_t len;      /* bytes */
};

/* A slice of a string literal. */
#define PL_S(literal) ((struct pl_str){("" literal), sizeof(literal) - 1})

static inline struct pl_str pl_str_of(const char *ptr, size_t len)
{
	return (struct pl_str){ptr, len};
}

/* The slice of a NUL-terminated string; NULL gives an empty slice. */
static inline struct pl_str pl_str_c(const char *s)
{
	return (struct pl_str){s, s ? strlen(s) : 0};
}

static inline bool pl_str_eq(struct pl_str a, struct pl_str b)
{
	return a.len == b.len && (a.len == 0 || memcmp(a.ptr, b.ptr, a.len) == 0);
}

/*
 * Byte order, the one order DynamoDB knows for S and B keys: negative, zero or
 * positive as `a` stands before, with, or after `b`.
 */
static inline int pl_order(struct pl_str a, struct pl_str b)
{
	size_t n = a.len < b.len ? a.len : b.len;
	int c = n ? memcmp(a.ptr, b.ptr, n) : 0;

	return c ? c : (a.len > b.len) - (a.len < b.len);
}

/* Bytes [from, to) of `s`; 0 <= from <= to <= s.len is the caller's promise. */
static inline struct pl_str pl_str_sub(struct pl_str s, size_t from, size_t to)
{
	return (struct pl_str){s.len ? s.ptr + from : s.ptr, to - from};
}

static inline bool pl_str_starts(struct pl_str s, struct pl_str prefix)
{
	return s.len >= prefix.len && (prefix.len == 0 || memcmp(s.ptr, prefix.ptr, prefix.len) == 0);
}

static inline bool pl_str_ends(struct pl_str s, struct pl_str suffix)
{
	return s.len >= suffix.len &&
	       (suffix.len == 0 || memcmp(s.ptr + s.len - suffix.len, suffix.ptr, suffix.len) == 0);
}

/* ASCII classes; bytes above 0x7f belong to none. No locale is asked. */
static inline bool pl_is_digit(unsigned char c) { return c >= '0' && c <= '9'; }
static inline bool pl_is_upper(unsigned char c) { return c >= 'A' && c <= 'Z'; }
static inline bool pl_is_lower(unsigned char c) { return c >= 'a' && c <= 'z'; }
static inline bool pl_is_alpha(unsigned char c) { return pl_is_upper(c) || pl_is_lower(c); }
static inline unsigned char pl_lower(unsigned char c) { return pl_is_upper(c) ? (unsigned char)(c + 32) : c; }

#endif
