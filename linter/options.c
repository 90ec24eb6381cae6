/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/options.h"

#include "linter/base/fault.h"
#include "linter/key/time.h"

/* What --memory takes at least: below this the sorter's runs are too small to be of use. */
#define MEMORY_LEAST ((size_t)16 << 20)

/* A profile belongs to one thread, and there are at most 256 of them (profile/profile.h). */
#define MOST_THREADS 256

/* ---- setters ---- */

static void *target(const struct pl_option_row *row, struct pl_arguments *arguments)
{
	return (char *)arguments + row->target;
}

static bool set_flag(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
		     struct pl_error *error)
{
	(void)value;
	(void)error;
	*(bool *)target(row, arguments) = true;
	return true;
}

static bool set_text(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
		     struct pl_error *error)
{
	if (!*value)
		return pl_fail(error, PL_EXIT_USAGE, "--%s needs %s, not an empty word", row->name, row->argument);
	*(const char **)target(row, arguments) = value;
	return true;
}

static bool set_index(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
		      struct pl_error *error)
{
	(void)row;
	(void)error;
	PL_PUSH(&arguments->indexes, value);
	return true;
}

static bool set_format(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
		       struct pl_error *error)
{
	size_t len = strcspn(value, "=");
	struct pl_output output = {pl_str_of(value, len), value[len] ? value + len + 1 : NULL};

	if (output.path && !*output.path)
		return pl_fail(error, PL_EXIT_USAGE, "--%s %s: no file name behind =", row->name, value);
	PL_PUSH(&arguments->formats, output);
	return true;
}

/* Which of the words "a|b|c" of the row's argument `value` is; -1: none. */
static int choice(const struct pl_option_row *row, const char *value, struct pl_error *error)
{
	struct pl_str word = pl_str_c(value);
	const char *at = row->argument;

	for (int i = 0;; i++) {
		size_t len = strcspn(at, "|");

		if (pl_str_eq(word, pl_str_of(at, len)))
			return i;
		if (!at[len])
			break;
		at += len + 1;
	}
	pl_fail(error, PL_EXIT_USAGE, "--%s %s: must be one of %s", row->name, value, row->argument);
	return -1;
}

/* A form of what is printed: unlike a report it always goes to standard output. */
static bool set_form(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
		     struct pl_error *error)
{
	arguments->form = value;
	return choice(row, value, error) >= 0;
}

static bool set_fail_on(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
			struct pl_error *error)
{
	static const enum pl_level levels[] = {PL_ERROR, PL_WARNING, PL_INFO, PL_OFF}; /* as the argument lists them */
	int chosen = choice(row, value, error);

	if (chosen < 0)
		return false;
	arguments->fail_on_given = true;
	arguments->fail_on = levels[chosen];
	return true;
}

static bool set_color(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
		      struct pl_error *error)
{
	int chosen = choice(row, value, error);

	if (chosen < 0)
		return false;
	arguments->color = (enum pl_color)chosen;
	return true;
}

/* Digits and nothing else, at most `most`; *end is behind them. */
static bool read_number(const char *text, uint64_t most, uint64_t *out, const char **end)
{
	*out = 0;
	for (*end = text; pl_is_digit((unsigned char)**end); ++*end) {
		unsigned digit = (unsigned)(**end - '0');

		if (*out > (most - digit) / 10)
			return false;
		*out = *out * 10 + digit;
	}
	return *end != text;
}

static bool set_threads(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
			struct pl_error *error)
{
	const char *end;
	uint64_t n;

	if (!read_number(value, MOST_THREADS, &n, &end) || *end || n == 0)
		return pl_fail(error, PL_EXIT_USAGE, "--%s %s: must be a number from 1 to %d", row->name, value,
			       MOST_THREADS);
	arguments->threads = (unsigned)n;
	return true;
}

static bool set_memory(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
		       struct pl_error *error)
{
	static const char units[] = "KMG";
	const char *end, *unit;
	unsigned shift = 0;
	uint64_t n;

	if (!read_number(value, SIZE_MAX, &n, &end))
		goto bad;
	unit = *end ? strchr(units, *end & ~0x20) : NULL; /* k and K */
	if (unit) {
		shift = (unsigned)(unit - units + 1) * 10;
		end++;
	}
	if (*end || n > SIZE_MAX >> shift)
		goto bad;
	if (n << shift < MEMORY_LEAST)
		return pl_fail(error, PL_EXIT_USAGE, "--%s %s: at least 16M is needed", row->name, value);
	arguments->memory = (size_t)(n << shift);
	return true;
bad:
	return pl_fail(error, PL_EXIT_USAGE, "--%s %s: must be a size such as 512M or 4G", row->name, value);
}

static bool set_today(const struct pl_option_row *row, struct pl_arguments *arguments, const char *value,
		      struct pl_error *error)
{
	struct pl_time time;

	if (strlen(value) != 10 || !pl_time_read(pl_str_c(value), PL_MONTH_FIRST, &time) || !time.valid ||
	    time.form.layout != PL_T_ISO || time.form.unit != PL_U_DAY)
		return pl_fail(error, PL_EXIT_USAGE, "--%s %s: must be a day as YYYY-MM-DD", row->name, value);
	arguments->today_given = true;
	arguments->today = time.at.seconds;
	return true;
}

/* ---- the table ---- */

#define TO(member) .target = offsetof(struct pl_arguments, member)

const struct pl_option_row pl_option_rows[] = {
	{"table", 0, "NAME", "The table that is meant, when several are described; its name in reports.",
	 PL_CMD_CHECK | PL_CMD_INFER, set_text, TO(table)},
	{"pk", 0, "ATTR", "The table's partition key attribute. Needed only when neither a table description nor "
	 "well-known names give it.", PL_CMD_CHECK | PL_CMD_INFER, set_text, TO(pk)},
	{"sk", 0, "ATTR", "The table's sort key attribute.", PL_CMD_CHECK | PL_CMD_INFER, set_text, TO(sk)},
	{"index", 0, "NAME=PK,SK", "An index and its key attributes; several of a kind with + between them, as NAME=PK1+PK2,SK1+SK2, and "
	 "a + or , in a name as \\+ or \\,. May be given several times.",
	 PL_CMD_CHECK | PL_CMD_INFER, set_index, 0},
	{"schema", 0, "FILE", "A key schema, as keys.yaml. One among the PATHs is found by its content.",
	 PL_CMD_CHECK, set_text, TO(schema)},
	{"rules", 0, "FILE", "Levels and options of the rules, and patterns of your own. Without it, padlint.yaml in the working directory "
	 "or the nearest folder above.", PL_CMD_CHECK | PL_CMD_RULES | PL_CMD_EXPLAIN, set_text, TO(rules)},
	{"fail-on", 0, "error|warning|info|never", "The least level of a finding that makes the exit code 1. "
	 "Default: warning.", PL_CMD_CHECK, set_fail_on, 0},
	{"format", 0, "text|json[=PATH]", "A report, to PATH or else to standard output. May be given several "
	 "times. Default: text.", PL_CMD_CHECK, set_format, 0},
	{"format", 0, "text|json|yaml", "How they are printed; yaml: the built-in configuration, to start a "
	 "padlint.yaml from. Default: text.", PL_CMD_RULES, set_form, 0},
	{"format", 0, "text|markdown|json", "How it is printed. Default: text.", PL_CMD_EXPLAIN, set_form, 0},
	{"mask", 0, NULL, "Print the shapes of keys, never their values.", PL_CMD_CHECK, set_flag, TO(mask)},
	{"show-values", 0, NULL, "Print key values also in reports made to be shared. Text and JSON reports "
	 "print them anyway, unless --mask is given.", PL_CMD_CHECK, set_flag, TO(show_values)},
	{"quiet", 'q', NULL, "Print findings and problems of the input only.", PL_CMD_CHECK, set_flag, TO(quiet)},
	{"verbose", 'v', NULL, "Print infos, reasons and every proven field too.", PL_CMD_CHECK, set_flag, TO(verbose)},
	{"color", 0, "auto|always|never", "Colours in text reports. auto: on a terminal, unless NO_COLOR is set.",
	 PL_CMD_CHECK, set_color, 0},
	{"no-progress", 0, NULL, "No progress bar. There is none either when standard error is no terminal.",
	 PL_CMD_CHECK | PL_CMD_INFER, set_flag, TO(no_progress)},
	{"threads", 0, "N", "Files read at the same time. Default: one for each processor.",
	 PL_CMD_CHECK | PL_CMD_INFER, set_threads, 0},
	{"memory", 0, "SIZE", "Memory for sorting, such as 512M or 4G, at least 16M; more goes to a temporary file.",
	 PL_CMD_CHECK | PL_CMD_INFER, set_memory, 0},
	{"today", 0, "YYYY-MM-DD", "The day from which dates ahead are counted. Default: the export's time, else "
	 "the latest time in the keys.", PL_CMD_CHECK | PL_CMD_INFER, set_today, 0},
	{"output", 0, "FILE", "Where the keys.yaml goes; must not be there yet. Default: standard output.",
	 PL_CMD_INFER, set_text, TO(output)},
	{"yaml", 0, NULL, "The same as --format yaml.", PL_CMD_RULES, set_flag, TO(yaml)},
	{"man", 0, NULL, "Print the manual page (roff).", PL_CMD_HELP, set_flag, TO(man)},
	{"help", 'h', NULL, "Print help of the command.", PL_CMD_ALL, set_flag, TO(help)},
	{"version", 0, NULL, "Print the version.", PL_CMD_ALL, set_flag, TO(version)},
};
const size_t pl_option_row_count = PL_LEN(pl_option_rows);

/* ---- the nearest word ---- */

/* A word that was not written to its end is nearer than any that is misspelt. */
const char *pl_nearest(struct pl_str word, const char *const *candidates, size_t count)
{
	struct pl_near near = pl_near_to(word);

	for (size_t i = 0; i < count; i++)
		if (word.len >= 3 && pl_str_starts(pl_str_c(candidates[i]), word))
			return candidates[i];
	for (size_t i = 0; i < count; i++)
		pl_near_try(&near, candidates[i]);
	return near.best;
}

/* ---- parsing ---- */

/* The option of that name that the command has. */
static const struct pl_option_row *find_row(unsigned command, struct pl_str name)
{
	for (size_t i = 0; i < pl_option_row_count; i++)
		if ((pl_option_rows[i].commands & command) && pl_str_eq(name, pl_str_c(pl_option_rows[i].name)))
			return &pl_option_rows[i];
	return NULL;
}

static const struct pl_option_row *find_letter(char letter)
{
	for (size_t i = 0; i < pl_option_row_count; i++)
		if (pl_option_rows[i].letter == letter)
			return &pl_option_rows[i];
	return NULL;
}

static bool unknown(unsigned command, struct pl_str name, struct pl_error *error)
{
	const char *names[PL_LEN(pl_option_rows)];
	const char *near;
	size_t count = 0;

	for (size_t i = 0; i < pl_option_row_count; i++)
		if (pl_option_rows[i].commands & command)
			names[count++] = pl_option_rows[i].name;
	near = pl_nearest(name, names, count);
	if (near)
		return pl_fail(error, PL_EXIT_USAGE, "unknown option --%.*s; did you mean --%s?", (int)name.len,
			       name.ptr, near);
	return pl_fail(error, PL_EXIT_USAGE, "unknown option --%.*s", (int)name.len, name.ptr);
}

/* One "--name", "--name=value" or "--name value"; *used is set when the next word was its value. */
static bool parse_long(unsigned command, const char *word, const char *next, struct pl_arguments *arguments,
		       bool *used, struct pl_error *error)
{
	struct pl_str name = pl_str_of(word, strcspn(word, "="));
	const char *value = word[name.len] ? word + name.len + 1 : NULL;
	const struct pl_option_row *row = find_row(command, name);

	if (!row)
		return unknown(command, name, error);
	if (!row->argument && value)
		return pl_fail(error, PL_EXIT_USAGE, "--%s takes no value", row->name);
	if (row->argument && !value) {
		if (!next)
			return pl_fail(error, PL_EXIT_USAGE, "--%s needs a value: %s", row->name, row->argument);
		value = next;
		*used = true;
	}
	return row->set(row, arguments, value, error);
}

/* Letters may stand together: -qv. None takes a value. */
static bool parse_letters(unsigned command, const char *letters, struct pl_arguments *arguments,
			  struct pl_error *error)
{
	for (; *letters; letters++) {
		const struct pl_option_row *row = find_letter(*letters);

		if (!row || !(row->commands & command))
			return pl_fail(error, PL_EXIT_USAGE, "unknown option -%s", letters);
		if (!row->set(row, arguments, NULL, error))
			return false;
	}
	return true;
}

bool pl_options_parse(unsigned command, int argc, char *const *argv, struct pl_arguments *arguments,
		      struct pl_error *error)
{
	bool options = true;

	for (int i = 0; i < argc; i++) {
		const char *word = argv[i];
		bool used = false, good = true;

		if (!options || word[0] != '-' || !word[1])
			PL_PUSH(&arguments->paths, word);
		else if (word[1] != '-')
			good = parse_letters(command, word + 1, arguments, error);
		else if (!word[2])
			options = false;
		else
			good = parse_long(command, word + 2, i + 1 < argc ? argv[i + 1] : NULL, arguments, &used, error);
		if (!good)
			return false;
		i += used;
	}
	return true;
}

void pl_arguments_release(struct pl_arguments *arguments)
{
	PL_VEC_RELEASE(&arguments->paths);
	PL_VEC_RELEASE(&arguments->formats);
	PL_VEC_RELEASE(&arguments->indexes);
}

bool pl_color_wanted(enum pl_color color, bool terminal, const char *no_color, const char *term)
{
	if (color != PL_COLOR_AUTO)
		return color == PL_COLOR_ALWAYS;
	if (no_color && *no_color)
		return false;
	return terminal && term && !pl_str_eq(pl_str_c(term), PL_S("dumb"));
}

/* ---- help ---- */

enum { HELP_COLUMN = 26, HELP_WIDTH = 80 };

static void add_blanks(struct pl_buf *out, size_t count)
{
	while (count-- > 0)
		pl_buf_addc(out, ' ');
}

/* Help texts are ASCII, so bytes are columns. */
static void add_help(struct pl_buf *out, const char *help)
{
	size_t column = HELP_COLUMN;

	for (;;) {
		size_t len = strcspn(help, " ");
		bool first = column == HELP_COLUMN;

		if (!first && column + 1 + len > HELP_WIDTH) {
			pl_buf_addc(out, '\n');
			add_blanks(out, HELP_COLUMN);
			column = HELP_COLUMN;
		} else if (!first) {
			pl_buf_addc(out, ' ');
			column++;
		}
		pl_buf_add(out, pl_str_of(help, len));
		column += len;
		if (!help[len])
			break;
		help += len + 1;
	}
	pl_buf_addc(out, '\n');
}

void pl_options_help(struct pl_buf *out, unsigned command)
{
	for (size_t i = 0; i < pl_option_row_count; i++) {
		const struct pl_option_row *row = &pl_option_rows[i];
		size_t from = out->len;

		if (!(row->commands & command))
			continue;
		if (row->letter)
			pl_buf_printf(out, "  -%c, --%s", row->letter, row->name);
		else
			pl_buf_printf(out, "      --%s", row->name);
		if (row->argument)
			pl_buf_printf(out, " %s", row->argument);
		if (out->len - from + 1 > HELP_COLUMN) {
			pl_buf_addc(out, '\n');
			from = out->len;
		}
		add_blanks(out, HELP_COLUMN - (out->len - from));
		add_help(out, row->help);
	}
}
