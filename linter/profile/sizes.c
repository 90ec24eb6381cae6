/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/sizes.h"

/* Bytes that a base64 text stands for; its padding stands for none. */
static size_t decoded(struct pl_str text)
{
	while (text.len && text.ptr[text.len - 1] == '=')
		text.len--;
	return text.len * 3 / 4;
}

static enum pl_size size_of(size_t bytes, unsigned limit)
{
	if (bytes == 0)
		return PL_SIZE_EMPTY;
	if (bytes > limit)
		return PL_SIZE_OVER;
	return pl_size_is_ordinary(bytes, limit) ? PL_SIZES : PL_SIZE_NEAR;
}

void pl_sizes_add(struct pl_sizes *sizes, const struct pl_attr *attr, const struct pl_sighting *sighting)
{
	size_t bytes = attr->type == 'B' ? decoded(attr->value) : attr->value.len;
	enum pl_size size = size_of(bytes, sizes->limit);

	if (attr->type == 'N' || size == PL_SIZES)
		return;
	sizes->of[size].keys++;
	sizes->longest = PL_MAX(sizes->longest, bytes);
	pl_specimen_take(&sizes->of[size].least, sighting);
}

void pl_sizes_merge(struct pl_sizes *into, struct pl_sizes *from)
{
	into->longest = PL_MAX(into->longest, from->longest);
	for (unsigned i = 0; i < PL_SIZES; i++) {
		into->of[i].keys += from->of[i].keys;
		pl_specimen_merge(&into->of[i].least, &from->of[i].least);
	}
}

void pl_sizes_release(struct pl_sizes *sizes)
{
	for (unsigned i = 0; i < PL_SIZES; i++)
		pl_specimen_release(&sizes->of[i].least);
}

void pl_sizes_observe(struct pl_arena *arena, const struct pl_sizes *sizes, bool sort, struct pl_sized out[PL_SIZES],
		      pl_unplaced_list *places)
{
	for (unsigned i = 0; i < PL_SIZES; i++) {
		out[i].keys = sizes->of[i].keys;
		out[i].longest = sizes->longest;
		pl_observe_specimen(arena, &sizes->of[i].least, &out[i].example, places);
	}
	/* A key that is empty, not one that the table does not have. */
	if (sort && out[PL_SIZE_EMPTY].keys)
		out[PL_SIZE_EMPTY].example.first = out[PL_SIZE_EMPTY].example.second = PL_S("");
}
