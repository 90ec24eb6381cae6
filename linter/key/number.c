/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/number.h"

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "linter/key/calendar.h"

static int sign_of(int64_t x)
{
	return (x > 0) - (x < 0);
}

/* How many digits `s` starts with, from byte `from` on. */
static size_t count_digits(struct pl_str s, size_t from)
{
	return pl_digit_run(s, from);
}

static bool all_are(struct pl_str s, char c)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] != c)
			return false;
	return true;
}

static unsigned two(const char *p)
{
	return (unsigned)(p[0] - '0') * 10 + (unsigned)(p[1] - '0');
}

int pl_digits_order(struct pl_str a, struct pl_str b)
{
	a = pl_digits_strip(a);
	b = pl_digits_strip(b);
	if (a.len != b.len)
		return a.len < b.len ? -1 : 1;
	return pl_order(a, b);
}

bool pl_digits_next(struct pl_str a, struct pl_str b)
{
	size_t i = 0;

	a = pl_digits_strip(a);
	b = pl_digits_strip(b);
	/* 1000 and 999: the carry makes a digit of its own. */
	if (a.len == b.len + 1)
		return a.ptr[0] == '1' && all_are(pl_str_sub(a, 1, a.len), '0') && all_are(b, '9');
	if (a.len != b.len)
		return false;
	/* 1300 and 1299: one digit higher, then zeros against nines. */
	while (i < a.len && a.ptr[i] == b.ptr[i])
		i++;
	return i < a.len && a.ptr[i] == b.ptr[i] + 1 && all_are(pl_str_sub(a, i + 1, a.len), '0') &&
	       all_are(pl_str_sub(b, i + 1, b.len), '9');
}

static unsigned hex_digit(char c)
{
	return pl_is_digit((unsigned char)c) ? (unsigned)(c - '0') : (unsigned)((c | 0x20) - 'a' + 10);
}

int pl_hex_order(struct pl_str a, struct pl_str b)
{
	a = pl_digits_strip(a);
	b = pl_digits_strip(b);
	if (a.len != b.len)
		return a.len < b.len ? -1 : 1;
	for (size_t i = 0; i < a.len; i++) {
		unsigned x = hex_digit(a.ptr[i]), y = hex_digit(b.ptr[i]);

		if (x != y)
			return x < y ? -1 : 1;
	}
	return 0;
}

bool pl_hex_next(struct pl_str a, struct pl_str b)
{
	uint64_t x[2] = {0, 0}, y[2] = {0, 0}; /* high and low half */

	a = pl_digits_strip(a);
	b = pl_digits_strip(b);
	if (a.len > 32 || b.len > 32)
		return false;
	for (size_t i = 0; i < a.len; i++) {
		x[0] = x[0] << 4 | x[1] >> 60;
		x[1] = x[1] << 4 | hex_digit(a.ptr[i]);
	}
	for (size_t i = 0; i < b.len; i++) {
		y[0] = y[0] << 4 | y[1] >> 60;
		y[1] = y[1] << 4 | hex_digit(b.ptr[i]);
	}
	if (y[1] != UINT64_MAX)
		return x[0] == y[0] && x[1] == y[1] + 1;
	return x[1] == 0 && y[0] != UINT64_MAX && x[0] == y[0] + 1;
}

double pl_base_double(struct pl_str digits, unsigned base)
{
	double value = 0;

	for (size_t i = 0; i < digits.len; i++)
		value = value * base + hex_digit(digits.ptr[i]);
	return value;
}

int64_t pl_digits_i64(struct pl_str digits)
{
	struct pl_str s = pl_digits_strip(digits);
	uint64_t value = 0;

	if (s.len == 0 || s.len > 19)
		return -1;
	/* 19 digits fit 64 bits unsigned, so only the end needs a check. */
	for (size_t i = 0; i < s.len; i++)
		value = value * 10 + (uint64_t)(s.ptr[i] - '0');
	return value > INT64_MAX ? -1 : (int64_t)value;
}

/* v is what the double d, `ulp` from its neighbours, is printed as: rounded to a power of ten, and to no greater one. */
static bool is_shortest(uint64_t v, uint64_t d, uint64_t ulp, uint64_t power)
{
	uint64_t off = v > d ? v - d : d - v, coarse = d % (10 * power), other = PL_MIN(coarse, 10 * power - coarse);
	bool odd = d / ulp & 1; /* what lies in the middle belongs to the even neighbour */

	return 2 * off <= power && (2 * other > ulp || (2 * other == ulp && odd));
}

static enum pl_rounding rounding_of(uint64_t v)
{
	unsigned shift = 11U - (unsigned)__builtin_clzll(v); /* bits behind the 53 that a double keeps */
	uint64_t ulp = UINT64_C(1) << shift, rest = v % ulp, d = v - rest, power = 1;

	while (v % (10 * power) == 0)
		power *= 10;
	/* Microseconds written as nanoseconds fall on a double now and then; their grid is coarser all the same. */
	if (!rest)
		return v >> shift & 1 && power < ulp ? PL_ROUND_FINE : PL_ROUND_COARSE;
	if (2 * rest > ulp || (2 * rest == ulp && d >> shift & 1))
		d += ulp; /* 0 when it is 2^64: then nothing is near it */
	if (power == 1 || !is_shortest(v, d, ulp, power))
		return PL_ROUND_NOT;
	return power < ulp ? PL_ROUND_FINE : PL_ROUND_COARSE;
}

enum pl_rounding pl_digits_rounding(struct pl_str digits)
{
	struct pl_str s = pl_digits_strip(digits);
	uint64_t v = 0;

	if (s.len < 16 || (s.len == 16 && pl_order(s, PL_S("9007199254740992")) <= 0))
		return PL_ROUND_SMALL;
	if (s.len > 20 || (s.len == 20 && pl_order(s, PL_S("18446744073709551615")) > 0))
		return PL_ROUND_NOT;
	for (size_t i = 0; i < s.len; i++)
		v = v * 10 + (uint64_t)(s.ptr[i] - '0');
	return rounding_of(v);
}

double pl_digits_double(struct pl_str digits)
{
	char text[DBL_MAX_10_EXP + 2];

	digits = pl_digits_strip(digits);
	if (digits.len >= sizeof text)
		return HUGE_VAL;
	memcpy(text, digits.ptr, digits.len);
	text[digits.len] = '\0';
	return strtod(text, NULL); /* rounded once: a sum digit by digit can put the greater value lower */
}

bool pl_digits_are_date(struct pl_str s)
{
	unsigned year;

	if ((s.len != 8 && s.len != 14) || count_digits(s, 0) != s.len)
		return false;
	year = two(s.ptr) * 100 + two(s.ptr + 2);
	if (!pl_likely_year(year) || !pl_date_exists(year, two(s.ptr + 4), two(s.ptr + 6)))
		return false;
	return s.len == 8 || (two(s.ptr + 8) < 24 && two(s.ptr + 10) < 60 && two(s.ptr + 12) < 60);
}

bool pl_digits_are_int_max(struct pl_str digits)
{
	static const struct pl_str greatest[] = {
		{"32767", 5},                 /* 2^15 - 1 */
		{"65535", 5},                 /* 2^16 - 1 */
		{"2147483647", 10},           /* 2^31 - 1 */
		{"4294967295", 10},           /* 2^32 - 1 */
		{"9007199254740991", 16},     /* 2^53 - 1, JavaScript's MAX_SAFE_INTEGER */
		{"9223372036854775807", 19},  /* 2^63 - 1 */
		{"18446744073709551615", 20}, /* 2^64 - 1 */
	};

	for (size_t i = 0; i < PL_LEN(greatest); i++)
		if (pl_str_eq(digits, greatest[i]))
			return true;
	return false;
}

bool pl_digits_are_nines(struct pl_str digits)
{
	return digits.len > 0 && all_are(digits, '9');
}

enum pl_epoch pl_epoch_of(struct pl_str least, struct pl_str greatest)
{
	const int64_t y1990 = 631152000, y2100 = INT64_C(4102444800);
	int64_t lo = pl_digits_i64(least), hi = pl_digits_i64(greatest), scale = 1;

	if (lo < 0 || hi < lo)
		return PL_EPOCH_NONE;
	for (int unit = PL_EPOCH_S; unit <= PL_EPOCH_NS; unit++, scale *= 1000)
		if (lo >= y1990 * scale && hi <= y2100 * scale)
			return (enum pl_epoch)unit;
	return PL_EPOCH_NONE;
}

enum pl_epoch pl_epoch_of_width(size_t digits)
{
	return digits < 9 || digits > 20 ? PL_EPOCH_NONE : (enum pl_epoch)((digits - 9) / 3 + PL_EPOCH_S);
}

enum pl_epoch pl_epoch_by_length(struct pl_str *digits)
{
	struct pl_str bare = pl_digits_strip(*digits);

	if (bare.len >= 9)
		*digits = bare;
	return pl_epoch_of_width(digits->len);
}

bool pl_decimal_is_grouped(struct pl_str s)
{
	size_t at = s.len && s.ptr[0] == '-', n = count_digits(s, at), groups = 0;
	char between = at + n < s.len ? s.ptr[at + n] : 0;

	if (s.len > PL_MAX_GROUPED || n < 1 || n > 3 || (between != ',' && between != '.'))
		return false;
	for (at += n; at < s.len && s.ptr[at] == between && count_digits(s, at + 1) == 3; at += 4)
		groups++;
	if (at == s.len)
		return groups > 1 && between == ',';
	if (!groups || s.ptr[at] != (between == ',' ? '.' : ','))
		return false;
	n = count_digits(s, at + 1);
	return n && at + 1 + n == s.len;
}

bool pl_decimal_may_be_grouped(struct pl_str s)
{
	size_t at = s.len && s.ptr[0] == '-', n = count_digits(s, at), size;
	char between = at + n < s.len ? s.ptr[at + n] : 0;

	if (pl_decimal_is_grouped(s))
		return true;
	if (s.len > PL_MAX_GROUPED || n < 1 || n > 3 || s.ptr[at] == '0' || (between != ',' && between != '\'' && between != ' '))
		return false;
	at += n;
	size = count_digits(s, at + 1);
	/* 1,00,000: in India all groups have two digits but the last. */
	if (size == 2 && n < 3 && between == ',' && at + 3 < s.len)
		while (at < s.len && s.ptr[at] == between && count_digits(s, at + 1) == 2)
			at += 3;
	else
		while (at + 4 < s.len && s.ptr[at] == between && count_digits(s, at + 1) == 3)
			at += 4;
	return at + 4 == s.len && s.ptr[at] == between && count_digits(s, at + 1) == 3;
}

struct pl_str pl_decimal_ungroup(struct pl_str s, char room[static PL_MAX_GROUPED])
{
	size_t n = 0;
	char between;

	if (!pl_decimal_may_be_grouped(s))
		return s;
	between = s.ptr[s.ptr[0] == '-' ? 1 + count_digits(s, 1) : count_digits(s, 0)];
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] != between)
			room[n++] = s.ptr[i];
	return pl_str_of(room, n);
}

/*
 * A decimal as 0.ddd… times 10^point, without leading zeros:
 *
 *     -0012.50e1   head "12"  tail "50"  point 3   (0.1250 * 10^3)
 *      0.0050      head ""    tail "50"  point -2
 */
struct decimal {
	bool negative, zero;
	struct pl_str head, tail; /* digits before and behind the point sign */
	int64_t point;
};

enum { EXPONENT_MAX = 10000 };

static int64_t read_exponent(struct pl_str s)
{
	bool negative = s.len > 0 && s.ptr[0] == '-';
	int64_t value = 0;

	for (size_t i = s.len > 0 && (s.ptr[0] == '-' || s.ptr[0] == '+'); i < s.len; i++)
		if (value < EXPONENT_MAX)
			value = value * 10 + (s.ptr[i] - '0');
	value = PL_MIN(value, EXPONENT_MAX);
	return negative ? -value : value;
}

static struct decimal read_decimal(struct pl_str s)
{
	struct decimal d = {.negative = s.len > 0 && s.ptr[0] == '-'};
	size_t at = d.negative, n = count_digits(s, at), zeros = 0;

	d.head = pl_str_sub(s, at, at + n);
	at += n;
	d.tail = pl_str_sub(s, at, at);
	if (at < s.len && (s.ptr[at] == '.' || s.ptr[at] == ',')) {
		n = count_digits(s, ++at);
		d.tail = pl_str_sub(s, at, at + n);
		at += n;
	}
	while (zeros < d.head.len && d.head.ptr[zeros] == '0')
		zeros++;
	d.head = pl_str_sub(d.head, zeros, d.head.len);
	d.point = (int64_t)d.head.len;
	if (d.head.len == 0) {
		zeros = 0;
		while (zeros < d.tail.len && d.tail.ptr[zeros] == '0')
			zeros++;
		d.tail = pl_str_sub(d.tail, zeros, d.tail.len);
		d.point = -(int64_t)zeros;
	}
	d.zero = d.head.len + d.tail.len == 0;
	if (at < s.len && (s.ptr[at] == 'e' || s.ptr[at] == 'E'))
		d.point += read_exponent(pl_str_sub(s, at + 1, s.len));
	return d;
}

static int digit_of(const struct decimal *d, size_t i)
{
	if (i < d->head.len)
		return d->head.ptr[i];
	i -= d->head.len;
	return i < d->tail.len ? d->tail.ptr[i] : '0';
}

static int magnitude_order(const struct decimal *a, const struct decimal *b)
{
	size_t n = PL_MAX(a->head.len + a->tail.len, b->head.len + b->tail.len);

	if (a->point != b->point)
		return sign_of(a->point - b->point);
	for (size_t i = 0; i < n; i++)
		if (digit_of(a, i) != digit_of(b, i))
			return digit_of(a, i) < digit_of(b, i) ? -1 : 1;
	return 0;
}

int pl_decimal_order(struct pl_str left, struct pl_str right)
{
	char left_room[PL_MAX_GROUPED], right_room[PL_MAX_GROUPED];
	struct decimal a = read_decimal(pl_decimal_ungroup(left, left_room));
	struct decimal b = read_decimal(pl_decimal_ungroup(right, right_room));
	int sa = a.zero ? 0 : a.negative ? -1 : 1, sb = b.zero ? 0 : b.negative ? -1 : 1;

	if (sa != sb)
		return sa < sb ? -1 : 1;
	return sa == 0 ? 0 : sa * magnitude_order(&a, &b);
}
