/* SPDX-License-Identifier: Apache-2.0 */
/* Any bytes as a table description and as an --index option; and the JSON wrapper below it. */
#include "linter/schema/table.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_error error = {0};
	char *copy = pl_malloc(size + 1);
	struct pl_table table;
	struct pl_index index;

	memcpy(copy, data, size);
	copy[size] = '\0';
	if (pl_table_read_json(&arena, "fuzz", pl_str_of(copy, size), &table, &error)) {
		PL_ASSERT(!error.set && table.nindexes >= 1 && table.nindexes <= PL_MAX_INDEXES);
		for (size_t i = 0; i < table.nindexes; i++)
			PL_ASSERT(table.index[i].pk.len > 0 && (i == 0) == (table.index[i].name.len == 0));
	} else {
		PL_ASSERT(error.set && error.code == PL_EXIT_USAGE);
	}
	error = (struct pl_error){0};
	PL_ASSERT(pl_index_parse(&arena, copy, &index, &error) == !error.set);
	free(copy);
	pl_arena_release(&arena);
	return 0;
}
