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
 * than the average. A column that holds every value from 0 to all nines is a
 * set of buckets and stays as it is; so do inverted numbers, which do not start
 * near zero.
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

static bool applies(const struct pl_field *field)
{
	return pl_is_plain_number(field) && pl_padded_width(field);
}

/* "9 of its 10,000 values": exact as long as they fit an integer. */
static const char *values_left(struct pl_cx *cx, const struct pl_field *field, unsigned width)
{
	int64_t all = 1, greatest = pl_digits_i64(pl_greatest(field));

	if (width > 18 || greatest < 0)
		return "less than the headroom";
	for (unsigned i = 0; i < width; i++)
		all *= 10;
	return pl_text(cx, "%s of its %s values", pl_count(cx, (uint64_t)(all - 1 - greatest)),
		       pl_count(cx, (uint64_t)all));
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	unsigned width = pl_padded_width(field);
	struct pl_ordered_verdict ordered;

	if (pl_alone(field) || !pl_fills_width(cx, field, width))
		return;
	ordered = pl_is_ordered(cx, field, false);
	pl_report_field(cx, field, (struct pl_finding){
		.level = ordered.ordered >= PL_ORDERED_INFERRED ? PL_WARNING : PL_INFO,
		.message = pl_text(cx, "a counter of %s has %s left", pl_counted(cx, width, "digit"),
				   values_left(cx, field, width)),
		.why = pl_text(cx, "The first value of %u digits begins with 1 (31) and comes before all that begin "
				   "with 2 to 9 (32 to 39) in %s.", width + 1, pl_counted(cx, width, "digit")),
		.fix = pl_text(cx, "Go to %u digits before the width is full; every stored key must be rewritten:  "
				   "%s%s", width + 2, pl_pad_example(cx, width, width + 2), pl_safe_order),
		.width_least = seen->widths[0].width,
		.width_most = seen->widths[seen->nwidths - 1].width,
		.width_advised = width + 2,
		.counts.keys_wrong = seen->keys,
	});
}

const struct pl_rule pl_rule_width_overflow_risk = {
	.code = "PL103",
	.name = "width-overflow-risk",
	.since = "0.1.0",
	.summary = "a padded counter will soon need one digit more than its width",
	.why = "MIG#10000 (… 31 30 …) comes before MIG#9990 (… 39 39 …): the first value that outgrows the width "
	       "goes to the front.",
	.fix = "Choose a width two digits greater and rewrite every stored key before the counter gets there.",
	.blind = "How fast the counter runs; numbers that do not start near zero (inverted ones) or do not grow "
		 "(hash buckets, fixed codes).",
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
