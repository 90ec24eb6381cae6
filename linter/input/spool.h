/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A spool: the wanted attributes of items that can be read only once, kept for
 * a second pass. Up to 1 MiB stays in memory; more goes to a temporary file
 * that has no name from the start, so that nothing is left behind whatever ends the
 * process.
 *
 *     item    size, place - last place, then for each attribute:
 *             type  [ length  bytes ]      (numbers as LEB128)
 */
#ifndef PL_INPUT_SPOOL_H
#define PL_INPUT_SPOOL_H

#include "linter/base/base.h"
#include "linter/base/buf.h"
#include "linter/input/input.h"

struct pl_spool;

/*
 * An empty spool for items of these attributes, in this order. `tmpdir` NULL: $TMPDIR or /tmp.
 * The names must outlive it. Without disk space the process ends (PL_EXIT_FAULT).
 */
struct pl_spool *pl_spool_new(const char *tmpdir, const struct pl_str *names, size_t nnames);
void pl_spool_free(struct pl_spool *spool);

void pl_spool_add(struct pl_spool *spool, const struct pl_item *item);

/*
 * Hands all items to `sink` as they came, each with the attributes `names`,
 * all of which must be in the spool, and with `file`. Returns how many.
 */
uint64_t pl_spool_replay(struct pl_spool *spool, const struct pl_str *names, size_t nnames, uint32_t file,
			 const struct pl_sink *sink);

#endif
