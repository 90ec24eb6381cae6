/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Binding: names get what they name, and what does not fit together is told.
 * It is the same for all formats that schemas are read from.
 */
#include "linter/base/buf.h"
#include "linter/schema/schema.h"

struct binding {
	struct pl_faults *faults;
	struct pl_schema_table *table;
	const struct pl_schema_entity *entity; /* whose templates are bound; NULL: a query's */
	bool *used;                            /* parallel to table->fields */
	bool *entity_used;                     /* parallel to entity->fields */
	bool unread;                           /* some template is malformed: what it uses is not known */
};

/* ---- asking ---- */

const struct pl_schema_key *pl_entity_key(const struct pl_schema_entity *entity, struct pl_str attribute)
{
	for (size_t i = 0; i < entity->nkeys; i++)
		if (pl_str_eq(entity->keys[i].attribute, attribute))
			return &entity->keys[i];
	return NULL;
}

const struct pl_index *pl_table_index(const struct pl_table *table, struct pl_str name)
{
	for (size_t i = 0; i < table->nindexes; i++)
		if (pl_str_eq(table->index[i].name, name))
			return &table->index[i];
	return NULL;
}

/* Index of a field; `count`: none. */
static size_t field_number(const struct pl_declared *const *fields, size_t count, struct pl_str name)
{
	size_t i = 0;

	while (i < count && !pl_str_eq(fields[i]->name, name))
		i++;
	return i;
}

const struct pl_declared *pl_table_field(const struct pl_schema_table *table, const struct pl_schema_entity *entity,
					 struct pl_str name)
{
	size_t i;

	if (entity) {
		i = field_number(entity->fields, entity->nfields, name);
		if (i < entity->nfields)
			return entity->fields[i];
	}
	i = field_number(table->fields, table->nfields, name);
	return i < table->nfields ? table->fields[i] : NULL;
}

/* ---- templates and fields ---- */

/* In a query any entity's own field counts, when the table has none of that name. */
static const struct pl_declared *field_of_any(const struct pl_schema_table *table, struct pl_str name)
{
	for (size_t i = 0; i < table->nentities; i++) {
		const struct pl_schema_entity *entity = &table->entities[i];
		size_t k = field_number(entity->fields, entity->nfields, name);

		if (k < entity->nfields)
			return entity->fields[k];
	}
	return NULL;
}

/* Finds a field and notes that something uses it. */
static const struct pl_declared *find_field(const void *ctx, struct pl_str name)
{
	const struct binding *b = ctx;
	size_t i = b->entity ? field_number(b->entity->fields, b->entity->nfields, name) : 0;

	if (b->entity && i < b->entity->nfields) {
		b->entity_used[i] = true;
		return b->entity->fields[i];
	}
	i = field_number(b->table->fields, b->table->nfields, name);
	if (i == b->table->nfields)
		return b->entity ? NULL : field_of_any(b->table, name);
	b->used[i] = true;
	return b->table->fields[i];
}

static void field_names(const void *ctx, struct pl_near *near)
{
	const struct binding *b = ctx;

	for (size_t i = 0; b->entity && i < b->entity->nfields; i++)
		pl_near_try(near, b->entity->fields[i]->name.ptr);
	for (size_t i = 0; i < b->table->nfields; i++)
		pl_near_try(near, b->table->fields[i]->name.ptr);
}

static void bind_template(struct binding *b, struct pl_template *template, struct pl_str delimiter)
{
	const struct pl_field_scope scope = {find_field, field_names, b, b->entity == NULL};

	b->unread |= template->malformed;
	pl_template_bind(b->faults, template, delimiter, &scope);
}

static void unused_fields(struct binding *b, const struct pl_declared *const *fields, const bool *used, size_t count)
{
	for (size_t i = 0; i < count && !b->unread; i++)
		if (!used[i])
			pl_fault(b->faults, fields[i]->at, "field %s is used by no template: write it into one as <%s>, or leave it out",
				 fields[i]->name.ptr, fields[i]->name.ptr);
}

/* ---- the key and its attributes ---- */

static void default_type(char *type)
{
	if (*type == 0)
		*type = 'S';
}

static void default_types(struct pl_index *index)
{
	default_type(&index->pk_type);
	if (index->sk.len)
		default_type(&index->sk_type);
	for (unsigned i = 0; i < index->nmore_pk; i++)
		default_type(&index->more_pk[i].type);
	for (unsigned i = 0; i < index->nmore_sk; i++)
		default_type(&index->more_sk[i].type);
}

/* A local index has the table's partition key, said or not. */
static void bind_local(struct binding *b, struct pl_index *index, struct pl_pos at)
{
	const struct pl_index *table = &b->table->names.index[0];

	if (index->pk.len == 0) {
		index->pk = table->pk;
		index->pk_type = table->pk_type;
	}
	if (!pl_str_eq(index->pk, table->pk) || index->nmore_pk || index->nmore_sk)
		pl_fault(b->faults, at, "local index %s has the table's partition key %s and one sort key attribute",
			 index->name.ptr, table->pk.ptr);
}

/* The names of an index, or of the table itself. */
static void bind_key(struct binding *b, struct pl_index *index, struct pl_pos at)
{
	struct pl_str twice;

	if (index->local)
		bind_local(b, index, at);
	twice = pl_index_twice(index);
	if (twice.len)
		pl_fault(b->faults, at, "%.*s stands twice in one key", pl_shown(twice), twice.ptr);
	default_types(index);
}

static bool bind_names(struct binding *b)
{
	struct pl_schema_table *t = b->table;

	if (t->names.nindexes == 0 || t->names.index[0].pk.len == 0) {
		if (t->from.len)
			pl_fault(b->faults, t->from_at, "the key of the table is not known: from: does not say it, and there is no key:");
		else if (!t->key_at.line)
			pl_fault(b->faults, t->at, "a table needs key: {pk: ATTRIBUTE, sk: ATTRIBUTE}, or from: with a file that says it");
		return false;
	}
	for (size_t i = 0; i < t->names.nindexes; i++)
		bind_key(b, &t->names.index[i], t->index_at[i]);
	return true;
}

/* Whether an attribute is part of the key of the table or of an index. */
static bool is_key_attribute(const struct pl_table *table, struct pl_str name)
{
	struct pl_attribute all[PL_KEY_ATTRIBUTES];

	for (size_t i = 0; i < table->nindexes; i++) {
		for (unsigned k = pl_index_pks(&table->index[i], all); k-- > 0;)
			if (pl_str_eq(all[k].name, name))
				return true;
		for (unsigned k = pl_index_sks(&table->index[i], all); k-- > 0;)
			if (pl_str_eq(all[k].name, name))
				return true;
	}
	return false;
}

static void near_attributes(const struct pl_table *table, struct pl_near *near)
{
	struct pl_attribute all[PL_KEY_ATTRIBUTES];

	for (size_t i = 0; i < table->nindexes; i++) {
		for (unsigned k = 0, n = pl_index_pks(&table->index[i], all); k < n; k++)
			pl_near_try(near, all[k].name.ptr);
		for (unsigned k = 0, n = pl_index_sks(&table->index[i], all); k < n; k++)
			pl_near_try(near, all[k].name.ptr);
	}
}

/* ---- entities ---- */

static void unknown_attribute(struct binding *b, const struct pl_schema_key *key)
{
	static const char *const members[] = {"match", "fields", "unique", "keys", "delimiter"};
	struct pl_near near = pl_near_to(key->attribute);

	/* Members of the long form of a key. */
	if (pl_str_eq(key->attribute, PL_S("legacy")) || pl_str_eq(key->attribute, PL_S("template"))) {
		pl_fault(b->faults, key->at, "%.*s belongs to the key that it is of: SK: {template: T, legacy: [T]}", pl_shown(key->attribute),
			 key->attribute.ptr);
		return;
	}
	near_attributes(&b->table->names, &near);
	for (size_t i = 0; i < PL_LEN(members); i++)
		pl_near_try(&near, members[i]);
	if (near.best)
		pl_fault(b->faults, key->at, "%.*s is no key attribute of the table or an index; did you mean \"%s\"?",
			 pl_shown(key->attribute), key->attribute.ptr, near.best);
	else
		pl_fault(b->faults, key->at, "%.*s is no key attribute of the table or an index: declare the index under indexes:",
			 pl_shown(key->attribute), key->attribute.ptr);
}

/* The roles pk and sk stand for the table's key, unless attributes are called so. */
static void resolve_role(struct binding *b, struct pl_schema_key *key)
{
	const struct pl_index *table = &b->table->names.index[0];

	if (is_key_attribute(&b->table->names, key->attribute))
		return;
	if (pl_str_eq(key->attribute, PL_S("pk")))
		key->attribute = table->pk;
	else if (pl_str_eq(key->attribute, PL_S("sk")) && table->sk.len)
		key->attribute = table->sk;
	else
		unknown_attribute(b, key);
}

static void resolve_attributes(struct binding *b, struct pl_schema_entity *entity)
{
	for (size_t i = 0; i < entity->nkeys; i++) {
		struct pl_schema_key *key = &entity->keys[i];

		resolve_role(b, key);
		for (size_t k = 0; k < i; k++)
			if (pl_str_eq(entity->keys[k].attribute, key->attribute))
				pl_fault(b->faults, key->at, "%s has a template already, in line %u", key->attribute.ptr,
					 entity->keys[k].at.line);
	}
}

static void needs(struct binding *b, const struct pl_schema_entity *entity, struct pl_str attribute, const char *role)
{
	if (attribute.len && !pl_entity_key(entity, attribute))
		pl_fault(b->faults, entity->at, "entity %s has no template for the table's %s key %s: write %s: TEMPLATE",
			 entity->name.ptr, role, attribute.ptr, attribute.ptr);
}

static bool has_value(const struct pl_template *template, struct pl_str name)
{
	for (size_t i = 0; i < template->nparts; i++)
		if (template->parts[i].kind == PL_PART_VALUE && pl_str_eq(template->parts[i].text, name))
			return true;
	return false;
}

static bool entity_has_value(const struct pl_schema_entity *entity, struct pl_str name)
{
	for (size_t i = 0; i < entity->nkeys; i++)
		if (has_value(&entity->keys[i].main, name))
			return true;
	return false;
}

static void near_values(const struct pl_schema_entity *entity, struct pl_near *near)
{
	for (size_t i = 0; i < entity->nkeys; i++)
		for (size_t k = 0; k < entity->keys[i].main.nparts; k++)
			if (entity->keys[i].main.parts[k].field)
				pl_near_try(near, entity->keys[i].main.parts[k].text.ptr);
}

static void check_unique(struct binding *b, const struct pl_schema_entity *entity)
{
	for (size_t i = 0; i < entity->unique_names.count && !b->unread; i++) {
		struct pl_near near = pl_near_to(entity->unique_names.text[i]);

		if (entity_has_value(entity, entity->unique_names.text[i]))
			continue;
		near_values(entity, &near);
		pl_fault_unknown(b->faults, entity->unique_names.at[i], "value in unique", &near);
	}
}

static struct pl_str delimiter_of(const struct pl_schema_table *table, const struct pl_schema_entity *entity,
				  const struct pl_schema_key *key)
{
	return key->delimiter.len ? key->delimiter : entity->delimiter.len ? entity->delimiter : table->delimiter;
}

static void bind_match(struct binding *b, struct pl_schema_match *match)
{
	struct pl_schema_table *table = b->table;

	for (match->number = 0; match->number < table->nmatched; match->number++)
		if (pl_str_eq(table->matched[match->number], match->attribute))
			return;
	if (table->nmatched < PL_MAX_MATCHED)
		table->matched[table->nmatched++] = match->attribute;
	else
		pl_fault(b->faults, match->at, "entities are told apart by at most %d attributes; %.*s is one more",
			 PL_MAX_MATCHED, pl_shown(match->attribute), match->attribute.ptr);
}

static void bind_entity(struct binding *b, struct pl_schema_entity *entity)
{
	const struct pl_index *table = &b->table->names.index[0];

	b->entity = entity;
	b->entity_used = PL_NEW_N(b->faults->arena, bool, entity->nfields + 1);
	if (b->table->names.nindexes) {
		resolve_attributes(b, entity);
		needs(b, entity, table->pk, "partition");
		needs(b, entity, table->sk, "sort");
	}
	for (size_t i = 0; i < entity->nkeys; i++) {
		struct pl_schema_key *key = &entity->keys[i];
		struct pl_str delimiter = delimiter_of(b->table, entity, key);

		bind_template(b, &key->main, delimiter);
		for (size_t k = 0; k < key->nlegacy; k++)
			bind_template(b, &key->legacy[k], delimiter);
	}
	for (size_t i = 0; i < entity->nmatch; i++)
		bind_match(b, &entity->match[i]);
	check_unique(b, entity);
	b->entity = NULL;
}

/* ---- queries ---- */

static const struct pl_schema_entity *entity_named(const struct pl_schema_table *table, struct pl_str name)
{
	for (size_t i = 0; i < table->nentities; i++)
		if (pl_str_eq(table->entities[i].name, name))
			return &table->entities[i];
	return NULL;
}

static void bind_returns(struct binding *b, struct pl_schema_query *query)
{
	query->returned = PL_NEW_N(b->faults->arena, const struct pl_schema_entity *, query->returns.count + 1);
	for (size_t i = 0; i < query->returns.count; i++) {
		struct pl_near near = pl_near_to(query->returns.text[i]);

		query->returned[i] = entity_named(b->table, query->returns.text[i]);
		if (query->returned[i])
			continue;
		for (size_t k = 0; k < b->table->nentities; k++)
			pl_near_try(&near, b->table->entities[k].name.ptr);
		pl_fault_unknown(b->faults, query->returns.at[i], "entity", &near);
	}
}

static void bind_index(struct binding *b, struct pl_schema_query *query)
{
	struct pl_near near = pl_near_to(query->index_name);

	if (b->table->names.nindexes == 0)
		return;
	query->index = pl_table_index(&b->table->names, query->index_name);
	if (query->index)
		return;
	for (size_t i = 1; i < b->table->names.nindexes; i++)
		pl_near_try(&near, b->table->names.index[i].name.ptr);
	pl_fault_unknown(b->faults, query->index_at, "index", &near);
}

/*
 * How an attribute's keys are split: as the first entity that has it and is
 * among those the query returns; of all when it does not say.
 */
static struct pl_str query_delimiter(const struct binding *b, const struct pl_schema_query *query, struct pl_str attribute)
{
	for (size_t i = 0; i < query->returns.count; i++) {
		const struct pl_schema_entity *entity = query->returned[i];
		const struct pl_schema_key *key = entity ? pl_entity_key(entity, attribute) : NULL;

		if (key)
			return delimiter_of(b->table, entity, key);
	}
	for (size_t i = 0; i < b->table->nentities && query->returns.count == 0; i++) {
		const struct pl_schema_key *key = pl_entity_key(&b->table->entities[i], attribute);

		if (key)
			return delimiter_of(b->table, &b->table->entities[i], key);
	}
	return b->table->delimiter;
}

static void check_pk(struct binding *b, const struct pl_schema_query *query, unsigned attributes)
{
	if (query->npk && query->npk != attributes)
		pl_fault(b->faults, query->pk[0].at, "%zu template%s for pk, but %s has %u partition key attribute%s: each needs one",
			 query->npk, query->npk == 1 ? "" : "s", query->index_name.len ? query->index_name.ptr : "the table",
			 attributes, attributes == 1 ? "" : "s");
}

static void check_sk(struct binding *b, const struct pl_schema_query *query, unsigned attributes)
{
	if (query->nsk > attributes)
		pl_fault(b->faults, query->sk_at, "%zu condition%s on sk, but %s has %u sort key attribute%s", query->nsk,
			 query->nsk == 1 ? "" : "s", query->index_name.len ? query->index_name.ptr : "the table", attributes,
			 attributes == 1 ? "" : "s");
	for (size_t i = 0; i + 1 < query->nsk; i++)
		if (query->sk[i].op != PL_Q_EQ)
			pl_fault(b->faults, query->sk[i].at, "only the last condition may be a range; those in front of it are =");
}

static void bind_conditions(struct binding *b, struct pl_schema_query *query)
{
	struct pl_attribute pk[PL_KEY_ATTRIBUTES], sk[PL_KEY_ATTRIBUTES];
	const unsigned npk = query->index ? pl_index_pks(query->index, pk) : 0;
	const unsigned nsk = query->index ? pl_index_sks(query->index, sk) : 0;

	if (query->index) {
		check_pk(b, query, npk);
		check_sk(b, query, nsk);
	}
	for (size_t i = 0; i < query->npk; i++)
		bind_template(b, &query->pk[i], i < npk ? query_delimiter(b, query, pk[i].name) : b->table->delimiter);
	for (size_t i = 0; i < query->nsk; i++) {
		struct pl_str delimiter = i < nsk ? query_delimiter(b, query, sk[i].name) : b->table->delimiter;

		bind_template(b, &query->sk[i].first, delimiter);
		if (query->sk[i].op == PL_Q_BETWEEN || query->sk[i].op == PL_Q_FROM_UNTIL)
			bind_template(b, &query->sk[i].second, delimiter);
	}
	for (size_t i = 0; i < query->nvalues; i++)
		bind_template(b, &query->values[i].value,
			      nsk ? query_delimiter(b, query, sk[0].name) : b->table->delimiter);
}

static void check_wants(struct binding *b, const struct pl_schema_query *query)
{
	for (size_t i = 0; i < query->nwants && !b->unread; i++) {
		struct pl_near near = pl_near_to(query->wants[i].value);
		bool found = false;

		for (size_t k = 0; k < b->table->nentities && !found; k++) {
			found = entity_has_value(&b->table->entities[k], query->wants[i].value);
			near_values(&b->table->entities[k], &near);
		}
		if (!found)
			pl_fault_unknown(b->faults, query->wants[i].at, "value in wants", &near);
	}
}

static void bind_query(struct binding *b, struct pl_schema_query *query)
{
	bind_index(b, query);
	bind_returns(b, query);
	bind_conditions(b, query);
	check_wants(b, query);
}

/* ---- values that may be absent ---- */

/* Whether only values that may be absent stand from a value of the field on, and literals in front of each. */
static bool may_be_absent(const struct pl_template *template, const struct pl_declared *field)
{
	for (size_t i = template->nparts; i-- > 0;) {
		const struct pl_part *part = &template->parts[i];

		if (part->kind != PL_PART_VALUE) {
			if (i + 1 == template->nparts)
				return false;
			continue;
		}
		if (!part->field || !part->field->optional)
			return false;
		if (part->base == field)
			return true;
	}
	return false;
}

static bool is_in(const struct pl_template *template, const struct pl_declared *field)
{
	for (size_t i = 0; i < template->nparts; i++)
		if (template->parts[i].base == field)
			return true;
	return false;
}

/* Notes whether a template has the field, and whether at a place where it may be absent. */
static void look_for(const struct pl_template *template, const struct pl_declared *field, const struct pl_template **inside, bool *absent)
{
	*absent |= may_be_absent(template, field);
	if (!*inside && is_in(template, field))
		*inside = template;
}

/* A field is absent at the end of a key, or it is not optional. */
static void check_optional(struct binding *b, const struct pl_declared *field)
{
	const struct pl_template *inside = NULL;
	bool absent = false;

	for (size_t i = 0; i < b->table->nentities && field->optional; i++)
		for (size_t k = 0; k < b->table->entities[i].nkeys; k++) {
			const struct pl_schema_key *key = &b->table->entities[i].keys[k];

			look_for(&key->main, field, &inside, &absent);
			for (size_t l = 0; l < key->nlegacy; l++)
				look_for(&key->legacy[l], field, &inside, &absent);
		}
	if (inside && !absent)
		pl_fault(b->faults, pl_declared_at(field, PL_FO_OPTIONAL),
			 "optional: only the last values of a key can be absent, and <%s> is followed by more in %.*s", field->name.ptr,
			 pl_shown(inside->text), inside->text.ptr);
}

static void check_optionals(struct binding *b)
{
	for (size_t i = 0; i < b->table->nfields && !b->unread; i++)
		check_optional(b, b->table->fields[i]);
	for (size_t i = 0; i < b->table->nentities && !b->unread; i++)
		for (size_t k = 0; k < b->table->entities[i].nfields; k++)
			check_optional(b, b->table->entities[i].fields[k]);
}

/* ---- tables ---- */

static void bind_table(struct pl_faults *faults, struct pl_schema_table *table)
{
	struct binding b = {.faults = faults, .table = table, .used = PL_NEW_N(faults->arena, bool, table->nfields + 1)};

	if (!bind_names(&b))
		table->names.nindexes = 0;
	for (size_t i = 0; i < table->nentities; i++) {
		bind_entity(&b, &table->entities[i]);
		unused_fields(&b, table->entities[i].fields, b.entity_used, table->entities[i].nfields);
	}
	for (size_t i = 0; i < table->nqueries; i++)
		bind_query(&b, &table->queries[i]);
	unused_fields(&b, table->fields, b.used, table->nfields);
	check_optionals(&b);
}

/* Of several tables each has a name of its own. */
static void check_names(struct pl_faults *faults, const struct pl_schema *schema)
{
	for (size_t i = 0; i < schema->ntables; i++) {
		const struct pl_schema_table *table = schema->tables[i], *other = NULL;

		if (table->names.name.len == 0 && table->from.len == 0 && schema->ntables > 1)
			pl_fault(faults, table->at, "of several tables each needs a name: write table: NAME");
		for (size_t k = 0; k < i && !other && table->names.name.len; k++)
			if (pl_str_eq(table->names.name, schema->tables[k]->names.name))
				other = schema->tables[k];
		if (other)
			pl_fault(faults, table->at, "table \"%.*s\" is declared twice (first in line %u)",
				 pl_shown(table->names.name), table->names.name.ptr, other->at.line);
	}
}

bool pl_schema_bind(struct pl_faults *faults, struct pl_schema *schema)
{
	size_t before = faults->count;

	for (size_t i = 0; i < schema->ntables; i++)
		bind_table(faults, schema->tables[i]);
	check_names(faults, schema);
	return faults->count == before;
}
