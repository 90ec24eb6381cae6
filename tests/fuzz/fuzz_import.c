/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a schema of another tool: faults, or tables whose keys have
 * names and whose templates have fields. The same bytes are cut short, too,
 * since a file's format is told from its head.
 */
#include "linter/schema/import.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_template(const struct pl_template *template)
{
	PL_ASSERT(template->segments && template->delimiter.len && !template->malformed);
	for (size_t i = 0; i < template->nparts; i++) {
		const struct pl_part *part = &template->parts[i];
		unsigned least, most;

		PL_ASSERT(part->text.len && part->segment && part->segment <= template->segments);
		PL_ASSERT((part->kind == PL_PART_VALUE) == (part->field != NULL));
		if (part->field)
			pl_declared_bytes(part->field, &least, &most);
	}
}

static void check_index(const struct pl_index *index)
{
	struct pl_attribute all[PL_KEY_ATTRIBUTES];
	unsigned n = pl_index_pks(index, all);

	PL_ASSERT(n);
	for (unsigned i = 0; i < n; i++)
		PL_ASSERT(all[i].name.len && strchr("SNB", all[i].type));
	n = pl_index_sks(index, all);
	for (unsigned i = 0; i < n; i++)
		PL_ASSERT(all[i].name.len && strchr("SNB", all[i].type));
}

static void check_table(const struct pl_schema_table *table)
{
	PL_ASSERT(table->names.nindexes && table->at.line);
	for (size_t i = 0; i < table->names.nindexes; i++) {
		check_index(&table->names.index[i]);
		PL_ASSERT((i == 0) == (table->names.index[i].name.len == 0));
	}
	for (size_t i = 0; i < table->nentities; i++)
		for (size_t k = 0; k < table->entities[i].nkeys; k++)
			check_template(&table->entities[i].keys[k].main);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const char *const paths[] = {"schema", "README.md", "main.tf", "stack.ts"};
	const char *path = paths[size % PL_LEN(paths)];
	struct pl_str text = pl_str_of((const char *)data, size);
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_faults faults = {.arena = &arena};
	struct pl_schema schema;

	pl_schema_detect(pl_str_sub(text, 0, size / 2), path);
	if (pl_schema_detect(text, path) == PL_SF_KEYS_YAML)
		return 0; /* fuzz_schema.c has those */
	PL_ASSERT(pl_schema_import(&faults, path, text, &schema) == (faults.count == 0));
	pl_schema_bind(&faults, &schema);
	if (faults.count == 0) {
		PL_ASSERT(schema.ntables);
		for (size_t i = 0; i < schema.ntables; i++)
			check_table(schema.tables[i]);
	}
	pl_arena_release(&arena);
	return 0;
}
