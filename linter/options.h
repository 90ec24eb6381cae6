/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The command line: one table row for each option. The rows drive parsing,
 * `--help`, the manual page and whatever else has to know the options.
 */
#ifndef PL_OPTIONS_H
#define PL_OPTIONS_H

#include "linter/base/buf.h"
#include "linter/base/error.h"
#include "linter/finding.h"

enum pl_color { PL_COLOR_AUTO, PL_COLOR_ALWAYS, PL_COLOR_NEVER };

/* A report that was asked for: --format NAME[=PATH]. */
struct pl_output {
	struct pl_str format;
	const char *path; /* NULL: standard output */
};

/* What a command line says. Strings are those of argv. */
struct pl_arguments {
	PL_VEC(const char *) paths;    /* all that is no option */
	PL_VEC(struct pl_output) formats;
	PL_VEC(const char *) indexes;
	const char *rules, *table, *pk, *sk;
	const char *schema;
	const char *output;            /* infer --output */
	const char *form;              /* --format of rules and explain; NULL: not given */
	bool fail_on_given;
	enum pl_level fail_on;         /* PL_OFF: never */
	unsigned threads;              /* 0: not given */
	size_t memory;                 /* bytes; 0: not given */
	bool today_given;
	int64_t today;                 /* seconds since 1970 */
	enum pl_color color;
	bool mask, show_values, no_progress, quiet, verbose, help, version;
	bool yaml;                     /* rules --yaml */
	bool man;                      /* help --man */
};

/* Commands as a set: an option belongs to those whose bit it has. */
enum {
	PL_CMD_CHECK = 1, PL_CMD_RULES = 2, PL_CMD_EXPLAIN = 4, PL_CMD_HELP = 8, PL_CMD_VERSION = 16,
	PL_CMD_INFER = 32, PL_CMD_ALL = 63,
};

struct pl_option_row {
	const char *name;     /* without "--" */
	char letter;          /* -q; 0: none */
	const char *argument; /* "FILE", "auto|always|never"; NULL: takes none */
	const char *help;     /* for a person, one or two short sentences */
	unsigned commands;    /* PL_C_* */
	/* Puts the argument (NULL when none is taken) into `arguments`. */
	bool (*set)(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
		    struct pl_error *error);
	size_t target;        /* offset in struct pl_arguments, for the setters that need one */
};

extern const struct pl_option_row pl_option_rows[];
extern const size_t pl_option_row_count;

/*
 * Parses the words behind a command: --name=value, --name value, -q, and --
 * which ends the options. An option of another command, an unknown one (the
 * nearest right name is given) or a bad value is an error of usage.
 * `arguments` is to be released in any case.
 */
bool pl_options_parse(unsigned command, int argc, char *const *argv, struct pl_arguments *arguments,
		      struct pl_error *error);
void pl_arguments_release(struct pl_arguments *arguments);

/* Adds the options of a command as lines "  --name ARGUMENT   help", at most 80 columns wide. */
void pl_options_help(struct pl_buf *out, unsigned command);

/*
 * Whether a report is coloured. `terminal`: it goes to one; `no_color`, `term`:
 * the environment's NO_COLOR and TERM, NULL when not set. What --color says
 * wins over both (https://no-color.org).
 */
bool pl_color_wanted(enum pl_color color, bool terminal, const char *no_color, const char *term);

/*
 * The candidate that was probably meant: within two edits (a letter more,
 * less, other, or two swapped) and fewer than half of the word; or one that
 * the word is the begin of. NULL when none is.
 */
const char *pl_nearest(struct pl_str word, const char *const *candidates, size_t count);

#endif
