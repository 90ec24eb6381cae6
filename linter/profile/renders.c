/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/renders.h"

#include "linter/key/number.h"
#include "linter/key/time.h"
#include "linter/key/value.h"

/* ---- text ---- */

/* Byte for byte, letters as declared, an escaped delimiter as any text: the delimiter is not known here. */
static bool renders_text(const struct pl_declared *field, struct pl_str stored, struct pl_str source)
{
	bool fold = field->letters == PL_CASE_LOWER || field->letters == PL_CASE_UPPER;

	if (field->escape.len)
		return true;
	if (stored.len != source.len)
		return false;
	for (size_t i = 0; i < stored.len; i++) {
		unsigned char a = (unsigned char)stored.ptr[i], b = (unsigned char)source.ptr[i];

		if (a != b && !(fold && pl_lower(a) == pl_lower(b)))
			return false;
	}
	return true;
}

/* ---- numbers ---- */

static bool is_decimal(struct pl_str s)
{
	return pl_value_read(PL_K_DECIMAL, PL_MONTH_FIRST, s).some;
}

static bool is_converted(const struct pl_declared *field)
{
	return field->offset.text.len || field->scale || field->inverted.text.len;
}

/* digits[.digits] · 10^scale; false: there are digits left behind the point, or it does not fit. */
static bool scaled(struct pl_str s, unsigned scale, int64_t *out)
{
	bool minus = s.len && s.ptr[0] == '-', behind = false;
	int64_t v = 0;

	for (size_t i = minus; i < s.len; i++) {
		if (s.ptr[i] == '.' && !behind) {
			behind = true;
			continue;
		}
		if (!pl_is_digit((unsigned char)s.ptr[i]))
			return false;
		if (behind && scale == 0) {
			if (s.ptr[i] != '0')
				return false;
			continue;
		}
		scale -= behind;
		if (__builtin_mul_overflow(v, 10, &v) || __builtin_add_overflow(v, s.ptr[i] - '0', &v))
			return false;
	}
	for (; scale > 0; scale--)
		if (__builtin_mul_overflow(v, 10, &v))
			return false;
	*out = minus ? -v : v;
	return true;
}

/* What is stored for a number: MAX − (value + offset) · 10^scale; false: it cannot be told. */
static bool converted(const struct pl_declared *field, struct pl_str source, int64_t *out)
{
	int64_t offset = 0;

	if (field->offset.text.len && !scaled(field->offset.text, field->scale, &offset))
		return false;
	if (!scaled(source, field->scale, out) || __builtin_add_overflow(*out, offset, out))
		return false;
	return !field->inverted.text.len ||
	       (field->inverted.fits && !__builtin_sub_overflow(field->inverted.value, *out, out));
}

static bool renders_number(const struct pl_declared *field, struct pl_str stored, struct pl_str source)
{
	char digits[24];
	int64_t value;

	if (field->base != 10 || field->encode == PL_ENCODE_LENGTH_PREFIX || field->sign == PL_SIGN_COMPLEMENT ||
	    field->pad != '0')
		return true;
	if (!is_decimal(source) || !is_decimal(stored))
		return pl_str_eq(stored, source);
	if (!is_converted(field))
		return pl_decimal_order(stored, source) == 0;
	if (!converted(field, source, &value))
		return true;
	return pl_decimal_order(stored, pl_str_of(digits, (size_t)snprintf(digits, sizeof(digits), "%" PRId64, value))) == 0;
}

/* ---- times ---- */

struct moment {
	struct pl_instant from;
	int64_t seconds;  /* how long it lasts: a day, a second … */
	uint64_t attos;
	bool zone;
};

static bool all_digits(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!pl_is_digit((unsigned char)s.ptr[i]))
			return false;
	return s.len > 0;
}

static uint64_t attos_of(unsigned fraction)
{
	uint64_t attos = 1;

	for (; fraction < 18; fraction++)
		attos *= 10;
	return attos;
}

/* Digits: yyyymmdd[hhmmss], or an epoch of 0, 3, 6 or 9 digits behind the second. */
static void last_digits(struct pl_str digits, struct moment *out)
{
	bool date = pl_digits_are_date(digits);
	unsigned behind = date ? 0 : (unsigned)(digits.len - 9) / 3 * 3;

	out->seconds = date && digits.len == 8 ? 86400 : behind ? 0 : 1;
	out->attos = behind ? attos_of(behind) : 0;
	out->zone = !date;
}

static void last_form(struct pl_time_form form, struct moment *out)
{
	static const int64_t seconds[] = {
		[PL_U_YEAR] = 366 * 86400, [PL_U_QUARTER] = 92 * 86400, [PL_U_MONTH] = 31 * 86400, [PL_U_WEEK] = 7 * 86400,
		[PL_U_DAY] = 86400,        [PL_U_HOUR] = 3600,          [PL_U_MINUTE] = 60,        [PL_U_SECOND] = 1,
	};

	out->seconds = form.fraction ? 0 : seconds[form.unit];
	out->attos = form.fraction ? attos_of(form.fraction) : 0;
	out->zone = form.zone != PL_Z_NONE || form.unit <= PL_U_DAY;
}

/* False: nobody can tell the instant, or (3/9/2024) not without the rest of the column. */
static bool moment_of(struct pl_str text, struct moment *out)
{
	struct pl_value value = pl_value_read(PL_K_TIMESTAMP, PL_DAY_UNKNOWN, text);
	struct pl_time time;

	if (!value.some)
		return false;
	out->from = value.at;
	if (all_digits(text))
		last_digits(text, out);
	else if (pl_time_read(text, PL_DAY_UNKNOWN, &time) && time.form.layout != PL_T_CLOCK &&
		 time.form.layout != PL_T_CLOCK_UNPADDED && time.form.layout != PL_T_SLASH && time.form.layout != PL_T_DOT &&
		 time.form.layout != PL_T_DASH)
		last_form(time.form, out);
	else
		return false;
	return true;
}

/* Whether `at` lies in the moment. */
static bool covers(const struct moment *moment, struct pl_instant at)
{
	struct pl_instant end = moment->from;

	end.seconds += moment->seconds;
	end.attos += moment->attos;
	if (end.attos >= UINT64_C(1000000000000000000)) {
		end.attos -= UINT64_C(1000000000000000000);
		end.seconds++;
	}
	return pl_instant_order(moment->from, at) <= 0 && pl_instant_order(at, end) < 0;
}

static bool renders_time(const struct pl_declared *field, struct pl_str stored, struct pl_str source)
{
	char digits[24];
	struct moment a, b;
	int64_t value;

	if (pl_str_eq(stored, source))
		return true;
	if (field->inverted.text.len) {
		if (!all_digits(stored) || !field->inverted.fits || (value = pl_digits_i64(stored)) < 0 ||
		    value > field->inverted.value)
			return true;
		stored = pl_str_of(digits, (size_t)snprintf(digits, sizeof(digits), "%" PRId64,
							    field->inverted.value - value));
	}
	if (!moment_of(stored, &a) || !moment_of(source, &b) || a.zone != b.zone)
		return true;
	/* Either may be the coarser one. */
	return covers(&a, b.from) || covers(&b, a.from);
}

bool pl_renders(const struct pl_declared *field, struct pl_str stored, const struct pl_attr *source)
{
	switch (field->type) {
	case PL_D_NUMBER:
	case PL_D_SNOWFLAKE:
		return renders_number(field, stored, source->value);
	case PL_D_TIMESTAMP:
		return renders_time(field, stored, source->value);
	default:
		return renders_text(field, stored, source->value);
	}
}
