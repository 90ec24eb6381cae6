/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/relate.h"

#include "linter/key/number.h"
#include "linter/key/same.h"

/* ---- references --------------------------------------------------------- */

enum { REFERENCE_SAMPLE = 256, REFERENCE_LEAST = 3 };

/* The least hashes of both sides say what all of them would. */
static bool shares(struct pl_stats *field, struct pl_stats *partition)
{
	uint64_t mine[REFERENCE_SAMPLE], theirs[REFERENCE_SAMPLE], below = UINT64_MAX;
	size_t n = pl_sketch_sorted(&field->distinct, mine, REFERENCE_SAMPLE);
	size_t m = pl_sketch_sorted(&partition->distinct, theirs, REFERENCE_SAMPLE);
	size_t asked = 0, hits = 0;

	/* A side that was cut knows only of hashes up to its last. */
	if (n == REFERENCE_SAMPLE)
		below = mine[n - 1];
	if (m == REFERENCE_SAMPLE)
		below = PL_MIN(below, theirs[m - 1]);
	for (size_t i = 0, j = 0; i < n && mine[i] <= below; i++) {
		while (j < m && theirs[j] < mine[i])
			j++;
		asked++;
		hits += j < m && theirs[j] == mine[i];
	}
	/* Of one or two values chance would give half easily: all of them must be there. */
	return hits * 2 >= asked && (hits >= REFERENCE_LEAST || (hits && hits == asked));
}

bool pl_is_reference(struct pl_str label, struct pl_stats *stats, const struct pl_labelled *labelled, size_t n)
{
	for (size_t i = 0; i < n && label.len; i++)
		if (pl_str_eq(labelled[i].label, label) && shares(stats, labelled[i].stats))
			return true;
	return false;
}

/* ---- letter case ---------------------------------------------------------- */

static bool has_two_cases(const struct pl_vocabulary *words)
{
	for (size_t i = 0; i < words->nwords; i++)
		for (size_t k = i + 1; k < words->nwords; k++)
			if (pl_differ_in_case(words->words[i].text, words->words[k].text))
				return true;
	return false;
}

/* What stands at the place of the words in a sampled key; empty: nothing does. */
static struct pl_str segment_of(const struct pl_sampled *item, const struct pl_column *column, unsigned segment)
{
	const struct pl_attr *sk = &item->keys[column->sk];
	struct pl_lexed lexed;

	if (!item->keys[column->pk].type || sk->type != 'S')
		return pl_str_of(NULL, 0);
	pl_lex(sk->value, &lexed);
	if (segment > lexed.nsegments)
		return pl_str_of(NULL, 0);
	return pl_str_sub(sk->value, lexed.segment[segment - 1].from, lexed.segment[segment - 1].to);
}

bool pl_cases_meet(const struct pl_profile *profile, const struct pl_column *column, const struct pl_vocabulary *words)
{
	const struct pl_sample *sample = &profile->sample;
	struct pl_str *texts;
	bool meet = false;

	if (!column->has_sk || !pl_str_eq(words->attribute, column->index.sk) || !has_two_cases(words))
		return false;
	texts = pl_calloc(sample->len + 1, sizeof(*texts));
	for (size_t i = 0; i < sample->len; i++) {
		texts[i] = segment_of(sample->items[i], column, words->segment);
		for (size_t k = 0; k < i && !meet; k++)
			meet = texts[i].len && pl_differ_in_case(texts[i], texts[k]) &&
			       pl_str_eq(sample->items[i]->keys[column->pk].value, sample->items[k]->keys[column->pk].value);
	}
	free(texts);
	return meet;
}
