/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the bytes of a template can be: its parts taken to pieces.
 *
 *     EVT#<at>#<eventId>
 *
 *     text EVT, text #            literals, byte for byte
 *     4 of 0-9, text -, 2 of 0-9  <at>: year, month …, text T … text Z
 *     text #
 *     26 of 0-9A-Z                <eventId>, a ULID
 *
 * A value of varying width is one open piece, an enum one piece of words. A
 * value without `chars` is taken not to hold the delimiter.
 */
#ifndef PL_SCHEMA_PIECES_H
#define PL_SCHEMA_PIECES_H

#include "linter/schema/template.h"

/* A set of bytes. */
struct pl_byteset {
	uint64_t bits[4];
};

static inline bool pl_byteset_has(const struct pl_byteset *set, unsigned char byte)
{
	return (set->bits[byte / 64] >> byte % 64 & 1) != 0;
}

/* The bytes 0 … limit - 1; limit at most 256. */
static inline struct pl_byteset pl_bytes_below(unsigned limit)
{
	struct pl_byteset set = {{0}};

	for (unsigned i = 0; i < 4; i++)
		set.bits[i] = limit >= 64 * (i + 1) ? UINT64_MAX : limit > 64 * i ? (UINT64_C(1) << limit % 64) - 1 : 0;
	return set;
}

static inline bool pl_bytesets_meet(const struct pl_byteset *a, const struct pl_byteset *b)
{
	uint64_t both = 0;

	for (unsigned i = 0; i < 4; i++)
		both |= a->bits[i] & b->bits[i];
	return both != 0;
}

enum pl_piece_kind {
	PL_B_TEXT,  /* these bytes */
	PL_B_FIXED, /* `least` bytes out of `set` */
	PL_B_OPEN,  /* from `least` to `most` bytes out of `set` */
	PL_B_WORDS, /* one of `words` */
};

struct pl_piece {
	enum pl_piece_kind kind;
	const struct pl_part *part;    /* the template's part; a value when part->field is not NULL */
	bool begins, ends;             /* it is the first, the last piece of its part */
	struct pl_str text;            /* PL_B_TEXT */
	unsigned least, most;          /* most 0: nothing bounds it */
	struct pl_byteset set;
	const struct pl_texts *words;
	enum pl_time_unit_of_part unit; /* of a timestamp; PL_TP_LITERAL for everything else */
	bool coarse;                   /* the first bytes of a value are a coarser value: ULID, geohash */
	bool closed;                   /* no value is the beginning of another, whatever its length */
};

struct pl_pieces {
	const struct pl_template *template;
	const struct pl_piece *piece;
	size_t count;
};

/* `template` is bound without a fault. */
void pl_pieces_of(struct pl_arena *arena, const struct pl_template *template, struct pl_pieces *out);

static inline bool pl_piece_is_value(const struct pl_piece *piece)
{
	return piece->part->kind == PL_PART_VALUE;
}

/* Bytes with which a piece can begin. */
struct pl_byteset pl_piece_first(const struct pl_piece *piece);

/*
 * Whether two values are written alike, so that the bytes of the one can be
 * the bytes of the other: width, encoding, format, inversion.
 */
bool pl_same_encoding(const struct pl_declared *a, const struct pl_declared *b);

#endif
