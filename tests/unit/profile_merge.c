/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The promise of the profile: the same keys give the same result in any order,
 * however they are split between profiles and in whatever order these are
 * merged, with any limits; and its memory does not grow with the keys.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "linter/base/hash.h"
#include "tests/shapes/tables.h"

static const struct pl_limits tiny = {
	.first_words = 6, .lone_words = 4, .words = 3, .masks = 3, .signatures = 3, .literals = 12,
	.paths = 9, .depth = 4, .sketch = 16, .items = 5,
};

static const struct pl_limits small = {
	.first_words = 16, .lone_words = 8, .words = 4, .masks = 4, .signatures = 5, .literals = 64,
	.paths = 60, .depth = 6, .sketch = 64, .items = 20,
};

/* One segment of a random table: few or many literals, values of all kinds. */
static const char *segment(struct keys *k)
{
	static const char *const few[] = {"A", "B", "ORDER", "USER", "x", ""};
	static const char *const odd[] = {"undefined", "null", "${id}", "A ", "\"9\"", "u\xcc\x88", "\xff", "1970-01-01",
					  "2026-02-30", "91J9Z3NDEKTSV4RRFFQ69G5FAV"};

	switch (below(k, 17)) {
	case 0:
	case 1:
	case 2:
		return few[below(k, 6)];
	case 3:
		return from(k, LETTERS, 1 + below(k, 2));
	case 4:
		return a_number(k, 50);
	case 5:
		return pl_arena_printf(&k->arena, "%04u", below(k, 3000));
	case 6:
		return a_time(k);
	case 7:
		return pl_arena_printf(&k->arena, "%u/%u/%u", 1 + below(k, 13), 1 + below(k, 14), 2000 + below(k, 30));
	case 8:
		return pl_arena_printf(&k->arena, "%s%u", from(k, "abc", 1), below(k, 20));
	case 9:
		return pl_arena_printf(&k->arena, "p_%u", below(k, 20));
	case 10:
		return pl_arena_printf(&k->arena, "%s.%u-%s", from(k, "ab", 1), below(k, 9), from(k, "cd", 1));
	case 11:
		return a_hash(k, 6 + below(k, 3));
	case 12:
		return pl_arena_printf(&k->arena, "%u.%u", below(k, 30), below(k, 100));
	case 13:
		return pl_arena_printf(&k->arena, "-%u", below(k, 30));
	case 14:
		return from(k, BASE36, 5 + below(k, 3));
	case 15:
		return odd[below(k, PL_LEN(odd))];
	default:
		return below(k, 4) ? a_uuid(k) : from(k, "a1.-+ ", 1 + below(k, 60));
	}
}

static void random_table(struct keys *k, unsigned rows)
{
	for (unsigned i = 0; i < rows; i++) {
		const char sep = "##|:/"[below(k, 5)];
		const char *key = segment(k);
		const char *pk;

		for (unsigned n = below(k, 5); n > 0; n--)
			key = pl_arena_printf(&k->arena, "%s%c%s", key, sep, segment(k));
		switch (below(k, 4)) {
		case 0:
			pk = pl_arena_printf(&k->arena, "USER#%u", below(k, 9));
			break;
		case 1:
			pk = pl_arena_printf(&k->arena, "%s#%u", from(k, "ABCDEFGHI", 1), below(k, 9));
			break;
		case 2:
			pk = a_number(k, 9);
			break;
		default:
			pk = "x:1:y";
			break;
		}
		add(k, pk, key);
	}
}

/* What the model says, all of it that could differ. */
static void dump_model(struct pl_profile *p, struct pl_buf *out)
{
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_model *m = model_of(&arena, p);

	shapes_of(m, true, out);
	for (size_t f = 0; f < m->nfields; f++) {
		const struct pl_field *x = m->fields[f];

		pl_buf_printf(out, "%u.%u ", x->segment, x->part);
		pl_buf_add(out, x->path);
		pl_buf_addc(out, ' ');
		pl_buf_add(out, x->label);
		pl_buf_addc(out, ' ');
		pl_buf_add(out, x->entity->shape);
		pl_buf_printf(out, " %d %d %d %.3f %" PRIu64 " %" PRIu64 "\n", x->kind, x->literal_after, x->value_after,
			      x->observed->distinct, x->observed->ranges, x->observed->keys);
	}
	pl_arena_release(&arena);
}

/* Profiles the rows in `parts` profiles, row i in part[i], merged from the last to the first or the other way. */
static struct pl_profile *profile_in_parts(struct keys *k, const struct pl_limits *limits, unsigned parts)
{
	struct pl_profile *p[4];
	struct pl_record records[PL_MAX_INDEXES];

	for (unsigned i = 0; i < parts; i++)
		p[i] = empty_profile(limits, i + 3);
	for (size_t i = 0; i < k->rows.len; i++) {
		struct pl_profile *one = p[below(k, parts)];

		profile_row(one, &k->rows.ptr[i], records);
		/* Limits may be applied at any time. */
		if (below(k, 20) == 0)
			for (unsigned r = 0; r < PL_ROOTS; r++)
				pl_trie_normalise(&one->columns[0].sort[r]);
	}
	while (parts > 1) {
		unsigned a = below(k, parts), b;

		do
			b = below(k, parts);
		while (b == a);
		pl_profile_merge(p[a], p[b]);
		pl_profile_free(p[b]);
		p[b] = p[--parts];
	}
	return p[0];
}

static void any_order(void **state)
{
	static const struct pl_limits *const all[] = {&tiny, &small, &pl_default_limits};

	(void)state;
	for (unsigned round = 0; round < 240; round++) {
		const struct pl_limits *limits = all[round % 3];
		struct keys k = {.seed = 1000 + round};
		struct pl_buf first = PL_BUF_INIT, first_model = PL_BUF_INIT;
		struct pl_profile *p;

		random_table(&k, 20 + below(&k, 400));
		p = profile_of(&k, limits);
		pl_profile_dump(p, &first);
		dump_model(p, &first_model);
		pl_profile_free(p);
		for (unsigned again = 0; again < 4; again++) {
			struct pl_buf dump = PL_BUF_INIT, model = PL_BUF_INIT;

			shuffle(&k);
			p = profile_in_parts(&k, limits, 1 + again);
			pl_profile_dump(p, &dump);
			dump_model(p, &model);
			if (strcmp(first.ptr, dump.ptr) != 0)
				fail_msg("round %u, %u parts: the dumps differ", round, 1 + again);
			assert_string_equal(first_model.ptr, model.ptr);
			pl_profile_free(p);
			pl_buf_release(&dump);
			pl_buf_release(&model);
		}
		pl_buf_release(&first);
		pl_buf_release(&first_model);
		keys_release(&k);
	}
}

/*
 * Pass 2 finds in each key the fields that pass 1 counted: as many keys for
 * each field, and the field of each record's tag at the key's last value.
 */
static void tags_and_places(void **state)
{
	(void)state;
	for (unsigned round = 0; round < 90; round++) {
		const struct pl_limits *limits = round % 3 == 0 ? &tiny : round % 3 == 1 ? &small : &pl_default_limits;
		struct keys k = {.seed = 7000 + round};
		struct pl_arena arena = PL_ARENA_INIT;
		struct pl_record *records;
		struct pl_profile *p, *q;
		struct pl_model *m;
		uint64_t *keys;

		random_table(&k, 300);
		records = pl_calloc(k.rows.len, sizeof(*records));
		p = empty_profile(limits, 0);
		q = empty_profile(limits, 1);
		for (size_t i = 0; i < k.rows.len; i++)
			profile_row(below(&k, 2) ? p : q, &k.rows.ptr[i], &records[i]);
		pl_profile_merge(p, q);
		pl_profile_free(q);
		m = model_of(&arena, p);
		keys = pl_calloc(m->nfields + 1, sizeof(*keys));
		for (size_t i = 0; i < k.rows.len; i++) {
			struct pl_place places[PL_MAX_SEGMENTS * PL_MAX_VALUES];
			const struct pl_field *tagged = pl_model_field_of(m, records[i].tag);
			struct pl_lexed lexed;
			size_t n;
			bool found = false;

			assert_ptr_equal(pl_model_keys_of(m, records[i].tag), m->keys[0]);
			pl_lex(k.rows.ptr[i].sk, &lexed);
			n = pl_model_locate(m, 0, k.rows.ptr[i].pk, k.rows.ptr[i].sk, NULL, &lexed, places, PL_LEN(places));
			for (size_t a = 0; a < n; a++) {
				keys[places[a].field->number]++;
				assert_true(places[a].from <= places[a].to && places[a].to <= k.rows.ptr[i].sk.len);
				found |= places[a].field == tagged;
			}
			if (tagged && !found)
				fail_msg("round %u: no place has the tag's field: %s", round, k.rows.ptr[i].sk.ptr);
		}
		for (size_t f = 0; f < m->nfields; f++)
			if (keys[f] != m->fields[f]->observed->keys)
				fail_msg("round %u: field %.*s counted %" PRIu64 ", found %" PRIu64, round,
					 (int)m->fields[f]->shape.len, m->fields[f]->shape.ptr,
					 m->fields[f]->observed->keys, keys[f]);
		free(keys);
		free(records);
		pl_arena_release(&arena);
		pl_profile_free(p);
		keys_release(&k);
	}
}

static void expect_bounded(struct keys *k, size_t most)
{
	struct pl_profile *p = profile_of(k, &pl_default_limits);
	struct pl_arena arena = PL_ARENA_INIT;

	if (p->home.nodes.len > most)
		fail_msg("%zu nodes for %zu keys, at most %zu expected", p->home.nodes.len, k->rows.len, most);
	model_of(&arena, p);
	pl_arena_release(&arena);
	pl_profile_free(p);
	keys_release(k);
}

/* Bytes of no sense at all. */
static void hostile_bytes(void **state)
{
	struct keys k = {.seed = 21};

	(void)state;
	for (unsigned i = 0; i < 100000; i++) {
		unsigned len = 1 + below(&k, 40);
		char *key = pl_arena_alloc(&k.arena, len);

		for (unsigned b = 0; b < len; b++)
			key[b] = (char)(draw(&k) & (i % 2 ? 0x7f : 0xff));
		PL_PUSH(&k.rows, (struct row){pl_str_of(key, len / 3), pl_str_of(key, len), {NULL, 0}, k.rows.len + 1});
	}
	expect_bounded(&k, 200000);
}

/* Ever new words at every depth. */
static void hostile_words(void **state)
{
	struct keys k = {.seed = 22};

	(void)state;
	for (unsigned i = 0; i < 100000; i++) {
		const char *key = from(&k, LETTERS, 4);

		for (unsigned d = below(&k, 8); d > 0; d--)
			key = pl_arena_printf(&k.arena, "%s#%s", key, from(&k, LETTERS, 4));
		add(&k, pl_arena_printf(&k.arena, "%s#1", from(&k, LETTERS, 3)), key);
	}
	expect_bounded(&k, 100000);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(any_order),
		cmocka_unit_test(tags_and_places),
		cmocka_unit_test(hostile_bytes),
		cmocka_unit_test(hostile_words),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
