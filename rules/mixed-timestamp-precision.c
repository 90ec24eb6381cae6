/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL202 mixed-timestamp-precision: one spelling, several numbers of digits.
 *
 *     EVT#2023-04-09T07:05:29.017Z    … 39 2E 30 31 37 5A    comes first,
 *     EVT#2023-04-09T07:05:29Z        … 39 5A                though it is earlier
 *
 * Where the shorter value ends, the longer goes on with `.` (2E) or, for the
 * seconds, `:` (3A). What stands behind the shorter decides: `Z` (5A), `|`
 * (7C), `_`, `:` sort above and break the order; `#`, `+`, `-`, the space and
 * the end of the key sort below and keep it. So the zone is looked at first,
 * and without one the bytes seen directly behind the values.
 *
 * What a schema declares counts as one more form: keys of another precision are
 * those that its readers and bounds do not expect. Alone it shows two where
 * rows of two entities share a range (linter/time_pair.h).
 *
 * Compared are only forms of one spelling; PL203 has the others. A month, week
 * or day beside finer times is a rollup, a row for a bucket, and no precision.
 */
#include "linter/rule.h"

/* Days, months and epochs have no seconds that could be left out. */
static bool has_clock(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++)
		if (seen->forms[i].form.unit >= PL_U_HOUR && seen->forms[i].form.layout != PL_T_EPOCH)
			return true;
	return false;
}

static bool is_seen(const struct pl_field *field)
{
	return field->kind == PL_K_TIMESTAMP && field->keys->ordered && field->observed && !pl_order_denied(field) &&
	       has_clock(field->observed);
}

static bool applies(const struct pl_field *field)
{
	return is_seen(field) || pl_has_time_beside(field);
}

struct precision {
	bool differs, breaks; /* two precisions of one spelling; such that sort wrongly */
	unsigned char above;  /* the byte that sorts above … */
	char lead;            /* … the byte the longer form goes on with */
};

static void compare_two(const struct pl_observed *seen, struct pl_time_form a, struct pl_time_form b,
			struct precision *found)
{
	char lead = pl_precision_lead(a, b);

	if (pl_is_rollup(a) || pl_is_rollup(b) || !pl_same_spelling(a, b) || !lead)
		return;
	found->differs = true;
	if (found->breaks || !pl_precision_breaks(seen, a, b, &found->above))
		return;
	found->breaks = true;
	found->lead = lead;
}

static struct precision compare_forms(const struct pl_observed *seen)
{
	struct precision found = {.lead = 0};

	for (size_t i = 0; i < seen->nforms; i++)
		for (size_t k = i + 1; k < seen->nforms; k++)
			compare_two(seen, seen->forms[i].form, seen->forms[k].form, &found);
	return found;
}

/* The same, and each form with the declared one; *strays counts the keys of another precision than that. */
static struct precision compare_all(struct pl_cx *cx, const struct pl_field *field, uint64_t *strays)
{
	const struct pl_observed *seen = field->observed;
	struct precision found = compare_forms(seen);
	struct pl_time_form declared;

	*strays = 0;
	if (!pl_declared_form(cx, field, &declared))
		return found;
	for (size_t i = 0; i < seen->nforms; i++) {
		struct precision one = {.lead = 0};

		compare_two(seen, declared, seen->forms[i].form, &one);
		if (one.differs)
			*strays += seen->forms[i].keys;
		compare_two(seen, declared, seen->forms[i].form, &found);
	}
	return found;
}

/* Fraction digits seen in times of day: a bit for each count. */
static uint32_t fractions(const struct pl_observed *seen)
{
	uint32_t set = 0;

	for (size_t i = 0; i < seen->nforms; i++)
		if (!pl_is_rollup(seen->forms[i].form))
			set |= UINT32_C(1) << PL_MIN(seen->forms[i].form.fraction, 18);
	return set;
}

static bool only(uint32_t set, uint32_t of)
{
	return (set & ~of) == 0;
}

enum { D0 = 1, D3 = 1 << 3, D6 = 1 << 6, D9 = 1 << 9 };

/* java.sql.Timestamp: a space, no zone, and never without a fraction, whose zeros are cut down to one digit. */
static bool is_jdbc(const struct pl_observed *seen, uint32_t set)
{
	for (size_t i = 0; i < seen->nforms; i++) {
		const struct pl_time_form form = seen->forms[i].form;

		if (!pl_is_rollup(form) && (form.between != ' ' || form.zone != PL_Z_NONE))
			return false;
	}
	return !(set & D0);
}

/* Who writes such a mix, and how to stop it; told by the counts of digits. */
static const char *writer(struct pl_cx *cx, const struct pl_observed *seen, uint32_t set, unsigned most)
{
	if (is_jdbc(seen, set))
		return pl_text(cx, "\nThe likely writer is java.sql.Timestamp: toString() cuts zeros at the end and writes the local "
				   "time; write toInstant() with a DateTimeFormatterBuilder and appendInstant(%u).", most);
	if (most == 7)
		return "\nThe likely writer is .NET, whose JSON serializers cut zeros at the end; write ToString(\"o\") of the UTC time, "
		       "which has always 7 digits.";
	if (set == (D0 | D6))
		return "\nThe likely writer is Python: isoformat() leaves a fraction of zero out; use "
		       "isoformat(timespec=\"microseconds\").";
	if (only(set, D0 | D3 | D6 | D9))
		return pl_text(cx, "\nThe likely writer is java.time: Instant.toString() prints 0, 3, 6 or 9 digits; use a "
				   "DateTimeFormatterBuilder with appendInstant(%u).", most);
	return pl_text(cx, "\nThe likely writer is Go: RFC3339Nano cuts zeros at the end; use the layout "
			   "2006-01-02T15:04:05.%0*uZ07:00.", (int)most, 0U);
}

static unsigned most_digits(uint32_t set)
{
	unsigned most = 0;

	for (unsigned i = 0; i < 32; i++)
		most = set >> i & 1 ? i : most;
	return most;
}

/* Keys with fewer digits than the most. */
static uint64_t short_keys(const struct pl_observed *seen, unsigned most)
{
	uint64_t keys = 0;

	for (size_t i = 0; i < seen->nforms; i++)
		if (!pl_is_rollup(seen->forms[i].form) && seen->forms[i].form.fraction < most)
			keys += seen->forms[i].keys;
	/* Without fractions the seconds are what is missing. */
	for (size_t i = 0; i < seen->nforms && !most; i++)
		if (seen->forms[i].form.unit == PL_U_MINUTE)
			keys += seen->forms[i].keys;
	return keys;
}

static const char *digits_seen(struct pl_cx *cx, uint32_t set)
{
	const char *list = "";

	for (unsigned i = 0; i < 32; i++)
		if (set >> i & 1)
			list = pl_text(cx, "%s%s%u", list, *list ? ", " : "", i);
	return list;
}

static enum pl_level level_of(const struct pl_field *field, const struct precision *found, uint64_t strays)
{
	const struct pl_proof *proof = field->observed->proof;

	if (!found->breaks)
		return PL_INFO;
	/* The next row, written as declared, would stand out of order. */
	if (!pl_walked(field) || !proof->ranges_precision)
		return strays ? PL_WARNING : PL_INFO;
	return proof->state == PL_O_BROKEN ? PL_ERROR : PL_WARNING;
}

static const char *message(struct pl_cx *cx, const struct pl_field *field, uint32_t set, const struct precision *found,
			   uint64_t strays)
{
	const char *order = found->breaks ? "" : ", which is in order before the bytes that follow";

	if (strays)
		return pl_text(cx, "%s %s another precision than the declared one, %s%s",
			       pl_share(cx, strays, field->observed->keys), strays == 1 ? "has" : "have",
			       pl_precision_name(field->declared->format.precision), order);
	if (set == D0)
		return pl_text(cx, "times are written with and without seconds%s", order);
	return pl_text(cx, "times are written with %s digits of a second%s", digits_seen(cx, set), order);
}

static const char *why(struct pl_cx *cx, const struct precision *found)
{
	if (!found->breaks)
		return "What stands behind the shorter values sorts below the \".\" (2E) or \":\" (3A) with which the longer "
		       "ones go on; a bound of a query still needs the right number of digits.";
	return pl_text(cx, "Where the shorter value ends, %s sorts above the %s with which the longer one goes on.",
		       pl_byte_text(cx, found->above),
		       found->lead == '0' ? "digit (30 to 39)" : pl_byte_text(cx, (unsigned char)found->lead));
}

static const char *fix(struct pl_cx *cx, const struct pl_observed *seen, uint32_t set, unsigned most)
{
	if (!most)
		return pl_text(cx, "Always write the seconds: :00 where they are left out\nThe likely writer is java.time: toString() of "
				   "LocalDateTime and OffsetDateTime leaves them out; use a DateTimeFormatter whose pattern has ss.%s",
			       pl_safe_order);
	return pl_text(cx, "Write always %s of the second: pad the shorter ones with zeros at the right, never cut%s%s",
		       pl_counted(cx, most, "digit"), set & (set - 1) ? writer(cx, seen, set, most) : "", pl_safe_order);
}

static void check_seen(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	uint64_t strays;
	struct precision found = compare_all(cx, field, &strays);
	struct pl_time_form declared;
	uint32_t set = fractions(seen);
	unsigned most = most_digits(set);
	enum pl_level level = level_of(field, &found, strays);

	if (strays && pl_declared_form(cx, field, &declared))
		most = PL_MAX(most, (unsigned)declared.fraction);

	if (!found.differs || pl_alone(field))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = level,
		.message = message(cx, field, set, &found, strays),
		.why = why(cx, &found),
		.fix = fix(cx, seen, set, most),
		.witness = level == PL_ERROR ? seen->proof->witness : (struct pl_witness){.some = false},
		.counts.keys_wrong = strays ? strays : short_keys(seen, most),
	});
}

static void check_declared(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_time_pair pair = pl_time_pair_of(cx, field, PL_TM_PRECISION);
	const char *why = pair.example.some ? "what stands behind the shorter value sorts above what the longer one goes on with."
					    : "What stands behind the shorter values sorts below what the longer ones go on with; a bound "
					      "of a query still needs the right number of digits.";

	if (pair.other)
		pl_report_time_pair(cx, &pair, why, "\nPad the shorter values at the right, with zeros; never cut the longer ones.");
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	check_declared(cx, field);
	if (is_seen(field))
		check_seen(cx, field);
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_order_state state = field->observed->proof->state;

	(void)cx;
	return is_seen(field) && state != PL_O_ENCODING && state != PL_O_ALONE && compare_forms(field->observed).breaks;
}

const struct pl_rule pl_rule_mixed_timestamp_precision = {
	.code = "PL202",
	.name = "mixed-timestamp-precision",
	.since = "0.1.0",
	.summary = "times of one spelling have different numbers of fraction digits, or lack seconds",
	.why = "…29.017Z (2E …) comes before …29Z (5A), though it is later: \"Z\" sorts above \".\".",
	.fix = "Write the greatest number of digits seen, always: pad at the right with zeros, never cut.",
	.blind = "Whether the offset or the spelling differ (PL204, PL203). Months, weeks and days beside finer times "
		 "are rollups.",
	.source = "RFC 3339, 5.1: times sort as strings only with one number of fraction digits; aws-sdk-java-v2 issue "
		  "2219.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"EVT#2023-04-09T07:05:29.017Z", "EVT#2023-04-09T07:05:29Z",
				     "EVT#2023-04-09T07:05:30Z", NULL},
	.good = (const char *const[]){"EVT#2023-04-09T07:05:29.000Z", "EVT#2023-04-09T07:05:29.017Z",
				      "EVT#2023-04-09T07:05:30.000Z", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
