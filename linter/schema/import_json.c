/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON as nodes with places.
 *
 * base/json.c says what is JSON and decodes it, but keeps no places. Its tree
 * has the order of the text, so a second walk along both finds each value:
 * whatever stands between two values is white space, punctuation and names.
 */
#include "linter/base/json.h"
#include "linter/schema/import_build.h"

struct walk {
	struct pl_arena *arena;
	struct pl_str text; /* known to be JSON */
	size_t byte;
	unsigned line, column;
};

static void step(struct walk *w)
{
	char c = w->text.ptr[w->byte++];

	if (c == '\n') {
		w->line++;
		w->column = 1;
	} else if (((unsigned char)c & 0xc0) != 0x80) {
		w->column++;
	}
}

/* Passes over all bytes of a set. */
static void pass(struct walk *w, const char *set)
{
	while (w->byte < w->text.len && strchr(set, w->text.ptr[w->byte]))
		step(w);
}

static void pass_string(struct walk *w)
{
	for (step(w); w->text.ptr[w->byte] != '"'; step(w))
		if (w->text.ptr[w->byte] == '\\')
			step(w);
	step(w);
}

static struct pl_yaml node_here(struct walk *w, enum pl_yaml_kind kind)
{
	pass(w, " \t\r\n,:");
	return (struct pl_yaml){.kind = kind, .line = w->line, .column = w->column, .depth = 1, .nodes = 1};
}

/* A string in quotes; `text` is what it decodes to. */
static struct pl_yaml string_here(struct walk *w, struct pl_str text)
{
	struct pl_yaml node = node_here(w, PL_Y_TEXT);
	size_t from = w->byte;

	pass_string(w);
	node.text = text;
	node.raw = pl_str_sub(w->text, from, w->byte);
	return node;
}

/* A number, true, false or null: its own bytes. */
static struct pl_yaml word_here(struct walk *w)
{
	struct pl_yaml node = node_here(w, PL_Y_TEXT);
	size_t from = w->byte;

	while (w->byte < w->text.len && !strchr(" \t\r\n,]}", w->text.ptr[w->byte]))
		step(w);
	node.raw = pl_str_sub(w->text, from, w->byte);
	node.text = pl_arena_str(w->arena, node.raw);
	node.plain = true;
	return node;
}

static const struct pl_yaml *place(struct walk *w, const struct pl_json *json);

static void place_items(struct walk *w, const struct pl_json *json, struct pl_yaml *node)
{
	const struct pl_yaml **items = PL_NEW_N(w->arena, const struct pl_yaml *, json->count + 1);

	for (const struct pl_json *child = json->child; child; child = child->next)
		items[node->count++] = place(w, child);
	node->items = items;
}

static void place_pairs(struct walk *w, const struct pl_json *json, struct pl_yaml *node)
{
	struct pl_yaml_pair *pairs = PL_NEW_N(w->arena, struct pl_yaml_pair, json->count + 1);

	for (const struct pl_json *child = json->child; child; child = child->next) {
		pairs[node->count].key = string_here(w, child->name);
		pairs[node->count++].value = place(w, child);
	}
	node->pairs = pairs;
}

/* Calls itself at most PL_JSON_DEPTH deep. */
static const struct pl_yaml *place(struct walk *w, const struct pl_json *json)
{
	struct pl_yaml *node = PL_NEW(w->arena, struct pl_yaml);

	switch (json->type) {
	case PL_JSON_STRING:
		*node = string_here(w, json->text);
		break;
	case PL_JSON_ARRAY:
		*node = node_here(w, PL_Y_LIST);
		step(w);
		place_items(w, json, node);
		break;
	case PL_JSON_OBJECT:
		*node = node_here(w, PL_Y_MAP);
		step(w);
		place_pairs(w, json, node);
		break;
	default:
		*node = word_here(w);
		return node;
	}
	if (json->type != PL_JSON_STRING) {
		pass(w, " \t\r\n");
		step(w); /* the closing bracket */
	}
	return node;
}

/* The error names the path, which a fault has already, and a byte, for which a line is the better place. */
static void fault_of(struct pl_faults *faults, struct walk *w, struct pl_str path, const struct pl_error *error)
{
	const char *what = error->text, *byte = strstr(error->text, " (byte ");
	struct pl_pos at = {.path = path};
	size_t len = byte ? (size_t)(byte - what) : strlen(what);

	if (byte) {
		for (size_t to = strtoul(byte + 7, NULL, 10); w->byte < PL_MIN(to, w->text.len);)
			step(w);
		at.line = w->line;
		at.column = w->column;
	}
	if (strncmp(what, "JSON: ", 6) == 0) {
		what += 6;
		len -= 6;
	}
	if (len == strlen("not JSON"))
		pl_fault(faults, at, "not JSON: a comma, a quote or a bracket is missing in front of this, or there is one too many");
	else
		pl_fault(faults, at, "%.*s", (int)len, what);
}

const struct pl_yaml *pl_import_json(struct pl_faults *faults, struct pl_str path, struct pl_str text)
{
	struct walk w = {.arena = faults->arena, .line = 1, .column = 1};
	struct pl_error error = {.set = false};
	const struct pl_json *json;

	if (pl_str_starts(text, PL_S("\xef\xbb\xbf")))
		text = pl_str_sub(text, 3, text.len);
	w.text = pl_arena_str(faults->arena, text);
	json = pl_json_parse(faults->arena, "JSON", w.text, &error);
	if (json)
		return place(&w, json);
	fault_of(faults, &w, path, &error);
	return NULL;
}
