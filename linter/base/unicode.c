/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/base/unicode.h"

#include <utf8proc.h>

/*
 * Blocks above U+02FF in which no character is part of a composition and none is decomposed by
 * NFC (UnicodeData.txt 15.0, property NFC_Quick_Check=Yes and combining class 0 throughout).
 */
static const struct {
	uint32_t from, to;
} composed[] = {
	{0x0400, 0x0482}, {0x048A, 0x058F},   /* Cyrillic, Armenian */
	{0x2010, 0x2027}, {0x2030, 0x205E},   /* dashes, quotation marks */
	{0x20A0, 0x20C0},                     /* currencies */
	{0x3001, 0x3029}, {0x3041, 0x3096},   /* CJK punctuation, hiragana */
	{0x309D, 0x30FF}, {0x3131, 0x318E},   /* katakana, Hangul letters */
	{0x3400, 0x4DBF}, {0x4E00, 0x9FFF},   /* Han */
	{0xAC00, 0xD7A3},                     /* Hangul syllables */
	{0x1F300, 0x1F64F},                   /* pictographs */
};

/* The character at byte `i`, its length taken from the first byte; what is no UTF-8 becomes 0xFFFFFF. */
static uint32_t character(struct pl_str text, size_t *i)
{
	unsigned char lead = (unsigned char)text.ptr[*i];
	unsigned more = lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3;
	uint32_t c = lead & (0x3FU >> more);

	++*i;
	for (; more > 0 && *i < text.len; more--, ++*i)
		c = c << 6 | ((unsigned char)text.ptr[*i] & 0x3F);
	return more ? 0xFFFFFF : c;
}

static bool is_composed(uint32_t c)
{
	if (c < 0x300)
		return true;
	for (size_t i = 0; i < PL_LEN(composed); i++)
		if (c >= composed[i].from && c <= composed[i].to)
			return true;
	return false;
}

bool pl_may_compose(struct pl_str text)
{
	for (size_t i = 0; i < text.len;) {
		if ((unsigned char)text.ptr[i] < 0x80)
			i++;
		else if (!is_composed(character(text, &i)))
			return true;
	}
	return false;
}

bool pl_composes(int32_t first, int32_t second)
{
	utf8proc_int32_t pair[2] = {first, second};

	return second >= 0x300 && utf8proc_normalize_utf32(pair, PL_LEN(pair), UTF8PROC_STABLE | UTF8PROC_COMPOSE) == 1;
}

/* The character at byte `i` in lower case, and the byte behind it; less than 0: a byte that is no UTF-8. */
static utf8proc_int32_t lower_at(struct pl_str text, size_t *i)
{
	utf8proc_int32_t c = (unsigned char)text.ptr[*i];
	utf8proc_ssize_t len;

	if (c < 0x80) {
		++*i;
		return pl_lower((unsigned char)c);
	}
	len = utf8proc_iterate((const utf8proc_uint8_t *)text.ptr + *i, (utf8proc_ssize_t)(text.len - *i), &c);
	if (len <= 0) {
		++*i;
		return -1 - (unsigned char)text.ptr[*i - 1];
	}
	*i += (size_t)len;
	return c == 0x3C2 ? 0x3C3 : utf8proc_tolower(c); /* a sigma that ends a word has one upper case with the other */
}

void pl_add_lower(struct pl_buf *out, struct pl_str text)
{
	for (size_t i = 0; i < text.len;) {
		utf8proc_uint8_t bytes[4];
		utf8proc_int32_t c = lower_at(text, &i);

		if (c < 0)
			pl_buf_addc(out, text.ptr[i - 1]);
		else
			pl_buf_add(out, pl_str_of((const char *)bytes, (size_t)utf8proc_encode_char(c, bytes)));
	}
}

bool pl_same_letters(struct pl_str a, struct pl_str b)
{
	size_t i = 0, k = 0;

	while (i < a.len && k < b.len)
		if (lower_at(a, &i) != lower_at(b, &k))
			return false;
	return i == a.len && k == b.len;
}

void pl_compose(struct pl_buf *out, struct pl_str text)
{
	utf8proc_uint8_t *to = NULL;
	utf8proc_ssize_t len = utf8proc_map((const utf8proc_uint8_t *)text.ptr, (utf8proc_ssize_t)text.len, &to,
					    UTF8PROC_STABLE | UTF8PROC_COMPOSE);

	pl_buf_add(out, len < 0 ? text : pl_str_of((const char *)to, (size_t)len));
	free(to);
}
