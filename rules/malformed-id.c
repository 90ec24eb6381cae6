/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL403 malformed-id: it looks like an id that begins with its time, and is none.
 *
 *     01HWRQ6W00JMEX2AASFX8EP604    a ULID: 01 stands for the years 2004 to 2039
 *     X19NKKJF10R2N6T4AEN9BTSY7C    26 characters of the same alphabet, but X (58) is above 7 (37):
 *                                   the time was written backwards
 *
 * Judged are ULIDs (first character, time), KSUIDs (the greatest there is) and
 * UUIDs (version and variant), and UUIDs of which some begin with their time
 * and others are random: a range over them is neither complete nor in order. So is one over ULIDs, KSUIDs, ObjectIds or
 * UUIDs with ids of another kind among them (linter/profile/id_mixes.c).
 *
 * Ids of which the time is contradicted by another time of the item are told by
 * the item sample (linter/profile/id_times.c):
 *
 *     2026-06-23T10:00:00Z#01KVSZT9M0…    the id was made when the key says
 *     2026-06-23T10:05:00Z#01HWRQ6W00…    two years before
 *
 * Not every string of 26 such characters is meant to be a ULID: beside more ids
 * of the same length that cannot be one, the field is one of opaque ids. A
 * digest written as a UUID has any variant, and random text of 27 characters
 * any first one: columns in which that is common are left alone.
 */
#include "linter/rule.h"

enum { COMMON = 10 }; /* one in so many is no slip any more */

static bool applies(const struct pl_field *field)
{
	return field->observed &&
	       (field->observed->id_times || field->observed->nmixes || field->kind == PL_K_ULID || field->kind == PL_K_KSUID || field->kind == PL_K_UUID);
}

static bool same_place(const struct pl_field *a, const struct pl_field *b)
{
	return a->segment == b->segment && a->part == b->part && pl_str_eq(a->path, b->path) &&
	       pl_str_eq(a->attribute, b->attribute);
}

/* More ids of the same length that are of another kind. */
static bool stands_among_ids(const struct pl_field *field)
{
	const struct pl_keys *keys = field->keys;

	for (size_t i = 0; i < keys->nfields + keys->npartition_fields; i++) {
		const struct pl_field *other = i < keys->nfields ? keys->fields[i] : keys->partition_fields[i - keys->nfields];

		if (other->kind == PL_K_ID && other->observed && same_place(other, field) &&
		    other->observed->keys > field->observed->keys)
			return true;
	}
	return false;
}

/* A few ids, none of which can be a ULID, and no ULIDs elsewhere in the keys: 26 characters look like one by chance. */
static bool is_by_chance(const struct pl_field *field, uint64_t wrong)
{
	enum { FEW = 3 };
	const struct pl_keys *keys = field->keys;

	if (wrong >= FEW || wrong < field->observed->keys)
		return false;
	for (size_t i = 0; i < keys->nfields + keys->npartition_fields; i++) {
		const struct pl_field *other = i < keys->nfields ? keys->fields[i] : keys->partition_fields[i - keys->nfields];
		const struct pl_marked *bad;

		if (other->kind != PL_K_ULID || !other->observed)
			continue;
		bad = pl_marked_as(other->observed, PL_M_BAD_ID);
		if (!bad || bad->keys < other->observed->keys)
			return false;
	}
	return true;
}

/*
 * UUIDs nearly all of one version that exists were made as such, however many have another variant: digests written as
 * UUIDs have any version.
 */
static bool are_of_one_version(const struct pl_observed *seen)
{
	enum { FEW = 5 };
	uint64_t most = 0;

	for (size_t i = 1; i <= 8; i++)
		most = PL_MAX(most, seen->uuids[i]);
	return seen->keys >= FEW && most * 4 >= seen->keys * 3;
}

/* Whether so many faults say that the column was never meant to be what it looks like. */
static bool is_meant(const struct pl_field *field, uint64_t wrong)
{
	if (pl_promised(field))
		return true;
	if (field->kind == PL_K_ULID)
		return !stands_among_ids(field) && !is_by_chance(field, wrong);
	return wrong * COMMON <= field->observed->keys || (field->kind == PL_K_UUID && are_of_one_version(field->observed));
}

static enum pl_class class_of(enum pl_kind kind)
{
	return kind == PL_K_ULID ? PL_C_ULID : kind == PL_K_KSUID ? PL_C_KSUID : PL_C_UUID;
}

static enum pl_id_fault fault_of(const struct pl_field *field, const struct pl_witness *example)
{
	size_t len = field->kind == PL_K_ULID ? 26 : field->kind == PL_K_KSUID ? 27 : 36;
	size_t from = example->from;

	if (from < example->first.len && example->first.ptr[from] == '{')
		from++;
	if (from + len > example->first.len)
		return PL_ID_FINE;
	return pl_id_fault(class_of(field->kind), pl_str_sub(example->first, from, from + len));
}

static const char *fault_text(enum pl_id_fault fault)
{
	switch (fault) {
	case PL_ID_BEYOND:
		return "it begins above the greatest there can be";
	case PL_ID_TIME:
		return "its time is not between 1990 and 2100";
	case PL_ID_VERSION:
		return "its version does not exist";
	case PL_ID_VARIANT:
		return "its variant is not that of RFC 9562";
	case PL_ID_FINE:
		break;
	}
	return "it is malformed";
}

static const char *name_of(enum pl_kind kind)
{
	return kind == PL_K_ULID ? "ULID" : kind == PL_K_KSUID ? "KSUID" : "UUID";
}

static void check_form(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_marked *bad = pl_marked_as(field->observed, PL_M_BAD_ID);
	const char *name = name_of(field->kind);

	if (!bad || !is_meant(field, bad->keys))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s %s an id written like a %s that is none: %s",
				   pl_share(cx, bad->keys, field->observed->keys), bad->keys == 1 ? "holds" : "hold", name,
				   fault_text(fault_of(field, &bad->example))),
		.why = field->kind == PL_K_UUID
			       ? "Whoever reads the version or the time out of such an id gets something else."
			       : pl_text(cx, "A %s begins with its time, so that it sorts by it: these do not.", name),
		.fix = pl_text(cx, "Correct the generator: today a ULID begins with 01, a KSUID with 2 or 3, and the 15th "
				   "character of a UUID is its version. If these are other ids, give them another length, or "
				   "declare the field as `id`.%s", pl_safe_order),
		.witness = bad->example,
		.counts.keys_wrong = bad->keys,
	});
}

/* UUIDs that begin with their time beside such that do not. */
static void check_versions(struct pl_cx *cx, const struct pl_field *field)
{
	const uint64_t *uuids = field->observed->uuids;
	const struct pl_marked *bad = pl_marked_as(field->observed, PL_M_BAD_ID);
	uint64_t timed = uuids[6] + uuids[7], random = uuids[1] + uuids[3] + uuids[4] + uuids[5];

	/* A digest has any version. */
	if (!timed || !random || (bad && !is_meant(field, bad->keys)) || !pl_str_eq(field->attribute, field->keys->sk))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		/* An index may hold the ids of several entities. */
		.level = field->keys->index_name.len ? PL_INFO : PL_WARNING,
		.message = pl_text(cx, "UUIDs of two kinds: %s with one that begins with its time, %s with one that does not",
				   pl_counted(cx, timed, "key"), pl_count(cx, random)),
		.why = "Versions 6 and 7 sort by their time; a range over it finds those of versions 1 and 4 wherever their "
		       "first digits happen to put them.",
		.fix = pl_text(cx, "Let all writers make version 7, and rewrite the others or read them apart.%s", pl_safe_order),
		.counts.keys_wrong = random,
		.fingerprint = 1,
	});
}

/* ---- two kinds ---- */

static const char *kind_text(const struct pl_field *field, bool timed)
{
	switch (field->kind) {
	case PL_K_ULID:
		return "a ULID";
	case PL_K_KSUID:
		return "a KSUID";
	case PL_K_UUID:
		return timed ? "a UUID of version 7" : "a UUID that is random";
	default:
		return timed ? "an ObjectId" : "a hash";
	}
}

static bool has_field(const struct pl_entity *entity, const struct pl_field *field)
{
	for (size_t i = 0; i < entity->nfields; i++)
		if (entity->fields[i] == field)
			return true;
	return false;
}

static struct pl_str behind(const struct pl_entity *entity, const struct pl_field *field)
{
	return pl_str_sub(entity->shape, PL_MIN(field->shape.len, entity->shape.len), entity->shape.len);
}

/* Keys of `field` behind which the same stands as in keys of `other`: <ulid> and <uuid>#META are two things. */
static uint64_t alike(const struct pl_field *field, const struct pl_field *other)
{
	const struct pl_keys *keys = field->keys;
	uint64_t n = 0;

	for (size_t i = 0; i < keys->nentities; i++) {
		bool same = false;

		for (size_t k = 0; k < keys->nentities && !same; k++)
			same = has_field(keys->entities[i], field) && has_field(keys->entities[k], other) &&
			       pl_str_eq(behind(keys->entities[i], field), behind(keys->entities[k], other));
		n += same ? keys->entities[i]->keys : 0;
	}
	return n;
}

static void check_mix(struct pl_cx *cx, const struct pl_field *field, const struct pl_id_mix *mix)
{
	enum { FEW = 3, RARE = 20 };
	const uint64_t mine = alike(field, mix->other), theirs = alike(mix->other, field);
	const bool both = mix->timed && mix->other_timed;

	/* A few among many are slips of some other sort, and references to what somebody else has named are no ids of ours. */
	if (PL_MIN(mine, theirs) < FEW || PL_MIN(mine, theirs) * RARE < PL_MAX(mine, theirs) || pl_names_code(cx, field))
		return;
	pl_report_field(cx, field, (struct pl_finding){
		/* An index may hold the ids of several entities. */
		.level = field->keys->index_name.len ? PL_INFO : PL_WARNING,
		.message = pl_text(cx, "ids of two kinds stand among each other: %s with %s, %s with %s", pl_counted(cx, mine, "key"),
				   kind_text(field, mix->timed), pl_counted(cx, theirs, "key"),
				   kind_text(mix->other, mix->other_timed)),
		.why = both ? "Both begin with their time, each written in its own way: among each other they are not in the order of it."
			    : "The ones sort by the time at which they begin, the others by chance: a range by time finds these wherever "
			      "their first digits happen to put them.",
		.fix = pl_text(cx, "Let all writers make one kind of id that begins with its time, and rewrite the others or read them apart.%s",
			       pl_safe_order),
		.witness = mix->witness,
		.counts.keys_wrong = both ? PL_MIN(mine, theirs) : mix->timed ? theirs : mine,
		.fingerprint = pl_subject(pl_str_c(kind_text(field, mix->timed)), pl_str_c(kind_text(mix->other, mix->other_timed))),
	});
}

/* ---- another time of the item ---- */

static const char *day_text(struct pl_cx *cx, struct pl_instant at)
{
	char text[40];

	pl_instant_text(at, text);
	return pl_text(cx, "%.10s", text);
}

static const char *beside_text(struct pl_cx *cx, const struct pl_id_times *times)
{
	if (!times->beside)
		return pl_text(cx, "`%.*s` of the item", (int)times->name.len, times->name.ptr);
	return pl_text(cx, "the time in segment %u of the key", times->beside->segment);
}

static void check_times(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_id_times *times = field->observed->id_times;
	const char *days = "";

	if (!times)
		return;
	if (!pl_masked(cx))
		days = pl_text(cx, "; in the one shown it is of %s, the time of %s", day_text(cx, times->made),
			       day_text(cx, times->at));
	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "the id and %s are of one moment in %s of %s sampled items, and in %s the id is much older%s",
				   beside_text(cx, times), pl_count(cx, times->agree), pl_count(cx, times->agree + times->older),
				   pl_count(cx, times->older), days),
		.why = "The id says when it was made, and whoever sorts or pages by it finds these rows at another time than by "
		       "the time beside it.",
		.fix = pl_text(cx, "Look for a writer whose clock is wrong, or who takes an id that was made for something else. Of a "
				   "row that is to keep its id correct the time, else write it anew with an id of that time.%s",
			       pl_safe_order),
		.witness = times->witness,
		.fingerprint = 2,
	});
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	check_times(cx, field);
	for (size_t i = 0; i < field->observed->nmixes; i++)
		check_mix(cx, field, field->observed->mixes[i]);
	if (field->kind != PL_K_ULID && field->kind != PL_K_KSUID && field->kind != PL_K_UUID)
		return;
	check_form(cx, field);
	if (field->kind == PL_K_UUID)
		check_versions(cx, field);
}

const struct pl_rule pl_rule_malformed_id = {
	.code = "PL403",
	.name = "malformed-id",
	.since = "0.1.0",
	.summary = "ids that are written like a ULID, KSUID or UUID and are none, of two kinds, or of another time than their item",
	.why = "X19NKKJF10… is no ULID: X (58) sorts behind every time there is, while a real one begins with 01 today.",
	.fix = "Correct the generator. Let all writers make one kind of id.",
	.blind = "ULIDs and UUIDs that never stand in one partition, or are of items of two types; digests written as UUIDs. Of ids whose bits are right and whose time is wrong only those that "
		 "are at least 30 days older than a time of the same sort key, or of an attribute named after creation, are seen, when "
		 "the two are one in all other items of the sample; newer ones are what imports make.",
	.source = "ULID specification; RFC 9562 section 4; segment.io KSUID.",
	.scope = PL_FIELD,
	.level = PL_ERROR,
	.bad = (const char *const[]){"4Z6NKKJF10W4D0B4ZRZW1J8GK0", "JS2NKKJF10YZR2NN0XC44P1DYR", "X19NKKJF10R2N6T4AEN9BTSY7C", NULL},
	.good = (const char *const[]){"01FJKKN6Z4W4D0B4ZRZW1J8GK0", "01FJKKN2SJYZR2NN0XC44P1DYR", "01FJKKN91XR2N6T4AEN9BTSY7C", NULL},
	.partition_keys = true,
	.applies_field = applies,
	.check_field = check,
};
