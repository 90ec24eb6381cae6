/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declared timestamps: a few moments are written in the format, and those two
 * that it puts in the wrong order are the proof against it.
 */
#include "linter/base/buf.h"
#include "linter/context.h"
#include "linter/promise.h"

/* A clock on some wall, `east` minutes ahead of UTC. */
struct moment {
	int year;
	unsigned month, day, hour, minute, second;
	int east;
	unsigned nanos;
};

/*
 * Chosen for what formats do wrong: the turn of a century and of a year, an ISO
 * week that belongs to the next year, tens behind nines in each part, noon and
 * midnight, and the hour that comes twice when summer time ends.
 */
static const struct moment moments[] = {
	{1999, 12, 31, 23, 59, 58, 0, 0},  {2000, 1, 1, 0, 0, 0, 0, 0},      {2024, 1, 2, 8, 5, 9, 0, 0},
	{2024, 9, 30, 9, 9, 9, 0, 0},      {2024, 10, 1, 10, 10, 10, 0, 0},  {2024, 12, 30, 9, 5, 7, 0, 0},
	{2025, 1, 2, 14, 3, 2, 0, 0},      {2025, 4, 9, 9, 59, 9, 0, 0},     {2025, 4, 9, 10, 0, 0, 0, 0},
	{2025, 4, 10, 1, 2, 3, 0, 0},      {2025, 8, 1, 0, 30, 0, 0, 0},     {2025, 8, 1, 1, 30, 0, 0, 0},
	{2025, 8, 1, 2, 30, 0, 0, 0},      {2025, 8, 1, 13, 30, 0, 0, 0},    {2025, 8, 1, 13, 31, 9, 0, 0},
	{2025, 8, 1, 13, 31, 10, 0, 0},    {2025, 10, 26, 2, 45, 0, 120, 0}, {2025, 10, 26, 2, 15, 0, 60, 0},
};

static int64_t instant_of(const struct moment *m, bool zoned)
{
	int64_t clock = pl_civil_seconds(m->year, m->month, m->day) + m->hour * 3600 + m->minute * 60 + m->second;

	return zoned ? clock - m->east * 60 : clock;
}

static int64_t days_of(int64_t year, unsigned month, unsigned day)
{
	return pl_civil_seconds(year, month, day) / 86400; /* all years here are after 1970 or whole days before */
}

/* ISO 8601: the week that holds the Thursday, in the year that holds it. */
static unsigned iso_week(const struct moment *m, int *year)
{
	int64_t day = days_of(m->year, m->month, m->day);
	int64_t thursday = day - (day + 3) % 7 + 3; /* 1970-01-01 was one */

	*year = m->year;
	if (thursday < days_of(m->year, 1, 1))
		--*year;
	else if (thursday >= days_of(m->year + 1, 1, 1))
		++*year;
	return (unsigned)((thursday - days_of(*year, 1, 1)) / 7 + 1);
}

/* ---- writing a moment ---- */

static bool twelve_hours(const struct pl_time_format *format)
{
	for (size_t i = 0; i < format->nparts; i++)
		if (format->parts[i].unit == PL_TP_HALF)
			return true;
	return false;
}

/* With zeros in front where the part has one width. */
static void add_number(struct pl_buf *out, const struct pl_time_part *part, unsigned value)
{
	pl_buf_printf(out, "%0*u", part->least == part->most ? (int)part->most : 1, value);
}

/* The first digits of a fraction. */
static void add_fraction(struct pl_buf *out, unsigned digits, unsigned nanos)
{
	unsigned scale = 1000000000;

	for (; digits; digits--) {
		scale /= 10;
		pl_buf_addc(out, scale ? (char)('0' + nanos / scale % 10) : '0');
	}
}

static void add_part(struct pl_buf *out, const struct pl_time_format *format, const struct pl_time_part *part,
		     const struct moment *m)
{
	static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
	static const char days[] = "MonTueWedThuFriSatSun";
	int week_year;
	unsigned week = iso_week(m, &week_year), hour = m->hour, east = (unsigned)(m->east < 0 ? -m->east : m->east);

	switch (part->unit) {
	case PL_TP_LITERAL:
	case PL_TP_ZULU:
		pl_buf_add(out, part->literal);
		return;
	case PL_TP_YEAR:
		add_number(out, part, part->most == 2 ? (unsigned)m->year % 100 : (unsigned)m->year);
		return;
	case PL_TP_WEEK_YEAR:
		add_number(out, part, (unsigned)week_year);
		return;
	case PL_TP_QUARTER:
		add_number(out, part, (m->month + 2) / 3);
		return;
	case PL_TP_MONTH:
		add_number(out, part, m->month);
		return;
	case PL_TP_WEEK:
		add_number(out, part, week);
		return;
	case PL_TP_DAY:
		add_number(out, part, m->day);
		return;
	case PL_TP_YEAR_DAY:
		add_number(out, part, (unsigned)(days_of(m->year, m->month, m->day) - days_of(m->year, 1, 1) + 1));
		return;
	case PL_TP_HOUR:
		add_number(out, part, twelve_hours(format) ? (hour + 11) % 12 + 1 : hour);
		return;
	case PL_TP_MINUTE:
		add_number(out, part, m->minute);
		return;
	case PL_TP_SECOND:
		add_number(out, part, m->second);
		return;
	case PL_TP_FRACTION:
		add_fraction(out, part->most, m->nanos);
		return;
	case PL_TP_MONTH_NAME:
		pl_buf_add(out, pl_str_of(months + (size_t)3 * (m->month - 1), 3));
		return;
	case PL_TP_DAY_NAME:
		pl_buf_add(out, pl_str_of(days + 3 * ((days_of(m->year, m->month, m->day) + 3) % 7), 3));
		return;
	case PL_TP_HALF:
		pl_buf_adds(out, hour < 12 ? "AM" : "PM");
		return;
	case PL_TP_OFFSET:
		pl_buf_printf(out, "%c%02u:%02u", m->east < 0 ? '-' : '+', east / 60, east % 60);
		return;
	}
}

static struct pl_str written(struct pl_cx *cx, const struct pl_time_format *format, const struct moment *m)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str own;

	for (size_t i = 0; i < format->nparts; i++)
		add_part(&text, format, &format->parts[i], m);
	own = pl_arena_str(cx->judge->arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return own;
}

/* ---- what rules ask ---- */

struct pl_example pl_promised_times(struct pl_cx *cx, const struct pl_declared *field)
{
	const struct pl_time_format *format = &field->format;
	const bool zoned = format->trouble == PL_TT_OFFSET || format->trouble == PL_TT_LOCAL;
	struct pl_example best = {.some = false};
	struct pl_str texts[PL_LEN(moments)];

	if (format->trouble == PL_TT_NONE)
		return best;
	for (size_t i = 0; i < PL_LEN(moments); i++)
		texts[i] = written(cx, format, &moments[i]);
	for (size_t i = 0; i < PL_LEN(moments); i++)
		for (size_t k = 0; k < PL_LEN(moments); k++) {
			if (pl_order(texts[i], texts[k]) >= 0 ||
			    instant_of(&moments[i], zoned) <= instant_of(&moments[k], zoned))
				continue;
			if (!best.some || texts[i].len + texts[k].len < best.first.len + best.second.len)
				best = (struct pl_example){true, texts[i], texts[k]};
		}
	return best;
}

static struct pl_time_form epoch_form(enum pl_time_encoding encoding)
{
	static const uint8_t units[] = {
		[PL_TE_EPOCH_S] = 0,
		[PL_TE_EPOCH_MS] = PL_TF_MILLIS,
		[PL_TE_EPOCH_US] = PL_TF_MICROS,
		[PL_TE_EPOCH_NS] = PL_TF_NANOS,
	};

	return (struct pl_time_form){.layout = PL_T_EPOCH, .unit = PL_U_SECOND, .flags = units[encoding]};
}

struct pl_str pl_promised_time(struct pl_cx *cx, const struct pl_declared *field)
{
	static const struct moment sample = {2026, 11, 23, 21, 20, 30, 0, 0};

	return written(cx, &field->format, &sample);
}

bool pl_promised_form(struct pl_cx *cx, const struct pl_declared *field, struct pl_time_form *out)
{
	struct pl_time time;

	if (field->type != PL_D_TIMESTAMP)
		return false;
	if (field->format.encoding >= PL_TE_EPOCH_S) {
		*out = epoch_form(field->format.encoding);
		return true;
	}
	if (!pl_time_read(pl_promised_time(cx, field), PL_MONTH_FIRST, &time))
		return false;
	*out = time.form;
	return true;
}

/* ---- two declarations at one place ---- */

/* Digits of a second that a format can say. */
static unsigned digits_of(const struct pl_time_format *format)
{
	static const unsigned char epochs[] = {
		[PL_TE_EPOCH_S] = 0, [PL_TE_EPOCH_MS] = 3, [PL_TE_EPOCH_US] = 6, [PL_TE_EPOCH_NS] = 9};

	if (format->encoding >= PL_TE_EPOCH_S)
		return epochs[format->encoding];
	for (size_t i = 0; i < format->nparts; i++)
		if (format->parts[i].unit == PL_TP_FRACTION)
			return PL_MIN(format->parts[i].most, 9U);
	return 0;
}

/* How long a month, day or hour is at most, in seconds; times of minutes and finer are instants. */
static int64_t span_of(enum pl_precision precision)
{
	static const int64_t spans[PL_PRECISIONS] = {
		[PL_P_YEAR] = INT64_C(366) * 86400, [PL_P_QUARTER] = INT64_C(92) * 86400, [PL_P_MONTH] = INT64_C(31) * 86400,
		[PL_P_WEEK] = INT64_C(7) * 86400,   [PL_P_DAY] = 86400,                   [PL_P_HOUR] = 3600,
	};

	return spans[precision];
}

bool pl_promises_zone(const struct pl_declared *field)
{
	if (field->format.encoding < PL_TE_EPOCH_S && field->format.precision < PL_P_HOUR)
		return field->zone.len == 6; /* +05:30 */
	return !pl_str_eq(field->zone, PL_S("none"));
}

int pl_promised_east(struct pl_cx *cx, const struct pl_declared *field)
{
	const struct pl_str zone = field->zone; /* +05:30 when it begins with a sign */
	struct pl_time_form form;

	if (zone.len == 6 && (*zone.ptr == '+' || *zone.ptr == '-'))
		return (*zone.ptr == '-' ? -1 : 1) * ((zone.ptr[1] - '0') * 600 + (zone.ptr[2] - '0') * 60 +
						      (zone.ptr[4] - '0') * 10 + (zone.ptr[5] - '0'));
	return pl_promised_form(cx, field, &form) ? form.offset : 0;
}

/* A value as it is stored, with what stands behind it in the key, and the time that it says. */
struct saying {
	struct pl_str text;
	size_t value;     /* bytes of `text` that are the value's */
	bool ends;        /* the key ends with it */
	int64_t seconds;
	unsigned nanos;
	int64_t span;     /* seconds that the value stands for, when it is a day or month */
};

/* Its clock cut down to what the format says. */
static struct moment cut_down(struct moment m, const struct pl_time_format *format)
{
	unsigned scale = 1000000000;

	for (unsigned digits = digits_of(format); digits; digits--)
		scale /= 10;
	m.nanos -= m.nanos % scale;
	if (format->precision < PL_P_S)
		m.second = 0;
	if (format->precision < PL_P_MINUTE)
		m.minute = 0;
	if (format->precision < PL_P_HOUR)
		m.hour = 0;
	if (format->precision < PL_P_WEEK)
		m.day = 1;
	if (format->precision == PL_P_QUARTER)
		m.month = (m.month - 1) / 3 * 3 + 1;
	if (format->precision == PL_P_YEAR)
		m.month = 1;
	return m;
}

static void add_epoch(struct pl_buf *out, const struct pl_declared *field, int64_t seconds, unsigned nanos)
{
	const unsigned digits = digits_of(&field->format);

	pl_buf_printf(out, "%0*" PRId64, (int)(field->width > digits ? field->width - digits : 1), seconds);
	add_fraction(out, digits, nanos);
}

static struct saying said(struct pl_cx *cx, const struct pl_declared *field, struct pl_behind behind, struct moment m)
{
	struct saying out = {.ends = behind.ends, .span = span_of(field->format.precision)};
	struct pl_buf text = PL_BUF_INIT;

	m = cut_down(m, &field->format);
	out.seconds = instant_of(&m, true);
	out.nanos = m.nanos;
	if (field->format.precision == PL_P_WEEK)
		out.seconds -= (days_of(m.year, m.month, m.day) + 3) % 7 * 86400;
	if (field->format.encoding >= PL_TE_EPOCH_S)
		add_epoch(&text, field, out.seconds, m.nanos);
	else
		pl_buf_add(&text, written(cx, &field->format, &m));
	out.value = text.len;
	pl_buf_add(&text, behind.text);
	out.text = pl_arena_str(cx->judge->arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return out;
}

/* Later, and not only a later moment of the day or month that the other stands for. */
static bool is_later(const struct saying *a, const struct saying *b)
{
	if (a->seconds != b->seconds)
		return a->seconds > b->seconds && a->seconds - b->seconds >= b->span;
	return a->nanos > b->nanos && !b->span;
}

/* Whether `a` stands before `b` by the bytes that are known; *at is the byte that says so. */
static bool stands_before(const struct saying *a, const struct saying *b, size_t *at)
{
	const size_t shorter = PL_MIN(a->text.len, b->text.len);

	for (*at = 0; *at < shorter; ++*at)
		if (a->text.ptr[*at] != b->text.ptr[*at])
			return (unsigned char)a->text.ptr[*at] < (unsigned char)b->text.ptr[*at];
	return a->text.len == shorter && a->ends && b->text.len > shorter;
}

/* The values, with what stands behind them only where that decides. */
static struct pl_example example_of(struct pl_cx *cx, const struct saying *a, const struct saying *b, size_t at)
{
	const bool inside = at < a->value && at < b->value;
	const size_t first = inside ? a->value : PL_MIN(PL_MAX(a->value, at + 1), a->text.len);
	const size_t second = inside ? b->value : PL_MIN(PL_MAX(b->value, at + 1), b->text.len);

	return (struct pl_example){
		true,
		pl_str_c(pl_text(cx, "%.*s", (int)first, a->text.ptr)),
		pl_str_c(pl_text(cx, "%.*s", (int)second, b->text.ptr)),
	};
}

/* Each moment on the full second and a little later, those left out in which epochs had fewer digits. */
enum { FIRST_MOMENT = 2, SAYINGS = 2 * (PL_LEN(moments) - FIRST_MOMENT) };

static void say_all(struct pl_cx *cx, const struct pl_declared *field, struct pl_behind behind, int east, struct saying out[SAYINGS])
{
	for (size_t i = 0; i < SAYINGS; i++) {
		struct moment m = moments[FIRST_MOMENT + i / 2];

		m.nanos = i % 2 ? 517008001 : 0;
		m.east = east;
		out[i] = said(cx, field, behind, m);
	}
}

/* Of a time that does not say whose clock it is nothing is claimed but that it is the one of its neighbour; a day never says. */
static int east_beside(struct pl_cx *cx, const struct pl_declared *field, const struct pl_declared *other)
{
	return pl_promised_east(cx, pl_promises_zone(field) ? field : other);
}

static struct pl_example first_wrong(struct pl_cx *cx, const struct saying *a, const struct saying *b)
{
	struct pl_example best = {.some = false};
	size_t at;

	for (size_t i = 0; i < SAYINGS; i++)
		for (size_t k = 0; k < SAYINGS; k++)
			if (is_later(&a[i], &b[k]) && stands_before(&a[i], &b[k], &at)) {
				struct pl_example found = example_of(cx, &a[i], &b[k], at);

				if (!best.some || found.first.len + found.second.len < best.first.len + best.second.len)
					best = found;
			}
	return best;
}

struct pl_example pl_promised_mixture(struct pl_cx *cx, const struct pl_declared *a, struct pl_behind behind_a,
				      const struct pl_declared *b, struct pl_behind behind_b)
{
	struct saying mine[SAYINGS], theirs[SAYINGS];
	struct pl_example found;

	say_all(cx, a, behind_a, east_beside(cx, a, b), mine);
	say_all(cx, b, behind_b, east_beside(cx, b, a), theirs);
	found = first_wrong(cx, mine, theirs);
	return found.some ? found : first_wrong(cx, theirs, mine);
}
