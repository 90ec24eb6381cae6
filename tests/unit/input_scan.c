/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The scanner and the two readers, held against a table, the JSONTestSuite, a
 * checker of a few lines that shares nothing with them, and themselves without
 * SIMD. Every text stands in front of an unmapped page, so that a read behind
 * the promised padding ends the test.
 */
#define _DEFAULT_SOURCE /* MAP_ANONYMOUS */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "linter/base/json.h"
#include "linter/input/reader.h"
#include "linter/input/slurp.h"
#include "linter/input/sniff.h"

/* ---- a buffer that ends at an unmapped page ---------------------------------- */

enum { GUARD_SIZE = 1 << 20 };
static char *guard_end; /* the unmapped page begins here */

static int make_guard(void **state)
{
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	char *memory = mmap(NULL, GUARD_SIZE + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	(void)state;
	if (memory == MAP_FAILED || mprotect(memory + GUARD_SIZE, page, PROT_NONE) != 0)
		return -1;
	guard_end = memory + GUARD_SIZE;
	return 0;
}

/* The text with its NUL and padding, at the end of the mapped memory. */
static const char *guarded(struct pl_str text)
{
	char *at = guard_end - PL_SCAN_PAD - text.len;

	assert_true(text.len <= GUARD_SIZE - PL_SCAN_PAD);
	if (text.len)
		memcpy(at, text.ptr, text.len);
	/* Padding that would make sense to a scanner that looked at it. */
	memset(at + text.len, '"', PL_SCAN_PAD);
	at[text.len] = '\0';
	return at;
}

/* ---- a small strict checker ---------------------------------------------------- */

struct checker {
	const unsigned char *p, *end;
	unsigned depth;
};

static bool check_value(struct checker *c);

static void check_blanks(struct checker *c)
{
	while (c->p < c->end && strchr(" \t\r\n", *c->p) && *c->p)
		c->p++;
}

static bool check_hex4(struct checker *c, unsigned *out)
{
	*out = 0;
	for (int i = 0; i < 4; i++, c->p++) {
		static const char digits[] = "0123456789abcdefABCDEF";
		const char *at = c->p < c->end && *c->p ? strchr(digits, *c->p) : NULL;

		if (!at)
			return false;
		*out = *out * 16 + (unsigned)(at - digits < 16 ? at - digits : at - digits - 6);
	}
	return true;
}

static bool check_string(struct checker *c)
{
	if (c->p == c->end || *c->p++ != '"')
		return false;
	while (c->p < c->end) {
		unsigned char b = *c->p++;
		unsigned high, low;

		if (b == '"')
			return true;
		if (b < 0x20)
			return false;
		if (b != '\\')
			continue;
		if (c->p == c->end)
			return false;
		b = *c->p++;
		if (b != 'u') {
			if (!b || !strchr("\"\\/bfnrt", b))
				return false;
			continue;
		}
		if (!check_hex4(c, &high) || (high >= 0xdc00 && high <= 0xdfff))
			return false;
		if (high < 0xd800 || high > 0xdbff)
			continue;
		if (c->end - c->p < 6 || *c->p++ != '\\' || *c->p++ != 'u' || !check_hex4(c, &low) || low < 0xdc00 ||
		    low > 0xdfff)
			return false;
	}
	return false;
}

static bool check_digits(struct checker *c)
{
	const unsigned char *from = c->p;

	while (c->p < c->end && *c->p >= '0' && *c->p <= '9')
		c->p++;
	return c->p > from;
}

static bool check_number(struct checker *c)
{
	if (c->p < c->end && *c->p == '-')
		c->p++;
	if (c->p < c->end && *c->p == '0')
		c->p++;
	else if (!check_digits(c))
		return false;
	if (c->p < c->end && *c->p == '.') {
		c->p++;
		if (!check_digits(c))
			return false;
	}
	if (c->p < c->end && (*c->p == 'e' || *c->p == 'E')) {
		c->p++;
		if (c->p < c->end && (*c->p == '+' || *c->p == '-'))
			c->p++;
		return check_digits(c);
	}
	return true;
}

static bool check_word(struct checker *c, const char *word)
{
	size_t len = strlen(word);

	if ((size_t)(c->end - c->p) < len || memcmp(c->p, word, len) != 0)
		return false;
	c->p += len;
	return true;
}

static bool check_list(struct checker *c, bool object)
{
	unsigned char close = object ? '}' : ']';
	bool good = false;

	if (++c->depth > PL_SCAN_DEPTH)
		return false;
	c->p++;
	check_blanks(c);
	if (c->p < c->end && *c->p == close) {
		c->p++;
		c->depth--;
		return true;
	}
	while (c->p < c->end) {
		if (object) {
			if (!check_string(c))
				return false;
			check_blanks(c);
			if (c->p == c->end || *c->p++ != ':')
				return false;
			check_blanks(c);
		}
		if (!check_value(c))
			return false;
		check_blanks(c);
		if (c->p == c->end)
			return false;
		good = *c->p == close;
		if (!good && *c->p != ',')
			return false;
		c->p++;
		if (good)
			break;
		check_blanks(c);
	}
	c->depth--;
	return good;
}

static bool check_value(struct checker *c)
{
	if (c->p == c->end)
		return false;
	switch (*c->p) {
	case '{': return check_list(c, true);
	case '[': return check_list(c, false);
	case '"': return check_string(c);
	case 't': return check_word(c, "true");
	case 'f': return check_word(c, "false");
	case 'n': return check_word(c, "null");
	default: return check_number(c);
	}
}

static bool is_json(struct pl_str text)
{
	struct checker c = {(const unsigned char *)text.ptr, (const unsigned char *)text.ptr + text.len, 0};

	check_blanks(&c);
	if (!check_value(&c))
		return false;
	check_blanks(&c);
	return c.p == c.end;
}

/* ---- helpers ------------------------------------------------------------------------ */

enum { MAX_BUILDS = 3 };
static const struct pl_scan_build *builds;
static size_t nbuilds;

static const struct pl_str key_names[] = {{"PK", 2}, {"SK", 2}};

/* Whether the whole text is one value, as the scanner (v: which build) sees it. */
static bool accepts(size_t v, struct pl_str text)
{
	static struct pl_scan scan;
	struct pl_buf spaced = PL_BUF_INIT;
	const char *from, *end;
	bool good;

	/* A number at the very end could go on; white space says that it does not. */
	pl_buf_add(&spaced, text);
	pl_buf_addc(&spaced, '\n');
	from = guarded(pl_buf_str(&spaced));
	end = from + spaced.len;
	scan.newlines = true;
	good = builds[v].value(&scan, from, end) == PL_SCAN_DONE;
	if (good) {
		const char *p = scan.next;

		while (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')
			p++;
		good = p == end;
	}
	pl_buf_release(&spaced);
	return good;
}

/* Whether {"Item":{…,"x":{"L":[TEXT]}}} is an item; its key must come out right. */
static bool accepts_wrapped(size_t v, struct pl_str text)
{
	struct pl_scan_names names;
	struct pl_scan scan;
	struct pl_buf line = PL_BUF_INIT;
	const char *from;
	bool good;

	pl_buf_adds(&line, "{\"Item\":{\"x\":{\"L\":[");
	pl_buf_add(&line, text);
	pl_buf_adds(&line, "]},\"PK\":{\"S\":\"a\"}}}");
	pl_scan_names_init(&names, key_names, 2);
	pl_scan_init(&scan, &names);
	scan.wrapped = scan.newlines = true;
	from = guarded(pl_buf_str(&line));
	good = builds[v].item(&scan, from, from + line.len) == PL_SCAN_DONE && scan.next == from + line.len;
	if (good) {
		assert_int_equal(scan.attrs[0].type, 'S');
		assert_true(pl_str_eq(scan.attrs[0].value, PL_S("a")));
		assert_int_equal(scan.attrs[1].type, 0);
	}
	pl_scan_release(&scan);
	pl_buf_release(&line);
	return good;
}

/* ---- the table ------------------------------------------------------------------------ */

static const struct {
	const char *text;
	enum pl_scan_result result;
	const char *pk, *sk; /* type and value, NULL: absent */
	const char *error;   /* found in the message */
} lines[] = {
	/* Shapes of good items. */
	{"{\"Item\":{\"PK\":{\"S\":\"a\"},\"SK\":{\"S\":\"b\"}}}", PL_SCAN_DONE, "Sa", "Sb", NULL},
	{"{\"Item\":{\"SK\":{\"N\":\"-1.5\"},\"PK\":{\"B\":\"AAE=\"}}}", PL_SCAN_DONE, "BAAE=", "N-1.5", NULL},
	{" { \"Item\" : { \"PK\" : { \"S\" : \"a\" } , \"n\" : { \"N\" : \"1\" } } } ", PL_SCAN_DONE, "Sa", NULL, NULL},
	{"{\"Item\":{}}", PL_SCAN_DONE, NULL, NULL, NULL},
	{"{\"Item\":{ }}", PL_SCAN_DONE, NULL, NULL, NULL},
	{"{\"Item\":{\"PK\":{\"S\":\"\"}}}", PL_SCAN_DONE, "S", NULL, NULL},
	{"{\"ConsumedCapacity\":{\"a\":[1,2]},\"Item\":{\"PK\":{\"S\":\"a\"}},\"z\":null}", PL_SCAN_DONE, "Sa", NULL, NULL},
	{"{\"Item\":{\"PK\":{\"M\":{}},\"SK\":{\"L\":[]}}}", PL_SCAN_DONE, "O", "O", NULL},
	{"{\"Item\":{\"PK\":{\"NULL\":true},\"SK\":{\"BOOL\":false}}}", PL_SCAN_DONE, "O", "O", NULL},
	{"{\"Item\":{\"PK\":{\"SS\":[\"a\"]},\"SK\":{\"NS\":[\"1\"]}}}", PL_SCAN_DONE, "O", "O", NULL},
	{"{\"Item\":{\"a\":{\"M\":{\"PK\":{\"S\":\"inner\"}}},\"PK\":{\"S\":\"outer\"}}}", PL_SCAN_DONE, "Souter", NULL, NULL},
	{"{\"Item\":{\"PKX\":{\"S\":\"x\"},\"P\":{\"S\":\"y\"},\"pk\":{\"S\":\"z\"}}}", PL_SCAN_DONE, NULL, NULL, NULL},
	/* Attributes nobody asked for are checked as JSON only. */
	{"{\"Item\":{\"x\":5,\"y\":{\"S\":\"a\" },\"z\":{\"Q\":[{}]},\"PK\":{\"S\":\"a\"}}}", PL_SCAN_DONE, "Sa", NULL, NULL},
	{"{\"Item\":{\"x\":{\"S\":\"a\",\"N\":\"1\"}}}", PL_SCAN_DONE, NULL, NULL, NULL},
	/* Escapes, in values and in names. */
	{"{\"Item\":{\"PK\":{\"S\":\"\\u00e4\\ud83d\\ude00\\n\\/\\\\\\\"\"}}}", PL_SCAN_DONE,
	 "S\xc3\xa4\xf0\x9f\x98\x80\n/\\\"", NULL, NULL},
	{"{\"Item\":{\"\\u0050K\":{\"S\":\"a\"},\"\\u0053\\u004b\":{\"S\":\"\\u20ac\"}}}", PL_SCAN_DONE, "Sa", "S\xe2\x82\xac", NULL},
	{"{\"Item\":{\"PK\":{\"S\":\"\\b\\f\\r\\t\"}}}", PL_SCAN_DONE, "S\b\f\r\t", NULL, NULL},
	{"{\"Item\":{\"PK\":{\"S\":\"raw \xff\xfe bytes\"}}}", PL_SCAN_DONE, "Sraw \xff\xfe bytes", NULL, NULL},
	{"{\"Item\":{\"PK\":{\"S\":\"a\x7f\"}}}", PL_SCAN_DONE, "Sa\x7f", NULL, NULL},
	/* What is no item. */
	{"{\"Item\":{\"PK\":{\"S\":\"a\"},\"PK\":{\"S\":\"b\"}}}", PL_SCAN_BAD, NULL, NULL, "stands twice"},
	{"{\"Item\":{\"PK\":{\"S\":\"a\"},\"\\u0050K\":{\"S\":\"b\"}}}", PL_SCAN_BAD, NULL, NULL, "stands twice"},
	{"{\"Item\":{\"PK\":\"a\"}}", PL_SCAN_BAD, NULL, NULL, "has no type"},
	{"{\"Item\":{\"PK\":{}}}", PL_SCAN_BAD, NULL, NULL, "has no type"},
	{"{\"Item\":{\"PK\":{\"X\":\"a\"}}}", PL_SCAN_BAD, NULL, NULL, "unknown type"},
	{"{\"Item\":{\"PK\":{\"s\":\"a\"}}}", PL_SCAN_BAD, NULL, NULL, "unknown type"},
	{"{\"Item\":{\"PK\":{\"S\":1}}}", PL_SCAN_BAD, NULL, NULL, "no string"},
	{"{\"Item\":{\"PK\":{\"N\":1}}}", PL_SCAN_BAD, NULL, NULL, "no string"},
	{"{\"Item\":{\"PK\":{\"S\":\"a\",\"N\":\"1\"}}}", PL_SCAN_BAD, NULL, NULL, "more than one type"},
	{"{\"PK\":{\"S\":\"a\"}}", PL_SCAN_BAD, NULL, NULL, "no \"Item\""},
	{"{}", PL_SCAN_BAD, NULL, NULL, "no \"Item\""},
	{"{\"Item\":{},\"Item\":{}}", PL_SCAN_BAD, NULL, NULL, "two \"Item\""},
	{"{\"Item\":[]}", PL_SCAN_BAD, NULL, NULL, "object is missing"},
	{"[]", PL_SCAN_BAD, NULL, NULL, "object is missing"},
	/* Grammar. */
	{"{\"Item\":{\"x\":01}}", PL_SCAN_BAD, NULL, NULL, "comma or }"},
	{"{\"Item\":{\"x\":1.}}", PL_SCAN_BAD, NULL, NULL, "digit"},
	{"{\"Item\":{\"x\":.5}}", PL_SCAN_BAD, NULL, NULL, "no JSON value"},
	{"{\"Item\":{\"x\":1e}}", PL_SCAN_BAD, NULL, NULL, "digit"},
	{"{\"Item\":{\"x\":-}}", PL_SCAN_BAD, NULL, NULL, "digit"},
	{"{\"Item\":{\"x\":NaN}}", PL_SCAN_BAD, NULL, NULL, "no JSON value"},
	{"{\"Item\":{\"x\":nulL}}", PL_SCAN_BAD, NULL, NULL, "no JSON value"},
	{"{\"Item\":{\"x\":[1,]}}", PL_SCAN_BAD, NULL, NULL, "no JSON value"},
	{"{\"Item\":{\"x\":{\"a\":1,}}}", PL_SCAN_BAD, NULL, NULL, "name is missing"},
	{"{\"Item\":{\"PK\":{\"S\":\"a\"},}}", PL_SCAN_BAD, NULL, NULL, "name is missing"},
	{"{\"Item\":{\"PK\":{\"S\":\"a\"}},}", PL_SCAN_BAD, NULL, NULL, "name is missing"},
	{"{\"Item\":{\"PK\":{\"S\":\"a\"}]}", PL_SCAN_BAD, NULL, NULL, "comma or }"},
	{"{\"Item\":{\"x\":[1}}}", PL_SCAN_BAD, NULL, NULL, "comma or ]"},
	{"{\"Item\":{\"PK\" {\"S\":\"a\"}}}", PL_SCAN_BAD, NULL, NULL, "colon"},
	{"{\"Item\":{\"PK\":{\"S\":\"a\x01\"}}}", PL_SCAN_BAD, NULL, NULL, "raw control"},
	{"{\"Item\":{\"x\":{\"S\":\"a\t\"}}}", PL_SCAN_BAD, NULL, NULL, "raw control"},
	{"{\"Item\":{\"PK\":{\"S\":\"\\x41\"}}}", PL_SCAN_BAD, NULL, NULL, "bad escape"},
	{"{\"Item\":{\"PK\":{\"S\":\"\\u12g4\"}}}", PL_SCAN_BAD, NULL, NULL, "bad escape"},
	{"{\"Item\":{\"PK\":{\"S\":\"\\ud800\"}}}", PL_SCAN_BAD, NULL, NULL, "escape"},
	{"{\"Item\":{\"PK\":{\"S\":\"\\udc00\"}}}", PL_SCAN_BAD, NULL, NULL, "surrogate"},
	{"{\"Item\":{\"x\":{\"S\":\"\\ud800\\u0041\"}}}", PL_SCAN_BAD, NULL, NULL, "surrogate"},
	{"{\"Item\":{\"PK\":{\"S\":\"a\"}\n}}", PL_SCAN_BAD, NULL, NULL, "line ends inside"},
	{"{\"Item\":{\"PK\":{\"S\":\"a\n\"}}}", PL_SCAN_BAD, NULL, NULL, "line ends inside"},
	{"{\"Item\":{\"PK\":{\"S\":\"a\"}}\xff}", PL_SCAN_BAD, NULL, NULL, "comma or }"},
	{"", PL_SCAN_MORE, NULL, NULL, NULL},
	{"{\"Item\":{\"PK\":{\"S\":\"a\"}}", PL_SCAN_MORE, NULL, NULL, NULL},
};

static void expect_attr(const struct pl_attr *attr, const char *want)
{
	if (!want) {
		assert_int_equal(attr->type, 0);
		return;
	}
	assert_int_equal(attr->type, want[0]);
	assert_int_equal(attr->value.len, strlen(want + 1));
	assert_memory_equal(attr->value.len ? attr->value.ptr : "", want + 1, attr->value.len);
}

static void test_table(void **state)
{
	struct pl_scan_names names;
	struct pl_scan scan;

	(void)state;
	pl_scan_names_init(&names, key_names, 2);
	pl_scan_init(&scan, &names);
	scan.wrapped = true;
	for (size_t v = 0; v < nbuilds; v++) {
		for (size_t i = 0; i < PL_LEN(lines); i++) {
			struct pl_str text = pl_str_c(lines[i].text);
			const char *from = guarded(text);
			enum pl_scan_result result = builds[v].item(&scan, from, from + text.len);

			if (result != lines[i].result)
				fail_msg("%s: %d (%s)", lines[i].text, result, scan.error ? scan.error : "");
			if (result == PL_SCAN_DONE) {
				expect_attr(&scan.attrs[0], lines[i].pk);
				expect_attr(&scan.attrs[1], lines[i].sk);
			}
			if (lines[i].error && (!scan.error || !strstr(scan.error, lines[i].error)))
				fail_msg("%s: %s", lines[i].text, scan.error ? scan.error : "no error");
		}
	}
	pl_scan_release(&scan);
}

static void test_nul_in_key(void **state)
{
	struct pl_str text = PL_S("{\"PK\":{\"S\":\"a\\u0000b\"},\"SK\":{\"S\":\"\\u0000\"}}");
	struct pl_scan_names names;
	struct pl_scan scan;
	const char *from = guarded(text);

	(void)state;
	pl_scan_names_init(&names, key_names, 2);
	pl_scan_init(&scan, &names);
	assert_int_equal(pl_scan_item(&scan, from, from + text.len), PL_SCAN_DONE);
	assert_true(pl_str_eq(scan.attrs[0].value, PL_S("a\0b")));
	assert_true(pl_str_eq(scan.attrs[1].value, PL_S("\0")));
	assert_true(pl_str_eq(scan.json, text));
	/* A raw NUL in front of the end is no end. */
	text = PL_S("{\"PK\":{\"S\":\"a\0b\"}}");
	from = guarded(text);
	assert_int_equal(pl_scan_item(&scan, from, from + text.len), PL_SCAN_BAD);
	text = PL_S("{\"PK\":\0{\"S\":\"a\"}}");
	from = guarded(text);
	assert_int_equal(pl_scan_item(&scan, from, from + text.len), PL_SCAN_BAD);
	pl_scan_release(&scan);
}

/* ---- names ------------------------------------------------------------------------------ */

static void test_many_names(void **state)
{
	struct pl_str wanted[PL_MAX_WANTED];
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_buf line = PL_BUF_INIT;
	struct pl_scan_names names;
	struct pl_scan scan;
	const char *from;

	(void)state;
	/* Names of all lengths that share their first bytes, one empty, one asked for twice. */
	for (size_t i = 0; i < PL_MAX_WANTED; i++)
		wanted[i] = pl_str_c(pl_arena_printf(&arena, "attribute_%.*s%zu", (int)i, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
						     "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", i % 3));
	wanted[7] = wanted[3];
	wanted[9] = PL_S("");
	pl_scan_names_init(&names, wanted, PL_MAX_WANTED);
	pl_scan_init(&scan, &names);
	pl_buf_adds(&line, "{");
	for (size_t i = 0; i < PL_MAX_WANTED; i++) {
		if (i != 7)
			pl_buf_printf(&line, "\"%s\":{\"N\":\"%zu\"},", wanted[i].ptr, i);
	}
	pl_buf_adds(&line, "\"attribute_\":{\"S\":\"no\"}}");
	from = guarded(pl_buf_str(&line));
	assert_int_equal(pl_scan_item(&scan, from, from + line.len), PL_SCAN_DONE);
	for (size_t i = 0; i < PL_MAX_WANTED; i++) {
		char want[8];

		snprintf(want, sizeof(want), "%zu", i == 7 ? (size_t)3 : i);
		if (i == 9) {
			assert_int_equal(scan.attrs[i].type, 0);
			continue;
		}
		assert_int_equal(scan.attrs[i].type, 'N');
		assert_true(pl_str_eq(scan.attrs[i].value, pl_str_c(want)));
	}
	pl_scan_release(&scan);
	pl_buf_release(&line);
	pl_arena_release(&arena);
}

/* ---- the JSONTestSuite -------------------------------------------------------------------- */

static void test_vectors(void **state)
{
	const char *folder = "tests/vectors/json";
	struct pl_buf path = PL_BUF_INIT, text = PL_BUF_INIT;
	const struct dirent *entry;
	size_t good = 0, bad = 0;
	DIR *dir;

	(void)state;
	dir = opendir(folder);
	assert_non_null(dir);
	while ((entry = readdir(dir)) != NULL) {
		char kind = entry->d_name[0];
		bool want = kind == 'y';

		if ((kind != 'y' && kind != 'n') || entry->d_name[1] != '_')
			continue;
		pl_buf_clear(&path);
		pl_buf_printf(&path, "%s/%s", folder, entry->d_name);
		pl_buf_clear(&text);
		assert_true(pl_slurp(path.ptr, GUARD_SIZE, &text));
		for (size_t v = 0; v < nbuilds; v++) {
			if (accepts(v, pl_buf_str(&text)) != want)
				fail_msg("%s (build %zu)", entry->d_name, v);
			/*
			 * As an element of a list: a text that is bad by what stands
			 * behind its value, or empty, may be good there, and is left out.
			 */
			if (accepts_wrapped(v, pl_buf_str(&text)) != want) {
				struct pl_buf list = PL_BUF_INIT;

				pl_buf_addc(&list, '[');
				pl_buf_add(&list, pl_buf_str(&text));
				pl_buf_addc(&list, ']');
				if (want || !is_json(pl_buf_str(&list)))
					fail_msg("%s wrapped (build %zu)", entry->d_name, v);
				pl_buf_release(&list);
			}
		}
		assert_int_equal(is_json(pl_buf_str(&text)), want);
		good += want;
		bad += !want;
	}
	closedir(dir);
	pl_buf_release(&path);
	pl_buf_release(&text);
	print_message("%zu texts accepted, %zu refused\n", good, bad);
	assert_true(good > 50 && bad > 100);
}

/* ---- generated and mutated texts ------------------------------------------------------------ */

static uint64_t rng_state;

static uint32_t rng(uint32_t below)
{
	rng_state = rng_state * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
	return (uint32_t)((rng_state >> 33) % below);
}

static void gen_string(struct pl_buf *out)
{
	static const char *const pieces[] = {
		"\\\"", "\\\\", "\\/", "\\n", "\\u0041", "\\u00e4", "\\ud83d\\ude00", "\\u0000", "\xc3\xa4", "\xff", "PK", "SK",
		"S", "N", "{", "}", "]", ",", ":", " ", "0000001719100800", "#", "a long run of plain bytes without anything",
	};

	pl_buf_addc(out, '"');
	for (uint32_t n = rng(5); n > 0; n--)
		pl_buf_adds(out, pieces[rng(PL_LEN(pieces))]);
	pl_buf_addc(out, '"');
}

static void gen_blanks(struct pl_buf *out)
{
	static const char *const blanks[] = {"", "", "", "", " ", "\t", "\r\n", "   "};

	pl_buf_adds(out, blanks[rng(PL_LEN(blanks))]);
}

static void gen_value(struct pl_buf *out, unsigned depth)
{
	static const char *const atoms[] = {"0", "-0", "1", "12.50", "-1e9", "1E-3", "0.0e+10", "true", "false", "null", "{}", "[]"};
	uint32_t kind = rng(depth > 4 ? 2 : 4);

	if (kind == 0) {
		pl_buf_adds(out, atoms[rng(PL_LEN(atoms))]);
	} else if (kind == 1) {
		gen_string(out);
	} else {
		pl_buf_addc(out, kind == 2 ? '{' : '[');
		gen_blanks(out);
		for (uint32_t n = 1 + rng(3), i = 0; i < n; i++) {
			if (i)
				pl_buf_addc(out, ',');
			gen_blanks(out);
			if (kind == 2) {
				gen_string(out);
				gen_blanks(out);
				pl_buf_addc(out, ':');
				gen_blanks(out);
			}
			gen_value(out, depth + 1);
			gen_blanks(out);
		}
		pl_buf_addc(out, kind == 2 ? '}' : ']');
	}
}

static void gen_item(struct pl_buf *out)
{
	static const char *const names[] = {"\"PK\"", "\"SK\"", "\"attr0\"", "\"n\"", "\"\\u0050K\"", "\"a rather long attribute name\""};
	static const char *const tags[] = {"S", "S", "N", "B"};

	pl_buf_addc(out, '{');
	for (uint32_t n = rng(6), i = 0; i < n; i++) {
		if (i)
			pl_buf_addc(out, ',');
		gen_blanks(out);
		pl_buf_adds(out, names[rng(PL_LEN(names))]);
		pl_buf_addc(out, ':');
		if (rng(4)) {
			pl_buf_printf(out, "{\"%s\":", tags[rng(PL_LEN(tags))]);
			gen_string(out);
			pl_buf_addc(out, '}');
		} else {
			gen_value(out, 1);
		}
	}
	pl_buf_addc(out, '}');
}

static void mutate(struct pl_buf *text)
{
	static const char bytes[] = "\"\\{}[]:,0123456789.-+eEtfnuld \t\n\r\x01\xff/S";

	for (uint32_t n = rng(3); n > 0 && text->len; n--) {
		size_t at = rng((uint32_t)text->len);

		switch (rng(4)) {
		case 0:
			text->ptr[at] = bytes[rng(sizeof(bytes) - 1)];
			break;
		case 1:
			memmove(text->ptr + at, text->ptr + at + 1, text->len - at - 1);
			text->len--;
			break;
		case 2:
			pl_buf_addc(text, ' ');
			memmove(text->ptr + at + 1, text->ptr + at, text->len - at - 1);
			text->ptr[at] = bytes[rng(sizeof(bytes) - 1)];
			break;
		default:
			text->len = at;
		}
	}
}

static void test_mutations(void **state)
{
	struct pl_buf text = PL_BUF_INIT;
	size_t good = 0, rounds = 150000;

	(void)state;
	rng_state = 20260114;
	for (size_t i = 0; i < rounds; i++) {
		bool want;

		pl_buf_clear(&text);
		if (i % 2)
			gen_item(&text);
		else
			gen_value(&text, 0);
		mutate(&text);
		want = is_json(pl_buf_str(&text));
		good += want;
		for (size_t v = 0; v < nbuilds; v++) {
			if (accepts(v, pl_buf_str(&text)) != want)
				fail_msg("round %zu, build %zu, want %d: %.*s", i, v, want, (int)text.len, text.ptr);
		}
		if (i % 4 == 0 && want && (!accepts_wrapped(0, pl_buf_str(&text)) || !accepts_wrapped(1, pl_buf_str(&text))))
			fail_msg("round %zu wrapped: %.*s", i, (int)text.len, text.ptr);
	}
	pl_buf_release(&text);
	print_message("%zu of %zu texts are JSON\n", good, rounds);
	assert_true(good > rounds / 4 && good < rounds * 3 / 4);
}

/* Every true prefix of a good object needs more, wherever it is cut. */
static void test_prefixes(void **state)
{
	struct pl_buf text = PL_BUF_INIT;
	static struct pl_scan scan;

	(void)state;
	rng_state = 7;
	for (size_t i = 0; i < 2000; i++) {
		pl_buf_clear(&text);
		pl_buf_addc(&text, '[');
		gen_value(&text, 0);
		pl_buf_addc(&text, ']');
		for (size_t len = 0; len < text.len; len++) {
			const char *from = guarded(pl_str_of(text.ptr, len));

			for (size_t v = 0; v < nbuilds; v++) {
				scan.newlines = true;
				if (builds[v].value(&scan, from, from + len) != PL_SCAN_MORE)
					fail_msg("build %zu: %.*s", v, (int)len, text.ptr);
			}
		}
	}
	pl_buf_release(&text);
}

/* Both builds see the same items, and the keys are those that cJSON decodes. */
static void test_values(void **state)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_scan_names names;
	struct pl_scan scan[MAX_BUILDS];
	size_t compared = 0;

	(void)state;
	pl_scan_names_init(&names, key_names, 2);
	for (size_t v = 0; v < nbuilds; v++) {
		pl_scan_init(&scan[v], &names);
		scan[v].newlines = true;
	}
	rng_state = 99;
	for (size_t i = 0; i < 50000; i++) {
		struct pl_arena arena = PL_ARENA_INIT;
		enum pl_scan_result result[MAX_BUILDS];
		struct pl_error error = {0};
		const struct pl_json *json;
		const char *from;

		pl_buf_clear(&text);
		gen_item(&text);
		if (i % 3 == 0)
			mutate(&text);
		from = guarded(pl_buf_str(&text));
		for (size_t v = 0; v < nbuilds; v++) {
			result[v] = builds[v].item(&scan[v], from, from + text.len);
			assert_int_equal(result[v], result[0]);
			if (result[0] == PL_SCAN_BAD) {
				assert_ptr_equal(scan[v].at, scan[0].at);
				assert_string_equal(scan[v].error, scan[0].error);
			}
		}
		json = pl_json_parse(&arena, "text", pl_buf_str(&text), &error);
		if (json && result[0] == PL_SCAN_DONE && scan[0].next == from + text.len) {
			for (size_t k = 0; k < 2; k++) {
				const struct pl_json *attr = pl_json_get(json, key_names[k].ptr);
				const struct pl_attr *got = &scan[0].attrs[k];

				assert_int_equal(attr != NULL, got->type != 0);
				for (size_t v = 1; v < nbuilds; v++)
					assert_int_equal(got->type, scan[v].attrs[k].type);
				if (!attr || got->type == 'O')
					continue;
				assert_int_equal(attr->child->name.ptr[0], got->type);
				assert_true(pl_str_eq(attr->child->text, got->value));
				for (size_t v = 1; v < nbuilds; v++)
					assert_true(pl_str_eq(got->value, scan[v].attrs[k].value));
				compared++;
			}
		}
		pl_arena_release(&arena);
	}
	for (size_t v = 0; v < nbuilds; v++)
		pl_scan_release(&scan[v]);
	pl_buf_release(&text);
	print_message("%zu values compared\n", compared);
	assert_true(compared > 5000);
}

/* A brief scan finds the same wanted attributes, and may end behind the last of them. */
static void test_brief(void **state)
{
	struct pl_scan_names names;
	struct pl_scan full, brief;
	struct pl_buf text = PL_BUF_INIT;
	size_t early = 0;

	(void)state;
	pl_scan_names_init(&names, key_names, 2);
	pl_scan_init(&full, &names);
	pl_scan_init(&brief, &names);
	full.newlines = brief.newlines = brief.brief = true;
	rng_state = 7;
	for (size_t i = 0; i < 20000; i++) {
		const char *from;

		pl_buf_clear(&text);
		gen_item(&text);
		from = guarded(pl_buf_str(&text));
		if (pl_scan_item(&full, from, from + text.len) != PL_SCAN_DONE)
			continue;
		for (size_t v = 0; v < nbuilds; v++) {
			assert_int_equal(builds[v].item(&brief, from, from + text.len), PL_SCAN_DONE);
			assert_true(pl_scan_has_all(&brief) ? brief.next <= full.next : brief.next == full.next);
			assert_true(pl_scan_has_all(&brief) == (full.attrs[0].type && full.attrs[1].type));
			early += brief.next < full.next;
			for (size_t k = 0; k < 2; k++) {
				assert_int_equal(brief.attrs[k].type, full.attrs[k].type);
				assert_true(pl_str_eq(brief.attrs[k].value, full.attrs[k].value));
			}
		}
	}
	assert_true(early > 1000);
	pl_scan_release(&full);
	pl_scan_release(&brief);
	pl_buf_release(&text);
}

/* A loose attribute that is malformed is not there, and of two the first is. */
static void test_loose(void **state)
{
	static const struct {
		const char *item, *sk; /* NULL: not there */
	} rows[] = {
		{"{\"PK\":{\"S\":\"a\"},\"SK\":{\"S\":\"b\"}}", "b"},
		{"{\"PK\":{\"S\":\"a\"},\"SK\":{\"S\":\"b\"},\"SK\":{\"S\":\"c\"}}", "b"},
		{"{\"SK\":5,\"PK\":{\"S\":\"a\"}}", NULL},
		{"{\"SK\":{\"S\":\"b\",\"N\":\"1\"},\"PK\":{\"S\":\"a\"}}", NULL},
		{"{\"SK\":{\"X\":[]},\"SK\":{\"S\":\"c\"},\"PK\":{\"S\":\"a\"}}", "c"},
	};
	struct pl_scan_names names;
	struct pl_scan scan;

	(void)state;
	pl_scan_names_init(&names, key_names, 2);
	names.loose = 2;
	pl_scan_init(&scan, &names);
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct pl_str item = pl_str_c(rows[i].item);
		const char *from = guarded(item);

		for (size_t v = 0; v < nbuilds; v++) {
			assert_int_equal(builds[v].item(&scan, from, from + item.len), PL_SCAN_DONE);
			assert_true(pl_str_eq(scan.attrs[0].value, PL_S("a")));
			assert_int_equal(scan.attrs[1].type != 0, rows[i].sk != NULL);
			assert_true(!rows[i].sk || pl_str_eq(scan.attrs[1].value, pl_str_c(rows[i].sk)));
		}
	}
	/* What is no JSON is bad all the same. */
	assert_int_equal(pl_scan_item(&scan, guarded(PL_S("{\"SK\":{\"S\":01}}")), guarded(PL_S("{\"SK\":{\"S\":01}}")) + 15), PL_SCAN_BAD);
	pl_scan_release(&scan);
}

static void test_depth(void **state)
{
	struct pl_buf text = PL_BUF_INIT;

	(void)state;
	for (int levels = PL_SCAN_DEPTH - 1; levels <= PL_SCAN_DEPTH + 1; levels++) {
		pl_buf_clear(&text);
		for (int i = 0; i < levels; i++)
			pl_buf_adds(&text, i % 3 ? "[" : "{\"a\":");
		pl_buf_adds(&text, "1");
		for (int i = levels; i-- > 0;)
			pl_buf_adds(&text, i % 3 ? "]" : "}");
		for (size_t v = 0; v < nbuilds; v++)
			assert_int_equal(accepts(v, pl_buf_str(&text)), levels <= PL_SCAN_DEPTH);
	}
	pl_buf_release(&text);
}

/* ---- the readers, with windows of any size ---------------------------------------------------- */

struct log {
	struct pl_buf text;
};

static void log_item(void *ctx, const struct pl_item *item)
{
	struct log *log = ctx;

	pl_buf_printf(&log->text, "%" PRIu64 " ", item->place);
	for (size_t i = 0; i < 2; i++) {
		pl_buf_addc(&log->text, item->attrs[i].type ? item->attrs[i].type : '-');
		pl_buf_add(&log->text, item->attrs[i].value);
		pl_buf_addc(&log->text, ' ');
	}
	pl_buf_printf(&log->text, "%zu\n", item->json.len);
}

static void log_problem(void *ctx, uint64_t place, uint64_t offset, const char *message)
{
	struct log *log = ctx;

	pl_buf_printf(&log->text, "%" PRIu64 "@%" PRIu64 " %s\n", place, offset, message);
}

/* What a reader makes of the text, with a window of `step` bytes. */
static void read_with(struct log *log, struct pl_str text, const struct pl_sniff *sniff, size_t step)
{
	struct pl_sink sink = {log_item, log};
	struct pl_scan_names names;
	struct pl_reader reader;
	struct pl_window window;
	FILE *file = tmpfile();

	assert_non_null(file);
	assert_int_equal(fwrite(text.ptr, 1, text.len, file), text.len);
	assert_int_equal(fflush(file), 0);
	assert_int_equal(lseek(fileno(file), 0, SEEK_SET), 0);
	pl_scan_names_init(&names, key_names, 2);
	memset(&reader, 0, sizeof(reader));
	pl_scan_init(&reader.scan, &names);
	reader.scan.wrapped = sniff->wrapped;
	reader.pages = sniff->kind == PL_I_SCAN;
	reader.window = &window;
	reader.sink = &sink;
	reader.problem = log_problem;
	reader.ctx = log;
	pl_buf_clear(&log->text);
	window.stream = pl_stream_new(fileno(file), false, step);
	pl_window_init(&window, window.stream, step);
	if (sniff->document)
		pl_read_document(&reader);
	else
		pl_read_lines(&reader);
	pl_stream_free(window.stream);
	pl_window_release(&window);
	pl_scan_release(&reader.scan);
	fclose(file);
}

static struct pl_sniff sniff_of(struct pl_str text)
{
	const char *from = guarded(text);

	return pl_sniff(from, from + text.len, true);
}

static const char dump_lines[] =
	"{\"Item\":{\"PK\":{\"S\":\"SEASON#0\"},\"SK\":{\"S\":\"0144272509#0000001719100800#p_74606\"},\"n\":{\"N\":\"7\"}}}\n"
	"\n"
	"  \r\n"
	"{\"Item\":{\"PK\":{\"S\":\"a\"}\n"
	"{\"Item\":{\"SK\":{\"S\":\"\\u00e4\\ud83d\\ude00\"},\"PK\":{\"S\":\"b\"}}}\r\n"
	"{\"Item\":{\"PK\":{\"S\":\"c\"}}} {\"Item\":{\"PK\":{\"S\":\"d\"}}}{\"Item\":{\"PK\":{\"S\":\"e\"}}}\n"
	"{\"Item\":{\"PK\":{\"S\":\"f\"}}}{\"Item\":{\"PK\":{\"S\":01}}}{\"Item\":{\"PK\":{\"S\":\"g\"}}}\n"
	"garbage\n"
	"{\"Item\":{\"PK\":{\"S\":\"h\"}}} trailing\n"
	"{\"Item\":{\"PK\":{\"S\":\"i\"},\"PK\":{\"S\":\"j\"}}}\n"
	"{\"Item\":{\"PK\":{\"S\":\"k\"},\"x\":{\"M\":{\"y\":{\"L\":[{\"BOOL\":true},{\"NULL\":true}]}}}}}\n"
	"{\"Item\":{\"PK\":{\"S\":\"l\"}}}";

static const char dump_lines_log[] =
	"1 SSEASON#0 S0144272509#0000001719100800#p_74606 86\n"
	"4@124 the line ends inside the item: line skipped\n"
	"5 Sb S\xc3\xa4\xf0\x9f\x98\x80 48\n"
	"6 Sc - 16\n"
	"6 Sd - 16\n"
	"6 Se - 16\n"
	"7 Sf - 16\n"
	"7@305 attribute \"PK\" has a value that is no string: rest of the line skipped\n"
	"8@336 no item: an object is missing: line skipped\n"
	"9@370 more than an item on the line: line skipped\n"
	"10@408 attribute \"PK\" stands twice in the item: line skipped\n"
	"11 Sk - 68\n"
	"12 Sl - 16\n";

static void test_lines(void **state)
{
	struct pl_str text = pl_str_of(dump_lines, sizeof(dump_lines) - 1);
	struct pl_sniff sniff = sniff_of(text);
	struct log log = {PL_BUF_INIT};

	(void)state;
	assert_int_equal(sniff.kind, PL_I_JSONL);
	assert_false(sniff.document);
	for (size_t step = 1; step < text.len + 3; step++) {
		read_with(&log, text, &sniff, step);
		assert_string_equal(log.text.ptr, dump_lines_log);
	}
	/* The last line cut anywhere: never an item, never silence. */
	for (size_t len = text.len - 1; text.ptr[len - 1] != '\n'; len--) {
		read_with(&log, pl_str_sub(text, 0, len), &sniff, 64);
		assert_non_null(strstr(log.text.ptr, "12@"));
		assert_non_null(strstr(log.text.ptr, "the file ends inside the item: line skipped\n"));
	}
	pl_buf_release(&log.text);
}

static const struct {
	const char *text;
	enum pl_input_kind kind;
	const char *log;
} documents[] = {
	{"{\n  \"Items\": [\n    {\"PK\": {\"S\": \"a\"}},\n    {\"PK\": {\"S\": \"b\"}, \"SK\": {\"N\": \"1\"}}\n  ],\n"
	 "  \"Count\": 2, \"ScannedCount\": 2, \"ConsumedCapacity\": null\n}\n",
	 PL_I_SCAN, "1 Sa - 18\n2 Sb N1 36\n"},
	{"{\"Count\":1,\"Items\":[{\"PK\":{\"S\":\"a\"}}]}{\"LastEvaluatedKey\":{\"PK\":{\"S\":\"z\"}},\"Items\":[]}\n"
	 "{\"Items\":[{\"PK\":{\"S\":\"c\"}}],\"NextToken\":\"eyJ\"}",
	 PL_I_SCAN, "1 Sa - 16\n2 Sc - 16\n"},
	{"{\"Count\":5,\"ScannedCount\":5,\"ConsumedCapacity\":null}", PL_I_SCAN, ""},
	{"{\"LastEvaluatedKey\":{\"PK\":{\"S\":\"z\"}},\"Items\":[]}", PL_I_SCAN, ""},
	{"{\"Items\":[{\"PK\":{\"S\":\"a\"}},]}", PL_I_SCAN,
	 "1 Sa - 16\n2@27 no item: an object is missing: the rest of this file was not read\n"},
	{"{\"Items\":[{\"PK\":{\"S\":\"a\"}}", PL_I_SCAN,
	 "1 Sa - 16\n1@26 the file ends inside the document: the rest of this file was not read\n"},
	{"{\"Items\":[{\"PK\":{\"S\":\"a\"}}]}x", PL_I_SCAN,
	 "1 Sa - 16\n2@28 no scan page: an object is missing: the rest of this file was not read\n"},
	{"{\"Items\":[],\"Items\":[]}", PL_I_SCAN,
	 "1@20 two \"Items\" members in one page: the rest of this file was not read\n"},
	{"[{\"PK\":{\"S\":\"a\"}},\n {\"PK\":{\"S\":\"b\"}}]\n", PL_I_ARRAY, "1 Sa - 16\n2 Sb - 16\n"},
	{"[ {\"Item\":{\"PK\":{\"S\":\"a\"}}} , {\"Item\":{\"PK\":{\"S\":\"b\"}}} ]", PL_I_ARRAY, "1 Sa - 16\n2 Sb - 16\n"},
	{"[]", PL_I_ARRAY, ""},
	{"[{\"PK\":{\"S\":\"a\"}} {}]", PL_I_ARRAY,
	 "1 Sa - 16\n1@18 a comma or ] is missing: the rest of this file was not read\n"},
	{"{\n\"Item\": {\n\"PK\": {\n\"S\": \"a\"\n}\n},\n\"ConsumedCapacity\": {\"CapacityUnits\": 0.5}\n}\n", PL_I_JSONL,
	 "1 Sa - 22\n"},
	{"{\"Item\":{\"PK\":{\"S\":\"a\"}}}{\"Item\":{\"PK\":{\"S\":\"b\"}}}", PL_I_JSONL, "1 Sa - 16\n2 Sb - 16\n"},
	{"{\n\"PK\": {\"S\": \"a\"}\n}\n{\n\"PK\": {\"S\": \"b\"}\n}", PL_I_ITEMS, "1 Sa - 20\n2 Sb - 20\n"},
};

static void test_documents(void **state)
{
	struct log log = {PL_BUF_INIT};

	(void)state;
	for (size_t i = 0; i < PL_LEN(documents); i++) {
		struct pl_str text = pl_str_c(documents[i].text);
		struct pl_sniff sniff = sniff_of(text);

		assert_int_equal(sniff.kind, documents[i].kind);
		assert_true(sniff.document);
		for (size_t step = 1; step < text.len + 3; step++) {
			read_with(&log, text, &sniff, step);
			if (strcmp(log.text.len ? log.text.ptr : "", documents[i].log) != 0)
				fail_msg("%s\nwindow %zu: %s", documents[i].text, step, log.text.len ? log.text.ptr : "");
		}
	}
	pl_buf_release(&log.text);
}

/* ---- telling formats apart ------------------------------------------------------------------------ */

static const struct {
	const char *text;
	enum pl_input_kind kind;
	bool document, wrapped;
	const char *refusal;
} heads[] = {
	{"{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n", PL_I_JSONL, false, true, NULL},
	{"\xef\xbb\xbf{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n", PL_I_JSONL, false, true, NULL},
	{"\n\n  {\"Item\":{\"PK\":{\"S\":\"a\"}}}\n", PL_I_JSONL, false, true, NULL},
	{"{\"PK\":{\"S\":\"a\"}}\n{\"PK\":{\"S\":\"a\"}}", PL_I_ITEMS, false, false, NULL},
	{"{\"Item\":{\"S\":\"a\"},\"n\":{\"N\":\"1\"}}\n", PL_I_ITEMS, false, false, NULL},
	{"{\"Item\":{\"M\":{\"a\":{\"S\":\"x\"}}}}\n", PL_I_ITEMS, false, false, NULL},
	{"{\"Item\":{\"M\":{\"S\":\"x\"}}}\n", PL_I_JSONL, false, true, NULL},
	{"{\"Item\":{\"S\":{\"S\":\"x\"}}}\n", PL_I_JSONL, false, true, NULL},
	{"{\"Count\":{\"N\":\"1\"},\"Items\":{\"L\":[]}}\n", PL_I_ITEMS, false, false, NULL},
	{"{\"Item\":{\"PK\":{\"S\":\"a\"}\n{\"Item\":{\"PK\":{\"S\":\"b\"}}}\n", PL_I_JSONL, false, true, NULL},
	{"garbage, more\n{\"Item\":{\"PK\":{\"S\":\"b\"}}}\n", PL_I_JSONL, false, true, NULL},
	{"{\"PK\":\"plain\"}\n{\"Item\":{\"PK\":{\"S\":\"b\"}}}\n", PL_I_JSONL, false, true, NULL},
	{"{\"Table\":{\"TableName\":\"t\",\"KeySchema\":[]}}", PL_I_TABLE, true, false, NULL},
	{"{\"AttributeDefinitions\":[],\"TableName\":\"t\",\"KeySchema\":[]}", PL_I_TABLE, true, false, NULL},
	{"{\"Table\":{\"S\":\"dining\"},\"PK\":{\"S\":\"a\"}}", PL_I_ITEMS, false, false, NULL},
	{"", PL_I_EMPTY, false, false, NULL},
	{" \n", PL_I_EMPTY, false, false, NULL},
	{"$ion_1_0 {Item:{PK:\"a\"}}\n", PL_I_UNKNOWN, false, false, "Ion"},
	{" $ion_1_0 {Item:{PK:\"a\"}}\n", PL_I_UNKNOWN, false, false, "Ion"},
	{"PK,SK\na,b\n", PL_I_UNKNOWN, false, false, "CSV"},
	{"attr\x03{\"s\":\"x\"}\x02" "b\x03{\"n\":\"1\"}\n", PL_I_UNKNOWN, false, false, "Hive"},
	{"{\"id\":{\"s\":\"x\"},\"n\":{\"n\":\"1\"}}\n", PL_I_UNKNOWN, false, false, "EMR"},
	{"{\"T\":[{\"PutRequest\":{\"Item\":{}}}]}", PL_I_UNKNOWN, false, false, "batch-write"},
	{"{\"RequestItems\":{\"T\":[]}}", PL_I_UNKNOWN, false, false, "batch-write"},
	{"{\"Metadata\":{\"WriteTimestampMicros\":{\"N\":\"1\"}},\"Keys\":{\"pk\":{\"S\":\"2\"}}}", PL_I_UNKNOWN, false, false,
	 "incremental"},
	{"{\"ModelName\":\"m\",\"ModelMetadata\":{},\"DataModel\":[]}", PL_I_WORKBENCH, true, false, NULL},
	{"{\"Records\":[{\"dynamodb\":{}}]}", PL_I_UNKNOWN, false, false, "stream"},
	{"{\"version\":\"2020-06-30\",\"exportArn\":\"arn\"}", PL_I_UNKNOWN, false, false, "manifest"},
	{"{\"id\":1,\"name\":\"x\"}\n", PL_I_UNKNOWN, false, false, "plain JSON"},
	{"[1,2]", PL_I_UNKNOWN, false, false, "plain JSON"},
	{"\xff\xfe{\x01", PL_I_UNKNOWN, false, false, "UTF-16"},
	{"BZh91AY", PL_I_UNKNOWN, false, false, "bzip2"},
	{"SQLite format 3", PL_I_UNKNOWN, false, false, "no dump"},
	{"hello\n", PL_I_UNKNOWN, false, false, "no dump"},
};

static void test_sniff(void **state)
{
	(void)state;
	for (size_t i = 0; i < PL_LEN(heads); i++) {
		struct pl_sniff sniff = sniff_of(pl_str_c(heads[i].text));

		if (sniff.kind != heads[i].kind || sniff.document != heads[i].document || sniff.wrapped != heads[i].wrapped ||
		    !sniff.refusal != !heads[i].refusal || (sniff.refusal && !strstr(sniff.refusal, heads[i].refusal)))
			fail_msg("%s: kind %d, document %d, wrapped %d, %s", heads[i].text, sniff.kind, sniff.document,
				 sniff.wrapped, sniff.refusal ? sniff.refusal : "");
	}
}

/* ---- scalars for samples ------------------------------------------------------------------------- */

static void log_scalar(void *ctx, struct pl_str name, struct pl_attr attr)
{
	struct pl_buf *out = ctx;

	pl_buf_printf(out, "%.*s=%c", (int)name.len, name.ptr, attr.type);
	pl_buf_add(out, attr.value);
	pl_buf_addc(out, ';');
}

static void test_scalars(void **state)
{
	static const char text[] = "{ \"a\" : {\"S\":\"x\\u0041,}\\\"\"}, \"b\":{\"N\":\"1\"},\"c\":{\"M\":{\"d\":{\"S\":\"}\"}}},"
				   "\"e\\n\" : { \"BOOL\" : true },\"f\":[1,{\"S\":\"no\"}],\"g\":12 ,\"h\":\"s\",\"i\":{},\"j\":{\"B\":\"AA==\"} }";
	struct pl_buf out = PL_BUF_INIT;
	char *copy = malloc(sizeof(text) - 1);

	(void)state;
	/* No padding here: a sample may be a bare copy. */
	memcpy(copy, text, sizeof(text) - 1);
	pl_item_scalars(pl_str_of(copy, sizeof(text) - 1), log_scalar, &out);
	assert_string_equal(out.ptr, "a=SxA,}\";b=N1;e\n=Btrue;j=BAA==;");
	pl_buf_clear(&out);
	pl_item_scalars(PL_S("{}"), log_scalar, &out);
	pl_item_scalars((struct pl_str){NULL, 0}, log_scalar, &out);
	assert_int_equal(out.len, 0);
	free(copy);
	pl_buf_release(&out);
}

/* Sizes as the developer guide counts them: names, texts, half of a number's digits, three for each map and list. */
static void test_item_bytes(void **state)
{
	static const struct {
		const char *json;
		size_t bytes;
	} rows[] = {
		{"{}", 0},
		{"{\"PK\":{\"S\":\"USER#17\"}}", 2 + 7},
		{"{ \"PK\" : { \"S\" : \"USER#17\" } }", 2 + 7},
		{"{\"n\":{\"N\":\"1234\"}}", 1 + 3},
		{"{\"b\":{\"B\":\"AAECAwQF\"}}", 1 + 6},
		{"{\"t\":{\"BOOL\":true},\"z\":{\"NULL\":true}}", 2 + 2},
		{"{\"m\":{\"M\":{\"a\":{\"S\":\"x\"},\"list\":{\"L\":[{\"N\":\"7\"},{\"S\":\"yz\"}]}}}}", 1 + 3 + 2 + 4 + 3 + 1 + 2},
		{"{\"s\":{\"SS\":[\"ab\",\"c\"]},\"ns\":{\"NS\":[\"10\",\"20\"]}}", 1 + 3 + 2 + 4},
		/* Escapes are what they stand for; an attribute may be called like a type. */
		{"{\"e\":{\"S\":\"\\u00fc\\\"}\"}}", 1 + 4},
		{"{\"a\":{\"S\":\"x\"},\"N\":{\"S\":\"1234\"}}", 2 + 1 + 4},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		size_t bytes = pl_item_bytes(pl_str_c(rows[i].json));

		if (bytes != rows[i].bytes)
			fail_msg("%s: %zu, not %zu", rows[i].json, bytes, rows[i].bytes);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_table),
		cmocka_unit_test(test_item_bytes),
		cmocka_unit_test(test_nul_in_key),
		cmocka_unit_test(test_many_names),
		cmocka_unit_test(test_vectors),
		cmocka_unit_test(test_mutations),
		cmocka_unit_test(test_prefixes),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_brief),
		cmocka_unit_test(test_loose),
		cmocka_unit_test(test_depth),
		cmocka_unit_test(test_lines),
		cmocka_unit_test(test_documents),
		cmocka_unit_test(test_sniff),
		cmocka_unit_test(test_scalars),
	};

	builds = pl_scan_builds(&nbuilds);
	PL_ASSERT(nbuilds >= 2 && nbuilds <= MAX_BUILDS);
	return cmocka_run_group_tests_name("input_scan", tests, make_guard, NULL);
}
