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

static void add_rules(struct pl_buf *out, struct pl_str form, const struct pl_rule *const *rules, size_t count)
{
	if (pl_str_eq(form, PL_S("yaml")))
		pl_config_write_default(out);
	else if (pl_str_eq(form, PL_S("json")))
		pl_explain_json(out, rules, count);
	else
		add_list(out, rules, count);
}

enum pl_exit pl_command_rules(const struct pl_arguments *arguments)
{
	const struct pl_str form = pl_str_c(arguments->yaml ? "yaml" : arguments->form);
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_buf text = PL_BUF_INIT;
	enum pl_exit code = PL_EXIT_USAGE;
	const struct pl_rule *const *rules;
	size_t count;

	if (arguments->form && !pl_str_eq(form, pl_str_c(arguments->form)))
		return pl_misused("--yaml and --format %s contradict each other", arguments->form);
	if (arguments->paths.len > 0)
		return pl_misused("rules takes no word %s; 'padlint explain %s' may be meant", arguments->paths.ptr[0],
				  arguments->paths.ptr[0]);
	rules = pl_known_rules(&arena, arguments, &count);
	if (rules) {
		add_rules(&text, form, rules, count);
		code = pl_print(pl_buf_str(&text));
	}
	pl_buf_release(&text);
	pl_arena_release(&arena);
	return code;
}
