/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/unicode.h"

#include "linter/base/unicode.h"

int32_t pl_utf8_at(struct pl_str s, size_t *len)
{
	static const int32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned char lead = (unsigned char)s.ptr[0];
	size_t n = lead < 0x80 ? 1 : lead < 0xc0 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : lead < 0xf8 ? 4 : 0;
	int32_t c = n < 2 ? lead : lead & (0x7f >> n);

	*len = 1;
	if (n == 0 || n > s.len)
		return -1;
	for (size_t i = 1; i < n; i++) {
		unsigned char next = (unsigned char)s.ptr[i];

		if ((next & 0xc0) != 0x80)
			return -1;
		c = c << 6 | (next & 0x3f);
	}
	if (c < least[n] || c > 0x10ffff || (c >= 0xd800 && c <= 0xdfff))
		return -1;
	*len = n;
	return c;
}

static bool is_between(int32_t c, int32_t least, int32_t most)
{
	return c >= least && c <= most;
}

/* Joiners belong to Arabic and Indic scripts, U+200B to those of South-East Asia, U+200D between emoji. */
static bool may_join(int32_t before)
{
	return is_between(before, 0x600, 0x1aff) || is_between(before, 0x2600, 0x27bf) || before == 0xfe0f ||
	       before >= 0x1f000;
}

static bool is_hidden(int32_t before, int32_t c)
{
	if (c == 0x200b || c == 0x200c || c == 0x200d)
		return !may_join(before);
	return c == 0xad || c == 0x180e || c == 0x2060 || c == 0xfeff;
}

static bool is_bidi(int32_t c)
{
	return c == 0x61c || c == 0x200e || c == 0x200f || is_between(c, 0x202a, 0x202e) || is_between(c, 0x2066, 0x2069);
}

unsigned pl_unicode_oddities(struct pl_str s)
{
	unsigned found = 0;
	int32_t before = 0;

	for (size_t i = 0, len; i < s.len; i += len) {
		int32_t c = pl_utf8_at(pl_str_sub(s, i, s.len), &len);

		if (c > 0x7f)
			found |= (is_hidden(before, c) ? PL_UC_HIDDEN : 0U) | (is_bidi(c) ? PL_UC_BIDI : 0U) |
				 (pl_composes(before, c) ? PL_UC_DECOMPOSED : 0U);
		else if (c < 0)
			found |= PL_UC_INVALID;
		before = c;
	}
	return found;
}
