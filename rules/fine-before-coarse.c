/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL207 fine-before-coarse: parts of a date in an order other than year, month, day.
 *
 *     LOG#01#12#2025      … 30 31 23      the first of December 2025 comes first,
 *     LOG#02#01#2025      … 30 32 23      the second of January 2025 second
 *
 * The part that stands first decides first. Parts may be segments of their own
 * or numbers of one segment; what a part is tells a declared format (DD, MM,
 * YYYY), a label or name (DAY#01#MONTH#12#YEAR#2025), or the numbers themselves
 * (profile/spot.c: 1 to 31, 1 to 12 and a year, side by side). A declared format
 * with all parts in one value is judged, too (MM-YYYY, hh:mm YYYY-MM-DD).
 *
 * Only neighbours are one date: MONTH#06#USER#17#YEAR#2026 counts months for
 * each user, and a day in front of a whole date is a bucket. Birthdays and
 * holidays are read by month and day, whatever the year. Dates that people
 * write so somewhere (23.06.2026) are PL201's. A clock is no date part.
 */
#include "linter/rule.h"

/* Parts of one date: the fields [from, to) of an entity. */
struct date {
	const struct pl_entity *entity;
	size_t from, to;
};

/* The date that begins with the `at`-th field; `to` is `from` when nothing in it is coarser. */
static struct date date_at(const struct pl_entity *entity, size_t at)
{
	struct date date = {.entity = entity, .from = at, .to = at};
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
static struct date date_of(const struct pl_field *field)
{
	struct date date = {.entity = NULL};

	for (size_t e = 0; e < field->keys->nentities; e++) {
		const struct pl_entity *entity = field->keys->entities[e];

		for (size_t i = 0; i < entity->nfields; i++) {
			if (entity->fields[i] == field)
				date = date_at(entity, i);
			if (date.to > date.from)
				return date;
		}
	}
	return date;
}

/* Days that come again each year are read without it. */
static bool comes_again(const struct pl_field *field)
{
	static const struct pl_str words[] = {{"birth", 5},	   {"birthday", 8}, {"birthdate", 9}, {"bday", 4}, {"dob", 3},
					      {"anniversary", 11}, {"holiday", 7},  {"holidays", 8},  {"yearly", 6},
					      {"annual", 6},	   {"recurring", 9}};

	return pl_is_named(field, words, PL_LEN(words));
}

static bool is_declared_time(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && declared->type == PL_D_TIMESTAMP;
}

static bool applies(const struct pl_field *field)
{
	return field->keys->ordered && !pl_order_denied(field) && (is_declared_time(field) || pl_date_parts_of(field).coarse);
}

/* "day, month, year" */
static const char *order_text(struct pl_cx *cx, const struct date *date)
{
	const char *text = "";

	for (size_t i = date->from; i < date->to; i++)
		text = pl_text(cx, "%s%s%s", text, *text ? ", " : "",
			       pl_date_rank_name(pl_date_parts_of(date->entity->fields[i]).coarse));
	return text;
}

static bool all_declared(const struct date *date)
{
	for (size_t i = date->from; i < date->to; i++)
		if (!pl_date_parts_of(date->entity->fields[i]).declared)
			return false;
	return true;
}

static void report_parts(struct pl_cx *cx, const struct pl_field *field, const struct date *date)
{
	const struct pl_field *last = date->entity->fields[date->to - 1];

	pl_report_field(cx, field, (struct pl_finding){
		.level = all_declared(date) ? PL_ERROR : PL_WARNING,
		.message = pl_text(cx, "the parts of a date stand in the order %s", order_text(cx, date)),
		.why = pl_date_parts_of(field).coarse == PL_R_DAY
			       ? "The part in front decides first: day 01 (30 31) of December comes before day 02 (30 32) of January."
			       : "The part in front decides first: 01 (30 31) of this year comes before 12 (31 32) of the last.",
		.fix = pl_text(cx, "Write year, month and day in this order, each with a fixed number of digits%s",
			       field->observed ? pl_safe_order : ""),
		.counts.keys_wrong = last->observed ? last->observed->keys : 0,
	});
}

static void report_format(struct pl_cx *cx, const struct pl_field *field, const struct pl_declared *declared)
{
	const struct pl_example example = pl_promised_times(cx, declared);

	pl_report_field(cx, field, (struct pl_finding){
		.level = example.some ? PL_ERROR : PL_WARNING,
		.message = pl_text(cx, "<%.*s> is declared in the format %.*s, with a finer part in front of a coarser one",
				   (int)declared->name.len, declared->name.ptr, (int)declared->format.text.len,
				   declared->format.text.ptr),
		.why = example.some ? pl_text(cx, "%s, though it is later.", pl_promise_text(cx, example))
				    : "The part in front decides first.",
		.fix = pl_text(cx, "Declare and write the parts from the year down, as YYYY-MM-DD%s",
			       field->observed ? pl_safe_order : ""),
		.at = pl_declared_at(declared, PL_FO_FORMAT),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);
	struct date date;

	if (is_declared_time(field) && pl_is_fine_first(cx, declared)) {
		report_format(cx, field, declared);
		return;
	}
	if (pl_alone(field) || comes_again(field) || !pl_date_parts_of(field).coarse)
		return;
	date = date_of(field);
	if (date.to == date.from)
		return;
	/* Of day, month, year it is the day that is told of, and not the month again. */
	if (field->before && pl_date_is_coarser(pl_date_parts_of(field->before),
						pl_date_parts_of(date.entity->fields[date.to - 1])))
		return;
	report_parts(cx, field, &date);
}

const struct pl_rule pl_rule_fine_before_coarse = {
	.code = "PL207",
	.name = "fine-before-coarse",
	.since = "0.1.0",
	.summary = "parts of a date stand in another order than year, month, day",
	.why = "LOG#01#12#2025 comes before LOG#02#01#2025, eleven months earlier: the part that stands first decides first.",
	.fix = "Write year, month and day in this order, each with a fixed number of digits.",
	.blind = "Dates written so in one value, as 23.06.2026 (PL201); parts with something else between; month and day without "
		 "a year; birthdays and holidays; clocks.",
	.source = "ISO 8601-1:2019, 5.2.2: from the year down; Amazon DynamoDB developer guide: strings are ordered by their "
		  "UTF-8 bytes.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"LOG#01#12#2025", "LOG#02#01#2025", "LOG#14#06#2024", "LOG#23#06#2025", "LOG#30#11#2024", NULL},
	.good = (const char *const[]){"LOG#2024#06#14", "LOG#2024#11#30", "LOG#2025#01#02", "LOG#2025#06#23", "LOG#2025#12#01",
				      NULL},
	.applies_field = applies,
	.check_field = check,
};
