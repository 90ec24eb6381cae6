/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The least of many rows or pairs of rows: by length of both keys together,
 * then partition, first key, second key, and last by where they were read. It
 * does not depend on the order in which they come.
 */
#ifndef PL_PROOF_LEAST_H
#define PL_PROOF_LEAST_H

#include "linter/base/buf.h"
#include "linter/input/input.h"
#include "linter/proof/answer.h"
#include "linter/proof/ranges.h"

/* Zeros: none yet. */
struct pl_least {
	bool some;
	struct pl_buf partition, first, second;
	struct pl_witness_origins at;
};

/* One key is given twice. */
struct pl_least_pair {
	struct pl_str partition, first, second;
	struct pl_witness_origins at;
};

void pl_least_release(struct pl_least *least);
void pl_least_keep(struct pl_least *least, const struct pl_least_pair *pair);
void pl_least_merge(struct pl_least *into, const struct pl_least *from);
/* Places are made from `source`; NULL: they stay empty. */
void pl_least_finish(const struct pl_least *least, struct pl_arena *arena, const struct pl_source *source,
		     struct pl_witness *out);

#endif
