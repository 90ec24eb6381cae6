/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/base/yaml.h"

#include <yaml.h>

#include "linter/base/buf.h"

struct anchor {
	struct pl_str name;
	const struct pl_yaml *node;
};

struct reader {
	yaml_parser_t parser;
	struct pl_arena *arena;
	const char *path;
	struct pl_error *error;
	PL_VEC(struct anchor) anchors; /* complete nodes only: an alias never meets itself */
};

static bool fail(struct reader *r, yaml_mark_t at, const char *what)
{
	return pl_fail(r->error, PL_EXIT_USAGE, "%s:%zu:%zu: %s", r->path, at.line + 1, at.column + 1, what);
}

static bool next(struct reader *r, yaml_event_t *event)
{
	if (yaml_parser_parse(&r->parser, event))
		return true;
	if (r->parser.error == YAML_MEMORY_ERROR)
		pl_die("out of memory");
	/* A reader error (bad UTF-8, a control byte) has an offset in place of a mark. */
	if (r->parser.error == YAML_READER_ERROR)
		return pl_fail(r->error, PL_EXIT_USAGE, "%s: not YAML text at byte %zu: %s", r->path,
			       r->parser.problem_offset, r->parser.problem ? r->parser.problem : "unreadable");
	return fail(r, r->parser.problem_mark, r->parser.problem ? r->parser.problem : "not YAML");
}

static struct pl_str copy(struct reader *r, const yaml_char_t *bytes, size_t len)
{
	return pl_arena_str(r->arena, pl_str_of((const char *)bytes, len));
}

static struct pl_str copy_c(struct reader *r, const yaml_char_t *text)
{
	return text ? copy(r, text, strlen((const char *)text)) : pl_str_of(NULL, 0);
}

static struct pl_yaml *node_at(struct reader *r, enum pl_yaml_kind kind, const yaml_event_t *event,
			       const yaml_char_t *tag)
{
	struct pl_yaml *node = PL_NEW(r->arena, struct pl_yaml);

	node->kind = kind;
	node->line = (unsigned)event->start_mark.line + 1;
	node->column = (unsigned)event->start_mark.column + 1;
	node->tag = copy_c(r, tag);
	node->depth = node->nodes = 1;
	return node;
}

static bool name_anchor(struct reader *r, struct pl_str name, const struct pl_yaml *node)
{
	if (name.len)
		PL_PUSH(&r->anchors, (struct anchor){name, node});
	return true;
}

static const struct pl_yaml *find_anchor(const struct reader *r, struct pl_str name)
{
	for (size_t i = r->anchors.len; i-- > 0;) /* the last of a name counts */
		if (pl_str_eq(r->anchors.ptr[i].name, name))
			return r->anchors.ptr[i].node;
	return NULL;
}

/* Adds what `child` weighs to its parent; false when the tree grows too large. */
static bool weigh(struct reader *r, struct pl_yaml *node, const struct pl_yaml *child, yaml_mark_t at, unsigned depth)
{
	node->depth = PL_MAX(node->depth, child->depth + 1);
	node->nodes += child->nodes;
	if (depth + child->depth > PL_YAML_DEPTH)
		return fail(r, at, "lists and maps are nested too deep (32 at most)");
	if (node->nodes > PL_YAML_NODES)
		return fail(r, at, "too many nodes once aliases are followed");
	return true;
}

static const struct pl_yaml *build(struct reader *r, yaml_event_t *event, unsigned depth);

static const struct pl_yaml *build_list(struct reader *r, const yaml_event_t *start, unsigned depth)
{
	struct pl_yaml *node = node_at(r, PL_Y_LIST, start, start->data.sequence_start.tag);
	struct pl_str anchor = copy_c(r, start->data.sequence_start.anchor);
	PL_VEC(const struct pl_yaml *) items = {NULL, 0, 0};
	yaml_event_t event;
	bool ok = false;

	while (next(r, &event)) {
		const struct pl_yaml *item;
		yaml_mark_t at = event.start_mark;

		if (event.type == YAML_SEQUENCE_END_EVENT) {
			yaml_event_delete(&event);
			ok = name_anchor(r, anchor, node);
			break;
		}
		item = build(r, &event, depth + 1);
		if (!item || !weigh(r, node, item, at, depth))
			break;
		PL_PUSH(&items, item);
	}
	if (ok && items.len) {
		const struct pl_yaml **own = PL_NEW_N(r->arena, const struct pl_yaml *, items.len);

		memcpy(own, items.ptr, items.len * sizeof(*own));
		node->items = own;
		node->count = items.len;
	}
	PL_VEC_RELEASE(&items);
	return ok ? node : NULL;
}

static bool check_key(struct reader *r, const struct pl_yaml *key, const struct pl_yaml_pair *pairs, size_t npairs,
		      yaml_mark_t at)
{
	if (key->kind != PL_Y_TEXT)
		return fail(r, at, "a key must be text");
	for (size_t i = 0; i < npairs; i++)
		if (pl_str_eq(pairs[i].key.text, key->text))
			return fail(r, at, pl_arena_printf(r->arena, "\"%s\" stands twice in one map (first in line %u)",
							   key->text.ptr, pairs[i].key.line));
	return true;
}

static const struct pl_yaml *build_map(struct reader *r, const yaml_event_t *start, unsigned depth)
{
	struct pl_yaml *node = node_at(r, PL_Y_MAP, start, start->data.mapping_start.tag);
	struct pl_str anchor = copy_c(r, start->data.mapping_start.anchor);
	PL_VEC(struct pl_yaml_pair) pairs = {NULL, 0, 0};
	yaml_event_t event;
	bool ok = false;

	while (next(r, &event)) {
		const struct pl_yaml *key, *value;
		yaml_mark_t at = event.start_mark;

		if (event.type == YAML_MAPPING_END_EVENT) {
			yaml_event_delete(&event);
			ok = name_anchor(r, anchor, node);
			break;
		}
		key = build(r, &event, depth + 1);
		if (!key || !check_key(r, key, pairs.ptr, pairs.len, at) || !next(r, &event))
			break;
		at = event.start_mark;
		value = build(r, &event, depth + 1);
		if (!value || !weigh(r, node, value, at, depth))
			break;
		node->nodes++;
		PL_PUSH(&pairs, (struct pl_yaml_pair){*key, value});
	}
	if (ok && pairs.len) {
		struct pl_yaml_pair *own = PL_NEW_N(r->arena, struct pl_yaml_pair, pairs.len);

		memcpy(own, pairs.ptr, pairs.len * sizeof(*own));
		node->pairs = own;
		node->count = pairs.len;
	}
	PL_VEC_RELEASE(&pairs);
	return ok ? node : NULL;
}

static const struct pl_yaml *build_text(struct reader *r, const yaml_event_t *event)
{
	struct pl_yaml *node = node_at(r, PL_Y_TEXT, event, event->data.scalar.tag);

	node->text = copy(r, event->data.scalar.value, event->data.scalar.length);
	node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	name_anchor(r, copy_c(r, event->data.scalar.anchor), node);
	return node;
}

static const struct pl_yaml *follow_alias(struct reader *r, const yaml_event_t *event)
{
	struct pl_str name = copy_c(r, event->data.alias.anchor);
	const struct pl_yaml *node = find_anchor(r, name);

	if (!node)
		fail(r, event->start_mark, pl_arena_printf(r->arena, "no anchor &%s stands in front of this", name.ptr));
	return node;
}

/*
 * The node that begins with `event`, which is used up. NULL: the error is set.
 * Calls itself at most PL_YAML_DEPTH deep.
 */
static const struct pl_yaml *build(struct reader *r, yaml_event_t *event, unsigned depth)
{
	const struct pl_yaml *node = NULL;

	if (depth > PL_YAML_DEPTH)
		fail(r, event->start_mark, "lists and maps are nested too deep (32 at most)");
	else if (event->type == YAML_SCALAR_EVENT)
		node = build_text(r, event);
	else if (event->type == YAML_SEQUENCE_START_EVENT)
		node = build_list(r, event, depth);
	else if (event->type == YAML_MAPPING_START_EVENT)
		node = build_map(r, event, depth);
	else if (event->type == YAML_ALIAS_EVENT)
		node = follow_alias(r, event);
	else
		fail(r, event->start_mark, "not expected here");
	yaml_event_delete(event);
	return node;
}

/* Takes events up to one of type `until`; events that open a document or stream are skipped. */
static bool read_document(struct reader *r, const struct pl_yaml **out)
{
	yaml_event_t event;

	*out = NULL;
	while (next(r, &event)) {
		switch (event.type) {
		case YAML_STREAM_END_EVENT:
			yaml_event_delete(&event);
			return true;
		case YAML_STREAM_START_EVENT:
		case YAML_DOCUMENT_END_EVENT:
			yaml_event_delete(&event);
			break;
		case YAML_DOCUMENT_START_EVENT:
			if (*out)
				fail(r, event.start_mark, "a second document begins here; one is read");
			yaml_event_delete(&event);
			if (*out)
				return false;
			break;
		default:
			*out = build(r, &event, 1);
			if (!*out)
				return false;
		}
	}
	return false;
}

bool pl_yaml_read(struct pl_arena *arena, const char *path, struct pl_str text, const struct pl_yaml **out,
		  struct pl_error *error)
{
	struct reader r = {.arena = arena, .path = path, .error = error};
	bool ok;

	*out = NULL;
	if (text.len > PL_YAML_SIZE)
		return pl_fail(error, PL_EXIT_USAGE, "%s: larger than 1 MiB", path);
	if (!yaml_parser_initialize(&r.parser))
		pl_die("out of memory");
	yaml_parser_set_input_string(&r.parser, (const unsigned char *)(text.ptr ? text.ptr : ""), text.len);
	ok = read_document(&r, out);
	yaml_parser_delete(&r.parser);
	PL_VEC_RELEASE(&r.anchors);
	if (!ok)
		*out = NULL;
	else if (*out && pl_yaml_is_null(*out))
		*out = NULL;
	return ok;
}

bool pl_yaml_read_file(struct pl_arena *arena, const char *path, const struct pl_yaml **out, struct pl_error *error)
{
	FILE *file = fopen(path, "rb");
	struct pl_buf buf = PL_BUF_INIT;
	bool ok = false;

	*out = NULL;
	if (!file)
		return pl_fail(error, PL_EXIT_USAGE, "%s: %s", path, strerror(errno));
	for (;;) {
		size_t n = fread(pl_buf_reserve(&buf, 1 << 16), 1, 1 << 16, file);

		buf.len += n;
		if (n == 0 || buf.len > PL_YAML_SIZE)
			break;
	}
	if (ferror(file))
		pl_fail(error, PL_EXIT_USAGE, "%s: %s", path, strerror(errno));
	else
		ok = pl_yaml_read(arena, path, pl_buf_str(&buf), out, error);
	pl_buf_release(&buf);
	fclose(file);
	return ok;
}

const struct pl_yaml *pl_yaml_get(const struct pl_yaml *map, const char *key)
{
	if (map && map->kind == PL_Y_MAP)
		for (size_t i = 0; i < map->count; i++)
			if (pl_str_eq(map->pairs[i].key.text, pl_str_c(key)))
				return map->pairs[i].value;
	return NULL;
}

bool pl_yaml_is_null(const struct pl_yaml *node)
{
	return node->kind == PL_Y_TEXT && node->plain &&
	       (node->text.len == 0 || pl_str_eq(node->text, PL_S("null")) || pl_str_eq(node->text, PL_S("~")));
}

const char *pl_yaml_kind_name(enum pl_yaml_kind kind)
{
	static const char *const names[] = {[PL_Y_TEXT] = "text", [PL_Y_LIST] = "a list", [PL_Y_MAP] = "a map"};

	return names[kind];
}
