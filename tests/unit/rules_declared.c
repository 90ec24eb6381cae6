/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rules on what a schema declares, alone and against what is seen. Schemas are
 * read as users write them; what is seen is made by hand.
 */
#include "tests/unit/synthetic.h"

#include "linter/schema/schema.h"

/* Reads the schema; it must be without a fault. */
static struct pl_schema_table *read_schema(struct synthetic *s, const char *text)
{
	struct pl_schema *schema = PL_NEW(&s->arena, struct pl_schema);
	struct pl_faults faults = {.arena = &s->arena};

	pl_schema_read_yaml(&faults, "keys.yaml", pl_str_c(text), schema);
	pl_schema_bind(&faults, schema);
	if (faults.count)
		fail_msg("%u:%u: %s", faults.first->at.line, faults.first->at.column, faults.first->text);
	return schema->tables[0];
}

/* Field `x` as `declaration` has it, in a key <x>. */
static const struct pl_declared *declared(struct synthetic *s, const char *declaration)
{
	struct pl_schema_table *table = read_schema(
		s, pl_arena_printf(&s->arena,
				   "table: T\n"
				   "key: {pk: PK, sk: SK}\n"
				   "fields:\n"
				   "  x: %s\n"
				   "entities:\n"
				   "  E: {PK: P, SK: <x>}\n", declaration));

	return pl_entity_key(&table->entities[0], PL_S("SK"))->main.parts[0].field;
}

/* The next test of a table: one declared field that nothing is seen of. */
static struct pl_field *only(struct synthetic *s, enum pl_kind kind, const char *declaration)
{
	struct pl_field *field;

	s->keys.nfields = 0;
	field = syn_field(s, kind, "");
	field->declared = declared(s, declaration);
	field->observed = NULL;
	return field;
}

static void says(struct pl_str text, const char *part)
{
	if (!strstr(text.ptr, part))
		fail_msg("not …%s…, but: %s", part, text.ptr);
}

/* ---- numbers ---- */

static void widths_promised(void **state)
{
	static const struct {
		const char *declaration, *expected;
		unsigned advised;
		const char *why; /* NULL: not looked at */
	} rows[] = {
		{"{type: number, min: 1, max: 31}", "PL102:error", 2, "\"10\" comes before \"9\" (31 before 39)"},
		{"{type: number, min: 50, max: 1000}", "PL102:error", 4, "\"100\" comes before \"99\""},
		{"{type: number, min: 100, max: 999}", "", 0, NULL},
		{"{type: number, min: 1, max: 9, encode: plain}", "", 0, NULL},
		{"number", "PL102:error", 0, "\"10\" comes before \"9\""},
		{"{type: number, max: 31, width: 2, encode: plain}", "PL102:error", 2, NULL},
		{"{type: number, max: 31, ordered: false}", "", 0, NULL},
		{"{type: number, max: 31, encode: length-prefix}", "", 0, NULL},
		{"{type: number, max: 999.99, scale: 2}", "PL102:error", 5, NULL},
		{"{type: number, max: 99, decimals: 2}", "PL102:error", 2, "\"10.00\" comes before \"9.99\""},
		{"{type: number, max: 255, base: 16}", "PL102:error", 2, "\"10\" comes before \"f\" (31 before 66)"},
		{"{type: number, max: 255, base: 16, case: upper}", "PL102:error", 2, "\"10\" comes before \"F\""},
		{"{type: number, max: 15, base: 16}", "", 0, NULL},
		{"{type: number, inverted: 99999, max: 250000, width: 5}", "PL110:error", 0, "above MAX it is negative"},
		{"{type: number, inverted: 99999, max: 500}", "PL109:info", 0, NULL},
		{"{type: number, inverted: 99999, max: 99500, encode: plain}", "PL102:error PL109:info", 5, NULL},
		{"{type: number, min: -5, max: 4}", "PL106:error", 2, "\"-1\" comes before \"-50\""},
		{"{type: number, min: -1, max: 9}", "", 0, NULL}, /* one negative value stands in front, where it should */
		{"{type: number, width: 4, min: -80, max: 60, signed: offset, offset: 79}", "", 0, NULL},
		{"{type: number, width: 4, min: -80, max: 60, signed: offset, offset: 50}", "PL106:error", 3, NULL},
		{"{type: number, width: 4, min: -80, max: 60, signed: complement}", "", 0, NULL},
		{"{type: number, width: 9, max: 99999.99}", "PL107:error", 0, "\"0010.25\" comes before \"009.995\""},

		{"{type: number, width: 2, max: 31}", "", 0, NULL},
		{"{type: number, width: 4, max: 10000}", "PL103:warning", 5, NULL},
		{"{type: number, width: 5, signed: offset, offset: 1000, min: -1000, max: 98999}", "", 0, NULL},
		{"{type: number, width: 5, signed: offset, offset: 1000, min: -1000, max: 99000}", "PL103:warning", 6, NULL},
		{"{type: number, width: 3, signed: complement, min: -1000, max: 99}", "PL103:warning", 4, NULL},
		{"{type: number, width: 7, scale: 2, max: 99999.99}", "", 0, NULL},
		{"{type: number, width: 6, scale: 2, max: 99999.99}", "PL103:warning", 7, NULL},
		{"{type: number, width: 5, decimals: 2, max: 99}", "", 0, NULL},
		{"{type: number, width: 5, decimals: 2, max: 100}", "PL103:warning", 3, NULL},
		{"{type: number, width: 4, base: 36, max: 1679615}", "", 0, NULL},
		{"{type: number, width: 4, base: 36, max: 1679616}", "PL103:warning", 5, NULL},
		{"{type: number, width: 3, inverted: 9999, max: 500}", "PL103:warning PL109:info", 4, NULL},
		{"{type: number, width: 40, max: 9999999999999999999999999999999999999999}", "", 0, NULL},
		{"{type: number, width: 38, max: 100000000000000000000000000000000000000}", "PL103:warning", 39, NULL},

		{"{type: number, width: 10, max: 9999999999, now: 41200000, growth: 60%/year}", "", 0, NULL},
		{"{type: number, width: 4, now: 4000, growth: 25%/year}", "PL103:warning", 5, NULL},
		{"{type: number, width: 4, now: 4000, growth: 25%/year, horizon: 4y}", "", 0, NULL},
		{"{type: number, width: 4, now: 4000, growth: +1000/year, horizon: 6y}", "", 0, NULL},
		{"{type: number, width: 4, now: 4000, growth: +1001/year, horizon: 6y}", "PL103:warning", 5, NULL},
		{"{type: number, width: 4, now: 20000, growth: +1/year}", "PL103:warning", 5, NULL},
		{"{type: number, width: 4, now: 1, growth: 99999999%/year, horizon: 1000y}", "PL103:warning", 301, NULL},
		{"{type: number, width: 1024, now: 1, growth: +1/year}", "", 0, NULL},
		{"{type: number, width: 4, growth: 25%/year}", "", 0, NULL}, /* of what? */
		{"{type: number, now: 4000, growth: 25%/year, inverted: 9999}", "PL103:warning PL109:info", 5, "MAX less the value"},

		{"{type: timestamp, format: epoch-s}", "PL303:info", 0, NULL},
		{"{type: timestamp, format: epoch-s, min: 1980}", "PL102:error PL303:info", 10, "\"1000000000\" comes before \"999999999\""},
		{"{type: timestamp, format: epoch-s, min: 1980, width: 10}", "PL303:info", 0, NULL},
		{"{type: timestamp, format: epoch-s, min: 1980, max: 1999}", "PL303:info", 0, NULL},
		{"{type: timestamp, format: epoch-s, min: 1000000000}", "PL303:info", 0, NULL}, /* digits, not a year */
		{"{type: timestamp, format: epoch-s, min: 999999999}", "PL102:error PL303:info", 10, NULL},
		{"{type: timestamp, format: epoch-ms, min: 2001-09-09T01:46:40Z, max: 2286-11-20T17:46:39Z}", "PL303:info", 0, NULL},
		{"{type: timestamp, format: epoch-ms, min: 2001-09-09T01:46:39Z}", "PL102:error PL303:info", 13, NULL},
		{"{type: timestamp, format: epoch-us, max: 2286-11-20T17:46:40Z}", "PL102:error PL303:info", 17, NULL},
		{"{type: timestamp, format: epoch-ns, min: 2020, max: 9999-12-31}", "PL303:info", 0, NULL}, /* an open end */
		{"{type: timestamp, format: epoch-s, width: 10, max: 2300}", "PL103:warning PL303:info", 11, NULL},
		{"{type: timestamp, format: epoch-s, min: 1969, width: 10}", "PL106:error PL303:info", 0, "before 1970 stand backwards"},
		{"{type: timestamp, format: epoch-s, min: 1969, ordered: false}", "PL303:info", 0, NULL},
		{"{type: timestamp, format: epoch-s, inverted: 9999999999, min: 1980}", "PL109:info PL303:info", 0, NULL},
		{"{type: timestamp, format: epoch-ms, inverted: 1799999999999, max: 2030}", "PL110:error PL303:info", 0, NULL},
		{"{type: timestamp, format: epoch-ms, inverted: 1799999999999, max: 2027-01-15T07:59:59Z}", "PL109:info PL303:info", 0, NULL},
		{"{type: number, inverted: 9999, scale: 2, max: 100}", "PL110:error", 0, NULL},

		{"id", "", 0, NULL},
		{"{type: id, length: 4}", "", 0, NULL},
		{"snowflake", "", 0, NULL},
	};
	struct synthetic *s = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		only(s, PL_K_NUMBER, rows[i].declaration);
		syn_run(s);
		if ((s->result.nfindings > 0) != (*rows[i].expected != '\0'))
			fail_msg("%s: %zu findings, not %s", rows[i].declaration, s->result.nfindings, rows[i].expected);
		syn_expect(s, rows[i].expected);
		if (!s->result.nfindings)
			continue;
		if (s->result.findings->width_advised != rows[i].advised)
			fail_msg("%s: advises %u, not %u", rows[i].declaration, s->result.findings->width_advised, rows[i].advised);
		if (rows[i].why)
			says(pl_str_c(s->result.findings->why), rows[i].why);
	}
	only(s, PL_K_NUMBER, "{type: number, max: 31}");
	s->keys.ordered = false; /* type N */
	syn_expect(s, "");
}

/* The year is reckoned from the reference time, never from the clock. */
static void growth_year(void **state)
{
	struct synthetic *s = *state;

	only(s, PL_K_NUMBER, "{type: number, width: 4, now: 4000, growth: 25%/year}");
	syn_expect(s, "PL103:warning");
	says(pl_str_c(s->result.findings->message), "<x> outgrows its 4 digits in about 4 years, by its declared growth");
	s->judge.has_reference_time = true;
	s->judge.reference_time = pl_civil_seconds(2026, 6, 1);
	syn_expect(s, "PL103:warning");
	says(pl_str_c(s->result.findings->message), "in about 4 years (2030), by");
	assert_int_equal(s->result.findings->at.line, 4);
}

/* Declared 8, seen 1 to 9. */
static void widths_seen(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "");
	struct pl_proof *proof;

	syn_number(s, field, "1 2 8z 8 9", "9", "99999999", "100000000", 5);
	field->declared = declared(s, "{type: number, width: 8, max: 99999999}");
	syn_expect(s, "PL101:warning PL104:warning");
	assert_int_equal(syn_found(s, "PL101", 0)->counts.keys_wrong, 100); /* all go to 9 digits */
	assert_int_equal(syn_found(s, "PL104", 0)->width_advised, 9);
	says(pl_str_c(syn_found(s, "PL101", 0)->message),
	     "20 keys are narrower than the 8 digits that the schema declares (1 digit: 10, 2 digits: 10)");
	says(pl_str_c(syn_found(s, "PL104", 0)->message),
	     "10 keys are wider than the 8 digits that the schema declares (9 digits: 10)");
	assert_true(syn_wanted(s, field));

	/* None of them is padded: to the walk they are bare, to the schema still narrow. */
	syn_number(s, field, "1 2", "9", "98", "99", 5);
	proof = syn_walk(s, field, true, "", "", "1 2");
	syn_expect(s, "PL101:error");
	assert_int_equal(s->result.findings->counts.keys_wrong, 20);
	assert_int_equal(s->result.findings->width_advised, 8);
	assert_true(s->result.findings->witness.some);

	/* One width, but not the declared one. */
	syn_number(s, field, "6z 6", "000009", "099999", "999999", 5);
	proof->state = PL_O_ENCODING;
	syn_expect(s, "PL101:warning");
	proof->state = PL_O_ALONE;
	syn_expect(s, "");

	/* A sentinel that the schema lists is none of them. */
	proof->state = PL_O_WALKED;
	syn_number(s, field, "1 8z 8", "1", "20000000", "50000000", 5);
	field->declared = declared(s, "{type: number, width: 8, also: [\"1\"]}");
	syn_expect(s, "");
	field->declared = declared(s, "{type: number, width: 8}");
	syn_expect(s, "PL101:warning");
	field->declared = declared(s, "{type: number, width: 8, ordered: false}");
	syn_expect(s, "PL101:info");
}

static void seen_without_width(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "ZIP");

	/* A label that says "code" does not matter when the schema says "number". */
	syn_number(s, field, "1 2", "1", "30", "31", 31);
	syn_walk(s, field, true, "", "", "1 2");
	field->declared = declared(s, "{type: number, min: 1, max: 500}");
	syn_expect(s, "PL102:error");
	assert_int_equal(s->result.findings->width_advised, 3);
	assert_true(s->result.findings->witness.some);
	says(pl_str_c(s->result.findings->message), "is written with 1 to 2 digits and not padded");

	s->proof[0].state = PL_O_WALKED; /* still in order: the declaration is the proof */
	syn_expect(s, "PL102:error");
	s->proof[0].state = PL_O_ALONE;
	syn_expect(s, "PL102:error");

	field->declared = declared(s, "id");
	s->proof[0].state = PL_O_BROKEN;
	syn_expect(s, "");
	assert_false(syn_wanted(s, field));
	field->declared = declared(s, "{type: number, ordered: false}");
	syn_expect(s, "PL102:info");
}

static void above_maximum(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "");

	syn_number(s, field, "4z 4", "0001", "0700", "0777", 50);
	field->declared = declared(s, "{type: number, width: 4, max: 777}");
	syn_expect(s, "");
	field->declared = declared(s, "{type: number, width: 4, max: 776}");
	syn_expect(s, "PL103:warning");
	says(pl_str_c(s->result.findings->message), "<x> is greater in some keys than its declared maximum");

	/* 9999 - 9998: a stored 0001 is the greatest value. */
	field->declared = declared(s, "{type: number, inverted: 9999, max: 9998}");
	syn_expect(s, "PL109:info");
	field->declared = declared(s, "{type: number, inverted: 9999, max: 9997}");
	syn_expect(s, "PL103:warning PL109:info");

	/* A maximum that fits says that the counter never leaves its width. */
	syn_number(s, field, "4z 4", "0001", "9989", "9990", 9000);
	field->declared = declared(s, "{type: number, width: 4}");
	syn_expect(s, "PL103:warning");
	field->declared = declared(s, "{type: number, width: 4, max: 9999}");
	syn_expect(s, "");
}

/* ---- times ---- */

static void formats(void **state)
{
	static const struct {
		const char *declaration, *expected, *why;
	} rows[] = {
		{"timestamp", "", NULL},
		{"{type: timestamp, format: iso8601-basic}", "", NULL},
		{"{type: timestamp, format: epoch-s}", "", NULL},
		{"{type: timestamp, format: GGGG-'W'WW}", "", NULL},
		{"{type: timestamp, format: M/D/YYYY}", "PL201:error", "\"1/2/2025\" comes before \"9/30/2024\" (31 before 39)"},
		{"{type: timestamp, format: M/D/YYYY, ordered: false}", "", NULL},
		{"{type: timestamp, format: YYYY-M-D}", "PL201:error", "10 sorts before 9"},
		{"{type: timestamp, format: YYYY-'W'WW}", "PL201:error", "\"2024-W01\" comes before \"2024-W"},
		{"{type: timestamp, format: YY-MM-DD}", "PL201:error", "\"00-01-01\" comes before \"99-12-31\""},
		{"{type: timestamp, format: DD MMM YYYY}", "PL201:error", "a finer part stands before"},
		{"{type: timestamp, format: MM-YYYY}", "PL207:error", "\"01-2000\" comes before \"12-1999\""},
		{"{type: timestamp, format: YYYY-DD-MM}", "PL207:error", "though it is later"},
		{"{type: timestamp, format: \"hh:mm YYYY-MM-DD\"}", "PL207:error", "though it is later"},
		{"{type: timestamp, format: DD.MM.YYYY}", "PL201:error", "a finer part stands before"},
		{"{type: timestamp, format: \"EEE, DD MMM YYYY hh:mm\"}", "PL201:error", "Fri before Mon"},
		{"{type: timestamp, format: \"YYYY-MM-DD hh:mm A\"}", "PL201:error", "AM\" comes before \""},
		{"{type: timestamp, format: MM-DD}", "PL201:error", "\"01-01\" comes before \"12-31\""},
		{"{type: timestamp, format: \"YYYY-MM-DDThh:mm\xc2\xb1hh:mm\"}", "PL204:error", "+01:00\" comes before \""},
		{"{type: timestamp, format: \"YYYY-MM-DDThh:mm\xc2\xb1hh:mm\", zone: +01:00}", "", NULL},
		{"{type: timestamp, format: \"YYYY-MM-DDThh:mm\", zone: Europe/Paris}", "PL201:warning", "one hour a year"},
	};
	struct synthetic *s = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		only(s, PL_K_TIMESTAMP, rows[i].declaration);
		s->entity.nfields = 0; /* whether the key is unique is for another test */
		syn_run(s);
		if (s->result.nfindings != (*rows[i].expected != '\0'))
			fail_msg("%s: %zu findings, not %s", rows[i].declaration, s->result.nfindings, rows[i].expected);
		syn_expect(s, rows[i].expected);
		if (rows[i].why)
			says(pl_str_c(s->result.findings->why), rows[i].why);
	}
}

static struct pl_form form(const char *text, uint64_t keys)
{
	struct pl_time time;

	if (!pl_time_read(pl_str_c(text), PL_MONTH_FIRST, &time))
		fail_msg("%s is no time", text);
	return (struct pl_form){.form = time.form, .keys = keys, .least = time.at, .greatest = time.at};
}

static void times_seen(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_TIMESTAMP, "");
	struct pl_form ms = form("2026-06-23T10:00:00.123Z", 965), seconds = form("2026-06-23T10:00:00Z", 35);
	struct pl_form blank = form("2026-06-23 10:00:00Z", 35), naive = form("2026-06-23T10:00:00", 1000);
	struct pl_form pair[2] = {ms, seconds};

	s->entity.nfields = 0;
	s->seen[0].keys = 1000;
	s->seen[0].forms = pair;
	s->seen[0].nforms = 2;
	field->declared = declared(s, "timestamp");
	syn_expect(s, "PL202:warning"); /* not walked: the declaration by itself */
	says(pl_str_c(s->result.findings->message), "35 of 1,000 keys (3.5 %) have another precision than the declared one, ms");
	assert_int_equal(s->result.findings->counts.keys_wrong, 35);
	syn_walk(s, field, true, "", "", "")->ranges_precision = 1;
	syn_expect(s, "PL202:error");
	assert_true(s->result.findings->witness.some);

	/* All seconds: in order among themselves, until the first row is written as declared. */
	s->proof[0].state = PL_O_ENCODING;
	s->seen[0].nforms = 1;
	pair[0] = seconds;
	syn_expect(s, "PL202:warning");
	says(pl_str_c(s->result.findings->fix), "Write always 3 digits");
	pair[0] = naive; /* before # a fraction may vary, but no zone is no Z */
	syn_expect(s, "PL203:warning");
	field->declared = declared(s, "{type: timestamp, zone: none}");
	s->seen[0].follows[0] = UINT64_C(1) << '#';
	syn_expect(s, "PL202:info");

	pair[0] = ms;
	pair[1] = blank;
	s->seen[0].nforms = 2;
	field->declared = declared(s, "{type: timestamp, precision: s}");
	syn_expect(s, "PL202:warning PL203:warning");
	says(pl_str_c(syn_found(s, "PL203", 0)->message), "35 of 1,000 keys (3.5 %) are spelled otherwise than declared (iso8601)");
	field->declared = declared(s, "{type: timestamp, ordered: false}");
	syn_expect(s, "");
}

/* ---- words ---- */

static void value_order(void **state)
{
	static const struct {
		const char *declaration, *expected;
	} rows[] = {
		{"{type: enum, values: [LOW, MEDIUM, HIGH], ordered: true}", "PL413:error"},
		{"{type: enum, values: [1-LOW, 2-MEDIUM, 3-HIGH], ordered: true}", ""},
		{"{type: enum, values: [A, B, C], ordered: true}", ""},
		{"{type: enum, values: [B, A]}", ""},
		{"{type: enum, values: [LOW, MEDIUM, HIGH]}", "PL413:info"},
		{"{type: enum, values: [small, medium, large]}", "PL413:info"},
		{"{type: enum, values: [Mon, Tue, Wed, Thu, Fri, Sat, Sun]}", "PL413:info"},
		{"{type: enum, values: [MON, TUE]}", ""},
		{"{type: enum, values: [LOW, OTHER, HIGH]}", ""},
		{"{type: enum, values: [S]}", ""},
	};
	struct synthetic *s = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		only(s, PL_K_WORD, rows[i].declaration);
		syn_expect(s, rows[i].expected);
	}
	only(s, PL_K_WORD, rows[0].declaration);
	syn_expect(s, "PL413:error");
	says(pl_str_c(s->result.findings->why), "\"HIGH\" comes before \"MEDIUM\" (48 before 4D), which is to come first");
}

/* ---- keys ---- */

/* Judges the templates of a schema alone; `expected` as syn_expect(). */
static void keys_of(struct synthetic *s, const char *fields, const char *entities, const char *expected)
{
	s->keys.schema = read_schema(s, pl_arena_printf(&s->arena, "table: T\nkey: {pk: PK, sk: SK}\nfields:\n  %s\nentities:\n%s",
							fields, entities));
	s->keys.table = &s->keys.schema->names;
	s->keys.index = &s->keys.table->index[0];
	s->keys.nentities = s->keys.keys = 0;
	syn_run(s);
	if (s->result.nfindings != (*expected != '\0'))
		fail_msg("%s%s: %zu findings, not %s", fields, entities, s->result.nfindings, expected);
	syn_expect(s, expected);
}

static void side_by_side(void **state)
{
	static const struct {
		const char *left, *right, *example; /* NULL: silent */
	} rows[] = {
		{"text", "text", "\"a\" with \"bc\" and \"ab\" with \"c\" are the same bytes"},
		{"id", "{type: number, width: 4}", NULL},
		{"uuid", "id", NULL},
		{"id", "ulid", NULL},
		{"{type: id, length: 3}", "text", NULL},
		{"{type: id, chars: \"[A-Z]\"}", "{type: number, max: 99}", NULL},
		{"{type: id, chars: \"[A-Z]\"}", "{type: id, chars: \"[A-Z0-9]\"}", "\"A\" with \"BC\" and \"AB\" with \"C\""},
		{"{type: id, chars: \"[0-9]{4}Q[1-4]\"}", "id", NULL}, /* no example is found, so nothing is claimed */
		{"{type: number, max: 99}", "{type: number, max: 99}", "\"1\" with \"23\" and \"12\" with \"3\""},
		{"{type: number, max: 9}", "text", NULL},
		{"{type: enum, values: [A, AB]}", "{type: enum, values: [BX, X]}", "\"A\" with \"BX\" and \"AB\" with \"X\""},
		{"{type: enum, values: [A, BC]}", "{type: enum, values: [BX, X]}", NULL},
		{"{type: enum, values: [A, AB]}", "text", "\"A\" with \"B"},
	};
	struct synthetic *s = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		keys_of(s, pl_arena_printf(&s->arena, "a: %s\n  b: %s", rows[i].left, rows[i].right), "  E: {PK: P, SK: S#<a><b>}\n",
			rows[i].example ? "PL301:error" : "");
		if (!rows[i].example)
			continue;
		says(pl_str_c(s->result.findings->why), rows[i].example);
		says(pl_str_c(s->result.findings->fix), "<a>#<b>");
		assert_int_equal(s->result.findings->segment, 2);
		assert_int_equal(s->result.findings->at.line, 7);
	}
	keys_of(s, "a: text\n  b: text", "  E: {PK: <a><b>, SK: S}\n", "PL301:error");
	assert_true(pl_str_eq(s->result.findings->attribute, PL_S("PK")));
	keys_of(s, "a: text\n  b: text", "  E: {PK: P, SK: <a>#<b>}\n", "");
	keys_of(s, "a: text\n  b: text", "  E: {PK: P, SK: <a>_<b>}\n", "");
}

static void one_key_of_two(void **state)
{
	static const struct {
		const char *a, *b, *key; /* NULL: they never meet */
	} rows[] = {
		{"PK: U#<u>, SK: PROFILE", "PK: U#<u>, SK: PROFILE", "U#<u>, PROFILE"},
		{"PK: U#<u>, SK: PROFILE", "PK: U#<u>, SK: SETTINGS", NULL},
		{"PK: U#<u>, SK: PROFILE", "PK: G#<g>, SK: PROFILE", NULL},
		{"PK: <u>, SK: PROFILE", "PK: <g>, SK: PROFILE", "a, PROFILE"},
		{"PK: U#<u>, SK: <g>", "PK: U#<u>, SK: META", NULL},      /* an id is no literal */
		{"PK: U#<u>, SK: <caps>", "PK: U#<u>, SK: META", "U#<u>, META"}, /* unless `chars` say so */
		{"PK: U#<u>, SK: <caps>", "PK: U#<u>, SK: meta", NULL},
		{"PK: U#<u>, SK: <e>", "PK: U#<u>, SK: PAID", "U#<u>, PAID"},
		{"PK: U#<u>, SK: <ulid1>", "PK: U#<u>, SK: <ulid2>", NULL},  /* each is given once */
		{"PK: U#<u>, SK: O#<ulid1>", "PK: U#<u>, SK: O#<ulid1>", "U#<u>, O#<ulid1>"},
		{"PK: U#<u>, SK: <n>", "PK: U#<u>, SK: <m>", "U#<u>, 0001"},
		{"PK: U#<u>, SK: <n>", "PK: U#<u>, SK: <w>", NULL},          /* 4 digits and 6 */
		{"PK: U#<u>, SK: <n>", "PK: U#<u>, SK: <g>", NULL},
		{"PK: U#<u>, SK: L<n>", "PK: U#<u>, SK: L<m>", "U#<u>, L0001"},
		{"PK: U#<u>, SK: L<n>", "PK: U#<u>, SK: K<m>", NULL},
		{"PK: U#<u>, SK: O#<g>", "PK: U#<u>, SK: O#<g>#<n>", NULL},
		{"PK: U#<u>, SK: <at>", "PK: U#<u>, SK: <day>", NULL},
		{"PK: <caps>, SK: <caps>", "PK: A, SK: B", NULL},            /* one name, one value */
		{"PK: <caps>, SK: <caps>", "PK: A, SK: A", "A, A"},
	};
	static const char fields[] = "u: id\n  g: id\n  caps: {type: id, chars: \"[A-Z]\"}\n  e: {type: enum, values: [DUE, PAID]}\n"
				     "  ulid1: ulid\n  ulid2: ulid\n  n: {type: number, width: 4}\n  m: {type: number, width: 4}\n"
				     "  w: {type: number, width: 6}\n  at: timestamp\n  day: {type: timestamp, precision: day}\n";
	/* No field may be unused. */
	static const char rest[] = "  Z1: {PK: Z1#<u>, SK: <g>#<caps>#<e>#<ulid1>#<ulid2>#<n>#<m>#<w>#<at>#<day>}\n";
	struct synthetic *s = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		keys_of(s, fields, pl_arena_printf(&s->arena, "  A: {%s}\n  B: {%s}\n%s", rows[i].a, rows[i].b, rest),
			rows[i].key ? "PL301:error" : "");
		if (!rows[i].key)
			continue;
		says(pl_str_c(s->result.findings->message), "entities A and B can have one key");
		says(pl_str_c(s->result.findings->why), pl_arena_printf(&s->arena, "give %s:", rows[i].key));
	}
}

/* The entity of the schema with its sort key's values as fields. */
static void entity_of(struct synthetic *s, const char *fields, const char *entity, const char *expected)
{
	struct pl_schema_table *table = read_schema(
		s, pl_arena_printf(&s->arena, "table: T\nkey: {pk: PK, sk: SK}\nfields:\n  %s\nentities:\n  E: {PK: P, %s}\n",
				   fields, entity));
	const struct pl_template *template = &pl_entity_key(&table->entities[0], PL_S("SK"))->main;

	s->keys.nfields = 0;
	for (size_t i = 0; i < template->nparts; i++) {
		const struct pl_declared *what = template->parts[i].field;
		struct pl_field *field;

		if (!what)
			continue;
		field = syn_field(s, what->type == PL_D_TIMESTAMP ? PL_K_TIMESTAMP : PL_K_ID, "");
		field->declared = what;
		field->observed = NULL;
	}
	s->entity.declared = &table->entities[0];
	s->entity.template = template;
	syn_expect(s, expected);
}

static void tiebreakers(void **state)
{
	struct synthetic *s = *state;

	entity_of(s, "at: timestamp", "SK: <at>", "PL303:info");
	entity_of(s, "at: {type: timestamp, precision: s}", "SK: <at>", "PL303:info");
	entity_of(s, "at: {type: timestamp, unique: true}", "SK: <at>", "");
	entity_of(s, "at: {type: timestamp, unique: false}", "SK: <at>", "PL303:error");
	entity_of(s, "at: timestamp\n  id: ulid", "SK: <at>#<id>", "");
	entity_of(s, "at: timestamp\n  id: id", "SK: <at>#<id>", "");
	entity_of(s, "at: timestamp\n  id: id", "SK: <at>#<id>, unique: false", "PL303:error");
	assert_int_equal(s->result.findings->at.line, 7);
	entity_of(s, "at: timestamp\n  n: {type: number, width: 4}", "SK: <n>#<at>", "PL303:info");
	entity_of(s, "at: timestamp\n  n: {type: number, width: 4}", "SK: <n>#<at>, unique: [n, at]", "");
	entity_of(s, "at: timestamp", "SK: <at>, unique: false", "PL303:error");
	s->entity.legacy = true;
	syn_expect(s, "");
	s->entity.legacy = false;
	s->keys.index_name = PL_S("GSI1"); /* may hold a key twice */
	syn_expect(s, "PL303:info");
}

/* ---- keys that fit nothing ---- */

static void unknown(void **state)
{
	struct synthetic *s = *state;

	s->keys.schema = read_schema(s, "table: T\nkey: {pk: PK, sk: SK}\nentities:\n  E: {PK: P, SK: S}\n");
	s->keys.table = &s->keys.schema->names;
	s->keys.index = &s->keys.table->index[0];
	s->keys.templates = true;
	syn_expect(s, "");
	s->keys.unknown = (struct pl_unknown){.keys = 3, .witness = syn_witness};
	syn_expect(s, "PL406:warning");
	assert_string_equal(s->result.findings->message, "3 of 100 keys (3.0 %) fit no entity of the schema");
	assert_true(s->result.findings->witness.some);
}

static void labels(void **state)
{
	static const struct {
		const char *rare;
		uint64_t keys;
		bool told;
	} rows[] = {
		{"ODRER", 1, true}, {"ORDERS", 1, true}, {"ORDE", 1, false}, {"ORDUR", 3, true}, {"ORDUR", 4, false},
		{"OTTER", 1, false}, {"ORDERRS", 1, false}, {"ORDR", 1, false}, {"RODER", 1, true}, {"ORDE1", 1, false},
		{"ORDER", 1, false}, {"REDRO", 1, false},
	};
	struct synthetic *s = *state;
	struct pl_entity rare = s->entity;
	const struct pl_entity *both[] = {&s->entity, &rare};

	s->keys.entities = both;
	s->keys.nentities = 2;
	s->entity.name = PL_S("ORDER");
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		rare.name = rare.shape = pl_str_c(rows[i].rare);
		rare.keys = rows[i].keys;
		s->entity.keys = 5000;
		s->keys.keys = s->entity.keys + rare.keys;
		syn_run(s);
		if ((syn_found(s, "PL406", 0) != NULL) != rows[i].told)
			fail_msg("%s", rows[i].rare);
	}
	rare.name = PL_S("ODRER");
	rare.keys = 1;
	s->keys.keys = 999; /* more than 0.1 % */
	syn_expect(s, "");
}

/* PL411 speaks only where another rule did, of an index that could have typed parts. */
static void typed_parts(void **state)
{
	struct synthetic *s = *state;

	entity_of(s, "n: {type: number, max: 99}\n  id: id", "SK: <n>#<id>", "PL102:error");
	s->keys.schema = read_schema(s, "table: T\nkey: {pk: PK, sk: SK}\nentities:\n  E: {PK: P, SK: S}\n");
	s->keys.table = &s->keys.schema->names;
	s->keys.index = &s->keys.table->index[0];
	syn_expect(s, "PL102:error");
	s->keys.index_name = PL_S("GSI1");
	syn_expect(s, "PL102:error PL411:info");
	entity_of(s, "n: {type: number, width: 2, max: 99}\n  id: id", "SK: <n>#<id>", "");
	entity_of(s, "n: {type: number, max: 99}", "SK: <n>", "PL102:error");
}

/* ---- words that are seen ---- */

static void scales_seen(void **state)
{
	static const struct {
		const char *words[10];
		const char *expected;
	} rows[] = {
		{{"HIGH", "LOW", "MEDIUM"}, "PL413:info"},
		{{"high", "low", "medium"}, "PL413:info"},
		{{"L", "M", "S", "XL"}, "PL413:info"},
		{{"APR", "FEB", "JAN"}, "PL413:info"},
		{{"LOW", "MEDIUM"}, ""},                          /* too few */
		{{"DEBUG", "INFO", "WARN"}, ""},                  /* in order */
		{{"INFO", "WARN", "warn"}, "PL404:warning"},      /* two spellings of one level are in no order */
		{{"HIGH", "LOW", "MEDIUM", "OPEN", "PAID"}, "PL413:info"},
		{{"HIGH", "LOW", "MEDIUM", "OPEN", "PAID", "SENT"}, ""}, /* half are others */
		{{"HIGH", "LOW", "OPEN"}, ""},
	};
	struct synthetic *s = *state;
	struct pl_word words[10];
	struct pl_vocabulary vocabulary = {.attribute = PL_S("SK"), .segment = 2, .before = PL_S("TASK"),
					   .path = PL_S("TASK"), .words = words, .whole = true};
	struct pl_field *field;

	s->keys.vocabularies = &vocabulary;
	s->keys.nvocabularies = 1;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		for (vocabulary.nwords = 0; rows[i].words[vocabulary.nwords]; vocabulary.nwords++)
			words[vocabulary.nwords] = (struct pl_word){.text = pl_str_c(rows[i].words[vocabulary.nwords]), .keys = 9};
		syn_expect(s, rows[i].expected);
	}
	/* Of the column of a longer label nothing is known; of its own, that no range holds two of them. */
	vocabulary.nwords = 3;
	words[2].text = PL_S("MEDIUM");
	field = syn_field(s, PL_K_WORD, "TASKS");
	field->segment = 2;
	field->shape = PL_S("TASKS#<word>");
	syn_expect(s, "PL413:info");
	field->shape = PL_S("TASK#<word>");
	syn_expect(s, "");
	s->seen[0].ranges = 1;
	syn_expect(s, "PL413:info");
	assert_ptr_equal(s->result.findings->field, field);
	/* Not all words are known, or they stand in a partition key, which has no order. */
	vocabulary.whole = false;
	syn_expect(s, "");
	vocabulary.whole = true;
	vocabulary.attribute = PL_S("PK");
	syn_expect(s, "");
}

/* ---- length of keys ---- */

static void key_sizes(void **state)
{
	static const struct {
		const char *value, *sort, *expected, *message; /* of <x>, and the template it stands in */
	} rows[] = {
		{"{type: id, length: 819}", "<x>", "", ""},
		{"{type: id, length: 820}", "<x>", "PL407:warning", "takes at least 820 of the 1,024 bytes"},
		{"{type: id, length: 1024}", "<x>", "PL407:warning", "takes at least 1,024 of"},
		{"{type: id, length: 1024}", "A#<x>", "PL407:error", "takes at least 1,026 bytes, more than the 1,024"},
		{"{type: text, max: 1024}", "<x>", "", ""},
		{"{type: text, max: 1023}", "A#<x>", "PL407:warning", "may take 1,025 bytes"},
		/* Lengths that nobody states are not known, whatever else is. */
		{"text", "A#<x>", "", ""},
		/* A value that may be missing takes its literal with it. */
		{"{type: id, length: 1024, optional: true}", "A#<x>", "PL407:warning", "may take 1,026 bytes"},
		/* … and a sentinel that stands for it is short. */
		{"{type: id, length: 1024, also: [NONE]}", "A#<x>", "PL407:warning", "may take 1,026 bytes"},
	};
	struct synthetic *s = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_schema_table *table = read_schema(
			s, pl_arena_printf(&s->arena,
					   "table: T\nkey: {pk: PK, sk: SK}\nfields:\n  x: %s\n"
					   "entities:\n  E: {PK: P, SK: \"%s\"}\n", rows[i].value, rows[i].sort));

		s->keys.schema = table;
		s->keys.index = &table->names.index[0];
		syn_expect(s, rows[i].expected);
		if (s->result.nfindings)
			says(pl_str_c(s->result.findings->message), rows[i].message);
	}
}

/* All attributes of an index's key count together; one that is the table's partition key is judged there. */
static void key_sizes_of_indexes(void **state)
{
	struct synthetic *s = *state;
	struct pl_schema_table *table = read_schema(
		s, "table: T\n"
		   "key: {pk: PK, sk: SK}\n"
		   "indexes:\n"
		   "  G: {pk: A, sk: [B, C]}\n"
		   "  L: {pk: PK, sk: B, local: true}\n"
		   "fields:\n"
		   "  x: {type: id, length: 600}\n"
		   "  y: {type: id, length: 1024}\n"
		   "entities:\n"
		   "  E: {PK: <y><y><y>, SK: S, A: A, B: <x>, C: <x>}\n");

	s->keys.table = &table->names;
	s->keys.schema = table;
	s->keys.index = &table->names.index[0];
	syn_expect(s, "PL407:error");
	says(s->result.findings->attribute, "PK");
	s->keys.index = &table->names.index[1];
	s->keys.index_name = PL_S("G");
	s->keys.pk = PL_S("A");
	s->keys.sk = PL_S("B");
	syn_expect(s, "PL407:error");
	says(pl_str_c(s->result.findings->message), "the sort key of E takes at least 1,200 bytes");
	s->keys.index = &table->names.index[2];
	s->keys.index_name = PL_S("L");
	s->keys.pk = PL_S("PK");
	syn_expect(s, "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SYN_TEST(widths_promised), SYN_TEST(growth_year), SYN_TEST(widths_seen), SYN_TEST(seen_without_width),
		SYN_TEST(above_maximum), SYN_TEST(formats), SYN_TEST(times_seen), SYN_TEST(value_order), SYN_TEST(side_by_side),
		SYN_TEST(one_key_of_two), SYN_TEST(tiebreakers), SYN_TEST(unknown), SYN_TEST(labels), SYN_TEST(typed_parts),
		SYN_TEST(scales_seen), SYN_TEST(key_sizes), SYN_TEST(key_sizes_of_indexes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
