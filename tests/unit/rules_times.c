/* SPDX-License-Identifier: Apache-2.0 */
/* PL201 to PL205, PL207 and PL303 on fields made by hand. */
#include "tests/unit/synthetic.h"

/* Forms as times spelled out, separated by '|'; ten keys each. */
static struct pl_field *times(struct synthetic *s, const char *label, const char *spellings)
{
	struct pl_field *field = syn_field(s, PL_K_TIMESTAMP, label);
	struct pl_observed *seen = &s->seen[field->number];
	struct pl_form *forms = PL_NEW_N(&s->arena, struct pl_form, 8);

	while (*spellings) {
		size_t len = strcspn(spellings, "|");
		struct pl_time time;

		if (!pl_time_read(pl_str_of(spellings, len), PL_MONTH_FIRST, &time))
			fail_msg("no time: %s", spellings);
		forms[seen->nforms++] = (struct pl_form){.form = time.form, .keys = 10, .least = time.at, .greatest = time.at};
		spellings += len + (spellings[len] == '|');
	}
	seen->forms = forms;
	return field;
}

static void behind(struct synthetic *s, const char *bytes)
{
	struct pl_observed *seen = &s->seen[s->keys.nfields - 1];

	memset(seen->follows, 0, sizeof(seen->follows));
	for (; *bytes; bytes++)
		seen->follows[(unsigned char)*bytes / 64] |= UINT64_C(1) << ((unsigned char)*bytes % 64);
}

static struct pl_proof *walked(struct synthetic *s, bool broken, bool precision, bool format)
{
	struct pl_proof *proof = syn_walk(s, &s->field[0], broken, "", "", "");

	proof->ranges_precision = precision;
	proof->ranges_format = format;
	return proof;
}

/* An id behind, so that PL303 has nothing to say. */
static void id_behind(struct synthetic *s)
{
	struct pl_field *id = syn_field(s, PL_K_ID, "");

	s->proof[id->number].state = PL_O_ALONE;
}

static void precision_before_z(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = times(s, "EVT", "2023-04-09T07:05:29Z|2023-04-09T07:05:29.017Z|2023-04-09T07:05:29.017300Z");
	const struct pl_finding *found;

	id_behind(s);
	assert_true(syn_wanted(s, field));
	walked(s, true, true, false);
	syn_expect(s, "PL202:error");
	found = s->result.findings;
	assert_int_equal(found->counts.keys_wrong, 20);
	assert_true(found->witness.some);
	assert_non_null(strstr(found->message, "0, 3, 6 digits"));
	assert_non_null(strstr(found->why, "\"Z\" (5A) sorts above the \".\" (2E)"));
	assert_non_null(strstr(found->fix, "always 6 digits"));
	assert_non_null(strstr(found->fix, "java.time"));
	walked(s, false, true, false);
	syn_expect(s, "PL202:warning");
	walked(s, true, false, false); /* never in one range; something else broke */
	syn_expect(s, "PL202:info");
	s->proof[0].state = PL_O_ALONE;
	syn_expect(s, "");
}

/* The zone decides, or the byte behind; the end of a key is in order. */
static void precision_before_others(void **state)
{
	static const struct {
		const char *forms, *behind;
		bool breaks;
		const char *writer;
	} rows[] = {
		{"2026-01-05T10:00:00|2026-01-05T10:00:00.250000", "|", true, "Python"},
		{"2026-01-05T10:00:00|2026-01-05T10:00:00.250000", "#", false, "Python"},
		{"2026-01-05T10:00:00|2026-01-05T10:00:00.250000", "", false, "Python"},
		{"2026-01-05T10:00:00|2026-01-05T10:00:00.250000", "#_", true, "Python"},
		{"2026-01-05T10:00:00|2026-01-05T10:00:00.250000", "/", true, "Python"},
		{"2026-01-05T10:00:00.2|2026-01-05T10:00:00.25", "/", false, "Go"}, /* 2F is below the digits */
		{"2026-01-05T10:00:00.2|2026-01-05T10:00:00.25", ":", true, "Go"},
		{"2026-01-05T10:00:00.2Z|2026-01-05T10:00:00.25Z", "", true, "Go"},
		{"2026-01-05T10:00:00+00:00|2026-01-05T10:00:00.250000+00:00", "|", false, "Python"},
		{"2026-01-05T10:00:00-05:00|2026-01-05T10:00:00.250000-05:00", "", false, "Python"},
		{"2026-01-05T10:00Z|2026-01-05T10:00:01Z", "", true, "seconds"},
		{"2026-01-05T10:00|2026-01-05T10:00:01", "#", false, "seconds"},
		{"2026-01-05T10:00|2026-01-05T10:00:01", "|", true, "seconds"},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		void *own = NULL;
		struct synthetic *s;
		struct pl_field *field;

		syn_begin(&own);
		s = own;
		field = times(s, "", rows[i].forms);
		behind(s, rows[i].behind);
		id_behind(s);
		if (syn_wanted(s, field) != rows[i].breaks)
			fail_msg("row %zu: %s before \"%s\"", i, rows[i].forms, rows[i].behind);
		walked(s, rows[i].breaks, true, false);
		syn_expect(s, rows[i].breaks ? "PL202:error" : "PL202:info");
		assert_non_null(strstr(s->result.findings->fix, rows[i].writer));
		syn_end(&own);
	}
}

static void rollups(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = times(s, "", "2026-01|2026-W05|2026-01-05|2026-Q1|2026-01-05T10:00:00Z");

	id_behind(s);
	assert_false(syn_wanted(s, field));
	walked(s, false, true, true);
	syn_expect(s, "");
}

static void spellings(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = times(s, "", "2021-09-07T08:00:00.000000Z|2021-09-06T02:10:00.000000+0000|"
					      "2021-09-06 17:04:21.899683|2021-09-06T09:30:00.250000+00:00");

	id_behind(s);
	assert_true(syn_wanted(s, field));
	walked(s, true, false, true);
	syn_expect(s, "PL203:error");
	assert_non_null(strstr(s->result.findings->message, "in 4 ways"));
	assert_non_null(strstr(s->result.findings->fix, "zone:"));
	assert_int_equal(s->result.findings->counts.keys_wrong, 30);
	walked(s, false, false, true);
	syn_expect(s, "PL203:warning");
	walked(s, false, false, false);
	syn_expect(s, "PL203:info");
}

/* What is another rule's business, or none at all. */
static void no_spellings(void **state)
{
	static const char *const rows[] = {
		"2026-01-05T08:15:00Z",
		"20260105T081500Z",
		"20260105",
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		void *own = NULL;
		struct synthetic *s;

		syn_begin(&own);
		s = own;
		if (strlen(rows[i]) > 8)
			times(s, "", rows[i]);
		else
			syn_field(s, PL_K_TIMESTAMP, "");
		id_behind(s);
		walked(s, true, true, true);
		syn_expect(s, "");
		syn_end(&own);
	}
}

/* What differs in nothing but the offset is PL204's alone; Z beside +00:00 is PL203's. */
static void offsets(void **state)
{
	static const struct {
		const char *forms, *expected, *message, *fix;
		uint64_t wrong;
	} rows[] = {
		{"2026-01-05T08:15:00.000Z|2026-01-05T09:00:00.000+09:00", "PL204:error", "2 UTC offsets (UTC: 10, +09:00: 10)",
		 "2026-06-23T10:00:00.000+09:00  →  2026-06-23T01:00:00.000Z", 10},
		{"2026-01-05T08:15:00+02:00|2026-01-05T09:00:00-03:30", "PL204:error", "+02:00: 10, -03:30: 10",
		 "2026-06-23T10:00:00+02:00  →  2026-06-23T08:00:00Z", 20},
		{"20260105T011500+0200|20260105T090000Z", "PL204:error", "2 UTC offsets",
		 "20260623T100000+0200  →  20260623T080000Z", 10},
		{"2026-01-05T08:15Z|2026-01-05T09:00+01|2026-01-05T09:00+02|2026-01-05T09:00+03|2026-01-05T09:00+04", "PL204:error",
		 "5 UTC offsets (UTC: 10, +01:00: 10, +02:00: 10, +03:00: 10, …)", "", 40},
		{"2026-01-05T08:15:00+02:00", "", NULL, NULL, 0},
		{"2026-01-05|2026-01-05T08:15:00+02:00", "", NULL, NULL, 0},
		{"1/5/2026, 8:15:00 AM", "PL201:error", NULL, NULL, 0},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		void *own = NULL;
		struct synthetic *s;

		syn_begin(&own);
		s = own;
		times(s, "", rows[i].forms);
		id_behind(s);
		walked(s, true, false, false)->ranges_offset = 1;
		syn_expect(s, rows[i].expected);
		if (rows[i].message) {
			const struct pl_finding *found = s->result.findings;

			if (!strstr(found->message, rows[i].message) || !strstr(found->fix, rows[i].fix))
				fail_msg("row %zu: %s; %s", i, found->message, found->fix);
			assert_int_equal(found->counts.keys_wrong, rows[i].wrong);
			assert_true(found->witness.some);
			s->proof[0].ranges_offset = 0;
			syn_expect(s, "PL204:info");
			assert_false(s->result.findings->witness.some);
		}
		syn_end(&own);
	}
}

static void locale_dates(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = times(s, "EVT", "6/23/2026");

	id_behind(s);
	s->seen[0].days_undecided = true;
	assert_true(syn_wanted(s, field));
	walked(s, true, false, false);
	syn_expect(s, "PL201:error");
	assert_non_null(strstr(s->result.findings->fix, "YYYY-MM-DD."));
	assert_non_null(strstr(s->result.findings->fix, "no conversion until `format:`"));
	walked(s, false, false, false);
	syn_expect(s, "PL201:warning");
	s->proof[0].state = PL_O_ALONE;
	syn_expect(s, "PL201:info");
	assert_false(syn_wanted(s, field));
}

static void sql_form(void **state)
{
	struct synthetic *s = *state;

	times(s, "", "2015-03-18 11:45:09");
	id_behind(s);
	s->proof[0].state = PL_O_ENCODING;
	syn_expect(s, "PL201:info");
}

/* /2021/12/9: the month and the day, each by itself; no 1xx rule judges them. */
static void date_parts(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *year = syn_field(s, PL_K_YEAR, ""), *month = syn_field(s, PL_K_MONTH, "");
	struct pl_field *day = syn_field(s, PL_K_DAY, "");

	id_behind(s);
	syn_number(s, year, "4", "2021", "2021", "2022", 2);
	s->proof[0].state = PL_O_ENCODING;
	syn_number(s, month, "1 2", "1", "10", "12", 4);
	syn_number(s, day, "1 2", "1", "14", "31", 5);
	assert_true(syn_wanted(s, month));
	syn_walk(s, month, true, "", "", "1 2");
	syn_walk(s, day, false, "", "", "1 2");
	syn_expect(s, "PL201:error PL201:warning");
	assert_int_equal(s->result.findings[0].segment, 2);
	assert_int_equal(s->result.findings[0].width_advised, 2);
	assert_int_equal(s->result.findings[0].counts.keys_wrong, 10);
}

/* ---- PL205 ---- */

/* Widths as least and greatest, ten keys each. */
static struct pl_field *digits(struct synthetic *s, const char *label, const char *const (*widths)[2], size_t n)
{
	struct pl_field *field = syn_field(s, PL_K_NUMBER, label);
	struct pl_observed *seen = &s->seen[field->number];
	struct pl_width *own = PL_NEW_N(&s->arena, struct pl_width, n);

	for (size_t i = 0; i < n; i++)
		own[i] = (struct pl_width){.width = (unsigned)strlen(widths[i][0]), .zero = *widths[i][0] == '0', .keys = 10,
					   .least = pl_str_c(widths[i][0]), .greatest = pl_str_c(widths[i][1])};
	seen->widths = own;
	seen->nwidths = n;
	seen->keys = 10 * n;
	return field;
}

static void epoch_units(void **state)
{
	static const char *const widths[][2] = {{"1653177600", "1653199999"},
						{"1653177600123", "1653188800123"},
						{"1653177600123456", "1653188800123456"}};
	struct synthetic *s = *state;
	struct pl_field *field = digits(s, "EVT", widths, 3);
	struct pl_proof *proof;

	id_behind(s);
	syn_expect(s, "PL102:info"); /* not found to be mixed: they count up, say */
	s->seen[0].epochs_mixed = true;
	assert_true(syn_wanted(s, field));
	proof = syn_walk(s, field, false, "", "", "");
	proof->ranges_unit = 1;
	syn_expect(s, "PL205:error");
	assert_non_null(strstr(s->result.findings->message, "3 units (seconds: 10, milliseconds: 10, microseconds: 10)"));
	assert_non_null(strstr(s->result.findings->fix, "1782208800  →  1782208800000000"));
	assert_int_equal(s->result.findings->counts.keys_wrong, 20);
	assert_false(s->result.findings->witness.some); /* in order */
	proof->ranges_unit = 0;
	syn_expect(s, "PL205:warning");
	s->field[0].label = pl_str_c("PHONE");
	proof->ranges_unit = 1;
	syn_expect(s, "PL205:info");
	proof->state = PL_O_ALONE;
	syn_expect(s, "");
}

static void epochs_beside_iso(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = times(s, "", "2026-01-05T10:00:00Z");
	struct pl_form *forms = PL_NEW_N(&s->arena, struct pl_form, 3);

	id_behind(s);
	forms[0] = s->seen[0].forms[0];
	for (unsigned i = 1; i < 3; i++)
		forms[i] = (struct pl_form){.form = {.layout = PL_T_EPOCH, .unit = PL_U_SECOND, .flags = i == 2 ? PL_TF_MILLIS : 0},
					    .keys = i};
	s->seen[0].forms = forms;
	s->seen[0].nforms = 3;
	assert_true(syn_wanted(s, field));
	walked(s, true, false, true)->ranges_unit = 1;
	syn_expect(s, "PL203:error PL205:error");
	assert_int_equal(s->result.findings[1].counts.keys_wrong, 1);
}

/* ---- PL207 ---- */

static void number(struct synthetic *s, enum pl_kind kind, const char *label, const char *widths, const char *least,
		   const char *greatest)
{
	syn_number(s, syn_field(s, kind, label), widths, least, greatest, greatest, 9);
}

static void fine_before_coarse(void **state)
{
	static const struct {
		struct {
			enum pl_kind kind;
			const char *label, *least, *greatest;
		} field[4];
		const char *expected, *order;
	} rows[] = {
		{{{PL_K_DAY, "", "01", "31"}, {PL_K_MONTH, "", "01", "12"}, {PL_K_YEAR, "", "1999", "2026"}}, "PL207:warning",
		 "day, month, year"},
		{{{PL_K_MONTH, "", "01", "12"}, {PL_K_DAY, "", "01", "31"}, {PL_K_YEAR, "", "1999", "2026"}}, "PL207:warning",
		 "month, day, year"},
		{{{PL_K_YEAR, "", "1999", "2026"}, {PL_K_MONTH, "", "01", "12"}, {PL_K_DAY, "", "01", "31"}}, "", NULL},
		{{{PL_K_YEAR, "", "1999", "2026"}, {PL_K_DAY, "", "01", "31"}, {PL_K_MONTH, "", "01", "12"}}, "PL207:warning",
		 "day, month"},
		{{{PL_K_NUMBER, "MONTH", "01", "12"}, {PL_K_NUMBER, "YEAR", "1999", "2026"}}, "PL207:warning", "month, year"},
		{{{PL_K_NUMBER, "month_no", "01", "12"}, {PL_K_NUMBER, "fiscalYear", "1999", "2026"}}, "PL207:warning", "month, year"},
		{{{PL_K_NUMBER, "MONTH", "01", "13"}, {PL_K_NUMBER, "YEAR", "1999", "2026"}}, "", NULL}, /* no month */
		{{{PL_K_NUMBER, "MONTH", "01", "12"}, {PL_K_NUMBER, "YEAR", "17", "99"}}, "", NULL},     /* no year */
		{{{PL_K_NUMBER, "MONTH", "01", "12"}, {PL_K_ID, "", "", ""}, {PL_K_NUMBER, "YEAR", "1999", "2026"}}, "", NULL},
		{{{PL_K_NUMBER, "birthday", "01", "31"}, {PL_K_YEAR, "", "1999", "2026"}}, "", NULL},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		void *own = NULL;
		struct synthetic *s;

		syn_begin(&own);
		s = own;
		for (size_t f = 0; f < PL_LEN(rows[i].field) && rows[i].field[f].kind; f++) {
			char width[24];

			snprintf(width, sizeof(width), "%zu", strlen(rows[i].field[f].greatest));
			number(s, rows[i].field[f].kind, rows[i].field[f].label, width, rows[i].field[f].least,
			       rows[i].field[f].greatest);
			s->proof[f].state = PL_O_ENCODING;
			s->entity.tail = true; /* something behind, so that PL303 has nothing to say */
		}
		syn_expect(s, rows[i].expected);
		if (rows[i].order && !strstr(s->result.findings->message, rows[i].order))
			fail_msg("row %zu: %s", i, s->result.findings->message);
		s->proof[0].state = PL_O_ALONE;
		if (rows[i].order && rows[i].field[0].kind != PL_K_YEAR)
			syn_expect(s, "");
		syn_end(&own);
	}
}

/* ---- PL303 ---- */

static const uint64_t second = UINT64_C(1000000000);

static void only_a_time(void **state)
{
	struct synthetic *s = *state;

	times(s, "", "2015-03-18T11:45:09Z");
	s->proof[0].state = PL_O_ENCODING;
	syn_expect(s, "PL303:info");
	s->seen[0].least_gap = second;
	syn_expect(s, "PL303:warning");
	assert_int_equal(s->result.findings->segment, 1);
	s->seen[0].least_gap = 2 * second;
	syn_expect(s, "PL303:info");
	s->seen[0].least_gap = second;
	s->keys.index_name = PL_S("GSI1");
	s->keys.ties = 4;
	syn_expect(s, "PL303:info");
	assert_non_null(strstr(s->result.findings->message, "4 rows"));
	s->keys.index_name = PL_S("");
	s->entity.tail = true;
	syn_expect(s, "");
}

static void ticks(void **state)
{
	static const struct {
		const char *form;
		uint64_t gap;
		int64_t grid;
		const char *expected;
	} rows[] = {
		{"2015-03-18T11:45:09.001Z", 1000000, 0, "PL303:info"},
		{"2015-03-18T11:45Z", 60, 60, "PL303:warning"},
		{"2015-03-18T11:45Z", 1800, 1800, "PL303:info"},
		{"2015-03-18T11:45:00Z", 3600, 3600, "PL303:info"},
		{"2015-03-18", 86400, 86400, "PL303:info"},
		/* Two writers in two partitions: the one with whole seconds counts. */
		{"2015-03-18 11:45:09|2018-09-21T14:03:11.483Z", 1, 0, "PL303:warning PL203:info"},
		/* One writer that leaves zeros out does not round. */
		{"2023-04-09T07:05:29|2023-04-09T07:05:29.017", 1, 0, "PL202:info PL303:info"},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		void *own = NULL;
		struct synthetic *s;

		syn_begin(&own);
		s = own;
		times(s, "", rows[i].form);
		s->seen[0].least_gap = rows[i].gap < 1000000 ? rows[i].gap * second : rows[i].gap;
		s->seen[0].grid = rows[i].grid;
		syn_expect(s, rows[i].expected);
		syn_end(&own);
	}
}

static void unique_behind(void **state)
{
	static const enum pl_kind unique[] = {PL_K_ULID, PL_K_UUID, PL_K_WORD, PL_K_ID, PL_K_NUMBER, PL_K_TEXT, PL_K_MAIL};

	(void)state;
	for (size_t i = 0; i < PL_LEN(unique); i++) {
		void *own = NULL;
		struct synthetic *s;

		syn_begin(&own);
		s = own;
		times(s, "", "2015-03-18T11:45:09Z");
		s->seen[0].least_gap = second;
		syn_field(s, unique[i], "e");
		syn_expect(s, "");
		syn_end(&own);
	}
}

static void score_and_time(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *score = syn_field(s, PL_K_NUMBER, "SCORE");

	syn_number(s, score, "6z", "000001", "000002", "000900", 20);
	s->proof[0].state = PL_O_ENCODING;
	times(s, "", "2015-03-18T11:45:09Z");
	s->seen[1].least_gap = second;
	syn_expect(s, "PL303:warning");
	assert_int_equal(s->result.findings->segment, 2);
}

static void bare_numbers(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "");

	field->whole_key = true;
	syn_number(s, field, "4", "1000", "5000", "9000", 20);
	s->proof[0].state = PL_O_ENCODING;
	syn_expect(s, "PL111:info PL303:info");
	syn_number(s, field, "4", "1000", "1030", "1031", 30); /* a counter */
	syn_expect(s, "PL111:info");
	assert_false(syn_wanted(s, field));
	s->seen[0].epoch = PL_EPOCH_S;
	assert_true(syn_wanted(s, field));
	syn_expect(s, "PL111:info PL303:info");
	s->proof[0].pairs_next = 1;
	syn_expect(s, "PL303:warning PL111:info");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SYN_TEST(precision_before_z), SYN_TEST(precision_before_others), SYN_TEST(rollups), SYN_TEST(spellings),
		SYN_TEST(no_spellings),       SYN_TEST(offsets),     SYN_TEST(fine_before_coarse), SYN_TEST(epoch_units), SYN_TEST(epochs_beside_iso),     SYN_TEST(locale_dates),            SYN_TEST(sql_form), SYN_TEST(date_parts),
		SYN_TEST(only_a_time),        SYN_TEST(ticks),                   SYN_TEST(unique_behind),
		SYN_TEST(score_and_time),     SYN_TEST(bare_numbers),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
