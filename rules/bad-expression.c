/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL505 bad-expression: a query that DynamoDB would refuse.
 *
 *     status = :s AND SK > :a AND SK < :b
 *
 *     status   is a reserved word: #status
 *     SK       has two conditions: BETWEEN
 *
 * The service answers with a ValidationException, but only when the query is
 * run, which for a rare one is in production. Its messages are given in
 * substance; newer replies may put other words in front of them.
 */
#include "linter/rule.h"

/* Numbers in the fingerprint: refusals of one query by their order, and this. */
enum { SUBJECT_BACKWARDS = 1000 };

static bool is_upside_down(const struct pl_query *query)
{
	const struct pl_range *range = query->range;

	return range->backwards && range->strings && range->condition->op == PL_Q_BETWEEN;
}

static void check(struct pl_cx *cx, const struct pl_query *query)
{
	const struct pl_expression *expression = query->expression;
	const struct pl_condition *c = query->range->condition;

	for (size_t i = 0; i < expression->nrefusals; i++)
		pl_report_query(cx, query, (struct pl_finding){
			.level = PL_ERROR,
			.at = expression->refusals[i].at,
			.message = pl_text(cx, "%s: DynamoDB would refuse it: %s", pl_query_text(cx, query),
					   expression->refusals[i].text),
			.why = "The service answers with a ValidationException each time the query is run.",
			.fix = expression->refusals[i].advice,
			.fingerprint = i + 1,
		});
	if (is_upside_down(query))
		pl_report_query(cx, query, (struct pl_finding){
			.level = PL_ERROR,
			.at = c->at,
			.message = pl_text(cx, "%s: DynamoDB would refuse it: Invalid KeyConditionExpression: The BETWEEN operator "
					       "requires upper bound to be greater than or equal to lower bound",
					   pl_query_text(cx, query)),
			.why = pl_text(cx, "\"%.*s\" sorts behind \"%.*s\".", pl_shown(c->first.text), c->first.text.ptr,
				       pl_shown(c->second.text), c->second.text.ptr),
			.fix = "Swap the bounds; for the newest first read with order: desc.",
			.fingerprint = SUBJECT_BACKWARDS,
		});
}

const struct pl_rule pl_rule_bad_expression = {
	.code = "PL505",
	.name = "bad-expression",
	.since = "0.1.0",
	.summary = "a query that DynamoDB would refuse",
	.why = "A key condition is one = on the partition key and at most one condition on the sort key; attribute names that are "
	       "reserved words need a placeholder, and every placeholder must be defined and used. Anything else is a "
	       "ValidationException at run time.",
	.fix = "Write what the message asks for; values are given as :name, reserved words as #name.",
	.blind = "Filters and projections; values that are only known at run time.",
	.source = "Amazon DynamoDB developer guide, Query and reserved words; messages as recorded by dynalite and "
		  "nubo-db/dynamodb-conformance.",
	.scope = PL_QUERY,
	.level = PL_ERROR,
	.examples = PL_EX_SCHEMA,
	.given = pl_audit_example,
	.bad = (const char *const[]){
		"  - name: a window",
		"    expression: \"PK = :p AND SK >= :from AND SK < :to\"",
		"    values:",
		"      {\":p\": ACTOR#<actorId>, \":from\": EVT#<from:at>, \":to\": EVT#<to:at>}",
		NULL,
	},
	.good = (const char *const[]){
		"  - name: a window",
		"    expression: \"PK = :p AND SK BETWEEN :from AND :to\"",
		"    values:",
		"      {\":p\": ACTOR#<actorId>, \":from\": EVT#<from:at>, \":to\": EVT#<to:at>~}",
		NULL,
	},
	.check_query = check,
};
