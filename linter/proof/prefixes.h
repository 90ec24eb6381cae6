/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Values that begin other values of their group: 1 begins 10 and 100.
 *
 *     DEVICE#1#…  DEVICE#10#…  DEVICE#2#…     of 1, 10, 2 the second continues the first
 *
 * Rows come group by group in the order of their values, so that a value stands
 * in front of all that it begins. What has to be remembered is the chain of
 * values that begin the one at hand, each with its least row.
 */
#ifndef PL_PROOF_PREFIXES_H
#define PL_PROOF_PREFIXES_H

#include "linter/proof/least.h"

struct pl_prefix_link;

/* Zeros: nothing seen. */
struct pl_prefixes {
	uint64_t count;        /* rows whose value goes on behind another of their group */
	struct pl_least least; /* such a row and one of the value that it continues, as they are sorted */
	/* The group at hand. */
	struct pl_buf partition, value;
	size_t exact;
	PL_VEC(struct pl_prefix_link *) chain; /* shortest first; `used` of them */
	size_t used;
};

void pl_prefixes_release(struct pl_prefixes *prefixes);
/* A group in which only values of `exact` bytes count as beginnings; 0: all. */
void pl_prefixes_begin(struct pl_prefixes *prefixes, struct pl_str partition, size_t exact);
/* `key` is the whole sort key. */
void pl_prefixes_add(struct pl_prefixes *prefixes, struct pl_str value, struct pl_str key, struct pl_origin at);

#endif
