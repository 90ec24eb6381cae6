/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Taking YAML nodes for what a schema needs them to be. Each function adds a
 * fault with the node's place when the node is something else, and says what
 * to write; a mistake that YAML itself provokes is named as such:
 *
 *     SK: #META           YAML takes # after a space as a comment
 *     SK: {score}#{at}    a map and a comment
 *     SK: [a]#[b]         a list and a comment
 */
#ifndef PL_SCHEMA_NODES_H
#define PL_SCHEMA_NODES_H

#include "linter/base/buf.h"
#include "linter/base/fault.h"
#include "linter/base/yaml.h"
#include "linter/schema/declared.h"

struct pl_nodes {
	struct pl_faults *faults;
	struct pl_str path;
};

struct pl_pos pl_node_at(const struct pl_nodes *r, const struct pl_yaml *node);
/* The place of a byte of a text. */
struct pl_pos pl_node_byte_at(const struct pl_nodes *r, const struct pl_yaml *node, size_t byte);

void pl_node_fault(const struct pl_nodes *r, const struct pl_yaml *node, const char *format, ...) PL_PRINTF(3, 4);

/* `what` names the node in messages: "fields", "the template of SK". */
bool pl_node_is_map(const struct pl_nodes *r, const struct pl_yaml *node, const char *what);
bool pl_node_is_list(const struct pl_nodes *r, const struct pl_yaml *node, const char *what);
/* Text that is not empty. */
bool pl_node_is_text(const struct pl_nodes *r, const struct pl_yaml *node, const char *what);
/* The same where braces and signs are common: hints at quotes and <name>. */
bool pl_node_is_template(const struct pl_nodes *r, const struct pl_yaml *node, const char *what);

bool pl_node_bool(const struct pl_nodes *r, const struct pl_yaml *node, const char *what, bool *out);
bool pl_node_uint(const struct pl_nodes *r, const struct pl_yaml *node, const char *what, uint64_t least, uint64_t most,
		  uint64_t *out);
/* One of `count` words; *out is its index. */
bool pl_node_word(const struct pl_nodes *r, const struct pl_yaml *node, const char *what, const char *const *words,
		  size_t count, size_t *out);
/* A list of texts, or one text for a list of one. False when one of them is no text; those before it are there. */
bool pl_node_texts(const struct pl_nodes *r, const struct pl_yaml *node, const char *what, struct pl_texts *out);

/* A list of nodes, or one node for a list of one. */
struct pl_node_list {
	const struct pl_yaml *const *items;
	const struct pl_yaml *one;
	size_t count;
};
struct pl_node_list pl_node_list(const struct pl_yaml *node);
static inline const struct pl_yaml *pl_node_item(const struct pl_node_list *list, size_t i)
{
	return list->items ? list->items[i] : list->one;
}

/* A member that a map may have. */
struct pl_member {
	const char *name;
	void (*read)(void *ctx, const struct pl_yaml_pair *pair);
};

/* Calls the reader of each member; an unknown one is a fault that names the nearest. `what`: "member of a query". */
void pl_node_members(const struct pl_nodes *r, const struct pl_yaml *map, const char *what,
		     const struct pl_member *members, size_t count, void *ctx);

/* A copy of `len` elements of `size` bytes in the arena; NULL for none. */
void *pl_keep(struct pl_arena *arena, const void *elements, size_t len, size_t size);
#define PL_KEEP(arena, vec) pl_keep((arena), (vec)->ptr, (vec)->len, sizeof(*(vec)->ptr))

#endif
