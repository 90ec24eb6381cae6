/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL302 delimiter-in-value: a value that holds the delimiter.
 *
 *     customer "C", order "D"       C#D      two parts, as every reader expects
 *     customer "G#1", order "H"     G#1#H    three: which customer is it?
 *
 * In a dump the item itself proves it: the sort key, or its front, is what its
 * attributes give, joined by the delimiter, and one of these holds it. A value
 * at the end may: the parts in front of it are still told apart. In a schema
 * `chars` or `values` allow it.
 *
 * With both, a key of no entity is the proof: it has more segments than the
 * template, and fits once one value may hold the delimiter and what is behind it
 * tells where that value ends.
 *
 *     ORDER#<name>#<day>      ORDER#Smith#Jones#2026-06-23
 *
 * A declared text that stands last may hold it, too: an info, unless what is behind
 * the delimiter is a label of the schema.
 *
 * Where `from` names the attribute that the value is made of, that settles it. Else
 * such keys must be few beside those that fit: many are a layout that nobody
 * declared, and PL406's.
 *
 * Not judged: attributes that hold the delimiter in most rows, or are keys
 * themselves (GSI1SK = PK#date), as those are composed on purpose; paths
 * (folder/name), above an info; the separators inside times, addresses and
 * URLs; ragged hierarchies whose parts stand in no attribute.
 */
#include "linter/rule.h"

static bool applies(const struct pl_keys *keys)
{
	return keys->schema || keys->composite.len;
}

/* ---- seen ---- */

static bool is_key_attribute(const struct pl_table *table, struct pl_str name)
{
	for (size_t i = 0; i < table->nindexes; i++)
		if (pl_str_eq(name, table->index[i].pk) || pl_str_eq(name, table->index[i].sk))
			return true;
	return false;
}

static bool is_composed_on_purpose(const struct pl_keys *keys, const struct pl_holder *holder)
{
	return 2 * holder->keys > keys->composed || is_key_attribute(keys->table, holder->attribute);
}

static void report_holder(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_holder *holder)
{
	bool harmless = holder->last || keys->composite_separator == '/';
	const char *delimiter = pl_byte_text(cx, (unsigned char)keys->composite_separator);

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = harmless ? PL_INFO : PL_ERROR,
		.segment = holder->segment,
		.message = pl_text(cx, "in %s of %s the value of `%.*s` holds the delimiter %s (the key is %.*s)",
				   pl_count(cx, holder->keys), pl_counted(cx, keys->composed, "key"), (int)holder->attribute.len,
				   holder->attribute.ptr, delimiter, (int)keys->composite.len, keys->composite.ptr),
		.why = harmless ? "The parts in front of it are still told apart; whoever splits at every delimiter gets too many."
				: "Split at the delimiter, such a key gives other values than it was made of, its parts stand in "
				  "other places than in the other keys, and other values may give the same key.",
		.fix = pl_text(cx, "Escape %s where the key is written, for instance as %%%02X, or forbid it in `%.*s`; the "
				   "attribute itself keeps its value%s",
			       delimiter, (unsigned char)keys->composite_separator, (int)holder->attribute.len, holder->attribute.ptr,
			       pl_safe_order),
		.witness = holder->witness,
		.counts.keys_wrong = holder->keys,
		.fingerprint = pl_subject(holder->attribute, keys->composite),
	});
}

/* ---- both ---- */

static const char *holding_message(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_delimited *delimited)
{
	const struct pl_field *field = delimited->field;
	struct pl_str name = field->name, from = field->declared->from, delimiter = field->entity->template->delimiter;
	bool one = delimited->keys == 1;
	const char *keys_are = pl_text(cx, "%s %s more segments than those of %.*s", pl_share(cx, delimited->keys, keys->keys),
				       one ? "has" : "have", (int)field->entity->name.len, field->entity->name.ptr);

	if (delimited->proven)
		return pl_text(cx, "%s: <%.*s> holds the delimiter %.*s, as `%.*s` of the item does", keys_are, (int)name.len,
			       name.ptr, (int)delimiter.len, delimiter.ptr, (int)from.len, from.ptr);
	return pl_text(cx, "%s: %s if <%.*s> holds the delimiter %.*s", keys_are, one ? "it fits" : "they fit", (int)name.len,
		       name.ptr, (int)delimiter.len, delimiter.ptr);
}

static void report_holding(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_delimited *delimited)
{
	const struct pl_field *field = delimited->field;
	struct pl_str delimiter = field->entity->template->delimiter;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = delimited->last ? PL_INFO : delimited->proven ? PL_ERROR : PL_WARNING,
		.entity = field->entity,
		.attribute = field->attribute,
		.segment = field->segment,
		.part = field->part,
		.message = holding_message(cx, keys, delimited),
		.why = delimited->last ? "The parts in front of it are still told apart; whoever splits at every delimiter gets too many." : "Split at the delimiter, such a key gives other values than it was made of, and its parts "
						     "stand in other places than in the other keys.",
		.fix = delimited->last ? pl_text(cx, "Declare that the rest of the key is meant (`rest: true`), or how %.*s is written inside the "
						     "value (`escape`). If these are items of another kind, declare them.",
						 (int)delimiter.len, delimiter.ptr)
				       : pl_text(cx, "Escape %.*s where the key is written and declare how (`escape`), or forbid it in the "
						     "value. If these are items of another kind, declare them.%s",
						 (int)delimiter.len, delimiter.ptr, pl_safe_order),
		.witness = delimited->witness,
		.at = field->at,
		.counts.keys_wrong = delimited->keys,
		.fingerprint = pl_subject(field->entity->name, field->name) + delimited->last,
	});
}

/* ---- declared ---- */

static void report_promise(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_schema_entity *entity,
			   const struct pl_schema_key *key, const struct pl_part *part)
{
	const struct pl_template *template = &key->main;
	const struct pl_declared *field = part->field;
	bool last = part + 1 == template->parts + template->nparts;
	const enum pl_field_option by = field->rest ? PL_FO_REST : field->values.count ? PL_FO_VALUES : PL_FO_CHARS;
	const char *option = pl_field_option_name(by);

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = last && field->type == PL_D_TEXT ? PL_INFO : PL_WARNING,
		.attribute = key->attribute,
		.segment = part->segment,
		.message = pl_text(cx, "<%.*s> of %.*s may hold the delimiter %.*s by its `%s`", (int)part->text.len, part->text.ptr,
				   (int)entity->name.len, entity->name.ptr, (int)template->delimiter.len, template->delimiter.ptr,
				   option),
		.why = "A key with such a value has one part more than the others: readers that split it get other values, and "
		       "values further right stand in other places.",
		.fix = field->rest ? pl_text(cx, "Put <%.*s> last, or leave `rest` out and declare how %.*s is written inside the value "
						 "(`escape`)", (int)part->text.len, part->text.ptr, (int)template->delimiter.len,
					     template->delimiter.ptr)
				   : pl_text(cx, "Leave %.*s out of `%s`, declare how it is written inside a value (`escape`), or, when "
						 "<%.*s> stands last, that the rest of the key is meant (`rest: true`)",
					     (int)template->delimiter.len, template->delimiter.ptr, option, (int)part->text.len,
					     part->text.ptr),
		.at = pl_declared_at(field, by),
		.fingerprint = pl_subject(entity->name, part->text),
	});
}

static void check_template(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_schema_entity *entity,
			   const struct pl_schema_key *key)
{
	const struct pl_template *template = &key->main;

	/* One part alone is never split. */
	for (size_t i = 0; i < template->nparts && template->segments > 1; i++) {
		const struct pl_part *part = &template->parts[i];

		if (part->kind != PL_PART_VALUE || !part->field || part->field->escape.len || (part->field->rest && i + 1 == template->nparts))
			continue;
		if (part->field->rest || pl_promise_holds(cx, part->field, template->delimiter))
			report_promise(cx, keys, entity, key, part);
	}
}

static void check_schema(struct pl_cx *cx, const struct pl_keys *keys)
{
	struct pl_str attributes[2 * PL_KEY_ATTRIBUTES];
	const unsigned n = pl_judged_attributes(keys, attributes);

	for (size_t i = 0; i < keys->schema->nentities; i++)
		for (unsigned k = 0; k < n; k++) {
			const struct pl_schema_entity *entity = &keys->schema->entities[i];
			const struct pl_schema_key *key = pl_entity_key(entity, attributes[k]);

			if (key && pl_is_own_attribute(keys, attributes[k]))
				check_template(cx, keys, entity, key);
		}
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	if (keys->schema)
		check_schema(cx, keys);
	for (size_t i = 0; i < keys->unknown.ndelimited; i++)
		if (pl_is_delimited(cx, &keys->unknown.delimited[i]))
			report_holding(cx, keys, &keys->unknown.delimited[i]);
	/* Keys that fit no layout tell more than the front of all of them. */
	for (size_t i = 0; i < keys->nholders && !(keys->composite_open && keys->unknown.ndelimited); i++)
		if (!is_composed_on_purpose(keys, &keys->holders[i]))
			report_holder(cx, keys, &keys->holders[i]);
}

const struct pl_rule pl_rule_delimiter_in_value = {
	.code = "PL302",
	.name = "delimiter-in-value",
	.since = "0.1.0",
	.summary = "a value holds the delimiter, so its key has too many parts",
	.why = "customer \"G#1\" and order \"H\" give G#1#H (47 23 31 23 48): split at # (23) it has three parts, and \"G\" with \"1#H\" "
	       "gives the same bytes.",
	.fix = "Escape the delimiter where keys are written, or forbid it in values.",
	.blind = "Values that stand in no attribute of their own; attributes that hold the delimiter in most rows or are keys "
		 "themselves, which are composed on purpose; paths, above an info.",
	.source = "Amazon DynamoDB developer guide, best practices for sort keys: composite sort keys define a hierarchy that is "
		  "queried at any level by its parts.",
	.wishes = PL_WISH_HOLDERS,
	.scope = PL_KEYS,
	.level = PL_ERROR,
	.applies_keys = applies,
	.check_keys = check,
};
