/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/trie.h"

#include "linter/base/hash.h"
#include "linter/key/number.h"
#include "linter/profile/record.h"

/* Words and masks have small sketches: there may be thousands of them. */
#define SMALL_SKETCH 16

/* What nodes below a cut became part of: it has no fields. */
static struct pl_node nowhere;

/* A trie this small is not worth normalising early. */
#define NORMAL_AT 512

static const char class_order[PL_CLASSES + 1] = "\0am9SDTULKhiVPzxIMRAEX";

unsigned pl_class_ordinal(enum pl_class class)
{
	static const uint8_t ordinal[128] = {
		['a'] = 1,  ['m'] = 2,  ['9'] = 3,  ['S'] = 4,  ['D'] = 5,  ['T'] = 6,  ['U'] = 7,
		['L'] = 8,  ['K'] = 9,  ['h'] = 10, ['i'] = 11, ['V'] = 12, ['P'] = 13, ['z'] = 14,
		['x'] = 15, ['I'] = 16, ['M'] = 17, ['R'] = 18, ['A'] = 19, ['E'] = 20,
		['X'] = 21,
	};

	return ordinal[class & 127];
}

enum pl_class pl_class_at(unsigned ordinal)
{
	return (enum pl_class)class_order[ordinal];
}

/* ---- nodes ------------------------------------------------------------ */

struct pl_node *pl_node_resolve(struct pl_node *node)
{
	struct pl_node *end = node;

	while (end->into)
		end = end->into;
	return end;
}

static struct pl_node *new_node(struct pl_trie *trie, enum pl_class class, unsigned nslots)
{
	struct pl_trie_home *home = trie->home;
	struct pl_node *node = PL_NEW(&home->arena, struct pl_node);

	node->class = (uint8_t)class;
	node->index = (uint8_t)trie->index;
	node->thread = home->thread;
	node->number = (uint32_t)home->nodes.len;
	node->nslots = (uint8_t)nslots;
	PL_PUSH(&home->nodes, node);
	trie->created++;
	return node;
}

static void free_kids(struct pl_node *node)
{
	if (node->kids) {
		free(node->kids->table);
		free(node->kids->groups);
		free(node->kids->columns);
		free(node->kids);
		node->kids = NULL;
	}
}

static void free_slots(struct pl_node *node)
{
	if (node->slots) {
		for (unsigned i = 0; i < node->nslots; i++)
			pl_stats_release(&node->slots[i]);
		free(node->slots);
		node->slots = NULL;
	}
	node->nslots = 0;
}

static struct pl_stats *whole_of(struct pl_trie *trie, struct pl_node *node)
{
	if (PL_UNLIKELY(!node->whole)) {
		unsigned k = trie->home->limits.sketch;
		bool small = node->class == PL_C_WORD || node->class == PL_C_MASK || node->class == PL_C_TEXT;

		node->whole = pl_malloc(sizeof(*node->whole));
		pl_stats_init(node->whole, small ? k / SMALL_SKETCH : k);
	}
	return node->whole;
}

static void free_whole(struct pl_node *node)
{
	if (node->whole) {
		pl_stats_release(node->whole);
		free(node->whole);
		node->whole = NULL;
	}
}

static void free_rare(struct pl_node *node)
{
	for (unsigned i = 0; node->rare && i < PL_RARE_KEYS; i++)
		pl_specimen_release(&node->rare[i]);
	free(node->rare);
	node->rare = NULL;
}

void pl_node_release(struct pl_node *node)
{
	free_rare(node);
	free_kids(node);
	free_slots(node);
	free_whole(node);
}

static struct pl_kids *kids_of(struct pl_node *node)
{
	if (!node->kids) {
		node->kids = pl_calloc(1, sizeof(*node->kids));
		node->kids->groups = pl_calloc(PL_G_MASKS, sizeof(*node->kids->groups));
		node->kids->ngroups = PL_G_MASKS;
	}
	return node->kids;
}

/* ---- the table of literals -------------------------------------------- */

static inline bool is_literal(const struct pl_literal *lit, struct pl_str text, unsigned words)
{
	return PL_MIN(lit->group, (uint32_t)PL_G_MASKS) == words && pl_short_eq(lit->text, text);
}

/*
 * Masks of all signatures are looked for together: the mask tells its group,
 * so `words` is the group of words or PL_G_MASKS for any mask.
 */
static struct pl_literal *find_literal(const struct pl_kids *kids, struct pl_str text, uint64_t hash, unsigned words)
{
	uint32_t mask = kids->cap - 1;

	if (!kids->cap)
		return NULL;
	for (uint32_t at = (uint32_t)hash & mask; kids->table[at].node; at = (at + 1) & mask) {
		struct pl_literal *lit = &kids->table[at];

		if (lit->hash == hash && is_literal(lit, text, words))
			return lit;
	}
	return NULL;
}

/* The same, sooner: most texts are like the one before. */
static inline struct pl_literal *find_hashed(struct pl_kids *kids, struct pl_str text, uint64_t hash, unsigned words)
{
	struct pl_literal *lit;

	if (!kids->cap)
		return NULL;
	lit = &kids->table[kids->recent];
	if (lit->node && lit->hash == hash && is_literal(lit, text, words))
		return lit;
	lit = find_literal(kids, text, hash, words);
	if (lit)
		kids->recent = (uint32_t)(lit - kids->table);
	return lit;
}

/* The same, for a text whose hash may not be needed. */
static struct pl_literal *find_alike(struct pl_kids *kids, struct pl_str text, unsigned words)
{
	struct pl_literal *lit;

	if (!kids->cap)
		return NULL;
	lit = &kids->table[kids->recent];
	if (lit->node && is_literal(lit, text, words))
		return lit;
	lit = find_literal(kids, text, pl_hash(text, 0), words);
	if (lit)
		kids->recent = (uint32_t)(lit - kids->table);
	return lit;
}

static void put_literal(struct pl_kids *kids, struct pl_literal literal)
{
	uint32_t mask = kids->cap - 1, at = (uint32_t)literal.hash & mask;

	while (kids->table[at].node)
		at = (at + 1) & mask;
	kids->table[at] = literal;
	kids->len++;
}

static void add_literal(struct pl_kids *kids, struct pl_literal literal)
{
	if (kids->len * 3 >= kids->cap * 2) {
		struct pl_literal *old = kids->table;
		uint32_t cap = kids->cap;

		kids->cap = cap ? cap * 2 : 4;
		kids->table = pl_calloc(kids->cap, sizeof(*kids->table));
		kids->len = 0;
		for (uint32_t i = 0; i < cap; i++)
			if (old[i].node)
				put_literal(kids, old[i]);
		free(old);
	}
	put_literal(kids, literal);
	kids->groups[literal.group].size++;
}

/* ---- groups ----------------------------------------------------------- */

/* A mask with each run of letters replaced by 'a'; values keep their class. */
struct pl_str pl_signature(struct pl_str mask, char out[static PL_MAX_MASK])
{
	size_t n = 0;
	bool letters = false;

	PL_ASSERT(mask.len <= PL_MAX_MASK);
	for (size_t i = 0; i < mask.len; i++) {
		unsigned char c = (unsigned char)mask.ptr[i];

		if (c == 1 && i + 1 < mask.len) {
			out[n++] = mask.ptr[i++];
			out[n++] = mask.ptr[i];
			letters = false;
		} else if (pl_is_alpha(c) || c >= 0x80) {
			if (!letters)
				out[n++] = 'a';
			letters = true;
		} else {
			out[n++] = (char)c;
			letters = false;
		}
	}
	return pl_str_of(out, n);
}

static int find_group(const struct pl_kids *kids, struct pl_str signature, uint64_t hash)
{
	for (uint32_t g = PL_G_MASKS; g < kids->ngroups; g++)
		if (kids->groups[g].hash == hash && pl_str_eq(kids->groups[g].signature, signature))
			return (int)g;
	return -1;
}

static unsigned add_group(struct pl_trie *trie, struct pl_kids *kids, struct pl_str signature, uint64_t hash)
{
	kids->groups = pl_realloc(kids->groups, (kids->ngroups + 1) * sizeof(*kids->groups));
	kids->groups[kids->ngroups] =
		(struct pl_group){.signature = pl_arena_str(&trie->home->arena, signature), .hash = hash};
	return kids->ngroups++;
}

/* Literals of one group that are told apart at most, whatever the path. */
static unsigned widest(const struct pl_limits *limits, unsigned depth, unsigned group)
{
	if (group >= PL_G_MASKS)
		return limits->masks;
	if (depth > 1)
		return limits->words;
	return depth == 1 && group == PL_G_LAST_WORDS ? limits->lone_words : limits->first_words;
}

/* `spread`: the product of the sizes of literal groups on the way to the node. */
static unsigned limit_of(const struct pl_limits *limits, unsigned depth, unsigned group, unsigned spread)
{
	return PL_MIN(widest(limits, depth, group), limits->literals / spread);
}

static unsigned spread_times(const struct pl_limits *limits, unsigned spread, unsigned size)
{
	uint64_t product = (uint64_t)spread * PL_MAX(size, 1U);

	return (unsigned)PL_MIN(product, (uint64_t)limits->literals + 1);
}

static unsigned group_size(const struct pl_limits *limits, const struct pl_group *group, unsigned depth, unsigned g)
{
	return group->star ? widest(limits, depth, g) : group->size;
}

/* ---- absorbing -------------------------------------------------------- */

static void collapse(struct pl_trie *trie, struct pl_node *node, unsigned g)
{
	struct pl_kids *kids = node->kids;
	struct pl_node *star = NULL;

	trie->changes++;
	for (uint32_t i = 0; i < kids->cap; i++) {
		struct pl_literal *lit = &kids->table[i];

		if (!lit->node || lit->group != g || lit->node->into)
			continue;
		if (!star) {
			star = new_node(trie, (enum pl_class)lit->node->class, lit->node->nslots);
			star->star = true;
		}
		pl_node_absorb(trie, star, lit->node, false);
	}
	if (!star) {
		star = new_node(trie, g < PL_G_MASKS ? PL_C_WORD : PL_C_MASK, 0);
		star->star = true;
	}
	kids->groups[g].star = star;
}

static struct pl_node *text_of(struct pl_trie *trie, struct pl_node *node)
{
	struct pl_kids *kids = kids_of(node);
	unsigned x = pl_class_ordinal(PL_C_TEXT);

	if (!kids->kinds[x])
		kids->kinds[x] = new_node(trie, PL_C_TEXT, 0);
	return kids->kinds[x];
}

/* Too many signatures: from now on masks are text. */
static void masks_to_text(struct pl_trie *trie, struct pl_node *node)
{
	struct pl_kids *kids = kids_of(node);
	struct pl_node *text = text_of(trie, node);

	if (kids->no_masks)
		return;
	kids->no_masks = true;
	trie->changes++;
	for (uint32_t i = 0; i < kids->cap; i++) {
		struct pl_literal *lit = &kids->table[i];

		if (lit->node && lit->group >= PL_G_MASKS && !lit->node->into)
			pl_node_absorb(trie, text, lit->node, true);
	}
	for (uint32_t g = PL_G_MASKS; g < kids->ngroups; g++)
		if (kids->groups[g].star && !kids->groups[g].star->into)
			pl_node_absorb(trie, text, kids->groups[g].star, true);
}

/* The group of `into` that takes the literals of group `g` of `from`; collapsed when either is. */
static unsigned joint_group(struct pl_trie *trie, struct pl_node *into, const struct pl_kids *from, unsigned g)
{
	const struct pl_group *theirs = &from->groups[g];
	int mine = g < PL_G_MASKS ? (int)g : find_group(into->kids, theirs->signature, theirs->hash);

	if (mine < 0)
		mine = (int)add_group(trie, into->kids, theirs->signature, theirs->hash);
	if (theirs->star && !into->kids->groups[mine].star)
		collapse(trie, into, (unsigned)mine);
	/* A star without literals does not know its values yet. */
	if (theirs->star && !into->kids->groups[mine].star->nslots)
		into->kids->groups[mine].star->nslots = theirs->star->nslots;
	return (unsigned)mine;
}

static void absorb_literal(struct pl_trie *trie, struct pl_node *into, const struct pl_literal *lit, unsigned g)
{
	struct pl_kids *kids = into->kids;
	struct pl_literal *mine;

	if (g >= PL_G_MASKS && kids->no_masks) {
		pl_node_absorb(trie, text_of(trie, into), lit->node, true);
		return;
	}
	if (kids->groups[g].star) {
		pl_node_absorb(trie, pl_node_resolve(kids->groups[g].star), lit->node, false);
		return;
	}
	mine = find_literal(kids, lit->text, lit->hash, PL_MIN(g, (unsigned)PL_G_MASKS));
	if (mine)
		pl_node_absorb(trie, pl_node_resolve(mine->node), lit->node, false);
	else
		add_literal(kids, (struct pl_literal){lit->hash, lit->text, lit->node, g});
}

static void absorb_kids(struct pl_trie *trie, struct pl_node *into, struct pl_node *from)
{
	struct pl_kids *theirs = from->kids;
	unsigned *group;

	if (!theirs)
		return;
	if (!into->kids) {
		into->kids = theirs;
		from->kids = NULL;
		return;
	}
	if (theirs->no_masks)
		masks_to_text(trie, into);
	group = pl_calloc(theirs->ngroups, sizeof(*group));
	for (unsigned g = 0; g < theirs->ngroups; g++)
		group[g] = g >= PL_G_MASKS && into->kids->no_masks ? g : joint_group(trie, into, theirs, g);
	for (uint32_t i = 0; i < theirs->cap; i++) {
		struct pl_literal *lit = &theirs->table[i];

		if (lit->node && !lit->node->into)
			absorb_literal(trie, into, lit, group[lit->group]);
	}
	for (unsigned g = 0; g < theirs->ngroups; g++) {
		struct pl_node *star = theirs->groups[g].star;

		if (!star || star->into)
			continue;
		if (g >= PL_G_MASKS && into->kids->no_masks)
			pl_node_absorb(trie, text_of(trie, into), star, true);
		else
			pl_node_absorb(trie, pl_node_resolve(into->kids->groups[group[g]].star), star, false);
	}
	for (unsigned c = 0; c < PL_CLASSES; c++) {
		struct pl_node *theirs_c = theirs->kinds[c];

		if (!theirs_c || theirs_c->into)
			continue;
		if (into->kids->kinds[c])
			pl_node_absorb(trie, pl_node_resolve(into->kids->kinds[c]), theirs_c, false);
		else
			into->kids->kinds[c] = theirs_c;
	}
	free(group);
	free_kids(from);
}

static void absorb_slots(struct pl_trie *trie, struct pl_node *into, struct pl_node *from)
{
	if (!into->slots) {
		into->slots = pl_calloc(into->nslots, sizeof(*into->slots));
		for (unsigned i = 0; i < into->nslots; i++)
			pl_stats_init(&into->slots[i], trie->home->limits.sketch);
	}
	for (unsigned i = 0; i < into->nslots && from->slots; i++)
		pl_stats_merge(&into->slots[i], &from->slots[i]);
}

/* Before the counts are added. */
static void absorb_rare(struct pl_node *into, struct pl_node *from)
{
	if (into->end + from->end > PL_RARE_KEYS) {
		free_rare(into);
		free_rare(from);
	} else if (!into->rare) {
		into->rare = from->rare;
		from->rare = NULL;
	} else {
		for (uint64_t i = 0; i < from->end; i++)
			pl_specimen_merge(&into->rare[into->end + i], &from->rare[i]);
		free_rare(from);
	}
}

void pl_node_absorb(struct pl_trie *trie, struct pl_node *into, struct pl_node *from, bool as_value)
{
	PL_ASSERT(into != from && !into->into && !from->into);
	trie->changes++;
	from->into = into;
	absorb_rare(into, from);
	into->n += from->n;
	into->end += from->end;
	into->tail += from->tail;
	into->lens |= from->lens;
	/* Never moved: sketches have the size that the class of their node asks for. */
	if (from->whole) {
		pl_stats_merge(whole_of(trie, into), from->whole);
		free_whole(from);
	}
	if (!as_value && into->nslots && into->nslots == from->nslots)
		absorb_slots(trie, into, from);
	free_slots(from);
	absorb_kids(trie, into, from);
}

struct pl_stats *pl_node_whole(struct pl_trie *trie, struct pl_node *node)
{
	return whole_of(trie, node);
}

struct pl_node *pl_node_add_kind(struct pl_trie *trie, struct pl_node *node, enum pl_class class)
{
	struct pl_kids *kids = kids_of(node);
	unsigned c = pl_class_ordinal(class);

	PL_ASSERT(!kids->kinds[c] || kids->kinds[c]->into);
	return kids->kinds[c] = new_node(trie, class, 0);
}

struct pl_node *pl_node_add_column(struct pl_trie *trie, struct pl_node *node)
{
	struct pl_kids *kids = kids_of(node);
	struct pl_node *column = new_node(trie, PL_C_WORD, 0);

	column->star = true;
	kids->columns = pl_realloc(kids->columns, (kids->ncolumns + 1) * sizeof(struct pl_node *));
	kids->columns[kids->ncolumns++] = column;
	return column;
}

void pl_node_collapse(struct pl_trie *trie, struct pl_node *node, unsigned group)
{
	collapse(trie, node, group);
}

/* ---- limits everywhere ------------------------------------------------ */

static void normalise(struct pl_trie *trie, struct pl_node *node, unsigned depth, unsigned spread)
{
	const struct pl_limits *limits = &trie->home->limits;
	struct pl_kids *kids = node->kids;

	if (!kids)
		return;
	/* Masks that are text already have nothing left to collapse. */
	for (unsigned g = 0; g < (kids->no_masks ? PL_G_MASKS : kids->ngroups); g++)
		if (!kids->groups[g].star && kids->groups[g].size > limit_of(limits, depth, g, spread))
			collapse(trie, node, g);
	if (!kids->no_masks && kids->ngroups - PL_G_MASKS > limits->signatures)
		masks_to_text(trie, node);
	for (uint32_t i = 0; i < kids->cap; i++) {
		struct pl_literal *lit = &kids->table[i];

		if (lit->node && !lit->node->into)
			normalise(trie, lit->node, depth + 1,
				  spread_times(limits, spread, kids->groups[lit->group].size));
	}
	for (unsigned g = 0; g < kids->ngroups; g++)
		if (kids->groups[g].star && !kids->groups[g].star->into)
			normalise(trie, kids->groups[g].star, depth + 1,
				  spread_times(limits, spread, widest(limits, depth, g)));
	for (unsigned c = 0; c < PL_CLASSES; c++)
		if (kids->kinds[c] && !kids->kinds[c]->into)
			normalise(trie, kids->kinds[c], depth + 1,
				  spread_times(limits, spread, pl_class_at(c) == PL_C_TEXT ? limits->masks : 1));
}

void pl_trie_normalise(struct pl_trie *trie)
{
	if (trie->top)
		normalise(trie, trie->top, 0, 1);
	trie->normal_at = PL_MAX(trie->created * 2, (size_t)NORMAL_AT);
}

/* Calls `each` for all children that are not part of others. */
static void each_child(struct pl_node *node, void (*each)(void *ctx, struct pl_node *child), void *ctx)
{
	struct pl_kids *kids = node->kids;

	if (!kids)
		return;
	for (uint32_t i = 0; i < kids->cap; i++)
		if (kids->table[i].node && !kids->table[i].node->into)
			each(ctx, kids->table[i].node);
	for (unsigned g = 0; g < kids->ngroups; g++)
		if (kids->groups[g].star && !kids->groups[g].star->into)
			each(ctx, kids->groups[g].star);
	for (unsigned c = 0; c < PL_CLASSES; c++)
		if (kids->kinds[c] && !kids->kinds[c]->into)
			each(ctx, kids->kinds[c]);
}

struct cut {
	struct pl_node *parent;
	unsigned depth;
};

static void drop(void *ctx, struct pl_node *node)
{
	each_child(node, drop, ctx);
	node->into = &nowhere;
	pl_node_release(node);
}

static void count_tail(void *ctx, struct pl_node *node)
{
	((struct cut *)ctx)->parent->tail += node->n;
}

static void cut_below(void *ctx, struct pl_node *node)
{
	struct cut *cut = ctx;
	struct cut next = {node, cut->depth - 1};

	if (cut->depth > 0) {
		each_child(node, cut_below, &next);
		return;
	}
	next.depth = 0;
	each_child(node, count_tail, &next);
	each_child(node, drop, &next);
	free_kids(node);
}

static void cut_to(struct pl_trie *trie, unsigned depth)
{
	struct cut cut = {NULL, depth};

	trie->changes++;
	for (unsigned d = depth + 1; d <= trie->depth; d++)
		pl_sketch_release(&trie->seen[d]);
	trie->depth = depth;
	if (trie->top)
		cut_below(&cut, trie->top);
}

/* Cuts the trie above the first length that has too many class paths. */
static void limit_paths(struct pl_trie *trie)
{
	for (unsigned d = 1; d <= trie->depth; d++) {
		if (trie->seen[d].len > trie->home->limits.paths) {
			cut_to(trie, d - 1);
			return;
		}
	}
}

/* ---- counting --------------------------------------------------------- */

struct pl_label pl_label_of(const struct pl_lexed *pk)
{
	for (unsigned i = 0; i < 2 && i < pk->nsegments && pk->nsegments > 1; i++)
		if (pk->segment[i].class == PL_C_WORD && pk->segment[i].text.len)
			return (struct pl_label){pk->segment[i].text, pl_hash(pk->segment[i].text, 0)};
	return (struct pl_label){{NULL, 0}, 0};
}

void pl_trie_init(struct pl_trie *trie, struct pl_trie_home *home, unsigned index, bool partition)
{
	*trie = (struct pl_trie){.home = home, .index = index, .partition = partition, .normal_at = NORMAL_AT};
	trie->depth = home->limits.depth + 1;
	trie->seen = pl_calloc(trie->depth + 1, sizeof(*trie->seen));
	for (unsigned d = 0; d <= trie->depth; d++)
		pl_sketch_init(&trie->seen[d], home->limits.paths + 1, false);
}

void pl_trie_release(struct pl_trie *trie)
{
	for (unsigned d = 0; trie->seen && d <= trie->home->limits.depth + 1; d++)
		pl_sketch_release(&trie->seen[d]);
	free(trie->seen);
	trie->seen = NULL;
	free(trie->ways);
	trie->ways = NULL;
	trie->top = NULL;
}

static uint64_t path_step(uint64_t path, unsigned class, bool last)
{
	path = (path + class * 2 + last + 1) * UINT64_C(0x9e3779b97f4a7c15);
	return path ^ path >> 29;
}

/* Remembers the class path of a key, and of all its beginnings. */
static void note_path(struct pl_trie *trie, bool label, const struct pl_lexed *lexed)
{
	uint64_t path[PL_MAX_SEGMENTS + 2];
	unsigned steps = PL_MIN(lexed->nsegments + 1, trie->depth);

	path[0] = path_step(0, label ? PL_C_WORD : '*', lexed->nsegments == 0);
	for (unsigned d = 1; d < steps; d++)
		path[d] = path_step(path[d - 1], lexed->segment[d - 1].class, d == lexed->nsegments);
	/* A path that is known has known beginnings. */
	if (!steps || PL_LIKELY(pl_sketch_has(&trie->seen[steps], path[steps - 1])))
		return;
	for (unsigned d = 0; d < steps; d++)
		pl_sketch_add(&trie->seen[d + 1], path[d], 0);
	limit_paths(trie);
}

static struct pl_node *new_literal(struct pl_trie *trie, struct pl_node *node, struct pl_literal literal,
				   unsigned nslots, unsigned limit)
{
	bool mask = literal.group >= PL_G_MASKS;

	literal.text = pl_arena_str(&trie->home->arena, literal.text);
	literal.node = new_node(trie, mask ? PL_C_MASK : PL_C_WORD, nslots);
	add_literal(node->kids, literal);
	if (node->kids->groups[literal.group].size > limit)
		collapse(trie, node, literal.group);
	return pl_node_resolve(literal.node);
}

static struct pl_node *step_word(struct pl_trie *trie, struct pl_node *node, struct pl_str text, uint64_t hash,
				 bool last, unsigned depth, unsigned *spread)
{
	const struct pl_limits *limits = &trie->home->limits;
	struct pl_kids *kids = kids_of(node);
	unsigned g = last ? PL_G_LAST_WORDS : PL_G_WORDS;
	struct pl_node *child = kids->groups[g].star;

	if (!child) {
		struct pl_literal *lit = find_hashed(kids, text, hash, g);

		child = lit ? lit->node
			    : new_literal(trie, node, (struct pl_literal){hash, text, NULL, g}, 0,
					  limit_of(limits, depth, g, *spread));
	}
	*spread = spread_times(limits, *spread, group_size(limits, &kids->groups[g], depth, g));
	return child;
}

static struct pl_node *step_kind(struct pl_trie *trie, struct pl_node *node, enum pl_class class)
{
	struct pl_kids *kids = kids_of(node);
	unsigned c = pl_class_ordinal(class);

	if (PL_UNLIKELY(!kids->kinds[c]))
		kids->kinds[c] = new_node(trie, class, 0);
	return kids->kinds[c];
}

static struct pl_node *step_text(struct pl_trie *trie, struct pl_node *node, unsigned *spread)
{
	*spread = spread_times(&trie->home->limits, *spread, trie->home->limits.masks);
	return step_kind(trie, node, PL_C_TEXT);
}

static struct pl_node *step_mask(struct pl_trie *trie, struct pl_node *node, const struct pl_segment *segment,
				 unsigned depth, unsigned *spread)
{
	const struct pl_limits *limits = &trie->home->limits;
	struct pl_kids *kids = kids_of(node);
	struct pl_literal *lit;
	struct pl_node *child;
	unsigned g;

	if (kids->no_masks)
		return step_text(trie, node, spread);
	lit = find_alike(kids, segment->text, PL_G_MASKS);
	if (lit) {
		g = lit->group;
		child = pl_node_resolve(lit->node);
	} else {
		char room[PL_MAX_MASK];
		struct pl_str signature = pl_signature(segment->text, room);
		uint64_t sig_hash = pl_hash(signature, 0);
		int found = find_group(kids, signature, sig_hash);

		g = found < 0 ? add_group(trie, kids, signature, sig_hash) : (unsigned)found;
		if (kids->ngroups - PL_G_MASKS > limits->signatures) {
			masks_to_text(trie, node);
			return step_text(trie, node, spread);
		}
		child = kids->groups[g].star;
		if (!child)
			child = new_literal(trie, node, (struct pl_literal){pl_hash(segment->text, 0), segment->text, NULL, g},
					    segment->nslots, limit_of(limits, depth, g, *spread));
	}
	*spread = spread_times(limits, *spread, group_size(limits, &kids->groups[g], depth, g));
	return child;
}

static struct pl_stats *slots_of(struct pl_trie *trie, struct pl_node *node)
{
	if (PL_UNLIKELY(!node->slots)) {
		node->slots = pl_calloc(node->nslots, sizeof(*node->slots));
		for (unsigned i = 0; i < node->nslots; i++)
			pl_stats_init(&node->slots[i], trie->home->limits.sketch);
	}
	return node->slots;
}

/* What is the same for all segments of a key. */
struct counting {
	struct pl_trie *trie;
	struct pl_str key;
	const struct pl_lexed *lexed;
	uint64_t seed, weight;
	const struct pl_sighting *sighting;
	struct pl_record *record;
	pl_mark_set *met; /* of all values so far */
	bool alike;       /* a key that differs in digits only went the same way before */
};

static uint64_t range_of(const struct counting *c, uint32_t from)
{
	return from ? pl_hash(pl_str_sub(c->key, 0, from), c->seed) : c->seed;
}

static int behind(const struct counting *c, uint32_t to)
{
	return to < c->key.len ? (unsigned char)c->key.ptr[to] : -1;
}

/* The record of a key whose last value is `slot`; `seen` is that value, when it was counted. */
static void fill_record(const struct counting *c, const struct pl_slot *slot, const struct pl_time *time,
			const struct pl_seen *seen)
{
	bool instant = time && slot->to == c->key.len && pl_has_instant(time);
	/* A value that ends the key was hashed already, unless it has zeros in front: pl_stats_hash(). */
	bool as_is = seen && slot->to == c->key.len && (slot->class != PL_C_DIGITS || c->key.ptr[slot->from] != '0');

	c->record->range = seen ? seen->range : range_of(c, slot->from);
	if (instant)
		c->record->value = pl_record_instant(time->at);
	else
		c->record->value = as_is ? seen->hash : pl_hash(pl_str_sub(c->key, slot->from, c->key.len), 0);
	c->record->tag = instant;
}

static void put_marks(const struct counting *c, struct pl_stats *stats, uint32_t from, pl_mark_set marks)
{
	struct pl_sighting here = *c->sighting;

	*c->met |= marks;
	here.from = from;
	pl_stats_mark(stats, marks, c->weight, &here);
}

/* Of the value that begins at byte `from` of the key. */
static inline void note_marks(const struct counting *c, struct pl_stats *stats, uint32_t from, pl_mark_set marks)
{
	/* Partition keys are put off and counted at once as long as they are not odd. */
	if (c->trie->partition)
		marks &= ~(pl_mark_set)PL_M_CASES;
	if (PL_UNLIKELY(marks))
		put_marks(c, stats, from, marks);
}

/* `plain`: as of its segment, when it is that as a whole. */
static void count_slot(const struct counting *c, struct pl_stats *stats, const struct pl_slot *slot, bool plain, bool last)
{
	struct pl_seen seen = {
		.value = pl_str_sub(c->key, slot->from, slot->to),
		.behind = behind(c, slot->to),
		.class = (enum pl_class)slot->class,
		.last = last,
		.alike = c->alike,
		.weight = c->weight,
	};
	struct pl_time time;

	seen.hash = pl_stats_hash(seen.class, seen.value);
	if (slot->class == PL_C_TIME) {
		pl_stats_read_time(stats, seen.value, &time);
		seen.time = &time;
	}
	note_marks(c, stats, slot->from, pl_marks_of(seen.class, seen.value, plain));
	if (c->trie->partition) {
		pl_stats_note(stats, &seen);
		return;
	}
	if (seen.time)
		note_marks(c, stats, slot->from, pl_marks_of_time(seen.value, &time));
	seen.range = range_of(c, slot->from);
	pl_stats_add(stats, &seen);
	if (last && c->record)
		fill_record(c, slot, seen.time, &seen);
}

/* A key that stands in quotes as a whole: its first segment has one at its front. */
static bool is_quoted_key(struct pl_str key)
{
	char first = key.len > 1 ? key.ptr[0] : 0;

	return PL_UNLIKELY(first == '"' || first == '\'') && key.ptr[key.len - 1] == first;
}

/* `GET /users`, `AC / DC`: a blank beside a slash belongs to the text on both sides of it. */
static struct pl_str without_blanks_at_slashes(const struct counting *c, uint32_t from, uint32_t to)
{
	from += from && c->key.ptr[from] == ' ';
	to -= to > from && to < c->key.len && c->key.ptr[to - 1] == ' ';
	return pl_str_sub(c->key, from, to);
}

/* `GET /users/{id}/orders`: a pattern of requests, whose names in braces are meant. */
static bool stands_in_route(const struct counting *c, uint32_t from)
{
	for (uint32_t i = 1; i < from && c->lexed->sep == '/'; i++)
		if (c->key.ptr[i] == '/' && c->key.ptr[i - 1] == ' ')
			return true;
	return false;
}

/* The marks of a word or a mask. */
static pl_mark_set marks_of_literal(const struct counting *c, const struct pl_segment *segment)
{
	struct pl_str value = pl_str_sub(c->key, segment->from, segment->to);
	pl_mark_set marks = pl_marks_of((enum pl_class)segment->class, value, segment->plain);

	if (PL_UNLIKELY(marks & UINT32_C(1) << PL_M_BLANK) && c->lexed->sep == '/') {
		value = without_blanks_at_slashes(c, segment->from, segment->to);
		marks = pl_marks_of((enum pl_class)segment->class, value, segment->plain);
	}
	if (PL_UNLIKELY(marks & UINT32_C(1) << PL_M_PLACEHOLDER) && stands_in_route(c, segment->from))
		marks &= ~(UINT32_C(1) << PL_M_PLACEHOLDER);
	if (segment->from == 0 && is_quoted_key(c->key))
		marks |= UINT32_C(1) << PL_M_QUOTES;
	return marks;
}

/* Whether a mask of numbers is one number with its digits in groups, for all that it says by itself: 1,234. */
static bool may_be_grouped(const struct counting *c, const struct pl_segment *segment)
{
	struct pl_str mask = segment->text;
	size_t between = 2 + (mask.len && mask.ptr[0] == '-');

	if (segment->class != PL_C_MASK || segment->nslots < 2 || mask.len <= between || mask.ptr[between - 2] != 1)
		return false;
	return pl_decimal_may_be_grouped(pl_str_sub(c->key, segment->from, segment->to));
}

/* A word or a mask as one value; `hash` of all its bytes. */
static void count_whole(const struct counting *c, struct pl_node *node, const struct pl_segment *segment,
			uint64_t hash)
{
	struct pl_stats *stats = whole_of(c->trie, node);
	struct pl_seen seen = {
		.value = pl_str_sub(c->key, segment->from, segment->to),
		.behind = behind(c, segment->to),
		.class = may_be_grouped(c, segment) ? PL_C_DECIMAL : PL_C_WORD,
		.weight = c->weight,
		.hash = hash,
		.range = range_of(c, segment->from),
		.known = segment->class == PL_C_WORD && !node->star && stats->n,
		.alike = c->alike,
	};

	if (!seen.known || stats->marks.len)
		note_marks(c, stats, segment->from, marks_of_literal(c, segment));
	pl_stats_add(stats, &seen);
}

/* The marks of a word or mask in a partition key; statistics are made only where there are some. */
static void mark_whole(const struct counting *c, struct pl_node *node, const struct pl_segment *segment)
{
	pl_mark_set marks = marks_of_literal(c, segment);

	if (marks & ~(pl_mark_set)PL_M_CASES)
		note_marks(c, whole_of(c->trie, node), segment->from, marks);
}

/* The child that segment `i` leads to; `hash` as count_segment() takes it. */
static struct pl_node *step_segment(const struct counting *c, struct pl_node *node, unsigned i, uint64_t hash,
				    unsigned *spread)
{
	const struct pl_segment *segment = &c->lexed->segment[i];
	unsigned depth = i + 1;

	switch (segment->class) {
	case PL_C_WORD:
		return step_word(c->trie, node, pl_str_sub(c->key, segment->from, segment->to), hash,
				 depth == c->lexed->nsegments, depth, spread);
	case PL_C_MASK:
		return step_mask(c->trie, node, segment, depth, spread);
	case PL_C_TEXT:
		return step_text(c->trie, node, spread);
	default:
		return step_kind(c->trie, node, (enum pl_class)segment->class);
	}
}

static void count_mask(const struct counting *c, struct pl_node *node, const struct pl_segment *segment)
{
	const struct pl_slot *slots = &c->lexed->slot[segment->slot];

	for (unsigned s = 0; s < segment->nslots; s++) {
		bool last = segment->slot + s + 1 == c->lexed->nslots;

		if (node->nslots)
			count_slot(c, &slots_of(c->trie, node)[s], &slots[s], true, last);
		else if (last && c->record)
			fill_record(c, &slots[s], NULL, NULL);
	}
}

/* Counts segment `i` in its node; `hash` of all its bytes is needed of words and masks. */
static void count_segment(const struct counting *c, struct pl_node *node, unsigned i, uint64_t hash)
{
	const struct pl_segment *segment = &c->lexed->segment[i];
	bool literal = segment->class == PL_C_WORD || segment->class == PL_C_MASK;

	if (!literal)
		count_slot(c, whole_of(c->trie, node), &c->lexed->slot[segment->slot], segment->plain,
			   segment->slot + 1U == c->lexed->nslots);
	else if (c->trie->partition)
		mark_whole(c, node, segment);
	else
		count_whole(c, node, segment, hash);
	if (segment->class == PL_C_MASK)
		count_mask(c, node, segment);
	node->n += c->weight;
	if (!c->alike)
		node->lens |= UINT64_C(1) << PL_MIN((size_t)(segment->to - segment->from), (size_t)63);
}

/* The first few keys that end at a node are kept, and of no use when others come. */
static __attribute__((noinline, cold)) void keep_rare(struct pl_node *node, const struct pl_sighting *sighting)
{
	if (!node->rare)
		node->rare = pl_calloc(PL_RARE_KEYS, sizeof(*node->rare));
	pl_specimen_take(&node->rare[node->end], sighting);
}

static void set_tag(const struct counting *c, const struct pl_node *node, unsigned slot)
{
	/* Without a number that fits, the top stands for the trie and the key for itself. */
	if (node->number >= PL_TAG_NODES) {
		node = c->trie->top;
		slot = PL_TAG_NO_SLOT;
	}
	c->record->tag = pl_tag(node->thread, node->number, slot, pl_tag_instant(c->record->tag));
}

/* A key without a value, or cut before its last one: what it says depends on its bytes alone. */
static void fill_cut_record(const struct counting *c)
{
	const struct pl_lexed *lexed = c->lexed;

	c->record->tag = 0;
	if (lexed->nslots) {
		const struct pl_slot *slot = &lexed->slot[lexed->nslots - 1];
		struct pl_time time;
		bool is_time = slot->class == PL_C_TIME &&
			       pl_time_read(pl_str_sub(c->key, slot->from, slot->to), PL_MONTH_FIRST, &time);

		fill_record(c, slot, is_time ? &time : NULL, NULL);
	} else {
		c->record->range = c->seed;
		c->record->value = pl_hash(c->key, 0);
	}
	set_tag(c, c->trie->top, PL_TAG_NO_SLOT);
}

/* Whether the last value of a key stands in one of its first `n` segments, so that its record was filled there. */
static bool holds_last_value(const struct pl_lexed *lexed, unsigned n)
{
	while (n > 0) {
		const struct pl_segment *segment = &lexed->segment[--n];

		if (segment->nslots)
			return segment->slot + segment->nslots == lexed->nslots;
	}
	return false;
}

/* The way of keys of this lex; NULL: they are not known to be alike, or go too far. */
static struct pl_way *way_of(struct pl_trie *trie, const struct pl_lexed *lexed)
{
	struct pl_way *way;

	if (!lexed->like || lexed->nsegments > PL_WAY_STEPS)
		return NULL;
	if (PL_UNLIKELY(!trie->ways))
		trie->ways = pl_calloc(PL_WAYS, sizeof(*trie->ways));
	way = &trie->ways[lexed->like % PL_WAYS];
	if (way->like != lexed->like)
		*way = (struct pl_way){.like = lexed->like};
	return way;
}

/* note_path(), once for all keys that are alike. */
static void note_way(struct pl_trie *trie, struct pl_way *way, bool label, const struct pl_lexed *lexed)
{
	if (way && way->noted[label])
		return;
	note_path(trie, label, lexed);
	if (way)
		way->noted[label] = true;
}

/* Counts the segments of a key below `node`; returns how many the trie told apart, and the last node. */
static unsigned count_segments(struct counting *c, struct pl_way *way, struct pl_node **node, unsigned spread)
{
	const struct pl_lexed *lexed = c->lexed;
	struct pl_trie *trie = c->trie;
	const struct pl_node *from = *node;
	uint64_t changes = trie->changes;
	bool known = way && way->from == from && way->changes == changes;
	unsigned i = 0;

	if (way && !known)
		way->from = NULL;
	c->alike = known;
	for (; i < lexed->nsegments && i + 1 < trie->depth; i++) {
		const struct pl_segment *segment = &lexed->segment[i];
		bool literal = segment->class == PL_C_WORD || segment->class == PL_C_MASK;
		uint64_t hash = literal ? pl_hash(pl_str_sub(c->key, segment->from, segment->to), 0) : 0;

		*node = known ? way->node[i] : step_segment(c, *node, i, hash, &spread);
		if (way && !known)
			way->node[i] = *node;
		count_segment(c, *node, i, hash);
		if (c->record && segment->nslots && segment->slot + segment->nslots == lexed->nslots)
			set_tag(c, *node, lexed->nslots - 1U - segment->slot);
	}
	/* What changed on the way may have led its first steps elsewhere. */
	if (way && !known && i == lexed->nsegments && trie->changes == changes) {
		way->from = from;
		way->changes = changes;
	}
	return i;
}

pl_mark_set pl_trie_add(struct pl_trie *trie, struct pl_label label, struct pl_str key, const struct pl_lexed *lexed,
			uint64_t seed, uint64_t weight, const struct pl_sighting *sighting, struct pl_record *record)
{
	pl_mark_set marks = 0;
	struct counting c = {trie, key, lexed, seed, weight, sighting, record, &marks, false};
	struct pl_way *way = way_of(trie, lexed);
	unsigned spread = 1, i = 0;
	struct pl_node *node;

	if (PL_UNLIKELY(!trie->top))
		trie->top = new_node(trie, PL_C_NONE, 0);
	note_way(trie, way, label.text.len != 0, lexed);
	node = trie->top;
	node->n += weight;
	if (PL_LIKELY(trie->depth > 0)) {
		node = label.text.len ? step_word(trie, node, label.text, label.hash, false, 0, &spread)
				      : step_kind(trie, node, PL_C_NONE);
		node->n += weight;
		i = count_segments(&c, way, &node, spread);
	}
	if (i < lexed->nsegments) {
		node->tail += weight;
	} else {
		if (PL_UNLIKELY(node->end < PL_RARE_KEYS) && !trie->partition)
			keep_rare(node, sighting);
		node->end += weight;
	}
	if (record && !holds_last_value(lexed, i))
		fill_cut_record(&c);
	if (PL_UNLIKELY(trie->created > trie->normal_at))
		pl_trie_normalise(trie);
	return marks;
}

void pl_trie_merge(struct pl_trie *into, struct pl_trie *from)
{
	unsigned depth = PL_MIN(into->depth, from->depth);

	if (!from->top)
		return;
	cut_to(into, depth);
	cut_to(from, depth);
	for (unsigned d = 1; d <= depth; d++)
		pl_sketch_merge(&into->seen[d], &from->seen[d]);
	if (into->top)
		pl_node_absorb(into, into->top, from->top, false);
	else
		into->top = from->top;
	into->created += from->created;
	from->top = NULL;
	limit_paths(into);
	pl_trie_normalise(into);
}

/* ---- walking a finished trie ------------------------------------------ */

static struct pl_node *find_word(const struct pl_node *node, struct pl_str text, bool last)
{
	unsigned g = last ? PL_G_LAST_WORDS : PL_G_WORDS;
	struct pl_literal *lit;

	if (!node->kids)
		return NULL;
	lit = find_literal(node->kids, text, pl_hash(text, 0), g);
	return lit ? lit->node : node->kids->groups[g].star;
}

static struct pl_node *find_mask(const struct pl_node *node, struct pl_str text)
{
	char room[PL_MAX_MASK];
	struct pl_literal *lit;
	struct pl_str signature;
	int g;

	if (!node->kids)
		return NULL;
	if (node->kids->no_masks)
		return node->kids->kinds[pl_class_ordinal(PL_C_TEXT)];
	lit = find_literal(node->kids, text, pl_hash(text, 0), PL_G_MASKS);
	if (lit)
		return lit->node;
	signature = pl_signature(text, room);
	g = find_group(node->kids, signature, pl_hash(signature, 0));
	return g < 0 ? NULL : node->kids->groups[g].star;
}

static struct pl_node *find_segment(const struct pl_node *node, const struct pl_segment *segment, bool last)
{
	if (segment->class == PL_C_WORD)
		return find_word(node, segment->text, last);
	if (segment->class == PL_C_MASK)
		return find_mask(node, segment->text);
	return node->kids ? node->kids->kinds[pl_class_ordinal((enum pl_class)segment->class)] : NULL;
}

struct pl_node *pl_trie_start(const struct pl_trie *trie, struct pl_label label)
{
	struct pl_node *top = trie->top ? pl_node_resolve(trie->top) : NULL;
	struct pl_node *start;

	if (!top || !top->kids)
		return NULL;
	start = label.text.len ? find_word(top, label.text, false) : top->kids->kinds[pl_class_ordinal(PL_C_NONE)];
	return start ? pl_node_resolve(start) : NULL;
}

size_t pl_trie_walk(const struct pl_trie *trie, struct pl_node *start, const struct pl_lexed *lexed,
		    struct pl_node *nodes[static PL_MAX_SEGMENTS])
{
	struct pl_node *node = start;
	size_t n = 0;

	while (node && n < lexed->nsegments && n + 1 < trie->depth) {
		node = find_segment(node, &lexed->segment[n], n + 1 == lexed->nsegments);
		if (node)
			nodes[n++] = node = pl_node_resolve(node);
	}
	return n;
}

static int child_order(const void *a, const void *b)
{
	const struct pl_child *x = a, *y = b;

	if (x->literal != y->literal)
		return y->literal - x->literal;
	if (x->group != y->group && (x->group < PL_G_MASKS || y->group < PL_G_MASKS)) {
		/* Words, last words, masks, then classes. */
		unsigned p = (unsigned)x->group, q = (unsigned)y->group;

		return (p > q) - (p < q);
	}
	if (x->group < 0)
		return (x->node->class > y->node->class) - (x->node->class < y->node->class);
	return pl_order(x->text, y->text);
}

struct pl_child *pl_node_children(const struct pl_node *node, size_t *count)
{
	const struct pl_kids *kids = node->kids;
	PL_VEC(struct pl_child) out = {0};

	for (uint32_t i = 0; kids && i < kids->cap; i++) {
		const struct pl_literal *lit = &kids->table[i];

		if (lit->node && !lit->node->into)
			PL_PUSH(&out, (struct pl_child){lit->node, lit->text, (int)lit->group, true});
	}
	for (unsigned g = 0; kids && g < kids->ngroups; g++)
		if (kids->groups[g].star && !kids->groups[g].star->into)
			PL_PUSH(&out, (struct pl_child){kids->groups[g].star, kids->groups[g].signature, (int)g, false});
	for (unsigned i = 0; kids && i < kids->ncolumns; i++)
		PL_PUSH(&out, (struct pl_child){kids->columns[i], {NULL, 0}, PL_G_WORDS, false});
	for (unsigned c = 0; kids && c < PL_CLASSES; c++)
		if (kids->kinds[c] && !kids->kinds[c]->into)
			PL_PUSH(&out, (struct pl_child){kids->kinds[c], {NULL, 0}, -1, false});
	if (out.len)
		qsort(out.ptr, out.len, sizeof(*out.ptr), child_order);
	*count = out.len;
	return out.ptr;
}

/* ---- dumping ---------------------------------------------------------- */

static void dump_name(struct pl_buf *out, const struct pl_child *child)
{
	for (size_t i = 0; i < child->text.len; i++) {
		unsigned char c = (unsigned char)child->text.ptr[i];

		if (c > ' ' && c < 0x7f)
			pl_buf_addc(out, (char)c);
		else
			pl_buf_printf(out, "\\x%02x", c);
	}
	pl_buf_printf(out, " %c%s", child->node->class ? child->node->class : '*',
		      child->literal || child->group < 0 ? "" : "+");
	if (child->group == PL_G_LAST_WORDS)
		pl_buf_addc(out, '$');
}

static void dump_node(struct pl_node *node, unsigned depth, struct pl_buf *out)
{
	size_t n;
	struct pl_child *children = pl_node_children(node, &n);

	pl_buf_printf(out, " n=%" PRIu64 " end=%" PRIu64 " tail=%" PRIu64 " lens=%" PRIx64 "%s\n", node->n, node->end,
		      node->tail, node->lens, node->kids && node->kids->no_masks ? " no masks" : "");
	if (node->whole) {
		pl_buf_printf(out, "%*s= ", (int)depth * 2, "");
		pl_stats_dump(node->whole, out);
	}
	for (unsigned i = 0; i < node->nslots && node->slots; i++) {
		pl_buf_printf(out, "%*s%u ", (int)depth * 2, "", i + 1);
		pl_stats_dump(&node->slots[i], out);
	}
	for (size_t i = 0; i < n; i++) {
		pl_buf_printf(out, "%*s", (int)depth * 2 + 2, "");
		dump_name(out, &children[i]);
		dump_node(children[i].node, depth + 1, out);
	}
	free(children);
}

void pl_trie_dump(struct pl_trie *trie, struct pl_buf *out)
{
	pl_trie_normalise(trie);
	pl_buf_printf(out, "depth %u", trie->depth);
	if (trie->top)
		dump_node(pl_node_resolve(trie->top), 0, out);
	else
		pl_buf_addc(out, '\n');
}
