/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The line of the schema that a finding is about:
 *
 *     keys.yaml:12:22
 *       12 |     SK: EVT#<at>#<eventId>
 *          |             ^^^^
 */
#include "reports/page.h"

/* Line `number` of a text, without its end; empty when there is none. */
static struct pl_str line_of(struct pl_str text, unsigned number)
{
	size_t from = 0, to;

	for (;; from = to + 1) {
		const char *end = from < text.len ? memchr(text.ptr + from, '\n', text.len - from) : NULL;

		to = end ? (size_t)(end - text.ptr) : text.len;
		if (--number == 0 || to >= text.len)
			break;
	}
	if (number)
		return pl_str_of(NULL, 0);
	while (to > from && text.ptr[to - 1] == '\r')
		to--;
	return pl_str_sub(text, from, to);
}

/* The byte of a column: columns count characters, from 1. */
static size_t byte_of(struct pl_str line, unsigned column)
{
	size_t at = 0;

	while (--column && at < line.len)
		for (at++; at < line.len && ((unsigned char)line.ptr[at] & 0xc0) == 0x80; at++)
			;
	return at;
}

/* A colon inside a time of day: 15:21. */
static bool is_in_time(struct pl_str line, size_t at)
{
	return line.ptr[at] == ':' && at > 0 && at + 1 < line.len && pl_is_digit((unsigned char)line.ptr[at - 1]) &&
	       pl_is_digit((unsigned char)line.ptr[at + 1]);
}

/* The byte behind what is meant: a placeholder up to its bracket, else a word or one sign. */
static size_t end_of(struct pl_str line, size_t from)
{
	static const char open[] = "<{$", end[] = " \t,:;#\"'<>{}[]()";
	size_t to = from;

	if (from < line.len && memchr(open, line.ptr[from], sizeof(open) - 1)) {
		while (to < line.len && line.ptr[to] != '>' && line.ptr[to] != '}')
			to++;
		while (to < line.len && (line.ptr[to] == '>' || line.ptr[to] == '}'))
			if (line.ptr[to++] == '>')
				break;
		return to;
	}
	while (to < line.len && (!memchr(end, line.ptr[to], sizeof(end) - 1) || is_in_time(line, to)))
		to++;
	return to > from ? to : PL_MIN(from + 1, line.len);
}

static struct pl_str text_of(const struct pl_page *page, struct pl_str path)
{
	for (size_t i = 0; i < page->result->nschemas; i++)
		if (pl_str_eq(page->result->schemas[i].path, path))
			return page->result->schemas[i].text;
	return pl_str_of(NULL, 0);
}

/* Where to begin a line so that what is marked in it fits the page. */
static size_t first_shown(struct pl_str line, size_t from, size_t to, size_t room)
{
	struct pl_str before = pl_str_sub(line, 0, from);

	if (pl_columns(pl_str_sub(line, 0, to)) <= room)
		return 0;
	return pl_columns_start(before, room / 3);
}

static void add_marked(const struct pl_page *page, struct pl_str line, unsigned number, size_t from, size_t to)
{
	char margin[16];
	size_t width = (size_t)snprintf(margin, sizeof(margin), "  %4u | ", number);
	size_t room = page->width - width, first = first_shown(line, from, to, room);
	size_t column = pl_columns(pl_str_sub(line, first, from)) + (first > 0), marks;
	struct pl_str shown = pl_str_sub(line, first, line.len);
	size_t left = room - (first > 0);
	bool cut = pl_columns(shown) > left;

	pl_page_style(page, PL_FAINT);
	pl_buf_adds(page->out, margin);
	pl_page_style(page, PL_PLAIN);
	if (first > 0)
		pl_buf_adds(page->out, "…");
	pl_add_shown(page->out, pl_str_sub(shown, 0, pl_columns_end(shown, left - cut)));
	pl_buf_adds(page->out, cut ? "…" : "");
	pl_buf_addc(page->out, '\n');
	pl_page_style(page, PL_FAINT);
	pl_add_spaces(page->out, width - 2);
	pl_buf_adds(page->out, "| ");
	pl_page_style(page, PL_PLAIN);
	pl_add_spaces(page->out, column);
	marks = PL_MIN(PL_MAX(pl_columns(pl_str_sub(line, from, to)), (size_t)1), room - PL_MIN(column, room - 1));
	while (marks-- > 0)
		pl_buf_addc(page->out, '^');
	pl_buf_addc(page->out, '\n');
}

void pl_page_source(const struct pl_page *page, struct pl_pos at)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str line;
	size_t from;

	if (at.path.len == 0)
		return;
	pl_buf_adds(&text, "  declared at ");
	pl_buf_add(&text, at.path);
	if (at.line)
		pl_buf_printf(&text, ":%u:%u", at.line, at.column);
	pl_add_wrapped(page->out, pl_buf_str(&text), 0, 2, page->width);
	pl_buf_addc(page->out, '\n');
	pl_buf_release(&text);
	line = at.line && at.column ? line_of(text_of(page, at.path), at.line) : pl_str_of(NULL, 0);
	if (line.len == 0)
		return;
	from = byte_of(line, at.column);
	add_marked(page, line, at.line, from, end_of(line, from));
}
