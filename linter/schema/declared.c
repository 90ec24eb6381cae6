/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/schema/declared.h"

/* ---- types and options, as data ---- */

#define BIT(n) (1U << (n))

enum {
	NUMBER = BIT(PL_D_NUMBER),
	TIMESTAMP = BIT(PL_D_TIMESTAMP),
	SNOWFLAKE = BIT(PL_D_SNOWFLAKE),
	TIMED = BIT(PL_D_ULID) | BIT(PL_D_KSUID) | BIT(PL_D_UUID6) | BIT(PL_D_UUID7) | BIT(PL_D_OBJECTID) | SNOWFLAKE,
	OPAQUE = BIT(PL_D_UUID) | BIT(PL_D_UUID1) | BIT(PL_D_NANOID) | BIT(PL_D_HASH),
	ID = BIT(PL_D_ID),
	ENUM = BIT(PL_D_ENUM),
	TEXT = BIT(PL_D_TEXT),
	GEOHASH = BIT(PL_D_GEOHASH),
	VERSION = BIT(PL_D_VERSION),
	HLC = BIT(PL_D_HLC),
	UNKNOWN = BIT(PL_D_UNKNOWN),
	ALL = BIT(PL_D_TYPES) - 1,
	KNOWN = ALL & ~UNKNOWN,
};

static const struct {
	const char *name;
	bool ordered, unique;
	unsigned length; /* bytes; 0: the type does not say */
} types[PL_D_TYPES] = {
	[PL_D_NUMBER] = {"number", true, false, 0},
	[PL_D_TIMESTAMP] = {"timestamp", true, false, 0},
	[PL_D_ULID] = {"ulid", true, true, 26},
	[PL_D_KSUID] = {"ksuid", true, true, 27},
	[PL_D_UUID6] = {"uuid6", true, true, 36},
	[PL_D_UUID7] = {"uuid7", true, true, 36},
	[PL_D_OBJECTID] = {"objectid", true, true, 24},
	[PL_D_SNOWFLAKE] = {"snowflake", true, true, 0},
	[PL_D_UUID] = {"uuid", false, true, 36},
	[PL_D_UUID1] = {"uuid1", false, true, 36},
	[PL_D_NANOID] = {"nanoid", false, true, 21},
	[PL_D_HASH] = {"hash", false, false, 0},
	[PL_D_ID] = {"id", false, false, 0},
	[PL_D_ENUM] = {"enum", false, false, 0},
	[PL_D_TEXT] = {"text", false, false, 0},
	[PL_D_GEOHASH] = {"geohash", true, false, 0},
	[PL_D_VERSION] = {"version", true, false, 0},
	[PL_D_HLC] = {"hlc", true, false, 0},
	[PL_D_UNKNOWN] = {"unknown", false, false, 0},
};

static const struct {
	const char *name;
	unsigned types; /* bits */
} options[PL_FIELD_OPTIONS] = {
	[PL_FO_TYPE] = {"type", ALL},
	[PL_FO_WIDTH] = {"width", NUMBER | TIMESTAMP | SNOWFLAKE},
	[PL_FO_ENCODE] = {"encode", NUMBER},
	[PL_FO_DECIMALS] = {"decimals", NUMBER},
	[PL_FO_MIN] = {"min", NUMBER | TIMESTAMP | ID},
	[PL_FO_MAX] = {"max", NUMBER | TIMESTAMP | ID | TEXT},
	[PL_FO_PAD] = {"pad", NUMBER},
	[PL_FO_SIGNED] = {"signed", NUMBER},
	[PL_FO_OFFSET] = {"offset", NUMBER},
	[PL_FO_INVERTED] = {"inverted", NUMBER | TIMESTAMP},
	[PL_FO_SCALE] = {"scale", NUMBER},
	[PL_FO_BASE] = {"base", NUMBER},
	[PL_FO_GROWTH] = {"growth", NUMBER},
	[PL_FO_NOW] = {"now", NUMBER},
	[PL_FO_HORIZON] = {"horizon", NUMBER},
	[PL_FO_FORMAT] = {"format", TIMESTAMP | VERSION | HLC},
	[PL_FO_PRECISION] = {"precision", TIMESTAMP},
	[PL_FO_ZONE] = {"zone", TIMESTAMP},
	[PL_FO_CASE] = {"case", NUMBER | TIMESTAMP | TIMED | OPAQUE | ID},
	[PL_FO_LENGTH] = {"length", OPAQUE | ID | GEOHASH},
	[PL_FO_CHARS] = {"chars", ID | TEXT},
	[PL_FO_VALUES] = {"values", ENUM},
	[PL_FO_ESCAPE] = {"escape", TEXT},
	[PL_FO_REST] = {"rest", TEXT | UNKNOWN},
	[PL_FO_PARTIAL] = {"partial", GEOHASH},
	[PL_FO_WIDTHS] = {"widths", VERSION | HLC},
	[PL_FO_ORDERED] = {"ordered", KNOWN},
	[PL_FO_DIRECTION] = {"direction", KNOWN},
	[PL_FO_UNIQUE] = {"unique", KNOWN},
	[PL_FO_OPTIONAL] = {"optional", ALL},
	[PL_FO_ALSO] = {"also", KNOWN},
	[PL_FO_FROM] = {"from", ALL},
	[PL_FO_EXAMPLE] = {"example", ALL},
};

const char *pl_field_type_name(enum pl_field_type type)
{
	return types[type].name;
}

bool pl_field_type_named(struct pl_str name, enum pl_field_type *out)
{
	if (pl_str_eq(name, PL_S("uuid4"))) {
		*out = PL_D_UUID;
		return true;
	}
	for (size_t i = 0; i < PL_D_TYPES; i++)
		if (pl_str_eq(name, pl_str_c(types[i].name))) {
			*out = (enum pl_field_type)i;
			return true;
		}
	return false;
}

const char *pl_field_option_name(enum pl_field_option option)
{
	return options[option].name;
}

bool pl_field_type_takes(enum pl_field_type type, enum pl_field_option option)
{
	return (options[option].types & BIT(type)) != 0;
}

bool pl_field_type_is_ordered(enum pl_field_type type)
{
	return types[type].ordered;
}

bool pl_field_type_is_unique(enum pl_field_type type)
{
	return types[type].unique;
}

/* ---- numbers ---- */

/* Adds a digit; false when the value no longer fits. */
static bool add_digit(int64_t *value, char digit)
{
	if (*value > (INT64_MAX - 9) / 10)
		return false;
	*value = *value * 10 + (digit - '0');
	return true;
}

bool pl_amount_read(struct pl_str text, struct pl_amount *out)
{
	bool negative = text.len && *text.ptr == '-';
	size_t point = text.len, i = negative;

	*out = (struct pl_amount){.text = text, .fits = true};
	if (text.len > PL_AMOUNT_BYTES || i == text.len)
		return false;
	for (; i < text.len; i++) {
		if (text.ptr[i] == '.' && point == text.len && i > negative) {
			point = i;
			out->fits = false;
		} else if (!pl_is_digit((unsigned char)text.ptr[i])) {
			return false;
		} else {
			out->fits = out->fits && add_digit(&out->value, text.ptr[i]);
		}
	}
	if (!out->fits)
		out->value = 0;
	else if (negative)
		out->value = -out->value;
	return point + 1 != text.len;
}

static unsigned digits_of(uint64_t value)
{
	unsigned digits = 1;

	for (; value >= 10; value /= 10)
		digits++;
	return digits;
}

/* Digits in front of the point, the sign left out. */
static unsigned whole_digits(struct pl_str amount)
{
	unsigned digits = 0;

	for (size_t i = 0; i < amount.len && amount.ptr[i] != '.'; i++)
		digits += amount.ptr[i] != '-';
	return digits;
}

/*
 * Digits of (amount + offset) · 10^scale; 0 when not said. Without an offset
 * they are counted, however many they are.
 */
static unsigned stored_digits(const struct pl_declared *field, const struct pl_amount *amount)
{
	int64_t sum;

	if (amount->text.len == 0)
		return 0;
	if (field->offset.text.len == 0)
		return PL_MAX(whole_digits(amount->text), 1U) + (amount->fits && amount->value == 0 ? 0 : field->scale);
	if (!amount->fits || !field->offset.fits || __builtin_add_overflow(amount->value, field->offset.value, &sum))
		return 0;
	return digits_of((uint64_t)(sum < 0 ? -(uint64_t)sum : (uint64_t)sum)) + field->scale;
}

/* ---- bytes of a value ---- */

static void number_bytes(const struct pl_declared *field, unsigned *least, unsigned *most)
{
	unsigned behind = field->decimals ? field->decimals + 1 : 0; /* the point, too */

	if (field->encode == PL_ENCODE_LENGTH_PREFIX) {
		*least = 3; /* two digits that count, and one */
		*most = 2 + stored_digits(field, &field->max);
		if (*most == 2)
			*most = 0;
	} else if (field->inverted.text.len) {
		*least = *most = PL_MAX((unsigned)field->inverted.text.len, field->width);
	} else if (field->width && field->encode == PL_ENCODE_PADDED) {
		*least = *most = field->width;
	} else if (field->base != 10) {
		*least = 1;
		*most = 0;
	} else {
		*least = PL_MAX(stored_digits(field, &field->min), 1U) + behind;
		*most = stored_digits(field, &field->max);
		*most = *most ? *most + behind : 0;
	}
}

static void time_bytes(const struct pl_declared *field, unsigned *least, unsigned *most)
{
	*least = field->format.least;
	*most = field->format.most;
	if (field->format.nparts)
		return;
	if (field->inverted.text.len)
		*least = *most = (unsigned)field->inverted.text.len;
	if (field->width)
		*least = *most = field->width;
}

static void text_bytes(const struct pl_texts *texts, unsigned *least, unsigned *most)
{
	*least = texts->count ? UINT_MAX : 0;
	*most = 0;
	for (size_t i = 0; i < texts->count; i++) {
		*least = PL_MIN(*least, (unsigned)texts->text[i].len);
		*most = PL_MAX(*most, (unsigned)texts->text[i].len);
	}
}

/* Parts of given widths with a point between each two. */
static void part_bytes(const struct pl_declared *field, unsigned *least, unsigned *most)
{
	unsigned sum = 0;

	for (size_t i = 0; i < field->nwidths; i++)
		sum += field->widths[i] + (i > 0);
	*least = sum ? sum : 1;
	*most = sum;
}

static unsigned length_of(const struct pl_amount *amount)
{
	return amount->fits && amount->value > 0 && amount->value < UINT_MAX ? (unsigned)amount->value : 0;
}

void pl_declared_bytes(const struct pl_declared *field, unsigned *least, unsigned *most)
{
	switch (field->type) {
	case PL_D_NUMBER:
		number_bytes(field, least, most);
		return;
	case PL_D_TIMESTAMP:
		time_bytes(field, least, most);
		return;
	case PL_D_ENUM:
		text_bytes(&field->values, least, most);
		return;
	case PL_D_VERSION:
	case PL_D_HLC:
		part_bytes(field, least, most);
		return;
	default:
		break;
	}
	*least = *most = field->length ? field->length : field->width;
	if (field->type == PL_D_GEOHASH && (field->partial || !*most)) {
		*least = 1;
	} else if (*most == 0) {
		*least = PL_MAX(length_of(&field->min), 1U);
		*most = length_of(&field->max);
	}
}

/* ---- a field before anything is said of it ---- */

static struct pl_amount amount(const char *text)
{
	struct pl_amount a;

	pl_amount_read(pl_str_c(text), &a);
	return a;
}

struct pl_declared pl_declared_new(struct pl_str name, enum pl_field_type type, struct pl_pos at)
{
	struct pl_declared field = {
		.name = name,
		.type = type,
		.at = at,
		.pad = '0',
		.base = 10,
		.horizon = 10,
		.length = types[type].length,
		.ordered = types[type].ordered,
		.unique = types[type].unique,
	};

	if (type == PL_D_NUMBER)
		field.min = amount("0");
	if (type == PL_D_SNOWFLAKE)
		field.width = 19;
	if (type == PL_D_VERSION)
		field.scheme = PL_S("semver");
	return field;
}
