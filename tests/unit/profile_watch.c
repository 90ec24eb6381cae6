/* SPDX-License-Identifier: Apache-2.0 */
/* The user's own patterns on keys: which columns, which piece, exact counts, limits, merging. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "linter/key/lex.h"
#include "linter/profile/watch.h"

static struct pl_index indexes[4];

static int name_indexes(void **state)
{
	(void)state;
	indexes[0] = (struct pl_index){.pk = PL_S("PK"), .sk = PL_S("SK")};
	indexes[1] = (struct pl_index){.name = PL_S("G1"), .pk = PL_S("SK"), .sk = PL_S("PK")};
	indexes[2] = (struct pl_index){.name = PL_S("G2"), .pk = PL_S("GPK"), .sk = PL_S("GSK")};
	indexes[3] = (struct pl_index){.name = PL_S("G3"), .pk = PL_S("GPK")};
	return 0;
}

/* The indexes that a spec is about, as digits. */
static const char *concerned(struct pl_watch_spec spec)
{
	static char digits[PL_LEN(indexes) + 1];
	size_t n = 0;

	for (size_t i = 0; i < PL_LEN(indexes); i++)
		if (pl_watch_concerns(&spec, &indexes[i], indexes, PL_LEN(indexes)))
			digits[n++] = (char)('0' + i);
	digits[n] = '\0';
	return digits;
}

static void columns(void **state)
{
	(void)state;
	assert_string_equal(concerned((struct pl_watch_spec){.forbid = true}), "0");
	assert_string_equal(concerned((struct pl_watch_spec){.attribute = PL_S("PK")}), "0");
	assert_string_equal(concerned((struct pl_watch_spec){.attribute = PL_S("PK"), .index = PL_S("G1")}), "1");
	assert_string_equal(concerned((struct pl_watch_spec){.attribute = PL_S("GPK")}), "23");
	assert_string_equal(concerned((struct pl_watch_spec){.attribute = PL_S("GSK")}), "2");
	assert_string_equal(concerned((struct pl_watch_spec){.index = PL_S("G3")}), "3");
	assert_string_equal(concerned((struct pl_watch_spec){.index = PL_S("G3"), .attribute = PL_S("GSK")}), "");
	assert_string_equal(concerned((struct pl_watch_spec){.attribute = PL_S("status")}), "");
}

struct fixture {
	struct pl_arena arena;
	struct pl_lexed lexed;
	struct pl_watch_spec spec;
	struct pl_watch watch;
	uint64_t place;
};

static int begin(void **state)
{
	*state = calloc(1, sizeof(struct fixture));
	return *state ? 0 : -1;
}

static int end(void **state)
{
	struct fixture *f = *state;

	if (f->watch.pattern)
		pl_watch_release(&f->watch);
	pl_arena_release(&f->arena);
	free(f);
	return 0;
}

static void start(struct fixture *f, struct pl_watch_spec spec)
{
	if (f->watch.pattern)
		pl_watch_release(&f->watch);
	f->spec = spec;
	pl_watch_init(&f->watch, &f->arena, &f->spec, &indexes[0]);
}

static void add_to(struct fixture *f, struct pl_watch *watch, struct pl_attr pk, struct pl_attr sk)
{
	const struct pl_sighting sighting = {pk.value, sk.value, 0, ++f->place, 0};
	const struct pl_watch_key key = {.pk = &pk, .sk = &sk, .sighting = &sighting, .lexed = &f->lexed};

	pl_watch_add(watch, &key);
}

static void add(struct fixture *f, struct pl_str sk)
{
	add_to(f, &f->watch, (struct pl_attr){'S', PL_S("P")}, (struct pl_attr){'S', sk});
}

static void counts(struct fixture *f, uint64_t keys, uint64_t wrong, const char *least)
{
	assert_int_equal(f->watch.keys, keys);
	assert_int_equal(f->watch.wrong, wrong);
	assert_int_equal(f->watch.least_wrong.some, least != NULL);
	if (least)
		assert_true(pl_str_eq(pl_buf_str(&f->watch.least_wrong.sk), pl_str_c(least)));
}

static void pieces(void **state)
{
	struct fixture *f = *state;

	start(f, (struct pl_watch_spec){.text = PL_S("^[0-9]+$"), .segment = 2});
	add(f, PL_S("A#17"));
	add(f, PL_S("A#x9"));
	add(f, PL_S("A#x10#17"));
	add(f, PL_S("A"));
	add(f, PL_S("A#"));
	counts(f, 4, 3, "A#");

	start(f, (struct pl_watch_spec){.text = PL_S("@"), .forbid = true});
	add(f, PL_S("a@b"));
	add(f, PL_S("ab"));
	counts(f, 2, 1, "a@b");

	start(f, (struct pl_watch_spec){.text = PL_S("^P$"), .attribute = PL_S("PK")});
	add(f, PL_S("a"));
	counts(f, 1, 0, NULL);

	/* Without a schema no key is of an entity. */
	start(f, (struct pl_watch_spec){.text = PL_S("x"), .entity = PL_S("A")});
	add(f, PL_S("A#17"));
	counts(f, 0, 0, NULL);
}

static void bytes(void **state)
{
	struct fixture *f = *state;

	start(f, (struct pl_watch_spec){.text = PL_S("^a.b$")});
	add(f, PL_S("a\0b"));
	add(f, PL_S("a\xFF" "b"));
	add(f, PL_S("a\xC3\xA4" "b"));
	add(f, PL_S("a-b\n"));
	counts(f, 4, 2, "a\xFF" "b"); /* . is a character: no broken one, and nothing behind the end */
	add_to(f, &f->watch, (struct pl_attr){'S', PL_S("P")}, (struct pl_attr){'N', PL_S("7")});
	counts(f, 4, 2, "a\xFF" "b"); /* numbers have no bytes */
}

/* Keys on which (a+)+$ runs away, and one that is wrong. */
static void run_away(struct fixture *f, struct pl_watch *watch, unsigned keys)
{
	for (unsigned i = 0; i < keys; i++)
		add_to(f, watch, (struct pl_attr){'S', PL_S("P")},
		       (struct pl_attr){'S', pl_str_c(pl_arena_printf(&f->arena, "%0*d!", 40 + (int)i, 0))});
	add_to(f, watch, (struct pl_attr){'S', PL_S("P")}, (struct pl_attr){'S', PL_S("00")});
}

static void limits(void **state)
{
	struct fixture *f = *state;
	const struct pl_watch_spec spec = {.text = PL_S("^(0+)+$"), .forbid = true};

	start(f, spec);
	run_away(f, &f->watch, 3);
	counts(f, 4, 1, "00");
	assert_int_equal(f->watch.stuck, 3);
	assert_int_equal(f->watch.least_stuck.sk.len, 41);

	start(f, spec);
	run_away(f, &f->watch, PL_WATCH_STUCK + 9);
	assert_int_equal(f->watch.stuck, PL_WATCH_STUCK);
	assert_int_equal(f->watch.wrong, 0); /* given up before that key */
}

/* Given up or not: the same whoever read the keys. */
static void merged(void **state)
{
	struct fixture *f = *state;
	const struct pl_watch_spec spec = {.text = PL_S("^(0+)+$"), .forbid = true};
	struct pl_watch other;

	for (unsigned more = 0; more < 2; more++) {
		start(f, spec);
		pl_watch_init(&other, &f->arena, &f->spec, &indexes[0]);
		run_away(f, &f->watch, PL_WATCH_STUCK - 10);
		run_away(f, &other, 9 + more);
		pl_watch_merge(&f->watch, &other);
		pl_watch_release(&other);
		assert_int_equal(f->watch.stuck >= PL_WATCH_STUCK, more);
		assert_int_equal(f->watch.wrong, 2);
		assert_int_equal(f->watch.keys, PL_WATCH_STUCK - 1 + more + 2);
		assert_int_equal(f->watch.least_wrong.place, PL_WATCH_STUCK - 9); /* of two equal keys the first */
		f->place = 0;
	}
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(columns), TEST(pieces), TEST(bytes), TEST(limits), TEST(merged),
	};

	return cmocka_run_group_tests(tests, name_indexes, NULL);
}
