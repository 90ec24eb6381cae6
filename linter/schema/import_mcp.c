/* SPDX-License-Identifier: Apache-2.0 */
/*
 * schema.json of AWS Labs' DynamoDB MCP server, from which it generates code.
 *
 *     tables[] ─┬─ table_config: table_name, partition_key, sort_key
 *               ├─ gsi_list[]: name, partition_key, sort_key          (or inside table_config)
 *               └─ entities: pk_template, sk_template, gsi_mappings[], fields[]
 *
 * Templates are Python format strings: {x}, {x:05d}. Those of an index with
 * keys of several attributes are lists. A template that is one number field
 * alone makes a key of type N.
 *
 * access_patterns name parameters, not the text that is searched for, so they
 * are no queries that could be judged.
 */
#include "linter/schema/import_build.h"

static struct pl_pos at(const struct pl_import *imp, const struct pl_yaml *node)
{
	return pl_node_at(&imp->nodes, node);
}

/* ---- fields ---- */

static const struct {
	const char *word;
	enum pl_field_type type;
} types[] = {
	{"integer", PL_D_NUMBER},
	{"number", PL_D_NUMBER},
	{"decimal", PL_D_NUMBER},
	{"float", PL_D_NUMBER},
	{"uuid", PL_D_UUID},
};

static void describe(struct pl_import *imp, struct pl_declared *field)
{
	const struct pl_yaml *fields = pl_import_get_kind(imp->described, "fields", PL_Y_LIST);

	for (size_t i = 0; fields && i < fields->count; i++) {
		const struct pl_yaml *type = pl_import_get_kind(fields->items[i], "type", PL_Y_TEXT);

		if (!type || !pl_str_eq(pl_import_get_text(fields->items[i], "name"), field->name))
			continue;
		for (size_t k = 0; k < PL_LEN(types); k++)
			if (pl_str_eq(type->text, pl_str_c(types[k].word)))
				pl_import_type(field, types[k].type, at(imp, type));
		return;
	}
}

static bool is_one_of(const char *set, char c)
{
	return c && strchr(set, c);
}

/*
 * Python's [[fill]align][sign][#][0][width][,][.precision][type]. Only what is
 * filled on the left has a width: text is filled on the right unless it says >.
 */
static bool python_spec(struct pl_str spec, unsigned *width, char *pad)
{
	char align = 0;
	size_t i = 0;

	*pad = ' ';
	*width = 0;
	if (spec.len > 1 && is_one_of("<>=^", spec.ptr[1])) {
		*pad = spec.ptr[0];
		align = spec.ptr[1];
		i = 2;
	} else if (spec.len && is_one_of("<>=^", spec.ptr[0])) {
		align = spec.ptr[0];
		i = 1;
	}
	while (i < spec.len && is_one_of("+- #", spec.ptr[i]))
		i++;
	if (i < spec.len && spec.ptr[i] == '0' && !align) {
		*pad = '0';
		align = '=';
	}
	for (; i < spec.len && pl_is_digit((unsigned char)spec.ptr[i]); i++)
		*width = PL_MIN(*width * 10 + (unsigned)(spec.ptr[i] - '0'), 9999U);
	if (!align && i < spec.len && is_one_of("dfxX", spec.ptr[spec.len - 1]))
		align = '>';
	return *width > 0 && *width < 9999 && (align == '>' || align == '=') && *pad >= ' ' && *pad <= '~';
}

static const struct pl_dialect dialect = {.brackets = PL_BR_BRACE, .describe = describe, .spec = python_spec};

/* ---- entities ---- */

/* The templates of a key's attributes in their order. */
static void read_templates(struct pl_import *imp, const struct pl_yaml *owner, const char *name,
			   const struct pl_attribute *attributes, unsigned count)
{
	const struct pl_yaml *templates = pl_import_get(owner, name);
	struct pl_node_list list;

	if (!templates)
		return;
	list = pl_node_list(templates);
	if (list.count != count)
		pl_node_fault(&imp->nodes, templates, "%zu template%s in %s for %u attribute%s", list.count,
			      list.count == 1 ? "" : "s", name, count, count == 1 ? "" : "s");
	for (size_t i = 0; i < PL_MIN(list.count, (size_t)count); i++) {
		const struct pl_yaml *node = pl_node_item(&list, i);

		if (pl_node_is_text(&imp->nodes, node, name))
			pl_import_template(imp, attributes[i].name, node->text, at(imp, node), node);
	}
}

static void read_keys(struct pl_import *imp, const struct pl_yaml *owner, const struct pl_index *index)
{
	struct pl_attribute attributes[PL_KEY_ATTRIBUTES];
	unsigned count = pl_index_pks(index, attributes);

	read_templates(imp, owner, "pk_template", attributes, count);
	count = pl_index_sks(index, attributes);
	read_templates(imp, owner, "sk_template", attributes, count);
}

static void read_mapping(struct pl_import *imp, const struct pl_yaml *mapping)
{
	const struct pl_yaml *name = pl_import_get_kind(mapping, "name", PL_Y_TEXT);
	const struct pl_table *table = &imp->table->names;
	const struct pl_index *index = name && name->text.len ? pl_table_index(table, name->text) : NULL;
	struct pl_near near;

	if (index) {
		read_keys(imp, mapping, index);
		return;
	}
	if (!name) {
		pl_node_fault(&imp->nodes, mapping, "a mapping needs name: the index that it is for");
		return;
	}
	near = pl_near_to(name->text);
	for (size_t i = 1; i < table->nindexes; i++)
		pl_near_try(&near, table->index[i].name.ptr);
	pl_fault_unknown(imp->nodes.faults, at(imp, name), "index", &near);
}

static void read_entity(struct pl_import *imp, const struct pl_yaml_pair *pair)
{
	const struct pl_yaml *mappings = pl_import_get_kind(pair->value, "gsi_mappings", PL_Y_LIST);

	if (!pl_node_is_map(&imp->nodes, pair->value, "an entity"))
		return;
	imp->described = pair->value;
	pl_import_entity(imp, pair->key.text, at(imp, &pair->key));
	read_keys(imp, pair->value, &imp->table->names.index[0]);
	for (size_t i = 0; mappings && i < mappings->count; i++)
		read_mapping(imp, mappings->items[i]);
	pl_import_end_entity(imp);
}

/* ---- keys ---- */

/* Names, or a list of names. */
static void read_attributes(struct pl_import *imp, const struct pl_yaml *owner, const char *name,
			    struct pl_index *index, bool sort)
{
	const struct pl_yaml *names = pl_import_get(owner, name);
	struct pl_node_list list;

	if (!names)
		return;
	list = pl_node_list(names);
	for (size_t i = 0; i < list.count; i++) {
		const struct pl_yaml *node = pl_node_item(&list, i);

		if (pl_node_is_text(&imp->nodes, node, name))
			pl_import_attribute(imp, index, sort, (struct pl_attribute){node->text, 0}, at(imp, node));
	}
}

static void read_index(struct pl_import *imp, const struct pl_yaml *node, struct pl_str name)
{
	struct pl_index *index = pl_import_index(imp, name, at(imp, node));

	if (!index)
		return;
	read_attributes(imp, node, "partition_key", index, false);
	read_attributes(imp, node, "sort_key", index, true);
	index->projection = pl_import_projection(pl_import_get_text(node, "projection"));
	if (!pl_import_get(node, "partition_key"))
		pl_node_fault(&imp->nodes, node, "partition_key is missing");
}

static void read_index_list(struct pl_import *imp, const struct pl_yaml *owner)
{
	const struct pl_yaml *list = pl_import_get_kind(owner, "gsi_list", PL_Y_LIST);

	for (size_t i = 0; list && i < list->count; i++) {
		struct pl_str name = pl_import_get_text(list->items[i], "name");

		if (name.len)
			read_index(imp, list->items[i], name);
		else
			pl_node_fault(&imp->nodes, list->items[i], "an index needs name");
	}
}

static bool is_number_alone(const struct pl_schema_entity *entity, const struct pl_template *template)
{
	const struct pl_part *part = template->nparts == 1 ? &template->parts[0] : NULL;

	if (!part || part->kind != PL_PART_VALUE || part->spec_text.len)
		return false;
	for (size_t i = 0; i < entity->nfields; i++)
		if (pl_str_eq(entity->fields[i]->name, part->text))
			return entity->fields[i]->type == PL_D_NUMBER;
	return false;
}

/* The type of an attribute as the first entity that has it writes it. */
static char type_of(const struct pl_import *imp, struct pl_str attribute)
{
	for (size_t i = 0; i < imp->entities.len; i++) {
		const struct pl_schema_key *key = pl_entity_key(&imp->entities.ptr[i], attribute);

		if (key)
			return is_number_alone(&imp->entities.ptr[i], &key->main) ? 'N' : 'S';
	}
	return 0;
}

static void set_types(struct pl_import *imp)
{
	for (size_t i = 0; i < imp->table->names.nindexes; i++) {
		struct pl_index *index = &imp->table->names.index[i];

		index->pk_type = type_of(imp, index->pk);
		index->sk_type = type_of(imp, index->sk);
		for (unsigned k = 0; k < index->nmore_pk; k++)
			index->more_pk[k].type = type_of(imp, index->more_pk[k].name);
		for (unsigned k = 0; k < index->nmore_sk; k++)
			index->more_sk[k].type = type_of(imp, index->more_sk[k].name);
	}
}

/* ---- tables ---- */

static void read_table(struct pl_import *imp, const struct pl_yaml *node)
{
	const struct pl_yaml *config = pl_import_get_kind(node, "table_config", PL_Y_MAP);
	const struct pl_yaml *entities = pl_import_get_kind(node, "entities", PL_Y_MAP);
	struct pl_str name = pl_import_get_text(config, "table_name");

	if (!config) {
		pl_node_fault(&imp->nodes, node, "a table needs table_config with table_name and partition_key");
		return;
	}
	pl_import_table(imp, (struct pl_imported){.id = name, .named = name.len > 0}, name, at(imp, config));
	read_index(imp, config, pl_str_of(NULL, 0));
	read_index_list(imp, config);
	read_index_list(imp, node);
	for (size_t i = 0; entities && i < entities->count; i++)
		read_entity(imp, &entities->pairs[i]);
	set_types(imp);
	pl_import_end_table(imp);
}

void pl_import_mcp(struct pl_import *imp)
{
	const struct pl_yaml *tables = pl_import_get(imp->root, "tables");

	imp->dialect = &dialect;
	if (!tables || tables->kind != PL_Y_LIST || tables->count == 0) {
		pl_node_fault(&imp->nodes, tables ? tables : imp->root, "tables must be a list of tables");
		return;
	}
	for (size_t i = 0; i < tables->count; i++)
		read_table(imp, tables->items[i]);
}
