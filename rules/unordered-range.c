/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL504 unordered-range: a range over values whose order means nothing, or over
 * a value that stands behind one that is not fixed.
 *
 *     keys    <score>#<at>
 *     range   "0000000100#2024-03-01" to "0000000900#2024-04-01"
 *
 *             0000000500#2019-07-23      inside, though it is not of March
 *
 * Keys are compared from the left, so a range is a range over the first value
 * in which its bounds differ. What stands behind it only tells keys apart that
 * are equal so far. And where that first value is an id, a word or a text, the
 * bytes have an order but the range means nothing.
 *
 * Silent where bounds only close a whole kind of keys off ("USER#" to "USER$"),
 * for a whole key as a place to go on from, for `partial: true`, and for two
 * timestamps behind each other, a day and its hour.
 */
#include "linter/rule.h"

static bool applies(const struct pl_query *query)
{
	return pl_query_has_range(query) && pl_query_is_comparison(query) && !query->declared->partial;
}

static const struct pl_piece *piece_at(const struct pl_reach *reach, size_t i)
{
	return i < reach->key.count ? &reach->key.piece[i] : NULL;
}

/* How many ends of the range say anything of the value. */
static size_t reached(const struct pl_reach *reach, const struct pl_bound *bounds, size_t count, size_t piece)
{
	size_t ends = 0;

	for (size_t i = 0; i < count; i++)
		ends += pl_fit_reaches(pl_fit_at(reach, &bounds[i]), piece);
	return ends;
}

/* The first piece of the next value behind the one that `piece` belongs to. */
static size_t value_behind(const struct pl_reach *reach, size_t piece)
{
	while (!reach->key.piece[piece].ends)
		piece++;
	return pl_next_value(&reach->key, (struct pl_spot){piece + 1, 0});
}

/* An ordered value behind `first` that all bounds reach and that is more than a tie-breaker; count: none. */
static size_t unfixed(const struct pl_reach *reach, const struct pl_bound *bounds, size_t count, size_t first)
{
	const struct pl_declared *front = reach->key.piece[first].part->field;

	for (size_t i = value_behind(reach, first); i < reach->key.count; i = value_behind(reach, i)) {
		const struct pl_declared *field = reach->key.piece[i].part->field;

		if (reached(reach, bounds, count, i) < count)
			break;
		if (field->ordered && !field->unique && !(front->type == PL_D_TIMESTAMP && field->type == PL_D_TIMESTAMP))
			return i;
	}
	return reach->key.count;
}

static void report_unordered(struct pl_cx *cx, const struct pl_query *query, const struct pl_bound *bound,
			     const struct pl_part *value)
{
	const char *name = pl_part_text(cx, value);

	pl_report_query(cx, query, (struct pl_finding){
		.level = PL_WARNING,
		.segment = value->segment,
		.part = value->part,
		.at = pl_template_at(bound->template),
		.message = pl_text(cx, "%s: a range over %s, a value of type %s, whose order means nothing",
				   pl_query_text(cx, query), name, pl_field_type_name(value->field->type)),
		.why = "The range returns the values whose bytes lie between its ends, which says nothing of what they name.",
		.fix = pl_text(cx, "Compare %s by =, or put an ordered value in front of it; say ordered: true where the order of "
				   "its bytes is meant, partial: true where beginnings are.", name),
	});
}

static void report_unfixed(struct pl_cx *cx, const struct pl_query *query, const struct pl_bound *bound,
			   const struct pl_part *front, const struct pl_part *value)
{
	const char *name = pl_part_text(cx, value), *left = pl_part_text(cx, front);

	pl_report_query(cx, query, (struct pl_finding){
		.level = PL_WARNING,
		.segment = value->segment,
		.part = value->part,
		.at = pl_template_at(bound->template),
		.message = pl_text(cx, "%s: the bounds of %s do not hold, because %s in front of it is not fixed",
				   pl_query_text(cx, query), name, left),
		.why = pl_text(cx, "Keys are compared from the left: every %s between the two ends is returned with any %s at all.",
			       left, name),
		.fix = pl_text(cx, "Fix %s to one value, put %s in front of it in the key of an index, or filter by %s.", left, name,
			       name),
	});
}

static void check(struct pl_cx *cx, const struct pl_query *query)
{
	struct pl_bound bounds[2];
	size_t count = pl_bounds_of(query, bounds);
	const struct pl_reach *reach;

	for (size_t n = 0; (reach = pl_query_reach(query, n)) != NULL; n++) {
		size_t first = pl_next_value(&reach->key, reach->pinned), behind;
		const struct pl_piece *piece = piece_at(reach, first);

		if (!piece || !reached(reach, bounds, count, first) || pl_query_is_cursor(reach, bounds, count))
			continue;
		if (!piece->part->field->ordered) {
			report_unordered(cx, query, &bounds[0], piece->part);
			return;
		}
		behind = unfixed(reach, bounds, count, first);
		if (behind < reach->key.count) {
			report_unfixed(cx, query, &bounds[0], piece->part, reach->key.piece[behind].part);
			return;
		}
	}
}

const struct pl_rule pl_rule_unordered_range = {
	.code = "PL504",
	.name = "unordered-range",
	.since = "0.1.0",
	.summary = "a range over a value without an order, or behind one that is not fixed",
	.why = "Keys are compared from the left: a range is over the first value in which its bounds differ. Over ids it means "
	       "nothing; on <score>#<at> it returns any time at all for the scores in between.",
	.fix = "Compare what stands in front by =, or put the value that is asked for first, in an index of its own.",
	.blind = "Numbers and times whose bytes are not in order, which PL102 and PL201 tell of.",
	.source = "Amazon DynamoDB developer guide: string keys are compared by their UTF-8 bytes.",
	.scope = PL_QUERY,
	.level = PL_WARNING,
	.examples = PL_EX_SCHEMA,
	.given = (const char *const[]){
		"table: Devices",
		"key: {pk: PK, sk: SK}",
		"fields:",
		"  site: id",
		"  deviceId: id",
		"  at: {type: timestamp, precision: ms}",
		"entities:",
		"  Reading: {PK: SITE#<site>, SK: DEVICE#<deviceId>#<at>}",
		"queries:",
		NULL,
	},
	.bad = (const char *const[]){
		"  - name: a window",
		"    pk: SITE#<site>",
		"    sk:",
		"      between: [DEVICE#<first:deviceId>#, DEVICE#<last:deviceId>$]",
		NULL,
	},
	.good = (const char *const[]){
		"  - name: a window of one device",
		"    pk: SITE#<site>",
		"    sk:",
		"      between: [DEVICE#<deviceId>#<from:at>, DEVICE#<deviceId>#<to:at>~]",
		NULL,
	},
	.applies_query = applies,
	.check_query = check,
};
