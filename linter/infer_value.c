/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/infer_inside.h"

/* ---- what was found ---- */

bool pl_infer_is_code(const struct pl_finding *finding, const char *code)
{
	return pl_str_eq(pl_str_c(finding->rule->code), pl_str_c(code));
}

/* The worst that was said of a field, by one rule or (NULL) by any that looks at numbers. */
enum pl_level pl_infer_worst(const struct pl_infer *in, const struct pl_field *field, const char *code)
{
	enum pl_level level = PL_OFF;

	for (size_t i = 0; i < in->result->nfindings; i++) {
		const struct pl_finding *f = &in->result->findings[i];

		if (f->field == field && (code ? pl_infer_is_code(f, code) : pl_str_starts(pl_str_c(f->rule->code), PL_S("PL10"))))
			level = PL_MAX(level, f->level);
	}
	return level;
}

/* A label that is one letter away from a frequent one, or a key that is two in one, is no entity but a fault. */
bool pl_infer_is_misspelt(const struct pl_infer *in, const struct pl_entity *entity)
{
	for (size_t i = 0; i < in->result->nfindings; i++)
		if (in->result->findings[i].entity == entity && pl_infer_is_code(&in->result->findings[i], "PL406") &&
		    in->result->findings[i].level > PL_INFO)
			return true;
	return false;
}

/* ---- values ---- */

/*
 * What is declared as a ULID, KSUID or UUID is judged by that, value by value. Where some cannot be one and nobody was told,
 * the column only looks like it.
 */
bool pl_infer_only_looks_like(const struct pl_infer *in, const struct pl_field *field)
{
	return pl_marked_as(field->observed, PL_M_BAD_ID) && pl_infer_worst(in, field, "PL403") == PL_OFF;
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
bool pl_infer_is_digit_id(const struct pl_infer *in, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	return field->kind == PL_K_NUMBER && !seen->padded_width && seen->min_len != seen->max_len &&
	       pl_infer_worst(in, field, NULL) == PL_OFF;
}

/* What is declared as an id of some kind or other. */
static bool is_opaque(const struct pl_infer *in, const struct pl_field *field)
{
	return field->kind == PL_K_ID || pl_infer_is_digit_id(in, field) || ((field->kind == PL_K_ULID || field->kind == PL_K_KSUID) && pl_infer_only_looks_like(in, field));
}

/* Words, addresses and ids in one place are one value there: templates could not tell them apart. */
static bool same_type(const struct pl_infer *in, const struct pl_field *a, const struct pl_field *b)
{
	return (is_text(a) || is_opaque(in, a)) && (is_text(b) || is_opaque(in, b)) && a->segment == b->segment &&
	       a->part == b->part && pl_str_eq(a->path, b->path);
}

static bool is_rest(const struct pl_field *field)
{
	return (field->kind == PL_K_URL || field->kind == PL_K_ARN) && !field->value_after && !field->literal_after;
}

/* ---- what no type can say ---- */

size_t pl_infer_count_of(struct pl_str s, char c)
{
	size_t n = 0;

	for (size_t i = 0; i < s.len; i++)
		n += s.ptr[i] == c;
	return n;
}

/* The shape up to segment `n`, without the delimiter in front of that. */
struct pl_str pl_infer_shape_before(struct pl_str shape, char delimiter, unsigned n)
{
	for (size_t i = 0; i < shape.len && n > 1; i++)
		if (shape.ptr[i] == delimiter && --n == 1)
			return pl_str_sub(shape, 0, i);
	return pl_str_sub(shape, 0, 0);
}

/* The shape of what stands in front of the field's segment. */
struct pl_str pl_infer_in_front_of(const struct pl_field *field)
{
	const char *c = PL_SEPARATORS;

	while (*c && pl_infer_count_of(field->shape, *c) + 1 != field->segment)
		c++;
	return pl_infer_shape_before(field->shape, *c, *c ? field->segment : 1);
}

bool pl_infer_is_told(const struct pl_infer *in, const struct pl_field *field, const char *code)
{
	return pl_infer_worst(in, field, code) != PL_OFF;
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
	case PL_K_HOUR:
		return true;
	case PL_K_UUID:
		return field->observed->min_len != 36 || field->observed->max_len != 36;
	default:
		return false;
	}
}

/* A guess: for what is declared it would be certain, or nothing at all. */
bool pl_infer_is_guess(const struct pl_infer *in, const struct pl_field *field)
{
	switch (field->kind) {
	case PL_K_NUMBER:
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
		return !pl_counts_digits(field) && pl_infer_worst(in, field, NULL) == PL_INFO;
	case PL_K_TIMESTAMP:
		/* Of April-1990 among other names nobody knows that it is a month. */
		return pl_infer_worst(in, field, "PL203") == PL_INFO ||
		       (pl_infer_worst(in, field, "PL201") == PL_INFO && field->observed->forms[0].form.unit < PL_U_DAY);
	default:
		return false;
	}
}

/* Whether two spellings of one word were told of that stand in the column, or in the column and beside it. */
static bool is_told_with_words(const struct pl_infer *in, const struct pl_field *field)
{
	bool told = false, words = false;

	for (size_t i = 0; i < in->result->nfindings && !told; i++) {
		const struct pl_finding *f = &in->result->findings[i];

		told = !f->field && f->keys == in->keys && pl_infer_is_code(f, "PL404") && f->segment == field->segment &&
		       pl_str_eq(f->attribute, field->attribute);
	}
	for (size_t i = 0; i < in->keys->nvocabularies && told && !words; i++) {
		const struct pl_vocabulary *v = &in->keys->vocabularies[i];

		words = v->segment == field->segment && pl_str_eq(v->attribute, field->attribute) &&
			pl_str_eq(v->before, pl_infer_in_front_of(field));
	}
	return words;
}

/*
 * Whether something was told of the field that a type would hide or put into other words: so nothing is declared, and it
 * stays told until a person has said what the value is.
 */
static bool is_unsaid(const struct pl_infer *in, const struct pl_field *field)
{
	static const char *const beyond[] = {"PL105", "PL304", "PL404", "PL405", "PL413"};

	for (size_t i = 0; i < PL_LEN(beyond); i++)
		if (pl_infer_is_told(in, field, beyond[i]))
			return true;
	for (size_t i = 0; i < in->result->nfindings && has_no_type(field); i++)
		if (in->result->findings[i].field == field)
			return true;
	if (field->kind == PL_K_WORD && is_told_with_words(in, field))
		return true;
	/* Zeros in front of a minus sign are digits of no width. */
	if (field->kind == PL_K_SIGNED && field->observed->padded_width && pl_infer_is_told(in, field, "PL106"))
		return true;
	return pl_infer_is_guess(in, field);
}

size_t pl_infer_value_of(struct pl_infer *in, const struct pl_field *field, const struct pl_field *spot, size_t at)
{
	struct pl_infer_value v = {.field = field, .spot = spot, .at = at};
	size_t i;

	for (i = 0; i < in->values.len; i++) {
		struct pl_infer_value *have = &in->values.ptr[i];

		if (field && have->field && same_type(in, field, have->field)) {
			have->rest |= is_rest(field);
			have->joined |= field != have->field;
			have->text |= is_text(field);
			have->unsaid |= is_unsaid(in, field);
			/* A mail address and a word are neither's name. */
			if (field->kind != have->field->kind && pl_str_eq(pl_str_c(have->name), pl_str_c(pl_infer_kind_name(have->field->kind))) &&
			    !pl_str_eq(pl_str_c(have->name), PL_S("text")))
				pl_infer_call(in, have, "text");
			return i;
		}
		if (field ? have->field == field : !have->field && have->spot == spot && have->at == at && spot)
			return i;
	}
	pl_infer_call(in, &v, field ? pl_infer_wanted_name(in, field) : spot ? "word" : "rest");
	v.rest = field ? is_rest(field) : !spot;
	v.text = field && is_text(field);
	v.unsaid = field && is_unsaid(in, field);
	PL_PUSH(&in->values, v);
	return i;
}
