/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL110 inversion-mismatch: values inverted in different ways share a range.
 *
 *     MSG#8232399160999          9999999999999 - the milliseconds, a JavaScript writer
 *     MSG#9223370269248196807    Long.MAX_VALUE - the milliseconds, a Java writer
 *
 * Each writer's rows are newest first, but all rows of one stand before all of
 * the other, and plain times stand among them in the wrong direction. As digits
 * they are in order; padding the shorter ones would change nothing for the
 * better. So they are compared as they are meant: by the time, newest first.
 *
 * Which MAX a value was taken from is told from the value (times from 2000 to
 * 2040, linter/key/mirror.h). Of a declared `inverted: MAX` its own bounds are the
 * proof: a value above MAX leaves a negative number.
 *
 * Other numbers do not show what they were subtracted from. Where an attribute of
 * the same items holds the number itself, the two add up, to one MAX or to
 * several (linter/profile/mirrors.c):
 *
 *     SCORE#0000998800    score: 1200    1000000 less the score
 *     SCORE#0009998499    score: 1500    9999999 less the score
 *
 * Where there is one MAX, its digits are what the numbers have to be padded to:
 *
 *     RANK#8799999999         points: 1200000000    9999999999 less the points
 *     RANK#9                  points: 9999999990    the same, nine digits short
 *
 * So they are where the schema says the MAX (`inverted: MAX`).
 *
 * Blind to numbers without either and, of times, to any MAX that is not in the
 * list of key/mirror.c.
 */
#include "linter/rule.h"

static bool is_seen(const struct pl_field *field)
{
	return field->kind == PL_K_MIRRORED && field->observed;
}

static const struct pl_sums *sums_of(const struct pl_field *field)
{
	return field->observed ? field->observed->sums : NULL;
}

static bool applies(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return field->keys->ordered && (is_seen(field) || (field->observed && (field->observed->mirrors || field->observed->mirrored.len)) ||
					(declared && declared->inverted.text.len));
}

static const char *ways(struct pl_cx *cx, unsigned mirrors)
{
	const char *list = "";

	for (unsigned form = 1; form < PL_MIRRORS; form++)
		if (mirrors >> form & 1)
			list = pl_text(cx, "%s%s%s", list, *list ? " and " : "", pl_mirror_max(form));
	return pl_text(cx, "%s%s", list, mirrors & 1 ? ", and some are plain" : "");
}

static void check_seen(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const bool broken = pl_broken(field);

	if (pl_alone(field))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = broken && !pl_order_denied(field) ? PL_ERROR : PL_INFO,
		.message = pl_text(cx, "times are inverted by subtraction from %s%s", ways(cx, seen->mirrors),
				   broken ? "" : ", though never in one range"),
		.why = "Each way is newest first by itself; together all rows of one way stand before all of another, so the first "
		       "row of a query is not the newest.",
		.fix = pl_text(cx, "Take one MAX for all writers, pad to its digits, and rewrite the rows of the others. Padding the "
				   "shorter values to the width of the longer ones does not help%s", pl_safe_order),
		.width_least = seen->min_len,
		.width_most = seen->max_len,
		.witness = broken ? seen->proof->witness : (struct pl_witness){.some = false},
		.counts.keys_wrong = seen->keys,
	});
}

static void check_sums(struct pl_cx *cx, const struct pl_field *field, const struct pl_sums *sums)
{
	const struct pl_witness *witness = &sums->witness;
	const char *shown = ", though never in one range of the sample";

	if (pl_alone(field))
		return;
	if (witness->some)
		shown = pl_text(cx, ": it is %" PRIu64 " in the first of these items, %" PRIu64 " in the second",
				sums->first, sums->second);
	pl_report_field(cx, field, (struct pl_finding){
		.level = witness->some && !pl_order_denied(field) ? PL_ERROR : PL_INFO,
		.message = pl_text(cx, "numbers are the attribute %.*s subtracted from %.*s%s", (int)sums->attribute.len,
				   sums->attribute.ptr, (int)sums->ways.len, sums->ways.ptr, shown),
		.why = "Each way is in descending order by itself, and plain numbers are in ascending order; together rows of one way "
		       "stand before those of another, whatever the numbers are.",
		.fix = pl_text(cx, "Take one MAX for all writers, pad to its digits, and rewrite the rows of the others. Padding the "
				   "shorter values to the width of the longer ones does not help%s", pl_safe_order),
		.width_least = field->observed->min_len,
		.width_most = field->observed->max_len,
		.witness = *witness,
	});
}

/* A sum may be no MAX: seats that are left and seats that are sold. Then it is as certain as of any number that it has an order. */
static enum pl_level loose_level(struct pl_cx *cx, const struct pl_field *field, bool mixed)
{
	struct pl_ordered_verdict ordered = pl_is_ordered(cx, field, false);

	if (field->observed->sum_is_max)
		ordered.ordered = PL_ORDERED_CERTAIN;
	return pl_order_level(ordered, pl_digits_broken(field), mixed);
}

static const char *loose_message(struct pl_cx *cx, const struct pl_field *field, const struct pl_misfits *misfits, bool mixed)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_declared *declared = pl_promised(field);

	if (declared)
		return pl_text(cx, "%s %s fewer digits than %.*s, which the schema declares <%.*s> to be subtracted from (%s)",
			       pl_counted(cx, misfits->narrow, "key"), misfits->narrow == 1 ? "has" : "have",
			       (int)declared->inverted.text.len, declared->inverted.text.ptr, (int)declared->name.len, declared->name.ptr,
			       pl_width_list(cx, misfits->narrow_widths, misfits->nnarrow));
	return pl_text(cx, "numbers are the attribute %.*s subtracted from %.*s, and not all have its digits (%s)%s",
		       (int)seen->mirrored.len, seen->mirrored.ptr, (int)seen->sum.len, seen->sum.ptr,
		       pl_width_list(cx, seen->widths, seen->nwidths),
		       mixed || !pl_walked(field) ? "" : ", though never in one range");
}

static void check_loose(struct pl_cx *cx, const struct pl_field *field, unsigned width)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_proof *proof = seen->proof;
	const struct pl_misfits misfits = pl_misfits(cx, field);
	const bool mixed = misfits.promised || (pl_walked(field) && (proof->bare_mixed || proof->narrow_mixed || proof->wide_mixed));
	uint64_t wrong = 0;

	if (pl_alone(field))
		return;
	for (size_t i = 0; i < seen->nwidths; i++)
		wrong += seen->widths[i].width == width ? 0 : seen->widths[i].keys;
	pl_report_field(cx, field, (struct pl_finding){
		.level = misfits.promised ? pl_order_level(pl_is_ordered(cx, field, false), pl_digits_broken(field), mixed)
					  : loose_level(cx, field, mixed),
		.message = loose_message(cx, field, &misfits, mixed),
		.why = "The nearer something is to MAX, the fewer digits are left of it, and digits are compared from the left: \"10\" "
		       "(31 30) comes before \"9\" (39).",
		.fix = pl_text(cx, "Pad to the digits of MAX, which are %u:  %s%s", width,
			       pl_pad_example(cx, field, seen->widths[0].width, width), pl_safe_order),
		.width_least = seen->widths[0].width,
		.width_most = seen->widths[seen->nwidths - 1].width,
		.width_advised = width,
		.witness = pl_digits_broken(field) ? proof->plain : (struct pl_witness){.some = false},
		.counts.keys_wrong = misfits.promised ? misfits.narrow : wrong,
	});
}

static void check_declared(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;

	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "<%.*s> is inverted from a MAX that is less than %s", (int)declared->name.len, declared->name.ptr,
				   declared->max.text.len ? "its declared maximum" : "every time since 2001"),
		.why = "What is stored is MAX less the value: above MAX it is negative, and a minus sign (2D) stands before all digits.",
		.fix = "Take a MAX that no value ever exceeds, all nines of one width, and rewrite every stored key.",
		.at = pl_declared_at(declared, PL_FO_INVERTED),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_order_state state = field->observed ? field->observed->proof->state : PL_O_ALONE;

	if (pl_loose_inversion(cx, field))
		return state != PL_O_ENCODING && state != PL_O_ALONE;
	return is_seen(field) && !sums_of(field) && state != PL_O_ALONE && !pl_order_denied(field);
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const unsigned width = pl_loose_inversion(cx, field);

	if (width)
		check_loose(cx, field, width);
	else if (sums_of(field))
		check_sums(cx, field, sums_of(field));
	else if (is_seen(field))
		check_seen(cx, field);
	if (pl_promises_beyond(field))
		check_declared(cx, field);
}

const struct pl_rule pl_rule_inversion_mismatch = {
	.code = "PL110",
	.name = "inversion-mismatch",
	.since = "0.1.0",
	.summary = "values inverted from different MAX, beside plain ones, or not padded to its digits, share a range",
	.why = "9999999999999 - t has 13 digits and begins with 8, Long.MAX_VALUE - t has 19 and begins with 9: all rows of one "
	       "writer come before all of the other, whatever their times.",
	.fix = "One MAX for all writers and its digits for all values; rewrite the others. Padding 13 digits to 19 does not help.",
	.blind = "Inverted numbers that are no times from 2000 to 2040, unless they are declared so or an attribute of the same "
		 "items holds the plain number; uncommon MAX values.",
	.source = "Amazon DynamoDB developer guide: sort keys of type String are ordered by their UTF-8 bytes.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"MSG#8232391958999#m11", "MSG#8232396344999#m05", "MSG#9223370269248196807#m09",
				     "MSG#9223370269252582807#m03", NULL},
	.good = (const char *const[]){"MSG#8232391958999#m11", "MSG#8232393420999#m09", "MSG#8232396344999#m05",
				      "MSG#8232397806999#m03", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
