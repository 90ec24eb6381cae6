/* SPDX-License-Identifier: Apache-2.0 */
/* All scalar attributes of one item, for samples: the text was scanned before and is good. */
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
