/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/load.h"

enum { LEAST_SHARE = 20 }; /* one in so many items */

void pl_load_add(struct pl_load *load, uint64_t hash, uint64_t items)
{
	if (PL_UNLIKELY(!load->items))
		load->items = pl_calloc(PL_LOAD_CLASSES, sizeof(*load->items));
	load->items[pl_load_class(hash)] += items;
}

void pl_load_merge(struct pl_load *into, struct pl_load *from)
{
	if (!into->items) {
		*into = *from;
		from->items = NULL;
	}
	for (unsigned i = 0; from->items && i < PL_LOAD_CLASSES; i++)
		into->items[i] += from->items[i];
	pl_load_release(from);
}

void pl_load_release(struct pl_load *load)
{
	free(load->items);
	load->items = NULL;
}

/* Puts the class where it belongs among the `n` greatest so far; those of one count stand by class. */
static size_t put(struct pl_load_class_count *out, size_t n, size_t max, struct pl_load_class_count more)
{
	size_t at = n;

	while (at > 0 && out[at - 1].items < more.items)
		at--;
	if (at == max)
		return n;
	n = PL_MIN(n + 1, max);
	memmove(out + at + 1, out + at, (n - at - 1) * sizeof(*out));
	out[at] = more;
	return n;
}

size_t pl_load_greatest(const struct pl_load *load, struct pl_load_class_count *out, size_t max)
{
	uint64_t all = 0;
	size_t n = 0;

	for (unsigned i = 0; load->items && i < PL_LOAD_CLASSES; i++)
		all += load->items[i];
	for (unsigned i = 0; load->items && i < PL_LOAD_CLASSES; i++) {
		double items = (double)load->items[i];
		double others = ((double)all - items) / (PL_LOAD_CLASSES - 1);

		if ((items - others) * LEAST_SHARE > (double)all)
			n = put(out, n, max, (struct pl_load_class_count){i, items - others});
	}
	return n;
}
