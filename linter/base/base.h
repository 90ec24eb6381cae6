/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What every file of padlint includes first: fixed-width types, byte slices,
 * memory that cannot fail, and the calls that are banned.
 */
#ifndef PL_BASE_BASE_H
#define PL_BASE_BASE_H

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define PL_LEN(array) (sizeof(array) / sizeof((array)[0]))
#define PL_MIN(a, b) ((a) < (b) ? (a) : (b))
#define PL_MAX(a, b) ((a) > (b) ? (a) : (b))

#define PL_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#define PL_NORETURN __attribute__((noreturn))
#define PL_LIKELY(x) __builtin_expect(!!(x), 1)
#define PL_UNLIKELY(x) __builtin_expect(!!(x), 0)

/*
 * Exit codes, as the command line promises them. When several apply,
 * 4 wins over 3 over 1; 2 is only given before anything was read.
 */
enum pl_exit {
	PL_EXIT_OK = 0,
	PL_EXIT_FINDINGS = 1,
	PL_EXIT_USAGE = 2,
	PL_EXIT_INCOMPLETE = 3,
	PL_EXIT_FAULT = 4,
};

/*
 * Ends the process with PL_EXIT_FAULT and one line on standard error: a fault
 * of the machine (no memory, no disk) that no caller could mend.
 */
PL_NORETURN void pl_die(const char *format, ...) PL_PRINTF(1, 2);

/* Ends the process by abort(): a fault of padlint itself, with its place. */
PL_NORETURN void pl_bug_at(const char *file, int line, const char *what);
#define PL_BUG(what) pl_bug_at(__FILE__, __LINE__, (what))
#define PL_ASSERT(cond) ((cond) ? (void)0 : pl_bug_at(__FILE__, __LINE__, #cond))

/*
 * malloc, calloc, realloc that never return NULL: without memory the process
 * ends by pl_die(). A size of 0 gives a pointer that free() takes.
 */
void *pl_malloc(size_t size);
void *pl_calloc(size_t count, size_t size);
void *pl_realloc(void *old, size_t size);

#include "linter/base/str.h"

#include "linter/base/banned.h"

#endif
