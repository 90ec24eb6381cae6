/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL413 value-order: words that have an order, and bytes that have another.
 *
 *     HIGH      48      comes first,
 *     LOW       4C
 *     MEDIUM    4D      comes last
 *
 * Judged are declared enums. `ordered: true` says that a query or page relies
 * on the order, and then `values`, which stand in it, must be in byte order, too:
 * two of them that are not are the proof. Without it nothing is promised; that
 * values belong to a scale everybody knows (LOW, MEDIUM, HIGH; days; months;
 * sizes) and do not sort as it does is told as an info.
 *
 * Blind to words that no schema declares: which words a column of a dump holds
 * is not kept.
 */
#include "linter/rule.h"

static bool applies(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && declared->type == PL_D_ENUM && declared->values.count > 1 && field->keys->ordered;
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

enum { LONGEST_SCALE = 12 };

static const struct scale {
	const char *what;
	const char *words[LONGEST_SCALE + 1];
} scales[] = {
	{"levels", {"none", "low", "medium", "high", "critical"}},
	{"levels", {"trace", "debug", "info", "warning", "error", "fatal"}},
	{"sizes", {"xs", "s", "m", "l", "xl", "xxl"}},
	{"sizes", {"small", "medium", "large"}},
	{"days", {"mon", "tue", "wed", "thu", "fri", "sat", "sun"}},
	{"days", {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}},
	{"months", {"jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"}},
	{"months", {"january", "february", "march", "april", "may", "june", "july", "august", "september", "october",
		    "november", "december"}},
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

/* All values are of the scale, and two of them sort otherwise than it does. */
static bool disagrees(const struct scale *scale, const struct pl_texts *values)
{
	bool wrong = false;

	for (size_t i = 0; i < values->count; i++) {
		size_t place = place_of(scale, values->text[i]);

		if (place == LONGEST_SCALE)
			return false;
		for (size_t k = 0; k < i; k++)
			wrong |= (pl_order(values->text[k], values->text[i]) < 0) !=
				 (place_of(scale, values->text[k]) < place);
	}
	return wrong;
}

static void check_scales(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;

	for (size_t i = 0; i < PL_LEN(scales); i++) {
		if (!disagrees(&scales[i], &declared->values))
			continue;
		pl_report_field(cx, field, (struct pl_finding){
			.level = PL_INFO,
			.message = pl_text(cx, "the values of <%.*s> are %s, which do not sort by their bytes",
					   (int)declared->name.len, declared->name.ptr, scales[i].what),
			.why = "Words are compared by their letters: HIGH (48) comes before LOW (4C), FRI (46) before MON "
			       "(4D).",
			.fix = "If a query or page relies on their order, put the place in front, as 1-LOW, 2-MEDIUM, "
			       "3-HIGH.",
			.at = pl_declared_at(declared, PL_FO_VALUES),
		});
		return;
	}
}

static void check(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_declared *declared = field->declared;
	size_t at = declared->ordered ? first_fault(&declared->values) : 0;

	if (at)
		report_declared(cx, field, at);
	else if (!declared->ordered)
		check_scales(cx, field);
}

const struct pl_rule pl_rule_value_order = {
	.code = "PL413",
	.name = "value-order",
	.since = "0.1.0",
	.summary = "words of an ordered column stand in another order than their bytes",
	.why = "PRIORITY#HIGH (48 …) comes before PRIORITY#LOW (4C …) and PRIORITY#MEDIUM (4D …): a page sorted by "
	       "priority is sorted by the alphabet.",
	.fix = "Put the place in front of the word (1-LOW, 2-MEDIUM, 3-HIGH), or store the place alone.",
	.blind = "Words that no schema declares. An enum without `ordered: true` is an info at most.",
	.source = "Amazon DynamoDB developer guide: sort keys of type String are ordered by their UTF-8 bytes.",
	.scope = PL_FIELD,
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
	.applies_field = applies,
	.check_field = check,
};
