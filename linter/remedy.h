/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What several rules say and judge alike: widths to advise, the safe order of
 * a rewrite, which byte stands behind a time. Included by rule.h.
 *
 * Rules of one family must not contradict each other: a field that is both
 * half padded and outgrown is told one width, by all of its findings.
 */
#ifndef PL_REMEDY_H
#define PL_REMEDY_H

#include "linter/finding.h"
#include "linter/profile/field.h"
#include "linter/promise.h"

struct pl_cx;
struct pl_ordered_verdict;

/* ---- numbers ---- */

/*
 * Digits that are in order at any width, since two in front say how many there are: 017, 0242, 041500. As the schema
 * says, or as all that is seen shows; of a declared one `widths` has the values that are not written so.
 */
bool pl_counts_digits(const struct pl_field *field);

/*
 * Digits that are seen in a string key and whose widths the 1xx rules judge;
 * date parts and times are none, nor is what a schema declares to be something
 * else. What is only declared is asked of pl_promise_of().
 */
bool pl_is_plain_number(const struct pl_field *field);

/* Numbers that a sort key of strings shows or a schema declares: digits with or without a sign and a fraction. */
bool pl_is_amount(const struct pl_field *field);

/* Numbers written 0x1f that are seen in a string key, judged by the digits behind the 0x; not where ids of 32, 64 and 128 bits stand. */
bool pl_is_hex_number(const struct pl_field *field);

/* Either of the two: what PL101 to PL104 judge. */
bool pl_is_written_in_digits(const struct pl_field *field);

/* W: the width that the schema declares, else the widest padded width that is seen; 0: none. */
unsigned pl_padded_width(const struct pl_field *field);

/* The greatest value that is no sentinel; empty: none seen. */
struct pl_str pl_greatest(const struct pl_field *field);

/* Digits of the greatest value, leading zeros left out; at least 1. */
unsigned pl_greatest_digits(const struct pl_field *field);

/*
 * Values of two epoch units (seconds of 10 digits, milliseconds of 13): the
 * widths differ, but padding would put them in a wrong order. PL205 judges them;
 * they are walked as times, and the proof's counts are about those.
 */
bool pl_mixes_epochs(const struct pl_field *field);

/* The unit in which the schema says that a field counts time since 1970; PL_EPOCH_NONE: in none, or from the other end. */
enum pl_epoch pl_declared_epoch(const struct pl_field *field);

/*
 * Whether a field padded to `width` is about to run out of it: it grows, and
 * at most the headroom of PL103 is left (engine.md, "Growing").
 */
bool pl_fills_width(struct pl_cx *cx, const struct pl_field *field, unsigned width);

/*
 * The one width that findings about a padded field advise: max(W, digits of the
 * greatest), + 2 if that would soon fill. The greatest is the declared one, too.
 */
unsigned pl_advised_width(struct pl_cx *cx, const struct pl_field *field);

/*
 * The same for a field without any padding: two digits of room, but no more
 * than the 19 digits of a signed or 20 of an unsigned 64-bit integer when the
 * values are of that size already. Of epochs the digits that their unit has up
 * to the year 2286, 10 for seconds. With a declared maximum exactly its digits;
 * 0 when nothing is known of the values. Of hexadecimal at most 16 digits, unless
 * a value has more.
 */
unsigned pl_advised_first_width(struct pl_cx *cx, const struct pl_field *field);

/* Whether the ranges were walked, so that the counts of the proof count. */
bool pl_walked(const struct pl_field *field);

/* No range holds two different values: the field never decides an order. */
bool pl_alone(const struct pl_field *field);

/* The schema says that nobody relies on the order of the field: what is out of order there is an info at most. */
bool pl_order_denied(const struct pl_field *field);

/* A walk found the field out of order. */
bool pl_broken(const struct pl_field *field);

/* It did so among values that are not negative, which is what padding can help; proof->plain shows it. PL106 has the others. */
bool pl_digits_broken(const struct pl_field *field);

/*
 * Keys whose width is not the one that the schema promises. `promised` false:
 * it promises none, or nothing was seen, and the walk's own counts hold. Epochs
 * of another unit than the declared one are PL205's.
 */
struct pl_misfits {
	bool promised;
	uint64_t narrow, wide; /* keys */
	const struct pl_width *narrow_widths, *wide_widths;
	size_t nnarrow, nwide;
};
struct pl_misfits pl_misfits(struct pl_cx *cx, const struct pl_field *field);

/*
 * Whether walking the field could show an error or warning about its widths:
 * it is not settled, two widths are seen, and it may be ordered at all.
 */
bool pl_widths_want_proof(struct pl_cx *cx, const struct pl_field *field);

/*
 * Another number of the same key that is padded, left or right of `field`:
 * somebody padded the wrong part. NULL: none.
 */
const struct pl_field *pl_padded_neighbour(const struct pl_field *field);

/* The fix of what is told in case that somebody reads the field in order: where that is unlikely, how to say that nobody does goes first. */
const char *pl_fix_if_ordered(struct pl_cx *cx, const struct pl_field *field, struct pl_ordered_verdict ordered, const char *fix);

/* Digits with blanks behind them, all of one width: padded on the wrong side. */
bool pl_is_filled_up(const struct pl_field *field);

/* What the schema or an attribute says that numbers are subtracted from, without zeros in front; empty: nothing. */
struct pl_str pl_inverted_from(const struct pl_field *field);

/*
 * Whether such numbers, which were near MAX, come down to nothing: as pl_fills_width() from the other end. Not where the sum
 * is no MAX that people take: seats that are left may all be sold.
 */
bool pl_fills_inverted(struct pl_cx *cx, const struct pl_field *field);

/*
 * Numbers that by the schema or an attribute are MAX less something, and not all as wide as MAX: the digits to pad to, of which PL110
 * speaks in place of PL101, PL102, PL104 and PL105. 0: there is nothing of the kind.
 */
unsigned pl_loose_inversion(struct pl_cx *cx, const struct pl_field *field);

/* Whether PL110 has something to say of the field that has to change; not of ways that never meet in one range. */
bool pl_is_inversion_mismatch(struct pl_cx *cx, const struct pl_field *field);

/* Whether PL105 stands in place of PL102 for this field. */
bool pl_wrong_part(struct pl_cx *cx, const struct pl_field *field);

/* Rows of `widths`, "1 digit: 612, 3 digits: 387"; at most 6 widths, then "…". */
const char *pl_width_list(struct pl_cx *cx, const struct pl_width *widths, size_t nwidths);

/*
 * "999  →  0000000999": an example made of digit counts, never of values; and a line that says how it is written in
 * code, in the field's base and with its declared fraction, in ElectroDB (attribute option `padding`) and in OneTable (template `${name:size:pad}`).
 */
const char *pl_pad_example(struct pl_cx *cx, const struct pl_field *field, unsigned digits, unsigned width);

/* What the fix of a width says where negative values stand beside; a line of its own, or nothing. */
const char *pl_pad_sign(const struct pl_field *field);

/* `"10" comes before "9" (31 before 39)`: values that the schema allows, never such of the input. */
const char *pl_promise_text(struct pl_cx *cx, struct pl_example example);

/*
 * Level of an order finding: `proven` by a break, or `mixed` encodings in one
 * range, or neither; and how surely the field is ordered.
 */
enum pl_level pl_order_level(struct pl_ordered_verdict verdict, bool proven, bool mixed);

/* ---- words ---- */

/* The words that stand where the field stands; NULL: none. */
const struct pl_vocabulary *pl_words_beside(const struct pl_field *field);

/* Few words, each of them used again and again: states, types. */
bool pl_is_closed(const struct pl_vocabulary *words);

/* ---- keys ---- */

/* False: the attribute is one of the table's own key, or sorted by another one, too, and what is wrong with it is told there. */
bool pl_is_own_attribute(const struct pl_keys *keys, struct pl_str attribute);

/*
 * Whether keys of no entity are told as values that hold the delimiter (PL302), and not as keys of an unknown shape
 * (PL406): it is proven, or they are few beside those that fit. A layout that nobody declared has many.
 */
bool pl_is_delimited(struct pl_cx *cx, const struct pl_delimited *delimited);

/* Whether so many hex digits are those of MD5, SHA-1 or SHA-2. */
bool pl_is_digest_length(unsigned len);

/*
 * The attributes of which declarations are judged with these keys; returns how many. Those of an index with several
 * sort attributes are spread over them.
 */
unsigned pl_judged_attributes(const struct pl_keys *keys, struct pl_str out[2 * PL_KEY_ATTRIBUTES]);

/* Whether some of the keys are strings: what is wrong with bytes or spellings cannot be wrong with numbers. */
bool pl_has_text(const struct pl_keys *keys);

/* ---- any rewrite ---- */

/* The four steps, as lines that follow the first line of a fix. */
extern const char pl_safe_order[];

/* ---- times ---- */

/*
 * The byte with which the longer of two values of one spelling goes on where
 * the shorter ends: '.' or ',' in front of a fraction, ':' of the seconds, '0'
 * for a further digit. 0: the forms do not differ in precision.
 */
char pl_precision_lead(struct pl_time_form a, struct pl_time_form b);

/*
 * Whether two forms of one spelling get out of order: a byte that sorts above
 * the lead stands where the shorter one ends (`…29Z` behind `…29.017Z`: Z 5A is
 * above . 2E). *above is that byte.
 */
bool pl_precision_breaks(const struct pl_observed *seen, struct pl_time_form a, struct pl_time_form b,
			 unsigned char *above);

/* One spelling, whatever the offsets (they are for PL204 to judge): PL202 compares only such, PL203 only others. */
bool pl_same_spelling(struct pl_time_form a, struct pl_time_form b);

/* How the schema spells the times of a field that is seen; false: it does not say, or nothing is seen. */
bool pl_declared_form(struct pl_cx *cx, const struct pl_field *field, struct pl_time_form *out);

/*
 * Whether a declared format is out of order since a finer part stands in front, and is none of the dates that people
 * write so in some country (23.06.2026, 6/23/2026, 23 Jun 2026): those are PL201's, the others PL207's.
 */
bool pl_is_fine_first(struct pl_cx *cx, const struct pl_declared *declared);

/* Whether a word of the field's label, or of the name that a schema gives it, is in the list (lower case). */
bool pl_is_named(const struct pl_field *field, const struct pl_str *words, size_t count);

/* "35 of 1,000 keys (3.5 %)"; "1 key" when there is but one */
const char *pl_share(struct pl_cx *cx, uint64_t some, uint64_t all);

/*
 * Dates of numbers joined by `-` where more keys have three numbers that are none: 2026-6-3 among 7732-18-5 and 64-17-5 is
 * a number of the same register. Likewise what pl_counter_beside() says of.
 */
bool pl_is_among_triples(const struct pl_field *field);

/*
 * The numbers behind a year in the place of `field`, of which those up to 12 were read as months: 2026-9 beside 2026-13 is
 * the ninth of a count. NULL: they are months, or numbers of a register.
 */
const struct pl_field *pl_counter_beside(const struct pl_field *field);

/* 2026-9, without its zero. */
bool pl_is_bare_month(struct pl_time_form form);

/* A day, week, month … or hour: beside finer times a bucket of its own, no other spelling of them. */
bool pl_is_rollup(struct pl_time_form form);

/* "the space (20)", "`Z` (5A)": a byte for a message. */
const char *pl_byte_text(struct pl_cx *cx, unsigned char byte);

#endif
