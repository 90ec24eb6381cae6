/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/key/duration.h"

#include "linter/key/bytes.h"

/* A unit and its seconds; 0: it has no fixed length. */
struct unit {
	char letter;
	int64_t seconds;
};

static const int64_t MOST = INT64_C(1) << 53;

/* `count` digits of `unit` more. What is longer than MOST stays so. */
static void add_part(struct pl_duration *d, struct pl_str count, struct unit unit)
{
	int64_t value = 0;

	for (size_t i = 0; i < count.len; i++)
		value = PL_MIN(value * 10 + (count.ptr[i] - '0'), MOST);
	if (value == 0)
		return;
	d->exact &= unit.seconds != 0 && value <= MOST / PL_MAX(unit.seconds, 1);
	if (d->exact)
		d->length.seconds += value * unit.seconds;
	d->exact &= d->length.seconds < MOST;
}

/* The digits behind the point of the seconds. */
static uint64_t attos_of(struct pl_str digits)
{
	uint64_t attos = 0;

	for (size_t i = 0; i < 18; i++)
		attos = attos * 10 + (i < digits.len ? (uint64_t)(digits.ptr[i] - '0') : 0);
	return attos;
}

/* ".5" at byte `at`, in front of the S that ends it; the byte behind, or `at`. */
static size_t fraction_at(struct pl_str s, size_t at, struct pl_duration *d)
{
	size_t n;

	if (at == s.len || s.ptr[at] != '.')
		return at;
	n = pl_digit_run(s, at + 1);
	if (n == 0 || at + 1 + n != s.len - 1 || s.ptr[s.len - 1] != 'S')
		return at;
	d->length.attos = attos_of(pl_str_sub(s, at + 1, at + 1 + n));
	return at + 1 + n;
}

/* Numbers, each with one of `units`, in their order, from byte `from` on; how many there are. */
static unsigned read_parts(struct pl_str s, size_t *from, const struct unit *units, size_t nunits, struct pl_duration *d)
{
	unsigned parts = 0;

	for (size_t u = 0; u < nunits; u++) {
		size_t digits = pl_digit_run(s, *from), end = *from + digits;

		if (digits == 0)
			break;
		if (units[u].letter == 'S')
			end = fraction_at(s, end, d);
		if (end == s.len || s.ptr[end] != units[u].letter)
			continue;
		add_part(d, pl_str_sub(s, *from, *from + digits), units[u]);
		*from = end + 1;
		parts++;
	}
	return parts;
}

bool pl_duration_read(struct pl_str s, struct pl_duration *out)
{
	static const struct unit dates[] = {{'Y', 0}, {'M', 0}, {'D', 86400}}, weeks[] = {{'W', 604800}},
				 clocks[] = {{'H', 3600}, {'M', 60}, {'S', 1}};
	struct pl_duration d = {.exact = true};
	size_t at = 1;

	if (s.len < 3 || s.ptr[0] != 'P')
		return false;
	if (!read_parts(s, &at, dates, PL_LEN(dates), &d) && read_parts(s, &at, weeks, PL_LEN(weeks), &d) && at < s.len)
		return false;
	d.day_seconds = d.length.seconds;
	if (at < s.len && s.ptr[at] == 'T') {
		at++;
		d.clock = read_parts(s, &at, clocks, PL_LEN(clocks), &d) > 0;
		if (!d.clock)
			return false;
	}
	*out = d;
	return at == s.len;
}
