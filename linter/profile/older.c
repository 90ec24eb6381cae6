/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Numbers and times of an older layout among those of the present one, by the sample. A schema
 * that names both makes two fields of them, of which each may be in order by itself:
 *
 *     INV#00000120    INV#<no>, 8 digits
 *     INV#00017       an older layout, 5 digits
 */
#include "linter/key/number.h"
#include "linter/profile/relate.h"
#include "linter/profile/rows.h"

/* The same value as the present layout has it, where rows of both are there; NULL: none is. */
static const struct pl_field *present_of(const struct pl_field *field)
{
	const struct pl_keys *keys = field->keys;

	for (size_t i = 0; i < keys->nfields; i++) {
		const struct pl_field *other = keys->fields[i];

		if (other != field && other->observed && other->kind == field->kind && other->declared && other->entity &&
		    !other->entity->legacy && other->before == field->before && other->part == field->part &&
		    pl_str_eq(other->path, field->path))
			return other;
	}
	return NULL;
}

struct search {
	enum pl_kind kind;
	enum pl_day_order days;
	struct pl_row_pair wrong; /* the least two in the wrong order */
	bool meet;                /* two of different widths stand in one range */
};

static int order_of_values(const struct search *s, struct pl_str a, struct pl_str b)
{
	const struct pl_value x = pl_value_read(s->kind, s->days, a), y = pl_value_read(s->kind, s->days, b);

	return x.some && y.some ? pl_value_order(s->kind, &x, &y) : 0;
}

static void compare(struct search *s, const struct pl_row *a, const struct pl_row *b)
{
	int bytes, values;

	if (!pl_rows_share_range(a, b))
		return;
	bytes = pl_order(a->key, b->key);
	values = order_of_values(s, a->value, b->value);
	s->meet |= a->value.len != b->value.len;
	if (bytes < 0 && values > 0)
		pl_row_pair_take(&s->wrong, a, b);
	else if (bytes > 0 && values < 0)
		pl_row_pair_take(&s->wrong, b, a);
}

const struct pl_older_rows *pl_older_rows_of(struct pl_arena *arena, const struct pl_model *model, size_t i,
					     const struct pl_profile *profile, const struct pl_column *column,
					     const struct pl_field *field, pl_unplaced_list *places)
{
	const bool older = field->entity && field->entity->legacy && field->declared && pl_kind_ordered(field->kind);
	const struct pl_field *present = older ? present_of(field) : NULL;
	struct pl_row *old, *new;
	struct pl_arena room = PL_ARENA_INIT;
	struct pl_older_rows *rows = NULL;
	struct search search = {.kind = field->kind, .days = field->observed->days};
	size_t nold, nnew;

	if (!present)
		return NULL;
	old = pl_calloc(profile->sample.len + 1, sizeof(*old));
	new = pl_calloc(profile->sample.len + 1, sizeof(*new));
	nold = pl_rows_of(&room, model, i, profile, column, field, old);
	nnew = pl_rows_of(&room, model, i, profile, column, present, new);
	for (size_t k = 0; k < nold; k++)
		for (size_t m = 0; m < nnew; m++)
			compare(&search, &old[k], &new[m]);
	if (search.meet) {
		rows = PL_NEW(arena, struct pl_older_rows);
		*rows = (struct pl_older_rows){.present = present};
		if (search.wrong.first)
			pl_row_pair_keep(arena, &search.wrong, &rows->witness, places);
	}
	free(old);
	free(new);
	pl_arena_release(&room);
	return rows;
}
