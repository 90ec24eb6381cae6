/* SPDX-License-Identifier: Apache-2.0 */
/* Every layout with its instant (computed with Python's datetime), and the calendar. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/base/buf.h"
#include "linter/key/time.h"
#include "linter/key/value.h"

static void test_layouts(void **state)
{
	static const struct {
		const char *text;
		enum pl_time_layout layout;
		enum pl_time_unit unit;
		int64_t seconds;
	} rows[] = {
		{"2026-06-23", PL_T_ISO, PL_U_DAY, 1782172800},
		{"2026-06", PL_T_ISO, PL_U_MONTH, 1780272000},
		{"2026-6", PL_T_ISO_UNPADDED, PL_U_MONTH, 1780272000},
		{"2026-06-23T9", PL_T_ISO_UNPADDED, PL_U_HOUR, 1782205200},
		{"2025/7/29 下午7:13:50", PL_T_YEAR_SLASH_UNPADDED, PL_U_SECOND, 1753816430},
		{"2025/12/09 上午10:00", PL_T_YEAR_SLASH, PL_U_MINUTE, 1765274400},
		{"2025/12/9 午後0:00:00", PL_T_YEAR_SLASH_UNPADDED, PL_U_SECOND, 1765281600},
		{"2026-06-23T10:00:00.123Z", PL_T_ISO, PL_U_SECOND, 1782208800},
		{"2026-06-23T10:00:00Z", PL_T_ISO, PL_U_SECOND, 1782208800},
		{"2026-06-23t10:00:00z", PL_T_ISO, PL_U_SECOND, 1782208800},
		{"2026-06-23 10:00:00", PL_T_ISO, PL_U_SECOND, 1782208800},
		{"2026-06-23_10:00:01", PL_T_ISO, PL_U_SECOND, 1782208801},
		{"2016-11-18:12:09:36", PL_T_ISO, PL_U_SECOND, 1479470976},
		{"2026-06-23, 10:00:00", PL_T_ISO, PL_U_SECOND, 1782208800},
		{"2026-01-31T08", PL_T_ISO, PL_U_HOUR, 1769846400},
		{"2026-01-31T08Z", PL_T_ISO, PL_U_HOUR, 1769846400},
		{"2026-01-31T08+01", PL_T_ISO, PL_U_HOUR, 1769842800},
		{"2026-06-23T10:07", PL_T_ISO, PL_U_MINUTE, 1782209220},
		{"2026-06-23T10:07Z", PL_T_ISO, PL_U_MINUTE, 1782209220},
		{"2024-03-10T05:29:59.000+05:30", PL_T_ISO, PL_U_SECOND, 1710028799},
		{"2024-03-10T05:29:59-0800", PL_T_ISO, PL_U_SECOND, 1710077399},
		{"2024-03-10T05:29:59-08", PL_T_ISO, PL_U_SECOND, 1710077399},
		{"2024-03-10T05:29:59+00:00", PL_T_ISO, PL_U_SECOND, 1710048599},
		{"2024-02-29T23:59:59,5", PL_T_ISO, PL_U_SECOND, 1709251199},
		{"2000-02-29", PL_T_ISO, PL_U_DAY, 951782400},
		{"0001-01-01T00:00:00Z", PL_T_ISO, PL_U_SECOND, -62135596800},
		{"9999-12-31T23:59:59Z", PL_T_ISO, PL_U_SECOND, 253402300799},
		{"1969-12-31T23:59:59Z", PL_T_ISO, PL_U_SECOND, -1},
		{"2026-06-23T24:00:00Z", PL_T_ISO, PL_U_SECOND, 1782259200},
		{"1998-12-31T23:59:60Z", PL_T_ISO, PL_U_SECOND, 915148800},
		{"1998-12-31T15:59:60.5-08:00", PL_T_ISO, PL_U_SECOND, 915148800},
		{"2024-03-09 23:59:59.5 +0000 UTC", PL_T_ISO, PL_U_SECOND, 1710028799},
		{"2024-03-09 23:59:59 +0530 IST", PL_T_ISO, PL_U_SECOND, 1710008999},
		{"2024-03-09 23:59:59 UTC", PL_T_ISO, PL_U_SECOND, 1710028799},
		{"2024-03-09 23:59:59+00", PL_T_ISO, PL_U_SECOND, 1710028799},
		{"20240309T235959.123Z", PL_T_ISO_BASIC, PL_U_SECOND, 1710028799},
		{"20240309T2359", PL_T_ISO_BASIC, PL_U_MINUTE, 1710028740},
		{"20240309t235959+0530", PL_T_ISO_BASIC, PL_U_SECOND, 1710008999},
		{"2026-W05", PL_T_ISO_WEEK, PL_U_WEEK, 1769385600},
		{"2020-W53", PL_T_ISO_WEEK, PL_U_WEEK, 1609113600},
		{"2021-W01", PL_T_ISO_WEEK, PL_U_WEEK, 1609718400},
		{"2025-W01-3", PL_T_ISO_WEEK, PL_U_DAY, 1735689600},
		{"2016-W01", PL_T_ISO_WEEK, PL_U_WEEK, 1451865600},
		{"2026W05", PL_T_ISO_BASIC, PL_U_WEEK, 1769385600},
		{"2026-W5", PL_T_ISO_UNPADDED, PL_U_WEEK, 1769385600},
		{"2026-Q3", PL_T_QUARTER, PL_U_QUARTER, 1782864000},
		{"2026Q4", PL_T_ISO_BASIC, PL_U_QUARTER, 1790812800},
		{"2026/06/23", PL_T_YEAR_SLASH, PL_U_DAY, 1782172800},
		{"2026/06/23 10:00:00", PL_T_YEAR_SLASH, PL_U_SECOND, 1782208800},
		{"10:00:00", PL_T_CLOCK, PL_U_SECOND, 36000},
		{"23:59", PL_T_CLOCK, PL_U_MINUTE, 86340},
		{"2024-3-9", PL_T_ISO_UNPADDED, PL_U_DAY, 1709942400},
		{"2026-06-23T9:05", PL_T_ISO_UNPADDED, PL_U_MINUTE, 1782205500},
		{"2026-6-3 10:00:00", PL_T_ISO_UNPADDED, PL_U_SECOND, 1780480800},
		{"2021/2/14", PL_T_YEAR_SLASH_UNPADDED, PL_U_DAY, 1613260800},
		{"2026/1/5 10:00:00", PL_T_YEAR_SLASH_UNPADDED, PL_U_SECOND, 1767607200},
		{"6/23/2026", PL_T_SLASH, PL_U_DAY, 1782172800},
		{"06/23/2026", PL_T_SLASH, PL_U_DAY, 1782172800},
		{"6/23/26", PL_T_SLASH, PL_U_DAY, 1782172800},
		{"6/23/2026, 9:05:00 AM", PL_T_SLASH, PL_U_SECOND, 1782205500},
		{"6/23/2026, 12:05:00 AM", PL_T_SLASH, PL_U_SECOND, 1782173100},
		{"6/23/2026 12:05 pm", PL_T_SLASH, PL_U_MINUTE, 1782216300},
		{"6/23/2026, 9:05:00" "\xe2\x80\xaf" "PM", PL_T_SLASH, PL_U_SECOND, 1782248700},
		{"05.01.2026", PL_T_DOT, PL_U_DAY, 1767571200},
		{"5.1.2026", PL_T_DOT, PL_U_DAY, 1767571200},
		{"23.6.2026, 10:00:00", PL_T_DOT, PL_U_SECOND, 1782208800},
		{"06-23-2026", PL_T_DASH, PL_U_DAY, 1782172800},
		{"2026. 1. 5.", PL_T_ASIAN, PL_U_DAY, 1767571200},
		{"2026. 1. 5. " "\xec\x98\xa4" "\xed\x9b\x84" " 3:00:00", PL_T_ASIAN, PL_U_SECOND, 1767625200},
		{"2026" "\xeb\x85\x84" " 1" "\xec\x9b\x94" " 5" "\xec\x9d\xbc" "", PL_T_ASIAN, PL_U_DAY, 1767571200},
		{"2026" "\xe5\xb9\xb4" "1" "\xe6\x9c\x88" "5" "\xe6\x97\xa5" "", PL_T_ASIAN, PL_U_DAY, 1767571200},
		{"Sat, 09 Mar 2024 10:00:00 +0000", PL_T_RFC2822, PL_U_SECOND, 1709978400},
		{"Sat, 09 Mar 2024 10:00:00 GMT", PL_T_RFC2822, PL_U_SECOND, 1709978400},
		{"09-Mar-2024", PL_T_TEXT_DASH, PL_U_DAY, 1709942400},
		{"9-MAR-24", PL_T_TEXT_DASH, PL_U_DAY, 1709942400},
		{"09-Mar-2024 10:00:00", PL_T_TEXT_DASH, PL_U_SECOND, 1709978400},
		{"9 Mar 2024 10:00 -0500", PL_T_RFC2822, PL_U_MINUTE, 1709996400},
		{"Sat, 09 Mar 2024 10:00:00 EST", PL_T_RFC2822, PL_U_SECOND, 1709996400},
		{"Sat Jan 09 2021 10:15:00 GMT+0000 (Greenwich Mean Time)", PL_T_TEXT, PL_U_SECOND, 1610187300},
		{"Sat Jan 09 2021 10:15:00 GMT+0100 (Central European Standard Time)", PL_T_TEXT, PL_U_SECOND, 1610183700},
		{"Sat Jan 09 2021", PL_T_TEXT, PL_U_DAY, 1610150400},
		{"Tue Jun 23 10:00:00 UTC 2026", PL_T_TEXT, PL_U_SECOND, 1782208800},
		{"Tue Jun 23 10:00:00 PDT 2026", PL_T_TEXT, PL_U_SECOND, 1782234000},
		{"Tue Jun 23 10:00:00 2026", PL_T_TEXT, PL_U_SECOND, 1782208800},
		{"Tue Jun  9 10:00:00 2026", PL_T_TEXT, PL_U_SECOND, 1780999200},
		{"Jun 23, 2026", PL_T_TEXT, PL_U_DAY, 1782172800},
		{"June 23, 2026, 9:05:00 PM", PL_T_TEXT, PL_U_SECOND, 1782248700},
		{"Tuesday, June 23, 2026", PL_T_TEXT, PL_U_DAY, 1782172800},
		{"Jun 2026", PL_T_TEXT, PL_U_MONTH, 1780272000},
		{"June 2026", PL_T_TEXT, PL_U_MONTH, 1780272000},
		{"Jun 23 2026  9:05AM", PL_T_TEXT, PL_U_MINUTE, 1782205500},
		{"Tuesday, June 23, 2026 at 9:05:00 PM", PL_T_TEXT, PL_U_SECOND, 1782248700},
		{"23 Jun 26", PL_T_RFC2822, PL_U_DAY, 1782172800},
		{"Tue, 23-Jun-2026 10:00:00 GMT", PL_T_TEXT_DASH, PL_U_SECOND, 1782208800},
		{"Tuesday, 23-Jun-26 10:00:00 GMT", PL_T_TEXT_DASH, PL_U_SECOND, 1782208800},
		{"23-JUN-26 10.00.00.000000 AM", PL_T_TEXT_DASH, PL_U_SECOND, 1782208800},
		{"23/Jun/2026", PL_T_TEXT_SLASH, PL_U_DAY, 1782172800},
		{"23/Jun/2026:10:00:00 +0000", PL_T_TEXT_SLASH, PL_U_SECOND, 1782208800},
		{"23/Jun/2026:10:00:00 -0530", PL_T_TEXT_SLASH, PL_U_SECOND, 1782228600},
		{"23/Jun/2026 10:00:00", PL_T_TEXT_SLASH, PL_U_SECOND, 1782208800},
		{"23JUN2026", PL_T_TEXT_GLUED, PL_U_DAY, 1782172800},
		{"23Jun2026:10:00:00", PL_T_TEXT_GLUED, PL_U_SECOND, 1782208800},
		{"2026-Jun-23", PL_T_YEAR_TEXT, PL_U_DAY, 1782172800},
		{"2026-JUN", PL_T_YEAR_TEXT, PL_U_MONTH, 1780272000},
		{"Jun-2026", PL_T_MONTH_TEXT, PL_U_MONTH, 1780272000},
		{"Jun-23-2026", PL_T_MONTH_TEXT, PL_U_DAY, 1782172800},
		{"Q2-2026", PL_T_PERIOD_YEAR, PL_U_QUARTER, 1775001600},
		{"Q2 2026", PL_T_PERIOD_YEAR, PL_U_QUARTER, 1775001600},
		{"W26-2026", PL_T_PERIOD_YEAR, PL_U_WEEK, 1782086400},
		{"2026.06.23 10:00:00", PL_T_YEAR_DOT, PL_U_SECOND, 1782208800},
		{"2026:06:23 10:00:00", PL_T_YEAR_COLON, PL_U_SECOND, 1782208800},
		{"20260623T10:00:00Z", PL_T_BASIC_COLON, PL_U_SECOND, 1782208800},
		{"20260623 10:00", PL_T_BASIC_COLON, PL_U_MINUTE, 1782208800},
		{"20260623-10:00:00.123", PL_T_BASIC_COLON, PL_U_SECOND, 1782208800},
		{"2026/06/23-10:00:00", PL_T_YEAR_SLASH, PL_U_SECOND, 1782208800},
		{"2026-06-23-10.00.00.123456", PL_T_ISO, PL_U_SECOND, 1782208800},
		{"9:05", PL_T_CLOCK_UNPADDED, PL_U_MINUTE, 32700},
		{"9:05:00 PM", PL_T_CLOCK_UNPADDED, PL_U_SECOND, 75900},
	};
	unsigned wrong = 0;

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_time t = {.valid = false};
		bool whole = pl_time_read(pl_str_c(rows[i].text), PL_MONTH_FIRST, &t);
		bool sorts = rows[i].layout <= PL_T_CLOCK && !(t.form.flags & PL_TF_TWELVE);

		if (whole && t.valid && t.form.layout == rows[i].layout && t.form.unit == rows[i].unit &&
		    t.at.seconds == rows[i].seconds && pl_time_sorts(t.form) == sorts)
			continue;
		print_error("%s: whole %d valid %d layout %u unit %u seconds %" PRId64 " not %" PRId64 "\n",
			    rows[i].text, whole, t.valid, t.form.layout, t.form.unit, t.at.seconds,
			    rows[i].seconds);
		wrong++;
	}
	assert_int_equal(wrong, 0);
}

static struct pl_time read_whole(const char *text, enum pl_day_order days)
{
	struct pl_time t;

	if (!pl_time_read(pl_str_c(text), days, &t))
		fail_msg("%s is no timestamp", text);
	return t;
}

/* Recognised, so that somebody can be told, but with no instant. */
static void test_impossible(void **state)
{
	static const char *const texts[] = {
		"2026-13-01", "2026-02-30", "2023-02-29", "1900-02-29T00:00:00Z", "2026-00-10", "0000-00-00",
		"2026-06-23T25:00:00Z", "2026-06-23T24:00:01Z", "2026-06-23T10:60:00Z", "2026-06-23T10:00:61Z",
		"2026-06-23T22:59:60Z", "20261301T000000Z", "2026/02/30", "13/13/2026", "31.02.2026",
		"2021-W53", "010000-01-01T00:00:00Z", "6/23/2026, 13:05:00 PM",
		"Tue Jun 23 10:00:00 IST 2026", "Feb 29, 2023", "Jun 23 10:00:00", "Tue Jun  3 10:00", "30/Feb/2026", "2026-Feb-30",
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(texts); i++)
		if (read_whole(texts[i], PL_MONTH_FIRST).valid)
			fail_msg("%s is valid", texts[i]);
}

static void test_none(void **state)
{
	static const char *const texts[] = {
		"", "2026", "2026-", "2026-0", "4711-6", "2026-13", "20260623", "1719100800", "1234-56-78", "2026-1-32",
		"2026-06-23T", "2026-06-23T10:00:00Zx", "2026-06-23T10:0", "2026-06-23x", "2026-Q5", "2026-W54",
		"1/2", "13/32/26", "1.2.3", "10.4.1777", "1-2-2026", "25:00", "10:60", "2026/06/23/", "Jun", "Jun 23",
		"Tue Jun 23", "Juno 23, 2026", "2026. 1. 5", "2026-06-23T10:00:00+25:00", "2026-06-23T10:00:00.Z",
		"20260623T1", "20260623T10000", "2026Q1-", "06-23-26",
		/* The same in small letters is a name, a shorter number a part, and six digits a count of that day. */
		"jun-2026", "mar-12", "MAR-12", "MAR-4711", "june 2026", "2026-jun", "Jun,2026", "Juno-2026", "Jun-23-26",
		"20260623-100000", "20260623_100000", "20260623 100000", "20260623-10:00", "20260623-1:00:00",
		"2026.06.23", "2026.6.23 10:00:00", "2026:06:23", "2026-06-23-10.00", "2026-06-23-10:00:00",
		"23.06.26", "23-06-26", "23JUN26", "31JUN2026", "123JUN2026", "23/Jun/26", "23/Jun/2026/a",
		"Q5-2026", "Q2-26", "Q2-2026-x", "W54-2026", "W26-4711", "q2-2026",
	};
	struct pl_time t;

	(void)state;
	for (size_t i = 0; i < PL_LEN(texts); i++)
		if (pl_time_read(pl_str_c(texts[i]), PL_MONTH_FIRST, &t))
			fail_msg("%s is a timestamp", texts[i]);
}

static void test_forms(void **state)
{
	struct pl_time a = read_whole("2026-06-23T10:00:00.000Z", 0), b = read_whole("2026-06-23T10:00:00Z", 0);
	struct pl_time c = read_whole("2026-06-23T10:00Z", 0), d = read_whole("2026-06-23 10:00:00Z", 0);
	struct pl_time e = read_whole("2026-06-23T10:00:00,5Z", 0), f = read_whole("2026-06-23T10:00:00.5Z", 0);
	struct pl_time g = read_whole("2026-06-23T10:00:00+02:00", 0);

	(void)state;
	assert_int_equal(sizeof(struct pl_time_form), 8);
	assert_int_equal(a.form.fraction, 3);
	assert_int_equal(a.form.zone, PL_Z_UPPER);
	assert_int_equal(a.form.between, 'T');
	assert_true(pl_time_same_spelling(a.form, b.form));
	assert_true(pl_time_same_spelling(a.form, c.form));
	assert_false(pl_time_same_spelling(b.form, d.form));
	assert_false(pl_time_same_spelling(e.form, f.form));
	assert_true(pl_time_same_spelling(e.form, b.form));
	assert_false(pl_time_same_spelling(g.form, b.form));
	assert_int_equal(g.form.offset, 120);
	assert_int_equal(e.form.flags, PL_TF_COMMA);
	assert_true(f.at.attos == UINT64_C(500000000000000000));
	assert_int_equal(read_whole("6/23/26", 0).form.flags, PL_TF_SHORT_YEAR);
	assert_false(pl_time_sorts(read_whole("6/23/26", 0).form));
	/* Not impossible, but nobody can tell when it was. */
	assert_true(read_whole("Jun 23 10:00:00", 0).vague);
	assert_int_equal(read_whole("Jun 23 10:00:00", 0).form.flags, PL_TF_NO_YEAR);
	assert_true(read_whole("Tue Jun 23 10:00:00 IST 2026", 0).vague);
	assert_int_equal(read_whole("2026-06-23-10.00.00", 0).form.between, PL_DOTTED_CLOCK);
	assert_int_equal(read_whole("2024-03-10T05:29:59-0800", 0).form.offset, -480);
	/* 18 digits are kept, any number is read. */
	a = read_whole("2026-06-23T10:00:00.1234567890123456789999Z", 0);
	assert_int_equal(a.form.fraction, 18);
	assert_true(a.at.attos == UINT64_C(123456789012345678));
}

static void test_day_order(void **state)
{
	struct pl_time t = read_whole("3/9/2024", PL_MONTH_FIRST);

	(void)state;
	assert_int_equal(t.first, 3);
	assert_int_equal(t.second, 9);
	assert_true(t.at.seconds == pl_civil_seconds(2024, 3, 9));
	assert_true(read_whole("3/9/2024", PL_DAY_FIRST).at.seconds == pl_civil_seconds(2024, 9, 3));
	assert_false(read_whole("3/9/2024", PL_DAY_UNKNOWN).valid);
	assert_false(read_whole("23/6/2026", PL_MONTH_FIRST).valid);
	assert_true(read_whole("23/6/2026", PL_DAY_FIRST).valid);
	assert_true(read_whole("23-06-2026", PL_DAY_FIRST).valid);
	assert_false(read_whole("23-06-2026", PL_DAY_UNKNOWN).valid);
	/* With dots the day is always first. */
	assert_true(read_whole("03.09.2024", PL_DAY_UNKNOWN).at.seconds == pl_civil_seconds(2024, 9, 3));
}

/* What stands before a date decides too, so it is read from inside a key. */
static void test_context(void **state)
{
	static const struct {
		const char *key;
		size_t from, end;
	} rows[] = {
		{"INV-2026-01-02", 4, 4},   {"INV-2026-12", 4, 4},  {"INV#2026-12", 4, 11},   {"A-2026-01-02T10:00", 2, 18},
		{"2026-01-02-x", 0, 0},     {"2026-01-02.x", 0, 10}, {"a/6/23/2026", 2, 2},    {"6/23/2026/a", 0, 0},
		{"a.05.01.2026", 2, 2},     {"05.01.2026.a", 0, 0}, {"2026-06-23 10:00:5x", 0, 16},
		{"2026-06-23 10:0", 0, 10}, {"2026-06-23T10:00:00.5x", 0, 19}, {"2026-06-23 AMS", 0, 10},
		{"CASE-Jun-2026", 5, 5}, {"CASE#Jun-2026", 5, 13}, {"Jun-2026-x", 0, 0}, {"A#May 2026 menu", 2, 2},
		{"Q2-2026 menu", 0, 0}, {"A#23JUN2026-x", 2, 2}, {"Jun 23 10:00:00 host", 0, 15}, {"a/23/Jun/2026", 2, 2},
		{"2026-06-23 10:00 AMS", 0, 16}, {"2026-06-23 10:00:00 OPEN", 0, 19}, {"a,6/23/26", 2, 9}, {"a-6/23/26", 2, 2},
	};
	struct pl_time t;

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		size_t end = pl_time_at(pl_str_c(rows[i].key), rows[i].from, PL_MONTH_FIRST, &t);

		if (end != rows[i].end)
			fail_msg("%s: ends at %zu", rows[i].key, end);
	}
	/* A digit behind an offset of hours is none of its minutes. */
	assert_int_equal(pl_time_at(PL_S("2026-06-23T10:00:00+05:3"), 0, PL_MONTH_FIRST, &t), 22);
	assert_int_equal(t.form.offset, 300);
}

static unsigned naive_days(unsigned year, unsigned month)
{
	bool leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);

	switch (month) {
	case 2:
		return leap ? 29 : 28;
	case 4: case 6: case 9: case 11:
		return 30;
	default:
		return 31;
	}
}

static void test_calendar(void **state)
{
	int64_t seconds = INT64_C(-62167219200); /* 0000-01-01, as Python's proleptic calendar has it */
	char got[40], want[40];

	(void)state;
	for (unsigned y = 0; y <= 2500; y++)
		for (unsigned m = 1; m <= 12; m++)
			for (unsigned d = 1; d <= naive_days(y, m); d++, seconds += 86400) {
				if (pl_civil_seconds(y, m, d) != seconds)
					fail_msg("%u-%u-%u", y, m, d);
				pl_instant_text((struct pl_instant){seconds + 86399, 0}, got);
				snprintf(want, sizeof(want), "%04u-%02u-%02uT23:59:59Z", y, m, d);
				assert_string_equal(got, want);
			}
	pl_instant_text((struct pl_instant){0, UINT64_C(500000000000000000)}, got);
	assert_string_equal(got, "1970-01-01T00:00:00.500Z");
	pl_instant_text((struct pl_instant){-1, 1}, got);
	assert_string_equal(got, "1969-12-31T23:59:59.000000000000000001Z");
	pl_instant_text((struct pl_instant){INT64_MAX, 1}, got);
	pl_instant_text((struct pl_instant){INT64_MIN, 1}, got);
}

static void test_form_text(void **state)
{
	static const char *const rows[][2] = {
		{"2024-03-09T01:02:03.123Z", "2026-06-23T10:00:00.000Z"},
		{"2024-03-09", "2026-06-23"}, {"2024-03", "2026-06"}, {"2024-W03", "2026-W26"}, {"2024-Q1", "2026-Q2"},
		{"3/9/2024", "6/23/2026"}, {"3/9/2024, 9:01:02 PM", "6/23/2026, 9:05:00 AM"},
		{"2024-03-09t01:02z", "2026-06-23t10:00z"}, {"2024-03-09 01:02:03", "2026-06-23 10:00:00"},
		{"20240309T010203.12+0530", "20260623T100000.00+0530"}, 
		{"2024-03-09T01:02:03.1234567890123-08:00", "2026-06-23T10:00:00.0{13}-08:00"},
	};
	char text[40];

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		pl_time_form_text(read_whole(rows[i][0], PL_MONTH_FIRST).form, text);
		assert_string_equal(text, rows[i][1]);
	}
	pl_time_form_text((struct pl_time_form){.layout = PL_T_EPOCH, .flags = PL_TF_MILLIS}, text);
	assert_string_equal(text, "epoch ms");
	pl_time_form_text((struct pl_time_form){.layout = PL_T_EPOCH}, text);
	assert_string_equal(text, "epoch s");
}

static void check_value(const char *bytes, bool some, int64_t seconds, uint64_t attos)
{
	struct pl_value v = pl_value_read(PL_K_TIMESTAMP, PL_MONTH_FIRST, pl_str_c(bytes));

	if (v.some != some || (some && (v.at.seconds != seconds || v.at.attos != attos)))
		fail_msg("%s: %d %" PRId64 " %" PRIu64, bytes, v.some, v.at.seconds, v.at.attos);
}

/* Digits in a column of times: dates, or epochs by their length. */
static void test_values(void **state)
{
	const uint64_t milli = UINT64_C(1000000000000000);

	(void)state;
	check_value("20260623", true, pl_civil_seconds(2026, 6, 23), 0);
	check_value("20260623100000", true, pl_civil_seconds(2026, 6, 23) + 36000, 0);
	check_value("20261323", false, 0, 0);
	check_value("999999999", true, 999999999, 0);
	check_value("1710028799", true, 1710028799, 0);
	check_value("01710028799", true, 1710028799, 0);
	check_value("1710028799001", true, 1710028799, milli);
	check_value("17100287990011", true, 17100287990, 11 * milli); /* no date: 19xx begins one */
	check_value("1710028799000001", true, 1710028799, milli / 1000);
	check_value("1710028799000000001", true, 1710028799, milli / 1000000);
	check_value("99999999999999999999", true, 99999999999, UINT64_C(999999999) * (milli / 1000000));
	check_value("12345678", false, 0, 0);
	check_value("0", false, 0, 0);
	check_value("123456789012345678901", false, 0, 0);
	check_value("2026-06-23T10:00:00Z", true, pl_civil_seconds(2026, 6, 23) + 36000, 0);
	check_value("2026-06-23T10:00:00Zx", false, 0, 0);
	check_value("2026-02-30", false, 0, 0);
}

/* Writing an instant in the form it was read in gives its bytes again. */
static void test_write(void **state)
{
	static const char *const same[] = {
		"2026-06-23T10:00:00.123Z", "2026-06-23t10:00:00z", "2026-06-23 10:00:00", "2026-01-31T08", "2026-01-31T08+01",
		"2024-03-10T05:29:59.000+05:30", "2024-03-10T01:29:59-0330", "2024-02-29T23:59:59,5", "2026/06/23 10:07",
		"20240309T235959.123456Z", "20240309T2359", "0001-01-01T00:00:00Z", "2026-06-23, 10:00:00",
		"2026-06-23T10:00:00.123456789012345678Z",
	};
	static const char *const not_written[] = {"2026-06-23", "6/23/2026, 9:05:00 AM", "10:00:00", "2026-06-23T9:05",
						  "Tue, 23 Jun 2026 10:00:00 +0000"};
	char text[64];
	struct pl_time t;

	(void)state;
	for (size_t i = 0; i < PL_LEN(same); i++) {
		t = read_whole(same[i], PL_MONTH_FIRST);
		assert_true(pl_time_write(t.form, t.at, text));
		assert_string_equal(text, same[i]);
	}
	for (size_t i = 0; i < PL_LEN(not_written); i++) {
		t = read_whole(not_written[i], PL_MONTH_FIRST);
		assert_false(pl_time_write(t.form, t.at, text));
	}
	t = read_whole("2026-06-23T10:00:00Z", PL_MONTH_FIRST);
	assert_false(pl_time_write(t.form, (struct pl_instant){INT64_C(253402300800), 0}, text)); /* year 10000 */
	assert_false(pl_time_write(t.form, (struct pl_instant){INT64_MIN, 0}, text));
	t.form.offset = -1;
	assert_false(pl_time_write(t.form, (struct pl_instant){INT64_MIN, 0}, text));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_layouts),   cmocka_unit_test(test_impossible),
		cmocka_unit_test(test_none),      cmocka_unit_test(test_forms),
		cmocka_unit_test(test_day_order), cmocka_unit_test(test_context),
		cmocka_unit_test(test_calendar),  cmocka_unit_test(test_form_text),
		cmocka_unit_test(test_values),    cmocka_unit_test(test_write),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
