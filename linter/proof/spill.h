/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sorted runs on disk: one nameless temporary file that runs are appended to,
 * and readers that stream one run each.
 *
 * Every fault of the disk ends the process by pl_die(): half a proof is none.
 */
#ifndef PL_PROOF_SPILL_H
#define PL_PROOF_SPILL_H

#include "linter/base/base.h"
#include "linter/proof/sorter.h"

struct pl_spill {
	int fd;		/* -1: nothing was written yet, there is no file */
	uint64_t bytes; /* written and pending; where the next record goes */
	char *pending;	/* not yet written */
	size_t npending;
	char *dir;
};

/* Where a run lies. */
struct pl_extent {
	int fd; /* of its spill, which must stay open */
	uint64_t from, to;
};

void pl_spill_init(struct pl_spill *spill, const char *dir);
void pl_spill_release(struct pl_spill *spill);

/* Appends a record; what lies between two calls of pl_spill_flush() is a run. */
void pl_spill_add(struct pl_spill *spill, bool payloads, const struct pl_sorted *record);
/* Hands what is pending to the kernel. */
void pl_spill_flush(struct pl_spill *spill);

/* Streams the records of one extent. */
struct pl_stream {
	struct pl_extent at; /* what is not in the buffer yet */
	bool payloads;
	size_t usual; /* size of the buffer, unless a record is larger */
	char *buffer;
	size_t size, from, to; /* allocated; the unread part */
};

void pl_stream_init(struct pl_stream *stream, bool payloads, struct pl_extent at, size_t buffer);
void pl_stream_release(struct pl_stream *stream);
/* The next record; its slices are good until the next call. False at the end. */
bool pl_stream_next(struct pl_stream *stream, struct pl_sorted *out);

#endif
