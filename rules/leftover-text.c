/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL405 leftover-text: what a program printed where a value should stand.
 *
 *     ORDER#undefined#2026-06-03     a variable that was not set
 *     ORDER#[object Object]          an object instead of its id
 *     ORDER#${orderId}               a template that nobody filled in
 *     "A17"                          JSON's quotes stored with the value
 *     A17␠                           a blank at an end
 *     ORDER#                         one key that ends in the delimiter, where others go on
 *
 * All of these rows share one key or one partition, so they replace each other,
 * and nobody finds them under the id that they belong to.
 *
 * Told apart from what is meant: `null` and `None` among other words are an
 * info; values all of one width may be filled up with blanks; a blank that
 * stands in every key belongs to the delimiter; names in braces that differ
 * from key to key are a notation (the hash tags of Redis). A trailing '/' is a
 * folder, and many keys that end in the delimiter are a layout.
 */
#include "linter/rule.h"

/* A place, as far as its values tell whether what is odd there is meant. */
struct place {
	unsigned segment;
	uint64_t keys;       /* with any value there */
	uint64_t alike;      /* those that begin alike, with values of any other shape there */
	double distinct;     /* of the column */
	bool among_words;    /* other words stand there */
	bool blanks_are_meant; /* they fill values up to one width, or belong to the delimiter */
};

enum { FEW = 3, RARE_SHARE = 100, OTHERS = 5 };

/* order_17_: behind a word in one case; an id may hold and end in a _ as in any letter. */
static bool is_labelled(struct pl_str key)
{
	bool upper = false, lower = false;
	size_t n = 0;

	for (; n < key.len && pl_is_alpha((unsigned char)key.ptr[n]); n++) {
		upper |= pl_is_upper((unsigned char)key.ptr[n]);
		lower |= pl_is_lower((unsigned char)key.ptr[n]);
	}
	return n > 1 && n < key.len && key.ptr[n] == '_' && upper != lower;
}

/* Whether the delimiter at the key's end is the one in front of the segment: a key that is one delimiter has two that are empty. */
static bool stands_last(struct pl_str key, unsigned segment)
{
	unsigned segments = 1;

	for (size_t i = 0; i < key.len; i++)
		segments += key.ptr[i] == key.ptr[key.len - 1];
	return segments == segment;
}

static bool is_lone_end(const struct pl_marked *marked, const struct place *place)
{
	struct pl_str key = marked->example.first;
	char last = key.len ? key.ptr[key.len - 1] : '/';

	if (!memchr("#|:~_", last, 5) || (last == '_' && !is_labelled(key)) || !stands_last(key, place->segment))
		return false;
	/* A single one needs fewer others beside it. */
	if (marked->keys == 1)
		return place->alike > OTHERS;
	return (marked->keys <= FEW || marked->keys * RARE_SHARE <= place->alike) && marked->keys * 10 <= place->alike;
}

static enum pl_level level_of(const struct pl_marked *marked, const struct place *place)
{
	bool everywhere = marked->keys == place->keys;

	switch (marked->mark) {
	case PL_M_EMPTY:
		return is_lone_end(marked, place) ? PL_WARNING : PL_OFF;
	case PL_M_UNSET:
	case PL_M_OBJECT:
	case PL_M_QUOTES:
		return PL_WARNING;
	case PL_M_NULL:
		return place->among_words || everywhere ? PL_INFO : PL_WARNING;
	case PL_M_PLACEHOLDER:
		return everywhere && place->distinct > FEW ? PL_OFF : PL_WARNING;
	case PL_M_BLANK:
		return place->blanks_are_meant ? PL_OFF : PL_WARNING;
	default:
		return PL_OFF;
	}
}

static const char *what_of(enum pl_mark mark)
{
	switch (mark) {
	case PL_M_EMPTY:
		return "in the delimiter, with nothing behind it";
	case PL_M_UNSET:
		return "what a program prints for a value that is not set";
	case PL_M_NULL:
		return "a word that programs print for no value (null, None, Infinity)";
	case PL_M_OBJECT:
		return "the printed form of an object instead of its id";
	case PL_M_QUOTES:
		return "a value that still has its quotes";
	case PL_M_PLACEHOLDER:
		return "the placeholder of a template that was not filled in";
	default:
		return "a value with a blank, tab or control character at an end";
	}
}

static const char *message(struct pl_cx *cx, const struct pl_marked *marked, uint64_t all)
{
	bool ends = marked->mark == PL_M_EMPTY, one = marked->keys == 1;

	return pl_text(cx, "%s %s %s", pl_share(cx, marked->keys, all),
		       ends ? (one ? "ends" : "end") : one ? "holds" : "hold", what_of(marked->mark));
}

static const char *why_of(enum pl_mark mark)
{
	if (mark == PL_M_BLANK)
		return "\"A17 \" (… 37 20) and \"A17\" (… 37) are two keys: a read of one does not find the other.";
	if (mark == PL_M_QUOTES)
		return "The quotes (22 or 27) are part of the key: a read of the bare value does not find it.";
	return "Rows of different things get one key or one partition: they replace each other, and nobody finds them "
	       "under the id they belong to.";
}

static struct pl_finding finding_of(struct pl_cx *cx, const struct pl_marked *marked, const struct place *place)
{
	return (struct pl_finding){
		.level = level_of(marked, place),
		.message = message(cx, marked, place->keys),
		.why = why_of(marked->mark),
		.fix = pl_text(cx, "Refuse to write a key with an empty or unset part, and trim and convert values before they "
				   "go into it. Rebuild these keys from the items' other attributes.%s", pl_safe_order),
		.witness = marked->example,
		.counts.keys_wrong = marked->keys,
		.fingerprint = (uint64_t)marked->mark + 1,
	};
}

static bool is_blank(char c)
{
	return (unsigned char)c <= ' ' || c == 0x7f;
}

/* Whether two shapes differ in blanks and control characters only. */
static bool same_but_blanks(struct pl_str a, struct pl_str b)
{
	size_t i = 0, j = 0;

	for (;;) {
		while (i < a.len && is_blank(a.ptr[i]))
			i++;
		while (j < b.len && is_blank(b.ptr[j]))
			j++;
		if (i == a.len || j == b.len)
			return i == a.len && j == b.len;
		if (a.ptr[i++] != b.ptr[j++])
			return false;
	}
}

/*
 * Where a value ends in a blank and where it does not are two shapes: "ORDER#<number> " and "ORDER#<number>". These are
 * the fields of one place.
 */
static bool same_place(const struct pl_field *a, const struct pl_field *b)
{
	return a->observed && b->observed && a->segment == b->segment && PL_MAX(a->part, 1U) == PL_MAX(b->part, 1U) &&
	       pl_str_eq(a->attribute, b->attribute) && same_but_blanks(a->shape, b->shape);
}

/* Whether the shapes are one up to the separator in front of that segment. */
static bool same_front(struct pl_str a, struct pl_str b, unsigned segment)
{
	const size_t shorter = PL_MIN(a.len, b.len);
	unsigned seen[sizeof(PL_SEPARATORS)] = {0};

	for (size_t i = 0; i < shorter && a.ptr[i] == b.ptr[i]; i++) {
		const char *sep = memchr(PL_SEPARATORS, a.ptr[i], sizeof(PL_SEPARATORS) - 1);

		if (sep && ++seen[sep - PL_SEPARATORS] + 1 == segment)
			return true;
	}
	return segment == 1;
}

/* Whether ids or text of another shape stand where the field stands, and have no blank at their ends. */
static bool others_have_none(const struct pl_field *field, const struct pl_field *const *fields, size_t nfields)
{
	for (size_t i = 0; i < nfields; i++) {
		const struct pl_field *other = fields[i];

		if (other->observed && other->segment == field->segment && pl_str_eq(other->attribute, field->attribute) &&
		    (other->kind == PL_K_ID || other->kind == PL_K_TEXT) && !same_place(other, field) &&
		    same_front(other->shape, field->shape, field->segment) && !pl_marked_as(other->observed, PL_M_BLANK) &&
		    other->observed->keys > field->observed->keys)
			return true;
	}
	return false;
}

/* Blanks that its shape holds, and directly behind it. */
static size_t blanks_of(const struct pl_field *field)
{
	struct pl_str whole = field->entity ? field->entity->shape : field->shape;
	size_t n = 0;

	for (size_t i = 0; i < field->shape.len; i++)
		n += is_blank(field->shape.ptr[i]);
	if (pl_str_starts(whole, field->shape))
		for (size_t i = field->shape.len; i < whole.len && is_blank(whole.ptr[i]); i++)
			n++;
	return n;
}

/* The width of its values with their blanks; 0: they have several. */
static size_t width_of(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	return seen->min_len == seen->max_len ? seen->max_len + blanks_of(field) : 0;
}

/* Whether each key of the place has a blank at an end, or none has a width of its own. */
static bool blanks_are_meant(const struct pl_field *field, const struct pl_field *const *fields, size_t nfields)
{
	size_t width = width_of(field);
	bool everywhere = true, one_width = width && field->observed->distinct > 1;

	if ((field->declared && field->declared->pad == ' ') || pl_is_filled_up(field))
		return true;
	for (size_t i = 0; i < nfields; i++) {
		const struct pl_marked *blank;

		if (!same_place(fields[i], field))
			continue;
		blank = pl_marked_as(fields[i]->observed, PL_M_BLANK);
		everywhere &= blank && blank->keys == fields[i]->observed->keys;
		one_width |= fields[i] != field;
		if (width_of(fields[i]) != width)
			width = 0;
	}
	return (everywhere && !others_have_none(field, fields, nfields)) || (one_width && width);
}

/* Whether it is the first value of its segment, where that of the field stands too. */
static bool begins_alike(const struct pl_field *other, const struct pl_field *field)
{
	return other->observed && other->segment == field->segment && other->part <= 1 && pl_str_eq(other->attribute, field->attribute) &&
	       same_front(other->shape, field->shape, field->segment);
}

static struct place place_of(const struct pl_field *field, const struct pl_field *const *fields, size_t nfields)
{
	const struct pl_observed *seen = field->observed;
	const struct pl_vocabulary *words = pl_words_beside(field);
	struct place place = {
		.segment = field->segment,
		.distinct = seen->distinct,
		.among_words = field->kind == PL_K_WORD && (!words || words->nwords > 1 || !words->whole) && seen->distinct > 1,
		.blanks_are_meant = blanks_are_meant(field, fields, nfields),
	};

	for (size_t i = 0; i < nfields; i++) {
		if (same_place(fields[i], field))
			place.keys += fields[i]->observed->keys;
		if (begins_alike(fields[i], field))
			place.alike += fields[i]->observed->keys;
	}
	return place;
}

static void check_fields(struct pl_cx *cx, const struct pl_field *const *fields, size_t nfields)
{
	for (size_t i = 0; i < nfields; i++) {
		const struct pl_observed *seen = fields[i]->observed;

		for (size_t m = 0; seen && m < seen->nmarks; m++) {
			const struct place place = place_of(fields[i], fields, nfields);

			pl_report_field(cx, fields[i], finding_of(cx, &seen->marks[m], &place));
		}
	}
}

/* Keys of the value that stands directly in front of the words, with or without anything behind it. */
static uint64_t keys_in_front(const struct pl_keys *keys, const struct pl_vocabulary *words)
{
	uint64_t n = 0;

	for (size_t i = 0; i < keys->nfields; i++) {
		const struct pl_field *field = keys->fields[i];

		if (field->observed && pl_str_eq(field->attribute, words->attribute) && field->segment + 1 == words->segment &&
		    pl_str_eq(words->before, field->shape))
			n = PL_MAX(n, field->observed->keys);
	}
	return n;
}

/* Whether each word has a blank at an end, or they are all filled up to one width. */
static bool blanks_of_words_are_meant(const struct pl_vocabulary *words, uint64_t others)
{
	bool everywhere = others == 0, one_width = words->nwords > 1;

	for (size_t w = 0; w < words->nwords; w++) {
		const struct pl_word *word = &words->words[w];
		bool has = false;

		for (size_t m = 0; m < word->nmarks; m++)
			has |= word->marks[m].mark == PL_M_BLANK && word->marks[m].keys == word->keys;
		everywhere &= has;
		one_width &= word->text.len == words->words[0].text.len;
	}
	return everywhere || one_width;
}

/* Labels are literals of shapes; where ids stand beside them, `undefined` is none of them. */
static void check_labels(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_vocabulary *words)
{
	struct place place = {.segment = words->segment, .keys = words->others};
	uint64_t all = 0;

	for (size_t w = 0; w < words->nwords; w++)
		all += words->words[w].keys;
	place.keys = PL_MAX(all + words->others, keys_in_front(keys, words));
	/* In front of a key stands something in each, also in those that are declared. */
	if (!words->before.len && pl_str_eq(words->attribute, keys->sk))
		place.keys = PL_MAX(place.keys, keys->keys);
	place.alike = place.keys;
	place.blanks_are_meant = blanks_of_words_are_meant(words, place.keys - all);
	for (size_t w = 0; w < words->nwords; w++) {
		const struct pl_word *word = &words->words[w];

		place.among_words = words->nwords > 1 && place.keys - words->others > word->keys;
		for (size_t m = 0; m < word->nmarks; m++) {
			struct pl_finding finding = finding_of(cx, &word->marks[m], &place);

			finding.attribute = words->attribute;
			finding.segment = words->segment;
			finding.fingerprint += pl_subject(words->path, word->text);
			pl_report_keys(cx, keys, finding);
		}
	}
}

static bool applies(const struct pl_keys *keys)
{
	return keys->keys > 0 && pl_has_text(keys);
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	check_fields(cx, keys->fields, keys->nfields);
	check_fields(cx, keys->partition_fields, keys->npartition_fields);
	for (size_t i = 0; i < keys->nvocabularies; i++)
		check_labels(cx, keys, &keys->vocabularies[i]);
}

const struct pl_rule pl_rule_leftover_text = {
	.code = "PL405",
	.name = "leftover-text",
	.since = "0.1.0",
	.summary = "undefined, [object Object], ${id}, quotes or blanks stand where a value should",
	.why = "ORDER#undefined is one key for all orders whose id was not set: each write replaces the one before, and no "
	       "read of an id finds any.",
	.fix = "Refuse to write a key with an unset part; trim and convert values before they go into it.",
	.blind = "Leftovers inside a longer text. `null` and `None` among other words are infos.",
	.source = "Amazon DynamoDB API reference, PutItem: an item with the same primary key is replaced. What is printed: "
		  "ECMA-262 String(undefined), Java Object.toString(), Go fmt.",
	.scope = PL_KEYS,
	.partition_keys = true,
	.level = PL_WARNING,
	.bad = (const char *const[]){"ORDER#17", "ORDER#18", "ORDER#undefined", NULL},
	.good = (const char *const[]){"ORDER#17", "ORDER#18", "ORDER#19", NULL},
	.applies_keys = applies,
	.check_keys = check,
};
