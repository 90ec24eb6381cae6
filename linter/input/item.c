/* SPDX-License-Identifier: Apache-2.0 */
/* What samples keep of one item, its scalar attributes and its size: the text was scanned before and is good. */
#include "linter/input/input.h"

#include "linter/input/decode.h"

static const char *blanks(const char *p, const char *end)
{
	while (p < end && (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n'))
		p++;
	return p;
}

/* The bytes inside the string at `p`, and the byte behind it. */
static struct pl_str take_string(const char **p, const char *end)
{
	const char *from = *p + 1, *q = from;

	while (q < end && *q != '"')
		q += *q == '\\' ? 2 : 1;
	*p = q + 1;
	return pl_str_of(from, (size_t)(q - from));
}

/* Passes over the value of a member, up to the comma or brace behind it. */
static const char *skip_value(const char *p, const char *end)
{
	size_t depth = 0;

	do {
		if (*p == '"') {
			take_string(&p, end);
			continue;
		}
		depth += *p == '{' || *p == '[';
		depth -= *p == '}' || *p == ']';
		p++;
	} while (p < end && (depth > 0 || (*p != ',' && *p != '}')));
	return p;
}

static struct pl_str decoded(struct pl_buf *buf, struct pl_str raw)
{
	char *to;

	if (!raw.len || !memchr(raw.ptr, '\\', raw.len))
		return raw;
	pl_buf_clear(buf);
	to = pl_buf_reserve(buf, raw.len);
	return pl_str_of(to, pl_escape_decode(to, raw.ptr, raw.len));
}

/* The attribute value at `p`, when it is a scalar: type 0 otherwise. */
static struct pl_attr scalar_at(const char *p, const char *end)
{
	struct pl_attr none = {0, {NULL, 0}};
	struct pl_str tag;

	if (*p != '{')
		return none;
	p = blanks(p + 1, end);
	if (*p != '"')
		return none;
	tag = take_string(&p, end);
	p = blanks(p, end);
	p = blanks(p + 1, end); /* the colon */
	if (tag.len == 1 && memchr("SNB", *tag.ptr, 3) && *p == '"')
		return (struct pl_attr){*tag.ptr, take_string(&p, end)};
	if (pl_str_eq(tag, PL_S("BOOL")) && (*p == 't' || *p == 'f'))
		return (struct pl_attr){'B', pl_str_of(p, *p == 't' ? 4 : 5)};
	return none;
}

void pl_item_scalars(struct pl_str json, void (*each)(void *ctx, struct pl_str name, struct pl_attr attr), void *ctx)
{
	struct pl_buf name_buf = PL_BUF_INIT, value_buf = PL_BUF_INIT;
	const char *p, *end;

	if (json.len < 2)
		return;
	end = json.ptr + json.len;
	p = blanks(json.ptr + 1, end);
	while (p < end && *p == '"') {
		struct pl_str name = take_string(&p, end);
		struct pl_attr attr;

		p = blanks(p, end);
		p = blanks(p + 1, end); /* the colon */
		attr = scalar_at(p, end);
		if (attr.type) {
			attr.value = decoded(&value_buf, attr.value);
			each(ctx, decoded(&name_buf, name), attr);
		}
		p = blanks(skip_value(p, end), end);
		if (p < end && *p == ',')
			p = blanks(p + 1, end);
	}
	pl_buf_release(&value_buf);
	pl_buf_release(&name_buf);
}

/* ---- size --------------------------------------------------------------- */

static bool is_tag(struct pl_str text)
{
	static const char *const tags[] = {"S", "N", "B", "SS", "NS", "BS", "M", "L", "BOOL", "NULL"};

	for (size_t i = 0; i < PL_LEN(tags); i++)
		if (pl_str_eq(text, pl_str_c(tags[i])))
			return true;
	return false;
}

/* Bytes besides those of its texts. */
static size_t bytes_of_tag(struct pl_str tag)
{
	if (tag.len == 1)
		return *tag.ptr == 'M' || *tag.ptr == 'L' ? 3 : 0;
	return tag.len == 4; /* BOOL, NULL */
}

/* A number has a byte for two digits and one besides, a binary three for four letters of base64. */
static size_t bytes_of_text(char type, size_t len)
{
	return type == 'N' ? len / 2 + 1 : type == 'B' ? len / 4 * 3 : len;
}

size_t pl_item_bytes(struct pl_str json)
{
	struct pl_buf buf = PL_BUF_INIT;
	const char *p = json.ptr, *end = p + json.len;
	size_t bytes = 0;
	bool first = false; /* nothing but blanks since a brace was opened */
	char type = 'S';

	while (p < end) {
		struct pl_str text;

		if (*p != '"') {
			first = *p == '{';
			p = blanks(p + 1, end);
			continue;
		}
		text = take_string(&p, end);
		p = blanks(p, end);
		if (p == end || *p != ':') {
			bytes += bytes_of_text(type, decoded(&buf, text).len);
		} else if (first && is_tag(text)) {
			type = *text.ptr;
			bytes += bytes_of_tag(text);
		} else {
			bytes += decoded(&buf, text).len;
		}
		first = false;
	}
	pl_buf_release(&buf);
	return bytes;
}
