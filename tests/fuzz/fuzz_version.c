/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lines as versions: the parts lie in the bytes, the order is one, and widths
 * are the same however they were counted together.
 */
#include "linter/key/version.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { MAX_LINES = 8 };

static int sign(int order)
{
	return (order > 0) - (order < 0);
}

static bool lies_in(struct pl_str part, struct pl_str whole)
{
	return part.ptr >= whole.ptr && part.ptr + part.len <= whole.ptr + whole.len;
}

static void check_parts(struct pl_str line, const struct pl_version *v)
{
	PL_ASSERT(v->parts >= 1 && v->core.len >= 2 * (size_t)v->parts - 1);
	PL_ASSERT(lies_in(v->core, line) && lies_in(v->pre, line));
	PL_ASSERT(v->core.ptr == line.ptr + v->prefix);
	PL_ASSERT(!v->marked || v->pre.len == 0);
	PL_ASSERT(pl_version_order(line, line) == 0);
}

/* Antisymmetric and transitive. */
static void check_order(const struct pl_str *line, size_t n)
{
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++) {
			int ab = sign(pl_version_order(line[a], line[b]));

			PL_ASSERT(ab == -sign(pl_version_order(line[b], line[a])));
			for (size_t c = 0; c < n && ab <= 0; c++)
				if (pl_version_order(line[b], line[c]) <= 0)
					PL_ASSERT(pl_version_order(line[a], line[c]) <= 0);
		}
}

static void check_widths(const struct pl_version *v, size_t n)
{
	struct pl_version_widths forth = {0}, back = {0}, joined = {0}, last = {0};

	for (size_t i = 0; i < n; i++) {
		pl_version_note(&forth, &v[i]);
		pl_version_note(&back, &v[n - 1 - i]);
		pl_version_note(i % 2 ? &last : &joined, &v[i]);
	}
	pl_version_join(&joined, &last);
	PL_ASSERT(memcmp(&forth, &back, sizeof(forth)) == 0 && memcmp(&forth, &joined, sizeof(forth)) == 0);
}

/* What is uniform is in order as bytes are. */
static void check_uniform(const struct pl_version *v, const struct pl_str *line, size_t n)
{
	for (size_t a = 0; a < n; a++)
		for (size_t b = 0; b < n; b++) {
			struct pl_version_widths widths = {0};

			pl_version_note(&widths, &v[a]);
			pl_version_note(&widths, &v[b]);
			if (pl_version_uniform(&widths) && v[a].pre.len == 0 && v[b].pre.len == 0 && v[a].parts <= PL_VERSION_PARTS)
				PL_ASSERT(sign(pl_order(v[a].core, v[b].core)) == sign(pl_version_order(line[a], line[b])));
		}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pl_str rest = {(const char *)data, size}, lines[MAX_LINES];
	struct pl_version versions[MAX_LINES];
	size_t n = 0;

	while (rest.len && n < MAX_LINES) {
		const char *end = memchr(rest.ptr, '\n', rest.len);
		size_t at = end ? (size_t)(end - rest.ptr) : rest.len;
		struct pl_str line = pl_str_sub(rest, 0, at);
		struct pl_version v = pl_version_read(line);

		if (v.some) {
			check_parts(line, &v);
			lines[n] = line;
			versions[n++] = v;
		}
		rest = pl_str_sub(rest, end ? at + 1 : at, rest.len);
	}
	check_order(lines, n);
	check_widths(versions, n);
	check_uniform(versions, lines, n);
	return 0;
}
