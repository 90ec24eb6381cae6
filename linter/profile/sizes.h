/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How long keys are, where that is near to what DynamoDB takes or beyond it.
 * Nearly all keys are of an ordinary size, which two comparisons tell.
 */
#ifndef PL_PROFILE_SIZES_H
#define PL_PROFILE_SIZES_H

#include "linter/input/input.h"
#include "linter/profile/observe.h"
#include "linter/profile/specimen.h"

struct pl_size_count {
	uint64_t keys;
	struct pl_specimen least; /* the shortest, then the least */
};

/* Of the partition or the sort key of one table or index. */
struct pl_sizes {
	unsigned limit;           /* bytes that DynamoDB takes at most */
	size_t longest;           /* of those that are near to it or beyond */
	struct pl_size_count of[PL_SIZES];
};

/* Whether a text of so many bytes is neither empty nor near the limit: 0 less 1 is greater than all. */
static inline bool pl_size_is_ordinary(size_t len, unsigned limit)
{
	return len - 1 < limit * 4 / 5;
}

/* Counts a key that is of no ordinary size. Of binary keys the bytes count that the text stands for, numbers never. */
void pl_sizes_add(struct pl_sizes *sizes, const struct pl_attr *attr, const struct pl_sighting *sighting);

/* Adds the counts of `from`, which is released. */
void pl_sizes_merge(struct pl_sizes *into, struct pl_sizes *from);
void pl_sizes_release(struct pl_sizes *sizes);

/* As rules see them; the places of examples are left for `places`. `sort`: they are sort keys. */
void pl_sizes_observe(struct pl_arena *arena, const struct pl_sizes *sizes, bool sort, struct pl_sized out[PL_SIZES],
		      pl_unplaced_list *places);

#endif
