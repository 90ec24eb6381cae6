/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What stands behind `struct pl_cx`: the state of one judging. For judge.c,
 * ordered.c and remedy.c; rules only pass it on.
 */
#ifndef PL_CONTEXT_H
#define PL_CONTEXT_H

#include "linter/base/buf.h"
#include "linter/config.h"
#include "linter/rule.h"

/* `chars` of a declared field, compiled when first asked for; in the judge's arena. */
struct pl_chars {
	const struct pl_declared *field;
	struct pl_pattern *pattern;
	struct pl_chars *next;
};

struct pl_cx {
	const struct pl_judge *judge;
	size_t asked;                        /* index in pl_rules of the rule that is being asked … */
	const struct pl_own *own;            /* … in whose place, when not NULL, is one of the user's own */
	PL_VEC(struct pl_finding) findings;  /* of all rules */
	uint64_t *ignored;                   /* findings left out, one count an ignore */
	struct pl_chars *chars;
};

/* The value of an option of any rule; 0 for a code or name that does not exist. */
double pl_cx_option(const struct pl_cx *cx, const char *code, const char *name);

#endif
