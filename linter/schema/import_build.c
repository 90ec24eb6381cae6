/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/schema/import_build.h"

#include "linter/schema/field.h"

enum { LONGEST_NAME = 64 /* as pl_is_name() has it */ };

/* ---- trees ---- */

static const struct pl_yaml *merged(const struct pl_yaml *from, const char *key)
{
	const struct pl_yaml *found = NULL;

	if (!from)
		return NULL;
	if (from->kind == PL_Y_MAP)
		return pl_import_get(from, key);
	for (size_t i = 0; from->kind == PL_Y_LIST && i < from->count && !found; i++)
		found = from->items[i]->kind == PL_Y_MAP ? pl_import_get(from->items[i], key) : NULL;
	return found;
}

/* What stands in the map itself comes before what is merged into it. */
const struct pl_yaml *pl_import_get(const struct pl_yaml *map, const char *key)
{
	const struct pl_yaml *own = pl_yaml_get(map, key);

	if (!own)
		own = merged(pl_yaml_get(map, "<<"), key);
	return own && !pl_yaml_is_null(own) ? own : NULL;
}

const struct pl_yaml *pl_import_get_kind(const struct pl_yaml *map, const char *key, enum pl_yaml_kind kind)
{
	const struct pl_yaml *node = pl_import_get(map, key);

	return node && node->kind == kind ? node : NULL;
}

struct pl_str pl_import_get_text(const struct pl_yaml *map, const char *key)
{
	const struct pl_yaml *node = pl_import_get_kind(map, key, PL_Y_TEXT);

	return node ? node->text : pl_str_of(NULL, 0);
}

/* ---- tables ---- */

void pl_import_table(struct pl_import *imp, struct pl_imported id, struct pl_str name, struct pl_pos at)
{
	struct pl_schema_table *table = PL_NEW(pl_import_arena(imp), struct pl_schema_table);

	table->at = table->key_at = at;
	table->delimiter = PL_S("#");
	table->names.name = name;
	table->names.from = pl_arena_printf(pl_import_arena(imp), "%s, %s", imp->format, imp->nodes.path.ptr);
	id.table = imp->table = table;
	PL_PUSH(&imp->tables, id);
}

void pl_import_end_table(struct pl_import *imp)
{
	struct pl_schema_table *table = imp->table;

	if (imp->entities.len > PL_IMPORT_MOST)
		pl_fault(imp->nodes.faults, table->at, "more than %d entities in one table", PL_IMPORT_MOST);
	table->entities = PL_KEEP(pl_import_arena(imp), &imp->entities);
	table->nentities = imp->entities.len;
	imp->entities.len = 0;
	if (!imp->dialect || !imp->dialect->describe) {
		table->fields = PL_KEEP(pl_import_arena(imp), &imp->fields);
		table->nfields = imp->fields.len;
	}
	imp->fields.len = 0;
	imp->table = NULL;
}

struct pl_index *pl_import_index(struct pl_import *imp, struct pl_str name, struct pl_pos at)
{
	struct pl_table *names = &imp->table->names;
	struct pl_index *index;

	if (names->nindexes == PL_MAX_INDEXES) {
		pl_fault(imp->nodes.faults, at, "more than %d indexes", PL_MAX_INDEXES - 1);
		return NULL;
	}
	if (names->nindexes == 0)
		imp->table->key_at = at;
	for (size_t i = 1; i < names->nindexes; i++)
		if (pl_str_eq(names->index[i].name, name)) {
			pl_fault(imp->nodes.faults, at, "index \"%.*s\" stands twice (first in line %u)", pl_shown(name),
				 name.ptr, imp->table->index_at[i].line);
			return NULL;
		}
	imp->table->index_at[names->nindexes] = at;
	index = &names->index[names->nindexes++];
	*index = (struct pl_index){.name = name};
	return index;
}

bool pl_import_attribute(struct pl_import *imp, struct pl_index *index, bool sort, struct pl_attribute attribute,
			 struct pl_pos at)
{
	const bool table = index == &imp->table->names.index[0];
	const bool first = sort ? index->sk.len == 0 : index->pk.len == 0;

	if (table && !first)
		pl_fault(imp->nodes.faults, at, "a second %s key, \"%.*s\": only an index has keys of several attributes",
			 sort ? "sort" : "partition", pl_shown(attribute.name), attribute.name.ptr);
	else if (sort ? pl_index_add_sk(index, attribute) : pl_index_add_pk(index, attribute))
		return true;
	else
		pl_fault(imp->nodes.faults, at, "a key has at most %d partition and %d sort attributes", PL_KEY_ATTRIBUTES,
			 PL_KEY_ATTRIBUTES);
	return false;
}

enum pl_projection pl_import_projection(struct pl_str word)
{
	static const struct {
		const char *word;
		enum pl_projection projection;
	} words[] = {
		{"all", PL_PROJECT_ALL},
		{"keys_only", PL_PROJECT_KEYS_ONLY},
		{"keys", PL_PROJECT_KEYS_ONLY}, /* OneTable */
		{"include", PL_PROJECT_INCLUDE},
	};

	for (size_t i = 0; i < PL_LEN(words); i++) {
		size_t k = 0;

		while (k < word.len && words[i].word[k] && pl_lower((unsigned char)word.ptr[k]) == (unsigned char)words[i].word[k])
			k++;
		if (k == word.len && !words[i].word[k])
			return words[i].projection;
	}
	return PL_PROJECT_UNSAID;
}

/* ---- templates: from a file's brackets to those of pl_template_read() ---- */

/* Longest first: ${ and {{ are no {. */
static const struct {
	unsigned bit;
	struct pl_str open, close;
	const char *own_open, *own_close; /* as pl_template_read() knows them */
} brackets[] = {
	{PL_BR_DOLLAR, {"${", 2}, {"}", 1}, "${", "}"},
	{PL_BR_DOUBLE, {"{{", 2}, {"}}", 2}, "{{", "}}"},
	{PL_BR_BRACE, {"{", 1}, {"}", 1}, "{", "}"},
	{PL_BR_ANGLE, {"<", 1}, {">", 1}, "<", ">"},
	{PL_BR_SQUARE, {"[", 1}, {"]", 1}, "<", ">"},
};

static size_t find(struct pl_str text, size_t from, struct pl_str what)
{
	for (size_t i = from; i + what.len <= text.len; i++)
		if (pl_str_starts(pl_str_sub(text, i, text.len), what))
			return i;
	return text.len;
}

static bool is_name_byte(unsigned char c)
{
	return pl_is_alpha(c) || pl_is_digit(c) || c == '_';
}

/* A name that keys.yaml could have written: <org-name>, ${user.id}, [Order No]. */
static void add_name(struct pl_buf *out, struct pl_str name)
{
	while (name.len && *name.ptr == ' ')
		name = pl_str_sub(name, 1, name.len);
	while (name.len && name.ptr[name.len - 1] == ' ')
		name.len--;
	if (name.len && pl_is_digit((unsigned char)*name.ptr))
		pl_buf_addc(out, '_');
	for (size_t i = 0; i < PL_MIN(name.len, (size_t)LONGEST_NAME - 1); i++)
		pl_buf_addc(out, is_name_byte((unsigned char)name.ptr[i]) ? name.ptr[i] : '_');
}

/* A placeholder of the dialect that opens at `at`; returns the byte behind it, `at` when none does. */
static size_t add_placeholder(struct pl_buf *out, unsigned known, struct pl_str text, size_t at)
{
	struct pl_str rest = pl_str_sub(text, at, text.len);

	for (size_t i = 0; i < PL_LEN(brackets); i++) {
		size_t from = at + brackets[i].open.len, to, colon;

		if (!(brackets[i].bit & known) || !pl_str_starts(rest, brackets[i].open))
			continue;
		to = find(text, from, brackets[i].close);
		if (to == text.len && brackets[i].bit == PL_BR_SQUARE)
			return at;
		pl_buf_adds(out, brackets[i].own_open);
		colon = PL_MIN(find(text, from, PL_S(":")), to);
		add_name(out, pl_str_sub(text, from, colon));
		pl_buf_add(out, pl_str_sub(text, colon, to));
		if (to == text.len)
			return to; /* not closed: a fault of pl_template_read() */
		pl_buf_adds(out, brackets[i].own_close);
		return to + brackets[i].close.len;
	}
	return at;
}

/*
 * Rewrites a template so that pl_template_read() takes it as its file means it.
 * Nearly always byte for byte, so that places inside stay right.
 */
static struct pl_str rewritten(struct pl_arena *arena, unsigned known, struct pl_str text)
{
	struct pl_buf out = PL_BUF_INIT;
	struct pl_str own;

	for (size_t i = 0; i < text.len;) {
		size_t behind = add_placeholder(&out, known, text, i);
		char c = text.ptr[i];

		if (behind == i) {
			if (c == '<' || c == '{' || c == '\\' || (c == '$' && i + 1 < text.len && text.ptr[i + 1] == '{'))
				pl_buf_addc(&out, '\\');
			pl_buf_addc(&out, c);
			behind++;
		}
		i = behind;
	}
	own = pl_arena_str(arena, pl_buf_str(&out));
	pl_buf_release(&out);
	return own;
}

/* The type of field that can be written as `spec`; PL_D_TYPES: none. */
static enum pl_field_type type_written(struct pl_arena *arena, struct pl_str spec)
{
	static const enum pl_field_type tried[] = {PL_D_NUMBER, PL_D_TIMESTAMP};
	const char *why;

	for (size_t i = 0; i < PL_LEN(tried); i++) {
		struct pl_declared field = pl_declared_new(PL_S("x"), tried[i], (struct pl_pos){.line = 0});

		if (spec.len && pl_field_encode(arena, &field, spec, field.at, &why))
			return tried[i];
	}
	return PL_D_TYPES;
}

/* Keeps of what stands behind the colon what means something to a template. */
static void settle_spec(struct pl_import *imp, struct pl_part *part)
{
	bool keep = part->spec == PL_SPEC_WIDTH;

	if (part->spec_text.len == 0)
		return;
	if (imp->dialect->spec) {
		part->spec = PL_SPEC_NONE;
		keep = imp->dialect->spec(part->spec_text, &part->width, &part->pad);
		if (keep)
			part->spec = PL_SPEC_WIDTH;
	} else if (!keep) {
		keep = type_written(pl_import_arena(imp), part->spec_text) != PL_D_TYPES;
	}
	if (!keep) {
		part->spec_text = pl_str_of(NULL, 0);
		part->width = 0;
	}
}

/* An attribute may be part of several keys, but holds one value. */
static bool has_template(struct pl_import *imp, struct pl_str attribute, struct pl_str text, struct pl_pos at)
{
	for (size_t i = 0; i < imp->keys.len; i++) {
		const struct pl_schema_key *other = &imp->keys.ptr[i];

		if (!pl_str_eq(other->attribute, attribute))
			continue;
		if (!pl_str_eq(other->main.text, text))
			pl_fault(imp->nodes.faults, at, "%.*s has another template in line %u", pl_shown(attribute),
				 attribute.ptr, other->at.line);
		return true;
	}
	return false;
}

void pl_import_template(struct pl_import *imp, struct pl_str attribute, struct pl_str text, struct pl_pos at,
			const struct pl_yaml *node)
{
	struct pl_schema_key key = {.attribute = attribute, .at = at};
	struct pl_str own = rewritten(pl_import_arena(imp), imp->dialect->brackets, text);

	if (has_template(imp, attribute, text, at))
		return;
	pl_template_read(imp->nodes.faults, own, at, node, &key.main);
	for (size_t i = 0; i < key.main.nparts; i++)
		if (key.main.parts[i].kind == PL_PART_VALUE)
			settle_spec(imp, &key.main.parts[i]);
	key.main.text = text;
	PL_PUSH(&imp->keys, key);
}

void pl_import_value(struct pl_import *imp, struct pl_str attribute, struct pl_str value, struct pl_pos at)
{
	struct pl_buf buf = PL_BUF_INIT;
	struct pl_schema_key key = {.attribute = attribute, .at = at};
	struct pl_str text;

	pl_buf_addc(&buf, '<');
	add_name(&buf, value);
	pl_buf_addc(&buf, '>');
	text = pl_arena_str(pl_import_arena(imp), pl_buf_str(&buf));
	pl_buf_release(&buf);
	if (has_template(imp, attribute, text, at))
		return;
	pl_template_read(imp->nodes.faults, text, at, NULL, &key.main);
	PL_PUSH(&imp->keys, key);
}

/* ---- fields ---- */

void pl_import_type(struct pl_declared *field, enum pl_field_type type, struct pl_pos at)
{
	*field = pl_declared_new(field->name, type, field->at);
	field->set |= UINT64_C(1) << PL_FO_TYPE;
	field->option_at[PL_FO_TYPE] = at;
}

/* The field of a value; what the template itself says of it counts when the file says no type. */
static const struct pl_declared *field_for(struct pl_import *imp, const struct pl_part *part)
{
	struct pl_arena *arena = pl_import_arena(imp);
	struct pl_declared *field = PL_NEW(arena, struct pl_declared);
	const bool encoded = part->spec == PL_SPEC_NONE && part->spec_text.len;
	const enum pl_field_type written = encoded ? type_written(arena, part->spec_text) : PL_D_TYPES;
	const char *why;

	*field = pl_declared_new(part->text, PL_D_ID, part->at);
	if (imp->dialect->describe)
		imp->dialect->describe(imp, field);
	if (written != PL_D_TYPES && field->type != written) {
		pl_import_type(field, written, part->spec_at);
		pl_field_encode(arena, field, part->spec_text, part->spec_at, &why);
	}
	return field;
}

static bool has_field(const struct pl_import *imp, struct pl_str name)
{
	for (size_t i = 0; i < imp->fields.len; i++)
		if (pl_str_eq(imp->fields.ptr[i]->name, name))
			return true;
	return false;
}

static void fields_of(struct pl_import *imp, const struct pl_template *template)
{
	for (size_t i = 0; i < template->nparts; i++) {
		const struct pl_part *part = &template->parts[i];

		if (part->kind != PL_PART_VALUE || part->malformed || has_field(imp, part->text))
			continue;
		if (imp->fields.len == PL_IMPORT_MOST) {
			pl_fault(imp->nodes.faults, part->at, "more than %d fields", PL_IMPORT_MOST);
			return;
		}
		PL_PUSH(&imp->fields, field_for(imp, part));
	}
}

/* ---- entities ---- */

void pl_import_entity(struct pl_import *imp, struct pl_str name, struct pl_pos at)
{
	PL_PUSH(&imp->entities, (struct pl_schema_entity){.name = name, .at = at});
	imp->keys.len = 0;
}

void pl_import_end_entity(struct pl_import *imp)
{
	struct pl_schema_entity *entity = &imp->entities.ptr[imp->entities.len - 1];

	entity->keys = PL_KEEP(pl_import_arena(imp), &imp->keys);
	entity->nkeys = imp->keys.len;
	for (size_t i = 0; i < entity->nkeys; i++)
		fields_of(imp, &entity->keys[i].main);
	imp->keys.len = 0;
	if (!imp->dialect->describe)
		return;
	entity->fields = PL_KEEP(pl_import_arena(imp), &imp->fields);
	entity->nfields = imp->fields.len;
	imp->fields.len = 0;
}

void pl_import_drop_entity(struct pl_import *imp)
{
	imp->entities.len--;
	imp->keys.len = 0;
}
