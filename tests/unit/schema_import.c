/* SPDX-License-Identifier: Apache-2.0 */
/* Schemas of other tools: what is read from each, what is refused and where, and `from:`. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include <dirent.h>
#include <stdlib.h>

#include "linter/input/slurp.h"
#include "linter/schema/import.h"

#define FIXTURES "fixtures/schema/import/"

struct fixture {
	struct pl_arena arena;
	struct pl_faults faults;
	struct pl_schema schema;
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

static bool imports(struct fixture *f, const char *path, struct pl_str text)
{
	f->faults = (struct pl_faults){.arena = &f->arena};
	pl_schema_import(&f->faults, path, text, &f->schema);
	pl_schema_resolve_from(&f->faults, &f->schema);
	pl_schema_bind(&f->faults, &f->schema);
	pl_faults_sort(&f->faults);
	return f->faults.count == 0;
}

static bool imports_file(struct fixture *f, const char *name)
{
	const char *path = pl_arena_printf(&f->arena, FIXTURES "%s", name);
	struct pl_buf text = PL_BUF_INIT;
	bool good;

	assert_true(pl_slurp(path, 1 << 20, &text));
	good = imports(f, path, pl_buf_str(&text));
	pl_buf_release(&text);
	return good;
}

/* ---- the model as text ---- */

static void add_attributes(struct pl_buf *out, const struct pl_attribute *all, unsigned count)
{
	for (unsigned i = 0; i < count; i++)
		pl_buf_printf(out, "%s%s:%c", i ? "+" : " ", all[i].name.ptr, all[i].type);
}

static void add_index(struct pl_buf *out, const struct pl_index *index)
{
	static const char *const projections[] = {"", " all", " keys", " include"};
	struct pl_attribute all[PL_KEY_ATTRIBUTES];

	pl_buf_printf(out, "  %s:", index->name.len ? index->name.ptr : "key");
	add_attributes(out, all, pl_index_pks(index, all));
	add_attributes(out, all, pl_index_sks(index, all));
	pl_buf_printf(out, "%s%s\n", index->local ? " local" : "", projections[index->projection]);
}

/* Delimiters are |, values <name type> with their width. A type that nobody said has a ?. */
static void add_template(struct pl_buf *out, const struct pl_template *template)
{
	for (size_t i = 0; i < template->nparts; i++) {
		const struct pl_part *part = &template->parts[i];

		if (part->kind == PL_PART_LITERAL)
			pl_buf_add(out, part->text);
		else if (part->kind == PL_PART_DELIMITER)
			pl_buf_addc(out, '|');
		else
			pl_buf_printf(out, "<%s %s%s>", part->text.ptr, pl_field_type_name(part->field->type),
				      pl_declares(part->field, PL_FO_TYPE) ? "" : "?");
		if (part->kind == PL_PART_VALUE && part->width) {
			out->len--;
			pl_buf_printf(out, " %u%c>", part->width, part->pad);
		}
	}
}

static void add_entity(struct pl_buf *out, const struct pl_schema_entity *entity)
{
	pl_buf_printf(out, "  %s", entity->name.ptr);
	for (size_t i = 0; i < entity->nmatch; i++)
		pl_buf_printf(out, " if %s=%s", entity->match[i].attribute.ptr, entity->match[i].value.ptr);
	for (size_t i = 0; i < entity->nkeys; i++) {
		pl_buf_printf(out, " %s=", entity->keys[i].attribute.ptr);
		add_template(out, &entity->keys[i].main);
	}
	pl_buf_addc(out, '\n');
}

static void shows(struct fixture *f, const char *name, const char *expected)
{
	struct pl_buf out = PL_BUF_INIT;

	if (!imports_file(f, name))
		fail_msg("%s:%u:%u: %s", name, f->faults.first->at.line, f->faults.first->at.column, f->faults.first->text);
	for (size_t i = 0; i < f->schema.ntables; i++) {
		const struct pl_schema_table *table = f->schema.tables[i];

		pl_buf_printf(&out, "%s\n", table->names.name.len ? table->names.name.ptr : "-");
		for (size_t k = 0; k < table->names.nindexes; k++)
			add_index(&out, &table->names.index[k]);
		for (size_t k = 0; k < table->nentities; k++)
			add_entity(&out, &table->entities[k]);
	}
	if (strcmp(out.ptr ? out.ptr : "", expected) != 0)
		fail_msg("%s is read as\n%s", name, out.ptr);
	pl_buf_release(&out);
}

/* ---- what is read ---- */

static void templates(void **state)
{
	shows(*state, "cloudformation.yaml",
	      "${Stage}-leaderboard\n"
	      "  key: PK:S SK:S\n"
	      "  GSI1: GSI1PK:S score:N keys\n"
	      "  ByRegion: region:S+GSI1PK:S day:S+rank:N all\n"
	      "  ByDay: PK:S day:S local include\n"
	      "game-log\n"
	      "  key: id:S at:N\n"
	      "Sessions\n"
	      "  key: token:B\n");
	shows(*state, "sam.yaml",
	      "counters\n"
	      "  key: counter:N\n"
	      "Plain\n"
	      "  key: id:S\n");
	shows(*state, "cdk.template.json",
	      "ShopTable5F5E4A2C\n"
	      "  key: PK:S SK:S\n"
	      "  GSI1: GSI1PK:S GSI1SK:N all\n");
	shows(*state, "amplify.template.json",
	      "MessageTable\n"
	      "  key: roomId:S kind#sequence:S\n"
	      "  messagesBySequence: roomId:S sequence:N all\n"
	      "  Message roomId=<roomId id?> kind#sequence=<kind id?>|<sequence number> sequence=<sequence number>\n");
	shows(*state, "serverless.yml",
	      "${self:custom.tableName}\n"
	      "  key: PK:S SK:S\n");
}

static void terraform(void **state)
{
	shows(*state, "terraform-state.json",
	      "leaderboard-prod\n"
	      "  key: PK:S SK:S\n"
	      "  ByPlayer: player:S score:N keys\n"
	      "  ByScore: PK:S score:N local all\n"
	      "audit-log\n"
	      "  key: actor:S\n"
	      "  ByDay: day:S kind:S include\n");
	shows(*state, "terraform-plan.json",
	      "jobs\n"
	      "  key: queue:S due:N\n");
	shows(*state, "terraform.tfstate",
	      "shop-eu\n"
	      "  key: PK:S SK:S\n"
	      "  ByStatus: status:S placed:N keys\n");
}

static void requests(void **state)
{
	shows(*state, "describe-table.json",
	      "devices\n"
	      "  key: device:S seen:N\n"
	      "  BySite: site:S seen:N include\n");
	shows(*state, "create-table.json",
	      "devices\n"
	      "  key: device:S\n");
	shows(*state, "import-table.json",
	      "devices-copy\n"
	      "  key: device:S\n");
}

static void models(void **state)
{
	shows(*state, "workbench.json",
	      "Leaderboard\n"
	      "  key: PK:S SK:S\n"
	      "  ByPlayer: player:S score:N keys\n"
	      "  Entry PK=SEASON|<season id?> SK=<score id?>|<player_id id?>\n"
	      "  Season PK=<PK id?> SK=META|<season id?>\n");
	shows(*state, "onetable.json",
	      "-\n"
	      "  key: pk:S sk:S\n"
	      "  gs1: gs1pk:S gs1sk:S keys\n"
	      "  ls1: pk:S score:N local\n"
	      "  Entry if kind=Entry pk=season|<season id?> sk=<score number 100>|<at timestamp>|<player_id id?> gs1pk=player|<player_id id?> gs1sk=<<state enum>>|<entryId ulid> score=<score number>\n"
	      "  Counter if kind=Counter pk=<name id?> sk=|counter score=<score number>\n");
	shows(*state, "mcp-schema.json",
	      "Courses\n"
	      "  key: pk:S sk:S\n"
	      "  ByLevel: tenant:S+level:S rating:N+title:S keys\n"
	      "  ByRating: level:S rating:N\n"
	      "  Course pk=COURSE|<course_id uuid> sk=METADATA tenant=TENANT|<tenant_id id?> level=<level id?> rating=<rating number> title=<title id?>\n"
	      "  Lesson pk=COURSE|<course_id uuid> sk=LESSON|<lesson_order number 50>|<part id? 3 >|<lesson_id id?>\n");
	shows(*state, "chart.md",
	      "Organisations\n"
	      "  key: PK:S SK:S\n"
	      "  GSI1: GSI1PK:S GSI1SK:S\n"
	      "  GSI2: GSI2-PK:S GSI2-SK:S\n"
	      "  Org PK=ORG|<OrgName id?> SK=METADATA\n"
	      "  User PK=ORG|<OrgName id?> SK=USER|<user_name id? 200> GSI1PK=USER|<email id?> GSI1SK=<OrgName id?>\n"
	      "  Ticket PK=ORG|<OrgName id?> SK=TICKET|<ticketId id? 80> GSI2-PK=STATUS|<status id?> GSI2-SK=<created timestamp>\n"
	      "Events\n"
	      "  key: PK:S SK:S\n"
	      "  LSI1: PK:S LSI1SK:S local\n"
	      "  Event PK=EVENT|<id id?> SK=<at timestamp> LSI1SK=KIND|<kind id?>\n");
}

static void from(void **state)
{
	shows(*state, "from.keys.yaml",
	      "Leaderboard\n"
	      "  key: PK:S SK:S\n"
	      "  GSI1: GSI1PK:S score:N keys\n"
	      "  ByRegion: region:S+GSI1PK:S day:S+rank:N all\n"
	      "  ByDay: PK:S day:S local include\n"
	      "  Entry PK=SEASON|<season id> SK=<n number 100>|<player id> GSI1PK=PLAYER|<player id>\n"
	      "leaderboard-prod\n"
	      "  key: PK:S SK:S\n"
	      "  ByPlayer: player:S score:N keys\n"
	      "  ByScore: PK:S score:N local all\n"
	      "devices\n"
	      "  key: device:S seen:N\n"
	      "  BySite: site:S seen:N include\n"
	      "shop-eu\n"
	      "  key: PK:S SK:S\n"
	      "  ByStatus: status:S placed:N keys\n"
	      "counters\n"
	      "  key: counter:N\n");
}


/* ---- what fields say ---- */

static const struct pl_declared *field(const struct pl_schema_entity *entity, const char *name)
{
	for (size_t i = 0; i < entity->nfields; i++)
		if (pl_str_eq(entity->fields[i]->name, pl_str_c(name)))
			return entity->fields[i];
	fail_msg("no field %s", name);
	return NULL;
}

static void onetable_fields(void **state)
{
	struct fixture *f = *state;
	const struct pl_schema_entity *entry;
	const struct pl_part *score;

	assert_true(imports_file(f, "onetable.json"));
	entry = &f->schema.tables[0]->entities[0];
	assert_int_equal(field(entry, "at")->format.precision, PL_P_MS);
	assert_int_equal(field(entry, "at")->format.trouble, PL_TT_NONE);
	assert_int_equal(field(entry, "state")->values.count, 2);
	assert_int_equal(field(entry, "score")->width, 0);
	assert_int_equal(field(entry, "score")->at.line, 13);
	assert_int_equal(field(entry, "score")->option_at[PL_FO_TYPE].line, 17);

	/* The template's own width is laid over the field, and has its place inside the text. */
	score = &entry->keys[1].main.parts[0];
	assert_int_equal(score->field->width, 10);
	assert_int_equal(score->spec_at.line, 13);
	assert_int_equal(score->spec_at.column, 56);
	assert_int_equal(entry->keys[1].main.parts[2].at.column, 62);
}

/* Seconds for a time to live, else milliseconds unless the schema asks for ISO 8601. */
static void onetable_dates(void **state)
{
	static const struct {
		const char *attribute;
		enum pl_time_encoding encoding;
	} dates[] = {
		{"\"type\": \"date\"", PL_TE_EPOCH_MS},
		{"\"type\": \"date\", \"ttl\": true", PL_TE_EPOCH_S},
		{"\"type\": \"date\", \"isoDates\": true", PL_TE_PATTERN},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < PL_LEN(dates); i++) {
		const char *text = pl_arena_printf(&f->arena,
						   "{\"format\": \"onetable:1.1.0\", \"indexes\": {\"primary\": {\"hash\": \"pk\"}},"
						   " \"models\": {\"M\": {\"pk\": {\"value\": \"${d}\"}, \"d\": {%s}}}}",
						   dates[i].attribute);

		assert_true(imports(f, "schema.json", pl_str_c(text)));
		assert_int_equal(field(&f->schema.tables[0]->entities[0], "d")->format.encoding, dates[i].encoding);
	}
}

/* What Python would pad on the left has a width; what it would not has none. */
static void python_widths(void **state)
{
	static const struct {
		const char *spec;
		unsigned width;
		char pad;
	} specs[] = {
		{"05d", 5, '0'}, {"5d", 5, ' '}, {"010", 10, '0'}, {"*>8", 8, '*'}, {">8", 8, ' '}, {"0=4", 4, '0'},
		{"010.2f", 10, '0'}, {"5", 0, 0}, {"<5", 0, 0}, {"^05", 0, 0}, {",", 0, 0}, {".2f", 0, 0}, {"99999d", 0, 0}, {"", 0, 0},
	};
	struct fixture *f = *state;

	for (size_t i = 0; i < PL_LEN(specs); i++) {
		const char *text = pl_arena_printf(&f->arena,
						   "{\"tables\": [{\"table_config\": {\"table_name\": \"T\", \"partition_key\": \"pk\"},"
						   " \"entities\": {\"E\": {\"pk_template\": \"A#{n:%s}\"}}}]}",
						   specs[i].spec);
		const bool good = imports(f, "schema.json", pl_str_c(text));
		const struct pl_part *part;

		if (!good && specs[i].spec[0])
			fail_msg("%s: %s", specs[i].spec, f->faults.first->text);
		if (!good)
			continue;
		part = &f->schema.tables[0]->entities[0].keys[0].main.parts[2];
		if (part->width != specs[i].width || (part->width && part->pad != specs[i].pad))
			fail_msg("%s gives width %u, pad '%c'", specs[i].spec, part->width, part->pad);
	}
}

/* A field that its file does not describe says that nobody gave its type. */
static void neutral_fields(void **state)
{
	struct fixture *f = *state;

	assert_true(imports_file(f, "chart.md"));
	assert_int_equal(f->schema.ntables, 2);
	assert_int_equal(f->schema.tables[0]->fields[0]->type, PL_D_ID);
	assert_int_equal(f->schema.tables[0]->fields[0]->set, 0);
	assert_int_equal(f->schema.tables[0]->entities[2].at.line, 11);
	assert_int_equal(f->schema.tables[0]->entities[2].keys[2].attribute.len, strlen("GSI2-PK"));
}

static void places(void **state)
{
	struct fixture *f = *state;
	const struct pl_schema_table *table;

	assert_true(imports_file(f, "cloudformation.yaml"));
	table = f->schema.tables[0];
	assert_int_equal(table->at.line, 25);
	assert_int_equal(table->at.column, 3);
	assert_int_equal(table->key_at.line, 32);
	assert_int_equal(table->index_at[1].line, 43);
	assert_string_equal(table->names.from, "CloudFormation template, " FIXTURES "cloudformation.yaml");
	assert_true(imports_file(f, "describe-table.json"));
	table = f->schema.tables[0];
	assert_int_equal(table->at.line, 2);
	assert_int_equal(table->at.column, 14);
	assert_int_equal(table->index_at[1].line, 17);
}

/* ---- what is refused ---- */

/* bad-NAME gives exactly the lines of bad-NAME.expect. */
static void refuses_file(struct fixture *f, const char *name)
{
	struct pl_buf expected = PL_BUF_INIT, got = PL_BUF_INIT;
	struct pl_buf text = PL_BUF_INIT;
	const char *path = pl_arena_printf(&f->arena, FIXTURES "%s", name);

	assert_true(pl_slurp(path, 1 << 20, &text));
	assert_true(pl_slurp(pl_arena_printf(&f->arena, "%s.expect", path), 1 << 20, &expected));
	f->faults = (struct pl_faults){.arena = &f->arena};
	pl_schema_import(&f->faults, path, pl_buf_str(&text), &f->schema);
	if (pl_schema_resolve_from(&f->faults, &f->schema))
		pl_schema_bind(&f->faults, &f->schema);
	pl_faults_sort(&f->faults);
	for (const struct pl_fault *fault = f->faults.first; fault; fault = fault->next)
		pl_buf_printf(&got, "%s:%u:%u: %s\n", fault->at.path.ptr + strlen(FIXTURES), fault->at.line, fault->at.column,
			      fault->text);
	if (!pl_str_eq(pl_buf_str(&got), pl_buf_str(&expected)))
		fail_msg("%s gives\n%.*s", name, (int)got.len, got.ptr);
	pl_buf_release(&text);
	pl_buf_release(&got);
	pl_buf_release(&expected);
}

static void bad_files(void **state)
{
	DIR *dir = opendir(FIXTURES);
	size_t count = 0;

	assert_non_null(dir);
	for (const struct dirent *entry; (entry = readdir(dir)) != NULL;) {
		if (strncmp(entry->d_name, "bad-", 4) != 0 || pl_str_ends(pl_str_c(entry->d_name), PL_S(".expect")))
			continue;
		refuses_file(*state, entry->d_name);
		count++;
	}
	closedir(dir);
	assert_true(count >= 15);
}

static void says(struct fixture *f, const char *text, const char *fault)
{
	imports(f, "x.json", pl_str_c(text));
	if (!f->faults.first || !strstr(f->faults.first->text, fault))
		fail_msg("%s: %s", text, f->faults.first ? f->faults.first->text : "no fault");
}

static void shapes(void **state)
{
	says(*state, "{\"TableName\": \"T\", \"KeySchema\": [\"a\"]}", "an entry of KeySchema must be a map, not text");
	says(*state, "{\"TableName\": \"T\", \"KeySchema\": [{}]}", "a key needs AttributeName");
	says(*state, "{\"Resources\": [\"AWS::\"]}", "Resources must be a map, not a list");
	says(*state, "{\"ModelName\": 1, \"DataModel\": 1, \"x\": \"\\\"ModelName\\\"\"}", "DataModel must be a list of tables");
	says(*state, "{\"indexes\": {\"primary\": {}}, \"models\": {}}", "format must be onetable:1.x");
	says(*state, "{\"format\": \"onetable:1.0\", \"indexes\": {}}", "indexes needs primary");
	says(*state, "{\"tables\": {\"table_config\": 1}}", "tables must be a list of tables");
	says(*state, "Resources: &a\n  T: {Type: AWS::DynamoDB::Table, Properties: [}\n", "did not find expected");
	says(*state, "", "no schema that is known");
	says(*state, "resource \"aws_dynamodb_table\" \"t\" {}\n", "terraform show -json");
}

static void sizes(void **state)
{
	struct fixture *f = *state;
	struct pl_buf text = PL_BUF_INIT;

	pl_buf_adds(&text, "| E | PK |\n|-|-|\n");
	for (int i = 0; i < 3000; i++)
		pl_buf_printf(&text, "| e%d | A#<v%d> |\n", i, i);
	says(f, text.ptr, "more than 1000 entities");
	pl_buf_clear(&text);
	pl_buf_adds(&text, "| E | PK |\n|-|-|\n");
	for (int i = 0; i < 1100; i++)
		pl_buf_printf(&text, "| e%d | <v%d> |\n", i % 10, i);
	says(f, text.ptr, "PK has another template in line");

	/* A plan larger than any YAML. */
	pl_buf_clear(&text);
	pl_buf_adds(&text, "{\"format_version\": \"1.2\", \"planned_values\": {\"root_module\": {\"resources\": [");
	for (int i = 0; i < 20000; i++)
		pl_buf_printf(&text, "{\"address\": \"aws_s3_object.o[%d]\", \"type\": \"aws_s3_object\", \"values\": {\"key\": \"%d\"}},\n", i, i);
	pl_buf_adds(&text, "{\"address\": \"aws_dynamodb_table.t\", \"type\": \"aws_dynamodb_table\", \"values\": {\"hash_key\": \"id\"}}]}}}");
	assert_true(text.len > PL_YAML_SIZE);
	assert_true(imports(f, "plan.json", pl_buf_str(&text)));
	assert_int_equal(f->schema.tables[0]->at.line, 20001);
	pl_buf_release(&text);
}

/* ---- what a file is ---- */

static void detected(void **state)
{
	static const struct {
		enum pl_schema_format format;
		const char *path, *text;
	} cases[] = {
		{PL_SF_KEYS_YAML, "k", "# mine\ntable: T\nkey: {pk: PK}\n"},
		{PL_SF_CLOUDFORMATION, "k", "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n"},
		{PL_SF_CLOUDFORMATION, "k", "\"AWSTemplateFormatVersion\": x\nParameters:\n  A: b\n"}, /* the head only */
		{PL_SF_CLOUDFORMATION, "k", "{\n \"Resources\": {\n  \"A\": {\"Type\": \"AWS::SN"},
		{PL_SF_SERVERLESS, "k", "service: a\nprovider:\n  name: aws\n"},
		{PL_SF_TERRAFORM_JSON, "k", "{\"format_version\":\"1.0\",\"terraform_version\":\"1.9\",\"values\":{\"ro"},
		{PL_SF_TERRAFORM_STATE, "k", "{\"version\": 4, \"terraform_version\": \"1\", \"serial\": 1,"},
		{PL_SF_TABLE_JSON, "k", "\xef\xbb\xbf\n{\"Table\": {\"AttributeDefinitions\": ["},
		{PL_SF_TABLE_JSON, "k", "{\"TableDescription\": {\"KeySchema\" : []}}"},
		{PL_SF_TABLE_JSON, "k", "AttributeDefinitions: []\nTableName: T\n"},
		{PL_SF_WORKBENCH, "k", "{\"ModelName\": \"a\", \"DataModel\": ["},
		{PL_SF_ONETABLE, "k", "{\"format\": \"onetable:1.1.0\", \"indexes\": {"},
		{PL_SF_MCP, "k", "{\"tables\": [{\"table_config\": {"},
		{PL_SF_CHART, "k", "text\n\n| Entity | pk | sk |\n|:-:|--|--|\n"},
		{PL_SF_CHART, "k", "| Kind | Partition Key | Notes |\r\n| --- | --- | --- |\r\n"},
		{PL_SF_CODE, "a/main.tf", "variable \"x\" {}\n"},
		{PL_SF_CODE, "stack.ts", "| Entity | PK |\n| - | - |\n"},
		{PL_SF_CODE, NULL, "resource \"aws_dynamodb_table\" \"t\" {\n"},
		{PL_SF_NONE, "k", ""},
		{PL_SF_NONE, "k", "{\"Item\":{\"PK\":{\"S\":\"a\"}}}\n{\"TableName\":1,\"KeySchema\":2}\n"},
		{PL_SF_NONE, "k", "{\"Table\":[{\"PutRequest\":{\"Item\":{}}}]}"},
		{PL_SF_NONE, "k", "{\"a\": {\"TableName\": 1, \"KeySchema\": 2}}"},
		{PL_SF_NONE, "k", "[{\"TableName\": 1, \"KeySchema\": 2}]"},
		{PL_SF_NONE, "k", "PK,SK\na,b\n"},
		{PL_SF_NONE, "k", "Resources: 5\n"},
		{PL_SF_NONE, "k", "| Entity | Fields |\n| --- | --- |\n"},
		{PL_SF_NONE, "k", "| Entity | PK | SK |\n"},
		{PL_SF_NONE, "k", "{\"x\\"},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(cases); i++) {
		enum pl_schema_format format = pl_schema_detect(pl_str_c(cases[i].text), cases[i].path);

		if (format != cases[i].format)
			fail_msg("taken for %s: %s", pl_schema_format_name(format), cases[i].text);
	}
	assert_string_equal(pl_schema_format_name(PL_SF_ONETABLE), "OneTable schema");
	assert_string_equal(pl_schema_format_name(PL_SF_NONE), "no schema");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(templates, begin, end),
		cmocka_unit_test_setup_teardown(terraform, begin, end),
		cmocka_unit_test_setup_teardown(requests, begin, end),
		cmocka_unit_test_setup_teardown(models, begin, end),
		cmocka_unit_test_setup_teardown(from, begin, end),
		cmocka_unit_test_setup_teardown(onetable_fields, begin, end),
		cmocka_unit_test_setup_teardown(onetable_dates, begin, end),
		cmocka_unit_test_setup_teardown(python_widths, begin, end),
		cmocka_unit_test_setup_teardown(neutral_fields, begin, end),
		cmocka_unit_test_setup_teardown(places, begin, end),
		cmocka_unit_test_setup_teardown(bad_files, begin, end),
		cmocka_unit_test_setup_teardown(shapes, begin, end),
		cmocka_unit_test_setup_teardown(sizes, begin, end),
		cmocka_unit_test(detected),
	};

	return cmocka_run_group_tests_name("import", tests, NULL, NULL);
}
