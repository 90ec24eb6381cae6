/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scanner: bytes of one item in, slices of its key attributes out, with
 * the whole JSON grammar checked on the way, without a tree and without an
 * allocation for each item.
 *
 *     {"Item":{"PK":{"S":"SEASON#0"},"SK":{"S":"0144…"},"n":{"N":"7"}}}
 *             ├────────────────────── json ─────────────────────────┤ │
 *                         └ attrs[0] ┘      └ attrs[1]                next
 *
 * It works on a window of bytes, `from` up to `end`. Behind `end` stand a NUL
 * and PL_SCAN_PAD - 1 more readable bytes of any value. A NUL is no part of any
 * JSON text, so every loop stops there by itself: the bounds are looked at only
 * when something does not fit, to tell "there is more to come" from "bad".
 *
 * Raw bytes inside strings are taken as they are, valid UTF-8 or not, because a
 * key may be any bytes. Everything else is RFC 8259, nested at most
 * PL_SCAN_DEPTH levels.
 */
#ifndef PL_INPUT_SCAN_H
#define PL_INPUT_SCAN_H

#include "linter/base/base.h"
#include "linter/base/buf.h"
#include "linter/input/input.h"

enum {
	PL_SCAN_PAD = 64,     /* readable bytes behind a window, the first of them NUL */
	PL_SCAN_DEPTH = 1024, /* levels of objects and arrays, all counted */
};

enum pl_scan_result {
	PL_SCAN_DONE, /* `next`, `json` and `attrs` are set */
	PL_SCAN_MORE, /* the value is not at an end yet, and good so far */
	PL_SCAN_BAD,  /* `error` says why, `at` is the byte that does not fit */
};

/*
 * The wanted attribute names as a hash table of (length, first 8 bytes).
 * `lengths` has bit min(length, 63) set for each name, by its first byte: most
 * other names of an item are passed over by that test alone.
 */
struct pl_scan_names {
	uint64_t lengths[256];
	struct pl_scan_slot {
		uint64_t first;  /* first 8 bytes, zeros behind a shorter name */
		size_t len;      /* 0: a free slot */
		uint8_t index;
	} slot[2 * PL_MAX_WANTED];
	struct pl_str name[PL_MAX_WANTED];
	uint8_t same_as[PL_MAX_WANTED]; /* an earlier name with the same bytes, or itself */
	size_t count;
	uint64_t all;  /* bit i: an item can have name[i], and no earlier one is the same */
	bool repeated; /* some name was asked for twice */
	uint64_t loose; /* bit i: where name[i] is malformed or stands again, it is passed over; otherwise the item is bad */
};

/* The block of text whose special bytes are known (special.h); `from` is 0 when none is. */
struct pl_specials {
	uintptr_t from;
	uint64_t bits;
};

struct pl_scan {
	/* Set by the caller. */
	const struct pl_scan_names *names;
	bool wrapped;  /* items stand in an {"Item":…} object */
	bool newlines; /* a newline is white space; otherwise it ends the item */
	bool brief;    /* the item is known to be good: what stands behind the last wanted attribute is not looked at */

	/* Result. */
	const char *next;      /* the byte behind the value; or, when that was all it needed, behind an attribute (pl_scan_has_all) */
	struct pl_str json;    /* the object of marshalled attributes; empty likewise */
	struct pl_attr attrs[PL_MAX_WANTED];
	const char *error, *at;
	int error_attr;        /* the name that `error` is about, or -1 */

	/* The scanner's own. */
	const char *end;
	struct pl_specials block; /* never kept for the next item: the window may have moved */
	uint64_t given;        /* bit i: attrs[i] is not empty */
	uint64_t escaped;      /* bit i: attrs[i] is still to be decoded */
	bool more;
	uint64_t stack[PL_SCAN_DEPTH / 64]; /* bit = 1: the level is an object */
	struct pl_buf decoded; /* the decoded values of this item */
};

void pl_scan_names_init(struct pl_scan_names *names, const struct pl_str *wanted, size_t count);

void pl_scan_init(struct pl_scan *scan, const struct pl_scan_names *names);
void pl_scan_release(struct pl_scan *scan);

/* One item, wrapped or bare; white space before it is passed over. */
enum pl_scan_result pl_scan_item(struct pl_scan *scan, const char *from, const char *end);

/* Whether a brief scan ended early: every wanted attribute was found. */
static inline bool pl_scan_has_all(const struct pl_scan *scan)
{
	return scan->brief && scan->given == scan->names->all;
}

/* Any one JSON value; only `next` is set. A number that touches `end` is MORE. */
enum pl_scan_result pl_scan_value(struct pl_scan *scan, const char *from, const char *end);

/*
 * A string, `from` at its opening quote: `next` is behind the closing one and
 * `json` the bytes between, as they stand.
 */
enum pl_scan_result pl_scan_string(struct pl_scan *scan, const char *from, const char *end);

/* The same three without SIMD, for machines that have none and for the tests. */
enum pl_scan_result pl_scan_item_portable(struct pl_scan *scan, const char *from, const char *end);
enum pl_scan_result pl_scan_value_portable(struct pl_scan *scan, const char *from, const char *end);
enum pl_scan_result pl_scan_string_portable(struct pl_scan *scan, const char *from, const char *end);

#ifdef __x86_64__
/* And with AVX2 and BMI2, for a machine that has them. */
enum pl_scan_result pl_scan_item_avx2(struct pl_scan *scan, const char *from, const char *end);
enum pl_scan_result pl_scan_value_avx2(struct pl_scan *scan, const char *from, const char *end);
enum pl_scan_result pl_scan_string_avx2(struct pl_scan *scan, const char *from, const char *end);
#endif

typedef enum pl_scan_result pl_scan_fn(struct pl_scan *scan, const char *from, const char *end);

/* The builds of the three that this machine can run, the fastest first; they give the same answers. */
struct pl_scan_build {
	const char *name;
	pl_scan_fn *item, *value, *string;
};
const struct pl_scan_build *pl_scan_builds(size_t *count);

#endif
