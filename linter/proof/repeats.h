/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys that stand more than once, told byte by byte.
 *
 * Rows are fed with equal keys together: in byte order of key within one
 * partition; of one key, by what it was made from (`source`), then by where
 * it was read.
 */
#ifndef PL_PROOF_REPEATS_H
#define PL_PROOF_REPEATS_H

#include "linter/base/arena.h"
#include "linter/base/buf.h"
#include "linter/proof/ranges.h"

struct pl_repeats {
	bool by_source; /* a key counts only when it was made from different sources */
	uint64_t keys, groups;
	/* Rows of the key at hand. */
	struct pl_buf partition, key;
	uint64_t rows, source;
	unsigned seen; /* origins worth showing, up to 2: */
	struct pl_witness_origins at;
	/* The key to show: the shortest, then by partition and key. */
	struct pl_buf best_partition, best_key;
	struct pl_witness_origins best_at;
};

void pl_repeats_release(struct pl_repeats *repeats);
/* `next`: the row is of another partition (or type) than the one before. */
void pl_repeats_add(struct pl_repeats *repeats, bool next, struct pl_str partition,
		    struct pl_str key, uint64_t source, struct pl_origin at);
/* After the last row: fills all of `out` but the places. */
void pl_repeats_finish(struct pl_repeats *repeats, struct pl_arena *arena, struct pl_duplicate *out,
		       struct pl_witness_origins *origins);

#endif
