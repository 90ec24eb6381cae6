/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The item sample: the items whose keys have the least hashes, whole as far as
 * scalars go. What is made from what, and what rises with what, is read off
 * these rows.
 *
 * Whatever is in the sample at the end was in it since its item came by, so
 * the sample does not depend on the order of items, and two samples merge by
 * union.
 */
#ifndef PL_PROFILE_SAMPLE_H
#define PL_PROFILE_SAMPLE_H

#include "linter/base/buf.h"
#include "linter/input/input.h"

enum {
	PL_SAMPLE_ATTRIBUTES = 64, /* scalars kept of one item */
	PL_SAMPLE_BYTES = 256,     /* longer scalars are left out */
};

struct pl_sampled_attr {
	struct pl_str name;
	struct pl_attr attr;
};

/* One item; all in one piece of memory. */
struct pl_sampled {
	uint64_t hash;           /* of the table's key */
	uint64_t content;        /* of the whole item: tells apart rows of one key */
	uint64_t place;
	uint32_t file;
	uint32_t nattrs;
	uint32_t bytes;          /* about what DynamoDB counts for it */
	const struct pl_attr *keys;           /* parallel to the names the profile asks for */
	const struct pl_sampled_attr *attrs;  /* in the order of the item */
};

struct pl_sample {
	struct pl_sampled **items; /* sorted by (hash, content, file, place) */
	size_t len, max;
	struct pl_buf bytes;       /* scratch of pl_sample_add() */
	PL_VEC(struct pl_sampled_attr) found;
};

void pl_sample_init(struct pl_sample *sample, size_t max);
void pl_sample_release(struct pl_sample *sample);

/* Whether an item of that hash would be taken now. */
static inline bool pl_sample_wants(const struct pl_sample *sample, uint64_t hash)
{
	return sample->len < sample->max || (sample->len && hash <= sample->items[sample->len - 1]->hash);
}

/* Takes the item when its hash is small enough; `nkeys` attributes were asked for. */
void pl_sample_add(struct pl_sample *sample, uint64_t hash, const struct pl_item *item, size_t nkeys);

/* `into` becomes the sample of all items; `from` is empty afterwards. */
void pl_sample_merge(struct pl_sample *into, struct pl_sample *from);

/* The attribute of that name, NULL when the item has no such scalar. */
const struct pl_attr *pl_sampled_get(const struct pl_sampled *item, struct pl_str name);

#endif
