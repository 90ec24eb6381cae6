/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Rules: one file each in rules/, which includes this header and no other.
 *
 * A rule judges a field, an entity's whole key, or a table or index. It is
 * handed what is declared and what is observed and reports findings; it never
 * walks, opens, parses or prints, and it keeps no state: rules are const and
 * two runs in one process must not meet.
 */
#ifndef PL_RULE_H
#define PL_RULE_H

#include "linter/base/unicode.h"
#include "linter/finding.h"
#include "linter/key/duration.h"
#include "linter/key/mirror.h"
#include "linter/key/number.h"
#include "linter/key/same.h"
#include "linter/key/time.h"
#include "linter/key/value.h"
#include "linter/profile/field.h"
#include "linter/proof/answer.h"
#include "linter/schema/range.h"

enum pl_scope {
	PL_FIELD,  /* each field of each sort key */
	PL_ENTITY, /* each entity: a sort key as a whole */
	PL_KEYS,   /* each table and index */
	PL_QUERY,  /* each query that a schema declares */
};

/* A declared query: what it asks and what keys it can give. */
struct pl_query {
	const struct pl_schema_table *table;
	const struct pl_schema_query *declared;
	const struct pl_keys *keys;             /* what it reads: the table or an index */
	const struct pl_expression *expression; /* its conditions, bound, however they are written */
	const struct pl_range *range;
	const struct pl_answer *answer;         /* what the keys say of it; zeros: no dump, or no rule doubted it */
};

/* An option of a rule, set in rules.yaml or padlint.yaml. */
enum pl_option_type { PL_OPT_NUMBER, PL_OPT_PERCENT, PL_OPT_YEARS, PL_OPT_BOOL };

struct pl_option {
	const char *name;        /* NULL ends the list */
	enum pl_option_type type;
	double value;            /* default: 0.10 for 10 %, 1 for true */
	const char *help;
};

/* What the lines of a rule's examples are. */
enum pl_examples {
	PL_EX_KEYS,   /* sort keys of one partition */
	PL_EX_ITEMS,  /* items in DynamoDB JSON, one a line; the keys are PK and SK, those of an index GSI1PK and GSI1SK */
	PL_EX_SCHEMA, /* a keys.yaml, line by line */
};

/* Rows that are compared for their own sake, not for the order of a field. */
enum pl_wish {
	PL_WISH_REPEATS = 1, /* rows of one key; composites that are one and come from different sources */
	PL_WISH_HOLDERS = 2, /* composites of which a source holds the separator */
};

struct pl_cx;

struct pl_rule {
	const char *code, *name, *since;
	const char *summary;     /* one line */
	const char *why;         /* what goes wrong, with bytes */
	const char *fix;         /* the remedy in general */
	const char *blind;       /* what it does not look at */
	const char *source;      /* where the fact comes from; needed for level error */
	enum pl_scope scope;
	enum pl_level level;     /* the highest it reports; the default in rules.yaml */
	const struct pl_option *options; /* NULL: none */
	/* Lines, NULL-terminated. The tests run them: the rule reports `bad`, and nothing loud of `good`. */
	const char *const *bad, *const *good;
	const char *const *given; /* lines in front of both; NULL: none */
	enum pl_examples examples;

	/*
	 * PL_FIELD: it judges the fields of partition keys, too; they have no order. PL_KEYS: it judges how partition keys are
	 * written, and so each further partition attribute of an index by itself (pl_is_part()).
	 */
	bool partition_keys;

	/* Whether the rule has anything to judge here; counted in the verdict. */
	bool (*applies_field)(const struct pl_field *field);
	bool (*applies_entity)(const struct pl_entity *entity);
	bool (*applies_keys)(const struct pl_keys *keys);
	bool (*applies_query)(const struct pl_query *query);
	/*
	 * Whether the ranges of the field must be walked: could the rule, with
	 * any outcome of the walk, report a warning or more? Decided from pass 1
	 * (observed, without proof beyond PL_O_ENCODING and PL_O_ALONE). NULL: never.
	 */
	bool (*wants_proof)(struct pl_cx *cx, const struct pl_field *field);
	/*
	 * How two keys of pass 1 may be one value written twice, for keys that are
	 * compared in pass 2 (pl_observed.twins). `field` NULL: in the text between
	 * values. PL_SAME_BYTES: not at all. NULL: never asked for.
	 */
	enum pl_same (*wants_twins)(struct pl_cx *cx, const struct pl_keys *keys, const struct pl_field *field);
	/*
	 * Whether what it reports of a query is to be held against the keys of a
	 * dump: the query is judged once without an answer, and asked when there
	 * is something to report.
	 */
	bool wants_answer;
	/* Which rows pass 2 has to compare whole, where pass 1 gives reason to: a set of enum pl_wish. */
	unsigned wishes;
	void (*check_field)(struct pl_cx *cx, const struct pl_field *field);
	void (*check_entity)(struct pl_cx *cx, const struct pl_entity *entity);
	void (*check_keys)(struct pl_cx *cx, const struct pl_keys *keys);
	void (*check_query)(struct pl_cx *cx, const struct pl_query *query);
};

/* All rules, by code (rules/rules.def). */
extern const struct pl_rule *const pl_rules[];
extern const size_t pl_rule_count;
/* By code or name; NULL. */
const struct pl_rule *pl_rule_find(struct pl_str name);

/* A schema for examples of queries: events of an actor by time. `queries:` is its last line. */
extern const char *const pl_audit_example[];

/* ---- what a rule may ask of the run ---- */

/* The value of an option of the rule that is being asked. */
double pl_option(struct pl_cx *cx, const char *name);

/* Whether another rule is switched on. */
bool pl_rule_on(struct pl_cx *cx, const char *code);

/* Text that lives as long as the result. */
const char *pl_text(struct pl_cx *cx, const char *format, ...) PL_PRINTF(2, 3);

/* A count with thousands separators: "1,000,000". */
const char *pl_count(struct pl_cx *cx, uint64_t n);

/* "1 key", "1,000 keys": the plural is the word and an s. */
const char *pl_counted(struct pl_cx *cx, uint64_t n, const char *word);

/* Whether the texts of findings must hold no value of the keys or items that were read (--mask). */
bool pl_masked(const struct pl_cx *cx);

/* The reference time for horizons, seconds since 1970 (export time, else the greatest time seen); false: none. */
bool pl_reference_time(struct pl_cx *cx, int64_t *seconds);

/*
 * Is the number ordered at all? The ladder of docs/design/ladder.md, one pure
 * function. `certain`: an order break is an error; `inferred`: a warning;
 * `unlikely`: info. PL_ORDERED_NO: not a number, or a key of type N or B.
 * `why` names the step, for the message ("the label ZIP is a code").
 * `optimistic`: facts that only the walk gives (density) are taken at their worst.
 */
enum pl_ordered { PL_ORDERED_NO, PL_ORDERED_UNLIKELY, PL_ORDERED_INFERRED, PL_ORDERED_CERTAIN };
struct pl_ordered_verdict {
	enum pl_ordered ordered;
	const char *why;
};
struct pl_ordered_verdict pl_is_ordered(struct pl_cx *cx, const struct pl_field *field, bool optimistic);

/* Whether the label of a number says that it is a code (ZIP, phone, isbn …): 007 and 7 are two of them. */
bool pl_is_code(struct pl_cx *cx, const struct pl_field *field);

/*
 * Whether the label in front of the value names a code or an identifier (ZIP,
 * isbn, customerId), so that nobody reads it for its order. For kinds that the
 * ladder does not speak of.
 */
bool pl_names_code(struct pl_cx *cx, const struct pl_field *field);

/*
 * Reports a finding about a field, entity or index. The rule fills level,
 * message, why, fix, widths, witness, counts.keys_wrong and whatever differs
 * from the usual; places, the other counts, the fingerprint and the configured
 * level are filled here.
 */
void pl_report_field(struct pl_cx *cx, const struct pl_field *field, struct pl_finding finding);
void pl_report_entity(struct pl_cx *cx, const struct pl_entity *entity, struct pl_finding finding);
void pl_report_keys(struct pl_cx *cx, const struct pl_keys *keys, struct pl_finding finding);
/* The place is that of the bound or option at fault when the rule names it, else the query's. */
void pl_report_query(struct pl_cx *cx, const struct pl_query *query, struct pl_finding finding);

/*
 * A number for pl_finding.fingerprint that two names make, in either order:
 * for findings about a pair, or about something else than a field or entity.
 */
uint64_t pl_subject(struct pl_str a, struct pl_str b);

/* Whether a rule of a lower code has reported a warning or more about the table or index. */
bool pl_reported(const struct pl_cx *cx, const struct pl_keys *keys);

#include "linter/date_parts.h"
#include "linter/remedy.h"
#include "linter/query.h"
#include "linter/time_pair.h"

#endif
