/* SPDX-License-Identifier: Apache-2.0 */
/* One value written in several ways: a table, and numbers and times against their orders. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/key/number.h"
#include "linter/key/same.h"
#include "linter/key/value.h"

static bool same_days(enum pl_same same, enum pl_day_order days, const char *a, const char *b)
{
	struct pl_buf x = PL_BUF_INIT, y = PL_BUF_INIT;
	bool equal;

	pl_same_value(&x, same, days, pl_str_c(a));
	pl_same_value(&y, same, days, pl_str_c(b));
	equal = pl_str_eq(pl_buf_str(&x), pl_buf_str(&y));
	pl_buf_release(&x);
	pl_buf_release(&y);
	return equal;
}

static bool same(enum pl_same same_as, const char *a, const char *b)
{
	return same_days(same_as, PL_MONTH_FIRST, a, b);
}

static void test_table(void **state)
{
	static const struct {
		enum pl_same same;
		const char *a, *b;
		bool equal;
	} table[] = {
		{PL_SAME_BYTES, "5", "5", true},
		{PL_SAME_BYTES, "5", "05", false},
		{PL_SAME_NUMBER, "5", "0000000000000000000000000000000000000000000005", true},
		{PL_SAME_NUMBER, "0", "000", true},
		{PL_SAME_NUMBER, "5", "50", false},
		{PL_SAME_NUMBER, "-7", "-07", true},
		{PL_SAME_NUMBER, "-7", "7", false},
		{PL_SAME_NUMBER, "-0", "00", true},
		{PL_SAME_NUMBER, "1.5", "01.5", true},
		{PL_SAME_NUMBER, "1.5", "1.50", false},
		{PL_SAME_NUMBER, "-", "-", true},
		{PL_SAME_NUMBER, "", "0", false},
		{PL_SAME_NUMBER, "x05", "x5", false},
		{PL_SAME_DECIMAL, "1.5", "01.50", true},
		{PL_SAME_DECIMAL, "5", "5.000", true},
		{PL_SAME_DECIMAL, "50", "5", false},
		{PL_SAME_DECIMAL, "1.05", "1.5", false},
		{PL_SAME_DECIMAL, "0.0", "-0", true},
		{PL_SAME_DECIMAL, "1.0e5", "1.0e50", false},
		{PL_SAME_DURATION, "PT60M", "PT1H", true},
		{PL_SAME_DURATION, "PT90S", "PT1M30.0S", true},
		{PL_SAME_DURATION, "PT05M", "PT5M", true},
		{PL_SAME_DURATION, "P1W", "P7D", true},
		{PL_SAME_DURATION, "P1D", "PT24H", false},
		{PL_SAME_DURATION, "P1DT24H", "P2D", false},
		{PL_SAME_DURATION, "P1M", "P30D", false},
		{PL_SAME_DURATION, "P12M", "P1Y", false},
		{PL_SAME_DURATION, "PT1H", "PT1M", false},
		{PL_SAME_DURATION, "PT0S", "PT0M", true},
		{PL_SAME_DURATION, "P5X", "P05X", false},
		{PL_SAME_HEX, "0x1F", "0X001f", true},
		{PL_SAME_HEX, "1f", "1F", true},
		{PL_SAME_HEX, "0x10", "0x1", false},
		{PL_SAME_HEX, "0x0", "0x00", true},
		{PL_SAME_CASE, "Ann@Example.com", "ann@example.com", true},
		{PL_SAME_CASE, "ann@example.com", "anne@example.com", false},
		{PL_SAME_CASE, "\x01", "\x01\x01", false},
		{PL_SAME_CASE, "A\x01\x01" "B", "a\x01\x01" "b", true},
		{PL_SAME_CASE, "a\x01" "b", "a\x01\x01" "b", false},
		{PL_SAME_CASE, "Мария@Ember.example", "мария@ember.example", true},
		{PL_SAME_CASE, "МАРИЯ@ember.example", "мария@ember.example", true},
		{PL_SAME_CASE, "Jürgen@x.example", "JÜRGEN@x.example", true},
		{PL_SAME_CASE, "Jürgen@x.example", "Jurgen@x.example", false},
		{PL_SAME_CASE, "ΝΊΚΟΣ", "νίκος", true},
		{PL_SAME_CASE, "ısı", "isi", false},
		{PL_SAME_CASE, "\xFF" "A", "\xFF" "a", true},
		{PL_SAME_CASE, "\xFF", "\xFE", false},
		{PL_SAME_CASE, "\xC3", "\xC3\xA9", false},
		{PL_SAME_ID, "DEADBEEF", "deadbeef", true},
		{PL_SAME_ID, "aB3dE7f", "Ab3De7F", false},
		{PL_SAME_ID, "aB3dE7f", "ab3de7f", false},
		{PL_SAME_TIME, "2026-01-05T14:30:00.000Z", "2026-01-05T23:30:00.000+09:00", true},
		{PL_SAME_TIME, "2026-01-05T14:30:00Z", "2026-01-05T14:30:00.000Z", true},
		{PL_SAME_TIME, "2026-01-05T14:30Z", "2026-01-05T14:30:00+0000", true},
		{PL_SAME_TIME, "2026-01-05T14:30:00", "2026-01-05 14:30:00", true},
		{PL_SAME_TIME, "2026-01-05T14:30:00", "2026-01-05T14:30:00Z", false},
		{PL_SAME_TIME, "2026-01-05T14:30:00Z", "2026-01-05T14:30:00.001Z", false},
		{PL_SAME_TIME, "2026-01-05", "20260105", true},
		{PL_SAME_TIME, "2026-01-05", "2026-01-05T00:00:00Z", false},
		{PL_SAME_TIME, "2026-01-01", "2026-01", false},
		{PL_SAME_TIME, "2026-01-05T24:00:00Z", "2026-01-06T00:00:00Z", true},
		{PL_SAME_TIME, "1767225600", "2026-01-01T00:00:00Z", true},
		{PL_SAME_TIME, "1767225600", "1767225600000", true},
		{PL_SAME_TIME, "20260101000000", "2026-01-01T00:00:00", true},
		{PL_SAME_TIME, "20260101000000", "2026-01-01T00:00:00Z", false},
		{PL_SAME_TIME, "09:05", "9:05", true},
		{PL_SAME_TIME, "undefined", "Undefined", false},
		{PL_SAME_TIME, "2026-01-05T14:30:00.0000000000000000001Z", "2026-01-05T14:30:00.0000000000000000002Z", false},
		{PL_SAME_TIME, "2026-02-30", "2026-02-30", true},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(table); i++)
		if (same(table[i].same, table[i].a, table[i].b) != table[i].equal)
			fail_msg("%s and %s: %d", table[i].a, table[i].b, !table[i].equal);
}

static void test_days(void **state)
{
	(void)state;
	assert_true(same_days(PL_SAME_TIME, PL_DAY_FIRST, "3/9/2024", "2024-09-03"));
	assert_true(same_days(PL_SAME_TIME, PL_MONTH_FIRST, "3/9/2024", "2024-03-09"));
	assert_false(same_days(PL_SAME_TIME, PL_DAY_UNKNOWN, "3/9/2024", "2024-03-09"));
}

/* Values stand in keys: what is written for one must not look like bytes of a key, nor run into what follows. */
static void test_bytes_are_no_values(void **state)
{
	struct pl_buf value = PL_BUF_INIT, bytes = PL_BUF_INIT;

	(void)state;
	pl_same_value(&value, PL_SAME_NUMBER, PL_MONTH_FIRST, PL_S("05"));
	pl_same_bytes(&bytes, pl_buf_str(&value));
	assert_false(pl_str_eq(pl_buf_str(&value), pl_buf_str(&bytes)));
	pl_buf_clear(&value);
	pl_buf_clear(&bytes);
	pl_same_value(&value, PL_SAME_NUMBER, PL_MONTH_FIRST, PL_S("1"));
	pl_same_value(&value, PL_SAME_NUMBER, PL_MONTH_FIRST, PL_S("23"));
	pl_same_value(&bytes, PL_SAME_NUMBER, PL_MONTH_FIRST, PL_S("12"));
	pl_same_value(&bytes, PL_SAME_NUMBER, PL_MONTH_FIRST, PL_S("3"));
	assert_false(pl_str_eq(pl_buf_str(&value), pl_buf_str(&bytes)));
	pl_buf_release(&value);
	pl_buf_release(&bytes);
}

static uint64_t seed = 20260105;

static unsigned below(unsigned n)
{
	seed = seed * UINT64_C(6364136223846793005) + 1442695040888963407U;
	return (unsigned)(seed >> 33) % n;
}

static void random_decimal(char out[static 16])
{
	size_t n = 0, whole = 1 + below(3), fraction = below(4);

	if (below(4) == 0)
		out[n++] = '-';
	while (whole-- > 0)
		out[n++] = "0001"[below(4)];
	if (fraction)
		out[n++] = '.';
	while (fraction-- > 0)
		out[n++] = "0012"[below(4)];
	out[n] = '\0';
}

/* Two decimals are the same exactly when neither is less. */
static void test_decimals(void **state)
{
	unsigned equal = 0;

	(void)state;
	for (unsigned i = 0; i < 200000; i++) {
		char a[16], b[16];
		bool order;

		random_decimal(a);
		random_decimal(b);
		order = pl_decimal_order(pl_str_c(a), pl_str_c(b)) == 0;
		equal += order;
		if (same(PL_SAME_DECIMAL, a, b) != order)
			fail_msg("%s and %s", a, b);
	}
	assert_true(equal > 1000);
}

static void random_time(char out[static 40])
{
	static const char *const zones[] = {"Z", "+00:00", "+0100", "-01:00", ""};
	static const char *const fractions[] = {"", ".0", ".000", ".5", ".500"};

	snprintf(out, 40, "2026-06-2%u%c0%u:00:0%u%s%s", below(2), "T "[below(2)], below(3), below(2), fractions[below(5)],
		 zones[below(5)]);
}

/* Two times are the same exactly when both have a zone, or neither, and neither is earlier. */
static void test_times(void **state)
{
	unsigned equal = 0;

	(void)state;
	for (unsigned i = 0; i < 200000; i++) {
		char a[40], b[40];
		struct pl_time x, y;
		bool expected;

		random_time(a);
		random_time(b);
		assert_true(pl_time_read(pl_str_c(a), PL_MONTH_FIRST, &x));
		assert_true(pl_time_read(pl_str_c(b), PL_MONTH_FIRST, &y));
		expected = (x.form.zone == PL_Z_NONE) == (y.form.zone == PL_Z_NONE) && pl_instant_order(x.at, y.at) == 0;
		equal += expected;
		if (same(PL_SAME_TIME, a, b) != expected)
			fail_msg("%s and %s", a, b);
		if (expected)
			assert_true(pl_same_times(x.form, y.form));
	}
	assert_true(equal > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),    cmocka_unit_test(test_days),  cmocka_unit_test(test_bytes_are_no_values),
		cmocka_unit_test(test_decimals), cmocka_unit_test(test_times),
	};

	return cmocka_run_group_tests_name("key_same", tests, NULL, NULL);
}
