/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL401 delimiter-order: what stands behind a value sorts with it.
 *
 *     ann lee#2024-01-01    20, the space, sorts below 23, the #
 *     ann#2024-02-10        so Ann comes behind Ann Lee
 *
 * Values of several lengths come in their own order only if none holds a byte
 * below the delimiter that ends them. Below # are the space, ! and "; below :
 * all digits; below _ digits and capitals, too.
 *
 * The other way round a sentinel is put first by being short, and that holds
 * only in front of a low byte: v0#… stands before v0001#…, but v0_… behind
 * v0001_….
 *
 * Names and other text are judged. Ids have no order worth having, and numbers
 * of several widths are PL102's; nor does it matter where every range holds one
 * value. What comes of it, two names that stand in an order nobody expects, is
 * worth knowing and seldom a fault: an info.
 *
 * It is a warning where a declared query depends on that order: its bounds lie
 * in two such values, or it reads them first of all and the schema says that
 * their order counts (`ordered`, `order`, `wants`, `limit`). Then two keys of the
 * dump prove it, or two values that `chars` or `values` allow.
 */
#include "linter/rule.h"

static const char separators[] = PL_SEPARATORS;

static bool is_text(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	if (declared)
		return (declared->type == PL_D_TEXT || declared->type == PL_D_ENUM) && !declared->width;
	return field->kind == PL_K_WORD || field->kind == PL_K_TEXT || field->kind == PL_K_MAIL;
}

static bool follows(const struct pl_observed *seen, unsigned char byte)
{
	return seen->follows[byte / 64] >> byte % 64 & 1;
}

/* The highest delimiter that stands behind a value; 0: none does. */
static unsigned char delimiter(const struct pl_observed *seen)
{
	unsigned char highest = 0;

	for (const char *s = separators; *s; s++)
		if (follows(seen, (unsigned char)*s))
			highest = PL_MAX(highest, (unsigned char)*s);
	return highest;
}

/* The zero that stands for the latest or for none, among padded numbers. */
static bool has_zero_sentinel(const struct pl_field *field)
{
	const struct pl_proof *proof = field->observed->proof;

	for (size_t i = 0; i < proof->nsentinels; i++)
		if (pl_str_eq(proof->sentinels[i], PL_S("0")))
			return field->observed->padded_width > 1;
	return false;
}

static bool applies(const struct pl_field *field)
{
	if (!field->keys->ordered || pl_is_of_partition(field))
		return false;
	return is_text(field) ? field->observed || pl_promised(field) : field->observed && pl_is_plain_number(field);
}

static bool is_crossed(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	return seen && seen->min_len != seen->max_len && seen->ranges > 0 && seen->least_byte < delimiter(seen);
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	return is_text(field) && is_crossed(field) && pl_query_across(cx, field);
}

/* "; query "by name" depends on their order", to end a message with. */
static const char *query_clause(struct pl_cx *cx, const struct pl_query *query)
{
	return query ? pl_text(cx, "; %s depends on their order", pl_query_text(cx, query)) : "";
}

static const char *text_fix(struct pl_cx *cx, bool loud)
{
	return pl_text(cx, "Leave bytes below the delimiter out of the value or escape them, or take a delimiter below all that it "
			   "holds (# has only the space, ! and \" below it).%s",
		       loud ? pl_safe_order : " Where the value is only asked for by equality, nothing is wrong.");
}

static void report_text(struct pl_cx *cx, const struct pl_field *field, const struct pl_query *query)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_query *hurt = pl_broken(field) ? query : NULL;

	pl_report_field(cx, field, (struct pl_finding){
		.level = hurt ? PL_WARNING : PL_INFO,
		.message = pl_text(cx, "values hold %s, which sorts below %s, the delimiter behind them%s",
				   pl_byte_text(cx, (unsigned char)seen->least_byte), pl_byte_text(cx, delimiter(seen)),
				   query_clause(cx, hurt)),
		.why = "Where one value begins with another, the byte that goes on is compared with the delimiter: \"ann "
		       "lee#\" (20) comes before \"ann#\" (23).",
		.fix = text_fix(cx, hurt),
		.witness = hurt ? seen->proof->witness : (struct pl_witness){.some = false},
		.counts.keys_wrong = seen->keys,
	});
}

static void report_promise(struct pl_cx *cx, const struct pl_field *field, const struct pl_query *query,
			   const struct pl_example *example)
{
	const struct pl_declared *declared = pl_promised(field);
	bool by_values = declared->type == PL_D_ENUM;

	pl_report_field(cx, field, (struct pl_finding){
		.level = query ? PL_WARNING : PL_INFO,
		.message = pl_text(cx, "\"%s\" comes before \"%s\" by what its `%s` allow, so values do not stand in their own "
				       "order%s",
				   example->first.ptr, example->second.ptr, by_values ? "values" : "chars", query_clause(cx, query)),
		.why = "Keys are compared byte by byte: where one value ends, its delimiter is compared with the next byte of the "
		       "other.",
		.fix = text_fix(cx, query),
		.at = pl_declared_at(declared, by_values ? PL_FO_VALUES : PL_FO_CHARS),
	});
}

static void check_text(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_query *query = pl_query_across(cx, field);
	struct pl_example example = pl_promise_crossing(cx, field);

	if (example.some && !pl_broken(field))
		report_promise(cx, field, query, &example);
	else if (is_crossed(field))
		report_text(cx, field, query);
}

static void check_sentinel(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	unsigned char behind = delimiter(seen);

	if (!has_zero_sentinel(field) || behind <= '9')
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_INFO,
		.message = pl_text(cx, "a 0 beside padded numbers sorts behind those that begin with 0, for %s follows it",
				   pl_byte_text(cx, behind)),
		.why = pl_text(cx, "\"0%c\" is compared with \"00…\": %s sorts above the digit 0 (30).", behind,
			       pl_byte_text(cx, behind)),
		.fix = "If the 0 is to come first, pad it like the others, or put # behind the number.",
		.counts.keys_wrong = seen->proof->sentinel_keys,
	});
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	if (is_text(field))
		check_text(cx, field);
	else
		check_sentinel(cx, field);
}

const struct pl_rule pl_rule_delimiter_order = {
	.code = "PL401",
	.name = "delimiter-order",
	.since = "0.1.0",
	.summary = "a value of varying length holds a byte that sorts below the delimiter behind it",
	.why = "\"ann lee#\" comes before \"ann#\", because the space (20) sorts below # (23): the values do not stand in "
	       "their own order.",
	.fix = "Leave such bytes out of the value or escape them, or take a delimiter below all that it holds.",
	.blind = "Ids and numbers. Without a declared query that depends on the order: whether two values really are in each "
		 "other's way.",
	.source = "Amazon DynamoDB developer guide: sort keys of type String are ordered by their UTF-8 bytes.",
	.scope = PL_FIELD,
	.level = PL_WARNING,
	.bad = (const char *const[]){"ann lee#2024-01-01", "ann#2024-02-10", "bob ray#2024-01-05", NULL},
	.good = (const char *const[]){"ann_lee#2024-01-01", "ann#2024-02-10", "bob_ray#2024-01-05", NULL},
	.applies_field = applies,
	.wants_proof = wants_proof,
	.check_field = check,
};
