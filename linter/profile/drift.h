/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values in declared keys beside the attributes that they are made of (`from`
 * of keys.yaml), counted row by row.
 */
#ifndef PL_PROFILE_DRIFT_H
#define PL_PROFILE_DRIFT_H

#include "linter/input/input.h"
#include "linter/profile/specimen.h"
#include "linter/schema/schema.h"

/* One value of one entity. */
struct pl_drifting {
	const struct pl_schema_entity *entity;
	const struct pl_part *part;
	struct pl_str attribute; /* of the key */
	unsigned source;         /* where the attribute stands in items; PL_MAX_WANTED: it is not asked for */
	uint64_t rows, keys; /* that have both; of those, in which they differ, */
	struct pl_specimen differ; /* and the least of these */
};

typedef PL_VEC(struct pl_drifting) pl_driftings;

/* The values with `from` in the keys of an index, by entity and place. */
void pl_drift_plan(pl_driftings *all, const struct pl_schema_table *table, const struct pl_sorting *sorting);
void pl_drift_release(pl_driftings *all);

/* A row of that entity whose key attribute has the bytes `value` at `part`; `key` is the row's whole key. */
void pl_drift_count(pl_driftings *all, const struct pl_schema_entity *entity, struct pl_str attribute,
		    const struct pl_part *part, struct pl_str value, const struct pl_sighting *key,
		    const struct pl_item *item);

/* The item's attribute that the value at `part` is made of; NULL: none, or it is not asked for. */
const struct pl_attr *pl_drift_source(const pl_driftings *all, const struct pl_part *part, const struct pl_item *item);

/* `from` was planned alike. */
void pl_drift_merge(pl_driftings *into, pl_driftings *from);

#endif
