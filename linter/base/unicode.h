/* SPDX-License-Identifier: Apache-2.0 */
/* Unicode: letters of either case, and the composed form: é as one character (C3 A9), or as e and a mark (65 CC 81). */
#ifndef PL_BASE_UNICODE_H
#define PL_BASE_UNICODE_H

#include "linter/base/buf.h"

/*
 * Whether the text may be in another form than the composed one (NFC). Quick, and never wrong when
 * it says no: Latin letters, Cyrillic, kana, Han and Hangul are told without a table.
 */
bool pl_may_compose(struct pl_str text);

/* Whether two characters in a row are one in the composed form. */
bool pl_composes(int32_t first, int32_t second);

/* Appends the text with its letters in lower case, of whatever script; bytes that are not UTF-8 as they are. */
void pl_add_lower(struct pl_buf *out, struct pl_str text);

/* Whether both have the same letters, in whatever case. */
bool pl_same_letters(struct pl_str a, struct pl_str b);

/* Appends the text in its composed form; as it is when it is not UTF-8. */
void pl_compose(struct pl_buf *out, struct pl_str text);

#endif
