/* SPDX-License-Identifier: Apache-2.0 */
/* The command line: values, their limits, what is refused and what is suggested. */
#include "linter/options.h"

#include <setjmp.h>
#include <cmocka.h>

enum { MOST_WORDS = 16 };

/* Parses words separated by one space; they live until the next call. */
static bool parse(const char *line, struct pl_arguments *arguments, struct pl_error *error)
{
	static char words[512];
	static char *argv[MOST_WORDS];
	int argc = 0;

	assert_true(strlen(line) < sizeof(words));
	memcpy(words, line, strlen(line) + 1);
	for (char *at = words; *at;) {
		size_t len = strcspn(at, " ");

		assert_true(argc < MOST_WORDS);
		argv[argc++] = at;
		at += len;
		if (*at)
			*at++ = '\0';
	}
	*arguments = (struct pl_arguments){0};
	*error = (struct pl_error){0};
	return pl_options_parse(PL_CMD_CHECK, argc, argv, arguments, error);
}

static void good(const char *line, struct pl_arguments *arguments)
{
	struct pl_error error;

	if (!parse(line, arguments, &error))
		fail_msg("%s: %s", line, error.text);
}

static void bad(const char *line, const char *part)
{
	struct pl_arguments arguments;
	struct pl_error error;

	if (parse(line, &arguments, &error))
		fail_msg("%s: accepted", line);
	assert_int_equal(error.code, PL_EXIT_USAGE);
	if (!strstr(error.text, part))
		fail_msg("%s: \"%s\" is not in \"%s\"", line, part, error.text);
	pl_arguments_release(&arguments);
}

static void values_in_both_spellings(void **state)
{
	struct pl_arguments a;

	(void)state;
	good("--pk PK --sk=SK a.json --index G=A,B --index=H=C - -- --table", &a);
	assert_string_equal(a.pk, "PK");
	assert_string_equal(a.sk, "SK");
	assert_int_equal(a.paths.len, 3);
	assert_string_equal(a.paths.ptr[1], "-");
	assert_string_equal(a.paths.ptr[2], "--table");
	assert_int_equal(a.indexes.len, 2);
	assert_string_equal(a.indexes.ptr[1], "H=C");
	pl_arguments_release(&a);
	good("-qv --mask --no-progress", &a);
	assert_true(a.quiet && a.verbose && a.mask && a.no_progress && !a.help);
	pl_arguments_release(&a);
}

static void formats_with_and_without_a_path(void **state)
{
	struct pl_arguments a;

	(void)state;
	good("--format text --format json=a=b.json", &a);
	assert_int_equal(a.formats.len, 2);
	assert_true(pl_str_eq(a.formats.ptr[0].format, PL_S("text")));
	assert_null(a.formats.ptr[0].path);
	assert_true(pl_str_eq(a.formats.ptr[1].format, PL_S("json")));
	assert_string_equal(a.formats.ptr[1].path, "a=b.json");
	pl_arguments_release(&a);
	bad("--format json=", "no file name");
}

static void sizes(void **state)
{
	struct pl_arguments a;

	(void)state;
	good("--memory 16M", &a);
	assert_true(a.memory == (size_t)16 << 20);
	good("--memory 2g", &a);
	assert_true(a.memory == (size_t)2 << 30);
	good("--memory 16777216", &a);
	assert_true(a.memory == (size_t)16 << 20);
	good("--memory 16384K", &a);
	assert_true(a.memory == (size_t)16 << 20);
	bad("--memory 15M", "at least 16M");
	bad("--memory 0", "at least 16M");
	bad("--memory M", "must be a size");
	bad("--memory 1T", "must be a size");
	bad("--memory 16MB", "must be a size");
	bad("--memory -16M", "must be a size");
	bad("--memory 99999999999999999999", "must be a size");
	bad("--memory 18446744073709551615G", "must be a size");
}

static void days(void **state)
{
	struct pl_arguments a;

	(void)state;
	good("--today 2026-06-23", &a);
	assert_true(a.today_given);
	assert_true(a.today == INT64_C(1782172800));
	bad("--today 2026-02-30", "YYYY-MM-DD");
	bad("--today 2026-6-23", "YYYY-MM-DD");
	bad("--today 20260623", "YYYY-MM-DD");
	bad("--today tomorrow!!", "YYYY-MM-DD");
}

static void choices(void **state)
{
	struct pl_arguments a;

	(void)state;
	good("--fail-on never --color always", &a);
	assert_true(a.fail_on_given);
	assert_int_equal(a.fail_on, PL_OFF);
	assert_int_equal(a.color, PL_COLOR_ALWAYS);
	good("--fail-on=info --color=never", &a);
	assert_int_equal(a.fail_on, PL_INFO);
	assert_int_equal(a.color, PL_COLOR_NEVER);
	bad("--fail-on err", "error|warning|info|never");
	bad("--color yes", "auto|always|never");
	good("--threads 256", &a);
	assert_int_equal(a.threads, 256);
	bad("--threads 0", "from 1 to 256");
	bad("--threads 257", "from 1 to 256");
	bad("--threads 4x", "from 1 to 256");
}

static void what_is_refused(void **state)
{
	(void)state;
	bad("--formt json", "did you mean --format?");
	bad("--fail-no error", "did you mean --fail-on?");
	bad("--verb", "did you mean --verbose?");
	bad("--qwertyuiop", "unknown option --qwertyuiop");
	bad("--yaml", "unknown option"); /* of another command */
	bad("-x", "unknown option -x");
	bad("--pk", "--pk needs a value: ATTR");
	bad("--pk=", "--pk needs ATTR");
	bad("--mask=yes", "--mask takes no value");
}

static void colours(void **state)
{
	(void)state;
	assert_true(pl_color_wanted(PL_COLOR_AUTO, true, NULL, "xterm"));
	assert_true(pl_color_wanted(PL_COLOR_AUTO, true, "", "xterm")); /* set but empty does not count */
	assert_false(pl_color_wanted(PL_COLOR_AUTO, true, "1", "xterm"));
	assert_false(pl_color_wanted(PL_COLOR_AUTO, true, NULL, "dumb"));
	assert_false(pl_color_wanted(PL_COLOR_AUTO, true, NULL, NULL));
	assert_false(pl_color_wanted(PL_COLOR_AUTO, false, NULL, "xterm"));
	assert_true(pl_color_wanted(PL_COLOR_ALWAYS, false, "1", NULL));
	assert_false(pl_color_wanted(PL_COLOR_NEVER, true, NULL, "xterm"));
}

static void nearest_words(void **state)
{
	static const char *const words[] = {"check", "rules", "explain"};

	(void)state;
	assert_string_equal(pl_nearest(PL_S("chekc"), words, 3), "check");
	assert_string_equal(pl_nearest(PL_S("rule"), words, 3), "rules");
	assert_string_equal(pl_nearest(PL_S("exp"), words, 3), "explain");
	assert_null(pl_nearest(PL_S("zzz"), words, 3));
	assert_null(pl_nearest(PL_S(""), words, 3));
	assert_null(pl_nearest(PL_S("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"), words, 3));
}

static void help_fits_the_page(void **state)
{
	struct pl_buf out = PL_BUF_INIT;

	(void)state;
	pl_options_help(&out, PL_CMD_CHECK);
	for (const char *at = out.ptr; *at;) {
		size_t len = strcspn(at, "\n");

		assert_true(len <= 80);
		assert_true(len > 0 && at[len - 1] != ' ');
		at += len + 1;
	}
	/* Every option of the table that check has is told. */
	for (size_t i = 0; i < pl_option_row_count; i++)
		if (pl_option_rows[i].commands & PL_CMD_CHECK)
			assert_non_null(strstr(out.ptr, pl_option_rows[i].name));
	pl_buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(values_in_both_spellings),
		cmocka_unit_test(formats_with_and_without_a_path),
		cmocka_unit_test(sizes),
		cmocka_unit_test(days),
		cmocka_unit_test(choices),
		cmocka_unit_test(what_is_refused),
		cmocka_unit_test(colours),
		cmocka_unit_test(nearest_words),
		cmocka_unit_test(help_fits_the_page),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
