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
		PL_VEC_RELEASE(&in->layouts.ptr[i].pieces);
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

/* ---- the whole ---- */

struct pl_infer *pl_infer_new(struct pl_arena *arena, const struct pl_result *result, const struct pl_infer_types *types)
{
	struct pl_infer *in = PL_NEW(arena, struct pl_infer);

	*in = (struct pl_infer){.arena = arena, .result = result, .types = types, .delimiter = '#'};
	if (!result->nkeys)
		return in;
	in->keys = result->keys[0];
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
		PL_VEC_RELEASE(&in->layouts.ptr[i].pieces);
	PL_VEC_RELEASE(&in->partition.pieces);
	PL_VEC_RELEASE(&in->layouts);
	PL_VEC_RELEASE(&in->values);
	PL_VEC_RELEASE(&in->field_names);
	PL_VEC_RELEASE(&in->entity_names);
}
