/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `padlint infer`: a run over the dump, and the keys.yaml it gives. A run needs
 * no types of key attributes, but a schema states them: where no description
 * does, the dump is read once more for them.
 */
#include "linter/commands.h"
#include "linter/config.h"
#include "linter/infer.h"
#include "linter/progress.h"
#include "linter/run.h"

#include <unistd.h>

static enum pl_exit misuse(const struct pl_arguments *arguments)
{
	if (arguments->paths.len == 0)
		return pl_misused("nothing to infer from: name a dump, an export folder, or - for standard input");
	if (arguments->sk && !arguments->pk)
		return pl_misused("--sk without --pk: both attributes have to be named");
	/* A schema that people have worked on is not to be lost. */
	if (arguments->output && access(arguments->output, F_OK) == 0)
		return pl_misused("--output %s: the file is there already; choose another name", arguments->output);
	return PL_EXIT_OK;
}

/* ---- types ---- */

static const char letters[] = "SNB";

struct counting {
	const struct pl_table *table;
	size_t of[PL_MAX_INDEXES][2];     /* which of the names is pk, sk; SIZE_MAX: none */
	uint64_t seen[PL_MAX_INDEXES][2][3]; /* by letters[] */
};

static void count_item(void *ctx, const struct pl_item *item)
{
	struct counting *c = ctx;

	for (size_t i = 0; i < c->table->nindexes; i++)
		for (unsigned k = 0; k < 2; k++) {
			char type = c->of[i][k] == SIZE_MAX ? 0 : item->attrs[c->of[i][k]].type;
			const char *at = type ? strchr(letters, type) : NULL;

			if (at)
				c->seen[i][k][at - letters]++;
		}
}

static size_t name_number(struct pl_str *names, size_t *n, struct pl_str name)
{
	size_t i = 0;

	if (!name.len)
		return SIZE_MAX;
	while (i < *n && !pl_str_eq(names[i], name))
		i++;
	if (i == *n)
		names[(*n)++] = name;
	return i;
}

static char most(const uint64_t seen[3])
{
	size_t best = 0;

	for (size_t i = 1; i < 3; i++)
		if (seen[i] > seen[best])
			best = i;
	return seen[best] ? letters[best] : '\0';
}

/* Standard input cannot be read twice: its keys are strings until somebody says otherwise. */
static bool can_count(const struct pl_arguments *arguments, const struct pl_result *result)
{
	const struct pl_index *index = result->nkeys ? result->keys[0]->index : NULL;

	for (size_t i = 0; i < arguments->paths.len; i++)
		if (pl_str_eq(pl_str_c(arguments->paths.ptr[i]), PL_S("-")))
			return false;
	return index && (!index->pk_type || (index->sk.len && !index->sk_type));
}

/* False: the types are not known, and what was described counts alone. */
static bool read_types(struct pl_arena *arena, const struct pl_arguments *arguments, const struct pl_result *result,
		       struct pl_infer_types types[PL_MAX_INDEXES])
{
	const struct pl_source_options options = {.threads = 1};
	struct counting *c = PL_NEW(arena, struct counting);
	const struct pl_sink sink = {count_item, c};
	struct pl_str names[PL_MAX_INDEXES * 2];
	struct pl_error error = {0};
	struct pl_source *source;
	size_t n = 0;

	if (!can_count(arguments, result))
		return false;
	c->table = result->keys[0]->table;
	for (size_t i = 0; i < c->table->nindexes; i++) {
		c->of[i][0] = name_number(names, &n, c->table->index[i].pk);
		c->of[i][1] = name_number(names, &n, c->table->index[i].sk);
	}
	source = pl_source_open(arena, arguments->paths.ptr, arguments->paths.len, &options, &error);
	if (!source)
		return false;
	pl_source_pass(source, names, n, &sink, NULL, NULL);
	pl_source_close(source);
	for (size_t i = 0; i < c->table->nindexes; i++)
		types[i] = (struct pl_infer_types){most(c->seen[i][0]), most(c->seen[i][1])};
	return true;
}

/* ---- the run ---- */

static enum pl_exit write_schema(struct pl_arena *arena, const struct pl_arguments *arguments,
				 const struct pl_result *result)
{
	struct pl_infer_types types[PL_MAX_INDEXES];
	struct pl_buf text = PL_BUF_INIT;
	enum pl_exit code;

	pl_infer(arena, result, read_types(arena, arguments, result, types) ? types : NULL, &text);
	code = arguments->output ? pl_write_file(arguments->output, pl_buf_str(&text)) : pl_print(pl_buf_str(&text));
	pl_buf_release(&text);
	if (code == PL_EXIT_OK && !result->complete) {
		pl_complain("not everything could be read; 'padlint check' says what");
		code = PL_EXIT_INCOMPLETE;
	}
	return code;
}

static enum pl_exit run(struct pl_arena *arena, const struct pl_arguments *arguments)
{
	struct pl_config config = {0};
	struct pl_progress progress;
	const struct pl_run_options options = {
		.paths = arguments->paths.ptr, .npaths = arguments->paths.len,
		.pk = arguments->pk, .sk = arguments->sk, .table = arguments->table,
		.indexes = arguments->indexes.ptr, .nindexes = arguments->indexes.len,
		.threads = arguments->threads, .memory = arguments->memory,
		.has_today = arguments->today_given, .today = arguments->today,
		.config = &config, .progress = pl_progress_show, .progress_ctx = &progress,
	};
	struct pl_result result = {0};
	struct pl_error error = {0};
	bool judged;

	pl_config_default(arena, &config);
	pl_progress_init(&progress, !arguments->no_progress);
	judged = pl_run(arena, &options, &result, &error);
	pl_progress_end(&progress);
	if (result.faults)
		return pl_misused("infer takes dumps and table descriptions, and one PATH is a key schema; give it to 'padlint check'");
	if (!judged) {
		pl_complain("%s", error.text);
		return error.code;
	}
	if (result.nschemas || result.schema_only)
		return pl_misused("infer takes dumps and table descriptions, and one PATH is a key schema; give it to 'padlint check'");
	return write_schema(arena, arguments, &result);
}

enum pl_exit pl_command_infer(const struct pl_arguments *arguments)
{
	struct pl_arena arena = PL_ARENA_INIT;
	enum pl_exit code = misuse(arguments);

	if (code == PL_EXIT_OK)
		code = run(&arena, arguments);
	pl_arena_release(&arena);
	return code;
}
