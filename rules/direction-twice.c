/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL506 direction-twice: newest first, turned round once more.
 *
 *     stored    9999999999999 - at      newest first by bytes
 *     read      order: desc             … and backwards: oldest first
 *
 * Inverting a value and reading descending are two ways to the same end, and
 * both together undo each other. Judged is the first ordered value that the
 * query leaves free: an inverted one behind it is how mixed directions are made
 * (score descending, time ascending), and right.
 *
 * Silent when `wants:` says that this is the order that is meant.
 */
#include "linter/rule.h"

enum { MAX_FREE = 32 };

static bool applies(const struct pl_query *query)
{
	return query->range->strings && query->range->nreach && query->declared->order == PL_DESC;
}

static const struct pl_part *first_ordered(const struct pl_query *query, const struct pl_reach *reach)
{
	const struct pl_part *free_values[MAX_FREE];
	size_t count = pl_query_free(query, reach, free_values, MAX_FREE);

	for (size_t i = 0; i < count; i++)
		if (free_values[i]->field->ordered)
			return free_values[i];
	return NULL;
}

/* The value rises when an inverted one is read backwards. */
static bool is_wanted(const struct pl_query *query, struct pl_str name)
{
	for (size_t i = 0; i < query->declared->nwants; i++)
		if (pl_str_eq(query->declared->wants[i].value, name))
			return query->declared->wants[i].direction == PL_ASC;
	return false;
}

static void check(struct pl_cx *cx, const struct pl_query *query)
{
	const struct pl_reach *reach;

	for (size_t n = 0; (reach = pl_query_reach(query, n)) != NULL; n++) {
		const struct pl_part *value = first_ordered(query, reach);
		const char *name;

		if (!value || !pl_is_inverted(value->field) || is_wanted(query, value->text))
			continue;
		name = pl_part_text(cx, value);
		pl_report_query(cx, query, (struct pl_finding){
			.level = PL_WARNING,
			.segment = value->segment,
			.part = value->part,
			.at = query->declared->order_at,
			.message = pl_text(cx, "%s: %s is stored inverted and read descending, so the smallest comes first",
					   pl_query_text(cx, query), name),
			.why = pl_text(cx, "Inverted, the greatest %s has the smallest bytes; reading backwards turns that round again.",
				       name),
			.fix = pl_text(cx, "Read with order: asc; or say wants: [%.*s asc] when the smallest is to come first.",
				       (int)value->text.len, value->text.ptr),
		});
		return;
	}
}

const struct pl_rule pl_rule_direction_twice = {
	.code = "PL506",
	.name = "direction-twice",
	.since = "0.1.0",
	.summary = "an inverted value is read descending: the smallest comes first",
	.why = "Storing MAX - value puts the newest first; reading that with ScanIndexForward=false puts the oldest first again.",
	.fix = "Do one of the two: read ascending, or in a new table store the value as it is.",
	.blind = "Inverted values behind another ordered one, which mix directions on purpose; queries with wants:.",
	.source = "Amazon DynamoDB API reference, Query: ScanIndexForward.",
	.scope = PL_QUERY,
	.level = PL_WARNING,
	.examples = PL_EX_SCHEMA,
	.given = (const char *const[]){
		"table: Feed",
		"key: {pk: PK, sk: SK}",
		"fields:",
		"  userId: id",
		"  at: {type: timestamp, format: epoch-ms, inverted: 9999999999999}",
		"  postId: {type: id, unique: true}",
		"entities:",
		"  Post: {PK: FEED#<userId>, SK: POST#<at>#<postId>}",
		"queries:",
		NULL,
	},
	.bad = (const char *const[]){
		"  - {name: newest posts, pk: FEED#<userId>, order: desc, limit: 20}",
		NULL,
	},
	.good = (const char *const[]){
		"  - {name: newest posts, pk: FEED#<userId>, order: asc, limit: 20}",
		NULL,
	},
	.applies_query = applies,
	.check_query = check,
};
