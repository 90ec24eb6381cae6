/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/base/base.h"

#include <unistd.h>

void pl_die(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("padlint: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	/* _exit: another thread may hold a stdio or malloc lock. */
	_exit(PL_EXIT_FAULT);
}

void pl_bug_at(const char *file, int line, const char *what)
{
	fprintf(stderr, "padlint: bug at %s:%d: %s\n", file, line, what);
	abort();
}

void *pl_malloc(size_t size)
{
	void *p = malloc(size ? size : 1);

	if (!p)
		pl_die("out of memory (asked for %zu bytes)", size);
	return p;
}

void *pl_calloc(size_t count, size_t size)
{
	void *p = calloc(count ? count : 1, size ? size : 1);

	if (!p)
		pl_die("out of memory (asked for %zu times %zu bytes)", count, size);
	return p;
}

void *pl_realloc(void *old, size_t size)
{
	void *p = realloc(old, size ? size : 1);

	if (!p)
		pl_die("out of memory (asked for %zu bytes)", size);
	return p;
}
