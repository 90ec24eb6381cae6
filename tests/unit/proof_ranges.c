/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Walking ranges, against a naive model that holds whole ranges in arrays and
 * compares everything with everything; then, example by example, what decides
 * between a mark and a number and between two spellings and a rollup.
 */
#include "linter/proof/ranges.h"

#include <setjmp.h>

#include <cmocka.h>

static uint64_t random_state;

static uint64_t rnd(void)
{
	uint64_t z = (random_state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* ---- random fields against a naive model -------------------------------- */

enum { RANGES = 12, KEYS = 40 };

struct key {
	char text[48];
	size_t value_len; /* 0: a key without a value, `text` begins with a letter */
	uint64_t value;
	uint64_t place;
};

struct range {
	char partition[8], before[8];
	struct key keys[KEYS];
	size_t n;
};

/* How the numbers of a random field are written. */
enum writing { PLAIN, PADDED, MIXED, WRITINGS };

static int by_bytes(const void *x, const void *y)
{
	const struct key *a = x, *b = y;
	int c = strcmp(a->text, b->text);

	return c ? c : (a->place > b->place) - (a->place < b->place);
}

/* Values that may be marks have tests of their own. */
static uint64_t harmless(uint64_t value)
{
	char text[24];
	size_t len = (size_t)snprintf(text, sizeof(text), "%" PRIu64, value);

	return value == 0 || strspn(text, "9") == len || value == 32767 || value == 65535 ? 5
											  : value;
}

static void random_key(struct key *key, enum writing writing, unsigned width, uint64_t place)
{
	static const char *const ends[] = {"", "#a", "#b", ":x", "#"};
	static const uint64_t limits[] = {12, 120, 2000, 70000};
	const char *end = ends[rnd() % PL_LEN(ends)];

	key->place = place;
	if (rnd() % 20 == 0) {
		key->value_len = 0;
		snprintf(key->text, sizeof(key->text), "x%u", (unsigned)(rnd() % 10));
		return;
	}
	key->value = harmless(rnd() % limits[rnd() % PL_LEN(limits)]);
	if (writing == MIXED && rnd() % 3 == 0)
		width = 1 + (unsigned)(rnd() % 6);
	snprintf(key->text, sizeof(key->text), "%0*" PRIu64 "%s", writing == PLAIN ? 1 : (int)width,
		 key->value, end);
	key->value_len = strlen(key->text) - strlen(end);
}

static unsigned random_ranges(struct range *ranges, enum writing writing)
{
	unsigned width = 3 + (unsigned)(rnd() % 3), padded = 0;

	for (size_t r = 0; r < RANGES; r++) {
		snprintf(ranges[r].partition, sizeof(ranges[r].partition), "p%u",
			 (unsigned)(rnd() % 100));
		snprintf(ranges[r].before, sizeof(ranges[r].before), "%.*s", (int)(rnd() % 4),
			 "ab#");
		ranges[r].n = rnd() % 3 ? 1 + rnd() % 4 : 1 + rnd() % KEYS;
		for (size_t i = 0; i < ranges[r].n; i++) {
			struct key *key = &ranges[r].keys[i];

			random_key(key, writing, width, r * KEYS + i + 1);
			if (key->value_len > 1 && key->text[0] == '0')
				padded = PL_MAX(padded, (unsigned)key->value_len);
		}
		qsort(ranges[r].keys, ranges[r].n, sizeof(struct key), by_bytes);
	}
	return padded;
}

struct naive {
	struct pl_proof counts;
	size_t best_len;
	const struct range *best;
	const struct key *first, *second;
};

static bool same_value_text(const struct key *a, const struct key *b)
{
	return a->value_len == b->value_len && memcmp(a->text, b->text, a->value_len) == 0;
}

static bool extends(const struct key *a, const struct key *b)
{
	return b->value_len && a->value_len > b->value_len &&
	       memcmp(a->text, b->text, b->value_len) == 0;
}

/* -1: the break is plainer than the best so far. */
static int order_break(const struct naive *naive, const struct range *range, const struct key *a,
		       const struct key *b, size_t len)
{
	char x[64], y[64];
	int c;

	if (!naive->best || len != naive->best_len)
		return !naive->best || len < naive->best_len ? -1 : 1;
	c = strcmp(range->partition, naive->best->partition);
	snprintf(x, sizeof(x), "%s%s", range->before, a->text);
	snprintf(y, sizeof(y), "%s%s", naive->best->before, naive->first->text);
	c = c ? c : strcmp(x, y);
	snprintf(x, sizeof(x), "%s%s", range->before, b->text);
	snprintf(y, sizeof(y), "%s%s", naive->best->before, naive->second->text);
	return c ? c : strcmp(x, y);
}

static void naive_breaks(struct naive *naive, const struct range *range)
{
	const struct key *last = NULL;
	bool wrong = false;

	for (size_t i = 0; i < range->n; i++) {
		const struct key *key = &range->keys[i];
		size_t len;

		if (!key->value_len)
			continue;
		if (last && key->value < last->value) {
			len = 2 * strlen(range->before) + strlen(last->text) + strlen(key->text);
			naive->counts.breaks++;
			wrong = true;
			if (order_break(naive, range, last, key, len) < 0) {
				naive->best_len = len;
				naive->best = range;
				naive->first = last;
				naive->second = key;
			}
		}
		if (!last || strcmp(last->text, key->text) != 0)
			last = key;
	}
	naive->counts.ranges_wrong += wrong;
}

static void naive_range(struct naive *naive, const struct range *range, unsigned padded_width)
{
	struct pl_proof *c = &naive->counts;
	size_t shortest = SIZE_MAX, longest = 0;
	bool padded = false, differ = false, any = false;

	for (size_t i = 0; i < range->n; i++) {
		const struct key *a = &range->keys[i];
		bool again = false;

		if (!a->value_len) {
			c->no_value++;
			continue;
		}
		any = true;
		c->keys++;
		padded |= a->value_len > 1 && a->text[0] == '0';
		shortest = PL_MIN(shortest, a->value_len);
		longest = PL_MAX(longest, a->value_len);
		for (size_t k = 0; k < range->n; k++)
			differ |= range->keys[k].value_len && range->keys[k].value != a->value;
		for (size_t k = 0; k < i; k++)
			again |= same_value_text(a, &range->keys[k]);
		c->distinct += !again;
	}
	c->ranges += differ;
	c->ranges_all += any;
	c->ranges_padded += padded;
	for (size_t i = 0; i < range->n; i++) {
		const struct key *a = &range->keys[i];
		bool extending = false, mixed = shortest != longest;

		if (!a->value_len)
			continue;
		for (size_t k = 0; k < range->n; k++)
			extending |= extends(a, &range->keys[k]);
		c->extends += extending;
		c->longer += a->value_len > shortest;
		if (!padded) {
			c->bare++;
			c->bare_mixed += mixed;
		} else if (a->value_len < padded_width) {
			c->narrow++;
			c->narrow_mixed += mixed;
		} else if (a->value_len > padded_width) {
			c->wide++;
			c->wide_mixed += mixed;
		}
	}
	naive_breaks(naive, range);
}

static int by_value(const void *x, const void *y)
{
	const uint64_t *a = x, *b = y;

	return (*a > *b) - (*a < *b);
}

/* Only where no value is spelled twice are neighbours by value told exactly. */
static void naive_pairs(struct naive *naive, const struct range *range)
{
	uint64_t values[KEYS];
	size_t n = 0;

	for (size_t i = 0; i < range->n; i++)
		if (range->keys[i].value_len)
			values[n++] = range->keys[i].value;
	qsort(values, n, sizeof(*values), by_value);
	for (size_t i = 1; i < n; i++) {
		naive->counts.pairs += values[i] != values[i - 1];
		naive->counts.pairs_next += values[i] == values[i - 1] + 1;
	}
}

static void feed(struct pl_ranges *walker, const struct range *range)
{
	pl_ranges_begin(walker, pl_str_c(range->partition), pl_str_c(range->before));
	for (size_t i = 0; i < range->n; i++) {
		const struct key *key = &range->keys[i];

		pl_ranges_add(walker, pl_str_c(key->text), key->value_len ? key->value_len : 1,
			      (struct pl_origin){1, key->place});
	}
	pl_ranges_end(walker);
}

static uint64_t keys_of(const struct pl_width *widths, size_t n)
{
	uint64_t keys = 0;

	for (size_t i = 0; i < n; i++) {
		assert_int_equal(widths[i].least.len, widths[i].width);
		assert_int_equal(widths[i].greatest.len, widths[i].width);
		assert_true(pl_order(widths[i].least, widths[i].greatest) <= 0);
		assert_int_equal(widths[i].zero,
				 widths[i].width > 1 && widths[i].greatest.ptr[0] == '0');
		if (i)
			assert_true(widths[i - 1].width < widths[i].width ||
				    (widths[i - 1].width == widths[i].width &&
				     !widths[i - 1].zero && widths[i].zero));
		keys += widths[i].keys;
	}
	return keys;
}

static void assert_witness(const struct naive *naive, const struct pl_witness *w,
			   const struct pl_witness_origins *at)
{
	char text[64];

	assert_int_equal(w->some, naive->best != NULL);
	if (!naive->best)
		return;
	assert_string_equal(w->partition.ptr, naive->best->partition);
	snprintf(text, sizeof(text), "%s%s", naive->best->before, naive->first->text);
	assert_string_equal(w->first.ptr, text);
	snprintf(text, sizeof(text), "%s%s", naive->best->before, naive->second->text);
	assert_string_equal(w->second.ptr, text);
	assert_int_equal(w->from, strlen(naive->best->before));
	/* The same break may stand in two ranges that look alike; then either place is right. */
	assert_int_equal(at->first.file, 1);
	assert_true(at->first.place > 0 && at->second.place > 0 &&
		    at->first.place != at->second.place);
}

static void assert_agrees(enum writing writing)
{
	struct range ranges[RANGES];
	struct pl_arena arena = PL_ARENA_INIT;
	struct naive naive = {.best = NULL};
	struct pl_witness_origins at[PL_WITNESSES];
	struct pl_proof got;
	unsigned padded_width = random_ranges(ranges, writing);
	struct pl_ranges *walker = pl_ranges_new(PL_K_NUMBER, PL_MONTH_FIRST, padded_width);
	const struct pl_proof *want = &naive.counts;

	for (size_t r = 0; r < RANGES; r++) {
		feed(walker, &ranges[r]);
		naive_range(&naive, &ranges[r], padded_width);
		naive_pairs(&naive, &ranges[r]);
	}
	assert_false(pl_ranges_again(walker));
	pl_ranges_finish(walker, &arena, &got, at);
	assert_int_equal(got.state, want->breaks   ? PL_O_BROKEN
				    : want->ranges ? PL_O_WALKED
						   : PL_O_ALONE);
	assert_int_equal(got.keys, want->keys);
	assert_int_equal(got.no_value, want->no_value);
	assert_int_equal(got.ranges, want->ranges);
	assert_int_equal(got.ranges_all, want->ranges_all);
	assert_int_equal(got.ranges_wrong, want->ranges_wrong);
	assert_int_equal(got.breaks, want->breaks);
	assert_int_equal(got.ranges_padded, want->ranges_padded);
	assert_int_equal(got.narrow, want->narrow);
	assert_int_equal(got.narrow_mixed, want->narrow_mixed);
	assert_int_equal(got.wide, want->wide);
	assert_int_equal(got.wide_mixed, want->wide_mixed);
	assert_int_equal(got.bare, want->bare);
	assert_int_equal(got.bare_mixed, want->bare_mixed);
	assert_int_equal(keys_of(got.narrow_widths, got.nnarrow), want->narrow);
	assert_int_equal(keys_of(got.wide_widths, got.nwide), want->wide);
	assert_int_equal(keys_of(got.bare_widths, got.nbare), want->bare);
	assert_int_equal(got.distinct, want->distinct);
	assert_int_equal(got.longer, want->longer);
	assert_int_equal(got.extends, want->extends);
	if (writing == PLAIN) {
		assert_int_equal(got.pairs, want->pairs);
		assert_int_equal(got.pairs_next, want->pairs_next);
	}
	assert_witness(&naive, &got.witness, at);
	pl_ranges_free(walker);
	pl_arena_release(&arena);
}

static void random_fields_agree(void **state)
{
	(void)state;
	random_state = 3;
	for (unsigned round = 0; round < 2000; round++)
		for (unsigned writing = 0; writing < WRITINGS; writing++)
			assert_agrees(writing);
}

/* ---- examples ------------------------------------------------------------ */

/* Ranges are divided by NULL and end with two; `#` or `_` ends a value that has more behind it. */
static struct pl_proof walk(struct pl_arena *arena, enum pl_kind kind, unsigned padded_width,
			    const char *const *keys)
{
	struct pl_ranges *walker = pl_ranges_new(kind, PL_MONTH_FIRST, padded_width);
	struct pl_witness_origins at[PL_WITNESSES];
	struct pl_proof proof;

	do {
		for (const char *const *key = keys; *key; key++) {
			pl_ranges_begin(walker, PL_S("p"), PL_S(""));
			for (; *key; key++)
				pl_ranges_add(walker, pl_str_c(*key), strcspn(*key, "#_"),
					      (struct pl_origin){0, 1});
			pl_ranges_end(walker);
		}
	} while (pl_ranges_again(walker));
	pl_ranges_finish(walker, arena, &proof, at);
	pl_ranges_free(walker);
	return proof;
}

#define KEYS_OF(...) ((const char *const[]){__VA_ARGS__, NULL, NULL})

static void marks_are_left_out(void **state)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_proof proof;

	(void)state;
	/* Case 45: v0 points to the latest of v0001 … */
	proof = walk(&arena, PL_K_NUMBER, 4,
		     KEYS_OF("0#spec", "0001#spec", "0002#spec", "0010#spec", "0011#spec"));
	assert_int_equal(proof.nsentinels, 1);
	assert_string_equal(proof.sentinels[0].ptr, "0");
	assert_int_equal(proof.sentinel_keys, 1);
	assert_int_equal(proof.state, PL_O_WALKED);
	assert_int_equal(proof.narrow, 0);
	assert_int_equal(proof.keys, 4);
	assert_int_equal(proof.ranges, 1);

	/*
	 * Several rows of the mark; a range where it stands alone or beside one value says
	 * nothing.
	 */
	proof = walk(&arena, PL_K_NUMBER, 4,
		     KEYS_OF("0#audit", "0#spec", "0001", "0002", NULL, "0#spec", NULL, "0",
			     "0001"));
	assert_int_equal(proof.nsentinels, 1);
	assert_int_equal(proof.sentinel_keys, 4);
	assert_int_equal(proof.narrow, 0);
	assert_int_equal(proof.ranges, 2); /* the mark does count as a value there */

	/* On the wrong side it is still a mark (PL401 says so), not a break. */
	proof = walk(&arena, PL_K_NUMBER, 4, KEYS_OF("0001_", "0002_", "0_"));
	assert_int_equal(proof.nsentinels, 1);
	assert_int_equal(proof.breaks, 0);
	proof = walk(&arena, PL_K_NUMBER, 3, KEYS_OF("001", "002", "099", "99999#open"));
	assert_int_equal(proof.nsentinels, 1);
	assert_int_equal(proof.wide, 0);
	proof = walk(&arena, PL_K_NUMBER, 3, KEYS_OF("001", "002", "2147483647"));
	assert_int_equal(proof.nsentinels, 1);

	proof = walk(&arena, PL_K_TIMESTAMP, 0,
		     KEYS_OF("2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z", "9999-12-31"));
	assert_int_equal(proof.nsentinels, 1);
	assert_string_equal(proof.sentinels[0].ptr, "9999-12-31");
	proof = walk(&arena, PL_K_TIMESTAMP, 0,
		     KEYS_OF("0000-00-00", "2026-01-01T00:00:00Z", "2026-01-02T00:00:00Z"));
	assert_int_equal(proof.nsentinels, 1);
	assert_int_equal(proof.no_value, 0);
	pl_arena_release(&arena);
}

static void numbers_are_no_marks(void **state)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_proof proof;

	(void)state;
	/* Zero as the first of unpadded numbers. */
	proof = walk(&arena, PL_K_NUMBER, 0, KEYS_OF("0", "1", "10", "11", "12", "2", "3"));
	assert_int_equal(proof.nsentinels, 0);
	assert_int_equal(proof.breaks, 1);
	assert_int_equal(proof.state, PL_O_BROKEN);
	proof = walk(&arena, PL_K_NUMBER, 0, KEYS_OF("0", "10", "100", "20", "30"));
	assert_int_equal(proof.nsentinels, 0);
	/* A score of 99 behind 150 and 170 is the very fault to find. */
	proof = walk(&arena, PL_K_NUMBER, 0, KEYS_OF("150", "170", "99"));
	assert_int_equal(proof.nsentinels, 0);
	assert_int_equal(proof.breaks, 1);
	proof = walk(&arena, PL_K_NUMBER, 0, KEYS_OF("1", "5", "7", "99"));
	assert_int_equal(proof.nsentinels, 0);
	/* Hexadecimal is told by the digits behind its 0x. */
	proof = walk(&arena, PL_K_HEXNUMBER, 0, KEYS_OF("0x10", "0x8", "0x9", "0xa", "0xf"));
	assert_int_equal(proof.breaks, 1);
	assert_int_equal(proof.bare, 5);
	assert_int_equal(proof.bare_mixed, 5);
	assert_int_equal(proof.nbare, 2);
	assert_int_equal(proof.bare_widths[0].width, 1);
	assert_int_equal(proof.bare_widths[1].width, 2);
	assert_int_equal(proof.pairs, 4);
	assert_int_equal(proof.pairs_next, 3);
	proof = walk(&arena, PL_K_HEXNUMBER, 0, KEYS_OF("0xFF", "0xab"));
	assert_int_equal(proof.ranges, 1);
	assert_int_equal(proof.breaks, 1);
	proof = walk(&arena, PL_K_HEXNUMBER, 2, KEYS_OF("0x0f", "0x10"));
	assert_int_equal(proof.bare, 0);
	assert_int_equal(proof.ranges_padded, 1);
	/* One range against it outweighs those for it. */
	proof = walk(&arena, PL_K_NUMBER, 4,
		     KEYS_OF("0", "0001", "0002", NULL, "0", "0001", "1", "2"));
	assert_int_equal(proof.nsentinels, 0);
	assert_int_equal(proof.narrow, 4);
	/* Not at an end, or not in one piece. */
	proof = walk(&arena, PL_K_NUMBER, 4, KEYS_OF("0001", "0002", "0_", "1000"));
	assert_int_equal(proof.nsentinels, 0);
	assert_int_equal(proof.narrow, 1);
	proof = walk(&arena, PL_K_NUMBER, 4, KEYS_OF("0#x", "0001", "0002", "0_"));
	assert_int_equal(proof.nsentinels, 0);
	/* An open end spelled as the rest is an ordinary value. */
	proof = walk(&arena, PL_K_TIMESTAMP, 0, KEYS_OF("2026-01-01", "2026-01-02", "9999-12-31"));
	assert_int_equal(proof.nsentinels, 0);
	assert_int_equal(proof.keys, 3);
	pl_arena_release(&arena);
}

/* Across widths only what has no zero in front is paired, so that no pair is made up. */
static void neighbours_are_certain(void **state)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_proof proof;

	(void)state;
	proof = walk(&arena, PL_K_NUMBER, 4, KEYS_OF("0008", "0009", "0010", "1000", "7", "8"));
	assert_int_equal(proof.pairs, 4); /* 8-9 9-10 10-1000, and 7-8 unpadded */
	assert_int_equal(proof.pairs_next, 3);
	proof = walk(&arena, PL_K_NUMBER, 0, KEYS_OF("10", "11", "100", "9"));
	assert_int_equal(proof.pairs, 3);
	assert_int_equal(proof.pairs_next, 2);
	pl_arena_release(&arena);
}

struct times {
	unsigned precision, format, offset;
	const char *const *keys;
};

static void spellings_are_told_apart(void **state)
{
	static const char *const cases_precision[] = {"2026-01-01T00:00:00Z",
						      "2026-01-01T00:00:01.017Z", NULL, NULL};
	static const char *const cases_minutes[] = {"2026-01-01T00:00Z", "2026-01-01T00:00:01Z",
						    NULL, NULL};
	static const char *const cases_zone[] = {"2026-01-01T00:00:00+00:00",
						 "2026-01-01T00:00:01Z", NULL, NULL};
	static const char *const cases_no_zone[] = {"2026-01-01T00:00:00", "2026-01-01T00:00:01Z",
						    NULL, NULL};
	static const char *const cases_space[] = {"2026-01-01 00:00:00", "2026-01-01T00:00:01",
						  NULL, NULL};
	static const char *const cases_offset[] = {"2026-01-01T00:00:00Z",
						   "2026-01-01T00:00:01+09:00", NULL, NULL};
	static const char *const cases_rollup[] =
		{"2026",    "2026-01",	"2026-01-01",		"2026-01-01T08",
		 "2026-Q1", "2026-W05", "2026-01-01T00:00:00Z", NULL,
		 NULL};
	static const char *const cases_us[] = {"1/15/2026", "2026-01-01", NULL, NULL};
	static const char *const cases_epoch[] = {"1700000000", "2026-01-01T00:00:00Z", NULL, NULL};
	static const char *const cases_units[] = {"1700000000", "1700000000000", NULL, NULL};
	static const char *const cases_unpadded[] = {"2026-10-12", "2026-6-3", NULL, NULL};
	static const char *const cases_apart[] = {"2026-01-01T00:00:00Z", NULL,
						  "2026-01-01T00:00:01.017Z", NULL, NULL};
	static const struct times all[] = {
		{1, 0, 0, cases_precision}, {1, 0, 0, cases_minutes},  {0, 1, 0, cases_zone},
		{0, 1, 0, cases_no_zone},   {0, 1, 0, cases_space},    {0, 0, 1, cases_offset},
		{0, 0, 0, cases_rollup},    {0, 1, 0, cases_us},       {0, 1, 0, cases_epoch},
		{0, 0, 0, cases_units},	    {0, 0, 0, cases_unpadded}, {0, 0, 0, cases_apart},
	};
	struct pl_arena arena = PL_ARENA_INIT;

	(void)state;
	for (size_t i = 0; i < PL_LEN(all); i++) {
		struct pl_proof proof = walk(&arena, PL_K_TIMESTAMP, 0, all[i].keys);

		if (proof.ranges_precision != all[i].precision ||
		    proof.ranges_format != all[i].format || proof.ranges_offset != all[i].offset ||
		    proof.ranges_unit != (all[i].keys == cases_units))
			fail_msg("%s: precision %u format %u offset %u", all[i].keys[0],
				 (unsigned)proof.ranges_precision, (unsigned)proof.ranges_format,
				 (unsigned)proof.ranges_offset);
	}
	pl_arena_release(&arena);
}

static void times_break(void **state)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_proof proof;

	(void)state;
	proof = walk(&arena, PL_K_TIMESTAMP, 0,
		     KEYS_OF("2026-01-01T00:00:29.017Z", "2026-01-01T00:00:29Z"));
	assert_int_equal(proof.breaks, 1);
	assert_int_equal(proof.state, PL_O_BROKEN);
	/* One instant spelled twice is neither a break nor two values. */
	proof = walk(&arena, PL_K_TIMESTAMP, 0,
		     KEYS_OF("2026-01-01T00:00:29.000Z", "2026-01-01T00:00:29Z"));
	assert_int_equal(proof.breaks, 0);
	assert_int_equal(proof.ranges, 0);
	assert_int_equal(proof.distinct, 2);
	assert_int_equal(proof.state, PL_O_ALONE);
	proof = walk(&arena, PL_K_TIMESTAMP, 0, KEYS_OF("2026-02-30", "2026-03-01"));
	assert_int_equal(proof.no_value, 1);
	assert_int_equal(proof.keys, 1);
	pl_arena_release(&arena);
}

/* Negative values have a witness of their own: -1, -50 is shorter than 100, 20, but another matter. */
static void negatives_are_apart(void **state)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_proof proof = walk(&arena, PL_K_SIGNED, 0, KEYS_OF("-1", "-50", "100", "20"));

	(void)state;
	assert_int_equal(proof.breaks, 2);
	assert_int_equal(proof.breaks_negative, 1);
	assert_string_equal(proof.negative.first.ptr, "-1");
	assert_string_equal(proof.negative.second.ptr, "-50");
	assert_string_equal(proof.plain.first.ptr, "100");
	assert_string_equal(proof.witness.first.ptr, "-1");
	assert_int_equal(proof.ranges_lengths, 1);
	proof = walk(&arena, PL_K_DECIMAL, 0, KEYS_OF("-1.55", "-2.55", "10.5", "9.75"));
	assert_int_equal(proof.breaks_negative, 1);
	assert_string_equal(proof.witness.first.ptr, "10.5");
	proof = walk(&arena, PL_K_SIGNED, 0, KEYS_OF("-5", "-6"));
	assert_false(proof.plain.some);
	assert_int_equal(proof.ranges_lengths, 0);
	pl_arena_release(&arena);
}

static void nothing_is_alone(void **state)
{
	struct pl_ranges *walker = pl_ranges_new(PL_K_NUMBER, PL_MONTH_FIRST, 0);
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_witness_origins at[PL_WITNESSES];
	struct pl_proof proof;

	(void)state;
	assert_false(pl_ranges_again(walker));
	pl_ranges_finish(walker, &arena, &proof, at);
	assert_int_equal(proof.state, PL_O_ALONE);
	assert_int_equal(proof.keys, 0);
	pl_ranges_free(walker);
	pl_ranges_free(NULL);
	pl_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(random_fields_agree),
		cmocka_unit_test(marks_are_left_out),
		cmocka_unit_test(numbers_are_no_marks),
		cmocka_unit_test(neighbours_are_certain),
		cmocka_unit_test(spellings_are_told_apart),
		cmocka_unit_test(times_break),
		cmocka_unit_test(negatives_are_apart),
		cmocka_unit_test(nothing_is_alone),
	};

	return cmocka_run_group_tests_name("proof_ranges", tests, NULL, NULL);
}
