/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Bytes of keys, eight at a time: runs of digits, and short values as words
 * that compare like the bytes they hold. Keys are mostly padded numbers, so
 * this is where a key's time goes.
 */
#ifndef PL_KEY_BYTES_H
#define PL_KEY_BYTES_H

#include "linter/base/base.h"

#define PL_EACH_BYTE(b) (UINT64_C(0x0101010101010101) * (uint64_t)(b))

/* The eight bytes at `p`, the first lowest, whatever the machine. */
static inline uint64_t pl_word_of(const char *p)
{
	uint64_t word;

	memcpy(&word, p, sizeof(word));
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
	word = __builtin_bswap64(word);
#endif
	return word;
}

/* The first `n` bytes at `p`, at most eight, and zeros. No byte behind them is read. */
static inline uint64_t pl_word_upto(const char *p, size_t n)
{
	const unsigned char *bytes = (const unsigned char *)p;
	uint32_t low, high;

	if (PL_LIKELY(n >= 8))
		return pl_word_of(p);
	if (n < 4)
		return n == 0 ? 0
			      : (uint64_t)bytes[n - 1] << 8 * (n - 1) | (uint64_t)bytes[n / 2] << 8 * (n / 2) | bytes[0];
	memcpy(&low, p, sizeof(low));
	memcpy(&high, p + n - 4, sizeof(high));
#if __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__
	low = __builtin_bswap32(low);
	high = __builtin_bswap32(high);
#endif
	return (uint64_t)high << 8 * (n - 4) | low;
}

/* `n` is 4 or 8. */
static inline uint64_t pl_big_endian(const char *p, unsigned n)
{
	uint32_t half;

	if (n == 8)
		return __builtin_bswap64(pl_word_of(p));
	memcpy(&half, p, sizeof(half));
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	half = __builtin_bswap32(half);
#endif
	return half;
}

/* Whether any of the eight bytes is below `limit`, which is at most 0x80. */
static inline bool pl_any_below(uint64_t word, unsigned limit)
{
	return ((word - PL_EACH_BYTE(limit)) & ~word & PL_EACH_BYTE(0x80)) != 0;
}

/* The index of the first byte of a word that has a bit set; there is one. */
static inline size_t pl_first_byte(uint64_t word)
{
	return (size_t)__builtin_ctzll(word) / 8;
}

/* The bytes of a word that are no digits have a bit set; those behind the first may be wrong. */
static inline uint64_t pl_no_digits(uint64_t word)
{
	/* A digit less '0' is 0 to 9: it has no high nibble, nor does it get one by adding 6. */
	uint64_t less = word ^ PL_EACH_BYTE('0');

	return ((less + PL_EACH_BYTE(6)) | less) & PL_EACH_BYTE(0xf0);
}

/* The ASCII letters among the bytes of a word: their high bits. */
static inline uint64_t pl_letters(uint64_t word)
{
	uint64_t lower = (word | PL_EACH_BYTE(0x20)) & ~PL_EACH_BYTE(0x80);
	uint64_t from = lower + PL_EACH_BYTE(0x80 - 'a'), beyond = lower + PL_EACH_BYTE(0x7f - 'z');

	return from & ~beyond & ~word & PL_EACH_BYTE(0x80);
}

/* Of those the small ones: bit 5 tells, which two bits further is the high bit. */
static inline uint64_t pl_small_letters(uint64_t word, uint64_t letters)
{
	return letters & word << 2;
}

/* How many digits stand in `s` from byte `from` on, up to the first other byte. */
static inline size_t pl_digit_run(struct pl_str s, size_t from)
{
	size_t i = from;

	for (; s.len - i >= 8; i += 8) {
		uint64_t odd = pl_no_digits(pl_word_of(s.ptr + i));

		if (odd)
			return i - from + pl_first_byte(odd);
	}
	/* The last few bytes of a word that ends with the string; zeros behind them. */
	if (i < s.len && s.len >= 8)
		return i - from + pl_first_byte(pl_no_digits(pl_word_of(s.ptr + s.len - 8) >> 8 * (8 - (s.len - i))));
	while (i < s.len && pl_is_digit((unsigned char)s.ptr[i]))
		i++;
	return i - from;
}

static inline bool pl_all_digits(struct pl_str s)
{
	return s.len && pl_digit_run(s, 0) == s.len;
}

/* How many bytes two strings have in common at their start. */
static inline size_t pl_agreement(struct pl_str a, struct pl_str b)
{
	size_t n = PL_MIN(a.len, b.len), i = 0;

	for (; n - i >= 8; i += 8) {
		uint64_t differ = pl_word_of(a.ptr + i) ^ pl_word_of(b.ptr + i);

		if (differ)
			return i + pl_first_byte(differ);
	}
	while (i < n && a.ptr[i] == b.ptr[i])
		i++;
	return i;
}

/* How many of the `n` bytes at `p` are zeros, up to the first that is none. */
static inline size_t pl_zero_run(const char *p, size_t n)
{
	size_t i = 0;

	for (; n - i >= 8; i += 8) {
		uint64_t odd = pl_word_of(p + i) ^ PL_EACH_BYTE('0');

		if (odd)
			return i + pl_first_byte(odd);
	}
	while (i < n && p[i] == '0')
		i++;
	return i;
}

/* Whether no byte is above 0x7f. */
static inline bool pl_is_ascii(struct pl_str s)
{
	uint64_t all = 0;

	for (size_t i = 0; i < s.len; i += 8)
		all |= pl_word_upto(s.ptr + i, s.len - i);
	return (all & PL_EACH_BYTE(0x80)) == 0;
}

/*
 * The bytes of a value of at most PL_MAX_HEAD bytes, so that two values of one
 * length are in byte order when their heads are: the first and the last 8
 * bytes (4 of fewer than 8), which may overlap, big-endian.
 */
struct pl_head {
	uint64_t first, last;
};
enum { PL_MAX_HEAD = 16 };

static inline struct pl_head pl_head_of(const char *p, size_t len)
{
	uint64_t v = 0;

	if (PL_LIKELY(len >= 8))
		return (struct pl_head){pl_big_endian(p, 8), pl_big_endian(p + len - 8, 8)};
	if (PL_LIKELY(len >= 4))
		return (struct pl_head){pl_big_endian(p, 4), pl_big_endian(p + len - 4, 4)};
	for (size_t i = 0; i < len; i++)
		v = v << 8 | (unsigned char)p[i];
	return (struct pl_head){v, 0};
}

static inline bool pl_head_before(struct pl_head a, struct pl_head b)
{
	return a.first < b.first || (a.first == b.first && a.last < b.last);
}

/* pl_str_eq() for strings that are mostly short. */
static inline bool pl_short_eq(struct pl_str a, struct pl_str b)
{
	struct pl_head x, y;

	if (a.len != b.len || a.len > PL_MAX_HEAD)
		return pl_str_eq(a, b);
	x = pl_head_of(a.ptr, a.len);
	y = pl_head_of(b.ptr, b.len);
	return x.first == y.first && x.last == y.last;
}

#endif
