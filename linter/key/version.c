/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/version.h"

#include "linter/key/number.h"

/* ---- reading ---- */

static char byte_at(struct pl_str s, size_t i)
{
	return i < s.len ? s.ptr[i] : '\0';
}

/* Digits and points from `from` on, each point between digits; the byte behind them. */
static size_t read_core(struct pl_str s, size_t from, unsigned *parts)
{
	size_t at = from, end;

	*parts = 0;
	while ((end = at + pl_digit_run(s, at)) > at) {
		++*parts;
		if (byte_at(s, end) != '.')
			return end;
		at = end + 1;
	}
	return from; /* nothing, or a point that ends it */
}

struct pl_version pl_version_read(struct pl_str s)
{
	struct pl_version v = {.prefix = (byte_at(s, 0) | 0x20) == 'v', .pre = {s.ptr, 0}};
	size_t from = v.prefix, at = read_core(s, from, &v.parts), plus;

	if (at == from)
		return v;
	v.core = pl_str_sub(s, from, at);
	v.marked = byte_at(s, at) == '~';
	at += v.marked;
	/* What stands behind '+' has no part in the order (semver 2.0.0, part 10). */
	for (plus = at; plus < s.len && s.ptr[plus] != '+';)
		plus++;
	if (!v.marked && plus - at > 1 && s.ptr[at] == '-') {
		v.pre = pl_str_sub(s, at + 1, plus);
		at = plus;
	}
	v.some = at == plus;
	return v;
}

/* ---- order ---- */

/* Takes the bytes before the first point off `rest`, and the point too. */
static struct pl_str take_part(struct pl_str *rest)
{
	const char *at = rest->len ? memchr(rest->ptr, '.', rest->len) : NULL;
	size_t n = at ? (size_t)(at - rest->ptr) : rest->len;
	struct pl_str head = pl_str_sub(*rest, 0, n);

	*rest = pl_str_sub(*rest, at ? n + 1 : n, rest->len);
	return head;
}

static bool is_digits(struct pl_str s)
{
	return s.len > 0 && pl_digit_run(s, 0) == s.len;
}

/* Numbers below words; numbers by value, words by bytes. */
static int identifier_order(struct pl_str a, struct pl_str b)
{
	bool na = is_digits(a), nb = is_digits(b);

	if (na && nb)
		return pl_digits_order(a, b);
	if (na != nb)
		return na ? -1 : 1;
	return pl_order(a, b);
}

/* Dotted lists from the left; a list that is the other's beginning is less. */
static int dotted_order(struct pl_str a, struct pl_str b)
{
	while (a.len > 0 && b.len > 0) {
		int c = identifier_order(take_part(&a), take_part(&b));

		if (c)
			return c;
	}
	return (a.len > 0) - (b.len > 0);
}

int pl_version_order(struct pl_str left, struct pl_str right)
{
	struct pl_version a = pl_version_read(left), b = pl_version_read(right);
	int c = dotted_order(a.core, b.core);

	if (c)
		return c;
	if (!a.pre.len || !b.pre.len)
		return (a.pre.len == 0) - (b.pre.len == 0);
	return dotted_order(a.pre, b.pre);
}

/* ---- widths ---- */

static void widen(uint8_t *least, uint8_t *most, unsigned value)
{
	uint8_t n = (uint8_t)PL_MIN(value, (unsigned)UINT8_MAX);

	*least = *least ? PL_MIN(*least, n) : n;
	*most = PL_MAX(*most, n);
}

void pl_version_note(struct pl_version_widths *w, const struct pl_version *v)
{
	struct pl_str rest = v->core;

	widen(&w->parts_least, &w->parts_most, v->parts);
	for (unsigned i = 0; rest.len > 0; i++) {
		struct pl_str part = take_part(&rest);
		unsigned p = PL_MIN(i, PL_VERSION_PARTS - 1U);

		widen(&w->least[p], &w->most[p], (unsigned)PL_MIN(part.len, (size_t)UINT8_MAX));
		w->padded |= part.len > 1 && part.ptr[0] == '0';
	}
	w->prefix |= v->prefix;
	w->bare |= !v->prefix;
	w->pre |= v->pre.len > 0;
	w->marked |= v->marked;
	w->release |= !v->pre.len && !v->marked;
}

static void cover(uint8_t *least, uint8_t *most, uint8_t from_least, uint8_t from_most)
{
	if (!from_most)
		return;
	widen(least, most, from_least);
	widen(least, most, from_most);
}

void pl_version_join(struct pl_version_widths *into, const struct pl_version_widths *from)
{
	cover(&into->parts_least, &into->parts_most, from->parts_least, from->parts_most);
	for (unsigned p = 0; p < PL_VERSION_PARTS; p++)
		cover(&into->least[p], &into->most[p], from->least[p], from->most[p]);
	into->padded |= from->padded;
	into->prefix |= from->prefix;
	into->bare |= from->bare;
	into->release |= from->release;
	into->marked |= from->marked;
	into->pre |= from->pre;
}

bool pl_version_uniform(const struct pl_version_widths *w)
{
	if (!w->parts_most || w->parts_least != w->parts_most || w->pre || (w->prefix && w->bare) ||
	    (w->marked && w->release))
		return false;
	for (unsigned p = 0; p < PL_VERSION_PARTS; p++)
		if (w->least[p] != w->most[p])
			return false;
	return true;
}
