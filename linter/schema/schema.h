/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is declared: the one model that every schema format is read into.
 *
 *     pl_schema ── tables ──┬─ names: struct pl_table (key, indexes, types)
 *                           ├─ fields      score, at, playerId
 *                           ├─ entities ── keys ── templates: main, legacy
 *                           │     Entry     PK      SEASON#<season>
 *                           │               SK      <score>#<at>#<playerId>
 *                           └─ queries     pk, sk condition, order, wants
 *
 * Two steps make one. A reader (keys_yaml.c, the importers) fills in what its
 * format says; pl_schema_bind() then connects names with what they name and
 * tells what does not fit together, for all formats alike. A file that cannot
 * say something leaves it empty.
 *
 * Everything lives in the arena that the schema was read into: texts are
 * copies, NUL-terminated, and nothing changes after binding, so that threads
 * may share it. Everything has its place for reports.
 */
#ifndef PL_SCHEMA_SCHEMA_H
#define PL_SCHEMA_SCHEMA_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/base/fault.h"
#include "linter/schema/declared.h"
#include "linter/schema/table.h"
#include "linter/schema/template.h"

/* How one entity composes one key attribute. */
struct pl_schema_key {
	struct pl_str attribute;      /* "GSI1SK"; the roles pk and sk are replaced when bound */
	struct pl_pos at;           /* of the attribute's name */
	struct pl_template main;
	struct pl_template *legacy;   /* older layouts that still stand in the data */
	size_t nlegacy;
	struct pl_str delimiter;      /* empty: the entity's or table's */
};

/* Attributes that `match` of a table's entities may name. */
enum { PL_MAX_MATCHED = 8 };

struct pl_schema_match {
	struct pl_str attribute, value;
	struct pl_pos at;
	unsigned number;              /* bound: of the attribute in its table's `matched` */
};

enum pl_unique {
	PL_UNIQUE_UNSAID, /* the whole sort key */
	PL_UNIQUE_NAMES,  /* the values named in `unique` */
	PL_UNIQUE_NO,     /* two items may want the same key */
};

/* A kind of item: one row of an entity chart. */
struct pl_schema_entity {
	struct pl_str name;
	struct pl_pos at;
	struct pl_schema_key *keys;   /* in the order of the file, no attribute twice */
	size_t nkeys;
	struct pl_str delimiter;      /* empty: the table's */
	struct pl_schema_match *match; /* what items of the entity say of themselves; none: the keys tell */
	size_t nmatch;
	const struct pl_declared *const *fields; /* its own: override or add */
	size_t nfields;
	enum pl_unique unique;
	struct pl_pos unique_at;
	struct pl_texts unique_names;
};

enum pl_operator {
	PL_Q_EQ, PL_Q_LT, PL_Q_LE, PL_Q_GT, PL_Q_GE,
	PL_Q_BETWEEN,     /* first <= sk <= second */
	PL_Q_BEGINS_WITH,
	PL_Q_FROM_UNTIL,  /* first <= sk < second */
};

/* "=", "<=", "between", "begins_with", "from/until". */
const char *pl_operator_name(enum pl_operator op);

/* A condition on one sort key attribute. */
struct pl_condition {
	enum pl_operator op;
	struct pl_pos at;           /* of the operator */
	struct pl_template first;
	struct pl_template second;    /* PL_Q_BETWEEN, PL_Q_FROM_UNTIL */
};

struct pl_want {
	struct pl_str value;          /* a value's name */
	enum pl_direction direction;
	struct pl_pos at;
};

/* `names:` and `values:` of an expression: "#pk" is PK, ":s" is a template. */
struct pl_binding {
	struct pl_str name;           /* with its # or : */
	struct pl_pos at;
	struct pl_str attribute;      /* names */
	struct pl_template value;     /* values */
	char type;                    /* values written {S: …}: 'S', 'N', 'B'; else 0 */
};

struct pl_schema_query {
	struct pl_str name;           /* never empty: "query 3" when none is given */
	struct pl_pos at;           /* of the query */
	struct pl_str index_name;     /* empty: the table */
	struct pl_pos index_at;
	const struct pl_index *index; /* bound; NULL before, or when there is no such index */

	struct pl_template *pk;       /* as many as the index has partition key attributes; none with an expression */
	size_t npk;
	struct pl_condition *sk;      /* from the left; only the last is a range. None: the whole partition */
	size_t nsk;
	struct pl_pos sk_at;

	struct pl_str expression;     /* in place of pk and sk; empty: none */
	struct pl_pos expression_at;
	const struct pl_yaml *expression_node; /* for places inside it (pl_yaml_byte_at); may be NULL */
	struct pl_binding *names, *values;
	size_t nnames, nvalues;
	struct pl_pos names_at, values_at;   /* line 0: not there */

	bool partial;                 /* the prefix is meant to end inside a value */
	bool ordered;                 /* `order:` is given */
	enum pl_direction order;      /* PL_ASC unless said: ScanIndexForward true */
	struct pl_pos order_at;
	const struct pl_want *wants;
	size_t nwants;
	uint64_t limit;               /* 0: none */
	struct pl_pos limit_at;
	struct pl_texts returns;      /* entity names, as written */
	const struct pl_schema_entity **returned; /* bound, parallel to returns.text */
};

struct pl_schema_table {
	struct pl_table names;        /* nindexes 0: no key is known (yet): `from` has to say it */
	struct pl_pos at;           /* of the table's map */
	struct pl_pos key_at;       /* of `key:`; line 0: not there */
	struct pl_pos index_at[PL_MAX_INDEXES]; /* parallel to names.index */

	struct pl_str from;           /* file with names and types, as written; empty: none */
	struct pl_str from_id;        /* behind "#"; empty: the only table of that file */
	struct pl_pos from_at;

	struct pl_str delimiter;      /* "#" unless said; never empty */
	struct pl_pos delimiter_at;
	const struct pl_declared *const *fields;
	size_t nfields;
	struct pl_schema_entity *entities;
	size_t nentities;
	struct pl_str matched[PL_MAX_MATCHED]; /* bound: the attributes of all entities' `match`, none twice */
	size_t nmatched;
	struct pl_schema_query *queries;
	size_t nqueries;
	size_t samples;               /* items of the table in the schema's own file, which is then a dump as well */
};

struct pl_schema {
	struct pl_str path;
	struct pl_schema_table **tables;
	size_t ntables;
};

/* ---- reading ---- */

/*
 * Whether the first bytes of a file are a keys.yaml (block style, with a
 * top-level `table:`, `tables:`, `keys:`, `key:`, `entities:` or `from:`)
 * and not a dump or some other YAML.
 */
bool pl_schema_is_yaml(struct pl_str head);

/*
 * Reads a keys.yaml. All that is wrong in it is added to `faults` (whose arena
 * holds the schema); what could be read is in `out` all the same. False when
 * there was a fault. Not bound yet: `from:` comes between.
 */
bool pl_schema_read_yaml(struct pl_faults *faults, const char *path, struct pl_str text, struct pl_schema *out);
bool pl_schema_read_yaml_file(struct pl_faults *faults, const char *path, struct pl_schema *out);

/*
 * Connects: roles with attributes, templates with fields, queries with indexes
 * and entities. Faults: a value that names no field, a field that nothing
 * uses, an entity without the table's key, an attribute that is no key, an
 * unknown index or entity, too many or too few templates for an index. Call it
 * once, when `names` of every table are complete. False when there was a fault.
 */
bool pl_schema_bind(struct pl_faults *faults, struct pl_schema *schema);

/* ---- asking ---- */

/* How an entity composes an attribute; NULL: not at all (a sparse index). */
const struct pl_schema_key *pl_entity_key(const struct pl_schema_entity *entity, struct pl_str attribute);

/* The table itself for an empty name; NULL. */
const struct pl_index *pl_table_index(const struct pl_table *table, struct pl_str name);

/* The field as `entity` (or NULL: the table) declares it; NULL. */
const struct pl_declared *pl_table_field(const struct pl_schema_table *table, const struct pl_schema_entity *entity,
					 struct pl_str name);

#endif
