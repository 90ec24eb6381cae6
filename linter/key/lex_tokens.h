/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What bytes may be part of, and the tokens that hold separators. Between the
 * files of key/; not for other rooms.
 */
#ifndef PL_KEY_LEX_TOKENS_H
#define PL_KEY_LEX_TOKENS_H

#include "linter/key/lex.h"

enum {
	PL_B_DIGIT = 1 << 0,
	PL_B_HEX = 1 << 1,    /* a-f, A-F */
	PL_B_LETTER = 1 << 2, /* the other ASCII letters but I, L, O, U */
	PL_B_HIGH = 1 << 3,   /* above 0x7f: letters of some script, for all we know */
	PL_B_SEP = 1 << 4,    /* PL_SEPARATORS; which of them stands in the bits from PL_B_WHICH on */
	PL_B_DASH = 1 << 5,
	PL_B_DOT = 1 << 6,
	PL_B_PLUS = 1 << 7,
	PL_B_AT = 1 << 8,
	PL_B_OTHER = 1 << 9,
	PL_B_MARK = 1 << 10,  /* 0x01, which stands for values in masks */
	PL_B_WHICH = 12,
	PL_B_ILOU = 1 << 15,  /* I, L, O, U, which Crockford's base32 leaves out */

	PL_B_ASCII_ALPHA = PL_B_HEX | PL_B_LETTER | PL_B_ILOU,
	PL_B_ALPHA = PL_B_ASCII_ALPHA | PL_B_HIGH,
	PL_B_ALNUM = PL_B_DIGIT | PL_B_ALPHA,
};

extern const uint16_t pl_byte_class[256];

enum { PL_GLUED_DATE = 9 }; /* bytes of 23JUN2026 */

/*
 * Whether a token can start with a run of `n` letters and digits that begins
 * with `first` and ends in front of `next` (-1: at the key's end), `set` being
 * the union of their classes. In front of the commonest ends of segments only
 * times do, those that have letters in them: T, W, Q or the name of a month,
 * which may be one of hex digits (23DEC2026).
 */
static inline bool pl_may_start_token(unsigned char first, int next, unsigned set, size_t n)
{
	if (next >= 0 && next != '#' && next != '|' && next != '_')
		return true;
	return pl_is_digit(first) && (set & ~(unsigned)(PL_B_DIGIT | PL_B_HEX) || (n == PL_GLUED_DATE && set & PL_B_HEX));
}

/* Whether a run of `n` letters in front of '-' and a digit begins with a month as programs print it: Jun-2026. */
static inline bool pl_may_name_month(const char *run, size_t n)
{
	static const char months[] = "janfebmaraprmayjunjulaugsepoctnovdec";
	const unsigned first = (unsigned char)run[0] - (unsigned)'A';
	const uint32_t firsts = 1U | 1U << 3 | 1U << 5 | 1U << 9 | 1U << 12 | 1U << 13 | 1U << 14 | 1U << 18; /* ADFJMNOS */

	if (first > 25 || !(firsts >> first & 1) || n < 3 || n > 9)
		return false;
	for (const char *m = months; *m; m += 3)
		if (m[0] == (run[0] | 0x20) && m[1] == (run[1] | 0x20) && m[2] == (run[2] | 0x20))
			return true;
	return false;
}

/*
 * The token that starts at byte `from`, where the run of letters and digits
 * [from, end) begins, which may start one: the byte behind the token and its
 * class, or `from` when there is none.
 */
size_t pl_token_at(struct pl_str key, size_t from, size_t end, unsigned set, uint8_t *class);

/*
 * The token whose first ':' or only '{' stands at `at` and that starts no run:
 * "::1", "{uuid}", or a URL, which may start as far back as `floor`. Sets
 * `from`; returns the byte behind it, or 0.
 */
size_t pl_token_around(struct pl_str key, size_t floor, size_t at, size_t *from, uint8_t *class);

#endif
