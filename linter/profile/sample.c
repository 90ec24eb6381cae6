/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/sample.h"

#include "linter/base/hash.h"

void pl_sample_init(struct pl_sample *sample, size_t max)
{
	*sample = (struct pl_sample){.max = max, .bytes = PL_BUF_INIT};
	sample->items = pl_calloc(max + 1, sizeof(struct pl_sampled *));
}

void pl_sample_release(struct pl_sample *sample)
{
	for (size_t i = 0; i < sample->len; i++)
		free(sample->items[i]);
	free(sample->items);
	sample->items = NULL;
	sample->len = sample->max = 0;
	pl_buf_release(&sample->bytes);
	PL_VEC_RELEASE(&sample->found);
}

static int sampled_order(const struct pl_sampled *a, const struct pl_sampled *b)
{
	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	if (a->content != b->content)
		return a->content < b->content ? -1 : 1;
	if (a->file != b->file)
		return a->file < b->file ? -1 : 1;
	return (a->place > b->place) - (a->place < b->place);
}

/* Takes over `item`; frees the greatest when there is one too many. */
static void insert(struct pl_sample *sample, struct pl_sampled *item)
{
	size_t low = 0, high = sample->len;

	while (low < high) {
		size_t middle = (low + high) / 2;

		if (sampled_order(sample->items[middle], item) < 0)
			low = middle + 1;
		else
			high = middle;
	}
	memmove(sample->items + low + 1, sample->items + low, (sample->len - low) * sizeof(*sample->items));
	sample->items[low] = item;
	sample->len++;
	if (sample->len > sample->max)
		free(sample->items[--sample->len]);
}

/* Names and values are kept as offsets + 1 in place of pointers while `bytes` may move. */
static struct pl_str store(struct pl_buf *bytes, struct pl_str s)
{
	uintptr_t at = bytes->len + 1;

	pl_buf_add(bytes, s);
	return pl_str_of((const char *)at, s.len);
}

static struct pl_str settle(struct pl_str s, const char *bytes)
{
	return pl_str_of(bytes + ((uintptr_t)s.ptr - 1), s.len);
}

static void take(void *ctx, struct pl_str name, struct pl_attr attr)
{
	struct pl_sample *sample = ctx;
	struct pl_sampled_attr kept;

	if (sample->found.len == PL_SAMPLE_ATTRIBUTES || attr.value.len > PL_SAMPLE_BYTES || name.len > PL_SAMPLE_BYTES)
		return;
	kept.name = store(&sample->bytes, name);
	kept.attr = (struct pl_attr){attr.type, store(&sample->bytes, attr.value)};
	PL_PUSH(&sample->found, kept);
}

/* Copies `nkeys` attributes and what was found into one piece of memory. */
static struct pl_sampled *pack(const struct pl_sample *sample, const struct pl_item *item, size_t nkeys)
{
	size_t nattrs = sample->found.len, key_bytes = 0;
	struct pl_sampled *out;
	struct pl_sampled_attr *attrs;
	struct pl_attr *keys;
	char *bytes;

	for (size_t i = 0; i < nkeys; i++)
		key_bytes += item->attrs[i].value.len;
	out = pl_malloc(sizeof(*out) + nattrs * sizeof(*attrs) + nkeys * sizeof(*keys) + key_bytes + sample->bytes.len);
	attrs = (struct pl_sampled_attr *)(out + 1);
	keys = (struct pl_attr *)(attrs + nattrs);
	bytes = (char *)(keys + nkeys);
	for (size_t i = 0; i < nkeys; i++) {
		size_t len = item->attrs[i].value.len;

		keys[i] = (struct pl_attr){item->attrs[i].type, {bytes, len}};
		if (len)
			memcpy(bytes, item->attrs[i].value.ptr, len);
		bytes += len;
	}
	if (sample->bytes.len)
		memcpy(bytes, sample->bytes.ptr, sample->bytes.len);
	for (size_t i = 0; i < nattrs; i++) {
		attrs[i].name = settle(sample->found.ptr[i].name, bytes);
		attrs[i].attr = (struct pl_attr){sample->found.ptr[i].attr.type,
						 settle(sample->found.ptr[i].attr.value, bytes)};
	}
	*out = (struct pl_sampled){.place = item->place, .file = item->file, .nattrs = (uint32_t)nattrs,
				   .keys = keys, .attrs = attrs};
	return out;
}

void pl_sample_add(struct pl_sample *sample, uint64_t hash, const struct pl_item *item, size_t nkeys)
{
	struct pl_sampled *packed;

	if (!pl_sample_wants(sample, hash) || !sample->max)
		return;
	pl_buf_clear(&sample->bytes);
	sample->found.len = 0;
	pl_item_scalars(item->json, take, sample);
	packed = pack(sample, item, nkeys);
	packed->hash = hash;
	packed->bytes = (uint32_t)pl_item_bytes(item->json);
	packed->content = pl_hash(item->json, 0);
	insert(sample, packed);
}

void pl_sample_merge(struct pl_sample *into, struct pl_sample *from)
{
	for (size_t i = 0; i < from->len; i++)
		insert(into, from->items[i]);
	from->len = 0;
}

const struct pl_attr *pl_sampled_get(const struct pl_sampled *item, struct pl_str name)
{
	for (uint32_t i = 0; i < item->nattrs; i++)
		if (pl_str_eq(item->attrs[i].name, name))
			return &item->attrs[i].attr;
	return NULL;
}
