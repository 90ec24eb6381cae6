/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL104 width-overflow: values have outgrown the width they are padded to.
 *
 *     10000000005    31 30 …        11 digits, comes before
 *     9999999990     39 39 …        10 digits, though it is worth less
 *
 * Judged are ranges that show padding: what is wider than W, the widest padded
 * width, no longer fits. Narrower rows are PL101's, never this rule's.
 *
 * A width that a schema declares is W, whatever is seen. Hexadecimal written 0x001f
 * is judged by the digits behind its 0x.
 *
 * There are two ways out. Padding everything to the width of the widest value
 * leaves those rows as they are; two digits more touch every row and last a
 * hundred times longer.
 *
 * Blind to what PL101 is blind to: sentinels, ranges with one value, and, at
 * more than an info, numbers that name things.
 */
#include "linter/rule.h"

static bool applies(const struct pl_field *field)
{
	return pl_is_written_in_digits(field) && pl_padded_width(field);
}

/* Keys wider than W in padded ranges; without a walk or with a declared width, in any range. */
static uint64_t wide_keys(const struct pl_field *field, const struct pl_misfits *misfits)
{
	const struct pl_observed *seen = field->observed;
	uint64_t keys = 0;

	if (misfits->promised)
		return misfits->wide;
	if (pl_walked(field))
		return seen->proof->wide;
	for (size_t i = seen->nwidths; i-- > 0 && seen->widths[i].width > seen->padded_width;)
		keys += seen->widths[i].keys;
	return keys;
}

/* The widest value: of the wide rows of a walk, else of all. */
static unsigned widest(const struct pl_field *field, const struct pl_misfits *misfits)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_proof *proof = seen->proof;

	if (misfits->promised)
		return misfits->nwide ? misfits->wide_widths[misfits->nwide - 1].width : 0;
	if (pl_walked(field) && proof->nwide)
		return proof->wide_widths[proof->nwide - 1].width;
	return seen->widths[seen->nwidths - 1].width;
}

/*
 * Rows that padding to `width` rewrites: all of padded ranges but those of that
 * width. The narrow ones are counted by PL101, ranges without padding by PL102.
 */
static uint64_t rewritten(const struct pl_field *field, const struct pl_misfits *misfits, unsigned width)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_proof *proof = seen->proof;
	const bool walked = pl_walked(field) && !misfits->promised;
	const struct pl_width *widths = walked ? proof->wide_widths : seen->widths;
	size_t nwidths = walked ? proof->nwide : seen->nwidths;
	uint64_t keys = walked ? proof->keys - proof->narrow - proof->bare : seen->keys, as_wide = 0;

	for (size_t i = 0; i < nwidths; i++) {
		if (widths[i].width == width)
			as_wide += widths[i].keys;
		if (!walked && widths[i].width < pl_padded_width(field))
			as_wide += widths[i].keys;
	}
	return keys > as_wide ? keys - as_wide : 0;
}

static const char *message(struct pl_cx *cx, const struct pl_field *field, const struct pl_misfits *misfits, uint64_t wide)
{
	const struct pl_proof *proof = field->observed->proof;

	if (misfits->promised)
		return pl_text(cx, "%s %s wider than the %u digits that the schema declares (%s)",
			       pl_counted(cx, wide, "key"), wide == 1 ? "is" : "are", pl_padded_width(field),
			       pl_width_list(cx, misfits->wide_widths, misfits->nwide));
	return pl_text(cx, "%s %s wider than the %u digits that the others are padded to%s", pl_counted(cx, wide, "key"),
		       wide == 1 ? "is" : "are", pl_padded_width(field),
		       proof->nwide ? pl_text(cx, " (%s)", pl_width_list(cx, proof->wide_widths, proof->nwide)) : "");
}

static const char *fix(struct pl_cx *cx, const struct pl_field *field, const struct pl_misfits *misfits, unsigned width)
{
	return pl_text(cx, "Rewrite the narrower keys to %u digits (fewest rewrites), or all keys to %u to have room again:  %s%s%s%s", width,
		       width + 2, pl_pad_example(cx, field, pl_padded_width(field), width), pl_pad_sign(field),
		       misfits->promised ? pl_text(cx, "\nand declare `width: %u`", width) : "", pl_safe_order);
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_proof *proof = seen->proof;
	struct pl_ordered_verdict ordered = pl_is_ordered(cx, field, false);
	const struct pl_misfits misfits = pl_misfits(cx, field);
	uint64_t wide = wide_keys(field, &misfits);
	unsigned most = widest(field, &misfits), width = pl_promised(field) ? PL_MAX(most, pl_advised_width(cx, field)) : most;
	bool mixed = misfits.promised || (pl_walked(field) && proof->wide_mixed);
	bool broken = pl_digits_broken(field) && mixed;

	if (!wide || pl_alone(field) || (!misfits.promised && pl_loose_inversion(cx, field)))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = pl_order_level(ordered, broken, mixed),
		.message = message(cx, field, &misfits, wide),
		.why = pl_text(cx, "Digits are compared from the left: a value of %u digits that begins with 1 (31) comes "
				   "before one of %u digits that begins with 9 (39); %s.", most,
			       pl_padded_width(field), ordered.why),
		.fix = pl_fix_if_ordered(cx, field, ordered, fix(cx, field, &misfits, width)),
		.width_least = seen->widths[0].width,
		.width_most = most,
		.width_advised = width,
		.witness = broken ? proof->plain : (struct pl_witness){.some = false},
		.counts.keys_wrong = rewritten(field, &misfits, width),
	});
}

const struct pl_rule pl_rule_width_overflow = {
	.code = "PL104",
	.name = "width-overflow",
	.since = "0.1.0",
	.summary = "values have more digits than the width the field is padded to",
	.why = "10000000005 (31 30 …) has 11 digits and comes before 9999999990 (39 39 …), which has 10 and is worth "
	       "less.",
	.fix = "Rewrite the other keys to the width of the widest (fewest rewrites), or all keys to two digits more.",
	.blind = "Sentinels, ranges with one value, and numbers that name things (codes, references, tie-breakers) "
		 "above level info.",
	.source = "Amazon DynamoDB developer guide: sort keys of type String are ordered by their UTF-8 bytes.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"0000000009", "0000001500", "9999999990", "10000000005", NULL},
	.good = (const char *const[]){"00000000009", "00000001500", "09999999990", "10000000005", NULL},
	.applies_field = applies,
	.wants_proof = pl_widths_want_proof,
	.check_field = check,
};
