/* SPDX-License-Identifier: Apache-2.0 */
/* Declared numbers: how many digits they may have, now and in some years. */
#include <math.h>

#include "linter/context.h"
#include "linter/promise.h"

/* ---- whole numbers of any length ---- */

/* Digits of an amount, 38 more by `scale`, and a carry. */
enum { BIG_DIGITS = PL_AMOUNT_BYTES + 40 };

struct big {
	bool negative;
	unsigned len;                    /* 0: zero */
	unsigned char digit[BIG_DIGITS]; /* the last digit first */
};

static void trim(struct big *a)
{
	while (a->len && a->digit[a->len - 1] == 0)
		a->len--;
	a->negative = a->negative && a->len;
}

/* The amount times 10^scale, further digits of its fraction left out. */
static struct big big_of(struct pl_str amount, unsigned scale)
{
	struct big a = {.negative = amount.len && *amount.ptr == '-'};
	size_t whole = a.negative;
	struct pl_str point;

	while (whole < amount.len && amount.ptr[whole] != '.')
		whole++;
	point = pl_str_sub(amount, PL_MIN(whole + 1, amount.len), amount.len);
	for (unsigned i = scale; i-- > 0;)
		a.digit[a.len++] = i < point.len ? (unsigned char)(point.ptr[i] - '0') : 0;
	for (size_t i = whole; i-- > (size_t)a.negative;)
		a.digit[a.len++] = (unsigned char)(amount.ptr[i] - '0');
	trim(&a);
	return a;
}

/* Order of the values without their signs. */
static int compare(const struct big *a, const struct big *b)
{
	if (a->len != b->len)
		return a->len < b->len ? -1 : 1;
	for (unsigned i = a->len; i-- > 0;)
		if (a->digit[i] != b->digit[i])
			return a->digit[i] < b->digit[i] ? -1 : 1;
	return 0;
}

static struct big negated(struct big a)
{
	a.negative = !a.negative && a.len;
	return a;
}

static struct big sum(struct big a, struct big b)
{
	const bool same = a.negative == b.negative;
	struct big out;
	int carry = 0;

	if (compare(&a, &b) < 0)
		return sum(b, a);
	out = (struct big){.negative = a.negative};
	for (unsigned i = 0; i < a.len; i++) {
		int other = i < b.len ? b.digit[i] : 0;
		int value = a.digit[i] + carry + (same ? other : -other);

		carry = value < 0 ? -1 : value > 9;
		out.digit[out.len++] = (unsigned char)(value - 10 * carry);
	}
	if (carry && out.len < BIG_DIGITS)
		out.digit[out.len++] = 1;
	trim(&out);
	return out;
}

/* Divides by a small number; the remainder. */
static unsigned divide(struct big *a, unsigned by)
{
	unsigned rest = 0;

	for (unsigned i = a->len; i-- > 0;) {
		rest = rest * 10 + a->digit[i];
		a->digit[i] = (unsigned char)(rest / by);
		rest %= by;
	}
	trim(a);
	return rest;
}

static const char digits_lower[] = "0123456789abcdefghijklmnopqrstuvwxyz";
static const char digits_upper[] = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ";

static const char *digits_of(const struct pl_declared *field)
{
	return field->letters == PL_CASE_UPPER ? digits_upper : digits_lower;
}

/* In the field's base, without a sign. */
static struct pl_str text_of(struct pl_cx *cx, struct big a, const struct pl_declared *field)
{
	char text[4 * BIG_DIGITS]; /* no base is smaller than 10 */
	size_t at = sizeof(text);

	do
		text[--at] = digits_of(field)[divide(&a, field->base)];
	while (a.len);
	return pl_arena_str(cx->judge->arena, pl_str_of(text + at, sizeof(text) - at));
}

/* ---- what is stored ---- */

static bool is_epoch(const struct pl_declared *field)
{
	return field->type == PL_D_TIMESTAMP && field->format.encoding >= PL_TE_EPOCH_S;
}

static bool is_digits(const struct pl_declared *field)
{
	return field->type == PL_D_NUMBER || field->type == PL_D_SNOWFLAKE || is_epoch(field);
}

const struct pl_declared *pl_promised(const struct pl_field *field)
{
	return field->declared && pl_declares(field->declared, PL_FO_TYPE) ? field->declared : NULL;
}

bool pl_promised_otherwise(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && !is_digits(declared);
}

/* A bound of an epoch in its own unit: a year, a time, or the digits themselves. False: it is none, or stands for an open end. */
static bool epoch_bound(const struct pl_declared *field, struct pl_str text, struct big *out)
{
	static const unsigned char fraction[] = {[PL_TE_EPOCH_S] = 0, [PL_TE_EPOCH_MS] = 3, [PL_TE_EPOCH_US] = 6, [PL_TE_EPOCH_NS] = 9};
	const bool digits = text.len && pl_digit_run(text, 0) == text.len;
	const int64_t open_end = pl_civil_seconds(9999, 1, 1);
	struct pl_time time;
	char seconds[24];

	if (!text.len)
		return false;
	if (digits && text.len != 4) {
		*out = big_of(text, 0);
		return true;
	}
	if (digits)
		time.at = (struct pl_instant){pl_civil_seconds((int)pl_digits_i64(text), 1, 1), 0};
	else if (!pl_time_read(text, PL_DAY_UNKNOWN, &time) || !time.valid)
		return false;
	snprintf(seconds, sizeof(seconds), "%" PRId64, time.at.seconds);
	*out = big_of(pl_str_c(seconds), fraction[field->format.encoding]);
	return time.at.seconds < open_end;
}

/* The least and the greatest epoch; those of today where nobody says. */
static void epoch_bounds(const struct pl_declared *field, struct big *least, struct big *most)
{
	static const char first[] = "1000000000000000000", last[] = "9999999999999999999"; /* 2001-09-09 and 2286-11-20 */

	if (!epoch_bound(field, field->min.text, least))
		*least = big_of(pl_str_of(first, field->format.most), 0);
	if (!epoch_bound(field, field->max.text, most))
		*most = big_of(pl_str_of(last, field->format.most), 0);
	if (!most->negative && compare(least, most) > 0)
		*most = *least;
}

/* Digits of every value of an epoch that nobody pads; 0: some have more than others. */
static unsigned epoch_width(const struct pl_declared *field)
{
	struct big least, most;

	epoch_bounds(field, &least, &most);
	return least.len == most.len && !least.negative ? least.len : 0;
}

/* The value as a whole number that is written in digits, before inversion. */
static struct big shifted(const struct pl_declared *field, struct pl_str amount)
{
	struct big epoch;

	if (is_epoch(field))
		return epoch_bound(field, amount, &epoch) ? epoch : (struct big){0};
	return sum(big_of(amount, field->scale), big_of(field->offset.text, field->scale));
}

static struct big stored(const struct pl_declared *field, struct pl_str amount)
{
	struct big value = shifted(field, amount);

	return field->inverted.text.len ? sum(big_of(field->inverted.text, 0), negated(value)) : value;
}

static unsigned width_of(const struct pl_declared *field)
{
	const unsigned fraction = field->decimals ? field->decimals + 1 : 0; /* the point, too */

	if (field->type == PL_D_NUMBER && field->encode != PL_ENCODE_PADDED)
		return 0;
	if (field->width)
		return field->width > fraction ? field->width - fraction : 0;
	if (field->inverted.text.len)
		return (unsigned)pl_digits_strip(field->inverted.text).len;
	return is_epoch(field) ? epoch_width(field) : 0;
}

unsigned pl_promised_width(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && is_digits(declared) ? width_of(declared) : 0;
}

/* Of an epoch: up to the time from which on it has a digit more, unless a bound says otherwise. */
static void bounds_of_epoch(struct pl_cx *cx, const struct pl_declared *field, struct pl_promise *out)
{
	struct big least, most;

	epoch_bounds(field, &least, &most);
	if (field->inverted.text.len) {
		struct big other = least;

		least = sum(big_of(field->inverted.text, 0), negated(most));
		most = sum(big_of(field->inverted.text, 0), negated(other));
	}
	out->least = text_of(cx, least.negative ? (struct big){0} : least, field);
	out->most = text_of(cx, most.negative ? (struct big){0} : most, field);
}

/* The least and the greatest digits that are stored; empty: not bounded. */
static void bounds(struct pl_cx *cx, const struct pl_declared *field, struct pl_promise *out)
{
	const bool inverted = field->inverted.text.len > 0;
	const struct pl_amount *low = inverted ? &field->max : &field->min;
	const struct pl_amount *high = inverted ? &field->min : &field->max;
	struct big least = {0}, most;

	if (low->text.len)
		least = stored(field, low->text);
	if (field->sign == PL_SIGN_COMPLEMENT || least.negative)
		least = (struct big){0};
	out->least = text_of(cx, least, field);
	if (!high->text.len)
		return;
	most = stored(field, high->text);
	if (field->sign == PL_SIGN_COMPLEMENT && low->text.len) {
		struct big other = stored(field, low->text);

		if (compare(&most, &other) < 0)
			most = other;
	} else if (most.negative) {
		most = (struct big){0};
	}
	out->most = text_of(cx, most, field);
}

bool pl_promises_beyond(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);
	struct big most;

	if (!declared || !declared->inverted.text.len)
		return false;
	if (is_epoch(declared) && !declared->max.text.len)
		return pl_digits_strip(declared->inverted.text).len < declared->format.most;
	if (!declared->max.text.len)
		return false;
	most = is_epoch(declared) && !epoch_bound(declared, declared->max.text, &most) ? (struct big){0}
										       : stored(declared, declared->max.text);
	return most.negative;
}

bool pl_promises_negatives(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);
	struct big least;

	if (declared && is_epoch(declared) && declared->ordered && field->keys->ordered && !declared->inverted.text.len)
		return epoch_bound(declared, declared->min.text, &least) && least.negative;
	if (!declared || declared->type != PL_D_NUMBER || !declared->ordered || !field->keys->ordered ||
	    declared->sign == PL_SIGN_COMPLEMENT || declared->inverted.text.len || !declared->min.text.len)
		return false;
	least = sum(big_of(declared->min.text, declared->scale + declared->decimals),
		    big_of(declared->offset.text, declared->scale + declared->decimals));
	return least.negative && (least.len > 1 || least.digit[0] > 1);
}

struct pl_promise pl_promise_of(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);
	struct pl_promise out = {.digits = false};

	if (!declared || !is_digits(declared) || !field->keys->ordered || !declared->ordered)
		return out;
	out.digits = true;
	out.width = width_of(declared);
	/* Of times before 1970 no width helps. */
	out.safe = declared->encode == PL_ENCODE_LENGTH_PREFIX || declared->type == PL_D_SNOWFLAKE ||
		   (is_epoch(declared) && pl_promises_negatives(field));
	out.whole = !is_epoch(declared) && declared->base == 10 && !declared->decimals && declared->encode != PL_ENCODE_LENGTH_PREFIX &&
		    declared->sign != PL_SIGN_COMPLEMENT;
	if (declared->type == PL_D_NUMBER)
		bounds(cx, declared, &out);
	else if (is_epoch(declared) && (declared->min.text.len || declared->max.text.len))
		bounds_of_epoch(cx, declared, &out);
	return out;
}

unsigned pl_promised_magnitude(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);
	struct big least, most;

	if (!pl_promise_of(cx, field).digits || declared->type != PL_D_NUMBER || !declared->min.text.len ||
	    !declared->max.text.len)
		return 0;
	least = big_of(declared->min.text, declared->scale);
	most = big_of(declared->max.text, declared->scale);
	return PL_MAX(PL_MAX(least.len, most.len), 1U);
}

/* ---- the least example ---- */

/*
 * The least value of one digit more comes before the greatest of one digit
 * less: "10" before "9". Both lie between the bounds when these differ in
 * their numbers of digits.
 */
struct pl_example pl_promise_break(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	const struct pl_promise promise = pl_promise_of(cx, field);
	const unsigned fraction = declared ? declared->decimals : 0;
	char *first, *second;
	size_t digits;

	if (!promise.digits || promise.safe || promise.width || (promise.most.len && promise.least.len == promise.most.len))
		return (struct pl_example){.some = false};
	digits = promise.least.len;
	first = PL_NEW_N(cx->judge->arena, char, digits + fraction + 3);
	second = PL_NEW_N(cx->judge->arena, char, digits + fraction + 2);
	memset(first, '0', digits + 1 + (fraction ? fraction + 1 : 0));
	memset(second, digits_of(declared)[declared->base - 1], digits + (fraction ? fraction + 1 : 0));
	first[0] = '1';
	if (fraction)
		first[digits + 1] = second[digits] = '.';
	return (struct pl_example){true, pl_str_c(first), pl_str_c(second)};
}

struct pl_example pl_promise_pad_break(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	const struct pl_promise promise = pl_promise_of(cx, field);
	const unsigned digits = (unsigned)promise.least.len;
	char *first, *second;

	if (!promise.digits || promise.safe || declared->type != PL_D_NUMBER || declared->decimals || declared->inverted.text.len ||
	    declared->pad <= '0' || digits + 1 > promise.width || (promise.most.len && promise.most.len == digits))
		return (struct pl_example){.some = false};
	first = PL_NEW_N(cx->judge->arena, char, promise.width + 1);
	second = PL_NEW_N(cx->judge->arena, char, promise.width + 1);
	memset(first, declared->pad, promise.width);
	memset(second, declared->pad, promise.width);
	memset(first + promise.width - digits - 1, '0', digits + 1);
	memset(second + promise.width - digits, digits_of(declared)[declared->base - 1], digits);
	first[promise.width - digits - 1] = '1';
	return (struct pl_example){true, pl_str_c(first), pl_str_c(second)};
}

/* ---- growth ---- */

/*
 * Of a value as written in the schema. Years are reckoned in floating point:
 * nobody knows growth to more than a few digits.
 */
static double as_double(struct pl_str amount)
{
	double value = 0, unit = 1;
	bool negative = amount.len && *amount.ptr == '-', fraction = false;

	for (size_t i = negative; i < amount.len; i++) {
		if (amount.ptr[i] == '.') {
			fraction = true;
			continue;
		}
		value = value * 10 + (amount.ptr[i] - '0');
		unit *= fraction ? 10 : 1;
	}
	return negative ? -value / unit : value / unit;
}

/* The greatest value there is today, in the units of the schema; false: nobody said. */
static bool value_now(const struct pl_field *field, double *now)
{
	const struct pl_declared *declared = field->declared;
	const struct pl_observed *seen = field->observed;

	if (declared->now.text.len) {
		*now = as_double(declared->now.text);
		return true;
	}
	if (!seen || !seen->greatest.len || declared->base != 10 || declared->inverted.text.len)
		return false;
	*now = pl_digits_double(seen->greatest) / pow(10, declared->scale) - as_double(declared->offset.text);
	return true;
}

/* The first value that no longer fits. */
static double value_full(const struct pl_declared *field)
{
	double full = pow(field->base, width_of(field));

	if (field->inverted.text.len)
		full = PL_MIN(full, as_double(field->inverted.text) + 1);
	return full / pow(10, field->scale) - as_double(field->offset.text);
}

double pl_promised_years(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	double now, full, by;

	if (!pl_promise_of(cx, field).width || declared->type != PL_D_NUMBER || !declared->growth.by.text.len ||
	    !value_now(field, &now))
		return -1;
	full = value_full(declared);
	by = as_double(declared->growth.by.text);
	if (now >= full)
		return 0;
	if (by <= 0 || (declared->growth.percent && now <= 0))
		return -1;
	return declared->growth.percent ? log(full / now) / log1p(by / 100) : (full - now) / by;
}

bool pl_promised_end(const struct pl_field *field, int64_t *seconds)
{
	static const double units[] = {[PL_TE_EPOCH_S] = 1, [PL_TE_EPOCH_MS] = 1e3, [PL_TE_EPOCH_US] = 1e6, [PL_TE_EPOCH_NS] = 1e9};
	const struct pl_declared *declared = pl_promised(field);
	double end;

	if (!declared || !is_epoch(declared) || !declared->inverted.text.len || !declared->ordered)
		return false;
	end = as_double(declared->inverted.text) / units[declared->format.encoding];
	*seconds = end < 1e15 ? (int64_t)end : INT64_C(1000000000000000);
	return true;
}

unsigned pl_promised_digits_in(const struct pl_field *field, double years)
{
	const struct pl_declared *declared = field->declared;
	double now = 0, by = as_double(declared->growth.by.text), value;

	value_now(field, &now);
	value = declared->growth.percent ? now * pow(1 + by / 100, years) : now + by * years;
	value = (value + as_double(declared->offset.text)) * pow(10, declared->scale);
	value = PL_MIN(value, 1e300); /* a growth nobody meant is no infinity */
	return value < 10 ? 1 : (unsigned)(log(value) / log(declared->base) + 1e-9) + 1;
}
