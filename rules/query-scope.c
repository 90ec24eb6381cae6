/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL508 query-scope: a query that reads other keys than it is meant for.
 *
 *     keys      EVT#2026-06-23T…
 *     query     begins_with "EVENT#2026-06"     no key begins so: always empty
 *
 *     keys      EVT#2026-06-23T…, PROFILE
 *     query     limit: 1, order: desc           always PROFILE, never the latest event
 *
 * Judged on the templates: a prefix or range in which no entity can have a key
 * is an error, since nothing is ever returned. `returns:` is held against the
 * entities whose keys can lie in the range; a prefix that is not closed is for
 * PL501 to tell. A limit of 1 is held against the kind of key that stands at
 * the end from which the query reads.
 *
 * A value without `chars` is taken not to be a literal of another entity and
 * not to hold the delimiter.
 */
#include "linter/rule.h"

/* Numbers in the fingerprint: a query can be told several. */
enum { SUBJECT_EMPTY = 1, SUBJECT_MORE, SUBJECT_MISSING, SUBJECT_LATEST };

enum { MAX_ENTITIES = 256 }; /* named or counted in one message */

static bool applies(const struct pl_query *query)
{
	return query->expression->npk > 0 && query->table->nentities > 0;
}

/* ---- nothing at all ---- */

static const char *index_text(struct pl_cx *cx, const struct pl_query *query)
{
	struct pl_str name = query->declared->index_name;

	return name.len ? pl_text(cx, "index %.*s", pl_shown(name), name.ptr) : "the table";
}

static void report_no_partition(struct pl_cx *cx, const struct pl_query *query)
{
	const struct pl_template *pk = &query->expression->pk[0];
	const bool none = query->range->nentities == 0;

	pl_report_query(cx, query, (struct pl_finding){
		.level = PL_ERROR,
		.attribute = query->declared->index->pk,
		.at = none ? query->declared->at : pl_template_at(pk),
		.message = none ? pl_text(cx, "%s: no entity has keys in %s", pl_query_text(cx, query), index_text(cx, query))
				: pl_text(cx, "%s: no entity of %s has a partition key like \"%.*s\"", pl_query_text(cx, query),
					  index_text(cx, query), pl_shown(pk->text), pk->text.ptr),
		.why = "As declared it never returns anything.",
		.fix = "Write the partition key as the entity's template does, or declare the entity.",
		.fingerprint = SUBJECT_EMPTY,
	});
}

/* The layout that the lower bound, or the only one, follows furthest: what was meant, most likely. */
static const struct pl_reach *nearest(const struct pl_query *query)
{
	const struct pl_range *range = query->range;
	const struct pl_reach *best = &range->reach[0];

	for (size_t i = 1; i < range->nreach; i++) {
		const struct pl_fit *a = range->has_low ? &range->reach[i].low : &range->reach[i].high;
		const struct pl_fit *b = range->has_low ? &best->low : &best->high;

		if (a->key.piece > b->key.piece || (a->key.piece == b->key.piece && a->key.byte > b->key.byte))
			best = &range->reach[i];
	}
	return best;
}

static void report_empty(struct pl_cx *cx, const struct pl_query *query)
{
	const struct pl_condition *c = query->range->condition;
	const struct pl_reach *near = nearest(query);
	const char *shape = pl_shape_text(cx, near->key.template);
	const bool two = c->op == PL_Q_BETWEEN || c->op == PL_Q_FROM_UNTIL;
	/* Keys that are there and are not declared speak against it. */
	const struct pl_evidence *unknown = &query->answer->unknown;

	pl_report_query(cx, query, (struct pl_finding){
		.level = unknown->count ? PL_WARNING : PL_ERROR,
		.at = pl_template_at(&c->first),
		.witness = unknown->witness,
		.message = pl_text(cx, "%s: no %skey can %s \"%.*s\"%s%s", pl_query_text(cx, query),
				   unknown->count ? "declared " : "",
				   c->op == PL_Q_BEGINS_WITH ? "begin with" : c->op == PL_Q_EQ ? "be" : "lie in the range of",
				   pl_shown(c->first.text), c->first.text.ptr, two ? " and its end" : "",
				   unknown->count ? pl_text(cx, ", though %s of the dump %s", pl_counted(cx, unknown->count, "key"),
							    unknown->count == 1 ? "does" : "do")
						  : ""),
		.why = pl_text(cx, "Keys of %.*s are written %s, so the query never returns anything.",
			       (int)near->entity->name.len, near->entity->name.ptr, shape),
		.fix = unknown->count ? "Declare the entity that these keys are of, or correct them at their source."
		       : c->op == PL_Q_EQ && near->low.meet == PL_MEET_ENDS
			       ? "Give the whole key, or write begins_with, closed by the delimiter."
			       : pl_text(cx, "Follow the template from its first byte: %s.", shape),
		.fingerprint = SUBJECT_EMPTY,
	});
}

/* ---- other entities ---- */

/* The prefix ends in a value or literal that others continue: that is why it returns more. */
static bool is_open_prefix(const struct pl_query *query, const struct pl_reach *reach)
{
	return query->range->condition && query->range->condition->op == PL_Q_BEGINS_WITH &&
	       (reach->low.border == PL_AT_OPEN || reach->low.border == PL_AT_INSIDE || reach->low.border == PL_AT_LITERAL);
}

/* Entities, each once, in the order of the file. */
struct entities {
	const struct pl_schema_entity *entity[MAX_ENTITIES];
	size_t count;
};

static void add_entity(struct entities *all, const struct pl_schema_entity *entity)
{
	for (size_t i = 0; i < all->count; i++)
		if (all->entity[i] == entity)
			return;
	if (all->count < MAX_ENTITIES)
		all->entity[all->count++] = entity;
}

static bool is_more(const struct pl_query *query, const struct pl_reach *reach)
{
	return reach->inside && !reach->key.template->open && !pl_query_wants(query, reach->entity) && !is_open_prefix(query, reach);
}

/* The witness of those with the least key; all of their keys in `count`. */
static struct pl_evidence keys_of_others(const struct pl_query *query)
{
	struct pl_evidence all = {.count = 0};

	for (size_t i = 0; i < query->range->nreach; i++) {
		const struct pl_evidence *rows = &query->answer->reached[i];

		if (!rows->count || !is_more(query, &query->range->reach[i]))
			continue;
		if (!all.count || rows->witness.first.len < all.witness.first.len)
			all.witness = rows->witness;
		all.count += rows->count;
	}
	return all;
}

static void report_more(struct pl_cx *cx, const struct pl_query *query, const struct entities *more)
{
	const struct pl_evidence rows = keys_of_others(query);

	pl_report_query(cx, query, (struct pl_finding){
		.level = rows.count ? PL_ERROR : PL_WARNING,
		.at = query->declared->returns.at[0],
		.witness = rows.witness,
		.counts.keys_wrong = rows.count,
		.message = pl_text(cx, "%s: also returns %s, which returns: does not name%s", pl_query_text(cx, query),
				   pl_entities_text(cx, more->entity, more->count), pl_evidence_text(cx, rows.count)),
		.why = more->count == 1 ? "Its keys can lie in the same partition and range."
					: "Their keys can lie in the same partition and range.",
		.fix = pl_text(cx, "Narrow the range to the entities that are meant, or name %s, too.",
			       more->count == 1 ? "this one" : "these"),
		.fingerprint = SUBJECT_MORE,
	});
}

static void report_missing(struct pl_cx *cx, const struct pl_query *query, const struct entities *missing, size_t first)
{
	pl_report_query(cx, query, (struct pl_finding){
		.level = PL_WARNING,
		.at = query->declared->returns.at[first],
		.message = pl_text(cx, "%s: can never return %s, which returns: names", pl_query_text(cx, query),
				   pl_entities_text(cx, missing->entity, missing->count)),
		.why = pl_text(cx, "%s keys lie in another partition or outside the range of %s.",
			       missing->count == 1 ? "Its" : "Their", index_text(cx, query)),
		.fix = pl_text(cx, "Widen the range, or leave %s out of returns:.",
			       missing->count == 1 ? "the entity" : "these entities"),
		.fingerprint = SUBJECT_MISSING,
	});
}

static void check_returns(struct pl_cx *cx, const struct pl_query *query)
{
	const struct pl_texts *returns = &query->declared->returns;
	struct entities more = {.count = 0}, missing = more;
	size_t first = 0;

	for (size_t i = returns->count; i-- > 0;)
		if (query->declared->returned[i] && !pl_range_holds(query->range, query->declared->returned[i]))
			first = i;
	for (size_t i = first; i < returns->count; i++)
		if (query->declared->returned[i] && !pl_range_holds(query->range, query->declared->returned[i]))
			add_entity(&missing, query->declared->returned[i]);
	for (size_t i = 0; i < query->range->nreach; i++)
		if (is_more(query, &query->range->reach[i]))
			add_entity(&more, query->range->reach[i].entity);
	if (missing.count)
		report_missing(cx, query, &missing, first);
	if (more.count)
		report_more(cx, query, &more);
}

/* ---- limit: 1 ---- */

/* Whether all keys of `a` sort before all of `b`, by the first byte in which the templates differ. */
static bool sorts_before(const struct pl_reach *a, const struct pl_reach *b)
{
	struct pl_fit fit = pl_fit_of(&a->key, &b->key, (struct pl_spot){0, 0});

	return fit.meet == PL_MEET_PARTS && !fit.varies && !fit.other_form && fit.above && !fit.below;
}

/* The layout whose keys all stand behind, or in front of, those of every other; NULL: it depends on values. */
static const struct pl_reach *at_the_end(const struct pl_query *query, bool last)
{
	const struct pl_range *range = query->range;

	for (size_t i = 0; i < range->nreach; i++) {
		bool ends = range->reach[i].inside;

		for (size_t k = 0; k < range->nreach && ends; k++) {
			const struct pl_reach *a = &range->reach[last ? k : i], *b = &range->reach[last ? i : k];

			if (range->reach[k].inside && range->reach[k].entity != range->reach[i].entity)
				ends = sorts_before(a, b);
		}
		if (ends)
			return &range->reach[i];
	}
	return NULL;
}

static bool has_values(const struct pl_reach *reach)
{
	return pl_next_value(&reach->key, (struct pl_spot){0, 0}) < reach->key.count;
}

/* Another entity of the range whose keys have a latest at all. */
static const struct pl_reach *other_with_values(const struct pl_query *query, const struct pl_reach *end)
{
	const struct pl_reach *reach;

	for (size_t n = 0; (reach = pl_query_reach(query, n)) != NULL; n++)
		if (reach->entity != end->entity && has_values(reach))
			return reach;
	return NULL;
}

/* When `returns` does not name what stands at the end, it is not what was asked for; a row without values is not either. */
static void check_latest(struct pl_cx *cx, const struct pl_query *query)
{
	const bool says = query->declared->returns.count > 0, last = query->declared->order == PL_DESC;
	const struct pl_reach *end = at_the_end(query, last), *other;
	const struct pl_evidence *latest = &query->answer->latest;

	if (!end || (says ? pl_query_wants(query, end->entity) : has_values(end)))
		return;
	other = other_with_values(query, end);
	if (!other)
		return;
	pl_report_query(cx, query, (struct pl_finding){
		.level = latest->count ? PL_ERROR : PL_WARNING,
		.at = query->declared->limit_at,
		.witness = latest->witness,
		.message = pl_text(cx, "%s: with limit 1 it returns %.*s, never %.*s%s", pl_query_text(cx, query),
				   (int)end->entity->name.len, end->entity->name.ptr, (int)other->entity->name.len,
				   other->entity->name.ptr,
				   latest->count ? pl_text(cx, ", in %s of the dump", pl_counted(cx, latest->count, "partition"))
						 : ""),
		.why = pl_text(cx, "%s sorts %s every %s.", pl_shape_text(cx, end->key.template), last ? "behind" : "before",
			       pl_shape_text(cx, other->key.template)),
		.fix = pl_text(cx, "Read the keys of %.*s only, with begins_with.", (int)other->entity->name.len,
			       other->entity->name.ptr),
		.fingerprint = SUBJECT_LATEST,
	});
}

static bool holds_nothing(const struct pl_range *range)
{
	for (size_t i = 0; i < range->nreach; i++)
		if (range->reach[i].inside)
			return false;
	return true;
}

static void check(struct pl_cx *cx, const struct pl_query *query)
{
	const struct pl_range *range = query->range;

	if (range->nentities == 0 || (range->attribute.len && range->nreach == 0)) {
		report_no_partition(cx, query);
		return;
	}
	if (!range->strings || range->nreach == 0)
		return;
	if (holds_nothing(range)) {
		if (!range->backwards)
			report_empty(cx, query);
		return;
	}
	check_returns(cx, query);
	if (query->declared->limit == 1)
		check_latest(cx, query);
}

const struct pl_rule pl_rule_query_scope = {
	.code = "PL508",
	.name = "query-scope",
	.since = "0.1.0",
	.summary = "a query that reads no keys, or other kinds than it is meant for",
	.why = "A partition holds every kind of row with that partition key, in byte order: a prefix that no template begins with "
	       "is always empty, and the last row of a partition may be of another kind than the latest event.",
	.fix = "Begin the condition as the template of the entity that is meant does, and name under returns: what it may return.",
	.blind = "Entities that no schema declares; values that happen to be the literal of another entity.",
	.source = "Amazon DynamoDB developer guide, key condition expressions: all items of a partition are sorted by their sort "
		  "key.",
	.scope = PL_QUERY,
	.level = PL_ERROR,
	.examples = PL_EX_SCHEMA,
	.given = pl_audit_example,
	.bad = (const char *const[]){
		"  - {name: June, pk: ACTOR#<actorId>, sk: {begins_with: \"EVENT#2026-06-\"}}",
		NULL,
	},
	.good = (const char *const[]){
		"  - {name: June, pk: ACTOR#<actorId>, sk: {begins_with: \"EVT#2026-06-\"}}",
		NULL,
	},
	.wants_answer = true,
	.applies_query = applies,
	.check_query = check,
};
