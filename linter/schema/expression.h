/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The conditions of a query, from KeyConditionExpression or as declared.
 *
 *     kce    := cond | cond AND cond … | "(" kce ")"
 *     cond   := name op value | value op name | name BETWEEN value AND value
 *             | begins_with "(" name "," value ")"
 *     op     := = | < | <= | > | >=
 *     name   := [A-Za-z_][A-Za-z0-9_]*, not reserved | "#"[A-Za-z0-9_]+
 *     value  := ":"[A-Za-z0-9_]+
 *
 * Whatever a query is written in, the same comes out: one template for each
 * partition key attribute, conditions on sort key attributes from the left, and
 * what DynamoDB would answer with a ValidationException.
 */
#ifndef PL_SCHEMA_EXPRESSION_H
#define PL_SCHEMA_EXPRESSION_H

#include "linter/schema/schema.h"

enum {
	PL_EXPRESSION_BYTES = 4096, /* of an expression, at most */
	PL_PLACEHOLDER_BYTES = 255, /* of #name or :value, the sign included */
	PL_EXPRESSION_DEPTH = 300,  /* parentheses inside each other that the service takes */
};

/* One reason why DynamoDB would refuse the query. */
struct pl_refusal {
	const char *text;   /* the service's message in substance; NUL-terminated */
	const char *advice; /* what to write instead */
	struct pl_pos at;
	size_t byte;        /* of the expression, from 0; of names and values 0 */
};

struct pl_expression {
	const struct pl_template *pk; /* by the index's attributes; none when refused */
	size_t npk;
	const struct pl_condition *sk;
	size_t nsk;
	const struct pl_refusal *refusals; /* as they were found */
	size_t nrefusals;
};

/*
 * Reads a bound query. With refusals `out` holds the conditions that could be
 * told all the same. Everything is in `arena`; templates are the query's own.
 */
void pl_expression_read(struct pl_arena *arena, const struct pl_schema_query *query, struct pl_expression *out);

/* Whether a name must not stand bare in an expression, in any case of letters. */
bool pl_is_reserved(struct pl_str name);
extern const char *const pl_reserved_words[]; /* capitals, sorted by bytes */
extern const size_t pl_reserved_count;

#endif
