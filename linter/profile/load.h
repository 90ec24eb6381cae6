/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the items of a table or index spread over its partitions: a counter for
 * each of 2^14 classes of partitions, by hash. A partition that holds a twentieth
 * of all items is alone in its class but for a few ten-thousandths; what it is
 * called and how large its items are, the sample of items knows.
 *
 * Counters are sums, so it does not matter who counted what.
 */
#ifndef PL_PROFILE_LOAD_H
#define PL_PROFILE_LOAD_H

#include "linter/base/base.h"

enum { PL_LOAD_BITS = 14, PL_LOAD_CLASSES = 1 << PL_LOAD_BITS };

struct pl_load {
	uint64_t *items; /* by the first bits of the partition's hash; NULL: none yet */
};

static inline unsigned pl_load_class(uint64_t hash)
{
	return (unsigned)(hash >> (64 - PL_LOAD_BITS));
}

void pl_load_add(struct pl_load *load, uint64_t hash, uint64_t items);

/* Adds the counts of `from`, which is released. */
void pl_load_merge(struct pl_load *into, struct pl_load *from);
void pl_load_release(struct pl_load *load);

/*
 * The classes of most items, at most `max`, the greatest first: those that hold more than a
 * twentieth of all items beyond what the others hold on the average. How many.
 */
struct pl_load_class_count {
	unsigned class;
	double items; /* beyond that average: about those of one partition */
};
size_t pl_load_greatest(const struct pl_load *load, struct pl_load_class_count *out, size_t max);

#endif
