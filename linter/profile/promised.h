/* SPDX-License-Identifier: Apache-2.0 */
/* From declared keys to what rules judge: their fields and entities, the declared half of each. */
#ifndef PL_PROFILE_PROMISED_H
#define PL_PROFILE_PROMISED_H

#include "linter/profile/declared.h"
#include "linter/profile/field.h"

/*
 * Makes the field of every value of layouts that are not open, and calls `add` for it, from the left; kind, number and what was
 * observed are for `add` to fill in.
 */
void pl_promised_fields(struct pl_arena *arena, const struct pl_keys *keys, struct pl_declared_keys *declared,
			void (*add)(void *ctx, struct pl_branch *branch), void *ctx);

/* Makes the entity of every layout that is not open, in the order of the file, and tells the fields; afterwards layout->made. */
void pl_promised_entities(struct pl_arena *arena, const struct pl_keys *keys, struct pl_declared_keys *declared);

/* The template up to and including a branch, `*` in place of each value. */
struct pl_str pl_promised_path(struct pl_arena *arena, const struct pl_branch *branch);

#endif
