/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Where the key attributes of an index stand in an item, for indexes whose key
 * has several of a kind. An item that lacks any of them is not in the index.
 */
#ifndef PL_PROFILE_SEATS_H
#define PL_PROFILE_SEATS_H

#include "linter/base/buf.h"
#include "linter/input/input.h"
#include "linter/schema/table.h"

struct pl_seats {
	struct pl_sorting sorting;
	unsigned at[2 * PL_KEY_ATTRIBUTES]; /* parallel to its attributes: which of those asked for */
};

/* Whether an attribute can be the key that it is declared to be: 'S', 'N', 'B'; 0: any of them. */
static inline bool pl_is_usable(char type, char declared)
{
	return declared ? type == declared : type == 'S' || type == 'N' || type == 'B';
}

/* How many of the attributes an item has, of whatever type. */
unsigned pl_seats_taken(const struct pl_seats *seats, const struct pl_attr *attrs);

/* Whether an item has all of them with a type that they can have. */
bool pl_seats_usable(const struct pl_seats *seats, const struct pl_attr *attrs);

/*
 * What is equal among the items that are sorted together: the value of the
 * partition key when it is one attribute, else all that is equal, joined in
 * `room` (key/joined.h). The item has all attributes.
 */
struct pl_str pl_seats_partition(const struct pl_seats *seats, const struct pl_attr *attrs, struct pl_buf *room);

#endif
