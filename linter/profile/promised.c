/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/promised.h"

#include "linter/base/buf.h"

/* ---- printing ----------------------------------------------------------- */

static void print(struct pl_buf *out, const struct pl_branch *branch, bool path)
{
	if (branch->parent)
		print(out, branch->parent, path);
	if (!branch->part)
		pl_buf_add(out, branch->text);
	else if (path)
		pl_buf_addc(out, '*');
	else
		pl_buf_printf(out, "<%.*s>", (int)branch->part->text.len, branch->part->text.ptr);
}

/* The template up to and including the value; for fingerprints `*` stands for each value. */
static struct pl_str printed(struct pl_arena *arena, const struct pl_branch *branch, bool path)
{
	struct pl_buf out = PL_BUF_INIT;
	struct pl_str text;

	print(&out, branch, path);
	text = pl_arena_str(arena, pl_buf_str(&out));
	pl_buf_release(&out);
	return text;
}

struct pl_str pl_promised_path(struct pl_arena *arena, const struct pl_branch *branch)
{
	return printed(arena, branch, true);
}

/* ---- labels ------------------------------------------------------------- */

static bool is_joint(char c)
{
	return c == '_' || c == '-' || c == '.' || c == ' ';
}

static struct pl_str without_joints(struct pl_str s)
{
	size_t from = 0, to = s.len;

	while (to > from && is_joint(s.ptr[to - 1]))
		to--;
	while (from < to && is_joint(s.ptr[from]))
		from++;
	return pl_str_sub(s, from, to);
}

static bool has_letter(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (pl_is_alpha((unsigned char)s.ptr[i]) || (unsigned char)s.ptr[i] >= 0x80)
			return true;
	return false;
}

/* A literal that is a segment of its own. */
static bool is_whole_segment(const struct pl_template *t, size_t i)
{
	return t->parts[i].kind == PL_PART_LITERAL && (i == 0 || t->parts[i - 1].kind == PL_PART_DELIMITER) &&
	       (i + 1 == t->nparts || t->parts[i + 1].kind == PL_PART_DELIMITER);
}

/* As of learned fields: the words glued to the value, else the nearest segment of words to its left. */
static struct pl_str label_of(const struct pl_branch *branch, bool *glued)
{
	const struct pl_template *t = branch->of;
	size_t i = (size_t)(branch->part - t->parts);

	*glued = false;
	if (i > 0 && t->parts[i - 1].kind == PL_PART_LITERAL && has_letter(t->parts[i - 1].text)) {
		*glued = true;
		return without_joints(t->parts[i - 1].text);
	}
	while (i-- > 0)
		if (is_whole_segment(t, i) && has_letter(t->parts[i].text))
			return t->parts[i].text;
	return pl_str_of(NULL, 0);
}

/* ---- fields ------------------------------------------------------------- */

static void look_deeper(const struct pl_branch *branch, bool *literal, bool *value)
{
	for (size_t i = 0; i < branch->nchildren; i++) {
		const struct pl_branch *child = branch->children[i];

		if (child->part)
			*value = true;
		else if (!pl_str_eq(child->text, child->of->delimiter))
			*literal = true;
		look_deeper(child, literal, value);
	}
}

static const struct pl_field *before(const struct pl_branch *branch)
{
	for (branch = branch->parent; branch; branch = branch->parent)
		if (branch->part)
			return branch->field;
	return NULL;
}

struct making {
	struct pl_arena *arena;
	const struct pl_keys *keys;
	void (*add)(void *ctx, struct pl_branch *branch);
	void *ctx;
};

static void make_field(const struct making *m, struct pl_branch *branch)
{
	struct pl_field *field = PL_NEW(m->arena, struct pl_field);

	field->keys = m->keys;
	field->attribute = m->keys->sk;
	field->segment = branch->part->segment;
	field->part = branch->part->part;
	field->shape = printed(m->arena, branch, false);
	field->path = printed(m->arena, branch, true);
	field->before = before(branch);
	field->name = branch->part->text;
	field->at = branch->part->at;
	field->label = label_of(branch, &field->label_glued);
	look_deeper(branch, &field->literal_after, &field->value_after);
	field->declared = branch->part->field;
	branch->field = field;
	m->add(m->ctx, branch);
}

/* Whether a layout ends there or behind, whose values are judged as declared. */
static bool is_closed(const struct pl_branch *branch)
{
	bool closed = false;

	for (size_t i = 0; i < branch->nends && !closed; i++)
		closed = !branch->ends[i]->template->open;
	for (size_t i = 0; i < branch->nchildren && !closed; i++)
		closed = is_closed(branch->children[i]);
	return closed;
}

static void make_fields(const struct making *m, struct pl_branch *branch)
{
	if (branch->part && is_closed(branch))
		make_field(m, branch);
	for (size_t i = 0; i < branch->nchildren; i++)
		make_fields(m, branch->children[i]);
}

void pl_promised_fields(struct pl_arena *arena, const struct pl_keys *keys, struct pl_declared_keys *declared,
			void (*add)(void *ctx, struct pl_branch *branch), void *ctx)
{
	const struct making m = {arena, keys, add, ctx};

	make_fields(&m, pl_declared_root(declared));
}

/* ---- entities ----------------------------------------------------------- */

/* Present layouts before older ones, then the fewest segments: what says most plainly where a field is. */
static bool plainer(const struct pl_entity *a, const struct pl_entity *b)
{
	if (a->legacy != b->legacy)
		return b->legacy;
	return a->template->segments < b->template->segments;
}

static void collect_fields(struct pl_entity *entity, const struct pl_branch *branch, struct pl_field **fields)
{
	if (branch->parent)
		collect_fields(entity, branch->parent, fields);
	if (branch->part)
		fields[entity->nfields++] = branch->field;
}

static size_t depth_of(const struct pl_branch *branch)
{
	size_t n = 0;

	for (; branch; branch = branch->parent)
		n++;
	return n;
}

/* A layout ends last where nothing optional is missing; branches are met from the root on. */
static void fill_entity(struct pl_arena *arena, struct pl_entity *entity, const struct pl_branch *end)
{
	struct pl_field **fields = PL_NEW_N(arena, struct pl_field *, depth_of(end));

	entity->nfields = 0;
	collect_fields(entity, end, fields);
	entity->fields = (const struct pl_field *const *)fields;
	for (size_t i = 0; i < entity->nfields; i++)
		if (!fields[i]->entity || plainer(entity, fields[i]->entity))
			fields[i]->entity = entity;
	if (end->part && entity->template->nparts == 1)
		end->field->whole_key = true;
}

static void fill_entities(struct pl_arena *arena, const struct pl_branch *branch)
{
	for (size_t i = 0; i < branch->nends; i++)
		if (branch->ends[i]->made)
			fill_entity(arena, branch->ends[i]->made, branch);
	for (size_t i = 0; i < branch->nchildren; i++)
		fill_entities(arena, branch->children[i]);
}

void pl_promised_entities(struct pl_arena *arena, const struct pl_keys *keys, struct pl_declared_keys *declared)
{
	size_t n;
	struct pl_layout *const *layouts = pl_declared_layouts(declared, &n);

	for (size_t i = 0; i < n; i++) {
		struct pl_entity *entity;

		if (layouts[i]->template->open)
			continue;
		entity = PL_NEW(arena, struct pl_entity);
		entity->keys_of = keys;
		entity->declared = layouts[i]->entity;
		entity->template = layouts[i]->template;
		entity->legacy = layouts[i]->legacy;
		entity->name = layouts[i]->entity->name;
		entity->shape = pl_template_shape(arena, layouts[i]->template);
		entity->at = layouts[i]->template->at;
		entity->keys = layouts[i]->keys;
		layouts[i]->made = entity;
	}
	fill_entities(arena, pl_declared_root(declared));
}
