/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL301 colliding-composite: one key for two different things.
 *
 *     customer "A#", order "B"     41 23 23 42
 *     customer "A", order "#B"     41 23 23 42
 *
 * Partition keys, which two items may share, are judged by the item sample: rows of
 * two things in one item collection.
 *
 * Judged in dumps: the table's own key stands twice, which no table allows, so
 * files of two tables were merged; or one sort key is made of different source
 * attributes, because what separates them also stands inside a value. Both are
 * compared byte by byte before they are reported.
 *
 * A schema shows it before there is a row: two values side by side with neither
 * a delimiter nor a fixed width between them, or two entities that can have one
 * key. Either is told with the bytes that both give; where no such bytes are
 * found, nothing is claimed. A field without `chars` is taken not to hold the
 * delimiter and not to be equal to a literal of another entity.
 *
 *     <namespace><key>    "a" + "bc" and "ab" + "c"    are both 61 62 63
 *
 * Two versions of one item in a full and an incremental export are told apart
 * before. Equal index keys from equal sources are no collision: an index may
 * hold them, and PL303 speaks of them.
 */
#include "linter/rule.h"

/* Numbers in the fingerprint: both may be reported of one table. */
enum { SUBJECT_DUPLICATE = 1, SUBJECT_COLLISION, SUBJECT_PARTITION };

static bool applies(const struct pl_keys *keys)
{
	return keys->keys > 0 || keys->schema;
}

static void report_duplicates(struct pl_cx *cx, const struct pl_keys *keys)
{
	const struct pl_duplicate *twice = &keys->duplicate;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "%s of the table %s more than once in the input (%s)",
				   pl_counted(cx, twice->groups, "key"), twice->groups == 1 ? "stands" : "stand",
				   pl_counted(cx, twice->keys, "row")),
		.why = "A table holds a key once: the input was put together from several tables or states, and loading it "
		       "keeps only the last row of each key.",
		.fix = "Rename the keys of one side before merging, or give padlint one export of one table at a time.",
		.witness = twice->witness,
		.counts.keys_wrong = twice->keys,
		.fingerprint = SUBJECT_DUPLICATE,
	});
}

static const char *border_of(bool bare)
{
	return bare ? "Nothing says where the first part ends: \"AB\" + \"C\" and \"A\" + \"BC\" are both 41 42 43."
		    : "A value that holds the delimiter moves the border between the parts: \"A#\" + \"B\" and \"A\" + \"#B\" are "
		      "both 41 23 23 42.";
}

static const char *fix(struct pl_cx *cx, bool bare)
{
	return pl_text(cx, "%s, or give the first part one width%s",
		       bare ? "Write a delimiter between the parts that no value holds"
			    : "Escape the delimiter inside values, forbid it there", pl_safe_order);
}

/* Rows of two things in one item collection. */
static void report_partition(struct pl_cx *cx, const struct pl_keys *keys)
{
	const struct pl_mixed *mixed = keys->mixed;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_ERROR,
		.attribute = keys->pk,
		.message = pl_text(cx, "%.*s is made of %.*s: of %.*s in the first of these items, of %.*s in the second", (int)keys->pk.len,
				   keys->pk.ptr, (int)mixed->composite.len, mixed->composite.ptr, (int)mixed->first.len, mixed->first.ptr,
				   (int)mixed->second.len, mixed->second.ptr),
		.why = border_of(!mixed->separator),
		.fix = fix(cx, !mixed->separator),
		.witness = mixed->witness,
		.fingerprint = SUBJECT_PARTITION,
	});
}

static void report_collisions(struct pl_cx *cx, const struct pl_keys *keys)
{
	const struct pl_duplicate *same = &keys->collision;
	bool bare = !keys->composite_separator;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "%s made of different attributes (%.*s) %s the same bytes (%s)",
				   pl_counted(cx, same->groups, "key"), (int)keys->composite.len,
				   keys->composite.len ? keys->composite.ptr : "", same->groups == 1 ? "has" : "have",
				   pl_counted(cx, same->keys, "row")),
		.why = border_of(bare),
		.fix = fix(cx, bare),
		.witness = same->witness,
		.counts.keys_wrong = same->keys,
		.fingerprint = SUBJECT_COLLISION,
	});
}

/* ---- declared ---- */

/* What the keys of a declared entity are in the model; NULL: it has no key here. */
static const struct pl_entity *made_of(const struct pl_keys *keys, const struct pl_schema_entity *entity)
{
	for (size_t i = 0; i < keys->nentities; i++)
		if (keys->entities[i]->declared == entity && !keys->entities[i]->legacy)
			return keys->entities[i];
	return NULL;
}

static void report_splits(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_schema_entity *entity,
			  const struct pl_schema_key *key, const struct pl_part *left, const struct pl_splits *splits)
{
	const struct pl_part *right = left + 1;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_ERROR,
		.entity = made_of(keys, entity),
		.attribute = key->attribute,
		.segment = left->segment,
		.message = pl_text(cx, "<%.*s> and <%.*s> of %.*s stand side by side, and nothing says where one "
				   "ends",
				   (int)left->text.len, left->text.ptr, (int)right->text.len, right->text.ptr,
				   (int)entity->name.len, entity->name.ptr),
		.why = pl_text(cx, "\"%.*s\" with \"%.*s\" and \"%.*s\" with \"%.*s\" are the same bytes, so the "
				   "second write replaces the first.", (int)splits->left[0].len, splits->left[0].ptr,
			       (int)splits->right[0].len, splits->right[0].ptr, (int)splits->left[1].len,
			       splits->left[1].ptr, (int)splits->right[1].len, splits->right[1].ptr),
		.fix = pl_text(cx, "Write the delimiter between them, <%.*s>%.*s<%.*s>, and keep it out of values; or "
				   "give <%.*s> one width%s", (int)left->text.len, left->text.ptr, (int)key->main.delimiter.len,
			       key->main.delimiter.ptr, (int)right->text.len, right->text.ptr, (int)left->text.len,
			       left->text.ptr, keys->keys ? pl_safe_order : ""),
		.at = left->at,
		.fingerprint = pl_subject(entity->name, left->text),
	});
}

/* Values that follow each other with nothing between. */
static void check_neighbours(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_schema_entity *entity,
			     const struct pl_schema_key *key)
{
	const struct pl_template *template = &key->main;

	for (size_t i = 0; i + 1 < template->nparts; i++) {
		const struct pl_part *left = &template->parts[i], *right = left + 1;
		struct pl_splits splits;

		if (left->kind != PL_PART_VALUE || right->kind != PL_PART_VALUE || !left->field || !right->field)
			continue;
		splits = pl_promise_splits(cx, left->field, right->field, template->delimiter);
		if (splits.some)
			report_splits(cx, keys, entity, key, left, &splits);
	}
}

static void check_entity(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_schema_entity *entity)
{
	struct pl_str attributes[2 * PL_KEY_ATTRIBUTES];
	const unsigned n = pl_judged_attributes(keys, attributes);

	for (unsigned i = 0; i < n; i++) {
		const struct pl_schema_key *key = pl_entity_key(entity, attributes[i]);

		if (key && pl_is_own_attribute(keys, attributes[i]))
			check_neighbours(cx, keys, entity, key);
	}
}

static void check_pair(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_schema_entity *a,
		       const struct pl_schema_entity *b)
{
	const struct pl_common_key common = pl_promise_common(cx, a, b, keys->pk, keys->sk);

	if (!common.some)
		return;
	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_ERROR,
		.entity = made_of(keys, b),
		.message = pl_text(cx, "entities %.*s and %.*s can have one key", (int)a->name.len, a->name.ptr, (int)b->name.len,
				   b->name.ptr),
		.why = keys->sk.len ? pl_text(cx, "The templates of both give %.*s, %.*s: the second write replaces the first.",
					      (int)common.pk.len, common.pk.ptr, (int)common.sk.len, common.sk.ptr)
				    : pl_text(cx, "The templates of both give %.*s: the second write replaces the first.",
					      (int)common.pk.len, common.pk.ptr),
		.fix = "Put a literal of its own in front of each, as in ORDER#<orderId>, or say with `chars` what their "
		       "values may be.",
		.at = b->at,
		.fingerprint = pl_subject(a->name, b->name),
	});
}

static void check_schema(struct pl_cx *cx, const struct pl_keys *keys)
{
	const struct pl_schema_table *schema = keys->schema;

	for (size_t i = 0; i < schema->nentities; i++) {
		check_entity(cx, keys, &schema->entities[i]);
		/* An index may hold a key twice. */
		for (size_t k = 0; k < i && keys->index_name.len == 0; k++)
			check_pair(cx, keys, &schema->entities[k], &schema->entities[i]);
	}
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	if (keys->schema)
		check_schema(cx, keys);
	if (keys->duplicate.groups && keys->duplicate.witness.some)
		report_duplicates(cx, keys);
	if (keys->collision.groups && keys->collision.witness.some)
		report_collisions(cx, keys);
	if (keys->mixed)
		report_partition(cx, keys);
}

const struct pl_rule pl_rule_colliding_composite = {
	.code = "PL301",
	.name = "colliding-composite",
	.since = "0.1.0",
	.summary = "two different things have one key",
	.why = "\"A#\" + \"B\" and \"A\" + \"#B\" joined by # are the same bytes; so are the keys of two tables that were "
	       "merged. The second write replaces the first.",
	.fix = "Add a delimiter that no value holds, give the first part one width, or escape; before merging, rename "
	       "one side.",
	.blind = "Rows that were replaced long ago: a dump of one table shows no key twice. Declared values whose `chars` is "
		 "a pattern of more than one class.",
	.source = "Amazon DynamoDB developer guide, core components: no two items of a table have the same primary key.",
	.wishes = PL_WISH_REPEATS,
	.scope = PL_KEYS,
	.level = PL_ERROR,
	.bad = (const char *const[]){"A#0001", "A#0001", "A#0002", NULL},
	.good = (const char *const[]){"A#0001", "A#0002", "B#0001", NULL},
	.applies_keys = applies,
	.check_keys = check,
};
