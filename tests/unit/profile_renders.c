/* SPDX-License-Identifier: Apache-2.0 */
/* What is a difference between a key and its attribute, and what is not. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/profile/renders.h"

static bool renders(const struct pl_declared *field, const char *stored, const char *source)
{
	const struct pl_attr attr = {'S', pl_str_c(source)};

	return pl_renders(field, pl_str_c(stored), &attr);
}

static struct pl_declared number(void)
{
	return pl_declared_new(PL_S("n"), PL_D_NUMBER, (struct pl_pos){0});
}

static struct pl_amount amount(const char *text)
{
	struct pl_amount out;

	assert_true(pl_amount_read(pl_str_c(text), &out));
	return out;
}

static void test_numbers(void **state)
{
	struct pl_declared plain = number(), cents = number(), inverted = number(), moved = number(), hex = number();

	(void)state;
	cents.scale = 2;
	inverted.inverted = amount("99999");
	moved.offset = amount("1000");
	hex.base = 16;
	assert_true(renders(&plain, "0005", "5"));
	assert_true(renders(&plain, "1.50", "1.5"));
	assert_false(renders(&plain, "0005", "6"));
	assert_false(renders(&plain, "undefined", "5"));
	assert_true(renders(&plain, "undefined", "undefined"));
	assert_true(renders(&plain, "99999999999999999999999999999999999999", "99999999999999999999999999999999999999"));
	assert_false(renders(&plain, "99999999999999999999999999999999999998", "99999999999999999999999999999999999999"));
	assert_true(renders(&cents, "001250", "12.5"));
	assert_true(renders(&cents, "001200", "12"));
	assert_false(renders(&cents, "001250", "12.51"));
	assert_true(renders(&cents, "001250", "12.509")); /* what becomes of the third digit nobody says */
	assert_true(renders(&inverted, "98499", "1500"));
	assert_false(renders(&inverted, "98499", "1501"));
	assert_true(renders(&inverted, "1", "99999999999999999999")); /* too large to be told */
	assert_true(renders(&moved, "0500", "-500"));
	assert_false(renders(&moved, "0500", "500"));
	assert_true(renders(&hex, "ff", "255"));
}

static void test_times(void **state)
{
	struct pl_declared time = pl_declared_new(PL_S("at"), PL_D_TIMESTAMP, (struct pl_pos){0}), inverted = time;

	(void)state;
	inverted.inverted = amount("9999999999999");
	assert_true(renders(&time, "2026-01-05", "2026-01-05T23:59:59.999Z"));
	assert_false(renders(&time, "2026-01-05", "2026-01-06T00:00:00Z"));
	assert_true(renders(&time, "2026-01-05T10:00:00.000Z", "2026-01-05"));
	assert_true(renders(&time, "2026-01-05T10:00:00.123Z", "2026-01-05T10:00:00Z"));
	assert_false(renders(&time, "2026-01-05T10:00:00.123Z", "2026-01-05T10:00:00.124Z"));
	assert_true(renders(&time, "2026-01-05T10:00:00Z", "2026-01-05T11:00:00+01:00"));
	assert_true(renders(&time, "2026-01-05T10:00:00", "2026-01-05T11:00:00Z")); /* the zone is not known */
	assert_true(renders(&time, "1767225600000", "1767225600"));
	assert_true(renders(&time, "1767225600", "1767225600999"));
	assert_false(renders(&time, "1767225600", "1767225601000"));
	assert_true(renders(&time, "2026-01", "2026-01-31T10:00:00Z"));
	assert_false(renders(&time, "2026-01", "2026-02-02"));
	assert_true(renders(&time, "3/9/2024", "2024-09-03")); /* March or September */
	assert_true(renders(&inverted, "8232774399999", "1767225600000"));
	assert_false(renders(&inverted, "8232774399998", "1767225600000"));
}

static void test_text(void **state)
{
	struct pl_declared id = pl_declared_new(PL_S("id"), PL_D_ID, (struct pl_pos){0}), lower = id, escaped = id;

	(void)state;
	lower.letters = PL_CASE_LOWER;
	escaped.escape = PL_S("%23");
	assert_true(renders(&id, "Ann", "Ann"));
	assert_false(renders(&id, "Ann", "ann"));
	assert_false(renders(&id, "Ann", "Anne"));
	assert_true(renders(&lower, "ann", "Ann"));
	assert_false(renders(&lower, "ann", "Bob"));
	assert_true(renders(&escaped, "a%23b", "a#b"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_numbers),
		cmocka_unit_test(test_times),
		cmocka_unit_test(test_text),
	};

	return cmocka_run_group_tests_name("profile_renders", tests, NULL, NULL);
}
