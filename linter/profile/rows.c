/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/rows.h"

#include "linter/key/number.h"

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

bool pl_rows_share_range(const struct pl_row *a, const struct pl_row *b)
{
	const struct pl_place *x = &a->places[a->own], *y = &b->places[b->own];

	return pl_str_eq(a->partition, b->partition) &&
	       pl_str_eq(pl_str_sub(a->key, 0, x->from), pl_str_sub(b->key, 0, y->from));
}

static int order_of_pairs(const struct pl_row_pair *a, const struct pl_row_pair *b)
{
	const size_t len = a->first->key.len + a->second->key.len, best = b->first->key.len + b->second->key.len;
	int c = len < best ? -1 : len > best;

	c = c ? c : pl_order(a->first->partition, b->first->partition);
	c = c ? c : pl_order(a->first->key, b->first->key);
	return c ? c : pl_order(a->second->key, b->second->key);
}

void pl_row_pair_take(struct pl_row_pair *least, const struct pl_row *first, const struct pl_row *second)
{
	const struct pl_row_pair pair = {first, second};

	if (!least->first || order_of_pairs(&pair, least) < 0)
		*least = pair;
}

void pl_row_pair_keep(struct pl_arena *arena, const struct pl_row_pair *pair, struct pl_witness *out,
		      pl_unplaced_list *places)
{
	const struct pl_row *first = pair->first, *second = pair->second;

	*out = (struct pl_witness){
		.some = true,
		.partition = pl_arena_str(arena, first->partition),
		.first = pl_arena_str(arena, first->key),
		.second = pl_arena_str(arena, second->key),
		.from = first->places[first->own].from,
	};
	PL_PUSH(places, (struct pl_unplaced){out, {first->item->file, first->item->place}, {second->item->file, second->item->place}});
}

bool pl_read_instant(struct pl_str text, struct pl_instant *at)
{
	struct pl_time time;

	if (text.len && pl_digit_run(text, 0) == text.len) {
		if (text.len < 9 || pl_epoch_of(text, text) == PL_EPOCH_NONE)
			return false;
		*at = pl_value_read(PL_K_TIMESTAMP, PL_MONTH_FIRST, text).at;
		return true;
	}
	if (!pl_time_read(text, PL_MONTH_FIRST, &time) || !time.valid)
		return false;
	*at = time.at;
	return true;
}

bool pl_name_holds(struct pl_str name, const char *const words[], size_t n)
{
	char lower[32];
	const size_t len = PL_MIN(name.len, sizeof(lower));

	for (size_t i = 0; i < len; i++)
		lower[i] = (char)pl_lower((unsigned char)name.ptr[i]);
	for (size_t w = 0; w < n; w++)
		for (size_t i = 0; i < len; i++)
			if (pl_str_starts(pl_str_of(lower + i, len - i), pl_str_c(words[w])))
				return true;
	return false;
}
