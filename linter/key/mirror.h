/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Inverted times: MAX less the time, so that the newest comes first.
 *
 *     9999999999999 - 1767600839000 = 8232399160999    2026-01-05T08:13:59Z
 *
 * Which MAX it was is told from the value alone, since the times that keys hold
 * lie close together. Pure functions of bytes.
 */
#ifndef PL_KEY_MIRROR_H
#define PL_KEY_MIRROR_H

#include "linter/key/number.h"
#include "linter/key/time.h"

enum { PL_MIRRORS = 10 };

/* One digit string as a time; `form` is 0 for a plain epoch, else the number of its MAX. */
struct pl_mirror {
	bool some;
	unsigned form;
	struct pl_instant at;
};

/* Times from 2000 to 2040, plain or inverted. */
struct pl_mirror pl_mirror_read(struct pl_str digits);

/* "9999999999999", "9223372036854775807 (Long.MAX_VALUE)": of forms from 1 to PL_MIRRORS - 1. */
const char *pl_mirror_max(unsigned form);

/* The unit of what is subtracted; PL_EPOCH_NONE: .NET's ticks. */
enum pl_epoch pl_mirror_epoch(unsigned form);

#endif
