/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A declared field: what a schema says of one value in keys.
 *
 *     score: {type: number, width: 10, max: 9999999999, growth: 60%/year}
 *
 * Every option has its member; a member holds the default of the type until
 * the schema says otherwise, and pl_declares() tells whether it did. Nothing
 * here is judged: that `max` has more digits than `width` is for a rule to say.
 *
 * All of it lives in the arena the schema was read into and never changes.
 */
#ifndef PL_SCHEMA_DECLARED_H
#define PL_SCHEMA_DECLARED_H

#include "linter/base/base.h"
#include "linter/base/fault.h"
#include "linter/schema/format.h"

/* In the order of their names' table, pl_field_type_name(). */
enum pl_field_type {
	PL_D_NUMBER, PL_D_TIMESTAMP,
	PL_D_ULID, PL_D_KSUID, PL_D_UUID6, PL_D_UUID7, PL_D_OBJECTID, PL_D_SNOWFLAKE, /* begin with a time */
	PL_D_UUID, PL_D_UUID1, PL_D_NANOID, PL_D_HASH, PL_D_ID,
	PL_D_ENUM, PL_D_TEXT, PL_D_GEOHASH, PL_D_VERSION, PL_D_HLC,
	PL_D_UNKNOWN, /* nobody has said yet: see pl_template.open */
	PL_D_TYPES
};

/* Options as keys.yaml names them; `type` first. */
enum pl_field_option {
	PL_FO_TYPE, PL_FO_WIDTH, PL_FO_ENCODE, PL_FO_DECIMALS, PL_FO_MIN, PL_FO_MAX, PL_FO_PAD, PL_FO_SIGNED,
	PL_FO_OFFSET, PL_FO_INVERTED, PL_FO_SCALE, PL_FO_BASE, PL_FO_GROWTH, PL_FO_NOW, PL_FO_HORIZON,
	PL_FO_FORMAT, PL_FO_PRECISION, PL_FO_ZONE, PL_FO_CASE, PL_FO_LENGTH, PL_FO_CHARS, PL_FO_VALUES,
	PL_FO_ESCAPE, PL_FO_REST, PL_FO_PARTIAL, PL_FO_WIDTHS, PL_FO_ORDERED, PL_FO_DIRECTION, PL_FO_UNIQUE,
	PL_FO_OPTIONAL, PL_FO_ALSO, PL_FO_FROM, PL_FO_EXAMPLE,
	PL_FIELD_OPTIONS
};

enum pl_encode { PL_ENCODE_PADDED, PL_ENCODE_LENGTH_PREFIX, PL_ENCODE_PLAIN };
enum pl_sign { PL_SIGN_NONE, PL_SIGN_OFFSET, PL_SIGN_COMPLEMENT };
enum pl_case { PL_CASE_UNSAID, PL_CASE_UPPER, PL_CASE_LOWER, PL_CASE_MIXED };
enum pl_direction { PL_ASC, PL_DESC };

/*
 * A number of any length, as written: [-]digits[.digits]. Compare with
 * pl_decimal_order(). For `min` and `max` of a timestamp it is a time instead
 * (no value), of an id or text a length in bytes.
 */
struct pl_amount {
	struct pl_str text;  /* empty: not said and no default */
	bool fits;           /* a whole number that fits `value` */
	int64_t value;
};

/* How fast the largest value rises. */
struct pl_growth {
	bool percent;        /* 25%/year; else +1000000/year */
	struct pl_amount by; /* "25", "1000000" */
};

enum {
	PL_MAX_WIDTHS = 8,    /* parts of a version or hlc */
	PL_AMOUNT_BYTES = 64, /* DynamoDB's own numbers have 38 digits */
};

struct pl_texts {
	const struct pl_str *text; /* each NUL-terminated */
	const struct pl_pos *at; /* parallel to text */
	size_t count;
};

struct pl_declared {
	struct pl_str name;        /* "score"; of a value that only a query names: that name */
	enum pl_field_type type;
	struct pl_pos at;        /* its name under `fields:` */
	uint64_t set;              /* bit per pl_field_option that the schema states */
	struct pl_pos option_at[PL_FIELD_OPTIONS]; /* values of those; for the others line is 0 */

	/* Numbers. The digits stored are those of (value + offset) · 10^scale, or of inverted − that. */
	unsigned width;            /* bytes; 0: not said. Also epochs; 19 for snowflakes */
	enum pl_encode encode;
	unsigned decimals;         /* digits behind the point */
	struct pl_amount min, max; /* numbers: min is 0 unless said. See struct pl_amount */
	char pad;                  /* '0' */
	enum pl_sign sign;
	struct pl_amount offset;
	struct pl_amount inverted; /* MAX: stored is MAX − value, padded to the digits of MAX; also epochs */
	unsigned scale;
	unsigned base;             /* 10, 16, 36 */
	struct pl_growth growth;
	struct pl_amount now;
	unsigned horizon;          /* years; 10 */

	/* Timestamps; `format` also holds precision. */
	struct pl_time_format format;
	struct pl_str zone;        /* "Z", "+05:30", "none", "Europe/Paris" */

	/* Everything written in letters. */
	enum pl_case letters;      /* option `case` */
	unsigned length;           /* bytes; 0: not said and not fixed by the type */
	struct pl_str chars;       /* as written; empty: not said. "[A-Z-]" is said of each character, "[0-9]{4}Q[1-4]" of the value */
	struct pl_str chars_whole; /* either as a pattern for a whole value, for pl_pattern_new() */
	struct pl_texts values;    /* enum */
	struct pl_str escape;      /* text: what stands in place of a delimiter inside the value */
	bool rest;                 /* text: the last segment, may hold the delimiter */
	bool partial;              /* geohash: shorter ones are meant, too */
	unsigned widths[PL_MAX_WIDTHS]; /* version, hlc: bytes of each part */
	size_t nwidths;
	struct pl_str scheme;      /* option `format` of version ("semver", "integer") and hlc ("iso-hex", "ms:counter:node") */

	/* All types. */
	bool ordered;              /* the type's default unless said */
	enum pl_direction direction; /* wanted by readers with ScanIndexForward=true */
	bool unique;               /* said, or by nature of the type (pl_field_type_is_unique) */
	bool optional;             /* may be missing at the end, and the literal in front of it with it */
	struct pl_texts also;      /* sentinels */
	struct pl_str from;        /* the plain attribute that holds the same value */
	struct pl_str example;
};

static inline bool pl_declares(const struct pl_declared *field, enum pl_field_option option)
{
	return (field->set >> option & 1) != 0;
}

/* Where an option's value stands; the field's name when it is not stated. */
static inline struct pl_pos pl_declared_at(const struct pl_declared *field, enum pl_field_option option)
{
	return pl_declares(field, option) ? field->option_at[option] : field->at;
}

/* The words of keys.yaml: "number", "uuid7"; "width", "case". */
const char *pl_field_type_name(enum pl_field_type type);
bool pl_field_type_named(struct pl_str name, enum pl_field_type *out); /* "uuid4" is uuid */
const char *pl_field_option_name(enum pl_field_option option);
/* Whether an option says anything of that type. */
bool pl_field_type_takes(enum pl_field_type type, enum pl_field_option option);

bool pl_field_type_is_ordered(enum pl_field_type type); /* unless `ordered:` says otherwise */
bool pl_field_type_is_unique(enum pl_field_type type);  /* ULID, KSUID, UUIDs, object ids, snowflakes, nanoids */

/*
 * Bytes that a value takes, `also` left out: *least == *most for a fixed
 * width, *most is 0 when nothing bounds it. From width, digits of min and max,
 * length, values, the format or the type itself.
 */
void pl_declared_bytes(const struct pl_declared *field, unsigned *least, unsigned *most);

/* Reads [-]digits[.digits] of at most PL_AMOUNT_BYTES bytes. */
bool pl_amount_read(struct pl_str text, struct pl_amount *out);

/* A field with every default of its type, nothing stated; `type` counts as stated by the caller. */
struct pl_declared pl_declared_new(struct pl_str name, enum pl_field_type type, struct pl_pos at);

#endif
