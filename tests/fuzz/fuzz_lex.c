/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Lexing any bytes: the structure that other rooms rely on, purity, and that
 * each time found can be read again from its own bytes.
 *
 *     clang -fsanitize=fuzzer,address,undefined -I. -D_POSIX_C_SOURCE=200809L \
 *             tests/fuzz/fuzz_lex.c linter/key/[a-z]*.c linter/base/mem.c
 */
#include "linter/key/alike.h"
#include "linter/key/duration.h"
#include "linter/key/lex.h"
#include "linter/key/number.h"
#include "linter/key/time.h"
#include "linter/key/value.h"
#include "linter/key/version.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Values of a mask in order, each with its class, and nothing else behind 0x01. */
static void check_mask(const struct pl_lexed *lexed, const struct pl_segment *seg)
{
	unsigned n = 0;

	PL_ASSERT(seg->text.len <= PL_MAX_MASK);
	for (size_t i = 0; i < seg->text.len; i++) {
		if (seg->text.ptr[i] != '\x01')
			continue;
		PL_ASSERT(i + 1 < seg->text.len && n < seg->nslots);
		PL_ASSERT((uint8_t)seg->text.ptr[++i] == lexed->slot[seg->slot + n++].class);
	}
	PL_ASSERT(n == seg->nslots && n >= 1 && n <= PL_MAX_VALUES);
}

static void check_slot(struct pl_str key, const struct pl_segment *seg, const struct pl_slot *slot)
{
	struct pl_str bytes = pl_str_sub(key, slot->from, slot->to);
	struct pl_duration duration;
	struct pl_time time;
	char text[40];

	PL_ASSERT(seg->from <= slot->from && slot->from < slot->to && slot->to <= seg->to);
	switch (slot->class) {
	case PL_C_TIME:
		PL_ASSERT(pl_time_read(bytes, PL_MONTH_FIRST, &time));
		pl_time_form_text(time.form, text);
		PL_ASSERT(strlen(text) < sizeof(text));
		if (time.valid)
			pl_instant_text(time.at, text);
		break;
	case PL_C_DURATION:
		PL_ASSERT(pl_duration_read(bytes, &duration));
		break;
	case PL_C_DIGITS:
		PL_ASSERT(pl_value_read(PL_K_NUMBER, PL_MONTH_FIRST, bytes).some);
		PL_ASSERT(pl_digits_order(bytes, pl_digits_strip(bytes)) == 0);
		break;
	case PL_C_SIGNED:
		PL_ASSERT(pl_value_read(PL_K_SIGNED, PL_MONTH_FIRST, bytes).some);
		break;
	case PL_C_DECIMAL:
		PL_ASSERT(pl_value_read(PL_K_DECIMAL, PL_MONTH_FIRST, bytes).some);
		PL_ASSERT(pl_decimal_order(bytes, bytes) == 0);
		break;
	case PL_C_HEXNUM:
		PL_ASSERT(pl_value_read(PL_K_HEXNUMBER, PL_MONTH_FIRST, bytes).some);
		PL_ASSERT(pl_hex_order(pl_str_sub(bytes, 2, bytes.len), pl_str_sub(bytes, 2, bytes.len)) == 0);
		break;
	case PL_C_VERSION:
		PL_ASSERT(pl_value_read(PL_K_VERSION, PL_MONTH_FIRST, bytes).some);
		PL_ASSERT(pl_version_order(bytes, bytes) == 0);
		break;
	}
}

static void check(struct pl_str key, const struct pl_lexed *lexed)
{
	size_t at = 0;
	unsigned slots = 0;

	PL_ASSERT(lexed->nsegments >= 1 && lexed->nsegments <= PL_MAX_SEGMENTS);
	PL_ASSERT(lexed->sep == 0 || strchr(PL_SEPARATORS, lexed->sep));
	PL_ASSERT((lexed->sep == 0) == (lexed->nsegments == 1));
	for (unsigned i = 0; i < lexed->nsegments; i++) {
		const struct pl_segment *seg = &lexed->segment[i];
		uint32_t slot_end = seg->from;

		PL_ASSERT(i == 0 || key.ptr[at - 1] == lexed->sep);
		PL_ASSERT(seg->from == at && seg->to >= at && seg->to <= key.len);
		PL_ASSERT(seg->slot == slots);
		for (unsigned k = 0; k < seg->nslots; k++) {
			const struct pl_slot *slot = &lexed->slot[slots + k];

			PL_ASSERT(slot->from >= slot_end);
			slot_end = slot->to;
			check_slot(key, seg, slot);
		}
		slots += seg->nslots;
		switch (seg->class) {
		case PL_C_WORD:
			PL_ASSERT(seg->nslots == 0);
			PL_ASSERT(pl_str_eq(seg->text, pl_str_sub(key, seg->from, seg->to)));
			break;
		case PL_C_MASK:
			check_mask(lexed, seg);
			break;
		default:
			PL_ASSERT(seg->nslots == 1 && seg->text.len == 0);
			PL_ASSERT(lexed->slot[seg->slot].class == seg->class);
			PL_ASSERT(lexed->slot[seg->slot].from == seg->from && slot_end == seg->to);
			PL_ASSERT(strcmp(pl_class_name(seg->class), "<none>") != 0);
		}
		at = (size_t)seg->to + 1;
	}
	PL_ASSERT(slots == lexed->nslots);
	PL_ASSERT(at == key.len + 1);
}

/* Equal but for where masks and words are kept. */
static void check_same(const struct pl_lexed *a, const struct pl_lexed *b)
{
	PL_ASSERT(a->sep == b->sep && a->nsegments == b->nsegments && a->nslots == b->nslots);
	for (unsigned i = 0; i < a->nsegments; i++) {
		const struct pl_segment *x = &a->segment[i], *y = &b->segment[i];

		PL_ASSERT(x->from == y->from && x->to == y->to && x->class == y->class);
		PL_ASSERT(x->slot == y->slot && x->nslots == y->nslots && pl_str_eq(x->text, y->text));
	}
	for (unsigned i = 0; i < a->nslots; i++)
		PL_ASSERT(a->slot[i].from == b->slot[i].from && a->slot[i].to == b->slot[i].to &&
			  a->slot[i].class == b->slot[i].class);
}

/*
 * The same key with other digits, lexed by likeness to this one: when the answer is said to hold for it, it does,
 * and what is remembered of one key is right for the other.
 */
static void check_alike(struct pl_str key, uint8_t seed)
{
	static struct pl_alikes alikes;
	static struct pl_lexed anew;
	char *other = pl_malloc(key.len + 1);

	for (unsigned turn = 0; turn < 3; turn++) {
		for (size_t i = 0; i < key.len; i++)
			other[i] = pl_is_digit((unsigned char)key.ptr[i])
				? (char)('0' + ((unsigned char)key.ptr[i] * 7 + seed * turn + i * turn) % 10) : key.ptr[i];
		pl_lex(pl_str_of(other, key.len), &anew);
		check_same(pl_lex_alike(&alikes, pl_str_of(other, key.len)), &anew);
	}
	check_same(pl_lex_alike(&alikes, key), (pl_lex(key, &anew), &anew));
	free(other);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct pl_lexed first, second;
	struct pl_str key = {(const char *)data, size};
	char *copy = pl_malloc(size + 8), *room = copy;

	pl_lex(key, &first);
	check(key, &first);
	check_alike(key, size ? data[size - 1] : 0);
	/*
	 * The same bytes elsewhere, with digits in front and behind that a reader
	 * beyond either end would take for a part of the last number or time.
	 */
	memset(copy, '7', size + 8);
	room += 3;
	if (size)
		memcpy(room, data, size);
	memset(&second, 0xa5, sizeof(second));
	pl_lex(pl_str_of(room, size), &second);
	check_same(&first, &second);
	free(copy);
	return 0;
}
