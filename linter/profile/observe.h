/* SPDX-License-Identifier: Apache-2.0 */
/* From the statistics of a column to what rules read of it (struct pl_observed). */
#ifndef PL_PROFILE_OBSERVE_H
#define PL_PROFILE_OBSERVE_H

#include "linter/base/arena.h"
#include "linter/profile/field.h"
#include "linter/profile/stats.h"

/*
 * Fills `out`, all but `reference`, `rising`, `least_gap` and `proof`; what it
 * points to is copied to `arena`.
 */
void pl_observe(struct pl_arena *arena, enum pl_kind kind, struct pl_stats *stats, struct pl_observed *out);

/* Whether the spellings alone prove that byte order is value order. */
bool pl_observed_in_order(enum pl_kind kind, const struct pl_observed *observed);

#endif
