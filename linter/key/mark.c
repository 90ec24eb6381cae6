/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/mark.h"

#include "linter/key/bytes.h"
#include "linter/key/unicode.h"

static pl_mark_set mark(enum pl_mark mark)
{
	return UINT32_C(1) << mark;
}

/* ---- what stands in place of a value ---- */

static bool is_one_of(struct pl_str value, const char *const *texts)
{
	for (; *texts; texts++)
		if (pl_str_eq(value, pl_str_c(*texts)))
			return true;
	return false;
}

static bool is_unset(struct pl_str value)
{
	static const char *const texts[] = {"undefined", "NaN", "Invalid Date", "Invalid date", "<nil>", "<null>",
					    "%!s(<nil>)", "%!d(<nil>)", "%!v(<nil>)", "<no value>", "[undefined]", NULL};

	return is_one_of(value, texts);
}

static bool is_null(struct pl_str value)
{
	static const char *const texts[] = {"null", "None", "NULL", "nil", "Infinity", "-Infinity", "[null]", NULL};

	return is_one_of(value, texts);
}

/* The name of a variable or class, at least one letter: order.id, _x, java.lang.String. */
static bool is_name(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (!pl_is_alpha(c) && c != '_' && c != '$' && (i == 0 || (!pl_is_digit(c) && c != '.' && c != '-')))
			return false;
	}
	return s.len > 0;
}

/* What stands between `open` and `close`; false: they are not there. */
static bool inside(struct pl_str s, struct pl_str open, struct pl_str close, struct pl_str *in)
{
	if (s.len < open.len + close.len || !pl_str_starts(s, open) || !pl_str_ends(s, close))
		return false;
	*in = pl_str_sub(s, open.len, s.len - close.len);
	return true;
}

/* Hex as Integer.toHexString() prints a hash: lower case, no zero in front, nearly always 6 digits or more. */
static bool is_hash_code(struct pl_str s)
{
	bool letter = false, digit = false;

	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (!pl_is_digit(c) && !(c >= 'a' && c <= 'f'))
			return false;
		letter |= !pl_is_digit(c);
		digit |= pl_is_digit(c);
	}
	return s.len >= 6 && s.len <= 8 && s.ptr[0] != '0' && letter && digit;
}

/* java.lang.Object.toString(): com.acme.Order@1b6d3586, [B@1b6d3586 */
static bool is_java_object(struct pl_str s)
{
	size_t at = s.len, simple;

	while (at > 0 && s.ptr[at - 1] != '@')
		at--;
	if (at < 2 || !is_hash_code(pl_str_sub(s, at, s.len)))
		return false;
	if (s.ptr[0] == '[')
		return true;
	for (simple = at - 1; simple > 0 && s.ptr[simple - 1] != '.' && s.ptr[simple - 1] != '$'; simple--)
		;
	return is_name(pl_str_sub(s, 0, at - 1)) && pl_is_upper((unsigned char)s.ptr[simple]);
}

static bool is_object(struct pl_str s)
{
	struct pl_str in;

	return inside(s, PL_S("[object "), PL_S("]"), &in) || inside(s, PL_S("Optional["), PL_S("]"), &in) ||
	       inside(s, PL_S("Some("), PL_S(")"), &in) || pl_str_eq(s, PL_S("Optional.empty")) ||
	       inside(s, PL_S("b'"), PL_S("'"), &in) || inside(s, PL_S("b\""), PL_S("\""), &in) || is_java_object(s);
}

/* f90b16ba-3306-431e-8b48-860b1b6e09a5, which some write in braces. */
static bool is_guid(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = pl_lower((unsigned char)s.ptr[i]);
		bool dash = i == 8 || i == 13 || i == 18 || i == 23;

		if (dash ? c != '-' : !pl_is_digit(c) && !(c >= 'a' && c <= 'f'))
			return false;
	}
	return s.len == 36;
}

static bool is_placeholder(struct pl_str s)
{
	static const char *const formats[] = {"%s", "%d", "%i", "%u", "%v", "%S", "%ld", "%lld", "%@", "{}", "${}", NULL};
	struct pl_str in;

	if (is_one_of(s, formats))
		return true;
	if (inside(s, PL_S("{{"), PL_S("}}"), &in)) {
		while (in.len && in.ptr[0] == ' ')
			in = pl_str_sub(in, 1, in.len);
		while (in.len && in.ptr[in.len - 1] == ' ')
			in.len--;
		return is_name(in);
	}
	return (inside(s, PL_S("${"), PL_S("}"), &in) || inside(s, PL_S("{"), PL_S("}"), &in) ||
		inside(s, PL_S("<"), PL_S(">"), &in)) &&
	       is_name(in) && !is_guid(in);
}

static bool is_quoted(struct pl_str s)
{
	return s.len >= 2 && (s.ptr[0] == '"' || s.ptr[0] == '\'') && s.ptr[s.len - 1] == s.ptr[0];
}

static bool is_blank(unsigned char c)
{
	return c <= ' ' || c == 0x7f;
}

static bool has_blank_end(struct pl_str s)
{
	return s.len && (is_blank((unsigned char)s.ptr[0]) || is_blank((unsigned char)s.ptr[s.len - 1]));
}

/* The one mark that says most plainly what the segment is. */
static pl_mark_set marks_of_text(struct pl_str s)
{
	if (!s.len)
		return mark(PL_M_EMPTY);
	if (is_unset(s))
		return mark(PL_M_UNSET);
	if (is_null(s))
		return mark(PL_M_NULL);
	if (is_object(s))
		return mark(PL_M_OBJECT);
	if (is_placeholder(s))
		return mark(PL_M_PLACEHOLDER);
	if (is_quoted(s))
		return mark(PL_M_QUOTES);
	return has_blank_end(s) ? mark(PL_M_BLANK) : 0;
}

/* A plain word can be but one of a few; nearly all are told by their length and first letter. */
static bool may_be_text(struct pl_str word)
{
	return word.len == 0 || (word.len <= sizeof("Optional.empty") - 1 && memchr("unNiIO-", word.ptr[0], 7));
}

/* ---- ids ---- */

/* The value of a digit of Crockford's base32; -1: it is none. */
static int crockford(unsigned char c)
{
	static const char digits[] = "0123456789abcdefghjkmnpqrstvwxyz";
	const char *at = c ? memchr(digits, pl_lower(c), sizeof(digits) - 1) : NULL;

	return at ? (int)(at - digits) : -1;
}

int64_t pl_ulid_millis(struct pl_str id)
{
	int64_t millis = 0;

	if (id.len != 26 || id.ptr[0] > '7')
		return -1;
	for (size_t i = 0; i < 10; i++) {
		int digit = crockford((unsigned char)id.ptr[i]);

		if (digit < 0)
			return -1;
		millis = millis * 32 + digit;
	}
	return millis;
}

/*
 * 26 letters and digits of RFC 4648's base32, which has no 0, 1, 8 and 9. A ULID of our time begins with 0, and of others
 * but three in a hundred lack all four.
 */
static bool is_base32(struct pl_str id)
{
	for (size_t i = 0; i < id.len; i++)
		if (id.ptr[i] == '0' || id.ptr[i] == '1' || id.ptr[i] == '8' || id.ptr[i] == '9')
			return false;
	return true;
}

static enum pl_id_fault ulid_fault(struct pl_str id)
{
	/* 1990-01-01 and 2100-01-01, as of plausible epochs. */
	const int64_t from = INT64_C(631152000000), until = INT64_C(4102444800000);
	int64_t millis = pl_ulid_millis(id);

	if (is_base32(id))
		return PL_ID_FINE;
	if (millis < 0)
		return PL_ID_BEYOND;
	return millis < from || millis >= until ? PL_ID_TIME : PL_ID_FINE;
}

static bool is_all(struct pl_str s, char c)
{
	for (size_t i = 0; i < s.len; i++)
		if (s.ptr[i] != '-' && (char)pl_lower((unsigned char)s.ptr[i]) != c)
			return false;
	return true;
}

/* 8-4-4-4-12 hex digits, also in braces; the nil and the max UUID are what they are. */
static enum pl_id_fault uuid_fault(struct pl_str id)
{
	unsigned char version, variant;

	if (id.len == 38)
		id = pl_str_sub(id, 1, 37);
	if (id.len != 36 || is_all(id, '0') || is_all(id, 'f'))
		return PL_ID_FINE;
	version = (unsigned char)id.ptr[14];
	variant = pl_lower((unsigned char)id.ptr[19]);
	if (variant != '8' && variant != '9' && variant != 'a' && variant != 'b')
		return PL_ID_VARIANT;
	return version >= '1' && version <= '8' ? PL_ID_FINE : PL_ID_VERSION;
}

enum pl_id_fault pl_id_fault(enum pl_class class, struct pl_str id)
{
	switch (class) {
	case PL_C_ULID:
		return ulid_fault(id);
	case PL_C_UUID:
		return uuid_fault(id);
	case PL_C_KSUID:
		return pl_order(id, PL_S("aWgEPTl1tmebfsQzFP4bxwgy80V")) > 0 ? PL_ID_BEYOND : PL_ID_FINE;
	default:
		return PL_ID_FINE;
	}
}

/* Of ULIDs and hex digits: case says nothing, but it sorts. */
static pl_mark_set marks_of_case(struct pl_str id)
{
	bool upper = false, lower = false;

	for (size_t i = 0; i < id.len; i += 8) {
		uint64_t bytes = pl_word_upto(id.ptr + i, id.len - i);
		uint64_t letters = pl_letters(bytes), small = pl_small_letters(bytes, letters);

		upper |= small != letters;
		lower |= small != 0;
	}
	if (upper && lower)
		return mark(PL_M_BOTH_CASES);
	return upper ? mark(PL_M_UPPER) : lower ? mark(PL_M_LOWER) : 0;
}

/* Of letters in both cases and a time that no ULID has it is an id of other making: a piece of base64. */
static pl_mark_set marks_of_ulid(struct pl_str id)
{
	pl_mark_set marks = marks_of_case(id);

	if (ulid_fault(id) == PL_ID_FINE)
		return marks;
	return marks & mark(PL_M_BOTH_CASES) ? 0 : marks | mark(PL_M_BAD_ID);
}

/* ---- Unicode ---- */

static pl_mark_set marks_of_unicode(struct pl_str s)
{
	unsigned found = pl_unicode_oddities(s);

	return (found & PL_UC_INVALID ? mark(PL_M_BAD_UTF8) : 0) | (found & PL_UC_HIDDEN ? mark(PL_M_HIDDEN) : 0) |
	       (found & PL_UC_BIDI ? mark(PL_M_BIDI) : 0) | (found & PL_UC_DECOMPOSED ? mark(PL_M_DECOMPOSED) : 0);
}

/* ---- all ---- */

pl_mark_set pl_marks_seen(enum pl_class class, struct pl_str value, bool plain)
{
	switch (class) {
	case PL_C_WORD:
	case PL_C_MASK:
	case PL_C_TEXT:
		if (plain)
			return class == PL_C_WORD && may_be_text(value) ? marks_of_text(value) : 0;
		return marks_of_text(value) | marks_of_unicode(value);
	case PL_C_KSUID:
		return pl_id_fault(class, value) == PL_ID_FINE ? 0 : mark(PL_M_BAD_ID);
	case PL_C_ULID:
		return marks_of_ulid(value);
	case PL_C_UUID:
		return marks_of_case(value) | (pl_id_fault(class, value) == PL_ID_FINE ? 0 : mark(PL_M_BAD_ID));
	case PL_C_HEX:
		return marks_of_case(value);
	case PL_C_MAIL:
	case PL_C_URL:
	case PL_C_ARN:
		return plain ? 0 : marks_of_unicode(value) | (has_blank_end(value) ? mark(PL_M_BLANK) : 0);
	default:
		return 0;
	}
}

static bool has_day_or_month_first(const struct pl_time *time)
{
	return time->form.layout == PL_T_SLASH || time->form.layout == PL_T_DOT || time->form.layout == PL_T_DASH;
}

bool pl_time_is_unset(int64_t seconds)
{
	const int64_t year_2 = INT64_C(-62104060800), year_50000 = INT64_C(1515680380800);

	return (seconds >= -14 * 3600 && seconds <= INT64_C(4102444800) / 1000) || seconds < year_2 ||
	       seconds >= year_50000;
}

/* +058444-02-10T…: a year beyond 9999 has no instant here, but it can be told how far it is. */
static bool is_far_year(struct pl_str value)
{
	int64_t year = 0;
	size_t n = 0;

	for (; n < value.len && n < 6 && pl_is_digit((unsigned char)value.ptr[n]); n++)
		year = year * 10 + (value.ptr[n] - '0');
	return n >= 5 && n < value.len && value.ptr[n] == '-' && year >= 50000;
}

pl_mark_set pl_marks_of_time(struct pl_str value, const struct pl_time *time)
{
	struct pl_time other;

	/* A time of day has no date that could be wrong. */
	if (time->form.layout == PL_T_NONE || time->form.layout == PL_T_CLOCK || time->form.layout == PL_T_CLOCK_UNPADDED)
		return PL_LIKELY(time->valid) || time->form.layout == PL_T_NONE ? 0 : mark(PL_M_NO_SUCH_TIME);
	if (PL_LIKELY(time->valid))
		return pl_time_is_unset(time->at.seconds) ? mark(PL_M_ZERO_TIME) : 0;
	if (time->vague)
		return 0;
	if (has_day_or_month_first(time) && pl_time_read(value, PL_DAY_FIRST, &other) && other.valid)
		return pl_time_is_unset(other.at.seconds) ? mark(PL_M_ZERO_TIME) : 0;
	return mark(is_far_year(value) ? PL_M_ZERO_TIME : PL_M_NO_SUCH_TIME);
}
