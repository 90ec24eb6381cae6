/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/schema/nodes.h"

struct pl_pos pl_node_at(const struct pl_nodes *r, const struct pl_yaml *node)
{
	return (struct pl_pos){r->path, node->line, node->column};
}

struct pl_pos pl_node_byte_at(const struct pl_nodes *r, const struct pl_yaml *node, size_t byte)
{
	struct pl_pos at = {.path = r->path};

	pl_yaml_byte_at(node, byte, &at.line, &at.column);
	return at;
}

void pl_node_fault(const struct pl_nodes *r, const struct pl_yaml *node, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	pl_fault(r->faults, pl_node_at(r, node), "%s", pl_arena_vprintf(r->faults->arena, format, args));
	va_end(args);
}

/* ---- kinds ---- */

static const char *kind_of(const struct pl_yaml *node)
{
	return pl_yaml_is_null(node) ? "empty" : pl_yaml_kind_name(node->kind);
}

/* `!x` or `!<x>` in front of a value: a tag for YAML, the value's first sign for its writer. */
static bool has_tag(const struct pl_yaml *node)
{
	return node->tag.len && !pl_str_eq(node->tag, PL_S("!")) && !pl_str_starts(node->tag, PL_S("tag:yaml.org,2002:"));
}

static bool is_kind(const struct pl_nodes *r, const struct pl_yaml *node, enum pl_yaml_kind kind, const char *what)
{
	if (has_tag(node)) {
		pl_node_fault(r, node, *node->tag.ptr == '!' ? "YAML takes %.*s as a tag, which means nothing here; quote a text that begins with !"
							     : "YAML takes !<%.*s> as a tag, which means nothing here; quote a text that begins with !",
			      pl_shown(node->tag), node->tag.ptr);
		return false;
	}
	if (node->kind == kind && !pl_yaml_is_null(node))
		return true;
	if (node->comment.len)
		pl_node_fault(r, node, "%s is empty: YAML takes # after a space as a comment; quote it: \"%.*s\"", what,
			      pl_shown(node->comment), node->comment.ptr);
	else
		pl_node_fault(r, node, "%s must be %s, not %s", what, pl_yaml_kind_name(kind), kind_of(node));
	return false;
}

bool pl_node_is_map(const struct pl_nodes *r, const struct pl_yaml *node, const char *what)
{
	return is_kind(r, node, PL_Y_MAP, what);
}

bool pl_node_is_list(const struct pl_nodes *r, const struct pl_yaml *node, const char *what)
{
	return is_kind(r, node, PL_Y_LIST, what);
}

bool pl_node_is_text(const struct pl_nodes *r, const struct pl_yaml *node, const char *what)
{
	if (!is_kind(r, node, PL_Y_TEXT, what))
		return false;
	if (node->text.len)
		return true;
	pl_node_fault(r, node, "%s is empty", what);
	return false;
}

/* {score} is a map with one key and no value. */
static const struct pl_yaml *braced_name(const struct pl_yaml *node)
{
	return node->kind == PL_Y_MAP && node->count && pl_yaml_is_null(node->pairs[0].value) ? &node->pairs[0].key : NULL;
}

bool pl_node_is_template(const struct pl_nodes *r, const struct pl_yaml *node, const char *what)
{
	const struct pl_yaml *name = braced_name(node);

	if (name && !has_tag(node))
		pl_node_fault(r, node, "%s must be text, but YAML takes {%.*s} as a map; quote it, or write <%.*s>", what,
			      pl_shown(name->text), name->text.ptr, pl_shown(name->text), name->text.ptr);
	else if (node->kind == PL_Y_LIST && !has_tag(node))
		pl_node_fault(r, node, "%s must be text, but YAML takes [ ] as a list; quote it", what);
	else
		return pl_node_is_text(r, node, what);
	return false;
}

/* ---- values ---- */

/* "asc or desc", "year, month or day" */
static const char *list_of(const struct pl_nodes *r, const char *const *words, size_t count)
{
	struct pl_buf text = PL_BUF_INIT;
	const char *own;

	for (size_t i = 0; i < count; i++)
		pl_buf_printf(&text, "%s%s", i == 0 ? "" : i + 1 < count ? ", " : " or ", words[i]);
	own = pl_arena_cstr(r->faults->arena, text.ptr);
	pl_buf_release(&text);
	return own;
}

enum { FEW_WORDS = 4 }; /* all of them are named; of more, the nearest */

bool pl_node_word(const struct pl_nodes *r, const struct pl_yaml *node, const char *what, const char *const *words,
		  size_t count, size_t *out)
{
	struct pl_near near;

	if (!pl_node_is_text(r, node, what))
		return false;
	near = pl_near_to(node->text);
	for (size_t i = 0; i < count; i++) {
		if (pl_str_eq(node->text, pl_str_c(words[i]))) {
			*out = i;
			return true;
		}
		pl_near_try(&near, words[i]);
	}
	if (near.best && count > FEW_WORDS) {
		pl_fault_unknown(r->faults, pl_node_at(r, node), what, &near);
		return false;
	}
	pl_node_fault(r, node, "%s is %s, not \"%.*s\"", what, list_of(r, words, count), pl_shown(node->text),
		      node->text.ptr);
	return false;
}

bool pl_node_bool(const struct pl_nodes *r, const struct pl_yaml *node, const char *what, bool *out)
{
	static const char *const words[] = {"false", "true"};
	size_t i;

	if (!pl_node_word(r, node, what, words, PL_LEN(words), &i))
		return false;
	*out = i == 1;
	return true;
}

bool pl_node_uint(const struct pl_nodes *r, const struct pl_yaml *node, const char *what, uint64_t least, uint64_t most,
		  uint64_t *out)
{
	uint64_t value = 0;
	bool good = true;

	if (!pl_node_is_text(r, node, what))
		return false;
	for (size_t i = 0; i < node->text.len && good; i++) {
		unsigned char c = (unsigned char)node->text.ptr[i];

		good = pl_is_digit(c) && value <= (UINT64_MAX - 9) / 10;
		value = value * 10 + (c - 48U) % 10;
	}
	if (!good || value < least || value > most) {
		pl_node_fault(r, node, "%s is a whole number from %" PRIu64 " to %" PRIu64 ", not \"%.*s\"", what, least,
			      most, pl_shown(node->text), node->text.ptr);
		return false;
	}
	*out = value;
	return true;
}

struct pl_node_list pl_node_list(const struct pl_yaml *node)
{
	if (node->kind == PL_Y_LIST)
		return (struct pl_node_list){node->items, NULL, node->count};
	return (struct pl_node_list){NULL, node, 1};
}

bool pl_node_texts(const struct pl_nodes *r, const struct pl_yaml *node, const char *what, struct pl_texts *out)
{
	struct pl_node_list list = pl_node_list(node);
	struct pl_str *text = PL_NEW_N(r->faults->arena, struct pl_str, list.count + 1);
	struct pl_pos *at = PL_NEW_N(r->faults->arena, struct pl_pos, list.count + 1);

	*out = (struct pl_texts){text, at, 0};
	for (size_t i = 0; i < list.count; i++) {
		const struct pl_yaml *item = pl_node_item(&list, i);

		if (!pl_node_is_text(r, item, what))
			return false;
		text[i] = item->text;
		at[i] = pl_node_at(r, item);
		out->count++;
	}
	return true;
}

/* ---- maps ---- */

static void unknown_member(const struct pl_nodes *r, const struct pl_yaml *key, const char *what, const struct pl_member *members,
			   size_t count)
{
	struct pl_near near = pl_near_to(key->text);

	for (size_t i = 0; i < count; i++)
		pl_near_try(&near, members[i].name);
	pl_fault_unknown(r->faults, pl_node_at(r, key), what, &near);
}

void pl_node_members(const struct pl_nodes *r, const struct pl_yaml *map, const char *what,
		     const struct pl_member *members, size_t count, void *ctx)
{
	for (size_t i = 0; i < map->count; i++) {
		const struct pl_yaml_pair *pair = &map->pairs[i];
		size_t k = 0;

		while (k < count && !pl_str_eq(pair->key.text, pl_str_c(members[k].name)))
			k++;
		if (k < count)
			members[k].read(ctx, pair);
		else
			unknown_member(r, &pair->key, what, members, count);
	}
}

void *pl_keep(struct pl_arena *arena, const void *elements, size_t len, size_t size)
{
	void *own;

	if (len == 0)
		return NULL;
	own = pl_arena_alloc(arena, len * size);
	memcpy(own, elements, len * size);
	return own;
}
