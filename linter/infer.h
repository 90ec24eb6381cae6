/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A keys.yaml from what a run showed: the text a person would begin with.
 *
 * Every key of the dump fits it, and what is wrong with the keys is as wrong
 * as before: it states what was seen and no more. What a dump cannot say
 * (maxima, whether anybody reads in that order) is left as TODO comments.
 */
#ifndef PL_INFER_H
#define PL_INFER_H

#include "linter/base/buf.h"
#include "linter/finding.h"

/* Key attributes and what most of their values are: 'S', 'N', 'B'; 0: not known. */
struct pl_infer_types {
	const struct pl_attribute *keys; /* no name twice */
	size_t n;
};

/*
 * Adds the file to `out`. `result` is that of a run over a dump without a
 * schema; `types` (or NULL) tell what no description
 * says.
 */
void pl_infer(struct pl_arena *arena, const struct pl_result *result, const struct pl_infer_types *types,
	      struct pl_buf *out);

/*
 * Adds a YAML scalar, quoted where it would be read as something else. `flow`:
 * inside {} or []. The bytes have to be UTF-8.
 */
void pl_infer_scalar(struct pl_buf *out, struct pl_str text, bool flow);

#endif
