/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL503 bound-too-short: an upper end that leaves out what continues it.
 *
 *     BETWEEN "2024-03-01" AND "2024-03-31"
 *
 *     2024-03-31                 … 33 31            the bound
 *     2024-03-31T09:00:00.000Z   … 33 31 54 …       longer, so behind it: cut off
 *
 * An inclusive end includes only the key that it spells in full. Days, whole
 * instants and numbers that an id follows lose all their keys. The mirror: `>`
 * a value returns that value again, because its keys continue it.
 *
 * A bound that is the first instant of a coarser part (2024-04-01) is read as
 * an end that is meant to be left out: nothing stands at it. So is `until`. A
 * bare year says neither and is an info.
 */
#include "linter/rule.h"

static bool applies(const struct pl_query *query)
{
	return pl_query_has_range(query) && pl_query_is_comparison(query);
}

/* Whether the bound ends where keys go on from what it spells. */
static bool is_continued(const struct pl_reach *reach, const struct pl_bound *bound)
{
	const struct pl_fit *fit = pl_fit_at(reach, bound);

	if (fit->meet != PL_MEET_ENDS)
		return false;
	switch (fit->border) {
	case PL_AT_VALUE:
	case PL_AT_PART:
		return true;
	case PL_AT_OPEN:
		/* The whole of the last value: nothing goes on but other values. */
		return !fit->sentinel && !(fit->whole && fit->key.piece + 1 == reach->key.count);
	case PL_AT_DELIMITER:
	case PL_AT_LITERAL:
		return bound->upper; /* no key is that short, so `>` skips nothing */
	default:
		return false; /* the whole key; inside a value: PL502 */
	}
}

/* A value spelled in full, at which an item can stand: that it is lost is certain. */
static bool is_proven(const struct pl_fit *fit)
{
	return fit->border == PL_AT_VALUE || fit->border == PL_AT_DELIMITER || (fit->border == PL_AT_OPEN && fit->whole);
}

/* "2024": the end of the year, or its beginning? */
static bool is_year(const struct pl_reach *reach, const struct pl_fit *fit)
{
	size_t i = fit->key.piece;
	enum pl_time_unit_of_part unit;

	if (fit->border != PL_AT_PART || fit->key.byte || i == 0)
		return false;
	while (i > 1 && reach->key.piece[i - 1].kind == PL_B_TEXT)
		i--;
	unit = reach->key.piece[i - 1].unit;
	return unit == PL_TP_YEAR || unit == PL_TP_WEEK_YEAR;
}

/* Only of an end that is written out can a dump say that its keys are lost: who fills in <to> may mean the next day. */
static bool is_written_out(const struct pl_bound *bound)
{
	return bound->pieces->count && !pl_piece_is_value(&bound->pieces->piece[bound->pieces->count - 1]);
}

static enum pl_level level_of(const struct pl_reach *reach, const struct pl_bound *bound, uint64_t lost)
{
	const struct pl_fit *fit = pl_fit_at(reach, bound);

	if (is_year(reach, fit))
		return PL_INFO;
	return bound->upper && (is_proven(fit) || (lost && is_written_out(bound))) ? PL_ERROR : PL_WARNING;
}

static const char *message(struct pl_cx *cx, const struct pl_query *query, const struct pl_bound *bound, uint64_t lost)
{
	return pl_text(cx, bound->upper ? "%s: the upper bound \"%.*s\" leaves out the keys that continue it%s"
					: "%s: > \"%.*s\" returns the keys that continue it%s",
		       pl_query_text(cx, query), pl_shown(bound->template->text), bound->template->text.ptr,
		       pl_evidence_text(cx, lost));
}

static const char *why(struct pl_cx *cx, const struct pl_reach *reach, const struct pl_bound *bound)
{
	return pl_text(cx, "A longer key sorts behind its beginning: %s is %s.", pl_example_text(cx, bound, reach),
		       bound->upper ? "cut off" : "returned again");
}

static const char *fix(struct pl_cx *cx, const struct pl_reach *reach, const struct pl_bound *bound)
{
	const struct pl_fit *fit = pl_fit_at(reach, bound);
	struct pl_str text = bound->template->text;
	const char *unit, *next = pl_next_part_text(cx, bound, reach, &unit);
	const char *sign = pl_text(cx, "append a sign that sorts above everything that may follow: \"%.*s~\".", pl_shown(text),
				   text.ptr);

	if (fit->border != PL_AT_PART || !bound->upper)
		return pl_text(cx, "A%s", sign + 1);
	if (!next)
		return pl_text(cx, "End with the beginning of the next part, written as until:, or %s", sign);
	return pl_text(cx, "End with the beginning of the next %s, until: \"%s\", or %s", unit, next, sign);
}

static void check_bound(struct pl_cx *cx, const struct pl_query *query, const struct pl_bound *bound)
{
	const struct pl_reach *reach;

	for (size_t n = 0; (reach = pl_query_reach(query, n)) != NULL; n++) {
		const struct pl_fit *fit = pl_fit_at(reach, bound);
		const struct pl_part *value = pl_fit_value(reach, fit);
		const struct pl_evidence *rows = &query->answer->goes_on[bound->upper ? PL_UPPER : PL_LOWER];

		if (!is_continued(reach, bound) || pl_fit_is_first_instant(bound->pieces, reach, fit))
			continue;
		pl_report_query(cx, query, (struct pl_finding){
			.level = level_of(reach, bound, rows->count),
			.witness = rows->witness,
			.counts.keys_wrong = rows->count,
			.segment = value ? value->segment : 0,
			.part = value ? value->part : 0,
			.at = pl_bound_at(reach, bound),
			.message = message(cx, query, bound, rows->count),
			.why = why(cx, reach, bound),
			.fix = fix(cx, reach, bound),
			.fingerprint = bound->upper ? 2 : 1,
		});
		return;
	}
}

static void check(struct pl_cx *cx, const struct pl_query *query)
{
	enum pl_operator op = query->range->condition->op;
	struct pl_bound bounds[2];
	size_t count = pl_bounds_of(query, bounds);

	for (size_t i = 0; i < count; i++)
		if (bounds[i].upper ? op == PL_Q_LE || op == PL_Q_BETWEEN : op == PL_Q_GT)
			check_bound(cx, query, &bounds[i]);
}

const struct pl_rule pl_rule_bound_too_short = {
	.code = "PL503",
	.name = "bound-too-short",
	.since = "0.1.0",
	.summary = "an inclusive bound leaves out the keys that continue it",
	.why = "A longer key sorts behind its own beginning, so BETWEEN \"2024-03-01\" AND \"2024-03-31\" loses all of the 31st, "
	       "and an end without the #id behind it loses that very item.",
	.fix = "End with the beginning of the next day or month, or append a sign that sorts above the delimiter, as ~.",
	.blind = "Ends that are the first instant of a coarser part (2024-04-01), which are taken as meant; whether any item "
		 "stands there, unless a dump is read, too.",
	.source = "Amazon DynamoDB developer guide: BETWEEN is inclusive, string keys are compared by their UTF-8 bytes; "
		  "aws-samples online shop, BETWEEN i#2020-06-01 AND i#2020-06-15.",
	.scope = PL_QUERY,
	.level = PL_ERROR,
	.examples = PL_EX_SCHEMA,
	.given = pl_audit_example,
	.bad = (const char *const[]){
		"  - name: March",
		"    pk: ACTOR#<actorId>",
		"    sk: {between: [\"EVT#2026-03-01\", \"EVT#2026-03-31\"]}",
		NULL,
	},
	.good = (const char *const[]){
		"  - name: March",
		"    pk: ACTOR#<actorId>",
		"    sk: {between: [\"EVT#2026-03-01\", \"EVT#2026-04-01\"]}",
		NULL,
	},
	.wants_answer = true,
	.applies_query = applies,
	.check_query = check,
};
