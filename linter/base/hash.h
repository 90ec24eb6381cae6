/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one hash of padlint: XXH3, 64 bits, seeded.
 *
 * It must be the same on every machine and in every version, because samples
 * are chosen by it and fingerprints are made of it. XXH3_64bits is stable
 * across versions since xxHash 0.8.0 and across architectures
 * (https://github.com/Cyan4973/xxHash, "XXH3 is stable since v0.8.0").
 */
#ifndef PL_BASE_HASH_H
#define PL_BASE_HASH_H

#include "linter/base/base.h"

#define XXH_INLINE_ALL
#include <xxhash.h>

static inline uint64_t pl_hash(struct pl_str bytes, uint64_t seed)
{
	return XXH3_64bits_withSeed(bytes.ptr ? bytes.ptr : "", bytes.len, seed);
}

/* Mixes two hashes into one; not symmetric. */
static inline uint64_t pl_hash_mix(uint64_t a, uint64_t b)
{
	a ^= b + UINT64_C(0x9e3779b97f4a7c15) + (a << 12) + (a >> 4);
	a ^= a >> 32;
	a *= UINT64_C(0xd6e8feb86659fd93);
	a ^= a >> 32;
	return a;
}

#endif
