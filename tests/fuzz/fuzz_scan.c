/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a file: told apart, read with a small window and with a large
 * one, by both builds of the scanner. All must agree; nothing may be read
 * behind the padding (the address sanitizer watches), and every item handed out must
 * be scanned alike by pl_item_scalars().
 */
#define _GNU_SOURCE /* memfd_create */
#include <sys/mman.h>
#include <unistd.h>

#include "linter/base/hash.h"
#include "linter/input/reader.h"
#include "linter/input/sniff.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

struct log {
	uint64_t hash;
	uint64_t events;
	bool broken; /* the compressed data is damaged: how much comes before that depends on the buffers */
};

static void log_bytes(struct log *log, uint64_t number, struct pl_str bytes)
{
	log->hash = pl_hash_mix(log->hash, pl_hash(bytes, number));
	log->events++;
}

static void log_scalar(void *ctx, struct pl_str name, struct pl_attr attr)
{
	log_bytes(ctx, (unsigned char)attr.type, name);
	log_bytes(ctx, 0, attr.value);
}

static void log_item(void *ctx, const struct pl_item *item)
{
	struct log *log = ctx;
	char *copy = pl_malloc(item->json.len);

	for (size_t i = 0; i < 2; i++)
		log_bytes(log, item->place + (unsigned char)item->attrs[i].type, item->attrs[i].value);
	/* Without anything behind it, as samples are kept. */
	memcpy(copy, item->json.ptr, item->json.len);
	pl_item_scalars(pl_str_of(copy, item->json.len), log_scalar, log);
	free(copy);
}

static void log_problem(void *ctx, uint64_t place, uint64_t offset, const char *message)
{
	log_bytes(ctx, place * 31 + offset, pl_str_c(message));
}

static struct log read_with(int fd, const struct pl_sniff *sniff, size_t step)
{
	static const struct pl_str wanted[] = {{"PK", 2}, {"a_long_attribute", 16}};
	struct log log = {0, 0, false};
	struct pl_sink sink = {log_item, &log};
	struct pl_scan_names names;
	struct pl_reader reader;
	struct pl_window window;

	lseek(fd, 0, SEEK_SET);
	memset(&reader, 0, sizeof(reader));
	pl_scan_names_init(&names, wanted, PL_LEN(wanted));
	pl_scan_init(&reader.scan, &names);
	reader.scan.wrapped = sniff->wrapped;
	reader.pages = sniff->kind == PL_I_SCAN;
	reader.window = &window;
	reader.sink = &sink;
	reader.problem = log_problem;
	reader.ctx = &log;
	pl_window_init(&window, pl_stream_new(fd, true, step), step);
	if (sniff->document)
		pl_read_document(&reader);
	else
		pl_read_lines(&reader);
	log.broken = pl_stream_error(window.stream) != NULL;
	pl_stream_free(window.stream);
	pl_window_release(&window);
	pl_scan_release(&reader.scan);
	return log;
}

/* The bytes as one value and as one item, scanned by the portable build and another. */
static void compare_builds(const struct pl_scan_build *build, const char *text, const char *end)
{
	static const struct pl_str wanted[] = {{"PK", 2}, {"SK", 2}};
	struct pl_scan_names names;
	struct pl_scan a, b;

	pl_scan_names_init(&names, wanted, PL_LEN(wanted));
	pl_scan_init(&a, &names);
	pl_scan_init(&b, &names);
	for (int mode = 0; mode < 4; mode++) {
		a.wrapped = b.wrapped = mode & 1;
		a.newlines = b.newlines = mode & 2;
		PL_ASSERT(build->value(&a, text, end) == pl_scan_value_portable(&b, text, end));
		PL_ASSERT(a.next == b.next);
		PL_ASSERT(build->item(&a, text, end) == pl_scan_item_portable(&b, text, end));
		PL_ASSERT(a.next == b.next);
		for (size_t i = 0; a.next && i < 2; i++)
			PL_ASSERT(a.attrs[i].type == b.attrs[i].type && pl_str_eq(a.attrs[i].value, b.attrs[i].value));
	}
	pl_scan_release(&a);
	pl_scan_release(&b);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int fd = -1;
	char *text = pl_malloc(size + PL_SCAN_PAD);
	const struct pl_scan_build *builds;
	size_t count;
	struct pl_sniff sniff;
	struct log wide, narrow;

	memcpy(text, data, size);
	memset(text + size, '"', PL_SCAN_PAD);
	text[size] = '\0';
	builds = pl_scan_builds(&count);
	for (size_t i = 0; i < count; i++)
		compare_builds(&builds[i], text, text + size);
	sniff = pl_sniff(text, text + size, true);
	free(text);

	if (fd < 0)
		fd = memfd_create("fuzz", 0);
	PL_ASSERT(ftruncate(fd, 0) == 0 && pwrite(fd, data, size, 0) == (ssize_t)size);
	wide = read_with(fd, &sniff, 0);
	narrow = read_with(fd, &sniff, 1 + (size ? data[size / 2] : 0) % 40);
	PL_ASSERT(wide.broken == narrow.broken);
	PL_ASSERT(wide.broken || (wide.hash == narrow.hash && wide.events == narrow.events));
	return 0;
}
