/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dotted versions and section numbers: 5.1.10, v2.0.0-beta.2, 1.3.6.1.4. Pure
 * functions of bytes.
 */
#ifndef PL_KEY_VERSION_H
#define PL_KEY_VERSION_H

#include "linter/base/base.h"

/*
 * A version, [v]N[.N]…[~][-pre][+build]. The `~` is what a padded release ends
 * in to stand behind its pre-releases. All slices lie in the bytes it was read from.
 */
struct pl_version {
	bool some;           /* false: the bytes are no version */
	bool prefix, marked; /* v or V in front; `~` behind */
	unsigned parts;      /* at least 1 */
	struct pl_str core;  /* "5.1.10" */
	struct pl_str pre;   /* "beta.2"; empty: a release */
};

struct pl_version pl_version_read(struct pl_str s);

/* Value order of two versions: semantic versioning 2.0.0, part 11, with any number of parts. */
int pl_version_order(struct pl_str a, struct pl_str b);

enum { PL_VERSION_PARTS = 4 }; /* told apart; those behind count as the fourth */

/* How the parts of many versions are written: minima, maxima and flags. Zero: none were. */
struct pl_version_widths {
	uint8_t parts_least, parts_most;                         /* 0: no version */
	uint8_t least[PL_VERSION_PARTS], most[PL_VERSION_PARTS]; /* digits of each part; 0: none has it */
	bool padded;         /* a part begins with 0 and goes on */
	bool prefix, bare;   /* with and without a v in front */
	bool release, marked, pre; /* releases without and with the `~`; pre-releases */
};

void pl_version_note(struct pl_version_widths *widths, const struct pl_version *version);
void pl_version_join(struct pl_version_widths *into, const struct pl_version_widths *from);

/* All are written alike, so that byte order is value order. */
bool pl_version_uniform(const struct pl_version_widths *widths);

#endif
