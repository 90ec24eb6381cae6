/* SPDX-License-Identifier: Apache-2.0 */
/* Local indexes hold copies of a partition's items: all of them, or their keys; and only of items that have the attribute. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/profile/model.h"

enum { ITEMS = 400 };

/* PK, SK, and L in every second item; 100 bytes each without L, 110 with it. */
static void add_items(struct pl_profile *profile)
{
	struct pl_record records[PL_MAX_INDEXES];
	struct pl_buf json = PL_BUF_INIT;

	for (unsigned i = 0; i < ITEMS; i++) {
		char sk[8], l[12];
		struct pl_attr attrs[3] = {{'S', PL_S("P")}, {'S', pl_str_of(sk, 4)}, {0, {NULL, 0}}};
		struct pl_item item = {.attrs = attrs, .place = i + 1};

		snprintf(sk, sizeof(sk), "%04u", i);
		snprintf(l, sizeof(l), "%09u", i);
		if (i % 2)
			attrs[2] = (struct pl_attr){'S', pl_str_of(l, 9)};
		pl_buf_clear(&json);
		pl_buf_printf(&json, "{\"PK\":{\"S\":\"P\"},\"SK\":{\"S\":\"%s\"},\"t\":{\"S\":\"%090u\"}", sk, 0);
		if (i % 2)
			pl_buf_printf(&json, ",\"L\":{\"S\":\"%s\"}", l);
		pl_buf_addc(&json, '}');
		item.json = pl_buf_str(&json);
		pl_profile_add(profile, &item, records);
	}
	pl_buf_release(&json);
}

/* What the partition takes per item, with its copies in an index on L. */
static double collected(bool local, enum pl_projection projection)
{
	struct pl_table table = {.nindexes = 2, .index = {
		{.pk = PL_S("PK"), .sk = PL_S("SK")},
		{.name = PL_S("byL"), .pk = PL_S("PK"), .sk = PL_S("L"), .local = local, .projection = projection},
	}};
	static const bool use[PL_MAX_INDEXES] = {true, true};
	struct pl_profile *profile = pl_profile_new(table.index, table.nindexes, &pl_default_limits, 0);
	struct pl_arena arena = {0};
	struct pl_model *model;
	double each;

	add_items(profile);
	model = pl_model_make(&arena, profile, &table, use);
	assert_int_equal(model->keys[0]->nheaviest, 1);
	assert_int_equal((int)model->keys[0]->heaviest[0].items, ITEMS);
	each = model->keys[0]->heaviest[0].collected / ITEMS;
	pl_arena_release(&arena);
	pl_profile_free(profile);
	return each;
}

static void copies(void **state)
{
	double alone = collected(false, PL_PROJECT_ALL);
	double keys = collected(true, PL_PROJECT_KEYS_ONLY);
	double whole = collected(true, PL_PROJECT_ALL);

	(void)state;
	/* About half of the sampled items have L. */
	assert_true(alone > 103 && alone < 107);
	/* Each second item has an entry of 100 bytes, or of 100 and itself. */
	assert_true(keys > alone + 49.9 && keys < alone + 50.1);
	assert_true(whole > 1.5 * alone + 49.9 && whole < 1.5 * alone + 50.1);
}

int main(void)
{
	const struct CMUnitTest tests[] = {cmocka_unit_test(copies)};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
