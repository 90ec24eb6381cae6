/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How the scanner walks:
 *
 *     item     = '{' [ name ':' value { ',' name ':' value } ] '}'
 *     value    of a wanted name    wanted_value(): one member with a type tag
 *              `{"S":"…"}`         two compares and one string
 *              any other           skip_value(), the general grammar
 *
 * Every function takes and returns the read position and gives NULL when it
 * stopped; stop() has then noted whether that was at the window's end.
 *
 * This file is built with the SIMD that every machine of its kind has (special.h), without (scan_portable.c),
 * and for x86-64 with AVX2 (scan_avx2.c).
 *
 * Names of types and "Item" are compared as they stand: a writer that spelled
 * them with escapes ("\u0053") would be refused, never misread.
 */
#include "linter/input/scan.h"

#include "linter/input/decode.h"
#include "linter/input/special.h"

#ifdef PL_SCAN_PORTABLE
#define pl_scan_item pl_scan_item_portable
#define pl_scan_value pl_scan_value_portable
#define pl_scan_string pl_scan_string_portable
#elif defined(PL_SCAN_AVX2)
#define pl_scan_item pl_scan_item_avx2
#define pl_scan_value pl_scan_value_avx2
#define pl_scan_string pl_scan_string_avx2
#endif

/*
 * Notes why the scan cannot go on at `p`. At `end` (where the NUL stands) that
 * is no fault of the text: more bytes are needed.
 */
static __attribute__((noinline, cold)) const char *stop(struct pl_scan *scan, const char *p, const char *error)
{
	if (p >= scan->end) {
		scan->more = true;
	} else {
		scan->error = !scan->newlines && *p == '\n' ? "the line ends inside the item" : error;
		scan->at = p;
	}
	return NULL;
}

static __attribute__((noinline)) const char *skip_blanks(const struct pl_scan *scan, const char *p)
{
	while (*p == ' ' || *p == '\t' || *p == '\r' || (*p == '\n' && scan->newlines))
		p++;
	return p;
}

/* White space, of which compact JSON has none. */
static inline const char *blanks(const struct pl_scan *scan, const char *p)
{
	return PL_LIKELY((unsigned char)*p > ' ') ? p : skip_blanks(scan, p);
}

/*
 * A special byte inside a string that is no quote: passes over an escape,
 * refuses a control character.
 */
static __attribute__((noinline)) const char *string_special(struct pl_scan *scan, const char *p)
{
	const char *bad, *behind;

	if (*p != '\\')
		return stop(scan, p, "a raw control character in a string");
	behind = pl_escape_skip(p, &bad);
	if (behind)
		return behind;
	return stop(scan, bad, *bad == '\\' ? "half of a surrogate pair in a string" : "a bad escape in a string");
}

/* From behind the opening quote to the closing one; *escaped is set if there is an escape. */
static inline const char *string_end(struct pl_scan *scan, const char *p, bool *escaped)
{
	for (;;) {
		p = find_special(&scan->block, p);
		if (PL_LIKELY(*p == '"'))
			return p;
		*escaped = true;
		p = string_special(scan, p);
		if (!p)
			return NULL;
	}
}

static const char *digits(struct pl_scan *scan, const char *p)
{
	if (!pl_is_digit((unsigned char)*p))
		return stop(scan, p, "a digit is missing in a number");
	while (pl_is_digit((unsigned char)*p))
		p++;
	return p;
}

static const char *skip_number(struct pl_scan *scan, const char *p)
{
	if (*p == '-')
		p++;
	if (*p == '0')
		p++; /* a digit behind it is refused by what comes next */
	else
		p = digits(scan, p);
	if (p && *p == '.')
		p = digits(scan, p + 1);
	if (p && (*p == 'e' || *p == 'E')) {
		p++;
		if (*p == '+' || *p == '-')
			p++;
		p = digits(scan, p);
	}
	return p;
}

static const char *skip_word(struct pl_scan *scan, const char *p, const char *word)
{
	for (; *word; word++, p++) {
		if (*p != *word)
			return stop(scan, p, "no JSON value");
	}
	return p;
}

static const char *skip_string(struct pl_scan *scan, const char *p)
{
	bool escaped;

	p = string_end(scan, p + 1, &escaped);
	return p ? p + 1 : NULL;
}

/* A member's name and its colon; `p` is at the name. */
static inline const char *skip_name(struct pl_scan *scan, const char *p)
{
	if (PL_UNLIKELY(*p != '"'))
		return stop(scan, p, "a member name is missing");
	p = skip_string(scan, p);
	if (!p)
		return NULL;
	p = blanks(scan, p);
	if (PL_UNLIKELY(*p != ':'))
		return stop(scan, p, "a colon is missing");
	return blanks(scan, p + 1);
}

/* Bytes of `{"S":"` and of `":{"S":"`, and where the type stands in the second. */
enum { PLAIN = 6, PLAIN_BEHIND = 8, PLAIN_TYPE = 4 };

/* `{"S":"` or `{"N":"` at `p`, where six bytes can be read; which of the two is no branch. */
static inline bool is_plain_value(const char *p)
{
	return ((memcmp(p, "{\"S\"", 4) == 0) | (memcmp(p, "{\"N\"", 4) == 0)) & (memcmp(p + 4, ":\"", 2) == 0);
}

/*
 * Whether `":{"S":"` or the same with N stands at `q`, where a name ends and eight bytes can be read: one look for
 * the quotes, colons and brace that nearly all members have. Which of the two is no branch.
 */
static inline bool is_plain_behind(const char *q)
{
	return (memcmp(q, "\":{\"S\":\"", PLAIN_BEHIND) == 0) | (memcmp(q, "\":{\"N\":\"", PLAIN_BEHIND) == 0);
}

/*
 * Passes over the members at `p` that are `"name":{"S":"…"}` to the byte, without an escape in them. *behind says
 * where it stopped: behind the value of one, or at one that the general grammar has to look at.
 */
static inline const char *skip_plain_members(struct pl_scan *scan, const char *p, bool *behind)
{
	*behind = false;
	while (PL_LIKELY(*p == '"')) {
		const char *q = find_special(&scan->block, p + 1);

		if (!is_plain_behind(q))
			break;
		q = find_special(&scan->block, q + PLAIN_BEHIND);
		if (PL_UNLIKELY(q[0] != '"' || q[1] != '}'))
			break;
		p = q + 2;
		*behind = p[0] != ',' || p[1] != '"';
		if (*behind)
			break;
		p++;
	}
	return p;
}

/*
 * Any value, with a bit a level on an explicit stack instead of recursion, so
 * that no text can exhaust the C stack. `depth` levels are open around it.
 */
static const char *skip_value(struct pl_scan *scan, const char *p, unsigned depth)
{
	const unsigned outside = depth;
	bool object, behind;

	goto value;
member:
	if (depth < PL_SCAN_DEPTH) {
		p = skip_plain_members(scan, p, &behind);
		if (behind)
			goto end;
	}
	p = skip_name(scan, p);
	if (!p)
		return NULL;
value:
	if (is_plain_value(p) && depth < PL_SCAN_DEPTH) {
		const char *q = skip_string(scan, p + PLAIN - 1);

		if (PL_UNLIKELY(!q))
			return NULL;
		if (PL_LIKELY(*q == '}')) {
			p = q + 1;
			goto end;
		}
	}
	switch (*p) {
	case '"':
		p = skip_string(scan, p);
		break;
	case '{':
	case '[':
		if (depth == PL_SCAN_DEPTH)
			return stop(scan, p, "nested too deeply");
		object = *p == '{';
		if (object)
			scan->stack[depth / 64] |= UINT64_C(1) << depth % 64;
		else
			scan->stack[depth / 64] &= ~(UINT64_C(1) << depth % 64);
		depth++;
		p = blanks(scan, p + 1);
		if (*p == (object ? '}' : ']')) {
			depth--;
			p++;
			break;
		}
		if (!object)
			goto value;
		goto member;
	case 't':
		p = skip_word(scan, p, "true");
		break;
	case 'f':
		p = skip_word(scan, p, "false");
		break;
	case 'n':
		p = skip_word(scan, p, "null");
		break;
	case '-': case '0': case '1': case '2': case '3': case '4':
	case '5': case '6': case '7': case '8': case '9':
		p = skip_number(scan, p);
		break;
	default:
		return stop(scan, p, "no JSON value");
	}
end:
	while (p && depth > outside) {
		object = scan->stack[(depth - 1) / 64] >> (depth - 1) % 64 & 1;
		p = blanks(scan, p);
		if (*p == ',') {
			p = blanks(scan, p + 1);
			if (!object)
				goto value;
			goto member;
		}
		if (*p != (object ? '}' : ']'))
			return stop(scan, p, object ? "a comma or } is missing" : "a comma or ] is missing");
		depth--;
		p++;
	}
	return p;
}

/* The first 8 bytes of a name as one word. `p` has 8 readable bytes. */
static inline uint64_t first_word(const char *p, size_t len)
{
	uint64_t word = 0;

#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
	memcpy(&word, p, 8);
	return len >= 8 ? word : word & ((UINT64_C(1) << 8 * len) - 1);
#else
	memcpy(&word, p, PL_MIN(len, (size_t)8));
	return word;
#endif
}

static inline size_t slot_of(uint64_t first, size_t len)
{
	return (size_t)((first ^ len) * UINT64_C(0x9e3779b97f4a7c15) >> 57);
}

/* The index of a wanted name, or -1. `p` has 8 readable bytes. */
static int find_name(const struct pl_scan_names *names, const char *p, size_t len)
{
	uint64_t first = first_word(p, len);
	const struct pl_scan_slot *slot;

	for (size_t i = slot_of(first, len);; i = (i + 1) % PL_LEN(names->slot)) {
		slot = &names->slot[i];
		if (slot->len == 0)
			return -1;
		if (slot->first == first && slot->len == len &&
		    (len <= 8 || memcmp(names->name[slot->index].ptr + 8, p + 8, len - 8) == 0))
			return slot->index;
	}
}

static inline bool may_be_wanted(const struct pl_scan_names *names, const char *p, size_t len)
{
	return names->lengths[(unsigned char)*p] >> PL_MIN(len, (size_t)63) & 1;
}

/* A name with escapes in it: rare, so it may cost something. */
static int find_escaped_name(struct pl_scan *scan, const char *p, size_t len)
{
	char *text;
	size_t n;

	pl_buf_clear(&scan->decoded);
	text = pl_buf_reserve(&scan->decoded, len + 8);
	n = pl_escape_decode(text, p, len);
	return may_be_wanted(scan->names, text, n) ? find_name(scan->names, text, n) : -1;
}

static const char *stop_attr(struct pl_scan *scan, const char *p, int attr, const char *error)
{
	stop(scan, p, error);
	if (scan->error == error)
		scan->error_attr = attr;
	return NULL;
}

/* Whether `tag` is one of the ten types of DynamoDB; those of keys give their letter, others 'O'. */
static char type_of(const char *tag, size_t len)
{
	static const char others[][5] = {"M", "L", "SS", "NS", "BS", "BOOL", "NULL"};

	if (len == 1 && (*tag == 'S' || *tag == 'N' || *tag == 'B'))
		return *tag;
	for (size_t i = 0; i < PL_LEN(others); i++) {
		if (strlen(others[i]) == len && memcmp(others[i], tag, len) == 0)
			return 'O';
	}
	return 0;
}

/* Gives a wanted attribute its value; `escaped`: it is still to be decoded. */
static inline void set_attr(struct pl_scan *scan, int index, char type, struct pl_str value, bool escaped)
{
	scan->attrs[index] = (struct pl_attr){type, value};
	scan->given |= UINT64_C(1) << index;
	scan->escaped |= (uint64_t)escaped << index;
}

/* The value of a wanted attribute: an object of one member, whose name is the type. */
static const char *wanted_value(struct pl_scan *scan, const char *p, int index, unsigned depth)
{
	bool escaped = false;
	const char *tag, *q;
	char type;

	if (scan->attrs[index].type)
		return stop_attr(scan, p, index, "stands twice in the item");
	if (*p != '{')
		return stop_attr(scan, p, index, "has no type (a plain value, no {\"S\":\"…\"})");
	p = blanks(scan, p + 1);
	if (*p != '"')
		return stop_attr(scan, p, index, "has no type");
	tag = p + 1;
	p = skip_name(scan, p);
	if (!p)
		return NULL;
	q = memchr(tag, '"', (size_t)(p - tag));
	type = type_of(tag, (size_t)(q - tag));
	if (!type)
		return stop_attr(scan, tag, index, "has an unknown type");
	if (type == 'O') {
		p = skip_value(scan, p, depth + 1);
		if (!p)
			return NULL;
		set_attr(scan, index, type, pl_str_of(NULL, 0), false);
	} else {
		if (*p != '"')
			return stop_attr(scan, p, index, "has a value that is no string");
		q = string_end(scan, p + 1, &escaped);
		if (!q)
			return NULL;
		set_attr(scan, index, type, pl_str_of(p + 1, (size_t)(q - p - 1)), escaped);
		p = q + 1;
	}
	p = blanks(scan, p);
	if (*p != '}')
		return stop_attr(scan, p, index, "has more than one type");
	return p + 1;
}

/* The same of an attribute that makes no item bad: what cannot be read, or stands there again, is as if nobody had asked. */
static const char *loose_value(struct pl_scan *scan, const char *p, int index, unsigned depth)
{
	const char *end = scan->attrs[index].type ? NULL : wanted_value(scan, p, index, depth);

	if (end || scan->more)
		return end;
	if (scan->error) {
		scan->error = NULL;
		scan->error_attr = -1;
		scan->attrs[index] = (struct pl_attr){0, {NULL, 0}};
		scan->given &= ~(UINT64_C(1) << index);
		scan->escaped &= ~(UINT64_C(1) << index);
	}
	return skip_value(scan, p, depth);
}

/* `{"BOOL":true}` or `{"BOOL":false}` at `p`, where 14 bytes can be read. */
static inline bool is_bool_value(const char *p)
{
	return memcmp(p, "{\"BOOL\":", 8) == 0 && (memcmp(p + 8, "true}", 5) == 0 || memcmp(p + 8, "false}", 6) == 0);
}

/*
 * The value of attribute `index`, or of one nobody asked for: -1. Most are `{"S":"…"}` to the
 * byte, and are read the same way whether they are wanted or not: one branch less to mispredict.
 */
static inline const char *attr_value(struct pl_scan *scan, const char *p, int index, unsigned depth)
{
	bool escaped = false;

	if (PL_LIKELY(is_plain_value(p)) && (index < 0 || !scan->attrs[index].type)) {
		const char *q = string_end(scan, p + PLAIN, &escaped);

		if (PL_UNLIKELY(!q))
			return NULL;
		if (PL_LIKELY(q[1] == '}')) {
			if (index >= 0)
				set_attr(scan, index, p[2], pl_str_of(p + PLAIN, (size_t)(q - p - PLAIN)), escaped);
			return q + 2;
		}
	}
	if (index < 0 && is_bool_value(p))
		return p + (p[8] == 't' ? 13 : 14);
	if (index < 0)
		return skip_value(scan, p, depth);
	return scan->names->loose >> index & 1 ? loose_value(scan, p, index, depth) : wanted_value(scan, p, index, depth);
}

/*
 * skip_plain_members() for attributes, of which some may be wanted. One that stands twice is left to those who
 * report it.
 */
static inline const char *take_plain_attributes(struct pl_scan *scan, const char *p, bool *behind)
{
	*behind = false;
	while (PL_LIKELY(*p == '"')) {
		const char *name = p + 1, *q = find_special(&scan->block, name), *value = q + PLAIN_BEHIND, *end;

		if (!is_plain_behind(q))
			break;
		end = find_special(&scan->block, value);
		if (PL_UNLIKELY(end[0] != '"' || end[1] != '}'))
			break;
		if (may_be_wanted(scan->names, name, (size_t)(q - name))) {
			int index = find_name(scan->names, name, (size_t)(q - name));

			if (index >= 0 && scan->attrs[index].type)
				break;
			if (index >= 0)
				set_attr(scan, index, q[PLAIN_TYPE], pl_str_of(value, (size_t)(end - value)), false);
			if (PL_UNLIKELY(pl_scan_has_all(scan))) {
				*behind = true;
				return end + 2;
			}
		}
		p = end + 2;
		*behind = p[0] != ',' || p[1] != '"';
		if (*behind)
			break;
		p++;
	}
	return p;
}

/* Any attribute, with its name. */
static const char *scan_attribute(struct pl_scan *scan, const char *p, unsigned depth)
{
	const char *name = p + 1, *q;
	bool escaped = false;
	int index = -1;

	if (PL_UNLIKELY(*p != '"'))
		return stop(scan, p, "an attribute name is missing");
	q = string_end(scan, name, &escaped);
	if (PL_UNLIKELY(!q))
		return NULL;
	p = blanks(scan, q + 1);
	if (PL_UNLIKELY(*p != ':'))
		return stop(scan, p, "a colon is missing");
	p = blanks(scan, p + 1);
	if (PL_UNLIKELY(escaped))
		index = find_escaped_name(scan, name, (size_t)(q - name));
	else if (may_be_wanted(scan->names, name, (size_t)(q - name)))
		index = find_name(scan->names, name, (size_t)(q - name));
	return attr_value(scan, p, index, depth + 1);
}

/* The object of marshalled attributes; `p` is at its brace, `depth` levels are open around it. */
static const char *scan_attributes(struct pl_scan *scan, const char *p, unsigned depth)
{
	const char *from = p;

	if (*p != '{')
		return stop(scan, p, "no item: an object is missing");
	p = blanks(scan, p + 1);
	if (*p == '}')
		goto done;
	for (;;) {
		bool behind = false;

		if (PL_LIKELY(depth + 1 < PL_SCAN_DEPTH))
			p = take_plain_attributes(scan, p, &behind);
		if (!behind)
			p = scan_attribute(scan, p, depth);
		if (PL_UNLIKELY(!p))
			return NULL;
		if (PL_UNLIKELY(pl_scan_has_all(scan))) {
			scan->json = pl_str_of(NULL, 0);
			return p;
		}
		p = blanks(scan, p);
		if (*p != ',')
			break;
		p = blanks(scan, p + 1);
	}
	if (PL_UNLIKELY(*p != '}'))
		return stop(scan, p, "a comma or } is missing");
done:
	scan->json = pl_str_of(from, (size_t)(p + 1 - from));
	return p + 1;
}

/* `{"Item":{…}}`, perhaps with other members such as ConsumedCapacity beside it. */
static const char *scan_wrapper(struct pl_scan *scan, const char *p)
{
	const char *from = p;
	bool found = false;

	if (*p != '{')
		return stop(scan, p, "no item: an object is missing");
	p = blanks(scan, p + 1);
	if (*p == '}')
		return stop(scan, from, "no \"Item\" member");
	for (;;) {
		const char *name = p;

		p = skip_name(scan, p);
		if (!p)
			return NULL;
		if (memcmp(name, "\"Item\"", 6) != 0) {
			p = skip_value(scan, p, 1);
		} else if (found) {
			return stop(scan, name, "two \"Item\" members");
		} else {
			found = true;
			p = scan_attributes(scan, p, 1);
		}
		if (!p || pl_scan_has_all(scan))
			return p;
		p = blanks(scan, p);
		if (*p != ',')
			break;
		p = blanks(scan, p + 1);
	}
	if (*p != '}')
		return stop(scan, p, "a comma or } is missing");
	if (!found)
		return stop(scan, from, "no \"Item\" member");
	return p + 1;
}

/*
 * Decodes the values that hold escapes. All at once behind the item: the
 * buffer may move when it grows, and must not once a slice points into it.
 */
static void decode_values(struct pl_scan *scan)
{
	uint64_t todo = scan->escaped;
	size_t room = 0;
	char *to;

	for (uint64_t bits = todo; bits; bits &= bits - 1)
		room += scan->attrs[__builtin_ctzll(bits)].value.len;
	pl_buf_clear(&scan->decoded);
	to = pl_buf_reserve(&scan->decoded, room);
	for (; todo; todo &= todo - 1) {
		struct pl_str *value = &scan->attrs[__builtin_ctzll(todo)].value;

		value->len = pl_escape_decode(to, value->ptr, value->len);
		value->ptr = to;
		to += value->len;
	}
}

static void start(struct pl_scan *scan, const char *end)
{
	scan->end = end;
	scan->block.from = 0;
	scan->more = false;
	scan->error = NULL;
	scan->error_attr = -1;
}

static enum pl_scan_result result(struct pl_scan *scan, const char *p)
{
	scan->next = p;
	return p ? PL_SCAN_DONE : scan->more ? PL_SCAN_MORE : PL_SCAN_BAD;
}

enum pl_scan_result pl_scan_item(struct pl_scan *scan, const char *from, const char *end)
{
	const struct pl_scan_names *names = scan->names;
	const char *p;

	start(scan, end);
	scan->escaped = 0;
	for (; scan->given; scan->given &= scan->given - 1)
		scan->attrs[__builtin_ctzll(scan->given)] = (struct pl_attr){0, {NULL, 0}};
	p = blanks(scan, from);
	p = scan->wrapped ? scan_wrapper(scan, p) : scan_attributes(scan, p, 0);
	if (PL_UNLIKELY(!p))
		return result(scan, p);
	if (PL_UNLIKELY(scan->escaped))
		decode_values(scan);
	if (PL_UNLIKELY(names->repeated)) {
		for (size_t i = 0; i < names->count; i++)
			scan->attrs[i] = scan->attrs[names->same_as[i]];
		scan->given = UINT64_MAX;
	}
	return result(scan, p);
}

enum pl_scan_result pl_scan_value(struct pl_scan *scan, const char *from, const char *end)
{
	const char *p;

	start(scan, end);
	p = skip_value(scan, blanks(scan, from), 0);
	return result(scan, p && p >= end && pl_is_digit((unsigned char)p[-1]) ? stop(scan, p, NULL) : p);
}

enum pl_scan_result pl_scan_string(struct pl_scan *scan, const char *from, const char *end)
{
	bool escaped;
	const char *p;

	start(scan, end);
	if (*from != '"')
		return result(scan, stop(scan, from, "a string is missing"));
	p = string_end(scan, from + 1, &escaped);
	if (!p)
		return result(scan, NULL);
	scan->json = pl_str_of(from + 1, (size_t)(p - from - 1));
	return result(scan, p + 1);
}

#if !defined(PL_SCAN_PORTABLE) && !defined(PL_SCAN_AVX2)

const struct pl_scan_build *pl_scan_builds(size_t *count)
{
	static const struct pl_scan_build builds[] = {
#ifdef __x86_64__
		{"AVX2", pl_scan_item_avx2, pl_scan_value_avx2, pl_scan_string_avx2},
#endif
		{"plain", pl_scan_item, pl_scan_value, pl_scan_string},
		{"portable", pl_scan_item_portable, pl_scan_value_portable, pl_scan_string_portable},
	};
	size_t first = 0;

#ifdef __x86_64__
	if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("bmi") || !__builtin_cpu_supports("bmi2"))
		first = 1;
#endif
	*count = PL_LEN(builds) - first;
	return builds + first;
}

void pl_scan_names_init(struct pl_scan_names *names, const struct pl_str *wanted, size_t count)
{
	PL_ASSERT(count <= PL_MAX_WANTED);
	memset(names, 0, sizeof(*names));
	names->count = count;
	for (size_t i = 0; i < count; i++) {
		char head[8] = {0};
		size_t len = wanted[i].len, at;
		uint64_t first;
		int same;

		names->name[i] = wanted[i];
		names->same_as[i] = (uint8_t)i;
		if (len == 0)
			continue; /* no attribute has this name */
		same = find_name(names, len < 8 ? memcpy(head, wanted[i].ptr, len) : wanted[i].ptr, len);
		if (same >= 0) {
			names->same_as[i] = (uint8_t)same;
			names->repeated = true;
			continue;
		}
		memcpy(head, wanted[i].ptr, PL_MIN(len, sizeof(head)));
		first = first_word(head, len);
		at = slot_of(first, len);
		while (names->slot[at].len)
			at = (at + 1) % PL_LEN(names->slot);
		names->slot[at] = (struct pl_scan_slot){first, len, (uint8_t)i};
		names->all |= UINT64_C(1) << i;
		names->lengths[(unsigned char)*head] |= UINT64_C(1) << PL_MIN(len, (size_t)63);
	}
}

void pl_scan_init(struct pl_scan *scan, const struct pl_scan_names *names)
{
	*scan = (struct pl_scan){.names = names, .error_attr = -1};
}

void pl_scan_release(struct pl_scan *scan)
{
	pl_buf_release(&scan->decoded);
}

#endif
