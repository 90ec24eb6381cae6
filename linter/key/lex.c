/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Two walks. The first goes over the bytes and makes a list of items, which are
 * tokens and the runs of letters and digits between them, and notes which
 * separators stand outside of tokens:
 *
 *     ORDER#2026-06-23T10:00:00Z#p_17
 *     └run┘ └───── token ──────┘ r └┘ run      outside stand # and _
 *
 * The second goes over the items: it splits at the separator and classifies
 * each segment from the union of its bytes' classes, which settles words and
 * digits without looking at them again.
 */
#include "linter/key/lex.h"

#include "linter/key/bytes.h"
#include "linter/key/duration.h"
#include "linter/key/lex_tokens.h"
#include "linter/key/number.h"
#include "linter/key/version.h"

enum {
	/*
	 * As many runs as the longest sort key (1,024 bytes) can have. What
	 * stands behind them holds no tokens and is read byte by byte.
	 */
	MAX_ITEMS = 512,
	/* In a set of byte classes: a token. */
	TOKEN = 1 << 11,

	ASCII_ALNUM = PL_B_DIGIT | PL_B_ASCII_ALPHA,
	/* Bytes of which something odd can be made, as far as they stand outside of tokens. */
	NOT_PLAIN = PL_B_OTHER | PL_B_HIGH | PL_B_AT | PL_B_MARK,
};
_Static_assert(PL_MAX_SEGMENTS * PL_MAX_VALUES <= UINT8_MAX, "a slot's index is a byte");


/* A token, or a run of letters and digits. */
struct item {
	uint32_t from, to;
	uint16_t set;  /* union of its bytes' classes; TOKEN */
	uint8_t class; /* of a token: enum pl_class */
};

struct lexer {
	struct pl_str key;
	struct pl_lexed *out;
	unsigned present; /* bit i: separator i stands outside of tokens */
	bool by_value;    /* it was looked at which digit some digit is: pl_lexed.by_classes */
	size_t tokens;    /* where the last token ends */
	size_t masks;     /* bytes of out->masks in use */
	size_t nitems;
	struct item item[MAX_ITEMS + 1]; /* one more, that starts at the key's end */
};

/* A piece of the key between separators. */
struct piece {
	size_t from, to;
	unsigned set;            /* union of its bytes' classes */
	const struct item *item; /* those inside */
	size_t nitems;
};

static const char separators[] = PL_SEPARATORS;

static unsigned char byte(const struct lexer *lx, size_t i)
{
	return (unsigned char)lx->key.ptr[i];
}

static unsigned class_of(const struct lexer *lx, size_t i)
{
	return pl_byte_class[byte(lx, i)];
}

/* The end of the bytes from `i` on, before `to`, that are of the classes `set`. */
static size_t span(const struct lexer *lx, size_t i, size_t to, unsigned set)
{
	while (i < to && class_of(lx, i) & set)
		i++;
	return i;
}

static unsigned set_of(const struct lexer *lx, size_t from, size_t to)
{
	unsigned set = 0;

	while (from < to)
		set |= class_of(lx, from++);
	return set;
}

/* ---- first walk ---- */

static void add_item(struct lexer *lx, size_t from, size_t to, unsigned set, uint8_t class)
{
	/* What runs to the end of the key may hold anything, and so may a zone's name: 15:00:00 GMT+0000 (…). */
	if (class == PL_C_URL || class == PL_C_ARN || (set & TOKEN && byte(lx, to - 1) == ')'))
		set |= PL_B_OTHER;
	lx->item[lx->nitems++] =
		(struct item){(uint32_t)from, (uint32_t)to, (uint16_t)set, class};
}

/*
 * A byte that is no letter or digit; returns where to go on. A URL begins with
 * runs that were taken for words, which it takes back.
 */
static size_t walk_joint(struct lexer *lx, size_t i)
{
	unsigned char c = byte(lx, i);

	if ((c == ':' || c == '{') && lx->nitems < MAX_ITEMS) {
		uint8_t class;
		size_t from, end = pl_token_around(lx->key, lx->tokens, i, &from, &class);

		lx->by_value = true;
		if (end) {
			while (lx->nitems > 0 && lx->item[lx->nitems - 1].from >= from)
				lx->nitems--;
			add_item(lx, from, end, TOKEN, class);
			lx->tokens = end;
			return end;
		}
	}
	if (pl_byte_class[c] & PL_B_SEP)
		lx->present |= 1u << (pl_byte_class[c] >> PL_B_WHICH);
	return i + 1;
}

/*
 * Whether the digits behind letters [from, i) may decide if they begin a token. Of a name the letters do, but for
 * weekdays, months and schemes.
 */
static bool needs_value(const struct lexer *lx, size_t from, size_t i)
{
	unsigned char next = byte(lx, i);

	if (next == '-')
		return pl_may_name_month(lx->key.ptr + from, i - from);
	return next == ' ' || next == ',' || next == ':';
}

static void find_items(struct lexer *lx)
{
	const unsigned char *key = (const unsigned char *)lx->key.ptr;
	size_t i = 0, n = lx->key.len;

	while (i < n) {
		unsigned set = pl_byte_class[key[i]], next;
		size_t from = i, end;
		uint8_t class = PL_C_NONE;

		if (!(set & PL_B_ALNUM)) {
			i = walk_joint(lx, i);
			continue;
		}
		i += set == PL_B_DIGIT ? pl_digit_run(lx->key, i) : 1;
		for (; i < n && (next = pl_byte_class[key[i]]) & PL_B_ALNUM; i++)
			set |= next;
		if (lx->nitems == MAX_ITEMS)
			continue;
		end = from;
		if (pl_may_start_token(key[from], i < n ? key[i] : -1, set, i - from)) {
			end = pl_token_at(lx->key, from, i, set, &class);
			lx->by_value |= set & PL_B_DIGIT || (i < n && needs_value(lx, from, i));
		}
		if (end > from) {
			set = TOKEN;
			i = lx->tokens = end;
		}
		add_item(lx, from, i, set, class);
	}
	lx->item[lx->nitems] = (struct item){(uint32_t)n, (uint32_t)n, 0, PL_C_NONE};
}

/* ---- classes of runs and segments ---- */

/* Whether letters and digits take turns at least three times: a1b, 7x2. */
static bool changes_twice(const struct lexer *lx, size_t from, size_t to)
{
	bool digit = class_of(lx, from) & PL_B_DIGIT;
	unsigned changes = 0;

	for (; from < to; from++)
		if (digit != (bool)(class_of(lx, from) & PL_B_DIGIT)) {
			digit = !digit;
			if (++changes == 2)
				return true;
		}
	return false;
}

/* What a run of letters and digits is as a whole; PL_C_NONE when it is words and numbers. */
static uint8_t run_class(const struct lexer *lx, size_t from, size_t to, unsigned set)
{
	size_t n = to - from;
	bool mixed = set & PL_B_DIGIT && set & PL_B_ALPHA, ascii = !(set & PL_B_HIGH);

	if (mixed && ascii && n == 26 && !(set & PL_B_ILOU))
		return PL_C_ULID;
	if (mixed && ascii && n == 27)
		return PL_C_KSUID;
	if (n >= 7 && set & PL_B_HEX && !(set & ~(unsigned)(PL_B_DIGIT | PL_B_HEX)))
		return PL_C_HEX;
	return mixed && changes_twice(lx, from, to) ? PL_C_ID : PL_C_NONE;
}

static bool is_phone(const struct lexer *lx, const struct piece *p)
{
	size_t digits = p->to - p->from - 1;

	return byte(lx, p->from) == '+' && digits >= 7 && digits <= 15 &&
	       span(lx, p->from + 1, p->to, PL_B_DIGIT) == p->to;
}

static bool is_signed(const struct lexer *lx, const struct piece *p)
{
	return byte(lx, p->from) == '-' && p->to > p->from + 1 &&
	       span(lx, p->from + 1, p->to, PL_B_DIGIT) == p->to;
}

/* 0x1f: at most the 32 digits of a 128-bit integer; longer ones are addresses and hashes. */
static bool is_hexnum(struct lexer *lx, const struct piece *p)
{
	size_t digits = p->to - p->from - 2;

	if (p->to <= p->from + 2 || digits > 32 || (byte(lx, p->from + 1) | 0x20) != 'x')
		return false;
	lx->by_value = true;
	return byte(lx, p->from) == '0' && span(lx, p->from + 2, p->to, PL_B_DIGIT | PL_B_HEX) == p->to;
}

/*
 * N.N.N, or vN.N, of any number of parts. One part more or less than a number
 * with a fraction makes no doubt: 5.1 may be either, which the column tells.
 */
static bool is_version(const struct lexer *lx, const struct piece *p)
{
	const unsigned bytes = ASCII_ALNUM | PL_B_DOT | PL_B_DASH | PL_B_PLUS;
	struct pl_version v = pl_version_read(pl_str_sub(lx->key, p->from, p->to));
	size_t end = p->from + v.prefix + v.core.len;

	return v.some && v.parts + v.prefix >= 3 && span(lx, end + v.marked, p->to, bytes) == p->to;
}

/* Bytes behind a decimal comma. Of other lengths `3,7` and `3,175` may as well be two numbers: places on a grid, a list. */
enum { BEHIND_COMMA = 2 };

/*
 * 9,99 as prices are written, 1,234.50 and 1.234,50. Two numbers that look like that are in order when these are:
 * both have the fraction's width.
 */
static bool has_decimal_comma(const struct lexer *lx, const struct piece *p)
{
	size_t from = p->from + (byte(lx, p->from) == '-'), i = span(lx, from, p->to, PL_B_DIGIT);

	if (i == from || i == p->to)
		return false;
	if (byte(lx, i) == ',' && span(lx, i + 1, p->to, PL_B_DIGIT) == p->to && p->to - i == BEHIND_COMMA + 1)
		return true;
	return pl_decimal_is_grouped(pl_str_sub(lx->key, p->from, p->to));
}

/* Base64 with its padding, 08pDd+m3Qkk=: quads, letters in both cases. */
static bool is_padded_base64(const struct lexer *lx, const struct piece *p)
{
	size_t n = p->to - p->from, end = p->to - 1;
	bool upper = false, lower = false;

	if (n < 8 || n % 4 || byte(lx, end) != '=')
		return false;
	end -= byte(lx, end - 1) == '=';
	for (size_t i = p->from; i < end; i++) {
		if (!(class_of(lx, i) & (ASCII_ALNUM | PL_B_PLUS)) && byte(lx, i) != '/')
			return false;
		upper |= pl_is_upper(byte(lx, i));
		lower |= pl_is_lower(byte(lx, i));
	}
	return upper && lower;
}

/* One coordinate from byte `i` on, -122.4194: at least 3 digits behind the point. Returns its end; 0: it is none. */
static size_t coordinate_end(const struct lexer *lx, size_t i, size_t to)
{
	size_t from = i + (i < to && byte(lx, i) == '-'), point = span(lx, from, to, PL_B_DIGIT), end;

	if (point == from || point - from > 3 || point == to || byte(lx, point) != '.')
		return 0;
	end = span(lx, point + 1, to, PL_B_DIGIT);
	return end - point > 3 ? end : 0;
}

/* A place on earth, 37.7749,-122.4194: it has no order. */
static bool is_place(const struct lexer *lx, const struct piece *p)
{
	size_t comma = coordinate_end(lx, p->from, p->to);

	return comma && comma < p->to && byte(lx, comma) == ',' && coordinate_end(lx, comma + 1, p->to) == p->to;
}

/*
 * -?N.N with or without exponent. Without a point the exponent needs its sign,
 * as in JavaScript's 1e-7 and 1e+21: 12e5 is an id like any other.
 */
static bool is_decimal(const struct lexer *lx, const struct piece *p)
{
	size_t i = p->from + (byte(lx, p->from) == '-'), start = i;
	bool point;

	i = span(lx, start, p->to, PL_B_DIGIT);
	if (i == start || i == p->to)
		return false;
	point = byte(lx, i) == '.';
	if (point) {
		start = i + 1;
		i = span(lx, start, p->to, PL_B_DIGIT);
		if (i == start)
			return false;
		if (i == p->to)
			return true;
	}
	if ((byte(lx, i++) | 0x20) != 'e')
		return false;
	if (i < p->to && class_of(lx, i) & (PL_B_PLUS | PL_B_DASH))
		i++;
	else if (!point)
		return false;
	return i < p->to && span(lx, i, p->to, PL_B_DIGIT) == p->to;
}

/*
 * One '@' between names, the second ending in a point and letters: ann@a.example.
 * Judged before words, so that addresses with and without digits stay one column.
 */
static bool is_mail(const struct lexer *lx, const struct piece *p)
{
	const unsigned name = ASCII_ALNUM | PL_B_DOT | PL_B_DASH | PL_B_HIGH;
	size_t at = p->from, top = p->to;

	while (at < p->to && (class_of(lx, at) & (name | PL_B_PLUS) || byte(lx, at) == '_'))
		at++;
	if (at == p->to || byte(lx, at) != '@' || span(lx, at + 1, p->to, name) != p->to)
		return false;
	while (top > at && class_of(lx, top - 1) & PL_B_ALPHA)
		top--;
	return p->to - top >= 2 && top > at + 2 && byte(lx, top - 1) == '.' &&
	       class_of(lx, p->from) & PL_B_ALNUM && class_of(lx, at + 1) & PL_B_ALNUM;
}

/* PT5M, P1DT2H */
static bool is_duration(const struct lexer *lx, const struct piece *p)
{
	struct pl_duration duration;

	return pl_duration_read(pl_str_sub(lx->key, p->from, p->to), &duration);
}

/* 978-3-16-148410-0: 13 digits in five groups; the weighted sum of an ISBN-13 ends in 0 (ISO 2108:2017). */
static bool is_isbn(const struct lexer *lx, const struct piece *p)
{
	unsigned digits = 0, groups = 1, sum = 0;

	if (p->to - p->from != 17 || memcmp(lx->key.ptr + p->from, "97", 2) != 0)
		return false;
	for (size_t i = p->from; i < p->to; i++) {
		if (byte(lx, i) != '-')
			sum += (unsigned)(byte(lx, i) - '0') * (digits++ % 2 ? 3 : 1);
		else if (class_of(lx, i - 1) & PL_B_DASH)
			return false;
		else
			groups++;
	}
	return groups == 5 && byte(lx, p->from + 3) == '-' && byte(lx, p->to - 2) == '-' && sum % 10 == 0;
}

/* Whether the piece is runs joined by '-' and '_' and nothing else. */
static bool is_joined(const struct lexer *lx, const struct piece *p)
{
	const struct item *item = p->item, *last = item + p->nitems;

	for (size_t i = p->from; i < p->to;) {
		if (item < last && item->from == i)
			i = item++->to;
		else if (byte(lx, i) == '-' || byte(lx, i) == '_')
			i++;
		else
			return false;
	}
	return true;
}

/* Nothing but runs joined by '-' and '_', one of them an opaque id: nanoids, push ids. */
static bool is_joined_id(const struct lexer *lx, const struct piece *p)
{
	if (p->set & (PL_B_DOT | PL_B_OTHER | PL_B_HIGH | PL_B_AT | PL_B_PLUS))
		return false;
	for (size_t k = 0; k < p->nitems; k++) {
		const struct item *run = &p->item[k];

		if (run->set & PL_B_DIGIT && run->set & PL_B_ALPHA &&
		    run_class(lx, run->from, run->to, run->set) == PL_C_ID)
			return is_joined(lx, p);
	}
	return false;
}

/* ---- segments ---- */

static void add_slot(struct lexer *lx, struct pl_segment *seg, size_t from, size_t to, uint8_t class)
{
	lx->out->slot[lx->out->nslots++] = (struct pl_slot){(uint32_t)from, (uint32_t)to, class};
	seg->nslots++;
}

/* A segment that is one value. */
static void whole(struct lexer *lx, struct pl_segment *seg, uint8_t class)
{
	seg->class = class;
	add_slot(lx, seg, seg->from, seg->to, class);
}

/* A mask that is being written. */
struct mask {
	struct lexer *lx;
	struct pl_segment *seg;
	char *text;
	size_t len;
	bool full; /* too many bytes or values: the segment is text */
};

static void mask_bytes(struct mask *m, size_t from, size_t to)
{
	size_t n = to - from;

	if (n == 0 || m->full)
		return;
	m->full = m->len + n > PL_MAX_MASK;
	if (m->full)
		return;
	while (from < to) /* a few bytes: shorter than calling memcpy() */
		m->text[m->len++] = m->lx->key.ptr[from++];
}

static void mask_value(struct mask *m, size_t from, size_t to, uint8_t class)
{
	m->full |= m->seg->nslots == PL_MAX_VALUES || m->len + 2 > PL_MAX_MASK;
	if (m->full)
		return;
	m->text[m->len++] = '\x01';
	m->text[m->len++] = (char)class;
	add_slot(m->lx, m->seg, from, to, class);
}

/* A run of letters and digits: one value, or words with numbers in between. */
static void mask_run(struct mask *m, size_t from, size_t to, unsigned set)
{
	uint8_t class = set == PL_B_DIGIT ? PL_C_DIGITS : run_class(m->lx, from, to, set);

	if (class) {
		mask_value(m, from, to, class);
		return;
	}
	if (!(set & PL_B_DIGIT)) {
		mask_bytes(m, from, to);
		return;
	}
	while (from < to) {
		size_t word = span(m->lx, from, to, PL_B_ALPHA), number = span(m->lx, word, to, PL_B_DIGIT);

		mask_bytes(m, from, word);
		if (number > word)
			mask_value(m, word, number, PL_C_DIGITS);
		from = number;
	}
}

/* Two or more zeros in front of a letter: somebody padded the wrong end (0000v1.2). */
static size_t leading_zeros(struct lexer *lx, const struct piece *p)
{
	size_t i = p->from;

	if (p->set & TOKEN || p->nitems == 0 || !(class_of(lx, i) & PL_B_DIGIT))
		return i;
	lx->by_value = true;
	while (i < p->to && byte(lx, i) == '0')
		i++;
	return i >= p->from + 2 && i < p->to && class_of(lx, i) & PL_B_ASCII_ALPHA ? i : p->from;
}

/* Where the last digits of a run of words and numbers begin; its end when it does not end in one. */
static size_t last_number(const struct lexer *lx, const struct item *run)
{
	size_t i = run->to;

	while (i > run->from && class_of(lx, i - 1) & PL_B_DIGIT)
		i--;
	return i;
}

/* Whether a number of three digits stands behind each point of [from, to): 1.234.567 is written in groups, 001.010.000 is not. */
static bool is_in_groups(const struct lexer *lx, size_t from, size_t to)
{
	if (byte(lx, from) == '0')
		return false;
	for (size_t i = span(lx, from, to, PL_B_DIGIT); i < to; i += 4)
		if (byte(lx, i) != '.' || span(lx, i + 1, to, PL_B_DIGIT) != i + 4)
			return false;
	return true;
}

/* The end of -rc.1 or +build at byte `i`, which runs to the end of the segment; `i`: it is something else, as -linux. */
static size_t pre_release(const struct lexer *lx, const struct piece *p, size_t i)
{
	static const struct pl_str words[] = {{"rc", 2},   {"alpha", 5}, {"beta", 4},     {"pre", 3},  {"preview", 7}, {"dev", 3},
					      {"next", 4}, {"canary", 6}, {"snapshot", 8}, {"SNAPSHOT", 8}, {"RC", 2}};
	size_t word = i + 1, end;

	if (i == p->to || span(lx, word, p->to, ASCII_ALNUM | PL_B_DOT | PL_B_DASH | PL_B_PLUS) != p->to)
		return i;
	if (byte(lx, i) == '+')
		return word < p->to ? p->to : i;
	end = span(lx, word, p->to, PL_B_ASCII_ALPHA);
	for (size_t w = 0; byte(lx, i) == '-' && w < PL_LEN(words); w++)
		if (pl_str_eq(pl_str_sub(lx->key, word, end), words[w]))
			return p->to;
	return i;
}

/* Whether the number is a year, 2026.1.15: such parts are a date's. */
static bool is_year(const struct lexer *lx, size_t from, size_t to)
{
	return to - from == 4 && (byte(lx, from) == '1' || byte(lx, from) == '2');
}

/*
 * A version behind words, release-1.10.0, node18.2.0-rc.1, app-v1.9, that begins in `run`: the byte behind it, or 0, and
 * where it begins. It has three numbers, or a v and two: 1.5 is as well a size or a price.
 */
static size_t glued_version(struct lexer *lx, const struct piece *p, const struct item *run, size_t *from)
{
	size_t start = last_number(lx, run), i = run->to, parts = 1;
	bool prefix = start == run->from + 1 && (byte(lx, run->from) | 0x20) == 'v';

	if (start == run->to || i == p->to || byte(lx, i) != '.' || span(lx, run->from, start, PL_B_ALPHA) != start ||
	    (run->from > p->from && byte(lx, run->from - 1) == '.'))
		return 0;
	lx->by_value = true; /* zeros, and years */
	while (i < p->to && byte(lx, i) == '.') {
		size_t end = span(lx, i + 1, p->to, PL_B_DIGIT);

		if (end == i + 1)
			return 0;
		i = end;
		parts++;
	}
	if (parts + prefix < 3 || (i < p->to && class_of(lx, i) & PL_B_ALPHA) || is_year(lx, start, run->to) ||
	    is_in_groups(lx, start, i))
		return 0;
	*from = prefix ? run->from : start;
	if (*from == p->from)
		return 0;
	return i + 1 == p->to && byte(lx, i) == '~' ? p->to : pre_release(lx, p, i);
}

/* A run of a mask, or the version that it begins; returns the byte behind it. */
static size_t mask_item(struct mask *m, const struct piece *p, const struct item *item)
{
	size_t from, end = item->set & PL_B_DIGIT && p->set & PL_B_DOT ? glued_version(m->lx, p, item, &from) : 0;

	if (!end) {
		mask_run(m, item->from, item->to, item->set);
		return item->to;
	}
	mask_bytes(m, item->from, from);
	mask_value(m, from, end, PL_C_VERSION);
	return end;
}

static void mask_segment(struct lexer *lx, struct pl_segment *seg, const struct piece *p)
{
	struct mask m = {.lx = lx, .seg = seg, .text = lx->out->masks + lx->masks};
	const struct item *item = p->item, *last = item + p->nitems;
	size_t i = p->from, zeros = leading_zeros(lx, p);

	if (zeros > i) {
		mask_value(&m, i, zeros, PL_C_ZEROS);
		mask_run(&m, zeros, item->to, set_of(lx, zeros, item->to));
		i = item++->to;
	}
	while (i < p->to && !m.full) {
		if (item == last || i < item->from) {
			mask_bytes(&m, i, i + 1);
			i++;
			continue;
		}
		if (item->set & TOKEN) {
			mask_value(&m, item->from, item->to, item->class);
			i = item->to;
		} else {
			i = mask_item(&m, p, item);
		}
		while (item < last && item->from < i)
			item++;
	}
	if (m.full) {
		lx->out->nslots -= seg->nslots;
		seg->nslots = 0;
		whole(lx, seg, PL_C_TEXT);
		return;
	}
	seg->class = PL_C_MASK;
	seg->text = pl_str_of(m.text, m.len);
	lx->masks += m.len;
}

/* The class of a segment that is one value as a whole; PL_C_NONE for words and masks. */
static uint8_t whole_class(struct lexer *lx, const struct piece *p)
{
	unsigned set = p->set;

	if (set == PL_B_DIGIT)
		return PL_C_DIGITS;
	if (set & TOKEN)
		return p->item->from == p->from && p->item->to == p->to ? p->item->class : PL_C_NONE;
	if (set & PL_B_MARK)
		return PL_C_TEXT;
	if (set & PL_B_AT && is_mail(lx, p))
		return PL_C_MAIL;
	if (!(set & PL_B_DIGIT))
		return PL_C_NONE;
	if (byte(lx, p->from) == 'P' && is_duration(lx, p))
		return PL_C_DURATION;
	if (!(set & ~(unsigned)ASCII_ALNUM))
		return is_hexnum(lx, p) ? PL_C_HEXNUM : run_class(lx, p->from, p->to, set);
	if (set == (PL_B_DIGIT | PL_B_PLUS) && is_phone(lx, p))
		return PL_C_PHONE;
	if (set & PL_B_DOT && is_version(lx, p))
		return PL_C_VERSION;
	if (set & (PL_B_DOT | PL_B_DASH | PL_B_PLUS) && is_decimal(lx, p))
		return PL_C_DECIMAL;
	if (set & PL_B_OTHER && !(set & PL_B_ASCII_ALPHA) && has_decimal_comma(lx, p))
		return PL_C_DECIMAL;
	if (set & PL_B_OTHER && !(set & PL_B_ASCII_ALPHA) && is_place(lx, p))
		return PL_C_TEXT;
	if (set & PL_B_OTHER && is_padded_base64(lx, p))
		return PL_C_ID;
	if (set == (PL_B_DIGIT | PL_B_DASH) && is_signed(lx, p))
		return PL_C_SIGNED;
	if (set == (PL_B_DIGIT | PL_B_DASH) && is_isbn(lx, p))
		return PL_C_ID;
	if (set & PL_B_ASCII_ALPHA && is_joined_id(lx, p))
		return PL_C_ID;
	return PL_C_NONE;
}

static void add_segment(struct lexer *lx, const struct piece *p)
{
	struct pl_segment *seg = &lx->out->segment[lx->out->nsegments++];
	uint8_t class = whole_class(lx, p);

	*seg = (struct pl_segment){
		.from = (uint32_t)p->from,
		.to = (uint32_t)p->to,
		.slot = (uint8_t)lx->out->nslots,
		.plain = !(p->set & NOT_PLAIN),
	};
	if (class) {
		whole(lx, seg, class);
	} else if (!(p->set & (PL_B_DIGIT | TOKEN))) {
		seg->class = PL_C_WORD;
		seg->text = pl_str_sub(lx->key, p->from, p->to);
	} else if (p->set & PL_B_MARK) {
		whole(lx, seg, PL_C_TEXT);
	} else {
		mask_segment(lx, seg, p);
	}
}

/* ---- second walk ---- */

/*
 * Extends the piece, empty at its start, up to `sep` or the key's end; `sep`
 * may be -1.
 */
static void fill_piece(const struct lexer *lx, struct piece *p, int sep)
{
	const unsigned char *key = (const unsigned char *)lx->key.ptr;
	const struct item *item = p->item;
	size_t i = p->from, n = lx->key.len;
	unsigned set = 0;

	while (i < n) {
		if (i == item->from) {
			set |= item->set;
			i = item++->to;
			continue;
		}
		if (key[i] == sep)
			break;
		set |= pl_byte_class[key[i++]];
	}
	p->to = i;
	p->set = set & ~(7u << PL_B_WHICH);
	p->nitems = (size_t)(item - p->item);
}

static void split(struct lexer *lx, int sep)
{
	struct piece p = {.from = 0, .item = lx->item};

	lx->out->nsegments = lx->out->nslots = 0;
	lx->masks = 0;
	for (;;) {
		fill_piece(lx, &p, sep);
		if (p.to < lx->key.len && lx->out->nsegments == PL_MAX_SEGMENTS - 1) {
			p.to = lx->key.len;
			p.set = PL_B_MARK; /* text, whatever it holds */
		}
		add_segment(lx, &p);
		if (p.to == lx->key.len)
			return;
		p.from = p.to + 1;
		p.item += p.nitems;
	}
}

static bool holds_id(const struct lexer *lx, const struct pl_segment *seg)
{
	/* Base64 with its padding has no _. */
	if (seg->class == PL_C_ID && seg->to > seg->from && byte(lx, seg->to - 1) == '=')
		return false;
	if (seg->class == PL_C_ID || seg->class == PL_C_TEXT)
		return true;
	if (seg->class == PL_C_MASK)
		for (unsigned i = 0; i < seg->nslots; i++)
			if (lx->out->slot[seg->slot + i].class == PL_C_ID)
				return true;
	return false;
}

/* Whether the segment may be a part of base64. */
static bool is_base64(const struct lexer *lx, const struct pl_segment *seg)
{
	for (size_t i = seg->from; i < seg->to; i++)
		if (!(class_of(lx, i) & (ASCII_ALNUM | PL_B_PLUS)) && byte(lx, i) != '=')
			return false;
	return true;
}

/* Whether all slashes stand in base64 with its padding, behind a _ at the key's end: CVE-2026-24999_S/OJ8TywVMrTp3TUlRXQFQ== */
static bool ends_in_base64(const struct lexer *lx)
{
	struct piece p = {.to = lx->key.len};

	if (!p.to || byte(lx, p.to - 1) != '=')
		return false;
	for (p.from = p.to; p.from && byte(lx, p.from - 1) != '_'; p.from--)
		;
	return p.from && !memchr(lx->key.ptr, '/', p.from) && is_padded_base64(lx, &p);
}

/*
 * Whether `sep` cuts through what is more likely one opaque value: nanoids hold
 * '_' and '~', base64 holds '/'.
 */
static bool cuts_ids(const struct lexer *lx, char sep)
{
	const struct pl_lexed *out = lx->out;
	bool id = false;

	if (sep == '_' || sep == '~') {
		for (unsigned i = 0; i < out->nsegments; i++)
			if (holds_id(lx, &out->segment[i]))
				return true;
		return false;
	}
	if (sep != '/')
		return false;
	if (ends_in_base64(lx))
		return true;
	for (unsigned i = 0; i < out->nsegments; i++) {
		uint8_t class = out->segment[i].class;

		if (class != PL_C_ID && class != PL_C_TEXT && class != PL_C_WORD)
			return false;
		/* 53.0382,-171.5064/cmyb032w566994t7tvttlagcy */
		if (class == PL_C_TEXT && !is_base64(lx, &out->segment[i]))
			return false;
		id |= class == PL_C_ID;
	}
	return id;
}

void pl_lex(struct pl_str key, struct pl_lexed *out)
{
	struct lexer lx; /* its items are not worth clearing */

	lx.key = key;
	lx.out = out;
	lx.present = 0;
	lx.by_value = false;
	out->like = 0;
	out->ascii = pl_is_ascii(key);
	lx.tokens = lx.masks = lx.nitems = 0;
	find_items(&lx);
	for (size_t i = 0; separators[i]; i++) {
		if (!(lx.present & 1u << i))
			continue;
		split(&lx, (unsigned char)separators[i]);
		if (!cuts_ids(&lx, separators[i])) {
			out->sep = separators[i];
			out->by_classes = !lx.by_value;
			return;
		}
	}
	split(&lx, -1);
	out->sep = 0;
	out->by_classes = !lx.by_value;
}

const char *pl_class_name(enum pl_class class)
{
	switch (class) {
	case PL_C_NONE:
		return "<none>";
	case PL_C_WORD:
		return "<word>";
	case PL_C_MASK:
		return "<mask>";
	case PL_C_DIGITS:
		return "<number>";
	case PL_C_SIGNED:
		return "<signed>";
	case PL_C_DECIMAL:
		return "<decimal>";
	case PL_C_HEXNUM:
		return "<hex>";
	case PL_C_TIME:
		return "<time>";
	case PL_C_DURATION:
		return "<duration>";
	case PL_C_UUID:
		return "<uuid>";
	case PL_C_ULID:
		return "<ulid>";
	case PL_C_KSUID:
		return "<ksuid>";
	case PL_C_HEX:
		return "<hash>";
	case PL_C_ID:
		return "<id>";
	case PL_C_VERSION:
		return "<version>";
	case PL_C_PHONE:
		return "<phone>";
	case PL_C_ZEROS:
		return "<zeros>";
	case PL_C_TEXT:
		return "<text>";
	case PL_C_IP:
		return "<ip>";
	case PL_C_MAC:
		return "<mac>";
	case PL_C_URL:
		return "<url>";
	case PL_C_ARN:
		return "<arn>";
	case PL_C_MAIL:
		return "<mail>";
	}
	return "<none>";
}
