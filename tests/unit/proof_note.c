/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Notes come back as they were written, whatever their numbers and bytes, and those of one key in the order of what is
 * told apart last: extra, file, place.
 */
#include "linter/proof/note.h"

#include <setjmp.h>

#include <cmocka.h>

/* Each number of 1 to 9 bytes at its ends. */
static const uint64_t numbers[] = {0, 1, 127, 128, 16383, 16384, (1 << 21) - 1, 1 << 21, (1 << 28) - 1, 1 << 28,
				   (UINT64_C(1) << 35) - 1, UINT64_C(1) << 35, (UINT64_C(1) << 42) - 1, UINT64_C(1) << 42,
				   (UINT64_C(1) << 49) - 1, UINT64_C(1) << 49, (UINT64_C(1) << 56) - 1, UINT64_C(1) << 56,
				   UINT64_MAX - 1, UINT64_MAX};

static void read_next(struct pl_sorter *sorter, struct pl_note *note)
{
	struct pl_sorted record;

	assert_true(pl_sorter_next(sorter, &record));
	pl_note_read(&record, note);
}

/* Written from the greatest to the least, read from the least to the greatest. */
static void numbers_keep_their_order(void **state)
{
	struct pl_notes notes;
	struct pl_note note = {.of = {7, PL_S("p"), PL_S("b#")}, .key = PL_S("key")}, got;

	(void)state;
	for (int alone = 0; alone < 2; alone++) {
		note.alone = alone;
		pl_notes_init(&notes, (size_t)1 << 20, NULL);
		for (size_t e = PL_LEN(numbers); e-- > 0;) {
			for (size_t p = PL_LEN(numbers); p-- > 0;) {
				note.extra = numbers[e];
				note.at = (struct pl_origin){(uint32_t)numbers[p], numbers[p]};
				pl_note_write(&notes, &note);
			}
		}
		pl_sorter_rewind(notes.sorter);
		for (size_t e = 0; e < PL_LEN(numbers); e++) {
			struct pl_origin last = {0, 0};

			for (size_t p = 0; p < PL_LEN(numbers); p++) {
				read_next(notes.sorter, &got);
				assert_true(got.extra == numbers[e]);
				assert_true(got.at.file == (uint32_t)got.at.place);
				assert_true(got.at.file > last.file ||
					    (got.at.file == last.file && got.at.place >= last.place));
				assert_true(pl_identity_eq(&got.of, &note.of));
				assert_true(pl_str_eq(got.key, note.key));
				last = got.at;
			}
		}
		pl_sorter_free(notes.sorter);
		pl_notes_release(&notes);
	}
}

/* Identities without a byte, with any byte, and longer than one byte counts. */
static void identities_come_back(void **state)
{
	static char bytes[3000];
	static const size_t lens[] = {0, 1, 127, 128, 255, 256, sizeof(bytes)};
	struct pl_notes notes;
	struct pl_note got;
	size_t seen = 0;

	(void)state;
	for (size_t i = 0; i < sizeof(bytes); i++)
		bytes[i] = (char)(i * 31);
	pl_notes_init(&notes, (size_t)1 << 20, NULL);
	for (size_t i = 0; i < PL_LEN(lens); i++) {
		for (size_t k = 0; k < PL_LEN(lens); k++) {
			struct pl_identity of = {PL_SUBJECT_TWINS, pl_str_of(bytes, lens[i]), pl_str_of(bytes, lens[k])};

			for (unsigned alone = 0; alone < 2; alone++)
				pl_note_write(&notes, &(struct pl_note){.of = of, .extra = i * 10 + k, .alone = alone,
									.key = of.before});
		}
	}
	pl_sorter_rewind(notes.sorter);
	for (; seen < PL_LEN(lens) * PL_LEN(lens) * 2; seen++) {
		read_next(notes.sorter, &got);
		struct pl_identity of = {PL_SUBJECT_TWINS, pl_str_of(bytes, lens[got.extra / 10]),
					 pl_str_of(bytes, lens[got.extra % 10])};

		assert_true(pl_identity_eq(&got.of, &of));
		assert_true(pl_str_eq(got.key, of.before));
	}
	pl_sorter_free(notes.sorter);
	pl_notes_release(&notes);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(numbers_keep_their_order),
		cmocka_unit_test(identities_come_back),
	};

	return cmocka_run_group_tests_name("proof_note", tests, NULL, NULL);
}
