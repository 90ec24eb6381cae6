/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The readers: a window of JSON in, items out, one reader for lines and one
 * for documents.
 *
 *     lines       a bad line is reported and skipped; place = line
 *     document    a sequence of values, an array, scan pages; a fault ends the
 *                 file; place = number of the item
 *
 * Both run in constant memory: what must lie in the window in one piece is one
 * item, never a page.
 */
#ifndef PL_INPUT_READER_H
#define PL_INPUT_READER_H

#include "linter/input/input.h"
#include "linter/input/scan.h"
#include "linter/input/window.h"

struct pl_reader {
	struct pl_window *window;
	struct pl_scan scan;
	bool pages;        /* top-level objects are scan pages, with their items in "Items" */
	struct pl_str table; /* the file is a Workbench model, of which the sample items of this table are read; else empty */
	uint32_t file;
	uint64_t place;    /* of what is being read */
	uint64_t items;    /* handed out so far */
	bool brief;        /* lines: each is known to hold one good item and nothing else */
	bool uneven;       /* lines: some was found to be otherwise */

	const struct pl_sink *sink;
	/* A problem at `place`; `offset` counts decompressed bytes from 0. */
	void (*problem)(void *ctx, uint64_t place, uint64_t offset, const char *message);
	void (*tick)(void *ctx); /* now and then */
	void *ctx;
};

/*
 * Both read up to the end of the stream; faults of the stream itself are left to the caller.
 * Lines are counted from `place`, or from 1 when that is 0.
 */
void pl_read_lines(struct pl_reader *reader);
void pl_read_document(struct pl_reader *reader);

/* What both share: hands out the item just scanned. */
static inline void pl_reader_emit(struct pl_reader *reader)
{
	struct pl_item item = {reader->scan.attrs, reader->scan.json, reader->file, reader->place,
				   reader->scan.given};

	reader->items++;
	reader->sink->item(reader->sink->ctx, &item);
}

/* More bytes into the window, and a tick. */
bool pl_reader_more(struct pl_reader *reader);

/* Reports what the scanner did not like, and what is done about it. */
void pl_reader_bad(struct pl_reader *reader, const char *done);

/* Reports `what` at the byte `p` of the window. */
void pl_reader_problem(struct pl_reader *reader, const char *p, const char *what, const char *done);

#endif
