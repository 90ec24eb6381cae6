/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields: the unit that rules judge.
 *
 *     index ── entity ── field        ORDER#<time>#p_<number>
 *                                           │          └ segment 3, label "p"
 *                                           └ segment 2, label "ORDER"
 *
 * A field is one segment (or one value inside a segment) of one entity's key,
 * reached from the left: the literals and kinds up to and including it. What
 * follows does not matter, so entities share fields. It has two halves, either
 * of which may be missing: what a schema declares and what the keys show.
 *
 * A *sort range* of a field is: same partition, same bytes before the field.
 * Walking a range in byte order, a value smaller than the one before is an
 * *order break*. Keys of a range without a value of the field are skipped.
 *
 * Everything here is plain data, made by the profile and the proof, owned by
 * the run's arena and never changed by a rule.
 */
#ifndef PL_PROFILE_FIELD_H
#define PL_PROFILE_FIELD_H

#include "linter/base/base.h"
#include "linter/base/fault.h"
#include "linter/key/mark.h"
#include "linter/key/number.h"
#include "linter/key/time.h"
#include "linter/key/value.h"
#include "linter/key/version.h"
#include "linter/schema/table.h"

struct pl_field;
struct pl_entity;
struct pl_declared;     /* schema/declared.h */
struct pl_schema_entity; /* schema/schema.h */
struct pl_schema_table;
struct pl_template;     /* schema/template.h */
struct pl_part;

/* Values of one width: `width` bytes, with or without a leading zero. */
struct pl_width {
	unsigned width;    /* digits, zeros included */
	bool zero;         /* starts with 0 and has more than one digit */
	uint64_t keys;
	struct pl_str least, greatest; /* by value */
	uint64_t negative; /* of the keys, with a sign in front of so many digits */
};

/* Values of one spelling. */
struct pl_form {
	struct pl_time_form form;
	uint64_t keys;
	uint64_t invalid;  /* of those, no such day or hour */
	struct pl_instant least, greatest; /* of the valid ones */
};

/* Two keys of one range whose byte order and value order differ. */
struct pl_witness {
	bool some;
	struct pl_str partition;      /* the partition key value */
	struct pl_str first, second;  /* whole sort key values; first stands before second by bytes */
	struct pl_str first_at, second_at; /* "path:line" */
	uint32_t from;                /* byte of both keys where the field's value begins */
};

/*
 * Numbers inverted in several ways, which an attribute of the same items shows: by itself no number
 * says what it was subtracted from. From the item sample.
 */
struct pl_sums {
	struct pl_str attribute;
	struct pl_str ways;           /* "1000000 and 9999999", ", and some are plain" */
	struct pl_witness witness;    /* two keys of one range of which the first has the lesser attribute, if there are */
	uint64_t first, second;       /* the attribute of each */
};

/* Weeks of ISO 8601 with the calendar's year, as an attribute of the same items shows. From the item sample. */
struct pl_week_years {
	struct pl_str attribute;
	size_t wrong;                    /* items */
	struct pl_witness witness;       /* two keys of one range in the wrong order; both the same: one that has the wrong year */
	struct pl_instant first, second; /* the attribute of each */
};

/* In which order the parts of a date stand, when it is not from coarse to fine. */
enum pl_fine_order {
	PL_FINE_PARTS,       /* in fields of their own */
	PL_FINE_DAY_FIRST,   /* 31122025 */
	PL_FINE_MONTH_FIRST, /* 12312025 */
	PL_FINE_UNDECIDED,   /* 05062025: one of the two */
	PL_FINE_YEAR_DAY,    /* 20253112, 2025-31-12 */
};

/* A date with a finer part in front of a coarser one. From the item sample. */
struct pl_fine_first {
	const struct pl_field *head; /* where it begins */
	enum pl_fine_order order;
	struct pl_witness witness;   /* two keys of one range of which the first has the later date, if there are */
};

/* Values of an older layout, of which rows stand in one range with rows of the present one. From the item sample. */
struct pl_older_rows {
	const struct pl_field *present;
	struct pl_witness witness; /* one key of each, in the wrong order, if there are */
};

/* How it is known that a field is in order, or that it is not. */
enum pl_order_state {
	PL_O_UNKNOWN,    /* not looked into: no rule asked */
	PL_O_ENCODING,   /* one width or one sortable form: byte order is value order */
	PL_O_ALONE,      /* no range holds two different values: it never decides order */
	PL_O_WALKED,     /* every range was walked, no break */
	PL_O_BROKEN,     /* at least one break; `witness` shows it */
};

enum { PL_MAX_SENTINELS = 4 };

/*
 * What walking every range of the field showed; exact. Sentinels are left out
 * of everything but `ranges`.
 */
struct pl_proof {
	enum pl_order_state state;
	uint64_t keys;            /* keys with a value that were walked */
	uint64_t ranges;          /* ranges with at least two different values */
	uint64_t ranges_all;      /* ranges with at least one value */
	uint64_t ranges_wrong;    /* ranges with at least one break */
	uint64_t breaks;          /* order breaks */
	struct pl_witness witness;

	/* Of the breaks those with a negative value in them, and the least of these and of the others. */
	uint64_t breaks_negative;
	struct pl_witness negative, plain;

	/* Numbers. W is pl_observed.padded_width. */
	uint64_t ranges_padded;   /* ranges that show a value with a leading zero */
	uint64_t narrow, narrow_mixed; /* keys narrower than W in padded ranges; of those, in ranges with two widths */
	uint64_t wide, wide_mixed;     /* keys wider than W in padded ranges; likewise */
	uint64_t bare, bare_mixed;     /* keys in ranges without a padded value; of those, in ranges with two widths */
	const struct pl_width *narrow_widths, *wide_widths, *bare_widths; /* the three groups by width */
	size_t nnarrow, nwide, nbare;
	uint64_t ranges_lengths;       /* ranges with values of two lengths, however they are written */
	uint64_t pairs, pairs_next;    /* neighbouring distinct values within ranges; of those, differing by exactly 1 */
	uint64_t distinct;             /* distinct values, summed over ranges */
	uint64_t longer, extends;      /* keys longer than the range's shortest; of those, extending a shorter value of the range */

	/* Times. */
	uint64_t ranges_precision; /* ranges with two precisions of one spelling */
	uint64_t ranges_format;    /* ranges with two spellings (layout, zone style, T or space …) */
	uint64_t ranges_offset;    /* ranges with two UTC offsets */
	uint64_t ranges_unit;      /* ranges with epochs of two units; of numbers such that have digits as epochs do, and no others */
	uint64_t no_value;         /* keys whose value cannot be read (no such day, day and month undecided) */

	struct pl_str sentinels[PL_MAX_SENTINELS]; /* values left out, e.g. "0" */
	uint64_t sentinel_keys;
	size_t nsentinels;
};

/*
 * Values that are odd in one way (key/mark.h). Those of a segment as a whole
 * stand with its first value.
 */
struct pl_marked {
	enum pl_mark mark;
	uint64_t keys;              /* exact */
	struct pl_witness example;  /* the least of them: both keys are that one */
};

/* Whether values rise with a time of the same items (the item sample). */
enum pl_rising { PL_RISING_UNKNOWN, PL_RISING_YES, PL_RISING_NO, PL_RISING_FALLS /* with time: inverted numbers do */ };

/* Two items of one partition whose partition key is made of different values of theirs. From the item sample. */
struct pl_mixed {
	struct pl_str composite;     /* "storeId + regNo", "org#team" */
	char separator;              /* 0: values stand side by side */
	struct pl_str first, second; /* of each item, "1 + 11" */
	struct pl_witness witness;   /* their sort keys */
};

/* A key that stands twice, checked byte by byte. */
struct pl_duplicate {
	uint64_t keys;              /* rows that share their key with another */
	uint64_t groups;            /* keys that stand more than once */
	struct pl_witness witness;  /* partition, first == second, two places */
};

/*
 * Ids that are much older than the time beside them, which in all other items
 * of the sample is the time of the id.
 */
struct pl_id_times {
	const struct pl_field *beside; /* where that time stands in the key; NULL: in the attribute `name` */
	struct pl_str name;
	uint64_t agree, older;         /* sampled items */
	struct pl_instant made, at;    /* of the witness: the time in the id, and the one beside it */
	struct pl_witness witness;     /* the least that is older: both keys are that one */
};

/* Ids of another kind at the same place, in the same ranges, of which at least one kind begins with its time. From the item sample. */
struct pl_id_mix {
	const struct pl_field *other;
	bool timed, other_timed;    /* which of the two do */
	struct pl_witness witness;  /* two keys of one range, one of each kind */
};

/* Different keys of one partition that are one value written in several ways. */
struct pl_twins {
	uint64_t keys;              /* keys that have a twin */
	uint64_t groups;            /* values that are written in several ways */
	struct pl_witness witness;  /* two keys that are one, in byte order */
};

/* What the keys show of a field. Counts are exact unless said otherwise. */
struct pl_observed {
	uint64_t keys;             /* keys that have the field */
	unsigned min_len, max_len; /* bytes of a value */
	double distinct;           /* different values; exact up to 1,024 */
	bool distinct_estimated;
	uint64_t ranges;           /* ranges with at least two different values; exact up to 1,024 */
	bool ranges_estimated;

	/* Numbers: PL_K_NUMBER, and the digits of the other number kinds; hex digits in lower case, without 0x. */
	const struct pl_width *widths; /* sorted by width, then zero */
	size_t nwidths;
	/*
	 * Hashes (pl_stats_hash()) of the values of all widths but the commonest, sorted. Of digits a value that is
	 * not among them is written in one way only. Not known: there are too many.
	 */
	const uint64_t *rare;
	size_t nrare;
	bool rare_known;
	unsigned padded_width;     /* W: the widest width with a leading zero; 0: no value is padded */
	struct pl_str least, greatest, second; /* by value; second: the greatest below the greatest */
	enum pl_epoch epoch;       /* the column is plausibly an epoch and no counter */
	bool epochs_beside;        /* widths from 9 digits on are epochs of several units, and shorter numbers stand beside them */
	bool epochs_mixed;         /* each width is, but of another unit than others; `epoch` is none, and it is walked as times */
	bool signed_values, fraction_values, exponents;
	bool commas, points;        /* of decimals: what stands in front of a fraction */
	bool grouped;               /* of decimals: some have their digits in groups, 1,234.50 */
	bool pieces;                /* likewise: some were lexed as several numbers, 1,234, so that records are not about it */
	uint64_t rounded;          /* keys with an integer above 2^53, when all such look as a double prints them */
	double rounded_distinct;   /* different ones among them; exact up to 8 */
	bool mixed_case;           /* PL_K_HEXNUMBER, PL_K_BASED: letters, or the x, in both cases */
	unsigned min_fraction, max_fraction; /* digits behind the point, of values that have one */

	/* Times: PL_K_TIMESTAMP. */
	const struct pl_form *forms; /* sorted by form bytes */
	size_t nforms;
	enum pl_day_order days;
	bool days_undecided;       /* D/M/Y or M/D/Y: no part above 12 was seen */
	struct pl_instant first, last;
	bool early_times;          /* an instant before 1990 that is none of an unset clock (key/mark.h) */
	int64_t grid;              /* greatest common divisor of the instants, in seconds; 0: one instant, or fractions */

	struct pl_version_widths version; /* PL_K_VERSION */

	/* PL_K_DURATION. */
	bool clocked;              /* one has hours, minutes or seconds */
	uint64_t longest;          /* whole seconds of the longest that has no years and months, its fraction left out */

	/* Bytes. */
	bool upper, lower;         /* letters seen */
	bool blank;                /* a space, tab or control at an end of a value; of numbers: blanks fill them up to one width */
	unsigned least_byte;       /* of all values; 255: not known, as of numbers and times */
	uint64_t follows[4];       /* set of the bytes seen directly behind the value */
	bool at_end;               /* seen at the end of a key */
	uint64_t uuids[16];        /* PL_K_UUID: keys by version */
	const struct pl_marked *marks; /* by mark; pl_marked_as() */
	size_t nmarks;

	/*
	 * Inverted numbers (the item sample): bit f for each form of key/mirror.h that is seen, bit 0 for plain
	 * times beside them; 0: none is inverted. Or the attribute whose values and these add up to `sum`.
	 */
	unsigned mirrors;
	struct pl_str mirrored, sum; /* empty: no such attribute */
	bool low_crowded;            /* numbers: the two least lie closer together than 1 % of the mean distance */
	bool sum_is_max;             /* `sum` is one that people take to subtract from: 999999, not 240 */
	const struct pl_sums *sums;  /* or to several sums; NULL: not so */

	const struct pl_fine_first *fine_first; /* each field that is a part of the date has it; NULL: none */
	const struct pl_older_rows *older;      /* NULL: of no older layout, or it meets no present one of another length */
	const struct pl_week_years *week_years; /* NULL: none is seen */
	const struct pl_id_mix *const *mixes; /* with the fields behind it in pl_keys.fields */
	size_t nmixes;
	const struct pl_id_times *id_times; /* ids of a table's sort keys; NULL: none contradicts another time */

	bool reference;            /* the same label and numbers stand in partition keys */
	enum pl_rising rising;

	/* From the records (pass 1): only when `last_everywhere`. */
	bool last_everywhere;      /* in every key that has it, it is the last value */
	uint64_t least_gap;        /* nanoseconds between the closest two instants of one range; UINT64_MAX: none */

	struct pl_twins twins;     /* keys that differ first in how a value of the field is written (pass 2) */

	const struct pl_proof *proof; /* never NULL */
};

/* The values of a column, which is observed, that have a mark; NULL: none. */
static inline const struct pl_marked *pl_marked_as(const struct pl_observed *observed, enum pl_mark mark)
{
	for (size_t i = 0; i < observed->nmarks; i++)
		if (observed->marks[i].mark == mark)
			return &observed->marks[i];
	return NULL;
}

/* Whether any of its times is an instant. Without one (no year, no such day) nothing of them is compared. */
static inline bool pl_some_instant(const struct pl_observed *observed)
{
	for (size_t i = 0; i < observed->nforms; i++)
		if (observed->forms[i].invalid < observed->forms[i].keys)
			return true;
	return false;
}

/* A place in the keys. */
struct pl_field {
	const struct pl_keys *keys; /* the table or index it belongs to */
	struct pl_str attribute;    /* "SK" */
	unsigned segment;           /* from 1 */
	unsigned part;              /* from 1 when the segment holds several values, else 0 */
	enum pl_kind kind;
	const struct pl_entity *entity; /* the shortest entity that has the field */
	struct pl_str shape;        /* the shape up to and including it: "EVT#<time>" */
	struct pl_str path;         /* identity for fingerprints: literals and '*', "EVT#*" */
	const struct pl_field *before; /* the nearest field to its left on the path; NULL */

	struct pl_str name;         /* what the schema calls it, "at"; empty: no schema declares it */
	struct pl_pos at;           /* its placeholder in the schema; no path when `name` is empty */

	struct pl_str label;        /* the words it is labelled with: "ORDER", "v", "zip"; empty */
	struct pl_str above;        /* without a label in front of its segment: the words of the segment directly in front; empty */
	bool label_glued;           /* the label stands in the same segment: v12, zip_02108 */
	bool glued_names;           /* many words stand in front of it in its segment, in lower case: ann17, ben3 */
	bool in_code;               /* letters that differ from key to key are glued behind it: 298bek, 54jgcy */
	bool in_word;               /* several letters in each key: 51ijga, but not 12a */
	bool literal_after;         /* literal words follow, in its segment or deeper in some key */
	bool value_after;           /* another value follows deeper in some key */
	bool whole_key;             /* the field is the whole sort key of its entity */

	/*
	 * As the placeholder has it: the declared field with its own width or encoding laid over. NULL: no
	 * schema says anything. A type that the schema does not state (pl_declares(PL_FO_TYPE)) is no
	 * promise: `kind` is then what the keys show.
	 */
	const struct pl_declared *declared;
	const struct pl_observed *observed; /* NULL: no dump, or no key in it has the field */
	uint32_t number;            /* index in pl_model.fields */
};

/* The kind as which its ranges are walked: digits that count several units of time are times. */
static inline enum pl_kind pl_walked_kind(const struct pl_field *field)
{
	return field->observed && field->observed->epochs_mixed ? PL_K_TIMESTAMP : field->kind;
}

/* A word that stands at some place. */
struct pl_word {
	struct pl_str text;
	uint64_t keys;
	bool label;                 /* a literal of shapes; else one of the values of a column of words */
	const struct pl_marked *marks; /* of a label; those of values stand with their field */
	size_t nmarks;
};

/* The words that stand at one place, behind the same labels and kinds. Only places with any have one. */
struct pl_vocabulary {
	struct pl_str attribute;
	unsigned segment;           /* from 1 */
	struct pl_str before;       /* the shape of what stands in front: "ORDER#<time>"; empty at the front of the key */
	struct pl_str path;         /* the same for fingerprints */
	const struct pl_word *words; /* by bytes */
	size_t nwords;
	bool whole;                 /* these are all of them; false: there were too many, and they are not counted */
	uint64_t others;            /* keys with something else than a word there */
	bool cases_meet;            /* two that differ in letter case alone stand in one partition (the item sample) */
};

/* A kind of row: what keys of one shape have in common. */
struct pl_entity {
	const struct pl_keys *keys_of;
	struct pl_str name;         /* its literals ("EVT"), or its shape when it has none; as the schema calls it */
	struct pl_str shape;        /* "EVT#<time>#<ulid>"; of a declared one the template */
	uint64_t keys;
	const struct pl_schema_entity *declared; /* NULL: learned from the keys */
	const struct pl_template *template; /* of the sort key, the one its keys fit; NULL likewise */
	bool legacy;                /* that is an older layout: its rows are counted apart */
	struct pl_pos at;           /* of the template; no path when learned */
	const struct pl_field *const *fields; /* left to right */
	size_t nfields;
	bool tail;                  /* more segments follow than were told apart ("…") */
	const struct pl_witness *examples; /* learned, and no more than 3 keys: all of them, the least first; each is both keys */
	size_t nexamples;
};

/* Rare keys that read as two, one written behind the other: ORDER#17ORDER#18. */
struct pl_glued {
	const struct pl_entity *entity; /* all its keys are such; its examples are all of them */
	struct pl_str left, right;  /* the labels of both */
	uint64_t common;            /* keys that are like the half of which there are fewer */
};

/* A source attribute of composite keys whose values hold the delimiter. */
struct pl_holder {
	struct pl_str attribute;
	unsigned segment;           /* of the sort key, where its value begins as long as no other holds the delimiter */
	bool last;                  /* nothing stands behind it: the key can be split all the same */
	uint64_t keys;              /* rows whose value holds it */
	struct pl_witness witness;  /* one of them: both keys are that one */
};

/* A value in declared keys and the attribute that `from` says it is made of. */
struct pl_drift {
	const struct pl_schema_entity *entity;
	const struct pl_part *part; /* schema/template.h: its placeholder */
	struct pl_str attribute;    /* of the key */
	uint64_t rows;              /* that have the value and the attribute */
	uint64_t keys;              /* of those, rows in which they differ */
	struct pl_witness witness;  /* one of them: both keys are that one; of a partition key the partition alone counts */
};

/* A value in keys and the attribute it seems to be made of, by the item sample. */
struct pl_likeness {
	struct pl_str attribute, source; /* of the key; of the item */
	unsigned segment, part;     /* from 1; part 0: the segment as a whole */
	struct pl_str shape;        /* the keys: "STATUS#<status>#*" */
	uint64_t same, other;       /* sampled items in which they are one (at least 99 %), and in which they are not */
	struct pl_str value;        /* what the attribute is beside the witness: printable ASCII */
	struct pl_witness witness;  /* the least that differs: both keys are that one, of a partition key the partition alone */
};

enum pl_misfit_kind {
	PL_MISFIT_KEY,   /* the items are the entity by `match`, but their keys fit none of its templates, nor others */
	PL_MISFIT_CLAIM, /* the keys fit one of its templates, but `match` says that the items are none of it */
	PL_MISFITS,
};

/* Keys of no declared entity that all the same name one. */
struct pl_misfit {
	const struct pl_schema_entity *entity;
	enum pl_misfit_kind kind;
	uint64_t keys;
	struct pl_witness witness;  /* the least of them: both keys are that one */
};

/* Keys of no declared entity that would be of one if a value might hold the delimiter; no misfits. */
struct pl_delimited {
	const struct pl_field *field; /* the value */
	uint64_t keys;
	uint64_t proven;            /* of those, in which the attribute that it is made of (`from`) holds the delimiter */
	bool last;                  /* nothing of the layout stands behind it */
	struct pl_witness witness;  /* the least, of the proven ones when there are any: both keys are that one */
};

/*
 * Keys in which a value or literal stands in another letter case than declared. With such a literal they fit no
 * entity, but would if it were written as it is declared.
 */
struct pl_recased {
	const struct pl_field *field; /* the value in sort keys; NULL: in partition keys, or a literal */
	const struct pl_part *part; /* the value; NULL: a literal */
	struct pl_str text;         /* the literal, with the delimiters next to it */
	struct pl_str attribute;
	struct pl_str path;         /* for fingerprints */
	struct pl_pos at;           /* of the value or of the template */
	uint64_t keys;
	struct pl_witness witness;  /* the least: both keys are that one */
};

/* Keys that fit no declared entity. */
struct pl_unknown {
	uint64_t keys;              /* misfits, delimited and recased ones among them */
	struct pl_witness witness;  /* the least that is none of these: both keys are that one */
	const struct pl_misfit *misfits; /* by entity, then kind */
	size_t nmisfits;
	const struct pl_delimited *delimited;
	size_t ndelimited;
};

/* What DynamoDB says of the length of a key: a partition key has 1 to 2,048 bytes, a sort key 1 to 1,024. */
enum { PL_PARTITION_BYTES = 2048, PL_SORT_BYTES = 1024 };
enum pl_size {
	PL_SIZE_EMPTY,   /* refused */
	PL_SIZE_NEAR,    /* more than 80 % of the limit */
	PL_SIZE_OVER,    /* refused */
	PL_SIZES,
};

/* The keys of one such length; numbers have none. */
struct pl_sized {
	uint64_t keys;
	uint64_t longest;           /* bytes of the longest key that is near the limit or over it */
	struct pl_witness example;  /* the shortest of them: both keys are that one, of a partition key the partition alone counts */
};

enum { PL_HEAVIEST = 3 };

/* One of the partitions that hold the most items: about, by counts that other partitions share, and a sample. */
struct pl_heavy {
	double items;
	double bytes;               /* as DynamoDB counts them */
	double collected;           /* with its copies in local indexes */
	struct pl_witness example;  /* one of its items: both keys are that one */
};

struct pl_watch_spec; /* watch.h */

/* What became of one of the user's own patterns on the keys of a table or index. */
struct pl_watched {
	const struct pl_watch_spec *spec;
	struct pl_str attribute;    /* the key that was tried */
	uint64_t keys;              /* keys it was tried on */
	uint64_t wrong;             /* of those, keys on which it found what it forbids, or not what it requires */
	uint64_t stuck;             /* of those, keys on which it met its limits */
	bool given_up;              /* too often: it was tried no more, and the counts are those until then */
	struct pl_witness example, stuck_example; /* the least wrong key and the least stuck one: both keys are that one */
};

/* A table or index and what its keys show. */
struct pl_keys {
	const struct pl_table *table;
	const struct pl_index *index; /* names and types (schema/table.h) */
	struct pl_str table_name, index_name; /* empty when unknown; index_name is empty for the table */
	const struct pl_schema_table *schema; /* NULL: no schema */
	struct pl_str pk, sk;       /* attribute names; sk empty: no sort key */
	/*
	 * An index of several attributes: `pk` is the first of its partition, `sk` the sort attribute number `rank` from 0,
	 * and each string one has keys of its own (struct pl_sorting). Partitions are then those of what is equal, joined
	 * (key/joined.h). What the index has as a whole is counted with rank 0. So have the further attributes of the
	 * partition: `pk` is then such a one, and there is nothing else (pl_is_part()).
	 */
	unsigned rank;
	bool goes_on;               /* a further sort attribute follows */
	bool observed;              /* a dump was read; false: declared only, all counts are 0 */
	bool ordered;               /* the sort key is a string: order rules apply */
	/*
	 * What the keys' values are, as declared, else most of them: 'S', 'N', 'B'; 0 where nobody says, or there is no such
	 * key. Of an index of several attributes that of the first of its partition, and of `sk`.
	 */
	char pk_type, sk_type;
	uint64_t keys;              /* items that are in it */
	double partitions;
	bool partitions_estimated;
	const struct pl_entity *const *entities; /* most keys first */
	size_t nentities;
	const struct pl_field *const *fields; /* sort key fields */
	size_t nfields;
	/* Of partition keys: nothing of order or ranges is observed. Numbered apart: index in pl_model.partition_fields. */
	const struct pl_field *const *partition_fields;
	size_t npartition_fields;
	const struct pl_entity *partition; /* what all partition keys look like; NULL: there are several shapes, or more than was told apart */
	const struct pl_vocabulary *vocabularies; /* of both keys */
	size_t nvocabularies;
	uint64_t wrong_type, missing; /* items whose key attribute has another type / is not there (table only) */
	uint64_t whole, half;       /* an index: items with all its key attributes; with all but one */

	struct pl_sized partition_sizes[PL_SIZES], sort_sizes[PL_SIZES];
	struct pl_heavy heaviest[PL_HEAVIEST]; /* those with at least 5 % of the items, the heaviest first */
	size_t nheaviest;
	double bytes;               /* of all its items, about, by a sample; 0: not known */

	bool templates;             /* the schema has templates for its keys: `unknown` counts */
	struct pl_unknown unknown;
	const struct pl_recased *recased;
	size_t nrecased;
	uint64_t legacy;            /* keys of older layouts */

	const struct pl_glued *glued; /* of learned entities, in their order */
	size_t nglued;

	const struct pl_drift *drifts; /* values with `from`, by entity and place */
	size_t ndrifts;
	const struct pl_likeness *likenesses; /* values that an attribute of the item seems to give */
	size_t nlikenesses;

	struct pl_duplicate duplicate; /* the same key twice (the table itself only) */
	uint64_t ties;              /* an index: rows that share their index key with another (candidates) */
	struct pl_duplicate collision; /* one composite made of different source attributes */
	const struct pl_watched *watched; /* patterns of the user's own that are about it, in their order */
	size_t nwatched;
	struct pl_str composite;    /* how the sort key is composed, "customer#order"; empty: unknown */
	char composite_separator;   /* 0: values stand side by side, "customer + order" */
	bool composite_open;        /* that is its front alone, "name#…" */
	bool composite_split;       /* some sort key has more segments than that, or a value in its front has the separator */
	const struct pl_mixed *mixed; /* a partition key made of different values; NULL: none is seen */
	uint64_t composed;          /* rows whose sort key is what its sources give (pass 2, when some are split) */
	const struct pl_holder *holders; /* sources that hold the separator in some of those rows; by place in the key */
	size_t nholders;

	bool may_compose;           /* some sort key may not be in Unicode's composed form */
	struct pl_twins twins;      /* sort keys that differ in the form of their text, outside of fields */
};

/* Whether it is one of the partition attributes behind the first, by itself. */
static inline bool pl_is_part(const struct pl_keys *keys)
{
	return keys->rank >= PL_RANK_PARTS;
}

/* Whether it is a value of partition keys, not of sort keys. */
static inline bool pl_is_of_partition(const struct pl_field *field)
{
	return pl_str_eq(field->attribute, field->keys->pk);
}

#endif
