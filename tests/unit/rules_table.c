/* SPDX-License-Identifier: Apache-2.0 */
/* The table of rules as a whole, PL301, and the ladder on real fields. */
#include "tests/unit/synthetic.h"

#include "linter/base/buf.h"

static void complete(void **state)
{
	(void)state;
	for (size_t i = 0; i < pl_rule_count; i++) {
		const struct pl_rule *rule = pl_rules[i];
		size_t noptions = 0;

		if (i)
			assert_true(strcmp(pl_rules[i - 1]->code, rule->code) < 0);
		assert_int_equal(strlen(rule->code), 5);
		assert_ptr_equal(pl_rule_find(pl_str_c(rule->code)), rule);
		assert_ptr_equal(pl_rule_find(pl_str_c(rule->name)), rule);
		assert_non_null(rule->since);
		assert_non_null(rule->summary);
		assert_non_null(rule->why);
		assert_non_null(rule->fix);
		assert_non_null(rule->blind);
		assert_non_null(rule->source);
		assert_true(rule->level >= PL_INFO && rule->level <= PL_ERROR);
		/* A rule about whole tables or queries may have nothing to show in one partition's sort keys. */
		assert_int_equal(rule->bad != NULL, rule->good != NULL);
		assert_true(rule->bad || rule->scope == PL_KEYS || rule->scope == PL_QUERY);
		assert_true(!rule->bad || (rule->bad[0] && rule->good[0]));
		/* One key is never out of order. */
		assert_true(!rule->bad || rule->examples == PL_EX_SCHEMA || (rule->bad[1] && rule->good[1]));
		assert_true(!rule->given || rule->examples == PL_EX_SCHEMA);
		assert_int_equal(rule->scope == PL_FIELD, rule->check_field != NULL);
		assert_int_equal(rule->scope == PL_ENTITY, rule->check_entity != NULL);
		assert_int_equal(rule->scope == PL_KEYS, rule->check_keys != NULL);
		assert_int_equal(rule->scope == PL_QUERY, rule->check_query != NULL);
		while (rule->options && rule->options[noptions].name)
			noptions++;
		assert_true(noptions <= PL_MAX_OPTIONS);
	}
	assert_null(pl_rule_find(PL_S("PL999")));
	assert_null(pl_rule_find(PL_S("")));
}

static void collisions(void **state)
{
	struct synthetic *s = *state;
	uint64_t print;

	s->keys.duplicate = (struct pl_duplicate){.keys = 3, .groups = 1};
	syn_expect(s, ""); /* candidates only */
	s->keys.duplicate.witness = syn_witness;
	syn_expect(s, "PL301:error");
	assert_int_equal(s->result.findings->segment, 0);
	assert_int_equal(s->result.findings->counts.keys_wrong, 3);
	assert_string_equal(s->result.findings->message, "1 key of the table stands more than once in the input (3 rows)");
	print = s->result.findings->fingerprint;

	s->keys.duplicate = (struct pl_duplicate){.keys = 0};
	s->keys.composite = PL_S("customer#order");
	s->keys.collision = (struct pl_duplicate){.keys = 2, .groups = 1, .witness = syn_witness};
	syn_expect(s, "PL301:error");
	assert_non_null(strstr(s->result.findings->message, "customer#order"));
	assert_true(s->result.findings->fingerprint != print);
}

/* What makes a partition heavy, one fact at a time. */
static void heavy_partitions(void **state)
{
	struct synthetic *s = *state;
	struct pl_heavy *heavy = &s->keys.heaviest[0];

	s->keys.keys = 1000000;
	s->keys.partitions = 5000;
	s->keys.bytes = 2e9;
	s->keys.nheaviest = 1;
	*heavy = (struct pl_heavy){.items = 340000, .bytes = 1e9, .example = syn_witness};
	syn_expect(s, "PL410:info");
	assert_string_equal(s->result.findings->message, "one partition holds about 34 % of the items and 50 % of the bytes "
							 "(340,000 items, 1.0 GB)");
	heavy->items = 99999; /* both a tenth of them and 100,000 are asked for */
	syn_expect(s, "");
	s->keys.keys = 5000000;
	heavy->items = 400000;
	syn_expect(s, "");
	/* One of a few, all of them alike. */
	s->keys.keys = 1000000;
	s->keys.partitions = 3;
	syn_expect(s, "");
	/* The only one there is. */
	s->keys.partitions = 1;
	heavy->items = 1000000;
	syn_expect(s, "PL410:info");
	assert_string_equal(s->result.findings->message, "one partition holds all items (1,000,000, about 2.0 GB)");
	/* A second one is told, a third that is not heavy is left out. */
	s->keys.partitions = 5000;
	heavy->items = 340000;
	s->keys.heaviest[1] = (struct pl_heavy){.items = 150000};
	s->keys.heaviest[2] = (struct pl_heavy){.items = 60000};
	s->keys.nheaviest = 3;
	syn_expect(s, "PL410:info");
	assert_non_null(strstr(s->result.findings->message, "2 partitions hold about 49 % of the items; the greatest holds about 34 %"));
}

/* Size counts where an index is local, whatever the share. */
static void collections(void **state)
{
	struct synthetic *s = *state;
	struct pl_table table = {.nindexes = 2};
	struct pl_index local = {.name = PL_S("L"), .local = true};

	s->keys.table = &table;
	s->keys.keys = 90000000;
	s->keys.partitions = 1000;
	s->keys.nheaviest = 2;
	s->keys.heaviest[0] = (struct pl_heavy){.items = 6000000, .bytes = 5e9, .collected = 6e9};
	s->keys.heaviest[1] = (struct pl_heavy){.items = 5000000, .bytes = 5e9, .collected = 9e9, .example = syn_witness};
	syn_expect(s, ""); /* only global ones */
	table.index[1] = local;
	syn_expect(s, "PL410:warning");
	assert_string_equal(s->result.findings->message,
			    "one partition takes about 9.0 GB with its copies in a local index, of the 10 GB that it may have");
	s->keys.heaviest[1].collected = 8.5e9; /* less than 80 % of 10 · 2^30 */
	syn_expect(s, "");
	s->keys.heaviest[1].collected = 9e9;
	s->keys.index = &local; /* the local index itself has the partitions of its table */
	s->keys.index_name = PL_S("L");
	syn_expect(s, "");
}

/* A field with everything in its favour, changed one fact at a time. */
static void ladder_of_fields(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *time = syn_field(s, PL_K_TIMESTAMP, ""), *field = syn_field(s, PL_K_NUMBER, "p");
	struct pl_proof *proof;

	s->proof[0].state = PL_O_ENCODING;
	syn_number(s, field, "1 2", "1", "11", "12", 12);
	/* A tie-breaker behind a time: info, unless it counts inside the instant. */
	assert_true(syn_wanted(s, field)); /* it might be dense */
	proof = syn_walk(s, field, true, "", "", "1 2");
	syn_run(s);
	assert_int_equal(syn_found(s, "PL102", 2)->level, PL_INFO);
	proof->pairs_next = 16;
	syn_run(s);
	assert_int_equal(syn_found(s, "PL102", 2)->level, PL_ERROR);
	/* No tie-breaker: nothing ordered in front, another value behind. */
	proof->pairs_next = 0;
	time->kind = PL_K_WORD;
	syn_run(s);
	assert_int_equal(syn_found(s, "PL102", 2)->level, PL_WARNING);
	/* Glued to a lower-case name. */
	field->label_glued = true;
	syn_run(s);
	assert_int_equal(syn_found(s, "PL102", 2)->level, PL_INFO);
	field->label = PL_S("L");
	syn_run(s);
	assert_int_equal(syn_found(s, "PL102", 2)->level, PL_WARNING);
	/* Text behind. */
	field->literal_after = true;
	syn_run(s);
	assert_int_equal(syn_found(s, "PL102", 2)->level, PL_INFO);
	/* … unless the label says that it is ordered. */
	field->label = PL_S("v");
	syn_run(s);
	assert_int_equal(syn_found(s, "PL102", 2)->level, PL_WARNING);
	/* A tree of codes: all longer values extend shorter ones, most values are missing. */
	field->label = PL_S("HS");
	field->literal_after = field->label_glued = false;
	proof->longer = proof->extends = 10;
	s->seen[1].distinct = 4;
	syn_run(s);
	assert_int_equal(syn_found(s, "PL102", 2)->level, PL_INFO);
	s->seen[1].distinct = 12; /* a counter from 1 to 12 also extends its values */
	syn_run(s);
	assert_int_equal(syn_found(s, "PL102", 2)->level, PL_WARNING);
}

/* The attribute names the first value of a key without a label. */
static void attribute_as_label(void **state)
{
	struct synthetic *s = *state;
	struct pl_field *field = syn_field(s, PL_K_NUMBER, "");
	struct pl_proof *proof;

	syn_number(s, field, "1 2", "1", "11", "12", 5);
	proof = syn_walk(s, field, true, "", "", "1 2");
	syn_expect(s, "PL102:warning");
	field->attribute = PL_S("phoneNumber");
	syn_expect(s, "PL102:info");
	field->attribute = PL_S("version");
	field->literal_after = true;
	syn_expect(s, "PL102:warning");
	proof->pairs_next = 12;
	syn_expect(s, "PL102:error");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		SYN_TEST(complete), SYN_TEST(collisions), SYN_TEST(heavy_partitions), SYN_TEST(collections), SYN_TEST(ladder_of_fields), SYN_TEST(attribute_as_label),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
