/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Input: every dump format in, keys out.
 *
 *     paths ──> struct pl_source ──> pass 1 ──> items (key attributes)
 *                     │
 *                     └───────────> pass 2 ──> the same items, each with the
 *                                              same file and place
 *
 * A source can be passed over again: files are reopened, standard input is
 * replayed from a spool of the attributes taken in the first pass (an
 * unlinked temporary file). What an item looks like in its file is known here
 * and nowhere else.
 */
#ifndef PL_INPUT_INPUT_H
#define PL_INPUT_INPUT_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/base/buf.h"
#include "linter/base/error.h"

/* Attributes a pass may ask for. */
enum { PL_MAX_WANTED = 64 };

/* One attribute of an item, as DynamoDB types it. */
struct pl_attr {
	char type;        /* 'S', 'N', 'B'; 'O' any other type; 0 the item has no such attribute */
	struct pl_str value; /* S: decoded bytes; N: the number's text; B: the base64 text; else empty */
};

/*
 * One item. All slices are good until the sink returns.
 * `place` is the line (line formats) or the number of the item (documents),
 * from 1; pl_place_text() turns it into what reports print.
 */
struct pl_item {
	const struct pl_attr *attrs; /* parallel to the names asked for */
	struct pl_str json;          /* the object of marshalled attributes; empty from a spool */
	uint32_t file;               /* index into pl_source_inputs() */
	uint64_t place;
	uint64_t given;              /* bit i: attrs[i] may be there, else it is not; 0: nobody said, look */
};

/*
 * Calls `each` for every member of an item's `json` whose value is a scalar
 * (S, N, B, BOOL; type is its first letter), strings decoded; the slices are
 * good until `each` returns. For samples only: it is slower than the scanner.
 */
void pl_item_scalars(struct pl_str json, void (*each)(void *ctx, struct pl_str name, struct pl_attr attr), void *ctx);

/*
 * About how many bytes DynamoDB counts for an item: its names and values, without the marks of JSON. Names
 * that begin a map and are spelled as a type's are taken for one. For samples only.
 */
size_t pl_item_bytes(struct pl_str json);

/* What kind of file an input turned out to be. The names are those of the JSON report. */
enum pl_input_kind {
	PL_I_UNKNOWN,
	PL_I_EXPORT,    /* "export": a data file of an AWS export */
	PL_I_JSONL,     /* "jsonl": lines {"Item":{…}} */
	PL_I_ITEMS,     /* "items": lines or a sequence of bare marshalled items */
	PL_I_SCAN,      /* "scan": scan or query output, one page or several */
	PL_I_ARRAY,     /* "array": a JSON array of items, wrapped or bare */
	PL_I_WORKBENCH, /* "workbench": the sample items of a NoSQL Workbench model */
	PL_I_TABLE,     /* "describe-table": names, types and indexes; no items */
	PL_I_EMPTY,     /* "empty": no byte at all */
	PL_I_SCHEMA,    /* "schema": what keys are declared to be; no source has one, only a run's result */
};
const char *pl_input_kind_name(enum pl_input_kind kind);

/* Something that could not be read, with what was done about it in the message. */
struct pl_problem {
	uint64_t place;    /* sorts problems of one file: line or item, 0 for the file as a whole */
	struct pl_str where;   /* "path", "path:12", "path:12 (byte 4711)" */
	struct pl_str message;
};

enum { PL_MAX_PROBLEMS = 20 }; /* kept for each input: those of least place */

struct pl_input {
	struct pl_str path;     /* as reports print it; "-" is standard input */
	enum pl_input_kind kind;
	bool whole;             /* false: some of it could not be read (exit 3) */
	bool document;          /* places are item numbers, not lines */
	uint64_t bytes;         /* size as stored */
	uint64_t items;         /* items handed out */
	struct pl_problem problems[PL_MAX_PROBLEMS];
	size_t nproblems;
	uint64_t problems_total;
};

/* What a manifest says of the export as a whole; empty slices when there is none. */
struct pl_export {
	struct pl_str folder;       /* where it was found */
	struct pl_str table_arn, table_name, export_time, output_format;
	size_t files, files_whole;  /* data files listed, and read whole with the right checksum */
	uint64_t items;             /* sum of itemCount of the listed files */
	bool verified;              /* every checksum and count was compared and is right */
};

struct pl_source;

struct pl_source_options {
	unsigned threads;       /* at least 1 */
	int stdin_fd;           /* usually 0; tests give another */
	const char *tmpdir;     /* for the spool; NULL: $TMPDIR or /tmp */
	struct pl_str table;    /* of Workbench models: whose sample items are read; empty: of none */
	/* Sizes from which idle threads help with a file; 0: the defaults. For tests. */
	uint64_t ahead;         /* stored bytes: another thread inflates */
	uint64_t range;         /* a file of plain lines of twice this is read in ranges of it */
};

/*
 * Opens `paths`: files, export folders at any level, "-". Each is told apart
 * by content. Files are listed and their first bytes read; no item is.
 * A path that does not exist, cannot be opened, or a folder without data, two exports of one
 * table: `error` (usage) and NULL. The same file twice is read once.
 * The source lives in `arena`, which must outlive it; pl_source_close() closes files.
 */
struct pl_source *pl_source_open(struct pl_arena *arena, const char *const *paths, size_t npaths,
				 const struct pl_source_options *options, struct pl_error *error);
void pl_source_close(struct pl_source *source);

/* Where the items of one thread go. */
struct pl_sink {
	void (*item)(void *ctx, const struct pl_item *item);
	void *ctx; /* one for each thread */
};

struct pl_progress_state {
	uint64_t bytes_done, bytes_total; /* stored bytes; total is 0 when unknown */
	uint64_t items;
};

/*
 * Reads everything once and hands each item to the sink of the thread that
 * reads it: one for each file, several for a large file of plain lines when there
 * are more threads than files. `names` may differ between passes over files; a spool can
 * only give what the first pass asked for. In a second pass a file that
 * changed since the first is a problem of that input (exit 3).
 * `progress`, when not NULL, is called now and then, from any one thread at a time.
 */
void pl_source_pass(struct pl_source *source, const struct pl_str *names, size_t nnames,
		    const struct pl_sink *sinks /* one a thread */,
		    void (*progress)(void *ctx, const struct pl_progress_state *state), void *progress_ctx);

/* The inputs in the order of their paths; filled by the first pass. */
const struct pl_input *pl_source_inputs(const struct pl_source *source, size_t *count);
const struct pl_export *pl_source_exports(const struct pl_source *source, size_t *count);
/* Paths of describe-table / create-table JSON files given or found beside the dump. */
const struct pl_str *pl_source_tables(const struct pl_source *source, size_t *count);
/* Notes that are no problems ("x.json is the same file as …; read once"). */
const struct pl_str *pl_source_notes(const struct pl_source *source, size_t *count);

/* "path:12" or "path:item 12". */
struct pl_str pl_place_text(struct pl_arena *arena, const struct pl_source *source, uint32_t file, uint64_t place);

#endif
