/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The time inside an id. Ids that are made to sort, and some that are not,
 * begin with the instant at which they were made:
 *
 *     01ARZ3NDEKTSV4RRFFQ69G5FAV                ULID: milliseconds since 1970
 *     0ujtsYcgvSTl8PAuAdqWYSMnLOv               KSUID: seconds since 2014-05-13T16:53:20Z
 *     017f22e2-79b0-7cc3-98c4-dc0c0c07398f      UUIDv7: milliseconds since 1970
 *     c232ab00-9414-11ec-b3c8-9f6bdeced846      UUIDv1, v6: 100 ns since 1582-10-15
 *     507f1f77bcf86cd799439011                  ObjectId: seconds since 1970
 *
 * Sources: the ULID and KSUID specifications; RFC 9562, 5.1, 5.6 and 5.7; the
 * BSON types of MongoDB's manual; Discord's API reference on snowflakes.
 */
#ifndef PL_KEY_ID_TIME_H
#define PL_KEY_ID_TIME_H

#include "linter/key/lex.h"
#include "linter/key/time.h"

/*
 * The instant inside an id of that class. False, and *at as it was: it holds
 * none, as UUIDs of other versions, or is no such id.
 *
 * Nothing tells an ObjectId from other 24 hex digits: `class` is PL_C_HEX, and
 * whether the time is plausible is for the caller to say.
 */
bool pl_id_time(enum pl_class class, struct pl_str id, struct pl_instant *at);

/*
 * A snowflake is milliseconds since an epoch of its maker's own, above 22 bits:
 *
 *     1541815603606036480    Twitter: since 2010-11-04T01:42:54.657Z
 *     175928847299117063     Discord: since 2015
 *
 * `maker` is below PL_SNOWFLAKES; which one it was is for the caller to find
 * out. False: these are not 17 to 19 digits of 63 bits.
 */
enum { PL_SNOWFLAKES = 2 };
bool pl_snowflake_time(unsigned maker, struct pl_str digits, struct pl_instant *at);

#endif
