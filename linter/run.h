/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The loop: source, profile, model, proof, rules. The only place that knows
 * the order of things; see docs/design/engine.md.
 */
#ifndef PL_RUN_H
#define PL_RUN_H

#include "linter/base/arena.h"
#include "linter/base/error.h"
#include "linter/config.h"
#include "linter/finding.h"
#include "linter/input/input.h"
#include "linter/profile/profile.h"

struct pl_run_options {
	const char *const *paths;
	size_t npaths;
	const char *pk, *sk;               /* --pk, --sk; NULL: not given */
	const char *table;                 /* --table NAME */
	const char *schema;                /* --schema FILE */
	struct pl_str schema_text;         /* what FILE would hold; empty: it is read */
	const char *const *indexes;        /* --index NAME=PK,SK */
	size_t nindexes;
	unsigned threads;                  /* 0: all processors */
	size_t memory;                     /* bytes, --memory; 0: 1 GiB */
	const char *tmpdir;                /* NULL: $TMPDIR or /tmp */
	bool has_today;
	int64_t today;                     /* --today, seconds since 1970 */
	bool mask;                         /* --mask: texts of findings hold no values of keys */
	const struct pl_config *config;
	const struct pl_limits *limits;    /* NULL: defaults; tests make them tiny */
	void (*progress)(void *ctx, const struct pl_progress_state *state, unsigned pass, unsigned passes);
	void *progress_ctx;
};

/*
 * Runs `check`. True: *result is filled, in `arena`. False: nothing was
 * judged; `error` says why and with which exit code, or result->faults does
 * when a schema is wrong (usage).
 */
bool pl_run(struct pl_arena *arena, const struct pl_run_options *options, struct pl_result *result,
	    struct pl_error *error);

#endif
