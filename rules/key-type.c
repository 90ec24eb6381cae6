/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL408 key-type: an item without the table's keys, or with keys of another type.
 *
 *     {"PK":{"S":"U#1"},"SK":{"S":"A#1"}}     as the table describes it
 *     {"PK":{"S":"U#1"},"SK":{"N":"1"}}       another type: DynamoDB refuses it
 *     {"PK":{"S":"U#1"}}                      no sort key: refused too
 *
 * A table cannot hold such items, so the dump is of another table, was put
 * together by hand, or the key attributes were named wrongly. They are left
 * out of everything else, which is why they must not pass in silence.
 *
 * An index attribute that is absent makes the index sparse and is no fault;
 * one of another type keeps the item out of the index and is counted here.
 */
#include "linter/rule.h"

/* Numbers in the fingerprint: both may be reported of one table. */
enum { SUBJECT_MISSING = 1, SUBJECT_TYPE };

static bool applies(const struct pl_keys *keys)
{
	return keys->keys + keys->missing + keys->wrong_type > 0;
}

static const char *names(struct pl_cx *cx, const struct pl_keys *keys)
{
	const struct pl_sorting all = pl_index_sorting(keys->index, 0);
	const char *text = "";

	for (unsigned i = 0; i < all.n; i++)
		text = pl_text(cx, "%s%s%.*s", text, i ? ", " : "", (int)all.attrs[i].name.len, all.attrs[i].name.ptr);
	return text;
}

/* Where the schema has the table's or index's key; no path: nowhere. */
static struct pl_pos place_of(const struct pl_keys *keys)
{
	const struct pl_schema_table *schema = keys->schema;

	if (!schema)
		return (struct pl_pos){.line = 0};
	for (size_t i = 1; i < schema->names.nindexes && keys->index_name.len; i++)
		if (pl_str_eq(schema->names.index[i].name, keys->index_name))
			return schema->index_at[i].line ? schema->index_at[i] : schema->at;
	return schema->key_at.line ? schema->key_at : schema->at;
}

static void report_missing(struct pl_cx *cx, const struct pl_keys *keys)
{
	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "%s without the key (%s): not judged", pl_counted(cx, keys->missing, "item"),
				   names(cx, keys)),
		.why = "Every item of a table has all its key attributes: these are of another table, or the keys were "
		       "named wrongly.",
		.fix = "Name the right attributes with --pk and --sk, or take the items of other tables out of the dump.",
		.at = place_of(keys),
		.counts.keys_wrong = keys->missing,
		.fingerprint = SUBJECT_MISSING,
	});
}

static void report_type(struct pl_cx *cx, const struct pl_keys *keys)
{
	bool index = keys->index_name.len != 0;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "%s with a key attribute (%s) of another type than %s: not judged",
				   pl_counted(cx, keys->wrong_type, "item"), names(cx, keys),
				   keys->index->pk_type ? "the table describes" : keys->keys ? "most have" : "a key can have"),
		.why = index ? "An item whose index attribute has another type is silently left out of the index."
			     : "DynamoDB refuses a key of another type, so these items cannot be written to the table.",
		.fix = "Write the attribute with the type of the key, at its source.",
		.at = place_of(keys),
		.counts.keys_wrong = keys->wrong_type,
		.fingerprint = SUBJECT_TYPE,
	});
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	if (keys->missing)
		report_missing(cx, keys);
	if (keys->wrong_type)
		report_type(cx, keys);
}

const struct pl_rule pl_rule_key_type = {
	.code = "PL408",
	.name = "key-type",
	.since = "0.1.0",
	.summary = "items without the table's key, or with a key of another type",
	.why = "A table holds no item without all its key attributes, each of its one type. {\"SK\":{\"N\":\"1\"}} is no key "
	       "of a table whose SK is S.",
	.fix = "Name the right attributes, take items of other tables out, or mend the writer.",
	.blind = "Items that lack the attributes of an index: that is a sparse index.",
	.source = "Amazon DynamoDB developer guide, naming rules and data types: key attributes are string, number or "
		  "binary, as defined for the table.",
	.scope = PL_KEYS,
	.level = PL_ERROR,
	.examples = PL_EX_ITEMS,
	.bad = (const char *const[]){
		"{\"PK\":{\"S\":\"U#1\"},\"SK\":{\"S\":\"A#0001\"}}",
		"{\"PK\":{\"S\":\"U#1\"},\"SK\":{\"N\":\"2\"}}",
		"{\"PK\":{\"S\":\"U#1\"},\"sk\":{\"S\":\"A#0003\"}}",
		NULL,
	},
	.good = (const char *const[]){
		"{\"PK\":{\"S\":\"U#1\"},\"SK\":{\"S\":\"A#0001\"}}",
		"{\"PK\":{\"S\":\"U#1\"},\"SK\":{\"S\":\"A#0002\"}}",
		"{\"PK\":{\"S\":\"U#1\"},\"SK\":{\"S\":\"A#0003\"}}",
		NULL,
	},
	.applies_keys = applies,
	.check_keys = check,
};
