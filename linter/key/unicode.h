/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Characters that look like others, or like nothing: two keys that read alike
 * on a screen and are different bytes.
 */
#ifndef PL_KEY_UNICODE_H
#define PL_KEY_UNICODE_H

#include "linter/base/base.h"

enum {
	PL_UC_INVALID = 1,    /* not UTF-8: stray bytes, overlong forms, surrogates, beyond U+10FFFF */
	PL_UC_HIDDEN = 2,     /* of no width, where no script or emoji needs it */
	PL_UC_BIDI = 4,       /* marks, overrides and isolates of direction */
	PL_UC_DECOMPOSED = 8, /* a pair that NFC makes one: letter and accent, Hangul jamo, kana and its mark */
};

/* What of these stands in `s`, as a set. */
unsigned pl_unicode_oddities(struct pl_str s);

/*
 * The code point at the front of `s`, and *len, its bytes. -1, and *len 1: no
 * character begins there. `s` is not empty.
 */
int32_t pl_utf8_at(struct pl_str s, size_t *len);

#endif
