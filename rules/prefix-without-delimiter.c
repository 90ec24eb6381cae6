/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL501 prefix-without-delimiter: begins_with that ends in the middle.
 *
 *     begins_with(SK, "DEVICE#1")      DEVICE#1#…     wanted
 *                                      DEVICE#10#…    returned, too
 *
 * A prefix knows nothing of values. Where it ends inside a value of varying
 * width, or inside a literal that several go on from, it returns whatever goes
 * on from there. Behind a delimiter, behind a value of one width and at the
 * border of a timestamp's parts (2026-03-) nothing can go on but what is meant.
 *
 * Silent for geohashes and ids that begin with their time, whose first bytes
 * are meant to be a coarser value, and for `partial: true`.
 */
#include "linter/rule.h"

static bool applies(const struct pl_query *query)
{
	return pl_query_has_range(query) && query->range->condition->op == PL_Q_BEGINS_WITH && !query->declared->partial;
}

/* ---- values ---- */

/* The delimiter that stands behind the value the prefix ends in; NULL: none. */
static const struct pl_piece *delimiter_behind(const struct pl_reach *reach)
{
	size_t i = reach->low.key.piece;

	while (i < reach->key.count && pl_piece_is_value(&reach->key.piece[i]))
		i++;
	return i < reach->key.count && reach->key.piece[i].part->kind == PL_PART_DELIMITER ? &reach->key.piece[i] : NULL;
}

static const char *value_fix(struct pl_cx *cx, const struct pl_query *query, const struct pl_reach *reach)
{
	const struct pl_piece *delimiter = delimiter_behind(reach);
	struct pl_str prefix = query->range->condition->first.text;

	if (reach->low.border == PL_AT_INSIDE)
		return "Write the value in full, with all its digits, or say partial: true when the beginning is meant.";
	if (!delimiter)
		return "Compare by = when one value is meant, or say partial: true when all that begin so are meant.";
	return pl_text(cx, "Close the prefix: begins_with \"%.*s%.*s\"; say partial: true when all that begin so are meant.",
		       pl_shown(prefix), prefix.ptr, (int)delimiter->text.len, delimiter->text.ptr);
}

static void report_value(struct pl_cx *cx, const struct pl_query *query, const struct pl_reach *reach)
{
	const struct pl_bound bound = {&query->range->condition->first, &query->range->low, false};
	const struct pl_part *value = pl_fit_value(reach, &reach->low);
	const struct pl_evidence *longer = &query->answer->longer;
	struct pl_str prefix = query->range->condition->first.text;

	pl_report_query(cx, query, (struct pl_finding){
		.level = longer->count ? PL_ERROR : PL_WARNING,
		.segment = value->segment,
		.part = value->part,
		.at = pl_bound_at(reach, &bound),
		.witness = longer->witness,
		.counts.keys_wrong = longer->count,
		.message = pl_text(cx, "%s: begins_with \"%.*s\" ends inside %s and also returns every longer value that begins so%s",
				   pl_query_text(cx, query), pl_shown(prefix), prefix.ptr, pl_part_text(cx, value),
				   pl_evidence_text(cx, longer->count)),
		.why = pl_text(cx, "A prefix does not stop where a value does: as \"1\" begins \"10\", \"%.*s\" begins other "
				   "values of %s.", pl_shown(prefix), prefix.ptr, pl_part_text(cx, value)),
		.fix = value_fix(cx, query, reach),
	});
}

/* ---- literals ---- */

/* How the literal goes on behind the prefix; empty at its end. */
static struct pl_str literal_rest(const struct pl_reach *reach)
{
	const struct pl_piece *piece = &reach->key.piece[reach->low.key.piece];

	if (reach->low.key.byte == 0)
		return pl_str_of(NULL, 0);
	return pl_str_sub(piece->text, reach->low.key.byte, piece->text.len);
}

static bool ends_in_literal(const struct pl_reach *reach)
{
	return reach->inside && reach->low.border == PL_AT_LITERAL;
}

/* Another literal that goes on from the prefix, of an entity that is not meant when the query says which are. */
static const struct pl_reach *other_literal(const struct pl_query *query, const struct pl_reach *reach)
{
	const bool says = query->declared->returns.count > 0;

	for (size_t i = 0; i < query->range->nreach; i++) {
		const struct pl_reach *other = &query->range->reach[i];

		if (ends_in_literal(other) && !pl_str_eq(literal_rest(other), literal_rest(reach)) &&
		    !(says && pl_query_wants(query, other->entity)))
			return other;
	}
	return NULL;
}

static void report_literal(struct pl_cx *cx, const struct pl_query *query, const struct pl_reach *reach,
			   const struct pl_reach *other)
{
	struct pl_str prefix = query->range->condition->first.text, rest = literal_rest(reach), more = literal_rest(other);
	const struct pl_evidence *rows = &query->answer->reached[other - query->range->reach];

	pl_report_query(cx, query, (struct pl_finding){
		/* Without `returns` both may be meant. */
		.level = rows->count && query->declared->returns.count ? PL_ERROR : PL_WARNING,
		.witness = rows->witness,
		.counts.keys_wrong = rows->count,
		.segment = reach->key.piece[PL_MIN(reach->low.key.piece, reach->key.count - 1)].part->segment,
		.at = pl_template_at(&query->range->condition->first),
		.message = pl_text(cx, "%s: begins_with \"%.*s\" returns %.*s and %.*s%s", pl_query_text(cx, query),
				   pl_shown(prefix), prefix.ptr, (int)reach->entity->name.len, reach->entity->name.ptr,
				   (int)other->entity->name.len, other->entity->name.ptr, pl_evidence_text(cx, rows->count)),
		.why = pl_text(cx, "\"%.*s%.*s\" and \"%.*s%.*s\" both begin with it.", pl_shown(prefix), prefix.ptr, (int)rest.len,
			       rest.len ? rest.ptr : "", pl_shown(prefix), prefix.ptr, (int)more.len, more.len ? more.ptr : ""),
		.fix = "Write the literal in full with the delimiter behind it, or name all the entities under returns:.",
	});
}

/* With a dump that shows a value and a longer one in one partition, what is asked for and what is not, it is an error. */
static void check(struct pl_cx *cx, const struct pl_query *query)
{
	const struct pl_reach *reach, *other;

	for (size_t n = 0; (reach = pl_query_reach(query, n)) != NULL; n++) {
		if (reach->low.border == PL_AT_OPEN || reach->low.border == PL_AT_INSIDE) {
			report_value(cx, query, reach);
			return;
		}
		other = ends_in_literal(reach) ? other_literal(query, reach) : NULL;
		if (other) {
			report_literal(cx, query, reach, other);
			return;
		}
	}
}

const struct pl_rule pl_rule_prefix_without_delimiter = {
	.code = "PL501",
	.name = "prefix-without-delimiter",
	.since = "0.1.0",
	.summary = "begins_with ends inside a value or literal that others continue",
	.why = "begins_with compares bytes and does not stop where a value does: \"DEVICE#1\" also returns DEVICE#10, "
	       "\"turns\" also returns turnstile.",
	.fix = "Put the delimiter at the end of the prefix: \"DEVICE#1#\". Say partial: true where the beginning of a value is "
	       "meant, as in a search box.",
	.blind = "Queries that no schema declares; geohashes and ids that begin with a time, whose first bytes are a coarser "
		 "value.",
	.source = "Amazon DynamoDB developer guide, key condition expressions: begins_with; etcd issue 346.",
	.scope = PL_QUERY,
	.level = PL_ERROR,
	.examples = PL_EX_SCHEMA,
	.given = (const char *const[]){
		"table: Shop",
		"key: {pk: PK, sk: SK}",
		"fields:",
		"  customerId: id",
		"  orderId: ksuid",
		"  itemNo: {type: number, width: 4, min: 1, max: 500}",
		"entities:",
		"  Order: {PK: CUST#<customerId>, SK: ORDER#<orderId>}",
		"  OrderItem: {PK: CUST#<customerId>, SK: ORDERITEM#<orderId>#<itemNo>}",
		"queries:",
		NULL,
	},
	.bad = (const char *const[]){
		"  - {name: orders, pk: CUST#<customerId>, sk: {begins_with: ORDER}}",
		NULL,
	},
	.good = (const char *const[]){
		"  - {name: orders, pk: CUST#<customerId>, sk: {begins_with: ORDER#}}",
		NULL,
	},
	.wants_answer = true,
	.applies_query = applies,
	.check_query = check,
};
