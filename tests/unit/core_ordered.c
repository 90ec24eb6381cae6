/* SPDX-License-Identifier: Apache-2.0 */
/* The ladder "is the number ordered at all", every step in order, and the words of labels. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "linter/ordered.h"

struct step {
	const char *name;
	struct pl_ordered_facts facts;
	enum pl_ordered ordered;
};

/* Each row sets facts that lower steps would judge otherwise: the order is what is tested. */
static const struct step steps[] = {
	{"no number", {.code_label = true, .padded = true}, PL_ORDERED_NO},
	{"declared an id", {.number = true, .declared = true, .declared_ordered = true, .padded = true}, PL_ORDERED_NO},
	{"declared an ordered number beats a code label",
	 {.number = true, .declared = true, .declared_digits = true, .declared_ordered = true, .code_label = true},
	 PL_ORDERED_CERTAIN},
	{"declared unordered beats padding",
	 {.number = true, .declared = true, .declared_digits = true, .order_label = true, .padded = true, .dense = true},
	 PL_ORDERED_UNLIKELY},
	{"code label beats all", {.number = true, .code_label = true, .order_label = true, .padded = true, .dense = true},
	 PL_ORDERED_UNLIKELY},
	{"id label", {.number = true, .id_label = true, .order_label = true, .padded = true}, PL_ORDERED_UNLIKELY},
	{"reference", {.number = true, .reference = true, .padded = true, .dense = true, .at_end = true},
	 PL_ORDERED_UNLIKELY},
	{"reference with order label", {.number = true, .reference = true, .order_label = true, .dense = true},
	 PL_ORDERED_CERTAIN},
	{"reference that rises", {.number = true, .reference = true, .rises = true, .padded = true}, PL_ORDERED_CERTAIN},
	{"order label, padded", {.number = true, .order_label = true, .padded = true, .literal_after = true},
	 PL_ORDERED_CERTAIN},
	{"order label, dense, behind a time",
	 {.number = true, .order_label = true, .dense = true, .behind_ordered = true}, PL_ORDERED_CERTAIN},
	{"order label alone", {.number = true, .order_label = true, .literal_after = true, .behind_ordered = true},
	 PL_ORDERED_INFERRED},
	{"tree of codes", {.number = true, .hierarchical = true, .padded = true, .dense = true, .bare = true},
	 PL_ORDERED_UNLIKELY},
	{"tie-breaker, padded", {.number = true, .behind_ordered = true, .padded = true}, PL_ORDERED_UNLIKELY},
	{"sequence inside the instant", {.number = true, .behind_ordered = true, .dense = true, .at_end = true},
	 PL_ORDERED_CERTAIN},
	{"digits of a code", {.number = true, .in_code = true, .padded = true, .dense = true}, PL_ORDERED_UNLIKELY},
	{"order label, a letter behind", {.number = true, .order_label = true, .in_code = true}, PL_ORDERED_INFERRED},
	{"order label, letters behind", {.number = true, .order_label = true, .in_code = true, .in_word = true}, PL_ORDERED_UNLIKELY},
	{"order label, letters behind, padded", {.number = true, .order_label = true, .in_code = true, .in_word = true, .padded = true},
	 PL_ORDERED_CERTAIN},
	{"among titles", {.number = true, .among_texts = true, .bare = true, .at_end = true}, PL_ORDERED_UNLIKELY},
	{"among titles, padded", {.number = true, .among_texts = true, .padded = true}, PL_ORDERED_CERTAIN},
	{"padded", {.number = true, .padded = true, .literal_after = true, .glued_name = true}, PL_ORDERED_CERTAIN},
	{"part of a name", {.number = true, .glued_name = true, .dense = true, .at_end = true}, PL_ORDERED_UNLIKELY},
	{"dense and bare", {.number = true, .dense = true, .bare = true, .literal_after = true}, PL_ORDERED_CERTAIN},
	{"dense at the end", {.number = true, .dense = true, .at_end = true}, PL_ORDERED_CERTAIN},
	{"dense before text", {.number = true, .dense = true, .literal_after = true}, PL_ORDERED_UNLIKELY},
	{"dense before a value", {.number = true, .dense = true}, PL_ORDERED_INFERRED},
	{"text behind", {.number = true, .literal_after = true, .bare = true}, PL_ORDERED_UNLIKELY},
	{"nothing known", {.number = true, .bare = true, .at_end = true}, PL_ORDERED_INFERRED},
};

static void ladder(void **state)
{
	(void)state;
	for (size_t i = 0; i < PL_LEN(steps); i++) {
		struct pl_ordered_verdict verdict = pl_ordered_ladder(&steps[i].facts);

		if (verdict.ordered != steps[i].ordered)
			fail_msg("%s: %d, not %d (%s)", steps[i].name, (int)verdict.ordered, (int)steps[i].ordered,
				 verdict.why);
		assert_non_null(verdict.why);
	}
}

static const struct pl_str some_words[] = {
	{"zip", 3}, {"v", 1}, {"no", 2}, {"postal", 6}, {"iban", 4}, {"línea", 6}, {"номер", 10}, {"우편번호", 12}};
static const struct pl_words words = {.word = some_words, .count = PL_LEN(some_words)};

static bool finds(const char *label)
{
	return pl_words_match(&words, pl_str_c(label));
}

static void words_of_labels(void **state)
{
	(void)state;
	assert_true(finds("ZIP"));
	assert_true(finds("ZIP_CODE"));
	assert_true(finds("zip-code"));
	assert_true(finds("homeZip"));
	assert_true(finds("postalCode"));
	assert_true(finds("IBANNumber"));
	assert_true(finds("v"));
	assert_true(finds("v2zip"));
	assert_true(finds("LÍNEA"));
	assert_true(finds("НОМЕР"));
	assert_true(finds("우편번호"));
	assert_true(finds("billing.postal"));
	assert_false(finds("zipper"));
	assert_false(finds("ZIPPER"));
	assert_false(finds("nozip"));
	assert_false(finds("INV"));
	assert_false(finds(""));
	assert_false(finds("_-#"));
}

static void long_words(void **state)
{
	char label[500];

	(void)state;
	memset(label, 'z', sizeof(label));
	assert_false(pl_words_match(&words, pl_str_of(label, sizeof(label))));
	/* A lead byte of UTF-8 at the very end has no second byte. */
	assert_false(pl_words_match(&words, pl_str_of("zi\xC3", 3)));
	assert_false(pl_words_match(&words, pl_str_of("\xD0", 1)));
	memset(label, 'a', sizeof(label));
	label[63] = (char)0xC3;
	label[64] = (char)0x89;
	assert_false(pl_words_match(&words, pl_str_of(label, sizeof(label))));
}

static void ids(void **state)
{
	(void)state;
	assert_true(pl_label_is_id(PL_S("id")));
	assert_true(pl_label_is_id(PL_S("userId")));
	assert_true(pl_label_is_id(PL_S("USER_ID")));
	assert_true(pl_label_is_id(PL_S("orderid")));
	assert_true(pl_label_is_id(PL_S("ORDERID")));
	assert_false(pl_label_is_id(PL_S("bid")));
	assert_false(pl_label_is_id(PL_S("PAID")));
	assert_false(pl_label_is_id(PL_S("idle")));
	assert_false(pl_label_is_id(PL_S("")));
}

static void patterns(void **state)
{
	struct pl_arena arena = PL_ARENA_INIT;
	const char *why = NULL;
	size_t offset = 0;
	struct pl_pattern *pattern = pl_pattern_new(&arena, PL_S("(?i)^zip|_NO$"), &why, &offset);
	struct pl_words by_pattern = {.pattern = pattern};

	(void)state;
	assert_non_null(pattern);
	assert_true(pl_words_match(&by_pattern, PL_S("Zipper")));
	assert_true(pl_words_match(&by_pattern, PL_S("line_no")));
	assert_false(pl_words_match(&by_pattern, PL_S("line")));
	assert_false(pl_words_match(&by_pattern, PL_S("")));

	assert_null(pl_pattern_new(&arena, PL_S("a(b"), &why, &offset));
	assert_non_null(why);

	/* A pattern that would run for years ends at a limit. */
	pattern = pl_pattern_new(&arena, PL_S("^(a+)+$"), &why, &offset);
	assert_non_null(pattern);
	assert_int_equal(pl_pattern_match(pattern, PL_S("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!")), PL_MATCH_LIMIT);
	assert_int_equal(pl_pattern_match(pattern, PL_S("aaaa")), PL_MATCH_YES);
	assert_int_equal(pl_pattern_match(pattern, PL_S("\xff\xfe")), PL_MATCH_NO);
	pl_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(ladder),    cmocka_unit_test(words_of_labels), cmocka_unit_test(long_words),
		cmocka_unit_test(ids),       cmocka_unit_test(patterns),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
