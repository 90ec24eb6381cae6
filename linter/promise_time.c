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
};

/*
 * Chosen for what formats do wrong: the turn of a century and of a year, an ISO
 * week that belongs to the next year, tens behind nines in each part, noon and
 * midnight, and the hour that comes twice when summer time ends.
 */
static const struct moment moments[] = {
	{1999, 12, 31, 23, 59, 58, 0},  {2000, 1, 1, 0, 0, 0, 0},      {2024, 1, 2, 8, 5, 9, 0},
	{2024, 9, 30, 9, 9, 9, 0},      {2024, 10, 1, 10, 10, 10, 0},  {2024, 12, 30, 9, 5, 7, 0},
	{2025, 1, 2, 14, 3, 2, 0},      {2025, 4, 9, 9, 59, 9, 0},     {2025, 4, 9, 10, 0, 0, 0},
	{2025, 4, 10, 1, 2, 3, 0},      {2025, 8, 1, 0, 30, 0, 0},     {2025, 8, 1, 1, 30, 0, 0},
	{2025, 8, 1, 2, 30, 0, 0},      {2025, 8, 1, 13, 30, 0, 0},    {2025, 8, 1, 13, 31, 9, 0},
	{2025, 8, 1, 13, 31, 10, 0},    {2025, 10, 26, 2, 45, 0, 120}, {2025, 10, 26, 2, 15, 0, 60},
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
		add_number(out, part, 0);
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
	static const struct moment sample = {2026, 11, 23, 21, 20, 30, 0};

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
