/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/specimen.h"

static struct pl_sighting sighting_of(const struct pl_specimen *specimen)
{
	return (struct pl_sighting){pl_buf_str(&specimen->pk), pl_buf_str(&specimen->sk), specimen->file, specimen->place,
				    specimen->from};
}

static inline int order(const struct pl_sighting *a, const struct pl_sighting *b)
{
	size_t x = a->pk.len + a->sk.len, y = b->pk.len + b->sk.len;
	int c = (x > y) - (x < y);

	if (!c)
		c = pl_order(a->pk, b->pk);
	if (!c)
		c = pl_order(a->sk, b->sk);
	if (!c)
		c = (a->file > b->file) - (a->file < b->file);
	return c ? c : (a->place > b->place) - (a->place < b->place);
}

int pl_specimen_order(const struct pl_specimen *a, const struct pl_specimen *b)
{
	struct pl_sighting x = sighting_of(a), y = sighting_of(b);

	return order(&x, &y);
}

void pl_specimen_take(struct pl_specimen *least, const struct pl_sighting *sighting)
{
	struct pl_sighting have = sighting_of(least);

	if (least->some && order(&have, sighting) <= 0)
		return;
	least->some = true;
	pl_buf_clear(&least->pk);
	pl_buf_add(&least->pk, sighting->pk);
	pl_buf_clear(&least->sk);
	pl_buf_add(&least->sk, sighting->sk);
	least->file = sighting->file;
	least->place = sighting->place;
	least->from = sighting->from;
}

void pl_specimen_merge(struct pl_specimen *into, struct pl_specimen *from)
{
	struct pl_sighting theirs = sighting_of(from);

	if (from->some)
		pl_specimen_take(into, &theirs);
	pl_specimen_release(from);
}

void pl_specimen_release(struct pl_specimen *specimen)
{
	pl_buf_release(&specimen->pk);
	pl_buf_release(&specimen->sk);
	specimen->some = false;
}

struct pl_witness pl_specimen_witness(struct pl_arena *arena, const struct pl_specimen *specimen)
{
	struct pl_witness witness = {.some = specimen->some};

	if (!specimen->some)
		return witness;
	witness.partition = pl_arena_str(arena, pl_buf_str(&specimen->pk));
	witness.first = specimen->sk.len ? pl_arena_str(arena, pl_buf_str(&specimen->sk)) : witness.partition;
	witness.second = witness.first;
	witness.from = specimen->from;
	return witness;
}
