/* SPDX-License-Identifier: Apache-2.0 */
/*
 * JSON string escapes: checked once by the scanner, decoded only where a
 * wanted value or a member name holds one.
 */
#ifndef PL_INPUT_DECODE_H
#define PL_INPUT_DECODE_H

#include "linter/base/base.h"

/*
 * Checks the escape that begins with the backslash at `p`; a surrogate pair
 * counts as one. Returns the byte behind it. NULL with `*bad` at the first
 * byte that does not fit: the bytes are looked at from left to right, so a
 * NUL behind the last byte is enough to stop at the end of a buffer.
 */
const char *pl_escape_skip(const char *p, const char **bad);

/*
 * Decodes the inside of a JSON string whose escapes pl_escape_skip() has
 * accepted. Writes at most `len` bytes to `to` and returns how many.
 * \u0000 gives a NUL byte: a key may hold one.
 */
size_t pl_escape_decode(char *to, const char *from, size_t len);

#endif
