/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Tables for tests of the profile: keys made up with fixed seeds, profiles of
 * them in any order, and the shapes that come out.
 */
#ifndef PL_TESTS_SHAPES_TABLES_H
#define PL_TESTS_SHAPES_TABLES_H

#include "linter/base/arena.h"
#include "linter/base/buf.h"
#include "linter/profile/inside.h"
#include "linter/profile/model.h"

struct row {
	struct pl_str pk, sk, json;
	uint64_t place; /* where it stands, in whatever order rows are read */
};

struct keys {
	struct pl_arena arena;
	PL_VEC(struct row) rows;
	uint64_t seed;
};

/* splitmix64: small, and the same everywhere. */
static inline uint64_t draw(struct keys *k)
{
	uint64_t z = k->seed += UINT64_C(0x9e3779b97f4a7c15);

	z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
	z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
	return z ^ z >> 31;
}

static inline unsigned below(struct keys *k, unsigned n) { return (unsigned)(draw(k) % n); }

/* `len` characters of an alphabet. */
static inline const char *from(struct keys *k, const char *alphabet, unsigned len)
{
	char *text = pl_arena_alloc(&k->arena, len + 1);

	for (unsigned i = 0; i < len; i++)
		text[i] = alphabet[below(k, (unsigned)strlen(alphabet))];
	text[len] = '\0';
	return text;
}

#define LETTERS "abcdefghijklmnopqrstuvwxyz"
#define BASE36 "0123456789abcdefghijklmnopqrstuvwxyz"
#define BASE64 "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_-"
#define CROCKFORD "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
#define HEX "0123456789abcdef"

static inline const char *a_word(struct keys *k) { return from(k, LETTERS, 3 + below(k, 6)); }
static inline const char *a_hash(struct keys *k, unsigned len) { return from(k, HEX, len); }
static inline const char *a_number(struct keys *k, unsigned most)
{
	return pl_arena_printf(&k->arena, "%u", below(k, most));
}

static inline const char *a_ulid(struct keys *k)
{
	return pl_arena_printf(&k->arena, "01%s", from(k, CROCKFORD, 24));
}

static inline const char *a_uuid(struct keys *k)
{
	return pl_arena_printf(&k->arena, "%s-%s-4%s-a%s-%s", a_hash(k, 8), a_hash(k, 4), a_hash(k, 3), a_hash(k, 3),
			       a_hash(k, 12));
}

static inline const char *a_time(struct keys *k)
{
	return pl_arena_printf(&k->arena, "20%02u-%02u-%02uT%02u:%02u:%02uZ", 10 + below(k, 16), 1 + below(k, 12),
			       1 + below(k, 28), below(k, 24), below(k, 60), below(k, 60));
}

static inline void add(struct keys *k, const char *pk, const char *sk)
{
	PL_PUSH(&k->rows, (struct row){pl_str_c(pk), pl_str_c(sk), {NULL, 0}, k->rows.len + 1});
}

#define ADD(k, pk, ...) add((k), (pk), pl_arena_printf(&(k)->arena, __VA_ARGS__))

static inline void keys_release(struct keys *k)
{
	pl_arena_release(&k->arena);
	PL_VEC_RELEASE(&k->rows);
}

static inline void shuffle(struct keys *k)
{
	for (size_t i = k->rows.len; i > 1; i--) {
		size_t j = below(k, (unsigned)i);
		struct row row = k->rows.ptr[j];

		k->rows.ptr[j] = k->rows.ptr[i - 1];
		k->rows.ptr[i - 1] = row;
	}
}

static struct pl_table one_table = {
	.index = {{.pk = {"PK", 2}, .sk = {"SK", 2}}},
	.nindexes = 1,
};

static inline struct pl_profile *empty_profile(const struct pl_limits *limits, unsigned thread)
{
	return pl_profile_new(one_table.index, one_table.nindexes, limits, thread);
}

static inline void profile_row(struct pl_profile *p, const struct row *row, struct pl_record *records)
{
	struct pl_attr attrs[2] = {{'S', row->pk}, {'S', row->sk}};
	struct pl_item item = {attrs, row->json, 0, row->place, 0};

	pl_profile_add(p, &item, records);
}

static inline struct pl_profile *profile_of(const struct keys *k, const struct pl_limits *limits)
{
	struct pl_profile *p = empty_profile(limits, 0);
	struct pl_record records[PL_MAX_INDEXES];

	for (size_t i = 0; i < k->rows.len; i++)
		profile_row(p, &k->rows.ptr[i], records);
	return p;
}

static inline struct pl_model *model_of(struct pl_arena *arena, struct pl_profile *p)
{
	static const bool use[PL_MAX_INDEXES] = {true};

	return pl_model_make(arena, p, &one_table, use);
}

/* Shapes and their keys, a line each, most keys first. */
static inline void shapes_of(const struct pl_model *model, bool counts, struct pl_buf *out)
{
	for (size_t e = 0; e < model->keys[0]->nentities; e++) {
		const struct pl_entity *entity = model->keys[0]->entities[e];

		if (counts)
			pl_buf_printf(out, "%" PRIu64 " ", entity->keys);
		pl_buf_add(out, entity->shape);
		pl_buf_addc(out, '\n');
	}
}

#endif
