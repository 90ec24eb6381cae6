/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/declared.h"

#include "linter/base/hash.h"
#include "linter/base/unicode.h"
#include "linter/key/joined.h"
#include "linter/profile/fits.h"
#include "linter/profile/record.h"
#include "linter/profile/renders.h"

#include <pthread.h>

/* Steps of finding one key: a template such as <a><b><c> has very many readings of a long one. */
enum { MOST_STEPS = 4096, MOST_LOOSE_STEPS = 512 };

/* Entities whose partition keys are composed alike. */
struct group {
	const struct pl_template *template; /* of the partition key; NULL: they say nothing of it */
	struct pl_branch *root;             /* that template alone */
	uint64_t *entities;                 /* a set by number */
};
typedef PL_VEC(struct group) group_list;

struct pl_declared_keys {
	const struct pl_schema_table *table;
	struct pl_branch *root;        /* of sort keys; without one all layouts end right here */
	PL_VEC(struct pl_layout *) layouts;
	PL_VEC(struct pl_branch *) values; /* branches with a node, in the order they were made */
	PL_VEC(struct pl_branch *) branches; /* all, likewise */
	group_list groups;             /* the most telling first */
	group_list more[2 * PL_KEY_ATTRIBUTES - 1]; /* the same of what else is equal where several attributes are */
	struct pl_node *nothing;       /* for records of keys without a value */
	uint64_t unknown_keys;         /* of no entity, */
	struct pl_specimen unknown;     /* and the least of those that are no misfits */
	struct pl_misfitting (*misfits)[PL_MISFITS]; /* by entity; NULL: no entity has a `match` */
	const unsigned *match_at;      /* see pl_declared_match_at(); NULL: nobody said */
	struct pl_sorting sorting;
	pl_driftings driftings;

	/*
	 * Patterns are shared by threads that look for keys, and allocate where they
	 * were made; the lock is taken for fields with a pattern only.
	 */
	pthread_mutex_t lock;
	struct pl_arena patterns;
};

/* ---- making the tree ---- */

static struct pl_branch *new_branch(struct pl_declared_keys *keys, struct pl_arena *arena, struct pl_branch *parent,
				    const struct pl_template *of)
{
	struct pl_branch *branch = PL_NEW(arena, struct pl_branch);

	branch->parent = parent;
	branch->of = of;
	branch->of_partition = parent && parent->of_partition;
	PL_PUSH(&keys->branches, branch);
	return branch;
}

/* Grows by one: trees are small and made once. */
static void *appended(struct pl_arena *arena, void *list, size_t n, void *element)
{
	void **grown = PL_NEW_N(arena, void *, n + 1);

	if (n)
		memcpy(grown, list, n * sizeof(*grown));
	grown[n] = element;
	return grown;
}

static void add_child(struct pl_arena *arena, struct pl_branch *parent, struct pl_branch *child)
{
	parent->children = appended(arena, parent->children, parent->nchildren++, child);
}

/* Whether two placeholders are the same text, of the same field. */
static bool same_value(const struct pl_part *a, const struct pl_part *b)
{
	return pl_str_eq(a->text, b->text) && pl_str_eq(a->spec_text, b->spec_text) && a->base == b->base;
}

static struct pl_branch *literal_child(struct pl_declared_keys *keys, struct pl_arena *arena, struct pl_branch *parent,
				       struct pl_str text, const struct pl_template *of)
{
	struct pl_branch *child;

	for (size_t i = 0; i < parent->nchildren; i++)
		if (!parent->children[i]->part && pl_str_eq(parent->children[i]->text, text))
			return parent->children[i];
	child = new_branch(keys, arena, parent, of);
	child->text = pl_arena_str(arena, text);
	add_child(arena, parent, child);
	return child;
}

static struct pl_branch *value_child(struct pl_declared_keys *keys, struct pl_arena *arena, struct pl_branch *parent,
				     const struct pl_part *part, const struct pl_template *of)
{
	struct pl_branch *child;

	for (size_t i = 0; i < parent->nchildren; i++)
		if (parent->children[i]->part && same_value(parent->children[i]->part, part))
			return parent->children[i];
	child = new_branch(keys, arena, parent, of);
	child->part = part;
	child->fitting = PL_NEW(arena, struct pl_fitting);
	*child->fitting = pl_fitting_of(&keys->patterns, part->field);
	add_child(arena, parent, child);
	return child;
}

/* The first part behind which all is optional: parts from there on may be missing, value by value. */
static size_t optional_from(const struct pl_template *template)
{
	size_t from = template->nparts;

	while (from > 0) {
		const struct pl_part *last = &template->parts[from - 1];

		if (last->kind != PL_PART_VALUE || !last->field || !last->field->optional)
			break;
		for (from--; from > 0 && template->parts[from - 1].kind != PL_PART_VALUE; from--)
			;
	}
	return from;
}

static void end_at(struct pl_arena *arena, struct pl_branch *branch, struct pl_layout *layout)
{
	branch->ends = appended(arena, branch->ends, branch->nends++, layout);
}

static void plant(struct pl_declared_keys *keys, struct pl_arena *arena, struct pl_branch *root,
		  const struct pl_template *template, struct pl_layout *layout)
{
	const size_t optional = optional_from(template);
	struct pl_buf literal = PL_BUF_INIT;
	struct pl_branch *at = root;

	for (size_t i = 0; i < template->nparts; i++) {
		const struct pl_part *part = &template->parts[i];

		if (i >= optional && i > 0 && template->parts[i - 1].kind == PL_PART_VALUE)
			end_at(arena, at, layout);
		if (part->kind != PL_PART_VALUE) {
			pl_buf_add(&literal, part->text);
			continue;
		}
		if (literal.len)
			at = literal_child(keys, arena, at, pl_buf_str(&literal), template);
		pl_buf_clear(&literal);
		at = value_child(keys, arena, at, part, template);
	}
	if (literal.len)
		at = literal_child(keys, arena, at, pl_buf_str(&literal), template);
	end_at(arena, at, layout);
	pl_buf_release(&literal);
}

/* Literals before typed values before text before what nobody knows; the longest literal first, so that "ORDERITEM#" is not read as "ORDER…". */
static int rank(const struct pl_branch *branch)
{
	if (!branch->part)
		return 0;
	return branch->part->field->type == PL_D_UNKNOWN ? 3 : branch->fitting->open ? 2 : 1;
}

static bool goes_before(const struct pl_branch *a, const struct pl_branch *b)
{
	return rank(a) != rank(b) ? rank(a) < rank(b) : a->text.len > b->text.len;
}

/* A value can begin with any byte. */
static void note_next(struct pl_branch *branch, const struct pl_branch *child)
{
	unsigned char first;

	if (child->part) {
		memset(branch->next, 0xff, sizeof(branch->next));
		return;
	}
	first = (unsigned char)child->text.ptr[0];
	branch->next[first >> 6] |= UINT64_C(1) << (first & 63);
}

/* Equals stay in the order of the file. */
static void sort_children(struct pl_branch *branch)
{
	for (size_t i = 0; i < branch->nchildren; i++) {
		struct pl_branch *child = branch->children[i];
		size_t k = i;

		for (; k > 0 && goes_before(child, branch->children[k - 1]); k--)
			branch->children[k] = branch->children[k - 1];
		branch->children[k] = child;
		note_next(branch, child);
		sort_children(child);
	}
}

/* ---- sets ---- */

static size_t words_of(size_t members)
{
	return members / 64 + 1;
}

static bool has(const uint64_t *set, size_t i)
{
	return set[i / 64] >> (i % 64) & 1;
}

static void put(uint64_t *set, size_t i)
{
	set[i / 64] |= UINT64_C(1) << (i % 64);
}

/* ---- groups of partition keys ---- */

static bool same_template(const struct pl_template *a, const struct pl_template *b)
{
	if (!a || !b || a->nparts != b->nparts)
		return a == b;
	for (size_t i = 0; i < a->nparts; i++) {
		const struct pl_part *x = &a->parts[i], *y = &b->parts[i];

		if (x->kind != y->kind || (x->kind == PL_PART_VALUE ? !same_value(x, y) : !pl_str_eq(x->text, y->text)))
			return false;
	}
	return true;
}

static int part_rank(const struct pl_part *part)
{
	if (part->kind != PL_PART_VALUE)
		return 0;
	switch (part->field->type) {
	case PL_D_UNKNOWN:
		return 3;
	case PL_D_TEXT:
	case PL_D_ID:
		return 2;
	default:
		return 1;
	}
}

/* Literals before typed values before text before what nobody knows, from the left; nothing at all says least. */
static bool tells_more(const struct pl_template *a, const struct pl_template *b)
{
	if (!a || !b)
		return a && !b;
	for (size_t i = 0; i < PL_MIN(a->nparts, b->nparts); i++) {
		int x = part_rank(&a->parts[i]), y = part_rank(&b->parts[i]);

		if (x != y)
			return x < y;
	}
	return a->nparts > b->nparts;
}

static void join_group(struct pl_declared_keys *keys, group_list *groups, struct pl_arena *arena,
		       const struct pl_template *template, size_t entity)
{
	struct group group = {.template = template};
	size_t at = 0;

	for (; at < groups->len; at++)
		if (same_template(groups->ptr[at].template, template)) {
			put(groups->ptr[at].entities, entity);
			return;
		}
	group.entities = PL_NEW_N(arena, uint64_t, words_of(keys->table->nentities));
	put(group.entities, entity);
	if (template) {
		group.root = new_branch(keys, arena, NULL, template);
		group.root->of_partition = true;
		plant(keys, arena, group.root, template, NULL);
		sort_children(group.root);
	}
	PL_PUSH(groups, group);
	for (; at > 0 && tells_more(template, groups->ptr[at - 1].template); at--)
		groups->ptr[at] = groups->ptr[at - 1];
	groups->ptr[at] = group;
}

static void join_groups(struct pl_declared_keys *keys, group_list *groups, struct pl_arena *arena,
			const struct pl_schema_key *key, size_t entity)
{
	if (!key) {
		join_group(keys, groups, arena, NULL, entity);
		return;
	}
	join_group(keys, groups, arena, &key->main, entity);
	for (size_t i = 0; i < key->nlegacy; i++)
		join_group(keys, groups, arena, &key->legacy[i], entity);
}

static void join_parts(struct pl_declared_keys *keys, struct pl_arena *arena, size_t entity)
{
	for (unsigned i = 0; i < keys->sorting.nparts; i++)
		join_groups(keys, i ? &keys->more[i - 1] : &keys->groups, arena,
			    pl_entity_key(&keys->table->entities[entity], keys->sorting.attrs[i].name), entity);
}

/* ---- the whole ---- */

static void add_layout(struct pl_declared_keys *keys, struct pl_arena *arena, size_t entity,
		       const struct pl_template *template, bool legacy, bool sorts)
{
	struct pl_layout *layout = PL_NEW(arena, struct pl_layout);

	layout->entity = &keys->table->entities[entity];
	layout->number = entity;
	layout->template = template;
	layout->legacy = legacy;
	PL_PUSH(&keys->layouts, layout);
	/* Without a sort key, keys are told apart by their partition keys alone. */
	if (sorts)
		plant(keys, arena, keys->root, template, layout);
	else
		end_at(arena, keys->root, layout);
}

struct pl_declared_keys *pl_declared_keys_new(struct pl_arena *arena, const struct pl_schema_table *table,
					      const struct pl_sorting *sorting)
{
	const struct pl_str sk = pl_sorting_sk(sorting).name;
	const bool sorts = sk.len != 0;
	struct pl_declared_keys *keys = NULL;

	for (size_t i = 0; i < table->nentities; i++) {
		const struct pl_schema_entity *entity = &table->entities[i];
		const struct pl_schema_key *key = pl_entity_key(entity, sorts ? sk : sorting->attrs[0].name);

		if (!key)
			continue;
		if (!keys) {
			keys = pl_calloc(1, sizeof(*keys));
			keys->table = table;
			keys->sorting = *sorting;
			keys->root = new_branch(keys, arena, NULL, NULL);
			pthread_mutex_init(&keys->lock, NULL);
		}
		join_parts(keys, arena, i);
		add_layout(keys, arena, i, &key->main, false, sorts);
		for (size_t k = 0; k < key->nlegacy && sorts; k++)
			add_layout(keys, arena, i, &key->legacy[k], true, true);
	}
	if (keys) {
		sort_children(keys->root);
		if (table->nmatched)
			keys->misfits = pl_calloc(table->nentities, sizeof(*keys->misfits));
		pl_drift_plan(&keys->driftings, table, sorting);
	}
	return keys;
}

static void release_misfits(struct pl_declared_keys *keys)
{
	for (size_t i = 0; keys->misfits && i < keys->table->nentities; i++)
		for (size_t kind = 0; kind < PL_MISFITS; kind++)
			pl_specimen_release(&keys->misfits[i][kind].least);
	free(keys->misfits);
}

void pl_declared_release(struct pl_declared_keys *keys)
{
	if (!keys)
		return;
	release_misfits(keys);
	for (size_t i = 0; i < keys->values.len; i++)
		for (unsigned last = 0; last < 2; last++)
			pl_specimen_release(&keys->values.ptr[i]->holding[last].least);
	for (size_t i = 0; i < keys->branches.len; i++)
		pl_specimen_release(&keys->branches.ptr[i]->recasing.least);
	for (size_t i = 0; i < keys->layouts.len; i++)
		pl_specimen_release(&keys->layouts.ptr[i]->least);
	PL_VEC_RELEASE(&keys->layouts);
	PL_VEC_RELEASE(&keys->branches);
	PL_VEC_RELEASE(&keys->values);
	PL_VEC_RELEASE(&keys->groups);
	for (size_t i = 0; i < PL_LEN(keys->more); i++)
		PL_VEC_RELEASE(&keys->more[i]);
	pl_specimen_release(&keys->unknown);
	pl_drift_release(&keys->driftings);
	pl_arena_release(&keys->patterns);
	pthread_mutex_destroy(&keys->lock);
	free(keys);
}

/* ---- finding ---- */

enum { NO_HOLDER = PL_DECLARED_VALUES };

struct search {
	struct pl_declared_keys *keys;
	struct pl_str key;
	const uint64_t *entities; /* that the partition key allows; NULL: all */
	const uint64_t *allowed;  /* that the rest of what is equal allows; NULL: all */
	const struct pl_said *said; /* by the item; NULL: nothing */
	enum pl_claim claim;      /* the least that an entity must have to it */
	bool strict;
	bool folded;              /* literals may be written in another letter case */
	unsigned steps;
	struct pl_declared_value *values;
	size_t nvalues;
	struct pl_layout *found;
	struct pl_branch *end;    /* where it ended */

	const struct pl_item *loose; /* one value may hold the delimiter: of this item; NULL: none may */
	size_t holder;               /* which of `values` does; NO_HOLDER: none yet */
};

static bool is_letter_or_digit(unsigned char c)
{
	return pl_is_digit(c) || pl_is_alpha(c) || c >= 0x80;
}

static bool has_letters(struct pl_str s, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++)
		if (is_letter_or_digit((unsigned char)s.ptr[i]))
			return true;
	return false;
}

static bool is_literal(const struct pl_template *template, struct pl_str text)
{
	for (size_t i = 0; i < template->nparts; i++)
		if (template->parts[i].kind == PL_PART_LITERAL && pl_str_eq(template->parts[i].text, text))
			return true;
	return false;
}

static bool is_label(const struct pl_declared_keys *keys, struct pl_str text)
{
	for (size_t i = 0; i < keys->layouts.len; i++)
		if (is_literal(keys->layouts.ptr[i]->template, text))
			return true;
	return false;
}

/* Whether some segment of the value is a label of the schema: then it is rather another kind of item. */
static bool holds_label(const struct search *s, const struct pl_declared_value *value)
{
	const struct pl_str delimiter = value->branch->of->delimiter;
	size_t from = value->from;

	for (size_t i = from; i <= value->to; i++) {
		const bool end = i == value->to;

		if (!end && !pl_str_starts(pl_str_sub(s->key, i, value->to), delimiter))
			continue;
		if (is_label(s->keys, pl_str_sub(s->key, from, i)))
			return true;
		from = i + delimiter.len;
	}
	return false;
}

/* A text that stands last and goes on to the key's end: nothing behind it has to be told apart. */
static bool is_last_text(const struct search *s)
{
	const struct pl_declared_value *value = &s->values[s->holder];
	const struct pl_declared *field = value->branch->fitting->field;

	return s->holder + 1 == s->nvalues && value->to == s->key.len && field->type == PL_D_TEXT && pl_declares(field, PL_FO_TYPE) &&
	       !holds_label(s, value);
}

/*
 * Whether what stands behind the value that holds the delimiter says where it ends: a label, a value of some form, or the
 * end of the key.
 */
static bool is_told(const struct search *s)
{
	size_t at;

	if (s->holder == NO_HOLDER)
		return false;
	if (is_last_text(s))
		return true;
	at = s->values[s->holder].to;
	for (size_t v = s->holder + 1; v < s->nvalues; v++) {
		if (!s->values[v].branch->fitting->open || has_letters(s->key, at, s->values[v].from))
			return true;
		at = s->values[v].to;
	}
	return has_letters(s->key, at, s->key.len);
}

/* Whether the attribute that it is made of holds it, too. */
static bool is_proven(const struct search *s)
{
	const struct pl_declared_value *value = s->holder == NO_HOLDER ? NULL : &s->values[s->holder];
	const struct pl_attr *source = value ? pl_drift_source(&s->keys->driftings, value->branch->part, s->loose) : NULL;

	return source && source->type == 'S' && value->to < s->key.len &&
	       pl_renders(value->branch->part->field, pl_str_sub(s->key, value->from, value->to), source);
}

static bool ends_here(struct search *s, struct pl_branch *branch)
{
	if (s->loose && !is_told(s) && !is_proven(s))
		return false;
	for (size_t i = 0; i < branch->nends; i++) {
		struct pl_layout *layout = branch->ends[i];

		if (layout && s->entities && !has(s->entities, layout->number))
			continue;
		if (layout && s->allowed && !has(s->allowed, layout->number))
			continue;
		if (s->said && pl_claim_of(layout->entity, s->said) < s->claim)
			continue;
		/* Where nobody says what a value is, none holds too much. */
		if (s->loose && layout->template->open)
			continue;
		s->found = layout;
		s->end = branch;
		return true;
	}
	return false;
}

/* The byte behind the one at `at`, or behind a delimiter that is escaped there. */
static size_t behind_byte(const struct search *s, const struct pl_branch *branch, size_t at)
{
	struct pl_str escape = branch->fitting->field->escape;

	return at + (escape.len && pl_str_starts(pl_str_sub(s->key, at, s->key.len), escape) ? escape.len : 1);
}

/* Where a value that begins at `from` ends at the latest: most cannot hold the delimiter. */
static size_t latest_end(const struct search *s, const struct pl_branch *branch, size_t from)
{
	const struct pl_declared *field = branch->fitting->field;
	struct pl_str delimiter = branch->of->delimiter;

	if (!branch->fitting->open || field->rest || !delimiter.len)
		return s->key.len;
	for (size_t i = from; i < s->key.len; i = behind_byte(s, branch, i))
		if (pl_str_starts(pl_str_sub(s->key, i, s->key.len), delimiter))
			return i;
	return s->key.len;
}

/* Whether what follows the value in some template may begin at `at`; its first byte tells enough. */
static bool goes_on(const struct search *s, const struct pl_branch *branch, size_t at)
{
	unsigned char next;

	if (at == s->key.len)
		return branch->nends != 0;
	next = (unsigned char)s->key.ptr[at];
	if (s->folded && (pl_is_alpha(next) || next >= 0x80))
		return true;
	return branch->next[next >> 6] >> (next & 63) & 1;
}

static enum pl_fit fit_of(struct search *s, const struct pl_branch *branch, struct pl_str value)
{
	enum pl_fit fit;

	if (!branch->fitting->chars)
		return pl_fits(branch->fitting, value);
	pthread_mutex_lock(&s->keys->lock);
	fit = pl_fits(branch->fitting, value);
	pthread_mutex_unlock(&s->keys->lock);
	return fit;
}

/* In a loose search one open value may be longer than that, when the item does not say otherwise. */
static size_t latest_loose_end(const struct search *s, const struct pl_branch *branch, size_t latest)
{
	return s->loose && s->holder == NO_HOLDER && branch->fitting->open ? s->key.len : latest;
}

static bool may_hold(const struct search *s, const struct pl_branch *branch, struct pl_str value)
{
	const struct pl_attr *source = pl_drift_source(&s->keys->driftings, branch->part, s->loose);

	return !source || pl_renders(branch->part->field, value, source);
}

static bool go(struct search *s, struct pl_branch *branch, size_t at);

static bool go_value(struct search *s, struct pl_branch *branch, size_t from)
{
	const size_t within = latest_end(s, branch, from), latest = latest_loose_end(s, branch, within);

	if (s->nvalues == PL_DECLARED_VALUES)
		return false;
	for (size_t to = from; to <= latest; to = behind_byte(s, branch, to)) {
		struct pl_str value = pl_str_sub(s->key, from, to);
		bool also;

		if (PL_LIKELY(!goes_on(s, branch, to)))
			continue;
		also = pl_fits_also(branch->fitting->field, value);
		if (!also && fit_of(s, branch, value) < (s->strict ? PL_FIT_STRICT : PL_FIT_KIND))
			continue;
		if (to > within) {
			if (!may_hold(s, branch, value))
				continue;
			s->holder = s->nvalues;
		}
		s->values[s->nvalues++] = (struct pl_declared_value){branch, (uint32_t)from, (uint32_t)to, also};
		if (go(s, branch, to))
			return true;
		s->nvalues--;
		s->holder = to > within ? (size_t)NO_HOLDER : s->holder;
	}
	return false;
}

static bool stands_in(const struct search *s, struct pl_str literal, struct pl_str rest)
{
	return pl_str_starts(rest, literal) || (PL_UNLIKELY(s->folded) && literal.len <= rest.len &&
						pl_same_letters(pl_str_sub(rest, 0, literal.len), literal));
}

/* Reads the key from `at` on by what stands behind `branch`. */
static bool go(struct search *s, struct pl_branch *branch, size_t at)
{
	struct pl_str rest = pl_str_sub(s->key, at, s->key.len);

	if (++s->steps > (s->loose || s->folded ? MOST_LOOSE_STEPS : MOST_STEPS))
		return false;
	if (at == s->key.len && ends_here(s, branch))
		return true;
	for (size_t i = 0; i < branch->nchildren; i++) {
		struct pl_branch *child = branch->children[i];

		if (child->part ? go_value(s, child, at)
				: stands_in(s, child->text, rest) && go(s, child, at + child->text.len))
			return true;
	}
	return false;
}

/*
 * The groups that a partition key fits; a bit for whether some value of it stands in another letter case; behind
 * them, when it is joined of several, the entities that all the others allow.
 */
size_t pl_declared_words(const struct pl_declared_keys *keys)
{
	return words_of(keys->groups.len) + (keys->sorting.nparts > 1 ? words_of(keys->table->nentities) : 0);
}

static const uint64_t *allowed_by(const struct pl_declared_keys *keys, const uint64_t *set)
{
	return keys->sorting.nparts > 1 ? set + words_of(keys->groups.len) : NULL;
}

static bool has_recased(const struct pl_declared_value *values, size_t n, struct pl_str key)
{
	for (size_t i = 0; i < n; i++)
		if (!values[i].also && pl_fits_recased(values[i].branch->fitting->field, pl_str_sub(key, values[i].from, values[i].to)))
			return true;
	return false;
}

/* `recased`: becomes true where a value stands in another letter case than declared; NULL: nobody asks. */
static bool fits_group(struct pl_declared_keys *keys, const struct group *group, struct pl_str value, bool *recased)
{
	struct pl_declared_value values[PL_DECLARED_VALUES];
	struct search s = {.keys = keys, .key = value, .values = values};

	if (!group->root)
		return true;
	if (!go(&s, group->root, 0))
		return false;
	if (recased)
		*recased |= has_recased(values, s.nvalues, value);
	return true;
}

/* Leaves of `allowed` the entities that allow a value in one of the further parts. */
static void allow(struct pl_declared_keys *keys, const group_list *groups, struct pl_str value, uint64_t *allowed)
{
	const size_t words = words_of(keys->table->nentities);
	uint64_t few[4] = {0}, *by = words > PL_LEN(few) ? pl_calloc(words, sizeof(*by)) : few;

	for (size_t i = 0; i < groups->len; i++)
		if (fits_group(keys, &groups->ptr[i], value, NULL))
			for (size_t w = 0; w < words; w++)
				by[w] |= groups->ptr[i].entities[w];
	for (size_t w = 0; w < words; w++)
		allowed[w] &= by[w];
	if (by != few)
		free(by);
}

void pl_declared_partition(struct pl_declared_keys *keys, struct pl_str pk, uint64_t *set)
{
	const size_t words = words_of(keys->groups.len);
	struct pl_buf room = PL_BUF_INIT;
	struct pl_str part = pk;
	bool recased = false;

	memset(set, 0, words * sizeof(*set));
	memset(set + words, 0xff, (pl_declared_words(keys) - words) * sizeof(*set));
	for (unsigned i = 0; i < keys->sorting.nparts; i++) {
		if (keys->sorting.nparts > 1 && !pl_joined_at(pk, i, &room, &part))
			PL_BUG("a part is missing");
		if (i)
			allow(keys, &keys->more[i - 1], part, set + words);
		for (size_t g = 0; i == 0 && g < keys->groups.len; g++)
			if (fits_group(keys, &keys->groups.ptr[g], part, &recased))
				put(set, g);
	}
	if (recased)
		put(set, keys->groups.len);
	pl_buf_release(&room);
}

bool pl_declared_has_partition(const struct pl_declared_keys *keys, const uint64_t *set)
{
	const uint64_t *allowed = allowed_by(keys, set);

	for (size_t i = 0; i < keys->groups.len; i++)
		for (size_t w = 0; has(set, i) && w < words_of(keys->table->nentities); w++)
			if (keys->groups.ptr[i].entities[w] & (allowed ? allowed[w] : UINT64_MAX))
				return true;
	return false;
}

/* As written before in kind; of partition keys the most telling first. */
static struct pl_layout *find_claimed(struct pl_declared_keys *keys, const uint64_t *set, struct pl_str sk,
				      const struct pl_said *said, enum pl_claim claim, struct pl_declared_value *values,
				      size_t *count, bool *exact)
{
	for (int strict = 1; strict >= 0; strict--)
		for (size_t i = 0; i < keys->groups.len; i++) {
			struct search s = {.keys = keys, .key = sk, .entities = keys->groups.ptr[i].entities,
					   .allowed = allowed_by(keys, set), .said = said, .claim = claim, .strict = strict, .values = values};

			if (!has(set, i) || !go(&s, keys->root, 0))
				continue;
			*count = s.nvalues;
			*exact = strict;
			return s.found;
		}
	*count = 0;
	return NULL;
}

/* The entity that the item says it is before those that do not ask. `exact`: all values are written as declared. */
static struct pl_layout *find(struct pl_declared_keys *keys, const uint64_t *set, struct pl_str sk,
			      const struct pl_said *said, struct pl_declared_value *values, size_t *count, bool *exact)
{
	struct pl_layout *found = said ? find_claimed(keys, set, sk, said, PL_CLAIM_YES, values, count, exact) : NULL;

	return found ? found : find_claimed(keys, set, sk, said, PL_CLAIM_OPEN, values, count, exact);
}

struct pl_layout *pl_declared_find(struct pl_declared_keys *keys, struct pl_str pk, struct pl_str sk,
				   const struct pl_said *said,
				   struct pl_declared_value values[static PL_DECLARED_VALUES], size_t *count)
{
	uint64_t few[4], *set = few;
	struct pl_layout *found;
	bool exact;

	if (pl_declared_words(keys) > PL_LEN(few))
		set = pl_calloc(pl_declared_words(keys), sizeof(*set));
	pl_declared_partition(keys, pk, set);
	found = find(keys, set, sk, said, values, count, &exact);
	if (set != few)
		free(set);
	return found;
}

/* ---- counting ---- */

static struct pl_node *new_node(struct pl_trie_home *home, unsigned index)
{
	struct pl_node *node = PL_NEW(&home->arena, struct pl_node);

	node->class = PL_C_TEXT;
	node->index = (uint8_t)index;
	node->thread = home->thread;
	node->number = (uint32_t)home->nodes.len;
	node->as_one = true;
	PL_PUSH(&home->nodes, node);
	return node;
}

static void add_nodes(struct pl_declared_keys *keys, struct pl_branch *branch, struct pl_trie_home *home, unsigned index)
{
	if (branch->part) {
		branch->node = new_node(home, index);
		branch->node->whole = pl_malloc(sizeof(*branch->node->whole));
		pl_stats_init(branch->node->whole, home->limits.sketch);
		PL_PUSH(&keys->values, branch);
	}
	for (size_t i = 0; i < branch->nchildren; i++)
		add_nodes(keys, branch->children[i], home, index);
}

void pl_declared_count_in(struct pl_declared_keys *keys, struct pl_trie_home *home, unsigned index)
{
	keys->nothing = new_node(home, index);
	add_nodes(keys, keys->root, home, index);
}

/* What is the same for all values of a key. */
struct counting {
	struct pl_str key;
	uint64_t seed;
	const struct pl_sighting *sighting;
	struct pl_record *record;
};

static uint64_t range_of(const struct counting *c, uint32_t from)
{
	return from ? pl_hash(pl_str_sub(c->key, 0, from), c->seed) : c->seed;
}

static void fill_record(const struct counting *c, const struct pl_seen *seen, const struct pl_node *node, uint32_t from)
{
	bool ends = seen->behind < 0, instant = ends && seen->time && pl_has_instant(seen->time);

	c->record->range = seen->range;
	if (instant)
		c->record->value = pl_record_instant(seen->time->at);
	else
		c->record->value = ends && seen->class != PL_C_DIGITS ? seen->hash
								      : pl_hash(pl_str_sub(c->key, from, c->key.len), 0);
	c->record->tag = pl_tag(node->thread, node->number, 0, instant);
}

/* 20260231: digits that the schema says to be a date, and that no calendar has. */
static bool is_no_time(const struct pl_declared *field, const struct pl_seen *seen)
{
	return field->type == PL_D_TIMESTAMP && seen->class == PL_C_DIGITS && field->format.nparts && !field->inverted.text.len &&
	       pl_time_format_fits(&field->format, seen->value) && !pl_time_format_is_real(&field->format, seen->value);
}

static void count_value(const struct counting *c, const struct pl_declared_value *v, bool last)
{
	struct pl_node *node = v->branch->node;
	struct pl_str value = pl_str_sub(c->key, v->from, v->to);
	struct pl_time time;
	struct pl_seen seen = {
		.value = value,
		.behind = v->to < c->key.len ? (unsigned char)c->key.ptr[v->to] : -1,
		.class = pl_declared_class(v->branch->fitting->field, value),
		.based = pl_declared_based(v->branch->fitting->field, value),
		.last = last,
		.weight = 1,
		.range = range_of(c, v->from),
	};
	pl_mark_set marks;

	if (seen.class == PL_C_TIME) {
		pl_stats_read_time(node->whole, value, &time);
		/* A declared format may be one that nobody else reads. */
		if (time.form.layout == PL_T_NONE)
			seen.class = PL_C_TEXT;
		else
			seen.time = &time;
	}
	seen.hash = pl_stats_hash(seen.class, value);
	marks = pl_marks_of(pl_form_class(v->branch->fitting->field, seen.class), value, false);
	if (seen.time)
		marks |= pl_marks_of_time(value, seen.time);
	else if (is_no_time(v->branch->fitting->field, &seen))
		marks |= (pl_mark_set)1 << PL_M_NO_SUCH_TIME;
	if (marks) {
		struct pl_sighting here = *c->sighting;

		here.from = v->from;
		pl_stats_mark(node->whole, marks, 1, &here);
	}
	pl_stats_add(node->whole, &seen);
	node->n++;
	node->lens |= UINT64_C(1) << PL_MIN(value.len, (size_t)63);
	if (last && c->record)
		fill_record(c, &seen, node, v->from);
}

/* A key without a value, or whose last one is a sentinel, says nothing but itself. */
static void fill_bare_record(const struct pl_declared_keys *keys, const struct counting *c)
{
	c->record->range = c->seed;
	c->record->value = pl_hash(c->key, 0);
	c->record->tag = pl_tag(keys->nothing->thread, keys->nothing->number, PL_TAG_NO_SLOT, false);
}

/* A row, to be compared with the attributes that it is made of. */
struct row {
	const struct pl_layout *layout;
	const struct pl_sighting *key;
	const struct pl_item *item;
};

static void count_drift(struct pl_declared_keys *keys, const struct row *row, struct pl_str attribute, struct pl_str key,
			const struct pl_declared_value *values, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		const struct pl_part *part = values[i].branch->part;

		if (part->field->from.len && !values[i].also)
			pl_drift_count(&keys->driftings, row->layout->entity, attribute, part,
				       pl_str_sub(key, values[i].from, values[i].to), row->key, row->item);
	}
}

/* ---- letter case ---- */

static void recase(struct pl_branch *branch, const struct pl_sighting *key, uint32_t from)
{
	struct pl_sighting here = *key;

	here.from = from;
	branch->recasing.keys++;
	pl_specimen_take(&branch->recasing.least, &here);
}

static void count_recased(const struct pl_sighting *key, struct pl_str text, const struct pl_declared_value *values, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (!values[i].also && pl_fits_recased(values[i].branch->fitting->field, pl_str_sub(text, values[i].from, values[i].to)))
			recase(values[i].branch, key, values[i].from);
}

/* The first literal on the way to where a folded search ended that is not written as declared; NULL: all are. */
static struct pl_branch *recased_literal(const struct search *s, uint32_t *from)
{
	struct pl_branch *first = NULL;
	size_t to = s->key.len, v = s->nvalues;

	for (struct pl_branch *branch = s->end; branch->parent; branch = branch->parent) {
		size_t at = branch->part ? s->values[--v].from : to - branch->text.len;

		if (!branch->part && !pl_str_eq(pl_str_sub(s->key, at, to), branch->text)) {
			first = branch;
			*from = (uint32_t)at;
		}
		to = at;
	}
	return first;
}

/* The partition's value in a row: as declared, or in kind. */
static void find_partition(struct search *s, const struct group *group)
{
	const struct search again = *s;

	s->strict = true;
	if (go(s, group->root, 0))
		return;
	*s = again;
	go(s, group->root, 0);
}

/* What a partition fits is remembered, its values are not. */
static void count_partition(struct pl_declared_keys *keys, const struct row *row, const uint64_t *set)
{
	struct pl_declared_value values[PL_DECLARED_VALUES];
	struct pl_buf room = PL_BUF_INIT;
	struct pl_str pk = row->key->pk;

	if (keys->sorting.nparts > 1 && !pl_joined_at(row->key->pk, 0, &room, &pk))
		PL_BUG("nothing is joined");
	for (size_t i = 0; i < keys->groups.len; i++) {
		const struct group *group = &keys->groups.ptr[i];
		struct search s = {.keys = keys, .key = pk, .values = values};

		if (!group->root || !has(set, i) || !has(group->entities, row->layout->number))
			continue;
		find_partition(&s, group);
		count_drift(keys, row, keys->sorting.attrs[0].name, pk, values, s.nvalues);
		if (!row->layout->template->open)
			count_recased(row->key, pk, values, s.nvalues);
		break;
	}
	pl_buf_release(&room);
}

void pl_declared_match_at(struct pl_declared_keys *keys, const unsigned *at)
{
	keys->match_at = at;
}

/* False: keys alone tell. */
static bool says(const struct pl_declared_keys *keys, const struct pl_item *item, struct pl_said *said)
{
	*said = (struct pl_said){item->attrs, keys->match_at};
	return keys->misfits && keys->match_at;
}

enum pl_fitted pl_declared_add(struct pl_declared_keys *keys, const uint64_t *set, uint64_t seed, const struct pl_sighting *key,
		     const struct pl_item *item, struct pl_record *record)
{
	struct pl_declared_value values[PL_DECLARED_VALUES];
	const struct counting c = {key->sk, seed, key, record};
	struct pl_layout *layout;
	struct pl_said said;
	bool exact;
	size_t n;

	layout = find(keys, set, key->sk, says(keys, item, &said) ? &said : NULL, values, &n, &exact);
	if (!layout)
		return PL_FITS_NONE;
	layout->keys++;
	if (layout->template->open)
		pl_specimen_take(&layout->least, key);
	for (size_t i = 0; i < n && !layout->template->open; i++)
		if (!values[i].also)
			count_value(&c, &values[i], i + 1 == n);
	if (record && (n == 0 || values[n - 1].also))
		fill_bare_record(keys, &c);
	if (PL_UNLIKELY(!exact) && !layout->template->open)
		count_recased(key, key->sk, values, n);
	if (PL_UNLIKELY(keys->driftings.len || has(set, keys->groups.len))) {
		const struct row row = {layout, key, item};

		count_partition(keys, &row, set);
		count_drift(keys, &row, pl_sorting_sk(&keys->sorting).name, key->sk, values, n);
	}
	return layout->template->open ? PL_FITS_OPEN : PL_FITS_LAYOUT;
}

/* What the item says goes before what its key looks like; NULL: neither names an entity. */
static struct pl_misfitting *misfitting_of(struct pl_declared_keys *keys, const struct pl_sighting *key,
					   const struct pl_said *said)
{
	struct pl_declared_value values[PL_DECLARED_VALUES];
	const struct pl_layout *layout;
	size_t n;

	for (size_t i = 0; i < keys->layouts.len; i++) {
		layout = keys->layouts.ptr[i];
		if (pl_claim_of(layout->entity, said) == PL_CLAIM_YES)
			return &keys->misfits[layout->number][PL_MISFIT_KEY];
	}
	layout = pl_declared_find(keys, key->pk, key->sk, NULL, values, &n);
	return layout ? &keys->misfits[layout->number][PL_MISFIT_CLAIM] : NULL;
}

/* The proven ones go before the others; among them the least counts. */
static void hold(struct pl_holding *holding, const struct pl_sighting *key, bool proven)
{
	if (proven && !holding->proven)
		pl_specimen_release(&holding->least);
	holding->keys++;
	holding->proven += proven;
	if (proven || !holding->proven)
		pl_specimen_take(&holding->least, key);
}

/* Whether the key is that of an entity but for a value that holds the delimiter. */
static bool count_holding(struct pl_declared_keys *keys, const struct pl_sighting *key, const struct pl_item *item,
			  const struct pl_said *said)
{
	struct pl_declared_value values[PL_DECLARED_VALUES];
	uint64_t *set = pl_calloc(pl_declared_words(keys), sizeof(*set));
	bool found = false;

	pl_declared_partition(keys, key->pk, set);
	for (size_t i = 0; i < keys->groups.len && !found; i++) {
		struct search s = {.keys = keys, .key = key->sk, .entities = keys->groups.ptr[i].entities,
				   .allowed = allowed_by(keys, set), .said = said, .claim = PL_CLAIM_OPEN, .strict = true, .values = values, .loose = item, .holder = NO_HOLDER};
		struct pl_sighting here = *key;

		if (!has(set, i) || !go(&s, keys->root, 0))
			continue;
		found = true;
		here.from = values[s.holder].from;
		hold(&values[s.holder].branch->holding[values[s.holder].to == key->sk.len], &here, is_proven(&s));
	}
	free(set);
	return found;
}

/* Whether the key is that of an entity but for the letter case of literals; then it is counted with the first of these. */
static bool count_folded(struct pl_declared_keys *keys, const struct pl_sighting *key, const struct pl_said *said)
{
	struct pl_declared_value values[PL_DECLARED_VALUES];
	struct pl_str pk = key->pk;

	/* Of several partition attributes it would have to be known which. */
	for (size_t i = 0; i < keys->groups.len && keys->sorting.nparts == 1; i++) {
		const struct group *group = &keys->groups.ptr[i];
		struct search s = {.keys = keys, .key = pk, .folded = true, .values = values};
		struct pl_branch *branch = NULL;
		uint32_t from = 0;

		if (group->root && !go(&s, group->root, 0))
			continue;
		branch = group->root ? recased_literal(&s, &from) : NULL;
		s = (struct search){.keys = keys, .key = key->sk, .entities = group->entities, .said = said,
				    .claim = PL_CLAIM_OPEN, .folded = true, .values = values};
		if (!go(&s, keys->root, 0))
			continue;
		branch = branch ? branch : recased_literal(&s, &from);
		if (!branch)
			continue;
		recase(branch, key, from);
		return true;
	}
	return false;
}

void pl_declared_unknown(struct pl_declared_keys *keys, const struct pl_sighting *key, const struct pl_item *item)
{
	struct pl_misfitting *misfitting;
	struct pl_said said;
	bool says_so = says(keys, item, &said);

	keys->unknown_keys++;
	if (pl_sorting_sk(&keys->sorting).name.len && count_holding(keys, key, item, says_so ? &said : NULL))
		return;
	if (count_folded(keys, key, says_so ? &said : NULL))
		return;
	misfitting = says_so ? misfitting_of(keys, key, &said) : NULL;
	if (misfitting)
		misfitting->keys++;
	pl_specimen_take(misfitting ? &misfitting->least : &keys->unknown, key);
}

static void merge_holding(struct pl_holding *into, struct pl_holding *from)
{
	if (from->proven && !into->proven)
		pl_specimen_release(&into->least);
	if (from->proven || !into->proven)
		pl_specimen_merge(&into->least, &from->least);
	into->keys += from->keys;
	into->proven += from->proven;
}

static void merge_misfits(struct pl_declared_keys *into, struct pl_declared_keys *from)
{
	for (size_t i = 0; into->misfits && i < into->table->nentities; i++)
		for (size_t kind = 0; kind < PL_MISFITS; kind++) {
			into->misfits[i][kind].keys += from->misfits[i][kind].keys;
			pl_specimen_merge(&into->misfits[i][kind].least, &from->misfits[i][kind].least);
		}
}

void pl_declared_merge(struct pl_declared_keys *into, struct pl_declared_keys *from)
{
	PL_ASSERT(into->table == from->table && into->values.len == from->values.len);
	for (size_t i = 0; i < into->layouts.len; i++) {
		into->layouts.ptr[i]->keys += from->layouts.ptr[i]->keys;
		pl_specimen_merge(&into->layouts.ptr[i]->least, &from->layouts.ptr[i]->least);
		from->layouts.ptr[i]->keys = 0;
	}
	for (size_t i = 0; i < into->values.len; i++) {
		struct pl_node *to = into->values.ptr[i]->node, *node = from->values.ptr[i]->node;

		to->n += node->n;
		to->lens |= node->lens;
		pl_stats_merge(to->whole, node->whole);
		free(node->whole);
		node->whole = NULL;
		node->into = to;
		for (unsigned last = 0; last < 2; last++)
			merge_holding(&into->values.ptr[i]->holding[last], &from->values.ptr[i]->holding[last]);
	}
	for (size_t i = 0; i < into->branches.len; i++) {
		into->branches.ptr[i]->recasing.keys += from->branches.ptr[i]->recasing.keys;
		pl_specimen_merge(&into->branches.ptr[i]->recasing.least, &from->branches.ptr[i]->recasing.least);
	}
	from->nothing->into = into->nothing;
	pl_specimen_merge(&into->unknown, &from->unknown);
	into->unknown_keys += from->unknown_keys;
	merge_misfits(into, from);
	pl_drift_merge(&into->driftings, &from->driftings);
}

/* ---- asking ---- */

pl_driftings *pl_declared_driftings(struct pl_declared_keys *keys)
{
	return &keys->driftings;
}

struct pl_branch *pl_declared_root(const struct pl_declared_keys *keys)
{
	return keys->root;
}

struct pl_layout *const *pl_declared_layouts(const struct pl_declared_keys *keys, size_t *count)
{
	*count = keys->layouts.len;
	return keys->layouts.ptr;
}

uint64_t pl_declared_unknown_keys(const struct pl_declared_keys *keys)
{
	return keys->unknown_keys;
}

const struct pl_specimen *pl_declared_least_unknown(const struct pl_declared_keys *keys)
{
	return &keys->unknown;
}

void pl_declared_holdings(const struct pl_declared_keys *keys, void (*see)(void *ctx, const struct pl_branch *branch), void *ctx)
{
	for (size_t i = 0; i < keys->values.len; i++)
		if (keys->values.ptr[i]->holding[false].keys || keys->values.ptr[i]->holding[true].keys)
			see(ctx, keys->values.ptr[i]);
}

void pl_declared_recasings(const struct pl_declared_keys *keys, void (*see)(void *ctx, const struct pl_branch *branch), void *ctx)
{
	for (size_t i = 0; i < keys->branches.len; i++)
		if (keys->branches.ptr[i]->recasing.keys)
			see(ctx, keys->branches.ptr[i]);
}

const struct pl_misfitting *pl_declared_misfitting(const struct pl_declared_keys *keys, size_t number, enum pl_misfit_kind kind)
{
	static const struct pl_misfitting none;

	return keys->misfits ? &keys->misfits[number][kind] : &none;
}
