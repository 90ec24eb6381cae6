/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/heavy.h"

/* DynamoDB counts so many bytes for each entry of an index, besides what is projected. */
enum { ENTRY_BYTES = 100 };

/* What the sample says of one partition. */
struct sampled {
	struct pl_str partition;
	size_t items;
	double bytes;
};

/* The sample as one column sees it. */
struct view {
	const struct pl_sample *sample;
	const struct pl_column *column;
	struct pl_str *partition; /* of each item */
	bool *in;                 /* whether the column has it */
};

static bool is_key(const struct pl_attr *attr)
{
	return attr->type == 'S' || attr->type == 'N' || attr->type == 'B';
}

static struct view view_of(struct pl_arena *arena, const struct pl_sample *sample, const struct pl_column *column)
{
	struct view view = {sample, column, PL_NEW_N(arena, struct pl_str, sample->len + 1), PL_NEW_N(arena, bool, sample->len + 1)};
	struct pl_buf room = PL_BUF_INIT;

	for (size_t i = 0; i < sample->len; i++) {
		const struct pl_attr *keys = sample->items[i]->keys;

		view.in[i] = pl_column_has(column, keys, &room, &view.partition[i]) && is_key(&keys[column->pk]) &&
			     (!column->has_sk || is_key(&keys[column->sk]));
		if (view.in[i])
			view.partition[i] = pl_arena_str(arena, view.partition[i]);
	}
	pl_buf_release(&room);
	return view;
}

static struct sampled sampled_of(const struct view *view, struct pl_str partition)
{
	struct sampled out = {.partition = partition};

	for (size_t i = 0; i < view->sample->len; i++) {
		if (!view->in[i] || !pl_str_eq(view->partition[i], partition))
			continue;
		out.items++;
		out.bytes += view->sample->items[i]->bytes;
	}
	return out;
}

/* The partition of that class which has most of the sampled items; of several the first by bytes. */
static struct sampled commonest(const struct view *view, unsigned class)
{
	struct sampled most = {.items = 0};

	for (size_t i = 0; i < view->sample->len; i++) {
		struct pl_str partition = view->partition[i];
		struct sampled mine;

		if (!view->in[i] || pl_load_class(pl_partition_hash(view->column, partition)) != class)
			continue;
		mine = sampled_of(view, partition);
		if (mine.items > most.items || (mine.items == most.items && pl_order(partition, most.partition) < 0))
			most = mine;
	}
	return most;
}

/* The least of its items that were sampled. */
static void observe_example(struct pl_arena *arena, const struct view *view, struct pl_str partition, struct pl_witness *out,
			    pl_unplaced_list *places)
{
	struct pl_specimen least = {0};

	for (size_t i = 0; i < view->sample->len; i++) {
		const struct pl_sampled *item = view->sample->items[i];
		const struct pl_sighting sighting = {
			.pk = partition,
			.sk = view->column->has_sk ? item->keys[view->column->sk].value : PL_S(""),
			.file = item->file,
			.place = item->place,
		};

		if (view->in[i] && pl_str_eq(view->partition[i], partition))
			pl_specimen_take(&least, &sighting);
	}
	pl_observe_specimen(arena, &least, out, places);
	pl_specimen_release(&least);
}

/* Bytes that local indexes add to those of an item, on the average of the table. */
static double copies_of(const struct pl_profile *profile, double bytes)
{
	const struct pl_column *table = &profile->columns[0];
	double copies = 0;

	for (size_t i = 1; i < profile->ncolumns; i++) {
		const struct pl_column *index = &profile->columns[i];
		double one = index->index.projection == PL_PROJECT_ALL ? bytes + ENTRY_BYTES : ENTRY_BYTES;

		if (index->index.local && table->keys)
			copies += one * (double)index->keys / (double)table->keys;
	}
	return copies;
}

void pl_heaviest_of(struct pl_arena *arena, const struct pl_profile *profile, const struct pl_column *column,
		    struct pl_keys *keys, pl_unplaced_list *places)
{
	const struct pl_sample *sample = &profile->sample;
	const struct view view = view_of(arena, sample, column);
	struct pl_load_class_count greatest[PL_HEAVIEST];
	size_t n = pl_load_greatest(&column->load, greatest, PL_HEAVIEST), in = 0;
	double bytes = 0;

	for (size_t i = 0; i < sample->len; i++) {
		in += view.in[i];
		bytes += view.in[i] ? sample->items[i]->bytes : 0;
	}
	keys->bytes = in ? bytes / (double)in * (double)column->keys : 0;
	for (size_t i = 0; i < n; i++) {
		struct sampled seen = commonest(&view, greatest[i].class);
		struct pl_heavy *heavy = &keys->heaviest[keys->nheaviest];
		double each = seen.items ? seen.bytes / (double)seen.items : 0;

		if (!seen.items)
			continue;
		keys->nheaviest++;
		heavy->items = greatest[i].items;
		heavy->bytes = each * heavy->items;
		heavy->collected = heavy->bytes + copies_of(profile, each) * heavy->items;
		observe_example(arena, &view, seen.partition, &heavy->example, places);
	}
}
