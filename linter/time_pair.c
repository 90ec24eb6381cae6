/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/time_pair.h"

#include "linter/base/buf.h"
#include "linter/context.h"

/* ---- one declared time ---- */

static bool is_epoch(const struct pl_declared *declared)
{
	return declared->format.encoding >= PL_TE_EPOCH_S;
}

/* A clock alone is no moment. */
static bool has_year(const struct pl_time_format *format)
{
	for (size_t i = 0; i < format->nparts; i++)
		if (format->parts[i].unit == PL_TP_YEAR || format->parts[i].unit == PL_TP_WEEK_YEAR)
			return true;
	return false;
}

/* A time that is in order as long as nothing else stands beside it; NULL: it is none. */
static const struct pl_declared *time_of(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	if (!declared || declared->type != PL_D_TIMESTAMP || !declared->ordered || declared->inverted.text.len ||
	    declared->format.trouble != PL_TT_NONE)
		return NULL;
	return is_epoch(declared) || has_year(&declared->format) ? declared : NULL;
}

static bool is_bucket(const struct pl_declared *declared)
{
	return declared->format.precision < PL_P_MINUTE;
}

/* Weeks and quarters stand behind the months of their year, `W` and `Q` being above digits, and are meant to. */
static bool is_label(const struct pl_declared *declared)
{
	return declared->format.precision == PL_P_WEEK || declared->format.precision == PL_P_QUARTER;
}

/* ---- two ---- */

static bool same_part(const struct pl_time_part *a, const struct pl_time_part *b)
{
	return a->unit == b->unit && a->least == b->least && a->most == b->most &&
	       (a->unit != PL_TP_LITERAL || pl_str_eq(a->literal, b->literal));
}

/* Formats that are not recognised in keys: one is the beginning of the other. */
static enum pl_time_mixture compare_parts(const struct pl_time_format *a, const struct pl_time_format *b)
{
	const size_t shorter = PL_MIN(a->nparts, b->nparts);

	for (size_t i = 0; i < shorter; i++)
		if (!same_part(&a->parts[i], &b->parts[i]))
			return PL_TM_SPELLING;
	return a->nparts == b->nparts ? PL_TM_NONE : PL_TM_PRECISION;
}

static bool is_written_offset(struct pl_time_form form)
{
	return form.zone == PL_Z_COLON || form.zone == PL_Z_BASIC || form.zone == PL_Z_HOUR;
}

/* `Z` beside `+09:00` differs in the offset alone, beside `+00:00` in how it is spelled. */
static enum pl_time_mixture compare_forms(struct pl_time_form a, struct pl_time_form b, bool offset)
{
	if (offset && is_written_offset(a) != is_written_offset(b) && a.zone != PL_Z_NONE && b.zone != PL_Z_NONE)
		a.zone = b.zone;
	if (!pl_same_spelling(a, b))
		return PL_TM_SPELLING;
	if (offset)
		return PL_TM_OFFSET;
	return pl_precision_lead(a, b) ? PL_TM_PRECISION : PL_TM_NONE;
}

static enum pl_time_mixture mixture_of(struct pl_cx *cx, const struct pl_declared *a, const struct pl_declared *b)
{
	struct pl_time_form x, y;

	if (is_epoch(a) || is_epoch(b))
		return is_epoch(a) == is_epoch(b) ? PL_TM_NONE : PL_TM_SPELLING;
	if (is_bucket(a) || is_bucket(b))
		return is_label(a) || is_label(b) ? PL_TM_NONE : PL_TM_SPELLING;
	if (!pl_promised_form(cx, a, &x) || !pl_promised_form(cx, b, &y))
		return compare_parts(&a->format, &b->format);
	return compare_forms(x, y, pl_promises_zone(a) && pl_promises_zone(b) && pl_promised_east(cx, a) != pl_promised_east(cx, b));
}

/* ---- one place ---- */

static bool same_front(const struct pl_field *a, const struct pl_field *b)
{
	return a->before == b->before && a->part == b->part && pl_str_eq(a->path, b->path);
}

/* The next field at the same place, from number *at on; NULL: none. */
static const struct pl_field *next_beside(const struct pl_field *field, size_t *at)
{
	const struct pl_keys *keys = field->keys;

	while (*at < keys->nfields) {
		const struct pl_field *other = keys->fields[(*at)++];

		if (other != field && time_of(other) && same_front(field, other))
			return other;
	}
	return NULL;
}

bool pl_has_time_beside(const struct pl_field *field)
{
	size_t at = 0;

	return field->keys->ordered && time_of(field) && next_beside(field, &at);
}

/* ---- where rows meet ---- */

static bool has_words(const struct pl_template *template)
{
	for (size_t i = 0; i < template->nparts; i++)
		if (template->parts[i].kind == PL_PART_LITERAL)
			return true;
	return false;
}

/* One attribute that has to be equal. Ids of two names without a word in front are two things. */
static enum pl_meeting attributes_meet(struct pl_cx *cx, const struct pl_schema_entity *a, const struct pl_schema_entity *b,
				       struct pl_str attribute)
{
	const struct pl_schema_key *x = pl_entity_key(a, attribute), *y = pl_entity_key(b, attribute);

	if (!x || !y)
		return PL_MEET_APART;
	if (strcmp(pl_shape_text(cx, &x->main), pl_shape_text(cx, &y->main)) == 0)
		return PL_MEET_SURELY;
	return has_words(&x->main) && has_words(&y->main) && pl_promise_common(cx, a, b, attribute, PL_S("")).some
		       ? PL_MEET_MAYBE : PL_MEET_APART;
}

static enum pl_meeting entities_meet(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_schema_entity *a,
				     const struct pl_schema_entity *b)
{
	const struct pl_sorting sorting = pl_index_sorting(keys->index, keys->rank);
	enum pl_meeting least = PL_MEET_SURELY;

	for (unsigned i = 0; i < sorting.nparts; i++) {
		enum pl_meeting meeting = attributes_meet(cx, a, b, sorting.attrs[i].name);

		least = PL_MIN(least, meeting);
	}
	return least;
}

static bool has_field(const struct pl_entity *entity, const struct pl_field *field)
{
	for (size_t i = 0; i < entity->nfields; i++)
		if (entity->fields[i] == field)
			return true;
	return false;
}

/* What is said of present layouts counts before what is said of older ones. */
static bool tells_more(const struct pl_time_pair *a, const struct pl_time_pair *b)
{
	if (!b->of || a->older != b->older)
		return !b->of || b->older;
	return a->meeting > b->meeting;
}

static void meet(struct pl_cx *cx, const struct pl_entity *of, const struct pl_entity *other_of, struct pl_time_pair *best)
{
	const struct pl_time_pair found = {
		.of = of,
		.other_of = other_of,
		.meeting = entities_meet(cx, of->keys_of, of->declared, other_of->declared),
		.older = of->legacy || other_of->legacy,
	};

	if (tells_more(&found, best))
		*best = found;
}

struct pl_time_pair pl_meeting_of(struct pl_cx *cx, const struct pl_field *field, const struct pl_field *other)
{
	const struct pl_keys *keys = field->keys;
	struct pl_time_pair best = {.of = NULL};

	for (size_t i = 0; i < keys->nentities; i++)
		for (size_t k = 0; k < keys->nentities && has_field(keys->entities[i], field); k++)
			if (has_field(keys->entities[k], other))
				meet(cx, keys->entities[i], keys->entities[k], &best);
	return best;
}

/* ---- which is to be changed ---- */

static unsigned rank_of(struct pl_cx *cx, const struct pl_declared *declared)
{
	static const unsigned char layouts[PL_T_LAYOUTS] = {[PL_T_ISO] = 3, [PL_T_ISO_BASIC] = 2, [PL_T_YEAR_SLASH] = 1};
	static const unsigned char zones[] = {
		[PL_Z_UPPER] = 3, [PL_Z_COLON] = 2, [PL_Z_BASIC] = 2, [PL_Z_HOUR] = 2, [PL_Z_LOWER] = 1, [PL_Z_NONE] = 0,
		[PL_Z_NAME] = 0,
	};
	struct pl_time_form form;

	if (is_epoch(declared))
		return 0;
	if (!pl_promised_form(cx, declared, &form))
		return 1;
	return 2 + layouts[form.layout] * 1000U + zones[form.zone] * 100U + (form.between == 'T' ? 50U : 0U) + form.fraction;
}

static bool is_older(const struct pl_field *field)
{
	return field->entity && field->entity->legacy;
}

/* Bytes of a value are its digits where nothing else differs. */
static unsigned worth(struct pl_cx *cx, const struct pl_declared *declared, enum pl_time_mixture mixture)
{
	if (mixture == PL_TM_PRECISION)
		return declared->format.most;
	if (mixture == PL_TM_OFFSET)
		return pl_promised_east(cx, declared) == 0;
	return rank_of(cx, declared);
}

/* Whether `a` stays and `b` is to be changed; nothing is ever cut, so digits count before age. Equals: the first stays. */
static bool stays(struct pl_cx *cx, const struct pl_field *a, const struct pl_field *b, enum pl_time_mixture mixture)
{
	const unsigned x = worth(cx, time_of(a), mixture), y = worth(cx, time_of(b), mixture);

	if (mixture != PL_TM_PRECISION && is_older(a) != is_older(b))
		return is_older(b);
	return x != y ? x > y : a->number < b->number;
}

/* ---- pairs ---- */

/* What stands behind the field in keys of the entity. */
static struct pl_behind behind_of(struct pl_cx *cx, const struct pl_entity *entity, const struct pl_field *field)
{
	const struct pl_template *template = entity->template;
	struct pl_buf text = PL_BUF_INIT;
	struct pl_behind behind = {.ends = true};
	size_t values = 0, i = 0;

	for (; i < template->nparts; i++)
		if (template->parts[i].kind == PL_PART_VALUE && entity->fields[values++] == field)
			break;
	for (i++; i < template->nparts && behind.ends; i++) {
		behind.ends = template->parts[i].kind != PL_PART_VALUE;
		if (behind.ends)
			pl_buf_add(&text, template->parts[i].text);
	}
	behind.text = pl_arena_str(cx->judge->arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return behind;
}

static bool has_bucket(const struct pl_time_pair *pair)
{
	return is_bucket(time_of(pair->field)) || is_bucket(time_of(pair->other));
}

static struct pl_time_pair pair_with(struct pl_cx *cx, const struct pl_field *field, const struct pl_field *other,
				     enum pl_time_mixture mixture)
{
	struct pl_time_pair pair = pl_meeting_of(cx, field, other);

	if (!pair.of)
		return pair;
	pair.field = field;
	pair.other = other;
	pair.mixture = mixture;
	pair.example = pl_promised_mixture(cx, time_of(field), behind_of(cx, pair.of, field), time_of(other),
					   behind_of(cx, pair.other_of, other));
	return pair;
}

const struct pl_older_rows *pl_rows_of_both(const struct pl_field *field, const struct pl_field *other)
{
	if (field->observed && field->observed->older && field->observed->older->present == other)
		return field->observed->older;
	if (other->observed && other->observed->older && other->observed->older->present == field)
		return other->observed->older;
	return NULL;
}

/* Two keys of the dump that prove it. */
static struct pl_witness witness_of(const struct pl_time_pair *pair)
{
	const struct pl_older_rows *rows = pl_rows_of_both(pair->field, pair->other);

	return rows ? rows->witness : (struct pl_witness){.some = false};
}

/*
 * An older layout is a migration that is known: a fault where rows of both are left. What is in order all the same is
 * two spellings that readers have to know, or a precision that bounds of queries have to have; a day in any order
 * with its own hours is nothing.
 */
static enum pl_level level_of(const struct pl_time_pair *pair)
{
	const bool wrong = pair->example.some;

	if (pair->meeting == PL_MEET_APART || (!wrong && (pair->older || has_bucket(pair))))
		return PL_OFF;
	if (pair->older && witness_of(pair).some)
		return PL_ERROR;
	if (pair->older)
		return pair->field->observed && pair->other->observed ? PL_WARNING : PL_INFO;
	if (!wrong && pair->mixture == PL_TM_PRECISION)
		return PL_INFO;
	return pair->meeting == PL_MEET_MAYBE ? (wrong ? PL_WARNING : PL_INFO) : wrong ? PL_ERROR : PL_WARNING;
}

struct pl_time_pair pl_time_pair_of(struct pl_cx *cx, const struct pl_field *field, enum pl_time_mixture mixture)
{
	struct pl_time_pair best = {.other = NULL};
	const struct pl_field *other;
	size_t at = 0;

	while (field->keys->ordered && time_of(field) && (other = next_beside(field, &at)) != NULL) {
		struct pl_time_pair pair;

		if (mixture_of(cx, time_of(field), time_of(other)) != mixture || !stays(cx, other, field, mixture))
			continue;
		pair = pair_with(cx, field, other, mixture);
		if (!pair.other || level_of(&pair) == PL_OFF)
			continue;
		if (!best.other || tells_more(&pair, &best) || (!tells_more(&best, &pair) && stays(cx, other, best.other, mixture)))
			best = pair;
	}
	return best;
}

/* ---- texts ---- */

const char *pl_layout_text(struct pl_cx *cx, const struct pl_entity *entity)
{
	return pl_text(cx, "%s%.*s", entity->legacy ? "an older layout of " : "", (int)entity->name.len, entity->name.ptr);
}

static const char *sample(struct pl_cx *cx, const struct pl_field *field)
{
	static const char *const epochs[] = {
		[PL_TE_EPOCH_S] = "in seconds since 1970",       [PL_TE_EPOCH_MS] = "in milliseconds since 1970",
		[PL_TE_EPOCH_US] = "in microseconds since 1970", [PL_TE_EPOCH_NS] = "in nanoseconds since 1970",
	};
	const struct pl_declared *declared = time_of(field);

	return is_epoch(declared) ? epochs[declared->format.encoding] : pl_promised_time(cx, declared).ptr;
}

/* As keys.yaml has it. */
static const char *options_text(struct pl_cx *cx, const struct pl_declared *declared)
{
	const struct pl_time_format *format = &declared->format;
	const char *zone = "", *letters = declared->letters == PL_CASE_LOWER ? ", case: lower" : "";

	if (declared->zone.len && !pl_str_eq(declared->zone, PL_S("Z")))
		zone = pl_text(cx, ", zone: \"%.*s\"", (int)declared->zone.len, declared->zone.ptr);
	if (is_epoch(declared))
		return pl_text(cx, "`format: %.*s`", (int)format->text.len, format->text.ptr);
	if (format->encoding == PL_TE_PATTERN)
		return pl_text(cx, "`format: \"%.*s\"%s%s`", (int)format->text.len, format->text.ptr, zone, letters);
	return pl_text(cx, "`format: %.*s, precision: %s%s%s`", (int)format->text.len, format->text.ptr,
		       pl_precision_name(format->precision), zone, letters);
}

static const char *fix(struct pl_cx *cx, const struct pl_time_pair *pair)
{
	const struct pl_str name = pair->other->name;
	const char *of = pl_layout_text(cx, pair->other_of);

	if (pair->of->legacy)
		return pl_text(cx, "Rewrite the rows that are left of the older layout as those of %s, then take it out of `legacy`", of);
	if (has_bucket(pair))
		return pl_text(cx, "Write the date as <%.*s> of %s has it (%s), with the same signs between its parts", (int)name.len,
			       name.ptr, of, sample(cx, pair->other));
	return pl_text(cx, "Declare and write it as <%.*s> of %s: %s", (int)name.len, name.ptr, of,
		       options_text(cx, time_of(pair->other)));
}

void pl_report_time_pair(struct pl_cx *cx, const struct pl_time_pair *pair, const char *why, const char *more)
{
	const struct pl_field *field = pair->field;
	const char *order = pair->example.some ? "" : ", which is in order all the same";

	pl_report_field(cx, field, (struct pl_finding){
		.level = level_of(pair),
		.message = pl_text(cx, "<%.*s> is written %s for %s, and at the same place %s for %s%s", (int)field->name.len,
				   field->name.ptr, sample(cx, field), pl_layout_text(cx, pair->of), sample(cx, pair->other),
				   pl_layout_text(cx, pair->other_of), order),
		.why = pair->example.some ? pl_text(cx, "%s, though it is later: %s", pl_promise_text(cx, pair->example), why) : why,
		.fix = pl_text(cx, "%s%s%s", fix(cx, pair), has_bucket(pair) ? "" : more, field->observed ? pl_safe_order : ""),
		.witness = witness_of(pair),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
		.fingerprint = 1,
	});
}
