/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/value.h"

#include "linter/key/mirror.h"
#include "linter/key/duration.h"
#include "linter/key/number.h"
#include "linter/key/version.h"

/* Names of kinds and their placeholders, and whether their values have an order. */
static const struct {
	const char *name, *placeholder;
	bool ordered;
} kinds[PL_KINDS] = {
	[PL_K_NONE] = {"none", "<none>", false},
	[PL_K_WORD] = {"word", "<word>", false},
	[PL_K_TEXT] = {"text", "<text>", false},
	[PL_K_NUMBER] = {"number", "<number>", true},
	[PL_K_SIGNED] = {"signed", "<signed>", true},
	[PL_K_DECIMAL] = {"decimal", "<decimal>", true},
	[PL_K_HEXNUMBER] = {"hex-number", "<hex>", true},
	[PL_K_BASED] = {"number", "<number>", true},
	[PL_K_MIRRORED] = {"number", "<number>", true},
	[PL_K_TIMESTAMP] = {"timestamp", "<time>", true},
	[PL_K_DURATION] = {"duration", "<duration>", true},
	[PL_K_YEAR] = {"year", "<year>", true},
	[PL_K_MONTH] = {"month", "<month>", true},
	[PL_K_DAY] = {"day", "<day>", true},
	[PL_K_HOUR] = {"hour", "<hour>", true},
	[PL_K_VERSION] = {"version", "<version>", true},
	[PL_K_ZEROS] = {"zeros", "<zeros>", true},
	[PL_K_PHONE] = {"phone", "<phone>", false},
	[PL_K_UUID] = {"uuid", "<uuid>", false},
	[PL_K_ULID] = {"ulid", "<ulid>", false},
	[PL_K_KSUID] = {"ksuid", "<ksuid>", false},
	[PL_K_HASH] = {"hash", "<hash>", false},
	[PL_K_ID] = {"id", "<id>", false},
	[PL_K_IP] = {"ip", "<ip>", false},
	[PL_K_MAC] = {"mac", "<mac>", false},
	[PL_K_URL] = {"url", "<url>", false},
	[PL_K_ARN] = {"arn", "<arn>", false},
	[PL_K_MAIL] = {"mail", "<mail>", false},
};

const char *pl_kind_name(enum pl_kind kind)
{
	return kinds[kind].name;
}

const char *pl_kind_placeholder(enum pl_kind kind)
{
	return kinds[kind].placeholder;
}

bool pl_kind_ordered(enum pl_kind kind)
{
	return kinds[kind].ordered;
}

/* Where the digits from byte `i` on end. */
static size_t digits_end(struct pl_str s, size_t i)
{
	while (i < s.len && pl_is_digit((unsigned char)s.ptr[i]))
		i++;
	return i;
}

static bool is_one_of(struct pl_str s, size_t i, char a, char b)
{
	return i < s.len && (s.ptr[i] == a || s.ptr[i] == b);
}

static bool is_digits(struct pl_str s)
{
	return s.len > 0 && digits_end(s, 0) == s.len;
}

/* -5, and 00-5, which is what padding makes of it. */
static bool is_signed(struct pl_str s)
{
	size_t at = pl_zero_run(s.ptr, s.len);

	return is_digits(is_one_of(s, at, '-', '-') ? pl_str_sub(s, at + 1, s.len) : s);
}

/* Zeros in front of the sign mean nothing. */
static struct pl_str from_sign(struct pl_str s)
{
	size_t at = pl_zero_run(s.ptr, s.len);

	return is_one_of(s, at, '-', '-') ? pl_str_sub(s, at, s.len) : s;
}

/* [-]digits[(.|,)digits][e[+-]digits] or a grouped one, what pl_decimal_order() takes. */
static bool is_decimal(struct pl_str s)
{
	size_t at = is_one_of(s, 0, '-', '-'), end = digits_end(s, at);

	if (end == at)
		return false;
	if (pl_decimal_may_be_grouped(s))
		return true;
	if (is_one_of(s, end, '.', ',')) {
		at = end + 1;
		end = digits_end(s, at);
		if (end == at)
			return false;
	}
	if (is_one_of(s, end, 'e', 'E')) {
		at = end + 1;
		at += is_one_of(s, at, '+', '-');
		end = digits_end(s, at);
		if (end == at)
			return false;
	}
	return end == s.len;
}

static bool is_based(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!pl_is_digit((unsigned char)s.ptr[i]) && !pl_is_alpha((unsigned char)s.ptr[i]))
			return false;
	return s.len > 0;
}

/* 0x or 0X and hex digits. */
static bool is_hex(struct pl_str s)
{
	if (s.len < 3 || s.ptr[0] != '0' || !is_one_of(s, 1, 'x', 'X'))
		return false;
	for (size_t i = 2; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (!pl_is_digit(c) && !(pl_lower(c) >= 'a' && pl_lower(c) <= 'f'))
			return false;
	}
	return true;
}

static uint64_t digits_u64(const char *p, size_t n)
{
	uint64_t value = 0;

	while (n-- > 0)
		value = value * 10 + (uint64_t)(*p++ - '0');
	return value;
}

/* yyyymmdd[hhmmss] as an instant. */
static struct pl_instant date_instant(struct pl_str s)
{
	const char *p = s.ptr;
	struct pl_instant at = {0, 0};

	at.seconds = pl_civil_seconds((int64_t)digits_u64(p, 4), (unsigned)digits_u64(p + 4, 2),
				      (unsigned)digits_u64(p + 6, 2));
	if (s.len == 14)
		at.seconds += (int64_t)(digits_u64(p + 8, 2) * 3600 + digits_u64(p + 10, 2) * 60 +
					digits_u64(p + 12, 2));
	return at;
}

/* Digits as a time: a calendar day, or an epoch by its length. */
static bool read_digits_time(struct pl_str s, struct pl_instant *out)
{
	enum pl_epoch unit;
	size_t behind; /* digits behind the second */

	if (pl_digits_are_date(s)) {
		*out = date_instant(s);
		return true;
	}
	unit = pl_epoch_by_length(&s);
	if (unit == PL_EPOCH_NONE)
		return false;
	behind = (size_t)(unit - PL_EPOCH_S) * 3;
	out->seconds = (int64_t)digits_u64(s.ptr, s.len - behind);
	out->attos = digits_u64(s.ptr + s.len - behind, behind);
	for (size_t i = behind; i < 18; i++)
		out->attos *= 10;
	return true;
}

static bool read_time(struct pl_str s, enum pl_day_order days, struct pl_instant *out)
{
	struct pl_time time;

	if (is_digits(s))
		return read_digits_time(s, out);
	if (!pl_time_read(s, days, &time) || !time.valid)
		return false;
	*out = time.at;
	return true;
}

static bool read_duration(struct pl_str s, struct pl_instant *out)
{
	struct pl_duration duration;

	if (!pl_duration_read(s, &duration) || !duration.exact)
		return false;
	*out = duration.length;
	return true;
}

/* Zeros in front of letters mean nothing: 0000v1.9 is v1.9. */
static struct pl_str skip_zeros(struct pl_str s)
{
	size_t at = 0;

	while (is_one_of(s, at, '0', '0'))
		at++;
	return pl_str_sub(s, at, s.len);
}

/*
 * The order of text as a person reads it: runs of digits by value, any other
 * byte as it is, so that v1.9 stands before v1.10.
 */
static int natural_order(struct pl_str a, struct pl_str b)
{
	size_t i = 0, k = 0;

	while (i < a.len && k < b.len) {
		size_t i_end = digits_end(a, i), k_end = digits_end(b, k);
		int c;

		if (i_end > i && k_end > k) {
			c = pl_digits_order(pl_str_sub(a, i, i_end), pl_str_sub(b, k, k_end));
			i = i_end;
			k = k_end;
		} else {
			c = (unsigned char)a.ptr[i++] - (unsigned char)b.ptr[k++];
		}
		if (c)
			return c;
	}
	return (i < a.len) - (k < b.len);
}

/* Digits without the blanks that fill them up. */
static struct pl_str without_fill(struct pl_str s)
{
	while (s.len > 1 && s.ptr[s.len - 1] == ' ')
		s.len--;
	return s;
}

struct pl_value pl_value_read(enum pl_kind kind, enum pl_day_order days, struct pl_str bytes)
{
	struct pl_value value = {.text = bytes};

	switch (kind) {
	case PL_K_NUMBER:
		value.some = is_digits(bytes);
		if (!value.some) {
			value.text = without_fill(bytes);
			value.some = is_digits(value.text);
		}
		break;
	case PL_K_YEAR:
	case PL_K_MONTH:
	case PL_K_DAY:
	case PL_K_HOUR:
		value.some = is_digits(bytes);
		break;
	case PL_K_SIGNED:
		value.some = is_signed(bytes);
		value.text = from_sign(bytes);
		break;
	case PL_K_DECIMAL:
		value.text = from_sign(bytes);
		value.some = is_decimal(value.text);
		break;
	case PL_K_HEXNUMBER:
		value.some = is_hex(bytes);
		value.text = pl_str_sub(bytes, value.some ? 2 : 0, bytes.len);
		break;
	case PL_K_BASED:
		value.some = is_based(bytes);
		break;
	case PL_K_VERSION:
		value.some = pl_version_read(bytes).some;
		break;
	case PL_K_MIRRORED:
		value.is_time = true;
		value.some = pl_mirror_read(bytes).some;
		value.at = pl_mirror_read(bytes).at;
		break;
	case PL_K_TIMESTAMP:
		value.is_time = true;
		value.some = read_time(bytes, days, &value.at);
		break;
	case PL_K_DURATION:
		value.is_time = true;
		value.some = read_duration(bytes, &value.at);
		break;
	case PL_K_ZEROS:
		value.some = bytes.len > 0;
		value.text = skip_zeros(bytes);
		break;
	case PL_K_WORD:
	case PL_K_TEXT:
	case PL_K_MAIL:
		value.some = bytes.len > 0;
		break;
	default:
		break;
	}
	return value;
}

int pl_value_order(enum pl_kind kind, const struct pl_value *a, const struct pl_value *b)
{
	switch (kind) {
	case PL_K_TIMESTAMP:
	case PL_K_DURATION:
		return pl_instant_order(a->at, b->at);
	case PL_K_MIRRORED:
		return pl_instant_order(b->at, a->at);
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
		return pl_decimal_order(a->text, b->text);
	case PL_K_HEXNUMBER:
	case PL_K_BASED:
		return pl_hex_order(a->text, b->text);
	case PL_K_VERSION:
		return pl_version_order(a->text, b->text);
	case PL_K_ZEROS:
		return natural_order(a->text, b->text);
	case PL_K_WORD:
	case PL_K_TEXT:
	case PL_K_MAIL:
		return pl_order(a->text, b->text);
	default:
		return pl_digits_order(a->text, b->text);
	}
}
