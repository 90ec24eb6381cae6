/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Vocabularies: which words stand at a place, labels and values alike, as long
 * as the trie tells them apart.
 */
#ifndef PL_PROFILE_WORDS_H
#define PL_PROFILE_WORDS_H

#include "linter/profile/observe.h"
#include "linter/profile/spot.h"

typedef PL_VEC(struct pl_vocabulary) pl_vocabulary_list;

/*
 * Adds the vocabularies of the places below `spot`, of keys of `attribute`.
 * All they hold is copied to `arena`.
 */
void pl_words_below(struct pl_arena *arena, const struct pl_spot *spot, struct pl_str attribute,
		    pl_vocabulary_list *out, pl_unplaced_list *places);

#endif
