/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/model.h"

#include "linter/profile/inside.h"
#include "linter/profile/learn.h"
#include "linter/profile/fits.h"
#include "linter/profile/glued.h"
#include "linter/profile/heavy.h"
#include "linter/profile/observe.h"
#include "linter/profile/promised.h"
#include "linter/profile/relate.h"
#include "linter/profile/spot.h"
#include "linter/profile/words.h"

/* What the model keeps of one table or index. */
struct keys_state {
	const struct pl_column *column;
	struct pl_keys *keys;
	struct pl_spot *root;       /* of sort keys; NULL: none */
	struct pl_spot *partitions; /* of partition keys */
	struct pl_node *only[PL_ROOTS]; /* where all keys of a trie begin, when they do at one node */
	struct pl_composite composite;
};

struct pl_model_state {
	struct pl_profile *profile;
	struct keys_state *keys;    /* parallel to pl_model.keys */
	int *of_column;             /* index in `keys` of each column of the profile; -1: does not count */
	struct pl_observed **observed; /* by field number */
	struct pl_observed **partition_observed; /* the same of fields of partition keys */
	struct pl_proof **proofs;
};

/* What making a model needs at hand. */
struct making {
	struct pl_arena *arena;
	struct pl_model *model;
	struct pl_model_state *state;
	PL_VEC(struct pl_field *) fields;
	PL_VEC(struct pl_field *) partition_fields; /* of the table and all indexes */
	PL_VEC(struct pl_observed *) partition_observed;
	pl_vocabulary_list vocabularies; /* of the keys at work */
	PL_VEC(struct pl_observed *) observed; /* by field number, as are the next three */
	PL_VEC(struct pl_proof *) proofs;
	PL_VEC(struct pl_stats *) stats;
	PL_VEC(const struct pl_entity *) entities; /* of the keys at work */
	pl_unplaced_list unplaced;
	unsigned *segments_of;      /* by field number: segments of its entity so far */
};

/* A copy in the arena of a vector of pointers. */
static void *settled(struct pl_arena *arena, const void *from, size_t n)
{
	void **to = PL_NEW_N(arena, void *, n);

	if (n)
		memcpy(to, from, n * sizeof(*to));
	return to;
}

/* ---- shapes ------------------------------------------------------------- */

/* The start nodes of all tries, generalised. */
static struct pl_spot *make_spots(struct pl_arena *arena, struct pl_trie tries[PL_ROOTS])
{
	PL_VEC(struct pl_spot_node) starts = {0};
	struct pl_spot *root = NULL;

	for (unsigned r = 0; r < PL_ROOTS; r++) {
		size_t n;
		struct pl_child *children;

		if (!tries[r].top)
			continue;
		pl_learn(&tries[r]);
		children = pl_node_children(tries[r].top, &n);
		for (size_t i = 0; i < n; i++)
			PL_PUSH(&starts, (struct pl_spot_node){pl_root_separator(r), children[i].node});
		free(children);
	}
	if (starts.len) {
		root = pl_spot_make(arena, &tries[0].home->limits, starts.ptr, starts.len);
		pl_spot_kinds(arena, root);
	}
	PL_VEC_RELEASE(&starts);
	return root;
}

/* Whether literal words, or values, stand deeper. */
static void look_deeper(const struct pl_spot *spot, bool *literal, bool *value)
{
	for (size_t i = 0; i < spot->nchildren; i++) {
		const struct pl_spot *child = spot->children[i];

		if (child->nvalues)
			*value = true;
		else if (child->text.len)
			*literal = true;
		look_deeper(child, literal, value);
	}
}

/* Gives a field its number; `stats` of its values, NULL: there are none. */
static void number_field(struct making *m, struct pl_field *field, struct pl_stats *stats)
{
	struct pl_observed *observed = NULL;
	struct pl_proof *proof = NULL;

	if (stats) {
		observed = PL_NEW(m->arena, struct pl_observed);
		proof = PL_NEW(m->arena, struct pl_proof);
		pl_observe(m->arena, field->kind, stats, observed, &m->unplaced);
		observed->proof = proof;
		/* Whoever declares a number has said that it is no time. */
		if (field->declared && pl_declares(field->declared, PL_FO_TYPE) && field->declared->type != PL_D_TIMESTAMP)
			observed->epochs_mixed = observed->epochs_beside = false;
		if (pl_observed_in_order(field->kind, observed))
			proof->state = PL_O_ENCODING;
	}
	field->observed = observed;
	field->number = (uint32_t)m->fields.len;
	PL_PUSH(&m->fields, field);
	PL_PUSH(&m->observed, observed);
	PL_PUSH(&m->proofs, proof);
	PL_PUSH(&m->stats, stats);
}

static struct pl_field *make_field(struct making *m, struct keys_state *ks, struct pl_spot *spot, unsigned value,
				   struct pl_str attribute, const struct pl_field *before)
{
	struct pl_field *field = PL_NEW(m->arena, struct pl_field);

	field->keys = ks->keys;
	field->attribute = attribute;
	field->segment = spot->segment;
	field->part = spot->nvalues > 1 ? value + 1 : 0;
	field->kind = spot->kinds[value];
	field->shape = pl_spot_shape(m->arena, spot);
	field->path = pl_spot_path(m->arena, spot);
	field->before = before;
	field->label = pl_arena_str(m->arena, pl_spot_label(spot, value, &field->label_glued));
	if (!field->label.len || field->label_glued)
		field->above = pl_arena_str(m->arena, pl_spot_front_label(spot));
	field->glued_names = field->label_glued && spot->rank == PL_SPOT_MASKS && pl_spot_is_lower(spot);
	look_deeper(spot, &field->literal_after, &field->value_after);
	field->in_code = pl_spot_in_code(spot, value);
	field->in_word = pl_spot_in_word(spot, value);
	field->literal_after |= pl_spot_words_behind(spot, value);
	field->value_after |= value + 1 < spot->nvalues;
	spot->fields[value] = field;
	return field;
}

/* So that a key that is located finds the fields of its nodes. */
static void hang_fields(const struct pl_spot *spot)
{
	for (size_t i = 0; i < spot->nodes.len && spot->parent; i++) {
		struct pl_node *node = spot->nodes.ptr[i].node;

		node->fields = spot->nvalues ? spot->fields : NULL;
		node->as_one = spot->class != PL_C_MASK;
	}
}

/* Makes the fields of a spot and all below it; `before` is the nearest to the left. */
static void add_fields(struct making *m, struct keys_state *ks, struct pl_spot *spot,
		       const struct pl_field *before)
{
	spot->fields = PL_NEW_N(m->arena, struct pl_field *, spot->nvalues);
	for (unsigned v = 0; v < spot->nvalues; v++) {
		number_field(m, make_field(m, ks, spot, v, ks->keys->sk, before), &spot->stats[v]);
		before = spot->fields[v];
	}
	hang_fields(spot);
	for (size_t i = 0; i < spot->nchildren; i++)
		add_fields(m, ks, spot->children[i], before);
}

/* ---- partition keys ------------------------------------------------------ */

/* The template up to and including a part, as pl_spot_path() prints what is learned of such keys. */
static bool is_on_path(const struct pl_template *template, size_t part, struct pl_str path)
{
	for (size_t i = 0; i <= part; i++) {
		struct pl_str text = template->parts[i].kind == PL_PART_VALUE ? PL_S("*") : template->parts[i].text;

		if (!pl_str_starts(path, text))
			return false;
		path = pl_str_sub(path, text.len, path.len);
	}
	return path.len == 0;
}

static const struct pl_declared *known(const struct pl_declared *field)
{
	return field->type == PL_D_UNKNOWN ? NULL : field;
}

/* What the schema says of a value of partition keys; NULL: nothing. */
static const struct pl_part *declared_at(const struct pl_keys *keys, struct pl_str path)
{
	for (size_t e = 0; keys->schema && e < keys->schema->nentities; e++) {
		const struct pl_schema_key *key = pl_entity_key(&keys->schema->entities[e], keys->pk);

		for (size_t i = 0; key && i < key->main.nparts; i++)
			if (key->main.parts[i].kind == PL_PART_VALUE && is_on_path(&key->main, i, path))
				return &key->main.parts[i];
	}
	return NULL;
}

/* `keys` have it: words are not counted one by one. */
static void number_partition_field(struct making *m, struct pl_field *field, struct pl_stats *stats, uint64_t keys)
{
	struct pl_observed *observed = PL_NEW(m->arena, struct pl_observed);
	const struct pl_part *part;

	pl_observe(m->arena, field->kind, stats, observed, &m->unplaced);
	observed->keys = keys;
	observed->proof = PL_NEW(m->arena, struct pl_proof);
	field->observed = observed;
	part = declared_at(field->keys, field->path);
	if (part) {
		field->declared = known(part->field);
		field->at = part->at;
	}
	field->number = (uint32_t)m->partition_fields.len;
	PL_PUSH(&m->partition_fields, field);
	PL_PUSH(&m->partition_observed, observed);
}

static void add_partition_fields(struct making *m, struct keys_state *ks, struct pl_spot *spot,
				 const struct pl_field *before)
{
	spot->fields = PL_NEW_N(m->arena, struct pl_field *, spot->nvalues);
	for (unsigned v = 0; v < spot->nvalues; v++) {
		number_partition_field(m, make_field(m, ks, spot, v, ks->keys->pk, before), &spot->stats[v], spot->keys);
		before = spot->fields[v];
	}
	hang_fields(spot);
	for (size_t i = 0; i < spot->nchildren; i++)
		add_partition_fields(m, ks, spot->children[i], before);
}

/* ---- entities ----------------------------------------------------------- */

static void print_name(struct pl_buf *out, const struct pl_spot *spot)
{
	if (!spot->parent)
		return;
	print_name(out, spot->parent);
	if (spot->rank != PL_SPOT_WORD || !spot->text.len)
		return;
	if (out->len && spot->sep)
		pl_buf_addc(out, spot->sep);
	pl_buf_add(out, spot->text);
}

/* The first segment of a key. */
static const struct pl_spot *front_of(const struct pl_spot *spot)
{
	while (spot->segment > 1)
		spot = spot->parent;
	return spot;
}

/* Its literal words, or what its first segment begins with; a shape without any is its own name. */
static struct pl_str entity_name(struct pl_arena *arena, const struct pl_spot *spot, struct pl_str shape)
{
	struct pl_buf name = PL_BUF_INIT;
	struct pl_str out = shape;

	print_name(&name, spot);
	if (name.len) {
		out = pl_arena_str(arena, pl_buf_str(&name));
	} else if (front_of(spot)->rank == PL_SPOT_MASK) {
		bool glued;
		struct pl_str label = pl_spot_label(front_of(spot), 0, &glued);

		/* A copy: the label stands in the profile, which goes before the report is written. */
		if (label.len)
			out = pl_arena_str(arena, label);
	}
	pl_buf_release(&name);
	return out;
}

/* The fewest segments, then byte order: the entity that says most plainly where a field is. */
static bool shorter(const struct pl_entity *a, unsigned a_segments, const struct pl_entity *b,
		    unsigned b_segments)
{
	if (a_segments != b_segments)
		return a_segments < b_segments;
	return pl_order(a->shape, b->shape) < 0;
}

/* The fields on the way to a spot, left to right. */
static void collect_fields(const struct pl_spot *spot, struct pl_field **fields, size_t *n)
{
	if (spot->parent)
		collect_fields(spot->parent, fields, n);
	for (unsigned v = 0; v < spot->nvalues; v++)
		fields[(*n)++] = spot->fields[v];
}

static int example_order(const void *a, const void *b)
{
	return pl_specimen_order(*(const struct pl_specimen *const *)a, *(const struct pl_specimen *const *)b);
}

/* All keys that end at a spot, when they are few: each of its nodes has kept its own. */
static void add_examples(struct making *m, struct pl_entity *entity, const struct pl_spot *spot)
{
	const struct pl_specimen *kept[PL_RARE_KEYS];
	struct pl_witness *examples;
	size_t n = 0;

	if (spot->end > PL_RARE_KEYS)
		return;
	for (size_t i = 0; i < spot->nodes.len; i++)
		for (uint64_t k = 0; k < spot->nodes.ptr[i].node->end; k++)
			kept[n++] = &spot->nodes.ptr[i].node->rare[k];
	examples = PL_NEW_N(m->arena, struct pl_witness, n);
	if (n)
		qsort(kept, n, sizeof(*kept), example_order);
	for (size_t i = 0; i < n; i++)
		pl_observe_specimen(m->arena, kept[i], &examples[i], &m->unplaced);
	entity->examples = examples;
	entity->nexamples = n;
}

static void add_entity(struct making *m, struct keys_state *ks, const struct pl_spot *spot, bool tail)
{
	struct pl_entity *entity = PL_NEW(m->arena, struct pl_entity);
	struct pl_field **fields = PL_NEW_N(m->arena, struct pl_field *, (spot->segment + 1) * PL_MAX_VALUES);

	entity->keys_of = ks->keys;
	entity->shape = pl_spot_shape(m->arena, spot);
	if (tail)
		entity->shape = pl_str_c(pl_arena_printf(m->arena, "%.*s%c\xe2\x80\xa6", (int)entity->shape.len,
							 entity->shape.ptr, spot->sep ? spot->sep : ' '));
	entity->name = entity_name(m->arena, spot, entity->shape);
	entity->keys = tail ? spot->tail : spot->end;
	entity->tail = tail;
	if (!tail)
		add_examples(m, entity, spot);
	collect_fields(spot, fields, &entity->nfields);
	entity->fields = (const struct pl_field *const *)fields;
	for (size_t i = 0; i < entity->nfields; i++) {
		const struct pl_entity *have = fields[i]->entity;

		if (!have || shorter(entity, spot->segment, have, m->segments_of[fields[i]->number])) {
			fields[i]->entity = entity;
			m->segments_of[fields[i]->number] = spot->segment;
		}
		if (spot->segment == 1 && spot->nvalues == 1 && spot->class != PL_C_MASK && !tail)
			fields[i]->whole_key = true;
	}
	PL_PUSH(&m->entities, entity);
}

static void add_entities(struct making *m, struct keys_state *ks, const struct pl_spot *spot)
{
	if (spot->end)
		add_entity(m, ks, spot, false);
	if (spot->tail)
		add_entity(m, ks, spot, true);
	for (size_t i = 0; i < spot->nchildren; i++)
		add_entities(m, ks, spot->children[i]);
}

static int entity_order(const void *a, const void *b)
{
	const struct pl_entity *x = *(const struct pl_entity *const *)a, *y = *(const struct pl_entity *const *)b;

	int c;

	if (x->keys != y->keys)
		return x->keys > y->keys ? -1 : 1;
	c = pl_order(x->shape, y->shape);
	return c ? c : pl_order(x->name, y->name);
}

/* ---- what is declared ---------------------------------------------------- */

/* The kind of a declared field, and what its node counted. */
static void add_promised(void *ctx, struct pl_branch *branch)
{
	struct making *m = ctx;
	struct pl_field *field = branch->field;
	struct pl_stats *stats = branch->node && branch->node->n ? branch->node->whole : NULL;

	if (stats)
		pl_declared_days(field->declared, stats);
	field->kind = pl_declared_kind(field->declared, stats);
	number_field(m, field, stats);
	/* Of these only digits without a count in front were taken for digits. */
	if (stats && field->declared->encode == PL_ENCODE_LENGTH_PREFIX)
		pl_observe_widths(m->arena, stats, m->observed.ptr[field->number]);
	if (branch->node) {
		struct pl_field **fields = PL_NEW(m->arena, struct pl_field *);

		*fields = field;
		branch->node->fields = fields;
	}
}

static void add_drifts(struct making *m, struct pl_keys *keys, struct pl_declared_keys *declared)
{
	const pl_driftings *all = pl_declared_driftings(declared);
	struct pl_drift *drifts = PL_NEW_N(m->arena, struct pl_drift, all->len);

	for (size_t i = 0; i < all->len; i++) {
		const struct pl_drifting *d = &all->ptr[i];

		drifts[i] = (struct pl_drift){
			.entity = d->entity,
			.part = d->part,
			.attribute = d->attribute,
			.rows = d->rows,
			.keys = d->keys,
		};
		pl_observe_specimen(m->arena, &d->differ, &drifts[i].witness, &m->unplaced);
	}
	keys->drifts = drifts;
	keys->ndrifts = all->len;
}

static void add_misfits(struct making *m, struct pl_keys *keys, const struct pl_declared_keys *declared)
{
	const struct pl_schema_table *table = keys->schema;
	struct pl_misfit *misfits = PL_NEW_N(m->arena, struct pl_misfit, table->nentities * PL_MISFITS + 1);

	for (size_t i = 0; i < table->nentities; i++)
		for (size_t kind = 0; kind < PL_MISFITS; kind++) {
			const struct pl_misfitting *found = pl_declared_misfitting(declared, i, (enum pl_misfit_kind)kind);
			struct pl_misfit *misfit = &misfits[keys->unknown.nmisfits];

			if (!found->keys)
				continue;
			*misfit = (struct pl_misfit){&table->entities[i], (enum pl_misfit_kind)kind, found->keys, {0}};
			pl_observe_specimen(m->arena, &found->least, &misfit->witness, &m->unplaced);
			keys->unknown.nmisfits++;
		}
	keys->unknown.misfits = misfits;
}

typedef PL_VEC(const struct pl_branch *) branch_list;

static void see_branch(void *ctx, const struct pl_branch *branch)
{
	branch_list *branches = ctx;

	PL_PUSH(branches, branch);
}

static void add_delimited(struct making *m, struct pl_keys *keys, const struct pl_declared_keys *declared)
{
	branch_list branches = {0};
	struct pl_delimited *delimited;

	pl_declared_holdings(declared, see_branch, &branches);
	delimited = PL_NEW_N(m->arena, struct pl_delimited, 2 * branches.len + 1);
	keys->unknown.delimited = delimited;
	for (size_t i = 0; i < 2 * branches.len; i++) {
		const struct pl_branch *branch = branches.ptr[i / 2];
		const struct pl_holding *holding = &branch->holding[i % 2];

		if (!holding->keys)
			continue;
		*delimited = (struct pl_delimited){branch->field, holding->keys, holding->proven, i % 2, {0}};
		pl_observe_specimen(m->arena, &holding->least, &delimited->witness, &m->unplaced);
		delimited++;
	}
	keys->unknown.ndelimited = (size_t)(delimited - keys->unknown.delimited);
	PL_VEC_RELEASE(&branches);
}

static void add_recased(struct making *m, struct pl_keys *keys, const struct pl_declared_keys *declared)
{
	branch_list branches = {0};
	struct pl_recased *recased;

	pl_declared_recasings(declared, see_branch, &branches);
	recased = PL_NEW_N(m->arena, struct pl_recased, branches.len + 1);
	for (size_t i = 0; i < branches.len; i++) {
		const struct pl_branch *branch = branches.ptr[i];

		recased[i] = (struct pl_recased){
			.field = branch->field,
			.part = branch->part,
			.text = branch->text,
			.attribute = branch->of_partition ? keys->pk : keys->sk,
			.path = pl_promised_path(m->arena, branch),
			.at = branch->part ? branch->part->at : branch->of->at,
			.keys = branch->recasing.keys,
		};
		pl_observe_specimen(m->arena, &branch->recasing.least, &recased[i].witness, &m->unplaced);
	}
	keys->recased = recased;
	keys->nrecased = branches.len;
	PL_VEC_RELEASE(&branches);
}

static void add_declared(struct making *m, struct pl_keys *keys, struct pl_declared_keys *declared)
{
	size_t n;
	struct pl_layout *const *layouts = pl_declared_layouts(declared, &n);

	keys->templates = true;
	if (keys->sk.len)
		pl_promised_fields(m->arena, keys, declared, add_promised, m);
	pl_promised_entities(m->arena, keys, declared);
	for (size_t i = 0; i < n; i++) {
		if (layouts[i]->made)
			PL_PUSH(&m->entities, layouts[i]->made);
		keys->legacy += layouts[i]->legacy ? layouts[i]->keys : 0;
	}
	add_drifts(m, keys, declared);
	keys->unknown.keys = pl_declared_unknown_keys(declared);
	add_misfits(m, keys, declared);
	add_delimited(m, keys, declared);
	add_recased(m, keys, declared);
	pl_observe_specimen(m->arena, pl_declared_least_unknown(declared), &keys->unknown.witness, &m->unplaced);
}

/* ---- one table or index ------------------------------------------------- */

/* Items whose attribute has another type than it should, or than most have. */
static uint64_t wrong_type(const uint64_t types[PL_TYPES], char declared)
{
	uint64_t all = 0, right = 0;

	for (unsigned t = 0; t < PL_TYPES; t++)
		all += types[t];
	switch (declared) {
	case 'S':
		return all - types[PL_TYPE_S];
	case 'N':
		return all - types[PL_TYPE_N];
	case 'B':
		return all - types[PL_TYPE_B];
	default:
		for (unsigned t = 0; t <= PL_TYPE_B; t++)
			right = PL_MAX(right, types[t]);
		return all - right;
	}
}

static uint64_t with_attribute(const uint64_t types[PL_TYPES])
{
	uint64_t items = 0;

	for (unsigned t = 0; t < PL_TYPES; t++)
		items += types[t];
	return items;
}

/* The type of a key attribute: as it is declared, else that of most items. */
static char type_of_most(const uint64_t types[PL_TYPES], char declared)
{
	if (declared)
		return declared;
	if (types[PL_TYPE_S] && types[PL_TYPE_S] >= types[PL_TYPE_N] && types[PL_TYPE_S] >= types[PL_TYPE_B])
		return 'S';
	if (types[PL_TYPE_N] && types[PL_TYPE_N] >= types[PL_TYPE_B])
		return 'N';
	return types[PL_TYPE_B] ? 'B' : 0;
}

static void name_keys(struct pl_keys *keys, const struct pl_table *table, const struct pl_index *index,
		      const struct pl_sorting *sorting)
{
	keys->table = table;
	keys->index = index;
	keys->table_name = table->name;
	keys->index_name = index->name;
	keys->pk = sorting->attrs[0].name;
	keys->sk = pl_sorting_sk(sorting).name;
	keys->rank = sorting->rank;
	keys->goes_on = pl_sorting_goes_on(sorting);
}

/* What the items say of the index as a whole. */
static void count_whole(struct making *m, struct pl_keys *keys, const struct pl_column *column, uint64_t items)
{
	pl_heaviest_of(m->arena, m->state->profile, column, keys, &m->unplaced);
	pl_sizes_observe(m->arena, &column->partition_sizes, false, keys->partition_sizes, &m->unplaced);
	keys->whole = column->whole;
	if (column->wide) {
		keys->wrong_type = column->whole - column->keys;
		keys->half = column->half;
		return;
	}
	keys->wrong_type = wrong_type(column->pk_types, column->index.pk_type);
	if (column->has_sk)
		keys->wrong_type += wrong_type(column->sk_types, column->index.sk_type);
	/* An index may be sparse; the table's keys may not. */
	if (!column->index.name.len)
		keys->missing = items - column->whole;
	if (column->index.name.len && column->has_sk)
		keys->half = with_attribute(column->pk_types) + with_attribute(column->sk_types) - 2 * column->whole;
}

/* Of an index those of its partition key, however much else is equal where an attribute is sorted. */
static void take_partitions(struct pl_keys *keys, const struct pl_keys *first)
{
	keys->partitions = first->partitions;
	keys->partitions_estimated = first->partitions_estimated;
}

/* Of the types that a key can have all but the most frequent. */
static uint64_t minority(const uint64_t types[PL_TYPES])
{
	uint64_t all = 0, most = 0;

	for (unsigned t = 0; t <= PL_TYPE_B; t++) {
		all += types[t];
		most = PL_MAX(most, types[t]);
	}
	return all - most;
}

/* Items with a key attribute of another type than most have, where nothing says which one is right: they are not judged. */
static uint64_t unlike_most(const struct pl_column *column)
{
	uint64_t items = 0;

	if (column->wide)
		return 0;
	if (!column->index.pk_type)
		items += minority(column->pk_types);
	if (column->has_sk && !column->index.sk_type)
		items += minority(column->sk_types);
	return PL_MIN(items, column->keys);
}

static struct pl_keys *make_keys(struct making *m, const struct pl_table *table, struct pl_column *column,
				 uint64_t items)
{
	struct pl_keys *keys = PL_NEW(m->arena, struct pl_keys);

	name_keys(keys, table, &table->index[column->of], &column->seats.sorting);
	keys->schema = m->state->profile->declared;
	keys->observed = true;
	keys->pk_type = type_of_most(column->pk_types, column->index.pk_type);
	keys->sk_type = column->has_sk ? type_of_most(column->sk_types, column->index.sk_type) : 0;
	/* Strings are ordered by their bytes; numbers and binaries are another matter. */
	keys->ordered = keys->sk_type == 'S';
	keys->keys = column->keys - unlike_most(column);
	keys->may_compose = column->may_compose;
	keys->partitions = pl_sketch_count(&column->partitions, &keys->partitions_estimated);
	if (keys->rank && !pl_is_part(keys))
		take_partitions(keys, m->model->keys[m->model->nkeys - 1]);
	if (pl_is_part(keys))
		pl_sizes_observe(m->arena, &column->partition_sizes, false, keys->partition_sizes, &m->unplaced);
	if (!keys->rank)
		count_whole(m, keys, column, items);
	pl_sizes_observe(m->arena, &column->sort_sizes, true, keys->sort_sizes, &m->unplaced);
	return keys;
}

/* Learned tries whose keys all begin at one node need no partition to be walked. */
static void find_starts(struct keys_state *ks)
{
	for (unsigned r = 0; r < PL_ROOTS; r++) {
		const struct pl_trie *trie = &ks->column->sort[r];
		size_t n;
		struct pl_child *children;

		if (!trie->top)
			continue;
		children = pl_node_children(trie->top, &n);
		ks->only[r] = n == 1 ? children[0].node : NULL;
		free(children);
	}
}

/* Whether a key split at `sep` has more than `segments`. */
static bool has_more_segments(const struct pl_spot *spot, char sep, unsigned segments)
{
	if (spot->sep == sep && spot->end + spot->tail > 0 && spot->segment + (spot->tail > 0) > segments)
		return true;
	for (size_t i = 0; i < spot->nchildren; i++)
		if (has_more_segments(spot->children[i], sep, segments))
			return true;
	return false;
}

/* "ORD#customer#day", "customer + day", "name#…" */
static struct pl_str composite_text(struct making *m, const struct pl_composite *composite)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str out;

	pl_buf_add(&text, composite->prefix);
	for (size_t i = 0; i < composite->n; i++) {
		if (i && composite->sep)
			pl_buf_addc(&text, composite->sep);
		else if (i)
			pl_buf_adds(&text, " + ");
		pl_buf_add(&text, composite->names[i]);
	}
	if (composite->open) {
		pl_buf_addc(&text, composite->sep);
		pl_buf_adds(&text, "…");
	}
	out = pl_arena_str(m->arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return out;
}

static void add_composite(struct making *m, struct keys_state *ks)
{
	struct pl_composite *composite = &ks->composite;

	*composite = pl_composed_of(m->state->profile, ks->column);
	if (!composite->n)
		return;
	ks->keys->composite = composite_text(m, composite);
	ks->keys->composite_separator = composite->sep;
	ks->keys->composite_open = composite->open;
	ks->keys->composite_split = composite->open ||
				    (composite->sep && ks->root &&
				     has_more_segments(ks->root, composite->sep, (unsigned)composite->n + (composite->prefix.len > 0)));
}

/* "1 + 11" */
static struct pl_str sources_text(struct making *m, const struct pl_composite *composite, const struct pl_sampled *item)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str out;

	for (size_t i = 0; i < composite->n; i++) {
		if (i)
			pl_buf_adds(&text, " + ");
		pl_buf_add(&text, pl_sampled_get(item, composite->names[i])->value);
	}
	out = pl_arena_str(m->arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return out;
}

static void add_mixed_partition(struct making *m, struct keys_state *ks)
{
	const struct pl_column *column = ks->column;
	const struct pl_mixed_partition two = pl_mixed_partition_of(m->state->profile, column);
	struct pl_mixed *mixed;

	if (!two.first)
		return;
	mixed = PL_NEW(m->arena, struct pl_mixed);
	*mixed = (struct pl_mixed){
		.composite = composite_text(m, &two.composite),
		.separator = two.composite.sep,
		.first = sources_text(m, &two.composite, two.first),
		.second = sources_text(m, &two.composite, two.second),
		.witness = {
			.some = true,
			.partition = pl_arena_str(m->arena, two.first->keys[column->pk].value),
			.first = pl_arena_str(m->arena, two.first->keys[column->sk].value),
			.second = pl_arena_str(m->arena, two.second->keys[column->sk].value),
		},
	};
	PL_PUSH(&m->unplaced, (struct pl_unplaced){&mixed->witness, {two.first->file, two.first->place},
						   {two.second->file, two.second->place}});
	ks->keys->mixed = mixed;
}

static void add_learned(struct making *m, struct keys_state *ks, struct pl_column *column)
{
	ks->root = make_spots(m->arena, column->sort);
	if (!ks->root)
		return;
	find_starts(ks);
	add_fields(m, ks, ks->root, NULL);
	m->segments_of = pl_realloc(m->segments_of, (m->fields.len + 1) * sizeof(*m->segments_of));
	add_entities(m, ks, ks->root);
	pl_words_below(m->arena, ks->root, ks->keys->sk, &m->vocabularies, &m->unplaced);
}

/* Whether all keys of an entity are two in one; what the first is of is left in `halves`. */
static bool is_glued(const struct pl_column *column, const struct pl_entity *entity, struct pl_halves *halves)
{
	struct pl_lexed pk, sk;
	bool all = entity->nexamples > 0;

	/* From the last to the first. */
	for (size_t i = entity->nexamples; i-- > 0 && all;) {
		const struct pl_witness *key = &entity->examples[i];
		const struct pl_trie *trie;

		pl_lex(key->partition, &pk);
		pl_lex(key->first, &sk);
		trie = &column->sort[pl_root_of(sk.sep)];
		all = pl_glued_halves(trie, pl_trie_start(trie, pl_label_of(&pk)), sk.sep, key->first, halves);
	}
	return all;
}

static void add_glued(struct making *m, struct keys_state *ks, const struct pl_column *column)
{
	struct pl_glued *out = PL_NEW_N(m->arena, struct pl_glued, m->entities.len);
	struct pl_halves halves;
	size_t n = 0;

	for (size_t i = 0; i < m->entities.len; i++) {
		const struct pl_entity *entity = m->entities.ptr[i];

		if (entity->declared || !is_glued(column, entity, &halves))
			continue;
		out[n++] = (struct pl_glued){entity, pl_arena_str(m->arena, halves.left), pl_arena_str(m->arena, halves.right),
					     halves.common};
	}
	ks->keys->glued = out;
	ks->keys->nglued = n;
}

/* Hands over the entities of the keys at work, and their fields from number `first` on. */
static void settle_keys(struct making *m, struct pl_keys *keys, size_t first)
{
	keys->nentities = m->entities.len;
	keys->entities = settled(m->arena, m->entities.ptr, m->entities.len);
	keys->fields = settled(m->arena, m->fields.ptr ? m->fields.ptr + first : NULL, m->fields.len - first);
	keys->nfields = m->fields.len - first;
}

/* What became of the user's patterns. */
static void add_watched(struct making *m, struct pl_keys *keys, const struct pl_column *column)
{
	struct pl_watched *watched = PL_NEW_N(m->arena, struct pl_watched, column->watches.len);

	for (size_t i = 0; i < column->watches.len; i++) {
		const struct pl_watch *watch = &column->watches.ptr[i];

		watched[i] = (struct pl_watched){
			.spec = watch->spec,
			.attribute = watch->partition ? keys->pk : keys->sk,
			.keys = watch->keys, .wrong = watch->wrong, .stuck = watch->stuck,
			.given_up = watch->stuck >= PL_WATCH_STUCK,
		};
		pl_observe_specimen(m->arena, &watch->least_wrong, &watched[i].example, &m->unplaced);
		pl_observe_specimen(m->arena, &watch->least_stuck, &watched[i].stuck_example, &m->unplaced);
	}
	keys->watched = watched;
	keys->nwatched = column->watches.len;
}

static void add_partitions(struct making *m, struct keys_state *ks, struct pl_column *column)
{
	size_t first = m->partition_fields.len;

	ks->partitions = make_spots(m->arena, column->partition);
	if (!ks->partitions)
		return;
	add_partition_fields(m, ks, ks->partitions, NULL);
	ks->keys->npartition_fields = m->partition_fields.len - first;
	ks->keys->partition_fields = settled(m->arena, m->partition_fields.ptr ? m->partition_fields.ptr + first : NULL,
					     ks->keys->npartition_fields);
	pl_words_below(m->arena, ks->partitions, ks->keys->pk, &m->vocabularies, &m->unplaced);
}

static void find_cases(struct making *m, const struct pl_column *column)
{
	for (size_t i = 0; i < m->vocabularies.len; i++)
		m->vocabularies.ptr[i].cases_meet = pl_cases_meet(m->state->profile, column, &m->vocabularies.ptr[i]);
}

/* The only shape of partition keys below a spot; *shapes counts them, those that were cut twice. */
static void find_shapes(const struct pl_spot *spot, const struct pl_spot **only, unsigned *shapes)
{
	if (spot->end)
		*only = spot;
	*shapes += (spot->end > 0) + (spot->tail > 0 ? 2 : 0);
	for (size_t i = 0; i < spot->nchildren && *shapes < 2; i++)
		find_shapes(spot->children[i], only, shapes);
}

/* Its fields keep their entity: that is one of sort keys. */
static void add_partition_shape(struct making *m, struct keys_state *ks)
{
	const struct pl_spot *only = NULL;
	struct pl_entity *entity;
	struct pl_field **fields;
	unsigned shapes = 0;

	if (ks->partitions)
		find_shapes(ks->partitions, &only, &shapes);
	if (shapes != 1)
		return;
	entity = PL_NEW(m->arena, struct pl_entity);
	fields = PL_NEW_N(m->arena, struct pl_field *, (only->segment + 1) * PL_MAX_VALUES);
	entity->keys_of = ks->keys;
	entity->shape = pl_spot_shape(m->arena, only);
	entity->name = entity_name(m->arena, only, entity->shape);
	entity->keys = only->end;
	collect_fields(only, fields, &entity->nfields);
	entity->fields = (const struct pl_field *const *)fields;
	ks->keys->partition = entity;
}

static void settle_words(struct making *m, struct pl_keys *keys)
{
	struct pl_vocabulary *own = PL_NEW_N(m->arena, struct pl_vocabulary, m->vocabularies.len);

	if (m->vocabularies.len)
		memcpy(own, m->vocabularies.ptr, m->vocabularies.len * sizeof(*own));
	keys->vocabularies = own;
	keys->nvocabularies = m->vocabularies.len;
	m->vocabularies.len = 0;
}

static void add_shapes(struct making *m, struct keys_state *ks, struct pl_column *column)
{
	size_t first = m->fields.len;

	m->entities.len = 0;
	add_watched(m, ks->keys, column);
	if (column->declared)
		add_declared(m, ks->keys, column->declared);
	if (ks->keys->ordered)
		add_learned(m, ks, column);
	if (m->entities.len)
		qsort(m->entities.ptr, m->entities.len, sizeof(*m->entities.ptr), entity_order);
	add_glued(m, ks, column);
	settle_keys(m, ks->keys, first);
}

/* ---- what numbers have to do with the rest ------------------------------- */

typedef PL_VEC(struct pl_labelled) labelled_numbers;

static void collect_numbers(struct pl_spot *spot, labelled_numbers *out)
{
	for (unsigned v = 0; v < spot->nvalues; v++) {
		bool glued;

		if (spot->kinds[v] == PL_K_NUMBER)
			PL_PUSH(out, (struct pl_labelled){pl_spot_label(spot, v, &glued), &spot->stats[v]});
	}
	for (size_t i = 0; i < spot->nchildren; i++)
		collect_numbers(spot->children[i], out);
}

/* What is inverted in several ways is read as it is meant: as bytes it may be in order and still be wrong. */
static void relate_mirrors(struct making *m, size_t i, const struct keys_state *ks, struct pl_field *field)
{
	struct pl_observed *observed = m->observed.ptr[field->number];

	pl_mirrors_of(m->arena, m->model, i, m->state->profile, ks->column, field, observed, &m->unplaced);
	if (!(observed->mirrors & (observed->mirrors - 1)) && !observed->sums)
		return;
	field->kind = PL_K_MIRRORED;
	m->proofs.ptr[field->number]->state = PL_O_UNKNOWN;
}

/* "STATUS#<status>#*": the name of the attribute stands where its value does. */
static struct pl_str likeness_shape(struct pl_arena *arena, struct pl_str group, struct pl_str source)
{
	size_t at = 0;

	while (at + 1 < group.len && (group.ptr[at] != '<' || group.ptr[at + 1] != '>'))
		at++;
	return pl_str_c(pl_arena_printf(arena, "%.*s<%.*s>%.*s", (int)at, group.ptr, (int)source.len, source.ptr,
					(int)(group.len - at - 2), group.ptr + at + 2));
}

static void relate_attributes(struct making *m, size_t i)
{
	struct keys_state *ks = &m->state->keys[i];
	struct pl_likeness *out;
	pl_likenesses all = {0};

	pl_likenesses_of(m->model, i, m->state->profile, ks->column, &all);
	out = PL_NEW_N(m->arena, struct pl_likeness, all.len);
	for (size_t k = 0; k < all.len; k++) {
		const struct pl_seen_likeness *seen = &all.ptr[k];

		out[k] = (struct pl_likeness){
			.attribute = seen->attribute,
			.source = pl_arena_str(m->arena, seen->source),
			.segment = seen->segment,
			.part = seen->part,
			.shape = likeness_shape(m->arena, pl_buf_str(&seen->group), seen->source),
			.same = seen->same,
			.other = seen->other,
			.value = pl_arena_str(m->arena, seen->value),
		};
		pl_observe_specimen(m->arena, &seen->differ, &out[k].witness, &m->unplaced);
	}
	ks->keys->likenesses = out;
	ks->keys->nlikenesses = all.len;
	pl_likenesses_release(&all);
}

/* Only sort keys of the table: the times in those of an index may have been updated. */
static void relate_ids(struct making *m)
{
	struct keys_state *ks = &m->state->keys[0];

	for (size_t f = 0; f < ks->keys->nfields && ks->keys->ordered; f++) {
		const struct pl_field *field = ks->keys->fields[f];
		struct pl_observed *observed = m->observed.ptr[field->number];
		struct pl_seen_id_times seen;
		struct pl_id_times *out;

		if (!observed || !pl_id_times_of(m->model, m->state->profile, ks->column, field, &seen))
			continue;
		out = PL_NEW(m->arena, struct pl_id_times);
		*out = (struct pl_id_times){
			.beside = seen.field, .name = pl_arena_str(m->arena, seen.name),
			.agree = seen.agree, .older = seen.older,
			.made = seen.made, .at = seen.beside,
		};
		pl_observe_specimen(m->arena, &seen.differ, &out->witness, &m->unplaced);
		pl_specimen_release(&seen.differ);
		observed->id_times = out;
	}
}

/* What rows of an older layout have to do with those of the present one. */
static void relate_layouts(struct making *m)
{
	for (size_t i = 0; i < m->model->nkeys; i++) {
		struct keys_state *ks = &m->state->keys[i];

		for (size_t f = 0; f < ks->keys->nfields && ks->keys->ordered; f++) {
			const struct pl_field *field = ks->keys->fields[f];

			if (m->observed.ptr[field->number])
				m->observed.ptr[field->number]->older = pl_older_rows_of(
					m->arena, m->model, i, m->state->profile, ks->column, field, &m->unplaced);
		}
	}
}

static bool has_weeks(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++)
		if (seen->forms[i].form.unit == PL_U_WEEK)
			return true;
	return false;
}

static void relate_weeks(struct making *m)
{
	for (size_t i = 0; i < m->model->nkeys; i++) {
		struct keys_state *ks = &m->state->keys[i];

		for (size_t f = 0; f < ks->keys->nfields && ks->keys->ordered; f++) {
			const struct pl_field *field = ks->keys->fields[f];
			struct pl_observed *observed = m->observed.ptr[field->number];

			if (observed && field->kind == PL_K_TIMESTAMP && has_weeks(observed))
				observed->week_years = pl_week_years_of(m->arena, m->model, i, m->state->profile, ks->column,
									field, &m->unplaced);
		}
	}
}

/* The fields of model->keys[i] from number `f` + 1 on whose ids mix with those of the f-th. */
static void relate_mix(struct making *m, size_t i, size_t f)
{
	struct keys_state *ks = &m->state->keys[i];
	const struct pl_field *field = ks->keys->fields[f];
	PL_VEC(const struct pl_id_mix *) mixes = {0};

	for (size_t k = f + 1; k < ks->keys->nfields; k++) {
		const struct pl_id_mix *mix = NULL;

		if (pl_ids_may_mix(field, ks->keys->fields[k]))
			mix = pl_id_mix_of(m->arena, m->model, i, m->state->profile, ks->column, field, ks->keys->fields[k],
					   &m->unplaced);
		if (mix)
			PL_PUSH(&mixes, mix);
	}
	if (mixes.len) {
		m->observed.ptr[field->number]->mixes = settled(m->arena, mixes.ptr, mixes.len);
		m->observed.ptr[field->number]->nmixes = mixes.len;
	}
	PL_VEC_RELEASE(&mixes);
}

static void relate_mixes(struct making *m)
{
	for (size_t i = 0; i < m->model->nkeys; i++)
		for (size_t f = 0; f < m->state->keys[i].keys->nfields && m->state->keys[i].keys->ordered; f++)
			relate_mix(m, i, f);
}

static void relate_dates(struct making *m)
{
	for (size_t i = 0; i < m->model->nkeys; i++) {
		struct keys_state *ks = &m->state->keys[i];

		for (size_t f = 0; f < ks->keys->nfields && ks->keys->ordered; f++) {
			const struct pl_field *field = ks->keys->fields[f];

			if (field->observed)
				m->observed.ptr[field->number]->fine_first =
					pl_fine_values_of(m->arena, m->model, i, m->state->profile, ks->column, field, &m->unplaced);
		}
	}
}

static void relate_numbers(struct making *m)
{
	labelled_numbers partitions = {0};

	for (size_t i = 0; i < m->model->nkeys; i++) {
		struct keys_state *ks = &m->state->keys[i];

		if (ks->partitions)
			collect_numbers(ks->partitions, &partitions);
	}
	for (size_t i = 0; i < m->model->nkeys; i++) {
		struct keys_state *ks = &m->state->keys[i];

		for (size_t f = 0; f < ks->keys->nfields; f++) {
			const struct pl_field *field = ks->keys->fields[f];
			struct pl_observed *observed = m->observed.ptr[field->number];

			if (field->kind != PL_K_NUMBER || !observed)
				continue;
			observed->reference = pl_is_reference(field->label, m->stats.ptr[field->number],
							      partitions.ptr, partitions.len);
			observed->rising = pl_rising_of(m->model, i, m->state->profile, ks->column, field);
			relate_mirrors(m, i, ks, m->fields.ptr[field->number]);
		}
	}
	PL_VEC_RELEASE(&partitions);
}

/* ---- the model ---------------------------------------------------------- */

static void settle(struct making *m)
{
	m->model->fields = settled(m->arena, m->fields.ptr, m->fields.len);
	m->model->nfields = m->fields.len;
	m->model->partition_fields = settled(m->arena, m->partition_fields.ptr, m->partition_fields.len);
	m->model->npartition_fields = m->partition_fields.len;
	m->state->partition_observed = settled(m->arena, m->partition_observed.ptr, m->partition_observed.len);
	m->state->observed = settled(m->arena, m->observed.ptr, m->observed.len);
	m->state->proofs = settled(m->arena, m->proofs.ptr, m->proofs.len);
}

/* Adds examples to those whose places only the source can name. */
static void add_unplaced(struct pl_arena *arena, struct pl_model *model, const pl_unplaced_list *more)
{
	struct pl_unplaced *all = PL_NEW_N(arena, struct pl_unplaced, model->nunplaced + more->len);

	if (model->nunplaced)
		memcpy(all, model->unplaced, model->nunplaced * sizeof(*all));
	if (more->len)
		memcpy(all + model->nunplaced, more->ptr, more->len * sizeof(*all));
	model->unplaced = all;
	model->nunplaced += more->len;
}

static void release_making(struct making *m)
{
	PL_VEC_RELEASE(&m->fields);
	PL_VEC_RELEASE(&m->partition_fields);
	PL_VEC_RELEASE(&m->partition_observed);
	PL_VEC_RELEASE(&m->vocabularies);
	PL_VEC_RELEASE(&m->observed);
	PL_VEC_RELEASE(&m->proofs);
	PL_VEC_RELEASE(&m->stats);
	PL_VEC_RELEASE(&m->entities);
	PL_VEC_RELEASE(&m->unplaced);
	free(m->segments_of);
}

/* The statistics have said all they can. */
static void release_spots(struct keys_state *ks)
{
	if (ks->root)
		pl_spot_release(ks->root);
	if (ks->partitions)
		pl_spot_release(ks->partitions);
	ks->partitions = NULL;
}

static void place_open(struct making *m, const struct keys_state *ks);

struct pl_model *pl_model_make(struct pl_arena *arena, struct pl_profile *profile, const struct pl_table *table,
			       const bool *use)
{
	struct making m = {.arena = arena, .model = PL_NEW(arena, struct pl_model),
			   .state = PL_NEW(arena, struct pl_model_state)};

	pl_profile_flush(profile);
	m.model->state = m.state;
	m.state->profile = profile;
	m.state->keys = PL_NEW_N(arena, struct keys_state, profile->ncolumns);
	m.state->of_column = PL_NEW_N(arena, int, profile->ncolumns);
	m.model->keys = PL_NEW_N(arena, struct pl_keys *, profile->ncolumns);
	for (size_t i = 0; i < profile->ncolumns; i++) {
		struct keys_state *ks = &m.state->keys[m.model->nkeys];
		struct pl_column *column = &profile->columns[i];

		m.state->of_column[i] = -1;
		/* The table is always there; an index that no item has the attributes of says nothing, unless a schema does. */
		if (!use[column->of] || (i && !column->whole && !column->declared))
			continue;
		m.state->of_column[i] = (int)m.model->nkeys;
		ks->column = column;
		ks->keys = make_keys(&m, table, column, profile->items);
		m.model->keys[m.model->nkeys++] = ks->keys;
		add_shapes(&m, ks, column);
		if (ks->keys->ordered)
			add_composite(&m, ks);
		add_mixed_partition(&m, ks);
		add_partitions(&m, ks, column);
		add_partition_shape(&m, ks);
		find_cases(&m, column);
		settle_words(&m, ks->keys);
	}
	for (size_t i = 0; i < m.model->nkeys; i++)
		relate_attributes(&m, i);
	relate_ids(&m);
	settle(&m);
	relate_numbers(&m);
	relate_weeks(&m);
	relate_dates(&m);
	relate_mixes(&m);
	relate_layouts(&m);
	add_unplaced(arena, m.model, &m.unplaced);
	for (size_t i = 0; i < m.model->nkeys; i++) {
		place_open(&m, &m.state->keys[i]);
		release_spots(&m.state->keys[i]);
	}
	release_making(&m);
	return m.model;
}

/* ---- declared alone ------------------------------------------------------- */

static struct pl_keys *promise_keys(struct making *m, const struct pl_schema_table *table, const struct pl_index *index,
				    unsigned rank)
{
	const struct pl_sorting sorting = pl_index_sorting(index, rank);
	struct pl_declared_keys *declared = pl_declared_keys_new(m->arena, table, &sorting);
	struct pl_keys *keys = PL_NEW(m->arena, struct pl_keys);
	size_t first = m->fields.len;

	name_keys(keys, &table->names, index, &sorting);
	keys->schema = table;
	keys->pk_type = index->pk_type;
	keys->sk_type = pl_sorting_sk(&sorting).type;
	keys->ordered = keys->sk_type == 'S';
	m->entities.len = 0;
	if (declared)
		add_declared(m, keys, declared);
	settle_keys(m, keys, first);
	pl_declared_release(declared);
	return keys;
}

static void promise_table(struct making *m, const struct pl_schema_table *table)
{
	for (size_t i = 0; i < table->names.nindexes; i++)
		for (unsigned rank = 0; rank < PL_RANK_PARTS; rank++)
			if (pl_index_has_rank(&table->names.index[i], rank))
				m->model->keys[m->model->nkeys++] = promise_keys(m, table, &table->names.index[i], rank);
}

struct pl_model *pl_model_promise(struct pl_arena *arena, const struct pl_schema *schema)
{
	struct making m = {.arena = arena, .model = PL_NEW(arena, struct pl_model),
			   .state = PL_NEW(arena, struct pl_model_state)};
	size_t n = 0;

	for (size_t t = 0; t < schema->ntables; t++)
		n += schema->tables[t]->names.nindexes * PL_KEY_ATTRIBUTES;
	m.model->state = m.state;
	m.model->keys = PL_NEW_N(arena, struct pl_keys *, n);
	for (size_t t = 0; t < schema->ntables; t++)
		promise_table(&m, schema->tables[t]);
	settle(&m);
	add_unplaced(arena, m.model, &m.unplaced);
	release_making(&m);
	return m.model;
}

/* ---- asking ---------------------------------------------------------------- */

struct pl_observed *pl_model_observed(struct pl_model *model, const struct pl_field *field)
{
	return pl_is_of_partition(field) ? model->state->partition_observed[field->number]
					 : model->state->observed[field->number];
}

struct pl_proof *pl_model_proof(struct pl_model *model, const struct pl_field *field)
{
	return model->state->proofs[field->number];
}

void pl_model_date(struct pl_arena *arena, struct pl_model *model, size_t i, const struct pl_date_part *parts, size_t n)
{
	const struct pl_column *column = model->state->keys[i].column;
	pl_unplaced_list places = {0};
	const struct pl_fine_first *fine = pl_fine_parts_of(arena, model, i, model->state->profile, column, parts, n, &places);

	for (size_t k = 0; k < n; k++) {
		struct pl_observed *observed = model->state->observed[parts[k].field->number];

		if (observed && !observed->fine_first)
			observed->fine_first = fine;
	}
	add_unplaced(arena, model, &places);
	PL_VEC_RELEASE(&places);
}

const struct pl_composite *pl_model_composite(const struct pl_model *model, size_t i)
{
	return &model->state->keys[i].composite;
}

/* ---- locating ----------------------------------------------------------- */

/* Where the keys of a partition begin in the trie of their separator. */
static struct pl_node *start_of(const struct keys_state *ks, unsigned root, struct pl_str pk)
{
	static const struct pl_label none;
	struct pl_buf room = PL_BUF_INIT;
	struct pl_lexed lexed;
	struct pl_node *start;

	if (ks->only[root])
		return ks->only[root];
	pl_lex(pl_column_pk(ks->column, pk, &room), &lexed);
	start = pl_trie_start(&ks->column->sort[root], room.len ? none : pl_label_of(&lexed));
	pl_buf_release(&room);
	return start;
}

static size_t places_of(const struct pl_node *node, const struct pl_lexed *lexed, unsigned segment,
			struct pl_place *places, size_t max)
{
	const struct pl_segment *s = &lexed->segment[segment];
	size_t n = 0;

	if (!node->fields || !max)
		return 0;
	if (node->as_one) {
		places[0] = (struct pl_place){node->fields[0], s->from, s->to};
		return 1;
	}
	for (; n < s->nslots && n < max; n++) {
		const struct pl_slot *slot = &lexed->slot[s->slot + n];

		/* What zeros in front of letters are worth is said by all that follows. */
		places[n] = (struct pl_place){node->fields[n], slot->from, slot->class == PL_C_ZEROS ? s->to : slot->to};
	}
	return n;
}

/* False: the key fits no template, or an open one. */
static bool locate_declared(struct pl_declared_keys *declared, struct pl_str pk, struct pl_str sk,
			    const struct pl_said *said, struct pl_place *places, size_t max, size_t *n)
{
	struct pl_declared_value values[PL_DECLARED_VALUES];
	size_t count;

	const struct pl_layout *layout = pl_declared_find(declared, pk, sk, said, values, &count);

	if (!layout || layout->template->open)
		return false;
	for (size_t i = 0; i < count && *n < max; i++)
		if (!values[i].also)
			places[(*n)++] = (struct pl_place){values[i].branch->field, values[i].from, values[i].to};
	return true;
}

static size_t locate_learned(const struct keys_state *ks, struct pl_str pk, const struct pl_lexed *lexed,
			     struct pl_place *places, size_t max)
{
	unsigned root = pl_root_of(lexed->sep);
	struct pl_node *nodes[PL_MAX_SEGMENTS];
	size_t n = 0, segments;

	if (!ks->root)
		return 0;
	segments = pl_trie_walk(&ks->column->sort[root], start_of(ks, root, pk), lexed, nodes);
	for (unsigned s = 0; s < segments; s++)
		n += places_of(nodes[s], lexed, s, places + n, max - n);
	return n;
}

size_t pl_model_locate(const struct pl_model *model, size_t i, struct pl_str pk, struct pl_str sk,
		       const struct pl_said *said, const struct pl_lexed *lexed, struct pl_place *places, size_t max)
{
	const struct keys_state *ks = &model->state->keys[i];
	size_t n = 0;

	if (ks->column->declared && locate_declared(ks->column->declared, pk, sk, said, places, max, &n))
		return n;
	return locate_learned(ks, pk, lexed, places, max);
}

const struct pl_layout *pl_model_layout(const struct pl_model *model, size_t i, struct pl_str pk, struct pl_str sk,
					const struct pl_said *said,
					struct pl_declared_value values[static PL_DECLARED_VALUES], size_t *count)
{
	struct pl_declared_keys *declared = model->state->keys[i].column->declared;

	*count = 0;
	return declared ? pl_declared_find(declared, pk, sk, said, values, count) : NULL;
}

/* Where the schema has the value of an open layout that stands at `from` in a key. */
static struct pl_pos place_in(const struct pl_template *template, const struct pl_declared_value *values, size_t n, uint32_t from)
{
	for (size_t i = 0; i < n; i++)
		if (values[i].from <= from && from < values[i].to)
			return values[i].branch->part->at;
	return template->at;
}

/* What is learned of the keys of an open layout stands where the schema has that layout: told by its least key. */
static void place_layout(struct making *m, const struct keys_state *ks, const struct pl_layout *layout)
{
	struct pl_str pk = pl_buf_str(&layout->least.pk), sk = pl_buf_str(&layout->least.sk);
	struct pl_declared_value values[PL_DECLARED_VALUES];
	struct pl_place places[PL_MAX_SEGMENTS * PL_MAX_VALUES];
	struct pl_lexed lexed;
	size_t n, count;

	pl_lex(sk, &lexed);
	count = locate_learned(ks, pk, &lexed, places, PL_LEN(places));
	/* An entity that is told by an attribute is none by its key alone. */
	if (!pl_declared_find(ks->column->declared, pk, sk, NULL, values, &n))
		n = 0;
	for (size_t i = 0; i < count; i++) {
		struct pl_field *field = m->fields.ptr[places[i].field->number];

		if (!field->at.path.len)
			field->at = place_in(layout->template, values, n, places[i].from);
	}
}

static void place_open(struct making *m, const struct keys_state *ks)
{
	struct pl_layout *const *layouts;
	size_t n = 0;

	if (!ks->column->declared || !ks->keys->ordered)
		return;
	layouts = pl_declared_layouts(ks->column->declared, &n);
	for (size_t i = 0; i < n; i++)
		if (layouts[i]->least.some)
			place_layout(m, ks, layouts[i]);
}

size_t pl_model_locate_partition(const struct pl_model *model, size_t i, const struct pl_lexed *lexed,
				 struct pl_place *places, size_t max)
{
	static const struct pl_label none;
	const struct pl_trie *trie = &model->state->keys[i].column->partition[pl_root_of(lexed->sep)];
	struct pl_node *nodes[PL_MAX_SEGMENTS], *start = pl_trie_start(trie, none);
	size_t n = 0, segments;

	segments = pl_trie_walk(trie, start, lexed, nodes);
	for (unsigned s = 0; s < segments; s++)
		n += places_of(nodes[s], lexed, s, places + n, max - n);
	return n;
}

bool pl_model_locates_alike(const struct pl_model *model, size_t i, const struct pl_lexed *lexed)
{
	const struct keys_state *ks = &model->state->keys[i];

	return lexed->like && !ks->column->declared && ks->only[pl_root_of(lexed->sep)];
}

const struct pl_field *pl_model_field_of(const struct pl_model *model, uint32_t tag)
{
	struct pl_node *node = pl_profile_node(model->state->profile, tag);
	unsigned slot = pl_tag_slot(tag);

	if (!node || slot == PL_TAG_NO_SLOT || model->state->of_column[node->index] < 0)
		return NULL;
	node = pl_node_resolve(node);
	return node->fields ? node->fields[node->as_one ? 0 : slot] : NULL;
}

struct pl_keys *pl_model_keys_of(const struct pl_model *model, uint32_t tag)
{
	const struct pl_node *node = pl_profile_node(model->state->profile, tag);
	int i = node ? model->state->of_column[node->index] : -1;

	return i < 0 ? NULL : model->keys[i];
}
