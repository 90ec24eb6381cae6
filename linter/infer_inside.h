/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the parts of `padlint infer` share: a schema while it is being written.
 *
 *     infer_layout   shapes of keys become layouts: literals and values
 *     infer_words    literals of which something was told become values
 *     infer_value    which values are one, and of which nothing may be declared
 *     infer_name     what they are called
 *     infer_type     the type of a value, and what was seen of it
 *     infer_rows     what rows of each layout show: their partition keys, their keys of indexes, names for values
 *     infer_write    the file
 *     infer          all of it, and what differs once it is declared
 */
#ifndef PL_INFER_INSIDE_H
#define PL_INFER_INSIDE_H

#include "linter/infer.h"
#include "linter/key/lex.h"
#include "linter/key/value.h"
#include "linter/rule.h"

/* A value that templates name: a field, or words inside a segment that no rule looks at. */
struct pl_infer_value {
	const struct pl_field *field; /* NULL: such words, or all that follows */
	const struct pl_field *spot;  /* of words: the field they stand beside */
	size_t at;                    /* of words: byte of the path */
	const char *name, *wanted;    /* `wanted`: without a number that tells it from others */
	struct pl_str attribute;      /* of the items, that holds the same; empty: none does */
	struct pl_str label, example; /* of a value that no rule looks at; what stands in front of it; empty: nothing, or none is shown */
	bool rest;
	bool joined, text;            /* values of another kind stand there, too; some of them are text */
	bool unsaid;                  /* a person has to say what it is: a type would hide, or add to, what was told of it */
	const struct pl_vocabulary *words; /* of literals that were told of, or are too long for such; else NULL */
};

typedef PL_VEC(const char *) pl_infer_names;

struct pl_infer_piece {
	struct pl_str text; /* literal; empty for a value */
	size_t value;       /* index in `values` */
};

typedef PL_VEC(struct pl_infer_piece) pl_infer_pieces;

/* A template for another key attribute than the table's sort key. */
struct pl_infer_composed {
	size_t index;       /* 0: of the table */
	struct pl_str attribute;
	pl_infer_pieces pieces, whole; /* as of a layout */
	char delimiter;
};

/* One template to be written. */
struct pl_infer_layout {
	const struct pl_entity *entity;
	const char *name;
	pl_infer_pieces pieces;
	uint64_t keys;
	char delimiter;
	bool any_word;      /* the word that it is called by is one of many */
	bool rest;          /* labels, and what nobody knows */
	PL_VEC(struct pl_infer_composed) composed;
	/* The same where an attribute holds the whole of a segment, so that it is one value: u17 in place of u<n>. Empty: nowhere. */
	pl_infer_pieces whole;
};

enum { PL_INFER_WHOLES = 63 }; /* the bit of `taken_back` for those */

struct pl_infer {
	struct pl_arena *arena;
	const struct pl_result *result;
	const struct pl_keys *keys; /* the table */
	const struct pl_infer_types *types;
	struct pl_buf *out;
	PL_VEC(struct pl_infer_value) values;
	pl_infer_names field_names, entity_names;
	PL_VEC(struct pl_infer_layout) layouts;
	size_t unwritable, misspelt; /* entities left out */
	uint64_t unwritable_keys;
	char delimiter;             /* of most keys */
	struct pl_infer_layout partition;    /* of partition keys, when they are of one shape; else: */
	const char *partition_name; /* what takes any of them; NULL before the layouts are known */
	bool partition_unsaid;
	uint64_t taken_back;        /* a bit for each index (0: the table) of which nothing composed is written */
};

/* ---- names ---- */

/* As pl_infer_scalar(), to the file. */
void pl_infer_add_scalar(struct pl_infer *in, struct pl_str s, bool flow);
/*
 * Words put together: "ORDER#ITEM" is OrderItem or orderItem. Words that have small letters keep what they have. Empty: there is
 * no letter to begin with.
 */
char *pl_infer_camel(struct pl_infer *in, struct pl_str words, bool capital);
bool pl_infer_is_taken(const pl_infer_names *list, const char *name);
/* The name, with a number behind it when it is taken. */
const char *pl_infer_unique(struct pl_infer *in, pl_infer_names *list, const char *wanted);
/* Gives the value a name. */
void pl_infer_call(struct pl_infer *in, struct pl_infer_value *value, const char *wanted);
/* Names of the values that are written have no gaps. */
void pl_infer_name_again(struct pl_infer *in);
/* What a value is called when nothing labels it. */
const char *pl_infer_kind_name(enum pl_kind kind);
/* The unit of digits that count from 1970; of several the finest. PL_EPOCH_NONE: they are a number. */
enum pl_epoch pl_infer_epoch_of(const struct pl_field *field);
bool pl_infer_is_epoch(const struct pl_field *field);
const char *pl_infer_wanted_name(struct pl_infer *in, const struct pl_field *field);

/* ---- values ---- */

bool pl_infer_is_code(const struct pl_finding *finding, const char *code);
/* The worst that was said of a field, by one rule or (NULL) by any that looks at numbers. */
enum pl_level pl_infer_worst(const struct pl_infer *in, const struct pl_field *field, const char *code);
/* A label that is one letter away from a frequent one, or a key that is two in one, is no entity but a fault. */
bool pl_infer_is_misspelt(const struct pl_infer *in, const struct pl_entity *entity);
/* A column of which some values cannot be the ids that all look like, and nobody was told. */
bool pl_infer_only_looks_like(const struct pl_infer *in, const struct pl_field *field);
/* Digits of several widths that never decide about an order. */
bool pl_infer_is_digit_id(const struct pl_infer *in, const struct pl_field *field);
size_t pl_infer_count_of(struct pl_str s, char c);
/* The shape up to segment `n`, without the delimiter in front of that. */
struct pl_str pl_infer_shape_before(struct pl_str shape, char delimiter, unsigned n);
/* The shape of what stands in front of the field's segment. */
struct pl_str pl_infer_in_front_of(const struct pl_field *field);
bool pl_infer_is_told(const struct pl_infer *in, const struct pl_field *field, const char *code);
/* What was told of it is a guess: for what is declared it would be certain, or nothing at all. */
bool pl_infer_is_guess(const struct pl_infer *in, const struct pl_field *field);
/* Index of the value of a field, made when there is none; of words (no field) beside `spot`, or all that follows (neither). */
size_t pl_infer_value_of(struct pl_infer *in, const struct pl_field *field, const struct pl_field *spot, size_t at);

/* ---- words ---- */

bool pl_infer_is_delimiter(const struct pl_infer_layout *layout, const struct pl_infer_piece *piece);
/* Splits the pieces of a layout at its delimiter and puts values in place of literals that are no labels. */
void pl_infer_free_words(struct pl_infer *in, struct pl_infer_layout *layout, struct pl_str attribute);

/* ---- layouts ---- */

void pl_infer_choose_delimiter(struct pl_infer *in);
/* Frees what it holds. */
void pl_infer_forget(struct pl_infer_layout *layout);
/* Whether a template can hold the bytes. */
bool pl_infer_is_writable(struct pl_str s);
/* Whether it can stand in a comment as it is: a short text of letters, digits and signs. */
bool pl_infer_is_plain(struct pl_str s);
/* The value of which nothing is known at all. */
size_t pl_infer_value_of_rest(struct pl_infer *in);
/* A schema for the keys of one index, as if it were a table. */
struct pl_infer *pl_infer_begin(struct pl_arena *arena, const struct pl_result *result, const struct pl_infer_types *types,
				const struct pl_keys *keys);
/* The keys of an index of the table that were looked at; NULL: none were. */
const struct pl_keys *pl_infer_keys_of(const struct pl_infer *in, const struct pl_index *index);
/* Whether the index is written. */
bool pl_infer_has_index(const struct pl_infer *in, const struct pl_index *index);
/* Of a template that has `whole`, what is written of it. */
const pl_infer_pieces *pl_infer_written(const struct pl_infer *in, const pl_infer_pieces *pieces, const pl_infer_pieces *whole);
bool pl_infer_is_taken_back(const struct pl_infer *in, size_t index);
/* Whether a template that is written has the value. */
bool pl_infer_is_used(const struct pl_infer *in, size_t value);
/* All but the labels in front becomes a value that nobody knows. */
void pl_infer_leave_rest(struct pl_infer *in, struct pl_infer_layout *layout);
/* A layout for all other keys, of which there are so many. */
void pl_infer_add_open(struct pl_infer *in, uint64_t keys);
/* Names layouts that have none yet. */
void pl_infer_name_layouts(struct pl_infer *in);
/* Whether it has an unknown value. */
bool pl_infer_is_open(const struct pl_infer *in, const struct pl_infer_layout *layout);
/* Open layouts that differ in names only become one. */
void pl_infer_join_open(struct pl_infer *in);
void pl_infer_leave_unsaid(struct pl_infer *in, const struct pl_infer_layout *layout);
/* Where a key may be two in one (PL406), nothing is declared of keys of both kinds. */
void pl_infer_spread_to_halves(struct pl_infer *in);
/* Where PL405 told of a value, nothing is declared of what stands at its place in other keys. */
void pl_infer_spread(struct pl_infer *in);
void pl_infer_add_entity(struct pl_infer *in, const struct pl_entity *entity);
/* How all partition keys are composed, when they are of one shape. */
bool pl_infer_partition_layout(struct pl_infer *in, struct pl_infer_layout *out);
/* A name for what takes any partition key. */
const char *pl_infer_open_name(struct pl_infer *in, struct pl_str attribute);

/* ---- types ---- */

void pl_infer_add_count(struct pl_buf *out, uint64_t n);
void pl_infer_add_field(struct pl_infer *in, const struct pl_infer_value *v);

/* ---- writing ---- */

void pl_infer_add_names(struct pl_infer *in);
void pl_infer_add_entities(struct pl_infer *in);
void pl_infer_add_unwritable(struct pl_infer *in);

#endif
