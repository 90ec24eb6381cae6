/* SPDX-License-Identifier: Apache-2.0 */
/* Instants and spellings; reading them is key/time_read.c. */
#include "linter/key/time.h"

#include "linter/key/calendar.h"

/*
 * Days before 1 March of `year`, from 1 March of year 0: a year that begins in
 * March has its leap day at the end, so no month needs a special case.
 */
static int64_t days_before_march(int64_t year)
{
	int64_t century = (year >= 0 ? year : year - 99) / 100;
	int64_t four = (year >= 0 ? year : year - 3) / 4;
	int64_t fourhundred = (year >= 0 ? year : year - 399) / 400;

	return 365 * year + four - century + fourhundred;
}

int64_t pl_civil_seconds(int64_t year, unsigned month, unsigned day)
{
	/* Days from 1 March to the first of each month, January being month 10. */
	static const uint16_t before[12] = {0, 31, 61, 92, 122, 153, 184, 214, 245, 275, 306, 337};
	const int64_t epoch = 719468; /* 1970-01-01 in that count */
	unsigned from_march = (month + 9) % 12;

	if (from_march >= 10)
		year--;
	return (days_before_march(year) + before[from_march] + (int64_t)day - 1 - epoch) * 86400;
}

int pl_instant_order(struct pl_instant a, struct pl_instant b)
{
	if (a.seconds != b.seconds)
		return a.seconds < b.seconds ? -1 : 1;
	return (a.attos > b.attos) - (a.attos < b.attos);
}

/* The year `day` (counted from 1970-01-01) lies in, and what is left of it. */
static int64_t year_of_day(int64_t day, unsigned *left)
{
	/* A guess that is at most one year off: 400 years have 146,097 days. */
	int64_t year = 1970 + day * 400 / 146097;

	while (pl_civil_seconds(year, 1, 1) / 86400 > day)
		year--;
	while (pl_civil_seconds(year + 1, 1, 1) / 86400 <= day)
		year++;
	*left = (unsigned)(day - pl_civil_seconds(year, 1, 1) / 86400);
	return year;
}

/* A fraction as ".123", in groups of three digits; nothing for 0. */
static void fraction_text(uint64_t attos, char out[static 20])
{
	int digits = 18;

	out[0] = '\0';
	if (!attos)
		return;
	for (; attos % 1000 == 0; attos /= 1000)
		digits -= 3;
	snprintf(out, 20, ".%0*" PRIu64, digits, attos % UINT64_C(1000000000000000000));
}

/* A date and clock of the proleptic Gregorian calendar. */
struct civil {
	int64_t year;
	unsigned month, day, hour, minute, second;
};

static struct civil civil_of(int64_t seconds)
{
	/* Far beyond any calendar, and small enough for every sum below. */
	const int64_t most = INT64_C(9000000000000000);
	int64_t within = PL_MAX(-most, PL_MIN(most, seconds)), day = within / 86400;
	unsigned second, left, length;
	struct civil out = {.month = 1};

	if (within % 86400 < 0)
		day--;
	second = (unsigned)(within - day * 86400);
	out.year = year_of_day(day, &left);
	/* Years repeat their calendar every 400, which keeps this unsigned. */
	while (left >= (length = pl_days_in_month((unsigned)(out.year % 400 + 400), out.month))) {
		left -= length;
		out.month++;
	}
	out.day = left + 1;
	out.hour = second / 3600;
	out.minute = second / 60 % 60;
	out.second = second % 60;
	return out;
}

void pl_instant_text(struct pl_instant at, char out[static 40])
{
	const struct civil c = civil_of(at.seconds);
	char fraction[20];

	fraction_text(at.attos, fraction);
	snprintf(out, 40, "%04" PRId64 "-%02u-%02uT%02u:%02u:%02u%sZ", c.year, c.month, c.day, c.hour, c.minute, c.second,
		 fraction);
}

bool pl_time_sorts(struct pl_time_form form)
{
	if (form.flags & (PL_TF_TWELVE | PL_TF_SHORT_YEAR | PL_TF_MONOTONIC | PL_TF_NO_YEAR))
		return false;
	return form.layout >= PL_T_ISO && form.layout <= PL_T_CLOCK;
}

bool pl_time_same_spelling(struct pl_time_form a, struct pl_time_form b)
{
	/* Without a fraction there is nothing a comma could stand in front of. */
	if (a.fraction == 0 || b.fraction == 0)
		a.flags = (uint8_t)((a.flags & ~PL_TF_COMMA) | (b.flags & PL_TF_COMMA));
	a.fraction = b.fraction;
	if (a.unit >= PL_U_MINUTE && b.unit >= PL_U_MINUTE)
		a.unit = b.unit;
	return memcmp(&a, &b, sizeof(a)) == 0;
}

/* The date of each layout, 2026-06-23, for pl_time_form_text(). */
static const char *date_text(struct pl_time_form form)
{
	switch ((enum pl_time_layout)form.layout) {
	case PL_T_ISO:
		return form.unit == PL_U_YEAR ? "2026" : form.unit == PL_U_MONTH ? "2026-06" : "2026-06-23";
	case PL_T_ISO_BASIC:
		return form.unit == PL_U_QUARTER ? "2026Q2" : form.unit == PL_U_WEEK ? "2026W26" : "20260623";
	case PL_T_ISO_WEEK:
		return form.unit == PL_U_WEEK ? "2026-W26" : "2026-W26-2";
	case PL_T_ISO_ORDINAL:
		return "2026-174";
	case PL_T_QUARTER:
		return "2026-Q2";
	case PL_T_YEAR_SLASH:
		return "2026/06/23";
	case PL_T_YEAR_DOT:
		return "2026.06.23";
	case PL_T_YEAR_COLON:
		return "2026:06:23";
	case PL_T_BASIC_COLON:
		return "20260623";
	case PL_T_EPOCH:
		return form.flags & PL_TF_MILLIS ? "epoch ms" : form.flags & PL_TF_MICROS ? "epoch us"
			: form.flags & PL_TF_NANOS ? "epoch ns" : "epoch s";
	case PL_T_ISO_UNPADDED:
		return form.unit == PL_U_WEEK ? "2026-W5" : form.unit == PL_U_MONTH ? "2026-6" : "2026-6-3";
	case PL_T_YEAR_SLASH_UNPADDED:
		return "2026/6/3";
	case PL_T_SLASH:
		return form.flags & PL_TF_SHORT_YEAR ? "6/23/26" : "6/23/2026";
	case PL_T_DOT:
		return "23.06.2026";
	case PL_T_DASH:
		return "23-06-2026";
	case PL_T_ASIAN:
		return "2026. 6. 23.";
	case PL_T_RFC2822:
		return form.flags & PL_TF_SHORT_YEAR ? "23 Jun 26" : "Tue, 23 Jun 2026";
	case PL_T_TEXT:
		return form.flags & PL_TF_NO_YEAR ? "Jun 23" : form.unit == PL_U_MONTH ? "Jun 2026" : "Tue Jun 23 2026";
	case PL_T_TEXT_DASH:
		return form.flags & PL_TF_SHORT_YEAR ? "23-Jun-26" : "23-Jun-2026";
	case PL_T_TEXT_SLASH:
		return "23/Jun/2026";
	case PL_T_TEXT_GLUED:
		return "23JUN2026";
	case PL_T_YEAR_TEXT:
		return form.unit == PL_U_MONTH ? "2026-Jun" : "2026-Jun-23";
	case PL_T_MONTH_TEXT:
		return form.unit == PL_U_MONTH ? "Jun-2026" : "Jun-23-2026";
	case PL_T_PERIOD_YEAR:
		return form.unit == PL_U_WEEK ? "W26-2026" : "Q2-2026";
	default:
		return "";
	}
}

/* Layouts in which a blank stands in front of +0000. */
static bool has_spaced_zone(struct pl_time_form form)
{
	return form.layout == PL_T_RFC2822 || form.layout == PL_T_TEXT_SLASH;
}

static const char *zone_text(struct pl_time_form form, char out[static 8])
{
	int minutes = abs(form.offset);
	char sign = form.offset < 0 ? '-' : '+';

	out[0] = '\0';
	switch ((enum pl_time_zone)form.zone) {
	case PL_Z_NONE:
		break;
	case PL_Z_UPPER:
		return "Z";
	case PL_Z_LOWER:
		return "z";
	case PL_Z_COLON:
		snprintf(out, 8, "%c%02d:%02d", sign, minutes / 60 % 24, minutes % 60);
		break;
	case PL_Z_BASIC:
		snprintf(out, 8, "%s%c%02d%02d", has_spaced_zone(form) ? " " : "", sign,
			 minutes / 60 % 24, minutes % 60);
		break;
	case PL_Z_HOUR:
		snprintf(out, 8, "%c%02d", sign, minutes / 60 % 24);
		break;
	case PL_Z_NAME:
		if (form.offset == 0)
			return " GMT";
		snprintf(out, 8, " %c%02d%02d", sign, minutes / 60 % 24, minutes % 60);
		break;
	}
	return out;
}

/* Up to nine zeros are written out, which leaves room for the longest zone. */
static void zeros_text(unsigned digits, char point, char out[static 16])
{
	if (digits == 0)
		out[0] = '\0';
	else if (digits <= 9)
		snprintf(out, 16, "%c%0*d", point, (int)digits, 0);
	else
		snprintf(out, 16, "%c0{%u}", point, digits);
}

void pl_time_form_text(struct pl_time_form form, char out[static 40])
{
	bool clock_alone = form.layout == PL_T_CLOCK || form.layout == PL_T_CLOCK_UNPADDED;
	bool twelve = form.flags & PL_TF_TWELVE;
	bool basic = form.layout == PL_T_ISO_BASIC;
	bool short_hour = twelve || form.layout == PL_T_CLOCK_UNPADDED;
	bool dotted = form.between == PL_DOTTED_CLOCK;
	char between[3] = {dotted ? form.layout == PL_T_ISO ? '-' : ' ' : form.between, form.between == ',' ? ' ' : '\0', '\0'};
	char zone[8], zeros[16];
	const char *clock = "";

	if (form.unit < PL_U_HOUR || form.layout == PL_T_EPOCH) {
		snprintf(out, 40, "%s", date_text(form));
		return;
	}
	if (form.unit == PL_U_HOUR)
		clock = "10";
	else if (form.unit == PL_U_MINUTE)
		clock = basic ? "1000" : short_hour ? "9:05" : "10:00";
	else
		clock = basic ? "100000" : dotted ? "10.00.00" : short_hour ? "9:05:00" : "10:00:00";
	zeros_text(form.fraction, form.flags & PL_TF_COMMA ? ',' : '.', zeros);
	snprintf(out, 40, "%s%s%s%s%s%s%s", date_text(form), clock_alone ? "" : between, clock, zeros,
		 twelve ? " AM" : "", zone_text(form, zone), form.flags & PL_TF_MONOTONIC ? " m=+0" : "");
}

/* The clock of `form`, with its fraction. */
static void clock_text(struct pl_time_form form, const struct civil *c, uint64_t attos, char out[static 32])
{
	const char *colon = form.layout == PL_T_ISO_BASIC ? "" : ":";
	char point = form.flags & PL_TF_COMMA ? ',' : '.';
	size_t n = (size_t)snprintf(out, 32, "%02u", c->hour);

	if (form.unit >= PL_U_MINUTE)
		n += (size_t)snprintf(out + n, 32 - n, "%s%02u", colon, c->minute);
	if (form.unit >= PL_U_SECOND)
		n += (size_t)snprintf(out + n, 32 - n, "%s%02u", colon, c->second);
	for (unsigned i = form.fraction; i < 18; i++)
		attos /= 10;
	if (form.fraction)
		snprintf(out + n, 32 - n, "%c%0*" PRIu64, point, (int)form.fraction, attos);
}

bool pl_time_write(struct pl_time_form form, struct pl_instant at, char out[static 64])
{
	const int64_t most = INT64_C(253402300799) + 86400; /* the end of 9999, in any zone */
	const struct civil c = civil_of(PL_MAX(-most, PL_MIN(most, at.seconds)) + form.offset * 60);
	const char *joint = form.layout == PL_T_ISO ? "-" : form.layout == PL_T_YEAR_SLASH ? "/" : "";
	char clock[32], zone[8];

	if (form.layout != PL_T_ISO && form.layout != PL_T_ISO_BASIC && form.layout != PL_T_YEAR_SLASH)
		return false;
	if (form.unit < PL_U_HOUR || form.flags & (PL_TF_TWELVE | PL_TF_MONOTONIC) || !form.between ||
	    form.between == PL_DOTTED_CLOCK || c.year < 0 || c.year > 9999)
		return false;
	clock_text(form, &c, at.attos, clock);
	snprintf(out, 64, "%04" PRId64 "%s%02u%s%02u%c%s%s%s", c.year, joint, c.month, joint, c.day, form.between,
		 form.between == ',' ? " " : "", clock, zone_text(form, zone));
	return true;
}
