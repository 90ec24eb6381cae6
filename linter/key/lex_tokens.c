/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tokens: values that may hold separators, so that they must be known before
 * anything is split.
 *
 * Most runs of letters and digits start no token. Each attempt is therefore
 * made only where the run's length, its bytes and the byte behind it allow one.
 */
#include "linter/key/lex_tokens.h"

#include "linter/key/time.h"

#define D PL_B_DIGIT
#define X PL_B_HEX
#define L PL_B_LETTER
#define I PL_B_ILOU
#define H PL_B_HIGH
#define S(which) PL_B_SEP | (which) << PL_B_WHICH
#define M PL_B_DASH
#define P PL_B_DOT
#define U PL_B_PLUS
#define A PL_B_AT
#define O PL_B_OTHER
#define C PL_B_MARK
const uint16_t pl_byte_class[256] = {
	O, C, O, O, O, O, O, O, O, O, O, O, O, O, O, O,
	O, O, O, O, O, O, O, O, O, O, O, O, O, O, O, O,
	O, O, O, S(0), O, O, O, O, O, O, O, U, O, M, P, S(3),
	D, D, D, D, D, D, D, D, D, D, S(2), O, O, O, O, O,
	A, X, X, X, X, X, X, L, L, I, L, L, I, L, L, I,
	L, L, L, L, L, I, L, L, L, L, L, O, O, O, O, S(5),
	O, X, X, X, X, X, X, L, L, I, L, L, I, L, L, I,
	L, L, L, L, L, I, L, L, L, L, L, O, S(1), O, S(4), O,
	H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
	H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
	H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
	H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
	H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
	H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
	H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
	H, H, H, H, H, H, H, H, H, H, H, H, H, H, H, H,
};
#undef D
#undef X
#undef L
#undef I
#undef H
#undef S
#undef M
#undef P
#undef U
#undef A
#undef O
#undef C

static int byte_at(struct pl_str key, size_t i)
{
	return i < key.len ? (unsigned char)key.ptr[i] : -1;
}

static unsigned class_at(struct pl_str key, size_t i)
{
	return i < key.len ? pl_byte_class[(unsigned char)key.ptr[i]] : 0;
}

/* How many bytes from `i` on, at most `max`, are of the classes `set`. */
static size_t count_at(struct pl_str key, size_t i, unsigned set, size_t max)
{
	size_t n = 0;

	while (n < max && class_at(key, i + n) & set)
		n++;
	return n;
}

/* '#' and '|' bound a segment whatever it holds; so do the key's ends. */
static bool is_bound(int c)
{
	return c < 0 || c == '#' || c == '|';
}

/*
 * Whether [from, end) is a whole segment of a key that has more of them. What
 * could as well be parts joined by ':' is one token only there.
 */
static bool fills_segment(struct pl_str key, size_t from, size_t end)
{
	int before = from ? (unsigned char)key.ptr[from - 1] : -1, after = byte_at(key, end);

	return is_bound(before) && is_bound(after) && (before >= 0 || after >= 0);
}

/* Where a token that runs on ends: at the first '#' or '|'. */
static size_t bound_at(struct pl_str key, size_t i)
{
	while (i < key.len && key.ptr[i] != '#' && key.ptr[i] != '|')
		i++;
	return i;
}

/* ---- UUID ---- */

enum { UUID_LEN = 36 };

static size_t uuid_at(struct pl_str key, size_t from)
{
	static const uint8_t groups[] = {8, 4, 4, 4, 12};
	size_t at = from;

	if (key.len - from < UUID_LEN || key.ptr[from + 8] != '-' || key.ptr[from + 13] != '-')
		return from;
	for (size_t g = 0; g < PL_LEN(groups); g++) {
		if (g && byte_at(key, at++) != '-')
			return from;
		if (count_at(key, at, PL_B_DIGIT | PL_B_HEX, groups[g]) != groups[g])
			return from;
		at += groups[g];
	}
	return class_at(key, at) & PL_B_ALNUM ? from : at;
}

/* ---- addresses ---- */

/* Four numbers up to 255 without leading zeros, and no fifth. */
static size_t ipv4_at(struct pl_str key, size_t from)
{
	size_t at = from;

	if (from && key.ptr[from - 1] == '.')
		return from;
	for (int part = 0; part < 4; part++) {
		unsigned value = 0;
		size_t n;

		if (part && byte_at(key, at++) != '.')
			return from;
		n = count_at(key, at, PL_B_DIGIT, 4);
		if (n < 1 || n > 3 || (n > 1 && key.ptr[at] == '0'))
			return from;
		for (size_t i = 0; i < n; i++)
			value = value * 10 + (unsigned)(key.ptr[at + i] - '0');
		if (value > 255)
			return from;
		at += n;
	}
	if (class_at(key, at) & PL_B_ALNUM ||
	    (byte_at(key, at) == '.' && class_at(key, at + 1) & PL_B_DIGIT))
		return from;
	return at;
}

/*
 * The length of a prefix behind an address, 10.48.0.0/24: at most `most` bits. Returns its end; `at` where none follows.
 * In a path, /10.0.0.1/24/…, the number is a part of its own.
 */
static size_t prefix_end(struct pl_str key, size_t from, size_t at, unsigned most)
{
	size_t n = byte_at(key, at) == '/' ? count_at(key, at + 1, PL_B_DIGIT, 4) : 0, end = at + 1 + n;
	unsigned bits = 0;

	if (n < 1 || n > 3 || (from && key.ptr[from - 1] == '/') || byte_at(key, end) == '/' || class_at(key, end) & PL_B_ALNUM)
		return at;
	for (size_t i = at + 1; i < end; i++)
		bits = bits * 10 + (unsigned)(key.ptr[i] - '0');
	return bits <= most ? end : at;
}

/* Whether a group of hex digits or nothing, and `joint`, stand before byte `from`. */
static bool follows_group(struct pl_str key, size_t from, char joint)
{
	size_t at = from;

	if (from == 0 || key.ptr[--at] != joint)
		return false;
	while (at > 0 && from - at <= 5 && class_at(key, at - 1) & (PL_B_DIGIT | PL_B_HEX))
		at--;
	if (at + 1 == from)
		return at > 0 && key.ptr[at - 1] == joint;
	return at == 0 || !(class_at(key, at - 1) & PL_B_ALNUM);
}

/* fe80 to febf and fc.., fd..: the prefixes of addresses within a link or site, which few ids are. */
static bool is_local_prefix(struct pl_str key, size_t from)
{
	const unsigned char second = pl_lower((unsigned char)byte_at(key, from + 1));
	const unsigned char third = pl_lower((unsigned char)byte_at(key, from + 2));

	if (pl_lower((unsigned char)byte_at(key, from)) != 'f' || byte_at(key, from + 4) != ':')
		return false;
	return second == 'c' || second == 'd' || (second == 'e' && (third == '8' || third == '9' || third == 'a' || third == 'b'));
}

/*
 * RFC 4291, part 2.2. Groups joined by ':' may also be a key's own parts, so
 * eight of them need one that is no small number, and a shortened address of
 * fewer than three groups ("::1", "2001::1") must fill its segment, unless it
 * begins as only addresses do.
 */
static size_t ipv6_at(struct pl_str key, size_t from)
{
	size_t at = from, groups = 0;
	bool gap = false, telling = false;

	/* The tail of something longer that was none. */
	if (follows_group(key, from, ':'))
		return from;
	for (;;) {
		size_t n, tail;

		if (byte_at(key, at) == ':' && byte_at(key, at + 1) == ':') {
			if (gap)
				return from;
			gap = true;
			at += 2;
		} else if (groups > 0) {
			if (byte_at(key, at) != ':')
				break;
			at++;
		}
		n = count_at(key, at, PL_B_DIGIT | PL_B_HEX, 5);
		if (n == 0) {
			/* Only a gap may be last. */
			if (!gap || at < 2 || key.ptr[at - 1] != ':' || key.ptr[at - 2] != ':')
				return from;
			break;
		}
		tail = byte_at(key, at + n) == '.' ? ipv4_at(key, at) : at;
		if (tail > at) {
			groups += 2;
			at = tail;
			break;
		}
		telling |= n > 2 || count_at(key, at, PL_B_DIGIT, n) < n;
		groups++;
		at += n;
		if (n > 4 || groups > 8)
			return from;
	}
	if (class_at(key, at) & PL_B_ALNUM || byte_at(key, at) == ':')
		return from;
	if (!gap)
		return groups == 8 && telling ? at : from;
	if (groups > 7 || (groups < 3 && !is_local_prefix(key, from) && !fills_segment(key, from, prefix_end(key, from, at, 128))))
		return from;
	return at;
}

/* Six pairs of hex digits, all joined by ':' or all by '-'; not a part of more pairs. */
static size_t mac_at(struct pl_str key, size_t from)
{
	char joint = key.ptr[from + 2];
	size_t at = from;

	if (follows_group(key, from, joint))
		return from;
	for (int pair = 0; pair < 6; pair++) {
		if (pair && byte_at(key, at++) != joint)
			return from;
		if (count_at(key, at, PL_B_DIGIT | PL_B_HEX, 3) != 2)
			return from;
		at += 2;
	}
	return class_at(key, at) & PL_B_ALNUM || byte_at(key, at) == joint ? from : at;
}

/* ---- names of resources ---- */

/* arn:partition:service:region:account:resource, to the end. */
static size_t arn_at(struct pl_str key, size_t from)
{
	size_t end, colons = 0;

	if (memcmp(key.ptr + from, "arn", 3) != 0)
		return from;
	end = bound_at(key, from);
	for (size_t i = from; i < end; i++)
		colons += key.ptr[i] == ':';
	return colons >= 5 ? end : from;
}

static bool is_scheme_byte(int c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '+' || c == '-' || c == '.';
}

/* The start of a URL's scheme in [floor, colon), or `colon`: a letter that nothing is glued to. */
static size_t scheme_at(struct pl_str key, size_t floor, size_t colon)
{
	size_t from = colon;

	while (from > floor && is_scheme_byte((unsigned char)key.ptr[from - 1]))
		from--;
	for (; from < colon; from++)
		if (pl_is_lower((unsigned char)key.ptr[from]) &&
		    (from == 0 || !(class_at(key, from - 1) & PL_B_ALNUM)))
			return from;
	return colon;
}

size_t pl_token_around(struct pl_str key, size_t floor, size_t at, size_t *from, uint8_t *class)
{
	size_t end;

	*from = at;
	if (key.ptr[at] == '{') {
		end = at + 1 < key.len ? uuid_at(key, at + 1) : at + 1;
		*class = PL_C_UUID;
		return end > at + 1 && byte_at(key, end) == '}' && !(class_at(key, end + 1) & PL_B_ALNUM)
			? end + 1 : 0;
	}
	switch (byte_at(key, at + 1)) {
	case '/':
		*from = byte_at(key, at + 2) == '/' ? scheme_at(key, floor, at) : at;
		*class = PL_C_URL;
		return *from < at ? bound_at(key, at) : 0;
	case ':':
		end = is_bound(at ? (unsigned char)key.ptr[at - 1] : -1) ? ipv6_at(key, at) : at;
		*class = PL_C_IP;
		return end > at ? prefix_end(key, at, end, 128) : 0;
	default:
		return 0;
	}
}

/* ---- dispatch ---- */

/* A time of day needs a segment of its own; AM or PM behind it makes sure that a whole key is one. */
static bool may_be_clock(struct pl_str key, size_t from, size_t end, struct pl_time_form form)
{
	return fills_segment(key, from, end) || (form.flags & PL_TF_TWELVE && from == 0 && end == key.len);
}

static size_t time_at(struct pl_str key, size_t from, uint8_t *class)
{
	struct pl_time time;
	size_t end = pl_time_at(key, from, PL_MONTH_FIRST, &time);

	if (end > from && (time.form.layout == PL_T_CLOCK || time.form.layout == PL_T_CLOCK_UNPADDED) &&
	    !may_be_clock(key, from, end, time.form))
		return from;
	*class = PL_C_TIME;
	return end;
}

/* Tokens that start with hex digits: UUID, MAC and IP addresses. */
static size_t hex_token_at(struct pl_str key, size_t from, size_t n, int next, uint8_t *class)
{
	size_t end = from;

	if (next == '-' && n == 8) {
		*class = PL_C_UUID;
		return uuid_at(key, from);
	}
	if ((next == '-' || next == ':') && n == 2) {
		*class = PL_C_MAC;
		end = mac_at(key, from);
	}
	if (next == ':' && n <= 4 && end == from) {
		*class = PL_C_IP;
		end = ipv6_at(key, from);
	}
	return end;
}

/* Whether a month or weekday can begin with the letter. */
static bool may_name_day(unsigned char c)
{
	return pl_is_alpha(c) && strchr("adfjmnostw", c | 0x20);
}

/*
 * Whether a time can begin with this run, a digit first: one that holds letters
 * must be 20260623T…, 2026Q1, 2026W05 or 23JUN2026. Of others the reader sees
 * soon enough.
 */
static bool may_be_time(const char *run, size_t n, unsigned set)
{
	if (!(set & PL_B_ASCII_ALPHA))
		return n <= 8 || set & PL_B_HIGH;
	if (n == PL_GLUED_DATE && pl_is_upper((unsigned char)run[2]))
		return true;
	if (n > 8)
		return run[8] == 'T' || run[8] == 't';
	return (n == 6 || n == 7) && (run[4] == 'Q' || run[4] == 'W');
}

/* Whether a time can begin with this run, a letter first: Tue, Jun 23; Jun-2026; Q2-2026, W26 2026. */
static bool may_begin_text_date(const char *run, size_t n, unsigned set, int next)
{
	if (set & PL_B_DIGIT)
		return next != ',' && n <= 3 && (run[0] == 'Q' || run[0] == 'W');
	if (next == '-')
		return pl_may_name_month(run, n);
	return n >= 3 && n <= 9 && may_name_day((unsigned char)run[0]);
}

size_t pl_token_at(struct pl_str key, size_t from, size_t end, unsigned set, uint8_t *class)
{
	size_t n = end - from, found = from;
	int next = byte_at(key, end);

	if (!(set & ~(unsigned)(PL_B_DIGIT | PL_B_HEX))) {
		if (n <= 8)
			found = hex_token_at(key, from, n, next, class);
		if (found == from && next == '.' && n <= 3 && set == PL_B_DIGIT) {
			*class = PL_C_IP;
			found = ipv4_at(key, from);
		}
		if (found > from)
			return *class == PL_C_IP ? prefix_end(key, from, found, next == '.' ? 32 : 128) : found;
	}
	if (pl_is_digit((unsigned char)key.ptr[from]))
		return may_be_time(key.ptr + from, n, set) ? time_at(key, from, class) : from;
	if (next == ' ' || next == ',' || next == '-')
		return may_begin_text_date(key.ptr + from, n, set, next) ? time_at(key, from, class) : from;
	if (next == ':' && n == 3) {
		*class = PL_C_ARN;
		return arn_at(key, from);
	}
	return from;
}
