/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the rules about queries ask and say alike. Included by rule.h.
 *
 * A query is judged against the entities it is meant for: those it names in
 * `returns`, or all whose keys may lie in its range. One finding of a rule is
 * enough for a query: the first entity that shows the fault stands for all.
 */
#ifndef PL_QUERY_H
#define PL_QUERY_H

#include "linter/schema/range.h"

struct pl_cx;
struct pl_field;
struct pl_query;

/* One end of a range. */
struct pl_bound {
	const struct pl_template *template; /* NULL: the range has no such end */
	const struct pl_pieces *pieces;
	bool upper;
};

/* The ends of a range, lower first; = and begins_with have one. Returns how many. */
size_t pl_bounds_of(const struct pl_query *query, struct pl_bound out[2]);

const struct pl_fit *pl_fit_at(const struct pl_reach *reach, const struct pl_bound *bound);

/* Whether the query has a condition on a sort key that is a string, and entities to judge it by. */
bool pl_query_has_range(const struct pl_query *query);

/* Where a template's own text begins in the schema, behind a quote. */
struct pl_pos pl_template_at(const struct pl_template *template);

/* Where the part of a bound stands with which it ends in a layout's keys, or leaves them. */
struct pl_pos pl_bound_at(const struct pl_reach *reach, const struct pl_bound *bound);

/* < <= > >= between, from/until. */
bool pl_query_is_comparison(const struct pl_query *query);

/* Whether the query is meant to return the entity: all are meant when it does not say. */
bool pl_query_wants(const struct pl_query *query, const struct pl_schema_entity *entity);

/* The n-th layout that lies in the range, is meant and not open (pl_template.open); NULL behind the last. */
const struct pl_reach *pl_query_reach(const struct pl_query *query, size_t n);

/*
 * The values that the range leaves free in a layout, in the order in which they
 * sort; for an index of several sort key attributes also those of the attributes
 * behind. Returns how many; at most `max` are written.
 */
size_t pl_query_free(const struct pl_query *query, const struct pl_reach *reach, const struct pl_part **out, size_t max);

/* > or >= a key in full, down to its last value: where a reader goes on from. */
bool pl_query_is_cursor(const struct pl_reach *reach, const struct pl_bound *bounds, size_t count);

/*
 * The first declared query whose rows depend on how the field's values are
 * sorted: its bounds lie in different ones, or it leaves the field free in
 * front of all others and somebody relies on the order: the field is
 * `ordered`, or the query says `order`, `wants` or `limit`. NULL: none.
 */
const struct pl_query *pl_query_across(struct pl_cx *cx, const struct pl_field *field);

/* Whether the layout's stored bytes fall while the value rises. */
bool pl_is_inverted(const struct pl_declared *field);

/* "query "list turns"", as the subject of a message. */
const char *pl_query_text(struct pl_cx *cx, const struct pl_query *query);

/* "<at>", for a message. */
const char *pl_part_text(struct pl_cx *cx, const struct pl_part *part);

/* How a template's keys look: "EVT#<at>#<eventId>". */
const char *pl_shape_text(struct pl_cx *cx, const struct pl_template *template);

/* A timestamp's form: "YYYY-MM-DDThh:mm:ss.SSSZ", "epoch-ms". */
const char *pl_format_text(struct pl_cx *cx, const struct pl_declared *field);

/* " (1,000 keys of the dump)", to end a message with; empty for 0. */
const char *pl_evidence_text(struct pl_cx *cx, uint64_t count);

/* "Order", "Order and Profile", "Order, Profile and 3 more". */
const char *pl_entities_text(struct pl_cx *cx, const struct pl_schema_entity *const *entities, size_t count);

/*
 * The bound with the last part of its timestamp, written out, one further:
 * "EVT#2024-04-01" for "EVT#2024-03-31"; *unit is "day". NULL: it cannot be told.
 */
const char *pl_next_part_text(struct pl_cx *cx, const struct pl_bound *bound, const struct pl_reach *reach,
			      const char **unit);

/* A key of the layout that goes on where the bound ends or leaves it. */
const char *pl_example_text(struct pl_cx *cx, const struct pl_bound *bound, const struct pl_reach *reach);

#endif
