/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL412 half-indexed: an item with one of the two key attributes of an index.
 *
 *     {"GSI1PK":{"S":"ORDERS"},"GSI1SK":{"S":"0001"}}     in the index
 *     {"GSI1PK":{"S":"ORDERS"}}                           not in it, and nobody is told
 *
 * An index holds only items that have all its key attributes. Most tables use
 * that on purpose: items without any of them are a sparse index. One of two
 * is another matter: somebody set about indexing the item and stopped half-way.
 *
 * Judged only where nearly all items that have one attribute have the other
 * too. Where attributes are shared between several indexes, as a partition key
 * that two of them use, halves are everywhere and mean nothing.
 */
#include "linter/rule.h"

/* Share of the items with either attribute that must have both. */
static const double usual = 0.95;

static bool applies(const struct pl_keys *keys)
{
	return keys->index_name.len && keys->sk.len && keys->whole;
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	if (!keys->half || (double)keys->whole < usual * (double)(keys->whole + keys->half))
		return;
	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s only one of %.*s and %.*s, while %s both: not in the index",
				   keys->half == 1 ? "1 item has" : pl_text(cx, "%s have", pl_counted(cx, keys->half, "item")),
				   (int)keys->pk.len, keys->pk.ptr, (int)keys->sk.len, keys->sk.ptr,
				   keys->whole == 1 ? "1 has" : pl_text(cx, "%s have", pl_count(cx, keys->whole))),
		.why = "An index holds only items with all its key attributes: these are silently missing from every query of "
		       "the index.",
		.fix = "Write both attributes together, or neither; then update the items that have one.",
		.counts.keys_wrong = keys->half,
	});
}

const struct pl_rule pl_rule_half_indexed = {
	.code = "PL412",
	.name = "half-indexed",
	.since = "0.1.0",
	.summary = "items with one of the two key attributes of an index",
	.why = "An index holds only items that have all its key attributes. An item with GSI1PK but without GSI1SK is in the "
	       "table and in no query of the index, and no error says so.",
	.fix = "Write both attributes together, or neither; then update the items that have one.",
	.blind = "Indexes of which fewer than 95 % of the items concerned have both attributes: halves are usual there.",
	.source = "Amazon DynamoDB developer guide, sparse indexes: an item is written to an index only if its key "
		  "attributes are present in the item.",
	.scope = PL_KEYS,
	.level = PL_WARNING,
	.applies_keys = applies,
	.check_keys = check,
};
