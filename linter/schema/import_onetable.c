/* SPDX-License-Identifier: Apache-2.0 */
/*
 * OneTable schemas as JSON, format onetable:1.x.
 *
 *     indexes: {primary: {hash: pk, sort: sk}, gs1: {hash: gs1pk, sort: gs1sk}}
 *     models:  {User: {pk: {value: "user#${id}"}, id: {type: string, generate: ulid}}}
 *
 * ${score:10:0} is padded on the left to 10 characters with 0, which never
 * shortens or refuses a longer value. A key attribute without a value template
 * is a value of its own.
 */
#include "linter/schema/field.h"
#include "linter/schema/import_build.h"

/* ---- fields ---- */

static struct pl_pos at(const struct pl_import *imp, const struct pl_yaml *node)
{
	return pl_node_at(&imp->nodes, node);
}

/* JavaScript's toISOString(), or the milliseconds of getTime(); seconds where it is a time to live. */
static void describe_date(struct pl_import *imp, struct pl_declared *field, const struct pl_yaml *attribute,
			  const struct pl_yaml *type)
{
	const struct pl_yaml *params = pl_import_get(imp->root, "params");
	struct pl_str iso = pl_import_get_text(attribute, "isoDates");
	const bool ttl = pl_str_eq(pl_import_get_text(attribute, "ttl"), PL_S("true"));
	const char *why;

	if (iso.len == 0)
		iso = pl_import_get_text(params, "isoDates");
	pl_import_type(field, PL_D_TIMESTAMP, at(imp, type));
	pl_field_encode(pl_import_arena(imp), field,
			ttl                             ? PL_S("epoch-s")
			: pl_str_eq(iso, PL_S("true")) ? PL_S("YYYY-MM-DDThh:mm:ss.SSSZ")
						       : PL_S("epoch-ms"),
			at(imp, type), &why);
}

static void describe_enum(struct pl_import *imp, struct pl_declared *field, const struct pl_yaml *values)
{
	struct pl_texts texts;

	if (values->count == 0 || !pl_node_texts(&imp->nodes, values, "a value of enum", &texts))
		return;
	pl_import_type(field, PL_D_ENUM, at(imp, values));
	field->values = texts;
	field->set |= UINT64_C(1) << PL_FO_VALUES;
	field->option_at[PL_FO_VALUES] = at(imp, values);
}

/* What `generate` (or `uuid`, its older name) makes. */
static const struct {
	const char *word;
	enum pl_field_type type;
} generators[] = {{"ulid", PL_D_ULID}, {"uuid", PL_D_UUID}};

static bool describe_generated(struct pl_import *imp, struct pl_declared *field, const struct pl_yaml *attribute)
{
	const struct pl_yaml *word = pl_import_get_kind(attribute, "generate", PL_Y_TEXT);

	if (!word)
		word = pl_import_get_kind(attribute, "uuid", PL_Y_TEXT);
	for (size_t i = 0; word && i < PL_LEN(generators); i++)
		if (pl_str_eq(word->text, pl_str_c(generators[i].word))) {
			pl_import_type(field, generators[i].type, at(imp, word));
			return true;
		}
	return false;
}

static void describe(struct pl_import *imp, struct pl_declared *field)
{
	const struct pl_yaml *attribute = pl_import_get_kind(imp->described, field->name.ptr, PL_Y_MAP);
	const struct pl_yaml *type = pl_import_get_kind(attribute, "type", PL_Y_TEXT);
	const struct pl_yaml *values = pl_import_get_kind(attribute, "enum", PL_Y_LIST);

	if (values)
		describe_enum(imp, field, values);
	else if (describe_generated(imp, field, attribute) || !type)
		return;
	else if (pl_str_eq(type->text, PL_S("number")))
		pl_import_type(field, PL_D_NUMBER, at(imp, type));
	else if (pl_str_eq(type->text, PL_S("date")))
		describe_date(imp, field, attribute, type);
}

static const struct pl_dialect dialect = {.brackets = PL_BR_DOLLAR, .describe = describe};

/* ---- models ---- */

/* The property that a model stores in an attribute: of that name, or mapped to it. */
static const struct pl_yaml_pair *property_for(const struct pl_yaml *model, struct pl_str attribute)
{
	for (size_t i = 0; i < model->count; i++) {
		struct pl_str map = pl_import_get_text(model->pairs[i].value, "map");

		if (pl_str_eq(map.len ? map : model->pairs[i].key.text, attribute))
			return &model->pairs[i];
	}
	return NULL;
}

static void read_property(struct pl_import *imp, const struct pl_yaml *model, struct pl_str attribute)
{
	const struct pl_yaml_pair *property = property_for(model, attribute);
	const struct pl_yaml *value = property ? pl_import_get_kind(property->value, "value", PL_Y_TEXT) : NULL;

	if (value && value->text.len)
		pl_import_template(imp, attribute, value->text, at(imp, value), value);
	else if (property)
		pl_import_value(imp, attribute, property->key.text, at(imp, &property->key));
}

/* OneTable writes the model's name into each item. */
static void match_type(struct pl_import *imp, const struct pl_yaml_pair *model)
{
	struct pl_schema_entity *entity = &imp->entities.ptr[imp->entities.len - 1];
	struct pl_schema_match *match = PL_NEW(pl_import_arena(imp), struct pl_schema_match);
	struct pl_str attribute = pl_import_get_text(pl_import_get(imp->root, "params"), "typeField");

	*match = (struct pl_schema_match){
		.attribute = attribute.len ? attribute : PL_S("_type"),
		.value = model->key.text,
		.at = at(imp, &model->key),
	};
	entity->match = match;
	entity->nmatch = 1;
}

static void read_model(struct pl_import *imp, const struct pl_yaml_pair *model)
{
	const struct pl_table *names = &imp->table->names;

	if (!pl_node_is_map(&imp->nodes, model->value, "a model"))
		return;
	imp->described = model->value;
	pl_import_entity(imp, model->key.text, at(imp, &model->key));
	match_type(imp, model);
	for (size_t i = 0; i < names->nindexes; i++) {
		if (!names->index[i].local)
			read_property(imp, model->value, names->index[i].pk);
		if (names->index[i].sk.len)
			read_property(imp, model->value, names->index[i].sk);
	}
	pl_import_end_entity(imp);
}

/* ---- indexes ---- */

/* The schema gives no types of keys; the first model that has the attribute does. */
static char type_of(const struct pl_import *imp, struct pl_str attribute)
{
	const struct pl_yaml *models = pl_import_get_kind(imp->root, "models", PL_Y_MAP);

	for (size_t i = 0; models && i < models->count; i++) {
		const struct pl_yaml *model = models->pairs[i].value;
		const struct pl_yaml_pair *property = model->kind == PL_Y_MAP ? property_for(model, attribute) : NULL;
		struct pl_str type;

		if (!property)
			continue;
		if (pl_import_get(property->value, "value"))
			return 'S';
		type = pl_import_get_text(property->value, "type");
		return pl_str_eq(type, PL_S("number")) ? 'N' : pl_str_eq(type, PL_S("string")) ? 'S' : 0;
	}
	return 0;
}

static void read_key(struct pl_import *imp, struct pl_index *index, const struct pl_yaml *keys, bool sort)
{
	const struct pl_yaml *name = pl_import_get_kind(keys, sort ? "sort" : "hash", PL_Y_TEXT);

	if (name && name->text.len)
		pl_import_attribute(imp, index, sort, (struct pl_attribute){name->text, type_of(imp, name->text)}, at(imp, name));
}

static void read_index(struct pl_import *imp, const struct pl_yaml_pair *pair, bool primary)
{
	struct pl_str name = pl_import_get_text(pair->value, "name");
	struct pl_index *index;

	if (!pl_node_is_map(&imp->nodes, pair->value, "an index"))
		return;
	if (name.len == 0)
		name = pair->key.text;
	index = pl_import_index(imp, primary ? pl_str_of(NULL, 0) : name, at(imp, &pair->key));
	if (!index)
		return;
	index->local = pl_str_eq(pl_import_get_text(pair->value, "type"), PL_S("local"));
	index->projection = pl_import_projection(pl_import_get_text(pair->value, "project"));
	if (pl_import_get_kind(pair->value, "project", PL_Y_LIST))
		index->projection = PL_PROJECT_INCLUDE;
	read_key(imp, index, pair->value, false);
	read_key(imp, index, pair->value, true);
	if (index->pk.len == 0 && !index->local)
		pl_node_fault(&imp->nodes, &pair->key, "index %.*s needs hash: the name of its partition key attribute",
			      pl_shown(pair->key.text), pair->key.text.ptr);
}

/* The one called primary is the table itself, wherever it stands. */
static void read_indexes(struct pl_import *imp, const struct pl_yaml *indexes)
{
	for (unsigned others = 0; others < 2; others++)
		for (size_t i = 0; i < indexes->count; i++)
			if (pl_str_eq(indexes->pairs[i].key.text, PL_S("primary")) == (others == 0))
				read_index(imp, &indexes->pairs[i], others == 0);
}

void pl_import_onetable(struct pl_import *imp)
{
	const struct pl_yaml *format = pl_import_get_kind(imp->root, "format", PL_Y_TEXT);
	const struct pl_yaml *indexes = pl_import_get_kind(imp->root, "indexes", PL_Y_MAP);
	const struct pl_yaml *models = pl_import_get(imp->root, "models");
	struct pl_str name = pl_import_get_text(imp->root, "name");

	imp->dialect = &dialect;
	if (!format || !pl_str_starts(format->text, PL_S("onetable:1."))) {
		pl_node_fault(&imp->nodes, format ? format : imp->root, "format must be onetable:1.x");
		return;
	}
	if (!pl_import_get_kind(indexes, "primary", PL_Y_MAP)) {
		pl_node_fault(&imp->nodes, indexes ? indexes : imp->root,
			      "indexes needs primary: {hash: ATTRIBUTE, sort: ATTRIBUTE}");
		return;
	}
	pl_import_table(imp, (struct pl_imported){.id = name, .named = name.len > 0}, name, at(imp, imp->root));
	read_indexes(imp, indexes);
	if (!models)
		pl_node_fault(&imp->nodes, imp->root, "models is missing");
	else if (pl_node_is_map(&imp->nodes, models, "models"))
		for (size_t i = 0; i < models->count; i++)
			read_model(imp, &models->pairs[i]);
	pl_import_end_table(imp);
}
