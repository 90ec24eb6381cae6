/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Sources: from paths to items, over two passes, with every kind of damage a
 * file or an export folder can have. Each test works in a folder of its own.
 */
#define _DEFAULT_SOURCE /* DT_DIR */
#include <dirent.h>
#include <fcntl.h>
#include <pthread.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>
#include <isa-l/igzip_lib.h>
#include <zstd.h>

#include "linter/base/json.h"
#include "linter/input/cut.h"
#include "linter/input/input.h"
#include "linter/input/manifest.h"
#include "linter/input/stream.h"

/* ---- files ------------------------------------------------------------------------ */

static struct pl_arena arena;
static char *folder;
/* Sizes from which idle threads help; 0: the defaults. */
static uint64_t ahead_from, range_size;

static const char *path_of(const char *name)
{
	return pl_arena_printf(&arena, "%s/%s", folder, name);
}

static void remove_tree(const char *path)
{
	DIR *dir = opendir(path);
	const struct dirent *entry;

	while (dir && (entry = readdir(dir)) != NULL) {
		const char *inner = pl_arena_printf(&arena, "%s/%s", path, entry->d_name);
		struct stat st;

		if (strcmp(entry->d_name, ".") == 0 || strcmp(entry->d_name, "..") == 0)
			continue;
		if (lstat(inner, &st) == 0 && S_ISDIR(st.st_mode))
			remove_tree(inner);
		else
			unlink(inner);
	}
	if (dir)
		closedir(dir);
	rmdir(path);
}

static int make_folder(void **state)
{
	const char *tmp = getenv("TMPDIR");

	(void)state;
	arena = PL_ARENA_INIT;
	ahead_from = range_size = 0;
	folder = pl_arena_printf(&arena, "%s/padlint-test-XXXXXX", tmp ? tmp : "/tmp");
	return mkdtemp(folder) ? 0 : -1;
}

static int remove_folder(void **state)
{
	(void)state;
	remove_tree(folder);
	pl_arena_release(&arena);
	return 0;
}

/* Writes a file below the test's folder, with the folders it stands in. */
static const char *put(const char *name, struct pl_str bytes)
{
	char *path = pl_arena_cstr(&arena, path_of(name));
	FILE *file;

	for (char *p = path + strlen(folder) + 1; (p = strchr(p, '/')) != NULL; p++) {
		*p = '\0';
		mkdir(path, 0700);
		*p = '/';
	}
	file = fopen(path, "wb");
	assert_non_null(file);
	assert_int_equal(fwrite(bytes.ptr ? bytes.ptr : "", 1, bytes.len, file), bytes.len);
	assert_int_equal(fclose(file), 0);
	return path;
}

static const char *puts_in(const char *name, const char *text)
{
	return put(name, pl_str_c(text));
}

static struct pl_str gzip(struct pl_str text)
{
	struct isal_zstream z;
	size_t cap = text.len + 1024;
	char *out = pl_arena_alloc(&arena, cap), *copy = pl_arena_alloc(&arena, text.len + 1);

	if (text.len)
		memcpy(copy, text.ptr, text.len);
	/* The library leaves some of it as it was. */
	memset(&z, 0, sizeof(z));
	isal_deflate_stateless_init(&z);
	z.next_in = (uint8_t *)copy;
	z.avail_in = (uint32_t)text.len;
	z.end_of_stream = 1;
	z.gzip_flag = IGZIP_GZIP;
	z.next_out = (uint8_t *)out;
	z.avail_out = (uint32_t)cap;
	assert_int_equal(isal_deflate_stateless(&z), COMP_OK);
	return pl_str_of(out, z.total_out);
}

static struct pl_str zstd(struct pl_str text)
{
	size_t cap = ZSTD_compressBound(text.len), len;
	char *out = pl_arena_alloc(&arena, cap);

	len = ZSTD_compress(out, cap, text.ptr ? text.ptr : "", text.len, 3);
	assert_false(ZSTD_isError(len));
	return pl_str_of(out, len);
}

static struct pl_str join(struct pl_str a, struct pl_str b)
{
	char *out = pl_arena_alloc(&arena, a.len + b.len + 1);

	if (a.len)
		memcpy(out, a.ptr, a.len);
	if (b.len)
		memcpy(out + a.len, b.ptr, b.len);
	return pl_str_of(out, a.len + b.len);
}

/* `n` lines of items, numbered from `from`. */
static struct pl_str items(unsigned from, unsigned n)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str kept;

	for (unsigned i = from; i < from + n; i++)
		pl_buf_printf(&text, "{\"Item\":{\"PK\":{\"S\":\"p%u\"},\"n\":{\"N\":\"%u\"},\"SK\":{\"S\":\"\\u00e4#%06u\"}}}\n", i % 7, i, i);
	kept = pl_arena_str(&arena, text.len ? pl_buf_str(&text) : PL_S(""));
	pl_buf_release(&text);
	return kept;
}

/* ---- reading ------------------------------------------------------------------------- */

enum { MAX_THREADS = 4 };

struct got {
	uint64_t items;
	uint64_t sum;      /* of hashes of what was handed out: the same in any order */
	uint64_t places;
};

static uint64_t mix(uint64_t h, struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		h = (h ^ (unsigned char)s.ptr[i]) * UINT64_C(0x100000001b3);
	return h * 31 + s.len;
}

static void take(void *ctx, const struct pl_item *item)
{
	struct got *got = ctx;
	uint64_t h = item->place * 1000003 + item->file;

	got->items++;
	got->places += item->place;
	for (size_t i = 0; i < 2; i++)
		h = mix(h + (unsigned char)item->attrs[i].type, item->attrs[i].value);
	got->sum += h;
}

static const struct pl_str names[] = {{"PK", 2}, {"SK", 2}};

static struct got pass(struct pl_source *source)
{
	struct got got[MAX_THREADS] = {{0, 0, 0}}, all = {0, 0, 0};
	struct pl_sink sinks[MAX_THREADS];

	for (size_t i = 0; i < MAX_THREADS; i++)
		sinks[i] = (struct pl_sink){take, &got[i]};
	pl_source_pass(source, names, 2, sinks, NULL, NULL);
	for (size_t i = 0; i < MAX_THREADS; i++) {
		all.items += got[i].items;
		all.sum += got[i].sum;
		all.places += got[i].places;
	}
	return all;
}

static struct pl_error last_error;

static struct pl_source *open_paths(const char *const *paths, size_t n, unsigned threads, int stdin_fd)
{
	struct pl_source_options options = {
		.threads = threads, .stdin_fd = stdin_fd, .tmpdir = folder, .ahead = ahead_from, .range = range_size,
	};

	last_error = (struct pl_error){0};
	return pl_source_open(&arena, paths, n, &options, &last_error);
}

static struct pl_source *open_path(const char *path)
{
	struct pl_source *source = open_paths(&path, 1, 2, -1);

	if (!source)
		fail_msg("%s", last_error.text);
	return source;
}

/* The path is refused before anything is read, with this in the message. */
static void expect_usage(const char *path, const char *message)
{
	struct pl_source *source = open_paths(&path, 1, 1, -1);

	assert_null(source);
	assert_int_equal(last_error.code, PL_EXIT_USAGE);
	if (!strstr(last_error.text, message))
		fail_msg("%s", last_error.text);
}

/* All problems of all inputs, one a line. */
static const char *problems(struct pl_source *source)
{
	const struct pl_input *inputs;
	struct pl_buf out = PL_BUF_INIT;
	char *kept;
	size_t n;

	inputs = pl_source_inputs(source, &n);
	for (size_t i = 0; i < n; i++) {
		assert_int_equal(inputs[i].whole, inputs[i].problems_total == 0);
		for (size_t k = 0; k < inputs[i].nproblems; k++) {
			const char *where = inputs[i].problems[k].where.ptr;

			assert_true(strncmp(where, inputs[i].path.ptr, inputs[i].path.len) == 0);
			if (strncmp(where, folder, strlen(folder)) == 0)
				where += strlen(folder) + 1;
			pl_buf_printf(&out, "%s: %s\n", where, inputs[i].problems[k].message.ptr);
		}
	}
	kept = pl_arena_cstr(&arena, out.ptr ? out.ptr : "");
	pl_buf_release(&out);
	return kept;
}

/* Reads `path` twice; both passes must give `n` items, and the problems be as told. */
static void expect_read(const char *path, uint64_t n, const char *message)
{
	struct pl_source *source = open_path(path);
	struct got first = pass(source), second = pass(source);
	const char *all = problems(source);

	assert_int_equal(first.items, n);
	assert_int_equal(second.items, n);
	assert_int_equal(first.sum, second.sum);
	if (message ? !strstr(all, message) : *all)
		fail_msg("%s: %s", path, all);
	pl_source_close(source);
}

static void expect_kind(const char *path, enum pl_input_kind kind)
{
	struct pl_source *source = open_path(path);
	size_t n;

	pass(source);
	assert_int_equal(pl_source_inputs(source, &n)[0].kind, kind);
	assert_int_equal(n, 1);
	pl_source_close(source);
}

/* ---- compression ------------------------------------------------------------------------- */

static void test_compressions(void **state)
{
	struct pl_str text = items(0, 5000), half = items(5000, 5000), none = PL_S("");
	static const char padding[600];

	(void)state;
	expect_read(put("plain", text), 5000, NULL);
	expect_read(put("gz", gzip(text)), 5000, NULL);
	expect_read(put("zst", zstd(text)), 5000, NULL);
	expect_read(put("members", join(gzip(text), gzip(half))), 10000, NULL);
	expect_read(put("frames", join(zstd(text), zstd(half))), 10000, NULL);
	expect_read(put("empty-member", join(gzip(none), join(gzip(text), gzip(none)))), 5000, NULL);
	expect_read(put("skippable", join(PL_S("\x52\x2a\x4d\x18\x03\0\0\0abc"), zstd(text))), 5000, NULL);
	expect_read(put("gz-padded", join(gzip(text), pl_str_of(padding, sizeof(padding)))), 5000, NULL);
	expect_read(put("gz-garbage", join(gzip(text), PL_S("garbage"))), 5000, "no compressed data stand behind the end");
	expect_read(put("gz-late-garbage", join(gzip(text), join(pl_str_of(padding, 600), PL_S("x")))), 5000, "behind the end");
	expect_read(put("zst-garbage", join(zstd(text), PL_S("garbage"))), 5000, "behind the end");
	/* An item that lies across two members is one item. */
	expect_read(put("cut", join(gzip(pl_str_sub(text, 0, 33)), gzip(pl_str_sub(text, 33, text.len)))), 5000, NULL);
	expect_read(put("gz-of-nothing", gzip(none)), 0, NULL);
	expect_kind(path_of("gz-of-nothing"), PL_I_EMPTY);
	expect_read(put("zst-of-nothing", zstd(none)), 0, NULL);
	expect_read(put("twice", gzip(gzip(text))), 0, "compressed twice");
}

/* A small gzip cut at every length, and with every byte of it changed: never whole, never too much. */
static void test_damaged_gzip(void **state)
{
	struct pl_str text = items(0, 40), gz = gzip(text), zs = zstd(text);

	(void)state;
	for (int kind = 0; kind < 2; kind++) {
		struct pl_str whole = kind ? zs : gz;

		for (size_t len = 1; len < whole.len; len++) {
			struct pl_source *source = open_path(put("cut", pl_str_sub(whole, 0, len)));
			struct got got = pass(source);

			if (!*problems(source))
				fail_msg("cut at %zu of %zu: no problem", len, whole.len);
			assert_true(got.items <= 40);
			pl_source_close(source);
		}
	}
	for (size_t i = 0; i < gz.len; i++) {
		char *copy = pl_arena_alloc(&arena, gz.len);
		struct pl_source *source;
		struct got got;

		memcpy(copy, gz.ptr, gz.len);
		copy[i] ^= 0x10;
		source = open_path(put("flipped", pl_str_of(copy, gz.len)));
		got = pass(source);
		/* Time, flags and system in the header are no data, nor are the bits that fill the last byte. */
		if (!*problems(source) && !(i >= 4 && i <= 9) && i != gz.len - 9)
			fail_msg("byte %zu of %zu flipped: no problem, %" PRIu64 " items", i, gz.len, got.items);
		pl_source_close(source);
	}
}

/* Tiny input buffers: headers, trailers and magic bytes cut at every place. */
static void test_stream_buffers(void **state)
{
	struct pl_str text = items(0, 60);
	static const char padding[9];
	struct pl_str forms[] = {
		text, gzip(text), zstd(text), join(gzip(pl_str_sub(text, 0, 100)), gzip(pl_str_sub(text, 100, text.len))),
		join(gzip(text), pl_str_of(padding, 9)),
	};

	(void)state;
	for (size_t f = 0; f < PL_LEN(forms); f++) {
		const char *path = put("stream", forms[f]);

		for (size_t buffer = 1; buffer < 70; buffer++) {
			int fd = open(path, O_RDONLY);
			struct pl_stream *stream = pl_stream_new(fd, true, buffer);
			unsigned char md5[PL_MD5_BYTES], want[PL_MD5_BYTES];
			struct pl_buf got = PL_BUF_INIT;
			size_t n;

			while ((n = pl_stream_read(stream, pl_buf_reserve(&got, 50), buffer % 50 + 1)) > 0)
				got.len += n;
			assert_null(pl_stream_error(stream));
			assert_true(pl_str_eq(pl_buf_str(&got), text));
			assert_int_equal(pl_stream_stored(stream), forms[f].len);
			pl_stream_md5(stream, md5);
			pl_md5(forms[f], want);
			assert_memory_equal(md5, want, sizeof(md5));
			pl_buf_release(&got);
			pl_stream_free(stream);
			close(fd);
		}
	}
}

/* ---- files of all kinds ------------------------------------------------------------------------ */

static void test_kinds(void **state)
{
	(void)state;
	expect_kind(put("a.txt", items(0, 3)), PL_I_JSONL);
	expect_kind(puts_in("b.bin", "{\"PK\":{\"S\":\"a\"}}\n{\"PK\":{\"S\":\"b\"}}\n"), PL_I_ITEMS);
	expect_kind(puts_in("c", "{\"Items\":[{\"PK\":{\"S\":\"a\"}}],\"Count\":1}"), PL_I_SCAN);
	expect_kind(puts_in("d", "[{\"Item\":{\"PK\":{\"S\":\"a\"}}}]"), PL_I_ARRAY);
	expect_kind(puts_in("e", "{\"Table\":{\"TableName\":\"t\",\"KeySchema\":[]}}"), PL_I_TABLE);
	expect_kind(puts_in("f", ""), PL_I_EMPTY);
	expect_read(path_of("b.bin"), 2, NULL);
	expect_read(path_of("c"), 1, NULL);
	expect_read(path_of("d"), 1, NULL);
	expect_read(path_of("e"), 0, NULL);
	expect_read(path_of("f"), 0, "f: empty file");
	expect_read(puts_in("g", " \n\n"), 0, "white space");
	expect_read(puts_in("h", "\xef\xbb\xbf{\"Item\":{\"PK\":{\"S\":\"a\"}}}\r\n\r\n{\"Item\":{\"PK\":{\"S\":\"b\"}}}"), 2, NULL);
	expect_read(puts_in("i", "$ion_1_0 {Item:{}}\n"), 0, "i: Amazon Ion export: not read yet; export as DynamoDB JSON");
	expect_read(puts_in("y", "# levels\nfail-on: error\nrules: {PL101: off}\n"), 0,
		    "y: configuration, no dump: name it with --rules, or leave padlint.yaml to be found");
	expect_read(puts_in("j", "{\"a\":1}\n"), 0, "j: plain JSON");
	expect_read(puts_in("k", "{\"Items\":[{\"PK\":{\"S\":\"a\"}},{\"PK\":{\"S\":\"b\"},}]}"), 1,
		    "k:item 2 (byte 43): an attribute name is missing: the rest of this file was not read");
	expect_read(puts_in("l", "{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n{\"Item\":{\"PK\":{\"S\":\"b\"}\n"), 1,
		    "l:2 (byte 49): the line ends inside the item: line skipped");
}

static void test_places(void **state)
{
	struct pl_source *source;
	struct got got;

	(void)state;
	source = open_path(puts_in("lines", "\n{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n\n{\"Item\":{\"PK\":{\"S\":\"b\"}}}"));
	got = pass(source);
	assert_int_equal(got.places, 2 + 4);
	assert_true(pl_str_ends(pl_place_text(&arena, source, 0, 4), PL_S("/lines:4")));
	pl_source_close(source);
	source = open_path(puts_in("page", "{\"Items\":[{\"PK\":{\"S\":\"a\"}},\n{\"PK\":{\"S\":\"b\"}}]}"));
	got = pass(source);
	assert_int_equal(got.places, 1 + 2);
	assert_true(pl_str_ends(pl_place_text(&arena, source, 0, 2), PL_S("/page:item 2")));
	pl_source_close(source);
}

static void test_many_problems(void **state)
{
	struct pl_buf text = PL_BUF_INIT;
	const struct pl_input *input;
	struct pl_source *source;
	size_t n;

	(void)state;
	pl_buf_adds(&text, "{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n");
	for (int i = 0; i < 100; i++)
		pl_buf_adds(&text, "{\"Item\":{\"PK\":{\"S\":1}}}\n");
	source = open_path(put("bad", pl_buf_str(&text)));
	pass(source);
	pass(source);
	input = pl_source_inputs(source, &n);
	assert_int_equal(input->problems_total, 100);
	assert_int_equal(input->nproblems, PL_MAX_PROBLEMS);
	for (size_t i = 0; i < PL_MAX_PROBLEMS; i++)
		assert_int_equal(input->problems[i].place, i + 2);
	pl_source_close(source);
	pl_buf_release(&text);
}

/* An item longer than the first window, and a line longer than any item. */
static void test_long_lines(void **state)
{
	struct pl_buf text = PL_BUF_INIT;
	size_t limit = (size_t)64 << 20;

	(void)state;
	pl_buf_add(&text, items(0, 1));
	pl_buf_adds(&text, "{\"Item\":{\"x\":{\"S\":\"");
	memset(pl_buf_reserve(&text, 3 << 20), 'x', 3 << 20);
	text.len += 3 << 20;
	pl_buf_adds(&text, "\"},\"PK\":{\"S\":\"long\"}}}\n");
	pl_buf_add(&text, items(1, 1));
	expect_read(put("long", pl_buf_str(&text)), 3, NULL);

	pl_buf_clear(&text);
	pl_buf_add(&text, items(0, 1));
	pl_buf_adds(&text, "{\"Item\":{\"x\":{\"S\":\"");
	memset(pl_buf_reserve(&text, limit + 1000), 'x', limit + 1000);
	text.len += limit + 1000;
	pl_buf_adds(&text, "\"}}}\n");
	pl_buf_add(&text, items(1, 2));
	expect_read(put("huge", zstd(pl_buf_str(&text))), 3, "huge:2 (byte 68): line longer than 64 MiB is no DynamoDB item: line skipped");
	pl_buf_release(&text);
}

static void test_usage(void **state)
{
	const char *two[2];

	(void)state;
	expect_usage(path_of("absent"), "No such file");
	mkdir(path_of("nothing"), 0700);
	expect_usage(path_of("nothing"), "no export and no dump file");
	puts_in("nothing/.hidden.json", "{}");
	puts_in("nothing/readme.txt", "{}");
	expect_usage(path_of("nothing"), "no export and no dump file");
	if (geteuid() != 0) {
		chmod(put("locked", items(0, 1)), 0);
		expect_usage(path_of("locked"), "Permission denied");
	}
	two[0] = put("same", items(0, 5));
	two[1] = path_of("link");
	assert_int_equal(link(two[0], two[1]), 0);
	{
		struct pl_source *source = open_paths(two, 2, 2, -1);
		const struct pl_str *notes;
		size_t n;

		assert_non_null(source);
		assert_int_equal(pass(source).items, 5);
		notes = pl_source_notes(source, &n);
		assert_int_equal(n, 1);
		assert_non_null(strstr(notes[0].ptr, "read once"));
		pl_source_close(source);
	}
}

/* The result must not depend on threads or the order of paths. */
static void test_threads(void **state)
{
	const char *paths[9], *reversed[9];
	struct got got[3];

	(void)state;
	for (unsigned i = 0; i < 9; i++) {
		paths[i] = put(pl_arena_printf(&arena, "part%u", i), i % 2 ? gzip(items(i * 1000, 100 * i + 1)) : items(i * 1000, 50));
		reversed[8 - i] = paths[i];
	}
	for (int k = 0; k < 3; k++) {
		struct pl_source *source = open_paths(k == 2 ? reversed : paths, 9, k == 0 ? 1 : MAX_THREADS, -1);
		const struct pl_input *inputs;
		size_t n;

		assert_non_null(source);
		got[k] = pass(source);
		assert_int_equal(pass(source).sum, got[k].sum);
		inputs = pl_source_inputs(source, &n);
		assert_int_equal(n, 9);
		for (size_t i = 1; i < n; i++)
			assert_true(pl_order(inputs[i - 1].path, inputs[i].path) < 0);
		pl_source_close(source);
		assert_int_equal(got[k].sum, got[0].sum);
		assert_int_equal(got[k].items, got[0].items);
	}
}

static void on_progress(void *ctx, const struct pl_progress_state *state)
{
	struct pl_progress_state *last = ctx;

	assert_true(state->bytes_done >= last->bytes_done && state->items >= last->items);
	*last = *state;
}

static void test_progress(void **state)
{
	struct pl_source *source = open_path(put("file", items(0, 20000)));
	struct pl_progress_state last = {0, 0, 0};
	struct got got[2] = {{0, 0, 0}};
	struct pl_sink sinks[2] = {{take, &got[0]}, {take, &got[1]}};
	size_t n;

	(void)state;
	pl_source_pass(source, names, 2, sinks, on_progress, &last);
	assert_int_equal(last.items, 20000);
	assert_int_equal(last.bytes_total, pl_source_inputs(source, &n)->bytes);
	assert_int_equal(last.bytes_done, last.bytes_total);
	pl_source_close(source);
}

/* ---- standard input -------------------------------------------------------------------------------- */

static void test_stdin(void **state)
{
	const char *dash = "-";
	/* Small enough for memory, and large enough for the file. */
	const unsigned sizes[] = {0, 10, 200000};

	(void)state;
	for (size_t i = 0; i < PL_LEN(sizes); i++) {
		int fd = open(put("in", gzip(items(0, sizes[i]))), O_RDONLY);
		struct pl_source *source = open_paths(&dash, 1, 2, fd);
		struct got first, second, third;

		assert_non_null(source);
		first = pass(source);
		second = pass(source);
		third = pass(source);
		assert_int_equal(first.items, sizes[i]);
		assert_int_equal(first.sum, second.sum);
		assert_int_equal(first.sum, third.sum);
		assert_string_equal(problems(source), "");
		pl_source_close(source);
		close(fd);
	}
	{
		int fd = open(folder, O_RDONLY);

		assert_null(open_paths(&dash, 1, 1, fd));
		assert_string_equal(last_error.text, "standard input is a directory");
		close(fd);
		assert_null(open_paths(&dash, 1, 1, fd));
		assert_int_equal(last_error.code, PL_EXIT_USAGE);
	}
}

static void count_names(void *ctx, const struct pl_item *item)
{
	int *bad = ctx;

	/* Asked for SK alone, of a spool of PK and SK. */
	*bad += !(item->attrs[0].type == 'S' && pl_str_starts(item->attrs[0].value, PL_S("\xc3\xa4#")) && item->json.len == 0);
}

static void test_spool_subset(void **state)
{
	const char *dash = "-";
	int fd, bad = 0;
	struct pl_sink sink = {count_names, &bad};
	struct pl_source *source;

	(void)state;
	fd = open(put("in", items(0, 100)), O_RDONLY);
	source = open_paths(&dash, 1, 1, fd);
	assert_non_null(source);
	pass(source);
	pl_source_pass(source, &names[1], 1, &sink, NULL, NULL);
	assert_int_equal(bad, 0);
	pl_source_close(source);
	close(fd);
}

/* ---- changes between passes --------------------------------------------------------------------------- */

static void test_changed(void **state)
{
	const char *path = put("file", items(0, 10));
	struct pl_source *source = open_path(path);

	(void)state;
	assert_int_equal(pass(source).items, 10);
	put("file", items(0, 11));
	pass(source);
	assert_non_null(strstr(problems(source), "file: changed while it was read"));
	pl_source_close(source);

	source = open_path(path);
	pass(source);
	unlink(path);
	pass(source);
	assert_non_null(strstr(problems(source), "file: cannot be read"));
	pl_source_close(source);
}

/* ---- exports --------------------------------------------------------------------------------------------- */

static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static const char *md5_text(struct pl_str bytes)
{
	unsigned char md5[PL_MD5_BYTES + 2] = {0};
	struct pl_buf out = PL_BUF_INIT;
	char *kept;

	pl_md5(bytes, md5);
	for (size_t i = 0; i < 16; i += 3) {
		uint32_t bits = (uint32_t)md5[i] << 16 | (uint32_t)md5[i + 1] << 8 | md5[i + 2];

		for (int k = 18; k >= 0; k -= 6)
			pl_buf_addc(&out, letters[bits >> k & 63]);
	}
	out.ptr[22] = out.ptr[23] = '=';
	kept = pl_arena_cstr(&arena, out.ptr);
	pl_buf_release(&out);
	return kept;
}

/* An export to be, and what is to be wrong with it. */
struct export {
	const char *base;       /* folder of the manifests, below the test's */
	const char *table;
	const char *key_base;   /* what the keys in the manifest begin with */
	const char *extra_line; /* put into manifest-files.json */
	const char *type, *format;
	bool wrong_md5, wrong_count, wrong_manifest_md5, no_manifest_md5, no_shard, wrong_sum;
};

static void put_manifest(const struct export *e, const char *name, struct pl_buf *text)
{
	const char *sum = md5_text(e->wrong_manifest_md5 ? PL_S("other") : pl_buf_str(text));

	put(pl_arena_printf(&arena, "%s/%s.json", e->base, name), pl_buf_str(text));
	if (!e->no_manifest_md5)
		puts_in(pl_arena_printf(&arena, "%s/%s.md5", e->base, name), sum);
	pl_buf_release(text);
}

/* Three shards of 100, 0 and 50 items. */
static const char *make_export(const struct export *e)
{
	const unsigned counts[] = {100, 0, 50};
	struct pl_buf summary = PL_BUF_INIT, files = PL_BUF_INIT;

	for (unsigned i = 0; i < 3; i++) {
		struct pl_str gz = gzip(items(i * 1000, counts[i]));
		const char *md5 = md5_text(e->wrong_md5 && i == 0 ? PL_S("x") : gz);

		if (!(e->no_shard && i == 2))
			put(pl_arena_printf(&arena, "%s/data/shard%u.json.gz", e->base, i), gz);
		pl_buf_printf(&files, "{\"itemCount\":%u,\"md5Checksum\":\"%s\",\"etag\":\"x-1\",\"dataFileS3Key\":\"%s/data/shard%u.json.gz\"}\n",
			      counts[i] + (e->wrong_count && i == 0), md5, e->key_base ? e->key_base : "AWSDynamoDB/0176-ab", i);
	}
	if (e->extra_line)
		pl_buf_printf(&files, "%s\n", e->extra_line);
	pl_buf_printf(&summary, "{\"version\":\"2020-06-30\",\"tableArn\":\"arn:aws:dynamodb:eu-west-1:1:table/%s\",\"exportTime\":\"2026-01-14T10:18:50.622Z\","
		      "\"s3Prefix\":null,\"itemCount\":%d,\"outputFormat\":\"%s\"%s%s%s}", e->table ? e->table : "orders",
		      150 + e->wrong_sum + e->wrong_count, e->format ? e->format : "DYNAMODB_JSON", e->type ? ",\"exportType\":\"" : "",
		      e->type ? e->type : "", e->type ? "\"" : "");
	put_manifest(e, "manifest-files", &files);
	put_manifest(e, "manifest-summary", &summary);
	return path_of(e->base);
}

static void expect_export(const char *path, uint64_t n, const char *message, bool verified, size_t whole)
{
	struct pl_source *source = open_path(path);
	const struct pl_export *exports;
	size_t count;

	assert_int_equal(pass(source).items, n);
	exports = pl_source_exports(source, &count);
	assert_int_equal(count, 1);
	if (exports[0].verified != verified || exports[0].files_whole != whole)
		fail_msg("%s: verified %d, %zu whole; %s", path, exports[0].verified, exports[0].files_whole, problems(source));
	assert_int_equal(pass(source).items, n);
	if (message ? !strstr(problems(source), message) : *problems(source))
		fail_msg("%s: %s", path, problems(source));
	pl_source_close(source);
}

static void test_export_levels(void **state)
{
	struct pl_source *source;
	const struct pl_export *exports;
	const struct pl_str *tables;
	size_t n;

	(void)state;
	make_export(&(struct export){.base = "top/pre/AWSDynamoDB/0176-ab", .key_base = "pre/AWSDynamoDB/0176-ab"});
	puts_in("top/table.json", "{\"Table\":{\"TableName\":\"orders\",\"KeySchema\":[]}}");
	puts_in("top/other.json", "{\"a\":1}");
	expect_export(path_of("top"), 150, NULL, true, 3);
	expect_export(path_of("top/"), 150, NULL, true, 3);
	expect_export(path_of("top/pre/AWSDynamoDB"), 150, NULL, true, 3);
	expect_export(path_of("top/pre/AWSDynamoDB/0176-ab"), 150, NULL, true, 3);
	expect_export(path_of("top/pre/AWSDynamoDB/0176-ab/data"), 150, NULL, true, 3);
	source = open_path(path_of("top"));
	exports = pl_source_exports(source, &n);
	assert_true(pl_str_eq(exports[0].table_name, PL_S("orders")));
	assert_true(pl_str_eq(exports[0].export_time, PL_S("2026-01-14T10:18:50.622Z")));
	assert_int_equal(exports[0].files, 3);
	assert_int_equal(exports[0].items, 150);
	tables = pl_source_tables(source, &n);
	assert_int_equal(n, 1);
	assert_true(pl_str_ends(tables[0], PL_S("/top/table.json")));
	pl_source_close(source);
	/* What was taken from the arena stays good. */
	assert_int_equal(pl_source_exports(source, &n)[0].items, 150);

	/* Without a folder for the export's id; data files beside the manifests. */
	make_export(&(struct export){.base = "flat/AWSDynamoDB"});
	expect_export(path_of("flat"), 150, NULL, true, 3);
	make_export(&(struct export){.base = "beside"});
	for (int i = 0; i < 3; i++) {
		const char *from = path_of(pl_arena_printf(&arena, "beside/data/shard%d.json.gz", i));

		assert_int_equal(rename(from, path_of(pl_arena_printf(&arena, "beside/shard%d.json.gz", i))), 0);
	}
	expect_export(path_of("beside"), 150, NULL, true, 3);
}

static void test_export_damage(void **state)
{
	(void)state;
	expect_export(make_export(&(struct export){.base = "a", .wrong_md5 = true}), 150,
		      "a/data/shard0.json.gz: its checksum is not the one in the manifest", false, 2);
	expect_export(make_export(&(struct export){.base = "b", .wrong_count = true}), 150,
		      "b/data/shard0.json.gz: the manifest says 101 items, the file has 100", false, 2);
	expect_export(make_export(&(struct export){.base = "c", .no_shard = true}), 100,
		      "c/data/shard2.json.gz: listed in the manifest, but the file is missing", false, 2);
	make_export(&(struct export){.base = "d"});
	put("d/data/more.json.gz", gzip(items(0, 1)));
	expect_export(path_of("d"), 150, "d/data/more.json.gz: not listed in the manifest: not read", false, 3);
	expect_export(make_export(&(struct export){.base = "e", .wrong_manifest_md5 = true}), 150,
		      "e/manifest-files.json: its checksum is not that of manifest-files.md5", false, 3);
	expect_export(make_export(&(struct export){.base = "f", .no_manifest_md5 = true}), 150, NULL, false, 3);
	expect_export(make_export(&(struct export){.base = "g", .wrong_sum = true}), 150,
		      "g/manifest-summary.json: says 151 items, but the listed files have 150", false, 3);
	make_export(&(struct export){.base = "h"});
	unlink(path_of("h/manifest-files.json"));
	expect_export(path_of("h"), 150, "h/manifest-files.json: this manifest is missing", false, 0);
	make_export(&(struct export){.base = "i"});
	unlink(path_of("i/manifest-summary.json"));
	expect_export(path_of("i"), 150, "i/manifest-summary.json: this manifest is missing", false, 3);
	/* A shard cut short; one that is empty though it should hold items. */
	make_export(&(struct export){.base = "j"});
	assert_int_equal(truncate(path_of("j/data/shard0.json.gz"), 100), 0);
	assert_int_equal(truncate(path_of("j/data/shard2.json.gz"), 0), 0);
	{
		struct pl_source *source = open_path(path_of("j"));

		pass(source);
		assert_non_null(strstr(problems(source), "j/data/shard0.json.gz: its checksum is not"));
		assert_non_null(strstr(problems(source), "the gzip data ends early"));
		assert_non_null(strstr(problems(source), "j/data/shard2.json.gz: empty file"));
		pl_source_close(source);
	}
	/* One that is empty and should be. */
	make_export(&(struct export){.base = "k"});
	assert_int_equal(truncate(path_of("k/data/shard1.json.gz"), 0), 0);
	expect_export(path_of("k"), 150, NULL, true, 3);
}

static void test_hostile_manifests(void **state)
{
	static const char *const keys[] = {
		"../../../etc/passwd", "/etc/passwd", "AWSDynamoDB/../data/x", "a//b", "a/./b", "a/b/", "..", "", ".",
	};
	struct pl_str secret = gzip(items(0, 7));

	(void)state;
	put("secret.json.gz", secret);
	for (size_t i = 0; i < PL_LEN(keys); i++) {
		const char *base = pl_arena_printf(&arena, "x%zu", i);
		const char *line = pl_arena_printf(&arena, "{\"itemCount\":7,\"md5Checksum\":\"%s\",\"dataFileS3Key\":\"%s\"}",
						   md5_text(secret), keys[i]);

		expect_export(make_export(&(struct export){.base = base, .extra_line = line}), 150,
			      pl_arena_printf(&arena, "%s/manifest-files.json:4: ", base), false, 3);
	}
	expect_export(make_export(&(struct export){.base = "y1", .extra_line = "{\"itemCount\":-1}"}), 150, "line skipped", false, 3);
	expect_export(make_export(&(struct export){.base = "y2", .extra_line = "not json"}), 150, "not JSON", false, 3);
	expect_export(make_export(&(struct export){.base = "y3", .extra_line = "{\"itemCount\":1,\"itemCount\":2}"}), 150, "stands twice",
		      false, 3);
	expect_export(make_export(&(struct export){.base = "ion", .format = "ION"}), 0,
		      "ion/manifest-summary.json: Amazon Ion export: not read yet", false, 0);
	expect_export(make_export(&(struct export){.base = "inc", .type = "INCREMENTAL_EXPORT"}), 0, "incremental export", false, 0);
}

static void test_several_exports(void **state)
{
	struct pl_source *source;
	size_t n;

	(void)state;
	make_export(&(struct export){.base = "all/AWSDynamoDB/1", .table = "orders"});
	make_export(&(struct export){.base = "all/AWSDynamoDB/2", .table = "users"});
	source = open_path(path_of("all"));
	assert_int_equal(pass(source).items, 300);
	pl_source_exports(source, &n);
	assert_int_equal(n, 2);
	pl_source_close(source);
	make_export(&(struct export){.base = "all/AWSDynamoDB/3", .table = "orders"});
	expect_usage(path_of("all"), "AWSDynamoDB/1 and ");
	assert_non_null(strstr(last_error.text, "AWSDynamoDB/3 are two exports of one table"));
	{
		const char *paths[] = {path_of("all/AWSDynamoDB/1"), path_of("all/AWSDynamoDB/1/data"), path_of("all/AWSDynamoDB/1")};

		source = open_paths(paths, 3, 1, -1);
		assert_non_null(source);
		assert_int_equal(pass(source).items, 150);
		pl_source_close(source);
	}
}

static void test_loose_folders(void **state)
{
	struct pl_source *source;
	size_t n;

	(void)state;
	put("dump/a.jsonl", items(0, 3));
	put("dump/b.json.gz", gzip(items(3, 3)));
	put("dump/c.zst", zstd(items(6, 3)));
	put("dump/notes.txt", items(9, 3));
	put("dump/.hidden.json", items(9, 3));
	expect_read(path_of("dump"), 9, NULL);
	/* The way dynamodump lays it out. */
	puts_in("dd/schema.json", "{\"Table\":{\"TableName\":\"t\",\"KeySchema\":[]}}");
	puts_in("dd/data/0001.json", "{\"Items\":[{\"PK\":{\"S\":\"a\"}}],\"Count\":1,\"ScannedCount\":1}");
	source = open_path(path_of("dd"));
	assert_int_equal(pass(source).items, 1);
	pl_source_tables(source, &n);
	assert_int_equal(n, 1);
	pl_source_inputs(source, &n);
	assert_int_equal(n, 1);
	pl_source_close(source);
	/* A description beside a file that was given. */
	source = open_path(path_of("dd/data/0001.json"));
	pl_source_tables(source, &n);
	assert_int_equal(n, 0);
	pl_source_close(source);
	puts_in("dd/data/describe.json", "{\"Table\":{\"TableName\":\"t\",\"KeySchema\":[]}}");
	source = open_path(path_of("dd/data/0001.json"));
	pl_source_tables(source, &n);
	assert_int_equal(n, 1);
	pl_source_close(source);
}

/* ---- threads that help -------------------------------------------------------------------------- */

/* Streams that read ahead, in pieces of all sizes, give the same bytes, errors and checksums. */
static void test_stream_ahead(void **state)
{
	struct pl_str text = items(0, 60), gz = gzip(text), zs = zstd(text);
	struct pl_str forms[] = {
		text, gz, zs, join(gz, gz), join(gz, PL_S("garbage")), pl_str_sub(gz, 0, gz.len - 3), pl_str_sub(zs, 0, zs.len / 2),
		gzip(PL_S("")), PL_S(""),
	};

	(void)state;
	for (size_t f = 0; f < PL_LEN(forms); f++) {
		const char *path = put("stream", forms[f]);

		for (size_t piece = 1; piece < 300; piece += 1 + piece / 4) {
			struct pl_stream *streams[2];
			struct pl_buf got[2] = {PL_BUF_INIT, PL_BUF_INIT};
			unsigned char md5[2][PL_MD5_BYTES];
			const char *errors[2];
			int fd[2];

			for (int k = 0; k < 2; k++) {
				size_t n;

				fd[k] = open(path, O_RDONLY);
				streams[k] = pl_stream_new(fd[k], true, 40);
				/* From the start, or after a while. */
				if (piece % 2)
					got[k].len += pl_stream_read(streams[k], pl_buf_reserve(&got[k], 7), 7);
				if (k)
					pl_stream_ahead(streams[k], piece);
				while ((n = pl_stream_read(streams[k], pl_buf_reserve(&got[k], 50), piece % 50 + 1)) > 0) {
					assert_null(pl_stream_error(streams[k]));
					got[k].len += n;
				}
				errors[k] = pl_stream_error(streams[k]);
				assert_int_equal(pl_stream_read(streams[k], pl_buf_reserve(&got[k], 1), 1), 0);
			}
			assert_true(pl_str_eq(pl_buf_str(&got[0]), pl_buf_str(&got[1])));
			assert_int_equal(pl_stream_stored(streams[0]), pl_stream_stored(streams[1]));
			if (!errors[0] != !errors[1] || (errors[0] && strcmp(errors[0], errors[1]) != 0))
				fail_msg("form %zu: %s, ahead: %s", f, errors[0], errors[1]);
			for (int k = 0; k < 2; k++) {
				pl_stream_md5(streams[k], md5[k]);
				pl_stream_free(streams[k]);
				pl_buf_release(&got[k]);
				close(fd[k]);
			}
			assert_memory_equal(md5[0], md5[1], PL_MD5_BYTES);
		}
	}
}

/* Given up in the middle: the thread ends, and the checksum is still that of the whole file. */
static void test_stream_given_up(void **state)
{
	struct pl_str forms[] = {items(0, 3000), gzip(items(0, 3000)), zstd(items(0, 3000))};

	(void)state;
	for (size_t f = 0; f < PL_LEN(forms); f++) {
		const char *path = put("stream", forms[f]);

		for (size_t piece = 1; piece < 100000; piece *= 3) {
			int fd = open(path, O_RDONLY);
			struct pl_stream *stream = pl_stream_new(fd, true, 100);
			unsigned char md5[PL_MD5_BYTES], want[PL_MD5_BYTES];
			char byte[2];

			assert_int_equal(pl_stream_read(stream, byte, 1), 1);
			pl_stream_ahead(stream, piece);
			assert_int_equal(pl_stream_read(stream, byte, 1), 1);
			assert_null(pl_stream_error(stream));
			if (piece % 2) {
				pl_stream_md5(stream, md5);
				pl_md5(forms[f], want);
				assert_memory_equal(md5, want, sizeof(md5));
				assert_int_equal(pl_stream_stored(stream), forms[f].len);
			}
			pl_stream_free(stream);
			close(fd);
		}
	}
	{
		/* The thread waits for bytes that never come. */
		int ends[2];
		struct pl_stream *stream;
		char byte;

		assert_int_equal(pipe(ends), 0);
		assert_int_equal(write(ends[1], "some", 4), 4);
		stream = pl_stream_new(ends[0], false, 0);
		assert_int_equal(pl_stream_read(stream, &byte, 1), 1);
		pl_stream_ahead(stream, 0);
		assert_int_equal(pl_stream_read(stream, &byte, 1), 1);
		usleep(1000);
		pl_stream_free(stream);
		close(ends[0]);
		close(ends[1]);
	}
}

struct outcome {
	struct got got[2];
	const char *problems;
	uint64_t bytes, items, total;
	enum pl_input_kind kind;
};

static struct outcome outcome_of(const char *const *paths, size_t n, unsigned threads, int stdin_fd)
{
	struct pl_source *source = open_paths(paths, n, threads, stdin_fd);
	const struct pl_input *inputs;
	struct outcome o = {.problems = NULL};

	assert_non_null(source);
	o.got[0] = pass(source);
	o.got[1] = pass(source);
	o.problems = problems(source);
	inputs = pl_source_inputs(source, &n);
	for (size_t i = 0; i < n; i++) {
		o.bytes += inputs[i].bytes;
		o.items += inputs[i].items;
		o.total += inputs[i].problems_total;
		o.kind = inputs[i].kind;
	}
	pl_source_close(source);
	return o;
}

static void expect_same(const char *what, const struct outcome *a, const struct outcome *b)
{
	for (int p = 0; p < 2; p++) {
		assert_int_equal(a->got[p].items, b->got[p].items);
		assert_int_equal(a->got[p].places, b->got[p].places);
		assert_int_equal(a->got[p].sum, b->got[p].sum);
	}
	if (strcmp(a->problems, b->problems) != 0)
		fail_msg("%s: %s---\n%s", what, a->problems, b->problems);
	assert_int_equal(a->bytes, b->bytes);
	assert_int_equal(a->items, b->items);
	assert_int_equal(a->total, b->total);
	assert_int_equal(a->kind, b->kind);
}

/* What one thread makes of `path`, as a file and as standard input, several make of it as well. */
static void expect_helped(const char *path)
{
	const char *dash = "-";

	for (int in = 0; in < 2; in++) {
		struct outcome alone, helped;
		int fd = open(path, O_RDONLY);

		alone = outcome_of(in ? &dash : &path, 1, 1, fd);
		for (unsigned threads = 2; threads <= MAX_THREADS; threads++) {
			assert_int_equal(lseek(fd, 0, SEEK_SET), 0);
			helped = outcome_of(in ? &dash : &path, 1, threads, fd);
			expect_same(path, &alone, &helped);
		}
		close(fd);
	}
}

/* Lines of many lengths, with blank ones, several items on a line, bad ones, some longer than a range. */
static struct pl_str mixed_lines(unsigned n)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str kept;

	for (unsigned i = 0; i < n; i++) {
		if (i % 11 == 3)
			pl_buf_adds(&text, i % 2 ? "\n" : " \r\n\n");
		if (i % 401 == 400)
			pl_buf_adds(&text, "{\"Item\":{\"PK\":{\"S\":1}}}\n");
		if (i % 997 == 500)
			pl_buf_adds(&text, "{\"Item\":{\"PK\":{\"S\":\"cut\n");
		pl_buf_printf(&text, "{\"Item\":{\"PK\":{\"S\":\"p%u\"},\"x\":{\"S\":\"%0*u\"},\"SK\":{\"S\":\"%u\"}}}", i % 7,
			      i % 701 == 350 ? 20000 : (int)(i * 7919 % 400), i, i);
		if (i % 13 == 5)
			pl_buf_printf(&text, " {\"Item\":{\"PK\":{\"S\":\"second\"},\"SK\":{\"S\":\"%u\"}}}", i);
		if (i + 1 < n)
			pl_buf_addc(&text, '\n');
	}
	kept = pl_arena_str(&arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return kept;
}

static void test_read_ahead(void **state)
{
	struct pl_str lines = mixed_lines(8000), page, broken;
	struct pl_buf text = PL_BUF_INIT;

	(void)state;
	ahead_from = 1;
	expect_helped(put("plain", lines));
	expect_helped(put("gz", gzip(lines)));
	expect_helped(put("zst", zstd(lines)));
	expect_helped(put("gz-cut", pl_str_sub(gzip(lines), 0, gzip(lines).len - 5000)));
	expect_helped(put("zst-cut", pl_str_sub(zstd(lines), 0, zstd(lines).len - 500)));
	expect_helped(put("gz-garbage", join(gzip(lines), PL_S("garbage"))));
	pl_buf_adds(&text, "{\"Items\":[{\"PK\":{\"S\":\"a\"}}");
	for (unsigned i = 0; i < 20000; i++)
		pl_buf_printf(&text, ",{\"PK\":{\"S\":\"p\"},\"SK\":{\"S\":\"%u%s\"}}", i, i == 12345 ? "\t" : "");
	pl_buf_adds(&text, "]}");
	broken = pl_arena_str(&arena, pl_buf_str(&text));
	memset(memchr(text.ptr, '\t', text.len), ' ', 1);
	page = pl_arena_str(&arena, pl_buf_str(&text));
	pl_buf_release(&text);
	expect_helped(put("page", page));
	expect_helped(put("page-gz", gzip(page)));
	expect_helped(put("page-zst", zstd(page)));
	/* Given up in the middle, and so early that the thread is far ahead. */
	expect_helped(put("broken", broken));
	expect_helped(put("broken-gz", gzip(broken)));
	expect_helped(put("broken-zst", zstd(broken)));
	expect_helped(put("broken-cut", pl_str_sub(gzip(broken), 0, gzip(broken).len - 20)));
	expect_helped(put("unknown", gzip(PL_S("no dump at all"))));
	expect_helped(puts_in("empty", ""));
}

struct writer {
	struct pl_str text;
	size_t step;
	int fd;
};

static void *write_slowly(void *arg)
{
	const struct writer *writer = arg;

	for (size_t at = 0; at < writer->text.len; at += writer->step) {
		size_t n = PL_MIN(writer->step, writer->text.len - at);

		if (write(writer->fd, writer->text.ptr + at, n) != (ssize_t)n)
			break;
		if (at < 10 * writer->step)
			usleep(200);
	}
	close(writer->fd);
	return NULL;
}

/* A pipe that gives its bytes in small pieces. */
static void test_pipe(void **state)
{
	const char *dash = "-";
	struct pl_str text = items(0, 20000);
	struct pl_str forms[] = {text, gzip(text), zstd(text)};

	(void)state;
	for (size_t f = 0; f < PL_LEN(forms); f++) {
		for (unsigned threads = 1; threads <= 3; threads++) {
			int ends[2];
			struct writer writer;
			struct outcome outcome;
			pthread_t thread;

			assert_int_equal(pipe(ends), 0);
			writer = (struct writer){forms[f], 1 + 1000 * threads, ends[1]};
			assert_int_equal(pthread_create(&thread, NULL, write_slowly, &writer), 0);
			outcome = outcome_of(&dash, 1, threads, ends[0]);
			pthread_join(thread, NULL);
			close(ends[0]);
			assert_string_equal(outcome.problems, "");
			assert_int_equal(outcome.items, 20000);
			assert_int_equal(outcome.got[1].places, UINT64_C(20001) * 10000);
			assert_int_equal(outcome.bytes, forms[f].len);
		}
	}
}

/* A shard that is inflated by a thread of its own is summed by it; one that is not compressed is not cut. */
static void test_helped_export(void **state)
{
	static const char *const forms[] = {"gz", "cut", "plain"};
	struct pl_str text = items(0, 20000);

	(void)state;
	ahead_from = 1;
	range_size = 1000;
	for (size_t f = 0; f < PL_LEN(forms); f++) {
		struct pl_str bytes = f == 2 ? text : gzip(text);
		const char *line = pl_arena_printf(&arena, "{\"itemCount\":20000,\"md5Checksum\":\"%s\",\"dataFileS3Key\":\"%s/data/big\"}",
						   md5_text(bytes), forms[f]);
		struct export e = {.base = forms[f], .key_base = forms[f], .extra_line = line, .wrong_sum = true};
		struct outcome alone, helped;
		const char *path = make_export(&e);

		put(pl_arena_printf(&arena, "%s/data/big", forms[f]), f == 1 ? pl_str_sub(bytes, 0, bytes.len / 2) : bytes);
		alone = outcome_of(&path, 1, 1, -1);
		helped = outcome_of(&path, 1, 16, -1);
		expect_same(path, &alone, &helped);
		assert_int_equal(strstr(alone.problems, "checksum") != NULL, f == 1);
	}
}

static void test_cut(void **state)
{
	struct pl_str lines = mixed_lines(2000);
	const char *path = put("lines", lines);
	int fd = open(path, O_RDONLY);

	(void)state;
	for (uint64_t size = 1; size < 2 * lines.len; size = size * 3 + 1) {
		struct pl_cut *cut = pl_cut_new(fd, 0, size);
		uint64_t at = 0, line = 1;
		struct pl_range range;

		while (pl_cut_next(cut, &range)) {
			assert_int_equal(range.from, at);
			assert_int_equal(range.line, line);
			range.to = PL_MIN(range.to, (uint64_t)lines.len);
			for (; at < range.to; at++)
				line += lines.ptr[at] == '\n';
			assert_true(range.to == lines.len || (lines.ptr[at - 1] == '\n' && at - range.from >= size));
		}
		assert_int_equal(at, lines.len);
		pl_cut_free(cut);
	}
	close(fd);
}

/* Read in ranges, a file of lines is what it is when read as one: places, problems and all. */
static void test_ranges(void **state)
{
	const uint64_t sizes[] = {10000, 300000};
	struct pl_str lines = mixed_lines(8000);
	struct pl_str forms[] = {
		lines, join(lines, PL_S("\n")), join(PL_S("\xef\xbb\xbf\n"), lines), join(lines, PL_S("\n{\"Item\":{\"PK\":{\"S\":\"a\"}")),
		/* A range that looks compressed. */
		join(lines, PL_S("\n\x1f\x8b\x08\n\x28\xb5\x2f\xfd\n")),
		pl_str_sub(lines, 0, 70000), gzip(lines), PL_S("[{\"PK\":{\"S\":\"a\"}},\n{\"PK\":{\"S\":\"b\"}}\n]\n"),
	};

	(void)state;
	for (size_t f = 0; f < PL_LEN(forms); f++) {
		const char *path = put("lines", forms[f]);

		for (size_t i = 0; i < PL_LEN(sizes); i++) {
			range_size = sizes[i];
			expect_helped(path);
		}
	}
	/* Every line a range. */
	range_size = 1;
	expect_helped(put("few", mixed_lines(400)));
	{
		const char *paths[3] = {put("a", lines), put("b", gzip(lines)), put("c", mixed_lines(5000))};
		struct outcome alone = outcome_of(paths, 3, 1, -1), helped;

		range_size = 5000;
		ahead_from = 1;
		for (unsigned threads = 2; threads <= MAX_THREADS; threads++) {
			helped = outcome_of(paths, 3, threads, -1);
			expect_same("three files", &alone, &helped);
		}
	}
}

static void test_ranges_changed(void **state)
{
	const char *path = put("file", items(0, 5000));
	struct pl_source *source;
	struct pl_progress_state last = {0, 0, 0};
	struct got got[2] = {{0, 0, 0}};
	struct pl_sink sinks[2] = {{take, &got[0]}, {take, &got[1]}};

	(void)state;
	range_size = 2000;
	source = open_path(path);
	pl_source_pass(source, names, 2, sinks, on_progress, &last);
	assert_int_equal(got[0].items + got[1].items, 5000);
	assert_int_equal(last.bytes_done, last.bytes_total);
	put("file", items(0, 6000));
	assert_int_equal(pass(source).items, 0);
	assert_non_null(strstr(problems(source), "file: changed while it was read"));
	pl_source_close(source);
	source = open_path(path);
	pass(source);
	unlink(path);
	pass(source);
	assert_non_null(strstr(problems(source), "file: cannot be read"));
	pl_source_close(source);
}

/* ---- the JSON wrapper -------------------------------------------------------------------------------------- */

static void test_json(void **state)
{
	static const struct {
		struct pl_str text;
		const char *error;
	} cases[] = {
		{{"{\"a\":1}", 7}, NULL},
		{{"\xef\xbb\xbf{\"a\":1} \n", 12}, NULL},
		{{"[1,-0,0.5,1e3,\"\\ud83d\\ude00\"]", 29}, NULL},
		{{"", 0}, "not JSON"},
		{{"{\"a\":1} x", 9}, "not JSON"},
		{{"{\"a\":1}\0", 8}, "control character"},
		{{"{\"a\":\"x\\u0000y\"}", 16}, "\\u0000"},
		{{"{\"a\":\"\xff\"}", 9}, "no UTF-8"},
		{{"{\"a\":\"\xed\xa0\x80\"}", 11}, "no UTF-8"},
		{{"{\"a\":1,\"a\":2}", 13}, "\"a\" stands twice"},
		{{"{\"b\":{\"a\":1,\"c\":3,\"a\":2}}", 25}, "\"a\" stands twice"},
		{{"{\"a\":1,\"A\":2}", 13}, NULL},
		{{"[01]", 4}, "number"},
		{{"[1.]", 4}, "number"},
		{{"[-]", 3}, "number"},
		{{"[\"a\tb\"]", 7}, "control character"},
		{{"[1,]", 4}, "not JSON"},
		{{"{\"a\"", 4}, "not JSON"},
	};
	struct pl_buf deep = PL_BUF_INIT;
	const struct pl_json *json;
	struct pl_error error;
	uint64_t n = 0;

	(void)state;
	for (size_t i = 0; i < PL_LEN(cases); i++) {
		error = (struct pl_error){0};
		json = pl_json_parse(&arena, "text", cases[i].text, &error);
		if (!json != !!cases[i].error || (cases[i].error && !strstr(error.text, cases[i].error)))
			fail_msg("%s: %s", cases[i].text.ptr, error.text);
	}
	for (int i = 0; i < PL_JSON_DEPTH + 1; i++)
		pl_buf_addc(&deep, '[');
	error = (struct pl_error){0};
	assert_null(pl_json_parse(&arena, "text", pl_buf_str(&deep), &error));
	assert_non_null(strstr(error.text, "deep"));
	pl_buf_release(&deep);

	error = (struct pl_error){0};
	json = pl_json_parse(&arena, "text", PL_S("{\"n\":5,\"N\":-1,\"f\":1.5,\"s\":\"x\",\"l\":[1,2],\"t\":true}"), &error);
	assert_non_null(json);
	assert_true(pl_json_get_uint(json, "n", &n));
	assert_int_equal(n, 5);
	assert_false(pl_json_get_uint(json, "N", &n));
	assert_false(pl_json_get_uint(json, "f", &n));
	assert_false(pl_json_get_uint(json, "s", &n));
	assert_true(pl_str_eq(pl_json_get_str(json, "s"), PL_S("x")));
	assert_null(pl_json_get_str(json, "n").ptr);
	assert_null(pl_json_get(json, "S"));
	assert_null(pl_json_get(NULL, "s"));
	assert_int_equal(pl_json_get(json, "l")->count, 2);
	assert_true(pl_json_get(json, "t")->boolean);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(test_compressions),
		TEST(test_damaged_gzip),
		TEST(test_stream_buffers),
		TEST(test_kinds),
		TEST(test_places),
		TEST(test_many_problems),
		TEST(test_long_lines),
		TEST(test_usage),
		TEST(test_threads),
		TEST(test_progress),
		TEST(test_stream_ahead),
		TEST(test_stream_given_up),
		TEST(test_read_ahead),
		TEST(test_pipe),
		TEST(test_helped_export),
		TEST(test_cut),
		TEST(test_ranges),
		TEST(test_ranges_changed),
		TEST(test_stdin),
		TEST(test_spool_subset),
		TEST(test_changed),
		TEST(test_export_levels),
		TEST(test_export_damage),
		TEST(test_hostile_manifests),
		TEST(test_several_exports),
		TEST(test_loose_folders),
		TEST(test_json),
	};

	return cmocka_run_group_tests_name("input_source", tests, NULL, NULL);
}
