/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Durations of ISO 8601, as Java, Moment and YouTube print them: PT5M, P1DT2H,
 * PT1H2M3.5S. A pure function of bytes.
 *
 * Bytes do not sort them: PT10M stands before PT5M, PT2H before PT30M, and the
 * letter of a unit is compared with the digits of another.
 */
#ifndef PL_KEY_DURATION_H
#define PL_KEY_DURATION_H

#include "linter/key/time.h"

struct pl_duration {
	bool exact;               /* `length` is known: no years or months, fewer than 2^53 seconds */
	bool clock;               /* has hours, minutes or seconds: P5D alone may also be a code */
	struct pl_instant length; /* as an instant since 1970 */
	int64_t day_seconds;      /* of the length: those that are given as days and weeks */
};

/*
 * The whole of `s` as a duration: P, then years, months and days or weeks
 * alone, then T and hours, minutes and seconds, the last with a fraction; each
 * at most once and in this order. False when it is none.
 */
bool pl_duration_read(struct pl_str s, struct pl_duration *out);

#endif
