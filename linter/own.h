/* SPDX-License-Identifier: Apache-2.0 */
/* Rules that a configuration makes of the user's own patterns: what they say of themselves, and what they report. */
#ifndef PL_OWN_H
#define PL_OWN_H

#include "linter/config.h"

/* Fills the texts of its rule from what was read; `path` is the file it stands in. */
void pl_own_complete(struct pl_arena *arena, struct pl_own *own, const char *path);

/* Reports what it showed of the keys of a table or index; false: it was tried on none of them. */
bool pl_own_judge(struct pl_cx *cx, const struct pl_own *own, const struct pl_keys *keys);

#endif
