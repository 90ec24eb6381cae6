/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Keys that are one value written in several ways, told byte by byte.
 *
 * Keys are fed in groups: those of one partition that are the same in their
 * plainest form, in byte order, each with its least place first.
 *
 *     0005   ┐
 *     0005   │ one group, two keys
 *     5      ┘
 *
 * A group counts for the field in which its first two keys differ first.
 */
#ifndef PL_PROOF_TWINS_H
#define PL_PROOF_TWINS_H

#include "linter/proof/walk.h"

struct pl_twin_groups;

struct pl_twin_groups *pl_twin_groups_new(const struct pl_walk *walk);
void pl_twin_groups_free(struct pl_twin_groups *groups);

/* A new group begins, of model->keys[i]. */
void pl_twin_groups_begin(struct pl_twin_groups *groups, size_t i, struct pl_str partition);
void pl_twin_groups_begin_partitions(struct pl_twin_groups *groups, size_t i);
void pl_twin_groups_add(struct pl_twin_groups *groups, struct pl_str key, struct pl_origin at);

/*
 * After the last key: what was found of a field of the model, sort key or
 * partition key, or (NULL) of model->keys[i] outside of fields; all of `out`
 * but the places.
 */
void pl_twin_groups_finish(struct pl_twin_groups *groups);
void pl_twin_groups_result(const struct pl_twin_groups *groups, size_t i, const struct pl_field *field,
			   struct pl_twins *out, struct pl_witness_origins *origins);

#endif
