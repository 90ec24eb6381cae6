/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Queries against rows: values that begin others, against a naive model that
 * compares everything with everything; templates with values in them, against
 * one that tries every length of every value.
 */
#include "linter/proof/prefixes.h"
#include "linter/proof/wild.h"

#include <setjmp.h>

#include <cmocka.h>

static uint64_t random_state;

static uint64_t rnd(void)
{
	uint64_t z = (random_state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* ---- values that begin others -------------------------------------------- */

enum { ROWS = 24, GROUPS = 3 };

struct row {
	char value[8], key[24];
	uint64_t place;
};

static struct pl_str str(const char *text)
{
	return pl_str_of(text, strlen(text));
}

static void make_row(struct row *row, uint64_t place)
{
	static const char signs[] = "012";
	static const char *const behind[] = {"", "#a", ":b", "#", ":zz"};
	size_t len = 1 + rnd() % 4;

	for (size_t i = 0; i < len; i++)
		row->value[i] = signs[rnd() % 3];
	row->value[len] = '\0';
	snprintf(row->key, sizeof(row->key), "D#%.7s%.8s", row->value, behind[rnd() % PL_LEN(behind)]);
	row->place = place;
}

static int by_value(const void *x, const void *y)
{
	const struct row *a = x, *b = y;
	int c = pl_order(str(a->value), str(b->value));

	if (!c)
		c = pl_order(str(a->key), str(b->key));
	return c ? c : (a->place > b->place) - (a->place < b->place);
}

static bool continues(const struct row *longer, const struct row *row, size_t exact)
{
	return strlen(longer->value) > strlen(row->value) && (!exact || strlen(row->value) == exact) &&
	       strncmp(longer->value, row->value, strlen(row->value)) == 0;
}

/* Adds what one group says to the count and the least pair. */
static void naive_group(const struct row *rows, size_t n, struct pl_str partition, size_t exact, uint64_t *count,
			struct pl_least *least)
{
	for (size_t i = 0; i < n; i++) {
		bool some = false;

		for (size_t k = 0; k < n; k++) {
			const struct row *a = &rows[i], *b = &rows[k];
			struct pl_least_pair pair;

			if (!continues(a, b, exact))
				continue;
			some = true;
			if (pl_order(str(a->key), str(b->key)) > 0) {
				const struct row *swap = a;

				a = b;
				b = swap;
			}
			pair = (struct pl_least_pair){partition, str(a->key), str(b->key), {{0, a->place}, {0, b->place}}};
			pl_least_keep(least, &pair);
		}
		*count += some;
	}
}

static void assert_same(const struct pl_least *a, const struct pl_least *b)
{
	assert_int_equal(a->some, b->some);
	if (!a->some)
		return;
	assert_true(pl_str_eq(pl_buf_str(&a->partition), pl_buf_str(&b->partition)));
	assert_true(pl_str_eq(pl_buf_str(&a->first), pl_buf_str(&b->first)));
	assert_true(pl_str_eq(pl_buf_str(&a->second), pl_buf_str(&b->second)));
	assert_int_equal(a->at.first.place, b->at.first.place);
	assert_int_equal(a->at.second.place, b->at.second.place);
}

static void test_prefixes_and_model(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 2000; round++) {
		struct pl_prefixes prefixes = {.count = 0};
		struct pl_least least = {.some = false};
		uint64_t count = 0, place = 0;

		for (size_t g = 0; g < GROUPS; g++) {
			struct pl_str partition = str(g == 0 ? "b" : g == 1 ? "a" : "c");
			size_t n = rnd() % ROWS, exact = rnd() % 3;
			struct row rows[ROWS];

			for (size_t i = 0; i < n; i++)
				make_row(&rows[i], place++);
			naive_group(rows, n, partition, exact, &count, &least);
			qsort(rows, n, sizeof(*rows), by_value);
			pl_prefixes_begin(&prefixes, partition, exact);
			for (size_t i = 0; i < n; i++)
				pl_prefixes_add(&prefixes, str(rows[i].value), str(rows[i].key),
						(struct pl_origin){0, rows[i].place});
		}
		assert_int_equal(prefixes.count, count);
		assert_same(&prefixes.least, &least);
		pl_prefixes_release(&prefixes);
		pl_least_release(&least);
	}
}

/* ---- templates with values ------------------------------------------------ */

static bool naive_gives(const struct pl_wild *wild, size_t i, struct pl_str bytes, bool prefix)
{
	struct pl_str text = wild->literal[i];

	if (!pl_str_starts(bytes, text))
		return false;
	bytes = pl_str_sub(bytes, text.len, bytes.len);
	if (i == wild->nvalues)
		return prefix || bytes.len == 0;
	for (size_t len = 1; len <= bytes.len; len++)
		if (naive_gives(wild, i + 1, pl_str_sub(bytes, len, bytes.len), prefix))
			return true;
	return false;
}

static void test_wild_and_model(void **state)
{
	static const char *const literals[] = {"", "a", "b", "ab", "aab", "aa"};
	size_t given = 0;

	(void)state;
	for (unsigned round = 0; round < 20000; round++) {
		struct pl_str parts[4];
		struct pl_wild wild = {parts, rnd() % PL_LEN(parts)};
		char bytes[12];
		size_t len = rnd() % sizeof(bytes);

		for (size_t i = 0; i <= wild.nvalues; i++)
			parts[i] = str(literals[rnd() % PL_LEN(literals)]);
		for (size_t i = 0; i < len; i++)
			bytes[i] = "ab"[rnd() % 2];
		for (int prefix = 0; prefix <= 1; prefix++) {
			bool gives = pl_wild_gives(&wild, pl_str_of(bytes, len), prefix);

			assert_int_equal(gives, naive_gives(&wild, 0, pl_str_of(bytes, len), prefix));
			given += gives;
		}
	}
	assert_in_range(given, 2000, 38000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_prefixes_and_model),
		cmocka_unit_test(test_wild_and_model),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
