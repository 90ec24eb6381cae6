/* SPDX-License-Identifier: Apache-2.0 */
/* Scalars of an inferred keys.yaml are read back as the bytes they were. */
#include "linter/infer.h"

#include "linter/base/arena.h"
#include "linter/base/yaml.h"

#include <setjmp.h>
#include <cmocka.h>

/* As a member of a block map, and of a flow map. */
static void back(struct pl_str text, bool flow)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_buf out = PL_BUF_INIT;
	struct pl_error error = {0};
	const struct pl_yaml *root = NULL, *value;

	pl_buf_adds(&out, flow ? "{a: " : "a: ");
	pl_infer_scalar(&out, text, flow);
	pl_buf_adds(&out, flow ? ", b: c}\n" : "\nb: c\n");
	if (!pl_yaml_read(&arena, "text", pl_buf_str(&out), &root, &error))
		fail_msg("%s: %s", out.ptr, error.text);
	value = pl_yaml_get(root, "a");
	if (!value || pl_yaml_is_null(value) || !pl_str_eq(value->text, text) || !pl_yaml_get(root, "b"))
		fail_msg("read back as something else: %s", out.ptr);
	pl_buf_release(&out);
	pl_arena_release(&arena);
}

static void both(struct pl_str text)
{
	back(text, false);
	back(text, true);
}

static void texts_come_back(void **state)
{
	static const char *const texts[] = {
		"", " ", "a", "#META", "a#b", "a #b", "a:", "a:b", "a: b", ":a", "- a", "-", "? a", "[a]", "{a}", "a,b", "a]", "a}",
		"*a", "&a", "!a", "|", ">", "%a", "@a", "`a", "'a'", "\"a\"", "a\"b", "a\\b", "\\<a", "~", "null", "Null", "NULL",
		"true", "0012", "12:30:45", "ORDER#<at>", "<a>#<b>", "at:N", "a:1", "M\xc3\xbcller", "\xf0\x9f\x98\x80", "a\tb", "a\nb",
		"\x01", "\x7f", " a", "a ", "---", "...", "=", "<<",
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(texts); i++)
		both(pl_str_c(texts[i]));
}

static void every_byte_comes_back(void **state)
{
	(void)state;
	for (int c = 1; c < 0x80; c++)
		for (int place = 0; place < 3; place++) {
			char text[3] = {'x', 'x', 'x'};

			text[place] = (char)c;
			both(pl_str_of(text, sizeof(text)));
		}
}

static void plain_where_a_person_would(void **state)
{
	struct pl_buf out = PL_BUF_INIT;

	(void)state;
	pl_infer_scalar(&out, PL_S("ORDER#<at>#p_<n>"), false);
	assert_string_equal(out.ptr, "ORDER#<at>#p_<n>");
	pl_buf_clear(&out);
	pl_infer_scalar(&out, PL_S("at:N"), true);
	assert_string_equal(out.ptr, "at:N");
	pl_buf_clear(&out);
	pl_infer_scalar(&out, PL_S("#META"), false);
	assert_string_equal(out.ptr, "\"#META\"");
	pl_buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(texts_come_back),
		cmocka_unit_test(every_byte_comes_back),
		cmocka_unit_test(plain_where_a_person_would),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
