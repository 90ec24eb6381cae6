/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Declared keys: the templates of one table or index as a tree, and the keys
 * of a dump found in it.
 *
 *     PK  SEASON#<season>         groups of entities whose partition keys are alike
 *
 *     SK  (root) ─┬─ "PROFILE" ─────────────────────────────> Player
 *                 ├─ "EVT#" ── <at> ─┬──────────────────────> Event, legacy
 *                 │                  └─ "#" ── <eventId> ───> Event
 *                 └─ <score> ── "#" ── <at> ────────────────> Entry
 *
 * Templates that share their text up to a value share the value's branch, and
 * so its statistics and field. A key goes the way whose bytes fit: literals
 * before typed values before text, from the left, then the order of the file;
 * a way on which every value is written as declared before one on which some
 * is not. Both keys must fit one entity. Where items say which entity they are
 * (`match`), only that one and those that do not ask come into question, that
 * one first.
 *
 * Keys of an open layout (pl_template.open) are found like all others, but what
 * they look like is learned: fields are made of what they show.
 *
 * A branch with a value has a node like those that are learned, so that
 * records, locating and the second pass need not know the difference.
 */
#ifndef PL_PROFILE_DECLARED_H
#define PL_PROFILE_DECLARED_H

#include "linter/base/arena.h"
#include "linter/input/input.h"
#include "linter/profile/claim.h"
#include "linter/profile/drift.h"
#include "linter/profile/trie.h"
#include "linter/schema/schema.h"

/* Where a key may end: a layout of an entity. */
struct pl_layout {
	const struct pl_schema_entity *entity;
	const struct pl_template *template;
	size_t number;        /* of the entity in its table */
	bool legacy;
	uint64_t keys;
	struct pl_entity *made; /* by the model; NULL: open */
	struct pl_specimen least; /* of an open one's keys */
};

/*
 * Keys of no entity that have a layout's form once the value may hold the delimiter, with something behind it that
 * tells where it ends: ORDER#Smith#Jones#2026-06-23 of ORDER#<name>#<day>.
 */
struct pl_holding {
	uint64_t keys, proven;         /* proven: the attribute that the value is made of holds it */
	struct pl_specimen least;      /* of the proven ones when there are any */
};

/*
 * Keys in which a value stands in another letter case than declared, `paid` for PAID; or of no entity, but of one
 * if the literal were not: order#17 of ORDER#<n>.
 */
struct pl_recasing {
	uint64_t keys;
	struct pl_specimen least;
};

struct pl_branch {
	struct pl_branch *parent;      /* NULL: the root */
	const struct pl_part *part;    /* the value; NULL: literal bytes or the root */
	const struct pl_template *of;  /* the first template that has it */
	struct pl_str text;            /* literal bytes, delimiters among them */
	struct pl_branch **children;
	size_t nchildren;
	struct pl_layout **ends;       /* layouts whose keys end here, in the order of the file */
	size_t nends;
	struct pl_fitting *fitting;    /* of a value */
	uint64_t next[4];              /* set of the bytes that may follow it */
	struct pl_node *node;          /* of a value; NULL: nothing is counted */
	struct pl_field *field;        /* of a value, made by the model; NULL: only open layouts have it */
	struct pl_holding holding[2];  /* of a value; [true]: as the last one of a layout */
	struct pl_recasing recasing;
	bool of_partition;             /* in a tree of partition keys */
};

struct pl_declared_keys;

/*
 * The declared keys of `table` for one of its indexes by the attribute that is
 * sorted by; NULL when no entity has a template for that (for the partition key,
 * when nothing is sorted). Lives in `arena`, and the schema must outlive it.
 * Where several attributes are equal, partition keys are what is joined of them.
 */
struct pl_declared_keys *pl_declared_keys_new(struct pl_arena *arena, const struct pl_schema_table *table,
					      const struct pl_sorting *sorting);

/* Gets it ready to count keys of column `index`; its nodes become nodes of `home`. */
void pl_declared_count_in(struct pl_declared_keys *keys, struct pl_trie_home *home, unsigned index);
void pl_declared_release(struct pl_declared_keys *keys);

/*
 * What a partition key fits, as a set of pl_declared_words() words; worth
 * remembering for the keys of one partition.
 */
size_t pl_declared_words(const struct pl_declared_keys *keys);
void pl_declared_partition(struct pl_declared_keys *keys, struct pl_str pk, uint64_t *set);

/* Whether it fits an entity, by such a set. */
bool pl_declared_has_partition(const struct pl_declared_keys *keys, const uint64_t *set);

/*
 * The values that are made of attributes (`from`). Whoever says where these stand in items gets
 * them compared as keys are counted.
 */
pl_driftings *pl_declared_driftings(struct pl_declared_keys *keys);

/* Says where the table's `matched` stand in items that are counted; as pl_said.at. Unsaid: keys alone tell. */
void pl_declared_match_at(struct pl_declared_keys *keys, const unsigned *at);

enum pl_fitted {
	PL_FITS_NONE,   /* no template: it is to be counted elsewhere */
	PL_FITS_OPEN,   /* an open one: likewise, as it shows itself; the record is not filled in */
	PL_FITS_LAYOUT,
};

/*
 * Counts the key of an item in such a partition; `seed` and `record` as for
 * pl_trie_add().
 */
enum pl_fitted pl_declared_add(struct pl_declared_keys *keys, const uint64_t *set, uint64_t seed, const struct pl_sighting *key,
		     const struct pl_item *item, struct pl_record *record);

/* A key that fits no template, or whose partition key does not, or that of another entity than its item says. */
void pl_declared_unknown(struct pl_declared_keys *keys, const struct pl_sighting *key, const struct pl_item *item);

/* Adds the counts of `from`, which was made of the same table and index. */
void pl_declared_merge(struct pl_declared_keys *into, struct pl_declared_keys *from);

/* ---- what was counted ---- */

struct pl_branch *pl_declared_root(const struct pl_declared_keys *keys); /* of sort keys */
struct pl_layout *const *pl_declared_layouts(const struct pl_declared_keys *keys, size_t *count); /* in the order of the file */

/* How many keys are of no entity, and the least of those that no misfit, holding or recasing counts. */
uint64_t pl_declared_unknown_keys(const struct pl_declared_keys *keys);
const struct pl_specimen *pl_declared_least_unknown(const struct pl_declared_keys *keys);

/* Calls `see` for each value of sort keys that seems to hold the delimiter in some key of no entity. */
void pl_declared_holdings(const struct pl_declared_keys *keys, void (*see)(void *ctx, const struct pl_branch *branch), void *ctx);

/* Calls `see` for each value or literal, also of partition keys, that stands in another letter case in some key. */
void pl_declared_recasings(const struct pl_declared_keys *keys, void (*see)(void *ctx, const struct pl_branch *branch), void *ctx);

/* Keys of no entity whose items, or bytes, all the same name one. */
struct pl_misfitting {
	uint64_t keys;
	struct pl_specimen least;
};

/* Those of the table's entity `number`. */
const struct pl_misfitting *pl_declared_misfitting(const struct pl_declared_keys *keys, size_t number, enum pl_misfit_kind kind);

/* A value in a key. */
struct pl_declared_value {
	struct pl_branch *branch;
	uint32_t from, to;
	bool also; /* a sentinel: no value of the field */
};

enum { PL_DECLARED_VALUES = 128 }; /* of one key; no key of 1,024 bytes has more */

/*
 * The layout a key fits and its values; NULL: none. `said` of its item; NULL: its bytes alone tell.
 * Safe to call from several threads once nothing is counted any more.
 */
struct pl_layout *pl_declared_find(struct pl_declared_keys *keys, struct pl_str pk, struct pl_str sk,
				   const struct pl_said *said,
				   struct pl_declared_value values[static PL_DECLARED_VALUES], size_t *count);

#endif
