/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Templates: CloudFormation, SAM, what CDK and Amplify synthesise, and
 * serverless.yml, which holds a template's Resources. And the requests and
 * answers of DynamoDB itself, which have the same key schema.
 */
#include "linter/schema/import_intrinsic.h"

static const struct pl_key_words service_words = {
	.name = "TableName",
	.definitions = "AttributeDefinitions",
	.defined_name = "AttributeName",
	.defined_type = "AttributeType",
	.schema = "KeySchema",
	.schema_name = "AttributeName",
	.schema_type = "KeyType",
	.global = "GlobalSecondaryIndexes",
	.local = "LocalSecondaryIndexes",
	.index_name = "IndexName",
	.projection = "Projection",
	.projection_type = "ProjectionType",
};

static const struct pl_key_words amplify_words = {
	.name = "tableName",
	.definitions = "attributeDefinitions",
	.defined_name = "attributeName",
	.defined_type = "attributeType",
	.schema = "keySchema",
	.schema_name = "attributeName",
	.schema_type = "keyType",
	.global = "globalSecondaryIndexes",
	.local = "localSecondaryIndexes",
	.index_name = "indexName",
	.projection = "projection",
	.projection_type = "projectionType",
};

/* ---- Amplify's composite attributes ---- */

/*
 * Amplify joins the sort fields of a model into one attribute whose name is
 * their names, joined the same way:
 *
 *     "kind#date": "TEXT#2024-03-01"
 *
 * So the name is a template. Each value is written as it is, a number without
 * zeros in front.
 */
static void describe_amplify(struct pl_import *imp, struct pl_declared *field)
{
	const struct pl_yaml *list = imp->described;

	for (size_t i = 0; list && i < list->count; i++) {
		const struct pl_yaml *d = list->items[i];
		struct pl_str name = pl_import_get_text(d, "AttributeName"), type = pl_import_get_text(d, "AttributeType");

		if (name.len == 0) {
			name = pl_import_get_text(d, "attributeName");
			type = pl_import_get_text(d, "attributeType");
		}
		if (pl_str_eq(name, field->name) && pl_str_eq(type, PL_S("N")))
			pl_import_type(field, PL_D_NUMBER, pl_node_at(&imp->nodes, d));
	}
}

static const struct pl_dialect amplify_dialect = {.brackets = PL_BR_ANGLE, .describe = describe_amplify};

static bool is_composite(struct pl_str name)
{
	return name.len > 2 && memchr(name.ptr + 1, '#', name.len - 2) && name.ptr[name.len - 1] != '#';
}

/* "kind#date" is <kind>#<date>. */
static void composite_template(struct pl_import *imp, struct pl_str name, struct pl_pos at)
{
	struct pl_buf text = PL_BUF_INIT;

	pl_buf_addc(&text, '<');
	for (size_t i = 0; i < name.len; i++)
		if (name.ptr[i] == '#')
			pl_buf_adds(&text, ">#<");
		else
			pl_buf_addc(&text, name.ptr[i]);
	pl_buf_addc(&text, '>');
	pl_import_template(imp, name, pl_arena_str(pl_import_arena(imp), pl_buf_str(&text)), at, NULL);
	pl_buf_release(&text);
}

/* All attributes of all keys, each once; returns how many. */
static size_t key_attributes(const struct pl_table *table, struct pl_str *out)
{
	size_t count = 0;

	for (size_t i = 0; i < table->nindexes; i++) {
		struct pl_attribute all[2 * PL_KEY_ATTRIBUTES];
		unsigned n = pl_index_pks(&table->index[i], all);

		n += pl_index_sks(&table->index[i], all + n);
		for (unsigned k = 0; k < n; k++) {
			size_t seen = 0;

			while (seen < count && !pl_str_eq(out[seen], all[k].name))
				seen++;
			if (seen == count)
				out[count++] = all[k].name;
		}
	}
	return count;
}

static void composites(struct pl_import *imp, const struct pl_yaml *definitions, struct pl_str model)
{
	struct pl_str names[PL_MAX_INDEXES * 2 * PL_KEY_ATTRIBUTES];
	size_t count = key_attributes(&imp->table->names, names), composite = 0;

	for (size_t i = 0; i < count; i++)
		composite += is_composite(names[i]);
	if (composite == 0)
		return;
	imp->described = definitions;
	imp->dialect = &amplify_dialect;
	pl_import_entity(imp, model, imp->table->at);
	for (size_t i = 0; i < count; i++)
		if (is_composite(names[i]))
			composite_template(imp, names[i], imp->table->key_at);
		else
			pl_import_value(imp, names[i], names[i], imp->table->key_at);
	pl_import_end_entity(imp);
}

/* Amplify calls the table of a model MessageTable. */
static struct pl_str model_of(struct pl_import *imp, struct pl_str id)
{
	const struct pl_str table = PL_S("Table");

	if (id.len <= table.len || !pl_str_ends(id, table))
		return id;
	return pl_arena_str(pl_import_arena(imp), pl_str_sub(id, 0, id.len - table.len));
}

/* ---- resources ---- */

/* SAM's table of one attribute, called id unless said. */
static void simple_table(struct pl_import *imp, const struct pl_yaml *properties)
{
	static const struct {
		const char *word;
		char type;
	} types[] = {{"String", 'S'}, {"Number", 'N'}, {"Binary", 'B'}};
	const struct pl_yaml *key = pl_import_get_kind(properties, "PrimaryKey", PL_Y_MAP);
	const struct pl_yaml *named = pl_import_get(key, "Name");
	const struct pl_yaml *type = pl_import_get_kind(key, "Type", PL_Y_TEXT);
	struct pl_pos at = key ? pl_node_at(&imp->nodes, key) : imp->table->at;
	struct pl_attribute attribute = {PL_S("id"), type ? 0 : 'S'};

	if (named && !pl_import_known_text(imp, named, &attribute.name))
		pl_node_fault(&imp->nodes, named, "Name of a key is not known before it is deployed; write it out");
	for (size_t i = 0; type && i < PL_LEN(types); i++)
		if (pl_str_eq(type->text, pl_str_c(types[i].word)))
			attribute.type = types[i].type;
	if (type && !attribute.type && pl_import_is_literal(type))
		pl_node_fault(&imp->nodes, type, "Type of a key is String, Number or Binary, not \"%.*s\"",
			      pl_shown(type->text), type->text.ptr);
	pl_import_attribute(imp, pl_import_index(imp, pl_str_of(NULL, 0), at), false, attribute, at);
}

static const struct {
	const char *type;
	const struct pl_key_words *words; /* NULL: SAM's simple table */
} resource_types[] = {
	{"AWS::DynamoDB::Table", &service_words},
	{"AWS::DynamoDB::GlobalTable", &service_words},
	{"Custom::AmplifyDynamoDBTable", &amplify_words},
	{"AWS::Serverless::SimpleTable", NULL},
};

static void read_resource(struct pl_import *imp, const struct pl_yaml_pair *resource, const struct pl_key_words *words)
{
	const struct pl_yaml *properties = pl_import_get_kind(resource->value, "Properties", PL_Y_MAP);
	const struct pl_yaml *named = pl_import_settle(pl_import_get(properties, words ? words->name : "TableName"));
	struct pl_imported table = {.id = resource->key.text, .named = named && pl_import_is_literal(named)};
	struct pl_str name = table.id;

	if (named)
		pl_import_known_text(imp, named, &name);
	table.alias = name;
	pl_import_table(imp, table, name, pl_node_at(&imp->nodes, &resource->key));
	if (!words) {
		simple_table(imp, properties);
	} else if (!properties) {
		pl_node_fault(&imp->nodes, &resource->key, "table %.*s has no Properties", pl_shown(table.id), table.id.ptr);
	} else {
		pl_import_key_schema(imp, properties, words);
		composites(imp, pl_import_get_kind(properties, words->definitions, PL_Y_LIST), model_of(imp, table.id));
	}
	pl_import_end_table(imp);
}

static void read_resources(struct pl_import *imp, const struct pl_yaml *resources)
{
	for (size_t i = 0; resources && resources->kind == PL_Y_MAP && i < resources->count; i++) {
		const struct pl_yaml_pair *pair = &resources->pairs[i];
		struct pl_str type = pl_import_get_text(pair->value, "Type");

		for (size_t k = 0; k < PL_LEN(resource_types); k++)
			if (pl_str_eq(type, pl_str_c(resource_types[k].type)))
				read_resource(imp, pair, resource_types[k].words);
	}
}

static void no_table(struct pl_import *imp, const struct pl_yaml *at, const char *hint)
{
	if (imp->tables.len == 0)
		pl_node_fault(&imp->nodes, at ? at : imp->root,
			      "no DynamoDB table here: no resource is of Type AWS::DynamoDB::Table, AWS::DynamoDB::GlobalTable, "
			      "AWS::Serverless::SimpleTable or Custom::AmplifyDynamoDBTable%s", hint);
}

void pl_import_cloudformation(struct pl_import *imp)
{
	const struct pl_yaml *resources = pl_import_get(imp->root, "Resources");

	if (resources && resources->kind != PL_Y_MAP) {
		pl_node_fault(&imp->nodes, resources, "Resources must be a map, not %s", pl_yaml_kind_name(resources->kind));
		return;
	}
	imp->parameters = pl_import_get(imp->root, "Parameters");
	read_resources(imp, resources);
	no_table(imp, resources, "; nested stacks have templates of their own");
}

/* ---- serverless.yml ---- */

/* A template in place, or the name of a file with one; *file is set to the latter. */
static void read_part(struct pl_import *imp, const struct pl_yaml *part, const struct pl_yaml **file)
{
	if (part->kind == PL_Y_TEXT)
		*file = part;
	else
		read_resources(imp, pl_import_get(part, "Resources"));
}

void pl_import_serverless(struct pl_import *imp)
{
	const struct pl_yaml *resources = pl_import_get(imp->root, "resources"), *file = NULL;
	struct pl_node_list parts;

	if (!resources) {
		no_table(imp, NULL, ": there are no resources");
		return;
	}
	parts = pl_node_list(resources);
	for (size_t i = 0; i < parts.count; i++)
		read_part(imp, pl_node_item(&parts, i), &file);
	no_table(imp, file, file ? "; give the file that is named here" : "");
}

/* ---- describe-table, create-table, import-table ---- */

void pl_import_table_json(struct pl_import *imp)
{
	static const char *const envelopes[] = {"Table", "TableDescription", "TableCreationParameters"};
	const struct pl_yaml *table = NULL, *named;
	struct pl_str name = pl_str_of(NULL, 0);

	for (size_t i = 0; i < PL_LEN(envelopes) && !table; i++)
		table = pl_import_get_kind(imp->root, envelopes[i], PL_Y_MAP);
	if (!table)
		table = imp->root;
	named = pl_import_get_kind(table, "TableName", PL_Y_TEXT);
	if (named)
		name = named->text;
	pl_import_table(imp, (struct pl_imported){.id = name, .named = named}, name, pl_node_at(&imp->nodes, table));
	pl_import_key_schema(imp, table, &service_words);
	pl_import_end_table(imp);
}
