/* SPDX-License-Identifier: Apache-2.0 */
/* `padlint help`, `padlint version`, and the manual page: all from the tables of commands and options. */
#include "linter/commands.h"
#include "reports/escape.h"

enum { WIDTH = 80 };

struct row {
	const char *name, *text;
};

static const struct row exit_codes[] = {
	{"0", "Everything was read; no finding at or above --fail-on."},
	{"1", "There are findings at or above --fail-on."},
	{"2", "Wrong usage or bad configuration; nothing was judged."},
	{"3", "Some input could not be read whole; the report covers the rest and says what is missing."},
	{"4", "A fault of padlint itself or of the machine (out of memory, disk full)."},
};

static const struct row environment[] = {
	{"NO_COLOR", "When set and not empty, text reports have no colours (unless --color always)."},
	{"TMPDIR", "Where temporary files for sorting go; default /tmp. They have no name and never stay behind."},
};

static const struct row files[] = {
	{"padlint.yaml", "Levels and options of the rules, looked for in the working directory and the folders above. "
			 "'padlint rules --format yaml' prints one with every default."},
};

static const struct row examples[] = {
	{"padlint check export/", "Check an export folder as S3 holds it."},
	{"padlint check keys.yaml", "Check what a key schema allows, before a row is written."},
	{"padlint check keys.yaml export/", "Check both together: what is declared, and what is stored."},
	{"aws dynamodb scan --table-name T --output json | padlint check -",
	 "Check what a scan returns."},
	{"padlint check --pk PK --sk SK --index GSI1=GSI1PK,GSI1SK dump.jsonl.gz",
	 "Name the key attributes of a table and an index."},
	{"padlint check --format text --format json=report.json export/",
	 "Read the findings and keep them for a tool."},
	{"padlint explain PL101", "What a finding means: why, bad and good keys, the remedy."},
};

static void add_paragraphs(struct pl_buf *out, const char *text)
{
	pl_add_wrapped(out, pl_str_c(text), 0, 0, WIDTH);
	pl_buf_addc(out, '\n');
}

static void add_rows(struct pl_buf *out, const char *title, const struct row *rows, size_t count, size_t column)
{
	pl_buf_printf(out, "\n%s:\n", title);
	for (size_t i = 0; i < count; i++) {
		pl_buf_printf(out, "  %-*s", (int)column - 2, rows[i].name);
		pl_add_wrapped(out, pl_str_c(rows[i].text), column, column, WIDTH);
		pl_buf_addc(out, '\n');
	}
}

/* The shortest of the examples, each beside what it does. */
static void add_first_steps(struct pl_buf *out)
{
	enum { COLUMN = 36 };

	pl_buf_adds(out, "\nfirst steps:\n");
	for (size_t i = 0; i < PL_LEN(examples); i++) {
		if (strlen(examples[i].name) + 4 > COLUMN)
			continue;
		pl_buf_printf(out, "  %-*s", COLUMN - 2, examples[i].name);
		pl_add_wrapped(out, pl_str_c(examples[i].text), COLUMN, COLUMN, WIDTH);
		pl_buf_addc(out, '\n');
	}
}

static void add_overview(struct pl_buf *out)
{
	pl_buf_adds(out, "padlint - a linter for DynamoDB keys\n\nusage: padlint COMMAND [OPTIONS] ...\n\n");
	add_paragraphs(out, "A string sort key is compared byte by byte, never as a number or a time, so \"10\" comes "
			    "before \"2\". padlint reads dumps of tables and key schemas and proves where byte order "
			    "and value order part, and where they do not.");
	pl_buf_adds(out, "\ncommands:\n");
	for (size_t i = 0; i < pl_command_count; i++)
		if (pl_commands[i].run)
			pl_buf_printf(out, "  %-9s%s\n", pl_commands[i].name, pl_commands[i].summary);
	add_first_steps(out);
	add_rows(out, "exit codes", exit_codes, PL_LEN(exit_codes), 5);
	pl_buf_adds(out, "\n'padlint help COMMAND' lists its options.\n");
}

void pl_help_text(struct pl_buf *out, const struct pl_command *command)
{
	if (!command) {
		add_overview(out);
		return;
	}
	pl_buf_printf(out, "usage: padlint %s%s%s\n\n", command->name, *command->usage ? " " : "", command->usage);
	if (!command->run) {
		pl_buf_printf(out, "%s (not in this version)\n", command->summary);
		return;
	}
	pl_buf_printf(out, "%s\n", command->summary);
	if (command->about) {
		pl_buf_addc(out, '\n');
		add_paragraphs(out, command->about);
	}
	pl_buf_adds(out, "\noptions:\n");
	pl_options_help(out, command->bit);
	if (command->bit == PL_CMD_CHECK)
		add_rows(out, "exit codes", exit_codes, PL_LEN(exit_codes), 5);
}

/* ---- the manual page ---- */

/* Text for roff: '-' that can be copied, no escapes, no requests at the begin of a line. */
static void add_roff(struct pl_buf *out, const char *text)
{
	bool begin = true;

	for (; *text; text++) {
		if (begin && (*text == '.' || *text == '\''))
			pl_buf_adds(out, "\\&");
		begin = *text == '\n';
		if (*text == '\\')
			pl_buf_adds(out, "\\e");
		else if (*text == '-')
			pl_buf_adds(out, "\\-");
		else if (*text == '\n')
			pl_buf_adds(out, "\n.PP\n");
		else
			pl_buf_addc(out, *text);
	}
	pl_buf_addc(out, '\n');
}

/* A term and what it means. */
static void add_tagged(struct pl_buf *out, const char *term, const char *text)
{
	pl_buf_adds(out, ".TP\n.B ");
	add_roff(out, term);
	add_roff(out, text);
}

static void add_section(struct pl_buf *out, const char *title, const struct row *rows, size_t count)
{
	pl_buf_printf(out, ".SH %s\n", title);
	for (size_t i = 0; i < count; i++)
		add_tagged(out, rows[i].name, rows[i].text);
}

static void add_option(struct pl_buf *out, const struct pl_option_row *row)
{
	pl_buf_adds(out, ".TP\n");
	if (row->letter)
		pl_buf_printf(out, "\\fB\\-%c\\fR, ", row->letter);
	pl_buf_adds(out, "\\fB\\-\\-");
	for (const char *at = row->name; *at; at++) {
		pl_buf_adds(out, *at == '-' ? "\\" : "");
		pl_buf_addc(out, *at);
	}
	pl_buf_adds(out, "\\fR");
	if (row->argument)
		pl_buf_printf(out, " \\fI%s\\fR", row->argument);
	pl_buf_addc(out, '\n');
	add_roff(out, row->help);
}

static void add_command(struct pl_buf *out, const struct pl_command *command)
{
	pl_buf_printf(out, ".SS \"padlint %s%s%s\"\n", command->name, *command->usage ? " " : "", command->usage);
	pl_buf_printf(out, "%c", command->summary[0] & ~0x20);
	add_roff(out, command->summary + 1);
	if (command->about) {
		pl_buf_adds(out, ".PP\n");
		add_roff(out, command->about);
	}
	for (size_t i = 0; i < pl_option_row_count; i++)
		if (pl_option_rows[i].commands & command->bit)
			add_option(out, &pl_option_rows[i]);
}

void pl_manual(struct pl_buf *out)
{
	pl_buf_printf(out, ".\\\" Made by 'padlint help --man' from the tables in linter/; do not edit.\n"
			   ".TH PADLINT 1 \"\" \"padlint %s\" \"User Commands\"\n"
			   ".SH NAME\npadlint \\- a linter for DynamoDB keys\n"
			   ".SH SYNOPSIS\n.B padlint\n.I COMMAND\n[\\fIOPTIONS\\fR] ...\n.SH DESCRIPTION\n",
		      PADLINT_VERSION);
	add_roff(out, "A string sort key of DynamoDB is compared byte by byte, never as a number or a time, so \"10\" "
		      "comes before \"2\". padlint reads dumps of tables and proves where byte order and value order "
		      "part: with two keys of one partition, counts, and what the fix is. A clean run says what was "
		      "proven in order.\n"
		      "Reports go to standard output or a file, diagnostics and the progress bar to standard error.");
	pl_buf_adds(out, ".SH COMMANDS\n");
	for (size_t i = 0; i < pl_command_count; i++)
		if (pl_commands[i].run)
			add_command(out, &pl_commands[i]);
	add_section(out, "EXIT STATUS", exit_codes, PL_LEN(exit_codes));
	pl_buf_adds(out, ".PP\nWhen several apply, 4 wins over 3, and 3 over 1.\n");
	add_section(out, "ENVIRONMENT", environment, PL_LEN(environment));
	add_section(out, "FILES", files, PL_LEN(files));
	add_section(out, "EXAMPLES", examples, PL_LEN(examples));
}

/* ---- the commands ---- */

enum pl_exit pl_command_help(const struct pl_arguments *arguments)
{
	struct pl_buf text = PL_BUF_INIT;
	const struct pl_command *command = NULL;
	enum pl_exit code;

	if (arguments->paths.len > 0) {
		command = pl_command_find(arguments->paths.ptr[0]);
		if (!command)
			return pl_misused("no help about %s; 'padlint help' lists the commands",
					  arguments->paths.ptr[0]);
	}
	if (arguments->man)
		pl_manual(&text);
	else
		pl_help_text(&text, command);
	code = pl_print(pl_buf_str(&text));
	pl_buf_release(&text);
	return code;
}

enum pl_exit pl_command_version(const struct pl_arguments *arguments)
{
	(void)arguments;
	return pl_print(PL_S("padlint " PADLINT_VERSION "\n"));
}
