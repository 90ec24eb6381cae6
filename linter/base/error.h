/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One error, as text for a person: what is wrong, where, and what to do.
 *
 * Functions that can fail take a `struct pl_error *` and return false (or a
 * negative value) after filling it; the first error stays.
 */
#ifndef PL_BASE_ERROR_H
#define PL_BASE_ERROR_H

#include "linter/base/base.h"

struct pl_error {
	bool set;
	enum pl_exit code;   /* what the process should exit with */
	char text[2048];     /* one line or several, no newline at the end */
};

/* Fills `error` unless it is set already; always returns false. */
bool pl_fail(struct pl_error *error, enum pl_exit code, const char *format, ...) PL_PRINTF(3, 4);

#endif
