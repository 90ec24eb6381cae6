/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL208 zero-time: times that a clock gives which was never set, or was misread.
 *
 *     1970-01-01T00:00:00Z    an epoch of 0: nothing was there
 *     1970-01-20T11:12:57Z    seconds, taken for milliseconds
 *     +054356-…               milliseconds, taken for seconds
 *     0001-01-01T00:00:00Z    the zero of Go and .NET
 *
 * They are told of beside times of today. A column that also has other times
 * from before 1990 is one of history or birthdays, where the first of January
 * 1970 is a day like others. When all of several times lie in the first weeks
 * of 1970 they have been misread together.
 *
 * A bare 0 among epochs is an open end or a pointer as well, and left alone.
 */
#include "linter/rule.h"

/* A time of day has no date. */
static bool has_date(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++)
		if (seen->forms[i].form.layout != PL_T_CLOCK && seen->forms[i].form.layout != PL_T_CLOCK_UNPADDED)
			return true;
	return false;
}

static bool applies(const struct pl_field *field)
{
	return field->kind == PL_K_TIMESTAMP && field->observed && has_date(field->observed);
}

static bool is_modern(struct pl_instant at)
{
	return at.seconds >= INT64_C(631152000); /* 1990 */
}

/* A sort key of the same table or index has times of today: those beyond year 9999 are spelled otherwise and stand apart. */
static bool beside_modern(const struct pl_keys *keys)
{
	for (size_t i = 0; i < keys->nfields; i++) {
		const struct pl_field *field = keys->fields[i];

		if (field->kind == PL_K_TIMESTAMP && field->observed && is_modern(field->observed->last))
			return true;
	}
	return false;
}

static bool is_told(const struct pl_field *field, const struct pl_marked *marked)
{
	const struct pl_observed *seen = field->observed;

	if (seen->early_times)
		return false;
	return beside_modern(field->keys) || (marked->keys == seen->keys && seen->distinct > 1);
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_marked *marked = pl_marked_as(seen, PL_M_ZERO_TIME);

	if (!marked || !is_told(field, marked))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s %s a time that is 0, or seconds and milliseconds confused",
				   pl_share(cx, marked->keys, seen->keys), marked->keys == 1 ? "holds" : "hold"),
		.why = "1970-01-01 is what 0 reads as, days up to February 1970 are seconds of today taken for milliseconds, a year beyond "
		       "50000 is the other way round, and year 1 is the zero of Go and .NET: such rows stand at an end of every range.",
		.fix = "Find the writer that had no time or the wrong unit, and refuse such times where keys are made. Of seconds that were "
		       "taken for milliseconds the right time is the distance from 1970, times 1000.",
		.witness = marked->example,
		.counts.keys_wrong = marked->keys,
	});
}

const struct pl_rule pl_rule_zero_time = {
	.code = "PL208",
	.name = "zero-time",
	.since = "0.1.0",
	.summary = "times of a clock that was not set, or was misread",
	.why = "1970-01-01 is what 0 reads as, 1970-01-20 are seconds of 2022 taken for milliseconds, 0001-01-01 is the zero of Go "
	       "and .NET: such rows stand at an end of every range.",
	.fix = "Find the writer that had no time or the wrong unit, and refuse such times where keys are made.",
	.blind = "A bare 0 among epochs; columns that have other times from before 1990.",
	.source = "POSIX.1-2017, 4.16: the epoch; Go, package time: the zero value of Time; ECMA-262, Date: milliseconds.",
	.scope = PL_FIELD,
	.level = PL_WARNING,
	.bad = (const char *const[]){"EVT#1970-01-01T00:00:00.000Z#a", "EVT#1970-01-20T11:12:57.600Z#b", "EVT#2026-06-23T10:00:00.000Z#c",
				     NULL},
	.good = (const char *const[]){"EVT#2022-05-22T00:00:00.000Z#b", "EVT#2026-06-23T10:00:00.000Z#c", NULL},
	.applies_field = applies,
	.check_field = check,
};
