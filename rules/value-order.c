/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL413 value-order: words that have an order, and bytes that have another.
 *
 *     HIGH      48      comes first,
 *     LOW       4C
 *     MEDIUM    4D      comes last
 *
 * Of declared enums `ordered: true` says that a query or page relies on the
 * order, and then `values`, which stand in it, must be in byte order, too: two of
 * them that are not are the proof. Without it nothing is promised; that values
 * belong to a scale everybody knows (LOW, MEDIUM, HIGH; days; months; sizes) and
 * do not sort as it does is told as an info.
 *
 * So it is of words that a dump shows and no schema declares: where at least
 * three of those that stand at one place are of one scale, and most of them are.
 * A table may well hold people called April, May and June, with others.
 */
#include "linter/rule.h"

static bool is_enum(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && declared->type == PL_D_ENUM && declared->values.count > 1;
}

/* The words of a place of sort keys; those of a declared field are its values. */
static bool is_of_sort_key(const struct pl_keys *keys, const struct pl_vocabulary *words)
{
	return words->nwords > 1 && pl_str_eq(words->attribute, keys->sk);
}

static bool applies(const struct pl_keys *keys)
{
	bool some = false;

	for (size_t i = 0; i < keys->nfields; i++)
		some |= is_enum(keys->fields[i]);
	for (size_t i = 0; i < keys->nvocabularies; i++)
		some |= is_of_sort_key(keys, &keys->vocabularies[i]);
	return some && keys->ordered;
}

/* ---- the order as declared ---- */

/* The first value that sorts before the one in front of it; 0: none does. */
static size_t first_fault(const struct pl_texts *values)
{
	for (size_t i = 1; i < values->count; i++)
		if (pl_order(values->text[i - 1], values->text[i]) > 0)
			return i;
	return 0;
}

static void report_declared(struct pl_cx *cx, const struct pl_field *field, size_t at)
{
	const struct pl_texts *values = &field->declared->values;
	struct pl_str before = values->text[at - 1], after = values->text[at];
	struct pl_example example = {true, after, before};

	pl_report_field(cx, field, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "the values of <%.*s> are declared in an order that their bytes do not have",
				   (int)field->declared->name.len, field->declared->name.ptr),
		.why = pl_text(cx, "%s, which is to come first.", pl_promise_text(cx, example)),
		.fix = pl_text(cx, "Put the place in front of the word, as 1-%.*s, 2-%.*s; or store the place alone, "
				   "padded%s", (int)values->text[0].len, values->text[0].ptr,
			       (int)values->text[1].len, values->text[1].ptr, field->observed ? pl_safe_order : ""),
		.at = values->at[at],
		.counts.keys_wrong = field->observed ? field->observed->keys : 0,
	});
}

/* ---- scales everybody knows ---- */

enum {
	LONGEST_SCALE = 12,
	LEAST_WORDS = 3,
	MOST_WORDS = 2 * LONGEST_SCALE, /* of more, most are of no scale */
};

static const struct scale {
	const char *what;
	const char *words[LONGEST_SCALE + 1];
} scales[] = {
	{"levels", {"none", "lowest", "low", "medium", "high", "highest", "urgent", "critical"}},
	{"levels", {"low", "normal", "high", "urgent"}},
	{"levels", {"trivial", "minor", "major", "critical", "blocker"}},
	{"levels", {"trace", "debug", "info", "notice", "warn", "error", "fatal"}},
	{"levels", {"debug", "info", "warning", "error", "critical"}},
	{"levels", {"bronze", "silver", "gold", "platinum"}},
	{"sizes", {"xxs", "xs", "s", "m", "l", "xl", "xxl", "xxxl"}},
	{"sizes", {"small", "medium", "large"}},
	{"days", {"mon", "tue", "wed", "thu", "fri", "sat", "sun"}},
	{"days", {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}},
	{"months", {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}},
	{"months", {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
		    "november", "december"}},
	{"seasons", {"spring", "summer", "autumn", "winter"}},
};

static bool same_word(struct pl_str value, const char *word)
{
	struct pl_str other = pl_str_c(word);

	for (size_t i = 0; i < value.len && value.len == other.len; i++)
		if (pl_lower((unsigned char)value.ptr[i]) != (unsigned char)other.ptr[i])
			return false;
	return value.len == other.len;
}

/* The place in the scale; LONGEST_SCALE: it is none of its words. */
static size_t place_of(const struct scale *scale, struct pl_str value)
{
	for (size_t i = 0; scale->words[i]; i++)
		if (same_word(value, scale->words[i]))
			return i;
	return LONGEST_SCALE;
}

/* How texts stand to a scale. */
struct fit {
	size_t words;    /* that are of it */
	bool disagrees;  /* two of these sort otherwise than it does */
};

/* Adds the text at `i`, which those before it are compared with. */
static void fit_one(struct fit *fit, const struct scale *scale, const struct pl_str *texts, size_t i)
{
	size_t place = place_of(scale, texts[i]);

	if (place == LONGEST_SCALE)
		return;
	fit->words++;
	for (size_t k = 0; k < i; k++) {
		size_t other = place_of(scale, texts[k]);

		if (other != LONGEST_SCALE && other != place)
			fit->disagrees |= (pl_order(texts[k], texts[i]) < 0) != (other < place);
	}
}

static struct fit fit_of(const struct scale *scale, const struct pl_str *texts, size_t count)
{
	struct fit fit = {0};

	for (size_t i = 0; i < count; i++)
		fit_one(&fit, scale, texts, i);
	return fit;
}

/* "1-LOW, 2-MEDIUM": the first two words of the scale that are there, with the places that they have among those. */
static const char *numbered(struct pl_cx *cx, const struct scale *scale, const struct pl_str *texts, size_t count)
{
	const char *list = "";
	unsigned n = 0;

	for (size_t place = 0; scale->words[place] && n < 2; place++)
		for (size_t i = 0; i < count; i++)
			if (place_of(scale, texts[i]) == place) {
				list = pl_text(cx, "%s%s%u-%.*s", list, n ? ", " : "", n + 1, (int)texts[i].len, texts[i].ptr);
				n++;
				break;
			}
	return list;
}

static struct pl_finding finding_of(struct pl_cx *cx, const struct scale *scale, const struct pl_str *texts, size_t count,
				    const char *message)
{
	return (struct pl_finding){
		.level = PL_INFO,
		.message = message,
		.why = "Words are compared by their letters: HIGH (48) comes before LOW (4C), FRI (46) before MON (4D).",
		.fix = pl_text(cx, "If a query or page relies on their order, put the place in front, as %s.",
			       numbered(cx, scale, texts, count)),
	};
}

/* Nothing is known of words besides: all values are of the scale. */
static void check_declared_scales(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;

	for (size_t i = 0; i < PL_LEN(scales); i++) {
		struct fit fit = fit_of(&scales[i], declared->values.text, declared->values.count);
		struct pl_finding finding;

		if (!fit.disagrees || fit.words < declared->values.count)
			continue;
		finding = finding_of(cx, &scales[i], declared->values.text, declared->values.count,
				     pl_text(cx, "the values of <%.*s> are %s, which do not sort by their bytes",
					     (int)declared->name.len, declared->name.ptr, scales[i].what));
		finding.at = pl_declared_at(declared, PL_FO_VALUES);
		pl_report_field(cx, field, finding);
		return;
	}
}

/* ---- words that are seen ---- */

/* "TASK#<word>" is what stands behind "TASK", "TASKS#<word>" is not. */
static bool stands_behind(const struct pl_field *field, struct pl_str before)
{
	size_t separator = before.len != 0;

	return pl_str_starts(field->shape, before) &&
	       pl_str_eq(pl_str_sub(field->shape, PL_MIN(before.len + separator, field->shape.len), field->shape.len),
			 pl_str_c(pl_kind_placeholder(PL_K_WORD)));
}

/* The column of words that stands there; NULL: they are labels. */
static const struct pl_field *column_of(const struct pl_keys *keys, const struct pl_vocabulary *words)
{
	for (size_t i = 0; i < keys->nfields; i++)
		if (keys->fields[i]->kind == PL_K_WORD && keys->fields[i]->segment == words->segment &&
		    stands_behind(keys->fields[i], words->before))
			return keys->fields[i];
	return NULL;
}

/* No two of them ever stand in one range. */
static bool never_decides(const struct pl_field *field)
{
	return field && field->observed && !field->observed->ranges && !field->observed->ranges_estimated;
}

static void report_seen(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_vocabulary *words,
			const struct pl_field *field, const struct scale *scale, const struct pl_str *texts)
{
	struct pl_finding finding = finding_of(cx, scale, texts, words->nwords,
					       pl_text(cx, "the words that stand here are %s, which do not sort by their bytes",
						       scale->what));

	if (field) {
		pl_report_field(cx, field, finding);
		return;
	}
	finding.attribute = words->attribute;
	finding.segment = words->segment;
	finding.fingerprint = pl_subject(words->path, PL_S("labels"));
	pl_report_keys(cx, keys, finding);
}

static void check_seen(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_vocabulary *words)
{
	const struct pl_field *field = column_of(keys, words);
	struct pl_str texts[MOST_WORDS];

	if (!words->whole || words->nwords < LEAST_WORDS || words->nwords > MOST_WORDS || never_decides(field))
		return;
	for (size_t i = 0; i < words->nwords; i++)
		texts[i] = words->words[i].text;
	for (size_t i = 0; i < PL_LEN(scales); i++) {
		struct fit fit = fit_of(&scales[i], texts, words->nwords);

		if (!fit.disagrees || fit.words < LEAST_WORDS || fit.words * 2 <= words->nwords)
			continue;
		report_seen(cx, keys, words, field, &scales[i], texts);
		return;
	}
}

static void check_enum(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	size_t at = declared->ordered ? first_fault(&declared->values) : 0;

	if (at)
		report_declared(cx, field, at);
	else if (!declared->ordered)
		check_declared_scales(cx, field);
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	for (size_t i = 0; i < keys->nfields; i++)
		if (is_enum(keys->fields[i]))
			check_enum(cx, keys->fields[i]);
	for (size_t i = 0; i < keys->nvocabularies; i++)
		if (is_of_sort_key(keys, &keys->vocabularies[i]))
			check_seen(cx, keys, &keys->vocabularies[i]);
}

const struct pl_rule pl_rule_value_order = {
	.code = "PL413",
	.name = "value-order",
	.since = "0.1.0",
	.summary = "words of an ordered column stand in another order than their bytes",
	.why = "PRIORITY#HIGH (48 …) comes before PRIORITY#LOW (4C …) and PRIORITY#MEDIUM (4D …): a page sorted by "
	       "priority is sorted by the alphabet.",
	.fix = "Put the place in front of the word (1-LOW, 2-MEDIUM, 3-HIGH), or store the place alone.",
	.blind = "Other words than levels, sizes, days, months and seasons in English. Without `ordered: true` in a schema it is an "
		 "info at most.",
	.source = "Amazon DynamoDB developer guide: sort keys of type String are ordered by their UTF-8 bytes.",
	.scope = PL_KEYS,
	.level = PL_ERROR,
	.examples = PL_EX_SCHEMA,
	.given = (const char *const[]){
		"table: Tasks",
		"key: {pk: PK, sk: SK}",
		"entities:",
		"  Task: {PK: TEAM#<team>, SK: \"<priority>#<taskId>\"}",
		"fields:",
		"  team: id",
		"  taskId: ulid",
		NULL,
	},
	.bad = (const char *const[]){
		"  priority: {type: enum, values: [LOW, MEDIUM, HIGH], ordered: true}",
		NULL,
	},
	.good = (const char *const[]){
		"  priority: {type: enum, values: [1-LOW, 2-MEDIUM, 3-HIGH], ordered: true}",
		NULL,
	},
	.applies_keys = applies,
	.check_keys = check,
};
