/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/base/pattern.h"

#define PCRE2_CODE_UNIT_WIDTH 8
#include <pcre2.h>

/*
 * A label or key is short, at most 2,048 bytes: a sane pattern needs some
 * thousand steps on it, at a depth of a few for each byte. A pattern such as
 * (a+)+$ needs 2^n of them and meets the limit within a few milliseconds.
 */
enum {
	MATCH_LIMIT = 100000,
	DEPTH_LIMIT = 10000,
	HEAP_LIMIT = 8192, /* KiB */
	NEST_LIMIT = 50,   /* parentheses inside each other */
	LENGTH_LIMIT = 4096,
	STACK_LEAST = 32 << 10, /* bytes, of machine code */
	STACK_MOST = 4 << 20,
};

struct pl_pattern {
	pcre2_code *code;
	pcre2_match_data *data;
	pcre2_match_context *limits;
	pcre2_general_context *memory;
	pcre2_jit_stack *stack; /* NULL: no machine code */
};

static void *take(PCRE2_SIZE size, void *arena)
{
	return pl_arena_alloc(arena, size);
}

/* The arena frees it. */
static void give_back(void *memory, void *arena)
{
	(void)memory;
	(void)arena;
}

static void *need(void *memory)
{
	if (!memory)
		pl_die("out of memory");
	return memory;
}

struct pl_pattern *pl_pattern_new(struct pl_arena *arena, struct pl_str text, const char **why, size_t *offset)
{
	pcre2_general_context *memory = need(pcre2_general_context_create(take, give_back, arena));
	pcre2_compile_context *compile = need(pcre2_compile_context_create(memory));
	struct pl_pattern *pattern = PL_NEW(arena, struct pl_pattern);
	int code;

	pcre2_set_max_pattern_length(compile, LENGTH_LIMIT);
	pcre2_set_parens_nest_limit(compile, NEST_LIMIT);
	pattern->code = pcre2_compile((PCRE2_SPTR)(text.ptr ? text.ptr : ""), text.len,
				      PCRE2_UTF | PCRE2_MATCH_INVALID_UTF | PCRE2_NEVER_BACKSLASH_C |
					      PCRE2_DOLLAR_ENDONLY,
				      &code, offset, compile);
	if (!pattern->code) {
		PCRE2_UCHAR message[160];

		pcre2_get_error_message(code, message, sizeof(message));
		*why = pl_arena_cstr(arena, (const char *)message);
		return NULL;
	}
	pattern->memory = memory;
	pattern->data = need(pcre2_match_data_create(1, memory));
	pattern->limits = need(pcre2_match_context_create(memory));
	pcre2_set_match_limit(pattern->limits, MATCH_LIMIT);
	pcre2_set_depth_limit(pattern->limits, DEPTH_LIMIT);
	pcre2_set_heap_limit(pattern->limits, HEAP_LIMIT);
	return pattern;
}

void pl_pattern_speed_up(struct pl_pattern *pattern)
{
	if (pattern->stack || pcre2_jit_compile(pattern->code, PCRE2_JIT_COMPLETE) != 0)
		return;
	pattern->stack = need(pcre2_jit_stack_create(STACK_LEAST, STACK_MOST, pattern->memory));
	pcre2_jit_stack_assign(pattern->limits, NULL, pattern->stack);
}

void pl_pattern_free(struct pl_pattern *pattern)
{
	pcre2_jit_stack_free(pattern->stack);
	pcre2_code_free(pattern->code);
}

enum pl_matched pl_pattern_match(struct pl_pattern *pattern, struct pl_str subject)
{
	int n = pcre2_match(pattern->code, (PCRE2_SPTR)(subject.ptr ? subject.ptr : ""), subject.len, 0, 0,
			    pattern->data, pattern->limits);

	if (n >= 0)
		return PL_MATCH_YES;
	return n == PCRE2_ERROR_NOMATCH ? PL_MATCH_NO : PL_MATCH_LIMIT;
}
