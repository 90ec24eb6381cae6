/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL409 unicode-form: keys that look alike and are different bytes.
 *
 *     Müller    4D C3 BC 6C …         ü as one code point (NFC)
 *     Müller    4D 75 CC 88 6C …      u and a combining mark (NFD), as macOS writes file names
 *
 * Told are letters and accents apart for which there is one code point,
 * characters of no width, marks of direction, and bytes that are no UTF-8. They
 * come in with text that was pasted, and a read of what is on the screen does not
 * find the row. DynamoDB neither composes nor folds, so it is an info.
 *
 * Joiners where a script or an emoji needs them are no fault, nor is a mark that
 * has no composed form with its letter.
 */
#include "linter/rule.h"

static const char *what_of(enum pl_mark mark)
{
	switch (mark) {
	case PL_M_BAD_UTF8:
		return "bytes that are no UTF-8";
	case PL_M_HIDDEN:
		return "a character of no width";
	case PL_M_BIDI:
		return "a mark of writing direction, which no screen shows";
	case PL_M_DECOMPOSED:
		return "a letter and its accent as two code points, where others write one (NFC)";
	default:
		return NULL;
	}
}

static void report(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_field *field, struct pl_finding finding)
{
	if (field)
		pl_report_field(cx, field, finding);
	else
		pl_report_keys(cx, keys, finding);
}

static void check_marks(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_field *field,
			const struct pl_vocabulary *words, const struct pl_word *word)
{
	const struct pl_marked *marks = field ? field->observed->marks : word->marks;
	size_t n = field ? field->observed->nmarks : word->nmarks;

	for (size_t i = 0; i < n; i++) {
		const char *what = what_of(marks[i].mark);

		if (!what)
			continue;
		report(cx, keys, field, (struct pl_finding){
			.level = PL_INFO,
			.attribute = field ? field->attribute : words->attribute,
			.segment = field ? field->segment : words->segment,
			.message = pl_text(cx, "%s %s %s", pl_counted(cx, marks[i].keys, "key"),
					   marks[i].keys == 1 ? "holds" : "hold", what),
			.why = "Keys are compared by their bytes: what looks the same on a screen is another key.",
			.fix = pl_text(cx, "Normalise text to NFC and drop characters that cannot be seen before it goes into a key; "
					   "rewrite those that are stored.%s", pl_safe_order),
			.witness = marks[i].example,
			.counts.keys_wrong = marks[i].keys,
			.fingerprint = (uint64_t)marks[i].mark + 1 + (word ? pl_subject(words->path, word->text) : 0),
		});
	}
}

static bool applies(const struct pl_keys *keys)
{
	return keys->keys > 0 && pl_has_text(keys);
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	for (size_t i = 0; i < keys->nfields; i++)
		if (keys->fields[i]->observed)
			check_marks(cx, keys, keys->fields[i], NULL, NULL);
	for (size_t i = 0; i < keys->npartition_fields; i++)
		check_marks(cx, keys, keys->partition_fields[i], NULL, NULL);
	for (size_t i = 0; i < keys->nvocabularies; i++)
		for (size_t w = 0; w < keys->vocabularies[i].nwords; w++)
			check_marks(cx, keys, NULL, &keys->vocabularies[i], &keys->vocabularies[i].words[w]);
}

const struct pl_rule pl_rule_unicode_form = {
	.code = "PL409",
	.name = "unicode-form",
	.since = "0.1.0",
	.summary = "text in keys that is not NFC, holds invisible characters, or is no UTF-8",
	.why = "M\xc3\xbcller can be 4D C3 BC … or 4D 75 CC 88 …: on a screen one name, in a table two keys.",
	.fix = "Normalise to NFC and drop what cannot be seen before text goes into a key.",
	.blind = "Letters of different scripts that look alike; accents on other letters than A to Z, Hangul and kana.",
	.source = "Unicode Standard Annex 15; Unicode Technical Report 36.",
	.scope = PL_KEYS,
	.partition_keys = true,
	.level = PL_INFO,
	.bad = (const char *const[]){"NAME#Mu\xcc\x88ller", "NAME#Maier", "NAME#Schmidt", NULL},
	.good = (const char *const[]){"NAME#M\xc3\xbcller", "NAME#Maier", "NAME#Schmidt", NULL},
	.applies_keys = applies,
	.check_keys = check,
};
