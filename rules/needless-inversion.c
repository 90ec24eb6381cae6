/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL109 needless-inversion: DynamoDB reads backwards by itself.
 *
 *     JOB#8232399160999    9999999999999 - 1767600839000, to have the newest first
 *     JOB#1767600839000    the same with ScanIndexForward=false
 *
 * HBase, Bigtable and S3 list forwards only, and there the trick is needed. It
 * costs a reader for every tool that looks at the keys, so it is told, as an
 * info: there is nothing to change in a table that has it.
 *
 * Inverted are times whose values show it (linter/key/mirror.h), numbers that add
 * up to one sum with an attribute of the same items, and what is declared so.
 *
 * Silent where it has a use that can be seen: beside another ordered value,
 * which may run the other way, and where PL110 or PL103 says that there is something
 * to change. Blind to the others: the newest child behind its
 * parent in one read, the order of a sparse index.
 */
#include "linter/rule.h"


static bool is_inverted(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return (declared && declared->inverted.text.len) ||
	       (field->observed && (field->observed->mirrors || field->observed->mirrored.len));
}

static bool applies(const struct pl_field *field)
{
	return field->keys->ordered && is_inverted(field);
}

/* Another number or time of the same keys, which may run the other way. */
static bool has_counterpart(struct pl_cx *cx, const struct pl_field *field)
{
	for (size_t i = 0; i < field->entity->nfields; i++) {
		const struct pl_field *other = field->entity->fields[i];
		const struct pl_declared *declared = pl_promised(other);
		bool time = declared ? declared->type == PL_D_TIMESTAMP && declared->ordered : other->kind == PL_K_TIMESTAMP;

		if (other != field && !pl_alone(other) &&
		    (time || pl_is_ordered(cx, other, false).ordered >= PL_ORDERED_INFERRED))
			return true;
	}
	return false;
}

static const char *constant(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);
	const struct pl_observed *seen = field->observed;

	if (declared && declared->inverted.text.len)
		return pl_text(cx, "values are declared to be stored as %.*s less the value", (int)declared->inverted.text.len,
			       declared->inverted.text.ptr);
	if (seen->mirrored.len)
		return pl_text(cx, "values add up to %s with the attribute %.*s", seen->sum.ptr, (int)seen->mirrored.len,
			       seen->mirrored.ptr);
	for (unsigned form = 1; form < PL_MIRRORS; form++)
		if (seen->mirrors >> form & 1)
			return pl_text(cx, "values are times subtracted from %s", pl_mirror_max(form));
	return "values are inverted";
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	/* What PL110 and PL103 tell of has to change. */
	if (pl_alone(field) || has_counterpart(cx, field) || pl_is_inversion_mismatch(cx, field) ||
	    (pl_rule_on(cx, "PL103") && pl_fills_inverted(cx, field)))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_INFO,
		.message = constant(cx, field),
		.why = "A Query with ScanIndexForward=false returns the greatest first: plain values, padded, are enough, and "
		       "anybody can read them.",
		.fix = "Nothing needs to change in a table that has it. For a new one store the value itself and read backwards, "
		       "unless one read is to run in two directions or the first row of a partition must be the newest.",
		.at = pl_promised(field) ? pl_declared_at(pl_promised(field), PL_FO_INVERTED) : field->at,
	});
}

const struct pl_rule pl_rule_needless_inversion = {
	.code = "PL109",
	.name = "needless-inversion",
	.since = "0.1.0",
	.summary = "values are stored as MAX less the value, to be read in descending order",
	.why = "9999999999999 - t puts the newest first, and so does ScanIndexForward=false with t itself, which anybody can "
	       "read.",
	.fix = "Nothing in an existing table; for a new one store the value itself and read with ScanIndexForward=false.",
	.blind = "What the inversion may be for: mixed directions, a parent row before its newest children, the order of a "
		 "sparse index or a cursor.",
	.source = "Amazon DynamoDB API reference, Query: ScanIndexForward.",
	.scope = PL_FIELD,
	.level = PL_INFO,
	.bad = (const char *const[]){"JOB#8232391958999", "JOB#8232393420999", "JOB#8232396344999", "JOB#8232399160999", NULL},
	.good = (const char *const[]){"JOB#1767600839000", "JOB#1767603655000", "JOB#1767606579000", "JOB#1767608041000", NULL},
	.applies_field = applies,
	.check_field = check,
};
