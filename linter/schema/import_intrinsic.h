/* SPDX-License-Identifier: Apache-2.0 */
/* What CloudFormation's functions stand for, as far as it is known before deploying. */
#ifndef PL_SCHEMA_IMPORT_INTRINSIC_H
#define PL_SCHEMA_IMPORT_INTRINSIC_H

#include "linter/schema/import_build.h"

/*
 * The argument of a function, written !Sub X or {"Fn::Sub": X}; `name` is
 * "Sub", "Ref", "If". NULL when the node is something else.
 */
const struct pl_yaml *pl_import_function(const struct pl_yaml *node, const char *name);

/*
 * The node itself, or of !If its first branch that is not AWS::NoValue. NULL:
 * no value. `node` may be NULL.
 */
const struct pl_yaml *pl_import_settle(const struct pl_yaml *node);

/*
 * The text of a node: a literal, that of !Sub as it is, the default of the
 * parameter that !Ref names. False: it is known only once deployed.
 */
bool pl_import_known_text(const struct pl_import *imp, const struct pl_yaml *node, struct pl_str *out);

/* Whether it is text without any function. */
bool pl_import_is_literal(const struct pl_yaml *node);

#endif
