/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL201 non-iso-timestamp: a time spelled so that bytes cannot sort it.
 *
 *     EVT#1/2/2026      … 23 31 2F      January 2026 comes first,
 *     EVT#10/1/2025     … 23 31 30      October 2025 second
 *
 * A time sorts by bytes only when its parts stand from the year down and each
 * has one width. Locale dates, RFC 2822 and the texts that JavaScript, Java
 * and ctime print put the day or its name first; 2026-6-3 and 9:05 leave zeros
 * out; a 12-hour clock puts 12 AM behind 11; two digits of a year forget the
 * century; of durations (PT5M, PT1H) each unit has a letter of its own. The parts of a date may also be spread over segments
 * (/2021/12/9): month and day are judged there, the year is always right.
 *
 * A declared format is judged by its parts, with two times that it puts in the
 * wrong order for a proof; its zone counts, too: local clocks compare as clocks.
 *
 * Weeks of ISO 8601 with the calendar's year look right, and are a year off round New Year: an attribute of the same
 * items can show it (linter/profile/weeks.c).
 *
 * `YYYY-MM-DD HH:MM:SS` sorts and is told as an info only, since it hides its
 * zone. Uniform ISO forms, basic ones too, are silent. What mixes precisions or
 * spellings is for PL202 and PL203, offsets for PL204.
 */
#include "linter/rule.h"


/*
 * So many different durations in a column are names, of the steps of charts or
 * of the terms of contracts: CANDLE#PT5M. Nobody reads those in order.
 */
enum { FEW_DURATIONS = 24 };

static bool is_date_part(const struct pl_field *field)
{
	return field->kind == PL_K_YEAR || field->kind == PL_K_MONTH || field->kind == PL_K_DAY || field->kind == PL_K_HOUR;
}

static const struct pl_declared *declared_time(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && declared->type == PL_D_TIMESTAMP && declared->ordered ? declared : NULL;
}

/*
 * Whether the field holds durations that are read in order. P5D may as well be
 * a code, so that one must have a clock; behind a time or a number they come
 * after what is ordered.
 */
static bool are_durations(const struct pl_field *field)
{
	if (field->kind != PL_K_DURATION || !field->observed->clocked || field->observed->distinct <= FEW_DURATIONS)
		return false;
	for (const struct pl_field *left = field->before; left; left = left->before)
		if (left->kind == PL_K_TIMESTAMP || left->kind == PL_K_NUMBER || left->kind == PL_K_DURATION)
			return false;
	return true;
}

static bool applies(const struct pl_field *field)
{
	return field->keys->ordered && !pl_order_denied(field) && !pl_is_among_triples(field) &&
	       ((field->observed && (field->kind == PL_K_TIMESTAMP || is_date_part(field) || are_durations(field))) ||
		declared_time(field));
}

/* 2026-1 and 2026-2 alone are terms of a year, or months that nobody wrote with two digits yet. */
static bool are_bare_months(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++)
		if (!pl_is_bare_month(seen->forms[i].form))
			return false;
	return seen->nforms > 0;
}

/* Keys in forms that do not sort; *sample is one of them, the most frequent. */
static uint64_t unsortable_keys(const struct pl_observed *seen, struct pl_time_form *sample)
{
	uint64_t keys = 0, most = 0;

	if (are_bare_months(seen))
		return 0;

	for (size_t i = 0; i < seen->nforms; i++) {
		const struct pl_form *form = &seen->forms[i];

		if (pl_time_sorts(form->form))
			continue;
		keys += form->keys;
		if (form->keys <= most)
			continue;
		most = form->keys;
		*sample = form->form;
	}
	return keys;
}

/* `YYYY-MM-DD HH:MM:SS` and nothing else. */
static bool all_sql(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++) {
		struct pl_time_form form = seen->forms[i].form;

		if (form.layout != PL_T_ISO || form.between != ' ' || form.unit != PL_U_SECOND || form.fraction ||
		    form.zone != PL_Z_NONE)
			return false;
	}
	return seen->nforms > 0;
}

static bool part_varies(const struct pl_field *field)
{
	return is_date_part(field) && field->observed->min_len != field->observed->max_len;
}

/*
 * Trouble that this rule tells of: varying offsets are PL204's, parts from fine to coarse PL207's, and a month that stands
 * beside its year in the key does not begin again.
 */
static bool is_troubled(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = declared_time(field);

	if (!declared || declared->format.trouble == PL_TT_NONE || declared->format.trouble == PL_TT_OFFSET)
		return false;
	if (declared->format.trouble == PL_TT_NO_YEAR && pl_date_has_neighbour(field))
		return false;
	return !pl_is_fine_first(cx, declared);
}

/* One hour a year: nothing that is certain to be written. */
static bool zone_only(const struct pl_declared *declared)
{
	return declared->format.trouble == PL_TT_LOCAL;
}

/* The least that the declaration by itself is worth. */
static enum pl_level declared_level(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = declared_time(field);

	if (!is_troubled(cx, field))
		return PL_OFF;
	return pl_promised_times(cx, declared).some && !zone_only(declared) ? PL_ERROR : PL_WARNING;
}

static bool has_year(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++)
		if (seen->forms[i].form.flags & PL_TF_NO_YEAR)
			return false;
	return true;
}

/*
 * No range holds two of them. What has no instant without its year is not compared; but of more values than there are
 * partitions two share one.
 */
static bool never_together(const struct pl_field *field)
{
	return pl_alone(field) &&
	       (has_year(field->observed) || field->before || field->observed->distinct <= field->keys->partitions);
}

/* Jun-2026, Q2 2026: among other names and numbers it is one of them. */
static bool may_be_name(struct pl_time_form form)
{
	return form.unit < PL_U_DAY && (form.layout == PL_T_TEXT || form.layout == PL_T_YEAR_TEXT ||
					form.layout == PL_T_MONTH_TEXT || form.layout == PL_T_PERIOD_YEAR);
}

static bool may_be_names(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++)
		if (!may_be_name(seen->forms[i].form))
			return false;
	return seen->nforms > 0;
}

/* Whether more keys have something else at that place than a time, labels aside. */
static bool are_few_beside(const struct pl_field *field)
{
	const struct pl_vocabulary *words = pl_words_beside(field);
	uint64_t others = 0;

	for (size_t i = 0; words && i < words->nwords; i++)
		others += words->words[i].label ? 0 : words->words[i].keys;
	for (size_t i = 0; i < field->keys->nfields; i++) {
		const struct pl_field *other = field->keys->fields[i];

		if (other != field && other->segment == field->segment && other->part <= 1 && other->before == field->before &&
		    pl_str_eq(other->attribute, field->attribute) && other->kind != PL_K_TIMESTAMP && other->observed)
			others += other->observed->keys;
	}
	return others > field->observed->keys || (words && !words->whole);
}

static enum pl_level level_of(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_level declared = declared_level(cx, field);

	if (declared == PL_ERROR)
		return declared;
	if (never_together(field) || (!declared_time(field) && may_be_names(field->observed) && are_few_beside(field)))
		return PL_MAX(declared, PL_INFO);
	return field->observed->proof->state == PL_O_BROKEN ? PL_ERROR : PL_WARNING;
}

static struct pl_witness witness_of(const struct pl_field *field)
{
	const struct pl_proof *proof = field->observed->proof;

	return proof->state == PL_O_BROKEN ? proof->witness : (struct pl_witness){.some = false};
}

static bool month_or_day_first(struct pl_time_form form)
{
	return form.layout == PL_T_SLASH || form.layout == PL_T_DOT || form.layout == PL_T_DASH;
}

/*
 * How dates of the form are spelled, with day and month as the column has them: 06-23-2026 and 23/6/2026 are there, too.
 * Undecided, a date that shows neither.
 */
static const char *spelled(struct pl_cx *cx, const struct pl_observed *seen, struct pl_time_form form)
{
	const bool padded = form.layout == PL_T_DOT || form.layout == PL_T_DASH;
	const bool undecided = seen->days_undecided || seen->days == PL_DAY_UNKNOWN;
	const char *month = padded ? "06" : "6", *day = undecided ? (padded ? "05" : "5") : "23";
	const bool day_first = undecided || seen->days == PL_DAY_FIRST;
	char text[40];

	pl_time_form_text(form, text);
	if (!month_or_day_first(form))
		return pl_text(cx, "%s", text);
	/* Only the first two parts differ: 6/23 of four characters, 23.06 of five. */
	return pl_text(cx, "%s%c%s%s", day_first ? day : month, form.layout == PL_T_DOT ? '.' : padded ? '-' : '/',
		       day_first ? month : day, text + (padded ? 5 : 4));
}

/* What a conversion may not guess. */
static const char *undecided(const struct pl_observed *seen, struct pl_time_form form)
{
	if (form.flags & PL_TF_NO_YEAR)
		return "\nNo conversion until somebody knows which year each row is of.";
	if (form.flags & PL_TF_SHORT_YEAR)
		return "\nNo conversion until `format:` says which century the two-digit years belong to.";
	if (month_or_day_first(form) && seen->days == PL_DAY_UNKNOWN)
		return "\nBoth day-first and month-first dates are here: no conversion until `format:` says which row is which.";
	if (month_or_day_first(form) && seen->days_undecided)
		return "\nNo part is above 12, so day and month cannot be told apart: no conversion until `format:` says so.";
	return "";
}

static bool is_clock(struct pl_time_form form)
{
	return form.layout == PL_T_CLOCK || form.layout == PL_T_CLOCK_UNPADDED;
}

/* Of a form without a clock. */
static const char *coarse_form(struct pl_time_form form)
{
	switch ((enum pl_time_unit)form.unit) {
	case PL_U_WEEK:
		return "YYYY-Www";
	case PL_U_QUARTER:
		return "YYYY-Qq";
	case PL_U_MONTH:
		return "YYYY-MM";
	default:
		return "YYYY-MM-DD";
	}
}

/* What all forms have in common, and the most that one of them says. */
static const char *iso_form(const struct pl_observed *seen)
{
	unsigned fraction = 0;
	bool clock = false, seconds = false, date = false;

	for (size_t i = 0; i < seen->nforms; i++) {
		fraction = PL_MAX(fraction, seen->forms[i].form.fraction);
		clock |= seen->forms[i].form.unit >= PL_U_HOUR;
		seconds |= seen->forms[i].form.unit == PL_U_SECOND;
		date |= !is_clock(seen->forms[i].form);
	}
	if (!clock)
		return coarse_form(seen->forms[0].form);
	if (!date)
		return seconds ? "HH:MM:SS, the hours with two digits" : "HH:MM, the hours with two digits";
	if (!fraction)
		return seconds ? "YYYY-MM-DDTHH:MM:SSZ" : "YYYY-MM-DDTHH:MMZ";
	return fraction <= 3 ? "YYYY-MM-DDTHH:MM:SS.000Z"
			     : fraction <= 6 ? "YYYY-MM-DDTHH:MM:SS.000000Z" : "YYYY-MM-DDTHH:MM:SS.000000000Z";
}

static void report_forms(struct pl_cx *cx, const struct pl_field *field, uint64_t keys, struct pl_time_form sample)
{
	const struct pl_observed *seen = field->observed;
	bool twelve = sample.flags & PL_TF_TWELVE;

	pl_report_field(cx, field, (struct pl_finding){
		.level = level_of(cx, field),
		.message = pl_text(cx, "%s %s a time spelled like %s, which bytes do not sort", pl_counted(cx, keys, "key"),
				   keys == 1 ? "holds" : "hold", spelled(cx, seen, sample)),
		.why = twelve ? "A 12-hour clock begins each half day with 12 (31 32), which sorts behind 01 to 11."
			      : "Bytes sort a time only when year, month, day and clock stand in this order and each part "
				"has one width: 10 (31 30) comes before 9 (39), and a day or its name in front decides first.",
		.fix = pl_text(cx, "Write ISO 8601%s with the precision seen: %s.%s%s",
			       is_clock(sample) || sample.unit < PL_U_HOUR ? "" : " in UTC", iso_form(seen),
			       undecided(seen, sample), pl_safe_order),
		.witness = witness_of(field),
		.counts.keys_wrong = keys,
	});
}

static void report_part(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	unsigned width = field->kind == PL_K_YEAR ? 4 : 2;
	uint64_t narrow = 0;

	for (size_t i = 0; i < seen->nwidths; i++)
		narrow += seen->widths[i].width < width ? seen->widths[i].keys : 0;
	pl_report_field(cx, field, (struct pl_finding){
		.level = level_of(cx, field),
		.message = pl_text(cx, "%s %s is written with %u to %u digits", field->kind == PL_K_HOUR ? "an" : "a", pl_kind_name(field->kind), seen->min_len,
				   seen->max_len),
		.why = "Digits are compared from the left: month, day or hour \"10\" (31 30) comes before \"9\" (39).",
		.fix = pl_text(cx, "Write exactly %u digits:  %s%s", width, pl_pad_example(cx, field, 1, width), pl_safe_order),
		.width_least = seen->min_len,
		.width_most = seen->max_len,
		.width_advised = width,
		.witness = witness_of(field),
		.counts.keys_wrong = narrow,
	});
}

/* "PT10M  →  00600", of the value of `field` that begins at byte `from` of a key; nothing for one of no fixed length. */
static const char *in_seconds(struct pl_cx *cx, struct pl_str key, size_t from, int width)
{
	struct pl_duration duration;
	struct pl_str value;
	const char *point;
	size_t end = from;

	while (end < key.len && (pl_is_alpha((unsigned char)key.ptr[end]) || pl_is_digit((unsigned char)key.ptr[end]) ||
				 key.ptr[end] == '.'))
		end++;
	value = pl_str_sub(key, from, end);
	if (!pl_duration_read(value, &duration) || !duration.exact)
		return "";
	point = memchr(value.ptr, '.', value.len); /* the fraction ends in front of the last letter */
	return pl_text(cx, ": %.*s  →  %0*" PRId64 "%.*s", (int)value.len, value.ptr, width, duration.length.seconds,
		       point ? (int)(value.ptr + value.len - 1 - point) : 0, point ? point : "");
}

static void report_durations(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_witness witness = witness_of(field);
	int width = snprintf(NULL, 0, "%" PRIu64, seen->longest);

	pl_report_field(cx, field, (struct pl_finding){
		.level = level_of(cx, field),
		.message = pl_text(cx, "%s %s a duration of ISO 8601, which bytes do not sort", pl_counted(cx, seen->keys, "key"),
				   seen->keys == 1 ? "holds" : "hold"),
		.why = "Bytes compare the digits of one unit with those of another: PT10M (31 30) comes before PT5M (35), "
		       "PT2H (32) before PT30M (33).",
		.fix = pl_text(cx, "Write the length in seconds with %d digits%s, as the longest here has %" PRIu64 " seconds%s%s",
			       width, seen->fraction_values ? " and all digits of the fraction" : "", seen->longest,
			       witness.some && !pl_masked(cx) ? in_seconds(cx, witness.first, witness.from, width) : "", pl_safe_order),
		.witness = witness,
		.counts.keys_wrong = seen->keys,
	});
}

static void report_sql(struct pl_cx *cx, const struct pl_field *field)
{
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_INFO,
		.message = "times are spelled YYYY-MM-DD HH:MM:SS, without a zone",
		.why = "They sort as long as every writer spells them so: the space (20) stands before T (54), and which "
		       "zone they are in is not said.",
		.fix = "For a new table, write ISO 8601 in UTC: YYYY-MM-DDTHH:MM:SSZ. Nothing must change in this one.",
	});
}

/* The attribute's day in one of the items. */
static const char *day_text(struct pl_cx *cx, struct pl_instant at)
{
	char text[40];

	pl_instant_text(at, text);
	return pl_text(cx, "%.10s", text);
}

/* Sorted by bytes alone, such weeks look right: an attribute says that they are not. */
static void report_weeks(struct pl_cx *cx, const struct pl_field *field, const struct pl_week_years *years)
{
	const bool pair = !pl_str_eq(years->witness.first, years->witness.second);
	const struct pl_str name = years->attribute;

	pl_report_field(cx, field, (struct pl_finding){
		.level = pair ? PL_ERROR : pl_alone(field) ? PL_INFO : PL_WARNING,
		.message = pair ? pl_text(cx, "weeks of ISO 8601 stand behind the calendar's year: %.*s is %s in the first of these items, %s "
					      "in the second", (int)name.len, name.ptr, day_text(cx, years->first), day_text(cx, years->second))
				: pl_text(cx, "weeks of ISO 8601 stand behind the calendar's year: %.*s is %s in this item", (int)name.len, name.ptr,
					  day_text(cx, years->first)),
		.why = "The last days of December may be in week 1 of the next year, and the first of January in the last week of the "
		       "year before: with the calendar's year (%Y-W%V) they are a year away from their neighbours.",
		.fix = pl_text(cx, "Write the year of the week: %%G-W%%V, YYYY-'W'ww. Rewrite the keys of the days round New Year%s",
			       pl_safe_order),
		.witness = years->witness,
	});
}

/* The parts of the format, coarse to fine and each in one width. */
static const char *better_format(const struct pl_declared *declared)
{
	switch (declared->format.precision) {
	case PL_P_YEAR:
		return "YYYY";
	case PL_P_QUARTER:
		return "YYYY-'Q'Q";
	case PL_P_MONTH:
		return "YYYY-MM";
	case PL_P_WEEK:
		return "GGGG-'W'WW";
	case PL_P_DAY:
		return "YYYY-MM-DD";
	case PL_P_HOUR:
		return "YYYY-MM-DDThhZ";
	case PL_P_MINUTE:
		return "YYYY-MM-DDThh:mmZ";
	case PL_P_S:
		return "YYYY-MM-DDThh:mm:ssZ";
	default:
		return "YYYY-MM-DDThh:mm:ss.SSSZ";
	}
}

static void report_declared(struct pl_cx *cx, const struct pl_field *field, const struct pl_declared *declared)
{
	const struct pl_example example = pl_promised_times(cx, declared);
	const char *trouble = pl_time_trouble_text(declared->format.trouble);

	pl_report_field(cx, field, (struct pl_finding){
		.level = declared_level(cx, field),
		.message = pl_text(cx, "<%.*s> is declared in the format %.*s, which bytes do not sort",
				   (int)declared->name.len, declared->name.ptr, (int)declared->format.text.len,
				   declared->format.text.ptr),
		.why = example.some ? pl_text(cx, "%s, though it is later: %s.", pl_promise_text(cx, example), trouble)
				    : pl_text(cx, "Bytes do not sort it by time: %s.", trouble),
		.fix = pl_text(cx, "Declare and write `format: \"%s\"`, in UTC%s", better_format(declared),
			       field->observed ? pl_safe_order : ""),
		.at = pl_declared_at(declared, zone_only(declared) && pl_declares(declared, PL_FO_ZONE) ? PL_FO_ZONE : PL_FO_FORMAT),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
}

static void check_declared(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = declared_time(field);

	if (is_troubled(cx, field))
		report_declared(cx, field, declared);
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	struct pl_time_form sample = {.layout = PL_T_NONE};
	uint64_t keys;

	if (!field->observed) {
		check_declared(cx, field);
		return;
	}
	if (is_date_part(field)) {
		if (part_varies(field))
			report_part(cx, field);
		return;
	}
	if (field->kind == PL_K_DURATION) {
		if (pl_broken(field) || field->observed->min_len != field->observed->max_len)
			report_durations(cx, field);
		return;
	}
	keys = unsortable_keys(field->observed, &sample);
	if (keys)
		report_forms(cx, field, keys, sample);
	else if (declared_level(cx, field) != PL_OFF)
		check_declared(cx, field);
	else if (field->observed->week_years)
		report_weeks(cx, field, field->observed->week_years);
	else if (all_sql(field->observed) && !declared_time(field))
		report_sql(cx, field);
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_order_state state = field->observed ? field->observed->proof->state : PL_O_ALONE;
	struct pl_time_form sample;

	(void)cx;
	return state != PL_O_ENCODING && state != PL_O_ALONE &&
	       (part_varies(field) || are_durations(field) || unsortable_keys(field->observed, &sample));
}

const struct pl_rule pl_rule_non_iso_timestamp = {
	.code = "PL201",
	.name = "non-iso-timestamp",
	.since = "0.1.0",
	.summary = "times are spelled so that their byte order is not their order in time",
	.why = "EVT#1/2/2026 (… 31 2F) comes before EVT#10/1/2025 (… 31 30): bytes sort a time only when its parts "
	       "stand from the year down and each has one width.",
	.fix = "Write ISO 8601 in UTC with the precision seen, date parts with exactly two digits.",
	.blind = "Mixed precisions (PL202), spellings (PL203) and offsets (PL204). Uniform YYYY-MM-DD HH:MM:SS is an "
		 "info; uniform ISO basic forms are right. Weeks with the calendar's year show only beside an attribute that says the day. Durations (PT5M) without hours, minutes or seconds, and those of few "
		 "different values, may be codes and labels.",
	.source = "ISO 8601-1:2019, 5.2: representations with fixed digits, from the year down; RFC 3339, 5.1: ordering.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"EVT#1/2/2026", "EVT#10/1/2025", "EVT#12/30/2025", "EVT#6/23/2026", NULL},
	.good = (const char *const[]){"EVT#2025-10-01", "EVT#2025-12-30", "EVT#2026-01-02", "EVT#2026-06-23", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
