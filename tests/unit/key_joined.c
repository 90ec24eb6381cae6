/* SPDX-License-Identifier: Apache-2.0 */
/* Several attributes as one text, and taken apart again. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/key/joined.h"

enum { MOST = 7 };

struct part {
	char type;
	struct pl_str value;
};

static void join(struct pl_buf *out, const struct part *parts, unsigned n)
{
	pl_buf_clear(out);
	for (unsigned i = 0; i < n; i++)
		pl_join(out, parts[i].type, parts[i].value);
	pl_join_end(out);
}

static void test_texts(void **state)
{
	static const struct {
		struct part parts[3];
		unsigned n;
		const char *joined;
	} table[] = {
		{{{'S', {"ACME", 4}}, {'S', {"EU", 2}}}, 2, "[\"ACME\",\"EU\"]"},
		{{{'S', {"ACME", 4}}, {'N', {"17", 2}}, {'S', {"a,b]", 4}}}, 3, "[\"ACME\",17,\"a,b]\"]"},
		{{{'N', {"-1.5", 4}}, {'N', {"0", 1}}}, 2, "[-1.5,0]"},
		{{{'B', {"AQI=", 4}}, {'S', {"AQI=", 4}}}, 2, "[{\"B\":\"AQI=\"},\"AQI=\"]"},
		{{{'S', {"say \"hi\"", 8}}, {'S', {"c:\\", 3}}}, 2, "[\"say \\\"hi\\\"\",\"c:\\\\\"]"},
		{{{'S', {"", 0}}, {'S', {"\",\"", 3}}}, 2, "[\"\",\"\\\",\\\"\"]"},
	};
	struct pl_buf text = PL_BUF_INIT;

	(void)state;
	for (size_t i = 0; i < PL_LEN(table); i++) {
		join(&text, table[i].parts, table[i].n);
		assert_string_equal(text.ptr, table[i].joined);
	}
	pl_buf_release(&text);
}

static uint64_t next(uint64_t *seed)
{
	*seed ^= *seed << 13;
	*seed ^= *seed >> 7;
	*seed ^= *seed << 17;
	return *seed;
}

/* Texts of the bytes that mean something in the joined one: what was put in comes out, and nothing else. */
static void test_apart_again(void **state)
{
	static const char bytes[] = "\"\\,[]{}B:a1";
	struct pl_buf text = PL_BUF_INIT, room = PL_BUF_INIT;
	char values[MOST][6];
	struct part parts[MOST];
	uint64_t seed = 20261130;

	(void)state;
	for (unsigned round = 0; round < 20000; round++) {
		const unsigned n = 2 + (unsigned)(next(&seed) % (MOST - 1));
		struct pl_str value;

		for (unsigned i = 0; i < n; i++) {
			const size_t len = next(&seed) % (sizeof(values[i]) + 1);

			for (size_t k = 0; k < len; k++)
				values[i][k] = bytes[next(&seed) % (sizeof(bytes) - 1)];
			parts[i] = (struct part){"SB"[next(&seed) % 2], {values[i], len}};
			if (next(&seed) % 4 == 0)
				parts[i] = (struct part){'N', {"-12", 3}};
		}
		join(&text, parts, n);
		for (unsigned i = 0; i < n; i++) {
			assert_true(pl_joined_at(pl_buf_str(&text), i, &room, &value));
			assert_true(pl_str_eq(value, parts[i].value));
		}
		assert_false(pl_joined_at(pl_buf_str(&text), n, &room, &value));
	}
	pl_buf_release(&text);
	pl_buf_release(&room);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_texts),
		cmocka_unit_test(test_apart_again),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
