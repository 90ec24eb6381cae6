/* SPDX-License-Identifier: Apache-2.0 */
/* Statistics and sketches against the plain way to count. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/base/hash.h"
#include "linter/key/number.h"
#include "linter/profile/observe.h"
#include "tests/shapes/tables.h"

static int by_number(const void *a, const void *b)
{
	uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

	return (x > y) - (x < y);
}

/* What a sketch of `k` keeps of `n` members is the k least, whatever the order and however it was merged. */
static void sketch_keeps_the_least(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 200; round++) {
		struct keys k = {.seed = round};
		unsigned n = 1 + below(&k, 3000), most = 1 + below(&k, 300);
		uint64_t *all = pl_calloc(n, sizeof(*all)), *kept = pl_calloc(most, sizeof(*kept));
		struct pl_sketch parts[3];
		size_t len, distinct = 0;
		bool estimated;

		for (unsigned p = 0; p < 3; p++)
			pl_sketch_init(&parts[p], most, true);
		for (unsigned i = 0; i < n; i++) {
			uint64_t member = below(&k, n) + 1;

			all[i] = pl_hash_mix(member, round);
			/* The value of every third member changes between its occurrences. */
			pl_sketch_add(&parts[below(&k, 3)], all[i], member % 3 ? 2 : 4 + 2 * (uint64_t)i);
		}
		pl_sketch_merge(&parts[2], &parts[0]);
		pl_sketch_merge(&parts[1], &parts[2]);
		pl_sketch_trim(&parts[1]);
		len = pl_sketch_sorted(&parts[1], kept, most);
		qsort(all, n, sizeof(*all), by_number);
		for (unsigned i = 0; i < n; i++) {
			if (i && all[i] == all[i - 1])
				continue;
			if (distinct < most)
				assert_int_equal(kept[distinct], all[i]);
			distinct++;
		}
		assert_int_equal(len, PL_MIN(distinct, (size_t)most));
		if (distinct <= most) {
			uint64_t several = 0;

			assert_true(pl_sketch_count(&parts[1], &estimated) == (double)distinct && !estimated);
			for (unsigned i = 1; i < n; i++) {
				bool third = false;

				for (uint64_t m = 3; m <= n; m += 3)
					third |= pl_hash_mix(m, round) == all[i];
				several += third && all[i] == all[i - 1] && (i < 2 || all[i - 1] != all[i - 2]);
			}
			assert_true(pl_sketch_several(&parts[1], &estimated) == (double)several);
		} else {
			double guess = pl_sketch_count(&parts[1], &estimated);

			assert_true(estimated);
			if (most >= 100)
				assert_true(guess > 0.6 * (double)distinct && guess < 1.5 * (double)distinct);
		}
		for (unsigned p = 0; p < 3; p++)
			pl_sketch_release(&parts[p]);
		free(all);
		free(kept);
	}
}

static void see(struct pl_stats *s, enum pl_class class, const char *text)
{
	struct pl_str value = pl_str_c(text);
	struct pl_time time;
	struct pl_seen seen = {.value = value, .behind = -1, .class = class, .last = true, .weight = 1,
			       .hash = pl_stats_hash(class, value), .range = 7, .time = &time};

	if (class == PL_C_TIME)
		pl_stats_read_time(s, value, &time);
	pl_stats_add(s, &seen);
}

static void numbers(void **state)
{
	struct pl_stats s;
	static const char *const values[] = {"7", "0012", "12", "9", "100", "0100", "99", "0003"};

	(void)state;
	pl_stats_init(&s, 64);
	for (size_t i = 0; i < PL_LEN(values); i++)
		see(&s, PL_C_DIGITS, values[i]);
	assert_int_equal(s.widths.len, 4);
	assert_true(pl_str_eq(pl_short_str(&s.greatest), PL_S("0100")));
	assert_true(pl_str_eq(pl_short_str(&s.second), PL_S("99")));
	assert_int_equal(s.min_len, 1);
	assert_int_equal(s.max_len, 4);
	assert_int_equal(s.divisor, 1);
	see(&s, PL_C_DIGITS, "123456789012345678901234567890123456789012345");
	assert_int_equal(s.widths.ptr[4].width, PL_MAX_DIGITS + 1);
	pl_stats_release(&s);
}

/* The two greatest different values of any digits, the plain way. */
static void two_greatest(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 400; round++) {
		struct keys k = {.seed = round};
		struct pl_stats s;
		uint64_t greatest = 0, second = 0;
		bool some_second = false;
		unsigned n = 1 + below(&k, 30);

		pl_stats_init(&s, 16);
		for (unsigned i = 0; i < n; i++) {
			unsigned v = below(&k, 300);

			see(&s, PL_C_DIGITS, pl_arena_printf(&k.arena, "%0*u", (int)below(&k, 6), v));
			if (!i || v > greatest) {
				some_second = i != 0;
				second = greatest;
				greatest = v;
			} else if (v < greatest && (!some_second || v > second)) {
				second = v;
				some_second = true;
			}
		}
		assert_int_equal(pl_digits_i64(pl_short_str(&s.greatest)), greatest);
		assert_int_equal(s.second.len != 0, some_second);
		if (some_second)
			assert_int_equal(pl_digits_i64(pl_short_str(&s.second)), second);
		pl_stats_release(&s);
		keys_release(&k);
	}
}

/*
 * Values of all widths but the commonest are known as long as each of those has few, and then a value that is
 * written in two ways is among them; parts in any order say the same.
 */
static void rare_widths(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 60; round++) {
		struct keys k = {.seed = round};
		struct pl_arena arena = {0};
		struct pl_observed seen = {0};
		struct pl_stats s, part;
		unsigned rare = PL_MAX_FEW - 3 + below(&k, 7), common = 3 * PL_MAX_FEW;

		pl_stats_init(&s, 16);
		pl_stats_init(&part, 16);
		for (unsigned i = 0; i < common; i++)
			see(below(&k, 2) ? &s : &part, PL_C_DIGITS, pl_arena_printf(&k.arena, "%08u", 100 + i));
		for (unsigned i = 0; i < rare; i++)
			see(below(&k, 2) ? &s : &part, PL_C_DIGITS, pl_arena_printf(&k.arena, "%u", 1000 + i));
		pl_stats_merge(&s, &part);
		pl_observe(&arena, PL_K_NUMBER, &s, &seen, NULL);
		assert_int_equal(seen.rare_known, rare <= PL_MAX_FEW);
		assert_int_equal(seen.nrare, rare <= PL_MAX_FEW ? rare : 0);
		for (unsigned i = 0; i < seen.nrare; i++) {
			uint64_t hash = pl_stats_hash(PL_C_DIGITS, pl_str_c(pl_arena_printf(&k.arena, "%08u", 1000 + i)));

			assert_non_null(bsearch(&hash, seen.rare, seen.nrare, sizeof(hash), by_number));
		}
		pl_stats_release(&s);
		pl_arena_release(&arena);
		keys_release(&k);
	}
}

/* Where signs or fractions stand, digits are not all there is to a value. */
static void rare_digits_only(void **state)
{
	static const char *const values[] = {"10", "007", "-5", "12.50"};
	struct pl_arena arena = {0};

	(void)state;
	for (size_t n = 1; n <= PL_LEN(values); n++) {
		struct pl_observed seen = {0};
		struct pl_stats s;

		pl_stats_init(&s, 16);
		for (size_t i = 0; i < n; i++)
			see(&s, i < 2 ? PL_C_DIGITS : i == 2 ? PL_C_SIGNED : PL_C_DECIMAL, values[i]);
		pl_observe(&arena, PL_K_DECIMAL, &s, &seen, NULL);
		assert_int_equal(seen.rare_known, n <= 3);
		pl_stats_release(&s);
	}
	pl_arena_release(&arena);
}

static void signs_and_fractions(void **state)
{
	struct pl_stats s, digits;

	(void)state;
	pl_stats_init(&s, 16);
	pl_stats_init(&digits, 16);
	see(&s, PL_C_DECIMAL, "-1.50");
	see(&s, PL_C_DECIMAL, "2.125");
	see(&digits, PL_C_DIGITS, "300");
	see(&digits, PL_C_DIGITS, "0");
	pl_stats_merge(&digits, &s);
	assert_true(pl_str_eq(pl_short_str(&digits.least), PL_S("-1.50")));
	assert_true(pl_str_eq(pl_short_str(&digits.greatest), PL_S("300")));
	assert_true(pl_str_eq(pl_short_str(&digits.second), PL_S("2.125")));
	assert_true(digits.is_signed && digits.fraction);
	assert_int_equal(digits.min_fraction, 2);
	assert_int_equal(digits.max_fraction, 3);
	pl_stats_release(&digits);
}

/* The quick way to read a time says what the slow one says. */
static void times_read_alike(void **state)
{
	struct keys k = {.seed = 77};
	struct pl_stats s;

	(void)state;
	pl_stats_init(&s, 16);
	for (unsigned i = 0; i < 200000; i++) {
		struct pl_time quick, slow;
		char *text = pl_arena_printf(&k.arena, "%04u-%02u-%02uT%02u:%02u:%02u%s%s",
					     below(&k, 50) ? 1900 + below(&k, 300) : below(&k, 10000), below(&k, 14),
					     below(&k, 33), below(&k, 26), below(&k, 62), below(&k, 62),
					     below(&k, 3) ? ".125" : below(&k, 2) ? ".000000001" : "",
					     below(&k, 9) ? "Z" : below(&k, 2) ? "" : "+09:00");
		bool is;

		/* Now and then a byte that does not belong. */
		if (below(&k, 8) == 0)
			text[below(&k, (unsigned)strlen(text))] = "0:-TZ. x"[below(&k, 8)];
		pl_stats_read_time(&s, pl_str_c(text), &quick);
		is = pl_time_read(pl_str_c(text), PL_MONTH_FIRST, &slow);
		if (!is) {
			assert_int_equal(quick.form.layout, PL_T_NONE);
			continue;
		}
		assert_memory_equal(&quick.form, &slow.form, sizeof(slow.form));
		assert_int_equal(quick.valid, slow.valid);
		if (slow.valid) {
			assert_int_equal(quick.at.seconds, slow.at.seconds);
			assert_int_equal(quick.at.attos, slow.at.attos);
		}
	}
	pl_stats_release(&s);
	keys_release(&k);
}

static void days_both_ways(void **state)
{
	struct pl_stats s;

	(void)state;
	pl_stats_init(&s, 16);
	see(&s, PL_C_TIME, "3/9/2024");
	assert_false(s.first_above_12 || s.second_above_12);
	see(&s, PL_C_TIME, "23/9/2024");
	assert_true(s.first_above_12 && !s.second_above_12);
	assert_int_equal(s.forms.ptr[0].by[0].invalid, 1);
	assert_int_equal(s.forms.ptr[0].by[1].invalid, 0);
	assert_int_equal(s.forms.ptr[0].by[1].least.seconds, pl_civil_seconds(2024, 9, 3));
	pl_stats_release(&s);
}

/* Which digits are epochs of several units, and which only look like it. */
static void epochs_of_several_units(void **state)
{
	static const struct {
		const char *digits;
		enum pl_epoch epoch;
		bool mixed;
	} rows[] = {
		{"1653177650 1653177600123 1653177660", PL_EPOCH_NONE, true},
		{"1653177650 1653177600123", PL_EPOCH_NONE, true},
		{"1653177600 1653177601 1653177600123 1653179600123", PL_EPOCH_NONE, true},
		{"1653177650 1653177600123456 1653177600123456789", PL_EPOCH_NONE, true},
		{"999999999 1000000000 999999999999 1000000000000", PL_EPOCH_NONE, true},
		{"0001653177650 1653177600123 1653197600123", PL_EPOCH_NONE, true}, /* padded */
		{"1653177650 1653177600123 0", PL_EPOCH_NONE, true},
		{"1653177650 1653177600123 9999999999999", PL_EPOCH_NONE, true},
		{"1653177650 1653197600 9999999999999", PL_EPOCH_NONE, false}, /* an open end */
		{"1653177650 1653197600 0", PL_EPOCH_NONE, false},
		{"1653177650 1653197600", PL_EPOCH_S, false},
		{"999999999100 1000000000200", PL_EPOCH_MS, false},
		{"0999999999100 1000000000200", PL_EPOCH_MS, false},
		{"01012345678 01098765432 821012345678 821098765432", PL_EPOCH_NONE, false}, /* phones of Korea */
		{"1800000001 1800000002 1800000003 1800000000001 1800000000002 1800000000003", PL_EPOCH_NONE, false},
		{"998877665544332211 1063213576283729930", PL_EPOCH_NS, false}, /* snowflakes */
		{"4006381333931 712345678904 5901234123457", PL_EPOCH_NONE, false},
		{"1653177650 1653177600123 17", PL_EPOCH_NONE, false},
		{"1653177650 12345678901", PL_EPOCH_NONE, false},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_arena arena = PL_ARENA_INIT;
		struct pl_observed seen;
		struct pl_stats s;

		pl_stats_init(&s, 64);
		for (const char *at = rows[i].digits; *at;) {
			char one[24];
			size_t len = strcspn(at, " ");

			snprintf(one, sizeof(one), "%.*s", (int)len, at);
			see(&s, PL_C_DIGITS, one);
			at += len + (at[len] == ' ');
		}
		pl_observe(&arena, PL_K_NUMBER, &s, &seen, NULL);
		if (seen.epochs_mixed != rows[i].mixed || seen.epoch != rows[i].epoch)
			fail_msg("%s: mixed %d, epoch %d", rows[i].digits, seen.epochs_mixed, (int)seen.epoch);
		if (seen.epochs_mixed)
			assert_false(pl_observed_in_order(PL_K_NUMBER, &seen));
		pl_stats_release(&s);
		pl_arena_release(&arena);
	}
}

static void letters_and_blanks(void **state)
{
	(void)state;
	for (unsigned c = 0; c < 256; c++) {
		for (unsigned at = 0; at < 11; at++) {
			char text[12] = "..........";
			struct pl_stats s;
			struct pl_seen seen = {.value = {text, 11}, .behind = (int)c, .class = PL_C_TEXT, .weight = 1};

			text[10] = '.';
			text[at] = (char)c;
			pl_stats_init(&s, 1);
			pl_stats_add(&s, &seen);
			assert_int_equal(s.upper, pl_is_upper((unsigned char)c));
			assert_int_equal(s.lower, pl_is_lower((unsigned char)c));
			assert_int_equal(s.blank, (at == 0 || at == 10) && (c <= ' ' || c == 0x7f));
			assert_true(s.follows[c / 64] >> c % 64 & 1);
			pl_stats_release(&s);
		}
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(sketch_keeps_the_least), cmocka_unit_test(numbers),
		cmocka_unit_test(two_greatest),           cmocka_unit_test(signs_and_fractions),
		cmocka_unit_test(rare_widths),            cmocka_unit_test(rare_digits_only),
		cmocka_unit_test(times_read_alike),       cmocka_unit_test(days_both_ways),
		cmocka_unit_test(epochs_of_several_units),
		cmocka_unit_test(letters_and_blanks),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
