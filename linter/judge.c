/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Judging: every rule that is on is asked about every field, entity and index
 * it applies to, and what it reports is completed, levelled and sorted.
 *
 *     rules ──> reports ──> place, counts, fingerprint ──> level as configured
 *                                          ──> ignores ──> sorted findings
 */
#include <time.h>

#include "linter/base/hash.h"
#include "linter/context.h"
#include "linter/own.h"

/* ---- what rules may ask ---- */

static double option_of(const struct pl_cx *cx, size_t rule, const char *name)
{
	const struct pl_option *options = pl_rules[rule]->options;

	for (size_t i = 0; options && options[i].name; i++)
		if (strcmp(options[i].name, name) == 0)
			return cx->judge->config->rules[rule].option[i];
	return 0;
}

double pl_option(struct pl_cx *cx, const char *name)
{
	return option_of(cx, cx->asked, name);
}

double pl_cx_option(const struct pl_cx *cx, const char *code, const char *name)
{
	for (size_t i = 0; i < pl_rule_count; i++)
		if (strcmp(pl_rules[i]->code, code) == 0)
			return option_of(cx, i, name);
	return 0;
}

bool pl_rule_on(struct pl_cx *cx, const char *code)
{
	for (size_t i = 0; i < pl_rule_count; i++)
		if (strcmp(pl_rules[i]->code, code) == 0)
			return cx->judge->config->rules[i].level != PL_OFF;
	return false;
}

const char *pl_text(struct pl_cx *cx, const char *format, ...)
{
	va_list args;
	char *text;

	va_start(args, format);
	text = pl_arena_vprintf(cx->judge->arena, format, args);
	va_end(args);
	return text;
}

const char *pl_count(struct pl_cx *cx, uint64_t n)
{
	char digits[24], text[32];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, n), out = 0;

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			text[out++] = ',';
		text[out++] = digits[i];
	}
	text[out] = '\0';
	return pl_arena_cstr(cx->judge->arena, text);
}

const char *pl_counted(struct pl_cx *cx, uint64_t n, const char *word)
{
	return pl_text(cx, "%s %s%s", pl_count(cx, n), word, n == 1 ? "" : "s");
}

bool pl_masked(const struct pl_cx *cx)
{
	return cx->judge->mask;
}

bool pl_reference_time(struct pl_cx *cx, int64_t *seconds)
{
	*seconds = cx->judge->reference_time;
	return cx->judge->has_reference_time;
}

/* ---- completing a finding ---- */

/* A length goes in front of each part: ("ab", "c") and ("a", "bc") differ. */
static uint64_t hash_part(uint64_t hash, struct pl_str part)
{
	return pl_hash(part, pl_hash_mix(hash, part.len));
}

/*
 * Who a finding is about, as stable as can be: code, table, index, attribute
 * and the path of labels; never counts, kinds, file names or lines.
 */
static uint64_t fingerprint(const struct pl_finding *f, struct pl_str subject)
{
	uint64_t hash = pl_hash(pl_str_c(f->rule->code), 0);

	hash = hash_part(hash, f->keys->table_name);
	hash = hash_part(hash, f->keys->index_name);
	hash = hash_part(hash, f->attribute);
	hash = hash_part(hash, subject);
	hash = pl_hash_mix(hash, f->part);
	return f->fingerprint ? pl_hash_mix(hash, f->fingerprint) : hash;
}

/* What only an older layout says is worth knowing, until a dump shows keys of it. */
static enum pl_level level_in_layout(enum pl_level level, const struct pl_entity *entity, bool seen)
{
	return entity && entity->legacy && !seen ? PL_MIN(level, PL_INFO) : level;
}

static void report(struct pl_cx *cx, struct pl_finding *f, struct pl_str subject)
{
	const struct pl_rule *rule = cx->own ? &cx->own->rule : pl_rules[cx->asked];
	enum pl_level configured = cx->own ? rule->level : cx->judge->config->rules[cx->asked].level;

	if (f->level == PL_OFF)
		return;
	f->rule = rule;
	f->fingerprint = fingerprint(f, subject);
	if (f->level > PL_INFO && configured != rule->level)
		f->level = configured;
	PL_PUSH(&cx->findings, *f);
}

static void field_counts(struct pl_counts *counts, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	if (!seen)
		return;
	counts->keys = seen->keys;
	if (seen->proof->state == PL_O_WALKED || seen->proof->state == PL_O_BROKEN) {
		counts->ranges = seen->proof->ranges;
		counts->ranges_wrong = seen->proof->ranges_wrong;
		counts->order_breaks = seen->proof->breaks;
	} else {
		counts->ranges = seen->ranges;
		counts->ranges_estimated = seen->ranges_estimated;
	}
}

/* How many fields to the left of it in its entity have the same name. */
static unsigned namesakes(const struct pl_field *field)
{
	unsigned n = 0;

	for (const struct pl_field *left = field->before; left; left = left->before)
		n += pl_str_eq(left->name, field->name);
	return n;
}

/* What the schema calls a place is as stable as can be; without one its labels have to do. */
static struct pl_str field_subject(struct pl_cx *cx, const struct pl_field *field)
{
	unsigned before;

	if (!field->name.len || !field->entity)
		return field->path;
	before = namesakes(field);
	if (before)
		return pl_str_c(pl_text(cx, "%s/%s/%u", field->entity->name.ptr, field->name.ptr, before));
	return pl_str_c(pl_text(cx, "%s/%s", field->entity->name.ptr, field->name.ptr));
}

/* Older layouts of a declared entity have its name. */
static struct pl_str entity_subject(struct pl_cx *cx, const struct pl_entity *entity)
{
	if (!entity->legacy)
		return entity->name;
	return pl_str_c(pl_text(cx, "%s/%s", entity->name.ptr, entity->shape.ptr));
}

void pl_report_field(struct pl_cx *cx, const struct pl_field *field, struct pl_finding finding)
{
	if (!finding.at.path.len)
		finding.at = field->at;
	finding.keys = field->keys;
	finding.field = field;
	finding.entity = field->entity;
	finding.attribute = field->attribute;
	finding.segment = field->segment;
	finding.part = field->part;
	finding.level = level_in_layout(finding.level, field->entity, field->observed != NULL);
	field_counts(&finding.counts, field);
	report(cx, &finding, field_subject(cx, field));
}

void pl_report_entity(struct pl_cx *cx, const struct pl_entity *entity, struct pl_finding finding)
{
	const struct pl_field *field = finding.field; /* the rule may name the one that matters */

	finding.keys = entity->keys_of;
	finding.entity = entity;
	finding.attribute = field ? field->attribute : entity->keys_of->sk;
	if (field && !finding.segment) {
		finding.segment = field->segment;
		finding.part = field->part;
	}
	finding.level = level_in_layout(finding.level, entity, entity->keys > 0);
	finding.counts.keys = entity->keys;
	if (!finding.at.path.len)
		finding.at = field ? field->at : entity->at;
	report(cx, &finding, field ? field_subject(cx, field) : entity_subject(cx, entity));
}

void pl_report_keys(struct pl_cx *cx, const struct pl_keys *keys, struct pl_finding finding)
{
	finding.keys = keys;
	if (!finding.attribute.len)
		finding.attribute = keys->sk.len ? keys->sk : keys->pk;
	finding.counts.keys = keys->keys;
	report(cx, &finding, pl_str_of(NULL, 0));
}

uint64_t pl_subject(struct pl_str a, struct pl_str b)
{
	return pl_order(a, b) <= 0 ? hash_part(hash_part(0, a), b) : hash_part(hash_part(0, b), a);
}

bool pl_reported(const struct pl_cx *cx, const struct pl_keys *keys)
{
	for (size_t i = 0; i < cx->findings.len; i++)
		if (cx->findings.ptr[i].keys == keys && cx->findings.ptr[i].level >= PL_WARNING)
			return true;
	return false;
}

void pl_report_query(struct pl_cx *cx, const struct pl_query *query, struct pl_finding finding)
{
	finding.keys = query->keys;
	if (!finding.attribute.len)
		finding.attribute = query->range->attribute.len ? query->range->attribute : query->keys->pk;
	if (!finding.at.path.len)
		finding.at = query->declared->at;
	finding.counts.keys = query->keys->keys;
	report(cx, &finding, query->declared->name);
}

/* ---- queries ---- */

/* The first table or index that this schema describes. */
static bool is_first_of_schema(struct pl_keys *const *keys, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (keys[k]->schema == keys[i]->schema)
			return false;
	return keys[i]->schema != NULL;
}

/*
 * What a query reads, by the sort attribute that it has a condition on; the
 * table itself when no keys of its index are judged.
 */
static const struct pl_keys *keys_of_query(struct pl_keys *const *keys, size_t nkeys, size_t first,
					   const struct pl_schema_query *query, struct pl_str attribute)
{
	const struct pl_keys *of_index = NULL;

	for (size_t i = first; i < nkeys; i++) {
		if (keys[i]->schema != keys[first]->schema || !pl_str_eq(keys[i]->index_name, query->index_name) ||
		    pl_is_part(keys[i]))
			continue;
		if (pl_str_eq(keys[i]->sk, attribute))
			return keys[i];
		if (!of_index)
			of_index = keys[i];
	}
	return of_index ? of_index : keys[first];
}

static struct pl_query prepare(struct pl_arena *arena, const struct pl_schema_query *declared, struct pl_keys *const *keys,
			       size_t nkeys, size_t first)
{
	const struct pl_schema_table *table = keys[first]->schema;
	struct pl_expression *expression = PL_NEW(arena, struct pl_expression);
	struct pl_range *range = PL_NEW(arena, struct pl_range);
	struct pl_answer *answer = PL_NEW(arena, struct pl_answer);

	pl_expression_read(arena, declared, expression);
	pl_range_of(arena, table, declared, expression, range);
	answer->reached = PL_NEW_N(arena, struct pl_evidence, range->nreach + 1);
	return (struct pl_query){table, declared, keys_of_query(keys, nkeys, first, declared, range->attribute), expression, range,
				 answer};
}

void pl_judge_queries(struct pl_judge *judge, struct pl_keys *const *keys, size_t nkeys)
{
	PL_VEC(struct pl_query) queries = {NULL, 0, 0};

	for (size_t i = 0; i < nkeys; i++)
		for (size_t k = 0; is_first_of_schema(keys, i) && k < keys[i]->schema->nqueries; k++) {
			const struct pl_schema_query *query = &keys[i]->schema->queries[k];

			if (query->index)
				PL_PUSH(&queries, prepare(judge->arena, query, keys, nkeys, i));
		}
	judge->queries = PL_NEW_N(judge->arena, struct pl_query, queries.len + 1);
	if (queries.len)
		memcpy(judge->queries, queries.ptr, queries.len * sizeof(*queries.ptr));
	judge->nqueries = queries.len;
	PL_VEC_RELEASE(&queries);
}

/* ---- asking ---- */

static uint64_t ask_fields(struct pl_cx *cx, const struct pl_rule *rule, const struct pl_field *const *fields,
			   size_t nfields)
{
	uint64_t looked_at = 0;

	for (size_t i = 0; i < nfields; i++) {
		const struct pl_field *field = fields[i];

		if (rule->applies_field && !rule->applies_field(field))
			continue;
		looked_at++;
		if (rule->check_field)
			rule->check_field(cx, field);
	}
	return looked_at;
}

static uint64_t ask_entities(struct pl_cx *cx, const struct pl_rule *rule, const struct pl_keys *keys)
{
	uint64_t looked_at = 0;

	for (size_t i = 0; i < keys->nentities; i++) {
		const struct pl_entity *entity = keys->entities[i];

		if (rule->applies_entity && !rule->applies_entity(entity))
			continue;
		looked_at++;
		if (rule->check_entity)
			rule->check_entity(cx, entity);
	}
	return looked_at;
}

static uint64_t ask_keys(struct pl_cx *cx, const struct pl_rule *rule, const struct pl_keys *keys)
{
	if (rule->applies_keys && !rule->applies_keys(keys))
		return 0;
	if (rule->check_keys)
		rule->check_keys(cx, keys);
	return 1;
}

static uint64_t ask_queries(struct pl_cx *cx, const struct pl_rule *rule)
{
	uint64_t looked_at = 0;

	for (size_t i = 0; i < cx->judge->nqueries; i++) {
		const struct pl_query *query = &cx->judge->queries[i];

		if (rule->applies_query && !rule->applies_query(query))
			continue;
		looked_at++;
		if (rule->check_query)
			rule->check_query(cx, query);
	}
	return looked_at;
}

static uint64_t ask(struct pl_cx *cx, const struct pl_rule *rule, const struct pl_keys *keys)
{
	if (pl_is_part(keys) && !rule->partition_keys)
		return 0;
	switch (rule->scope) {
	case PL_QUERY:
		return 0; /* queries are asked about once, not for each table and index */
	case PL_FIELD:
		return ask_fields(cx, rule, keys->fields, keys->nfields) +
		       ask_fields(cx, rule, keys->partition_fields, rule->partition_keys ? keys->npartition_fields : 0);
	case PL_ENTITY:
		return ask_entities(cx, rule, keys);
	case PL_KEYS:
		return ask_keys(cx, rule, keys);
	}
	return 0;
}

/* The user's own, after all others; their rows stand behind those of pl_rules. */
static void ask_own(struct pl_cx *cx, struct pl_keys *const *keys, size_t nkeys, struct pl_judged *row)
{
	const struct pl_config *config = cx->judge->config;

	for (size_t k = 0; k < config->nown; k++, row++) {
		cx->own = &config->own[k];
		row->rule = &cx->own->rule;
		row->level = row->rule->level;
		for (size_t i = 0; i < nkeys && row->level != PL_OFF; i++)
			row->looked_at += pl_own_judge(cx, cx->own, keys[i]);
	}
	cx->own = NULL;
}

void pl_judge_wants(const struct pl_judge *judge, const struct pl_field *const *fields, size_t nfields, bool *wanted)
{
	struct pl_cx cx = {.judge = judge};

	for (size_t i = 0; i < nfields; i++)
		wanted[i] = false;
	for (cx.asked = 0; cx.asked < pl_rule_count; cx.asked++) {
		const struct pl_rule *rule = pl_rules[cx.asked];

		if (judge->config->rules[cx.asked].level == PL_OFF || !rule->wants_proof)
			continue;
		for (size_t i = 0; i < nfields; i++)
			if (!wanted[i] && fields[i]->observed && (!rule->applies_field || rule->applies_field(fields[i])))
				wanted[i] = rule->wants_proof(&cx, fields[i]);
	}
}

enum pl_same pl_judge_wants_twins(const struct pl_judge *judge, const struct pl_keys *keys, const struct pl_field *field)
{
	struct pl_cx cx = {.judge = judge};
	enum pl_same same = PL_SAME_BYTES;

	for (cx.asked = 0; cx.asked < pl_rule_count && same == PL_SAME_BYTES; cx.asked++) {
		const struct pl_rule *rule = pl_rules[cx.asked];

		if (judge->config->rules[cx.asked].level != PL_OFF && rule->wants_twins)
			same = rule->wants_twins(&cx, keys, field);
	}
	return same;
}

/* Whether the rule has something to say of a query as it is declared. */
static bool doubts(struct pl_cx *cx, const struct pl_rule *rule, const struct pl_query *query)
{
	bool some;

	if (rule->applies_query && !rule->applies_query(query))
		return false;
	rule->check_query(cx, query);
	some = cx->findings.len > 0;
	cx->findings.len = 0;
	return some;
}

unsigned pl_judge_wishes(const struct pl_judge *judge)
{
	unsigned wishes = 0;

	for (size_t i = 0; i < pl_rule_count; i++)
		if (judge->config->rules[i].level != PL_OFF)
			wishes |= pl_rules[i]->wishes;
	return wishes;
}

void pl_judge_doubts(const struct pl_judge *judge, bool *wanted)
{
	struct pl_cx cx = {.judge = judge};

	for (size_t i = 0; i < judge->nqueries; i++)
		wanted[i] = false;
	for (cx.asked = 0; cx.asked < pl_rule_count; cx.asked++) {
		const struct pl_rule *rule = pl_rules[cx.asked];

		if (judge->config->rules[cx.asked].level == PL_OFF || !rule->wants_answer)
			continue;
		for (size_t i = 0; i < judge->nqueries; i++)
			if (!wanted[i] && judge->queries[i].keys->observed)
				wanted[i] = doubts(&cx, rule, &judge->queries[i]);
	}
	PL_VEC_RELEASE(&cx.findings);
}

/* ---- ignores ---- */

static bool stands_in(struct pl_pos line, struct pl_pos at)
{
	return line.line == at.line && pl_str_eq(line.path, at.path);
}

/* Whether what a finding is about, or the option that it is about, is declared in a line of a schema. */
static bool declared_in(struct pl_pos line, const struct pl_finding *f)
{
	const struct pl_declared *field = f->field ? f->field->declared : NULL;

	if (stands_in(line, f->at) || (f->entity && f->entity->declared && stands_in(line, f->entity->declared->at)))
		return true;
	for (int option = 0; field && option < PL_FIELD_OPTIONS; option++)
		if (field->option_at[option].line && stands_in(line, field->option_at[option]))
			return true;
	return field && stands_in(line, field->at);
}

static bool matches(const struct pl_ignore *ignore, const struct pl_finding *f)
{
	if (ignore->comment && !declared_in(ignore->at, f))
		return false;
	if (ignore->rule != f->rule || (ignore->segment && ignore->segment != f->segment))
		return false;
	if (ignore->table.len && !pl_str_eq(ignore->table, f->keys->table_name))
		return false;
	return !ignore->entity.len || (f->entity && (pl_str_eq(ignore->entity, f->entity->name) ||
						      pl_str_eq(ignore->entity, f->entity->shape)));
}

static bool expired(const struct pl_ignore *ignore, int64_t today)
{
	return ignore->until.len && today >= ignore->until_seconds;
}

/* Leaves out what an ignore in force matches; every ignore that matches counts it. */
static uint64_t drop_ignored(struct pl_cx *cx, int64_t today)
{
	const struct pl_config *config = cx->judge->config;
	size_t all = cx->findings.len, kept = 0;

	for (size_t i = 0; i < all; i++) {
		bool drop = false;

		for (size_t k = 0; k < config->nignores; k++)
			if (!expired(&config->ignores[k], today) && matches(&config->ignores[k], &cx->findings.ptr[i])) {
				cx->ignored[k]++;
				drop = true;
			}
		if (!drop)
			cx->findings.ptr[kept++] = cx->findings.ptr[i];
	}
	cx->findings.len = kept;
	return all - kept;
}

static const char *ignore_note(struct pl_cx *cx, size_t k, int64_t today)
{
	const struct pl_ignore *ignore = &cx->judge->config->ignores[k];

	if (expired(ignore, today))
		return pl_text(cx, "%s:%u: the ignore of %s ended on %.*s and is no longer in force", ignore->at.path.ptr,
			       ignore->at.line, ignore->rule->code, (int)ignore->until.len, ignore->until.ptr);
	if (!cx->ignored[k])
		return pl_text(cx, "%s:%u: the ignore of %s matches no finding; it can go", ignore->at.path.ptr,
			       ignore->at.line, ignore->rule->code);
	return NULL;
}

/* Behind the notes that are there: ignores and patterns that are of no use. */
static void add_notes(struct pl_cx *cx, struct pl_keys *const *keys, size_t nkeys, struct pl_result *result, int64_t today)
{
	const struct pl_config *config = cx->judge->config;
	struct pl_str *notes = PL_NEW_N(cx->judge->arena, struct pl_str, result->nnotes + config->nignores + config->nown + 1);
	size_t n = result->nnotes;

	if (n)
		memcpy(notes, result->notes, n * sizeof(*notes));
	for (size_t i = 0; i < config->nignores + config->nown; i++) {
		const struct pl_own *own = i < config->nignores ? NULL : &config->own[i - config->nignores];
		const char *note = !own ? ignore_note(cx, i, today)
				   : own->rule.level != PL_OFF ? pl_own_idle(cx, own, keys, nkeys) : NULL;

		if (note)
			notes[n++] = pl_str_c(note);
	}
	result->notes = notes;
	result->nnotes = n;
}

/* ---- the result ---- */

#define FIRST_OF(a, b) ((a) != (b) ? ((a) < (b) ? -1 : 1) : 0)

/* The worst first, then by code, then by place from the table's first segment on. */
static int compare(const void *left, const void *right)
{
	const struct pl_finding *a = left, *b = right;
	int c = FIRST_OF(b->level, a->level);

	if (!c)
		c = strcmp(a->rule->code, b->rule->code);
	if (!c)
		c = pl_order(a->keys->table_name, b->keys->table_name);
	if (!c)
		c = pl_order(a->keys->index_name, b->keys->index_name);
	if (!c)
		c = pl_order(a->attribute, b->attribute);
	if (!c)
		c = FIRST_OF(a->segment, b->segment);
	if (!c)
		c = FIRST_OF(a->part, b->part);
	if (!c && a->field && b->field)
		c = pl_order(a->field->shape, b->field->shape);
	if (!c && a->entity && b->entity)
		c = pl_order(a->entity->shape, b->entity->shape);
	return c ? c : FIRST_OF(a->fingerprint, b->fingerprint);
}

static void count_findings(struct pl_result *result)
{
	struct pl_summary *summary = &result->summary;

	summary->errors = summary->warnings = summary->infos = 0;
	for (size_t i = 0; i < result->nfindings; i++) {
		enum pl_level level = result->findings[i].level;

		summary->errors += level == PL_ERROR;
		summary->warnings += level == PL_WARNING;
		summary->infos += level == PL_INFO;
	}
}

static void keep_findings(struct pl_cx *cx, struct pl_result *result)
{
	result->nfindings = cx->findings.len;
	result->findings = PL_NEW_N(cx->judge->arena, struct pl_finding, PL_MAX(cx->findings.len, (size_t)1));
	if (cx->findings.len) {
		qsort(cx->findings.ptr, cx->findings.len, sizeof(*cx->findings.ptr), compare);
		memcpy(result->findings, cx->findings.ptr, cx->findings.len * sizeof(*cx->findings.ptr));
	}
	PL_VEC_RELEASE(&cx->findings);
}

/* Findings that were ignored are none of the rule's any more. */
static void count_by_rule(struct pl_judged *judged, const struct pl_result *result)
{
	for (size_t i = 0; i < result->njudged; i++)
		for (size_t k = 0; k < result->nfindings; k++)
			judged[i].findings += result->findings[k].rule == judged[i].rule;
}

void pl_judge_run(const struct pl_judge *judge, struct pl_keys *const *keys, size_t nkeys, struct pl_result *result)
{
	const size_t njudged = pl_rule_count + judge->config->nown;
	struct pl_judged *judged = PL_NEW_N(judge->arena, struct pl_judged, njudged);
	int64_t today = judge->today ? judge->today : (int64_t)time(NULL);
	struct pl_cx cx = {
		.judge = judge,
		.ignored = PL_NEW_N(judge->arena, uint64_t, judge->config->nignores + 1),
	};

	for (cx.asked = 0; cx.asked < pl_rule_count; cx.asked++) {
		struct pl_judged *row = &judged[cx.asked];

		row->rule = pl_rules[cx.asked];
		row->level = judge->config->rules[cx.asked].level;
		for (size_t i = 0; i < nkeys && row->level != PL_OFF; i++)
			row->looked_at += ask(&cx, row->rule, keys[i]);
		if (row->rule->scope == PL_QUERY && row->level != PL_OFF)
			row->looked_at += ask_queries(&cx, row->rule);
	}
	ask_own(&cx, keys, nkeys, judged + pl_rule_count);
	result->summary.ignored = drop_ignored(&cx, today);
	add_notes(&cx, keys, nkeys, result, today);
	keep_findings(&cx, result);
	result->judged = judged;
	result->njudged = njudged;
	count_by_rule(judged, result);
	count_findings(result);
}
