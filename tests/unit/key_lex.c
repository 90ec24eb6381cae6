/* SPDX-License-Identifier: Apache-2.0 */
/* Exact lexes of the keys in docs/design/engine.md, of every class, and of traps. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/mman.h>
#include <unistd.h>

#include <cmocka.h>

#include "linter/base/buf.h"
#include "linter/key/lex.h"

/*
 * A lex as text: the separator ("0" for none), then each segment as its class
 * letter, a colon and the literal text of words and masks (values in masks as
 * <class>), and its values behind '='.
 */
static const char *show(struct pl_str key, struct pl_buf *buf)
{
	static struct pl_lexed lexed;

	memset(&lexed, 0xa5, sizeof(lexed));
	pl_lex(key, &lexed);
	pl_buf_clear(buf);
	pl_buf_addc(buf, lexed.sep ? lexed.sep : '0');
	for (unsigned i = 0; i < lexed.nsegments; i++) {
		const struct pl_segment *seg = &lexed.segment[i];

		pl_buf_printf(buf, " %c", seg->class);
		if (seg->class == PL_C_WORD || seg->class == PL_C_MASK)
			pl_buf_addc(buf, ':');
		for (size_t k = 0; k < seg->text.len; k++) {
			if (seg->text.ptr[k] == '\x01')
				pl_buf_printf(buf, "<%c>", seg->text.ptr[++k]);
			else
				pl_buf_addc(buf, seg->text.ptr[k]);
		}
		for (unsigned k = 0; k < seg->nslots; k++) {
			const struct pl_slot *slot = &lexed.slot[seg->slot + k];

			pl_buf_addc(buf, k ? ',' : '=');
			pl_buf_add(buf, pl_str_sub(key, slot->from, slot->to));
		}
	}
	return buf->ptr;
}

struct row {
	const char *key, *want;
};

static void check_rows(const struct row *rows, size_t n)
{
	struct pl_buf buf = PL_BUF_INIT;
	unsigned wrong = 0;

	for (size_t i = 0; i < n; i++) {
		const char *got = show(pl_str_c(rows[i].key), &buf);

		if (strcmp(got, rows[i].want) != 0) {
			print_error("%s\n  want %s\n  got  %s\n", rows[i].key, rows[i].want, got);
			wrong++;
		}
	}
	pl_buf_release(&buf);
	assert_int_equal(wrong, 0);
}

#define UUID "018e25a8-bc18-7000-8000-0123456789ab"

/* engine.md, part 2. */
static void test_engine_table(void **state)
{
	static const struct row rows[] = {
		{"TAG#blue#2026-06-23T10:00:00Z", "# a:TAG a:blue T=2026-06-23T10:00:00Z"},
		{"DOC#k3j9x2m1", "# a:DOC i=k3j9x2m1"},
		{"DOC#V1StGXR8_Z5jdHi6B-myT", "# a:DOC i=V1StGXR8_Z5jdHi6B-myT"},
		{"hello", "0 a:hello"},
		{"17", "0 9=17"},
		{"01HRJTHF0R1234567890ABCDEF", "0 L=01HRJTHF0R1234567890ABCDEF"},
		{"tenant:x/order#2024|17", "# a:tenant:x/order m:<9>|<9>=2024,17"},
		{"v10_audit", "_ m:v<9>=10 a:audit"},
		{"Config/eu-west-1/2021/10/3/snap-a",
		 "/ a:Config m:eu-west-<9>=1 9=2021 9=10 9=3 a:snap-a"},
		{"20170609-25875", "0 m:<9>-<9>=20170609,25875"},
		{"1710028799000-" UUID, "0 m:<9>-<U>=1710028799000," UUID},
		{"COMMIT#9f86d08", "# a:COMMIT h=9f86d08"},
		{"COMMIT#1234567", "# a:COMMIT 9=1234567"},
		{"COMMIT#defaced", "# a:COMMIT a:defaced"},
		{"PROFILE", "0 a:PROFILE"},
		{"0000001500#0000001719100800#p_8842", "# 9=0000001500 9=0000001719100800 m:p_<9>=8842"},
		{"ORDER#2026-06-23T10:00:00.000Z#01HRJTHF0R1234567890ABCDEF",
		 "# a:ORDER T=2026-06-23T10:00:00.000Z L=01HRJTHF0R1234567890ABCDEF"},
	};

	(void)state;
	check_rows(rows, PL_LEN(rows));
}

static void test_classes(void **state)
{
	static const struct row rows[] = {
		{"", "0 a:"},
		{"#", "# a: a:"},
		{"a##9", "# a:a a: 9=9"},
		{"-17", "0 S=-17"},
		{"-", "0 a:-"},
		{"10.50", "0 D=10.50"},
		{"-1.5e-3", "0 D=-1.5e-3"},
		{"1e+21", "0 D=1e+21"},
		{"1e-7", "0 D=1e-7"},
		{"12e5", "0 i=12e5"},
		{"0x1f", "0 X=0x1f"},
		{"REV#0XFf#0x0", "# a:REV X=0XFf X=0x0"},
		{"0x0123456789abcdef0123456789abcdef", "0 X=0x0123456789abcdef0123456789abcdef"},
		{"0x0123456789abcdef0123456789abcdef0", "0 i=0x0123456789abcdef0123456789abcdef0"}, /* 33 digits */
		{"0x", "0 m:<9>x=0"},
		{"0xfg", "0 m:<9>xfg=0"},
		{"1x1f", "0 i=1x1f"},
		{"v-0xff", "0 m:v-<9>xff=0"},
		{"1.", "0 m:<9>.=1"},
		{"9,99", "0 D=9,99"},
		{"-9,99", "0 D=-9,99"},
		{"9,9", "0 m:<9>,<9>=9,9"},
		{"9,999", "0 m:<9>,<9>=9,999"},
		{"1,234.50", "0 D=1,234.50"},
		{"1.234,5", "0 D=1.234,5"},
		{"1,234,567", "0 D=1,234,567"},
		{"1,2345.50", "0 m:<9>,<9>.<9>=1,2345,50"},
		{"37.7749,-122.4194", "0 x=37.7749,-122.4194"},
		{"F#08pDd+m3Qkk=", "# a:F i=08pDd+m3Qkk="},
		{"F#08pDd+m3Qk==", "# a:F i=08pDd+m3Qk=="},
		{"F#08PDD+M3QKK=", "# a:F m:<9>PDD+<i>==08,M3QKK"},
		{"37.77,-122.41", "0 m:<9>.<9>,-<9>.<9>=37,77,122,41"},
		{"1.2.3", "0 V=1.2.3"},
		{"v1.20.3-rc.1", "0 V=v1.20.3-rc.1"},
		{"release-1.10.0", "0 m:release-<V>=1.10.0"},
		{"app-v1.9", "0 m:app-<V>=v1.9"},
		{"node18.2.0", "0 m:node<V>=18.2.0"},
		{"rev-2-1.10.0-rc.11", "0 m:rev-<9>-<V>=2,1.10.0-rc.11"},
		{"app-1.10.0+b7", "0 m:app-<V>=1.10.0+b7"},
		{"app-1.10.0-linux-64", "0 m:app-<V>-linux-<9>=1.10.0,64"},
		{"app (1.10.0)", "0 m:app (<V>)=1.10.0"},
		{"app-001.010.000", "0 m:app-<V>=001.010.000"},
		{"I#node0018.0002.0000~", "# a:I m:node<V>=0018.0002.0000~"},
		{"app-1.9", "0 m:app-<9>.<9>=1,9"},
		{"app-1.10.0.zip", "0 m:app-<9>.<9>.<9>.zip=1,10,0"},
		{"app-1.10.0rc1", "0 m:app-<9>.<9>.<i>=1,10,0rc1"},
		{"EUR1.234.567", "0 m:EUR<9>.<9>.<9>=1,234,567"},
		{"backup-2026.1.15", "0 m:backup-<9>.<9>.<9>=2026,1,15"},
		{"host-10.0.0.12", "0 m:host-<I>=10.0.0.12"},
		{"r-05.01.2026", "0 m:r-<T>=05.01.2026"},
		{"1.2.3-rc.1+build.5", "0 V=1.2.3-rc.1+build.5"},
		{"V1.9", "0 V=V1.9"},
		{"P#00005.00001.00009~", "# a:P V=00005.00001.00009~"},
		{"1.2.3-", "0 m:<9>.<9>.<9>-=1,2,3"},
		{"+491701234567", "0 P=+491701234567"},
		{"+123456", "0 m:+<9>=123456"},
		{"+1234567890123456", "0 m:+<9>=1234567890123456"},
		{UUID, "0 U=" UUID},
		{"{" UUID "}", "0 U={" UUID "}"},
		{"G#{018E25A8-BC18-7000-8000-0123456789AB}#1",
		 "# a:G U={018E25A8-BC18-7000-8000-0123456789AB} 9=1"},
		{UUID "x", "0 m:<h>-bc<9>-<9>-<9>-<9>abx=018e25a8,18,7000,8000,0123456789"},
		{"1srOrx2ZWZBpBUvZwXKQmoEYga2", "0 K=1srOrx2ZWZBpBUvZwXKQmoEYga2"},
		{"abcdefghijklmnopqrstuvwxyza", "0 a:abcdefghijklmnopqrstuvwxyza"},
		{"abcdefghjkmnpqrstvwxyzabcd", "0 a:abcdefghjkmnpqrstvwxyzabcd"},
		{"01hrjthf0r1234567890abcdei", "0 i=01hrjthf0r1234567890abcdei"}, /* an I: no ULID */
		{"12345678901234567890123456", "0 9=12345678901234567890123456"},
		{"0001099f", "0 h=0001099f"},
		{"ABCDEF1", "0 h=ABCDEF1"},
		{"abcde1", "0 m:abcde<9>=1"},
		{"a1b", "0 i=a1b"},
		{"a1", "0 m:a<9>=1"},
		{"0000zw", "0 m:<z>zw=0000"},
		{"0000v1.2", "0 m:<z>v<9>.<9>=0000,1,2"},
		{"00000000000v1.9.0-3", "0 m:<z>v<9>.<9>.<9>-<9>=00000000000,1,9,0,3"},
		{"0v1.2", "0 m:<i>.<9>=0v1,2"}, /* one zero: an id like 7x2 */
		{"10.0.0.1", "0 I=10.0.0.1"},
		{"10.0.0.256", "0 V=10.0.0.256"},
		{"10.0.0.01", "0 V=10.0.0.01"},
		{"1.2.3.4.5", "0 V=1.2.3.4.5"},
		{"10.0.0.1:8080", ": I=10.0.0.1 9=8080"},
		{"10.0.0.0/8", "0 I=10.0.0.0/8"},
		{"net|10.0.0.0/24", "| a:net I=10.0.0.0/24"},
		{"10.0.0.0/33", "/ I=10.0.0.0 9=33"},
		{"host/10.0.0.1/24", "/ a:host I=10.0.0.1 9=24"},
		{"net#2001:db8::/32", "# a:net I=2001:db8::/32"},
		{"net#2001:db8::/129", "# a:net m:<9>:db<9>::/<9>=2001,8,129"},
		{"2001:db8::1", "0 I=2001:db8::1"},
		{"ip#fe80::1", "# a:ip I=fe80::1"},
		{"ip_fe80::686", "_ a:ip I=fe80::686"},
		{"feed::686", ": a:feed a: 9=686"},
		{"ip#::1#x", "# a:ip I=::1 a:x"},
		{"ip#::ffff:10.0.0.1", "# a:ip I=::ffff:10.0.0.1"},
		{"2001:db8:0:0:0:0:2:1", "0 I=2001:db8:0:0:0:0:2:1"},
		{"2001:db8:0:0:0:0:2:1:9", ": 9=2001 m:db<9>=8 9=0 9=0 9=0 9=0 9=2 9=1 9=9"},
		{"1::2:3:4::5", ": 9=1 a: 9=2 9=3 9=4 a: 9=5"},
		{"2001::db8::1", ": 9=2001 a: m:db<9>=8 a: 9=1"},
		{"1:2:3:4:5:6:7:8", ": 9=1 9=2 9=3 9=4 9=5 9=6 9=7 9=8"},
		{"a::b", ": a:a a: a:b"},
		{"00:1a:2b:3c:4d:5e", "0 M=00:1a:2b:3c:4d:5e"},
		{"00-1A-2B-3C-4D-5E", "0 M=00-1A-2B-3C-4D-5E"},
		{"mac:00:1a:2b:3c:4d:5e", ": a:mac M=00:1a:2b:3c:4d:5e"},
		{"00:1a-2b:3c:4d:5e", ": 9=00 m:<9>a-<9>b=1,2 m:<9>c=3 m:<9>d=4 m:<9>e=5"},
		{"00:11:22:33:44:55:66", ": 9=00 9=11 9=22 9=33 9=44 9=55 9=66"},
		{"u#https://a.b/c_d?x=1#y", "# a:u R=https://a.b/c_d?x=1 a:y"},
		{"git+ssh://a/b:c", "0 R=git+ssh://a/b:c"},
		{"17-s3://bucket/x|9", "| m:<9>-<R>=17,s3://bucket/x 9=9"},
		{"://x", ": a: a://x"},
		{"arn:aws:s3:::bucket/key_1", "0 A=arn:aws:s3:::bucket/key_1"},
		{"A#arn:aws:iam::1:role/x#2", "# a:A A=arn:aws:iam::1:role/x 9=2"},
		{"arn:aws:s3:x", ": a:arn a:aws m:s<9>=3 a:x"},
		{"USER#ann@example.com", "# a:USER E=ann@example.com"},
		{"USER#ann_7+x@mail.example.co", "# a:USER E=ann_7+x@mail.example.co"},
		{"USER#ann@bob@example.com", "# a:USER a:ann@bob@example.com"},
		{"lodash@4.17.21", "0 m:lodash@<V>=4.17.21"},
		{"1-2-3-4-5-6", "0 m:<9>-<9>-<9>-<9>-<9>-<9>=1,2,3,4,5,6"},
		{"1-2-3-4-5-6-7", "0 x=1-2-3-4-5-6-7"},
		{"a-very-long-name-of-more-than-forty-eight-bytes-17", "0 x=a-very-long-name-of-more-than-forty-eight-bytes-17"},
		{"a-name-of-exactly-forty-eight-bytes-with-val-17", "0 m:a-name-of-exactly-forty-eight-bytes-with-val-<9>=17"},
		{"\x01" "9", "0 x=\x01" "9"},
		{"a\x01#9", "# x=a\x01 9=9"},
		{"Zo\xc3\xab", "0 a:Zo\xc3\xab"},
		{"\xc3\xab" "1\xc3\xab", "0 m:<i>=\xc3\xab" "1\xc3\xab"},
	};

	(void)state;
	check_rows(rows, PL_LEN(rows));
}

static void test_separators(void **state)
{
	static const struct row rows[] = {
		{"a|b:c", "| a:a a:b:c"},
		{"a:b/c", ": a:a a:b/c"},
		{"a/b~c", "/ a:a a:b~c"},
		{"a~b_c", "~ a:a a:b_c"},
		{"a_b", "_ a:a a:b"},
		/* What cuts through opaque ids does not separate. */
		{"DOC_a1b2c3_x", "0 i=DOC_a1b2c3_x"},
		{"x~k3j9x2m1", "0 m:x~<i>=k3j9x2m1"},
		{"a1b2/c3d4", "0 m:<i>/<i>=a1b2,c3d4"},
		{"a1b2/c3d4/17", "/ i=a1b2 i=c3d4 9=17"},
		/* No separator inside a token counts. */
		{"2026-06-23T10:00:00Z", "0 T=2026-06-23T10:00:00Z"},
		{"2026-06-23_10:00:00_x", "_ T=2026-06-23_10:00:00 a:x"},
		{"a/6/23/2026", "/ a:a 9=6 9=23 9=2026"},
		{"6/23/2026/a", "/ 9=6 9=23 9=2026 a:a"},
		{"2026/06/23#a", "# T=2026/06/23 a:a"},
		{"2021/10/3/snap", "/ 9=2021 9=10 9=3 a:snap"},
		/* The 24th segment takes the rest. */
		{"a#b#c#d#e#f#g#h#i#j#k#l#m#n#o#p#q#r#s#t#u#v#w#x",
		 "# a:a a:b a:c a:d a:e a:f a:g a:h a:i a:j a:k a:l a:m a:n a:o a:p a:q a:r a:s a:t a:u a:v a:w a:x"},
		{"a#b#c#d#e#f#g#h#i#j#k#l#m#n#o#p#q#r#s#t#u#v#w#x#y#2026-06-23",
		 "# a:a a:b a:c a:d a:e a:f a:g a:h a:i a:j a:k a:l a:m a:n a:o a:p a:q a:r a:s a:t a:u a:v a:w x=x#y#2026-06-23"},
	};

	(void)state;
	check_rows(rows, PL_LEN(rows));
}

/* Numbers that look like times in some rows only must be numbers in all. */
static void test_time_traps(void **state)
{
	static const struct row rows[] = {
		{"INV-2026-9", "0 m:INV-<9>-<9>=2026,9"},
		{"INV-2026-12", "0 m:INV-<9>-<9>=2026,12"},
		{"INV-2026-01-02", "0 m:INV-<9>-<9>-<9>=2026,01,02"},
		{"INV-2026-Q1", "0 m:INV-<9>-Q<9>=2026,1"},
		{"2026-01-02-17", "0 m:<9>-<9>-<9>-<9>=2026,01,02,17"},
		{"INV-2026-01-02T10:00:00Z", "0 m:INV-<T>=2026-01-02T10:00:00Z"},
		{"2026-13", "0 m:<9>-<9>=2026,13"},
		{"2026-12", "0 T=2026-12"},
		{"4711-12", "0 m:<9>-<9>=4711,12"},
		{"1234-56-78", "0 m:<9>-<9>-<9>=1234,56,78"},
		{"2026-13-01", "0 T=2026-13-01"}, /* to be told of */
		{"0000-00-00", "0 T=0000-00-00"},
		{"9999-12-31", "0 T=9999-12-31"},
		{"R#2026-12#x", "# a:R T=2026-12 a:x"},
		{"v_2026-12", "_ a:v T=2026-12"},
		{"2026-W05", "0 T=2026-W05"},
		{"2026-W05x", "0 i=2026-W05x"},
		{"2026Q1#a", "# T=2026Q1 a:a"},
		{"10:20", ": 9=10 9=20"},
		{"10:20 AM", "0 T=10:20 AM"},
		{"1:30pm", "0 T=1:30pm"},
		{"10:20:30", ": 9=10 9=20 9=30"},
		{"sales:order:7", ": a:sales a:order 9=7"},
		{"S#10:00:00#b", "# a:S T=10:00:00 a:b"},
		{"9:05|x", "| T=9:05 a:x"},
		{"S#10:00:00:5", "# a:S m:<9>:<9>:<9>:<9>=10,00,00,5"},
		{"S#25:00", "# a:S m:<9>:<9>=25,00"},
		{"2026-06-23:10:20:foo", ": T=2026-06-23:10:20 a:foo"},
		{"2026-06-23:99:17", ": T=2026-06-23 9=99 9=17"},
		{"2026-06-23T10-00-00", "0 m:<T>-<9>-<9>=2026-06-23T10,00,00"},
		{"2026-06-23T10:00:00-05-17", "0 m:<T>-<9>-<9>=2026-06-23T10:00:00,05,17"},
		{"12-05-1999", "0 T=12-05-1999"},
		{"12-5-1999", "0 m:<9>-<9>-<9>=12,5,1999"},
		{"10.4.1777", "0 V=10.4.1777"},
		{"+010000-01-01T00:00:00Z", "0 m:+<T>=010000-01-01T00:00:00Z"},
		{"May 5", "0 m:May <9>=5"},
		{"Mar", "0 a:Mar"},
		{"1700000000", "0 9=1700000000"},
		{"20260623", "0 9=20260623"},
		{"A#Sat Jan 09 2021 10:15:00 GMT+0000 (Greenwich Mean Time)#2",
		 "# a:A T=Sat Jan 09 2021 10:15:00 GMT+0000 (Greenwich Mean Time) 9=2"},
	};

	(void)state;
	check_rows(rows, PL_LEN(rows));
}

/* Any read behind the key's last byte, or before its first, ends the program. */
static void test_unmapped(void **state)
{
	static const char *const keys[] = {
		"2026-06-23T10:00:00.000Z", "2026-06-23", "2026-", "2026. 1. 5.", "Sat Jan 09 2021 10:15:00 GMT+0000 (x)",
		"Tue, 23 Jun 2026 10:00:00 +0000", "6/23/2026, 9:05:00 AM", "{" UUID "}", UUID, "00:1a:2b:3c:4d:5e",
		"2001:db8::1", "x#::1", "arn:aws:s3:::b", "https://a", "https:/", "v1.2.3-rc", "-1.5e+3", "+12345678",
		"ann@example.com", "0000v1", "a1b2_c3", "20260623T100000.5Z", "2026-W05-3", "10.0.0.1", "a",
	};
	size_t page = (size_t)sysconf(_SC_PAGESIZE);
	int zero = -1;
	FILE *file = tmpfile();
	char *map;
	static struct pl_lexed lexed;

	(void)state;
	assert_non_null(file);
	zero = fileno(file);
	assert_int_equal(ftruncate(zero, (off_t)(3 * page)), 0);
	map = mmap(NULL, 3 * page, PROT_READ | PROT_WRITE, MAP_SHARED, zero, 0);
	assert_true(map != MAP_FAILED);
	assert_int_equal(mprotect(map, page, PROT_NONE), 0);
	assert_int_equal(mprotect(map + 2 * page, page, PROT_NONE), 0);
	for (size_t i = 0; i < PL_LEN(keys); i++)
		for (size_t n = 0; n <= strlen(keys[i]); n++) {
			memcpy(map + 2 * page - n, keys[i], n);
			pl_lex(pl_str_of(map + 2 * page - n, n), &lexed);
			memcpy(map + page, keys[i] + strlen(keys[i]) - n, n);
			pl_lex(pl_str_of(map + page, n), &lexed);
		}
	munmap(map, 3 * page);
	fclose(file);
}

/* A key of more runs than the lexer keeps is still cut at its separators. */
static void test_long(void **state)
{
	struct pl_buf key = PL_BUF_INIT;
	static struct pl_lexed lexed;

	(void)state;
	for (int i = 0; i < 2000; i++)
		pl_buf_adds(&key, i % 2 ? "ab " : "12-");
	pl_buf_adds(&key, "#2026-06-23T10:00:00Z");
	pl_lex(pl_buf_str(&key), &lexed);
	assert_int_equal(lexed.sep, '#');
	assert_int_equal(lexed.nsegments, 2);
	assert_int_equal(lexed.segment[0].class, PL_C_TEXT);
	pl_buf_release(&key);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_engine_table), cmocka_unit_test(test_classes),
		cmocka_unit_test(test_separators),   cmocka_unit_test(test_time_traps),
		cmocka_unit_test(test_unmapped),     cmocka_unit_test(test_long),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
