/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one loop:
 *
 *     source ─> pass 1: profile, records ─> model ─> records walked
 *            ─> pass 2: ranges that a rule still wants proven ─> rules ─> result
 *
 * Without a dump there is nothing to pass over: what schemas declare goes to
 * the rules as it is.
 *
 * Each thread has a profile and a sorter of its own in pass 1; they are merged
 * when all files are read, so that nothing depends on who read what.
 */
#include "linter/run.h"

#include "linter/base/buf.h"
#include "linter/base/thread.h"
#include "linter/comments.h"
#include "linter/date_parts.h"
#include "linter/key/time.h"

#include "linter/profile/model.h"
#include "linter/proof/proof.h"
#include "linter/schema/table.h"
#include "linter/schemas.h"
#include "linter/testhook.h"

#include <time.h>

/* A sorter's run: large enough to sort millions of keys without a file. */
#define RUN_BYTES ((size_t)64 << 20)
#define MEMORY_DEFAULT ((size_t)1 << 30)
#define RUN_BYTES_LEAST ((size_t)64 << 10)
#define RUN_BYTES_MOST ((size_t)1 << 30) /* a run counts in 32 bits */

/* Share of the items that must have a well-known pair of attributes. */
#define KNOWN_SHARE 0.99

struct run {
	struct pl_arena *arena;
	const struct pl_run_options *options;
	const struct pl_config *config; /* that of the options, and ignores that stand in schemas */
	struct pl_error *error;
	struct pl_testhook hook;
	unsigned threads;
	size_t run_bytes, walk_bytes; /* of a sorter's run in pass 1 and 2 */
	struct pl_schemas schemas;
	const struct pl_schema_table *declared; /* the dump's; NULL: no schema */
	struct pl_source *source;
	struct pl_table *table;  /* index[] is what is profiled */
	bool known;              /* index[] are well-known pairs, some of them absent */
	bool samples;            /* the only schema is the only dump, too */
	bool use[PL_MAX_INDEXES];
	bool given[PL_MAX_INDEXES]; /* named by --index: counts however sparse it is */
	struct pl_str names[PL_MAX_WANTED];
	size_t nnames;
	struct pl_profile *profile;
	struct pl_sorter *records;
	struct pl_model *model;
	struct pl_walk *walk;
	unsigned pass, passes;
	PL_VEC(struct pl_str) notes;
};

/* One thread's part of a pass. */
struct worker {
	struct run *run;
	unsigned thread;
	struct pl_profile *profile;
	struct pl_sorter *sorter;
};

static void note(struct run *run, const char *text)
{
	PL_PUSH(&run->notes, pl_str_c(text));
}

/* ---- which attributes are keys ---- */

static bool same_names(const struct pl_attribute *a, unsigned na, const struct pl_attribute *b, unsigned nb)
{
	for (unsigned i = 0; i < na && na == nb; i++)
		if (!pl_str_eq(a[i].name, b[i].name))
			return false;
	return na == nb;
}

static bool same_keys(const struct pl_index *a, const struct pl_index *b)
{
	struct pl_attribute pks[2][PL_KEY_ATTRIBUTES], sks[2][PL_KEY_ATTRIBUTES];

	return same_names(pks[0], pl_index_pks(a, pks[0]), pks[1], pl_index_pks(b, pks[1])) &&
	       same_names(sks[0], pl_index_sks(a, sks[0]), sks[1], pl_index_sks(b, sks[1]));
}

/* Where an index goes: in place of one with the same attributes or the same name, else behind the others. */
static size_t index_of(const struct pl_table *table, const struct pl_index *index)
{
	size_t i = 1;

	while (i < table->nindexes && !pl_str_eq(table->index[i].name, index->name) &&
	       !(table->index[i].name.len && same_keys(&table->index[i], index)))
		i++;
	return i;
}

static bool add_given_indexes(struct run *run)
{
	for (size_t i = 0; i < run->options->nindexes; i++) {
		struct pl_index index = {0};
		size_t at;

		if (!pl_index_parse(run->arena, run->options->indexes[i], &index, run->error))
			return false;
		at = index_of(run->table, &index);
		if (at == PL_MAX_INDEXES)
			return pl_fail(run->error, PL_EXIT_USAGE, "more than %d indexes", PL_MAX_INDEXES - 1);
		for (size_t k = 0; k < run->table->nindexes; k++)
			pl_index_take_types(&index, &run->table->index[k]);
		run->table->nindexes = PL_MAX(run->table->nindexes, at + 1);
		run->table->index[at] = index;
		run->given[at] = true;
	}
	return true;
}

/* The table's name by the manifests of its exports; empty: they do not say. */
static struct pl_str exported_name(const struct run *run)
{
	size_t count;
	const struct pl_export *exports = pl_source_exports(run->source, &count);

	for (size_t i = 0; i < count; i++)
		if (exports[i].table_name.len)
			return exports[i].table_name;
	return pl_str_of(NULL, 0);
}

static bool keys_from_options(struct run *run)
{
	run->table->index[0].pk = pl_str_c(run->options->pk);
	run->table->index[0].sk = pl_str_c(run->options->sk);
	if (pl_index_twice(&run->table->index[0]).len)
		return pl_fail(run->error, PL_EXIT_USAGE, "--pk %s --sk %s: one attribute cannot be both keys", run->options->pk,
			       run->options->sk);
	run->table->nindexes = 1;
	run->table->from = run->options->sk ? "--pk and --sk" : "--pk";
	return add_given_indexes(run);
}

/* Whether a described table is the one that is asked for, was exported, or is declared. */
static bool table_is_wanted(const struct run *run, const struct pl_table *table)
{
	struct pl_str name = run->options->table ? pl_str_c(run->options->table) : exported_name(run);

	if (!name.len && run->declared)
		name = run->declared->names.name;
	return name.len == 0 || pl_str_eq(name, table->name);
}

/*
 * From describe-table files. *found is false when none describes the table;
 * two that do are an error: nobody said which.
 */
static bool keys_from_description(struct run *run, bool *found)
{
	const char *chosen = NULL;
	size_t count;
	const struct pl_str *paths = pl_source_tables(run->source, &count);

	*found = false;
	for (size_t i = 0; i < count; i++) {
		struct pl_table *table = PL_NEW(run->arena, struct pl_table);

		if (!pl_table_read_file(run->arena, pl_arena_str(run->arena, paths[i]).ptr, table, run->error))
			return false;
		if (!table_is_wanted(run, table))
			continue;
		if (*found)
			return pl_fail(run->error, PL_EXIT_USAGE,
				       "%s and %.*s describe different tables; choose one with --table NAME", chosen,
				       (int)paths[i].len, paths[i].ptr);
		*found = true;
		chosen = pl_arena_str(run->arena, paths[i]).ptr;
		run->table = table;
		table->from = pl_arena_printf(run->arena, "from %s", chosen);
	}
	return !*found || add_given_indexes(run);
}

static void keys_from_known_pairs(struct run *run)
{
	struct pl_table *table = run->table;

	run->known = true;
	table->from = "well-known attribute names";
	/* The table's own pairs first: the first that is used becomes the table. */
	for (int indexes = 0; indexes <= 1; indexes++)
		for (size_t i = 0; i < pl_known_pair_count && table->nindexes < PL_MAX_INDEXES; i++) {
			const struct pl_known_pair *pair = &pl_known_pairs[i];

			if ((pair->index != NULL) != (indexes == 1))
				continue;
			table->index[table->nindexes++] = (struct pl_index){
				.name = pl_str_c(pair->index), .pk = pl_str_c(pair->pk), .sk = pl_str_c(pair->sk)};
		}
}

/* From whatever names the keys besides schemas: options, descriptions. */
static bool keys_from_input(struct run *run, bool *found)
{
	run->table = PL_NEW(run->arena, struct pl_table);
	*found = run->options->pk != NULL;
	if (run->options->pk)
		return keys_from_options(run);
	if (run->options->sk)
		return pl_fail(run->error, PL_EXIT_USAGE, "--sk needs --pk: name the partition key too");
	return keys_from_description(run, found);
}

/* As the schema says; what else names the keys may add indexes, but not contradict. */
static bool keys_from_schema(struct run *run, const struct pl_table *other, bool found)
{
	struct pl_table *table = PL_NEW(run->arena, struct pl_table);
	struct pl_table given = {.from = "by --index", .nindexes = 1};

	*table = run->declared->names;
	table->from = run->schemas.from;
	given.index[0] = table->index[0];
	run->table = &given;
	if (!add_given_indexes(run))
		return false;
	run->table = table;
	return (!found || pl_table_join(table, other, run->error)) && pl_table_join(table, &given, run->error);
}

static bool find_keys(struct run *run)
{
	bool found;

	if (run->schemas.schema.ntables) {
		run->declared = pl_schemas_table(&run->schemas, pl_str_c(run->options->table), exported_name(run), run->error);
		if (!run->declared)
			return false;
	}
	if (!keys_from_input(run, &found))
		return false;
	if (run->declared)
		return keys_from_schema(run, run->table, found);
	if (!found) {
		keys_from_known_pairs(run);
		return add_given_indexes(run);
	}
	return true;
}

static bool is_table(const struct pl_index *index)
{
	return index->name.len == 0;
}

static char *list_names(struct run *run, const struct pl_str *names, size_t count)
{
	struct pl_buf text = PL_BUF_INIT;
	char *copy;

	for (size_t i = 0; i < count; i++)
		pl_buf_printf(&text, "%s%.*s", i ? ", " : "", (int)names[i].len, names[i].ptr);
	copy = pl_arena_cstr(run->arena, text.len ? text.ptr : "none");
	pl_buf_release(&text);
	return copy;
}

/* Nobody said what the keys are and no usual name fits: list what could be. */
static bool keys_unknown(struct run *run, const char *why)
{
	struct pl_str names[20];
	size_t count = pl_profile_candidates(run->profile, run->arena, names, PL_LEN(names));

	return pl_fail(run->error, PL_EXIT_USAGE,
		       "%s\n"
		       "  attributes that could be keys: %s\n"
		       "  name them with --pk ATTRIBUTE --sk ATTRIBUTE, or give the output of\n"
		       "  `aws dynamodb describe-table` as one more PATH",
		       why, list_names(run, names, count));
}

static double share_of(const struct run *run, size_t i)
{
	return (double)pl_profile_keys(run->profile, i) / (double)pl_profile_items(run->profile);
}

/* Tells which of the well-known pairs are there; exactly one must be the table's. */
static bool choose_known(struct run *run)
{
	size_t tables = 0, first = 0;

	for (size_t i = 0; i < run->table->nindexes; i++) {
		const struct pl_index *index = &run->table->index[i];

		run->use[i] = share_of(run, i) >= KNOWN_SHARE;
		if (!run->use[i] || !is_table(index))
			continue;
		/* A partition key alone says less than a pair that holds as well. */
		if (tables && !index->sk.len) {
			run->use[i] = false;
			continue;
		}
		if (tables++)
			return keys_unknown(run, pl_arena_printf(run->arena,
								 "more than one pair of attributes could be the key: %.*s/%.*s and %.*s/%.*s",
								 (int)run->table->index[first].pk.len, run->table->index[first].pk.ptr,
								 (int)run->table->index[first].sk.len, run->table->index[first].sk.ptr,
								 (int)index->pk.len, index->pk.ptr, (int)index->sk.len, index->sk.ptr));
		first = i;
	}
	if (!tables)
		return keys_unknown(run, "cannot tell which attributes are the table's keys");
	return true;
}

/* Indexes of several attributes, when there are more than can be looked at. */
static void note_left_out(struct run *run)
{
	for (size_t i = 0; i < run->table->nindexes; i++)
		if (!pl_profile_has(run->profile, i))
			note(run, pl_arena_printf(run->arena,
						  "index %.*s was not looked at: the table has more key attributes than the %d that are read",
						  (int)run->table->index[i].name.len, run->table->index[i].name.ptr, PL_MAX_WANTED));
}

/* Pairs that are usual for indexes and are there, but not in nearly all items. */
static void note_sparse_indexes(struct run *run)
{
	for (size_t i = 0; i < run->table->nindexes; i++) {
		const struct pl_index *index = &run->table->index[i];

		if (run->use[i] || is_table(index) || pl_profile_keys(run->profile, i) == 0)
			continue;
		note(run, pl_arena_printf(run->arena,
					  "%.*s and %.*s stand in %.1f %% of the items: if they are an index, add --index %.*s=%.*s,%.*s",
					  (int)index->pk.len, index->pk.ptr, (int)index->sk.len, index->sk.ptr,
					  100 * share_of(run, i), (int)index->name.len, index->name.ptr,
					  (int)index->pk.len, index->pk.ptr, (int)index->sk.len, index->sk.ptr));
	}
}

static bool choose_keys(struct run *run)
{
	for (size_t i = 0; i < run->table->nindexes; i++)
		run->use[i] = !run->known;
	note_left_out(run);
	if (pl_profile_items(run->profile) == 0) {
		run->use[0] = true;
		return true;
	}
	if (run->known) {
		if (!choose_known(run))
			return false;
		for (size_t i = 0; i < run->table->nindexes; i++)
			run->use[i] |= run->given[i];
		note_sparse_indexes(run);
		return true;
	}
	/* Of another type than described they are no keys, but a finding (PL408). */
	if (pl_profile_whole(run->profile, 0) == 0)
		return keys_unknown(run, pl_arena_printf(run->arena, "no item has the key %.*s%s%.*s",
							 (int)run->table->index[0].pk.len, run->table->index[0].pk.ptr,
							 run->table->index[0].sk.len ? " and " : "",
							 (int)run->table->index[0].sk.len, run->table->index[0].sk.ptr));
	return true;
}

/* ---- the passes ---- */

static void progress(void *ctx, const struct pl_progress_state *state)
{
	struct run *run = ctx;

	run->options->progress(run->options->progress_ctx, state, run->pass, run->passes);
}

static void pass(struct run *run, const struct pl_str *names, size_t nnames, void (*item)(void *, const struct pl_item *),
		 struct worker *workers)
{
	struct pl_sink *sinks = pl_calloc(run->threads, sizeof(*sinks));

	for (unsigned t = 0; t < run->threads; t++)
		sinks[t] = (struct pl_sink){item, &workers[t]};
	run->pass++;
	pl_source_pass(run->source, names, nnames, sinks, run->options->progress ? progress : NULL, run);
	free(sinks);
}

static void profile_item(void *ctx, const struct pl_item *item)
{
	struct worker *worker = ctx;
	struct pl_record records[PL_MAX_COLUMNS];
	size_t count = pl_profile_add(worker->profile, item, records);

	for (size_t i = 0; i < count; i++)
		pl_sorter_add(worker->sorter, records[i].range, records[i].value, records[i].tag);
}

/* The user's patterns that are not about another table, and are on. */
static size_t watches_of(struct run *run, const struct pl_watch_spec **specs)
{
	const struct pl_config *config = run->config;
	struct pl_str name = run->options->table ? pl_str_c(run->options->table) : run->table->name;
	size_t n = 0;

	if (!name.len)
		name = exported_name(run);
	for (size_t i = 0; i < config->nown; i++) {
		const struct pl_watch_spec *spec = &config->own[i].watch;

		if (config->own[i].rule.level != PL_OFF && (!spec->table.len || pl_str_eq(spec->table, name)))
			specs[n++] = spec;
	}
	return n;
}

static void profile_pass(struct run *run)
{
	const struct pl_watch_spec **specs = PL_NEW_N(run->arena, const struct pl_watch_spec *, run->config->nown + 1);
	const size_t nspecs = watches_of(run, specs);
	const struct pl_limits *limits = run->hook.limits_set ? &run->hook.limits
				       : run->options->limits ? run->options->limits
							      : &pl_default_limits;
	struct worker *workers = pl_calloc(run->threads, sizeof(*workers));

	for (unsigned t = 0; t < run->threads; t++) {
		workers[t] = (struct worker){
			.run = run,
			.thread = t,
			.profile = pl_profile_new(run->table->index, run->table->nindexes, limits, t),
			.sorter = pl_sorter_new(false, run->run_bytes, run->options->tmpdir),
		};
		if (run->declared)
			pl_profile_declare(workers[t].profile, run->declared);
		pl_profile_watch(workers[t].profile, specs, nspecs);
	}
	run->nnames = pl_profile_attributes(workers[0].profile, run->names);
	pass(run, run->names, run->nnames, profile_item, workers);
	for (unsigned t = 1; t < run->threads; t++) {
		pl_profile_merge(workers[0].profile, workers[t].profile);
		pl_profile_free(workers[t].profile);
		pl_sorter_merge(workers[0].sorter, workers[t].sorter);
	}
	run->profile = workers[0].profile;
	run->records = workers[0].sorter;
	free(workers);
}

static void walk_item(void *ctx, const struct pl_item *item)
{
	struct worker *worker = ctx;

	pl_walk_add(worker->run->walk, worker->thread, item);
}

/* Queries that a rule has something to say of are held against the keys. */
static void ask_queries(struct run *run, struct pl_judge *judge)
{
	bool *wanted = PL_NEW_N(run->arena, bool, judge->nqueries + 1);

	pl_judge_doubts(judge, wanted);
	for (size_t i = 0; i < judge->nqueries; i++) {
		struct pl_query *query = &judge->queries[i];
		const struct pl_ask ask = {query->keys, query->declared, query->expression, query->range};

		if (wanted[i] && pl_ask_is_possible(&ask))
			query->answer = pl_walk_query(run->walk, &ask);
	}
}

static void want_field_twins(struct run *run, const struct pl_judge *judge, const struct pl_keys *keys,
			     const struct pl_field *const *fields, size_t nfields)
{
	for (size_t i = 0; i < nfields; i++) {
		enum pl_same same = pl_judge_wants_twins(judge, keys, fields[i]);

		if (same != PL_SAME_BYTES)
			pl_walk_twins(run->walk, keys, fields[i], same);
	}
}

/* Keys that may be one value written twice; a rule that asks knows where that can be. */
static void want_twins(struct run *run, const struct pl_judge *judge)
{
	for (size_t i = 0; i < run->model->nkeys; i++) {
		const struct pl_keys *keys = run->model->keys[i];
		enum pl_same same = pl_judge_wants_twins(judge, keys, NULL);

		if (same != PL_SAME_BYTES)
			pl_walk_twins(run->walk, keys, NULL, same);
		want_field_twins(run, judge, keys, keys->fields, keys->nfields);
		want_field_twins(run, judge, keys, keys->partition_fields, keys->npartition_fields);
	}
}

/* Rows that may share a key, and composites that may be split in two ways. */
static void want_rows(struct run *run, unsigned wishes)
{
	for (size_t i = 0; i < run->model->nkeys; i++) {
		const struct pl_keys *keys = run->model->keys[i];
		bool repeats = wishes & PL_WISH_REPEATS && (keys->ties || keys->duplicate.groups);

		if (repeats && i == 0 && keys->duplicate.groups)
			pl_walk_duplicates(run->walk);
		if (repeats && keys->composite.len && !keys->composite_open)
			pl_walk_collisions(run->walk, keys);
		if (wishes & PL_WISH_HOLDERS && keys->composite_split)
			pl_walk_holders(run->walk, keys);
	}
}

/* What the records and the encodings leave open is walked, if a rule wants it. */
static void proof_pass(struct run *run, struct pl_judge *judge)
{
	const struct pl_walk_options options = {run->threads, run->walk_bytes, run->options->tmpdir};
	bool *wanted = PL_NEW_N(run->arena, bool, run->model->nfields + 1);
	struct pl_str names[PL_MAX_WANTED];
	struct worker *workers;
	size_t nnames;

	run->walk = pl_walk_new(run->arena, run->model, &options);
	pl_judge_wants(judge, (const struct pl_field *const *)run->model->fields, run->model->nfields, wanted);
	for (size_t i = 0; i < run->model->nfields; i++)
		if (wanted[i])
			pl_walk_field(run->walk, run->model->fields[i]);
	want_rows(run, pl_judge_wishes(judge));
	want_twins(run, judge);
	ask_queries(run, judge);
	if (!pl_walk_wanted(run->walk))
		return;
	pl_testhook_pause(&run->hook);
	run->passes = 2;
	nnames = pl_walk_attributes(run->walk, names);
	workers = pl_calloc(run->threads, sizeof(*workers));
	for (unsigned t = 0; t < run->threads; t++)
		workers[t] = (struct worker){.run = run, .thread = t};
	pass(run, names, nnames, walk_item, workers);
	free(workers);
	pl_walk_finish(run->walk, run->source);
}

/* ---- rules and result ---- */

/* Two digits at `at`, or -1. */
static int two_digits(struct pl_str s, size_t at)
{
	if (at + 2 > s.len || !pl_is_digit((unsigned char)s.ptr[at]) || !pl_is_digit((unsigned char)s.ptr[at + 1]))
		return -1;
	return (s.ptr[at] - '0') * 10 + (s.ptr[at + 1] - '0');
}

/* The reference time: --today, else the latest export, else the greatest time in the keys. */
static bool reference_time(const struct run *run, int64_t *seconds)
{
	const int64_t from = pl_civil_seconds(1990, 1, 1), until = pl_civil_seconds(2100, 1, 1);
	const struct pl_export *exports;
	size_t count;
	bool some = false;

	if (run->options->has_today) {
		*seconds = run->options->today;
		return true;
	}
	if (!run->source)
		return false;
	exports = pl_source_exports(run->source, &count);
	for (size_t i = 0; i < count; i++) {
		struct pl_time time;

		if (two_digits(exports[i].export_time, 0) >= 0 &&
		    pl_time_read(exports[i].export_time, PL_MONTH_FIRST, &time) && time.valid &&
		    (!some || time.at.seconds > *seconds)) {
			*seconds = time.at.seconds;
			some = true;
		}
	}
	for (size_t i = 0; !some && i < run->model->nfields; i++) {
		const struct pl_observed *seen = run->model->fields[i]->observed;

		/* A sentinel such as 9999-12-31 is no reference. */
		if (run->model->fields[i]->kind == PL_K_TIMESTAMP && seen && seen->last.seconds >= from && seen->last.seconds < until &&
		    (!some || seen->last.seconds > *seconds)) {
			*seconds = seen->last.seconds;
			some = true;
		}
	}
	return some;
}

static struct pl_judge judge_of(const struct run *run)
{
	struct pl_judge judge = {.arena = run->arena, .config = run->config, .mask = run->options->mask};

	if (run->options->has_today)
		judge.today = run->options->today;

	judge.has_reference_time = reference_time(run, &judge.reference_time);
	return judge;
}

static void summarise(const struct run *run, struct pl_result *result)
{
	struct pl_summary *sum = &result->summary;

	for (size_t i = 0; i < run->model->nkeys; i++)
		sum->keys += run->model->keys[i]->rank ? 0 : run->model->keys[i]->keys;
	for (size_t i = 0; i < run->model->nfields; i++) {
		const struct pl_field *field = run->model->fields[i];
		const struct pl_observed *seen = field->observed;

		if (!pl_kind_ordered(field->kind) || !seen)
			continue;
		sum->ranges += seen->ranges;
		sum->estimated |= seen->ranges_estimated;
		if (seen->proof->state != PL_O_UNKNOWN)
			sum->ranges_in_order += seen->ranges - PL_MIN(seen->ranges, seen->proof->ranges_wrong);
	}
}

/* Schemas, then what was read of dumps. */
static void fill_inputs(struct run *run, struct pl_result *result)
{
	const size_t schemas = run->samples ? 0 : run->schemas.inputs.len;
	const struct pl_input *dumps = NULL;
	struct pl_input *inputs;
	size_t ndumps = 0;

	if (run->source)
		dumps = pl_source_inputs(run->source, &ndumps);
	inputs = PL_NEW_N(run->arena, struct pl_input, schemas + ndumps);
	if (schemas)
		memcpy(inputs, run->schemas.inputs.ptr, schemas * sizeof(*inputs));
	if (ndumps)
		memcpy(inputs + schemas, dumps, ndumps * sizeof(*inputs));
	result->inputs = inputs;
	result->ninputs = schemas + ndumps;
	result->complete = true;
	for (size_t i = 0; i < result->ninputs; i++)
		result->complete &= result->inputs[i].whole;
}

/* For the lines that reports show. */
static void fill_schemas(struct run *run, struct pl_result *result)
{
	struct pl_schema_text *texts = PL_NEW_N(run->arena, struct pl_schema_text, run->schemas.texts.len);

	if (run->schemas.texts.len)
		memcpy(texts, run->schemas.texts.ptr, run->schemas.texts.len * sizeof(*texts));
	result->schemas = texts;
	result->nschemas = run->schemas.texts.len;
}

/* The places of the model's examples. */
static void place_examples(struct run *run)
{
	for (size_t i = 0; i < run->model->nunplaced; i++) {
		const struct pl_unplaced *u = &run->model->unplaced[i];

		u->witness->first_at = pl_place_text(run->arena, run->source, u->first.file, u->first.place);
		u->witness->second_at = pl_place_text(run->arena, run->source, u->second.file, u->second.place);
	}
}

static void fill_notes(struct run *run, struct pl_result *result)
{
	struct pl_str *notes = PL_NEW_N(run->arena, struct pl_str, run->notes.len + 1);

	if (run->notes.len)
		memcpy(notes, run->notes.ptr, run->notes.len * sizeof(*notes));
	result->notes = notes;
	result->nnotes = run->notes.len;
}

static void fill_result(struct run *run, struct pl_result *result)
{
	const struct pl_str *source_notes;
	size_t count;

	fill_inputs(run, result);
	fill_schemas(run, result);
	result->exports = pl_source_exports(run->source, &result->nexports);
	result->keys = (const struct pl_keys *const *)run->model->keys;
	/* Without an item the well-known names are no more than a guess. */
	result->nkeys = run->known && pl_profile_items(run->profile) == 0 ? 0 : run->model->nkeys;
	result->items = pl_profile_items(run->profile);
	result->keys_from = run->table->from;
	result->fail_on = run->config->fail_on;
	source_notes = pl_source_notes(run->source, &count);
	for (size_t i = 0; i < count; i++)
		PL_PUSH(&run->notes, source_notes[i]);
	fill_notes(run, result);
	summarise(run, result);
}

static double now(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static bool check(struct run *run, struct pl_result *result)
{
	struct pl_judge judge;

	if (!find_keys(run))
		return false;
	run->passes = 1;
	profile_pass(run);
	if (!choose_keys(run))
		return false;
	if (!run->table->name.len && run->options->table)
		run->table->name = pl_str_c(run->options->table);
	run->model = pl_model_make(run->arena, run->profile, run->table, run->use);
	pl_dates_find(run->arena, run->model);
	place_examples(run);
	pl_proof_records(run->model, run->records);
	pl_sorter_free(run->records);
	run->records = NULL;
	judge = judge_of(run);
	pl_judge_queries(&judge, run->model->keys, run->model->nkeys);
	proof_pass(run, &judge);
	fill_result(run, result);
	pl_judge_run(&judge, run->model->keys, run->model->nkeys, result);
	return true;
}

/* Of several declared tables the one that --table names. */
static bool choose_declared(struct run *run)
{
	struct pl_schema *schema = &run->schemas.schema;
	const struct pl_schema_table *table;

	if (!run->options->table)
		return true;
	table = pl_schemas_table(&run->schemas, pl_str_c(run->options->table), pl_str_of(NULL, 0), run->error);
	for (size_t i = 0; table && i < schema->ntables; i++)
		if (schema->tables[i] == table) {
			schema->tables += i;
			schema->ntables = 1;
		}
	return table != NULL;
}

/* What schemas declare, judged without a dump. */
static void review(struct run *run, struct pl_result *result)
{
	struct pl_judge judge;

	run->model = pl_model_promise(run->arena, &run->schemas.schema);
	fill_inputs(run, result);
	fill_schemas(run, result);
	fill_notes(run, result);
	result->keys = (const struct pl_keys *const *)run->model->keys;
	result->nkeys = run->model->nkeys;
	result->keys_from = run->schemas.from;
	result->fail_on = run->config->fail_on;
	result->schema_only = true;
	judge = judge_of(run);
	pl_judge_queries(&judge, run->model->keys, run->model->nkeys);
	pl_judge_run(&judge, run->model->keys, run->model->nkeys, result);
}

/*
 * A schema may hold items itself: with no other dump they are one. It is one table that is judged with its items; of
 * several somebody has to choose.
 */
static void take_samples(struct run *run)
{
	const struct pl_schema *schema = &run->schemas.schema;
	size_t with = 0;

	for (size_t i = 0; i < schema->ntables; i++)
		with += schema->tables[i]->samples > 0;
	run->samples = schema->ntables == 1 && with;
	if (run->samples)
		PL_PUSH(&run->schemas.dumps, schema->tables[0]->at.path.ptr);
	else if (with)
		note(run, pl_arena_printf(run->arena, "the sample items of %zu table%s were not read: choose one with --table NAME",
					  with, with == 1 ? "" : "s"));
}

/* Opens what is to be read and runs; false with an error or faults. */
static bool start(struct run *run, struct pl_faults *faults, struct pl_result *result)
{
	const struct pl_run_options *options = run->options;
	struct pl_source_options source_options = {.stdin_fd = 0, .tmpdir = options->tmpdir, .threads = run->threads};

	if (!pl_schemas_read(faults, options->schema, options->schema_text, options->paths, options->npaths, &run->schemas, run->error)) {
		result->faults = run->error->set ? NULL : faults;
		return pl_fail(run->error, PL_EXIT_USAGE, "the schema has faults");
	}
	run->config = pl_comments_read(faults, options->config, run->schemas.texts.ptr, run->schemas.texts.len);
	if (faults->count) {
		result->faults = faults;
		return pl_fail(run->error, PL_EXIT_USAGE, "the schema has faults");
	}
	if (!run->schemas.dumps.len && run->schemas.schema.ntables) {
		if (!choose_declared(run))
			return false;
		take_samples(run);
		if (!run->schemas.dumps.len) {
			review(run, result);
			return true;
		}
		source_options.table = run->schemas.schema.tables[0]->names.name;
	}
	run->source = pl_source_open(run->arena, run->schemas.dumps.ptr, run->schemas.dumps.len, &source_options, run->error);
	return run->source && check(run, result);
}

/*
 * All sorters together take at most half of --memory: the other half is for
 * reading and merging. The records of pass 1 are small, so their runs are, too;
 * those of pass 2 carry whole keys, and what need not go to disk is faster.
 */
static void share_memory(struct run *run)
{
	size_t memory = run->options->memory ? run->options->memory : MEMORY_DEFAULT;

	run->walk_bytes = PL_MIN(RUN_BYTES_MOST, PL_MAX(RUN_BYTES_LEAST, memory / 2 / run->threads));
	run->run_bytes = PL_MIN(RUN_BYTES, run->walk_bytes);
	if (run->hook.run_bytes)
		run->run_bytes = run->walk_bytes = run->hook.run_bytes;
}

bool pl_run(struct pl_arena *arena, const struct pl_run_options *options, struct pl_result *result,
	    struct pl_error *error)
{
	struct run run = {.arena = arena, .options = options, .error = error, .hook = pl_testhook_read()};
	struct pl_faults *faults = PL_NEW(arena, struct pl_faults);
	double begin = now();
	bool done;

	run.threads = PL_MIN(options->threads ? options->threads : pl_processors(), 64U);
	share_memory(&run);
	faults->arena = arena;
	*result = (struct pl_result){0};
	done = start(&run, faults, result);
	result->seconds = now() - begin;
	if (run.records)
		pl_sorter_free(run.records);
	if (run.profile)
		pl_profile_free(run.profile);
	PL_VEC_RELEASE(&run.notes);
	pl_source_close(run.source);
	pl_schemas_release(&run.schemas);
	return done;
}
