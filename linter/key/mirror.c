/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/mirror.h"

/* Units in a second, and how many of them lie between the start of the count and 1970. */
struct unit {
	uint64_t per_second, before_1970;
};

static const struct unit seconds = {1, 0}, millis = {1000, 0}, micros = {1000000, 0}, nanos = {1000000000, 0};
/* .NET: tenths of a microsecond since year 1. */
static const struct unit ticks = {10000000, UINT64_C(621355968000000000)};

static const struct {
	uint64_t max;
	const struct unit *unit;
	const char *text;
} forms[PL_MIRRORS] = {
	[1] = {UINT64_C(9999999999), &seconds, "9999999999"},
	[2] = {UINT64_C(9999999999999), &millis, "9999999999999"},
	/* Those that leave little room for chance before those of as many digits that leave more. */
	[3] = {UINT64_C(9007199254740991), &millis, "9007199254740991 (Number.MAX_SAFE_INTEGER)"},
	[4] = {UINT64_C(9223372036854775807), &millis, "9223372036854775807 (Long.MAX_VALUE)"},
	[5] = {UINT64_C(9223372036854775807), &micros, "9223372036854775807 (Long.MAX_VALUE)"},
	[6] = {UINT64_C(3155378975999999999), &ticks, "3155378975999999999 (DateTime.MaxValue.Ticks)"},
	[7] = {UINT64_C(9999999999999999), &micros, "9999999999999999"},
	[8] = {UINT64_C(9999999999999999999), &nanos, "9999999999999999999"},
	[9] = {UINT64_C(99999999999999), &millis, "99999999999999"},
};

const char *pl_mirror_max(unsigned form)
{
	return forms[form].text;
}

enum pl_epoch pl_mirror_epoch(unsigned form)
{
	const struct unit *unit = forms[form].unit;

	return unit == &seconds ? PL_EPOCH_S
	     : unit == &millis	? PL_EPOCH_MS
	     : unit == &micros	? PL_EPOCH_US
	     : unit == &nanos	? PL_EPOCH_NS
				: PL_EPOCH_NONE;
}

static bool read_u64(struct pl_str s, uint64_t *out)
{
	*out = 0;
	if (s.len < 9 || s.len > 19 || pl_digit_run(s, 0) != s.len)
		return false;
	for (size_t i = 0; i < s.len; i++)
		*out = *out * 10 + (uint64_t)(s.ptr[i] - '0');
	return true;
}

/* A count of units as an instant, when it lies between 2000 and 2040. */
static bool is_time(uint64_t count, const struct unit *unit, struct pl_instant *at)
{
	const uint64_t y2000 = 946684800, y2040 = 2208988800, attos = UINT64_C(1000000000000000000);
	uint64_t second;

	if (count < unit->before_1970)
		return false;
	count -= unit->before_1970;
	second = count / unit->per_second;
	*at = (struct pl_instant){(int64_t)second, count % unit->per_second * (attos / unit->per_second)};
	return second >= y2000 && second < y2040;
}

struct pl_mirror pl_mirror_read(struct pl_str digits)
{
	static const struct unit *const plain[] = {&seconds, &millis, &micros, &nanos};
	struct pl_mirror out = {.some = false};
	uint64_t value;

	if (!read_u64(digits, &value))
		return out;
	for (size_t i = 0; i < PL_LEN(plain) && !out.some; i++)
		out.some = is_time(value, plain[i], &out.at);
	for (unsigned form = 1; form < PL_MIRRORS && !out.some; form++) {
		out.some = value <= forms[form].max && is_time(forms[form].max - value, forms[form].unit, &out.at);
		out.form = out.some ? form : 0;
	}
	return out;
}
