/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The bounded trie: what the keys of one attribute look like, counted in
 * memory that does not grow with the keys.
 *
 *     top ──label "USER"──> ┬─"ORDER"──> ┬─time──> ┬─mask "p_\1" "9"──> end
 *                           │            │         └─ulid─────────────> end
 *                           │            └─"x"…
 *                           └─"PROFILE", last──> end
 *
 * One trie holds the keys of one separator. A step goes from a segment to the
 * next; the first step of sort keys is the label of the partition key. A node
 * has one child for each class of values, and literal children: words (those
 * that end the key apart from those that do not) and masks (one group for each
 * signature). The literal children of a group that grows beyond its limit
 * become one, the group's star: "collapse". Limits only fall as keys come and
 * groups only grow, so the final form is the same whatever the order in which
 * keys came, limits were applied, or tries were merged.
 *
 * Nothing ever leaves a node's tables. A node that became part of another
 * points to it (`into`); a walk resolves that, an enumeration skips it. So the
 * walk that counted a key finds its final nodes in every later pass, and the
 * tag of a record stays good.
 */
#ifndef PL_PROFILE_TRIE_H
#define PL_PROFILE_TRIE_H

#include "linter/base/arena.h"
#include "linter/base/buf.h"
#include "linter/key/lex.h"
#include "linter/profile/profile.h"
#include "linter/profile/specimen.h"
#include "linter/profile/stats.h"

struct pl_node;

/* ---- tags: a node and one of its values, in the 32 bits of a record ---- */

/*
 *     31      24 23                    5 4     1   0
 *     | thread |      node number       | slot | instant |
 */
enum {
	PL_TAG_NODE_BITS = 19,
	PL_TAG_NO_SLOT = 15,                          /* the key has no value, or none that was told apart */
	PL_TAG_NODES = (1 << PL_TAG_NODE_BITS),       /* numbers from here on do not fit */
};

static inline uint32_t pl_tag(unsigned thread, uint32_t number, unsigned slot, bool instant)
{
	return (uint32_t)thread << 24 | number << 5 | slot << 1 | instant;
}
static inline unsigned pl_tag_thread(uint32_t tag) { return tag >> 24; }
static inline uint32_t pl_tag_number(uint32_t tag) { return (tag >> 5) & (PL_TAG_NODES - 1); }
static inline unsigned pl_tag_slot(uint32_t tag) { return (tag >> 1) & 15; }
static inline bool pl_tag_instant(uint32_t tag) { return tag & 1; }

/* ---- nodes ------------------------------------------------------------ */

/* A place for each class; 0 is unused. */
enum { PL_CLASSES = 23 };
unsigned pl_class_ordinal(enum pl_class class);
enum pl_class pl_class_at(unsigned ordinal);

/* A literal child. Words and masks of one node share one table. */
struct pl_literal {
	uint64_t hash;       /* pl_hash() of the text */
	struct pl_str text;
	struct pl_node *node; /* NULL: a free slot */
	uint32_t group;      /* index in pl_kids.groups */
};

/* Literals that are limited together: words, last words, masks of one signature. */
struct pl_group {
	struct pl_node *star; /* all of them, once there were too many; else NULL */
	uint32_t size;        /* literals so far */
	struct pl_str signature; /* of masks: letters replaced by 'a' */
	uint64_t hash;        /* of the signature */
};

enum { PL_G_WORDS, PL_G_LAST_WORDS, PL_G_MASKS };

/* The children of a node. */
struct pl_kids {
	struct pl_node *kinds[PL_CLASSES];
	struct pl_literal *table; /* open addressing, `cap` slots, a power of two */
	uint32_t len, cap;
	uint32_t recent;          /* where the last literal was found; a hint */
	struct pl_group *groups;  /* words, last words, then masks by signature */
	uint32_t ngroups;
	bool no_masks;            /* too many signatures: masks are text */
	struct pl_node **columns; /* words that the generalisation took together */
	uint32_t ncolumns;
};

/* Nodes at which so few keys end keep them: each is perhaps a slip. */
enum { PL_RARE_KEYS = 3 };

struct pl_node {
	struct pl_node *into;     /* what it became part of; NULL: itself */
	uint64_t n, end, tail;    /* keys that come by, end here, are cut here */
	uint64_t lens;            /* set of segment lengths; 63 stands for all above 62 */
	uint32_t number;          /* with `thread`: its place in the table of nodes */
	uint8_t thread, index;    /* `index`: of the profile, for tags */
	uint8_t class;            /* enum pl_class of its segments */
	uint8_t nslots;           /* values in a mask; 0 for all others */
	bool star;                /* stands for many literals */
	struct pl_stats *whole;   /* of the segment as one value; NULL for labels */
	struct pl_stats *slots;   /* of each value in a mask */
	struct pl_kids *kids;     /* NULL: none yet */
	struct pl_specimen *rare; /* of sort keys: those that end here, as many as `end`; more than PL_RARE_KEYS: not all, and stale */
	bool as_one;              /* its fields are one, the segment; else one for each slot */
	struct pl_field *const *fields; /* made by the model; NULL: none */
};

typedef PL_VEC(struct pl_node *) pl_node_table;

/* What all tries of a profile share. */
struct pl_trie_home {
	struct pl_arena arena;    /* nodes and literal texts */
	struct pl_limits limits;
	uint8_t thread;
	pl_node_table nodes;      /* by number */
};

/*
 * Where keys of one lex (pl_lexed.like) go from a node on: most keys go where
 * some key went shortly before. Good until the trie changes.
 */
enum { PL_WAYS = 64, PL_WAY_STEPS = 8 };
struct pl_way {
	uint64_t like;            /* 0: none yet */
	bool noted[2];            /* its class path was seen, in partitions without and with a label */
	const struct pl_node *from; /* NULL: no way was found yet */
	uint64_t changes;         /* pl_trie.changes when it was */
	struct pl_node *node[PL_WAY_STEPS]; /* of each segment */
};

struct pl_trie {
	struct pl_trie_home *home;
	struct pl_node *top;      /* NULL until the first key */
	unsigned depth;           /* steps told apart, the label's among them */
	unsigned index;           /* of the profile */
	bool partition;           /* of partition keys: no ranges, and of values little but marks and letters */
	size_t created;           /* nodes ever made for it */
	size_t normal_at;         /* how many may be made before limits are applied everywhere */
	struct pl_sketch *seen;   /* class paths of each length, used as sets: depth + 1 of them */
	uint64_t changes;         /* grows whenever a node becomes part of another or steps lead elsewhere */
	struct pl_way *ways;      /* PL_WAYS of them, by pl_lexed.like; NULL until the first */
};

/* The label of a partition key: the first word of its first two segments, if any. */
struct pl_label {
	struct pl_str text; /* empty: no label */
	uint64_t hash;
};
struct pl_label pl_label_of(const struct pl_lexed *pk);

void pl_trie_init(struct pl_trie *trie, struct pl_trie_home *home, unsigned index, bool partition);
void pl_trie_release(struct pl_trie *trie);

/*
 * Counts a key `weight` times. `seed` is the hash of its partition; it makes
 * the ranges. `sighting` tells of an item that has the key. `record`, when not
 * NULL, is filled for the last value of the key. Returns the marks of its
 * values: a key without any needs no sighting when it is counted again.
 */
pl_mark_set pl_trie_add(struct pl_trie *trie, struct pl_label label, struct pl_str key, const struct pl_lexed *lexed,
		 uint64_t seed, uint64_t weight, const struct pl_sighting *sighting, struct pl_record *record);

/* Applies all limits everywhere; they are applied now and then anyway. */
void pl_trie_normalise(struct pl_trie *trie);

/* Adds the keys of `from`, which must have the same limits; `from` is empty afterwards. */
void pl_trie_merge(struct pl_trie *into, struct pl_trie *from);

/* ---- walking a finished trie ------------------------------------------- */

struct pl_node *pl_node_resolve(struct pl_node *node);

/* Where keys of a partition begin; NULL when there are none. */
struct pl_node *pl_trie_start(const struct pl_trie *trie, struct pl_label label);

/* The nodes of a key's segments from there, in order; stops where the trie was cut. */
size_t pl_trie_walk(const struct pl_trie *trie, struct pl_node *start, const struct pl_lexed *lexed,
		    struct pl_node *nodes[static PL_MAX_SEGMENTS]);

/* A mask with each run of letters replaced by 'a'; values keep their class. */
struct pl_str pl_signature(struct pl_str mask, char out[static PL_MAX_MASK]);

/* One child of a node. */
struct pl_child {
	struct pl_node *node;
	struct pl_str text;  /* of a literal; of a mask star its signature; else empty */
	int group;           /* PL_G_*, from PL_G_MASKS on masks; -1: a class */
	bool literal;
};

/*
 * The children that are not part of others, sorted: words, masks, stars,
 * classes. Allocated; the caller frees it.
 */
struct pl_child *pl_node_children(const struct pl_node *node, size_t *count);

/* ---- changing one, for the generalisation ------------------------------- */

/* Makes `from` part of `into`. `as_value`: only its segments as a whole are kept, not the values in them. */
void pl_node_absorb(struct pl_trie *trie, struct pl_node *into, struct pl_node *from, bool as_value);

/* The statistics of a node's segments as a whole; empty ones are made when it has none. */
struct pl_stats *pl_node_whole(struct pl_trie *trie, struct pl_node *node);

/* A new child of its class; there must be none yet. */
struct pl_node *pl_node_add_kind(struct pl_trie *trie, struct pl_node *node, enum pl_class class);

/* A new column of words of `node`, to absorb some of its words. */
struct pl_node *pl_node_add_column(struct pl_trie *trie, struct pl_node *node);

/* Makes one of all masks of a group. */
void pl_node_collapse(struct pl_trie *trie, struct pl_node *node, unsigned group);

/* Frees what a node owns: its tables and statistics. */
void pl_node_release(struct pl_node *node);

/* All of it as text, the same for the same keys in any order; for tests. */
void pl_trie_dump(struct pl_trie *trie, struct pl_buf *out);

#endif
