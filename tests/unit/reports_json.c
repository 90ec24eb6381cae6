/* SPDX-License-Identifier: Apache-2.0 */
/* The JSON report: the members tools rely on, exact numbers, and valid UTF-8 whatever the keys hold. */
#include "tests/unit/reports_sample.h"

#include "reports/escape.h"
#include "reports/formats.h"

#include <cjson/cJSON.h>

#include <setjmp.h>
#include <cmocka.h>

static char *render(const struct sample *s)
{
	struct pl_buf out = PL_BUF_INIT;

	pl_report_json(&s->result, &s->options, &out);
	return out.ptr;
}

static cJSON *parse(const struct sample *s)
{
	char *text = render(s);
	const char *end;
	cJSON *report = cJSON_ParseWithOpts(text, &end, 0);

	assert_non_null(report);
	assert_string_equal(end, "\n");
	assert_true(pl_utf8_clean(pl_str_c(text)));
	free(text);
	return report;
}

/* "findings/0/witness/first" */
static const cJSON *at(const cJSON *json, const char *path)
{
	for (const char *next = path; json && *next;) {
		struct pl_str name = pl_str_of(next, strcspn(next, "/"));
		char text[64];

		assert_true(name.len < sizeof(text));
		memcpy(text, name.ptr, name.len);
		text[name.len] = '\0';
		if (cJSON_IsArray(json))
			json = cJSON_GetArrayItem(json, (int)strtol(text, NULL, 10));
		else
			json = cJSON_GetObjectItemCaseSensitive(json, text);
		next += name.len + (next[name.len] == '/');
	}
	return json;
}

static void assert_text(const cJSON *report, const char *path, const char *expected)
{
	const cJSON *found = at(report, path);

	if (!cJSON_IsString(found))
		fail_msg("%s is no string", path);
	assert_string_equal(found->valuestring, expected);
}

static void assert_number(const cJSON *report, const char *path, double expected)
{
	const cJSON *found = at(report, path);

	if (!cJSON_IsNumber(found) || found->valuedouble > expected || found->valuedouble < expected)
		fail_msg("%s is not %g", path, expected);
}

static void assert_json_null(const cJSON *report, const char *path)
{
	if (!cJSON_IsNull(at(report, path)))
		fail_msg("%s is not null", path);
}

static void members_of_version_one(void **state)
{
	struct sample s;
	cJSON *report;

	(void)state;
	sample_init(&s);
	report = parse(&s);
	assert_text(report, "padlint/version", PADLINT_VERSION);
	assert_number(report, "padlint/report", 1);
	assert_number(report, "padlint/ruleset", 1);
	assert_true(cJSON_IsTrue(at(report, "complete")));
	assert_text(report, "inputs/0/path", "export/data/1.json.gz");
	assert_text(report, "inputs/0/kind", "export");
	assert_number(report, "inputs/0/bytes", 66000000);
	assert_number(report, "inputs/0/items", 1000000);
	assert_true(cJSON_IsArray(at(report, "inputs/0/problems")));
	assert_text(report, "tables/0/name", "leaderboard");
	assert_json_null(report, "tables/0/indexes/0/name");
	assert_text(report, "tables/0/indexes/0/pk", "leaderboardId");
	assert_text(report, "tables/0/indexes/0/sk", "rankKey");
	assert_number(report, "tables/0/indexes/0/partitions", 54);
	assert_null(at(report, "tables/0/indexes/0/estimated"));
	cJSON_Delete(report);
}

static void fields_and_what_is_observed(void **state)
{
	static const char field[] = "tables/0/indexes/0/entities/0/fields";
	struct sample s;
	cJSON *report;
	const cJSON *fields;

	(void)state;
	sample_init(&s);
	report = parse(&s);
	fields = at(report, field);
	assert_number(fields, "0/segment", 1);
	assert_json_null(fields, "0/part");
	assert_number(fields, "2/part", 1);
	assert_text(fields, "0/kind", "number");
	assert_text(fields, "1/kind", "timestamp");
	assert_text(fields, "1/shape", "<number>#<time>");
	assert_number(fields, "0/observed/widths/0/width", 3);
	assert_number(fields, "0/observed/widths/1/keys", 999001);
	assert_text(fields, "0/observed/greatest", "0000098000");
	assert_text(fields, "1/observed/forms/0/form", "2026-06-23T10:00:00Z");
	assert_number(fields, "0/observed/distinct", 50000);
	assert_true(cJSON_IsTrue(at(fields, "0/observed/estimated")));
	assert_text(fields, "0/observed/order/state", "broken");
	assert_text(fields, "1/observed/order/state", "encoding");
	cJSON_Delete(report);
}

static void findings_rules_summary(void **state)
{
	struct sample s;
	cJSON *report;

	(void)state;
	sample_init(&s);
	report = parse(&s);
	assert_text(report, "findings/0/code", "PL101");
	assert_text(report, "findings/0/rule", "mixed-pad-width");
	assert_text(report, "findings/0/level", "error");
	assert_text(report, "findings/0/table", "leaderboard");
	assert_json_null(report, "findings/0/index");
	assert_number(report, "findings/0/segment", 1);
	assert_json_null(report, "findings/0/part");
	assert_json_null(report, "findings/0/field");
	assert_number(report, "findings/0/width/seen/0", 3);
	assert_number(report, "findings/0/width/seen/1", 10);
	assert_number(report, "findings/0/width/advised", 10);
	assert_text(report, "findings/0/witness/partition", "SEASON#2026-SPRING");
	assert_text(report, "findings/0/witness/second", "240#2026-06-23T10:01:40Z#p_17");
	assert_text(report, "findings/0/witness/second_at", "export/data/1.json.gz:88");
	assert_number(report, "findings/0/counts/keys_wrong", 999);
	assert_number(report, "findings/0/counts/order_breaks", 1871);
	assert_json_null(report, "findings/0/at");
	assert_text(report, "findings/0/fingerprint", "0123456789abcdef");
	assert_text(report, "rules/0/verdict", "findings");
	assert_text(report, "rules/1/verdict", "clean");
	assert_number(report, "rules/1/looked_at", 3);
	assert_number(report, "summary/errors", 1);
	assert_number(report, "summary/ranges_in_order", 108);
	cJSON_Delete(report);
}

static void hostile_bytes_are_carried(void **state)
{
	static const char key[] = "a\0\033\xff\"\\</script>\t";
	struct sample s;
	cJSON *report;

	(void)state;
	sample_init(&s);
	s.finding.witness.first = pl_str_of(key, sizeof(key) - 1);
	s.finding.witness.second = PL_S("plain");
	s.finding.witness.partition = PL_S("\xed\xa0\x80");
	report = parse(&s);
	assert_text(report, "findings/0/witness/first",
		    "a\xef\xbf\xbd\033\xef\xbf\xbd\"\\</script>\t");
	assert_text(report, "findings/0/witness/first_hex", "61001bff225c3c2f7363726970743e09");
	assert_text(report, "findings/0/witness/partition", "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
	assert_text(report, "findings/0/witness/partition_hex", "eda080");
	assert_null(at(report, "findings/0/witness/second_hex"));
	cJSON_Delete(report);
}

static void counts_are_exact(void **state)
{
	struct sample s;
	char *text;

	(void)state;
	sample_init(&s);
	s.finding.counts.keys = UINT64_C(9007199254740993); /* 2^53 + 1: no double */
	s.result.summary.keys = UINT64_MAX;
	text = render(&s);
	assert_non_null(strstr(text, "\"keys\": 9007199254740993,"));
	assert_non_null(strstr(text, "\"keys\": 18446744073709551615,"));
	free(text);
}

static void masked_values_are_not_written(void **state)
{
	struct sample s;
	char *text;
	cJSON *report;

	(void)state;
	sample_init(&s);
	s.options.mask = true;
	text = render(&s);
	assert_null(strstr(text, "SPRING"));
	assert_null(strstr(text, "0000001500"));
	assert_null(strstr(text, "0000098000"));
	assert_null(strstr(text, "2024-06-2"));
	free(text);
	report = parse(&s);
	assert_text(report, "findings/0/witness/first", "<number>#<time>#p_<number>");
	assert_text(report, "findings/0/witness/first_at", "export/data/1.json.gz:12");
	cJSON_Delete(report);
}

static void nothing_at_all(void **state)
{
	struct sample s = {0};
	cJSON *report;

	(void)state;
	report = parse(&s);
	assert_true(cJSON_IsFalse(at(report, "complete")));
	assert_int_equal(cJSON_GetArraySize(at(report, "tables")), 0);
	assert_int_equal(cJSON_GetArraySize(at(report, "findings")), 0);
	cJSON_Delete(report);
}

static void two_runs_are_equal(void **state)
{
	struct sample s;
	char *first, *second;

	(void)state;
	sample_init(&s);
	first = render(&s);
	s.result.seconds = 99;
	second = render(&s);
	assert_string_equal(first, second);
	assert_null(strchr(first, '\t'));
	free(first);
	free(second);
}

static void indexes_of_one_table_stand_together(void **state)
{
	struct sample s;
	struct pl_keys index;
	const struct pl_keys *both[2];
	cJSON *report;

	(void)state;
	sample_init(&s);
	index = s.keys;
	index.index_name = PL_S("GSI1");
	index.partitions_estimated = true;
	both[0] = &s.keys;
	both[1] = &index;
	s.result.keys = both;
	s.result.nkeys = 2;
	report = parse(&s);
	assert_int_equal(cJSON_GetArraySize(at(report, "tables")), 1);
	assert_text(report, "tables/0/indexes/1/name", "GSI1");
	assert_true(cJSON_IsTrue(at(report, "tables/0/indexes/1/estimated")));
	cJSON_Delete(report);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(members_of_version_one),
		cmocka_unit_test(fields_and_what_is_observed),
		cmocka_unit_test(findings_rules_summary),
		cmocka_unit_test(hostile_bytes_are_carried),
		cmocka_unit_test(counts_are_exact),
		cmocka_unit_test(masked_values_are_not_written),
		cmocka_unit_test(nothing_at_all),
		cmocka_unit_test(two_runs_are_equal),
		cmocka_unit_test(indexes_of_one_table_stand_together),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
