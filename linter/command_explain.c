/* SPDX-License-Identifier: Apache-2.0 */
/* `padlint explain RULE`: all that rules say about themselves. */
#include "linter/commands.h"
#include "linter/explain.h"

typedef PL_VEC(const struct pl_rule *) rule_list;

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

/* The rules of one word of the command line. */
static enum pl_exit choose(const char *word, rule_list *chosen)
{
	const struct pl_rule *rule = pl_rule_find(pl_str_c(word));

	if (rule) {
		PL_PUSH(chosen, rule);
		return PL_EXIT_OK;
	}
	if (!pl_str_eq(pl_str_c(word), PL_S("all")))
		return unknown_rule(word);
	for (size_t i = 0; i < pl_rule_count; i++)
		PL_PUSH(chosen, pl_rules[i]);
	return PL_EXIT_OK;
}

static void add_rules(struct pl_buf *out, struct pl_str form, const rule_list *rules)
{
	bool markdown = pl_str_eq(form, PL_S("markdown"));

	if (pl_str_eq(form, PL_S("json"))) {
		pl_explain_json(out, rules->ptr, rules->len);
		return;
	}
	for (size_t i = 0; i < rules->len; i++) {
		pl_buf_adds(out, i == 0 ? "" : markdown ? "\n" : "\n\n");
		(markdown ? pl_explain_markdown : pl_explain_text)(out, rules->ptr[i]);
	}
}

enum pl_exit pl_command_explain(const struct pl_arguments *arguments)
{
	struct pl_buf text = PL_BUF_INIT;
	rule_list chosen = {0};
	enum pl_exit code = PL_EXIT_OK;

	if (arguments->paths.len == 0)
		return pl_misused("explain which rule? A code such as PL101, a name, or all");
	for (size_t i = 0; i < arguments->paths.len && code == PL_EXIT_OK; i++)
		code = choose(arguments->paths.ptr[i], &chosen);
	if (code == PL_EXIT_OK) {
		add_rules(&text, pl_str_c(arguments->form), &chosen);
		code = pl_print(pl_buf_str(&text));
	}
	PL_VEC_RELEASE(&chosen);
	pl_buf_release(&text);
	return code;
}
