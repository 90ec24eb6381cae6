/* SPDX-License-Identifier: Apache-2.0 */
/* How items spread over classes of partitions: which are the greatest, and that it does not matter who counted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/profile/load.h"

static uint64_t hash_of(unsigned class)
{
	return (uint64_t)class << (64 - PL_LOAD_BITS) | 12345;
}

static void greatest(void **state)
{
	struct pl_load load = {NULL};
	struct pl_load_class_count out[3];

	(void)state;
	assert_int_equal(pl_load_greatest(&load, out, 3), 0);
	/* 16,384 classes of 10 items each: none has a twentieth. */
	for (unsigned i = 0; i < PL_LOAD_CLASSES; i++)
		pl_load_add(&load, hash_of(i), 10);
	assert_int_equal(pl_load_greatest(&load, out, 3), 0);
	pl_load_add(&load, hash_of(7), 40000);
	pl_load_add(&load, hash_of(16383), 90000);
	pl_load_add(&load, hash_of(3), 20000);
	pl_load_add(&load, hash_of(0), 20000);
	pl_load_add(&load, hash_of(9), 10000); /* less than a twentieth of 343,840 */
	assert_int_equal(pl_load_greatest(&load, out, 3), 3);
	assert_int_equal(out[0].class, 16383);
	assert_int_equal(out[1].class, 7);
	assert_int_equal(out[2].class, 0); /* of two that are equal the first */
	/* What others share the class with it is not counted: all but 10 and a few. */
	assert_true(out[0].items > 89990 && out[0].items < 90000);
	assert_int_equal(pl_load_greatest(&load, out, 1), 1);
	assert_int_equal(out[0].class, 16383);
	pl_load_release(&load);
}

static void merged(void **state)
{
	struct pl_load one = {NULL}, other = {NULL}, none = {NULL};
	struct pl_load_class_count out[3];

	(void)state;
	pl_load_add(&other, hash_of(5), 60);
	pl_load_add(&other, hash_of(6), 40);
	pl_load_merge(&one, &other); /* into one that has counted nothing */
	assert_null(other.items);
	pl_load_merge(&one, &none);
	pl_load_add(&none, hash_of(6), 30);
	pl_load_merge(&one, &none);
	assert_int_equal(pl_load_greatest(&one, out, 3), 2);
	assert_int_equal(out[0].class, 6);
	assert_true(out[0].items > 69.9 && out[0].items <= 70);
	assert_true(out[1].items > 59.9 && out[1].items <= 60);
	pl_load_release(&one);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(greatest), cmocka_unit_test(merged)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
