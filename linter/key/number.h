/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers of any length as text: comparing values, digit widths, and what
 * digits may stand for (calendar days, epochs). Pure functions of bytes.
 */
#ifndef PL_KEY_NUMBER_H
#define PL_KEY_NUMBER_H

#include "linter/base/base.h"
#include "linter/key/bytes.h"

/* Value order of two non-empty digit strings, leading zeros ignored. */
int pl_digits_order(struct pl_str a, struct pl_str b);

/*
 * Value order of two decimals: [-]digits[(.|,)digits][e[+-]digits], or grouped ones. "-0" is 0.
 * Any length, no rounding; exponents beyond ±10,000 are compared as ±10,000.
 */
int pl_decimal_order(struct pl_str a, struct pl_str b);

/*
 * Decimals whose digits stand in groups of three: 1,234.50 and 1.234,50, at most PL_MAX_GROUPED bytes. Without a fraction
 * only 1,234,567: 1.234.567 is a version, and 1,234 may be two numbers.
 */
enum { PL_MAX_GROUPED = 48 };
bool pl_decimal_is_grouped(struct pl_str s);

/*
 * The same, and what may as well be several numbers, which the column tells: 1,234; 12,34,567 as in India; 1'234 and
 * 1 234. Always three digits at the end and no zero in front.
 */
bool pl_decimal_may_be_grouped(struct pl_str s);

/* A decimal that may be grouped without what stands between its groups, 1234.50, in `room`; any other as it is. */
struct pl_str pl_decimal_ungroup(struct pl_str s, char room[static PL_MAX_GROUPED]);

/* The digits without leading zeros; "0" for a string of zeros. */
static inline struct pl_str pl_digits_strip(struct pl_str digits)
{
	return pl_str_sub(digits, digits.len ? pl_zero_run(digits.ptr, digits.len - 1) : 0, digits.len);
}

/* True when the value is a - b == 1 for digit strings a, b of any length. */
bool pl_digits_next(struct pl_str a, struct pl_str b);

/* The same for digits of base 16, behind the 0x, and of base 36, in any letter case; the difference of at most 32 of base 16. */
int pl_hex_order(struct pl_str a, struct pl_str b);
bool pl_hex_next(struct pl_str a, struct pl_str b);
double pl_base_double(struct pl_str digits, unsigned base);

/* The value when it fits 63 bits, else -1. */
int64_t pl_digits_i64(struct pl_str digits);

/*
 * Integers above 2^53, of which a double holds only some. What a program wrote
 * that had it in a double is either exactly such a one, or, as JavaScript prints
 * it, the shortest digits that lead back to it and zeros:
 *
 *     9223372036854775807    as it was
 *     9223372036854775808    the double, exactly
 *     9223372036854776000    the same, as String(n) prints it
 */
enum pl_rounding {
	PL_ROUND_SMALL,  /* not above 2^53 */
	PL_ROUND_NOT,    /* no double prints so; also above 2^64 */
	PL_ROUND_COARSE, /* one does, but so does every value of its coarser grid: 1719100800123456000 */
	PL_ROUND_FINE,   /* one does, and uses its last bit or digit */
};
enum pl_rounding pl_digits_rounding(struct pl_str digits);

/* The double nearest to the value, infinity above them all (for densities and spacings, never for order). */
double pl_digits_double(struct pl_str digits);

/* Whether 8 digits are a calendar day yyyymmdd of 1900 … 2199 (14: with hhmmss). */
bool pl_digits_are_date(struct pl_str digits);

/* The greatest values of fixed-size integers: 2^15-1, 2^16-1, 2^31-1, 2^32-1, 2^53-1, 2^63-1, 2^64-1. */
bool pl_digits_are_int_max(struct pl_str digits);

/* Only nines, at least one. */
bool pl_digits_are_nines(struct pl_str digits);

/* Units of time that digits may count. */
enum pl_epoch { PL_EPOCH_NONE, PL_EPOCH_S, PL_EPOCH_MS, PL_EPOCH_US, PL_EPOCH_NS };

/*
 * The unit in which both digit strings lie between 1990-01-01 and 2100-01-01;
 * PL_EPOCH_NONE when there is none. (The four windows do not overlap.)
 */
enum pl_epoch pl_epoch_of(struct pl_str least, struct pl_str greatest);

/* The unit of which times of today have so many digits, with one more or less for other times; PL_EPOCH_NONE: none. */
enum pl_epoch pl_epoch_of_width(size_t digits);

/*
 * The unit that digits count by how many there are, since in the years 1973 to 5138 no two units have the same number:
 *
 *     9-11 seconds   12-14 milli   15-17 micro   18-20 nano
 *
 * Zeros in front that leave at least nine digits are taken off, as somebody padded them.
 */
enum pl_epoch pl_epoch_by_length(struct pl_str *digits);

#endif
