/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines: an item a line, as exports are. Several items on one line are read as
 * well and share the place; a line that is bad is skipped up to its newline.
 */
#include "linter/input/reader.h"

static const char *blanks(const char *p)
{
	while (*p == ' ' || *p == '\t' || *p == '\r')
		p++;
	return p;
}

/* Moves behind the next newline, however far that is. False at the end of the file. */
static bool skip_line(struct pl_reader *reader)
{
	struct pl_window *window = reader->window;

	for (;;) {
		char *newline = memchr(window->at, '\n', (size_t)(window->end - window->at));

		if (newline) {
			window->at = newline + 1;
			reader->place++;
			return true;
		}
		window->at = window->end;
		if (!pl_reader_more(reader))
			return false;
	}
}

static void too_long(struct pl_reader *reader)
{
	reader->uneven = true;
	pl_reader_problem(reader, reader->window->at, "line longer than 64 MiB is no DynamoDB item", "line skipped");
}

/*
 * The text at `window->at` is good so far but not complete. True when more of
 * it came; else it is reported.
 */
static bool complete(struct pl_reader *reader)
{
	struct pl_window *window = reader->window;

	if (!window->eof && pl_reader_more(reader))
		return true;
	if (!window->eof) {
		too_long(reader);
		return false;
	}
	reader->uneven = true;
	/* What a damaged stream left of a line is its fault, not the line's. */
	if (!pl_stream_error(window->stream))
		pl_reader_problem(reader, window->end, "the file ends inside the item", "line skipped");
	return false;
}

/* What is done about a bad item: an item in front of it on its line was handed out. */
static const char *skipped(bool first)
{
	return first ? "line skipped" : "rest of the line skipped";
}

/* Where the item just scanned ends: of a brief scan, at the end of the line or of the window. */
static const char *behind_item(const struct pl_reader *reader)
{
	const struct pl_scan *scan = &reader->scan;
	const char *end = reader->window->end, *newline;

	if (!pl_scan_has_all(scan))
		return blanks(scan->next);
	newline = memchr(scan->next, '\n', (size_t)(end - scan->next));
	return newline ? newline : end;
}

void pl_read_lines(struct pl_reader *reader)
{
	struct pl_window *window = reader->window;
	struct pl_scan *scan = &reader->scan;
	bool first = true; /* no item of this line was handed out yet */
	size_t builds;
	pl_scan_fn *scan_item = pl_scan_builds(&builds)->item;

	scan->newlines = false;
	scan->brief = reader->brief;
	if (reader->place == 0)
		reader->place = 1;
	for (;;) {
		const char *p = blanks(window->at), *next;
		enum pl_scan_result result;

		window->at += p - window->at;
		if (*p == '\n') {
			window->at++;
			reader->place++;
			first = true;
			continue;
		}
		if (p == window->end) {
			if (window->eof || !pl_reader_more(reader))
				return;
			continue;
		}
		result = scan_item(scan, p, window->end);
		if (PL_LIKELY(result == PL_SCAN_DONE)) {
			next = behind_item(reader);
			/* Only what stands behind it says whether the line is good. */
			if (PL_UNLIKELY(next == window->end && !window->eof)) {
				if (pl_reader_more(reader) || window->eof)
					continue;
				too_long(reader);
			} else if (PL_LIKELY(*next == '\n' || *next == '{' || next == window->end)) {
				reader->uneven |= !first;
				pl_reader_emit(reader);
				window->at += next - window->at;
				first = false;
				continue;
			} else {
				reader->uneven = true;
				pl_reader_problem(reader, next, "more than an item on the line", skipped(first));
			}
		} else if (result == PL_SCAN_MORE) {
			if (complete(reader))
				continue;
		} else {
			reader->uneven = true;
			pl_reader_bad(reader, skipped(first));
		}
		first = true;
		if (!skip_line(reader))
			return;
	}
}
