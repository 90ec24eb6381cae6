/* SPDX-License-Identifier: Apache-2.0 */
/* The sampled items that have a field: its value beside all that the item says. */
#ifndef PL_PROFILE_ROWS_H
#define PL_PROFILE_ROWS_H

#include "linter/profile/inside.h"
#include "linter/profile/model.h"
#include "linter/profile/observe.h"

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

/* Whether the name of an attribute holds one of the words (lower case), in whatever case, in its first 32 bytes. */
bool pl_name_holds(struct pl_str name, const char *const words[], size_t n);

/* What an attribute or a part of a key says of a time, by itself: a timestamp, or digits that can be an epoch. */
bool pl_read_instant(struct pl_str text, struct pl_instant *at);

/* Two rows that show something together; `first` stands before `second` by bytes. NULL: none yet. */
struct pl_row_pair {
	const struct pl_row *first, *second;
};

/* Whether both are in one range of the field: the partition, and nothing before the value differs. */
bool pl_rows_share_range(const struct pl_row *a, const struct pl_row *b);

/* Keeps (first, second) when it is less than what is kept: shorter, or first by bytes. */
void pl_row_pair_take(struct pl_row_pair *least, const struct pl_row *first, const struct pl_row *second);

/* The pair as a witness in `*out`, which stays where it is; its places are left for `places`. */
void pl_row_pair_keep(struct pl_arena *arena, const struct pl_row_pair *pair, struct pl_witness *out,
		      pl_unplaced_list *places);

#endif
