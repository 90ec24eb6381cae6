/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL305 key-drift: the key says one thing, the item another.
 *
 *     status: SHIPPED    GSI1PK: STATUS#PENDING    the update forgot the key
 *
 * The order is found among the pending ones and not among the shipped. Every
 * row is compared: the schema says with `from: ATTRIBUTE` what a value is made
 * of, and how the template writes it: width, offset, scale and inversion of
 * numbers, the spelling and precision of times, letter case.
 *
 *     score: 1500        0000001500      the same
 *     at: 1767225600     2026-01-01      the same day
 *
 * A row without the attribute is not judged, nor what cannot be told: base 16
 * and 36, lengths in front, escaped text, times of which only one has a zone.
 *
 * Where the schema says nothing, the item sample does: a segment that is an
 * attribute in at least 99 % of at least 100 sampled items, and is not in some
 * (linter/profile/likeness.c). That is a warning.
 */
#include "linter/rule.h"

static bool applies(const struct pl_keys *keys)
{
	for (size_t i = 0; i < keys->ndrifts; i++)
		if (keys->drifts[i].rows)
			return true;
	return keys->nlikenesses > 0;
}

/* ---- declared ---- */

static const struct pl_entity *made_of(const struct pl_keys *keys, const struct pl_schema_entity *entity)
{
	for (size_t i = 0; i < keys->nentities; i++)
		if (keys->entities[i]->declared == entity && !keys->entities[i]->legacy)
			return keys->entities[i];
	return NULL;
}

static void report(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_drift *drift)
{
	struct pl_str name = drift->part->text, source = drift->part->field->from, attribute = drift->attribute;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_ERROR,
		.entity = made_of(keys, drift->entity),
		.attribute = attribute,
		.segment = drift->part->segment,
		.part = drift->part->part,
		.message = pl_text(cx, "in %s <%.*s> is not what `%.*s` of the item gives", pl_share(cx, drift->keys, drift->rows),
				   (int)name.len, name.ptr, (int)source.len, source.ptr),
		.why = "A query by key finds the row where it once was, and not where it is now.",
		.fix = pl_text(cx, "Write `%.*s` anew from `%.*s` in those rows, and in one update with it wherever the attribute is "
				   "written; a key of the table itself needs a new item and a delete in one transaction",
			       (int)attribute.len, attribute.ptr, (int)source.len, source.ptr),
		.witness = drift->witness,
		.at = pl_declared_at(drift->part->field, PL_FO_FROM),
		.counts.keys_wrong = drift->keys,
		.fingerprint = pl_subject(drift->entity->name, name),
	});
}

/* ---- by the item sample ---- */

/* The schema has said what the segment is made of. */
static bool is_declared(const struct pl_keys *keys, const struct pl_likeness *likeness)
{
	for (size_t i = 0; i < keys->ndrifts; i++)
		if (pl_str_eq(keys->drifts[i].attribute, likeness->attribute) &&
		    keys->drifts[i].part->segment == likeness->segment)
			return true;
	return false;
}

static const char *shown_value(struct pl_cx *cx, const struct pl_likeness *likeness)
{
	if (pl_masked(cx))
		return "";
	return pl_text(cx, "; in the one shown `%.*s` is %.*s", (int)likeness->source.len, likeness->source.ptr,
		       (int)likeness->value.len, likeness->value.ptr);
}

static void report_likeness(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_likeness *likeness)
{
	struct pl_str source = likeness->source, attribute = likeness->attribute;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_WARNING,
		.attribute = attribute,
		.segment = likeness->segment,
		.part = likeness->part,
		.message = pl_text(cx, "in a sample of %s items `%.*s` is %.*s in %s, and in %s it is not%s",
				   pl_count(cx, likeness->same + likeness->other), (int)attribute.len, attribute.ptr,
				   (int)likeness->shape.len, likeness->shape.ptr, pl_count(cx, likeness->same),
				   pl_count(cx, likeness->other), shown_value(cx, likeness)),
		.why = "The key seems to be made of the attribute: a query by key then finds the row where it once was, and not "
		       "where it is now.",
		.fix = pl_text(cx, "If it is made of it, write `%.*s` anew in the rows that differ, and in one update with `%.*s` wherever "
				   "that is written%s; `from: %.*s` in a schema has every row compared",
			       (int)attribute.len, attribute.ptr, (int)source.len, source.ptr,
			       keys->index_name.len ? "" : " (a new item and a delete in one transaction)", (int)source.len,
			       source.ptr),
		.witness = likeness->witness,
		.fingerprint = pl_subject(likeness->shape, attribute),
	});
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	for (size_t i = 0; i < keys->nlikenesses; i++) {
		const struct pl_likeness *likeness = &keys->likenesses[i];

		if (likeness->other && pl_is_own_attribute(keys, likeness->attribute) && !is_declared(keys, likeness))
			report_likeness(cx, keys, likeness);
	}
	for (size_t i = 0; i < keys->ndrifts; i++)
		if (keys->drifts[i].keys && pl_is_own_attribute(keys, keys->drifts[i].attribute))
			report(cx, keys, &keys->drifts[i]);
}

const struct pl_rule pl_rule_key_drift = {
	.code = "PL305",
	.name = "key-drift",
	.since = "0.1.0",
	.summary = "a value in the key differs from the attribute it is made of",
	.why = "status is SHIPPED, GSI1PK is STATUS#PENDING: whoever reads the shipped orders misses the row, whoever reads the "
	       "pending ones gets it.",
	.fix = "Build the key anew in the same update that changes the attribute, and rewrite the rows that differ.",
	.blind = "Rows without the attribute; hexadecimal and base 36 numbers, escaped text, times of which only one has a zone. "
		 "Where no schema names the attribute (`from`) only a sample of the items is compared: byte for byte, or as numbers "
		 "and instants; values written otherwise by custom (letter case, marks, cut), times that are only ever later than "
		 "their keys, and attributes that are keys themselves are left alone there.",
	.source = "Amazon DynamoDB developer guide, best practices for GSI overloading: index keys are attributes that the "
		  "application writes; DynamoDB does not derive them.",
	.scope = PL_KEYS,
	.level = PL_ERROR,
	.applies_keys = applies,
	.check_keys = check,
};
