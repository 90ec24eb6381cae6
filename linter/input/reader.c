/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/input/reader.h"

bool pl_reader_more(struct pl_reader *reader)
{
	if (reader->tick)
		reader->tick(reader->ctx);
	return pl_window_more(reader->window);
}

void pl_reader_problem(struct pl_reader *reader, const char *p, const char *what, const char *done)
{
	char message[512];

	snprintf(message, sizeof(message), "%s: %s", what, done);
	reader->problem(reader->ctx, reader->place, pl_window_offset(reader->window, p), message);
}

void pl_reader_bad(struct pl_reader *reader, const char *done)
{
	const struct pl_scan *scan = &reader->scan;
	char what[400];
	struct pl_str name;

	if (scan->error_attr < 0) {
		pl_reader_problem(reader, scan->at, scan->error, done);
		return;
	}
	name = scan->names->name[scan->error_attr];
	snprintf(what, sizeof(what), "attribute \"%.*s\" %s", (int)PL_MIN(name.len, (size_t)255), name.ptr, scan->error);
	pl_reader_problem(reader, scan->at, what, done);
}
