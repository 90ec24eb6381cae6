/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Generalising a finished trie, from the top: which children of a node are one
 * column of values. A pure function of the trie.
 *
 *     COMMIT#  hex 3f2a91c, digits 1234567, word "abcdefa"   one column of hashes
 *     STATE#   words "MA", "AK", "TX"                        one column of words
 *     front    words "ORDER", "USER"                         labels
 */
#ifndef PL_PROFILE_LEARN_H
#define PL_PROFILE_LEARN_H

#include "linter/profile/trie.h"

/*
 * Generalises in place. Partitions whose keys have the same shapes then begin
 * at one node; others are kept apart, for what a word is may differ.
 */
void pl_learn(struct pl_trie *trie);

#endif
