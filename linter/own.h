/* SPDX-License-Identifier: Apache-2.0 */
/* Rules that a configuration makes of the user's own patterns: what they say of themselves, and what they report. */
#ifndef PL_OWN_H
#define PL_OWN_H

#include "linter/config.h"

/* Fills the texts of its rule from what was read. */
void pl_own_complete(struct pl_arena *arena, struct pl_own *own);

/* Reports what it showed of the keys of a table or index; false: it was tried on none of them. */
bool pl_own_judge(struct pl_cx *cx, const struct pl_own *own, const struct pl_keys *keys);

/* What to tell when it was tried on no key of these, though it is meant for their table; NULL: nothing. */
const char *pl_own_idle(struct pl_cx *cx, const struct pl_own *own, struct pl_keys *const *keys, size_t nkeys);

#endif
