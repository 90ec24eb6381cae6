/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A result made by hand, for the tests of reports: one table with a
 * leaderboard's keys, <number>#<time>#p_<number>, whose first number is half
 * padded. Tests change what they are about and keep the rest.
 */
#ifndef REPORTS_SAMPLE_H
#define REPORTS_SAMPLE_H

#include "linter/rule.h"
#include "reports/reports.h"

static const struct pl_rule sample_rule = {
	.code = "PL101", .name = "mixed-pad-width", .since = "0.1.0", .level = PL_ERROR,
};

static const struct pl_rule sample_clean_rule = {.code = "PL405", .name = "leftover-text", .level = PL_WARNING};

enum { SAMPLE_FIELDS = 3 };

struct sample {
	struct pl_proof proof[SAMPLE_FIELDS];
	struct pl_width widths[2];
	struct pl_form forms[1];
	struct pl_observed observed[SAMPLE_FIELDS];
	struct pl_field field[SAMPLE_FIELDS];
	const struct pl_field *fields[SAMPLE_FIELDS];
	struct pl_entity entity;
	const struct pl_entity *entities[1];
	struct pl_index index;
	struct pl_keys keys;
	const struct pl_keys *all_keys[1];
	struct pl_input input;
	struct pl_export export;
	struct pl_finding finding;
	struct pl_judged judged[2];
	struct pl_result result;
	struct pl_report_options options;
};

static void sample_fields(struct sample *s)
{
	static const char *const shapes[] = {"<number>", "<number>#<time>", "<number>#<time>#p_<number>"};
	static const enum pl_kind kinds[] = {PL_K_NUMBER, PL_K_TIMESTAMP, PL_K_NUMBER};
	static const enum pl_order_state states[] = {PL_O_BROKEN, PL_O_ENCODING, PL_O_ALONE};

	s->widths[0] = (struct pl_width){3, false, 612, PL_S("240"), PL_S("999"), 0};
	s->widths[1] = (struct pl_width){10, true, 999001, PL_S("0000000001"), PL_S("0000098000"), 0};
	s->forms[0] = (struct pl_form){
		.form = {.layout = PL_T_ISO, .unit = PL_U_SECOND, .zone = PL_Z_UPPER, .between = 'T'},
		.keys = 1000000, .least = {1719100800, 0}, .greatest = {1719200800, 0}};
	for (int i = 0; i < SAMPLE_FIELDS; i++) {
		s->proof[i] = (struct pl_proof){.state = states[i]};
		s->observed[i] = (struct pl_observed){
			.keys = 1000000, .min_len = 20, .max_len = 20, .distinct = 50000.4, .distinct_estimated = true,
			.ranges = 54, .proof = &s->proof[i]};
		s->field[i] = (struct pl_field){
			.keys = &s->keys, .attribute = PL_S("rankKey"), .segment = (unsigned)i + 1, .kind = kinds[i],
			.entity = &s->entity, .shape = pl_str_c(shapes[i]), .observed = &s->observed[i]};
		s->fields[i] = &s->field[i];
	}
	s->observed[0].min_len = 3;
	s->observed[0].max_len = 10;
	s->observed[0].widths = s->widths;
	s->observed[0].nwidths = 2;
	s->observed[0].least = PL_S("0000000001");
	s->observed[0].greatest = PL_S("0000098000");
	s->observed[1].forms = s->forms;
	s->observed[1].nforms = 1;
	s->observed[1].first = s->forms[0].least;
	s->observed[1].last = s->forms[0].greatest;
	s->proof[0].keys = 1000000;
	s->proof[0].ranges = s->proof[0].ranges_all = s->proof[0].ranges_wrong = 54;
	s->proof[0].breaks = 1871;
	s->field[2].part = 1;
}

static void sample_init(struct sample *s)
{
	*s = (struct sample){0};
	sample_fields(s);
	s->entity = (struct pl_entity){
		.keys_of = &s->keys, .name = PL_S("<number>#<time>#p_<number>"),
		.shape = PL_S("<number>#<time>#p_<number>"), .keys = 1000000, .fields = s->fields,
		.nfields = SAMPLE_FIELDS};
	s->entities[0] = &s->entity;
	s->index = (struct pl_index){.pk = PL_S("leaderboardId"), .sk = PL_S("rankKey")};
	s->keys = (struct pl_keys){
		.index = &s->index, .table_name = PL_S("leaderboard"), .pk = PL_S("leaderboardId"), .sk = PL_S("rankKey"), .ordered = true,
		.keys = 1000000, .partitions = 54, .entities = s->entities, .nentities = 1, .fields = s->fields,
		.nfields = SAMPLE_FIELDS};
	s->all_keys[0] = &s->keys;
	s->input = (struct pl_input){.path = PL_S("export/data/1.json.gz"), .kind = PL_I_EXPORT, .whole = true,
				     .bytes = 66000000, .items = 1000000};
	s->export = (struct pl_export){.folder = PL_S("export/"), .table_name = PL_S("leaderboard"), .files = 8,
				       .files_whole = 8, .items = 1000000, .verified = true};
	s->finding = (struct pl_finding){
		.rule = &sample_rule, .level = PL_ERROR, .keys = &s->keys, .field = &s->field[0], .entity = &s->entity,
		.attribute = PL_S("rankKey"), .segment = 1,
		.message = "999 keys are narrower than the 10 digits of the others (3: 612, 4: 387).",
		.why = "Bytes are compared from the left: a narrow number stands behind every padded one.",
		.fix = "Rewrite those 999 keys to 10 digits:  999  →  0000000999\n1 readers accept both forms\n"
		       "2 every writer writes the new form, and updates with attribute_exists: an UpdateItem on an old "
		       "key would make a second row\n3 rewrite the stored keys\n4 readers drop the old form",
		.width_least = 3, .width_most = 10, .width_advised = 10,
		.witness = {.some = true, .partition = PL_S("SEASON#2026-SPRING"),
			    .first = PL_S("0000001500#2026-06-23T10:00:00Z#p_8842"),
			    .second = PL_S("240#2026-06-23T10:01:40Z#p_17"),
			    .first_at = PL_S("export/data/1.json.gz:12"), .second_at = PL_S("export/data/1.json.gz:88")},
		.counts = {.keys = 1000000, .keys_wrong = 999, .ranges = 54, .ranges_wrong = 54, .order_breaks = 1871},
		.fingerprint = UINT64_C(0x0123456789abcdef)};
	s->judged[0] = (struct pl_judged){&sample_rule, PL_ERROR, 2, 1};
	s->judged[1] = (struct pl_judged){&sample_clean_rule, PL_WARNING, 3, 0};
	s->result = (struct pl_result){
		.inputs = &s->input, .ninputs = 1, .exports = &s->export, .nexports = 1, .keys = s->all_keys, .nkeys = 1,
		.findings = &s->finding, .nfindings = 1, .judged = s->judged, .njudged = 2,
		.summary = {.errors = 1, .infos = 2, .keys = 1000000, .ranges = 162, .ranges_in_order = 108},
		.complete = true, .items = 1000000, .seconds = 0.6, .fail_on = PL_WARNING,
		.keys_from = "from export/table.json"};
	s->options = (struct pl_report_options){.width = 80};
}

/* The sample without anything to complain about. */
static inline void sample_make_clean(struct sample *s)
{
	s->proof[0] = (struct pl_proof){.state = PL_O_WALKED, .keys = 1000000, .ranges = 54, .ranges_all = 54};
	s->result.nfindings = 0;
	s->judged[0].findings = 0;
	s->result.summary.errors = 0;
	s->result.summary.infos = 0;
	s->result.summary.ranges_in_order = 162;
}

#endif
