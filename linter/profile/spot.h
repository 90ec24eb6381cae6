/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Spots: the places of the keys of one attribute, all its tries together.
 *
 *     (root) ─┬─ "ORDER" ─# <time> ─# p_<number>
 *             ├─ "PROFILE"
 *             └─ <number> ─# …          also the <number> of keys that end there
 *
 * A spot is what stands left of it and itself: literals, or the class of a
 * column. Nodes of several tries (separators, partition labels) that say the
 * same are one spot; it owns their statistics, put together. A spot with
 * values becomes one field, or one for each value of its mask.
 */
#ifndef PL_PROFILE_SPOT_H
#define PL_PROFILE_SPOT_H

#include "linter/profile/trie.h"

/* What tells a spot from its siblings; also the order of siblings. */
enum pl_spot_rank {
	PL_SPOT_WORD,      /* a literal; `text` */
	PL_SPOT_WORDS,     /* a column of words */
	PL_SPOT_MASK,      /* a literal mask; `text` */
	PL_SPOT_MASKS,     /* masks that differ in one word; `text` is their signature */
	PL_SPOT_VALUE,     /* a column of one class */
};

/* A node, and the separator of its trie. */
struct pl_spot_node {
	char sep;
	struct pl_node *node;
};

struct pl_spot {
	struct pl_spot *parent;   /* NULL: the root */
	enum pl_spot_rank rank;
	enum pl_class class;
	struct pl_str text;
	char sep;                 /* in front of it; 0 at the front of the key */
	unsigned segment;         /* from 1; 0 the root */
	uint64_t keys, end, tail;
	PL_VEC(struct pl_spot_node) nodes;
	struct pl_stats *stats;   /* of each value */
	unsigned nvalues;         /* 0: a literal */
	enum pl_kind *kinds;      /* of each value */
	struct pl_stats *marks;   /* of a literal, marks alone; NULL: none */
	bool dates;               /* digits that are yyyymmdd or epochs in a column of times */
	struct pl_field **fields; /* of each value */
	struct pl_spot **children;
	size_t nchildren;
};

/*
 * The spots below the given start nodes; owned by `arena` but for what
 * pl_spot_release() frees. Takes the statistics out of the nodes.
 */
struct pl_spot *pl_spot_make(struct pl_arena *arena, const struct pl_limits *limits,
			     const struct pl_spot_node *starts, size_t nstarts);
void pl_spot_release(struct pl_spot *spot);

/*
 * The kind of each value, from the statistics of whole columns: digits become
 * dates or stay numbers, year, month and day side by side are date parts.
 */
void pl_spot_kinds(struct pl_arena *arena, struct pl_spot *root);

/* The only value of a column as text; empty when there are several, or one key alone. */
struct pl_str pl_stats_only(struct pl_stats *stats);

/* The key up to and including the spot, as reports print it: "EVT#<time>". */
struct pl_str pl_spot_shape(struct pl_arena *arena, const struct pl_spot *spot);

/* The same for fingerprints: literals and '*'. */
struct pl_str pl_spot_path(struct pl_arena *arena, const struct pl_spot *spot);

/* The nearest segment of words in front of the spot's; empty: none. */
struct pl_str pl_spot_segment_label(const struct pl_spot *spot);

/* What stands directly in front of the spot's segment, when it is words, or words and a number that never changes; empty: no. */
struct pl_str pl_spot_front_label(const struct pl_spot *spot);

/* The words that label a value of the spot; `*glued`: they stand in its segment. */
struct pl_str pl_spot_label(const struct pl_spot *spot, unsigned value, bool *glued);

/* Whether words follow the value in its segment: 12A, 7_audit_3; not S2E10, whose letter only joins. */
bool pl_spot_words_behind(const struct pl_spot *spot, unsigned value);

/* Whether letters that differ from key to key are glued behind the value: 298bek, 54jgcy. */
bool pl_spot_in_code(const struct pl_spot *spot, unsigned value);
/* Whether several do, in each key: 51ijga, 5ltvyb, but not 12a. */
bool pl_spot_in_word(const struct pl_spot *spot, unsigned value);

/* Whether the letters of its segments, all keys together, are lower case; asked before their statistics go. */
bool pl_spot_is_lower(const struct pl_spot *spot);

/* Whether least and greatest of each width are epochs, in whatever unit. */
bool pl_stats_epochs(const struct pl_stats *stats);

#endif
