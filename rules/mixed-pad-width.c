/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL101 mixed-pad-width: some values of a range are padded, others are narrower.
 *
 *     INV#00000122    … 23 30 30 …    comes first
 *     INV#9           … 23 39         comes last, though 9 < 122
 *
 * It is what a migration leaves behind that padded the new rows and not the
 * old ones. Since 0 (30) is the least digit, a padded value comes before every
 * value written without the zeros, whatever either is worth.
 *
 * W, the widest padded width of the field, is what the others are measured
 * against. Rows narrower than W are this rule's, padded or not; wider ones are
 * PL104's; ranges in which nothing is padded are PL102's. No row counts twice.
 *
 * A width that a schema declares is W, whatever is seen: rows narrower than it
 * do not keep to what readers and writers were promised, padded or not.
 *
 * Hexadecimal written 0x001f is judged by the digits behind its 0x.
 *
 * Numbers with the count of their digits in front (017, 0242) need no width. Where
 * a schema declares that (`encode: length-prefix`), the rows are told that are
 * written otherwise.
 *
 * Blind to sentinels (a lone `v0` among `v0001` …), to ranges that hold one
 * value, and, at more than an info, to numbers that name things: codes,
 * references, tie-breakers (linter/ordered.h).
 */
#include "linter/rule.h"

/* Declared to have the count of their digits in front, and some have not. */
static bool lacks_counts(const struct pl_field *field)
{
	return pl_promised(field) && pl_counts_digits(field) && field->keys->ordered && field->observed && field->observed->nwidths;
}

/* Rows of an older layout, whose numbers have other widths, stand among those of the present one. */
static const struct pl_older_rows *older_of(const struct pl_field *field)
{
	return field->observed && field->declared && field->declared->type == PL_D_NUMBER && !pl_order_denied(field) ? field->observed->older : NULL;
}

static bool applies(const struct pl_field *field)
{
	return lacks_counts(field) || older_of(field) || (pl_is_written_in_digits(field) && pl_padded_width(field));
}

/* Keys narrower than W in padded ranges; without a walk or with a declared width, in any range. */
static uint64_t narrow_keys(const struct pl_field *field, const struct pl_misfits *misfits)
{
	const struct pl_observed *seen = field->observed;
	uint64_t keys = 0;

	if (misfits->promised)
		return misfits->narrow;
	if (pl_walked(field))
		return seen->proof->narrow;
	for (size_t i = 0; i < seen->nwidths && seen->widths[i].width < seen->padded_width; i++)
		keys += seen->widths[i].keys - seen->widths[i].negative;
	return keys;
}

static const char *message(struct pl_cx *cx, const struct pl_field *field, const struct pl_misfits *misfits, uint64_t narrow)
{
	const struct pl_proof *proof = field->observed->proof;
	const char *are = narrow == 1 ? "is" : "are";

	if (misfits->promised)
		return pl_text(cx, "%s %s narrower than the %u digits that the schema declares (%s)",
			       pl_counted(cx, narrow, "key"), are, pl_padded_width(field),
			       pl_width_list(cx, misfits->narrow_widths, misfits->nnarrow));
	if (!pl_walked(field))
		return pl_text(cx, "%s %s narrower than the %u digits that others are padded to",
			       pl_counted(cx, narrow, "key"), are, pl_padded_width(field));
	return pl_text(cx, "%s %s narrower than the %u digits that others are padded to (%s)%s",
		       pl_counted(cx, narrow, "key"), are, pl_padded_width(field),
		       pl_width_list(cx, proof->narrow_widths, proof->nnarrow),
		       proof->narrow_mixed ? "" : ", though never in one range with them");
}

static const char *fix(struct pl_cx *cx, const struct pl_field *field, unsigned width, uint64_t narrow)
{
	const struct pl_observed *seen = field->observed;
	const char *rows = narrow == 1 ? "that key" : pl_text(cx, "those %s keys", pl_count(cx, narrow));

	if (width > pl_padded_width(field))
		rows = "all keys";
	return pl_text(cx, "Rewrite %s to %u digits:  %s%s%s", rows, width,
		       pl_pad_example(cx, field, seen->widths[0].width, width), pl_pad_sign(field), pl_safe_order);
}

static void check_counts(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	uint64_t keys = 0;

	for (size_t i = 0; i < seen->nwidths; i++)
		keys += seen->widths[i].keys;
	pl_report_field(cx, field, (struct pl_finding){
		.level = field->declared->ordered ? PL_WARNING : PL_INFO,
		.message = pl_text(cx, "%s %s not written with the count of %s digits in front, as the schema declares (%s)",
				   pl_share(cx, keys, seen->keys), keys == 1 ? "is" : "are", keys == 1 ? "its" : "their",
				   pl_width_list(cx, seen->widths, seen->nwidths)),
		.why = "Values are in order by the two digits in front, which say how many follow: one without them stands where "
		       "its own first digits put it.",
		.fix = pl_text(cx, "Rewrite %s:  42  →  0242%s", keys == 1 ? "that key" : "those keys", pl_safe_order),
		.at = pl_declared_at(field->declared, PL_FO_ENCODE),
		.counts.keys_wrong = keys,
	});
}

static void check_older(struct pl_cx *cx, const struct pl_field *field, const struct pl_older_rows *older)
{
	const struct pl_observed *seen = field->observed;
	const unsigned width = pl_padded_width(older->present);

	pl_report_field(cx, field, (struct pl_finding){
		.level = older->witness.some ? PL_ERROR : PL_WARNING,
		.message = pl_text(cx, "%s of the older layout %s among those that are padded to %u digits", pl_counted(cx, seen->keys, "key"),
				   seen->keys == 1 ? "stands" : "stand", width),
		.why = "Readers know both layouts, bytes do not: 0 (30) sorts before every other digit, so a number of more zeros comes "
		       "before each one of fewer, whatever they are worth.",
		.fix = pl_text(cx, "Rewrite what is left of the older layout to %u digits, then take it out of `legacy`:  %s%s", width,
			       pl_pad_example(cx, field, seen->min_len, width), pl_safe_order),
		.width_least = seen->min_len,
		.width_most = width,
		.width_advised = width,
		.witness = older->witness,
		.counts.keys_wrong = seen->keys,
		.fingerprint = 1,
	});
}

static void check_widths(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_proof *proof = seen->proof;
	struct pl_ordered_verdict ordered = pl_is_ordered(cx, field, false);
	const struct pl_misfits misfits = pl_misfits(cx, field);
	uint64_t narrow = narrow_keys(field, &misfits);
	unsigned padded = pl_padded_width(field), width = pl_advised_width(cx, field);
	bool mixed = misfits.promised || (pl_walked(field) && proof->narrow_mixed);
	bool broken = pl_digits_broken(field) && mixed;

	if (!narrow || pl_alone(field) || pl_loose_inversion(cx, field))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = pl_order_level(ordered, broken, mixed),
		.message = message(cx, field, &misfits, narrow),
		.why = pl_text(cx, "0 (30) sorts before every other digit, so a padded value comes before each one "
				   "without the zeros, whatever they are worth; %s.", ordered.why),
		.fix = pl_fix_if_ordered(cx, field, ordered, fix(cx, field, width, narrow)),
		.width_least = seen->widths[0].width,
		.width_most = misfits.promised ? seen->widths[seen->nwidths - 1].width : padded,
		.width_advised = width,
		.witness = broken ? proof->plain : (struct pl_witness){.some = false},
		.counts.keys_wrong = width > padded ? seen->keys : narrow,
	});
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_older_rows *older = older_of(field);

	if (older && pl_padded_width(older->present))
		check_older(cx, field, older);
	else if (lacks_counts(field))
		check_counts(cx, field);
	else
		check_widths(cx, field);
}

const struct pl_rule pl_rule_mixed_pad_width = {
	.code = "PL101",
	.name = "mixed-pad-width",
	.since = "0.1.0",
	.summary = "in one range some numbers are padded and others are narrower",
	.why = "0 (30) is the least digit: INV#00000122 comes before INV#9, and before every other value that is "
	       "written without the zeros. Reading the newest, the greatest or a range of them misses rows.",
	.fix = "Rewrite only the narrower rows to the width of the others. Two rows may become one key (5 and 0005): "
	       "settle those by hand first.",
	.blind = "Sentinels, ranges with one value, and numbers that name things (codes, references, tie-breakers) "
		 "above level info.",
	.source = "Amazon DynamoDB developer guide: sort keys of type String are ordered by their UTF-8 bytes.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"INV#00000121", "INV#00000122", "INV#120", "INV#17", "INV#9", NULL},
	.good = (const char *const[]){"INV#00000009", "INV#00000017", "INV#00000120", "INV#00000121", NULL},
	.applies_field = applies,
	.wants_proof = pl_widths_want_proof,
	.check_field = check,
};
