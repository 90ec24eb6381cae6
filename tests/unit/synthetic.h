/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Fields, entities and tables made by hand for the tests of rules: a table of
 * one sort key with up to four fields on one path, all facts zero to begin
 * with. What a test does not set is not known.
 */
#ifndef PL_TESTS_SYNTHETIC_H
#define PL_TESTS_SYNTHETIC_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>

#include "linter/config.h"
#include "linter/rule.h"

enum { SYN_FIELDS = 4, SYN_WIDTHS = 6 };

struct synthetic {
	struct pl_arena arena;
	struct pl_config config;
	struct pl_judge judge;
	struct pl_result result;

	struct pl_index index;
	struct pl_keys keys;
	struct pl_keys *keys_list[1];
	struct pl_entity entity;
	const struct pl_entity *entities[1];
	struct pl_field field[SYN_FIELDS];
	const struct pl_field *fields[SYN_FIELDS];
	struct pl_observed seen[SYN_FIELDS];
	struct pl_proof proof[SYN_FIELDS];
};

static const struct pl_witness syn_witness = {
	.some = true, .partition = {"P", 1}, .first = {"10", 2}, .second = {"9", 1}, .first_at = {"f:1", 3}, .second_at = {"f:2", 3}};

static inline int syn_begin(void **state)
{
	struct synthetic *s = calloc(1, sizeof(*s));

	s->index = (struct pl_index){.pk = PL_S("PK"), .sk = PL_S("SK")};
	s->keys = (struct pl_keys){.index = &s->index, .table_name = PL_S("T"), .pk = PL_S("PK"), .sk = PL_S("SK"), .ordered = true,
				   .keys = 100, .entities = s->entities, .nentities = 1, .fields = s->fields};
	s->keys_list[0] = &s->keys;
	s->entities[0] = &s->entity;
	s->entity = (struct pl_entity){.keys_of = &s->keys, .name = PL_S("E"), .shape = PL_S("E#…"), .keys = 100,
				       .fields = s->fields};
	pl_config_default(&s->arena, &s->config);
	s->judge = (struct pl_judge){.arena = &s->arena, .config = &s->config, .today = 1};
	*state = s;
	return 0;
}

static inline int syn_end(void **state)
{
	struct synthetic *s = *state;

	pl_arena_release(&s->arena);
	free(s);
	return 0;
}

/* The next field of the path, in a segment of its own. */
static inline struct pl_field *syn_field(struct synthetic *s, enum pl_kind kind, const char *label)
{
	size_t i = s->keys.nfields++;
	struct pl_field *field = &s->field[i];

	s->entity.nfields = s->keys.nfields;
	s->fields[i] = field;
	s->proof[i] = (struct pl_proof){.state = PL_O_UNKNOWN};
	s->seen[i] = (struct pl_observed){.keys = 100, .least_gap = UINT64_MAX, .proof = &s->proof[i]};
	*field = (struct pl_field){.keys = &s->keys, .attribute = s->keys.sk, .segment = (unsigned)i + 1, .kind = kind,
				   .entity = &s->entity, .shape = PL_S("E#<x>"), .path = PL_S("E#*"),
				   .before = i ? &s->field[i - 1] : NULL, .label = pl_str_c(label),
				   .observed = &s->seen[i], .number = (uint32_t)i};
	if (i)
		s->field[i - 1].value_after = true;
	return field;
}

/* Widths "4 4z 10z": digits, z for a leading zero; ten keys each. Least and greatest are made up of nines and ones. */
static inline size_t syn_widths(struct synthetic *s, const struct pl_width **out, const char *text)
{
	struct pl_width *widths = PL_NEW_N(&s->arena, struct pl_width, SYN_WIDTHS);
	size_t n = 0;

	while (*text) {
		char *end;
		unsigned width = (unsigned)strtoul(text, &end, 10);
		char *digits = PL_NEW_N(&s->arena, char, width + 1);

		memset(digits, '1', width);
		if (*end == 'z') {
			digits[0] = '0';
			widths[n].zero = true;
			end++;
		}
		widths[n].width = width;
		widths[n].keys = 10;
		widths[n].least = widths[n].greatest = pl_str_of(digits, width);
		n++;
		while (*end == ' ')
			end++;
		text = end;
	}
	*out = widths;
	return n;
}

/* What pass 1 shows of a number: its widths, least and two greatest values. */
static inline void syn_number(struct synthetic *s, struct pl_field *field, const char *widths, const char *least,
		       const char *second, const char *greatest, double distinct)
{
	struct pl_observed *seen = &s->seen[field->number];

	seen->nwidths = syn_widths(s, &seen->widths, widths);
	seen->padded_width = 0;
	for (size_t i = 0; i < seen->nwidths; i++)
		if (seen->widths[i].zero)
			seen->padded_width = PL_MAX(seen->padded_width, seen->widths[i].width);
	seen->min_len = seen->widths[0].width;
	seen->max_len = seen->widths[seen->nwidths - 1].width;
	seen->least = pl_str_c(least);
	seen->second = pl_str_c(second);
	seen->greatest = pl_str_c(greatest);
	seen->distinct = distinct;
}

/* A walk: broken or not, and the three groups of widths, "" for none; all rows mixed. */
static inline struct pl_proof *syn_walk(struct synthetic *s, struct pl_field *field, bool broken, const char *narrow,
				 const char *wide, const char *bare)
{
	struct pl_proof *proof = &s->proof[field->number];

	proof->state = broken ? PL_O_BROKEN : PL_O_WALKED;
	proof->keys = 100;
	proof->ranges = 3;
	proof->distinct = 20;
	proof->pairs = 17;
	if (broken) {
		proof->ranges_wrong = 2;
		proof->breaks = 5;
		proof->witness = proof->plain = syn_witness;
	}
	proof->nnarrow = syn_widths(s, &proof->narrow_widths, narrow);
	proof->nwide = syn_widths(s, &proof->wide_widths, wide);
	proof->nbare = syn_widths(s, &proof->bare_widths, bare);
	proof->narrow = proof->narrow_mixed = 10 * proof->nnarrow;
	proof->wide = proof->wide_mixed = 10 * proof->nwide;
	proof->bare = proof->bare_mixed = 10 * proof->nbare;
	return proof;
}

static inline void syn_run(struct synthetic *s)
{
	s->result = (struct pl_result){.complete = true};
	pl_judge_run(&s->judge, s->keys_list, 1, &s->result);
}

/* The finding of a rule about a segment (0: any), NULL: none. */
static inline const struct pl_finding *syn_found(struct synthetic *s, const char *code, unsigned segment)
{
	for (size_t i = 0; i < s->result.nfindings; i++)
		if (strcmp(s->result.findings[i].rule->code, code) == 0 &&
		    (!segment || s->result.findings[i].segment == segment))
			return &s->result.findings[i];
	return NULL;
}

/* Runs, and expects this and only this: "PL101:error PL103:info", in the order of reports. */
static inline void syn_expect(struct synthetic *s, const char *expected)
{
	char got[400] = "";

	syn_run(s);
	for (size_t i = 0; i < s->result.nfindings; i++) {
		const struct pl_finding *f = &s->result.findings[i];

		snprintf(got + strlen(got), sizeof(got) - strlen(got), "%s%s:%s", *got ? " " : "", f->rule->code,
			 pl_level_name(f->level));
		assert_non_null(f->message);
		assert_non_null(f->why);
		assert_non_null(f->fix);
		assert_int_not_equal(f->fingerprint, 0);
	}
	assert_string_equal(got, expected);
}

/* Whether some rule wants the field walked. */
static inline bool syn_wanted(struct synthetic *s, const struct pl_field *field)
{
	const struct pl_field *const list[] = {field};
	bool wanted;

	pl_judge_wants(&s->judge, list, 1, &wanted);
	return wanted;
}

#define SYN_TEST(f) cmocka_unit_test_setup_teardown(f, syn_begin, syn_end)

#endif
