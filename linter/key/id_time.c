/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/id_time.h"

#include "linter/key/mark.h"
#include "linter/key/number.h"

static const uint64_t ATTOS_PER_MILLI = UINT64_C(1000000000000000);

static struct pl_instant of_millis(int64_t millis)
{
	return (struct pl_instant){millis / 1000, (uint64_t)(millis % 1000) * ATTOS_PER_MILLI};
}

/* The value of hex digits [from, to), at most 15 of them; -1: one is none. */
static int64_t hex_value(struct pl_str s, size_t from, size_t to)
{
	int64_t value = 0;

	for (size_t i = from; i < to; i++) {
		unsigned char c = pl_lower((unsigned char)s.ptr[i]);

		if (!pl_is_digit(c) && !(c >= 'a' && c <= 'f'))
			return -1;
		value = value * 16 + (pl_is_digit(c) ? c - '0' : c - 'a' + 10);
	}
	return value;
}

static bool ulid_time(struct pl_str id, struct pl_instant *at)
{
	int64_t millis = pl_ulid_millis(id);

	if (millis < 0)
		return false;
	*at = of_millis(millis);
	return true;
}

/* ---- KSUID: 32 bits of seconds and 128 bits of chance, in base62 ---- */

enum { KSUID_LEN = 27, KSUID_WORDS = 5 };

/* The value of a base62 digit, in byte order 0-9, A-Z, a-z; -1: it is none. */
static int base62(unsigned char c)
{
	if (pl_is_digit(c))
		return c - '0';
	if (pl_is_upper(c))
		return c - 'A' + 10;
	return c >= 'a' && c <= 'z' ? c - 'a' + 36 : -1;
}

static bool ksuid_time(struct pl_str id, struct pl_instant *at)
{
	const int64_t epoch = 1400000000;
	uint32_t word[KSUID_WORDS] = {0}; /* the number read so far, the highest word first */

	if (id.len != KSUID_LEN)
		return false;
	for (size_t i = 0; i < KSUID_LEN; i++) {
		int digit = base62((unsigned char)id.ptr[i]);
		uint64_t carry = (uint64_t)digit;

		if (digit < 0)
			return false;
		for (size_t w = KSUID_WORDS; w-- > 0; carry >>= 32) {
			carry += (uint64_t)word[w] * 62;
			word[w] = (uint32_t)carry;
		}
		if (carry) /* more than 160 bits */
			return false;
	}
	*at = (struct pl_instant){epoch + word[0], 0};
	return true;
}

/* ---- UUID ---- */

/* Ticks of 100 ns since 1582-10-15, when the Gregorian calendar began. */
static struct pl_instant of_ticks(int64_t ticks)
{
	const int64_t unix_epoch = INT64_C(122192928000000000), per_second = 10000000;
	int64_t since = ticks - unix_epoch, within = since % per_second;

	within += within < 0 ? per_second : 0;
	return (struct pl_instant){(since - within) / per_second, (uint64_t)within * (ATTOS_PER_MILLI / 10000)};
}

static bool is_dashed(struct pl_str id)
{
	return id.ptr[8] == '-' && id.ptr[13] == '-' && id.ptr[18] == '-' && id.ptr[23] == '-';
}

/*
 * The parts of the 60 bits of ticks stand in this order, V being the version:
 *
 *     v1   low(32)-middle(16)-V high(12)
 *     v6   high(32)-middle(16)-V low(12)
 */
static bool uuid_time(struct pl_str id, struct pl_instant *at)
{
	int64_t first, second, third;

	if (id.len == 38) /* in braces */
		id = pl_str_sub(id, 1, 37);
	if (id.len != 36 || !is_dashed(id) || pl_id_fault(PL_C_UUID, id) != PL_ID_FINE)
		return false;
	first = hex_value(id, 0, 8);
	second = hex_value(id, 9, 13);
	third = hex_value(id, 15, 18);
	if (first < 0 || second < 0 || third < 0)
		return false;
	switch (id.ptr[14]) {
	case '1':
		*at = of_ticks(third << 48 | second << 32 | first);
		return true;
	case '6':
		*at = of_ticks(first << 28 | second << 12 | third);
		return true;
	case '7':
		*at = of_millis(first << 16 | second);
		return true;
	default:
		return false;
	}
}

/* ---- ObjectId: 4 bytes of seconds, 5 of the process, 3 of a counter ---- */

static bool object_id_time(struct pl_str id, struct pl_instant *at)
{
	int64_t seconds;

	if (id.len != 24 || hex_value(id, 8, 16) < 0 || hex_value(id, 16, 24) < 0)
		return false;
	seconds = hex_value(id, 0, 8);
	if (seconds < 0)
		return false;
	*at = (struct pl_instant){seconds, 0};
	return true;
}

bool pl_id_time(enum pl_class class, struct pl_str id, struct pl_instant *at)
{
	switch (class) {
	case PL_C_ULID:
		return ulid_time(id, at);
	case PL_C_KSUID:
		return ksuid_time(id, at);
	case PL_C_UUID:
		return uuid_time(id, at);
	case PL_C_HEX:
		return object_id_time(id, at);
	default:
		return false;
	}
}

/* ---- snowflakes ---- */

bool pl_snowflake_time(unsigned maker, struct pl_str digits, struct pl_instant *at)
{
	static const int64_t epochs[PL_SNOWFLAKES] = {INT64_C(1288834974657), INT64_C(1420070400000)};
	const struct pl_str most = PL_S("9223372036854775807");
	int64_t value = 0;

	if (digits.len < 17 || digits.len > most.len || pl_digit_run(digits, 0) != digits.len ||
	    pl_digits_order(digits, most) > 0)
		return false;
	for (size_t i = 0; i < digits.len; i++)
		value = value * 10 + (digits.ptr[i] - '0');
	*at = of_millis((value >> 22) + epochs[maker]);
	return true;
}
