/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL406 unknown-shape: keys that nothing will find.
 *
 *     ORDER#2026-06-03#A17      1,500 keys
 *     ODRER#2026-06-03#A18      1 key: begins_with(SK, "ORDER#") never returns it
 *
 * With a schema it is plain: a key that fits the template of no entity, legacy
 * ones among them, was written by something the schema does not know. Where
 * items say what they are (`match`), a key that is not of that entity is told
 * with its name. Where a value that holds the delimiter is what keeps a key from
 * fitting, PL302 tells of it, and PL404 where it is the letter case of a literal alone. Without a schema only the likely slip is told: a label of at
 * least 5 letters that stands in at most 3 keys and 0.1 % of them, one edit
 * away from a common one (a letter more, less, other, or two swapped).
 *
 * So is a key that is two in one: ORDER#17ORDER#18, where others like both halves
 * are common. With a label of one letter it may be meant so and is an info.
 *
 * Blind to labels of other lengths, to glued partition keys, and, without a
 * schema, to whatever else is not a slip of one letter.
 */
#include "linter/rule.h"

enum {
	LABEL_LETTERS = 5,   /* shorter labels are one edit apart by chance */
	RARE_KEYS = 3,
	RARE_SHARE = 1000,   /* of so many keys at most one … */
	RARE_GLUED = 100,    /* likewise, of keys that are two in one */
	COMMON_KEYS = 10,    /* … and the label meant stands in so many at least, */
	COMMON_TIMES = 10,   /* so many times as often */
};

static bool applies(const struct pl_keys *keys)
{
	return keys->keys > 0 && (pl_has_text(keys) || keys->schema);
}

/* ---- with a schema ---- */

/* "`_type` = \"Order\" and `v` = \"2\"" */
static const char *claim_text(struct pl_cx *cx, const struct pl_schema_entity *entity)
{
	const char *text = "";

	for (size_t i = 0; i < entity->nmatch; i++) {
		const struct pl_schema_match *match = &entity->match[i];

		text = pl_text(cx, "%s%s`%.*s` = \"%.*s\"", text, i ? " and " : "", (int)match->attribute.len,
			       match->attribute.ptr, (int)match->value.len, match->value.ptr);
	}
	return text;
}

static const char *misfit_message(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_misfit *misfit)
{
	const char *share = pl_share(cx, misfit->keys, keys->keys), *claim = claim_text(cx, misfit->entity);
	const struct pl_str name = misfit->entity->name;

	if (misfit->kind == PL_MISFIT_KEY)
		return pl_text(cx, "%s %s entity %.*s by %s and %s its templates", share,
			       misfit->keys == 1 ? "is of" : "are of", (int)name.len, name.ptr, claim,
			       misfit->keys == 1 ? "fits none of" : "fit none of");
	return pl_text(cx, "%s %s written like those of entity %.*s, but the %s not have %s", share,
		       misfit->keys == 1 ? "is" : "are", (int)name.len, name.ptr,
		       misfit->keys == 1 ? "item does" : "items do", claim);
}

static void report_misfit(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_misfit *misfit)
{
	const bool by_key = misfit->kind == PL_MISFIT_KEY;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_WARNING,
		.message = misfit_message(cx, keys, misfit),
		.why = by_key ? "Queries for the entity are written for its keys: rows that have others are not returned."
			      : "Queries by key return the row among others of another kind, and readers that go by the attribute "
				"do not know it.",
		.fix = by_key ? "Correct the keys at their source and move the rows, or declare the layout, as `legacy` of the "
				"entity when it is an older one."
			      : "Correct the attribute or the key at their source; or declare the kind of item that it is, with a "
				"`match` of its own.",
		.witness = misfit->witness,
		.at = misfit->entity->match->at,
		.counts.keys_wrong = misfit->keys,
		.fingerprint = pl_subject(misfit->entity->name, by_key ? PL_S("key") : PL_S("match")),
	});
}

/* Those that a literal in another letter case keeps from fitting. */
static uint64_t keys_recased(const struct pl_keys *keys)
{
	uint64_t n = 0;

	for (size_t i = 0; i < keys->nrecased; i++)
		n += keys->recased[i].part ? 0 : keys->recased[i].keys;
	return n;
}

static void check_unknown(struct pl_cx *cx, const struct pl_keys *keys)
{
	uint64_t others = keys->unknown.keys;
	struct pl_witness witness = keys->unknown.witness;

	for (size_t i = 0; i < keys->unknown.nmisfits; i++) {
		report_misfit(cx, keys, &keys->unknown.misfits[i]);
		others -= keys->unknown.misfits[i].keys;
	}
	for (size_t i = 0; i < keys->unknown.ndelimited; i++) {
		const struct pl_delimited *delimited = &keys->unknown.delimited[i];

		if (pl_is_delimited(cx, delimited))
			others -= delimited->keys;
		else if (!witness.some)
			witness = delimited->witness;
	}
	for (size_t i = 0; i < keys->nrecased && !pl_rule_on(cx, "PL404"); i++)
		if (!keys->recased[i].part && !witness.some)
			witness = keys->recased[i].witness;
	others -= pl_rule_on(cx, "PL404") ? keys_recased(keys) : 0;
	if (!others)
		return;
	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s %s no entity of the schema", pl_share(cx, others, keys->keys),
				   others == 1 ? "fits" : "fit"),
		.why = "Queries and readers are written for the keys that are declared: others are found by chance, or "
		       "never.",
		.fix = "Declare them, as an entity of their own or as `legacy` of one; or correct them at their source.",
		.witness = witness,
		.at = keys->schema->at,
		.counts.keys_wrong = others,
	});
}

/* ---- without ---- */

/* Keys of all entities of that name: one label may lead several shapes. */
static uint64_t keys_named(const struct pl_keys *keys, struct pl_str name)
{
	uint64_t sum = 0;

	for (size_t i = 0; i < keys->nentities; i++)
		if (pl_str_eq(keys->entities[i]->name, name))
			sum += keys->entities[i]->keys;
	return sum;
}

/* Letters to both sides of byte `at`, those of the word that it stands in or ends. */
static size_t letters_around(struct pl_str s, size_t at)
{
	size_t from = at, to = at;

	while (from > 0 && pl_is_alpha((unsigned char)s.ptr[from - 1]))
		from--;
	while (to < s.len && pl_is_alpha((unsigned char)s.ptr[to]))
		to++;
	return to - from;
}

static bool is_letters(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!pl_is_alpha((unsigned char)s.ptr[i]))
			return false;
	return true;
}

/*
 * Whether one letter more, less, other, or two swapped in one word of the
 * labels (PAYMENT#ITEM has two) makes the one the other. What they have in
 * common at both ends is left out: an edit is what remains.
 */
static bool one_edit(struct pl_str a, struct pl_str b)
{
	size_t head = 0, tail = 0, least = PL_MIN(a.len, b.len);
	struct pl_str x, y;

	while (head < least && a.ptr[head] == b.ptr[head])
		head++;
	while (tail < least - head && a.ptr[a.len - 1 - tail] == b.ptr[b.len - 1 - tail])
		tail++;
	x = pl_str_sub(a, head, a.len - tail);
	y = pl_str_sub(b, head, b.len - tail);
	if (!is_letters(x) || !is_letters(y) || letters_around(a, head) < LABEL_LETTERS ||
	    letters_around(b, head) < LABEL_LETTERS)
		return false;
	if (x.len == 2 && y.len == 2)
		return x.ptr[0] == y.ptr[1] && x.ptr[1] == y.ptr[0];
	return x.len + y.len > 0 && x.len <= 1 && y.len <= 1;
}

/* The common label that a rare one is a slip of; NULL: none. */
static const struct pl_entity *meant(const struct pl_keys *keys, struct pl_str name, uint64_t rare)
{
	for (size_t i = 0; i < keys->nentities; i++) {
		const struct pl_entity *other = keys->entities[i];
		uint64_t common;

		if (!one_edit(name, other->name))
			continue;
		common = keys_named(keys, other->name);
		if (common >= COMMON_KEYS && common >= COMMON_TIMES * rare)
			return other;
	}
	return NULL;
}

static bool is_first_of_its_name(const struct pl_keys *keys, size_t i)
{
	for (size_t k = 0; k < i; k++)
		if (pl_str_eq(keys->entities[k]->name, keys->entities[i]->name))
			return false;
	return true;
}

static void check_labels(struct pl_cx *cx, const struct pl_keys *keys)
{
	for (size_t i = 0; i < keys->nentities; i++) {
		const struct pl_entity *entity = keys->entities[i], *other;
		uint64_t rare = keys_named(keys, entity->name);

		if (entity->declared || rare > RARE_KEYS || rare * RARE_SHARE > keys->keys || !is_first_of_its_name(keys, i))
			continue;
		other = meant(keys, entity->name, rare);
		if (!other)
			continue;
		pl_report_keys(cx, keys, (struct pl_finding){
			.level = PL_WARNING,
			.entity = entity,
			.message = pl_text(cx, "%s labelled %.*s, one edit away from %.*s, which stands in %s",
					   rare == 1 ? "1 key is" : pl_text(cx, "%s keys are", pl_count(cx, rare)),
					   (int)entity->name.len, entity->name.ptr, (int)other->name.len, other->name.ptr,
					   pl_counted(cx, keys_named(keys, other->name), "key")),
			.why = "A query asks for the label that everybody else writes: rows under a misspelt one are never "
			       "returned.",
			.witness = entity->nexamples ? entity->examples[0] : (struct pl_witness){.some = false},
			.fix = "Correct the label where it is written, and move those rows to the right key; if it is "
			       "meant, declare it in a schema.",
			.counts.keys_wrong = rare,
			.fingerprint = pl_subject(entity->name, other->name),
		});
	}
}

/*
 * Few beside those that are like either half. A layout of two ids without a delimiter between them may be meant; nobody
 * writes one label twice for that, and two labels that are so rare are no layout.
 */
static bool is_slip(const struct pl_keys *keys, const struct pl_glued *glued)
{
	uint64_t rare = glued->entity->keys;

	return rare <= RARE_KEYS && glued->common >= COMMON_TIMES * rare &&
	       (pl_str_eq(glued->left, glued->right) || rare * RARE_GLUED <= keys->keys);
}

static const char *halves_text(struct pl_cx *cx, const struct pl_glued *glued)
{
	struct pl_str left = glued->left, right = glued->right;

	if (pl_str_eq(left, right))
		return pl_text(cx, "two keys of %.*s", (int)left.len, left.ptr);
	return pl_text(cx, "a key of %.*s and one of %.*s", (int)left.len, left.ptr, (int)right.len, right.ptr);
}

static void check_glued(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_glued *glued)
{
	uint64_t rare = glued->entity->keys;
	bool short_label = glued->left.len < 2 || glued->right.len < 2;

	if (!is_slip(keys, glued))
		return;
	pl_report_keys(cx, keys, (struct pl_finding){
		.level = short_label ? PL_INFO : PL_WARNING,
		.entity = glued->entity,
		.message = pl_text(cx, "%s %s in one; at least %s are like each half",
				   rare == 1 ? "1 key is" : pl_text(cx, "each of %s keys is", pl_count(cx, rare)),
				   halves_text(cx, glued), pl_counted(cx, glued->common, "key")),
		.why = "A key was put where a value was meant, or two writes became one: no query asks for what came of it.",
		.fix = "Put the delimiter, or the value alone, where the key is composed, and move those rows to the right key; if "
		       "it is meant, declare it in a schema.",
		.witness = glued->entity->examples[0],
		.counts.keys_wrong = rare,
		.fingerprint = pl_subject(glued->left, glued->right),
	});
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	if (keys->templates)
		check_unknown(cx, keys);
	/* Among keys of no entity a slip is told of already; else what was learned is of layouts that say nothing. */
	if (keys->unknown.keys)
		return;
	check_labels(cx, keys);
	for (size_t i = 0; i < keys->nglued; i++)
		check_glued(cx, keys, &keys->glued[i]);
}

const struct pl_rule pl_rule_unknown_shape = {
	.code = "PL406",
	.name = "unknown-shape",
	.since = "0.1.0",
	.summary = "keys that fit no declared entity, are two in one, or whose label is misspelt",
	.why = "ODRER#2026-06-03 is never returned by begins_with(SK, \"ORDER#\"): no query knows the row.",
	.fix = "Declare the keys, as an entity or as `legacy` of one, or correct them at their source.",
	.blind = "Of `match`, items without the attribute; without a schema, whatever is not a slip of one letter in a label of 5 or "
		 "more, or two sort keys glued together.",
	.source = "Amazon DynamoDB developer guide, Query: begins_with compares the first bytes of the sort key.",
	.scope = PL_KEYS,
	.level = PL_WARNING,
	.applies_keys = applies,
	.check_keys = check,
};
