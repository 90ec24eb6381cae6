/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/alike.h"

#include "linter/base/hash.h"
#include "linter/key/bytes.h"

enum {
	/* One key that is found pays for so many that are not. */
	WORTH = 4,
	/* Looked up in vain, less what was paid for: then it is not worth it for a while. */
	MOST_DEBT = 256,
	REST = 1024,
};

/* The bytes of a word, each digit replaced by '0'. */
static uint64_t without_digits(uint64_t word)
{
	const uint64_t tops = PL_EACH_BYTE(0x80);
	uint64_t low = word & ~tops;
	uint64_t from = low + PL_EACH_BYTE(0x80 - '0'), beyond = low + PL_EACH_BYTE(0x7f - '9');
	uint64_t digits = (from & ~beyond & ~word & tops) >> 7; /* 1 in each byte that is a digit */

	return word & ~(digits * 0x0f);
}

/* Writes the skeleton of the key, zeros behind its last bytes; returns its hash. */
static uint64_t skeleton_of(struct pl_str key, uint64_t skeleton[static PL_ALIKE_LEN / 8])
{
	uint64_t hash = key.len;

	for (size_t i = 0; i < key.len; i += 8) {
		uint64_t word = without_digits(pl_word_upto(key.ptr + i, key.len - i));

		skeleton[i / 8] = word;
		hash = (hash ^ word) * UINT64_C(0x9e3779b97f4a7c15);
		hash ^= hash >> 32;
	}
	return hash;
}

static bool is_alike(const struct pl_alike *alike, size_t len, uint64_t hash, const uint64_t *skeleton)
{
	if (alike->hash != hash || alike->key.len != len)
		return false;
	for (size_t i = 0; i * 8 < len; i++)
		if (alike->skeleton[i] != skeleton[i])
			return false;
	return true;
}

/* Lexes a copy of the key, so that the texts of words last as long as the answer. */
static const struct pl_lexed *remember(struct pl_alikes *alikes, struct pl_str key, uint64_t hash,
				       const uint64_t *skeleton)
{
	struct pl_alike *alike = &alikes->of[hash % PL_ALIKES];

	memcpy(alike->bytes, key.ptr, key.len);
	memcpy(alike->skeleton, skeleton, (key.len + 7) / 8 * 8);
	alike->key = pl_str_of(alike->bytes, key.len);
	alike->hash = hash;
	pl_lex(alike->key, &alike->lexed);
	if (alike->lexed.by_classes)
		alike->lexed.like = ++alikes->likes;
	return &alike->lexed;
}

static const struct pl_lexed *lex_other(struct pl_alikes *alikes, struct pl_str key)
{
	pl_lex(key, &alikes->other);
	return &alikes->other;
}

const struct pl_lexed *pl_lex_alike(struct pl_alikes *alikes, struct pl_str key)
{
	uint64_t skeleton[PL_ALIKE_LEN / 8], hash;
	struct pl_alike *alike;

	if (alikes->debt < 0 || key.len == 0 || key.len > PL_ALIKE_LEN) {
		alikes->debt += alikes->debt < 0;
		return lex_other(alikes, key);
	}
	hash = skeleton_of(key, skeleton);
	alike = &alikes->of[hash % PL_ALIKES];
	if (PL_LIKELY(is_alike(alike, key.len, hash, skeleton) && alike->lexed.by_classes)) {
		alikes->debt = PL_MAX(alikes->debt - WORTH, 0);
		return &alike->lexed;
	}
	if (++alikes->debt > MOST_DEBT)
		alikes->debt = -REST;
	return remember(alikes, key, hash, skeleton);
}
