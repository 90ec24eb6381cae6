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

		if (reach->inside && !reach->key.template->open && pl_query_wants(query, reach->entity) && n-- == 0)
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

/* ---- ranges across a field ---- */

bool pl_query_is_cursor(const struct pl_reach *reach, const struct pl_bound *bounds, size_t count)
{
	const struct pl_fit *fit = pl_fit_at(reach, &bounds[0]);

	return count == 1 && fit->meet == PL_MEET_ENDS && pl_piece_is_value(&bounds[0].pieces->piece[bounds[0].pieces->count - 1]) &&
	       (fit->border == PL_AT_KEY_END ||
		(fit->border == PL_AT_OPEN && fit->whole && fit->key.piece + 1 == reach->key.count));
}

static bool is_same_part(const struct pl_part *a, const struct pl_part *b)
{
	return a->kind == b->kind && a->segment == b->segment && a->part == b->part && pl_str_eq(a->text, b->text);
}

/* The field's part in a layout: templates that begin alike share their fields. NULL: it has none. */
static const struct pl_part *part_of(const struct pl_field *field, const struct pl_template *layout)
{
	const struct pl_template *own = field->entity->template;

	for (size_t i = 0; i < layout->nparts && i < own->nparts && is_same_part(&layout->parts[i], &own->parts[i]); i++)
		if (layout->parts[i].kind == PL_PART_VALUE && layout->parts[i].segment == field->segment &&
		    layout->parts[i].part == field->part)
			return &layout->parts[i];
	return NULL;
}

/* Whether the bounds lie in different values of the part. */
static bool is_cut_in(const struct pl_query *query, const struct pl_reach *reach, const struct pl_part *part)
{
	struct pl_bound bounds[2];
	size_t count = pl_bounds_of(query, bounds), first = pl_next_value(&reach->key, reach->pinned);

	if (!pl_query_is_comparison(query) || pl_query_is_cursor(reach, bounds, count) || first == reach->key.count ||
	    reach->key.piece[first].part != part)
		return false;
	for (size_t i = 0; i < count; i++)
		if (pl_fit_reaches(pl_fit_at(reach, &bounds[i]), first))
			return true;
	return false;
}

/* The value that decides first in which order rows come: that of a partial prefix is not fixed yet. */
static const struct pl_part *sorts_by(const struct pl_query *query, const struct pl_reach *reach)
{
	const struct pl_part *free_value;

	if (query->declared->partial && pl_fit_value(reach, &reach->low))
		return pl_fit_value(reach, &reach->low);
	return pl_query_free(query, reach, &free_value, 1) ? free_value : NULL;
}

static bool relies_on_order(const struct pl_query *query, const struct pl_part *part)
{
	bool wanted = false;

	for (size_t i = 0; i < query->declared->nwants; i++)
		wanted |= pl_str_eq(query->declared->wants[i].value, part->text);
	return wanted || part->field->ordered || query->declared->ordered || query->declared->limit;
}

static bool goes_across(const struct pl_query *query, const struct pl_field *field)
{
	const struct pl_reach *reach;

	for (size_t n = 0; (reach = pl_query_reach(query, n)) != NULL; n++) {
		const struct pl_part *part = part_of(field, reach->key.template);

		if (part && (is_cut_in(query, reach, part) || (sorts_by(query, reach) == part && relies_on_order(query, part))))
			return true;
	}
	return false;
}

const struct pl_query *pl_query_across(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_judge *judge = cx->judge;

	if (!field->entity || !field->entity->template)
		return NULL;
	for (size_t i = 0; i < judge->nqueries; i++)
		if (judge->queries[i].keys == field->keys && pl_str_eq(judge->queries[i].range->attribute, field->attribute) &&
		    goes_across(&judge->queries[i], field))
			return &judge->queries[i];
	return NULL;
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

const char *pl_evidence_text(struct pl_cx *cx, uint64_t count)
{
	return count ? pl_text(cx, " (%s of the dump)", pl_counted(cx, count, "key")) : "";
}

const char *pl_entities_text(struct pl_cx *cx, const struct pl_schema_entity *const *entities, size_t count)
{
	enum { MOST = 4 };
	const size_t named = count > MOST ? MOST - 1 : count;
	const char *text = "";

	for (size_t i = 0; i < named; i++)
		text = pl_text(cx, "%s%s%.*s", text, i == 0 ? "" : i + 1 == count ? " and " : ", ", pl_shown(entities[i]->name),
			       entities[i]->name.ptr);
	return named < count ? pl_text(cx, "%s and %zu more", text, count - named) : text;
}

/* ---- the next day ---- */

/* Seconds since 1970 of the instant one unit behind, or false: the unit has no one length and is no month. */
static bool add_unit(struct pl_instant *at, enum pl_time_unit_of_part unit, const char **name)
{
	static const struct {
		enum pl_time_unit_of_part unit;
		const char *name;
		unsigned seconds;
	} units[] = {{PL_TP_DAY, "day", 86400}, {PL_TP_HOUR, "hour", 3600}, {PL_TP_MINUTE, "minute", 60}, {PL_TP_SECOND, "second", 1}};
	char text[40];

	for (size_t i = 0; i < PL_LEN(units); i++)
		if (units[i].unit == unit) {
			*name = units[i].name;
			at->seconds += units[i].seconds;
			return true;
		}
	if (unit != PL_TP_MONTH)
		return false;
	*name = "month";
	at->seconds += 31 * INT64_C(86400); /* from the first day of a month into the next */
	pl_instant_text(*at, text);
	at->seconds -= (INT64_C(10) * (text[8] - '0') + (text[9] - '0') - 1) * 86400;
	return true;
}

/* The digits of `text` in place of those of `old`; false when they stand elsewhere. */
static bool replace_digits(char *old, size_t len, const char *text)
{
	for (size_t i = 0; i < len; i++) {
		if (pl_is_digit((unsigned char)old[i]) != pl_is_digit((unsigned char)text[i]))
			return false;
		if (pl_is_digit((unsigned char)old[i]))
			old[i] = text[i];
	}
	return true;
}

/* The last part of a timestamp in front of the spot where a fit ends; NULL: none. *len: bytes of the value up to it. */
static const struct pl_piece *last_part(const struct pl_reach *reach, const struct pl_fit *fit, size_t *len)
{
	const struct pl_piece *last = NULL;
	size_t from = fit->key.piece, at = 0;

	if (fit->key.byte || !from)
		return NULL;
	while (from > 0 && reach->key.piece[from - 1].part == reach->key.piece[fit->key.piece - 1].part)
		from--;
	for (size_t i = from; i < fit->key.piece; i++) {
		const struct pl_piece *piece = &reach->key.piece[i];

		at += piece->kind == PL_B_TEXT ? piece->text.len : piece->least;
		if (piece->kind == PL_B_FIXED && piece->unit != PL_TP_LITERAL) {
			last = piece;
			*len = at;
		} else if (piece->kind != PL_B_TEXT) {
			return NULL;
		}
	}
	return last;
}

const char *pl_next_part_text(struct pl_cx *cx, const struct pl_bound *bound, const struct pl_reach *reach,
			      const char **unit)
{
	size_t len = 0;
	const struct pl_piece *part = last_part(reach, pl_fit_at(reach, bound), &len);
	struct pl_str text = bound->template->text, value;
	struct pl_time time;
	char iso[40];
	char *next;

	while (text.len && !pl_is_digit((unsigned char)text.ptr[text.len - 1]))
		text.len--;
	if (!part || text.len < len)
		return NULL;
	value = pl_str_sub(text, text.len - len, text.len);
	if (!pl_time_read(value, PL_MONTH_FIRST, &time) || !time.valid || !add_unit(&time.at, part->unit, unit))
		return NULL;
	pl_instant_text(time.at, iso);
	next = pl_arena_printf(cx->judge->arena, "%.*s", (int)text.len, text.ptr);
	return replace_digits(next + text.len - len, len, iso) ? next : NULL;
}
