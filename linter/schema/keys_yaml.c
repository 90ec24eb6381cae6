/* SPDX-License-Identifier: Apache-2.0 */
/*
 * keys.yaml: one table map, {tables: [table map, …]}, or several documents.
 *
 *     table: Leaderboard
 *     key: {pk: PK, sk: SK}
 *     fields:   {score: {type: number, width: 10}, …}
 *     entities: {Entry: {PK: SEASON#<season>, SK: <score>#<at>}}
 *     queries:  [{name: top 100, pk: SEASON#<season>, order: desc}]
 *
 * Each kind of map has a table of its members with a reader for each. A reader
 * that meets a fault leaves its member empty and goes on.
 */
#include "linter/schema/field.h"
#include "linter/schema/nodes.h"
#include "linter/schema/schema.h"

enum { MOST = 1000 }; /* fields, entities, queries of one table */

struct reading {
	struct pl_nodes nodes;
	struct pl_schema_table *table;
	struct pl_index *index;          /* the key or index that is being read */
	struct pl_schema_entity *entity;
	PL_VEC(struct pl_schema_key) keys; /* of the entity */
	struct pl_schema_key *key;       /* in its long form */
	struct pl_schema_query *query;
	PL_VEC(struct pl_schema_table *) tables;
};

static struct pl_arena *arena(const struct reading *r)
{
	return r->nodes.faults->arena;
}

static struct pl_pos at(const struct reading *r, const struct pl_yaml *node)
{
	return pl_node_at(&r->nodes, node);
}

/* Text of any kind into a slice. */
static void take_text(struct reading *r, const struct pl_yaml_pair *pair, struct pl_str *out)
{
	if (pl_node_is_text(&r->nodes, pair->value, pair->key.text.ptr))
		*out = pair->value->text;
}

static bool few(struct reading *r, const struct pl_yaml *node, const char *what)
{
	if (node->count <= MOST)
		return true;
	pl_node_fault(&r->nodes, node, "more than %d %s in one table", MOST, what);
	return false;
}

static void template_of(struct reading *r, const struct pl_yaml *node, const char *what, struct pl_template *out)
{
	*out = (struct pl_template){.at = at(r, node), .malformed = true};
	if (pl_node_is_template(&r->nodes, node, what))
		pl_template_read(r->nodes.faults, node->text, at(r, node), node, out);
}

/* Of a query: an empty text is none that DynamoDB takes, which is for a rule to say. */
static void asked_of(struct reading *r, const struct pl_yaml *node, const char *what, struct pl_template *out)
{
	if (node->kind == PL_Y_TEXT && !pl_yaml_is_null(node) && !node->tag.len && !node->text.len)
		*out = (struct pl_template){.at = at(r, node), .text = node->text, .node = node};
	else
		template_of(r, node, what, out);
}

/* Templates of a list, or of a text alone, each as `take` reads it. */
static struct pl_template *templates_of(struct reading *r, const struct pl_yaml *node, const char *what, size_t *count,
					void (*take)(struct reading *r, const struct pl_yaml *node, const char *what,
						     struct pl_template *out))
{
	struct pl_node_list list = pl_node_list(node);
	struct pl_template *templates = PL_NEW_N(arena(r), struct pl_template, list.count + 1);

	for (size_t i = 0; i < list.count; i++)
		take(r, pl_node_item(&list, i), what, &templates[i]);
	*count = list.count;
	return templates;
}

/* ---- key and indexes ---- */

/* ATTR or ATTR:TYPE; types are one capital. */
static bool attribute_of(struct reading *r, const struct pl_yaml *node, const char *what, struct pl_attribute *out)
{
	struct pl_str text;

	*out = (struct pl_attribute){.type = 0};
	if (!pl_node_is_text(&r->nodes, node, what))
		return false;
	out->name = text = node->text;
	if (text.len < 3 || text.ptr[text.len - 2] != ':' || !pl_is_upper((unsigned char)text.ptr[text.len - 1]))
		return true;
	out->type = text.ptr[text.len - 1];
	out->name = pl_arena_str(arena(r), pl_str_sub(text, 0, text.len - 2));
	if (memchr("SNB", out->type, 3))
		return true;
	pl_fault(r->nodes.faults, pl_node_byte_at(&r->nodes, node, text.len - 1),
		 "a key attribute is of type S, N or B, not \"%c\"", out->type);
	out->type = 0;
	return true;
}

static void read_attributes(struct reading *r, const struct pl_yaml_pair *pair,
			    bool (*add)(struct pl_index *, struct pl_attribute))
{
	struct pl_node_list list = pl_node_list(pair->value);
	const bool table = r->index == &r->table->names.index[0];

	if (list.items && table) {
		pl_node_fault(&r->nodes, pair->value, "only an index has keys of several attributes; a table has one of each");
		return;
	}
	if (list.count == 0)
		pl_node_fault(&r->nodes, pair->value, "%s is an empty list", pair->key.text.ptr);
	for (size_t i = 0; i < list.count; i++) {
		const struct pl_yaml *node = pl_node_item(&list, i);
		struct pl_attribute attribute;

		if (!attribute_of(r, node, pair->key.text.ptr, &attribute))
			continue;
		if (!add(r->index, attribute)) {
			pl_node_fault(&r->nodes, node, "a key has at most %d partition and %d sort attributes",
				      PL_KEY_ATTRIBUTES, PL_KEY_ATTRIBUTES);
			return;
		}
	}
}

static void read_pk_attribute(void *ctx, const struct pl_yaml_pair *pair)
{
	read_attributes(ctx, pair, pl_index_add_pk);
}

static void read_sk_attribute(void *ctx, const struct pl_yaml_pair *pair)
{
	read_attributes(ctx, pair, pl_index_add_sk);
}

static void read_local(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	pl_node_bool(&r->nodes, pair->value, "local", &r->index->local);
}

static void read_projection(void *ctx, const struct pl_yaml_pair *pair)
{
	static const char *const words[] = {"ALL", "KEYS_ONLY", "INCLUDE"};
	struct reading *r = ctx;
	size_t i;

	if (pl_node_word(&r->nodes, pair->value, "projection", words, PL_LEN(words), &i))
		r->index->projection = (enum pl_projection)(PL_PROJECT_ALL + i);
}

static const struct pl_member key_members[] = {{"pk", read_pk_attribute}, {"sk", read_sk_attribute}};
static const struct pl_member index_members[] = {
	{"pk", read_pk_attribute},
	{"sk", read_sk_attribute},
	{"local", read_local},
	{"projection", read_projection},
};

static void read_key(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	r->table->key_at = at(r, &pair->key);
	if (!pl_node_is_map(&r->nodes, pair->value, "key"))
		return;
	r->index = &r->table->names.index[0];
	r->table->names.nindexes = PL_MAX(r->table->names.nindexes, (size_t)1);
	pl_node_members(&r->nodes, pair->value, "member of a key", key_members, PL_LEN(key_members), r);
	if (!pl_yaml_get(pair->value, "pk"))
		pl_node_fault(&r->nodes, pair->value, "a key needs pk: the name of the partition key attribute");
}

static void read_index(struct reading *r, const struct pl_yaml_pair *pair)
{
	struct pl_table *names = &r->table->names;

	if (!pl_node_is_map(&r->nodes, pair->value, "an index"))
		return;
	if (names->nindexes == PL_MAX_INDEXES) {
		pl_node_fault(&r->nodes, &pair->key, "more than %d indexes", PL_MAX_INDEXES - 1);
		return;
	}
	r->table->index_at[names->nindexes] = at(r, &pair->key);
	r->index = &names->index[names->nindexes++];
	r->index->name = pair->key.text;
	pl_node_members(&r->nodes, pair->value, "member of an index", index_members, PL_LEN(index_members), r);
	if (!r->index->local && !pl_yaml_get(pair->value, "pk"))
		pl_node_fault(&r->nodes, pair->value, "index %.*s needs pk: the name of its partition key attribute",
			      pl_shown(pair->key.text), pair->key.text.ptr);
}

static void read_indexes(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	if (!pl_node_is_map(&r->nodes, pair->value, "indexes"))
		return;
	/* The table's own place is kept free, also when `key:` comes later or from another file. */
	r->table->names.nindexes = PL_MAX(r->table->names.nindexes, (size_t)1);
	for (size_t i = 0; i < pair->value->count; i++)
		read_index(r, &pair->value->pairs[i]);
}

/* ---- entities ---- */

static void read_delimiter_text(struct reading *r, const struct pl_yaml *node, struct pl_str *out)
{
	if (pl_node_is_text(&r->nodes, node, "delimiter"))
		*out = node->text;
}

static void read_main(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	template_of(r, pair->value, "template", &r->key->main);
}

static void read_legacy(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	r->key->legacy = templates_of(r, pair->value, "legacy", &r->key->nlegacy, template_of);
}

static void read_key_delimiter(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	read_delimiter_text(r, pair->value, &r->key->delimiter);
}

static const struct pl_member long_members[] = {
	{"template", read_main},
	{"legacy", read_legacy},
	{"delimiter", read_key_delimiter},
};

static void read_entity_key(struct reading *r, const struct pl_yaml_pair *pair)
{
	const char *what = pl_arena_printf(arena(r), "the template of %.*s", pl_shown(pair->key.text), pair->key.text.ptr);
	struct pl_schema_key key = {
		.attribute = pair->key.text,
		.at = at(r, &pair->key),
		.main = {.at = at(r, pair->value), .malformed = true},
	};

	r->key = &key;
	if (pl_yaml_get(pair->value, "template"))
		pl_node_members(&r->nodes, pair->value, "member of a template", long_members, PL_LEN(long_members), r);
	else
		template_of(r, pair->value, what, &key.main);
	r->key = NULL;
	PL_PUSH(&r->keys, key);
}

static void read_keys(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	if (!pl_node_is_map(&r->nodes, pair->value, "keys"))
		return;
	for (size_t i = 0; i < pair->value->count; i++)
		read_entity_key(r, &pair->value->pairs[i]);
}

static void read_match(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;
	struct pl_schema_match *match;

	if (!pl_node_is_map(&r->nodes, pair->value, "match"))
		return;
	match = PL_NEW_N(arena(r), struct pl_schema_match, pair->value->count + 1);
	for (size_t i = 0; i < pair->value->count; i++) {
		const struct pl_yaml_pair *p = &pair->value->pairs[i];

		if (pl_node_is_text(&r->nodes, p->value, "a value of match"))
			match[r->entity->nmatch++] = (struct pl_schema_match){
				.attribute = p->key.text, .value = p->value->text, .at = at(r, &p->key)};
	}
	r->entity->match = match;
}

static void read_entity_fields(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	if (few(r, pair->value, "fields"))
		r->entity->fields = pl_fields_read(&r->nodes, pair->value, &r->entity->nfields);
}

static void read_unique(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	r->entity->unique_at = at(r, &pair->key);
	if (pair->value->kind == PL_Y_TEXT && pl_str_eq(pair->value->text, PL_S("false")))
		r->entity->unique = PL_UNIQUE_NO;
	else if (pl_node_texts(&r->nodes, pair->value, "unique (names, or false)", &r->entity->unique_names))
		r->entity->unique = PL_UNIQUE_NAMES;
}

static void read_entity_delimiter(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	read_delimiter_text(r, pair->value, &r->entity->delimiter);
}

/* All other members are key attributes. */
static const struct pl_member entity_members[] = {
	{"keys", read_keys},     {"match", read_match},         {"fields", read_entity_fields},
	{"unique", read_unique}, {"delimiter", read_entity_delimiter},
};

/* A map that is no template and has nearly the name of a member is that member. */
static bool is_misspelt_member(const struct pl_yaml_pair *pair, struct pl_near *near)
{
	if (pair->value->kind != PL_Y_MAP || pl_yaml_get(pair->value, "template"))
		return false;
	*near = pl_near_to(pair->key.text);
	for (size_t i = 0; i < PL_LEN(entity_members); i++)
		pl_near_try(near, entity_members[i].name);
	return near->best != NULL;
}

static void read_entity_member(struct reading *r, const struct pl_yaml_pair *pair)
{
	struct pl_near near;

	for (size_t i = 0; i < PL_LEN(entity_members); i++)
		if (pl_str_eq(pair->key.text, pl_str_c(entity_members[i].name))) {
			entity_members[i].read(r, pair);
			return;
		}
	if (is_misspelt_member(pair, &near))
		pl_fault_unknown(r->nodes.faults, at(r, &pair->key), "member of an entity", &near);
	else
		read_entity_key(r, pair);
}

static void read_entity(struct reading *r, const struct pl_yaml_pair *pair, struct pl_schema_entity *entity)
{
	*entity = (struct pl_schema_entity){.name = pair->key.text, .at = at(r, &pair->key)};
	if (pair->key.text.len == 0)
		pl_node_fault(&r->nodes, &pair->key, "an entity needs a name");
	if (!pl_node_is_map(&r->nodes, pair->value, "an entity"))
		return;
	r->entity = entity;
	for (size_t i = 0; i < pair->value->count; i++)
		read_entity_member(r, &pair->value->pairs[i]);
	entity->keys = PL_KEEP(arena(r), &r->keys);
	entity->nkeys = r->keys.len;
	r->keys.len = 0;
}

static void read_entities(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;
	size_t count = pair->value->count;

	if (!pl_node_is_map(&r->nodes, pair->value, "entities") || !few(r, pair->value, "entities"))
		return;
	r->table->entities = PL_NEW_N(arena(r), struct pl_schema_entity, count + 1);
	for (size_t i = 0; i < count; i++)
		read_entity(r, &pair->value->pairs[i], &r->table->entities[i]);
	r->table->nentities = count;
}

/* ---- queries ---- */

static const struct {
	const char *name, *alias;
	enum pl_operator op;
} operators[] = {
	{"=", "eq", PL_Q_EQ},   {"<", "lt", PL_Q_LT},           {"<=", "lte", PL_Q_LE},
	{">", "gt", PL_Q_GT},   {">=", "gte", PL_Q_GE},         {"between", "between", PL_Q_BETWEEN},
	{"begins_with", "begins_with", PL_Q_BEGINS_WITH},
};

const char *pl_operator_name(enum pl_operator op)
{
	for (size_t i = 0; i < PL_LEN(operators); i++)
		if (operators[i].op == op)
			return operators[i].name;
	return "from/until";
}

static bool operator_of(struct reading *r, const struct pl_yaml *key, enum pl_operator *out)
{
	struct pl_near near = pl_near_to(key->text);

	for (size_t i = 0; i < PL_LEN(operators); i++) {
		if (pl_str_eq(key->text, pl_str_c(operators[i].name)) || pl_str_eq(key->text, pl_str_c(operators[i].alias))) {
			*out = operators[i].op;
			return true;
		}
		pl_near_try(&near, operators[i].name);
		pl_near_try(&near, operators[i].alias);
	}
	pl_near_try(&near, "from");
	pl_near_try(&near, "until");
	if (near.best)
		pl_fault_unknown(r->nodes.faults, at(r, key), "operator", &near);
	else
		pl_node_fault(&r->nodes, key,
			      "unknown operator \"%.*s\"; operators are = < <= > >= (eq lt lte gt gte), between, begins_with, "
			      "from with until",
			      pl_shown(key->text), key->text.ptr);
	return false;
}

static bool read_from_until(struct reading *r, const struct pl_yaml *map, struct pl_condition *out)
{
	const struct pl_yaml *from = pl_yaml_get(map, "from"), *until = pl_yaml_get(map, "until");

	*out = (struct pl_condition){.op = PL_Q_FROM_UNTIL, .at = at(r, &map->pairs[0].key)};
	if (!from || !until) {
		pl_node_fault(&r->nodes, map, "from and until stand together; for one end write gte or lt");
		return false;
	}
	asked_of(r, from, "from", &out->first);
	asked_of(r, until, "until", &out->second);
	if (map->count > 2)
		pl_node_fault(&r->nodes, map, "one condition on a sort key; from and until are one");
	return true;
}

static bool read_operator(struct reading *r, const struct pl_yaml_pair *pair, struct pl_condition *out)
{
	const struct pl_yaml *value = pair->value;

	*out = (struct pl_condition){.at = at(r, &pair->key)};
	if (!operator_of(r, &pair->key, &out->op))
		return false;
	if (out->op != PL_Q_BETWEEN) {
		asked_of(r, value, pair->key.text.ptr, &out->first);
		return true;
	}
	if (!pl_node_is_list(&r->nodes, value, "between"))
		return false;
	if (value->count != 2) {
		pl_node_fault(&r->nodes, value, "between takes two bounds, [low, high], not %zu", value->count);
		return false;
	}
	asked_of(r, value->items[0], "the lower bound", &out->first);
	asked_of(r, value->items[1], "the upper bound", &out->second);
	return true;
}

/* T, {OPERATOR: T}, {between: [T, T]} or {from: T, until: T}. */
static bool read_condition(struct reading *r, const struct pl_yaml *node, struct pl_condition *out)
{
	if (node->kind != PL_Y_MAP) {
		*out = (struct pl_condition){.op = PL_Q_EQ, .at = at(r, node)};
		asked_of(r, node, "sk", &out->first);
		return true;
	}
	if (node->count == 0) {
		pl_node_fault(&r->nodes, node, "sk has no operator; write {begins_with: …} or {between: [low, high]}");
		return false;
	}
	if (node->count == 1 && pl_yaml_is_null(node->pairs[0].value))
		return pl_node_is_template(&r->nodes, node, "sk");
	if (pl_yaml_get(node, "from") || pl_yaml_get(node, "until"))
		return read_from_until(r, node, out);
	if (node->count > 1)
		pl_node_fault(&r->nodes, &node->pairs[1].key, "one condition on a sort key; DynamoDB takes no second");
	return read_operator(r, &node->pairs[0], out);
}

static void read_query_sk(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;
	struct pl_node_list list = pl_node_list(pair->value);
	struct pl_schema_query *query = r->query;

	query->sk_at = at(r, &pair->key);
	query->sk = PL_NEW_N(arena(r), struct pl_condition, list.count + 1);
	for (size_t i = 0; i < list.count; i++)
		query->nsk += read_condition(r, pl_node_item(&list, i), &query->sk[query->nsk]);
}

static void read_query_pk(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	r->query->pk = templates_of(r, pair->value, "pk", &r->query->npk, asked_of);
}

static void read_query_name(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	take_text(r, pair, &r->query->name);
}

static void read_query_index(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	take_text(r, pair, &r->query->index_name);
	r->query->index_at = at(r, pair->value);
}

static void read_partial(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	pl_node_bool(&r->nodes, pair->value, "partial", &r->query->partial);
}

static const char *const directions[] = {"asc", "desc"};

static void read_order(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;
	size_t i;

	r->query->order_at = at(r, pair->value);
	if (!pl_node_word(&r->nodes, pair->value, "order", directions, PL_LEN(directions), &i))
		return;
	r->query->ordered = true;
	r->query->order = (enum pl_direction)i;
}

/* "score desc" */
static bool want_of(struct reading *r, const struct pl_yaml *node, struct pl_want *out)
{
	struct pl_str text;
	const char *blank;

	if (!pl_node_is_text(&r->nodes, node, "wants"))
		return false;
	text = node->text;
	blank = memchr(text.ptr, ' ', text.len);
	*out = (struct pl_want){.at = at(r, node)};
	out->value = pl_arena_str(arena(r), pl_str_sub(text, 0, blank ? (size_t)(blank - text.ptr) : text.len));
	text = pl_str_sub(text, out->value.len, text.len);
	if (pl_str_eq(text, PL_S(" desc")))
		out->direction = PL_DESC;
	else if (!pl_str_eq(text, PL_S(" asc"))) {
		pl_node_fault(&r->nodes, node, "wants names values with asc or desc, as [score desc, at asc], not \"%.*s\"",
			      pl_shown(node->text), node->text.ptr);
		return false;
	}
	return true;
}

static void read_wants(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;
	struct pl_node_list list = pl_node_list(pair->value);
	struct pl_want *wants = PL_NEW_N(arena(r), struct pl_want, list.count + 1);

	for (size_t i = 0; i < list.count; i++)
		r->query->nwants += want_of(r, pl_node_item(&list, i), &wants[r->query->nwants]);
	r->query->wants = wants;
}

static void read_limit(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	r->query->limit_at = at(r, pair->value);
	pl_node_uint(&r->nodes, pair->value, "limit", 1, INT32_MAX, &r->query->limit);
}

static void read_returns(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	pl_node_texts(&r->nodes, pair->value, "returns (names of entities)", &r->query->returns);
}

static void read_expression(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	r->query->expression_at = at(r, pair->value);
	r->query->expression_node = pair->value;
	take_text(r, pair, &r->query->expression);
}

static bool is_placeholder(struct reading *r, const struct pl_yaml *key, char sign, const char *what)
{
	if (key->text.len > 1 && *key->text.ptr == sign)
		return true;
	pl_node_fault(&r->nodes, key, "%s begin with %c, as \"%c%.*s\", not \"%.*s\"", what, sign, sign, pl_shown(key->text),
		      key->text.ptr, pl_shown(key->text), key->text.ptr);
	return false;
}

static void read_names(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;
	struct pl_schema_query *q = r->query;

	q->names_at = at(r, &pair->key);
	if (!pl_node_is_map(&r->nodes, pair->value, "names"))
		return;
	q->names = PL_NEW_N(arena(r), struct pl_binding, pair->value->count + 1);
	for (size_t i = 0; i < pair->value->count; i++) {
		const struct pl_yaml_pair *p = &pair->value->pairs[i];

		if (is_placeholder(r, &p->key, '#', "names") && pl_node_is_text(&r->nodes, p->value, "a name's attribute"))
			q->names[q->nnames++] =
				(struct pl_binding){.name = p->key.text, .at = at(r, &p->key), .attribute = p->value->text};
	}
}

/* T, or {S: T} as the SDKs write it. */
static bool read_value(struct reading *r, const struct pl_yaml_pair *pair, struct pl_binding *out)
{
	const struct pl_yaml *node = pair->value;

	*out = (struct pl_binding){.name = pair->key.text, .at = at(r, &pair->key)};
	if (!is_placeholder(r, &pair->key, ':', "values"))
		return false;
	if (node->kind == PL_Y_MAP && node->count == 1 && node->pairs[0].key.text.len == 1 &&
	    memchr("SNB", *node->pairs[0].key.text.ptr, 3)) {
		out->type = *node->pairs[0].key.text.ptr;
		node = node->pairs[0].value;
	}
	asked_of(r, node, "a value", &out->value);
	return true;
}

static void read_values(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;
	struct pl_schema_query *q = r->query;

	q->values_at = at(r, &pair->key);
	if (!pl_node_is_map(&r->nodes, pair->value, "values"))
		return;
	q->values = PL_NEW_N(arena(r), struct pl_binding, pair->value->count + 1);
	for (size_t i = 0; i < pair->value->count; i++)
		q->nvalues += read_value(r, &pair->value->pairs[i], &q->values[q->nvalues]);
}

static const struct pl_member query_members[] = {
	{"name", read_query_name}, {"index", read_query_index},     {"pk", read_query_pk},   {"sk", read_query_sk},
	{"partial", read_partial}, {"order", read_order},           {"wants", read_wants},   {"limit", read_limit},
	{"returns", read_returns}, {"expression", read_expression}, {"names", read_names}, {"values", read_values},
};

static void check_query(struct reading *r, const struct pl_yaml *node)
{
	const struct pl_yaml *expression = pl_yaml_get(node, "expression");
	const bool condition = pl_yaml_get(node, "pk") || pl_yaml_get(node, "sk");

	if (expression && condition)
		pl_node_fault(&r->nodes, expression, "an expression stands in place of pk and sk; leave out the one or the other");
	if (!expression && !pl_yaml_get(node, "pk"))
		pl_node_fault(&r->nodes, node, "a query needs pk: or expression:");
	if (!expression && (pl_yaml_get(node, "names") || pl_yaml_get(node, "values")))
		pl_node_fault(&r->nodes, node, "names and values belong to an expression, which is missing");
}

static void read_query(struct reading *r, const struct pl_yaml *node, size_t number, struct pl_schema_query *query)
{
	*query = (struct pl_schema_query){.at = at(r, node)};
	r->query = query;
	if (pl_node_is_map(&r->nodes, node, "a query")) {
		pl_node_members(&r->nodes, node, "member of a query", query_members, PL_LEN(query_members), r);
		check_query(r, node);
	}
	if (query->name.len == 0)
		query->name = pl_str_c(pl_arena_printf(arena(r), "query %zu", number));
}

static void read_queries(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;
	size_t count = pair->value->count;

	if (!pl_node_is_list(&r->nodes, pair->value, "queries") || !few(r, pair->value, "queries"))
		return;
	r->table->queries = PL_NEW_N(arena(r), struct pl_schema_query, count + 1);
	for (size_t i = 0; i < count; i++)
		read_query(r, pair->value->items[i], i + 1, &r->table->queries[i]);
	r->table->nqueries = count;
}

/* ---- tables ---- */

static void read_version(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	if (pair->value->kind == PL_Y_MAP)
		pl_node_fault(&r->nodes, &pair->key, "keys: here is the version of the format, 1; the key of the table is key:");
	else if (pl_node_is_text(&r->nodes, pair->value, "keys") && !pl_str_eq(pair->value->text, PL_S("1")))
		pl_node_fault(&r->nodes, pair->value, "keys: %.*s is a version of the format that is not known; this reads 1",
			      pl_shown(pair->value->text), pair->value->text.ptr);
}

static void read_table_name(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	take_text(r, pair, &r->table->names.name);
}

/* FILE[#logical-id] */
static void read_from(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;
	struct pl_str text;
	const char *hash;

	if (!pl_node_is_text(&r->nodes, pair->value, "from"))
		return;
	text = pair->value->text;
	hash = memchr(text.ptr, '#', text.len);
	r->table->from_at = at(r, pair->value);
	r->table->from = pl_arena_str(arena(r), pl_str_sub(text, 0, hash ? (size_t)(hash - text.ptr) : text.len));
	if (hash)
		r->table->from_id = pl_str_sub(text, (size_t)(hash - text.ptr) + 1, text.len);
	if (r->table->from.len == 0)
		pl_node_fault(&r->nodes, pair->value, "from names no file; write template.yaml#LogicalId");
}

static void read_delimiter(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	r->table->delimiter_at = at(r, pair->value);
	read_delimiter_text(r, pair->value, &r->table->delimiter);
}

static void read_fields(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	if (few(r, pair->value, "fields"))
		r->table->fields = pl_fields_read(&r->nodes, pair->value, &r->table->nfields);
}

static void read_tables_inside(void *ctx, const struct pl_yaml_pair *pair)
{
	struct reading *r = ctx;

	pl_node_fault(&r->nodes, &pair->key, "tables: holds whole tables and stands alone; move the other members into one");
}

static const struct pl_member table_members[] = {
	{"keys", read_version},        {"table", read_table_name}, {"from", read_from},
	{"key", read_key},             {"indexes", read_indexes},  {"delimiter", read_delimiter},
	{"fields", read_fields},       {"entities", read_entities}, {"queries", read_queries},
	{"tables", read_tables_inside},
};

static void read_table(struct reading *r, const struct pl_yaml *node)
{
	if (!pl_node_is_map(&r->nodes, node, "a table"))
		return;
	r->table = PL_NEW(arena(r), struct pl_schema_table);
	r->table->at = at(r, node);
	r->table->delimiter = PL_S("#");
	r->table->names.from = "keys.yaml";
	pl_node_members(&r->nodes, node, "member of a table", table_members, PL_LEN(table_members), r);
	PL_PUSH(&r->tables, r->table);
}

/* {tables: […]}, with `keys: 1` beside it at most. */
static bool is_list_of_tables(const struct pl_yaml *root)
{
	return pl_yaml_get(root, "tables") && (root->count == 1 || (root->count == 2 && pl_yaml_get(root, "keys")));
}

static void read_document(struct reading *r, const struct pl_yaml *root)
{
	const struct pl_yaml *tables;

	if (!is_list_of_tables(root)) {
		read_table(r, root);
		return;
	}
	tables = pl_yaml_get(root, "tables");
	for (size_t i = 0; i < root->count; i++)
		if (pl_str_eq(root->pairs[i].key.text, PL_S("keys")))
			read_version(r, &root->pairs[i]);
	if (pl_node_is_list(&r->nodes, tables, "tables"))
		for (size_t i = 0; i < tables->count; i++)
			read_table(r, tables->items[i]);
}

static void read_documents(struct pl_faults *faults, const char *path, const struct pl_yaml *const *documents, size_t count,
			   struct pl_schema *out)
{
	struct reading r = {.nodes = {faults, pl_str_c(pl_arena_cstr(faults->arena, path))}};

	for (size_t i = 0; i < count; i++)
		read_document(&r, documents[i]);
	out->path = r.nodes.path;
	out->tables = PL_KEEP(faults->arena, &r.tables);
	out->ntables = r.tables.len;
	if (r.tables.len == 0 && faults->count == 0)
		pl_fault(faults, (struct pl_pos){r.nodes.path, 1, 1}, "no table is declared; write table:, key: and entities:");
	PL_VEC_RELEASE(&r.tables);
	PL_VEC_RELEASE(&r.keys);
}

bool pl_schema_read_yaml(struct pl_faults *faults, const char *path, struct pl_str text, struct pl_schema *out)
{
	const struct pl_yaml *const *documents;
	size_t count, before = faults->count;

	*out = (struct pl_schema){.ntables = 0};
	pl_yaml_read_all(faults, path, text, &documents, &count);
	read_documents(faults, path, documents, count, out);
	return faults->count == before;
}

bool pl_schema_read_yaml_file(struct pl_faults *faults, const char *path, struct pl_schema *out)
{
	const struct pl_yaml *const *documents;
	size_t count, before = faults->count;

	*out = (struct pl_schema){.ntables = 0};
	pl_yaml_read_all_file(faults, path, &documents, &count);
	read_documents(faults, path, documents, count, out);
	return faults->count == before;
}

/* ---- telling a keys.yaml from other files ---- */

static const char *const telling[] = {"table", "tables", "keys", "key", "entities", "from"};

/* The key of "key: …" or "key:" at the line's first byte; empty: the line is something else. */
static struct pl_str key_of_line(struct pl_str line)
{
	const char *colon = line.len ? memchr(line.ptr, ':', line.len) : NULL;
	size_t len = colon ? (size_t)(colon - line.ptr) : 0;

	if (!colon || (len + 1 < line.len && line.ptr[len + 1] != ' ') || !pl_is_name(pl_str_sub(line, 0, len)))
		return pl_str_of(NULL, 0);
	return pl_str_sub(line, 0, len);
}

/* Lines that say nothing of what the file is. */
static bool is_passed_over(struct pl_str line)
{
	return line.len == 0 || *line.ptr == '#' || *line.ptr == ' ' || *line.ptr == '-' ||
	       pl_str_starts(line, PL_S("%YAML"));
}

bool pl_schema_is_yaml(struct pl_str head)
{
	size_t from = pl_str_starts(head, PL_S("\xef\xbb\xbf")) ? 3 : 0;

	for (size_t to; from < head.len; from = to + 1) {
		struct pl_str line, key;

		for (to = from; to < head.len && head.ptr[to] != '\n'; to++)
			;
		line = pl_str_sub(head, from, to);
		if (pl_str_ends(line, PL_S("\r")))
			line.len--;
		if (is_passed_over(line))
			continue;
		key = key_of_line(line);
		if (key.len == 0)
			return false;
		for (size_t i = 0; i < PL_LEN(telling); i++)
			if (pl_str_eq(key, pl_str_c(telling[i])))
				return true;
	}
	return false;
}
