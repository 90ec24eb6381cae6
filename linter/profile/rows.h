/* SPDX-License-Identifier: Apache-2.0 */
/* The sampled items that have a field: its value beside all that the item says. */
#ifndef PL_PROFILE_ROWS_H
#define PL_PROFILE_ROWS_H

#include "linter/profile/inside.h"
#include "linter/profile/model.h"

/* One item; refers to the sample and to the arena of pl_rows_of(). */
struct pl_row {
	const struct pl_sampled *item;
	struct pl_str partition;
	struct pl_str value;  /* of the field */
	struct pl_place places[PL_MAX_SEGMENTS * PL_MAX_VALUES];
	size_t nplaces, own;  /* `own`: which of the places the field's is */
	struct pl_str key;
};

/*
 * Fills `rows`, of the sample's length, with the items whose sort key of model->keys[i] has `field`; how many
 * they are. A partition key that is joined of several attributes is kept in `room`.
 */
size_t pl_rows_of(struct pl_arena *room, const struct pl_model *model, size_t i, const struct pl_profile *profile,
		  const struct pl_column *column, const struct pl_field *field, struct pl_row *rows);

/* Whether `name` is one of the two attributes of the column's key. */
bool pl_is_key_attribute(const struct pl_column *column, struct pl_str name);

#endif
