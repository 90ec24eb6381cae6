/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/sketch.h"

/* The bit of a value that says that a different one came later. */
#define SEVERAL UINT64_C(1)

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* Members kept before the greatest are dropped: trimming at once would cost more. */
static uint32_t most(const struct pl_sketch *s)
{
	return s->k + PL_MAX(s->k / 4, 1U);
}

void pl_sketch_init(struct pl_sketch *sketch, unsigned k, bool valued)
{
	*sketch = (struct pl_sketch){.k = PL_MAX(k, 1U), .valued = valued, .bound = UINT64_MAX};
}

void pl_sketch_release(struct pl_sketch *sketch)
{
	free(sketch->hash);
	free(sketch->value);
	pl_sketch_init(sketch, sketch->k, sketch->valued);
}

/* The slot of `hash`, or the free one where it belongs. */
static uint32_t find(const struct pl_sketch *s, uint64_t hash)
{
	uint32_t mask = s->cap - 1;
	uint32_t at = (uint32_t)(hash >> 7) & mask; /* the highest bits are alike in all members */

	while (s->hash[at] && s->hash[at] != hash)
		at = (at + 1) & mask;
	return at;
}

static void put(struct pl_sketch *s, uint64_t hash, uint64_t value)
{
	uint32_t at = find(s, hash);

	s->hash[at] = hash;
	if (s->valued)
		s->value[at] = value;
	s->len++;
}

/* Moves the members below `bound` to fresh tables of `cap` slots. */
static void rebuild(struct pl_sketch *s, uint32_t cap, uint64_t bound)
{
	struct pl_sketch old = *s;

	s->cap = cap;
	s->len = 0;
	s->bound = bound;
	s->hash = pl_calloc(cap, sizeof(*s->hash));
	s->value = s->valued ? pl_malloc(cap * sizeof(*s->value)) : NULL;
	for (uint32_t i = 0; i < old.cap; i++)
		if (old.hash[i] && old.hash[i] < bound)
			put(s, old.hash[i], s->valued ? old.value[i] : 0);
	free(old.hash);
	free(old.value);
}

static size_t members(const struct pl_sketch *s, uint64_t *out)
{
	size_t n = 0;

	for (uint32_t i = 0; i < s->cap; i++)
		if (s->hash[i])
			out[n++] = s->hash[i];
	return n;
}

/* The number that stands at `rank` once `v` is sorted; hashes need no careful pivot. */
static uint64_t at_rank(uint64_t *v, size_t n, size_t rank)
{
	size_t low = 0, high = n - 1;

	while (low < high) {
		uint64_t pivot = v[(low + high) / 2];
		size_t i = low, j = high;

		for (;;) {
			while (v[i] < pivot)
				i++;
			while (v[j] > pivot)
				j--;
			if (i >= j)
				break;
			uint64_t t = v[i];

			v[i++] = v[j];
			v[j--] = t;
		}
		/* v[low … j] <= pivot <= v[j + 1 … high] */
		if (rank <= j)
			high = j;
		else
			low = j + 1;
	}
	return v[low];
}

void pl_sketch_trim(struct pl_sketch *s)
{
	uint64_t *all;

	if (s->len <= s->k)
		return;
	all = pl_malloc(s->len * sizeof(*all));
	rebuild(s, s->cap, at_rank(all, members(s, all), s->k));
	free(all);
}

void pl_sketch_insert(struct pl_sketch *s, uint64_t hash, uint64_t value)
{
	uint32_t at;

	hash += !hash;
	value &= ~SEVERAL;
	if (s->cap) {
		at = find(s, hash);
		if (s->hash[at]) {
			if (s->valued && (s->value[at] & ~SEVERAL) != value)
				s->value[at] |= SEVERAL;
			return;
		}
	}
	if (s->len * 8 >= s->cap * 5)
		rebuild(s, s->cap ? s->cap * 2 : 8, s->bound);
	put(s, hash, value);
	if (s->len > most(s))
		pl_sketch_trim(s);
}

bool pl_sketch_has(const struct pl_sketch *s, uint64_t hash)
{
	return s->cap && s->hash[find(s, hash + !hash)];
}

void pl_sketch_merge(struct pl_sketch *into, const struct pl_sketch *from)
{
	/* The smaller of two sizes, whichever came first. */
	into->k = PL_MIN(into->k, from->k);
	if (from->bound < into->bound)
		rebuild(into, PL_MAX(into->cap, 8U), from->bound);
	for (uint32_t i = 0; i < from->cap; i++) {
		uint64_t value;

		if (!from->hash[i] || from->hash[i] >= into->bound)
			continue;
		value = from->valued ? from->value[i] : 0;
		pl_sketch_insert(into, from->hash[i], value);
		/* Still there, unless a trim just dropped it. */
		if (into->valued && (value & SEVERAL)) {
			uint32_t at = find(into, from->hash[i]);

			if (into->hash[at])
				into->value[at] |= SEVERAL;
		}
	}
}

/* The part of all hashes that lies below the bound. */
static double covered(const struct pl_sketch *s)
{
	return (double)s->bound / 18446744073709551616.0;
}

double pl_sketch_count(struct pl_sketch *s, bool *estimated)
{
	pl_sketch_trim(s);
	*estimated = s->bound != UINT64_MAX;
	return *estimated ? (double)s->len / covered(s) : (double)s->len;
}

double pl_sketch_several(struct pl_sketch *s, bool *estimated)
{
	uint32_t n = 0;

	pl_sketch_trim(s);
	for (uint32_t i = 0; s->valued && i < s->cap; i++)
		n += s->hash[i] && (s->value[i] & SEVERAL);
	*estimated = s->bound != UINT64_MAX;
	return *estimated ? (double)n / covered(s) : (double)n;
}

size_t pl_sketch_sorted(struct pl_sketch *s, uint64_t *out, size_t max)
{
	uint64_t *all = pl_malloc(s->len * sizeof(*all));
	size_t n = members(s, all);

	qsort(all, n, sizeof(*all), by_number);
	n = PL_MIN(n, max);
	memcpy(out, all, n * sizeof(*all));
	free(all);
	return n;
}
