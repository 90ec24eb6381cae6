/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a keys.yaml: faults with places inside the file, or a model in
 * which every template has its segments and every value its field.
 */
#include "linter/base/yaml.h"
#include "linter/schema/schema.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_template(const struct pl_template *template)
{
	PL_ASSERT(template->segments && template->delimiter.len && !template->malformed);
	for (size_t i = 0; i < template->nparts; i++) {
		const struct pl_part *part = &template->parts[i];
		unsigned least, most;

		PL_ASSERT(part->text.len && part->segment && part->segment <= template->segments);
		PL_ASSERT((part->kind == PL_PART_VALUE) == (part->field != NULL));
		if (part->field) {
			pl_declared_bytes(part->field, &least, &most);
			PL_ASSERT(most == 0 || least <= most || part->field->type == PL_D_ID ||
				  part->field->type == PL_D_NUMBER || part->field->type == PL_D_TEXT);
		}
	}
}

static void check_table(const struct pl_schema_table *table)
{
	PL_ASSERT(table->names.nindexes && table->names.index[0].pk.len);
	for (size_t i = 0; i < table->nentities; i++) {
		PL_ASSERT(pl_entity_key(&table->entities[i], table->names.index[0].pk));
		for (size_t k = 0; k < table->entities[i].nkeys; k++) {
			check_template(&table->entities[i].keys[k].main);
			for (size_t l = 0; l < table->entities[i].keys[k].nlegacy; l++)
				check_template(&table->entities[i].keys[k].legacy[l]);
		}
	}
	for (size_t i = 0; i < table->nqueries; i++) {
		const struct pl_schema_query *query = &table->queries[i];

		PL_ASSERT(query->name.len && query->index && (query->npk || query->expression.len));
		for (size_t k = 0; k < query->npk; k++)
			check_template(&query->pk[k]);
		for (size_t k = 0; k < query->nsk; k++)
			check_template(&query->sk[k].first);
	}
}

/* Comments stand in their order, each behind its # on one line of the text. */
static void check_comments(struct pl_arena *arena, struct pl_str text)
{
	size_t count;
	const struct pl_yaml_comment *comment = pl_yaml_comments(arena, text, &count);

	for (size_t i = 0; i < count; i++) {
		PL_ASSERT(comment[i].text.ptr > text.ptr && comment[i].text.ptr[-1] == '#');
		PL_ASSERT(comment[i].text.ptr + comment[i].text.len <= text.ptr + text.len);
		PL_ASSERT(!comment[i].text.len || !memchr(comment[i].text.ptr, '\n', comment[i].text.len));
		PL_ASSERT(comment[i].line && comment[i].column);
		PL_ASSERT(!i || comment[i].line > comment[i - 1].line);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pl_str text = pl_str_of((const char *)data, size);
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_faults faults = {.arena = &arena};
	struct pl_error error = {.set = false};
	struct pl_schema schema;

	pl_schema_is_yaml(text);
	pl_schema_read_yaml(&faults, "keys.yaml", text, &schema);
	pl_schema_bind(&faults, &schema);
	check_comments(&arena, text);
	if (faults.count == 0) {
		PL_ASSERT(schema.ntables);
		for (size_t i = 0; i < schema.ntables; i++)
			check_table(schema.tables[i]);
	} else {
		pl_faults_fail(&faults, &error);
		PL_ASSERT(error.set && error.text[0] && error.code == PL_EXIT_USAGE);
	}
	pl_arena_release(&arena);
	return 0;
}
