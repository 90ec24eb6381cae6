/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The progress bar on standard error:
 *
 *     pass 1 of 2  [#####-------]  45%  225 MB  1,340,479 items  93 MB/s  0:03 left
 *
 * One line, at most 80 columns, redrawn at most ten times a second and cleared
 * at the end. Only blanks and carriage returns are sent, so that it works on
 * any terminal; nothing is when standard error is none.
 */
#ifndef PL_PROGRESS_H
#define PL_PROGRESS_H

#include "linter/base/buf.h"
#include "linter/input/input.h"

struct pl_progress {
	bool on;
	size_t columns;     /* of the terminal, at most 80 */
	size_t shown;       /* columns of the line that stands there now */
	unsigned pass;      /* the pass that `start` belongs to */
	double start, last; /* seconds of the monotonic clock */
};

/* `wanted`: the user did not say --no-progress. */
void pl_progress_init(struct pl_progress *progress, bool wanted);

/* For pl_run_options.progress; `ctx` is a struct pl_progress. */
void pl_progress_show(void *ctx, const struct pl_progress_state *state, unsigned pass, unsigned passes);

/* Clears the line. */
void pl_progress_end(struct pl_progress *progress);

/* Adds the line itself, at most `columns` wide, `seconds` after the pass began. */
void pl_progress_line(struct pl_buf *out, const struct pl_progress_state *state, unsigned pass, unsigned passes,
		      double seconds, size_t columns);

#endif
