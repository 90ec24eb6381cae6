/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Ignores that stand in a keys.yaml, behind what they are about:
 *
 *     score: {type: number}    # padlint: ignore PL102 until 2027-01-31 -- read by equality only
 *
 * Several rules are separated by commas; `until` may be left out, the reason
 * may not. Findings whose field, entity or own place is declared in that line
 * are left out as if padlint.yaml had an `ignore:` for them.
 */
#ifndef PL_COMMENTS_H
#define PL_COMMENTS_H

#include "linter/config.h"

/*
 * The configuration with the ignores of all these schemas behind its own; the
 * same one when there are none. Mistakes go to `faults`.
 */
const struct pl_config *pl_comments_read(struct pl_faults *faults, const struct pl_config *config,
					 const struct pl_schema_text *schemas, size_t nschemas);

#endif
