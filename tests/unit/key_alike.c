/* SPDX-License-Identifier: Apache-2.0 */
/* Lexing by likeness gives what lexing gives, for keys of every kind and any digits in them. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/key/alike.h"

static const char *const keys[] = {
	"0001436889#0000001721166797#p_48240", "ORDER#10#LINE#2", "240", "5#x", "v12", "v0001_audit", "0000v1.2",
	"00a", "10a", "USER#ann7@example.com", "0x1f", "1x2f", "A#0x10#b", "2026-06-23T10:00:00Z", "2026-13-23",
	"EVT#2026-06-23#9", "20260623", "20260623T101112Z", "10.1.2.3", "310.1.2.3", "IP#10.0.0.1", "1.2.3", "1.2.3-rc1",
	"v5.1.10", "99.50", "-17", "S#-5", "+4915112345678", "3/9/2024", "31/12/2024", "12:30", "25:61", "12:30:45#x",
	"Mon, 05 Jan 2026 10:00:00 GMT", "Mon Jan 05 2026", "{1f0c6a52-7d3a-4f0e-9a1b-2c3d4e5f6071}",
	"1f0c6a52-7d3a-4f0e-9a1b-2c3d4e5f6071", "01HRJTHF0R8C5E2Y3K4M5N6P7Q", "00:1b:44:11:3a:b7", "::1", "fe80::1",
	"urn:x:7", "https://a.example/7?x=1#f", "arn:aws:s3:::b/7", "tenant:7/order#2024|17", "web-12", "INV-2026-9",
	"3f2a91c", "1234567", "a1b2c3", "x_7~y", "/2021/12/9", "12e5", "1e-7", "1e+21", "2026Q1", "2026-W05", "2024-069",
	"", "#", "7#", "#7", "\x01" "7", "caf\xc3\xa9 7", "1,234.56", "00-5", "P1DT2H", "9781234567897",
};

static void check_equal(const struct pl_lexed *a, const struct pl_lexed *b, const char *key)
{
	if (a->sep != b->sep || a->nsegments != b->nsegments || a->nslots != b->nslots || a->by_classes != b->by_classes)
		fail_msg("%s: %u segments and %u values instead of %u and %u", key, a->nsegments, a->nslots, b->nsegments,
			 b->nslots);
	for (unsigned i = 0; i < a->nsegments; i++) {
		const struct pl_segment *x = &a->segment[i], *y = &b->segment[i];

		if (x->from != y->from || x->to != y->to || x->class != y->class || x->slot != y->slot ||
		    x->nslots != y->nslots || !pl_str_eq(x->text, y->text))
			fail_msg("%s: segment %u is %c instead of %c", key, i + 1, x->class, y->class);
	}
	for (unsigned i = 0; i < a->nslots; i++)
		if (a->slot[i].from != b->slot[i].from || a->slot[i].to != b->slot[i].to ||
		    a->slot[i].class != b->slot[i].class)
			fail_msg("%s: value %u is %c instead of %c", key, i + 1, a->slot[i].class, b->slot[i].class);
}

static uint64_t next(uint64_t *state)
{
	*state = *state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return *state >> 33;
}

static void test_any_digits(void **state)
{
	static struct pl_alikes alikes;
	static struct pl_lexed lexed;
	uint64_t random = 7;

	(void)state;
	for (unsigned turn = 0; turn < 2000; turn++) {
		for (size_t k = 0; k < PL_LEN(keys); k++) {
			char key[PL_ALIKE_LEN];
			struct pl_str str = pl_str_of(key, strlen(keys[k]));

			for (size_t i = 0; i < str.len; i++) {
				bool other = turn % 4 == 0 || next(&random) % 4 == 0;

				key[i] = pl_is_digit((unsigned char)keys[k][i]) && other ? (char)('0' + next(&random) % 10)
											 : keys[k][i];
			}
			key[str.len] = 0;
			pl_lex(str, &lexed);
			check_equal(pl_lex_alike(&alikes, str), &lexed, key);
		}
	}
}

/* What depends on which digits there are is not remembered; what does not is. */
static void test_what_is_remembered(void **state)
{
	static const struct {
		const char *key;
		bool by_classes;
	} rows[] = {
		{"0001436889#0000001721166797#p_48240", true}, {"ORDER#10#LINE#2", true}, {"v0001_audit", true},
		{"caf\xc3\xa9#7", true}, {"2026-06-23", false}, {"0000v1.2", false}, {"A#0x10", false},
		{"3/9/2024", false}, {"10.1.2.3", false}, {"Mon, 05 Jan 2026", false},
	};
	static struct pl_lexed lexed;

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		pl_lex(pl_str_c(rows[i].key), &lexed);
		if (lexed.by_classes != rows[i].by_classes)
			fail_msg("%s", rows[i].key);
	}
}

/* Keys that are never like another are lexed all the same, with and without being looked up. */
static void test_no_two_alike(void **state)
{
	static struct pl_alikes alikes;
	static struct pl_lexed lexed;
	uint64_t random = 11;

	(void)state;
	for (unsigned turn = 0; turn < 5000; turn++) {
		char key[200];
		size_t len = next(&random) % sizeof(key);

		for (size_t i = 0; i < len; i++)
			key[i] = "abcXYZ019#|:/~_-. @+\x01\xe4"[next(&random) % 22];
		pl_lex(pl_str_of(key, len), &lexed);
		check_equal(pl_lex_alike(&alikes, pl_str_of(key, len)), &lexed, "a random key");
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_any_digits),
		cmocka_unit_test(test_what_is_remembered),
		cmocka_unit_test(test_no_two_alike),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
