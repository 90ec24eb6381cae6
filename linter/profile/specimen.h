/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The least of the keys of some kind, with its place: what a report shows of
 * them. Least by (bytes of both keys together, partition, sort key, file,
 * place), so that it depends neither on the order of keys nor on who read
 * them.
 */
#ifndef PL_PROFILE_SPECIMEN_H
#define PL_PROFILE_SPECIMEN_H

#include "linter/base/arena.h"
#include "linter/base/buf.h"
#include "linter/profile/field.h"

/* A key and where it stands; refers to the bytes of an item. */
struct pl_sighting {
	struct pl_str pk, sk; /* sk empty: what counts is the partition key, or there is no other */
	uint32_t file;        /* as in struct pl_item */
	uint64_t place;
	uint32_t from;        /* where in the key the value begins that it is kept for */
};

struct pl_specimen {
	bool some;
	struct pl_buf pk, sk;
	uint32_t file, from;
	uint64_t place;
};

/* Keeps `sighting` when it is less than what is kept. */
void pl_specimen_take(struct pl_specimen *least, const struct pl_sighting *sighting);

/* Less than 0, 0, more: which is less, as above. */
int pl_specimen_order(const struct pl_specimen *a, const struct pl_specimen *b);

/* The lesser of both; `from` is released. */
void pl_specimen_merge(struct pl_specimen *into, struct pl_specimen *from);
void pl_specimen_release(struct pl_specimen *specimen);

/*
 * As a witness that is one key, copied to `arena`: both of its keys are that
 * one, the partition key where there is no sort key. Its places are still open.
 */
struct pl_witness pl_specimen_witness(struct pl_arena *arena, const struct pl_specimen *specimen);

#endif
