/* SPDX-License-Identifier: Apache-2.0 */
/*
 * YAML as a small tree with places: the one door to libyaml.
 *
 *     rules:                        map 1:1
 *       random-sort-key: off          "rules" ──> map 2:3
 *     code-labels: [zip, plz]                       "random-sort-key" ──> text 2:20 "off"
 *                                     "code-labels" ──> list 3:14 ──> text, text
 *
 * A scalar is text: what `off`, `10%` or `012` mean is for the reader of the
 * file to say. An alias is the node it names, shared, not copied, so a tree may
 * meet a node twice; the number of nodes met on a walk is bounded all the same.
 */
#ifndef PL_BASE_YAML_H
#define PL_BASE_YAML_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/base/error.h"
#include "linter/base/fault.h"

enum {
	PL_YAML_SIZE = 1 << 20,   /* bytes of a file: schemas and settings are written by people */
	PL_YAML_DEPTH = 32,       /* lists and maps inside each other, aliases followed */
	PL_YAML_PAIRS = 10000,    /* of one map: each new key is compared with those before */
	PL_YAML_NODES = 1 << 18,  /* nodes met on a walk, aliases followed: stops "billion laughs" */
};

enum pl_yaml_kind { PL_Y_TEXT, PL_Y_LIST, PL_Y_MAP };

struct pl_yaml_pair;

struct pl_yaml {
	enum pl_yaml_kind kind;
	unsigned line, column;    /* from 1 */
	struct pl_str tag;        /* "!Ref"; empty when none is written */
	struct pl_str text;       /* PL_Y_TEXT; may hold any byte */
	bool plain;               /* PL_Y_TEXT: not quoted, no block */
	struct pl_str raw;        /* PL_Y_TEXT: the bytes of the file that it was read from, quotes too */
	struct pl_str comment;    /* PL_Y_TEXT, nothing written: the comment in its place, "#META" */
	const struct pl_yaml *const *items; /* PL_Y_LIST */
	const struct pl_yaml_pair *pairs;   /* PL_Y_MAP, in the order of the file */
	size_t count;             /* items or pairs */
	unsigned depth, nodes;    /* of the tree below, this node included */
};

struct pl_yaml_pair {
	struct pl_yaml key;       /* always text, no key twice in one map */
	const struct pl_yaml *value;
};

/*
 * Reads one document. `path` is for messages only ("path:line:column: …").
 * An empty document sets *out to NULL. False: `error` says what and where
 * (usage). The tree lives in `arena` and does not refer to `text`.
 */
bool pl_yaml_read(struct pl_arena *arena, const char *path, struct pl_str text, const struct pl_yaml **out,
		  struct pl_error *error);

/* The same from a file of at most PL_YAML_SIZE bytes. */
bool pl_yaml_read_file(struct pl_arena *arena, const char *path, const struct pl_yaml **out, struct pl_error *error);

/*
 * Every document of a stream, empty ones left out. A key that stands twice is
 * a fault and the first of its values counts; other faults end the reading:
 * what libyaml cannot read, nesting, too many nodes. The documents read before
 * are there all the same. False: there was a fault.
 */
bool pl_yaml_read_all(struct pl_faults *faults, const char *path, struct pl_str text,
		      const struct pl_yaml *const **documents, size_t *count);

/* The same from a file of at most PL_YAML_SIZE bytes. */
bool pl_yaml_read_all_file(struct pl_faults *faults, const char *path, const struct pl_yaml *const **documents,
			   size_t *count);

/* A comment. */
struct pl_yaml_comment {
	struct pl_str text;    /* what stands behind its # */
	unsigned line, column; /* of the # */
	bool alone;            /* nothing stands in front of it on its line */
};

/*
 * The comments of a text that pl_yaml_read_all() reads, in their order; *count
 * of them. A # inside quotes, a block scalar or a word is none. They live in
 * `arena` and refer to `text`.
 */
const struct pl_yaml_comment *pl_yaml_comments(struct pl_arena *arena, struct pl_str text, size_t *count);

/*
 * Where byte `byte` of a text stands in the file: escapes and quotes counted.
 * The node's own place when it stands in a block (| or >) or behind the first line.
 */
void pl_yaml_byte_at(const struct pl_yaml *node, size_t byte, unsigned *line, unsigned *column);

/* The value of a key of a map; NULL: none, or no map. */
const struct pl_yaml *pl_yaml_get(const struct pl_yaml *map, const char *key);

/* True for a scalar that is plain and empty, `null` or `~`. */
bool pl_yaml_is_null(const struct pl_yaml *node);

/* "text", "a list", "a map": for messages. */
const char *pl_yaml_kind_name(enum pl_yaml_kind kind);

#endif
