/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a file is, told by its first decompressed bytes and never by its name.
 */
#ifndef PL_INPUT_SNIFF_H
#define PL_INPUT_SNIFF_H

#include "linter/input/input.h"

enum { PL_SNIFF_BYTES = 64 << 10 }; /* enough of a file to tell */

struct pl_sniff {
	enum pl_input_kind kind;
	bool document;      /* else lines */
	bool wrapped;       /* items stand in {"Item":…} */
	size_t skip;        /* bytes of a byte order mark */
	const char *refusal; /* not NULL: a format that is known and not read, with the way round */
};

/*
 * `head` to `end` are the first bytes (all of them when `whole`), with
 * PL_SCAN_PAD bytes behind as the scanner wants them.
 */
struct pl_sniff pl_sniff(const char *head, const char *end, bool whole);

#endif
