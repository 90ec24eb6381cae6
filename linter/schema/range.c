/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Laying a bound over a key. Both are walked once from the left:
 *
 *     bound text    over  key text      byte by byte
 *     bound text    over  key value     as many bytes as the value takes
 *     bound value   over  key value     alike written, or another form
 *     bound value   over  key text      another form: no value is a literal
 *
 * A value without `chars` ends where the delimiter stands, so the walk never
 * has to go back.
 */
#include "linter/schema/range.h"

#include "linter/base/buf.h"
#include "linter/schema/nodes.h"

struct walk {
	const struct pl_pieces *bound, *key;
	struct pl_spot b, k;
	struct pl_spot pinned;
	bool whole;  /* the key's piece was given as a whole value; the next byte belongs to what follows */
	struct pl_fit fit;
};

static bool at_end(const struct pl_pieces *pieces, struct pl_spot spot)
{
	return spot.piece == pieces->count;
}

static void next_piece(struct pl_spot *spot)
{
	spot->piece++;
	spot->byte = 0;
}

static bool is_in_front(struct pl_spot a, struct pl_spot b)
{
	return a.piece < b.piece || (a.piece == b.piece && a.byte < b.byte);
}

/* ---- the end ---- */

static bool words_go_on(const struct pl_piece *piece, struct pl_str word)
{
	for (size_t i = 0; i < piece->words->count; i++)
		if (piece->words->text[i].len > word.len && pl_str_starts(piece->words->text[i], word))
			return true;
	return false;
}

/* Whether some word of an enum is the beginning of another. */
static bool words_overlap(const struct pl_piece *piece)
{
	for (size_t i = 0; i < piece->words->count; i++)
		if (words_go_on(piece, piece->words->text[i]))
			return true;
	return false;
}

/* Words that begin with as many bytes of the bound as the value took. */
static size_t words_from(const struct walk *w, const struct pl_piece *piece)
{
	struct pl_str text = w->bound->piece[w->b.piece - 1].text;
	size_t count = 0;

	text = pl_str_sub(text, text.len - PL_MIN((size_t)w->k.byte, text.len), text.len);
	for (size_t i = 0; i < piece->words->count; i++)
		count += pl_str_starts(piece->words->text[i], text);
	return count;
}

/* A spot between two pieces. */
static enum pl_border border_between(const struct pl_pieces *key, size_t piece)
{
	const struct pl_piece *before;

	if (piece == key->count)
		return PL_AT_KEY_END;
	if (piece == 0)
		return PL_AT_DELIMITER;
	before = &key->piece[piece - 1];
	if (!before->ends)
		return PL_AT_PART;
	if (pl_piece_is_value(before))
		return PL_AT_VALUE;
	return before->part->kind == PL_PART_DELIMITER ? PL_AT_DELIMITER : PL_AT_LITERAL;
}

static enum pl_border border_of(const struct walk *w)
{
	const struct pl_piece *piece;
	bool open;

	if (w->k.byte == 0 && !w->whole)
		return border_between(w->key, w->k.piece);
	piece = &w->key->piece[w->k.piece];
	if (piece->coarse && !w->whole)
		return PL_AT_PART;
	switch (piece->kind) {
	case PL_B_TEXT:
		return pl_piece_is_value(piece) ? PL_AT_INSIDE : PL_AT_LITERAL;
	case PL_B_FIXED:
		return PL_AT_INSIDE;
	case PL_B_WORDS:
		/* What begins one word only cannot be continued by others. */
		if (!w->whole && at_end(w->bound, w->b) && w->b.piece && words_from(w, piece) == 1)
			return PL_AT_PART;
		break;
	default:
		break;
	}
	open = piece->kind == PL_B_WORDS ? words_overlap(piece) : !piece->closed;
	if (!w->whole || open)
		return PL_AT_OPEN;
	return w->k.piece + 1 == w->key->count ? PL_AT_KEY_END : PL_AT_VALUE;
}

static void finish(struct walk *w, enum pl_meet meet)
{
	w->fit.meet = meet;
	w->fit.border = border_of(w);
	w->fit.key = w->k;
	w->fit.bound = w->b;
	w->fit.whole = w->whole;
}

/* ---- where they part ---- */

/* Sorts a byte of the bound against all bytes with which the key may go on. */
static void order_byte(struct walk *w, unsigned char byte, const struct pl_byteset *set)
{
	const struct pl_byteset below = pl_bytes_below(byte), until = pl_bytes_below(byte + 1U);
	struct pl_byteset above;

	for (size_t i = 0; i < PL_LEN(above.bits); i++)
		above.bits[i] = ~until.bits[i];
	w->fit.below |= pl_bytesets_meet(set, &below);
	w->fit.above |= pl_bytesets_meet(set, &above);
}

/* The same where a value of an enum is still open: only words that began as the bound did. */
static struct pl_byteset next_bytes(const struct walk *w)
{
	const struct pl_piece *piece = &w->key->piece[w->k.piece];
	struct pl_byteset set = {{0}};

	if (w->whole)
		return w->k.piece + 1 < w->key->count ? pl_piece_first(piece + 1) : set;
	if (piece->kind == PL_B_TEXT) {
		unsigned char byte = (unsigned char)piece->text.ptr[w->k.byte];

		set.bits[byte / 64] |= UINT64_C(1) << byte % 64;
		return set;
	}
	return pl_piece_first(piece);
}

/* The rest of the bound is one character, repeated perhaps, that no value of words and digits holds. */
static bool rest_is_sentinel(const struct walk *w)
{
	const struct pl_piece *piece = &w->bound->piece[w->b.piece];
	struct pl_str rest;
	size_t len = 1;

	if (piece->kind != PL_B_TEXT || pl_piece_is_value(piece) || w->b.piece + 1 != w->bound->count)
		return false;
	rest = pl_str_sub(piece->text, w->b.byte, piece->text.len);
	if (rest.len == 0 || pl_is_alpha((unsigned char)*rest.ptr) || pl_is_digit((unsigned char)*rest.ptr))
		return false;
	while (len < rest.len && ((unsigned char)rest.ptr[len] & 0xc0) == 0x80)
		len++;
	for (size_t i = len; i < rest.len; i++)
		if (rest.ptr[i] != rest.ptr[i % len])
			return false;
	return true;
}

static bool part_at_byte(struct walk *w, unsigned char byte)
{
	struct pl_byteset set = next_bytes(w);

	order_byte(w, byte, &set);
	finish(w, PL_MEET_PARTS);
	w->fit.sentinel = rest_is_sentinel(w);
	return false;
}

/* A value that is written otherwise than the key's: either may come first. */
static bool part_in_form(struct walk *w)
{
	w->fit.below = w->fit.above = true;
	finish(w, PL_MEET_PARTS);
	w->fit.other_form = true;
	return false;
}

/* ---- one step ---- */

/* A value of the key is met: unless the bound has it pinned, keys may have a smaller or greater one. */
static void meets_value(struct walk *w)
{
	if (!is_in_front(w->b, w->pinned))
		w->fit.varies = true;
}

static void leave_value(struct walk *w)
{
	w->whole = false;
	next_piece(&w->k);
}

/* Bytes of the bound's text from the spot on. */
static struct pl_str rest_of_text(const struct walk *w)
{
	const struct pl_piece *piece = &w->bound->piece[w->b.piece];

	return pl_str_sub(piece->text, w->b.byte, piece->text.len);
}

static void take_text(struct walk *w, size_t bytes)
{
	w->b.byte += (unsigned)bytes;
	if (w->b.byte == w->bound->piece[w->b.piece].text.len)
		next_piece(&w->b);
}

/*
 * A sentinel of the value, `also: [v0]`, stands for the whole of it. It must
 * be all of the bound's literal, so that 9999-12-31 is not taken out of
 * 9999-12-31T00.
 */
static bool take_sentinel(struct walk *w)
{
	const struct pl_texts *also = &w->key->piece[w->k.piece].part->field->also;

	for (size_t i = 0; i < also->count; i++)
		if (pl_str_eq(also->text[i], rest_of_text(w))) {
			meets_value(w);
			take_text(w, also->text[i].len);
			while (!w->key->piece[w->k.piece].ends)
				next_piece(&w->k);
			next_piece(&w->k);
			return true;
		}
	return false;
}

/* The longest word that the text begins with, or as much of the text as begins a word. */
static bool text_over_words(struct walk *w)
{
	const struct pl_piece *piece = &w->key->piece[w->k.piece];
	struct pl_str rest = rest_of_text(w), longest = {NULL, 0};
	bool begins = false;

	for (size_t i = 0; i < piece->words->count; i++) {
		struct pl_str word = piece->words->text[i];

		begins |= pl_str_starts(word, rest);
		if (pl_str_starts(rest, word) && word.len > longest.len)
			longest = word;
	}
	meets_value(w);
	if (!longest.len && !begins)
		return part_at_byte(w, (unsigned char)*rest.ptr);
	if (longest.len && (longest.len < rest.len || !words_go_on(piece, longest))) {
		take_text(w, longest.len);
		next_piece(&w->k);
	} else {
		w->k.byte = (unsigned)rest.len;
		take_text(w, rest.len);
	}
	return true;
}

static bool is_delimiter(const struct walk *w, size_t piece)
{
	return piece < w->key->count && w->key->piece[piece].part->kind == PL_PART_DELIMITER;
}

/* Whether the value ends here because the delimiter of several bytes does not belong to it. */
static bool stops_value(const struct walk *w)
{
	return is_delimiter(w, w->k.piece + 1) &&
	       pl_str_starts(rest_of_text(w), w->key->piece[w->k.piece + 1].text) &&
	       !w->key->piece[w->k.piece].part->field->rest;
}

static bool text_over_set(struct walk *w)
{
	const struct pl_piece *piece = &w->key->piece[w->k.piece];
	unsigned char byte = (unsigned char)*rest_of_text(w).ptr;
	const bool open = piece->kind == PL_B_OPEN;
	const bool full = open && piece->most && w->k.byte == piece->most;

	if (pl_byteset_has(&piece->set, byte) && !full && !(open && stops_value(w))) {
		meets_value(w);
		take_text(w, 1);
		w->k.byte++;
		if (!open && w->k.byte == piece->least)
			next_piece(&w->k);
		return true;
	}
	if (open && w->k.byte >= piece->least) {
		next_piece(&w->k);
		return true;
	}
	return part_at_byte(w, byte);
}

static bool text_step(struct walk *w)
{
	const struct pl_piece *piece = &w->key->piece[w->k.piece];
	unsigned char byte = (unsigned char)*rest_of_text(w).ptr;

	if (piece->begins && w->k.byte == 0 && pl_piece_is_value(piece) && take_sentinel(w))
		return true;
	if (piece->kind == PL_B_WORDS)
		return text_over_words(w);
	if (piece->kind != PL_B_TEXT)
		return text_over_set(w);
	if ((unsigned char)piece->text.ptr[w->k.byte] != byte)
		return part_at_byte(w, byte);
	take_text(w, 1);
	if (++w->k.byte == piece->text.len)
		next_piece(&w->k);
	return true;
}

/* Ids, texts, words: bytes that mean nothing but themselves. */
static bool is_opaque(const struct pl_declared *field)
{
	return field->type != PL_D_NUMBER && field->type != PL_D_TIMESTAMP;
}

static bool alike(const struct pl_piece *bound, const struct pl_piece *key)
{
	const struct pl_declared *b = bound->part->field, *k = key->part->field;

	if (bound->unit != PL_TP_LITERAL || key->unit != PL_TP_LITERAL)
		return bound->unit == key->unit && bound->least == key->least && bound->most == key->most;
	if (pl_same_encoding(b, k))
		return true;
	/* What is only called otherwise: a customer's id where the key has a user's. */
	return is_opaque(b) && is_opaque(k) && (key->kind == PL_B_OPEN || key->kind == PL_B_WORDS);
}

/* A value inside a text: <day:YYYY-MM-DD> as the beginning of an id, p_<n> as a name. */
static bool value_in_text(struct walk *w)
{
	meets_value(w);
	w->k.byte += PL_MAX(w->bound->piece[w->b.piece].least, 1U);
	next_piece(&w->b);
	return true;
}

static bool value_step(struct walk *w)
{
	const struct pl_piece *bound = &w->bound->piece[w->b.piece], *key = &w->key->piece[w->k.piece];

	if (!pl_piece_is_value(key))
		return part_in_form(w);
	if (key->kind == PL_B_OPEN && is_opaque(key->part->field) && (w->k.byte || !is_opaque(bound->part->field)))
		return value_in_text(w);
	if (w->k.byte || !alike(bound, key))
		return part_in_form(w);
	meets_value(w);
	next_piece(&w->b);
	if (key->kind == PL_B_FIXED) {
		next_piece(&w->k);
	} else {
		w->whole = true;
		w->k.byte = 1;
	}
	return true;
}

static bool go_beyond(struct walk *w)
{
	finish(w, PL_MEET_BEYOND);
	w->fit.sentinel = rest_is_sentinel(w);
	return false;
}

/*
 * Behind a value of varying width that was given whole. Text that follows is
 * what the key has behind the value; or else it belongs to the value, as the
 * slash of <parent:path>/.
 */
static bool behind_value(struct walk *w)
{
	const struct pl_piece *key = &w->key->piece[w->k.piece];
	struct pl_byteset next = next_bytes(w);
	unsigned char byte;

	if (w->bound->piece[w->b.piece].kind == PL_B_TEXT) {
		byte = (unsigned char)*rest_of_text(w).ptr;
		if (!pl_byteset_has(&next, byte)) {
			if (key->kind == PL_B_OPEN && pl_byteset_has(&key->set, byte)) {
				w->fit.sentinel = rest_is_sentinel(w);
				w->whole = false;
				return true;
			}
			if (w->k.piece + 1 < w->key->count)
				return part_at_byte(w, byte);
		}
	}
	leave_value(w);
	return true;
}

/* A literal sign inside a bound's timestamp is text like any other. */
static bool step(struct walk *w)
{
	const struct pl_piece *bound = &w->bound->piece[w->b.piece];

	if (w->whole)
		return behind_value(w);
	if (at_end(w->key, w->k))
		return go_beyond(w);
	return bound->kind == PL_B_TEXT ? text_step(w) : value_step(w);
}

/* Text that ends in a character behind all letters is a sentinel, too, where the value could hold it. */
static bool ends_high(const struct pl_pieces *bound)
{
	const struct pl_piece *last = &bound->piece[bound->count - 1];
	unsigned char byte = last->kind == PL_B_TEXT ? (unsigned char)last->text.ptr[last->text.len - 1] : 0;

	return byte > 'z' && byte != 0x7f;
}

struct pl_fit pl_fit_of(const struct pl_pieces *bound, const struct pl_pieces *key, struct pl_spot pinned)
{
	struct walk w = {.bound = bound, .key = key, .pinned = pinned};

	while (!at_end(bound, w.b))
		if (!step(&w))
			return w.fit;
	finish(&w, PL_MEET_ENDS);
	w.fit.sentinel |= w.fit.border == PL_AT_OPEN && !w.whole && ends_high(bound);
	return w.fit;
}

/* ---- two bounds ---- */

static bool same_value(const struct pl_piece *a, const struct pl_piece *b)
{
	return pl_piece_is_value(a) && pl_piece_is_value(b) && pl_str_eq(a->part->text, b->part->text) &&
	       pl_same_encoding(a->part->field, b->part->field);
}

/*
 * Walks both bounds as far as their bytes are the same; *a and *b are the
 * spots behind. A timestamp is the same as a whole or not at all.
 */
static void common(const struct pl_pieces *low, const struct pl_pieces *high, struct pl_spot *a, struct pl_spot *b)
{
	*a = *b = (struct pl_spot){0, 0};
	while (!at_end(low, *a) && !at_end(high, *b)) {
		const struct pl_piece *l = &low->piece[a->piece], *h = &high->piece[b->piece];

		if (pl_piece_is_value(l) || pl_piece_is_value(h)) {
			if (a->byte || b->byte || !same_value(l, h))
				return;
			next_piece(a);
			next_piece(b);
			continue;
		}
		if (l->text.ptr[a->byte] != h->text.ptr[b->byte])
			return;
		if (++a->byte == l->text.len)
			next_piece(a);
		if (++b->byte == h->text.len)
			next_piece(b);
	}
}

static struct pl_byteset first_bytes(const struct pl_pieces *pieces, struct pl_spot spot)
{
	const struct pl_piece *piece = &pieces->piece[spot.piece];
	struct pl_byteset set = {{0}};
	unsigned char byte;

	if (piece->kind != PL_B_TEXT)
		return pl_piece_first(piece);
	byte = (unsigned char)piece->text.ptr[spot.byte];
	set.bits[byte / 64] |= UINT64_C(1) << byte % 64;
	return set;
}

/* Whether every byte of the one set is greater than every byte of the other. */
static bool all_greater(const struct pl_byteset *a, const struct pl_byteset *b)
{
	int least = 256, greatest = -1;

	for (int i = 0; i < 256; i++) {
		if (pl_byteset_has(a, (unsigned char)i) && least == 256)
			least = i;
		if (pl_byteset_has(b, (unsigned char)i))
			greatest = i;
	}
	return least < 256 && greatest >= 0 && least > greatest;
}

static bool is_backwards(const struct pl_pieces *low, const struct pl_pieces *high, struct pl_spot a, struct pl_spot b)
{
	struct pl_byteset l, h;

	if (at_end(low, a))
		return false;
	if (at_end(high, b))
		return true;
	l = first_bytes(low, a);
	h = first_bytes(high, b);
	return all_greater(&l, &h);
}

/* ---- what lies in a range ---- */

static bool may_be_above(const struct pl_reach *r, const struct pl_fit *fit)
{
	return fit->varies || (fit->meet == PL_MEET_PARTS && fit->above) ||
	       (fit->meet == PL_MEET_ENDS && !at_end(&r->key, fit->key));
}

static bool may_be_below(const struct pl_fit *fit)
{
	return fit->varies || fit->meet == PL_MEET_BEYOND || (fit->meet == PL_MEET_PARTS && fit->below);
}

/* Whether the key may end where the bound does: nothing is left of it but values that may be missing. */
static bool may_end_here(const struct pl_reach *r, const struct pl_fit *fit)
{
	size_t i = fit->key.piece;

	if (fit->border == PL_AT_KEY_END)
		return true;
	if (fit->key.byte && r->key.piece[i].kind != PL_B_OPEN && r->key.piece[i].kind != PL_B_WORDS)
		return false;
	if (fit->key.byte)
		i++; /* the value of varying width may be complete */
	else if (fit->border == PL_AT_PART || fit->border == PL_AT_INSIDE)
		return false;
	while (i < r->key.count) {
		i = pl_next_value(&r->key, (struct pl_spot){i, 0}); /* a literal goes with the value behind it */
		if (i == r->key.count || !r->key.piece[i].part->field->optional)
			return false;
		while (!r->key.piece[i++].ends)
			;
	}
	return true;
}

static bool may_be_equal(const struct pl_reach *r, const struct pl_fit *fit)
{
	return fit->meet == PL_MEET_ENDS && may_end_here(r, fit);
}

static bool lies_inside(const struct pl_range *range, const struct pl_reach *r)
{
	const enum pl_operator op = range->condition->op;

	if (op == PL_Q_BEGINS_WITH)
		return r->low.meet == PL_MEET_ENDS;
	if (op == PL_Q_EQ)
		return may_be_equal(r, &r->low);
	if (range->has_low && !may_be_above(r, &r->low) && !(op != PL_Q_GT && may_be_equal(r, &r->low)))
		return false;
	return !range->has_high || may_be_below(&r->high) ||
	       (op != PL_Q_LT && op != PL_Q_FROM_UNTIL && may_be_equal(r, &r->high));
}

/* A key that leaves both bounds where they are still the same lies outside. */
static bool leaves_pinned(const struct pl_fit *fit, struct pl_spot pinned)
{
	return fit->meet != PL_MEET_ENDS && is_in_front(fit->bound, pinned);
}

static void lay(const struct pl_range *range, struct pl_reach *r, struct pl_spot pinned_low, struct pl_spot pinned_high)
{
	const struct pl_pieces *bound = range->has_low ? &range->low : &range->high;
	struct pl_pieces front = *bound;
	struct pl_fit fit;

	if (range->has_low)
		r->low = pl_fit_of(&range->low, &r->key, pinned_low);
	if (range->has_high)
		r->high = pl_fit_of(&range->high, &r->key, pinned_high);
	/* What is pinned ends inside a text at times; a fit of the whole pieces is near enough. */
	front.count = pinned_low.piece;
	fit = pl_fit_of(&front, &r->key, pinned_low);
	r->pinned = fit.key;
	if (fit.whole)
		next_piece(&r->pinned);
	r->inside = lies_inside(range, r) && !(range->has_low && leaves_pinned(&r->low, pinned_low)) &&
		    !(range->has_high && leaves_pinned(&r->high, pinned_high));
}

/* ---- entities ---- */

/* Whether both begin with literal text, and not with the same: in a table of many entities nearly all others do. */
static bool begin_otherwise(const struct pl_template *a, const struct pl_template *b)
{
	const struct pl_part *x = a->parts, *y = b->parts;
	size_t shorter;

	if (!a->nparts || !b->nparts || x->kind == PL_PART_VALUE || y->kind == PL_PART_VALUE)
		return false;
	shorter = PL_MIN(x->text.len, y->text.len);
	return memcmp(x->text.ptr, y->text.ptr, shorter) != 0;
}

/* Whether a template of the query can give the entity's value of an attribute. */
static bool can_equal(struct pl_arena *arena, const struct pl_template *asked, const struct pl_template *has)
{
	struct pl_pieces bound;
	struct pl_reach r = {.legacy = false};

	if (begin_otherwise(asked, has))
		return false;
	pl_pieces_of(arena, asked, &bound);
	pl_pieces_of(arena, has, &r.key);
	r.low = pl_fit_of(&bound, &r.key, (struct pl_spot){bound.count, 0});
	return may_be_equal(&r, &r.low);
}

static bool some_layout_equals(struct pl_arena *arena, const struct pl_template *asked, const struct pl_schema_key *key)
{
	bool equal = can_equal(arena, asked, &key->main);

	for (size_t i = 0; i < key->nlegacy && !equal; i++)
		equal = can_equal(arena, asked, &key->legacy[i]);
	return equal;
}

static bool in_index(const struct pl_schema_entity *entity, const struct pl_index *index)
{
	struct pl_attribute all[PL_KEY_ATTRIBUTES];

	for (unsigned i = pl_index_pks(index, all); i-- > 0;)
		if (!pl_entity_key(entity, all[i].name))
			return false;
	for (unsigned i = pl_index_sks(index, all); i-- > 0;)
		if (!pl_entity_key(entity, all[i].name))
			return false;
	return true;
}

/* Partition key attributes, and the sort key attributes in front of the range, are compared by =. */
static bool meets_equals(struct pl_arena *arena, const struct pl_schema_entity *entity, const struct pl_index *index,
			 const struct pl_expression *asked)
{
	struct pl_attribute all[PL_KEY_ATTRIBUTES];
	unsigned count = pl_index_pks(index, all);

	for (size_t i = 0; i < asked->npk && i < count; i++)
		if (all[i].type == 'S' && !some_layout_equals(arena, &asked->pk[i], pl_entity_key(entity, all[i].name)))
			return false;
	count = pl_index_sks(index, all);
	for (size_t i = 0; i + 1 < asked->nsk && i < count; i++)
		if (all[i].type == 'S' &&
		    !some_layout_equals(arena, &asked->sk[i].first, pl_entity_key(entity, all[i].name)))
			return false;
	return true;
}

typedef PL_VEC(struct pl_reach) reaches;

static void reach_layout(struct pl_arena *arena, const struct pl_range *range, const struct pl_schema_entity *entity,
			 const struct pl_template *layout, bool legacy, reaches *out)
{
	struct pl_reach reach = {.entity = entity, .legacy = legacy, .inside = true};
	struct pl_spot low = {range->low.count, 0}, high = low;

	pl_pieces_of(arena, layout, &reach.key);
	if (range->condition) {
		if (range->condition->op != PL_Q_EQ && range->condition->op != PL_Q_BEGINS_WITH) {
			low = range->same_low;
			high = range->same_high;
		}
		lay(range, &reach, low, high);
	}
	PL_PUSH(out, reach);
}

static void reach_entity(struct pl_arena *arena, const struct pl_range *range, const struct pl_schema_entity *entity,
			 reaches *out)
{
	const struct pl_schema_key *key = pl_entity_key(entity, range->attribute);

	reach_layout(arena, range, entity, &key->main, false, out);
	for (size_t i = 0; i < key->nlegacy; i++)
		reach_layout(arena, range, entity, &key->legacy[i], true, out);
}

/* ---- the range ---- */

static void cut_bounds(struct pl_arena *arena, struct pl_range *range)
{
	const struct pl_condition *c = range->condition;

	range->has_low = c->op != PL_Q_LT && c->op != PL_Q_LE;
	range->has_high = c->op != PL_Q_GT && c->op != PL_Q_GE;
	pl_pieces_of(arena, &c->first, &range->low);
	range->high = range->low;
	if (c->op != PL_Q_BETWEEN && c->op != PL_Q_FROM_UNTIL)
		return;
	pl_pieces_of(arena, &c->second, &range->high);
	common(&range->low, &range->high, &range->same_low, &range->same_high);
	range->backwards = is_backwards(&range->low, &range->high, range->same_low, range->same_high);
}

void pl_range_of(struct pl_arena *arena, const struct pl_schema_table *table, const struct pl_schema_query *query,
		 const struct pl_expression *expression, struct pl_range *out)
{
	struct pl_attribute sk[PL_KEY_ATTRIBUTES];
	unsigned count = pl_index_sks(query->index, sk);
	reaches found = {NULL, 0, 0};

	*out = (struct pl_range){.nreach = 0};
	if (count) {
		size_t last = expression->nsk ? PL_MIN(expression->nsk, (size_t)count) - 1 : 0;

		out->attribute = sk[last].name;
		out->strings = sk[last].type == 'S';
	}
	if (count && expression->nsk) {
		out->condition = &expression->sk[expression->nsk - 1];
		cut_bounds(arena, out);
	}
	for (size_t i = 0; i < table->nentities; i++) {
		const struct pl_schema_entity *entity = &table->entities[i];

		if (!in_index(entity, query->index))
			continue;
		out->nentities++;
		if (count && meets_equals(arena, entity, query->index, expression))
			reach_entity(arena, out, entity, &found);
	}
	out->reach = PL_KEEP(arena, &found);
	out->nreach = found.len;
	PL_VEC_RELEASE(&found);
}

/* ---- asking ---- */

bool pl_range_holds(const struct pl_range *range, const struct pl_schema_entity *entity)
{
	for (size_t i = 0; i < range->nreach; i++)
		if (range->reach[i].entity == entity && range->reach[i].inside)
			return true;
	return false;
}

const struct pl_part *pl_fit_value(const struct pl_reach *reach, const struct pl_fit *fit)
{
	const struct pl_pieces *key = &reach->key;
	const struct pl_piece *at = fit->key.piece < key->count ? &key->piece[fit->key.piece] : NULL;
	const bool between = at && at->begins && fit->key.byte == 0 && !fit->whole;

	if (key->count == 0)
		return NULL;
	if (!at || (between && (fit->meet == PL_MEET_ENDS || !pl_piece_is_value(at))))
		at = &key->piece[fit->key.piece ? fit->key.piece - 1 : 0];
	return pl_piece_is_value(at) ? at->part : NULL;
}

bool pl_fit_reaches(const struct pl_fit *fit, size_t piece)
{
	return fit->key.piece > piece || (fit->key.piece == piece && (fit->key.byte || fit->whole));
}

size_t pl_next_value(const struct pl_pieces *pieces, struct pl_spot from)
{
	size_t i = from.piece;

	while (i < pieces->count && !pl_piece_is_value(&pieces->piece[i]))
		i++;
	return i;
}

/* The last piece of a timestamp in front of a spot that is no sign; count: none. `behind`: bytes of signs after it. */
static size_t last_unit(const struct pl_pieces *key, struct pl_spot spot, size_t *behind)
{
	*behind = 0;
	if (spot.byte)
		return key->count;
	for (size_t i = spot.piece; i-- > 0 && pl_piece_is_value(&key->piece[i]);) {
		if (key->piece[i].kind != PL_B_TEXT)
			return key->piece[i].unit != PL_TP_LITERAL ? i : key->count;
		*behind += key->piece[i].text.len;
	}
	return key->count;
}

bool pl_fit_is_first_instant(const struct pl_pieces *bound, const struct pl_reach *reach, const struct pl_fit *fit)
{
	size_t behind, unit = last_unit(&reach->key, fit->key, &behind);
	const struct pl_piece *text = bound->count ? &bound->piece[bound->count - 1] : NULL, *piece;
	struct pl_str digits;

	if (unit == reach->key.count || !text || text->kind != PL_B_TEXT || pl_piece_is_value(text))
		return false;
	piece = &reach->key.piece[unit];
	if (piece->unit == PL_TP_YEAR || piece->unit == PL_TP_WEEK_YEAR || piece->kind != PL_B_FIXED ||
	    text->text.len < behind + piece->least)
		return false;
	digits = pl_str_sub(text->text, text->text.len - behind - piece->least, text->text.len - behind);
	for (size_t i = 0; i + 1 < digits.len; i++)
		if (digits.ptr[i] != '0')
			return false;
	return digits.ptr[digits.len - 1] == (piece->unit >= PL_TP_HOUR ? '0' : '1');
}

static void add_piece(struct pl_buf *text, const struct pl_piece *piece, unsigned from)
{
	if (piece->kind == PL_B_TEXT)
		pl_buf_add(text, pl_str_sub(piece->text, from, piece->text.len));
	else if (piece->kind == PL_B_FIXED && pl_byteset_has(&piece->set, '0') &&
		 (piece->part->field->type == PL_D_NUMBER || piece->part->field->type == PL_D_TIMESTAMP))
		for (unsigned i = from; i < piece->least; i++)
			pl_buf_addc(text, '0');
	else if (piece->begins && from == 0)
		pl_buf_printf(text, "<%.*s>", (int)piece->part->text.len, piece->part->text.ptr);
	else if (piece->begins)
		pl_buf_adds(text, "…");
}

static void add_bound(struct pl_buf *text, const struct pl_pieces *bound, struct pl_spot until)
{
	for (size_t i = 0; i < PL_MIN(until.piece + 1, bound->count); i++) {
		const struct pl_piece *piece = &bound->piece[i];

		if (pl_piece_is_value(piece)) {
			if (i < until.piece && piece->begins)
				pl_buf_printf(text, "<%.*s>", (int)piece->part->text.len, piece->part->text.ptr);
		} else {
			pl_buf_add(text, i < until.piece ? piece->text : pl_str_sub(piece->text, 0, until.byte));
		}
	}
}

struct pl_str pl_fit_example(struct pl_arena *arena, const struct pl_pieces *bound, const struct pl_pieces *key,
			     const struct pl_fit *fit)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_spot from = fit->key;
	struct pl_str own;

	add_bound(&text, bound, fit->bound);
	if (fit->whole)
		next_piece(&from);
	for (size_t i = from.piece; i < key->count; i++)
		add_piece(&text, &key->piece[i], i == from.piece ? from.byte : 0);
	own = pl_arena_str(arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return own;
}
