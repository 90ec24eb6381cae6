/* SPDX-License-Identifier: Apache-2.0 */
/* Versions: what is one, their order against a naive model, how their parts are written. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/base/buf.h"
#include "linter/key/version.h"

static uint64_t seed = 20261130;

/* xorshift64*: the same numbers on every machine. */
static unsigned below(unsigned n)
{
	seed ^= seed >> 12;
	seed ^= seed << 25;
	seed ^= seed >> 27;
	return (unsigned)((seed * UINT64_C(2685821657736338717)) >> 33) % n;
}

static int sign(int64_t x)
{
	return (x > 0) - (x < 0);
}

static void test_reading(void **state)
{
	static const struct {
		const char *text;
		unsigned parts; /* 0: no version */
		const char *core, *pre;
	} rows[] = {
		{"1", 1, "1", ""},
		{"1.2", 2, "1.2", ""},
		{"v1.2", 2, "1.2", ""},
		{"V10.0.0", 3, "10.0.0", ""},
		{"1.2.3-rc.1", 3, "1.2.3", "rc.1"},
		{"1.2.3-rc.1+build-7", 3, "1.2.3", "rc.1"},
		{"1.2.3+20130313", 3, "1.2.3", ""},
		{"1.2.3+a-b", 3, "1.2.3", ""},
		{"00001.00002.00003~", 3, "00001.00002.00003", ""},
		{"1.3.6.1.4.1.311", 7, "1.3.6.1.4.1.311", ""},
		{"", 0, "", ""},
		{"v", 0, "", ""},
		{".1", 0, "", ""},
		{"1.", 0, "", ""},
		{"1..2", 0, "", ""},
		{"1.2.3x", 0, "", ""},
		{"1.2.3-", 0, "", ""},
		{"1.2.3-+b", 0, "", ""},
		{"1.2.3~rc1", 0, "", ""},
		{"vv1.2.3", 0, "", ""},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_version v = pl_version_read(pl_str_c(rows[i].text));

		if (v.some != (rows[i].parts > 0))
			fail_msg("%s", rows[i].text);
		if (!v.some)
			continue;
		assert_int_equal(v.parts, rows[i].parts);
		assert_true(pl_str_eq(v.core, pl_str_c(rows[i].core)));
		assert_true(pl_str_eq(v.pre, pl_str_c(rows[i].pre)));
	}
}

static void test_versions(void **state)
{
	/* Ascending; the pre-releases are the list of semver 2.0.0, part 11. */
	static const char *const order[] = {
		"0.0.1", "0.9.0", "0.10.0", "1.0.0-alpha", "1.0.0-alpha.1", "1.0.0-alpha.beta", "1.0.0-beta",
		"1.0.0-beta.2", "1.0.0-beta.11", "1.0.0-rc.1", "1.0.0", "1.9.0", "1.10.0", "1.11.0", "2.0.0", "2.1.0",
		"2.1.1-0-x", "2.1.1", "v10.0.0-rc.1", "00010.00000.00000~",
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(order); i++)
		for (size_t k = 0; k < PL_LEN(order); k++) {
			int got = sign(pl_version_order(pl_str_c(order[i]), pl_str_c(order[k])));

			if (got != sign((int64_t)i - (int64_t)k))
				fail_msg("%s and %s: %d", order[i], order[k], got);
		}
	assert_int_equal(pl_version_order(PL_S("1.0.0+20130313"), PL_S("v1.0.0+x-y")), 0);
	assert_int_equal(pl_version_order(PL_S("1.02.0"), PL_S("1.2.0")), 0);
	assert_int_equal(pl_version_order(PL_S("V1.2.0~"), PL_S("1.2.0")), 0);
	assert_true(pl_version_order(PL_S("1.2"), PL_S("1.2.0")) < 0);
	assert_true(pl_version_order(PL_S("1.0.0-rc+1"), PL_S("1.0.0")) < 0);
}

/* A version as a list of numbers, to be compared without looking at its text. */
struct model {
	unsigned core[4], ncore;
	unsigned pre[3], npre; /* below 100 a number, else the word with that letter */
};

static struct model random_model(void)
{
	struct model m = {.ncore = 1 + below(4), .npre = below(2) ? 0 : 1 + below(3)};

	for (unsigned i = 0; i < m.ncore; i++)
		m.core[i] = below(3) ? below(12) : below(200);
	for (unsigned i = 0; i < m.npre; i++)
		m.pre[i] = below(2) ? below(12) : 100 + below(4);
	return m;
}

static void write_model(const struct model *m, struct pl_buf *out)
{
	pl_buf_clear(out);
	pl_buf_printf(out, "%s", below(4) ? "" : "v");
	for (unsigned i = 0; i < m->ncore; i++)
		pl_buf_printf(out, "%s%0*u", i ? "." : "", 1 + (int)below(4), m->core[i]);
	if (!m->npre && !below(3))
		pl_buf_printf(out, "~");
	for (unsigned i = 0; i < m->npre; i++) {
		pl_buf_printf(out, "%c", i ? '.' : '-');
		if (m->pre[i] < 100)
			pl_buf_printf(out, "%u", m->pre[i]);
		else
			pl_buf_printf(out, "%c", 'a' + (char)(m->pre[i] - 100));
	}
	if (!below(4))
		pl_buf_printf(out, "+%u.x-%u", below(10), below(10));
}

static int list_order(const unsigned *a, unsigned na, const unsigned *b, unsigned nb)
{
	for (unsigned i = 0; i < na && i < nb; i++)
		if (a[i] != b[i])
			return a[i] < b[i] ? -1 : 1;
	return (na > nb) - (na < nb);
}

static int model_order(const struct model *a, const struct model *b)
{
	int c = list_order(a->core, a->ncore, b->core, b->ncore);

	if (c || !a->npre || !b->npre)
		return c ? c : (a->npre == 0) - (b->npre == 0);
	return list_order(a->pre, a->npre, b->pre, b->npre);
}

static void test_random(void **state)
{
	struct pl_buf a = PL_BUF_INIT, b = PL_BUF_INIT;

	(void)state;
	for (int i = 0; i < 200000; i++) {
		struct model x = random_model(), y = random_model();

		write_model(&x, &a);
		write_model(&y, &b);
		if (sign(pl_version_order(pl_buf_str(&a), pl_buf_str(&b))) != model_order(&x, &y))
			fail_msg("%.*s and %.*s: not %d", (int)a.len, a.ptr, (int)b.len, b.ptr, model_order(&x, &y));
	}
	pl_buf_release(&a);
	pl_buf_release(&b);
}

static struct pl_version_widths widths_of(const char *text)
{
	struct pl_version_widths out = {0};

	while (*text) {
		size_t n = strcspn(text, " ");
		struct pl_version v = pl_version_read(pl_str_of(text, n));

		assert_true(v.some);
		pl_version_note(&out, &v);
		text += n + (text[n] == ' ');
	}
	return out;
}

static void test_widths(void **state)
{
	struct pl_version_widths w = widths_of("5.1.9 5.10 v10.0.0-rc.1"), other = widths_of("007.1.2.33.4444~");

	(void)state;
	assert_int_equal(w.parts_least, 2);
	assert_int_equal(w.parts_most, 3);
	assert_int_equal(w.least[1], 1);
	assert_int_equal(w.most[1], 2);
	assert_true(w.prefix && w.bare && w.pre && w.release && !w.marked && !w.padded);
	pl_version_join(&w, &other);
	assert_int_equal(w.parts_most, 5);
	assert_int_equal(w.most[0], 3);
	assert_int_equal(w.least[3], 2); /* what stands behind the fourth counts as the fourth */
	assert_int_equal(w.most[3], 4);
	assert_true(w.padded && w.marked);

}

static void test_uniform(void **state)
{
	static const struct {
		const char *versions;
		bool uniform;
	} rows[] = {
		{"01.10.00 02.01.10", true}, {"v1.0.0~ v2.0.0~", true}, {"1.9 1.10", false},     {"1.2 1.2.3", false},
		{"1.0.0 1.0.0-rc", false},   {"1.0.0 v1.0.0", false},   {"1.0.0 1.0.0~", false}, {"", false},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_version_widths w = widths_of(rows[i].versions);

		assert_int_equal(pl_version_uniform(&w), rows[i].uniform);
	}
}

/* Joining is commutative and the same as noting all. */
static void test_join(void **state)
{
	struct pl_buf text = PL_BUF_INIT;

	(void)state;
	for (int round = 0; round < 2000; round++) {
		struct pl_version_widths all = {0}, part[2] = {{0}, {0}}, swapped;

		for (int i = 0; i < 6; i++) {
			struct model m = random_model();
			struct pl_version v;

			write_model(&m, &text);
			v = pl_version_read(pl_buf_str(&text));
			pl_version_note(&all, &v);
			pl_version_note(&part[below(2)], &v);
		}
		swapped = part[1];
		pl_version_join(&swapped, &part[0]);
		pl_version_join(&part[0], &part[1]);
		assert_memory_equal(&part[0], &all, sizeof(all));
		assert_memory_equal(&swapped, &all, sizeof(all));
	}
	pl_buf_release(&text);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_reading), cmocka_unit_test(test_versions), cmocka_unit_test(test_random),
		cmocka_unit_test(test_widths),  cmocka_unit_test(test_uniform),  cmocka_unit_test(test_join),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
