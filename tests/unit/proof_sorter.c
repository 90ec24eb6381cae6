/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The sorter against a naive model: an array and qsort(). Whatever the run
 * size, however records are spread over merged sorters, the same sequence must
 * come out, as often as it is asked for.
 */
#include "linter/base/buf.h"
#include "linter/proof/sorter.h"

#include <setjmp.h>

#include <cmocka.h>

#include <dirent.h>
#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* One record of the model; owns its bytes. */
struct row {
	uint64_t range, value;
	uint32_t tag;
	struct pl_str key, rest;
};

static uint64_t random_state;

static uint64_t rnd(void)
{
	/* splitmix64: the same records on every machine. */
	uint64_t z = (random_state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

static int cmp(uint64_t a, uint64_t b)
{
	return (a > b) - (a < b);
}

static int order_plain(const void *x, const void *y)
{
	const struct row *a = x, *b = y;
	int c = cmp(a->range, b->range);

	c = c ? c : cmp(a->value, b->value);
	return c ? c : cmp(a->tag, b->tag);
}

static int order_payload(const void *x, const void *y)
{
	const struct row *a = x, *b = y;
	int c = cmp(a->range, b->range);

	c = c ? c : cmp(a->tag, b->tag);
	c = c ? c : pl_order(a->key, b->key);
	return c ? c : pl_order(a->rest, b->rest);
}

/* How hard the records are to tell apart. */
enum mix { SCATTERED, FEW_RANGES, ONE_RANGE, NEAR_VALUES, ALL_EQUAL, MIXES };

static uint64_t random_range(enum mix mix)
{
	switch (mix) {
	case SCATTERED:
		return rnd();
	case FEW_RANGES:
		return rnd() % 7 * UINT64_C(0x0123456789abcdef);
	default:
		return 42;
	}
}

static uint64_t random_value(enum mix mix)
{
	switch (mix) {
	case NEAR_VALUES:
		return UINT64_C(0x8000000000000000) + rnd() % 1000;
	case ALL_EQUAL:
		return 7;
	default:
		return rnd() >> rnd() % 64;
	}
}

static struct pl_str random_bytes(size_t max, const char *alphabet, size_t letters)
{
	size_t len = rnd() % (max + 1);
	char *bytes = pl_malloc(len);

	for (size_t i = 0; i < len; i++)
		bytes[i] = alphabet[rnd() % letters];
	return pl_str_of(bytes, len);
}

/* Keys of few letters, NUL among them, so that prefixes and equal windows abound. */
static struct pl_str random_key(enum mix mix)
{
	switch (mix) {
	case SCATTERED:
		return random_bytes(40, "ab\0\xff#09", 7);
	case ONE_RANGE:
		return random_bytes(20, "\0a", 2);
	case ALL_EQUAL:
		return pl_str_of(memset(pl_malloc(17), 'k', 17), 17);
	default: {
		struct pl_str end = random_bytes(4, "\0b", 2);
		char *bytes = memset(pl_malloc(21 + end.len), '2', 21 + end.len);

		if (end.len)
			memcpy(bytes + 21, end.ptr, end.len);
		free((void *)(uintptr_t)end.ptr);
		return pl_str_of(bytes, 21 + end.len);
	}
	}
}

static void random_rows(struct row *rows, size_t n, enum mix mix, bool payloads)
{
	for (size_t i = 0; i < n; i++) {
		rows[i] = (struct row){
			.range = random_range(mix),
			.value = random_value(mix),
			.tag = (uint32_t)(rnd() % (payloads && mix != FEW_RANGES ? 1 : 3)),
		};
		if (payloads) {
			rows[i].key = random_key(mix);
			rows[i].rest = random_bytes(mix == ALL_EQUAL ? 12 : 3, "\0xy", 3);
		}
	}
}

static void free_rows(struct row *rows, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		free((void *)(uintptr_t)rows[i].key.ptr);
		free((void *)(uintptr_t)rows[i].rest.ptr);
	}
	free(rows);
}

static void add(struct pl_sorter *sorter, bool payloads, const struct row *row)
{
	if (payloads)
		pl_sorter_add_payload(sorter, row->range, row->tag, row->key, row->rest);
	else
		pl_sorter_add(sorter, row->range, row->value, row->tag);
}

/* Spreads the rows over `parts` sorters and merges those into one. */
static struct pl_sorter *fill(const struct row *rows, size_t n, bool payloads, size_t run_bytes,
			      unsigned parts)
{
	struct pl_sorter *sorters[8];

	for (unsigned i = 0; i < parts; i++)
		sorters[i] = pl_sorter_new(payloads, run_bytes, NULL);
	for (size_t i = 0; i < n; i++)
		add(sorters[rnd() % parts], payloads, &rows[i]);
	for (unsigned i = 1; i < parts; i++)
		pl_sorter_merge(sorters[0], sorters[i]);
	return sorters[0];
}

static void assert_str(struct pl_str got, struct pl_str want)
{
	assert_int_equal(got.len, want.len);
	if (want.len)
		assert_memory_equal(got.ptr, want.ptr, want.len);
}

static uint64_t first_eight(struct pl_str key)
{
	uint64_t word = 0;

	for (size_t i = 0; i < 8; i++)
		word = word << 8 | (i < key.len ? (unsigned char)key.ptr[i] : 0);
	return word;
}

static void assert_reads(struct pl_sorter *sorter, const struct row *rows, size_t n, bool payloads)
{
	struct pl_sorted got;

	pl_sorter_rewind(sorter);
	for (size_t i = 0; i < n; i++) {
		assert_true(pl_sorter_next(sorter, &got));
		assert_true(got.range == rows[i].range);
		assert_int_equal(got.tag, rows[i].tag);
		assert_true(got.value == (payloads ? first_eight(rows[i].key) : rows[i].value));
		assert_str(got.key, rows[i].key);
		assert_str(got.rest, rows[i].rest);
	}
	assert_false(pl_sorter_next(sorter, &got));
	assert_false(pl_sorter_next(sorter, &got));
}

static void check(size_t n, enum mix mix, bool payloads, size_t run_bytes, unsigned parts)
{
	struct row *rows = pl_calloc(n, sizeof(*rows));
	struct pl_sorter *sorter;

	random_rows(rows, n, mix, payloads);
	sorter = fill(rows, n, payloads, run_bytes, parts);
	assert_int_equal(pl_sorter_count(sorter), n);
	qsort(rows, n, sizeof(*rows), payloads ? order_payload : order_plain);
	assert_reads(sorter, rows, n, payloads);
	assert_reads(sorter, rows, n, payloads);
	if (run_bytes >= (size_t)16 << 20)
		assert_int_equal(pl_sorter_spilled(sorter), 0);
	else if (n * 20 > PL_MAX(run_bytes, (size_t)1024) * parts * 2)
		assert_true(pl_sorter_spilled(sorter) >= n * 20);
	pl_sorter_free(sorter);
	free_rows(rows, n);
}

static void agrees_with_qsort(void **state)
{
	static const size_t sizes[] = {0, 1, 2, 3, 95, 96, 97, 500, 5000};
	static const size_t runs[] = {1, 4096, 50000, (size_t)64 << 20};

	(void)state;
	random_state = 1;
	for (size_t s = 0; s < PL_LEN(sizes); s++)
		for (unsigned mix = 0; mix < MIXES; mix++)
			for (size_t r = 0; r < PL_LEN(runs); r++)
				for (unsigned parts = 1; parts <= 5; parts += 2) {
					check(sizes[s], mix, false, runs[r], parts);
					check(sizes[s], mix, true, runs[r], parts);
				}
}

static void large_runs_agree(void **state)
{
	(void)state;
	random_state = 2;
	for (unsigned mix = 0; mix < MIXES; mix++) {
		check(100000, mix, false, (size_t)64 << 20, 1);
		check(100000, mix, true, (size_t)64 << 20, 2);
		check(100000, mix, false, 100000, 2);
		check(100000, mix, true, 100000, 1);
	}
}

static void empty_sorters_merge(void **state)
{
	struct pl_sorter *sorter = pl_sorter_new(false, 4096, NULL);
	struct row row = {.range = 1, .value = 2, .tag = 3};

	(void)state;
	pl_sorter_merge(sorter, pl_sorter_new(false, 4096, NULL));
	add(sorter, false, &row);
	pl_sorter_merge(sorter, pl_sorter_new(false, 4096, NULL));
	assert_reads(sorter, &row, 1, false);
	pl_sorter_free(sorter);
	pl_sorter_free(NULL);
}

/* Payloads around what one byte counts, around the size of a run and far above it, between small ones. */
static void giants_fit(void **state)
{
	enum { RUN = 4096 };
	static const size_t lens[] = {3, 253, 254, 255, 256, 257, 65535, 65536, RUN - 35, RUN - 34, RUN - 33, RUN - 27, RUN - 26,
				      RUN - 25, RUN, 5 * RUN, 1 << 20, 7, 3 << 20, 1, 0};
	struct row rows[PL_LEN(lens) * 2];
	struct pl_sorter *sorter = pl_sorter_new(true, RUN, NULL);

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		size_t len = lens[i % PL_LEN(lens)];
		char *bytes = memset(pl_malloc(len + 1), 'g', len + 1);

		rows[i] = (struct row){.range = i % 3, .tag = 5};
		if (i < PL_LEN(lens))
			rows[i].key = pl_str_of(bytes, len);
		else
			rows[i].rest = pl_str_of(bytes, len);
		add(sorter, true, &rows[i]);
	}
	qsort(rows, PL_LEN(rows), sizeof(*rows), order_payload);
	assert_reads(sorter, rows, PL_LEN(rows), true);
	assert_reads(sorter, rows, PL_LEN(rows), true);
	pl_sorter_free(sorter);
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		free((void *)(uintptr_t)rows[i].key.ptr);
		free((void *)(uintptr_t)rows[i].rest.ptr);
	}
}

/* Long keys that agree for long and part one by one: what would ruin a recursive radix sort. */
static void hostile_prefixes(void **state)
{
	enum { N = 2000 };
	struct pl_sorter *sorter = pl_sorter_new(true, (size_t)64 << 20, NULL);
	char *bytes = memset(pl_malloc((size_t)N * 8), 'p', (size_t)N * 8);
	struct pl_sorted got;
	size_t last = 0;

	(void)state;
	for (size_t i = 0; i < N; i++)
		pl_sorter_add_payload(sorter, 9, 9, pl_str_of(bytes, (i * 7919 % N + 1) * 8),
				      PL_S(""));
	pl_sorter_rewind(sorter);
	for (size_t i = 0; i < N; i++) {
		assert_true(pl_sorter_next(sorter, &got));
		assert_int_equal(got.key.len, last + 8);
		last = got.key.len;
	}
	pl_sorter_free(sorter);
	free(bytes);
}

/* Sanitizers keep shadow memory of their own, which is no measure of ours. */
#if defined(__has_feature)
#define SANITIZED (__has_feature(address_sanitizer) || __has_feature(memory_sanitizer))
#elif defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#else
#define SANITIZED 0
#endif

/* Bytes of this process that are in memory; 0 when the system does not say. */
static size_t resident(void)
{
	size_t pages = 0, ignored;
	FILE *f = fopen("/proc/self/statm", "r");

	if (!f)
		return 0;
	if (fscanf(f, "%zu %zu", &ignored, &pages) != 2)
		pages = 0;
	fclose(f);
	return pages * (size_t)sysconf(_SC_PAGESIZE);
}

/* A run commits what it holds and nothing more. */
static void memory_is_committed_as_used(void **state)
{
	struct pl_sorter *sorter = pl_sorter_new(false, (size_t)256 << 20, NULL);
	size_t before;

	(void)state;
	pl_sorter_add(sorter, 0, 0, 0);
	before = resident();
	for (uint64_t i = 0; i < 500000; i++)
		pl_sorter_add(sorter, i * UINT64_C(0x9e3779b97f4a7c15), i, 0);
	pl_sorter_rewind(sorter);
	if (before && !SANITIZED)
		assert_true(resident() - before <
			    (size_t)14 << 20); /* 10 MB of records, in huge pages */
	pl_sorter_free(sorter);
}

static char *make_dir(char *template)
{
	assert_non_null(mkdtemp(template));
	return template;
}

static size_t entries_in(const char *path)
{
	DIR *dir = opendir(path);
	size_t n = 0;

	assert_non_null(dir);
	for (struct dirent *e; (e = readdir(dir));)
		n += e->d_name[0] != '.';
	closedir(dir);
	return n;
}

static void spill_forever(const char *dir, int told)
{
	struct pl_sorter *sorter = pl_sorter_new(false, 4096, dir);

	for (uint64_t i = 0;; i++) {
		pl_sorter_add(sorter, i, i, 0);
		if (i == 100000 && write(told, "x", 1) != 1)
			_exit(9);
		if (i >= 100000)
			pause();
	}
}

static void killed_leaves_nothing(void **state)
{
	char dir[] = "/tmp/padlint-test-XXXXXX";
	int ends[2], status;
	char c;
	pid_t child;

	(void)state;
	make_dir(dir);
	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0)
		spill_forever(dir, ends[1]);
	assert_true(child > 0);
	close(ends[1]);
	assert_int_equal(read(ends[0], &c, 1), 1);
	close(ends[0]);
	kill(child, SIGKILL);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFSIGNALED(status));
	assert_int_equal(entries_in(dir), 0);
	assert_int_equal(rmdir(dir), 0);
}

/* Runs `task(dir)` in a child and collects its standard error; returns its exit code. */
static int in_child(void (*task)(const char *dir), const char *dir, char *said, size_t size)
{
	int ends[2], status;
	size_t len = 0;
	ssize_t n;
	pid_t child;

	assert_int_equal(pipe(ends), 0);
	child = fork();
	if (child == 0) {
		dup2(ends[1], 2);
		task(dir);
		_exit(0);
	}
	assert_true(child > 0);
	close(ends[1]);
	while (len + 1 < size && (n = read(ends[0], said + len, size - 1 - len)) > 0)
		len += (size_t)n;
	said[len] = '\0';
	close(ends[0]);
	assert_int_equal(waitpid(child, &status, 0), child);
	assert_true(WIFEXITED(status));
	return WEXITSTATUS(status);
}

static void spill_above_limit(const char *dir)
{
	struct pl_sorter *sorter = pl_sorter_new(false, (size_t)1 << 20, dir);
	struct rlimit limit = {(rlim_t)2 << 20, (rlim_t)2 << 20};

	signal(SIGXFSZ, SIG_IGN);
	setrlimit(RLIMIT_FSIZE, &limit);
	for (uint64_t i = 0; i < 1000000; i++)
		pl_sorter_add(sorter, i, i, 0);
	pl_sorter_rewind(sorter);
}

static void spill_nowhere(const char *dir)
{
	struct pl_sorter *sorter = pl_sorter_new(false, 4096, dir);

	for (uint64_t i = 0; i < 1000; i++)
		pl_sorter_add(sorter, i, i, 0);
}

static void full_disk_is_told(void **state)
{
	char said[1024];

	(void)state;
	assert_int_equal(in_child(spill_above_limit, "/tmp", said, sizeof(said)), PL_EXIT_FAULT);
	assert_non_null(strstr(said, "/tmp: File too large"));
	assert_non_null(strstr(said, "TMPDIR"));
	assert_int_equal(in_child(spill_nowhere, "/nonexistent", said, sizeof(said)),
			 PL_EXIT_FAULT);
	assert_non_null(strstr(said, "/nonexistent: No such file"));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(agrees_with_qsort),
		cmocka_unit_test(large_runs_agree),
		cmocka_unit_test(empty_sorters_merge),
		cmocka_unit_test(giants_fit),
		cmocka_unit_test(hostile_prefixes),
		cmocka_unit_test(memory_is_committed_as_used),
		cmocka_unit_test(killed_leaves_nothing),
		cmocka_unit_test(full_disk_is_told),
	};

	return cmocka_run_group_tests_name("proof_sorter", tests, NULL, NULL);
}
