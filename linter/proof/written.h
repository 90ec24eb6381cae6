/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the values of one range are written, by number of bytes; and tallies of
 * the same over many ranges.
 *
 *     1#a  10#a  11#a  2#a  03#a          width 1: 2 values, least 1, greatest 2
 *                                         width 2: 10, 11; and apart from those 03
 *
 * Values of one width come in ascending order when keys come in byte order,
 * and equal ones come together, whatever stands behind them: two strings of
 * one length differ first inside both. So one value per width is all that must
 * be remembered to count different values exactly, in ranges of any size.
 */
#ifndef PL_PROOF_WRITTEN_H
#define PL_PROOF_WRITTEN_H

#include "linter/base/arena.h"
#include "linter/base/buf.h"
#include "linter/profile/field.h"

enum pl_style {
	PL_ST_PADDED, /* digits, a zero in front and more behind it */
	PL_ST_PLAIN,  /* other digits */
	PL_ST_OTHER,  /* signs, points, times: no width that rules speak of */
};

/* Values of one width and style in the range at hand. */
struct pl_written {
	unsigned width;
	enum pl_style style;
	uint64_t keys, distinct;
	uint64_t doubtful;	       /* keys with a value that may be a sentinel */
	struct pl_buf least, greatest; /* the first and the last value so far */
};

/* All of the range at hand; memory is kept from range to range. */
struct pl_writing {
	PL_VEC(struct pl_written) all;
	size_t used;
	size_t recent;
	bool hex;		    /* digits are hexadecimal */
	uint64_t pairs, pairs_next; /* neighbours by value, and those one apart */
};

void pl_writing_clear(struct pl_writing *writing);
void pl_writing_release(struct pl_writing *writing);
void pl_writing_add(struct pl_writing *writing, struct pl_str value, enum pl_style style,
		    bool doubtful);
/*
 * Ends the range: sorts by width, then style, and adds the neighbours that
 * have different widths. Those are told exactly as long as the wider value has
 * no zero in front; a padded one may lie anywhere and is not paired.
 */
void pl_writing_end(struct pl_writing *writing);

/* Keys by width and padding over many ranges. */
struct pl_tally {
	PL_VEC(struct pl_written)
	all; /* sorted by width, then plain before padded, as pl_observed.widths */
};

void pl_tally_clear(struct pl_tally *tally);
void pl_tally_release(struct pl_tally *tally);
void pl_tally_add(struct pl_tally *tally, const struct pl_written *written);
/* Copies it to where reports look; NULL and 0 when it is empty. */
const struct pl_width *pl_tally_copy(const struct pl_tally *tally, struct pl_arena *arena,
				     size_t *count);

#endif
