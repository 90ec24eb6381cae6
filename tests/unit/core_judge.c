/* SPDX-License-Identifier: Apache-2.0 */
/* Judging with stand-in rules: levels, order, fingerprints, ignores, verdict counts. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "linter/config.h"
#include "linter/schema/schema.h"

/* ---- rules that report what the test says ---- */

static enum pl_level reported; /* by `first`, of each field */

static bool in_segment_two(const struct pl_field *field)
{
	return field->segment == 2;
}

static void report_reported(struct pl_cx *cx, const struct pl_field *field)
{
	pl_report_field(cx, field, (struct pl_finding){.level = reported, .message = pl_count(cx, 1234567)});
}

static bool wants_unproven(struct pl_cx *cx, const struct pl_field *field)
{
	return pl_option(cx, "on") > 0 && field->observed->proof->state == PL_O_UNKNOWN;
}

static void report_warning(struct pl_cx *cx, const struct pl_field *field)
{
	pl_report_field(cx, field, (struct pl_finding){.level = PL_WARNING, .message = pl_counted(cx, 1, "key")});
}

static void report_keys(struct pl_cx *cx, const struct pl_keys *keys)
{
	pl_report_keys(cx, keys, (struct pl_finding){.level = PL_INFO, .message = "x", .fingerprint = 1});
	pl_report_keys(cx, keys, (struct pl_finding){.level = PL_INFO, .message = "y", .fingerprint = 2});
}

static const struct pl_option options[] = {{"on", PL_OPT_BOOL, 1, "h"}, {NULL, PL_OPT_NUMBER, 0, NULL}};
static const struct pl_rule first = {.code = "PL101", .name = "first", .scope = PL_FIELD, .level = PL_ERROR,
				     .check_field = report_reported, .wants_proof = wants_unproven, .options = options};
static const struct pl_rule second = {.code = "PL102", .name = "second", .scope = PL_FIELD, .level = PL_WARNING,
				      .applies_field = in_segment_two, .check_field = report_warning};
static const struct pl_rule third = {.code = "PL301", .name = "third", .scope = PL_KEYS, .level = PL_INFO,
				     .check_keys = report_keys};
const struct pl_rule *const pl_rules[] = {&first, &second, &third};
const size_t pl_rule_count = PL_LEN(pl_rules);

const struct pl_rule *pl_rule_find(struct pl_str name)
{
	(void)name;
	return NULL;
}

/* ---- a table of three fields ---- */

static struct pl_proof proofs[3];
static struct pl_observed seen[3];
static struct pl_field fields[3];
static const struct pl_field *field_list[3] = {&fields[2], &fields[1], &fields[0]}; /* the order must not matter */
static struct pl_entity entity;
static struct pl_keys keys;
static struct pl_keys *const keys_list[] = {&keys};

struct fixture {
	struct pl_arena arena;
	struct pl_config config;
	struct pl_judge judge;
	struct pl_result result;
};

static int begin(void **state)
{
	struct fixture *f = calloc(1, sizeof(*f));

	reported = PL_ERROR;
	keys = (struct pl_keys){.table_name = PL_S("T"), .pk = PL_S("PK"), .sk = PL_S("SK"), .ordered = true, .keys = 9,
				.fields = field_list, .nfields = 3};
	entity = (struct pl_entity){.keys_of = &keys, .name = PL_S("E"), .shape = PL_S("E#<number>"), .keys = 9};
	for (unsigned i = 0; i < 3; i++) {
		proofs[i] = (struct pl_proof){.state = PL_O_BROKEN, .ranges = 5, .ranges_wrong = 2, .breaks = 3};
		seen[i] = (struct pl_observed){.keys = 7, .ranges = 4, .ranges_estimated = true, .proof = &proofs[i]};
		fields[i] = (struct pl_field){.keys = &keys, .entity = &entity, .segment = i + 1, .attribute = keys.sk,
					      .kind = PL_K_NUMBER, .observed = &seen[i], .path = PL_S("E#*"),
					      .shape = PL_S("E#<number>")};
	}
	fields[2].path = PL_S("E#*#*");
	pl_config_default(&f->arena, &f->config);
	f->judge = (struct pl_judge){.arena = &f->arena, .config = &f->config, .today = 1000 * INT64_C(86400)};
	*state = f;
	return 0;
}

static int end(void **state)
{
	struct fixture *f = *state;

	pl_arena_release(&f->arena);
	free(f);
	return 0;
}

static void run(struct fixture *f)
{
	f->result = (struct pl_result){.fail_on = PL_WARNING, .complete = true};
	pl_judge_run(&f->judge, keys_list, 1, &f->result);
}

static void sorted_and_counted(void **state)
{
	struct fixture *f = *state;
	const struct pl_finding *found;

	run(f);
	assert_int_equal(f->result.nfindings, 6);
	found = f->result.findings;
	for (unsigned i = 0; i < 3; i++) {
		assert_ptr_equal(found[i].rule, &first);
		assert_int_equal(found[i].segment, i + 1);
		assert_string_equal(found[i].message, "1,234,567");
		assert_int_equal(found[i].counts.keys, 7);
		assert_int_equal(found[i].counts.ranges, 5);
		assert_int_equal(found[i].counts.ranges_wrong, 2);
		assert_int_equal(found[i].counts.order_breaks, 3);
		assert_false(found[i].counts.ranges_estimated);
	}
	assert_ptr_equal(found[3].rule, &second);
	assert_string_equal(found[3].message, "1 key");
	assert_int_equal(found[4].level, PL_INFO);
	assert_int_equal(found[4].counts.keys, 9);
	assert_int_equal(f->result.summary.errors, 3);
	assert_int_equal(f->result.summary.warnings, 1);
	assert_int_equal(f->result.summary.infos, 2);
	assert_int_equal(f->result.judged[0].looked_at, 3);
	assert_int_equal(f->result.judged[1].looked_at, 1);
	assert_int_equal(f->result.judged[1].findings, 1);
	assert_int_equal(f->result.judged[2].looked_at, 1);
	assert_int_equal(pl_result_exit(&f->result), PL_EXIT_FINDINGS);
	f->result.complete = false;
	assert_int_equal(pl_result_exit(&f->result), PL_EXIT_INCOMPLETE);
}

static void unwalked_counts(void **state)
{
	struct fixture *f = *state;

	proofs[0].state = PL_O_UNKNOWN;
	run(f);
	assert_int_equal(f->result.findings[0].counts.ranges, 4);
	assert_true(f->result.findings[0].counts.ranges_estimated);
	assert_int_equal(f->result.findings[0].counts.order_breaks, 0);
}

/* The rule's own level lets the evidence decide; any other takes its place; infos stay. */
static void configured_levels(void **state)
{
	static const struct {
		enum pl_level configured, evidence, level;
	} rows[] = {
		{PL_ERROR, PL_ERROR, PL_ERROR},   {PL_ERROR, PL_WARNING, PL_WARNING}, {PL_ERROR, PL_INFO, PL_INFO},
		{PL_WARNING, PL_ERROR, PL_WARNING}, {PL_WARNING, PL_WARNING, PL_WARNING}, {PL_WARNING, PL_INFO, PL_INFO},
		{PL_INFO, PL_ERROR, PL_INFO},     {PL_INFO, PL_WARNING, PL_INFO},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < PL_LEN(rows); i++) {
		f->config.rules[0].level = rows[i].configured;
		f->config.rules[1].level = PL_OFF;
		reported = rows[i].evidence;
		run(f);
		assert_int_equal(f->result.findings[0].level, rows[i].level);
		assert_int_equal(f->result.judged[1].level, PL_OFF);
		assert_int_equal(f->result.judged[1].looked_at, 0);
	}
	f->config.rules[0].level = f->config.rules[2].level = PL_OFF;
	run(f);
	assert_int_equal(f->result.nfindings, 0);
	assert_int_equal(pl_result_exit(&f->result), PL_EXIT_OK);
	/* A warning made an error. */
	f->config.rules[1].level = PL_ERROR;
	run(f);
	assert_int_equal(f->result.findings[0].level, PL_ERROR);
}

static void fingerprints(void **state)
{
	struct fixture *f = *state;
	uint64_t before[6];

	run(f);
	for (size_t i = 0; i < 6; i++)
		before[i] = f->result.findings[i].fingerprint;
	/* Segments 1 and 2 have one path here; the code, the path and a rule's own number tell apart. */
	assert_true(before[0] == before[1]);
	assert_true(before[0] != before[2]);
	assert_true(before[1] != before[3]);
	assert_true(before[4] != before[5]);
	/* Counts, kinds, levels and shapes do not. */
	seen[0].keys = 100;
	fields[0].kind = PL_K_SIGNED;
	fields[0].shape = PL_S("E#<decimal>");
	reported = PL_WARNING;
	run(f);
	for (size_t i = 0; i < f->result.nfindings; i++)
		if (f->result.findings[i].field == &fields[0])
			assert_true(f->result.findings[i].fingerprint == before[0]);
	/* The part and the index do. */
	fields[0].part = 2;
	run(f);
	for (size_t i = 0; i < f->result.nfindings; i++)
		if (f->result.findings[i].field == &fields[0])
			assert_true(f->result.findings[i].fingerprint != before[0]);
}

static void wants(void **state)
{
	struct fixture *f = *state;
	bool wanted[3];

	proofs[1].state = PL_O_UNKNOWN;
	pl_judge_wants(&f->judge, field_list, 3, wanted);
	assert_false(wanted[0]);
	assert_true(wanted[1]);
	assert_false(wanted[2]);
	f->config.rules[0].option[0] = 0;
	pl_judge_wants(&f->judge, field_list, 3, wanted);
	assert_false(wanted[1]);
	f->config.rules[0].option[0] = 1;
	f->config.rules[0].level = PL_OFF;
	pl_judge_wants(&f->judge, field_list, 3, wanted);
	assert_false(wanted[1]);
}

static void ignores(void **state)
{
	static const struct pl_str earlier[] = {{"a note", 6}};
	struct pl_ignore list[] = {
		{.rule = &first, .segment = 1, .reason = PL_S("r"), .at = {PL_S("padlint.yaml"), 3, 5}},
		{.rule = &first, .entity = PL_S("E"), .table = PL_S("T"), .segment = 2, .reason = PL_S("r"), .at = {PL_S("padlint.yaml"), 4, 5},
		 .until = PL_S("1972-09-26"), .until_seconds = 1000 * INT64_C(86400) - 1},
		{.rule = &second, .table = PL_S("Other"), .reason = PL_S("r"), .at = {PL_S("padlint.yaml"), 5, 5}},
		{.rule = &first, .entity = PL_S("E#<number>"), .segment = 3, .reason = PL_S("r"), .at = {PL_S("padlint.yaml"), 6, 5},
		 .until = PL_S("2000-01-01"), .until_seconds = 2000 * INT64_C(86400)},
	};
	struct fixture *f = *state;

	f->config.path = "padlint.yaml";
	f->config.ignores = list;
	f->config.nignores = PL_LEN(list);
	f->result = (struct pl_result){.notes = earlier, .nnotes = 1};
	pl_judge_run(&f->judge, keys_list, 1, &f->result);
	assert_int_equal(f->result.summary.ignored, 2);
	assert_int_equal(f->result.summary.errors, 1);
	assert_int_equal(f->result.findings[0].segment, 2);
	assert_int_equal(f->result.judged[0].findings, 1);
	assert_int_equal(f->result.nnotes, 3);
	assert_string_equal(f->result.notes[0].ptr, "a note");
	assert_string_equal(f->result.notes[1].ptr,
			    "padlint.yaml:4: the ignore of PL101 ended on 1972-09-26 and is no longer in force");
	assert_string_equal(f->result.notes[2].ptr, "padlint.yaml:5: the ignore of PL102 matches no finding; it can go");
}

/* An ignore in a line of a schema is about what is declared there. */
static void comments(void **state)
{
	struct fixture *f = *state;
	struct pl_declared score = {.at = {PL_S("keys.yaml"), 5, 3}};
	const struct pl_schema_entity order = {.at = {PL_S("keys.yaml"), 9, 3}};
	struct pl_ignore list[] = {
		{.rule = &first, .comment = true, .reason = PL_S("r"), .at = {PL_S("keys.yaml"), 5, 40}},
		{.rule = &first, .comment = true, .reason = PL_S("r"), .at = {PL_S("other.yaml"), 9, 40}},
		{.rule = &second, .comment = true, .reason = PL_S("r"), .at = {PL_S("keys.yaml"), 9, 40}},
		{.rule = &first, .comment = true, .reason = PL_S("r"), .at = {PL_S("keys.yaml"), 6, 40}},
		{.rule = &first, .comment = true, .reason = PL_S("r"), .at = {PL_S("keys.yaml"), 12, 40}},
	};

	score.option_at[0] = (struct pl_pos){PL_S("keys.yaml"), 6, 7};
	fields[0].declared = &score;
	fields[1].at = (struct pl_pos){PL_S("keys.yaml"), 12, 14};
	entity.declared = &order;
	f->config.ignores = list;
	f->config.nignores = PL_LEN(list);
	run(f);
	assert_int_equal(f->result.summary.ignored, 3); /* of `first` two fields, of `second` the one it judges */
	assert_int_equal(f->result.summary.errors, 1);
	assert_int_equal(f->result.findings[0].segment, 3);
	assert_int_equal(f->result.summary.warnings, 0);
	assert_int_equal(f->result.nnotes, 1);
	assert_string_equal(f->result.notes[0].ptr, "other.yaml:9: the ignore of PL101 matches no finding; it can go");
}

int main(void)
{
#define TEST(f) cmocka_unit_test_setup_teardown(f, begin, end)
	const struct CMUnitTest tests[] = {
		TEST(sorted_and_counted), TEST(unwalked_counts), TEST(configured_levels),
		TEST(fingerprints),       TEST(wants),           TEST(ignores),
		TEST(comments),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
