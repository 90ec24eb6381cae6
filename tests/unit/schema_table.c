/* SPDX-License-Identifier: Apache-2.0 */
/* Table descriptions in their three envelopes, what is wrong with bad ones, --index, the known names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <unistd.h>

#include <cmocka.h>

#include "linter/base/buf.h"
#include "linter/schema/table.h"

static struct pl_arena arena;

static int setup(void **state)
{
	(void)state;
	arena = PL_ARENA_INIT;
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	pl_arena_release(&arena);
	return 0;
}

static bool eq(struct pl_str s, const char *want) { return pl_str_eq(s, pl_str_c(want)); }

static const char body[] =
	"\"TableName\":\"orders\","
	"\"AttributeDefinitions\":[{\"AttributeName\":\"PK\",\"AttributeType\":\"S\"},{\"AttributeType\":\"N\",\"AttributeName\":\"SK\"},"
	"{\"AttributeName\":\"g\",\"AttributeType\":\"B\"}],"
	"\"KeySchema\":[{\"AttributeName\":\"SK\",\"KeyType\":\"RANGE\"},{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"}],"
	"\"GlobalSecondaryIndexes\":[{\"IndexName\":\"GSI1\",\"KeySchema\":[{\"AttributeName\":\"g\",\"KeyType\":\"HASH\"}],"
	"\"Projection\":{\"ProjectionType\":\"ALL\"}}],"
	"\"LocalSecondaryIndexes\":[{\"IndexName\":\"L\",\"KeySchema\":[{\"AttributeName\":\"PK\",\"KeyType\":\"HASH\"},"
	"{\"AttributeName\":\"undefined\",\"KeyType\":\"RANGE\"}]}]";

static void test_envelopes(void **state)
{
	static const char *const envelopes[] = {
		"{%s}", "{\"Table\":{%s,\"ItemCount\":3,\"CreationDateTime\":1.5e9}}", "{\"TableDescription\":{%s}}",
		"{\"S3BucketSource\":{},\"TableCreationParameters\":{%s}}",
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(envelopes); i++) {
		const char *hole = strstr(envelopes[i], "%s");
		const char *text = pl_arena_printf(&arena, "%.*s%s%s", (int)(hole - envelopes[i]), envelopes[i], body, hole + 2);
		struct pl_error error = {0};
		struct pl_table table;

		if (!pl_table_read_json(&arena, "t.json", pl_str_c(text), &table, &error))
			fail_msg("%s", error.text);
		assert_true(eq(table.name, "orders"));
		assert_string_equal(table.from, "describe-table t.json");
		assert_int_equal(table.nindexes, 3);
		assert_true(eq(table.index[0].pk, "PK") && eq(table.index[0].sk, "SK") && table.index[0].name.len == 0);
		assert_int_equal(table.index[0].pk_type, 'S');
		assert_int_equal(table.index[0].sk_type, 'N');
		assert_true(eq(table.index[1].name, "GSI1") && eq(table.index[1].pk, "g") && table.index[1].sk.len == 0);
		assert_int_equal(table.index[1].pk_type, 'B');
		assert_int_equal(table.index[1].sk_type, 0);
		assert_false(table.index[1].local);
		assert_true(table.index[2].local && eq(table.index[2].sk, "undefined"));
		assert_int_equal(table.index[2].sk_type, 0);
	}
}

/* Several HASH and RANGE attributes: the first of each. */
static void test_multi_attribute_keys(void **state)
{
	struct pl_error error = {0};
	struct pl_table table;

	(void)state;
	assert_true(pl_table_read_json(&arena, "t", PL_S("{\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"},"
							 "{\"AttributeName\":\"b\",\"KeyType\":\"HASH\"},"
							 "{\"AttributeName\":\"c\",\"KeyType\":\"RANGE\"},"
							 "{\"AttributeName\":\"d\",\"KeyType\":\"RANGE\"}],"
							 "\"GlobalSecondaryIndexes\":null}"),
				       &table, &error));
	assert_true(eq(table.index[0].pk, "a") && eq(table.index[0].sk, "c"));
	assert_int_equal(table.nindexes, 1);
	assert_int_equal(table.name.len, 0);
}

static const struct {
	const char *text, *error;
} bad[] = {
	{"", "t: not JSON"},
	{"[]", "\"KeySchema\" is missing"},
	{"{\"Table\":{}}", "\"KeySchema\" is missing"},
	{"{\"KeySchema\":{}}", "KeySchema is malformed"},
	{"{\"KeySchema\":[]}", "KeySchema is malformed"},
	{"{\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"RANGE\"}]}", "KeySchema is malformed"},
	{"{\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"hash\"}]}", "KeySchema is malformed"},
	{"{\"KeySchema\":[{\"AttributeName\":1,\"KeyType\":\"HASH\"}]}", "KeySchema is malformed"},
	{"{\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"},{\"AttributeName\":\"a\",\"KeyType\":\"RANGE\"}]}", "stands twice"},
	{"{\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"}],\"GlobalSecondaryIndexes\":{}}", "is no array"},
	{"{\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"}],\"GlobalSecondaryIndexes\":[{}]}", "without IndexName"},
	{"{\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"}],\"LocalSecondaryIndexes\":[{\"IndexName\":\"L\"}]}",
	 "index \"L\": KeySchema"},
	{"{\"KeySchema\":[],\"KeySchema\":[1]}", "stands twice"},
};

static void test_bad(void **state)
{
	struct pl_buf many = PL_BUF_INIT;
	struct pl_error error = {0};
	struct pl_table table;

	(void)state;
	for (size_t i = 0; i < PL_LEN(bad); i++) {
		error = (struct pl_error){0};
		assert_false(pl_table_read_json(&arena, "t", pl_str_c(bad[i].text), &table, &error));
		assert_int_equal(error.code, PL_EXIT_USAGE);
		if (strncmp(error.text, "t: ", 3) != 0 || !strstr(error.text, bad[i].error))
			fail_msg("%s: %s", bad[i].text, error.text);
	}
	pl_buf_adds(&many, "{\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"}],\"GlobalSecondaryIndexes\":[");
	for (int i = 0; i < PL_MAX_INDEXES; i++)
		pl_buf_printf(&many, "%s{\"IndexName\":\"i%d\",\"KeySchema\":[{\"AttributeName\":\"a\",\"KeyType\":\"HASH\"}]}", i ? "," : "", i);
	pl_buf_adds(&many, "]}");
	error = (struct pl_error){0};
	assert_false(pl_table_read_json(&arena, "t", pl_buf_str(&many), &table, &error));
	assert_non_null(strstr(error.text, "more than 25 indexes"));
	pl_buf_release(&many);
}

static void test_file(void **state)
{
	char path[] = "/tmp/padlint-table-XXXXXX";
	int fd = mkstemp(path);
	struct pl_error error = {0};
	struct pl_table table;

	(void)state;
	assert_true(fd >= 0);
	assert_int_equal(dprintf(fd, "{\"Table\":{%s}}", body), (int)strlen(body) + 12);
	close(fd);
	assert_true(pl_table_read_file(&arena, path, &table, &error));
	assert_true(eq(table.name, "orders"));
	unlink(path);
	assert_false(pl_table_read_file(&arena, path, &table, &error));
	assert_non_null(strstr(error.text, "No such file"));
	error = (struct pl_error){0};
	assert_false(pl_table_read_file(&arena, "/tmp", &table, &error));
	assert_non_null(strstr(error.text, "directory"));
}

static void test_index_option(void **state)
{
	static const char *const wrong[] = {"", "GSI1", "=a", "GSI1=", "GSI1=,b", "GSI1=a,", "GSI1=a,b,c",
					    "GSI1=+", "GSI1=a+,b", "GSI1=+a,b", "GSI1=a++b", "GSI1=a,b+", "GSI1=a+b+c+d+e",
					    "GSI1=a,b+c+d+e+f", "GSI1=a,a", "GSI1=a+b,c+a", "GSI1=a\\+b,a\\+b"};
	struct pl_error error = {0};
	struct pl_index index;

	(void)state;
	assert_true(pl_index_parse(&arena, "GSI1=a,b", &index, &error));
	assert_true(eq(index.name, "GSI1") && eq(index.pk, "a") && eq(index.sk, "b"));
	assert_true(pl_index_parse(&arena, "i=State#Date", &index, &error));
	assert_true(eq(index.name, "i") && eq(index.pk, "State#Date") && index.sk.len == 0);
	assert_true(pl_index_parse(&arena, "i=a=b,c=d", &index, &error));
	assert_true(eq(index.pk, "a=b") && eq(index.sk, "c=d"));
	assert_false(pl_index_is_wide(&index));
	assert_true(pl_index_parse(&arena, "byStore=store+region,status+at+id", &index, &error));
	assert_true(eq(index.pk, "store") && index.nmore_pk == 1 && eq(index.more_pk[0].name, "region"));
	assert_true(eq(index.sk, "status") && index.nmore_sk == 2 && eq(index.more_sk[1].name, "id"));
	assert_true(pl_index_parse(&arena, "i=a\\+b+c\\,d,e\\\\+f\\g\\", &index, &error));
	assert_true(eq(index.pk, "a+b") && eq(index.more_pk[0].name, "c,d") && eq(index.sk, "e\\"));
	assert_true(eq(index.more_sk[0].name, "f\\g\\"));
	for (size_t i = 0; i < PL_LEN(wrong); i++) {
		error = (struct pl_error){0};
		assert_false(pl_index_parse(&arena, wrong[i], &index, &error));
		assert_int_equal(error.code, PL_EXIT_USAGE);
	}
}

/* What is sorted by each attribute, and the partition attributes that are looked at by themselves. */
static void test_ranks(void **state)
{
	struct pl_index index;
	struct pl_sorting sorting;
	struct pl_error error = {0};

	(void)state;
	assert_true(pl_index_parse(&arena, "i=a+b+c,d+e", &index, &error));
	index.more_pk[1].type = 'N';
	assert_true(pl_index_has_rank(&index, 0) && pl_index_has_rank(&index, 1) && !pl_index_has_rank(&index, 2));
	assert_true(pl_index_has_rank(&index, PL_RANK_PARTS) && !pl_index_has_rank(&index, PL_RANK_PARTS + 1));
	assert_false(pl_index_has_rank(&index, PL_RANK_PARTS + 2));
	sorting = pl_index_sorting(&index, 1);
	assert_true(sorting.nparts == 4 && sorting.n == 5 && eq(pl_sorting_sk(&sorting).name, "e"));
	sorting = pl_index_sorting(&index, PL_RANK_PARTS);
	assert_true(sorting.nparts == 1 && sorting.n == 5 && eq(sorting.attrs[0].name, "b") && eq(sorting.attrs[1].name, "a"));
	assert_true(pl_sorting_sk(&sorting).name.len == 0 && !pl_sorting_goes_on(&sorting));
	assert_true(pl_index_parse(&arena, "i=a,b", &index, &error));
	for (unsigned rank = 1; rank < PL_RANKS; rank++)
		assert_false(pl_index_has_rank(&index, rank));
}

/* An attribute has one type, wherever it stands. */
static void test_types(void **state)
{
	struct pl_index index, described = {.pk = PL_S("b"), .sk = PL_S("d"), .pk_type = 'N', .sk_type = 'B'};
	struct pl_error error = {0};

	(void)state;
	assert_true(pl_index_parse(&arena, "i=a+b,c+d", &index, &error));
	pl_index_take_types(&index, &described);
	assert_true(!index.pk_type && index.more_pk[0].type == 'N' && !index.sk_type && index.more_sk[0].type == 'B');
	described = (struct pl_index){.pk = PL_S("a"), .sk = PL_S("d"), .pk_type = 'S', .sk_type = 'N'};
	pl_index_take_types(&index, &described);
	assert_true(index.pk_type == 'S' && index.more_sk[0].type == 'B');
}

static void test_known_pairs(void **state)
{
	(void)state;
	assert_true(pl_known_pair_count > 4);
	assert_string_equal(pl_known_pairs[0].pk, "PK");
	for (size_t i = 0; i < pl_known_pair_count; i++) {
		for (size_t k = 0; k < i; k++)
			assert_false(strcmp(pl_known_pairs[i].pk, pl_known_pairs[k].pk) == 0 &&
				     strcmp(pl_known_pairs[i].sk, pl_known_pairs[k].sk) == 0);
	}
}

static void test_sortings(void **state)
{
	static const struct pl_index index = {
		.name = {"G", 1}, .pk = {"a", 1}, .pk_type = 'S', .sk = {"c", 1}, .sk_type = 'S', .nmore_pk = 1, .nmore_sk = 2,
		.more_pk = {{{"b", 1}, 'N'}}, .more_sk = {{{"d", 1}, 'N'}, {{"e", 1}, 'S'}}};
	static const struct pl_index plain = {.pk = {"a", 1}};
	struct pl_sorting sorting = pl_index_sorting(&index, 2);

	(void)state;
	/* A number needs no column of its own. */
	assert_true(pl_index_has_rank(&index, 0) && !pl_index_has_rank(&index, 1) && pl_index_has_rank(&index, 2));
	assert_false(pl_index_has_rank(&index, 3));
	assert_int_equal(sorting.n, 5);
	assert_int_equal(sorting.nparts, 4);
	assert_true(eq(sorting.attrs[1].name, "b") && sorting.attrs[1].type == 'N' && eq(sorting.attrs[3].name, "d"));
	assert_true(eq(pl_sorting_sk(&sorting).name, "e") && !pl_sorting_goes_on(&sorting));
	sorting = pl_index_sorting(&index, 0);
	assert_true(eq(pl_sorting_sk(&sorting).name, "c") && pl_sorting_goes_on(&sorting) && sorting.nparts == 2);
	sorting = pl_index_sorting(&plain, 0);
	assert_true(sorting.n == 1 && sorting.nparts == 1 && !pl_sorting_sk(&sorting).name.len && !pl_sorting_goes_on(&sorting));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_envelopes), cmocka_unit_test(test_multi_attribute_keys), cmocka_unit_test(test_sortings),
		cmocka_unit_test(test_bad),       cmocka_unit_test(test_file),
		cmocka_unit_test(test_index_option), cmocka_unit_test(test_types), cmocka_unit_test(test_ranks), cmocka_unit_test(test_known_pairs),
	};

	return cmocka_run_group_tests_name("schema_table", tests, setup, teardown);
}
