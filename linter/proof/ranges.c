/* SPDX-License-Identifier: Apache-2.0 */
/*
 * One walker holds, from the outside in: what is settled of the field
 * (`found`), the range at hand (`here`), and the key before (`before`).
 *
 * Hierarchical codes (`longer`, `extends`): whether a value extends a shorter
 * one of its range is told from neighbours alone. A shorter value stands
 * either in front of what extends it (`12#` < `120#`, as # sorts below digits)
 * or behind (`120:` < `12:`). For the first, the lengths of values seen that
 * are prefixes of the last are kept (`chain`); for the second, how many keys
 * still agree with the last value up to which length (`waiting`). Both lists
 * are no longer than a value.
 */
#include "linter/proof/ranges.h"

#include "linter/key/bytes.h"
#include "linter/key/mirror.h"
#include "linter/key/value.h"
#include "linter/proof/sentinel.h"
#include "linter/proof/spelling.h"
#include "linter/proof/written.h"

/* A key that is kept, with its value read from the kept bytes. */
struct kept {
	struct pl_buf bytes;
	struct pl_value value;
	struct pl_origin at;
};

/* Keys that may yet turn out to extend a value of at most `len` bytes. */
struct waiting {
	size_t len;
	uint64_t keys;
};

/* The least break so far, whole keys. */
struct worst {
	bool some;
	struct pl_buf partition, first, second;
	uint32_t from;
	struct pl_witness_origins at;
};

struct here {
	struct pl_buf partition, before;
	uint64_t keys;	    /* with a value */
	uint64_t positions; /* the same, and suspects without a value */
	uint64_t breaks;
	bool differ;		/* two different values, sentinels included */
	bool any;		/* `first` is set */
	struct kept first;	/* only its value counts */
	struct kept last, next; /* the key before and the one at hand; they change places */
	struct pl_writing writing;
	struct pl_spellings spellings;
	PL_VEC(size_t) chain;
	PL_VEC(struct waiting) waiting;
	unsigned mirrors;       /* of inverted times: the ways they are written, a bit each … */
	struct worst unsettled; /* … and their least break, which is none when there is but one way */
};

struct found {
	struct pl_proof counts; /* only its numbers */
	struct pl_tally narrow, wide, bare;
	struct worst plain, negative; /* the least break without a negative value, and with one */
};

struct pl_ranges {
	enum pl_kind kind;
	enum pl_day_order days;
	unsigned padded_width;
	struct here here;
	struct found found;
	struct pl_sentinels sentinels;
};

struct pl_ranges *pl_ranges_new(enum pl_kind kind, enum pl_day_order days, unsigned padded_width)
{
	struct pl_ranges *ranges = pl_calloc(1, sizeof(*ranges));

	ranges->kind = kind;
	ranges->days = days;
	ranges->padded_width = padded_width;
	ranges->here.writing.hex = kind == PL_K_HEXNUMBER || kind == PL_K_BASED;
	return ranges;
}

static void worst_release(struct worst *worst)
{
	pl_buf_release(&worst->partition);
	pl_buf_release(&worst->first);
	pl_buf_release(&worst->second);
}

static void found_release(struct found *found)
{
	pl_tally_release(&found->narrow);
	pl_tally_release(&found->wide);
	pl_tally_release(&found->bare);
	worst_release(&found->plain);
	worst_release(&found->negative);
	*found = (struct found){0};
}

static void here_release(struct here *here)
{
	pl_buf_release(&here->partition);
	pl_buf_release(&here->before);
	pl_buf_release(&here->first.bytes);
	pl_buf_release(&here->last.bytes);
	pl_buf_release(&here->next.bytes);
	pl_writing_release(&here->writing);
	PL_VEC_RELEASE(&here->spellings.all);
	PL_VEC_RELEASE(&here->chain);
	PL_VEC_RELEASE(&here->waiting);
	worst_release(&here->unsettled);
}

void pl_ranges_free(struct pl_ranges *ranges)
{
	if (!ranges)
		return;
	here_release(&ranges->here);
	found_release(&ranges->found);
	pl_sentinels_release(&ranges->sentinels);
	free(ranges);
}

static void set(struct pl_buf *buf, struct pl_str bytes)
{
	pl_buf_clear(buf);
	pl_buf_add(buf, bytes);
}

void pl_ranges_begin(struct pl_ranges *ranges, struct pl_str partition, struct pl_str before)
{
	struct here *here = &ranges->here;

	set(&here->partition, partition);
	set(&here->before, before);
	here->keys = here->positions = here->breaks = 0;
	here->differ = here->any = false;
	pl_writing_clear(&here->writing);
	here->spellings.all.len = 0;
	here->chain.len = 0;
	here->waiting.len = 0;
	here->mirrors = 0;
	here->unsettled.some = false;
}

static enum pl_style style_of(enum pl_kind kind, struct pl_str value)
{
	if (kind == PL_K_TIMESTAMP || kind == PL_K_VERSION || !pl_kind_ordered(kind) ||
	    (kind != PL_K_HEXNUMBER && kind != PL_K_BASED && !pl_all_digits(value)))
		return PL_ST_OTHER;
	return value.len > 1 && value.ptr[0] == '0' ? PL_ST_PADDED : PL_ST_PLAIN;
}

static void keep(const struct pl_ranges *ranges, struct kept *kept, struct pl_str bytes,
		 size_t value_len, struct pl_origin at)
{
	set(&kept->bytes, bytes);
	kept->value = pl_value_read(ranges->kind, ranges->days,
				    pl_str_sub(pl_buf_str(&kept->bytes), 0, value_len));
	kept->at = at;
}

/* Whether the range holds two different values: each is compared with the first. */
static void see_value(struct pl_ranges *ranges, struct pl_str bytes, const struct pl_value *value)
{
	struct here *here = &ranges->here;

	if (!here->any) {
		here->any = true;
		keep(ranges, &here->first, bytes, bytes.len, (struct pl_origin){0, 0});
	} else if (!here->differ) {
		here->differ = pl_value_order(ranges->kind, value, &here->first.value) != 0;
	}
}

/* before ++ from against the bytes of `whole`. */
static int order_joined(const struct pl_buf *before, const struct pl_buf *from,
			const struct pl_buf *whole)
{
	struct pl_str a = pl_buf_str(before), b = pl_buf_str(whole);
	int c = pl_order(a, pl_str_sub(b, 0, PL_MIN(a.len, b.len)));

	return c ? c : pl_order(pl_buf_str(from), pl_str_sub(b, a.len, b.len));
}

/*
 * Whether the break at hand stands before the worst one: shorter, then by partition, first and
 * second key.
 */
static bool is_plainer(const struct here *here, const struct worst *worst)
{
	size_t len = 2 * here->before.len + here->last.bytes.len + here->next.bytes.len;
	size_t best = worst->first.len + worst->second.len;
	int c;

	if (!worst->some || len != best)
		return !worst->some || len < best;
	c = pl_order(pl_buf_str(&here->partition), pl_buf_str(&worst->partition));
	c = c ? c : order_joined(&here->before, &here->last.bytes, &worst->first);
	c = c ? c : order_joined(&here->before, &here->next.bytes, &worst->second);
	return c < 0;
}

static bool is_negative(const struct pl_ranges *ranges, const struct kept *kept)
{
	struct pl_str text = kept->value.text;

	return (ranges->kind == PL_K_SIGNED || ranges->kind == PL_K_DECIMAL) && text.len > 0 && text.ptr[0] == '-';
}

static void note_break(struct pl_ranges *ranges)
{
	struct here *here = &ranges->here;
	bool negative = is_negative(ranges, &here->last) || is_negative(ranges, &here->next);
	struct worst *worst = ranges->kind == PL_K_MIRRORED ? &here->unsettled
			      : negative		     ? &ranges->found.negative
							     : &ranges->found.plain;

	here->breaks++;
	ranges->found.counts.breaks_negative += negative;
	if (!is_plainer(here, worst))
		return;
	worst->some = true;
	worst->from = (uint32_t)here->before.len;
	worst->at = (struct pl_witness_origins){here->last.at, here->next.at};
	set(&worst->partition, pl_buf_str(&here->partition));
	set(&worst->first, pl_buf_str(&here->before));
	pl_buf_add(&worst->first, pl_buf_str(&here->last.bytes));
	set(&worst->second, pl_buf_str(&here->before));
	pl_buf_add(&worst->second, pl_buf_str(&here->next.bytes));
}

static bool is_less(const struct worst *a, const struct worst *b)
{
	size_t len = a->first.len + a->second.len, best = b->first.len + b->second.len;
	int c;

	if (!a->some || !b->some || len != best)
		return a->some && (!b->some || len < best);
	c = pl_order(pl_buf_str(&a->partition), pl_buf_str(&b->partition));
	c = c ? c : pl_order(pl_buf_str(&a->first), pl_buf_str(&b->first));
	return (c ? c : pl_order(pl_buf_str(&a->second), pl_buf_str(&b->second))) < 0;
}

/* Times of a range that are all inverted in one way, or all plain, are in the order that is meant there. */
static void settle_mirrors(struct pl_ranges *ranges)
{
	struct here *here = &ranges->here;
	struct worst swap = ranges->found.plain;

	if (!(here->mirrors & (here->mirrors - 1)))
		here->breaks = 0;
	else if (is_less(&here->unsettled, &ranges->found.plain)) {
		ranges->found.plain = here->unsettled;
		here->unsettled = swap;
	}
}

static void wait_for(struct here *here, size_t len, uint64_t keys)
{
	if (!len || !keys)
		return;
	if (here->waiting.len && here->waiting.ptr[here->waiting.len - 1].len == len)
		here->waiting.ptr[here->waiting.len - 1].keys += keys;
	else
		PL_PUSH(&here->waiting, (struct waiting){len, keys});
}

/* Takes away the keys that wait for a value of `len` bytes or more. */
static uint64_t waiting_for(struct here *here, size_t len)
{
	uint64_t keys = 0;

	while (here->waiting.len && here->waiting.ptr[here->waiting.len - 1].len >= len)
		keys += here->waiting.ptr[--here->waiting.len].keys;
	return keys;
}

/* What values from here on have in common with those so far: at most `common` bytes. */
static void see_agreement(struct here *here, size_t common)
{
	while (here->chain.len && here->chain.ptr[here->chain.len - 1] > common)
		here->chain.len--;
	wait_for(here, common, waiting_for(here, common));
}

/* The value at hand is `len` digits: counts the keys that extend a shorter one of the range. */
static void see_extension(struct pl_ranges *ranges, size_t len, size_t common)
{
	struct here *here = &ranges->here;

	/*
	 * Whoever agreed with all of it so far extends it; it is longer, having waited for a
	 * shorter one.
	 */
	if (common == len)
		ranges->found.counts.extends += waiting_for(here, len);
	if (here->chain.len && here->chain.ptr[0] < len)
		ranges->found.counts.extends++;
	else
		wait_for(here, len - 1, 1);
	if (!here->chain.len || here->chain.ptr[here->chain.len - 1] < len)
		PL_PUSH(&here->chain, len);
}

/* The key at hand (`next`) has a value: compares it with the one before and takes its place. */
static void take(struct pl_ranges *ranges, struct pl_str text, bool doubtful)
{
	struct here *here = &ranges->here;
	enum pl_style style = style_of(ranges->kind, text);
	size_t common = here->keys ? pl_agreement(text, here->last.value.text) : 0;
	struct kept swap;

	pl_writing_add(&here->writing, text, style, doubtful);
	see_agreement(here, common);
	if (style != PL_ST_OTHER)
		see_extension(ranges, text.len, common);
	if (here->keys++) {
		if (pl_value_order(ranges->kind, &here->next.value, &here->last.value) < 0)
			note_break(ranges);
		/* Of equal keys, which an index may have, the first place is shown. */
		if (pl_str_eq(pl_buf_str(&here->next.bytes), pl_buf_str(&here->last.bytes)))
			return;
	}
	swap = here->last;
	here->last = here->next;
	here->next = swap;
}

void pl_ranges_add(struct pl_ranges *ranges, struct pl_str bytes, size_t value_len,
		   struct pl_origin at)
{
	struct here *here = &ranges->here;
	struct pl_str text = pl_str_sub(bytes, 0, value_len);
	bool doubtful = false;

	keep(ranges, &here->next, bytes, value_len, at);
	if (here->next.value.some)
		see_value(ranges, text, &here->next.value);
	if (!ranges->sentinels.chosen) {
		doubtful = pl_sentinels_note(&ranges->sentinels, text, here->positions,
					     here->next.value.some);
	} else if (pl_sentinels_has(&ranges->sentinels, text)) {
		ranges->found.counts.sentinel_keys++;
		return;
	}
	if (ranges->kind == PL_K_TIMESTAMP && (here->next.value.some || doubtful))
		pl_spellings_add(&here->spellings, pl_form_of(text, ranges->days), doubtful);
	if (ranges->kind == PL_K_MIRRORED && here->next.value.some)
		here->mirrors |= 1U << pl_mirror_read(text).form;
	here->positions += here->next.value.some || doubtful;
	if (here->next.value.some)
		take(ranges, here->next.value.text, doubtful);
	else
		ranges->found.counts.no_value++;
}

static bool is_padded(const struct pl_writing *writing)
{
	for (size_t i = 0; i < writing->used; i++)
		if (writing->all.ptr[i].style == PL_ST_PADDED)
			return true;
	return false;
}

/* `writing` is sorted by width. */
static bool has_two_widths(const struct pl_writing *writing)
{
	unsigned width = 0;

	for (size_t i = 0; i < writing->used; i++) {
		if (writing->all.ptr[i].style == PL_ST_OTHER)
			continue;
		if (width && writing->all.ptr[i].width != width)
			return true;
		width = writing->all.ptr[i].width;
	}
	return false;
}

static void count_into(struct pl_tally *tally, const struct pl_written *written, bool mixed,
		       uint64_t *keys, uint64_t *keys_mixed)
{
	pl_tally_add(tally, written);
	*keys += written->keys;
	*keys_mixed += mixed ? written->keys : 0;
}

/* Sorts the numbers of the range into narrow, wide, bare, and those that are as they should be. */
static void settle_widths(struct found *found, const struct pl_writing *writing,
			  unsigned padded_width)
{
	struct pl_proof *counts = &found->counts;
	bool padded = is_padded(writing), mixed = has_two_widths(writing);
	unsigned shortest = 0;

	counts->ranges_padded += padded;
	for (size_t i = 0; i < writing->used; i++) {
		const struct pl_written *written = &writing->all.ptr[i];

		counts->distinct += written->distinct;
		if (written->style == PL_ST_OTHER)
			continue;
		shortest = shortest ? shortest : written->width;
		counts->longer += written->width > shortest ? written->keys : 0;
		if (!padded)
			count_into(&found->bare, written, mixed, &counts->bare,
				   &counts->bare_mixed);
		else if (written->width < padded_width)
			count_into(&found->narrow, written, mixed, &counts->narrow,
				   &counts->narrow_mixed);
		else if (written->width > padded_width)
			count_into(&found->wide, written, mixed, &counts->wide,
				   &counts->wide_mixed);
	}
}

/* `writing` is sorted by width. */
static bool has_two_lengths(const struct pl_writing *writing)
{
	return writing->used > 1 && writing->all.ptr[0].width != writing->all.ptr[writing->used - 1].width;
}

/* Whether all numbers of the range have as many digits as epochs do, of two units. `writing` is sorted by width. */
static bool has_two_units(const struct pl_writing *writing)
{
	enum pl_epoch first = PL_EPOCH_NONE, unit = PL_EPOCH_NONE;

	for (size_t i = 0; i < writing->used; i++) {
		const struct pl_written *written = &writing->all.ptr[i];

		unit = written->style == PL_ST_PLAIN ? pl_epoch_of_width(written->width) : PL_EPOCH_NONE;
		if (unit == PL_EPOCH_NONE)
			return false;
		first = i ? first : unit;
	}
	return unit != first;
}

static void settle_times(struct found *found, const struct pl_spellings *spellings)
{
	struct pl_mix mix = pl_spellings_mix(spellings);

	found->counts.ranges_precision += mix.precision;
	found->counts.ranges_format += mix.format;
	found->counts.ranges_offset += mix.offset;
	found->counts.ranges_unit += mix.unit;
}

void pl_ranges_end(struct pl_ranges *ranges)
{
	struct here *here = &ranges->here;
	struct pl_proof *counts = &ranges->found.counts;

	if (ranges->kind == PL_K_MIRRORED)
		settle_mirrors(ranges);
	pl_writing_end(&here->writing);
	counts->keys += here->keys;
	counts->ranges += here->differ;
	counts->ranges_all += here->keys > 0;
	counts->ranges_wrong += here->breaks > 0;
	counts->breaks += here->breaks;
	counts->pairs += here->writing.pairs;
	counts->pairs_next += here->writing.pairs_next;
	counts->ranges_lengths += has_two_lengths(&here->writing);
	settle_widths(&ranges->found, &here->writing, ranges->padded_width);
	settle_times(&ranges->found, &here->spellings);
	if (ranges->kind == PL_K_NUMBER)
		counts->ranges_unit += has_two_units(&here->writing);
	if (!ranges->sentinels.chosen)
		pl_sentinels_judge(&ranges->sentinels,
				   &(struct pl_sentinel_range){
					   .keys = here->positions,
					   .writing = &here->writing,
					   .spellings = &here->spellings,
					   .times = ranges->kind == PL_K_TIMESTAMP,
					   .padded = is_padded(&here->writing),
					   .days = ranges->days,
				   });
}

bool pl_ranges_again(struct pl_ranges *ranges)
{
	if (ranges->sentinels.chosen || !pl_sentinels_choose(&ranges->sentinels))
		return false;
	found_release(&ranges->found);
	return true;
}

static enum pl_order_state state_of(const struct pl_proof *proof)
{
	if (proof->breaks)
		return PL_O_BROKEN;
	return proof->ranges ? PL_O_WALKED : PL_O_ALONE;
}

/* The plainer of two witnesses, as is_plainer() has it. */
static bool before(const struct pl_witness *a, const struct pl_witness *b)
{
	size_t len = a->first.len + a->second.len, best = b->first.len + b->second.len;
	int c;

	if (!a->some || !b->some || len != best)
		return a->some && (!b->some || len < best);
	c = pl_order(a->partition, b->partition);
	c = c ? c : pl_order(a->first, b->first);
	return (c ? c : pl_order(a->second, b->second)) < 0;
}

static struct pl_witness witness_of(const struct worst *worst, struct pl_arena *arena)
{
	if (!worst->some)
		return (struct pl_witness){.some = false};
	return (struct pl_witness){
		.some = true,
		.partition = pl_arena_str(arena, pl_buf_str(&worst->partition)),
		.first = pl_arena_str(arena, pl_buf_str(&worst->first)),
		.second = pl_arena_str(arena, pl_buf_str(&worst->second)),
		.from = worst->from,
	};
}

static void finish_witnesses(const struct found *found, struct pl_arena *arena, struct pl_proof *proof,
			     struct pl_witness_origins origins[PL_WITNESSES])
{
	bool negative;

	proof->negative = witness_of(&found->negative, arena);
	proof->plain = witness_of(&found->plain, arena);
	negative = before(&proof->negative, &proof->plain);
	proof->witness = negative ? proof->negative : proof->plain;
	origins[PL_W_NEGATIVE] = found->negative.at;
	origins[PL_W_PLAIN] = found->plain.at;
	origins[PL_W_ALL] = negative ? found->negative.at : found->plain.at;
}

void pl_ranges_finish(const struct pl_ranges *ranges, struct pl_arena *arena,
		      struct pl_proof *proof, struct pl_witness_origins origins[PL_WITNESSES])
{
	const struct found *found = &ranges->found;

	*proof = found->counts;
	proof->state = state_of(proof);
	proof->narrow_widths = pl_tally_copy(&found->narrow, arena, &proof->nnarrow);
	proof->wide_widths = pl_tally_copy(&found->wide, arena, &proof->nwide);
	proof->bare_widths = pl_tally_copy(&found->bare, arena, &proof->nbare);
	for (size_t i = 0; ranges->sentinels.chosen && i < ranges->sentinels.suspects.len; i++)
		proof->sentinels[proof->nsentinels++] =
			pl_arena_str(arena, pl_buf_str(&ranges->sentinels.suspects.ptr[i].value));
	finish_witnesses(found, arena, proof, origins);
}
