/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/written.h"

#include "linter/key/number.h"

static void set(struct pl_buf *buf, struct pl_str bytes)
{
	pl_buf_clear(buf);
	pl_buf_add(buf, bytes);
}

void pl_writing_clear(struct pl_writing *writing)
{
	writing->used = 0;
	writing->recent = 0;
	writing->pairs = writing->pairs_next = 0;
}

void pl_writing_release(struct pl_writing *writing)
{
	for (size_t i = 0; i < writing->all.len; i++) {
		pl_buf_release(&writing->all.ptr[i].least);
		pl_buf_release(&writing->all.ptr[i].greatest);
	}
	PL_VEC_RELEASE(&writing->all);
	pl_writing_clear(writing);
}

static bool is(const struct pl_written *written, size_t width, enum pl_style style)
{
	return written->width == width && written->style == style;
}

static struct pl_written *find(struct pl_writing *writing, struct pl_str value, enum pl_style style)
{
	struct pl_written *written;

	/* Most keys are written as the one before them. */
	if (writing->recent < writing->used &&
	    is(&writing->all.ptr[writing->recent], value.len, style))
		return &writing->all.ptr[writing->recent];
	for (size_t i = 0; i < writing->used; i++) {
		if (is(&writing->all.ptr[i], value.len, style)) {
			writing->recent = i;
			return &writing->all.ptr[i];
		}
	}
	if (writing->used == writing->all.len)
		PL_PUSH(&writing->all, (struct pl_written){0});
	writing->recent = writing->used++;
	written = &writing->all.ptr[writing->recent];
	*written = (struct pl_written){
		.width = (unsigned)value.len,
		.style = style,
		.least = written->least,
		.greatest = written->greatest,
	};
	return written;
}

static void pair(struct pl_writing *writing, struct pl_str lesser, struct pl_str greater)
{
	writing->pairs++;
	writing->pairs_next +=
		writing->hex ? pl_hex_next(greater, lesser) : pl_digits_next(greater, lesser);
}

void pl_writing_add(struct pl_writing *writing, struct pl_str value, enum pl_style style,
		    bool doubtful)
{
	struct pl_written *written = find(writing, value, style);

	written->doubtful += doubtful;
	if (written->keys++ && pl_str_eq(pl_buf_str(&written->greatest), value))
		return;
	if (written->distinct++ == 0)
		set(&written->least, value);
	else if (style != PL_ST_OTHER)
		pair(writing, pl_buf_str(&written->greatest), value);
	set(&written->greatest, value);
}

static int by_width(const void *x, const void *y)
{
	const struct pl_written *a = x, *b = y;

	if (a->width != b->width)
		return a->width < b->width ? -1 : 1;
	return (a->style > b->style) - (a->style < b->style);
}

void pl_writing_end(struct pl_writing *writing)
{
	const struct pl_written *before = NULL;

	if (writing->used > 1)
		qsort(writing->all.ptr, writing->used, sizeof(*writing->all.ptr), by_width);
	for (size_t i = 0; i < writing->used; i++) {
		const struct pl_written *written = &writing->all.ptr[i];

		if (written->style == PL_ST_OTHER)
			continue;
		if (before && written->style == PL_ST_PLAIN)
			pair(writing, pl_buf_str(&before->greatest), pl_buf_str(&written->least));
		before = written;
	}
}

void pl_tally_clear(struct pl_tally *tally)
{
	for (size_t i = 0; i < tally->all.len; i++) {
		pl_buf_release(&tally->all.ptr[i].least);
		pl_buf_release(&tally->all.ptr[i].greatest);
	}
	tally->all.len = 0;
}

void pl_tally_release(struct pl_tally *tally)
{
	pl_tally_clear(tally);
	PL_VEC_RELEASE(&tally->all);
}

/* Negative: `a` stands before `b` in a tally. */
static int tally_order(const struct pl_written *a, const struct pl_written *b)
{
	if (a->width != b->width)
		return a->width < b->width ? -1 : 1;
	return (a->style == PL_ST_PADDED) - (b->style == PL_ST_PADDED);
}

static struct pl_written *tally_place(struct pl_tally *tally, const struct pl_written *written)
{
	size_t from = 0, to = tally->all.len;

	while (from < to) {
		size_t middle = from + (to - from) / 2;
		int c = tally_order(&tally->all.ptr[middle], written);

		if (c == 0)
			return &tally->all.ptr[middle];
		if (c < 0)
			from = middle + 1;
		else
			to = middle;
	}
	PL_PUSH(&tally->all, (struct pl_written){0});
	memmove(tally->all.ptr + from + 1, tally->all.ptr + from,
		(tally->all.len - 1 - from) * sizeof(*tally->all.ptr));
	tally->all.ptr[from] =
		(struct pl_written){.width = written->width, .style = written->style};
	return &tally->all.ptr[from];
}

void pl_tally_add(struct pl_tally *tally, const struct pl_written *written)
{
	struct pl_written *to = tally_place(tally, written);

	/* Of one width, bytes and values have one order. */
	if (!to->keys || pl_order(pl_buf_str(&written->least), pl_buf_str(&to->least)) < 0)
		set(&to->least, pl_buf_str(&written->least));
	if (!to->keys || pl_order(pl_buf_str(&written->greatest), pl_buf_str(&to->greatest)) > 0)
		set(&to->greatest, pl_buf_str(&written->greatest));
	to->keys += written->keys;
}

const struct pl_width *pl_tally_copy(const struct pl_tally *tally, struct pl_arena *arena,
				     size_t *count)
{
	struct pl_width *widths;

	*count = tally->all.len;
	if (!tally->all.len)
		return NULL;
	widths = PL_NEW_N(arena, struct pl_width, tally->all.len);
	for (size_t i = 0; i < tally->all.len; i++) {
		const struct pl_written *from = &tally->all.ptr[i];

		widths[i] = (struct pl_width){
			.width = from->width,
			.zero = from->style == PL_ST_PADDED,
			.keys = from->keys,
			.least = pl_arena_str(arena, pl_buf_str(&from->least)),
			.greatest = pl_arena_str(arena, pl_buf_str(&from->greatest)),
		};
	}
	return widths;
}
