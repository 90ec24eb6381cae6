/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One shape, many spellings: attribute definitions with types, a key schema
 * with HASH and RANGE, and lists of indexes that have key schemas of their own.
 *
 *     KeySchema: [{AttributeName: SK, KeyType: RANGE}, {AttributeName: PK, KeyType: HASH}]
 *
 * The order of the entries says nothing, KeyType does; several entries of one
 * type are in order among themselves.
 *
 * CloudFormation may compute any of it. What can be known without deploying is
 * taken: the first branch of !If, the text of !Sub, the default of a parameter.
 */
#include "linter/schema/import_intrinsic.h"

struct keys {
	struct pl_import *imp;
	const struct pl_key_words *words;
	const struct pl_yaml *table;
	const struct pl_yaml *definitions; /* NULL: the file has none, and no types */
	bool complete;                     /* every definition could be read */
};

static void fault(const struct keys *k, const struct pl_yaml *node, const char *format, ...) PL_PRINTF(3, 4);

static void fault(const struct keys *k, const struct pl_yaml *node, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	pl_node_fault(&k->imp->nodes, node, "%s", pl_arena_vprintf(pl_import_arena(k->imp), format, args));
	va_end(args);
}

static const struct pl_yaml *member(const struct pl_yaml *map, const char *name)
{
	return name ? pl_import_settle(pl_import_get(map, name)) : NULL;
}

/* A list's entry as a map; NULL: left out by a condition. */
static const struct pl_yaml *entry(const struct pl_yaml *list, size_t i)
{
	return pl_import_settle(list->items[i]);
}

/* A member that has to be a name; empty with a fault when it is none. */
static struct pl_str name_of(const struct keys *k, const struct pl_yaml *map, const char *name, const char *what)
{
	const struct pl_yaml *node = member(map, name);
	struct pl_str text = pl_str_of(NULL, 0);

	if (!node)
		fault(k, map, "%s needs %s", what, name);
	else if (!pl_import_known_text(k->imp, node, &text) || text.len == 0)
		fault(k, node, "%s of %s is not known before it is deployed; give describe-table's output in its place", name,
		      what);
	return text.len ? text : pl_str_of(NULL, 0);
}

/* ---- types ---- */

/* Each wrong type once, however many keys have the attribute. */
static void check_types(struct keys *k)
{
	for (size_t i = 0; k->definitions && i < k->definitions->count; i++) {
		const struct pl_yaml *type = member(entry(k->definitions, i), k->words->defined_type);
		struct pl_str text;

		if (type && pl_import_known_text(k->imp, type, &text) && !pl_import_key_type(text))
			fault(k, type, "a key attribute is of type S, N or B, not \"%.*s\"", pl_shown(text), text.ptr);
	}
}

/* 0: not said. */
static char type_of(struct keys *k, struct pl_str attribute, const struct pl_yaml *at)
{
	for (size_t i = 0; k->definitions && i < k->definitions->count; i++) {
		const struct pl_yaml *definition = entry(k->definitions, i);
		const struct pl_yaml *name = member(definition, k->words->defined_name);
		const struct pl_yaml *type = member(definition, k->words->defined_type);
		struct pl_str text = pl_str_of(NULL, 0);

		if (!name || !pl_import_known_text(k->imp, name, &text)) {
			k->complete = false;
			continue;
		}
		if (!pl_str_eq(text, attribute))
			continue;
		return type && pl_import_known_text(k->imp, type, &text) ? pl_import_key_type(text) : 0;
	}
	if (k->definitions && k->complete)
		fault(k, at, "%.*s is part of a key, but %s does not give its type", pl_shown(attribute), attribute.ptr,
		      k->words->definitions);
	return 0;
}

/* ---- keys ---- */

static void add(struct keys *k, struct pl_index *index, bool sort, struct pl_str name, const struct pl_yaml *at)
{
	struct pl_attribute attribute = {name, 0};

	if (name.len == 0)
		return;
	attribute.type = type_of(k, name, at);
	pl_import_attribute(k->imp, index, sort, attribute, pl_node_at(&k->imp->nodes, at));
}

static void read_key_entry(struct keys *k, const struct pl_yaml *key, struct pl_index *index)
{
	struct pl_str name, kind;

	if (key->kind != PL_Y_MAP) {
		fault(k, key, "an entry of %s must be a map, not %s", k->words->schema, pl_yaml_kind_name(key->kind));
		return;
	}
	name = name_of(k, key, k->words->schema_name, "a key");
	kind = name_of(k, key, k->words->schema_type, "a key");
	if (pl_str_eq(kind, PL_S("HASH")))
		add(k, index, false, name, key);
	else if (pl_str_eq(kind, PL_S("RANGE")))
		add(k, index, true, name, key);
	else if (kind.len)
		fault(k, member(key, k->words->schema_type), "%s is HASH or RANGE, not \"%.*s\"", k->words->schema_type,
		      pl_shown(kind), kind.ptr);
}

/* Terraform's hash_key and range_key. */
static void read_named_keys(struct keys *k, const struct pl_yaml *owner, struct pl_index *index)
{
	const char *const names[] = {k->words->hash, k->words->range};

	for (size_t i = 0; i < PL_LEN(names); i++) {
		const struct pl_yaml *node = member(owner, names[i]);

		if (node && node->kind == PL_Y_TEXT)
			add(k, index, i == 1, node->text, node);
	}
}

/* The entries of a KeySchema; false: there is none. */
static bool read_entries(struct keys *k, const struct pl_yaml *schema, struct pl_index *index)
{
	bool found = false;

	for (size_t i = 0; schema && i < schema->count; i++) {
		const struct pl_yaml *key = entry(schema, i);

		if (!key)
			continue;
		read_key_entry(k, key, index);
		found = true;
	}
	return found;
}

/* `local`: the partition key is the table's and need not be said. */
static void read_keys(struct keys *k, const struct pl_yaml *owner, struct pl_index *index, bool local)
{
	const struct pl_yaml *schema = member(owner, k->words->schema);
	const size_t before = k->imp->nodes.faults->count;
	bool entries;

	if (schema && schema->kind != PL_Y_LIST) {
		fault(k, schema, "%s must be a list, not %s", k->words->schema, pl_yaml_kind_name(schema->kind));
		return;
	}
	entries = read_entries(k, schema, index);
	if (!entries)
		read_named_keys(k, owner, index);
	if (index->pk.len || local || k->imp->nodes.faults->count > before)
		return;
	if (entries)
		fault(k, schema, "a key without a partition key: one entry needs %s HASH", k->words->schema_type);
	else
		fault(k, owner, "%s is missing", k->words->hash ? k->words->hash : k->words->schema);
}

/* ---- indexes ---- */

static void read_index(struct keys *k, const struct pl_yaml *node, bool local)
{
	const struct pl_yaml *projection;
	struct pl_index *index;
	struct pl_str name;

	if (node->kind != PL_Y_MAP) {
		fault(k, node, "an index must be a map, not %s", pl_yaml_kind_name(node->kind));
		return;
	}
	name = name_of(k, node, k->words->index_name, "an index");
	index = name.len ? pl_import_index(k->imp, name, pl_node_at(&k->imp->nodes, node)) : NULL;
	if (!index)
		return;
	index->local = local;
	read_keys(k, node, index, local);
	projection = k->words->projection ? member(node, k->words->projection) : node;
	if (projection && projection->kind == PL_Y_LIST) /* Terraform's blocks are lists of one */
		projection = projection->count ? projection->items[0] : NULL;
	projection = member(projection, k->words->projection_type);
	if (projection && projection->kind == PL_Y_TEXT)
		index->projection = pl_import_projection(projection->text);
}

static void read_indexes(struct keys *k, const char *name, bool local)
{
	const struct pl_yaml *list = member(k->table, name);

	if (list && list->kind != PL_Y_LIST) {
		fault(k, list, "%s must be a list, not %s", name, pl_yaml_kind_name(list->kind));
		return;
	}
	for (size_t i = 0; list && i < list->count; i++) {
		const struct pl_yaml *node = entry(list, i);

		if (node)
			read_index(k, node, local);
	}
}

void pl_import_key_schema(struct pl_import *imp, const struct pl_yaml *node, const struct pl_key_words *words)
{
	struct keys k = {.imp = imp, .words = words, .table = node, .complete = true};
	const struct pl_yaml *definitions = member(node, words->definitions);
	const struct pl_yaml *schema = member(node, words->schema);

	if (definitions && definitions->kind == PL_Y_LIST)
		k.definitions = definitions;
	check_types(&k);
	read_keys(&k, node, pl_import_index(imp, pl_str_of(NULL, 0), pl_node_at(&imp->nodes, schema ? schema : node)),
		  false);
	read_indexes(&k, words->global, false);
	read_indexes(&k, words->local, true);
}

void pl_import_index_apart(struct pl_import *imp, struct pl_schema_table *table, const struct pl_yaml *node,
			   const struct pl_key_words *words)
{
	struct keys k = {.imp = imp, .words = words, .table = node, .complete = true};
	const struct pl_yaml *definitions = member(node, words->definitions);

	if (definitions && definitions->kind == PL_Y_LIST)
		k.definitions = definitions;
	imp->table = table;
	read_index(&k, node, false);
	imp->table = NULL;
}
