/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The same KeySchema stands in three envelopes:
 *
 *     describe-table   {"Table":{…}}               create-table's output: TableDescription
 *     create-table     {"TableName":…, "KeySchema":…}
 *     import-table     {"TableCreationParameters":{…}, "S3BucketSource":…}
 */
#include "linter/schema/table.h"

#include "linter/base/buf.h"
#include "linter/base/json.h"
#include "linter/input/slurp.h"

enum { MAX_TABLE_FILE = 16 << 20 }; /* descriptions have a few KB */

const struct pl_known_pair pl_known_pairs[] = {
	{"PK", "SK", NULL},
	{"pk", "sk", NULL},
	{"GSI1PK", "GSI1SK", "GSI1"},
	{"GSI2PK", "GSI2SK", "GSI2"},
	{"GSI3PK", "GSI3SK", "GSI3"},
	{"GSI4PK", "GSI4SK", "GSI4"},
	{"GSI5PK", "GSI5SK", "GSI5"},
	{"gsi1pk", "gsi1sk", "gsi1"},
	{"gsi2pk", "gsi2sk", "gsi2"},
	{"gsi3pk", "gsi3sk", "gsi3"},
	{"gsi1_pk", "gsi1_sk", "gsi1"},
	{"gsi2_pk", "gsi2_sk", "gsi2"},
	{"GSI1_PK", "GSI1_SK", "GSI1"},
	{"GSI2_PK", "GSI2_SK", "GSI2"},
	{"PK1", "SK1", "GSI1"},
	{"PK2", "SK2", "GSI2"},
	{"Pk", "Sk", NULL},
	{"PartitionKey", "SortKey", NULL},
	{"partitionKey", "sortKey", NULL},
	{"partition_key", "sort_key", NULL},
	{"pKey", "sKey", NULL},
	{"hashKey", "rangeKey", NULL},
	{"hash_key", "range_key", NULL},
	{"HashKey", "RangeKey", NULL},
};
const size_t pl_known_pair_count = PL_LEN(pl_known_pairs);

/* The type of an attribute as AttributeDefinitions gives it, or 0. */
static char type_of(const struct pl_json *definitions, struct pl_str attribute)
{
	const struct pl_json *d;

	for (d = definitions ? definitions->child : NULL; d; d = d->next) {
		struct pl_str type = pl_json_get_str(d, "AttributeType");

		if (pl_str_eq(pl_json_get_str(d, "AttributeName"), attribute))
			return type.len == 1 && memchr("SNB", *type.ptr, 3) ? *type.ptr : 0;
	}
	return 0;
}

unsigned pl_index_pks(const struct pl_index *index, struct pl_attribute out[PL_KEY_ATTRIBUTES])
{
	if (index->pk.len == 0)
		return 0;
	out[0] = (struct pl_attribute){index->pk, index->pk_type};
	memcpy(out + 1, index->more_pk, sizeof(index->more_pk));
	return 1 + index->nmore_pk;
}

unsigned pl_index_sks(const struct pl_index *index, struct pl_attribute out[PL_KEY_ATTRIBUTES])
{
	if (index->sk.len == 0)
		return 0;
	out[0] = (struct pl_attribute){index->sk, index->sk_type};
	memcpy(out + 1, index->more_sk, sizeof(index->more_sk));
	return 1 + index->nmore_sk;
}

bool pl_index_has_rank(const struct pl_index *index, unsigned rank)
{
	struct pl_attribute all[PL_KEY_ATTRIBUTES];
	const unsigned n = rank < PL_RANK_PARTS ? pl_index_sks(index, all) : pl_index_pks(index, all);
	const unsigned at = rank < PL_RANK_PARTS ? rank : rank - PL_RANK_PARTS + 1;

	return rank == 0 || (at < n && (!all[at].type || all[at].type == 'S'));
}

struct pl_sorting pl_index_sorting(const struct pl_index *index, unsigned rank)
{
	struct pl_sorting sorting = {.rank = rank};
	const unsigned npks = pl_index_pks(index, sorting.attrs);

	sorting.n = npks + pl_index_sks(index, sorting.attrs + npks);
	sorting.nparts = npks + rank;
	if (rank >= PL_RANK_PARTS) {
		const struct pl_attribute first = sorting.attrs[0];

		sorting.attrs[0] = sorting.attrs[rank - PL_RANK_PARTS + 1];
		sorting.attrs[rank - PL_RANK_PARTS + 1] = first;
		sorting.nparts = 1;
	}
	return sorting;
}

/* Puts an attribute behind those a key has; false: there are four. */
static bool add_attribute(struct pl_attribute attribute, struct pl_str *first, char *type, struct pl_attribute *more,
			  unsigned *nmore)
{
	if (first->len == 0) {
		*first = attribute.name;
		*type = attribute.type;
		return true;
	}
	if (*nmore == PL_KEY_ATTRIBUTES - 1)
		return false;
	more[(*nmore)++] = attribute;
	return true;
}

bool pl_index_add_pk(struct pl_index *index, struct pl_attribute attribute)
{
	return add_attribute(attribute, &index->pk, &index->pk_type, index->more_pk, &index->nmore_pk);
}

bool pl_index_add_sk(struct pl_index *index, struct pl_attribute attribute)
{
	return add_attribute(attribute, &index->sk, &index->sk_type, index->more_sk, &index->nmore_sk);
}

struct pl_str pl_index_twice(const struct pl_index *index)
{
	struct pl_attribute all[2 * PL_KEY_ATTRIBUTES];
	unsigned n = pl_index_pks(index, all);

	n += pl_index_sks(index, all + n);
	for (unsigned i = 1; i < n; i++)
		for (unsigned k = 0; k < i; k++)
			if (pl_str_eq(all[i].name, all[k].name))
				return all[i].name;
	return PL_S("");
}

static void take_type(struct pl_str name, char *type, const struct pl_index *from)
{
	struct pl_attribute all[2 * PL_KEY_ATTRIBUTES];
	unsigned n = pl_index_pks(from, all);

	n += pl_index_sks(from, all + n);
	for (unsigned i = 0; i < n && !*type; i++)
		if (pl_str_eq(all[i].name, name))
			*type = all[i].type;
}

void pl_index_take_types(struct pl_index *index, const struct pl_index *from)
{
	take_type(index->pk, &index->pk_type, from);
	take_type(index->sk, &index->sk_type, from);
	for (unsigned i = 0; i < index->nmore_pk; i++)
		take_type(index->more_pk[i].name, &index->more_pk[i].type, from);
	for (unsigned i = 0; i < index->nmore_sk; i++)
		take_type(index->more_sk[i].name, &index->more_sk[i].type, from);
}

/* A KeySchema: up to four HASH and four RANGE attributes, the first of each in front. */
static bool read_key_schema(const struct pl_json *owner, const struct pl_json *definitions, struct pl_index *out)
{
	const struct pl_json *schema = pl_json_get_type(owner, "KeySchema", PL_JSON_ARRAY);

	if (!schema)
		return false;
	for (const struct pl_json *key = schema->child; key; key = key->next) {
		struct pl_str name = pl_json_get_str(key, "AttributeName");
		struct pl_str kind = pl_json_get_str(key, "KeyType");
		struct pl_attribute attribute = {name, type_of(definitions, name)};

		if (name.len == 0)
			return false;
		if (pl_str_eq(kind, PL_S("HASH")) ? !pl_index_add_pk(out, attribute)
						  : !pl_str_eq(kind, PL_S("RANGE")) || !pl_index_add_sk(out, attribute))
			return false;
	}
	return out->pk.len > 0;
}

static bool fail(struct pl_error *error, const char *path, const char *what)
{
	return pl_fail(error, PL_EXIT_USAGE, "%s: %s", path, what);
}

static bool read_indexes(const char *path, const struct pl_json *table, const char *member, bool local,
			 struct pl_table *out, struct pl_error *error)
{
	const struct pl_json *list = pl_json_get(table, member);

	if (!list || list->type == PL_JSON_NULL)
		return true;
	if (list->type != PL_JSON_ARRAY)
		return pl_fail(error, PL_EXIT_USAGE, "%s: \"%s\" is no array", path, member);
	for (const struct pl_json *i = list->child; i; i = i->next) {
		struct pl_index index = {.name = pl_json_get_str(i, "IndexName"), .local = local};

		if (index.name.len == 0)
			return pl_fail(error, PL_EXIT_USAGE, "%s: \"%s\": an index without IndexName", path, member);
		if (!read_key_schema(i, pl_json_get_type(table, "AttributeDefinitions", PL_JSON_ARRAY), &index))
			return pl_fail(error, PL_EXIT_USAGE, "%s: index \"%s\": KeySchema is missing or malformed", path,
				       index.name.ptr);
		if (pl_index_twice(&index).len)
			return pl_fail(error, PL_EXIT_USAGE, "%s: index \"%s\": %s stands twice in its KeySchema", path,
				       index.name.ptr, pl_index_twice(&index).ptr);
		if (out->nindexes == PL_MAX_INDEXES)
			return pl_fail(error, PL_EXIT_USAGE, "%s: more than %d indexes", path, PL_MAX_INDEXES - 1);
		out->index[out->nindexes++] = index;
	}
	return true;
}

/* The object that has the KeySchema. */
static const struct pl_json *envelope(const struct pl_json *root)
{
	static const char *const names[] = {"Table", "TableDescription", "TableCreationParameters"};

	for (size_t i = 0; i < PL_LEN(names); i++) {
		const struct pl_json *inner = pl_json_get_type(root, names[i], PL_JSON_OBJECT);

		if (inner)
			return inner;
	}
	return root;
}

bool pl_table_read_json(struct pl_arena *arena, const char *path, struct pl_str text, struct pl_table *out,
			struct pl_error *error)
{
	const struct pl_json *root = pl_json_parse(arena, path, text, error), *table;

	memset(out, 0, sizeof(*out));
	if (!root)
		return false;
	table = envelope(root);
	if (!pl_json_get(table, "KeySchema"))
		return fail(error, path, "no table description: \"KeySchema\" is missing");
	out->nindexes = 1;
	if (!read_key_schema(table, pl_json_get_type(table, "AttributeDefinitions", PL_JSON_ARRAY), &out->index[0]))
		return fail(error, path, "the table's KeySchema is malformed");
	if (pl_index_twice(&out->index[0]).len)
		return fail(error, path, "an attribute stands twice in the table's KeySchema");
	out->name = pl_json_get_str(table, "TableName");
	out->from = pl_arena_printf(arena, "describe-table %s", path);
	return read_indexes(path, table, "GlobalSecondaryIndexes", false, out, error) &&
	       read_indexes(path, table, "LocalSecondaryIndexes", true, out, error);
}

bool pl_table_read_file(struct pl_arena *arena, const char *path, struct pl_table *out, struct pl_error *error)
{
	struct pl_buf text = PL_BUF_INIT;
	bool good;

	if (pl_slurp(path, MAX_TABLE_FILE, &text))
		good = pl_table_read_json(arena, path, pl_buf_str(&text), out, error);
	else
		good = fail(error, path, errno == EFBIG ? "too long for a table description" : strerror(errno));
	pl_buf_release(&text);
	return good;
}

/* ---- --index ---- */

/* The names of one kind, `+` between them. A backslash in front of `+`, `,` or itself takes it into the name. */
static const char *read_names(struct pl_arena *arena, const char **at, struct pl_index *out,
			      bool (*add)(struct pl_index *index, struct pl_attribute attribute))
{
	struct pl_buf name = PL_BUF_INIT;
	const char *why = NULL;

	for (bool more = true; more && !why;) {
		pl_buf_clear(&name);
		for (; **at && **at != '+' && **at != ','; ++*at) {
			if (**at == '\\' && (*at)[1] && strchr("+,\\", (*at)[1]))
				++*at;
			pl_buf_addc(&name, **at);
		}
		if (name.len == 0)
			why = "an attribute is missing";
		else if (!add(out, (struct pl_attribute){pl_arena_str(arena, pl_buf_str(&name)), 0}))
			why = "at most four attributes of a kind";
		more = **at == '+';
		*at += more;
	}
	pl_buf_release(&name);
	return why;
}

static const char *read_keys(struct pl_arena *arena, const char *at, struct pl_index *out)
{
	const char *why = read_names(arena, &at, out, pl_index_add_pk);

	if (!why && *at == ',') {
		at++;
		why = read_names(arena, &at, out, pl_index_add_sk);
	}
	return !why && *at ? "a second comma" : why;
}

bool pl_index_parse(struct pl_arena *arena, const char *text, struct pl_index *out, struct pl_error *error)
{
	const size_t name = strcspn(text, "=");
	const char *why;
	struct pl_str twice;

	memset(out, 0, sizeof(*out));
	if (!name || !text[name])
		return pl_fail(error, PL_EXIT_USAGE, "--index %s: give NAME=PK,SK or NAME=PK", text);
	out->name = pl_arena_str(arena, pl_str_of(text, name));
	why = read_keys(arena, text + name + 1, out);
	if (why)
		return pl_fail(error, PL_EXIT_USAGE,
			       "--index %s: %s; give NAME=PK,SK or NAME=PK, several attributes as NAME=PK1+PK2,SK1+SK2, and a + or , in a "
			       "name as \\+ or \\,", text, why);
	twice = pl_index_twice(out);
	if (twice.len)
		return pl_fail(error, PL_EXIT_USAGE, "--index %s: %.*s stands twice; an attribute has one place in a key", text,
			       (int)twice.len, twice.ptr);
	return true;
}
