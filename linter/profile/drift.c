/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/drift.h"

#include "linter/profile/renders.h"

static bool is_sourced(const struct pl_part *part)
{
	return part->kind == PL_PART_VALUE && part->field && part->field->from.len;
}

static void plan_template(pl_driftings *all, const struct pl_schema_entity *entity, struct pl_str attribute,
			  const struct pl_template *template)
{
	for (size_t i = 0; i < template->nparts; i++)
		if (is_sourced(&template->parts[i]))
			PL_PUSH(all, (struct pl_drifting){.entity = entity, .part = &template->parts[i],
							  .attribute = attribute, .source = PL_MAX_WANTED});
}

void pl_drift_plan(pl_driftings *all, const struct pl_schema_table *table, const struct pl_sorting *sorting)
{
	const struct pl_str attributes[] = {sorting->attrs[0].name, pl_sorting_sk(sorting).name};
	const size_t first = sorting->rank ? 1 : 0; /* of the partition once */

	for (size_t i = 0; i < table->nentities; i++)
		for (size_t a = first; a < PL_LEN(attributes); a++) {
			const struct pl_schema_key *key = pl_entity_key(&table->entities[i], attributes[a]);

			if (!key)
				continue;
			plan_template(all, &table->entities[i], attributes[a], &key->main);
			for (size_t k = 0; k < key->nlegacy; k++)
				plan_template(all, &table->entities[i], attributes[a], &key->legacy[k]);
		}
}

void pl_drift_release(pl_driftings *all)
{
	for (size_t i = 0; i < all->len; i++)
		pl_specimen_release(&all->ptr[i].differ);
	PL_VEC_RELEASE(all);
}

/* Templates share the parts that they have in common, so one that is the same will do. */
static bool is_same(const struct pl_part *a, const struct pl_part *b)
{
	return a == b || (pl_str_eq(a->text, b->text) && pl_str_eq(a->spec_text, b->spec_text) && a->segment == b->segment &&
			  a->part == b->part);
}

static struct pl_drifting *find(pl_driftings *all, const struct pl_schema_entity *entity, struct pl_str attribute,
				const struct pl_part *part)
{
	for (size_t i = 0; i < all->len; i++)
		if (all->ptr[i].entity == entity && pl_str_eq(all->ptr[i].attribute, attribute) &&
		    is_same(all->ptr[i].part, part))
			return &all->ptr[i];
	return NULL;
}

void pl_drift_count(pl_driftings *all, const struct pl_schema_entity *entity, struct pl_str attribute,
		    const struct pl_part *part, struct pl_str value, const struct pl_sighting *key,
		    const struct pl_item *item)
{
	struct pl_drifting *drifting = find(all, entity, attribute, part);
	const struct pl_attr *source;

	if (!drifting || drifting->source == PL_MAX_WANTED)
		return;
	source = &item->attrs[drifting->source];
	if (source->type != 'S' && source->type != 'N')
		return;
	drifting->rows++;
	if (pl_renders(part->field, value, source))
		return;
	drifting->keys++;
	pl_specimen_take(&drifting->differ, key);
}

const struct pl_attr *pl_drift_source(const pl_driftings *all, const struct pl_part *part, const struct pl_item *item)
{
	for (size_t i = 0; i < all->len; i++)
		if (is_same(all->ptr[i].part, part) && all->ptr[i].source != PL_MAX_WANTED)
			return &item->attrs[all->ptr[i].source];
	return NULL;
}

void pl_drift_merge(pl_driftings *into, pl_driftings *from)
{
	for (size_t i = 0; i < into->len; i++) {
		into->ptr[i].rows += from->ptr[i].rows;
		into->ptr[i].keys += from->ptr[i].keys;
		from->ptr[i].rows = from->ptr[i].keys = 0;
		pl_specimen_merge(&into->ptr[i].differ, &from->ptr[i].differ);
	}
}
