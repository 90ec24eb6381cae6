/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/context.h"

size_t pl_bounds_of(const struct pl_query *query, struct pl_bound out[2])
{
	const struct pl_range *range = query->range;
	const struct pl_condition *c = range->condition;
	size_t count = 0;

	if (!c)
		return 0;
	if (range->has_low)
		out[count++] = (struct pl_bound){&c->first, &range->low, false};
	if (range->has_high && c->op != PL_Q_EQ && c->op != PL_Q_BEGINS_WITH)
		out[count++] = (struct pl_bound){range->has_low ? &c->second : &c->first, &range->high, true};
	return count;
}

const struct pl_fit *pl_fit_at(const struct pl_reach *reach, const struct pl_bound *bound)
{
	return bound->upper ? &reach->high : &reach->low;
}

bool pl_query_has_range(const struct pl_query *query)
{
	return query->range->strings && query->range->condition && query->range->nreach > 0;
}

struct pl_pos pl_template_at(const struct pl_template *template)
{
	return template->nparts ? template->parts[0].at : template->at;
}

struct pl_pos pl_bound_at(const struct pl_reach *reach, const struct pl_bound *bound)
{
	size_t piece = pl_fit_at(reach, bound)->bound.piece, count = bound->pieces->count;

	return count ? bound->pieces->piece[PL_MIN(piece, count - 1)].part->at : bound->template->at;
}

bool pl_query_is_comparison(const struct pl_query *query)
{
	return query->range->condition && query->range->condition->op != PL_Q_EQ &&
	       query->range->condition->op != PL_Q_BEGINS_WITH;
}

bool pl_query_wants(const struct pl_query *query, const struct pl_schema_entity *entity)
{
	for (size_t i = 0; i < query->declared->returns.count; i++)
		if (query->declared->returned[i] == entity)
			return true;
	return query->declared->returns.count == 0;
}

const struct pl_reach *pl_query_reach(const struct pl_query *query, size_t n)
{
	for (size_t i = 0; i < query->range->nreach; i++) {
		const struct pl_reach *reach = &query->range->reach[i];

		if (reach->inside && pl_query_wants(query, reach->entity) && n-- == 0)
			return reach;
	}
	return NULL;
}

/* ---- free values ---- */

/* The first piece that the condition does not fix. */
static size_t first_free(const struct pl_query *query, const struct pl_reach *reach)
{
	const struct pl_condition *c = query->range->condition;

	if (!c)
		return 0;
	if (c->op == PL_Q_EQ)
		return reach->key.count;
	if (c->op != PL_Q_BEGINS_WITH)
		return reach->pinned.piece;
	return reach->low.key.piece + (reach->low.whole ? 1 : 0);
}

static void add_value(const struct pl_part *part, const struct pl_part **out, size_t max, size_t *count)
{
	if (*count && *count <= max && out[*count - 1] == part)
		return; /* a further piece of it */
	if (*count < max)
		out[*count] = part;
	++*count;
}

size_t pl_query_free(const struct pl_query *query, const struct pl_reach *reach, const struct pl_part **out, size_t max)
{
	struct pl_attribute sk[PL_KEY_ATTRIBUTES];
	unsigned nsk = pl_index_sks(query->declared->index, sk);
	size_t count = 0;
	bool behind = false;

	for (size_t i = first_free(query, reach); i < reach->key.count; i++)
		if (pl_piece_is_value(&reach->key.piece[i]))
			add_value(reach->key.piece[i].part, out, max, &count);
	for (unsigned i = 0; i < nsk; i++) {
		const struct pl_schema_key *key = pl_entity_key(reach->entity, sk[i].name);

		for (size_t k = 0; behind && key && k < key->main.nparts; k++)
			if (key->main.parts[k].kind == PL_PART_VALUE)
				add_value(&key->main.parts[k], out, max, &count);
		behind |= pl_str_eq(sk[i].name, query->range->attribute);
	}
	return PL_MIN(count, max);
}

bool pl_is_inverted(const struct pl_declared *field)
{
	return field->inverted.text.len > 0;
}

/* ---- words ---- */

const char *pl_query_text(struct pl_cx *cx, const struct pl_query *query)
{
	return pl_text(cx, "query \"%.*s\"", pl_shown(query->declared->name), query->declared->name.ptr);
}

const char *pl_part_text(struct pl_cx *cx, const struct pl_part *part)
{
	return pl_text(cx, "<%.*s>", (int)part->text.len, part->text.ptr);
}

const char *pl_shape_text(struct pl_cx *cx, const struct pl_template *template)
{
	return pl_template_shape(cx->judge->arena, template).ptr;
}

const char *pl_format_text(struct pl_cx *cx, const struct pl_declared *field)
{
	struct pl_buf text = PL_BUF_INIT;
	const char *own;

	for (size_t i = 0; i < field->format.nparts; i++)
		pl_buf_add(&text, field->format.parts[i].literal);
	own = text.len ? pl_arena_cstr(cx->judge->arena, text.ptr)
		       : pl_text(cx, "%.*s", (int)field->format.text.len, field->format.text.ptr);
	pl_buf_release(&text);
	return own;
}

const char *pl_example_text(struct pl_cx *cx, const struct pl_bound *bound, const struct pl_reach *reach)
{
	return pl_fit_example(cx->judge->arena, bound->pieces, &reach->key, pl_fit_at(reach, bound)).ptr;
}
