/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a sort key is composed: GSI1SK = "A#" + customer + "#" + order.
 *
 * Read off the item sample: the attributes of one item whose values, joined by
 * the key's separator, are its sort key; then the others are asked whether
 * that holds for them. Two to four attributes, and maybe one literal in front.
 */
#include "linter/profile/relate.h"

enum { LEAST_ITEMS = 3, MOST_TRIES = 20000 };

struct composite {
	struct pl_str names[PL_MAX_COMPOSITE];
	size_t n;
	struct pl_str prefix; /* with its separator behind it; empty: none */
	char sep;
};

struct search {
	const struct pl_profile *profile;
	const struct pl_column *column;
	struct composite best;
	bool found;
	unsigned tries; /* left: a hostile item could have millions of readings */
};

static bool is_key(const struct pl_column *column, struct pl_str name)
{
	return pl_str_eq(name, column->index.pk) || pl_str_eq(name, column->index.sk);
}

static bool in_column(const struct search *s, const struct pl_sampled *item)
{
	return item->keys[s->column->pk].type && item->keys[s->column->sk].type == 'S';
}

/* Takes `part` off the front of `*rest`. */
static bool eat(struct pl_str *rest, struct pl_str part)
{
	if (!pl_str_starts(*rest, part))
		return false;
	*rest = pl_str_sub(*rest, part.len, rest->len);
	return true;
}

static bool agrees(const struct search *s, const struct composite *c, const struct pl_sampled *item)
{
	struct pl_str rest = item->keys[s->column->sk].value;

	if (!eat(&rest, c->prefix))
		return false;
	for (size_t i = 0; i < c->n; i++) {
		const struct pl_attr *attr = pl_sampled_get(item, c->names[i]);

		if (!attr || (attr->type != 'S' && attr->type != 'N') || !attr->value.len)
			return false;
		if ((i && !eat(&rest, pl_str_of(&c->sep, 1))) || !eat(&rest, attr->value))
			return false;
	}
	return rest.len == 0;
}

static int composite_order(const struct composite *a, const struct composite *b)
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
static void judge(struct search *s, const struct composite *c)
{
	size_t items = 0, agree = 0;

	if (s->found && composite_order(c, &s->best) >= 0)
		return;
	for (size_t i = 0; i < s->profile->sample.len; i++) {
		const struct pl_sampled *item = s->profile->sample.items[i];

		if (!in_column(s, item))
			continue;
		items++;
		agree += agrees(s, c, item);
		if ((items - agree) * 100 > s->profile->sample.len)
			return;
	}
	if (items >= LEAST_ITEMS && agree * 100 >= items * 99) {
		s->best = *c;
		s->found = true;
	}
}

/* Every way to read `rest` as values of `item` joined by the separator. */
static void read_on(struct search *s, struct composite *c, const struct pl_sampled *item, struct pl_str rest)
{
	for (uint32_t a = 0; a < item->nattrs && s->tries; a++) {
		const struct pl_sampled_attr *attr = &item->attrs[a];
		struct pl_str behind = rest;

		s->tries--;
		if ((attr->attr.type != 'S' && attr->attr.type != 'N') || !attr->attr.value.len ||
		    is_key(s->column, attr->name) || !eat(&behind, attr->attr.value))
			continue;
		c->names[c->n++] = attr->name;
		if (!behind.len && c->n >= 2)
			judge(s, c);
		else if (behind.len && c->n < PL_MAX_COMPOSITE && eat(&behind, pl_str_of(&c->sep, 1)))
			read_on(s, c, item, behind);
		c->n--;
	}
}

/* The readings of one item, without a literal and with the first segment as one. */
static void read_item(struct search *s, const struct pl_sampled *item)
{
	struct pl_str key = item->keys[s->column->sk].value;

	for (const char *sep = PL_SEPARATORS; *sep; sep++) {
		const char *at = key.len ? memchr(key.ptr, *sep, key.len) : NULL;
		struct composite c = {.n = 0, .sep = *sep};
		size_t front;

		if (!at)
			continue;
		read_on(s, &c, item, key);
		front = (size_t)(at - key.ptr) + 1;
		c = (struct composite){.n = 0, .sep = *sep, .prefix = pl_str_sub(key, 0, front)};
		read_on(s, &c, item, pl_str_sub(key, front, key.len));
	}
}

size_t pl_composed_of(const struct pl_profile *profile, const struct pl_column *column,
		      struct pl_str names[PL_MAX_COMPOSITE], struct pl_str *prefix, char *sep)
{
	struct search s = {.profile = profile, .column = column};
	size_t items = 0;

	/* If 99 % of at most a few hundred items agree, one of the first few does. */
	for (size_t i = 0; i < profile->sample.len && items < 4; i++) {
		if (!in_column(&s, profile->sample.items[i]))
			continue;
		items++;
		s.tries = MOST_TRIES;
		read_item(&s, profile->sample.items[i]);
	}
	if (!s.found)
		return 0;
	memcpy(names, s.best.names, s.best.n * sizeof(*names));
	*prefix = s.best.prefix;
	*sep = s.best.sep;
	return s.best.n;
}
