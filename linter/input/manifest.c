/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/input/manifest.h"

#include <sys/stat.h>

#include "linter/base/json.h"
#include "linter/input/slurp.h"

enum {
	MAX_SUMMARY = 1 << 20,
	MAX_FILES = 256 << 20, /* some 300 bytes a data file, a data file a partition */
};

static const char summary_name[] = "manifest-summary", files_name[] = "manifest-files";

bool pl_md5_from_base64(struct pl_str text, unsigned char digest[PL_MD5_BYTES])
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
	uint32_t bits = 0;
	size_t n = 0, have = 0;

	/* 16 bytes are 22 letters and two pads; the last letter's low bits are no data. */
	if (text.len != 24 || text.ptr[22] != '=' || text.ptr[23] != '=')
		return false;
	for (size_t i = 0; i < 22; i++) {
		const char *letter = text.ptr[i] ? strchr(letters, text.ptr[i]) : NULL;

		if (!letter)
			return false;
		bits = bits << 6 | (uint32_t)(letter - letters);
		have += 6;
		if (have >= 8 && n < PL_MD5_BYTES) {
			have -= 8;
			digest[n++] = (unsigned char)(bits >> have);
		}
	}
	return true;
}

static bool exists(const char *path)
{
	struct stat st;

	return stat(path, &st) == 0 && S_ISREG(st.st_mode);
}

static bool exists_in(const char *folder, const char *name)
{
	struct pl_buf path = PL_BUF_INIT;
	bool found;

	pl_buf_printf(&path, "%s/%s.json", folder, name);
	found = exists(path.ptr);
	pl_buf_release(&path);
	return found;
}

bool pl_manifest_here(const char *folder)
{
	return exists_in(folder, files_name) || exists_in(folder, summary_name);
}

struct reading {
	struct pl_arena *arena;
	const char *folder;
	struct pl_manifest *out;
	pl_troubles *troubles;
};

PL_PRINTF(4, 5)
static void trouble(struct reading *r, const char *path, uint64_t place, const char *format, ...)
{
	va_list args;
	struct pl_trouble t = {path, place, NULL};

	va_start(args, format);
	t.message = pl_arena_vprintf(r->arena, format, args);
	va_end(args);
	PL_PUSH(r->troubles, t);
}

/* Compares the manifest's bytes with the checksum file beside it, if there is one. */
static void check_sum(struct reading *r, const char *name, const char *path, struct pl_str bytes)
{
	static const char *const endings[] = {"md5", "checksum"};
	unsigned char want[PL_MD5_BYTES], is[PL_MD5_BYTES];

	for (size_t i = 0; i < PL_LEN(endings); i++) {
		const char *sum = pl_arena_printf(r->arena, "%s/%s.%s", r->folder, name, endings[i]);
		struct pl_buf text = PL_BUF_INIT;
		bool readable = pl_slurp(sum, 4096, &text);

		while (text.len && (unsigned char)text.ptr[text.len - 1] <= ' ')
			text.len--;
		if (readable && !pl_md5_from_base64(pl_buf_str(&text), want)) {
			trouble(r, sum, 0, "holds no checksum: the manifest was read unchecked");
			r->out->checksums = false;
		} else if (readable) {
			pl_md5(bytes, is);
			if (memcmp(want, is, sizeof(is)) != 0) {
				trouble(r, path, 0, "its checksum is not that of %s.%s: read nevertheless", name, endings[i]);
				r->out->checksums = false;
			}
		}
		pl_buf_release(&text);
		if (readable)
			return;
	}
	r->out->checksums = false;
}

/* Reads a manifest into `text` and checks its sum; false when it is not there or unreadable. */
static bool load(struct reading *r, const char *name, size_t limit, const char **path, struct pl_buf *text)
{
	*path = pl_arena_printf(r->arena, "%s/%s.json", r->folder, name);
	if (pl_slurp(*path, limit, text)) {
		check_sum(r, name, *path, pl_buf_str(text));
		return true;
	}
	r->out->checksums = false;
	if (errno == ENOENT)
		trouble(r, *path, 0, "this manifest is missing");
	else
		trouble(r, *path, 0, "cannot be read: %s", strerror(errno));
	return false;
}

/* "arn:aws:dynamodb:<region>:<account>:table/<name>" */
static struct pl_str table_of(struct pl_str arn)
{
	static const char mark[] = ":table/";
	const char *at = arn.len ? strstr(arn.ptr, mark) : NULL, *slash;

	if (!at)
		return (struct pl_str){NULL, 0};
	at += sizeof(mark) - 1;
	slash = strchr(at, '/');
	return slash ? pl_str_of(at, (size_t)(slash - at)) : pl_str_c(at);
}

static void read_summary(struct reading *r, uint64_t *items, bool *have_items)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_error error = {0};
	const struct pl_json *json;
	const char *path;

	*have_items = false;
	if (!load(r, summary_name, MAX_SUMMARY, &path, &text))
		goto out;
	json = pl_json_parse(r->arena, "manifest", pl_buf_str(&text), &error);
	if (!json || json->type != PL_JSON_OBJECT) {
		trouble(r, path, 0, "%s: this manifest was not read", error.set ? error.text : "no JSON object");
		goto out;
	}
	r->out->table_arn = pl_json_get_str(json, "tableArn");
	r->out->table_name = table_of(r->out->table_arn);
	r->out->export_time = pl_json_get_str(json, "exportTime");
	r->out->output_format = pl_json_get_str(json, "outputFormat");
	r->out->export_type = pl_json_get_str(json, "exportType");
	*have_items = pl_json_get_uint(json, "itemCount", items);
out:
	pl_buf_release(&text);
}

/*
 * Whether a key names a file inside the export wherever it is copied to: no
 * component that is empty (so not absolute), "." or "..", no NUL can be in it.
 */
static bool is_inside(struct pl_str key)
{
	size_t from = 0;

	for (size_t i = 0; i <= key.len; i++) {
		struct pl_str part;

		if (i < key.len && key.ptr[i] != '/')
			continue;
		part = pl_str_sub(key, from, i);
		if (part.len == 0 || pl_str_eq(part, PL_S(".")) || pl_str_eq(part, PL_S("..")))
			return false;
		from = i + 1;
	}
	return true;
}

/* One line of manifest-files.json. */
static void read_entry(struct reading *r, const char *path, uint64_t line, struct pl_str text)
{
	struct pl_error error = {0};
	const struct pl_json *json = pl_json_parse(r->arena, "line", text, &error);
	struct pl_listed entry = {.key = pl_json_get_str(json, "dataFileS3Key")};
	const char *slash;

	if (!json) {
		trouble(r, path, line, "%s: the data file it lists was not read", error.text);
		return;
	}
	if (entry.key.len == 0 || !pl_json_get_uint(json, "itemCount", &entry.items) ||
	    !pl_md5_from_base64(pl_json_get_str(json, "md5Checksum"), entry.md5)) {
		trouble(r, path, line, "dataFileS3Key, itemCount or md5Checksum is missing or malformed: line skipped");
		return;
	}
	if (!is_inside(entry.key)) {
		trouble(r, path, line, "\"%s\" is no path inside the export: not read", entry.key.ptr);
		return;
	}
	slash = strrchr(entry.key.ptr, '/');
	entry.name = slash ? pl_str_c(slash + 1) : entry.key;
	r->out->items += entry.items;
	PL_PUSH(&r->out->listed, entry);
}

static void read_files(struct reading *r)
{
	struct pl_buf text = PL_BUF_INIT;
	const char *path;
	uint64_t line = 0;

	if (load(r, files_name, MAX_FILES, &path, &text)) {
		struct pl_str rest = pl_buf_str(&text);

		r->out->have_files = true;
		while (rest.len) {
			const char *newline = memchr(rest.ptr, '\n', rest.len);
			size_t len = newline ? (size_t)(newline - rest.ptr) : rest.len;
			struct pl_str one = pl_str_sub(rest, 0, len);

			line++;
			while (one.len && (unsigned char)one.ptr[one.len - 1] <= ' ')
				one.len--;
			if (one.len)
				read_entry(r, path, line, one);
			rest = pl_str_sub(rest, newline ? len + 1 : len, rest.len);
		}
	}
	pl_buf_release(&text);
}

void pl_manifest_read(struct pl_arena *arena, const char *folder, struct pl_manifest *out, pl_troubles *troubles)
{
	struct reading r = {arena, folder, out, troubles};
	uint64_t items = 0;
	bool have_items;
	size_t before = troubles->len;

	memset(out, 0, sizeof(*out));
	out->checksums = true;
	read_summary(&r, &items, &have_items);
	read_files(&r);
	/* A line that was not read would make the sums differ as well; it is reported already. */
	if (have_items && out->have_files && items != out->items && troubles->len == before)
		trouble(&r, pl_arena_printf(arena, "%s/%s.json", folder, summary_name), 0,
			"says %" PRIu64 " items, but the listed files have %" PRIu64, items, out->items);
}

void pl_manifest_release(struct pl_manifest *manifest)
{
	PL_VEC_RELEASE(&manifest->listed);
}
