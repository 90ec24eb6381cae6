/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/input/find.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "linter/input/scan.h"
#include "linter/input/sniff.h"
#include "linter/input/window.h"

enum {
	MAX_LEVELS = 6,            /* folders below the given one in which an export is looked for */
	MAX_DESCRIPTION = 1 << 20, /* a longer *.json is no table description */
};

typedef PL_VEC(char *) names;

/* The last component of a path. */
static const char *base_of(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

static const char *folder_of(struct pl_arena *arena, const char *path)
{
	const char *slash = strrchr(path, '/');

	if (!slash)
		return ".";
	return slash == path ? "/" : pl_arena_str(arena, pl_str_of(path, (size_t)(slash - path))).ptr;
}

static const char *join(struct pl_arena *arena, const char *folder, const char *name)
{
	size_t len = strlen(folder);

	return pl_arena_printf(arena, "%s%s%s", folder, len && folder[len - 1] == '/' ? "" : "/", name);
}

static int by_bytes(const void *a, const void *b)
{
	return pl_order(pl_str_c(*(char *const *)a), pl_str_c(*(char *const *)b));
}

/* The names in a folder that are not hidden, in byte order; false with errno. */
static bool list(struct pl_arena *arena, const char *folder, names *out)
{
	DIR *dir = opendir(folder);
	const struct dirent *entry;

	if (!dir)
		return false;
	while ((entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] != '.')
			PL_PUSH(out, pl_arena_cstr(arena, entry->d_name));
	}
	closedir(dir);
	if (out->len)
		qsort(out->ptr, out->len, sizeof(*out->ptr), by_bytes);
	return true;
}

static bool is_folder(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISDIR(st.st_mode);
}

static bool is_file(const char *path, struct stat *st)
{
	return stat(path, st) == 0 && S_ISREG(st->st_mode);
}

static bool ends_in(const char *name, const char *const *endings)
{
	for (; *endings; endings++) {
		if (pl_str_ends(pl_str_c(name), pl_str_c(*endings)))
			return true;
	}
	return false;
}

static bool is_dump_name(const char *name)
{
	static const char *const endings[] = {".json", ".jsonl", ".ndjson", ".gz", ".zst", ".zstd", ".ion", NULL};

	return ends_in(name, endings) && strncmp(name, "manifest-", 9) != 0;
}

/* Whether the file is a table description, by its content. */
static bool is_table(const char *path)
{
	struct pl_window window;
	struct pl_stream *stream;
	bool table;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return false;
	stream = pl_stream_new(fd, false, 0);
	pl_window_init(&window, stream, PL_SNIFF_BYTES);
	while (window.end - window.at < PL_SNIFF_BYTES && pl_window_more(&window))
		;
	table = pl_sniff(window.at, window.end, window.eof).kind == PL_I_TABLE;
	pl_window_release(&window);
	pl_stream_free(stream);
	close(fd);
	return table;
}

static void add_table(struct pl_find *find, const char *path)
{
	struct pl_str own = pl_str_c(path);

	for (size_t i = 0; i < find->tables.len; i++) {
		if (pl_str_eq(find->tables.ptr[i], own))
			return;
	}
	PL_PUSH(&find->tables, pl_arena_str(find->arena, own));
}

/* Whether this folder was looked through before; a glob gives thousands of files of one folder. */
static bool looked_through(struct pl_find *find, const char *folder)
{
	for (size_t i = find->folders.len; i-- > 0;) {
		if (strcmp(find->folders.ptr[i], folder) == 0)
			return true;
	}
	PL_PUSH(&find->folders, folder);
	return false;
}

/* Table descriptions in a folder, beside a dump. */
static void find_tables(struct pl_find *find, const char *folder)
{
	static const char *const endings[] = {".json", NULL};
	names entries = {0};
	struct stat st;

	if (looked_through(find, folder))
		return;
	if (list(find->arena, folder, &entries)) {
		for (size_t i = 0; i < entries.len; i++) {
			const char *name = entries.ptr[i], *path;

			if (!ends_in(name, endings) || strncmp(name, "manifest-", 9) == 0)
				continue;
			path = strcmp(folder, ".") == 0 ? name : join(find->arena, folder, name);
			if (is_file(path, &st) && st.st_size < MAX_DESCRIPTION && is_table(path))
				add_table(find, path);
		}
	}
	PL_VEC_RELEASE(&entries);
}

static struct pl_found found(const char *path, const struct stat *st)
{
	return (struct pl_found){
		.path = path, .export = -1, .dev = st->st_dev, .ino = st->st_ino, .size = (uint64_t)st->st_size,
	};
}

static void trouble(struct pl_find *find, const char *path, const char *message)
{
	PL_PUSH(&find->troubles, (struct pl_trouble){path, 0, message});
}

/* The same as list(); a folder that cannot be read may hold data, so that is a problem. */
static bool list_or_tell(struct pl_find *find, const char *folder, names *out)
{
	if (list(find->arena, folder, out))
		return true;
	trouble(find, folder, pl_arena_printf(find->arena, "this folder cannot be read: %s", strerror(errno)));
	return false;
}

/* ---- exports ------------------------------------------------------------ */

/* The place of a listed file: in data/, at its key below this folder or one above it, or beside. */
static const char *resolve(struct pl_arena *arena, const char *folder, const struct pl_listed *listed, struct stat *st)
{
	const char *path, *level = folder;

	path = join(arena, join(arena, folder, "data"), listed->name.ptr);
	if (is_file(path, st))
		return path;
	for (int i = 0; i < MAX_LEVELS; i++) {
		path = join(arena, level, listed->key.ptr);
		if (is_file(path, st))
			return path;
		if (!strchr(level, '/') || strcmp(level, "/") == 0)
			break;
		level = folder_of(arena, level);
	}
	path = join(arena, folder, listed->name.ptr);
	return is_file(path, st) ? path : NULL;
}

static void add_listed(struct pl_find *find, size_t export)
{
	const struct pl_found_export *e = &find->exports.ptr[export];

	for (size_t i = 0; i < e->manifest.listed.len; i++) {
		const struct pl_listed *listed = &e->manifest.listed.ptr[i];
		struct stat st;
		const char *path = resolve(find->arena, e->folder, listed, &st);
		struct pl_found file;

		if (!path) {
			trouble(find, join(find->arena, join(find->arena, e->folder, "data"), listed->name.ptr),
				"listed in the manifest, but the file is missing");
			continue;
		}
		file = found(path, &st);
		file.listed = listed;
		file.export = (int)export;
		PL_PUSH(&find->files, file);
	}
}

/* Files that no manifest lists: `any` file in data/, compressed ones beside the manifests. */
static void find_extra(struct pl_find *find, size_t export, const char *folder, bool any)
{
	static const char *const endings[] = {".gz", ".zst", ".zstd", NULL};
	const struct pl_found_export *e = &find->exports.ptr[export];
	names entries = {0}, known = {0};
	struct stat st;

	for (size_t i = 0; i < e->manifest.listed.len; i++)
		PL_PUSH(&known, pl_arena_cstr(find->arena, e->manifest.listed.ptr[i].name.ptr));
	if (known.len)
		qsort(known.ptr, known.len, sizeof(*known.ptr), by_bytes);
	if (list_or_tell(find, folder, &entries)) {
		for (size_t i = 0; i < entries.len; i++) {
			char *const *name = &entries.ptr[i];
			const char *path = join(find->arena, folder, *name);

			if ((any || ends_in(*name, endings)) && is_file(path, &st) &&
			    (known.len == 0 || !bsearch(name, known.ptr, known.len, sizeof(*name), by_bytes)))
				trouble(find, path, "not listed in the manifest: not read");
		}
	}
	PL_VEC_RELEASE(&known);
	PL_VEC_RELEASE(&entries);
}

static void add_loose(struct pl_find *find, const char *folder, int export);

/* Why an export is not read, or NULL. */
static const char *refusal(const struct pl_manifest *manifest)
{
	struct pl_str format = manifest->output_format, type = manifest->export_type;

	if (type.len && !pl_str_eq(type, PL_S("FULL_EXPORT")))
		return "incremental export: not read yet; export the table in full";
	if (pl_str_eq(format, PL_S("ION")))
		return "Amazon Ion export: not read yet; export as DynamoDB JSON";
	if (format.len && !pl_str_eq(format, PL_S("DYNAMODB_JSON")))
		return "export of an unknown outputFormat: not read";
	return NULL;
}

static void add_export(struct pl_find *find, const char *folder, const char *given)
{
	struct pl_found_export e = {.folder = folder};
	size_t index = find->exports.len;
	const char *data = join(find->arena, folder, "data"), *why;
	struct stat st;

	if (stat(folder, &st) == 0) {
		e.dev = st.st_dev;
		e.ino = st.st_ino;
	}
	for (size_t i = 0; i < index; i++) {
		const struct pl_found_export *other = &find->exports.ptr[i];

		if (other->dev == e.dev && other->ino == e.ino) {
			if (strcmp(other->folder, folder) != 0)
				PL_PUSH(&find->notes, pl_str_c(pl_arena_printf(find->arena,
					"%s is the same export as %s; read once", folder, other->folder)));
			return;
		}
	}
	pl_manifest_read(find->arena, folder, &e.manifest, &find->troubles);
	why = refusal(&e.manifest);
	e.refused = why != NULL;
	PL_PUSH(&find->exports, e);
	if (why) {
		trouble(find, join(find->arena, folder, "manifest-summary.json"), why);
		return;
	}
	if (e.manifest.have_files) {
		add_listed(find, index);
		if (is_folder(data))
			find_extra(find, index, data, true);
		find_extra(find, index, folder, false);
	} else {
		/* Nobody says which files there should be; what is there is read. */
		add_loose(find, is_folder(data) ? data : folder, (int)index);
	}
	for (const char *level = folder;; level = folder_of(find->arena, level)) {
		find_tables(find, level);
		if (strlen(level) <= strlen(given) || !strchr(level, '/'))
			break;
	}
}

/* Exports in and below a folder. */
static void walk(struct pl_find *find, const char *folder, const char *given, int levels)
{
	names entries = {0};

	if (pl_manifest_here(folder)) {
		add_export(find, folder, given);
		return;
	}
	if (levels > 0 && list_or_tell(find, folder, &entries)) {
		for (size_t i = 0; i < entries.len; i++) {
			const char *path = join(find->arena, folder, entries.ptr[i]);

			if (is_folder(path))
				walk(find, path, given, levels - 1);
		}
	}
	PL_VEC_RELEASE(&entries);
}

/* ---- folders without a manifest, files ------------------------------------ */

/* The dump files in a folder. */
static void add_loose(struct pl_find *find, const char *folder, int export)
{
	names entries = {0};

	if (list_or_tell(find, folder, &entries)) {
		for (size_t i = 0; i < entries.len; i++) {
			const char *path = join(find->arena, folder, entries.ptr[i]);
			struct pl_found file;
			struct stat st;

			if (!is_dump_name(entries.ptr[i]) || !is_file(path, &st))
				continue;
			if (st.st_size < MAX_DESCRIPTION && is_table(path)) {
				add_table(find, path);
				continue;
			}
			file = found(path, &st);
			file.export = export;
			PL_PUSH(&find->files, file);
		}
	}
	PL_VEC_RELEASE(&entries);
}

static bool is_same_folder(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev && x.st_ino == y.st_ino;
}

/* The folder above, when this one is called data; NULL when it is not. */
static const char *parent_of_data(struct pl_arena *arena, const char *path)
{
	if (strcmp(path, ".") == 0)
		return is_same_folder("../data", path) ? ".." : NULL;
	return strcmp(base_of(path), "data") == 0 ? folder_of(arena, path) : NULL;
}

static bool find_folder(struct pl_find *find, const char *path, struct pl_error *error)
{
	size_t files = find->files.len, exports = find->exports.len, notes = find->notes.len;
	const char *parent = parent_of_data(find->arena, path);
	const char *data = join(find->arena, path, "data");
	names entries = {0};
	bool readable = list(find->arena, path, &entries);

	PL_VEC_RELEASE(&entries);
	if (!readable)
		return pl_fail(error, PL_EXIT_USAGE, "%s: %s", path, strerror(errno));
	if (parent && !pl_manifest_here(path) && pl_manifest_here(parent))
		add_export(find, parent, parent);
	else
		walk(find, path, path, MAX_LEVELS);
	if (find->exports.len > exports || find->notes.len > notes)
		return true;
	/* An export given a second time by the same path adds nothing and is no fault. */
	for (size_t i = 0; i < exports; i++) {
		if (pl_str_starts(pl_str_c(find->exports.ptr[i].folder), pl_str_c(path)))
			return true;
	}
	add_loose(find, path, -1);
	if (is_folder(data))
		add_loose(find, data, -1);
	if (find->files.len == files)
		return pl_fail(error, PL_EXIT_USAGE, "%s: no export and no dump file in this folder", path);
	return true;
}

static bool find_file(struct pl_find *find, const char *path, const struct stat *st, struct pl_error *error)
{
	struct pl_found file = found(pl_arena_cstr(find->arena, path), st);

	if (access(path, R_OK) != 0)
		return pl_fail(error, PL_EXIT_USAGE, "%s: %s", path, strerror(errno));
	file.stream = !S_ISREG(st->st_mode);
	if (!file.stream) {
		file.table = is_table(path);
		if (file.table)
			add_table(find, path);
		else
			find_tables(find, folder_of(find->arena, path));
	}
	PL_PUSH(&find->files, file);
	return true;
}

bool pl_find(struct pl_find *find, const char *path, struct pl_error *error)
{
	struct stat st;
	size_t len = strlen(path);

	if (strcmp(path, "-") == 0) {
		for (size_t i = 0; i < find->files.len; i++) {
			if (strcmp(find->files.ptr[i].path, "-") == 0)
				return true;
		}
		PL_PUSH(&find->files, (struct pl_found){.path = "-", .export = -1, .stream = true});
		return true;
	}
	if (stat(path, &st) != 0)
		return pl_fail(error, PL_EXIT_USAGE, "%s: %s", path, strerror(errno));
	if (!S_ISDIR(st.st_mode))
		return find_file(find, path, &st, error);
	while (len > 1 && path[len - 1] == '/')
		len--;
	return find_folder(find, pl_arena_str(find->arena, pl_str_of(path, len)).ptr, error);
}

/* By path; of one path, the entry that a manifest lists first. */
static int by_path(const void *a, const void *b)
{
	const struct pl_found *x = a, *y = b;
	int c = pl_order(pl_str_c(x->path), pl_str_c(y->path));

	return c ? c : (y->listed != NULL) - (x->listed != NULL);
}

/* By identity; of one file, the entry a manifest lists first, then the least path. */
static int by_identity(const void *a, const void *b)
{
	const struct pl_found *x = a, *y = b;

	if (x->dev != y->dev)
		return x->dev < y->dev ? -1 : 1;
	if (x->ino != y->ino)
		return x->ino < y->ino ? -1 : 1;
	if ((x->listed != NULL) != (y->listed != NULL))
		return x->listed ? -1 : 1;
	return by_path(a, b);
}

static void drop_repeated(struct pl_find *find)
{
	size_t kept = 0;

	if (find->files.len)
		qsort(find->files.ptr, find->files.len, sizeof(*find->files.ptr), by_identity);
	for (size_t i = 0; i < find->files.len; i++) {
		const struct pl_found *file = &find->files.ptr[i], *last = kept ? &find->files.ptr[kept - 1] : NULL;

		if (last && !file->stream && last->dev == file->dev && last->ino == file->ino) {
			PL_PUSH(&find->notes, pl_str_c(pl_arena_printf(find->arena, "%s is the same file as %s; read once",
								       file->path, last->path)));
			continue;
		}
		find->files.ptr[kept++] = *file;
	}
	find->files.len = kept;
	if (kept)
		qsort(find->files.ptr, kept, sizeof(*find->files.ptr), by_path);
}

bool pl_find_finish(struct pl_find *find, struct pl_error *error)
{
	for (size_t i = 0; i < find->exports.len; i++) {
		const struct pl_found_export *a = &find->exports.ptr[i];

		for (size_t j = 0; j < i; j++) {
			const struct pl_found_export *b = &find->exports.ptr[j];

			if (a->manifest.table_arn.len && !a->refused && !b->refused &&
			    pl_str_eq(a->manifest.table_arn, b->manifest.table_arn))
				return pl_fail(error, PL_EXIT_USAGE,
					       "%s and %s are two exports of one table (%s): give one of them", b->folder,
					       a->folder, a->manifest.table_arn.ptr);
		}
	}
	drop_repeated(find);
	return true;
}

void pl_find_release(struct pl_find *find)
{
	for (size_t i = 0; i < find->exports.len; i++)
		pl_manifest_release(&find->exports.ptr[i].manifest);
	PL_VEC_RELEASE(&find->files);
	PL_VEC_RELEASE(&find->exports);
	PL_VEC_RELEASE(&find->tables);
	PL_VEC_RELEASE(&find->notes);
	PL_VEC_RELEASE(&find->folders);
	PL_VEC_RELEASE(&find->troubles);
}
