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
	struct pl_attribute keys[PL_MAX_WANTED]; /* of the table and all indexes, no name twice */
	size_t n;
	uint64_t seen[PL_MAX_WANTED][3];         /* by letters[] */
};

static void count_item(void *ctx, const struct pl_item *item)
{
	struct counting *c = ctx;

	for (size_t i = 0; i < c->n; i++) {
		char type = item->attrs[i].type;
		const char *at = type ? strchr(letters, type) : NULL;

		if (at)
			c->seen[i][at - letters]++;
	}
}

static void add_keys(struct counting *c, const struct pl_attribute *keys, unsigned n)
{
	for (unsigned k = 0; k < n; k++) {
		size_t i = 0;

		while (i < c->n && !pl_str_eq(c->keys[i].name, keys[k].name))
			i++;
		if (i == c->n && c->n < PL_MAX_WANTED)
			c->keys[c->n++] = keys[k];
		else if (i < c->n && !c->keys[i].type)
			c->keys[i].type = keys[k].type;
	}
}

static void add_all_keys(struct counting *c, const struct pl_table *table)
{
	struct pl_attribute keys[PL_KEY_ATTRIBUTES];

	for (size_t i = 0; i < table->nindexes; i++) {
		add_keys(c, keys, pl_index_pks(&table->index[i], keys));
		add_keys(c, keys, pl_index_sks(&table->index[i], keys));
	}
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
static bool can_read_again(const struct pl_arguments *arguments)
{
	for (size_t i = 0; i < arguments->paths.len; i++)
		if (pl_str_eq(pl_str_c(arguments->paths.ptr[i]), PL_S("-")))
			return false;
	return true;
}

static bool all_typed(const struct counting *c)
{
	for (size_t i = 0; i < c->n; i++)
		if (!c->keys[i].type)
			return false;
	return true;
}

static void count_types(struct pl_arena *arena, const struct pl_arguments *arguments, struct counting *c)
{
	const struct pl_source_options options = {.threads = 1};
	const struct pl_sink sink = {count_item, c};
	struct pl_error error = {0};
	struct pl_source *source = pl_source_open(arena, arguments->paths.ptr, arguments->paths.len, &options, &error);
	struct pl_str names[PL_MAX_WANTED];

	if (!source)
		return;
	for (size_t i = 0; i < c->n; i++)
		names[i] = c->keys[i].name;
	pl_source_pass(source, names, c->n, &sink, NULL, NULL);
	pl_source_close(source);
	for (size_t i = 0; i < c->n; i++)
		if (!c->keys[i].type)
			c->keys[i].type = most(c->seen[i]);
}

/* What is described counts, and what is not is counted; types that nobody knows are 0. */
static struct pl_infer_types types_of(struct pl_arena *arena, const struct pl_arguments *arguments, const struct pl_result *result)
{
	struct counting *c = PL_NEW(arena, struct counting);

	if (result->nkeys)
		add_all_keys(c, result->keys[0]->table);
	if (!all_typed(c) && can_read_again(arguments))
		count_types(arena, arguments, c);
	return (struct pl_infer_types){c->keys, c->n};
}

/* ---- the run ---- */

/* A run over the dump; with a schema when there is a text of one. */
static bool run_over(struct pl_arena *arena, const struct pl_arguments *arguments, struct pl_str schema, struct pl_result *result,
		     struct pl_error *error)
{
	struct pl_config *config = PL_NEW(arena, struct pl_config); /* what the result refers to stays */
	struct pl_progress progress;
	const struct pl_run_options options = {
		.paths = arguments->paths.ptr, .npaths = arguments->paths.len,
		.pk = arguments->pk, .sk = arguments->sk, .table = arguments->table,
		.schema = schema.len ? "keys.yaml" : NULL, .schema_text = schema,
		.indexes = arguments->indexes.ptr, .nindexes = arguments->indexes.len,
		.threads = arguments->threads, .memory = arguments->memory,
		.has_today = arguments->today_given, .today = arguments->today,
		.config = config, .progress = pl_progress_show, .progress_ctx = &progress,
	};
	bool judged;

	pl_config_default(arena, config);
	pl_progress_init(&progress, !arguments->no_progress);
	judged = pl_run(arena, &options, result, error);
	pl_progress_end(&progress);
	return judged;
}

/*
 * What is declared has to leave what is told as it is: the dump is read again with the schema, until nothing differs.
 * Each time some value more is unknown, at last all.
 */
static void settle(struct pl_arena *arena, const struct pl_arguments *arguments, struct pl_infer *infer, struct pl_buf *text)
{
	enum { MOST_ROUNDS = 8 };

	for (unsigned round = 0; round < MOST_ROUNDS; round++) {
		struct pl_result checked = {0};
		struct pl_error error = {0};

		if (!run_over(arena, arguments, pl_buf_str(text), &checked, &error) || !pl_infer_mend(infer, &checked))
			return;
		pl_buf_clear(text);
		pl_infer_write(infer, text);
	}
}

static void add_row(void *ctx, const struct pl_item *item)
{
	pl_infer_rows_add(ctx, item);
}

/* Reads the dump for what rows tell, which is as little to change what is told. */
static void add_rows(struct pl_arena *arena, const struct pl_arguments *arguments, const struct pl_infer_types *types, struct pl_infer *infer,
		     struct pl_buf *text)
{
	enum { MOST_ROUNDS = 6 };
	const struct pl_source_options options = {.threads = 1};
	struct pl_error error = {0};
	struct pl_source *source = pl_source_open(arena, arguments->paths.ptr, arguments->paths.len, &options, &error);
	struct pl_infer_rows *rows;
	struct pl_str names[PL_MAX_WANTED];

	if (!source)
		return;
	for (size_t i = 0; i < types->n; i++)
		names[i] = types->keys[i].name;
	rows = pl_infer_rows_new(infer, pl_arena_str(arena, pl_buf_str(text)), types->keys, types->n);
	pl_source_pass(source, names, types->n, &(struct pl_sink){add_row, rows}, NULL, NULL);
	pl_infer_rows_end(rows);
	pl_source_close(source);
	for (unsigned round = 0; round < MOST_ROUNDS; round++) {
		struct pl_result checked = {0};

		pl_buf_clear(text);
		pl_infer_write(infer, text);
		if (!run_over(arena, arguments, pl_buf_str(text), &checked, &error) || !pl_infer_take_back(infer, &checked))
			return;
	}
}

static enum pl_exit write_schema(struct pl_arena *arena, const struct pl_arguments *arguments,
				 const struct pl_result *result)
{
	const struct pl_infer_types types = types_of(arena, arguments, result);
	struct pl_infer *infer = pl_infer_new(arena, result, &types);
	struct pl_buf text = PL_BUF_INIT;
	enum pl_exit code;

	pl_infer_write(infer, &text);
	if (can_read_again(arguments)) {
		settle(arena, arguments, infer, &text);
		add_rows(arena, arguments, &types, infer, &text);
	}
	pl_infer_release(infer);
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
	struct pl_result result = {0};
	struct pl_error error = {0};
	const bool judged = run_over(arena, arguments, pl_str_of(NULL, 0), &result, &error);

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
