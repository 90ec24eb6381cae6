/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the records of pass 1 prove (profile.h says what a record is).
 *
 *     range  value  tag
 *     r1     17     EVT#<time>, instant   ┐ a group: one key twice, maybe
 *     r1     17     EVT#<time>, instant   ┘
 *     r1     18     EVT#<time>, instant     a second value, one tick apart
 *     r2     h5     v<number>               alone in its range
 *
 * Records of one range come together, in it by value. Where fields share a
 * range (EVT#<time> and EVT#<word> do), each is told apart by its tag.
 */
#include "linter/base/buf.h"
#include "linter/proof/proof.h"

/* A field over all ranges. */
struct tally {
	uint64_t keys, ranges, least_gap;
};

/* A field in the range at hand. */
struct guest {
	const struct pl_field *field;
	uint64_t value;
	uint64_t instant; /* the last one, when `timed` */
	bool timed, differ;
};

/* Records of one range, value and field. */
struct group {
	struct pl_keys *keys;
	const struct pl_field *field;
	uint64_t range, value, rows;
};

struct reading {
	struct pl_model *model;
	struct tally *tallies; /* by field number */
	PL_VEC(struct guest) guests;
	struct group group;
	uint64_t range;
	bool any;
	uint32_t tag; /* when `named`: what a record of this tag is about */
	bool named;
	struct pl_keys *keys;
	const struct pl_field *field;
};

/* Bit 0 of a tag: the record's value is an instant in nanoseconds, not a hash. */
static bool is_instant(uint32_t tag)
{
	return tag & 1;
}

static void end_range(struct reading *reading)
{
	for (size_t i = 0; i < reading->guests.len; i++) {
		const struct guest *guest = &reading->guests.ptr[i];

		reading->tallies[guest->field->number].ranges += guest->differ;
	}
	reading->guests.len = 0;
}

static void end_group(struct reading *reading)
{
	const struct group *group = &reading->group;

	if (group->rows < 2)
		return;
	if (group->keys == reading->model->keys[0]) {
		group->keys->duplicate.keys += group->rows;
		group->keys->duplicate.groups++;
	} else {
		group->keys->ties += group->rows;
	}
}

static void see_group(struct reading *reading, const struct pl_sorted *record, struct pl_keys *keys,
		      const struct pl_field *field)
{
	struct group *group = &reading->group;

	if (group->rows && group->range == record->range && group->value == record->value &&
	    group->keys == keys && group->field == field) {
		group->rows++;
		return;
	}
	end_group(reading);
	*group = (struct group){keys, field, record->range, record->value, 1};
}

/* A range has few fields: as many as there are kinds of values at one place. */
static struct guest *guest_of(struct reading *reading, const struct pl_field *field, uint64_t value)
{
	for (size_t i = reading->guests.len; i-- > 0;)
		if (reading->guests.ptr[i].field == field)
			return &reading->guests.ptr[i];
	PL_PUSH(&reading->guests, (struct guest){.field = field, .value = value});
	return &reading->guests.ptr[reading->guests.len - 1];
}

static void see_value(struct reading *reading, const struct pl_sorted *record,
		      const struct pl_field *field)
{
	struct tally *tally = &reading->tallies[field->number];
	struct guest *guest = guest_of(reading, field, record->value);

	tally->keys++;
	guest->differ |= guest->value != record->value;
	if (!is_instant(record->tag))
		return;
	/* Values ascend, so the instant before is the nearest. */
	if (guest->timed && guest->instant != record->value)
		tally->least_gap = PL_MIN(tally->least_gap, record->value - guest->instant);
	guest->timed = true;
	guest->instant = record->value;
}

/* What the record is about. Most are about the same as the one before. */
static void name_record(struct reading *reading, const struct pl_sorted *record)
{
	if (PL_LIKELY(reading->named && reading->tag == record->tag))
		return;
	reading->named = true;
	reading->tag = record->tag;
	reading->keys = pl_model_keys_of(reading->model, record->tag);
	reading->field = pl_model_field_of(reading->model, record->tag);
}

static void read_record(struct reading *reading, const struct pl_sorted *record)
{
	const struct pl_field *field;

	name_record(reading, record);
	field = reading->field;
	if (!reading->keys)
		return;
	if (!reading->any || reading->range != record->range)
		end_range(reading);
	reading->any = true;
	reading->range = record->range;
	see_group(reading, record, reading->keys, field);
	if (field)
		see_value(reading, record, field);
}

/*
 * The record's value covers all bytes to the key's end; is that the field's value and nothing
 * else?
 */
static bool ends_keys(const struct pl_observed *seen)
{
	return !(seen->follows[0] | seen->follows[1] | seen->follows[2] | seen->follows[3]);
}

static void conclude(struct pl_model *model, const struct pl_field *field,
		     const struct tally *tally)
{
	struct pl_observed *seen = pl_model_observed(model, field);
	struct pl_proof *proof;

	if (!seen)
		return;
	seen->last_everywhere = seen->keys > 0 && tally->keys == seen->keys && !seen->pieces;
	seen->least_gap = seen->last_everywhere ? tally->least_gap : UINT64_MAX;
	if (!seen->last_everywhere)
		return;
	/*
	 * One value with two endings (v3#spec, v3#audit) counts as two here: that
	 * there are none is certain, how many there are only without endings.
	 */
	if (tally->ranges == 0 || ends_keys(seen)) {
		seen->ranges = tally->ranges;
		seen->ranges_estimated = false;
	}
	proof = pl_model_proof(model, field);
	if (tally->ranges == 0 && proof->state == PL_O_UNKNOWN)
		proof->state = PL_O_ALONE;
}

void pl_proof_records(struct pl_model *model, struct pl_sorter *records)
{
	struct reading reading = {.model = model};
	struct pl_sorted record;

	reading.tallies = pl_calloc(model->nfields, sizeof(*reading.tallies));
	for (size_t i = 0; i < model->nfields; i++)
		reading.tallies[i].least_gap = UINT64_MAX;
	for (size_t i = 0; i < model->nkeys; i++) {
		model->keys[i]->duplicate = (struct pl_duplicate){0};
		model->keys[i]->ties = 0;
	}
	pl_sorter_rewind(records);
	while (pl_sorter_next(records, &record))
		read_record(&reading, &record);
	end_range(&reading);
	end_group(&reading);
	for (size_t i = 0; i < model->nfields; i++)
		conclude(model, model->fields[i], &reading.tallies[i]);
	PL_VEC_RELEASE(&reading.guests);
	free(reading.tallies);
}
