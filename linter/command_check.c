/* SPDX-License-Identifier: Apache-2.0 */
/* `padlint check`: configuration, the run, its reports, the exit code. */
#include "linter/commands.h"
#include "linter/config.h"
#include "linter/progress.h"
#include "linter/run.h"
#include "reports/reports.h"

#include <unistd.h>

/* Text reports are as wide as people expect of a build log. */
enum { WIDTH = 80 };

/* A report that will be written. */
struct output {
	const struct pl_report_format *format;
	const char *path; /* NULL: standard output */
};

typedef PL_VEC(struct output) outputs;

static const struct pl_report_format *find_format(struct pl_str name)
{
	for (size_t i = 0; i < pl_report_format_count; i++)
		if (pl_str_eq(name, pl_str_c(pl_report_formats[i].name)))
			return &pl_report_formats[i];
	return NULL;
}

static enum pl_exit unknown_format(struct pl_str name)
{
	struct pl_buf names = PL_BUF_INIT;
	enum pl_exit code;

	for (size_t i = 0; i < pl_report_format_count; i++)
		pl_buf_printf(&names, "%s%s", i > 0 ? ", " : "", pl_report_formats[i].name);
	code = pl_misused("--format %.*s: no such format; there are %s", (int)name.len, name.ptr, names.ptr);
	pl_buf_release(&names);
	return code;
}

static bool same_place(const char *a, const char *b)
{
	return a && b ? pl_str_eq(pl_str_c(a), pl_str_c(b)) : a == b;
}

/* A folder that is not there is better found out before the run than after it. */
static enum pl_exit check_folder(const char *path)
{
	size_t end = strlen(path);
	enum pl_exit code = PL_EXIT_OK;
	struct pl_buf folder = PL_BUF_INIT;

	while (end > 0 && path[end - 1] != '/')
		end--;
	pl_buf_add(&folder, end > 0 ? pl_str_of(path, end) : PL_S("./"));
	if (access(path, W_OK) != 0 && access(folder.ptr, W_OK) != 0) {
		pl_complain("cannot write %s: %s", path, strerror(errno));
		code = PL_EXIT_FAULT;
	}
	pl_buf_release(&folder);
	return code;
}

static enum pl_exit add_output(outputs *list, const struct pl_output *asked)
{
	struct output output = {find_format(asked->format), asked->path};

	if (!output.format)
		return unknown_format(asked->format);
	for (size_t i = 0; i < list->len; i++)
		if (same_place(list->ptr[i].path, output.path))
			return pl_misused("two reports to %s; give one of them a file: --format %s=PATH",
					  output.path ? output.path : "standard output", output.format->name);
	PL_PUSH(list, output);
	return output.path ? check_folder(output.path) : PL_EXIT_OK;
}

static enum pl_exit choose_outputs(const struct pl_arguments *arguments, outputs *list)
{
	for (size_t i = 0; i < arguments->formats.len; i++) {
		enum pl_exit code = add_output(list, &arguments->formats.ptr[i]);

		if (code != PL_EXIT_OK)
			return code;
	}
	if (list->len == 0)
		PL_PUSH(list, (struct output){&pl_report_formats[0], NULL});
	return PL_EXIT_OK;
}

static enum pl_exit write_report(const struct pl_arguments *arguments, const struct output *output,
				 const struct pl_result *result)
{
	bool terminal = !output->path && isatty(STDOUT_FILENO);
	const struct pl_report_options options = {
		.color = pl_color_wanted(arguments->color, terminal, getenv("NO_COLOR"), getenv("TERM")),
		.width = WIDTH, .verbose = arguments->verbose, .quiet = arguments->quiet, .mask = arguments->mask,
	};
	struct pl_buf text = PL_BUF_INIT;
	enum pl_exit code;

	output->format->write(result, &options, &text);
	code = output->path ? pl_write_file(output->path, pl_buf_str(&text)) : pl_print(pl_buf_str(&text));
	pl_buf_release(&text);
	return code;
}

/* All reports are tried, whatever became of the others. */
static enum pl_exit write_reports(const struct pl_arguments *arguments, const outputs *list,
				  const struct pl_result *result)
{
	enum pl_exit code = PL_EXIT_OK;

	for (size_t i = 0; i < list->len; i++)
		if (write_report(arguments, &list->ptr[i], result) != PL_EXIT_OK)
			code = PL_EXIT_FAULT;
	return code;
}

/* One a line, as editors read them: "keys.yaml:12:5: unknown option …". */
static void print_faults(struct pl_faults *faults)
{
	size_t printed = 0;

	pl_faults_sort(faults);
	for (const struct pl_fault *f = faults->first; f; f = f->next, printed++) {
		fprintf(stderr, "%.*s", (int)f->at.path.len, f->at.path.len ? f->at.path.ptr : "");
		if (f->at.line)
			fprintf(stderr, ":%u:%u", f->at.line, f->at.column);
		fprintf(stderr, "%s%s\n", f->at.path.len ? ": " : "", f->text);
	}
	if (printed < faults->count)
		fprintf(stderr, "… and %zu more\n", faults->count - printed);
}

static enum pl_exit run(struct pl_arena *arena, const struct pl_arguments *arguments, const struct pl_config *config,
			const outputs *list)
{
	struct pl_progress progress;
	const struct pl_run_options options = {
		.paths = arguments->paths.ptr, .npaths = arguments->paths.len,
		.pk = arguments->pk, .sk = arguments->sk, .table = arguments->table, .schema = arguments->schema,
		.indexes = arguments->indexes.ptr, .nindexes = arguments->indexes.len,
		.threads = arguments->threads, .memory = arguments->memory,
		.mask = arguments->mask, .has_today = arguments->today_given, .today = arguments->today,
		.config = config, .progress = pl_progress_show, .progress_ctx = &progress,
	};
	struct pl_result result = {0};
	struct pl_error error = {0};
	enum pl_exit code;
	bool judged;

	pl_progress_init(&progress, !arguments->no_progress);
	judged = pl_run(arena, &options, &result, &error);
	pl_progress_end(&progress);
	if (result.faults) {
		print_faults(result.faults);
		return PL_EXIT_USAGE;
	}
	if (!judged) {
		pl_complain("%s", error.text);
		return error.code;
	}
	result.fail_on = config->fail_on;
	code = write_reports(arguments, list, &result);
	return code != PL_EXIT_OK ? code : pl_result_exit(&result);
}

static enum pl_exit misuse(const struct pl_arguments *arguments)
{
	if (arguments->paths.len == 0 && !arguments->schema)
		return pl_misused("nothing to check: name a dump, an export folder, a schema, or - for standard input");
	if (arguments->sk && !arguments->pk)
		return pl_misused("--sk without --pk: both attributes have to be named");
	if (arguments->mask && arguments->show_values)
		return pl_misused("--mask and --show-values contradict each other");
	if (arguments->quiet && arguments->verbose)
		return pl_misused("--quiet and --verbose contradict each other");
	return PL_EXIT_OK;
}

enum pl_exit pl_command_check(const struct pl_arguments *arguments)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_config config = {0};
	struct pl_error error = {0};
	outputs list = {0};
	enum pl_exit code = misuse(arguments);

	if (code == PL_EXIT_OK)
		code = choose_outputs(arguments, &list);
	if (code == PL_EXIT_OK && !pl_configure(&arena, arguments, &config, &error)) {
		pl_complain("%s", error.text);
		code = error.code;
	}
	if (code == PL_EXIT_OK)
		code = run(&arena, arguments, &config, &list);
	PL_VEC_RELEASE(&list);
	pl_arena_release(&arena);
	return code;
}
