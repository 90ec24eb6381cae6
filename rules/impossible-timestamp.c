/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL206 impossible-timestamp: a time that no calendar or clock has.
 *
 *     INV#2026-02-30       February has 28 days
 *     EVT#2026-13-01       day and month changed places
 *     EVT#+010000-01-01…   a year of five digits, as Java and JavaScript print it
 *
 * Its bytes are spelled as a time, so it is stored, sorted and given back; who
 * reads it fails, or makes of it the first of March. Right are 24:00:00, which
 * is the next midnight, and a leap second at the end of a UTC day. Of 3/9/2026
 * only such count that are no date with the day first nor with the month
 * first. `0000-00-00` that stands alone in front of its range is an open end.
 *
 * Digits alone (20260230) are no times when one of them is none: the column is
 * one of numbers then, unless the schema says that they are times.
 */
#include "linter/rule.h"

static bool applies(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);
	const bool digits = declared && declared->type == PL_D_TIMESTAMP && declared->format.nparts;

	return (field->kind == PL_K_TIMESTAMP || digits) && field->observed && !pl_is_among_triples(field);
}

/* 0000-00-00, 00000000 or 99999999. */
static bool is_no_date(struct pl_str end)
{
	size_t n = 0;

	while (n < end.len && (end.ptr[n] == '0' || end.ptr[n] == '9') && end.ptr[n] == end.ptr[0])
		n++;
	return (n && n == end.len) || pl_str_starts(end, PL_S("0000-00-00"));
}

/* Keys whose open end is no date at all; those are meant. */
static uint64_t open_ends(const struct pl_observed *seen)
{
	const struct pl_proof *proof = seen->proof;

	for (size_t i = 0; i < proof->nsentinels; i++)
		if (!is_no_date(proof->sentinels[i]))
			return 0; /* the count is of all of them */
	return proof->nsentinels ? proof->sentinel_keys : 0;
}

static bool has_weeks(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++)
		if (seen->forms[i].form.unit == PL_U_WEEK && seen->forms[i].invalid)
			return true;
	return false;
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_marked *marked = pl_marked_as(seen, PL_M_NO_SUCH_TIME);
	uint64_t keys = marked ? marked->keys - PL_MIN(marked->keys, open_ends(seen)) : 0;

	/* 2025-31-12 among others of its kind: PL207 tells of all of them. */
	if (!keys || (seen->fine_first && pl_rule_on(cx, "PL207")))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s %s a time that does not exist", pl_share(cx, keys, seen->keys),
				   keys == 1 ? "holds" : "hold"),
		.why = has_weeks(seen) ? "Years of ISO 8601 have 52 or 53 weeks, from 01. The calendar's year with the week of ISO 8601 "
					 "(%Y-W%V) names weeks that are not there."
				       : "A month beyond 12, a day that its month does not have, an hour beyond 24:00, a year that has not "
					 "four digits: it sorts among the others, and whoever reads it fails or makes another day of it.",
		.fix = has_weeks(seen) ? "Take year and week from one calendar where the key is made: %G-W%V, YYYY-'W'ww with the year of the "
					 "week. Look up what was meant; it cannot be told from the key."
				       : "Correct it where the key is made, and check times before they are written. What was meant cannot be "
					 "told from the key.",
		.witness = marked->example,
		.counts.keys_wrong = keys,
	});
}

/* An open end shows only in its range. */
static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	(void)cx;
	return field->keys->ordered && field->observed->proof->state != PL_O_ALONE &&
	       pl_marked_as(field->observed, PL_M_NO_SUCH_TIME) != NULL;
}

const struct pl_rule pl_rule_impossible_timestamp = {
	.code = "PL206",
	.name = "impossible-timestamp",
	.since = "0.1.0",
	.summary = "times that no calendar or clock has",
	.why = "2026-02-30 is stored and sorted like a day; who reads it fails, or makes the second of March of it.",
	.fix = "Correct it where the key is made. What was meant cannot be told from the key.",
	.blind = "Days and months in segments of their own; yyyymmdd among numbers; which times are wrong though they exist.",
	.source = "ISO 8601-1:2019, 4.3: months, days and hours; 24:00 of its predecessor; RFC 3339, 5.7: limits and leap "
		  "seconds.",
	.scope = PL_FIELD,
	.level = PL_WARNING,
	.bad = (const char *const[]){"INV#2026-01-31#a", "INV#2026-02-28#b", "INV#2026-02-30#c", NULL},
	.good = (const char *const[]){"INV#2026-01-31#a", "INV#2026-02-28#b", "INV#2026-03-02#c", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
