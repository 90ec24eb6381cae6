/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields that hold parts of a date: year, month and day in segments or numbers
 * of their own. What a part is, tells a declared format (DD, MM, YYYY), a label
 * or name (DAY#01#MONTH#12#YEAR#2025), or what the numbers of a column turned
 * out to be (profile/spot.c). Included by rule.h.
 */
#ifndef PL_DATE_PARTS_H
#define PL_DATE_PARTS_H

#include "linter/base/arena.h"
#include "linter/profile/field.h"

enum pl_date_rank { PL_R_NONE, PL_R_YEAR, PL_R_QUARTER, PL_R_MONTH /* and week */, PL_R_DAY };

/* From the coarsest to the finest part that a field holds; `coarse` is PL_R_NONE when it holds none, or not in this order. */
struct pl_date_parts {
	enum pl_date_rank coarse, fine;
	bool declared; /* a format says so */
};

struct pl_date_parts pl_date_parts_of(const struct pl_field *field);

/* "year", "quarter", "month", "day" */
const char *pl_date_rank_name(enum pl_date_rank rank);

/* Whether `right` is a coarser part of the date that `left` begins; a whole date, which holds the part again, is none. */
bool pl_date_is_coarser(struct pl_date_parts left, struct pl_date_parts right);

/* Parts of one date: the fields [from, to) of an entity. `entity` NULL: none. */
struct pl_date {
	const struct pl_entity *entity;
	size_t from, to;
};

/*
 * The date that begins with the field, when a finer part of it stands in front of a coarser one: none of those that come
 * again each year, as birthdays, and of day, month and year no second one of month and year. In the first entity that has one.
 */
struct pl_date pl_fine_date_of(const struct pl_field *field);

/* Whether it is named after a day that comes again each year, and is read without it. */
bool pl_comes_again(const struct pl_field *field);

/* Tells the model of all such dates. */
struct pl_model;
void pl_dates_find(struct pl_arena *arena, struct pl_model *model);

/* Whether another part of a date stands directly in front of the field, or behind it in some key. */
bool pl_date_has_neighbour(const struct pl_field *field);

#endif
