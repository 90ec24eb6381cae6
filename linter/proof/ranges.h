/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Walking the sort ranges of one field: what struct pl_proof says of it.
 *
 * The walker is fed with keys, range by range, the keys of a range in byte
 * order. It knows neither tries nor dumps.
 *
 *     partition "GAME#1"   before "SCORE#"   bytes "0950#u7"   value "0950"
 *
 *     for each range: pl_ranges_begin(), pl_ranges_add() …, pl_ranges_end()
 *     if pl_ranges_again(): the same ranges once more
 *     pl_ranges_finish()
 *
 * Memory does not grow with the keys of a range.
 */
#ifndef PL_PROOF_RANGES_H
#define PL_PROOF_RANGES_H

#include "linter/base/arena.h"
#include "linter/profile/field.h"

struct pl_ranges;

/* Where a key was read. */
struct pl_origin {
	uint32_t file;
	uint64_t place;
};

/* Both keys of the witness; they count only when there is a witness. */
struct pl_witness_origins {
	struct pl_origin first, second;
};

/* The least of all breaks of a field, of those with a negative value in them, and of the others. */
enum { PL_W_ALL, PL_W_NEGATIVE, PL_W_PLAIN, PL_WITNESSES };

/* `padded_width` is W: the widest width of the field with a leading zero, 0 when there is none. */
struct pl_ranges *pl_ranges_new(enum pl_kind kind, enum pl_day_order days, unsigned padded_width);
void pl_ranges_free(struct pl_ranges *ranges);

void pl_ranges_begin(struct pl_ranges *ranges, struct pl_str partition, struct pl_str before);
/* `bytes`: the sort key from the value on; the value is the first `value_len` of them. */
void pl_ranges_add(struct pl_ranges *ranges, struct pl_str bytes, size_t value_len,
		   struct pl_origin at);
void pl_ranges_end(struct pl_ranges *ranges);

/*
 * To be called after all ranges were walked. True: there are sentinels, and
 * the field is judged without them, so every range has to be walked again.
 * After the second walk it is false.
 */
bool pl_ranges_again(struct pl_ranges *ranges);

/* Fills `proof` (all of it; the witnesses without places, those go to `origins`). */
void pl_ranges_finish(const struct pl_ranges *ranges, struct pl_arena *arena,
		      struct pl_proof *proof, struct pl_witness_origins origins[PL_WITNESSES]);

#endif
