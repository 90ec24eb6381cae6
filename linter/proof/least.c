/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/least.h"

void pl_least_release(struct pl_least *least)
{
	pl_buf_release(&least->partition);
	pl_buf_release(&least->first);
	pl_buf_release(&least->second);
}

static int origin_order(struct pl_origin a, struct pl_origin b)
{
	if (a.file != b.file)
		return a.file < b.file ? -1 : 1;
	return (a.place > b.place) - (a.place < b.place);
}

static int pair_order(const struct pl_least_pair *a, const struct pl_least_pair *b)
{
	size_t x = a->first.len + a->second.len, y = b->first.len + b->second.len;
	int c = (x > y) - (x < y);

	if (!c)
		c = pl_order(a->partition, b->partition);
	if (!c)
		c = pl_order(a->first, b->first);
	if (!c)
		c = pl_order(a->second, b->second);
	if (!c)
		c = origin_order(a->at.first, b->at.first);
	return c ? c : origin_order(a->at.second, b->at.second);
}

static struct pl_least_pair pair_of(const struct pl_least *least)
{
	return (struct pl_least_pair){pl_buf_str(&least->partition), pl_buf_str(&least->first),
				      pl_buf_str(&least->second), least->at};
}

static void set(struct pl_buf *buf, struct pl_str bytes)
{
	pl_buf_clear(buf);
	pl_buf_add(buf, bytes);
}

void pl_least_keep(struct pl_least *least, const struct pl_least_pair *pair)
{
	const struct pl_least_pair own = pair_of(least);

	if (least->some && pair_order(pair, &own) >= 0)
		return;
	least->some = true;
	set(&least->partition, pair->partition);
	set(&least->first, pair->first);
	set(&least->second, pair->second);
	least->at = pair->at;
}

void pl_least_merge(struct pl_least *into, const struct pl_least *from)
{
	const struct pl_least_pair pair = pair_of(from);

	if (from->some)
		pl_least_keep(into, &pair);
}

void pl_least_finish(const struct pl_least *least, struct pl_arena *arena, const struct pl_source *source,
		     struct pl_witness *out)
{
	if (!least->some)
		return;
	out->some = true;
	out->partition = pl_arena_str(arena, pl_buf_str(&least->partition));
	out->first = pl_arena_str(arena, pl_buf_str(&least->first));
	out->second = pl_arena_str(arena, pl_buf_str(&least->second));
	if (!source)
		return;
	out->first_at = pl_place_text(arena, source, least->at.first.file, least->at.first.place);
	out->second_at = pl_place_text(arena, source, least->at.second.file, least->at.second.place);
}
