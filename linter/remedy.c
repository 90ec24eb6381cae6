/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/remedy.h"

#include "linter/context.h"
#include "linter/ordered.h"

/* ---- numbers ---- */

/* 0242: two digits say how many follow, and of these the first is no needless zero. */
static bool is_counted(struct pl_str value)
{
	return value.len > 2 && (size_t)(value.ptr[0] - '0') * 10 + (size_t)(value.ptr[1] - '0') == value.len - 2 &&
	       (value.ptr[2] != '0' || value.len == 3);
}

bool pl_counts_digits(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	if (pl_promised(field))
		return pl_promised(field)->type == PL_D_NUMBER && pl_promised(field)->encode == PL_ENCODE_LENGTH_PREFIX;
	if (!seen || seen->nwidths < 2 || seen->signed_values)
		return false;
	/* What lies between two values of one width begins as they do when both begin alike. */
	for (size_t i = 0; i < seen->nwidths; i++)
		if (!is_counted(seen->widths[i].least) || !is_counted(seen->widths[i].greatest))
			return false;
	return true;
}

bool pl_is_plain_number(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	if ((declared && pl_promised_otherwise(field)) || pl_counts_digits(field))
		return false;
	return (field->kind == PL_K_NUMBER || field->kind == PL_K_SIGNED || field->kind == PL_K_BASED) && field->keys->ordered && field->observed &&
	       field->observed->nwidths && !pl_mixes_epochs(field);
}

bool pl_is_amount(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	if (!field->keys->ordered)
		return false;
	if (declared)
		return declared->type == PL_D_NUMBER && declared->base == 10;
	return pl_is_plain_number(field) || (field->observed && (field->kind == PL_K_SIGNED || field->kind == PL_K_DECIMAL));
}

/* Values of 32, 64 and 128 bits, padded because a type has so many: ids of several kinds stand at one place. */
static bool are_words(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nwidths; i++)
		if (seen->widths[i].width != 8 && seen->widths[i].width != 16 && seen->widths[i].width != 32)
			return false;
	return true;
}

bool pl_is_hex_number(const struct pl_field *field)
{
	return field->kind == PL_K_HEXNUMBER && field->keys->ordered && field->observed && field->observed->nwidths &&
	       !(field->observed->padded_width && are_words(field->observed));
}

bool pl_is_written_in_digits(const struct pl_field *field)
{
	return pl_is_plain_number(field) || pl_is_hex_number(field);
}

unsigned pl_padded_width(const struct pl_field *field)
{
	unsigned promised = pl_promised_width(field);

	return promised ? promised : field->observed ? field->observed->padded_width : 0;
}

static bool is_sentinel(const struct pl_proof *proof, struct pl_str value)
{
	for (size_t i = 0; i < proof->nsentinels; i++)
		if (pl_str_eq(proof->sentinels[i], value))
			return true;
	return false;
}

struct pl_str pl_greatest(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	return is_sentinel(seen->proof, seen->greatest) ? seen->second : seen->greatest;
}

unsigned pl_greatest_digits(const struct pl_field *field)
{
	struct pl_str greatest = field->observed ? pl_greatest(field) : pl_str_of(NULL, 0);

	return greatest.len ? (unsigned)pl_digits_strip(greatest).len : 1;
}

bool pl_mixes_epochs(const struct pl_field *field)
{
	return field->observed && field->observed->epochs_mixed;
}

enum pl_epoch pl_declared_epoch(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	if (!declared || declared->type != PL_D_TIMESTAMP || declared->inverted.text.len)
		return PL_EPOCH_NONE;
	switch (declared->format.encoding) {
	case PL_TE_EPOCH_S:
		return PL_EPOCH_S;
	case PL_TE_EPOCH_MS:
		return PL_EPOCH_MS;
	case PL_TE_EPOCH_US:
		return PL_EPOCH_US;
	case PL_TE_EPOCH_NS:
		return PL_EPOCH_NS;
	default:
		return PL_EPOCH_NONE;
	}
}

/* Seconds where milliseconds are declared: to be multiplied, not padded. */
static bool is_other_epoch(const struct pl_field *field, const struct pl_width *width)
{
	enum pl_epoch unit = pl_epoch_of(width->least, width->greatest);

	return unit != PL_EPOCH_NONE && pl_declared_epoch(field) != PL_EPOCH_NONE && unit != pl_declared_epoch(field);
}

static unsigned base_of(const struct pl_field *field)
{
	return field->kind == PL_K_BASED ? field->declared->base : field->kind == PL_K_HEXNUMBER ? 16 : 10;
}

/* base^width - 1, for shares of it; an exact one does not exist beyond 2^53. */
static double capacity(unsigned base, unsigned width)
{
	double value = 1;

	while (width-- && value < 1e300)
		value *= base;
	return value - 1;
}

static double value_of(const struct pl_field *field, struct pl_str digits)
{
	return base_of(field) != 10 ? pl_base_double(digits, base_of(field)) : pl_digits_double(digits);
}

static bool grows(const struct pl_field *field, const struct pl_observed *seen, double least, double greatest, double full)
{
	double span = greatest - least, second;

	if (seen->rising != PL_RISING_UNKNOWN)
		return seen->rising == PL_RISING_YES;
	/* 0 or 1 … all nines, each of them: buckets */
	if (seen->distinct > full || (least > 0 && seen->distinct >= full))
		return false;
	if (2 * seen->distinct >= span)
		return true;
	if (!seen->second.len || seen->distinct < 2)
		return false;
	/* The newest values of a counter lie closer together than the average. */
	second = value_of(field, seen->second);
	return greatest - second < 0.01 * span / (seen->distinct - 1);
}

bool pl_fills_width(struct pl_cx *cx, const struct pl_field *field, unsigned width)
{
	const struct pl_observed *seen = field->observed;
	struct pl_str top = seen ? pl_greatest(field) : pl_str_of(NULL, 0);
	double full = capacity(base_of(field), width), least, greatest;

	if (!top.len || pl_greatest_digits(field) > width)
		return false;
	/* Who knows the greatest value there will be knows what it needs. Inverted numbers come down to nothing. */
	if (pl_promise_of(cx, field).most.len || pl_inverted_from(field).len)
		return false;
	least = value_of(field, seen->least);
	greatest = value_of(field, top);
	if (full - greatest > full * pl_cx_option(cx, "PL103", "headroom"))
		return false;
	return least <= 0.01 * (full + 1) && grows(field, seen, least, greatest, full);
}

struct pl_str pl_inverted_from(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);
	struct pl_str max = {NULL, 0};

	if (declared && declared->type == PL_D_NUMBER && declared->base == 10)
		max = declared->inverted.text;
	else if (!declared && field->observed && field->observed->mirrored.len)
		max = field->observed->sum;
	return pl_all_digits(max) ? pl_digits_strip(max) : pl_str_of(NULL, 0);
}

/* As grows(), from the other end. */
static bool counts_down(const struct pl_observed *seen, double least, double greatest, double full)
{
	if (seen->rising != PL_RISING_UNKNOWN)
		return seen->rising == PL_RISING_FALLS;
	if (seen->distinct >= full)
		return false;
	return 2 * seen->distinct >= greatest - least || seen->low_crowded;
}

bool pl_fills_inverted(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	struct pl_str max = pl_inverted_from(field);
	double full, least, greatest;

	if (!seen || !max.len || !seen->least.len || !seen->greatest.len || is_sentinel(seen->proof, seen->least) ||
	    (pl_promised(field) ? pl_declares(pl_promised(field), PL_FO_MAX) : !seen->sum_is_max))
		return false;
	full = pl_digits_double(max);
	least = pl_digits_double(seen->least);
	greatest = pl_digits_double(seen->greatest);
	return least <= full * pl_cx_option(cx, "PL103", "headroom") && full - greatest <= 0.01 * (full + 1) &&
	       counts_down(seen, least, greatest, full);
}

unsigned pl_advised_width(struct pl_cx *cx, const struct pl_field *field)
{
	unsigned width = PL_MAX(pl_padded_width(field), pl_greatest_digits(field));

	width = PL_MAX(width, (unsigned)pl_promise_of(cx, field).most.len);
	return pl_fills_width(cx, field, width) ? width + 2 : width;
}

unsigned pl_advised_first_width(struct pl_cx *cx, const struct pl_field *field)
{
	unsigned digits = pl_greatest_digits(field);

	if (pl_padded_width(field) || pl_promise_of(cx, field).most.len)
		return pl_advised_width(cx, field);
	if (!field->observed)
		return 0;
	if (field->observed->epoch != PL_EPOCH_NONE) { /* up to the year 2286 */
		static const unsigned char widths[] = {[PL_EPOCH_S] = 10, [PL_EPOCH_MS] = 13, [PL_EPOCH_US] = 16, [PL_EPOCH_NS] = 19};

		return widths[field->observed->epoch];
	}
	if (field->kind == PL_K_HEXNUMBER || field->kind == PL_K_BASED) /* 2^64 - 1 has 16 */
		return PL_MAX(digits, PL_MIN(digits + 2, 16U));
	if (digits == 18)
		return 19;
	if (digits == 19) /* 2^63 - 1 has 19 digits, 2^64 - 1 has 20 */
		return pl_digits_order(pl_greatest(field), PL_S("9223372036854775807")) > 0 ? 20 : 19;
	return digits == 20 ? 20 : digits + 2;
}

bool pl_walked(const struct pl_field *field)
{
	enum pl_order_state state = field->observed ? field->observed->proof->state : PL_O_UNKNOWN;

	return state == PL_O_WALKED || state == PL_O_BROKEN;
}

bool pl_alone(const struct pl_field *field)
{
	return field->observed && field->observed->proof->state == PL_O_ALONE;
}

bool pl_order_denied(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && !declared->ordered;
}

bool pl_broken(const struct pl_field *field)
{
	return field->observed && field->observed->proof->state == PL_O_BROKEN;
}

bool pl_digits_broken(const struct pl_field *field)
{
	return pl_broken(field) && field->observed->proof->breaks > field->observed->proof->breaks_negative;
}

static bool two_widths(const struct pl_observed *seen)
{
	return seen->nwidths && seen->widths[0].width != seen->widths[seen->nwidths - 1].width;
}

bool pl_widths_want_proof(struct pl_cx *cx, const struct pl_field *field)
{
	enum pl_order_state state = field->observed ? field->observed->proof->state : PL_O_ALONE;

	return state != PL_O_ENCODING && state != PL_O_ALONE &&
	       pl_is_written_in_digits(field) && two_widths(field->observed) &&
	       pl_is_ordered(cx, field, true).ordered >= PL_ORDERED_INFERRED;
}

static bool has_field(const struct pl_entity *entity, const struct pl_field *field)
{
	for (size_t i = 0; i < entity->nfields; i++)
		if (entity->fields[i] == field)
			return true;
	return false;
}

/* Whether field `i` of an entity is the digits behind a point: 4.063598. */
static bool is_fraction(const struct pl_entity *entity, size_t i)
{
	const struct pl_str path = entity->fields[i]->path;
	size_t at = 0;

	/* Each value is a `*` of the path. */
	for (i++; at < path.len; at++)
		if (path.ptr[at] == '*' && --i == 0)
			break;
	return at < path.len && at >= 2 && path.ptr[at - 1] == '.' && path.ptr[at - 2] == '*';
}

/* One of several numbers of a segment is padded beside its own kind alone: 903-4178236 is a code. */
static const struct pl_field *padded_number_of(const struct pl_entity *entity, const struct pl_field *except)
{
	for (size_t i = 0; i < entity->nfields; i++) {
		const struct pl_field *other = entity->fields[i];

		if (other != except && other->observed && pl_is_plain_number(other) && pl_padded_width(other) && !is_fraction(entity, i) &&
		    (!other->part || other->segment == except->segment))
			return other;
	}
	return NULL;
}

const struct pl_field *pl_padded_neighbour(const struct pl_field *field)
{
	for (size_t i = 0; i < field->keys->nentities; i++) {
		const struct pl_entity *entity = field->keys->entities[i];
		const struct pl_field *found = has_field(entity, field) ? padded_number_of(entity, field) : NULL;

		if (found)
			return found;
	}
	return NULL;
}

const char *pl_fix_if_ordered(struct pl_cx *cx, const struct pl_field *field, struct pl_ordered_verdict ordered, const char *fix)
{
	if (ordered.ordered != PL_ORDERED_UNLIKELY || field->declared)
		return fix;
	return pl_text(cx, "If nobody reads it in that order nothing need change: a keys.yaml says so (`type: id`, or a number with "
			   "`ordered: false`), and then this is silent. If somebody does:\n%s", fix);
}

bool pl_is_filled_up(const struct pl_field *field)
{
	return field->kind == PL_K_NUMBER && field->observed && field->observed->blank;
}

unsigned pl_loose_inversion(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	if (!pl_is_plain_number(field) || !pl_rule_on(cx, "PL110"))
		return 0;
	if (pl_promised(field))
		return pl_promised(field)->inverted.text.len && pl_misfits(cx, field).narrow ? pl_promised_width(field) : 0;
	if (!seen->mirrored.len || !two_widths(seen))
		return 0;
	return PL_MAX((unsigned)seen->sum.len, seen->padded_width);
}

bool pl_is_inversion_mismatch(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_sums *sums = field->observed ? field->observed->sums : NULL;
	bool meet = sums ? sums->witness.some : field->kind == PL_K_MIRRORED && pl_broken(field);

	return pl_rule_on(cx, "PL110") && (meet || pl_loose_inversion(cx, field) || pl_promises_beyond(field));
}

bool pl_wrong_part(struct pl_cx *cx, const struct pl_field *field)
{
	return pl_is_plain_number(field) && !pl_promised(field) && !pl_padded_width(field) && pl_digits_broken(field) &&
	       !pl_loose_inversion(cx, field) &&
	       field->observed->proof->bare_mixed && pl_rule_on(cx, "PL105") &&
	       pl_is_ordered(cx, field, false).ordered >= PL_ORDERED_INFERRED &&
	       (pl_is_filled_up(field) || pl_padded_neighbour(field));
}

/* The entry of one width, with and without a leading zero added up. */
static const struct pl_width *same_width(const struct pl_width *at, const struct pl_width *end, uint64_t *keys)
{
	const struct pl_width *next = at;

	for (*keys = 0; next < end && next->width == at->width; next++)
		*keys += next->keys;
	return next;
}

const char *pl_width_list(struct pl_cx *cx, const struct pl_width *widths, size_t nwidths)
{
	const struct pl_width *end = widths + nwidths;
	const char *list = "";
	unsigned shown = 0;

	while (widths < end && shown < 6) {
		unsigned width = widths->width;
		uint64_t keys;

		widths = same_width(widths, end, &keys);
		list = pl_text(cx, "%s%s%s: %s", list, shown++ ? ", " : "", pl_counted(cx, width, "digit"),
			       pl_count(cx, keys));
	}
	return widths < end ? pl_text(cx, "%s, …", list) : list;
}

/* The last digit of the field's base. */
static char last_digit(const struct pl_declared *declared)
{
	const char last = !declared || declared->base == 10 ? '9' : declared->base == 16 ? 'f' : 'z';

	return declared && declared->letters == PL_CASE_UPPER && last != '9' ? (char)(last - 'a' + 'A') : last;
}

/* ", %010d": what C and many others fill up with zeros by; of base 36 there is none, of fractions it takes their digits. */
static const char *pad_format(struct pl_cx *cx, const struct pl_declared *declared, unsigned bytes)
{
	if (declared && declared->base == 36)
		return "";
	if (declared && declared->decimals)
		return pl_text(cx, " or %%0%u.%uf", bytes, declared->decimals);
	return pl_text(cx, " or %%0%u%c", bytes, last_digit(declared) == 'F' ? 'X' : last_digit(declared) == 'f' ? 'x' : 'd');
}

/* "0xff  →  0x0000ff" */
static const char *pad_hex_example(struct pl_cx *cx, const struct pl_field *field, unsigned digits, unsigned width)
{
	static const char zeros[] = "00000000000000000000000000000000", effs[] = "ffffffffffffffffffffffffffffffff";

	width = PL_MIN(PL_MAX(width, digits), (unsigned)sizeof(zeros) - 1);
	digits = PL_MIN(digits, width);
	return pl_text(cx, "0x%.*s  →  0x%.*s%.*s\nwith padStart(%u, '0') behind the 0x, or 0x%%0%ux%s", (int)digits, effs,
		       (int)(width - digits), zeros, (int)digits, effs, width, width,
		       field->observed && field->observed->mixed_case ? ", all in lower case" : "");
}

const char *pl_pad_example(struct pl_cx *cx, const struct pl_field *field, unsigned digits, unsigned width)
{
	enum { SHOWN = 40 }; /* no sane width has more */
	const struct pl_declared *declared = pl_promised(field);
	const unsigned decimals = declared ? PL_MIN(declared->decimals, (unsigned)SHOWN) : 0;
	char padded[SHOWN + 1], fraction[SHOWN + 2] = "", *bare = padded;
	unsigned bytes;

	if (field->kind == PL_K_HEXNUMBER)
		return pad_hex_example(cx, field, digits, width);
	width = PL_MIN(PL_MAX(width, digits), (unsigned)SHOWN);
	digits = PL_MIN(digits, width);
	memset(padded, '0', width);
	bare += width - digits;
	memset(bare, last_digit(declared), digits);
	padded[width] = '\0';
	if (decimals)
		snprintf(fraction, sizeof(fraction), ".%.*s", (int)decimals, "9999999999999999999999999999999999999999");
	bytes = width + (decimals ? decimals + 1 : 0);
	return pl_text(cx, "%s%s  →  %s%s\nwith padStart(%u, '0')%s, ElectroDB padding: {length: %u, char: '0'}, "
			   "OneTable ${value:%u:0}", bare, fraction, padded, fraction, bytes, pad_format(cx, declared, bytes), bytes,
		       bytes);
}

const char *pl_pad_sign(const struct pl_field *field)
{
	if (!field->observed || !field->observed->signed_values)
		return "";
	return "\nnegative values: padding does not help them; do what PL106 says instead, which pads the others, too";
}

enum pl_level pl_order_level(struct pl_ordered_verdict verdict, bool proven, bool mixed)
{
	if (verdict.ordered < PL_ORDERED_INFERRED)
		return PL_INFO;
	if (proven)
		return verdict.ordered == PL_ORDERED_CERTAIN ? PL_ERROR : PL_WARNING;
	return mixed ? PL_WARNING : PL_INFO;
}

/* A width that only a sentinel has, or another value that the schema lists beside the numbers. */
static bool is_only_sentinel(const struct pl_field *field, const struct pl_width *width)
{
	const struct pl_texts *also = &field->declared->also;

	if (!pl_str_eq(width->least, width->greatest))
		return false;
	for (size_t i = 0; i < also->count; i++)
		if (pl_str_eq(also->text[i], width->least))
			return true;
	return is_sentinel(field->observed->proof, width->least);
}

struct pl_misfits pl_misfits(struct pl_cx *cx, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	const unsigned width = pl_promised_width(field);
	struct pl_misfits out = {.promised = seen && width && pl_is_plain_number(field)};
	struct pl_width *narrow, *wide;

	if (!out.promised)
		return out;
	narrow = PL_NEW_N(cx->judge->arena, struct pl_width, seen->nwidths * 2);
	wide = narrow + seen->nwidths;
	for (size_t i = 0; i < seen->nwidths; i++) {
		/* Behind a sign no width is right: PL106. */
		const uint64_t keys = seen->widths[i].keys - seen->widths[i].negative;

		if (!keys || seen->widths[i].width == width || is_only_sentinel(field, &seen->widths[i]) ||
		    is_other_epoch(field, &seen->widths[i]))
			continue;
		if (seen->widths[i].width < width) {
			narrow[out.nnarrow] = seen->widths[i];
			narrow[out.nnarrow++].keys = keys;
			out.narrow += keys;
		} else {
			wide[out.nwide] = seen->widths[i];
			wide[out.nwide++].keys = keys;
			out.wide += keys;
		}
	}
	out.narrow_widths = narrow;
	out.wide_widths = wide;
	return out;
}

const char *pl_promise_text(struct pl_cx *cx, struct pl_example example)
{
	const size_t shorter = PL_MIN(example.first.len, example.second.len);
	size_t at = 0;

	while (at < shorter && example.first.ptr[at] == example.second.ptr[at])
		at++;
	if (at == shorter)
		return pl_text(cx, "\"%s\" comes before \"%s\", which goes on", example.first.ptr, example.second.ptr);
	return pl_text(cx, "\"%s\" comes before \"%s\" (%02X before %02X)", example.first.ptr, example.second.ptr,
		       (unsigned char)example.first.ptr[at], (unsigned char)example.second.ptr[at]);
}

/* ---- words ---- */

/* Whether the field stands directly behind what that shape is of. */
static bool stands_behind(const struct pl_field *field, struct pl_str before)
{
	if (field->segment == 1)
		return before.len == 0;
	return pl_str_starts(field->shape, before) && before.len < field->shape.len &&
	       memchr(PL_SEPARATORS, field->shape.ptr[before.len], sizeof(PL_SEPARATORS) - 1);
}

const struct pl_vocabulary *pl_words_beside(const struct pl_field *field)
{
	const struct pl_keys *keys = field->keys;

	for (size_t i = 0; i < keys->nvocabularies; i++)
		if (keys->vocabularies[i].segment == field->segment &&
		    pl_str_eq(keys->vocabularies[i].attribute, field->attribute) &&
		    stands_behind(field, keys->vocabularies[i].before))
			return &keys->vocabularies[i];
	return NULL;
}

bool pl_is_closed(const struct pl_vocabulary *words)
{
	enum { LEAST_USES = 3 }; /* keys a word, on the average */
	uint64_t keys = 0;

	for (size_t i = 0; i < words->nwords; i++)
		keys += words->words[i].keys;
	return words->whole && keys >= LEAST_USES * (uint64_t)words->nwords;
}

/* A part of numbers joined in that way, in the place of the field. */
static bool is_joined(const struct pl_field *other, const struct pl_field *field, unsigned part, struct pl_str joined)
{
	struct pl_str front = field->path;

	front.len -= front.len > 0; /* without the * of the field itself */
	return other->observed && (other->kind == PL_K_NUMBER || other->kind == PL_K_DAY) && other->segment == field->segment && other->part == part &&
	       pl_str_eq(other->attribute, field->attribute) && pl_str_starts(other->path, front) &&
	       pl_str_eq(pl_str_sub(other->path, front.len, other->path.len), joined);
}

/* The first of three numbers joined by `-`. */
static bool is_triple(const struct pl_field *other, const struct pl_field *field)
{
	return other->kind == PL_K_NUMBER && is_joined(other, field, 1, PL_S("*-*-*"));
}

bool pl_is_bare_month(struct pl_time_form form)
{
	return form.layout == PL_T_ISO_UNPADDED && form.unit == PL_U_MONTH;
}

static bool has_bare_months(const struct pl_observed *seen)
{
	for (size_t i = 0; i < seen->nforms; i++)
		if (pl_is_bare_month(seen->forms[i].form))
			return true;
	return false;
}

/* That part of two numbers in the place of the field, which are more than a misspelt month or two; NULL: there are none. */
static const struct pl_field *of_pairs(const struct pl_field *field, unsigned part)
{
	enum { STRAY = 20 };
	const struct pl_observed *seen = field->observed;

	if (field->kind != PL_K_TIMESTAMP || !seen || field->part || pl_promised(field) || !has_bare_months(seen))
		return NULL;
	for (size_t i = 0; i < field->keys->nfields; i++) {
		const struct pl_field *other = field->keys->fields[i];

		if (is_joined(other, field, part, PL_S("*-*")) && other->observed->keys * STRAY >= seen->keys)
			return other;
	}
	return NULL;
}

/* A register's numbers have other firsts besides: 718-7, 2160-0. */
static bool are_years(const struct pl_observed *seen)
{
	return seen->min_len == 4 && seen->max_len == 4 && pl_order(seen->least, PL_S("1900")) >= 0 &&
	       pl_order(seen->greatest, PL_S("2199")) <= 0;
}

const struct pl_field *pl_counter_beside(const struct pl_field *field)
{
	const struct pl_field *year = of_pairs(field, 1);

	if (!year || !are_years(year->observed))
		return NULL;
	return of_pairs(field, 2);
}

bool pl_is_among_triples(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	if (field->kind != PL_K_TIMESTAMP || !seen || field->part || pl_promised(field))
		return false;
	if (of_pairs(field, 1))
		return true;
	for (size_t i = 0; i < seen->nforms; i++) {
		struct pl_time_form form = seen->forms[i].form;

		if (form.between || (form.layout != PL_T_ISO && form.layout != PL_T_ISO_UNPADDED && form.layout != PL_T_DASH))
			return false;
	}
	for (size_t i = 0; i < field->keys->nfields; i++)
		if (is_triple(field->keys->fields[i], field) && field->keys->fields[i]->observed->keys > seen->keys)
			return true;
	return false;
}

/* ---- keys ---- */

bool pl_has_text(const struct pl_keys *keys)
{
	return keys->pk_type == 'S' || !keys->pk_type || keys->ordered;
}

bool pl_is_delimited(struct pl_cx *cx, const struct pl_delimited *delimited)
{
	enum { FEW = 4 }; /* one beside so many that fit */
	const struct pl_observed *seen = delimited->field->observed;

	return pl_rule_on(cx, "PL302") && (delimited->proven || (seen && delimited->keys * FEW <= seen->keys));
}

bool pl_is_own_attribute(const struct pl_keys *keys, struct pl_str attribute)
{
	const struct pl_index *table;

	if (keys->rank && !pl_is_part(keys) && pl_str_eq(attribute, keys->pk))
		return false;
	if (keys->index_name.len == 0)
		return true;
	table = &keys->table->index[0];
	return !pl_str_eq(attribute, table->pk) && !pl_str_eq(attribute, table->sk);
}

bool pl_is_digest_length(unsigned len)
{
	return len == 32 || len == 40 || len == 56 || len == 64 || len == 96 || len == 128;
}

unsigned pl_judged_attributes(const struct pl_keys *keys, struct pl_str out[2 * PL_KEY_ATTRIBUTES])
{
	const struct pl_sorting all = pl_index_sorting(keys->index, 0);
	unsigned n = 0;

	for (unsigned i = 0; i < all.nparts && !keys->rank; i++)
		out[n++] = all.attrs[i].name;
	if (keys->sk.len)
		out[n++] = keys->sk;
	return n;
}

/* ---- any rewrite ---- */

const char pl_safe_order[] =
	"\n1 readers accept both forms"
	"\n2 every writer writes the new form, and updates with attribute_exists:"
	" an UpdateItem on an old key would make a second row"
	"\n3 rewrite the stored keys"
	"\n4 readers drop the old form";

/* ---- times ---- */

bool pl_is_rollup(struct pl_time_form form)
{
	return form.layout != PL_T_EPOCH && form.unit < PL_U_MINUTE;
}

char pl_precision_lead(struct pl_time_form a, struct pl_time_form b)
{
	unsigned less = PL_MIN(a.fraction, b.fraction);

	if (a.unit != b.unit)
		return a.layout == PL_T_ISO_BASIC ? '0' : ':';
	if (a.fraction == b.fraction)
		return 0;
	if (less)
		return '0';
	return (a.fraction ? a.flags : b.flags) & PL_TF_COMMA ? ',' : '.';
}

static bool follows(const struct pl_observed *seen, unsigned byte)
{
	return seen->follows[byte / 64] >> (byte % 64) & 1;
}

/* The shorter of two forms of one spelling. */
static struct pl_time_form shorter(struct pl_time_form a, struct pl_time_form b)
{
	if (a.unit != b.unit)
		return a.unit < b.unit ? a : b;
	return a.fraction < b.fraction ? a : b;
}

bool pl_precision_breaks(const struct pl_observed *seen, struct pl_time_form a, struct pl_time_form b,
			 unsigned char *above)
{
	char lead = pl_precision_lead(a, b);
	struct pl_time_form brief = shorter(a, b);

	if (!lead)
		return false;
	switch (brief.zone) {
	case PL_Z_UPPER:
		*above = 'Z';
		break;
	case PL_Z_LOWER:
		*above = 'z';
		break;
	case PL_Z_COLON:
	case PL_Z_BASIC:
	case PL_Z_HOUR:
		*above = brief.offset < 0 ? '-' : '+';
		break;
	case PL_Z_NAME:
		*above = ' ';
		break;
	default: /* what stands behind the value; the end of the key sorts first */
		for (unsigned byte = (unsigned char)lead + 1U; byte < 256; byte++)
			if (follows(seen, byte)) {
				*above = (unsigned char)byte;
				return true;
			}
		return false;
	}
	return *above > (unsigned char)lead;
}

bool pl_same_spelling(struct pl_time_form a, struct pl_time_form b)
{
	a.offset = b.offset = 0;
	return pl_time_same_spelling(a, b);
}

bool pl_declared_form(struct pl_cx *cx, const struct pl_field *field, struct pl_time_form *out)
{
	const struct pl_declared *declared = pl_promised(field);

	return declared && field->observed && pl_promised_form(cx, declared, out);
}

bool pl_is_fine_first(struct pl_cx *cx, const struct pl_declared *declared)
{
	struct pl_time_form form;

	if (declared->format.trouble != PL_TT_FINE_FIRST)
		return false;
	/* Layouts from PL_T_ISO_UNPADDED on do not sort: all that have the day or month in front are among them. */
	return !pl_promised_form(cx, declared, &form) || form.layout < PL_T_ISO_UNPADDED;
}

bool pl_is_named(const struct pl_field *field, const struct pl_str *words, size_t count)
{
	const struct pl_words list = {.word = words, .count = count};

	return pl_words_match(&list, field->label) || pl_words_match(&list, field->name);
}

const char *pl_share(struct pl_cx *cx, uint64_t some, uint64_t all)
{
	double percent = all ? 100 * (double)some / (double)all : 0;

	/* All of one: an odd value has a shape of its own, and no share of anything. */
	if (some == 1 && all == 1)
		return "1 key";
	return pl_text(cx, "%s of %s (%s%.*f %%)", pl_count(cx, some), pl_counted(cx, all, "key"),
		       percent > 0 && percent < 0.1 ? "less than " : "", percent < 10 ? 1 : 0, PL_MAX(percent, 0.1));
}

const char *pl_byte_text(struct pl_cx *cx, unsigned char byte)
{
	if (byte == ' ')
		return "the space (20)";
	if (byte > ' ' && byte < 0x7f)
		return pl_text(cx, "\"%c\" (%02X)", byte, byte);
	return pl_text(cx, "byte %02X", byte);
}
