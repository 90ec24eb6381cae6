/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Timestamps as people write them in keys: recognising one, telling how it is
 * spelled, and which instant it is. Pure functions of bytes, all in integers.
 *
 * Sources of the forms and of which of them sort: ISO 8601-1:2019, RFC 3339,
 * RFC 5322; measured byte order in docs/design/timestamps.md.
 *
 * No zone means UTC; a date, month, quarter, week or year is its first
 * instant; 24:00 is the next midnight and :60 the next minute.
 */
#ifndef PL_KEY_TIME_H
#define PL_KEY_TIME_H

#include "linter/base/base.h"

/* The layout of the date (and what comes with it). */
enum pl_time_layout {
	PL_T_NONE = 0,
	/* These sort by bytes when everything else is uniform. */
	PL_T_ISO,          /* 2026-06-23, 2026-06, 2026-06-23T10:00:00.123Z */
	PL_T_ISO_BASIC,    /* 20260623T100000Z; as a column of digits also 20260623 */
	PL_T_ISO_WEEK,     /* 2026-W05 */
	PL_T_ISO_ORDINAL,  /* 2026-069 (only where a column proves it; not lexed) */
	PL_T_QUARTER,      /* 2026-Q1 */
	PL_T_YEAR_SLASH,   /* 2026/06/23, all parts padded */
	PL_T_YEAR_DOT,     /* 2026.06.23 10:00:00; without its clock it may be a version */
	PL_T_YEAR_COLON,   /* 2026:06:23 10:00:00, as cameras write it; likewise only with a clock */
	PL_T_BASIC_COLON,  /* 20260623T10:00:00, 20260623-10:00:00.000 */
	PL_T_EPOCH,        /* digits; set by the profile, never by pl_time_at() */
	PL_T_CLOCK,        /* 10:00:00, a time of day, padded */
	/* These do not. */
	PL_T_ISO_UNPADDED, /* 2026-6-3, 2026-06-23T9:05 */
	PL_T_YEAR_SLASH_UNPADDED, /* 2026/6/3 */
	PL_T_SLASH,        /* 6/23/2026 or 23/6/2026 */
	PL_T_DOT,          /* 23.06.2026 */
	PL_T_DASH,         /* 23-06-2026 or 06-23-2026 */
	PL_T_ASIAN,        /* 2026. 1. 5. and 2026년 1월 5일, 2026年1月5日 */
	PL_T_RFC2822,      /* Tue, 23 Jun 2026 10:00:00 +0000 */
	PL_T_TEXT,         /* Tue Jun 23 2026 10:00:00 GMT+0000 (…); ctime; java.util.Date; Jun 23, 2026; Jun 2026 */
	PL_T_TEXT_DASH,    /* 23-Jun-2026, 23-JUN-26 */
	PL_T_TEXT_SLASH,   /* 23/Jun/2026, 23/Jun/2026:10:00:00 +0000 (the log of web servers) */
	PL_T_TEXT_GLUED,   /* 23JUN2026, 23JUN2026:10:00:00 (SAS) */
	PL_T_YEAR_TEXT,    /* 2026-Jun-23, 2026-Jun */
	PL_T_MONTH_TEXT,   /* Jun-23-2026, Jun-2026 */
	PL_T_PERIOD_YEAR,  /* Q2-2026, W26-2026, with a blank, too */
	PL_T_CLOCK_UNPADDED, /* 9:05 */
	PL_T_LAYOUTS
};

/* How far down the value goes. */
enum pl_time_unit {
	PL_U_YEAR, PL_U_QUARTER, PL_U_MONTH, PL_U_WEEK, PL_U_DAY, PL_U_HOUR, PL_U_MINUTE, PL_U_SECOND,
};

/* How the zone is written. */
enum pl_time_zone {
	PL_Z_NONE, PL_Z_UPPER /* Z */, PL_Z_LOWER /* z */, PL_Z_COLON /* +00:00 */,
	PL_Z_BASIC /* +0000 */, PL_Z_HOUR /* +00 */, PL_Z_NAME /* GMT, UTC, (…) */,
};

/*
 * The spelling of one timestamp: two values of one form and one offset have the
 * same length and, for sortable layouts, sort by bytes. Small enough to be
 * compared and hashed as a whole; all bytes are set.
 */
struct pl_time_form {
	uint8_t layout;    /* enum pl_time_layout */
	uint8_t unit;      /* enum pl_time_unit */
	uint8_t fraction;  /* digits behind the second; 0 none, at most 18 */
	uint8_t zone;      /* enum pl_time_zone */
	int16_t offset;    /* minutes east of UTC as written; 0 without a zone */
	char between;      /* 'T', 't', ' ', '_', ':' … between date and clock; 0 without clock; PL_DOTTED_CLOCK */
	uint8_t flags;     /* PL_TF_* */
};

enum {
	PL_TF_TWELVE = 1,     /* 12-hour clock with AM or PM */
	PL_TF_SHORT_YEAR = 2, /* two digits for the year */
	PL_TF_COMMA = 4,      /* ',' in front of the fraction */
	PL_TF_MILLIS = 8,     /* epoch unit, with PL_T_EPOCH: none of these = seconds */
	PL_TF_MICROS = 16,
	PL_TF_NANOS = 32,
	PL_TF_MONOTONIC = 64, /* " m=+0.012" behind it: the clock of one process, from Go's Time.String() */
	PL_TF_NO_YEAR = 128,  /* Jun 23 10:00:00, as syslog writes it */
};

/* pl_time_form.between: a blank, or behind an ISO date '-', in front of a clock with points: 23-JUN-26 10.00.00, 2026-06-23-10.00.00 */
enum { PL_DOTTED_CLOCK = '.' };

/*
 * An instant: seconds since 1970-01-01T00:00:00Z and the digits of the
 * fraction, as attoseconds (18 digits; digits beyond are dropped and `cut` set).
 */
struct pl_instant {
	int64_t seconds;
	uint64_t attos; /* 0 … 10^18 - 1 */
};

/* What is known about a whole column, needed to read D/M/Y and M/D/Y. */
enum pl_day_order {
	PL_MONTH_FIRST, /* the default, said so in reports when undecided */
	PL_DAY_FIRST,   /* a first part above 12 was seen */
	PL_DAY_UNKNOWN, /* both were seen: such values have no instant */
};

struct pl_time {
	struct pl_time_form form;
	struct pl_instant at;
	bool valid;       /* the parts exist in the calendar; `at` counts only then */
	bool vague;       /* no instant, though it may exist: no year, or a zone that names no single offset (IST, AST) */
	uint8_t first, second; /* PL_T_SLASH, PL_T_DOT, PL_T_DASH: the first two parts */
};

/*
 * Reads the longest timestamp that starts at byte `from` of `key`; returns the
 * byte behind it, or `from` when there is none. A timestamp ends where the
 * next byte is not alphanumeric. A date with '/' is none when another '/'
 * stands directly before or behind it.
 */
size_t pl_time_at(struct pl_str key, size_t from, enum pl_day_order days, struct pl_time *out);

/* The whole of `value` as a timestamp; false when it is none. */
bool pl_time_read(struct pl_str value, enum pl_day_order days, struct pl_time *out);

/* Whether a form sorts by time when every value of a column has it. */
bool pl_time_sorts(struct pl_time_form form);

/* Two forms that differ at most in the number of fraction digits or in having seconds. */
bool pl_time_same_spelling(struct pl_time_form a, struct pl_time_form b);

/* Order of instants: negative, 0, positive. */
int pl_instant_order(struct pl_instant a, struct pl_instant b);

/* Seconds since the epoch of a civil date (proleptic Gregorian, month 1-12, day 1-31). */
int64_t pl_civil_seconds(int64_t year, unsigned month, unsigned day);
/* The civil date and time of `seconds`, as "2026-06-23T10:00:00Z" (at least 24 bytes). */
void pl_instant_text(struct pl_instant at, char out[static 40]);

/*
 * Writes an instant as the form spells it, digits beyond its fraction cut; out gets at least 64 bytes. False for what is
 * not written from the year down with a clock (`2026-06-23T10:00:00+02:00`, basic, with slashes) and for years that do
 * not have four digits.
 */
bool pl_time_write(struct pl_time_form form, struct pl_instant at, char out[static 64]);

/* A short name of a form for reports: "2026-06-23T10:00:00.000Z", "epoch ms", "6/23/2026"; 40 bytes. */
void pl_time_form_text(struct pl_time_form form, char out[static 40]);

#endif
