/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/explain.h"

#include "linter/config.h"
#include "reports/escape.h"

enum { WIDTH = 80, INDENT = 4 };

const char *pl_rule_family(const struct pl_rule *rule)
{
	static const char *const families[10] = {
		[1] = "Numbers in strings", [2] = "Timestamps", [3] = "Collisions and uniqueness",
		[4] = "Structure",          [5] = "Queries",    [6] = "Migration",
		[9] = "Your own patterns",
	};
	const char *family = families[(rule->code[2] - '0') % 10];

	return family ? family : "Others";
}

/* What stands above the examples, and the language of a block of them in Markdown. */
static const struct {
	const char *bad, *good, *language;
} example_titles[] = {
	[PL_EX_KEYS] = {"Bad: as DynamoDB returns them", "Good", "text"},
	[PL_EX_ITEMS] = {"Bad: items of a dump", "Good", "json"},
	[PL_EX_SCHEMA] = {"Bad", "Good", "yaml"},
};

/* The level of one of the user's own stands where it was made, and nowhere else. */
static bool is_own(const struct pl_rule *rule)
{
	return rule->code[2] == '9';
}

/* Whether its evidence can be too weak for its level. */
static bool may_be_less(const struct pl_rule *rule)
{
	return rule->level > PL_INFO && !is_own(rule);
}

/* ---- text ---- */

static void add_section(struct pl_buf *out, const char *title, const char *text)
{
	if (!text || !*text)
		return;
	pl_buf_printf(out, "\n%s\n", title);
	pl_add_spaces(out, INDENT);
	pl_add_wrapped(out, pl_str_c(text), INDENT, INDENT, WIDTH);
	pl_buf_addc(out, '\n');
}

static void add_examples(struct pl_buf *out, const char *title, const char *const *lines)
{
	if (!lines || !lines[0])
		return;
	pl_buf_printf(out, "\n%s\n", title);
	for (; *lines; lines++) {
		pl_add_spaces(out, INDENT);
		pl_add_cut(out, pl_str_c(*lines), WIDTH - INDENT);
		pl_buf_addc(out, '\n');
	}
}

static void add_configuration(struct pl_buf *out, const struct pl_rule *rule)
{
	if (is_own(rule))
		return;
	pl_buf_adds(out, "\nIn padlint.yaml\n    rules:\n      ");
	pl_config_write_rule(out, rule);
	for (const struct pl_option *option = rule->options; option && option->name; option++) {
		struct pl_buf text = PL_BUF_INIT;

		pl_buf_printf(&text, "%s: %s", option->name, option->help);
		pl_add_spaces(out, INDENT);
		pl_add_wrapped(out, pl_buf_str(&text), INDENT, INDENT + 2, WIDTH);
		pl_buf_addc(out, '\n');
		pl_buf_release(&text);
	}
}

void pl_explain_text(struct pl_buf *out, const struct pl_rule *rule)
{
	pl_buf_printf(out, "%s %s (%s%s", rule->code, rule->name, may_be_less(rule) ? "at most " : "",
		      pl_level_name(rule->level));
	if (rule->since)
		pl_buf_printf(out, ", since %s", rule->since);
	pl_buf_adds(out, ")\n\n");
	pl_add_wrapped(out, pl_str_c(rule->summary), 0, 0, WIDTH);
	pl_buf_addc(out, '\n');
	add_section(out, "Why", rule->why);
	add_examples(out, "Given in keys.yaml", rule->given);
	add_examples(out, example_titles[rule->examples].bad, rule->bad);
	add_examples(out, example_titles[rule->examples].good, rule->good);
	add_section(out, "Fix", rule->fix);
	add_section(out, "Blind spots", rule->blind);
	add_configuration(out, rule);
	add_section(out, "Source", rule->source);
}

/* ---- Markdown ---- */

/* Prose: what Markdown would take for marks is escaped; `code` stays code. */
static void add_prose(struct pl_buf *out, const char *text)
{
	bool code = false;

	for (; *text; text++) {
		code ^= *text == '`';
		if (!code && strchr("\\<>*_[]|", *text))
			pl_buf_addc(out, '\\');
		if (*text == '\n')
			pl_buf_addc(out, '\n'); /* an empty line between paragraphs */
		pl_buf_addc(out, *text);
	}
}

static void add_heading(struct pl_buf *out, const char *title, const char *text)
{
	if (!text || !*text)
		return;
	pl_buf_printf(out, "\n## %s\n\n", title);
	add_prose(out, text);
	pl_buf_addc(out, '\n');
}

static void add_block(struct pl_buf *out, const char *title, const char *language, const char *const *lines)
{
	if (!lines || !lines[0])
		return;
	pl_buf_printf(out, "\n## %s\n\n```%s\n", title, language);
	for (; *lines; lines++) {
		pl_buf_adds(out, *lines);
		pl_buf_addc(out, '\n');
	}
	pl_buf_adds(out, "```\n");
}

static void add_configuration_block(struct pl_buf *out, const struct pl_rule *rule)
{
	if (is_own(rule))
		return;
	pl_buf_adds(out, "\n## In padlint.yaml\n\n```yaml\nrules:\n  ");
	pl_config_write_rule(out, rule);
	pl_buf_adds(out, "```\n");
	if (!rule->options)
		return;
	pl_buf_adds(out, "\n| option | default | |\n| --- | --- | --- |\n");
	for (const struct pl_option *option = rule->options; option->name; option++) {
		pl_buf_printf(out, "| %s | ", option->name);
		pl_config_write_value(out, option);
		pl_buf_adds(out, " | ");
		add_prose(out, option->help);
		pl_buf_adds(out, " |\n");
	}
}

void pl_explain_markdown(struct pl_buf *out, const struct pl_rule *rule)
{
	const char *language = example_titles[rule->examples].language;

	pl_buf_printf(out, "# %s %s\n\n%s · %s%s", rule->code, rule->name, pl_rule_family(rule),
		      may_be_less(rule) ? "at most " : "", pl_level_name(rule->level));
	if (rule->since)
		pl_buf_printf(out, " · since %s", rule->since);
	pl_buf_adds(out, "\n\n");
	add_prose(out, rule->summary);
	pl_buf_addc(out, '\n');
	add_heading(out, "Why", rule->why);
	add_block(out, "Given in keys.yaml", language, rule->given);
	add_block(out, example_titles[rule->examples].bad, language, rule->bad);
	add_block(out, example_titles[rule->examples].good, language, rule->good);
	add_heading(out, "Fix", rule->fix);
	add_heading(out, "Blind spots", rule->blind);
	add_configuration_block(out, rule);
	add_heading(out, "Source", rule->source);
}

/* ---- JSON ---- */

/* Texts are UTF-8: the program's own, and a user's that libyaml has read. */
static void add_json_str(struct pl_buf *out, const char *text)
{
	if (!text) {
		pl_buf_adds(out, "null");
		return;
	}
	pl_buf_addc(out, '"');
	for (; *text; text++) {
		unsigned char c = (unsigned char)*text;

		if (c < 0x20 || c == 0x7f) {
			pl_buf_printf(out, "\\u%04x", c);
			continue;
		}
		if (c == '"' || c == '\\')
			pl_buf_addc(out, '\\');
		pl_buf_addc(out, *text);
	}
	pl_buf_addc(out, '"');
}

static void add_member(struct pl_buf *out, const char *name, const char *text)
{
	pl_buf_printf(out, ",\n    \"%s\": ", name);
	add_json_str(out, text);
}

static void add_json_lines(struct pl_buf *out, const char *name, const char *const *lines)
{
	pl_buf_printf(out, ",\n    \"%s\": [", name);
	for (size_t i = 0; lines && lines[i]; i++) {
		pl_buf_adds(out, i ? ", " : "");
		add_json_str(out, lines[i]);
	}
	pl_buf_addc(out, ']');
}

static void add_json_options(struct pl_buf *out, const struct pl_option *option)
{
	pl_buf_adds(out, ",\n    \"options\": [");
	for (const char *comma = ""; option && option->name; option++, comma = ", ") {
		pl_buf_printf(out, "%s{\"name\": \"%s\", \"default\": \"", comma, option->name);
		pl_config_write_value(out, option);
		pl_buf_adds(out, "\", \"help\": ");
		add_json_str(out, option->help);
		pl_buf_addc(out, '}');
	}
	pl_buf_addc(out, ']');
}

static void add_json_rule(struct pl_buf *out, const struct pl_rule *rule)
{
	static const char *const kinds[] = {
		[PL_EX_KEYS] = "keys", [PL_EX_ITEMS] = "items", [PL_EX_SCHEMA] = "keys.yaml"};

	pl_buf_printf(out, "  {\n    \"code\": \"%s\"", rule->code);
	add_member(out, "rule", rule->name);
	add_member(out, "family", pl_rule_family(rule));
	add_member(out, "level", pl_level_name(rule->level));
	add_member(out, "since", rule->since);
	add_member(out, "summary", rule->summary);
	add_member(out, "why", rule->why);
	add_member(out, "examples", kinds[rule->examples]);
	add_json_lines(out, "given", rule->given);
	add_json_lines(out, "bad", rule->bad);
	add_json_lines(out, "good", rule->good);
	add_member(out, "fix", rule->fix);
	add_member(out, "blind", rule->blind);
	add_json_options(out, rule->options);
	add_member(out, "source", rule->source);
	pl_buf_adds(out, "\n  }");
}

void pl_explain_json(struct pl_buf *out, const struct pl_rule *const *rules, size_t count)
{
	pl_buf_adds(out, "[\n");
	for (size_t i = 0; i < count; i++) {
		pl_buf_adds(out, i ? ",\n" : "");
		add_json_rule(out, rules[i]);
	}
	pl_buf_adds(out, "\n]\n");
}
