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
 * Of a key of several attributes one alone is missing: an item that lacks two or
 * more was hardly meant for the index.
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
	return keys->index_name.len && (keys->sk.len || keys->index->nmore_pk) && keys->whole;
}

static const char *message(struct pl_cx *cx, const struct pl_keys *keys)
{
	const struct pl_sorting all = pl_index_sorting(keys->index, 0);
	const char *items = pl_counted(cx, keys->half, "item"), *names = "";
	const char *others = pl_text(cx, "%s %s", pl_count(cx, keys->whole), keys->whole == 1 ? "has" : "have");

	if (all.n == 2)
		return pl_text(cx, "%s %s only one of %.*s and %.*s, while %s both: not in the index", items,
			       keys->half == 1 ? "has" : "have", (int)keys->pk.len, keys->pk.ptr, (int)keys->sk.len, keys->sk.ptr,
			       others);
	for (unsigned i = 0; i < all.n; i++)
		names = pl_text(cx, "%s%s%.*s", names, i == 0 ? "" : i + 1 == all.n ? " and " : ", ", (int)all.attrs[i].name.len,
				all.attrs[i].name.ptr);
	return pl_text(cx, "%s %s one of %s, while %s all: not in the index", items, keys->half == 1 ? "lacks" : "lack", names,
		       others);
}

/* Where the schema names the index. */
static struct pl_pos declared_at(const struct pl_keys *keys)
{
	const struct pl_schema_table *schema = keys->schema;

	for (size_t i = 0; schema && i < schema->names.nindexes; i++)
		if (pl_str_eq(schema->names.index[i].name, keys->index_name))
			return schema->index_at[i];
	return (struct pl_pos){{NULL, 0}, 0, 0};
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	if (!keys->half || (double)keys->whole < usual * (double)(keys->whole + keys->half))
		return;
	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_WARNING,
		.message = message(cx, keys),
		.why = "An index holds only items with all its key attributes: these are silently missing from every query of "
		       "the index.",
		.fix = keys->index->nmore_pk + keys->index->nmore_sk
			       ? "Write the attributes together, or none of them; then update the items that lack one."
			       : "Write both attributes together, or neither; then update the items that have one.",
		.at = declared_at(keys),
		.counts.keys_wrong = keys->half,
	});
}

const struct pl_rule pl_rule_half_indexed = {
	.code = "PL412",
	.name = "half-indexed",
	.since = "0.1.0",
	.summary = "items that lack one of the key attributes of an index",
	.why = "An index holds only items that have all its key attributes. An item with GSI1PK but without GSI1SK is in the "
	       "table and in no query of the index, and no error says so.",
	.fix = "Write both attributes together, or neither; then update the items that have one.",
	.blind = "Indexes of which fewer than 95 % of the items concerned have all attributes: halves are usual there. Of more than "
		 "two attributes an item that lacks more than one.",
	.source = "Amazon DynamoDB developer guide, sparse indexes: an item is written to an index only if its key "
		  "attributes are present in the item.",
	.scope = PL_KEYS,
	.level = PL_WARNING,
	.applies_keys = applies,
	.check_keys = check,
};
