/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether bytes can be a value of a declared field.
 *
 * Two questions are told apart. *Strictly*: is it written as declared? *In
 * kind*: is it, however written, a value of that kind? A score of 7 digits
 * where 10 are declared is still the score, and that it is too narrow is for a
 * rule to say; a word there is something else.
 */
#ifndef PL_PROFILE_FITS_H
#define PL_PROFILE_FITS_H

#include "linter/base/arena.h"
#include "linter/base/pattern.h"
#include "linter/key/lex.h"
#include "linter/key/value.h"
#include "linter/profile/stats.h"
#include "linter/schema/declared.h"

enum pl_fit { PL_FIT_NO, PL_FIT_KIND, PL_FIT_STRICT };

/* A field made ready for matching. */
struct pl_fitting {
	const struct pl_declared *field;
	struct pl_pattern *chars; /* NULL: any */
	bool open;                /* any bytes but the delimiter: text, ids, and what no type is stated for */
};

struct pl_fitting pl_fitting_of(struct pl_arena *arena, const struct pl_declared *field);

/* `chars` is not safe to share between threads; all else is. */
enum pl_fit pl_fits(const struct pl_fitting *form, struct pl_str value);

/*
 * Whether a value that fits in kind has letters in another case than is declared: `paid` of an enum with PAID, a
 * capital where `case` says lower. Times are left to their formats.
 */
bool pl_fits_recased(const struct pl_declared *field, struct pl_str value);

/* Whether `value` is one of the sentinels in `also`. */
bool pl_fits_also(const struct pl_declared *field, struct pl_str value);

/* What a value that fits counts as in statistics; PL_C_TIME only if it can be read as one. */
enum pl_class pl_declared_class(const struct pl_declared *field, struct pl_str value);

/* Whether it is a number in a base other than 10, without 0x; its class is PL_C_HEXNUM. */
bool pl_declared_based(const struct pl_declared *field, struct pl_str value);

/* What the form of a value that fits is judged by: ULIDs and UUIDs by their own, all other text as it stands. */
enum pl_class pl_form_class(const struct pl_declared *field, enum pl_class counted);

/* The kind of a field: as declared, and where the type leaves it open as its values show; `stats` NULL: none seen. */
enum pl_kind pl_declared_kind(const struct pl_declared *field, const struct pl_stats *stats);

/* Lets the declared format say whether 3/9/2024 is in March or in September. */
void pl_declared_days(const struct pl_declared *field, struct pl_stats *stats);

#endif
