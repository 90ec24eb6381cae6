/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a declaration allows, as bytes: the proof of findings about a schema is
 * arithmetic, two values that are allowed and stand in the wrong order.
 *
 *     day: {type: number, min: 1, max: 31}     1 to 2 digits: "10" before "9"
 *     at:  {type: timestamp, format: M/D/YYYY} "1/2/2025" before "9/30/2024"
 *
 * Nothing here guesses. What a declaration does not say is not bounded, and
 * an example is only given when it was made by the declaration's own rules and
 * compared as bytes. Included by rule.h.
 */
#ifndef PL_PROMISE_H
#define PL_PROMISE_H

#include "linter/profile/field.h"
#include "linter/schema/schema.h"

struct pl_cx;

/* Two values as they are stored; `first` stands before `second` by bytes, and their values the other way round. */
struct pl_example {
	bool some;
	struct pl_str first, second; /* NUL-terminated */
};

/* ---- numbers ---- */

/*
 * The digits that a declared number stores: of (value + offset) · 10^scale, or
 * of MAX − that, in its base, the fraction left out.
 */
struct pl_promise {
	bool digits;          /* digits in a string key, meant to be in order */
	bool whole;           /* decimal digits and nothing else: what the profile counts as a number's widths; no epoch */
	unsigned width;       /* every value is padded to it; 0: none is promised */
	bool safe;            /* needs no width: a length stands in front */
	struct pl_str least;  /* by value, without zeros in front; "0" when negative values are allowed */
	struct pl_str most;   /* empty: nothing bounds it; of an epoch with a bound its last time of today's digits */
};

/* What the schema says the field is; NULL when it does not state a type. */
const struct pl_declared *pl_promised(const struct pl_field *field);

/* All false when no schema says that the field is a number. */
struct pl_promise pl_promise_of(struct pl_cx *cx, const struct pl_field *field);

/* Only the width: digits that each value is padded to; 0: none is promised. */
unsigned pl_promised_width(const struct pl_field *field);

/* The schema says what the field is, and it is no number: ids, words, times with parts. */
bool pl_promised_otherwise(const struct pl_field *field);

/*
 * Whether the declared maximum is above the MAX that values are inverted from, so that less than nothing is left to
 * store; of an epoch without a maximum, whether all times since 2001-09-09 are.
 */
bool pl_promises_beyond(const struct pl_field *field);

/* Whether several values that the schema allows are stored with a sign in front: -1, -50. */
bool pl_promises_negatives(const struct pl_field *field);

/* Digits of the declared bound that is farther from zero, its fraction left out; 0: not bounded on both sides. */
unsigned pl_promised_magnitude(struct pl_cx *cx, const struct pl_field *field);

/* "10" before "9": when values of several digit counts are allowed and no width is promised. */
struct pl_example pl_promise_break(struct pl_cx *cx, const struct pl_field *field);

/* "x10" before "xx9": numbers filled up to a width with a sign that sorts above the digits. */
struct pl_example pl_promise_pad_break(struct pl_cx *cx, const struct pl_field *field);

/*
 * In how many years `growth` takes the greatest value (`now`, else the greatest
 * seen) out of the width; negative: never, or nobody said how it grows. The
 * other end is MAX for inverted numbers.
 */
double pl_promised_years(struct pl_cx *cx, const struct pl_field *field);

/* The last time that an inverted epoch can store, in seconds since 1970: that of its MAX. False: it is none. */
bool pl_promised_end(const struct pl_field *field, int64_t *seconds);

/* Digits that the greatest value needs when it has grown for `years`. */
unsigned pl_promised_digits_in(const struct pl_field *field, double years);

/* ---- times ---- */

/* Two times that the format puts in the wrong order; none when it sorts or no example is known. */
struct pl_example pl_promised_times(struct pl_cx *cx, const struct pl_declared *field);

/* A time as the format writes it; empty for epochs. */
struct pl_str pl_promised_time(struct pl_cx *cx, const struct pl_declared *field);

/* How the declared format spells a time; false when no such spelling is recognised in keys. */
bool pl_promised_form(struct pl_cx *cx, const struct pl_declared *field, struct pl_time_form *out);

/* Minutes that its clock is ahead of UTC, as written or by `zone`; 0 also when nobody knows. */
int pl_promised_east(struct pl_cx *cx, const struct pl_declared *field);

/* False: whose clock it is remains open, as of a day, or by `zone: none`. */
bool pl_promises_zone(const struct pl_declared *field);

/* What stands behind a value in its key: bytes that are always the same, and whether the key ends with them. */
struct pl_behind {
	struct pl_str text;
	bool ends;
};

/*
 * Two times, one of each declaration, that stand in the wrong order when rows of both share a range. A day or month
 * stands for all of its times: it is never wrong among them, only beside others. Both formats sort by themselves, and
 * neither is a clock without its day.
 */
struct pl_example pl_promised_mixture(struct pl_cx *cx, const struct pl_declared *a, struct pl_behind behind_a,
				      const struct pl_declared *b, struct pl_behind behind_b);

/* ---- values and keys ---- */

/*
 * Whether a value of the field may be these bytes. Without `chars` an id or
 * text may be anything but a delimiter.
 */
bool pl_promise_allows(struct pl_cx *cx, const struct pl_declared *field, struct pl_str value, struct pl_str delimiter);

/*
 * Whether the schema allows a value to hold the delimiter: by the characters of `chars`, or as one of
 * its `values`. A pattern of more than one class says itself where the delimiter stands.
 */
bool pl_promise_holds(struct pl_cx *cx, const struct pl_declared *field, struct pl_str delimiter);

/*
 * Two values that the declaration allows, each with the byte behind it in the key, of which the longer stands
 * before the one that it begins with: "a b#" before "a#". None for text without `chars`, and at the end of keys.
 */
struct pl_example pl_promise_crossing(struct pl_cx *cx, const struct pl_field *field);

/* Two ways to split one text into neighbouring values: ("ab", "c") and ("a", "bc"). */
struct pl_splits {
	bool some;
	struct pl_str left[2], right[2];
};

/* Of two values that stand side by side in a key; none when the border can always be told. */
struct pl_splits pl_promise_splits(struct pl_cx *cx, const struct pl_declared *left, const struct pl_declared *right,
				   struct pl_str delimiter);

/*
 * A key that both entities can have under `pk` and `sk` (an empty name: the
 * table has no sort key). A field without `chars` is taken not to be equal to
 * a literal of the other entity.
 */
struct pl_common_key {
	bool some;
	struct pl_str pk, sk; /* values that both call by one name are left in <> */
};
struct pl_common_key pl_promise_common(struct pl_cx *cx, const struct pl_schema_entity *a,
				       const struct pl_schema_entity *b, struct pl_str pk, struct pl_str sk);

#endif
