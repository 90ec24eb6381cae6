/* SPDX-License-Identifier: Apache-2.0 */
/* keys.yaml: the model that good files are read into, and each fault with its place. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdlib.h>

#include "linter/base/buf.h"
#include "linter/base/pattern.h"
#include "linter/key/number.h"
#include "linter/schema/schema.h"

#define FIXTURES "fixtures/schema"

struct fixture {
	struct pl_arena arena;
	struct pl_faults faults;
	struct pl_schema schema;
};

static int begin(void **state)
{
	*state = calloc(1, sizeof(struct fixture));
	return *state ? 0 : -1;
}

static int end(void **state)
{
	struct fixture *f = *state;

	pl_arena_release(&f->arena);
	free(f);
	return 0;
}

static bool reads(struct fixture *f, struct pl_str text)
{
	f->faults = (struct pl_faults){.arena = &f->arena};
	pl_schema_read_yaml(&f->faults, "keys.yaml", text, &f->schema);
	pl_schema_bind(&f->faults, &f->schema);
	pl_faults_sort(&f->faults);
	return f->faults.count == 0;
}

static bool reads_file(struct fixture *f, const char *name)
{
	const char *path = pl_arena_printf(&f->arena, FIXTURES "/%s", name);

	f->faults = (struct pl_faults){.arena = &f->arena};
	pl_schema_read_yaml_file(&f->faults, path, &f->schema);
	pl_schema_bind(&f->faults, &f->schema);
	pl_faults_sort(&f->faults);
	return f->faults.count == 0;
}

static const struct pl_schema_table *good(struct fixture *f, const char *name)
{
	if (!reads_file(f, name))
		fail_msg("%s:%u:%u: %s", name, f->faults.first->at.line, f->faults.first->at.column, f->faults.first->text);
	return f->schema.tables[0];
}

/* The first fault stands at line:column and holds `says`. */
static void refuses(struct fixture *f, const char *text, unsigned line, unsigned column, const char *says)
{
	const struct pl_fault *fault;

	assert_false(reads(f, pl_str_c(text)));
	fault = f->faults.first;
	if (fault->at.line != line || fault->at.column != column || !strstr(fault->text, says))
		fail_msg("not %u:%u: …%s…, but %u:%u: %s", line, column, says, fault->at.line, fault->at.column, fault->text);
}

static void is(struct pl_str text, const char *expected)
{
	if (!pl_str_eq(text, pl_str_c(expected)))
		fail_msg("not \"%s\", but \"%.*s\"", expected, (int)text.len, text.ptr);
}

static void at(struct pl_pos place, unsigned line, unsigned column)
{
	if (place.line != line || place.column != column)
		fail_msg("not %u:%u, but %u:%u", line, column, place.line, place.column);
}

/*
 * A template's parts in a row: values in <>, literals bare, delimiters as |,
 * each value with its segment, and part when there are several.
 */
static void composed(struct fixture *f, const struct pl_template *template, const char *expected)
{
	struct pl_buf text = PL_BUF_INIT;

	for (size_t i = 0; i < template->nparts; i++) {
		const struct pl_part *part = &template->parts[i];

		if (part->kind == PL_PART_DELIMITER)
			pl_buf_adds(&text, "|");
		else if (part->kind == PL_PART_LITERAL)
			pl_buf_add(&text, part->text);
		else if (part->part)
			pl_buf_printf(&text, "<%s %u.%u>", part->text.ptr, part->segment, part->part);
		else
			pl_buf_printf(&text, "<%s %u>", part->text.ptr, part->segment);
	}
	is(pl_arena_str(&f->arena, pl_buf_str(&text)), expected);
	pl_buf_release(&text);
}

static const struct pl_declared *field(const struct pl_schema_table *table, const char *name)
{
	const struct pl_declared *found = pl_table_field(table, NULL, pl_str_c(name));

	if (!found)
		fail_msg("no field %s", name);
	return found;
}

static const struct pl_schema_key *key(const struct pl_schema_table *table, size_t entity, const char *attribute)
{
	const struct pl_schema_key *found = pl_entity_key(&table->entities[entity], pl_str_c(attribute));

	if (!found)
		fail_msg("no %s", attribute);
	return found;
}

static void bytes(const struct pl_declared *declared, unsigned least, unsigned most)
{
	unsigned is_least, is_most;

	pl_declared_bytes(declared, &is_least, &is_most);
	if (is_least != least || is_most != most)
		fail_msg("%s: not %u to %u bytes, but %u to %u", declared->name.ptr, least, most, is_least, is_most);
}

/* ---- the worked examples ---- */

static void leaderboard(void **state)
{
	struct fixture *f = *state;
	const struct pl_schema_table *t = good(f, "good-leaderboard.keys.yaml");
	const struct pl_declared *score = field(t, "score"), *time = field(t, "at"), *season = field(t, "season");
	const struct pl_template *sk = &key(t, 0, "SK")->main;
	const struct pl_schema_query *q = t->queries;

	is(t->names.name, "Leaderboard");
	assert_int_equal(t->names.nindexes, 1);
	is(t->names.index[0].pk, "PK");
	assert_int_equal(t->names.index[0].sk_type, 'S');

	assert_int_equal(t->nfields, 4);
	assert_int_equal(season->type, PL_D_ID);
	is(season->chars, "[0-9]{4}Q[1-4]");
	is(season->chars_whole, "\\A(?:[0-9]{4}Q[1-4])\\z");
	assert_false(season->ordered);
	assert_int_equal(score->width, 10);
	is(score->max.text, "9999999999");
	assert_true(score->max.value == INT64_C(9999999999));
	is(score->now.text, "41200000");
	assert_true(score->growth.percent);
	is(score->growth.by.text, "60");
	is(score->from, "score");
	assert_true(score->ordered);
	assert_true(pl_declares(score, PL_FO_WIDTH));
	assert_false(pl_declares(score, PL_FO_MIN));
	is(score->min.text, "0");
	at(score->at, 5, 3);
	at(pl_declared_at(score, PL_FO_WIDTH), 5, 35);
	at(pl_declared_at(score, PL_FO_SCALE), 5, 3);
	bytes(score, 10, 10);
	assert_int_equal(time->format.encoding, PL_TE_EPOCH_MS);
	is(time->inverted.text, "9999999999999");
	bytes(time, 13, 13);
	assert_true(field(t, "playerId")->unique);

	assert_int_equal(t->nentities, 1);
	is(t->entities[0].name, "Entry");
	composed(f, &key(t, 0, "PK")->main, "SEASON|<season 2>");
	composed(f, sk, "<score 1>|<at 2>|<playerId 3>");
	assert_int_equal(sk->segments, 3);
	assert_ptr_equal(sk->parts[0].field, score);
	at(sk->parts[0].at, 11, 9);
	at(sk->parts[2].at, 11, 17);
	at(sk->parts[4].at, 11, 22);
	assert_null(pl_entity_key(&t->entities[0], PL_S("GSI1PK")));

	assert_int_equal(t->nqueries, 2);
	is(q[0].name, "top 100, earlier submission wins a tie");
	assert_int_equal(q[0].order, PL_DESC);
	assert_int_equal(q[0].limit, 100);
	assert_int_equal(q[0].nsk, 0);
	assert_ptr_equal(q[0].index, &t->names.index[0]);
	assert_int_equal(q[1].sk[0].op, PL_Q_BETWEEN);
	composed(f, &q[1].sk[0].first, "<low 1>|");
	composed(f, &q[1].sk[0].second, "<high 1>$");
	assert_int_equal(q[1].sk[0].second.parts[0].spec, PL_SPEC_FIELD);
	assert_ptr_equal(q[1].sk[0].second.parts[0].field, score);
	at(q[1].sk[0].second.parts[0].at, 19, 37);
	at(q[1].sk[0].second.parts[0].spec_at, 19, 43);
}

static void audit_log(void **state)
{
	struct fixture *f = *state;
	const struct pl_schema_table *t = good(f, "good-audit-log.keys.yaml");
	const struct pl_schema_key *sk = key(t, 0, "SK");
	const struct pl_part *day;

	assert_int_equal(field(t, "actorId")->type, PL_D_ID);
	assert_int_equal(field(t, "at")->format.precision, PL_P_MS);
	assert_int_equal(field(t, "at")->format.trouble, PL_TT_NONE);
	bytes(field(t, "at"), 24, 24);
	bytes(field(t, "eventId"), 26, 26);
	composed(f, &sk->main, "EVT|<at 2>|<eventId 3>");
	assert_int_equal(sk->nlegacy, 1);
	composed(f, &sk->legacy[0], "EVT|<at 2>");
	at(sk->legacy[0].at, 12, 16);
	assert_int_equal(t->queries[0].sk[0].op, PL_Q_BEGINS_WITH);
	composed(f, &t->queries[0].sk[0].first, "EVT|<day 2>T");
	day = &t->queries[0].sk[0].first.parts[2];
	assert_int_equal(day->spec, PL_SPEC_ENCODING);
	assert_int_equal(day->field->type, PL_D_TIMESTAMP);
	assert_int_equal(day->field->format.precision, PL_P_DAY);
	assert_null(day->base);
	composed(f, &t->queries[1].sk[0].second, "EVT|<to 2>~");
	assert_ptr_equal(t->queries[1].sk[0].second.parts[2].field, field(t, "at"));
}

static void shop(void **state)
{
	struct fixture *f = *state;
	const struct pl_schema_table *t = good(f, "good-shop.keys.yaml");
	const struct pl_schema_query *q = t->queries;

	is(t->from, "template.yaml");
	is(t->from_id, "ShopTable");
	at(t->from_at, 1, 7);
	assert_int_equal(t->names.nindexes, 2);
	is(t->names.index[1].name, "GSI1");
	is(t->names.index[1].sk, "GSI1SK");
	at(t->index_at[1], 5, 3);
	assert_int_equal(field(t, "status")->values.count, 4);
	is(field(t, "status")->values.text[3], "SHIPPED");
	assert_int_equal(field(t, "price")->scale, 2);
	is(field(t, "price")->max.text, "99999.99");
	assert_false(field(t, "price")->max.fits);
	is(field(t, "sku")->chars_whole, "\\A(?:[A-Z0-9-])+\\z");
	bytes(field(t, "sku"), 1, 40);
	bytes(field(t, "status"), 4, 9);
	assert_int_equal(t->nentities, 4);
	composed(f, &key(t, 3, "SK")->main, "|META");
	assert_int_equal(key(t, 3, "SK")->main.segments, 2);
	composed(f, &key(t, 2, "GSI1SK")->main, "PRICE|<price 2>|<orderId 3>");
	assert_ptr_equal(q[0].returned[0], &t->entities[1]);
	assert_ptr_equal(q[2].index, &t->names.index[1]);
	composed(f, &q[2].sk[0].second, "2024-04-01");
}

/* ---- every member once ---- */

static void everything(void **state)
{
	struct fixture *f = *state;
	const struct pl_schema_table *t = good(f, "good-everything.keys.yaml");
	const struct pl_template *sk = &key(t, 0, "SK")->main;
	const struct pl_index *gsi = &t->names.index[1];
	const struct pl_schema_query *q = t->queries;
	struct pl_attribute all[PL_KEY_ATTRIBUTES];

	assert_int_equal(pl_index_pks(gsi, all), 2);
	is(all[1].name, "region");
	assert_int_equal(pl_index_sks(gsi, all), 3);
	assert_int_equal(all[1].type, 'N');
	assert_int_equal(all[2].type, 'S');
	assert_int_equal(gsi->projection, PL_PROJECT_KEYS_ONLY);
	assert_true(t->names.index[3].local);
	is(t->names.index[3].pk, "PK");

	assert_int_equal(field(t, "balance")->sign, PL_SIGN_OFFSET);
	assert_true(field(t, "balance")->min.value == -500);
	assert_int_equal(field(t, "balance")->direction, PL_DESC);
	assert_int_equal(field(t, "price")->horizon, 20);
	assert_false(field(t, "price")->growth.percent);
	is(field(t, "rank")->also.text[1], "v0");
	assert_int_equal(field(t, "hex")->base, 16);
	assert_int_equal(field(t, "hex")->letters, PL_CASE_LOWER);
	assert_int_equal(field(t, "counted")->encode, PL_ENCODE_LENGTH_PREFIX);
	bytes(field(t, "at"), 32, 32);
	assert_int_equal(field(t, "local")->format.trouble, PL_TT_FINE_FIRST);
	assert_int_equal(field(t, "week")->format.trouble, PL_TT_NONE);
	is(field(t, "note")->escape, "\\#");
	assert_true(field(t, "note")->rest && field(t, "note")->optional);
	assert_int_equal(field(t, "version")->nwidths, 3);
	bytes(field(t, "version"), 11, 11);
	is(field(t, "clock")->scheme, "ms:counter:node");
	assert_int_equal(field(t, "u4")->type, PL_D_UUID);
	assert_true(field(t, "status")->ordered);

	composed(f, sk, "R|<price 2>|<rank 3>|<ulid 4>|<x>|<plainNo 6.1>-<counted 6.2>");
	assert_int_equal(sk->parts[4].field->width, 6);
	assert_int_equal(sk->parts[4].base->width, 0);
	assert_int_equal(sk->parts[4].spec, PL_SPEC_WIDTH);
	assert_int_equal(key(t, 0, "SK")->legacy[0].parts[2].field->encode, PL_ENCODE_PLAIN);
	assert_int_equal(key(t, 0, "SK")->legacy[0].parts[2].field->width, 0);
	assert_int_equal(key(t, 0, "SK")->legacy[1].parts[1].field->format.encoding, PL_TE_EPOCH_S);
	composed(f, &key(t, 1, "PK")->main, "X|<friend 2>|<own 3>");
	is(t->entities[0].match[0].value, "row");
	assert_int_equal(t->entities[0].unique, PL_UNIQUE_NAMES);
	assert_int_equal(t->entities[1].unique, PL_UNIQUE_NO);
	assert_int_equal(t->entities[1].nfields, 1);

	is(q[1].name, "query 2");
	assert_int_equal(q[3].sk[0].op, PL_Q_LT);
	assert_int_equal(q[6].sk[0].op, PL_Q_GE);
	assert_true(q[7].partial);
	assert_int_equal(q[7].nwants, 2);
	assert_int_equal(q[7].wants[0].direction, PL_DESC);
	is(q[7].wants[1].value, "ulid");
	assert_int_equal(q[9].sk[0].op, PL_Q_FROM_UNTIL);
	assert_int_equal(q[9].sk[0].second.parts[0].field->width, 8);
	is(q[9].pk[0].delimiter, "|");
	assert_int_equal(q[10].sk[0].op, PL_Q_EQ);
	assert_int_equal(q[11].npk, 2);
	assert_int_equal(q[11].nsk, 2);
	assert_int_equal(q[11].sk[1].op, PL_Q_GE);
	is(q[12].expression, "#pk = :p AND begins_with(SK, :s)");
	is(q[12].names[0].attribute, "PK");
	assert_int_equal(q[12].values[1].type, 'S');
	composed(f, &q[12].values[0].value, "T|<tenantId 2>");
}

static void documents(void **state)
{
	struct fixture *f = *state;
	const struct pl_schema_table *third;

	good(f, "good-documents.keys.yaml");
	assert_int_equal(f->schema.ntables, 3);
	third = f->schema.tables[2];
	is(third->names.name, "Third");
	at(third->at, 12, 1);
	at(field(third, "other")->at, 16, 3);
	assert_int_equal(field(third, "other")->type, PL_D_TEXT);
}

/* Patterns made of `chars` are said of whole values. */
static void chars(void **state)
{
	static const struct {
		const char *chars, *yes, *no;
	} rows[] = {
		{"[a-z]", "abc", "abC"},       {"[0-9]{4}Q[1-4]", "2024Q1", "2024Q1x"}, {"a|b", "b", "ab"},
		{"[]a]", "a]a", "b"},          {"[^]a]", "bc", "b]"},                   {"[[:alpha:]-]", "a-b", "a1"},
		{"[a\\]]", "a]", "b"},         {"[a][b]", "ab", "abab"},                {"\\d", "1", "12"},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		const char *why;
		size_t offset;
		struct pl_pattern *pattern;

		assert_true(reads(f, pl_str_c(pl_arena_printf(&f->arena,
							      "key: {pk: PK}\nfields: {x: {type: id, chars: '%s'}}\n"
							      "entities: {E: {PK: <x>}}",
							      rows[i].chars))));
		pattern = pl_pattern_new(&f->arena, field(f->schema.tables[0], "x")->chars_whole, &why, &offset);
		assert_non_null(pattern);
		if (pl_pattern_match(pattern, pl_str_c(rows[i].yes)) != PL_MATCH_YES)
			fail_msg("%s is no match for %s", rows[i].yes, rows[i].chars);
		if (pl_pattern_match(pattern, pl_str_c(rows[i].no)) != PL_MATCH_NO)
			fail_msg("%s is a match for %s", rows[i].no, rows[i].chars);
	}
}

static void sizes(void **state)
{
	static const struct {
		const char *field;
		unsigned least, most;
	} rows[] = {
		{"{type: number, max: 999}", 1, 3},
		{"{type: number, min: 100, max: 999}", 3, 3},
		{"{type: number, min: 1, max: 9, scale: 2}", 3, 3},
		{"{type: number, max: 9.5, decimals: 2}", 4, 4},
		{"{type: number, max: 9999, min: -500, offset: 1000}", 3, 5},
		{"{type: number, max: 99, encode: length-prefix}", 3, 4},
		{"number", 1, 0},
		{"{type: number, width: 3, encode: plain, max: 99999}", 1, 5},
		{"{type: number, base: 16, max: 99}", 1, 0},
		{"snowflake", 19, 19},
		{"{type: snowflake, width: 18}", 18, 18},
		{"uuid", 36, 36},
		{"{type: uuid, length: 32}", 32, 32},
		{"id", 1, 0},
		{"{type: id, min: 2, max: 8}", 2, 8},
		{"{type: geohash, length: 6}", 6, 6},
		{"{type: geohash, length: 6, partial: true}", 1, 6},
		{"geohash", 1, 0},
		{"{type: timestamp, format: epoch-s}", 10, 10},
		{"{type: timestamp, format: epoch-s, width: 11}", 11, 11},
		{"{type: timestamp, format: M/D/YYYY}", 8, 10},
		{"{type: timestamp, precision: day}", 10, 10},
		{"version", 1, 0},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		assert_true(reads(f, pl_str_c(pl_arena_printf(
					   &f->arena, "key: {pk: PK}\nfields:\n  x: %s\nentities: {E: {PK: <x>}}", rows[i].field))));
		bytes(field(f->schema.tables[0], "x"), rows[i].least, rows[i].most);
	}
}

/* ---- faults ---- */

static struct pl_str file_text(struct fixture *f, const char *path)
{
	FILE *file = fopen(path, "rb");
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str own;

	if (!file)
		fail_msg("%s cannot be read", path);
	for (size_t n = 1; n > 0; text.len += n)
		n = fread(pl_buf_reserve(&text, 4096), 1, 4096, file);
	fclose(file);
	own = pl_arena_str(&f->arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return own;
}

/* fixtures/schema/bad-*.keys.yaml give exactly the lines of their .expect files. */
static void bad_files(void **state)
{
	struct fixture *f = *state;
	DIR *dir = opendir(FIXTURES);
	unsigned files = 0;

	assert_non_null(dir);
	for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
		struct pl_str name = pl_str_c(entry->d_name), stem;
		struct pl_buf said = PL_BUF_INIT;

		if (!pl_str_starts(name, PL_S("bad-")) || !pl_str_ends(name, PL_S(".keys.yaml")))
			continue;
		assert_false(reads_file(f, entry->d_name));
		for (const struct pl_fault *fault = f->faults.first; fault; fault = fault->next)
			pl_buf_printf(&said, "%u:%u: %s\n", fault->at.line, fault->at.column, fault->text);
		stem = pl_str_sub(name, 0, name.len - strlen(".keys.yaml"));
		is(file_text(f, pl_arena_printf(&f->arena, FIXTURES "/%.*s.expect", (int)stem.len, stem.ptr)), said.ptr);
		pl_buf_release(&said);
		files++;
	}
	closedir(dir);
	assert_true(files >= 10);
}

/* Places inside quoted texts: escapes and characters of several bytes are counted as they stand. */
static void places(void **state)
{
	static const char head[] = "key: {pk: PK}\nentities: {E: {PK: ";
	static const struct {
		const char *text;
		unsigned column; /* behind the head */
	} rows[] = {
		{"a#<no>", 3},         {"'a#<no>'", 4},           {"\"a#<no>\"", 4},   {"'it''s<no>'", 7},
		{"\"\\u00e9<no>\"", 8}, {"\"\\x41\\t<no>\"", 8},  {"\"\xc3\xa9<no>\"", 3}, {"\"\\N\\_<no>\"", 6},
		{"\"\\U0001F600<no>\"", 12}, {"\"\\\\\\\\<no>\"", 6},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++)
		refuses(f, pl_arena_printf(&f->arena, "%s%s}}", head, rows[i].text), 2,
			(unsigned)(strlen(head) - strlen("key: {pk: PK}\n")) + rows[i].column, "names no field");
	/* In a block or behind the first line it is the text's own place. */
	refuses(f, "key: {pk: PK}\nentities:\n  E:\n    PK: |\n      a<no>\n", 4, 9, "names no field");
	refuses(f, "\xef\xbb\xbfkey: {pk: PK}\nentities: {E: {PK: \"a<no>\"}}\n", 2, 22, "names no field");
}

static void scalars_are_bytes(void **state)
{
	struct fixture *f = *state;

	assert_true(reads(f, PL_S("table: 0012\nkey: {pk: 12:30:45, sk: yes}\nentities: {E: {12:30:45: 2024-03-09, yes: null#}}")));
	is(f->schema.tables[0]->names.name, "0012");
	is(f->schema.tables[0]->names.index[0].pk, "12:30:45");
	composed(f, &f->schema.tables[0]->entities[0].keys[0].main, "2024-03-09");
	/* A column that looks like a member stands under keys:. */
	assert_true(reads(f, PL_S("key: {pk: match, sk: \"a:b\"}\nentities: {E: {keys: {match: A, \"a:b\": B}}}")));
	assert_int_equal(f->schema.tables[0]->entities[0].nkeys, 2);
}

static void hostile(void **state)
{
	struct fixture *f = *state;
	struct pl_buf text = PL_BUF_INIT;

	refuses(f, "key: {pk: PK}\nentities:\n  E:\n    PK: a\n    match: Order\n", 5, 12, "match must be a map");
	refuses(f, "key: {pk: PK}\nentities:\n  E:\n    PK: a\n    match: {type: [Order]}\n", 5, 19, "a value of match must be");
	refuses(f,
		"key: {pk: PK}\nentities:\n  E:\n    PK: a\n    match: {a: 1, b: 1, c: 1, d: 1}\n"
		"  F:\n    PK: a\n    match: {d: 1, e: 1, f: 1, g: 1, h: 1, i: 1}\n",
		8, 43, "at most 8 attributes; i is one more");
	refuses(f, "", 1, 1, "no table is declared");
	refuses(f, "# only a comment\n", 1, 1, "no table is declared");
	refuses(f, "- a\n- b\n", 1, 1, "a table must be a map, not a list");
	refuses(f, "just text", 1, 1, "a table must be a map, not text");
	refuses(f, "table: [\n", 2, 1, "did not find expected node content");
	refuses(f, "? {a: b}\n: c\n", 1, 3, "a key must be text");
	refuses(f, "table: \xff\n", 0, 0, "not YAML text at byte 7");
	refuses(f, "a: &a [x,x,x,x,x,x,x,x,x]\nb: &b [*a,*a,*a,*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b,*b,*b,*b]\n"
		   "d: &d [*c,*c,*c,*c,*c,*c,*c,*c,*c]\ne: &e [*d,*d,*d,*d,*d,*d,*d,*d,*d]\n"
		   "f: &f [*e,*e,*e,*e,*e,*e,*e,*e,*e]\n",
		6, 17, "too many nodes");
	for (int i = 0; i < 100; i++)
		pl_buf_addc(&text, '[');
	refuses(f, text.ptr, 1, 33, "nested too deep");
	pl_buf_clear(&text);
	pl_buf_adds(&text, "key: {pk: PK}\nentities: {E: {PK: A}}\nfields:\n");
	for (int i = 0; i <= 1000; i++)
		pl_buf_printf(&text, "  f%d: id\n", i);
	refuses(f, text.ptr, 4, 3, "more than 1000 fields");
	pl_buf_clear(&text);
	for (int i = 0; i < 5000; i++)
		pl_buf_printf(&text, "k%d: 1\n", i);
	assert_false(reads(f, pl_buf_str(&text)));
	assert_true(f->faults.count > PL_FAULTS_KEPT);
	assert_non_null(strstr(f->faults.last->text, "unknown member"));
	pl_buf_clear(&text);
	pl_buf_adds(&text, "key: {pk: PK}\nentities: {E: {PK: \"");
	for (int i = 0; i <= PL_TEMPLATE_BYTES; i++)
		pl_buf_addc(&text, 'a');
	pl_buf_adds(&text, "\"}}");
	refuses(f, text.ptr, 2, 21, "a template of more than 4096 bytes");
	pl_buf_release(&text);
}

/* As many faults as have room, each whole, and how many more there are. */
static void error_text(void **state)
{
	struct fixture *f = *state;
	struct pl_error error = {.set = false};

	assert_false(reads_file(f, "bad-members.keys.yaml"));
	assert_false(pl_faults_fail(&f->faults, &error));
	assert_int_equal(error.code, PL_EXIT_USAGE);
	assert_non_null(strstr(error.text, FIXTURES "/bad-members.keys.yaml:2:1: unknown member of a table \"tabel\""));
	assert_non_null(strstr(error.text, "\n… and "));
	assert_false(reads_file(f, "none.keys.yaml"));
	error.set = false;
	pl_faults_fail(&f->faults, &error);
	assert_string_equal(error.text, FIXTURES "/none.keys.yaml: No such file or directory");
}

static void told_apart(void **state)
{
	static const char *const ours[] = {
		"table: T\n", "# comment\n\n---\ntables:\n", "%YAML 1.1\n---\nkeys: 1\n", "delimiter: \"#\"\nfields:\n  a: id\nentities:\n",
		"\xef\xbb\xbftable: x\r\n", "key: {pk: PK}\n", "queries:\n- name: x\nentities:\n",
	};
	static const char *const others[] = {
		"", "\n", "{\"Item\":{}}\n", "{\"tables\": []}", "Resources:\n  T:\n", "service: x\nprovider: y\n", "table:1#x\n",
		"PK,SK\na,b\n", "- table: x\n", "a b\ntable: x\n", "tables", "EVT#1\nkey: x\n", "$ion_1_0 {}\n",
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(ours); i++)
		if (!pl_schema_is_yaml(pl_str_c(ours[i])))
			fail_msg("not taken for a schema: %s", ours[i]);
	for (size_t i = 0; i < PL_LEN(others); i++)
		if (pl_schema_is_yaml(pl_str_c(others[i])))
			fail_msg("taken for a schema: %s", others[i]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(leaderboard, begin, end),
		cmocka_unit_test_setup_teardown(audit_log, begin, end),
		cmocka_unit_test_setup_teardown(shop, begin, end),
		cmocka_unit_test_setup_teardown(everything, begin, end),
		cmocka_unit_test_setup_teardown(documents, begin, end),
		cmocka_unit_test_setup_teardown(chars, begin, end),
		cmocka_unit_test_setup_teardown(sizes, begin, end),
		cmocka_unit_test_setup_teardown(bad_files, begin, end),
		cmocka_unit_test_setup_teardown(places, begin, end),
		cmocka_unit_test_setup_teardown(scalars_are_bytes, begin, end),
		cmocka_unit_test_setup_teardown(hostile, begin, end),
		cmocka_unit_test_setup_teardown(error_text, begin, end),
		cmocka_unit_test(told_apart),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
