/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL107 decimal-number: a number with a fraction needs one width on either side
 * of its point.
 *
 *     PRICE#10.50    … 31      comes first
 *     PRICE#9.99     … 39      comes second, though it is less
 *     PRICE#1e-7     … 31      is next to nothing and stands beside them
 *     PRICE#9,99     … 39      likewise behind PRICE#10,50 and PRICE#1.234,50
 *     PRICE#1,234    … 31 2C   and thousands with a separator before 999
 *
 * With one width in front of the point a fraction of any length is in order as
 * long as a byte below the point (2E) or nothing follows; that is an info, since
 * 17.5 and 17.50 are then two keys.
 *
 * Of a declared number nothing needs to be seen: when its bounds have fractions
 * that neither `decimals` nor `scale` provides for, a width pads the text as a
 * whole, and two values that are allowed are the proof. Without any width it is
 * PL102 that says so.
 *
 * Blind to negative values (PL106), to columns in which 5.1 and 5.10 both stand
 * (versions, PL108), to commas with other than two digits behind them, but for thousands
 * (linter/profile/learn.c), and, at more than an info, to numbers that name things
 * (linter/ordered.h).
 */
#include "linter/rule.h"

/* Fractions longer than this are what a float prints: 0.30000000000000004. */
enum { FLOAT_DIGITS = 12 };

static bool is_seen(const struct pl_field *field)
{
	return field->kind == PL_K_DECIMAL && field->observed && field->observed->nwidths;
}

/* ---- declared ---- */

static unsigned fraction_digits(const struct pl_amount *amount)
{
	for (size_t i = 0; i < amount->text.len; i++)
		if (amount->text.ptr[i] == '.')
			return (unsigned)(amount->text.len - i - 1);
	return 0;
}

/* Digits behind the point that values may have by their bounds; 0: the declaration provides for them, or there are none. */
static unsigned loose_digits(const struct pl_declared *declared)
{
	unsigned digits;

	if (!declared || declared->type != PL_D_NUMBER || declared->base != 10 || declared->decimals)
		return 0;
	digits = PL_MAX(fraction_digits(&declared->min), fraction_digits(&declared->max));
	return digits > declared->scale ? digits : 0;
}

static bool applies(const struct pl_field *field)
{
	return pl_is_amount(field) || (field->keys->ordered && is_seen(field));
}

static void check_declared(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	const unsigned digits = loose_digits(declared);

	if (!declared->ordered || !pl_promised_width(field))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "<%.*s> may have %u digits behind the point by its bounds, but no `decimals` and no `scale`",
				   (int)declared->name.len, declared->name.ptr, digits),
		.why = "A width pads the text as a whole, not its two sides: \"0010.25\" comes before \"009.995\" (31 before "
		       "39), though it is worth more.",
		.fix = pl_text(cx, "Declare `scale: %u` and store the value times that power of ten, or `decimals: %u` and "
				   "write always %u digits behind the point%s", digits, digits, digits,
			       field->observed ? pl_safe_order : ""),
		.at = pl_declared_at(declared, fraction_digits(&declared->max) == digits ? PL_FO_MAX : PL_FO_MIN),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
}

/* ---- seen ---- */

static unsigned least_digits(const struct pl_observed *seen)
{
	return seen->widths[0].width;
}

static unsigned most_digits(const struct pl_observed *seen)
{
	return seen->widths[seen->nwidths - 1].width;
}

/* Digits in front of the point to write, with room to grow where nothing is padded yet. */
static unsigned advised(const struct pl_observed *seen)
{
	return most_digits(seen) + (seen->padded_width ? 0 : 2);
}

/*
 * "9.5  →  0000950": a value that was seen, the point left out, zeros in front and for the digits
 * that others have. Empty: there is none, it is negative, or no plain digits.
 */
static const char *scaled(struct pl_cx *cx, const struct pl_observed *seen, struct pl_str value)
{
	static const char zeros[] = "0000000000000000000000000000000000000000";
	const unsigned room = sizeof(zeros) - 1;
	size_t point = 0;
	struct pl_str whole, fraction;
	unsigned front, behind;

	while (point < value.len && pl_is_digit((unsigned char)value.ptr[point]))
		point++;
	if (!point || (point < value.len && value.ptr[point] != '.' && value.ptr[point] != ','))
		return "";
	whole = pl_digits_strip(pl_str_sub(value, 0, point));
	fraction = pl_str_sub(value, PL_MIN(point + 1, value.len), value.len);
	front = advised(seen) - (unsigned)PL_MIN(whole.len, (size_t)advised(seen));
	behind = seen->max_fraction - (unsigned)PL_MIN(fraction.len, (size_t)seen->max_fraction);
	if (front > room || behind > room)
		return "";
	return pl_text(cx, "%.*s  →  %.*s%.*s%.*s%.*s", (int)value.len, value.ptr, (int)front, zeros, (int)whole.len,
		       whole.ptr, (int)fraction.len, fraction.ptr, (int)behind, zeros);
}

/* Lines of the least and the greatest value. */
static const char *examples(struct pl_cx *cx, const struct pl_observed *seen)
{
	const char *least = scaled(cx, seen, seen->least), *greatest = scaled(cx, seen, seen->greatest);

	if (pl_masked(cx))
		return "";
	return pl_text(cx, "%s%s%s%s", *least ? "\n" : "", least, *greatest ? "\n" : "", greatest);
}

/* What stands in front of fractions. */
static const char *sign_of(const struct pl_observed *seen)
{
	return !seen->commas ? "point" : seen->points ? "comma or point" : "comma";
}

/* Whether at the same place two numbers stand with a comma between them, 3,7: what looks like 3,17 is then no decimal. */
static bool are_two_numbers(const struct pl_field *field)
{
	const struct pl_keys *keys = field->keys;
	size_t front = field->shape.len - (sizeof("<decimal>") - 1);

	for (size_t i = 0; i < keys->nfields && field->observed->commas; i++) {
		const struct pl_field *other = keys->fields[i];
		struct pl_str shape = other->entity->shape;

		if (other->part == 1 && other->segment == field->segment && pl_str_eq(other->attribute, field->attribute) &&
		    pl_str_starts(shape, pl_str_sub(field->shape, 0, front)) &&
		    pl_str_starts(pl_str_sub(shape, front, shape.len), PL_S("<number>,<number>")))
			return true;
	}
	return false;
}

static const char *fix(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const char *sign = sign_of(seen);

	if (are_two_numbers(field))
		return pl_text(cx, "Other keys have two numbers here, with a comma between them: pad each of the two to the digits "
				   "of its greatest value%s", pl_safe_order);
	if (seen->commas && seen->points)
		return pl_text(cx, "Both a comma and a point stand in front of fractions, so that 1.234 may be a thousand and "
				   "more or little more than one: find out at the source, who wrote which, before any of them is "
				   "rewritten. Then store the value times a power of ten as a padded integer; never round%s",
			       pl_safe_order);
	if (seen->max_fraction > FLOAT_DIGITS)
		return pl_text(cx, "These are floats as they print themselves (up to %u digits behind the point): decide at the "
				   "source how many of them count, then store the value times that power of ten as an integer, "
				   "padded; rounding stored keys may make one key of two%s", seen->max_fraction, pl_safe_order);
	if (seen->exponents)
		return pl_text(cx, "Write the values out (1e-7 is 0.0000001) to see how many digits behind the point there are; store the "
				   "value times that power of ten as an integer, padded to the digits of the greatest; never round%s",
			       pl_safe_order);
	if (!seen->max_fraction)
		return pl_text(cx, "%sad to %u digits%s", seen->grouped ? "Leave out what stands between the digits, and p" : "P",
			       advised(seen), pl_safe_order);
	return pl_text(cx, "Store the value times 10^%u, for the %s behind the %s, as an integer padded to %u digits; "
			   "never round:%s\nor pad to %u digits in front of the %s and write always %u behind it%s%s",
		       seen->max_fraction, pl_counted(cx, seen->max_fraction, "digit"), sign, advised(seen) + seen->max_fraction,
		       examples(cx, seen), advised(seen), sign, seen->max_fraction,
		       seen->signed_values ? "\nnegative values: scale first, then add the offset that PL106 tells" : "",
		       pl_safe_order);
}

static const char *span(struct pl_cx *cx, unsigned least, unsigned most)
{
	return least == most ? pl_counted(cx, most, "digit") : pl_text(cx, "%u to %u digits", least, most);
}

static const char *message(struct pl_cx *cx, const struct pl_observed *seen)
{
	if (seen->grouped && !seen->fraction_values)
		return pl_text(cx, "a number is written with %s, in groups with separators between",
			       span(cx, least_digits(seen), most_digits(seen)));
	return pl_text(cx, "a number with a fraction is written with %s in front of the %s and %s behind it%s%s",
		       span(cx, least_digits(seen), most_digits(seen)), sign_of(seen), span(cx, seen->min_fraction, seen->max_fraction),
		       seen->exponents ? ", some with an exponent" : "",
		       seen->grouped ? ", some with their digits in groups" : "");
}

static void check_seen(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	bool broken = pl_digits_broken(field), loose = least_digits(seen) != most_digits(seen) || seen->exponents ||
							  seen->grouped || (seen->commas && seen->points);
	bool mixed = loose && pl_walked(field) && seen->proof->ranges_lengths;
	struct pl_ordered_verdict ordered = pl_is_ordered(cx, field, false);

	if (pl_alone(field) || seen->proof->state == PL_O_ENCODING || (!broken && !loose && seen->min_len == seen->max_len))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = pl_order_level(ordered, broken, mixed),
		.message = message(cx, seen),
		.why = pl_text(cx, "Bytes are compared from the left: \"10.50\" (31) comes before \"9.99\" (39), and a value that "
				   "ends before one that goes on; %s.", ordered.why),
		.fix = fix(cx, field),
		.width_least = least_digits(seen),
		.width_most = most_digits(seen),
		.width_advised = advised(seen) + seen->max_fraction,
		.witness = broken ? seen->proof->plain : (struct pl_witness){.some = false},
		.counts.keys_wrong = seen->keys,
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
	if (is_seen(field))
		check_seen(cx, field);
	else if (loose_digits(pl_promised(field)))
		check_declared(cx, field);
}

const struct pl_rule pl_rule_decimal_number = {
	.code = "PL107",
	.name = "decimal-number",
	.since = "0.1.0",
	.summary = "numbers with fractions have several widths in front of or behind the point",
	.why = "PRICE#10.50 (31) comes before PRICE#9.99 (39), and padding the text as a whole does not help: the points "
	       "have to stand below each other.",
	.fix = "Store the value times a power of ten, for the greatest number of digits behind the point, as a padded "
	       "integer. Never round, and never assume cents: 13.338 has three.",
	.blind = "Commas with other than two digits behind them, unless the column shows that they separate thousands; negative values (PL106); versions and section numbers (PL108); numbers that name things "
		 "above level info.",
	.source = "Amazon DynamoDB developer guide: sort keys of type String are ordered by their UTF-8 bytes; "
		  "pynamodb-attributes issue 58.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"PRICE#9.99#sku1", "PRICE#10.50#sku2", "PRICE#0.5#sku4", "PRICE#100#sku3", NULL},
	.good = (const char *const[]){"PRICE#0000050#sku4", "PRICE#0000999#sku1", "PRICE#0001050#sku2", "PRICE#0010000#sku3", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
