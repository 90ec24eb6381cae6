/* SPDX-License-Identifier: Apache-2.0 */
/* The time inside an id: the specifications' own examples, and the ends of each kind. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/key/id_time.h"

/* What a lexed key would call it. */
static enum pl_class class_of(const char *id)
{
	static struct pl_lexed lexed;

	pl_lex(pl_str_c(id), &lexed);
	assert_int_equal(lexed.nsegments, 1);
	return (enum pl_class)lexed.segment[0].class;
}

static void test_times(void **state)
{
	static const struct {
		const char *id, *at;
	} rows[] = {
		/* RFC 9562, A.1, A.5 and A.6: 2022-02-22 2:22:22 PM GMT-05:00. */
		{"C232AB00-9414-11EC-B3C8-9F6BDECED846", "2022-02-22T19:22:22Z"},
		{"1EC9414C-232A-6B00-B3C8-9F6BDECED846", "2022-02-22T19:22:22Z"},
		{"017F22E2-79B0-7CC3-98C4-DC0C0C07398F", "2022-02-22T19:22:22Z"},
		{"{017f22e2-79b0-7cc3-98c4-dc0c0c07398f}", "2022-02-22T19:22:22Z"},
		/* The example of RFC 4122, part 3, with its ticks 0x1d07decf81d4fae. */
		{"f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "1997-02-03T17:43:12.216875Z"},
		/* The first tick, the last before 1970 and the last of all. */
		{"00000000-0000-1000-8000-000000000000", "1582-10-15T00:00:00Z"},
		{"13813fff-1dd2-11b2-8000-000000000000", "1969-12-31T23:59:59.999999900Z"},
		{"ffffffff-ffff-1fff-bfff-ffffffffffff", "5236-03-31T21:21:00.684697500Z"},
		{"ffffffff-ffff-6fff-bfff-ffffffffffff", "5236-03-31T21:21:00.684697500Z"},
		{"00000000-0000-7000-8000-000000000000", "1970-01-01T00:00:00Z"},
		{"ffffffff-ffff-7fff-bfff-ffffffffffff", "10889-08-02T05:31:50.655Z"},
		/* The README of ULID: its example, the first of a millisecond, the greatest. */
		{"01ARZ3NDEKTSV4RRFFQ69G5FAV", "2016-07-30T23:54:10.259Z"},
		{"01arz3ndektsv4rrffq69g5fav", "2016-07-30T23:54:10.259Z"},
		{"01BX5ZZKBKACTAV9WEVGEMMVRZ", "2017-10-24T01:29:36.371Z"},
		{"7ZZZZZZZZZZZZZZZZZZZZZZZZZ", "10889-08-02T05:31:50.655Z"},
		/* The README of KSUID: timestamps 107608047, 107610780 and 107611700. */
		{"0ujtsYcgvSTl8PAuAdqWYSMnLOv", "2017-10-10T04:00:47Z"},
		{"0ujzPyRiIAffKhBux4PvQdDqMHY", "2017-10-10T04:46:20Z"},
		{"0uk1Hbc9dQ9pxyTqJ93IUrfhdGq", "2017-10-10T05:01:40Z"},
		/* 160 bits, all set. */
		{"aWgEPTl1tmebfsQzFP4bxwgy80V", "2150-06-19T23:21:35Z"},
		/* ObjectId(): the manual's example of getTimestamp(), and the greatest. */
		{"507f191e810c19729de860ea", "2012-10-17T20:46:22Z"},
		{"507f1f77bcf86cd799439011", "2012-10-17T21:13:27Z"},
		{"ffffffff0000000000000000", "2106-02-07T06:28:15Z"},
	};
	char text[40];

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_instant at = {-1, 0};

		if (!pl_id_time(class_of(rows[i].id), pl_str_c(rows[i].id), &at))
			fail_msg("%s holds no time", rows[i].id);
		pl_instant_text(at, text);
		if (strcmp(text, rows[i].at) != 0)
			fail_msg("%s: %s not %s", rows[i].id, text, rows[i].at);
	}
}

/* The examples of Wikipedia's and Discord's pages on snowflakes. */
static void test_snowflakes(void **state)
{
	static const struct {
		unsigned maker;
		const char *digits, *at;
	} rows[] = {
		{0, "1541815603606036480", "2022-06-28T16:07:40.105Z"},
		{1, "175928847299117063", "2016-04-30T11:18:25.796Z"},
		{1, "0175928847299117063", "2016-04-30T11:18:25.796Z"},
		{0, "9223372036854775807", "2080-07-10T17:30:30.208Z"},
	};
	struct pl_instant at;
	char text[40];

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		assert_true(pl_snowflake_time(rows[i].maker, pl_str_c(rows[i].digits), &at));
		pl_instant_text(at, text);
		assert_string_equal(text, rows[i].at);
	}
	assert_false(pl_snowflake_time(0, PL_S("9223372036854775808"), &at));
	assert_false(pl_snowflake_time(0, PL_S("1782208800000"), &at));
	assert_false(pl_snowflake_time(0, PL_S("154181560360603648x"), &at));
}

static void test_no_times(void **state)
{
	static const struct {
		enum pl_class class;
		const char *id;
	} rows[] = {
		{PL_C_UUID, "5df41881-3aed-3515-88a7-2f4a814cf09e"}, {PL_C_UUID, "919108f7-52d1-4320-9bac-f847db4148a8"},
		{PL_C_UUID, "2ed6657d-e927-568b-95e1-2665a8aea6a2"}, {PL_C_UUID, "5c146b14-3c52-8afd-938a-375d0df1fbf6"},
		{PL_C_UUID, "00000000-0000-0000-0000-000000000000"}, {PL_C_UUID, "ffffffff-ffff-ffff-ffff-ffffffffffff"},
		{PL_C_UUID, "017f22e2-79b0-7cc3-18c4-dc0c0c07398f"}, /* another variant */
		{PL_C_UUID, "017f22e2-79b0-7cc3-98c4-dc0c0c07398"},  {PL_C_UUID, ""},
		{PL_C_UUID, "017f22g2-79b0-7cc3-98c4-dc0c0c07398f"},
		{PL_C_ULID, "8ZZZZZZZZZZZZZZZZZZZZZZZZZ"},           {PL_C_ULID, "01ARZ3NDEKTSV4RRFFQ69G5FA"},
		{PL_C_ULID, "01ARZ3NDELTSV4RRFFQ69G5FAV"},           {PL_C_ULID, ""},
		{PL_C_KSUID, "aWgEPTl1tmebfsQzFP4bxwgy80W"},         {PL_C_KSUID, "zzzzzzzzzzzzzzzzzzzzzzzzzzz"},
		{PL_C_KSUID, "0ujtsYcgvSTl8PAuAdqWYSMnLO"},          {PL_C_KSUID, "0ujtsYcgvSTl8PAuAdqWYSMnLO-"},
		{PL_C_HEX, "507f191e810c19729de860e"},               {PL_C_HEX, "507f191e810c19729de860eg"},
		{PL_C_HEX, "507f191e-10c19729de860ea"},              {PL_C_HEX, "507f19-e810c19729de860ea"},
		{PL_C_ID, "507f191e810c19729de860ea"},               {PL_C_DIGITS, "1719100800"},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_instant at = {7, 7};

		if (pl_id_time(rows[i].class, pl_str_c(rows[i].id), &at))
			fail_msg("%s holds a time", rows[i].id);
		assert_int_equal(at.seconds, 7);
		assert_int_equal(at.attos, 7);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_times), cmocka_unit_test(test_snowflakes),
		cmocka_unit_test(test_no_times),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
