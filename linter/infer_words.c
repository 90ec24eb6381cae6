/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/infer_inside.h"

#include "linter/key/same.h"

/* ---- words that were told of ---- */

/*
 * A template makes a literal one that somebody wants there. So a word of which something was told becomes a value that
 * a person has to name: ORDER beside order, undefined among ids, days in front of times.
 */

enum { LONGEST_LITERAL = 64 }; /* bytes; what is longer is text that somebody wrote */

/* A literal segment of a layout. */
struct literal {
	struct pl_str attribute, text, before; /* before: the shape of what stands in front */
	unsigned segment;
};

static const struct pl_word *word_in(const struct pl_vocabulary *words, struct pl_str text)
{
	for (size_t i = 0; i < words->nwords; i++)
		if (pl_str_eq(words->words[i].text, text))
			return &words->words[i];
	return NULL;
}

/* The words that stand at its place, and its own among them; NULL: none. */
static const struct pl_vocabulary *words_at(const struct pl_infer *in, const struct literal *literal, const struct pl_word **word)
{
	for (size_t i = 0; i < in->keys->nvocabularies; i++) {
		const struct pl_vocabulary *words = &in->keys->vocabularies[i];

		if (words->segment != literal->segment || !pl_str_eq(words->attribute, literal->attribute) ||
		    !pl_str_eq(words->before, literal->before))
			continue;
		*word = word_in(words, literal->text);
		if (*word)
			return words;
	}
	return NULL;
}

/* What was told of words that are literals, by one rule. `from`: index of the finding to begin with, moved behind it. */
static const struct pl_finding *told_of_words(const struct pl_infer *in, const struct literal *literal, const char *code, size_t *from)
{
	while (*from < in->result->nfindings) {
		const struct pl_finding *f = &in->result->findings[(*from)++];

		if (!f->field && f->keys == in->keys && f->segment == literal->segment && pl_infer_is_code(f, code) &&
		    pl_str_eq(f->attribute, literal->attribute))
			return f;
	}
	return NULL;
}

/* The mark that PL405 told of; NULL: none. */
static const struct pl_marked *told_mark(const struct pl_infer *in, const struct literal *literal, const struct pl_word *word)
{
	const struct pl_finding *f;

	for (size_t from = 0; (f = told_of_words(in, literal, "PL405", &from)) != NULL;)
		for (size_t i = 0; i < word->nmarks; i++)
			if (pl_str_eq(word->marks[i].example.first, f->witness.first))
				return &word->marks[i];
	return NULL;
}

static bool is_told_word(const struct pl_infer *in, const struct literal *literal, const struct pl_vocabulary *words,
			 const struct pl_word *word)
{
	size_t from = 0;

	if (told_mark(in, literal, word) || told_of_words(in, literal, "PL413", &from))
		return true;
	from = 0;
	for (size_t i = 0; told_of_words(in, literal, "PL404", &from) && i < words->nwords; from = 0, i++)
		if (pl_differ_in_case(words->words[i].text, word->text))
			return true;
	return false;
}

static size_t value_of_words(struct pl_infer *in, const struct pl_vocabulary *words, bool told, bool rest)
{
	struct pl_infer_value v = {.words = words, .unsaid = told, .rest = rest, .text = true};

	for (size_t i = 0; i < in->values.len; i++)
		if (in->values.ptr[i].words == words && in->values.ptr[i].unsaid == told && in->values.ptr[i].rest == rest)
			return i;
	pl_infer_call(in, &v, rest ? "rest" : told ? "word" : "text");
	PL_PUSH(&in->values, v);
	return in->values.len - 1;
}

/* The value that has to stand in place of the literal; false: it is a label. */
static bool value_instead(struct pl_infer *in, const struct literal *literal, size_t *value, bool *whole)
{
	const struct pl_word *word;
	const struct pl_vocabulary *words = words_at(in, literal, &word);
	const struct pl_marked *mark;
	bool told;

	*whole = false;
	if (!words)
		return false;
	told = is_told_word(in, literal, words, word);
	if (!told && literal->text.len <= LONGEST_LITERAL)
		return false;
	/* Quotes around the whole key are no part of its first segment. */
	mark = told_mark(in, literal, word);
	*whole = mark && mark->mark == PL_M_QUOTES && literal->segment == 1;
	*value = value_of_words(in, words, told, *whole);
	return true;
}

/* Pieces that each are one delimiter, or what stands between two: a literal or a value. */
static void split_pieces(struct pl_infer_layout *layout)
{
	struct pl_infer_layout split = {0};

	for (size_t i = 0; i < layout->pieces.len; i++) {
		const struct pl_infer_piece *p = &layout->pieces.ptr[i];

		for (size_t from = 0, to; from < p->text.len; from = to) {
			const char *next = memchr(p->text.ptr + from, layout->delimiter, p->text.len - from);

			to = !next ? p->text.len : PL_MAX((size_t)(next - p->text.ptr), from + 1);
			PL_PUSH(&split.pieces, (struct pl_infer_piece){pl_str_sub(p->text, from, to), 0});
		}
		if (!p->text.len)
			PL_PUSH(&split.pieces, *p);
	}
	PL_VEC_RELEASE(&layout->pieces);
	memcpy(&layout->pieces, &split.pieces, sizeof(split.pieces));
}

bool pl_infer_is_delimiter(const struct pl_infer_layout *layout, const struct pl_infer_piece *piece)
{
	return piece->text.len == 1 && *piece->text.ptr == layout->delimiter;
}

/* Puts values in place of literals that are no labels. */
void pl_infer_free_words(struct pl_infer *in, struct pl_infer_layout *layout, struct pl_str attribute)
{
	struct literal literal = {.attribute = attribute, .segment = 1};
	struct pl_infer_layout freed = {0};
	bool whole = false;

	split_pieces(layout);
	for (size_t i = 0, from = 0; !whole; from = ++i, literal.segment++) {
		size_t value;

		while (i < layout->pieces.len && !pl_infer_is_delimiter(layout, &layout->pieces.ptr[i]))
			i++;
		literal.text = i == from ? pl_str_of(NULL, 0) : layout->pieces.ptr[from].text;
		literal.before = pl_infer_shape_before(layout->entity->shape, layout->delimiter, literal.segment);
		if ((i == from || (i == from + 1 && literal.text.len)) && value_instead(in, &literal, &value, &whole)) {
			PL_PUSH(&freed.pieces, (struct pl_infer_piece){{NULL, 0}, value});
			layout->any_word |= literal.segment == 1;
		} else {
			for (size_t k = from; k < i; k++)
				PL_PUSH(&freed.pieces, layout->pieces.ptr[k]);
		}
		if (i == layout->pieces.len)
			break;
		if (!whole)
			PL_PUSH(&freed.pieces, layout->pieces.ptr[i]);
	}
	PL_VEC_RELEASE(&layout->pieces);
	memcpy(&layout->pieces, &freed.pieces, sizeof(freed.pieces));
}
