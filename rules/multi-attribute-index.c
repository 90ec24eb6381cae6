/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL411 multi-attribute-index: what is wrong here cannot happen with typed parts.
 *
 *     GSI1SK = PRICE#9#2026-06-23        one string: 31 30 before 39
 *     price (N) 9, day (S) 2026-06-23    two attributes: 9 before 10
 *
 * Since November 2025 a global secondary index takes up to four partition and
 * four sort key attributes, compared one after the other, each by its own type.
 * A number among them is compared as a number and needs no padding.
 *
 * It is advice, so it is given only where something else of the same index was
 * found, and only for an index that the schema composes of several values, a
 * number among them. Local indexes and the table itself have one sort key.
 */
#include "linter/rule.h"

static bool applies(const struct pl_keys *keys)
{
	return keys->schema && keys->index_name.len && !keys->index->local && !keys->index->nmore_sk && keys->sk.len;
}

/* An entity whose key here is made of several values, one of them a number; NULL: none. */
static const struct pl_entity *composed(const struct pl_keys *keys)
{
	for (size_t i = 0; i < keys->nentities; i++) {
		const struct pl_entity *entity = keys->entities[i];
		bool number = false;

		for (size_t k = 0; k < entity->nfields; k++) {
			const struct pl_declared *declared = pl_promised(entity->fields[k]);

			number |= declared && declared->type == PL_D_NUMBER;
		}
		if (number && entity->nfields > 1 && entity->declared && !entity->legacy)
			return entity;
	}
	return NULL;
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	const struct pl_entity *entity = composed(keys);

	if (!entity || !pl_reported(cx, keys))
		return;
	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_INFO,
		.entity = entity,
		.message = pl_text(cx, "the sort key of %.*s is made of typed values: the index could have them as "
				   "attributes", (int)keys->index_name.len, keys->index_name.ptr),
		.why = "A global secondary index takes up to 4 partition and 4 sort key attributes, each compared by its own "
		       "type: a number of type N is in order without padding.",
		.fix = "For a new index, write the parts as attributes of their own and declare `sk: [ATTR, ATTR]`; its "
		       "queries must fix them from the left, and only the last may be a range.",
		.at = entity->at,
	});
}

const struct pl_rule pl_rule_multi_attribute_index = {
	.code = "PL411",
	.name = "multi-attribute-index",
	.since = "0.1.0",
	.summary = "an index with a fault has a composite key of typed values",
	.why = "PRICE#10 comes before PRICE#9 in a string; in an index with price (N) as a sort key attribute 9 comes "
	       "before 10.",
	.fix = "For a new index, use key attributes of their own types in place of one composed string.",
	.blind = "Indexes without another finding, local indexes and the table itself; keys that no schema declares.",
	.source = "Amazon DynamoDB developer guide, multi-attribute keys of global secondary indexes (November 2025).",
	.scope = PL_KEYS,
	.level = PL_INFO,
	.examples = PL_EX_SCHEMA,
	.given = (const char *const[]){
		"table: Shop",
		"key: {pk: PK, sk: SK}",
		"indexes:",
		"  GSI1: {pk: GSI1PK, sk: GSI1SK}",
		"entities:",
		"  Item:",
		"    PK: ORDER#<orderId>",
		"    SK: ITEM#<sku>",
		"    GSI1PK: SKU#<sku>",
		"    GSI1SK: PRICE#<price>#<orderId>",
		"fields:",
		"  orderId: ulid",
		"  sku: {type: id, chars: \"[A-Z0-9-]\"}",
		NULL,
	},
	.bad = (const char *const[]){
		"  price: {type: number, max: 9999}",
		NULL,
	},
	.good = (const char *const[]){
		"  price: {type: number, width: 4, max: 9999}",
		NULL,
	},
	.applies_keys = applies,
	.check_keys = check,
};
