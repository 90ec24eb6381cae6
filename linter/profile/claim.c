/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/claim.h"

/*
 * Dumps are often made of keys alone, and rows may be older than the attribute:
 * one that is not there says nothing. Nor does one whose value is not read.
 */
static enum pl_claim claim_of_one(const struct pl_schema_match *match, const struct pl_said *said)
{
	const unsigned at = said->at[match->number];

	if (at == PL_MAX_WANTED || (said->attrs[at].type != 'S' && said->attrs[at].type != 'N'))
		return PL_CLAIM_OPEN;
	return pl_str_eq(said->attrs[at].value, match->value) ? PL_CLAIM_YES : PL_CLAIM_NO;
}

enum pl_claim pl_claim_of(const struct pl_schema_entity *entity, const struct pl_said *said)
{
	enum pl_claim claim = entity->nmatch && said ? PL_CLAIM_YES : PL_CLAIM_OPEN;

	for (size_t i = 0; i < entity->nmatch && said; i++)
		claim = PL_MIN(claim, claim_of_one(&entity->match[i], said));
	return claim;
}
