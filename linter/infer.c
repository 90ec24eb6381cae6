/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/infer_inside.h"

/* ---- what differs ---- */

/* What a finding says but for its words: it is the same with the schema when all of this is. */
static bool same_finding(const struct pl_finding *a, const struct pl_finding *b)
{
	return a->rule == b->rule && (a->level == PL_INFO) == (b->level == PL_INFO) && a->segment == b->segment && a->part == b->part &&
	       pl_str_eq(a->attribute, b->attribute) && pl_str_eq(a->keys->index_name, b->keys->index_name) &&
	       a->counts.keys == b->counts.keys && a->counts.keys_wrong == b->counts.keys_wrong && a->counts.ranges == b->counts.ranges &&
	       a->counts.ranges_wrong == b->counts.ranges_wrong && a->counts.order_breaks == b->counts.order_breaks;
}

static size_t count_same(const struct pl_result *result, const struct pl_finding *finding)
{
	size_t n = 0;

	for (size_t i = 0; i < result->nfindings; i++)
		n += same_finding(&result->findings[i], finding);
	return n;
}

/* A layout without values has to become one that has. */
static bool open_layout(struct pl_infer *in, struct pl_infer_layout *layout)
{
	if (pl_infer_is_open(in, layout))
		return false;
	pl_infer_leave_unsaid(in, layout);
	if (!pl_infer_is_open(in, layout))
		pl_infer_leave_rest(in, layout);
	return true;
}

/* The schema's word for what a new finding is about. */
static bool open_named(struct pl_infer *in, const struct pl_finding *finding)
{
	const struct pl_entity *entity = finding->entity ? finding->entity : finding->field ? finding->field->entity : NULL;

	for (size_t i = 0; i < in->layouts.len && entity && entity->declared; i++)
		if (pl_str_eq(pl_str_c(in->layouts.ptr[i].name), entity->name))
			return open_layout(in, &in->layouts.ptr[i]);
	return false;
}

static bool has_field(const struct pl_infer_layout *layout, const struct pl_field *field)
{
	for (size_t i = 0; field && layout->entity && i < layout->entity->nfields; i++)
		if (layout->entity->fields[i] == field)
			return true;
	return false;
}

/* What a finding was about that is told no longer. */
static bool open_learned(struct pl_infer *in, const struct pl_finding *finding)
{
	bool opened = false;

	for (size_t i = 0; i < in->layouts.len; i++) {
		struct pl_infer_layout *layout = &in->layouts.ptr[i];

		if (has_field(layout, finding->field) || (finding->entity && layout->entity == finding->entity))
			opened |= open_layout(in, layout);
	}
	return opened;
}

static bool has_open(const struct pl_infer *in)
{
	for (size_t i = 0; i < in->layouts.len; i++)
		if (in->layouts.ptr[i].rest && in->layouts.ptr[i].pieces.len == 1)
			return true;
	return false;
}

/* Nothing is said but that there are keys. */
static void open_all(struct pl_infer *in)
{
	for (size_t i = 0; i < in->layouts.len; i++)
		pl_infer_forget(&in->layouts.ptr[i]);
	in->layouts.len = 0;
	pl_infer_add_open(in, in->keys->keys);
	PL_VEC_RELEASE(&in->partition.pieces);
	if (!in->partition_name)
		in->partition_name = pl_infer_open_name(in, in->keys->pk);
	in->partition_unsaid = true;
}

static bool mend(struct pl_infer *in, const struct pl_finding *finding, bool new)
{
	if (finding->field && pl_is_of_partition(finding->field))
		return false;
	return new ? open_named(in, finding) : open_learned(in, finding);
}

/* Keys that fit no template are of one that takes them all. */
static bool mend_strangers(struct pl_infer *in, const struct pl_finding *finding)
{
	if (!pl_infer_is_code(finding, "PL406") || has_open(in) || in->misspelt)
		return false;
	pl_infer_add_open(in, finding->counts.keys_wrong);
	return true;
}

bool pl_infer_mend(struct pl_infer *in, const struct pl_result *checked)
{
	bool differs = false, mended = false;

	for (size_t i = 0; i < checked->nfindings; i++) {
		const struct pl_finding *f = &checked->findings[i];

		if (count_same(in->result, f) >= count_same(checked, f))
			continue;
		differs = true;
		mended |= mend_strangers(in, f) || mend(in, f, true);
	}
	for (size_t i = 0; i < in->result->nfindings; i++) {
		const struct pl_finding *f = &in->result->findings[i];

		if (count_same(checked, f) >= count_same(in->result, f))
			continue;
		differs = true;
		mended |= mend(in, f, false);
	}
	if (differs && !mended)
		open_all(in);
	else if (mended)
		pl_infer_join_open(in);
	return differs;
}

/* Which index a finding is about; 0: the table. */
static size_t index_of(const struct pl_infer *in, const struct pl_finding *finding)
{
	const struct pl_table *table = in->keys->table;
	size_t i = table->nindexes;

	while (i-- > 1)
		if (finding->keys && pl_str_eq(table->index[i].name, finding->keys->index_name))
			return i;
	return 0;
}

static bool in_sort_key(const struct pl_infer *in, size_t value)
{
	for (size_t i = 0; i < in->layouts.len; i++) {
		const pl_infer_pieces *pieces = pl_infer_written(in, &in->layouts.ptr[i].pieces, &in->layouts.ptr[i].whole);

		for (size_t k = 0; k < pieces->len; k++)
			if (!pieces->ptr[k].text.len && pieces->ptr[k].value == value)
				return true;
	}
	return false;
}

/* A value of an index alone becomes unknown: what was learned of it, or what it is called in the schema. False: there is none to be. */
static bool leave_value(struct pl_infer *in, const struct pl_field *field)
{
	for (size_t i = 0; field && i < in->values.len; i++) {
		struct pl_infer_value *v = &in->values.ptr[i];
		const bool is = field->declared ? pl_str_eq(field->name, pl_str_c(v->name)) : v->field == field;

		if (!is || v->unsaid || !pl_infer_is_used(in, i) || in_sort_key(in, i))
			continue;
		v->unsaid = true;
		return true;
	}
	return false;
}

/* Whether a segment that is one value stands in a key of the index. */
static bool has_wholes(const struct pl_infer *in, size_t index)
{
	for (size_t i = 0; i < in->layouts.len; i++) {
		const struct pl_infer_layout *layout = &in->layouts.ptr[i];

		if (index == 0 && layout->whole.len)
			return true;
		for (size_t c = 0; c < layout->composed.len; c++)
			if (layout->composed.ptr[c].index == index && layout->composed.ptr[c].whole.len)
				return true;
	}
	return false;
}

static bool take_back(struct pl_infer *in, const struct pl_result *from, const struct pl_result *other, uint64_t *all)
{
	bool differs = false;

	for (size_t i = 0; i < from->nfindings; i++) {
		const struct pl_finding *f = &from->findings[i];

		if (count_same(other, f) >= count_same(from, f))
			continue;
		differs = true;
		if (has_wholes(in, index_of(in, f)) && !pl_infer_is_taken_back(in, PL_INFER_WHOLES))
			*all |= UINT64_C(1) << PL_INFER_WHOLES;
		else if (!index_of(in, f) || !leave_value(in, f->field))
			*all |= UINT64_C(1) << PL_MIN(index_of(in, f), (size_t)PL_INFER_WHOLES - 1);
	}
	return differs;
}

bool pl_infer_take_back(struct pl_infer *in, const struct pl_result *checked)
{
	uint64_t back = 0;
	bool differs = take_back(in, checked, in->result, &back);

	differs |= take_back(in, in->result, checked, &back);
	/* Nothing of that is written any more: it is of something else. */
	if (back && !(back & ~in->taken_back))
		back = UINT64_MAX;
	in->taken_back |= back;
	pl_infer_name_again(in);
	return differs;
}

/* ---- the whole ---- */

struct pl_infer *pl_infer_begin(struct pl_arena *arena, const struct pl_result *result, const struct pl_infer_types *types,
				const struct pl_keys *keys)
{
	struct pl_infer *in = PL_NEW(arena, struct pl_infer);

	*in = (struct pl_infer){.arena = arena, .result = result, .types = types, .keys = keys, .delimiter = '#'};
	if (!keys)
		return in;
	for (size_t i = 0; i < in->keys->nentities; i++)
		pl_infer_add_entity(in, in->keys->entities[i]);
	if (in->layouts.len && !pl_infer_partition_layout(in, &in->partition))
		in->partition_name = pl_infer_open_name(in, in->keys->pk);
	pl_infer_spread(in);
	pl_infer_spread_to_halves(in);
	/* Where a label is misspelt nothing stands for all others: such keys would be no strangers either. */
	if (in->unwritable && !in->misspelt)
		pl_infer_add_open(in, in->unwritable_keys);
	pl_infer_join_open(in);
	pl_infer_name_layouts(in);
	pl_infer_choose_delimiter(in);
	return in;
}

struct pl_infer *pl_infer_new(struct pl_arena *arena, const struct pl_result *result, const struct pl_infer_types *types)
{
	return pl_infer_begin(arena, result, types, result->nkeys ? result->keys[0] : NULL);
}

void pl_infer_write(struct pl_infer *in, struct pl_buf *out)
{
	in->out = out;
	if (!in->keys) {
		pl_buf_adds(out, "# Nothing was read: there is no key to write down.\n");
		return;
	}
	pl_infer_add_names(in);
	pl_infer_add_entities(in);
	pl_infer_add_unwritable(in);
}

void pl_infer_release(struct pl_infer *in)
{
	for (size_t i = 0; i < in->layouts.len; i++)
		pl_infer_forget(&in->layouts.ptr[i]);
	PL_VEC_RELEASE(&in->partition.pieces);
	PL_VEC_RELEASE(&in->layouts);
	PL_VEC_RELEASE(&in->values);
	PL_VEC_RELEASE(&in->field_names);
	PL_VEC_RELEASE(&in->entity_names);
}
