/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The user's own patterns (PL9xx), tried on each key as it is counted.
 *
 *     on: {attribute: GSI1SK, segment: 2}      a column with that attribute, a piece of its values
 *     require: "^[0-9]{10}$"                   keys on which it is not found are wrong
 *     forbid: "^$"                             keys on which it is found are
 *
 * Counts are exact and the example is the least key. A pattern that meets its
 * limits (base/pattern.h) on PL_WATCH_STUCK keys is given up. Each profile stops
 * at that number, so the sum over profiles reaches it exactly when all keys
 * together would have, however they were split: whether a pattern was given up
 * does not depend on the reading, and what was counted until then is not told.
 */
#ifndef PL_PROFILE_WATCH_H
#define PL_PROFILE_WATCH_H

#include "linter/base/pattern.h"
#include "linter/input/input.h"
#include "linter/profile/specimen.h"
#include "linter/schema/table.h"

struct pl_declared_keys; /* declared.h */
struct pl_said; /* claim.h */
struct pl_lexed;         /* key/lex.h */

enum { PL_WATCH_STUCK = 64 }; /* a few milliseconds each */

/* What to look at. Empty slices and 0: whatever. */
struct pl_watch_spec {
	struct pl_str text;      /* PCRE2; compiles */
	bool forbid;             /* else required */
	struct pl_str table, index;
	struct pl_str attribute; /* else the sort key of the table or `index`, or its partition key when it has no other */
	struct pl_str entity;    /* as the schema calls it */
	unsigned segment;        /* from 1 */
};

/* One pattern on one column; belongs to a profile. */
struct pl_watch {
	const struct pl_watch_spec *spec;
	struct pl_pattern *pattern;
	bool partition;          /* the partition key is tried */
	uint64_t keys;           /* keys it was tried on */
	uint64_t wrong;          /* of those */
	uint64_t stuck;          /* of those, keys on which it met its limits */
	struct pl_specimen least_wrong, least_stuck;
};

/* Whether the spec is about `index`, one of `indexes`: those of the table itself have no name. */
bool pl_watch_concerns(const struct pl_watch_spec *spec, const struct pl_index *index, const struct pl_index *indexes,
		       size_t nindexes);

void pl_watch_init(struct pl_watch *watch, struct pl_arena *arena, const struct pl_watch_spec *spec,
		   const struct pl_index *index);
void pl_watch_release(struct pl_watch *watch);

/* A key of the column; `sk` is NULL where it has no sort key. `lexed` is room to work in. */
struct pl_watch_key {
	const struct pl_attr *pk, *sk;
	struct pl_declared_keys *declared; /* NULL: no schema has templates for the column */
	const struct pl_said *said; /* by the item, see claim.h */
	const struct pl_sighting *sighting;
	struct pl_lexed *lexed;
};
void pl_watch_add(struct pl_watch *watch, const struct pl_watch_key *key);

/* Adds the counts of `from`, which is of the same spec and column. */
void pl_watch_merge(struct pl_watch *into, struct pl_watch *from);

#endif
