/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a keys.yaml with queries: every bound is laid over every
 * entity's keys, and where they meet is a place in both.
 */
#include "linter/schema/range.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void check_spot(struct pl_spot spot, const struct pl_pieces *pieces)
{
	PL_ASSERT(spot.piece <= pieces->count);
	if (spot.piece == pieces->count)
		PL_ASSERT(spot.byte == 0);
	else if (pieces->piece[spot.piece].kind == PL_B_TEXT)
		PL_ASSERT(spot.byte < pieces->piece[spot.piece].text.len);
}

static void check_fit(struct pl_arena *arena, const struct pl_pieces *bound, const struct pl_reach *reach,
		      const struct pl_fit *fit)
{
	const struct pl_part *value = pl_fit_value(reach, fit);

	check_spot(fit->key, &reach->key);
	check_spot(fit->bound, bound);
	PL_ASSERT(!value || value->field);
	PL_ASSERT(value || (fit->border != PL_AT_VALUE && fit->border != PL_AT_OPEN && fit->border != PL_AT_INSIDE));
	PL_ASSERT(fit->meet != PL_MEET_ENDS || fit->bound.piece == bound->count);
	PL_ASSERT(fit->meet != PL_MEET_BEYOND || fit->key.piece == reach->key.count);
	PL_ASSERT(fit->meet != PL_MEET_PARTS || fit->below || fit->above);
	pl_fit_is_first_instant(bound, reach, fit);
	PL_ASSERT(pl_fit_example(arena, bound, &reach->key, fit).ptr);
}

static void check_query(struct pl_arena *arena, const struct pl_schema_table *table, const struct pl_schema_query *query)
{
	struct pl_expression expression;
	struct pl_range range;

	pl_expression_read(arena, query, &expression);
	pl_range_of(arena, table, query, &expression, &range);
	for (size_t i = 0; i < range.nreach; i++) {
		const struct pl_reach *reach = &range.reach[i];

		PL_ASSERT(reach->pinned.piece <= reach->key.count);
		if (range.condition && range.has_low)
			check_fit(arena, &range.low, reach, &reach->low);
		if (range.condition && range.has_high)
			check_fit(arena, &range.high, reach, &reach->high);
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_faults faults = {.arena = &arena};
	struct pl_schema schema;

	pl_schema_read_yaml(&faults, "keys.yaml", pl_str_of((const char *)data, size), &schema);
	pl_schema_bind(&faults, &schema);
	for (size_t i = 0; i < schema.ntables && faults.count == 0; i++)
		for (size_t k = 0; k < schema.tables[i]->nqueries; k++)
			check_query(&arena, schema.tables[i], &schema.tables[i]->queries[k]);
	pl_arena_release(&arena);
	return 0;
}
