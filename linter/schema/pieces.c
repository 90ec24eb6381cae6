/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/schema/pieces.h"

#include "linter/base/buf.h"
#include "linter/schema/nodes.h"

struct cutting {
	PL_VEC(struct pl_piece) pieces;
	const struct pl_template *template;
	const struct pl_part *part;
};

/* ---- sets of bytes ---- */

static void add_byte(struct pl_byteset *set, unsigned char byte)
{
	set->bits[byte / 64] |= UINT64_C(1) << byte % 64;
}

static void remove_byte(struct pl_byteset *set, unsigned char byte)
{
	set->bits[byte / 64] &= ~(UINT64_C(1) << byte % 64);
}

static void add_range(struct pl_byteset *set, unsigned char from, unsigned char to)
{
	const struct pl_byteset below = pl_bytes_below(from), until = pl_bytes_below(to + 1U);

	for (size_t i = 0; i < PL_LEN(set->bits); i++)
		set->bits[i] |= until.bits[i] & ~below.bits[i];
}

static void add_bytes(struct pl_byteset *set, const char *bytes)
{
	for (; *bytes; bytes++)
		add_byte(set, (unsigned char)*bytes);
}

static void add_all(struct pl_byteset *set, const struct pl_byteset *more)
{
	for (size_t i = 0; i < PL_LEN(set->bits); i++)
		set->bits[i] |= more->bits[i];
}

enum { DIGITS = 1, UPPER = 2, LOWER = 4, HEX = 8, PRINTED = 16 };

static struct pl_byteset set_of(unsigned classes, const char *more)
{
	struct pl_byteset set = {{0}};

	if (classes & (DIGITS | HEX))
		add_range(&set, '0', '9');
	if (classes & UPPER)
		add_range(&set, 'A', 'Z');
	if (classes & LOWER)
		add_range(&set, 'a', 'z');
	if (classes & HEX) {
		add_range(&set, 'A', 'F');
		add_range(&set, 'a', 'f');
	}
	if (classes & PRINTED)
		add_range(&set, ' ', 0xff);
	add_bytes(&set, more);
	return set;
}

/* What a value without `chars` may hold: anything that is printed but the delimiter. */
static struct pl_byteset any_of(const struct cutting *c)
{
	struct pl_byteset set = set_of(PRINTED, "");

	if (c->template->delimiter.len == 1 && !c->part->field->rest)
		remove_byte(&set, (unsigned char)*c->template->delimiter.ptr);
	return set;
}

/* ---- pieces ---- */

static struct pl_piece *push(struct cutting *c, struct pl_piece piece)
{
	piece.part = c->part;
	PL_PUSH(&c->pieces, piece);
	return &c->pieces.ptr[c->pieces.len - 1];
}

static void push_text(struct cutting *c, struct pl_str text)
{
	push(c, (struct pl_piece){.kind = PL_B_TEXT, .text = text, .least = (unsigned)text.len, .most = (unsigned)text.len});
}

static struct pl_piece *push_set(struct cutting *c, struct pl_byteset set, unsigned least, unsigned most)
{
	return push(c, (struct pl_piece){.kind = least == most && most ? PL_B_FIXED : PL_B_OPEN, .least = least, .most = most,
					 .set = set});
}

/* ---- numbers ---- */

static void cut_number(struct cutting *c)
{
	const struct pl_declared *field = c->part->field;
	struct pl_byteset set = set_of(field->base == 10 ? DIGITS : field->base == 16 ? HEX : DIGITS | UPPER | LOWER, "");
	const bool negative = field->min.text.len && *field->min.text.ptr == '-' && field->sign == PL_SIGN_NONE;
	unsigned least, most;
	struct pl_piece *piece;

	pl_declared_bytes(field, &least, &most);
	if (field->decimals)
		add_byte(&set, '.');
	if (negative)
		add_byte(&set, '-');
	if (field->sign == PL_SIGN_COMPLEMENT)
		add_bytes(&set, "npNP-+");
	if (field->width)
		add_byte(&set, (unsigned char)field->pad);
	if (negative && !field->width && most)
		most++;
	piece = push_set(c, set, least, most);
	piece->closed = field->encode == PL_ENCODE_LENGTH_PREFIX;
}

/* ---- times ---- */

static void cut_time_part(struct cutting *c, const struct pl_time_part *part)
{
	struct pl_byteset set = set_of(DIGITS, "");

	if (part->unit == PL_TP_LITERAL || part->unit == PL_TP_ZULU) {
		push_text(c, part->literal);
		return;
	}
	if (part->unit == PL_TP_OFFSET)
		set = set_of(DIGITS, "+-:");
	else if (part->unit == PL_TP_MONTH_NAME || part->unit == PL_TP_DAY_NAME || part->unit == PL_TP_HALF)
		set = set_of(UPPER | LOWER, "");
	push_set(c, set, part->least, part->most)->unit = part->unit;
}

static void cut_time(struct cutting *c)
{
	const struct pl_declared *field = c->part->field;
	unsigned least, most;

	if (field->format.nparts == 0) {
		pl_declared_bytes(field, &least, &most);
		push_set(c, set_of(DIGITS, ""), least, most);
		return;
	}
	for (size_t i = 0; i < field->format.nparts; i++)
		cut_time_part(c, &field->format.parts[i]);
}

/* ---- `chars` ---- */

/*
 * As much of a pattern as people write of ids: characters, classes, \d and \w,
 * a count behind each. Anything else is left to say nothing.
 */
struct pattern {
	struct pl_str text;
	size_t at;
};

static bool more(const struct pattern *p)
{
	return p->at < p->text.len;
}

static unsigned char take(struct pattern *p)
{
	return more(p) ? (unsigned char)p->text.ptr[p->at++] : 0;
}

static bool take_escape(struct pattern *p, struct pl_byteset *set)
{
	unsigned char c = take(p);
	struct pl_byteset class = set_of(c == 'd' ? DIGITS : DIGITS | UPPER | LOWER, c == 'w' ? "_" : "");

	if (c == 'd' || c == 'w')
		add_all(set, &class);
	else if (!c || pl_is_alpha(c) || pl_is_digit(c))
		return false;
	else
		add_byte(set, c);
	return true;
}

/* Behind "[". */
static bool take_class(struct pattern *p, struct pl_byteset *set)
{
	bool first = true;

	if (more(p) && p->text.ptr[p->at] == '^')
		return false;
	for (;; first = false) {
		unsigned char c = take(p);

		if (c == 0 || c >= 0x80 || c == '[')
			return false;
		if (c == ']' && !first)
			return true;
		if (c == '\\') {
			if (!take_escape(p, set))
				return false;
		} else if (p->at + 1 < p->text.len && p->text.ptr[p->at] == '-' && p->text.ptr[p->at + 1] != ']') {
			unsigned char to = (unsigned char)p->text.ptr[p->at + 1];

			if (to < c || to >= 0x80 || to == '\\' || to == '[')
				return false;
			add_range(set, c, to);
			p->at += 2;
		} else {
			add_byte(set, c);
		}
	}
}

static bool take_element(struct pattern *p, struct pl_byteset *set)
{
	unsigned char c = take(p);

	if (c == '[')
		return take_class(p, set);
	if (c == '\\')
		return take_escape(p, set);
	if (c == 0 || c >= 0x80 || memchr("(){}*+?|^$.", c, 11))
		return false;
	add_byte(set, c);
	return true;
}

static bool take_number(struct pattern *p, unsigned *out)
{
	size_t from = p->at;

	for (*out = 0; more(p) && pl_is_digit((unsigned char)p->text.ptr[p->at]) && *out <= 1024; p->at++)
		*out = *out * 10 + (unsigned)(p->text.ptr[p->at] - '0');
	return p->at > from && *out <= 1024;
}

/* {4}, {2,8}, {2,}, ?, *, + or nothing. */
static bool take_count(struct pattern *p, unsigned *least, unsigned *most)
{
	char c = more(p) ? p->text.ptr[p->at] : '\0';

	*least = *most = 1;
	if (c == '\0' || !memchr("{?*+", c, 4))
		return true;
	p->at++;
	if (c != '{') {
		*least = c == '+';
		*most = c == '?';
		return true;
	}
	if (!take_number(p, least))
		return false;
	*most = *least;
	if (more(p) && p->text.ptr[p->at] == ',') {
		p->at++;
		*most = 0;
		if (more(p) && p->text.ptr[p->at] != '}' && !take_number(p, most))
			return false;
	}
	return take(p) == '}' && (*least || *most);
}

/* False when the pattern says more than pieces can; nothing is pushed then. */
static bool cut_chars(struct cutting *c)
{
	struct pattern p = {c->part->field->chars, 0};
	const size_t before = c->pieces.len;
	unsigned least, most;
	size_t behind_first = 0;

	while (more(&p)) {
		struct pl_byteset set = {{0}};

		if (!take_element(&p, &set)) {
			c->pieces.len = before;
			return false;
		}
		behind_first = behind_first ? behind_first : p.at;
		if (!take_count(&p, &least, &most)) {
			c->pieces.len = before;
			return false;
		}
		push_set(c, set, least, most);
	}
	if (c->pieces.len != before + 1 || behind_first != p.text.len)
		return true;
	/* One class is said of each character, however many there are. */
	pl_declared_bytes(c->part->field, &least, &most);
	c->pieces.ptr[before].kind = least == most && most ? PL_B_FIXED : PL_B_OPEN;
	c->pieces.ptr[before].least = least;
	c->pieces.ptr[before].most = most;
	return true;
}

/* ---- everything else ---- */

static struct pl_byteset letters_of(const struct pl_declared *field)
{
	switch (field->type) {
	case PL_D_ULID:
	case PL_D_KSUID:
		return set_of(DIGITS | UPPER | LOWER, "");
	case PL_D_UUID:
	case PL_D_UUID1:
	case PL_D_UUID6:
	case PL_D_UUID7:
		return set_of(HEX, "-");
	case PL_D_OBJECTID:
		return set_of(HEX, "");
	case PL_D_SNOWFLAKE:
		return set_of(DIGITS, "");
	case PL_D_NANOID:
		return set_of(DIGITS | UPPER | LOWER, "_-");
	case PL_D_GEOHASH:
		return set_of(DIGITS | LOWER, "");
	case PL_D_HASH:
		return set_of(DIGITS | UPPER | LOWER, "+/=_-");
	case PL_D_VERSION:
		return set_of(DIGITS | UPPER | LOWER, ".-+~_");
	default:
		return set_of(PRINTED, "");
	}
}

/* Values that begin with their time, or with the coarser place. */
static bool is_coarse(enum pl_field_type type)
{
	switch (type) {
	case PL_D_ULID:
	case PL_D_KSUID:
	case PL_D_UUID6:
	case PL_D_UUID7:
	case PL_D_OBJECTID:
	case PL_D_GEOHASH:
	case PL_D_HLC:
		return true;
	default:
		return false;
	}
}

static void cut_letters(struct cutting *c)
{
	const struct pl_declared *field = c->part->field;
	const bool any = field->type == PL_D_ID || field->type == PL_D_TEXT || field->type == PL_D_HLC ||
			 field->type == PL_D_UNKNOWN;
	unsigned least, most;

	if (field->chars.len && cut_chars(c))
		return;
	pl_declared_bytes(field, &least, &most);
	push_set(c, any ? any_of(c) : letters_of(field), least, most)->coarse = is_coarse(field->type);
}

static void cut_value(struct cutting *c)
{
	const struct pl_declared *field = c->part->field;

	switch (field->type) {
	case PL_D_NUMBER:
		cut_number(c);
		return;
	case PL_D_TIMESTAMP:
		cut_time(c);
		return;
	case PL_D_ENUM:
		push(c, (struct pl_piece){.kind = PL_B_WORDS, .words = &field->values});
		pl_declared_bytes(field, &c->pieces.ptr[c->pieces.len - 1].least, &c->pieces.ptr[c->pieces.len - 1].most);
		return;
	default:
		cut_letters(c);
		return;
	}
}

void pl_pieces_of(struct pl_arena *arena, const struct pl_template *template, struct pl_pieces *out)
{
	struct cutting c = {.template = template};

	if (template->pieces) {
		*out = *template->pieces;
		return;
	}
	for (size_t i = 0; i < template->nparts; i++) {
		size_t before = c.pieces.len;

		c.part = &template->parts[i];
		if (c.part->kind == PL_PART_VALUE && c.part->field)
			cut_value(&c);
		else if (c.part->kind != PL_PART_VALUE)
			push_text(&c, c.part->text);
		if (c.pieces.len > before) {
			c.pieces.ptr[before].begins = true;
			c.pieces.ptr[c.pieces.len - 1].ends = true;
		}
	}
	*out = (struct pl_pieces){template, PL_KEEP(arena, &c.pieces), c.pieces.len};
	PL_VEC_RELEASE(&c.pieces);
}

/* ---- asking ---- */

struct pl_byteset pl_piece_first(const struct pl_piece *piece)
{
	struct pl_byteset set = piece->set;

	if (piece->kind == PL_B_TEXT && piece->text.len)
		add_byte(&set, (unsigned char)*piece->text.ptr);
	for (size_t i = 0; piece->kind == PL_B_WORDS && i < piece->words->count; i++)
		if (piece->words->text[i].len)
			add_byte(&set, (unsigned char)*piece->words->text[i].ptr);
	return set;
}

static bool same_amount(const struct pl_amount *a, const struct pl_amount *b)
{
	return pl_str_eq(a->text, b->text);
}

static bool same_number(const struct pl_declared *a, const struct pl_declared *b)
{
	return a->width == b->width && a->encode == b->encode && a->decimals == b->decimals && a->pad == b->pad &&
	       a->sign == b->sign && a->scale == b->scale && a->base == b->base && same_amount(&a->offset, &b->offset) &&
	       same_amount(&a->inverted, &b->inverted);
}

static bool same_format(const struct pl_declared *a, const struct pl_declared *b)
{
	if (a->format.encoding != b->format.encoding || a->format.nparts != b->format.nparts || a->width != b->width ||
	    !same_amount(&a->inverted, &b->inverted))
		return false;
	for (size_t i = 0; i < a->format.nparts; i++)
		if (a->format.parts[i].unit != b->format.parts[i].unit ||
		    !pl_str_eq(a->format.parts[i].literal, b->format.parts[i].literal))
			return false;
	return true;
}

bool pl_same_encoding(const struct pl_declared *a, const struct pl_declared *b)
{
	unsigned least[2], most[2];

	if (a == b)
		return true;
	if (a->type != b->type)
		return false;
	if (a->type == PL_D_NUMBER)
		return same_number(a, b);
	if (a->type == PL_D_TIMESTAMP)
		return same_format(a, b);
	pl_declared_bytes(a, &least[0], &most[0]);
	pl_declared_bytes(b, &least[1], &most[1]);
	return least[0] == least[1] && most[0] == most[1];
}
