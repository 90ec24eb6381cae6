/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The in-place sort is a radix sort from the most significant end ("American
 * flag"): records are dealt into 256 buckets by eight bits of one word, and
 * each bucket is sorted alike by the bits below. Two things make it fast on
 * what padlint sorts:
 *
 *  - The eight bits are the topmost in which the records at hand differ, so
 *    that a bucket of one range, or of instants within one day, loses no round
 *    to bits that are all the same.
 *  - With payloads, an entry's `value` is a window of eight bytes onto the key,
 *    which moves on when all of it is equal. Payloads are then read once per
 *    window instead of once per comparison, each read a likely cache miss. The
 *    first window is packed: twelve bytes of digits and what stands between.
 *
 * The words in order are range, value, tag; with payloads range, tag, key,
 * rest.
 */
#define _GNU_SOURCE /* madvise */
#include "linter/proof/run.h"

#include <sys/mman.h>
#include <unistd.h>

/* Huge pages are asked for what lies further than this from both ends: few records shall not cost two of them. */
#define SMALL ((size_t)2 << 20)
/* Bytes whose pages are asked for at once, at least and at most. */
#define LEAST_STEP ((size_t)64 << 10)
#define GREATEST_STEP ((size_t)256 << 10)
/* Buckets below this are sorted by comparing: 256 counters cost more. */
#define FEW 64
/* … and below this by insertion alone. */
#define INSERT 24
/* Payloads lie scattered: reading them in the order of their entries asks for this many ahead. */
#define AHEAD 12

/*
 * What stands in front of a payload's bytes: the tag and, in a byte each, the lengths of key and rest. Where one of them
 * is LONG or more, LONG stands in the first byte, and both follow in four.
 */
struct header {
	uint32_t tag, key_len, rest_len;
	unsigned size; /* of all this */
};

enum { LONG = UINT8_MAX, SHORT_SIZE = 6, LONG_SIZE = SHORT_SIZE + 8 };

_Static_assert(sizeof(struct pl_entry) == 20, "records are promised to take 20 bytes");

/* Scattered reads of a large run miss the TLB more than the cache; huge pages take a tenth off them. */
static void ask_for_huge_pages(char *base, size_t bytes)
{
#ifdef MADV_HUGEPAGE
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	size_t skip = (page - (uintptr_t)base % page) % page;

	/* Advice only: where there are none, the run is as good without. */
	if (bytes > 2 * SMALL + skip)
		(void)madvise(base + skip + SMALL, (bytes - skip - 2 * SMALL) / page * page, MADV_HUGEPAGE);
#else
	(void)base;
	(void)bytes;
#endif
}

/* Has the pages of [from, to) made, which lie in the piece; without, they come as they are touched. */
static void populate(const struct pl_run *run, size_t from, size_t to)
{
#ifdef MADV_POPULATE_WRITE
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	uintptr_t first = (uintptr_t)(run->base + from) / page * page;
	uintptr_t end = ((uintptr_t)(run->base + to) + page - 1) / page * page;

	/* Advice only: kernels before 5.14 do not know it. */
	(void)madvise((void *)first, end - first, MADV_POPULATE_WRITE);
#else
	(void)run;
	(void)from;
	(void)to;
#endif
}

static size_t step_of(size_t used)
{
	return PL_MIN(PL_MAX(used, LEAST_STEP), GREATEST_STEP);
}

/* Entries are about to reach `end`. */
static void populate_up(struct pl_run *run, size_t end)
{
	size_t to = PL_MIN(end + step_of(end), PL_MAX(run->payload, end));

	populate(run, run->low, to);
	run->low = to;
}

/* Payloads are about to begin at `begin`. */
static void populate_down(struct pl_run *run, size_t begin)
{
	size_t step = step_of(run->bytes - begin);
	size_t floor = run->count * sizeof(struct pl_entry);
	size_t from = begin - PL_MIN(step, begin - PL_MIN(begin, floor));

	populate(run, from, run->high);
	run->high = from;
}

void pl_run_init(struct pl_run *run, bool payloads, size_t bytes)
{
	*run = (struct pl_run){
		.base = pl_malloc(bytes),
		.bytes = bytes,
		.payload = bytes,
		.high = bytes,
		.payloads = payloads,
	};
	ask_for_huge_pages(run->base, bytes);
}

void pl_run_release(struct pl_run *run)
{
	free(run->base);
	*run = (struct pl_run){0};
}

void pl_run_clear(struct pl_run *run)
{
	run->count = 0;
	run->payload = run->bytes;
	run->sorted = false;
}

uint64_t pl_load8(struct pl_str s, size_t from)
{
	unsigned char bytes[8] = {0};
	uint64_t word = 0;

	if (PL_LIKELY(s.len >= sizeof(bytes) && from <= s.len - sizeof(bytes)))
		memcpy(bytes, s.ptr + from, sizeof(bytes));
	else if (from < s.len)
		memcpy(bytes, s.ptr + from, s.len - from);
	for (unsigned i = 0; i < 8; i++)
		word = word << 8 | bytes[i];
	return word;
}

enum { PACKED = 12, CODE_BITS = 5, STOP = 1 << CODE_BITS };

/*
 * The first bytes of a key as one word of codes that sort as the bytes do: of two words that differ the lesser is that of
 * the lesser key. Digits and the bytes that stand in numbers and times have a code each; the bytes between two of these
 * share one, and the word ends with it. 0 stands for the key's end.
 */
static uint64_t pack(struct pl_str key)
{
	enum { A = 1 | STOP, B = 3 | STOP, C = 18 | STOP, D = 20 | STOP, E = 22 | STOP, F = 24 | STOP, G = 26 | STOP };
	static const unsigned char codes[128] = {
		A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A, A,
		/* # $ % & ' ( ) * + , - . / 0-9 : */
		A, A, A, 2, B, B, B, B, B, B, B, B, B, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, C, C, C, C, C,
		/* T, Z, _ */
		C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, C, 19, D, D, D, D, D, 21, E, E, E, E, 23,
		/* | */
		F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, F, 25, G, G, G,
	};
	size_t n = PL_MIN(key.len, (size_t)PACKED), i = 0;
	uint64_t word = 0;
	unsigned code = 0;

	while (i < n && !(code & STOP)) {
		unsigned char c = (unsigned char)key.ptr[i++];

		code = c < 128 ? codes[c] : G;
		word = word << CODE_BITS | (code & (STOP - 1));
	}
	return word << CODE_BITS * (PACKED - i);
}

static struct pl_entry *entries_of(const struct pl_run *run)
{
	return (struct pl_entry *)(void *)run->base;
}

static size_t room(const struct pl_run *run)
{
	return run->payload - run->count * sizeof(struct pl_entry);
}

static bool is_long(struct pl_str key, struct pl_str rest)
{
	return key.len >= LONG || rest.len >= LONG;
}

static size_t header_size(struct pl_str key, struct pl_str rest)
{
	return is_long(key, rest) ? LONG_SIZE : SHORT_SIZE;
}

static char *put_header(char *to, uint32_t tag, struct pl_str key, struct pl_str rest)
{
	uint32_t lengths[2] = {(uint32_t)key.len, (uint32_t)rest.len};

	memcpy(to, &tag, sizeof(tag));
	to += sizeof(tag);
	*to++ = (char)(is_long(key, rest) ? LONG : key.len);
	*to++ = (char)rest.len;
	if (PL_LIKELY(!is_long(key, rest)))
		return to;
	memcpy(to, lengths, sizeof(lengths));
	return to + sizeof(lengths);
}

size_t pl_run_cost(bool payloads, struct pl_str key, struct pl_str rest)
{
	return sizeof(struct pl_entry) +
	       (payloads ? header_size(key, rest) + key.len + rest.len : 0);
}

bool pl_run_add(struct pl_run *run, uint64_t range, uint64_t value, uint32_t tag)
{
	if (PL_UNLIKELY(room(run) < sizeof(struct pl_entry)))
		return false;
	if (PL_UNLIKELY((run->count + 1) * sizeof(struct pl_entry) > run->low))
		populate_up(run, (run->count + 1) * sizeof(struct pl_entry));
	entries_of(run)[run->count++] = (struct pl_entry){range, value, tag};
	return true;
}

bool pl_run_add_payload(struct pl_run *run, uint64_t range, uint32_t tag, struct pl_str key,
			struct pl_str rest)
{
	char *to;

	if (room(run) < pl_run_cost(true, key, rest))
		return false;
	run->payload -= header_size(key, rest) + key.len + rest.len;
	if (PL_UNLIKELY(run->payload < run->high))
		populate_down(run, run->payload);
	if (PL_UNLIKELY((run->count + 1) * sizeof(struct pl_entry) > run->low))
		populate_up(run, (run->count + 1) * sizeof(struct pl_entry));
	to = put_header(run->base + run->payload, tag, key, rest);
	if (key.len)
		memcpy(to, key.ptr, key.len);
	if (rest.len)
		memcpy(to + key.len, rest.ptr, rest.len);
	entries_of(run)[run->count++] =
		(struct pl_entry){range, pack(key), (uint32_t)run->payload};
	return true;
}

/*
 * A usual payload, header, key, place and partition, lies in two lines of the cache. Always inline:
 * gcc takes a function that only prefetches for one without effect, and leaves the call away.
 */
__attribute__((always_inline)) static inline void ask_for(const char *payload)
{
	__builtin_prefetch(payload);
	__builtin_prefetch(payload + 64);
}

/* For loops over entries i of n that read each one's payload. */
__attribute__((always_inline)) static inline void ask_ahead(const struct pl_run *run, const struct pl_entry *at, size_t i,
			     size_t n)
{
	if (i + AHEAD < n)
		ask_for(run->base + at[i + AHEAD].tag);
}

static struct header header_of(const struct pl_run *run, const struct pl_entry *entry)
{
	const char *from = run->base + entry->tag;
	struct header header = {.key_len = (unsigned char)from[4], .rest_len = (unsigned char)from[5], .size = SHORT_SIZE};

	memcpy(&header.tag, from, sizeof(header.tag));
	if (PL_UNLIKELY(header.key_len == LONG)) {
		memcpy(&header.key_len, from + SHORT_SIZE, sizeof(header.key_len));
		memcpy(&header.rest_len, from + SHORT_SIZE + sizeof(header.key_len), sizeof(header.rest_len));
		header.size = LONG_SIZE;
	}
	return header;
}

void pl_run_get(const struct pl_run *run, size_t i, struct pl_sorted *out)
{
	const struct pl_entry *entry = entries_of(run) + i;

	if (!run->payloads) {
		*out = (struct pl_sorted){.range = entry->range,
					  .value = entry->value,
					  .tag = entry->tag};
		return;
	}
	ask_ahead(run, entries_of(run), i, run->count);
	struct header header = header_of(run, entry);
	const char *bytes = run->base + entry->tag + header.size;

	out->range = entry->range;
	out->tag = header.tag;
	out->key = pl_str_of(bytes, header.key_len);
	out->rest = pl_str_of(bytes + header.key_len, header.rest_len);
	out->value = pl_load8(out->key, 0);
}

/*
 * What records are told apart by next: a 64-bit word at this offset of the
 * entry. The tag's word begins four bytes early and takes in half of the
 * value, which is equal wherever tags matter.
 */
enum word { RANGE = 0, VALUE = 8, TAG = 12 };

/* How far the records at hand have been told apart: all before it is equal. */
struct stage {
	enum word word;
	bool packed;  /* payloads: the window is the first, the packed one */
	bool rest;    /* payloads: the window is onto the rest, the keys are equal */
	size_t depth; /* payloads: where the window begins */
};

static inline uint64_t word_of(const struct pl_entry *entry, enum word word)
{
	uint64_t bits;

	memcpy(&bits, (const char *)entry + word, sizeof(bits));
	return bits;
}

/* The bytes the window looks onto. */
static struct pl_str text_of(const struct pl_run *run, const struct pl_entry *entry, bool rest)
{
	struct header header = header_of(run, entry);
	const char *bytes = run->base + entry->tag + header.size;

	return rest ? pl_str_of(bytes + header.key_len, header.rest_len)
		    : pl_str_of(bytes, header.key_len);
}

static struct pl_str text_from(const struct pl_run *run, const struct pl_entry *entry,
			       struct stage stage)
{
	struct pl_str text = text_of(run, entry, stage.rest);

	return pl_str_sub(text, PL_MIN(stage.depth, text.len), text.len);
}

static int order_payloads(const struct pl_run *run, const struct pl_entry *a,
			  const struct pl_entry *b, struct stage stage)
{
	int c;

	if (stage.word == RANGE) {
		uint32_t s = header_of(run, a).tag, t = header_of(run, b).tag;

		if (s != t)
			return s < t ? -1 : 1;
	}
	if (a->value != b->value)
		return a->value < b->value ? -1 : 1;
	c = pl_order(text_from(run, a, stage), text_from(run, b, stage));
	return c || stage.rest ? c : pl_order(text_of(run, a, true), text_of(run, b, true));
}

static inline bool before(const struct pl_run *run, const struct pl_entry *a,
			  const struct pl_entry *b, struct stage stage)
{
	if (a->range != b->range)
		return a->range < b->range;
	if (run->payloads)
		return order_payloads(run, a, b, stage) < 0;
	if (a->value != b->value)
		return a->value < b->value;
	return a->tag < b->tag;
}

static inline void insert_by(const struct pl_run *run, struct pl_entry *at, size_t n, size_t gap,
			     struct stage stage)
{
	for (size_t k = gap; k < n; k++) {
		struct pl_entry moved = at[k];
		size_t to = k;

		for (; to >= gap && before(run, &moved, &at[to - gap], stage); to -= gap)
			at[to] = at[to - gap];
		at[to] = moved;
	}
}

/*
 * Shell sort, which for the fewest is plain insertion. It takes no stack and
 * has no bad case worth an attacker's time.
 */
static void sort_few(const struct pl_run *run, struct pl_entry *at, size_t n, struct stage stage)
{
	static const size_t gaps[] = {701, 301, 132, 57, 23, 10, 4}; /* Ciura 2001 */
	size_t gap = gaps[0];

	/*
	 * Ranges that are equal are told apart by their payloads, a likely miss each: all at once.
	 */
	if (run->payloads && stage.word == RANGE)
		for (size_t i = 0; i < PL_MIN(n, (size_t)FEW); i++)
			__builtin_prefetch(run->base + at[i].tag);
	if (n >= INSERT) {
		while (gap < n / 3)
			gap = gap * 9 / 4;
		for (; gap > gaps[0]; gap = gap * 4 / 9)
			insert_by(run, at, n, gap, stage);
		for (size_t i = 0; i < PL_LEN(gaps); i++)
			insert_by(run, at, n, gaps[i], stage);
	}
	insert_by(run, at, n, 1, stage);
}

static uint64_t differing_bits(const struct pl_entry *at, size_t n, enum word word)
{
	uint64_t first = word_of(at, word), differ = 0;

	for (size_t i = 1; i < n; i++)
		differ |= word_of(&at[i], word) ^ first;
	return differ;
}

/*
 * Deals the records into buckets by (word >> shift) & 0xff; bucket b becomes [start[b], start[b +
 * 1]).
 */
static inline void deal_by(struct pl_entry *at, size_t n, enum word word, unsigned shift,
			   size_t start[257])
{
	size_t next[256] = {0};
	size_t sum = 0;

	for (size_t i = 0; i < n; i++)
		next[word_of(&at[i], word) >> shift & 0xff]++;
	for (unsigned b = 0; b < 256; b++) {
		start[b] = sum;
		sum += next[b];
		next[b] = start[b];
	}
	start[256] = sum;
	/*
	 * Sweeps over what is not dealt yet. The exchanges of one sweep do not wait
	 * for each other, which the classic chain of displaced records would.
	 */
	for (unsigned undealt = 256; undealt;) {
		undealt = 0;
		for (unsigned b = 0; b < 256; b++) {
			for (size_t i = next[b]; i < start[b + 1]; i++) {
				struct pl_entry moved = at[i];
				size_t to = next[word_of(&moved, word) >> shift & 0xff]++;

				at[i] = at[to];
				at[to] = moved;
			}
			undealt += next[b] < start[b + 1];
		}
	}
}

/* One copy of the loops above for each word, with its offset a constant. */
static void deal(struct pl_entry *at, size_t n, enum word word, unsigned shift, size_t start[257])
{
	switch (word) {
	case RANGE:
		deal_by(at, n, RANGE, shift, start);
		break;
	case VALUE:
		deal_by(at, n, VALUE, shift, start);
		break;
	case TAG:
		deal_by(at, n, TAG, shift, start);
		break;
	}
}

static bool same_tags(const struct pl_run *run, const struct pl_entry *at, size_t n)
{
	uint32_t first = header_of(run, at).tag;

	for (size_t i = 1; i < n; i++) {
		ask_ahead(run, at, i, n);
		if (header_of(run, &at[i]).tag != first)
			return false;
	}
	return true;
}

static void open_window(const struct pl_run *run, struct pl_entry *at, size_t n, struct stage stage)
{
	for (size_t i = 0; i < n; i++) {
		ask_ahead(run, at, i, n);
		at[i].value = pl_load8(text_of(run, &at[i], stage.rest), stage.depth);
	}
}

/*
 * Puts the records first whose text ends inside a window that is equal
 * everywhere, and returns how many. They belong there: with zeros standing in
 * for what is missing, each is a prefix of those that go on.
 */
static size_t ended_first(const struct pl_run *run, struct pl_entry *at, size_t n,
			  struct stage stage)
{
	size_t ended = 0;

	for (size_t i = 0; i < n; i++) {
		ask_ahead(run, at, i, n);
		if (text_of(run, &at[i], stage.rest).len <= stage.depth + 8) {
			struct pl_entry swap = at[i];

			at[i] = at[ended];
			at[ended++] = swap;
		}
	}
	return ended;
}

static bool same_length(const struct pl_run *run, const struct pl_entry *at, size_t n, bool rest)
{
	size_t first = text_of(run, at, rest).len;

	for (size_t i = 1; i < n; i++) {
		ask_ahead(run, at, i, n);
		if (text_of(run, &at[i], rest).len != first)
			return false;
	}
	return true;
}

static void sort_entries(const struct pl_run *run, struct pl_entry *at, size_t n,
			 struct stage stage);

/*
 * Records whose texts end in one window that is all equal: what is left is their length, then the
 * rest.
 */
static void sort_ended(const struct pl_run *run, struct pl_entry *at, size_t n, struct stage stage)
{
	if (n < FEW || !same_length(run, at, n, stage.rest)) {
		sort_few(run, at, n, stage);
	} else if (!stage.rest) {
		stage.rest = true;
		stage.depth = 0;
		open_window(run, at, n, stage);
		sort_entries(run, at, n, stage);
	}
}

/*
 * The records are equal in the word at hand: goes on to what follows it.
 * Shrinks [at, at + n) to what is not sorted yet; false when that is nothing.
 */
static bool next_stage(const struct pl_run *run, struct pl_entry **at, size_t *n,
		       struct stage *stage)
{
	size_t ended;

	if (!run->payloads) {
		bool more = stage->word != TAG;

		stage->word = stage->word == RANGE ? VALUE : TAG;
		return more;
	}
	if (stage->word == RANGE) {
		if (same_tags(run, *at, *n)) {
			stage->word = VALUE;
			return true;
		}
		/* Two ranges of one hash; too rare to deserve better. */
		sort_few(run, *at, *n, *stage);
		return false;
	}
	if (stage->packed) {
		stage->packed = false;
		open_window(run, *at, *n, *stage);
		return true;
	}
	ended = ended_first(run, *at, *n, *stage);
	if (ended > 1)
		sort_ended(run, *at, ended, *stage);
	*at += ended;
	*n -= ended;
	stage->depth += 8;
	open_window(run, *at, *n, *stage);
	return *n > 1;
}

static void sort_entries(const struct pl_run *run, struct pl_entry *at, size_t n,
			 struct stage stage)
{
	size_t start[257];

	while (n >= FEW) {
		uint64_t differ = differing_bits(at, n, stage.word);
		unsigned top, largest = 0;

		if (!differ) {
			if (!next_stage(run, &at, &n, &stage))
				return;
			continue;
		}
		top = 63 - (unsigned)__builtin_clzll(differ);
		deal(at, n, stage.word, top < 8 ? 0 : top - 7, start);
		for (unsigned b = 1; b < 256; b++)
			if (start[b + 1] - start[b] > start[largest + 1] - start[largest])
				largest = b;
		/*
		 * The largest is left to this loop: the others hold at most half, so the stack
		 * stays flat.
		 */
		for (unsigned b = 0; b < 256; b++)
			if (b != largest && start[b + 1] - start[b] > 1)
				sort_entries(run, at + start[b], start[b + 1] - start[b], stage);
		n = start[largest + 1] - start[largest];
		at += start[largest];
	}
	sort_few(run, at, n, stage);
}

void pl_run_sort(struct pl_run *run)
{
	if (!run->sorted)
		sort_entries(run, entries_of(run), run->count, (struct stage){.word = RANGE, .packed = run->payloads});
	run->sorted = true;
}
