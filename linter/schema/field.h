/* SPDX-License-Identifier: Apache-2.0 */
/* Reading declared fields from YAML, and laying what a placeholder says over them. */
#ifndef PL_SCHEMA_FIELD_H
#define PL_SCHEMA_FIELD_H

#include "linter/schema/nodes.h"

/*
 * Reads `NAME: FIELD`, a map of options or a type alone. Never NULL: what is
 * not understood is a fault and left at its default.
 */
const struct pl_declared *pl_field_read(const struct pl_nodes *r, const struct pl_yaml_pair *pair);

/* Reads a whole `fields:` map. */
const struct pl_declared *const *pl_fields_read(const struct pl_nodes *r, const struct pl_yaml *node, size_t *count);

/*
 * Writes `field` in another encoding: "plain", "padded", "length-prefix" for
 * numbers; a format's name or pattern for timestamps. False: *why says what is
 * wrong, NULL when `encoding` is nothing that fields of its type know.
 */
bool pl_field_encode(struct pl_arena *arena, struct pl_declared *field, struct pl_str encoding, struct pl_pos at,
		     const char **why);
/* The names of encodings, for "did you mean". */
void pl_field_encodings(enum pl_field_type type, struct pl_near *near);

#endif
