/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three places where records are, in the order of their life:
 *
 *     open run  ──full──>  extents of the spill     (and those of merged sorters)
 *         └────merged───>  full runs in memory
 *
 * Reading merges either runs in memory or extents on disk, never both: once
 * anything was spilled, rewinding spills the rest too, so that what reading
 * holds is the buffers alone.
 */
#include "linter/proof/sorter.h"

#include "linter/base/buf.h"
#include "linter/base/thread.h"
#include "linter/proof/run.h"
#include "linter/proof/spill.h"

/* Below this a run is all overhead; also keeps arithmetic on tiny runs simple. */
#define LEAST_RUN ((size_t)1 << 10)
/* A run's payloads are found by 32-bit offsets. */
#define GREATEST_RUN ((size_t)UINT32_MAX)
/*
 * A stream's buffer: below the least, seeking costs more than reading; above the most, nothing is
 * gained.
 */
#define LEAST_BUFFER ((size_t)16 << 10)
#define GREATEST_BUFFER ((size_t)1 << 20)
/* Extents merged at a time, at least. */
#define LEAST_FAN_IN ((size_t)8)

/* One of the sequences that are merged: its least record that is not handed out. */
struct feed {
	struct pl_sorted record;
	const struct pl_run *run; /* in memory, up to `next`; or NULL: */
	size_t next;
	struct pl_stream stream;
};

/* Merges feeds through a binary heap of pointers, the least on top. */
struct merge {
	struct feed *feeds;
	struct feed **heap;
	size_t nfeeds, nheap;
	bool payloads;
	bool given; /* the record on top was handed out */
};

struct pl_sorter {
	bool payloads, reading;
	size_t run_bytes;
	uint64_t count;
	uint64_t merged_spill; /* bytes that merged sorters had written */
	struct pl_run open;    /* base NULL: none yet */
	PL_VEC(struct pl_run) runs;
	struct pl_spill spill;
	PL_VEC(struct pl_spill) spills; /* of merged sorters */
	PL_VEC(struct pl_extent) extents;
	struct merge merge;
	size_t next; /* of the only run, when there is nothing to merge */
};

struct pl_sorter *pl_sorter_new(bool payloads, size_t run_bytes, const char *tmpdir)
{
	struct pl_sorter *sorter = pl_calloc(1, sizeof(*sorter));

	sorter->payloads = payloads;
	sorter->run_bytes = PL_MIN(PL_MAX(run_bytes, LEAST_RUN), GREATEST_RUN);
	pl_spill_init(&sorter->spill, tmpdir);
	return sorter;
}

static void merge_release(struct merge *merge)
{
	for (size_t i = 0; i < merge->nfeeds; i++)
		pl_stream_release(&merge->feeds[i].stream);
	free(merge->feeds);
	free(merge->heap);
	*merge = (struct merge){0};
}

void pl_sorter_free(struct pl_sorter *sorter)
{
	if (!sorter)
		return;
	merge_release(&sorter->merge);
	pl_run_release(&sorter->open);
	for (size_t i = 0; i < sorter->runs.len; i++)
		pl_run_release(&sorter->runs.ptr[i]);
	for (size_t i = 0; i < sorter->spills.len; i++)
		pl_spill_release(&sorter->spills.ptr[i]);
	pl_spill_release(&sorter->spill);
	PL_VEC_RELEASE(&sorter->runs);
	PL_VEC_RELEASE(&sorter->spills);
	PL_VEC_RELEASE(&sorter->extents);
	free(sorter);
}

/* Ends the run that was being written since byte `from`. */
static void end_extent(struct pl_sorter *sorter, uint64_t from)
{
	pl_spill_flush(&sorter->spill);
	PL_PUSH(&sorter->extents, (struct pl_extent){sorter->spill.fd, from, sorter->spill.bytes});
}

static void spill_run(struct pl_sorter *sorter, struct pl_run *run)
{
	uint64_t from = sorter->spill.bytes;
	struct pl_sorted record;

	if (!run->count)
		return;
	pl_run_sort(run);
	for (size_t i = 0; i < run->count; i++) {
		pl_run_get(run, i, &record);
		pl_spill_add(&sorter->spill, sorter->payloads, &record);
	}
	end_extent(sorter, from);
}

/* An empty open run: the first, or the memory of the one that was full. */
static void fresh_run(struct pl_sorter *sorter)
{
	PL_ASSERT(!sorter->reading);
	if (!sorter->open.base) {
		pl_run_init(&sorter->open, sorter->payloads, sorter->run_bytes);
		return;
	}
	spill_run(sorter, &sorter->open);
	pl_run_clear(&sorter->open);
}

void pl_sorter_add(struct pl_sorter *sorter, uint64_t range, uint64_t value, uint32_t tag)
{
	while (PL_UNLIKELY(!pl_run_add(&sorter->open, range, value, tag)))
		fresh_run(sorter);
	sorter->count++;
}

/* A record larger than a run becomes an extent of its own. */
static void add_giant(struct pl_sorter *sorter, const struct pl_sorted *record)
{
	uint64_t from = sorter->spill.bytes;

	pl_spill_add(&sorter->spill, true, record);
	end_extent(sorter, from);
}

void pl_sorter_add_payload(struct pl_sorter *sorter, uint64_t range, uint32_t tag,
			   struct pl_str key, struct pl_str rest)
{
	PL_ASSERT(key.len <= UINT32_MAX && rest.len <= UINT32_MAX);
	sorter->count++;
	if (PL_UNLIKELY(pl_run_cost(true, key, rest) > sorter->run_bytes)) {
		PL_ASSERT(!sorter->reading);
		add_giant(sorter, &(struct pl_sorted){.range = range,
						      .tag = tag,
						      .key = key,
						      .rest = rest});
		return;
	}
	while (PL_UNLIKELY(!pl_run_add_payload(&sorter->open, range, tag, key, rest)))
		fresh_run(sorter);
}

void pl_sorter_merge(struct pl_sorter *into, struct pl_sorter *from)
{
	PL_ASSERT(into != from && into->payloads == from->payloads && !into->reading &&
		  !from->reading);
	into->count += from->count;
	into->merged_spill += from->merged_spill + from->spill.bytes;
	if (from->open.count)
		PL_PUSH(&into->runs, from->open);
	else
		pl_run_release(&from->open);
	from->open = (struct pl_run){0};
	for (size_t i = 0; i < from->runs.len; i++)
		PL_PUSH(&into->runs, from->runs.ptr[i]);
	from->runs.len = 0;
	for (size_t i = 0; i < from->spills.len; i++)
		PL_PUSH(&into->spills, from->spills.ptr[i]);
	from->spills.len = 0;
	for (size_t i = 0; i < from->extents.len; i++)
		PL_PUSH(&into->extents, from->extents.ptr[i]);
	if (from->spill.fd >= 0) {
		PL_PUSH(&into->spills, from->spill);
		from->spill = (struct pl_spill){.fd = -1};
	}
	pl_sorter_free(from);
}

static int order_payload(const struct pl_sorted *a, const struct pl_sorted *b)
{
	int c;

	if (a->tag != b->tag)
		return a->tag < b->tag ? -1 : 1;
	if (a->value != b->value)
		return a->value < b->value ? -1 : 1;
	c = pl_order(a->key, b->key);
	return c ? c : pl_order(a->rest, b->rest);
}

static bool less(const struct merge *merge, const struct feed *x, const struct feed *y)
{
	const struct pl_sorted *a = &x->record, *b = &y->record;

	if (a->range != b->range)
		return a->range < b->range;
	if (merge->payloads)
		return order_payload(a, b) < 0;
	if (a->value != b->value)
		return a->value < b->value;
	return a->tag < b->tag;
}

static bool feed_advance(struct feed *feed)
{
	if (!feed->run)
		return pl_stream_next(&feed->stream, &feed->record);
	if (feed->next == feed->run->count)
		return false;
	pl_run_get(feed->run, feed->next++, &feed->record);
	return true;
}

static void sift_down(struct merge *merge, size_t at)
{
	struct feed **heap = merge->heap;
	struct feed *moved = heap[at];

	for (;;) {
		size_t child = 2 * at + 1;

		if (child >= merge->nheap)
			break;
		if (child + 1 < merge->nheap && less(merge, heap[child + 1], heap[child]))
			child++;
		if (!less(merge, heap[child], moved))
			break;
		heap[at] = heap[child];
		at = child;
	}
	heap[at] = moved;
}

/* The feeds are in place, none was advanced yet. */
static void merge_start(struct merge *merge)
{
	merge->heap = pl_calloc(merge->nfeeds, sizeof(struct feed *));
	merge->nheap = 0;
	for (size_t i = 0; i < merge->nfeeds; i++)
		if (feed_advance(&merge->feeds[i]))
			merge->heap[merge->nheap++] = &merge->feeds[i];
	for (size_t i = merge->nheap / 2; i-- > 0;)
		sift_down(merge, i);
}

static bool merge_next(struct merge *merge, struct pl_sorted *out)
{
	/* The top is moved on only now: what was handed out stayed good until this call. */
	if (merge->given && merge->nheap) {
		if (!feed_advance(merge->heap[0]))
			merge->heap[0] = merge->heap[--merge->nheap];
		if (merge->nheap > 1)
			sift_down(merge, 0);
	}
	merge->given = true;
	if (!merge->nheap)
		return false;
	*out = merge->heap[0]->record;
	return true;
}

static void merge_runs(struct pl_sorter *sorter, struct merge *merge)
{
	*merge = (struct merge){.payloads = sorter->payloads, .nfeeds = sorter->runs.len};
	merge->feeds = pl_calloc(merge->nfeeds, sizeof(*merge->feeds));
	for (size_t i = 0; i < merge->nfeeds; i++)
		merge->feeds[i].run = &sorter->runs.ptr[i];
	merge_start(merge);
}

static void merge_extents(struct pl_sorter *sorter, struct merge *merge,
			  const struct pl_extent *extents, size_t n)
{
	size_t buffer = PL_MIN(PL_MAX(sorter->run_bytes / PL_MAX(n, (size_t)1), (size_t)256),
			       GREATEST_BUFFER);

	*merge = (struct merge){.payloads = sorter->payloads, .nfeeds = n};
	merge->feeds = pl_calloc(n, sizeof(*merge->feeds));
	for (size_t i = 0; i < n; i++)
		pl_stream_init(&merge->feeds[i].stream, sorter->payloads, extents[i], buffer);
	merge_start(merge);
}

/*
 * As long as there are more extents than can be merged with useful buffers,
 * the oldest become one. With the usual 64 MiB that takes 4,096 extents, a
 * quarter of a terabyte; with a small --memory it comes sooner.
 */
static void reduce_extents(struct pl_sorter *sorter)
{
	size_t fan_in = PL_MAX(sorter->run_bytes / LEAST_BUFFER, LEAST_FAN_IN), done = 0;

	while (sorter->extents.len - done > fan_in) {
		uint64_t from = sorter->spill.bytes;
		struct pl_sorted record;
		struct merge merge;

		merge_extents(sorter, &merge, sorter->extents.ptr + done, fan_in);
		while (merge_next(&merge, &record))
			pl_spill_add(&sorter->spill, sorter->payloads, &record);
		merge_release(&merge);
		done += fan_in;
		end_extent(sorter, from);
	}
	memmove(sorter->extents.ptr, sorter->extents.ptr + done,
		(sorter->extents.len - done) * sizeof(*sorter->extents.ptr));
	sorter->extents.len -= done;
}

static void sort_run(void *ctx, size_t i, unsigned thread)
{
	struct pl_sorter *sorter = ctx;

	(void)thread;
	pl_run_sort(&sorter->runs.ptr[i]);
}

/* The first rewind: from here on records only lie in sorted runs or in extents. */
static void settle(struct pl_sorter *sorter)
{
	sorter->reading = true;
	if (sorter->open.count)
		PL_PUSH(&sorter->runs, sorter->open);
	else
		pl_run_release(&sorter->open);
	sorter->open = (struct pl_run){0};
	pl_parallel(sorter->runs.len, pl_processors(), sort_run, sorter);
	if (!sorter->extents.len)
		return;
	for (size_t i = 0; i < sorter->runs.len; i++) {
		spill_run(sorter, &sorter->runs.ptr[i]);
		pl_run_release(&sorter->runs.ptr[i]);
	}
	sorter->runs.len = 0;
	reduce_extents(sorter);
}

void pl_sorter_rewind(struct pl_sorter *sorter)
{
	merge_release(&sorter->merge);
	if (!sorter->reading)
		settle(sorter);
	sorter->next = 0;
	if (sorter->extents.len)
		merge_extents(sorter, &sorter->merge, sorter->extents.ptr, sorter->extents.len);
	else if (sorter->runs.len > 1)
		merge_runs(sorter, &sorter->merge);
}

bool pl_sorter_next(struct pl_sorter *sorter, struct pl_sorted *out)
{
	PL_ASSERT(sorter->reading);
	if (sorter->extents.len || sorter->runs.len > 1)
		return merge_next(&sorter->merge, out);
	if (!sorter->runs.len || sorter->next == sorter->runs.ptr[0].count)
		return false;
	pl_run_get(&sorter->runs.ptr[0], sorter->next++, out);
	return true;
}

uint64_t pl_sorter_count(const struct pl_sorter *sorter)
{
	return sorter->count;
}

uint64_t pl_sorter_spilled(const struct pl_sorter *sorter)
{
	return sorter->merged_spill + sorter->spill.bytes;
}
