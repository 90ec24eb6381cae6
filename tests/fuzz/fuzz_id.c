/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two texts, split at the first line end, as ids: those that are made to sort
 * hold times in the order of their bytes, and an id with a fault holds none.
 */
#include "linter/key/id_time.h"

#include "linter/key/mark.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static bool time_of(enum pl_class class, struct pl_str id, struct pl_instant *at)
{
	const struct pl_instant before = {7, 7};
	char text[40];

	*at = before;
	if (!pl_id_time(class, id, at)) {
		PL_ASSERT(at->seconds == before.seconds && at->attos == before.attos);
		return false;
	}
	PL_ASSERT(at->attos < UINT64_C(1000000000000000000));
	pl_instant_text(*at, text);
	return true;
}

/* In letters of one case, as they sort. */
static struct pl_str folded(struct pl_str id, enum pl_class class, char out[static 64])
{
	size_t n = PL_MIN(id.len, (size_t)64);

	for (size_t i = 0; i < n; i++)
		out[i] = class == PL_C_KSUID ? id.ptr[i] : (char)pl_lower((unsigned char)id.ptr[i]);
	return pl_str_of(out, n);
}

static void check_order(enum pl_class class, struct pl_str a, struct pl_str b)
{
	struct pl_instant x, y;
	char left[64], right[64];
	struct pl_str p = folded(a, class, left), q = folded(b, class, right);

	if (!time_of(class, p, &x) || !time_of(class, q, &y))
		return;
	PL_ASSERT(p.len == q.len || class == PL_C_UUID);
	if (class == PL_C_UUID && (p.len != 36 || q.len != 36 || p.ptr[14] != q.ptr[14] || p.ptr[14] == '1'))
		return;
	PL_ASSERT(pl_order(p, q) >= 0 || pl_instant_order(x, y) <= 0);
	PL_ASSERT(pl_order(p, q) <= 0 || pl_instant_order(x, y) >= 0);
}

static void check_faults(struct pl_str id)
{
	struct pl_instant at;

	if (id.len == 26 && pl_id_fault(PL_C_ULID, id) == PL_ID_BEYOND)
		PL_ASSERT(!pl_id_time(PL_C_ULID, id, &at));
	if (id.len == 27 && pl_id_fault(PL_C_KSUID, id) == PL_ID_BEYOND)
		PL_ASSERT(!pl_id_time(PL_C_KSUID, id, &at));
	if ((id.len == 36 || id.len == 38) && pl_id_fault(PL_C_UUID, id) != PL_ID_FINE)
		PL_ASSERT(!pl_id_time(PL_C_UUID, id, &at));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum pl_class classes[] = {PL_C_ULID, PL_C_KSUID, PL_C_UUID, PL_C_HEX};
	struct pl_str all = {(const char *)data, size};
	const char *line = size ? memchr(data, '\n', size) : NULL;
	size_t at = line ? (size_t)(line - all.ptr) : size / 2;
	struct pl_str a = pl_str_sub(all, 0, at), b = pl_str_sub(all, line ? at + 1 : at, size);

	for (size_t i = 0; i < PL_LEN(classes); i++)
		check_order(classes[i], a, b);
	check_faults(a);
	return 0;
}
