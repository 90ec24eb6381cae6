/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Proof: what sorted records say about order, duplicates and ties.
 *
 * Pass 1 leaves one 20-byte record a key (profile.h). pl_proof_records() walks
 * them and settles the common case, a last value that never shares its range.
 * What is still open and wanted by a rule is walked in pass 2, where the keys
 * are read again: pl_walk_*.
 */
#ifndef PL_PROOF_PROOF_H
#define PL_PROOF_PROOF_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/input/input.h"
#include "linter/key/same.h"
#include "linter/profile/model.h"
#include "linter/proof/asking.h"
#include "linter/proof/sorter.h"

/*
 * Walks the records of pass 1 and fills, in the model:
 *  - observed.last_everywhere, least_gap; observed.ranges exactly where every
 *    key of the field has it last;
 *  - proof.state = PL_O_ALONE where no range holds two different values;
 *  - keys.duplicate.keys/groups (candidates: by hash, to be checked in pass 2)
 *    for the table, keys.ties for indexes.
 */
void pl_proof_records(struct pl_model *model, struct pl_sorter *records);

/* What pass 2 has to look into. */
struct pl_walk;

struct pl_walk_options {
	unsigned threads;
	size_t run_bytes; /* of each thread's sorter */
	const char *tmpdir;
};

/* Asks for nothing yet. */
struct pl_walk *pl_walk_new(struct pl_arena *arena, struct pl_model *model,
			    const struct pl_walk_options *options);

/* The ranges of `field` are to be walked. */
void pl_walk_field(struct pl_walk *walk, const struct pl_field *field);
/* The table's keys that stand twice are to be checked byte by byte. */
void pl_walk_duplicates(struct pl_walk *walk);
/*
 * Keys of an index (or the table) that are equal though the attributes they
 * are composed of (pl_model_composite) differ are to be found. Only rows whose
 * attributes do compose their key count: drifted attributes are no collision.
 */
void pl_walk_collisions(struct pl_walk *walk, const struct pl_keys *keys);
/*
 * Rows whose sort key is what its sources give while one of these holds the
 * separator are to be counted (pl_keys.holders).
 */
void pl_walk_holders(struct pl_walk *walk, const struct pl_keys *keys);
/*
 * Keys of one partition that are one value written in several ways are to be
 * found (pl_observed.twins, pl_keys.twins): by the values of `field`, or, NULL,
 * by the form of the text between values. Keys are compared whole. A field of
 * partition keys asks for partition keys that are one.
 */
void pl_walk_twins(struct pl_walk *walk, const struct pl_keys *keys, const struct pl_field *field, enum pl_same same);
/*
 * A declared query that can be asked is to be held against the keys. What is
 * returned is filled by pl_walk_finish() and lives in the arena.
 */
const struct pl_answer *pl_walk_query(struct pl_walk *walk, const struct pl_ask *ask);
/* False: nothing was asked for, pass 2 is not needed. */
bool pl_walk_wanted(const struct pl_walk *walk);

/*
 * The attributes pass 2 needs of each item, in the order items are to have them. Nothing can be
 * asked for after it.
 */
size_t pl_walk_attributes(struct pl_walk *walk, struct pl_str names[PL_MAX_WANTED]);
/* One item, on thread `thread`; items of different threads may come at once. */
void pl_walk_add(struct pl_walk *walk, unsigned thread, const struct pl_item *item);
/*
 * Sorts, walks, and completes the proofs in the model; `source` turns places
 * into text for witnesses (NULL: they stay empty). The walk is used up.
 */
void pl_walk_finish(struct pl_walk *walk, const struct pl_source *source);

#endif
