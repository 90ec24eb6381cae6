/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Documents: values one after the other, each an item, an array of items or a
 * scan page. There is no line to resume at, so the first fault gives up the
 * rest of the file.
 */
#include "linter/input/reader.h"

static const char gave_up[] = "the rest of this file was not read";

static bool fault(struct pl_reader *reader, const char *what)
{
	struct pl_window *window = reader->window;

	if (window->at < window->end)
		pl_reader_problem(reader, window->at, what, gave_up);
	else if (!pl_stream_error(window->stream))
		pl_reader_problem(reader, window->at, "the file ends inside the document", gave_up);
	return false;
}

/* The next byte that is no white space, or -1 at the end of the file. */
static int peek(struct pl_reader *reader)
{
	struct pl_window *window = reader->window;

	for (;;) {
		while (*window->at == ' ' || *window->at == '\n' || *window->at == '\r' || *window->at == '\t')
			window->at++;
		if (window->at < window->end)
			return (unsigned char)*window->at;
		if (window->eof || !pl_reader_more(reader))
			return -1;
	}
}

/* Takes the byte `c`, or reports `what`. */
static bool take(struct pl_reader *reader, int c, const char *what)
{
	if (peek(reader) != c)
		return fault(reader, what);
	reader->window->at++;
	return true;
}

typedef enum pl_scan_result scan_fn(struct pl_scan *, const char *, const char *);

/* Scans one thing at the window's front in one piece, and moves behind it. */
static bool scan(struct pl_reader *reader, scan_fn *fn)
{
	struct pl_window *window = reader->window;

	if (peek(reader) < 0)
		return fault(reader, "");
	for (;;) {
		enum pl_scan_result result = fn(&reader->scan, window->at, window->end);

		if (PL_LIKELY(result == PL_SCAN_DONE)) {
			window->at += reader->scan.next - window->at;
			return true;
		}
		if (result == PL_SCAN_BAD) {
			pl_reader_bad(reader, gave_up);
			return false;
		}
		if (!window->eof && pl_reader_more(reader))
			continue;
		if (window->eof)
			window->at = window->end;
		return fault(reader, "a value longer than 64 MiB is no DynamoDB item");
	}
}

static bool read_item(struct pl_reader *reader)
{
	reader->place = reader->items + 1;
	if (!scan(reader, pl_scan_item))
		return false;
	pl_reader_emit(reader);
	return true;
}

static bool read_array(struct pl_reader *reader)
{
	if (!take(reader, '[', "an array is missing"))
		return false;
	if (peek(reader) == ']') {
		reader->window->at++;
		return true;
	}
	for (;;) {
		if (!read_item(reader))
			return false;
		if (peek(reader) == ']') {
			reader->window->at++;
			return true;
		}
		if (!take(reader, ',', "a comma or ] is missing"))
			return false;
	}
}

/* One member of a page. Only "Items" is of interest; the others are short. */
static bool read_member(struct pl_reader *reader, bool *seen_items)
{
	bool items;

	if (!scan(reader, pl_scan_string))
		return false;
	items = pl_str_eq(reader->scan.json, PL_S("Items"));
	if (!take(reader, ':', "a colon is missing"))
		return false;
	if (!items || peek(reader) != '[')
		return scan(reader, pl_scan_value);
	if (*seen_items)
		return fault(reader, "two \"Items\" members in one page");
	*seen_items = true;
	return read_array(reader);
}

static bool read_page(struct pl_reader *reader)
{
	bool seen_items = false;

	if (!take(reader, '{', "no scan page: an object is missing"))
		return false;
	if (peek(reader) == '}') {
		reader->window->at++;
		return true;
	}
	for (;;) {
		if (!read_member(reader, &seen_items))
			return false;
		if (peek(reader) == '}') {
			reader->window->at++;
			return true;
		}
		if (!take(reader, ',', "a comma or } is missing"))
			return false;
	}
}

void pl_read_document(struct pl_reader *reader)
{
	int c;

	reader->scan.newlines = true;
	reader->place = 1;
	while ((c = peek(reader)) >= 0) {
		bool good = reader->pages ? read_page(reader) : c == '[' ? read_array(reader) : read_item(reader);

		if (!good)
			return;
		reader->place = reader->items + 1;
	}
}
