/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL304 twin-keys: one value, two keys.
 *
 *     0000000000000000005    30 30 … 35     written since the rows are padded
 *     5                      35             left from before
 *
 * Both rows are there, readers find one or the other, and the rewrite to one
 * spelling that a number or time rule advises would lose one of them. Of two
 * partition keys each holds a part of the rows. Twins are keys of one partition,
 * or partition keys, whose values are all equal and whose other bytes are:
 * numbers by value, times by instant, durations by length, hexadecimal, ULIDs, mail
 * addresses and the words of a closed vocabulary without regard to letter case,
 * text in Unicode's composed form. The keys are
 * compared whole and byte by byte before anything is said.
 *
 *     2026-01-05T14:30:00.000Z and 2026-01-05T23:30:00.000+09:00    one instant
 *     2026-01-05T14:30:00 and 2026-01-05T14:30:00Z                  who knows
 *     2026-01-05 and 2026-01-05T00:00:00Z                           a day, a moment
 *     PT60M and PT1H                                            one duration; P1D and PT24H are two
 *     007 and 7 behind ZIP, phone, sku …                            two codes
 *
 * Blind to sort keys of indexes, which may hold a key twice, to letter case in
 * base62 ids and free text, and to decimals with more and fewer zeros at their
 * end (1.10 may be a version); a schema that declares a number settles that.
 */
#include "linter/rule.h"

/* ---- how values may be written otherwise ---- */

static enum pl_same same_number(const struct pl_declared *declared)
{
	if (declared->encode == PL_ENCODE_LENGTH_PREFIX || declared->pad != '0' || declared->sign == PL_SIGN_COMPLEMENT)
		return PL_SAME_BYTES;
	return declared->base == 10 ? PL_SAME_DECIMAL : PL_SAME_HEX;
}

static enum pl_same same_letters(const struct pl_declared *declared)
{
	return declared->letters == PL_CASE_MIXED ? PL_SAME_BYTES : PL_SAME_CASE;
}

static enum pl_same same_declared(const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;

	switch (declared->type) {
	case PL_D_NUMBER:
		return same_number(declared);
	case PL_D_TIMESTAMP:
		return field->kind == PL_K_NUMBER ? PL_SAME_NUMBER : PL_SAME_TIME;
	case PL_D_SNOWFLAKE:
		return PL_SAME_NUMBER;
	case PL_D_ULID:
	case PL_D_UUID:
	case PL_D_UUID1:
	case PL_D_UUID6:
	case PL_D_UUID7:
	case PL_D_OBJECTID:
	case PL_D_HASH:
	case PL_D_ENUM:
		return same_letters(declared);
	case PL_D_ID:
	case PL_D_TEXT:
	case PL_D_GEOHASH:
		/* Who says that all letters are small says that large ones are the same. */
		return declared->letters == PL_CASE_UNSAID ? PL_SAME_BYTES : same_letters(declared);
	default:
		return PL_SAME_BYTES;
	}
}

/* States and types, which are few and used again and again, of which one is spelled in two ways. One letter may be a digit of base62. */
static bool is_enum_of_both_cases(const struct pl_field *field)
{
	const struct pl_vocabulary *words = pl_words_beside(field);

	for (size_t i = 0; words && pl_is_closed(words) && i < words->nwords; i++)
		for (size_t k = i + 1; k < words->nwords; k++)
			if (words->words[i].text.len > 1 && pl_differ_in_case(words->words[i].text, words->words[k].text))
				return true;
	return false;
}

static enum pl_same same_seen(struct pl_cx *cx, const struct pl_field *field)
{
	switch (field->kind) {
	case PL_K_NUMBER:
		if (pl_mixes_epochs(field))
			return PL_SAME_TIME;
		return pl_is_code(cx, field) ? PL_SAME_BYTES : PL_SAME_NUMBER;
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
	case PL_K_YEAR:
	case PL_K_MONTH:
	case PL_K_DAY:
	case PL_K_HOUR:
		return PL_SAME_NUMBER;
	case PL_K_HEXNUMBER:
		return PL_SAME_HEX;
	case PL_K_TIMESTAMP:
		return PL_SAME_TIME;
	case PL_K_UUID:
	case PL_K_ULID:
	case PL_K_HASH:
	case PL_K_MAC:
		return PL_SAME_ID;
	case PL_K_MAIL:
		return PL_SAME_CASE;
	case PL_K_DURATION:
		return PL_SAME_DURATION;
	case PL_K_WORD:
		return is_enum_of_both_cases(field) ? PL_SAME_CASE : PL_SAME_BYTES;
	default:
		return PL_SAME_BYTES;
	}
}

static enum pl_same same_of(struct pl_cx *cx, const struct pl_field *field)
{
	return pl_promised(field) ? same_declared(field) : same_seen(cx, field);
}

/* ---- whether pass 1 shows values that may be equal ---- */

/* Digits that are padded, and digits of another width, of common values. */
static bool widths_meet(const struct pl_width *a, const struct pl_width *b)
{
	if (a->width == b->width || !(a->zero || b->zero))
		return false;
	/* Of very long numbers neither least nor greatest is kept. */
	if (!a->least.len || !b->least.len)
		return true;
	return pl_digits_order(a->least, b->greatest) <= 0 && pl_digits_order(b->least, a->greatest) <= 0;
}

static bool numbers_meet(const struct pl_observed *a, const struct pl_observed *b)
{
	for (size_t i = 0; i < a->nwidths; i++)
		for (size_t k = 0; k < b->nwidths; k++)
			if (widths_meet(&a->widths[i], &b->widths[k]))
				return true;
	return false;
}

static bool forms_meet(const struct pl_form *a, const struct pl_form *b)
{
	if (a->invalid == a->keys || b->invalid == b->keys || !pl_same_times(a->form, b->form))
		return false;
	return pl_instant_order(a->least, b->greatest) <= 0 && pl_instant_order(b->least, a->greatest) <= 0;
}

/* Two spellings, or one that can be written in two ways, as 6/3/2026. */
static bool times_meet(const struct pl_observed *a, const struct pl_observed *b)
{
	for (size_t i = 0; i < a->nforms; i++)
		for (size_t k = 0; k < b->nforms; k++) {
			bool one = memcmp(&a->forms[i].form, &b->forms[k].form, sizeof(a->forms[i].form)) == 0;

			if (one ? !pl_time_sorts(a->forms[i].form) : forms_meet(&a->forms[i], &b->forms[k]))
				return true;
		}
	return false;
}

static bool letters_meet(const struct pl_observed *a, const struct pl_observed *b)
{
	return (a->upper || b->upper) && (a->lower || b->lower);
}

/* Of one length and below a minute there is one way to write it. */
static bool durations_meet(const struct pl_observed *a, const struct pl_observed *b)
{
	return a->min_len != a->max_len || b->min_len != b->max_len || a->min_len != b->min_len || PL_MAX(a->longest, b->longest) >= 60;
}

static bool meet(enum pl_same same, const struct pl_observed *a, const struct pl_observed *b)
{
	switch (same) {
	case PL_SAME_NUMBER:
		return numbers_meet(a, b);
	case PL_SAME_DECIMAL:
		return numbers_meet(a, b) || a->fraction_values || b->fraction_values;
	case PL_SAME_HEX:
		return numbers_meet(a, b) || a->mixed_case || letters_meet(a, b);
	case PL_SAME_TIME:
		/* Epochs of two units are digits of two widths. */
		return times_meet(a, b) || a->nwidths > 1;
	case PL_SAME_DURATION:
		return durations_meet(a, b);
	case PL_SAME_CASE:
	case PL_SAME_ID:
		return letters_meet(a, b);
	default:
		return false;
	}
}

/*
 * Among its own values, or with those of a field at the same place: an older
 * layout of the entity may be written otherwise, and is a field of its own.
 */
static enum pl_same meets_another(struct pl_cx *cx, const struct pl_field *field, const struct pl_field *const *fields,
				  size_t nfields)
{
	enum pl_same same = field->observed ? same_of(cx, field) : PL_SAME_BYTES;

	for (size_t i = 0; i < nfields && same != PL_SAME_BYTES; i++) {
		const struct pl_field *other = fields[i];

		if (other->observed && pl_str_eq(other->path, field->path) && other->part == field->part &&
		    meet(same, field->observed, other->observed))
			return same;
	}
	return PL_SAME_BYTES;
}

static enum pl_same wants_twins(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_field *field)
{
	if (field && pl_is_of_partition(field))
		return pl_is_own_attribute(keys, keys->pk)
			       ? meets_another(cx, field, keys->partition_fields, keys->npartition_fields)
			       : PL_SAME_BYTES;
	if (keys->index_name.len)
		return PL_SAME_BYTES;
	if (!field)
		return keys->may_compose ? PL_SAME_FORM : PL_SAME_BYTES;
	return meets_another(cx, field, keys->fields, keys->nfields);
}

/* ---- reporting ---- */

static const char *difference(enum pl_same same)
{
	switch (same) {
	case PL_SAME_NUMBER:
	case PL_SAME_DECIMAL:
		return "numbers that differ in zeros only";
	case PL_SAME_HEX:
		return "hexadecimal numbers that differ in zeros and letter case only";
	case PL_SAME_TIME:
		return "one instant in several spellings";
	case PL_SAME_DURATION:
		return "one duration in several spellings";
	case PL_SAME_CASE:
	case PL_SAME_ID:
		return "letters of both cases";
	default:
		return "the same characters in several Unicode forms";
	}
}

static struct pl_finding finding(struct pl_cx *cx, const struct pl_twins *twins, enum pl_same same)
{
	return (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "%s %s: %s", pl_counted(cx, twins->keys, "key"),
				   twins->groups == 1 ? "are one value" : pl_text(cx, "are %s values", pl_count(cx, twins->groups)),
				   difference(same)),
		.why = "Both rows are there and readers find one or the other; a rewrite to one spelling would keep only one of "
		       "them.",
		.fix = pl_text(cx, "Before any padding or rewrite settle by hand which row of %s is right, or merge them, and "
				   "delete the other; then%s",
			       twins->groups == 1 ? "the value" : "each value", pl_safe_order),
		.witness = twins->witness,
		.counts.keys_wrong = twins->keys,
	};
}

/* Names, codes and trees of codes (quadkeys 0, 00, 03) may well differ in zeros: such numbers are not ordered either. */
static enum pl_level number_level(struct pl_cx *cx, const struct pl_field *field)
{
	return pl_is_ordered(cx, field, false).ordered == PL_ORDERED_UNLIKELY ? PL_INFO : PL_WARNING;
}

/* Two partitions lose no row, but each holds only some of them. */
static void report_partitions(struct pl_cx *cx, const struct pl_field *field, struct pl_finding twins)
{
	const struct pl_twins *seen = &field->observed->twins;

	twins.message = pl_text(cx, "%s %s: %s", pl_counted(cx, seen->keys, "partition key"),
				seen->groups == 1 ? "are one value" : pl_text(cx, "are %s values", pl_count(cx, seen->groups)),
				difference(same_of(cx, field)));
	twins.why = "A query reads one partition: the rows in the other are not found, and what is counted or kept unique in one is "
		    "not so in both.";
	twins.fix = pl_text(cx, "Choose one spelling and move the rows of the other partition there; two rows may have one sort key "
				"then, so settle those by hand first%s", pl_safe_order);
	pl_report_field(cx, field, twins);
}

static void check_field(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_same same = same_of(cx, field);
	struct pl_finding twins;

	if (!field->observed || !field->observed->twins.groups)
		return;
	twins = finding(cx, &field->observed->twins, same);
	if (same == PL_SAME_NUMBER || same == PL_SAME_DECIMAL)
		twins.level = number_level(cx, field);
	if (pl_is_of_partition(field))
		report_partitions(cx, field, twins);
	else
		pl_report_field(cx, field, twins);
}

static bool applies(const struct pl_keys *keys)
{
	return keys->keys > 0 && ((keys->ordered && !keys->index_name.len) || (keys->npartition_fields && pl_has_text(keys)));
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	for (size_t i = 0; i < keys->nfields; i++)
		check_field(cx, keys->fields[i]);
	for (size_t i = 0; i < keys->npartition_fields; i++)
		check_field(cx, keys->partition_fields[i]);
	if (keys->twins.groups)
		pl_report_keys(cx, keys, finding(cx, &keys->twins, PL_SAME_FORM));
}

const struct pl_rule pl_rule_twin_keys = {
	.code = "PL304",
	.name = "twin-keys",
	.since = "0.1.0",
	.summary = "two sort keys of one partition, or two partition keys, are one value",
	.why = "5 (35) and 0005 (30 30 30 35) are two rows for one number, 14:30Z and 23:30+09:00 two for one instant. Padding or "
	       "converting them gives both one key, and the second write replaces the first.",
	.fix = "Settle each pair by hand before any rewrite: keep the right row, or merge them, and delete the other.",
	.blind = "Sort keys of indexes, which may hold a key twice; letter case in base62 ids and free text; a time without a zone "
		 "beside one with; zeros at the end of a decimal that no schema declares, as 1.10 may be a version.",
	.source = "Amazon DynamoDB developer guide, PutItem: an item with the same primary key is replaced. Unicode Standard Annex "
		  "15: equivalent strings have one composed form.",
	.scope = PL_KEYS,
	.partition_keys = true,
	.level = PL_WARNING,
	.bad = (const char *const[]){"0000000000000000005", "0000000000000000006", "4", "5", NULL},
	.good = (const char *const[]){"0000000000000000004", "0000000000000000005", "0000000000000000006", NULL},
	.applies_keys = applies,
	.wants_twins = wants_twins,
	.check_keys = check,
};
