/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/stats.h"

#include "linter/base/hash.h"
#include "linter/key/duration.h"
#include "linter/key/number.h"

/* No value yet: any instant is less, any is greater. */
static const struct pl_stat_reading no_reading = {0, {INT64_MAX, 0}, {INT64_MIN, 0}};

/* Numbers before the point of which N.1 and N.10 are looked for. */
enum { SECTIONS = 64 };

/* Values above 2^53 that are counted: more than any rule asks for. */
enum { LARGE = 8 };

void pl_stats_init(struct pl_stats *stats, unsigned sketch)
{
	*stats = (struct pl_stats){.min_len = UINT32_MAX, .min_fraction = UINT8_MAX, .least_byte = UINT8_MAX};
	pl_sketch_init(&stats->distinct, sketch, false);
	pl_sketch_init(&stats->ranges, sketch, true);
	pl_sketch_init(&stats->sections, SECTIONS, true);
	pl_sketch_init(&stats->large, LARGE, false);
}

void pl_stats_release(struct pl_stats *stats)
{
	for (size_t i = 0; i < stats->widths.len; i++)
		free(stats->widths.ptr[i].few.hash);
	PL_VEC_RELEASE(&stats->widths);
	PL_VEC_RELEASE(&stats->forms);
	for (size_t i = 0; i < stats->marks.len; i++)
		pl_specimen_release(&stats->marks.ptr[i].least);
	PL_VEC_RELEASE(&stats->marks);
	pl_sketch_release(&stats->distinct);
	pl_sketch_release(&stats->ranges);
	pl_sketch_release(&stats->sections);
	pl_sketch_release(&stats->large);
}

uint64_t pl_stats_hash(enum pl_class class, struct pl_str value)
{
	if (class == PL_C_DIGITS && value.len > 1 && value.ptr[0] == '0')
		value = pl_digits_strip(value);
	return pl_hash(value, 0);
}

/* ---- numbers --------------------------------------------------------- */

static uint64_t gcd(uint64_t a, uint64_t b)
{
	while (b) {
		uint64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

/* A divisor of 1 stays: most columns get there after a few values. */
static uint64_t common(uint64_t divisor, uint64_t value)
{
	if (divisor == 1 || (divisor && value % divisor == 0))
		return divisor;
	return gcd(value, divisor);
}

static void set_short(struct pl_short *to, struct pl_str value)
{
	to->len = (uint8_t)value.len;
	memcpy(to->bytes, value.ptr, value.len);
}

/* Value order of digits, signed digits and decimals; equal values in byte order, so that one of them wins. */
static int number_order(bool plain, struct pl_str a, struct pl_str b)
{
	return plain ? pl_digits_order(a, b) : pl_decimal_order(a, b);
}

static void set_second(struct pl_stats *s, struct pl_str value)
{
	set_short(&s->second, value);
	if (value.len <= PL_MAX_HEAD)
		s->second_head = pl_head_of(value.ptr, value.len);
}

static void rise(struct pl_stats *s, bool plain, struct pl_str value)
{
	int c = s->greatest.len ? number_order(plain, value, pl_short_str(&s->greatest)) : 1;

	if (c > 0) {
		set_second(s, pl_short_str(&s->greatest));
		set_short(&s->greatest, value);
		return;
	}
	if (c == 0) {
		if (pl_order(value, pl_short_str(&s->greatest)) < 0)
			set_short(&s->greatest, value);
		return;
	}
	c = s->second.len ? number_order(plain, value, pl_short_str(&s->second)) : 1;
	if (c > 0 || (c == 0 && pl_order(value, pl_short_str(&s->second)) < 0))
		set_second(s, value);
}

static void fall(struct pl_stats *s, struct pl_str value)
{
	int c = s->least.len ? pl_decimal_order(value, pl_short_str(&s->least)) : -1;

	if (c < 0 || (c == 0 && pl_order(value, pl_short_str(&s->least)) < 0))
		set_short(&s->least, value);
}

/* Whether digits are not alone: among the values of a declared number may be such with a sign or a fraction. */
static inline bool is_mixed(const struct pl_stats *s)
{
	return s->is_signed || s->fraction;
}

/* Digits keep no `least`: it is the least of a width. Beside signs and fractions it must be known. */
static void find_least(struct pl_stats *s)
{
	for (size_t i = 0; i < s->widths.len && !is_mixed(s); i++) {
		const struct pl_stat_width *w = &s->widths.ptr[i];

		if (w->width <= PL_MAX_DIGITS)
			fall(s, pl_str_of(w->least, w->width));
	}
}

static struct pl_stat_width *width_entry(struct pl_stats *s, unsigned width, bool zero)
{
	struct pl_stat_width *w;

	if (PL_LIKELY(s->width_hint < s->widths.len)) {
		w = &s->widths.ptr[s->width_hint];
		if (PL_LIKELY(w->width == width && w->zero == zero))
			return w;
	}
	for (size_t i = 0; i < s->widths.len; i++) {
		w = &s->widths.ptr[i];
		if (w->width == width && w->zero == zero) {
			s->width_hint = (uint8_t)i;
			return w;
		}
	}
	PL_PUSH(&s->widths, (struct pl_stat_width){.width = (uint8_t)width, .zero = zero});
	s->width_hint = (uint8_t)(s->widths.len - 1);
	return &s->widths.ptr[s->width_hint];
}

static void width_cover(struct pl_stat_width *w, const char *least, const char *greatest)
{
	if (w->width > PL_MAX_DIGITS)
		return;
	if (w->n == 0 || memcmp(least, w->least, w->width) < 0)
		memcpy(w->least, least, w->width);
	if (w->n == 0 || memcmp(greatest, w->greatest, w->width) > 0)
		memcpy(w->greatest, greatest, w->width);
	if (w->width <= PL_MAX_HEAD) {
		w->low = pl_head_of(w->least, w->width);
		w->high = pl_head_of(w->greatest, w->width);
	}
}

static void few_drop(struct pl_few *few)
{
	free(few->hash);
	*few = (struct pl_few){NULL, PL_MAX_FEW + 1};
}

static void few_put(struct pl_few *few, uint64_t hash)
{
	if (few->n == PL_MAX_FEW) {
		few_drop(few);
		return;
	}
	if (few->n % 64 == 0)
		few->hash = pl_realloc(few->hash, (few->n + 64U) * sizeof(*few->hash));
	few->hash[few->n++] = hash;
}

static inline void few_add(struct pl_few *few, uint64_t hash)
{
	if (PL_UNLIKELY(few->n <= PL_MAX_FEW))
		few_put(few, hash);
}

static void few_merge(struct pl_few *into, const struct pl_few *from)
{
	if (from->n > PL_MAX_FEW)
		few_drop(into);
	for (unsigned i = 0; i < from->n && from->hash; i++)
		few_add(into, from->hash[i]);
}

/* `digits` of a number, its sign and fraction left out. */
static struct pl_stat_width *add_width(struct pl_stats *s, struct pl_str digits, uint64_t weight)
{
	bool wide = digits.len > PL_MAX_DIGITS;
	struct pl_stat_width *w = width_entry(s, wide ? PL_MAX_DIGITS + 1 : (unsigned)digits.len,
					      !wide && digits.len > 1 && digits.ptr[0] == '0');

	width_cover(w, digits.ptr, digits.ptr);
	w->n += weight;
	return w;
}

static uint64_t small_value(struct pl_str digits)
{
	uint64_t v = 0;

	for (size_t i = 0; i < digits.len; i++)
		v = v * 10 + (uint64_t)(digits.ptr[i] - '0');
	return v;
}

/*
 * Whether digits are surely no greater than the second greatest: most values
 * are, and of one width their bytes tell. Not where that may have a sign or a
 * fraction, as among the values of a declared number: -148 is longer than 980.
 */
static bool is_low(const struct pl_stats *s, struct pl_str digits)
{
	if (is_mixed(s))
		return false;
	if (digits.len == s->second.len)
		return memcmp(digits.ptr, s->second.bytes, digits.len) < 0;
	return digits.len < s->second.len && s->second.bytes[0] != '0';
}

/*
 * Most digits are of the width of those before, between its least and its
 * greatest and below the column's second greatest: nothing but a count is new.
 */
static inline bool is_ordinary(const struct pl_stats *s, const struct pl_stat_width *w, struct pl_str digits)
{
	bool zero = digits.len > 1 && digits.ptr[0] == '0';
	struct pl_head head;

	if (w->width != digits.len || w->zero != zero || digits.len > PL_MAX_HEAD || !s->not_day || !s->not_second || is_mixed(s) ||
	    s->divisor != 1 || (digits.len == 16 && digits.ptr[0] == '9' && !s->not_rounded))
		return false;
	head = pl_head_of(digits.ptr, digits.len);
	if (pl_head_before(head, w->low) || pl_head_before(w->high, head))
		return false;
	return digits.len == s->second.len ? pl_head_before(head, s->second_head) : is_low(s, digits);
}

/* Most columns that have such integers at all are done with it at the first: it is no double. */
static void add_large(struct pl_stats *s, struct pl_str bare, uint64_t weight)
{
	enum pl_rounding rounding = pl_digits_rounding(bare);

	if (rounding == PL_ROUND_SMALL)
		return;
	s->not_rounded = rounding == PL_ROUND_NOT;
	s->rounded |= rounding == PL_ROUND_FINE;
	s->large_n += weight;
	pl_sketch_add(&s->large, pl_hash(bare, 0), 0);
}

static void add_digits(struct pl_stats *s, struct pl_str digits, uint64_t hash, uint64_t weight)
{
	struct pl_str bare;

	if (PL_LIKELY(s->width_hint < s->widths.len) && is_ordinary(s, &s->widths.ptr[s->width_hint], digits)) {
		s->widths.ptr[s->width_hint].n += weight;
		few_add(&s->widths.ptr[s->width_hint].few, hash);
		return;
	}
	bare = pl_digits_strip(digits);
	few_add(&add_width(s, digits, weight)->few, hash);
	if (!s->not_day)
		s->not_day = digits.len != 8 || !pl_digits_are_date(digits);
	if (!s->not_second)
		s->not_second = digits.len != 14 || !pl_digits_are_date(digits);
	if (s->divisor != 1)
		s->divisor = bare.len > 18 ? 1 : common(s->divisor, small_value(bare));
	if (bare.len >= 16 && !s->not_rounded)
		add_large(s, bare, weight);
	if (digits.len <= PL_MAX_DIGITS && !is_low(s, digits))
		rise(s, !is_mixed(s), digits);
	if (digits.len <= PL_MAX_DIGITS && is_mixed(s))
		fall(s, digits);
}

/* Of 5.1 and 5.10 the second comes nine sections later; a price is written 5.1 or 5.10, and then also 5.05. */
static void add_section(struct pl_stats *s, struct pl_str value, size_t point)
{
	struct pl_str behind = pl_str_sub(value, PL_MIN(point + 1, value.len), value.len);

	struct pl_version version = pl_version_read(value);

	s->no_section |= !version.some || (behind.len > 1 && behind.ptr[0] == '0');
	if (!version.some)
		return;
	pl_version_note(&s->version, &version);
	if (pl_str_eq(behind, PL_S("1")) || pl_str_eq(behind, PL_S("10")))
		pl_sketch_add(&s->sections, pl_hash(pl_str_sub(value, 0, point), 0), pl_hash(behind, 0));
}

/* [-]digits[(.|,)digits][exponent], or grouped: without what stands between the groups. */
static void add_decimal(struct pl_stats *s, struct pl_str written, uint64_t weight)
{
	char room[PL_MAX_GROUPED];
	struct pl_str value = pl_decimal_ungroup(written, room);
	size_t zeros = pl_zero_run(value.ptr, value.len), from, to, fraction = 0;

	if (zeros && zeros < value.len && value.ptr[zeros] == '-') /* 00-5 */
		value = pl_str_sub(value, zeros, value.len);
	find_least(s); /* of digits that came before */
	from = to = value.len && value.ptr[0] == '-';
	while (to < value.len && pl_is_digit((unsigned char)value.ptr[to]))
		to++;
	while (to + 1 + fraction < value.len && pl_is_digit((unsigned char)value.ptr[to + 1 + fraction]))
		fraction++;
	s->is_signed |= from != 0;
	if (value.len != written.len && value.ptr == room)
		s->grouped = s->no_section = true;
	if (to < value.len) {
		bool comma = value.ptr[to] == ',', point = comma || value.ptr[to] == '.';
		size_t end = point ? to + 1 + fraction : to;

		s->comma |= comma;
		s->point |= point && !comma;

		s->fraction = true;
		fraction = point ? PL_MIN(fraction, (size_t)UINT8_MAX - 1) : 0;
		s->min_fraction = (uint8_t)PL_MIN(s->min_fraction, fraction);
		s->max_fraction = (uint8_t)PL_MAX(s->max_fraction, fraction);
		s->exponent |= end < value.len;
		add_section(s, value, to);
	}
	s->no_section |= from != 0;
	if (to > from) {
		struct pl_stat_width *w = add_width(s, pl_str_sub(value, from, to), weight);

		w->negative += from ? weight : 0;
		few_drop(&w->few);
	}
	if (value.len <= PL_MAX_DIGITS) {
		rise(s, false, value);
		fall(s, value);
	}
}

/*
 * 0x1f, 001f: kept as its digits in lower case, whose bytes sort by value as those of decimal digits do. There are 32 at
 * most behind 0x (key/lex.h), of a declared base no more than are kept (pl_declared_class()).
 */
static void add_hex(struct pl_stats *s, struct pl_str value, bool based, uint64_t weight)
{
	const size_t from = based ? 0 : 2;
	struct pl_short digits = {.len = (uint8_t)(value.len - from)};

	s->small_x |= !based && value.ptr[1] == 'x';
	s->large_x |= !based && value.ptr[1] == 'X';
	for (size_t i = 0; i < digits.len; i++) {
		unsigned char c = (unsigned char)value.ptr[from + i];

		s->upper |= pl_is_upper(c);
		s->lower |= pl_is_lower(c);
		digits.bytes[i] = (char)pl_lower(c);
	}
	few_drop(&add_width(s, pl_short_str(&digits), weight)->few);
	rise(s, true, pl_short_str(&digits));
}

static void add_duration(struct pl_stats *s, struct pl_str value)
{
	struct pl_duration d;

	if (!pl_duration_read(value, &d))
		return;
	s->clocked |= d.clock;
	s->fraction |= d.length.attos != 0;
	if (d.exact)
		s->longest = PL_MAX(s->longest, (uint64_t)d.length.seconds);
}

static void add_version(struct pl_stats *s, struct pl_str value)
{
	struct pl_version version = pl_version_read(value);

	if (version.some)
		pl_version_note(&s->version, &version);
}

bool pl_stats_are_sections(struct pl_stats *s)
{
	bool estimated;

	return !s->no_section && pl_sketch_several(&s->sections, &estimated) > 0;
}

/* ---- times ----------------------------------------------------------- */

/* Two digits at `at`, or something above 99. */
static unsigned two(const char *at)
{
	unsigned tens = (unsigned char)at[0] - '0', ones = (unsigned char)at[1] - '0';

	return tens > 9 || ones > 9 ? 100 : tens * 10 + ones;
}

/*
 * YYYY-MM-DDTHH:MM:SS[.fraction][Z] with the form of the last value: the common
 * case. Whatever needs a second look (the 29th of a month, 24:00, a leap
 * second, a date that is none) is left to pl_time_read().
 */
static bool read_alike(const struct pl_time_form *form, struct pl_str value, struct pl_time *out)
{
	size_t len = 19 + (form->fraction ? form->fraction + 1U : 0) + (form->zone == PL_Z_UPPER);
	const char *v = value.ptr;
	unsigned century, year, month, day, hour, minute, second;
	uint64_t attos = 0;

	if (form->layout != PL_T_ISO || form->unit != PL_U_SECOND || form->flags || form->offset ||
	    (form->zone != PL_Z_UPPER && form->zone != PL_Z_NONE) || value.len != len || form->fraction > 18)
		return false;
	if (v[4] != '-' || v[7] != '-' || v[10] != form->between || v[13] != ':' || v[16] != ':' ||
	    (form->zone == PL_Z_UPPER && v[len - 1] != 'Z') || (form->fraction && v[19] != '.'))
		return false;
	century = two(v);
	year = two(v + 2);
	month = two(v + 5);
	day = two(v + 8);
	hour = two(v + 11);
	minute = two(v + 14);
	second = two(v + 17);
	if (century > 99 || !century || year > 99 || month - 1 > 11 || day - 1 > 27 || hour > 23 || minute > 59 ||
	    second > 59)
		return false;
	for (unsigned i = 0; i < 18; i++) {
		unsigned digit = i < form->fraction ? (unsigned char)v[20 + i] - '0' : 0;

		if (digit > 9)
			return false;
		attos = attos * 10 + digit;
	}
	*out = (struct pl_time){
		.form = *form,
		.at = {pl_civil_seconds(century * 100 + year, month, day) + (int64_t)hour * 3600 + minute * 60 + second,
		       attos},
		.valid = true,
	};
	return true;
}

void pl_stats_read_time(struct pl_stats *s, struct pl_str value, struct pl_time *out)
{
	if (read_alike(&s->recent, value, out))
		return;
	if (!pl_time_read(value, PL_MONTH_FIRST, out))
		memset(out, 0, sizeof(*out));
	s->recent = out->form;
}

static int form_order(const struct pl_time_form *a, const struct pl_time_form *b)
{
	return memcmp(a, b, sizeof(*a));
}

/*
 * The entry of a form, NULL when it is not among the least PL_MAX_FORMS. The
 * table is sorted. A form that was pushed out never comes back, so the counts
 * of those that are in are whole.
 */
static struct pl_stat_form *form_entry(struct pl_stats *s, const struct pl_time_form *form)
{
	size_t at = 0;

	while (at < s->forms.len && form_order(&s->forms.ptr[at].form, form) < 0)
		at++;
	if (at < s->forms.len && form_order(&s->forms.ptr[at].form, form) == 0)
		return &s->forms.ptr[at];
	if (at == PL_MAX_FORMS)
		return NULL;
	if (s->forms.len == PL_MAX_FORMS)
		s->forms.len--;
	PL_PUSH(&s->forms, (struct pl_stat_form){.n = 0});
	memmove(s->forms.ptr + at + 1, s->forms.ptr + at, (s->forms.len - 1 - at) * sizeof(*s->forms.ptr));
	s->forms.ptr[at] = (struct pl_stat_form){.form = *form, .by = {no_reading, no_reading}};
	return &s->forms.ptr[at];
}

static void reading_cover(struct pl_stat_reading *r, struct pl_instant least, struct pl_instant greatest)
{
	if (pl_instant_order(least, r->least) < 0)
		r->least = least;
	if (pl_instant_order(greatest, r->greatest) > 0)
		r->greatest = greatest;
}

static uint64_t magnitude(int64_t v)
{
	return v < 0 ? -(uint64_t)v : (uint64_t)v;
}

static bool day_or_month_first(uint8_t layout)
{
	return layout == PL_T_SLASH || layout == PL_T_DOT || layout == PL_T_DASH;
}

static void add_reading(struct pl_stats *s, struct pl_stat_form *form, unsigned which, const struct pl_time *t,
			uint64_t weight)
{
	if (!t->valid) {
		if (form)
			form->by[which].invalid += weight;
		return;
	}
	s->grid[which] = common(s->grid[which], magnitude(t->at.seconds));
	s->subsecond |= t->at.attos != 0;
	s->early |= t->at.seconds < INT64_C(631152000) && !pl_time_is_unset(t->at.seconds);
	if (form)
		reading_cover(&form->by[which], t->at, t->at);
}

static void add_time(struct pl_stats *s, struct pl_str value, const struct pl_time *t, uint64_t weight)
{
	struct pl_stat_form *form = form_entry(s, &t->form);
	struct pl_time other = *t;

	if (form)
		form->n += weight;
	add_reading(s, form, 0, t, weight);
	if (day_or_month_first(t->form.layout)) {
		s->first_above_12 |= t->first > 12;
		s->second_above_12 |= t->second > 12;
		pl_time_read(value, PL_DAY_FIRST, &other);
	}
	add_reading(s, form, 1, &other, weight);
}

/* ---- any value ------------------------------------------------------- */

static void add_case(struct pl_stats *s, struct pl_str value)
{
	for (size_t i = 0; i < value.len && !(s->upper && s->lower); i += 8) {
		uint64_t bytes = pl_word_upto(value.ptr + i, value.len - i);
		uint64_t letters = pl_letters(bytes), small = pl_small_letters(bytes, letters);

		s->upper |= small != letters;
		s->lower |= small != 0;
	}
}

/* The version is the 13th hex digit; braces may stand around. */
static void add_version_of_uuid(struct pl_stats *s, struct pl_str value, uint64_t weight)
{
	unsigned char digit = value.len >= 36 ? (unsigned char)value.ptr[value.len == 36 ? 14 : 15] : '0';

	s->uuids[pl_is_digit(digit) ? digit - '0' : (pl_lower(digit) - 'a' + 10) & 15] += weight;
}

static bool is_blank(char c)
{
	return (unsigned char)c <= ' ' || c == 0x7f;
}

/* Values of a column hold much the same bytes: few are looked at one by one. */
static void add_least(struct pl_stats *s, struct pl_str value)
{
	size_t i = 0;

	while (s->least_byte < 0x80 && value.len - i >= 8 && !pl_any_below(pl_word_of(value.ptr + i), s->least_byte))
		i += 8;
	for (; i < value.len; i++)
		s->least_byte = PL_MIN(s->least_byte, (uint8_t)value.ptr[i]);
}

static void add_bytes(struct pl_stats *s, struct pl_str value)
{
	add_case(s, value);
	add_least(s, value);
	if (value.len)
		s->blank |= is_blank(value.ptr[0]) || is_blank(value.ptr[value.len - 1]);
}

/* Whether the bytes of a value tell nothing new: no digit is a letter or below '0'. */
static bool has_known_bytes(const struct pl_stats *s, const struct pl_seen *seen)
{
	return seen->known || (seen->alike && s->least_byte <= '0');
}

/* How long a value is and what follows it. */
static void add_place(struct pl_stats *s, const struct pl_seen *seen)
{
	if (s->n == 0 && seen->value.len <= PL_MAX_DIGITS && seen->value.len)
		set_short(&s->some, seen->value);
	s->min_len = PL_MIN(s->min_len, (uint32_t)seen->value.len);
	s->max_len = PL_MAX(s->max_len, (uint32_t)seen->value.len);
	if (seen->behind < 0)
		s->at_end = true;
	else
		s->follows[seen->behind >> 6] |= UINT64_C(1) << (seen->behind & 63);
}

void pl_stats_note(struct pl_stats *s, const struct pl_seen *seen)
{
	s->n += seen->weight;
	s->not_day = s->not_second = true;
	switch (seen->class) {
	case PL_C_DIGITS:
		add_width(s, seen->value, seen->weight);
		break;
	case PL_C_HEXNUM:
		add_hex(s, seen->value, seen->based, seen->weight);
		break;
	case PL_C_TIME:
		add_time(s, seen->value, seen->time, seen->weight);
		break;
	case PL_C_SIGNED:
	case PL_C_DECIMAL:
		break;
	default:
		add_case(s, seen->value);
		break;
	}
	pl_sketch_add(&s->distinct, seen->hash, 0);
}

void pl_stats_add(struct pl_stats *s, const struct pl_seen *seen)
{
	if (!seen->alike)
		add_place(s, seen);
	s->n += seen->weight;
	s->not_zero |= !seen->value.len || seen->value.ptr[0] != '0';
	s->last += seen->last ? seen->weight : 0;
	switch (seen->class) {
	case PL_C_DIGITS:
		add_digits(s, seen->value, seen->hash, seen->weight);
		break;
	case PL_C_SIGNED:
	case PL_C_DECIMAL:
		add_decimal(s, seen->value, seen->weight);
		break;
	case PL_C_HEXNUM:
		add_hex(s, seen->value, seen->based, seen->weight);
		break;
	case PL_C_TIME:
		add_time(s, seen->value, seen->time, seen->weight);
		break;
	case PL_C_DURATION:
		add_duration(s, seen->value);
		add_bytes(s, seen->value);
		break;
	case PL_C_VERSION:
	case PL_C_IP: /* 10.0.0.1 may turn out to be one of versions */
		add_version(s, seen->value);
		add_bytes(s, seen->value);
		break;
	case PL_C_UUID:
		add_version_of_uuid(s, seen->value, seen->weight);
		add_bytes(s, seen->value);
		break;
	default:
		if (!has_known_bytes(s, seen))
			add_bytes(s, seen->value);
		break;
	}
	pl_sketch_add(&s->distinct, seen->hash, 0);
	pl_sketch_add(&s->ranges, seen->range, seen->hash);
}

/* ---- marks ----------------------------------------------------------- */

static struct pl_stat_mark *mark_entry(struct pl_stats *s, enum pl_mark mark)
{
	size_t at = 0;

	while (at < s->marks.len && s->marks.ptr[at].mark < mark)
		at++;
	if (at < s->marks.len && s->marks.ptr[at].mark == mark)
		return &s->marks.ptr[at];
	PL_PUSH(&s->marks, (struct pl_stat_mark){.n = 0});
	memmove(s->marks.ptr + at + 1, s->marks.ptr + at, (s->marks.len - 1 - at) * sizeof(*s->marks.ptr));
	s->marks.ptr[at] = (struct pl_stat_mark){.mark = mark};
	return &s->marks.ptr[at];
}

void pl_stats_mark(struct pl_stats *s, pl_mark_set marks, uint64_t weight, const struct pl_sighting *sighting)
{
	for (; marks; marks &= marks - 1) {
		struct pl_stat_mark *mark = mark_entry(s, (enum pl_mark)__builtin_ctz(marks));

		mark->n += weight;
		pl_specimen_take(&mark->least, sighting);
	}
}

void pl_stats_merge_marks(struct pl_stats *into, struct pl_stats *from)
{
	for (size_t i = 0; i < from->marks.len; i++) {
		struct pl_stat_mark *f = &from->marks.ptr[i], *t = mark_entry(into, f->mark);

		t->n += f->n;
		pl_specimen_merge(&t->least, &f->least);
	}
	PL_VEC_RELEASE(&from->marks);
}

/* ---- merging --------------------------------------------------------- */

static void merge_numbers(struct pl_stats *into, struct pl_stats *from)
{
	bool plain = !is_mixed(into) && !is_mixed(from);

	if (!plain) {
		find_least(into);
		find_least(from);
	}
	if (from->second.len)
		rise(into, plain, pl_short_str(&from->second));
	if (from->greatest.len)
		rise(into, plain, pl_short_str(&from->greatest));
	if (from->least.len)
		fall(into, pl_short_str(&from->least));
}

static void merge_widths(struct pl_stats *into, const struct pl_stats *from)
{
	for (size_t i = 0; i < from->widths.len; i++) {
		const struct pl_stat_width *f = &from->widths.ptr[i];
		struct pl_stat_width *w = width_entry(into, f->width, f->zero);

		width_cover(w, f->least, f->greatest);
		w->n += f->n;
		w->negative += f->negative;
		few_merge(&w->few, &f->few);
	}
}

static void merge_forms(struct pl_stats *into, const struct pl_stats *from)
{
	for (size_t i = 0; i < from->forms.len; i++) {
		const struct pl_stat_form *f = &from->forms.ptr[i];
		struct pl_stat_form *t = form_entry(into, &f->form);

		if (!t)
			continue;
		t->n += f->n;
		for (unsigned r = 0; r < 2; r++) {
			t->by[r].invalid += f->by[r].invalid;
			reading_cover(&t->by[r], f->by[r].least, f->by[r].greatest);
		}
	}
}

void pl_stats_add_negatives(struct pl_stats *s, const struct pl_stats *magnitudes)
{
	struct pl_short least = {.len = magnitudes->greatest.len};

	find_least(s); /* before it has signs */
	s->is_signed = true;
	merge_widths(s, magnitudes);
	for (size_t i = 0; i < magnitudes->widths.len; i++)
		width_entry(s, magnitudes->widths.ptr[i].width, magnitudes->widths.ptr[i].zero)->negative += magnitudes->widths.ptr[i].n;
	if (!least.len || least.len == PL_MAX_DIGITS)
		return;
	least.bytes[0] = '-';
	memcpy(least.bytes + 1, magnitudes->greatest.bytes, least.len++);
	fall(s, pl_short_str(&least));
}

void pl_stats_add_filled(struct pl_stats *s, struct pl_stats *digits)
{
	merge_numbers(s, digits);
	merge_widths(s, digits);
	s->min_len = PL_MIN(s->min_len, digits->min_len);
	s->not_zero |= digits->not_zero;
	s->not_day |= digits->not_day;
	s->not_second |= digits->not_second;
	s->not_rounded |= digits->not_rounded;
	s->blank = true;
}

void pl_stats_merge(struct pl_stats *into, struct pl_stats *from)
{
	merge_numbers(into, from); /* asks for the flags of each */
	into->n += from->n;
	into->last += from->last;
	into->min_len = PL_MIN(into->min_len, from->min_len);
	into->max_len = PL_MAX(into->max_len, from->max_len);
	for (unsigned i = 0; i < 4; i++)
		into->follows[i] |= from->follows[i];
	into->at_end |= from->at_end;
	for (unsigned i = 0; i < PL_LEN(into->uuids); i++)
		into->uuids[i] += from->uuids[i];
	into->small_x |= from->small_x;
	into->large_x |= from->large_x;
	into->upper |= from->upper;
	into->lower |= from->lower;
	into->blank |= from->blank;
	into->least_byte = PL_MIN(into->least_byte, from->least_byte);
	into->not_zero |= from->not_zero;
	if (!into->some.len)
		into->some = from->some;
	into->is_signed |= from->is_signed;
	into->fraction |= from->fraction;
	into->exponent |= from->exponent;
	into->comma |= from->comma;
	into->point |= from->point;
	into->grouped |= from->grouped;
	into->pieces |= from->pieces;
	into->not_rounded |= from->not_rounded;
	into->rounded |= from->rounded;
	into->large_n += from->large_n;
	pl_sketch_merge(&into->large, &from->large);
	into->not_day |= from->not_day;
	into->not_second |= from->not_second;
	into->first_above_12 |= from->first_above_12;
	into->second_above_12 |= from->second_above_12;
	into->subsecond |= from->subsecond;
	into->early |= from->early;
	into->min_fraction = PL_MIN(into->min_fraction, from->min_fraction);
	into->max_fraction = PL_MAX(into->max_fraction, from->max_fraction);
	into->no_section |= from->no_section;
	pl_version_join(&into->version, &from->version);
	into->clocked |= from->clocked;
	into->longest = PL_MAX(into->longest, from->longest);
	pl_sketch_merge(&into->sections, &from->sections);
	into->divisor = gcd(into->divisor, from->divisor);
	for (unsigned r = 0; r < 2; r++)
		into->grid[r] = gcd(into->grid[r], from->grid[r]);
	merge_widths(into, from);
	merge_forms(into, from);
	pl_stats_merge_marks(into, from);
	pl_sketch_merge(&into->distinct, &from->distinct);
	pl_sketch_merge(&into->ranges, &from->ranges);
	pl_stats_release(from);
}

/* ---- dumping --------------------------------------------------------- */

static int by_width(const void *a, const void *b)
{
	const struct pl_stat_width *x = a, *y = b;

	return x->width != y->width ? (x->width > y->width) - (x->width < y->width) : x->zero - y->zero;
}

static void dump_bytes(struct pl_buf *out, struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (c > ' ' && c < 0x7f && c != '\\')
			pl_buf_addc(out, (char)c);
		else
			pl_buf_printf(out, "\\x%02x", c);
	}
}

static void dump_version(struct pl_buf *out, const struct pl_version_widths *w)
{
	pl_buf_printf(out, " version=%u-%u:%d%d%d%d%d%d", w->parts_least, w->parts_most, w->padded, w->prefix, w->bare,
		      w->release, w->marked, w->pre);
	for (unsigned p = 0; p < PL_VERSION_PARTS; p++)
		pl_buf_printf(out, ",%u-%u", w->least[p], w->most[p]);
}

static void dump_sketch(struct pl_buf *out, const char *name, struct pl_sketch *sketch)
{
	uint64_t *sorted = pl_malloc(sketch->len * sizeof(*sorted));
	uint64_t all = 0;
	bool estimated, guessed;
	double n = pl_sketch_count(sketch, &estimated), several = pl_sketch_several(sketch, &guessed);
	size_t len = pl_sketch_sorted(sketch, sorted, sketch->len);

	for (size_t i = 0; i < len; i++)
		all = all * 31 + sorted[i];
	pl_buf_printf(out, " %s=%.0f/%.0f%s:%016" PRIx64, name, n, several, estimated ? "~" : "", all);
	free(sorted);
}

void pl_stats_dump(struct pl_stats *s, struct pl_buf *out)
{
	pl_buf_printf(out, "n=%" PRIu64 " last=%" PRIu64 " len=%u-%u flags=%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d%d", s->n, s->last,
		      s->min_len, s->max_len, s->at_end, s->upper, s->lower, s->blank, s->not_zero, s->is_signed, s->fraction,
		      s->exponent, s->comma, s->point, s->grouped,
		      s->not_day, s->not_second, s->first_above_12, s->second_above_12, s->subsecond, s->early);
	for (unsigned i = 0; i < 4; i++)
		pl_buf_printf(out, ",%" PRIx64, s->follows[i]);
	pl_buf_printf(out, " gcd=%" PRIu64 ",%" PRIu64 ",%" PRIu64 " ", s->divisor, s->grid[0], s->grid[1]);
	dump_bytes(out, pl_short_str(&s->least));
	pl_buf_addc(out, '<');
	dump_bytes(out, pl_short_str(&s->second));
	pl_buf_addc(out, '<');
	dump_bytes(out, pl_short_str(&s->greatest));
	if (s->widths.len)
		qsort(s->widths.ptr, s->widths.len, sizeof(*s->widths.ptr), by_width);
	for (size_t i = 0; i < s->widths.len; i++) {
		const struct pl_stat_width *w = &s->widths.ptr[i];
		size_t len = w->width > PL_MAX_DIGITS ? 0 : w->width;

		pl_buf_printf(out, " %u%s:%" PRIu64 "[", w->width, w->zero ? "z" : "", w->n);
		dump_bytes(out, pl_str_of(w->least, len));
		pl_buf_adds(out, "..");
		dump_bytes(out, pl_str_of(w->greatest, len));
		pl_buf_addc(out, ']');
	}
	for (size_t i = 0; i < s->forms.len; i++) {
		const struct pl_stat_form *f = &s->forms.ptr[i];
		char name[40];

		pl_time_form_text(f->form, name);
		pl_buf_printf(out, " {%s}:%" PRIu64, name, f->n);
		for (unsigned r = 0; r < 2; r++)
			pl_buf_printf(out, "(%" PRIu64 ",%" PRId64 "..%" PRId64 ")", f->by[r].invalid,
				      f->by[r].least.seconds, f->by[r].greatest.seconds);
	}
	if (s->version.parts_most)
		dump_version(out, &s->version);
	if (s->longest)
		pl_buf_printf(out, " longest=%" PRIu64 ":%d", s->longest, s->clocked);
	if (s->large_n && !s->not_rounded)
		pl_buf_printf(out, " large=%" PRIu64 "/%d", s->large_n, s->rounded);
	if (s->fraction)
		pl_buf_printf(out, " sections=%d", pl_stats_are_sections(s));
	for (size_t i = 0; i < s->marks.len; i++) {
		const struct pl_stat_mark *m = &s->marks.ptr[i];

		pl_buf_printf(out, " mark %d:%" PRIu64 "[", (int)m->mark, m->n);
		dump_bytes(out, pl_buf_str(&m->least.pk));
		pl_buf_addc(out, ' ');
		dump_bytes(out, pl_buf_str(&m->least.sk));
		pl_buf_printf(out, " %u:%" PRIu64 "]", m->least.file, m->least.place);
	}
	dump_sketch(out, "distinct", &s->distinct);
	dump_sketch(out, "ranges", &s->ranges);
	pl_buf_addc(out, '\n');
}
