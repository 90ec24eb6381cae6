/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declared keys: whether two different things can have one key.
 *
 * Both questions are answered by showing such a key. Where none is found,
 * nothing is claimed: patterns in `chars` can be anything.
 */
#include "linter/base/buf.h"
#include "linter/context.h"
#include "linter/promise.h"

/* ---- what a value may be ---- */

static bool is_one_of(const struct pl_texts *texts, struct pl_str value)
{
	for (size_t i = 0; i < texts->count; i++)
		if (pl_str_eq(texts->text[i], value))
			return true;
	return false;
}

static bool holds(struct pl_str value, struct pl_str part)
{
	for (size_t i = 0; part.len && i + part.len <= value.len; i++)
		if (pl_str_starts(pl_str_sub(value, i, value.len), part))
			return true;
	return false;
}

static bool only(struct pl_str value, const char *more)
{
	for (size_t i = 0; i < value.len; i++)
		if (!pl_is_digit((unsigned char)value.ptr[i]) && !memchr(more, value.ptr[i], strlen(more)))
			return false;
	return value.len > 0;
}

/* An id or text of which nothing is said but its length. */
static bool is_anything(const struct pl_declared *field)
{
	return (field->type == PL_D_ID || field->type == PL_D_TEXT || field->type == PL_D_UNKNOWN) && !field->chars.len;
}

static bool is_padded(const struct pl_declared *field)
{
	return field->encode == PL_ENCODE_PADDED && (field->width || field->inverted.text.len);
}

static bool number_allows(const struct pl_declared *field, struct pl_str value)
{
	if (field->base != 10)
		return only(value, field->letters == PL_CASE_UPPER ? "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
								    : "abcdefghijklmnopqrstuvwxyz");
	if (!only(value, field->decimals ? "." : ""))
		return false;
	if (!is_padded(field) && field->encode != PL_ENCODE_LENGTH_PREFIX && value.len > 1 && *value.ptr == '0')
		return false;
	if (field->encode == PL_ENCODE_LENGTH_PREFIX || field->inverted.text.len)
		return true;
	if (field->offset.text.len || field->scale)
		return true;
	return pl_decimal_order(value, field->min.text) >= 0 &&
	       (!field->max.text.len || pl_decimal_order(value, field->max.text) <= 0);
}

static struct pl_pattern *pattern_of(struct pl_cx *cx, const struct pl_declared *field)
{
	struct pl_chars *chars = cx->chars;
	const char *why;
	size_t offset;

	while (chars && chars->field != field)
		chars = chars->next;
	if (!chars) {
		chars = PL_NEW(cx->judge->arena, struct pl_chars);
		*chars = (struct pl_chars){field, pl_pattern_new(cx->judge->arena, field->chars_whole, &why, &offset), cx->chars};
		cx->chars = chars;
	}
	return chars->pattern;
}

static bool pattern_allows(struct pl_cx *cx, const struct pl_declared *field, struct pl_str value)
{
	struct pl_pattern *pattern = pattern_of(cx, field);

	return pattern && pl_pattern_match(pattern, value) == PL_MATCH_YES;
}

/* Written as declared, and no such day as 30 February. */
static bool time_allows(const struct pl_declared *field, struct pl_str value)
{
	struct pl_time time;

	if (!field->format.nparts)
		return only(value, "");
	return pl_time_format_fits(&field->format, value) && (!pl_time_read(value, PL_MONTH_FIRST, &time) || time.valid);
}

static bool type_allows(struct pl_cx *cx, const struct pl_declared *field, struct pl_str value, struct pl_str delimiter)
{
	switch (field->type) {
	case PL_D_NUMBER:
		return number_allows(field, value);
	case PL_D_TIMESTAMP:
		return time_allows(field, value);
	case PL_D_ENUM:
		return is_one_of(&field->values, value);
	case PL_D_HASH:
		return only(value, "abcdefABCDEF");
	case PL_D_SNOWFLAKE:
		return only(value, "");
	case PL_D_GEOHASH:
		return only(value, "bcdefghjkmnpqrstuvwxyz");
	case PL_D_ID:
	case PL_D_TEXT:
		return field->chars.len ? pattern_allows(cx, field, value) : field->rest || !holds(value, delimiter);
	default: /* ids of one length, versions: letters, digits and few signs */
		return only(value, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-_.:+");
	}
}

bool pl_promise_allows(struct pl_cx *cx, const struct pl_declared *field, struct pl_str value, struct pl_str delimiter)
{
	unsigned least, most;

	if (is_one_of(&field->also, value))
		return true;
	pl_declared_bytes(field, &least, &most);
	return value.len >= PL_MAX(least, 1U) && (!most || value.len <= most) && type_allows(cx, field, value, delimiter);
}

bool pl_promise_holds(struct pl_cx *cx, const struct pl_declared *field, struct pl_str delimiter)
{
	static const char *const around[] = {"", "a", "A", "0"};

	for (size_t i = 0; i < field->values.count; i++)
		if (holds(field->values.text[i], delimiter))
			return true;
	for (size_t i = 0; i < PL_LEN(around) && field->chars.len; i++)
		if (pattern_allows(cx, field, pl_str_c(pl_text(cx, "%s%.*s%s", around[i], (int)delimiter.len, delimiter.ptr,
							       around[i]))))
			return true;
	return false;
}

/* ---- a value and the delimiter behind it ---- */

static unsigned least_bytes(const struct pl_declared *field)
{
	unsigned least, most;

	pl_declared_bytes(field, &least, &most);
	return PL_MAX(least, 1U);
}

/* The byte behind the field in its template; 0: nothing, or another value. */
static unsigned char byte_behind(const struct pl_field *field)
{
	const struct pl_template *template = field->entity ? field->entity->template : NULL;

	for (size_t i = 0; template && i + 1 < template->nparts; i++) {
		const struct pl_part *part = &template->parts[i], *next = part + 1;

		if (part->kind == PL_PART_VALUE && part->segment == field->segment && part->part == field->part)
			return next->kind == PL_PART_VALUE ? 0 : (unsigned char)*next->text.ptr;
	}
	return 0;
}

static struct pl_example crossing_of(struct pl_cx *cx, struct pl_str longer, struct pl_str shorter, unsigned char behind)
{
	return (struct pl_example){
		true,
		pl_str_c(pl_text(cx, "%.*s%c", (int)longer.len, longer.ptr, behind)),
		pl_str_c(pl_text(cx, "%.*s%c", (int)shorter.len, shorter.ptr, behind)),
	};
}

static struct pl_example crossing_words(struct pl_cx *cx, const struct pl_texts *values, unsigned char behind)
{
	for (size_t i = 0; i < values->count; i++)
		for (size_t k = 0; k < values->count; k++) {
			struct pl_str longer = values->text[i], shorter = values->text[k];

			if (longer.len > shorter.len && pl_str_starts(longer, shorter) &&
			    (unsigned char)longer.ptr[shorter.len] < behind)
				return crossing_of(cx, longer, shorter, behind);
		}
	return (struct pl_example){.some = false};
}

/* Some signs of one kind, and the same with a byte below `behind` and a further sign. */
static struct pl_example crossing_text(struct pl_cx *cx, const struct pl_declared *field, unsigned char behind)
{
	static const char *const kinds[] = {"aaaaaaaa", "AAAAAAAA", "00000000"};
	const unsigned least = least_bytes(field);

	for (unsigned char low = behind - 1; low >= ' '; low--)
		for (size_t i = 0; i < PL_LEN(kinds); i++) {
			struct pl_str signs = pl_str_c(kinds[i]), shorter, longer;

			if (least > signs.len)
				continue;
			shorter = pl_str_sub(signs, 0, least);
			longer = pl_str_c(pl_text(cx, "%.*s%c%c", (int)least, signs.ptr, low, *signs.ptr));
			if (pl_promise_allows(cx, field, shorter, PL_S("")) && pl_promise_allows(cx, field, longer, PL_S("")))
				return crossing_of(cx, longer, shorter, behind);
		}
	return (struct pl_example){.some = false};
}

struct pl_example pl_promise_crossing(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);
	unsigned char behind = byte_behind(field);

	if (!declared || declared->width || !behind)
		return (struct pl_example){.some = false};
	if (declared->type == PL_D_ENUM)
		return crossing_words(cx, &declared->values, behind);
	if (declared->type == PL_D_TEXT && declared->chars.len)
		return crossing_text(cx, declared, behind);
	return (struct pl_example){.some = false};
}

/* ---- two values side by side ---- */

static const struct pl_str no_text = {"", 0};

static bool is_fixed(const struct pl_declared *field)
{
	unsigned least, most;

	pl_declared_bytes(field, &least, &most);
	return least == most;
}

struct side_by_side {
	struct pl_cx *cx;
	const struct pl_declared *left, *right;
	struct pl_str delimiter;
};

/* Two borders in `text` with an allowed value on each side of both. */
static struct pl_splits splits_of(const struct side_by_side *s, struct pl_str text)
{
	struct pl_splits found = {.some = false};
	unsigned n = 0;

	for (size_t at = 1; at < text.len; at++) {
		struct pl_str left = pl_str_sub(text, 0, at), right = pl_str_sub(text, at, text.len);

		if (!pl_promise_allows(s->cx, s->left, left, s->delimiter) ||
		    !pl_promise_allows(s->cx, s->right, right, s->delimiter))
			continue;
		found.left[n] = left;
		found.right[n] = right;
		if (++n < 2)
			continue;
		found.some = true;
		return found;
	}
	return found;
}

/* `front`, `len` bytes of `fill` and `back` in a row; splits of that. */
static struct pl_splits try_text(const struct side_by_side *s, struct pl_str front, const char *fill, size_t len,
				 struct pl_str back)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_splits found;

	pl_buf_add(&text, front);
	pl_buf_add(&text, pl_str_of(fill, len));
	pl_buf_add(&text, back);
	found = splits_of(s, pl_arena_str(s->cx->judge->arena, pl_buf_str(&text)));
	pl_buf_release(&text);
	return found;
}

/*
 * Between a value of an enum at the left and one at the right, as far as there
 * are such: texts of letters, of capitals, of digits and of a sign, since
 * classes in `chars` mostly allow one of them.
 */
static struct pl_splits try_texts(const struct side_by_side *s, struct pl_str front, struct pl_str back)
{
	static const char *const rows[] = {
		"abcdefghijklmnopqrstuvwxyz0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
		"123412341234123412341234123412341234", "a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1",
		"------------------------------------", "____________________________________",
	};
	const size_t least = least_bytes(s->left) + least_bytes(s->right) + 1, given = front.len + back.len;
	struct pl_splits found = {.some = false};

	if (given)
		found = try_text(s, front, "", 0, back);
	for (size_t i = 0; i < PL_LEN(rows) && !found.some; i++)
		for (size_t more = 0; more < 3 && !found.some; more++) {
			size_t len = PL_MAX(least + more, given + 1) - given;

			if (len <= strlen(rows[i]))
				found = try_text(s, front, rows[i], len, back);
		}
	return found;
}

struct pl_splits pl_promise_splits(struct pl_cx *cx, const struct pl_declared *left, const struct pl_declared *right,
				   struct pl_str delimiter)
{
	const struct side_by_side s = {cx, left, right, delimiter};
	const struct pl_texts none = {.text = &no_text, .count = 1};
	const struct pl_texts *fronts = left->type == PL_D_ENUM ? &left->values : &none;
	const struct pl_texts *backs = right->type == PL_D_ENUM ? &right->values : &none;
	struct pl_splits found = {.some = false};

	if (is_fixed(left) || is_fixed(right) || left->type == PL_D_UNKNOWN || right->type == PL_D_UNKNOWN)
		return found;
	for (size_t i = 0; i < fronts->count && !found.some; i++)
		for (size_t k = 0; k < backs->count && !found.some; k++)
			found = try_texts(&s, fronts->text[i], backs->text[k]);
	return found;
}

/* ---- two entities ---- */

/* A value that stands for literals or for a value of the other entity: one name, one value. */
struct bound {
	const struct pl_schema_entity *entity;
	struct pl_str name, text;
};

struct meeting {
	struct pl_cx *cx;
	const struct pl_schema_entity *entity[2];
	PL_VEC(struct bound) bound;
	struct pl_buf key; /* what both templates give, so far */
};

static bool bind(struct meeting *m, unsigned side, struct pl_str name, struct pl_str text)
{
	for (size_t i = 0; i < m->bound.len; i++)
		if (m->bound.ptr[i].entity == m->entity[side] && pl_str_eq(m->bound.ptr[i].name, name))
			return pl_str_eq(m->bound.ptr[i].text, text);
	PL_PUSH(&m->bound, (struct bound){m->entity[side], name, text});
	return true;
}

/* Some value of the field that padding or a pattern cannot refuse; empty: none is known. */
static struct pl_str sample_of(struct pl_cx *cx, const struct pl_declared *field, struct pl_str delimiter)
{
	static const char *const rows[] = {
		"abcdefghijklmnopqrstuvwxyz0123456789", "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789",
		"000000000000000000000000000000000001", "123456789012345678901234567890123456",
	};
	size_t least = least_bytes(field);

	if (field->example.len && pl_promise_allows(cx, field, field->example, delimiter))
		return field->example;
	if (field->type == PL_D_TIMESTAMP && field->format.nparts)
		return pl_promised_time(cx, field);
	if (field->type == PL_D_ENUM)
		return field->values.count ? field->values.text[0] : pl_str_of(NULL, 0);
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_str row = pl_str_c(rows[i]), text;

		if (least > row.len)
			continue;
		/* A padded number ends in its digits. */
		text = *row.ptr == '0' ? pl_str_sub(row, row.len - least, row.len) : pl_str_sub(row, 0, least);
		if (pl_promise_allows(cx, field, text, delimiter))
			return text;
	}
	return pl_str_of(NULL, 0);
}

/* A value that both fields allow; empty: none is known, and then nothing is claimed. */
static struct pl_str common_value(struct pl_cx *cx, const struct pl_declared *a, const struct pl_declared *b,
				  struct pl_str delimiter)
{
	struct pl_str text;

	if (a->type != b->type && !(is_anything(a) && is_anything(b)) && !a->chars.len && !b->chars.len)
		return pl_str_of(NULL, 0);
	if (a->type == PL_D_UNKNOWN || b->type == PL_D_UNKNOWN)
		return pl_str_of(NULL, 0);
	if ((a->type == PL_D_ENUM && is_anything(b)) || (b->type == PL_D_ENUM && is_anything(a)))
		return pl_str_of(NULL, 0);
	for (size_t i = 0; i < a->values.count; i++)
		if (pl_promise_allows(cx, b, a->values.text[i], delimiter))
			return a->values.text[i];
	text = sample_of(cx, a, delimiter);
	if (text.len && pl_promise_allows(cx, b, text, delimiter))
		return text;
	text = sample_of(cx, b, delimiter);
	return text.len && pl_promise_allows(cx, a, text, delimiter) ? text : pl_str_of(NULL, 0);
}

/* One value, written in one way, that both keys are about. */
static bool same_thing(const struct pl_part *a, const struct pl_part *b)
{
	return a->base && a->base == b->base && pl_str_eq(a->text, b->text) && a->spec != PL_SPEC_ENCODING &&
	       b->spec != PL_SPEC_ENCODING;
}

static bool values_meet(struct meeting *m, const struct pl_part *a, const struct pl_part *b, struct pl_str delimiter)
{
	struct pl_str text;

	if (!a->field || !b->field)
		return false;
	if (same_thing(a, b)) {
		text = pl_str_c(pl_arena_printf(m->cx->judge->arena, "<%.*s>", (int)a->text.len, a->text.ptr));
	} else if (a->field->unique && b->field->unique) {
		return false; /* each is given once, to one thing */
	} else {
		text = common_value(m->cx, a->field, b->field, delimiter);
	}
	pl_buf_add(&m->key, text);
	return text.len && bind(m, 0, a->text, text) && bind(m, 1, b->text, text);
}

static bool value_is(struct meeting *m, unsigned side, const struct pl_part *value, struct pl_str literal,
		     struct pl_str delimiter)
{
	pl_buf_add(&m->key, literal);
	return value->field && !is_anything(value->field) && !value->field->unique &&
	       pl_promise_allows(m->cx, value->field, literal, delimiter) && bind(m, side, value->text, literal);
}

/* The parts of one segment, without its delimiter. */
struct segment {
	const struct pl_part *parts;
	size_t count;
};

static struct segment segment_of(const struct pl_template *template, unsigned number)
{
	struct segment s = {.parts = template->parts};

	for (size_t i = 0; i < template->nparts; i++) {
		const struct pl_part *part = &template->parts[i];

		if (part->segment != number || part->kind == PL_PART_DELIMITER)
			continue;
		if (!s.count)
			s.parts = part;
		s.count++;
	}
	return s;
}

static bool is_value(struct segment s)
{
	return s.count == 1 && s.parts->kind == PL_PART_VALUE;
}

/* Literals next to each other are one part after binding. */
static bool is_literal(struct segment s)
{
	return s.count == 0 || (s.count == 1 && s.parts->kind == PL_PART_LITERAL);
}

static struct pl_str literal_of(struct segment s)
{
	return s.count ? s.parts->text : pl_str_of(NULL, 0);
}

/* Part by part: `p_<n>` with `p_<m>`. */
static bool parts_meet(struct meeting *m, struct segment a, struct segment b, struct pl_str delimiter)
{
	bool meet = a.count == b.count;

	for (size_t i = 0; i < a.count && meet; i++) {
		if (a.parts[i].kind != b.parts[i].kind)
			return false;
		if (a.parts[i].kind == PL_PART_VALUE) {
			meet = values_meet(m, &a.parts[i], &b.parts[i], delimiter);
		} else {
			pl_buf_add(&m->key, a.parts[i].text);
			meet = pl_str_eq(a.parts[i].text, b.parts[i].text);
		}
	}
	return meet;
}

static bool segments_meet(struct meeting *m, struct segment a, struct segment b, struct pl_str delimiter)
{
	if (is_value(a) && is_literal(b))
		return value_is(m, 0, a.parts, literal_of(b), delimiter);
	if (is_value(b) && is_literal(a))
		return value_is(m, 1, b.parts, literal_of(a), delimiter);
	return parts_meet(m, a, b, delimiter);
}

static bool templates_meet(struct meeting *m, const struct pl_template *a, const struct pl_template *b)
{
	pl_buf_clear(&m->key);
	if (a->segments != b->segments || !pl_str_eq(a->delimiter, b->delimiter))
		return false;
	for (unsigned i = 1; i <= a->segments; i++) {
		if (i > 1)
			pl_buf_add(&m->key, a->delimiter);
		if (!segments_meet(m, segment_of(a, i), segment_of(b, i), a->delimiter))
			return false;
	}
	return true;
}

static bool keys_meet(struct meeting *m, struct pl_str attribute, struct pl_str *out)
{
	const struct pl_schema_key *a = pl_entity_key(m->entity[0], attribute);
	const struct pl_schema_key *b = pl_entity_key(m->entity[1], attribute);

	if (!a || !b || !templates_meet(m, &a->main, &b->main))
		return false;
	*out = pl_arena_str(m->cx->judge->arena, pl_buf_str(&m->key));
	return true;
}

struct pl_common_key pl_promise_common(struct pl_cx *cx, const struct pl_schema_entity *a,
				       const struct pl_schema_entity *b, struct pl_str pk, struct pl_str sk)
{
	struct meeting m = {.cx = cx, .entity = {a, b}};
	struct pl_common_key common = {.some = false};

	common.some = keys_meet(&m, pk, &common.pk) && (!sk.len || keys_meet(&m, sk, &common.sk));
	PL_VEC_RELEASE(&m.bound);
	pl_buf_release(&m.key);
	return common;
}
