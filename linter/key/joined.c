/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/joined.h"

static bool is_escaped(char c)
{
	return c == '"' || c == '\\';
}

static void quote(struct pl_buf *out, struct pl_str value)
{
	size_t from = 0;

	pl_buf_addc(out, '"');
	for (size_t i = 0; i < value.len; i++)
		if (is_escaped(value.ptr[i])) {
			pl_buf_add(out, pl_str_sub(value, from, i));
			pl_buf_addc(out, '\\');
			from = i;
		}
	pl_buf_add(out, pl_str_sub(value, from, value.len));
	pl_buf_addc(out, '"');
}

void pl_join(struct pl_buf *out, char type, struct pl_str value)
{
	pl_buf_addc(out, out->len ? ',' : '[');
	if (type == 'N') {
		pl_buf_add(out, value);
		return;
	}
	if (type == 'B')
		pl_buf_adds(out, "{\"B\":");
	quote(out, value);
	if (type == 'B')
		pl_buf_addc(out, '}');
}

void pl_join_end(struct pl_buf *out)
{
	pl_buf_addc(out, ']');
}

/* Where the text that begins at `from`, behind its quote, has its other one. */
static size_t closing(struct pl_str joined, size_t from, bool *escapes)
{
	size_t i = from;

	for (*escapes = false; i < joined.len && joined.ptr[i] != '"'; i++)
		if (joined.ptr[i] == '\\') {
			*escapes = true;
			i++;
		}
	return PL_MIN(i, joined.len);
}

static struct pl_str unquote(struct pl_str text, struct pl_buf *room)
{
	pl_buf_clear(room);
	for (size_t i = 0; i < text.len; i++) {
		if (text.ptr[i] == '\\' && i + 1 < text.len)
			i++;
		pl_buf_addc(room, text.ptr[i]);
	}
	return pl_buf_str(room);
}

bool pl_joined_at(struct pl_str joined, unsigned number, struct pl_buf *room, struct pl_str *value)
{
	static const struct pl_str binary = {"{\"B\":", 5};
	size_t at = 1; /* behind the bracket, then behind each comma */

	while (at < joined.len) {
		bool escapes = false, binaries = pl_str_starts(pl_str_sub(joined, at, joined.len), binary);
		size_t from = at + (binaries ? binary.len : 0), to = from;

		if (from < joined.len && joined.ptr[from] == '"')
			to = closing(joined, ++from, &escapes);
		else
			while (to < joined.len && joined.ptr[to] != ',' && joined.ptr[to] != ']')
				to++;
		*value = pl_str_sub(joined, from, to);
		if (number-- == 0) {
			if (escapes)
				*value = unquote(*value, room);
			return true;
		}
		at = to + 1;
		while (at < joined.len && joined.ptr[at - 1] != ',')
			at++;
	}
	return false;
}
