/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/prefixes.h"

/* A value of the group that begins the one at hand, or is it, and its least row. */
struct pl_prefix_link {
	size_t len;
	struct pl_buf key;
	struct pl_origin at;
};

void pl_prefixes_release(struct pl_prefixes *prefixes)
{
	for (size_t i = 0; i < prefixes->chain.len; i++) {
		pl_buf_release(&prefixes->chain.ptr[i]->key);
		free(prefixes->chain.ptr[i]);
	}
	PL_VEC_RELEASE(&prefixes->chain);
	pl_buf_release(&prefixes->partition);
	pl_buf_release(&prefixes->value);
	pl_least_release(&prefixes->least);
}

static size_t shared(struct pl_str a, struct pl_str b)
{
	size_t n = PL_MIN(a.len, b.len), i = 0;

	while (i < n && a.ptr[i] == b.ptr[i])
		i++;
	return i;
}

/* Makes `value` the one at hand: of the chain stays what begins it. */
static void move_to(struct pl_prefixes *prefixes, struct pl_str value)
{
	size_t same = shared(pl_buf_str(&prefixes->value), value);

	while (prefixes->used && prefixes->chain.ptr[prefixes->used - 1]->len > same)
		prefixes->used--;
	pl_buf_clear(&prefixes->value);
	pl_buf_add(&prefixes->value, value);
}

static struct pl_prefix_link *push(struct pl_prefixes *prefixes, size_t len)
{
	struct pl_prefix_link *link;

	if (prefixes->used == prefixes->chain.len) {
		link = pl_calloc(1, sizeof(*link));
		PL_PUSH(&prefixes->chain, link);
	}
	link = prefixes->chain.ptr[prefixes->used++];
	link->len = len;
	pl_buf_clear(&link->key);
	return link;
}

/* Keeps the row as its value's least: the shortest, then by bytes; of equal ones the first read comes first. */
static void keep_row(struct pl_prefixes *prefixes, struct pl_str value, struct pl_str key, struct pl_origin at)
{
	bool known = prefixes->used && prefixes->chain.ptr[prefixes->used - 1]->len == value.len;
	struct pl_prefix_link *link = known ? prefixes->chain.ptr[prefixes->used - 1] : push(prefixes, value.len);

	if (known && (key.len > link->key.len ||
		      (key.len == link->key.len && pl_order(key, pl_buf_str(&link->key)) >= 0)))
		return;
	pl_buf_clear(&link->key);
	pl_buf_add(&link->key, key);
	link->at = at;
}

static void keep_pair(struct pl_prefixes *prefixes, const struct pl_prefix_link *link, struct pl_str key, struct pl_origin at)
{
	struct pl_str partition = pl_buf_str(&prefixes->partition);
	struct pl_least_pair pair = {partition, pl_buf_str(&link->key), key, {link->at, at}};

	if (pl_order(pair.first, pair.second) > 0)
		pair = (struct pl_least_pair){partition, pair.second, pair.first, {at, link->at}};
	pl_least_keep(&prefixes->least, &pair);
}

void pl_prefixes_begin(struct pl_prefixes *prefixes, struct pl_str partition, size_t exact)
{
	pl_buf_clear(&prefixes->partition);
	pl_buf_add(&prefixes->partition, partition);
	prefixes->exact = exact;
	prefixes->used = 0;
}

void pl_prefixes_add(struct pl_prefixes *prefixes, struct pl_str value, struct pl_str key, struct pl_origin at)
{
	bool continues = false;

	move_to(prefixes, value);
	for (size_t i = 0; i < prefixes->used && prefixes->chain.ptr[i]->len < value.len; i++) {
		keep_pair(prefixes, prefixes->chain.ptr[i], key, at);
		continues = true;
	}
	prefixes->count += continues;
	if (!prefixes->exact || prefixes->exact == value.len)
		keep_row(prefixes, value, key, at);
}
