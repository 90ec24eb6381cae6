/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lexing: one key's bytes into segments and values. A pure function: the same
 * bytes always give the same answer, whatever other keys there are.
 *
 *     ORDER#2026-06-23T10:00:00Z#p_17
 *     ├───┤ ├──────────────────┤ ├──┤   segments, split at `sep`
 *     word  time                 mask   "p_\1" "9"
 *                                 ^^    one value inside the mask
 *
 * Tokens (times, UUID, IP, MAC, URL, ARN) are looked for first, at the start
 * of the key and after each byte that is not alphanumeric, the longest first;
 * no separator inside a token counts. The separator is the first of
 * # | : / ~ _ that stands outside tokens *in this key*. `_` and `~` do not
 * separate when a piece would be an opaque id; `/` not when all pieces would
 * (words aside). A key without a separator is one segment.
 */
#ifndef PL_KEY_LEX_H
#define PL_KEY_LEX_H

#include "linter/base/base.h"

/* Bytes that separate, in the order they are tried. */
#define PL_SEPARATORS "#|:/~_"

/* What a segment, or one value inside a mask, is. The letters appear in masks. */
enum pl_class {
	PL_C_NONE = 0,
	PL_C_WORD = 'a',    /* no digit at all, also the empty segment; never a value */
	PL_C_MASK = 'm',    /* words and values together; never a value itself */
	PL_C_DIGITS = '9',  /* digits only */
	PL_C_SIGNED = 'S',  /* '-' digits, a whole segment */
	PL_C_DECIMAL = 'D', /* digits with one point or an exponent, 9,99 or 1,234.50, a whole segment; 1,234 is a mask */
	PL_C_HEXNUM = 'X',  /* 0x and 1 to 32 hex digits, a whole segment */
	PL_C_TIME = 'T',    /* anything key/time.h reads */
	PL_C_DURATION = 'd', /* anything key/duration.h reads, a whole segment */
	PL_C_UUID = 'U',    /* any version, with or without braces */
	PL_C_ULID = 'L',    /* 26 Crockford characters, digits and letters */
	PL_C_KSUID = 'K',   /* 27 base62 characters, digits and letters */
	PL_C_HEX = 'h',     /* at least 7 hex digits, with a letter a-f */
	PL_C_ID = 'i',      /* a run that changes between letters and digits at least twice; an ISBN with its hyphens */
	PL_C_VERSION = 'V', /* N.N.N or vN.N, more parts, [~][-pre][+build] */
	PL_C_PHONE = 'P',   /* '+' and 7 to 15 digits */
	PL_C_ZEROS = 'z',   /* two or more zeros in front of a letter, in a mask */
	PL_C_TEXT = 'x',    /* more than 6 values or a mask over 48 bytes, or a control 0x01; a place, 37.7749,-122.4194 */
	PL_C_IP = 'I',      /* IPv4 or IPv6 */
	PL_C_MAC = 'M',     /* six hex pairs */
	PL_C_URL = 'R',     /* scheme://… to the end of the key */
	PL_C_ARN = 'A',     /* arn:…:…:…:… to the end of the key */
	PL_C_MAIL = 'E',    /* one '@' between names, a whole segment */
};

enum {
	PL_MAX_SEGMENTS = 24, /* what stands behind the last is one PL_C_TEXT segment */
	PL_MAX_VALUES = 6,    /* values in one mask */
	PL_MAX_MASK = 48,     /* bytes of one mask */
};

/* One value of a segment: bytes [from, to) of the key. */
struct pl_slot {
	uint32_t from, to;
	uint8_t class; /* enum pl_class */
};

/*
 * One segment: bytes [from, to) of the key, without separators.
 *
 * `text` is what tells it from others of its class: for a word its bytes (in
 * the key), for a mask its literal bytes with each value replaced by 0x01 and
 * the letter of its class (in the lexed key's own buffer); else empty.
 * A segment that is one value whole (digits, time, id …) has exactly one slot.
 */
struct pl_segment {
	uint32_t from, to;
	uint8_t class;  /* enum pl_class */
	uint8_t nslots;
	uint8_t slot;   /* index of its first slot */
	bool plain;     /* no bytes but letters, digits, . - + and separators: nothing key/mark.h would look at */
	struct pl_str text;
};

struct pl_lexed {
	char sep; /* the separator, 0 when the key is one segment */
	bool ascii;      /* no byte of the key is 0x80 or above */
	bool by_classes; /* the same for any key that differs from this one in the values of digits only */
	uint64_t like;   /* tells keys of this lex from all others that pl_lex_alike() saw (key/alike.h); 0: does not */
	unsigned nsegments, nslots;
	struct pl_segment segment[PL_MAX_SEGMENTS];
	struct pl_slot slot[PL_MAX_SEGMENTS * PL_MAX_VALUES];
	char masks[PL_MAX_SEGMENTS * PL_MAX_MASK];
};

/*
 * Lexes `key`. `out` refers to the key's bytes and to itself: it is good as
 * long as both stay where they are. Never fails: what is not understood is
 * text. Keys longer than 4 GiB are not keys.
 */
void pl_lex(struct pl_str key, struct pl_lexed *out);

/* The placeholder reports print for a class: "<number>", "<time>" … */
const char *pl_class_name(enum pl_class class);

#endif
