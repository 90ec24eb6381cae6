/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL407 key-size: keys that DynamoDB refuses for their length, or soon will.
 *
 *     PK    1 to 2,048 bytes
 *     SK    1 to 1,024 bytes, as UTF-8
 *
 * A table holds no other keys, but files to be imported do, lines made by other
 * systems, and attributes that are to become the key of an index: a sort key of
 * 1,500 bytes is a good partition key. Told are empty keys, longer ones, and,
 * as a warning, those that take more than 80 % of what there is.
 *
 * Of what is declared the arithmetic is done: the bytes that every key of an
 * entity takes, and those that its values may take by their declared lengths.
 * Values whose length nobody states count with the least that they can be.
 *
 * Numbers have another limit (38 digits). Of an index with several attributes
 * each that is stored is judged by itself, what is declared together.
 */
#include "linter/rule.h"

/* A partition or sort key of a table or index. */
struct role {
	const struct pl_keys *keys;
	struct pl_str attribute;
	const char *what;
	unsigned limit;
	const struct pl_sized *sizes;
};

static struct role role_of(const struct pl_keys *keys, bool sort)
{
	if (sort)
		return (struct role){keys, keys->sk, "sort key", PL_SORT_BYTES, keys->sort_sizes};
	return (struct role){keys, keys->pk, "partition key", PL_PARTITION_BYTES, keys->partition_sizes};
}

static bool is_index(const struct role *role)
{
	return role->keys->index_name.len != 0;
}

/* A local index has the table's partition key, of which is told once. */
static bool is_of_table(const struct role *role, bool sort)
{
	const struct pl_index *table = role->keys->table ? &role->keys->table->index[0] : NULL;

	return is_index(role) && table && pl_str_eq(role->attribute, sort ? table->sk : table->pk);
}

static bool applies(const struct pl_keys *keys)
{
	bool sized = keys->pk_type != 'N' || (keys->sk.len && keys->sk_type != 'N');

	return sized && (keys->keys > 0 || (keys->schema && keys->schema->nentities > 0));
}

/* ---- what is stored ---- */

static const char *const remedy =
	"Keep what is long in an attribute of its own, and put an id or a hash of it into the key.";

static const char *why_refused(struct pl_cx *cx, const struct role *role, const char *fault)
{
	if (is_index(role))
		return pl_text(cx, "DynamoDB refuses to write an item with %s as the key of an index; an index that is made later "
				   "leaves it out.", fault);
	return pl_text(cx, "DynamoDB refuses to write an item with %s as its key.", fault);
}

static void report_size(struct pl_cx *cx, const struct role *role, enum pl_size size, struct pl_finding finding)
{
	finding.attribute = role->attribute;
	finding.witness = role->sizes[size].example;
	finding.counts.keys_wrong = role->sizes[size].keys;
	finding.fingerprint = pl_subject(role->attribute, pl_str_c(role->what)) + size + 1;
	pl_report_keys(cx, role->keys, finding);
}

static void report_empty(struct pl_cx *cx, const struct role *role)
{
	uint64_t keys = role->sizes[PL_SIZE_EMPTY].keys;

	report_size(cx, role, PL_SIZE_EMPTY, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "%s %s empty", pl_counted(cx, keys, role->what), keys == 1 ? "is" : "are"),
		.why = why_refused(cx, role, "an empty text"),
		.fix = is_index(role) ? "Leave the attribute out where there is no value: the item is then not in the index."
		     : role->limit == PL_SORT_BYTES ? "Write a word in its place, such as META, and the same one in all queries."
						    : "Give the items the id of what they belong to, where they are written.",
	});
}

static void report_over(struct pl_cx *cx, const struct role *role)
{
	const struct pl_sized *over = &role->sizes[PL_SIZE_OVER];

	report_size(cx, role, PL_SIZE_OVER, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "%s %s longer than the %s bytes that DynamoDB allows (the longest has %s)",
				   pl_counted(cx, over->keys, role->what), over->keys == 1 ? "is" : "are",
				   pl_count(cx, role->limit), pl_count(cx, over->longest)),
		.why = why_refused(cx, role, pl_text(cx, "more than %s bytes", pl_count(cx, role->limit))),
		.fix = remedy,
	});
}

static void report_near(struct pl_cx *cx, const struct role *role)
{
	const struct pl_sized *near = &role->sizes[PL_SIZE_NEAR];

	report_size(cx, role, PL_SIZE_NEAR, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s %s more than 80 %% of the %s bytes that DynamoDB allows%s",
				   pl_counted(cx, near->keys, role->what), near->keys == 1 ? "takes" : "take",
				   pl_count(cx, role->limit),
				   near->longest <= role->limit
					   ? pl_text(cx, " (the longest has %s)", pl_count(cx, near->longest)) : ""),
		.why = "A value that is a little longer, or one more part, and the item is refused.",
		.fix = remedy,
	});
}

static void check_stored(struct pl_cx *cx, const struct role *role)
{
	if (role->sizes[PL_SIZE_EMPTY].keys)
		report_empty(cx, role);
	if (role->sizes[PL_SIZE_OVER].keys)
		report_over(cx, role);
	if (role->sizes[PL_SIZE_NEAR].keys)
		report_near(cx, role);
}

/* ---- what is declared ---- */

/* Bytes of the keys of one entity: what all of them take, and what some may. */
struct span {
	uint64_t least, most;
};

/* A value that may be missing takes the literal in front of it away as well. */
static void add_value(struct span *span, uint64_t *literal, const struct pl_declared *field)
{
	unsigned least, most;

	pl_declared_bytes(field, &least, &most);
	span->most += *literal + PL_MAX(least, most);
	for (size_t i = 0; i < field->also.count; i++)
		least = (unsigned)PL_MIN(least, field->also.text[i].len);
	if (!field->optional)
		span->least += *literal + least;
	*literal = 0;
}

static void add_template(struct span *span, const struct pl_template *template)
{
	uint64_t literal = 0;

	for (size_t i = 0; i < template->nparts; i++) {
		const struct pl_part *part = &template->parts[i];

		if (part->kind == PL_PART_VALUE)
			add_value(span, &literal, part->field);
		else
			literal += part->text.len;
	}
	span->least += literal;
	span->most += literal;
}

/* Of a key of several attributes all count together. False: one is a number, or the entity has none. */
static bool span_of(const struct pl_schema_entity *entity, const struct pl_attribute *attributes, unsigned count,
		    struct span *out)
{
	*out = (struct span){0};
	for (unsigned i = 0; i < count; i++) {
		const struct pl_schema_key *key = pl_entity_key(entity, attributes[i].name);

		if (!key || attributes[i].type == 'N' || attributes[i].type == 'B')
			return false;
		add_template(out, &key->main);
	}
	return count > 0;
}

/* Whether the span is worth a word, and what to say of it. */
static enum pl_level judge(struct pl_cx *cx, const struct role *role, const struct span *span, const char **message)
{
	const char *limit = pl_count(cx, role->limit);

	if (span->least > role->limit) {
		*message = pl_text(cx, "takes at least %s bytes, more than the %s that DynamoDB allows",
				   pl_count(cx, span->least), limit);
		return PL_ERROR;
	}
	if (span->most > role->limit) {
		*message = pl_text(cx, "may take %s bytes by the lengths of its values, more than the %s that DynamoDB allows",
				   pl_count(cx, span->most), limit);
		return PL_WARNING;
	}
	*message = pl_text(cx, "takes at least %s of the %s bytes that DynamoDB allows", pl_count(cx, span->least), limit);
	return span->least * 5 > (uint64_t)role->limit * 4 ? PL_WARNING : PL_OFF;
}

static void check_entity(struct pl_cx *cx, const struct role *role, const struct pl_schema_entity *entity,
			 const struct pl_attribute *attributes, unsigned count)
{
	const char *message;
	struct span span;
	enum pl_level level;

	if (!span_of(entity, attributes, count, &span))
		return;
	level = judge(cx, role, &span, &message);
	if (level == PL_OFF)
		return;
	pl_report_keys(cx, role->keys, (struct pl_finding){
		.level = level,
		.attribute = role->attribute,
		.message = pl_text(cx, "the %s of %.*s %s", role->what, (int)entity->name.len, entity->name.ptr, message),
		.why = why_refused(cx, role, pl_text(cx, "more than %s bytes", pl_count(cx, role->limit))),
		.fix = remedy,
		.at = pl_entity_key(entity, role->attribute)->main.at,
		.fingerprint = pl_subject(entity->name, role->attribute),
	});
}

static void check_declared(struct pl_cx *cx, const struct role *role, bool sort)
{
	const struct pl_index *index = role->keys->index;
	struct pl_attribute attributes[PL_KEY_ATTRIBUTES];
	unsigned count = sort ? pl_index_sks(index, attributes) : pl_index_pks(index, attributes);

	for (size_t i = 0; i < role->keys->schema->nentities; i++)
		check_entity(cx, role, &role->keys->schema->entities[i], attributes, count);
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	for (int sort = 0; sort <= 1; sort++) {
		struct role role = role_of(keys, sort);

		/* Of several sort attributes the first brings the partition key. */
		if (!role.attribute.len || is_of_table(&role, sort) || (!sort && keys->rank && !pl_is_part(keys)))
			continue;
		check_stored(cx, &role);
		if (keys->schema && !pl_is_part(keys))
			check_declared(cx, &role, sort);
	}
}

const struct pl_rule pl_rule_key_size = {
	.code = "PL407",
	.name = "key-size",
	.since = "0.1.0",
	.summary = "keys that are empty, too long for DynamoDB, or nearly so",
	.why = "A sort key has 1 to 1,024 bytes, a partition key 1 to 2,048. An import leaves out items with others, and a "
	       "write of one is refused: where the key grows with what users type, one day it is.",
	.fix = "Keep what is long in an attribute of its own, and put an id or a hash of it into the key.",
	.blind = "Numbers. Of an index of several attributes a dump shows one at a time. Values whose length a schema does not state "
		 "count with the least that they can be.",
	.source = "Amazon DynamoDB developer guide, quotas: the length of a partition key value is 1 to 2,048 bytes, of a sort "
		  "key value 1 to 1,024.",
	.scope = PL_KEYS,
	.partition_keys = true,
	.level = PL_ERROR,
	.examples = PL_EX_ITEMS,
	.bad = (const char *const[]){
		"{\"PK\":{\"S\":\"U#1\"},\"SK\":{\"S\":\"A#0001\"}}",
		"{\"PK\":{\"S\":\"U#1\"},\"SK\":{\"S\":\"\"}}",
		NULL,
	},
	.good = (const char *const[]){
		"{\"PK\":{\"S\":\"U#1\"},\"SK\":{\"S\":\"A#0001\"}}",
		"{\"PK\":{\"S\":\"U#1\"},\"SK\":{\"S\":\"META\"}}",
		NULL,
	},
	.applies_keys = applies,
	.check_keys = check,
};
