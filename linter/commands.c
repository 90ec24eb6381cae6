/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/commands.h"

#include <unistd.h>

#include "linter/config.h"

const struct pl_command pl_commands[] = {
	{"check", "[OPTIONS] PATH...", "prove which keys DynamoDB returns in the wrong order",
	 "Reads dumps (exports to S3, scan output, JSON lines, plain or compressed), export folders, key schemas and "
	 "table descriptions, told apart by content; - is standard input. Says for each number and time in the sort "
	 "keys whether byte order is value order, shows two keys where it is not, and what the fix is. A schema alone "
	 "is judged by what it allows; with a dump both are judged together.\n"
	 "The key attributes come from --pk and --sk, from a schema, from describe-table output among the PATHs or in an "
	 "export's folder, or from well-known names such as PK and SK.",
	 PL_CMD_CHECK, pl_command_check},
	{"infer", "[OPTIONS] DUMP...", "write a starter keys.yaml from what a dump shows",
	 "Names the entities and the values of their keys, states how they are written, and notes what was seen of each. "
	 "What a dump cannot say, such as maxima, is left as TODO. 'padlint check' of that file with the same dump "
	 "reports the same faults.",
	 PL_CMD_INFER, pl_command_infer},
	{"rules", "[--format text|json|yaml]", "list the rules",
	 "Each rule with its code, the highest level it reports, and what it finds.", PL_CMD_RULES, pl_command_rules},
	{"explain", "[--format text|markdown|json] RULE... | all", "what a rule means, why, bad and good keys, the remedy",
	 "RULE is a code (PL101) or a name (mixed-pad-width).", PL_CMD_EXPLAIN, pl_command_explain},
	{"help", "[COMMAND | --man]", "help of padlint or of one command", NULL, PL_CMD_HELP, pl_command_help},
	{"version", "", "the version", NULL, PL_CMD_VERSION, pl_command_version},
	{"plan", "--schema NEW.yaml DUMP...", "audit a migration of keys", NULL, 0, NULL},
	{"diff", "OLD.yaml NEW.yaml", "review a change of a key schema", NULL, 0, NULL},
	{"query", "DUMP --pk VALUE", "keys in the order DynamoDB returns them", NULL, 0, NULL},
	{"expr", "...", "the KeyConditionExpression of a query", NULL, 0, NULL},
};
const size_t pl_command_count = PL_LEN(pl_commands);

const struct pl_command *pl_command_find(const char *name)
{
	for (size_t i = 0; i < pl_command_count; i++)
		if (pl_str_eq(pl_str_c(name), pl_str_c(pl_commands[i].name)))
			return &pl_commands[i];
	return NULL;
}

bool pl_configure(struct pl_arena *arena, const struct pl_arguments *arguments, struct pl_config *config,
		  struct pl_error *error)
{
	const char *path = arguments->rules;

	pl_config_default(arena, config);
	if (!path) {
		/* A working directory that has no name any more has no padlint.yaml either. */
		char here[PATH_MAX];

		path = getcwd(here, sizeof(here)) ? pl_config_find(arena, here) : NULL;
	}
	if (path && !pl_config_read(arena, path, config, error))
		return false;
	if (arguments->fail_on_given)
		config->fail_on = arguments->fail_on;
	return true;
}

const struct pl_rule *const *pl_known_rules(struct pl_arena *arena, const struct pl_arguments *arguments, size_t *count)
{
	struct pl_config config = {0};
	struct pl_error error = {0};

	if (!pl_configure(arena, arguments, &config, &error)) {
		pl_complain("%s", error.text);
		if (arguments->rules)
			return NULL;
		pl_config_default(arena, &config);
	}
	return pl_config_rules(arena, &config, count);
}

static enum pl_exit unknown_command(const char *name)
{
	const char *names[PL_LEN(pl_commands)], *near;

	for (size_t i = 0; i < pl_command_count; i++)
		names[i] = pl_commands[i].name;
	near = pl_nearest(pl_str_c(name), names, pl_command_count);
	if (near)
		return pl_misused("unknown command %s; did you mean %s?", name, near);
	return pl_misused("unknown command %s; 'padlint help' lists them", name);
}

static enum pl_exit run(const struct pl_command *command, int argc, char *const *argv)
{
	struct pl_arguments arguments = {0};
	struct pl_error error = {0};
	struct pl_buf text = PL_BUF_INIT;
	enum pl_exit code;

	if (!pl_options_parse(command->bit, argc, argv, &arguments, &error)) {
		pl_complain("%s", error.text);
		fprintf(stderr, "'padlint help %s' lists the options\n", command->name);
		code = error.code;
	} else if (arguments.help && command->bit != PL_CMD_HELP) {
		pl_help_text(&text, command);
		code = pl_print(pl_buf_str(&text));
	} else if (arguments.version) {
		code = pl_command_version(&arguments);
	} else {
		code = command->run(&arguments);
	}
	pl_buf_release(&text);
	pl_arguments_release(&arguments);
	return code;
}

enum pl_exit pl_commands_main(int argc, char *const *argv)
{
	const struct pl_command *command;

	if (argc < 2) {
		struct pl_buf text = PL_BUF_INIT;

		pl_help_text(&text, NULL);
		fputs(text.ptr, stderr);
		pl_buf_release(&text);
		return PL_EXIT_USAGE;
	}
	/* `padlint --help`, `padlint --version`: options in place of a command are those of `help`. */
	if (argv[1][0] == '-')
		return run(pl_command_find("help"), argc - 1, argv + 1);
	command = pl_command_find(argv[1]);
	if (!command)
		return unknown_command(argv[1]);
	if (!command->run)
		return pl_misused("'%s' is not in this version (%s)", command->name, PADLINT_VERSION);
	return run(command, argc - 2, argv + 2);
}
