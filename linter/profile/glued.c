/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/glued.h"

/* One half: where it goes, and what it begins with. */
struct half {
	struct pl_str label;
	uint64_t keys; /* that are like it; 0: it is no key */
	bool word;     /* it ends in a word */
};

static struct half half_of(const struct pl_trie *trie, struct pl_node *start, char sep, struct pl_str text)
{
	struct pl_node *nodes[PL_MAX_SEGMENTS];
	struct half half = {.keys = 0};
	struct pl_lexed lexed;
	size_t n;

	pl_lex(text, &lexed);
	if (lexed.sep != sep || lexed.nsegments < 2 || lexed.segment[0].class != PL_C_WORD)
		return half;
	n = pl_trie_walk(trie, start, &lexed, nodes);
	half.label = pl_str_sub(text, lexed.segment[0].from, lexed.segment[0].to);
	half.keys = half.label.len && n == lexed.nsegments ? nodes[n - 1]->end : 0;
	half.word = lexed.segment[lexed.nsegments - 1].class == PL_C_WORD;
	return half;
}

/* Whether a label may begin there, behind something that is no separator. */
static bool may_begin(struct pl_str key, size_t at)
{
	unsigned char before = (unsigned char)key.ptr[at - 1];

	return pl_is_alpha((unsigned char)key.ptr[at]) && (pl_is_alpha(before) || pl_is_digit(before));
}

/* annaUSER, 17USER: the border shows. */
static bool shows(struct pl_str key, size_t at)
{
	unsigned char before = (unsigned char)key.ptr[at - 1];

	return pl_is_digit(before) || pl_is_lower(before) != pl_is_lower((unsigned char)key.ptr[at]);
}

bool pl_glued_halves(const struct pl_trie *trie, struct pl_node *start, char sep, struct pl_str key,
		     struct pl_halves *out)
{
	for (size_t at = 1; sep && at < key.len; at++) {
		struct half left, right;

		if (!may_begin(key, at))
			continue;
		right = half_of(trie, start, sep, pl_str_sub(key, at, key.len));
		if (right.keys < PL_GLUED_COMMON)
			continue;
		left = half_of(trie, start, sep, pl_str_sub(key, 0, at));
		if (left.keys < PL_GLUED_COMMON || (left.word && !shows(key, at)))
			continue;
		*out = (struct pl_halves){left.label, right.label, PL_MIN(left.keys, right.keys)};
		return true;
	}
	return false;
}
