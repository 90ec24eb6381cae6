/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/sentinel.h"

#include "linter/key/bytes.h"
#include "linter/key/number.h"

void pl_sentinels_release(struct pl_sentinels *sentinels)
{
	for (size_t i = 0; i < sentinels->suspects.len; i++)
		pl_buf_release(&sentinels->suspects.ptr[i].value);
	PL_VEC_RELEASE(&sentinels->suspects);
	PL_VEC_RELEASE(&sentinels->here);
}

static bool is_zero(struct pl_str value)
{
	return value.len == 1 && value.ptr[0] == '0';
}

/* A single nine cannot be wider than anything, so it is not even suspected. */
static bool is_number_end(struct pl_str value)
{
	return value.len > 1 && value.ptr[0] != '0' && pl_all_digits(value) &&
	       (pl_digits_are_nines(value) || pl_digits_are_int_max(value));
}

static bool is_calendar_end(struct pl_str value)
{
	/* Every key that is walked comes by here: most are known by one byte. */
	if (value.len < 8 || (value.ptr[0] != '9' && value.ptr[4] != '-'))
		return false;
	return pl_str_starts(value, PL_S("9999-12-31")) || pl_str_starts(value, PL_S("99991231")) ||
	       pl_str_starts(value, PL_S("0000-00-00")) || pl_str_starts(value, PL_S("0001-01-01"));
}

static bool is_suspicious(struct pl_str value)
{
	return is_zero(value) || is_number_end(value) || is_calendar_end(value);
}

static struct pl_suspect *suspect_of(struct pl_sentinels *sentinels, struct pl_str value)
{
	struct pl_suspect *suspect;

	for (size_t i = 0; i < sentinels->suspects.len; i++)
		if (pl_str_eq(pl_buf_str(&sentinels->suspects.ptr[i].value), value))
			return &sentinels->suspects.ptr[i];
	if (sentinels->suspects.len == PL_MAX_SUSPECTS)
		return NULL;
	PL_PUSH(&sentinels->suspects, (struct pl_suspect){0});
	suspect = &sentinels->suspects.ptr[sentinels->suspects.len - 1];
	pl_buf_add(&suspect->value, value);
	return suspect;
}

bool pl_sentinels_note(struct pl_sentinels *sentinels, struct pl_str value, uint64_t position,
		       bool valued)
{
	struct pl_suspect *suspect;
	size_t index;

	if (PL_LIKELY(!is_suspicious(value)))
		return false;
	suspect = suspect_of(sentinels, value);
	if (!suspect)
		return false;
	suspect->keys++;
	index = (size_t)(suspect - sentinels->suspects.ptr);
	for (size_t i = 0; i < sentinels->here.len; i++) {
		struct pl_sighting *sighting = &sentinels->here.ptr[i];

		if (sighting->suspect == index) {
			sighting->last = position;
			sighting->keys++;
			return true;
		}
	}
	PL_PUSH(&sentinels->here, (struct pl_sighting){index, position, position, 1, valued});
	return true;
}

static bool at_one_end(const struct pl_sighting *s, uint64_t keys)
{
	return s->last - s->first + 1 == s->keys && (s->first == 0 || s->last == keys - 1);
}

/* How the values are written that are no suspects. */
struct rest {
	uint64_t distinct; /* different ones */
	unsigned widths;   /* different widths */
	unsigned widest;
	bool shares; /* one has the width, or the form, of the suspect */
};

static struct rest rest_of(const struct pl_sentinels *sentinels,
			   const struct pl_sentinel_range *range, struct pl_str value)
{
	struct rest rest = {0};
	unsigned last = 0;

	for (size_t i = 0; i < range->writing->used; i++) {
		const struct pl_written *written = &range->writing->all.ptr[i];

		rest.distinct += written->distinct;
		if (written->keys == written->doubtful)
			continue;
		rest.widths += written->width != last; /* sorted by width */
		last = written->width;
		rest.widest = written->width;
		rest.shares |= !range->times && written->width == value.len;
	}
	for (size_t i = 0; i < sentinels->here.len; i++)
		rest.distinct -= sentinels->here.ptr[i].valued;
	if (range->times) {
		struct pl_time_form form = pl_form_of(value, range->days);

		for (size_t i = 0; i < range->spellings->all.len; i++) {
			const struct pl_spelling *s = &range->spellings->all.ptr[i];

			rest.shares |=
				s->keys > s->doubtful && memcmp(&s->form, &form, sizeof(form)) == 0;
		}
	}
	return rest;
}

static bool stands_out(const struct pl_sentinel_range *range, const struct rest *rest,
		       struct pl_str value)
{
	if (rest->shares)
		return false;
	if (range->times)
		return true;
	if (rest->widths > 1 && !range->padded)
		return false;
	return is_zero(value) || value.len > rest->widest + (range->padded ? 0 : 1);
}

void pl_sentinels_judge(struct pl_sentinels *sentinels, const struct pl_sentinel_range *range)
{
	for (size_t i = 0; i < sentinels->here.len; i++) {
		const struct pl_sighting *sighting = &sentinels->here.ptr[i];
		struct pl_suspect *suspect = &sentinels->suspects.ptr[sighting->suspect];
		struct pl_str value = pl_buf_str(&suspect->value);
		struct rest rest = rest_of(sentinels, range, value);

		if (!rest.distinct)
			continue;
		if (!at_one_end(sighting, range->keys) || !stands_out(range, &rest, value))
			suspect->against_it++;
		else if (rest.distinct > 1)
			suspect->for_it++;
	}
	sentinels->here.len = 0;
}

static int by_keys(const void *x, const void *y)
{
	const struct pl_suspect *a = x, *b = y;

	if (a->keys != b->keys)
		return a->keys > b->keys ? -1 : 1;
	return pl_order(pl_buf_str(&a->value), pl_buf_str(&b->value));
}

bool pl_sentinels_choose(struct pl_sentinels *sentinels)
{
	struct pl_suspect *suspects = sentinels->suspects.ptr;
	size_t kept = 0;

	for (size_t i = 0; i < sentinels->suspects.len; i++) {
		if (suspects[i].for_it && !suspects[i].against_it)
			suspects[kept++] = suspects[i];
		else
			pl_buf_release(&suspects[i].value);
	}
	if (kept > 1)
		qsort(suspects, kept, sizeof(*suspects), by_keys);
	while (kept > PL_MAX_SENTINELS)
		pl_buf_release(&suspects[--kept].value);
	sentinels->suspects.len = kept;
	sentinels->chosen = true;
	return kept > 0;
}

bool pl_sentinels_has(const struct pl_sentinels *sentinels, struct pl_str value)
{
	for (size_t i = 0; i < sentinels->suspects.len; i++)
		if (pl_str_eq(pl_buf_str(&sentinels->suspects.ptr[i].value), value))
			return true;
	return false;
}
