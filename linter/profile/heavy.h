/* SPDX-License-Identifier: Apache-2.0 */
/* Which partitions hold the most items, and about how many bytes these take (struct pl_heavy). */
#ifndef PL_PROFILE_HEAVY_H
#define PL_PROFILE_HEAVY_H

#include "linter/profile/inside.h"
#include "linter/profile/observe.h"

/*
 * Fills `heaviest` and `bytes` of `keys`, which are those of `column`; the places of examples are
 * left for `places`. A partition of which the sample has no item stays unnamed and is left out.
 */
void pl_heaviest_of(struct pl_arena *arena, const struct pl_profile *profile, const struct pl_column *column,
		    struct pl_keys *keys, pl_unplaced_list *places);

#endif
