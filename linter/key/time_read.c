/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading timestamps. One reader per layout finds the date; what follows is
 * common to all:
 *
 *     2026-06-23 T 10:00:00.123 +02:00
 *     └─ date ─┘ │ └─ clock ──┘ └zone┘
 *                between
 *
 * Date, clock and zone are taken as long as possible, and given up from the
 * end while a letter or digit follows (`2026-06-23 10:00:5x` is the date with
 * 10:00).
 *
 * A date with a clock is unmistakable wherever it stands. A date alone is not:
 * `INV-2026-12` is an invoice, and `2026-13` beside `2026-12` shows that
 * neither is a month. If some values of a column were times and others
 * numbers, the column would fall apart; so dates alone count only where
 * nothing is joined to them by '-' (`struct draft.alone`).
 */
#include "linter/key/time.h"

#include "linter/key/calendar.h"

/* Where a date without clock may stand. */
enum alone {
	ALONE_ANYWHERE,
	ALONE_NO_DASH, /* no '-' next to it */
	ALONE_EDGED,   /* only between separators, blanks, commas and the key's ends */
	ALONE_WHOLE,   /* only between separators and the key's ends: a name and a year may be any words of a text */
	ALONE_NEVER,   /* only with a clock */
};

struct clock {
	unsigned hour, minute, second;
	uint64_t attos;
};

/*
 * A timestamp that is being read. An attempt at a clock or zone that fails
 * puts `form` and `clock` back as they were.
 */
struct draft {
	struct pl_str key;
	size_t from;
	struct pl_time_form form;
	enum alone alone;
	unsigned year, month, day;
	unsigned parts[2]; /* what stands where day and month do, in the key's order */
	int days_on;       /* to be added to the date: weeks are counted from 1 January */
	struct clock clock;
	char joint;        /* between the parts of the clock; 0: ':' */
	bool vague;        /* struct pl_time */
	bool no_instant;   /* well spelled, but which instant it is cannot be told */
};

/* ---- bytes ---- */

/* Byte `i`, or -1 at the end. */
static int byte_at(struct pl_str key, size_t i)
{
	return i < key.len ? (unsigned char)key.ptr[i] : -1;
}

static bool digit_at(struct pl_str key, size_t i)
{
	return i < key.len && pl_is_digit((unsigned char)key.ptr[i]);
}

/* Whether a token may end before byte `i`: bytes above 0x7f count as letters. */
static bool ends(struct pl_str key, size_t i)
{
	int c = byte_at(key, i);

	return c < 0 || (c < 0x80 && !pl_is_digit((unsigned char)c) && !pl_is_alpha((unsigned char)c));
}

static bool text_at(struct pl_str key, size_t i, const char *text)
{
	for (; *text; text++, i++)
		if (byte_at(key, i) != (unsigned char)*text)
			return false;
	return true;
}

/*
 * The number at byte `i` if it has 1 to `max` digits and no more; returns how
 * many, 0 when it is none or longer.
 */
static unsigned number_at(struct pl_str key, size_t i, unsigned max, unsigned *value)
{
	unsigned n = 0, v = 0;

	while (n < max && digit_at(key, i + n))
		v = v * 10 + (unsigned)(key.ptr[i + n++] - '0');
	if (digit_at(key, i + n))
		return 0;
	*value = v;
	return n;
}

/* Whether `before` and a number of two digits stand at byte `i`; else *value stays as it was. */
static bool two_at(struct pl_str key, size_t i, char before, unsigned *value)
{
	unsigned number = 0;

	if (byte_at(key, i) != before || number_at(key, i + 1, 2, &number) != 2)
		return false;
	*value = number;
	return true;
}

/* One or two blanks, as ctime pads days; returns the byte behind, or `i`. */
static size_t blanks_at(struct pl_str key, size_t i)
{
	size_t end = i;

	while (end < i + 2 && byte_at(key, end) == ' ')
		end++;
	return end;
}

/* ---- names ---- */

static const char *const month_names[] = {
	"january", "february", "march", "april", "may", "june",
	"july", "august", "september", "october", "november", "december",
};

static const char *const weekday_names[] = {
	"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
};

/*
 * The name at byte `i`, whole or its first three letters, in any case;
 * returns the byte behind it, or `i`.
 */
static size_t name_at(struct pl_str key, size_t i, const char *const *names, unsigned count,
		      unsigned *which)
{
	char word[10] = "";
	size_t n = 0;

	while (n < sizeof(word) - 1 && i + n < key.len && pl_is_alpha((unsigned char)key.ptr[i + n])) {
		word[n] = (char)pl_lower((unsigned char)key.ptr[i + n]);
		n++;
	}
	if (n < 3)
		return i;
	for (unsigned m = 0; m < count; m++) {
		if (word[0] != names[m][0] || word[1] != names[m][1] || word[2] != names[m][2])
			continue;
		if (n > 3 && strcmp(word, names[m]) != 0)
			continue;
		*which = m;
		return i + n;
	}
	return i;
}

/* A name as programs print it, Jun or JUN: in small letters it may be anybody's. */
static bool capitalised(struct pl_str key, size_t i)
{
	return i < key.len && pl_is_upper((unsigned char)key.ptr[i]);
}

/* ---- zones ---- */

/*
 * Names that mean one offset everywhere: RFC 5322 part 4.3, and those of zones that share their name with no other (tz
 * database). IST, AST, BST and GST are several zones each.
 */
static const struct { char name[5]; int16_t minutes; } zone_names[] = {
	{"UTC", 0}, {"GMT", 0}, {"UT", 0},
	{"EST", -300}, {"EDT", -240}, {"CST", -360}, {"CDT", -300},
	{"MST", -420}, {"MDT", -360}, {"PST", -480}, {"PDT", -420},
	{"WET", 0}, {"WEST", 60}, {"CET", 60}, {"CEST", 120}, {"EET", 120}, {"EEST", 180},
	{"MSK", 180}, {"SAST", 120}, {"EAT", 180}, {"WAT", 60}, {"CAT", 120},
	{"JST", 540}, {"KST", 540}, {"HKT", 480}, {"SGT", 480}, {"PHT", 480}, {"WIB", 420}, {"ICT", 420}, {"PKT", 300}, {"NPT", 345},
	{"AEST", 600}, {"AEDT", 660}, {"ACST", 570}, {"ACDT", 630}, {"AWST", 480}, {"NZST", 720}, {"NZDT", 780},
	{"BRT", -180}, {"BRST", -120}, {"ART", -180}, {"CLT", -240}, {"CLST", -180}, {"COT", -300}, {"PET", -300},
};

static size_t capitals_at(struct pl_str key, size_t i)
{
	size_t n = 0;

	while (i + n < key.len && pl_is_upper((unsigned char)key.ptr[i + n]))
		n++;
	return n;
}

/* +hh:mm, +hhmm or +hh at byte `p`; returns the byte behind it, or 0. */
static size_t offset_at(struct draft *d, size_t p)
{
	int sign = byte_at(d->key, p);
	unsigned hours, minutes = 0, n;
	enum pl_time_zone zone = PL_Z_HOUR;
	size_t end;

	if (sign != '+' && sign != '-')
		return 0;
	n = number_at(d->key, p + 1, 4, &hours);
	end = p + 1 + n;
	if (n == 4) {
		zone = PL_Z_BASIC;
		minutes = hours % 100;
		hours /= 100;
	} else if (n != 2) {
		return 0;
	} else if (two_at(d->key, end, ':', &minutes)) {
		zone = PL_Z_COLON;
		end += 3;
	} else if (byte_at(d->key, end) == '-' || hours > 14) {
		/* `-05-17` and `-30` are numbers that were joined to the clock. */
		return 0;
	}
	if (hours > 23 || minutes > 59)
		return 0;
	d->form.zone = (uint8_t)zone;
	d->form.offset = (int16_t)((int)(hours * 60 + minutes) * (sign == '-' ? -1 : 1));
	return end;
}

/* " (Greenwich Mean Time)", as JavaScript's Date.toString() ends; `p` when there is none. */
static size_t comment_at(struct pl_str key, size_t p)
{
	if (!text_at(key, p, " ("))
		return p;
	for (size_t i = p + 2; i < key.len && i < p + 64; i++) {
		if (key.ptr[i] == ')')
			return i + 1;
		if (key.ptr[i] == '#' || key.ptr[i] == '|')
			break;
	}
	return p;
}

/* " m=+0.012345678", the reading of a process' own clock that Go's Time.String() adds; `p` when there is none. */
static size_t monotonic_at(struct draft *d, size_t p)
{
	size_t end = p + 4;

	if (!text_at(d->key, p, " m=+") && !text_at(d->key, p, " m=-"))
		return p;
	while (digit_at(d->key, end) || (byte_at(d->key, end) == '.' && digit_at(d->key, end + 1)))
		end++;
	if (end == p + 4)
		return p;
	d->form.flags |= PL_TF_MONOTONIC;
	return end;
}

/* A zone behind a blank: "+0000 UTC", "GMT", "GMT+0000 (…)"; `p` is behind the blank. */
static size_t spaced_zone_at(struct draft *d, size_t p)
{
	size_t n = capitals_at(d->key, p), end = 0;

	for (size_t i = 0; i < PL_LEN(zone_names) && n > 0; i++)
		if (strlen(zone_names[i].name) == n && text_at(d->key, p, zone_names[i].name)) {
			d->form.zone = PL_Z_NAME;
			d->form.offset = zone_names[i].minutes;
			end = p + n;
		}
	if (end) {
		size_t more = d->form.offset == 0 ? offset_at(d, end) : 0;

		d->form.zone = PL_Z_NAME;
		return comment_at(d->key, more ? more : end);
	}
	end = offset_at(d, p);
	if (!end || d->form.zone == PL_Z_HOUR)
		return 0;
	/* Go's Time.String() adds the local name of the offset. */
	n = byte_at(d->key, end) == ' ' ? capitals_at(d->key, end + 1) : 0;
	if (n >= 3 && n <= 5 && ends(d->key, end + 1 + n)) {
		d->form.zone = PL_Z_NAME;
		return monotonic_at(d, end + 1 + n);
	}
	/* The blank makes it longer than "+0000" right behind the clock: another form. */
	if (d->form.layout != PL_T_RFC2822 && d->form.layout != PL_T_TEXT_SLASH)
		d->form.zone = PL_Z_NAME;
	return comment_at(d->key, end);
}

static size_t zone_at(struct draft *d, size_t p)
{
	switch (byte_at(d->key, p)) {
	case 'Z':
		d->form.zone = PL_Z_UPPER;
		return p + 1;
	case 'z':
		d->form.zone = PL_Z_LOWER;
		return p + 1;
	case '-':
		/* `T10-00-00` is a file name's clock, not ten o'clock in London. */
		if (d->form.unit == PL_U_HOUR)
			return 0;
		/* fall through */
	case '+':
		return offset_at(d, p);
	case ' ':
		return spaced_zone_at(d, p + 1);
	default:
		return 0;
	}
}

/* ---- clocks ---- */

/* Turns the hour of a 12-hour clock into that of the day. */
static void twelve_hours(struct draft *d, bool afternoon)
{
	d->form.flags |= PL_TF_TWELVE;
	if (d->clock.hour > 12) /* from 0 to 11 in Japan, from 1 to 12 elsewhere */
		d->no_instant = true;
	d->clock.hour = d->clock.hour % 12 + (afternoon ? 12 : 0);
}

/* AM or PM, behind one blank (plain, no-break or narrow) or none; `p` when there is none. */
static size_t half_of_day_at(struct draft *d, size_t p)
{
	size_t at = p;
	int half;

	if (byte_at(d->key, p) == ' ')
		at = p + 1;
	else if (text_at(d->key, p, "\xc2\xa0"))
		at = p + 2;
	else if (text_at(d->key, p, "\xe2\x80\xaf"))
		at = p + 3;
	half = byte_at(d->key, at) | 0x20;
	if ((half != 'a' && half != 'p') || (byte_at(d->key, at + 1) | 0x20) != 'm' ||
	    !ends(d->key, at + 2))
		return p;
	twelve_hours(d, half == 'p');
	return at + 2;
}

/* What follows a clock that ends at `p`; 0 when it cannot end there. */
static size_t behind_clock(struct draft *d, size_t p)
{
	struct pl_time_form before;
	size_t end;

	if (d->form.unit >= PL_U_MINUTE)
		p = half_of_day_at(d, p);
	before = d->form;
	end = zone_at(d, p);
	if (end && ends(d->key, end))
		return end;
	d->form = before;
	return ends(d->key, p) ? p : 0;
}

/* A fraction of the second, with its point or comma, at byte `p`; returns its length. */
static size_t fraction_at(struct draft *d, size_t p)
{
	uint64_t unit = UINT64_C(100000000000000000);
	int point = byte_at(d->key, p);
	size_t n = 0;

	if (point != '.' && point != ',')
		return 0;
	for (; digit_at(d->key, p + 1 + n); n++, unit /= 10)
		d->clock.attos += (uint64_t)(d->key.ptr[p + 1 + n] - '0') * unit;
	if (n == 0)
		return 0;
	d->form.fraction = (uint8_t)PL_MIN(n, (size_t)18);
	d->form.flags |= point == ',' ? PL_TF_COMMA : 0;
	return n + 1;
}

/* The layout of a date whose clock has an hour of one digit. */
static uint8_t unpadded(uint8_t layout)
{
	switch (layout) {
	case PL_T_ISO:
		return PL_T_ISO_UNPADDED;
	case PL_T_YEAR_SLASH:
		return PL_T_YEAR_SLASH_UNPADDED;
	default:
		return layout;
	}
}

/*
 * hh[:mm[:ss[.fraction]]] at byte `p`, with zone or AM/PM; returns the byte
 * behind it, or 0. Hours alone count only when `hours_alone`.
 */
static size_t clock_at(struct draft *d, size_t p, bool hours_alone)
{
	const struct pl_time_form before = d->form;
	unsigned part[3] = {0, 0, 0}, parts = 1, width = number_at(d->key, p, 2, &part[0]);
	unsigned least = hours_alone ? 1 : 2;
	char joint = d->joint ? d->joint : ':';

	if (!width)
		return 0;
	p += width;
	while (parts < 3 && two_at(d->key, p + 3 * (parts - 1), joint, &part[parts]))
		parts++;
	/* The longest clock first; the fourth part is the fraction. */
	for (unsigned n = parts == 3 ? 4 : parts; n >= least; n--) {
		unsigned whole = PL_MIN(n, 3u);
		size_t end = p + 3 * (whole - 1);

		d->form = before;
		d->clock = (struct clock){part[0], n > 1 ? part[1] : 0, n > 2 ? part[2] : 0, 0};
		d->form.unit = (uint8_t)(PL_U_HOUR + whole - 1);
		if (n == 4)
			end += fraction_at(d, end);
		end = behind_clock(d, end);
		if (end) {
			if (width == 1)
				d->form.layout = unpadded(d->form.layout);
			return end;
		}
	}
	d->form = before;
	d->clock = (struct clock){0};
	return 0;
}

/* ko-KR, zh-CN and zh-TW, ja-JP: the half of the day in front of the clock. */
static size_t asian_clock_at(struct draft *d, size_t p)
{
	static const struct { const char *am, *pm; } words[] = {
		{"\xec\x98\xa4\xec\xa0\x84 ", "\xec\x98\xa4\xed\x9b\x84 "}, /* Hangul */
		{"\xe4\xb8\x8a\xe5\x8d\x88", "\xe4\xb8\x8b\xe5\x8d\x88"},   /* Han, Chinese */
		{"\xe5\x8d\x88\xe5\x89\x8d", "\xe5\x8d\x88\xe5\xbe\x8c"},   /* Han, Japanese */
	};

	for (size_t i = 0; i < PL_LEN(words); i++) {
		const bool afternoon = text_at(d->key, p, words[i].pm);
		size_t end = afternoon || text_at(d->key, p, words[i].am) ? clock_at(d, p + strlen(words[i].am), false) : 0;

		if (end) {
			twelve_hours(d, afternoon);
			return end;
		}
	}
	return 0;
}

/* hh.mm.ss[.fraction] at byte `p`, never less; returns the byte behind it, or 0. */
static size_t dotted_clock_at(struct draft *d, size_t p)
{
	size_t end;

	d->joint = '.';
	end = clock_at(d, p, false);
	d->joint = 0;
	return d->form.unit == PL_U_SECOND ? end : 0;
}

/* A clock that is one for certain, though numbers may be joined by the byte in front of it as well. */
static bool is_plain_clock(const struct draft *d, uint8_t layout)
{
	return d->form.layout == layout && d->clock.hour <= 24 && d->clock.minute <= 59;
}

/* Behind a blank there may be one more (SQL Server), or "at" (long dates of Java and browsers). */
static size_t clock_behind_blank(struct draft *d, size_t p)
{
	if (d->form.layout == PL_T_TEXT && byte_at(d->key, p) == ' ')
		p++;
	else if (d->form.layout == PL_T_TEXT && text_at(d->key, p, "at "))
		p += 3;
	return clock_at(d, p, false);
}

/* A clock behind a date that ends at `p`; returns the byte behind it, or 0. */
static size_t clock_behind(struct draft *d, size_t p)
{
	const struct pl_time_form before = d->form;
	int between = byte_at(d->key, p);
	size_t end = 0;

	switch (between) {
	case 'T':
	case 't':
		end = clock_at(d, p + 1, true);
		break;
	case ' ':
		if (before.layout == PL_T_ASIAN || before.layout == PL_T_YEAR_SLASH || before.layout == PL_T_YEAR_SLASH_UNPADDED)
			end = asian_clock_at(d, p + 1);
		if (!end)
			end = clock_behind_blank(d, p + 1);
		if (!end && before.layout == PL_T_TEXT_DASH && (end = dotted_clock_at(d, p + 1)) != 0)
			between = PL_DOTTED_CLOCK;
		break;
	case '_':
		end = clock_at(d, p + 1, false);
		break;
	case '-':
		/* Db2's 2026-06-23-10.00.00; with colons behind 2026/06/23, as `-10:00` of an ISO date could be its zone. */
		if (before.layout == PL_T_ISO)
			end = dotted_clock_at(d, p + 1);
		else if (before.layout == PL_T_YEAR_SLASH)
			end = clock_at(d, p + 1, false);
		if (d->form.unit != PL_U_SECOND || !is_plain_clock(d, before.layout))
			end = 0;
		if (end && before.layout == PL_T_ISO)
			between = PL_DOTTED_CLOCK;
		break;
	case ',':
		end = byte_at(d->key, p + 1) == ' ' ? clock_at(d, p + 2, false) : 0;
		break;
	case ':':
		/* `2016-11-18:12:09:36`; but numbers may be joined by ':' as well. */
		if (before.layout == PL_T_ISO || before.layout == PL_T_TEXT_SLASH || before.layout == PL_T_TEXT_GLUED)
			end = clock_at(d, p + 1, false);
		if (!is_plain_clock(d, before.layout))
			end = 0;
		break;
	}
	if (end) {
		d->form.between = (char)between;
	} else {
		d->form = before;
		d->clock = (struct clock){0};
	}
	return end;
}

/* ---- dates ---- */

/* A byte that may stand beside a token that is only one between edges. */
static bool is_edge(int c)
{
	return c < 0 || (c && strchr("#|:/~_ \t\r\n,", c));
}

/* Of those a byte that stands between words of a text. */
static bool is_gap(int c)
{
	return c > 0 && strchr(" \t\r\n,", c);
}

static bool may_stand_alone(const struct draft *d, size_t end)
{
	int before = d->from ? (unsigned char)d->key.ptr[d->from - 1] : -1;
	int after = byte_at(d->key, end);

	switch (d->alone) {
	case ALONE_EDGED:
		return is_edge(before) && is_edge(after);
	case ALONE_WHOLE:
		return is_edge(before) && is_edge(after) && !is_gap(before) && !is_gap(after);
	case ALONE_NO_DASH:
		return before != '-' && after != '-';
	case ALONE_NEVER:
		return false;
	default:
		return true;
	}
}

/* The clock behind a date that ends at `p`, or the date alone; 0 when it is neither. */
static size_t date_or_more(struct draft *d, size_t p)
{
	size_t end;

	d->form.unit = PL_U_DAY;
	end = clock_behind(d, p);
	if (end)
		return end;
	return ends(d->key, p) && may_stand_alone(d, p) ? p : 0;
}

/*
 * Whether numbers that nothing but their place marks as month and day are so:
 * in a likely year also impossible ones are meant as a date, to be told of.
 */
static bool date_is_meant(const struct draft *d)
{
	return pl_likely_year(d->year) || pl_date_exists(d->year, d->month, d->day) ||
	       (d->month == 0 && d->day == 0);
}

/* A quarter, week or month that ends at `end`. */
static size_t period_done(struct draft *d, size_t end, enum pl_time_unit unit)
{
	if (d->alone == ALONE_NEVER)
		return 0;
	d->form.unit = (uint8_t)unit;
	d->alone = PL_MAX(d->alone, ALONE_EDGED);
	return may_stand_alone(d, end) ? end : 0;
}

/* A month by its name and a year, or a quarter or week in front of one: in a text they may be any words. */
static size_t named_period_done(struct draft *d, size_t end, enum pl_time_unit unit)
{
	if (!pl_likely_year(d->year))
		return 0;
	d->day = 1;
	d->alone = PL_MAX(d->alone, ALONE_WHOLE);
	return period_done(d, end, unit);
}

/* 2026-Q1 and 2026Q1; `p` is at the Q. */
static size_t quarter_at(struct draft *d, size_t p)
{
	unsigned quarter;

	if (number_at(d->key, p + 1, 1, &quarter) != 1 || quarter < 1 || quarter > 4)
		return 0;
	d->month = quarter * 3 - 2;
	d->day = 1;
	return period_done(d, p + 2, PL_U_QUARTER);
}

/* Sets the date to a day of a week of the draft's year; whether there is such a week. */
static bool set_week(struct draft *d, unsigned week, unsigned day)
{
	/* Days from a Monday to 1 January: 1970-01-01 was a Thursday; years before it are negative. */
	unsigned jan1 = (unsigned)((pl_civil_seconds(d->year, 1, 1) / 86400 + 7 * 110000 + 3) % 7);
	/* Week 1 holds the first Thursday; a year that begins or ends on one has 53. */
	unsigned weeks = jan1 == 3 || (jan1 == 2 && pl_leap_year(d->year)) ? 53 : 52;

	d->month = d->day = 1;
	d->days_on = (int)(week * 7 + day) - 8 - (int)jan1 + (jan1 > 3 ? 7 : 0);
	return week >= 1 && week <= weeks && day >= 1 && day <= 7;
}

/* 2026-W05, 2026-W5, 2026W05, 2026-W05-3; `p` is at the W. */
static size_t week_at(struct draft *d, size_t p)
{
	unsigned week, day = 1;
	unsigned n = number_at(d->key, p + 1, 2, &week);
	enum pl_time_unit unit = PL_U_WEEK;

	if (n == 0 || week > 53)
		return 0;
	p += 1 + n;
	if (n == 1)
		d->form.layout = PL_T_ISO_UNPADDED;
	if (byte_at(d->key, p) == '-' && number_at(d->key, p + 1, 1, &day) == 1) {
		p += 2;
		unit = PL_U_DAY;
	}
	d->no_instant |= !set_week(d, week, day);
	return period_done(d, p, unit);
}

/* 2026-Jun-23, 2026-Jun; `p` is behind the first '-'. */
static size_t year_text_at(struct draft *d, size_t p)
{
	unsigned month = 0, n;
	size_t end = capitalised(d->key, p) ? name_at(d->key, p, month_names, 12, &month) : p;

	if (end == p || !pl_likely_year(d->year))
		return 0;
	d->month = month + 1;
	d->form.layout = PL_T_YEAR_TEXT;
	n = byte_at(d->key, end) == '-' ? number_at(d->key, end + 1, 2, &d->day) : 0;
	return n ? date_or_more(d, end + 1 + n) : named_period_done(d, end, PL_U_MONTH);
}

/* 2026-06-23, 2026-6-3, 2026-06, 2026-6; `p` is behind the first '-'. */
static size_t iso_at(struct draft *d, size_t p)
{
	unsigned m, n = 0;

	if (byte_at(d->key, p) == 'Q') {
		d->form.layout = PL_T_QUARTER;
		return quarter_at(d, p);
	}
	if (byte_at(d->key, p) == 'W') {
		d->form.layout = PL_T_ISO_WEEK;
		return week_at(d, p);
	}
	if (!digit_at(d->key, p))
		return year_text_at(d, p);
	m = number_at(d->key, p, 2, &d->month);
	if (!m)
		return 0;
	p += m;
	d->form.layout = PL_T_ISO;
	if (byte_at(d->key, p) == '-')
		n = number_at(d->key, p + 1, 2, &d->day);
	if (!n) {
		/* 2026-13 is no month, and 4711-12 no year: numbers, like their neighbours. */
		d->day = 1;
		if (d->month < 1 || d->month > 12 || !pl_likely_year(d->year))
			return 0;
		if (m == 1)
			d->form.layout = PL_T_ISO_UNPADDED;
		return period_done(d, p, PL_U_MONTH);
	}
	p += 1 + n;
	if (m + n < 4) {
		d->form.layout = PL_T_ISO_UNPADDED;
		if (!pl_likely_year(d->year) || !pl_date_exists(d->year, d->month, d->day))
			return 0;
	}
	if (d->alone != ALONE_NEVER)
		d->alone = date_is_meant(d) ? ALONE_NO_DASH : ALONE_NEVER;
	return date_or_more(d, p);
}

/* 2026/06/23, 2026/6/3; `p` is behind the first '/'. */
static size_t year_slash_at(struct draft *d, size_t p)
{
	unsigned m = number_at(d->key, p, 2, &d->month), n;
	size_t end;

	if (!m || byte_at(d->key, p + m) != '/')
		return 0;
	n = number_at(d->key, p + m + 1, 2, &d->day);
	if (!n || !date_is_meant(d))
		return 0;
	if (m + n < 4 && !pl_date_exists(d->year, d->month, d->day))
		return 0;
	d->form.layout = m + n == 4 ? PL_T_YEAR_SLASH : PL_T_YEAR_SLASH_UNPADDED;
	end = date_or_more(d, p + m + 1 + n);
	return byte_at(d->key, end) == '/' ? 0 : end;
}

/*
 * 2026.06.23 and 2026:06:23, each with a clock; `p` is behind the year. Alone they may be a version, or numbers that
 * are joined, and sort as well.
 */
static size_t year_joined_at(struct draft *d, size_t p)
{
	char joint = d->key.ptr[p];

	if (!two_at(d->key, p, joint, &d->month) || !two_at(d->key, p + 3, joint, &d->day) || !date_is_meant(d))
		return 0;
	d->form.layout = joint == '.' ? PL_T_YEAR_DOT : PL_T_YEAR_COLON;
	d->alone = ALONE_NEVER;
	return date_or_more(d, p + 6);
}

/* 2026. 1. 5. / 2026년 1월 5일 / 2026年1月5日; `p` is behind the year. */
static size_t asian_at(struct draft *d, size_t p)
{
	static const struct { const char *year, *month, *day; } signs[] = {
		{". ", ". ", "."},
		{"\xeb\x85\x84", "\xec\x9b\x94", "\xec\x9d\xbc"}, /* Hangul */
		{"\xe5\xb9\xb4", "\xe6\x9c\x88", "\xe6\x97\xa5"}, /* Han */
	};

	for (size_t i = 0; i < PL_LEN(signs); i++) {
		if (!text_at(d->key, p, signs[i].year))
			continue;
		p += strlen(signs[i].year);
		p += byte_at(d->key, p) == ' ';
		p += number_at(d->key, p, 2, &d->month);
		if (!text_at(d->key, p, signs[i].month))
			return 0;
		p += strlen(signs[i].month);
		p += byte_at(d->key, p) == ' ';
		p += number_at(d->key, p, 2, &d->day);
		if (!text_at(d->key, p, signs[i].day) || !pl_date_exists(d->year, d->month, d->day))
			return 0;
		d->form.layout = PL_T_ASIAN;
		return date_or_more(d, p + strlen(signs[i].day));
	}
	return 0;
}

/* hh, hhmm or hhmmss[.fraction] and a zone, behind 20260623T at byte `p`. */
static size_t basic_clock_at(struct draft *d, size_t p)
{
	unsigned clock, n = number_at(d->key, p, 6, &clock);

	if (n != 2 && n != 4 && n != 6)
		return 0;
	d->form.unit = (uint8_t)(PL_U_HOUR + n / 2 - 1);
	for (unsigned i = n; i < 6; i += 2)
		clock *= 100;
	d->clock.hour = clock / 10000;
	d->clock.minute = clock / 100 % 100;
	d->clock.second = clock % 100;
	p += n;
	if (n == 6)
		p += fraction_at(d, p);
	return behind_clock(d, p);
}

/* 10:00:00 behind eight digits, every part of two; behind '-' minutes alone could be a number and another. */
static size_t colon_clock_at(struct draft *d, size_t p)
{
	size_t end;

	if (byte_at(d->key, p + 2) != ':')
		return 0;
	d->form.layout = PL_T_BASIC_COLON;
	end = clock_at(d, p, false);
	if (!is_plain_clock(d, PL_T_BASIC_COLON) || (d->form.between == '-' && d->form.unit != PL_U_SECOND))
		return 0;
	return end;
}

/*
 * 20260623T100000Z, 20260623 10:00:00; `p` is behind the date. Eight digits alone are for the column to judge, and so
 * are 20260623-100000 and 20260623 100000: behind a day a number may as well count its orders. Both sort.
 */
static size_t basic_at(struct draft *d, unsigned date, size_t p)
{
	size_t end;

	d->year = date / 10000;
	d->month = date / 100 % 100;
	d->day = date % 100;
	d->form.between = d->key.ptr[p];
	if (!date_is_meant(d))
		return 0;
	end = colon_clock_at(d, p + 1);
	if (end || (d->form.between | 0x20) != 't')
		return end;
	d->form.layout = PL_T_ISO_BASIC;
	return basic_clock_at(d, p + 1);
}

/* Whether the two parts can be a day and a month in one order or the other. */
static bool parts_fit(const struct draft *d)
{
	unsigned low = PL_MIN(d->parts[0], d->parts[1]), high = PL_MAX(d->parts[0], d->parts[1]);

	return low >= 1 && low <= 12 && high <= 31;
}

/* A year of two digits, which could be anything, the end of a path too: only between edges. */
static void short_year(struct draft *d)
{
	d->form.flags |= PL_TF_SHORT_YEAR;
	d->year += d->year < 69 ? 2000 : 1900; /* as strptime() reads %y */
	d->alone = ALONE_EDGED;
}

/* D?M?Y with one of / . - at `p` and behind the second part; the first has `n` digits. */
static size_t day_month_year_at(struct draft *d, size_t p, unsigned n)
{
	char sep = d->key.ptr[p];
	unsigned m = number_at(d->key, p + 1, 2, &d->parts[1]), years;
	size_t end = p + 1 + m;

	if (!m || byte_at(d->key, end) != sep)
		return 0;
	years = number_at(d->key, end + 1, 4, &d->year);
	end += 1 + years;
	if (years == 2 && sep == '/' && parts_fit(d)) {
		short_year(d);
	} else if (years != 4 || !pl_likely_year(d->year)) {
		return 0;
	}
	/* Impossible parts are told of where the spelling can be nothing else. */
	if (!parts_fit(d) && (sep == '-' || n + m < 4))
		return 0;
	if (sep == '-') {
		if (n + m < 4)
			return 0;
		d->form.layout = PL_T_DASH;
		d->alone = ALONE_NO_DASH;
		return date_or_more(d, end);
	}
	d->form.layout = sep == '/' ? PL_T_SLASH : PL_T_DOT;
	end = date_or_more(d, end);
	return byte_at(d->key, end) == sep ? 0 : end;
}

/* The year behind a text date: a blank, or a comma and a blank, and four digits. */
static size_t text_year_at(struct draft *d, size_t p)
{
	p += byte_at(d->key, p) == ',';
	if (byte_at(d->key, p) != ' ' || number_at(d->key, p + 1, 4, &d->year) != 4)
		return 0;
	return p + 5;
}

/* 23 Jun 2026 …, 23 Jun 26; `p` is at the day. */
static size_t day_first_text_at(struct draft *d, size_t p)
{
	unsigned n = number_at(d->key, p, 2, &d->day), month = 0;
	size_t name = p + n + 1, end;

	if (!n || byte_at(d->key, p + n) != ' ')
		return 0;
	end = name_at(d->key, name, month_names, 12, &month);
	if (end == name)
		return 0;
	d->month = month + 1;
	d->form.layout = PL_T_RFC2822;
	if (byte_at(d->key, end) == ' ' && number_at(d->key, end + 1, 2, &d->year) == 2) {
		short_year(d);
		return date_or_more(d, end + 3);
	}
	end = text_year_at(d, end);
	return end ? date_or_more(d, end) : 0;
}

/* 23-Jun-2026, 23/Jun/2026, and 23-JUN-26 as Oracle prints it; `p` is at the day. */
static size_t joined_text_at(struct draft *d, size_t p)
{
	unsigned n = number_at(d->key, p, 2, &d->day), month = 0, years;
	size_t name = p + n + 1, end = name_at(d->key, name, month_names, 12, &month);
	int joint = byte_at(d->key, p + n);

	if (!n || end == name || byte_at(d->key, end) != joint)
		return 0;
	d->month = month + 1;
	d->form.layout = joint == '/' ? PL_T_TEXT_SLASH : PL_T_TEXT_DASH;
	years = number_at(d->key, end + 1, 4, &d->year);
	if (years == 2 && joint == '-')
		short_year(d);
	else if (years != 4)
		return 0;
	end = date_or_more(d, end + 1 + years);
	return joint == '/' && byte_at(d->key, end) == '/' ? 0 : end;
}

/* 23JUN2026, also with a clock, as SAS prints dates; `p` is behind the day, which has two digits. */
static size_t glued_text_at(struct draft *d, size_t p)
{
	unsigned month = 0;

	if (name_at(d->key, p, month_names, 12, &month) != p + 3 || number_at(d->key, p + 3, 4, &d->year) != 4 || !pl_likely_year(d->year))
		return 0;
	d->month = month + 1;
	d->form.layout = PL_T_TEXT_GLUED;
	d->alone = ALONE_EDGED;
	return pl_date_exists(d->year, d->month, d->day) ? date_or_more(d, p + 7) : 0;
}

/* Q2-2026, W26-2026, also with a blank; the draft begins with the letter. */
static size_t period_first_at(struct draft *d)
{
	bool quarters = d->key.ptr[d->from] == 'Q';
	unsigned number, n = number_at(d->key, d->from + 1, quarters ? 1 : 2, &number);
	size_t p = d->from + 1 + n, end;
	int joint = byte_at(d->key, p);

	if (!n || number < 1 || (joint != '-' && joint != ' ') || number_at(d->key, p + 1, 4, &d->year) != 4)
		return 0;
	d->form.layout = PL_T_PERIOD_YEAR;
	end = p + 5;
	if (!quarters)
		return set_week(d, number, 1) ? named_period_done(d, end, PL_U_WEEK) : 0;
	d->month = number * 3 - 2;
	return number <= 4 ? named_period_done(d, end, PL_U_QUARTER) : 0;
}

/* Jun 23 10:00:00, as syslog writes it, up to byte `end`; behind a date its clock is the end of some text. */
static size_t yearless_at(struct draft *d, size_t end)
{
	/* The leap year lets it be any day. */
	d->year = 2000;
	d->form.flags |= PL_TF_NO_YEAR;
	d->vague = true;
	return ends(d->key, end) ? end : 0;
}

/* ctime and java.util.Date: clock, perhaps a zone, and the year last; `p` is behind the day. */
static size_t year_last_at(struct draft *d, size_t p)
{
	size_t end = byte_at(d->key, p) == ' ' ? clock_at(d, p + 1, false) : 0, n, year;

	if (!end)
		return 0;
	d->form.between = ' ';
	n = byte_at(d->key, end) == ' ' ? capitals_at(d->key, end + 1) : 0;
	year = text_year_at(d, n >= 2 && n <= 5 ? end + 1 + n : end);
	if (!year || !ends(d->key, year))
		return yearless_at(d, end);
	if (year > end + 5 && n) {
		/* An abbreviation that names no single offset: IST, AST … */
		d->form.zone = PL_Z_NAME;
		d->vague = true;
	}
	return year;
}

/* Jun-23-2026 and Jun-2026, Jun 2026; `p` is behind the month's name. */
static size_t month_text_at(struct draft *d, size_t p)
{
	int joint = byte_at(d->key, p);
	unsigned n;

	if (!capitalised(d->key, d->from) || (joint != '-' && joint != ' '))
		return 0;
	d->form.layout = joint == '-' ? PL_T_MONTH_TEXT : PL_T_TEXT;
	if (number_at(d->key, p + 1, 4, &d->year) == 4)
		return named_period_done(d, p + 5, PL_U_MONTH);
	n = joint == '-' ? number_at(d->key, p + 1, 2, &d->day) : 0;
	if (!n || byte_at(d->key, p + 1 + n) != '-' || number_at(d->key, p + 2 + n, 4, &d->year) != 4)
		return 0;
	return pl_likely_year(d->year) ? date_or_more(d, p + 6 + n) : 0;
}

/* [Tue[,]] Jun 23 …, Tue, 23 Jun … and Tue, 23-Jun-26 …, from the draft's first byte on. */
static size_t text_at_start(struct draft *d)
{
	size_t p = d->from, end;
	unsigned which = 0, n;

	end = name_at(d->key, p, weekday_names, 7, &which);
	if (end > p) {
		p = end + (byte_at(d->key, end) == ',');
		end = blanks_at(d->key, p);
		if (end == p)
			return 0;
		p = end;
		if (digit_at(d->key, p)) {
			end = day_first_text_at(d, p);
			return end ? end : joined_text_at(d, p);
		}
	} else if (byte_at(d->key, p) == 'Q' || byte_at(d->key, p) == 'W') {
		return period_first_at(d);
	}
	end = name_at(d->key, p, month_names, 12, &which);
	if (end == p)
		return 0;
	d->month = which + 1;
	p = blanks_at(d->key, end);
	n = p > end ? number_at(d->key, p, 2, &d->day) : 0;
	if (!n)
		return p <= end + 1 ? month_text_at(d, end) : 0;
	d->form.layout = PL_T_TEXT;
	end = text_year_at(d, p + n);
	return end ? date_or_more(d, end) : year_last_at(d, p + n);
}

/* ---- one timestamp ---- */

/* hh:mm or hh:mm:ss. Whether it stands where only a time can stand is the lexer's to know. */
static size_t time_of_day_at(struct draft *d, unsigned n)
{
	size_t end;

	d->form.layout = n == 2 ? PL_T_CLOCK : PL_T_CLOCK_UNPADDED;
	d->year = 1970;
	d->month = d->day = 1;
	end = clock_at(d, d->from, false);
	/* 24:40 is half an hour behind 24:10, and both are hours of work or of a night's service, as 25:10 is. */
	if (d->clock.hour == 24 && (d->clock.minute || d->clock.second || d->clock.attos))
		return 0;
	return d->clock.hour <= 24 && d->clock.minute <= 59 && d->clock.second <= 60 ? end : 0;
}

/* A timestamp that starts with `n` digits of the value `number`. */
static size_t digits_at_start(struct draft *d, unsigned n, unsigned number)
{
	size_t p = d->from + n;
	int before = d->from ? (unsigned char)d->key.ptr[d->from - 1] : -1, next = byte_at(d->key, p);
	/* With '/' or '.' in front these are the tail of a path or of a dotted number. */
	bool tail = (next == '/' || next == '.') && before == next;

	if (tail)
		return 0;
	d->year = number;
	switch (n) {
	case 1:
	case 2:
		d->parts[0] = number;
		if (next == ':')
			return time_of_day_at(d, n);
		if (next == ' ')
			return day_first_text_at(d, d->from);
		if ((next == '-' || next == '/') && pl_is_alpha((unsigned char)byte_at(d->key, p + 1)))
			return joined_text_at(d, d->from);
		if (n == 2 && next > 0 && pl_is_upper((unsigned char)next)) {
			d->day = number;
			return glued_text_at(d, p);
		}
		return next == '/' || next == '.' || next == '-' ? day_month_year_at(d, p, n) : 0;
	case 4:
		if (next == '-')
			return iso_at(d, p + 1);
		if (next == '/')
			return year_slash_at(d, p + 1);
		if (next == ':' || (next == '.' && digit_at(d->key, p + 1)))
			return year_joined_at(d, p);
		if (next == '.' || next >= 0x80)
			return asian_at(d, p);
		d->form.layout = PL_T_ISO_BASIC;
		if (next == 'Q' && pl_likely_year(number))
			return quarter_at(d, p);
		return next == 'W' && pl_likely_year(number) ? week_at(d, p) : 0;
	case 5:
	case 6:
		/* Years beyond 9999, as Java and JavaScript write them behind a sign. */
		if (next != '-')
			return 0;
		d->no_instant = true;
		d->alone = ALONE_NEVER;
		return iso_at(d, p + 1);
	case 8:
		return next == 'T' || next == 't' || next == ' ' || next == '-' ? basic_at(d, number, p) : 0;
	default:
		return 0;
	}
}

/* Whether the clock exists; a leap second does only at the end of a UTC day. */
static bool clock_exists(const struct draft *d)
{
	if (d->clock.hour == 24)
		return d->clock.minute == 0 && d->clock.second == 0 && d->clock.attos == 0;
	if (d->clock.hour > 23 || d->clock.minute > 59 || d->clock.second > 60)
		return false;
	if (d->clock.second < 60 || d->form.zone == PL_Z_NONE)
		return true;
	return ((int)(d->clock.hour * 60 + d->clock.minute) - d->form.offset + 2 * 1440) % 1440 == 1439;
}

static bool has_parts(const struct draft *d)
{
	return d->form.layout == PL_T_SLASH || d->form.layout == PL_T_DOT || d->form.layout == PL_T_DASH;
}

/* Day and month of D/M/Y or M/D/Y. With dots the day comes first wherever they are used. */
static void order_parts(struct draft *d, enum pl_day_order days)
{
	bool day_first = d->form.layout == PL_T_DOT || days == PL_DAY_FIRST;

	d->day = d->parts[day_first ? 0 : 1];
	d->month = d->parts[day_first ? 1 : 0];
	if (d->form.layout != PL_T_DOT && days == PL_DAY_UNKNOWN)
		d->no_instant = true;
}

static void finish(struct draft *d, enum pl_day_order days, struct pl_time *out)
{
	if (has_parts(d))
		order_parts(d, days);
	*out = (struct pl_time){
		.form = d->form,
		.vague = d->vague,
		.valid = !d->no_instant && !d->vague && pl_date_exists(d->year, d->month, d->day) && clock_exists(d),
		.first = (uint8_t)(has_parts(d) ? d->parts[0] : 0),
		.second = (uint8_t)(has_parts(d) ? d->parts[1] : 0),
	};
	if (!out->valid)
		return;
	out->at.seconds = pl_civil_seconds(d->year, d->month, d->day) + (int64_t)d->days_on * 86400 +
			  (int64_t)(d->clock.hour * 3600 + d->clock.minute * 60 + d->clock.second) -
			  (int64_t)d->form.offset * 60;
	out->at.attos = d->clock.attos;
}

size_t pl_time_at(struct pl_str key, size_t from, enum pl_day_order days, struct pl_time *out)
{
	struct draft d = {.key = key, .from = from};
	unsigned n = 0, number = 0;
	size_t end;

	while (n < 9 && digit_at(key, from + n))
		number = number * 10 + (unsigned)(key.ptr[from + n++] - '0');
	end = n ? digits_at_start(&d, n, number) : text_at_start(&d);
	if (!end)
		return from;
	finish(&d, days, out);
	return end;
}

bool pl_time_read(struct pl_str value, enum pl_day_order days, struct pl_time *out)
{
	struct pl_time time;

	if (value.len == 0 || pl_time_at(value, 0, days, &time) != value.len)
		return false;
	*out = time;
	return true;
}
