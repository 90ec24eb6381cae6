/* SPDX-License-Identifier: Apache-2.0 */
/* Configuration files: what is read, and what each mistake is told. The rules are stand-ins. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

#include "linter/base/buf.h"
#include "linter/base/yaml.h"
#include "linter/config.h"

static const struct pl_option some_options[] = {
	{"headroom", PL_OPT_PERCENT, 0.10, "h"},
	{"horizon", PL_OPT_YEARS, 10, "h"},
	{"least", PL_OPT_NUMBER, 3, "h"},
	{"strict", PL_OPT_BOOL, 1, "h"},
	{NULL, PL_OPT_NUMBER, 0, NULL},
};
static const struct pl_rule width = {.code = "PL101", .name = "mixed-pad-width", .summary = "s", .level = PL_ERROR};
static const struct pl_rule risk = {
	.code = "PL103", .name = "width-overflow-risk", .summary = "s", .level = PL_WARNING, .options = some_options};
const struct pl_rule *const pl_rules[] = {&width, &risk};
const size_t pl_rule_count = PL_LEN(pl_rules);

const struct pl_rule *pl_rule_find(struct pl_str name)
{
	for (size_t i = 0; i < pl_rule_count; i++)
		if (pl_str_eq(name, pl_str_c(pl_rules[i]->code)) || pl_str_eq(name, pl_str_c(pl_rules[i]->name)))
			return pl_rules[i];
	return NULL;
}

struct fixture {
	struct pl_arena arena;
	struct pl_config config;
	struct pl_error error;
	char dir[64], path[96];
};

static int begin(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	snprintf(f->dir, sizeof(f->dir), "/tmp/padlint-config-XXXXXX");
	assert_non_null(mkdtemp(f->dir));
	snprintf(f->path, sizeof(f->path), "%s/padlint.yaml", f->dir);
	pl_config_default(&f->arena, &f->config);
	*state = f;
	return 0;
}

static int end(void **state)
{
	struct fixture *f = *state;

	unlink(f->path);
	rmdir(f->dir);
	pl_arena_release(&f->arena);
	free(f);
	return 0;
}

static void write_file(const char *path, struct pl_str text)
{
	FILE *file = fopen(path, "wb");

	assert_non_null(file);
	assert_int_equal(fwrite(text.ptr, 1, text.len, file), text.len);
	assert_int_equal(fclose(file), 0);
}

static bool reads(struct fixture *f, const char *text)
{
	f->error.set = false;
	pl_config_default(&f->arena, &f->config);
	write_file(f->path, pl_str_c(text));
	return pl_config_read(&f->arena, f->path, &f->config, &f->error);
}

/* The file is refused, and `says` stands in the error behind the path. */
static void refuses(struct fixture *f, const char *text, const char *says)
{
	char line[300];

	assert_false(reads(f, text));
	assert_true(f->error.set);
	assert_int_equal(f->error.code, PL_EXIT_USAGE);
	snprintf(line, sizeof(line), "%s:%s", f->path, says);
	if (!strstr(f->error.text, line))
		fail_msg("no \"%s\" in:\n%s", line, f->error.text);
}

static void accepts(struct fixture *f, const char *text)
{
	if (!reads(f, text))
		fail_msg("%s", f->error.text);
}

static void defaults(void **state)
{
	struct fixture *f = *state;

	assert_int_equal(f->config.fail_on, PL_WARNING);
	assert_int_equal(f->config.rules[0].level, PL_ERROR);
	assert_int_equal(f->config.rules[1].level, PL_WARNING);
	assert_true(f->config.rules[1].option[0] > 0.099 && f->config.rules[1].option[0] < 0.101);
	assert_true(f->config.code_labels.count > 20 && f->config.order_labels.count > 20);
}

/* What is written as the default reads back as the default. */
static void written_default(void **state)
{
	struct fixture *f = *state;
	struct pl_buf out = PL_BUF_INIT;
	struct pl_config fresh;

	pl_config_write_default(&out);
	accepts(f, out.ptr);
	pl_config_default(&f->arena, &fresh);
	for (size_t i = 0; i < pl_rule_count; i++) {
		assert_int_equal(f->config.rules[i].level, fresh.rules[i].level);
		for (size_t k = 0; k < PL_MAX_OPTIONS; k++)
			assert_true(f->config.rules[i].option[k] == fresh.rules[i].option[k]);
	}
	assert_int_equal(f->config.code_labels.count, fresh.code_labels.count);
	assert_int_equal(f->config.order_labels.count, fresh.order_labels.count);
	for (size_t i = 0; i < fresh.order_labels.count; i++)
		assert_true(pl_str_eq(f->config.order_labels.word[i], fresh.order_labels.word[i]));
	pl_buf_release(&out);
}

static void good_files(void **state)
{
	struct fixture *f = *state;

	accepts(f, "");
	accepts(f, "# nothing\n");
	accepts(f, "ruleset: 1\nfail-on: never\npatterns: []\nignore: []\n");
	assert_int_equal(f->config.fail_on, PL_OFF);
	accepts(f, "rules:\n  mixed-pad-width: off\n  PL103: {level: info, headroom: 2.5%, horizon: 3y, least: 7, strict: false}\n");
	assert_int_equal(f->config.rules[0].level, PL_OFF);
	assert_int_equal(f->config.rules[1].level, PL_INFO);
	assert_true(f->config.rules[1].option[0] == 0.025);
	assert_true(f->config.rules[1].option[1] == 3);
	assert_true(f->config.rules[1].option[2] == 7);
	assert_true(f->config.rules[1].option[3] == 0);
	accepts(f, "code-labels: [zip, 우편번호]\norder-labels: \"^(v|rev)$\"\n");
	assert_int_equal(f->config.code_labels.count, 2);
	assert_null(f->config.code_labels.pattern);
	assert_non_null(f->config.order_labels.pattern);
}

static void ignores(void **state)
{
	struct fixture *f = *state;
	const struct pl_ignore *ignore;

	accepts(f, "ignore:\n  - {rule: PL101, table: Orders, entity: Order, segment: 2, until: 2027-01-31, reason: \"legacy\"}\n"
		   "  - {rule: width-overflow-risk, reason: ok}\n");
	assert_int_equal(f->config.nignores, 2);
	ignore = &f->config.ignores[0];
	assert_ptr_equal(ignore->rule, &width);
	assert_true(pl_str_eq(ignore->table, PL_S("Orders")));
	assert_true(pl_str_eq(ignore->entity, PL_S("Order")));
	assert_int_equal(ignore->segment, 2);
	assert_true(ignore->until_seconds == INT64_C(1801440000));
	assert_int_equal(ignore->at.line, 2);
	assert_ptr_equal(f->config.ignores[1].rule, &risk);
	assert_int_equal(f->config.ignores[1].until.len, 0);

	refuses(f, "ignore: [{rule: PL101}]", "1:10: an ignore needs a reason");
	refuses(f, "ignore: [{rule: PL101, reason: \"\"}]", "1:10: an ignore needs a reason");
	refuses(f, "ignore: [{reason: x}]", "1:10: an ignore needs a rule");
	refuses(f, "ignore: [{rule: PL1O1, reason: x}]", "1:17: unknown rule \"PL1O1\"; did you mean \"PL101\"?");
	refuses(f, "ignore: [{rule: PL101, reason: x, until: 31.1.2027}]", "1:42: until must be a date");
	refuses(f, "ignore: [{rule: PL101, reason: x, until: 2027-02-30}]", "1:42: until must be a date");
	refuses(f, "ignore: [{rule: PL101, reason: x, segment: 0}]", "1:44: segment must be a number from 1");
	refuses(f, "ignore: [{rule: PL101, reason: x, tabel: y}]", "1:35: unknown key of an ignore \"tabel\"; did you mean \"table\"?");
	refuses(f, "ignore: {rule: PL101}", "1:9: ignore must be a list, not a map");
}

static void patterns(void **state)
{
	struct fixture *f = *state;
	const struct pl_own *own;

	accepts(f, "ignore: [{rule: sku-form, reason: x}]\n"
		   "patterns:\n"
		   "  - {code: PL912, name: no-mail, level: off, forbid: '@', message: keys hold no mail}\n"
		   "  - {code: PL901, name: sku-form, on: {table: T, index: G, attribute: A, entity: E, segment: 3},\n"
		   "     require: '^[0-9]+$', message: 'a number'}\n");
	assert_int_equal(f->config.nown, 2);
	own = &f->config.own[0];
	assert_string_equal(own->rule.code, "PL901");
	assert_string_equal(own->rule.summary, "a number");
	assert_string_equal(own->rule.why, "The pattern `^[0-9]+$` must be found in segment 3 of A, entity E, index G, table T.");
	assert_int_equal(own->rule.level, PL_WARNING);
	assert_int_equal(own->watch.segment, 3);
	assert_false(own->watch.forbid);
	assert_int_equal(own->at.line, 4);
	assert_ptr_equal(f->config.ignores[0].rule, &own->rule);
	assert_ptr_equal(pl_config_own(&f->config, PL_S("PL912")), &f->config.own[1]);
	assert_null(pl_config_own(&f->config, PL_S("PL9")));
	assert_int_equal(f->config.own[1].rule.level, PL_OFF);
	assert_true(f->config.own[1].watch.forbid);

#define WITH(members) "patterns: [{code: PL901, name: a-b, message: m, " members "}]\n"
	refuses(f, "patterns: [{code: PL901}]\n", "1:12: a pattern needs a code, a name and a message");
	refuses(f, WITH("level: info"), "1:12: a pattern needs require or forbid");
	refuses(f, WITH("require: a, forbid: b"), "1:69: a pattern either requires or forbids");
	refuses(f, WITH("require: '('"), "1:58: require is no PCRE2 pattern: missing closing parenthesis (at byte 1)");
	refuses(f, WITH("forbid: ''"), "1:57: forbid");
	refuses(f, WITH("forbit: a"), "1:49: unknown key of a pattern \"forbit\"; did you mean \"forbid\"?");
	refuses(f, WITH("forbid: a, on: {segmnt: 1}"), "1:65: unknown key of on \"segmnt\"; did you mean \"segment\"?");
	refuses(f, WITH("forbid: a, on: {segment: 0}"), "1:74: segment must be a number from 1");
	refuses(f, WITH("forbid: a, on: SK"), "1:64: on must be a map, not text");
	refuses(f, WITH("forbid: a, level: loud"), "1:67: unknown level \"loud\"");
	refuses(f, "patterns: [{code: PL101}]", "1:19: code must be PL900 to PL999, which are yours, not \"PL101\"");
	refuses(f, "patterns: [{code: PL9011}]", "1:19: code must be PL900 to PL999");
	refuses(f, "patterns: [{name: A_b}]", "1:19: name must be words in lower case");
	refuses(f, "patterns: [{name: -b}]", "1:19: name must be words in lower case");
	refuses(f, "patterns: [{name: b-}]", "1:19: name must be words in lower case");
	refuses(f, "patterns: [{name: mixed-pad-width}]", "1:19: there is a rule mixed-pad-width already");
	refuses(f, "patterns:\n- {code: PL901, name: a, message: m, forbid: a}\n- {code: PL901, name: a, message: m, forbid: a}\n",
		"3:10: line 2 has the code PL901 already");
	refuses(f, "patterns: {a: b}\n", "1:11: patterns must be a list, not a map");
	refuses(f, "patterns: [a]\n", "1:12: a pattern must be a map, not text");
	refuses(f, "patterns:\n- {code: PL901, name: a, message: m, forbid: a}\nrules: {a: off}\n",
		"3:9: PL901 is a pattern of your own: its level stands in line 2");
	refuses(f, "patterns:\n- {code: PL901, name: one-two, message: m, forbid: a}\nignore: [{rule: one-tow, reason: x}]\n",
		"3:17: unknown rule \"one-tow\"; did you mean \"one-two\"?");
}

static void mistakes(void **state)
{
	struct fixture *f = *state;

	refuses(f, "rules:\n  mixed-pad-widht: error\n", "2:3: unknown rule \"mixed-pad-widht\"; did you mean \"mixed-pad-width\"?");
	refuses(f, "rules:\n  utterly-else: error\n", "2:3: unknown rule \"utterly-else\"");
	refuses(f, "rules:\n  PL101: eror\n", "2:10: unknown level \"eror\"; did you mean \"error\"?");
	refuses(f, "rules:\n  PL101:\n", "2:");
	refuses(f, "rules:\n  PL101: [error]\n", "2:10: a level must be text, not a list");
	refuses(f, "rules:\n  PL103: {headrom: 10%}\n",
		"2:11: unknown option of width-overflow-risk \"headrom\"; did you mean \"headroom\"?");
	refuses(f, "rules:\n  PL103: {headroom: 10}\n", "2:21: headroom must be a share, as 10%, not \"10\"");
	refuses(f, "rules:\n  PL103: {headroom: 101%}\n", "2:21: headroom must be a share");
	refuses(f, "rules:\n  PL103: {headroom: \"%\"}\n", "2:21: headroom must be a share");
	refuses(f, "rules:\n  PL103: {horizon: 10}\n", "2:20: horizon must be a time in years");
	refuses(f, "rules:\n  PL103: {least: 1.}\n", "2:18: least must be a number");
	refuses(f, "rules:\n  PL103: {least: 1e5}\n", "2:18: least must be a number");
	refuses(f, "rules:\n  PL103: {strict: yes}\n", "2:19: strict must be true or false");
	refuses(f, "rules:\n  PL101: error\n  mixed-pad-width: off\n", "3:3: PL101 is mixed-pad-width, which line 2 sets already");
	refuses(f, "rules:\n  PL101: error\n  PL101: off\n", "3:3: \"PL101\" stands twice in one map (first in line 2)");
	refuses(f, "rule:\n  PL101: error\n", "1:1: unknown key \"rule\"; did you mean \"rules\"?");
	refuses(f, "ruleset: 2\n", "1:10: ruleset must be 1");
	refuses(f, "fail-on: off\n", "1:10: unknown level for fail-on \"off\"");
	refuses(f, "fail-on: warnings\n", "1:10: unknown level for fail-on \"warnings\"; did you mean \"warning\"?");
	refuses(f, "code-labels: {a: b}\n", "1:14: code-labels must be a list, not a map");
	refuses(f, "code-labels: [Zip]\n", "1:15: \"Zip\" is no single word in lower case");
	refuses(f, "code-labels: \"(\"\n", "1:14: code-labels is no PCRE2 pattern");
	refuses(f, "code-labels+: [a]\n", "1:1: unknown key \"code-labels+\"; did you mean \"code-labels\"?");
	refuses(f, "- a\n", "1:1: a configuration must be a map, not a list");
	refuses(f, "rules: {\n", "2:1: ");
	refuses(f, "a: 1\n---\nb: 2\n", "2:1: a second document begins here");
	refuses(f, "a: *b\n", "1:4: no anchor &b stands in front of this");
	refuses(f, "a: &b [*b]\n", "1:8: no anchor &b stands in front of this");
	refuses(f, "? [a]\n: b\n", "1:3: a key must be text");
}

/* Every error of a file is listed, one a line. */
static void all_errors(void **state)
{
	struct fixture *f = *state;
	char text[2000] = "rules:\n";
	size_t lines = 1;

	refuses(f, "ruleset: 3\nfail-no: x\nrules: {PL101: bad}\n", "1:10: ruleset");
	assert_non_null(strstr(f->error.text, ":2:1: unknown key \"fail-no\"; did you mean \"fail-on\"?"));
	assert_non_null(strstr(f->error.text, ":3:16: unknown level \"bad\""));

	for (int i = 0; i < 40; i++)
		snprintf(text + strlen(text), sizeof(text) - strlen(text), "  no-such-rule-%d: off\n", i);
	refuses(f, text, "2:3: unknown rule");
	for (const char *at = f->error.text; *at; at++)
		lines += *at == '\n';
	assert_int_equal(lines, 13);
	assert_non_null(strstr(f->error.text, "… and 28 more"));
}

static void too_much(void **state)
{
	struct fixture *f = *state;
	struct pl_buf text = PL_BUF_INIT;

	for (int i = 0; i < 40; i++)
		pl_buf_adds(&text, "[");
	refuses(f, text.ptr, "1:33: lists and maps are nested too deep");

	pl_buf_clear(&text);
	pl_buf_adds(&text, "a0: &a0 [x,x,x,x,x,x,x,x,x,x]\n");
	for (int i = 1; i < 9; i++)
		pl_buf_printf(&text, "a%d: &a%d [*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d,*a%d]\n", i, i, i - 1, i - 1, i - 1,
			      i - 1, i - 1, i - 1, i - 1, i - 1, i - 1);
	refuses(f, text.ptr, "6:");
	assert_non_null(strstr(f->error.text, "too many nodes once aliases are followed"));

	pl_buf_clear(&text);
	for (int i = 0; i < (1 << 20) / 8 + 1; i++)
		pl_buf_adds(&text, "#234567\n");
	assert_false(reads(f, text.ptr));
	assert_non_null(strstr(f->error.text, "larger than 1 MiB"));
	pl_buf_release(&text);

	assert_false(reads(f, "a: \x01\n"));
	assert_non_null(strstr(f->error.text, "not YAML text at byte"));
	unlink(f->path);
	f->error.set = false;
	assert_false(pl_config_read(&f->arena, f->path, &f->config, &f->error));
	assert_non_null(strstr(f->error.text, "No such file"));
}

static void found_upward(void **state)
{
	struct fixture *f = *state;
	char sub[96], deeper[128];
	const char *path;

	snprintf(sub, sizeof(sub), "%s/a", f->dir);
	snprintf(deeper, sizeof(deeper), "%s/b", sub);
	assert_int_equal(mkdir(sub, 0700), 0);
	assert_int_equal(mkdir(deeper, 0700), 0);
	assert_null(pl_config_find(&f->arena, deeper));
	write_file(f->path, PL_S("ruleset: 1\n"));
	path = pl_config_find(&f->arena, deeper);
	assert_non_null(path);
	assert_string_equal(path, f->path);
	assert_string_equal(pl_config_find(&f->arena, f->dir), f->path);
	assert_null(pl_config_find(&f->arena, "/no/such/folder"));
	rmdir(deeper);
	rmdir(sub);
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(defaults), TEST(written_default), TEST(good_files), TEST(ignores), TEST(patterns),     TEST(mistakes),
		TEST(all_errors), TEST(too_much),      TEST(found_upward),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
