/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One value written in several ways: 5 and 0005, one instant with Z and with
 * +09:00, a hash in both letter cases. Pure functions of bytes.
 *
 * What is written for a value is the same bytes for every way to write it and
 * never for another value; it is made to be compared, not to be read.
 */
#ifndef PL_KEY_SAME_H
#define PL_KEY_SAME_H

#include "linter/base/buf.h"
#include "linter/key/time.h"

/* How the values of a column can be equal though their bytes differ. */
enum pl_same {
	PL_SAME_BYTES,   /* they cannot */
	PL_SAME_NUMBER,  /* zeros in front mean nothing: 5, 0005; -7, -07 */
	PL_SAME_DECIMAL, /* nor do zeros at the end of a fraction: 1.5, 01.50 */
	PL_SAME_HEX,     /* zeros in front, letter case and 0x mean nothing */
	PL_SAME_TIME,    /* one instant; times without a zone only among themselves, days never as their midnights */
	PL_SAME_DURATION, /* one length: PT60M, PT1H; days and weeks only among themselves, as not each has 24 hours */
	PL_SAME_CASE,    /* letters of either case, of whatever script */
	PL_SAME_ID,      /* the same, but not of both in one value: aB3dE7f may look like hexadecimal and is not */
	PL_SAME_FORM,    /* Unicode: composed and decomposed characters; of whole keys, not of values */
};

/* Bytes that mean themselves: what stands between values. */
void pl_same_bytes(struct pl_buf *out, struct pl_str bytes);

/* A value; bytes that are none of that kind mean themselves. */
void pl_same_value(struct pl_buf *out, enum pl_same same, enum pl_day_order days, struct pl_str value);

/* The same letters, of whatever script, not all of them in the same case. */
bool pl_differ_in_case(struct pl_str a, struct pl_str b);

/*
 * Whether a time of form `a` can be the instant of one of form `b`: both with a
 * zone or both without, both instants or both of one unit.
 */
bool pl_same_times(struct pl_time_form a, struct pl_time_form b);

#endif
