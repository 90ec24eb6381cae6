/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/fits.h"

#include "linter/key/number.h"

/* A field whose type the schema does not state: what its keys show counts. */
static bool is_untyped(const struct pl_declared *field)
{
	return !pl_declares(field, PL_FO_TYPE);
}

struct pl_fitting pl_fitting_of(struct pl_arena *arena, const struct pl_declared *field)
{
	struct pl_fitting form = {.field = field};
	const char *why;
	size_t offset;

	form.open = field->type == PL_D_TEXT || field->type == PL_D_ID || field->type == PL_D_HASH || field->type == PL_D_UNKNOWN;
	if (field->chars_whole.len)
		form.chars = pl_pattern_new(arena, field->chars_whole, &why, &offset);
	return form;
}

/* ---- bytes ---- */

static bool all_of(struct pl_str s, size_t from, bool (*is)(unsigned char c))
{
	for (size_t i = from; i < s.len; i++)
		if (!is((unsigned char)s.ptr[i]))
			return false;
	return s.len > from;
}

static bool is_alnum(unsigned char c)
{
	return pl_is_digit(c) || pl_is_alpha(c);
}

static bool is_hex(unsigned char c)
{
	unsigned char lower = pl_lower(c);

	return pl_is_digit(c) || (lower >= 'a' && lower <= 'f');
}

/* Crockford's base32 has no I, L, O, U. */
static bool is_crockford(unsigned char c)
{
	unsigned char lower = pl_lower(c);

	return is_alnum(c) && lower != 'i' && lower != 'l' && lower != 'o' && lower != 'u';
}

/* The base32 of geohashes has no a, i, l, o. */
static bool is_geohash(unsigned char c)
{
	unsigned char lower = pl_lower(c);

	return is_alnum(c) && lower != 'a' && lower != 'i' && lower != 'l' && lower != 'o';
}

static bool is_nano(unsigned char c)
{
	return is_alnum(c) || c == '_' || c == '-';
}

static bool has_case(struct pl_str s, enum pl_case letters)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if ((letters == PL_CASE_UPPER && pl_is_lower(c)) || (letters == PL_CASE_LOWER && pl_is_upper(c)))
			return false;
	}
	return true;
}

/* ---- numbers ---- */

/* Digits of the base; base 16 and 36 count with letters. */
static bool are_digits(const struct pl_declared *field, struct pl_str s)
{
	return all_of(s, 0, field->base == 10 ? pl_is_digit : field->base == 16 ? is_hex : is_alnum);
}

/* Two digits that say how many follow. */
static bool is_length_prefixed(struct pl_str s)
{
	return s.len > 2 && all_of(s, 0, pl_is_digit) &&
	       (size_t)(s.ptr[0] - '0') * 10 + (size_t)(s.ptr[1] - '0') == s.len - 2;
}

static bool is_plain(struct pl_str s)
{
	return s.len == 1 || s.ptr[0] != '0';
}

/* [-]digits.digits with the declared number of decimals; without decimals no point. */
static bool has_decimals(const struct pl_declared *field, struct pl_str s)
{
	size_t behind = field->decimals ? field->decimals + 1U : 0;

	if (s.len <= behind || (behind && s.ptr[s.len - behind] != '.'))
		return false;
	return are_digits(field, pl_str_sub(s, 0, s.len - behind)) &&
	       (!behind || all_of(s, s.len - behind + 1, pl_is_digit));
}

/* Without padding: its digits in `pad` bytes other than 0. */
static struct pl_str without_pad(const struct pl_declared *field, struct pl_str s)
{
	size_t from = 0;

	while (field->pad != '0' && from + 1 < s.len && s.ptr[from] == field->pad)
		from++;
	return pl_str_sub(s, from, s.len);
}

static enum pl_fit number_fit(const struct pl_declared *field, struct pl_str s)
{
	unsigned least, most;
	struct pl_str digits;

	if (field->encode == PL_ENCODE_LENGTH_PREFIX)
		return is_length_prefixed(s) ? PL_FIT_STRICT : all_of(s, 0, pl_is_digit) ? PL_FIT_KIND : PL_FIT_NO;
	/* A letter for the sign, and the digits or their nines' complement. */
	if (field->sign == PL_SIGN_COMPLEMENT)
		return s.len > 1 && all_of(s, 1, pl_is_digit) ? PL_FIT_STRICT : PL_FIT_NO;
	digits = without_pad(field, s);
	if (!has_decimals(field, digits)) {
		bool number = field->base == 10 ? pl_value_read(PL_K_DECIMAL, PL_MONTH_FIRST, s).some ||
							  pl_value_read(PL_K_SIGNED, PL_MONTH_FIRST, s).some
						: s.len > 2 && s.ptr[0] == '0' && s.ptr[1] == 'x' &&
							  are_digits(field, pl_str_sub(s, 2, s.len));

		return number ? PL_FIT_KIND : PL_FIT_NO;
	}
	pl_declared_bytes(field, &least, &most);
	if (field->encode == PL_ENCODE_PLAIN && !is_plain(s))
		return PL_FIT_KIND;
	return s.len >= least && (!most || s.len <= most) && has_case(s, field->letters) ? PL_FIT_STRICT : PL_FIT_KIND;
}

/* ---- times ---- */

static bool is_time(struct pl_str s)
{
	struct pl_time time;

	if (all_of(s, 0, pl_is_digit))
		return pl_digits_are_date(s) || (s.len >= 9 && s.len <= 20);
	return pl_time_read(s, PL_MONTH_FIRST, &time);
}

static enum pl_fit time_fit(const struct pl_declared *field, struct pl_str s)
{
	unsigned least, most;

	if (field->format.nparts) {
		if (pl_time_format_fits(&field->format, s))
			return PL_FIT_STRICT;
		return is_time(s) ? PL_FIT_KIND : PL_FIT_NO;
	}
	if (!all_of(s, 0, pl_is_digit))
		return is_time(s) ? PL_FIT_KIND : PL_FIT_NO;
	pl_declared_bytes(field, &least, &most);
	return s.len >= least && s.len <= most ? PL_FIT_STRICT : PL_FIT_KIND;
}

/* ---- ids ---- */

static bool is_uuid(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? s.ptr[i] != '-' : !is_hex((unsigned char)s.ptr[i]))
			return false;
	}
	return s.len == 36;
}

/* Of a form that fixes its bytes; letters in another case are a matter of spelling. */
static enum pl_fit formed(bool form, const struct pl_declared *field, struct pl_str s)
{
	if (!form)
		return PL_FIT_NO;
	return has_case(s, field->letters) ? PL_FIT_STRICT : PL_FIT_KIND;
}

static enum pl_fit open_fit(const struct pl_fitting *form, struct pl_str s)
{
	const struct pl_declared *field = form->field;
	unsigned least, most;

	if (form->chars && pl_pattern_match(form->chars, s) != PL_MATCH_YES)
		return PL_FIT_NO;
	pl_declared_bytes(field, &least, &most);
	if (s.len == 0)
		return field->type == PL_D_TEXT || field->type == PL_D_UNKNOWN ? PL_FIT_KIND : PL_FIT_NO;
	return s.len >= least && (!most || s.len <= most) && has_case(s, field->letters) ? PL_FIT_STRICT : PL_FIT_KIND;
}

static bool eq_any_case(struct pl_str a, struct pl_str b)
{
	for (size_t i = 0; i < a.len && a.len == b.len; i++)
		if (pl_lower((unsigned char)a.ptr[i]) != pl_lower((unsigned char)b.ptr[i]))
			return false;
	return a.len == b.len;
}

static enum pl_fit enum_fit(const struct pl_declared *field, struct pl_str s)
{
	enum pl_fit fit = PL_FIT_NO;

	for (size_t i = 0; i < field->values.count; i++) {
		if (pl_str_eq(field->values.text[i], s))
			return PL_FIT_STRICT;
		if (eq_any_case(field->values.text[i], s))
			fit = PL_FIT_KIND;
	}
	return fit;
}

bool pl_fits_recased(const struct pl_declared *field, struct pl_str value)
{
	if (field->type == PL_D_ENUM)
		return enum_fit(field, value) == PL_FIT_KIND;
	return field->type != PL_D_TIMESTAMP && !has_case(value, field->letters);
}

static bool is_version_of(const struct pl_declared *field, struct pl_str s)
{
	return pl_str_eq(field->scheme, PL_S("integer")) ? all_of(s, 0, pl_is_digit)
							 : pl_value_read(PL_K_VERSION, PL_MONTH_FIRST, s).some;
}

bool pl_fits_also(const struct pl_declared *field, struct pl_str value)
{
	for (size_t i = 0; i < field->also.count; i++)
		if (pl_str_eq(field->also.text[i], value))
			return true;
	return false;
}

enum pl_fit pl_fits(const struct pl_fitting *form, struct pl_str s)
{
	const struct pl_declared *field = form->field;

	if (form->open)
		return open_fit(form, s);
	if (s.len == 0)
		return PL_FIT_NO;
	switch (field->type) {
	case PL_D_NUMBER:
		return number_fit(field, s);
	case PL_D_TIMESTAMP:
		return time_fit(field, s);
	case PL_D_ULID:
		return formed(s.len == 26 && all_of(s, 0, is_crockford), field, s);
	case PL_D_KSUID:
		return formed(s.len == 27 && all_of(s, 0, is_alnum), field, s);
	case PL_D_UUID:
	case PL_D_UUID1:
	case PL_D_UUID6:
	case PL_D_UUID7:
		return formed(is_uuid(s), field, s);
	case PL_D_OBJECTID:
		return formed(s.len == 24 && all_of(s, 0, is_hex), field, s);
	case PL_D_SNOWFLAKE:
		return all_of(s, 0, pl_is_digit) ? (s.len == field->width ? PL_FIT_STRICT : PL_FIT_KIND) : PL_FIT_NO;
	case PL_D_NANOID:
		return formed(all_of(s, 0, is_nano), field, s) == PL_FIT_NO ? PL_FIT_NO
		       : s.len == field->length				     ? PL_FIT_STRICT
									     : PL_FIT_KIND;
	case PL_D_ENUM:
		return enum_fit(field, s);
	case PL_D_GEOHASH:
		return formed(all_of(s, 0, is_geohash), field, s);
	case PL_D_VERSION:
		return formed(is_version_of(field, s), field, s);
	case PL_D_HLC:
		return formed(pl_is_digit((unsigned char)s.ptr[0]), field, s);
	case PL_D_HASH:
	case PL_D_ID:
	case PL_D_TEXT:
	case PL_D_UNKNOWN:
	case PL_D_TYPES:
		break;
	}
	return PL_FIT_NO;
}

/* ---- what it is for statistics ---- */

static enum pl_class digits_class(struct pl_str s)
{
	if (all_of(s, 0, pl_is_digit))
		return PL_C_DIGITS;
	return pl_value_read(PL_K_SIGNED, PL_MONTH_FIRST, s).some ? PL_C_SIGNED : PL_C_DECIMAL;
}

/* Numbers that are written so that their digits are their value. */
static bool are_values(const struct pl_declared *field)
{
	return field->base == 10 && field->encode != PL_ENCODE_LENGTH_PREFIX && field->sign != PL_SIGN_COMPLEMENT &&
	       field->pad == '0';
}

/* Digits of another base that are written likewise. */
static bool are_based(const struct pl_declared *field)
{
	return field->type == PL_D_NUMBER && field->base != 10 && field->encode != PL_ENCODE_LENGTH_PREFIX && !field->decimals &&
	       field->sign != PL_SIGN_COMPLEMENT && field->pad == '0';
}

bool pl_declared_based(const struct pl_declared *field, struct pl_str s)
{
	return are_based(field) && are_digits(field, s) && s.len <= PL_MAX_DIGITS;
}

enum pl_class pl_declared_class(const struct pl_declared *field, struct pl_str s)
{
	if (is_untyped(field))
		return all_of(s, 0, pl_is_digit) ? PL_C_DIGITS : PL_C_TIME;
	switch (field->type) {
	case PL_D_NUMBER:
		if (field->encode == PL_ENCODE_LENGTH_PREFIX) /* only those that are not written so are counted as digits */
			return is_length_prefixed(s) ? PL_C_TEXT : digits_class(s);
		if (pl_declared_based(field, s))
			return PL_C_HEXNUM;
		return are_values(field) ? digits_class(s) : PL_C_TEXT;
	case PL_D_SNOWFLAKE:
		return PL_C_DIGITS;
	case PL_D_TIMESTAMP:
		return all_of(s, 0, pl_is_digit) ? PL_C_DIGITS : PL_C_TIME;
	case PL_D_VERSION:
		return PL_C_VERSION;
	case PL_D_UUID:
	case PL_D_UUID1:
	case PL_D_UUID6:
	case PL_D_UUID7:
		return PL_C_UUID; /* by version */
	default:
		return PL_C_TEXT;
	}
}

enum pl_class pl_form_class(const struct pl_declared *field, enum pl_class counted)
{
	switch (field->type) {
	case PL_D_ULID:
		return PL_C_ULID;
	case PL_D_KSUID:
		return PL_C_KSUID;
	case PL_D_UUID:
	case PL_D_UUID1:
	case PL_D_UUID6:
	case PL_D_UUID7:
		return PL_C_UUID;
	case PL_D_OBJECTID:
	case PL_D_HASH:
		return PL_C_HEX;
	default:
		return counted;
	}
}

static uint64_t digits_seen(const struct pl_stats *stats)
{
	uint64_t n = 0;

	for (size_t i = 0; i < stats->widths.len; i++)
		n += stats->widths.ptr[i].n;
	return n;
}

static enum pl_kind number_kind(const struct pl_declared *field, const struct pl_stats *stats)
{
	bool negative = field->min.text.len && field->min.text.ptr[0] == '-' && field->sign == PL_SIGN_NONE &&
			!field->inverted.text.len;

	if (are_based(field))
		return PL_K_BASED;
	if (!are_values(field))
		return field->base == 16 ? PL_K_HASH : PL_K_ID;
	if (field->decimals || (stats && stats->fraction))
		return PL_K_DECIMAL;
	return negative || (stats && stats->is_signed) ? PL_K_SIGNED : PL_K_NUMBER;
}

/* Whether a format is digits and nothing else, and no yyyymmdd[hhmmss] that all readers know as a time. */
static bool is_number_format(const struct pl_time_format *format)
{
	for (size_t i = 0; i < format->nparts; i++) {
		const struct pl_time_part *part = &format->parts[i];

		if (part->unit == PL_TP_LITERAL ? !all_of(part->literal, 0, pl_is_digit)
						: part->unit == PL_TP_MONTH_NAME || part->unit == PL_TP_DAY_NAME ||
							  part->unit == PL_TP_HALF || part->unit == PL_TP_ZULU ||
							  part->unit == PL_TP_OFFSET)
			return false;
	}
	return format->nparts == 0 || (format->least != 8 && format->least != 14);
}

/* Digits that count from 1970, plain or inverted, are numbers as in any key; a time in letters among them makes all times. */
static enum pl_kind time_kind(const struct pl_declared *field, const struct pl_stats *stats)
{
	bool letters = stats && stats->forms.len;

	if (is_number_format(&field->format) && !letters)
		return PL_K_NUMBER;
	return !stats || letters || stats->widths.len ? PL_K_TIMESTAMP : PL_K_TEXT;
}

/* What nine in ten values are: one `undefined` among numbers blinds nothing. */
static enum pl_kind untyped_kind(const struct pl_stats *stats)
{
	uint64_t digits = stats ? digits_seen(stats) : 0, times = 0;

	if (!stats)
		return PL_K_ID;
	for (size_t i = 0; i < stats->forms.len; i++)
		times += stats->forms.ptr[i].n;
	if (times == 0 && digits * 10 >= stats->n * 9)
		return !stats->not_day || !stats->not_second ? PL_K_TIMESTAMP : PL_K_NUMBER;
	return times && (times + digits) * 10 >= stats->n * 9 ? PL_K_TIMESTAMP : PL_K_ID;
}

enum pl_kind pl_declared_kind(const struct pl_declared *field, const struct pl_stats *stats)
{
	if (is_untyped(field))
		return untyped_kind(stats);
	switch (field->type) {
	case PL_D_NUMBER:
		return number_kind(field, stats);
	case PL_D_TIMESTAMP:
		return time_kind(field, stats);
	case PL_D_SNOWFLAKE:
		return PL_K_NUMBER;
	case PL_D_ULID:
		return PL_K_ULID;
	case PL_D_KSUID:
		return PL_K_KSUID;
	case PL_D_UUID:
	case PL_D_UUID1:
	case PL_D_UUID6:
	case PL_D_UUID7:
		return PL_K_UUID;
	case PL_D_OBJECTID:
	case PL_D_HASH:
		return PL_K_HASH;
	case PL_D_NANOID:
	case PL_D_ID:
	case PL_D_GEOHASH:
		return PL_K_ID;
	case PL_D_ENUM:
		return PL_K_WORD;
	case PL_D_VERSION:
		return PL_K_VERSION;
	case PL_D_TEXT:
	case PL_D_HLC:
	case PL_D_UNKNOWN:
	case PL_D_TYPES:
		break;
	}
	return PL_K_TEXT;
}

void pl_declared_days(const struct pl_declared *field, struct pl_stats *stats)
{
	for (size_t i = 0; i < field->format.nparts; i++) {
		enum pl_time_unit_of_part unit = field->format.parts[i].unit;

		if (unit != PL_TP_MONTH && unit != PL_TP_DAY)
			continue;
		if (unit == PL_TP_DAY)
			stats->first_above_12 = true;
		else
			stats->second_above_12 = true;
		return;
	}
}
