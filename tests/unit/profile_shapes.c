/* SPDX-License-Identifier: Apache-2.0 */
/* The table of keys and the shapes they must have: docs/design/shapes.md. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/shapes/tables.h"

static int by_pointer_text(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

/* The lines of `text`, sorted. */
static void sort_lines(struct pl_buf *text)
{
	PL_VEC(const char *) lines = {0};
	struct pl_buf out = PL_BUF_INIT;
	char *at = text->ptr;

	while (at && *at) {
		char *end = strchr(at, '\n');

		*end = '\0';
		PL_PUSH(&lines, at);
		at = end + 1;
	}
	if (lines.len)
		qsort(lines.ptr, lines.len, sizeof(*lines.ptr), by_pointer_text);
	for (size_t i = 0; i < lines.len; i++)
		pl_buf_printf(&out, "%s\n", lines.ptr[i]);
	PL_VEC_RELEASE(&lines);
	pl_buf_release(text);
	*text = out;
}

/* Profiles the keys in any order and compares the shapes; `expected` is sorted by bytes. */
static void expect_shapes(struct keys *k, const char *expected)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_buf out = PL_BUF_INIT;
	struct pl_profile *p;

	shuffle(k);
	p = profile_of(k, &pl_default_limits);
	shapes_of(model_of(&arena, p), false, &out);
	sort_lines(&out);
	assert_string_equal(out.ptr, expected);
	pl_buf_release(&out);
	pl_arena_release(&arena);
	pl_profile_free(p);
	keys_release(k);
}

static const char *const kinds[30] = {
	"ACCOUNT", "ADDRESS", "AUDIT",   "BADGE",   "BASKET", "CARD",   "CHAT",    "CLAIM",   "COUPON",   "DEVICE",
	"EVENT",   "FEED",    "GRANT",   "GROUP",   "IMAGE",  "INVITE", "INVOICE", "ITEM",    "KEY",      "LIKE",
	"MEMBER",  "MESSAGE", "ORDER",   "PAYMENT", "PLAN",   "POST",   "REFUND",  "SESSION", "SHIPMENT", "TICKET",
};

static void thirty_kinds(void **state)
{
	struct keys k = {.seed = 1};
	struct pl_buf expected = PL_BUF_INIT;
	static const char *const shape[5] = {"", "#<number>#<ulid>", "#<time>", "#<time>#<uuid>", "#<uuid>"};

	(void)state;
	for (unsigned i = 0; i < 20000; i++) {
		const char *pk = pl_arena_printf(&k.arena, "USER#%u", below(&k, 900));
		unsigned kind = below(&k, 30);

		switch (kind % 5) {
		case 0:
			add(&k, pk, kinds[kind]);
			break;
		case 1:
			ADD(&k, pk, "%s#%s#%s", kinds[kind], a_number(&k, 5000), a_ulid(&k));
			break;
		case 2:
			ADD(&k, pk, "%s#%s", kinds[kind], a_time(&k));
			break;
		case 3:
			ADD(&k, pk, "%s#%s#%s", kinds[kind], a_time(&k), a_uuid(&k));
			break;
		default:
			ADD(&k, pk, "%s#%s", kinds[kind], a_uuid(&k));
			break;
		}
	}
	for (unsigned i = 0; i < 30; i++)
		pl_buf_printf(&expected, "%s%s\n", kinds[i], shape[i % 5]);
	expect_shapes(&k, expected.ptr);
	pl_buf_release(&expected);
}

static void thousands_of_words(void **state)
{
	struct keys k = {.seed = 2};

	(void)state;
	for (unsigned i = 0; i < 6000; i++)
		ADD(&k, "SITE#1", "TAG#%s#%s", a_word(&k), a_time(&k));
	expect_shapes(&k, "TAG#<word>#<time>\n");
}

/* With 4 characters a quarter of the ids has no digit. */
static void base36_ids(void **state)
{
	(void)state;
	for (unsigned len = 4; len <= 12; len += 2) {
		struct keys k = {.seed = len};

		for (unsigned i = 0; i < 3000; i++)
			ADD(&k, "SITE#1", "DOC#%s", from(&k, BASE36, len));
		expect_shapes(&k, "DOC#<id>\n");
	}
}

static void nanoids(void **state)
{
	struct keys k = {.seed = 4};

	(void)state;
	for (unsigned i = 0; i < 3000; i++)
		ADD(&k, "SITE#1", "DOC#%s", from(&k, BASE64, 21));
	expect_shapes(&k, "DOC#<id>\n");
}

static void no_delimiter(void **state)
{
	struct keys k = {.seed = 5};

	(void)state;
	for (unsigned i = 0; i < 600; i++) {
		add(&k, "A", i % 3 == 0 ? a_word(&k) : i % 3 == 1 ? a_number(&k, 100000) : a_ulid(&k));
	}
	expect_shapes(&k, "<number>\n<ulid>\n<word>\n");
}

static void several_delimiters(void **state)
{
	struct keys k = {.seed = 6};

	(void)state;
	for (unsigned i = 0; i < 600; i++)
		ADD(&k, "A", "tenant:%s/order#%u|%u", a_word(&k), 1990 + below(&k, 40), below(&k, 300));
	expect_shapes(&k, "<word>#<number>|<number>\n");
}

static void glued_numbers(void **state)
{
	static const char *const words[] = {"audit", "draft", "final", "spec"};
	struct keys k = {.seed = 7};

	(void)state;
	for (unsigned i = 0; i < 200; i++)
		ADD(&k, "A", "v%u_%s", below(&k, 40), words[below(&k, 4)]);
	expect_shapes(&k, "v<number>_<word>\n");
}

static void date_paths(void **state)
{
	static const char *const regions[] = {"eu-west-1", "eu-central-1", "us-east-2", "ap-southeast-1"};
	struct keys k = {.seed = 8};

	(void)state;
	for (unsigned i = 0; i < 500; i++)
		ADD(&k, "A", "Config/%s/%u/%u/%u/snap-%s", regions[below(&k, 4)], 2019 + below(&k, 8), 1 + below(&k, 12),
		    1 + below(&k, 28), a_word(&k));
	expect_shapes(&k, "Config/<text>/<year>/<month>/<day>/<word>\n");
}

/* Day or month in front, where the days tell which is which; month and year only in one segment. */
static void dates_the_wrong_way_round(void **state)
{
	struct keys k = {.seed = 8};

	(void)state;
	for (unsigned i = 0; i < 200; i++)
		ADD(&k, "A", "LOG#%02u#%02u#%u#%s", 1 + below(&k, 31), 1 + below(&k, 12), 2019 + below(&k, 8), a_word(&k));
	expect_shapes(&k, "LOG#<day>#<month>#<year>#<word>\n");
	for (unsigned i = 0; i < 200; i++)
		ADD(&k, "A", "LOG#%02u-%02u-%u-x#%s", 1 + below(&k, 12), 1 + below(&k, 31), 2019 + below(&k, 8), a_word(&k));
	expect_shapes(&k, "LOG#<month>-<day>-<year>-x#<word>\n");
	for (unsigned i = 0; i < 200; i++)
		ADD(&k, "A", "LOG#%02u-%u", 1 + below(&k, 12), 2019 + below(&k, 8));
	expect_shapes(&k, "LOG#<month>-<year>\n");
	for (unsigned i = 0; i < 200; i++)
		ADD(&k, "A", "SHOP#%02u#%u", 1 + below(&k, 12), 2019 + below(&k, 8));
	expect_shapes(&k, "SHOP#<number>#<number>\n");
	for (unsigned i = 0; i < 200; i++)
		ADD(&k, "A", "LEVEL#%u#%u#%u", 1 + below(&k, 12), 1 + below(&k, 12), 1950 + below(&k, 100));
	expect_shapes(&k, "LEVEL#<number>#<number>#<number>\n");
}

static void joined_by_a_dash(void **state)
{
	struct keys k = {.seed = 9};

	(void)state;
	for (unsigned i = 0; i < 400; i++) {
		if (i % 2)
			ADD(&k, "A", "20%02u%02u%02u-%u", 10 + below(&k, 16), 1 + below(&k, 12), 1 + below(&k, 28),
			    below(&k, 90000));
		else
			ADD(&k, "A", "%u%06u-%s", 1500000 + below(&k, 200000), below(&k, 1000000), a_uuid(&k));
	}
	expect_shapes(&k, "<number>-<uuid>\n<time>-<number>\n");
}

static void git_hashes(void **state)
{
	(void)state;
	for (unsigned len = 7; len <= 8; len++) {
		struct keys k = {.seed = 10 + len};

		for (unsigned i = 0; i < 20000; i++)
			ADD(&k, "REPO#1", "COMMIT#%s", a_hash(&k, len));
		expect_shapes(&k, "COMMIT#<hash>\n");
	}
}

static void usernames(void **state)
{
	struct keys k = {.seed = 12};

	(void)state;
	for (unsigned i = 0; i < 900; i++) {
		if (i % 3 == 0)
			add(&k, "A", "PROFILE");
		else if (i % 3 == 1)
			ADD(&k, "A", "ORDER#%s", a_time(&k));
		else
			add(&k, "A", a_word(&k));
	}
	expect_shapes(&k, "<word>\nORDER#<time>\n");
}

/* A number that ends the key and the same with more behind it are one field. */
static void one_field_across_separators(void **state)
{
	struct keys k = {.seed = 13};
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_profile *p;
	struct pl_model *m;

	(void)state;
	for (unsigned i = 0; i < 40; i++) {
		ADD(&k, "A", "%u", 2 + i * 7);
		ADD(&k, "A", "%010u#p_%u", i * 7, i);
	}
	p = profile_of(&k, &pl_default_limits);
	m = model_of(&arena, p);
	assert_int_equal(m->keys[0]->nfields, 2);
	assert_int_equal(m->fields[0]->observed->keys, 80);
	assert_int_equal(m->fields[0]->observed->padded_width, 10);
	assert_true(m->fields[0]->whole_key);
	assert_int_equal(m->fields[1]->segment, 2);
	assert_true(pl_str_eq(m->fields[1]->label, PL_S("p")));
	pl_arena_release(&arena);
	pl_profile_free(p);
	keys_release(&k);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(thirty_kinds),
		cmocka_unit_test(thousands_of_words),
		cmocka_unit_test(base36_ids),
		cmocka_unit_test(nanoids),
		cmocka_unit_test(no_delimiter),
		cmocka_unit_test(several_delimiters),
		cmocka_unit_test(glued_numbers),
		cmocka_unit_test(date_paths), cmocka_unit_test(dates_the_wrong_way_round),
		cmocka_unit_test(joined_by_a_dash),
		cmocka_unit_test(git_hashes),
		cmocka_unit_test(usernames),
		cmocka_unit_test(one_field_across_separators),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
