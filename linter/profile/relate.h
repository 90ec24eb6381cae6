/* SPDX-License-Identifier: Apache-2.0 */
/*
 * What the values of a field have to do with the rest: with the times of the
 * same rows, with the partition keys, and with the attributes they are made of.
 */
#ifndef PL_PROFILE_RELATE_H
#define PL_PROFILE_RELATE_H

#include "linter/profile/inside.h"
#include "linter/profile/model.h"
#include "linter/profile/observe.h"
#include "linter/profile/specimen.h"
#include "linter/profile/spot.h"

/* Whether the numbers of `field`, of model->keys[i], rise with a time of the same items of the sample. */
enum pl_rising pl_rising_of(const struct pl_model *model, size_t i, const struct pl_profile *profile,
			    const struct pl_column *column, const struct pl_field *field);

/* Whether the numbers of the field are inverted: pl_observed.mirrors, .mirrored, .sum, .sums and the like are set in `out`. */
void pl_mirrors_of(struct pl_arena *arena, const struct pl_model *model, size_t i, const struct pl_profile *profile,
		   const struct pl_column *column, const struct pl_field *field, struct pl_observed *out,
		   pl_unplaced_list *places);

/* Whether values of an older layout stand among those of the present one; in `arena`, NULL: they do not. */
const struct pl_older_rows *pl_older_rows_of(struct pl_arena *arena, const struct pl_model *model, size_t i,
					     const struct pl_profile *profile, const struct pl_column *column,
					     const struct pl_field *field, pl_unplaced_list *places);

/* Whether weeks of the field have the calendar's year instead of their own; in `arena`, NULL: not that it shows. */
const struct pl_week_years *pl_week_years_of(struct pl_arena *arena, const struct pl_model *model, size_t i,
					     const struct pl_profile *profile, const struct pl_column *column,
					     const struct pl_field *field, pl_unplaced_list *places);

/* The date whose parts are `parts`, a finer one in front of a coarser one, and two keys that this puts in the wrong order. */
const struct pl_fine_first *pl_fine_parts_of(struct pl_arena *arena, const struct pl_model *model, size_t i,
					     const struct pl_profile *profile, const struct pl_column *column,
					     const struct pl_date_part *parts, size_t nparts, pl_unplaced_list *places);

/* Whether the values of the field are dates with the day or month in front, or day and month the other way round; NULL: no. */
const struct pl_fine_first *pl_fine_values_of(struct pl_arena *arena, const struct pl_model *model, size_t i,
					      const struct pl_profile *profile, const struct pl_column *column,
					      const struct pl_field *field, pl_unplaced_list *places);

/* Whether the fields hold ids of two kinds at one place. */
bool pl_ids_may_mix(const struct pl_field *a, const struct pl_field *b);

/* How the ids of `other` stand among those of `field`, which may mix; NULL: they do not, or it is no fault. */
const struct pl_id_mix *pl_id_mix_of(struct pl_arena *arena, const struct pl_model *model, size_t i, const struct pl_profile *profile,
				     const struct pl_column *column, const struct pl_field *field, const struct pl_field *other,
				     pl_unplaced_list *places);

/* Ids of sampled items that are much older than a time of the same items; see id_times.c. */
struct pl_seen_id_times {
	const struct pl_field *field;    /* where that time stands in the key; NULL: in the attribute `name` */
	struct pl_str name;
	size_t agree, older;             /* items in which the two are one, and in which the id is older */
	struct pl_specimen differ;       /* the least of these, */
	struct pl_instant made, beside;  /* and its two times */
};

/*
 * Whether ids of `field`, of the sort key of model->keys[0], contradict another time. `out` is filled when
 * they do; its name is good as long as the profile, and its specimen is to be released.
 */
bool pl_id_times_of(const struct pl_model *model, const struct pl_profile *profile, const struct pl_column *column,
		    const struct pl_field *field, struct pl_seen_id_times *out);

/* Whether two of the words that differ in letter case alone stand in one partition of the sample. */
bool pl_cases_meet(const struct pl_profile *profile, const struct pl_column *column, const struct pl_vocabulary *words);

/* A labelled number of partition keys. */
struct pl_labelled {
	struct pl_str label;
	struct pl_stats *stats;
};

/* Whether enough numbers of the sample of `stats` stand behind that label in partition keys too. */
bool pl_is_reference(struct pl_str label, struct pl_stats *stats, const struct pl_labelled *labelled, size_t n);

/* How the sort keys of a column are composed by its sampled items. The names are good as long as the profile. */
struct pl_composite pl_composed_of(const struct pl_profile *profile, const struct pl_column *column);

/* Two sampled items of one partition whose partition key is made of different values; `first` NULL: there are none. */
struct pl_mixed_partition {
	struct pl_composite composite;
	const struct pl_sampled *first, *second; /* by sort key */
};
struct pl_mixed_partition pl_mixed_partition_of(const struct pl_profile *profile, const struct pl_column *column);

/* A value in sampled keys and the attribute of the same items that it is made of. */
struct pl_seen_likeness {
	struct pl_str attribute, source; /* of the key; of the item */
	unsigned segment, part;          /* from 1; part 0: the segment as a whole */
	struct pl_buf group;             /* the keys, as "STATUS#<>#*": "<>" is the value */
	size_t same, other;              /* sampled items in which they are one, and in which they are not */
	struct pl_specimen differ;       /* the least of these, */
	struct pl_str value;             /* and what the attribute is there: printable ASCII */
};
typedef PL_VEC(struct pl_seen_likeness) pl_likenesses;

/*
 * Adds those of both keys of model->keys[i] that hold in at least 99 % of at
 * least 100 sampled items. Names and values are good as long as the profile.
 */
void pl_likenesses_of(const struct pl_model *model, size_t i, const struct pl_profile *profile,
		      const struct pl_column *column, pl_likenesses *out);
void pl_likenesses_release(pl_likenesses *all);

#endif
