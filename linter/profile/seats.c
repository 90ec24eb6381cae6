/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/seats.h"

#include "linter/key/joined.h"

unsigned pl_seats_taken(const struct pl_seats *seats, const struct pl_attr *attrs)
{
	unsigned taken = 0;

	for (unsigned i = 0; i < seats->sorting.n; i++)
		taken += attrs[seats->at[i]].type != 0;
	return taken;
}

bool pl_seats_usable(const struct pl_seats *seats, const struct pl_attr *attrs)
{
	for (unsigned i = 0; i < seats->sorting.n; i++)
		if (!pl_is_usable(attrs[seats->at[i]].type, seats->sorting.attrs[i].type))
			return false;
	return true;
}

struct pl_str pl_seats_partition(const struct pl_seats *seats, const struct pl_attr *attrs, struct pl_buf *room)
{
	if (seats->sorting.nparts == 1)
		return attrs[seats->at[0]].value;
	pl_buf_clear(room);
	for (unsigned i = 0; i < seats->sorting.nparts; i++)
		pl_join(room, attrs[seats->at[i]].type, attrs[seats->at[i]].value);
	pl_join_end(room);
	return pl_buf_str(room);
}
