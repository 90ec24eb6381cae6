/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the keys of a dump say of a declared query: which it returns or leaves
 * out against what it is meant for. Plain data for rules; all counts are exact.
 *
 * A query's values (<id>, <from:at>) stand for any value: a key counts when some
 * choice of them makes the query return it. Each row counts once.
 */
#ifndef PL_PROOF_ANSWER_H
#define PL_PROOF_ANSWER_H

#include "linter/profile/field.h"

/*
 * How many, and the least of them by (length, partition, keys, place). One key
 * stands twice in the witness, as in pl_unknown; a pair as it is sorted.
 */
struct pl_evidence {
	uint64_t count;
	struct pl_witness witness;
};

enum { PL_LOWER, PL_UPPER, PL_ENDS };

struct pl_answer {
	const struct pl_evidence *reached; /* keys in the range, parallel to pl_range.reach */
	struct pl_evidence unknown;        /* keys that begin with, or are, what is asked for and fit no layout */
	/*
	 * begins_with: keys of another value than the prefix gives, where a key of
	 * that value stands in the same partition. The witness has one of each.
	 */
	struct pl_evidence longer;
	struct pl_evidence goes_on[PL_ENDS]; /* keys that continue the lower or upper bound */
	/* Keys that their bytes put on the other side of a bound than their value. */
	struct pl_evidence lost[PL_ENDS], gained[PL_ENDS];
	/*
	 * limit 1: partitions (and prefixes) where the row that is read is of no
	 * entity that is meant, though one stands there. The witness has both.
	 */
	struct pl_evidence latest;
};

#endif
