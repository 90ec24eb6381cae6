/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Is a number ordered at all? The ladder, on plain facts.
 *
 * Padding an account number or a postal code would be wrong, leaving a score
 * unpadded is. What decides stands in one function of the facts below, so that
 * a table test can walk down every step.
 */
#ifndef PL_ORDERED_H
#define PL_ORDERED_H

#include "linter/config.h"
#include "linter/rule.h"

struct pl_ordered_facts {
	bool number;         /* digits, in a sort key of type S */
	bool declared;       /* a schema says what it is: … */
	bool declared_digits;  /* … a number or time, no id, word or text … */
	bool declared_ordered; /* … and that its order counts */
	bool code_label;     /* ZIP, phone, isbn … */
	bool id_label;       /* … ends in "id" */
	bool order_label;    /* v, seq, score … */
	bool reference;      /* the same label and numbers stand in partition keys … */
	bool rises;          /* … but they rise with a time of their rows */
	bool hierarchical;   /* longer values extend shorter ones: 31, 3119, 311942 */
	bool in_code;        /* letters that vary are glued behind it: 298bek */
	bool in_word;        /* several such letters in each key: 51ijga */
	bool among_texts;    /* where it stands, more keys have titles or names */
	bool behind_ordered; /* the last value, and a time or padded number stands to its left */
	bool padded;         /* a range shows a value with a leading zero */
	bool dense;          /* neighbours in ranges mostly differ by 1 */
	bool bare;           /* no label at all */
	bool at_end;         /* nothing follows in any key */
	bool literal_after;  /* literal words follow in some key */
	bool glued_name;     /* glued behind a lower-case name: web-12 */
};

struct pl_ordered_verdict pl_ordered_ladder(const struct pl_ordered_facts *facts);

/* Whether one of the words of `label` is in the list (or the pattern finds something in it). */
bool pl_words_match(const struct pl_words *words, struct pl_str label);

/* Whether the label names an identifier: its last word is "id" or ends in it. */
bool pl_label_is_id(struct pl_str label);

#endif
