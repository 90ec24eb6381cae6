/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pass 1: counting what keys look like, in memory that does not grow with them.
 *
 * A profile belongs to one thread. Everything in it can be merged, and the
 * result does not depend on the order of keys or on how they were split
 * between profiles: counts are sums, samples are the k least by hash, and the
 * limits of the trie are monotone in the keys seen (docs/design/shapes.md).
 *
 * For each index there are two tries of shapes: sort keys (the first step is
 * the partition key's label) and partition keys.
 */
#ifndef PL_PROFILE_PROFILE_H
#define PL_PROFILE_PROFILE_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/input/input.h"
#include "linter/profile/field.h"
#include "linter/schema/table.h"

/*
 * Limits of the engine. Tests make them tiny; the defaults are engine.md's.
 * Two profiles that are merged must have the same limits.
 */
struct pl_limits {
	unsigned first_words;   /* 256: literals at the first segment */
	unsigned lone_words;    /* 64: … when that segment is also the last */
	unsigned words;         /* 16: literals in other segments */
	unsigned masks;         /* 16: masks of one signature */
	unsigned signatures;    /* 16: mask signatures in a node, else text */
	unsigned literals;      /* 4096: product of literal groups along a path */
	unsigned paths;         /* 1024: class paths of one length */
	unsigned depth;         /* 10: segments told apart */
	unsigned sketch;        /* 1024: entries of a bottom-k sketch */
	unsigned items;         /* 256: items sampled */
};
extern const struct pl_limits pl_default_limits;

/*
 * One key in 20 bytes, for the sorter: the range of its last value, that value
 * in an order that serves neighbours, and which field it is.
 *
 *     range  H64(index, partition, bytes before the last value)
 *     value  a timestamp at the end of the key: its instant in nanoseconds,
 *            biased to unsigned; else H64 of the bytes from the value on
 *     tag    names the trie node and slot, see pl_model_field_of()
 */
struct pl_record {
	uint64_t range, value;
	uint32_t tag;
};

struct pl_profile;
struct pl_schema_table; /* schema/schema.h */

/*
 * What is counted apart: tables and indexes, and each string attribute that an
 * index of several sort attributes is sorted by (struct pl_sorting).
 */
enum { PL_MAX_COLUMNS = 64 };

/*
 * A profile for `nindexes` tables or indexes (indexes[0] is a table). `thread`
 * is below 256 and different for profiles that will be merged. An index of
 * several attributes for which there is no room is left out.
 */
struct pl_profile *pl_profile_new(const struct pl_index *indexes, size_t nindexes,
				  const struct pl_limits *limits, unsigned thread);
void pl_profile_free(struct pl_profile *profile);

/*
 * Keys that fit the templates of `table` are counted as what they are declared
 * to be. Before the first item; its indexes are those of the profile that have
 * their names and attributes. `table` must outlive the profile.
 */
void pl_profile_declare(struct pl_profile *profile, const struct pl_schema_table *table);

/*
 * Tries these patterns on the keys of the columns they are about. Before the
 * first item; the specs must outlive the profile and what is made of it. What
 * `table` of a spec says has been looked at by the caller.
 */
struct pl_watch_spec; /* watch.h */
void pl_profile_watch(struct pl_profile *profile, const struct pl_watch_spec *const *specs, size_t nspecs);

/*
 * Attributes the profile needs of each item, in the order pl_profile_add()
 * wants them: no name twice. At most PL_MAX_WANTED.
 */
size_t pl_profile_attributes(const struct pl_profile *profile, struct pl_str names[PL_MAX_WANTED]);

/*
 * Counts one item. For each index the item is in, and whose sort key is a
 * string, one record is written to `records` (room for PL_MAX_COLUMNS);
 * returns how many.
 */
size_t pl_profile_add(struct pl_profile *profile, const struct pl_item *item, struct pl_record *records);

/* Adds `from` to `into`; `from` is empty afterwards but its tags stay good. */
void pl_profile_merge(struct pl_profile *into, struct pl_profile *from);

/* Items seen, and of those the ones that are in index `i` (have all its key attributes with a usable type). */
uint64_t pl_profile_items(const struct pl_profile *profile);
uint64_t pl_profile_keys(const struct pl_profile *profile, size_t i);

/* Items that have all its key attributes, of whatever type. */
uint64_t pl_profile_whole(const struct pl_profile *profile, size_t i);

/* Whether index `i` is counted: only one of several attributes may not be. */
bool pl_profile_has(const struct pl_profile *profile, size_t i);

/* Attributes that at least 99 % of the sampled items have with type S, N or B: candidates for keys, sorted. */
size_t pl_profile_candidates(const struct pl_profile *profile, struct pl_arena *arena, struct pl_str *names, size_t max);

#endif
