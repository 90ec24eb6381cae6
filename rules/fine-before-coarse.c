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
 * with all parts in one value is judged, too (MM-YYYY, hh:mm YYYY-MM-DD), and so
 * are eight digits (31122025) and days with the month behind (2025-31-12) where
 * the values can be nothing else (profile/dates.c). That finds the two keys that
 * prove it, too: the walk of ranges compares one field at a time.
 *
 * Only neighbours are one date: MONTH#06#USER#17#YEAR#2026 counts months for
 * each user, and a day in front of a whole date is a bucket. Birthdays and
 * holidays are read by month and day, whatever the year. Dates that people
 * write so somewhere (23.06.2026) are PL201's. A clock is no date part.
 */
#include "linter/rule.h"

static bool is_declared_time(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && declared->type == PL_D_TIMESTAMP;
}

/* The field is a date of its own. */
static const struct pl_fine_first *value_of(const struct pl_field *field)
{
	const struct pl_fine_first *fine = field->observed ? field->observed->fine_first : NULL;

	return fine && fine->order != PL_FINE_PARTS && !pl_comes_again(field) ? fine : NULL;
}

static bool applies(const struct pl_field *field)
{
	return field->keys->ordered && !pl_order_denied(field) &&
	       (is_declared_time(field) || pl_date_parts_of(field).coarse || value_of(field));
}

/* "day, month, year" */
static const char *order_text(struct pl_cx *cx, const struct pl_date *date)
{
	const char *text = "";

	for (size_t i = date->from; i < date->to; i++)
		text = pl_text(cx, "%s%s%s", text, *text ? ", " : "",
			       pl_date_rank_name(pl_date_parts_of(date->entity->fields[i]).coarse));
	return text;
}

static bool all_declared(const struct pl_date *date)
{
	for (size_t i = date->from; i < date->to; i++)
		if (!pl_date_parts_of(date->entity->fields[i]).declared)
			return false;
	return true;
}

/* Two keys of the sample that prove it. */
static struct pl_witness witness_of(const struct pl_field *field)
{
	return field->observed && field->observed->fine_first ? field->observed->fine_first->witness
							      : (struct pl_witness){.some = false};
}

static const char *proven_text(const struct pl_witness *witness)
{
	return witness->some ? ": the first of these two is the later one" : "";
}

static void report_parts(struct pl_cx *cx, const struct pl_field *field, const struct pl_date *date)
{
	const struct pl_field *last = date->entity->fields[date->to - 1];
	const struct pl_witness witness = witness_of(field);

	pl_report_field(cx, field, (struct pl_finding){
		.level = all_declared(date) || witness.some ? PL_ERROR : PL_WARNING,
		.message = pl_text(cx, "the parts of a date stand in the order %s%s", order_text(cx, date), proven_text(&witness)),
		.why = pl_date_parts_of(field).coarse == PL_R_DAY
			       ? "The part in front decides first: day 01 (30 31) of December comes before day 02 (30 32) of January."
			       : "The part in front decides first: 01 (30 31) of this year comes before 12 (31 32) of the last.",
		.fix = pl_text(cx, "Write year, month and day in this order, each with a fixed number of digits%s",
			       field->observed ? pl_safe_order : ""),
		.witness = witness,
		.counts.keys_wrong = last->observed ? last->observed->keys : 0,
	});
}

static const char *value_order_text(enum pl_fine_order order)
{
	switch (order) {
	case PL_FINE_DAY_FIRST:
		return "in the order day, month, year";
	case PL_FINE_MONTH_FIRST:
		return "in the order month, day, year";
	case PL_FINE_YEAR_DAY:
		return "in the order year, day, month";
	default:
		return "with day and month in front of the year";
	}
}

/* One value, as its numbers show: 31122025, 2025-31-12. */
static void report_value(struct pl_cx *cx, const struct pl_field *field, const struct pl_fine_first *fine)
{
	const char *undecided = "\nNo part is above 12, so day and month cannot be told apart: no conversion until `format:` says so.";

	pl_report_field(cx, field, (struct pl_finding){
		.level = fine->witness.some ? PL_ERROR : PL_WARNING,
		.message = pl_text(cx, "the digits of a date stand %s%s", value_order_text(fine->order), proven_text(&fine->witness)),
		.why = "The part in front decides first: 01 (30 31) of December comes before 02 (30 32) of January.",
		.fix = pl_text(cx, "Write %s%s%s", field->kind == PL_K_NUMBER ? "yyyymmdd" : "YYYY-MM-DD",
			       fine->order == PL_FINE_UNDECIDED ? undecided : "", pl_safe_order),
		.witness = fine->witness,
		.counts.keys_wrong = field->observed->keys,
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
	struct pl_date date;

	if (is_declared_time(field) && pl_is_fine_first(cx, declared)) {
		report_format(cx, field, declared);
		return;
	}
	if (pl_alone(field))
		return;
	if (value_of(field)) {
		report_value(cx, field, value_of(field));
		return;
	}
	date = pl_fine_date_of(field);
	if (date.entity)
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
