/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/input/decode.h"

static int hex_digit(unsigned char c)
{
	if (pl_is_digit(c))
		return c - '0';
	c = pl_lower(c);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : -1;
}

/* The four hex digits at `p`, or -1 with `*bad` at the first that is none. */
static int32_t hex_unit(const char *p, const char **bad)
{
	int32_t unit = 0;

	for (int i = 0; i < 4; i++) {
		int digit = hex_digit((unsigned char)p[i]);

		if (digit < 0) {
			*bad = p + i;
			return -1;
		}
		unit = unit << 4 | digit;
	}
	return unit;
}

static bool is_high(int32_t unit) { return (unit & 0xfc00) == 0xd800; }
static bool is_low(int32_t unit) { return (unit & 0xfc00) == 0xdc00; }

const char *pl_escape_skip(const char *p, const char **bad)
{
	int32_t unit;

	switch (p[1]) {
	case '"': case '\\': case '/': case 'b': case 'f': case 'n': case 'r': case 't':
		return p + 2;
	case 'u':
		break;
	default:
		*bad = p + 1;
		return NULL;
	}
	unit = hex_unit(p + 2, bad);
	if (unit < 0)
		return NULL;
	if (is_low(unit)) {
		*bad = p;
		return NULL;
	}
	p += 6;
	if (!is_high(unit))
		return p;
	/* Half a character: the other half must follow at once. */
	for (int i = 0; i < 2; i++) {
		if (p[i] != "\\u"[i]) {
			*bad = p + i;
			return NULL;
		}
	}
	unit = hex_unit(p + 2, bad);
	if (unit < 0)
		return NULL;
	if (!is_low(unit)) {
		*bad = p;
		return NULL;
	}
	return p + 6;
}

static char *put_utf8(char *to, uint32_t c)
{
	if (c < 0x80) {
		*to++ = (char)c;
		return to;
	}
	if (c < 0x800) {
		*to++ = (char)(0xc0 | c >> 6);
	} else {
		if (c < 0x10000) {
			*to++ = (char)(0xe0 | c >> 12);
		} else {
			*to++ = (char)(0xf0 | c >> 18);
			*to++ = (char)(0x80 | (c >> 12 & 0x3f));
		}
		*to++ = (char)(0x80 | (c >> 6 & 0x3f));
	}
	*to++ = (char)(0x80 | (c & 0x3f));
	return to;
}

static char simple_escape(char c)
{
	switch (c) {
	case 'b': return '\b';
	case 'f': return '\f';
	case 'n': return '\n';
	case 'r': return '\r';
	case 't': return '\t';
	default: return c; /* quote, backslash, slash stand for themselves */
	}
}

size_t pl_escape_decode(char *to, const char *from, size_t len)
{
	char *start = to;
	const char *end = from + len, *bad;

	while (from < end) {
		const char *escape = memchr(from, '\\', (size_t)(end - from));
		size_t plain = (size_t)((escape ? escape : end) - from);
		uint32_t c;

		memcpy(to, from, plain);
		to += plain;
		from += plain;
		if (!escape)
			break;
		if (from[1] != 'u') {
			*to++ = simple_escape(from[1]);
			from += 2;
			continue;
		}
		c = (uint32_t)hex_unit(from + 2, &bad);
		from += 6;
		if (is_high((int32_t)c)) {
			uint32_t low = (uint32_t)hex_unit(from + 2, &bad);

			c = 0x10000 + ((c & 0x3ff) << 10 | (low & 0x3ff));
			from += 6;
		}
		to = put_utf8(to, c);
	}
	return (size_t)(to - start);
}
