/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Notes: what pass 2 gives to the sorter of a key it has to look into.
 *
 *     range, tag    96 bits of a hash of the identity
 *     key           the bytes that are sorted by
 *     rest          | extra | file | place | identity |
 *
 * The identity is what the note is about, the partition, and the bytes before:
 * a sort range. Notes of one identity come together. The identity itself is
 * carried along and compared, so that a hash that fits two ranges makes no
 * false alarm; as far as memory for them goes, all notes of one thread share
 * one copy of it, since what a note takes is written, sorted and read again.
 *
 * The first byte of a number says by the ones at its front how many follow,
 * big-endian, with what is left of it in front: bytes and values have one
 * order, so that of equal keys the one of least extra and place comes first.
 */
#ifndef PL_PROOF_NOTE_H
#define PL_PROOF_NOTE_H

#include "linter/base/arena.h"
#include "linter/base/buf.h"
#include "linter/proof/ranges.h"
#include "linter/proof/sorter.h"

/* What a note is about: the number of a field, or one of these. */
#define PL_SUBJECT_DUPLICATES UINT32_MAX
#define PL_SUBJECT_COLLISIONS (UINT32_MAX - 256) /* plus the number of the index, as below */
#define PL_SUBJECT_TWINS (UINT32_MAX - 512)
#define PL_SUBJECT_PARTITIONS (UINT32_MAX - 768) /* twins among partition keys */
#define PL_SUBJECT_QUERIES (UINT32_MAX / 2) /* asking.h */

struct pl_identity {
	uint32_t subject;
	struct pl_str partition;
	struct pl_str before; /* a field: the sort key's bytes before it; twins: what they have in common; else types */
};

struct pl_note {
	struct pl_identity of;
	uint64_t extra; /* a field: length of its value; a collision: hash of the sources */
	struct pl_origin at;
	bool alone; /* few notes have the identity, so that a shared copy is worth nothing */
	struct pl_str key;
};

/* What one thread notes. */
struct pl_notes {
	struct pl_sorter *sorter;
	struct pl_buf scratch;
	struct pl_arena arena; /* the identities that notes share; they are read until the end */
	struct pl_shared *shared; /* a hash table of them */
	size_t nshared, bytes;
};

void pl_notes_init(struct pl_notes *notes, size_t run_bytes, const char *tmpdir);
/* Not before the last note was read; the sorter is not its own. */
void pl_notes_release(struct pl_notes *notes);

void pl_note_write(struct pl_notes *notes, const struct pl_note *note);
/* Slices are good as long as the record's and the notes that wrote it. */
void pl_note_read(const struct pl_sorted *record, struct pl_note *note);

bool pl_identity_eq(const struct pl_identity *a, const struct pl_identity *b);

#endif
