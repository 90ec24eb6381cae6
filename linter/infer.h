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
#include "linter/input/input.h"

/* Key attributes and what most of their values are: 'S', 'N', 'B'; 0: not known. */
struct pl_infer_types {
	const struct pl_attribute *keys; /* no name twice */
	size_t n;
};

/* A schema that is being written. */
struct pl_infer;

/*
 * Begins one, in `arena`. `result` is that of a run over a dump without a
 * schema; `types` (or NULL) tell what no description says. Both have to outlive it.
 */
struct pl_infer *pl_infer_new(struct pl_arena *arena, const struct pl_result *result, const struct pl_infer_types *types);
void pl_infer_release(struct pl_infer *infer);

/* Adds the file to `out`. */
void pl_infer_write(struct pl_infer *infer, struct pl_buf *out);

/*
 * Compares what was told of the same dump with the schema as it was written
 * last. What it hides or adds is taken back: the values that are concerned
 * become unknown ones, at last all. False: nothing differs.
 */
bool pl_infer_mend(struct pl_infer *infer, const struct pl_result *checked);

/*
 * What rows tell besides: how partition keys and keys of indexes are composed in each kind of item, and which attributes
 * values may be called by. `schema` is the text that was written last, `names` are the key attributes that the
 * items are read with, each once.
 */
struct pl_infer_rows;
struct pl_infer_rows *pl_infer_rows_new(struct pl_infer *infer, struct pl_str schema, const struct pl_attribute *names, size_t nnames);
void pl_infer_rows_add(struct pl_infer_rows *rows, const struct pl_item *item);
/* From here on it is written, too; what `rows` held is freed. */
void pl_infer_rows_end(struct pl_infer_rows *rows);

/* As pl_infer_mend(), of what rows told alone: what hides or adds something is no longer written. */
bool pl_infer_take_back(struct pl_infer *infer, const struct pl_result *checked);

/*
 * Adds a YAML scalar, quoted where it would be read as something else. `flow`:
 * inside {} or []. The bytes have to be UTF-8.
 */
void pl_infer_scalar(struct pl_buf *out, struct pl_str text, bool flow);

#endif
