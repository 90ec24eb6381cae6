/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Terraform, as JSON that it writes itself:
 *
 *     show -json STATE   values.root_module ─┬─ resources[].values
 *                                            └─ child_modules[] ─ the same
 *     show -json PLAN    planned_values.root_module, or resource_changes[].change.after
 *     terraform.tfstate  resources[].instances[].attributes
 *
 * OpenTofu writes the same. An index may be a resource of its own beside its
 * table, aws_dynamodb_global_secondary_index.
 */
#include "linter/schema/import_build.h"

static const struct pl_key_words words = {
	.name = "name",
	.definitions = "attribute",
	.defined_name = "name",
	.defined_type = "type",
	.schema = "key_schema", /* newer providers have it in place of hash_key and range_key, or beside them */
	.schema_name = "attribute_name",
	.schema_type = "key_type",
	.hash = "hash_key",
	.range = "range_key",
	.global = "global_secondary_index",
	.local = "local_secondary_index",
	.index_name = "name",
	.projection_type = "projection_type",
};

/* An index that is a resource of its own. */
static const struct pl_key_words index_words = {
	.definitions = "key_schema",
	.defined_name = "attribute_name",
	.defined_type = "attribute_type",
	.schema = "key_schema",
	.schema_name = "attribute_name",
	.schema_type = "key_type",
	.index_name = "index_name",
	.projection = "projection",
	.projection_type = "projection_type",
};

/* What is done with a resource of any type and its values. */
typedef void take_resource(struct pl_import *imp, const struct pl_yaml *resource, struct pl_str address,
			   const struct pl_yaml *values);

static bool is_managed(const struct pl_yaml *resource, struct pl_str type)
{
	struct pl_str mode = pl_import_get_text(resource, "mode");

	return pl_str_eq(pl_import_get_text(resource, "type"), type) && (mode.len == 0 || pl_str_eq(mode, PL_S("managed")));
}

static void take_table(struct pl_import *imp, const struct pl_yaml *resource, struct pl_str address,
		       const struct pl_yaml *values)
{
	struct pl_str name = pl_import_get_text(values, "name"), label = pl_import_get_text(resource, "name");

	if (!is_managed(resource, PL_S("aws_dynamodb_table")))
		return;
	pl_import_table(imp, (struct pl_imported){.id = address, .alias = label, .named = name.len > 0},
			name.len ? name : label, pl_node_at(&imp->nodes, values));
	pl_import_key_schema(imp, values, &words);
	pl_import_end_table(imp);
}

/* After all tables. A table that another file has is none of this one's. */
static void take_index(struct pl_import *imp, const struct pl_yaml *resource, struct pl_str address,
		       const struct pl_yaml *values)
{
	struct pl_str table = pl_import_get_text(values, "table_name");

	(void)address;
	if (!is_managed(resource, PL_S("aws_dynamodb_global_secondary_index")))
		return;
	for (size_t i = 0; i < imp->tables.len; i++)
		if (imp->tables.ptr[i].named && pl_str_eq(imp->tables.ptr[i].table->names.name, table))
			pl_import_index_apart(imp, imp->tables.ptr[i].table, values, &index_words);
}

/* ---- show -json ---- */

/* Calls itself as deep as modules are nested, which is less than PL_JSON_DEPTH. */
static void read_module(struct pl_import *imp, const struct pl_yaml *module, take_resource *take)
{
	const struct pl_yaml *resources = pl_import_get_kind(module, "resources", PL_Y_LIST);
	const struct pl_yaml *children = pl_import_get_kind(module, "child_modules", PL_Y_LIST);

	for (size_t i = 0; resources && i < resources->count; i++) {
		const struct pl_yaml *values = pl_import_get_kind(resources->items[i], "values", PL_Y_MAP);

		if (values)
			take(imp, resources->items[i], pl_import_get_text(resources->items[i], "address"), values);
	}
	for (size_t i = 0; children && i < children->count; i++)
		read_module(imp, children->items[i], take);
}

static void read_changes(struct pl_import *imp, const struct pl_yaml *changes, take_resource *take)
{
	for (size_t i = 0; changes && i < changes->count; i++) {
		const struct pl_yaml *resource = changes->items[i];
		const struct pl_yaml *change = pl_import_get_kind(resource, "change", PL_Y_MAP);
		const struct pl_yaml *after = pl_import_get_kind(change, "after", PL_Y_MAP); /* null: destroyed */

		if (after)
			take(imp, resource, pl_import_get_text(resource, "address"), after);
	}
}

static void no_table(struct pl_import *imp)
{
	if (imp->tables.len == 0)
		pl_node_fault(&imp->nodes, imp->root, "no aws_dynamodb_table resource here");
}

/* Versions 0.x and 1.x are promised to add members only. */
static bool is_known_version(struct pl_import *imp)
{
	const struct pl_yaml *version = pl_import_get_kind(imp->root, "format_version", PL_Y_TEXT);

	if (version && (pl_str_starts(version->text, PL_S("0.")) || pl_str_starts(version->text, PL_S("1."))))
		return true;
	if (version)
		pl_node_fault(&imp->nodes, version, "format_version \"%.*s\" is not known; this reads 0.x and 1.x",
			      pl_shown(version->text), version->text.ptr);
	else
		pl_node_fault(&imp->nodes, imp->root, "format_version is missing: write the file with `terraform show -json`");
	return false;
}

void pl_import_terraform_json(struct pl_import *imp)
{
	static const char *const roots[] = {"values", "planned_values"};

	if (!is_known_version(imp))
		return;
	for (size_t i = 0; i < PL_LEN(roots) && imp->tables.len == 0; i++) {
		const struct pl_yaml *root = pl_import_get_kind(pl_import_get(imp->root, roots[i]), "root_module", PL_Y_MAP);

		read_module(imp, root, take_table);
		read_module(imp, root, take_index);
	}
	if (imp->tables.len == 0) {
		const struct pl_yaml *changes = pl_import_get_kind(imp->root, "resource_changes", PL_Y_LIST);

		read_changes(imp, changes, take_table);
		read_changes(imp, changes, take_index);
	}
	no_table(imp);
}

/* ---- terraform.tfstate ---- */

/* module.MODULE.TYPE.LABEL[INDEX], as `terraform state list` has it. */
static struct pl_str address_of(struct pl_import *imp, const struct pl_yaml *resource, const struct pl_yaml *instance)
{
	struct pl_str module = pl_import_get_text(resource, "module"), label = pl_import_get_text(resource, "name");
	struct pl_str type = pl_import_get_text(resource, "type");
	const struct pl_yaml *key = pl_import_get_kind(instance, "index_key", PL_Y_TEXT);
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str own;

	if (module.len)
		pl_buf_printf(&text, "%.*s.", (int)module.len, module.ptr);
	pl_buf_printf(&text, "%.*s.%.*s", (int)type.len, type.ptr, (int)label.len, label.ptr);
	if (key)
		pl_buf_printf(&text, key->plain ? "[%.*s]" : "[\"%.*s\"]", (int)key->text.len, key->text.ptr);
	own = pl_arena_str(pl_import_arena(imp), pl_buf_str(&text));
	pl_buf_release(&text);
	return own;
}

static void read_instances(struct pl_import *imp, const struct pl_yaml *resource, take_resource *take)
{
	const struct pl_yaml *instances = pl_import_get_kind(resource, "instances", PL_Y_LIST);

	for (size_t i = 0; instances && i < instances->count; i++) {
		const struct pl_yaml *attributes = pl_import_get_kind(instances->items[i], "attributes", PL_Y_MAP);

		if (attributes)
			take(imp, resource, address_of(imp, resource, instances->items[i]), attributes);
	}
}

void pl_import_terraform_state(struct pl_import *imp)
{
	const struct pl_yaml *version = pl_import_get_kind(imp->root, "version", PL_Y_TEXT);
	const struct pl_yaml *resources = pl_import_get_kind(imp->root, "resources", PL_Y_LIST);

	if (!version || !pl_str_eq(version->text, PL_S("4"))) {
		pl_node_fault(&imp->nodes, version ? version : imp->root,
			      "a state of version 4 is read, and this is another; write it with `terraform show -json`");
		return;
	}
	for (size_t i = 0; resources && i < resources->count; i++)
		read_instances(imp, resources->items[i], take_table);
	for (size_t i = 0; resources && i < resources->count; i++)
		read_instances(imp, resources->items[i], take_index);
	no_table(imp);
}
