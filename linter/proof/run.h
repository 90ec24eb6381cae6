/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One run of the sorter: records in one piece of memory, sorted in place.
 *
 *     base                                                    base + bytes
 *      | entry 0 | entry 1 | … entry n-1 | (never touched) | payloads |
 *        ├ 20 bytes ┤                                      <── grow
 *
 * The piece is asked for whole, but the kernel commits only pages that were
 * touched: a run of two records costs few pages, not its size. Pages are asked
 * for some at a time, from either end, as many as there were before: where each
 * traps on its own when it is first touched, that costs more than the sort.
 *
 * With payloads the entry's `tag` is where the payload lies (an offset from
 * `base`), and the record's own tag stands in the payload's header.
 */
#ifndef PL_PROOF_RUN_H
#define PL_PROOF_RUN_H

#include "linter/base/base.h"
#include "linter/proof/sorter.h"

/* Packed to 20 bytes: with padding every fifth record would be lost to it. */
struct pl_entry {
	uint64_t range;
	uint64_t value; /* with payloads: some bytes of the key; which ones is the sorter's business */
	uint32_t tag;
} __attribute__((packed, aligned(4)));

struct pl_run {
	char *base;
	size_t bytes;	/* of the whole piece */
	size_t count;	/* entries */
	size_t payload; /* where the lowest payload begins */
	size_t low, high; /* pages are there before `low` and from `high` on */
	bool payloads;
	bool sorted;
};

void pl_run_init(struct pl_run *run, bool payloads, size_t bytes);
void pl_run_release(struct pl_run *run);
/* Empties it and keeps its memory. */
void pl_run_clear(struct pl_run *run);

/* Bytes a record takes; one that does not fit an empty run must go elsewhere. */
size_t pl_run_cost(bool payloads, struct pl_str key, struct pl_str rest);
/* False: there is no room, nothing was added. */
bool pl_run_add(struct pl_run *run, uint64_t range, uint64_t value, uint32_t tag);
bool pl_run_add_payload(struct pl_run *run, uint64_t range, uint32_t tag, struct pl_str key,
			struct pl_str rest);

void pl_run_sort(struct pl_run *run);
/* Record i; its slices are good as long as the run is. */
void pl_run_get(const struct pl_run *run, size_t i, struct pl_sorted *out);

/*
 * Bytes [from, from + 8) of `s`, big-endian, zeros behind its end: an integer that sorts as they
 * do.
 */
uint64_t pl_load8(struct pl_str s, size_t from);

#endif
