/* SPDX-License-Identifier: Apache-2.0 */
/* From the statistics of a column to what rules read of it (struct pl_observed). */
#ifndef PL_PROFILE_OBSERVE_H
#define PL_PROFILE_OBSERVE_H

#include "linter/base/arena.h"
#include "linter/profile/field.h"
#include "linter/profile/specimen.h"
#include "linter/profile/stats.h"

/* A witness whose keys are still without their places: of one key both are the same. */
struct pl_unplaced {
	struct pl_witness *witness;
	struct {
		uint32_t file;
		uint64_t place;
	} first, second;
};
typedef PL_VEC(struct pl_unplaced) pl_unplaced_list;

/* An example as a witness in `*out`, which stays where it is; its places are left for `places`. */
void pl_observe_specimen(struct pl_arena *arena, const struct pl_specimen *specimen, struct pl_witness *out,
			pl_unplaced_list *places);

/* The marks of a column, by mark; in `arena`. */
struct pl_marked *pl_observe_marks(struct pl_arena *arena, const struct pl_stats *stats, pl_unplaced_list *places);

/*
 * Fills `out`, all but `reference`, `rising`, `least_gap` and `proof`; what it
 * points to is copied to `arena`.
 */
void pl_observe(struct pl_arena *arena, enum pl_kind kind, struct pl_stats *stats, struct pl_observed *out,
		pl_unplaced_list *places);

/* The widths of the digits in a column of another kind. */
void pl_observe_widths(struct pl_arena *arena, const struct pl_stats *stats, struct pl_observed *out);

/* Whether the spellings alone prove that byte order is value order. */
bool pl_observed_in_order(enum pl_kind kind, const struct pl_observed *observed);

#endif
