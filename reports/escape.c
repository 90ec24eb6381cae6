/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/escape.h"

/* Inclusive ranges of code points, in order. */
struct range {
	uint32_t first, last;
};

/*
 * Characters that print nothing, reorder their neighbours or look like a
 * plain space: Unicode 15 categories Cc, Cf, Zl, Zp and Zs, the fillers and
 * the variation selectors. The plain space itself is none of them.
 */
static const struct range unseen[] = {
	{0x00, 0x1f},     {0x7f, 0xa0},     {0xad, 0xad},     {0x34f, 0x34f},     {0x600, 0x605},
	{0x61c, 0x61c},   {0x6dd, 0x6dd},   {0x70f, 0x70f},   {0x115f, 0x1160},   {0x1680, 0x1680},
	{0x17b4, 0x17b5}, {0x180b, 0x180f}, {0x2000, 0x200f}, {0x2028, 0x202f},   {0x205f, 0x206f},
	{0x3000, 0x3000}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xfeff, 0xfeff},   {0xffa0, 0xffa0},
	{0xfff0, 0xfffb}, {0xfffe, 0xffff}, {0x1d173, 0x1d17a}, {0xe0000, 0xe0fff},
};

/*
 * East Asian wide and fullwidth characters and emoji, rounded to blocks: a
 * guess too wide costs a column of air, one too narrow spoils a caret.
 */
static const struct range wide[] = {
	{0x1100, 0x115f}, {0x231a, 0x231b}, {0x2e80, 0x303e},   {0x3041, 0x4dbf},   {0x4e00, 0xa4cf},
	{0xa960, 0xa97f}, {0xac00, 0xd7a3}, {0xf900, 0xfaff},   {0xfe30, 0xfe6f},   {0xff01, 0xff60},
	{0xffe0, 0xffe6}, {0x1f000, 0x1f02f}, {0x1f300, 0x1f64f}, {0x1f680, 0x1f6ff}, {0x1f900, 0x1faff},
	{0x20000, 0x3fffd},
};

static bool in_ranges(const struct range *ranges, size_t count, uint32_t code)
{
	for (size_t i = 0; i < count && ranges[i].first <= code; i++)
		if (code <= ranges[i].last)
			return true;
	return false;
}

/*
 * Bytes of the character at `at`, with its code point; 0 when there is none.
 * Overlong forms, surrogates and codes above U+10FFFF are none (RFC 3629).
 */
static unsigned decode(struct pl_str s, size_t at, uint32_t *code)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	const unsigned char *p = (const unsigned char *)s.ptr + at;
	unsigned len = *p < 0x80 ? 1 : *p < 0xc2 ? 0 : *p < 0xe0 ? 2 : *p < 0xf0 ? 3 : *p < 0xf5 ? 4 : 0;

	if (len == 0 || len > s.len - at)
		return 0;
	*code = len == 1 ? *p : *p & (0x7fu >> len);
	for (unsigned i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
		*code = *code << 6 | (p[i] & 0x3fu);
	}
	if (*code < least[len] || *code > 0x10ffff || (*code >= 0xd800 && *code <= 0xdfff))
		return 0;
	return len;
}

struct pl_glyph pl_glyph_at(struct pl_str s, size_t at)
{
	struct pl_glyph glyph = {.columns = 1};
	unsigned char byte = (unsigned char)s.ptr[at];
	uint32_t code = 0;

	glyph.len = decode(s, at, &code);
	if (glyph.len == 0 || (glyph.len == 1 && in_ranges(unseen, PL_LEN(unseen), code))) {
		glyph.len = 1;
		glyph.columns = (unsigned)snprintf(glyph.text, sizeof(glyph.text), "\\x%02X", byte);
	} else if (byte == '\\') {
		glyph.columns = (unsigned)snprintf(glyph.text, sizeof(glyph.text), "\\\\");
	} else if (in_ranges(unseen, PL_LEN(unseen), code)) {
		glyph.columns = (unsigned)snprintf(glyph.text, sizeof(glyph.text), "\\u{%" PRIX32 "}", code);
	} else {
		memcpy(glyph.text, s.ptr + at, glyph.len);
		glyph.columns += in_ranges(wide, PL_LEN(wide), code);
	}
	return glyph;
}

size_t pl_glyph_start(struct pl_str s, size_t byte)
{
	size_t at = 0;

	while (at < s.len) {
		size_t next = at + pl_glyph_at(s, at).len;

		if (next > byte)
			return at;
		at = next;
	}
	return s.len;
}

size_t pl_columns(struct pl_str s)
{
	size_t columns = 0;

	for (size_t at = 0; at < s.len;) {
		struct pl_glyph glyph = pl_glyph_at(s, at);

		columns += glyph.columns;
		at += glyph.len;
	}
	return columns;
}

size_t pl_columns_end(struct pl_str s, size_t columns)
{
	size_t at = 0;

	while (at < s.len) {
		struct pl_glyph glyph = pl_glyph_at(s, at);

		if (glyph.columns > columns)
			break;
		columns -= glyph.columns;
		at += glyph.len;
	}
	return at;
}

size_t pl_columns_start(struct pl_str s, size_t columns)
{
	size_t left = pl_columns(s), at = 0;

	while (at < s.len && left > columns) {
		struct pl_glyph glyph = pl_glyph_at(s, at);

		left -= glyph.columns;
		at += glyph.len;
	}
	return at;
}

void pl_add_shown(struct pl_buf *out, struct pl_str s)
{
	for (size_t at = 0; at < s.len;) {
		struct pl_glyph glyph = pl_glyph_at(s, at);

		pl_buf_adds(out, glyph.text);
		at += glyph.len;
	}
}

void pl_add_cut(struct pl_buf *out, struct pl_str s, size_t columns)
{
	if (pl_columns(s) <= columns) {
		pl_add_shown(out, s);
		return;
	}
	/* The front says more than the end: it gets two thirds. */
	size_t back = columns / 3;
	size_t front = columns - 1 - PL_MIN(back, columns - 1);

	pl_add_shown(out, pl_str_sub(s, 0, pl_columns_end(s, front)));
	pl_buf_adds(out, "…");
	pl_add_shown(out, pl_str_sub(s, pl_columns_start(s, back), s.len));
}

void pl_add_spaces(struct pl_buf *out, size_t count)
{
	while (count-- > 0)
		pl_buf_addc(out, ' ');
}

/* Text keeps its backslashes: rules write regular expressions, not escapes. */
static struct pl_glyph text_glyph(struct pl_str text, size_t at)
{
	if (text.ptr[at] == '\\')
		return (struct pl_glyph){1, 1, "\\"};
	return pl_glyph_at(text, at);
}

/* Where the word that begins at `at` ends, and how wide it is. */
static size_t word_end(struct pl_str line, size_t at, size_t *columns)
{
	for (*columns = 0; at < line.len && line.ptr[at] != ' ';) {
		struct pl_glyph glyph = text_glyph(line, at);

		*columns += glyph.columns;
		at += glyph.len;
	}
	return at;
}

static size_t new_line(struct pl_buf *out, size_t indent)
{
	pl_buf_addc(out, '\n');
	pl_add_spaces(out, indent);
	return indent;
}

/* One word, broken where it is wider than a line. */
static size_t add_word(struct pl_buf *out, struct pl_str word, size_t column, size_t indent, size_t width)
{
	for (size_t at = 0; at < word.len;) {
		struct pl_glyph glyph = text_glyph(word, at);

		if (column + glyph.columns > width && column > indent)
			column = new_line(out, indent);
		pl_buf_adds(out, glyph.text);
		column += glyph.columns;
		at += glyph.len;
	}
	return column;
}

static size_t wrap_line(struct pl_buf *out, struct pl_str line, size_t column, size_t indent, size_t width)
{
	bool fresh = true; /* no word stands on this line yet */

	for (size_t at = 0; at < line.len;) {
		size_t gap = 0, columns, end;

		for (; at < line.len && line.ptr[at] == ' '; at++)
			gap++;
		end = word_end(line, at, &columns);
		if (end == at)
			break; /* blanks at the end of a line say nothing */
		if (column + gap + columns > width && !(fresh && column <= indent)) {
			column = new_line(out, indent);
			gap = 0;
		}
		pl_add_spaces(out, gap);
		column = add_word(out, pl_str_sub(line, at, end), column + gap, indent, width);
		fresh = false;
		at = end;
	}
	return column;
}

/*
 * How far the second line of a paragraph stands in: as far as its first, or as
 * the text behind "1 ". The first paragraph is no step of a list, whatever it
 * begins with ("0 (30) sorts first …").
 */
static size_t hanging(struct pl_str line, bool first, size_t width)
{
	size_t blanks = 0;

	while (blanks < line.len && line.ptr[blanks] == ' ')
		blanks++;
	if (!first && blanks + 1 < line.len && pl_is_digit((unsigned char)line.ptr[blanks]) &&
	    line.ptr[blanks + 1] == ' ')
		blanks += 2;
	return PL_MIN(blanks, width / 4);
}

size_t pl_add_wrapped(struct pl_buf *out, struct pl_str text, size_t column, size_t indent, size_t width)
{
	for (size_t at = 0;;) {
		size_t end = at;
		struct pl_str line;

		while (end < text.len && text.ptr[end] != '\n')
			end++;
		line = pl_str_sub(text, at, end);
		column = wrap_line(out, line, column, indent + hanging(line, at == 0, width), width);
		if (end == text.len)
			return column;
		at = end + 1;
		column = new_line(out, indent);
	}
}

void pl_add_count(struct pl_buf *out, uint64_t n)
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, n);

	for (int i = 0; i < len; i++) {
		if (i > 0 && (len - i) % 3 == 0)
			pl_buf_addc(out, ',');
		pl_buf_addc(out, digits[i]);
	}
}

void pl_add_counted(struct pl_buf *out, uint64_t n, const char *word)
{
	pl_add_count(out, n);
	pl_buf_printf(out, " %s%s", word, n == 1 ? "" : "s");
}

void pl_add_size(struct pl_buf *out, uint64_t bytes)
{
	static const char *const units[] = {"bytes", "kB", "MB", "GB", "TB", "PB"};
	double size = (double)bytes;
	size_t unit = 0;

	for (; size >= 999.5 && unit + 1 < PL_LEN(units); unit++)
		size /= 1000;
	pl_buf_printf(out, unit > 0 && size < 9.95 ? "%.1f %s" : "%.0f %s", size,
		      bytes == 1 ? "byte" : units[unit]);
}

bool pl_utf8_clean(struct pl_str s)
{
	for (size_t at = 0; at < s.len;) {
		uint32_t code = 0;
		unsigned len = decode(s, at, &code);

		if (len == 0 || code == 0)
			return false;
		at += len;
	}
	return true;
}

void pl_add_utf8(struct pl_buf *out, struct pl_str s)
{
	for (size_t at = 0; at < s.len;) {
		uint32_t code = 0;
		unsigned len = decode(s, at, &code);

		if (len == 0 || code == 0)
			pl_buf_adds(out, "\xEF\xBF\xBD");
		else
			pl_buf_add(out, pl_str_sub(s, at, at + len));
		at += PL_MAX(len, 1u);
	}
}
