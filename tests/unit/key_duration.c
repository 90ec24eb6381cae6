/* SPDX-License-Identifier: Apache-2.0 */
/* Durations: what is one, how long it is, and where a key has one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/key/duration.h"
#include "linter/key/lex.h"
#include "linter/key/value.h"

static void test_lengths(void **state)
{
	static const struct {
		const char *text;
		int64_t seconds; /* -1: no fixed length */
		bool clock;
	} rows[] = {
		{"PT0S", 0, true}, {"PT5M", 300, true}, {"PT10M", 600, true}, {"PT36H", 129600, true}, {"P1DT2H", 93600, true},
		{"P2W", 1209600, false}, {"P5D", 432000, false}, {"P0Y1D", 86400, false}, {"PT1H2M3S", 3723, true},
		{"PT1H3S", 3603, true}, {"PT007M", 420, true}, {"PT1.25S", 1, true}, {"P1Y", -1, false}, {"P1M", -1, false},
		{"P1MT1M", -1, true}, {"P1Y2D", -1, false}, {"PT9007199254740991S", 9007199254740991, true},
		{"PT9007199254740992S", -1, true}, {"P99999999999999999999999999D", -1, false}, {"P104249991374D", 9007199254713600, false},
		{"P104249991375D", -1, false},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_duration d;

		if (!pl_duration_read(pl_str_c(rows[i].text), &d))
			fail_msg("%s is no duration", rows[i].text);
		if (d.exact != (rows[i].seconds >= 0) || (d.exact && d.length.seconds != rows[i].seconds) || d.clock != rows[i].clock)
			fail_msg("%s: exact %d, %" PRId64 " s, clock %d", rows[i].text, d.exact, d.length.seconds, d.clock);
	}
}

static void test_none(void **state)
{
	static const char *const texts[] = {
		"", "P", "PT", "P1", "PT5", "P1YT", "PT1D", "P1H", "P2D1Y", "PT2S1M", "P1DT", "P1Y2W", "P1W2D", "P1WT1H", "pt5m", "PT5m",
		"-PT5M", "PT-5M", "PT.5S", "PT1.S", "PT1.5M", "PT1.5S3", "PT1.5", "PTM", "PT5M ", "PT5MM", "PAGE5M", "P1e2D", "T5M",
	};
	struct pl_duration d;

	(void)state;
	for (size_t i = 0; i < PL_LEN(texts); i++)
		if (pl_duration_read(pl_str_c(texts[i]), &d))
			fail_msg("%s is a duration", texts[i]);
}

static void test_order(void **state)
{
	static const char *const rising[] = {"PT0S", "PT0.25S", "PT0.5S", "PT1S", "PT59S", "PT1M", "PT1M0.5S", "PT90S", "PT5M",
					     "PT10M", "PT1H", "PT90M", "P1D", "PT25H", "P1W", "P8D"};

	(void)state;
	for (size_t a = 0; a < PL_LEN(rising); a++)
		for (size_t b = 0; b < PL_LEN(rising); b++) {
			struct pl_value x = pl_value_read(PL_K_DURATION, PL_MONTH_FIRST, pl_str_c(rising[a]));
			struct pl_value y = pl_value_read(PL_K_DURATION, PL_MONTH_FIRST, pl_str_c(rising[b]));
			int order = pl_value_order(PL_K_DURATION, &x, &y);

			assert_true(x.some && y.some);
			assert_int_equal((order > 0) - (order < 0), (a > b) - (a < b));
		}
	assert_false(pl_value_read(PL_K_DURATION, PL_MONTH_FIRST, PL_S("P1M")).some);
}

/* Only a whole segment is one. */
static void test_segments(void **state)
{
	static const struct {
		const char *key;
		enum pl_class class; /* of the second segment */
	} rows[] = {
		{"A#PT5M", PL_C_DURATION}, {"A#PT1.5S#x", PL_C_DURATION}, {"A_PT5M", PL_C_DURATION}, {"A#P1DT2H", PL_C_DURATION},
		{"A#x-PT5M", PL_C_ID}, {"A#PT5M-x", PL_C_ID}, {"A#PT5M.x", PL_C_MASK}, {"A#PT5X", PL_C_ID}, {"A#pt5m", PL_C_ID}, {"A#PT5", PL_C_MASK},
		{"A#PT", PL_C_WORD}, {"A#P123456789012345678901234D", PL_C_DURATION},
	};
	static struct pl_lexed lexed;

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		pl_lex(pl_str_c(rows[i].key), &lexed);
		assert_true(lexed.nsegments >= 2);
		if (lexed.segment[1].class != rows[i].class)
			fail_msg("%s: %c", rows[i].key, lexed.segment[1].class);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lengths),
		cmocka_unit_test(test_none),
		cmocka_unit_test(test_order),
		cmocka_unit_test(test_segments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
