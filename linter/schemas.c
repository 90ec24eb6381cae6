/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/schemas.h"

#include "linter/schema/import.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
	HEAD = 64 << 10,                /* enough to tell what a file is */
	MOST_BYTES = 64 << 20,          /* of a schema: plans of large stacks have some MiB */
};

struct reading {
	struct pl_faults *faults;
	struct pl_schemas *out;
	struct pl_error *error;
	PL_VEC(struct stat) seen;       /* files that were read: the same one twice is one schema */
	PL_VEC(struct pl_schema_table *) tables;
};

/* Up to `most` bytes of a file; false with errno. */
static bool read_bytes(int fd, size_t most, struct pl_buf *out)
{
	while (out->len < most) {
		size_t want = PL_MIN(most - out->len, (size_t)HEAD);
		ssize_t n = read(fd, pl_buf_reserve(out, want), want);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0;
		out->len += (size_t)n;
	}
	return true;
}

/* ---- telling schemas from dumps ---- */

/*
 * Told by content. A pipe is not touched: what opens and closes it takes the
 * reader away from who writes it.
 */
static enum pl_schema_format format_of(const char *path)
{
	enum pl_schema_format format = PL_SF_NONE;
	struct pl_buf head = PL_BUF_INIT;
	struct stat st;
	int fd;

	if (stat(path, &st) != 0 || !S_ISREG(st.st_mode))
		return PL_SF_NONE;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return PL_SF_NONE;
	if (read_bytes(fd, HEAD, &head))
		format = pl_schema_detect(pl_buf_str(&head), path);
	close(fd);
	pl_buf_release(&head);
	return format;
}

/* Whether there is nothing but described tables. */
static bool only_tables(const char *const *paths, size_t npaths)
{
	for (size_t i = 0; i < npaths; i++)
		if (format_of(paths[i]) != PL_SF_TABLE_JSON)
			return false;
	return npaths > 0;
}

/* ---- reading ---- */

static bool was_read(struct reading *r, const struct stat *st)
{
	for (size_t i = 0; i < r->seen.len; i++)
		if (r->seen.ptr[i].st_dev == st->st_dev && r->seen.ptr[i].st_ino == st->st_ino)
			return true;
	PL_PUSH(&r->seen, *st);
	return false;
}

static void import(struct reading *r, const char *path, struct pl_str text)
{
	struct pl_arena *arena = r->faults->arena;
	struct pl_schema schema;

	PL_PUSH(&r->out->texts, (struct pl_schema_text){pl_str_c(pl_arena_cstr(arena, path)), pl_arena_str(arena, text)});
	PL_PUSH(&r->out->inputs, (struct pl_input){
		.path = pl_str_c(pl_arena_cstr(arena, path)), .kind = PL_I_SCHEMA, .whole = true, .bytes = text.len});
	/* What can be read is bound whatever else is wrong: one run tells all faults. */
	pl_schema_import(r->faults, path, text, &schema);
	pl_schema_resolve_from(r->faults, &schema);
	pl_schema_bind(r->faults, &schema);
	for (size_t i = 0; i < schema.ntables; i++)
		PL_PUSH(&r->tables, schema.tables[i]);
}

static bool read_schema(struct reading *r, const char *path)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC);
	struct pl_buf text = PL_BUF_INIT;
	struct stat st;
	bool good = fd >= 0 && fstat(fd, &st) == 0;

	if (good && !was_read(r, &st)) {
		good = read_bytes(fd, MOST_BYTES + 1, &text);
		if (good && text.len > MOST_BYTES) {
			good = false;
			errno = EFBIG;
		}
		if (good)
			import(r, path, pl_buf_str(&text));
	}
	if (!good)
		pl_fail(r->error, PL_EXIT_USAGE, "%s: %s", path, strerror(errno));
	if (fd >= 0)
		close(fd);
	pl_buf_release(&text);
	return good;
}

/* Two files may not declare one table: nothing says which counts. */
static bool check_names(struct reading *r)
{
	for (size_t i = 0; i < r->tables.len; i++)
		for (size_t k = 0; k < i; k++) {
			const struct pl_schema_table *a = r->tables.ptr[k], *b = r->tables.ptr[i];

			if (pl_str_eq(a->at.path, b->at.path) || !pl_str_eq(a->names.name, b->names.name))
				continue;
			return pl_fail(r->error, PL_EXIT_USAGE, "%s:%u and %s:%u both declare %s%s", a->at.path.ptr, a->at.line,
				       b->at.path.ptr, b->at.line, a->names.name.len ? "table " : "a table without a name",
				       a->names.name.len ? a->names.name.ptr : "");
		}
	return true;
}

static void name_source(struct reading *r)
{
	struct pl_buf text = PL_BUF_INIT;

	for (size_t i = 0; i < r->out->texts.len; i++)
		pl_buf_printf(&text, "%s%s", i ? ", " : "from ", r->out->texts.ptr[i].path.ptr);
	if (text.len)
		r->out->from = pl_arena_cstr(r->faults->arena, text.ptr);
	pl_buf_release(&text);
}

/*
 * A described table may stand beside a dump or a schema, where the source of
 * items looks for it: it is one of ours only when there is nothing else.
 */
static bool read_all(struct reading *r, const char *schema, const char *const *paths, size_t npaths)
{
	const bool tables = !schema && !r->tables.len && only_tables(paths, npaths);

	if (schema && !read_schema(r, schema))
		return false;
	for (size_t i = 0; i < npaths; i++) {
		enum pl_schema_format format = format_of(paths[i]);

		if (format == PL_SF_NONE || (format == PL_SF_TABLE_JSON && !tables))
			PL_PUSH(&r->out->dumps, paths[i]);
		else if (!read_schema(r, paths[i]))
			return false;
	}
	return r->faults->count == 0 && check_names(r);
}

bool pl_schemas_read(struct pl_faults *faults, const char *schema, struct pl_str text, const char *const *paths,
		     size_t npaths, struct pl_schemas *out, struct pl_error *error)
{
	struct reading r = {.faults = faults, .out = out, .error = error};
	bool good;

	*out = (struct pl_schemas){.from = NULL};
	if (text.len)
		import(&r, schema, text);
	good = read_all(&r, text.len ? NULL : schema, paths, npaths);
	name_source(&r);
	out->schema.ntables = r.tables.len;
	out->schema.tables = PL_NEW_N(faults->arena, struct pl_schema_table *, r.tables.len + 1);
	if (r.tables.len)
		memcpy(out->schema.tables, r.tables.ptr, r.tables.len * sizeof(struct pl_schema_table *));
	PL_VEC_RELEASE(&r.seen);
	PL_VEC_RELEASE(&r.tables);
	return good;
}

void pl_schemas_release(struct pl_schemas *schemas)
{
	PL_VEC_RELEASE(&schemas->inputs);
	PL_VEC_RELEASE(&schemas->texts);
	PL_VEC_RELEASE(&schemas->dumps);
}

/* ---- which table ---- */

static const struct pl_schema_table *table_named(const struct pl_schemas *schemas, struct pl_str name)
{
	for (size_t i = 0; i < schemas->schema.ntables && name.len; i++)
		if (pl_str_eq(schemas->schema.tables[i]->names.name, name))
			return schemas->schema.tables[i];
	return NULL;
}

static void list_tables(const struct pl_schemas *schemas, struct pl_buf *out)
{
	for (size_t i = 0; i < schemas->schema.ntables; i++) {
		struct pl_str name = schemas->schema.tables[i]->names.name;

		pl_buf_adds(out, i ? ", " : "");
		pl_buf_add(out, name.len ? name : PL_S("(no name)"));
	}
}

const struct pl_schema_table *pl_schemas_table(const struct pl_schemas *schemas, struct pl_str asked,
					       struct pl_str exported, struct pl_error *error)
{
	const struct pl_schema *schema = &schemas->schema;
	const struct pl_schema_table *found = table_named(schemas, asked.len ? asked : exported);
	struct pl_buf names = PL_BUF_INIT;

	if (found)
		return found;
	/* The only one is meant, unless it has another name than the one that is asked for. */
	if (schema->ntables == 1 && (!asked.len || !schema->tables[0]->names.name.len))
		return schema->tables[0];
	list_tables(schemas, &names);
	if (asked.len)
		pl_fail(error, PL_EXIT_USAGE, "--table %.*s: no schema declares it; there is %s", (int)asked.len, asked.ptr,
			names.ptr);
	else
		pl_fail(error, PL_EXIT_USAGE, "the schema declares several tables; choose the one that was dumped with --table NAME: %s",
			names.ptr);
	pl_buf_release(&names);
	return NULL;
}

/* ---- two descriptions of one table ---- */

static const char *name_of(const struct pl_index *index)
{
	return index->name.len ? index->name.ptr : "the table";
}

/* Attribute and type: "SK:N", or only the name when nobody said the type. */
static void print_key(struct pl_buf *out, const struct pl_attribute *keys, unsigned n)
{
	for (unsigned i = 0; i < n; i++) {
		pl_buf_adds(out, i || out->len ? ", " : "");
		pl_buf_add(out, keys[i].name);
		if (keys[i].type)
			pl_buf_printf(out, ":%c", keys[i].type);
	}
}

static bool agree(const struct pl_attribute *a, unsigned na, const struct pl_attribute *b, unsigned nb)
{
	if (na != nb)
		return false;
	for (unsigned i = 0; i < na; i++)
		if (!pl_str_eq(a[i].name, b[i].name) || (a[i].type && b[i].type && a[i].type != b[i].type))
			return false;
	return true;
}

static bool join_index(const struct pl_table *table, struct pl_index *mine, const struct pl_table *other,
		       const struct pl_index *theirs, struct pl_error *error)
{
	struct pl_attribute a[2 * PL_KEY_ATTRIBUTES], b[2 * PL_KEY_ATTRIBUTES];
	unsigned na = pl_index_pks(mine, a), nb = pl_index_pks(theirs, b);
	const bool same_pks = agree(a, na, b, nb);
	const unsigned nas = pl_index_sks(mine, a + na), nbs = pl_index_sks(theirs, b + nb);
	struct pl_buf ours = PL_BUF_INIT, yours = PL_BUF_INIT;

	if (same_pks && agree(a + na, nas, b + nb, nbs)) {
		pl_index_take_types(mine, theirs);
		return true;
	}
	print_key(&ours, a, na + nas);
	print_key(&yours, b, nb + nbs);
	pl_fail(error, PL_EXIT_USAGE, "the key of %s differs: %s (%s), but %s (%s)", name_of(mine), ours.ptr, table->from,
		yours.ptr, other->from);
	pl_buf_release(&ours);
	pl_buf_release(&yours);
	return false;
}

bool pl_table_join(struct pl_table *table, const struct pl_table *other, struct pl_error *error)
{
	for (size_t i = 0; i < other->nindexes; i++) {
		struct pl_index *mine = NULL;

		for (size_t k = 0; k < table->nindexes && !mine; k++)
			if (pl_str_eq(table->index[k].name, other->index[i].name))
				mine = &table->index[k];
		if (mine && !join_index(table, mine, other, &other->index[i], error))
			return false;
		if (!mine && table->nindexes == PL_MAX_INDEXES)
			return pl_fail(error, PL_EXIT_USAGE, "more than %d indexes", PL_MAX_INDEXES - 1);
		if (!mine)
			table->index[table->nindexes++] = other->index[i];
	}
	return true;
}
