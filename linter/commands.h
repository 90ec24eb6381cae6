/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Commands: `padlint COMMAND …`. One row each; what a command writes goes to
 * standard output, what it has to say about itself to standard error.
 */
#ifndef PL_COMMANDS_H
#define PL_COMMANDS_H

#include "linter/base/arena.h"
#include "linter/base/buf.h"
#include "linter/options.h"

struct pl_command {
	const char *name;
	const char *usage;   /* behind the name: "[OPTIONS] PATH..." */
	const char *summary; /* one line */
	const char *about;   /* one or two paragraphs, "\n" between them; NULL: none */
	unsigned bit;        /* PL_C_*; 0: known, but not in this version */
	enum pl_exit (*run)(const struct pl_arguments *arguments); /* NULL likewise */
};

extern const struct pl_command pl_commands[];
extern const size_t pl_command_count;

/* By name; NULL. */
const struct pl_command *pl_command_find(const char *name);

/* Runs the command that argv[1] names; the exit code of the process. */
enum pl_exit pl_commands_main(int argc, char *const *argv);

/* ---- one file each: command_*.c ---- */

enum pl_exit pl_command_check(const struct pl_arguments *arguments);
enum pl_exit pl_command_infer(const struct pl_arguments *arguments);
enum pl_exit pl_command_rules(const struct pl_arguments *arguments);
enum pl_exit pl_command_explain(const struct pl_arguments *arguments);
enum pl_exit pl_command_help(const struct pl_arguments *arguments);
enum pl_exit pl_command_version(const struct pl_arguments *arguments);

/* ---- what they share ---- */

/* One line "padlint: …" on standard error. */
void pl_complain(const char *format, ...) PL_PRINTF(1, 2);

/* pl_complain() and the exit code of wrong usage. */
enum pl_exit pl_misused(const char *format, ...) PL_PRINTF(1, 2);

/* Writes all of `text` to standard output; PL_EXIT_FAULT, with a complaint, when that fails. */
enum pl_exit pl_print(struct pl_str text);

/*
 * Writes a file so that it is there whole or not at all: beside it under
 * another name, then renamed. What is no regular file (/dev/null, a pipe) is
 * written to. PL_EXIT_FAULT, with a complaint, when that fails.
 */
enum pl_exit pl_write_file(const char *path, struct pl_str text);

/*
 * The configuration that the arguments name, else the padlint.yaml of the working directory or the nearest folder above, over
 * the built-in one. False with `error` when it has mistakes.
 */
struct pl_config;
bool pl_configure(struct pl_arena *arena, const struct pl_arguments *arguments, struct pl_config *config,
		  struct pl_error *error);

/*
 * The rules that there are, patterns of the user's own among them; in `arena`. Who misspelt a rule in padlint.yaml
 * must be able to look its name up: a mistake there is complained of, and the built-in rules are still known. NULL,
 * with a complaint, when it is in the file that --rules names.
 */
struct pl_rule;
const struct pl_rule *const *pl_known_rules(struct pl_arena *arena, const struct pl_arguments *arguments, size_t *count);

/* The help of one command, or of padlint as a whole (NULL). */
void pl_help_text(struct pl_buf *out, const struct pl_command *command);

/* The manual page. */
void pl_manual(struct pl_buf *out);

#endif
