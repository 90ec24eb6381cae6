/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pass 2, collecting: each key that has a wanted field is noted once for each
 * such field, and once more when it may stand twice or have a twin. Queries are
 * asked about each key of what they read.
 */
#include "linter/proof/walk.h"

#include "linter/base/hash.h"
#include "linter/base/unicode.h"
#include "linter/key/alike.h"
#include "linter/key/bytes.h"
#include "linter/profile/seats.h"

/* The places of fields in keys of one lex. */
struct located {
	uint64_t like; /* 0: none yet */
	size_t keys;   /* which table or index */
	size_t n;
	struct pl_place places[8];
};

/*
 * A set of hashes that may hold some more, one bit for all of equal low bits. In
 * a table with a thousand odd values it keeps all but a few of the other keys
 * from being looked into for twins.
 */
enum { RARE_BITS = 1 << 16 };
struct pl_rare {
	uint64_t bits[RARE_BITS / 64];
};

struct pl_walk_thread {
	struct pl_notes notes;
	struct pl_buf plain, composed_text; /* a key without what may be written otherwise */
	struct pl_buf joined; /* what is equal, of an index of several attributes */
	struct pl_alikes alikes;
	struct located located[PL_ALIKES];
	const struct pl_place *places; /* of the key at hand */
	size_t nplaces;
	struct pl_buf partition; /* the last one looked at, of keys number `partition_of` */
	size_t partition_of;
	struct pl_place room[PL_MAX_SEGMENTS * PL_MAX_VALUES];
	struct pl_composed *composed; /* as model->keys; NULL until one is composed */
};

struct pl_walk *pl_walk_new(struct pl_arena *arena, struct pl_model *model,
			    const struct pl_walk_options *options)
{
	struct pl_walk *walk = PL_NEW(arena, struct pl_walk);

	walk->arena = arena;
	walk->model = model;
	walk->options = *options;
	walk->options.threads = PL_MAX(options->threads, 1U);
	walk->fields = PL_NEW_N(arena, bool, model->nfields);
	walk->same = PL_NEW_N(arena, enum pl_same, model->nfields);
	walk->partition_same = PL_NEW_N(arena, enum pl_same, model->npartition_fields);
	walk->rare = PL_NEW_N(arena, const struct pl_rare *, model->nfields);
	walk->keys = PL_NEW_N(arena, struct pl_walk_keys, model->nkeys);
	walk->threads = PL_NEW_N(arena, struct pl_walk_thread *, walk->options.threads);
	return walk;
}

static size_t number_of(const struct pl_walk *walk, const struct pl_keys *keys)
{
	for (size_t i = 0; i < walk->model->nkeys; i++)
		if (walk->model->keys[i] == keys)
			return i;
	PL_BUG("keys of another model");
}

static struct pl_walk_keys *wanted_of(struct pl_walk *walk, const struct pl_keys *keys)
{
	return &walk->keys[number_of(walk, keys)];
}

void pl_walk_field(struct pl_walk *walk, const struct pl_field *field)
{
	PL_ASSERT(!walk->planned && field->number < walk->model->nfields);
	walk->fields[field->number] = true;
	wanted_of(walk, field->keys)->fields = true;
}

void pl_walk_duplicates(struct pl_walk *walk)
{
	PL_ASSERT(!walk->planned && walk->model->nkeys > 0);
	walk->duplicates = true;
}

void pl_walk_collisions(struct pl_walk *walk, const struct pl_keys *keys)
{
	PL_ASSERT(!walk->planned);
	wanted_of(walk, keys)->collisions = true;
}

void pl_walk_holders(struct pl_walk *walk, const struct pl_keys *keys)
{
	PL_ASSERT(!walk->planned);
	wanted_of(walk, keys)->holders = true;
}

/* Whether another field stands at the same place, as one of an older layout does: its values count as well. */
static bool shares_place(const struct pl_keys *keys, const struct pl_field *field)
{
	for (size_t i = 0; i < keys->nfields; i++)
		if (keys->fields[i] != field && keys->fields[i]->part == field->part &&
		    pl_str_eq(keys->fields[i]->path, field->path))
			return true;
	return false;
}

static const struct pl_rare *rare_of(struct pl_walk *walk, const struct pl_keys *keys, const struct pl_field *field,
				     enum pl_same same)
{
	const struct pl_observed *seen = field->observed;
	struct pl_rare *rare;

	if (same != PL_SAME_NUMBER || field->kind != PL_K_NUMBER || !seen->rare_known || shares_place(keys, field))
		return NULL;
	rare = PL_NEW(walk->arena, struct pl_rare);
	for (size_t i = 0; i < seen->nrare; i++)
		rare->bits[seen->rare[i] % RARE_BITS / 64] |= UINT64_C(1) << seen->rare[i] % 64;
	return rare;
}

void pl_walk_twins(struct pl_walk *walk, const struct pl_keys *keys, const struct pl_field *field, enum pl_same same)
{
	struct pl_walk_keys *wanted = wanted_of(walk, keys);

	PL_ASSERT(!walk->planned);
	if (!field) {
		wanted->forms = true;
	} else if (pl_is_of_partition(field)) {
		walk->partition_same[field->number] = same;
		wanted->partitions = true;
	} else {
		walk->same[field->number] = same;
		walk->rare[field->number] = rare_of(walk, keys, field, same);
		wanted->twins = true;
	}
}

const struct pl_answer *pl_walk_query(struct pl_walk *walk, const struct pl_ask *ask)
{
	struct pl_walk_query query = {.keys = number_of(walk, ask->keys)};

	PL_ASSERT(!walk->planned);
	query.asking = pl_asking_new(walk->arena, ask, (uint32_t)walk->queries.len, walk->options.threads);
	query.answer = PL_NEW(walk->arena, struct pl_answer);
	PL_PUSH(&walk->queries, query);
	walk->keys[query.keys].queries = true;
	return query.answer;
}

static bool wants_any(const struct pl_walk *walk, size_t i)
{
	const struct pl_walk_keys *wanted = &walk->keys[i];

	return wanted->fields || wanted->collisions || wanted->holders || wanted->queries || pl_walk_wants_twins(wanted) ||
	       wanted->partitions || (walk->duplicates && i == 0);
}

bool pl_walk_wanted(const struct pl_walk *walk)
{
	for (size_t i = 0; i < walk->model->nkeys; i++)
		if (wants_any(walk, i))
			return true;
	return walk->duplicates;
}

/* Where `name` stands in what is asked for, appended when it is new; SIZE_MAX: there is no room. */
static size_t place_of(struct pl_walk *walk, struct pl_str name)
{
	for (size_t i = 0; i < walk->nnames; i++)
		if (pl_str_eq(walk->names[i], name))
			return i;
	if (walk->nnames == PL_MAX_WANTED)
		return SIZE_MAX;
	walk->names[walk->nnames] = name;
	return walk->nnames++;
}

/* Without all of its sources a composite cannot be judged. */
static void plan_sources(struct pl_walk *walk, size_t i)
{
	struct pl_walk_keys *wanted = &walk->keys[i];
	const struct pl_composite *composite = pl_model_composite(walk->model, i);
	size_t n = composite->n;

	wanted->prefix = composite->prefix;
	wanted->separator = composite->sep;
	wanted->open = composite->open;
	for (size_t k = 0; k < n; k++) {
		wanted->sources[k] = place_of(walk, composite->names[k]);
		if (wanted->sources[k] == SIZE_MAX)
			n = 0;
	}
	wanted->nsources = n;
	wanted->collisions &= n > 0;
	wanted->holders &= n > 0;
}

/* By which items say what they are: rows are to fit the entities that the profile counted them for. */
static void plan_matched(struct pl_walk *walk)
{
	const struct pl_schema_table *schema = walk->model->nkeys ? walk->model->keys[0]->schema : NULL;

	for (size_t i = 0; schema && i < schema->nmatched; i++)
		walk->matched[i] = (unsigned)PL_MIN(place_of(walk, schema->matched[i]), (size_t)PL_MAX_WANTED);
}

/* Of an index of several attributes all of them: the profile found room for these, too. */
static const struct pl_seats *plan_seats(struct pl_walk *walk, const struct pl_keys *keys)
{
	struct pl_seats *seats;

	if (!keys->index || !pl_index_is_wide(keys->index))
		return NULL;
	seats = PL_NEW(walk->arena, struct pl_seats);
	seats->sorting = pl_index_sorting(keys->index, keys->rank);
	for (unsigned i = 0; i < seats->sorting.n; i++)
		seats->at[i] = (unsigned)place_of(walk, seats->sorting.attrs[i].name);
	return seats;
}

static void plan(struct pl_walk *walk)
{
	/* Keys first: sources that find no room are given up. */
	for (size_t i = 0; i < walk->model->nkeys; i++) {
		const struct pl_keys *keys = walk->model->keys[i];
		struct pl_walk_keys *wanted = &walk->keys[i];

		wanted->sk = SIZE_MAX;
		if (!wants_any(walk, i))
			continue;
		wanted->pk = place_of(walk, keys->pk);
		if (keys->sk.len)
			wanted->sk = place_of(walk, keys->sk);
		wanted->seats = plan_seats(walk, keys);
	}
	plan_matched(walk);
	for (size_t i = 0; i < walk->model->nkeys; i++)
		if (walk->keys[i].collisions || walk->keys[i].holders)
			plan_sources(walk, i);
	walk->planned = true;
}

size_t pl_walk_attributes(struct pl_walk *walk, struct pl_str names[PL_MAX_WANTED])
{
	if (!walk->planned)
		plan(walk);
	memcpy(names, walk->names, walk->nnames * sizeof(*names));
	return walk->nnames;
}

static struct pl_walk_thread *thread_of(struct pl_walk *walk, unsigned thread)
{
	struct pl_walk_thread **at = &walk->threads[thread];

	PL_ASSERT(thread < walk->options.threads);
	if (!*at) {
		*at = pl_calloc(1, sizeof(**at));
		pl_notes_init(&(*at)->notes, walk->options.run_bytes, walk->options.tmpdir);
	}
	return *at;
}

/* A key's two attributes, and its types as two letters. */
struct row {
	struct pl_str pk, sk;
	struct pl_str first; /* pk; where that is joined of several attributes the first of them */
	char types[2];
	struct pl_origin at;
	struct pl_said said;
};

/* As the profile counts keys: of the declared type, or of any a key can have. */
static bool is_in(const struct pl_walk_keys *wanted, const struct pl_keys *keys, const struct pl_item *item,
		  const struct pl_attr *pk, const struct pl_attr *sk)
{
	if (PL_UNLIKELY(wanted->seats != NULL))
		return pl_seats_usable(wanted->seats, item->attrs);
	return pl_is_usable(pk->type, keys->index ? keys->index->pk_type : 0) &&
	       (!sk || pl_is_usable(sk->type, keys->index ? keys->index->sk_type : 0));
}

/* False: the item is not in this table or index. */
static bool row_of(const struct pl_walk *walk, struct pl_walk_thread *thread, size_t i, const struct pl_item *item,
		   struct row *row)
{
	const struct pl_walk_keys *wanted = &walk->keys[i];
	const struct pl_attr *pk = &item->attrs[wanted->pk];
	const struct pl_attr *sk = wanted->sk == SIZE_MAX ? NULL : &item->attrs[wanted->sk];

	if (!is_in(wanted, walk->model->keys[i], item, pk, sk))
		return false;
	*row = (struct row){
		.pk = pk->value,
		.sk = sk ? sk->value : PL_S(""),
		.first = pk->value,
		.types = {pk->type, sk ? sk->type : '-'},
		.at = {item->file, item->place},
		.said = {item->attrs, walk->matched},
	};
	if (PL_UNLIKELY(wanted->seats != NULL))
		row->pk = pl_seats_partition(wanted->seats, item->attrs, &thread->joined);
	return true;
}

/* Finds the places of a key's fields; they are good until the next key. */
static void locate(const struct pl_walk *walk, struct pl_walk_thread *thread, size_t i, const struct row *row)
{
	const struct pl_lexed *lexed = pl_lex_alike(&thread->alikes, row->sk);
	struct located *located = &thread->located[lexed->like % PL_ALIKES];

	if (PL_LIKELY(lexed->like && located->like == lexed->like && located->keys == i)) {
		thread->places = located->places;
		thread->nplaces = located->n;
		return;
	}
	thread->places = thread->room;
	thread->nplaces = pl_model_locate(walk->model, i, row->pk, row->sk, &row->said, lexed, thread->room,
					  PL_LEN(thread->room));
	if (thread->nplaces <= PL_LEN(located->places) && pl_model_locates_alike(walk->model, i, lexed)) {
		*located = (struct located){.like = lexed->like, .keys = i, .n = thread->nplaces};
		memcpy(located->places, thread->room, thread->nplaces * sizeof(*thread->room));
	}
}

static void note_fields(const struct pl_walk *walk, struct pl_walk_thread *thread, const struct row *row)
{
	for (size_t k = 0; k < thread->nplaces; k++) {
		const struct pl_place *place = &thread->places[k];

		if (!walk->fields[place->field->number])
			continue;
		pl_note_write(&thread->notes,
			      &(struct pl_note){
				      .of = {place->field->number, row->pk, pl_str_sub(row->sk, 0, place->from)},
				      .extra = place->to - place->from,
				      .at = row->at,
				      .key = pl_str_sub(row->sk, place->from, row->sk.len),
			      });
	}
}

/* Whether some value of the key may be written otherwise in another. */
static bool may_have_twin(const struct pl_walk *walk, const struct pl_walk_thread *thread, struct pl_str key)
{
	for (size_t k = 0; k < thread->nplaces; k++) {
		const struct pl_place *place = &thread->places[k];
		const struct pl_rare *rare = walk->rare[place->field->number];
		uint64_t hash;

		if (walk->same[place->field->number] == PL_SAME_BYTES)
			continue;
		if (!rare)
			return true;
		hash = pl_stats_hash(PL_C_DIGITS, pl_str_sub(key, place->from, place->to));
		if (rare->bits[hash % RARE_BITS / 64] >> hash % 64 & 1)
			return true;
	}
	return false;
}

/* The key with each value in its plainest form; false: nothing in it can be written otherwise. */
static bool write_plain(const enum pl_same *same_of, struct pl_walk_thread *thread, struct pl_str key)
{
	bool some = false;
	uint32_t at = 0;

	pl_buf_clear(&thread->plain);
	for (size_t k = 0; k < thread->nplaces; k++) {
		const struct pl_place *place = &thread->places[k];
		enum pl_same same = same_of[place->field->number];
		const struct pl_observed *seen = place->field->observed;

		if (same == PL_SAME_BYTES)
			continue;
		some = true;
		pl_same_bytes(&thread->plain, pl_str_sub(key, at, place->from));
		/* 3/9/2024 is no day yet when nothing tells which part is the month. */
		pl_same_value(&thread->plain, same, seen->days_undecided ? PL_DAY_UNKNOWN : seen->days,
			      pl_str_sub(key, place->from, place->to));
		at = place->to;
	}
	pl_same_bytes(&thread->plain, pl_str_sub(key, at, key.len));
	return some;
}

/* Keys of one partition with one plain form come together; equal ones among them are one key. */
static void note_twin(const struct pl_walk *walk, struct pl_walk_thread *thread, size_t i, const struct row *row)
{
	bool forms = walk->keys[i].forms && !pl_is_ascii(row->sk);
	struct pl_str plain;

	if (!forms && !may_have_twin(walk, thread, row->sk))
		return;
	write_plain(walk->same, thread, row->sk);
	plain = pl_buf_str(&thread->plain);
	if (forms) {
		pl_buf_clear(&thread->composed_text);
		pl_compose(&thread->composed_text, plain);
		plain = pl_buf_str(&thread->composed_text);
	}
	pl_note_write(&thread->notes, &(struct pl_note){
					      .of = {PL_SUBJECT_TWINS + (uint32_t)i, row->pk, plain},
					      .at = row->at,
					      .alone = true,
					      .key = row->sk,
				      });
}

/* Once for the rows of a partition that follow each other, as they do in exports. */
static void note_partition(const struct pl_walk *walk, struct pl_walk_thread *thread, size_t i, const struct row *row)
{
	const struct pl_lexed *lexed;

	if (thread->partition_of == i && pl_str_eq(row->first, pl_buf_str(&thread->partition)))
		return;
	thread->partition_of = i;
	pl_buf_clear(&thread->partition);
	pl_buf_add(&thread->partition, row->first);
	lexed = pl_lex_alike(&thread->alikes, row->first);
	thread->places = thread->room;
	thread->nplaces = pl_model_locate_partition(walk->model, i, lexed, thread->room, PL_LEN(thread->room));
	if (!write_plain(walk->partition_same, thread, row->first))
		return;
	pl_note_write(&thread->notes, &(struct pl_note){
					      .of = {PL_SUBJECT_PARTITIONS + (uint32_t)i, PL_S(""), pl_buf_str(&thread->plain)},
					      .at = row->at,
					      .alone = true,
					      .key = row->first,
				      });
}

/* The whole key; keys whose types differ are different. */
static void note_key(struct pl_walk_thread *thread, uint32_t subject, const struct row *row,
		     uint64_t source)
{
	pl_note_write(&thread->notes,
		      &(struct pl_note){
			      .of = {subject, row->pk, pl_str_of(row->types, sizeof(row->types))},
			      .extra = source,
			      .at = row->at,
			      .key = row->sk,
		      });
}

/*
 * Whether the key is what its sources give, and a hash of those with their
 * lengths. Where they do not (an attribute was changed and the key was not),
 * the row says nothing about how keys are made.
 */
static bool source_of(const struct pl_walk_keys *wanted, const struct pl_item *item,
		      struct pl_str key, uint64_t *hash)
{
	size_t at = wanted->prefix.len;

	if (!pl_str_starts(key, wanted->prefix))
		return false;
	*hash = 0;
	for (size_t i = 0; i < wanted->nsources; i++) {
		const struct pl_attr *attr = &item->attrs[wanted->sources[i]];

		if (i > 0 && wanted->separator &&
		    (at == key.len || key.ptr[at++] != wanted->separator))
			return false;
		if (!attr->type || !pl_str_starts(pl_str_sub(key, at, key.len), attr->value))
			return false;
		at += attr->value.len;
		*hash = pl_hash_mix(*hash, pl_hash(attr->value, attr->value.len));
	}
	return wanted->open ? at < key.len && key.ptr[at] == wanted->separator : at == key.len;
}

/* Whether a value holds the separator otherwise than inside a time, an address and the like, which no reader splits. */
static bool holds(struct pl_walk_thread *thread, struct pl_str value, char separator)
{
	const struct pl_lexed *lexed;

	if (!value.len || !memchr(value.ptr, separator, value.len))
		return false;
	lexed = pl_lex_alike(&thread->alikes, value);
	if (lexed->nsegments > 1)
		return true;
	switch (lexed->segment[0].class) {
	case PL_C_TIME:
	case PL_C_IP:
	case PL_C_MAC:
	case PL_C_URL:
	case PL_C_ARN:
		return false;
	default:
		return true;
	}
}

static void count_holders(const struct pl_walk *walk, struct pl_walk_thread *thread, size_t i, const struct row *row,
			  const struct pl_item *item)
{
	const struct pl_walk_keys *wanted = &walk->keys[i];
	const struct pl_sighting key = {row->pk, row->sk, row->at.file, row->at.place, 0};
	struct pl_composed *composed;

	if (!thread->composed)
		thread->composed = pl_calloc(walk->model->nkeys, sizeof(*thread->composed));
	composed = &thread->composed[i];
	composed->rows++;
	for (size_t s = 0; s < wanted->nsources; s++) {
		if (!holds(thread, item->attrs[wanted->sources[s]].value, wanted->separator))
			continue;
		composed->held[s]++;
		pl_specimen_take(&composed->least[s], &key);
	}
}

/* What fits no layout is taken along: it may lie where a query looks. */
static void ask_queries(const struct pl_walk *walk, unsigned number, struct pl_walk_thread *thread, size_t i,
			const struct row *row)
{
	struct pl_declared_value values[PL_DECLARED_VALUES];
	struct pl_asked_row asked = {.pk = row->pk, .sk = row->sk, .at = row->at, .values = values};

	asked.layout = pl_model_layout(walk->model, i, row->pk, row->sk, &row->said, values, &asked.nvalues);
	for (size_t k = 0; k < walk->queries.len; k++)
		if (walk->queries.ptr[k].keys == i)
			pl_asking_add(walk->queries.ptr[k].asking, number, &asked, &thread->notes);
}

void pl_walk_add(struct pl_walk *walk, unsigned number, const struct pl_item *item)
{
	struct pl_walk_thread *thread = thread_of(walk, number);

	PL_ASSERT(walk->planned);
	for (size_t i = 0; i < walk->model->nkeys; i++) {
		const struct pl_walk_keys *wanted = &walk->keys[i];
		bool duplicates = walk->duplicates && i == 0;
		uint64_t source;
		struct row row;

		if (!wants_any(walk, i) || !row_of(walk, thread, i, item, &row))
			continue;
		if (duplicates)
			note_key(thread, PL_SUBJECT_DUPLICATES, &row, 0);
		if ((wanted->collisions || wanted->holders) && source_of(wanted, item, row.sk, &source)) {
			if (wanted->collisions)
				note_key(thread, PL_SUBJECT_COLLISIONS + (uint32_t)i, &row, source);
			if (wanted->holders)
				count_holders(walk, thread, i, &row, item);
		}
		if (wanted->partitions && row.types[0] == 'S')
			note_partition(walk, thread, i, &row);
		if (row.types[1] != 'S')
			continue;
		if (wanted->queries)
			ask_queries(walk, number, thread, i, &row);
		if (!wanted->fields && !pl_walk_wants_twins(wanted))
			continue;
		locate(walk, thread, i, &row);
		if (wanted->fields)
			note_fields(walk, thread, &row);
		if (pl_walk_wants_twins(wanted))
			note_twin(walk, thread, i, &row);
	}
}

static void merge_composed(const struct pl_walk *walk, struct pl_composed *into, struct pl_composed *from)
{
	for (size_t i = 0; i < walk->model->nkeys; i++) {
		into[i].rows += from[i].rows;
		for (size_t s = 0; s < PL_MAX_COMPOSITE; s++) {
			into[i].held[s] += from[i].held[s];
			pl_specimen_merge(&into[i].least[s], &from[i].least[s]);
		}
	}
}

void pl_walk_composed(struct pl_walk *walk, struct pl_composed *out)
{
	for (unsigned t = 0; t < walk->options.threads; t++) {
		struct pl_walk_thread *thread = walk->threads[t];

		if (!thread || !thread->composed)
			continue;
		merge_composed(walk, out, thread->composed);
		free(thread->composed);
		thread->composed = NULL;
	}
}

struct pl_sorter *pl_walk_notes(struct pl_walk *walk)
{
	struct pl_sorter *notes =
		pl_sorter_new(true, walk->options.run_bytes, walk->options.tmpdir);

	for (unsigned t = 0; t < walk->options.threads; t++)
		if (walk->threads[t])
			pl_sorter_merge(notes, walk->threads[t]->notes.sorter);
	return notes;
}

void pl_walk_release(struct pl_walk *walk)
{
	for (unsigned t = 0; t < walk->options.threads; t++) {
		if (!walk->threads[t])
			continue;
		pl_notes_release(&walk->threads[t]->notes);
		pl_buf_release(&walk->threads[t]->plain);
		pl_buf_release(&walk->threads[t]->partition);
		pl_buf_release(&walk->threads[t]->composed_text);
		pl_buf_release(&walk->threads[t]->joined);
		free(walk->threads[t]);
		walk->threads[t] = NULL;
	}
}
