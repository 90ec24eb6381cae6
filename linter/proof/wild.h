/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A bound's template as what any choice of its values can give:
 *
 *     EVT#<day>T      literal "EVT#", one byte or more, literal "T"
 */
#ifndef PL_PROOF_WILD_H
#define PL_PROOF_WILD_H

#include "linter/schema/range.h"

struct pl_wild {
	const struct pl_str *literal; /* nvalues + 1 of them, some empty; a value between each two */
	size_t nvalues;
};

/* The pieces in front of a spot. The texts are copies in `arena`. */
struct pl_wild pl_wild_of(struct pl_arena *arena, const struct pl_pieces *pieces, struct pl_spot until);

/* Whether the bytes, or with `prefix` their beginning, can be given. */
bool pl_wild_gives(const struct pl_wild *wild, struct pl_str bytes, bool prefix);

#endif
