/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lexing keys that are like keys seen before. Most keys of a table differ from
 * some key before them in nothing but their digits:
 *
 *     0001436889#0000001721166797#p_48240
 *     0000769308#0000001722358620#p_85340      the same skeleton: 0000000000#0000000000000000#p_00000
 *
 * and what they are made of mostly does not depend on which digits these are
 * (pl_lexed.by_classes). The answer for such a key is at hand, and finding it
 * costs a tenth of lexing. It is the same as pl_lex() gives, always: this saves
 * time and nothing else.
 */
#ifndef PL_KEY_ALIKE_H
#define PL_KEY_ALIKE_H

#include "linter/key/lex.h"

enum {
	PL_ALIKES = 64,     /* skeletons remembered, by hash: a power of two */
	PL_ALIKE_LEN = 128, /* longer keys are lexed anew each time */
};

struct pl_alike {
	struct pl_str key; /* in `bytes`; empty: none yet */
	uint64_t hash;     /* of the skeleton and the length */
	uint64_t skeleton[PL_ALIKE_LEN / 8];
	char bytes[PL_ALIKE_LEN];
	struct pl_lexed lexed;
};

/* For one thread; zeros are a good start. Freed by whoever allocated it. */
struct pl_alikes {
	int debt; /* grows with each key that was looked up in vain; below 0: as many are lexed without a look */
	uint64_t likes; /* the greatest pl_lexed.like so far */
	struct pl_lexed other; /* of a key that is not remembered */
	struct pl_alike of[PL_ALIKES];
};

/*
 * Lexes `key`. The result is good until the next call and as long as the key's
 * bytes are; the texts of its words have the key's bytes but may lie elsewhere.
 */
const struct pl_lexed *pl_lex_alike(struct pl_alikes *alikes, struct pl_str key);

#endif
