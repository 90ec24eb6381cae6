/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A stream: the stored bytes of a file in, its decompressed bytes out, in
 * pieces, with small buffers that are used again and again.
 *
 *     fd ──> 256 KiB ──> gzip members │ zstd frames │ as they are ──> caller's buffer
 *               └──> MD5 of the stored bytes, when asked for
 *     └──────── a thread of its own, after pl_stream_ahead() ───────┘
 *
 * The compression is told by the first bytes, never by the name. Buffers of
 * this size stay in the cache; mapping a dump or reading it whole costs more
 * in page faults than the scanner takes.
 */
#ifndef PL_INPUT_STREAM_H
#define PL_INPUT_STREAM_H

#include "linter/base/base.h"

enum {
	PL_STREAM_BUFFER = 256 << 10,
	PL_MD5_BYTES = 16,
};

enum pl_compression { PL_PLAIN, PL_GZIP, PL_ZSTD };

struct pl_stream;

/*
 * A stream that reads `fd`, which stays the caller's and must stay open. `buffer` is
 * the size of the input buffer, at least 1: tests make it tiny, 0 means PL_STREAM_BUFFER.
 */
struct pl_stream *pl_stream_new(int fd, bool md5, size_t buffer);
/* The bytes [from, to) of a file as they are: no compression is looked for, the file's offset stays. */
struct pl_stream *pl_stream_new_range(int fd, uint64_t from, uint64_t to);
void pl_stream_free(struct pl_stream *stream);

/*
 * From now on a thread of its own reads and inflates, up to PL_AHEAD_PIECES pieces
 * of `piece` bytes ahead (0: PL_STREAM_BUFFER); nothing else changes. Without a thread to
 * be had the stream goes on as it was.
 */
void pl_stream_ahead(struct pl_stream *stream, size_t piece);

/*
 * Fills `to` with up to `cap` decompressed bytes and returns how many; 0 only
 * at the end. What came before a fault is handed out; then the stream is at
 * its end and pl_stream_error() is set.
 */
size_t pl_stream_read(struct pl_stream *stream, char *to, size_t cap);

/* NULL, or why the stream ended early, as text for a person: known once a read gave 0. */
const char *pl_stream_error(const struct pl_stream *stream);

/* Stored bytes taken for what was handed out so far; all of them at the end. */
uint64_t pl_stream_stored(const struct pl_stream *stream);
enum pl_compression pl_stream_compression(const struct pl_stream *stream);

/*
 * The MD5 of all stored bytes. Reads what is left of the file first, so that a
 * damaged shard is not also reported with a checksum of half of it.
 */
void pl_stream_md5(struct pl_stream *stream, unsigned char digest[PL_MD5_BYTES]);

/* The MD5 of bytes in memory: of a manifest. */
void pl_md5(struct pl_str bytes, unsigned char digest[PL_MD5_BYTES]);

#endif
