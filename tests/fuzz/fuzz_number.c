/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two texts, split at the first line end: as digits of any length, against
 * schoolbook arithmetic, and as decimals and hex numbers, whose order must be
 * one and agree with what the same value is written as.
 */
#include "linter/key/number.h"

#include "linter/key/same.h"
#include "linter/key/value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

enum { WIDTH = 64 }; /* of a schoolbook number */

static int sign(int order)
{
	return (order > 0) - (order < 0);
}

/* The text's first bytes as digits, at least one. */
static struct pl_str digits_of(struct pl_str text, char out[static WIDTH])
{
	size_t n = PL_MAX(PL_MIN(text.len, (size_t)WIDTH - 1), (size_t)1);

	out[0] = '0';
	for (size_t i = 0; i < text.len && i < n; i++)
		out[i] = (char)('0' + (unsigned char)text.ptr[i] % 10);
	return pl_str_of(out, n);
}

/* Right-aligned, zeros in front. */
static void align(struct pl_str digits, char out[static WIDTH])
{
	memset(out, '0', WIDTH);
	memcpy(out + WIDTH - digits.len, digits.ptr, digits.len);
}

static void add_one(char number[static WIDTH])
{
	size_t i = WIDTH;

	while (number[--i] == '9')
		number[i] = '0';
	number[i]++;
}

static int64_t value_of(const char number[static WIDTH])
{
	int64_t value = 0;

	for (size_t i = 0; i < WIDTH; i++)
		value = value * 10 + (number[i] - '0');
	return value;
}

static void check_digits(struct pl_str a, struct pl_str b)
{
	char x[WIDTH], y[WIDTH];
	int order;

	align(a, x);
	align(b, y);
	order = sign(memcmp(x, y, WIDTH));
	PL_ASSERT(sign(pl_digits_order(a, b)) == order && sign(pl_digits_order(b, a)) == -order);
	PL_ASSERT(sign(pl_decimal_order(a, b)) == order);
	PL_ASSERT(pl_digits_order(a, pl_digits_strip(a)) == 0);
	PL_ASSERT(order <= 0 || pl_digits_double(a) >= pl_digits_double(b));
	PL_ASSERT(pl_digits_strip(a).len > 18 || pl_digits_i64(a) == value_of(x));
	add_one(y);
	PL_ASSERT(pl_digits_next(a, b) == (memcmp(x, y, WIDTH) == 0));
}

/* What digits may stand for: of a unit and a day at once there are none. */
static void check_meaning(struct pl_str digits)
{
	struct pl_str stripped = digits;
	enum pl_epoch unit = pl_epoch_by_length(&stripped);

	PL_ASSERT(pl_digits_order(digits, stripped) == 0);
	PL_ASSERT(unit != PL_EPOCH_NONE || pl_epoch_of(stripped, stripped) == PL_EPOCH_NONE || stripped.len < 9);
	PL_ASSERT(!pl_digits_are_date(digits) || digits.len == 8 || digits.len == 14);
	PL_ASSERT(!pl_digits_are_nines(digits) || !pl_digits_are_int_max(digits));
}

/* Values that are equal are written as the same bytes, and no others. */
static void check_written(enum pl_same same, struct pl_str a, struct pl_str b, bool equal)
{
	struct pl_buf x = PL_BUF_INIT, y = PL_BUF_INIT;

	pl_same_value(&x, same, PL_MONTH_FIRST, a);
	pl_same_value(&y, same, PL_MONTH_FIRST, b);
	PL_ASSERT(pl_str_eq(pl_buf_str(&x), pl_buf_str(&y)) == equal);
	pl_buf_release(&x);
	pl_buf_release(&y);
}

static void check_values(enum pl_kind kind, struct pl_str a, struct pl_str b)
{
	struct pl_value x = pl_value_read(kind, PL_MONTH_FIRST, a), y = pl_value_read(kind, PL_MONTH_FIRST, b);

	if (!x.some || !y.some)
		return;
	PL_ASSERT(pl_value_order(kind, &x, &x) == 0);
	PL_ASSERT(sign(pl_value_order(kind, &x, &y)) == -sign(pl_value_order(kind, &y, &x)));
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum pl_kind kinds[] = {PL_K_NUMBER, PL_K_SIGNED, PL_K_DECIMAL, PL_K_HEXNUMBER, PL_K_ZEROS};
	struct pl_str all = {(const char *)data, size};
	const char *line = size ? memchr(data, '\n', size) : NULL;
	size_t at = line ? (size_t)(line - all.ptr) : size / 2;
	struct pl_str a = pl_str_sub(all, 0, at), b = pl_str_sub(all, line ? at + 1 : at, size), x, y;
	char left[WIDTH], right[WIDTH];

	x = digits_of(a, left);
	y = digits_of(b, right);
	check_digits(x, y);
	check_meaning(x);
	check_written(PL_SAME_NUMBER, x, y, pl_digits_order(x, y) == 0);
	for (size_t i = 0; i < PL_LEN(kinds); i++)
		check_values(kinds[i], a, b);
	return 0;
}
