/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL106 negative-number: a minus sign turns the order round.
 *
 *     -1       2D 31      comes first
 *     -50      2D 35      comes second, though it is less
 *     -0005    2D … 35    padded: comes before -0010, which is less
 *     00-5     30 30 2D   padded in front of the sign: no better
 *
 * A `-` (2D) sorts before all digits, so negatives stand in front of the others,
 * as they should; among themselves they stand backwards, whatever their width.
 *
 * Of a declared number its bounds are the proof: below -1, with no `offset` that
 * lifts them and no `signed: complement`; of an epoch, before 1970.
 *
 * Blind to a `-` that joins (20170609-25875, INV-2026-9), to a lone negative
 * value in each range, and, at more than an info, to numbers that name things
 * (linter/ordered.h).
 */
#include "linter/rule.h"

static bool is_seen(const struct pl_field *field)
{
	return (field->kind == PL_K_SIGNED || field->kind == PL_K_DECIMAL) && field->observed &&
	       field->observed->signed_values;
}

static bool applies(const struct pl_field *field)
{
	return pl_is_amount(field) || (field->keys->ordered && (is_seen(field) || pl_promises_negatives(field)));
}

/* ---- the remedy ---- */

/* Digits that hold every value without its sign; 0: not known. One more where nothing is padded yet, for room. */
static unsigned digits_of(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const unsigned promised = pl_promised_magnitude(cx, field);

	if (promised || !is_seen(field))
		return promised;
	return seen->nwidths ? seen->widths[seen->nwidths - 1].width + !seen->padded_width : 0;
}

static const char *fix(struct pl_cx *cx, const struct pl_field *field)
{
	enum { SHOWN = 38 };
	static const char nines[] = "99999999999999999999999999999999999999", zeros[] = "00000000000000000000000000000000000000";
	const unsigned digits = digits_of(cx, field);
	const char *scale = field->kind == PL_K_DECIMAL ? "Make the values whole first (PL107). " : "";
	const char *order = field->observed ? pl_safe_order : "";

	if (!digits || digits > SHOWN)
		return pl_text(cx, "%sAdd an offset that makes every value positive and pad to one width; padding alone does not "
				   "help%s", scale, order);
	return pl_text(cx, "%sStore the value + 1%.*s, padded to %u digits, and subtract it on reading:\n"
			   "-%.*s  →  0%.*s1,  0  →  1%.*s,  %.*s  →  1%.*s\n"
			   "or a letter for the sign, p, or n with each digit taken from 9, %u digits:  -%.*s  →  n%.*s\n"
			   "Padding alone does not help. Choose once: another offset rewrites every key%s",
		       scale, (int)digits, zeros, digits + 1, (int)digits, nines, (int)digits - 1, zeros, (int)digits, zeros,
		       (int)digits, nines, (int)digits, nines, digits, (int)digits, nines, (int)digits, zeros, order);
}

/* ---- judging ---- */

static void check_seen(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_proof *proof = field->observed->proof;
	struct pl_ordered_verdict ordered = pl_is_ordered(cx, field, false);
	bool broken = pl_broken(field) && proof->breaks_negative;

	if (pl_alone(field))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = pl_order_level(ordered, broken, pl_promises_negatives(field)),
		.message = broken ? "negative values are written with a minus sign and stand backwards"
				  : "negative values are written with a minus sign",
		.why = pl_text(cx, "After the - (2D) digits are compared as everywhere: \"-1\" comes before \"-50\" (31 before 35), "
				   "though it is more, and \"-0005\" before \"-0010\"; %s.", ordered.why),
		.fix = fix(cx, field),
		.width_least = field->observed->nwidths ? field->observed->widths[0].width : 0,
		.width_most = field->observed->nwidths ? field->observed->widths[field->observed->nwidths - 1].width : 0,
		.width_advised = digits_of(cx, field) ? digits_of(cx, field) + 1 : 0,
		.witness = broken ? proof->negative : (struct pl_witness){.some = false},
		.counts.keys_wrong = field->observed->keys,
	});
}

static void report_before_1970(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;

	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "<%.*s> may be before 1970 by its `min`, where an epoch is negative", (int)declared->name.len,
				   declared->name.ptr),
		.why = "\"-1\" comes before \"-50\" (31 before 35), though it is later: times before 1970 stand backwards, whatever their "
		       "width.",
		.fix = pl_text(cx, "Write ISO 8601 in UTC, 1958-03-31T00:00:00Z, which is in order from the year 0000 to 9999%s",
			       field->observed ? pl_safe_order : ""),
		.at = pl_declared_at(declared, PL_FO_MIN),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
}

static void check_declared(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	const bool offset = declared->offset.text.len > 0;

	if (declared->type == PL_D_TIMESTAMP) {
		report_before_1970(cx, field);
		return;
	}
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "<%.*s> may be negative by its `min`, %s", (int)declared->name.len, declared->name.ptr,
				   offset ? "and its `offset` does not lift it above zero"
					  : "and neither `offset` nor `signed: complement` is declared"),
		.why = "\"-1\" comes before \"-50\" (31 before 35), though it is more; padded they are \"-01\" and \"-50\", and "
		       "\"-05\" before \"-10\".",
		.fix = fix(cx, field),
		.width_advised = digits_of(cx, field) ? digits_of(cx, field) + 1 : 0,
		.at = pl_declared_at(declared, offset ? PL_FO_OFFSET : PL_FO_MIN),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_order_state state = field->observed->proof->state;

	return is_seen(field) && state != PL_O_ENCODING && state != PL_O_ALONE &&
	       pl_is_ordered(cx, field, true).ordered >= PL_ORDERED_INFERRED;
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const bool broken = is_seen(field) && pl_broken(field) && field->observed->proof->breaks_negative;

	if (pl_promises_negatives(field) && !broken)
		check_declared(cx, field);
	else if (is_seen(field))
		check_seen(cx, field);
}

const struct pl_rule pl_rule_negative_number = {
	.code = "PL106",
	.name = "negative-number",
	.since = "0.1.0",
	.summary = "negative numbers are written with a minus sign",
	.why = "-1 (2D 31) comes before -50 (2D 35), though it is more: negative values stand in front of the others, but "
	       "backwards. Padding does not change that: -0005 comes before -0010.",
	.fix = "Add an offset that makes every value positive, and pad; or write a letter for the sign and the nines' "
	       "complement of negative values.",
	.blind = "A - that joins two numbers, a lone negative value in each range, and numbers that name things above level "
		 "info.",
	.source = "Amazon SimpleDB developer guide, Negative Numbers Offsets; Amazon DynamoDB developer guide: sort keys of "
		  "type String are ordered by their UTF-8 bytes.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"TEMP#-0010", "TEMP#-0005", "TEMP#0000", "TEMP#0021", NULL},
	.good = (const char *const[]){"TEMP#00990", "TEMP#00995", "TEMP#01000", "TEMP#01021", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
