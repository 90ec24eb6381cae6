/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a KeyConditionExpression: conditions, or refusals each with a
 * text and a place inside it. What is taken without a refusal has a condition
 * for each partition key attribute and at most one for the sort key.
 */
#include "linter/schema/expression.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { NAMES = 2, VALUES = 3 };

static struct pl_template template_of(const char *text)
{
	return (struct pl_template){.text = pl_str_c(text), .segments = 1};
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_index index = {.pk = PL_S("PK"), .sk = PL_S("SK"), .pk_type = 'S', .sk_type = size % 3 ? 'S' : 'N'};
	struct pl_binding names[NAMES] = {{.name = PL_S("#p"), .attribute = PL_S("PK")}, {.name = PL_S("#s"), .attribute = PL_S("SK")}};
	struct pl_binding values[VALUES] = {{.name = PL_S(":p"), .value = template_of("P")},
					    {.name = PL_S(":a"), .value = template_of("A")},
					    {.name = PL_S(":b"), .value = template_of("B"), .type = size % 2 ? 'S' : 0}};
	struct pl_schema_query query = {.name = PL_S("q"), .index = &index, .names = names, .nnames = NAMES,
					.values = values, .nvalues = VALUES};
	struct pl_expression out;

	query.expression = pl_arena_str(&arena, pl_str_of((const char *)data, size));
	pl_expression_read(&arena, &query, &out);
	for (size_t i = 0; i < out.nrefusals; i++)
		PL_ASSERT(out.refusals[i].text && *out.refusals[i].text && out.refusals[i].advice &&
			  out.refusals[i].byte <= query.expression.len);
	PL_ASSERT(out.npk <= 1 && out.nsk <= 1);
	PL_ASSERT(out.nrefusals || out.npk == 1);
	for (size_t i = 0; i < out.nsk; i++)
		PL_ASSERT(out.sk[i].first.text.len && (out.sk[i].op != PL_Q_BETWEEN || out.sk[i].second.text.len));
	pl_is_reserved(query.expression);
	pl_arena_release(&arena);
	return 0;
}
