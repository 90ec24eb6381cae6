/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/base/fault.h"

#include "linter/base/buf.h"

void pl_fault(struct pl_faults *faults, struct pl_pos at, const char *format, ...)
{
	struct pl_fault *fault;
	va_list args;

	if (faults->count++ >= PL_FAULTS_KEPT)
		return;
	fault = PL_NEW(faults->arena, struct pl_fault);
	va_start(args, format);
	fault->text = pl_arena_vprintf(faults->arena, format, args);
	va_end(args);
	fault->at = at;
	if (faults->last)
		faults->last->next = fault;
	else
		faults->first = fault;
	faults->last = fault;
}

static int place_order(struct pl_pos a, struct pl_pos b)
{
	int c = pl_order(a.path, b.path);

	if (c)
		return c;
	if (a.line != b.line)
		return a.line < b.line ? -1 : 1;
	return (a.column > b.column) - (a.column < b.column);
}

/* Merges two sorted lists; of equals those of `a` come first. */
static struct pl_fault *merge(struct pl_fault *a, struct pl_fault *b)
{
	struct pl_fault *first = NULL, **end = &first;

	while (a && b) {
		struct pl_fault **least = place_order(a->at, b->at) <= 0 ? &a : &b;

		*end = *least;
		*least = (*least)->next;
		end = &(*end)->next;
	}
	*end = a ? a : b;
	return first;
}

/* Sorts the first `count` faults of the list; *rest is what follows them. */
static struct pl_fault *sort(struct pl_fault *list, size_t count, struct pl_fault **rest)
{
	struct pl_fault *a, *b;

	if (count <= 1) {
		*rest = list ? list->next : NULL;
		if (list)
			list->next = NULL;
		return list;
	}
	a = sort(list, count / 2, &b);
	b = sort(b, count - count / 2, rest);
	return merge(a, b);
}

void pl_faults_sort(struct pl_faults *faults)
{
	struct pl_fault *rest;

	faults->first = sort(faults->first, PL_MIN(faults->count, (size_t)PL_FAULTS_KEPT), &rest);
	for (faults->last = faults->first; faults->last && faults->last->next;)
		faults->last = faults->last->next;
}

static void write_fault(struct pl_buf *out, const struct pl_fault *fault)
{
	if (out->len)
		pl_buf_addc(out, '\n');
	pl_buf_add(out, fault->at.path);
	if (fault->at.line)
		pl_buf_printf(out, ":%u:%u", fault->at.line, fault->at.column);
	pl_buf_printf(out, "%s%s", fault->at.path.len ? ": " : "", fault->text);
}

bool pl_faults_fail(struct pl_faults *faults, struct pl_error *error)
{
	enum { ROOM = sizeof(error->text) - sizeof("\n… and 4294967295 more") };
	struct pl_buf text = PL_BUF_INIT;
	size_t left = faults->count;

	pl_faults_sort(faults);
	for (const struct pl_fault *f = faults->first; f; f = f->next, left--) {
		size_t before = text.len;

		write_fault(&text, f);
		if (before && text.len > ROOM) {
			text.len = before;
			break;
		}
	}
	if (left)
		pl_fail(error, PL_EXIT_USAGE, "%.*s\n… and %zu more", (int)text.len, text.ptr, left);
	else
		pl_fail(error, PL_EXIT_USAGE, "%.*s", (int)text.len, text.ptr ? text.ptr : "");
	pl_buf_release(&text);
	return false;
}

int pl_shown(struct pl_str text)
{
	const char *newline = text.len ? memchr(text.ptr, '\n', PL_MIN(text.len, (size_t)60)) : NULL;
	size_t len = newline ? (size_t)(newline - text.ptr) : PL_MIN(text.len, (size_t)60);

	/* Not in the middle of a character. */
	while (len && len < text.len && ((unsigned char)text.ptr[len] & 0xc0) == 0x80)
		len--;
	return (int)len;
}

/* ---- the nearest right word ---- */

enum { LONGEST_NAME = 40 };

/*
 * Steps from one word to the other: a letter more, less or other, or two
 * neighbours swapped (optimal string alignment). Words are names of at most
 * LONGEST_NAME bytes.
 */
static unsigned edits(struct pl_str a, struct pl_str b)
{
	unsigned row[3][LONGEST_NAME + 1];
	unsigned *two_up = row[0], *up = row[1], *here = row[2];

	for (size_t j = 0; j <= b.len; j++)
		here[j] = (unsigned)j;
	for (size_t i = 1; i <= a.len; i++) {
		unsigned *spare = two_up;

		two_up = up;
		up = here;
		here = spare;
		here[0] = (unsigned)i;
		for (size_t j = 1; j <= b.len; j++) {
			unsigned other = up[j - 1] + (a.ptr[i - 1] != b.ptr[j - 1]);

			here[j] = PL_MIN(other, PL_MIN(up[j], here[j - 1]) + 1);
			if (i > 1 && j > 1 && a.ptr[i - 1] == b.ptr[j - 2] && a.ptr[i - 2] == b.ptr[j - 1])
				here[j] = PL_MIN(here[j], two_up[j - 2] + 1);
		}
	}
	return here[b.len];
}

struct pl_near pl_near_to(struct pl_str word)
{
	return (struct pl_near){word, NULL, (unsigned)(word.len / 3 + 1)};
}

void pl_near_try(struct pl_near *near, const char *candidate)
{
	struct pl_str name = pl_str_c(candidate);
	unsigned far;

	size_t longer = PL_MAX(near->word.len, name.len), shorter = PL_MIN(near->word.len, name.len);

	if (longer > LONGEST_NAME || longer - shorter > near->edits)
		return;
	far = edits(near->word, name);
	if (far > near->edits || (near->best && far == near->edits))
		return;
	near->best = candidate;
	near->edits = far;
}

void pl_fault_unknown(struct pl_faults *faults, struct pl_pos at, const char *what, const struct pl_near *near)
{
	if (near->best)
		pl_fault(faults, at, "unknown %s \"%.*s\"; did you mean \"%s\"?", what, pl_shown(near->word),
			 near->word.ptr, near->best);
	else
		pl_fault(faults, at, "unknown %s \"%.*s\"", what, pl_shown(near->word), near->word.ptr);
}
