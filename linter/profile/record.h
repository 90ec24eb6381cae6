/* SPDX-License-Identifier: Apache-2.0 */
/* Instants in records of pass 1 (struct pl_record). */
#ifndef PL_PROFILE_RECORD_H
#define PL_PROFILE_RECORD_H

#include "linter/key/time.h"

/*
 * An instant as a record holds it: nanoseconds, biased to unsigned, clamped to
 * what 64 bits hold (years 1678 to 2261).
 */
static inline uint64_t pl_record_instant(struct pl_instant at)
{
	const int64_t most = INT64_MAX / 1000000000 - 1;
	int64_t seconds = PL_MIN(PL_MAX(at.seconds, -most), most);

	return (uint64_t)(seconds * 1000000000 + (int64_t)(at.attos / 1000000000)) + (UINT64_C(1) << 63);
}

/* Instants of 3/9/2024 depend on the rest of the column: they have none yet. */
static inline bool pl_has_instant(const struct pl_time *t)
{
	return t->valid && t->form.layout != PL_T_SLASH && t->form.layout != PL_T_DOT && t->form.layout != PL_T_DASH;
}

#endif
