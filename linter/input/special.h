/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The one inner loop of the scanner: where does a run of plain string bytes
 * end? At a quote, a backslash or a control character, whichever is first.
 *
 *     #0000001719100800#p_74606"},"attr0":{"S":…
 *     ├───── 32 bytes a step ───┤        mask: bit i = byte i is special
 *
 * Most names and values are shorter than one step, so that the loop hardly
 * ever turns and its branch is predicted well. That matters more than the width
 * of the registers: on an EPYC, items of irregular lengths went at 1.23 GB/s this
 * way, 1.22 with AVX2 and 1.05 with steps of 16 bytes (gcc 12; clang 14: 1.08,
 * 1.20, 1.09), so there is no second path to choose at run time.
 *
 * Reads up to PL_SPECIAL_OVERREAD bytes behind the special byte it finds, so a
 * buffer needs a NUL behind its last byte and that many readable bytes more.
 * Include after defining PL_SCAN_PORTABLE for the version without SIMD.
 */
#ifndef PL_INPUT_SPECIAL_H
#define PL_INPUT_SPECIAL_H

#include "linter/base/base.h"

enum { PL_SPECIAL_OVERREAD = 32 };

#if !defined(PL_SCAN_PORTABLE) && (defined(__x86_64__) || (defined(__i386__) && defined(__SSE2__)))

#include <emmintrin.h>

static inline uint32_t special_mask16(const char *p)
{
	__m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
	__m128i quote = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('"'));
	__m128i slash = _mm_cmpeq_epi8(bytes, _mm_set1_epi8('\\'));
	/* SSE2 compares signed only; the unsigned minimum does it without a bias. */
	__m128i control = _mm_cmpeq_epi8(_mm_min_epu8(bytes, _mm_set1_epi8(0x1f)), bytes);

	return (uint32_t)_mm_movemask_epi8(_mm_or_si128(_mm_or_si128(quote, slash), control));
}

static inline const char *find_special(const char *p)
{
	for (;; p += 32) {
		uint32_t mask = special_mask16(p) | special_mask16(p + 16) << 16;

		if (PL_LIKELY(mask))
			return p + __builtin_ctz(mask);
	}
}

#elif !defined(PL_SCAN_PORTABLE) && defined(__aarch64__)

#include <arm_neon.h>

static inline const char *find_special(const char *p)
{
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
static inline const char *find_special(const char *p)
{
	const uint64_t ones = UINT64_C(0x0101010101010101), tops = UINT64_C(0x8080808080808080);

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
