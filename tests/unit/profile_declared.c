/* SPDX-License-Identifier: Apache-2.0 */
/* Keys against declared templates: which entity and value they are, what is counted, and what the model makes of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "linter/base/buf.h"
#include "linter/profile/declared.h"
#include "linter/profile/fits.h"
#include "linter/profile/model.h"
#include "linter/profile/profile.h"

enum { MOST_ROWS = 400 };

struct row {
	struct pl_str pk, sk;
};

/* A schema, rows, and what became of them. */
struct fixture {
	struct pl_arena arena;
	struct pl_faults faults;
	struct pl_schema schema;
	struct row rows[MOST_ROWS];
	size_t nrows;
	struct pl_profile *profile;
	struct pl_model *model;
};

static int begin(void **state)
{
	*state = calloc(1, sizeof(struct fixture));
	return *state ? 0 : -1;
}

static int end(void **state)
{
	struct fixture *f = *state;

	pl_profile_free(f->profile);
	pl_arena_release(&f->arena);
	free(f);
	return 0;
}

/* `fields` and `entities` are lines of a keys.yaml below those members. */
static void declare(struct fixture *f, const char *fields, const char *entities)
{
	const char *text = pl_arena_printf(&f->arena, "table: T\nkey: {pk: PK, sk: SK}\nfields:\n%s\nentities:\n%s\n", fields,
					   entities);

	f->faults = (struct pl_faults){.arena = &f->arena};
	pl_schema_read_yaml(&f->faults, "keys.yaml", pl_str_c(text), &f->schema);
	pl_schema_bind(&f->faults, &f->schema);
	if (f->faults.count)
		fail_msg("%u:%u: %s", f->faults.first->at.line, f->faults.first->at.column, f->faults.first->text);
}

static void row(struct fixture *f, const char *pk, const char *sk)
{
	assert_true(f->nrows < MOST_ROWS);
	f->rows[f->nrows++] = (struct row){pl_str_c(pl_arena_cstr(&f->arena, pk)), pl_str_c(pl_arena_cstr(&f->arena, sk))};
}

static struct pl_profile *profile_new(struct fixture *f, unsigned thread)
{
	const struct pl_schema_table *table = f->schema.tables[0];
	struct pl_profile *profile =
		pl_profile_new(table->names.index, table->names.nindexes, &pl_default_limits, thread);

	pl_profile_declare(profile, table);
	return profile;
}

/* Counts the rows in `parts` profiles, each row in the next, and merges them. */
static void count(struct fixture *f, unsigned parts)
{
	struct pl_profile *profiles[8];
	const bool use[PL_MAX_INDEXES] = {true};

	for (unsigned p = 0; p < parts; p++)
		profiles[p] = profile_new(f, p);
	for (size_t i = 0; i < f->nrows; i++) {
		struct pl_attr attrs[2] = {{'S', f->rows[i].pk}, {'S', f->rows[i].sk}};
		struct pl_item item = {.attrs = attrs, .file = 0, .place = i + 1};
		struct pl_record records[PL_MAX_INDEXES];

		assert_int_equal(pl_profile_add(profiles[i % parts], &item, records), 1);
	}
	for (unsigned p = 1; p < parts; p++) {
		pl_profile_merge(profiles[0], profiles[p]);
		pl_profile_free(profiles[p]);
	}
	pl_profile_free(f->profile);
	f->profile = profiles[0];
	f->model = pl_model_make(&f->arena, f->profile, &f->schema.tables[0]->names, use);
}

static const struct pl_keys *keys(const struct fixture *f)
{
	return f->model->keys[0];
}

static const struct pl_entity *entity(const struct fixture *f, const char *name, bool legacy)
{
	for (size_t i = 0; i < keys(f)->nentities; i++)
		if (pl_str_eq(keys(f)->entities[i]->name, pl_str_c(name)) && keys(f)->entities[i]->legacy == legacy)
			return keys(f)->entities[i];
	fail_msg("no entity %s", name);
	return NULL;
}

static const struct pl_field *field(const struct fixture *f, const char *shape)
{
	const struct pl_field *found = NULL;

	for (size_t i = 0; i < keys(f)->nfields; i++)
		if (pl_str_eq(keys(f)->fields[i]->shape, pl_str_c(shape))) {
			assert_null(found);
			found = keys(f)->fields[i];
		}
	if (!found)
		fail_msg("no field %s", shape);
	return found;
}

/*
 * What a key is taken for: "name=value …" of the declared fields, from the
 * left; "?" when it fits no template.
 */
static void reads_as_said(struct fixture *f, const char *pk, const char *sk, const struct pl_said *said, const char *expected)
{
	const struct pl_sorting sorting = pl_index_sorting(&f->schema.tables[0]->names.index[0], 0);
	struct pl_declared_value values[PL_DECLARED_VALUES];
	struct pl_declared_keys *declared = pl_declared_keys_new(&f->arena, f->schema.tables[0], &sorting);
	size_t n;
	struct pl_layout *layout = pl_declared_find(declared, pl_str_c(pk), pl_str_c(sk), said, values, &n);
	struct pl_buf text = PL_BUF_INIT;

	pl_buf_adds(&text, layout ? layout->entity->name.ptr : "?");
	pl_buf_adds(&text, layout && layout->legacy ? " legacy" : "");
	for (size_t i = 0; i < n; i++)
		pl_buf_printf(&text, " %s%s%.*s", values[i].branch->part->text.ptr, values[i].also ? "~" : "=",
			      (int)(values[i].to - values[i].from), sk + values[i].from);
	assert_string_equal(text.ptr, expected);
	pl_buf_release(&text);
	pl_declared_release(declared);
}

static void reads_as(struct fixture *f, const char *pk, const char *sk, const char *expected)
{
	reads_as_said(f, pk, sk, NULL, expected);
}

/* ---- one value ---- */

static void values(void **state)
{
	static const struct {
		const char *field, *value;
		enum pl_fit fit;
	} cases[] = {
		{"{type: number, width: 4}", "0042", PL_FIT_STRICT},
		{"{type: number, width: 4}", "42", PL_FIT_KIND},
		{"{type: number, width: 4}", "00042", PL_FIT_KIND},
		{"{type: number, width: 4}", "-42", PL_FIT_KIND},
		{"{type: number, width: 4}", "4.2", PL_FIT_KIND},
		{"{type: number, width: 4}", "x42", PL_FIT_NO},
		{"{type: number, width: 4}", "", PL_FIT_NO},
		{"{type: number, encode: plain}", "42", PL_FIT_STRICT},
		{"{type: number, encode: plain}", "0042", PL_FIT_KIND},
		{"{type: number, encode: length-prefix}", "0242", PL_FIT_STRICT},
		{"{type: number, encode: length-prefix}", "0342", PL_FIT_KIND},
		{"{type: number, decimals: 2}", "10.50", PL_FIT_STRICT},
		{"{type: number, decimals: 2}", "10.5", PL_FIT_KIND},
		{"{type: number, width: 4, base: 16}", "00fF", PL_FIT_STRICT},
		{"{type: number, width: 4, base: 16}", "00fg", PL_FIT_NO},
		{"{type: number, inverted: 999}", "957", PL_FIT_STRICT},
		{"{type: number, inverted: 999}", "57", PL_FIT_KIND},
		{"{type: timestamp, precision: s}", "2026-06-23T10:00:00Z", PL_FIT_STRICT},
		{"{type: timestamp, precision: s}", "2026-06-23T10:00:00.000Z", PL_FIT_KIND},
		{"{type: timestamp, precision: s}", "2026-13-23T10:00:00Z", PL_FIT_KIND},
		{"{type: timestamp, precision: s}", "6/23/2026", PL_FIT_KIND},
		{"{type: timestamp, precision: s}", "1719100800", PL_FIT_KIND},
		{"{type: timestamp, precision: s}", "20260623", PL_FIT_KIND},
		{"{type: timestamp, precision: s}", "yesterday", PL_FIT_NO},
		{"{type: timestamp, precision: s}", "42", PL_FIT_NO},
		{"{type: timestamp, format: epoch-ms}", "1719100800000", PL_FIT_STRICT},
		{"{type: timestamp, format: epoch-ms}", "1719100800", PL_FIT_KIND},
		{"{type: timestamp, format: epoch-ms}", "2026-06-23", PL_FIT_KIND},
		{"{type: timestamp, format: \"M/D/YYYY\"}", "6/3/2026", PL_FIT_STRICT},
		{"{type: timestamp, format: \"M/D/YYYY\"}", "12/31/2026", PL_FIT_STRICT},
		{"{type: timestamp, format: \"GGGG-'W'WW\"}", "2026-W05", PL_FIT_STRICT},
		{"ulid", "01J0VYXW3KQ3V9H3T6Z8QJ7K2M", PL_FIT_STRICT},
		{"{type: ulid, case: upper}", "01j0vyxw3kq3v9h3t6z8qj7k2m", PL_FIT_KIND},
		{"ulid", "01J0VYXW3KQ3V9H3T6Z8QJ7K2U", PL_FIT_NO},
		{"ksuid", "2iMVxB4yJ4ZzKcQe1Qj0hYk2RrT", PL_FIT_STRICT},
		{"uuid", "6f1c2e1a-8f0e-4c1e-9b6e-0a1b2c3d4e5f", PL_FIT_STRICT},
		{"uuid", "6f1c2e1a8f0e4c1e9b6e0a1b2c3d4e5f", PL_FIT_NO},
		{"objectid", "507f1f77bcf86cd799439011", PL_FIT_STRICT},
		{"snowflake", "1800000000000000000", PL_FIT_STRICT},
		{"snowflake", "180000000000000000", PL_FIT_KIND},
		{"{type: id, chars: \"[0-9]{4}Q[1-4]\"}", "2026Q3", PL_FIT_STRICT},
		{"{type: id, chars: \"[0-9]{4}Q[1-4]\"}", "2026Q5", PL_FIT_NO},
		{"{type: id, max: 4}", "12345", PL_FIT_KIND},
		{"id", "", PL_FIT_NO},
		{"text", "", PL_FIT_KIND},
		{"{type: enum, values: [OPEN, SHUT]}", "OPEN", PL_FIT_STRICT},
		{"{type: enum, values: [OPEN, SHUT]}", "open", PL_FIT_KIND},
		{"{type: enum, values: [OPEN, SHUT]}", "GONE", PL_FIT_NO},
		{"version", "1.10.0", PL_FIT_STRICT},
		{"version", "one", PL_FIT_NO},
		{"geohash", "u33dc0", PL_FIT_STRICT},
		{"geohash", "a33dc0", PL_FIT_NO},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < PL_LEN(cases); i++) {
		struct pl_fitting fitting;

		declare(f, pl_arena_printf(&f->arena, "  x: %s", cases[i].field), "  E: {PK: a, SK: <x>}");
		fitting = pl_fitting_of(&f->arena, f->schema.tables[0]->fields[0]);
		if (pl_fits(&fitting, pl_str_c(cases[i].value)) != cases[i].fit)
			fail_msg("\"%s\" for %s is not %d", cases[i].value, cases[i].field, (int)cases[i].fit);
	}
}

/* ---- which way a key goes ---- */

static void ways(void **state)
{
	struct fixture *f = *state;

	declare(f, "  n: {type: number, width: 4}\n  name: text",
		"  Named: {PK: A, SK: ORDER#<name>}\n"
		"  Line: {PK: A, SK: ORDER#<n>}\n"
		"  Meta: {PK: A, SK: ORDER#META}\n"
		"  Item: {PK: A, SK: ORDERITEM#<n>#<name>}\n"
		"  Any: {PK: A, SK: <name>}\n");
	reads_as(f, "A", "ORDER#META", "Meta");
	reads_as(f, "A", "ORDER#0042", "Line n=0042");
	reads_as(f, "A", "ORDER#bolt", "Named name=bolt");
	/* As declared elsewhere before in kind here. */
	reads_as(f, "A", "ORDER#42", "Named name=42");
	reads_as(f, "A", "ORDERITEM#0001#nut", "Item n=0001 name=nut");
	reads_as(f, "A", "anything", "Any name=anything");
	reads_as(f, "A", "ORDER#a#b", "?");
	reads_as(f, "B", "ORDER#0042", "?");
}

/* What the partition key says comes first, the most telling template of it before others. */
static void partitions(void **state)
{
	struct fixture *f = *state;

	declare(f, "  n: {type: number, width: 4}\n  name: text\n  id: id",
		"  Other: {PK: <id>, SK: <name>}\n"
		"  Score: {PK: GAME#<id>, SK: <n>}\n"
		"  Nick: {PK: USER#<id>, SK: <name>}\n"
		"  Renamed: {PK: {template: U#<id>, legacy: [USER-<id>]}, SK: N#<name>}\n");
	reads_as(f, "GAME#7", "0042", "Score n=0042");
	reads_as(f, "GAME#7", "42", "Score n=42");
	reads_as(f, "GAME#7", "bolt", "?");
	reads_as(f, "USER#7", "0042", "Nick name=0042");
	reads_as(f, "seven", "0042", "Other name=0042");
	reads_as(f, "U#7", "N#x", "Renamed name=x");
	reads_as(f, "USER-7", "N#x", "Renamed name=x");
}

/* Items that say what they are: with one value each of the attributes that `match` names, in the order of the file. */
static void claims(void **state)
{
	static const struct {
		const char *sk;
		char kind_type;
		const char *kind;
		char version_type;
		const char *version;
		const char *expected;
	} rows[] = {
		/* The entity that it is, before others that come first in the file. */
		{"0042", 'S', "line", 0, "", "Line n=0042"},
		{"0042", 'S', "name", 'N', "2", "Name name=0042"},
		{"0042", 'S', "name", 'S', "2", "Name name=0042"},
		/* … in kind before as declared elsewhere, */
		{"42", 'S', "line", 0, "", "Line n=42"},
		/* an older layout too, */
		{"L-7", 'S', "line", 0, "", "Line legacy n=7"},
		/* and else one that does not ask, */
		{"0042", 'S', "other", 0, "", "Open id=0042"},
		{"bolt", 'S', "line", 0, "", "Open id=bolt"},
		{"0042", 'S', "name", 'N', "1", "Open id=0042"},
		/* never one that it is not. */
		{"L-7#x", 'S', "line", 0, "", "?"},
		{"L-7#x", 'S', "name", 'N', "2", "Name name=L-7#x"},
		/* Half of it, or what is no text, says nothing. */
		{"L-7#x", 'S', "name", 0, "", "Name name=L-7#x"},
		{"L-7", 'O', "", 0, "", "Line legacy n=7"},
		{"0042", 0, "", 0, "", "Line n=0042"},
	};
	struct fixture *f = *state;

	declare(f, "  n: {type: number, width: 4}\n  name: {type: text, rest: true}\n  id: {type: id, chars: \"[a-z0-9]+\"}",
		"  Name: {PK: A, SK: <name>, match: {kind: name, v: 2}}\n"
		"  Open: {PK: A, SK: <id>}\n"
		"  Line: {PK: A, SK: {template: <n>, legacy: [\"L-<n:plain>\"]}, match: {kind: line}}\n");
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		const struct pl_attr attrs[] = {{rows[i].version_type, pl_str_c(rows[i].version)},
						{rows[i].kind_type, pl_str_c(rows[i].kind)}};
		const unsigned at[] = {1, 0}, nowhere[] = {PL_MAX_WANTED, PL_MAX_WANTED};

		reads_as_said(f, "A", rows[i].sk, &(struct pl_said){attrs, at}, rows[i].expected);
		reads_as_said(f, "A", "0042", &(struct pl_said){attrs, nowhere}, "Line n=0042");
	}
}

static void forms(void **state)
{
	struct fixture *f = *state;

	declare(f,
		"  at: {type: timestamp, precision: s}\n  n: {type: number, width: 3, optional: true, also: [LAST]}\n"
		"  a: {type: text, escape: \"\\\\:\"}\n  rest: {type: text, rest: true}\n"
		"  code: {type: id, length: 2}\n  x: {type: number, width: 2}",
		"  Time: {PK: T, SK: \"AT:<at>:<n>\", delimiter: \":\"}\n"
		"  Path: {PK: P, SK: \"<a>:<rest>\", delimiter: \":\"}\n"
		"  Glued: {PK: G, SK: p_<x><code>-<n>}\n");
	reads_as(f, "T", "AT:2026-06-23T10:00:00Z:007", "Time at=2026-06-23T10:00:00Z n=007");
	reads_as(f, "T", "AT:2026-06-23T10:00:00Z", "Time at=2026-06-23T10:00:00Z");
	reads_as(f, "T", "AT:2026-06-23T10:00:00Z:LAST", "Time at=2026-06-23T10:00:00Z n~LAST");
	reads_as(f, "T", "AT:2026-06-23T10:00:00Z:", "?");
	reads_as(f, "P", "a\\:b:c:d", "Path a=a\\:b rest=c:d");
	reads_as(f, "G", "p_17ab-042", "Glued x=17 code=ab n=042");
}

static void older_layouts(void **state)
{
	struct fixture *f = *state;

	declare(f, "  n: {type: number, width: 6}\n  id: {type: id, unique: true}",
		"  Inv: {PK: A, SK: {template: INV#<n>#<id>, legacy: [\"INV#<n>\", \"INV#<n:plain>\"]}}");
	reads_as(f, "A", "INV#000042#x", "Inv n=000042 id=x");
	reads_as(f, "A", "INV#000042", "Inv legacy n=000042");
	reads_as(f, "A", "INV#42", "Inv legacy n=42");
	row(f, "A", "INV#000042#x");
	row(f, "A", "INV#000043");
	row(f, "A", "INV#44");
	count(f, 1);
	assert_int_equal(keys(f)->legacy, 2);
	assert_int_equal(entity(f, "Inv", false)->keys, 1);
	/* <n> is one field, padded and with what is appended; <n:plain> is written otherwise. */
	assert_int_equal(keys(f)->nfields, 3);
	assert_string_equal(entity(f, "Inv", false)->shape.ptr, "INV#<n>#<id>");
}

/* The steps of one key are bounded, so that no template hangs a run. */
static void hostile(void **state)
{
	struct fixture *f = *state;
	char key[1001];

	declare(f, "  a: text\n  b: text\n  c: text\n  d: text\n  n: number", "  E: {PK: A, SK: <a><b><c><d><n>}");
	memset(key, 'x', sizeof(key) - 1);
	key[sizeof(key) - 1] = '\0';
	reads_as(f, "A", key, "?");
}

/* ---- counting ---- */

static void counts(void **state)
{
	struct fixture *f = *state;
	struct pl_buf first = PL_BUF_INIT;

	declare(f, "  score: {type: number, width: 10, max: 9999999}\n  at: timestamp\n  id: id",
		"  Entry: {PK: SEASON#<id>, SK: <score>#<at>}\n  None: {PK: SEASON#<id>, SK: X#<score>}");
	for (unsigned i = 0; i < 60; i++)
		row(f, i % 2 ? "SEASON#1" : "SEASON#2",
		    pl_arena_printf(&f->arena, "%0*u#2026-06-23T10:00:%02uZ", i % 5 ? 10 : 1, 7 + i * 31, i));
	row(f, "SEASON#1", "undefined");
	row(f, "SEASON#1", "null#2026-06-23T10:00:00Z");
	for (unsigned parts = 1; parts <= 3; parts++) {
		const struct pl_field *score, *at;
		struct pl_buf dump = PL_BUF_INIT;

		count(f, parts);
		score = field(f, "<score>");
		at = field(f, "<score>#<at>");
		assert_string_equal(score->name.ptr, "score");
		assert_int_equal(score->kind, PL_K_NUMBER);
		assert_int_equal(score->observed->keys, 60);
		assert_int_equal(score->observed->padded_width, 10);
		assert_ptr_equal(score->declared, f->schema.tables[0]->fields[0]);
		assert_string_equal(score->entity->name.ptr, "Entry");
		assert_int_equal(score->at.line, 8);
		assert_int_equal(score->at.column, 32);
		assert_int_equal(at->kind, PL_K_TIMESTAMP);
		assert_int_equal(at->observed->nforms, 1);
		assert_ptr_equal(at->before, score);
		assert_true(score->value_after);
		/* Declared, but no key has it. */
		assert_null(field(f, "X#<score>")->observed);
		assert_int_equal(entity(f, "None", false)->keys, 0);
		assert_int_equal(keys(f)->unknown.keys, 2);
		assert_string_equal(keys(f)->unknown.witness.first.ptr, "undefined");
		for (size_t i = 0; i < f->model->nfields; i++)
			pl_buf_printf(&dump, "%s %d %.0f\n", f->model->fields[i]->shape.ptr, (int)f->model->fields[i]->kind,
				      f->model->fields[i]->observed ? f->model->fields[i]->observed->distinct : -1);
		if (!first.len)
			pl_buf_add(&first, pl_buf_str(&dump));
		assert_string_equal(dump.ptr, first.ptr);
		pl_buf_release(&dump);
	}
	pl_buf_release(&first);
}

/* What is told of a key in the second pass is what was counted in the first. */
static void located(void **state)
{
	struct fixture *f = *state;
	struct pl_place places[8];
	struct pl_lexed lexed;
	size_t n;

	declare(f, "  score: {type: number, width: 4}\n  id: id", "  Entry: {PK: A, SK: S#<score>#<id>}");
	row(f, "A", "S#0042#x");
	row(f, "A", "LEARNED#7");
	count(f, 2);
	pl_lex(f->rows[0].sk, &lexed);
	n = pl_model_locate(f->model, 0, f->rows[0].pk, f->rows[0].sk, NULL, &lexed, places, PL_LEN(places));
	assert_int_equal(n, 2);
	assert_string_equal(places[0].field->shape.ptr, "S#<score>");
	assert_int_equal(places[0].from, 2);
	assert_int_equal(places[0].to, 6);
	pl_lex(f->rows[1].sk, &lexed);
	n = pl_model_locate(f->model, 0, f->rows[1].pk, f->rows[1].sk, NULL, &lexed, places, PL_LEN(places));
	assert_int_equal(n, 1);
	assert_string_equal(places[0].field->shape.ptr, "LEARNED#<number>");
	assert_null(places[0].field->declared);
}

static void records(void **state)
{
	struct fixture *f = *state;
	struct pl_record record;
	struct pl_attr attrs[2] = {{'S', PL_S("A")}, {'S', PL_S("S#0042")}};
	struct pl_item item = {.attrs = attrs};
	const bool use[PL_MAX_INDEXES] = {true};

	declare(f, "  score: {type: number, width: 4, also: [NONE]}", "  Entry: {PK: A, SK: S#<score>}");
	f->profile = profile_new(f, 3);
	assert_int_equal(pl_profile_add(f->profile, &item, &record), 1);
	f->model = pl_model_make(&f->arena, f->profile, &f->schema.tables[0]->names, use);
	assert_ptr_equal(pl_model_field_of(f->model, record.tag), field(f, "S#<score>"));
	assert_ptr_equal(pl_model_keys_of(f->model, record.tag), keys(f));
	attrs[1].value = PL_S("S#NONE");
	assert_int_equal(pl_profile_add(f->profile, &item, &record), 1);
	assert_null(pl_model_field_of(f->model, record.tag));
	assert_ptr_equal(pl_model_keys_of(f->model, record.tag), keys(f));
}

/* ---- without a dump ---- */

static void declared_alone(void **state)
{
	struct fixture *f = *state;

	declare(f, "  score: {type: number, width: 10}\n  at: {type: timestamp, format: epoch-ms}\n  id: id",
		"  Entry: {PK: A, SK: <score>#<at>#p_<id>}\n  Whole: {PK: B, SK: <at>}");
	f->model = pl_model_promise(&f->arena, &f->schema);
	assert_int_equal(f->model->nkeys, 1);
	assert_false(keys(f)->observed);
	assert_true(keys(f)->ordered);
	assert_int_equal(keys(f)->nentities, 2);
	assert_int_equal(keys(f)->nfields, 4);
	assert_null(field(f, "<score>")->observed);
	assert_int_equal(field(f, "<score>")->kind, PL_K_NUMBER);
	assert_true(field(f, "<at>")->whole_key);
	assert_string_equal(field(f, "<score>#<at>#p_<id>")->label.ptr, "p_");
	assert_int_equal(field(f, "<score>#<at>#p_<id>")->label.len, 1);
	assert_true(field(f, "<score>#<at>#p_<id>")->label_glued);
	assert_int_equal(entity(f, "Entry", false)->nfields, 3);
	assert_int_equal(entity(f, "Entry", false)->at.line, 8);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(values, begin, end),
		cmocka_unit_test_setup_teardown(ways, begin, end),
		cmocka_unit_test_setup_teardown(partitions, begin, end),
		cmocka_unit_test_setup_teardown(claims, begin, end),
		cmocka_unit_test_setup_teardown(forms, begin, end),
		cmocka_unit_test_setup_teardown(older_layouts, begin, end),
		cmocka_unit_test_setup_teardown(hostile, begin, end),
		cmocka_unit_test_setup_teardown(counts, begin, end),
		cmocka_unit_test_setup_teardown(located, begin, end),
		cmocka_unit_test_setup_teardown(records, begin, end),
		cmocka_unit_test_setup_teardown(declared_alone, begin, end),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
