/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL112 rounded-integer: ids that went through a double.
 *
 *     MSG#1234567890123456800    was 1234567890123456789
 *     MSG#1234567890123456800    was 1234567890123456833: the same key
 *
 * A double has 53 bits. JSON.parse() and Number() in JavaScript, and every tool
 * that reads numbers as floats, round greater integers to the nearest one they
 * have, and two different ids become one key without a word.
 *
 * Told when a column shows at least 3 different integers above 2^53, so many that
 * chance is ruled out, and every one of them is what a double prints: itself, or
 * its shortest digits and zeros.
 * At least one must use the last bit or digit that a double has there, for
 * snowflakes of a quiet machine and nanoseconds read from a coarser clock are
 * on a coarser grid, which proves nothing.
 *
 * Blind to columns in which one writer rounds and another does not, to integers
 * above 2^64, and to what was merged already: only the source knows that.
 */
#include "linter/rule.h"

/*
 * How unlikely it has to be that whole ids look like that by chance, in powers of two. Just above 2^53 every other integer
 * is a double, at 19 digits one in 128 to 1,024.
 */
enum { LEAST_VALUES = 3, LEAST_BITS = 20 };

/* Smaller integers are none that a double rounds. */
static bool is_large(struct pl_str digits)
{
	return digits.len && pl_digits_order(digits, PL_S("9007199254740992")) > 0;
}

static bool applies(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	return field->kind == PL_K_NUMBER && field->keys->ordered && seen && (seen->rounded || is_large(seen->greatest));
}

/* One in 2^bits of the integers is a double, among the least of those above 2^53. */
static double bits_of(const struct pl_observed *seen)
{
	const struct pl_width *width = seen->widths, *end = width + seen->nwidths;
	double bits = 1, least;

	while (width < end && !is_large(pl_digits_strip(width->greatest)))
		width++;
	if (width == end)
		return 0;
	least = pl_digits_double(is_large(pl_digits_strip(width->least)) ? width->least : width->greatest);
	for (; least >= 0x1p54; least /= 2)
		bits++;
	return bits;
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	if (!seen->rounded || seen->rounded_distinct < LEAST_VALUES || seen->rounded_distinct * bits_of(seen) < LEAST_BITS)
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s above 2^53, and each of them is one that a double can hold: a writer rounds them",
				   seen->rounded == 1 ? "1 key has an integer"
						      : pl_text(cx, "%s keys have integers", pl_count(cx, seen->rounded))),
		.why = "A double keeps 53 bits: 1234567890123456789 and 1234567890123456833 are both written 1234567890123456800, "
		       "and the second row replaces the first.",
		.fix = "Keep such ids as strings or BigInt from where they enter (JSON.parse rounds, too), then look in the source "
		       "for ids that share a rounded key: those rows have replaced each other already.",
		.counts.keys_wrong = seen->rounded,
	});
}

const struct pl_rule pl_rule_rounded_integer = {
	.code = "PL112",
	.name = "rounded-integer",
	.since = "0.1.0",
	.summary = "integers above 2^53 are all rounded to what a double can hold",
	.why = "A writer that has ids in doubles (JavaScript's Number) writes 1234567890123456789 and 1234567890123456833 as "
	       "1234567890123456800: two rows want one key, and one of them is lost.",
	.fix = "Keep ids as strings or BigInt from where they enter, and find the rows that have replaced each other.",
	.blind = "Columns where only some writers round, integers above 2^64, and rows that were merged already.",
	.source = "ECMA-262, Number.MAX_SAFE_INTEGER and Number::toString; IEEE 754 binary64.",
	.scope = PL_FIELD,
	.level = PL_WARNING,
	.bad = (const char *const[]){"MSG#1234567890123456800", "MSG#1234567890123457300", "MSG#1234567890123458800", NULL},
	.good = (const char *const[]){"MSG#1234567890123456789", "MSG#1234567890123457313", "MSG#1234567890123458807", NULL},
	.applies_field = applies,
	.check_field = check,
};
