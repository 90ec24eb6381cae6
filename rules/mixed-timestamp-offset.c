/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL204 mixed-timestamp-offset: one field, several UTC offsets.
 *
 *     ORDER#2026-01-05T14:30:00.000Z         … 54 31 34    comes first,
 *     ORDER#2026-01-05T23:15:00.000+09:00    … 54 32 33    though it is earlier: 14:15Z
 *
 * Bytes compare the clocks on the walls of two places. An offset that every
 * writer shares is in order, also when it is not zero, and so is one offset
 * for each range: a shop, a device or a user that keeps to its own.
 *
 * `Z` and `+00:00` are one offset in two spellings, which PL203 judges, as it
 * does times without any zone. Layouts that do not sort anyway are PL201's.
 *
 * A declared format with `±hh:mm` promises nothing about the offset; a zone
 * with summer time has two. One constant offset (`zone: "+05:30"`) is a
 * promise, and rows in any other do not keep to it; nor do two entities with two
 * such promises where their rows share a range (linter/time_pair.h).
 */
#include "linter/rule.h"

static const struct pl_declared *declared_time(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && declared->type == PL_D_TIMESTAMP ? declared : NULL;
}

/* What is declared when that leaves the offset open; else NULL. */
static const struct pl_declared *declared_open(const struct pl_field *field)
{
	const struct pl_declared *declared = declared_time(field);

	return declared && declared->format.trouble == PL_TT_OFFSET ? declared : NULL;
}

/* Forms whose offset counts: with a zone, and in order but for it. */
static bool is_zoned(struct pl_time_form form)
{
	return form.zone != PL_Z_NONE && pl_time_sorts(form);
}

static bool has_zone(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++)
		if (seen->forms[i].form.zone != PL_Z_NONE)
			return true;
	return false;
}

static bool applies(const struct pl_field *field)
{
	return field->keys->ordered && !pl_order_denied(field) &&
	       ((field->observed && field->kind == PL_K_TIMESTAMP && has_zone(field->observed)) || declared_open(field) || pl_has_time_beside(field));
}

static bool is_zulu(struct pl_time_form form)
{
	return form.zone == PL_Z_UPPER || form.zone == PL_Z_LOWER;
}

/* Whether a form before the i-th has its offset. */
static bool offset_came(const struct pl_observed *seen, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (is_zoned(seen->forms[k].form) && seen->forms[k].form.offset == seen->forms[i].form.offset)
			return true;
	return false;
}

static unsigned offsets(const struct pl_observed *seen)
{
	unsigned count = 0;

	for (size_t i = 0; i < seen->nforms; i++)
		count += is_zoned(seen->forms[i].form) && !offset_came(seen, i);
	return count;
}

static uint64_t keys_at(const struct pl_observed *seen, int16_t offset)
{
	uint64_t keys = 0;

	for (size_t i = 0; i < seen->nforms; i++)
		if (is_zoned(seen->forms[i].form) && seen->forms[i].form.offset == offset)
			keys += seen->forms[i].keys;
	return keys;
}

static const char *offset_text(struct pl_cx *cx, int16_t offset)
{
	int minutes = abs(offset);

	return offset ? pl_text(cx, "%c%02d:%02d", offset < 0 ? '-' : '+', minutes / 60, minutes % 60) : "UTC";
}

/* Up to four offsets with their keys, as the forms have them. */
static const char *offset_list(struct pl_cx *cx, const struct pl_observed *seen)
{
	const char *list = "";
	unsigned shown = 0;

	for (size_t i = 0; i < seen->nforms; i++) {
		int16_t offset = seen->forms[i].form.offset;

		if (!is_zoned(seen->forms[i].form) || offset_came(seen, i))
			continue;
		if (shown == 4)
			return pl_text(cx, "%s, …", list);
		list = pl_text(cx, "%s%s%s: %s", list, shown++ ? ", " : "", offset_text(cx, offset),
			       pl_count(cx, keys_at(seen, offset)));
	}
	return list;
}

/* The offset that every row is declared to have, in minutes; false: none is. */
static bool declared_offset(struct pl_cx *cx, const struct pl_field *field, int16_t *out)
{
	const struct pl_declared *declared = declared_time(field);
	struct pl_time_form form;
	struct pl_str zone;

	if (!declared || declared_open(field) || !pl_declared_form(cx, field, &form) || form.zone == PL_Z_NONE)
		return false;
	zone = declared->zone;
	*out = form.offset;
	if (zone.len == 6 && (*zone.ptr == '+' || *zone.ptr == '-'))
		*out = (int16_t)((pl_digits_i64(pl_str_sub(zone, 1, 3)) * 60 + pl_digits_i64(pl_str_sub(zone, 4, 6))) *
				 (*zone.ptr == '-' ? -1 : 1));
	return true;
}

/* Keys in another offset than the declared one. */
static uint64_t stray_keys(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	uint64_t keys = 0;
	int16_t offset;

	if (!declared_offset(cx, field, &offset))
		return 0;
	for (size_t i = 0; i < seen->nforms; i++)
		if (is_zoned(seen->forms[i].form) && seen->forms[i].form.offset != offset)
			keys += seen->forms[i].keys;
	return keys;
}

/* Keys that are not written in UTC with a Z. */
static uint64_t local_keys(const struct pl_observed *seen)
{
	uint64_t keys = 0;

	for (size_t i = 0; i < seen->nforms; i++)
		if (is_zoned(seen->forms[i].form) && !is_zulu(seen->forms[i].form))
			keys += seen->forms[i].keys;
	return keys;
}

/* ":  …T10:00:00+09:00  →  …T01:00:00Z", of the first form that has another offset; "" when none can be written. */
static const char *example(struct pl_cx *cx, const struct pl_observed *seen, enum pl_time_zone zone, int16_t offset)
{
	for (size_t i = 0; i < seen->nforms; i++) {
		struct pl_time_form form = seen->forms[i].form, wanted = form;
		struct pl_instant at = {pl_civil_seconds(2026, 6, 23) + (int64_t)10 * 3600 - form.offset * 60, 0};
		char from[64], to[64];

		if (!is_zoned(form) || form.offset == offset)
			continue;
		wanted.zone = (uint8_t)zone;
		wanted.offset = offset;
		if (pl_time_write(form, at, from) && pl_time_write(wanted, at, to))
			return pl_text(cx, ":  %s  →  %s", from, to);
	}
	return "";
}

/* To what is declared, else to UTC. */
static const char *fix(struct pl_cx *cx, const struct pl_field *field)
{
	const char *twins = "\nOne instant written with two offsets becomes one key: settle such rows by hand first.";
	int16_t offset;

	if (declared_offset(cx, field, &offset) && offset)
		return pl_text(cx, "Convert to the declared offset and keep the digits%s%s%s",
			       example(cx, field->observed, PL_Z_COLON, offset), twins, pl_safe_order);
	return pl_text(cx, "Convert to UTC with a Z and keep the digits%s%s%s", example(cx, field->observed, PL_Z_UPPER, 0),
		       twins, pl_safe_order);
}

static enum pl_level level_of(const struct pl_field *field, uint64_t strays)
{
	const struct pl_proof *proof = field->observed->proof;

	/* The next row, written as declared, would stand out of order. */
	if (!pl_walked(field) || !proof->ranges_offset)
		return strays ? PL_WARNING : PL_INFO;
	return proof->state == PL_O_BROKEN ? PL_ERROR : PL_WARNING;
}

static const char *message(struct pl_cx *cx, const struct pl_field *field, uint64_t strays)
{
	const struct pl_observed *seen = field->observed;

	if (strays)
		return pl_text(cx, "%s %s another UTC offset than declared (%s)", pl_share(cx, strays, seen->keys),
			       strays == 1 ? "has" : "have", offset_list(cx, seen));
	return pl_text(cx, "times have %u UTC offsets (%s)%s", offsets(seen), offset_list(cx, seen),
		       level_of(field, 0) == PL_INFO ? ", though never in one range" : "");
}

static void report_seen(struct pl_cx *cx, const struct pl_field *field, uint64_t strays)
{
	const struct pl_observed *seen = field->observed;
	enum pl_level level = level_of(field, strays);

	pl_report_field(cx, field, (struct pl_finding){
		.level = level,
		.message = message(cx, field, strays),
		.why = "Bytes compare the clocks on the walls: 23:15+09:00 is 14:15 in UTC and stands behind 14:30Z.",
		.fix = fix(cx, field),
		.witness = level == PL_ERROR ? seen->proof->witness : (struct pl_witness){.some = false},
		.counts.keys_wrong = strays ? strays : local_keys(seen),
	});
}

static void report_declared(struct pl_cx *cx, const struct pl_field *field, const struct pl_declared *declared)
{
	const struct pl_example example = pl_promised_times(cx, declared);
	const bool kept = field->observed && field->kind == PL_K_TIMESTAMP && offsets(field->observed) == 1;

	pl_report_field(cx, field, (struct pl_finding){
		/* Two values that it allows are the proof; where all rows have one offset it has not come true yet. */
		.level = example.some && !kept ? PL_ERROR : PL_WARNING,
		.message = pl_text(cx, "<%.*s> is declared with an offset that may differ from row to row (%.*s)",
				   (int)declared->name.len, declared->name.ptr, (int)declared->format.text.len,
				   declared->format.text.ptr),
		.why = example.some ? pl_text(cx, "%s, though it is later: bytes compare local clocks, not instants.",
					      pl_promise_text(cx, example))
				    : "Bytes compare local clocks, not instants.",
		.fix = "Declare and write UTC (`zone: Z`). If every row has one offset and its zone no summer time, declare that "
		       "(`zone: \"+05:30\"`).",
		.at = pl_declared_at(declared, pl_declares(declared, PL_FO_ZONE) ? PL_FO_ZONE : PL_FO_FORMAT),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *open = declared_open(field);
	const struct pl_time_pair pair = pl_time_pair_of(cx, field, PL_TM_OFFSET);
	uint64_t strays = field->observed ? stray_keys(cx, field) : 0;

	if (pair.other)
		pl_report_time_pair(cx, &pair, "bytes compare local clocks, not instants.",
				    "\nOne instant written with two offsets becomes one key: settle such rows by hand first.");
	if (field->observed && field->kind == PL_K_TIMESTAMP && !pl_alone(field) && (strays || offsets(field->observed) > 1))
		report_seen(cx, field, strays);
	else if (open)
		report_declared(cx, field, open);
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_order_state state = field->observed->proof->state;

	(void)cx;
	return field->kind == PL_K_TIMESTAMP && state != PL_O_ENCODING && state != PL_O_ALONE && offsets(field->observed) > 1;
}

const struct pl_rule pl_rule_mixed_timestamp_offset = {
	.code = "PL204",
	.name = "mixed-timestamp-offset",
	.since = "0.1.0",
	.summary = "times of one field have several UTC offsets",
	.why = "2026-01-05T14:30Z (… 54 31 …) comes before 2026-01-05T23:15+09:00 (… 54 32 …), which is 14:15 in UTC: bytes "
	       "compare the clocks on the walls.",
	.fix = "Convert to UTC with a Z and keep the digits; one instant written with two offsets becomes one key.",
	.blind = "Times without a zone and Z beside +00:00 (PL203); layouts that do not sort (PL201). One offset for all rows, or "
		 "one for each range, is in order.",
	.source = "RFC 3339, 5.1: times sort as strings only in one time zone.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"ORDER#2026-01-05T14:30:00.000Z#a", "ORDER#2026-01-05T23:15:00.000+09:00#b",
				     "ORDER#2026-01-06T01:00:00.000Z#c", NULL},
	.good = (const char *const[]){"ORDER#2026-01-05T14:15:00.000Z#b", "ORDER#2026-01-05T14:30:00.000Z#a",
				      "ORDER#2026-01-06T01:00:00.000Z#c", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
