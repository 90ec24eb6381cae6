/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/schema/field.h"

#include "linter/base/pattern.h"
#include "linter/key/number.h"
#include "linter/key/time.h"
#include "linter/key/value.h"
#include "linter/schema/template.h"

enum { LONGEST = 1024 }; /* bytes of a sort key: no value in one is wider */

struct reading {
	const struct pl_nodes *nodes;
	struct pl_declared *field;
	const struct pl_yaml *format; /* read once precision, zone and case are known */
	struct pl_format_options format_options;
};

/* One option: how it is read and into which member. */
struct row {
	enum pl_field_option option;
	void (*read)(struct reading *r, const struct row *row, const struct pl_yaml *node);
	size_t offset;
	unsigned least, most;      /* read_uint */
	const char *const *words;  /* read_word: in the order of the member's enum, the first of which is `least` */
	size_t nwords;
};

static const char *name_of(const struct row *row)
{
	return pl_field_option_name(row->option);
}

static void *member(struct reading *r, const struct row *row)
{
	return (char *)r->field + row->offset;
}

static struct pl_arena *arena(const struct reading *r)
{
	return r->nodes->faults->arena;
}

/* ---- one reader for each kind of value ---- */

static void read_uint(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	uint64_t value;

	if (pl_node_uint(r->nodes, node, name_of(row), row->least, row->most, &value))
		*(unsigned *)member(r, row) = (unsigned)value;
}

static void read_bool(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	pl_node_bool(r->nodes, node, name_of(row), member(r, row));
}

static void read_text(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	if (pl_node_is_text(r->nodes, node, name_of(row)))
		*(struct pl_str *)member(r, row) = node->text;
}

static void read_word(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	size_t word;

	if (pl_node_word(r->nodes, node, name_of(row), row->words, row->nwords, &word))
		*(unsigned *)member(r, row) = row->least + (unsigned)word;
}

static void read_texts(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	struct pl_texts *texts = member(r, row);

	if (!pl_node_texts(r->nodes, node, name_of(row), texts))
		return;
	for (size_t i = 0; i < texts->count; i++)
		for (size_t k = 0; k < i; k++)
			if (pl_str_eq(texts->text[i], texts->text[k])) {
				pl_fault(r->nodes->faults, texts->at[i], "\"%.*s\" stands twice in %s",
					 pl_shown(texts->text[i]), texts->text[i].ptr, name_of(row));
				break;
			}
}

static bool amount(struct reading *r, const struct row *row, const struct pl_yaml *node, struct pl_amount *out)
{
	struct pl_amount read;

	if (!pl_node_is_text(r->nodes, node, name_of(row)))
		return false;
	if (!pl_amount_read(node->text, &read)) {
		pl_node_fault(r->nodes, node, "%s is a number, as 9999 or -0.5, not \"%.*s\"", name_of(row),
			      pl_shown(node->text), node->text.ptr);
		return false;
	}
	*out = read;
	return true;
}

static void read_amount(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	amount(r, row, node, member(r, row));
}

static void read_maximum(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	struct pl_amount read = {.fits = false};

	if (!amount(r, row, node, &read))
		return;
	if (*read.text.ptr == '-' || memchr(read.text.ptr, '.', read.text.len))
		pl_node_fault(r->nodes, node, "%s is the greatest value that digits can hold, as 9999999999, not \"%.*s\"",
			      name_of(row), pl_shown(node->text), node->text.ptr);
	else
		*(struct pl_amount *)member(r, row) = read;
}

/* A time in any spelling that has one meaning, or the digits of an epoch. */
static bool is_time(struct pl_str text)
{
	struct pl_time time;
	struct pl_amount digits;

	return (pl_time_read(text, PL_DAY_UNKNOWN, &time) && time.valid) || pl_amount_read(text, &digits);
}

static void read_time_limit(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	if (!pl_node_is_text(r->nodes, node, name_of(row)))
		return;
	if (is_time(node->text))
		((struct pl_amount *)member(r, row))->text = node->text;
	else
		pl_node_fault(r->nodes, node, "%s of a timestamp is a time, as 2026-06-23T00:00:00Z, not \"%.*s\"",
			      name_of(row), pl_shown(node->text), node->text.ptr);
}

static void read_length_limit(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	uint64_t value;

	if (pl_node_uint(r->nodes, node, pl_arena_printf(arena(r), "%s (bytes)", name_of(row)), 0, LONGEST * 2, &value))
		*(struct pl_amount *)member(r, row) = (struct pl_amount){node->text, true, (int64_t)value};
}

/* `min` and `max` mean what the type makes of them. */
static void read_limit(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	if (r->field->type == PL_D_NUMBER)
		read_amount(r, row, node);
	else if (r->field->type == PL_D_TIMESTAMP)
		read_time_limit(r, row, node);
	else
		read_length_limit(r, row, node);
}

static void read_pad(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	if (node->kind == PL_Y_TEXT && node->text.len == 1 && *node->text.ptr >= ' ' && *node->text.ptr <= '~')
		r->field->pad = *node->text.ptr;
	else if (pl_node_is_text(r->nodes, node, name_of(row)))
		pl_node_fault(r->nodes, node, "pad is one sign, as \"0\", not \"%.*s\"", pl_shown(node->text), node->text.ptr);
}

static void read_base(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	static const char *const words[] = {"10", "16", "36"};
	static const unsigned bases[] = {10, 16, 36};
	size_t i;

	if (pl_node_word(r->nodes, node, name_of(row), words, PL_LEN(words), &i))
		r->field->base = bases[i];
}

static void read_growth(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	static const struct pl_str year = {"/year", 5};
	struct pl_growth growth = {.percent = false};
	struct pl_str text;

	if (!pl_node_is_text(r->nodes, node, name_of(row)))
		return;
	text = node->text;
	if (pl_str_ends(text, year)) {
		text = pl_str_sub(text, 0, text.len - year.len);
		growth.percent = pl_str_ends(text, PL_S("%"));
		text = growth.percent	 ? pl_str_sub(text, 0, text.len - 1)
		     : pl_str_starts(text, PL_S("+")) ? pl_str_sub(text, 1, text.len)
						      : pl_str_of(NULL, 0);
	} else {
		text.len = 0;
	}
	if (pl_amount_read(pl_arena_str(arena(r), text), &growth.by) && *growth.by.text.ptr != '-')
		r->field->growth = growth;
	else
		pl_node_fault(r->nodes, node, "growth is 25%%/year or +1000000/year, not \"%.*s\"", pl_shown(node->text),
			      node->text.ptr);
}

static void read_horizon(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	struct pl_amount years;

	if (!pl_node_is_text(r->nodes, node, name_of(row)))
		return;
	if (pl_str_ends(node->text, PL_S("y")) && pl_amount_read(pl_str_sub(node->text, 0, node->text.len - 1), &years) &&
	    years.fits && years.value > 0 && years.value <= 1000)
		r->field->horizon = (unsigned)years.value;
	else
		pl_node_fault(r->nodes, node, "horizon is a number of years, as 10y, not \"%.*s\"", pl_shown(node->text),
			      node->text.ptr);
}

static void read_widths(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	if (!pl_node_is_list(r->nodes, node, name_of(row)))
		return;
	if (node->count > PL_MAX_WIDTHS) {
		pl_node_fault(r->nodes, node, "widths has more than %d parts", PL_MAX_WIDTHS);
		return;
	}
	for (size_t i = 0; i < node->count; i++) {
		uint64_t width;

		if (!pl_node_uint(r->nodes, node->items[i], "a width", 1, LONGEST, &width))
			return;
		r->field->widths[i] = (unsigned)width;
		r->field->nwidths = i + 1;
	}
}

/* True for one character class and nothing else: "[A-Z0-9-]". */
static bool is_class(struct pl_str text)
{
	size_t i = 1;

	if (text.len < 3 || text.ptr[0] != '[')
		return false;
	i += text.ptr[i] == '^';
	i += i < text.len && text.ptr[i] == ']'; /* a bracket that comes first is one of the class */
	for (; i < text.len; i++) {
		if (text.ptr[i] == ']')
			return i + 1 == text.len;
		if (text.ptr[i] == '\\')
			i++;
		else if (pl_str_starts(pl_str_sub(text, i, text.len), PL_S("[:"))) /* [:alpha:] ends at its own bracket */
			for (i += 2; i < text.len && text.ptr[i] != ']';)
				i++;
	}
	return false;
}

/* A class is said of each character of a value, any other pattern of the value. */
static struct pl_str whole_pattern(struct pl_arena *where, struct pl_str chars)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str own;

	pl_buf_adds(&text, "\\A(?:");
	pl_buf_add(&text, chars);
	pl_buf_adds(&text, is_class(chars) ? ")+\\z" : ")\\z");
	own = pl_arena_str(where, pl_buf_str(&text));
	pl_buf_release(&text);
	return own;
}

static void read_chars(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	const char *why;
	size_t offset;

	if (!pl_node_is_text(r->nodes, node, name_of(row)))
		return;
	if (!pl_pattern_new(arena(r), node->text, &why, &offset)) {
		pl_fault(r->nodes->faults, pl_node_byte_at(r->nodes, node, offset), "chars is no PCRE2 pattern: %s", why);
		return;
	}
	r->field->chars = node->text;
	r->field->chars_whole = whole_pattern(arena(r), node->text);
}

/* ---- timestamps ---- */

static void read_format(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	static const char *const versions[] = {"semver", "integer"};
	static const char *const clocks[] = {"iso-hex", "ms:counter:node"};
	const bool version = r->field->type == PL_D_VERSION;
	size_t i;

	if (r->field->type != PL_D_TIMESTAMP) {
		if (pl_node_word(r->nodes, node, name_of(row), version ? versions : clocks, 2, &i))
			r->field->scheme = node->text;
	} else if (pl_node_is_text(r->nodes, node, name_of(row))) {
		r->format = node;
	}
}

static void read_precision(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	const char *words[PL_PRECISIONS];
	size_t i;

	for (i = 0; i < PL_PRECISIONS; i++)
		words[i] = pl_precision_name((enum pl_precision)i);
	r->format_options.has_precision = pl_node_word(r->nodes, node, name_of(row), words, PL_PRECISIONS, &i);
	if (r->format_options.has_precision)
		r->format_options.precision = (enum pl_precision)i;
}

/* "+05:30", "-0800", "+01" */
static bool is_offset(struct pl_str text)
{
	if ((text.len != 3 && text.len != 5 && text.len != 6) || (*text.ptr != '+' && *text.ptr != '-'))
		return false;
	for (size_t i = 1; i < text.len; i++)
		if (i == 3 && text.len == 6 ? text.ptr[i] != ':' : !pl_is_digit((unsigned char)text.ptr[i]))
			return false;
	return true;
}

/* "Europe/Paris": words of letters, _ + - and digits, with a slash between. */
static bool is_zone_name(struct pl_str text)
{
	bool slash = false;

	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		if (!pl_is_alpha(c) && (i == 0 || !(pl_is_digit(c) || c == '_' || c == '+' || c == '-' || c == '/')))
			return false;
		slash |= c == '/';
	}
	return slash && text.ptr[text.len - 1] != '/';
}

static void read_zone(struct reading *r, const struct row *row, const struct pl_yaml *node)
{
	if (!pl_node_is_text(r->nodes, node, name_of(row)))
		return;
	if (pl_str_eq(node->text, PL_S("Z")) || pl_str_eq(node->text, PL_S("none")) || is_offset(node->text) ||
	    is_zone_name(node->text))
		r->field->zone = node->text;
	else if (pl_str_eq(node->text, PL_S("UTC")) || pl_str_eq(node->text, PL_S("z")))
		pl_node_fault(r->nodes, node, "zone \"%.*s\" is written Z", pl_shown(node->text), node->text.ptr);
	else
		pl_node_fault(r->nodes, node, "zone is Z, none, an offset as +05:30 or a name as Europe/Paris, not \"%.*s\"",
			      pl_shown(node->text), node->text.ptr);
}

/* Digits of an epoch can be padded and inverted; what is written in parts is as long as its parts. */
static void check_epoch_options(struct reading *r)
{
	const struct pl_declared *field = r->field;
	const struct pl_time_format *format = &field->format;

	if (!format->nparts)
		return;
	if (pl_declares(field, PL_FO_INVERTED))
		pl_fault(r->nodes->faults, pl_declared_at(field, PL_FO_INVERTED),
			 "inverted is MAX of an epoch, and %.*s is no number; add format: epoch-ms, or epoch-s, -us, -ns",
			 (int)format->text.len, format->text.ptr);
	if (pl_declares(field, PL_FO_WIDTH) && field->width &&
	    !(format->least == format->most && format->most == field->width))
		pl_fault(r->nodes->faults, pl_declared_at(field, PL_FO_WIDTH),
			 "width is the digits of an epoch, and %.*s has %u bytes%s; leave it out, or add format: epoch-ms",
			 (int)format->text.len, format->text.ptr, format->least,
			 format->least == format->most ? "" : " and more");
}

static void finish_timestamp(struct reading *r)
{
	struct pl_str text = r->format ? r->format->text : PL_S("iso8601");
	const char *why;
	size_t offset;

	r->format_options.zone = r->field->zone;
	r->format_options.lower = r->field->letters == PL_CASE_LOWER;
	if (pl_time_format_read(arena(r), text, &r->format_options, &r->field->format, &why, &offset)) {
		check_epoch_options(r);
		return;
	}
	if (r->format)
		pl_fault(r->nodes->faults, pl_node_byte_at(r->nodes, r->format, offset), "%s", why);
	else
		pl_fault(r->nodes->faults, r->field->at, "%s", why);
}

/* ---- the table ---- */

static const char *const encodes[] = {"padded", "length-prefix", "plain"};
static const char *const signs[] = {"none", "offset", "complement"};
static const char *const cases[] = {"upper", "lower", "mixed"};
static const char *const directions[] = {"asc", "desc"};

#define AT(member) offsetof(struct pl_declared, member)
#define UINT(option, member, least, most) {PL_FO_##option, read_uint, AT(member), (least), (most), NULL, 0}
#define WORD(option, member, least, words) {PL_FO_##option, read_word, AT(member), (least), 0, (words), PL_LEN(words)}
#define ROW(option, read, member) {PL_FO_##option, (read), AT(member), 0, 0, NULL, 0}

static const struct row rows[] = {
	UINT(WIDTH, width, 1, LONGEST),
	WORD(ENCODE, encode, PL_ENCODE_PADDED, encodes),
	UINT(DECIMALS, decimals, 0, 38),
	ROW(MIN, read_limit, min),
	ROW(MAX, read_limit, max),
	ROW(PAD, read_pad, pad),
	WORD(SIGNED, sign, PL_SIGN_NONE, signs),
	ROW(OFFSET, read_amount, offset),
	ROW(INVERTED, read_maximum, inverted),
	UINT(SCALE, scale, 0, 38),
	ROW(BASE, read_base, base),
	ROW(GROWTH, read_growth, growth),
	ROW(NOW, read_amount, now),
	ROW(HORIZON, read_horizon, horizon),
	ROW(FORMAT, read_format, format),
	ROW(PRECISION, read_precision, format),
	ROW(ZONE, read_zone, zone),
	WORD(CASE, letters, PL_CASE_UPPER, cases),
	UINT(LENGTH, length, 1, LONGEST),
	ROW(CHARS, read_chars, chars),
	ROW(VALUES, read_texts, values),
	ROW(ESCAPE, read_text, escape),
	ROW(REST, read_bool, rest),
	ROW(PARTIAL, read_bool, partial),
	ROW(WIDTHS, read_widths, widths),
	ROW(ORDERED, read_bool, ordered),
	WORD(DIRECTION, direction, PL_ASC, directions),
	ROW(UNIQUE, read_bool, unique),
	ROW(OPTIONAL, read_bool, optional),
	ROW(ALSO, read_texts, also),
	ROW(FROM, read_text, from),
	ROW(EXAMPLE, read_text, example),
};

/* ---- fields ---- */

static char *options_of(struct reading *r)
{
	struct pl_buf text = PL_BUF_INIT;
	char *own;

	for (size_t i = 0; i < PL_LEN(rows) && rows[i].option < PL_FO_ORDERED; i++)
		if (pl_field_type_takes(r->field->type, rows[i].option))
			pl_buf_printf(&text, "%s%s", text.len ? ", " : "", name_of(&rows[i]));
	own = pl_arena_cstr(arena(r), text.len ? text.ptr : "only what all types have");
	pl_buf_release(&text);
	return own;
}

static void unknown_option(struct reading *r, const struct pl_yaml_pair *pair)
{
	struct pl_near near = pl_near_to(pair->key.text);

	pl_near_try(&near, "type");
	for (size_t i = 0; i < PL_LEN(rows); i++)
		if (pl_field_type_takes(r->field->type, rows[i].option))
			pl_near_try(&near, name_of(&rows[i]));
	pl_fault_unknown(r->nodes->faults, pl_node_at(r->nodes, &pair->key), "option", &near);
}

static void read_option(struct reading *r, const struct pl_yaml_pair *pair)
{
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		if (!pl_str_eq(pair->key.text, pl_str_c(name_of(&rows[i]))))
			continue;
		if (!pl_field_type_takes(r->field->type, rows[i].option)) {
			pl_node_fault(r->nodes, &pair->key, "a field of type %s has no %s; its options: %s",
				      pl_field_type_name(r->field->type), name_of(&rows[i]), options_of(r));
			return;
		}
		r->field->set |= UINT64_C(1) << rows[i].option;
		r->field->option_at[rows[i].option] = pl_node_at(r->nodes, pair->value);
		rows[i].read(r, &rows[i], pair->value);
		return;
	}
	unknown_option(r, pair);
}

/* What other tools call a type; NULL: nothing of the kind. */
static const char *other_name(struct pl_str text)
{
	static const struct {
		const char *theirs, *ours;
	} names[] = {
		{"string", "text\" or \"id"}, {"str", "text\" or \"id"}, {"varchar", "text\" or \"id"}, {"char", "text\" or \"id"},
		{"int", "number"}, {"integer", "number"}, {"long", "number"}, {"bigint", "number"}, {"float", "number"},
		{"double", "number"}, {"decimal", "number"}, {"numeric", "number"}, {"date", "timestamp"}, {"datetime", "timestamp"},
		{"time", "timestamp"}, {"iso8601", "timestamp"}, {"epoch", "timestamp"}, {"instant", "timestamp"}, {"guid", "uuid"},
		{"semver", "version"}, {"bool", "enum"}, {"boolean", "enum"},
	};

	for (size_t i = 0; i < PL_LEN(names); i++) {
		const struct pl_str name = pl_str_c(names[i].theirs);
		size_t n = 0;

		while (n < name.len && name.len == text.len && pl_lower((unsigned char)text.ptr[n]) == (unsigned char)name.ptr[n])
			n++;
		if (n == name.len)
			return names[i].ours;
	}
	return NULL;
}

/* False: reported, and options cannot be told right from wrong. */
static bool read_type(const struct pl_nodes *nodes, const struct pl_yaml *node, enum pl_field_type *type)
{
	struct pl_near near;

	if (!pl_node_is_text(nodes, node, "a type"))
		return false;
	if (pl_field_type_named(node->text, type))
		return true;
	if (other_name(node->text)) {
		pl_node_fault(nodes, node, "unknown type \"%.*s\"; did you mean \"%s\"?", pl_shown(node->text), node->text.ptr,
			      other_name(node->text));
		return false;
	}
	near = pl_near_to(node->text);
	for (size_t i = 0; i < PL_D_TYPES; i++)
		pl_near_try(&near, pl_field_type_name((enum pl_field_type)i));
	if (near.best)
		pl_fault_unknown(nodes->faults, pl_node_at(nodes, node), "type", &near);
	else
		pl_node_fault(nodes, node,
			      "unknown type \"%.*s\"; types are number, timestamp, ulid, ksuid, uuid, uuid1, uuid6, uuid7, objectid, "
			      "snowflake, nanoid, hash, id, enum, text, geohash, version, hlc",
			      pl_shown(node->text), node->text.ptr);
	return false;
}

static const struct pl_yaml *type_node(const struct pl_nodes *nodes, const struct pl_yaml_pair *pair)
{
	const struct pl_yaml *node;

	if (pair->value->kind == PL_Y_TEXT)
		return pair->value;
	if (!pl_node_is_map(nodes, pair->value, "a field"))
		return NULL;
	node = pl_yaml_get(pair->value, "type");
	if (!node)
		pl_node_fault(nodes, pair->value, "field %.*s has no type; write {type: number, …} or a type alone",
			      pl_shown(pair->key.text), pair->key.text.ptr);
	return node;
}

/* False, too, of times that cannot be compared. */
static bool are_reversed(const struct pl_declared *field)
{
	struct pl_value min, max;

	if (field->type != PL_D_TIMESTAMP)
		return pl_decimal_order(field->min.text, field->max.text) > 0;
	min = pl_value_read(PL_K_TIMESTAMP, PL_DAY_UNKNOWN, field->min.text);
	max = pl_value_read(PL_K_TIMESTAMP, PL_DAY_UNKNOWN, field->max.text);
	return min.some && max.some && pl_value_order(PL_K_TIMESTAMP, &min, &max) > 0;
}

static void check_bounds(struct reading *r)
{
	const struct pl_declared *field = r->field;

	if (pl_declares(field, PL_FO_MAX) && pl_declares(field, PL_FO_MIN) && field->min.text.len && field->max.text.len &&
	    are_reversed(field))
		pl_fault(r->nodes->faults, field->option_at[PL_FO_MAX], "max %s is %s min %s", field->max.text.ptr,
			 field->type == PL_D_TIMESTAMP ? "before" : "less than", field->min.text.ptr);
}

/* What is inverted has the digits of MAX and no more; that a width has fewer is for a rule to say (PL103). */
static void check_inverted(struct reading *r)
{
	const struct pl_declared *field = r->field;
	const size_t digits = pl_digits_strip(field->inverted.text).len;

	if (!pl_declares(field, PL_FO_INVERTED) || !pl_declares(field, PL_FO_WIDTH) || !field->width || !pl_all_digits(field->inverted.text) ||
	    field->decimals || field->width <= digits || field->format.nparts)
		return;
	pl_fault(r->nodes->faults, field->option_at[PL_FO_WIDTH],
		 "width is %u, but what is inverted is padded to the digits of its MAX, which are %zu; leave it out, or take another MAX",
		 field->width, digits);
}

static void read_options(struct reading *r, const struct pl_yaml *node)
{
	for (size_t i = 0; i < node->count; i++)
		if (!pl_str_eq(node->pairs[i].key.text, PL_S("type")))
			read_option(r, &node->pairs[i]);
	if (r->field->type == PL_D_TIMESTAMP)
		finish_timestamp(r);
	check_bounds(r);
	check_inverted(r);
	if (r->field->type == PL_D_ENUM && r->field->values.count == 0 && !pl_declares(r->field, PL_FO_VALUES))
		pl_fault(r->nodes->faults, r->field->at, "enum %s has no values; write values: [A, B]", r->field->name.ptr);
}

const struct pl_declared *pl_field_read(const struct pl_nodes *nodes, const struct pl_yaml_pair *pair)
{
	struct pl_declared *field = PL_NEW(nodes->faults->arena, struct pl_declared);
	struct reading r = {.nodes = nodes, .field = field};
	const struct pl_yaml *named = type_node(nodes, pair);
	enum pl_field_type type = PL_D_ID;
	bool known = named && read_type(nodes, named, &type);

	*field = pl_declared_new(pair->key.text, type, pl_node_at(nodes, &pair->key));
	if (!pl_is_name(pair->key.text))
		pl_node_fault(nodes, &pair->key, "\"%.*s\" is no name for a field: letters, digits and _, at most 64",
			      pl_shown(pair->key.text), pair->key.text.ptr);
	if (!known)
		return field;
	field->set |= UINT64_C(1) << PL_FO_TYPE;
	field->option_at[PL_FO_TYPE] = pl_node_at(nodes, named);
	read_options(&r, pair->value);
	return field;
}

const struct pl_declared *const *pl_fields_read(const struct pl_nodes *nodes, const struct pl_yaml *node, size_t *count)
{
	const struct pl_declared **fields;

	*count = 0;
	if (!pl_node_is_map(nodes, node, "fields"))
		return NULL;
	fields = PL_NEW_N(nodes->faults->arena, const struct pl_declared *, node->count + 1);
	for (size_t i = 0; i < node->count; i++)
		fields[(*count)++] = pl_field_read(nodes, &node->pairs[i]);
	return fields;
}

/* ---- encodings of placeholders ---- */

static void forget(struct pl_declared *field, enum pl_field_option option)
{
	field->set &= ~(UINT64_C(1) << option);
	field->option_at[option] = (struct pl_pos){.line = 0};
}

static void state(struct pl_declared *field, enum pl_field_option option, struct pl_pos at)
{
	field->set |= UINT64_C(1) << option;
	field->option_at[option] = at;
}

static bool encode_number(struct pl_declared *field, struct pl_str encoding, struct pl_pos at)
{
	for (size_t i = 0; i < PL_LEN(encodes); i++)
		if (pl_str_eq(encoding, pl_str_c(encodes[i]))) {
			field->encode = (enum pl_encode)i;
			state(field, PL_FO_ENCODE, at);
			if (field->encode != PL_ENCODE_PADDED) {
				field->width = 0;
				forget(field, PL_FO_WIDTH);
			}
			return true;
		}
	return false;
}

static bool encode_timestamp(struct pl_arena *arena_, struct pl_declared *field, struct pl_str encoding, struct pl_pos at,
			     const char **why)
{
	struct pl_format_options options = {.zone = field->zone, .lower = field->letters == PL_CASE_LOWER};
	size_t offset;

	/* Width, MAX and precision belong to the encoding that is left. */
	field->width = 0;
	field->inverted = (struct pl_amount){.fits = false};
	forget(field, PL_FO_WIDTH);
	forget(field, PL_FO_INVERTED);
	forget(field, PL_FO_PRECISION);
	state(field, PL_FO_FORMAT, at);
	return pl_time_format_read(arena_, encoding, &options, &field->format, why, &offset);
}

bool pl_field_encode(struct pl_arena *arena_, struct pl_declared *field, struct pl_str encoding, struct pl_pos at,
		     const char **why)
{
	*why = NULL;
	if (field->type == PL_D_NUMBER)
		return encode_number(field, encoding, at);
	if (field->type == PL_D_TIMESTAMP)
		return encode_timestamp(arena_, field, encoding, at, why);
	return false;
}

void pl_field_encodings(enum pl_field_type type, struct pl_near *near)
{
	if (type == PL_D_NUMBER)
		for (size_t i = 0; i < PL_LEN(encodes); i++)
			pl_near_try(near, encodes[i]);
	if (type == PL_D_TIMESTAMP)
		pl_time_format_names(near);
}
