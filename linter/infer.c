/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/infer.h"

#include "linter/base/arena.h"
#include "linter/base/json.h"
#include "linter/key/lex.h"
#include "linter/key/same.h"
#include "linter/key/value.h"
#include "linter/rule.h"
#include "linter/schema/format.h"
#include "linter/schema/template.h"

/* Bytes of a name, as keys.yaml takes them. */
enum { NAME = 64 };

/* A value that templates name: a field, or words inside a segment that no rule looks at. */
struct value {
	const struct pl_field *field; /* NULL: such words, or all that follows */
	const struct pl_field *spot;  /* of words: the field they stand beside */
	size_t at;                    /* of words: byte of the path */
	const char *name;
	bool rest;
	bool joined, text;            /* values of another kind stand there, too; some of them are text */
	bool unsaid;                  /* a person has to say what it is: a type would hide, or add to, what was told of it */
	const struct pl_vocabulary *words; /* of literals that were told of, or are too long for such; else NULL */
};

typedef PL_VEC(struct value) values;
typedef PL_VEC(const char *) names;

struct piece {
	struct pl_str text; /* literal; empty for a value */
	size_t value;       /* index in `values` */
};

/* One template to be written. */
struct layout {
	const struct pl_entity *entity;
	const char *name;
	PL_VEC(struct piece) pieces;
	uint64_t keys;
	char delimiter;
	bool any_word;      /* the word that it is called by is one of many */
};

struct infer {
	struct pl_arena *arena;
	const struct pl_result *result;
	const struct pl_keys *keys; /* the table */
	const struct pl_infer_types *types;
	struct pl_buf *out;
	values values;
	names field_names, entity_names;
	PL_VEC(struct layout) layouts;
	size_t unwritable, misspelt; /* entities left out */
	uint64_t unwritable_keys;
	char delimiter;             /* of most keys */
};

/* ---- YAML ---- */

static bool is_indicator(char c)
{
	return strchr("-?:,[]{}#&*!|>'\"%@`=~", c) != NULL;
}

static bool needs_quotes(struct pl_str s, bool flow)
{
	if (pl_str_eq(s, PL_S("null")) || pl_str_eq(s, PL_S("Null")) || pl_str_eq(s, PL_S("NULL")))
		return true;
	if (s.len == 0 || is_indicator(s.ptr[0]) || s.ptr[0] == ' ' || s.ptr[s.len - 1] == ' ' || s.ptr[s.len - 1] == ':')
		return true;
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (c < ' ' || c >= 0x7f || (flow && strchr(",[]{}\"'", c)))
			return true;
		/* The last byte is no colon. */
		if (c == ':' && (s.ptr[i + 1] == ' ' || (flow && !pl_is_alpha((unsigned char)s.ptr[i + 1]))))
			return true;
		if (c == '#' && i > 0 && s.ptr[i - 1] == ' ')
			return true;
	}
	return false;
}

void pl_infer_scalar(struct pl_buf *out, struct pl_str s, bool flow)
{
	if (!needs_quotes(s, flow)) {
		pl_buf_add(out, s);
		return;
	}
	pl_buf_addc(out, '"');
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (c == '"' || c == '\\')
			pl_buf_printf(out, "\\%c", c);
		else if (c < ' ' || c == 0x7f)
			pl_buf_printf(out, "\\x%02X", c);
		else
			pl_buf_addc(out, (char)c);
	}
	pl_buf_addc(out, '"');
}

static void add_scalar(struct infer *in, struct pl_str s, bool flow)
{
	pl_infer_scalar(in->out, s, flow);
}

/* ---- names ---- */

static bool is_name_byte(char c)
{
	return pl_is_alpha((unsigned char)c) || pl_is_digit((unsigned char)c);
}

static bool has_lower(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (pl_is_lower((unsigned char)s.ptr[i]))
			return true;
	return false;
}

/*
 * Words put together: "ORDER#ITEM" is OrderItem or orderItem. Words that have
 * small letters keep what they have. Empty: there is no letter to begin with.
 */
static char *camel(struct infer *in, struct pl_str words, bool capital)
{
	struct pl_buf out = PL_BUF_INIT;
	const bool keep = has_lower(words);
	bool begin = true;
	char *name;

	for (size_t i = 0; i < words.len && out.len < NAME - 8; i++) {
		char c = words.ptr[i];

		if (!is_name_byte(c) || (out.len == 0 && !pl_is_alpha((unsigned char)c))) {
			begin = true;
			continue;
		}
		if (pl_is_alpha((unsigned char)c) && begin)
			c = (char)(out.len == 0 && !capital ? pl_lower((unsigned char)c)
				   : pl_is_lower((unsigned char)c) ? c - 32 : c);
		else if (!keep)
			c = (char)pl_lower((unsigned char)c);
		begin = false;
		pl_buf_addc(&out, c);
	}
	name = pl_arena_cstr(in->arena, out.len ? out.ptr : "");
	pl_buf_release(&out);
	return name;
}

static bool is_taken(const names *list, const char *name)
{
	for (size_t i = 0; i < list->len; i++)
		if (pl_str_eq(pl_str_c(list->ptr[i]), pl_str_c(name)))
			return true;
	return false;
}

/* The name, with a number behind it when it is taken. */
static const char *unique(struct infer *in, names *list, const char *wanted)
{
	const char *name = wanted;

	for (unsigned n = 2; is_taken(list, name); n++)
		name = pl_arena_printf(in->arena, "%s%u", wanted, n);
	PL_PUSH(list, name);
	return name;
}

/* What a value is called when nothing labels it. */
static const char *kind_name(enum pl_kind kind)
{
	switch (kind) {
	case PL_K_TIMESTAMP:
		return "at";
	case PL_K_NUMBER:
	case PL_K_SIGNED:
	case PL_K_HEXNUMBER:
	case PL_K_MIRRORED:
		return "n";
	case PL_K_DECIMAL:
		return "amount";
	case PL_K_YEAR:
		return "year";
	case PL_K_MONTH:
		return "month";
	case PL_K_DAY:
		return "day";
	case PL_K_VERSION:
		return "version";
	case PL_K_DURATION:
		return "duration";
	case PL_K_UUID:
	case PL_K_ULID:
	case PL_K_KSUID:
	case PL_K_ID:
		return "id";
	case PL_K_HASH:
		return "hash";
	case PL_K_WORD:
		return "word";
	case PL_K_PHONE:
		return "phone";
	case PL_K_IP:
		return "ip";
	case PL_K_MAC:
		return "mac";
	case PL_K_URL:
		return "url";
	case PL_K_ARN:
		return "arn";
	case PL_K_MAIL:
		return "mail";
	case PL_K_NONE:
	case PL_K_TEXT:
	case PL_K_ZEROS:
	case PL_KINDS:
		break;
	}
	return "text";
}

/*
 * The unit of digits that count from 1970, all of one width: others are first of all numbers that need one. Of several
 * units it is the finest, to which the others are to be multiplied.
 */
static enum pl_epoch epoch_of(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	enum pl_epoch finest = PL_EPOCH_NONE;

	if (field->kind != PL_K_NUMBER)
		return PL_EPOCH_NONE;
	for (size_t i = 0; i < seen->nwidths && seen->epochs_mixed; i++)
		finest = PL_MAX(finest, pl_epoch_of(seen->widths[i].least, seen->widths[i].least));
	return seen->epochs_mixed ? finest : seen->min_len == seen->max_len ? seen->epoch : PL_EPOCH_NONE;
}

static bool is_epoch(const struct pl_field *field)
{
	return epoch_of(field) != PL_EPOCH_NONE;
}

/* A value directly behind its label has its name; times and dates are named for what they are. */
static const char *wanted_name(struct infer *in, const struct pl_field *field)
{
	const char *label;

	if (field->kind == PL_K_NUMBER && field->observed->epoch != PL_EPOCH_NONE)
		return "at";
	if (field->kind == PL_K_TIMESTAMP || field->kind == PL_K_YEAR || field->kind == PL_K_MONTH || field->kind == PL_K_DAY)
		return kind_name(field->kind);
	/* The label of a value further left is not this one's. */
	if (!field->label.len || (field->before && !field->label_glued &&
				  pl_str_eq(field->before->label, field->label)))
		return kind_name(field->kind);
	label = camel(in, field->label, false);
	return *label ? label : kind_name(field->kind);
}

/* ---- what was found ---- */

static bool is_code(const struct pl_finding *finding, const char *code)
{
	return pl_str_eq(pl_str_c(finding->rule->code), pl_str_c(code));
}

/* The worst that was said of a field, by one rule or (NULL) by any that looks at numbers. */
static enum pl_level worst(const struct infer *in, const struct pl_field *field, const char *code)
{
	enum pl_level level = PL_OFF;

	for (size_t i = 0; i < in->result->nfindings; i++) {
		const struct pl_finding *f = &in->result->findings[i];

		if (f->field == field && (code ? is_code(f, code) : pl_str_starts(pl_str_c(f->rule->code), PL_S("PL10"))))
			level = PL_MAX(level, f->level);
	}
	return level;
}

/* A label that is one letter away from a frequent one, or a key that is two in one, is no entity but a fault. */
static bool is_misspelt(const struct infer *in, const struct pl_entity *entity)
{
	for (size_t i = 0; i < in->result->nfindings; i++)
		if (in->result->findings[i].entity == entity && is_code(&in->result->findings[i], "PL406") &&
		    in->result->findings[i].level > PL_INFO)
			return true;
	return false;
}

/* ---- values ---- */

/*
 * What is declared as a ULID, KSUID or UUID is judged by that, value by value. Where some cannot be one and nobody was told,
 * the column only looks like it.
 */
static bool only_looks_like(const struct infer *in, const struct pl_field *field)
{
	return pl_marked_as(field->observed, PL_M_BAD_ID) && worst(in, field, "PL403") == PL_OFF;
}

/* Kinds that are declared as text. */
static bool is_text(const struct pl_field *field)
{
	switch (field->kind) {
	case PL_K_WORD:
	case PL_K_TEXT:
	case PL_K_PHONE:
	case PL_K_ZEROS:
	case PL_K_IP:
	case PL_K_MAC:
	case PL_K_URL:
	case PL_K_ARN:
	case PL_K_MAIL:
		return true;
	default:
		return false;
	}
}

/*
 * Digits of several widths, never padded, of which nothing was told: they never
 * decide about an order. As a number they would be told about.
 */
static bool is_digit_id(const struct infer *in, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	return field->kind == PL_K_NUMBER && !seen->padded_width && seen->min_len != seen->max_len &&
	       worst(in, field, NULL) == PL_OFF;
}

/* What is declared as an id of some kind or other. */
static bool is_opaque(const struct infer *in, const struct pl_field *field)
{
	return field->kind == PL_K_ID || is_digit_id(in, field) || ((field->kind == PL_K_ULID || field->kind == PL_K_KSUID) && only_looks_like(in, field));
}

/* Words, addresses and ids in one place are one value there: templates could not tell them apart. */
static bool same_type(const struct infer *in, const struct pl_field *a, const struct pl_field *b)
{
	return (is_text(a) || is_opaque(in, a)) && (is_text(b) || is_opaque(in, b)) && a->segment == b->segment &&
	       a->part == b->part && pl_str_eq(a->path, b->path);
}

static bool is_rest(const struct pl_field *field)
{
	return (field->kind == PL_K_URL || field->kind == PL_K_ARN) && !field->value_after && !field->literal_after;
}

/* ---- what no type can say ---- */

static size_t count_of(struct pl_str s, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += s.ptr[i] == c;
	return n;
}

/* The shape up to segment `n`, without the delimiter in front of that. */
static struct pl_str shape_before(struct pl_str shape, char delimiter, unsigned n)
{
	for (size_t i = 0; i < shape.len && n > 1; i++)
		if (shape.ptr[i] == delimiter && --n == 1)
			return pl_str_sub(shape, 0, i);
	return pl_str_sub(shape, 0, 0);
}

/* The shape of what stands in front of the field's segment. */
static struct pl_str in_front_of(const struct pl_field *field)
{
	const char *c = PL_SEPARATORS;

	while (*c && count_of(field->shape, *c) + 1 != field->segment)
		c++;
	return shape_before(field->shape, *c, *c ? field->segment : 1);
}

static bool is_told(const struct infer *in, const struct pl_field *field, const char *code)
{
	return worst(in, field, code) != PL_OFF;
}

/* Kinds that keys.yaml has no type for, but text. */
static bool has_no_type(const struct pl_field *field)
{
	switch (field->kind) {
	case PL_K_DURATION:
	case PL_K_HEXNUMBER:
	case PL_K_ZEROS:
	case PL_K_MAIL:
	case PL_K_YEAR:
	case PL_K_MONTH:
	case PL_K_DAY:
		return true;
	case PL_K_UUID:
		return field->observed->min_len != 36 || field->observed->max_len != 36;
	default:
		return false;
	}
}

/* A guess: for what is declared it would be certain, or nothing at all. */
static bool is_guess(const struct infer *in, const struct pl_field *field)
{
	switch (field->kind) {
	case PL_K_NUMBER:
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
		return !pl_counts_digits(field) && worst(in, field, NULL) == PL_INFO;
	case PL_K_TIMESTAMP:
		return worst(in, field, "PL203") == PL_INFO;
	default:
		return false;
	}
}

/* Whether two spellings of one word were told of that stand in the column, or in the column and beside it. */
static bool is_told_with_words(const struct infer *in, const struct pl_field *field)
{
	bool told = false, words = false;

	for (size_t i = 0; i < in->result->nfindings && !told; i++) {
		const struct pl_finding *f = &in->result->findings[i];

		told = !f->field && f->keys == in->keys && is_code(f, "PL404") && f->segment == field->segment &&
		       pl_str_eq(f->attribute, field->attribute);
	}
	for (size_t i = 0; i < in->keys->nvocabularies && told && !words; i++) {
		const struct pl_vocabulary *v = &in->keys->vocabularies[i];

		words = v->segment == field->segment && pl_str_eq(v->attribute, field->attribute) &&
			pl_str_eq(v->before, in_front_of(field));
	}
	return words;
}

/*
 * Whether something was told of the field that a type would hide or put into other words: so nothing is declared, and it
 * stays told until a person has said what the value is.
 */
static bool is_unsaid(const struct infer *in, const struct pl_field *field)
{
	static const char *const beyond[] = {"PL105", "PL304", "PL404", "PL405", "PL413"};

	for (size_t i = 0; i < PL_LEN(beyond); i++)
		if (is_told(in, field, beyond[i]))
			return true;
	for (size_t i = 0; i < in->result->nfindings && has_no_type(field); i++)
		if (in->result->findings[i].field == field)
			return true;
	if (field->kind == PL_K_WORD && is_told_with_words(in, field))
		return true;
	/* Zeros in front of a minus sign are digits of no width. */
	if (field->kind == PL_K_SIGNED && field->observed->padded_width && is_told(in, field, "PL106"))
		return true;
	return is_guess(in, field);
}

static size_t value_of(struct infer *in, const struct pl_field *field, const struct pl_field *spot, size_t at)
{
	struct value v = {.field = field, .spot = spot, .at = at};
	size_t i;

	for (i = 0; i < in->values.len; i++) {
		struct value *have = &in->values.ptr[i];

		if (field && have->field && same_type(in, field, have->field)) {
			have->rest |= is_rest(field);
			have->joined |= field != have->field;
			have->text |= is_text(field);
			have->unsaid |= is_unsaid(in, field);
			/* A mail address and a word are neither's name. */
			if (field->kind != have->field->kind && pl_str_eq(pl_str_c(have->name), pl_str_c(kind_name(have->field->kind))) &&
			    !pl_str_eq(pl_str_c(have->name), PL_S("text")))
				have->name = unique(in, &in->field_names, "text");
			return i;
		}
		if (field ? have->field == field : !have->field && have->spot == spot && have->at == at && spot)
			return i;
	}
	if (field)
		v.name = unique(in, &in->field_names, wanted_name(in, field));
	else
		v.name = unique(in, &in->field_names, spot ? "word" : "rest");
	v.rest = field ? is_rest(field) : !spot;
	v.text = field && is_text(field);
	v.unsaid = field && is_unsaid(in, field);
	PL_PUSH(&in->values, v);
	return i;
}

/* ---- templates from shapes ---- */

struct walk {
	struct infer *in;
	struct layout *layout;
	struct pl_str shape, path;
	size_t i, at;     /* in `shape` and `path` */
	size_t field;     /* the next of the entity's fields */
	struct pl_buf literal;
};

static void end_literal(struct walk *w)
{
	if (w->literal.len)
		PL_PUSH(&w->layout->pieces, (struct piece){pl_arena_str(w->in->arena, pl_buf_str(&w->literal)), 0});
	pl_buf_clear(&w->literal);
}

static void take_value(struct walk *w, size_t value, size_t bytes)
{
	end_literal(w);
	PL_PUSH(&w->layout->pieces, (struct piece){{NULL, 0}, value});
	w->i += bytes;
	w->at++;
}

/* Whether the next field can begin here: those of another segment begin behind the one before. */
static bool field_begins(const struct walk *w)
{
	const struct pl_entity *e = w->layout->entity;
	const struct pl_field *before = w->field ? e->fields[w->field - 1] : NULL;

	return w->field < e->nfields &&
	       (!before || before->segment == e->fields[w->field]->segment || w->at >= before->path.len);
}

/* A `*` of the path: a placeholder, the only value of a column, words, or a literal asterisk. */
static bool take_star(struct walk *w)
{
	static const struct pl_str word = {"<word>", 6};
	const struct pl_entity *e = w->layout->entity;
	struct pl_str rest = pl_str_sub(w->shape, w->i, w->shape.len);
	const struct pl_field *field = w->field < e->nfields ? e->fields[w->field] : NULL;

	if (field && field_begins(w)) {
		struct pl_str placeholder = pl_str_c(pl_kind_placeholder(field->kind));
		const struct pl_observed *seen = field->observed;

		if (pl_str_starts(rest, placeholder)) {
			take_value(w, value_of(w->in, field, NULL, 0), placeholder.len);
			w->field++;
			return true;
		}
		if (!pl_str_starts(rest, word) && seen && seen->min_len == seen->max_len && seen->min_len <= rest.len) {
			take_value(w, value_of(w->in, field, NULL, 0), seen->min_len);
			w->field++;
			return true;
		}
	}
	if (pl_str_starts(rest, word)) {
		const struct pl_field *spot = field ? field : e->nfields ? e->fields[e->nfields - 1] : NULL;

		take_value(w, value_of(w->in, NULL, spot, w->at), word.len);
		return spot != NULL;
	}
	return false;
}

static bool read_shape(struct walk *w)
{
	static const struct pl_str more = {"\xe2\x80\xa6", 3};
	const struct pl_entity *e = w->layout->entity;
	bool good = true;

	if (e->tail)
		w->shape.len -= more.len;
	while (good && w->i < w->shape.len) {
		if (w->at < w->path.len && w->path.ptr[w->at] == '*' && (w->shape.ptr[w->i] != '*' || field_begins(w))) {
			good = take_star(w);
			continue;
		}
		good = w->at >= w->path.len || w->path.ptr[w->at] == w->shape.ptr[w->i];
		pl_buf_addc(&w->literal, w->shape.ptr[w->i]);
		w->i++;
		w->at++;
	}
	end_literal(w);
	if (e->tail)
		PL_PUSH(&w->layout->pieces, (struct piece){{NULL, 0}, value_of(w->in, NULL, NULL, 0)});
	return good && w->field == e->nfields;
}

/* ---- delimiters ---- */

/* Whether splitting at `c` puts each field in the segment that it was found in. */
static bool splits_right(const struct infer *in, const struct layout *layout, char c)
{
	size_t segment = 1;

	for (size_t i = 0; i < layout->pieces.len; i++) {
		const struct piece *p = &layout->pieces.ptr[i];

		if (p->text.len)
			segment += count_of(p->text, c);
		else if (in->values.ptr[p->value].field && in->values.ptr[p->value].field->segment != segment)
			return false;
	}
	return true;
}

static bool holds(const struct layout *layout, char c)
{
	for (size_t i = 0; i < layout->pieces.len; i++)
		if (count_of(layout->pieces.ptr[i].text, c))
			return true;
	return false;
}

/* 0: any will do, none stands in it. */
static char delimiter_of(const struct infer *in, const struct layout *layout)
{
	const char *some = PL_SEPARATORS;

	for (const char *c = some; *c; c++)
		if (holds(layout, *c) && splits_right(in, layout, *c))
			return *c;
	for (const char *c = some; *c; c++)
		if (!holds(layout, *c) && splits_right(in, layout, *c))
			return holds(layout, '#') ? *c : 0;
	return 0;
}

static void choose_delimiter(struct infer *in)
{
	uint64_t most = 0;

	in->delimiter = '#';
	for (const char *c = PL_SEPARATORS; *c; c++) {
		uint64_t keys = 0;

		for (size_t i = 0; i < in->layouts.len; i++)
			if (in->layouts.ptr[i].delimiter == *c)
				keys += in->layouts.ptr[i].keys;
		if (keys > most) {
			most = keys;
			in->delimiter = *c;
		}
	}
	/* A template that needs none must not be split by that of the others. */
	for (size_t i = 0; i < in->layouts.len; i++) {
		struct layout *l = &in->layouts.ptr[i];

		for (const char *c = PL_SEPARATORS; !l->delimiter; c++)
			if (!*c || (c == &PL_SEPARATORS[0] ? !holds(l, in->delimiter) : !holds(l, *c)))
				l->delimiter = c == &PL_SEPARATORS[0] || !*c ? in->delimiter : *c;
	}
}

/* ---- entities ---- */

static const char *entity_name(struct infer *in, const struct layout *layout)
{
	const struct pl_entity *entity = layout->entity;
	const char *name = "";

	/* An entity without literals is called as its shape. */
	if (!layout->any_word && (!pl_str_eq(entity->name, entity->shape) || entity->nfields == 0))
		name = camel(in, entity->name, true);
	return unique(in, &in->entity_names, *name ? name : "Item");
}

static bool is_writable(struct pl_str s)
{
	return s.len && pl_utf8_valid(s) && !memchr(s.ptr, 0, s.len);
}

/* Names of item attributes that make up the whole key, when all keys are of that one shape. */
static void name_by_composite(struct infer *in, const struct pl_entity *e, char delimiter)
{
	struct pl_str left = in->keys->composite, parts[8];
	size_t n = 0;

	if (in->keys->composite_open || in->keys->composite_separator != delimiter)
		return;

	while (left.len && n < PL_LEN(parts)) {
		const char *end = memchr(left.ptr, delimiter, left.len);
		size_t len = end ? (size_t)(end - left.ptr) : left.len;

		parts[n++] = pl_str_sub(left, 0, len);
		left = pl_str_sub(left, PL_MIN(len + 1, left.len), left.len);
	}
	if (left.len || n != e->nfields || e->tail)
		return;
	for (size_t i = 0; i < n; i++)
		if (!pl_is_name(parts[i]) || e->fields[i]->segment != i + 1 ||
		    is_taken(&in->field_names, pl_arena_str(in->arena, parts[i]).ptr))
			return;
	for (size_t i = 0; i < n; i++)
		in->values.ptr[value_of(in, e->fields[i], NULL, 0)].name =
			unique(in, &in->field_names, pl_arena_str(in->arena, parts[i]).ptr);
}

static bool same_pieces(const struct layout *a, const struct layout *b)
{
	if (a->pieces.len != b->pieces.len)
		return false;
	for (size_t i = 0; i < a->pieces.len; i++)
		if (!pl_str_eq(a->pieces.ptr[i].text, b->pieces.ptr[i].text) || a->pieces.ptr[i].value != b->pieces.ptr[i].value)
			return false;
	return true;
}

/* Kinds of keys that only differ in kinds of text are one. */
static bool join_layout(struct infer *in, const struct layout *layout)
{
	for (size_t i = 0; i < in->layouts.len; i++)
		if (same_pieces(&in->layouts.ptr[i], layout)) {
			in->layouts.ptr[i].keys += layout->keys;
			return true;
		}
	return false;
}

/* ---- words that were told of ---- */

/*
 * A template makes a literal one that somebody wants there. So a word of which something was told becomes a value that
 * a person has to name: ORDER beside order, undefined among ids, days in front of times.
 */

enum { LONGEST_LITERAL = 64 }; /* bytes; what is longer is text that somebody wrote */

/* A literal segment of a layout. */
struct literal {
	struct pl_str attribute, text, before; /* before: the shape of what stands in front */
	unsigned segment;
};

static const struct pl_word *word_in(const struct pl_vocabulary *words, struct pl_str text)
{
	for (size_t i = 0; i < words->nwords; i++)
		if (pl_str_eq(words->words[i].text, text))
			return &words->words[i];
	return NULL;
}

/* The words that stand at its place, and its own among them; NULL: none. */
static const struct pl_vocabulary *words_at(const struct infer *in, const struct literal *literal, const struct pl_word **word)
{
	for (size_t i = 0; i < in->keys->nvocabularies; i++) {
		const struct pl_vocabulary *words = &in->keys->vocabularies[i];

		if (words->segment != literal->segment || !pl_str_eq(words->attribute, literal->attribute) ||
		    !pl_str_eq(words->before, literal->before))
			continue;
		*word = word_in(words, literal->text);
		if (*word)
			return words;
	}
	return NULL;
}

/* What was told of words that are literals, by one rule. `from`: index of the finding to begin with, moved behind it. */
static const struct pl_finding *told_of_words(const struct infer *in, const struct literal *literal, const char *code, size_t *from)
{
	while (*from < in->result->nfindings) {
		const struct pl_finding *f = &in->result->findings[(*from)++];

		if (!f->field && f->keys == in->keys && f->segment == literal->segment && is_code(f, code) &&
		    pl_str_eq(f->attribute, literal->attribute))
			return f;
	}
	return NULL;
}

/* The mark that PL405 told of; NULL: none. */
static const struct pl_marked *told_mark(const struct infer *in, const struct literal *literal, const struct pl_word *word)
{
	const struct pl_finding *f;

	for (size_t from = 0; (f = told_of_words(in, literal, "PL405", &from)) != NULL;)
		for (size_t i = 0; i < word->nmarks; i++)
			if (pl_str_eq(word->marks[i].example.first, f->witness.first))
				return &word->marks[i];
	return NULL;
}

static bool is_told_word(const struct infer *in, const struct literal *literal, const struct pl_vocabulary *words,
			 const struct pl_word *word)
{
	size_t from = 0;

	if (told_mark(in, literal, word) || told_of_words(in, literal, "PL413", &from))
		return true;
	from = 0;
	for (size_t i = 0; told_of_words(in, literal, "PL404", &from) && i < words->nwords; from = 0, i++)
		if (pl_differ_in_case(words->words[i].text, word->text))
			return true;
	return false;
}

static size_t value_of_words(struct infer *in, const struct pl_vocabulary *words, bool told, bool rest)
{
	struct value v = {.words = words, .unsaid = told, .rest = rest, .text = true};

	for (size_t i = 0; i < in->values.len; i++)
		if (in->values.ptr[i].words == words && in->values.ptr[i].unsaid == told && in->values.ptr[i].rest == rest)
			return i;
	v.name = unique(in, &in->field_names, rest ? "rest" : told ? "word" : "text");
	PL_PUSH(&in->values, v);
	return in->values.len - 1;
}

/* The value that has to stand in place of the literal; false: it is a label. */
static bool value_instead(struct infer *in, const struct literal *literal, size_t *value, bool *whole)
{
	const struct pl_word *word;
	const struct pl_vocabulary *words = words_at(in, literal, &word);
	const struct pl_marked *mark;
	bool told;

	*whole = false;
	if (!words)
		return false;
	told = is_told_word(in, literal, words, word);
	if (!told && literal->text.len <= LONGEST_LITERAL)
		return false;
	/* Quotes around the whole key are no part of its first segment. */
	mark = told_mark(in, literal, word);
	*whole = mark && mark->mark == PL_M_QUOTES && literal->segment == 1;
	*value = value_of_words(in, words, told, *whole);
	return true;
}

/* Pieces that each are one delimiter, or what stands between two: a literal or a value. */
static void split_pieces(struct layout *layout)
{
	struct layout split = {0};

	for (size_t i = 0; i < layout->pieces.len; i++) {
		const struct piece *p = &layout->pieces.ptr[i];

		for (size_t from = 0, to; from < p->text.len; from = to) {
			const char *next = memchr(p->text.ptr + from, layout->delimiter, p->text.len - from);

			to = !next ? p->text.len : PL_MAX((size_t)(next - p->text.ptr), from + 1);
			PL_PUSH(&split.pieces, (struct piece){pl_str_sub(p->text, from, to), 0});
		}
		if (!p->text.len)
			PL_PUSH(&split.pieces, *p);
	}
	PL_VEC_RELEASE(&layout->pieces);
	memcpy(&layout->pieces, &split.pieces, sizeof(split.pieces));
}

static bool is_delimiter(const struct layout *layout, const struct piece *piece)
{
	return piece->text.len == 1 && *piece->text.ptr == layout->delimiter;
}

/* Puts values in place of literals that are no labels. */
static void free_words(struct infer *in, struct layout *layout, struct pl_str attribute)
{
	struct literal literal = {.attribute = attribute, .segment = 1};
	struct layout freed = {0};
	bool whole = false;

	split_pieces(layout);
	for (size_t i = 0, from = 0; !whole; from = ++i, literal.segment++) {
		size_t value;

		while (i < layout->pieces.len && !is_delimiter(layout, &layout->pieces.ptr[i]))
			i++;
		literal.text = i == from ? pl_str_of(NULL, 0) : layout->pieces.ptr[from].text;
		literal.before = shape_before(layout->entity->shape, layout->delimiter, literal.segment);
		if ((i == from || (i == from + 1 && literal.text.len)) && value_instead(in, &literal, &value, &whole)) {
			PL_PUSH(&freed.pieces, (struct piece){{NULL, 0}, value});
			layout->any_word |= literal.segment == 1;
		} else {
			for (size_t k = from; k < i; k++)
				PL_PUSH(&freed.pieces, layout->pieces.ptr[k]);
		}
		if (i == layout->pieces.len)
			break;
		if (!whole)
			PL_PUSH(&freed.pieces, layout->pieces.ptr[i]);
	}
	PL_VEC_RELEASE(&layout->pieces);
	memcpy(&layout->pieces, &freed.pieces, sizeof(freed.pieces));
}

/* ---- all layouts ---- */

/*
 * What stands for all keys whose shape no template can give. Where a label is misspelt there is none: such keys would be
 * no strangers either.
 */
static void add_open(struct infer *in)
{
	struct layout layout = {.keys = in->unwritable_keys, .delimiter = 0};
	struct value v = {.unsaid = true, .rest = true};

	if (!in->unwritable || in->misspelt)
		return;
	v.name = unique(in, &in->field_names, "rest");
	layout.name = unique(in, &in->entity_names, "Rest");
	PL_PUSH(&layout.pieces, (struct piece){{NULL, 0}, in->values.len});
	PL_PUSH(&in->values, v);
	PL_PUSH(&in->layouts, layout);
}

static bool is_open(const struct infer *in, const struct layout *layout)
{
	for (size_t i = 0; i < layout->pieces.len; i++)
		if (!layout->pieces.ptr[i].text.len && in->values.ptr[layout->pieces.ptr[i].value].unsaid)
			return true;
	return false;
}

/* Values that a template cannot tell apart, and need not: nothing is declared of either. */
static bool alike_values(const struct infer *in, size_t a, size_t b)
{
	const struct value *x = &in->values.ptr[a], *y = &in->values.ptr[b];

	return a == b || (x->field && y->field && x->field->kind == y->field->kind && x->rest == y->rest);
}

static bool same_when_open(const struct infer *in, const struct layout *a, const struct layout *b)
{
	if (a->pieces.len != b->pieces.len || a->delimiter != b->delimiter || !is_open(in, a) || !is_open(in, b))
		return false;
	for (size_t i = 0; i < a->pieces.len; i++) {
		const struct piece *p = &a->pieces.ptr[i], *q = &b->pieces.ptr[i];

		if (!pl_str_eq(p->text, q->text) || (!p->text.len && !alike_values(in, p->value, q->value)))
			return false;
	}
	return true;
}

/* Kinds of keys that only differed in words which are values now are one. */
static void join_open(struct infer *in)
{
	size_t n = 0;

	for (size_t i = 0; i < in->layouts.len; i++) {
		struct layout *layout = &in->layouts.ptr[i];
		size_t k = 0;

		while (k < n && !same_when_open(in, &in->layouts.ptr[k], layout))
			k++;
		if (k == n) {
			in->layouts.ptr[n++] = *layout;
			continue;
		}
		in->layouts.ptr[k].keys += layout->keys;
		PL_VEC_RELEASE(&layout->pieces);
	}
	in->layouts.len = n;
}

/*
 * What is odd in one key depends on what stands at its place in the others: where PL405 told of a value, nothing is
 * declared of the values at the same place of keys that begin alike.
 */
static void spread_to(struct infer *in, struct pl_str before, unsigned segment)
{
	for (size_t i = 0; i < in->values.len; i++) {
		const struct pl_field *field = in->values.ptr[i].field;

		if (!field || !pl_str_eq(field->attribute, in->keys->sk))
			continue;
		/* Of a key that ends too late those that end there count. */
		if ((field->segment == segment && pl_str_starts(field->shape, before)) || pl_str_eq(field->shape, before))
			in->values.ptr[i].unsaid = true;
	}
}

static bool is_told_entity(const struct infer *in, const struct pl_entity *entity)
{
	for (size_t i = 0; i < in->result->nfindings; i++)
		if (in->result->findings[i].entity == entity && is_code(&in->result->findings[i], "PL406"))
			return true;
	return false;
}

static void leave_unsaid(struct infer *in, const struct layout *layout)
{
	for (size_t i = 0; i < layout->pieces.len; i++)
		if (!layout->pieces.ptr[i].text.len)
			in->values.ptr[layout->pieces.ptr[i].value].unsaid = true;
}

/* What may be two keys in one is so beside keys of both kinds. */
static void spread_to_halves(struct infer *in)
{
	for (size_t i = 0; i < in->keys->nglued; i++) {
		const struct pl_glued *glued = &in->keys->glued[i];

		for (size_t k = 0; k < in->layouts.len && is_told_entity(in, glued->entity); k++) {
			const struct layout *layout = &in->layouts.ptr[k];
			const struct pl_entity *e = layout->entity;

			if (e == glued->entity || pl_str_eq(e->name, glued->left) || pl_str_eq(e->name, glued->right))
				leave_unsaid(in, layout);
		}
	}
}

static void spread(struct infer *in)
{
	enum { FIRST = 2 }; /* in the first segment all keys stand side by side */

	for (size_t i = 0; i < in->values.len; i++) {
		const struct pl_field *field = in->values.ptr[i].field;
		const struct pl_vocabulary *words = in->values.ptr[i].words;

		if (words && in->values.ptr[i].unsaid && words->segment >= FIRST)
			spread_to(in, words->before, words->segment);
		else if (field && field->segment >= FIRST && is_told(in, field, "PL405"))
			spread_to(in, in_front_of(field), field->segment);
	}
}

/* A shape that no template can give. */
static void leave_open(struct infer *in, const struct pl_entity *entity)
{
	in->unwritable++;
	in->unwritable_keys += entity->keys;
}

static void add_entity(struct infer *in, const struct pl_entity *entity)
{
	struct layout layout = {.entity = entity, .keys = entity->keys};
	struct walk w = {.in = in, .layout = &layout, .shape = entity->shape};
	const size_t values_before = in->values.len;

	if (is_misspelt(in, entity)) {
		in->misspelt++;
		return;
	}
	if (!is_writable(entity->shape)) {
		leave_open(in, entity);
		return;
	}
	if (entity->nfields)
		w.path = entity->fields[entity->nfields - 1]->path;
	if (!read_shape(&w)) {
		in->values.len = values_before;
		leave_open(in, entity);
		PL_VEC_RELEASE(&layout.pieces);
		pl_buf_release(&w.literal);
		return;
	}
	layout.delimiter = delimiter_of(in, &layout);
	free_words(in, &layout, in->keys->sk);
	if (join_layout(in, &layout)) {
		PL_VEC_RELEASE(&layout.pieces);
	} else {
		layout.name = entity_name(in, &layout);
		if (layout.delimiter && in->keys->composite.len)
			name_by_composite(in, entity, layout.delimiter);
		PL_PUSH(&in->layouts, layout);
	}
	pl_buf_release(&w.literal);
}

/* ---- writing: times ---- */

static const char *date_of(const struct pl_field *field, struct pl_time_form form)
{
	const bool padded = field->observed->min_len == field->observed->max_len;
	const bool days = field->observed->days == PL_DAY_FIRST;

	switch ((enum pl_time_layout)form.layout) {
	case PL_T_ISO:
		return form.unit == PL_U_YEAR ? "YYYY" : form.unit == PL_U_MONTH ? "YYYY-MM" : "YYYY-MM-DD";
	case PL_T_ISO_BASIC:
		return form.unit == PL_U_MONTH ? "YYYYMM" : "YYYYMMDD";
	case PL_T_ISO_WEEK:
		return "GGGG-'W'WW";
	case PL_T_ISO_ORDINAL:
		return "YYYY-DDD";
	case PL_T_QUARTER:
		return "YYYY-'Q'Q";
	case PL_T_YEAR_SLASH:
		return form.unit == PL_U_MONTH ? "YYYY/MM" : "YYYY/MM/DD";
	case PL_T_ISO_UNPADDED:
		return form.unit == PL_U_MONTH ? "YYYY-M" : "YYYY-M-D";
	case PL_T_YEAR_SLASH_UNPADDED:
		return form.unit == PL_U_MONTH ? "YYYY/M" : "YYYY/M/D";
	case PL_T_SLASH:
		return days ? padded ? "DD/MM/YYYY" : "D/M/YYYY" : padded ? "MM/DD/YYYY" : "M/D/YYYY";
	case PL_T_DOT:
		return padded ? "DD.MM.YYYY" : "D.M.YYYY";
	case PL_T_DASH:
		return days ? padded ? "DD-MM-YYYY" : "D-M-YYYY" : padded ? "MM-DD-YYYY" : "M-D-YYYY";
	case PL_T_ASIAN:
		return "YYYY. M. D.";
	case PL_T_RFC2822:
		return "EEE, DD MMM YYYY";
	case PL_T_TEXT:
		return "EEE MMM DD YYYY";
	case PL_T_TEXT_DASH:
		return form.flags & PL_TF_SHORT_YEAR ? "DD-MMM-YY" : "DD-MMM-YYYY";
	case PL_T_CLOCK:
	case PL_T_CLOCK_UNPADDED:
		return "";
	case PL_T_NONE:
	case PL_T_EPOCH:
	case PL_T_LAYOUTS:
		break;
	}
	return NULL;
}

/* Without its colon an offset is only known as the text that it is. */
static void add_offset(struct pl_buf *out, struct pl_time_form form)
{
	const unsigned east = (unsigned)abs(form.offset);

	pl_buf_printf(out, "%s'%c%02u", form.layout == PL_T_RFC2822 ? " " : "", form.offset < 0 ? '-' : '+', east / 60);
	if (form.zone == PL_Z_BASIC)
		pl_buf_printf(out, "%02u", east % 60);
	pl_buf_addc(out, '\'');
}

static void add_clock(struct pl_buf *out, struct pl_time_form form)
{
	const bool basic = form.layout == PL_T_ISO_BASIC;
	const bool unpadded = form.layout == PL_T_ISO_UNPADDED || form.layout == PL_T_YEAR_SLASH_UNPADDED ||
			      form.layout == PL_T_CLOCK_UNPADDED;

	if (form.unit < PL_U_HOUR)
		return;
	pl_buf_adds(out, unpadded ? "h" : "hh");
	if (form.unit >= PL_U_MINUTE)
		pl_buf_adds(out, basic ? "mm" : ":mm");
	if (form.unit >= PL_U_SECOND)
		pl_buf_adds(out, basic ? "ss" : ":ss");
	if (form.fraction)
		pl_buf_addc(out, form.flags & PL_TF_COMMA ? ',' : '.');
	for (unsigned i = 0; i < form.fraction; i++)
		pl_buf_addc(out, 'S');
	if (form.flags & PL_TF_TWELVE)
		pl_buf_adds(out, " A");
	if (form.zone == PL_Z_UPPER || form.zone == PL_Z_LOWER)
		pl_buf_addc(out, 'Z');
	else if (form.zone == PL_Z_COLON)
		pl_buf_adds(out, "\xc2\xb1hh:mm");
	else if (form.zone == PL_Z_NAME)
		pl_buf_adds(out, " 'GMT'");
	else if (form.zone == PL_Z_BASIC || form.zone == PL_Z_HOUR)
		add_offset(out, form);
}

/* A pattern of keys.yaml; false: there is none for it. */
static bool time_pattern(struct pl_arena *arena, const struct pl_field *field, struct pl_time_form form, struct pl_str *out,
			 bool *sorts)
{
	const struct pl_format_options options = {.lower = form.zone == PL_Z_LOWER || form.between == 't'};
	const char *date = date_of(field, form), *why;
	struct pl_buf text = PL_BUF_INIT;
	struct pl_time_format format;
	size_t offset;
	bool good;

	if (!date || form.flags & PL_TF_MONOTONIC)
		return false;
	pl_buf_adds(&text, date);
	if (*date && form.unit >= PL_U_HOUR && form.between) {
		if (form.between == 't' || form.between == 'T')
			pl_buf_addc(&text, 'T');
		else
			pl_buf_addc(&text, form.between);
	}
	add_clock(&text, form);
	*out = pl_arena_str(arena, pl_buf_str(&text));
	pl_buf_release(&text);
	good = out->len && pl_time_format_read(arena, *out, &options, &format, &why, &offset);
	*sorts = good && format.trouble == PL_TT_NONE;
	return good;
}

static const char *iso_precision(struct pl_time_form form)
{
	if (form.unit < PL_U_SECOND)
		return form.unit == PL_U_MINUTE ? "minute" : form.unit == PL_U_DAY ? "day" : NULL;
	return form.fraction == 0 ? "s" : form.fraction == 3 ? "ms" : form.fraction == 6 ? "us" : form.fraction == 9 ? "ns" : NULL;
}

/* iso8601 as it is meant: T, and Z or nothing. */
static bool is_iso(struct pl_time_form form)
{
	if (form.layout != PL_T_ISO || !iso_precision(form) || (form.flags & (PL_TF_COMMA | PL_TF_TWELVE)))
		return false;
	return form.unit == PL_U_DAY ? form.zone == PL_Z_NONE
				     : form.between == 'T' && (form.zone == PL_Z_UPPER || form.zone == PL_Z_NONE);
}

/* The most frequent form, with the most digits that its spelling is seen with: the others are to be rewritten to it. */
static const struct pl_form *main_form(const struct pl_observed *seen)
{
	const struct pl_form *most = NULL, *finest;

	for (size_t i = 0; i < seen->nforms; i++)
		if (!most || seen->forms[i].keys > most->keys)
			most = &seen->forms[i];
	finest = most;
	for (size_t i = 0; i < seen->nforms; i++) {
		const struct pl_form *form = &seen->forms[i];

		if (pl_time_same_spelling(form->form, most->form) && form->form.layout != PL_T_EPOCH &&
		    form->form.unit >= PL_U_MINUTE && finest->form.unit >= PL_U_MINUTE &&
		    (form->form.unit > finest->form.unit || form->form.fraction > finest->form.fraction))
			finest = form;
	}
	return finest;
}

static const char *epoch_format(unsigned flags)
{
	return flags & PL_TF_NANOS ? "epoch-ns" : flags & PL_TF_MICROS ? "epoch-us" : flags & PL_TF_MILLIS ? "epoch-ms" : "epoch-s";
}

/* An offset that every row has is a promise; several are none. */
static void add_constant_offset(struct pl_buf *out, const struct pl_observed *seen, struct pl_time_form form)
{
	const unsigned east = (unsigned)abs(form.offset);

	for (size_t i = 0; i < seen->nforms; i++)
		if (seen->forms[i].form.zone != PL_Z_NONE && seen->forms[i].form.offset != form.offset)
			return;
	pl_buf_printf(out, ", zone: \"%c%02u:%02u\"", form.offset < 0 ? '-' : '+', east / 60, east % 60);
}

static void add_time_type(struct infer *in, const struct pl_field *field)
{
	const struct pl_form *most = main_form(field->observed);
	struct pl_str pattern;
	bool sorts;

	pl_buf_adds(in->out, "type: timestamp");
	if (!most)
		return;
	if (most->form.layout == PL_T_EPOCH) {
		pl_buf_printf(in->out, ", format: %s", epoch_format(most->form.flags));
	} else if (is_iso(most->form)) {
		pl_buf_printf(in->out, ", format: iso8601, precision: %s", iso_precision(most->form));
		if (most->form.unit > PL_U_DAY && most->form.zone == PL_Z_NONE)
			pl_buf_adds(in->out, ", zone: none");
	} else if (time_pattern(in->arena, field, most->form, &pattern, &sorts)) {
		pl_buf_adds(in->out, ", format: ");
		add_scalar(in, pattern, true);
		if (most->form.zone == PL_Z_COLON)
			add_constant_offset(in->out, field->observed, most->form);
		if (most->form.zone == PL_Z_LOWER || most->form.between == 't')
			pl_buf_adds(in->out, ", case: lower");
		/* That bytes do not sort it is certain once it is declared; here nobody is hurt yet. */
		if (!sorts && worst(in, field, "PL201") == PL_INFO)
			pl_buf_adds(in->out, ", ordered: false");
	}
}

/* ---- writing: fields ---- */

/* Parts of a date have bounds that everybody knows. */
static void add_date_part(struct pl_buf *out, const struct pl_field *field)
{
	const char *bounds = field->kind == PL_K_YEAR	 ? "min: 1000, max: 9999"
			     : field->kind == PL_K_MONTH ? "min: 1, max: 12"
							 : "min: 1, max: 31";

	if (field->observed->min_len == field->observed->max_len)
		pl_buf_printf(out, "type: number, width: %u, %s", field->observed->max_len, bounds);
	else
		pl_buf_printf(out, "type: number, encode: plain, %s", bounds);
}

/*
 * A number is declared to be in order when that it is not was told, or when it
 * is padded: zeros are written for that. Of the others nobody knows.
 */
static bool is_in_order(const struct infer *in, const struct pl_field *field)
{
	const enum pl_level level = worst(in, field, NULL);

	return level == PL_OFF ? field->observed->padded_width > 0 : level > PL_INFO;
}

/* One width, and nothing to be told but that they might be numbers as well (PL111). */
static bool might_be_typed(const struct infer *in, const struct pl_field *field)
{
	if (field->kind != PL_K_NUMBER || field->observed->min_len != field->observed->max_len || worst(in, field, NULL) != PL_OFF)
		return false;
	for (size_t i = 0; i < in->result->nfindings; i++)
		if (in->result->findings[i].entity == field->entity && is_code(&in->result->findings[i], "PL111"))
			return true;
	return false;
}

/* Where unpadded ranges are at fault (PL102), a width would put the fault into other words. */
static void add_number_type(const struct infer *in, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	if (is_digit_id(in, field)) {
		pl_buf_adds(in->out, "type: id, chars: \"[0-9]\"");
		return;
	}
	if (pl_counts_digits(field)) {
		pl_buf_adds(in->out, "type: number, encode: length-prefix");
		return;
	}
	pl_buf_adds(in->out, "type: number");
	if (might_be_typed(in, field)) {
		pl_buf_printf(in->out, ", width: %u", seen->max_len);
		return;
	}
	if (field->kind == PL_K_DECIMAL && seen->proof->state == PL_O_ENCODING && seen->min_len == seen->max_len)
		pl_buf_printf(in->out, ", width: %u", seen->max_len);
	else if (seen->padded_width && worst(in, field, "PL102") == PL_OFF && field->kind != PL_K_DECIMAL)
		pl_buf_printf(in->out, ", width: %u", seen->padded_width);
	else
		pl_buf_adds(in->out, ", encode: plain");
	if (field->kind == PL_K_DECIMAL && seen->min_fraction == seen->max_fraction && seen->max_fraction)
		pl_buf_printf(in->out, ", decimals: %u", seen->max_fraction);
	if (seen->signed_values && seen->least.len && *seen->least.ptr == '-')
		pl_buf_printf(in->out, ", min: %.*s", (int)seen->least.len, seen->least.ptr);
	if (!is_in_order(in, field))
		pl_buf_adds(in->out, ", ordered: false");
}

static const char *const epoch_formats[] = {
	[PL_EPOCH_S] = "epoch-s", [PL_EPOCH_MS] = "epoch-ms", [PL_EPOCH_US] = "epoch-us", [PL_EPOCH_NS] = "epoch-ns"};

/* Inverted in several ways, and out of order: the MAX of one of them is what the others are to be rewritten to. */
static void add_mirrored_type(const struct infer *in, const struct pl_field *field)
{
	for (unsigned form = 1; form < PL_MIRRORS && worst(in, field, "PL110") > PL_INFO; form++) {
		const enum pl_epoch epoch = pl_mirror_epoch(form);
		const struct pl_str max = pl_str_c(pl_mirror_max(form));

		if (!(field->observed->mirrors >> form & 1) || epoch == PL_EPOCH_NONE)
			continue;
		pl_buf_printf(in->out, "type: timestamp, format: %s, inverted: %.*s", epoch_formats[epoch],
			      (int)pl_digit_run(max, 0), max.ptr);
		return;
	}
	pl_buf_adds(in->out, "type: number, encode: plain, ordered: false");
}

static void add_epoch_type(const struct infer *in, const struct pl_field *field)
{
	pl_buf_printf(in->out, "type: timestamp, format: %s, width: %u", epoch_formats[epoch_of(field)], field->observed->max_len);
}

/* Parts of one width each, and padded, are declared so; others only where a fault was told. */
static void add_version_type(const struct infer *in, const struct pl_field *field)
{
	const struct pl_version_widths *w = &field->observed->version;

	pl_buf_adds(in->out, "type: version, format: semver");
	if (w->padded && w->parts_least == w->parts_most && w->parts_most <= PL_VERSION_PARTS &&
	    worst(in, field, "PL108") == PL_OFF) {
		pl_buf_adds(in->out, ", widths: [");
		for (unsigned p = 0; p < w->parts_most; p++)
			pl_buf_printf(in->out, "%s%u", p ? ", " : "", w->most[p]);
		pl_buf_adds(in->out, "]");
	} else if (worst(in, field, "PL108") < PL_WARNING) {
		pl_buf_adds(in->out, ", ordered: false");
	}
}

/* An id of one length of which nothing is promised but that. */
static void add_id_type(struct pl_buf *out, const struct pl_observed *seen)
{
	pl_buf_adds(out, "type: id");
	if (seen->min_len == seen->max_len)
		pl_buf_printf(out, ", length: %u", seen->max_len);
}

/* By its versions; of several kinds, which PL403 tells of, it is the one that all writers should make. */
static const char *uuid_type(const struct infer *in, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const uint64_t *of = seen->uuids;
	const uint64_t random = of[3] + of[4] + of[5], timed = of[6] + of[7];

	if (seen->min_len != 36 || seen->max_len != 36 || only_looks_like(in, field))
		return NULL;
	if (2 * of[1] > seen->keys)
		return "uuid1";
	if (2 * random > seen->keys && !timed)
		return "uuid";
	if (timed == seen->keys || worst(in, field, "PL403") > PL_INFO)
		return of[6] > of[7] ? "uuid6" : "uuid7";
	return NULL;
}

static void add_uuid_type(struct infer *in, const struct pl_field *field)
{
	const char *type = uuid_type(in, field);

	if (type)
		pl_buf_printf(in->out, "type: %s", type);
	else
		add_id_type(in->out, field->observed);
}

/* Hex of which it is not certain that it is a digest, and not told in another way, may be an ObjectId or a padded number. */
static void add_hash_type(struct infer *in, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const bool one_length = seen->min_len == seen->max_len, digest = one_length && pl_is_digest_length(seen->max_len);

	if (one_length && seen->max_len == 24 && worst(in, field, "PL403") > PL_INFO) {
		pl_buf_adds(in->out, "type: objectid");
		return;
	}
	if (digest || (seen->upper && seen->lower && one_length)) {
		pl_buf_adds(in->out, "type: hash");
		return;
	}
	add_id_type(in->out, seen);
	pl_buf_printf(in->out, ", chars: \"[0-9%s%s]\"", seen->upper ? "A-F" : "", seen->lower ? "a-f" : "");
}

static void add_type(struct infer *in, const struct value *v)
{
	const struct pl_field *field = v->field;

	if (v->unsaid) {
		pl_buf_printf(in->out, "type: unknown%s", v->rest ? ", rest: true" : "");
		return;
	}
	if (v->joined && !v->text) {
		pl_buf_adds(in->out, "type: id");
		return;
	}
	switch (field && !v->joined ? field->kind : PL_K_TEXT) {
	case PL_K_NUMBER:
		if (is_epoch(field))
			add_epoch_type(in, field);
		else
			add_number_type(in, field);
		break;
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
		add_number_type(in, field);
		break;
	case PL_K_YEAR:
	case PL_K_MONTH:
	case PL_K_DAY:
		add_date_part(in->out, field);
		break;
	case PL_K_TIMESTAMP:
		add_time_type(in, field);
		break;
	case PL_K_MIRRORED:
		add_mirrored_type(in, field);
		break;
	case PL_K_VERSION:
		add_version_type(in, field);
		break;
	case PL_K_UUID:
		add_uuid_type(in, field);
		break;
	case PL_K_ULID:
	case PL_K_KSUID:
		if (only_looks_like(in, field))
			add_id_type(in->out, field->observed);
		else
			pl_buf_adds(in->out, field->kind == PL_K_ULID ? "type: ulid" : "type: ksuid");
		break;
	case PL_K_HASH:
		add_hash_type(in, field);
		break;
	case PL_K_ID:
		pl_buf_adds(in->out, "type: id");
		break;
	default:
		pl_buf_printf(in->out, "type: text%s", v->rest ? ", rest: true" : "");
		break;
	}
}

static void add_count(struct pl_buf *out, uint64_t n)
{
	char digits[24];
	int len = snprintf(digits, sizeof(digits), "%" PRIu64, n);

	for (int i = 0; i < len; i++) {
		if (i && (len - i) % 3 == 0)
			pl_buf_addc(out, ',');
		pl_buf_addc(out, digits[i]);
	}
}

static void add_widths(struct pl_buf *out, const struct pl_observed *seen)
{
	unsigned least = UINT_MAX, most = 0;

	for (size_t i = 0; i < seen->nwidths; i++) {
		least = PL_MIN(least, seen->widths[i].width);
		most = PL_MAX(most, seen->widths[i].width);
	}
	if (!most)
		return;
	if (least == most)
		pl_buf_printf(out, ", %u digit%s", most, most == 1 ? "" : "s");
	else
		pl_buf_printf(out, ", %u to %u digits", least, most);
	if (seen->greatest.len && seen->greatest.len <= 40 && pl_str_eq(seen->least, seen->greatest))
		pl_buf_printf(out, ", always %.*s", (int)seen->greatest.len, seen->greatest.ptr);
	else if (seen->least.len && seen->greatest.len && seen->greatest.len <= 40)
		pl_buf_printf(out, ", %.*s to %.*s", (int)seen->least.len, seen->least.ptr, (int)seen->greatest.len,
			      seen->greatest.ptr);
}

static void add_forms(struct pl_buf *out, const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++) {
		char text[40];

		pl_time_form_text(seen->forms[i].form, text);
		pl_buf_printf(out, "%s%s", i ? " and " : ", as ", text);
	}
	if (seen->nforms) {
		char first[40], last[40];

		pl_instant_text(seen->first, first);
		pl_instant_text(seen->last, last);
		if (strcmp(first, last) == 0)
			pl_buf_printf(out, ", always %s", first);
		else
			pl_buf_printf(out, ", from %s to %s", first, last);
	}
}

/* "PL304, PL404": what was told of a field, each once. */
static const char *told_of(const struct infer *in, const struct pl_field *field)
{
	const char *codes = "";
	const struct pl_rule *last = NULL; /* findings are sorted by level: a rule may come twice */

	for (size_t i = 0; i < in->result->nfindings; i++) {
		const struct pl_finding *f = &in->result->findings[i];

		if (f->field != field || f->rule == last || strstr(codes, f->rule->code))
			continue;
		last = f->rule;
		codes = pl_arena_printf(in->arena, "%s%s%s", codes, *codes ? ", " : "", last->code);
	}
	return codes;
}

static const char *to_do_unsaid(const struct infer *in, const struct value *v)
{
	const char *what = "TODO what is it?", *told;

	if (!v->field)
		return v->words ? "TODO a word, of which something was told" : what;
	if (v->field->kind == PL_K_NUMBER && is_guess(in, v->field))
		what = "TODO a number with max and width, or an id?";
	told = told_of(in, v->field);
	return *told ? pl_arena_printf(in->arena, "%s (%s)", what, told) : what;
}

static const char *to_do(const struct infer *in, const struct value *v)
{
	if (v->unsaid)
		return to_do_unsaid(in, v);
	if (v->field && pl_is_of_partition(v->field))
		return NULL;
	if (v->field && is_epoch(v->field))
		return "TODO unique?";
	switch (v->field ? v->field->kind : PL_K_NONE) {
	case PL_K_NUMBER:
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
		if (pl_counts_digits(v->field))
			return NULL;
		if (is_digit_id(in, v->field))
			return "TODO number, if its order matters";
		return is_in_order(in, v->field) ? "TODO max; ordered: false if no query relies on its order"
						 : "TODO ordered? then it needs max and width";
	case PL_K_MIRRORED:
		return "TODO which MAX?";
	case PL_K_DURATION:
		return "TODO seconds, padded, if its order matters (PL201)";
	case PL_K_TIMESTAMP:
	case PL_K_ID:
	case PL_K_HASH:
		return "TODO unique?";
	default:
		return NULL;
	}
}

static void add_field(struct infer *in, const struct value *v)
{
	pl_buf_printf(in->out, "  %s: {", v->name);
	add_type(in, v);
	pl_buf_addc(in->out, '}');
	if (v->field && v->field->observed) {
		const char *todo = to_do(in, v);

		pl_buf_adds(in->out, "  # ");
		add_count(in->out, v->field->observed->keys);
		pl_buf_printf(in->out, " key%s", v->field->observed->keys == 1 ? "" : "s");
		add_widths(in->out, v->field->observed);
		add_forms(in->out, v->field->observed);
		if (todo)
			pl_buf_printf(in->out, "; %s", todo);
	} else if (v->rest) {
		pl_buf_adds(in->out, "  # TODO more segments than were told apart");
	}
	pl_buf_addc(in->out, '\n');
}

/* ---- writing: names ---- */

static void add_attribute(struct infer *in, struct pl_str name, char type)
{
	struct pl_buf text = PL_BUF_INIT;

	pl_buf_add(&text, name);
	/* The last colon is in front of the type, so a name with one needs it. */
	if ((type && type != 'S') || memchr(name.ptr, ':', name.len))
		pl_buf_printf(&text, ":%c", type ? type : 'S');
	add_scalar(in, pl_buf_str(&text), true);
	pl_buf_release(&text);
}

static char seen_type(const struct infer *in, struct pl_str name)
{
	for (size_t i = 0; in->types && i < in->types->n; i++)
		if (pl_str_eq(in->types->keys[i].name, name))
			return in->types->keys[i].type;
	return 0;
}

/* Several attributes stand in a list. */
static void add_attributes(struct infer *in, const char *role, const struct pl_attribute *all, unsigned n)
{
	pl_buf_printf(in->out, "%s: %s", role, n > 1 ? "[" : "");
	for (unsigned i = 0; i < n; i++) {
		pl_buf_adds(in->out, i ? ", " : "");
		add_attribute(in, all[i].name, all[i].type ? all[i].type : seen_type(in, all[i].name));
	}
	pl_buf_adds(in->out, n > 1 ? "]" : "");
}

static void add_pair(struct infer *in, const struct pl_index *index)
{
	struct pl_attribute all[PL_KEY_ATTRIBUTES];
	unsigned n = pl_index_pks(index, all);

	pl_buf_addc(in->out, '{');
	add_attributes(in, "pk", all, n);
	n = pl_index_sks(index, all);
	if (n) {
		pl_buf_adds(in->out, ", ");
		add_attributes(in, "sk", all, n);
	}
	if (index->local)
		pl_buf_adds(in->out, ", local: true");
	pl_buf_adds(in->out, "}\n");
}

static void add_indexes(struct infer *in)
{
	/* Of well-known pairs only those that are there count; what a description names is there. */
	const struct pl_table *table = in->keys->table;
	const bool known = pl_str_eq(pl_str_c(in->result->keys_from), PL_S("well-known attribute names"));
	bool some = false;

	for (size_t i = 1; i < table->nindexes; i++) {
		const struct pl_index *index = &table->index[i];
		const struct pl_keys *keys = NULL;

		for (size_t k = 1; k < in->result->nkeys; k++)
			if (in->result->keys[k]->index == index)
				keys = in->result->keys[k];
		if (index->name.len == 0 || (known && !keys))
			continue;
		if (!some)
			pl_buf_adds(in->out, "indexes:\n");
		some = true;
		pl_buf_adds(in->out, "  ");
		add_scalar(in, index->name, true);
		pl_buf_adds(in->out, ": ");
		add_pair(in, index);
	}
}

static void add_names(struct infer *in)
{
	pl_buf_adds(in->out, "# Written by padlint infer from ");
	add_count(in->out, in->result->items);
	pl_buf_printf(in->out, " item%s. TODO: look at every name and every line that says so.\n",
		      in->result->items == 1 ? "" : "s");
	if (!in->keys->table_name.len)
		pl_buf_adds(in->out, "table: TABLE  # TODO the table's name\n");
	else {
		pl_buf_adds(in->out, "table: ");
		add_scalar(in, in->keys->table_name, false);
		pl_buf_addc(in->out, '\n');
	}
	pl_buf_adds(in->out, "key: ");
	add_pair(in, in->keys->index);
	add_indexes(in);
}

/* ---- writing: entities ---- */

/* `<`, `{`, `$` and `\` begin something in a template. */
static void add_literal(struct pl_buf *out, struct pl_str text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (strchr("<{$\\", text.ptr[i]))
			pl_buf_addc(out, '\\');
		pl_buf_addc(out, text.ptr[i]);
	}
}

/* Attributes called as a member of an entity, or with a colon, stand under `keys:`. */
static bool is_member(struct pl_str attribute)
{
	static const char *const members[] = {"match", "fields", "unique", "keys", "delimiter"};

	for (size_t i = 0; i < PL_LEN(members); i++)
		if (pl_str_eq(attribute, pl_str_c(members[i])))
			return true;
	return memchr(attribute.ptr, ':', attribute.len) != NULL;
}

static void add_template(struct infer *in, const char *indent, struct pl_str attribute, struct pl_str template, char delimiter)
{
	pl_buf_adds(in->out, indent);
	add_scalar(in, attribute, true);
	pl_buf_adds(in->out, ": ");
	if (delimiter == in->delimiter) {
		add_scalar(in, template, false);
	} else {
		pl_buf_adds(in->out, "{template: ");
		add_scalar(in, template, true);
		pl_buf_printf(in->out, ", delimiter: \"%c\"}", delimiter);
	}
	pl_buf_addc(in->out, '\n');
}

static struct pl_str template_of(struct infer *in, const struct layout *layout)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str own;

	for (size_t i = 0; i < layout->pieces.len; i++) {
		const struct piece *p = &layout->pieces.ptr[i];

		if (p->text.len)
			add_literal(&text, p->text);
		else
			pl_buf_printf(&text, "<%s>", in->values.ptr[p->value].name);
	}
	own = pl_arena_str(in->arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return own;
}

static void add_layout(struct infer *in, const struct layout *layout, struct pl_str pk, char pk_delimiter)
{
	const bool members = is_member(in->keys->pk) || is_member(in->keys->sk);
	const char *indent = members ? "      " : "    ";

	pl_buf_printf(in->out, "  %s:  # ", layout->name);
	add_count(in->out, layout->keys);
	pl_buf_printf(in->out, " key%s\n", layout->keys == 1 ? "" : "s");
	if (members)
		pl_buf_adds(in->out, "    keys:\n");
	add_template(in, indent, in->keys->pk, pk, pk_delimiter);
	add_template(in, indent, in->keys->sk, template_of(in, layout), layout->delimiter);
}

/* False: the shape cannot be written as a template. */
static bool read_partition(struct infer *in, const struct pl_entity *entity, struct layout *out)
{
	struct walk w = {.in = in, .layout = out, .shape = entity->shape};
	const size_t values_before = in->values.len, names_before = in->field_names.len;
	bool good;

	if (!is_writable(entity->shape))
		return false;
	*out = (struct layout){.entity = entity, .keys = entity->keys};
	if (entity->nfields)
		w.path = entity->fields[entity->nfields - 1]->path;
	good = read_shape(&w);
	pl_buf_release(&w.literal);
	if (!good) {
		in->values.len = values_before;
		in->field_names.len = names_before;
		PL_VEC_RELEASE(&out->pieces);
		return false;
	}
	out->delimiter = delimiter_of(in, out);
	free_words(in, out, in->keys->pk);
	if (!out->delimiter)
		out->delimiter = holds(out, in->delimiter) ? '#' : in->delimiter;
	return true;
}

/*
 * How all partition keys are composed, when they are of one shape. An index that has them for sort keys goes first: it would
 * lose its fields otherwise.
 */
static bool partition_layout(struct infer *in, struct layout *out)
{
	for (size_t k = 1; k < in->result->nkeys; k++) {
		const struct pl_keys *keys = in->result->keys[k];

		if (pl_str_eq(keys->sk, in->keys->pk) && keys->ordered && keys->nentities == 1 && keys->keys == in->keys->keys &&
		    keys->entities[0]->keys == keys->keys && !keys->entities[0]->tail && read_partition(in, keys->entities[0], out))
			return true;
	}
	return in->keys->partition && read_partition(in, in->keys->partition, out);
}

/* A name for what takes any partition key. */
static const char *open_name(struct infer *in, struct pl_str attribute)
{
	const char *name = camel(in, attribute, false);

	return unique(in, &in->field_names, *name ? name : "key");
}

static bool uses(const struct layout *layout, size_t value)
{
	for (size_t i = 0; i < layout->pieces.len; i++)
		if (!layout->pieces.ptr[i].text.len && layout->pieces.ptr[i].value == value)
			return true;
	return false;
}

/* A field that no template uses is a fault. */
static void add_fields(struct infer *in, const struct layout *partition)
{
	for (size_t i = 0; i < in->values.len; i++) {
		bool used = uses(partition, i);

		for (size_t k = 0; k < in->layouts.len && !used; k++)
			used = uses(&in->layouts.ptr[k], i);
		if (used)
			add_field(in, &in->values.ptr[i]);
	}
}

static void add_entities(struct infer *in)
{
	struct layout partition = {.delimiter = in->delimiter};
	const char *pk = NULL;
	struct pl_str template;

	if (!in->layouts.len) {
		if (in->keys->keys)
			pl_buf_adds(in->out, in->keys->sk.len && !in->keys->ordered
						     ? "# entities: TODO; the sort key is no string, so there is no layout to be seen\n"
						     : "# entities: TODO; there is no sort key to be seen\n");
		return;
	}
	if (partition_layout(in, &partition)) {
		template = template_of(in, &partition);
	} else {
		partition.delimiter = in->delimiter;
		pk = open_name(in, in->keys->pk);
		template = pl_str_c(pl_arena_printf(in->arena, "<%s>", pk));
	}
	if (in->delimiter != '#')
		pl_buf_printf(in->out, "delimiter: \"%c\"\n", in->delimiter);
	if (pk || in->values.len)
		pl_buf_adds(in->out, "fields:\n");
	if (pk)
		pl_buf_printf(in->out, "  %s: {type: text, rest: true}  # TODO how partition keys are composed\n", pk);
	add_fields(in, &partition);
	pl_buf_adds(in->out, "entities:\n");
	for (size_t i = 0; i < in->layouts.len; i++)
		add_layout(in, &in->layouts.ptr[i], template, partition.delimiter);
	PL_VEC_RELEASE(&partition.pieces);
}

static void add_unwritable(struct infer *in)
{
	if (in->unwritable)
		pl_buf_printf(in->out, "# TODO %zu kind%s of keys left out: they hold bytes that YAML cannot, or placeholders.\n",
			      in->unwritable, in->unwritable == 1 ? "" : "s");
	if (in->misspelt)
		pl_buf_printf(in->out, "# TODO %zu kind%s of keys left out: the label looks misspelt, or the key is two in one (PL406).\n", in->misspelt,
			      in->misspelt == 1 ? "" : "s");
}

/* ---- the whole ---- */

void pl_infer(struct pl_arena *arena, const struct pl_result *result, const struct pl_infer_types *types,
	      struct pl_buf *out)
{
	struct infer in = {.arena = arena, .result = result, .types = types, .out = out};

	if (!result->nkeys) {
		pl_buf_adds(out, "# Nothing was read: there is no key to write down.\n");
		return;
	}
	in.keys = result->keys[0];
	in.delimiter = '#';
	for (size_t i = 0; i < in.keys->nentities; i++)
		add_entity(&in, in.keys->entities[i]);
	spread(&in);
	spread_to_halves(&in);
	add_open(&in);
	join_open(&in);
	choose_delimiter(&in);
	add_names(&in);
	add_entities(&in);
	add_unwritable(&in);
	for (size_t i = 0; i < in.layouts.len; i++)
		PL_VEC_RELEASE(&in.layouts.ptr[i].pieces);
	PL_VEC_RELEASE(&in.layouts);
	PL_VEC_RELEASE(&in.values);
	PL_VEC_RELEASE(&in.field_names);
	PL_VEC_RELEASE(&in.entity_names);
}
