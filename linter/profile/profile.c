/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/inside.h"

#include "linter/base/hash.h"
#include "linter/base/unicode.h"
#include "linter/key/joined.h"

const struct pl_limits pl_default_limits = {
	.first_words = 256,
	.lone_words = 64,
	.words = 16,
	.masks = 16,
	.signatures = 16,
	.literals = 4096,
	.paths = 1024,
	.depth = 10,
	.sketch = 1024,
	.items = 256,
};

static enum pl_type type_of(char type)
{
	switch (type) {
	case 'S':
		return PL_TYPE_S;
	case 'N':
		return PL_TYPE_N;
	case 'B':
		return PL_TYPE_B;
	default:
		return PL_TYPE_OTHER;
	}
}

/* The position of `name` among the attributes asked for. */
static unsigned want(struct pl_profile *profile, struct pl_str name)
{
	for (size_t i = 0; i < profile->nnames; i++)
		if (pl_str_eq(profile->names[i], name))
			return (unsigned)i;
	PL_ASSERT(profile->nnames < PL_MAX_WANTED);
	profile->names[profile->nnames] = name;
	return (unsigned)profile->nnames++;
}

static unsigned want_key(struct pl_profile *profile, const struct pl_column *column, struct pl_str name)
{
	unsigned at = want(profile, name);

	profile->askers[at] |= UINT64_C(1) << column->number;
	return at;
}

/* One of the partition attributes behind the first, by itself. */
static bool is_part(const struct pl_column *column)
{
	return column->seats.sorting.rank >= PL_RANK_PARTS;
}

static void add_column(struct pl_profile *profile, const struct pl_index *index, size_t of, unsigned rank)
{
	struct pl_column *column = &profile->columns[profile->ncolumns];
	const struct pl_sorting *sorting = &column->seats.sorting;

	column->seats.sorting = pl_index_sorting(index, rank);
	column->wide = pl_index_is_wide(index);
	column->index = *index;
	column->index.pk = sorting->attrs[0].name;
	column->index.pk_type = sorting->attrs[0].type;
	column->index.sk = pl_sorting_sk(sorting).name;
	column->index.sk_type = pl_sorting_sk(sorting).type;
	column->number = (unsigned)profile->ncolumns++;
	column->of = (unsigned)of;
	for (unsigned i = 0; i < sorting->n; i++)
		column->seats.at[i] = want_key(profile, column, sorting->attrs[i].name);
	column->pk = column->seats.at[0];
	column->has_sk = column->index.sk.len != 0;
	if (column->has_sk)
		column->sk = column->seats.at[sorting->nparts];
	column->partition_sizes.limit = PL_PARTITION_BYTES;
	column->sort_sizes.limit = PL_SORT_BYTES;
	pl_sketch_init(&column->partitions, profile->home.limits.sketch, false);
	for (unsigned r = 0; r < PL_ROOTS; r++) {
		pl_trie_init(&column->sort[r], &profile->home, column->number, false);
		pl_trie_init(&column->partition[r], &profile->home, column->number, true);
	}
}

/* What is wrong with a key of the table is told there. */
static bool is_key_of(const struct pl_index *table, struct pl_str attribute)
{
	return !table->name.len && (pl_str_eq(table->pk, attribute) || pl_str_eq(table->sk, attribute));
}

/* Partition attributes behind the first are looked at where there is room: `later` indexes are to come. */
static void add_columns(struct pl_profile *profile, const struct pl_index *indexes, size_t of, size_t later)
{
	const struct pl_index *index = &indexes[of];

	for (unsigned rank = 0; rank < PL_RANK_PARTS; rank++)
		if (pl_index_has_rank(index, rank))
			add_column(profile, index, of, rank);
	for (unsigned rank = PL_RANK_PARTS; rank < PL_RANKS && profile->ncolumns + later < PL_MAX_COLUMNS; rank++)
		if (pl_index_has_rank(index, rank) && !is_key_of(indexes, index->more_pk[rank - PL_RANK_PARTS].name))
			add_column(profile, index, of, rank);
}

/* Tables and indexes of one attribute of each kind always find room: `later` of them are to come. */
static bool has_room(const struct pl_profile *profile, const struct pl_index *index, size_t later)
{
	const struct pl_sorting all = pl_index_sorting(index, 0);
	size_t names = 0, columns = 0;

	if (!pl_index_is_wide(index))
		return true;
	for (unsigned i = 0; i < all.n; i++) {
		size_t k = 0;

		while (k < profile->nnames && !pl_str_eq(profile->names[k], all.attrs[i].name))
			k++;
		names += k == profile->nnames;
	}
	for (unsigned rank = 0; rank < PL_RANK_PARTS; rank++)
		columns += pl_index_has_rank(index, rank);
	return profile->nnames + names + 2 * later <= PL_MAX_WANTED && profile->ncolumns + columns + later <= PL_MAX_COLUMNS;
}

struct pl_profile *pl_profile_new(const struct pl_index *indexes, size_t nindexes, const struct pl_limits *limits,
				  unsigned thread)
{
	struct pl_profile *profile = pl_calloc(1, sizeof(*profile));

	PL_ASSERT(thread < PL_THREADS && nindexes <= PL_MAX_INDEXES);
	profile->home.limits = *limits;
	profile->home.thread = (uint8_t)thread;
	profile->columns = pl_calloc(PL_MAX_COLUMNS, sizeof(*profile->columns));
	for (size_t i = 0; i < nindexes; i++)
		if (has_room(profile, &indexes[i], nindexes - i - 1))
			add_columns(profile, indexes, i, nindexes - i - 1);
	pl_sample_init(&profile->sample, limits->items);
	profile->alikes = pl_calloc(1, sizeof(*profile->alikes));
	return profile;
}

bool pl_column_has(const struct pl_column *column, const struct pl_attr *attrs, struct pl_buf *room, struct pl_str *pk)
{
	if (column->wide) {
		if (!pl_seats_usable(&column->seats, attrs))
			return false;
		*pk = pl_seats_partition(&column->seats, attrs, room);
		return true;
	}
	*pk = attrs[column->pk].value;
	return attrs[column->pk].type && (!column->has_sk || attrs[column->sk].type);
}

struct pl_str pl_column_pk(const struct pl_column *column, struct pl_str partition, struct pl_buf *room)
{
	struct pl_str pk = partition;

	if (column->wide && column->seats.sorting.nparts > 1 && !pl_joined_at(partition, 0, room, &pk))
		PL_BUG("nothing is joined");
	return pk;
}

/* Beyond the most that can be asked for, values are not compared with what they are made of. */
static void want_sources(struct pl_profile *profile, pl_driftings *driftings)
{
	for (size_t i = 0; i < driftings->len && profile->nnames < PL_MAX_WANTED; i++)
		driftings->ptr[i].source = want(profile, driftings->ptr[i].part->field->from);
}

/* Beyond the most that can be asked for, keys alone tell. */
static void want_matched(struct pl_profile *profile, const struct pl_schema_table *table)
{
	for (size_t i = 0; i < table->nmatched; i++)
		profile->matched[i] = profile->nnames < PL_MAX_WANTED ? want(profile, table->matched[i]) : PL_MAX_WANTED;
}

void pl_profile_declare(struct pl_profile *profile, const struct pl_schema_table *table)
{
	profile->declared = table;
	want_matched(profile, table);
	for (size_t i = 0; i < profile->ncolumns; i++) {
		struct pl_column *column = &profile->columns[i];

		if (is_part(column))
			continue;
		column->declared = pl_declared_keys_new(&profile->home.arena, table, &column->seats.sorting);
		if (!column->declared)
			continue;
		pl_declared_count_in(column->declared, &profile->home, column->number);
		pl_declared_match_at(column->declared, profile->matched);
		want_sources(profile, pl_declared_driftings(column->declared));
	}
}

void pl_profile_watch(struct pl_profile *profile, const struct pl_watch_spec *const *specs, size_t nspecs)
{
	struct pl_index indexes[PL_MAX_COLUMNS];

	for (size_t i = 0; i < profile->ncolumns; i++)
		indexes[i] = profile->columns[i].index;
	for (size_t i = 0; i < profile->ncolumns; i++)
		for (size_t k = 0; k < nspecs; k++) {
			struct pl_watch watch;

			if (!pl_watch_concerns(specs[k], &indexes[i], indexes, profile->ncolumns))
				continue;
			/* Partition keys are tried once, not by each attribute that is sorted in them; further ones when they are named. */
			if (is_part(&profile->columns[i]) ? !specs[k]->attribute.len
							  : profile->columns[i].seats.sorting.rank &&
								    pl_str_eq(specs[k]->attribute, indexes[i].pk))
				continue;
			pl_watch_init(&watch, &profile->home.arena, specs[k], &indexes[i]);
			PL_PUSH(&profile->columns[i].watches, watch);
		}
}

static void release_nodes(pl_node_table *table)
{
	for (size_t i = 0; i < table->len; i++)
		pl_node_release(table->ptr[i]);
	PL_VEC_RELEASE(table);
}

void pl_profile_free(struct pl_profile *profile)
{
	if (!profile)
		return;
	for (size_t i = 0; i < profile->ncolumns; i++) {
		struct pl_column *column = &profile->columns[i];

		for (unsigned k = 0; column->recent && k < PL_RECENT; k++) {
			pl_buf_release(&column->recent[k].key);
			free(column->recent[k].declared);
		}
		free(column->recent);
		pl_declared_release(column->declared);
		for (size_t w = 0; w < column->watches.len; w++)
			pl_watch_release(&column->watches.ptr[w]);
		PL_VEC_RELEASE(&column->watches);
		pl_sketch_release(&column->partitions);
		pl_load_release(&column->load);
		pl_sizes_release(&column->partition_sizes);
		pl_sizes_release(&column->sort_sizes);
		for (unsigned r = 0; r < PL_ROOTS; r++) {
			pl_trie_release(&column->sort[r]);
			pl_trie_release(&column->partition[r]);
		}
	}
	free(profile->columns);
	release_nodes(&profile->home.nodes);
	for (unsigned t = 0; t < PL_THREADS; t++)
		release_nodes(&profile->others[t]);
	pl_sample_release(&profile->sample);
	pl_buf_release(&profile->joined);
	free(profile->alikes);
	pl_arena_release(&profile->home.arena);
	free(profile);
}

size_t pl_profile_attributes(const struct pl_profile *profile, struct pl_str names[PL_MAX_WANTED])
{
	memcpy(names, profile->names, profile->nnames * sizeof(*names));
	return profile->nnames;
}

/* ---- counting --------------------------------------------------------- */

/* The key of the sighting, which was lexed. */
static void count_shape(struct pl_profile *profile, struct pl_column *column, struct pl_partition *partition, uint64_t weight,
			const struct pl_sighting *sighting)
{
	static const struct pl_label none;
	struct pl_trie *trie = &column->partition[pl_root_of(profile->lexed.sep)];

	partition->marked = pl_trie_add(trie, none, sighting->pk, &profile->lexed, partition->hash, weight, sighting, NULL) != 0;
}

/* `item` is one of those counted; NULL: they were put off. Of a wide index its first column counts the first partition attribute. */
static void count_partition(struct pl_profile *profile, struct pl_column *column, struct pl_partition *partition,
			    uint64_t weight, const struct pl_item *item)
{
	struct pl_buf room = PL_BUF_INIT;
	struct pl_str key = pl_column_pk(column, pl_buf_str(&partition->key), &room);
	struct pl_sighting sighting = {.pk = key};

	if (item) {
		sighting.file = item->file;
		sighting.place = item->place;
	}

	pl_lex(key, &profile->lexed);
	if (PL_LIKELY(!column->seats.sorting.rank)) {
		pl_load_add(&column->load, partition->hash, weight);
		count_shape(profile, column, partition, weight, &sighting);
	} else if (is_part(column)) {
		count_shape(profile, column, partition, weight, &sighting);
	}
	pl_buf_release(&room);
}

static void count_put_off(struct pl_profile *profile, struct pl_column *column, struct pl_partition *partition)
{
	if (partition->weight)
		count_partition(profile, column, partition, partition->weight, NULL);
	partition->weight = 0;
}

void pl_profile_flush(struct pl_profile *profile)
{
	for (size_t i = 0; i < profile->ncolumns; i++)
		for (unsigned k = 0; profile->columns[i].recent && k < PL_RECENT; k++)
			count_put_off(profile, &profile->columns[i], &profile->columns[i].recent[k]);
}

static void fit_partition(struct pl_column *column, struct pl_partition *partition)
{
	if (!partition->declared)
		partition->declared = pl_calloc(pl_declared_words(column->declared), sizeof(*partition->declared));
	pl_declared_partition(column->declared, pl_buf_str(&partition->key), partition->declared);
}

/* As lexed; one that was escaped where it is joined lies nowhere that stays. */
static struct pl_label label_of(const struct pl_profile *profile, const struct pl_partition *partition)
{
	static const struct pl_label none;
	const struct pl_label label = pl_label_of(&profile->lexed);
	const struct pl_str key = pl_buf_str(&partition->key);
	const bool stays = label.text.ptr >= key.ptr && label.text.ptr < key.ptr + key.len;

	return stays ? label : none;
}

/* The partition of a key, which is counted in it. */
static struct pl_partition *enter_partition(struct pl_profile *profile, struct pl_column *column, struct pl_str key,
					    const struct pl_item *item)
{
	uint64_t hash = pl_partition_hash(column, key);
	struct pl_partition *partition;

	if (PL_UNLIKELY(!column->recent))
		column->recent = pl_calloc(PL_RECENT, sizeof(*column->recent));
	partition = &column->recent[hash % PL_RECENT];
	if (PL_LIKELY(partition->hash == hash && partition->key.ptr && pl_str_eq(key, pl_buf_str(&partition->key)))) {
		if (PL_UNLIKELY(partition->marked))
			count_partition(profile, column, partition, 1, item);
		else
			partition->weight++;
		return partition;
	}
	count_put_off(profile, column, partition);
	pl_buf_clear(&partition->key);
	pl_buf_add(&partition->key, key);
	partition->hash = hash;
	pl_sketch_add(&column->partitions, hash, 0);
	count_partition(profile, column, partition, 1, item);
	partition->label = label_of(profile, partition);
	if (column->declared)
		fit_partition(column, partition);
	return partition;
}

/* Tries the user's patterns. */
static void watch(struct pl_profile *profile, struct pl_column *column, const struct pl_item *item,
		  const struct pl_sighting *sighting)
{
	const struct pl_said said = {item->attrs, profile->matched};
	const struct pl_watch_key key = {
		.pk = &item->attrs[column->pk],
		.sk = column->has_sk ? &item->attrs[column->sk] : NULL,
		.declared = column->declared,
		.said = &said,
		.sighting = sighting,
		.lexed = &profile->lexed,
	};

	for (size_t i = 0; i < column->watches.len; i++)
		pl_watch_add(&column->watches.ptr[i], &key);
}

/* Counts a key by the template that it fits; false: there is none, or an open one. */
static bool count_declared(struct pl_column *column, const struct pl_partition *partition, const struct pl_sighting *key,
			   const struct pl_item *item, struct pl_record *record)
{
	const enum pl_fitted fitted =
		pl_declared_add(column->declared, partition->declared, partition->hash, key, item, record);

	/* What fits no partition is told of where the first attribute is counted. */
	if (fitted == PL_FITS_NONE &&
	    (!column->seats.sorting.rank || pl_declared_has_partition(column->declared, partition->declared)))
		pl_declared_unknown(column->declared, key, item);
	return fitted == PL_FITS_LAYOUT;
}

/* Most keys are ASCII, and one that is not settles it for all. */
static void note_form(struct pl_column *column, struct pl_str key, bool ascii)
{
	if (PL_UNLIKELY(!ascii) && !column->may_compose)
		column->may_compose = pl_may_compose(key);
}

/* Partition keys once, not by each attribute that is sorted in them. */
static void note_sizes(struct pl_column *column, const struct pl_attr *pk, const struct pl_attr *sk,
		       const struct pl_sighting *sighting)
{
	if (PL_UNLIKELY(!pl_size_is_ordinary(pk->value.len, PL_PARTITION_BYTES)) &&
	    (!column->seats.sorting.rank || is_part(column)))
		pl_sizes_add(&column->partition_sizes, pk, sighting);
	if (sk && PL_UNLIKELY(!pl_size_is_ordinary(sk->value.len, PL_SORT_BYTES)))
		pl_sizes_add(&column->sort_sizes, sk, sighting);
}

/* Whether the item has the table's or index's one key attribute of each kind. */
static bool is_in(struct pl_column *column, const struct pl_attr *pk, const struct pl_attr *sk)
{
	if (pk->type)
		column->pk_types[type_of(pk->type)]++;
	if (sk && sk->type)
		column->sk_types[type_of(sk->type)]++;
	if (!pk->type || (sk && !sk->type))
		return false;
	column->whole++;
	return pl_is_usable(pk->type, column->index.pk_type) && (!sk || pl_is_usable(sk->type, column->index.sk_type));
}

/* Whether it has all attributes of an index that has several; *pk is then its partition. */
static bool is_in_wide(struct pl_profile *profile, struct pl_column *column, const struct pl_item *item, struct pl_str *pk)
{
	const unsigned taken = pl_seats_taken(&column->seats, item->attrs), all = column->seats.sorting.n;

	column->half += taken + 1 == all;
	column->whole += taken == all;
	if (taken == all && column->has_sk)
		column->sk_types[type_of(item->attrs[column->sk].type)]++;
	return taken == all && pl_column_has(column, item->attrs, &profile->joined, pk);
}

/*
 * Counts the item where the index has it; *hash is then that of its partition,
 * and true says that a record was made of its sort key.
 */
static bool count_item(struct pl_profile *profile, struct pl_column *column, const struct pl_item *item,
		       struct pl_record *record, uint64_t *hash)
{
	const struct pl_attr *sk = column->has_sk ? &item->attrs[column->sk] : NULL;
	struct pl_str pk = item->attrs[column->pk].value;
	const struct pl_partition *partition;
	const struct pl_lexed *lexed;
	struct pl_sighting sighting;

	if (PL_UNLIKELY(column->wide) ? !is_in_wide(profile, column, item, &pk)
				      : !is_in(column, &item->attrs[column->pk], sk))
		return false;
	column->keys++;
	partition = enter_partition(profile, column, pk, item);
	*hash = partition->hash;
	sighting = (struct pl_sighting){pk, sk ? sk->value : PL_S(""), item->file, item->place, 0};
	note_sizes(column, &item->attrs[column->pk], sk, &sighting);
	if (PL_UNLIKELY(column->watches.len))
		watch(profile, column, item, &sighting);
	if (column->declared && (!sk || sk->type == 'S')) {
		if (sk)
			note_form(column, sk->value, pl_is_ascii(sk->value));
		if (count_declared(column, partition, &sighting, item, sk ? record : NULL))
			return sk != NULL;
	}
	if (!sk || sk->type != 'S')
		return false;
	lexed = pl_lex_alike(profile->alikes, sk->value);
	note_form(column, sk->value, lexed->ascii);
	pl_trie_add(&column->sort[pl_root_of(lexed->sep)], partition->label, sk->value, lexed, partition->hash, 1,
		    &sighting, record);
	return true;
}

/*
 * Sampled by the key of the first table or index that has the item, so that it
 * is chosen wherever it stands and however it is written; else by its bytes.
 */
static void sample_item(struct pl_profile *profile, const struct pl_item *item, const struct pl_column *column,
			uint64_t partition)
{
	uint64_t hash;

	if (!item->json.len)
		return;
	if (column)
		hash = column->has_sk ? pl_hash(item->attrs[column->sk].value, partition) : pl_hash_mix(partition, 1);
	else
		hash = pl_hash(item->json, 0);
	if (pl_sample_wants(&profile->sample, hash))
		pl_sample_add(&profile->sample, hash, item, profile->nnames);
}

_Static_assert(PL_MAX_COLUMNS <= 64, "a set of columns is one word");

/* The columns that share an attribute with the item: few of the well-known pairs do. */
static uint64_t columns_of(const struct pl_profile *profile, const struct pl_item *item)
{
	uint64_t given = item->given ? item->given : UINT64_MAX;
	uint64_t columns = 0;

	if (profile->nnames < 64)
		given &= (UINT64_C(1) << profile->nnames) - 1;
	for (; given; given &= given - 1) {
		int i = __builtin_ctzll(given);

		columns |= item->attrs[i].type ? profile->askers[i] : 0;
	}
	return columns;
}

size_t pl_profile_add(struct pl_profile *profile, const struct pl_item *item, struct pl_record *records)
{
	const struct pl_column *first = NULL;
	uint64_t partition = 0, hash = 0;
	size_t n = 0;

	profile->items++;
	for (uint64_t columns = columns_of(profile, item); columns; columns &= columns - 1) {
		struct pl_column *column = &profile->columns[__builtin_ctzll(columns)];
		uint64_t before = column->keys;

		n += count_item(profile, column, item, &records[n], &hash);
		if (!first && column->keys != before) {
			first = column;
			partition = hash;
		}
	}
	sample_item(profile, item, first, partition);
	return n;
}

/* ---- merging ---------------------------------------------------------- */

static void merge_column(struct pl_column *into, struct pl_column *from)
{
	into->keys += from->keys;
	into->whole += from->whole;
	into->half += from->half;
	into->may_compose |= from->may_compose;
	for (unsigned t = 0; t < PL_TYPES; t++) {
		into->pk_types[t] += from->pk_types[t];
		into->sk_types[t] += from->sk_types[t];
		from->pk_types[t] = from->sk_types[t] = 0;
	}
	from->keys = from->whole = from->half = 0;
	pl_sketch_merge(&into->partitions, &from->partitions);
	pl_sketch_release(&from->partitions);
	pl_load_merge(&into->load, &from->load);
	pl_sizes_merge(&into->partition_sizes, &from->partition_sizes);
	pl_sizes_merge(&into->sort_sizes, &from->sort_sizes);
	for (unsigned r = 0; r < PL_ROOTS; r++) {
		pl_trie_merge(&into->sort[r], &from->sort[r]);
		pl_trie_merge(&into->partition[r], &from->partition[r]);
	}
	if (into->declared)
		pl_declared_merge(into->declared, from->declared);
	for (size_t i = 0; i < into->watches.len; i++)
		pl_watch_merge(&into->watches.ptr[i], &from->watches.ptr[i]);
}

static void move_table(pl_node_table *into, pl_node_table *from)
{
	if (!from->len)
		return;
	PL_ASSERT(!into->len); /* two profiles of one thread cannot be merged */
	PL_VEC_RELEASE(into);
	*into = *from;
	*from = (pl_node_table){0};
}

void pl_profile_merge(struct pl_profile *into, struct pl_profile *from)
{
	PL_ASSERT(into->ncolumns == from->ncolumns && into->home.thread != from->home.thread);
	pl_profile_flush(into);
	pl_profile_flush(from);
	into->items += from->items;
	from->items = 0;
	for (size_t i = 0; i < into->ncolumns; i++)
		merge_column(&into->columns[i], &from->columns[i]);
	pl_sample_merge(&into->sample, &from->sample);
	move_table(&into->others[from->home.thread], &from->home.nodes);
	for (unsigned t = 0; t < PL_THREADS; t++)
		move_table(&into->others[t], &from->others[t]);
	pl_arena_adopt(&into->home.arena, &from->home.arena);
}

struct pl_node *pl_profile_node(const struct pl_profile *profile, uint32_t tag)
{
	unsigned thread = pl_tag_thread(tag), number = pl_tag_number(tag);
	const pl_node_table *table =
		thread == profile->home.thread ? &profile->home.nodes : &profile->others[thread];

	return number < table->len ? table->ptr[number] : NULL;
}

/* ---- asking ----------------------------------------------------------- */

uint64_t pl_profile_items(const struct pl_profile *profile)
{
	return profile->items;
}

uint64_t pl_profile_keys(const struct pl_profile *profile, size_t i)
{
	for (size_t c = 0; c < profile->ncolumns; c++)
		if (profile->columns[c].of == i)
			return profile->columns[c].keys;
	return 0;
}

uint64_t pl_profile_whole(const struct pl_profile *profile, size_t i)
{
	for (size_t c = 0; c < profile->ncolumns; c++)
		if (profile->columns[c].of == i)
			return profile->columns[c].whole;
	return 0;
}

bool pl_profile_has(const struct pl_profile *profile, size_t i)
{
	for (size_t c = 0; c < profile->ncolumns; c++)
		if (profile->columns[c].of == i)
			return true;
	return false;
}

/* Whether an item has a scalar of that name that can be a key. */
static bool has_key_type(const struct pl_sampled *item, struct pl_str name)
{
	const struct pl_attr *attr = pl_sampled_get(item, name);

	return attr && type_of(attr->type) <= PL_TYPE_B;
}

static int by_bytes(const void *a, const void *b)
{
	return pl_order(*(const struct pl_str *)a, *(const struct pl_str *)b);
}

/* At most 2 of 256 items may lack a candidate, so each is in one of the first few. */
size_t pl_profile_candidates(const struct pl_profile *profile, struct pl_arena *arena, struct pl_str *names, size_t max)
{
	const struct pl_sample *sample = &profile->sample;
	PL_VEC(struct pl_str) found = {0};
	size_t n = 0;

	for (size_t i = 0; i < PL_MIN(sample->len, (size_t)4); i++) {
		for (uint32_t a = 0; a < sample->items[i]->nattrs; a++) {
			struct pl_str name = sample->items[i]->attrs[a].name;
			size_t have = 0;
			bool known = false;

			for (size_t f = 0; f < found.len && !known; f++)
				known = pl_str_eq(found.ptr[f], name);
			if (known)
				continue;
			for (size_t k = 0; k < sample->len; k++)
				have += has_key_type(sample->items[k], name);
			if (have * 100 >= sample->len * 99)
				PL_PUSH(&found, name);
		}
	}
	if (found.len)
		qsort(found.ptr, found.len, sizeof(*found.ptr), by_bytes);
	for (; n < found.len && n < max; n++)
		names[n] = pl_arena_str(arena, found.ptr[n]);
	PL_VEC_RELEASE(&found);
	return n;
}

/* ---- dumping ---------------------------------------------------------- */

void pl_profile_dump(struct pl_profile *profile, struct pl_buf *out)
{
	pl_profile_flush(profile);
	pl_buf_printf(out, "items %" PRIu64 "\n", profile->items);
	for (size_t i = 0; i < profile->ncolumns; i++) {
		struct pl_column *column = &profile->columns[i];
		bool estimated;
		double partitions = pl_sketch_count(&column->partitions, &estimated);

		pl_buf_printf(out, "column %zu keys %" PRIu64 " partitions %.0f\n", i, column->keys, partitions);
		for (unsigned t = 0; t < PL_TYPES; t++)
			pl_buf_printf(out, " %" PRIu64 "/%" PRIu64, column->pk_types[t], column->sk_types[t]);
		pl_buf_addc(out, '\n');
		for (unsigned r = 0; r < PL_ROOTS; r++) {
			if (!column->sort[r].top && !column->partition[r].top)
				continue;
			pl_buf_printf(out, "sort '%c' ", pl_root_separator(r) ? pl_root_separator(r) : ' ');
			pl_trie_dump(&column->sort[r], out);
			pl_buf_adds(out, "partition ");
			pl_trie_dump(&column->partition[r], out);
		}
	}
	for (size_t i = 0; i < profile->sample.len; i++)
		pl_buf_printf(out, "item %016" PRIx64 " %016" PRIx64 " %u:%" PRIu64 "\n",
			      profile->sample.items[i]->hash, profile->sample.items[i]->content,
			      profile->sample.items[i]->file, profile->sample.items[i]->place);
}
