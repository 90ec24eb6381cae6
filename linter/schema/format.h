/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a declared timestamp is written, as parts from the left, and whether
 * that order of bytes is the order of time.
 *
 *     YYYY-MM-DDThh:mm:ss.SSSZ     YYYY - MM - DD T hh : mm : ss . SSS Z     sorts
 *     M/D/YYYY                     M / D / YYYY                              does not: the month
 *                                                                            stands before the year
 *
 * Named formats (iso8601 with its precision and zone) become the same parts,
 * so whoever reads or writes values needs to know parts only.
 */
#ifndef PL_SCHEMA_FORMAT_H
#define PL_SCHEMA_FORMAT_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/base/fault.h"

enum { PL_FORMAT_BYTES = 100 }; /* of a pattern, at most */

enum pl_time_encoding {
	PL_TE_ISO,       /* iso8601, the default: parts */
	PL_TE_ISO_BASIC, /* iso8601-basic: parts */
	PL_TE_PATTERN,   /* a pattern: parts */
	PL_TE_EPOCH_S,   /* digits; no parts */
	PL_TE_EPOCH_MS,
	PL_TE_EPOCH_US,
	PL_TE_EPOCH_NS,
};

/* How far down a timestamp goes, coarse to fine. */
enum pl_precision {
	PL_P_YEAR, PL_P_QUARTER, PL_P_MONTH, PL_P_WEEK, PL_P_DAY, PL_P_HOUR, PL_P_MINUTE,
	PL_P_S, PL_P_MS, PL_P_US, PL_P_NS,
	PL_PRECISIONS
};

enum pl_time_unit_of_part {
	PL_TP_LITERAL,
	PL_TP_YEAR,       /* YYYY, YY */
	PL_TP_WEEK_YEAR,  /* GGGG: the ISO year that the week belongs to */
	PL_TP_QUARTER,    /* Q: 1-4 */
	PL_TP_MONTH,      /* MM, M */
	PL_TP_WEEK,       /* WW, W */
	PL_TP_DAY,        /* DD, D */
	PL_TP_YEAR_DAY,   /* DDD: 001-366 */
	PL_TP_HOUR,       /* hh, h */
	PL_TP_MINUTE,     /* mm, m */
	PL_TP_SECOND,     /* ss, s */
	PL_TP_FRACTION,   /* S…: as many digits as letters */
	PL_TP_MONTH_NAME, /* MMM: Jan … Dec */
	PL_TP_DAY_NAME,   /* EEE: Mon … Sun */
	PL_TP_HALF,       /* A: AM, PM */
	PL_TP_ZULU,       /* Z: the letter; lower case when the field says so */
	PL_TP_OFFSET,     /* ±hh:mm: 6 bytes */
};

struct pl_time_part {
	enum pl_time_unit_of_part unit;
	unsigned least, most;   /* bytes it takes; equal: fixed. A padded part is fixed. */
	struct pl_str literal;  /* PL_TP_LITERAL: its bytes; else the letters of the pattern */
	unsigned offset;        /* byte of the pattern where it begins; of a named format: of the pattern it stands for */
};

/* Why bytes are not in the order of time. */
enum pl_time_trouble {
	PL_TT_NONE,
	PL_TT_UNPADDED,     /* M, D, h …: 10 sorts before 9 */
	PL_TT_NAMES,        /* Apr before Jan */
	PL_TT_SHORT_YEAR,   /* 00 before 99 */
	PL_TT_TWELVE_HOURS, /* 12 AM is the first hour, and 01 PM sorts before 02 AM */
	PL_TT_FINE_FIRST,   /* the day before the month, the month before the year */
	PL_TT_GAP,          /* a day without its month, a minute without its hour */
	PL_TT_NO_YEAR,      /* starts again each year */
	PL_TT_WEEK_YEAR,    /* an ISO week with the calendar year: 2024-12-30 is in week 1 */
	PL_TT_OFFSET,       /* ±hh:mm may differ: the local clock is compared, not the instant */
	PL_TT_LOCAL,        /* a zone with summer time: one hour a year comes twice */
};

struct pl_time_format {
	enum pl_time_encoding encoding;
	struct pl_str text;               /* as written: "iso8601", "epoch-ms", a pattern */
	const struct pl_time_part *parts; /* none for epochs */
	size_t nparts;
	enum pl_precision precision;      /* of the finest part, or of the epoch */
	unsigned least, most;             /* bytes of a value; epochs: digits from 2001-09-09 to 2286-11-20 */
	enum pl_time_trouble trouble;     /* PL_TT_NONE: byte order is time order, all values being of this format */
	size_t troubled;                  /* the part that is at fault */
};

/* What a format needs to know besides its text. */
struct pl_format_options {
	bool has_precision;
	enum pl_precision precision; /* iso8601: how far down; others: must agree with what is written */
	struct pl_str zone;          /* "Z", "+05:30", "none", or a name as Europe/Paris */
	bool lower;                  /* t and z (and w, q) in place of capitals */
};

/*
 * Reads a format's name or pattern. False: *why says what is wrong and what to
 * write instead, *offset which byte of `text` it is about.
 */
bool pl_time_format_read(struct pl_arena *arena, struct pl_str text, const struct pl_format_options *options,
			 struct pl_time_format *out, const char **why, size_t *offset);

/* Whether a value is written in the format, which has parts; `z` counts as `Z`. */
bool pl_time_format_fits(const struct pl_time_format *format, struct pl_str value);

/*
 * Whether there is such a time; `value` is written in the format. Of formats with parts of several widths, names or offsets
 * nothing is said: true.
 */
bool pl_time_format_is_real(const struct pl_time_format *format, struct pl_str value);

/* Whether it is one of the named formats; and their names, for "did you mean". */
bool pl_time_format_is_named(struct pl_str text);
void pl_time_format_names(struct pl_near *near);

/* One clause: "a part has no leading zero, so 10 sorts before 9". */
const char *pl_time_trouble_text(enum pl_time_trouble trouble);

/* "ms", "day" …: the words of keys.yaml. */
const char *pl_precision_name(enum pl_precision precision);
bool pl_precision_named(struct pl_str name, enum pl_precision *out);

#endif
