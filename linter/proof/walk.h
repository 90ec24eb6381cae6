/* SPDX-License-Identifier: Apache-2.0 */
/* What is known of a walk inside this room: it is asked in walk.c and finished in finish.c. */
#ifndef PL_PROOF_WALK_H
#define PL_PROOF_WALK_H

#include "linter/base/buf.h"
#include "linter/profile/specimen.h"
#include "linter/proof/asking.h"
#include "linter/proof/note.h"
#include "linter/proof/proof.h"

/* What is wanted of one table or index. */
struct pl_walk_keys {
	bool fields; /* some of its fields */
	bool collisions, holders;
	bool twins; /* by the values of some of its fields … */
	bool forms; /* … or by the form of its text */
	bool partitions; /* likewise of partition keys */
	bool queries; /* some query reads it */
	size_t pk, sk; /* where its attributes stand in the items; sk SIZE_MAX: it has none */
	const struct pl_seats *seats; /* of an index of several attributes; NULL: those two are all */
	size_t sources[PL_MAX_COMPOSITE]; /* likewise the attributes its sort key is composed of */
	size_t nsources;
	struct pl_str prefix;
	char separator;
	bool open; /* more may follow behind a separator */
};

/* Rows of one composite; of one thread, then of all. */
struct pl_composed {
	uint64_t rows; /* whose key is what its sources give */
	uint64_t held[PL_MAX_COMPOSITE]; /* of those, rows whose source holds the separator */
	struct pl_specimen least[PL_MAX_COMPOSITE];
};

/* A query that is asked, and where its answer goes. */
struct pl_walk_query {
	struct pl_asking *asking;
	struct pl_answer *answer;
	size_t keys; /* number in model->keys */
};

/* What one thread collects; NULL until it meets its first item. */
struct pl_walk_thread;

struct pl_walk {
	struct pl_arena *arena;
	struct pl_model *model;
	struct pl_walk_options options;
	bool *fields; /* by number: wanted */
	enum pl_same *same; /* by number: how its values can be equal */
	enum pl_same *partition_same; /* the same of fields of partition keys */
	const struct pl_rare **rare; /* by number: which values may be written in two ways; NULL: any */
	bool duplicates;
	bool planned;		   /* `names` and the places in `keys` are settled */
	struct pl_walk_keys *keys; /* as model->keys */
	PL_VEC(struct pl_walk_query) queries; /* number in its notes = index */
	struct pl_str names[PL_MAX_WANTED];
	size_t nnames;
	unsigned matched[PL_MAX_MATCHED]; /* where the schema's `matched` stand among them */
	struct pl_walk_thread **threads;
};

static inline bool pl_walk_wants_twins(const struct pl_walk_keys *wanted)
{
	return wanted->twins || wanted->forms;
}

/* What all threads counted of composites, one for each of model->keys; added to `out`. */
void pl_walk_composed(struct pl_walk *walk, struct pl_composed *out);

/* The notes of all threads in one sorter; the threads are needed to read them. */
struct pl_sorter *pl_walk_notes(struct pl_walk *walk);

/* Ends the threads, when no note is read any more. */
void pl_walk_release(struct pl_walk *walk);

#endif
