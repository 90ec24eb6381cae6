/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL203 mixed-timestamp-format: several spellings of times in one field.
 *
 *     2021-09-06 17:04:21     … 36 20 31      the evening comes first,
 *     2021-09-06T09:30:00     … 36 54 30      the morning second
 *
 * Two writers, or one library with two settings: `T` or a space, `Z` or
 * `+00:00` or nothing, with and without dashes, digits of an epoch beside ISO.
 * Each spelling sorts by itself; together they sort by spelling first.
 *
 * What a schema declares is a spelling, too: rows in any other are those that do
 * not keep to it. Alone it shows two where rows of two entities share a range
 * (linter/time_pair.h).
 *
 * No spelling of its own is: another number of digits (PL202), another offset
 * (PL204, also `Z` beside `+09:00`), a part without its zero (PL201), and a day
 * or month beside finer times, which is a rollup.
 */
#include "linter/rule.h"

static bool is_seen(const struct pl_field *field)
{
	return field->kind == PL_K_TIMESTAMP && field->keys->ordered && field->observed && !pl_order_denied(field);
}

static bool applies(const struct pl_field *field)
{
	return is_seen(field) || pl_has_time_beside(field);
}

/* An unpadded layout is its padded one with a fault that PL201 reports. */
static uint8_t layout_of(struct pl_time_form form)
{
	switch (form.layout) {
	case PL_T_ISO_UNPADDED:
		return PL_T_ISO;
	case PL_T_YEAR_SLASH_UNPADDED:
		return PL_T_YEAR_SLASH;
	case PL_T_CLOCK_UNPADDED:
		return PL_T_CLOCK;
	default:
		return form.layout;
	}
}

static bool is_utc(struct pl_time_form form)
{
	return form.zone == PL_Z_UPPER || form.zone == PL_Z_LOWER;
}

static bool is_offset(struct pl_time_form form)
{
	return form.zone == PL_Z_COLON || form.zone == PL_Z_BASIC || form.zone == PL_Z_HOUR;
}

/* `Z` beside `+09:00`: what differs is the offset, and that is PL204's. */
static bool only_offset_differs(struct pl_time_form a, struct pl_time_form b)
{
	return (is_utc(a) && is_offset(b) && b.offset != 0) || (is_utc(b) && is_offset(a) && a.offset != 0);
}

static bool same_spelling(struct pl_time_form a, struct pl_time_form b)
{
	uint8_t but_comma = (uint8_t)~PL_TF_COMMA;

	if (a.layout == PL_T_EPOCH || b.layout == PL_T_EPOCH)
		return a.layout == b.layout; /* two units are PL205's */
	if (pl_is_rollup(a) != pl_is_rollup(b) || a.layout == PL_T_ISO_WEEK || b.layout == PL_T_ISO_WEEK ||
	    a.layout == PL_T_QUARTER || b.layout == PL_T_QUARTER)
		return true;
	if (layout_of(a) != layout_of(b) || (a.flags & but_comma) != (b.flags & but_comma))
		return false;
	if (pl_is_rollup(a))
		return true;
	if (a.fraction && b.fraction && a.flags != b.flags)
		return false;
	return a.between == b.between && (a.zone == b.zone || only_offset_differs(a, b));
}

/* How many spellings; *rare counts the keys of all but the most frequent one. */
static unsigned spellings(const struct pl_observed *seen, uint64_t *rare)
{
	uint64_t all = 0, most = 0;
	unsigned count = 0;

	for (size_t i = 0; i < seen->nforms; i++) {
		uint64_t keys = seen->forms[i].keys;
		bool first = true;

		all += keys;
		for (size_t k = 0; k < i; k++)
			first &= !same_spelling(seen->forms[k].form, seen->forms[i].form);
		if (!first)
			continue;
		count++;
		for (size_t k = i + 1; k < seen->nforms; k++)
			if (same_spelling(seen->forms[i].form, seen->forms[k].form))
				keys += seen->forms[k].keys;
		most = PL_MAX(most, keys);
	}
	*rare = all - PL_MIN(most, all);
	return count;
}

/* Keys in another spelling than the declared one; 0 also when none is declared. */
static uint64_t stray_keys(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	struct pl_time_form declared;
	uint64_t keys = 0;

	if (!pl_declared_form(cx, field, &declared))
		return 0;
	/* ±hh:mm is any offset, and Z is one more of them: PL204's. */
	if (field->declared->format.trouble == PL_TT_OFFSET)
		declared.offset = 60;
	for (size_t i = 0; i < seen->nforms; i++)
		if (!same_spelling(declared, seen->forms[i].form))
			keys += seen->forms[i].keys;
	return keys;
}

static enum pl_level level_of(const struct pl_field *field, uint64_t strays)
{
	const struct pl_proof *proof = field->observed->proof;

	/* The next row, written as declared, would stand out of order. */
	if (!pl_walked(field) || !proof->ranges_format)
		return strays ? PL_WARNING : PL_INFO;
	return proof->state == PL_O_BROKEN ? PL_ERROR : PL_WARNING;
}

/* Up to three spellings by example. */
static const char *examples(struct pl_cx *cx, const struct pl_observed *seen)
{
	const char *list = "";
	unsigned shown = 0;

	for (size_t i = 0; i < seen->nforms && shown < 3; i++) {
		char text[40];
		bool first = true;

		for (size_t k = 0; k < i; k++)
			first &= !same_spelling(seen->forms[k].form, seen->forms[i].form);
		if (!first)
			continue;
		pl_time_form_text(seen->forms[i].form, text);
		list = pl_text(cx, "%s%s%s", list, shown++ ? ", " : "", text);
	}
	return list;
}

static const char *zone_warning(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++) {
		struct pl_time_form form = seen->forms[i].form;

		if (!pl_is_rollup(form) && form.zone == PL_Z_NONE && form.layout != PL_T_EPOCH)
			return "\nValues without a zone cannot be converted until `zone:` is declared.";
	}
	return "";
}

static const char *message(struct pl_cx *cx, const struct pl_field *field, unsigned count, uint64_t strays)
{
	const struct pl_observed *seen = field->observed;
	const char *more = count > 3 ? ", …" : "";

	if (strays)
		return pl_text(cx, "%s %s spelled otherwise than declared (%.*s): %s%s", pl_share(cx, strays, seen->keys),
			       strays == 1 ? "is" : "are",
			       (int)field->declared->format.text.len, field->declared->format.text.ptr, examples(cx, seen),
			       more);
	return pl_text(cx, "times are spelled in %u ways: %s%s%s", count, examples(cx, seen), more,
		       level_of(field, 0) == PL_INFO ? ", though never in one range" : "");
}

static const char why[] = "Where two spellings part, their bytes differ whatever the time is: the space (20), \"+\" (2B), \"-\" (2D), "
			  "digits (30 to 39), \"T\" (54), \"Z\" (5A).";

static void check_seen(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	uint64_t rare, strays = stray_keys(cx, field);
	enum pl_level level = level_of(field, strays);
	unsigned count = spellings(seen, &rare);

	if ((count < 2 && !strays) || pl_alone(field))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = level,
		.message = message(cx, field, count, strays),
		.why = why,
		.fix = pl_text(cx, "%s, and rewrite the other "
				   "rows; two spellings of one instant become one key, so settle those by hand first%s%s",
			       strays ? "Keep to the declared spelling" : "Choose one spelling, best ISO 8601 in UTC with the most digits seen",
			       zone_warning(seen), pl_safe_order),
		.witness = level == PL_ERROR ? seen->proof->witness : (struct pl_witness){.some = false},
		.counts.keys_wrong = strays ? strays : rare,
	});
}

/* The clock of a wall somewhere. */
static bool lacks_zone(struct pl_cx *cx, const struct pl_field *field)
{
	struct pl_time_form form;

	return (!field->declared->zone.len || pl_str_eq(field->declared->zone, PL_S("none"))) && pl_promised_form(cx, field->declared, &form) && form.layout != PL_T_EPOCH &&
	       !pl_is_rollup(form) && form.zone == PL_Z_NONE;
}

static void check_declared(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_time_pair pair = pl_time_pair_of(cx, field, PL_TM_SPELLING);

	if (!pair.other)
		return;
	pl_report_time_pair(cx, &pair, pair.example.some ? "spellings sort before times do." : why,
			    pl_text(cx, "\nTwo spellings of one instant become one key: settle such rows by hand first.%s",
				    lacks_zone(cx, field) ? "\nValues without a zone cannot be converted until `zone:` is declared." : ""));
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
	uint64_t rare;

	(void)cx;
	return is_seen(field) && state != PL_O_ENCODING && state != PL_O_ALONE && spellings(field->observed, &rare) > 1;
}

const struct pl_rule pl_rule_mixed_timestamp_format = {
	.code = "PL203",
	.name = "mixed-timestamp-format",
	.since = "0.1.0",
	.summary = "times of one field are spelled in several ways",
	.why = "2021-09-06 17:04 (… 20 …) comes before 2021-09-06T09:30 (… 54 …): spellings sort before times do.",
	.fix = "Choose one spelling and rewrite the rows in the others; a value without a zone needs its zone declared.",
	.blind = "Numbers of digits (PL202), offsets (PL204), unpadded parts (PL201); days and months beside finer "
		 "times are rollups.",
	.source = "RFC 3339, 5.1 and 5.6; pynamodb issue 976.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"EVT#2021-09-06T09:30:00Z#ann", "EVT#2021-09-06 17:04:21Z#bob",
				     "EVT#2021-09-06T18:00:00+00:00#cleo", NULL},
	.good = (const char *const[]){"EVT#2021-09-06T09:30:00Z#ann", "EVT#2021-09-06T17:04:21Z#bob",
				      "EVT#2021-09-06T18:00:00Z#cleo", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
