/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bottom-k sketches: the members of a set that have the least hashes.
 *
 *     all hashes seen   |·  ·· ·   ·  ·|·   ·     ·  ·  ·    |
 *                       0              ^ bound               2^64
 *     kept              |·  ·· ·   ·  ·|
 *
 * Every member whose hash is below `bound` is kept, since it first appeared;
 * that makes counters of kept members exact, the count of members exact until
 * something is dropped and an estimate afterwards, and the union of two
 * sketches the sketch of the union. What is kept does not depend on the order
 * of members.
 *
 * A sketch may carry a value with each member: the first value seen with it,
 * whose lowest bit says that a different one was seen later.
 *
 * Kept in an open-addressing table of hashes (0 marks a free slot); memory
 * grows from nothing with the members, up to about 1.6 k slots.
 */
#ifndef PL_PROFILE_SKETCH_H
#define PL_PROFILE_SKETCH_H

#include "linter/base/base.h"

struct pl_sketch {
	uint64_t *hash;   /* `cap` slots, a power of two; NULL while empty */
	uint64_t *value;  /* parallel; NULL when members carry none */
	uint64_t bound;   /* members at or above were dropped; UINT64_MAX: none was */
	uint32_t len, cap;
	uint32_t k;
	bool valued;
};

void pl_sketch_init(struct pl_sketch *sketch, unsigned k, bool valued);
void pl_sketch_release(struct pl_sketch *sketch);

/* Adds a member that is below the bound; pl_sketch_add() asks that first. */
void pl_sketch_insert(struct pl_sketch *sketch, uint64_t hash, uint64_t value);

static inline void pl_sketch_add(struct pl_sketch *sketch, uint64_t hash, uint64_t value)
{
	if (hash < sketch->bound)
		pl_sketch_insert(sketch, hash, value);
}

bool pl_sketch_has(const struct pl_sketch *sketch, uint64_t hash);

/* `into` becomes the sketch of the union; `from` stays. */
void pl_sketch_merge(struct pl_sketch *into, const struct pl_sketch *from);

/* Drops all but the k least: the one state that a set of members has. */
void pl_sketch_trim(struct pl_sketch *sketch);

/* How many members the set has; `*estimated` is set when some were dropped. */
double pl_sketch_count(struct pl_sketch *sketch, bool *estimated);

/* How many of them came with two different values. */
double pl_sketch_several(struct pl_sketch *sketch, bool *estimated);

/* The kept hashes, least first; `out` has room for `max`. Returns how many. */
size_t pl_sketch_sorted(struct pl_sketch *sketch, uint64_t *out, size_t max);

#endif
