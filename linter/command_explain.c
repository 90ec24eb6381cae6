/* SPDX-License-Identifier: Apache-2.0 */
/* `padlint explain RULE`: all that rules say about themselves. */
#include "linter/commands.h"
#include "linter/explain.h"

typedef PL_VEC(const struct pl_rule *) rule_list;

/* Every rule that can be explained. */
struct known {
	const struct pl_rule *const *rules;
	size_t count;
};

static enum pl_exit unknown_rule(const struct known *known, const char *name)
{
	const char **names = pl_calloc(known->count * 2, sizeof(*names));
	const char *near;
	enum pl_exit code;

	for (size_t i = 0; i < known->count; i++) {
		names[2 * i] = known->rules[i]->code;
		names[2 * i + 1] = known->rules[i]->name;
	}
	near = pl_nearest(pl_str_c(name), names, known->count * 2);
	code = near ? pl_misused("unknown rule %s; did you mean %s?", name, near)
		    : pl_misused("unknown rule %s; 'padlint rules' lists them", name);
	free(names);
	return code;
}

/* The rules of one word of the command line. */
static enum pl_exit choose(const struct known *known, const char *word, rule_list *chosen)
{
	const struct pl_str name = pl_str_c(word);
	const bool all = pl_str_eq(name, PL_S("all"));
	const size_t before = chosen->len;

	for (size_t i = 0; i < known->count; i++)
		if (all || pl_str_eq(name, pl_str_c(known->rules[i]->code)) || pl_str_eq(name, pl_str_c(known->rules[i]->name)))
			PL_PUSH(chosen, known->rules[i]);
	return chosen->len > before ? PL_EXIT_OK : unknown_rule(known, word);
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
	struct pl_arena arena = PL_ARENA_INIT;
	struct known known = {0};
	rule_list chosen = {0};
	enum pl_exit code = PL_EXIT_OK;

	if (arguments->paths.len == 0)
		return pl_misused("explain which rule? A code such as PL101, a name, or all");
	known.rules = pl_known_rules(&arena, arguments, &known.count);
	if (!known.rules)
		code = PL_EXIT_USAGE;
	for (size_t i = 0; i < arguments->paths.len && code == PL_EXIT_OK; i++)
		code = choose(&known, arguments->paths.ptr[i], &chosen);
	if (code == PL_EXIT_OK) {
		add_rules(&text, pl_str_c(arguments->form), &chosen);
		code = pl_print(pl_buf_str(&text));
	}
	PL_VEC_RELEASE(&chosen);
	pl_buf_release(&text);
	pl_arena_release(&arena);
	return code;
}
