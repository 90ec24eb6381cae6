/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL105 wrong-part-padded: the zeros stand in front of the wrong thing.
 *
 *     0000001500#1000000010    … 23 31 30 …    the score is padded,
 *     0000001500#999999990     … 23 39 39 …    the time behind it is not
 *
 *     00000000000v1.9.0-3      30 … 30 30 76   the key as a whole is padded:
 *     0000000000v1.10.0-1      30 … 30 76      its length decides, not 9 and 10
 *
 *     SCORE#10␠␠               31 30 20 20     blanks fill the numbers up,
 *     SCORE#9␠␠␠               39 20 20 20     behind them instead of in front
 *
 * In the first form a number never padded is out of order beside a padded
 * number of the same key; it is told so here, with the counts PL102 would give,
 * because "pad it too" is what its owner needs to hear. In the second form
 * zeros of varying count stand before one and the same letters, with unpadded
 * numbers behind them: one constant length overall is not "well padded".
 *
 * Blanks in front of a number are in order as zeros are.
 *
 * Blind to zeros before letters that have no number behind them: padded
 * hexadecimal and base36 (0001099a, 0000zu) are right.
 */
#include "linter/rule.h"

/* ---- zeros before letters ---- */

static bool is_number_or_version(const struct pl_field *field)
{
	return field->kind == PL_K_NUMBER || field->kind == PL_K_VERSION;
}

/*
 * A number behind the zeros, in the same segment, that is written in several
 * widths and never padded.
 */
static const struct pl_field *unpadded_behind(const struct pl_field *zeros)
{
	for (size_t i = 0; i < zeros->keys->nfields; i++) {
		const struct pl_field *field = zeros->keys->fields[i];
		bool behind = false;

		for (const struct pl_field *left = field->before; left && !behind; left = left->before)
			behind = left == zeros;
		if (behind && field->segment == zeros->segment && is_number_or_version(field) && field->observed &&
		    !pl_padded_width(field) && field->observed->min_len != field->observed->max_len)
			return field;
	}
	return NULL;
}

static bool applies_zeros(const struct pl_field *field)
{
	return field->kind == PL_K_ZEROS && field->keys->ordered && field->observed;
}

static bool zeros_vary(const struct pl_field *field)
{
	return field->observed->min_len != field->observed->max_len;
}

static void check_zeros(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_proof *proof = field->observed->proof;
	bool broken = proof->state == PL_O_BROKEN;

	if (!zeros_vary(field) || pl_alone(field) || !unpadded_behind(field))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = broken ? PL_ERROR : PL_WARNING,
		.message = pl_text(cx, "%u to %u zeros stand before letters, and the numbers behind them are not padded",
				   field->observed->min_len, field->observed->max_len),
		.why = "0 (30) sorts before every letter, so the key with more zeros comes first, which is the one with "
		       "the shorter text, whatever its numbers are.",
		.fix = pl_text(cx, "Take the zeros in front away and pad each number inside to its own width%s",
			       pl_safe_order),
		.witness = broken ? proof->witness : (struct pl_witness){.some = false},
		.counts.keys_wrong = field->observed->keys,
	});
}

/* ---- a padded number beside ---- */

static void check_number(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_field *padded = pl_padded_neighbour(field);
	struct pl_ordered_verdict ordered = pl_is_ordered(cx, field, false);
	unsigned width = pl_advised_first_width(cx, field);

	pl_report_field(cx, field, (struct pl_finding){
		.level = pl_order_level(ordered, true, true),
		.message = pl_text(cx, "a number of %u to %u digits is not padded, while the one in segment %u is",
				   seen->widths[0].width, seen->widths[seen->nwidths - 1].width, padded->segment),
		.why = pl_text(cx, "Digits are compared from the left: \"10\" (31 30) comes before \"9\" (39), and padding "
				   "another part of the key does not change that; %s.", ordered.why),
		.fix = pl_text(cx, "Pad this number too, to %u digits:  %s%s", width,
			       pl_pad_example(cx, field, seen->widths[0].width, width), pl_safe_order),
		.width_least = seen->widths[0].width,
		.width_most = seen->widths[seen->nwidths - 1].width,
		.width_advised = width,
		.witness = seen->proof->plain,
		.counts.keys_wrong = seen->proof->bare,
	});
}

/* ---- blanks behind a number ---- */

static void check_filled(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	struct pl_ordered_verdict ordered = pl_is_ordered(cx, field, false);
	const unsigned least = seen->widths[0].width, width = PL_MAX(seen->max_len, pl_advised_first_width(cx, field));

	pl_report_field(cx, field, (struct pl_finding){
		.level = pl_order_level(ordered, true, true),
		.message = pl_text(cx, "a number of %u to %u digits is filled up to %u bytes with blanks behind it", least,
				   seen->widths[seen->nwidths - 1].width, seen->max_len),
		.why = pl_text(cx, "Digits are compared from the left: \"10  \" (31 30) comes before \"9   \" (39). Blanks keep numbers in "
				   "order only in front of them; %s.", ordered.why),
		.fix = pl_text(cx, "Take the blanks away and pad with zeros in front, to %u digits:  %s%s", width,
			       pl_pad_example(cx, field, least, width), pl_safe_order),
		.width_least = least,
		.width_most = seen->widths[seen->nwidths - 1].width,
		.width_advised = width,
		.witness = seen->proof->plain,
		.counts.keys_wrong = seen->proof->bare,
	});
}

static bool applies(const struct pl_field *field)
{
	return applies_zeros(field) || (pl_is_plain_number(field) && !pl_promised(field) &&
					(pl_is_filled_up(field) || pl_padded_neighbour(field)));
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_order_state state = field->observed->proof->state;

	if (!applies_zeros(field))
		return pl_widths_want_proof(cx, field);
	return state != PL_O_ENCODING && state != PL_O_ALONE && zeros_vary(field) && unpadded_behind(field);
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	if (applies_zeros(field))
		check_zeros(cx, field);
	else if (pl_wrong_part(cx, field) && pl_is_filled_up(field))
		check_filled(cx, field);
	else if (pl_wrong_part(cx, field))
		check_number(cx, field);
}

const struct pl_rule pl_rule_wrong_part_padded = {
	.code = "PL105",
	.name = "wrong-part-padded",
	.since = "0.1.0",
	.summary = "zeros pad another part of the key than the number that is out of order",
	.why = "0000001500#1000000010 comes before 0000001500#999999990 (31 before 39): the padded score does not help "
	       "the time behind it. Zeros before a whole text (000v1.9) sort by its length.",
	.fix = "Pad each number inside the key to its own width.",
	.blind = "Zeros before letters without a number behind them (padded hexadecimal, base36).",
	.source = "Amazon DynamoDB developer guide: sort keys of type String are ordered by their UTF-8 bytes; "
		  "credstash issue 198.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"0000000240#999999000#p_4", "0000001500#1000000010#p_2",
				     "0000001500#1000000500#p_3", "0000001500#999999990#p_1", NULL},
	.good = (const char *const[]){"0000000240#0999999000#p_4", "0000001500#0999999990#p_1",
				      "0000001500#1000000010#p_2", "0000001500#1000000500#p_3", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
