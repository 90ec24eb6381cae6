/* SPDX-License-Identifier: Apache-2.0 */
/* `padlint rules`: the list of rules, as a table, as JSON, or as the configuration that spells it out. */
#include "linter/commands.h"
#include "linter/config.h"
#include "linter/explain.h"
#include "reports/escape.h"

enum { WIDTH = 80 };

static size_t longest_name(const struct pl_rule *const *rules, size_t count)
{
	size_t most = 0;

	for (size_t i = 0; i < count; i++)
		most = PL_MAX(most, strlen(rules[i]->name));
	return most;
}

static void add_list(struct pl_buf *out, const struct pl_rule *const *rules, size_t count)
{
	size_t name = longest_name(rules, count);

	for (size_t i = 0; i < count; i++) {
		const struct pl_rule *rule = rules[i];
		size_t from;

		if (i == 0 || rules[i - 1]->code[2] != rule->code[2])
			pl_buf_printf(out, "%s%s\n", i ? "\n" : "", pl_rule_family(rule));
		from = out->len;
		pl_buf_printf(out, "%s  %-*s  %-7s  ", rule->code, (int)name, rule->name, pl_level_name(rule->level));
		from = out->len - from;
		pl_add_wrapped(out, pl_str_c(rule->summary), from, from, WIDTH);
		pl_buf_addc(out, '\n');
	}
	pl_buf_adds(out, "\n'padlint explain RULE' tells more; 'padlint rules --format yaml' prints every option.\n");
}

/* With the patterns of the configuration at hand; the built-in one is printed as it is. */
static bool print_rules(const struct pl_arguments *arguments, struct pl_str form, struct pl_buf *out, struct pl_error *error)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_config config = {0};
	const struct pl_rule *const *rules;
	bool good = pl_configure(&arena, arguments, &config, error);
	size_t count;

	rules = pl_config_rules(&arena, &config, &count);
	if (arguments->yaml || pl_str_eq(form, PL_S("yaml")))
		pl_config_write_default(out);
	else if (pl_str_eq(form, PL_S("json")))
		pl_explain_json(out, rules, count);
	else
		add_list(out, rules, count);
	pl_arena_release(&arena);
	return good;
}

enum pl_exit pl_command_rules(const struct pl_arguments *arguments)
{
	const struct pl_str form = pl_str_c(arguments->form);
	struct pl_buf text = PL_BUF_INIT;
	struct pl_error error = {0};
	enum pl_exit code;

	if (arguments->yaml && form.len && !pl_str_eq(form, PL_S("yaml")))
		return pl_misused("--yaml and --format %s contradict each other", arguments->form);
	if (arguments->paths.len > 0)
		return pl_misused("rules takes no word %s; 'padlint explain %s' may be meant", arguments->paths.ptr[0],
				  arguments->paths.ptr[0]);
	if (print_rules(arguments, form, &text, &error)) {
		code = pl_print(pl_buf_str(&text));
	} else {
		pl_complain("%s", error.text);
		code = error.code;
	}
	pl_buf_release(&text);
	return code;
}
