/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ids whose time contradicts another time of the same items, by the sample.
 *
 *     2026-06-23T10:00:00Z#01KVSZT9M0…    made at 10:00:00, as the key says
 *     2026-06-23T10:05:00Z#01HWRQ6W00…    made in May 2024
 *
 * That two times are of one event is known from the other items: there they
 * are less than a minute apart. What follows keeps out what is no fault:
 *
 * - nothing in between. Orders that are paid, posts that are shared, devices
 *   that were offline come minutes, hours and days late: where any item does, the
 *   times are of two events that mostly coincide;
 * - only ids that are older than the time beside them. Newer ones are what an import
 *   of old rows gives them;
 * - only sort keys of the table, whose times are never updated, and attributes
 *   that are named after creation;
 * - another time of the item that agrees with its id explains both, and so does
 *   a time ahead of the whole sample, which was scheduled, or on the full minute where
 *   the others are not;
 * - several such items of one day are an import that kept its ids.
 */
#include "linter/profile/relate.h"

#include "linter/key/id_time.h"
#include "linter/key/number.h"
#include "linter/profile/rows.h"

enum {
	MINUTE = 60, HOUR = 60 * MINUTE, DAY = 24 * HOUR,
	AGREE = MINUTE,      /* so far apart two times of one event are at most */
	FAR = 30 * DAY,      /* so much older a contradicting id is at least */
	AHEAD = 7 * DAY,     /* behind the latest id of the sample: a plan, not a record */
	LEAST_SNOWFLAKE = 17, /* digits */
	LEAST_AGREE = 6,     /* items that agree … */
	AGREE_SPAN = 10 * AGREE, /* … over at least so long a time, … */
	AGREE_EACH = 6,      /* … and so many for each that contradicts */
	ZONES_WEST = 12 * HOUR, ZONES_EAST = 14 * HOUR, /* how far a local day lies from that of UTC */
};

/* The seconds that a time of some precision stands for, both included. */
struct span {
	bool some, whole_minute;
	int64_t from, to;
};

struct row {
	const struct pl_sampled *item;
	struct pl_str key;
	struct pl_place places[PL_MAX_SEGMENTS * PL_MAX_VALUES];
	size_t nplaces, id; /* `id`: which of the places */
	int64_t made;       /* seconds */
};

/* Where the other time stands: in the same key, or in an attribute. */
struct beside {
	const struct pl_field *field; /* NULL: the attribute `name` */
	struct pl_str name;
};

enum verdict { SILENT, AGREES, OLDER, OTHER };

struct tally {
	size_t agree, older;
	size_t whole_minutes;            /* of those that agree */
	int64_t first, last;             /* of those that agree */
	int64_t older_first, older_last; /* the times beside ids that are older */
};

struct search {
	const struct pl_field *field;
	const struct pl_column *column;
	struct row *rows;
	size_t nrows;
	unsigned maker; /* of snowflakes */
	int64_t latest; /* id */
	PL_VEC(struct pl_str) names;
	PL_VEC(const struct pl_field *) fields;
};

/* ---- times ----------------------------------------------------------------- */

static struct span span_of(struct pl_instant at, int64_t length)
{
	return (struct span){true, at.seconds % MINUTE == 0 && !at.attos, at.seconds, at.seconds + length};
}

/* Somebody's day, who may be anywhere. */
static struct span day_of(int64_t from)
{
	return (struct span){true, true, from - ZONES_EAST, from + DAY + ZONES_WEST};
}

static struct span read_digits(struct pl_str text)
{
	struct pl_value value = pl_value_read(PL_K_TIMESTAMP, PL_MONTH_FIRST, text);

	if (!value.some || (!pl_digits_are_date(text) && pl_epoch_of(text, text) == PL_EPOCH_NONE))
		return (struct span){.some = false};
	return text.len == 8 ? day_of(value.at.seconds) : span_of(value.at, 1);
}

static struct span read_span(struct pl_str text)
{
	struct pl_time time;

	if (text.len < 8)
		return (struct span){.some = false};
	if (pl_digit_run(text, 0) == text.len)
		return read_digits(text);
	if (!pl_time_read(text, PL_DAY_UNKNOWN, &time) || !time.valid || time.form.layout == PL_T_CLOCK ||
	    time.form.layout == PL_T_CLOCK_UNPADDED)
		return (struct span){.some = false};
	switch ((enum pl_time_unit)time.form.unit) {
	case PL_U_DAY:
		return day_of(time.at.seconds);
	case PL_U_MINUTE:
		return span_of(time.at, MINUTE);
	case PL_U_SECOND:
		return span_of(time.at, 1);
	default:
		return (struct span){.some = false};
	}
}

static struct pl_str text_at(const struct row *row, const struct pl_place *place)
{
	return pl_str_sub(row->key, place->from, place->to);
}

static struct span span_beside(const struct row *row, const struct beside *beside)
{
	const struct pl_attr *attr;

	if (!beside->field) {
		attr = pl_sampled_get(row->item, beside->name);
		return attr && (attr->type == 'S' || attr->type == 'N') ? read_span(attr->value) : (struct span){.some = false};
	}
	for (size_t i = 0; i < row->nplaces; i++)
		if (row->places[i].field == beside->field)
			return read_span(text_at(row, &row->places[i]));
	return (struct span){.some = false};
}

static bool agrees(int64_t made, const struct span *span)
{
	return span->some && made >= span->from - AGREE && made <= span->to + AGREE;
}

/* Whether some other time of the item says that its id is right. */
static bool is_explained(const struct row *row)
{
	for (uint32_t a = 0; a < row->item->nattrs; a++) {
		struct span span = read_span(row->item->attrs[a].attr.value);

		if (agrees(row->made, &span))
			return true;
	}
	for (size_t i = 0; i < row->nplaces; i++) {
		struct span span = i == row->id ? (struct span){.some = false} : read_span(text_at(row, &row->places[i]));

		if (agrees(row->made, &span))
			return true;
	}
	return false;
}

/* ---- rows ------------------------------------------------------------------ */

static enum pl_class class_of(enum pl_kind kind)
{
	switch (kind) {
	case PL_K_ULID:
		return PL_C_ULID;
	case PL_K_KSUID:
		return PL_C_KSUID;
	case PL_K_UUID:
		return PL_C_UUID;
	case PL_K_HASH: /* ObjectIds among them */
		return PL_C_HEX;
	default:
		return PL_C_WORD;
	}
}

static bool time_of(const struct search *s, struct pl_str id, struct pl_instant *at)
{
	if (s->field->kind == PL_K_NUMBER)
		return pl_snowflake_time(s->maker, id, at);
	return pl_id_time(class_of(s->field->kind), id, at);
}

/* Finds the id in the row's key and when it was made. */
static bool read_id(const struct search *s, struct row *row)
{
	const int64_t from = pl_civil_seconds(1990, 1, 1), until = pl_civil_seconds(2100, 1, 1);
	struct pl_instant at;

	for (row->id = 0; row->id < row->nplaces; row->id++) {
		const struct pl_place *place = &row->places[row->id];

		if (place->field != s->field)
			continue;
		if (!time_of(s, text_at(row, place), &at))
			return false;
		row->made = at.seconds;
		return at.seconds >= from && at.seconds < until;
	}
	return false;
}

static void find_rows(struct search *s, const struct pl_model *model, const struct pl_profile *profile)
{
	struct pl_lexed lexed;

	for (size_t i = 0; i < profile->sample.len; i++) {
		const struct pl_sampled *item = profile->sample.items[i];
		const struct pl_attr *pk = &item->keys[s->column->pk], *sk = &item->keys[s->column->sk];
		struct row *row = &s->rows[s->nrows];

		if (!pk->type || sk->type != 'S')
			continue;
		pl_lex(sk->value, &lexed);
		row->item = item;
		row->key = sk->value;
		row->nplaces = pl_model_locate(model, 0, pk->value, sk->value,
					       &(struct pl_said){item->keys, profile->matched}, &lexed, row->places,
					       PL_LEN(row->places));
		if (!read_id(s, row))
			continue;
		s->latest = s->nrows ? PL_MAX(s->latest, row->made) : row->made;
		s->nrows++;
	}
}

/* ---- one time beside the ids ------------------------------------------------ */

static enum verdict compare(const struct search *s, const struct row *row, const struct span *span)
{
	if (!span->some)
		return SILENT;
	if (agrees(row->made, span))
		return AGREES;
	return span->from - row->made >= FAR && span->from <= s->latest + AHEAD && !is_explained(row) ? OLDER : OTHER;
}

static void count(struct tally *t, enum verdict verdict, const struct span *span)
{
	bool older = verdict == OLDER;
	int64_t *first = older ? &t->older_first : &t->first, *last = older ? &t->older_last : &t->last;
	size_t *n = older ? &t->older : &t->agree;

	*first = *n ? PL_MIN(*first, span->from) : span->from;
	*last = *n ? PL_MAX(*last, span->from) : span->from;
	++*n;
	t->whole_minutes += !older && span->whole_minute;
}

/* False: some item has times that neither agree nor contradict. */
static bool tally(const struct search *s, const struct beside *beside, struct tally *t)
{
	*t = (struct tally){0};
	for (size_t i = 0; i < s->nrows; i++) {
		struct span span = span_beside(&s->rows[i], beside);
		enum verdict verdict = compare(s, &s->rows[i], &span);

		if (verdict == OTHER)
			return false;
		if (verdict != SILENT)
			count(t, verdict, &span);
	}
	return true;
}

/* Whether an older id's time beside it lies on the full minute, where those of the others do not. */
static bool is_on_grid(const struct search *s, const struct beside *beside, const struct tally *t)
{
	for (size_t i = 0; i < s->nrows && 2 * t->whole_minutes < t->agree; i++) {
		struct span span = span_beside(&s->rows[i], beside);

		if (span.whole_minute && compare(s, &s->rows[i], &span) == OLDER)
			return true;
	}
	return false;
}

static bool is_import(const struct tally *t)
{
	return t->older > 1 && t->older_last - t->older_first <= DAY && t->last - t->first > 10 * DAY;
}

static bool contradicts(const struct search *s, const struct beside *beside, struct tally *t)
{
	return tally(s, beside, t) && t->older && t->agree >= LEAST_AGREE && t->last - t->first >= AGREE_SPAN &&
	       t->older * AGREE_EACH <= t->agree && !is_import(t) && !is_on_grid(s, beside, t);
}

/* ---- all of them ------------------------------------------------------------ */

static bool is_time(const struct pl_field *field)
{
	return field->kind == PL_K_TIMESTAMP || (field->kind == PL_K_NUMBER && field->observed->epoch != PL_EPOCH_NONE);
}

/* createdAt, created_at, creationDate, insertedAt; _ct is what DynamoDB-Toolbox writes. */
static bool names_creation(struct pl_str name)
{
	static const char *const words[] = {"creat", "insert"};

	return pl_name_holds(name, words, PL_LEN(words)) || pl_str_eq(name, PL_S("_ct"));
}

static bool is_new_field(struct search *s, const struct pl_field *field)
{
	for (size_t i = 0; i < s->fields.len; i++)
		if (s->fields.ptr[i] == field)
			return false;
	PL_PUSH(&s->fields, field);
	return field != s->field && is_time(field);
}

static bool is_new_name(struct search *s, struct pl_str name)
{
	for (size_t i = 0; i < s->names.len; i++)
		if (pl_str_eq(s->names.ptr[i], name))
			return false;
	PL_PUSH(&s->names, name);
	return names_creation(name);
}

/* Values of the key say more than attributes; of these the first by name counts. */
static bool is_better(const struct beside *a, const struct beside *b)
{
	if (a->field || b->field)
		return a->field && (!b->field || a->field->number < b->field->number);
	return pl_order(a->name, b->name) < 0;
}

static void try(const struct search *s, const struct beside *beside, struct beside *best, struct tally *of_best)
{
	struct tally t;

	if (!contradicts(s, beside, &t) || (of_best->older && !is_better(beside, best)))
		return;
	*best = *beside;
	*of_best = t;
}

static void keep_witness(const struct search *s, const struct beside *beside, struct pl_seen_id_times *out)
{
	for (size_t i = 0; i < s->nrows; i++) {
		const struct row *row = &s->rows[i];
		struct span span = span_beside(row, beside);
		struct pl_sighting key = {row->item->keys[s->column->pk].value, row->key, row->item->file, row->item->place,
					  row->places[row->id].from};

		if (compare(s, row, &span) != OLDER)
			continue;
		pl_specimen_take(&out->differ, &key);
		if (out->differ.file != row->item->file || out->differ.place != row->item->place)
			continue;
		out->made = (struct pl_instant){row->made, 0};
		out->beside = (struct pl_instant){span.from, 0};
	}
}

static void try_all(struct search *s, struct beside *best, struct tally *of_best)
{
	for (size_t i = 0; s->nrows > LEAST_AGREE && i < s->nrows; i++) {
		const struct row *row = &s->rows[i];

		for (size_t p = 0; p < row->nplaces; p++)
			if (is_new_field(s, row->places[p].field))
				try(s, &(struct beside){row->places[p].field, {NULL, 0}}, best, of_best);
		for (uint32_t a = 0; a < row->item->nattrs; a++)
			if (is_new_name(s, row->item->attrs[a].name))
				try(s, &(struct beside){NULL, row->item->attrs[a].name}, best, of_best);
	}
	s->names.len = s->fields.len = 0;
}

bool pl_id_times_of(const struct pl_model *model, const struct pl_profile *profile, const struct pl_column *column,
		    const struct pl_field *field, struct pl_seen_id_times *out)
{
	const bool digits = field->kind == PL_K_NUMBER;
	struct search s = {.field = field, .column = column};
	struct beside best = {NULL, {NULL, 0}};
	struct tally of_best = {0};

	if (digits ? field->observed->max_len < LEAST_SNOWFLAKE : class_of(field->kind) == PL_C_WORD)
		return false;
	s.rows = pl_calloc(profile->sample.len + 1, sizeof(*s.rows));
	/* Whose snowflakes they are shows in what they agree with. */
	for (s.maker = 0; !of_best.older && s.maker < (digits ? PL_SNOWFLAKES : 1); s.maker++) {
		s.nrows = 0;
		find_rows(&s, model, profile);
		try_all(&s, &best, &of_best);
		if (!of_best.older)
			continue;
		*out = (struct pl_seen_id_times){.field = best.field, .name = best.name, .agree = of_best.agree, .older = of_best.older};
		keep_witness(&s, &best, out);
	}
	PL_VEC_RELEASE(&s.names);
	PL_VEC_RELEASE(&s.fields);
	free(s.rows);
	return of_best.older > 0;
}
