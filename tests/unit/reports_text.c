/* SPDX-License-Identifier: Apache-2.0 */
/* The text report: what it must say, what it must never send, and 80 columns whatever comes. */
#include "tests/unit/reports_sample.h"

#include "linter/progress.h"
#include "reports/escape.h"
#include "reports/formats.h"

#include <setjmp.h>
#include <cmocka.h>

static char *render(const struct sample *s)
{
	struct pl_buf out = PL_BUF_INIT;

	pl_report_text(&s->result, &s->options, &out);
	pl_buf_adds(&out, "");
	return out.ptr;
}

/* Every byte is printable ASCII, a newline or UTF-8, and no line is wider than the page. */
static void assert_page(const char *text, size_t width)
{
	assert_true(pl_utf8_clean(pl_str_c(text)));
	for (const char *at = text; *at;) {
		size_t len = strcspn(at, "\n"), columns = 0;
		struct pl_str row = pl_str_of(at, len);

		for (size_t i = 0; i < len;) {
			struct pl_glyph glyph = pl_glyph_at(row, i);

			/* A backslash is doubled by pl_glyph_at(); here it is one column. */
			columns += row.ptr[i] == '\\' ? 1 : glyph.columns;
			assert_true(row.ptr[i] == '\\' || glyph.text[0] != '\\');
			i += glyph.len;
		}
		if (columns > width)
			fail_msg("%zu columns: %.*s", columns, (int)len, at);
		at += len + (at[len] != '\0');
	}
}

static void assert_has(const char *text, const char *part)
{
	if (!strstr(text, part))
		fail_msg("\"%s\" is not in:\n%s", part, text);
}

static void assert_not(const char *text, const char *part)
{
	if (strstr(text, part))
		fail_msg("\"%s\" is in:\n%s", part, text);
}

/* Renders, checks the page, and returns the text, to be freed. */
static char *page(const struct sample *s)
{
	char *text = render(s);

	assert_page(text, s->options.width);
	return text;
}

static void finding_is_told(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	text = page(&s);
	assert_has(text, "export/  8 of 8 files, checksums right · 1,000,000 items · 66 MB in 0.6 s\n");
	assert_has(text, "table leaderboard: leaderboardId (partition), rankKey (sort)");
	assert_has(text, "\nerror PL101 mixed-pad-width                          rankKey, segment 1 <number>\n");
	assert_has(text, "1,000,000 keys in 54 partitions\n");
	assert_has(text, "  In partition SEASON#2026-SPRING DynamoDB returns\n"
			 "    0000001500#2026-06-23T10:00:00Z#p_8842\n"
			 "    240#2026-06-23T10:01:40Z#p_17\n"
			 "    ^ 0 (30) before 2 (32), though 1500 is more than 240\n"
			 "    at export/data/1.json.gz:12 and 88\n");
	assert_has(text, "  54 of 54 sort ranges are out of order, in 1,871 places.\n");
	assert_has(text, "  fix   Rewrite those 999 keys");
	assert_has(text, "padlint explain PL101\n");
	assert_has(text, "1,000,000 keys, alone in every range\n");
	assert_has(text, "\n1 error, 0 warnings, 2 infos (--verbose lists them)\n");
	assert_not(text, "\033");
	free(text);
}

static void clean_run_says_what_was_proven(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	sample_make_clean(&s);
	text = page(&s);
	assert_has(text, "proven in order");
	assert_has(text, "1,000,000 keys, 54 ranges walked, no break\n");
	assert_has(text, "one spelling");
	assert_has(text, "0 errors, 0 warnings, 0 infos\n");
	free(text);
	s.options.quiet = true;
	text = page(&s);
	assert_string_equal(text, "");
	free(text);
}

static void nothing_proven_says_why(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	sample_make_clean(&s);
	s.keys.nfields = 0;
	text = page(&s);
	assert_has(text, "nothing to prove: no part of the keys is a number or a time");
	free(text);
	s.keys.ordered = false;
	text = page(&s);
	assert_has(text, "the sort key is no string");
	free(text);
	s.keys.sk = pl_str_of(NULL, 0);
	text = page(&s);
	assert_has(text, "there is no sort key");
	free(text);
	s.result.nkeys = 0;
	text = page(&s);
	assert_has(text, "no key was read");
	free(text);
}

static void code_labels_are_said_not_to_be_walked(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	sample_make_clean(&s);
	s.proof[2].state = PL_O_UNKNOWN;
	s.options.verbose = true;
	text = page(&s);
	assert_has(text, "1 field was not walked, as no rule takes it for ordered\n    <number>#<time>#p_<number>\n");
	free(text);
}

static void incomplete_is_said_twice(void **state)
{
	struct sample s;
	char *text, *first;

	(void)state;
	sample_init(&s);
	s.result.complete = false;
	s.input.whole = false;
	s.input.nproblems = 1;
	s.input.problems_total = 18;
	s.input.problems[0] = (struct pl_problem){17, PL_S("a.json:17"), PL_S("not JSON; the line is left out")};
	text = page(&s);
	first = strstr(text, "INCOMPLETE");
	assert_ptr_equal(first, text);
	assert_non_null(strstr(first + 1, "INCOMPLETE"));
	assert_has(text, "  a.json:17: not JSON; the line is left out\n  and 17 more\n");
	free(text);
	s.options.quiet = true;
	text = page(&s);
	assert_has(text, "INCOMPLETE");
	free(text);
}

static void hostile_keys_are_shown_never_sent(void **state)
{
	static const char first[] = "1\0\033]0;x\a#\xff\xfe\xe2\x80\xae<b>\"\\x1B", second[] = "1\0\033]0;x\aA";
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	s.finding.witness.partition = PL_S("\033[31m\r\n\xc3");
	s.finding.witness.first = pl_str_of(first, sizeof(first) - 1);
	s.finding.witness.second = pl_str_of(second, sizeof(second) - 1);
	s.finding.witness.first_at = PL_S("bad\033name:1");
	s.entity.shape = PL_S("\xe2\x80\xae<number>\x7f");
	s.keys.table_name = PL_S("t\033[2J");
	text = page(&s);
	assert_has(text, "In partition \\x1B[31m\\x0D\\x0A\\xC3 ");
	assert_has(text, "1\\x00\\x1B]0;x\\x07#\\xFF\\xFE\\u{202E}<b>\"\\\\x1B\n");
	assert_has(text, "# (23) before A (41)");
	assert_has(text, "\\u{202E}<number>\\x7F");
	assert_has(text, "bad\\x1Bname:1");
	assert_has(text, "table t\\x1B[2J");
	free(text);
}

/* Pairs of random bytes, from an alphabet that is rich in what goes wrong. */
static void random_bytes_fit_the_page(void **state)
{
	static const unsigned char alphabet[] = {0, '\n', 033, ' ', '0', '1', '9', '#', '\\', 'x', 0x80, 0xc3, 0xa9,
						 0xe2, 0x80, 0xae, 0xed, 0x95, 0x9c, 0xf0, 0x9f, 0x98, 0x80, 0xff};
	uint64_t random = 42;
	char key[2][200];

	(void)state;
	for (int round = 0; round < 2000; round++) {
		struct sample s;
		struct pl_str k[2];
		bool swap;

		sample_init(&s);
		for (int i = 0; i < 2; i++) {
			random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
			k[i] = pl_str_of(key[i], random >> 33 & 127);
			for (size_t at = 0; at < k[i].len; at++) {
				random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
				key[i][at] = (char)alphabet[(random >> 33) % sizeof(alphabet)];
			}
		}
		/* A shared front, as keys of one range have it. */
		memcpy(key[1], key[0], PL_MIN(k[0].len, k[1].len) / 2);
		swap = pl_order(k[0], k[1]) > 0;
		s.finding.witness.first = k[swap];
		s.finding.witness.second = k[!swap];
		s.finding.witness.partition = k[0];
		s.finding.witness.from = (uint32_t)(random >> 40 & 127);
		s.options.width = 40 + (unsigned)(random >> 50 & 63);
		free(page(&s));
	}
}

static void caret_of(const char *text, size_t *caret)
{
	const char *at = strstr(text, "^"), *begin = at;

	assert_non_null(at);
	while (begin > text && begin[-1] != '\n')
		begin--;
	*caret = (size_t)(at - begin);
}

static void long_keys_keep_the_deciding_byte(void **state)
{
	char first[1000], second[1000];
	struct sample s;

	(void)state;
	memset(first, 'x', sizeof(first));
	memset(second, 'x', sizeof(second));
	for (size_t at = 0; at < sizeof(first) - 30; at += 7) {
		char *text, *row;
		size_t caret;

		sample_init(&s);
		memcpy(first + at, "10#", 3);
		memcpy(second + at, "9#x", 3);
		s.finding.witness.first = pl_str_of(first, sizeof(first));
		s.finding.witness.second = pl_str_of(second, sizeof(second) - 20);
		s.finding.witness.from = (uint32_t)at;
		text = page(&s);
		assert_has(text, "1 (31) before 9 (39), though 10 is more than 9");
		caret_of(text, &caret);
		row = strstr(text, "10#x");
		if (!row)
			row = strstr(text, "10#");
		assert_non_null(row);
		free(text);
		memset(first + at, 'x', 3);
		memset(second + at, 'x', 3);
	}
}

static void prefix_comes_first(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	s.finding.field = NULL;
	s.finding.witness.first = PL_S("ORDER#1");
	s.finding.witness.second = PL_S("ORDER#10");
	text = page(&s);
	assert_has(text, "    ORDER#1\n    ORDER#10\n           ^ the shorter key comes first\n");
	assert_has(text, "In partition SEASON#2026-SPRING these keys stand\n");
	free(text);
}

static void times_are_compared_as_times(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	s.finding.field = &s.field[1];
	s.finding.witness.first = PL_S("5#2026-06-23T10:00:29.017Z");
	s.finding.witness.second = PL_S("5#2026-06-23T10:00:29Z");
	s.finding.witness.from = 2;
	text = page(&s);
	assert_has(text, ". (2E) before Z (5A), though 2026-06-23T10:00:29.017Z is later than\n"
			 "    2026-06-23T10:00:29Z\n");
	free(text);
}

static void wide_characters_keep_the_caret(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	s.finding.field = NULL;
	s.finding.witness.first = PL_S("\xed\x95\x9c\xea\xb5\xad#10"); /* two wide characters */
	s.finding.witness.second = PL_S("\xed\x95\x9c\xea\xb5\xad#9");
	text = page(&s);
	assert_has(text, "\n         ^ 1 (31) before 9 (39)\n");
	/* The keys part inside a character: the caret stands under all of it. */
	s.finding.witness.first = PL_S("a\xc3\xa8");
	s.finding.witness.second = PL_S("a\xc3\xa9");
	free(text);
	text = page(&s);
	assert_has(text, "\n     ^ byte A8 before byte A9\n");
	free(text);
}

static void one_key_or_the_same_twice(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	s.finding.witness.second = s.finding.witness.first;
	text = page(&s);
	assert_has(text, "this key stands twice\n");
	free(text);
	s.finding.witness.second = s.finding.witness.second_at = pl_str_of(NULL, 0);
	text = page(&s);
	assert_has(text, "SEASON#2026-SPRING stands\n");
	free(text);
}

static void masked_values_are_not_printed(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	s.options.mask = true;
	text = page(&s);
	assert_not(text, "8842");
	assert_not(text, "1500");
	assert_not(text, "SPRING");
	assert_has(text, "    <number>#<time>#p_<number>\n");
	free(text);
}

static void infos_wait_for_verbose(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	s.finding.level = PL_INFO;
	text = page(&s);
	assert_not(text, "PL101");
	free(text);
	s.result.fail_on = PL_INFO;
	text = page(&s);
	assert_has(text, "info PL101");
	assert_not(text, "--verbose");
	free(text);
	s.result.fail_on = PL_WARNING;
	s.options.verbose = true;
	text = page(&s);
	assert_has(text, "info PL101");
	assert_has(text, "  why   Bytes are compared");
	free(text);
}

static void indexes_are_groups(void **state)
{
	struct sample s;
	struct pl_keys index;
	const struct pl_keys *both[2];
	struct pl_finding findings[2];
	char *text, *table;

	(void)state;
	sample_init(&s);
	index = s.keys;
	index.index_name = PL_S("GSI1");
	both[0] = &s.keys;
	both[1] = &index;
	findings[0] = findings[1] = s.finding;
	findings[0].keys = &index;
	s.result.keys = both;
	s.result.nkeys = 2;
	s.result.findings = findings;
	s.result.nfindings = 2;
	text = page(&s);
	table = strstr(text, "──── table leaderboard\n");
	assert_non_null(table);
	assert_non_null(strstr(table, "──── index GSI1\n"));
	free(text);
}

static void colours_only_when_asked(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	s.options.color = true;
	text = render(&s);
	assert_has(text, "\033[1;31merror\033[0m");
	assert_has(text, "\033[1;7m2\033[0m40#");
	free(text);
}

static void narrow_pages_and_long_texts(void **state)
{
	struct sample s;
	char word[300], *text;

	(void)state;
	memset(word, 'w', sizeof(word) - 1);
	word[sizeof(word) - 1] = '\0';
	for (unsigned width = 40; width <= 120; width += 5) {
		sample_init(&s);
		s.options.width = width;
		s.options.verbose = true;
		text = page(&s);
		free(text);
		s.finding.message = s.finding.fix = s.finding.why = word;
		s.finding.attribute = s.keys.table_name = s.entity.shape = s.export.folder = pl_str_c(word);
		s.field[1].shape = s.finding.witness.partition = s.finding.witness.first_at = pl_str_c(word);
		text = page(&s);
		free(text);
	}
}

static void pieces(void **state)
{
	struct pl_buf out = PL_BUF_INIT;

	(void)state;
	pl_add_counted(&out, 1, "key");
	pl_add_counted(&out, 1234567, " key");
	assert_string_equal(out.ptr, "1 key1,234,567  keys");
	pl_buf_clear(&out);
	pl_add_size(&out, 999);
	pl_add_size(&out, 66000000);
	pl_add_size(&out, 9960000);
	pl_add_size(&out, 1500);
	assert_string_equal(out.ptr, "999 bytes66 MB10 MB1.5 kB");
	pl_buf_clear(&out);
	pl_add_cut(&out, PL_S("abcdefghij"), 5);
	assert_string_equal(out.ptr, "abc…j");
	pl_buf_clear(&out);
	pl_add_cut(&out, PL_S("abcdefghij"), 1);
	assert_string_equal(out.ptr, "…");
	pl_buf_clear(&out);
	pl_add_wrapped(&out, PL_S("fix it\n1 one two three"), 0, 0, 9);
	assert_string_equal(out.ptr, "fix it\n1 one two\n  three");
	pl_buf_release(&out);
	assert_true(pl_utf8_clean(PL_S("\xf0\x9f\x98\x80")));
	assert_false(pl_utf8_clean(PL_S("\xed\xa0\x80")));     /* a surrogate */
	assert_false(pl_utf8_clean(PL_S("\xc0\xaf")));         /* overlong */
	assert_false(pl_utf8_clean(PL_S("\xf4\x90\x80\x80"))); /* above U+10FFFF */
	assert_false(pl_utf8_clean(PL_S("\xe2\x82")));         /* cut */
	assert_false(pl_utf8_clean(PL_S("a\0b")));
}

static void progress_fits_one_line(void **state)
{
	struct pl_progress_state progress = {UINT64_C(999000000000), UINT64_C(2000000000000), UINT64_C(99999999999)};
	struct pl_buf out = PL_BUF_INIT;

	(void)state;
	for (size_t columns = 10; columns <= 80; columns++) {
		pl_buf_clear(&out);
		pl_progress_line(&out, &progress, 1, 2, 3.5, columns);
		assert_true(out.len <= columns);
	}
	pl_buf_clear(&out);
	progress = (struct pl_progress_state){225000000, 500000000, 1340479};
	pl_progress_line(&out, &progress, 1, 2, 2.25, 80);
	assert_true(pl_str_eq(pl_buf_str(&out), PL_S("pass 1 of 2  [#####-------]  45%  225 MB  1,340,479 items  "
						     "100 MB/s  0:03 left")));
	/* Standard input: how much there is, nobody knows. */
	pl_buf_clear(&out);
	progress.bytes_total = 0;
	pl_progress_line(&out, &progress, 1, 1, 2.25, 80);
	assert_true(pl_str_eq(pl_buf_str(&out), PL_S("225 MB  1,340,479 items  100 MB/s")));
	pl_buf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(finding_is_told),
		cmocka_unit_test(clean_run_says_what_was_proven),
		cmocka_unit_test(nothing_proven_says_why),
		cmocka_unit_test(code_labels_are_said_not_to_be_walked),
		cmocka_unit_test(incomplete_is_said_twice),
		cmocka_unit_test(hostile_keys_are_shown_never_sent),
		cmocka_unit_test(random_bytes_fit_the_page),
		cmocka_unit_test(long_keys_keep_the_deciding_byte),
		cmocka_unit_test(prefix_comes_first),
		cmocka_unit_test(times_are_compared_as_times),
		cmocka_unit_test(wide_characters_keep_the_caret),
		cmocka_unit_test(one_key_or_the_same_twice),
		cmocka_unit_test(masked_values_are_not_printed),
		cmocka_unit_test(infos_wait_for_verbose),
		cmocka_unit_test(indexes_are_groups),
		cmocka_unit_test(colours_only_when_asked),
		cmocka_unit_test(narrow_pages_and_long_texts),
		cmocka_unit_test(pieces),
		cmocka_unit_test(progress_fits_one_line),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
