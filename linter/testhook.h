/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Hooks for the project's own tests, set through the environment and described
 * nowhere else: they change limits and timing, never what is right.
 */
#ifndef PL_TESTHOOK_H
#define PL_TESTHOOK_H

#include "linter/profile/profile.h"

struct pl_testhook {
	bool limits_set;
	struct pl_limits limits; /* PADLINT_TEST_LIMITS="words=3,run=4096,…": tiny limits */
	size_t run_bytes;        /* "run=": bytes of a sorter's run; 0: the default */
	bool pause;              /* PADLINT_TEST_PAUSE=1: the process stops itself between the passes */
};

struct pl_testhook pl_testhook_read(void);

/* Stops the process by SIGSTOP when the hook asks for it. */
void pl_testhook_pause(const struct pl_testhook *hook);

#endif
