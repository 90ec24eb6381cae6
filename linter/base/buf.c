/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/base/buf.h"

void *pl_vec_grow(void *ptr, size_t *cap, size_t need, size_t size)
{
	size_t bigger = PL_MAX(need, PL_MAX(*cap + *cap / 2, (size_t)8));

	if (bigger > SIZE_MAX / size)
		pl_die("out of memory (asked for %zu times %zu bytes)", bigger, size);
	*cap = bigger;
	return pl_realloc(ptr, bigger * size);
}

void pl_buf_release(struct pl_buf *buf)
{
	free(buf->ptr);
	*buf = PL_BUF_INIT;
}

char *pl_buf_reserve(struct pl_buf *buf, size_t more)
{
	if (buf->cap - buf->len <= more) {
		if (more > SIZE_MAX / 2 - buf->len)
			pl_die("out of memory (asked for %zu bytes)", more);
		buf->ptr = pl_vec_grow(buf->ptr, &buf->cap, buf->len + more + 1, 1);
	}
	return buf->ptr + buf->len;
}

void pl_buf_add(struct pl_buf *buf, struct pl_str bytes)
{
	char *to = pl_buf_reserve(buf, bytes.len);

	if (bytes.len)
		memcpy(to, bytes.ptr, bytes.len);
	buf->len += bytes.len;
	buf->ptr[buf->len] = '\0';
}

void pl_buf_addc(struct pl_buf *buf, char c)
{
	pl_buf_add(buf, pl_str_of(&c, 1));
}

void pl_buf_adds(struct pl_buf *buf, const char *text)
{
	pl_buf_add(buf, pl_str_c(text));
}

void pl_buf_printf(struct pl_buf *buf, const char *format, ...)
{
	va_list args;
	int len;

	va_start(args, format);
	len = vsnprintf(NULL, 0, format, args);
	va_end(args);
	PL_ASSERT(len >= 0);
	pl_buf_reserve(buf, (size_t)len);
	va_start(args, format);
	vsnprintf(buf->ptr + buf->len, (size_t)len + 1, format, args);
	va_end(args);
	buf->len += (size_t)len;
}
