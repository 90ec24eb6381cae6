/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Several attributes as one value: what is equal among the keys that are sorted
 * together, where an index has a key of several attributes.
 *
 *     tenant "ACME", region "EU", score 17      ["ACME","EU",17]
 *
 * A JSON array, so that no two tuples are one text, tools can take it apart and
 * people can read it. Only `"` and `\` are escaped, with a `\` in front.
 */
#ifndef PL_KEY_JOINED_H
#define PL_KEY_JOINED_H

#include "linter/base/buf.h"

/* Puts one more value behind those in `out`, which is empty before the first. `type` is S, N or B; of B the base64 text. */
void pl_join(struct pl_buf *out, char type, struct pl_str value);

/* Behind the last value. */
void pl_join_end(struct pl_buf *out);

/*
 * The value at `i` from 0 of what was joined; false: there are fewer. It lies
 * in `joined`, or in `room` when it had to be unescaped.
 */
bool pl_joined_at(struct pl_str joined, unsigned i, struct pl_buf *room, struct pl_str *value);

#endif
