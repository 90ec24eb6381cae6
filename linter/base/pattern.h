/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Patterns that users write in rules.yaml: the one door to PCRE2.
 *
 * A match has limits on steps, depth and memory, so that no pattern can hang
 * a run; a pattern that meets one is said to, and counts as no match.
 */
#ifndef PL_BASE_PATTERN_H
#define PL_BASE_PATTERN_H

#include "linter/base/arena.h"
#include "linter/base/base.h"

struct pl_pattern;

/*
 * Compiles `text` (UTF-8, matching bytes that may be no UTF-8 at all). NULL:
 * *why says what is wrong and *offset where. Lives in `arena`; what a match
 * needs does too. Not safe to share between threads.
 */
struct pl_pattern *pl_pattern_new(struct pl_arena *arena, struct pl_str text, const char **why, size_t *offset);

/*
 * Compiles it to machine code, where there is a compiler for the machine: for
 * patterns that are tried on every key. It then owns memory outside the arena,
 * which pl_pattern_free() gives back; the pattern is of no use afterwards.
 */
void pl_pattern_speed_up(struct pl_pattern *pattern);
void pl_pattern_free(struct pl_pattern *pattern);

enum pl_matched { PL_MATCH_NO, PL_MATCH_YES, PL_MATCH_LIMIT };

/* Whether the pattern is found anywhere in `subject`; `$` is its very end. */
enum pl_matched pl_pattern_match(struct pl_pattern *pattern, struct pl_str subject);

#endif
