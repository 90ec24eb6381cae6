/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL103 width-overflow-risk: a padded counter is about to need one digit more.
 *
 *     MIG#9990     … 23 39 39 39 30       in order today
 *     MIG#10000    … 23 31 30 30 30 30    will come before it
 *
 * Nothing is wrong yet, and that is the time to act: when the width is
 * outgrown, every stored key must be rewritten while new ones arrive.
 *
 * A field fills its width when it is padded, starts near zero, has at most
 * `headroom` of its values left and grows: its values rise with a time of the
 * same rows, or leave few gaps, or the two greatest are much closer together
 * than the average. A column that holds every value from 0 or 1 to all nines is a
 * set of buckets and stays as it is.
 *
 * Inverted numbers are judged from the other end, where the schema or an attribute
 * of the same items says what they are subtracted from:
 *
 *     Q#0049    n: 9950, 9999 less n; of n above 9999 there is nothing to store
 *
 * A schema can promise more: a greatest value (`max`, with its offset and scale)
 * that has more digits than the width, a growth that fills the width before its
 * horizon, a MAX that inverted values are taken from, which of inverted times is one
 * itself and comes nearer every day. A `max` that fits exactly
 * (day 31 in two digits) is right, and a value above it in the keys is told.
 *
 * Blind to how fast a counter runs (a dump shows no rate unless times are
 * declared), and to fields that stand alone in every range.
 */
#include "linter/rule.h"

static const struct pl_option options[] = {
	{"headroom", PL_OPT_PERCENT, 0.10, "share of the values of a width that must be left"},
	{"horizon", PL_OPT_YEARS, 10, "how long a width with a declared growth must last"},
	{NULL, PL_OPT_NUMBER, 0, NULL},
};

/*
 * Several words are glued to it (p0012, n9987): what one label counts is not known, and a sign with the nines' complement
 * reaches from nothing to all nines.
 */
static bool has_many_labels(const struct pl_field *field)
{
	size_t at = field->shape.len;

	if (!pl_promised(field))
		return field->label_glued && !field->label.len;
	/* Of a template the letters are a value: <word><n>. */
	while (at && field->shape.ptr[at - 1] != '<')
		at--;
	return at > 1 && field->shape.ptr[at - 2] == '>';
}

static bool applies(const struct pl_field *field)
{
	return pl_padded_width(field) && (pl_promised(field) || !has_many_labels(field)) &&
	       (pl_is_written_in_digits(field) || (field->keys->ordered && pl_promised_width(field)));
}

/* ---- declared ---- */

static const char *name(struct pl_cx *cx, const struct pl_field *field)
{
	return pl_text(cx, "<%.*s>", (int)field->declared->name.len, field->declared->name.ptr);
}

static const char *overflow(struct pl_cx *cx, unsigned width)
{
	return pl_text(cx, "The first value of %u digits begins with 1 (31) and comes before all that begin with 2 to 9 "
			   "(32 to 39) in %s.", width + 1, pl_counted(cx, width, "digit"));
}

static const char *wider(struct pl_cx *cx, const struct pl_field *field, unsigned width, unsigned advised)
{
	if (field->declared->inverted.text.len && !pl_declares(field->declared, PL_FO_WIDTH))
		return pl_text(cx, "Take a greater MAX, of %u digits%s", advised,
			       field->observed ? pl_text(cx, "; every stored key must be rewritten%s", pl_safe_order) : "");
	return pl_text(cx, "Declare `width: %u` before there are more keys%s:  %s%s",
		       advised + (field->declared->width ? field->declared->width - width : 0),
		       field->observed ? "; every stored key must be rewritten" : "", pl_pad_example(cx, field, width, advised),
		       field->observed ? pl_safe_order : "");
}

/* Digits of the declared maximum; of an epoch without bounds those that it has since 2001. */
static unsigned digits_promised(struct pl_cx *cx, const struct pl_field *field)
{
	const unsigned digits = (unsigned)pl_promise_of(cx, field).most.len;

	return digits || field->declared->inverted.text.len || pl_declared_epoch(field) == PL_EPOCH_NONE ? digits
													  : field->declared->format.most;
}

/* The declared maximum has more digits than the declared width. */
static bool check_maximum(struct pl_cx *cx, const struct pl_field *field, unsigned width)
{
	const unsigned digits = digits_promised(cx, field);
	const bool inverted = field->declared->inverted.text.len > 0, today = !pl_promise_of(cx, field).most.len;

	if (digits <= width)
		return false;
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_WARNING,
		.message = today ? pl_text(cx, "%s has %u digits since 2001, but its width is %u", name(cx, field), digits, width)
				 : pl_text(cx, "%s may have %u digits by its declared %s, but its width is %u", name(cx, field),
					   digits, inverted ? "MAX" : "maximum", width),
		.why = overflow(cx, width),
		.fix = wider(cx, field, width, digits),
		.width_least = width,
		.width_most = digits,
		.width_advised = digits,
		.at = pl_declared_at(field->declared, PL_FO_WIDTH),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
	return true;
}

/* " (2031)", reckoned from the reference time; empty without one. */
static const char *year_in(struct pl_cx *cx, double years)
{
	struct pl_instant at = {0};
	char text[40];

	if (!pl_reference_time(cx, &at.seconds) || years > 1000)
		return "";
	at.seconds += (int64_t)(years * 365.2425 * 86400);
	pl_instant_text(at, text);
	return pl_text(cx, " (%.4s)", text);
}

static const char *in_years(struct pl_cx *cx, double years)
{
	if (years < 1)
		return pl_text(cx, "within a year%s", year_in(cx, years));
	return pl_text(cx, "in about %s%s", pl_counted(cx, (uint64_t)years, "year"), year_in(cx, years));
}

/* The declared growth fills the declared width before its horizon. */
static bool check_growth(struct pl_cx *cx, const struct pl_field *field, unsigned width)
{
	const struct pl_declared *declared = field->declared;
	const double horizon = pl_declares(declared, PL_FO_HORIZON) ? declared->horizon : pl_option(cx, "horizon");
	const double years = pl_promised_years(cx, field);
	unsigned advised;

	if (years < 0 || years >= horizon)
		return false;
	advised = PL_MAX(pl_promised_digits_in(field, horizon), width + 1);
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s outgrows its %s %s, by its declared growth; its horizon is %s", name(cx, field),
				   pl_counted(cx, width, "digit"), in_years(cx, years),
				   pl_counted(cx, (uint64_t)horizon, "year")),
		.why = declared->inverted.text.len ? "What is stored is MAX less the value: above MAX there is no value left to store."
						   : overflow(cx, width),
		.fix = wider(cx, field, width, advised),
		.width_least = width,
		.width_most = width,
		.width_advised = advised,
		.at = pl_declared_at(declared, PL_FO_GROWTH),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
	return true;
}

/* Time grows by itself: a MAX that it reaches before the horizon is no MAX. */
static bool check_end(struct pl_cx *cx, const struct pl_field *field)
{
	const double year = 365.2425 * 86400;
	struct pl_instant end = {0};
	int64_t now;
	char text[40];

	/* PL110 speaks of a `max` behind it. */
	if (pl_promises_beyond(field) || !pl_promised_end(field, &end.seconds) || !pl_reference_time(cx, &now) ||
	    (double)(end.seconds - now) >= pl_option(cx, "horizon") * year)
		return false;
	pl_instant_text(end, text);
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s is inverted from a MAX that is a time of %.10s", name(cx, field), text),
		.why = "What is stored is MAX less the time: of later times it is negative, and a minus sign (2D) stands before all "
		       "digits.",
		.fix = pl_text(cx, "Take as many nines as an epoch of that unit has digits, as 9999999999999 of milliseconds, which last "
				   "until 2286%s", field->observed ? pl_safe_order : ""),
		.at = pl_declared_at(field->declared, PL_FO_INVERTED),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
	return true;
}

/* Whether the greatest value seen is above the declared maximum; inverted, the least one below what it leaves. */
static bool beyond_maximum(const struct pl_field *field, const struct pl_promise *promise)
{
	const struct pl_observed *seen = field->observed;

	if (field->declared->inverted.text.len)
		return pl_declares(field->declared, PL_FO_MAX) && seen->least.len &&
		       pl_digits_order(seen->least, promise->least) < 0;
	return promise->most.len && pl_greatest(field).len && pl_digits_order(pl_greatest(field), promise->most) > 0;
}

static void check_beyond(struct pl_cx *cx, const struct pl_field *field, unsigned width)
{
	const struct pl_promise promise = pl_promise_of(cx, field);

	/* What is wider than the width is PL104's. */
	if (!promise.whole || !pl_is_plain_number(field) || pl_greatest_digits(field) > width ||
	    !beyond_maximum(field, &promise))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s is greater in some keys than its declared maximum", name(cx, field)),
		.why = "The width was chosen for the declared maximum: what passes it will pass the width, too, and then sort "
		       "in front.",
		.fix = "Declare the maximum that there really is, and a width for it; or correct the values at their source.",
		.width_least = field->observed->widths[0].width,
		.width_most = field->observed->widths[field->observed->nwidths - 1].width,
		.at = pl_declared_at(field->declared, PL_FO_MAX),
	});
}

/* ---- seen ---- */

/* "9 of its 10,000 values": exact as long as they fit an integer. */
static const char *values_left(struct pl_cx *cx, const struct pl_field *field, unsigned width)
{
	int64_t all = 1, greatest = field->kind == PL_K_BASED || field->kind == PL_K_HEXNUMBER ? -1 : pl_digits_i64(pl_greatest(field));

	if (width > 18 || greatest < 0)
		return "less than the headroom";
	for (unsigned i = 0; i < width; i++)
		all *= 10;
	return pl_text(cx, "%s of its %s values", pl_count(cx, (uint64_t)(all - 1 - greatest)),
		       pl_count(cx, (uint64_t)all));
}

static void check_seen(struct pl_cx *cx, const struct pl_field *field, unsigned width)
{
	const struct pl_observed *seen = field->observed;
	struct pl_ordered_verdict ordered;

	if (pl_alone(field) || !pl_fills_width(cx, field, width))
		return;
	ordered = pl_is_ordered(cx, field, false);
	pl_report_field(cx, field, (struct pl_finding){
		.level = ordered.ordered >= PL_ORDERED_INFERRED ? PL_WARNING : PL_INFO,
		.message = pl_text(cx, "a counter of %s has %s left", pl_counted(cx, width, "digit"),
				   values_left(cx, field, width)),
		.why = overflow(cx, width),
		.fix = pl_text(cx, "Go to %u digits before the width is full; every stored key must be rewritten:  "
				   "%s%s", width + 2, pl_pad_example(cx, field, width, width + 2), pl_safe_order),
		.width_least = seen->widths[0].width,
		.width_most = seen->widths[seen->nwidths - 1].width,
		.width_advised = width + 2,
		.counts.keys_wrong = seen->keys,
	});
}

/* "49 of its 10,000 values", down to 0. */
static const char *values_below(struct pl_cx *cx, const struct pl_field *field)
{
	int64_t all = pl_digits_i64(pl_inverted_from(field)), least = pl_digits_i64(field->observed->least);

	if (all < 0 || least < 0)
		return "less than the headroom";
	return pl_text(cx, "%s of its %s values", pl_count(cx, (uint64_t)least), pl_count(cx, (uint64_t)all + 1));
}

static void check_inverted(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_str max = pl_inverted_from(field);
	const unsigned width = (unsigned)max.len;

	if (pl_alone(field) || !pl_fills_inverted(cx, field))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = pl_order_denied(field) ? PL_INFO : PL_WARNING,
		.message = pl_text(cx, "a counter that is subtracted from %.*s has %s left", (int)max.len, max.ptr,
				   values_below(cx, field)),
		.why = "What is stored is MAX less the number: of a greater one it is negative, and a minus sign (2D) stands before "
		       "all digits.",
		.fix = pl_text(cx, "Take a MAX of %u digits before this one is reached; every stored key must be rewritten%s%s", width + 2,
			       pl_promised(field) ? ", and `inverted` declared anew" : "", pl_safe_order),
		.width_least = seen->widths[0].width,
		.width_most = seen->widths[seen->nwidths - 1].width,
		.width_advised = width + 2,
		.at = pl_promised(field) ? pl_declared_at(pl_promised(field), PL_FO_INVERTED) : field->at,
		.counts.keys_wrong = seen->keys,
	});
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const unsigned width = pl_padded_width(field), promised = pl_promise_of(cx, field).width;

	if (promised && (check_maximum(cx, field, promised) || check_growth(cx, field, promised) || check_end(cx, field)))
		return;
	if (promised && field->observed)
		check_beyond(cx, field, promised);
	if (!pl_is_written_in_digits(field) || has_many_labels(field))
		return;
	if (pl_inverted_from(field).len)
		check_inverted(cx, field);
	else if (!promised || !field->declared->inverted.text.len)
		check_seen(cx, field, width);
}

const struct pl_rule pl_rule_width_overflow_risk = {
	.code = "PL103",
	.name = "width-overflow-risk",
	.since = "0.1.0",
	.summary = "a padded counter will soon need one digit more than its width",
	.why = "MIG#10000 (… 31 30 …) comes before MIG#9990 (… 39 39 …): the first value that outgrows the width "
	       "goes to the front.",
	.fix = "Choose a width two digits greater and rewrite every stored key before the counter gets there.",
	.blind = "How fast the counter runs, unless a schema declares it; numbers that do not start near zero or do not grow (hash buckets, "
		 "fixed codes); inverted numbers of which nothing says what they are subtracted from.",
	.source = "Digits compared as UTF-8 bytes; zero padding holds for 0 to 10^W - 1 only.",
	.scope = PL_FIELD,
	.level = PL_WARNING,
	.options = options,
	.bad = (const char *const[]){"MIG#0001", "MIG#0002", "MIG#0017", "MIG#0450", "MIG#5120", "MIG#9001",
				     "MIG#9987", "MIG#9990", NULL},
	.good = (const char *const[]){"MIG#000001", "MIG#000002", "MIG#000017", "MIG#000450", "MIG#005120",
				      "MIG#009001", "MIG#009987", "MIG#009990", NULL},
	.applies_field = applies,
	.check_field = check,
};
