/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/spot.h"

#include "linter/key/number.h"
#include "linter/key/value.h"

/* ---- making them -------------------------------------------------------- */

/* A child of one of a spot's nodes, and what spot it belongs to. */
struct entry {
	char sep; /* in front of it */
	enum pl_spot_rank rank;
	enum pl_class class;
	struct pl_str text;
	struct pl_spot_node node;
};

static int entry_order(const void *a, const void *b)
{
	const struct entry *x = a, *y = b;

	if (x->sep != y->sep)
		return (unsigned char)x->sep < (unsigned char)y->sep ? -1 : 1;
	if (x->rank != y->rank)
		return x->rank < y->rank ? -1 : 1;
	if (x->class != y->class)
		return pl_class_ordinal(x->class) < pl_class_ordinal(y->class) ? -1 : 1;
	return pl_order(x->text, y->text);
}

/* Runs of letters in the signature of masks. */
static unsigned words_in(struct pl_str signature)
{
	unsigned n = 0;

	for (size_t i = 0; i < signature.len; i++) {
		if (signature.ptr[i] == 1)
			i++;
		else
			n += signature.ptr[i] == 'a';
	}
	return n;
}

static struct entry entry_of(const struct pl_child *child, char key_sep, char sep)
{
	struct entry e = {.sep = sep, .class = (enum pl_class)child->node->class, .node = {key_sep, child->node}};

	if (child->group < 0) {
		e.rank = PL_SPOT_VALUE;
	} else if (child->group < PL_G_MASKS) {
		e.rank = child->literal ? PL_SPOT_WORD : PL_SPOT_WORDS;
		e.class = PL_C_WORD;
	} else if (!child->literal && words_in(child->text) > 1) {
		/* Names like eu-west-1: their numbers are no column of their own. */
		e.rank = PL_SPOT_VALUE;
		e.class = PL_C_TEXT;
	} else {
		e.rank = child->literal ? PL_SPOT_MASK : PL_SPOT_MASKS;
		e.class = PL_C_MASK;
	}
	if (e.rank == PL_SPOT_WORD || e.rank == PL_SPOT_MASK || e.rank == PL_SPOT_MASKS)
		e.text = child->text;
	return e;
}

static void take_stats(const struct pl_limits *limits, struct pl_spot *spot, struct pl_node *node)
{
	bool slots = spot->class == PL_C_MASK;

	if (!spot->stats) {
		spot->nvalues = slots ? node->nslots : 1;
		spot->stats = pl_calloc(spot->nvalues, sizeof(*spot->stats));
		for (unsigned i = 0; i < spot->nvalues; i++)
			pl_stats_init(&spot->stats[i], limits->sketch);
	}
	if (slots) {
		for (unsigned i = 0; i < spot->nvalues && node->slots; i++)
			pl_stats_merge(&spot->stats[i], &node->slots[i]);
		/* The marks of the segment stand with its first value. */
		if (node->whole && spot->nvalues)
			pl_stats_merge_marks(&spot->stats[0], node->whole);
	} else if (node->whole) {
		pl_stats_merge(&spot->stats[0], node->whole);
		free(node->whole);
		node->whole = NULL;
	}
}

/* A literal has no values, but what is odd about it is kept. */
static void take_marks(struct pl_spot *spot, struct pl_node *node)
{
	if (!node->whole || !node->whole->marks.len)
		return;
	if (!spot->marks) {
		spot->marks = pl_malloc(sizeof(*spot->marks));
		pl_stats_init(spot->marks, 0);
	}
	pl_stats_merge_marks(spot->marks, node->whole);
}

static void add_node(const struct pl_limits *limits, struct pl_spot *spot, struct pl_spot_node node)
{
	PL_PUSH(&spot->nodes, node);
	spot->keys += node.node->n;
	spot->end += node.node->end;
	spot->tail += node.node->tail;
	if (spot->parent && spot->rank != PL_SPOT_WORD)
		take_stats(limits, spot, node.node);
	else
		take_marks(spot, node.node);
}

/* Digits whose every width holds days or every width holds epochs. */
bool pl_stats_epochs(const struct pl_stats *stats)
{
	for (size_t i = 0; i < stats->widths.len; i++) {
		const struct pl_stat_width *w = &stats->widths.ptr[i];

		if (w->width > PL_MAX_DIGITS ||
		    pl_epoch_of(pl_str_of(w->least, w->width), pl_str_of(w->greatest, w->width)) == PL_EPOCH_NONE)
			return false;
	}
	return stats->widths.len != 0;
}

static bool dates_or_epochs(const struct pl_stats *stats)
{
	return stats->n && (!stats->not_day || !stats->not_second || pl_stats_epochs(stats));
}

/*
 * Digits beside times are times too when they can be: epochs or days. Takes
 * the spot of digits into that of times, its sibling.
 */
static void join_times(const struct pl_limits *limits, struct pl_spot **spots, size_t *n)
{
	for (size_t t = 0; t < *n; t++) {
		for (size_t d = 0; d < *n; d++) {
			struct pl_spot *times = spots[t], *digits = spots[d];

			if (times->rank != PL_SPOT_VALUE || times->class != PL_C_TIME || times->sep != digits->sep ||
			    digits->rank != PL_SPOT_VALUE || digits->class != PL_C_DIGITS ||
			    !dates_or_epochs(&digits->stats[0]))
				continue;
			pl_stats_merge(&times->stats[0], &digits->stats[0]);
			for (size_t i = 0; i < digits->nodes.len; i++)
				add_node(limits, times, digits->nodes.ptr[i]);
			times->dates = true;
			digits->nodes.len = 0;
			pl_spot_release(digits);
			memmove(spots + d, spots + d + 1, (*n - d - 1) * sizeof(struct pl_spot *));
			--*n;
			return;
		}
	}
}

static void make_children(struct pl_arena *arena, const struct pl_limits *limits, struct pl_spot *spot)
{
	PL_VEC(struct entry) entries = {0};
	size_t n = 0;

	for (size_t i = 0; i < spot->nodes.len; i++) {
		struct pl_spot_node from = spot->nodes.ptr[i];
		size_t count;
		struct pl_child *children = pl_node_children(from.node, &count);

		for (size_t c = 0; c < count; c++)
			PL_PUSH(&entries, entry_of(&children[c], from.sep, spot->parent ? from.sep : 0));
		free(children);
	}
	if (!entries.len)
		return;
	qsort(entries.ptr, entries.len, sizeof(*entries.ptr), entry_order);
	spot->children = PL_NEW_N(arena, struct pl_spot *, entries.len);
	for (size_t i = 0; i < entries.len; i++) {
		const struct entry *e = &entries.ptr[i];

		if (!i || entry_order(e - 1, e) != 0) {
			struct pl_spot *child = PL_NEW(arena, struct pl_spot);

			child->parent = spot;
			child->rank = e->rank;
			child->class = e->class;
			child->text = e->text;
			child->sep = e->sep;
			child->segment = spot->segment + 1;
			spot->children[n++] = child;
		}
		add_node(limits, spot->children[n - 1], e->node);
	}
	PL_VEC_RELEASE(&entries);
	for (size_t before = 0; before != n;) {
		before = n;
		join_times(limits, spot->children, &n);
	}
	spot->nchildren = n;
	for (size_t i = 0; i < n; i++)
		make_children(arena, limits, spot->children[i]);
}

struct pl_spot *pl_spot_make(struct pl_arena *arena, const struct pl_limits *limits,
			     const struct pl_spot_node *starts, size_t nstarts)
{
	struct pl_spot *root = PL_NEW(arena, struct pl_spot);

	for (size_t i = 0; i < nstarts; i++)
		add_node(limits, root, starts[i]);
	make_children(arena, limits, root);
	return root;
}

void pl_spot_release(struct pl_spot *spot)
{
	for (unsigned i = 0; i < spot->nvalues; i++)
		pl_stats_release(&spot->stats[i]);
	free(spot->stats);
	spot->stats = NULL;
	if (spot->marks)
		pl_stats_release(spot->marks);
	free(spot->marks);
	spot->marks = NULL;
	spot->nvalues = 0;
	PL_VEC_RELEASE(&spot->nodes);
	for (size_t i = 0; i < spot->nchildren; i++)
		pl_spot_release(spot->children[i]);
	spot->nchildren = 0;
}

/* ---- kinds -------------------------------------------------------------- */

static enum pl_kind kind_of_class(enum pl_class class)
{
	switch (class) {
	case PL_C_WORD:
		return PL_K_WORD;
	case PL_C_DIGITS:
		return PL_K_NUMBER;
	case PL_C_SIGNED:
		return PL_K_SIGNED;
	case PL_C_DECIMAL:
		return PL_K_DECIMAL;
	case PL_C_HEXNUM:
		return PL_K_HEXNUMBER;
	case PL_C_TIME:
		return PL_K_TIMESTAMP;
	case PL_C_DURATION:
		return PL_K_DURATION;
	case PL_C_UUID:
		return PL_K_UUID;
	case PL_C_ULID:
		return PL_K_ULID;
	case PL_C_KSUID:
		return PL_K_KSUID;
	case PL_C_HEX:
		return PL_K_HASH;
	case PL_C_ID:
		return PL_K_ID;
	case PL_C_VERSION:
		return PL_K_VERSION;
	case PL_C_PHONE:
		return PL_K_PHONE;
	case PL_C_ZEROS:
		return PL_K_ZEROS;
	case PL_C_IP:
		return PL_K_IP;
	case PL_C_MAC:
		return PL_K_MAC;
	case PL_C_URL:
		return PL_K_URL;
	case PL_C_ARN:
		return PL_K_ARN;
	case PL_C_MAIL:
		return PL_K_MAIL;
	case PL_C_TEXT:
	case PL_C_MASK:
	case PL_C_NONE:
		break;
	}
	return PL_K_TEXT;
}

/* The class of each value in a mask: the letters behind its 0x01 bytes. */
static enum pl_class mask_class(struct pl_str mask, unsigned value)
{
	for (size_t i = 0; i + 1 < mask.len; i++)
		if (mask.ptr[i] == 1 && value-- == 0)
			return (enum pl_class)mask.ptr[i + 1];
	return PL_C_TEXT;
}

/* Whether all values are numbers from `least` to `greatest` of at most `digits` digits. */
static bool between(const struct pl_stats *s, const char *least, const char *greatest, unsigned digits)
{
	if (!s->widths.len || !s->greatest.len)
		return false;
	for (size_t i = 0; i < s->widths.len; i++) {
		const struct pl_stat_width *w = &s->widths.ptr[i];

		if (w->width > digits || pl_digits_order(pl_str_of(w->least, w->width), pl_str_c(least)) < 0)
			return false;
	}
	return pl_digits_order(pl_short_str(&s->greatest), pl_str_c(greatest)) <= 0;
}

static bool is_year(const struct pl_stats *s) { return s->min_len == 4 && between(s, "1900", "2199", 4); }
static bool is_month(const struct pl_stats *s) { return between(s, "1", "12", 2); }
static bool is_day(const struct pl_stats *s) { return between(s, "1", "31", 2); }

/* A number that stands alone in its segment, or a value of a mask. */
struct number {
	struct pl_spot *spot;
	unsigned value;
};

static bool is_number(const struct pl_spot *spot, unsigned value)
{
	return value < spot->nvalues && spot->kinds[value] == PL_K_NUMBER;
}

static void mark(const struct number parts[], const enum pl_kind kinds[], unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		parts[i].spot->kinds[parts[i].value] = kinds[i];
}

/* Fewer keys than this are no calendar: 3, 17 and 2024 are numbers like others. */
enum { FEW_KEYS = 5 };

/* Days of which some are above 12, so that they are no months. */
static bool is_clear_day(const struct pl_stats *s) { return is_day(s) && !is_month(s) && s->n >= FEW_KEYS; }

static void mark_dates(const struct number parts[3])
{
	static const enum pl_kind year_first[] = {PL_K_YEAR, PL_K_MONTH, PL_K_DAY};
	static const enum pl_kind day_first[] = {PL_K_DAY, PL_K_MONTH, PL_K_YEAR};
	static const enum pl_kind month_first[] = {PL_K_MONTH, PL_K_DAY, PL_K_YEAR};
	const struct pl_stats *s[3];

	for (unsigned i = 0; i < 3; i++)
		s[i] = &parts[i].spot->stats[parts[i].value];
	if (is_year(s[0]) && is_month(s[1]) && is_day(s[2]))
		mark(parts, year_first, 3);
	else if (is_clear_day(s[0]) && is_month(s[1]) && is_year(s[2]))
		mark(parts, day_first, 3);
	else if (is_month(s[0]) && is_clear_day(s[1]) && is_year(s[2]))
		mark(parts, month_first, 3);
}

/*
 * 07-2026: two digits that are never above 12, most of them seen, and a year. Without the zero, 7-2026, it may be the number
 * of some thing in its year: it must end with 12 and nearly all be seen, in two years.
 */
static void mark_month_and_year(const struct number parts[2])
{
	static const enum pl_kind kinds[] = {PL_K_MONTH, PL_K_YEAR};
	struct pl_stats *month = &parts[0].spot->stats[parts[0].value], *year = &parts[1].spot->stats[parts[1].value];
	bool estimated;
	double months;

	if (!is_month(month) || !is_year(year))
		return;
	months = pl_sketch_count(&month->distinct, &estimated);
	if (month->min_len == 2 ? months >= 8
				: months >= 10 && pl_str_eq(pl_short_str(&month->greatest), PL_S("12")) &&
					  pl_sketch_count(&year->distinct, &estimated) >= 2)
		mark(parts, kinds, 2);
}

/* Whether it is two digits from 00 to 59 between ':' and the end of the key, or further such. */
static bool are_minutes(const struct pl_spot *spot)
{
	const struct pl_stats *s = spot->nvalues == 1 ? &spot->stats[0] : NULL;

	if (spot->sep != ':' || !s || !is_number(spot, 0) || s->min_len != 2 || !between(s, "0", "59", 2))
		return false;
	return spot->nchildren == 0 || (spot->end == 0 && spot->nchildren == 1 && spot->segment == 2 && are_minutes(spot->children[0]));
}

/*
 * 9:05 and 9:05:30 as whole keys, the hours of one and of two digits. In a segment of its own such a time is a token; a
 * key of two numbers may be anything, and only the column shows that they are hours and minutes.
 */
static void mark_hour(struct pl_spot *spot)
{
	const struct pl_stats *hours = &spot->stats[0];

	if (is_number(spot, 0) && hours->min_len == 1 && hours->max_len == 2 && between(hours, "0", "23", 2) &&
	    hours->n >= FEW_KEYS && spot->end == 0 && spot->nchildren == 1 && are_minutes(spot->children[0]))
		spot->kinds[0] = PL_K_HOUR;
}

/*
 * Year, month and day, or day or month first, in three parts of one mask, or in three segments below each other; month
 * and year alone only where they are one segment.
 */
static void find_dates(struct pl_spot *spot)
{
	if (spot->nvalues == 2 && is_number(spot, 0) && is_number(spot, 1))
		mark_month_and_year((struct number[2]){{spot, 0}, {spot, 1}});
	for (unsigned v = 0; v + 2 < spot->nvalues; v++)
		if (is_number(spot, v) && is_number(spot, v + 1) && is_number(spot, v + 2))
			mark_dates((struct number[3]){{spot, v}, {spot, v + 1}, {spot, v + 2}});
	if (spot->segment >= 3 && spot->nvalues == 1 && spot->rank == PL_SPOT_VALUE) {
		struct pl_spot *month = spot->parent, *year = month->parent;

		if (month->nvalues == 1 && year->nvalues == 1 && is_number(spot, 0) && is_number(month, 0) &&
		    (is_number(year, 0) || year->kinds[0] == PL_K_YEAR))
			mark_dates((struct number[3]){{year, 0}, {month, 0}, {spot, 0}});
	}
	if (spot->segment == 1 && spot->nvalues == 1 && spot->rank == PL_SPOT_VALUE)
		mark_hour(spot);
	for (size_t i = 0; i < spot->nchildren; i++)
		find_dates(spot->children[i]);
}

static void first_kinds(struct pl_arena *arena, struct pl_spot *spot)
{
	spot->kinds = PL_NEW_N(arena, enum pl_kind, spot->nvalues);
	for (unsigned v = 0; v < spot->nvalues; v++) {
		const struct pl_stats *s = &spot->stats[v];

		spot->kinds[v] = kind_of_class(spot->class == PL_C_MASK ? mask_class(spot->text, v) : spot->class);
		if (spot->kinds[v] == PL_K_NUMBER && s->n && (!s->not_day || !s->not_second))
			spot->kinds[v] = PL_K_TIMESTAMP;
	}
	for (size_t i = 0; i < spot->nchildren; i++)
		first_kinds(arena, spot->children[i]);
}

void pl_spot_kinds(struct pl_arena *arena, struct pl_spot *root)
{
	first_kinds(arena, root);
	find_dates(root);
}

/* ---- printing ----------------------------------------------------------- */

struct pl_str pl_stats_only(struct pl_stats *stats)
{
	bool estimated;

	if (stats->n < 2 || stats->min_len != stats->max_len || !stats->some.len ||
	    pl_sketch_count(&stats->distinct, &estimated) > 1)
		return pl_str_of(NULL, 0);
	return pl_short_str(&stats->some);
}

static void print_value(struct pl_buf *out, const struct pl_spot *spot, unsigned value, bool path)
{
	struct pl_str only;

	if (path) {
		pl_buf_addc(out, '*');
		return;
	}
	only = pl_stats_only(&spot->stats[value]);
	if (only.len)
		pl_buf_add(out, only);
	else
		pl_buf_adds(out, pl_kind_placeholder(spot->kinds[value]));
}

static void print_mask(struct pl_buf *out, const struct pl_spot *spot, bool path)
{
	unsigned value = 0;

	for (size_t i = 0; i < spot->text.len; i++) {
		char c = spot->text.ptr[i];

		if (c == 1) {
			print_value(out, spot, value++, path);
			i++;
		} else if (c == 'a' && spot->rank == PL_SPOT_MASKS) {
			pl_buf_adds(out, path ? "*" : "<word>");
		} else {
			pl_buf_addc(out, c);
		}
	}
}

static void print_spot(struct pl_buf *out, const struct pl_spot *spot, bool path)
{
	if (!spot->parent)
		return;
	print_spot(out, spot->parent, path);
	if (spot->sep)
		pl_buf_addc(out, spot->sep);
	if (spot->rank == PL_SPOT_WORD)
		pl_buf_add(out, spot->text);
	else if (spot->class == PL_C_MASK)
		print_mask(out, spot, path);
	else
		print_value(out, spot, 0, path);
}

static struct pl_str printed(struct pl_arena *arena, const struct pl_spot *spot, bool path)
{
	struct pl_buf out = PL_BUF_INIT;
	struct pl_str text;

	print_spot(&out, spot, path);
	text = pl_arena_str(arena, pl_buf_str(&out));
	pl_buf_release(&out);
	return text;
}

struct pl_str pl_spot_shape(struct pl_arena *arena, const struct pl_spot *spot)
{
	return printed(arena, spot, false);
}

struct pl_str pl_spot_path(struct pl_arena *arena, const struct pl_spot *spot)
{
	return printed(arena, spot, true);
}

/* ---- labels ------------------------------------------------------------- */

static bool is_joint(char c)
{
	return c == '_' || c == '-' || c == '.' || c == ' ';
}

/* The literal bytes directly before a value of a mask, without joints at their ends. */
static struct pl_str glued_label(struct pl_str mask, unsigned value)
{
	size_t from = 0, to = 0;

	for (size_t i = 0; i + 1 < mask.len; i++) {
		if (mask.ptr[i] != 1)
			continue;
		to = i;
		if (value-- == 0)
			break;
		from = i + 2;
	}
	while (to > from && is_joint(mask.ptr[to - 1]))
		to--;
	while (from < to && is_joint(mask.ptr[from]))
		from++;
	return pl_str_sub(mask, from, PL_MAX(from, to));
}

static bool has_letter(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (pl_is_alpha((unsigned char)s.ptr[i]) || (unsigned char)s.ptr[i] >= 0x80)
			return true;
	return false;
}

struct pl_str pl_spot_segment_label(const struct pl_spot *spot)
{
	for (const struct pl_spot *s = spot->parent; s && s->parent; s = s->parent)
		if (s->rank == PL_SPOT_WORD && has_letter(s->text))
			return s->text;
	return pl_str_of(NULL, 0);
}

/* The letters in front of the first value of a mask. */
static struct pl_str first_letters(struct pl_str mask)
{
	size_t n = 0;

	while (n < mask.len && mask.ptr[n] != 1)
		n++;
	return pl_str_sub(mask, 0, n);
}

struct pl_str pl_spot_front_label(const struct pl_spot *spot)
{
	const struct pl_spot *front = spot->parent;
	struct pl_str text;

	if (!front || !front->parent || (front->rank != PL_SPOT_WORD && front->rank != PL_SPOT_MASK))
		return pl_str_of(NULL, 0);
	/* ICD10: the number is part of the name, and always the same. */
	for (unsigned v = 0; v < front->nvalues; v++)
		if (!pl_stats_only(&front->stats[v]).len)
			return pl_str_of(NULL, 0);
	text = front->rank == PL_SPOT_WORD ? front->text : first_letters(front->text);
	return has_letter(text) ? text : pl_str_of(NULL, 0);
}

struct pl_str pl_spot_label(const struct pl_spot *spot, unsigned value, bool *glued)
{
	*glued = false;
	if (spot->class == PL_C_MASK) {
		struct pl_str label = glued_label(spot->text, value);

		if (has_letter(label)) {
			*glued = true;
			/* Many words: none of them is the label. */
			return spot->rank == PL_SPOT_MASKS ? pl_str_of(NULL, 0) : label;
		}
	}
	return pl_spot_segment_label(spot);
}

bool pl_spot_words_behind(const struct pl_spot *spot, unsigned value)
{
	struct pl_str mask = spot->text;
	size_t from = 0, to;

	if (spot->class != PL_C_MASK)
		return false;
	/* The byte behind a 0x01 says what the value is. */
	for (unsigned v = 0; from < mask.len && v <= value; from++)
		v += mask.ptr[from] == 1;
	mask = pl_str_sub(mask, PL_MIN(from + 1, mask.len), mask.len);
	for (to = 0; to < mask.len && mask.ptr[to] != 1; to++)
		;
	/* In S2E10 the letter joins two numbers. */
	return has_letter(pl_str_sub(mask, 0, to)) && (to == mask.len || is_joint(mask.ptr[0]));
}

/* In 298bek and 54jgcy the letters are no word that labels the digits. */
bool pl_spot_in_code(const struct pl_spot *spot, unsigned value)
{
	struct pl_str mask = spot->text;

	if (spot->class != PL_C_MASK || spot->rank != PL_SPOT_MASKS)
		return false;
	for (size_t i = 0; i + 2 < mask.len; i++)
		if (mask.ptr[i] == 1 && value-- == 0)
			return mask.ptr[i + 2] == 'a';
	return false;
}

bool pl_spot_in_word(const struct pl_spot *spot, unsigned value)
{
	enum { LETTERS = 2 };
	unsigned least = UINT32_MAX;

	for (size_t i = 0; i < spot->nodes.len; i++)
		if (spot->nodes.ptr[i].node->whole)
			least = PL_MIN(least, spot->nodes.ptr[i].node->whole->min_len);
	return pl_spot_in_code(spot, value) && least != UINT32_MAX && least >= spot->stats[value].max_len + LETTERS;
}

bool pl_spot_is_lower(const struct pl_spot *spot)
{
	bool upper = false, lower = false;

	for (size_t i = 0; i < spot->nodes.len; i++) {
		const struct pl_stats *whole = spot->nodes.ptr[i].node->whole;

		upper |= whole && whole->upper;
		lower |= whole && whole->lower;
	}
	return lower && !upper;
}
