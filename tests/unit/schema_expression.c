/* SPDX-License-Identifier: Apache-2.0 */
/* KeyConditionExpression: what it gives, and each reason for which DynamoDB refuses one. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <stdlib.h>

#include "linter/schema/expression.h"

struct fixture {
	struct pl_arena arena;
	struct pl_faults faults;
	struct pl_schema schema;
	struct pl_expression out;
};

static int begin(void **state)
{
	*state = calloc(1, sizeof(struct fixture));
	return *state ? 0 : -1;
}

static int end(void **state)
{
	struct fixture *f = *state;

	pl_arena_release(&f->arena);
	free(f);
	return 0;
}

/* A table with one query, whose members are `query`. */
static const struct pl_expression *read_query(struct fixture *f, const char *query)
{
	const char *text = pl_arena_printf(&f->arena,
					   "table: T\n"
					   "key: {pk: PK, sk: SK}\n"
					   "indexes:\n"
					   "  N: {pk: GPK, sk: GSK:N}\n"
					   "  M: {pk: [a, b], sk: [c, d]}\n"
					   "  Lone: {pk: GPK}\n"
					   "fields: {at: {type: timestamp}, x: id}\n"
					   "entities:\n"
					   "  E: {PK: P#<x>, SK: E#<at>}\n"
					   "queries:\n"
					   "  - %s\n",
					   query);

	f->faults = (struct pl_faults){.arena = &f->arena};
	pl_schema_read_yaml(&f->faults, "keys.yaml", pl_str_c(text), &f->schema);
	pl_schema_bind(&f->faults, &f->schema);
	if (f->faults.count)
		fail_msg("%s: %u:%u: %s", query, f->faults.first->at.line, f->faults.first->at.column, f->faults.first->text);
	pl_expression_read(&f->arena, &f->schema.tables[0]->queries[0], &f->out);
	return &f->out;
}

/* With :p, :a, :b and #pk, #sk at hand; those that are used are defined. */
static const struct pl_expression *read_expression(struct fixture *f, const char *index, const char *expression)
{
	static const struct {
		const char *name, *to;
	} names[] = {{"#pk", "PK"}, {"#sk", "SK"}}, values[] = {{":p", "\"P#<x>\""}, {":a", "\"E#<from:at>\""}, {":b", "\"E#<to:at>~\""}};
	char name_list[200] = "", value_list[200] = "", *query;

	for (size_t i = 0; i < PL_LEN(names); i++)
		if (strstr(expression, names[i].name))
			snprintf(name_list + strlen(name_list), sizeof(name_list) - strlen(name_list), "%s\"%s\": %s",
				 *name_list ? ", " : ", names: {", names[i].name, names[i].to);
	for (size_t i = 0; i < PL_LEN(values); i++)
		if (strstr(expression, values[i].name))
			snprintf(value_list + strlen(value_list), sizeof(value_list) - strlen(value_list), "%s\"%s\": %s",
				 *value_list ? ", " : ", values: {", values[i].name, values[i].to);
	query = pl_arena_printf(&f->arena, "{index: \"%s\", expression: \"%s\"%s%s%s%s}", index, expression, name_list,
				*name_list ? "}" : "", value_list, *value_list ? "}" : "");
	if (!*index)
		query = pl_arena_printf(&f->arena, "{%s", strstr(query, "expression:"));
	return read_query(f, query);
}

/* ---- what is taken ---- */

/* The sort key's condition, as "op first second"; "" for none. */
static void gives(struct fixture *f, const char *expression, const char *expected)
{
	const struct pl_expression *e = read_expression(f, "", expression);
	char got[200] = "";

	if (e->nrefusals)
		fail_msg("%s: %s", expression, e->refusals[0].text);
	assert_int_equal(e->npk, 1);
	assert_string_equal(e->pk[0].text.ptr, "P#<x>");
	if (e->nsk)
		snprintf(got, sizeof(got), "%s %s%s%s", pl_operator_name(e->sk[0].op), e->sk[0].first.text.ptr,
			 e->sk[0].op == PL_Q_BETWEEN ? " " : "", e->sk[0].op == PL_Q_BETWEEN ? e->sk[0].second.text.ptr : "");
	assert_string_equal(got, expected);
	if (e->nsk)
		assert_int_not_equal(e->sk[0].first.segments, 0); /* bound */
}

static void conditions(void **state)
{
	struct fixture *f = *state;

	gives(f, "PK = :p", "");
	gives(f, ":p = PK", "");
	gives(f, "#pk = :p", "");
	gives(f, "(PK = :p)", "");
	gives(f, "PK = :p AND SK = :a", "= E#<from:at>");
	gives(f, "SK = :a and PK = :p", "= E#<from:at>");
	gives(f, "PK = :p AND SK < :a", "< E#<from:at>");
	gives(f, "PK = :p AND SK <= :a", "<= E#<from:at>");
	gives(f, "PK = :p AND SK > :a", "> E#<from:at>");
	gives(f, "PK = :p AND SK >= :a", ">= E#<from:at>");
	gives(f, "PK = :p AND :a < SK", "> E#<from:at>");
	gives(f, "PK = :p AND :a >= SK", "<= E#<from:at>");
	gives(f, "PK=:p AND SK BETWEEN :a AND :b", "between E#<from:at> E#<to:at>~");
	gives(f, "PK=:p aNd SK beTween :a anD :b", "between E#<from:at> E#<to:at>~");
	gives(f, "(PK = :p) AND (SK BETWEEN :a AND :b)", "between E#<from:at> E#<to:at>~");
	gives(f, "((PK = :p) AND (#sk = :a))", "= E#<from:at>");
	gives(f, "begins_with(SK, :a) AND PK = :p", "begins_with E#<from:at>");
	gives(f, "begins_with ( #sk , :a )AND(PK=:p)", "begins_with E#<from:at>");
}

static void declared(void **state)
{
	struct fixture *f = *state;
	const struct pl_expression *e = read_query(f, "{pk: P#<x>, sk: {begins_with: E#}}");

	assert_int_equal(e->npk, 1);
	assert_int_equal(e->nsk, 1);
	assert_int_equal(e->nrefusals, 0);
	e = read_query(f, "{index: N, pk: <x>, sk: {begins_with: \"1\"}}");
	assert_int_equal(e->nrefusals, 1);
	assert_non_null(strstr(e->refusals[0].text, "operand type: N"));
	e = read_query(f, "{index: N, pk: <x>, sk: {gt: \"1\"}}");
	assert_int_equal(e->nrefusals, 0);
}

/* Several attributes: in the index's order, whatever the order in the text. */
static void several_attributes(void **state)
{
	struct fixture *f = *state;
	const struct pl_expression *e =
		read_query(f, "{index: M, expression: \"d > :d AND b = :b AND c = :c AND a = :a\", "
			      "values: {\":a\": A, \":b\": B, \":c\": C, \":d\": D}}");

	assert_int_equal(e->nrefusals, 0);
	assert_int_equal(e->npk, 2);
	assert_int_equal(e->nsk, 2);
	assert_string_equal(e->pk[0].text.ptr, "A");
	assert_string_equal(e->pk[1].text.ptr, "B");
	assert_string_equal(e->sk[0].first.text.ptr, "C");
	assert_int_equal(e->sk[1].op, PL_Q_GT);
}

/* ---- what is refused ---- */

/* The first refusal stands at byte `byte` of the expression and says `says`. */
static void is_refused(const struct pl_expression *e, const char *what, size_t byte, const char *says)
{
	if (e->nrefusals == 0)
		fail_msg("%s: not refused", what);
	if (!strstr(e->refusals[0].text, says) || e->refusals[0].byte != byte)
		fail_msg("%s: not at %zu: …%s…, but at %zu: %s", what, byte, says, e->refusals[0].byte, e->refusals[0].text);
	for (size_t i = 0; i < e->nrefusals; i++) {
		assert_non_null(e->refusals[i].advice);
		assert_int_not_equal(e->refusals[i].at.line, 0);
	}
}

static void refuses(struct fixture *f, const char *expression, size_t byte, const char *says)
{
	is_refused(read_expression(f, "", expression), expression, byte, says);
}

static void refuses_in(struct fixture *f, const char *index, const char *expression, size_t byte, const char *says)
{
	is_refused(read_expression(f, index, expression), expression, byte, says);
}

static void refusals(void **state)
{
	struct fixture *f = *state;

	refuses(f, "  ", 0, "The expression can not be empty");
	refuses(f, "SK = :a", 0, "Query condition missed key schema element: PK");
	refuses(f, "PKK = :p", 0, "Query condition missed key schema element: PK");
	refuses(f, "PK = :p AND kind = :a", 12, "Query condition missed key schema element: SK");
	refuses(f, "PK > :p", 3, "Query key condition not supported");
	refuses(f, "begins_with(PK, :p)", 0, "Query key condition not supported");
	refuses(f, "PK = :p AND PK = :a", 12, "must only contain one condition per key");
	refuses(f, "PK = :p AND SK > :a AND SK < :b", 24, "must only contain one condition per key");
	refuses(f, "PK = :p AND SK > :a AND kind = :b", 29, "Conditions can be of length 1 or 2 only");
	refuses(f, "PK = :p OR SK = :a", 8, "Invalid operator used in KeyConditionExpression: OR");
	refuses(f, "NOT PK = :p", 0, "Invalid operator used in KeyConditionExpression: NOT");
	refuses(f, "PK = :p AND SK IN (:a, :b)", 15, "Invalid operator used in KeyConditionExpression: IN");
	refuses(f, "PK = :p AND SK <> :a", 15, "Invalid operator used in KeyConditionExpression: <>");
	refuses(f, "PK = :p AND contains(SK, :a)", 12, "Invalid operator used in KeyConditionExpression: contains");
	refuses(f, "PK = :p AND attribute_exists(SK)", 12, "KeyConditionExpression: attribute_exists");
	refuses(f, "PK = :p AND attribute_not_exists(SK)", 12, "KeyConditionExpression: attribute_not_exists");
	refuses(f, "PK = :p AND attribute_type(SK, :a)", 12, "KeyConditionExpression: attribute_type");
	refuses(f, "PK = :p AND size(SK) > :a", 21, "cannot contain nested operations");
	refuses(f, "PK = :p AND SK.x = :a", 17, "cannot have conditions on nested attributes");
	refuses(f, "PK = :p AND SK[0] = :a", 18, "cannot have conditions on nested attributes");
	refuses(f, "PK = SK", 3, "Multiple attribute names used in one condition");
	refuses(f, "PK = :p AND begins_with(:a, SK)", 12, "must have the key attribute as its first operand");
	refuses(f, "PK = :p AND :a BETWEEN SK AND :b", 15, "must have the key attribute as its first operand");
	refuses(f, "PK = :p AND beginsWith(SK, :a)", 12, "Invalid function name; function: beginsWith");
	refuses(f, "PK = :p AND BEGINS_WITH(SK, :a)", 12, "Invalid function name; function: BEGINS_WITH");
	refuses(f, "PK = :p AND begins_with(SK)", 12, "number of operands: 1");
	refuses(f, "PK = :p AND begins_with(SK, :a, :b)", 12, "number of operands: 3");
	refuses(f, "PK = :p AND status = :a", 12, "Attribute name is a reserved keyword; reserved keyword: status");
	refuses(f, "PK = :p AND #n = :a", 12, "is not defined; attribute name: #n");
	refuses(f, "PK = :v", 5, "is not defined; attribute value: :v");
	refuses(f, "((PK = :p))", 0, "The expression has redundant parentheses;");
	refuses(f, "PK = :p AND ((SK = :a))", 12, "The expression has redundant parentheses;");
	refuses(f, ":p = :a", 3, "No key attribute specified");
}

/* Types: of the index with a number as its sort key. */
static void types(void **state)
{
	struct fixture *f = *state;
	const char *what = "values with types";

	is_refused(read_query(f, "{expression: \"PK = :p AND SK BETWEEN :a AND :b\", "
				 "values: {\":p\": P, \":a\": {S: a}, \":b\": {N: \"1\"}}}"),
		   what, 15, "requires same data type for lower and upper bounds");
	is_refused(read_query(f, "{expression: \"PK = :p AND SK > :a\", values: {\":p\": P, \":a\": {N: \"1\"}}}"), what, 17,
		   "Condition parameter type does not match schema type");
	is_refused(read_query(f, "{expression: \"PK = :p\", values: {\":p\": {N: \"1\"}}}"), what, 5,
		   "Condition parameter type does not match schema type");
	is_refused(read_query(f, "{expression: \"PK = :p AND begins_with(SK, :a)\", values: {\":p\": P, \":a\": {N: \"1\"}}}"), what,
		   12, "begins_with, operand type: N");
	refuses_in(f, "N", "GPK = :p AND begins_with(GSK, :a)", 13, "begins_with, operand type: N");
	is_refused(read_query(f, "{index: N, expression: \"GPK = :p AND GSK > :a\", values: {\":p\": P, \":a\": {S: x}}}"), what, 19,
		   "does not match schema type");
	assert_int_equal(read_query(f, "{index: N, expression: \"GPK = :p AND GSK > :a\", values: {\":p\": P, \":a\": {N: \"7\"}}}")
				 ->nrefusals, 0);
	refuses_in(f, "Lone", "GPK = :p AND SK = :a", 13, "Query condition missed key schema element: GPK");
}

static void several_attributes_refused(void **state)
{
	struct fixture *f = *state;

	refuses_in(f, "M", "a = :p", 0, "missed key schema element: b");
	refuses_in(f, "M", "a = :p AND b = :a AND d = :b", 24, "Query key condition not supported");
	refuses_in(f, "M", "a = :p AND b = :a AND c > :b AND d = :a", 35, "Query key condition not supported");
	refuses_in(f, "M", "a = :p AND b > :a", 13, "Query key condition not supported");
}

static void bindings(void **state)
{
	struct fixture *f = *state;
	const char *what = "names and values";

	is_refused(read_query(f, "{expression: \"PK = :p\", names: {\"#n\": SK}, values: {\":p\": P}}"), what, 0,
		   "Value provided in ExpressionAttributeNames unused in expressions: keys: {#n}");
	is_refused(read_query(f, "{expression: \"PK = :p\", values: {\":p\": P, \":q\": Q}}"), what, 0,
		   "Value provided in ExpressionAttributeValues unused in expressions: keys: {:q}");
	is_refused(read_query(f, "{expression: \"PK = :p\", names: {}, values: {\":p\": P}}"), what, 0,
		   "ExpressionAttributeNames must not be empty");
	is_refused(read_query(f, "{expression: \"PK = :p\", values: {}}"), what, 5, "is not defined; attribute value: :p");
	is_refused(read_query(f, "{expression: \"PK = :p\", values: {\":p\": P, \":a-b\": Q}}"), what, 0,
		   "ExpressionAttributeValues contains invalid key: Syntax error; key: \":a-b\"");
}

/* What is no expression at all: one refusal, whatever stands behind it. */
static void syntax(void **state)
{
	static const struct {
		const char *text;
		size_t byte;
	} rows[] = {
		{"PK", 2},         {"PK =", 4},          {"= :p", 0},         {"PK = :p AND", 11},
		{"PK = :p SK", 8}, {"(PK = :p", 8},      {"PK = :p)", 7},     {"PK = 'x'", 5},
		{"PK = 5", 5},     {"PK == :p", 4},      {"PK = :", 5},       {"# = :p", 0},
		{"PK = :p AND SK BETWEEN :a", 25},       {"PK = :p AND SK BETWEEN :a OR :b", 26},
		{"PK = :p AND begins_with(SK :a)", 27},  {"PK = :p AND begins_with SK, :a", 24},
		{"PK = :p,", 7},   {"AND", 0},           {"PK. = :p", 4},     {"PK[x] = :p", 2},
		{"PK = :p AND SK IN :a", 18},            {"()", 1},           {"begins_with(", 12},
		{"PK = size(SK", 9},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		refuses(f, rows[i].text, rows[i].byte, "Syntax error; token: \"");
		assert_int_equal(f->out.nrefusals, 1);
	}
}

static void limits(void **state)
{
	struct fixture *f = *state;
	struct pl_schema_query query = {.name = PL_S("q")};
	char *text = pl_arena_alloc(&f->arena, PL_EXPRESSION_BYTES + 2);

	memset(text, '(', PL_EXPRESSION_BYTES + 1);
	query.expression = pl_str_of(text, PL_EXPRESSION_BYTES + 1);
	pl_expression_read(&f->arena, &query, &f->out);
	assert_int_equal(f->out.nrefusals, 1);
	assert_non_null(strstr(f->out.refusals[0].text, "Expression size has exceeded"));
	query.expression.len = PL_EXPRESSION_BYTES;
	pl_expression_read(&f->arena, &query, &f->out);
	assert_int_equal(f->out.nrefusals, 1);
	assert_non_null(strstr(f->out.refusals[0].text, "Syntax error"));
	memset(text, 'x', 300);
	text[0] = '#';
	query.expression.len = 300;
	pl_expression_read(&f->arena, &query, &f->out);
	assert_non_null(strstr(f->out.refusals[0].text, "Placeholder name size"));
}

/* Places are those of the file: the quote and the line are counted. */
static void places(void **state)
{
	struct fixture *f = *state;
	const struct pl_expression *e = read_query(f, "{expression: \"PK = :p AND status = :p\", values: {\":p\": P}}");

	assert_int_equal(e->refusals[0].at.line, 11);
	assert_int_equal(e->refusals[0].at.column, 19 + 12);
	assert_string_equal(e->refusals[0].at.path.ptr, "keys.yaml");
	assert_non_null(strstr(e->refusals[0].advice, "#status"));
}

/* ---- reserved words ---- */

static void reserved(void **state)
{
	static const char *const yes[] = {"status", "TIMESTAMP", "Date", "name", "ABORT", "ZONE", "FLATTERN", "innter", "LOGED", "year"};
	static const char *const no[] = {"PK", "SK", "ID", "", "STATU", "STATUSS", "GSI1PK", "zzz", "aaa", "A"};

	(void)state;
	assert_int_equal(pl_reserved_count, 573);
	for (size_t i = 0; i < pl_reserved_count; i++) {
		assert_true(pl_is_reserved(pl_str_c(pl_reserved_words[i])));
		assert_true(i == 0 || strcmp(pl_reserved_words[i - 1], pl_reserved_words[i]) < 0);
	}
	for (size_t i = 0; i < PL_LEN(yes); i++)
		assert_true(pl_is_reserved(pl_str_c(yes[i])));
	for (size_t i = 0; i < PL_LEN(no); i++)
		assert_false(pl_is_reserved(pl_str_c(no[i])));
	assert_false(pl_is_reserved(pl_str_of("ADD\0X", 5)));
}

#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)

int main(void)
{
	const struct CMUnitTest tests[] = {
		TEST(conditions), TEST(declared), TEST(several_attributes), TEST(refusals), TEST(types),
		TEST(several_attributes_refused), TEST(bindings), TEST(syntax), TEST(limits), TEST(places),
		cmocka_unit_test(reserved),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
