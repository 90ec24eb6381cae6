/* SPDX-License-Identifier: Apache-2.0 */
/*
 * `from: template.yaml#ShopTable`: names, types and indexes come from a file
 * that is deployed, and a schema that says otherwise is wrong about it.
 *
 * Left out in the schema: taken. Said in both: the same, or a fault at the
 * schema's place.
 */
#include "linter/input/slurp.h"
#include "linter/schema/import.h"
#include "linter/schema/import_build.h"

enum { LARGEST = 64 << 20 }; /* plans of Terraform have many MiB */

struct laying {
	struct pl_faults *faults;
	struct pl_schema_table *table;
};

static const char *file_of(const struct laying *l)
{
	return l->table->from.ptr;
}

/* ---- finding the table ---- */

/* Relative to the folder of the schema. */
static char *path_of(struct pl_arena *arena, struct pl_str schema, struct pl_str from)
{
	size_t folder = schema.len;

	while (folder && schema.ptr[folder - 1] != '/')
		folder--;
	if (*from.ptr == '/')
		folder = 0;
	return pl_arena_printf(arena, "%.*s%s", (int)folder, schema.ptr, from.ptr);
}

static bool is_called(const struct pl_imported *table, struct pl_str id)
{
	return pl_str_eq(table->id, id) || pl_str_eq(table->alias, id) ||
	       (table->named && pl_str_eq(table->table->names.name, id));
}

/* "ShopTable, LogTable" of those there are; a few will do. */
static const char *list_of(struct pl_arena *arena, const struct pl_import *imp)
{
	const char *text = "";

	for (size_t i = 0; i < PL_MIN(imp->tables.len, (size_t)5); i++)
		text = pl_arena_printf(arena, "%s%s%.*s", text, i ? ", " : "", pl_shown(imp->tables.ptr[i].id),
				       imp->tables.ptr[i].id.ptr ? imp->tables.ptr[i].id.ptr : "");
	return imp->tables.len > 5 ? pl_arena_printf(arena, "%s …", text) : text;
}

static const struct pl_imported *find(const struct laying *l, const struct pl_import *imp)
{
	const struct pl_str id = l->table->from_id;
	struct pl_near near = pl_near_to(id);

	if (id.len == 0 && imp->tables.len == 1)
		return &imp->tables.ptr[0];
	for (size_t i = 0; id.len && i < imp->tables.len; i++) {
		if (is_called(&imp->tables.ptr[i], id))
			return &imp->tables.ptr[i];
		pl_near_try(&near, imp->tables.ptr[i].id.ptr);
	}
	if (id.len == 0)
		pl_fault(l->faults, l->table->from_at, "%s has %zu tables; say which one, as %s#NAME: %s", file_of(l),
			 imp->tables.len, file_of(l), list_of(l->faults->arena, imp));
	else if (near.best)
		pl_fault(l->faults, l->table->from_at, "no table %.*s in %s; did you mean \"%s\"?", pl_shown(id), id.ptr,
			 file_of(l), near.best);
	else
		pl_fault(l->faults, l->table->from_at, "no table %.*s in %s; it has %s", pl_shown(id), id.ptr, file_of(l),
			 list_of(l->faults->arena, imp));
	return NULL;
}

/* ---- laying its names under the schema's ---- */

/* One kind of attributes of a key, the first in a place of its own. */
struct attributes {
	struct pl_str *first;
	char *type;
	struct pl_attribute *more;
	unsigned *nmore;
};

static struct attributes attributes_of(struct pl_index *index, bool sort)
{
	return sort ? (struct attributes){&index->sk, &index->sk_type, index->more_sk, &index->nmore_sk}
		    : (struct attributes){&index->pk, &index->pk_type, index->more_pk, &index->nmore_pk};
}

static void lay_type(const struct laying *l, struct pl_str name, char *type, char from, struct pl_pos at)
{
	if (*type && from && *type != from)
		pl_fault(l->faults, at, "%.*s is of type %c here, but of type %c in %s", pl_shown(name), name.ptr, *type, from,
			 file_of(l));
	else if (!*type)
		*type = from;
}

/* "PK", "a, b" or "none" */
static const char *names_of(const struct laying *l, const struct pl_attribute *all, unsigned count)
{
	const char *text = count ? "" : "none";

	for (unsigned i = 0; i < count; i++)
		text = pl_arena_printf(l->faults->arena, "%s%s%.*s", text, i ? ", " : "", pl_shown(all[i].name),
				       all[i].name.ptr);
	return text;
}

static bool same_names(const struct pl_attribute *a, unsigned na, const struct pl_attribute *b, unsigned nb)
{
	bool same = na == nb;

	for (unsigned i = 0; i < na && same; i++)
		same = pl_str_eq(a[i].name, b[i].name);
	return same;
}

/* Partition or sort key of one index. `what` is "the table" or the index. */
static void lay_key(const struct laying *l, struct pl_index *own, const struct pl_index *from, bool sort,
		    struct pl_pos at, const char *what)
{
	struct pl_attribute a[PL_KEY_ATTRIBUTES] = {{.type = 0}}, b[PL_KEY_ATTRIBUTES] = {{.type = 0}};
	const unsigned na = (sort ? pl_index_sks : pl_index_pks)(own, a), nb = (sort ? pl_index_sks : pl_index_pks)(from, b);
	struct attributes to = attributes_of(own, sort);

	if (na == 0 && (!sort || own->pk.len == 0 || own->local)) {
		for (unsigned i = 0; i < nb; i++)
			(sort ? pl_index_add_sk : pl_index_add_pk)(own, b[i]);
		return;
	}
	if (!same_names(a, na, b, nb)) {
		/* A local index need not say the table's partition key. */
		if (sort || nb || !from->local)
			pl_fault(l->faults, at, "the %s key of %s is %s here, but %s in %s", sort ? "sort" : "partition", what,
				 names_of(l, a, na), names_of(l, b, nb), file_of(l));
		return;
	}
	for (unsigned i = 0; i < na; i++)
		lay_type(l, a[i].name, i ? &to.more[i - 1].type : to.type, b[i].type, at);
}

static void lay_keys(const struct laying *l, struct pl_index *own, const struct pl_index *from, struct pl_pos at)
{
	const bool nothing = own->pk.len == 0 && own->sk.len == 0;
	const char *what = "the table";

	if (own->name.len)
		what = pl_arena_printf(l->faults->arena, "%.*s", pl_shown(own->name), own->name.ptr);
	own->local |= from->local;
	if (nothing) {
		struct pl_str name = own->name;
		enum pl_projection projection = own->projection;

		*own = *from;
		own->name = name;
		own->projection = projection;
	} else {
		lay_key(l, own, from, false, at, what);
		lay_key(l, own, from, true, at, what);
	}
	if (own->projection == PL_PROJECT_UNSAID)
		own->projection = from->projection;
	else if (from->projection != PL_PROJECT_UNSAID && own->projection != from->projection)
		pl_fault(l->faults, at, "%s has another projection in %s", what, file_of(l));
}

static const struct pl_index *index_named(const struct pl_table *table, struct pl_str name, struct pl_near *near)
{
	for (size_t i = 1; i < table->nindexes; i++) {
		if (pl_str_eq(table->index[i].name, name))
			return &table->index[i];
		pl_near_try(near, table->index[i].name.ptr);
	}
	return NULL;
}

/* Those that the schema declares have to be there. */
static void lay_declared(const struct laying *l, const struct pl_table *from)
{
	struct pl_table *names = &l->table->names;

	for (size_t i = 1; i < names->nindexes; i++) {
		struct pl_str name = names->index[i].name;
		struct pl_near near = pl_near_to(name);
		const struct pl_index *index = index_named(from, name, &near);

		if (index)
			lay_keys(l, &names->index[i], index, l->table->index_at[i]);
		else if (near.best)
			pl_fault(l->faults, l->table->index_at[i], "no index %.*s in %s; did you mean \"%s\"?", pl_shown(name),
				 name.ptr, file_of(l), near.best);
		else
			pl_fault(l->faults, l->table->index_at[i], "no index %.*s in %s", pl_shown(name), name.ptr, file_of(l));
	}
}

static void lay_others(const struct laying *l, const struct pl_schema_table *from)
{
	struct pl_table *names = &l->table->names;

	for (size_t i = 1; i < from->names.nindexes; i++) {
		if (pl_table_index(names, from->names.index[i].name))
			continue;
		if (names->nindexes == PL_MAX_INDEXES)
			return; /* more than DynamoDB allows, of which some were faults above */
		l->table->index_at[names->nindexes] = from->index_at[i];
		names->index[names->nindexes++] = from->names.index[i];
	}
}

static void lay_name(const struct laying *l, const struct pl_imported *from)
{
	struct pl_str *name = &l->table->names.name;

	if (name->len == 0)
		*name = from->table->names.name;
	else if (from->named && !pl_str_eq(*name, from->table->names.name))
		pl_fault(l->faults, l->table->at, "the table is called %.*s here, but %.*s in %s", pl_shown(*name), name->ptr,
			 pl_shown(from->table->names.name), from->table->names.name.ptr, file_of(l));
}

static void lay_table(const struct laying *l, const struct pl_imported *from)
{
	struct pl_table *names = &l->table->names;

	if (from->table->names.nindexes == 0)
		return;
	lay_name(l, from);
	if (names->nindexes == 0)
		names->nindexes = 1;
	lay_keys(l, &names->index[0], &from->table->names.index[0], l->table->key_at);
	if (!l->table->key_at.line)
		l->table->key_at = from->table->key_at;
	lay_declared(l, &from->table->names);
	lay_others(l, from->table);
	names->from = from->table->names.from;
}

/* ---- the file ---- */

static void resolve(const struct laying *l, struct pl_str schema)
{
	char *path = path_of(l->faults->arena, schema, l->table->from);
	struct pl_buf text = PL_BUF_INIT;
	const size_t before = l->faults->count;
	const struct pl_imported *found;
	struct pl_import imp;

	if (!pl_slurp(path, LARGEST, &text)) {
		pl_fault(l->faults, l->table->from_at, "%s: %s", path, errno == EFBIG ? "larger than 64 MiB" : strerror(errno));
	} else if (pl_schema_detect(pl_buf_str(&text), path) == PL_SF_KEYS_YAML) {
		pl_fault(l->faults, l->table->from_at,
			 "%s is a keys.yaml itself; from: names a template, Terraform's JSON or describe-table's output", file_of(l));
	} else {
		pl_import_read(&imp, l->faults, path, pl_buf_str(&text));
		/* A file with faults may lack the table for that reason alone. */
		found = l->faults->count == before || imp.tables.len ? find(l, &imp) : NULL;
		if (found)
			lay_table(l, found);
		pl_import_release(&imp);
	}
	pl_buf_release(&text);
}

bool pl_schema_resolve_from(struct pl_faults *faults, struct pl_schema *schema)
{
	const size_t before = faults->count;

	for (size_t i = 0; i < schema->ntables; i++)
		if (schema->tables[i]->from.len)
			resolve(&(struct laying){faults, schema->tables[i]}, schema->path);
	return faults->count == before;
}
