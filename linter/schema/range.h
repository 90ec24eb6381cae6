/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a query's range is, in bytes, and which keys a schema allows in it.
 *
 * A bound and a key are both templates. Laid over each other from the left,
 * piece by piece, they meet in one of three ways:
 *
 *     key    EVT#<at>#<eventId>
 *     bound  EVT#<from:at>             ends: keys go on behind it
 *     bound  EVT#<to:at>~              parts: ~ stands where the key has #
 *     bound  EVT#<at>#<id>#x           beyond: the key ends first
 *
 * and where in the key that happens - behind a whole value, at the border of a
 * timestamp's parts, in the middle of a number - is what the rules about
 * queries ask. It is arithmetic on what is declared: no key is looked at.
 */
#ifndef PL_SCHEMA_RANGE_H
#define PL_SCHEMA_RANGE_H

#include "linter/schema/expression.h"
#include "linter/schema/pieces.h"

/* A place between two bytes of pieces. */
struct pl_spot {
	size_t piece;  /* pieces.count: behind all of them */
	unsigned byte; /* bytes of that piece in front of the spot */
};

enum pl_meet { PL_MEET_ENDS, PL_MEET_BEYOND, PL_MEET_PARTS };

/* Where in a key a bound ends or leaves it. */
enum pl_border {
	PL_AT_KEY_END,   /* behind the whole key */
	PL_AT_DELIMITER, /* behind a delimiter, or in front of everything */
	PL_AT_LITERAL,   /* inside or behind a literal */
	PL_AT_VALUE,     /* behind a whole value, none of which is the beginning of another */
	PL_AT_PART,      /* inside a value that may be cut here: behind the month of a date */
	PL_AT_INSIDE,    /* inside a value, elsewhere */
	PL_AT_OPEN,      /* in or behind a value that others may continue: 1 and 10 */
};

/* How a bound meets a key. */
struct pl_fit {
	enum pl_meet meet;
	enum pl_border border;
	struct pl_spot key, bound;
	bool whole;      /* PL_AT_OPEN: the value is given as a whole: <id>, a word */
	bool other_form; /* parts: a value stands where the key has a value of another encoding */
	bool sentinel;   /* the bound's rest is one sign made to sort in front or behind of all: ~ $ ! U+10FFFF */
	bool varies;     /* a value in front, not pinned, may be smaller or greater than the bound's */
	bool below, above; /* parts: keys may sort so, seen from the bound */
};

/* A query's range against one layout of one entity's key. */
struct pl_reach {
	const struct pl_schema_entity *entity;
	bool legacy;
	struct pl_pieces key;
	struct pl_fit low, high; /* the same for = and begins_with; one of them only for < <= > >= */
	struct pl_spot pinned;   /* up to here keys of the range have the bytes of both bounds */
	bool inside;             /* some of its keys may lie in the range */
};

struct pl_range {
	struct pl_str attribute;        /* the sort key attribute that the range is on; empty: no sort key */
	const struct pl_condition *condition; /* NULL: the whole partition */
	bool has_low, has_high;
	struct pl_pieces low, high;     /* the same template for = and begins_with */
	struct pl_spot same_low, same_high; /* with two bounds: up to here both have the same bytes */
	bool backwards;                 /* low sorts behind high, whatever the values */
	const struct pl_reach *reach;   /* entities whose partition key the query can give, and their layouts */
	size_t nreach;
	size_t nentities;               /* entities that have a key in the index at all */
	bool strings;                   /* the attribute is a string: what is said of bytes counts */
};

/* The range of a query whose conditions are `expression`; `query->index` is known. */
void pl_range_of(struct pl_arena *arena, const struct pl_schema_table *table, const struct pl_schema_query *query,
		 const struct pl_expression *expression, struct pl_range *out);

/* Lays `bound` over `key`; what stands in front of `pinned` in the bound is the same for all keys of the range. */
struct pl_fit pl_fit_of(const struct pl_pieces *bound, const struct pl_pieces *key, struct pl_spot pinned);

/* Whether an entity may have keys in the range, legacy layouts counted. */
bool pl_range_holds(const struct pl_range *range, const struct pl_schema_entity *entity);

/*
 * The value in which the fit ends or parts: the one it stands in or, at a
 * border, the one in front of it. NULL: a literal.
 */
const struct pl_part *pl_fit_value(const struct pl_reach *reach, const struct pl_fit *fit);

/* Whether the bound takes bytes of that piece's value, or of something behind it. */
bool pl_fit_reaches(const struct pl_fit *fit, size_t piece);

/* The first piece of a value at or behind a spot; pieces.count: none. */
size_t pl_next_value(const struct pl_pieces *pieces, struct pl_spot from);

/*
 * Whether the bound's last part of a timestamp is written with its first
 * value, as 2024-04-01: the end of a range that leaves that instant out.
 */
bool pl_fit_is_first_instant(const struct pl_pieces *bound, const struct pl_reach *reach, const struct pl_fit *fit);

/*
 * A key that goes on where the bound ends or leaves it: the bound's own bytes,
 * then 0 for digits, <name> for other values. NUL-terminated.
 */
struct pl_str pl_fit_example(struct pl_arena *arena, const struct pl_pieces *bound, const struct pl_pieces *key,
			     const struct pl_fit *fit);

#endif
