/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Kinds of fields and the order of their values. A kind is what a whole column
 * turned out to be; a class (key/lex.h) is what one value looks like.
 */
#ifndef PL_KEY_VALUE_H
#define PL_KEY_VALUE_H

#include "linter/base/base.h"
#include "linter/key/time.h"

enum pl_kind {
	PL_K_NONE = 0,
	PL_K_WORD,      /* free words: names, states */
	PL_K_TEXT,      /* anything else */
	PL_K_NUMBER,    /* digits; may also be an epoch (pl_observed.epoch) */
	PL_K_SIGNED,    /* digits, some with '-' */
	PL_K_DECIMAL,   /* digits, some with a fraction */
	PL_K_HEXNUMBER, /* hex digits behind 0x */
	PL_K_BASED,     /* digits of base 16 or 36, which nobody tells from ids unless they are declared */
	PL_K_MIRRORED,  /* times inverted with several MAX, or beside plain ones; ordered as meant, newest first */
	PL_K_TIMESTAMP, /* a time in any spelling, also yyyymmdd and epochs beside such */
	PL_K_DURATION,  /* PT5M; those without a fixed length have no value */
	PL_K_YEAR, PL_K_MONTH, PL_K_DAY, /* date parts that stand side by side */
	PL_K_HOUR,      /* of whole keys that are a time of day, 9:05 */
	PL_K_VERSION, PL_K_PHONE,
	PL_K_ZEROS,     /* zeros in front of letters; the value runs to the end of the segment */
	PL_K_UUID, PL_K_ULID, PL_K_KSUID, PL_K_HASH, PL_K_ID,
	PL_K_IP, PL_K_MAC, PL_K_URL, PL_K_ARN, PL_K_MAIL,
	PL_KINDS
};

/* The stable name of a kind in JSON reports ("number", "timestamp" …). */
const char *pl_kind_name(enum pl_kind kind);

/* Placeholder in shapes: "<number>", "<time>" … */
const char *pl_kind_placeholder(enum pl_kind kind);

/* Whether a column of this kind has an order of values that pl_value_read() gives. */
bool pl_kind_ordered(enum pl_kind kind);

/* One value of a column, ready to be compared. Refers to the bytes it was read from. */
struct pl_value {
	bool some;            /* false: the bytes have no value of that kind */
	bool is_time;
	struct pl_instant at; /* timestamps and epochs beside them */
	struct pl_str text;   /* numbers, decimals, versions: compared by their own order; hex without its 0x */
};

/*
 * Reads `bytes` as a value of `kind`. For a timestamp column digits are read
 * as epochs by their length or as yyyymmdd[hhmmss].
 */
struct pl_value pl_value_read(enum pl_kind kind, enum pl_day_order days, struct pl_str bytes);

/*
 * Value order; both values must have `some` and come from one column. Words and texts, whose columns
 * have no order of their own (pl_kind_ordered()), stand by their bytes.
 */
int pl_value_order(enum pl_kind kind, const struct pl_value *a, const struct pl_value *b);

#endif
