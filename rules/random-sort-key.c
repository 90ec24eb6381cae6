/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL402 random-sort-key: the first value that decides the order is random.
 *
 *     3fe6e7be-9ba0-4717-9ed4-0c227dab7ad2    written last
 *     88b065e7-4dd5-49ec-8b00-84f7de574f6d    written first
 *
 * The ordering position of an entity is its first field from the left that has
 * two values in one range: what stands left of it is one text there. A UUID of
 * version 4 or a digest at that place makes every page of a Query a random
 * draw. Nothing is broken as long as rows are read by their key or all at
 * once, so it is an info.
 *
 * A UUID of version 1 looks as if it were ordered, for it holds a time; but the
 * time's low bits come first. As the whole sort key it is a warning.
 *
 * Silent about UUIDs of versions 6 and 7, ULIDs and KSUIDs, which begin with
 * their time; about ObjectIds and other hex that is no digest by its length;
 * about random values behind a time or number that has decided already.
 */
#include "linter/rule.h"

/* The field that decides the order of the entity's keys; NULL: none does. */
static const struct pl_field *ordering_position(const struct pl_entity *entity)
{
	for (size_t i = 0; i < entity->nfields; i++) {
		const struct pl_field *field = entity->fields[i];
		const struct pl_observed *seen = field->observed;

		if (!seen ? pl_promised(field) != NULL : seen->proof->state != PL_O_ALONE && seen->ranges > 0)
			return field;
	}
	return NULL;
}

enum chance { ORDERED, RANDOM, TIME_LAST };

static enum chance chance_of_uuids(const struct pl_observed *seen)
{
	uint64_t random = seen->uuids[3] + seen->uuids[4] + seen->uuids[5];

	if (2 * seen->uuids[1] > seen->keys)
		return TIME_LAST;
	return 2 * random > seen->keys ? RANDOM : ORDERED;
}

static enum chance chance_declared(const struct pl_declared *declared)
{
	switch (declared->type) {
	case PL_D_UUID:
	case PL_D_HASH:
		return RANDOM;
	case PL_D_UUID1:
		return TIME_LAST;
	default:
		return ORDERED;
	}
}

static enum chance chance_of(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_declared *declared = pl_promised(field);

	if (declared)
		return chance_declared(declared);
	if (field->kind == PL_K_UUID && seen)
		return chance_of_uuids(seen);
	if (field->kind == PL_K_HASH && seen && seen->min_len == seen->max_len && pl_is_digest_length(seen->max_len))
		return RANDOM;
	return ORDERED;
}

/* The sort key is nothing else: with more in front or behind it may be there to tell ties apart. */
static bool is_alone(const struct pl_field *field)
{
	return field->whole_key && !field->keys->rank && !field->keys->goes_on;
}

static bool applies(const struct pl_entity *entity)
{
	return entity->nfields && entity->keys_of->ordered && !entity->legacy;
}

static void check(struct pl_cx *cx, const struct pl_entity *entity)
{
	const struct pl_field *field = ordering_position(entity);
	enum chance chance = field ? chance_of(field) : ORDERED;
	bool digest = field && (field->declared ? field->declared->type == PL_D_HASH : field->kind == PL_K_HASH);

	/* One field of many entities is told of once. */
	if (chance == ORDERED || (field->entity && field->entity != entity))
		return;
	pl_report_entity(cx, entity, (struct pl_finding){
		.level = chance == TIME_LAST && is_alone(field) ? PL_WARNING : PL_INFO,
		.field = field,
		.message = chance == TIME_LAST
				   ? "the order is decided by a UUID of version 1, whose time begins with its low bits"
				   : pl_text(cx, "the order is decided by a %s, which is random", digest ? "digest" : "UUID"),
		.why = chance == TIME_LAST
			       ? "The first 8 digits of a version 1 UUID start again every 7 minutes: the keys look ordered in a "
				 "test and are not in production."
			       : "A Query returns the rows in the order of these bytes: its first page, and the latest row, are a "
				 "random draw.",
		.fix = "Where rows are read by time, put it in front (<time>#<id>), or use a UUID of version 7, a ULID or a "
		       "KSUID; for rows read by their key alone nothing need change.",
	});
}

const struct pl_rule pl_rule_random_sort_key = {
	.code = "PL402",
	.name = "random-sort-key",
	.since = "0.1.0",
	.summary = "the value that decides the order of a sort key is random",
	.why = "A UUID of version 4 or a digest has no order that anybody knows: a Query returns rows as they fall. Version 1 "
	       "holds a time, low bits first, and only looks ordered.",
	.fix = "Put a time in front, or use a UUID of version 7, a ULID or a KSUID.",
	.blind = "Whether anybody reads the rows in order. Hex that is no digest by its length, opaque ids.",
	.source = "RFC 9562 section 5: UUID layouts; section 2.1 on versions 1 and 4 as keys.",
	.scope = PL_ENTITY,
	.level = PL_WARNING,
	.bad = (const char *const[]){"58d44200-6c3a-11ee-8c99-0242ac120002", "a1b4c300-6c3b-11ee-8c99-0242ac120002",
				     "07e1f900-6c3c-11ee-8c99-0242ac120002", NULL},
	.good = (const char *const[]){"018b5c2e-7a00-7c3a-8c99-0242ac120002", "018b5c2e-9b10-7f11-8c99-0242ac120002",
				      "018b5c2f-0c20-7a5d-8c99-0242ac120002", NULL},
	.applies_entity = applies,
	.check_entity = check,
};
