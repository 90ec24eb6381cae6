/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Small JSON documents as a tree in an arena: manifests, describe-table
 * output, expected reports. Dumps are not read with it (input/scan.h).
 *
 * Stricter than the library below: text behind the value, \u0000, bytes that
 * are no UTF-8, a member that stands twice with different values, numbers such
 * as 01 or 1., raw control characters and more than PL_JSON_DEPTH levels are
 * errors. Names are
 * compared to the byte.
 */
#ifndef PL_BASE_JSON_H
#define PL_BASE_JSON_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/base/error.h"

enum { PL_JSON_DEPTH = 128 };

enum pl_json_type { PL_JSON_NULL, PL_JSON_BOOL, PL_JSON_NUMBER, PL_JSON_STRING, PL_JSON_ARRAY, PL_JSON_OBJECT };

/* One value. Members and elements hang on `child` in their order in the text. */
struct pl_json {
	enum pl_json_type type;
	struct pl_str name;   /* of a member; NUL-terminated */
	struct pl_str text;   /* STRING: decoded, NUL-terminated */
	double number;        /* NUMBER: rounded as any JSON library does */
	bool boolean;
	size_t count;         /* ARRAY, OBJECT: how many children */
	const struct pl_json *child, *next;
};

/*
 * Parses one document; a byte order mark in front is passed over. NULL with
 * `error` (usage; `what` names the text in it: a path) when it is not JSON.
 */
const struct pl_json *pl_json_parse(struct pl_arena *arena, const char *what, struct pl_str text,
				    struct pl_error *error);

/* The member of that name, or NULL: also when `object` is NULL or no object. */
const struct pl_json *pl_json_get(const struct pl_json *object, const char *name);
/* The same when its type is `type`, else NULL. */
const struct pl_json *pl_json_get_type(const struct pl_json *object, const char *name, enum pl_json_type type);
/* A member that is a string, else an empty slice with a NULL pointer. */
struct pl_str pl_json_get_str(const struct pl_json *object, const char *name);
/* A member that is a whole number from 0 to 2^53. */
bool pl_json_get_uint(const struct pl_json *object, const char *name, uint64_t *out);

/* Valid UTF-8: no surrogates, nothing overlong, nothing above U+10FFFF. */
bool pl_utf8_valid(struct pl_str bytes);

#endif
