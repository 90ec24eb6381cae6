/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What is wrong in a file that a person wrote: each fault has its place, and a
 * word that does not exist is answered with the nearest one that does.
 *
 *     shop.keys.yaml:12:5: unknown option "widht"; did you mean "width"?
 *     └ path         │  └ column, from 1, in characters
 *                    └ line, from 1
 *
 * A reader goes on behind a fault, so that one run tells all of them.
 */
#ifndef PL_BASE_FAULT_H
#define PL_BASE_FAULT_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/base/error.h"

/* A place in a file. `line` 0: somewhere in the file; no path: nowhere. */
struct pl_pos {
	struct pl_str path;    /* NUL-terminated */
	unsigned line, column; /* from 1; columns count characters, not bytes */
};

struct pl_fault {
	struct pl_pos at;
	const char *text; /* one line: what is wrong and what to do */
	struct pl_fault *next;
};

enum { PL_FAULTS_KEPT = 1000 }; /* nobody reads more of one run; the others are counted */

/* Faults in the order they were found; they and their texts live in `arena`. */
struct pl_faults {
	struct pl_arena *arena;
	struct pl_fault *first, *last;
	size_t count; /* also those that are not kept */
};

void pl_fault(struct pl_faults *faults, struct pl_pos at, const char *format, ...) PL_PRINTF(3, 4);

/*
 * Sorts by path and place (faults of one place stay in their order): what is
 * checked last need not stand last in the file.
 */
void pl_faults_sort(struct pl_faults *faults);

/*
 * Puts as many faults as have room into `error` (usage), one a line, sorted,
 * and says how many more there are. Always false.
 */
bool pl_faults_fail(struct pl_faults *faults, struct pl_error *error);

/* Bytes of a text from a file to print with %.*s: a line of an error stays a line. */
int pl_shown(struct pl_str text);

/* ---- the nearest right word ---- */

struct pl_near {
	struct pl_str word; /* what was written */
	const char *best;   /* NULL: nothing is near */
	unsigned edits;
};

/* Begins a search; candidates further away than a third of the word's letters are other words. */
struct pl_near pl_near_to(struct pl_str word);
/* Of two candidates as near as each other the first stays. */
void pl_near_try(struct pl_near *near, const char *candidate);

/* `unknown WHAT "word"; did you mean "best"?`, without the question when nothing is near. */
void pl_fault_unknown(struct pl_faults *faults, struct pl_pos at, const char *what, const struct pl_near *near);

#endif
