/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Documents: values one after the other, each an item, an array of items, a
 * scan page or a Workbench model. There is no line to resume at, so the first
 * fault gives up the rest of the file.
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

/* Reads one element of an array, one member's value of an object. */
typedef bool element_fn(struct pl_reader *reader, void *ctx);
typedef bool member_fn(struct pl_reader *reader, size_t which, void *ctx);

/* Whether the closing sign comes next, and is taken. */
static bool closes(struct pl_reader *reader, int c)
{
	if (peek(reader) != c)
		return false;
	reader->window->at++;
	return true;
}

static bool read_list(struct pl_reader *reader, element_fn *element, void *ctx)
{
	if (!take(reader, '[', "an array is missing"))
		return false;
	if (closes(reader, ']'))
		return true;
	for (;;) {
		if (!element(reader, ctx))
			return false;
		if (closes(reader, ']'))
			return true;
		if (!take(reader, ',', "a comma or ] is missing"))
			return false;
	}
}

static size_t index_of(struct pl_str name, const char *const *names)
{
	size_t i = 0;

	while (names[i] && !pl_str_eq(name, pl_str_c(names[i])))
		i++;
	return i;
}

/* Members are told by their place in `names`, which NULL ends; all others have the place of that. */
static bool read_object(struct pl_reader *reader, const char *const *names, const char *missing, member_fn *member, void *ctx)
{
	size_t which;

	if (!take(reader, '{', missing))
		return false;
	if (closes(reader, '}'))
		return true;
	for (;;) {
		if (!scan(reader, pl_scan_string))
			return false;
		which = index_of(reader->scan.json, names);
		if (!take(reader, ':', "a colon is missing") || !member(reader, which, ctx))
			return false;
		if (closes(reader, '}'))
			return true;
		if (!take(reader, ',', "a comma or } is missing"))
			return false;
	}
}

static bool read_item_of_list(struct pl_reader *reader, void *ctx)
{
	(void)ctx;
	return read_item(reader);
}

static bool read_array(struct pl_reader *reader)
{
	return read_list(reader, read_item_of_list, NULL);
}

/* ---- scan pages ---- */

/* Only "Items" is of interest; the others are short. */
static bool read_page_member(struct pl_reader *reader, size_t which, void *ctx)
{
	bool *seen_items = ctx;

	if (which != 0 || peek(reader) != '[')
		return scan(reader, pl_scan_value);
	if (*seen_items)
		return fault(reader, "two \"Items\" members in one page");
	*seen_items = true;
	return read_array(reader);
}

static bool read_page(struct pl_reader *reader)
{
	static const char *const names[] = {"Items", NULL};
	bool seen_items = false;

	return read_object(reader, names, "no scan page: an object is missing", read_page_member, &seen_items);
}

/* ---- NoSQL Workbench models ---- */

/* Sample items, of the table or of one of its facets. */
static bool read_samples(struct pl_reader *reader)
{
	return peek(reader) == '[' ? read_array(reader) : scan(reader, pl_scan_value);
}

static bool read_facet_member(struct pl_reader *reader, size_t which, void *ctx)
{
	(void)ctx;
	return which == 0 ? read_samples(reader) : scan(reader, pl_scan_value);
}

static bool read_facet(struct pl_reader *reader, void *ctx)
{
	static const char *const names[] = {"TableData", NULL};

	return read_object(reader, names, "a facet must be an object", read_facet_member, ctx);
}

enum { MODEL_NAME, MODEL_DATA, MODEL_FACETS };

/* The name stands first, as Workbench writes it; items in front of it would be of nobody knows which table. */
static bool read_table_member(struct pl_reader *reader, size_t which, void *ctx)
{
	bool *wanted = ctx;

	if (which == MODEL_NAME && peek(reader) == '"') {
		if (!scan(reader, pl_scan_string))
			return false;
		*wanted = pl_str_eq(reader->scan.json, reader->table);
		return true;
	}
	if (which == MODEL_DATA && *wanted)
		return read_samples(reader);
	if (which == MODEL_FACETS && *wanted && peek(reader) == '[')
		return read_list(reader, read_facet, NULL);
	return scan(reader, pl_scan_value);
}

static bool read_model_table(struct pl_reader *reader, void *ctx)
{
	static const char *const names[] = {[MODEL_NAME] = "TableName", [MODEL_DATA] = "TableData", [MODEL_FACETS] = "TableFacets",
					    NULL};
	bool wanted = false;

	(void)ctx;
	return read_object(reader, names, "a table must be an object", read_table_member, &wanted);
}

static bool read_model_member(struct pl_reader *reader, size_t which, void *ctx)
{
	if (which == 0 && peek(reader) == '[')
		return read_list(reader, read_model_table, ctx);
	return scan(reader, pl_scan_value);
}

static bool read_model(struct pl_reader *reader)
{
	static const char *const names[] = {"DataModel", NULL};

	return read_object(reader, names, "no model: an object is missing", read_model_member, NULL);
}

/* ---- the file ---- */

static bool read_value(struct pl_reader *reader, int first)
{
	if (reader->table.len)
		return read_model(reader);
	if (reader->pages)
		return read_page(reader);
	return first == '[' ? read_array(reader) : read_item(reader);
}

void pl_read_document(struct pl_reader *reader)
{
	int c;

	reader->scan.newlines = true;
	reader->place = 1;
	while ((c = peek(reader)) >= 0) {
		if (!read_value(reader, c))
			return;
		reader->place = reader->items + 1;
	}
}
