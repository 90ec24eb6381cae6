/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes on their way to a reader: what a terminal may be sent, how many
 * columns it takes, and how long text is cut and wrapped.
 *
 * A key may hold any byte. Controls, broken UTF-8 and characters that move or
 * hide others (bidi controls, zero-width and unusual spaces) are shown, never
 * sent:
 *
 *     1B        \x1B          a control
 *     FF        \xFF          no UTF-8
 *     E2 80 AE  \u{202E}      right-to-left override
 *     5C        \\            so that an escape cannot be faked
 *
 * Everything here is a pure function of its bytes; no locale is asked.
 */
#ifndef PL_REPORTS_ESCAPE_H
#define PL_REPORTS_ESCAPE_H

#include "linter/base/buf.h"

/*
 * What is shown for one character, or for one byte that is none. It depends on
 * these bytes only, so two keys that share a prefix show it alike.
 */
struct pl_glyph {
	unsigned len;     /* bytes of the key, at least 1 */
	unsigned columns; /* on a terminal: 2 for East Asian wide characters */
	char text[12];    /* UTF-8, at most "\u{10FFFF}" */
};

/* The glyph at byte `at`, which is below s.len. */
struct pl_glyph pl_glyph_at(struct pl_str s, size_t at);

/* The first byte of the glyph that byte `byte` belongs to; s.len from the end on. */
size_t pl_glyph_start(struct pl_str s, size_t byte);

/* Columns of a whole slice, escapes included. */
size_t pl_columns(struct pl_str s);

/* The byte where glyphs from 0 on, or glyphs back from the end, fill at most `columns`. */
size_t pl_columns_end(struct pl_str s, size_t columns);
size_t pl_columns_start(struct pl_str s, size_t columns);

/* Adds the glyphs of `s`; the second cuts the middle out ("ab…yz") to stay within `columns`, at least 1. */
void pl_add_shown(struct pl_buf *out, struct pl_str s);
void pl_add_cut(struct pl_buf *out, struct pl_str s, size_t columns);

/*
 * Adds text in lines of at most `width` columns. The caller has written
 * `column` columns of the first line; later ones begin with `indent` spaces,
 * and those of a paragraph that begins with spaces, or behind the first one with
 * a step ("1 do"), with as many more. Ends without a newline and returns the column. Backslashes stay as they are; what
 * must not be sent is shown as above. Words wider than a line are broken.
 */
size_t pl_add_wrapped(struct pl_buf *out, struct pl_str text, size_t column, size_t indent, size_t width);

void pl_add_spaces(struct pl_buf *out, size_t count);

/* "1,000,000" · "1 key", "2 keys" · "66 MB" (decimal units, as disks are sold). */
void pl_add_count(struct pl_buf *out, uint64_t n);
void pl_add_counted(struct pl_buf *out, uint64_t n, const char *word);
void pl_add_size(struct pl_buf *out, uint64_t bytes);

/* Whether the bytes are UTF-8 without NUL: what a JSON string of a C program can carry. */
bool pl_utf8_clean(struct pl_str s);

/* Adds the bytes with U+FFFD for each one that pl_utf8_clean() would refuse. */
void pl_add_utf8(struct pl_buf *out, struct pl_str s);

#endif
