/* SPDX-License-Identifier: Apache-2.0 */
/* PL501 to PL508 on declared queries: each row a query and what is said of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "linter/config.h"
#include "linter/rule.h"

struct fixture {
	struct pl_arena arena;
	struct pl_faults faults;
	struct pl_schema schema;
	struct pl_config config;
	struct pl_result result;
};

static int begin(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	pl_config_default(&f->arena, &f->config);
	*state = f;
	return 0;
}

static int end(void **state)
{
	struct fixture *f = *state;

	pl_arena_release(&f->arena);
	free(f);
	return 0;
}

static void judge_text(struct fixture *f, const char *text)
{
	struct pl_judge judge = {.arena = &f->arena, .config = &f->config, .today = 1};
	struct pl_keys *list[PL_MAX_INDEXES];
	const struct pl_schema_table *table;

	f->faults = (struct pl_faults){.arena = &f->arena};
	pl_schema_read_yaml(&f->faults, "keys.yaml", pl_str_c(text), &f->schema);
	pl_schema_bind(&f->faults, &f->schema);
	if (f->faults.count)
		fail_msg("%s\n%u:%u: %s", text, f->faults.first->at.line, f->faults.first->at.column, f->faults.first->text);
	table = f->schema.tables[0];
	for (size_t i = 0; i < table->names.nindexes; i++) {
		const struct pl_index *index = &table->names.index[i];

		list[i] = PL_NEW(&f->arena, struct pl_keys);
		*list[i] = (struct pl_keys){.table = &table->names, .index = index, .table_name = table->names.name,
					    .index_name = index->name, .schema = table, .pk = index->pk, .sk = index->sk,
					    .ordered = true};
	}
	f->result = (struct pl_result){.complete = true};
	pl_judge_queries(&judge, list, table->names.nindexes);
	pl_judge_run(&judge, list, table->names.nindexes, &f->result);
}

/* The codes of the 500s that were reported, "PL501:warning". */
static const char *found(struct fixture *f)
{
	static char got[400];

	*got = '\0';
	for (size_t i = 0; i < f->result.nfindings; i++) {
		const struct pl_finding *finding = &f->result.findings[i];

		if (finding->rule->code[2] != '5')
			continue;
		assert_non_null(finding->message);
		assert_non_null(finding->why);
		assert_non_null(finding->fix);
		assert_int_not_equal(finding->fingerprint, 0);
		assert_int_not_equal(finding->at.line, 0);
		snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s:%s", *got ? " " : "", finding->rule->code,
			 pl_level_name(finding->level));
	}
	return got;
}

struct row {
	const char *query, *expected;
};

static void judge_rows(struct fixture *f, const char *schema, const struct row *rows, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		judge_text(f, pl_arena_printf(&f->arena, "%squeries:\n  - {name: q, %s}\n", schema, rows[i].query));
		if (strcmp(found(f), rows[i].expected) != 0)
			fail_msg("%s: \"%s\" and not \"%s\": %s", rows[i].query, found(f), rows[i].expected,
				 f->result.nfindings ? f->result.findings[0].message : "");
	}
}

/* ---- events: literals, a time, an id ---- */

static const char events[] =
	"table: T\n"
	"key: {pk: PK, sk: SK}\n"
	"fields:\n"
	"  actor: id\n"
	"  at: {type: timestamp, format: iso8601, precision: ms, zone: Z}\n"
	"  eventId: {type: ulid, unique: true}\n"
	"  state: {type: enum, values: [OPEN, OPENED, SHUT]}\n"
	"  no: {type: number, width: 4, max: 9999}\n"
	"entities:\n"
	"  Event: {PK: \"ACTOR#<actor>\", SK: \"EVT#<at>#<eventId>\"}\n"
	"  Profile: {PK: \"ACTOR#<actor>\", SK: PROFILE}\n"
	"  Order: {PK: \"ACTOR#<actor>\", SK: \"ORDER#<no>\"}\n"
	"  OrderItem: {PK: \"ACTOR#<actor>\", SK: \"ORDERITEM#<no>\"}\n"
	"  Status: {PK: \"STATUS#<state>\", SK: \"<actor>\"}\n"
	"  Tag: {PK: \"TAG#<actor>\", SK: \"T#<actor>#<state>\"}\n";

static void prefixes(void **state)
{
	static const struct row rows[] = {
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#\"}", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT\"}", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#2026\"}", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#2026-06\"}", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#2026-06-\"}", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#<day:YYYY-MM-DD>\"}", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#<day:YYYY-MM-DD>T\"}", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#<at>\"}", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#<at>#\"}", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#<at>#01HR\"}", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#2026-0\"}", "PL501:warning"},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#2026-0\"}, partial: true", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"ORDER\"}", "PL501:warning"},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"ORDER\"}, returns: [Order, OrderItem]", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"ORDER\"}, returns: [Order]", "PL501:warning"},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"ORDER#\"}, returns: [Order]", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"ORDER#00\"}", "PL501:warning"},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"ORDER#<no>\"}", ""},
		{"pk: STATUS#<state>, sk: {begins_with: \"<actor>\"}", "PL501:warning"},
		{"pk: STATUS#<state>, sk: {begins_with: \"a\"}", "PL501:warning"},
		{"pk: TAG#<actor>, sk: {begins_with: \"T#<actor>\"}", "PL501:warning"},
		{"pk: TAG#<actor>, sk: {begins_with: \"T#<actor>#\"}", ""},
		{"pk: TAG#<actor>, sk: {begins_with: \"T#<actor>#OPEN\"}", "PL501:warning"},
		{"pk: TAG#<actor>, sk: {begins_with: \"T#<actor>#SHUT\"}", ""},
		{"pk: TAG#<actor>, sk: {begins_with: \"T#<actor>#S\"}", ""},
	};

	judge_rows(*state, events, rows, PL_LEN(rows));
}

static void bounds(void **state)
{
	static const struct row rows[] = {
		/* Whole values, closed by a sign above the delimiter. */
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#<from:at>\", \"EVT#<to:at>~\"]}", ""},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#<from:at>#\", \"EVT#<to:at>$\"]}", ""},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#\", \"EVT$\"]}", ""},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#\", \"EVT#~\"]}", ""},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-06\", \"EVT#2026-06~\"]}", ""},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-06-01\", \"EVT#2026-06-30\\U0010FFFF\"]}", ""},
		/* The first instant of the next month, and `until`. */
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-06-01\", \"EVT#2026-07-01\"]}", ""},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-06-01\", \"EVT#2026-07-01T00:00:00.000Z\"]}", ""},
		{"pk: ACTOR#<actor>, sk: {from: \"EVT#2026-06-01\", until: \"EVT#2026-06-17\"}", ""},
		{"pk: ACTOR#<actor>, sk: {from: \"EVT#<a:at>\", until: \"EVT#<b:at>\"}", ""},
		/* Ends that lose what continues them. */
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-06-01\", \"EVT#2026-06-30\"]}", "PL503:warning"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#<a:YYYY-MM-DD>\", \"EVT#<b:YYYY-MM-DD>\"]}", "PL503:warning"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#<from:at>\", \"EVT#<to:at>\"]}", "PL503:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#<from:at>\", \"EVT#<to:at>#\"]}", "PL503:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026\", \"EVT#2027\"]}", "PL503:info"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#<from:at>\", \"EVT#<to:at>#<eventId>\"]}", ""},
		{"pk: ACTOR#<actor>, sk: {between: [\"ORDER#<a:no>\", \"ORDER#<b:no>\"]}", ""},
		{"pk: ACTOR#<actor>, sk: {gt: \"EVT#<from:at>\"}", "PL503:warning"},
		{"pk: ACTOR#<actor>, sk: {gt: \"EVT#<from:at>~\"}", ""},
		{"pk: ACTOR#<actor>, sk: {gte: \"EVT#<from:at>\"}", ""},
		{"pk: ACTOR#<actor>, sk: {gt: \"EVT#<from:at>#<eventId>\"}", ""},
		{"pk: ACTOR#<actor>, sk: {lt: \"EVT#<to:at>\"}", ""},
		{"pk: ACTOR#<actor>, sk: {lte: \"EVT#<to:at>\"}", "PL503:error"},
		/* Other forms. */
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-06-01T00:00:00Z\", \"EVT#2026-07-01\"]}", "PL502:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-06-01 00:00\", \"EVT#2026-07-01\"]}", "PL502:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#20260601\", \"EVT#2026-07-01\"]}", "PL502:error PL505:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-06-1\", \"EVT#2026-07-01\"]}", "PL502:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#<a:epoch-ms>\", \"EVT#<b:epoch-ms>\"]}", "PL502:error PL502:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-06-01T00:00:00.000Zx\", \"EVT#2026-07-01\"]}", "PL502:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"ORDER#5\", \"ORDER#0017\"]}", "PL502:error PL505:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"ORDER#0005\", \"ORDER#17\"]}", "PL502:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"ORDER#<a:no>\", \"ORDER#<b:6>\"]}", "PL502:error"},
		{"pk: ACTOR#<actor>, sk: \"ORDER#17\"", "PL502:error PL508:error"},
		{"pk: ACTOR#<actor>, sk: \"ORDER#00017\"", "PL502:error PL508:error"},
		{"pk: ACTOR#<actor>, sk: \"ORDER#0017\"", ""},
	};

	judge_rows(*state, events, rows, PL_LEN(rows));
}

static void ranges(void **state)
{
	static const struct row rows[] = {
		{"pk: STATUS#<state>, sk: {between: [\"<a:actor>\", \"<b:actor>\"]}", "PL504:warning"},
		{"pk: STATUS#<state>, sk: {between: [\"a\", \"m\"]}", "PL503:warning PL504:warning"},
		{"pk: STATUS#<state>, sk: {between: [\"a\", \"m\"]}, partial: true", "PL503:warning"},
		{"pk: STATUS#<state>, sk: {between: [\"a\", \"m~\"]}, partial: true", ""},
		{"pk: STATUS#<state>, sk: {gt: \"<last:actor>\"}", ""},
		{"pk: TAG#<actor>, sk: {between: [\"T#\", \"T$\"]}", ""},
		{"pk: TAG#<actor>, sk: {between: [\"T#<actor>#\", \"T#<actor>$\"]}", ""},
		{"pk: TAG#<actor>, sk: {between: [\"T#<a:actor>#\", \"T#<b:actor>$\"]}", "PL504:warning"},
		{"pk: TAG#<actor>, sk: {between: [\"T#<actor>#OPEN\", \"T#<actor>#SHUT\"]}", "PL504:warning"},
		{"pk: TAG#<actor>, sk: {gte: \"T#<actor>#SHUT\"}", "PL504:warning"},
	};

	judge_rows(*state, events, rows, PL_LEN(rows));
}

static void expressions(void **state)
{
	static const struct row rows[] = {
		{"expression: \"PK = :p\", values: {\":p\": \"ACTOR#<actor>\"}", ""},
		{"expression: \"PK = :p AND begins_with(SK, :s)\", values: {\":p\": \"ACTOR#<actor>\", \":s\": \"EVT#\"}", ""},
		{"expression: \"PK = :p AND begins_with(SK, :s)\", values: {\":p\": \"ACTOR#<actor>\", \":s\": \"ORDER\"}",
		 "PL501:warning"},
		{"expression: \"PK = :p AND SK BETWEEN :a AND :b\", values: {\":p\": \"ACTOR#<actor>\", \":a\": \"EVT#2026-06-01\", "
		 "\":b\": \"EVT#2026-06-30\"}", "PL503:warning"},
		{"expression: \"PK = :p OR SK = :s\", values: {\":p\": \"ACTOR#<actor>\", \":s\": \"EVT#\"}", "PL505:error PL508:error"},
		{"expression: \"PK = :p\", values: {\":p\": \"ACTOR#<actor>\", \":s\": \"EVT#\"}", "PL505:error"},
		{"expression: \"PK = :p AND\", values: {\":p\": \"ACTOR#<actor>\"}", "PL505:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-07\", \"EVT#2026-06~\"]}", "PL505:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#<at>~\", \"EVT#<at>#\"]}", "PL505:error"},
	};

	judge_rows(*state, events, rows, PL_LEN(rows));
}

static void scope(void **state)
{
	static const struct row rows[] = {
		{"pk: ACTOR#<actor>", ""},
		{"pk: ACTOR#<actor>, returns: [Event]", "PL508:warning"},
		{"pk: ACTOR#<actor>, returns: [Event, Profile, Order, OrderItem]", ""},
		{"pk: ACTOR#<actor>, returns: [Event, Profile, Order, OrderItem, Tag]", "PL508:warning"},
		{"pk: USER#<actor>", "PL508:error"},
		{"pk: STATUS#OPEN", ""},
		{"pk: STATUS#CLOSED", "PL508:error"},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVENT#2026-06#\"}", "PL508:error"},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#2026-06#\"}", "PL508:error"},
		{"pk: ACTOR#<actor>, sk: {between: [\"X#1\", \"X#2\"]}", "PL508:error"},
		{"pk: ACTOR#<actor>, sk: PROFILE", ""},
		{"pk: ACTOR#<actor>, sk: PROFIL", "PL508:error"},
		{"pk: ACTOR#<actor>, sk: {gte: \"EVT#2026-06-01\"}, returns: [Event]", "PL508:warning"},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#2026-06-01\", \"EVT#~\"]}, returns: [Event]", ""},
		/* PROFILE is the last row of the partition. */
		{"pk: ACTOR#<actor>, order: desc, limit: 1", "PL508:warning"},
		{"pk: ACTOR#<actor>, order: asc, limit: 1", ""},
		{"pk: ACTOR#<actor>, order: desc, limit: 10", ""},
		{"pk: ACTOR#<actor>, sk: {begins_with: \"EVT#\"}, order: desc, limit: 1", ""},
		{"pk: ACTOR#<actor>, sk: {between: [\"EVT#\", \"ORDER$\"]}, order: desc, limit: 1, returns: [Event]",
		 "PL508:warning PL508:warning"},
	};

	judge_rows(*state, events, rows, PL_LEN(rows));
}

/* ---- a leaderboard: two directions in one key ---- */

static const char *board(struct fixture *f, const char *score, const char *at)
{
	return pl_arena_printf(&f->arena,
			       "table: T\n"
			       "key: {pk: PK, sk: SK}\n"
			       "fields:\n"
			       "  season: {type: id, chars: \"[0-9]{4}Q[1-4]\"}\n"
			       "  score: {type: number, width: 10, max: 9999999999%s}\n"
			       "  at: {type: timestamp, format: epoch-ms, width: 13%s}\n"
			       "  player: {type: id, unique: true}\n"
			       "entities:\n"
			       "  Entry: {PK: \"SEASON#<season>\", SK: \"<score>#<at>#<player>\"}\n",
			       score, at);
}

static const char inverted_score[] = ", inverted: 9999999999", inverted_at[] = ", inverted: 9999999999999";

static void directions(void **state)
{
	static const struct row plain[] = {
		{"pk: SEASON#<season>", ""},
		{"pk: SEASON#<season>, order: desc", "PL507:warning"},
		{"pk: SEASON#<season>, order: desc, wants: [score desc, at desc]", ""},
		{"pk: SEASON#<season>, order: desc, wants: [score desc, at asc]", "PL507:error"},
		{"pk: SEASON#<season>, order: asc, wants: [score desc]", "PL507:error"},
		{"pk: SEASON#<season>, order: desc, wants: [at desc, score desc]", "PL507:error"},
		{"pk: SEASON#<season>, sk: {begins_with: \"<score>#\"}, order: desc", ""},
		{"pk: SEASON#<season>, sk: {between: [\"<a:score>#\", \"<b:score>$\"]}, order: desc", "PL507:warning"},
		{"pk: SEASON#<season>, sk: {between: [\"<a:score>#<c:at>\", \"<b:score>#<d:at>~\"]}", "PL504:warning"},
		{"pk: SEASON#<season>, sk: {between: [\"<score>#<c:at>\", \"<score>#<d:at>~\"]}", ""},
	};
	static const struct row mixed[] = {
		{"pk: SEASON#<season>, order: desc, limit: 100", ""},
		{"pk: SEASON#<season>, sk: {between: [\"<a:score>#\", \"<b:score>$\"]}, order: desc", ""},
		{"pk: SEASON#<season>, order: desc, wants: [score desc, at asc]", ""},
		{"pk: SEASON#<season>, sk: {begins_with: \"<score>#\"}, order: desc", "PL506:warning"},
		{"pk: SEASON#<season>, sk: {begins_with: \"<score>#\"}, order: desc, wants: [at asc]", ""},
		{"pk: SEASON#2026Q1, order: desc", ""},
		{"pk: SEASON#2026Q5, order: desc", "PL508:error"},
	};
	static const struct row both[] = {
		{"pk: SEASON#<season>", ""},
		{"pk: SEASON#<season>, order: desc", "PL506:warning"},
		{"pk: SEASON#<season>, order: asc, wants: [score desc, at desc]", ""},
	};
	struct fixture *f = *state;

	judge_rows(f, board(f, "", ""), plain, PL_LEN(plain));
	judge_rows(f, board(f, "", inverted_at), mixed, PL_LEN(mixed));
	judge_rows(f, board(f, inverted_score, inverted_at), both, PL_LEN(both));
}

/* ---- numbers without a width, several attributes, types ---- */

static void others(void **state)
{
	static const char unpadded[] = "table: T\nkey: {pk: PK, sk: SK}\n"
				       "fields: {month: {type: timestamp, precision: month}, day: {type: number, min: 1, max: 31}}\n"
				       "entities: {Count: {PK: <month>, SK: <day>}}\n";
	static const struct row days[] = {
		{"pk: <month>, sk: {gte: \"9\"}", "PL502:error"},
		{"pk: <month>, sk: {gte: \"09\"}", ""},
		{"pk: <month>, sk: {gte: <day>}", ""},
	};
	static const char typed[] = "table: T\nkey: {pk: PK, sk: SK:N}\n"
				    "fields: {user: id, at: {type: timestamp, format: epoch-s}}\n"
				    "entities: {E: {PK: <user>, SK: <at>}}\n";
	static const struct row numbers[] = {
		{"pk: <user>, sk: {between: [\"1\", \"20\"]}", ""},
		{"pk: <user>, sk: {begins_with: \"17\"}", "PL505:error"},
		{"pk: <user>, order: desc", ""},
	};
	static const char several[] = "table: T\nkey: {pk: PK, sk: SK}\nindexes: {G: {pk: [a, b], sk: [c, d]}}\n"
				      "fields: {u: id, day: {type: timestamp, precision: day}, kind: {type: enum, values: [X, Y]}}\n"
				      "entities:\n"
				      "  E: {PK: <u>, SK: E, a: <u>, b: <kind>, c: <day>, d: <u>}\n"
				      "  F: {PK: <u>, SK: F}\n";
	static const struct row attributes[] = {
		{"index: G, pk: [<u>, X]", ""},
		{"index: G, pk: [<u>, Z]", "PL508:error"},
		{"index: G, pk: [<u>, X], sk: {gte: \"2026-06-01\"}", ""},
		{"index: G, pk: [<u>, X], sk: [\"2026-06-01\", {begins_with: <u>}]", "PL501:warning"},
		{"index: G, pk: [<u>, X], sk: [\"2026-6-1\", {gt: <u>}]", "PL508:error"},
	};
	static const char optional[] = "table: T\nkey: {pk: PK, sk: SK}\n"
				       "fields: {u: id, path: {type: text, rest: true}, sub: {type: id, optional: true}}\n"
				       "entities:\n"
				       "  E: {PK: <u>, SK: \"A#<u>#<sub>\"}\n"
				       "  P: {PK: \"P#<u>\", SK: <path>}\n"
				       "  L: {PK: \"L#<u>\", SK: {template: \"N|<u>\", legacy: [\"O<u>\"]}}\n";
	static const struct row shapes[] = {
		{"pk: <u>, sk: \"A#<u>\"", ""},
		{"pk: <u>, sk: \"A#\"", "PL508:error"},
		{"pk: P#<u>, sk: {begins_with: \"<dir:path>/\"}, partial: true", ""},
		{"pk: L#<u>, sk: \"O17\"", ""},
		{"pk: L#<u>, sk: \"Q17\"", "PL508:error"},
	};

	judge_rows(*state, unpadded, days, PL_LEN(days));
	judge_rows(*state, typed, numbers, PL_LEN(numbers));
	judge_rows(*state, several, attributes, PL_LEN(attributes));
	judge_rows(*state, optional, shapes, PL_LEN(shapes));
}

/* The place is the bound's; one query of a name keeps its fingerprint when another is put in front. */
static void places(void **state)
{
	struct fixture *f = *state;
	const char *text = pl_arena_printf(&f->arena, "%squeries:\n  - name: a\n    pk: ACTOR#<actor>\n    sk: {begins_with: ORDER}\n",
					   events);
	uint64_t print;

	judge_text(f, text);
	assert_int_equal(f->result.findings[0].at.line, 19);
	assert_int_equal(f->result.findings[0].at.column, 23);
	assert_int_equal(f->result.findings[0].segment, 1);
	print = f->result.findings[0].fingerprint;
	judge_text(f, pl_arena_printf(&f->arena,
				      "%squeries:\n  - {name: b, pk: X#<actor>}\n  - {name: a, pk: ACTOR#<actor>, sk: {begins_with: ORDERI}}\n"
				      "  - {name: a, pk: ACTOR#<actor>, sk: {begins_with: ORDER}}\n", events));
	assert_string_equal(found(f), "PL508:error PL501:warning");
	assert_int_equal(f->result.findings[1].fingerprint, print);
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(prefixes), TEST(bounds), TEST(ranges), TEST(expressions),
		TEST(scope),    TEST(directions), TEST(others), TEST(places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
