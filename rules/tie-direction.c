/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL507 tie-direction: reading descending turns every value round, not only
 * the first.
 *
 *     keys        0000001500#2024-03-02      read descending: first
 *                 0000001500#2024-03-01      second
 *
 * Of two players with 1500 points the one who came later wins. Where ties go to
 * the earlier, the time is stored inverted, so that the second turn undoes the
 * first.
 *
 * `wants: [score desc, at asc]` says what is meant, and is then judged value by
 * value, in any order of reading. Without it only a time directly behind a
 * number is: a number that is a part of the date, as a year, is none.
 */
#include "linter/rule.h"

enum { MAX_FREE = 32 };

static bool applies(const struct pl_query *query)
{
	return query->range->strings && query->range->nreach && (query->declared->order == PL_DESC || query->declared->nwants);
}

static enum pl_direction direction_of(const struct pl_query *query, const struct pl_declared *field)
{
	return (query->declared->order == PL_DESC) != pl_is_inverted(field) ? PL_DESC : PL_ASC;
}

static const char *direction_text(enum pl_direction direction)
{
	return direction == PL_DESC ? "falls" : "rises";
}

/* ---- what `wants` says ---- */

/* Place of a value among the free ones; count: it is fixed, or not in this layout. */
static size_t place_of(const struct pl_part *const *values, size_t count, struct pl_str name)
{
	size_t i = 0;

	while (i < count && !pl_str_eq(values[i]->text, name))
		i++;
	return i;
}

static const char *turn(struct pl_cx *cx, const struct pl_part *value, bool first)
{
	if (first)
		return "Turn order: round.";
	if (pl_is_inverted(value->field))
		return pl_text(cx, "Store %s as it is; that rewrites every key.", pl_part_text(cx, value));
	if (value->field->type != PL_D_NUMBER && value->field->type != PL_D_TIMESTAMP)
		return pl_text(cx, "%s cannot be stored the other way round: put an inverted time or number in front of it.",
			       pl_part_text(cx, value));
	return pl_text(cx, "Store %s inverted, as MAX - value padded to the digits of MAX; that rewrites every key.",
		       pl_part_text(cx, value));
}

static void report_direction(struct pl_cx *cx, const struct pl_query *query, const struct pl_want *want,
			     const struct pl_part *value, bool first)
{
	pl_report_query(cx, query, (struct pl_finding){
		.level = PL_ERROR,
		.segment = value->segment,
		.part = value->part,
		.at = want->at,
		.message = pl_text(cx, "%s: %s %s, but the query wants the other direction", pl_query_text(cx, query),
				   pl_part_text(cx, value), direction_text(direction_of(query, value->field))),
		.why = pl_text(cx, "It is stored %s and read %s.", pl_is_inverted(value->field) ? "inverted" : "as it is",
			       query->declared->order == PL_DESC ? "descending, which turns every value of the key round"
								 : "ascending"),
		.fix = turn(cx, value, first),
	});
}

static void report_sequence(struct pl_cx *cx, const struct pl_query *query, const struct pl_want *want,
			    const struct pl_part *value, const struct pl_part *before)
{
	pl_report_query(cx, query, (struct pl_finding){
		.level = PL_ERROR,
		.segment = value->segment,
		.part = value->part,
		.at = want->at,
		.message = pl_text(cx, "%s: wants %s behind %s, but keys sort by %s first", pl_query_text(cx, query),
				   pl_part_text(cx, value), pl_part_text(cx, before), pl_part_text(cx, value)),
		.why = "Keys are compared from the left; no order of reading changes which value counts first.",
		.fix = "Read from an index whose sort key has the values in the order that is wanted.",
	});
}

/* True: something was reported. */
static bool check_wants(struct pl_cx *cx, const struct pl_query *query, const struct pl_part *const *values, size_t count)
{
	size_t last = 0;
	bool some = false;

	for (size_t i = 0; i < query->declared->nwants; i++) {
		const struct pl_want *want = &query->declared->wants[i];
		size_t at = place_of(values, count, want->value);

		if (at == count)
			continue;
		if (some && at < last) {
			report_sequence(cx, query, want, values[at], values[last]);
			return true;
		}
		if (values[at]->field->ordered && direction_of(query, values[at]->field) != want->direction) {
			report_direction(cx, query, want, values[at], at == 0);
			return true;
		}
		last = at;
		some = true;
	}
	return false;
}

/* ---- without `wants` ---- */

static bool is_date_part(struct pl_str name)
{
	static const struct pl_str parts[] = {{"year", 4}, {"month", 5}, {"week", 4}, {"day", 3}, {"hour", 4}, {"minute", 6}};

	for (size_t i = 0; i < PL_LEN(parts); i++)
		if (pl_str_eq(name, parts[i]))
			return true;
	return false;
}

/* A time directly behind a number that is read from the top. */
static const struct pl_part *tied_time(const struct pl_query *query, const struct pl_part *const *values, size_t count)
{
	if (query->declared->order != PL_DESC || query->declared->nwants || count < 2)
		return NULL;
	if (values[0]->field->type != PL_D_NUMBER || !values[0]->field->ordered || pl_is_inverted(values[0]->field) ||
	    is_date_part(values[0]->text) || is_date_part(values[0]->field->name))
		return NULL;
	if (values[1]->field->type != PL_D_TIMESTAMP || pl_is_inverted(values[1]->field))
		return NULL;
	return values[1];
}

static void report_tie(struct pl_cx *cx, const struct pl_query *query, const struct pl_part *number,
		       const struct pl_part *time)
{
	pl_report_query(cx, query, (struct pl_finding){
		.level = PL_WARNING,
		.segment = time->segment,
		.part = time->part,
		.at = query->declared->order_at,
		.message = pl_text(cx, "%s: read descending, of two equal %s the later %s comes first", pl_query_text(cx, query),
				   pl_part_text(cx, number), pl_part_text(cx, time)),
		.why = "Reading descending turns every value of the key round, also the one that decides a tie.",
		.fix = pl_text(cx, "Store %s inverted when the earlier is to win; else say wants: [%.*s desc, %.*s desc].",
			       pl_part_text(cx, time), (int)number->text.len, number->text.ptr, (int)time->text.len, time->text.ptr),
	});
}

static void check(struct pl_cx *cx, const struct pl_query *query)
{
	const struct pl_part *values[MAX_FREE];
	const struct pl_reach *reach;

	for (size_t n = 0; (reach = pl_query_reach(query, n)) != NULL; n++) {
		size_t count = pl_query_free(query, reach, values, MAX_FREE);
		const struct pl_part *time = tied_time(query, values, count);

		if (time) {
			report_tie(cx, query, values[0], time);
			return;
		}
		if (check_wants(cx, query, values, count))
			return;
	}
}

const struct pl_rule pl_rule_tie_direction = {
	.code = "PL507",
	.name = "tie-direction",
	.since = "0.1.0",
	.summary = "a later value of the key comes in the direction that is not wanted",
	.why = "ScanIndexForward=false turns the whole key round: of two equal scores the later time comes first.",
	.fix = "Store the value that is to go the other way inverted: MAX - value, padded to the digits of MAX.",
	.blind = "Values other than a time behind a number, unless wants: names them.",
	.source = "Amazon DynamoDB API reference, Query: ScanIndexForward reverses the order of the sort key.",
	.scope = PL_QUERY,
	.level = PL_ERROR,
	.examples = PL_EX_SCHEMA,
	.given = (const char *const[]){
		"table: Leaderboard",
		"key: {pk: PK, sk: SK}",
		"entities:",
		"  Entry: {PK: SEASON#<season>, SK: <score>#<at>#<playerId>}",
		"queries:",
		"  - name: top 100",
		"    pk: SEASON#<season>",
		"    order: desc",
		"    wants: [score desc, at asc]",
		"fields:",
		"  season: {type: id, chars: \"[0-9]{4}Q[1-4]\"}",
		"  score: {type: number, width: 10, max: 9999999}",
		"  playerId: {type: id, unique: true}",
		NULL,
	},
	.bad = (const char *const[]){
		"  at: {type: timestamp, format: epoch-ms}",
		NULL,
	},
	.good = (const char *const[]){
		"  at: {type: timestamp, format: epoch-ms, inverted: 9999999999999}",
		NULL,
	},
	.applies_query = applies,
	.check_query = check,
};
