/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sentinels: values that are no values but marks, a pointer to the latest
 * (`v0` in front of `v0001`, `v0002` …) or an open end (`9999-12-31` behind
 * instants). Left in, each would look like a value somebody forgot to pad.
 *
 * A value that may be one (zero, all nines, the greatest of an integer type,
 * the ends of the calendar) is one if no range speaks against it and at least
 * one speaks for it. A range where it stands speaks against it unless there
 *
 *  - all its keys stand together at one end in byte order,
 *  - no other value has its width (its form, in a column of times), and
 *  - the others have one width or are padded, so that being written otherwise
 *    means something: among 0, 5, 10, 15 zero is a number like the rest. Nines
 *    and integer ends must be wider than all others besides, and two digits
 *    wider when those are not padded: among 150, 170, 99 the last is a number.
 *
 * A range speaks for it when it holds at least two other values; where there
 * is none the range says nothing.
 */
#ifndef PL_PROOF_SENTINEL_H
#define PL_PROOF_SENTINEL_H

#include "linter/proof/spelling.h"
#include "linter/proof/written.h"

/* A value of the field that may be a sentinel. */
struct pl_suspect {
	struct pl_buf value;
	uint64_t keys, for_it, against_it;
};

/* A suspect in the range at hand: keys first … last of those that count, from 0. */
struct pl_sighting {
	size_t suspect;
	uint64_t first, last, keys;
	bool valued; /* it can be read as a value */
};

struct pl_sentinels {
	PL_VEC(struct pl_suspect) suspects; /* after choosing: the sentinels */
	PL_VEC(struct pl_sighting) here;
	bool chosen;
};

/* Values under suspicion in one field; further ones are ordinary values. */
enum { PL_MAX_SUSPECTS = 64 };

/* The range at hand as the judge needs it. */
struct pl_sentinel_range {
	uint64_t keys; /* that have a value or are sightings */
	const struct pl_writing *writing;
	const struct pl_spellings *spellings;
	bool times, padded;
	enum pl_day_order days;
};

void pl_sentinels_release(struct pl_sentinels *sentinels);

/* Notes key number `position` of the range at hand; false when its value is an ordinary one. */
bool pl_sentinels_note(struct pl_sentinels *sentinels, struct pl_str value, uint64_t position,
		       bool valued);
/* Ends the range at hand. */
void pl_sentinels_judge(struct pl_sentinels *sentinels, const struct pl_sentinel_range *range);
/*
 * After all ranges: keeps the sentinels, those of most keys first, then by bytes; true when there
 * are any.
 */
bool pl_sentinels_choose(struct pl_sentinels *sentinels);
/* Whether the value was chosen. */
bool pl_sentinels_has(const struct pl_sentinels *sentinels, struct pl_str value);

#endif
