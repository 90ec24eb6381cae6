/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The schemas of a run: which PATHs are schemas and which are dumps, what is
 * declared in all of them together, and which table a dump is of.
 */
#ifndef PL_SCHEMAS_H
#define PL_SCHEMAS_H

#include "linter/base/arena.h"
#include "linter/base/buf.h"
#include "linter/base/error.h"
#include "linter/finding.h"
#include "linter/schema/schema.h"

struct pl_schemas {
	struct pl_schema schema;          /* the tables of all files */
	const char *from;                 /* "from keys.yaml": how the key attributes were found */
	PL_VEC(struct pl_input) inputs;   /* a schema file each */
	PL_VEC(struct pl_schema_text) texts;
	PL_VEC(const char *) dumps;       /* PATHs that are no schema */
};

/*
 * Reads and binds --schema (NULL: not given; `text` when that is not empty)
 * and the schemas among `paths`.
 * What is wrong in them goes to `faults`, a file that cannot be read to
 * `error`; false either way. To be released in any case; what it refers to
 * stays in the arena of `faults`.
 */
bool pl_schemas_read(struct pl_faults *faults, const char *schema, struct pl_str text, const char *const *paths, size_t npaths,
		     struct pl_schemas *out, struct pl_error *error);
void pl_schemas_release(struct pl_schemas *schemas);

/*
 * The declared table that a dump is of: the one that is called `asked`
 * (--table) or, when that is empty, `exported`; else the only one. NULL with
 * `error` (usage) when that leaves the choice open.
 */
const struct pl_schema_table *pl_schemas_table(const struct pl_schemas *schemas, struct pl_str asked,
					       struct pl_str exported, struct pl_error *error);

/*
 * Lays the indexes that only `other` knows behind those of `table`. False with
 * `error` (usage), naming both sources, when the two contradict each other.
 */
bool pl_table_join(struct pl_table *table, const struct pl_table *other, struct pl_error *error);

#endif
