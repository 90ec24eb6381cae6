/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The spellings of the timestamps of one range, and whether two of them are
 * one too many. Kinds of difference, each counted on its own:
 *
 *     precision  …29Z      …29.017Z       …10:00Z  …10:00:00Z
 *     format     …29Z      …29+00:00      2026-06-23  6/23/2026    epoch beside ISO
 *     offset     …29Z      …29+09:00
 *     unit       1782208800  1782208800000   epochs in seconds and in milliseconds
 *
 * Not counted: rollups, which is a month or day or hour beside finer instants;
 * `2026-6-3` beside `2026-10-12`, which one writer makes without padding and
 * PL201 speaks of.
 */
#ifndef PL_PROOF_SPELLING_H
#define PL_PROOF_SPELLING_H

#include "linter/base/buf.h"
#include "linter/key/time.h"

struct pl_spelling {
	struct pl_time_form form;
	uint64_t keys;
	uint64_t doubtful; /* keys with a value that may be a sentinel */
};

/* Spellings kept for a range; further ones, which only an attacker has, are not looked at. */
enum { PL_MAX_SPELLINGS = 256 };

struct pl_spellings {
	PL_VEC(struct pl_spelling) all;
};

struct pl_mix {
	bool precision, format, offset, unit;
};

/* How `value` of a timestamp column is spelled; PL_T_NONE when it is no time. */
struct pl_time_form pl_form_of(struct pl_str value, enum pl_day_order days);

void pl_spellings_add(struct pl_spellings *spellings, struct pl_time_form form, bool doubtful);
struct pl_mix pl_spellings_mix(const struct pl_spellings *spellings);

#endif
