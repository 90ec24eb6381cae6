/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one inner loop of the scanner: where does a run of plain string bytes
 * end? At a quote, a backslash or a control character, whichever is first.
 *
 *     #0000001719100800#p_74606"},"attr0":{"S":…
 *     ├───── a block: 64 bytes ───────── …        specials: bit i = byte i is special
 *
 * Most names and values are much shorter than a block, so the next end is
 * mostly found by shifting the specials that are at hand. That matters more
 * than the width of the registers: each end is where the next search begins,
 * and so the time of a scan is that of this chain.
 *
 * Reads up to PL_SPECIAL_OVERREAD bytes behind the special byte it finds, so a
 * buffer needs a NUL behind its last byte and that many readable bytes more.
 * Include after defining PL_SCAN_PORTABLE for the version without SIMD, or
 * PL_SCAN_AVX2 for the one with wider registers than each x86-64 has.
 */
#ifndef PL_INPUT_SPECIAL_H
#define PL_INPUT_SPECIAL_H

#include "linter/input/scan.h"

enum { PL_SPECIAL_OVERREAD = 63 };

#if !defined(PL_SCAN_PORTABLE) && (defined(__x86_64__) || (defined(__i386__) && defined(__SSE2__)))

#include <emmintrin.h>

#ifdef PL_SCAN_AVX2

#include <immintrin.h>

static inline uint32_t special_mask32(const char *p)
{
	__m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)p);
	__m256i slash = _mm256_cmpeq_epi8(bytes, _mm256_set1_epi8('\\'));
	__m256i swapped = _mm256_xor_si256(bytes, _mm256_set1_epi8('"' ^ ' '));
	__m256i low = _mm256_cmpeq_epi8(_mm256_min_epu8(swapped, _mm256_set1_epi8(' ')), swapped);

	return (uint32_t)_mm256_movemask_epi8(_mm256_or_si256(slash, low));
}

static inline uint64_t special_mask64(const char *p)
{
	return (uint64_t)special_mask32(p + 32) << 32 | special_mask32(p);
}

#else

static inline uint32_t special_mask16(const char *p)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
	__m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
	/* With '"' and ' ' exchanged, quote and controls are one range: 0 to ' '. */
	__m128i swapped = _mm_xor_si128(bytes, _mm_set1_epi8('"' ^ ' '));
	/* SSE2 compares signed only; the unsigned minimum does it without a bias. */
	__m128i low = _mm_cmpeq_epi8(_mm_min_epu8(swapped, _mm_set1_epi8(' ')), swapped);

	return (uint32_t)_mm_movemask_epi8(_mm_or_si128(slash, low));
}

static inline uint64_t special_mask64(const char *p)
{
	uint32_t low = special_mask16(p) | special_mask16(p + 16) << 16;
	uint32_t high = special_mask16(p + 32) | special_mask16(p + 48) << 16;

	return (uint64_t)high << 32 | low;
}

#endif

/* Makes the first block that has a special byte, from `p` on, the one at hand. */
static __attribute__((noinline)) const char *next_block(struct pl_specials *block, const char *p)
{
	while (!(block->bits = special_mask64(p)))
		p += 64;
	block->from = (uintptr_t)p;
	return p + __builtin_ctzll(block->bits);
}

static inline const char *find_special(struct pl_specials *block, const char *p)
{
	uintptr_t at = (uintptr_t)p - block->from;

	if (PL_LIKELY(at < 64 && block->bits >> at))
		return p + __builtin_ctzll(block->bits >> at);
	return next_block(block, p);
}

#elif !defined(PL_SCAN_PORTABLE) && defined(__aarch64__)

#include <arm_neon.h>

static inline const char *find_special(struct pl_specials *block, const char *p)
{
	(void)block; /* its masks have no use for one */
	for (;; p += 16) {
		uint8x16_t bytes = vld1q_u8((const uint8_t *)p);
		uint8x16_t hit = vorrq_u8(vorrq_u8(vceqq_u8(bytes, vdupq_n_u8('"')),
						   vceqq_u8(bytes, vdupq_n_u8('\\'))),
					  vcltq_u8(bytes, vdupq_n_u8(0x20)));
		/* NEON has no movemask: narrowing by 4 bits leaves a nibble for each byte. */
		uint8x8_t nibbles = vshrn_n_u16(vreinterpretq_u16_u8(hit), 4);
		uint64_t mask = vget_lane_u64(vreinterpret_u64_u8(nibbles), 0);

		if (PL_LIKELY(mask != 0))
			return p + (__builtin_ctzll(mask) >> 2);
	}
}

#else

/*
 * Eight bytes in one word. `(x - 0x01…) & ~x & 0x80…` marks the zero bytes of
 * x, and above the lowest one perhaps others (a borrow), never below it; so
 * "is there one" is exact, and the byte itself is found by looking.
 */
static inline const char *find_special(struct pl_specials *block, const char *p)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), tops = UINT64_C(0x8080808080808080);

	(void)block; /* finding the byte costs less than exact masks */
	for (;; p += 8) {
		uint64_t word, quote, slash, hit;

		memcpy(&word, p, sizeof(word));
		quote = word ^ ones * '"';
		slash = word ^ ones * '\\';
		hit = ((quote - ones) & ~quote) | ((slash - ones) & ~slash) | ((word - ones * 0x20) & ~word);
		if (hit & tops)
			break;
	}
	while (*p != '"' && *p != '\\' && (unsigned char)*p >= 0x20)
		p++;
	return p;
}

#endif

#endif
