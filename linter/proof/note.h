/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Notes: what pass 2 gives to the sorter of a key it has to look into.
 *
 *     range, tag    96 bits of a hash of the identity
 *     key           the bytes that are sorted by
 *     rest          | extra 8 | file 4 | place 8 | subject 4 | len 4 | partition … | before … |
 *                                                 └ identity ─────────────────────────┘
 *
 * Notes of one identity come together. The identity itself is carried along
 * and compared, so that a hash that fits two ranges makes no false alarm.
 * Numbers are big-endian: bytes and values have one order, so that of equal
 * keys the one of least extra and place comes first.
 */
#ifndef PL_PROOF_NOTE_H
#define PL_PROOF_NOTE_H

#include "linter/base/buf.h"
#include "linter/proof/ranges.h"
#include "linter/proof/sorter.h"

/* What a note is about: the number of a field, or one of these. */
#define PL_SUBJECT_DUPLICATES UINT32_MAX
#define PL_SUBJECT_COLLISIONS (UINT32_MAX - 256) /* plus the number of the index */

struct pl_note {
	uint32_t subject;
	uint64_t extra; /* a field: length of its value; a collision: hash of the sources */
	struct pl_origin at;
	struct pl_str partition;
	struct pl_str before; /* a field: the sort key's bytes before it; else types */
	struct pl_str key;
	struct pl_str identity; /* set by reading */
};

/* `scratch` is overwritten. */
void pl_note_write(struct pl_sorter *sorter, struct pl_buf *scratch, const struct pl_note *note);
/* Slices are good as long as the record's. */
void pl_note_read(const struct pl_sorted *record, struct pl_note *note);

#endif
