/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL108 version-number: dotted versions need one width for each part.
 *
 *     PKG#5.1.10         … 2E 31 30      comes first
 *     PKG#5.1.9          … 2E 39         comes second, though it is older
 *     PKG#10.0.0         … 31            comes before both
 *     PKG#10.0.0-beta.1  … 2D            the release comes before its own beta
 *
 * Section numbers (1.9, 1.10, 1.10.2) have the same fault; that 5.1 and 5.10
 * both stand in a column is how they are told from prices.
 *
 * A declared version without `widths` may be any, so two that it allows are the
 * proof; with `widths` it is silent, and what is seen is compared among itself.
 *
 * Versions behind words (release-1.10.0, node18.2.0, app-v1.9) are compared among
 * those behind the same words.
 *
 * Blind to 1.0.0.Final and app-1.9, which is as well a size or a price, and, at
 * more than an info, to those whose label names a code or an id.
 */
#include "linter/rule.h"

static bool applies(const struct pl_field *field)
{
	return field->kind == PL_K_VERSION && field->keys->ordered && (field->observed || pl_promised(field));
}

/* ---- seen ---- */

static bool two_widths(const struct pl_version_widths *w)
{
	for (unsigned p = 0; p < PL_VERSION_PARTS; p++)
		if (w->least[p] != w->most[p])
			return true;
	return false;
}

/* Releases that end where their pre-releases go on. */
static bool bare_releases(const struct pl_version_widths *w)
{
	return w->release && w->pre;
}

static bool one_spelling(const struct pl_version_widths *w)
{
	return !two_widths(w) && !bare_releases(w) && !(w->prefix && w->bare) && !(w->marked && w->release);
}

/* Of one width, of several digits and with zeros in front: nothing to say. */
static bool is_padded(const struct pl_version_widths *w)
{
	return w->padded && one_spelling(w);
}

static unsigned most_digits(const struct pl_version_widths *w)
{
	unsigned most = 1;

	for (unsigned p = 0; p < PL_VERSION_PARTS; p++)
		most = PL_MAX(most, w->most[p]);
	return most;
}

/* Digits for each part: those that others are padded to, else two more than the longest has. */
static unsigned advised(const struct pl_version_widths *w)
{
	return most_digits(w) + (w->padded ? 0 : 2);
}

/* "9.9.9  →  0009.0009.0009": as many nines as each part has digits at least, with `behind` it. */
static const char *example(struct pl_cx *cx, const struct pl_version_widths *w, const char *behind, const char *padded_behind)
{
	static const char nines[] = "9999999999", zeros[] = "0000000000";
	const unsigned parts = PL_MIN(PL_MAX(w->parts_most, 2U), (unsigned)PL_VERSION_PARTS), width = advised(w);
	const char *bare = "", *padded = "";

	for (unsigned p = 0; p < parts; p++) {
		unsigned digits = PL_MIN(PL_MAX(w->least[p], 1U), (unsigned)sizeof(nines) - 1);
		unsigned more = PL_MIN(width - PL_MIN(digits, width), (unsigned)sizeof(zeros) - 1);

		bare = pl_text(cx, "%s%s%.*s", bare, p ? "." : "", (int)digits, nines);
		padded = pl_text(cx, "%s%s%.*s%.*s", padded, p ? "." : "", (int)more, zeros, (int)digits, nines);
	}
	return pl_text(cx, "%s%s  →  %s%s", bare, behind, padded, padded_behind);
}

/* Core versions are in order; the numbers of pre-releases are not: rc.2 and rc.11. */
static bool is_only_pre(const struct pl_version_widths *w)
{
	return one_spelling(w) && w->pre;
}

/* 2026.6.23: versions that are named after dates, or dates. */
static bool may_be_dates(const struct pl_version_widths *w)
{
	return w->parts_most <= 3 && w->least[0] == 4 && w->most[0] == 4 && w->most[1] <= 2 && w->most[2] <= 2;
}

static const char *fix(struct pl_cx *cx, const struct pl_version_widths *w)
{
	const char *rows = pl_text(cx, "Pad each part to %u digits, in every row", advised(w));

	if (is_only_pre(w))
		return pl_text(cx, "Pad the numbers of pre-releases too, in every row:  -rc.2  →  -rc.0002%s", pl_safe_order);
	if (!w->pre)
		return pl_text(cx, "%s:  %s%s%s", rows, example(cx, w, "", ""), may_be_dates(w) ?
			       "\nOr, if these are dates, month and day to 2 digits:  2026.6.3  →  2026.06.03" : "", pl_safe_order);
	return pl_text(cx, "%s, and the numbers of pre-releases;\nend releases in ~ (7E), which sorts behind the - (2D) of "
			   "pre-releases:\n%s\n%s%s", rows, example(cx, w, "", "~"), example(cx, w, "-rc.2", "-rc.0002"),
		       pl_safe_order);
}

static const char *message(struct pl_cx *cx, const struct pl_version_widths *w)
{
	const char *releases = bare_releases(w) ? ", and releases stand beside their pre-releases" : "";

	if (two_widths(w))
		return pl_text(cx, "versions have parts of 1 to %u digits%s%s", most_digits(w),
			       w->padded ? ", padded in some rows only" : " and are not padded", releases);
	if (is_only_pre(w))
		return "pre-releases are numbered without padding";
	if (bare_releases(w))
		return "releases stand beside their pre-releases and end where those go on";
	return one_spelling(w) ? "versions have parts that are not padded, all of one width as yet"
			       : "versions are written in two ways";
}

static const char *why(const struct pl_version_widths *w)
{
	if (is_only_pre(w))
		return "\"rc.11\" comes before \"rc.2\" (31 before 32): digits are compared from the left.";
	if (bare_releases(w) && !two_widths(w))
		return "What ends comes first: 1.0.0 stands before 1.0.0-rc.1, though it came later.";
	return "Bytes are compared from the left: \"1.10\" comes before \"1.9\" (31 before 39), and \"10.0\" before \"9.0\".";
}

static void check_seen(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	bool broken = pl_broken(field), quiet = pl_names_code(cx, field) || pl_order_denied(field);

	if (pl_alone(field) || !seen->version.parts_most || (!broken && is_padded(&seen->version)))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = broken && !quiet ? PL_WARNING : PL_INFO,
		.message = message(cx, &seen->version),
		.why = why(&seen->version),
		.fix = fix(cx, &seen->version),
		.width_least = 1,
		.width_most = most_digits(&seen->version),
		.width_advised = advised(&seen->version),
		.witness = broken ? seen->proof->witness : (struct pl_witness){.some = false},
		.counts.keys_wrong = seen->keys,
	});
}

/* ---- declared ---- */

/* A version that the schema leaves to be written in any width, and on whose order somebody relies. */
static bool is_open(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && declared->type == PL_D_VERSION && declared->ordered && !declared->nwidths;
}

static void report_declared(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	const bool integer = pl_str_eq(declared->scheme, PL_S("integer"));

	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "<%.*s> is declared as a version without `widths`", (int)declared->name.len,
				   declared->name.ptr),
		.why = integer ? "\"10\" comes before \"9\" (31 before 39), though it is the later one."
			       : "\"1.10.0\" comes before \"1.9.0\" (31 before 39), and \"1.0.0\" before \"1.0.0-rc.1\", though they "
				 "are the later ones.",
		.fix = pl_text(cx, "Declare `widths: %s` and write each part padded to it%s%s", integer ? "[5]" : "[5, 5, 5]",
			       integer ? ":  9  →  00009" : ":  1.9.0  →  00001.00009.00000~  (the ~ stands behind the - of pre-releases)",
			       field->observed ? pl_safe_order : ""),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_order_state state = field->observed->proof->state;

	return state != PL_O_ENCODING && state != PL_O_ALONE && !pl_names_code(cx, field) && !pl_order_denied(field);
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	if (is_open(field) && !pl_broken(field))
		report_declared(cx, field);
	else if (field->observed)
		check_seen(cx, field);
}

const struct pl_rule pl_rule_version_number = {
	.code = "PL108",
	.name = "version-number",
	.since = "0.1.0",
	.summary = "dotted versions or section numbers whose parts are not padded",
	.why = "5.1.10 comes before 5.1.9 (31 before 39), 10.0.0 before 5.0.0, and 1.0.0 before its own 1.0.0-rc.1, "
	       "which is longer.",
	.fix = "Pad each part to one width and end releases in ~, so that they stand behind their pre-releases; rewrite "
	       "every row, since one unpadded version beside padded ones is out of order again.",
	.blind = "1.0.0.Final, and two parts behind a word (app-1.9), which are numbers for PL102; labels that name codes or ids, above level info.",
	.source = "Semantic versioning 2.0.0, part 11; Amazon DynamoDB developer guide: sort keys of type String are "
		  "ordered by their UTF-8 bytes.",
	.scope = PL_FIELD,
	.level = PL_WARNING,
	.bad = (const char *const[]){"PKG#5.1.9", "PKG#5.1.10", "PKG#10.0.0-beta.1", "PKG#10.0.0", NULL},
	.good = (const char *const[]){"PKG#00005.00001.00009~", "PKG#00005.00001.00010~", "PKG#00010.00000.00000-beta.1",
				      "PKG#00010.00000.00000~", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
