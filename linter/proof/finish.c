/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Pass 2, concluding: notes come back sorted, range by range, and go to the
 * walker of their field, or to what counts repeated keys and twins.
 */
#include "linter/proof/walk.h"

#include "linter/proof/repeats.h"
#include "linter/proof/twins.h"

struct ending {
	struct pl_walk *walk;
	const struct pl_source *source;
	struct pl_ranges **ranges; /* by field number; NULL: not wanted, or no longer */
	struct pl_repeats duplicates;
	struct pl_repeats *collisions; /* as model->keys */
	struct pl_twin_groups *twins;
	struct pl_composed *composed; /* as model->keys */
	struct pl_identity range;      /* at hand; in `kept` */
	struct pl_buf kept;
	bool some;		       /* there is one */
	struct pl_ranges *open;	       /* whose range is at hand; NULL: none */
	struct pl_asking *asking;      /* likewise, of queries */
};

static void ending_init(struct ending *ending, struct pl_walk *walk, const struct pl_source *source)
{
	struct pl_model *model = walk->model;

	*ending = (struct ending){.walk = walk, .source = source};
	ending->ranges = pl_calloc(model->nfields, sizeof(struct pl_ranges *));
	for (size_t i = 0; i < model->nfields; i++) {
		const struct pl_observed *seen = model->fields[i]->observed;

		if (walk->fields[i])
			ending->ranges[i] = pl_ranges_new(pl_walked_kind(model->fields[i]), seen->days, seen->padded_width);
	}
	ending->collisions = pl_calloc(model->nkeys, sizeof(*ending->collisions));
	for (size_t i = 0; i < model->nkeys; i++)
		ending->collisions[i].by_source = true;
	ending->twins = pl_twin_groups_new(walk);
	ending->composed = pl_calloc(model->nkeys, sizeof(*ending->composed));
}

static void ending_release(struct ending *ending)
{
	for (size_t i = 0; i < ending->walk->model->nfields; i++)
		pl_ranges_free(ending->ranges[i]);
	for (size_t i = 0; i < ending->walk->model->nkeys; i++) {
		pl_repeats_release(&ending->collisions[i]);
		for (size_t s = 0; s < PL_MAX_COMPOSITE; s++)
			pl_specimen_release(&ending->composed[i].least[s]);
	}
	free(ending->composed);
	pl_repeats_release(&ending->duplicates);
	pl_twin_groups_free(ending->twins);
	pl_buf_release(&ending->kept);
	free(ending->ranges);
	free(ending->collisions);
}

static void end_range(struct ending *ending)
{
	if (ending->open)
		pl_ranges_end(ending->open);
	ending->open = NULL;
	if (ending->asking)
		pl_asking_end(ending->asking);
	ending->asking = NULL;
}

static void take_repeat(struct ending *ending, const struct pl_note *note, bool next)
{
	struct pl_repeats *repeats =
		note->of.subject == PL_SUBJECT_DUPLICATES
			? &ending->duplicates
			: &ending->collisions[note->of.subject - PL_SUBJECT_COLLISIONS];

	pl_repeats_add(repeats, next, note->of.partition, note->key, note->extra, note->at);
}

/* The record that says it is gone by the next note, so its bytes are copied. */
static void keep_range(struct ending *ending, const struct pl_identity *range)
{
	struct pl_str kept;

	pl_buf_clear(&ending->kept);
	pl_buf_add(&ending->kept, range->partition);
	pl_buf_add(&ending->kept, range->before);
	kept = pl_buf_str(&ending->kept);
	ending->range = (struct pl_identity){range->subject, pl_str_sub(kept, 0, range->partition.len),
					     pl_str_sub(kept, range->partition.len, kept.len)};
	ending->some = true;
}

static void take_twin(struct ending *ending, const struct pl_note *note, bool next)
{
	if (next && note->of.subject >= PL_SUBJECT_TWINS)
		pl_twin_groups_begin(ending->twins, note->of.subject - PL_SUBJECT_TWINS, note->of.partition);
	else if (next)
		pl_twin_groups_begin_partitions(ending->twins, note->of.subject - PL_SUBJECT_PARTITIONS);
	pl_twin_groups_add(ending->twins, note->key, note->at);
}

static void take_answer(struct ending *ending, const struct pl_note *note, bool next)
{
	size_t query = (note->of.subject - PL_SUBJECT_QUERIES) / PL_ASKING_SUBJECTS;

	ending->asking = ending->walk->queries.ptr[query].asking;
	pl_asking_take(ending->asking, note, next);
}

static void take_note(struct ending *ending, const struct pl_note *note, bool only_fields)
{
	/* Compared whole: a hash alone must never put two ranges together. */
	bool next = !ending->some || !pl_identity_eq(&note->of, &ending->range);

	if (next) {
		end_range(ending);
		keep_range(ending, &note->of);
	}
	if (note->of.subject >= PL_SUBJECT_PARTITIONS) {
		if (!only_fields && note->of.subject >= PL_SUBJECT_COLLISIONS)
			take_repeat(ending, note, next);
		else if (!only_fields)
			take_twin(ending, note, next);
		return;
	}
	if (note->of.subject >= PL_SUBJECT_QUERIES) {
		if (!only_fields)
			take_answer(ending, note, next);
		return;
	}
	if (next) {
		ending->open = ending->ranges[note->of.subject];
		if (ending->open)
			pl_ranges_begin(ending->open, note->of.partition, note->of.before);
	}
	if (ending->open)
		pl_ranges_add(ending->open, note->key, (size_t)note->extra, note->at);
}

static void read_notes(struct ending *ending, struct pl_sorter *notes, bool only_fields)
{
	struct pl_sorted record;
	struct pl_note note;

	ending->some = false;
	pl_sorter_rewind(notes);
	while (pl_sorter_next(notes, &record)) {
		pl_note_read(&record, &note);
		take_note(ending, &note, only_fields);
	}
	end_range(ending);
}

static void place_witness(struct ending *ending, struct pl_witness *witness,
			  const struct pl_witness_origins *at)
{
	struct pl_arena *arena = ending->walk->arena;

	if (!witness->some || !ending->source)
		return;
	witness->first_at = pl_place_text(arena, ending->source, at->first.file, at->first.place);
	witness->second_at =
		pl_place_text(arena, ending->source, at->second.file, at->second.place);
}

static void conclude_field(struct ending *ending, const struct pl_field *field)
{
	struct pl_walk *walk = ending->walk;
	struct pl_proof *proof = pl_model_proof(walk->model, field);
	struct pl_observed *seen = pl_model_observed(walk->model, field);
	struct pl_witness_origins at[PL_WITNESSES];

	pl_ranges_finish(ending->ranges[field->number], walk->arena, proof, at);
	place_witness(ending, &proof->witness, &at[PL_W_ALL]);
	place_witness(ending, &proof->negative, &at[PL_W_NEGATIVE]);
	place_witness(ending, &proof->plain, &at[PL_W_PLAIN]);
	seen->ranges = proof->ranges;
	seen->ranges_estimated = false;
	pl_ranges_free(ending->ranges[field->number]);
	ending->ranges[field->number] = NULL;
}

static void conclude_repeats(struct ending *ending, struct pl_repeats *repeats,
			     struct pl_duplicate *out)
{
	struct pl_witness_origins at;

	pl_repeats_finish(repeats, ending->walk->arena, out, &at);
	place_witness(ending, &out->witness, &at);
}

static struct pl_holder holder_of(struct ending *ending, size_t i, size_t s)
{
	const struct pl_walk_keys *wanted = &ending->walk->keys[i];
	const struct pl_specimen *least = &ending->composed[i].least[s];
	const struct pl_origin at = {least->file, least->place};
	struct pl_holder holder = {
		.attribute = pl_arena_str(ending->walk->arena, ending->walk->names[wanted->sources[s]]),
		.segment = (unsigned)s + 1 + (wanted->prefix.len > 0),
		.last = s + 1 == wanted->nsources && !wanted->open,
		.keys = ending->composed[i].held[s],
		.witness = pl_specimen_witness(ending->walk->arena, least),
	};

	place_witness(ending, &holder.witness, &(struct pl_witness_origins){at, at});
	return holder;
}

static void conclude_holders(struct ending *ending, size_t i)
{
	struct pl_keys *keys = ending->walk->model->keys[i];
	struct pl_holder *holders = PL_NEW_N(ending->walk->arena, struct pl_holder, PL_MAX_COMPOSITE);

	keys->composed = ending->composed[i].rows;
	for (size_t s = 0; s < ending->walk->keys[i].nsources; s++)
		if (ending->composed[i].held[s])
			holders[keys->nholders++] = holder_of(ending, i, s);
	keys->holders = holders;
}

static void conclude_twins_of(struct ending *ending, const struct pl_field *field, struct pl_observed *seen)
{
	struct pl_witness_origins at;

	if (!seen)
		return;
	pl_twin_groups_result(ending->twins, 0, field, &seen->twins, &at);
	place_witness(ending, &seen->twins.witness, &at);
}

static void conclude_twins(struct ending *ending)
{
	struct pl_model *model = ending->walk->model;
	struct pl_witness_origins at;

	pl_twin_groups_finish(ending->twins);
	for (size_t i = 0; i < model->nfields; i++)
		conclude_twins_of(ending, model->fields[i], pl_model_observed(model, model->fields[i]));
	for (size_t i = 0; i < model->npartition_fields; i++)
		conclude_twins_of(ending, model->partition_fields[i],
				  pl_model_observed(model, model->partition_fields[i]));
	for (size_t i = 0; i < model->nkeys; i++) {
		pl_twin_groups_result(ending->twins, i, NULL, &model->keys[i]->twins, &at);
		place_witness(ending, &model->keys[i]->twins.witness, &at);
	}
}

/* Concludes the fields that need no other walk; true when some do. */
static bool conclude_fields(struct ending *ending)
{
	const struct pl_model *model = ending->walk->model;
	bool again = false;

	for (size_t i = 0; i < model->nfields; i++) {
		if (!ending->ranges[i])
			continue;
		if (pl_ranges_again(ending->ranges[i]))
			again = true;
		else
			conclude_field(ending, model->fields[i]);
	}
	return again;
}

static void conclude_queries(struct pl_walk *walk, const struct pl_source *source)
{
	for (size_t i = 0; i < walk->queries.len; i++) {
		pl_asking_finish(walk->queries.ptr[i].asking, source, walk->queries.ptr[i].answer);
		pl_asking_release(walk->queries.ptr[i].asking);
	}
	PL_VEC_RELEASE(&walk->queries);
}

void pl_walk_finish(struct pl_walk *walk, const struct pl_source *source)
{
	struct pl_model *model = walk->model;
	struct pl_sorter *notes;
	struct ending ending;

	ending_init(&ending, walk, source);
	pl_walk_composed(walk, ending.composed);
	notes = pl_walk_notes(walk);
	read_notes(&ending, notes, false);
	if (walk->duplicates)
		conclude_repeats(&ending, &ending.duplicates, &model->keys[0]->duplicate);
	for (size_t i = 0; i < model->nkeys; i++)
		if (walk->keys[i].collisions)
			conclude_repeats(&ending, &ending.collisions[i],
					 &model->keys[i]->collision);
	conclude_twins(&ending);
	for (size_t i = 0; i < model->nkeys; i++)
		if (walk->keys[i].holders)
			conclude_holders(&ending, i);
	if (conclude_fields(&ending)) {
		read_notes(&ending, notes, true);
		conclude_fields(&ending);
	}
	conclude_queries(walk, source);
	ending_release(&ending);
	pl_sorter_free(notes);
	pl_walk_release(walk);
}
