/* SPDX-License-Identifier: Apache-2.0 */
/* Which lengths of keys are near the limit, and that counts and examples merge. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/profile/sizes.h"

#define NOTHING PL_SIZES

/* A key of `len` letters is put in; which count rises. */
static enum pl_size added(struct pl_sizes *sizes, char type, size_t len, uint64_t place)
{
	char *text = pl_malloc(len + 1);
	const struct pl_attr attr = {type, pl_str_of(text, len)};
	struct pl_sighting sighting = {.pk = PL_S("P"), .sk = attr.value, .place = place};
	struct pl_sizes before = *sizes;
	enum pl_size size = NOTHING;

	memset(text, 'x', len);
	pl_sizes_add(sizes, &attr, &sighting);
	for (unsigned i = 0; i < PL_SIZES; i++)
		if (sizes->of[i].keys != before.of[i].keys)
			size = (enum pl_size)i;
	free(text);
	return size;
}

static void borders(void **state)
{
	static const struct {
		unsigned limit;
		char type;
		size_t len;
		enum pl_size size;
	} rows[] = {
		{PL_SORT_BYTES, 'S', 0, PL_SIZE_EMPTY},        {PL_SORT_BYTES, 'S', 1, NOTHING},
		{PL_SORT_BYTES, 'S', 819, NOTHING},            {PL_SORT_BYTES, 'S', 820, PL_SIZE_NEAR},
		{PL_SORT_BYTES, 'S', 1024, PL_SIZE_NEAR},      {PL_SORT_BYTES, 'S', 1025, PL_SIZE_OVER},
		{PL_PARTITION_BYTES, 'S', 1638, NOTHING},      {PL_PARTITION_BYTES, 'S', 1639, PL_SIZE_NEAR},
		{PL_PARTITION_BYTES, 'S', 2048, PL_SIZE_NEAR}, {PL_PARTITION_BYTES, 'S', 2049, PL_SIZE_OVER},
		/* Four letters of base64 are three bytes: 1,092 are 819. */
		{PL_SORT_BYTES, 'B', 0, PL_SIZE_EMPTY},        {PL_SORT_BYTES, 'B', 1092, NOTHING},
		{PL_SORT_BYTES, 'B', 1094, PL_SIZE_NEAR},      {PL_SORT_BYTES, 'B', 1366, PL_SIZE_NEAR},
		{PL_SORT_BYTES, 'B', 1368, PL_SIZE_OVER},
		/* No number is this long. */
		{PL_SORT_BYTES, 'N', 2000, NOTHING},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_sizes sizes = {.limit = rows[i].limit};

		assert_int_equal(added(&sizes, rows[i].type, rows[i].len, 1), rows[i].size);
		if (rows[i].type == 'S')
			assert_int_equal(pl_size_is_ordinary(rows[i].len, rows[i].limit), rows[i].size == NOTHING);
		pl_sizes_release(&sizes);
	}
}

static void padding_of_base64(void **state)
{
	struct pl_sizes sizes = {.limit = 3};
	const struct pl_attr attr = {'B', PL_S("AAAA")}, padded = {'B', PL_S("AAAAAA==")};
	const struct pl_sighting sighting = {.pk = PL_S("P"), .sk = PL_S("S")};

	(void)state;
	pl_sizes_add(&sizes, &attr, &sighting);
	assert_int_equal(sizes.of[PL_SIZE_NEAR].keys, 1);
	pl_sizes_add(&sizes, &padded, &sighting);
	assert_int_equal(sizes.of[PL_SIZE_OVER].keys, 1);
	assert_int_equal(sizes.longest, 4);
	pl_sizes_release(&sizes);
}

static void merged(void **state)
{
	struct pl_sizes one = {.limit = PL_SORT_BYTES}, other = {.limit = PL_SORT_BYTES};
	struct pl_sized seen[PL_SIZES];
	struct pl_arena arena = {0};
	pl_unplaced_list places = {0};

	(void)state;
	added(&one, 'S', 1100, 7);
	added(&one, 'S', 900, 3);
	added(&other, 'S', 1050, 9);
	added(&other, 'S', 0, 4);
	pl_sizes_merge(&one, &other);
	pl_sizes_observe(&arena, &one, true, seen, &places);
	assert_int_equal(seen[PL_SIZE_OVER].keys, 2);
	assert_int_equal(seen[PL_SIZE_OVER].longest, 1100);
	assert_int_equal(seen[PL_SIZE_OVER].example.first.len, 1050);
	assert_int_equal(seen[PL_SIZE_NEAR].example.first.len, 900);
	/* The example of an empty sort key is not its partition key. */
	assert_int_equal(seen[PL_SIZE_EMPTY].keys, 1);
	assert_true(seen[PL_SIZE_EMPTY].example.some && !seen[PL_SIZE_EMPTY].example.first.len);
	assert_int_equal(places.len, 3);
	PL_VEC_RELEASE(&places);
	pl_arena_release(&arena);
	pl_sizes_release(&one);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(borders), cmocka_unit_test(padding_of_base64), cmocka_unit_test(merged),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
