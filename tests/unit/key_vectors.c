/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The vectors of the JSON-Schema-Test-Suite (tests/vectors/format) for what is
 * recognised in keys. Where padlint means to judge otherwise, the vector stands
 * here with the reason; any other difference is a fault, and so is a reason
 * that no vector needs.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "linter/base/buf.h"
#include "linter/key/lex.h"
#include "linter/key/time.h"

struct difference {
	const char *text, *reason;
};

struct suite {
	const char *file;
	bool (*recognised)(struct pl_str text);
	const struct difference *differences; /* the last has no text */
};

/* RFC 3339 has a zone behind each clock, and a point in front of each fraction. */
static bool ends_as_rfc3339(struct pl_time_form form)
{
	return form.unit == PL_U_SECOND && !(form.flags & PL_TF_COMMA) &&
	       (form.zone == PL_Z_UPPER || form.zone == PL_Z_LOWER || form.zone == PL_Z_COLON);
}

static bool is_date_time(struct pl_str text)
{
	struct pl_time t;

	return pl_time_read(text, PL_MONTH_FIRST, &t) && t.valid && t.form.layout == PL_T_ISO && ends_as_rfc3339(t.form);
}

static bool is_date(struct pl_str text)
{
	struct pl_time t;

	return pl_time_read(text, PL_MONTH_FIRST, &t) && t.valid && t.form.layout == PL_T_ISO && t.form.unit == PL_U_DAY;
}

static bool is_time(struct pl_str text)
{
	struct pl_time t;

	return pl_time_read(text, PL_MONTH_FIRST, &t) && t.valid && t.form.layout == PL_T_CLOCK && ends_as_rfc3339(t.form);
}

/* Whether a key of these bytes is one value of the class. */
static bool is_whole(struct pl_str text, enum pl_class class)
{
	static struct pl_lexed lexed;

	pl_lex(text, &lexed);
	return lexed.nsegments == 1 && lexed.segment[0].class == class;
}

static bool is_uuid(struct pl_str text)
{
	return is_whole(text, PL_C_UUID);
}

static bool is_duration(struct pl_str text)
{
	return is_whole(text, PL_C_DURATION);
}

static const struct difference none[] = {{NULL, NULL}};
static const struct difference of_date_times[] = {
	{"1990-12-31T24:00:00Z", "ISO 8601 has 24:00 for the end of a day, and writers use it"},
	{NULL, NULL},
};
static const struct difference of_times[] = {
	{"24:00:00Z", "as of date-times"},
	{NULL, NULL},
};
static const struct difference of_durations[] = {
	{"PT0.5S", "ISO 8601 has fractions, and java.time writes them; only RFC 3339 has none"},
	{"P1Y2D", "ISO 8601 lets any part be left out; RFC 3339 only those at the ends"},
	{"PT1H2S", "as P1Y2D"},
	{NULL, NULL},
};

static cJSON *read_vectors(const char *file)
{
	struct pl_buf text = PL_BUF_INIT;
	char path[100], block[4096];
	cJSON *json;
	FILE *in;
	size_t n;

	snprintf(path, sizeof(path), "tests/vectors/format/%s", file);
	in = fopen(path, "rb");
	assert_non_null(in);
	while ((n = fread(block, 1, sizeof(block), in)) > 0)
		pl_buf_add(&text, pl_str_of(block, n));
	fclose(in);
	json = cJSON_ParseWithLength(text.ptr, text.len);
	assert_non_null(json);
	pl_buf_release(&text);
	return json;
}

static bool is_listed(const struct suite *suite, const char *text, bool *used)
{
	for (size_t i = 0; suite->differences[i].text; i++)
		if (strcmp(suite->differences[i].text, text) == 0) {
			used[i] = true;
			return true;
		}
	return false;
}

/* Whether one test is judged as it should be; *seen counts those that are texts. */
static bool check_test(const struct suite *suite, const cJSON *test, bool *used, unsigned *seen)
{
	const cJSON *data = cJSON_GetObjectItemCaseSensitive(test, "data");
	bool want = cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(test, "valid"));

	/* cJSON ends a text at \u0000, which must not make what stands before it whole. */
	if (!cJSON_IsString(data) || strstr(cJSON_GetObjectItemCaseSensitive(test, "description")->valuestring, "NUL"))
		return true;
	++*seen;
	if (is_listed(suite, data->valuestring, used))
		want = !want;
	if (suite->recognised(pl_str_c(data->valuestring)) == want)
		return true;
	print_error("%s: \"%s\" is %s\n", suite->file, data->valuestring, want ? "not recognised" : "recognised");
	return false;
}

static void check_suite(const struct suite *suite)
{
	cJSON *json = read_vectors(suite->file);
	const cJSON *group, *test;
	bool used[64] = {false};
	unsigned seen = 0, wrong = 0;

	cJSON_ArrayForEach(group, json)
		cJSON_ArrayForEach(test, cJSON_GetObjectItemCaseSensitive(group, "tests"))
			wrong += !check_test(suite, test, used, &seen);
	cJSON_Delete(json);
	for (size_t i = 0; suite->differences[i].text; i++) {
		assert_true(i < PL_LEN(used));
		if (!used[i])
			fail_msg("%s: no vector \"%s\"", suite->file, suite->differences[i].text);
	}
	assert_true(seen > 10);
	assert_int_equal(wrong, 0);
}

static void date_times(void **state)
{
	(void)state;
	check_suite(&(struct suite){"date-time.json", is_date_time, of_date_times});
}

static void dates(void **state)
{
	(void)state;
	check_suite(&(struct suite){"date.json", is_date, none});
}

static void times(void **state)
{
	(void)state;
	check_suite(&(struct suite){"time.json", is_time, of_times});
}

static void durations(void **state)
{
	(void)state;
	check_suite(&(struct suite){"duration.json", is_duration, of_durations});
}

static void uuids(void **state)
{
	(void)state;
	check_suite(&(struct suite){"uuid.json", is_uuid, none});
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(date_times),
		cmocka_unit_test(dates),
		cmocka_unit_test(times),
		cmocka_unit_test(durations),
		cmocka_unit_test(uuids),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
