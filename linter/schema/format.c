/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading a format takes two walks: one over the letters, which gives the
 * parts, and one over the parts, which tells the first that is out of order.
 * What sorts and what does not was measured: docs/design/timestamps.md.
 */
#include "linter/schema/format.h"

#include "linter/base/buf.h"
#include "linter/key/bytes.h"
#include "linter/key/number.h"
#include "linter/key/time.h"

struct reading {
	struct pl_arena *arena;
	const struct pl_format_options *options;
	PL_VEC(struct pl_time_part) parts;
	const char *why;
	size_t offset;
};

static bool fail(struct reading *r, size_t offset, const char *why)
{
	r->why = why;
	r->offset = offset;
	return false;
}

/* ---- words ---- */

static const char *const precision_names[PL_PRECISIONS] = {
	[PL_P_YEAR] = "year",     [PL_P_QUARTER] = "quarter", [PL_P_MONTH] = "month", [PL_P_WEEK] = "week",
	[PL_P_DAY] = "day",       [PL_P_HOUR] = "hour",       [PL_P_MINUTE] = "minute", [PL_P_S] = "s",
	[PL_P_MS] = "ms",         [PL_P_US] = "us",           [PL_P_NS] = "ns",
};

const char *pl_precision_name(enum pl_precision precision)
{
	return precision_names[precision];
}

bool pl_precision_named(struct pl_str name, enum pl_precision *out)
{
	for (size_t i = 0; i < PL_LEN(precision_names); i++)
		if (pl_str_eq(name, pl_str_c(precision_names[i]))) {
			*out = (enum pl_precision)i;
			return true;
		}
	return false;
}

const char *pl_time_trouble_text(enum pl_time_trouble trouble)
{
	static const char *const texts[] = {
		[PL_TT_NONE] = "byte order is time order",
		[PL_TT_UNPADDED] = "a part has no leading zero, so 10 sorts before 9",
		[PL_TT_NAMES] = "names sort by their letters: Apr before Jan, Fri before Mon",
		[PL_TT_SHORT_YEAR] = "a year of two digits starts again at 00",
		[PL_TT_TWELVE_HOURS] = "with AM and PM 01 PM sorts before 02 AM, and 12 AM is the first hour",
		[PL_TT_FINE_FIRST] = "a finer part stands before a coarser one",
		[PL_TT_GAP] = "a part between two others is missing, so values start again",
		[PL_TT_NO_YEAR] = "without the year it starts again each year",
		[PL_TT_WEEK_YEAR] = "week and month years differ round New Year: 2024-12-30 is in week 1 of 2025",
		[PL_TT_OFFSET] = "with varying offsets bytes compare local clocks, not instants",
		[PL_TT_LOCAL] = "in a zone with summer time one hour a year comes twice",
	};

	return texts[trouble];
}

/* ---- letters ---- */

static const struct letters {
	const char *text;
	enum pl_time_unit_of_part unit;
	unsigned char least, most;
} tokens[] = {
	{"YYYY", PL_TP_YEAR, 4, 4},      {"YY", PL_TP_YEAR, 2, 2},
	{"GGGG", PL_TP_WEEK_YEAR, 4, 4}, {"Q", PL_TP_QUARTER, 1, 1},
	{"MMM", PL_TP_MONTH_NAME, 3, 3}, {"MM", PL_TP_MONTH, 2, 2},
	{"M", PL_TP_MONTH, 1, 2},        {"WW", PL_TP_WEEK, 2, 2},
	{"W", PL_TP_WEEK, 1, 2},         {"DDD", PL_TP_YEAR_DAY, 3, 3},
	{"DD", PL_TP_DAY, 2, 2},         {"D", PL_TP_DAY, 1, 2},
	{"EEE", PL_TP_DAY_NAME, 3, 3},   {"A", PL_TP_HALF, 2, 2},
	{"hh", PL_TP_HOUR, 2, 2},        {"h", PL_TP_HOUR, 1, 2},
	{"mm", PL_TP_MINUTE, 2, 2},      {"m", PL_TP_MINUTE, 1, 2},
	{"ss", PL_TP_SECOND, 2, 2},      {"s", PL_TP_SECOND, 1, 2},
	{"Z", PL_TP_ZULU, 1, 1},
};

/* How other libraries write the same. */
static const struct {
	const char *theirs, *ours;
} foreign[] = {
	{"yyyy", "YYYY"}, {"yy", "YY"},  {"uuuu", "YYYY"}, {"Y", "YYYY"},     {"xxxx", "GGGG"},   {"dd", "DD"},
	{"d", "D"},       {"HH", "hh"},  {"H", "h"},       {"kk", "hh"},      {"a", "A"},         {"aa", "A"},
	{"ww", "WW"},     {"w", "W"},    {"MMMM", "MMM"},  {"EEEE", "EEE"},   {"ddd", "EEE"},     {"XXX", "±hh:mm"},
	{"xxx", "±hh:mm"}, {"ZZ", "±hh:mm"}, {"fff", "SSS"}, {"f", "S"},      {"ffffff", "SSSSSS"}, {"DDDD", "DDD"},
};

/* "±hh:mm" in UTF-8; with a + in place of ± it means the same. */
static const struct pl_str offsets[] = {{"\xc2\xb1hh:mm", 7}, {"+hh:mm", 6}};

static size_t run_length(struct pl_str text, size_t at)
{
	size_t end = at;

	while (end < text.len && text.ptr[end] == text.ptr[at])
		end++;
	return end - at;
}

static void push(struct reading *r, struct pl_time_part part)
{
	char *lower;

	if (r->options->lower && (part.unit == PL_TP_LITERAL || part.unit == PL_TP_ZULU)) {
		lower = pl_arena_alloc(r->arena, part.literal.len + 1);
		for (size_t i = 0; i < part.literal.len; i++)
			lower[i] = (char)pl_lower((unsigned char)part.literal.ptr[i]);
		lower[part.literal.len] = '\0';
		part.literal.ptr = lower;
	}
	PL_PUSH(&r->parts, part);
}

static void push_literal(struct reading *r, struct pl_str bytes, size_t offset)
{
	if (bytes.len)
		push(r, (struct pl_time_part){PL_TP_LITERAL, (unsigned)bytes.len, (unsigned)bytes.len, bytes,
					      (unsigned)offset});
}

static struct pl_str run_at(struct pl_str text, size_t at)
{
	return pl_str_sub(text, at, at + run_length(text, at));
}

static bool is_known(struct pl_str run)
{
	for (size_t i = 0; i < PL_LEN(tokens); i++)
		if (pl_str_eq(run, pl_str_c(tokens[i].text)))
			return true;
	return *run.ptr == 'S' || pl_str_eq(run, PL_S("T"));
}

/* What a run of another library's letters is here; NULL: it is none. */
static const char *ours(struct pl_str run)
{
	for (size_t i = 0; i < PL_LEN(foreign); i++)
		if (pl_str_eq(run, pl_str_c(foreign[i].theirs)))
			return foreign[i].ours;
	return NULL;
}

/* The whole format in our letters, of which *count runs were others'; NULL: some letters mean nothing at all. */
static const char *translated(struct reading *r, struct pl_str text, unsigned *count)
{
	const char *out = "";
	bool quoted = false;

	*count = 0;
	for (size_t at = 0; at < text.len;) {
		struct pl_str run = run_at(text, at);
		const bool letters = !quoted && pl_is_alpha((unsigned char)*run.ptr);
		const char *other = letters && !is_known(run) ? ours(run) : NULL;

		if (letters && !is_known(run) && !other)
			return NULL;
		quoted ^= *run.ptr == '\'' && run.len % 2;
		*count += other != NULL;
		out = other ? pl_arena_printf(r->arena, "%s%s", out, other)
			    : pl_arena_printf(r->arena, "%s%.*s", out, (int)run.len, run.ptr);
		at += run.len;
	}
	return out;
}

/* The word of letters around byte `at`, when some of it is no part of any format; else the run alone. */
static struct pl_str word_around(struct pl_str text, size_t at)
{
	size_t from = at, to = at;
	bool none = false;

	while (from > 0 && pl_is_alpha((unsigned char)text.ptr[from - 1]))
		from--;
	while (to < text.len && pl_is_alpha((unsigned char)text.ptr[to]))
		to++;
	for (size_t i = from; i < to; i += run_length(text, i))
		none |= !is_known(run_at(text, i)) && !ours(run_at(text, i));
	return none ? pl_str_sub(text, from, to) : run_at(text, at);
}

static bool unknown_letters(struct reading *r, struct pl_str text, size_t at)
{
	const struct pl_str word = word_around(text, at), run = run_at(text, at);
	const char *other = ours(run), *whole;
	unsigned count;

	if (word.len != run.len || !other)
		return fail(r, (size_t)(word.ptr - text.ptr),
			    pl_arena_printf(r->arena, "\"%.*s\" is no part of a format; text stands in quotes: '%.*s'",
					    pl_shown(word), word.ptr, pl_shown(word), word.ptr));
	whole = translated(r, text, &count);
	return fail(r, at, pl_arena_printf(r->arena, "\"%.*s\" is no part of a format; write %s", (int)run.len, run.ptr,
					   whole && count > 1 ? whole : other));
}

/* A run of one letter; returns the byte behind it, 0 when it means nothing. */
static size_t read_letters(struct reading *r, struct pl_str text, size_t at)
{
	struct pl_str run = pl_str_sub(text, at, at + run_length(text, at));

	if (*run.ptr == 'S' && run.len <= 18) {
		push(r, (struct pl_time_part){PL_TP_FRACTION, (unsigned)run.len, (unsigned)run.len, run, (unsigned)at});
		return at + run.len;
	}
	for (size_t i = 0; i < PL_LEN(tokens); i++)
		if (pl_str_eq(run, pl_str_c(tokens[i].text))) {
			push(r, (struct pl_time_part){tokens[i].unit, tokens[i].least, tokens[i].most, run, (unsigned)at});
			return at + run.len;
		}
	if (pl_str_eq(run, PL_S("T"))) {
		push_literal(r, run, at);
		return at + 1;
	}
	unknown_letters(r, text, at);
	return 0;
}

/* 'text', with '' for a quote in it. */
static size_t read_quoted(struct reading *r, struct pl_str text, size_t at)
{
	char *bytes = pl_arena_alloc(r->arena, text.len + 1);
	size_t len = 0;

	for (size_t i = at + 1; i < text.len; i++) {
		if (text.ptr[i] == '\'' && (i + 1 == text.len || text.ptr[i + 1] != '\'')) {
			push_literal(r, pl_str_of(bytes, len), at);
			return i + 1;
		}
		if (text.ptr[i] == '\'')
			i++;
		bytes[len++] = text.ptr[i];
	}
	fail(r, at, "the quote is not closed");
	return 0;
}

static size_t read_part(struct reading *r, struct pl_str text, size_t at)
{
	size_t end = at;

	for (size_t i = 0; i < PL_LEN(offsets); i++)
		if (pl_str_starts(pl_str_sub(text, at, text.len), offsets[i])) {
			push(r, (struct pl_time_part){PL_TP_OFFSET, 6, 6, offsets[i], (unsigned)at});
			return at + offsets[i].len;
		}
	if (text.ptr[at] == '\'')
		return read_quoted(r, text, at);
	if (pl_is_alpha((unsigned char)text.ptr[at]))
		return read_letters(r, text, at);
	/* Signs stand for themselves, up to a letter, a quote or an offset. */
	do
		end++;
	while (end < text.len && text.ptr[end] != '\'' && !pl_is_alpha((unsigned char)text.ptr[end]) &&
	       !pl_str_starts(pl_str_sub(text, end, text.len), offsets[0]) &&
	       !pl_str_starts(pl_str_sub(text, end, text.len), offsets[1]));
	push_literal(r, pl_str_sub(text, at, end), at);
	return end;
}

static bool read_parts(struct reading *r, struct pl_str text)
{
	bool some = false;

	for (size_t at = 0; at < text.len;) {
		at = read_part(r, text, at);
		if (at == 0)
			return false;
	}
	for (size_t i = 0; i < r->parts.len; i++)
		some |= r->parts.ptr[i].unit != PL_TP_LITERAL;
	return some || fail(r, 0, "a format needs at least one part of a date or time, as YYYY");
}

/* ---- order ---- */

/* What may follow a part without a gap. */
#define AFTER(unit) (1U << (unit))
static const unsigned follows[] = {
	[PL_TP_YEAR] = AFTER(PL_TP_QUARTER) | AFTER(PL_TP_MONTH) | AFTER(PL_TP_YEAR_DAY),
	[PL_TP_WEEK_YEAR] = AFTER(PL_TP_WEEK),
	[PL_TP_QUARTER] = AFTER(PL_TP_MONTH),
	[PL_TP_MONTH] = AFTER(PL_TP_DAY),
	[PL_TP_WEEK] = 0,
	[PL_TP_DAY] = AFTER(PL_TP_HOUR),
	[PL_TP_YEAR_DAY] = AFTER(PL_TP_HOUR),
	[PL_TP_HOUR] = AFTER(PL_TP_MINUTE),
	[PL_TP_MINUTE] = AFTER(PL_TP_SECOND),
	[PL_TP_SECOND] = AFTER(PL_TP_FRACTION),
	[PL_TP_FRACTION] = 0,
};

/* Coarse to fine; 0 for what has no place in that order. */
static const unsigned char ranks[] = {
	[PL_TP_YEAR] = 1,     [PL_TP_WEEK_YEAR] = 1, [PL_TP_QUARTER] = 2, [PL_TP_MONTH] = 3,
	[PL_TP_WEEK] = 3,     [PL_TP_DAY] = 4,       [PL_TP_YEAR_DAY] = 4, [PL_TP_HOUR] = 5,
	[PL_TP_MINUTE] = 6,   [PL_TP_SECOND] = 7,    [PL_TP_FRACTION] = 8, [PL_TP_MONTH_NAME] = 3,
	[PL_TP_DAY_NAME] = 4, [PL_TP_OFFSET] = 0,
};

static bool has(const struct pl_time_format *format, enum pl_time_unit_of_part unit)
{
	for (size_t i = 0; i < format->nparts; i++)
		if (format->parts[i].unit == unit)
			return true;
	return false;
}

static bool has_year(const struct pl_time_format *format)
{
	return has(format, PL_TP_YEAR) || has(format, PL_TP_WEEK_YEAR);
}

/* A part that may begin a format: a year, or the hour of a time of day. */
static enum pl_time_trouble first_trouble(const struct pl_time_format *format, enum pl_time_unit_of_part unit)
{
	if (unit == PL_TP_YEAR || unit == PL_TP_WEEK_YEAR)
		return PL_TT_NONE;
	if (has_year(format))
		return PL_TT_FINE_FIRST;
	return ranks[unit] < ranks[PL_TP_HOUR] ? PL_TT_NO_YEAR : unit == PL_TP_HOUR ? PL_TT_NONE : PL_TT_GAP;
}

static enum pl_time_trouble step_trouble(enum pl_time_unit_of_part before, enum pl_time_unit_of_part unit)
{
	if (ranks[unit] <= ranks[before])
		return PL_TT_FINE_FIRST;
	if (follows[before] & AFTER(unit))
		return PL_TT_NONE;
	if (before == PL_TP_WEEK_YEAR || (before == PL_TP_YEAR && unit == PL_TP_WEEK))
		return PL_TT_WEEK_YEAR;
	return PL_TT_GAP;
}

static bool is_local(struct pl_str zone)
{
	return zone.len && pl_is_alpha((unsigned char)*zone.ptr) && !pl_str_eq(zone, PL_S("Z")) &&
	       !pl_str_eq(zone, PL_S("none"));
}

static bool is_offset(struct pl_str zone)
{
	return zone.len && (*zone.ptr == '+' || *zone.ptr == '-');
}

/* The trouble of one part, `before` being the last that counted (NULL: none). */
static enum pl_time_trouble part_trouble(const struct pl_time_format *format, const struct pl_format_options *options,
					 const struct pl_time_part *before, const struct pl_time_part *part)
{
	enum pl_time_trouble trouble;

	if (part->unit == PL_TP_OFFSET)
		return is_offset(options->zone) ? PL_TT_NONE : PL_TT_OFFSET; /* one constant offset is in order */
	if (part->unit == PL_TP_HALF)
		return PL_TT_TWELVE_HOURS;
	trouble = before ? step_trouble(before->unit, part->unit) : first_trouble(format, part->unit);
	if (part->unit == PL_TP_MONTH_NAME || part->unit == PL_TP_DAY_NAME)
		return PL_TT_NAMES;
	if (trouble)
		return trouble;
	if (part->unit == PL_TP_YEAR && part->most == 2)
		return PL_TT_SHORT_YEAR;
	if (part->least != part->most)
		return PL_TT_UNPADDED;
	return part->unit == PL_TP_HOUR && is_local(options->zone) && !has(format, PL_TP_OFFSET) ? PL_TT_LOCAL : PL_TT_NONE;
}

/* A weekday behind its date or a month's name behind its number changes nothing. */
static bool is_redundant(const struct pl_time_part *before, const struct pl_time_part *part)
{
	return before && (part->unit == PL_TP_DAY_NAME || part->unit == PL_TP_MONTH_NAME) &&
	       ranks[before->unit] >= ranks[part->unit];
}

/* The part that is missing comes later: YYYY-DD-MM. */
static bool comes_later(const struct pl_time_format *format, size_t gap)
{
	for (size_t i = gap + 1; i < format->nparts; i++)
		if (ranks[format->parts[i].unit] && ranks[format->parts[i].unit] < ranks[format->parts[gap].unit])
			return true;
	return false;
}

static void judge(struct pl_time_format *format, const struct pl_format_options *options)
{
	const struct pl_time_part *before = NULL;

	for (size_t i = 0; i < format->nparts && !format->trouble; i++) {
		const struct pl_time_part *part = &format->parts[i];

		if (part->unit == PL_TP_LITERAL || part->unit == PL_TP_ZULU || is_redundant(before, part))
			continue;
		format->trouble = part_trouble(format, options, before, part);
		format->troubled = i;
		if (ranks[part->unit])
			before = part;
	}
	if (format->trouble == PL_TT_GAP && comes_later(format, format->troubled))
		format->trouble = PL_TT_FINE_FIRST;
}

static enum pl_precision fraction_precision(unsigned digits)
{
	return digits < 3 ? PL_P_S : digits < 6 ? PL_P_MS : digits < 9 ? PL_P_US : PL_P_NS;
}

static enum pl_precision part_precision(const struct pl_time_part *part)
{
	static const enum pl_precision precisions[] = {
		[PL_TP_YEAR] = PL_P_YEAR,     [PL_TP_WEEK_YEAR] = PL_P_YEAR,   [PL_TP_QUARTER] = PL_P_QUARTER,
		[PL_TP_MONTH] = PL_P_MONTH,   [PL_TP_WEEK] = PL_P_WEEK,        [PL_TP_DAY] = PL_P_DAY,
		[PL_TP_YEAR_DAY] = PL_P_DAY,  [PL_TP_HOUR] = PL_P_HOUR,        [PL_TP_MINUTE] = PL_P_MINUTE,
		[PL_TP_SECOND] = PL_P_S,      [PL_TP_MONTH_NAME] = PL_P_MONTH, [PL_TP_DAY_NAME] = PL_P_DAY,
		[PL_TP_OFFSET] = PL_P_YEAR,
	};

	return part->unit == PL_TP_FRACTION ? fraction_precision(part->most) : precisions[part->unit];
}

/* ---- named formats ---- */

static const char *const iso[] = {
	[PL_P_YEAR] = "YYYY",
	[PL_P_QUARTER] = "YYYY-'Q'Q",
	[PL_P_MONTH] = "YYYY-MM",
	[PL_P_WEEK] = "GGGG-'W'WW",
	[PL_P_DAY] = "YYYY-MM-DD",
	[PL_P_HOUR] = "YYYY-MM-DDThh",
	[PL_P_MINUTE] = "YYYY-MM-DDThh:mm",
	[PL_P_S] = "YYYY-MM-DDThh:mm:ss",
	[PL_P_MS] = "YYYY-MM-DDThh:mm:ss.SSS",
	[PL_P_US] = "YYYY-MM-DDThh:mm:ss.SSSSSS",
	[PL_P_NS] = "YYYY-MM-DDThh:mm:ss.SSSSSSSSS",
};
static const char *const iso_basic[] = {
	[PL_P_YEAR] = "YYYY",
	[PL_P_QUARTER] = "YYYY'Q'Q",
	[PL_P_MONTH] = "YYYYMM",
	[PL_P_WEEK] = "GGGG'W'WW",
	[PL_P_DAY] = "YYYYMMDD",
	[PL_P_HOUR] = "YYYYMMDDThh",
	[PL_P_MINUTE] = "YYYYMMDDThhmm",
	[PL_P_S] = "YYYYMMDDThhmmss",
	[PL_P_MS] = "YYYYMMDDThhmmss.SSS",
	[PL_P_US] = "YYYYMMDDThhmmss.SSSSSS",
	[PL_P_NS] = "YYYYMMDDThhmmss.SSSSSSSSS",
};

static const struct named {
	const char *name;
	enum pl_time_encoding encoding;
	const char *const *patterns; /* by precision; NULL: digits */
	enum pl_precision precision; /* of digits; the default of the others, as JavaScript's toISOString() */
	unsigned digits;
} named[] = {
	{"iso8601", PL_TE_ISO, iso, PL_P_MS, 0},
	{"iso8601-basic", PL_TE_ISO_BASIC, iso_basic, PL_P_MS, 0},
	{"epoch-s", PL_TE_EPOCH_S, NULL, PL_P_S, 10},
	{"epoch-ms", PL_TE_EPOCH_MS, NULL, PL_P_MS, 13},
	{"epoch-us", PL_TE_EPOCH_US, NULL, PL_P_US, 16},
	{"epoch-ns", PL_TE_EPOCH_NS, NULL, PL_P_NS, 19},
};

bool pl_time_format_is_named(struct pl_str text)
{
	for (size_t i = 0; i < PL_LEN(named); i++)
		if (pl_str_eq(text, pl_str_c(named[i].name)))
			return true;
	return false;
}

void pl_time_format_names(struct pl_near *near)
{
	for (size_t i = 0; i < PL_LEN(named); i++)
		pl_near_try(near, named[i].name);
}

/* How ISO 8601 writes a zone behind a clock, as text of a pattern. */
static const char *zone_pattern(struct reading *r, enum pl_precision precision, enum pl_time_encoding encoding)
{
	struct pl_str zone = r->options->zone;

	if (precision < PL_P_HOUR || pl_str_eq(zone, PL_S("none")))
		return "";
	if (zone.len == 0 || pl_str_eq(zone, PL_S("Z")))
		return "Z";
	if (!is_offset(zone))
		return "\xc2\xb1hh:mm";
	if (encoding == PL_TE_ISO_BASIC && zone.len == 6)
		return pl_arena_printf(r->arena, "'%.3s%.2s'", zone.ptr, zone.ptr + 4);
	return pl_arena_printf(r->arena, "'%.*s'", (int)zone.len, zone.ptr);
}

static bool read_named(struct reading *r, const struct named *n, struct pl_time_format *out)
{
	enum pl_precision precision = r->options->has_precision ? r->options->precision : n->precision;
	const char *pattern;

	out->encoding = n->encoding;
	if (!n->patterns) {
		out->precision = n->precision;
		out->least = out->most = n->digits;
		return true;
	}
	pattern = pl_arena_printf(r->arena, "%s%s", n->patterns[precision], zone_pattern(r, precision, n->encoding));
	return read_parts(r, pl_str_c(pattern));
}

static void take_parts(struct reading *r, struct pl_time_format *out)
{
	struct pl_time_part *own = PL_NEW_N(r->arena, struct pl_time_part, r->parts.len + 1);

	if (r->parts.len)
		memcpy(own, r->parts.ptr, r->parts.len * sizeof(*own));
	out->parts = own;
	out->nparts = r->parts.len;
	for (size_t i = 0; i < out->nparts; i++) {
		out->least += own[i].least;
		out->most += own[i].most;
		if (own[i].unit != PL_TP_LITERAL && own[i].unit != PL_TP_ZULU && own[i].unit != PL_TP_HALF)
			out->precision = PL_MAX(out->precision, part_precision(&own[i]));
	}
}

/* The options must not say what the letters deny. */
static bool agrees(struct reading *r, const struct pl_time_format *format)
{
	const struct pl_format_options *o = r->options;

	if (o->has_precision && (o->precision > format->precision ||
				 (o->precision < format->precision && format->encoding >= PL_TE_EPOCH_S)))
		return fail(r, 0, pl_arena_printf(r->arena, "this format ends at the %s, but precision is %s",
						  pl_precision_name(format->precision), pl_precision_name(o->precision)));
	if (has(format, PL_TP_ZULU) && (is_offset(o->zone) || is_local(o->zone)))
		return fail(r, 0, pl_arena_printf(r->arena, "this format ends in Z, which is UTC, but zone is %.*s",
						  pl_shown(o->zone), o->zone.ptr));
	return true;
}

static bool read_any(struct reading *r, struct pl_str text, struct pl_time_format *out)
{
	if (text.len > PL_FORMAT_BYTES)
		return fail(r, 0, "a format of more than 100 bytes");
	for (size_t i = 0; i < PL_LEN(named); i++)
		if (pl_str_eq(text, pl_str_c(named[i].name)))
			return read_named(r, &named[i], out);
	return read_parts(r, text);
}

bool pl_time_format_read(struct pl_arena *arena, struct pl_str text, const struct pl_format_options *options,
			 struct pl_time_format *out, const char **why, size_t *offset)
{
	struct reading r = {.arena = arena, .options = options};
	bool ok;

	*out = (struct pl_time_format){.encoding = PL_TE_PATTERN, .text = text};
	ok = read_any(&r, text, out);
	take_parts(&r, out);
	judge(out, options);
	ok = ok && agrees(&r, out);
	PL_VEC_RELEASE(&r.parts);
	*why = r.why;
	*offset = r.offset;
	return ok;
}

/* ---- values ---- */

static bool are_digits(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!pl_is_digit((unsigned char)s.ptr[i]))
			return false;
	return true;
}

static bool is_name_of(struct pl_str s, const char *names)
{
	for (; *names; names += 3)
		if (s.len == 3 && memcmp(s.ptr, names, 3) == 0)
			return true;
	return false;
}

static bool between(struct pl_str s, unsigned least, unsigned most)
{
	unsigned value = 0;

	if (!are_digits(s))
		return false;
	for (size_t i = 0; i < s.len; i++)
		value = PL_MIN(value * 10 + (unsigned)(s.ptr[i] - '0'), 100000U);
	return value >= least && value <= most;
}

static bool part_fits(const struct pl_time_part *part, struct pl_str s)
{
	switch (part->unit) {
	case PL_TP_LITERAL:
		return pl_str_eq(s, part->literal);
	case PL_TP_ZULU:
		return s.ptr[0] == 'Z' || s.ptr[0] == 'z';
	case PL_TP_HALF:
		return pl_lower((unsigned char)s.ptr[1]) == 'm';
	case PL_TP_MONTH_NAME:
		return is_name_of(s, "JanFebMarAprMayJunJulAugSepOctNovDec");
	case PL_TP_DAY_NAME:
		return is_name_of(s, "MonTueWedThuFriSatSun");
	case PL_TP_OFFSET:
		return (s.ptr[0] == '+' || s.ptr[0] == '-') && s.ptr[3] == ':';
	case PL_TP_QUARTER:
		return between(s, 1, 4);
	case PL_TP_MONTH:
		return between(s, 1, 12);
	case PL_TP_WEEK:
		return between(s, 1, 53);
	case PL_TP_DAY:
		return between(s, 1, 31);
	case PL_TP_YEAR_DAY:
		return between(s, 1, 366);
	case PL_TP_HOUR:
		return between(s, 0, 24);
	case PL_TP_MINUTE:
		return between(s, 0, 59);
	case PL_TP_SECOND:
		return between(s, 0, 60);
	case PL_TP_YEAR:
	case PL_TP_WEEK_YEAR:
	case PL_TP_FRACTION:
		return are_digits(s);
	}
	return false;
}

/* Parts from the left; an unpadded part takes as many digits as it can and gives back what the rest needs. */
static bool parts_fit(const struct pl_time_part *part, size_t n, struct pl_str s)
{
	if (n == 0)
		return s.len == 0;
	for (size_t len = PL_MIN((size_t)part->most, s.len); len >= PL_MAX(part->least, 1U); len--)
		if (part_fits(part, pl_str_sub(s, 0, len)) && parts_fit(part + 1, n - 1, pl_str_sub(s, len, s.len)))
			return true;
	return false;
}

bool pl_time_format_fits(const struct pl_time_format *format, struct pl_str value)
{
	return value.len >= format->least && value.len <= format->most && parts_fit(format->parts, format->nparts, value);
}

/* By what reads ISO 8601. */
static bool is_real(const unsigned number[])
{
	char text[40];
	struct pl_time time;
	int len = snprintf(text, sizeof(text), "%04u-%02u-%02uT%02u:%02u:%02uZ", number[PL_TP_YEAR] % 10000, number[PL_TP_MONTH] % 100,
			   number[PL_TP_DAY] % 100, number[PL_TP_HOUR] % 100, number[PL_TP_MINUTE] % 100, number[PL_TP_SECOND] % 100);

	return pl_time_read(pl_str_of(text, (size_t)len), PL_DAY_UNKNOWN, &time) && time.valid && number[PL_TP_YEAR_DAY] >= 1 &&
	       number[PL_TP_YEAR_DAY] <= 366 && number[PL_TP_WEEK] >= 1 && number[PL_TP_WEEK] <= 53 && number[PL_TP_QUARTER] >= 1 &&
	       number[PL_TP_QUARTER] <= 4;
}

bool pl_time_format_is_real(const struct pl_time_format *format, struct pl_str value)
{
	/* What the format does not have is right: 2000 has a 29 February. */
	unsigned number[PL_TP_OFFSET + 1] = {[PL_TP_YEAR] = 2000, [PL_TP_MONTH] = 1, [PL_TP_DAY] = 1, [PL_TP_YEAR_DAY] = 1,
					     [PL_TP_WEEK] = 1, [PL_TP_QUARTER] = 1};
	size_t at = 0;

	for (size_t i = 0; i < format->nparts; i++) {
		const struct pl_time_part *part = &format->parts[i];
		struct pl_str text = pl_str_sub(value, PL_MIN(at, value.len), PL_MIN(at + part->most, value.len));

		if (part->least != part->most || part->unit >= PL_TP_FRACTION)
			break;
		at += part->most;
		if (part->unit != PL_TP_LITERAL && text.len && pl_all_digits(text))
			number[part->unit] = (unsigned)pl_digits_i64(text);
	}
	/* Two digits are of some century. */
	if (number[PL_TP_YEAR] < 100)
		number[PL_TP_YEAR] += 2000;
	return is_real(number);
}
