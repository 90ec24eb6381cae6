/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The text report, for a person at a terminal or in a build log:
 *
 *     what was read · how its keys are named · each finding with its proof ·
 *     what was proven in order · one line of counts
 *
 * Whatever comes from the input - keys, names, paths, shapes - goes through
 * escape.h. Nothing is wider than the page, and a clean run says what it
 * looked at, so that silence is never mistaken for success.
 */
#include "reports/formats.h"
#include "reports/page.h"

#include "linter/key/time.h"
#include "linter/key/value.h"
#include "linter/rule.h"
#include "linter/schema/schema.h"

/* Lists longer than these say how many more there are; --verbose shows all. */
enum { MOST_PROBLEMS = 20, MOST_PROVEN = 12, MOST_FILES = 4 };

/* Below this many bytes the seconds are noise, and two reports of one small input should be equal. */
#define WORTH_TIMING 1000000

static const char *const codes[PL_STYLES] = {
	[PL_PLAIN] = "\033[0m", [PL_BOLD] = "\033[1m",     [PL_FAINT] = "\033[2m",  [PL_RED] = "\033[1;31m",
	[PL_YELLOW] = "\033[33m", [PL_CYAN] = "\033[36m", [PL_MARK] = "\033[1;7m",
};

static const enum pl_style level_style[] = {
	[PL_OFF] = PL_PLAIN, [PL_INFO] = PL_CYAN, [PL_WARNING] = PL_YELLOW, [PL_ERROR] = PL_RED,
};

void pl_page_style(const struct pl_page *page, enum pl_style style)
{
	if (page->options->color)
		pl_buf_adds(page->out, codes[style]);
}

static void styled(const struct pl_page *page, enum pl_style style, const char *text)
{
	pl_page_style(page, style);
	pl_buf_adds(page->out, text);
	pl_page_style(page, PL_PLAIN);
}

static void line(const struct pl_page *page, struct pl_str text, size_t indent)
{
	pl_add_wrapped(page->out, text, 0, indent, page->width);
	pl_buf_addc(page->out, '\n');
}

/* The same in one style, which ends before the newline: a terminal may extend it over the rest of the line. */
static void styled_line(const struct pl_page *page, enum pl_style style, struct pl_str text, size_t indent)
{
	pl_page_style(page, style);
	pl_add_wrapped(page->out, text, 0, indent, page->width);
	pl_page_style(page, PL_PLAIN);
	pl_buf_addc(page->out, '\n');
}

/* Takes the text out of `text` and sets it as lines. */
static void flush(const struct pl_page *page, struct pl_buf *text, size_t indent)
{
	if (text->len > 0)
		line(page, pl_buf_str(text), indent);
	pl_buf_clear(text);
}

/* Text at the right edge behind `column` columns, or on a line of its own below. */
static void at_right(const struct pl_page *page, size_t column, struct pl_str text)
{
	size_t columns = pl_columns(text);

	if (column + 2 + columns > page->width) {
		pl_buf_addc(page->out, '\n');
		column = 0;
	}
	columns = PL_MIN(columns, page->width - 2);
	pl_add_spaces(page->out, page->width - columns - column);
	pl_add_cut(page->out, text, columns);
	pl_buf_addc(page->out, '\n');
}

/* ---- what was read ---- */

static bool is_exported(const struct pl_page *page, const struct pl_input *input)
{
	return page->result->nexports > 0 && input->kind == PL_I_EXPORT;
}

static void add_export(struct pl_buf *text, const struct pl_export *export)
{
	pl_buf_add(text, export->folder);
	if (!pl_str_ends(export->folder, PL_S("/")))
		pl_buf_addc(text, '/');
	pl_buf_adds(text, "  ");
	pl_add_count(text, export->files_whole);
	pl_buf_adds(text, " of ");
	pl_add_counted(text, export->files, "file");
	if (export->verified)
		pl_buf_adds(text, ", checksums right");
	else if (export->files_whole < export->files)
		pl_buf_adds(text, " whole");
	else
		pl_buf_adds(text, ", not all checksums and counts confirmed");
}

/* Counts of what the schemas declare, each table once. */
static void add_declared(const struct pl_page *page, struct pl_buf *text)
{
	const struct pl_result *result = page->result;
	const struct pl_schema_table *last = NULL;
	size_t tables = 0, entities = 0, fields = 0, queries = 0;

	for (size_t i = 0; i < result->nkeys; i++) {
		const struct pl_schema_table *table = result->keys[i]->schema;

		if (!table || table == last)
			continue;
		last = table;
		tables++;
		entities += table->nentities;
		fields += table->nfields;
		for (size_t k = 0; k < table->nentities; k++)
			fields += table->entities[k].nfields;
		queries += table->nqueries;
	}
	if (tables > 1) {
		pl_add_counted(text, tables, "table");
		pl_buf_adds(text, ", ");
	}
	pl_buf_printf(text, "%zu entit%s, ", entities, entities == 1 ? "y" : "ies");
	pl_add_counted(text, fields, "field");
	pl_buf_printf(text, ", %zu quer%s", queries, queries == 1 ? "y" : "ies");
}

static void add_totals(const struct pl_page *page, struct pl_buf *text)
{
	const struct pl_result *result = page->result;
	uint64_t bytes = 0;

	if (result->schema_only) {
		add_declared(page, text);
		return;
	}
	for (size_t i = 0; i < result->ninputs; i++)
		bytes += result->inputs[i].bytes;
	pl_add_counted(text, result->items, "item");
	pl_buf_adds(text, " · ");
	pl_add_size(text, bytes);
	if (bytes >= WORTH_TIMING && result->seconds >= 0.05)
		pl_buf_printf(text, " in %.1f s", result->seconds);
}

/* One line when there is one source, else a line each and one for all. */
static void inputs(const struct pl_page *page)
{
	const struct pl_result *result = page->result;
	struct pl_buf text = PL_BUF_INIT;
	size_t sources = result->nexports, more = 0;

	for (size_t i = 0; i < result->nexports; i++) {
		flush(page, &text, 4);
		add_export(&text, &result->exports[i]);
	}
	for (size_t i = 0; i < result->ninputs; i++) {
		const struct pl_input *input = &result->inputs[i];

		/* Schemas beside a dump are named with the table's keys. */
		if (is_exported(page, input) || input->kind == PL_I_TABLE ||
		    (input->kind == PL_I_SCHEMA && !result->schema_only))
			continue;
		sources++;
		if (sources > MOST_FILES && !page->options->verbose) {
			more++;
			continue;
		}
		flush(page, &text, 4);
		pl_buf_add(&text, pl_str_eq(input->path, PL_S("-")) ? PL_S("standard input") : input->path);
	}
	if (sources == 1) {
		pl_buf_adds(&text, result->nexports ? " · " : "  ");
	} else {
		flush(page, &text, 4);
		if (more > 0) {
			pl_buf_adds(&text, "and ");
			pl_add_counted(&text, more, "more file");
			pl_buf_adds(&text, " · ");
		}
		pl_buf_adds(&text, "together ");
	}
	add_totals(page, &text);
	flush(page, &text, 4);
	pl_buf_release(&text);
}

static void problems(const struct pl_page *page)
{
	const struct pl_result *result = page->result;
	struct pl_buf text = PL_BUF_INIT;
	uint64_t total = 0, shown = 0;
	uint64_t most = page->options->verbose ? UINT64_MAX : MOST_PROBLEMS;

	for (size_t i = 0; i < result->ninputs; i++)
		total += result->inputs[i].problems_total;
	if (total > 0)
		styled_line(page, PL_BOLD, PL_S("problems of the input"), 2);
	for (size_t i = 0; i < result->ninputs; i++)
		for (size_t k = 0; k < result->inputs[i].nproblems && shown < most; k++, shown++) {
			pl_buf_adds(&text, "  ");
			pl_buf_add(&text, result->inputs[i].problems[k].where);
			pl_buf_adds(&text, ": ");
			pl_buf_add(&text, result->inputs[i].problems[k].message);
			flush(page, &text, 2);
		}
	if (shown < total) {
		pl_buf_adds(&text, "  and ");
		pl_add_count(&text, total - shown);
		pl_buf_adds(&text, " more");
		flush(page, &text, 4);
	}
	pl_buf_release(&text);
}

/* Incomplete input never passes: said in front of everything and again at the end. */
static void incomplete(const struct pl_page *page, bool last)
{
	const struct pl_result *result = page->result;
	struct pl_buf text = PL_BUF_INIT;
	size_t broken = 0;

	if (result->complete)
		return;
	for (size_t i = 0; i < result->ninputs; i++)
		broken += !result->inputs[i].whole;
	pl_buf_adds(&text, "INCOMPLETE: ");
	if (last) {
		pl_buf_adds(&text, "all of this holds only for what could be read (exit code 3)");
	} else if (broken > 0) {
		pl_add_count(&text, broken);
		pl_buf_adds(&text, " of ");
		pl_add_counted(&text, result->ninputs, "input");
		pl_buf_adds(&text, " could not be read whole");
	} else {
		pl_buf_adds(&text, "some of the input could not be read");
	}
	styled_line(page, PL_RED, pl_buf_str(&text), 2);
	pl_buf_release(&text);
}

static void notes(const struct pl_page *page)
{
	struct pl_buf text = PL_BUF_INIT;

	for (size_t i = 0; i < page->result->nnotes; i++) {
		pl_buf_adds(&text, "note: ");
		pl_buf_add(&text, page->result->notes[i]);
		flush(page, &text, 6);
	}
	pl_buf_release(&text);
}

/* ---- tables and indexes ---- */

static const struct pl_str nameless = {"(name unknown)", 14};

/* "index GSI1" or "table Orders" */
static void add_keys_name(struct pl_buf *text, const struct pl_keys *keys)
{
	struct pl_str name = keys->index_name.len ? keys->index_name : keys->table_name;

	pl_buf_adds(text, keys->index_name.len ? "index " : "table ");
	pl_buf_add(text, name.len ? name : nameless);
}

static bool has_ranks(const struct pl_keys *keys)
{
	return keys->rank || keys->goes_on;
}

/* "index GSI1, sorted by at" where the index has several sort attributes; of its partitions "partitioned by region". */
static void add_sorting_name(struct pl_buf *text, const struct pl_keys *keys)
{
	add_keys_name(text, keys);
	if (!has_ranks(keys))
		return;
	pl_buf_adds(text, pl_is_part(keys) ? ", partitioned by " : ", sorted by ");
	pl_buf_add(text, pl_is_part(keys) ? keys->pk : keys->sk);
}

static void add_attributes(struct pl_buf *text, const struct pl_attribute *attributes, unsigned n, const char *role)
{
	for (unsigned i = 0; i < n; i++) {
		pl_buf_adds(text, i ? ", " : "");
		pl_buf_add(text, attributes[i].name);
	}
	pl_buf_adds(text, n ? role : "");
}

static void add_keys(struct pl_buf *text, const struct pl_keys *keys)
{
	const struct pl_sorting all = pl_index_sorting(keys->index, 0);

	add_keys_name(text, keys);
	pl_buf_adds(text, ": ");
	add_attributes(text, all.attrs, all.nparts, " (partition)");
	pl_buf_adds(text, all.n > all.nparts ? ", " : "");
	add_attributes(text, all.attrs + all.nparts, all.n - all.nparts, " (sort)");
}

/* Keys that are not of an entity's present layout. */
static void add_apart(const struct pl_page *page, const struct pl_keys *keys)
{
	struct pl_buf text = PL_BUF_INIT;

	if ((keys->legacy || keys->unknown.keys) && has_ranks(keys)) {
		pl_buf_adds(&text, "    ");
		pl_buf_add(&text, keys->sk);
		pl_buf_addc(&text, ':');
	}
	if (keys->legacy) {
		pl_buf_adds(&text, text.len ? " " : "    ");
		pl_add_counted(&text, keys->legacy, "key");
		pl_buf_adds(&text, keys->legacy == 1 ? " of an older layout" : " of older layouts");
	}
	if (keys->unknown.keys) {
		pl_buf_adds(&text, keys->legacy ? ", " : text.len ? " " : "    ");
		pl_add_counted(&text, keys->unknown.keys, "key");
		pl_buf_adds(&text, keys->unknown.keys == 1 ? " fits no declared entity" : " fit no declared entity");
	}
	flush(page, &text, 4);
	pl_buf_release(&text);
}

static void tables(const struct pl_page *page)
{
	const struct pl_result *result = page->result;
	struct pl_buf text = PL_BUF_INIT;

	for (size_t i = 0; i < result->nkeys; i++) {
		const struct pl_keys *keys = result->keys[i];
		bool is_table = keys->index_name.len == 0;

		if (keys->rank) {
			add_apart(page, keys);
			continue;
		}
		pl_buf_adds(&text, is_table ? "" : "  ");
		add_keys(&text, keys);
		if (is_table && result->keys_from) {
			bool fits = pl_columns(pl_buf_str(&text)) + 3 + strlen(result->keys_from) <= page->width;

			pl_buf_adds(&text, fits ? " · " : "\n");
			pl_buf_adds(&text, result->keys_from);
		} else if (!is_table && !result->schema_only) {
			pl_buf_adds(&text, " · ");
			pl_add_counted(&text, keys->keys, "key");
		}
		flush(page, &text, 4);
		add_apart(page, keys);
	}
	pl_buf_release(&text);
}

/* ---- findings ---- */

/* "<time>" of "EVT#<time>": the placeholder that the shape ends with. */
static struct pl_str placeholder(const struct pl_field *field)
{
	struct pl_str shape = field->shape;

	/* Of several values in a segment it ends with the last. */
	if (field->part && !field->name.len)
		return pl_str_c(pl_kind_placeholder(field->kind));
	for (size_t i = shape.len; i-- > 0;)
		if (shape.ptr[i] == '<')
			return pl_str_sub(shape, i, shape.len);
	return pl_str_c(pl_kind_placeholder(field->kind));
}

/* "rankKey, segment 2 part 1 <number>" */
static void add_place(struct pl_buf *text, const struct pl_finding *finding)
{
	pl_buf_add(text, finding->attribute);
	if (finding->segment)
		pl_buf_printf(text, "%ssegment %u", finding->attribute.len ? ", " : "", finding->segment);
	if (finding->part)
		pl_buf_printf(text, " part %u", finding->part);
	if (finding->field) {
		pl_buf_addc(text, ' ');
		pl_buf_add(text, placeholder(finding->field));
	}
}

static void finding_header(const struct pl_page *page, const struct pl_finding *finding)
{
	const char *level = pl_level_name(finding->level);
	size_t column = strlen(level) + strlen(finding->rule->code) + strlen(finding->rule->name) + 2;
	struct pl_buf place = PL_BUF_INIT;

	styled(page, level_style[finding->level], level);
	pl_buf_addc(page->out, ' ');
	pl_page_style(page, PL_BOLD);
	pl_buf_printf(page->out, "%s %s", finding->rule->code, finding->rule->name);
	pl_page_style(page, PL_PLAIN);
	add_place(&place, finding);
	if (place.len > 0)
		at_right(page, column, pl_buf_str(&place));
	else
		pl_buf_addc(page->out, '\n');
	pl_buf_release(&place);
}

/* "1,000,000 keys in 54 partitions", or the share of the index's keys that have the place. */
static void add_key_counts(struct pl_buf *text, const struct pl_finding *finding)
{
	const struct pl_keys *keys = finding->keys;

	if (!keys || finding->counts.keys != keys->keys) {
		pl_add_count(text, finding->counts.keys);
		if (keys) {
			pl_buf_adds(text, " of ");
			pl_add_counted(text, keys->keys, "key");
		} else {
			pl_buf_adds(text, finding->counts.keys == 1 ? " key" : " keys");
		}
		return;
	}
	pl_add_counted(text, keys->keys, "key");
	pl_buf_adds(text, keys->partitions_estimated ? " in about " : " in ");
	pl_add_counted(text, (uint64_t)(keys->partitions + 0.5), "partition");
}

/* The shape of the keys, and how many there are behind it or, for long shapes, below. */
static void finding_shape(const struct pl_page *page, const struct pl_finding *finding)
{
	static const size_t second_column = 33;
	struct pl_str shape = finding->entity  ? finding->entity->shape
			      : finding->field ? finding->field->shape
					       : pl_str_of(NULL, 0);
	struct pl_buf counts = PL_BUF_INIT;
	size_t column = 2 + PL_MIN(pl_columns(shape), page->width - 2), next;

	if (finding->counts.keys > 0)
		add_key_counts(&counts, finding);
	if (shape.len + counts.len > 0)
		pl_buf_adds(page->out, "  ");
	if (shape.len > 0)
		pl_add_cut(page->out, shape, page->width - 2);
	if (shape.len > 0 && counts.len > 0) {
		next = PL_MAX(column + 2, PL_MIN(second_column, page->width - PL_MIN(counts.len, page->width)));
		if (next + counts.len <= page->width) {
			pl_add_spaces(page->out, next - column);
			column = next;
		} else {
			pl_buf_adds(page->out, "\n    ");
			column = 4;
		}
	}
	pl_add_wrapped(page->out, pl_buf_str(&counts), column, 4, page->width);
	if (shape.len + counts.len > 0)
		pl_buf_addc(page->out, '\n');
	pl_buf_release(&counts);
}

/* "54 of 54 sort ranges are out of order, in 1,871 places." */
static void add_breaks(struct pl_buf *text, const struct pl_counts *counts)
{
	pl_buf_adds(text, counts->ranges_estimated ? "About " : "");
	pl_add_count(text, counts->ranges_wrong);
	pl_buf_adds(text, " of ");
	pl_add_counted(text, counts->ranges, "sort range");
	pl_buf_adds(text, counts->ranges_wrong == 1 ? " is out of order, in " : " are out of order, in ");
	pl_add_counted(text, counts->order_breaks, "place");
	pl_buf_addc(text, '.');
}

/* A paragraph behind a word in the margin: "  fix   Rewrite …". */
static size_t margin(const struct pl_page *page, const char *word, const char *body)
{
	enum { BODY = 8 };

	pl_buf_adds(page->out, "  ");
	styled(page, PL_BOLD, word);
	pl_add_spaces(page->out, BODY - 2 - strlen(word));
	return pl_add_wrapped(page->out, pl_str_c(body), BODY, BODY, page->width);
}

static void finding_texts(const struct pl_page *page, const struct pl_finding *finding)
{
	struct pl_buf text = PL_BUF_INIT;
	size_t column = 0;

	pl_buf_addc(page->out, '\n');
	if (finding->message) {
		/* Messages are written to stand behind a place and a colon; here they are sentences. */
		pl_buf_printf(&text, "  %s", finding->message);
		if (pl_is_lower((unsigned char)text.ptr[2]))
			text.ptr[2] = (char)(text.ptr[2] - ('a' - 'A'));
		pl_buf_adds(&text, pl_str_ends(pl_buf_str(&text), PL_S(".")) ? "" : ".");
		flush(page, &text, 0);
	}
	if (finding->counts.order_breaks > 0) {
		pl_buf_adds(&text, "  ");
		add_breaks(&text, &finding->counts);
		flush(page, &text, 0);
	}
	pl_page_source(page, finding->at);
	/* A witness shows why; without one it has to be said. */
	if (finding->why && (!finding->witness.some || page->options->verbose)) {
		margin(page, "why", finding->why);
		pl_buf_addc(page->out, '\n');
	}
	if (finding->fix)
		column = margin(page, "fix", finding->fix);
	pl_buf_printf(&text, "padlint explain %s", finding->rule->code);
	pl_page_style(page, PL_FAINT);
	at_right(page, column, pl_buf_str(&text));
	pl_page_style(page, PL_PLAIN);
	pl_buf_release(&text);
}

/* An empty line, but none at the very top. */
static void gap(const struct pl_page *page)
{
	if (page->out->len > 0)
		pl_buf_addc(page->out, '\n');
}

static void one_finding(const struct pl_page *page, const struct pl_finding *finding)
{
	gap(page);
	finding_header(page, finding);
	finding_shape(page, finding);
	pl_page_witness(page, finding);
	finding_texts(page, finding);
}

static bool is_listed(const struct pl_page *page, const struct pl_finding *finding)
{
	return finding->level > PL_INFO || page->options->verbose || page->result->fail_on == PL_INFO;
}

/* The findings of one table or index, under its name when there are several. */
static void findings_of(const struct pl_page *page, const struct pl_keys *keys)
{
	const struct pl_result *result = page->result;
	struct pl_buf text = PL_BUF_INIT;
	bool first = true;

	for (size_t i = 0; i < result->nfindings; i++) {
		if (result->findings[i].keys != keys || !is_listed(page, &result->findings[i]))
			continue;
		if (first && keys && result->nkeys > 1) {
			add_sorting_name(&text, keys);
			gap(page);
			pl_buf_adds(page->out, "──── ");
			pl_page_style(page, PL_BOLD);
			pl_add_cut(page->out, pl_buf_str(&text), page->width - 5);
			pl_page_style(page, PL_PLAIN);
			pl_buf_addc(page->out, '\n');
		}
		one_finding(page, &result->findings[i]);
		first = false;
	}
	pl_buf_release(&text);
}

static void findings(const struct pl_page *page)
{
	for (size_t i = 0; i < page->result->nkeys; i++)
		findings_of(page, page->result->keys[i]);
	findings_of(page, NULL);
}

/* ---- what was proven ---- */

static enum pl_order_state state_of(const struct pl_field *field)
{
	return field->observed ? field->observed->proof->state : PL_O_UNKNOWN;
}

/* Times of which no instant can be told were not compared. */
static bool has_no_instant(const struct pl_field *field)
{
	return field->kind == PL_K_TIMESTAMP && field->observed && !pl_some_instant(field->observed);
}

/* A part of a date of which a finer one stands in front decides nothing in the right order, however it is written. */
static bool is_of_wrong_date(const struct pl_field *field)
{
	const struct pl_fine_first *fine = field->observed ? field->observed->fine_first : NULL;

	return fine && state_of(fine->head) != PL_O_ALONE;
}

static bool is_proven(const struct pl_field *field)
{
	enum pl_order_state state = state_of(field);

	return !is_of_wrong_date(field) && pl_kind_ordered(field->kind) && state != PL_O_UNKNOWN && state != PL_O_BROKEN && !has_no_instant(field);
}

/* A number or time that no rule takes for ordered (a zip code, say), so that its order was not looked into. */
static bool is_left_out(const struct pl_field *field)
{
	return pl_kind_ordered(field->kind) && field->observed && state_of(field) == PL_O_UNKNOWN;
}

/* "one width (16)", "one spelling (2026-06-23T10:00:00Z)" */
static void add_encoding(struct pl_buf *text, const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	char form[40];

	if (field->kind == PL_K_TIMESTAMP && seen->nforms == 1) {
		pl_time_form_text(seen->forms[0].form, form);
		pl_buf_printf(text, "one spelling (%s)", form);
	} else if (seen->min_len == seen->max_len) {
		pl_buf_printf(text, "one width (%u)", seen->max_len);
	} else {
		pl_buf_adds(text, "written so that bytes sort by value");
	}
}

static void add_evidence(struct pl_buf *text, const struct pl_field *field)
{
	const struct pl_proof *proof = field->observed->proof;

	pl_add_counted(text, field->observed->keys, "key");
	pl_buf_adds(text, ", ");
	switch (proof->state) {
	case PL_O_ENCODING:
		add_encoding(text, field);
		break;
	case PL_O_ALONE:
		pl_buf_adds(text, "alone in every range");
		break;
	default:
		pl_add_counted(text, proof->ranges, "range");
		pl_buf_adds(text, " walked, no break");
		break;
	}
}

/* How many of the fields of a table or index are what `is` says. */
static size_t count(const struct pl_keys *keys, bool (*is)(const struct pl_field *field))
{
	size_t n = 0;

	for (size_t i = 0; i < keys->nfields; i++)
		n += is(keys->fields[i]);
	return n;
}

static bool is_broken(const struct pl_field *field)
{
	return state_of(field) == PL_O_BROKEN || is_of_wrong_date(field);
}

/* Where nothing is proven, why. */
static const char *nothing(const struct pl_keys *keys)
{
	if (keys->sk.len == 0)
		return "  nothing: there is no sort key, so no order";
	if (!keys->ordered)
		return "  nothing to prove: the sort key is no string, DynamoDB orders it by value";
	if (count(keys, is_broken) > 0)
		return "  nothing: what has an order is listed above";
	if (count(keys, has_no_instant) > 0)
		return "  nothing: when its times were cannot be told";
	if (count(keys, is_left_out) == 0)
		return "  nothing to prove: no part of the keys is a number or a time";
	return NULL;
}

static void left_out(const struct pl_page *page, const struct pl_keys *keys)
{
	size_t n = count(keys, is_left_out);
	struct pl_buf text = PL_BUF_INIT;

	if (n > 0) {
		pl_buf_adds(&text, "  ");
		pl_add_counted(&text, n, "field");
		pl_buf_adds(&text, n == 1 ? " was not walked, as " : " were not walked, as ");
		pl_buf_adds(&text, n == 1 ? "no rule takes it for ordered" : "no rule takes them for ordered");
		for (size_t i = 0; i < keys->nfields && page->options->verbose; i++)
			if (is_left_out(keys->fields[i])) {
				pl_buf_adds(&text, "\n    ");
				pl_buf_add(&text, keys->fields[i]->shape);
			}
	}
	flush(page, &text, 0);
	pl_buf_release(&text);
}

static void proven_field(const struct pl_page *page, const struct pl_field *field)
{
	static const size_t second_column = 34;
	struct pl_buf text = PL_BUF_INIT;
	size_t columns = PL_MIN(pl_columns(field->shape), page->width - 2);

	pl_buf_adds(page->out, "  ");
	pl_add_cut(page->out, field->shape, page->width - 2);
	/* A long shape has a line of its own. */
	if (columns + 4 > second_column) {
		pl_buf_addc(page->out, '\n');
		pl_add_spaces(page->out, second_column);
	} else {
		pl_add_spaces(page->out, second_column - 2 - columns);
	}
	add_evidence(&text, field);
	pl_add_wrapped(page->out, pl_buf_str(&text), second_column, second_column, page->width);
	pl_buf_addc(page->out, '\n');
	pl_buf_release(&text);
}

/* The fields of one table or index; `left` lines remain. Returns how many fields were left out. */
static size_t proven_keys(const struct pl_page *page, const struct pl_keys *keys, size_t *left)
{
	struct pl_buf text = PL_BUF_INIT;
	const char *none = count(keys, is_proven) == 0 ? nothing(keys) : NULL;
	size_t more = 0;

	if (*left == 0)
		return count(keys, is_proven);
	if (page->result->nkeys > 1) {
		add_sorting_name(&text, keys);
		flush(page, &text, 2);
	}
	if (none)
		line(page, pl_str_c(none), 2);
	for (size_t i = 0; i < keys->nfields; i++) {
		if (!is_proven(keys->fields[i]))
			continue;
		if (*left == 0) {
			more++;
			continue;
		}
		proven_field(page, keys->fields[i]);
		--*left;
	}
	left_out(page, keys);
	pl_buf_release(&text);
	return more;
}

static void proven(const struct pl_page *page)
{
	const struct pl_result *result = page->result;
	size_t left = page->options->verbose ? SIZE_MAX : MOST_PROVEN, more = 0;
	struct pl_buf text = PL_BUF_INIT;

	pl_buf_addc(page->out, '\n');
	if (result->schema_only) {
		line(page, PL_S("no dump was read: this is what the schema says, not what is stored"), 2);
		return;
	}
	if (result->nkeys == 0) {
		pl_buf_adds(page->out, "proven in order: nothing, no key was read\n");
		return;
	}
	styled_line(page, PL_BOLD, PL_S("proven in order (byte order is value order in every sort range):"), 2);
	for (size_t i = 0; i < result->nkeys; i++)
		if (!pl_is_part(result->keys[i]))
			more += proven_keys(page, result->keys[i], &left);
	if (more > 0) {
		pl_buf_adds(&text, "  and ");
		pl_add_counted(&text, more, "more field");
		pl_buf_adds(&text, " (--verbose lists them)");
		flush(page, &text, 4);
	}
	pl_buf_release(&text);
}

static void summary(const struct pl_page *page)
{
	const struct pl_summary *sum = &page->result->summary;
	struct pl_buf text = PL_BUF_INIT;
	enum pl_level worst = sum->errors ? PL_ERROR : sum->warnings ? PL_WARNING : PL_OFF;

	pl_add_counted(&text, sum->errors, "error");
	pl_buf_adds(&text, ", ");
	pl_add_counted(&text, sum->warnings, "warning");
	pl_buf_adds(&text, ", ");
	pl_add_counted(&text, sum->infos, "info");
	if (sum->infos > 0 && !page->options->verbose && page->result->fail_on != PL_INFO)
		pl_buf_adds(&text, " (--verbose lists them)");
	if (sum->ignored > 0)
		pl_buf_printf(&text, ", %" PRIu64 " ignored as configured", sum->ignored);
	styled_line(page, worst == PL_OFF ? PL_BOLD : level_style[worst], pl_buf_str(&text), 2);
	pl_buf_release(&text);
}

void pl_report_text(const struct pl_result *result, const struct pl_report_options *options, struct pl_buf *out)
{
	const struct pl_page page = {result, options, out, PL_MAX(options->width, 40u)};

	incomplete(&page, false);
	if (!options->quiet) {
		inputs(&page);
		notes(&page);
	}
	problems(&page);
	if (!options->quiet)
		tables(&page);
	findings(&page);
	if (options->quiet)
		return;
	proven(&page);
	incomplete(&page, true);
	summary(&page);
}
