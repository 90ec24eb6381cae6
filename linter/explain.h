/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a rule says about itself, for people and for programs: all of it comes
 * from the rule's own file.
 */
#ifndef PL_EXPLAIN_H
#define PL_EXPLAIN_H

#include "linter/base/buf.h"
#include "linter/rule.h"

/* The heading its code stands under: "Numbers in strings". */
const char *pl_rule_family(const struct pl_rule *rule);

/* For a terminal, in at most 80 columns. */
void pl_explain_text(struct pl_buf *out, const struct pl_rule *rule);

/* A page of its own, CommonMark: begins with a heading of the first level. */
void pl_explain_markdown(struct pl_buf *out, const struct pl_rule *rule);

/* An array of objects, whose members are described in docs/rules/README.md. */
void pl_explain_json(struct pl_buf *out, const struct pl_rule *const *rules, size_t count);

#endif
