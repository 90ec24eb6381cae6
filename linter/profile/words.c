/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/words.h"

typedef PL_VEC(struct pl_word) word_list;

static int word_order(const void *a, const void *b)
{
	return pl_order(((const struct pl_word *)a)->text, ((const struct pl_word *)b)->text);
}

/* The words below one node; false: there were too many, and they became one. */
static bool collect(const struct pl_node *node, word_list *words)
{
	const struct pl_kids *kids = node->kids;
	bool whole = true;

	for (uint32_t i = 0; kids && i < kids->cap; i++) {
		const struct pl_literal *lit = &kids->table[i];

		if (!lit->node || lit->group >= PL_G_MASKS)
			continue;
		if (kids->groups[lit->group].star)
			whole = false;
		else
			PL_PUSH(words, (struct pl_word){.text = lit->text, .keys = lit->node->n, .label = !lit->node->into});
	}
	return whole && !(kids && (kids->groups[PL_G_WORDS].star || kids->groups[PL_G_LAST_WORDS].star));
}

/* Sorts, and puts the words of one text together. */
static void join(word_list *words)
{
	size_t n = 0;

	qsort(words->ptr, words->len, sizeof(*words->ptr), word_order);
	for (size_t i = 0; i < words->len; i++) {
		struct pl_word *word = &words->ptr[i];

		if (n && word_order(&words->ptr[n - 1], word) == 0) {
			words->ptr[n - 1].keys += word->keys;
			words->ptr[n - 1].label |= word->label;
		} else {
			words->ptr[n++] = *word;
		}
	}
	words->len = n;
}

/* A label may be several spots: in front of different separators. */
static void mark_label(struct pl_arena *arena, const struct pl_spot *spot, struct pl_word *word, pl_unplaced_list *places)
{
	struct pl_stats marks;

	pl_stats_init(&marks, 0);
	for (size_t i = 0; i < spot->nchildren; i++) {
		const struct pl_spot *child = spot->children[i];

		if (child->rank == PL_SPOT_WORD && child->marks && pl_str_eq(child->text, word->text))
			pl_stats_merge_marks(&marks, child->marks);
	}
	word->nmarks = marks.marks.len;
	word->marks = pl_observe_marks(arena, &marks, places);
	pl_stats_release(&marks);
}

static void settle(struct pl_arena *arena, const struct pl_spot *spot, const word_list *words,
		   struct pl_vocabulary *out, pl_unplaced_list *places)
{
	struct pl_word *own = PL_NEW_N(arena, struct pl_word, words->len);

	for (size_t i = 0; i < words->len; i++) {
		own[i] = words->ptr[i];
		own[i].text = pl_arena_str(arena, own[i].text);
		if (own[i].label)
			mark_label(arena, spot, &own[i], places);
	}
	out->words = own;
	out->nwords = words->len;
}

/* Keys with something else than a word there. */
static uint64_t others(const struct pl_spot *spot)
{
	uint64_t keys = 0;

	for (size_t i = 0; i < spot->nchildren; i++)
		if (spot->children[i]->rank != PL_SPOT_WORD && spot->children[i]->rank != PL_SPOT_WORDS)
			keys += spot->children[i]->keys;
	return keys;
}

void pl_words_below(struct pl_arena *arena, const struct pl_spot *spot, struct pl_str attribute,
		    pl_vocabulary_list *out, pl_unplaced_list *places)
{
	struct pl_vocabulary vocabulary = {.attribute = attribute, .segment = spot->segment + 1, .whole = true};
	word_list words = {0};

	for (size_t i = 0; i < spot->nodes.len; i++)
		vocabulary.whole &= collect(spot->nodes.ptr[i].node, &words);
	if (words.len) {
		join(&words);
		vocabulary.before = spot->parent ? pl_spot_shape(arena, spot) : pl_str_of(NULL, 0);
		vocabulary.path = spot->parent ? pl_spot_path(arena, spot) : pl_str_of(NULL, 0);
		vocabulary.others = others(spot);
		settle(arena, spot, &words, &vocabulary, places);
		PL_PUSH(out, vocabulary);
	}
	PL_VEC_RELEASE(&words);
	for (size_t i = 0; i < spot->nchildren; i++)
		pl_words_below(arena, spot->children[i], attribute, out, places);
}
