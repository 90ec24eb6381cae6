/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Configuration: levels, options and word lists, from the built-in rules.yaml
 * and over it a project's padlint.yaml or --rules FILE.
 */
#ifndef PL_CONFIG_H
#define PL_CONFIG_H

#include "linter/base/arena.h"
#include "linter/base/base.h"
#include "linter/base/error.h"
#include "linter/base/pattern.h"
#include "linter/finding.h"
#include "linter/profile/watch.h"
#include "linter/rule.h"

enum { PL_MAX_OPTIONS = 8 };

struct pl_rule_config {
	enum pl_level level;            /* PL_OFF: not run. Equal to the rule's own: the evidence decides */
	double option[PL_MAX_OPTIONS];  /* parallel to pl_rule.options */
};

/* Words that labels are searched for, or one pattern that is. */
struct pl_words {
	const struct pl_str *word; /* lower case */
	size_t count;
	struct pl_pattern *pattern; /* in place of words; NULL: words */
};

/* Findings that the user accepts, with the reason. */
struct pl_ignore {
	const struct pl_rule *rule;
	struct pl_str table, entity;    /* empty: any; an entity by name or shape */
	unsigned segment;               /* 0: any */
	struct pl_str until;            /* "2027-01-31", the last day it holds; empty: for ever */
	int64_t until_seconds;          /* the end of that day, seconds since 1970 */
	struct pl_str reason;           /* never empty */
	struct pl_pos at;
	bool comment;                   /* it stands in a schema and is about what is declared in its line */
};

/* A pattern of the user's own: a rule PL9xx that configuration makes. */
struct pl_own {
	struct pl_rule rule;            /* its level is what is reported */
	struct pl_watch_spec watch;
	const char *message;            /* what the user says of a key that is wrong */
	struct pl_pos at;
};

struct pl_config {
	const char *path;               /* the file read; NULL: built-in only */
	unsigned ruleset;
	enum pl_level fail_on;          /* PL_OFF: never */
	struct pl_rule_config *rules;   /* parallel to pl_rules */
	struct pl_words code_labels, order_labels;
	const struct pl_own *own;       /* by code */
	size_t nown;
	const struct pl_ignore *ignores;
	size_t nignores;
};

/* A pattern of the user's own by the code or name of its rule; NULL. */
const struct pl_own *pl_config_own(const struct pl_config *config, struct pl_str name);

/* All rules by code: the built-in ones and behind them the user's own. In `arena`. */
const struct pl_rule *const *pl_config_rules(struct pl_arena *arena, const struct pl_config *config, size_t *count);

/* The built-in defaults. */
void pl_config_default(struct pl_arena *arena, struct pl_config *out);

/*
 * Reads a configuration file over `config`. Anything unknown (key, rule,
 * option, level, type) is an error with file:line:column and the nearest right
 * word; all errors of the file are listed, one a line, in `error`.
 */
bool pl_config_read(struct pl_arena *arena, const char *path, struct pl_config *config, struct pl_error *error);

/* A last day as 2027-01-31; *end is its end, seconds since 1970. False: no such day. */
bool pl_config_until(struct pl_str text, int64_t *end);

/* The padlint.yaml in `directory` or the nearest folder above it; NULL: none. */
const char *pl_config_find(struct pl_arena *arena, const char *directory);

/* Writes rules.yaml: every rule with its default level and options, and the word lists. */
void pl_config_write_default(struct pl_buf *out);

/* Adds the default of an option as it is written there: "10%", "true". */
void pl_config_write_value(struct pl_buf *out, const struct pl_option *option);

/* Adds a line with the rule at its defaults, as it stands below `rules:`. */
void pl_config_write_rule(struct pl_buf *out, const struct pl_rule *rule);

/* Runs all rules over the model's fields, entities and indexes; see judge.c. */
struct pl_judge {
	struct pl_arena *arena;
	const struct pl_config *config;
	bool has_reference_time;
	int64_t reference_time;         /* seconds since 1970 */
	int64_t today;                  /* for `until:` of an ignore; 0: the clock */
	bool mask;                      /* texts hold no values of keys */
	struct pl_query *queries;       /* of the schemas of all tables judged; see pl_judge_queries() */
	size_t nqueries;
};

/*
 * Makes the declared queries of the tables ready to be judged. Before
 * pl_judge_run(); between the two their answers may be filled in.
 */
void pl_judge_queries(struct pl_judge *judge, struct pl_keys *const *keys, size_t nkeys);

/* What rows the enabled rules want compared: a set of enum pl_wish. */
unsigned pl_judge_wishes(const struct pl_judge *judge);

/* Which queries some enabled rule wants held against the keys: wanted[i] for judge->queries[i]. */
void pl_judge_doubts(const struct pl_judge *judge, bool *wanted);

/* Which fields some enabled rule wants proven: wanted[i] for fields[i]. */
void pl_judge_wants(const struct pl_judge *judge, const struct pl_field *const *fields, size_t nfields, bool *wanted);

/*
 * How keys of the table or index may be one value written twice at `field`, or in the text between
 * values (NULL), if a rule that is on wants to know.
 */
enum pl_same pl_judge_wants_twins(const struct pl_judge *judge, const struct pl_keys *keys, const struct pl_field *field);

/*
 * Fills findings (sorted), judged and the counts of findings in summary, and
 * adds notes about ignores that match nothing or are past their day.
 */
void pl_judge_run(const struct pl_judge *judge, struct pl_keys *const *keys, size_t nkeys, struct pl_result *result);

#endif
