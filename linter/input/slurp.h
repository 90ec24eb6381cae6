/* SPDX-License-Identifier: Apache-2.0 */
/* Whole small files: manifests and table descriptions. */
#ifndef PL_INPUT_SLURP_H
#define PL_INPUT_SLURP_H

#include "linter/base/buf.h"

/*
 * Appends the file's bytes to `text`. False with errno when it cannot be read;
 * EFBIG when it has more than `limit` bytes.
 */
bool pl_slurp(const char *path, size_t limit, struct pl_buf *text);

#endif
