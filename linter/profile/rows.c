/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/rows.h"

size_t pl_rows_of(struct pl_arena *room, const struct pl_model *model, size_t i, const struct pl_profile *profile,
		  const struct pl_column *column, const struct pl_field *field, struct pl_row *rows)
{
	struct pl_buf joined = PL_BUF_INIT;
	struct pl_lexed lexed;
	size_t n = 0;

	for (size_t s = 0; s < profile->sample.len; s++) {
		const struct pl_sampled *item = profile->sample.items[s];
		struct pl_row *row = &rows[n];

		if (!pl_column_has(column, item->keys, &joined, &row->partition) || item->keys[column->sk].type != 'S')
			continue;
		row->item = item;
		if (row->partition.ptr == joined.ptr)
			row->partition = pl_arena_str(room, row->partition);
		row->key = item->keys[column->sk].value;
		pl_lex(row->key, &lexed);
		row->nplaces = pl_model_locate(model, i, row->partition, row->key,
					       &(struct pl_said){item->keys, profile->matched}, &lexed, row->places,
					       PL_LEN(row->places));
		for (size_t p = 0; p < row->nplaces; p++) {
			if (row->places[p].field != field)
				continue;
			row->own = p;
			row->value = pl_str_sub(row->key, row->places[p].from, row->places[p].to);
			n++;
			break;
		}
	}
	pl_buf_release(&joined);
	return n;
}

bool pl_is_key_attribute(const struct pl_column *column, struct pl_str name)
{
	return pl_str_eq(name, column->index.pk) || pl_str_eq(name, column->index.sk);
}
