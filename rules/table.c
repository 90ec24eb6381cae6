/* SPDX-License-Identifier: Apache-2.0 */
/* The table of rules, made from rules.def. */
#include "linter/rule.h"

#define RULE(code, symbol) extern const struct pl_rule pl_rule_##symbol;
#include "rules/rules.def"
#undef RULE

const struct pl_rule *const pl_rules[] = {
#define RULE(code, symbol) &pl_rule_##symbol,
#include "rules/rules.def"
#undef RULE
};

const size_t pl_rule_count = PL_LEN(pl_rules);

const struct pl_rule *pl_rule_find(struct pl_str name)
{
	for (size_t i = 0; i < pl_rule_count; i++)
		if (pl_str_eq(name, pl_str_c(pl_rules[i]->code)) || pl_str_eq(name, pl_str_c(pl_rules[i]->name)))
			return pl_rules[i];
	return NULL;
}

const char *const pl_audit_example[] = {
	"table: Audit",
	"key: {pk: PK, sk: SK}",
	"fields:",
	"  actorId: id",
	"  at: {type: timestamp, format: \"YYYY-MM-DDThh:mm:ss.SSSZ\"}",
	"  eventId: {type: ulid, unique: true}",
	"entities:",
	"  Event: {PK: ACTOR#<actorId>, SK: EVT#<at>#<eventId>}",
	"queries:",
	NULL,
};
