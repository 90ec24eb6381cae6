/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The JSON report, version 1: the members of docs/design/product.md, always in
 * the same order and without anything that differs between two runs over the
 * same input (no times). Members may be added in later versions, none renamed.
 *
 * Key values are bytes, JSON strings are not. A value that is no UTF-8 or
 * holds a NUL is written twice: readable, with U+FFFD for each such byte, and
 * exactly, as hexadecimal in a member with the suffix "_hex".
 *
 * cJSON keeps numbers as doubles, so counts are handed to it as text.
 */
#include "reports/escape.h"
#include "reports/formats.h"

#include "linter/key/time.h"
#include "linter/key/value.h"
#include "linter/rule.h"
#include "linter/schema/schema.h"

#include <cjson/cJSON.h>

enum { REPORT_VERSION = 1, RULESET = 1 };

/* ---- building: without memory the process ends, so nothing below has to check ---- */

static cJSON *must(cJSON *item)
{
	if (!item)
		pl_die("out of memory (JSON report)");
	return item;
}

static cJSON *put(cJSON *object, const char *name, cJSON *value)
{
	if (!cJSON_AddItemToObjectCS(object, name, must(value)))
		pl_die("out of memory (JSON report)");
	return value;
}

static cJSON *push(cJSON *array, cJSON *value)
{
	if (!cJSON_AddItemToArray(array, must(value)))
		pl_die("out of memory (JSON report)");
	return value;
}

static cJSON *put_object(cJSON *object, const char *name)
{
	return put(object, name, cJSON_CreateObject());
}

static cJSON *put_array(cJSON *object, const char *name)
{
	return put(object, name, cJSON_CreateArray());
}

static cJSON *count_value(uint64_t n)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRIu64, n);
	return must(cJSON_CreateRaw(digits));
}

static void put_count(cJSON *object, const char *name, uint64_t n)
{
	put(object, name, count_value(n));
}

/* Numbers that do not apply are 0 in a finding and null in JSON. */
static void put_count_or_null(cJSON *object, const char *name, uint64_t n)
{
	put(object, name, n ? count_value(n) : cJSON_CreateNull());
}

/* An estimate is a whole number too. */
static void put_estimate(cJSON *object, const char *name, double n)
{
	put_count(object, name, n > 0 ? (uint64_t)(n + 0.5) : 0);
}

/* "estimated" stands beside a number that is not exact and is absent beside one that is. */
static void put_if(cJSON *object, const char *name, bool set)
{
	if (set)
		put(object, name, cJSON_CreateTrue());
}

static cJSON *str_value(struct pl_str s)
{
	struct pl_buf text = PL_BUF_INIT;
	cJSON *value;

	pl_buf_adds(&text, "");
	pl_add_utf8(&text, s);
	value = must(cJSON_CreateString(text.ptr));
	pl_buf_release(&text);
	return value;
}

static void put_str(cJSON *object, const char *name, struct pl_str s)
{
	put(object, name, str_value(s));
}

static void put_cstr_or_null(cJSON *object, const char *name, const char *s)
{
	put(object, name, s ? str_value(pl_str_c(s)) : cJSON_CreateNull());
}

static void put_str_or_null(cJSON *object, const char *name, struct pl_str s)
{
	put(object, name, s.len ? str_value(s) : cJSON_CreateNull());
}

/* A key value; `hex` names the member with its exact bytes, written only when `name` cannot carry them. */
static void put_key(cJSON *object, const char *name, const char *hex, struct pl_str key)
{
	struct pl_buf text = PL_BUF_INIT;

	put_str(object, name, key);
	if (pl_utf8_clean(key))
		return;
	for (size_t i = 0; i < key.len; i++)
		pl_buf_printf(&text, "%02x", (unsigned char)key.ptr[i]);
	put_str(object, hex, pl_buf_str(&text));
	pl_buf_release(&text);
}

/* ---- inputs ---- */

static void put_problems(cJSON *object, const struct pl_input *input)
{
	cJSON *problems = put_array(object, "problems");

	for (size_t i = 0; i < input->nproblems; i++) {
		cJSON *problem = push(problems, cJSON_CreateObject());

		put_str(problem, "where", input->problems[i].where);
		put_str(problem, "message", input->problems[i].message);
	}
	put_count(object, "problems_total", input->problems_total);
}

static void put_inputs(cJSON *report, const struct pl_result *result)
{
	cJSON *inputs = put_array(report, "inputs");

	for (size_t i = 0; i < result->ninputs; i++) {
		const struct pl_input *input = &result->inputs[i];
		cJSON *object = push(inputs, cJSON_CreateObject());

		put_str(object, "path", input->path);
		put_cstr_or_null(object, "kind", pl_input_kind_name(input->kind));
		put(object, "whole", cJSON_CreateBool(input->whole));
		put_count(object, "bytes", input->bytes);
		put_count(object, "items", input->items);
		put_problems(object, input);
	}
}

static void put_exports(cJSON *report, const struct pl_result *result)
{
	cJSON *exports = put_array(report, "exports");

	for (size_t i = 0; i < result->nexports; i++) {
		const struct pl_export *export = &result->exports[i];
		cJSON *object = push(exports, cJSON_CreateObject());

		put_str(object, "folder", export->folder);
		put_str_or_null(object, "table", export->table_name);
		put_str_or_null(object, "table_arn", export->table_arn);
		put_str_or_null(object, "export_time", export->export_time);
		put_count(object, "files", export->files);
		put_count(object, "files_whole", export->files_whole);
		put_count(object, "items", export->items);
		put(object, "verified", cJSON_CreateBool(export->verified));
	}
}

static void put_notes(cJSON *report, const struct pl_result *result)
{
	cJSON *notes = put_array(report, "notes");

	for (size_t i = 0; i < result->nnotes; i++)
		push(notes, str_value(result->notes[i]));
}

/* ---- tables, indexes, entities, fields ---- */

static void put_widths(cJSON *observed, const struct pl_observed *seen, bool mask)
{
	cJSON *widths = put_array(observed, "widths");

	for (size_t i = 0; i < seen->nwidths; i++) {
		cJSON *object = push(widths, cJSON_CreateObject());

		put_count(object, "width", seen->widths[i].width);
		put(object, "leading_zero", cJSON_CreateBool(seen->widths[i].zero));
		put_count(object, "keys", seen->widths[i].keys);
		if (mask)
			continue;
		put_key(object, "least", "least_hex", seen->widths[i].least);
		put_key(object, "greatest", "greatest_hex", seen->widths[i].greatest);
	}
}

static void put_instant(cJSON *object, const char *name, struct pl_instant at)
{
	char text[40];

	pl_instant_text(at, text);
	put_cstr_or_null(object, name, text);
}

static void put_forms(cJSON *observed, const struct pl_observed *seen, bool mask)
{
	cJSON *forms = put_array(observed, "forms");

	for (size_t i = 0; i < seen->nforms; i++) {
		const struct pl_form *form = &seen->forms[i];
		cJSON *object = push(forms, cJSON_CreateObject());
		char text[40];

		pl_time_form_text(form->form, text);
		put_cstr_or_null(object, "form", text);
		put_count(object, "keys", form->keys);
		put_count(object, "invalid", form->invalid);
		if (mask || form->keys == form->invalid)
			continue;
		put_instant(object, "least", form->least);
		put_instant(object, "greatest", form->greatest);
	}
}

static const char *const state_names[] = {
	[PL_O_UNKNOWN] = "unknown", [PL_O_ENCODING] = "encoding", [PL_O_ALONE] = "alone",
	[PL_O_WALKED] = "walked",   [PL_O_BROKEN] = "broken",
};

static void put_order(cJSON *observed, const struct pl_proof *proof)
{
	cJSON *order = put_object(observed, "order");

	put_cstr_or_null(order, "state", state_names[proof->state]);
	if (proof->state != PL_O_WALKED && proof->state != PL_O_BROKEN)
		return;
	put_count(order, "keys", proof->keys);
	put_count(order, "ranges", proof->ranges);
	put_count(order, "ranges_wrong", proof->ranges_wrong);
	put_count(order, "order_breaks", proof->breaks);
	put_count(order, "sentinel_keys", proof->sentinel_keys);
}

static void put_observed(cJSON *field, const struct pl_observed *seen, enum pl_kind kind, bool mask)
{
	cJSON *observed;

	if (!seen) {
		put(field, "observed", cJSON_CreateNull());
		return;
	}
	observed = put_object(field, "observed");
	put_count(observed, "keys", seen->keys);
	put_count(observed, "shortest", seen->min_len);
	put_count(observed, "longest", seen->max_len);
	put_estimate(observed, "distinct", seen->distinct);
	put_if(observed, "distinct_estimated", seen->distinct_estimated);
	put_count(observed, "ranges", seen->ranges);
	put_if(observed, "ranges_estimated", seen->ranges_estimated);
	put_if(observed, "estimated", seen->distinct_estimated || seen->ranges_estimated);
	put_widths(observed, seen, mask);
	put_forms(observed, seen, mask);
	if (!mask && seen->nwidths > 0) {
		put_key(observed, "least", "least_hex", seen->least);
		put_key(observed, "greatest", "greatest_hex", seen->greatest);
	} else if (!mask && kind == PL_K_TIMESTAMP && seen->nforms > 0) {
		put_instant(observed, "least", seen->first);
		put_instant(observed, "greatest", seen->last);
	}
	put_order(observed, seen->proof);
}

static void put_at(cJSON *object, const struct pl_pos *from)
{
	cJSON *at;

	if (from->path.len == 0) {
		put(object, "at", cJSON_CreateNull());
		return;
	}
	at = put_object(object, "at");
	put_str(at, "path", from->path);
	put_count(at, "line", from->line);
	put_count(at, "column", from->column);
}

/* ---- what is declared ---- */

/* A number as it is written, however long, without zeros in front; a time as text. */
static void put_amount(cJSON *object, const char *name, const struct pl_amount *amount)
{
	struct pl_str text = amount->text;
	size_t sign = text.len && text.ptr[0] == '-', from = sign;
	struct pl_amount again;
	struct pl_buf raw = PL_BUF_INIT;

	if (!pl_amount_read(text, &again)) {
		put_str(object, name, text);
		return;
	}
	while (from + 1 < text.len && text.ptr[from] == '0' && text.ptr[from + 1] != '.')
		from++;
	pl_buf_adds(&raw, sign ? "-" : "");
	pl_buf_add(&raw, pl_str_sub(text, from, text.len));
	put(object, name, cJSON_CreateRaw(raw.ptr));
	pl_buf_release(&raw);
}

static void put_texts(cJSON *object, const char *name, const struct pl_texts *texts)
{
	cJSON *list = put_array(object, name);

	for (size_t i = 0; i < texts->count; i++)
		push(list, str_value(texts->text[i]));
}

static void put_growth(cJSON *object, const char *name, const struct pl_growth *growth)
{
	char text[PL_AMOUNT_BYTES + 16];

	snprintf(text, sizeof(text), "%s%.*s%s/year", growth->percent ? "" : "+", (int)growth->by.text.len, growth->by.text.ptr,
		 growth->percent ? "%" : "");
	put_cstr_or_null(object, name, text);
}

static void put_option(cJSON *object, const struct pl_declared *field, enum pl_field_option option)
{
	static const char *const encodes[] = {"padded", "length-prefix", "plain"}, *const signs[] = {"none", "offset", "complement"},
				 *const cases[] = {"unsaid", "upper", "lower", "mixed"}, *const directions[] = {"asc", "desc"};
	const char *name = pl_field_option_name(option);

	switch (option) {
	case PL_FO_TYPE: put_cstr_or_null(object, name, pl_field_type_name(field->type)); break;
	case PL_FO_WIDTH: put_count(object, name, field->width); break;
	case PL_FO_ENCODE: put_cstr_or_null(object, name, encodes[field->encode]); break;
	case PL_FO_DECIMALS: put_count(object, name, field->decimals); break;
	case PL_FO_MIN: put_amount(object, name, &field->min); break;
	case PL_FO_MAX: put_amount(object, name, &field->max); break;
	case PL_FO_PAD: put_str(object, name, pl_str_of(&field->pad, 1)); break;
	case PL_FO_SIGNED: put_cstr_or_null(object, name, signs[field->sign]); break;
	case PL_FO_OFFSET: put_amount(object, name, &field->offset); break;
	case PL_FO_INVERTED: put_amount(object, name, &field->inverted); break;
	case PL_FO_SCALE: put_count(object, name, field->scale); break;
	case PL_FO_BASE: put_count(object, name, field->base); break;
	case PL_FO_GROWTH: put_growth(object, name, &field->growth); break;
	case PL_FO_NOW: put_amount(object, name, &field->now); break;
	case PL_FO_HORIZON: put_count(object, name, field->horizon); break;
	case PL_FO_FORMAT:
		put_str(object, name, field->type == PL_D_TIMESTAMP ? field->format.text : field->scheme);
		break;
	case PL_FO_PRECISION: put_cstr_or_null(object, name, pl_precision_name(field->format.precision)); break;
	case PL_FO_ZONE: put_str(object, name, field->zone); break;
	case PL_FO_CASE: put_cstr_or_null(object, name, cases[field->letters]); break;
	case PL_FO_LENGTH: put_count(object, name, field->length); break;
	case PL_FO_CHARS: put_str(object, name, field->chars); break;
	case PL_FO_VALUES: put_texts(object, name, &field->values); break;
	case PL_FO_ESCAPE: put_str(object, name, field->escape); break;
	case PL_FO_REST: put(object, name, cJSON_CreateBool(field->rest)); break;
	case PL_FO_PARTIAL: put(object, name, cJSON_CreateBool(field->partial)); break;
	case PL_FO_WIDTHS: {
		cJSON *widths = put_array(object, name);

		for (size_t i = 0; i < field->nwidths; i++)
			push(widths, count_value(field->widths[i]));
		break;
	}
	case PL_FO_ORDERED: put(object, name, cJSON_CreateBool(field->ordered)); break;
	case PL_FO_DIRECTION: put_cstr_or_null(object, name, directions[field->direction]); break;
	case PL_FO_UNIQUE: put(object, name, cJSON_CreateBool(field->unique)); break;
	case PL_FO_OPTIONAL: put(object, name, cJSON_CreateBool(field->optional)); break;
	case PL_FO_ALSO: put_texts(object, name, &field->also); break;
	case PL_FO_FROM: put_str(object, name, field->from); break;
	case PL_FO_EXAMPLE: put_str(object, name, field->example); break;
	case PL_FIELD_OPTIONS: break;
	}
}

/* What the schema states, under the names that keys.yaml has for it. */
static void put_declared(cJSON *object, const struct pl_declared *field)
{
	cJSON *declared = put_object(object, "declared");

	for (unsigned option = 0; option < PL_FIELD_OPTIONS; option++)
		if (pl_declares(field, (enum pl_field_option)option))
			put_option(declared, field, (enum pl_field_option)option);
	put_at(declared, &field->at);
}

static void put_field(cJSON *fields, const struct pl_field *field, bool mask)
{
	cJSON *object = push(fields, cJSON_CreateObject());

	put_count(object, "segment", field->segment);
	put_count_or_null(object, "part", field->part);
	put_str(object, "attribute", field->attribute);
	put_str_or_null(object, "name", field->name); /* only schemas give names */
	put_str(object, "shape", field->shape);
	put_cstr_or_null(object, "kind", pl_kind_name(field->kind));
	if (field->declared)
		put_declared(object, field->declared);
	put_observed(object, field->observed, field->kind, mask);
}

/* Of an index with several sort attributes each entity has one object for each that is a string. */
static void put_entities(cJSON *entities, const struct pl_keys *keys, bool mask)
{
	for (size_t i = 0; i < keys->nentities; i++) {
		const struct pl_entity *entity = keys->entities[i];
		cJSON *object = push(entities, cJSON_CreateObject()), *fields;

		put_str(object, "name", entity->name);
		put_str(object, "shape", entity->shape);
		if (keys->rank || keys->goes_on)
			put_str(object, "attribute", keys->sk);
		put_count(object, "keys", entity->keys);
		put_if(object, "legacy", entity->legacy);
		fields = put_array(object, "fields");
		for (size_t k = 0; k < entity->nfields; k++)
			put_field(fields, entity->fields[k], mask);
	}
}

static void put_names(cJSON *index, const char *member, const struct pl_attribute *attributes, unsigned n)
{
	cJSON *names = put_array(index, member);

	for (unsigned i = 0; i < n; i++)
		push(names, str_value(attributes[i].name));
}

/* An index of several attributes: `pk` and `sk` are the first of each, and these are all. */
static void put_attributes(cJSON *index, const struct pl_index *from)
{
	const struct pl_sorting all = pl_index_sorting(from, 0);

	if (!pl_index_is_wide(from))
		return;
	put_names(index, "pks", all.attrs, all.nparts);
	put_names(index, "sks", all.attrs + all.nparts, all.n - all.nparts);
}

/* Returns its entities, to which those by further sort attributes are added. */
static cJSON *put_keys(cJSON *indexes, const struct pl_keys *keys)
{
	cJSON *index = push(indexes, cJSON_CreateObject());

	put_str_or_null(index, "name", keys->index_name);
	put_str(index, "pk", keys->pk);
	put_str_or_null(index, "sk", keys->sk);
	put_attributes(index, keys->index);
	put_count(index, "keys", keys->keys);
	put_estimate(index, "partitions", keys->partitions);
	put_if(index, "estimated", keys->partitions_estimated);
	if (keys->templates) {
		put_count(index, "keys_legacy", keys->legacy);
		put_count(index, "keys_unknown", keys->unknown.keys);
	}
	return put_array(index, "entities");
}

/* The keys of one table follow each other; each new table opens an object. */
static void put_tables(cJSON *report, const struct pl_result *result, bool mask)
{
	cJSON *tables = put_array(report, "tables"), *indexes = NULL, *entities = NULL;

	for (size_t i = 0; i < result->nkeys; i++) {
		const struct pl_keys *keys = result->keys[i];

		if (!indexes || !pl_str_eq(keys->table_name, result->keys[i - 1]->table_name)) {
			cJSON *table = push(tables, cJSON_CreateObject());

			put_str_or_null(table, "name", keys->table_name);
			put_cstr_or_null(table, "keys_from", result->keys_from);
			indexes = put_array(table, "indexes");
		}
		if (!keys->rank)
			entities = put_keys(indexes, keys);
		if (!pl_is_part(keys))
			put_entities(entities, keys, mask);
	}
}

/* ---- findings ---- */

static void put_width(cJSON *object, const struct pl_finding *finding)
{
	cJSON *width, *seen;

	if (finding->width_most == 0 && finding->width_advised == 0) {
		put(object, "width", cJSON_CreateNull());
		return;
	}
	width = put_object(object, "width");
	seen = put_array(width, "seen");
	push(seen, count_value(finding->width_least));
	push(seen, count_value(finding->width_most));
	put_count_or_null(width, "advised", finding->width_advised);
}

/* With --mask the shape of the keys stands where the keys would. */
static void put_witness(cJSON *object, const struct pl_finding *finding, bool mask)
{
	const struct pl_witness *from = &finding->witness;
	struct pl_str shape = finding->entity ? finding->entity->shape : finding->attribute;
	cJSON *witness;

	if (!from->some) {
		put(object, "witness", cJSON_CreateNull());
		return;
	}
	witness = put_object(object, "witness");
	if (mask) {
		put(witness, "partition", cJSON_CreateNull());
		put_str(witness, "first", shape);
		put_str(witness, "second", shape);
		put(witness, "masked", cJSON_CreateTrue());
	} else {
		put_key(witness, "partition", "partition_hex", from->partition);
		put_key(witness, "first", "first_hex", from->first);
		put_key(witness, "second", "second_hex", from->second);
	}
	put_str_or_null(witness, "first_at", from->first_at);
	put_str_or_null(witness, "second_at", from->second_at);
}

static void put_counts(cJSON *object, const struct pl_counts *from)
{
	cJSON *counts = put_object(object, "counts");

	put_count(counts, "keys", from->keys);
	put_count(counts, "keys_wrong", from->keys_wrong);
	put_count(counts, "ranges", from->ranges);
	put_count(counts, "ranges_wrong", from->ranges_wrong);
	put_count(counts, "order_breaks", from->order_breaks);
	put_if(counts, "estimated", from->ranges_estimated);
}

static void put_finding_place(cJSON *object, const struct pl_finding *finding)
{
	const struct pl_keys *keys = finding->keys;
	const struct pl_str none = {NULL, 0};

	put_str_or_null(object, "table", keys ? keys->table_name : none);
	put_str_or_null(object, "index", keys ? keys->index_name : none);
	put_str_or_null(object, "attribute", finding->attribute);
	put_str_or_null(object, "entity", finding->entity ? finding->entity->name : none);
	put_str_or_null(object, "shape", finding->field    ? finding->field->shape
					 : finding->entity ? finding->entity->shape
							   : none);
	put_count_or_null(object, "segment", finding->segment);
	put_count_or_null(object, "part", finding->part);
	put_str_or_null(object, "field", finding->field ? finding->field->name : none);
}

static void put_finding(cJSON *findings, const struct pl_finding *finding, bool mask)
{
	cJSON *object = push(findings, cJSON_CreateObject());
	char fingerprint[17];

	put_cstr_or_null(object, "code", finding->rule->code);
	put_cstr_or_null(object, "rule", finding->rule->name);
	put_cstr_or_null(object, "level", pl_level_name(finding->level));
	put_finding_place(object, finding);
	put_cstr_or_null(object, "message", finding->message);
	put_cstr_or_null(object, "why", finding->why);
	put_cstr_or_null(object, "fix", finding->fix);
	put_width(object, finding);
	put_witness(object, finding, mask);
	put_counts(object, &finding->counts);
	put_at(object, &finding->at);
	snprintf(fingerprint, sizeof(fingerprint), "%016" PRIx64, finding->fingerprint);
	put_cstr_or_null(object, "fingerprint", fingerprint);
}

static const char *verdict(const struct pl_judged *judged)
{
	return judged->findings ? "findings" : judged->looked_at ? "clean" : "not-applicable";
}

static void put_rules(cJSON *report, const struct pl_result *result)
{
	cJSON *rules = put_array(report, "rules");

	for (size_t i = 0; i < result->njudged; i++) {
		const struct pl_judged *judged = &result->judged[i];
		cJSON *object = push(rules, cJSON_CreateObject());

		put_cstr_or_null(object, "code", judged->rule->code);
		put_cstr_or_null(object, "rule", judged->rule->name);
		put_cstr_or_null(object, "level", pl_level_name(judged->level));
		put_cstr_or_null(object, "verdict", verdict(judged));
		put_count(object, "looked_at", judged->looked_at);
	}
}

static void put_summary(cJSON *report, const struct pl_summary *from)
{
	cJSON *summary = put_object(report, "summary");

	put_count(summary, "errors", from->errors);
	put_count(summary, "warnings", from->warnings);
	put_count(summary, "infos", from->infos);
	put_count(summary, "ignored", from->ignored);
	put_count(summary, "keys", from->keys);
	put_count(summary, "ranges", from->ranges);
	put_count(summary, "ranges_in_order", from->ranges_in_order);
	put_if(summary, "estimated", from->estimated);
}

static void put_version(cJSON *report)
{
	cJSON *version = put_object(report, "padlint");

	put_cstr_or_null(version, "version", PADLINT_VERSION);
	put_count(version, "report", REPORT_VERSION);
	put_count(version, "ruleset", RULESET);
}

/*
 * cJSON indents by tabs and puts one behind each colon. Inside strings it
 * writes \t, so every tab in its output is layout: two spaces at the begin of a
 * line, one elsewhere.
 */
static void add_with_spaces(struct pl_buf *out, const char *printed)
{
	bool begin = true;

	for (; *printed; printed++) {
		if (*printed == '\t')
			pl_buf_adds(out, begin ? "  " : " ");
		else
			pl_buf_addc(out, *printed);
		begin = *printed == '\n' || (begin && *printed == '\t');
	}
	pl_buf_addc(out, '\n');
}

void pl_report_json(const struct pl_result *result, const struct pl_report_options *options, struct pl_buf *out)
{
	cJSON *report = must(cJSON_CreateObject());
	char *printed;

	put_version(report);
	put(report, "complete", cJSON_CreateBool(result->complete));
	put_inputs(report, result);
	put_exports(report, result);
	put_notes(report, result);
	put_tables(report, result, options->mask);
	cJSON *findings = put_array(report, "findings");
	for (size_t i = 0; i < result->nfindings; i++)
		put_finding(findings, &result->findings[i], options->mask);
	put_rules(report, result);
	put_summary(report, &result->summary);
	printed = cJSON_Print(report);
	if (!printed)
		pl_die("out of memory (JSON report)");
	add_with_spaces(out, printed);
	cJSON_free(printed);
	cJSON_Delete(report);
}
