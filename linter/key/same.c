/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A value is written as
 *
 *     01 'N' 5 01 '.'      mark, how it is read, its plainest form, mark, end
 *
 * and a 01 of the key itself as 01 01, so that no bytes of a key look like a
 * value.
 */
#include "linter/key/same.h"

#include "linter/base/unicode.h"
#include "linter/key/duration.h"
#include "linter/key/number.h"
#include "linter/key/value.h"

enum { MARK = 1, FRACTION = 18 /* digits that an instant holds */ };

void pl_same_bytes(struct pl_buf *out, struct pl_str bytes)
{
	for (size_t i = 0; i < bytes.len; i++) {
		pl_buf_addc(out, bytes.ptr[i]);
		if (bytes.ptr[i] == MARK)
			pl_buf_addc(out, MARK);
	}
}

static void open_value(struct pl_buf *out, char how)
{
	pl_buf_addc(out, MARK);
	pl_buf_addc(out, how);
}

static void close_value(struct pl_buf *out)
{
	pl_buf_addc(out, MARK);
	pl_buf_addc(out, '.');
}

static void write_folded(struct pl_buf *out, char how, struct pl_str value)
{
	open_value(out, how);
	for (size_t i = 0, from = 0; i <= value.len; i++) {
		if (i < value.len && value.ptr[i] != MARK)
			continue;
		pl_add_lower(out, pl_str_sub(value, from, i));
		pl_same_bytes(out, pl_str_sub(value, i, PL_MIN(i + 1, value.len)));
		from = i + 1;
	}
	close_value(out);
}

bool pl_differ_in_case(struct pl_str a, struct pl_str b)
{
	return !pl_str_eq(a, b) && pl_same_letters(a, b);
}

static bool mixes_case(struct pl_str value)
{
	bool upper = false, lower = false;

	for (size_t i = 0; i < value.len; i++) {
		upper |= pl_is_upper((unsigned char)value.ptr[i]);
		lower |= pl_is_lower((unsigned char)value.ptr[i]);
	}
	return upper && lower;
}

/* ---- numbers ---- */

static bool is_digit_at(struct pl_str s, size_t i)
{
	return i < s.len && pl_is_digit((unsigned char)s.ptr[i]);
}

/* Zeros in front of another digit. */
static size_t needless_zeros(struct pl_str s, size_t from)
{
	size_t i = from;

	while (i < s.len && s.ptr[i] == '0' && is_digit_at(s, i + 1))
		i++;
	return i;
}

/* The end of a plain fraction without its last zeros, nor its point when nothing is left. */
static size_t without_last_zeros(struct pl_str s)
{
	const char *point = s.len ? memchr(s.ptr, '.', s.len) : NULL;
	size_t at = point ? (size_t)(point - s.ptr) : s.len, end = s.len;

	for (size_t i = at + 1; i < s.len; i++)
		if (!is_digit_at(s, i))
			return s.len;
	while (end > at + 1 && s.ptr[end - 1] == '0')
		end--;
	return end == at + 1 ? at : end;
}

static void write_number(struct pl_buf *out, struct pl_str value, bool decimal)
{
	bool minus = value.len > 1 && value.ptr[0] == '-';
	size_t from = needless_zeros(value, minus), to = decimal ? without_last_zeros(value) : value.len;
	struct pl_str rest = pl_str_sub(value, from, PL_MAX(from, to));

	if (!is_digit_at(value, minus)) {
		pl_same_bytes(out, value);
		return;
	}
	open_value(out, 'N');
	/* There is no -0. */
	if (minus && !pl_str_eq(rest, PL_S("0")))
		pl_buf_addc(out, '-');
	pl_same_bytes(out, rest);
	close_value(out);
}

static void write_hex(struct pl_buf *out, struct pl_str value)
{
	size_t from = value.len > 2 && value.ptr[0] == '0' && (value.ptr[1] | 0x20) == 'x' ? 2 : 0;

	while (from + 1 < value.len && value.ptr[from] == '0')
		from++;
	write_folded(out, 'X', pl_str_sub(value, from, value.len));
}

/* ---- times ---- */

static bool is_instant(struct pl_time_form form)
{
	return form.layout != PL_T_CLOCK && form.layout != PL_T_CLOCK_UNPADDED && form.unit >= PL_U_MINUTE;
}

/* Times of one class are compared by their instants; of two classes never. */
static void class_of(struct pl_time_form form, char out[static 3])
{
	bool clock = form.layout == PL_T_CLOCK || form.layout == PL_T_CLOCK_UNPADDED;

	out[0] = clock ? 'c' : is_instant(form) ? 'i' : (char)('0' + form.unit);
	out[1] = form.zone != PL_Z_NONE || form.layout == PL_T_EPOCH ? 'z' : '-';
	out[2] = '\0';
}

bool pl_same_times(struct pl_time_form a, struct pl_time_form b)
{
	char x[3], y[3];

	class_of(a, x);
	class_of(b, y);
	return strcmp(x, y) == 0;
}

/* Digits beyond the fraction that an instant holds would be lost. */
static bool is_finer_than_instants(struct pl_str value)
{
	size_t run = 0;

	for (size_t i = 0; i < value.len; i++) {
		run = is_digit_at(value, i) ? run + 1 : 0;
		if (run > FRACTION)
			return true;
	}
	return false;
}

/* Digits alone: yyyymmdd, yyyymmddhhmmss without a zone, or an epoch. */
static struct pl_time_form form_of_digits(struct pl_str value)
{
	struct pl_time_form form = {.layout = PL_T_EPOCH, .unit = PL_U_SECOND};

	if (pl_digits_are_date(value)) {
		form.layout = PL_T_ISO_BASIC;
		form.unit = value.len == 8 ? PL_U_DAY : PL_U_SECOND;
	}
	return form;
}

static void write_time(struct pl_buf *out, enum pl_day_order days, struct pl_str value)
{
	struct pl_value read = pl_value_read(PL_K_TIMESTAMP, days, value);
	struct pl_time time;
	char class[3];

	if (!read.some || is_finer_than_instants(value)) {
		pl_same_bytes(out, value);
		return;
	}
	if (!pl_time_read(value, days, &time))
		time.form = form_of_digits(value);
	class_of(time.form, class);
	open_value(out, 'T');
	pl_buf_printf(out, "%s%" PRId64 ".%" PRIu64, class, read.at.seconds, read.at.attos);
	close_value(out);
}

static void write_duration(struct pl_buf *out, struct pl_str value)
{
	struct pl_duration d;

	if (!pl_duration_read(value, &d) || !d.exact || is_finer_than_instants(value)) {
		pl_same_bytes(out, value);
		return;
	}
	open_value(out, 'P');
	pl_buf_printf(out, "%" PRId64 "T%" PRId64 ".%" PRIu64, d.day_seconds, d.length.seconds - d.day_seconds, d.length.attos);
	close_value(out);
}

void pl_same_value(struct pl_buf *out, enum pl_same same, enum pl_day_order days, struct pl_str value)
{
	switch (same) {
	case PL_SAME_NUMBER:
		write_number(out, value, false);
		break;
	case PL_SAME_DECIMAL:
		write_number(out, value, true);
		break;
	case PL_SAME_HEX:
		write_hex(out, value);
		break;
	case PL_SAME_TIME:
		write_time(out, days, value);
		break;
	case PL_SAME_DURATION:
		write_duration(out, value);
		break;
	case PL_SAME_CASE:
		write_folded(out, 'C', value);
		break;
	case PL_SAME_ID:
		if (mixes_case(value))
			pl_same_bytes(out, value);
		else
			write_folded(out, 'C', value);
		break;
	case PL_SAME_BYTES:
	case PL_SAME_FORM:
		pl_same_bytes(out, value);
		break;
	}
}
