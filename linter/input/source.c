/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The source: a list of inputs, and the loop that reads each once per pass.
 *
 * An input belongs to the thread that reads it; only its problems, the progress
 * and the totals are shared. Which thread reads what changes nothing but the
 * order in which sinks are called.
 *
 * When there are more threads than files, those that are left help: one reads
 * and inflates ahead of another (stream.h), or several read ranges of a large file
 * of plain lines (cut.h). A file with a checksum is never cut.
 */
#include "linter/input/input.h"

#include <fcntl.h>
#include <pthread.h>
#include <stdatomic.h>
#include <sys/stat.h>
#include <unistd.h>

#include "linter/base/thread.h"
#include "linter/input/cut.h"
#include "linter/input/find.h"
#include "linter/input/reader.h"
#include "linter/input/sniff.h"
#include "linter/input/spool.h"

#define AHEAD_LEAST ((uint64_t)1 << 20)

/* What makes a file the same file with the same content. */
struct identity {
	dev_t dev;
	ino_t ino;
	off_t size;
	struct timespec mtime;
};

/* What the source knows of an input and its users need not. */
struct file {
	const char *path;
	bool read;                      /* false: there is nothing to read, or it must not be */
	bool stream;                    /* can be read only once */
	int fd;                         /* of a stream, or while it is read in ranges; else -1 */
	bool own_fd;
	int export;
	const struct pl_listed *listed;
	struct identity identity;       /* as the first pass found it */
	struct pl_spool *spool;

	/* While it is read in ranges. */
	struct pl_cut *cut;
	struct pl_sniff sniff;
	_Atomic uint64_t items;

	_Atomic bool uneven;            /* the first pass found other lines than such with one good item */
};

struct pl_source {
	struct pl_arena *arena;
	pthread_mutex_t problem_lock;   /* problems of all inputs, and the arena for their texts */
	struct pl_source_options options;
	struct pl_find find;

	struct file *files;             /* parallel to `inputs`, sorted by path */
	struct pl_input *inputs;
	size_t ninputs;
	size_t *order;                  /* indexes of `files`, the largest first */
	/* Copies in the arena: they outlive pl_source_close(). */
	struct pl_export *exports;
	size_t nexports;
	struct pl_str *tables, *notes;
	size_t ntables, nnotes;

	struct pl_str *asked;           /* the names of the first pass */
	size_t nasked;

	/* The pass that runs. */
	unsigned passes;
	struct pl_scan_names names;
	const struct pl_sink *sinks;
	PL_VEC(size_t) tasks;           /* a file each; one that is cut has several */
	_Atomic int spare;              /* threads that no task is left for */
	void (*progress)(void *ctx, const struct pl_progress_state *state);
	void *progress_ctx;
	pthread_mutex_t progress_lock;
	_Atomic uint64_t bytes_done, items_done;
	uint64_t bytes_total;
};

const char *pl_input_kind_name(enum pl_input_kind kind)
{
	switch (kind) {
	case PL_I_UNKNOWN: return "unknown";
	case PL_I_EXPORT: return "export";
	case PL_I_JSONL: return "jsonl";
	case PL_I_ITEMS: return "items";
	case PL_I_SCAN: return "scan";
	case PL_I_ARRAY: return "array";
	case PL_I_WORKBENCH: return "workbench";
	case PL_I_TABLE: return "describe-table";
	case PL_I_EMPTY: return "empty";
	case PL_I_SCHEMA: return "schema";
	}
	return "unknown";
}

/* ---- problems ------------------------------------------------------------- */

/*
 * Adds a problem, keeping the PL_MAX_PROBLEMS of least place, whatever order
 * they come in.
 */
static void add_problem(struct pl_source *source, struct pl_input *input, uint64_t place, const char *where,
			const char *message)
{
	struct pl_problem *list = input->problems;
	size_t at;

	pthread_mutex_lock(&source->problem_lock);
	input->whole = false;
	input->problems_total++;
	at = input->nproblems;
	while (at > 0 && list[at - 1].place > place)
		at--;
	if (at < PL_MAX_PROBLEMS) {
		if (input->nproblems < PL_MAX_PROBLEMS)
			input->nproblems++;
		memmove(&list[at + 1], &list[at], (input->nproblems - 1 - at) * sizeof(*list));
		list[at] = (struct pl_problem){
			place, pl_arena_str(source->arena, pl_str_c(where)), pl_arena_str(source->arena, pl_str_c(message)),
		};
	}
	pthread_mutex_unlock(&source->problem_lock);
}

PL_PRINTF(3, 4)
static void file_problem(struct pl_source *source, struct pl_input *input, const char *format, ...)
{
	char message[512];
	va_list args;

	va_start(args, format);
	vsnprintf(message, sizeof(message), format, args);
	va_end(args);
	add_problem(source, input, 0, input->path.ptr, message);
}

/* ---- reading one file ------------------------------------------------------ */

struct reading {
	struct pl_source *source;
	struct file *file;
	struct pl_input *input;
	const struct pl_sink *sink;
	struct pl_stream *stream;
	struct pl_window window;
	struct pl_reader reader;
	uint64_t bytes_told, items_told; /* already in the source's totals */
	bool unread;                     /* some of it was given up */
	bool ahead;                      /* a spare thread was taken */
};

static void on_problem(void *ctx, uint64_t place, uint64_t offset, const char *message)
{
	struct reading *r = ctx;
	struct pl_buf where = PL_BUF_INIT;

	r->unread = true;
	/* What the first pass reported is still there in the second. */
	if (r->source->passes > 0)
		return;
	pl_buf_printf(&where, "%s:%s%" PRIu64 " (byte %" PRIu64 ")", r->file->path, r->input->document ? "item " : "",
		      place, offset);
	add_problem(r->source, r->input, place, where.ptr, message);
	pl_buf_release(&where);
}

static void on_tick(void *ctx)
{
	struct reading *r = ctx;
	struct pl_source *source = r->source;
	uint64_t bytes = pl_stream_stored(r->stream), items = r->reader.items;

	atomic_fetch_add(&source->bytes_done, bytes - r->bytes_told);
	atomic_fetch_add(&source->items_done, items - r->items_told);
	r->bytes_told = bytes;
	r->items_told = items;
	if (source->progress && pthread_mutex_trylock(&source->progress_lock) == 0) {
		struct pl_progress_state state = {
			atomic_load(&source->bytes_done), source->bytes_total, atomic_load(&source->items_done),
		};

		source->progress(source->progress_ctx, &state);
		pthread_mutex_unlock(&source->progress_lock);
	}
}

/* The sink of a stream's first pass: keeps what is handed on. */
static void spool_item(void *ctx, const struct pl_item *item)
{
	struct reading *r = ctx;

	pl_spool_add(r->file->spool, item);
	r->sink->item(r->sink->ctx, item);
}

/*
 * Takes a spare thread to read ahead, when that pays: the file is long, and bytes
 * are inflated, summed or waited for on the way.
 */
static void read_ahead(struct reading *r)
{
	const struct file *file = r->file;
	struct pl_source *source = r->source;
	bool pays = file->stream || ((pl_stream_compression(r->stream) != PL_PLAIN || (file->listed && source->passes == 0)) &&
				     r->input->bytes >= source->options.ahead);

	if (!pays || r->window.eof)
		return;
	r->ahead = atomic_fetch_sub(&source->spare, 1) > 0;
	if (r->ahead)
		pl_stream_ahead(r->stream, 0);
	else
		atomic_fetch_add(&source->spare, 1);
}

static void read_items(struct reading *r, const struct pl_sniff *sniff)
{
	struct pl_sink spooling = {spool_item, r};

	pl_scan_init(&r->reader.scan, &r->source->names);
	r->reader.scan.wrapped = sniff->wrapped;
	r->reader.window = &r->window;
	r->reader.pages = sniff->kind == PL_I_SCAN;
	if (sniff->kind == PL_I_WORKBENCH)
		r->reader.table = r->source->options.table;
	r->reader.file = (uint32_t)(r->input - r->source->inputs);
	r->reader.sink = r->file->stream ? &spooling : r->sink;
	r->reader.problem = on_problem;
	r->reader.tick = on_tick;
	r->reader.ctx = r;
	r->reader.brief = r->source->passes > 0 && !r->file->stream && !atomic_load(&r->file->uneven);
	if (sniff->document)
		pl_read_document(&r->reader);
	else
		pl_read_lines(&r->reader);
	if (r->reader.uneven)
		atomic_store(&r->file->uneven, true);
	pl_scan_release(&r->reader.scan);
}

/* A fault of the stream: what came before it was read. */
static void report_stream(struct reading *r)
{
	const char *error = pl_stream_error(r->stream);
	struct pl_buf where = PL_BUF_INIT, message = PL_BUF_INIT;

	if (!error)
		return;
	r->unread = true;
	if (r->source->passes > 0)
		return;
	pl_buf_adds(&where, r->file->path);
	if (r->reader.place)
		pl_buf_printf(&where, ":%s%" PRIu64, r->input->document ? "item " : "", r->reader.place);
	pl_buf_printf(&message, "%s: the rest of this file was not read", error);
	add_problem(r->source, r->input, r->reader.place, where.ptr, message.ptr);
	pl_buf_release(&message);
	pl_buf_release(&where);
}

/* What the manifest promises of this file against what was read. */
static void check_listed(struct reading *r)
{
	const struct pl_listed *listed = r->file->listed;
	unsigned char md5[PL_MD5_BYTES];

	if (!listed || r->source->passes > 0)
		return;
	pl_stream_md5(r->stream, md5);
	if (pl_stream_stored(r->stream) == 0 && listed->items == 0)
		return;
	if (memcmp(md5, listed->md5, sizeof(md5)) != 0)
		file_problem(r->source, r->input, "its checksum is not the one in the manifest: read nevertheless");
	if (!r->unread && r->reader.items != listed->items)
		file_problem(r->source, r->input,
			     "the manifest says %" PRIu64 " items, the file has %" PRIu64 ": read nevertheless",
			     listed->items, r->reader.items);
}

/* A file in which there is no byte, or none but white space. */
static void report_empty(struct reading *r)
{
	const struct pl_listed *listed = r->file->listed;

	if (pl_stream_error(r->stream) || (listed && listed->items == 0))
		return;
	if (r->input->bytes == 0)
		file_problem(r->source, r->input, "empty file: an export or scan of an empty table has at least some bytes");
	else if (r->window.end > r->window.data)
		file_problem(r->source, r->input, "nothing but white space: nothing was read");
}

static const char lone_model[] =
	"NoSQL Workbench model: its sample items are read by check, from a file and when no other dump is given";

/* Tells by the first bytes what the file is; they stay in the window. */
static struct pl_sniff sniff_content(struct reading *r)
{
	struct pl_input *input = r->input;
	struct pl_sniff sniff;

	while (r->window.end - r->window.at < PL_SNIFF_BYTES && pl_window_more(&r->window))
		;
	sniff = pl_sniff(r->window.at, r->window.end, r->window.eof);
	if (sniff.kind == PL_I_WORKBENCH && !r->source->options.table.len)
		sniff = (struct pl_sniff){.kind = PL_I_UNKNOWN, .refusal = lone_model};
	if (r->source->passes == 0) {
		input->kind = r->file->listed && (sniff.kind == PL_I_JSONL || sniff.kind == PL_I_EMPTY) ? PL_I_EXPORT
												       : sniff.kind;
		input->document = sniff.document;
	}
	return sniff;
}

static void read_content(struct reading *r)
{
	struct pl_input *input = r->input;
	struct pl_sniff sniff = sniff_content(r);

	r->window.at += sniff.skip;
	if (sniff.kind == PL_I_EMPTY) {
		if (r->source->passes == 0) {
			input->bytes = r->file->stream ? pl_stream_stored(r->stream) : input->bytes;
			report_empty(r);
		}
	} else if (sniff.kind == PL_I_TABLE) {
		if (r->source->passes == 0)
			file_problem(r->source, input, "a table description where items were expected: give it as a file of its own");
	} else if (sniff.kind == PL_I_UNKNOWN) {
		r->unread = true;
		if (r->source->passes == 0)
			file_problem(r->source, input, "%s", sniff.refusal);
	} else {
		read_ahead(r);
		read_items(r, &sniff);
	}
}

static struct identity identify(const struct stat *st)
{
	return (struct identity){st->st_dev, st->st_ino, st->st_size, st->st_mtim};
}

static bool is_same(const struct identity *a, const struct identity *b)
{
	return a->dev == b->dev && a->ino == b->ino && a->size == b->size && a->mtime.tv_sec == b->mtime.tv_sec &&
	       a->mtime.tv_nsec == b->mtime.tv_nsec;
}

/* Opens a file; -1 with *error when it cannot be or is another one than in the first pass. */
static int open_file(struct pl_source *source, struct file *file, struct pl_input *input, struct pl_error *error)
{
	int fd = open(file->path, O_RDONLY | O_CLOEXEC);
	struct identity now;
	struct stat st;

	if (fd < 0 || fstat(fd, &st) != 0) {
		pl_fail(error, PL_EXIT_INCOMPLETE, "cannot be read: %s", strerror(errno));
		goto out_close;
	}
	now = identify(&st);
	if (source->passes == 0) {
		file->identity = now;
		input->bytes = (uint64_t)st.st_size;
	} else if (!is_same(&now, &file->identity)) {
		pl_fail(error, PL_EXIT_INCOMPLETE, "changed while it was read: not read a second time");
		goto out_close;
	}
	return fd;

out_close:
	if (fd >= 0)
		close(fd);
	return -1;
}

/*
 * What is to be said of a file when all of it was read: one that grew, shrank or was
 * replaced under our eyes, or gave other items than before.
 */
static void finish_file(struct pl_source *source, const struct file *file, struct pl_input *input, int fd, uint64_t items)
{
	struct identity now;
	struct stat st;
	bool same = fstat(fd, &st) == 0;

	if (same) {
		now = identify(&st);
		same = is_same(&now, &file->identity);
	}
	if (!same || (source->passes > 0 && items != input->items))
		file_problem(source, input, "changed while it was read: what is said of it may be wrong");
	if (source->passes == 0)
		input->items = items;
}

static void read_file(struct pl_source *source, size_t i, unsigned thread)
{
	struct file *file = &source->files[i];
	struct pl_input *input = &source->inputs[i];
	struct reading r = {.source = source, .file = file, .input = input, .sink = &source->sinks[thread]};
	struct pl_error error = {0};
	int fd = file->stream ? file->fd : open_file(source, file, input, &error);

	if (error.set) {
		file_problem(source, input, "%s", error.text);
		return;
	}
	r.stream = pl_stream_new(fd, file->listed && source->passes == 0, 0);
	pl_window_init(&r.window, r.stream, 0);
	read_content(&r);
	report_stream(&r);
	check_listed(&r);
	on_tick(&r);
	if (file->stream) {
		input->bytes = pl_stream_stored(r.stream);
		input->items = r.reader.items;
	} else {
		finish_file(source, file, input, fd, r.reader.items);
		close(fd);
	}
	pl_window_release(&r.window);
	pl_stream_free(r.stream);
	if (r.ahead)
		atomic_fetch_add(&source->spare, 1);
}

/* ---- reading one file with several threads ----------------------------------- */

/*
 * Prepares a file to be read in ranges, if it can be. Whatever is amiss with it
 * is left to read_file() to say.
 */
static void cut_file(struct pl_source *source, struct file *file, struct pl_input *input)
{
	struct reading r = {.source = source, .file = file, .input = input};
	struct pl_error error = {0};
	bool lines;
	int fd;

	if (!file->read || file->stream || file->listed || input->bytes / 2 < source->options.range)
		return;
	fd = open_file(source, file, input, &error);
	if (fd < 0)
		return;
	r.stream = pl_stream_new(fd, false, 0);
	pl_window_init(&r.window, r.stream, 0);
	file->sniff = sniff_content(&r);
	lines = pl_stream_compression(r.stream) == PL_PLAIN && !file->sniff.document &&
		(file->sniff.kind == PL_I_JSONL || file->sniff.kind == PL_I_ITEMS);
	pl_window_release(&r.window);
	pl_stream_free(r.stream);
	if (!lines) {
		close(fd);
		return;
	}
	file->fd = fd;
	file->items = 0;
	file->cut = pl_cut_new(fd, file->sniff.skip, source->options.range);
}

/* Reads ranges of a file as long as there are any. */
static void read_ranges(struct pl_source *source, size_t i, unsigned thread)
{
	struct file *file = &source->files[i];
	struct pl_range range;

	while (pl_cut_next(file->cut, &range)) {
		struct reading r = {
			.source = source, .file = file, .input = &source->inputs[i], .sink = &source->sinks[thread],
		};

		r.stream = pl_stream_new_range(file->fd, range.from, range.to);
		pl_window_init(&r.window, r.stream, 0);
		r.window.before = range.from;
		r.reader.place = range.line;
		read_items(&r, &file->sniff);
		report_stream(&r);
		on_tick(&r);
		atomic_fetch_add(&file->items, r.reader.items);
		pl_window_release(&r.window);
		pl_stream_free(r.stream);
	}
}

static void finish_ranges(struct pl_source *source, size_t i)
{
	struct file *file = &source->files[i];

	if (!file->cut)
		return;
	finish_file(source, file, &source->inputs[i], file->fd, file->items);
	pl_cut_free(file->cut);
	file->cut = NULL;
	close(file->fd);
	file->fd = -1;
}

/*
 * A task for each file that is read, the largest first. When that leaves threads idle,
 * files that can be cut get as many as there are threads; a task that comes
 * too late finds no range left.
 */
static void plan_tasks(struct pl_source *source)
{
	size_t files, threads = source->options.threads;

	source->tasks.len = 0;
	for (size_t i = 0; i < source->ninputs; i++)
		if (source->files[source->order[i]].read)
			PL_PUSH(&source->tasks, source->order[i]);
	files = source->tasks.len;
	if (files < threads) {
		for (size_t i = 0; i < files; i++)
			cut_file(source, &source->files[source->tasks.ptr[i]], &source->inputs[source->tasks.ptr[i]]);
		for (size_t t = 1; t < threads; t++)
			for (size_t i = 0; i < files; i++)
				if (source->files[source->tasks.ptr[i]].cut)
					PL_PUSH(&source->tasks, source->tasks.ptr[i]);
	}
	source->spare = (int)(threads - PL_MIN(threads, source->tasks.len));
}

/* ---- the tasks of a pass -------------------------------------------------------- */

static void read_task(void *ctx, size_t i, unsigned thread)
{
	struct pl_source *source = ctx;
	size_t n = source->tasks.ptr[i];
	struct file *file = &source->files[n];

	if (file->cut) {
		read_ranges(source, n, thread);
		return;
	}
	if (file->stream && source->passes > 0) {
		uint64_t items = pl_spool_replay(file->spool, source->names.name, source->names.count, (uint32_t)n,
						 &source->sinks[thread]);

		PL_ASSERT(items == source->inputs[n].items);
		return;
	}
	if (file->stream)
		file->spool = pl_spool_new(source->options.tmpdir, source->asked, source->nasked);
	read_file(source, n, thread);
}

/* ---- opening ---------------------------------------------------------------- */

static bool open_stream(struct pl_source *source, struct file *file, struct pl_error *error)
{
	struct stat st;

	if (strcmp(file->path, "-") != 0) {
		file->fd = open(file->path, O_RDONLY | O_CLOEXEC);
		file->own_fd = true;
		return file->fd >= 0 || pl_fail(error, PL_EXIT_USAGE, "%s: %s", file->path, strerror(errno));
	}
	file->fd = source->options.stdin_fd;
	if (fstat(file->fd, &st) != 0)
		return pl_fail(error, PL_EXIT_USAGE, "standard input cannot be read: %s", strerror(errno));
	if (S_ISDIR(st.st_mode))
		return pl_fail(error, PL_EXIT_USAGE, "standard input is a directory");
	if (isatty(file->fd))
		return pl_fail(error, PL_EXIT_USAGE, "nothing to read on standard input (it is a terminal)");
	return true;
}

/* One line of the list of inputs, before it is sorted. */
struct entry {
	const char *path;
	const struct pl_found *found; /* NULL: there are only troubles */
};

static int by_path(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;
	int c = pl_order(pl_str_c(x->path), pl_str_c(y->path));

	return c ? c : (y->found != NULL) - (x->found != NULL);
}

/* Inputs are the files found, and the paths about which there is trouble. */
static void list_inputs(struct pl_source *source)
{
	struct pl_find *find = &source->find;
	size_t n = find->files.len + find->troubles.len, kept = 0;
	struct entry *entries = pl_calloc(PL_MAX(n, (size_t)1), sizeof(*entries));

	for (size_t i = 0; i < find->files.len; i++)
		entries[i] = (struct entry){find->files.ptr[i].path, &find->files.ptr[i]};
	for (size_t i = 0; i < find->troubles.len; i++)
		entries[find->files.len + i] = (struct entry){find->troubles.ptr[i].path, NULL};
	qsort(entries, n, sizeof(*entries), by_path);
	source->files = PL_NEW_N(source->arena, struct file, n);
	source->inputs = PL_NEW_N(source->arena, struct pl_input, n);
	for (size_t i = 0; i < n; i++) {
		const struct pl_found *found = entries[i].found;
		struct file *file;

		if (!found && kept && strcmp(source->files[kept - 1].path, entries[i].path) == 0)
			continue;
		file = &source->files[kept];
		source->inputs[kept].path = pl_str_c(entries[i].path);
		source->inputs[kept].whole = true;
		file->path = entries[i].path;
		file->fd = -1;
		file->export = -1;
		if (found) {
			file->read = !found->table;
			file->stream = found->stream;
			file->export = found->export;
			file->listed = found->listed;
			source->inputs[kept].bytes = found->size;
			source->inputs[kept].kind = found->table ? PL_I_TABLE : found->listed ? PL_I_EXPORT : PL_I_UNKNOWN;
			source->inputs[kept].document = found->table;
		}
		kept++;
	}
	source->ninputs = kept;
	free(entries);
}

static void add_troubles(struct pl_source *source)
{
	for (size_t i = 0; i < source->find.troubles.len; i++) {
		const struct pl_trouble *t = &source->find.troubles.ptr[i];
		size_t n = 0;
		struct pl_buf where = PL_BUF_INIT;

		while (strcmp(source->files[n].path, t->path) != 0)
			n++;
		pl_buf_adds(&where, t->path);
		if (t->place)
			pl_buf_printf(&where, ":%" PRIu64, t->place);
		add_problem(source, &source->inputs[n], t->place, where.ptr, t->message);
		pl_buf_release(&where);
	}
}

struct sized {
	uint64_t bytes;
	size_t file;
};

static int largest_first(const void *a, const void *b)
{
	const struct sized *x = a, *y = b;

	if (x->bytes != y->bytes)
		return x->bytes > y->bytes ? -1 : 1;
	return x->file < y->file ? -1 : x->file > y->file;
}

/* Largest first, so that no thread begins the longest file when the others are done. */
static void order_files(struct pl_source *source)
{
	struct sized *sized = pl_calloc(PL_MAX(source->ninputs, (size_t)1), sizeof(*sized));
	bool unknown = false;

	source->order = PL_NEW_N(source->arena, size_t, source->ninputs);
	for (size_t i = 0; i < source->ninputs; i++) {
		/* Nobody knows how much a stream holds; it may be all there is. */
		sized[i] = (struct sized){source->files[i].stream ? UINT64_MAX : source->inputs[i].bytes, i};
		unknown |= source->files[i].stream;
		if (source->files[i].read)
			source->bytes_total += source->inputs[i].bytes;
	}
	if (unknown)
		source->bytes_total = 0;
	qsort(sized, source->ninputs, sizeof(*sized), largest_first);
	for (size_t i = 0; i < source->ninputs; i++)
		source->order[i] = sized[i].file;
	free(sized);
}

static void describe_exports(struct pl_source *source)
{
	const struct pl_find *find = &source->find;

	source->nexports = find->exports.len;
	source->exports = PL_NEW_N(source->arena, struct pl_export, source->nexports);
	for (size_t i = 0; i < find->exports.len; i++) {
		const struct pl_manifest *m = &find->exports.ptr[i].manifest;

		source->exports[i] = (struct pl_export){
			.folder = pl_str_c(find->exports.ptr[i].folder),
			.table_arn = m->table_arn,
			.table_name = m->table_name,
			.export_time = m->export_time,
			.output_format = m->output_format,
			.files = m->listed.len,
			.items = m->items,
		};
	}
}

static struct pl_str *keep(struct pl_arena *arena, const struct pl_str *list, size_t count)
{
	struct pl_str *kept = PL_NEW_N(arena, struct pl_str, count);

	if (count)
		memcpy(kept, list, count * sizeof(*kept));
	return kept;
}

struct pl_source *pl_source_open(struct pl_arena *arena, const char *const *paths, size_t npaths,
				 const struct pl_source_options *options, struct pl_error *error)
{
	struct pl_source *source = PL_NEW(arena, struct pl_source);

	source->arena = arena;
	source->options = *options;
	source->options.threads = PL_MAX(options->threads, 1U);
	source->options.ahead = options->ahead ? options->ahead : AHEAD_LEAST;
	source->options.range = options->range ? options->range : PL_CUT_BYTES;
	source->find.arena = arena;
	pthread_mutex_init(&source->problem_lock, NULL);
	pthread_mutex_init(&source->progress_lock, NULL);
	for (size_t i = 0; i < npaths; i++) {
		if (!pl_find(&source->find, paths[i], error))
			goto out_close;
	}
	if (!pl_find_finish(&source->find, error))
		goto out_close;
	list_inputs(source);
	for (size_t i = 0; i < source->ninputs; i++) {
		if (source->files[i].stream && !open_stream(source, &source->files[i], error))
			goto out_close;
	}
	add_troubles(source);
	order_files(source);
	describe_exports(source);
	source->ntables = source->find.tables.len;
	source->tables = keep(arena, source->find.tables.ptr, source->ntables);
	source->nnotes = source->find.notes.len;
	source->notes = keep(arena, source->find.notes.ptr, source->nnotes);
	return source;

out_close:
	pl_source_close(source);
	return NULL;
}

void pl_source_close(struct pl_source *source)
{
	if (!source)
		return;
	for (size_t i = 0; i < source->ninputs; i++) {
		pl_spool_free(source->files[i].spool);
		source->files[i].spool = NULL;
		if (source->files[i].own_fd && source->files[i].fd >= 0)
			close(source->files[i].fd);
		source->files[i].fd = -1;
	}
	pl_find_release(&source->find);
	PL_VEC_RELEASE(&source->tasks);
	pthread_mutex_destroy(&source->progress_lock);
	pthread_mutex_destroy(&source->problem_lock);
}

/* ---- passes ------------------------------------------------------------------ */

/* Sums up, export by export, what the first pass found. */
static void verify_exports(struct pl_source *source)
{
	for (size_t e = 0; e < source->find.exports.len; e++) {
		const struct pl_found_export *found = &source->find.exports.ptr[e];
		struct pl_export *export = &source->exports[e];
		size_t folder = export->folder.len;
		bool whole = !found->refused && found->manifest.have_files && found->manifest.checksums;

		export->files_whole = 0;
		for (size_t i = 0; i < source->ninputs; i++) {
			const struct pl_input *input = &source->inputs[i];

			if (source->files[i].export == (int)e && source->files[i].listed && input->whole)
				export->files_whole++;
			/* Missing and extra files, manifests. */
			if (!input->whole && (source->files[i].export == (int)e ||
					      (pl_str_starts(input->path, export->folder) && input->path.len > folder &&
					       input->path.ptr[folder] == '/')))
				whole = false;
		}
		export->verified = whole && export->files_whole == export->files;
	}
}

/* The items of the first pass are those of each: what is asked for only now makes none of them bad. */
static void loosen(struct pl_source *source, const struct pl_str *names, size_t nnames)
{
	for (size_t i = 0; i < nnames; i++) {
		bool asked = false;

		for (size_t k = 0; k < source->nasked; k++)
			asked |= pl_str_eq(names[i], source->asked[k]);
		if (!asked)
			source->names.loose |= UINT64_C(1) << i;
	}
}

void pl_source_pass(struct pl_source *source, const struct pl_str *names, size_t nnames,
		    const struct pl_sink *sinks,
		    void (*progress)(void *ctx, const struct pl_progress_state *state), void *progress_ctx)
{
	pl_scan_names_init(&source->names, names, nnames);
	if (source->passes == 0) {
		source->asked = PL_NEW_N(source->arena, struct pl_str, nnames);
		source->nasked = nnames;
		for (size_t i = 0; i < nnames; i++)
			source->asked[i] = pl_arena_str(source->arena, names[i]);
	}
	loosen(source, names, nnames);
	source->sinks = sinks;
	source->progress = progress;
	source->progress_ctx = progress_ctx;
	atomic_store(&source->bytes_done, 0);
	atomic_store(&source->items_done, 0);
	plan_tasks(source);
	pl_parallel(source->tasks.len, source->options.threads, read_task, source);
	for (size_t i = 0; i < source->ninputs; i++)
		finish_ranges(source, i);
	source->passes++;
	verify_exports(source);
}

/* ---- what is known afterwards ------------------------------------------------- */

const struct pl_input *pl_source_inputs(const struct pl_source *source, size_t *count)
{
	*count = source->ninputs;
	return source->inputs;
}

const struct pl_export *pl_source_exports(const struct pl_source *source, size_t *count)
{
	*count = source->nexports;
	return source->exports;
}

const struct pl_str *pl_source_tables(const struct pl_source *source, size_t *count)
{
	*count = source->ntables;
	return source->tables;
}

const struct pl_str *pl_source_notes(const struct pl_source *source, size_t *count)
{
	*count = source->nnotes;
	return source->notes;
}

struct pl_str pl_place_text(struct pl_arena *arena, const struct pl_source *source, uint32_t file, uint64_t place)
{
	const struct pl_input *input = &source->inputs[file];

	return pl_str_c(pl_arena_printf(arena, "%s:%s%" PRIu64, input->path.ptr, input->document ? "item " : "", place));
}
