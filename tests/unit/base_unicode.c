/* SPDX-License-Identifier: Apache-2.0 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/base/unicode.h"

static size_t encode(uint32_t c, char out[static 4])
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xC0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3F));
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (char)(0xE0 | c >> 12);
		out[1] = (char)(0x80 | (c >> 6 & 0x3F));
		out[2] = (char)(0x80 | (c & 0x3F));
		return 3;
	}
	out[0] = (char)(0xF0 | c >> 18);
	out[1] = (char)(0x80 | (c >> 12 & 0x3F));
	out[2] = (char)(0x80 | (c >> 6 & 0x3F));
	out[3] = (char)(0x80 | (c & 0x3F));
	return 4;
}

static bool is_composed(struct pl_buf *scratch, struct pl_str text)
{
	pl_buf_clear(scratch);
	pl_compose(scratch, text);
	return pl_str_eq(pl_buf_str(scratch), text);
}

/* Every character that is said to be safe is its own composed form, also behind letters that compose. */
static void test_safe_characters(void **state)
{
	static const char *const before[] = {"", "e", "\xEA\xB0\x80" /* 가 */, "\xE3\x81\x8B" /* か */};
	struct pl_buf scratch = PL_BUF_INIT;
	unsigned safe = 0;

	(void)state;
	for (uint32_t c = 1; c < 0x110000; c++) {
		char text[8];

		if (c >= 0xD800 && c < 0xE000)
			continue;
		if (pl_may_compose(pl_str_of(text, encode(c, text))))
			continue;
		safe++;
		for (size_t i = 0; i < PL_LEN(before); i++) {
			size_t n = strlen(before[i]);

			memcpy(text, before[i], n);
			if (!is_composed(&scratch, pl_str_of(text, n + encode(c, text + n))))
				fail_msg("U+%04X behind %s", c, before[i]);
		}
	}
	/* Han and Hangul, so that most tables of the east need no second look. */
	assert_true(safe > 38000);
	pl_buf_release(&scratch);
}

static void test_compose(void **state)
{
	static const struct {
		const char *text, *composed;
		bool may;
	} table[] = {
		{"plain", "plain", false},
		{"Mu\xCC\x88ller", "M\xC3\xBCller", true},
		{"M\xC3\xBCller", "M\xC3\xBCller", false},
		{"\xE1\x84\x80\xE1\x85\xA1", "\xEA\xB0\x80", true}, /* ㄱ + ㅏ = 가 */
		{"\xE2\x84\xAB", "\xC3\x85", true},                 /* ångström sign */
		{"\xC3", "\xC3", true},                             /* cut */
		{"\xFF\x80", "\xFF\x80", true},                     /* no UTF-8 */
	};
	struct pl_buf out = PL_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < PL_LEN(table); i++) {
		pl_buf_clear(&out);
		pl_compose(&out, pl_str_c(table[i].text));
		assert_true(pl_str_eq(pl_buf_str(&out), pl_str_c(table[i].composed)));
		assert_int_equal(pl_may_compose(pl_str_c(table[i].text)), table[i].may);
	}
	pl_buf_clear(&out);
	pl_compose(&out, pl_str_of("a\0e\xCC\x81", 5));
	assert_true(pl_str_eq(pl_buf_str(&out), pl_str_of("a\0\xC3\xA9", 4)));
	pl_buf_clear(&out);
	pl_compose(&out, pl_str_of(NULL, 0));
	assert_int_equal(out.len, 0);
	pl_buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(test_safe_characters), cmocka_unit_test(test_compose)};

	return cmocka_run_group_tests_name("base_unicode", tests, NULL, NULL);
}
