/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL102 unpadded-number: a number inside a string key needs one fixed width.
 *
 *     ORDER#10    … 23 31 30      comes first
 *     ORDER#9     … 23 39         comes second, though 9 < 10
 *
 * The trap is silent: keys of one width are in order, so everything works
 * until the tenth row, and then "the latest" stays at 9 for ever.
 *
 * Judged are ranges in which no value is padded. Where some are, the field has
 * a width to keep to, and PL101 and PL104 say so. When another number of the
 * same key is padded, the padding went to the wrong part: PL105.
 *
 * Of a declared number nothing needs to be seen: when the schema allows two
 * digit counts and promises no width, two values that it allows are the proof.
 * `min: 100, max: 999` has one digit count and needs none. Where it promises a
 * width, PL101 and PL104 compare with that. Epochs have the digits of today
 * unless their bounds say otherwise: seconds before 2001-09-09 have 9.
 *
 * A declared `pad` that sorts above the digits fills up nothing: x10 before xx9.
 *
 * Hexadecimal written 0x1f is judged likewise, by the digits behind its 0x.
 *
 * Blind to hexadecimal that has no 0x and no schema declares; to signs (PL106), fractions (PL107) and dotted versions (PL108), to
 * epochs of two units (PL205), to dates (PL201), and, at more than an info, to
 * numbers that name things (linter/ordered.h).
 */
#include "linter/rule.h"

static bool is_hex(const struct pl_field *field)
{
	return field->kind == PL_K_HEXNUMBER;
}

/* Counts within a year (2026-9, 2026-13), of which those up to 12 are of another column, as months would be. */
static bool is_count_of_year(const struct pl_field *field)
{
	return field->keys->ordered && !pl_order_denied(field) && pl_counter_beside(field);
}

static bool applies(const struct pl_field *field)
{
	return pl_is_written_in_digits(field) || is_count_of_year(field) ||
	       (pl_promised(field) && !pl_promised_otherwise(field) && field->keys->ordered);
}

static bool one_width(const struct pl_observed *seen)
{
	return seen->widths[0].width == seen->widths[seen->nwidths - 1].width;
}

/*
 * Keys of ranges without padding that a rewrite touches: all of them where
 * nothing is padded; beside a padded width, those of any other width.
 */
static uint64_t bare_keys(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_proof *proof = seen->proof;
	unsigned padded = pl_padded_width(field);
	uint64_t keys = 0;

	/* Without a walk nobody knows which ranges are padded: PL101 and PL104 speak for the field. */
	if (!pl_walked(field))
		return padded || one_width(seen) ? 0 : seen->keys;
	if (!padded)
		return proof->nbare > 1 ? proof->bare : 0;
	for (size_t i = 0; i < proof->nbare; i++)
		keys += proof->bare_widths[i].width == padded ? 0 : proof->bare_widths[i].keys;
	return keys;
}

static const char *message(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_proof *proof = seen->proof;
	const bool hex = is_hex(field) || (field->kind == PL_K_BASED && field->declared->base == 16);
	const char *what = hex ? "hexadecimal number" : "number";

	if (!pl_walked(field))
		return pl_text(cx, "a %s is written with %u to %u digits and never padded", what, seen->widths[0].width,
			       seen->widths[seen->nwidths - 1].width);
	if (!proof->bare_mixed)
		return pl_text(cx, "a %s is not padded and its width differs from range to range (%s)", what,
			       pl_width_list(cx, proof->bare_widths, proof->nbare));
	return pl_text(cx, "a %s is written with %u to %u digits and not padded (%s)", what, proof->bare_widths[0].width,
		       proof->bare_widths[proof->nbare - 1].width,
		       pl_width_list(cx, proof->bare_widths, proof->nbare));
}

/* A key that is nothing but this number, in a table or index that has no other keys. */
static bool alone_in_keys(const struct pl_field *field)
{
	return field->whole_key && field->keys->nentities == 1 && field->kind == PL_K_NUMBER;
}

/* Epochs of several units beside shorter numbers: zeros in front of them would be wrong whatever their number. */
static const char *fix_beside_epochs(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	unsigned width = 0;

	for (size_t i = 0; i < seen->nwidths && pl_epoch_of_width(seen->widths[i].width) == PL_EPOCH_NONE; i++)
		width = seen->widths[i].width + 2;
	return pl_text(cx, "Multiply the times since 1970 up to one unit first, as PL205 says; they need no zeros.\nPad the other "
			   "numbers to %u digits:  %s%s", width, pl_pad_example(cx, field, seen->widths[0].width, width), pl_safe_order);
}

static const char *fix(struct pl_cx *cx, const struct pl_field *field, unsigned width)
{
	if (is_hex(field))
		return pl_text(cx, "Pad to %u digits behind the 0x:  %s%s", width,
			       pl_pad_example(cx, field, field->observed->widths[0].width, width), pl_safe_order);
	if (field->observed->epochs_beside)
		return fix_beside_epochs(cx, field);
	return pl_text(cx, "Pad to %u digits:  %s%s%s%s", width,
		       pl_pad_example(cx, field, field->observed->widths[0].width, width), pl_pad_sign(field),
		       alone_in_keys(field) ? "\nor make the key attribute type N, which needs a new table or index"
					    : "",
		       pl_safe_order);
}

/* ---- declared ---- */

static const char *allowed(struct pl_cx *cx, const struct pl_promise *promise)
{
	if (!promise->most.len)
		return pl_text(cx, "%zu and more digits", promise->least.len);
	return pl_text(cx, "%zu to %zu digits", promise->least.len, promise->most.len);
}

static const char *declared_fix(struct pl_cx *cx, const struct pl_field *field, unsigned width)
{
	const struct pl_promise promise = pl_promise_of(cx, field);

	if (!width)
		return pl_text(cx, "Declare `max`, the greatest value there will ever be, and its digits as `width`, and write every "
				   "value padded to them\nor, where nobody knows it, `encode: length-prefix`: two digits that say how "
				   "many follow, which needs no width:  42  →  0242%s", field->observed ? pl_safe_order : "");
	return pl_text(cx, "Declare `width: %u` and write every value padded to it:  %s%s",
		       width + (field->declared->decimals ? field->declared->decimals + 1 : 0),
		       pl_pad_example(cx, field, (unsigned)promise.least.len, width), field->observed ? pl_safe_order : "");
}

static void report_declared(struct pl_cx *cx, const struct pl_field *field, struct pl_example example)
{
	const struct pl_promise promise = pl_promise_of(cx, field);
	const unsigned width = pl_advised_first_width(cx, field);

	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "<%.*s> is declared as %s of %s without a width", (int)field->declared->name.len,
				   field->declared->name.ptr, field->declared->type == PL_D_TIMESTAMP ? "an epoch" : "a number",
				   allowed(cx, &promise)),
		.why = pl_text(cx, "%s, though it is worth more: digits are compared from the left.",
			       pl_promise_text(cx, example)),
		.fix = declared_fix(cx, field, width),
		.width_least = (unsigned)promise.least.len,
		.width_most = (unsigned)promise.most.len,
		.width_advised = width,
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
}

static void report_pad(struct pl_cx *cx, const struct pl_field *field, struct pl_example example)
{
	const struct pl_declared *declared = field->declared;

	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "<%.*s> is filled up with %s, which sorts above digits", (int)declared->name.len,
				   declared->name.ptr, pl_byte_text(cx, (unsigned char)declared->pad)),
		.why = pl_text(cx, "%s, though it is worth more.", pl_promise_text(cx, example)),
		.fix = pl_text(cx, "Declare `pad: \"0\"` and write every value so:  %s%s",
			       pl_pad_example(cx, field, 1, pl_promised_width(field)), field->observed ? pl_safe_order : ""),
		.at = pl_declared_at(declared, PL_FO_PAD),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
		.fingerprint = 1,
	});
}

/* ---- seen ---- */

static void check_seen(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_proof *proof = seen->proof;
	struct pl_ordered_verdict ordered = pl_is_ordered(cx, field, false);
	uint64_t keys = bare_keys(field);
	unsigned width = pl_advised_first_width(cx, field);
	bool broken = pl_digits_broken(field) && proof->bare_mixed;

	if (pl_wrong_part(cx, field))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		/* Two widths still in order prove nothing by themselves: nobody has promised a width here. */
		.level = pl_promise_break(cx, field).some ? PL_ERROR : pl_order_level(ordered, broken, false),
		.message = message(cx, field),
		.why = pl_text(cx, "Digits are compared from the left, and a key that ends comes first: %s; %s.",
			       is_hex(field) ? "\"0x10\" comes before \"0x9\" (31 before 39)"
					     : "\"10\" (31 30) comes before \"9\" (39)", ordered.why),
		.fix = pl_fix_if_ordered(cx, field, ordered, fix(cx, field, width)),
		.width_least = seen->widths[0].width,
		.width_most = seen->widths[seen->nwidths - 1].width,
		.width_advised = width,
		.witness = broken ? proof->plain : (struct pl_witness){.some = false},
		.counts.keys_wrong = keys,
	});
}

static bool is_bare(const struct pl_observed *seen)
{
	return seen->nwidths > 1;
}

static void check_count_of_year(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_field *beside = pl_counter_beside(field);
	const struct pl_observed *seen = field->observed;
	const bool broken = seen->proof->state == PL_O_BROKEN;
	const unsigned most = beside->observed->max_len, width = most + 2;

	/* Of widths that vary there, too, it is told there. */
	if (pl_alone(field) || is_bare(beside->observed))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = broken ? PL_ERROR : PL_WARNING,
		.message = pl_text(cx, "a number behind a year is written with 1 to %u digits and never padded", most),
		.why = "Digits are compared from the left, and a key that ends comes first: \"2026-10\" (31 30) comes before \"2026-9\" (39).",
		.fix = pl_text(cx, "Pad the number behind the year to %u digits:  %s%s", width, pl_pad_example(cx, field, 1, width), pl_safe_order),
		.width_least = 1,
		.width_most = most,
		.width_advised = width,
		.witness = broken ? seen->proof->witness : (struct pl_witness){.some = false},
		.counts.keys_wrong = seen->keys + beside->observed->keys,
	});
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_order_state state = field->observed ? field->observed->proof->state : PL_O_ALONE;

	return pl_widths_want_proof(cx, field) || (is_count_of_year(field) && state != PL_O_ENCODING && state != PL_O_ALONE);
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_example example = pl_promise_break(cx, field);
	const struct pl_example filled = pl_promise_pad_break(cx, field);
	const bool seen = pl_is_written_in_digits(field) && bare_keys(field) && !pl_alone(field) && !pl_loose_inversion(cx, field);

	/* Among rows of a present layout that is padded: PL101. */
	if (field->observed && field->observed->older && field->declared->type == PL_D_NUMBER && pl_padded_width(field->observed->older->present))
		return;
	if (is_count_of_year(field)) {
		check_count_of_year(cx, field);
		return;
	}
	if (filled.some)
		report_pad(cx, field, filled);
	/* Of fractions that are seen PL107 speaks. */
	if (pl_promised_width(field) || (field->observed && field->kind == PL_K_DECIMAL))
		return;
	if (seen)
		check_seen(cx, field);
	else if (example.some)
		report_declared(cx, field, example);
}

const struct pl_rule pl_rule_unpadded_number = {
	.code = "PL102",
	.name = "unpadded-number",
	.since = "0.1.0",
	.summary = "a number in a string key has several widths and is not padded",
	.why = "A string key is compared byte by byte: ORDER#10 (… 31 30) comes before ORDER#9 (… 39). Everything "
	       "is in order until a value gets one digit more.",
	.fix = "Pad every value with zeros to one width with room to grow: the digits of the greatest value plus two. "
	       "Where no greatest value is known, put the count of the digits in front, in two digits: 7 → 017, 42 → 0242, 1500 → "
	       "041500. A key that is nothing but a number can be an attribute of type N instead, in a new table or index.",
	.blind = "Hexadecimal without 0x, negative numbers, fractions, versions, epochs and dates; and "
		 "numbers that name things (codes, references, tie-breakers) above level info.",
	.source = "Amazon DynamoDB developer guide: sort keys of type String are ordered by their UTF-8 bytes; "
		  "credstash issue 51, where version 10 was never found.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"ORDER#9", "ORDER#10", "ORDER#11", NULL},
	.good = (const char *const[]){"ORDER#0009", "ORDER#0010", "ORDER#0011", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
