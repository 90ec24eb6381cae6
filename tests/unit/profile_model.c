/* SPDX-License-Identifier: Apache-2.0 */
/* What the model makes of columns: kinds, epochs, references, what rises with time, how keys are composed. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "tests/shapes/tables.h"

/* A table, its profile and its model, until model_done(). */
struct made {
	struct keys keys;
	struct pl_arena arena;
	struct pl_profile *profile;
	struct pl_model *model;
};

static void model_make(struct made *m)
{
	shuffle(&m->keys);
	m->profile = profile_of(&m->keys, &pl_default_limits);
	m->model = model_of(&m->arena, m->profile);
}

static void model_done(struct made *m)
{
	pl_arena_release(&m->arena);
	pl_profile_free(m->profile);
	keys_release(&m->keys);
}

/* The only field of that shape. */
static const struct pl_field *field(const struct made *m, const char *shape)
{
	const struct pl_field *found = NULL;

	for (size_t f = 0; f < m->model->nfields; f++) {
		if (!pl_str_eq(m->model->fields[f]->shape, pl_str_c(shape)))
			continue;
		assert_null(found);
		found = m->model->fields[f];
	}
	if (!found)
		fail_msg("no field %s", shape);
	return found;
}

static void add_with(struct keys *k, const char *pk, const char *sk, const char *attributes)
{
	add(k, pk, sk);
	k->rows.ptr[k->rows.len - 1].json = pl_str_c(pl_arena_printf(
		&k->arena, "{\"PK\":{\"S\":\"%s\"},\"SK\":{\"S\":\"%s\"}%s%s}", pk, sk, *attributes ? "," : "", attributes));
}

static void digit_columns(void **state)
{
	struct made m = {.keys.seed = 31};
	struct keys *k = &m.keys;

	(void)state;
	for (unsigned i = 0; i < 60; i++) {
		ADD(k, "A", "DAY#2026%02u%02u", 1 + i % 12, 1 + below(k, 28));
		ADD(k, "A", "SECOND#2026%02u%02u%02u%02u%02u", 1 + i % 12, 1 + below(k, 28), below(k, 24), below(k, 60),
		    below(k, 60));
		ADD(k, "A", "EPOCH#%u", 1600000000 + below(k, 100000000));
		ADD(k, "A", "DOCUMENT#%u", 1800000000 + i);
		ADD(k, "A", "CODE#%08u", 10000000 + below(k, 80000000));
		ADD(k, "A", "BOTH#%s", i % 2 ? a_time(k) : a_number(k, 2));
		ADD(k, "A", "MIXED#%s", i % 2 ? a_time(k)
					      : pl_arena_printf(&k->arena, "%u%03u", 1600000000 + below(k, 100000000), i));
	}
	model_make(&m);
	assert_int_equal(field(&m, "DAY#<time>")->kind, PL_K_TIMESTAMP);
	assert_int_equal(field(&m, "DAY#<time>")->observed->forms[0].form.layout, PL_T_ISO_BASIC);
	assert_int_equal(pl_model_proof(m.model, field(&m, "DAY#<time>"))->state, PL_O_ENCODING);
	assert_int_equal(field(&m, "SECOND#<time>")->observed->nforms, 1);
	assert_int_equal(field(&m, "EPOCH#<number>")->observed->epoch, PL_EPOCH_S);
	assert_int_equal(field(&m, "DOCUMENT#<number>")->observed->epoch, PL_EPOCH_NONE);
	assert_int_equal(field(&m, "CODE#<number>")->kind, PL_K_NUMBER);
	/* 0 and 1 are no times: a column of their own. */
	assert_int_equal(field(&m, "BOTH#<time>")->observed->keys, 30);
	assert_int_equal(field(&m, "BOTH#<number>")->observed->keys, 30);
	assert_int_equal(field(&m, "MIXED#<time>")->observed->keys, 60);
	assert_int_equal(field(&m, "MIXED#<time>")->observed->nforms, 2);
	assert_int_equal(field(&m, "MIXED#<time>")->observed->forms[1].form.layout, PL_T_EPOCH);
	assert_int_equal(field(&m, "MIXED#<time>")->observed->forms[1].form.flags, PL_TF_MILLIS);
	model_done(&m);
}

static void one_column_of_numbers(void **state)
{
	struct made m = {.keys.seed = 32};

	(void)state;
	for (unsigned i = 0; i < 30; i++)
		ADD(&m.keys, "A", "T#%s%u%s", i % 3 ? "" : "-", i + 1, i % 2 ? "" : ".50");
	model_make(&m);
	assert_int_equal(m.model->nfields, 1);
	assert_int_equal(m.model->fields[0]->kind, PL_K_DECIMAL);
	assert_true(m.model->fields[0]->observed->signed_values && m.model->fields[0]->observed->fraction_values);
	model_done(&m);
}

static void padded_base36(void **state)
{
	struct made m = {.keys.seed = 33};

	(void)state;
	for (unsigned i = 0; i < 1296; i++)
		ADD(&m.keys, "A", "TICKET#0000%c%c", BASE36[i / 36], BASE36[i % 36]);
	model_make(&m);
	assert_int_equal(m.model->nfields, 1);
	assert_int_equal(field(&m, "TICKET#<id>")->observed->keys, 1296);
	model_done(&m);
}

static void constants_are_printed(void **state)
{
	struct made m = {.keys.seed = 34};

	(void)state;
	for (unsigned i = 1; i < 20; i++)
		ADD(&m.keys, "A", "INV-2026-%u", i);
	model_make(&m);
	assert_true(pl_str_eq(m.model->keys[0]->entities[0]->shape, PL_S("INV-2026-<number>")));
	assert_true(pl_str_eq(m.model->keys[0]->entities[0]->name, PL_S("INV")));
	assert_true(pl_str_eq(m.model->fields[1]->path, PL_S("INV-*-*")));
	assert_int_equal(m.model->fields[1]->part, 2);
	assert_ptr_equal(m.model->fields[1]->before, m.model->fields[0]);
	model_done(&m);
}

static void references(void **state)
{
	struct made m = {.keys.seed = 35};

	(void)state;
	for (unsigned i = 0; i < 3000; i++) {
		const char *pk = pl_arena_printf(&m.keys.arena, "USER#%u", below(&m.keys, 2000));

		ADD(&m.keys, pk, "USER#%u", below(&m.keys, 2000));
		ADD(&m.keys, pk, "BADGE#%u", below(&m.keys, 2000));
	}
	model_make(&m);
	assert_true(field(&m, "USER#<number>")->observed->reference);
	assert_false(field(&m, "BADGE#<number>")->observed->reference);
	model_done(&m);
}

static void rising(void **state)
{
	struct made m = {.keys.seed = 36};
	struct keys *k = &m.keys;

	(void)state;
	for (unsigned i = 0; i < 400; i++) {
		unsigned game = below(k, 6);
		const char *attributes = pl_arena_printf(&k->arena, "\"at\":{\"S\":\"2026-01-%02uT%02u:00:00Z\"}",
							 1 + i / 24, i % 24);

		add_with(k, pl_arena_printf(&k->arena, "G#%u", game), pl_arena_printf(&k->arena, "MOVE#%u", i), attributes);
		add_with(k, pl_arena_printf(&k->arena, "G#%u", game),
			 pl_arena_printf(&k->arena, "SCORE#%u", below(k, 5000)), attributes);
		add_with(k, "H#1", pl_arena_printf(&k->arena, "2026-02-%02uT%02u:00:00Z#%u", 1 + i / 24, i % 24, i), "");
	}
	model_make(&m);
	assert_int_equal(field(&m, "MOVE#<number>")->observed->rising, PL_RISING_YES);
	assert_int_equal(field(&m, "SCORE#<number>")->observed->rising, PL_RISING_NO);
	/* The time in the same key counts as well. */
	assert_int_equal(field(&m, "<time>#<number>")->observed->rising, PL_RISING_YES);
	model_done(&m);
}

static void composites(void **state)
{
	struct made m = {.keys.seed = 37};
	struct keys *k = &m.keys;
	const struct pl_composite *made_of;

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		const char *customer = a_word(k), *order = a_number(k, 90000);
		/* One of them holds the separator: it is still made of the same attributes. */
		if (i == 7)
			customer = "A#1";
		add_with(k, "C", pl_arena_printf(&k->arena, "O#%s#%s", customer, order),
			 pl_arena_printf(&k->arena, "\"customer\":{\"S\":\"%s\"},\"order\":{\"N\":\"%s\"},\"other\":{\"S\":\"%s\"}",
					 customer, order, order));
	}
	model_make(&m);
	made_of = pl_model_composite(m.model, 0);
	assert_true(made_of->n == 2 && !made_of->open && made_of->sep == '#' && pl_str_eq(made_of->prefix, PL_S("O#")));
	assert_true(pl_str_eq(made_of->names[0], PL_S("customer")) && pl_str_eq(made_of->names[1], PL_S("order")));
	assert_true(pl_str_eq(m.model->keys[0]->composite, PL_S("O#customer#order")));
	model_done(&m);
}

/* Values side by side, and the front of keys that go on with something else. */
static void composites_of_other_kinds(void **state)
{
	const struct pl_composite *made_of;

	(void)state;
	for (unsigned open = 0; open < 2; open++) {
		struct made m = {.keys.seed = 41};
		struct keys *k = &m.keys;

		for (unsigned i = 0; i < 300; i++) {
			const char *name = i % 90 == 7 ? "a#b" : a_word(k), *city = a_word(k);

			add_with(k, "C", open ? pl_arena_printf(&k->arena, "U#%s#%03u", name, i)
					      : pl_arena_printf(&k->arena, "U#%s%s", name, city),
				 pl_arena_printf(&k->arena, "\"name\":{\"S\":\"%s\"},\"town\":{\"S\":\"%s\"}", name, city));
		}
		model_make(&m);
		made_of = pl_model_composite(m.model, 0);
		assert_true(made_of->n == (open ? 1 : 2) && made_of->open == open && made_of->sep == (open ? '#' : 0));
		assert_true(pl_str_eq(made_of->prefix, PL_S("U#")) && pl_str_eq(made_of->names[0], PL_S("name")));
		assert_true(pl_str_eq(m.model->keys[0]->composite, open ? PL_S("U#name#…") : PL_S("U#name + town")));
		model_done(&m);
	}
}

static const struct pl_entity *entity_of(const struct made *m, const char *shape)
{
	const struct pl_keys *keys = m->model->keys[0];

	for (size_t i = 0; i < keys->nentities; i++)
		if (pl_str_eq(keys->entities[i]->shape, pl_str_c(shape)))
			return keys->entities[i];
	fail_msg("no entity %s", shape);
	return NULL;
}

/* Up to three keys of a shape are all kept, whatever partitions and labels they stand under; of four none is. */
static void rare_keys(void **state)
{
	struct made m = {.keys.seed = 40};
	struct keys *k = &m.keys;

	(void)state;
	for (unsigned i = 0; i < 40; i++)
		ADD(k, i % 2 ? "USER#1" : "TEAM#2", "ORDER#%u", 1000 + i);
	add(k, "USER#1", "NOTE#03");
	add(k, "TEAM#2", "NOTE#1");
	add(k, "USER#7", "NOTE#02");
	for (unsigned i = 0; i < 4; i++)
		ADD(k, "USER#1", "LINK#%u", i);
	model_make(&m);
	assert_int_equal(entity_of(&m, "ORDER#<number>")->nexamples, 0);
	assert_int_equal(entity_of(&m, "LINK#<number>")->nexamples, 0);
	assert_int_equal(entity_of(&m, "NOTE#<number>")->nexamples, 3);
	assert_true(pl_str_eq(entity_of(&m, "NOTE#<number>")->examples[0].first, PL_S("NOTE#1")));
	assert_true(pl_str_eq(entity_of(&m, "NOTE#<number>")->examples[0].partition, PL_S("TEAM#2")));
	assert_true(pl_str_eq(entity_of(&m, "NOTE#<number>")->examples[1].first, PL_S("NOTE#03")));
	assert_true(pl_str_eq(entity_of(&m, "NOTE#<number>")->examples[2].first, PL_S("NOTE#02")));
	model_done(&m);
}

static void two_in_one(void **state)
{
	static const struct {
		const char *key, *left, *right; /* NULL: it is one key */
	} rows[] = {
		{"ORDER#17ORDER#18", "ORDER", "ORDER"},
		{"ORDER#17NAME#anna", "ORDER", "NAME"},
		{"NAME#annaORDER#17", "NAME", "ORDER"},
		{"ORDER#17#ORDER#18", NULL, NULL},      /* the separator is there */
		{"NAME#ANNAORDER#17", NULL, NULL},      /* perhaps a word */
		{"ORDER#17:ORDER#18", NULL, NULL},
		{"ORDER#17RARE#18", NULL, NULL},        /* too few are like RARE#18 */
		{"ORDER#17NAME", NULL, NULL},           /* a label alone is no key */
		{"17ORDER#18", NULL, NULL},
	};

	(void)state;
	for (size_t i = 0; i < PL_LEN(rows); i++) {
		struct made m = {.keys.seed = 41};
		const struct pl_keys *keys;

		for (unsigned n = 0; n < 30; n++) {
			ADD(&m.keys, "U#1", "ORDER#%u", 10 + n);
			ADD(&m.keys, "U#1", "NAME#%s", a_word(&m.keys));
		}
		add(&m.keys, "U#1", "RARE#1");
		add(&m.keys, "U#1", rows[i].key);
		model_make(&m);
		keys = m.model->keys[0];
		if (keys->nglued != (rows[i].left != NULL))
			fail_msg("%s: %zu glued", rows[i].key, keys->nglued);
		if (keys->nglued) {
			assert_true(pl_str_eq(keys->glued->left, pl_str_c(rows[i].left)));
			assert_true(pl_str_eq(keys->glued->right, pl_str_c(rows[i].right)));
			assert_true(keys->glued->common >= 10 && keys->glued->common <= 30);
			assert_true(pl_str_eq(keys->glued->entity->examples->first, pl_str_c(rows[i].key)));
		}
		model_done(&m);
	}
}

/* Half of all rows in one partition, each ten times as large as others. */
static void heaviest(void **state)
{
	struct made m = {.keys.seed = 39};
	struct keys *k = &m.keys;
	const struct pl_keys *keys;

	(void)state;
	for (unsigned i = 0; i < 2000; i++) {
		add_with(k, "EVENTS", pl_arena_printf(&k->arena, "E#%04u", i),
			 pl_arena_printf(&k->arena, "\"text\":{\"S\":\"%0480d\"}", 0));
		add_with(k, pl_arena_printf(&k->arena, "USER#%04u", i), pl_arena_printf(&k->arena, "NOTE#%023u", i), "");
	}
	model_make(&m);
	keys = m.model->keys[0];
	assert_int_equal(keys->nheaviest, 1);
	/* One or two of the others may share its counter. */
	assert_true(keys->heaviest[0].items > 1998 && keys->heaviest[0].items < 2003);
	assert_true(pl_str_eq(keys->heaviest[0].example.partition, PL_S("EVENTS")));
	/* 500 bytes each: PK, SK, EVENTS, E#0000, text and 480 zeros. */
	assert_true(keys->heaviest[0].bytes > 999000 && keys->heaviest[0].bytes < 1001500);
	assert_false(keys->heaviest[0].collected < keys->heaviest[0].bytes || keys->heaviest[0].collected > keys->heaviest[0].bytes);
	/* The others have 41 each; the sample says how many of which there are. */
	assert_true(keys->bytes > 900000 && keys->bytes < 1300000);
	model_done(&m);
}

static void candidates(void **state)
{
	struct made m = {.keys.seed = 38};
	struct pl_str names[8];

	(void)state;
	for (unsigned i = 0; i < 500; i++)
		add_with(&m.keys, a_number(&m.keys, 40), a_word(&m.keys), i % 2 ? "\"b\":{\"S\":\"x\"}" : "\"c\":{\"N\":\"1\"}");
	model_make(&m);
	assert_int_equal(pl_profile_candidates(m.profile, &m.arena, names, PL_LEN(names)), 2);
	assert_true(pl_str_eq(names[0], PL_S("PK")) && pl_str_eq(names[1], PL_S("SK")));
	model_done(&m);
}

static void deep_keys_have_a_tail(void **state)
{
	struct made m = {.keys.seed = 39};

	(void)state;
	for (unsigned i = 0; i < 50; i++)
		ADD(&m.keys, "A", "a#1#2#3#4#5#6#7#8#9#%u#11", i);
	model_make(&m);
	assert_int_equal(m.model->keys[0]->nentities, 1);
	assert_true(m.model->keys[0]->entities[0]->tail);
	assert_true(pl_str_ends(m.model->keys[0]->entities[0]->shape, PL_S("#\xe2\x80\xa6")));
	model_done(&m);
}

/* A label of partitions splits decisions, never fields: one place is one field. */
static void partition_labels(void **state)
{
	struct made m = {.keys.seed = 40};

	(void)state;
	for (unsigned i = 0; i < 300; i++) {
		ADD(&m.keys, "USER#1", "ORDER#%u", i);
		ADD(&m.keys, "ROOM#1", "ORDER#%u", i);
		add(&m.keys, "ROOM#1", a_word(&m.keys));
		add(&m.keys, "USER#2", "PROFILE");
	}
	model_make(&m);
	assert_int_equal(field(&m, "ORDER#<number>")->observed->keys, 600);
	assert_int_equal(field(&m, "<word>")->observed->keys, 300);
	assert_int_equal(m.model->keys[0]->nentities, 3);
	model_done(&m);
}

static void types(void **state)
{
	struct pl_profile *p = empty_profile(&pl_default_limits, 0);
	struct pl_record records[PL_MAX_INDEXES];
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_model *m;

	(void)state;
	for (unsigned i = 0; i < 20; i++) {
		struct pl_attr attrs[2] = {{'S', PL_S("A")}, {i == 3 ? 'N' : i == 4 ? 0 : i == 5 ? 'O' : 'S', PL_S("7")}};
		struct pl_item item = {attrs, {NULL, 0}, 0, i, 0};

		assert_int_equal(pl_profile_add(p, &item, records), i < 3 || i > 5);
	}
	m = model_of(&arena, p);
	assert_int_equal(pl_profile_items(p), 20);
	assert_int_equal(m->keys[0]->wrong_type, 2);
	assert_int_equal(m->keys[0]->missing, 1);
	assert_true(m->keys[0]->ordered);
	pl_arena_release(&arena);
	pl_profile_free(p);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(digit_columns), cmocka_unit_test(one_column_of_numbers),
		cmocka_unit_test(padded_base36), cmocka_unit_test(constants_are_printed),
		cmocka_unit_test(references),    cmocka_unit_test(rising),
		cmocka_unit_test(composites), cmocka_unit_test(composites_of_other_kinds),    cmocka_unit_test(rare_keys), cmocka_unit_test(two_in_one), cmocka_unit_test(heaviest), cmocka_unit_test(candidates),
		cmocka_unit_test(deep_keys_have_a_tail), cmocka_unit_test(partition_labels),
		cmocka_unit_test(types),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
