/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/asking.h"

#include "linter/key/joined.h"
#include "linter/key/value.h"
#include "linter/proof/prefixes.h"
#include "linter/proof/wild.h"

/* A bound of a comparison. */
struct bound {
	bool some;
	struct pl_wild whole;
	struct pl_wild same; /* what both bounds have in common */
	struct pl_str rest;  /* behind that, up to its first value … */
	bool open;           /* … when there is one */
};

/* What a bound says in figures of a layout's value, for keys whose bytes put them elsewhere than their value. */
struct limit {
	bool some;
	size_t value;          /* which of the layout's values */
	struct pl_wild before; /* the bound in front of it */
	struct pl_str text;    /* the bound from it on */
	enum pl_kind kind;
	struct pl_value at;
};

/* One pl_range.reach. */
struct layout {
	bool wanted, has_values;
	bool prefix;          /* the prefix ends in a value that others may continue: */
	size_t prefix_value;  /* which, */
	size_t prefix_bytes;  /* and of how many bytes it is; 0: given whole */
	struct limit limit[PL_ENDS];
};

/* Counted by row. */
enum { SUM_UNKNOWN, SUM_GOES_ON, SUM_LOST = SUM_GOES_ON + PL_ENDS, SUM_GAINED = SUM_LOST + PL_ENDS,
       SUM_REACHED = SUM_GAINED + PL_ENDS };

struct sum {
	uint64_t count;
	struct pl_least least;
};

/* One thread's counting. */
struct part {
	struct sum *sums;
	struct pl_buf key;  /* of the note being made */
	struct pl_buf room; /* for a part of what is joined */
};

/* The rows of one group for limit 1, in the order of their keys. */
struct latest {
	uint64_t count;
	struct pl_least least;
	bool open, end_is_other, some_meant;
	struct pl_buf partition, end, meant; /* the row that is read; of those meant the one nearest to it */
	struct pl_origin end_at, meant_at;
};

struct pl_asking {
	struct pl_arena *arena;
	struct pl_ask ask;
	uint32_t subject;
	struct pl_wild equal[2 * PL_KEY_ATTRIBUTES]; /* the partition key; of an index of several attributes each part of it */
	unsigned nequal;
	struct bound bound[PL_ENDS];
	struct layout *layouts;
	struct part *parts; /* by thread; without sums until its first row */
	unsigned threads;
	struct pl_prefixes prefixes;
	struct latest latest;
	struct pl_buf value, key; /* of the note being read */
	bool at_latest;    /* the open group is one for limit 1 */
};

/* ---- getting ready ---- */

/* The first row of all is told by the last sort attribute only. */
bool pl_ask_is_possible(const struct pl_ask *ask)
{
	const struct pl_sorting sorting = pl_index_sorting(ask->query->index, ask->keys->rank);

	return ask->range->strings && pl_str_eq(ask->keys->sk, ask->range->attribute) &&
	       ask->expression->npk + sorting.rank == sorting.nparts && (!sorting.rank || ask->expression->nsk == sorting.rank + 1) &&
	       !(ask->query->limit == 1 && pl_sorting_goes_on(&sorting));
}

/* What the query asks to be equal: of the partition, then of the sort attributes in front of its range. */
static void make_equals(struct pl_asking *asking)
{
	const struct pl_expression *asked = asking->ask.expression;
	struct pl_pieces pieces;

	asking->nequal = (unsigned)asked->npk + asking->ask.keys->rank;
	for (unsigned i = 0; i < asking->nequal; i++) {
		pl_pieces_of(asking->arena, i < asked->npk ? &asked->pk[i] : &asked->sk[i - asked->npk].first, &pieces);
		asking->equal[i] = pl_wild_of(asking->arena, &pieces, (struct pl_spot){pieces.count, 0});
	}
}

static bool meets_equals(const struct pl_asking *asking, struct pl_str partition, struct pl_buf *room)
{
	struct pl_str value;

	if (asking->nequal == 1)
		return pl_wild_gives(&asking->equal[0], partition, false);
	for (unsigned i = 0; i < asking->nequal; i++)
		if (!pl_joined_at(partition, i, room, &value) || !pl_wild_gives(&asking->equal[i], value, false))
			return false;
	return true;
}

static enum pl_operator op_of(const struct pl_asking *asking)
{
	return asking->ask.range->condition->op;
}

static bool is_comparison(const struct pl_asking *asking)
{
	return asking->ask.range->condition && op_of(asking) != PL_Q_EQ && op_of(asking) != PL_Q_BEGINS_WITH;
}

static const struct pl_pieces *pieces_of(const struct pl_asking *asking, unsigned end)
{
	return end == PL_UPPER ? &asking->ask.range->high : &asking->ask.range->low;
}

static struct pl_spot end_of(const struct pl_pieces *pieces)
{
	return (struct pl_spot){pieces->count, 0};
}

/* The text of a bound from a spot on, up to its first value. *open: there is one. */
static struct pl_str literal_from(struct pl_arena *arena, const struct pl_pieces *pieces, struct pl_spot from, bool *open)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str own;
	size_t i = from.piece;

	for (; i < pieces->count && !pl_piece_is_value(&pieces->piece[i]); i++) {
		struct pl_str piece = pieces->piece[i].text;

		pl_buf_add(&text, i == from.piece ? pl_str_sub(piece, from.byte, piece.len) : piece);
	}
	*open = i < pieces->count;
	own = pl_arena_str(arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return own;
}

static void make_bound(struct pl_asking *asking, unsigned end)
{
	const struct pl_range *range = asking->ask.range;
	const struct pl_pieces *pieces = pieces_of(asking, end);
	/* Whole pieces, as in pl_reach.pinned. */
	const struct pl_spot same = {(end == PL_UPPER ? range->same_high : range->same_low).piece, 0};
	struct bound *bound = &asking->bound[end];

	bound->some = end == PL_UPPER ? range->has_high : range->has_low;
	if (!bound->some)
		return;
	bound->whole = pl_wild_of(asking->arena, pieces, end_of(pieces));
	bound->same = pl_wild_of(asking->arena, pieces, same);
	bound->rest = literal_from(asking->arena, pieces, same, &bound->open);
}

/* Which of the template's values a part is. */
static size_t value_number(const struct pl_template *template, const struct pl_part *part)
{
	size_t n = 0;

	for (const struct pl_part *p = template->parts; p != part; p++)
		n += p->kind == PL_PART_VALUE;
	return n;
}

static void make_prefix(const struct pl_reach *reach, struct layout *layout)
{
	const struct pl_fit *fit = &reach->low;
	const struct pl_piece *piece;

	if (!reach->inside || !layout->wanted || fit->border != PL_AT_OPEN || fit->key.piece >= reach->key.count)
		return;
	piece = &reach->key.piece[fit->key.piece];
	if (!pl_piece_is_value(piece) || !piece->begins || !piece->ends)
		return;
	layout->prefix = true;
	layout->prefix_value = value_number(reach->key.template, piece->part);
	layout->prefix_bytes = fit->whole ? 0 : fit->key.byte;
}

/* The kind in whose order values of the field can be compared as they are stored; PL_K_NONE: none. */
static enum pl_kind kind_of(const struct pl_declared *field)
{
	if (field->type == PL_D_TIMESTAMP)
		return field->format.trouble == PL_TT_NONE ? PL_K_TIMESTAMP : PL_K_NONE;
	if (field->type == PL_D_NUMBER && field->base == 10 && field->encode != PL_ENCODE_LENGTH_PREFIX &&
	    field->sign == PL_SIGN_NONE && !field->decimals)
		return PL_K_NUMBER;
	return PL_K_NONE;
}

/* The first bytes of a bound's text that are a value. */
static struct pl_str value_in(enum pl_kind kind, struct pl_str text)
{
	struct pl_time time;
	size_t len = kind == PL_K_TIMESTAMP ? pl_time_at(text, 0, PL_MONTH_FIRST, &time) : 0;

	while (!len || (len < text.len && pl_is_digit((unsigned char)text.ptr[len]))) {
		if (!len && (!text.len || !pl_is_digit((unsigned char)*text.ptr)))
			break;
		len++;
	}
	return pl_str_sub(text, 0, len);
}

static void make_limit(struct pl_asking *asking, const struct pl_reach *reach, unsigned end, struct limit *limit)
{
	const struct pl_fit *fit = end == PL_UPPER ? &reach->high : &reach->low;
	const struct pl_part *part = pl_fit_value(reach, fit);
	struct pl_pieces front = reach->key;
	struct pl_fit before;
	bool open;

	if (!part || kind_of(part->field) == PL_K_NONE)
		return;
	front.count = 0;
	while (reach->key.piece[front.count].part != part)
		front.count++;
	before = pl_fit_of(pieces_of(asking, end), &front, end_of(pieces_of(asking, end)));
	if (before.meet != PL_MEET_BEYOND)
		return;
	limit->kind = kind_of(part->field);
	limit->value = value_number(reach->key.template, part);
	limit->before = pl_wild_of(asking->arena, pieces_of(asking, end), before.bound);
	limit->text = literal_from(asking->arena, pieces_of(asking, end), before.bound, &open);
	limit->at = pl_value_read(limit->kind, PL_MONTH_FIRST, value_in(limit->kind, limit->text));
	limit->some = !open && limit->at.some;
}

static bool is_wanted(const struct pl_schema_query *query, const struct pl_schema_entity *entity)
{
	for (size_t i = 0; i < query->returns.count; i++)
		if (query->returned[i] == entity)
			return true;
	return query->returns.count == 0;
}

static void make_layout(struct pl_asking *asking, size_t i)
{
	const struct pl_reach *reach = &asking->ask.range->reach[i];
	struct layout *layout = &asking->layouts[i];

	layout->wanted = is_wanted(asking->ask.query, reach->entity);
	layout->has_values = pl_next_value(&reach->key, (struct pl_spot){0, 0}) < reach->key.count;
	if (asking->ask.range->condition && op_of(asking) == PL_Q_BEGINS_WITH)
		make_prefix(reach, layout);
	for (unsigned end = 0; end < PL_ENDS && is_comparison(asking); end++)
		if (asking->bound[end].some && layout->wanted)
			make_limit(asking, reach, end, &layout->limit[end]);
}

struct pl_asking *pl_asking_new(struct pl_arena *arena, const struct pl_ask *ask, uint32_t number, unsigned threads)
{
	struct pl_asking *asking = PL_NEW(arena, struct pl_asking);

	PL_ASSERT(pl_ask_is_possible(ask));
	asking->arena = arena;
	asking->ask = *ask;
	asking->subject = PL_SUBJECT_QUERIES + PL_ASKING_SUBJECTS * number;
	asking->threads = threads;
	asking->parts = PL_NEW_N(arena, struct part, threads);
	make_equals(asking);
	for (unsigned end = 0; end < PL_ENDS && ask->range->condition; end++)
		make_bound(asking, end);
	asking->layouts = PL_NEW_N(arena, struct layout, ask->range->nreach + 1);
	for (size_t i = 0; i < ask->range->nreach; i++)
		make_layout(asking, i);
	return asking;
}

static size_t nsums(const struct pl_asking *asking)
{
	return SUM_REACHED + asking->ask.range->nreach;
}

void pl_asking_release(struct pl_asking *asking)
{
	for (unsigned t = 0; t < asking->threads; t++) {
		struct part *part = &asking->parts[t];

		for (size_t i = 0; part->sums && i < nsums(asking); i++)
			pl_least_release(&part->sums[i].least);
		free(part->sums);
		pl_buf_release(&part->key);
		pl_buf_release(&part->room);
	}
	pl_prefixes_release(&asking->prefixes);
	pl_least_release(&asking->latest.least);
	pl_buf_release(&asking->latest.partition);
	pl_buf_release(&asking->latest.end);
	pl_buf_release(&asking->latest.meant);
	pl_buf_release(&asking->value);
	pl_buf_release(&asking->key);
}

/* ---- one row ---- */

/* Bytes of a value's pieces in front of a spot inside it; false: they differ from value to value. */
static bool bytes_of_pieces(const struct pl_pieces *key, struct pl_spot spot, size_t *bytes)
{
	*bytes = spot.byte;
	for (size_t i = spot.piece; i > 0 && !key->piece[i].begins; i--) {
		const struct pl_piece *before = &key->piece[i - 1];

		if (before->kind != PL_B_TEXT && before->kind != PL_B_FIXED)
			return false;
		*bytes += before->kind == PL_B_TEXT ? before->text.len : before->least;
	}
	return true;
}

/* Where in the row's sort key the part of its layout begins that a value or literal is; its end for the one behind the last. */
static size_t byte_of_part(const struct pl_asked_row *row, const struct pl_part *part)
{
	const struct pl_template *template = row->layout->template;
	size_t at = 0, value = 0;

	for (const struct pl_part *p = template->parts; p != part && p != template->parts + template->nparts; p++) {
		if (p->kind != PL_PART_VALUE)
			at += p->text.len;
		else if (value < row->nvalues)
			at = row->values[value++].to;
		else
			return row->sk.len; /* the rest may be missing, and is */
	}
	return PL_MIN(at, row->sk.len);
}

/* The byte of the row's sort key at a spot of its layout; false: it cannot be told. */
static bool byte_at(const struct pl_asked_row *row, const struct pl_pieces *key, struct pl_spot spot, bool whole, size_t *out)
{
	const struct pl_part *part;

	if (spot.piece >= key->count) {
		*out = row->sk.len;
		return true;
	}
	part = key->piece[spot.piece].part;
	if (whole) {
		*out = byte_of_part(row, part + 1);
		return true;
	}
	if (!bytes_of_pieces(key, spot, out))
		return false;
	*out += byte_of_part(row, part);
	return *out <= row->sk.len;
}

/* Which reach the row's layout is; NULL: none. */
static const struct pl_reach *reach_of(const struct pl_asking *asking, const struct pl_asked_row *row)
{
	const struct pl_range *range = asking->ask.range;

	for (size_t i = 0; row->layout && i < range->nreach; i++)
		if (range->reach[i].key.template == row->layout->template)
			return &range->reach[i];
	return NULL;
}

/* Where `bytes` stand to a bound, some choice of its values being made: below 0, 0, above 0; 0 in a bound that is open. */
static int side_of(const struct bound *bound, struct pl_str bytes)
{
	struct pl_str front = bound->open ? pl_str_sub(bytes, 0, PL_MIN(bytes.len, bound->rest.len)) : bytes;

	return pl_order(front, bound->rest);
}

static bool is_above(const struct pl_asking *asking, struct pl_str bytes)
{
	const struct bound *low = &asking->bound[PL_LOWER];
	int side = side_of(low, bytes);

	if (side || !low->open)
		return side > 0 || (side == 0 && op_of(asking) != PL_Q_GT);
	return bytes.len > low->rest.len; /* an empty value is none */
}

static bool is_below(const struct pl_asking *asking, struct pl_str bytes)
{
	const struct bound *high = &asking->bound[PL_UPPER];
	int side = side_of(high, bytes);

	if (side || high->open)
		return side <= 0;
	return op_of(asking) != PL_Q_LT && op_of(asking) != PL_Q_FROM_UNTIL;
}

static bool lies_between(const struct pl_asking *asking, const struct pl_asked_row *row, const struct pl_reach *reach)
{
	const struct bound *low = &asking->bound[PL_LOWER], *high = &asking->bound[PL_UPPER];
	struct pl_str same, rest;
	size_t at = 0;

	if (low->some && high->some && !byte_at(row, &reach->key, reach->pinned, false, &at))
		return false;
	same = pl_str_sub(row->sk, 0, at);
	rest = pl_str_sub(row->sk, at, row->sk.len);
	if (low->some && !(pl_wild_gives(&low->same, same, false) && is_above(asking, rest)))
		return false;
	return !high->some || (pl_wild_gives(&high->same, same, false) && is_below(asking, rest));
}

static bool lies_inside(const struct pl_asking *asking, const struct pl_asked_row *row, const struct pl_reach *reach)
{
	if (!asking->ask.range->condition)
		return true;
	if (!is_comparison(asking))
		return pl_wild_gives(&asking->bound[PL_LOWER].whole, row->sk, op_of(asking) == PL_Q_BEGINS_WITH);
	return reach && reach->inside && lies_between(asking, row, reach);
}

static void count(struct sum *sum, const struct pl_asked_row *row)
{
	const struct pl_least_pair pair = {row->pk, row->sk, row->sk, {row->at, row->at}};

	sum->count++;
	pl_least_keep(&sum->least, &pair);
}

/* Keys that begin with what a bound spells in full, and go on. */
static void count_going_on(const struct pl_asking *asking, const struct pl_asked_row *row, const struct pl_reach *reach,
			   struct sum *sums)
{
	for (unsigned end = 0; end < PL_ENDS; end++) {
		const struct pl_fit *fit = end == PL_UPPER ? &reach->high : &reach->low;
		size_t at;

		if (asking->bound[end].some && fit->meet == PL_MEET_ENDS &&
		    byte_at(row, &reach->key, fit->key, fit->whole, &at) && at < row->sk.len &&
		    pl_wild_gives(&asking->bound[end].whole, pl_str_sub(row->sk, 0, at), false))
			count(&sums[SUM_GOES_ON + end], row);
	}
}

/* How far inside a bound a row stands by its value and by its bytes: below 0 outside, 0 on it. False: it has no such value. */
static bool sides_of(const struct limit *limit, const struct pl_asked_row *row, unsigned end, int *by_value, int *by_bytes)
{
	const struct pl_declared_value *where = &row->values[limit->value];
	struct pl_str rest;
	struct pl_value value;

	if (limit->value >= row->nvalues || where->also ||
	    !pl_wild_gives(&limit->before, pl_str_sub(row->sk, 0, where->from), false))
		return false;
	rest = pl_str_sub(row->sk, where->from, row->sk.len);
	value = pl_value_read(limit->kind, PL_MONTH_FIRST, pl_str_sub(row->sk, where->from, where->to));
	if (!value.some)
		return false;
	*by_value = pl_value_order(limit->kind, &value, &limit->at);
	/* What continues the bound and has its value is no matter of form. */
	*by_bytes = *by_value == 0 && pl_str_starts(rest, limit->text) ? 0 : pl_order(rest, limit->text);
	if (end == PL_UPPER) {
		*by_value = -*by_value;
		*by_bytes = -*by_bytes;
	}
	return true;
}

/* What one bound puts on the wrong side counts only when the other has it inside: else it is rightly left out. */
static void count_limits(const struct layout *layout, const struct pl_asked_row *row, bool inside, struct sum *sums)
{
	int by_value[PL_ENDS] = {0, 0}, by_bytes[PL_ENDS] = {0, 0};

	for (unsigned end = 0; end < PL_ENDS; end++)
		if (layout->limit[end].some && !sides_of(&layout->limit[end], row, end, &by_value[end], &by_bytes[end]))
			by_value[end] = by_bytes[end] = 0;
	for (unsigned end = 0; end < PL_ENDS; end++) {
		if (by_bytes[end] < 0 && by_value[end] >= 0 && by_value[PL_ENDS - 1 - end] >= 0)
			count(&sums[SUM_LOST + end], row);
		if (by_bytes[end] >= 0 && by_value[end] < 0 && inside)
			count(&sums[SUM_GAINED + end], row);
	}
}

/* Value first, so that a value comes before all that it begins: 00 becomes 00 FF, 00 00 ends it. */
static void add_key(struct pl_buf *out, struct pl_str value, struct pl_str rest)
{
	for (size_t i = 0; i < value.len; i++) {
		pl_buf_addc(out, value.ptr[i]);
		if (value.ptr[i] == '\0')
			pl_buf_addc(out, '\xff');
	}
	pl_buf_add(out, pl_str_of("\0\0", 2));
	pl_buf_add(out, rest);
}

static void note_prefix(const struct pl_asking *asking, const struct pl_asked_row *row, const struct layout *layout,
			struct pl_buf *key, struct pl_notes *notes)
{
	const struct pl_declared_value *value = &row->values[layout->prefix_value];

	if (layout->prefix_value >= row->nvalues || value->also)
		return;
	pl_buf_clear(key);
	add_key(key, pl_str_sub(row->sk, value->from, value->to), pl_str_sub(row->sk, value->to, row->sk.len));
	pl_note_write(notes, &(struct pl_note){
		.of = {asking->subject + PL_ASKING_PREFIX, row->pk, pl_str_sub(row->sk, 0, value->from)},
		.extra = layout->prefix_bytes,
		.at = row->at,
		.key = pl_buf_str(key),
	});
}

enum { OTHER = 1, MEANT = 2 };

/* What limit 1 reads in one go: a partition, or the prefix or common beginning of the bounds in it. */
static void note_latest(const struct pl_asking *asking, const struct pl_asked_row *row, const struct pl_reach *reach,
			const struct layout *layout, struct pl_notes *notes)
{
	const bool says = asking->ask.query->returns.count > 0;
	size_t at = 0;

	if (is_comparison(asking) && !byte_at(row, &reach->key, reach->pinned, false, &at))
		return;
	if (asking->ask.range->condition && op_of(asking) == PL_Q_BEGINS_WITH &&
	    !byte_at(row, &reach->key, reach->low.key, reach->low.whole, &at))
		return;
	pl_note_write(notes, &(struct pl_note){
		.of = {asking->subject + PL_ASKING_LATEST, row->pk, pl_str_sub(row->sk, 0, at)},
		.extra = ((says ? !layout->wanted : !layout->has_values) ? OTHER : 0) |
			 (layout->wanted && layout->has_values ? MEANT : 0),
		.at = row->at,
		.key = row->sk,
	});
}

static struct part *part_of(struct pl_asking *asking, unsigned thread)
{
	struct part *part = &asking->parts[thread];

	PL_ASSERT(thread < asking->threads);
	if (!part->sums)
		part->sums = pl_calloc(nsums(asking), sizeof(struct sum));
	return part;
}

void pl_asking_add(struct pl_asking *asking, unsigned thread, const struct pl_asked_row *row, struct pl_notes *notes)
{
	struct part *part = part_of(asking, thread);
	struct sum *sums = part->sums;
	const struct pl_reach *reach;
	const struct layout *layout;
	bool inside;
	size_t i;

	if (!meets_equals(asking, row->pk, &part->room))
		return;
	reach = reach_of(asking, row);
	if (!reach) {
		if (!row->layout && asking->ask.range->condition && lies_inside(asking, row, NULL))
			count(&sums[SUM_UNKNOWN], row);
		return;
	}
	i = (size_t)(reach - asking->ask.range->reach);
	layout = &asking->layouts[i];
	inside = lies_inside(asking, row, reach);
	if (is_comparison(asking)) {
		count_limits(layout, row, inside, sums);
		if (layout->wanted && reach->inside)
			count_going_on(asking, row, reach, sums);
	}
	if (!inside)
		return;
	count(&sums[SUM_REACHED + i], row);
	if (layout->prefix)
		note_prefix(asking, row, layout, &part->key, notes);
	if (asking->ask.query->limit == 1)
		note_latest(asking, row, reach, layout, notes);
}

/* ---- groups ---- */

/* Takes the value and what follows out of a note's key. */
static void read_key(const struct pl_note *note, struct pl_buf *value, struct pl_buf *key)
{
	size_t i = 0;

	for (; i + 1 < note->key.len; i++) {
		if (note->key.ptr[i] == '\0' && note->key.ptr[i + 1] == '\0')
			break;
		pl_buf_addc(value, note->key.ptr[i]);
		i += note->key.ptr[i] == '\0';
	}
	pl_buf_add(key, note->of.before);
	pl_buf_add(key, pl_buf_str(value));
	pl_buf_add(key, pl_str_sub(note->key, PL_MIN(i + 2, note->key.len), note->key.len));
}

static void take_prefix(struct pl_asking *asking, const struct pl_note *note, bool next)
{
	pl_buf_clear(&asking->value);
	pl_buf_clear(&asking->key);
	read_key(note, &asking->value, &asking->key);
	if (next)
		pl_prefixes_begin(&asking->prefixes, note->of.partition, (size_t)note->extra);
	pl_prefixes_add(&asking->prefixes, pl_buf_str(&asking->value), pl_buf_str(&asking->key), note->at);
}

static void set(struct pl_buf *buf, struct pl_str bytes)
{
	pl_buf_clear(buf);
	pl_buf_add(buf, bytes);
}

/* Descending the last row is read and the last one meant is nearest to it; ascending the first of each. */
static void take_latest(struct pl_asking *asking, const struct pl_note *note, bool next)
{
	const bool last = asking->ask.query->order == PL_DESC;
	struct latest *latest = &asking->latest;

	if (next) {
		set(&latest->partition, note->of.partition);
		latest->some_meant = false;
	}
	if (next || last) {
		set(&latest->end, note->key);
		latest->end_at = note->at;
		latest->end_is_other = (note->extra & OTHER) != 0;
	}
	if ((note->extra & MEANT) && (last || !latest->some_meant)) {
		set(&latest->meant, note->key);
		latest->meant_at = note->at;
		latest->some_meant = true;
	}
}

void pl_asking_take(struct pl_asking *asking, const struct pl_note *note, bool next)
{
	asking->at_latest = note->of.subject == asking->subject + PL_ASKING_LATEST;
	if (asking->at_latest)
		take_latest(asking, note, next);
	else
		take_prefix(asking, note, next);
}

void pl_asking_end(struct pl_asking *asking)
{
	const bool last = asking->ask.query->order == PL_DESC;
	struct latest *latest = &asking->latest;
	struct pl_least_pair pair;

	if (!asking->at_latest || !latest->end_is_other || !latest->some_meant)
		return;
	latest->count++;
	pair = (struct pl_least_pair){pl_buf_str(&latest->partition), pl_buf_str(&latest->meant), pl_buf_str(&latest->end),
				      {latest->meant_at, latest->end_at}};
	if (!last)
		pair = (struct pl_least_pair){pair.partition, pair.second, pair.first, {latest->end_at, latest->meant_at}};
	pl_least_keep(&latest->least, &pair);
}

/* ---- the answer ---- */

static void finish_sum(const struct pl_asking *asking, size_t i, const struct pl_source *source, struct pl_evidence *out)
{
	struct pl_least least = {.some = false};

	for (unsigned t = 0; t < asking->threads; t++)
		if (asking->parts[t].sums) {
			out->count += asking->parts[t].sums[i].count;
			pl_least_merge(&least, &asking->parts[t].sums[i].least);
		}
	pl_least_finish(&least, asking->arena, source, &out->witness);
	pl_least_release(&least);
}

void pl_asking_finish(struct pl_asking *asking, const struct pl_source *source, struct pl_answer *out)
{
	struct pl_evidence *reached = PL_NEW_N(asking->arena, struct pl_evidence, asking->ask.range->nreach + 1);

	*out = (struct pl_answer){.reached = reached};
	finish_sum(asking, SUM_UNKNOWN, source, &out->unknown);
	for (size_t end = 0; end < PL_ENDS; end++) {
		finish_sum(asking, SUM_GOES_ON + end, source, &out->goes_on[end]);
		finish_sum(asking, SUM_LOST + end, source, &out->lost[end]);
		finish_sum(asking, SUM_GAINED + end, source, &out->gained[end]);
	}
	for (size_t i = 0; i < asking->ask.range->nreach; i++)
		finish_sum(asking, SUM_REACHED + i, source, &reached[i]);
	out->longer.count = asking->prefixes.count;
	pl_least_finish(&asking->prefixes.least, asking->arena, source, &out->longer.witness);
	out->latest.count = asking->latest.count;
	pl_least_finish(&asking->latest.least, asking->arena, source, &out->latest.witness);
}
