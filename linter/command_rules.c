/* SPDX-License-Identifier: Apache-2.0 */
/* `padlint rules`: the list of rules, as a table, as JSON, or as the configuration that spells it out. */
#include "linter/commands.h"
#include "linter/config.h"
#include "linter/rule.h"
#include "reports/escape.h"
#include "reports/reports.h"

enum { WIDTH = 80 };

static size_t longest_name(void)
{
	size_t most = 0;

	for (size_t i = 0; i < pl_rule_count; i++)
		most = PL_MAX(most, strlen(pl_rules[i]->name));
	return most;
}

static void add_list(struct pl_buf *out)
{
	size_t name = longest_name();

	for (size_t i = 0; i < pl_rule_count; i++) {
		const struct pl_rule *rule = pl_rules[i];
		size_t from = out->len;

		pl_buf_printf(out, "%s  %-*s  %-7s  ", rule->code, (int)name, rule->name, pl_level_name(rule->level));
		from = out->len - from;
		pl_add_wrapped(out, pl_str_c(rule->summary), from, from, WIDTH);
		pl_buf_addc(out, '\n');
	}
	pl_buf_adds(out, "\n'padlint explain RULE' tells more; 'padlint rules --yaml' prints every option.\n");
}

/* Rule texts are constants of the program: UTF-8, where only these two and newlines need an escape. */
static void add_json_text(struct pl_buf *out, const char *name, const char *text, const char *behind)
{
	pl_buf_printf(out, "    \"%s\": \"", name);
	for (; text && *text; text++) {
		if (*text == '"' || *text == '\\')
			pl_buf_addc(out, '\\');
		if (*text == '\n')
			pl_buf_adds(out, "\\n");
		else
			pl_buf_addc(out, *text);
	}
	pl_buf_printf(out, "\"%s\n", behind);
}

static void add_json(struct pl_buf *out)
{
	pl_buf_adds(out, "[\n");
	for (size_t i = 0; i < pl_rule_count; i++) {
		const struct pl_rule *rule = pl_rules[i];

		pl_buf_adds(out, "  {\n");
		add_json_text(out, "code", rule->code, ",");
		add_json_text(out, "rule", rule->name, ",");
		add_json_text(out, "level", pl_level_name(rule->level), ",");
		add_json_text(out, "since", rule->since, ",");
		add_json_text(out, "summary", rule->summary, ",");
		add_json_text(out, "why", rule->why, ",");
		add_json_text(out, "fix", rule->fix, ",");
		add_json_text(out, "source", rule->source, "");
		pl_buf_adds(out, i + 1 < pl_rule_count ? "  },\n" : "  }\n");
	}
	pl_buf_adds(out, "]\n");
}

/* Only what a list of rules can be: text or JSON, to standard output. */
static enum pl_exit choose(const struct pl_arguments *arguments, bool *json)
{
	for (size_t i = 0; i < arguments->formats.len; i++) {
		const struct pl_output *output = &arguments->formats.ptr[i];

		*json = pl_str_eq(output->format, PL_S("json"));
		if (output->path || (!*json && !pl_str_eq(output->format, PL_S("text"))))
			return pl_misused("rules --format takes text or json, without a file");
	}
	if (*json && arguments->yaml)
		return pl_misused("--yaml and --format json contradict each other");
	return PL_EXIT_OK;
}

enum pl_exit pl_command_rules(const struct pl_arguments *arguments)
{
	struct pl_buf text = PL_BUF_INIT;
	bool json = false;
	enum pl_exit code = choose(arguments, &json);

	if (code != PL_EXIT_OK)
		return code;
	if (arguments->paths.len > 0)
		return pl_misused("rules takes no word %s; 'padlint explain %s' may be meant", arguments->paths.ptr[0],
				  arguments->paths.ptr[0]);
	if (arguments->yaml)
		pl_config_write_default(&text);
	else if (json)
		add_json(&text);
	else
		add_list(&text);
	code = pl_print(pl_buf_str(&text));
	pl_buf_release(&text);
	return code;
}
