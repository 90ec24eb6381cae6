/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Times that a schema declares in two ways at one place of the key, so that
 * rows of both share a sort range:
 *
 *     Login   PK: USER#<user>   SK: EVT#<at:YYYY-MM-DDThh:mm:ssZ>#<id>
 *     Order   PK: USER#<user>   SK: EVT#<at:YYYY-MM-DDThh:mm:ss.SSSZ>#<id>
 *
 * One place is one attribute, the same literals and the same values in front.
 * Of two declarations one is to be changed, and the finding stands on that one.
 * Included by rule.h.
 */
#ifndef PL_TIME_PAIR_H
#define PL_TIME_PAIR_H

#include "linter/finding.h"
#include "linter/profile/field.h"
#include "linter/promise.h"

struct pl_cx;

/* Whether rows of two entities stand in one partition, by what the schema says of it. */
enum pl_meeting {
	PL_MEET_APART,  /* nothing says so */
	PL_MEET_MAYBE,  /* USER#<user> and USER#<owner> */
	PL_MEET_SURELY, /* USER#<user> twice */
};

/* In what two declared times differ, so that PL202, PL203 and PL204 tell of different pairs. */
enum pl_time_mixture {
	PL_TM_NONE,      /* in nothing, in the unit of epochs (PL205), or one of them is wrong by itself */
	PL_TM_PRECISION, /* digits of a second, or seconds */
	PL_TM_SPELLING,
	PL_TM_OFFSET,
};

struct pl_time_pair {
	const struct pl_field *field, *other;  /* the one that is to be changed, and the one that stays; NULL: there is no pair */
	const struct pl_entity *of, *other_of; /* the entities that meet, of the one and the other */
	enum pl_time_mixture mixture;
	enum pl_meeting meeting;
	bool older;                            /* one of them is an older layout */
	struct pl_example example;             /* two times in the wrong order */
};

/* Whether another time is declared at the place of `field`, which is one, too; neither is wrong by itself. */
bool pl_has_time_beside(const struct pl_field *field);

/*
 * A pair of that mixture in which `field` is to be changed, to what is the best
 * of all that is declared there: the most digits; ISO 8601 in UTC; what is no
 * older layout.
 */
struct pl_time_pair pl_time_pair_of(struct pl_cx *cx, const struct pl_field *field, enum pl_time_mixture mixture);

/* Rows of the one and the other in one range, where one of them is an older layout; NULL: the dump shows none. */
const struct pl_older_rows *pl_rows_of_both(const struct pl_field *field, const struct pl_field *other);

/* Where and how surely rows of two fields at one place meet; only .of, .other_of, .meeting and .older are set. */
struct pl_time_pair pl_meeting_of(struct pl_cx *cx, const struct pl_field *field, const struct pl_field *other);

/*
 * Reports it. `why` goes behind the two times in the wrong order, and is all when there are none; `more` behind what
 * to declare and write instead: "`format: iso8601, precision: ms` as <at> of Order".
 */
void pl_report_time_pair(struct pl_cx *cx, const struct pl_time_pair *pair, const char *why, const char *more);

/* "Login", "an older layout of Login" */
const char *pl_layout_text(struct pl_cx *cx, const struct pl_entity *entity);

#endif
