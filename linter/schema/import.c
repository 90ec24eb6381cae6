/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which format a file has, as a table: what stands at its top level, and for
 * names that other files have as well a text somewhere in it.
 */
#include "linter/schema/import.h"

#include "linter/schema/import_build.h"

static const struct {
	enum pl_schema_format format;
	const char *name;
	void (*read)(struct pl_import *imp);
} formats[] = {
	{PL_SF_KEYS_YAML, "keys.yaml", NULL},
	{PL_SF_CLOUDFORMATION, "CloudFormation template", pl_import_cloudformation},
	{PL_SF_SERVERLESS, "serverless.yml", pl_import_serverless},
	{PL_SF_TERRAFORM_JSON, "terraform show -json", pl_import_terraform_json},
	{PL_SF_TERRAFORM_STATE, "terraform.tfstate", pl_import_terraform_state},
	{PL_SF_TABLE_JSON, "table description", pl_import_table_json},
	{PL_SF_WORKBENCH, "NoSQL Workbench model", pl_import_workbench},
	{PL_SF_ONETABLE, "OneTable schema", pl_import_onetable},
	{PL_SF_MCP, "DynamoDB MCP schema", pl_import_mcp},
	{PL_SF_CHART, "Markdown entity chart", pl_import_chart},
	{PL_SF_CODE, "program", NULL},
};

enum { MEMBERS = 3, TEXTS = 2 };

/* The first row that fits tells the format. */
static const struct {
	enum pl_schema_format format;
	const char *members[MEMBERS]; /* all of them at the top level */
	const char *texts[TEXTS];     /* one of them anywhere; none given: not needed */
} marks[] = {
	{PL_SF_CLOUDFORMATION, {"AWSTemplateFormatVersion"}, {NULL}},
	{PL_SF_CLOUDFORMATION, {"Resources"}, {"AWS::", "Custom::"}},
	{PL_SF_SERVERLESS, {"service", "provider"}, {NULL}},
	{PL_SF_SERVERLESS, {"service", "resources"}, {"AWS::"}},
	{PL_SF_TERRAFORM_JSON, {"format_version", "terraform_version"}, {NULL}},
	{PL_SF_TERRAFORM_JSON, {"format_version", "values"}, {NULL}},
	{PL_SF_TERRAFORM_JSON, {"format_version", "planned_values"}, {NULL}},
	{PL_SF_TERRAFORM_STATE, {"version", "terraform_version", "serial"}, {NULL}},
	{PL_SF_TABLE_JSON, {"TableName", "KeySchema"}, {NULL}},
	{PL_SF_TABLE_JSON, {"TableName", "AttributeDefinitions"}, {NULL}},
	{PL_SF_TABLE_JSON, {"Table"}, {"\"KeySchema\"", "\"AttributeDefinitions\""}},
	{PL_SF_TABLE_JSON, {"TableDescription"}, {"\"KeySchema\"", "\"AttributeDefinitions\""}},
	{PL_SF_TABLE_JSON, {"TableCreationParameters"}, {NULL}},
	{PL_SF_WORKBENCH, {"DataModel"}, {"\"ModelName\"", "\"KeyAttributes\""}},
	{PL_SF_ONETABLE, {"format", "indexes"}, {"onetable:"}},
	{PL_SF_ONETABLE, {"format", "models"}, {"onetable:"}},
	{PL_SF_ONETABLE, {"indexes", "models"}, {"\"primary\""}},
	{PL_SF_MCP, {"tables"}, {"table_config"}},
};

/* ---- the names at the top level of a file, of which only the head may be there ---- */

enum { MOST_NAMES = 200 };

struct head {
	struct pl_str text;
	struct pl_str names[MOST_NAMES]; /* as written, without quotes */
	size_t count;
};

static void add_name(struct head *h, struct pl_str name)
{
	if (h->count < MOST_NAMES)
		h->names[h->count++] = name;
}

/* The offset behind a string's closing quote. */
static size_t pass_string(struct pl_str text, size_t at)
{
	for (at++; at < text.len && text.ptr[at] != '"'; at++)
		at += text.ptr[at] == '\\';
	return PL_MIN(at + 1, text.len);
}

/* Strings of depth 1 with a colon behind them. Stops where the first value ends: a dump has many. */
static void json_names(struct head *h, size_t at)
{
	size_t depth = 0;

	while (at < h->text.len) {
		char c = h->text.ptr[at];
		size_t from = at, behind;

		at++;
		if (c == '{' || c == '[')
			depth++;
		else if ((c == '}' || c == ']') && --depth == 0)
			return;
		if (c != '"')
			continue;
		behind = at = pass_string(h->text, from);
		while (behind < h->text.len && strchr(" \t\r\n", h->text.ptr[behind]))
			behind++;
		if (depth == 1 && behind < h->text.len && h->text.ptr[behind] == ':')
			add_name(h, pl_str_sub(h->text, from + 1, at - 1));
	}
}

static struct pl_str unquoted(struct pl_str name)
{
	const bool quoted = name.len > 1 && (*name.ptr == '"' || *name.ptr == '\'') && name.ptr[name.len - 1] == *name.ptr;

	return quoted ? pl_str_sub(name, 1, name.len - 1) : name;
}

/* What stands in front of the colon of lines that are not indented. */
static void yaml_names(struct head *h)
{
	for (size_t from = 0, to; from < h->text.len; from = to + 1) {
		const char *end = memchr(h->text.ptr + from, '\n', h->text.len - from);
		struct pl_str line;
		const char *colon;

		to = end ? (size_t)(end - h->text.ptr) : h->text.len;
		line = pl_str_sub(h->text, from, to);
		colon = line.len && !strchr(" \t#-", *line.ptr) ? memchr(line.ptr, ':', line.len) : NULL;
		if (colon)
			add_name(h, unquoted(pl_str_sub(line, 0, (size_t)(colon - line.ptr))));
	}
}

/* The offset of the first byte that is no white space, a byte order mark left out. */
static size_t first_byte(struct pl_str text)
{
	size_t at = pl_str_starts(text, PL_S("\xef\xbb\xbf")) ? 3 : 0;

	while (at < text.len && strchr(" \t\r\n", text.ptr[at]))
		at++;
	return at;
}

static bool is_json(struct pl_str text)
{
	size_t at = first_byte(text);

	return at < text.len && (text.ptr[at] == '{' || text.ptr[at] == '[');
}

static bool has_name(const struct head *h, const char *name)
{
	for (size_t i = 0; i < h->count; i++)
		if (pl_str_eq(h->names[i], pl_str_c(name)))
			return true;
	return false;
}

static bool has_text(struct pl_str text, const char *wanted)
{
	const struct pl_str what = pl_str_c(wanted);

	for (size_t i = 0; i + what.len <= text.len; i++) {
		const char *at = memchr(text.ptr + i, *what.ptr, text.len - what.len - i + 1);

		if (!at)
			return false;
		i = (size_t)(at - text.ptr);
		if (memcmp(at, what.ptr, what.len) == 0)
			return true;
	}
	return false;
}

static bool fits(const struct head *h, size_t row)
{
	bool found = !marks[row].texts[0];

	for (size_t i = 0; i < MEMBERS && marks[row].members[i]; i++)
		if (!has_name(h, marks[row].members[i]))
			return false;
	for (size_t i = 0; i < TEXTS && marks[row].texts[i] && !found; i++)
		found = has_text(h->text, marks[row].texts[i]);
	return found;
}

/* ---- programs ---- */

static const char cdk_hint[] = "run `cdk synth` and give cdk.out/STACK.template.json";
static const char table_hint[] = "give the output of `aws dynamodb describe-table --table-name NAME`";

/* Told by the file's ending; a text in it tells which one. */
static const struct {
	const char *ending, *text, *what, *hint;
} programs[] = {
	{".tf", NULL, "Terraform code", "run `terraform show -json > tables.json` and give that"},
	{".tofu", NULL, "OpenTofu code", "run `tofu show -json > tables.json` and give that"},
	{".ts", "aws-cdk", "a CDK program", cdk_hint},
	{".js", "aws-cdk", "a CDK program", cdk_hint},
	{".py", "aws_cdk", "a CDK program", cdk_hint},
	{".go", "aws-cdk", "a CDK program", cdk_hint},
	{".java", "awscdk", "a CDK program", cdk_hint},
	{".cs", "Amazon.CDK", "a CDK program", cdk_hint},
	{".ts", "sst.aws", "an SST program", table_hint},
	{".ts", "pulumi", "a Pulumi program", table_hint},
	{".js", "pulumi", "a Pulumi program", table_hint},
	{".py", "pulumi", "a Pulumi program", table_hint},
	{".go", "pulumi", "a Pulumi program", table_hint},
	{".ts", NULL, "a program", table_hint},
	{".mts", NULL, "a program", table_hint},
	{".js", NULL, "a program", table_hint},
	{".mjs", NULL, "a program", table_hint},
	{".cjs", NULL, "a program", table_hint},
	{".py", NULL, "a program", table_hint},
	{".go", NULL, "a program", table_hint},
	{".java", NULL, "a program", table_hint},
	{".kt", NULL, "a program", table_hint},
	{".cs", NULL, "a program", table_hint},
	{".rb", NULL, "a program", table_hint},
	{".rs", NULL, "a program", table_hint},
};

/* The row for a program; their count: it is none. */
static size_t program_of(struct pl_str text, const char *path)
{
	size_t i = 0;

	while (i < PL_LEN(programs) && (!pl_str_ends(pl_str_c(path), pl_str_c(programs[i].ending)) ||
					(programs[i].text && !has_text(text, programs[i].text))))
		i++;
	return i;
}

/* ---- detecting ---- */

enum pl_schema_format pl_schema_detect(struct pl_str text, const char *path)
{
	struct head h = {.text = text, .count = 0};
	const bool json = is_json(text);

	if (json)
		json_names(&h, first_byte(text));
	else
		yaml_names(&h);
	for (size_t i = 0; i < PL_LEN(marks); i++)
		if (fits(&h, i))
			return marks[i].format;
	if (json)
		return PL_SF_NONE;
	if (program_of(text, path) < PL_LEN(programs))
		return PL_SF_CODE;
	if (pl_import_is_chart(text))
		return PL_SF_CHART;
	if (has_text(text, "resource \"aws_dynamodb_table\""))
		return PL_SF_CODE;
	return pl_schema_is_yaml(text) ? PL_SF_KEYS_YAML : PL_SF_NONE;
}

const char *pl_schema_format_name(enum pl_schema_format format)
{
	for (size_t i = 0; i < PL_LEN(formats); i++)
		if (formats[i].format == format)
			return formats[i].name;
	return "no schema";
}

/* ---- reading ---- */

static void refuse(struct pl_import *imp, enum pl_schema_format format, const char *path)
{
	const struct pl_pos whole = {.path = imp->nodes.path};
	size_t program = program_of(imp->text, path);

	if (format != PL_SF_CODE)
		pl_fault(imp->nodes.faults, whole,
			 "no schema that is known: keys.yaml, a template of CloudFormation, SAM or serverless, JSON of Terraform, "
			 "describe-table, NoSQL Workbench or OneTable, or a Markdown entity chart");
	else if (program == PL_LEN(programs))
		pl_fault(imp->nodes.faults, whole, "%s cannot be read; %s", programs[0].what, programs[0].hint);
	else
		pl_fault(imp->nodes.faults, whole, "%s cannot be read; %s", programs[program].what, programs[program].hint);
}

/* The first document; false with a fault when there is no map. */
static bool read_root(struct pl_import *imp)
{
	const struct pl_yaml *const *documents;
	size_t count;

	if (is_json(imp->text)) {
		imp->root = pl_import_json(imp->nodes.faults, imp->nodes.path, imp->text);
	} else {
		pl_yaml_read_all(imp->nodes.faults, imp->nodes.path.ptr, imp->text, &documents, &count);
		imp->root = count ? documents[0] : NULL;
	}
	return imp->root && pl_node_is_map(&imp->nodes, imp->root, "the file");
}

void pl_import_read(struct pl_import *imp, struct pl_faults *faults, const char *path, struct pl_str text)
{
	enum pl_schema_format format = pl_schema_detect(text, path);

	*imp = (struct pl_import){.text = text, .format = pl_schema_format_name(format)};
	imp->nodes = (struct pl_nodes){faults, pl_str_c(pl_arena_cstr(faults->arena, path))};
	for (size_t i = 0; i < PL_LEN(formats); i++) {
		if (formats[i].format != format || !formats[i].read)
			continue;
		if (format == PL_SF_CHART || read_root(imp))
			formats[i].read(imp);
		return;
	}
	refuse(imp, format, path);
}

void pl_import_release(struct pl_import *imp)
{
	PL_VEC_RELEASE(&imp->tables);
	PL_VEC_RELEASE(&imp->entities);
	PL_VEC_RELEASE(&imp->keys);
	PL_VEC_RELEASE(&imp->fields);
}

bool pl_schema_import(struct pl_faults *faults, const char *path, struct pl_str text, struct pl_schema *out)
{
	const size_t before = faults->count;
	struct pl_import imp;

	*out = (struct pl_schema){.ntables = 0};
	if (pl_schema_detect(text, path) == PL_SF_KEYS_YAML)
		return pl_schema_read_yaml(faults, path, text, out);
	pl_import_read(&imp, faults, path, text);
	out->path = imp.nodes.path;
	out->tables = PL_NEW_N(faults->arena, struct pl_schema_table *, imp.tables.len + 1);
	for (size_t i = 0; i < imp.tables.len; i++)
		out->tables[out->ntables++] = imp.tables.ptr[i].table;
	pl_import_release(&imp);
	return faults->count == before;
}
