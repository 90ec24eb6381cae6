/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What all importers share: one kind of tree for YAML and JSON, and putting
 * tables, entities, templates and fields together.
 *
 *     pl_import_table()          a table; then its keys and indexes
 *       pl_import_entity()         an entity; then for each key attribute
 *         pl_import_template()       its template
 *       pl_import_end_entity()     a field for each value that has none
 *     pl_import_end_table()
 */
#ifndef PL_SCHEMA_IMPORT_BUILD_H
#define PL_SCHEMA_IMPORT_BUILD_H

#include "linter/schema/nodes.h"
#include "linter/schema/schema.h"

enum { PL_IMPORT_MOST = 1000 }; /* entities, fields of one table or entity: as in keys.yaml */

/* A table of a file, and what `from: FILE#ID` may call it. */
struct pl_imported {
	struct pl_schema_table *table;
	struct pl_str id;    /* logical id, address, or the table's name */
	struct pl_str alias; /* another name for it; may be empty */
	bool named;          /* the file says the table's own name: it is no logical id in its place */
};

/* How placeholders are written in a file; what is not listed there is literal. */
enum pl_brackets {
	PL_BR_DOLLAR = 1, /* ${x} */
	PL_BR_BRACE = 2,  /* {x} */
	PL_BR_DOUBLE = 4, /* {{x}} */
	PL_BR_ANGLE = 8,  /* <x> */
	PL_BR_SQUARE = 16 /* [x] */
};

struct pl_import;

/* What a format says of its own. */
struct pl_dialect {
	unsigned brackets; /* of enum pl_brackets */
	/*
	 * Sets type and more of a field (new, of type id) that a template names;
	 * NULL: the file says nothing of fields.
	 */
	void (*describe)(struct pl_import *imp, struct pl_declared *field);
	/* Reads what stands behind a placeholder's colon; false: nothing that counts. NULL: as in keys.yaml. */
	bool (*spec)(struct pl_str spec, unsigned *width, char *pad);
};

struct pl_import {
	struct pl_nodes nodes;
	const char *format;                /* pl_schema_format_name() */
	const struct pl_yaml *root;        /* NULL: the file is no tree */
	struct pl_str text;
	const struct pl_yaml *parameters;  /* of a template; may be NULL */
	const struct pl_dialect *dialect;
	PL_VEC(struct pl_imported) tables;

	struct pl_schema_table *table;     /* that is being built */
	const struct pl_yaml *described;   /* where dialect->describe looks */
	PL_VEC(struct pl_schema_entity) entities;
	PL_VEC(struct pl_schema_key) keys; /* of the last entity */
	PL_VEC(const struct pl_declared *) fields; /* of the last entity; of the table when no field is described */
};

static inline struct pl_arena *pl_import_arena(const struct pl_import *imp)
{
	return imp->nodes.faults->arena;
}

/* ---- trees ---- */

/*
 * JSON as the nodes that YAML gives, with places. YAML's own reader would take
 * most JSON, but not \ud83d\ude00, nor a Terraform plan of many MiB. NULL with a
 * fault when it is not JSON.
 */
const struct pl_yaml *pl_import_json(struct pl_faults *faults, struct pl_str path, struct pl_str text);

/* pl_yaml_get(), maps merged by `<<` included. NULL also for null. */
const struct pl_yaml *pl_import_get(const struct pl_yaml *map, const char *key);
/* The same when it is text, a list, a map; NULL otherwise. */
const struct pl_yaml *pl_import_get_kind(const struct pl_yaml *map, const char *key, enum pl_yaml_kind kind);
/* A member that is text, else an empty slice. */
struct pl_str pl_import_get_text(const struct pl_yaml *map, const char *key);

/* ---- tables ---- */

/* Begins a table. `at`: where it is declared. */
void pl_import_table(struct pl_import *imp, struct pl_imported id, struct pl_str name, struct pl_pos at);
void pl_import_end_table(struct pl_import *imp);

/* A new index behind the others; the first is the table itself. NULL with a fault when there are too many. */
struct pl_index *pl_import_index(struct pl_import *imp, struct pl_str name, struct pl_pos at);

/* Puts an attribute into a key: `sort` false is the partition key. A fault when it is one too many. */
bool pl_import_attribute(struct pl_import *imp, struct pl_index *index, bool sort, struct pl_attribute attribute,
			 struct pl_pos at);

/* "S", "N" or "B" as a letter; 0: something else. */
static inline char pl_import_key_type(struct pl_str word)
{
	char c = word.len == 1 ? *word.ptr : 0;

	return c == 'S' || c == 'N' || c == 'B' ? c : 0;
}

/* "ALL", "keys_only", "INCLUDE" … */
enum pl_projection pl_import_projection(struct pl_str word);

/* ---- entities ---- */

void pl_import_entity(struct pl_import *imp, struct pl_str name, struct pl_pos at);

/* The template of one attribute. `node`: where `text` stands, for places inside it; may be NULL. */
void pl_import_template(struct pl_import *imp, struct pl_str attribute, struct pl_str text, struct pl_pos at,
			const struct pl_yaml *node);

/* The template of an attribute that holds one value alone: <value>. */
void pl_import_value(struct pl_import *imp, struct pl_str attribute, struct pl_str value, struct pl_pos at);

void pl_import_end_entity(struct pl_import *imp);
/* The entity is not declared after all. */
void pl_import_drop_entity(struct pl_import *imp);

/* A field's type as the file says it, at that place. */
void pl_import_type(struct pl_declared *field, enum pl_field_type type, struct pl_pos at);

/* ---- the readers ---- */

void pl_import_cloudformation(struct pl_import *imp);
void pl_import_serverless(struct pl_import *imp);
void pl_import_table_json(struct pl_import *imp);
void pl_import_terraform_json(struct pl_import *imp);
void pl_import_terraform_state(struct pl_import *imp);
void pl_import_workbench(struct pl_import *imp);
void pl_import_onetable(struct pl_import *imp);
void pl_import_mcp(struct pl_import *imp);
void pl_import_chart(struct pl_import *imp);

/* Whether a line of a Markdown file is the header of an entity chart. */
bool pl_import_is_chart(struct pl_str text);

/* Reads into imp->tables; faults are added. Format NONE and CODE are faults. `imp` is initialised here. */
void pl_import_read(struct pl_import *imp, struct pl_faults *faults, const char *path, struct pl_str text);
void pl_import_release(struct pl_import *imp);

/* How one family of files names the parts of a KeySchema. */
struct pl_key_words {
	const char *name;                                   /* of the table */
	const char *definitions, *defined_name, *defined_type;
	const char *schema, *schema_name, *schema_type;
	const char *hash, *range;                           /* attributes named in place of a schema; NULL: never */
	const char *global, *local, *index_name;
	const char *projection, *projection_type;           /* projection NULL: the type stands in the index itself */
};

/*
 * Reads key, types and indexes of `node` into the table that was begun. Also
 * settles !If and names parameters, which other formats do not have.
 */
void pl_import_key_schema(struct pl_import *imp, const struct pl_yaml *node, const struct pl_key_words *words);

/* Adds an index, described apart, to a table that was ended. */
void pl_import_index_apart(struct pl_import *imp, struct pl_schema_table *table, const struct pl_yaml *node,
			   const struct pl_key_words *words);

#endif
