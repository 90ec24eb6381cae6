/* SPDX-License-Identifier: Apache-2.0 */
/* Formats of timestamps: their parts, and which of them are in the order of time. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "linter/base/buf.h"
#include "linter/schema/format.h"

static struct pl_format_options options(const char *precision, const char *zone)
{
	struct pl_format_options o = {.zone = pl_str_c(zone)};

	o.has_precision = precision && pl_precision_named(pl_str_c(precision), &o.precision);
	return o;
}

static void judged(void **state)
{
	static const struct {
		const char *format, *zone;
		enum pl_time_trouble trouble;
		enum pl_precision precision;
		unsigned least, most;
	} rows[] = {
		{"YYYY-MM-DDThh:mm:ss.SSSZ", NULL, PL_TT_NONE, PL_P_MS, 24, 24},
		{"YYYY-MM-DD", NULL, PL_TT_NONE, PL_P_DAY, 10, 10},
		{"YYYY/MM/DD", NULL, PL_TT_NONE, PL_P_DAY, 10, 10},
		{"YYYYMMDD'T'hhmmss", NULL, PL_TT_NONE, PL_P_S, 15, 15},
		{"YYYY", NULL, PL_TT_NONE, PL_P_YEAR, 4, 4},
		{"YYYY-'Q'Q", NULL, PL_TT_NONE, PL_P_QUARTER, 7, 7},
		{"GGGG-'W'WW", NULL, PL_TT_NONE, PL_P_WEEK, 8, 8},
		{"YYYY-DDD", NULL, PL_TT_NONE, PL_P_DAY, 8, 8},
		{"hh:mm:ss", NULL, PL_TT_NONE, PL_P_S, 8, 8},
		{"YYYY-MM-DD EEE", NULL, PL_TT_NONE, PL_P_DAY, 14, 14},
		{"YYYY-MM-DDThh:mm:ss\xc2\xb1hh:mm", "+05:30", PL_TT_NONE, PL_P_S, 25, 25},
		{"YYYY-MM-DDThh:mm:ss+hh:mm", NULL, PL_TT_OFFSET, PL_P_S, 25, 25},
		{"YYYY-MM-DDThh:mm", "Europe/Paris", PL_TT_LOCAL, PL_P_MINUTE, 16, 16},
		{"YYYY-MM-DD", "Europe/Paris", PL_TT_NONE, PL_P_DAY, 10, 10},
		{"M/D/YYYY", NULL, PL_TT_FINE_FIRST, PL_P_DAY, 8, 10},
		{"DD.MM.YYYY", NULL, PL_TT_FINE_FIRST, PL_P_DAY, 10, 10},
		{"YYYY-DD-MM", NULL, PL_TT_FINE_FIRST, PL_P_DAY, 10, 10},
		{"YYYY-M-D", NULL, PL_TT_UNPADDED, PL_P_DAY, 8, 10},
		{"YYYY-'W'WW", NULL, PL_TT_WEEK_YEAR, PL_P_WEEK, 8, 8},
		{"GGGG-MM", NULL, PL_TT_WEEK_YEAR, PL_P_MONTH, 7, 7},
		{"GGGG-'W'W", NULL, PL_TT_UNPADDED, PL_P_WEEK, 7, 8},
		{"'FY'YY-'Q'Q", NULL, PL_TT_SHORT_YEAR, PL_P_QUARTER, 7, 7},
		{"MM-DD", NULL, PL_TT_NO_YEAR, PL_P_DAY, 5, 5},
		{"YYYY-MM-DD hh:mm A", NULL, PL_TT_TWELVE_HOURS, PL_P_MINUTE, 19, 19},
		{"DD MMM YYYY", NULL, PL_TT_FINE_FIRST, PL_P_DAY, 11, 11},
		{"EEE, DD MMM YYYY", NULL, PL_TT_NAMES, PL_P_DAY, 16, 16},
		{"YYYY MMM DD", NULL, PL_TT_NAMES, PL_P_DAY, 11, 11},
		{"YYYY-MM mm", NULL, PL_TT_GAP, PL_P_MINUTE, 10, 10},
		{"epoch-ms", NULL, PL_TT_NONE, PL_P_MS, 13, 13},
		{"epoch-ns", NULL, PL_TT_NONE, PL_P_NS, 19, 19},
	};
	struct pl_arena arena = PL_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_format_options o = options(NULL, rows[i].zone);
		struct pl_time_format format;
		const char *why;
		size_t offset;

		if (!pl_time_format_read(&arena, pl_str_c(rows[i].format), &o, &format, &why, &offset))
			fail_msg("%s: %s", rows[i].format, why);
		if (format.trouble != rows[i].trouble)
			fail_msg("%s: not \"%s\", but \"%s\"", rows[i].format, pl_time_trouble_text(rows[i].trouble),
				 pl_time_trouble_text(format.trouble));
		if (format.precision != rows[i].precision || format.least != rows[i].least || format.most != rows[i].most)
			fail_msg("%s: precision %s, %u to %u bytes", rows[i].format, pl_precision_name(format.precision),
				 format.least, format.most);
	}
	pl_arena_release(&arena);
}

/* The pattern that a format's parts spell. */
static void spelled(struct pl_arena *arena, const struct pl_time_format *format, const char *expected)
{
	struct pl_buf text = PL_BUF_INIT;

	for (size_t i = 0; i < format->nparts; i++)
		pl_buf_add(&text, format->parts[i].literal);
	assert_string_equal(pl_arena_str(arena, pl_buf_str(&text)).ptr, expected);
	pl_buf_release(&text);
}

static void named(void **state)
{
	static const struct {
		const char *format, *precision, *zone;
		bool lower;
		const char *pattern;
	} rows[] = {
		{"iso8601", NULL, NULL, false, "YYYY-MM-DDThh:mm:ss.SSSZ"},
		{"iso8601", "s", "Z", false, "YYYY-MM-DDThh:mm:ssZ"},
		{"iso8601", "ns", "none", false, "YYYY-MM-DDThh:mm:ss.SSSSSSSSS"},
		{"iso8601", "minute", "+05:30", false, "YYYY-MM-DDThh:mm+05:30"},
		{"iso8601", "s", "Europe/Paris", false, "YYYY-MM-DDThh:mm:ss\xc2\xb1hh:mm"},
		{"iso8601", "ms", NULL, true, "YYYY-MM-DDthh:mm:ss.SSSz"},
		{"iso8601", "day", NULL, false, "YYYY-MM-DD"},
		{"iso8601", "week", NULL, false, "GGGG-WWW"},
		{"iso8601", "quarter", NULL, true, "YYYY-qQ"},
		{"iso8601-basic", "s", NULL, false, "YYYYMMDDThhmmssZ"},
		{"iso8601-basic", "s", "+05:30", false, "YYYYMMDDThhmmss+0530"},
		{"epoch-us", NULL, NULL, false, ""},
	};
	struct pl_arena arena = PL_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_format_options o = options(rows[i].precision, rows[i].zone);
		struct pl_time_format format;
		const char *why;
		size_t offset;

		o.lower = rows[i].lower;
		assert_true(pl_time_format_read(&arena, pl_str_c(rows[i].format), &o, &format, &why, &offset));
		spelled(&arena, &format, rows[i].pattern);
	}
	pl_arena_release(&arena);
}

static void refused(void **state)
{
	static const struct {
		const char *format, *precision, *zone;
		size_t offset;
		const char *why;
	} rows[] = {
		{"yyyy-MM-DD", NULL, NULL, 0, "\"yyyy\" is no part of a format; write YYYY"},
		{"YYYY-MM-DDTHH:mm", NULL, NULL, 11, "\"HH\" is no part of a format; write hh"},
		{"YYYY-MM-DD at hh", NULL, NULL, 11, "\"at\" is no part of a format; text stands in quotes: 'at'"},
		{"yyyy-MM-dd'T'HH:mm:ss", NULL, NULL, 0, "\"yyyy\" is no part of a format; write YYYY-MM-DD'T'hh:mm:ss"},
		{"YYYY-MM-DD foo", NULL, NULL, 11, "\"foo\" is no part of a format; text stands in quotes: 'foo'"},
		{"YYYY-xx", NULL, NULL, 5, "\"xx\" is no part of a format; text stands in quotes: 'xx'"},
		{"YYYY-'W", NULL, NULL, 5, "the quote is not closed"},
		{"'today'", NULL, NULL, 0, "a format needs at least one part of a date or time, as YYYY"},
		{"", NULL, NULL, 0, "a format needs at least one part of a date or time, as YYYY"},
		{"YYYY-MM-DD", "s", NULL, 0, "this format ends at the day, but precision is s"},
		{"epoch-s", "ms", NULL, 0, "this format ends at the s, but precision is ms"},
		{"epoch-ms", "s", NULL, 0, "this format ends at the ms, but precision is s"},
		{"YYYY-MM-DDThhZ", NULL, "+01:00", 0, "this format ends in Z, which is UTC, but zone is +01:00"},
	};
	struct pl_arena arena = PL_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_format_options o = options(rows[i].precision, rows[i].zone);
		struct pl_time_format format;
		const char *why = NULL;
		size_t offset;

		if (pl_time_format_read(&arena, pl_str_c(rows[i].format), &o, &format, &why, &offset))
			fail_msg("%s is read", rows[i].format);
		assert_string_equal(why, rows[i].why);
		assert_int_equal(offset, rows[i].offset);
	}
	pl_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(judged),
		cmocka_unit_test(named),
		cmocka_unit_test(refused),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
