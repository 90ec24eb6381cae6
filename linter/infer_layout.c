/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/infer_inside.h"

#include "linter/base/json.h"
#include "linter/schema/template.h"

/* ---- templates from shapes ---- */

struct walk {
	struct pl_infer *in;
	struct pl_infer_layout *layout;
	struct pl_str shape, path;
	size_t i, at;     /* in `shape` and `path` */
	size_t field;     /* the next of the entity's fields */
	struct pl_buf literal;
};

static void end_literal(struct walk *w)
{
	if (w->literal.len)
		PL_PUSH(&w->layout->pieces, (struct pl_infer_piece){pl_arena_str(w->in->arena, pl_buf_str(&w->literal)), 0});
	pl_buf_clear(&w->literal);
}

static void take_value(struct walk *w, size_t value, size_t bytes)
{
	end_literal(w);
	PL_PUSH(&w->layout->pieces, (struct pl_infer_piece){{NULL, 0}, value});
	w->i += bytes;
	w->at++;
}

/* Whether the next field can begin here: those of another segment begin behind the one before. */
static bool field_begins(const struct walk *w)
{
	const struct pl_entity *e = w->layout->entity;
	const struct pl_field *before = w->field ? e->fields[w->field - 1] : NULL;

	return w->field < e->nfields &&
	       (!before || before->segment == e->fields[w->field]->segment || w->at >= before->path.len);
}

/* A `*` of the path: a placeholder, the only value of a column, words, or a literal asterisk. */
static bool take_star(struct walk *w)
{
	static const struct pl_str word = {"<word>", 6};
	const struct pl_entity *e = w->layout->entity;
	struct pl_str rest = pl_str_sub(w->shape, w->i, w->shape.len);
	const struct pl_field *field = w->field < e->nfields ? e->fields[w->field] : NULL;

	if (field && field_begins(w)) {
		struct pl_str placeholder = pl_str_c(pl_kind_placeholder(field->kind));
		const struct pl_observed *seen = field->observed;

		if (pl_str_starts(rest, placeholder)) {
			take_value(w, pl_infer_value_of(w->in, field, NULL, 0), placeholder.len);
			w->field++;
			return true;
		}
		if (!pl_str_starts(rest, word) && seen && seen->min_len == seen->max_len && seen->min_len <= rest.len) {
			take_value(w, pl_infer_value_of(w->in, field, NULL, 0), seen->min_len);
			w->field++;
			return true;
		}
	}
	if (pl_str_starts(rest, word)) {
		const struct pl_field *spot = field ? field : e->nfields ? e->fields[e->nfields - 1] : NULL;

		take_value(w, pl_infer_value_of(w->in, NULL, spot, w->at), word.len);
		return spot != NULL;
	}
	return false;
}

static bool read_shape(struct walk *w)
{
	static const struct pl_str more = {"\xe2\x80\xa6", 3};
	const struct pl_entity *e = w->layout->entity;
	bool good = true;

	if (e->tail)
		w->shape.len -= more.len;
	while (good && w->i < w->shape.len) {
		if (w->at < w->path.len && w->path.ptr[w->at] == '*' && (w->shape.ptr[w->i] != '*' || field_begins(w))) {
			good = take_star(w);
			continue;
		}
		good = w->at >= w->path.len || w->path.ptr[w->at] == w->shape.ptr[w->i];
		pl_buf_addc(&w->literal, w->shape.ptr[w->i]);
		w->i++;
		w->at++;
	}
	end_literal(w);
	if (e->tail)
		PL_PUSH(&w->layout->pieces, (struct pl_infer_piece){{NULL, 0}, pl_infer_value_of(w->in, NULL, NULL, 0)});
	return good && w->field == e->nfields;
}

/* ---- delimiters ---- */

/* Whether splitting at `c` puts each field in the segment that it was found in. */
static bool splits_right(const struct pl_infer *in, const struct pl_infer_layout *layout, char c)
{
	size_t segment = 1;

	for (size_t i = 0; i < layout->pieces.len; i++) {
		const struct pl_infer_piece *p = &layout->pieces.ptr[i];

		if (p->text.len)
			segment += pl_infer_count_of(p->text, c);
		else if (in->values.ptr[p->value].field && in->values.ptr[p->value].field->segment != segment)
			return false;
	}
	return true;
}

static bool holds(const struct pl_infer_layout *layout, char c)
{
	for (size_t i = 0; i < layout->pieces.len; i++)
		if (pl_infer_count_of(layout->pieces.ptr[i].text, c))
			return true;
	return false;
}

/* 0: any will do, none stands in it. */
static char delimiter_of(const struct pl_infer *in, const struct pl_infer_layout *layout)
{
	const char *some = PL_SEPARATORS;

	for (const char *c = some; *c; c++)
		if (holds(layout, *c) && splits_right(in, layout, *c))
			return *c;
	for (const char *c = some; *c; c++)
		if (!holds(layout, *c) && splits_right(in, layout, *c))
			return holds(layout, '#') ? *c : 0;
	return 0;
}

void pl_infer_choose_delimiter(struct pl_infer *in)
{
	uint64_t most = 0;

	in->delimiter = '#';
	for (const char *c = PL_SEPARATORS; *c; c++) {
		uint64_t keys = 0;

		for (size_t i = 0; i < in->layouts.len; i++)
			if (in->layouts.ptr[i].delimiter == *c)
				keys += in->layouts.ptr[i].keys;
		if (keys > most) {
			most = keys;
			in->delimiter = *c;
		}
	}
	/* A template that needs none must not be split by that of the others. */
	for (size_t i = 0; i < in->layouts.len; i++) {
		struct pl_infer_layout *l = &in->layouts.ptr[i];

		for (const char *c = PL_SEPARATORS; !l->delimiter; c++)
			if (!*c || (c == &PL_SEPARATORS[0] ? !holds(l, in->delimiter) : !holds(l, *c)))
				l->delimiter = c == &PL_SEPARATORS[0] || !*c ? in->delimiter : *c;
	}
}

/* ---- entities ---- */

static const char *entity_name(struct pl_infer *in, const struct pl_infer_layout *layout)
{
	const struct pl_entity *entity = layout->entity;
	const char *name = "";

	/* An entity without literals is called as its shape. */
	if (layout->rest)
		return pl_infer_unique(in, &in->entity_names, pl_arena_printf(in->arena, "%sOther", pl_infer_camel(in, layout->pieces.ptr[0].text, true)));
	if (!layout->any_word && (!pl_str_eq(entity->name, entity->shape) || entity->nfields == 0))
		name = pl_infer_camel(in, entity->name, true);
	return pl_infer_unique(in, &in->entity_names, *name ? name : "Item");
}

bool pl_infer_is_writable(struct pl_str s)
{
	return s.len && pl_utf8_valid(s) && !memchr(s.ptr, 0, s.len);
}

bool pl_infer_is_plain(struct pl_str s)
{
	enum { SHORT = 40 };

	for (size_t i = 0; i < s.len; i++)
		if ((unsigned char)s.ptr[i] < ' ' || (unsigned char)s.ptr[i] >= 0x7f)
			return false;
	return s.len <= SHORT;
}

/* Names of item attributes that make up the whole key, when all keys are of that one shape. */
static void name_by_composite(struct pl_infer *in, const struct pl_entity *e, char delimiter)
{
	struct pl_str left = in->keys->composite, parts[8];
	size_t n = 0;

	if (in->keys->composite_open || in->keys->composite_separator != delimiter)
		return;

	while (left.len && n < PL_LEN(parts)) {
		const char *end = memchr(left.ptr, delimiter, left.len);
		size_t len = end ? (size_t)(end - left.ptr) : left.len;

		parts[n++] = pl_str_sub(left, 0, len);
		left = pl_str_sub(left, PL_MIN(len + 1, left.len), left.len);
	}
	if (left.len || n != e->nfields || e->tail)
		return;
	for (size_t i = 0; i < n; i++)
		if (!pl_is_name(parts[i]) || e->fields[i]->segment != i + 1 ||
		    pl_infer_is_taken(&in->field_names, pl_arena_str(in->arena, parts[i]).ptr))
			return;
	for (size_t i = 0; i < n; i++)
		pl_infer_call(in, &in->values.ptr[pl_infer_value_of(in, e->fields[i], NULL, 0)], pl_arena_str(in->arena, parts[i]).ptr);
}

static bool same_pieces(const struct pl_infer_layout *a, const struct pl_infer_layout *b)
{
	if (a->pieces.len != b->pieces.len)
		return false;
	for (size_t i = 0; i < a->pieces.len; i++)
		if (!pl_str_eq(a->pieces.ptr[i].text, b->pieces.ptr[i].text) || a->pieces.ptr[i].value != b->pieces.ptr[i].value)
			return false;
	return true;
}

/* Kinds of keys that only differ in kinds of text are one. */
static bool join_layout(struct pl_infer *in, const struct pl_infer_layout *layout)
{
	for (size_t i = 0; i < in->layouts.len; i++)
		if (same_pieces(&in->layouts.ptr[i], layout)) {
			in->layouts.ptr[i].keys += layout->keys;
			return true;
		}
	return false;
}

/* ---- all layouts ---- */

/* Where nothing stands between two values only a person can say where one ends. */
static void leave_neighbours(struct pl_infer *in, const struct pl_infer_layout *layout)
{
	for (size_t i = 0; i + 1 < layout->pieces.len; i++) {
		const struct pl_infer_piece *p = &layout->pieces.ptr[i];

		if (!p[0].text.len && !p[1].text.len)
			in->values.ptr[p[0].value].unsaid = in->values.ptr[p[1].value].unsaid = true;
	}
}

size_t pl_infer_value_of_rest(struct pl_infer *in)
{
	const struct pl_infer_value v = {.unsaid = true, .rest = true};
	size_t i = 0;

	while (i < in->values.len && (in->values.ptr[i].field || in->values.ptr[i].words || !in->values.ptr[i].unsaid || !in->values.ptr[i].rest))
		i++;
	if (i == in->values.len) {
		PL_PUSH(&in->values, v);
		pl_infer_call(in, &in->values.ptr[i], "rest");
	}
	return i;
}

/* Of a layout's pieces those that are labels in front. */
static size_t labels_in_front(const struct pl_infer_layout *layout)
{
	size_t n = 0;

	while (n + 1 < layout->pieces.len && layout->pieces.ptr[n].text.len && pl_infer_is_delimiter(layout, &layout->pieces.ptr[n + 1]))
		n += 2;
	return n;
}

/* Signs of several kinds in one segment. */
static bool has_mixed_segment(const struct pl_infer_layout *layout)
{
	size_t pieces = 0;

	for (size_t i = 0; i < layout->pieces.len; i++) {
		pieces = pl_infer_is_delimiter(layout, &layout->pieces.ptr[i]) ? 0 : pieces + 1;
		if (pieces > 1)
			return true;
	}
	return false;
}

/*
 * A few keys whose segments are made of letters and digits in some way or other: values of a column that nothing fits, as
 * base64, and no kind of item. Nobody would write a template for each.
 */
static bool is_noise(const struct pl_infer *in, const struct pl_infer_layout *layout)
{
	enum { SHARE = 100 };

	return layout->entity->nexamples && layout->entity->keys * SHARE <= in->keys->keys && has_mixed_segment(layout) &&
	       labels_in_front(layout) > 0;
}

/* All but the labels in front becomes a value that nobody knows. */
void pl_infer_leave_rest(struct pl_infer *in, struct pl_infer_layout *layout)
{
	layout->pieces.len = labels_in_front(layout);
	PL_PUSH(&layout->pieces, (struct pl_infer_piece){{NULL, 0}, pl_infer_value_of_rest(in)});
	layout->rest = true;
}

void pl_infer_forget(struct pl_infer_layout *layout)
{
	for (size_t i = 0; i < layout->composed.len; i++) {
		PL_VEC_RELEASE(&layout->composed.ptr[i].pieces);
		PL_VEC_RELEASE(&layout->composed.ptr[i].whole);
	}
	PL_VEC_RELEASE(&layout->composed);
	PL_VEC_RELEASE(&layout->whole);
	PL_VEC_RELEASE(&layout->pieces);
}

/* What stands for all other keys. */
void pl_infer_add_open(struct pl_infer *in, uint64_t keys)
{
	struct pl_infer_layout layout = {.keys = keys, .rest = true, .delimiter = in->delimiter};

	layout.name = pl_infer_unique(in, &in->entity_names, "Other");
	PL_PUSH(&layout.pieces, (struct pl_infer_piece){{NULL, 0}, pl_infer_value_of_rest(in)});
	PL_PUSH(&in->layouts, layout);
}

bool pl_infer_is_open(const struct pl_infer *in, const struct pl_infer_layout *layout)
{
	for (size_t i = 0; i < layout->pieces.len; i++)
		if (!layout->pieces.ptr[i].text.len && in->values.ptr[layout->pieces.ptr[i].value].unsaid)
			return true;
	return false;
}

/* Values that a template cannot tell apart, and need not: nothing is declared of either. */
static bool alike_values(const struct pl_infer *in, size_t a, size_t b)
{
	const struct pl_infer_value *x = &in->values.ptr[a], *y = &in->values.ptr[b];

	return a == b || (x->field && y->field && x->field->kind == y->field->kind && x->rest == y->rest);
}

static bool same_when_open(const struct pl_infer *in, const struct pl_infer_layout *a, const struct pl_infer_layout *b)
{
	if (a->pieces.len != b->pieces.len || a->delimiter != b->delimiter || !pl_infer_is_open(in, a) || !pl_infer_is_open(in, b))
		return false;
	for (size_t i = 0; i < a->pieces.len; i++) {
		const struct pl_infer_piece *p = &a->pieces.ptr[i], *q = &b->pieces.ptr[i];

		if (!pl_str_eq(p->text, q->text) || (!p->text.len && !alike_values(in, p->value, q->value)))
			return false;
	}
	return true;
}

/* Kinds of keys that only differed in words which are values now are one. */
void pl_infer_join_open(struct pl_infer *in)
{
	size_t n = 0;

	for (size_t i = 0; i < in->layouts.len; i++) {
		struct pl_infer_layout *layout = &in->layouts.ptr[i];
		size_t k = 0;

		while (k < n && !same_when_open(in, &in->layouts.ptr[k], layout))
			k++;
		if (k == n) {
			in->layouts.ptr[n++] = *layout;
			continue;
		}
		in->layouts.ptr[k].keys += layout->keys;
		pl_infer_forget(layout);
	}
	in->layouts.len = n;
}

/*
 * What is odd in one key depends on what stands at its place in the others: where PL405 told of a value, nothing is
 * declared of the values at the same place of keys that begin alike.
 */
static void spread_to(struct pl_infer *in, struct pl_str before, unsigned segment)
{
	for (size_t i = 0; i < in->values.len; i++) {
		const struct pl_field *field = in->values.ptr[i].field;

		if (!field || !pl_str_eq(field->attribute, in->keys->sk))
			continue;
		/* Of a key that ends too late those that end there count. */
		if ((field->segment == segment && pl_str_starts(field->shape, before)) || pl_str_eq(field->shape, before))
			in->values.ptr[i].unsaid = true;
	}
}

static bool is_told_entity(const struct pl_infer *in, const struct pl_entity *entity)
{
	for (size_t i = 0; i < in->result->nfindings; i++)
		if (in->result->findings[i].entity == entity && pl_infer_is_code(&in->result->findings[i], "PL406"))
			return true;
	return false;
}

void pl_infer_leave_unsaid(struct pl_infer *in, const struct pl_infer_layout *layout)
{
	for (size_t i = 0; i < layout->pieces.len; i++)
		if (!layout->pieces.ptr[i].text.len)
			in->values.ptr[layout->pieces.ptr[i].value].unsaid = true;
}

/* What may be two keys in one is so beside keys of both kinds. */
void pl_infer_spread_to_halves(struct pl_infer *in)
{
	for (size_t i = 0; i < in->keys->nglued; i++) {
		const struct pl_glued *glued = &in->keys->glued[i];

		for (size_t k = 0; k < in->layouts.len && is_told_entity(in, glued->entity); k++) {
			const struct pl_infer_layout *layout = &in->layouts.ptr[k];
			const struct pl_entity *e = layout->entity;

			if (e == glued->entity || pl_str_eq(e->name, glued->left) || pl_str_eq(e->name, glued->right))
				pl_infer_leave_unsaid(in, layout);
		}
	}
}

void pl_infer_spread(struct pl_infer *in)
{
	enum { FIRST = 2 }; /* in the first segment all keys stand side by side */

	for (size_t i = 0; i < in->values.len; i++) {
		const struct pl_field *field = in->values.ptr[i].field;
		const struct pl_vocabulary *words = in->values.ptr[i].words;

		if (words && in->values.ptr[i].unsaid && words->segment >= FIRST)
			spread_to(in, words->before, words->segment);
		else if (field && field->segment >= FIRST && pl_infer_is_told(in, field, "PL405"))
			spread_to(in, pl_infer_in_front_of(field), field->segment);
	}
}

/* A shape that no template can give. */
static void leave_open(struct pl_infer *in, const struct pl_entity *entity)
{
	in->unwritable++;
	in->unwritable_keys += entity->keys;
}

void pl_infer_add_entity(struct pl_infer *in, const struct pl_entity *entity)
{
	struct pl_infer_layout layout = {.entity = entity, .keys = entity->keys};
	struct walk w = {.in = in, .layout = &layout, .shape = entity->shape};
	const size_t values_before = in->values.len;

	if (pl_infer_is_misspelt(in, entity)) {
		in->misspelt++;
		return;
	}
	if (!pl_infer_is_writable(entity->shape)) {
		leave_open(in, entity);
		return;
	}
	if (entity->nfields)
		w.path = entity->fields[entity->nfields - 1]->path;
	if (!read_shape(&w)) {
		in->values.len = values_before;
		leave_open(in, entity);
		PL_VEC_RELEASE(&layout.pieces);
		pl_buf_release(&w.literal);
		return;
	}
	layout.delimiter = delimiter_of(in, &layout);
	pl_infer_free_words(in, &layout, in->keys->sk);
	if (is_noise(in, &layout))
		pl_infer_leave_rest(in, &layout);
	leave_neighbours(in, &layout);
	if (join_layout(in, &layout)) {
		PL_VEC_RELEASE(&layout.pieces);
	} else {
		if (layout.delimiter && in->keys->composite.len)
			name_by_composite(in, entity, layout.delimiter);
		PL_PUSH(&in->layouts, layout);
	}
	pl_buf_release(&w.literal);
}

/* Those that were joined leave no gap in the names. */
void pl_infer_name_layouts(struct pl_infer *in)
{
	for (size_t i = 0; i < in->layouts.len; i++)
		if (!in->layouts.ptr[i].name)
			in->layouts.ptr[i].name = entity_name(in, &in->layouts.ptr[i]);
}

/* ---- partition keys ---- */

/* False: the shape cannot be written as a template. */
static bool read_partition(struct pl_infer *in, const struct pl_entity *entity, struct pl_infer_layout *out)
{
	struct walk w = {.in = in, .layout = out, .shape = entity->shape};
	const size_t values_before = in->values.len, names_before = in->field_names.len;
	bool good;

	if (!pl_infer_is_writable(entity->shape))
		return false;
	*out = (struct pl_infer_layout){.entity = entity, .keys = entity->keys};
	if (entity->nfields)
		w.path = entity->fields[entity->nfields - 1]->path;
	good = read_shape(&w);
	pl_buf_release(&w.literal);
	if (!good) {
		in->values.len = values_before;
		in->field_names.len = names_before;
		PL_VEC_RELEASE(&out->pieces);
		return false;
	}
	out->delimiter = delimiter_of(in, out);
	pl_infer_free_words(in, out, in->keys->pk);
	if (!out->delimiter)
		out->delimiter = holds(out, in->delimiter) ? '#' : in->delimiter;
	return true;
}

/*
 * How all partition keys are composed, when they are of one shape. An index that has them for sort keys goes first: it would
 * lose its fields otherwise.
 */
bool pl_infer_partition_layout(struct pl_infer *in, struct pl_infer_layout *out)
{
	for (size_t k = 1; k < in->result->nkeys; k++) {
		const struct pl_keys *keys = in->result->keys[k];

		if (pl_str_eq(keys->sk, in->keys->pk) && keys->ordered && keys->nentities == 1 && keys->keys == in->keys->keys &&
		    keys->entities[0]->keys == keys->keys && !keys->entities[0]->tail && read_partition(in, keys->entities[0], out))
			return true;
	}
	return in->keys->partition && read_partition(in, in->keys->partition, out);
}

/* A name for what takes any partition key. */
const char *pl_infer_open_name(struct pl_infer *in, struct pl_str attribute)
{
	const char *name = pl_infer_camel(in, attribute, false);

	return pl_infer_unique(in, &in->field_names, *name ? name : "key");
}
