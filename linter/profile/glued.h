/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys that are two in one.
 *
 *     ORDER#17ORDER#18     both ORDER#17 and ORDER#18 look like keys that there are
 *
 * A key is split where a label begins behind a letter or digit; it is glued
 * when each half has its label, the same separator, and goes where keys go
 * that other rows have. In ROLE#SUPERUSER#17 nothing says that a label begins.
 */
#ifndef PL_PROFILE_GLUED_H
#define PL_PROFILE_GLUED_H

#include "linter/profile/trie.h"

struct pl_halves {
	struct pl_str left, right; /* labels, in the key */
	uint64_t common;           /* keys that are like the half of which there are fewer */
};

/* A half that fewer keys are like may be one by chance. */
enum { PL_GLUED_COMMON = 10 };

/*
 * Whether the key is two of which PL_GLUED_COMMON others are like each; `start` is where keys of its partition begin in
 * the trie, which is that of `sep` and finished.
 */
bool pl_glued_halves(const struct pl_trie *trie, struct pl_node *start, char sep, struct pl_str key,
		     struct pl_halves *out);

#endif
