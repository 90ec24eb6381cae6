/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Marks of any bytes, as each class and as the segments of a key: never more
 * than there are, and the quick way past plain values hides none.
 */
#include "linter/key/mark.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static pl_mark_set bit(enum pl_mark mark)
{
	return UINT32_C(1) << mark;
}

static bool has_two_cases(struct pl_str s)
{
	bool upper = false, lower = false;

	for (size_t i = 0; i < s.len; i++) {
		upper |= pl_is_upper((unsigned char)s.ptr[i]);
		lower |= pl_is_lower((unsigned char)s.ptr[i]);
	}
	return upper && lower;
}

static void check_class(enum pl_class class, struct pl_str value)
{
	const pl_mark_set text = bit(PL_M_EMPTY) | bit(PL_M_UNSET) | bit(PL_M_NULL) | bit(PL_M_OBJECT) |
				 bit(PL_M_PLACEHOLDER) | bit(PL_M_QUOTES) | bit(PL_M_BLANK);
	pl_mark_set set = pl_marks_seen(class, value, false);

	PL_ASSERT(set < bit(PL_MARKS));
	PL_ASSERT(!(set & (bit(PL_M_NO_SUCH_TIME) | bit(PL_M_ZERO_TIME))));
	/* Of what stands in place of a value the plainest is said. */
	PL_ASSERT((set & text & ((set & text) - 1)) == 0);
	/* Letters in both cases and a fault are no ULID but an id of other making. */
	PL_ASSERT(!(set & bit(PL_M_BAD_ID)) == (pl_id_fault(class, value) == PL_ID_FINE || (class == PL_C_ULID && has_two_cases(value))));
}

static void check_key(struct pl_str key)
{
	static struct pl_lexed lexed;

	pl_lex(key, &lexed);
	for (unsigned i = 0; i < lexed.nsegments; i++) {
		const struct pl_segment *s = &lexed.segment[i];
		struct pl_str value = pl_str_sub(key, s->from, s->to);

		PL_ASSERT(pl_marks_of((enum pl_class)s->class, value, s->plain) ==
			  pl_marks_seen((enum pl_class)s->class, value, false));
	}
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static const enum pl_class texts[] = {PL_C_WORD, PL_C_MASK, PL_C_TEXT, PL_C_DIGITS, PL_C_MAIL, PL_C_URL, PL_C_ARN};
	struct pl_str value = {(const char *)data, size};

	for (size_t i = 0; i < PL_LEN(texts); i++)
		check_class(texts[i], value);
	/* Ids have the lengths that lexing gives them. */
	if (size == 26)
		check_class(PL_C_ULID, value);
	if (size == 27)
		check_class(PL_C_KSUID, value);
	if (size == 36 || size == 38)
		check_class(PL_C_UUID, value);
	check_key(value);
	return 0;
}
