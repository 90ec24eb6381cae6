/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bounded statistics of one place in the keys: everything pass 1 remembers of
 * its values. About 1 KiB, and two sketches that grow with the values up to
 * a few ten KiB.
 *
 *     digits   (width, leading zero) -> n, least, greatest    at most 81 entries
 *     times    form                  -> n, least, greatest    the 24 least forms
 *     any      lengths, letter case, blanks at an end, the byte behind,
 *              distinct values, ranges with two different values
 *     marks    mark (key/mark.h) -> n, the least key       only those met
 *
 * All of it is sums, minima, maxima, unions and greatest common divisors, so
 * that merging is commutative and associative and the result does not depend
 * on the order of keys.
 */
#ifndef PL_PROFILE_STATS_H
#define PL_PROFILE_STATS_H

#include "linter/base/buf.h"
#include "linter/key/bytes.h"
#include "linter/key/lex.h"
#include "linter/key/mark.h"
#include "linter/key/time.h"
#include "linter/key/version.h"
#include "linter/profile/sketch.h"
#include "linter/profile/specimen.h"

enum {
	PL_MAX_DIGITS = 40, /* wider numbers are only counted, as width PL_MAX_DIGITS + 1 */
	PL_MAX_FORMS = 24,  /* spellings of a time kept; the others are n less their sum */
};

/* A short value, held inline. */
struct pl_short {
	uint8_t len; /* 0: none */
	char bytes[PL_MAX_DIGITS];
};

static inline struct pl_str pl_short_str(const struct pl_short *s) { return pl_str_of(s->bytes, s->len); }

/*
 * Hashes of values, pl_stats_hash(), as long as there are few of them. Whether there are depends on nothing but
 * the values.
 */
enum { PL_MAX_FEW = 1024 };
struct pl_few {
	uint64_t *hash; /* one a value, equal ones included */
	uint16_t n;     /* PL_MAX_FEW + 1: too many, and none is kept */
};

/* Digit strings of one width, with or without a leading zero; of one width byte order is value order. */
struct pl_stat_width {
	uint64_t n;
	uint64_t negative; /* of those, behind a sign */
	uint8_t width; /* PL_MAX_DIGITS + 1: wider, and no least and greatest */
	bool zero;
	char least[PL_MAX_DIGITS], greatest[PL_MAX_DIGITS];
	struct pl_head low, high; /* heads of the two, when they have one */
	struct pl_few few;   /* its values; too many as well where signs, fractions or hex digits stand */
};

/* What the valid instants of one form were when its days are read in one way. */
struct pl_stat_reading {
	uint64_t invalid;
	struct pl_instant least, greatest; /* least after greatest: all are invalid */
};

/*
 * Times of one spelling. Whether 3/9/2024 is in March or September is known
 * only once the column is whole: both readings are kept, [0] month first (and
 * the only one of other layouts), [1] day first.
 */
struct pl_stat_form {
	struct pl_time_form form;
	uint64_t n;
	struct pl_stat_reading by[2];
};

/* Values that have a mark. */
struct pl_stat_mark {
	enum pl_mark mark;
	uint64_t n;
	struct pl_specimen least;
};

struct pl_stats {
	uint64_t n;
	uint64_t last;        /* of those, with no further value behind in the key */
	uint32_t min_len, max_len;
	uint64_t follows[4];  /* set of the bytes directly behind a value */
	bool at_end;
	bool upper, lower;    /* letters, of all but times and numbers */
	bool blank;           /* blank or control at an end */
	uint8_t least_byte;   /* of all values but times and numbers; 0xff: none */
	bool not_zero;        /* a value that does not begin with 0 */
	bool is_signed, fraction, exponent;
	bool comma, point;    /* decimals with the one and the other in front of their fraction */
	bool grouped;         /* decimals in groups of digits */
	bool pieces;          /* decimals that were lexed as several numbers, 1,234: of what follows nothing is known, nor records */
	bool small_x, large_x; /* hex numbers in front of which 0x stands, and 0X */
	bool not_day, not_second; /* digits that are no yyyymmdd, no yyyymmddhhmmss */
	bool first_above_12, second_above_12; /* parts of D/M/Y and the like */
	bool subsecond;       /* an instant between two seconds */
	bool early;           /* an instant before 1990 that is none of an unset clock (key/mark.h) */
	uint8_t min_fraction, max_fraction; /* digits behind the point, of decimals */
	bool no_section;      /* a decimal that is no section number: a sign, an exponent, 9.05 */
	struct pl_version_widths version; /* of dotted versions */
	bool clocked;         /* a duration of hours, minutes or seconds */
	uint64_t longest;     /* whole seconds of the longest duration, its fraction left out */
	struct pl_sketch sections; /* of H(digits before the point) of decimals N.1 and N.10, each with which of the two */
	uint8_t width_hint;   /* where the last width was found */
	struct pl_time_form recent; /* of the last time read; a hint as well */
	bool not_rounded;     /* an integer above 2^53 that no double prints */
	bool rounded;         /* one that only a double explains; of no use when not_rounded */
	uint64_t large_n;     /* integers above 2^53; likewise */
	struct pl_sketch large; /* the least hashes of their values; likewise */
	uint64_t uuids[16];   /* values by their UUID version */
	uint64_t divisor;     /* greatest common divisor of digit values; 1 when one has over 18 digits */
	uint64_t grid[2];     /* the same of instants in seconds since 1970, for both readings of days */
	struct pl_short some; /* one of the values; the value, when there is but one */
	struct pl_short least, greatest, second; /* numbers, by value, hex digits in lower case; least only of signed and decimals */
	struct pl_head second_head; /* of the second, when it has one */
	PL_VEC(struct pl_stat_width) widths;
	PL_VEC(struct pl_stat_form) forms;
	PL_VEC(struct pl_stat_mark) marks; /* sorted */
	struct pl_sketch distinct; /* of H(value), leading zeros left out */
	struct pl_sketch ranges;   /* of H(partition, bytes before), each with H(value) */
};

/* One value in a key. */
struct pl_seen {
	struct pl_str value;
	int behind;                 /* the byte directly behind it; -1 at the end of the key */
	enum pl_class class;
	bool based;                 /* of PL_C_HEXNUM: digits of a declared base, without 0x */
	bool last;                  /* no other value follows in the key */
	bool known;                 /* the same bytes as all values before */
	bool alike;                 /* of a key that differs in digits only from one whose value was added here */
	uint64_t hash;              /* pl_stats_hash() of it */
	uint64_t range;             /* hash of partition and bytes before */
	uint64_t weight;            /* keys it stands for, usually 1 */
	const struct pl_time *time; /* PL_C_TIME: read with PL_MONTH_FIRST */
};

/* `sketch` entries for each of the two sketches. */
void pl_stats_init(struct pl_stats *stats, unsigned sketch);
void pl_stats_release(struct pl_stats *stats);

/* The hash that tells values apart; 5 and 0005 are one number. */
uint64_t pl_stats_hash(enum pl_class class, struct pl_str value);

/*
 * Reads a timestamp, month first. The same as pl_time_read(), but quick when it
 * is spelled like the one before it in the same column.
 */
void pl_stats_read_time(struct pl_stats *stats, struct pl_str value, struct pl_time *out);

void pl_stats_add(struct pl_stats *stats, const struct pl_seen *seen);

/* Whether N.1 and N.10 were seen of one N, and nothing that is no section number: 5.10 is then no 5.1. */
bool pl_stats_are_sections(struct pl_stats *stats);

/* Notes that `weight` values have these marks; `sighting` is the key of one of them. */
void pl_stats_mark(struct pl_stats *stats, pl_mark_set marks, uint64_t weight, const struct pl_sighting *sighting);

/* Negative numbers padded in front of their sign, 00-5, of which only the digits behind it were counted. */
void pl_stats_add_negatives(struct pl_stats *stats, const struct pl_stats *magnitudes);

/* Adds digits that are filled up with blanks behind them, to numbers of which `blank` then tells it. */
void pl_stats_add_filled(struct pl_stats *s, struct pl_stats *digits);

/*
 * Of a value in a partition key no order and no range is kept: how often, which ones, and how they
 * are written (widths, forms, letter case).
 */
void pl_stats_note(struct pl_stats *stats, const struct pl_seen *seen);

/* `into` becomes the statistics of both; `from` is released. */
void pl_stats_merge(struct pl_stats *into, struct pl_stats *from);

/* The marks alone; `from` has none afterwards. */
void pl_stats_merge_marks(struct pl_stats *into, struct pl_stats *from);

/* All of it as text, the same for the same values in any order; for tests. */
void pl_stats_dump(struct pl_stats *stats, struct pl_buf *out);

#endif
