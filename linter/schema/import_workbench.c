/* SPDX-License-Identifier: Apache-2.0 */
/*
 * NoSQL Workbench models.
 *
 *     DataModel[] ─┬─ TableName, KeyAttributes{PartitionKey, SortKey}
 *                  ├─ GlobalSecondaryIndexes[] ── IndexName, KeyAttributes
 *                  ├─ TableFacets[] ── FacetName, KeyAttributeAlias{PartitionKeyAlias, SortKeyAlias}, TableData[]
 *                  └─ TableData[]
 *
 * An alias is free text. "SEASON#<season>" is a template; "PK" and
 * "ITEMS#ItemID" may be one or not, so a facet becomes an entity only when one
 * of its aliases has a placeholder in brackets. The alias that repeats the
 * attribute's name beside it is a value of that name.
 */
#include "linter/schema/import_build.h"

static const struct pl_dialect dialect = {
	.brackets = PL_BR_DOLLAR | PL_BR_DOUBLE | PL_BR_BRACE | PL_BR_ANGLE | PL_BR_SQUARE,
};

static const struct {
	const char *key, *alias;
	bool sort;
} roles[] = {
	{"PartitionKey", "PartitionKeyAlias", false},
	{"SortKey", "SortKeyAlias", true},
};

/* PartitionKey or SortKey; a list of them in models with keys of several attributes. */
static void read_key(struct pl_import *imp, struct pl_index *index, const struct pl_yaml *key, bool sort)
{
	struct pl_node_list list = pl_node_list(key);

	for (size_t i = 0; i < list.count; i++) {
		const struct pl_yaml *node = pl_node_item(&list, i);
		struct pl_attribute attribute = {.name = pl_import_get_text(node, "AttributeName")};

		if (attribute.name.len == 0) {
			pl_node_fault(&imp->nodes, node, "%s needs AttributeName", sort ? "SortKey" : "PartitionKey");
			continue;
		}
		attribute.type = pl_import_key_type(pl_import_get_text(node, "AttributeType"));
		pl_import_attribute(imp, index, sort, attribute, pl_node_at(&imp->nodes, node));
	}
}

static void read_keys(struct pl_import *imp, struct pl_index *index, const struct pl_yaml *owner)
{
	const struct pl_yaml *attributes = pl_import_get_kind(owner, "KeyAttributes", PL_Y_MAP);

	if (!attributes || !pl_import_get(attributes, "PartitionKey"))
		pl_node_fault(&imp->nodes, attributes ? attributes : owner, "KeyAttributes needs PartitionKey");
	for (size_t i = 0; i < PL_LEN(roles); i++) {
		const struct pl_yaml *key = pl_import_get(attributes, roles[i].key);

		if (key)
			read_key(imp, index, key, roles[i].sort);
	}
}

static void read_index(struct pl_import *imp, const struct pl_yaml *node)
{
	struct pl_str name = pl_import_get_text(node, "IndexName");
	struct pl_index *index;

	if (name.len == 0) {
		pl_node_fault(&imp->nodes, node, "an index needs IndexName");
		return;
	}
	index = pl_import_index(imp, name, pl_node_at(&imp->nodes, node));
	if (!index)
		return;
	read_keys(imp, index, node);
	index->projection = pl_import_projection(pl_import_get_text(pl_import_get(node, "Projection"), "ProjectionType"));
}

/* ---- facets ---- */

static bool has_placeholder(struct pl_str alias)
{
	static const char pairs[][2] = {{'<', '>'}, {'{', '}'}, {'[', ']'}};

	for (size_t i = 0; i < PL_LEN(pairs); i++) {
		const char *open = memchr(alias.ptr, pairs[i][0], alias.len);

		/* Something has to stand between them. */
		if (open && memchr(open + 1, pairs[i][1], alias.len - (size_t)(open + 1 - alias.ptr)) && open[1] != pairs[i][1])
			return true;
	}
	return false;
}

static void read_alias(struct pl_import *imp, const struct pl_yaml *alias, struct pl_str attribute)
{
	if (!alias || attribute.len == 0)
		return;
	if (pl_str_eq(alias->text, attribute))
		pl_import_value(imp, attribute, attribute, pl_node_at(&imp->nodes, alias));
	else
		pl_import_template(imp, attribute, alias->text, pl_node_at(&imp->nodes, alias), alias);
}

static void read_facet(struct pl_import *imp, const struct pl_yaml *facet)
{
	const struct pl_yaml *aliases = pl_import_get(facet, "KeyAttributeAlias"), *alias[PL_LEN(roles)];
	const struct pl_yaml *name = pl_import_get_kind(facet, "FacetName", PL_Y_TEXT);
	const struct pl_index *table = &imp->table->names.index[0];
	bool template = false;

	for (size_t i = 0; i < PL_LEN(roles); i++) {
		alias[i] = pl_import_get_kind(aliases, roles[i].alias, PL_Y_TEXT);
		template |= alias[i] && alias[i]->text.len && has_placeholder(alias[i]->text);
	}
	if (!template || !name || !alias[0] || (table->sk.len && !alias[1]))
		return;
	pl_import_entity(imp, name->text, pl_node_at(&imp->nodes, name));
	read_alias(imp, alias[0], table->pk);
	read_alias(imp, alias[1], table->sk);
	pl_import_end_entity(imp);
}

/* ---- tables ---- */

/* Sample items of the table or a facet; the source of items reads them. */
static size_t samples_of(const struct pl_yaml *owner)
{
	const struct pl_yaml *items = pl_import_get_kind(owner, "TableData", PL_Y_LIST);

	return items ? items->count : 0;
}

static void read_table(struct pl_import *imp, const struct pl_yaml *node)
{
	const struct pl_yaml *indexes = pl_import_get_kind(node, "GlobalSecondaryIndexes", PL_Y_LIST);
	const struct pl_yaml *facets = pl_import_get_kind(node, "TableFacets", PL_Y_LIST);
	struct pl_str name = pl_import_get_text(node, "TableName");

	pl_import_table(imp, (struct pl_imported){.id = name, .named = name.len > 0}, name, pl_node_at(&imp->nodes, node));
	read_keys(imp, pl_import_index(imp, pl_str_of(NULL, 0), pl_node_at(&imp->nodes, node)), node);
	for (size_t i = 0; indexes && i < indexes->count; i++)
		read_index(imp, indexes->items[i]);
	imp->table->samples = samples_of(node);
	for (size_t i = 0; facets && i < facets->count; i++) {
		read_facet(imp, facets->items[i]);
		imp->table->samples += samples_of(facets->items[i]);
	}
	pl_import_end_table(imp);
}

void pl_import_workbench(struct pl_import *imp)
{
	const struct pl_yaml *tables = pl_import_get(imp->root, "DataModel");

	imp->dialect = &dialect;
	if (!tables || tables->kind != PL_Y_LIST || tables->count == 0) {
		pl_node_fault(&imp->nodes, tables ? tables : imp->root, "DataModel must be a list of tables");
		return;
	}
	for (size_t i = 0; i < tables->count; i++)
		read_table(imp, tables->items[i]);
}
