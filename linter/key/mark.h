/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Marks: what is odd about one value whatever the others are. A pure function
 * of its class and bytes.
 *
 *     undefined          printed in place of a value that was not there
 *     ${orderId}         a template that nobody filled in
 *     9ZZZ…              26 Crockford characters, but no ULID
 *     1970-01-20         seconds that were read as milliseconds
 *     u ¨                two code points where others write ü
 *
 * What a mark is worth is for rules to say: of ids none of which is a ULID
 * each third looks like a broken one.
 */
#ifndef PL_KEY_MARK_H
#define PL_KEY_MARK_H

#include "linter/key/lex.h"
#include "linter/key/time.h"

enum pl_mark {
	/* A segment as a whole: what was left over instead of a value. */
	PL_M_EMPTY,       /* nothing between two separators, or behind the last */
	PL_M_UNSET,       /* undefined, NaN, Invalid Date, <nil>, %!s(<nil>): no value */
	PL_M_NULL,        /* null, None, nil, Infinity: likewise, but people use these words too */
	PL_M_OBJECT,      /* [object Object], Optional[x], Foo@1a2b3c, b'x': an object, not what is in it */
	PL_M_PLACEHOLDER, /* %s, <x>, {x}, {{x}}, ${x} */
	PL_M_QUOTES,      /* stands in quotes */
	PL_M_BLANK,       /* begins or ends with a blank, tab or control character */
	/* Ids. */
	PL_M_BAD_ID,      /* pl_id_fault() says what */
	PL_M_UPPER,       /* of ids in which case means nothing: the letters are capitals, */
	PL_M_LOWER,       /* or none is, */
	PL_M_BOTH_CASES,  /* or some are */
	/* Times. */
	PL_M_NO_SUCH_TIME, /* month 13, 29 February in a common year, hour 25 */
	PL_M_ZERO_TIME,   /* about 1970-01-01, year 1, beyond year 50000: a clock that was never set or misread */
	/* Unicode. */
	PL_M_BAD_UTF8,
	PL_M_HIDDEN,      /* a character of no width: U+200B, U+FEFF, U+00AD … */
	PL_M_BIDI,        /* a mark of direction: U+200E, U+202E … */
	PL_M_DECOMPOSED,  /* a letter and its accent as two code points, for which there is one */
	PL_MARKS
};

/* A set of marks: 1 << enum pl_mark. */
typedef uint32_t pl_mark_set;

/* What nearly every id has one of: they are no oddities until a column has both. */
enum { PL_M_CASES = 1 << PL_M_UPPER | 1 << PL_M_LOWER | 1 << PL_M_BOTH_CASES };

/*
 * The marks of one value but those of times. `class` of a whole mask is
 * PL_C_MASK. `plain`: it has no other bytes than letters, digits and .-+_ or
 * separators (pl_segment.plain); then most values need no look.
 */
pl_mark_set pl_marks_seen(enum pl_class class, struct pl_str value, bool plain);

static inline pl_mark_set pl_marks_of(enum pl_class class, struct pl_str value, bool plain)
{
	bool formed = class == PL_C_WORD || class == PL_C_ULID || class == PL_C_UUID || class == PL_C_KSUID ||
		      class == PL_C_HEX;

	return PL_LIKELY(plain && !formed) ? 0 : pl_marks_seen(class, value, plain);
}

/*
 * Whether an instant is what an unset or misread clock gives: the local first instant of 1970 wherever the clock was, what
 * seconds up to 2100 are when they are taken for milliseconds, year 1 and before, year 50000 and beyond.
 */
bool pl_time_is_unset(int64_t seconds);

/* The marks of a timestamp that was read with its month first. */
pl_mark_set pl_marks_of_time(struct pl_str value, const struct pl_time *time);

/* What is wrong with an id of PL_C_ULID, PL_C_KSUID or PL_C_UUID. */
enum pl_id_fault {
	PL_ID_FINE,
	PL_ID_BEYOND,  /* a ULID above 7ZZZ…, a KSUID above aWgE…: more bits than it can hold */
	PL_ID_TIME,    /* a ULID whose time is not between 1990 and 2100 */
	PL_ID_VERSION, /* a UUID of a version other than 1 to 8 */
	PL_ID_VARIANT, /* a UUID whose 17th hex digit is not 8, 9, a or b */
};
enum pl_id_fault pl_id_fault(enum pl_class class, struct pl_str id);

/* The time of a ULID, in milliseconds since 1970; -1: it has a character that is no digit of it, or is beyond 7ZZZ…. */
int64_t pl_ulid_millis(struct pl_str id);

#endif
