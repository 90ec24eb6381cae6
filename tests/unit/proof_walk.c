/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Records of pass 1 and the walk of pass 2, with a model made by hand: the
 * functions of profile/model.h that the proof calls are defined here, so the
 * linker takes these and leaves the real ones in their library.
 *
 * Sort keys are LETTER#digits, LETTER#digits#digits …: the first number is
 * field 0 for `a`, 1 for `b`; the second is field 2, whatever the letter.
 */
#include "linter/proof/proof.h"

#include <setjmp.h>

#include <cmocka.h>

enum { FIELDS = 3 };

static struct pl_index index_of_keys[2] = {
	{.pk = {"PK", 2}, .sk = {"SK", 2}},
	{.name = {"GSI1", 4}, .pk = {"GPK", 3}, .sk = {"GSK", 3}},
};
static struct pl_keys keys_objects[2];
static struct pl_keys *keys_list[2] = {&keys_objects[0], &keys_objects[1]};
static struct pl_field fields[FIELDS];
static struct pl_field *field_list[FIELDS] = {&fields[0], &fields[1], &fields[2]};
static struct pl_observed observed[FIELDS];
static struct pl_proof proofs[FIELDS];
/* Partition keys are a letter and digits: the only field. */
static struct pl_field partition_field;
static struct pl_field *partition_list[1] = {&partition_field};
static struct pl_observed partition_observed;

static struct pl_model model = {.keys = keys_list,
				.nkeys = 2,
				.fields = field_list,
				.nfields = FIELDS,
				.partition_fields = partition_list,
				.npartition_fields = 1};

static void reset_model(void)
{
	partition_observed = (struct pl_observed){.keys = 0};
	partition_field = (struct pl_field){.keys = keys_list[0], .attribute = index_of_keys[0].pk, .observed = &partition_observed};
	for (size_t i = 0; i < 2; i++)
		keys_objects[i] = (struct pl_keys){
			.index = &index_of_keys[i],
			.pk = index_of_keys[i].pk,
			.sk = index_of_keys[i].sk,
		};
	for (uint32_t i = 0; i < FIELDS; i++) {
		proofs[i] = (struct pl_proof){.state = PL_O_UNKNOWN};
		observed[i] = (struct pl_observed){.proof = &proofs[i],
						   .ranges = 77,
						   .ranges_estimated = true};
		fields[i] = (struct pl_field){.keys = keys_list[0],
					      .kind = PL_K_NUMBER,
					      .observed = &observed[i],
					      .number = i};
	}
}

struct pl_observed *pl_model_observed(struct pl_model *m, const struct pl_field *field)
{
	(void)m;
	return field == &partition_field ? &partition_observed : &observed[field->number];
}

struct pl_proof *pl_model_proof(struct pl_model *m, const struct pl_field *field)
{
	(void)m;
	return &proofs[field->number];
}

const struct pl_composite *pl_model_composite(const struct pl_model *m, size_t i)
{
	static struct pl_composite none, some;

	(void)m;
	some = (struct pl_composite){{PL_S("left"), PL_S("right")}, 2, PL_S("P#"), '#', false};
	return i == 1 ? &some : &none;
}

/* Nothing is declared here. */
const struct pl_layout *pl_model_layout(const struct pl_model *m, size_t i, struct pl_str pk, struct pl_str sk,
					const struct pl_said *said,
					struct pl_declared_value values[static PL_DECLARED_VALUES], size_t *count)
{
	(void)m, (void)i, (void)pk, (void)sk, (void)said, (void)values;
	*count = 0;
	return NULL;
}

size_t pl_model_locate(const struct pl_model *m, size_t i, struct pl_str pk, struct pl_str sk,
		       const struct pl_said *said, const struct pl_lexed *lexed, struct pl_place *places, size_t max)
{
	size_t n = 0, at = 2;

	(void)m;
	(void)said;
	(void)pk;
	(void)lexed;
	if (i != 0 || sk.len < 3)
		return 0;
	while (n < 2 && n < max && at < sk.len) {
		size_t end = at;

		while (end < sk.len && pl_is_digit((unsigned char)sk.ptr[end]))
			end++;
		places[n].field = n ? &fields[2] : &fields[sk.ptr[0] == 'b'];
		places[n].from = (uint32_t)at;
		places[n++].to = (uint32_t)end;
		at = end + 1;
	}
	return n;
}

size_t pl_model_locate_partition(const struct pl_model *m, size_t i, const struct pl_lexed *lexed, struct pl_place *places,
				 size_t max)
{
	(void)m;
	(void)i;
	if (max == 0 || lexed->nslots != 1)
		return 0;
	places[0] = (struct pl_place){&partition_field, lexed->slot[0].from, lexed->slot[0].to};
	return 1;
}

bool pl_model_locates_alike(const struct pl_model *m, size_t i, const struct pl_lexed *lexed)
{
	(void)m;
	(void)i;
	return lexed->like != 0;
}

/* Tags: | keys 8 | field + 1, 0 for none 8 | instant 1 |; keys 9 does not count. */
const struct pl_field *pl_model_field_of(const struct pl_model *m, uint32_t tag)
{
	(void)m;
	return tag >> 1 & 0xff ? &fields[(tag >> 1 & 0xff) - 1] : NULL;
}

struct pl_keys *pl_model_keys_of(const struct pl_model *m, uint32_t tag)
{
	(void)m;
	return tag >> 16 == 9 ? NULL : keys_list[tag >> 16];
}

static uint64_t random_state;

static uint64_t rnd(void)
{
	uint64_t z = (random_state += UINT64_C(0x9e3779b97f4a7c15));

	z = (z ^ (z >> 30)) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ (z >> 27)) * UINT64_C(0x94d049bb133111eb);
	return z ^ (z >> 31);
}

/* ---- records ------------------------------------------------------------- */

#define TAG(keys, field, instant) ((uint32_t)((keys) << 16 | ((field) + 1) << 1 | (instant)))

static void records_settle_last_values(void **state)
{
	static const struct pl_record all[] = {
		/* Field 0: instants, two of them one second apart, one twice. */
		{1, 5000000000, TAG(0, 0, 1)},
		{1, 6000000000, TAG(0, 0, 1)},
		{1, 6000000000, TAG(0, 0, 1)},
		{2, 9000000000, TAG(0, 0, 1)},
		{3, 8999999999, TAG(0, 0, 1)},
		/* Field 1 shares a range with it and is alone in each. */
		{1, 6500000000, TAG(0, 1, 1)},
		{2, 17, TAG(0, 1, 0)},
		{4, 17, TAG(0, 1, 0)},
		/* Field 2: two values, but not all of its keys have it last. */
		{5, 1, TAG(0, 2, 0)},
		{5, 2, TAG(0, 2, 0)},
		/* An index: three rows share a key; keys without values; an index that does not
		   count. */
		{6, 3, TAG(1, -1, 0)},
		{6, 3, TAG(1, -1, 0)},
		{6, 3, TAG(1, -1, 0)},
		{7, 1, TAG(9, -1, 0)},
		{7, 1, TAG(9, -1, 0)},
	};

	(void)state;
	for (unsigned parts = 1; parts < 4; parts++) {
		struct pl_sorter *records = pl_sorter_new(false, 1024, NULL);

		reset_model();
		observed[0].keys = 5;
		observed[1].keys = 3;
		observed[2].keys = 3;
		for (unsigned p = 0; p < parts; p++) {
			struct pl_sorter *part = pl_sorter_new(false, 1024, NULL);

			for (size_t i = p; i < PL_LEN(all); i += parts)
				pl_sorter_add(part, all[i].range, all[i].value, all[i].tag);
			pl_sorter_merge(records, part);
		}
		pl_proof_records(&model, records);
		pl_sorter_free(records);
		assert_true(observed[0].last_everywhere);
		assert_int_equal(observed[0].ranges, 1);
		assert_false(observed[0].ranges_estimated);
		assert_int_equal(observed[0].least_gap, 1000000000);
		assert_int_equal(proofs[0].state, PL_O_UNKNOWN);
		assert_true(observed[1].last_everywhere);
		assert_int_equal(observed[1].ranges, 0);
		assert_true(observed[1].least_gap == UINT64_MAX);
		assert_int_equal(proofs[1].state, PL_O_ALONE);
		assert_false(observed[2].last_everywhere);
		assert_int_equal(observed[2].ranges, 77);
		assert_true(observed[2].ranges_estimated);
		assert_int_equal(proofs[2].state, PL_O_UNKNOWN);
		assert_int_equal(keys_objects[0].duplicate.keys, 2);
		assert_int_equal(keys_objects[0].duplicate.groups, 1);
		assert_int_equal(keys_objects[1].ties, 3);
		assert_int_equal(keys_objects[1].duplicate.keys, 0);
	}
}

/* Bytes behind the value make one value look like two: then only "none" is exact. */
static void records_know_their_limits(void **state)
{
	struct pl_sorter *records = pl_sorter_new(false, 1024, NULL);

	(void)state;
	reset_model();
	observed[0].keys = observed[1].keys = 2;
	observed[0].follows['#' / 64] = observed[1].follows['#' / 64] = UINT64_C(1) << '#' % 64;
	proofs[1].state = PL_O_ENCODING;
	pl_sorter_add(records, 1, 1, TAG(0, 0, 0));
	pl_sorter_add(records, 1, 2, TAG(0, 0, 0));
	pl_sorter_add(records, 1, 2, TAG(0, 1, 0));
	pl_sorter_add(records, 2, 2, TAG(0, 1, 0));
	pl_proof_records(&model, records);
	pl_sorter_free(records);
	assert_true(observed[0].last_everywhere);
	assert_int_equal(observed[0].ranges, 77);
	assert_true(observed[0].ranges_estimated);
	assert_int_equal(observed[1].ranges, 0);
	assert_false(observed[1].ranges_estimated);
	assert_int_equal(proofs[1].state, PL_O_ENCODING);
}

/* ---- the walk -------------------------------------------------------------- */

enum { ATTRS = 6 };

struct thing {
	char text[ATTRS][24]; /* PK SK GPK GSK left right; empty: none */
	char types[ATTRS];
	uint64_t place;
};

static const char *const attr_names[ATTRS] = {"PK", "SK", "GPK", "GSK", "left", "right"};

static void give(struct pl_walk *walk, unsigned thread, const struct pl_str *names, size_t nnames,
		 const struct thing *thing)
{
	struct pl_attr attrs[PL_MAX_WANTED] = {{0}};

	for (size_t i = 0; i < nnames; i++)
		for (size_t a = 0; a < ATTRS; a++)
			if (pl_str_eq(names[i], pl_str_c(attr_names[a])) && thing->types[a])
				attrs[i] =
					(struct pl_attr){thing->types[a], pl_str_c(thing->text[a])};
	pl_walk_add(walk, thread,
		    &(struct pl_item){.attrs = attrs, .file = 3, .place = thing->place});
}

/* Everything is asked for; the model holds the answers afterwards. */
static void walk_all(struct pl_arena *arena, const struct thing *things, size_t n, unsigned threads,
		     size_t run_bytes)
{
	struct pl_walk_options options = {.threads = threads, .run_bytes = run_bytes};
	struct pl_str names[PL_MAX_WANTED];
	struct pl_walk *walk;
	size_t nnames;

	reset_model();
	walk = pl_walk_new(arena, &model, &options);
	assert_false(pl_walk_wanted(walk));
	for (size_t i = 0; i < FIELDS; i++)
		pl_walk_field(walk, &fields[i]);
	pl_walk_duplicates(walk);
	pl_walk_collisions(walk, keys_list[1]);
	pl_walk_holders(walk, keys_list[1]);
	pl_walk_collisions(walk, keys_list[0]); /* its composition is not known: nothing happens */
	assert_true(pl_walk_wanted(walk));
	nnames = pl_walk_attributes(walk, names);
	assert_int_equal(nnames, 6);
	for (size_t i = 0; i < n; i++)
		give(walk, (unsigned)(rnd() % threads), names, nnames, &things[i]);
	pl_walk_finish(walk, NULL);
}

static void random_thing(struct thing *thing, uint64_t place)
{
	*thing = (struct thing){.place = place, .types = "SS"};
	snprintf(thing->text[0], sizeof(thing->text[0]), "p%u", (unsigned)(rnd() % 40));
	snprintf(thing->text[1], sizeof(thing->text[1]), "%c#%u", "ab"[rnd() % 2],
		 (unsigned)(rnd() % 30 + 1));
	if (rnd() % 2)
		snprintf(thing->text[1] + strlen(thing->text[1]), 8, "#%03u",
			 (unsigned)(rnd() % 500));
	if (rnd() % 50 == 0)
		thing->types[1] = 'N';
}

static void shuffle(struct thing *things, size_t n)
{
	for (size_t i = n; i > 1; i--) {
		size_t k = rnd() % i;
		struct thing swap = things[i - 1];

		things[i - 1] = things[k];
		things[k] = swap;
	}
}

static bool is_duplicate(const struct thing *a, const struct thing *b)
{
	return a->types[1] == b->types[1] && strcmp(a->text[0], b->text[0]) == 0 &&
	       strcmp(a->text[1], b->text[1]) == 0;
}

static uint64_t duplicate_rows(const struct thing *things, size_t n)
{
	uint64_t rows = 0;

	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			if (k != i && is_duplicate(&things[i], &things[k])) {
				rows++;
				break;
			}
	return rows;
}

static void assert_same_witness(const struct pl_witness *a, const struct pl_witness *b)
{
	assert_int_equal(a->some, b->some);
	assert_true(pl_str_eq(a->partition, b->partition));
	assert_true(pl_str_eq(a->first, b->first));
	assert_true(pl_str_eq(a->second, b->second));
	assert_int_equal(a->from, b->from);
}

static void walks_do_not_depend_on_how(void **state)
{
	enum { N = 1500 };
	static struct thing things[N];
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_proof before[FIELDS];
	struct pl_duplicate duplicate;
	uint64_t rows;

	(void)state;
	random_state = 4;
	for (size_t i = 0; i < N; i++)
		random_thing(&things[i], i + 1);
	rows = duplicate_rows(things, N);
	walk_all(&arena, things, N, 1, (size_t)16 << 20);
	memcpy(before, proofs, sizeof(before));
	duplicate = keys_objects[0].duplicate;
	assert_int_equal(duplicate.keys, rows);
	assert_true(rows > 0 && duplicate.groups > 0 && duplicate.witness.some);
	assert_int_equal(before[0].state, PL_O_BROKEN);
	assert_int_equal(before[2].state, PL_O_WALKED);
	for (unsigned threads = 1; threads <= 4; threads++) {
		shuffle(things, N);
		walk_all(&arena, things, N, threads, 1024);
		for (size_t f = 0; f < FIELDS; f++) {
			assert_int_equal(proofs[f].state, before[f].state);
			assert_int_equal(proofs[f].keys, before[f].keys);
			assert_int_equal(proofs[f].ranges, before[f].ranges);
			assert_int_equal(proofs[f].breaks, before[f].breaks);
			assert_int_equal(proofs[f].ranges_wrong, before[f].ranges_wrong);
			assert_int_equal(proofs[f].bare_mixed, before[f].bare_mixed);
			assert_int_equal(proofs[f].pairs_next, before[f].pairs_next);
			assert_int_equal(proofs[f].distinct, before[f].distinct);
			assert_same_witness(&proofs[f].witness, &before[f].witness);
			assert_int_equal(observed[f].ranges, proofs[f].ranges);
			assert_false(observed[f].ranges_estimated);
		}
		assert_int_equal(keys_objects[0].duplicate.keys, duplicate.keys);
		assert_int_equal(keys_objects[0].duplicate.groups, duplicate.groups);
		assert_same_witness(&keys_objects[0].duplicate.witness, &duplicate.witness);
	}
	pl_arena_release(&arena);
}

/* Two walks are needed when a field has marks; the others must not be counted twice. */
static void marks_take_two_walks(void **state)
{
	static const struct thing things[] = {
		{.text = {"p", "a#0"}, .types = "SS"},
		{.text = {"p", "a#0001"}, .types = "SS"},
		{.text = {"p", "a#0002"}, .types = "SS"},
		{.text = {"p", "b#1"}, .types = "SS"},
		{.text = {"p", "b#2"}, .types = "SS"},
		{.text = {"p", "b#2"}, .types = "SS", .place = 1},
	};
	struct pl_arena arena = PL_ARENA_INIT;

	(void)state;
	walk_all(&arena, things, PL_LEN(things), 2, 4096);
	assert_int_equal(proofs[0].nsentinels, 1);
	assert_int_equal(proofs[0].keys, 2);
	assert_int_equal(proofs[0].ranges, 1);
	assert_int_equal(proofs[1].keys, 3);
	assert_int_equal(proofs[1].distinct, 2);
	assert_int_equal(proofs[2].state, PL_O_ALONE);
	assert_int_equal(keys_objects[0].duplicate.keys, 2);
	assert_int_equal(keys_objects[0].duplicate.groups, 1);
	assert_string_equal(keys_objects[0].duplicate.witness.first.ptr, "b#2");
	pl_arena_release(&arena);
}

static void collisions_need_other_sources(void **state)
{
	static const struct thing things[] = {
		/* x#y + z and x + y#z meet. */
		{.text = {"1", "1", "g", "P#x#y#z", "x#y", "z"}, .types = "SSSSSS", .place = 4},
		{.text = {"2", "1", "g", "P#x#y#z", "x", "y#z"}, .types = "SSSSSS", .place = 5},
		{.text = {"3", "1", "g", "P#x#y#z", "x", "y#z"}, .types = "SSSSSS", .place = 6},
		/* Equal keys of equal sources; another partition; a drifted source; a source of no
		   type. */
		{.text = {"4", "1", "g", "P#a#b", "a", "b"}, .types = "SSSSSS"},
		{.text = {"5", "1", "g", "P#a#b", "a", "b"}, .types = "SSSSSS"},
		{.text = {"6", "1", "h", "P#x#y#z", "x", "y#z"}, .types = "SSSSSS"},
		{.text = {"7", "1", "g", "P#a#b", "q", "b"}, .types = "SSSSSS"},
		{.text = {"8", "1", "g", "P#a#b", "", "b"}, .types = "SSSSOS"},
		/* Not in the index. */
		{.text = {"9", "1"}, .types = "SS"},
	};
	struct pl_arena arena = PL_ARENA_INIT;
	const struct pl_duplicate *collision = &keys_objects[1].collision;

	(void)state;
	walk_all(&arena, things, PL_LEN(things), 3, 4096);
	assert_int_equal(collision->groups, 1);
	assert_int_equal(collision->keys, 3);
	assert_true(collision->witness.some);
	assert_string_equal(collision->witness.partition.ptr, "g");
	assert_string_equal(collision->witness.first.ptr, "P#x#y#z");
	assert_int_equal(keys_objects[0].collision.groups, 0);
	/* Of the six rows that are what their sources give, one has the # on the left, three on the right. */
	assert_int_equal(keys_objects[1].composed, 6);
	assert_int_equal(keys_objects[1].nholders, 2);
	assert_string_equal(keys_objects[1].holders[0].attribute.ptr, "left");
	assert_int_equal(keys_objects[1].holders[0].segment, 2);
	assert_int_equal(keys_objects[1].holders[0].keys, 1);
	assert_false(keys_objects[1].holders[0].last);
	assert_int_equal(keys_objects[1].holders[1].keys, 3);
	assert_true(keys_objects[1].holders[1].last);
	assert_string_equal(keys_objects[1].holders[1].witness.partition.ptr, "g");
	pl_arena_release(&arena);
}

/* A table without a sort key: rows of one partition key are duplicates. */
static void lone_partition_keys(void **state)
{
	struct pl_walk_options options = {.threads = 1, .run_bytes = 4096};
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_str names[PL_MAX_WANTED];
	struct pl_walk *walk;

	(void)state;
	reset_model();
	keys_objects[0].sk = PL_S("");
	walk = pl_walk_new(&arena, &model, &options);
	pl_walk_duplicates(walk);
	assert_int_equal(pl_walk_attributes(walk, names), 1);
	for (uint64_t i = 0; i < 10; i++) {
		struct thing thing = {.types = "N", .place = i};

		snprintf(thing.text[0], sizeof(thing.text[0]), "%u", (unsigned)(i / 2 * (i < 6)));
		give(walk, 0, names, 1, &thing);
	}
	/* 0 0 1 1 2 2 0 0 0 0 */
	pl_walk_finish(walk, NULL);
	assert_int_equal(keys_objects[0].duplicate.keys, 10);
	assert_int_equal(keys_objects[0].duplicate.groups, 3);
	assert_string_equal(keys_objects[0].duplicate.witness.partition.ptr, "0");
	pl_arena_release(&arena);
}

/* ---- twins ---------------------------------------------------------------- */

/* a#5, a#05, b#5, a#5#7 …: in field 0 zeros mean nothing, in 1 and 2 they do. */
static void random_twin(struct thing *thing, uint64_t place)
{
	*thing = (struct thing){.place = place, .types = "SS"};
	snprintf(thing->text[0], sizeof(thing->text[0]), "p%u", (unsigned)(rnd() % 8));
	snprintf(thing->text[1], sizeof(thing->text[1]), "%c#%0*u", "ab"[rnd() % 2], (int)(rnd() % 3 + 1),
		 (unsigned)(rnd() % 20));
	if (rnd() % 2)
		snprintf(thing->text[1] + strlen(thing->text[1]), 8, "#%u", (unsigned)(rnd() % 2));
}

/* The key without the zeros in front of field 0. */
static void plain(const struct thing *thing, char out[static 24])
{
	const char *digits = thing->text[1] + 2;

	if (thing->text[1][0] == 'a')
		while (*digits == '0' && pl_is_digit((unsigned char)digits[1]))
			digits++;
	snprintf(out, 24, "%c#%s", thing->text[1][0], digits);
}

static bool is_twin(const struct thing *a, const struct thing *b)
{
	char x[24], y[24];

	plain(a, x);
	plain(b, y);
	return strcmp(a->text[0], b->text[0]) == 0 && strcmp(a->text[1], b->text[1]) != 0 && strcmp(x, y) == 0;
}

/* Different keys that have a twin, and the least pair of neighbours among them. */
static uint64_t naive_twins(const struct thing *things, size_t n)
{
	uint64_t keys = 0;

	for (size_t i = 0; i < n; i++) {
		bool twin = false, again = false;

		for (size_t k = 0; k < n; k++) {
			twin |= is_twin(&things[i], &things[k]);
			again |= k < i && is_duplicate(&things[i], &things[k]);
		}
		keys += twin && !again;
	}
	return keys;
}

static void walk_twins(struct pl_arena *arena, const struct thing *things, size_t n, unsigned threads, size_t run_bytes)
{
	struct pl_walk_options options = {.threads = threads, .run_bytes = run_bytes};
	struct pl_str names[PL_MAX_WANTED];
	struct pl_walk *walk;

	reset_model();
	walk = pl_walk_new(arena, &model, &options);
	pl_walk_twins(walk, keys_list[0], &fields[0], PL_SAME_NUMBER);
	assert_true(pl_walk_wanted(walk));
	assert_int_equal(pl_walk_attributes(walk, names), 2);
	for (size_t i = 0; i < n; i++)
		give(walk, (unsigned)(rnd() % threads), names, 2, &things[i]);
	pl_walk_finish(walk, NULL);
}

static void twins_are_counted_exactly(void **state)
{
	enum { N = 600 };
	static struct thing things[N];
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_twins first;
	uint64_t keys;

	(void)state;
	random_state = 11;
	for (size_t i = 0; i < N; i++)
		random_twin(&things[i], i + 1);
	keys = naive_twins(things, N);
	assert_true(keys > 50);
	walk_twins(&arena, things, N, 1, (size_t)16 << 20);
	first = observed[0].twins;
	assert_int_equal(first.keys, keys);
	assert_true(first.groups * 2 <= first.keys && first.groups * 3 >= first.keys);
	assert_int_equal(observed[1].twins.keys + observed[2].twins.keys + keys_objects[0].twins.keys, 0);
	assert_int_equal(first.witness.from, 2);
	assert_true(pl_order(first.witness.first, first.witness.second) < 0);
	for (unsigned threads = 1; threads <= 4; threads++) {
		shuffle(things, N);
		walk_twins(&arena, things, N, threads, 1024);
		assert_int_equal(observed[0].twins.keys, first.keys);
		assert_int_equal(observed[0].twins.groups, first.groups);
		assert_same_witness(&observed[0].twins.witness, &first.witness);
	}
	pl_arena_release(&arena);
}

/* Text in two Unicode forms: no field of the key, and only where it was asked for. */
static void twins_of_text(void **state)
{
	static const struct thing things[] = {
		{.text = {"p", "M\xC3\xBC"}, .types = "SS", .place = 1},
		{.text = {"p", "Mu\xCC\x88"}, .types = "SS", .place = 2},
		{.text = {"p", "Mu\xCC\x88"}, .types = "SS", .place = 3},
		{.text = {"q", "M\xC3\xBC"}, .types = "SS", .place = 4},
		{.text = {"p", "Mu"}, .types = "SS", .place = 5},
	};
	struct pl_walk_options options = {.threads = 1, .run_bytes = 4096};
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_str names[PL_MAX_WANTED];
	struct pl_walk *walk;

	(void)state;
	reset_model();
	walk = pl_walk_new(&arena, &model, &options);
	pl_walk_twins(walk, keys_list[0], NULL, PL_SAME_FORM);
	assert_int_equal(pl_walk_attributes(walk, names), 2);
	for (size_t i = 0; i < PL_LEN(things); i++)
		give(walk, 0, names, 2, &things[i]);
	pl_walk_finish(walk, NULL);
	assert_int_equal(keys_objects[0].twins.groups, 1);
	assert_int_equal(keys_objects[0].twins.keys, 2);
	assert_string_equal(keys_objects[0].twins.witness.first.ptr, "Mu\xCC\x88");
	assert_string_equal(keys_objects[0].twins.witness.second.ptr, "M\xC3\xBC");
	pl_arena_release(&arena);
}

/* p5 and p05 are one partition, however many rows each has; the rows between say nothing. */
static void twins_of_partitions(void **state)
{
	static const char *const keys[] = {"p5", "p5", "p05", "p6", "q5", "p005", "p5", "q05", "p"};
	struct pl_walk_options options = {.threads = 2, .run_bytes = 4096};
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_str names[PL_MAX_WANTED];
	struct pl_walk *walk;

	(void)state;
	reset_model();
	walk = pl_walk_new(&arena, &model, &options);
	pl_walk_twins(walk, keys_list[0], &partition_field, PL_SAME_NUMBER);
	assert_int_equal(pl_walk_attributes(walk, names), 2);
	for (uint64_t i = 0; i < PL_LEN(keys); i++) {
		struct thing thing = {.types = "SS", .place = i};

		snprintf(thing.text[0], sizeof(thing.text[0]), "%s", keys[i]);
		snprintf(thing.text[1], sizeof(thing.text[1]), "a#%u", (unsigned)i);
		give(walk, (unsigned)(i % 2), names, 2, &thing);
	}
	pl_walk_finish(walk, NULL);
	assert_int_equal(partition_observed.twins.groups, 2);
	assert_int_equal(partition_observed.twins.keys, 5);
	assert_string_equal(partition_observed.twins.witness.first.ptr, "q05");
	assert_string_equal(partition_observed.twins.witness.second.ptr, "q5");
	assert_int_equal(partition_observed.twins.witness.from, 1);
	assert_int_equal(partition_observed.twins.witness.partition.len, 0);
	pl_arena_release(&arena);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(records_settle_last_values),
		cmocka_unit_test(records_know_their_limits),
		cmocka_unit_test(walks_do_not_depend_on_how),
		cmocka_unit_test(marks_take_two_walks),
		cmocka_unit_test(collisions_need_other_sources),
		cmocka_unit_test(lone_partition_keys),
		cmocka_unit_test(twins_are_counted_exactly),
		cmocka_unit_test(twins_of_text),
		cmocka_unit_test(twins_of_partitions),
	};

	return cmocka_run_group_tests_name("proof_walk", tests, NULL, NULL);
}
