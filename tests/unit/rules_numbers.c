/* SPDX-License-Identifier: Apache-2.0 */
/* PL101 to PL105 on fields made by hand. */
#include "tests/unit/synthetic.h"

/* INV#00000121, INV#120, INV#9 … */
static void half_padded(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "INV");
	const struct pl_finding *found;
	struct pl_proof *proof;

	syn_number(s, field, "1 2 3 8z", "9", "00000121", "00000122", 5);
	syn_expect(s, "PL101:info"); /* not walked yet */
	assert_true(syn_wanted(s, field));

	proof = syn_walk(s, field, true, "1 2 3", "", "");
	syn_expect(s, "PL101:error");
	found = s->result.findings;
	assert_int_equal(found->width_advised, 8);
	assert_int_equal(found->width_least, 1);
	assert_int_equal(found->width_most, 8);
	assert_int_equal(found->counts.keys_wrong, 30);
	assert_int_equal(found->counts.order_breaks, 5);
	assert_true(found->witness.some);
	assert_string_equal(found->message, "30 keys are narrower than the 8 digits that others are padded to "
					    "(1 digit: 10, 2 digits: 10, 3 digits: 10)");
	assert_non_null(strstr(found->fix, "Rewrite those 30 keys to 8 digits:  9  →  00000009\nwith padStart(8, '0') or %08d, "));

	proof->state = PL_O_WALKED; /* still in order */
	syn_expect(s, "PL101:warning");
	assert_false(s->result.findings->witness.some);
	proof->narrow_mixed = 0; /* only between ranges */
	syn_expect(s, "PL101:info");
	proof->state = PL_O_ALONE;
	syn_expect(s, "");
	assert_false(syn_wanted(s, field));
	proof->state = PL_O_ENCODING;
	assert_false(syn_wanted(s, field));
}

/* Codes, references and tie-breakers are infos however they are padded. */
static void half_padded_codes(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "ZIP");

	syn_number(s, field, "4 5z 5", "2108", "12207", "99950", 50);
	assert_false(syn_wanted(s, field));
	syn_walk(s, field, true, "4", "", "");
	syn_expect(s, "PL101:info");
	field->label = PL_S("customerId");
	syn_expect(s, "PL101:info");
	field->label = PL_S("X");
	s->seen[0].reference = true;
	syn_expect(s, "PL101:info");
	s->seen[0].rising = PL_RISING_YES;
	syn_expect(s, "PL101:error");
	s->keys.ordered = false; /* type N */
	syn_expect(s, "");
}

static void outgrown(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "");
	const struct pl_finding *found;
	struct pl_proof *proof;

	syn_number(s, field, "10z 10 11", "0000000009", "9999999990", "10000000005", 4);
	syn_expect(s, "PL104:info");
	assert_true(syn_wanted(s, field));
	proof = syn_walk(s, field, true, "", "11", "");
	syn_expect(s, "PL104:error");
	found = s->result.findings;
	assert_int_equal(found->width_advised, 11);
	assert_int_equal(found->counts.keys_wrong, 90); /* all but those of 11 digits */
	assert_string_equal(found->message, "10 keys are wider than the 10 digits that the others are padded to (11 digits: 10)");
	assert_non_null(strstr(found->fix, "to 11 digits (fewest rewrites), or all keys to 13"));
	proof->state = PL_O_WALKED;
	syn_expect(s, "PL104:warning");
}

/* All three at once: each reports its own rows, and all advise one width. */
static void all_three(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "score");

	syn_number(s, field, "1 2 4z 5", "1", "20000", "30000", 50);
	syn_walk(s, field, true, "1", "5", "1 2");
	syn_expect(s, "PL101:error PL102:error PL104:error");
	for (size_t i = 0; i < 3; i++)
		assert_int_equal(s->result.findings[i].width_advised, 5);
	assert_int_equal(syn_found(s, "PL101", 0)->counts.keys_wrong, 100); /* wider than W: all keys */
	assert_int_equal(syn_found(s, "PL102", 0)->counts.keys_wrong, 20);
	assert_int_equal(syn_found(s, "PL104", 0)->counts.keys_wrong, 60);
}

static void unpadded(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "");
	const struct pl_finding *found;
	struct pl_proof *proof;

	field->whole_key = true;
	syn_number(s, field, "1 2 3 4", "9", "240", "1500", 4);
	syn_expect(s, "PL102:info PL111:info PL303:info");
	proof = syn_walk(s, field, true, "", "", "1 2 3 4");
	proof->distinct = 4;
	syn_expect(s, "PL102:warning PL111:info PL303:info"); /* inferred */
	found = s->result.findings;
	assert_int_equal(found->width_advised, 6);
	assert_int_equal(found->counts.keys_wrong, 40);
	assert_true(found->witness.some);
	assert_non_null(strstr(found->fix, "type N"));

	proof->distinct = 20;
	proof->pairs_next = 15; /* a dense counter */
	s->seen[0].distinct = 1500;
	syn_expect(s, "PL102:error PL111:info");

	proof->state = PL_O_WALKED;
	syn_expect(s, "PL102:info PL111:info");
	proof->nbare = 1; /* the sentinel was what differed */
	syn_expect(s, "PL111:info");
}

static void unpadded_width(void **state)
{
	static const struct {
		const char *greatest;
		unsigned advised;
	} rows[] = {
		{"12", 4}, {"12345678901234567", 19}, {"123456789012345678", 19}, {"9223372036854775807", 19},
		{"9223372036854775808", 20}, {"18446744073709551615", 20}, {"123456789012345678901", 23},
	};
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "ORDER");

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		syn_number(s, field, "1 2", "9", "11", rows[i].greatest, 5);
		syn_walk(s, field, true, "", "", "1 2");
		syn_expect(s, "PL102:warning");
		assert_int_equal(s->result.findings->width_advised, rows[i].advised);
	}
}

/* Seconds and milliseconds in one column are PL205's business, never a padding. */
static void epochs(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "EVT");
	struct pl_width widths[] = {
		{.width = 10, .keys = 3, .least = PL_S("1653177600"), .greatest = PL_S("1653177660")},
		{.width = 13, .keys = 2, .least = PL_S("1653177600123"), .greatest = PL_S("1653177655001")},
	};

	syn_number(s, field, "10 13", "1653177600", "1653177600123", "1653177655001", 5);
	s->seen[0].widths = widths;
	s->seen[0].epochs_mixed = true;
	syn_walk(s, field, true, "", "", "10 13");
	syn_expect(s, "PL205:warning PL303:info");
}

/* 999999990 and 1000000010 are both seconds of 2001: plain numbers of two widths. */
static void wrong_part(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *score = syn_field(s, PL_K_NUMBER, ""), *time = syn_field(s, PL_K_NUMBER, "");
	struct pl_field *player = syn_field(s, PL_K_NUMBER, "p");
	const struct pl_finding *found;

	syn_number(s, score, "10z", "0000000240", "0000000240", "0000001500", 2);
	s->proof[0].state = PL_O_ENCODING;
	syn_number(s, time, "9 10", "999999000", "1000000010", "1000000500", 4);
	player->label_glued = true;
	syn_number(s, player, "1", "1", "3", "4", 4);
	s->proof[2].state = PL_O_ALONE;
	assert_true(syn_wanted(s, time));
	syn_walk(s, time, true, "", "", "9 10");
	syn_expect(s, "PL105:warning");
	found = s->result.findings;
	assert_int_equal(found->segment, 2);
	assert_int_equal(found->counts.keys_wrong, 20);
	assert_true(found->witness.some);

	/* Without PL105, PL102 says it. */
	for (size_t i = 0; i < pl_rule_count; i++)
		if (strcmp(pl_rules[i]->code, "PL105") == 0)
			s->config.rules[i].level = PL_OFF;
	syn_expect(s, "PL102:warning");
}

/* 0000000000v1.10.0-1 */
static void zeros_before_letters(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *zeros = syn_field(s, PL_K_ZEROS, ""), *number = syn_field(s, PL_K_NUMBER, "v");

	number->segment = 1;
	zeros->part = 1;
	number->part = 2;
	s->seen[0].min_len = 10;
	s->seen[0].max_len = 11;
	syn_number(s, number, "1 2", "0", "9", "10", 3);
	s->proof[1].state = PL_O_ALONE;
	assert_true(syn_wanted(s, zeros));
	syn_expect(s, "PL105:warning");
	syn_walk(s, zeros, true, "", "", "");
	syn_expect(s, "PL105:error");
	assert_true(s->result.findings->witness.some);
	/* Padded hexadecimal: nothing behind the letters. */
	s->seen[1].max_len = 1;
	syn_expect(s, "");
}

static void growing(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "MIG");

	s->proof[0].state = PL_O_ENCODING;
	syn_number(s, field, "4z 4", "0001", "9987", "9990", 8);
	syn_expect(s, "PL103:warning");
	assert_int_equal(s->result.findings->width_advised, 6);
	assert_string_equal(s->result.findings->message, "a counter of 4 digits has 9 of its 10,000 values left");

	s->seen[0].rising = PL_RISING_NO;
	syn_expect(s, "");
	s->seen[0].rising = PL_RISING_YES;
	syn_expect(s, "PL103:warning");
	s->seen[0].rising = PL_RISING_UNKNOWN;
	field->label = PL_S("sku");
	syn_expect(s, "PL103:info");
	field->label = PL_S("MIG");

	syn_number(s, field, "4z 4", "0001", "5000", "9990", 8); /* sparse: does not grow */
	syn_expect(s, "");
	syn_number(s, field, "4z 4", "0001", "5000", "9990", 5000); /* dense */
	syn_expect(s, "PL103:warning");
	syn_number(s, field, "4z 4", "0001", "8988", "8989", 5000); /* more than the headroom */
	syn_expect(s, "");
	s->config.rules[2].option[0] = 0.2;
	syn_expect(s, "PL103:warning");
	syn_number(s, field, "4z 4", "0900", "9987", "9990", 8); /* starts far from zero */
	syn_expect(s, "");
	syn_number(s, field, "2z 2", "00", "98", "99", 100); /* buckets, all of them */
	syn_expect(s, "");
	syn_number(s, field, "2z 2", "00", "98", "99", 29);
	syn_expect(s, "");
	syn_number(s, field, "4z 4", "0001", "9987", "9990", 8);
	s->proof[0].state = PL_O_ALONE;
	syn_expect(s, "");
}

/* A lone all-nines value is left out of the greatest. */
static void sentinel(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "v");
	struct pl_proof *proof;

	syn_number(s, field, "2 4z 10", "17", "0042", "9999999999", 40);
	proof = syn_walk(s, field, true, "2", "", "");
	proof->sentinels[0] = PL_S("9999999999");
	proof->nsentinels = 1;
	syn_expect(s, "PL101:error");
	assert_int_equal(s->result.findings->width_advised, 4);
}

static struct pl_version_widths versions(const char *first, const char *second)
{
	struct pl_version a = pl_version_read(pl_str_c(first)), b = pl_version_read(pl_str_c(second));
	struct pl_version_widths out = {0};

	pl_version_note(&out, &a);
	pl_version_note(&out, &b);
	return out;
}

/* PKG#5.1.9, PKG#5.1.10: two widths, a release beside its pre-release, padding. */
static void dotted(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_VERSION, "PKG");

	s->seen[0].version = versions("5.1.9", "15.1.10");
	syn_expect(s, "PL108:info"); /* not walked yet */
	assert_true(syn_wanted(s, field));
	s->proof[0] = (struct pl_proof){.state = PL_O_BROKEN, .keys = 100, .ranges = 1, .breaks = 1, .witness = syn_witness};
	syn_expect(s, "PL108:warning");
	assert_string_equal(s->result.findings->message, "versions have parts of 1 to 2 digits and are not padded");
	assert_non_null(strstr(s->result.findings->fix, "4 digits, in every row:  9.9.9  →  0009.0009.0009\n1 readers"));
	s->seen[0].version = versions("1.0.0-rc.1", "1.0.0");
	syn_expect(s, "PL108:warning");
	assert_non_null(strstr(s->result.findings->fix, "\n9.9.9  →  009.009.009~\n9.9.9-rc.2  →  009.009.009-rc.0002"));
	field->label = PL_S("PHONE");
	syn_expect(s, "PL108:info");
	assert_false(syn_wanted(s, field));
	field->label = PL_S("PKG");
	s->proof[0].state = PL_O_ALONE;
	syn_expect(s, "");
	s->proof[0].state = PL_O_WALKED;
	s->seen[0].version = versions("01.10~", "02.09-rc");
	syn_expect(s, "");
	s->keys.ordered = false;
	s->seen[0].version = versions("1.9", "1.10");
	syn_expect(s, "");
}

/* PRICE#10.50, PRICE#9.99 … */
static void fractions(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_DECIMAL, "PRICE");
	const struct pl_finding *found;
	struct pl_proof *proof;

	syn_number(s, field, "1 2 3", "0.5", "13.338", "100", 5);
	s->seen[0].min_len = 3;
	s->seen[0].max_len = 6;
	s->seen[0].min_fraction = 1;
	s->seen[0].max_fraction = 3;
	syn_expect(s, "PL107:info");
	assert_true(syn_wanted(s, field));
	proof = syn_walk(s, field, true, "", "", "");
	syn_expect(s, "PL107:warning");
	found = s->result.findings;
	assert_string_equal(found->message, "a number with a fraction is written with 1 to 3 digits in front of the point and 1 to 3 "
					    "digits behind it");
	assert_int_equal(found->width_advised, 8);
	assert_non_null(strstr(found->fix, "padded to 8 digits; never round:\n0.5  →  00000500\n100  →  00100000\n"));
	proof->breaks_negative = proof->breaks; /* PL106's alone */
	proof->ranges_lengths = 0;
	syn_expect(s, "PL107:info");
	proof->ranges_lengths = 1;
	syn_expect(s, "PL107:warning");
	assert_false(s->result.findings->witness.some);
	s->seen[0].max_fraction = 17; /* floats */
	syn_expect(s, "PL107:warning");
	assert_non_null(strstr(s->result.findings->fix, "as they print themselves (up to 17 digits"));
	field->label = PL_S("zip");
	syn_expect(s, "PL107:info");
	assert_false(syn_wanted(s, field));
	proof->state = PL_O_ENCODING;
	syn_expect(s, "");
}

/* -1, -50, 3: the sign, what padding cannot help, and what it can. */
static void negative(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_SIGNED, "BAL");
	const struct pl_finding *found;
	struct pl_proof *proof;

	syn_number(s, field, "1 2 3", "-500", "20", "150", 5);
	s->seen[0].signed_values = true;
	proof = syn_walk(s, field, true, "", "", "1 2 3");
	syn_expect(s, "PL102:warning PL106:info"); /* only the positive ones are out of order */
	proof->breaks_negative = 2;
	proof->negative = syn_witness;
	syn_expect(s, "PL102:warning PL106:warning");
	found = &s->result.findings[1];
	assert_int_equal(found->width_advised, 5);
	assert_true(found->witness.some);
	assert_non_null(strstr(found->fix, "value + 10000, padded to 5 digits, and subtract it on reading:\n"
					   "-9999  →  00001,  0  →  10000,  9999  →  19999\n"));
	assert_non_null(strstr(found->fix, "4 digits:  -9999  →  n0000\n"));
	proof->breaks_negative = proof->breaks; /* only the negative ones */
	syn_expect(s, "PL106:warning PL102:info");
	field->label = PL_S("zip");
	syn_expect(s, "PL102:info PL106:info");
	proof->state = PL_O_ALONE;
	syn_expect(s, "");
}

/* 1234567890123456800 three times */
static void rounded(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "MSG");

	syn_number(s, field, "19", "1", "2", "3", 3);
	s->seen[0].rounded = 1200;
	s->seen[0].rounded_distinct = 2;
	s->proof[0].state = PL_O_ENCODING;
	syn_expect(s, "");
	s->seen[0].rounded_distinct = 3;
	syn_expect(s, "PL112:warning");
	assert_string_equal(s->result.findings->message, "1,200 keys have integers above 2^53, and each of them is one that a double "
							 "can hold: a writer rounds them");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SYN_TEST(half_padded), SYN_TEST(half_padded_codes), SYN_TEST(outgrown),   SYN_TEST(all_three),
		SYN_TEST(unpadded),    SYN_TEST(unpadded_width),    SYN_TEST(epochs),     SYN_TEST(wrong_part),
		SYN_TEST(zeros_before_letters), SYN_TEST(growing),  SYN_TEST(sentinel), SYN_TEST(dotted),
		SYN_TEST(fractions), SYN_TEST(negative), SYN_TEST(rounded),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
