/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as UTF-8: characters give their own bytes again, what is invalid
 * is so wherever the text is cut, and pure ASCII has no oddities.
 */
#include "linter/key/bytes.h"
#include "linter/key/unicode.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* RFC 3629, part 3. */
static size_t encode(int32_t c, char out[static 4])
{
	static const unsigned char leads[] = {0, 0, 0xc0, 0xe0, 0xf0};
	size_t n = c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;

	for (size_t i = n - 1; i > 0; i--, c >>= 6)
		out[i] = (char)(0x80 | (c & 0x3f));
	out[0] = (char)(leads[n] | c);
	return n;
}

/* Whether all of it is characters. */
static bool check_characters(struct pl_str s)
{
	bool valid = true;

	while (s.len) {
		size_t len = 0;
		int32_t c = pl_utf8_at(s, &len);
		char bytes[4];

		PL_ASSERT(len >= 1 && len <= s.len);
		if (c < 0)
			PL_ASSERT(len == 1);
		else
			PL_ASSERT(encode(c, bytes) == len && memcmp(bytes, s.ptr, len) == 0);
		valid &= c >= 0;
		s = pl_str_sub(s, len, s.len);
	}
	return valid;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pl_str s = {(const char *)data, size};
	unsigned found = pl_unicode_oddities(s);

	PL_ASSERT(found < 2 * PL_UC_DECOMPOSED);
	PL_ASSERT(!(found & PL_UC_INVALID) == check_characters(s));
	if (pl_is_ascii(s))
		PL_ASSERT(found == 0);
	return 0;
}
