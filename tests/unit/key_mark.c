/* SPDX-License-Identifier: Apache-2.0 */
/* Marks of single values, as they come out of lexing a key. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/key/mark.h"
#include "linter/key/unicode.h"

#define NO PL_MARKS

struct row {
	const char *text;
	enum pl_mark mark; /* the only one; NO: none */
};

static pl_mark_set marks_of_segment(struct pl_str key, unsigned i, bool look)
{
	struct pl_lexed lexed;
	const struct pl_segment *s;
	struct pl_str value;
	struct pl_time time;
	pl_mark_set set;

	pl_lex(key, &lexed);
	s = &lexed.segment[PL_MIN(i, lexed.nsegments - 1)];
	value = pl_str_sub(key, s->from, s->to);
	set = pl_marks_of((enum pl_class)s->class, value, s->plain && !look);
	if (s->class == PL_C_TIME && pl_time_read(value, PL_MONTH_FIRST, &time))
		set |= pl_marks_of_time(value, &time);
	return set;
}

static void check(const struct row *rows, size_t n)
{
	unsigned failed = 0;

	for (size_t i = 0; i < n; i++) {
		pl_mark_set want = rows[i].mark == NO ? 0 : UINT32_C(1) << rows[i].mark, got;
		/* Told beside others; test cases of their own. */
		const pl_mark_set beside = PL_M_CASES;
		char key[200];
		int len = snprintf(key, sizeof(key), "A#%s", rows[i].text);

		got = marks_of_segment(pl_str_of(key, (size_t)len), 1, false) & ~beside;
		if (got != want) {
			print_error("%s: want %x, got %x\n", rows[i].text, want, got);
			failed++;
		}
	}
	assert_int_equal(failed, 0);
}

static void leftovers(void **state)
{
	static const struct row rows[] = {
		{"", PL_M_EMPTY},
		{"undefined", PL_M_UNSET}, {"NaN", PL_M_UNSET}, {"Invalid Date", PL_M_UNSET}, {"<nil>", PL_M_UNSET},
		{"%!s(<nil>)", PL_M_UNSET}, {"Undefined", NO}, {"undefined-behaviour", NO}, {"NAN", NO}, {"nan", NO},
		{"Nancy", NO}, {"nonsense", NO},
		{"null", PL_M_NULL}, {"None", PL_M_NULL}, {"NULL", PL_M_NULL}, {"nil", PL_M_NULL},
		{"Infinity", PL_M_NULL}, {"-Infinity", PL_M_NULL}, {"Null", NO}, {"none", NO}, {"nullable", NO}, {"null1", NO},
		{"[object Object]", PL_M_OBJECT}, {"[object Promise]", PL_M_OBJECT}, {"Optional[x9]", PL_M_OBJECT},
		{"Optional.empty", PL_M_OBJECT}, {"com.acme.Order@1b6d3586", PL_M_OBJECT}, {"Order@1b6d35", PL_M_OBJECT},
		{"[B@1b6d3586", PL_M_OBJECT}, {"b'abc'", PL_M_OBJECT},
		{"Optional", NO}, {"order@1b6d3586", NO}, {"Order@12345678", NO}, {"Order@facade", NO}, {"Order@1B6D3586", NO},
		{"ann@1b6d3586.example", NO}, {"lodash@4.17.21", NO}, {"img@2x", NO}, {"[core]", NO},
		{"%s", PL_M_PLACEHOLDER}, {"${orderId}", PL_M_PLACEHOLDER}, {"{id}", PL_M_PLACEHOLDER},
		{"{f90b16ba-3306-431e-8b48-860b1b6e09a5}", NO}, {"{f90b16ba-3306-431e-8b48-860b1b6e09ag}", PL_M_PLACEHOLDER},
		{"{{ order.id }}", PL_M_PLACEHOLDER}, {"<userId>", PL_M_PLACEHOLDER}, {"{}", PL_M_PLACEHOLDER},
		{"{1b4e28ba-2fa1-41d2-883f-0016d3cca427}", NO}, {"{1,2}", NO}, {"<3", NO}, {"a<b>", NO}, {"100%", NO},
		{"{\"a\":1}", NO},
		{"\"A17\"", PL_M_QUOTES}, {"'x'", PL_M_QUOTES}, {"O'Brien", NO}, {"\"", NO}, {"6'2\"", NO},
		{" A", PL_M_BLANK}, {"A ", PL_M_BLANK}, {"A17\n", PL_M_BLANK}, {"\t9", PL_M_BLANK}, {"A B", NO},
	};

	(void)state;
	check(rows, PL_LEN(rows));
	/* In a column that is declared as text. */
	assert_int_equal(pl_marks_of(PL_C_TEXT, PL_S("{f90b16ba-3306-431e-8b48-860b1b6e09a5}"), false), 0);
}

static void ids(void **state)
{
	static const struct row rows[] = {
		{"01J9Z3NDEKTSV4RRFFQ69G5FAV", NO}, {"01j9z3ndektsv4rrffq69g5fav", NO}, {"00BFQ3NDEKTSV4RRFFQ69G5FAV", PL_M_BAD_ID},
		{"91J9Z3NDEKTSV4RRFFQ69G5FAV", PL_M_BAD_ID}, {"7ZJ9Z3NDEKTSV4RRFFQ69G5FAV", PL_M_BAD_ID},
		/* RFC 4648's base32, and a piece of base64. */
		{"YA2NF2ZYXV6NYRZ2S4XZ3DRCST", NO}, {"4TGDDWWVJP4KCXBSGDYBBX47WB", NO}, {"FkQwb61EpDzRsDSbCxzSTvHxV7", NO},
		{"1b4e28ba-2fa1-41d2-883f-0016d3cca427", NO}, {"018f8c5e-2fa1-71d2-b83f-0016d3cca427", NO},
		{"00000000-0000-0000-0000-000000000000", NO}, {"ffffffff-ffff-ffff-ffff-ffffffffffff", NO},
		{"1b4e28ba-2fa1-41d2-183f-0016d3cca427", PL_M_BAD_ID}, {"1b4e28ba-2fa1-91d2-883f-0016d3cca427", PL_M_BAD_ID},
		{"{1b4e28ba-2fa1-41d2-c83f-0016d3cca427}", PL_M_BAD_ID},
		{"0ujtsYcgvSTl8PAuAdqWYSMnLOv", NO}, {"zujtsYcgvSTl8PAuAdqWYSMnLOv", PL_M_BAD_ID},
	};

	(void)state;
	check(rows, PL_LEN(rows));
	assert_int_equal(pl_ulid_millis(PL_S("01ARYZ6S41TSV4RRFFQ69G5FAV")), 1469918176385);
	assert_int_equal(pl_ulid_millis(PL_S("8ZZZZZZZZZTSV4RRFFQ69G5FAV")), -1);
	assert_int_equal(pl_id_fault(PL_C_ULID, PL_S("91J9Z3NDEKTSV4RRFFQ69G5FAV")), PL_ID_BEYOND);
	assert_int_equal(pl_id_fault(PL_C_ULID, PL_S("7ZJ9Z3NDEKTSV4RRFFQ69G5FAV")), PL_ID_TIME);
	assert_int_equal(pl_id_fault(PL_C_UUID, PL_S("1b4e28ba-2fa1-91d2-883f-0016d3cca427")), PL_ID_VERSION);
	assert_int_equal(pl_id_fault(PL_C_UUID, PL_S("1b4e28ba-2fa1-41d2-183f-0016d3cca427")), PL_ID_VARIANT);
}

static pl_mark_set only(const char *text, pl_mark_set of)
{
	char key[200];
	int len = snprintf(key, sizeof(key), "A#%s", text);

	return marks_of_segment(pl_str_of(key, (size_t)len), 1, false) & of;
}

static void letter_case(void **state)
{
	const pl_mark_set upper = 1 << PL_M_UPPER, lower = 1 << PL_M_LOWER, both = 1 << PL_M_BOTH_CASES;

	(void)state;
	assert_int_equal(only("01J9Z3NDEKTSV4RRFFQ69G5FAV", PL_M_CASES), upper);
	assert_int_equal(only("01j9z3ndektsv4rrffq69g5fav", PL_M_CASES), lower);
	assert_int_equal(only("01J9z3NDEKTSV4RRFFQ69G5FAV", PL_M_CASES), both);
	assert_int_equal(only("1b4e28ba-2fa1-41d2-883f-0016d3cca427", PL_M_CASES), lower);
	assert_int_equal(only("DEADBEEF17", PL_M_CASES), upper);
	assert_int_equal(only("deadbeef17", PL_M_CASES), lower);
	assert_int_equal(only("0ujtsYcgvSTl8PAuAdqWYSMnLOv", PL_M_CASES), 0);
	assert_int_equal(only("Order", PL_M_CASES), 0);
}

static void times(void **state)
{
	static const struct row rows[] = {
		{"2026-06-23T10:00:00Z", NO}, {"2026-06-23T24:00:00Z", NO}, {"2026-12-31T23:59:60Z", NO}, {"2024-02-29", NO},
		{"2026-02-29", PL_M_NO_SUCH_TIME}, {"1970-01-01T00:00:00Z", PL_M_ZERO_TIME}, {"1970-01-20", PL_M_ZERO_TIME},
		{"1969-12-31T16:00:00", PL_M_ZERO_TIME}, {"0001-01-01T00:00:00Z", PL_M_ZERO_TIME}, {"1971-01-01", NO},
		{"1950-05-17", NO}, {"9999-12-31", NO}, {"2021-W53", PL_M_NO_SUCH_TIME}, {"2020-W53", NO},
		{"Tue Jun 23 10:00:00 IST 2026", NO}, {"Tue Feb 30 10:00:00 UTC 2026", PL_M_NO_SUCH_TIME},
		{"010000-01-01T00:00:00Z", PL_M_NO_SUCH_TIME}, {"058444-02-10T00:00:00Z", PL_M_ZERO_TIME},
		{"1970-02-17", PL_M_ZERO_TIME}, {"1970-02-18", NO}, {"1969-12-31T09:00:00", NO}, {"30/02/2026", PL_M_NO_SUCH_TIME},
		{"31/12/2026", NO}, {"12/31/2026", NO}, {"2026-06-23T25:00:00Z", PL_M_NO_SUCH_TIME}, {"00:00:00", NO}, {"23.06.2026", NO},
	};

	(void)state;
	check(rows, PL_LEN(rows));
}

static void unicode(void **state)
{
	static const struct row rows[] = {
		{"M\xc3\xbcller", NO}, {"Mu\xcc\x88ller", PL_M_DECOMPOSED}, {"\xe1\x84\x92\xe1\x85\xa1\xe1\x86\xab", PL_M_DECOMPOSED},
		{"\xed\x95\x9c", NO}, {"\xe3\x81\x8b\xe3\x82\x99", PL_M_DECOMPOSED}, {"q\xcc\x88", NO},
		{"a\xe2\x80\x8b" "b", PL_M_HIDDEN}, {"\xef\xbb\xbf" "A17", PL_M_HIDDEN}, {"co\xc2\xadop", PL_M_HIDDEN},
		/* A family of emoji, and Persian: joiners that belong there. */
		{"\xf0\x9f\x91\xa8\xe2\x80\x8d\xf0\x9f\x91\xa9", NO}, {"\xd9\x85\xdb\x8c\xe2\x80\x8c\xd8\xb1\xd9\x88\xd9\x85", NO},
		{"a\xe2\x80\xae" "b", PL_M_BIDI}, {"a\xe2\x80\x8e", PL_M_BIDI},
		{"caf\xe9", PL_M_BAD_UTF8}, {"\xc0\xaf", PL_M_BAD_UTF8}, {"\xed\xa0\x80x", PL_M_BAD_UTF8}, {"\xf4\x90\x80\x80", PL_M_BAD_UTF8},
		{"x Sun Jun 28 2026 15:00:00 GMT+0000 (\xe4\xaa)", PL_M_BAD_UTF8},
		{"\xe2\x82", PL_M_BAD_UTF8}, {"\xf0\x9f\x92\xa9", NO},
	};
	size_t len;

	(void)state;
	check(rows, PL_LEN(rows));
	assert_int_equal(pl_utf8_at(PL_S("\xf0\x9f\x92\xa9x"), &len), 0x1f4a9);
	assert_int_equal(len, 4);
	assert_int_equal(pl_utf8_at(PL_S("\xff"), &len), -1);
	assert_int_equal(len, 1);
}

static uint64_t seed = 20260623;

static unsigned below(unsigned n)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return (unsigned)((seed * UINT64_C(2685821657736338717)) >> 33) % n;
}

/* What the lexer calls plain has no mark that a closer look would find. */
static void plain_is_plain(void **state)
{
	static const char *const pieces[] = {
		"undefined", "null", "A", "17", "a1b2c3", "<", ">", "{", "}", "$", "%s", "'", "\"", " ", "\t", "@", "\xc3\xbc",
		"u\xcc\x88", "\xe2\x80\x8b", "\xff", "#", "|", ":", "/", "_", "-", ".", "2026-06-23", "http://a.example/",
		"arn:aws:s3:::", "1b4e28ba-2fa1-41d2-883f-0016d3cca427", "ann@a.example", "01J9Z3NDEKTSV4RRFFQ69G5FAV",
	};
	unsigned marked = 0;

	(void)state;
	for (unsigned round = 0; round < 20000; round++) {
		char key[512];
		size_t len = 0;

		for (unsigned n = 1 + below(6); n; n--) {
			struct pl_str piece = pl_str_c(pieces[below(PL_LEN(pieces))]);

			memcpy(key + len, piece.ptr, piece.len);
			len += piece.len;
		}
		for (unsigned i = 0; i < 6; i++) {
			pl_mark_set quick = marks_of_segment(pl_str_of(key, len), i, false);

			if (quick != marks_of_segment(pl_str_of(key, len), i, true))
				fail_msg("%.*s, segment %u", (int)len, key, i);
			marked += quick != 0;
		}
	}
	assert_true(marked > 1000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(leftovers), cmocka_unit_test(ids), cmocka_unit_test(times), cmocka_unit_test(unicode),
		cmocka_unit_test(plain_is_plain), cmocka_unit_test(letter_case),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
