/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL303 missing-tiebreaker: a key that is only a time can be written twice.
 *
 *     2015-03-18 11:45:01      the second event of this second gets this key
 *     2015-03-18 11:45:02      too, and its PutItem replaces the first
 *
 * The dump never shows it, because the second write left one row. What it does
 * show is how close the rows come: neighbours one tick apart in a partition say
 * that sooner or later two events meet in one tick.
 *
 * Judged are keys whose values are all times and numbers and that end in a
 * time. A word, an id, a ULID or a further number behind the time makes them
 * unique. Days, weeks, months and slots on a grid of half hours are buckets:
 * one row each is the design. A key that is one bare number is told about only
 * when it does not count, since a counter hands out each value once.
 *
 * A schema tells more: what is declared unique, or is so by its type, ends the
 * question, `unique: [a, b]` does when both stand in the key, and
 * `unique: false` is the fault itself, written down.
 *
 * In an index nothing is replaced, two rows may share a key; only their order
 * is open. So it is an info there.
 */
#include "linter/rule.h"

/* Instants on a grid this coarse are slots that somebody laid out. */
enum { GRID_SECONDS = 30 * 60 };

static bool is_number_or_time(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	if (declared)
		return declared->type == PL_D_NUMBER || declared->type == PL_D_TIMESTAMP;
	switch (field->kind) {
	case PL_K_NUMBER:
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
	case PL_K_TIMESTAMP:
	case PL_K_YEAR:
	case PL_K_MONTH:
	case PL_K_DAY:
	case PL_K_HOUR:
		return true;
	default:
		return false;
	}
}

static bool is_time(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	if (declared)
		return declared->type == PL_D_TIMESTAMP;
	return field->kind == PL_K_TIMESTAMP ||
	       (field->kind == PL_K_NUMBER && field->observed &&
		(field->observed->epoch != PL_EPOCH_NONE || pl_mixes_epochs(field)));
}

/* Of an entity that has fields. */
static const struct pl_field *last_of(const struct pl_entity *entity)
{
	return entity->fields[entity->nfields - 1];
}

static bool in_index(const struct pl_entity *entity)
{
	return entity->keys_of->index_name.len > 0;
}

/* Nothing but times and numbers, the last of them a time, or one bare number. */
static bool ends_in_time(const struct pl_entity *entity)
{
	const struct pl_field *last;

	/* In front of another sort attribute it is not the end. */
	if (!entity->nfields || entity->tail || !entity->keys_of->ordered || entity->keys_of->goes_on)
		return false;
	for (size_t i = 0; i < entity->nfields; i++)
		if (!is_number_or_time(entity->fields[i]) || !(entity->fields[i]->observed || pl_promised(entity->fields[i])))
			return false;
	last = last_of(entity);
	if (pl_is_among_triples(last))
		return false;
	return is_time(last) || (entity->nfields == 1 && last->kind == PL_K_NUMBER && last->whole_key);
}

/* ---- what the schema says of it ---- */

static bool stands_in(const struct pl_template *template, struct pl_str name)
{
	for (size_t i = 0; i < template->nparts; i++)
		if (template->parts[i].kind == PL_PART_VALUE && pl_str_eq(template->parts[i].text, name))
			return true;
	return false;
}

static bool in_key(const struct pl_entity *entity, struct pl_str name)
{
	const struct pl_sorting all = pl_index_sorting(entity->keys_of->index, 0);

	for (unsigned i = 0; i < all.n; i++) {
		const struct pl_schema_key *key = pl_entity_key(entity->declared, all.attrs[i].name);

		if (key && stands_in(&key->main, name))
			return true;
	}
	return false;
}

enum said { SAID_NOTHING, SAID_UNIQUE, SAID_NOT_UNIQUE };

static enum said said_of_fields(const struct pl_entity *entity)
{
	enum said said = SAID_NOTHING;

	for (size_t i = 0; i < entity->nfields; i++) {
		const struct pl_declared *declared = entity->fields[i]->declared;

		if (declared && declared->unique)
			return SAID_UNIQUE;
		if (declared && pl_declares(declared, PL_FO_UNIQUE))
			said = SAID_NOT_UNIQUE;
	}
	return said;
}

/* *missing is a value that uniqueness is said to rest on and that the key lacks. */
static enum said said_of(const struct pl_entity *entity, struct pl_str *missing)
{
	const struct pl_schema_entity *declared = entity->declared;

	*missing = pl_str_of(NULL, 0);
	if (!declared || declared->unique == PL_UNIQUE_UNSAID)
		return said_of_fields(entity);
	if (declared->unique == PL_UNIQUE_NO)
		return SAID_NOT_UNIQUE;
	for (size_t i = 0; i < declared->unique_names.count; i++)
		if (!in_key(entity, declared->unique_names.text[i])) {
			*missing = declared->unique_names.text[i];
			return SAID_NOT_UNIQUE;
		}
	return SAID_UNIQUE;
}

/* An index may hold a key twice, whatever the schema says of the table. */
static bool is_denied(const struct pl_entity *entity)
{
	struct pl_str missing;

	return !in_index(entity) && said_of(entity, &missing) == SAID_NOT_UNIQUE;
}

static bool applies(const struct pl_entity *entity)
{
	struct pl_str missing;

	/* Nobody writes an older layout any more. */
	if (entity->legacy || said_of(entity, &missing) == SAID_UNIQUE)
		return false;
	return is_denied(entity) || ends_in_time(entity);
}

/* ---- how fine the times are ---- */

enum tick { TICK_NONE, TICK_FINE /* below a second */, TICK_SECOND, TICK_MINUTE, TICK_BUCKET };

/* A form that another form of its spelling refines: 29Z beside 29.017Z is not rounded to the second. */
static bool refined(const struct pl_observed *seen, struct pl_time_form form)
{
	for (size_t i = 0; i < seen->nforms; i++) {
		struct pl_time_form other = seen->forms[i].form;

		if ((other.fraction > form.fraction || other.unit > form.unit) && pl_same_spelling(form, other))
			return true;
	}
	return false;
}

static enum tick tick_of_form(struct pl_time_form form)
{
	if (form.layout == PL_T_EPOCH)
		return form.flags & (PL_TF_MILLIS | PL_TF_MICROS | PL_TF_NANOS) ? TICK_FINE : TICK_SECOND;
	if (form.unit < PL_U_MINUTE)
		return TICK_BUCKET;
	if (form.unit == PL_U_MINUTE)
		return TICK_MINUTE;
	return form.fraction ? TICK_FINE : TICK_SECOND;
}

static enum tick declared_tick(const struct pl_declared *field)
{
	if (field->type != PL_D_TIMESTAMP)
		return TICK_NONE;
	if (field->format.precision < PL_P_MINUTE)
		return TICK_BUCKET;
	if (field->format.precision == PL_P_MINUTE)
		return TICK_MINUTE;
	return field->format.precision == PL_P_S ? TICK_SECOND : TICK_FINE;
}

/* The coarsest clock that some writer uses; buckets only when there is no clock at all. */
static enum tick tick_of(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	enum tick tick = TICK_NONE;

	if (!seen)
		return declared_tick(pl_promised(field));
	if (field->kind == PL_K_NUMBER && pl_mixes_epochs(field))
		return seen->min_len < 12 ? TICK_SECOND : TICK_FINE;
	if (field->kind == PL_K_NUMBER)
		return seen->epoch == PL_EPOCH_NONE ? TICK_NONE : seen->epoch == PL_EPOCH_S ? TICK_SECOND : TICK_FINE;
	for (size_t i = 0; i < seen->nforms; i++) {
		enum tick form = tick_of_form(seen->forms[i].form);

		if (form != TICK_BUCKET && !refined(seen, seen->forms[i].form))
			tick = PL_MAX(tick, form);
	}
	if (tick >= TICK_SECOND && seen->grid >= GRID_SECONDS)
		return TICK_BUCKET;
	return tick == TICK_NONE ? TICK_BUCKET : tick;
}

/* Two rows of one partition one tick apart, or closer. */
static bool neighbours(const struct pl_field *field, enum tick tick)
{
	const struct pl_observed *seen = field->observed;
	uint64_t second = UINT64_C(1000000000);

	if (!seen)
		return false;
	if (field->kind == PL_K_NUMBER)
		return seen->proof->pairs_next > 0;
	return seen->least_gap <= (tick == TICK_MINUTE ? 60 * second : second);
}

/* ---- judging ---- */

static enum pl_level level_of(const struct pl_entity *entity, const struct pl_field *last, enum tick tick)
{
	bool coarse = tick == TICK_SECOND || tick == TICK_MINUTE;

	return coarse && !in_index(entity) && neighbours(last, tick) ? PL_WARNING : PL_INFO;
}

/* Handed out one by one: few values between the least and the greatest are missing. */
static bool counts(const struct pl_observed *seen)
{
	return 2 * seen->distinct >= pl_digits_double(seen->greatest) - pl_digits_double(seen->least);
}

static const char *unit_of(enum tick tick)
{
	static const char *const units[] = {
		[TICK_NONE] = "a number",
		[TICK_FINE] = "a time with fractions of a second",
		[TICK_SECOND] = "a time in whole seconds",
		[TICK_MINUTE] = "a time in whole minutes",
		[TICK_BUCKET] = "a time bucket",
	};

	return units[tick];
}

static const char *message(struct pl_cx *cx, const struct pl_entity *entity, enum tick tick, enum pl_level level)
{
	if (level == PL_WARNING)
		return pl_text(cx, "the key ends in %s, and rows of one partition are one apart", unit_of(tick));
	if (in_index(entity) && entity->keys_of->ties)
		return pl_text(cx, "the index key ends in %s; %s of the index share their key with another", unit_of(tick),
			       pl_counted(cx, entity->keys_of->ties, "row"));
	return pl_text(cx, "the key ends in %s, with nothing unique behind it", unit_of(tick));
}

static struct pl_pos denied_at(const struct pl_entity *entity)
{
	if (entity->declared && entity->declared->unique != PL_UNIQUE_UNSAID)
		return entity->declared->unique_at;
	for (size_t i = 0; i < entity->nfields; i++)
		if (entity->fields[i]->declared && pl_declares(entity->fields[i]->declared, PL_FO_UNIQUE))
			return pl_declared_at(entity->fields[i]->declared, PL_FO_UNIQUE);
	return entity->at;
}

/* The schema says itself that one key may be wanted twice. */
static void report_denied(struct pl_cx *cx, const struct pl_entity *entity)
{
	struct pl_str missing;

	said_of(entity, &missing);
	pl_report_entity(cx, entity, (struct pl_finding){
		.level = PL_ERROR,
		.field = entity->nfields ? last_of(entity) : NULL,
		.message = missing.len ? pl_text(cx, "<%.*s> makes items of %.*s unique, but does not stand in their key",
						 (int)missing.len, missing.ptr, (int)entity->name.len, entity->name.ptr)
				       : pl_text(cx, "two items of %.*s may want the same key (unique: false)",
						 (int)entity->name.len, entity->name.ptr),
		.why = "A table holds one item a key: the second PutItem replaces the first, and a dump shows no trace of "
		       "it.",
		.fix = "Append an id that comes with the item (event id, request id, sequence), not one made for each attempt; "
		       "until then write with attribute_not_exists.",
		.at = denied_at(entity),
		.counts.keys_wrong = entity->keys,
	});
}

static void check(struct pl_cx *cx, const struct pl_entity *entity)
{
	const struct pl_field *last;
	enum pl_level level;
	enum tick tick;

	if (is_denied(entity)) {
		report_denied(cx, entity);
		return;
	}
	last = last_of(entity);
	tick = tick_of(last);
	level = level_of(entity, last, tick);
	if (tick == TICK_NONE && (!last->observed || counts(last->observed)))
		return;
	pl_report_entity(cx, entity, (struct pl_finding){
		.level = level,
		.field = last,
		.message = message(cx, entity, tick, level),
		.why = in_index(entity)
			       ? "An index may hold a key twice; which of two such rows comes first is not defined."
			       : "Two events of one tick have the same bytes for a key: the second PutItem replaces the first, and "
				 "a dump shows no trace of it.",
		.fix = "Append an id that comes with the event (event id, request id, sequence), not one made for each attempt; "
		       "until then write with attribute_not_exists.",
		.counts.keys_wrong = entity->keys,
	});
}

/*
 * Pass 1 measures how close times come, but takes the digits of an epoch for
 * any other number: where such a key may be nothing but seconds, its ranges
 * are walked to see whether neighbours differ by 1.
 */
static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	(void)cx;
	if (!seen || field->kind != PL_K_NUMBER || seen->epoch != PL_EPOCH_S || seen->proof->state == PL_O_ALONE)
		return false;
	if (field->value_after || !field->keys->ordered || field->keys->index_name.len)
		return false;
	for (const struct pl_field *left = field->before; left; left = left->before)
		if (!is_number_or_time(left))
			return false;
	return true;
}

const struct pl_rule pl_rule_missing_tiebreaker = {
	.code = "PL303",
	.name = "missing-tiebreaker",
	.since = "0.1.0",
	.summary = "the sort key ends in a time with nothing unique behind it",
	.why = "Two events of one second have one key: the second write replaces the first, and a dump shows no "
	       "duplicates because it did.",
	.fix = "Append an id that comes with the event; until then write with attribute_not_exists.",
	.blind = "Rows that were replaced; how many writers there are. Day, week and month buckets, slots on a grid "
		 "and milliseconds are infos.",
	.source = "Amazon DynamoDB API reference, PutItem: an item with the same primary key is replaced; aws-sdk-net "
		  "issue 183.",
	.scope = PL_ENTITY,
	.level = PL_ERROR,
	.bad = (const char *const[]){"2015-03-18T11:45:01Z", "2015-03-18T11:45:02Z", "2015-03-18T11:45:09Z", NULL},
	.good = (const char *const[]){"2015-03-18T11:45:01Z#8c1f09aa", "2015-03-18T11:45:02Z#0b77d2e1",
				      "2015-03-18T11:45:02Z#5ac94f30", NULL},
	.applies_entity = applies,
	.wants_proof = wants_proof,
	.check_entity = check,
};
