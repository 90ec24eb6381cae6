/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/ordered.h"

#include "linter/context.h"

/* ---- words of a label ---- */

enum { LONGEST_WORD = 64 }; /* bytes; a longer one is in no list */

struct word {
	char ptr[LONGEST_WORD];
	size_t len;
};

/* Letters, and bytes of characters outside ASCII, make up words; all else stands between them. */
static bool in_word(unsigned char c)
{
	return pl_is_alpha(c) || c >= 0x80;
}

/* Camel case: a word begins at the B of aB and at the last capital of ABc. */
static bool begins_word(struct pl_str s, size_t i)
{
	unsigned char before = (unsigned char)s.ptr[i - 1], c = (unsigned char)s.ptr[i];

	if (!pl_is_upper(c))
		return false;
	if (pl_is_lower(before))
		return true;
	return i + 1 < s.len && pl_is_lower((unsigned char)s.ptr[i + 1]);
}

/*
 * Lower case for ASCII, for Latin letters with marks (U+00C0…U+00DE, in UTF-8
 * C3 80…9E; D7 is the sign ×) and for basic Cyrillic (D0 90…AF).
 */
static void fold(struct word *word)
{
	for (size_t i = 0; i < word->len; i++) {
		unsigned char c = (unsigned char)word->ptr[i];
		unsigned char next = i + 1 < word->len ? (unsigned char)word->ptr[i + 1] : 0;

		if (c == 0xC3 && next >= 0x80 && next <= 0x9E && next != 0x97)
			word->ptr[++i] = (char)(next + 0x20);
		else if (c == 0xD0 && next >= 0x90 && next <= 0x9F)
			word->ptr[++i] = (char)(next + 0x20);
		else if (c == 0xD0 && next >= 0xA0 && next <= 0xAF) {
			word->ptr[i] = (char)0xD1;
			word->ptr[++i] = (char)(next - 0x20);
		} else
			word->ptr[i] = (char)pl_lower(c);
	}
}

/* The next word of `s` from byte *at on, folded; false at the end. */
static bool next_word(struct pl_str s, size_t *at, struct word *out)
{
	size_t from, to;

	while (*at < s.len && !in_word((unsigned char)s.ptr[*at]))
		++*at;
	if (*at == s.len)
		return false;
	from = *at;
	to = from + 1;
	while (to < s.len && in_word((unsigned char)s.ptr[to]) && !begins_word(s, to))
		to++;
	*at = to;
	out->len = PL_MIN(to - from, (size_t)LONGEST_WORD);
	memcpy(out->ptr, s.ptr + from, out->len);
	fold(out);
	return true;
}

static bool listed(const struct pl_words *words, const struct word *word)
{
	for (size_t i = 0; i < words->count; i++)
		if (pl_str_eq(words->word[i], pl_str_of(word->ptr, word->len)))
			return true;
	return false;
}

bool pl_words_match(const struct pl_words *words, struct pl_str label)
{
	struct word word;
	size_t at = 0;

	if (words->pattern)
		return label.len && pl_pattern_match(words->pattern, label) == PL_MATCH_YES;
	while (next_word(label, &at, &word))
		if (listed(words, &word))
			return true;
	return false;
}

/* English words that merely end in the letters. */
static const char *const not_ids[] = {"acid", "android", "avoid", "bid", "fluid", "grid", "hybrid", "liquid",
				      "mid",  "paid",    "raid",  "rapid", "solid", "valid", "void"};

bool pl_label_is_id(struct pl_str label)
{
	struct word word = {.len = 0};
	size_t at = 0;
	struct pl_str last;

	while (next_word(label, &at, &word))
		;
	last = pl_str_of(word.ptr, word.len);
	if (!pl_str_ends(last, PL_S("id")) && !pl_str_ends(last, PL_S("ids")))
		return false;
	for (size_t i = 0; i < PL_LEN(not_ids); i++)
		if (pl_str_eq(last, pl_str_c(not_ids[i])))
			return false;
	return true;
}

/* ---- facts of a field ---- */

static const struct pl_str no_label = {"", 0};

/*
 * What names the number: the label in front of it; for the first value of a
 * key without one, the attribute (`version`, `zip`).
 */
static struct pl_str naming(const struct pl_field *field)
{
	if (field->label.len)
		return field->label;
	return field->before ? no_label : field->attribute;
}

/*
 * In SCORE#000240#17 the label names 000240; the 17 behind it has none, it only
 * stands below the same label.
 */
static bool label_is_spent(const struct pl_field *field)
{
	const struct pl_field *left = field->before;

	return left && !field->label_glued && left->segment + 1 >= field->segment &&
	       pl_str_eq(left->label, field->label);
}

static bool behind_ordered(const struct pl_field *field)
{
	for (const struct pl_field *left = field->before; left; left = left->before)
		if (left->kind == PL_K_TIMESTAMP ||
		    (left->kind == PL_K_NUMBER && left->observed && left->observed->padded_width))
			return true;
	return false;
}

/* Below 5 values, two neighbours by chance would make a counter. */
enum { DENSE_VALUES = 5 };

static bool dense(const struct pl_proof *proof)
{
	return proof->distinct >= DENSE_VALUES && proof->pairs_next * 2 > proof->pairs;
}

/*
 * A counter from 1 to 99 also extends its shorter values: 9, 90 … 99. It
 * differs from a tree of codes in that it leaves out few values.
 */
static bool hierarchical(const struct pl_observed *seen, bool hex)
{
	const struct pl_proof *proof = seen->proof;
	double span;

	if (proof->longer < 5 || proof->extends * 20 < proof->longer * 19 || !seen->greatest.len)
		return false;
	span = hex ? pl_base_double(seen->greatest, 16) - pl_base_double(seen->least, 16)
		   : pl_digits_double(seen->greatest) - pl_digits_double(seen->least);
	return 2 * seen->distinct < span;
}

/* Glued behind a name in lower case only: web-12, p_17, or one of many names: ann17; not L17, INV-2026-9. */
static bool glued_name(const struct pl_field *field)
{
	bool letters = false;

	if (!field->label_glued)
		return false;
	if (field->glued_names)
		return true;
	for (size_t i = 0; i < field->label.len; i++) {
		unsigned char c = (unsigned char)field->label.ptr[i];

		if (pl_is_upper(c))
			return false;
		letters |= pl_is_lower(c);
	}
	return letters;
}

static bool has_digits(const struct pl_field *field)
{
	return field->kind == PL_K_NUMBER || field->kind == PL_K_SIGNED || field->kind == PL_K_DECIMAL ||
	       field->kind == PL_K_HEXNUMBER || field->kind == PL_K_BASED;
}

/* sku#COX-1322, ICD10#B35.17: what the segment in front calls a code is one, unless its own words speak of order (ISBN#page-12). */
static bool is_code(const struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_config *config = cx->judge->config;

	if (pl_words_match(&config->code_labels, naming(field)))
		return true;
	return pl_words_match(&config->code_labels, field->above) && !pl_words_match(&config->order_labels, field->label);
}

/* Keys with a word where the field stands; `*blanks`: how many of the words are text, several parts with blanks between. */
static uint64_t keys_with_words(const struct pl_field *field, uint64_t *blanks)
{
	const struct pl_vocabulary *words = pl_words_beside(field);
	uint64_t keys = 0;

	for (size_t i = 0; words && i < words->nwords; i++) {
		struct pl_str text = words->words[i].text;

		keys += words->words[i].keys;
		*blanks += text.len > 2 && memchr(text.ptr + 1, ' ', text.len - 2) != NULL;
	}
	return keys;
}

/* Text where the field stands: the whole of the segment, or numbers and words with blanks between (Blade Runner 2049). */
static bool is_text_beside(const struct pl_field *other, const struct pl_field *field)
{
	struct pl_str front = field->path;

	if (!other->observed || other->segment != field->segment || other == field)
		return false;
	if (other->kind == PL_K_TEXT && !other->part)
		return pl_str_eq(other->path, field->path);
	front.len -= front.len > 0; /* without the * of the field itself */
	return other->part <= 1 && pl_str_starts(other->path, front) &&
	       memchr(other->path.ptr + front.len, ' ', other->path.len - front.len);
}

/* Bare digits where as many keys or more have text: titles and names, of which 1979 may be one, and in several keys. */
static bool among_texts(const struct pl_field *field)
{
	enum { FEW_TIMES = 2 };
	const struct pl_keys *keys = field->keys;
	uint64_t texts = 0, kinds = 0, words;

	if (field->part || field->label_glued || !field->observed)
		return false;
	words = keys_with_words(field, &kinds);
	for (size_t i = 0; i < keys->nfields; i++)
		if (is_text_beside(keys->fields[i], field)) {
			texts += keys->fields[i]->observed->keys;
			kinds++;
		}
	/* One of them alone may be a slip. */
	texts += kinds > 1 ? words : 0;
	return texts >= field->observed->keys || (FEW_TIMES * texts >= field->observed->keys && (double)texts >= field->observed->distinct);
}

static struct pl_ordered_facts facts_of(const struct pl_cx *cx, const struct pl_field *field, bool optimistic)
{
	const struct pl_config *config = cx->judge->config;
	const struct pl_observed *seen = field->observed;
	const struct pl_declared *declared = pl_promised(field);
	struct pl_str name = naming(field);

	return (struct pl_ordered_facts){
		.number = has_digits(field) && field->keys->ordered && (seen || declared),
		.declared = declared != NULL,
		.declared_digits = !pl_promised_otherwise(field),
		.declared_ordered = declared && declared->ordered,
		.code_label = is_code(cx, field),
		.id_label = pl_label_is_id(name),
		.order_label = pl_words_match(&config->order_labels, name) && !label_is_spent(field),
		.reference = seen && seen->reference,
		.rises = seen && seen->rising == PL_RISING_YES,
		.in_code = field->in_code,
		.in_word = field->in_word,
		.among_texts = among_texts(field),
		.hierarchical = seen && !optimistic && hierarchical(seen, field->kind == PL_K_HEXNUMBER),
		.behind_ordered = !field->value_after && behind_ordered(field),
		.padded = seen && seen->padded_width > 0,
		/* Numbers with fractions do not count. */
		.dense = field->kind != PL_K_DECIMAL && (optimistic || (seen && dense(seen->proof))),
		.bare = field->label.len == 0,
		.at_end = !field->value_after && !field->literal_after,
		.literal_after = field->literal_after,
		.glued_name = glued_name(field),
	};
}

bool pl_is_code(struct pl_cx *cx, const struct pl_field *field)
{
	return is_code(cx, field);
}

/* ---- the ladder ---- */

#define VERDICT(level, text) ((struct pl_ordered_verdict){PL_ORDERED_##level, (text)})

struct pl_ordered_verdict pl_ordered_ladder(const struct pl_ordered_facts *f)
{
	if (!f->number)
		return VERDICT(NO, "it is no number in a string key");
	if (f->declared && !f->declared_digits)
		return VERDICT(NO, "the schema declares it to be no number");
	if (f->declared)
		return f->declared_ordered ? VERDICT(CERTAIN, "the schema declares it to be ordered")
					   : VERDICT(UNLIKELY, "the schema says that its order does not matter");
	if (f->code_label)
		return VERDICT(UNLIKELY, "its label names a code, not a quantity");
	if (f->id_label)
		return VERDICT(UNLIKELY, "its label ends in \"id\"");
	if (f->reference && !f->order_label && !f->rises)
		return VERDICT(UNLIKELY, "the same numbers stand in partition keys: it refers to other rows");
	if (f->in_word && !f->padded && !f->dense)
		return VERDICT(UNLIKELY, "letters that vary are glued to it: it is a part of a code");
	if (f->order_label)
		return f->padded || f->dense ? VERDICT(CERTAIN, "its label names an order, and it is padded or counts")
					     : VERDICT(INFERRED, "its label names an order");
	if (f->hierarchical)
		return VERDICT(UNLIKELY, "longer values extend shorter ones: a tree of codes");
	if (f->in_code)
		return VERDICT(UNLIKELY, "letters that vary are glued to it: it is a part of a code");
	if (f->behind_ordered && !f->dense)
		return VERDICT(UNLIKELY, "it stands last behind an ordered value: a tie-breaker");
	if (f->padded)
		return VERDICT(CERTAIN, "values of it are padded with zeros");
	if (f->glued_name)
		return VERDICT(UNLIKELY, "it is part of a name");
	if (f->dense && (f->bare || f->at_end))
		return VERDICT(CERTAIN, "it counts: neighbours differ by 1");
	if (f->among_texts)
		return VERDICT(UNLIKELY, "most of what stands there is text: it is a name in digits");
	if (f->literal_after)
		return VERDICT(UNLIKELY, "text follows it: it names a thing rather than a place in an order");
	return VERDICT(INFERRED, "nothing says that it is a code");
}

struct pl_ordered_verdict pl_is_ordered(struct pl_cx *cx, const struct pl_field *field, bool optimistic)
{
	struct pl_ordered_facts facts = facts_of(cx, field, optimistic);

	return pl_ordered_ladder(&facts);
}

bool pl_names_code(struct pl_cx *cx, const struct pl_field *field)
{
	struct pl_str name = naming(field);

	return is_code(cx, field) || pl_label_is_id(name);
}
