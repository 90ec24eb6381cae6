/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/date_parts.h"

#include "linter/profile/model.h"
#include "linter/rule.h"

static const struct pl_date_parts no_parts = {.coarse = PL_R_NONE};

static enum pl_date_rank rank_of_part(enum pl_time_unit_of_part unit)
{
	switch (unit) {
	case PL_TP_YEAR:
	case PL_TP_WEEK_YEAR:
		return PL_R_YEAR;
	case PL_TP_QUARTER:
		return PL_R_QUARTER;
	case PL_TP_MONTH:
	case PL_TP_MONTH_NAME:
	case PL_TP_WEEK:
		return PL_R_MONTH;
	case PL_TP_DAY:
		return PL_R_DAY;
	default:
		return PL_R_NONE;
	}
}

/* Only formats that are in order themselves: what stands first is the coarsest. */
static struct pl_date_parts parts_of_format(const struct pl_time_format *format)
{
	struct pl_date_parts parts = {.declared = true};

	if (format->trouble == PL_TT_FINE_FIRST)
		return no_parts;
	for (size_t i = 0; i < format->nparts; i++) {
		enum pl_date_rank rank = rank_of_part(format->parts[i].unit);

		if (!parts.coarse)
			parts.coarse = rank;
		if (rank)
			parts.fine = rank;
	}
	return parts.coarse ? parts : no_parts;
}

/* Spelled from the year down to `unit`. */
static struct pl_date_parts parts_of_forms(const struct pl_observed *seen)
{
	struct pl_date_parts parts = {.coarse = PL_R_YEAR, .fine = PL_R_YEAR};

	for (size_t i = 0; i < seen->nforms; i++) {
		struct pl_time_form form = seen->forms[i].form;

		if (!pl_time_sorts(form) || form.layout == PL_T_EPOCH || form.layout == PL_T_CLOCK)
			return no_parts;
		parts.fine = PL_MAX(parts.fine, form.unit >= PL_U_DAY	   ? PL_R_DAY
						: form.unit >= PL_U_MONTH  ? PL_R_MONTH
						: form.unit == PL_U_QUARTER ? PL_R_QUARTER
									    : PL_R_YEAR);
	}
	return parts;
}

/* Names of parts, and the values that they have. */
static const struct {
	struct pl_str word;
	enum pl_date_rank rank;
	int64_t least, most;
} names[] = {
	{{"year", 4}, PL_R_YEAR, 1900, 2199},  {{"yyyy", 4}, PL_R_YEAR, 1900, 2199}, {{"quarter", 7}, PL_R_QUARTER, 1, 4},
	{{"month", 5}, PL_R_MONTH, 1, 12},     {{"mm", 2}, PL_R_MONTH, 1, 12},	      {{"week", 4}, PL_R_MONTH, 1, 53},
	{{"day", 3}, PL_R_DAY, 1, 31},	       {{"dd", 2}, PL_R_DAY, 1, 31},
};

static bool lies_within(const struct pl_observed *seen, int64_t least, int64_t most)
{
	int64_t lo = seen ? pl_digits_i64(seen->least) : least, hi = seen ? pl_digits_i64(seen->greatest) : most;

	return lo >= least && hi <= most;
}

static struct pl_date_parts parts_of_name(const struct pl_field *field)
{
	for (size_t i = 0; i < PL_LEN(names); i++)
		if (pl_is_named(field, &names[i].word, 1) && lies_within(field->observed, names[i].least, names[i].most))
			return (struct pl_date_parts){names[i].rank, names[i].rank, false};
	return no_parts;
}

struct pl_date_parts pl_date_parts_of(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	if (declared && declared->type == PL_D_TIMESTAMP)
		return parts_of_format(&declared->format);
	if (declared && declared->type != PL_D_NUMBER)
		return no_parts;
	switch (field->kind) {
	case PL_K_YEAR:
		return (struct pl_date_parts){PL_R_YEAR, PL_R_YEAR, false};
	case PL_K_MONTH:
		return (struct pl_date_parts){PL_R_MONTH, PL_R_MONTH, false};
	case PL_K_DAY:
		return (struct pl_date_parts){PL_R_DAY, PL_R_DAY, false};
	case PL_K_TIMESTAMP:
		return field->observed ? parts_of_forms(field->observed) : no_parts;
	case PL_K_NUMBER:
		return parts_of_name(field);
	default:
		return no_parts;
	}
}

bool pl_date_is_coarser(struct pl_date_parts left, struct pl_date_parts right)
{
	return right.coarse && right.coarse < left.coarse && right.fine < left.coarse;
}

/* The date that begins with the `at`-th field; `to` is `from` when nothing in it is coarser. */
static struct pl_date fine_at(const struct pl_entity *entity, size_t at)
{
	struct pl_date date = {.entity = entity, .from = at, .to = at};
	const struct pl_date_parts left = pl_date_parts_of(entity->fields[at]);

	for (size_t i = at + 1; i < entity->nfields; i++) {
		struct pl_date_parts right = pl_date_parts_of(entity->fields[i]);

		if (!right.coarse)
			break;
		if (pl_date_is_coarser(left, right))
			date.to = i + 1;
	}
	return date;
}

/* In the first entity that has one. */
static struct pl_date first_date(const struct pl_field *field)
{
	struct pl_date date = {.entity = NULL};

	for (size_t e = 0; e < field->keys->nentities; e++) {
		const struct pl_entity *entity = field->keys->entities[e];

		for (size_t i = 0; i < entity->nfields; i++) {
			if (entity->fields[i] == field)
				date = fine_at(entity, i);
			if (date.to > date.from)
				return date;
		}
	}
	return date;
}

bool pl_comes_again(const struct pl_field *field)
{
	static const struct pl_str words[] = {{"birth", 5},	   {"birthday", 8}, {"birthdate", 9}, {"bday", 4}, {"dob", 3},
					      {"anniversary", 11}, {"holiday", 7},  {"holidays", 8},  {"yearly", 6},
					      {"annual", 6},	   {"recurring", 9}};

	return pl_is_named(field, words, PL_LEN(words));
}

struct pl_date pl_fine_date_of(const struct pl_field *field)
{
	static const struct pl_date none;
	struct pl_date date = {.entity = NULL};

	if (!pl_date_parts_of(field).coarse || pl_comes_again(field))
		return none;
	date = first_date(field);
	if (date.to == date.from)
		return none;
	/* Of day, month, year it is the day that is told of, and not the month again. */
	if (field->before && pl_date_is_coarser(pl_date_parts_of(field->before),
						pl_date_parts_of(date.entity->fields[date.to - 1])))
		return none;
	return date;
}

static void tell_date(struct pl_arena *arena, struct pl_model *model, size_t i, const struct pl_date *date)
{
	struct pl_date_part *parts = PL_NEW_N(arena, struct pl_date_part, date->to - date->from);

	for (size_t k = date->from; k < date->to; k++) {
		const struct pl_field *field = date->entity->fields[k];

		parts[k - date->from] = (struct pl_date_part){field, pl_date_parts_of(field).coarse};
	}
	pl_model_date(arena, model, i, parts, date->to - date->from);
}

void pl_dates_find(struct pl_arena *arena, struct pl_model *model)
{
	for (size_t i = 0; i < model->nkeys; i++) {
		const struct pl_keys *keys = model->keys[i];

		for (size_t f = 0; f < keys->nfields && keys->ordered; f++) {
			struct pl_date date = {.entity = NULL};

			if (keys->fields[f]->observed)
				date = pl_fine_date_of(keys->fields[f]);
			if (date.entity)
				tell_date(arena, model, i, &date);
		}
	}
}

const char *pl_date_rank_name(enum pl_date_rank rank)
{
	static const char *const rank_names[] = {"", "year", "quarter", "month", "day"};

	return rank_names[rank];
}

bool pl_date_has_neighbour(const struct pl_field *field)
{
	if (field->before && pl_date_parts_of(field->before).coarse)
		return true;
	for (size_t e = 0; e < field->keys->nentities; e++) {
		const struct pl_entity *entity = field->keys->entities[e];

		for (size_t i = 0; i + 1 < entity->nfields; i++)
			if (entity->fields[i] == field && pl_date_parts_of(entity->fields[i + 1]).coarse)
				return true;
	}
	return false;
}
