/* SPDX-License-Identifier: Apache-2.0 */
/* Whether a value in a key is what an attribute of the item gives, written as declared. */
#ifndef PL_PROFILE_RENDERS_H
#define PL_PROFILE_RENDERS_H

#include "linter/input/input.h"
#include "linter/schema/declared.h"

/*
 * True unless the two certainly differ: widths, letter case where one is
 * declared, offset, scale and inversion of numbers and the spelling and
 * precision of times are no difference. So is what cannot be told: other
 * bases, lengths in front, times of which only one has a zone.
 */
bool pl_renders(const struct pl_declared *field, struct pl_str stored, const struct pl_attr *source);

#endif
