/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declared queries against the keys of a dump, in pass 2.
 *
 *     row ──> layout, values ──> in the range?  ──> counted: sums and least rows, by thread
 *                                 prefix, latest ──> noted: groups come back sorted
 *
 * Rows are counted as they come where one row says all. What two rows of one
 * partition say together (DEVICE#1 beside DEVICE#10; the last row of all) goes
 * through the walk's notes. Memory does not grow with the rows.
 */
#ifndef PL_PROOF_ASKING_H
#define PL_PROOF_ASKING_H

#include "linter/profile/declared.h"
#include "linter/proof/answer.h"
#include "linter/proof/note.h"
#include "linter/schema/range.h"

/* A declared query. All of it must outlive the walk. */
struct pl_ask {
	const struct pl_keys *keys; /* what it reads */
	const struct pl_schema_query *query;
	const struct pl_expression *expression;
	const struct pl_range *range;
};

/* Whether the keys can be asked: those of the query's own index, strings, one attribute each. */
bool pl_ask_is_possible(const struct pl_ask *ask);

struct pl_asking;

/* Subjects of a query's notes: PL_SUBJECT_QUERIES + PL_ASKING_SUBJECTS · number + one of these. */
enum { PL_ASKING_PREFIX, PL_ASKING_LATEST, PL_ASKING_SUBJECTS };

struct pl_asking *pl_asking_new(struct pl_arena *arena, const struct pl_ask *ask, uint32_t number, unsigned threads);
void pl_asking_release(struct pl_asking *asking);

/* A row as the walk reads it; its layout (NULL: it fits none) and the values in it, left to right. */
struct pl_asked_row {
	struct pl_str pk, sk;
	struct pl_origin at;
	const struct pl_layout *layout;
	const struct pl_declared_value *values;
	size_t nvalues;
};

/* Not safe between threads of one number. */
void pl_asking_add(struct pl_asking *asking, unsigned thread, const struct pl_asked_row *row, struct pl_notes *notes);

/* A note of the query, as sorted; `next`: it begins a group. Then the end of that group. */
void pl_asking_take(struct pl_asking *asking, const struct pl_note *note, bool next);
void pl_asking_end(struct pl_asking *asking);

/* After all rows and notes. The places of the witnesses are made from `source`; NULL: they stay empty. */
void pl_asking_finish(struct pl_asking *asking, const struct pl_source *source, struct pl_answer *out);

#endif
