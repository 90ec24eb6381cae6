/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL404 mixed-case: one thing spelled with capitals and without.
 *
 *     01JZ1MH200FHZW8GVTRPV9SG3Y    4A …    written in 2025, comes first:
 *     01hwrq6w00jmex2aasfx8ep604    68 …    written in 2024; capitals (41-5A) sort before a-z (61-7A)
 *
 *     ORDER#17, order#18            begins_with(SK, "ORDER#") never returns the second
 *
 * Judged are ids in which case means nothing (ULID, UUID, hex) when some values
 * are all capitals and others have none, and words that differ in case alone:
 * labels, and values of a closed vocabulary; of declared numbers in base 16 and 36 the digits. Where a schema says how they are written, each that is
 * written in the other case is told, whether or not there are others:
 *
 *     {type: enum, values: [PAID, OPEN]}    ST#paid; likewise `case: lower` of an id, and ORDER# of a template
 *
 * Free text is never judged, nor base62, base64 and nanoids, in which a and A
 * are two digits: of an id with both in one value nothing is said. A schema that
 * has such ids folded into one case is wrong whatever is stored:
 *
 *     {type: ksuid, case: lower}    0ujtsYcgvSTl8PAuAdqWYSMnLOv and …LOV become one key
 */
#include "linter/rule.h"

enum {
	MIXED_SHARE = 20, /* one value in so many has both cases: then case is part of the id */
};

/* ---- ids ---- */

static bool is_caseless(const struct pl_field *field)
{
	return field->observed &&
	       (field->kind == PL_K_ULID || field->kind == PL_K_UUID || field->kind == PL_K_HASH);
}

/* Two keys of one range, the one with capitals first: the least of either. False: they are of two ranges. */
static bool pair_of(const struct pl_witness *upper, const struct pl_witness *lower, struct pl_witness *out)
{
	bool upper_first = pl_order(upper->first, lower->first) < 0;

	if (!pl_str_eq(upper->partition, lower->partition) || upper->from != lower->from ||
	    !pl_str_eq(pl_str_sub(upper->first, 0, upper->from), pl_str_sub(lower->first, 0, lower->from)))
		return false;
	*out = upper_first ? *upper : *lower;
	out->second = upper_first ? lower->first : upper->first;
	out->second_at = upper_first ? lower->first_at : upper->first_at;
	return true;
}

/* The later ULID stands before the earlier. */
static bool proves(const struct pl_field *field, const struct pl_witness *pair)
{
	size_t from = pair->from;

	if (field->kind != PL_K_ULID || from + 26 > pair->first.len || from + 26 > pair->second.len)
		return false;
	return pl_ulid_millis(pl_str_sub(pair->first, from, from + 26)) >
	       pl_ulid_millis(pl_str_sub(pair->second, from, from + 26));
}

/* Whether some of its ids are all capitals and others have none. */
static bool is_in_both(const struct pl_field *field)
{
	const struct pl_marked *upper, *lower, *both;

	if (!is_caseless(field))
		return false;
	upper = pl_marked_as(field->observed, PL_M_UPPER);
	lower = pl_marked_as(field->observed, PL_M_LOWER);
	both = pl_marked_as(field->observed, PL_M_BOTH_CASES);
	/* Hashes of several lengths are several kinds of ids, of writers that never meet. */
	return upper && lower && (!both || both->keys * MIXED_SHARE <= upper->keys + lower->keys) &&
	       (field->kind != PL_K_HASH || field->observed->min_len == field->observed->max_len);
}

static void report_ids(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_marked *upper = pl_marked_as(field->observed, PL_M_UPPER);
	const struct pl_marked *lower = pl_marked_as(field->observed, PL_M_LOWER);
	const struct pl_marked *wrong = field->kind == PL_K_ULID ? lower : upper;
	struct pl_witness pair;
	bool some, proven;

	some = pair_of(&upper->example, &lower->example, &pair);
	proven = some && proves(field, &pair);
	pl_report_field(cx, field, (struct pl_finding){
		/* An index may hold the ids of several entities, each written in its own way. */
		.level = proven ? PL_ERROR : some || !field->keys->index_name.len ? PL_WARNING : PL_INFO,
		.message = pl_text(cx, "the same kind of id is written in capitals (%s) and without (%s)%s",
				   pl_counted(cx, upper->keys, "key"), pl_counted(cx, lower->keys, "key"),
				   proven ? ": a later one stands before an earlier one" : ""),
		.why = "Capitals (41-5A) sort before all small letters (61-7A): in one range the ids of one writer come before "
		       "those of the other, and a read in the other case finds nothing.",
		.fix = pl_text(cx, "Write %s everywhere (%s) and rewrite the %s others; two rows may become one key: settle those "
				   "by hand first.%s",
			       field->kind == PL_K_ULID ? "capitals" : "small letters",
			       field->kind == PL_K_ULID ? "as the ULID specification has them" : "as RFC 9562 and most tools do",
			       pl_count(cx, wrong->keys), pl_safe_order),
		.witness = some ? pair : wrong->example,
		.counts.keys_wrong = wrong->keys,
	});
}

/* ---- numbers ---- */

/* A declared number in base 16 or 36. */
static bool is_number_in_both(const struct pl_field *field)
{
	return field->kind == PL_K_BASED && field->keys->ordered && field->observed && field->observed->mixed_case;
}

static bool wants_proof(struct pl_cx *cx, const struct pl_field *field)
{
	(void)cx;
	return is_number_in_both(field);
}

static void report_number(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_proof *proof = field->observed->proof;
	const bool broken = pl_broken(field) && field->declared->ordered;
	const bool upper = field->declared->letters == PL_CASE_UPPER;

	pl_report_field(cx, field, (struct pl_finding){
		.level = broken ? PL_ERROR : PL_WARNING,
		.message = pl_text(cx, "<%.*s>, a number of base %u, is written with capitals and with small letters",
				   (int)field->declared->name.len, field->declared->name.ptr, field->declared->base),
		.why = "Capitals (41-5A) sort before all small letters (61-7A): B (42) comes before a (61), though it is worth more, "
		       "and one number in two cases is two keys.",
		.fix = pl_text(cx, "Write %s everywhere, `case: %s`, and rewrite the other keys; two rows may become one key: settle "
				   "those by hand first.%s", upper ? "capitals" : "small letters", upper ? "upper" : "lower",
			       pl_safe_order),
		.witness = broken ? proof->plain : (struct pl_witness){.some = false},
		.fingerprint = 4,
	});
}

/* ---- declared ---- */

/* Ids in which the case of a letter is part of the value, and the schema says that it is given up. */
static bool is_folded(const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;

	return declared && (declared->type == PL_D_KSUID || declared->type == PL_D_NANOID) &&
	       (declared->letters == PL_CASE_LOWER || declared->letters == PL_CASE_UPPER);
}

/* Ids in order of their time, in which capitals and small letters are one: written both ways they are in order no more. */
static bool is_mixed(const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;

	return declared && field->keys->ordered && declared->ordered && declared->letters == PL_CASE_MIXED &&
	       (declared->type == PL_D_ULID || declared->type == PL_D_UUID6 || declared->type == PL_D_UUID7 ||
		declared->type == PL_D_OBJECTID);
}

static void report_mixed(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	const bool ulid = declared->type == PL_D_ULID;

	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "<%.*s> may be written in capitals and in small letters", (int)declared->name.len,
				   declared->name.ptr),
		.why = ulid ? "01JZ… (4A) of 2025 comes before 01hw… (68) of 2024, and one id in two cases is two keys."
			    : "B (42) comes before a (61), though it is more, and one id in two cases is two keys.",
		.fix = pl_text(cx, "Write one case everywhere, `case: %s`%s", ulid ? "upper" : "lower", field->observed ? pl_safe_order : ""),
		.at = pl_declared_at(declared, PL_FO_CASE),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
		.fingerprint = 1,
	});
}

static void report_folded(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	bool ordered = declared->type == PL_D_KSUID, lower = declared->letters == PL_CASE_LOWER;

	pl_report_field(cx, field, (struct pl_finding){
		.level = ordered ? PL_ERROR : PL_WARNING,
		.message = pl_text(cx, "<%.*s> is a %s, written in %s", (int)declared->name.len, declared->name.ptr,
				   ordered ? "KSUID" : "nanoid", lower ? "small letters" : "capitals"),
		.why = ordered ? "a (61) and A (41) are two digits of base62: in one case the ids no longer stand in the order of "
				 "their times, and two of them may become one key."
			       : "a (61) and A (41) are two digits of the id: in one case two ids may become one key.",
		.fix = pl_text(cx, "Write the id as it is: `case: mixed` here; in ElectroDB `casing: \"none\"`%s",
			       field->observed ? pl_safe_order : ""),
		.at = pl_declared_at(declared, PL_FO_CASE),
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
		.fingerprint = 1,
	});
}

/* Units and grades differ in the case of one letter: 1m is a minute, 1M a month. */
static bool is_word(struct pl_str text)
{
	size_t letters = 0;

	for (size_t i = 0; i < text.len; i++)
		letters += pl_is_alpha((unsigned char)text.ptr[i]);
	return letters > 1;
}

/* The second of two declared values that differ in case alone, and the first in `*first`; NULL: there are none. */
static const struct pl_str *twice(const struct pl_declared *declared, const struct pl_str **first)
{
	for (size_t i = 1; i < declared->values.count; i++)
		for (size_t k = 0; k < i; k++) {
			*first = &declared->values.text[k];
			if (is_word(**first) && pl_differ_in_case(**first, declared->values.text[i]))
				return &declared->values.text[i];
		}
	return NULL;
}

static bool has_twice(const struct pl_field *field)
{
	const struct pl_str *first;

	return field->declared && field->declared->type == PL_D_ENUM && twice(field->declared, &first);
}

static void report_twice(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	const struct pl_str *first, *second = twice(declared, &first);

	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_WARNING,
		.message = pl_text(cx, "<%.*s> has one value in two spellings, %.*s and %.*s", (int)declared->name.len,
				   declared->name.ptr, (int)first->len, first->ptr, (int)second->len, second->ptr),
		.why = "Capitals (41-5A) and small letters (61-7A) are different bytes: a query for one of the two spellings never "
		       "returns the rows of the other.",
		.fix = pl_text(cx, "Declare and write one of them%s", field->observed ? pl_safe_order : ""),
		.at = declared->values.at[second - declared->values.text],
		.fingerprint = 2,
	});
}

/* ---- written otherwise than declared ---- */

static const char *declared_case(struct pl_cx *cx, const struct pl_recased *recased)
{
	enum pl_case letters = recased->part ? recased->part->field->letters : PL_CASE_UNSAID;

	if (!recased->part)
		return pl_text(cx, "%.*s", (int)recased->text.len, recased->text.ptr);
	if (recased->part->field->type == PL_D_ENUM)
		return "as `values` has it";
	return letters == PL_CASE_LOWER ? "in small letters" : "in capitals";
}

static struct pl_finding recased_finding(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_recased *recased)
{
	const struct pl_part *part = recased->part;
	const char *declared = declared_case(cx, recased), *share = pl_share(cx, recased->keys, keys->keys);
	const bool one = recased->keys == 1;

	return (struct pl_finding){
		.level = PL_WARNING,
		.attribute = recased->attribute,
		.segment = part ? part->segment : 0,
		.part = part ? part->part : 0,
		.message = part ? pl_text(cx, "%s %s <%.*s> in another letter case than declared", share, one ? "has" : "have",
					  (int)part->text.len, part->text.ptr)
				: pl_text(cx, "%s %s no entity of the schema for the letter case of %s alone", share,
					  one ? "fits" : "fit", declared),
		.why = "Capitals (41-5A) and small letters (61-7A) are different bytes: a query for what is declared never "
		       "returns these rows.",
		.fix = pl_text(cx, "Write %s%severywhere and rewrite the other %s; two rows may become one key: settle those by "
				   "hand first. If the keys are right, correct the schema.%s",
			       part ? pl_text(cx, "<%.*s> ", (int)part->text.len, part->text.ptr) : "",
			       pl_text(cx, "%s ", declared), pl_counted(cx, recased->keys, "key"), pl_safe_order),
		.witness = recased->witness,
		.counts.keys_wrong = recased->keys,
		.fingerprint = 3,
	};
}

static void report_recased(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_recased *recased)
{
	struct pl_finding finding = recased_finding(cx, keys, recased);

	if (recased->field) {
		pl_report_field(cx, recased->field, finding);
		return;
	}
	finding.at = recased->at;
	finding.fingerprint = pl_subject(recased->path, recased->attribute);
	pl_report_keys(cx, keys, finding);
}

/* A finding about the declaration itself, or about all ids of the field, says it already. */
static bool is_told(const struct pl_recased *recased)
{
	return recased->field && (is_number_in_both(recased->field) || is_folded(recased->field) || is_mixed(recased->field) || is_in_both(recased->field));
}

static bool holds(struct pl_str text, struct pl_str word)
{
	for (size_t i = 0; i + word.len <= text.len; i++)
		if (pl_same_letters(pl_str_sub(text, i, i + word.len), word))
			return true;
	return false;
}

/* Words of partition keys of which the schema says how they are written: these are learned all the same. */
static bool is_declared_word(const struct pl_keys *keys, const struct pl_vocabulary *words, const struct pl_word *word)
{
	for (size_t i = 0; i < keys->nrecased; i++) {
		const struct pl_recased *recased = &keys->recased[i];

		if (pl_str_eq(recased->attribute, words->attribute) &&
		    (recased->part ? recased->part->segment == words->segment : holds(recased->text, word->text)))
			return true;
	}
	return false;
}

/* ---- words ---- */

/* Words of one place that are one but for letter case. */
struct spellings {
	const struct pl_word *common; /* the most frequent; of several the first by bytes */
	uint64_t others;              /* keys with another */
	size_t n;
};

/* One letter may be a digit of base62. */
static bool is_judged(const struct pl_word *word, bool closed)
{
	return word->text.len > 1 && (word->label || closed);
}

static bool are_one(const struct pl_word *a, const struct pl_word *b)
{
	return a == b || pl_differ_in_case(a->text, b->text);
}

/* Of the `first`-th word, when none of the words in front of it is one with it. */
static struct spellings spellings_of(const struct pl_vocabulary *words, size_t first, bool closed)
{
	struct spellings found = {.common = &words->words[first]};
	uint64_t all = 0;

	for (size_t i = 0; i < words->nwords; i++) {
		const struct pl_word *word = &words->words[i];

		if (!is_judged(word, closed) || !are_one(word, &words->words[first]))
			continue;
		if (i < first)
			return (struct spellings){.n = 0};
		found.n++;
		all += word->keys;
		if (word->keys > found.common->keys)
			found.common = word;
	}
	found.others = all - found.common->keys;
	return found;
}

/* "closed (4 keys), as CLOSED (2 keys) and as Closed (1 key)": the target first, then by bytes. */
static const char *spelling_list(struct pl_cx *cx, const struct pl_vocabulary *words, const struct spellings *found, bool closed)
{
	const struct pl_word *common = found->common;
	const char *text = pl_text(cx, "%.*s (%s)", (int)common->text.len, common->text.ptr, pl_counted(cx, common->keys, "key"));
	size_t left = found->n - 1;

	for (size_t i = 0; i < words->nwords; i++) {
		const struct pl_word *word = &words->words[i];

		if (word != common && is_judged(word, closed) && are_one(word, common))
			text = pl_text(cx, "%s%s as %.*s (%s)", text, --left ? "," : " and", (int)word->text.len, word->text.ptr,
				       pl_counted(cx, word->keys, "key"));
	}
	return text;
}

/* Each in one key of many: what base64 has in front of its first `/` may meet so. */
static bool is_chance(const struct pl_keys *keys, const struct spellings *found)
{
	enum { MANY = 100 };

	return found->common->keys == 1 && keys->keys >= MANY;
}

static void report_words(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_vocabulary *words,
			 const struct spellings *found, bool closed)
{
	const struct pl_word *common = found->common;

	pl_report_keys(cx, keys, (struct pl_finding){
		/* An index may hold the words of several entities. */
		.level = keys->index_name.len && !words->cases_meet ? PL_INFO : PL_WARNING,
		.attribute = words->attribute,
		.segment = words->segment,
		.message = pl_text(cx, "one word stands as %s", spelling_list(cx, words, found, closed)),
		.why = "Capitals (41-5A) and small letters (61-7A) are different bytes: a query for one of the spellings never "
		       "returns the rows of another.",
		.fix = pl_text(cx, "Write %.*s everywhere and rewrite the other %s; two rows may become one key: settle those by "
				   "hand first.%s", (int)common->text.len, common->text.ptr,
			       pl_counted(cx, found->others, "key"), pl_safe_order),
		.counts.keys_wrong = found->others,
		.fingerprint = pl_subject(words->path, common->text),
	});
}

static void check_words(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_vocabulary *words)
{
	bool closed = pl_is_closed(words);

	for (size_t i = 0; i < words->nwords; i++) {
		struct spellings found = {.n = 0};

		if (is_judged(&words->words[i], closed) && !is_declared_word(keys, words, &words->words[i]))
			found = spellings_of(words, i, closed);
		if (found.n > 1 && !is_chance(keys, &found))
			report_words(cx, keys, words, &found, closed);
	}
}

static bool applies(const struct pl_keys *keys)
{
	bool folded = false;

	for (size_t i = 0; i < keys->nfields; i++)
		folded |= is_folded(keys->fields[i]) || is_mixed(keys->fields[i]) || has_twice(keys->fields[i]);
	return (keys->keys > 0 && pl_has_text(keys)) || folded;
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	for (size_t i = 0; i < keys->nfields; i++) {
		if (is_in_both(keys->fields[i]))
			report_ids(cx, keys->fields[i]);
		if (is_number_in_both(keys->fields[i]))
			report_number(cx, keys->fields[i]);
		if (is_folded(keys->fields[i]))
			report_folded(cx, keys->fields[i]);
		if (is_mixed(keys->fields[i]))
			report_mixed(cx, keys->fields[i]);
		if (has_twice(keys->fields[i]))
			report_twice(cx, keys->fields[i]);
	}
	for (size_t i = 0; i < keys->nrecased; i++)
		if (!is_told(&keys->recased[i]))
			report_recased(cx, keys, &keys->recased[i]);
	for (size_t i = 0; i < keys->nvocabularies; i++)
		check_words(cx, keys, &keys->vocabularies[i]);
}

const struct pl_rule pl_rule_mixed_case = {
	.code = "PL404",
	.name = "mixed-case",
	.since = "0.1.0",
	.summary = "one id, label or value of an enum is spelled with capitals and without",
	.why = "Capitals (41-5A) sort before small letters (61-7A): 01JZ… of 2025 comes before 01hw… of 2024, and "
	       "begins_with(SK, \"ORDER#\") does not return order#17.",
	.fix = "One case everywhere; settle rows that become one key by hand.",
	.blind = "Free text; base62, base64 and nanoids, in which case is part of the id; ids in partition keys.",
	.source = "ULID specification: Crockford's base32 is case insensitive; Amazon DynamoDB developer guide: keys are ordered "
		  "by their UTF-8 bytes.",
	.scope = PL_KEYS,
	.partition_keys = true,
	.level = PL_ERROR,
	.bad = (const char *const[]){"01JZ1MH200FHZW8GVTRPV9SG3Y", "01KEJK7S00MK6DHZN0M12TF14A", "01he42w2000nfwdy9cj9a6mrc6",
				     "01hwrq6w00jmex2aasfx8ep604", NULL},
	.good = (const char *const[]){"01HE42W2000NFWDY9CJ9A6MRC6", "01HWRQ6W00JMEX2AASFX8EP604", "01JZ1MH200FHZW8GVTRPV9SG3Y",
				      "01KEJK7S00MK6DHZN0M12TF14A", NULL},
	.applies_keys = applies,
	.wants_proof = wants_proof,
	.check_keys = check,
};
