/* SPDX-License-Identifier: Apache-2.0 */
/* Comments of YAML: what is one, what is none, and where they stand. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "linter/base/buf.h"
#include "linter/base/yaml.h"

/* The comments of a text as "line:column text" lines, those alone on their line with a star. */
static void has(struct pl_str text, const char *wanted)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_buf out = PL_BUF_INIT;
	size_t count;
	const struct pl_yaml_comment *comments = pl_yaml_comments(&arena, text, &count);

	pl_buf_adds(&out, "");
	for (size_t i = 0; i < count; i++)
		pl_buf_printf(&out, "%u:%u%s%.*s\n", comments[i].line, comments[i].column, comments[i].alone ? "*" : "",
			      (int)comments[i].text.len, comments[i].text.ptr);
	assert_string_equal(out.ptr, wanted);
	pl_buf_release(&out);
	pl_arena_release(&arena);
}

static void comments(void **state)
{
	(void)state;
	has(PL_S(""), "");
	has(PL_S("# a"), "1:1* a\n");
	has(PL_S("a: 1 # b\n"), "1:6 b\n");
	has(PL_S("a: 1\n# b\n  # c\nd: # e\n  f # g"), "2:1* b\n3:3* c\n4:4 e\n5:5 g\n");
	has(PL_S("a: {b: c, # d\n  e: f} # g # h\n"), "1:11 d\n2:9 g # h\n");
	has(PL_S("- a\n- # b\n  - c # d\n"), "2:3 b\n3:7 d\n");
	has(PL_S("--- # a\nb: c\n... # d\n--- # e\nf: g\n"), "1:5 a\n3:5 d\n4:5 e\n");
	has(PL_S("a: &x # b\n  c: d\ne: *x # f\ng: !t # h\n  i\n"), "1:7 b\n3:7 f\n4:7 h\n");
}

static void no_comments(void **state)
{
	(void)state;
	has(PL_S("SK: ORDER#<n>#LINE\n"), "");
	has(PL_S("a: \"b # c\"\nd: 'e # f'' # g'\n"), "");
	has(PL_S("a: \"b\n  # c\n  \\\" # d\" # e\n"), "3:11 e\n");
	has(PL_S("a: |\n  b # c\n  # d\ne: f # g\n"), "4:6 g\n");
	has(PL_S("a: >- # b\n  c # d\n\n# e\nf: g\n"), "1:7 b\n4:1* e\n");
	has(PL_S("a: |2 # b\n   # c\n  # d\n"), "1:7 b\n");
	has(PL_S("a: b\n  c#d\n"), "");
	has(PL_S("{a#b: 'c#d', \"e #f\": g#}"), "");
}

/* Columns count characters, as in every message; a byte order mark is none. */
static void places(void **state)
{
	(void)state;
	has(PL_S("\xef\xbb\xbf" "a: 우편 # b\n"), "1:7 b\n");
	has(PL_S("a: 1\r\nb: 2 # c\r\n\r\n# d\r\n"), "2:6 c\n4:1* d\n");
	has(PL_S("a: \"\xc3\xa9 # x\" # b\n# \xc3\xa9\nc: d # e\n"), "1:12 b\n2:1* \xc3\xa9\n3:6 e\n");
	/* UTF-16 is not looked into. */
	has(PL_S("\xff\xfe" "a\0:\0 \0#\0"), "");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(comments), cmocka_unit_test(no_comments), cmocka_unit_test(places),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
