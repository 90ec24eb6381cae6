/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What a profile consists of, for the files of this room.
 *
 *     profile ─┬─ column 0 (the table) ─┬─ 7 tries of sort keys, by separator
 *              ├─ column 1 (an index)   ├─ 7 tries of partition keys
 *              │     …                  └─ partitions, counts of types
 *              ├─ item sample
 *              └─ nodes of all tries, by thread and number
 */
#ifndef PL_PROFILE_INSIDE_H
#define PL_PROFILE_INSIDE_H

#include "linter/base/hash.h"
#include "linter/key/alike.h"
#include "linter/profile/declared.h"
#include "linter/profile/load.h"
#include "linter/profile/profile.h"
#include "linter/profile/sample.h"
#include "linter/profile/seats.h"
#include "linter/profile/sizes.h"
#include "linter/profile/sketch.h"
#include "linter/profile/trie.h"
#include "linter/profile/watch.h"

enum {
	PL_ROOTS = sizeof(PL_SEPARATORS), /* one a separator, and one for keys without */
	PL_THREADS = 256,
};

/* The trie that holds keys of a separator; the last one is for keys without. */
static inline unsigned pl_root_of(char sep)
{
	unsigned root = 0;

	while (root < PL_ROOTS - 1 && PL_SEPARATORS[root] != sep)
		root++;
	return root;
}

static inline char pl_root_separator(unsigned root) { return PL_SEPARATORS[root]; }

/* Types an attribute can have in an item. */
enum pl_type { PL_TYPE_S, PL_TYPE_N, PL_TYPE_B, PL_TYPE_OTHER, PL_TYPES };

/*
 * A partition seen lately. Its first key was counted when it came; the keys
 * since then are put off in `weight` and counted at once when another
 * partition takes its place, which saves most of the work where partitions
 * hold more than one item.
 */
struct pl_partition {
	struct pl_buf key;     /* the partition key, or what is joined */
	uint64_t hash;         /* seed of all its ranges */
	uint64_t weight;       /* keys put off */
	bool marked;           /* some value in it is odd: its keys are not put off, since each may be the least */
	struct pl_label label; /* in `key` */
	uint64_t *declared;    /* what it fits, see pl_declared_partition(); NULL without a schema */
};

/* Partitions remembered, by hash: a power of two. */
enum { PL_RECENT = 256 };

/* One table or index; of an index with several sort attributes what one of them sorts. */
struct pl_column {
	struct pl_index index;    /* `sk` is that attribute */
	unsigned number;
	unsigned of;              /* number of the table or index */
	bool wide;                /* the index has several attributes of a kind: `pk` and `sk` are not all there is */
	unsigned pk, sk;          /* positions among the attributes asked for */
	bool has_sk;
	struct pl_seats seats;
	uint64_t half;            /* when wide: items that lack one of its attributes */
	uint64_t keys;            /* items in it */
	uint64_t whole;           /* items that have all its attributes, of whatever type */
	bool may_compose;         /* some sort key may not be in Unicode's composed form */
	uint64_t sk_types[PL_TYPES], pk_types[PL_TYPES]; /* of the items that have the attribute */
	struct pl_sketch partitions;
	struct pl_load load;
	struct pl_sizes partition_sizes, sort_sizes;
	struct pl_partition *recent; /* PL_RECENT of them; NULL until the first key */
	struct pl_trie sort[PL_ROOTS], partition[PL_ROOTS];
	struct pl_declared_keys *declared; /* NULL: no schema has templates for its keys */
	PL_VEC(struct pl_watch) watches;
};

struct pl_profile {
	struct pl_trie_home home;
	pl_node_table others[PL_THREADS]; /* nodes of merged profiles */
	struct pl_column *columns;
	size_t ncolumns;
	struct pl_str names[PL_MAX_WANTED];
	/*
	 * For each name the set of columns that have it as a key: most of the
	 * well-known names are in no item, and that has to cost little.
	 */
	uint64_t askers[PL_MAX_WANTED];
	size_t nnames;
	uint64_t items;
	struct pl_sample sample;
	const struct pl_schema_table *declared; /* NULL: no schema */
	unsigned matched[PL_MAX_MATCHED]; /* where its `matched` stand among the attributes asked for */
	struct pl_lexed lexed;    /* of the partition key being counted */
	struct pl_alikes *alikes; /* sort keys */
	struct pl_buf joined;     /* the partition of the item being counted, in a wide column */
};

/* The same key is another partition in another index. */
static inline uint64_t pl_partition_hash(const struct pl_column *column, struct pl_str key)
{
	return pl_hash(key, UINT64_C(0x70617274) + column->number);
}

/*
 * Whether the item, sampled or not, is in a column, by its attributes; *pk is
 * then its partition, in `room` where it is joined.
 */
bool pl_column_has(const struct pl_column *column, const struct pl_attr *attrs, struct pl_buf *room, struct pl_str *pk);

/* The partition key, or the first of its attributes, of a partition as it is counted; in `room` where it was escaped. */
struct pl_str pl_column_pk(const struct pl_column *column, struct pl_str partition, struct pl_buf *room);

/* Counts the keys that partitions have put off. */
void pl_profile_flush(struct pl_profile *profile);

/* The node a tag names, not resolved; NULL when there is none. */
struct pl_node *pl_profile_node(const struct pl_profile *profile, uint32_t tag);

/* All of it as text, the same for the same items in any order; for tests. */
void pl_profile_dump(struct pl_profile *profile, struct pl_buf *out);

#endif
