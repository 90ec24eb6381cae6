/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one sorter: records that may exceed memory, in bounded memory.
 *
 * Records are kept in a run of at most `run_bytes`, sorted in place by radix
 * and written to one unlinked temporary file when the run is full; reading
 * merges the runs. When everything fits one run, nothing is ever written. The
 * file has no name, so nothing is left behind on any exit.
 *
 * Order of records without payload: range, value, tag.
 * Order of records with one: range, tag, then the key bytes of the payload by
 * pl_order(), then the rest of the payload likewise. The tag stands before the
 * key so that it can widen the hash that `range` is: records of two ranges
 * that meet in 64 bits do not mix.
 *
 * The result does not depend on the order of adding, on `run_bytes`, or on how
 * records were spread over sorters that were merged.
 */
#ifndef PL_PROOF_SORTER_H
#define PL_PROOF_SORTER_H

#include "linter/base/base.h"

struct pl_sorter;

/* One record as it comes back. Key and rest are good until the next call. */
struct pl_sorted {
	uint64_t range, value; /* value: with a payload the first 8 key bytes, big-endian, zeros
				  behind a shorter key */
	uint32_t tag;
	struct pl_str key;  /* the first part of the payload: what is sorted by */
	struct pl_str rest; /* the second part: what is carried along */
};

/*
 * `payloads`: whether records carry bytes. `tmpdir` NULL: $TMPDIR or /tmp.
 * A full disk ends the process by pl_die() with a message that names the
 * directory and the option --memory / TMPDIR. (A limit on the size of files
 * does so only if the program ignores SIGXFSZ; else the signal ends it.)
 *
 * Memory: `run_bytes` are asked for at the first record and committed by the
 * kernel as they fill, 20 bytes a record and 6 more besides the bytes of a
 * payload. Reading takes at most as much again, and only once it has spilled.
 */
struct pl_sorter *pl_sorter_new(bool payloads, size_t run_bytes, const char *tmpdir);
void pl_sorter_free(struct pl_sorter *sorter);

/*
 * Not safe between threads: each thread has its own sorter. Key and rest may each hold up to 4
 * GiB.
 */
void pl_sorter_add(struct pl_sorter *sorter, uint64_t range, uint64_t value, uint32_t tag);
void pl_sorter_add_payload(struct pl_sorter *sorter, uint64_t range, uint32_t tag,
			   struct pl_str key, struct pl_str rest);

/* Takes over the records of `from`, which is freed. Both are of one kind. */
void pl_sorter_merge(struct pl_sorter *into, struct pl_sorter *from);

/*
 * Starts reading from the least record; may be called again to read once more. No adding
 * afterwards.
 */
void pl_sorter_rewind(struct pl_sorter *sorter);
bool pl_sorter_next(struct pl_sorter *sorter, struct pl_sorted *out);

uint64_t pl_sorter_count(const struct pl_sorter *sorter);
uint64_t pl_sorter_spilled(const struct pl_sorter *sorter); /* bytes written to disk */

#endif
