/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the rows of one layout have in common is read off a sample of them, whole items: those of least hash, whatever
 * their order. A template that some other row does not fit is taken back when the dump is read with the schema.
 */
#include "linter/infer_inside.h"

#include "linter/base/fault.h"
#include "linter/base/hash.h"
#include "linter/key/number.h"
#include "linter/profile/declared.h"
#include "linter/profile/sample.h"
#include "linter/schemas.h"

enum { ROWS = 64 }; /* of each layout */

/* What is declared of the keys of one index, to find the values in them. */
struct finder {
	struct pl_schemas schemas;
	struct pl_declared_keys *keys; /* NULL: nothing can be found */
};

/* The bytes of one value in each row of a layout; an empty `ptr` where it is not there. */
struct texts {
	size_t value; /* index in `values` */
	struct pl_str text[ROWS];
};

struct pl_infer_rows {
	struct pl_infer *in;
	const struct pl_attribute *names; /* of key attributes, as items have them */
	size_t nnames, pk, sk;
	struct finder table;
	struct pl_sample *samples; /* of each layout */
};

/* The layout at hand. */
struct reading {
	struct pl_infer_rows *rows;
	struct pl_infer *in;
	struct pl_infer_layout *layout;
	const struct pl_sample *sample;
	PL_VEC(struct texts) values;
};

/* ---- finding ---- */

static void finder_init(struct finder *finder, struct pl_arena *arena, struct pl_str text)
{
	struct pl_faults faults = {.arena = arena};
	struct pl_error error = {0};
	struct pl_sorting sorting;

	*finder = (struct finder){0};
	if (!pl_schemas_read(&faults, NULL, text, NULL, 0, &finder->schemas, &error) || faults.count ||
	    finder->schemas.schema.ntables != 1)
		return;
	sorting = pl_index_sorting(&finder->schemas.schema.tables[0]->names.index[0], 0);
	finder->keys = pl_declared_keys_new(arena, finder->schemas.schema.tables[0], &sorting);
}

static void finder_release(struct finder *finder)
{
	pl_declared_release(finder->keys);
	pl_schemas_release(&finder->schemas);
}

/* Which of the layouts was found; their number: none. They are written, and read, in their order. */
static size_t number_of_layout(const struct pl_infer *in, const struct pl_layout *found)
{
	return found && found->number < in->layouts.len ? found->number : in->layouts.len;
}

static size_t value_called(const struct pl_infer *in, struct pl_str name)
{
	size_t i = 0;

	while (i < in->values.len && !pl_str_eq(pl_str_c(in->values.ptr[i].name), name))
		i++;
	return i;
}

/* ---- taking rows ---- */

static size_t number_of(const struct pl_infer_rows *rows, struct pl_str attribute)
{
	size_t i = 0;

	while (i < rows->nnames && !pl_str_eq(rows->names[i].name, attribute))
		i++;
	return i;
}

struct pl_infer_rows *pl_infer_rows_new(struct pl_infer *in, struct pl_str schema, const struct pl_attribute *names, size_t nnames)
{
	struct pl_infer_rows *rows = PL_NEW(in->arena, struct pl_infer_rows);

	*rows = (struct pl_infer_rows){.in = in, .names = names, .nnames = nnames};
	if (!in->keys)
		return rows;
	rows->pk = number_of(rows, in->keys->pk);
	rows->sk = number_of(rows, in->keys->sk);
	finder_init(&rows->table, in->arena, schema);
	if (rows->pk == nnames || rows->sk == nnames) {
		finder_release(&rows->table);
		rows->table = (struct finder){0};
	}
	rows->samples = PL_NEW_N(in->arena, struct pl_sample, in->layouts.len + 1);
	for (size_t i = 0; i < in->layouts.len; i++)
		pl_sample_init(&rows->samples[i], ROWS);
	return rows;
}

void pl_infer_rows_add(struct pl_infer_rows *rows, const struct pl_item *item)
{
	struct pl_declared_value values[PL_DECLARED_VALUES];
	const struct pl_layout *found;
	uint64_t hash;
	size_t n, at;

	if (!rows->table.keys || item->attrs[rows->pk].type != 'S' || item->attrs[rows->sk].type != 'S')
		return;
	found = pl_declared_find(rows->table.keys, item->attrs[rows->pk].value, item->attrs[rows->sk].value, NULL, values, &n);
	at = number_of_layout(rows->in, found);
	if (at == rows->in->layouts.len)
		return;
	hash = pl_hash(item->attrs[rows->sk].value, pl_hash(item->attrs[rows->pk].value, 0));
	if (pl_sample_wants(&rows->samples[at], hash))
		pl_sample_add(&rows->samples[at], hash, item, rows->nnames);
}

/* ---- texts ---- */

static struct texts *texts_of(struct reading *r, size_t value)
{
	for (size_t i = 0; i < r->values.len; i++)
		if (r->values.ptr[i].value == value)
			return &r->values.ptr[i];
	PL_PUSH(&r->values, (struct texts){.value = value});
	return &r->values.ptr[r->values.len - 1];
}

/* Whether both are the same wherever `b` is there, and tell more than one row from another. */
static bool same_texts(const struct texts *a, const struct texts *b)
{
	const struct pl_str *first = NULL;
	bool differ = false;

	for (size_t i = 0; i < ROWS; i++) {
		if (!b->text[i].ptr)
			continue;
		if (!a->text[i].ptr || !pl_str_eq(a->text[i], b->text[i]))
			return false;
		differ |= first && !pl_str_eq(*first, b->text[i]);
		first = &b->text[i];
	}
	return differ;
}

/* The values of the table's sort keys, row by row. */
static void read_sort_keys(struct reading *r)
{
	for (size_t i = 0; i < r->sample->len; i++) {
		const struct pl_sampled *item = r->sample->items[i];
		struct pl_declared_value values[PL_DECLARED_VALUES];
		struct pl_str key = item->keys[r->rows->sk].value;
		size_t n;

		if (!pl_declared_find(r->rows->table.keys, item->keys[r->rows->pk].value, key, NULL, values, &n))
			continue;
		for (size_t k = 0; k < n; k++) {
			const size_t value = values[k].branch->part ? value_called(r->in, values[k].branch->part->text) : r->in->values.len;

			if (value < r->in->values.len)
				texts_of(r, value)->text[i] = pl_str_sub(key, values[k].from, values[k].to);
		}
	}
}

/* ---- names ---- */

/* A number's attribute has no zeros in front. */
static bool holds(const struct pl_attr *attr, struct pl_str text)
{
	if (attr->type == 'S')
		return pl_str_eq(attr->value, text);
	return attr->type == 'N' && pl_all_digits(text) && pl_str_eq(pl_digits_strip(text), attr->value);
}

/* Whether the attribute holds the same in all rows that have it, most of them, and not one and the same in all. */
static bool holds_all(const struct reading *r, struct pl_str name, const struct texts *texts)
{
	const struct pl_str *first = NULL;
	size_t rows = 0, have = 0;
	bool differ = false;

	for (size_t i = 0; i < r->sample->len; i++) {
		const struct pl_attr *attr;

		if (!texts->text[i].ptr)
			continue;
		rows++;
		attr = pl_sampled_get(r->sample->items[i], name);
		if (!attr)
			continue;
		if (!holds(attr, texts->text[i]))
			return false;
		have++;
		differ |= first && !pl_str_eq(*first, texts->text[i]);
		first = &texts->text[i];
	}
	return differ && 2 * have > rows;
}

static bool is_key_attribute(const struct pl_infer_rows *rows, struct pl_str name)
{
	return number_of(rows, name) < rows->nnames;
}

/* Whether one holds the other, in whatever letter case: score and finalScore, player and playerId. */
static bool alike(struct pl_str a, struct pl_str b)
{
	struct pl_str longer = a.len > b.len ? a : b, shorter = a.len > b.len ? b : a;

	for (size_t at = 0; shorter.len && at + shorter.len <= longer.len; at++) {
		size_t i = 0;

		while (i < shorter.len && pl_lower((unsigned char)longer.ptr[at + i]) == pl_lower((unsigned char)shorter.ptr[i]))
			i++;
		if (i == shorter.len)
			return true;
	}
	return false;
}

/* One that is called like the label goes first, then the shorter name, then by bytes. */
static bool is_better(struct pl_str a, struct pl_str b, struct pl_str wanted)
{
	const bool x = alike(a, wanted), y = alike(b, wanted);

	if (!b.len || x != y)
		return !b.len || x;
	return a.len != b.len ? a.len < b.len : pl_order(a, b) < 0;
}

/* The attribute that holds the value; empty: none does. */
static struct pl_str attribute_of(const struct reading *r, const struct texts *texts, struct pl_str wanted)
{
	struct pl_str best = {NULL, 0};

	for (size_t i = 0; i < r->sample->len; i++) {
		const struct pl_sampled *item = r->sample->items[i];

		for (size_t k = 0; k < item->nattrs; k++) {
			const struct pl_str name = item->attrs[k].name;

			if (pl_is_name(name) && !is_key_attribute(r->rows, name) && !pl_str_eq(name, best) &&
			    is_better(name, best, wanted) && holds_all(r, name, texts))
				best = name;
		}
	}
	return best;
}

static void name_by_attributes(struct reading *r)
{
	for (size_t i = 0; i < r->values.len; i++) {
		struct pl_infer_value *value = &r->in->values.ptr[r->values.ptr[i].value];
		struct pl_str attribute;

		if (value->attribute.len || (value->rest && value->unsaid))
			continue;
		attribute = attribute_of(r, &r->values.ptr[i], pl_str_c(value->wanted));
		if (!attribute.len)
			continue;
		value->attribute = pl_arena_str(r->in->arena, attribute);
		value->wanted = value->attribute.ptr;
	}
}

/* ---- keys that are composed by their segments ---- */

/* One attribute of the rows, split. */
struct split {
	struct pl_str attribute;
	size_t number; /* of the attribute */
	char delimiter;
	size_t segments;
};

static struct pl_str key_of(const struct reading *r, size_t row, size_t number)
{
	const struct pl_attr *attr = &r->sample->items[row]->keys[number];

	return attr->type == 'S' ? attr->value : pl_str_of(NULL, 0);
}

static struct pl_str segment_of(struct pl_str key, char delimiter, size_t n)
{
	for (;; n--) {
		const char *end = memchr(key.ptr, delimiter, key.len);
		size_t len = end ? (size_t)(end - key.ptr) : key.len;

		if (n == 0)
			return pl_str_sub(key, 0, len);
		key = pl_str_sub(key, PL_MIN(len + 1, key.len), key.len);
	}
}

static bool has_digit(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (pl_is_digit((unsigned char)s.ptr[i]))
			return true;
	return false;
}

/* The one text that all rows have; empty: there are several. */
static struct pl_str constant(const struct texts *texts)
{
	struct pl_str first = {NULL, 0};

	for (size_t i = 0; i < ROWS; i++) {
		if (!texts->text[i].ptr)
			continue;
		if (first.ptr && !pl_str_eq(first, texts->text[i]))
			return pl_str_of(NULL, 0);
		first = texts->text[i];
	}
	return first;
}

/* What digits stand in is rather one value of many. */
static bool is_label(struct pl_str text)
{
	return text.len && !has_digit(text) && pl_infer_is_writable(text);
}

static void read_segment(const struct reading *r, const struct split *split, size_t n, struct texts *out)
{
	*out = (struct texts){0};
	for (size_t i = 0; i < r->sample->len; i++) {
		struct pl_str key = key_of(r, i, split->number);

		if (key.ptr)
			out->text[i] = split->delimiter ? segment_of(key, split->delimiter, n) : key;
	}
}

/* Whether all rows have so many segments at that delimiter, and begin with one label. */
static bool splits(const struct reading *r, struct split *split, char delimiter)
{
	struct texts first;

	split->delimiter = delimiter;
	split->segments = 0;
	for (size_t i = 0; i < r->sample->len; i++) {
		struct pl_str key = key_of(r, i, split->number);
		const size_t segments = pl_infer_count_of(key, delimiter) + 1;

		if (!key.ptr)
			continue;
		if (segments < 2 || (split->segments && split->segments != segments))
			return false;
		split->segments = segments;
	}
	read_segment(r, split, 0, &first);
	return split->segments && is_label(constant(&first));
}

static void choose_split(const struct reading *r, struct split *split)
{
	if (splits(r, split, r->in->delimiter))
		return;
	for (const char *c = PL_SEPARATORS; *c; c++)
		if (splits(r, split, *c))
			return;
	split->delimiter = 0;
	split->segments = 1;
}

/*
 * A value that no rule looks at. What is behind the same label, or the same attribute of items, is one value in all layouts:
 * where some items have the attribute, it is called by that in the others, too.
 */
static size_t plain_value(struct pl_infer *in, struct pl_str label, struct pl_str attribute, bool rest)
{
	struct pl_infer_value v = {.joined = !rest, .text = rest, .rest = rest, .label = pl_arena_str(in->arena, label),
				   .attribute = pl_arena_str(in->arena, attribute)};
	const char *wanted = attribute.len ? v.attribute.ptr : pl_infer_camel(in, label, false);

	for (size_t i = 0; i < in->values.len; i++) {
		struct pl_infer_value *have = &in->values.ptr[i];

		if (have->field || have->spot || have->words || have->joined != v.joined || have->rest != rest || have->unsaid)
			continue;
		if (attribute.len && have->attribute.len ? pl_str_eq(attribute, have->attribute) : label.len && pl_str_eq(label, have->label)) {
			if (attribute.len && !have->attribute.len) {
				have->attribute = v.attribute;
				have->wanted = wanted;
			}
			if (!have->label.len)
				have->label = v.label;
			return i;
		}
	}
	pl_infer_call(in, &v, *wanted ? wanted : "id");
	PL_PUSH(&in->values, v);
	return in->values.len - 1;
}

/* A value that the layout has already, when that is the same in all rows. */
static size_t same_value(const struct reading *r, const struct texts *texts)
{
	for (size_t i = 0; i < r->values.len; i++)
		if (same_texts(&r->values.ptr[i], texts))
			return r->values.ptr[i].value;
	return r->in->values.len;
}

static void show_example(struct reading *r, const struct texts *texts)
{
	struct pl_str *example = &r->in->values.ptr[texts->value].example;

	for (size_t i = 0; i < ROWS && !example->len; i++)
		if (texts->text[i].ptr && pl_infer_is_writable(texts->text[i]))
			*example = pl_arena_str(r->in->arena, texts->text[i]);
}

/* The value of one segment; `label` stands in front of it. */
static size_t value_of_segment(struct reading *r, const struct split *split, struct texts *texts, struct pl_str label)
{
	const size_t same = same_value(r, texts);

	if (same < r->in->values.len)
		return same;
	texts->value = plain_value(r->in, label.len ? label : split->attribute, attribute_of(r, texts, label), !split->delimiter);
	show_example(r, texts);
	PL_PUSH(&r->values, *texts);
	return texts->value;
}

static bool is_one_label(const struct reading *r, const struct split *split)
{
	struct texts texts;

	read_segment(r, split, 0, &texts);
	return is_label(constant(&texts));
}

static void compose(struct reading *r, size_t index, struct pl_str attribute, size_t number)
{
	struct pl_infer_composed out = {.index = index, .attribute = attribute};
	struct split split = {.attribute = attribute, .number = number};
	struct pl_str label = {NULL, 0};

	choose_split(r, &split);
	if (index == 0 && !split.delimiter && !is_one_label(r, &split))
		return; /* what takes any partition key does as well */
	out.delimiter = split.delimiter ? split.delimiter : r->in->delimiter;
	for (size_t n = 0; n < split.segments; n++) {
		struct texts texts;
		struct pl_str text;

		read_segment(r, &split, n, &texts);
		text = constant(&texts);
		if (n)
			PL_PUSH(&out.pieces, (struct pl_infer_piece){pl_arena_str(r->in->arena, pl_str_of(&split.delimiter, 1)), 0});
		if (is_label(text)) {
			label = text;
			PL_PUSH(&out.pieces, (struct pl_infer_piece){pl_arena_str(r->in->arena, text), 0});
		} else {
			PL_PUSH(&out.pieces, (struct pl_infer_piece){{NULL, 0}, value_of_segment(r, &split, &texts, label)});
			label = pl_str_of(NULL, 0);
		}
	}
	PL_PUSH(&r->layout->composed, out);
}

/* ---- segments that are one value ---- */

/* Where the pieces of a segment that begins at `from` end. */
static size_t segment_end(const pl_infer_pieces *pieces, char delimiter, size_t from)
{
	while (from < pieces->len && !(pieces->ptr[from].text.len == 1 && *pieces->ptr[from].text.ptr == delimiter))
		from++;
	return from;
}

/* What the pieces [from, to) are in all rows, one behind the other; false: no value, or one that some row does not tell. */
static bool join_texts(const struct reading *r, const struct pl_infer_piece *from, const struct pl_infer_piece *to, struct texts *out)
{
	bool values = false;

	*out = (struct texts){0};
	for (size_t i = 0; i < r->sample->len; i++) {
		struct pl_buf joined = PL_BUF_INIT;

		for (const struct pl_infer_piece *piece = from; piece < to; piece++) {
			size_t v = 0;

			while (v < r->values.len && r->values.ptr[v].value != piece->value)
				v++;
			values |= !piece->text.len;
			if (!piece->text.len && (v == r->values.len || !r->values.ptr[v].text[i].ptr)) {
				pl_buf_release(&joined);
				return false;
			}
			pl_buf_add(&joined, piece->text.len ? piece->text : r->values.ptr[v].text[i]);
		}
		out->text[i] = pl_arena_str(r->in->arena, pl_buf_str(&joined));
		pl_buf_release(&joined);
	}
	return values;
}

/* The value that the pieces are together; the number of values: they are none. */
static size_t whole_value(struct reading *r, const struct pl_infer_piece *from, const struct pl_infer_piece *to)
{
	const size_t none = r->in->values.len;
	struct texts texts;
	struct pl_str attribute;

	if (to < from + 2 || !join_texts(r, from, to, &texts))
		return none;
	texts.value = same_value(r, &texts);
	if (texts.value != none)
		return texts.value;
	attribute = attribute_of(r, &texts, pl_str_of(NULL, 0));
	if (!attribute.len)
		return none;
	texts.value = plain_value(r->in, pl_str_of(NULL, 0), attribute, false);
	show_example(r, &texts);
	PL_PUSH(&r->values, texts);
	return texts.value;
}

static void read_wholes(struct reading *r, const pl_infer_pieces *pieces, char delimiter, pl_infer_pieces *whole)
{
	bool some = false;

	for (size_t from = 0, to; from < pieces->len; from = to) {
		const size_t values = r->in->values.len;
		size_t value;

		to = PL_MAX(segment_end(pieces, delimiter, from), from + 1);
		value = whole_value(r, &pieces->ptr[from], &pieces->ptr[to]);
		if (value != values || r->in->values.len != values) {
			PL_PUSH(whole, (struct pl_infer_piece){{NULL, 0}, value});
			some = true;
			continue;
		}
		for (size_t p = from; p < to; p++)
			PL_PUSH(whole, pieces->ptr[p]);
	}
	if (!some)
		whole->len = 0;
}

/* ---- keys of indexes that are sorted by ---- */

/* A sort key of an index as it was told apart there. */
struct sorted {
	struct pl_infer *sub;
	struct finder finder;
	size_t pk, sk; /* numbers of the attributes */
};

static bool same_words(const struct pl_infer_value *a, const struct pl_infer_value *b)
{
	return !a->field && !b->field && a->spot == b->spot && a->at == b->at && a->words == b->words && a->rest == b->rest &&
	       a->unsaid == b->unsaid && (a->spot || a->words || a->rest);
}

/* A value that is looked at in one place is so in the others. */
static bool may_join(const struct pl_infer_value *have, const struct pl_infer_value *v)
{
	if (have->unsaid || v->unsaid || have->rest || v->rest || have->words || v->words || !v->field)
		return false;
	return have->field ? have->field->kind == v->field->kind && have->joined == v->joined && have->text == v->text : !have->spot;
}

/* The value of `sub` among those of the schema; `texts` are its bytes. */
static size_t import_value(struct reading *r, const struct pl_infer *sub, struct texts *texts)
{
	struct pl_infer *in = r->in;
	struct pl_infer_value v = sub->values.ptr[texts->value];
	const size_t same = same_value(r, texts);
	size_t i = 0;

	if (same < in->values.len && may_join(&in->values.ptr[same], &v)) {
		struct pl_infer_value *have = &in->values.ptr[same];

		if (!have->field)
			*have = (struct pl_infer_value){.field = v.field, .name = have->name, .wanted = have->wanted,
							.attribute = have->attribute, .joined = v.joined, .text = v.text};
		return same;
	}
	while (i < in->values.len && !(v.field ? in->values.ptr[i].field == v.field : same_words(&in->values.ptr[i], &v)))
		i++;
	if (i == in->values.len) {
		pl_infer_call(in, &v, v.wanted);
		PL_PUSH(&in->values, v);
	}
	texts->value = i;
	PL_PUSH(&r->values, *texts);
	return i;
}

/* The one layout of `sub` that all rows fit, and its values' bytes; NULL: there are several. */
static const struct pl_infer_layout *sorted_layout(struct reading *r, const struct sorted *sorted, struct texts *values, size_t *nvalues)
{
	const struct pl_infer *sub = sorted->sub;
	size_t at = sub->layouts.len;

	*nvalues = 0;
	for (size_t i = 0; i < r->sample->len; i++) {
		struct pl_declared_value found[PL_DECLARED_VALUES];
		struct pl_str pk = key_of(r, i, sorted->pk), sk = key_of(r, i, sorted->sk);
		const struct pl_layout *layout;
		size_t n, here;

		if (!pk.ptr || !sk.ptr)
			continue;
		layout = pl_declared_find(sorted->finder.keys, pk, sk, NULL, found, &n);
		here = number_of_layout(sub, layout);
		if (here == sub->layouts.len || (at < sub->layouts.len && at != here))
			return NULL;
		at = here;
		for (size_t k = 0; k < n; k++) {
			const size_t value = found[k].branch->part ? value_called(sub, found[k].branch->part->text) : sub->values.len;
			size_t v = 0;

			if (value == sub->values.len)
				return NULL;
			while (v < *nvalues && values[v].value != value)
				v++;
			if (v == PL_DECLARED_VALUES)
				return NULL;
			if (v == *nvalues)
				values[(*nvalues)++] = (struct texts){.value = value};
			values[v].text[i] = pl_str_sub(sk, found[k].from, found[k].to);
		}
	}
	return at < sub->layouts.len ? &sub->layouts.ptr[at] : NULL;
}

static void compose_rest(struct reading *r, size_t index, struct pl_str attribute)
{
	struct pl_infer_composed out = {.index = index, .attribute = attribute, .delimiter = r->in->delimiter};

	PL_PUSH(&out.pieces, (struct pl_infer_piece){{NULL, 0}, pl_infer_value_of_rest(r->in)});
	PL_PUSH(&r->layout->composed, out);
}

static void compose_sorted(struct reading *r, size_t index, struct pl_str attribute, const struct sorted *sorted)
{
	struct pl_infer_composed out = {.index = index, .attribute = attribute};
	struct texts *values = pl_calloc(PL_DECLARED_VALUES, sizeof(*values));
	const struct pl_infer_layout *layout;
	size_t nvalues;

	layout = sorted->finder.keys ? sorted_layout(r, sorted, values, &nvalues) : NULL;
	if (!layout || layout->rest) {
		compose_rest(r, index, attribute);
		free(values);
		return;
	}
	out.delimiter = layout->delimiter;
	for (size_t i = 0; i < layout->pieces.len; i++) {
		struct pl_infer_piece piece = layout->pieces.ptr[i];

		for (size_t v = 0; !piece.text.len && v < nvalues; v++)
			if (values[v].value == piece.value) {
				piece.value = import_value(r, sorted->sub, &values[v]);
				break;
			}
		PL_PUSH(&out.pieces, piece);
	}
	read_wholes(r, &out.pieces, out.delimiter, &out.whole);
	PL_PUSH(&r->layout->composed, out);
	free(values);
}

/* ---- all layouts ---- */

static bool is_there(const struct reading *r, size_t number)
{
	for (size_t i = 0; number < r->rows->nnames && i < r->sample->len; i++)
		if (r->sample->items[i]->keys[number].type == 'S')
			return true;
	return false;
}

static bool is_composed(const struct reading *r, struct pl_str attribute)
{
	if (pl_str_eq(attribute, r->in->keys->pk) || pl_str_eq(attribute, r->in->keys->sk))
		return true;
	for (size_t i = 0; i < r->layout->composed.len; i++)
		if (pl_str_eq(r->layout->composed.ptr[i].attribute, attribute))
			return true;
	return false;
}

static void compose_index(struct reading *r, size_t index, const struct sorted *sorted)
{
	const struct pl_index *of = &r->in->keys->table->index[index];

	if (!is_composed(r, of->pk) && is_there(r, sorted->pk))
		compose(r, index, of->pk, sorted->pk);
	if (!of->sk.len || is_composed(r, of->sk) || !is_there(r, sorted->sk))
		return;
	if (sorted->sub)
		compose_sorted(r, index, of->sk, sorted);
	else
		compose(r, index, of->sk, sorted->sk);
}

static void sorted_init(struct pl_infer_rows *rows, const struct pl_index *index, struct sorted *out)
{
	const struct pl_keys *keys = pl_infer_keys_of(rows->in, index);
	struct pl_buf text = PL_BUF_INIT;

	*out = (struct sorted){.pk = number_of(rows, index->pk), .sk = index->sk.len ? number_of(rows, index->sk) : rows->nnames};
	if (!keys || !keys->ordered || !index->sk.len)
		return;
	out->sub = pl_infer_begin(rows->in->arena, rows->in->result, rows->in->types, keys);
	pl_infer_write(out->sub, &text);
	finder_init(&out->finder, rows->in->arena, pl_arena_str(rows->in->arena, pl_buf_str(&text)));
	pl_buf_release(&text);
}

/* Keys of several attributes are left to people; an index that is not written has none. */
static bool is_simple(const struct pl_infer *in, const struct pl_index *index)
{
	return pl_infer_has_index(in, index) && !index->nmore_pk && !index->nmore_sk;
}

static bool is_plain(const struct pl_infer_value *v)
{
	return !v->field && !v->spot && !v->words && !v->unsaid && v->label.len;
}

static void replace_value(struct pl_infer *in, size_t from, size_t to)
{
	for (size_t i = 0; i < in->layouts.len; i++)
		for (size_t c = 0; c < in->layouts.ptr[i].composed.len; c++) {
			pl_infer_pieces *pieces = &in->layouts.ptr[i].composed.ptr[c].pieces;

			for (size_t p = 0; p < pieces->len; p++)
				if (!pieces->ptr[p].text.len && pieces->ptr[p].value == from)
					pieces->ptr[p].value = to;
		}
}

/* What some kind of item has no attribute for is called as behind the same label in the others. */
static void join_by_label(struct pl_infer *in)
{
	for (size_t i = 0; i < in->values.len; i++) {
		const struct pl_infer_value *v = &in->values.ptr[i];

		for (size_t k = 0; k < in->values.len && is_plain(v) && !v->attribute.len; k++) {
			const struct pl_infer_value *other = &in->values.ptr[k];

			if (is_plain(other) && other->attribute.len && pl_str_eq(v->label, other->label) && other->rest == v->rest) {
				replace_value(in, i, k);
				break;
			}
		}
	}
}

void pl_infer_rows_end(struct pl_infer_rows *rows)
{
	struct pl_infer *in = rows->in;
	const size_t nindexes = in->keys ? in->keys->table->nindexes : 0;
	struct sorted *sorted = PL_NEW_N(in->arena, struct sorted, nindexes + 1);

	for (size_t k = 1; k < nindexes; k++)
		if (is_simple(in, &in->keys->table->index[k]))
			sorted_init(rows, &in->keys->table->index[k], &sorted[k]);
	for (size_t i = 0; rows->table.keys && i < in->layouts.len; i++) {
		struct reading r = {.rows = rows, .in = in, .layout = &in->layouts.ptr[i], .sample = &rows->samples[i]};

		read_sort_keys(&r);
		read_wholes(&r, &r.layout->pieces, r.layout->delimiter, &r.layout->whole);
		if (in->partition_name && !in->partition_unsaid && r.sample->len)
			compose(&r, 0, in->keys->pk, rows->pk);
		for (size_t k = 1; k < nindexes; k++)
			if (is_simple(in, &in->keys->table->index[k]))
				compose_index(&r, k, &sorted[k]);
		name_by_attributes(&r);
		PL_VEC_RELEASE(&r.values);
	}
	join_by_label(in);
	if (rows->table.keys)
		pl_infer_name_again(in);
	for (size_t k = 1; k < nindexes; k++) {
		finder_release(&sorted[k].finder);
		if (sorted[k].sub)
			pl_infer_release(sorted[k].sub);
	}
	for (size_t i = 0; rows->samples && i < in->layouts.len; i++)
		pl_sample_release(&rows->samples[i]);
	finder_release(&rows->table);
}
