/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/unicode.h"

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

/* Letters as bits: A-Z from 0 on, a-z from 32 on. */
static uint64_t letters(const char *text)
{
	uint64_t set = 0;

	for (; *text; text++)
		set |= UINT64_C(1) << (pl_is_lower((unsigned char)*text) ? *text - 'a' + 32 : *text - 'A');
	return set;
}

/*
 * The combining marks that have a precomposed character with an ASCII letter,
 * and those letters: UnicodeData.txt of Unicode 15.0, canonical decompositions.
 */
static bool accent_composes(int32_t base, int32_t accent)
{
	static const struct {
		int32_t mark;
		const char *letters;
	} table[] = {
		{0x300, "AEINOUWYaeinouwy"},
		{0x301, "ACEGIKLMNOPRSUWYZacegiklmnoprsuwyz"},
		{0x302, "ACEGHIJOSUWYZaceghijosuwyz"},
		{0x303, "AEINOUVYaeinouvy"},
		{0x304, "AEGIOUYaegiouy"},
		{0x306, "AEGIOUaegiou"},
		{0x307, "ABCDEFGHIMNOPRSTWXYZabcdefghmnoprstwxyz"},
		{0x308, "AEHIOUWXYaehiotuwxy"},
		{0x309, "AEIOUYaeiouy"},
		{0x30a, "AUauwy"},
		{0x30b, "OUou"},
		{0x30c, "ACDEGHIKLNORSTUZacdeghijklnorstuz"},
		{0x30f, "AEIORUaeioru"},
		{0x311, "AEIORUaeioru"},
		{0x31b, "OUou"},
		{0x323, "ABDEHIKLMNORSTUVWYZabdehiklmnorstuvwyz"},
		{0x324, "Uu"},
		{0x325, "Aa"},
		{0x326, "STst"},
		{0x327, "CDEGHKLNRSTcdeghklnrst"},
		{0x328, "AEIOUaeiou"},
		{0x32d, "DELNTUdelntu"},
		{0x32e, "Hh"},
		{0x330, "EIUeiu"},
		{0x331, "BDKLNRTZbdhklnrtz"},
		{0x340, "AEINOUWYaeinouwy"},
		{0x341, "ACEGIKLMNOPRSUWYZacegiklmnoprsuwyz"},
		{0x344, "IUiu"},
	};
	char letter[2] = {(char)base, '\0'};

	if (base > 0x7f || !pl_is_alpha((unsigned char)base))
		return false;
	for (size_t i = 0; i < PL_LEN(table); i++)
		if (table[i].mark == accent)
			return letters(table[i].letters) & letters(letter);
	return false;
}

static bool is_between(int32_t c, int32_t least, int32_t most)
{
	return c >= least && c <= most;
}

/* Whether two code points in a row are one in NFC. */
static bool composes(int32_t before, int32_t c)
{
	bool hangul = is_between(before, 0x1100, 0x1112) && is_between(c, 0x1161, 0x1175);
	bool kana = (c == 0x3099 || c == 0x309a) && is_between(before, 0x3046, 0x30fd);

	return hangul || kana || (is_between(c, 0x300, 0x344) && accent_composes(before, c));
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
				 (composes(before, c) ? PL_UC_DECOMPOSED : 0U);
		else if (c < 0)
			found |= PL_UC_INVALID;
		before = c;
	}
	return found;
}
