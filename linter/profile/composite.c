/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a key is composed: GSI1SK = "A#" + customer + "#" + order.
 *
 * Read off the item sample: the attributes of one item whose values, joined by
 * the key's separator, are its key; then the others are asked whether
 * that holds for them. Two to four attributes, and maybe one literal in front.
 * Where no separator joins them they may stand side by side; and where they do
 * not make up the whole key, those in front tell whether their values hold the
 * separator.
 */
#include "linter/profile/relate.h"
#include "linter/profile/rows.h"

enum { LEAST_ITEMS = 3, MOST_TRIES = 20000 };

struct search {
	const struct pl_profile *profile;
	const struct pl_column *column;
	unsigned key;   /* of item->keys: which is read */
	struct pl_composite best;
	bool found;
	bool settled;   /* found in an earlier round, whose readings are plainer */
	unsigned tries; /* left: a hostile item could have millions of readings */
};

static bool in_column(const struct search *s, const struct pl_sampled *item)
{
	return item->keys[s->column->pk].type && item->keys[s->key].type == 'S';
}

/* Takes `part` off the front of `*rest`. */
static bool eat(struct pl_str *rest, struct pl_str part)
{
	if (!pl_str_starts(*rest, part))
		return false;
	*rest = pl_str_sub(*rest, part.len, rest->len);
	return true;
}

static struct pl_str joint_of(const struct pl_composite *c)
{
	return pl_str_of(&c->sep, c->sep != '\0');
}

/* Whether the key of the item is so composed; *holds: and one of the values holds the separator. */
static bool agrees(const struct search *s, const struct pl_composite *c, const struct pl_sampled *item, bool *holds)
{
	struct pl_str rest = item->keys[s->key].value;

	*holds = false;

	if (!eat(&rest, c->prefix))
		return false;
	for (size_t i = 0; i < c->n; i++) {
		const struct pl_attr *attr = pl_sampled_get(item, c->names[i]);

		if (!attr || (attr->type != 'S' && attr->type != 'N') || !attr->value.len)
			return false;
		if ((i && !eat(&rest, joint_of(c))) || !eat(&rest, attr->value))
			return false;
		*holds |= c->sep && memchr(attr->value.ptr, c->sep, attr->value.len);
	}
	return c->open ? pl_str_starts(rest, joint_of(c)) : rest.len == 0;
}

static int composite_order(const struct pl_composite *a, const struct pl_composite *b)
{
	int c;

	if (a->n != b->n)
		return a->n < b->n ? -1 : 1;
	for (size_t i = 0; i < a->n; i++)
		if ((c = pl_order(a->names[i], b->names[i])) != 0)
			return c;
	return pl_order(a->prefix, b->prefix);
}

/* Keeps the candidate when nearly all items agree, and it is the least that does. */
static void judge(struct search *s, const struct pl_composite *c)
{
	size_t items = 0, agree = 0, held = 0;

	if (s->found && composite_order(c, &s->best) >= 0)
		return;
	for (size_t i = 0; i < s->profile->sample.len; i++) {
		const struct pl_sampled *item = s->profile->sample.items[i];
		bool holds;

		if (!in_column(s, item))
			continue;
		items++;
		if (agrees(s, c, item, &holds)) {
			agree++;
			held += holds;
		}
		if ((items - agree) * 100 > s->profile->sample.len)
			return;
	}
	if (items >= LEAST_ITEMS && agree * 100 >= items * 99 && (!c->open || held)) {
		s->best = *c;
		s->found = true;
	}
}

/* Every way to read `rest` as values of `item` joined by the separator; an open one may end at any of them. */
static void read_on(struct search *s, struct pl_composite *c, const struct pl_sampled *item, struct pl_str rest)
{
	for (uint32_t a = 0; a < item->nattrs && s->tries; a++) {
		const struct pl_sampled_attr *attr = &item->attrs[a];
		struct pl_str behind = rest;

		s->tries--;
		if ((attr->attr.type != 'S' && attr->attr.type != 'N') || !attr->attr.value.len ||
		    pl_is_key_attribute(s->column, attr->name) || !eat(&behind, attr->attr.value))
			continue;
		c->names[c->n++] = attr->name;
		if (c->open ? behind.len && pl_str_starts(behind, joint_of(c)) : !behind.len && c->n >= 2)
			judge(s, c);
		if (behind.len && c->n < PL_MAX_COMPOSITE && eat(&behind, joint_of(c)))
			read_on(s, c, item, behind);
		c->n--;
	}
}

/* Readings with `sep` between the values: without a literal, and with the first segment as one. */
static void read_joined(struct search *s, const struct pl_sampled *item, char sep, bool open)
{
	struct pl_str key = item->keys[s->key].value;
	const char *at = key.len ? memchr(key.ptr, sep, key.len) : NULL;
	struct pl_composite c = {.sep = sep, .open = open};

	if (!at)
		return;
	read_on(s, &c, item, key);
	c = (struct pl_composite){.sep = sep, .open = open, .prefix = pl_str_sub(key, 0, (size_t)(at - key.ptr) + 1)};
	read_on(s, &c, item, pl_str_sub(key, c.prefix.len, key.len));
}

static void read_closed(struct search *s, const struct pl_sampled *item)
{
	for (const char *sep = PL_SEPARATORS; *sep; sep++)
		read_joined(s, item, *sep, false);
}

/* Values side by side, behind a literal or not. */
static void read_bare(struct search *s, const struct pl_sampled *item)
{
	struct pl_str key = item->keys[s->key].value;
	struct pl_composite c = {.sep = '\0'};

	read_on(s, &c, item, key);
	for (size_t i = 0; i + 1 < key.len; i++) {
		if (!strchr(PL_SEPARATORS, key.ptr[i]) || !key.ptr[i])
			continue;
		c = (struct pl_composite){.prefix = pl_str_sub(key, 0, i + 1)};
		read_on(s, &c, item, pl_str_sub(key, i + 1, key.len));
		return;
	}
}

/* The front of a key. Names with '_' or '/' in them are common, and no reader splits keys there blindly. */
static void read_open(struct search *s, const struct pl_sampled *item)
{
	struct pl_str key = item->keys[s->key].value;

	for (const char *sep = "#|:"; *sep; sep++)
		if (key.len && memchr(key.ptr, *sep, key.len)) {
			read_joined(s, item, *sep, true);
			return;
		}
}

/* If 99 % of at most a few hundred items agree, one of the first few does. */
static void read_some(struct search *s, void (*read)(struct search *, const struct pl_sampled *))
{
	size_t items = 0;

	for (size_t i = 0; i < s->profile->sample.len && items < 4 && !s->settled; i++) {
		if (!in_column(s, s->profile->sample.items[i]))
			continue;
		items++;
		s->tries = MOST_TRIES;
		read(s, s->profile->sample.items[i]);
	}
	s->settled = s->found;
}

struct pl_composite pl_composed_of(const struct pl_profile *profile, const struct pl_column *column)
{
	struct search s = {.profile = profile, .column = column, .key = column->sk};

	read_some(&s, read_closed);
	read_some(&s, read_bare);
	read_some(&s, read_open);
	return s.best;
}

/* ---- partition keys ------------------------------------------------------------ */

/* Whether both items have the key from the same values. */
static bool same_sources(const struct pl_composite *c, const struct pl_sampled *a, const struct pl_sampled *b)
{
	for (size_t i = 0; i < c->n; i++) {
		const struct pl_attr *x = pl_sampled_get(a, c->names[i]), *y = pl_sampled_get(b, c->names[i]);

		if (!x || !y || !pl_str_eq(x->value, y->value))
			return false;
	}
	return true;
}

/* Less by (bytes of the partition key, partition key, sort keys). */
static int order_of_mixed(const struct search *s, const struct pl_mixed_partition *a, const struct pl_mixed_partition *b)
{
	const struct pl_attr *x = a->first->keys, *y = b->first->keys;
	const unsigned pk = s->column->pk, sk = s->column->sk;
	int c = x[pk].value.len < y[pk].value.len ? -1 : x[pk].value.len > y[pk].value.len;

	c = c ? c : pl_order(x[pk].value, y[pk].value);
	c = c ? c : pl_order(x[sk].value, y[sk].value);
	return c ? c : pl_order(a->second->keys[sk].value, b->second->keys[sk].value);
}

static void see_two(const struct search *s, const struct pl_sampled *a, const struct pl_sampled *b, struct pl_mixed_partition *least)
{
	const unsigned pk = s->column->pk, sk = s->column->sk;
	const bool turn = pl_order(b->keys[sk].value, a->keys[sk].value) < 0;
	struct pl_mixed_partition two = {.composite = s->best, .first = turn ? b : a, .second = turn ? a : b};
	bool holds;

	if (!pl_str_eq(a->keys[pk].value, b->keys[pk].value) || same_sources(&s->best, a, b) || !agrees(s, &s->best, a, &holds) ||
	    !agrees(s, &s->best, b, &holds))
		return;
	if (!least->first || order_of_mixed(s, &two, least) < 0)
		*least = two;
}

struct pl_mixed_partition pl_mixed_partition_of(const struct pl_profile *profile, const struct pl_column *column)
{
	struct search s = {.profile = profile, .column = column, .key = column->pk};
	struct pl_mixed_partition least = {.first = NULL};

	/* Of an index with several partition attributes each is written for itself. */
	if (!column->has_sk || column->index.nmore_pk)
		return least;
	read_some(&s, read_closed);
	read_some(&s, read_bare);
	for (size_t i = 0; s.found && i < profile->sample.len; i++)
		for (size_t k = 0; in_column(&s, profile->sample.items[i]) && k < i; k++)
			if (in_column(&s, profile->sample.items[k]))
				see_two(&s, profile->sample.items[k], profile->sample.items[i], &least);
	return least;
}
