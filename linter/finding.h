/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Findings and the result of a run: all that a report may know.
 *
 * A finding is plain data: which rule, where, how bad, the proof, the counts
 * and what to do. Texts are UTF-8 made by rules; of what was read they hold at
 * most numbers and times, for a remedy that is computed with them, and nothing
 * when values are masked (pl_masked()). Keys stand in `witness` only, as bytes
 * that each report escapes for its own format.
 */
#ifndef PL_FINDING_H
#define PL_FINDING_H

#include "linter/base/base.h"
#include "linter/base/fault.h"
#include "linter/input/input.h"
#include "linter/profile/field.h"
#include "linter/schema/table.h"

enum pl_level { PL_OFF, PL_INFO, PL_WARNING, PL_ERROR };

const char *pl_level_name(enum pl_level level); /* "off", "info", "warning", "error" */

struct pl_rule; /* rule.h */

/* Definitions: docs/design/definitions.md. */
struct pl_counts {
	uint64_t keys;         /* keys that have the field */
	uint64_t keys_wrong;   /* keys this finding's fix rewrites */
	uint64_t ranges;       /* ranges with at least two different values */
	uint64_t ranges_wrong; /* of those, with at least one order break */
	uint64_t order_breaks;
	bool ranges_estimated;
};

struct pl_finding {
	const struct pl_rule *rule;
	enum pl_level level;
	const struct pl_keys *keys;    /* table and index */
	const struct pl_field *field;  /* NULL for findings about an entity or a whole index */
	const struct pl_entity *entity;/* NULL for findings about a whole index */
	struct pl_str attribute;
	unsigned segment, part;        /* 0: does not apply */
	const char *message;           /* one sentence, no key values */
	const char *why, *fix;         /* one sentence; one or more lines */
	unsigned width_least, width_most, width_advised; /* digits; advised 0: does not apply */
	struct pl_witness witness;
	struct pl_counts counts;
	struct pl_pos at;              /* in the schema; a rule may name the option it judges, else the placeholder. No path: none */
	uint64_t fingerprint;          /* made by the judge; a rule that reports twice of one subject numbers them here */
};

enum pl_verdict { PL_V_NOT_APPLICABLE, PL_V_CLEAN, PL_V_FINDINGS };

/* What one rule did in this run. */
struct pl_judged {
	const struct pl_rule *rule;
	enum pl_level level;      /* as configured; PL_OFF: not run */
	uint64_t looked_at;       /* fields, entities or indexes it applied to */
	uint64_t findings;
};

struct pl_summary {
	uint64_t errors, warnings, infos;
	uint64_t ignored;         /* findings that `ignore:` left out */
	uint64_t keys;            /* sum over tables and indexes */
	uint64_t ranges, ranges_in_order; /* sums over ordered fields */
	bool estimated;           /* ranges, ranges_in_order are estimates */
};

/* The text of a schema file, for reports that show its lines. */
struct pl_schema_text {
	struct pl_str path, text;
};

/* A run's result. Owned by the run's arena. */
struct pl_result {
	const struct pl_input *inputs;
	size_t ninputs;
	const struct pl_export *exports;
	size_t nexports;
	const struct pl_str *notes;   /* one line each, for people */
	size_t nnotes;
	const struct pl_keys *const *keys; /* the table, then its indexes */
	size_t nkeys;
	struct pl_finding *findings;  /* level down, then code, place, fingerprint */
	size_t nfindings;
	const struct pl_judged *judged; /* one a rule, by code */
	size_t njudged;
	struct pl_summary summary;
	bool complete;                /* everything was read */
	uint64_t items;
	double seconds;
	enum pl_level fail_on;        /* PL_OFF: never */
	const char *keys_from;        /* how the key attributes were found */
	const struct pl_schema_text *schemas; /* the schema files read */
	size_t nschemas;
	bool schema_only;             /* no dump was given: what is declared was judged alone */
	struct pl_faults *faults;     /* what is wrong in schema files, when that ended the run; else NULL */
};

enum pl_exit pl_result_exit(const struct pl_result *result);

#endif
