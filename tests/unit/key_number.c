/* SPDX-License-Identifier: Apache-2.0 */
/* Orders of numbers against naive models over random strings, and tables. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <inttypes.h>
#include <stdint.h>
#include <stdlib.h>

#include <cmocka.h>

#include "linter/key/number.h"
#include "linter/key/value.h"

static uint64_t seed = 20260623;

/* xorshift64*: the same numbers on every machine. */
static unsigned below(unsigned n)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return (unsigned)((seed * UINT64_C(2685821657736338717)) >> 33) % n;
}

static int sign(int64_t x)
{
	return (x > 0) - (x < 0);
}

/* Up to `most` digits, with many zeros and nines. */
static size_t random_digits(char *out, unsigned most)
{
	size_t n = 1 + below(most);

	for (size_t i = 0; i < n; i++)
		out[i] = "0000999912345678"[below(16)];
	out[n] = '\0';
	return n;
}

enum { WIDE = 256 };

/* Digits right-aligned in a field of zeros, so that bytes compare as values. */
static void align(char out[WIDE], const char *digits, size_t right)
{
	size_t n = strlen(digits);

	memset(out, '0', WIDE);
	memcpy(out + WIDE - right - n, digits, n);
}

static void test_digits(void **state)
{
	char a[64], b[64], wide_a[WIDE], wide_b[WIDE];

	(void)state;
	for (int i = 0; i < 200000; i++) {
		int want;

		random_digits(a, 40);
		random_digits(b, 40);
		align(wide_a, a, 0);
		align(wide_b, b, 0);
		want = sign(memcmp(wide_a, wide_b, WIDE));
		if (sign(pl_digits_order(pl_str_c(a), pl_str_c(b))) != want)
			fail_msg("%s and %s", a, b);
		assert_true(want < 0 ? pl_digits_double(pl_str_c(a)) <= pl_digits_double(pl_str_c(b))
				     : pl_digits_double(pl_str_c(a)) >= pl_digits_double(pl_str_c(b)));
		if (strlen(a) <= 17 && strlen(b) <= 17) {
			int64_t x = strtoll(a, NULL, 10), y = strtoll(b, NULL, 10);

			assert_int_equal(pl_digits_i64(pl_str_c(a)), x);
			assert_int_equal(pl_digits_next(pl_str_c(a), pl_str_c(b)), x - y == 1);
			assert_true(pl_digits_double(pl_str_c(a)) == (double)x);
		}
	}
}

/* b + 1 for digits of any length; `out` has room for one more. */
static void increment(char *out, const char *b)
{
	size_t n = strlen(b);

	out[0] = '0';
	memcpy(out + 1, b, n + 1);
	while (out[n] == '9')
		out[n--] = '0';
	out[n]++;
}

static void test_next(void **state)
{
	char a[64], b[64];

	(void)state;
	for (int i = 0; i < 100000; i++) {
		random_digits(b, 40);
		increment(a, b);
		assert_true(pl_digits_next(pl_str_c(a), pl_str_c(b)));
		assert_false(pl_digits_next(pl_str_c(b), pl_str_c(a)));
		assert_false(pl_digits_next(pl_str_c(a), pl_str_c(a)));
	}
	assert_true(pl_digits_next(PL_S("1"), PL_S("000")));
	assert_true(pl_digits_next(PL_S("0010"), PL_S("9")));
	assert_false(pl_digits_next(PL_S("20"), PL_S("9")));
}

/* A decimal, and its digits in a wide field; returns its sign. Three digits behind a comma are thousands: test_groups(). */
static int random_decimal(char *out, char wide[WIDE])
{
	char head[64], tail[64], digits[128];
	int negative = below(3) == 0, exponent = 0;
	size_t point = 0;
	char *at = out;

	random_digits(head, 12);
	tail[0] = '\0';
	if (below(2))
		point = random_digits(tail, 12);
	at += snprintf(at, 64, "%s%s%s%s", negative ? "-" : "", head, point ? point == 3 || below(2) ? "." : "," : "", tail);
	if (below(3) == 0) {
		exponent = (int)below(41) - 20;
		snprintf(at, 16, "%c%s%d", below(2) ? 'e' : 'E', exponent > 0 && below(2) ? "+" : "", exponent);
	}
	snprintf(digits, sizeof(digits), "%s%s", head, tail);
	/* The unit stands 60 places from the right end of the field. */
	align(wide, digits, (size_t)(60 - (int)point + exponent));
	for (size_t i = 0; i < WIDE; i++)
		if (wide[i] != '0')
			return negative ? -1 : 1;
	return 0;
}

static void test_groups(void **state)
{
	static const char *const certain[] = {"1,234.50", "1.234,50", "-1,234,567", "12.345.678,9"};
	static const char *const possible[] = {"1,234",	"-12,500", "100,000", "1,00,000", "12,34,56,789", "1'234'567", "1 234"};
	static const char *const none[] = {"",	"1",	"1,23",	  "0,234",   "012,345", "1234,567", "1,234,", "1,2345", "1.234",
					   "1,00,00", "100,00,000", "1,000,00", "1,234 567", "1,", "-"};

	(void)state;
	for (size_t i = 0; i < PL_LEN(certain); i++)
		assert_true(pl_decimal_is_grouped(pl_str_c(certain[i])) && pl_decimal_may_be_grouped(pl_str_c(certain[i])));
	for (size_t i = 0; i < PL_LEN(possible); i++)
		assert_true(!pl_decimal_is_grouped(pl_str_c(possible[i])) && pl_decimal_may_be_grouped(pl_str_c(possible[i])));
	for (size_t i = 0; i < PL_LEN(none); i++)
		assert_false(pl_decimal_may_be_grouped(pl_str_c(none[i])));
}

static void test_decimals(void **state)
{
	char a[96], b[96], wide_a[WIDE], wide_b[WIDE];

	(void)state;
	for (int i = 0; i < 200000; i++) {
		int sa = random_decimal(a, wide_a), sb = random_decimal(b, wide_b), want;

		want = sa != sb ? sign(sa - sb) : sa * sign(memcmp(wide_a, wide_b, WIDE));
		if (sign(pl_decimal_order(pl_str_c(a), pl_str_c(b))) != want)
			fail_msg("%s and %s: not %d", a, b, want);
		assert_true(pl_value_read(PL_K_DECIMAL, PL_MONTH_FIRST, pl_str_c(a)).some);
	}
	assert_int_equal(pl_decimal_order(PL_S("-0"), PL_S("0.00")), 0);
	assert_int_equal(pl_decimal_order(PL_S("1,234.50"), PL_S("1.234,5")), 0);
	assert_int_equal(sign(pl_decimal_order(PL_S("1.234,50"), PL_S("999,99"))), 1);
	assert_int_equal(sign(pl_decimal_order(PL_S("-1,234,567"), PL_S("-1234566.5"))), -1);
	assert_int_equal(sign(pl_decimal_order(PL_S("12,500"), PL_S("7,300"))), 1);
	assert_int_equal(pl_decimal_order(PL_S("-1,00,000"), PL_S("-100'000")), 0);
	assert_int_equal(pl_decimal_order(PL_S("0e5"), PL_S("-0.0")), 0);
	assert_int_equal(pl_decimal_order(PL_S("1e99999"), PL_S("1e10000")), 0);
	assert_int_equal(sign(pl_decimal_order(PL_S("1e-99999999999999999999"), PL_S("0"))), 1);
	assert_int_equal(sign(pl_decimal_order(PL_S("-1e3"), PL_S("-999.9"))), -1);
}

static void test_tables(void **state)
{
	static const char *const dates[] = {"20240229", "19000101", "21991231", "20240229235959"};
	static const char *const none[] = {"20230229", "18991231", "22000101", "20241301", "20240001", "2024022",
					   "20240229240000", "20240229236000", "2024022a", "00000000"};
	static const char *const maxima[] = {"32767", "65535", "2147483647", "4294967295", "9007199254740991",
					     "9223372036854775807", "18446744073709551615"};

	(void)state;
	for (size_t i = 0; i < PL_LEN(dates); i++)
		assert_true(pl_digits_are_date(pl_str_c(dates[i])));
	for (size_t i = 0; i < PL_LEN(none); i++)
		assert_false(pl_digits_are_date(pl_str_c(none[i])));
	for (size_t i = 0; i < PL_LEN(maxima); i++)
		assert_true(pl_digits_are_int_max(pl_str_c(maxima[i])));
	assert_false(pl_digits_are_int_max(PL_S("32768")));
	assert_true(pl_digits_are_nines(PL_S("9")));
	assert_false(pl_digits_are_nines(PL_S("")));
	assert_false(pl_digits_are_nines(PL_S("990")));
	assert_true(pl_str_eq(pl_digits_strip(PL_S("0010")), PL_S("10")));
	assert_true(pl_str_eq(pl_digits_strip(PL_S("000")), PL_S("0")));
	assert_int_equal(pl_digits_i64(PL_S("9223372036854775807")), INT64_MAX);
	assert_int_equal(pl_digits_i64(PL_S("9223372036854775808")), -1);
	assert_int_equal(pl_digits_i64(PL_S("00000000000000000000017")), 17);
	assert_int_equal(pl_digits_i64(PL_S("99999999999999999999")), -1);
}

static void test_epochs(void **state)
{
	(void)state;
	assert_int_equal(pl_epoch_of(PL_S("631152000"), PL_S("4102444800")), PL_EPOCH_S);
	assert_int_equal(pl_epoch_of(PL_S("631151999"), PL_S("4102444800")), PL_EPOCH_NONE);
	assert_int_equal(pl_epoch_of(PL_S("631152000"), PL_S("4102444801")), PL_EPOCH_NONE);
	assert_int_equal(pl_epoch_of(PL_S("946684800000"), PL_S("1719100800000")), PL_EPOCH_MS);
	assert_int_equal(pl_epoch_of(PL_S("0000001719100800"), PL_S("1719100800")), PL_EPOCH_S);
	assert_int_equal(pl_epoch_of(PL_S("1719100800000000"), PL_S("1719100800000001")), PL_EPOCH_US);
	assert_int_equal(pl_epoch_of(PL_S("1719100800000000000"), PL_S("4102444800000000000")), PL_EPOCH_NS);
	assert_int_equal(pl_epoch_of(PL_S("1719100800"), PL_S("1719100800000")), PL_EPOCH_NONE);
	assert_int_equal(pl_epoch_of(PL_S("17"), PL_S("99999999999999999999")), PL_EPOCH_NONE);
}

static void test_hex(void **state)
{
	struct pl_value a = pl_value_read(PL_K_HEXNUMBER, PL_MONTH_FIRST, PL_S("0x10"));
	struct pl_value b = pl_value_read(PL_K_HEXNUMBER, PL_MONTH_FIRST, PL_S("0X000F"));

	(void)state;
	assert_true(pl_str_eq(b.text, PL_S("000F")));
	assert_true(pl_value_order(PL_K_HEXNUMBER, &a, &b) > 0);
	assert_int_equal(pl_hex_order(PL_S("fF"), PL_S("00Ff")), 0);
	assert_int_equal(pl_hex_order(PL_S("FF"), PL_S("ab")), 1);
	assert_int_equal(pl_hex_order(PL_S("9"), PL_S("a")), -1);
	assert_true(pl_hex_next(PL_S("10"), PL_S("f")));
	assert_true(pl_hex_next(PL_S("A"), PL_S("09")));
	assert_true(pl_hex_next(PL_S("10000000000000000"), PL_S("ffffffffffffffff")));
	assert_false(pl_hex_next(PL_S("10"), PL_S("9")));
	assert_false(pl_hex_next(PL_S("0"), PL_S("ffffffffffffffffffffffffffffffff")));
	assert_false(pl_hex_next(PL_S("f"), PL_S("10")));
	assert_true(pl_base_double(PL_S("00fF"), 16) == 255);
	assert_true(pl_base_double(PL_S("00zZ"), 36) == 1295);
}

/* Digits as JavaScript prints a double: the fewest that lead back to it, and zeros. */
static void print_shortest(double d, char out[40])
{
	char text[40];
	int exponent;

	for (int precision = 0; precision < 17; precision++) {
		snprintf(text, sizeof(text), "%.*e", precision, d);
		if (strtod(text, NULL) == d)
			break;
	}
	exponent = (int)strtol(strchr(text, 'e') + 1, NULL, 10);
	memset(out, '0', (size_t)exponent + 1);
	out[exponent + 1] = '\0';
	out[0] = text[0];
	if (text[1] == '.')
		memcpy(out + 1, text + 2, (size_t)(strchr(text, 'e') - text - 2));
}

static uint64_t random_large(void)
{
	uint64_t v = (uint64_t)below(1U << 31) << 33 ^ (uint64_t)below(1U << 31) << 11 ^ below(1U << 11);

	return (v | UINT64_C(1) << 63) >> below(10);
}

static bool looks_rounded(const char *digits)
{
	enum pl_rounding rounding = pl_digits_rounding(pl_str_c(digits));

	return rounding == PL_ROUND_FINE || rounding == PL_ROUND_COARSE;
}

/* Whatever came out of a double looks so, in either spelling; what did not, hardly ever. */
static void test_rounding(void **state)
{
	char text[40];
	unsigned chance = 0;

	(void)state;
	for (int i = 0; i < 100000; i++) {
		uint64_t v = random_large();
		double d = (double)v;

		print_shortest(d, text);
		if (strlen(text) < 20 && !looks_rounded(text))
			fail_msg("%s", text);
		snprintf(text, sizeof(text), "%.0f", d);
		if (strlen(text) < 20 && !looks_rounded(text))
			fail_msg("%s", text);
		snprintf(text, sizeof(text), "%" PRIu64, v);
		chance += v >> 60 && looks_rounded(text); /* a double has one in 256 there, and JavaScript prints one in 100 */
	}
	assert_in_range(chance, 1, 2000);
}

static void test_rounding_table(void **state)
{
	static const struct {
		const char *digits;
		enum pl_rounding rounding;
	} rows[] = {
		{"17", PL_ROUND_SMALL},
		{"9007199254740991", PL_ROUND_SMALL},
		{"9007199254740992", PL_ROUND_SMALL},
		{"9007199254740993", PL_ROUND_NOT},
		{"9007199254740994", PL_ROUND_FINE},
		{"9007199254740996", PL_ROUND_COARSE},
		{"000009007199254740994", PL_ROUND_FINE},
		{"1234567890123456789", PL_ROUND_NOT},
		{"1234567890123456768", PL_ROUND_FINE},  /* the double */
		{"1234567890123456800", PL_ROUND_FINE},  /* as JavaScript prints it */
		{"1719100800123456000", PL_ROUND_COARSE}, /* microseconds, in nanoseconds */
		{"9223372036854775807", PL_ROUND_NOT},
		{"9223372036854776000", PL_ROUND_FINE},
		{"18446744073709551615", PL_ROUND_NOT},
		{"18446744073709551616", PL_ROUND_NOT},
		{"100000000000000000000000", PL_ROUND_NOT},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++)
		if (pl_digits_rounding(pl_str_c(rows[i].digits)) != rows[i].rounding)
			fail_msg("%s: %d", rows[i].digits, pl_digits_rounding(pl_str_c(rows[i].digits)));
}

static void test_values(void **state)
{
	static const struct {
		enum pl_kind kind;
		const char *bytes;
		bool some;
	} rows[] = {
		{PL_K_NUMBER, "0017", true},    {PL_K_NUMBER, "", false},       {PL_K_NUMBER, "-1", false},
		{PL_K_SIGNED, "00-5", true},    {PL_K_SIGNED, "17-5", false},   {PL_K_SIGNED, "00", true},
		{PL_K_SIGNED, "-17", true},     {PL_K_SIGNED, "17", true},      {PL_K_SIGNED, "-", false},
		{PL_K_DECIMAL, "1", true},      {PL_K_DECIMAL, "1.", false},    {PL_K_DECIMAL, ".5", false},
		{PL_K_DECIMAL, "9,99", true},   {PL_K_DECIMAL, "1e5", true},    {PL_K_DECIMAL, "1e", false},
		{PL_K_DECIMAL, "1,234.50", true}, {PL_K_DECIMAL, "1.234.567,5", true}, {PL_K_DECIMAL, "1,23.5", false},
		{PL_K_DECIMAL, "-1.5e-3", true}, {PL_K_DECIMAL, "1.5x", false}, {PL_K_VERSION, "v1.2.3", true},
		{PL_K_VERSION, "1.2", true},    {PL_K_VERSION, "1..2", false},  {PL_K_VERSION, "1.2.3-rc", true},
		{PL_K_VERSION, "1.2.3x", false}, {PL_K_ID, "x", false},         {PL_K_MONTH, "06", true},
		{PL_K_UUID, "x", false},       {PL_K_HEXNUMBER, "0x1f", true}, {PL_K_HEXNUMBER, "0X0F", true},
		{PL_K_HEXNUMBER, "0x", false}, {PL_K_HEXNUMBER, "1f", false},  {PL_K_HEXNUMBER, "0x1g", false},
		{PL_K_WORD, "ann", true},      {PL_K_TEXT, "ann lee", true},   {PL_K_MAIL, "", false},
	};
	struct pl_value a, b;

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++)
		if (pl_value_read(rows[i].kind, PL_MONTH_FIRST, pl_str_c(rows[i].bytes)).some != rows[i].some)
			fail_msg("%s as %s", rows[i].bytes, pl_kind_name(rows[i].kind));
	for (int kind = PL_K_NONE; kind < PL_KINDS; kind++) {
		assert_non_null(pl_kind_name((enum pl_kind)kind));
		assert_int_equal(pl_kind_placeholder((enum pl_kind)kind)[0], '<');
	}
	a = pl_value_read(PL_K_SIGNED, PL_MONTH_FIRST, PL_S("-17"));
	b = pl_value_read(PL_K_SIGNED, PL_MONTH_FIRST, PL_S("-9"));
	assert_true(pl_value_order(PL_K_SIGNED, &a, &b) < 0);
	a = pl_value_read(PL_K_SIGNED, PL_MONTH_FIRST, PL_S("00-17"));
	assert_int_equal(pl_value_order(PL_K_SIGNED, &a, &(struct pl_value){.text = PL_S("-17")}), 0);
	a = pl_value_read(PL_K_TIMESTAMP, PL_MONTH_FIRST, PL_S("2026-06-23T10:00:00+02:00"));
	b = pl_value_read(PL_K_TIMESTAMP, PL_MONTH_FIRST, PL_S("2026-06-23T09:00:00Z"));
	assert_true(pl_value_order(PL_K_TIMESTAMP, &a, &b) < 0);
	/* By their bytes, whatever stands behind them in a key. */
	a = pl_value_read(PL_K_WORD, PL_MONTH_FIRST, PL_S("ann lee"));
	b = pl_value_read(PL_K_WORD, PL_MONTH_FIRST, PL_S("ann"));
	assert_true(pl_value_order(PL_K_WORD, &a, &b) > 0);
	assert_true(pl_kind_ordered(PL_K_DECIMAL) && !pl_kind_ordered(PL_K_ULID) && !pl_kind_ordered(PL_K_WORD));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_digits),   cmocka_unit_test(test_next),   cmocka_unit_test(test_decimals), cmocka_unit_test(test_groups),
		cmocka_unit_test(test_tables),   cmocka_unit_test(test_epochs),
		cmocka_unit_test(test_values),   cmocka_unit_test(test_hex),  cmocka_unit_test(test_rounding),
		cmocka_unit_test(test_rounding_table),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
