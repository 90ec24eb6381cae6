/* SPDX-License-Identifier: Apache-2.0 */
/* Inverted times: each form is told from its value, and nothing else is. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/base/base.h"
#include "linter/key/mirror.h"

static void test_forms(void **state)
{
	/* 2026-01-05T08:13:59Z */
	static const struct {
		const char *digits;
		int form; /* -1: no time */
	} rows[] = {
		{"1767600839", 0},
		{"1767600839000", 0},
		{"1767600839000000", 0},
		{"1767600839000000000", 0},
		{"8232399160", 1},
		{"8232399160999", 2},
		{"8232399160999999", 7},
		{"8232399160999999999", 8},
		{"9005431653901991", 3},
		{"9223370269253936807", 4},
		{"9221604436015775807", 5},
		{"2516346999609999999", 6},
		{"", -1},
		{"17", -1},
		{"0823239916", -1},
		{"5000000000000", -1},
		{"9999999999999", -1},
		{"9223372036854775807", -1},
		{"99999999999999999999", -1},
		{"-8232399160", -1},
		{"823239916099x", -1},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_mirror mirror = pl_mirror_read(pl_str_c(rows[i].digits));
		int form = mirror.some ? (int)mirror.form : -1;

		if (form != rows[i].form)
			fail_msg("%s: form %d, not %d", rows[i].digits, form, rows[i].form);
		if (mirror.some && mirror.at.seconds != 1767600839)
			fail_msg("%s: %lld", rows[i].digits, (long long)mirror.at.seconds);
		if (form > 0)
			assert_true(pl_mirror_max(mirror.form)[0] != '\0');
	}
}

/* The later the time, the less what is stored. */
static void test_order(void **state)
{
	struct pl_mirror early = pl_mirror_read(PL_S("8232399268999")), late = pl_mirror_read(PL_S("8232391958999"));

	(void)state;
	assert_true(pl_instant_order(early.at, late.at) < 0);
	early = pl_mirror_read(PL_S("9223370269248196807"));
	assert_true(pl_instant_order(early.at, late.at) < 0);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_forms), cmocka_unit_test(test_order)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
