/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/learn.h"

#include <math.h>

#include "linter/base/hash.h"

/* ---- what follows a node: sets of class paths --------------------------- */

/* Sorted hashes, each once. */
struct paths {
	uint64_t *ptr;
	size_t len;
};

enum { PATH_END = 1, PATH_TAIL = 2 };

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* The hash of a step: its class, or with `literals` its text. */
static uint64_t step_hash(const struct pl_child *child, bool literals)
{
	if (child->literal && literals)
		return pl_hash(child->text, 3);
	if (child->group >= PL_G_MASKS) {
		/* Masks that differ in their words alone are alike. */
		char room[PL_MAX_MASK];

		return pl_hash(child->literal ? pl_signature(child->text, room) : child->text, 4);
	}
	return child->group >= 0 ? PL_C_WORD : child->node->class;
}

/* The paths below a node, literals forgotten or not; made in `arena`. */
static struct paths paths_below(struct pl_arena *arena, const struct pl_node *node, bool literals)
{
	PL_VEC(uint64_t) all = {0};
	struct paths out = {NULL, 0};
	size_t n;
	struct pl_child *children = pl_node_children(node, &n);

	if (node->end)
		PL_PUSH(&all, PATH_END);
	if (node->tail)
		PL_PUSH(&all, PATH_TAIL);
	for (size_t i = 0; i < n; i++) {
		struct paths below = paths_below(arena, children[i].node, literals);
		uint64_t step = step_hash(&children[i], literals);

		for (size_t p = 0; p < below.len; p++)
			PL_PUSH(&all, pl_hash_mix(step, below.ptr[p]));
	}
	free(children);
	if (all.len)
		qsort(all.ptr, all.len, sizeof(*all.ptr), by_number);
	out.ptr = PL_NEW_N(arena, uint64_t, all.len);
	for (size_t i = 0; i < all.len; i++)
		if (!i || all.ptr[i] != all.ptr[i - 1])
			out.ptr[out.len++] = all.ptr[i];
	PL_VEC_RELEASE(&all);
	return out;
}

static bool same_paths(struct paths a, struct paths b)
{
	return a.len == b.len && (!a.len || memcmp(a.ptr, b.ptr, a.len * sizeof(*a.ptr)) == 0);
}

static int paths_order(struct paths a, struct paths b)
{
	if (a.len != b.len)
		return a.len < b.len ? -1 : 1;
	for (size_t i = 0; i < a.len; i++)
		if (a.ptr[i] != b.ptr[i])
			return a.ptr[i] < b.ptr[i] ? -1 : 1;
	return 0;
}

static bool within(struct paths a, struct paths b)
{
	size_t j = 0;

	for (size_t i = 0; i < a.len; i++) {
		while (j < b.len && b.ptr[j] < a.ptr[i])
			j++;
		if (j == b.len || b.ptr[j] != a.ptr[i])
			return false;
	}
	return true;
}

/* ---- one node ----------------------------------------------------------- */

struct learning {
	struct pl_trie *trie;
	struct pl_arena scratch;
};

static struct pl_node *kind(const struct pl_node *node, enum pl_class class)
{
	struct pl_node *child = node->kids ? node->kids->kinds[pl_class_ordinal(class)] : NULL;

	return child && !child->into ? child : NULL;
}

static bool follows_alike(struct learning *l, const struct pl_node *a, const struct pl_node *b)
{
	return within(paths_below(&l->scratch, a, false), paths_below(&l->scratch, b, false));
}

static unsigned lengths(uint64_t lens) { return (unsigned)__builtin_popcountll(lens); }
static unsigned shortest(uint64_t lens) { return lens ? (unsigned)__builtin_ctzll(lens) : 0; }
static bool lens_within(uint64_t a, uint64_t b) { return (a & ~b) == 0; }

/* Only letters, digits, '_', '-' and values. */
static bool id_characters(struct pl_str mask)
{
	for (size_t i = 0; i < mask.len; i++) {
		unsigned char c = (unsigned char)mask.ptr[i];

		if (!pl_is_alpha(c) && !pl_is_digit(c) && c != '_' && c != '-' && c != 1)
			return false;
	}
	return true;
}

static bool word_characters(struct pl_str word, bool hex)
{
	for (size_t i = 0; i < word.len; i++) {
		unsigned char c = (unsigned char)word.ptr[i];

		if (hex ? !(pl_lower(c) >= 'a' && pl_lower(c) <= 'f') : !(pl_is_alpha(c) || c == '_' || c == '-'))
			return false;
	}
	return word.len != 0;
}

/* All values of one length, with zeros in front. */
static bool zero_led(const struct pl_node *node, uint64_t lens)
{
	return node->lens == lens && node->whole && !node->whole->not_zero;
}

/*
 * Padded base36 and hex: 0000zz, 000100, 000101. All of one length and all
 * with a zero in front, some with letters: one column, and its digits are none
 * to be read as numbers.
 */
static void join_padded(struct learning *l, struct pl_node *node)
{
	static const enum pl_class classes[] = {PL_C_DIGITS, PL_C_HEX, PL_C_ID};
	struct pl_node *digits = kind(node, PL_C_DIGITS), *into;
	struct pl_child *children;
	uint64_t lens = digits ? digits->lens : 0;
	bool masks = false;
	size_t n;

	if (lengths(lens) != 1 || shortest(lens) < 4 || !zero_led(digits, lens))
		return;
	children = pl_node_children(node, &n);
	for (size_t i = 0; i < n; i++)
		masks |= children[i].group >= PL_G_MASKS && zero_led(children[i].node, lens) &&
			 id_characters(children[i].text);
	into = kind(node, masks ? PL_C_ID : kind(node, PL_C_ID) ? PL_C_ID : PL_C_HEX);
	if (!into && masks)
		into = pl_node_add_kind(l->trie, node, PL_C_ID);
	if (into && (!into->whole || zero_led(into, lens))) {
		for (size_t i = 0; i < n; i++)
			if (children[i].group >= PL_G_MASKS && zero_led(children[i].node, lens) &&
			    id_characters(children[i].text))
				pl_node_absorb(l->trie, into, children[i].node, true);
		for (size_t c = 0; c < PL_LEN(classes); c++) {
			struct pl_node *other = kind(node, classes[c]);

			if (other && other != into && zero_led(other, lens))
				pl_node_absorb(l->trie, into, other, true);
		}
	}
	free(children);
}

/*
 * Digits that an id column shows by chance: a random id of length n has none
 * but digits with probability q = (10/16)^n in hex, (10/36)^n in base36.
 */
static bool by_chance(const struct pl_node *digits, const struct pl_node *id)
{
	double q = pow(id->class == PL_C_HEX ? 10.0 / 16 : 10.0 / 36, shortest(id->lens));

	return (double)digits->n <= 4 * (double)id->n * q / (1 - q) + 3;
}

static void absorb_masks(struct learning *l, struct pl_node *node, struct pl_node *id)
{
	size_t n;
	struct pl_child *children = pl_node_children(node, &n);

	for (size_t i = 0; i < n; i++)
		if (children[i].group >= PL_G_MASKS && lens_within(children[i].node->lens, id->lens) &&
		    id_characters(children[i].text) && follows_alike(l, children[i].node, id))
			pl_node_absorb(l->trie, id, children[i].node, true);
	free(children);
}

static void absorb_words(struct learning *l, struct pl_node *node, struct pl_node *id)
{
	uint64_t lens = id->lens, keys = id->n;
	size_t n;
	struct pl_child *children = pl_node_children(node, &n);

	for (size_t i = 0; i < n; i++) {
		struct pl_child *c = &children[i];

		if (c->group < 0 || c->group >= PL_G_MASKS || !lens_within(c->node->lens, lens))
			continue;
		if (c->literal && (!word_characters(c->text, id->class == PL_C_HEX) || c->node->n * 8 > keys))
			continue;
		if (follows_alike(l, c->node, id))
			pl_node_absorb(l->trie, id, c->node, true);
	}
	free(children);
}

/* What looks like something else in a column of ids: all digits, all letters, several runs. */
static void join_ids(struct learning *l, struct pl_node *node)
{
	static const enum pl_class classes[] = {PL_C_HEX, PL_C_ID, PL_C_ULID, PL_C_KSUID};
	struct pl_node *hex = kind(node, PL_C_HEX), *any = kind(node, PL_C_ID);
	struct pl_node *number = kind(node, PL_C_HEXNUM), *duration = kind(node, PL_C_DURATION);

	/* P5D among A1B, P5E and T9Q. */
	if (duration && any && duration->n < any->n && lens_within(duration->lens, any->lens) && follows_alike(l, duration, any))
		pl_node_absorb(l->trie, any, duration, true);
	if (hex && any && hex->n < any->n && lens_within(hex->lens, any->lens) && follows_alike(l, hex, any))
		pl_node_absorb(l->trie, any, hex, true);
	if (number && any && number->n < any->n && lens_within(number->lens, any->lens))
		pl_node_absorb(l->trie, any, number, true);
	for (size_t i = 0; i < PL_LEN(classes); i++) {
		struct pl_node *id = kind(node, classes[i]), *digits = kind(node, PL_C_DIGITS);
		struct pl_node *text = kind(node, PL_C_TEXT);

		if (!id || lengths(id->lens) > 3)
			continue;
		if (id->class == PL_C_ID)
			absorb_masks(l, node, id);
		if (digits && lens_within(digits->lens, id->lens) && shortest(id->lens) >= 4 && by_chance(digits, id))
			pl_node_absorb(l->trie, id, digits, true);
		absorb_words(l, node, id);
		if (text && lens_within(text->lens, id->lens))
			pl_node_absorb(l->trie, id, text, true);
	}
}

/* So many addresses for each version are still taken for versions: 10.0.19041.1 is no address. */
enum { MORE_ADDRESSES = 8 };

/*
 * Versions of two parts are read as decimals, those of four may be addresses:
 * beside versions of three they are versions. So are decimals of which 5.1 and
 * 5.10 both stand there, and then the bare 5 among them is one as well.
 */
static void join_versions(struct learning *l, struct pl_node *node)
{
	struct pl_node *decimal = kind(node, PL_C_DECIMAL), *digits = kind(node, PL_C_DIGITS);
	struct pl_node *version = kind(node, PL_C_VERSION), *ip = kind(node, PL_C_IP);

	if (version && ip && ip->n <= version->n * MORE_ADDRESSES)
		pl_node_absorb(l->trie, version, ip, true);
	if (!decimal || !decimal->whole || kind(node, PL_C_SIGNED))
		return;
	if (!pl_stats_are_sections(decimal->whole) &&
	    !(version && !decimal->whole->no_section && decimal->n <= version->n))
		return;
	if (!version)
		version = pl_node_add_kind(l->trie, node, PL_C_VERSION);
	pl_node_absorb(l->trie, version, decimal, true);
	if (digits)
		pl_node_absorb(l->trie, version, digits, true);
}

/* Two runs of digits with a - between, the first of nothing but zeros: -5 padded to 00-5, and no 17-5. */
static bool is_padded_sign(const struct pl_child *child)
{
	const struct pl_node *node = child->node;

	return child->group >= PL_G_MASKS && child->literal && pl_str_eq(child->text, PL_S("\0019-\0019")) &&
	       node->slots && node->slots[0].greatest.len &&
	       pl_str_eq(pl_digits_strip(pl_short_str(&node->slots[0].greatest)), PL_S("0"));
}

/* Padding in front of a sign, in a column of other numbers. */
static void join_padded_signs(struct learning *l, struct pl_node *node)
{
	struct pl_node *into = kind(node, PL_C_SIGNED), *digits = kind(node, PL_C_DIGITS);
	size_t n;
	struct pl_child *children = pl_node_children(node, &n);

	for (size_t i = 0; i < n; i++) {
		if (!is_padded_sign(&children[i]) || !(into || digits))
			continue;
		if (!into) {
			into = pl_node_add_kind(l->trie, node, PL_C_SIGNED);
			pl_node_absorb(l->trie, into, digits, false);
		}
		pl_stats_add_negatives(into->whole, &children[i].node->slots[1]);
		pl_node_absorb(l->trie, into, children[i].node, true);
	}
	free(children);
}

/* Digits and nothing behind them but blanks: "7   ". */
static bool is_filled_up(const struct pl_child *child)
{
	if (child->group < PL_G_MASKS || !child->literal || child->text.len < 3 || !child->node->slots || !child->node->whole ||
	    !pl_str_starts(child->text, PL_S("\0019")))
		return false;
	for (size_t i = 2; i < child->text.len; i++)
		if (child->text.ptr[i] != ' ')
			return false;
	return true;
}

/*
 * Numbers filled up to one width with blanks behind them, each number of digits a mask of its own: one column, to be
 * told that it is padded on the wrong side. A lone blank behind digits of any width is a slip.
 */
static void join_filled(struct learning *l, struct pl_node *node)
{
	struct pl_node *into = kind(node, PL_C_DIGITS);
	size_t n, filled = 0;
	struct pl_child *children = pl_node_children(node, &n);
	uint64_t lens = into ? into->lens : 0;

	for (size_t i = 0; i < n; i++)
		if (is_filled_up(&children[i])) {
			lens |= children[i].node->lens;
			filled++;
		}
	if (!l->trie->partition && filled + (into != NULL) > 1 && lengths(lens) == 1) {
		if (!into)
			into = pl_node_add_kind(l->trie, node, PL_C_DIGITS);
		for (size_t i = 0; i < n; i++)
			if (is_filled_up(&children[i])) {
				pl_stats_add_filled(pl_node_whole(l->trie, into), &children[i].node->slots[0]);
				pl_node_absorb(l->trie, into, children[i].node, true);
			}
	}
	free(children);
}

/* Numbers with one byte between them and nothing else, of which all are grouped, for all that they say by themselves. */
static bool is_grouped(const struct pl_child *child)
{
	const struct pl_stats *whole = child->node->whole;
	uint64_t grouped = 0;

	for (size_t i = 0; whole && i < whole->widths.len; i++)
		grouped += whole->widths.ptr[i].n;
	return child->literal && child->node->slots && grouped && grouped == whole->n;
}

/* Digits and commas, 3,7: two numbers in a column of such. */
static bool is_list(const struct pl_child *child)
{
	return child->group >= PL_G_MASKS && pl_str_starts(child->text, PL_S("\0019,\0019"));
}

/* Whether some number behind the first has zeros in front: 7,005. */
static bool has_zeros_behind(const struct pl_node *node)
{
	for (unsigned i = 1; i < node->nslots; i++)
		for (size_t w = 0; w < node->slots[i].widths.len; w++)
			if (node->slots[i].widths.ptr[w].zero)
				return true;
	return false;
}

/*
 * 1,234 and 12,500 are numbers with their digits in groups where something of the column says so: smaller numbers and
 * others of more groups beside them, or a group with zeros in front. Without it they may be two numbers each.
 */
static bool are_grouped(const struct pl_node *node, const struct pl_child *children, size_t n)
{
	const struct pl_node *decimal = kind(node, PL_C_DECIMAL);
	bool told = decimal || kind(node, PL_C_DIGITS);
	unsigned masks = 0;

	for (size_t i = 0; i < n; i++) {
		if (children[i].group >= PL_G_MASKS && is_grouped(&children[i])) {
			told |= has_zeros_behind(children[i].node);
			masks++;
		} else if (is_list(&children[i])) {
			return false;
		}
	}
	/* Beside 9,99 the comma of 1,234 may stand in front of a fraction. */
	return masks && (told || masks > 1) && !(decimal && decimal->whole && decimal->whole->comma);
}

static void join_grouped(struct learning *l, struct pl_node *node)
{
	size_t n;
	struct pl_child *children = pl_node_children(node, &n);
	struct pl_node *into = kind(node, PL_C_DECIMAL);

	if (are_grouped(node, children, n)) {
		if (!into)
			into = pl_node_add_kind(l->trie, node, PL_C_DECIMAL);
		for (size_t i = 0; i < n; i++)
			if (children[i].group >= PL_G_MASKS && is_grouped(&children[i]))
				pl_node_absorb(l->trie, into, children[i].node, true);
		into->whole->pieces = true;
	}
	free(children);
}

/* One column of numbers written in several ways. */
static void join_numbers(struct learning *l, struct pl_node *node)
{
	static const enum pl_class pairs[][2] = {
		{PL_C_DECIMAL, PL_C_DIGITS}, {PL_C_DECIMAL, PL_C_SIGNED}, {PL_C_SIGNED, PL_C_DIGITS}};

	for (size_t i = 0; i < PL_LEN(pairs); i++) {
		struct pl_node *into = kind(node, pairs[i][0]), *from = kind(node, pairs[i][1]);

		if (into && from)
			pl_node_absorb(l->trie, into, from, false);
	}
}

/* A word and what follows it. */
struct word {
	struct pl_child child;
	struct paths paths;
};

static int word_order(const void *a, const void *b)
{
	const struct word *x = a, *y = b;
	int c = paths_order(x->paths, y->paths);

	return c ? c : pl_order(x->child.text, y->child.text);
}

/* Words that are followed alike: words[from … to). */
struct alike {
	size_t from, to;
	uint64_t keys, single; /* keys of them; words that only one key has */
};

/*
 * Words that are followed alike are values after a label and at the end of the
 * key; at the front and after a value they are labels, unless the vocabulary
 * is open: at least 3 words, and more than a fifth of the keys are the only
 * ones of their word.
 */
static bool are_values(const struct alike *a, bool values)
{
	size_t n = a->to - a->from;

	return n >= 2 && (values || (n >= 3 && a->single * 5 > a->keys));
}

/*
 * A column of many words is followed by what its few keys happen to show: a
 * word of one key whose id has no digit, say. Of each group of words such ones
 * are taken into the greatest column, when they are few beside it.
 */
static void join_strays(struct learning *l, struct pl_node *column, uint64_t keys, const struct word *words,
			const struct alike *a)
{
	for (size_t i = a->from; i < a->to && a->single * 8 <= keys; i++)
		if (words[i].child.node->n == 1)
			pl_node_absorb(l->trie, column, words[i].child.node, false);
}

static struct pl_node *join_alike(struct learning *l, struct pl_node *node, const struct word *words,
				  const struct alike *a)
{
	struct pl_node *column = NULL;

	for (size_t i = a->from; i < a->to; i++) {
		if (words[i].child.node->into)
			continue;
		if (!column)
			column = pl_node_add_column(l->trie, node);
		pl_node_absorb(l->trie, column, words[i].child.node, false);
	}
	return column;
}

/* Runs of words with the same paths; `words` is sorted by them. */
static size_t find_alike(const struct word *words, size_t n, struct alike *out)
{
	size_t groups = 0;

	for (size_t i = 0; i < n; i++) {
		if (!i || !same_paths(words[i].paths, words[i - 1].paths))
			out[groups++] = (struct alike){i, i, 0, 0};
		out[groups - 1].to = i + 1;
		out[groups - 1].keys += words[i].child.node->n;
		out[groups - 1].single += words[i].child.node->n == 1;
	}
	return groups;
}

static void join_words(struct learning *l, struct pl_node *node, int group, bool values)
{
	PL_VEC(struct word) words = {0};
	struct alike *alike;
	struct pl_node *column = NULL;
	size_t n, groups, best = SIZE_MAX;
	struct pl_child *children = pl_node_children(node, &n);

	for (size_t i = 0; i < n; i++)
		if (children[i].literal && children[i].group == group)
			PL_PUSH(&words, (struct word){children[i], paths_below(&l->scratch, children[i].node, false)});
	free(children);
	if (words.len)
		qsort(words.ptr, words.len, sizeof(*words.ptr), word_order);
	alike = pl_calloc(words.len, sizeof(*alike));
	groups = find_alike(words.ptr, words.len, alike);
	for (size_t g = 0; g < groups; g++)
		if (are_values(&alike[g], values) && (best == SIZE_MAX || alike[g].keys > alike[best].keys))
			best = g;
	if (best != SIZE_MAX)
		column = join_alike(l, node, words.ptr, &alike[best]);
	for (size_t g = 0; g < groups; g++) {
		if (g == best)
			continue;
		if (column)
			join_strays(l, column, alike[best].keys, words.ptr, &alike[g]);
		if (are_values(&alike[g], values))
			join_alike(l, node, words.ptr, &alike[g]);
	}
	free(alike);
	PL_VEC_RELEASE(&words);
}

/* Letters and digits in one piece: a1, b7, c2. */
static bool one_piece(struct pl_str mask)
{
	for (size_t i = 0; i < mask.len; i++) {
		unsigned char c = (unsigned char)mask.ptr[i];

		if (!pl_is_alpha(c) && !pl_is_digit(c) && c != 1)
			return false;
	}
	return true;
}

/*
 * Masks of one signature that are followed alike: after a label they are one
 * column, elsewhere when their vocabulary is open. Open and in one piece they
 * are ids.
 */
static void join_group(struct learning *l, struct pl_node *node, unsigned g, bool after_label)
{
	struct paths first = {NULL, 0};
	size_t n, members = 0;
	uint64_t keys = 0, single = 0;
	bool alike = true, open, ids = true;
	struct pl_child *children = pl_node_children(node, &n);

	for (size_t i = 0; i < n; i++) {
		struct paths p;

		if (!children[i].literal || children[i].group != (int)g)
			continue;
		p = paths_below(&l->scratch, children[i].node, false);
		alike &= !members || same_paths(first, p);
		ids &= one_piece(children[i].text);
		first = p;
		members++;
		keys += children[i].node->n;
		single += children[i].node->n == 1;
	}
	open = members >= 3 && single * 5 > keys;
	if (alike && open && ids) {
		struct pl_node *id = kind(node, PL_C_ID);

		if (!id)
			id = pl_node_add_kind(l->trie, node, PL_C_ID);
		for (size_t i = 0; i < n; i++)
			if (children[i].literal && children[i].group == (int)g)
				pl_node_absorb(l->trie, id, children[i].node, true);
	} else if (alike && members > 1 && (open || after_label)) {
		pl_node_collapse(l->trie, node, g);
	}
	free(children);
}

static void join_masks(struct learning *l, struct pl_node *node, bool after_label)
{
	for (unsigned g = PL_G_MASKS; node->kids && g < node->kids->ngroups; g++)
		if (!node->kids->groups[g].star)
			join_group(l, node, g, after_label);
}

static void learn(struct learning *l, struct pl_node *node, unsigned depth, bool after_label)
{
	size_t n;
	struct pl_child *children;

	join_padded_signs(l, node);
	join_filled(l, node);
	join_grouped(l, node);
	join_padded(l, node);
	join_ids(l, node);
	join_versions(l, node);
	join_numbers(l, node);
	join_words(l, node, PL_G_WORDS, depth > 0 && after_label);
	join_words(l, node, PL_G_LAST_WORDS, depth > 0);
	join_masks(l, node, after_label);
	children = pl_node_children(node, &n);
	for (size_t i = 0; i < n; i++)
		learn(l, children[i].node, depth + 1, children[i].literal && children[i].group < PL_G_MASKS);
	free(children);
}

void pl_learn(struct pl_trie *trie)
{
	struct learning l = {trie, PL_ARENA_INIT};
	struct word *labels;
	size_t n;
	struct pl_child *children;

	if (!trie->top)
		return;
	pl_trie_normalise(trie);
	children = pl_node_children(trie->top, &n);
	labels = pl_calloc(n, sizeof(*labels));
	for (size_t i = 0; i < n; i++)
		labels[i] = (struct word){children[i], paths_below(&l.scratch, children[i].node, true)};
	free(children);
	qsort(labels, n, sizeof(*labels), word_order);
	for (size_t i = 0, first = 0; i < n; i++) {
		if (i != first && same_paths(labels[i].paths, labels[first].paths))
			pl_node_absorb(trie, labels[first].child.node, labels[i].child.node, false);
		else
			first = i;
	}
	for (size_t i = 0; i < n; i++)
		if (!labels[i].child.node->into)
			learn(&l, labels[i].child.node, 0, false);
	free(labels);
	pl_arena_release(&l.scratch);
}
