/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/wild.h"

#include "linter/base/buf.h"

static void end_literal(struct pl_arena *arena, struct pl_str *literals, size_t *count, struct pl_buf *text)
{
	literals[(*count)++] = pl_arena_str(arena, pl_buf_str(text));
	pl_buf_clear(text);
}

struct pl_wild pl_wild_of(struct pl_arena *arena, const struct pl_pieces *pieces, struct pl_spot until)
{
	struct pl_str *literals = PL_NEW_N(arena, struct pl_str, pieces->count + 1);
	struct pl_buf text = PL_BUF_INIT;
	size_t count = 0;

	for (size_t i = 0; i < pieces->count && i <= until.piece; i++) {
		const struct pl_piece *piece = &pieces->piece[i];

		if (i == until.piece && !until.byte)
			break;
		if (!pl_piece_is_value(piece))
			pl_buf_add(&text, i < until.piece ? piece->text : pl_str_sub(piece->text, 0, until.byte));
		else if (piece->begins)
			end_literal(arena, literals, &count, &text);
	}
	end_literal(arena, literals, &count, &text);
	pl_buf_release(&text);
	return (struct pl_wild){literals, count - 1};
}

/* The first place at or behind `from` where `text` stands; SIZE_MAX: nowhere. */
static size_t find(struct pl_str bytes, size_t from, struct pl_str text)
{
	for (size_t at = from; at + text.len <= bytes.len; at++)
		if (text.len == 0 || memcmp(bytes.ptr + at, text.ptr, text.len) == 0)
			return at;
	return SIZE_MAX;
}

/* Each literal where it first can stand: what is left for those behind it is never less elsewhere. */
bool pl_wild_gives(const struct pl_wild *wild, struct pl_str bytes, bool prefix)
{
	size_t at = wild->literal[0].len;

	if (!pl_str_starts(bytes, wild->literal[0]))
		return false;
	if (wild->nvalues == 0)
		return prefix || at == bytes.len;
	for (size_t i = 1; i <= wild->nvalues; i++) {
		struct pl_str text = wild->literal[i];

		if (i == wild->nvalues && !prefix)
			return at + 1 + text.len <= bytes.len && pl_str_ends(bytes, text);
		at = find(bytes, at + 1, text);
		if (at == SIZE_MAX)
			return false;
		at += text.len;
	}
	return true;
}
