/* SPDX-License-Identifier: Apache-2.0 */
/*
 * A table's key schema: names and types of key attributes and indexes, from
 * options, from describe-table / create-table JSON, or from well-known names.
 */
#ifndef PL_SCHEMA_TABLE_H
#define PL_SCHEMA_TABLE_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/base/error.h"

enum { PL_KEY_ATTRIBUTES = 4 }; /* at most, of each kind: global indexes only, others have one */

struct pl_attribute {
	struct pl_str name;
	char type; /* 'S', 'N', 'B'; 0 when nobody said */
};

enum pl_projection { PL_PROJECT_UNSAID, PL_PROJECT_ALL, PL_PROJECT_KEYS_ONLY, PL_PROJECT_INCLUDE };

/* A table or one of its indexes: what its items are grouped and sorted by. */
struct pl_index {
	struct pl_str name; /* empty: the table itself */
	struct pl_str pk, sk; /* attribute names; sk is empty when there is no sort key */
	char pk_type, sk_type; /* 'S', 'N', 'B'; 0 when nobody said */
	bool local;
	/* A key of several attributes: those behind the first, in their order. */
	struct pl_attribute more_pk[PL_KEY_ATTRIBUTES - 1], more_sk[PL_KEY_ATTRIBUTES - 1];
	unsigned nmore_pk, nmore_sk;
	enum pl_projection projection;
};

/* All attributes of the partition or sort key in order, the first included; returns how many. */
unsigned pl_index_pks(const struct pl_index *index, struct pl_attribute out[PL_KEY_ATTRIBUTES]);
unsigned pl_index_sks(const struct pl_index *index, struct pl_attribute out[PL_KEY_ATTRIBUTES]);

/* The first attribute that stands twice in the keys of the index, which DynamoDB refuses; empty: none does. */
struct pl_str pl_index_twice(const struct pl_index *index);

/* An attribute has one type in a table: those that `index` does not say are taken from another of its indexes. */
void pl_index_take_types(struct pl_index *index, const struct pl_index *from);

/* Puts one more attribute behind the key's; false: it has PL_KEY_ATTRIBUTES already. */
bool pl_index_add_pk(struct pl_index *index, struct pl_attribute attribute);
bool pl_index_add_sk(struct pl_index *index, struct pl_attribute attribute);

/*
 * What is sorted by one attribute. The sort attributes of an index are sorted one by one, each where the partition and
 * the sort attributes in front of it are equal:
 *
 *     {pk: [tenant, region], sk: [status, at]}
 *
 *     rank 0    status within [tenant, region]             nparts 2
 *     rank 1    at within     [tenant, region, status]     nparts 3
 *     rank 4    region by itself                           nparts 1
 *
 * The first partition attribute is looked at with rank 0; each further one, which has no order, by itself.
 */
enum {
	PL_RANK_PARTS = PL_KEY_ATTRIBUTES,                /* from here on: further partition attributes, nothing is sorted */
	PL_RANKS = PL_RANK_PARTS + PL_KEY_ATTRIBUTES - 1,
};
struct pl_sorting {
	struct pl_attribute attrs[2 * PL_KEY_ATTRIBUTES]; /* of the partition, then the sort attributes */
	unsigned n;
	unsigned nparts; /* the first of them, which are equal; the next is what is sorted by, if there is one and `rank` sorts */
	unsigned rank;
};

/* Rank 0 is there always; a further one is where it is a string: numbers are in order by their type, and spelled in one way. */
bool pl_index_has_rank(const struct pl_index *index, unsigned rank);
struct pl_sorting pl_index_sorting(const struct pl_index *index, unsigned rank);

/* The attribute that is sorted by; no name: there is none. */
static inline struct pl_attribute pl_sorting_sk(const struct pl_sorting *sorting)
{
	return sorting->nparts < sorting->n && sorting->rank < PL_RANK_PARTS ? sorting->attrs[sorting->nparts]
									     : (struct pl_attribute){{NULL, 0}, 0};
}

/* Whether further sort attributes follow. */
static inline bool pl_sorting_goes_on(const struct pl_sorting *sorting)
{
	return sorting->nparts + 1 < sorting->n && sorting->rank < PL_RANK_PARTS;
}

/* Whether its key has several attributes of a kind. */
static inline bool pl_index_is_wide(const struct pl_index *index)
{
	return index->nmore_pk || index->nmore_sk;
}

enum { PL_MAX_INDEXES = 26 }; /* the table, 20 GSIs and 5 LSIs: the service's default quotas */

struct pl_table {
	struct pl_str name;   /* empty when unknown */
	struct pl_index index[PL_MAX_INDEXES]; /* [0] is the table itself */
	size_t nindexes;
	const char *from;     /* how the names were found, for the report: "--pk/--sk", "describe-table x.json" … */
};

/*
 * Reads describe-table output, create-table input or import-table input. False
 * with `error` (usage, with path and what is wrong) when the text is no such
 * JSON.
 */
bool pl_table_read_json(struct pl_arena *arena, const char *path, struct pl_str text, struct pl_table *out,
			struct pl_error *error);

/* The same from a file. */
bool pl_table_read_file(struct pl_arena *arena, const char *path, struct pl_table *out, struct pl_error *error);

/*
 * Parses "NAME=PK,SK" or "NAME=PK"; up to four attributes of a kind stand as "NAME=PK1+PK2,SK1+SK2". A `+`, `,` or `\`
 * that belongs to a name has a `\` in front.
 */
bool pl_index_parse(struct pl_arena *arena, const char *text, struct pl_index *out, struct pl_error *error);

/* Pairs of attribute names that teams commonly use, most common first. */
struct pl_known_pair {
	const char *pk, *sk;
	const char *index; /* NULL: the table's own key; else the usual index name */
};
extern const struct pl_known_pair pl_known_pairs[];
extern const size_t pl_known_pair_count;

#endif
