/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL301 colliding-composite: one key for two different things.
 *
 *     customer "A#", order "B"     41 23 23 42
 *     customer "A", order "#B"     41 23 23 42
 *
 * Judged in dumps: the table's own key stands twice, which no table allows, so
 * files of two tables were merged; or one sort key is made of different source
 * attributes, because what separates them also stands inside a value. Both are
 * compared byte by byte before they are reported.
 *
 * Two versions of one item in a full and an incremental export are told apart
 * before. Equal index keys from equal sources are no collision: an index may
 * hold them, and PL303 speaks of them.
 */
#include "linter/rule.h"

/* Numbers in the fingerprint: both may be reported of one table. */
enum { SUBJECT_DUPLICATE = 1, SUBJECT_COLLISION };

static bool applies(const struct pl_keys *keys)
{
	return keys->keys > 0;
}

static void report_duplicates(struct pl_cx *cx, const struct pl_keys *keys)
{
	const struct pl_duplicate *twice = &keys->duplicate;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "%s of the table %s more than once in the input (%s)",
				   pl_counted(cx, twice->groups, "key"), twice->groups == 1 ? "stands" : "stand",
				   pl_counted(cx, twice->keys, "row")),
		.why = "A table holds a key once: the input was put together from several tables or states, and loading it "
		       "keeps only the last row of each key.",
		.fix = "Rename the keys of one side before merging, or give padlint one export of one table at a time.",
		.witness = twice->witness,
		.counts.keys_wrong = twice->keys,
		.fingerprint = SUBJECT_DUPLICATE,
	});
}

static void report_collisions(struct pl_cx *cx, const struct pl_keys *keys)
{
	const struct pl_duplicate *same = &keys->collision;

	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_ERROR,
		.message = pl_text(cx, "%s made of different attributes (%.*s) %s the same bytes (%s)",
				   pl_counted(cx, same->groups, "key"), (int)keys->composite.len,
				   keys->composite.len ? keys->composite.ptr : "", same->groups == 1 ? "has" : "have",
				   pl_counted(cx, same->keys, "row")),
		.why = "A value that holds the delimiter moves the border between the parts: \"A#\" + \"B\" and \"A\" + \"#B\" "
		       "are both 41 23 23 42.",
		.fix = pl_text(cx, "Escape the delimiter inside values, forbid it there, or give the first part one width%s",
			       pl_safe_order),
		.witness = same->witness,
		.counts.keys_wrong = same->keys,
		.fingerprint = SUBJECT_COLLISION,
	});
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	if (keys->duplicate.groups && keys->duplicate.witness.some)
		report_duplicates(cx, keys);
	if (keys->collision.groups && keys->collision.witness.some)
		report_collisions(cx, keys);
}

const struct pl_rule pl_rule_colliding_composite = {
	.code = "PL301",
	.name = "colliding-composite",
	.since = "0.1.0",
	.summary = "two different things have one key",
	.why = "\"A#\" + \"B\" and \"A\" + \"#B\" joined by # are the same bytes; so are the keys of two tables that were "
	       "merged. The second write replaces the first.",
	.fix = "Add a delimiter that no value holds, give the first part one width, or escape; before merging, rename "
	       "one side.",
	.blind = "Rows that were replaced long ago: a dump of one table shows no key twice.",
	.source = "Amazon DynamoDB developer guide, core components: no two items of a table have the same primary key.",
	.scope = PL_KEYS,
	.level = PL_ERROR,
	.bad = (const char *const[]){"A#0001", "A#0001", "A#0002", NULL},
	.good = (const char *const[]){"A#0001", "A#0002", "B#0001", NULL},
	.applies_keys = applies,
	.check_keys = check,
};
