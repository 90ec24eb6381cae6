/* SPDX-License-Identifier: Apache-2.0 */
/* `padlint explain RULE`: all that a rule says about itself. */
#include "linter/commands.h"
#include "linter/rule.h"
#include "reports/escape.h"

enum { WIDTH = 80, INDENT = 4 };

static void add_section(struct pl_buf *out, const char *title, const char *text)
{
	if (!text || !*text)
		return;
	pl_buf_printf(out, "\n%s\n", title);
	pl_add_spaces(out, INDENT);
	pl_add_wrapped(out, pl_str_c(text), INDENT, INDENT, WIDTH);
	pl_buf_addc(out, '\n');
}

/* Keys of one partition, as DynamoDB returns them. */
static void add_keys(struct pl_buf *out, const char *title, const char *const *keys)
{
	if (!keys || !keys[0])
		return;
	pl_buf_printf(out, "\n%s\n", title);
	for (; *keys; keys++) {
		pl_add_spaces(out, INDENT);
		pl_add_cut(out, pl_str_c(*keys), WIDTH - INDENT);
		pl_buf_addc(out, '\n');
	}
}

static void add_value(struct pl_buf *out, const struct pl_option *option)
{
	switch (option->type) {
	case PL_OPT_PERCENT:
		pl_buf_printf(out, "%g%%", option->value * 100);
		break;
	case PL_OPT_YEARS:
		pl_buf_printf(out, "%gy", option->value);
		break;
	case PL_OPT_BOOL:
		pl_buf_adds(out, option->value != 0 ? "true" : "false");
		break;
	case PL_OPT_NUMBER:
		pl_buf_printf(out, "%g", option->value);
		break;
	}
}

static void add_options(struct pl_buf *out, const struct pl_option *option)
{
	if (!option || !option->name)
		return;
	pl_buf_adds(out, "\nOptions in padlint.yaml\n");
	for (; option->name; option++) {
		struct pl_buf text = PL_BUF_INIT;

		pl_buf_printf(&text, "%s: ", option->name);
		add_value(&text, option);
		pl_buf_printf(&text, "   %s", option->help);
		pl_add_spaces(out, INDENT);
		pl_add_wrapped(out, pl_buf_str(&text), INDENT, INDENT + 2, WIDTH);
		pl_buf_addc(out, '\n');
		pl_buf_release(&text);
	}
}

static void add_rule(struct pl_buf *out, const struct pl_rule *rule)
{
	pl_buf_printf(out, "%s %s (%s, since %s)\n\n", rule->code, rule->name, pl_level_name(rule->level),
		      rule->since);
	pl_add_wrapped(out, pl_str_c(rule->summary), 0, 0, WIDTH);
	pl_buf_addc(out, '\n');
	add_section(out, "Why", rule->why);
	add_keys(out, "Bad: as DynamoDB returns them", rule->bad);
	add_keys(out, "Good", rule->good);
	add_section(out, "Fix", rule->fix);
	add_section(out, "Blind spots", rule->blind);
	add_options(out, rule->options);
	add_section(out, "Source", rule->source);
}

static enum pl_exit unknown_rule(const char *name)
{
	const char **names = pl_calloc(pl_rule_count * 2, sizeof(*names));
	const char *near;
	enum pl_exit code;

	for (size_t i = 0; i < pl_rule_count; i++) {
		names[2 * i] = pl_rules[i]->code;
		names[2 * i + 1] = pl_rules[i]->name;
	}
	near = pl_nearest(pl_str_c(name), names, pl_rule_count * 2);
	code = near ? pl_misused("unknown rule %s; did you mean %s?", name, near)
		    : pl_misused("unknown rule %s; 'padlint rules' lists them", name);
	free(names);
	return code;
}

static void add_all(struct pl_buf *out)
{
	for (size_t i = 0; i < pl_rule_count; i++) {
		if (i > 0)
			pl_buf_adds(out, "\n\n");
		add_rule(out, pl_rules[i]);
	}
}

enum pl_exit pl_command_explain(const struct pl_arguments *arguments)
{
	struct pl_buf text = PL_BUF_INIT;
	enum pl_exit code = PL_EXIT_OK;

	if (arguments->paths.len == 0)
		return pl_misused("explain which rule? A code such as PL101, a name, or all");
	for (size_t i = 0; i < arguments->paths.len && code == PL_EXIT_OK; i++) {
		struct pl_str name = pl_str_c(arguments->paths.ptr[i]);
		const struct pl_rule *rule = pl_rule_find(name);

		if (i > 0)
			pl_buf_adds(&text, "\n\n");
		if (pl_str_eq(name, PL_S("all")))
			add_all(&text);
		else if (rule)
			add_rule(&text, rule);
		else
			code = unknown_rule(arguments->paths.ptr[i]);
	}
	if (code == PL_EXIT_OK)
		code = pl_print(pl_buf_str(&text));
	pl_buf_release(&text);
	return code;
}
