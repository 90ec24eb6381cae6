/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/twins.h"

/* Twins of one field, and the pair to show: the shortest, then by partition and keys. */
struct tally {
	uint64_t keys, groups;
	struct pl_buf partition, first, second;
	uint32_t from;
	struct pl_witness_origins at;
};

/* The group at hand. */
struct group {
	size_t index; /* of its keys in the model */
	bool partitions; /* its keys are partition keys */
	uint64_t keys; /* different ones */
	struct pl_buf partition, first, second, last;
	struct pl_witness_origins at;
};

struct pl_twin_groups {
	const struct pl_walk *walk;
	struct tally *of_fields; /* by number */
	struct tally *of_partition_fields; /* likewise */
	struct tally *of_keys;   /* as model->keys: outside of fields */
	struct group group;
	struct pl_lexed lexed;
	struct pl_place places[PL_MAX_SEGMENTS * PL_MAX_VALUES];
};

struct pl_twin_groups *pl_twin_groups_new(const struct pl_walk *walk)
{
	struct pl_twin_groups *groups = pl_calloc(1, sizeof(*groups));

	groups->walk = walk;
	groups->of_fields = pl_calloc(walk->model->nfields, sizeof(*groups->of_fields));
	groups->of_partition_fields = pl_calloc(walk->model->npartition_fields, sizeof(*groups->of_partition_fields));
	groups->of_keys = pl_calloc(walk->model->nkeys, sizeof(*groups->of_keys));
	return groups;
}

static void tallies_free(struct tally *tallies, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		pl_buf_release(&tallies[i].partition);
		pl_buf_release(&tallies[i].first);
		pl_buf_release(&tallies[i].second);
	}
	free(tallies);
}

void pl_twin_groups_free(struct pl_twin_groups *groups)
{
	if (!groups)
		return;
	tallies_free(groups->of_fields, groups->walk->model->nfields);
	tallies_free(groups->of_partition_fields, groups->walk->model->npartition_fields);
	tallies_free(groups->of_keys, groups->walk->model->nkeys);
	pl_buf_release(&groups->group.partition);
	pl_buf_release(&groups->group.first);
	pl_buf_release(&groups->group.second);
	pl_buf_release(&groups->group.last);
	free(groups);
}

static void set(struct pl_buf *buf, struct pl_str bytes)
{
	pl_buf_clear(buf);
	pl_buf_add(buf, bytes);
}

static size_t locate(struct pl_twin_groups *groups, struct pl_str key)
{
	const struct group *group = &groups->group;
	const struct pl_model *model = groups->walk->model;

	pl_lex(key, &groups->lexed);
	if (group->partitions)
		return pl_model_locate_partition(model, group->index, &groups->lexed, groups->places,
						 PL_LEN(groups->places));
	return pl_model_locate(model, group->index, pl_buf_str(&group->partition), key, NULL, &groups->lexed,
			       groups->places, PL_LEN(groups->places));
}

/* The value in which the first two keys of the group differ; NULL: it is none that may be written otherwise. */
static const struct pl_place *differing(struct pl_twin_groups *groups)
{
	const struct group *group = &groups->group;
	const enum pl_same *same = group->partitions ? groups->walk->partition_same : groups->walk->same;
	struct pl_str first = pl_buf_str(&group->first), second = pl_buf_str(&group->second);
	size_t at = 0, n = locate(groups, first);

	while (at < first.len && at < second.len && first.ptr[at] == second.ptr[at])
		at++;
	for (size_t i = 0; i < n; i++) {
		const struct pl_place *place = &groups->places[i];

		if (place->from <= at && at <= place->to && same[place->field->number] != PL_SAME_BYTES)
			return place;
	}
	return NULL;
}

static struct tally *tally_of(struct pl_twin_groups *groups, const struct pl_place *place)
{
	if (!place)
		return &groups->of_keys[groups->group.index];
	return groups->group.partitions ? &groups->of_partition_fields[place->field->number]
					: &groups->of_fields[place->field->number];
}

static bool is_plainer(const struct group *group, const struct tally *tally)
{
	size_t len = group->first.len + group->second.len, best = tally->first.len + tally->second.len;
	int c;

	if (tally->groups == 1 || len != best)
		return tally->groups == 1 || len < best;
	c = pl_order(pl_buf_str(&group->partition), pl_buf_str(&tally->partition));
	c = c ? c : pl_order(pl_buf_str(&group->first), pl_buf_str(&tally->first));
	return (c ? c : pl_order(pl_buf_str(&group->second), pl_buf_str(&tally->second))) < 0;
}

static void end_group(struct pl_twin_groups *groups)
{
	const struct group *group = &groups->group;
	const struct pl_place *place;
	struct tally *tally;

	if (group->keys < 2)
		return;
	place = differing(groups);
	tally = tally_of(groups, place);
	tally->keys += group->keys;
	tally->groups++;
	if (!is_plainer(group, tally))
		return;
	set(&tally->partition, pl_buf_str(&group->partition));
	set(&tally->first, pl_buf_str(&group->first));
	set(&tally->second, pl_buf_str(&group->second));
	tally->from = place ? place->from : 0;
	tally->at = group->at;
}

void pl_twin_groups_begin_partitions(struct pl_twin_groups *groups, size_t i)
{
	pl_twin_groups_begin(groups, i, PL_S(""));
	groups->group.partitions = true;
}

void pl_twin_groups_begin(struct pl_twin_groups *groups, size_t i, struct pl_str partition)
{
	end_group(groups);
	groups->group.index = i;
	groups->group.partitions = false;
	groups->group.keys = 0;
	set(&groups->group.partition, partition);
}

void pl_twin_groups_add(struct pl_twin_groups *groups, struct pl_str key, struct pl_origin at)
{
	struct group *group = &groups->group;

	if (group->keys && pl_str_eq(key, pl_buf_str(&group->last)))
		return;
	set(&group->last, key);
	if (group->keys == 0) {
		set(&group->first, key);
		group->at.first = at;
	} else if (group->keys == 1) {
		set(&group->second, key);
		group->at.second = at;
	}
	group->keys++;
}

void pl_twin_groups_finish(struct pl_twin_groups *groups)
{
	end_group(groups);
	groups->group.keys = 0;
}

void pl_twin_groups_result(const struct pl_twin_groups *groups, size_t i, const struct pl_field *field,
			   struct pl_twins *out, struct pl_witness_origins *origins)
{
	const struct tally *tally = !field		    ? &groups->of_keys[i]
				    : pl_is_of_partition(field) ? &groups->of_partition_fields[field->number]
								: &groups->of_fields[field->number];
	struct pl_arena *arena = groups->walk->arena;

	*out = (struct pl_twins){.keys = tally->keys, .groups = tally->groups};
	if (!tally->groups)
		return;
	out->witness = (struct pl_witness){
		.some = true,
		.partition = pl_arena_str(arena, pl_buf_str(&tally->partition)),
		.first = pl_arena_str(arena, pl_buf_str(&tally->first)),
		.second = pl_arena_str(arena, pl_buf_str(&tally->second)),
		.from = tally->from,
	};
	*origins = tally->at;
}
