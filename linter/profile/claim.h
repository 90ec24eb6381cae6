/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whose an item is by its attributes, whatever its keys look like: `match` of
 * keys.yaml.
 */
#ifndef PL_PROFILE_CLAIM_H
#define PL_PROFILE_CLAIM_H

#include "linter/input/input.h"
#include "linter/schema/schema.h"

enum pl_claim {
	PL_CLAIM_NO,   /* an attribute has another value than the entity's items have */
	PL_CLAIM_OPEN, /* the entity asks for none, or the item does not say: its keys tell */
	PL_CLAIM_YES,
};

/* What an item says: its attributes, and where among them those of the table's `matched` stand. */
struct pl_said {
	const struct pl_attr *attrs;
	const unsigned *at; /* parallel to pl_schema_table.matched; PL_MAX_WANTED: not asked for */
};

/* `said` NULL: nothing is known of the item. */
enum pl_claim pl_claim_of(const struct pl_schema_entity *entity, const struct pl_said *said);

#endif
