/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The model: what the counted shapes mean. A pure function of the finished
 * profile: id columns absorb their look-alikes, digit columns become numbers,
 * epochs, dates or codes, words become labels or values, and the places that
 * hold values become fields.
 */
#ifndef PL_PROFILE_MODEL_H
#define PL_PROFILE_MODEL_H

#include "linter/key/lex.h"
#include "linter/profile/declared.h"
#include "linter/profile/observe.h"
#include "linter/profile/profile.h"
#include "linter/schema/schema.h"

struct pl_model {
	struct pl_keys **keys;      /* the table, then its indexes that have keys, sort attribute by sort attribute */
	size_t nkeys;
	struct pl_field **fields;   /* all fields of all sort keys; number = index */
	size_t nfields;
	struct pl_field **partition_fields; /* likewise of all partition keys */
	size_t npartition_fields;
	struct pl_unplaced *unplaced; /* examples, whose places only the source can name */
	size_t nunplaced;
	struct pl_model_state *state; /* the tries, for pl_model_locate() */
};

/*
 * Makes the model. `profile` is used up but must stay until the model is no
 * longer asked; what is made lives in `arena`. `use[i]` says which indexes of
 * the profile count (well-known pairs that turned out absent do not).
 * Each field gets its pl_observed with a proof of state PL_O_UNKNOWN, or
 * PL_O_ENCODING when its encodings alone prove its order.
 */
struct pl_model *pl_model_make(struct pl_arena *arena, struct pl_profile *profile, const struct pl_table *table,
			       const bool *use);

/*
 * The model of what is declared alone: all tables of a schema, without a dump.
 * Nothing is observed; of the functions below none may be asked.
 */
struct pl_model *pl_model_promise(struct pl_arena *arena, const struct pl_schema *schema);

/* The same objects, to be completed by the proof; NULL: no key of the dump has the field. */
struct pl_observed *pl_model_observed(struct pl_model *model, const struct pl_field *field);
struct pl_proof *pl_model_proof(struct pl_model *model, const struct pl_field *field);

/* A part of a date in keys, and how coarse it is: the year is 1, the finer the more. */
struct pl_date_part {
	const struct pl_field *field;
	unsigned rank;
};

/*
 * Fields of model->keys[i], as they stand in its keys, hold a date with a finer part in front of a coarser one: sets
 * pl_observed.fine_first of each. Before the examples are placed.
 */
void pl_model_date(struct pl_arena *arena, struct pl_model *model, size_t i, const struct pl_date_part *parts, size_t n);

/*
 * How sort keys are composed: other attributes whose values, joined by the separator
 * and behind the prefix, are the key in at least 99 % of the sampled items.
 *
 *     ORD#A17#2026-06-23     "ORD#" customer # day
 *     A172026-06-23          customer day, without a separator
 *     ann#0001               name # and more, which no attribute gives: open
 */
enum { PL_MAX_COMPOSITE = 4 };
struct pl_composite {
	struct pl_str names[PL_MAX_COMPOSITE]; /* live as long as the model */
	size_t n;             /* 2 to 4, open ones from 1 on; 0: not known */
	struct pl_str prefix; /* with its separator behind it; empty: none */
	char sep;             /* 0: the values stand side by side */
	bool open;            /* more follows behind another separator; known only where some value holds the separator */
};
const struct pl_composite *pl_model_composite(const struct pl_model *model, size_t i);

/* A value in a key: bytes [from, to) of the sort key, and the field it belongs to. */
struct pl_place {
	const struct pl_field *field;
	uint32_t from, to;
};

/*
 * The fields of one key of model->keys[i], left to right; at most `max`. `said` of its item; NULL: nothing.
 * Safe to call from several threads once the model is made.
 */
size_t pl_model_locate(const struct pl_model *model, size_t i, struct pl_str pk, struct pl_str sk,
		       const struct pl_said *said, const struct pl_lexed *lexed, struct pl_place *places, size_t max);

/* The same for a partition key, whose fields are numbered apart. */
size_t pl_model_locate_partition(const struct pl_model *model, size_t i, const struct pl_lexed *lexed,
				 struct pl_place *places, size_t max);

/*
 * The declared layout that a key of model->keys[i] fits, and its values; NULL: none, or nothing is
 * declared. Likewise safe.
 */
const struct pl_layout *pl_model_layout(const struct pl_model *model, size_t i, struct pl_str pk, struct pl_str sk,
					const struct pl_said *said,
					struct pl_declared_value values[static PL_DECLARED_VALUES], size_t *count);

/*
 * Whether all keys of the lex of `lexed` have the same fields at the same bytes, whatever their partition: then
 * it is enough to locate one of them.
 */
bool pl_model_locates_alike(const struct pl_model *model, size_t i, const struct pl_lexed *lexed);

/* The field a record's tag names; NULL: a key without values, or of an index that does not count. */
const struct pl_field *pl_model_field_of(const struct pl_model *model, uint32_t tag);

/* The keys object a record's tag belongs to, NULL when its index does not count. */
struct pl_keys *pl_model_keys_of(const struct pl_model *model, uint32_t tag);

#endif
