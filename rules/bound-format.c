/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL502 bound-format: a bound that is written otherwise than the keys.
 *
 *     keys    2021-12-15T15:21:44.000Z      … 34 34 2e 30 30 30 5a
 *     bound   2021-12-15T15:21:44Z          … 34 34 5a
 *
 * The bound sorts behind every key of its own second (5a is above 2e), so
 * BETWEEN begins a second late. A bound has to be a value as the keys have it,
 * or its first parts up to a border (2021-12-15), with at most one sign behind
 * it that sorts above or below everything (~).
 *
 * Numbers need the width of the keys: 9 among 01 … 31 stands behind all of
 * them. A number that has no width yet (PL102) is measured by the one it needs.
 */
#include "linter/rule.h"

static bool applies(const struct pl_query *query)
{
	return pl_query_has_range(query) && query->range->condition->op != PL_Q_BEGINS_WITH;
}

/* ---- numbers without a width ---- */

/* The digits a bound gives for the number its fit ends in. */
static unsigned digits_given(const struct pl_reach *reach, const struct pl_fit *fit)
{
	return fit->key.piece < reach->key.count ? fit->key.byte : 0;
}

/* The width that a number without one will have: the digits of its greatest value; 0: not known, or it has one. */
static unsigned width_needed(const struct pl_declared *field)
{
	unsigned least, most;

	if (field->type != PL_D_NUMBER || field->encode != PL_ENCODE_PADDED || !field->ordered)
		return 0;
	pl_declared_bytes(field, &least, &most);
	return least == most ? 0 : most;
}

/* ---- what is wrong with a fit ---- */

enum fault { FAULT_NONE, FAULT_FORM, FAULT_CUT, FAULT_WIDTH, FAULT_LONG };

static enum fault fault_where_it_ends(const struct pl_reach *reach, const struct pl_fit *fit)
{
	const struct pl_part *value = pl_fit_value(reach, fit);
	unsigned width;

	if (fit->border == PL_AT_INSIDE)
		return value->field->type == PL_D_NUMBER ? FAULT_WIDTH : FAULT_CUT;
	if (fit->border != PL_AT_OPEN || fit->whole || fit->sentinel)
		return FAULT_NONE;
	width = width_needed(value->field);
	return width && width != digits_given(reach, fit) ? FAULT_WIDTH : FAULT_NONE;
}

static enum fault fault_of(const struct pl_reach *reach, const struct pl_fit *fit)
{
	const struct pl_part *value = pl_fit_value(reach, fit);

	if (!value)
		return FAULT_NONE; /* another literal: no matter of form */
	switch (fit->meet) {
	case PL_MEET_ENDS:
		return fault_where_it_ends(reach, fit);
	case PL_MEET_BEYOND:
		return fit->sentinel ? FAULT_NONE : FAULT_LONG;
	default:
		/* A sign above or below everything is right at a border, and only there. */
		if (fit->sentinel && fit->border != PL_AT_INSIDE)
			return FAULT_NONE;
		return fit->border == PL_AT_VALUE ? FAULT_LONG : FAULT_FORM;
	}
}

/* Pieces that the bound has in common with the key: the entity that it is meant for has most. */
static bool goes_further(const struct pl_fit *a, const struct pl_fit *b)
{
	return a->key.piece > b->key.piece || (a->key.piece == b->key.piece && a->key.byte > b->key.byte);
}

/*
 * The layout that shows the bound's fault. NULL when some layout takes it as it
 * is, or none has a value in its place.
 */
static const struct pl_reach *worst(const struct pl_query *query, const struct pl_bound *bound)
{
	const struct pl_reach *found = NULL;

	for (size_t i = 0; i < query->range->nreach; i++) {
		const struct pl_reach *reach = &query->range->reach[i];
		const struct pl_fit *fit = pl_fit_at(reach, bound);

		if (!pl_query_wants(query, reach->entity) || reach->key.template->open)
			continue;
		if (fault_of(reach, fit) == FAULT_NONE) {
			if (fit->meet == PL_MEET_ENDS || fit->sentinel)
				return NULL;
			continue;
		}
		if (!found || goes_further(fit, pl_fit_at(found, bound)))
			found = reach;
	}
	return found;
}

/* ---- reporting ---- */

/* "; it leaves out 2 keys of the dump and returns 7 keys too many" */
static const char *shown_by(struct pl_cx *cx, uint64_t lost, uint64_t gained)
{
	const char *dump = " of the dump", *leaves_out = pl_counted(cx, lost, "key"), *returns = pl_counted(cx, gained, "key");

	if (lost && gained)
		return pl_text(cx, "; it leaves out %s%s and returns %s too many", leaves_out, dump, returns);
	if (lost)
		return pl_text(cx, "; it leaves out %s%s", leaves_out, dump);
	return gained ? pl_text(cx, "; it returns %s%s too many", returns, dump) : "";
}

static const char *message(struct pl_cx *cx, const struct pl_query *query, const struct pl_bound *bound,
			   const struct pl_part *value, enum fault fault)
{
	static const char *const texts[] = {
		[FAULT_FORM] = "is no value of", [FAULT_CUT] = "ends in the middle of",
		[FAULT_WIDTH] = "has another width than", [FAULT_LONG] = "is longer than",
	};

	return pl_text(cx, "%s: the bound \"%.*s\" %s %s", pl_query_text(cx, query), pl_shown(bound->template->text),
		       bound->template->text.ptr, texts[fault], pl_part_text(cx, value));
}

/* A key that belongs to the bound, and where it stands. */
static const char *why(struct pl_cx *cx, const struct pl_bound *bound, const struct pl_reach *reach, enum fault fault)
{
	const struct pl_fit *fit = pl_fit_at(reach, bound);
	const struct pl_str text = bound->template->text;
	const bool cut_off = bound->upper ? fit->above : fit->below;

	if (fault == FAULT_FORM && !fit->other_form && fit->below != fit->above)
		return pl_text(cx, "The key %s sorts %s \"%.*s\" and is %s.", pl_example_text(cx, bound, reach),
			       fit->below ? "before" : "behind", pl_shown(text), text.ptr, cut_off ? "cut off" : "returned");
	if (fault == FAULT_LONG)
		return pl_text(cx, "A key that ends where the bound goes on, %s, sorts before \"%.*s\"%s.",
			       pl_example_text(cx, bound, reach), pl_shown(text), text.ptr,
			       bound->upper ? "" : " and is cut off");
	if (fault == FAULT_WIDTH)
		return "Digits are compared from the left: \"9\" stands behind \"10\" and \"31\", so among keys of one width a "
		       "bound of another cuts off others than it says.";
	return "Bytes are compared, not values: a bound of another form stands where its bytes put it.";
}

static const char *fix(struct pl_cx *cx, const struct pl_reach *reach, const struct pl_part *value)
{
	unsigned width = width_needed(value->field);

	if (width)
		return pl_text(cx, "Pad %s to %u digits in the keys, and the bound likewise.", pl_part_text(cx, value), width);
	if (value->field->type == PL_D_TIMESTAMP)
		return pl_text(cx, "Write the bound as %s, like the keys, or cut it at the border of two parts.",
			       pl_format_text(cx, value->field));
	return pl_text(cx, "Write the bound as the keys are written: %s.", pl_shape_text(cx, reach->key.template));
}

static void report_bound(struct pl_cx *cx, const struct pl_query *query, const struct pl_bound *bound,
			 const struct pl_reach *reach)
{
	const struct pl_fit *fit = pl_fit_at(reach, bound);
	const struct pl_part *value = pl_fit_value(reach, fit);
	const unsigned end = bound->upper ? PL_UPPER : PL_LOWER;
	const struct pl_evidence *lost = &query->answer->lost[end];
	const struct pl_evidence *gained = &query->answer->gained[end];
	enum fault fault = fault_of(reach, fit);

	pl_report_query(cx, query, (struct pl_finding){
		.level = PL_ERROR,
		.segment = value->segment,
		.part = value->part,
		.at = pl_bound_at(reach, bound),
		.witness = lost->count ? lost->witness : gained->witness,
		.counts.keys_wrong = lost->count + gained->count,
		.message = pl_text(cx, "%s%s", message(cx, query, bound, value, fault), shown_by(cx, lost->count, gained->count)),
		.why = why(cx, bound, reach, fault),
		.fix = fix(cx, reach, value),
		.width_advised = width_needed(value->field),
		.fingerprint = bound->upper ? 2 : 1,
	});
}

static void check(struct pl_cx *cx, const struct pl_query *query)
{
	struct pl_bound bounds[2];
	size_t count = pl_bounds_of(query, bounds);

	for (size_t i = 0; i < count; i++) {
		const struct pl_reach *reach = worst(query, &bounds[i]);

		if (reach)
			report_bound(cx, query, &bounds[i], reach);
	}
}

const struct pl_rule pl_rule_bound_format = {
	.code = "PL502",
	.name = "bound-format",
	.since = "0.1.0",
	.summary = "a query's bound is written otherwise than the keys",
	.why = "A bound is compared byte by byte: \"…44Z\" sorts behind every \"…44.000Z\", so the whole second is cut off; "
	       "\"9\" sorts behind \"10\".",
	.fix = "Write bounds in the form of the keys, with the same width and precision, or cut them at the border of two parts "
	       "(2024-03-01).",
	.blind = "Bounds on ids and texts, which have no form; prefixes (PL501, PL508); queries that no schema declares.",
	.source = "Amazon DynamoDB developer guide: string keys are compared by their UTF-8 bytes; aws-sdk-java issue 2693.",
	.scope = PL_QUERY,
	.level = PL_ERROR,
	.examples = PL_EX_SCHEMA,
	.given = pl_audit_example,
	.bad = (const char *const[]){
		"  - name: since the deploy",
		"    pk: ACTOR#<actorId>",
		"    sk: {\">=\": \"EVT#2026-12-15T15:21:44Z\"}",
		NULL,
	},
	.good = (const char *const[]){
		"  - name: since the deploy",
		"    pk: ACTOR#<actorId>",
		"    sk: {\">=\": \"EVT#2026-12-15T15:21:44.000Z\"}",
		NULL,
	},
	.wants_answer = true,
	.applies_query = applies,
	.check_query = check,
};
