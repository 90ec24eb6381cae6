/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Three walks, none of which calls itself:
 *
 *     bytes ──> tokens ──> conditions ──> by attribute of the index
 *
 * The first two follow the grammar of all of DynamoDB's expressions, so that
 * what is merely not allowed in a key condition (OR, IN, contains …) is told as
 * such and not as a syntax error. A syntax error ends the reading.
 *
 * Messages are those of the service, recorded by dynalite and the conformance
 * suites for DynamoDB: docs/design/expressions.md.
 */
#include "linter/schema/expression.h"

#include "linter/base/buf.h"
#include "linter/schema/nodes.h"

#define INVALID "Invalid KeyConditionExpression: "

enum token_kind {
	T_END,
	T_NAME,        /* bare: attributes, functions */
	T_PLACEHOLDER, /* #name */
	T_VALUE,       /* :value */
	T_AND, T_OR, T_NOT, T_IN, T_BETWEEN,
	T_EQ, T_NE, T_LT, T_LE, T_GT, T_GE,
	T_OPEN, T_CLOSE, T_COMMA, T_DOT, T_INDEX, /* "[3]" */
	T_BAD,
};

struct token {
	enum token_kind kind;
	size_t from, to; /* bytes */
	size_t match;    /* parentheses: the token of the other one */
};

/* What a condition compares. */
enum operand_kind { O_ATTRIBUTE, O_VALUE, O_CALL /* a function's result */ };

struct operand {
	enum operand_kind kind;
	size_t byte;
	struct pl_str attribute;         /* resolved; empty when it is not defined */
	bool nested;                     /* a.b, a[0] */
	const struct pl_binding *value;  /* NULL when it is not defined */
};

enum { MAX_OPERANDS = 3 };

struct condition {
	enum token_kind op;  /* T_EQ …, T_BETWEEN, T_IN; T_NAME: a function */
	struct pl_str function;
	size_t byte;         /* of the operator or function */
	struct operand operand[MAX_OPERANDS];
	size_t noperands;    /* may exceed MAX_OPERANDS: those are not kept */
};

struct reading {
	struct pl_arena *arena;
	const struct pl_schema_query *query;
	struct pl_str text;
	PL_VEC(struct token) tokens;
	size_t next;         /* token */
	PL_VEC(struct condition) conditions;
	PL_VEC(struct pl_refusal) refusals;
	bool *name_used, *value_used; /* parallel to the query's names and values */
	bool syntax;         /* a syntax error was refused: what follows is not known */
};

/* ---- refusing ---- */

static void refuse_at(struct reading *r, struct pl_pos at, size_t byte, const char *text, const char *advice)
{
	PL_PUSH(&r->refusals, (struct pl_refusal){text, advice, at, byte});
}

static void refuse(struct reading *r, size_t byte, const char *text, const char *advice)
{
	struct pl_pos at = r->query->expression_at;

	if (r->query->expression_node)
		pl_yaml_byte_at(r->query->expression_node, byte, &at.line, &at.column);
	refuse_at(r, at, byte, text, advice);
}

static struct pl_str token_text(const struct reading *r, const struct token *token)
{
	return pl_str_sub(r->text, token->from, token->to);
}

static const struct token *peek(const struct reading *r)
{
	return &r->tokens.ptr[r->next];
}

static bool syntax_error(struct reading *r, const char *advice)
{
	const struct token *token = peek(r);
	struct pl_str text = token_text(r, token);
	/* The service shows the tokens beside the one it stumbled over. */
	size_t from = r->next ? r->tokens.ptr[r->next - 1].from : token->from;
	struct pl_str near = pl_str_sub(r->text, from, token->to);

	if (!r->syntax)
		refuse(r, token->from,
		       token->kind == T_END
			       ? pl_arena_printf(r->arena, INVALID "Syntax error; token: \"<EOF>\", near: \"%.*s\"",
						 pl_shown(near), near.ptr)
			       : pl_arena_printf(r->arena, INVALID "Syntax error; token: \"%.*s\", near: \"%.*s\"",
						 pl_shown(text), text.ptr, pl_shown(near), near.ptr),
		       advice);
	r->syntax = true;
	return false;
}

/* ---- tokens ---- */

static const struct {
	struct pl_str text;
	enum token_kind kind;
} signs[] = {
	/* Longest first. */
	{{"<>", 2}, T_NE},  {{"<=", 2}, T_LE},    {{">=", 2}, T_GE},    {{"=", 1}, T_EQ},  {{"<", 1}, T_LT},
	{{">", 1}, T_GT},   {{"(", 1}, T_OPEN},   {{")", 1}, T_CLOSE},  {{",", 1}, T_COMMA}, {{".", 1}, T_DOT},
};

static const struct {
	struct pl_str text; /* in any case of letters */
	enum token_kind kind;
} keywords[] = {
	{{"and", 3}, T_AND}, {{"or", 2}, T_OR}, {{"not", 3}, T_NOT}, {{"in", 2}, T_IN}, {{"between", 7}, T_BETWEEN},
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

static size_t name_end(struct pl_str text, size_t from)
{
	while (from < text.len && (pl_is_alpha((unsigned char)text.ptr[from]) || text.ptr[from] == '_' ||
				   pl_is_digit((unsigned char)text.ptr[from])))
		from++;
	return from;
}

static bool same_letters(struct pl_str text, struct pl_str lower)
{
	for (size_t i = 0; i < text.len && text.len == lower.len; i++)
		if (pl_lower((unsigned char)text.ptr[i]) != (unsigned char)lower.ptr[i])
			return false;
	return text.len == lower.len;
}

static enum token_kind word_kind(struct pl_str word)
{
	for (size_t i = 0; i < PL_LEN(keywords); i++)
		if (same_letters(word, keywords[i].text))
			return keywords[i].kind;
	return pl_is_digit((unsigned char)*word.ptr) ? T_BAD : T_NAME;
}

/* [digits]: the byte behind it, or `from`. */
static size_t index_end(struct pl_str text, size_t from)
{
	size_t i = from + 1;

	while (i < text.len && pl_is_digit((unsigned char)text.ptr[i]))
		i++;
	return i > from + 1 && i < text.len && text.ptr[i] == ']' ? i + 1 : from;
}

static struct token token_at(struct pl_str text, size_t from)
{
	char c = text.ptr[from];
	size_t end;

	if (c == '#' || c == ':') {
		end = name_end(text, from + 1);
		return (struct token){end == from + 1 ? T_BAD : c == '#' ? T_PLACEHOLDER : T_VALUE, from, end, 0};
	}
	end = name_end(text, from);
	if (end > from)
		return (struct token){word_kind(pl_str_sub(text, from, end)), from, end, 0};
	for (size_t i = 0; i < PL_LEN(signs); i++)
		if (pl_str_starts(pl_str_sub(text, from, text.len), signs[i].text))
			return (struct token){signs[i].kind, from, from + signs[i].text.len, 0};
	end = c == '[' ? index_end(text, from) : from;
	return end > from ? (struct token){T_INDEX, from, end, 0} : (struct token){T_BAD, from, from + 1, 0};
}

/* Pairs parentheses; one without its other matches itself. */
static void match_parentheses(struct reading *r)
{
	size_t *open = PL_NEW_N(r->arena, size_t, r->tokens.len), depth = 0;

	for (size_t i = 0; i < r->tokens.len; i++) {
		r->tokens.ptr[i].match = i;
		if (r->tokens.ptr[i].kind == T_OPEN) {
			open[depth++] = i;
		} else if (r->tokens.ptr[i].kind == T_CLOSE && depth) {
			r->tokens.ptr[i].match = open[--depth];
			r->tokens.ptr[open[depth]].match = i;
		}
	}
}

static void read_tokens(struct reading *r)
{
	for (size_t i = 0; i < r->text.len;) {
		struct token token;

		if (is_blank(r->text.ptr[i])) {
			i++;
			continue;
		}
		token = token_at(r->text, i);
		PL_PUSH(&r->tokens, token);
		i = token.to;
	}
	PL_PUSH(&r->tokens, (struct token){T_END, r->text.len, r->text.len, 0});
	match_parentheses(r);
}

/* Whether a pair of parentheses holds nothing but another pair. */
static bool is_redundant(const struct reading *r, size_t open)
{
	const struct token *token = r->tokens.ptr;

	return token[open].match > open + 1 && token[open + 1].kind == T_OPEN &&
	       token[open + 1].match + 1 == token[open].match;
}

/* ---- operands ---- */

static const struct pl_binding *binding_named(const struct pl_binding *all, size_t count, struct pl_str name, bool *used)
{
	for (size_t i = 0; i < count; i++)
		if (pl_str_eq(all[i].name, name)) {
			used[i] = true;
			return &all[i];
		}
	return NULL;
}

static void check_length(struct reading *r, const struct token *token)
{
	if (token->to - token->from > PL_PLACEHOLDER_BYTES)
		refuse(r, token->from, INVALID "Placeholder name size has exceeded the maximum allowed size",
		       "A placeholder has at most 255 bytes");
}

static struct pl_str attribute_of(struct reading *r, const struct token *token)
{
	struct pl_str text = token_text(r, token);
	const struct pl_binding *name;

	if (token->kind == T_NAME) {
		if (pl_is_reserved(text))
			refuse(r, token->from,
			       pl_arena_printf(r->arena, INVALID "Attribute name is a reserved keyword; reserved keyword: %.*s",
					       pl_shown(text), text.ptr),
			       pl_arena_printf(r->arena, "Write #%.*s, with names: {\"#%.*s\": %.*s}", pl_shown(text), text.ptr,
					       pl_shown(text), text.ptr, pl_shown(text), text.ptr));
		return text;
	}
	check_length(r, token);
	name = binding_named(r->query->names, r->query->nnames, text, r->name_used);
	if (name)
		return name->attribute;
	refuse(r, token->from,
	       pl_arena_printf(r->arena,
			       INVALID "An expression attribute name used in the document path is not defined; attribute name: %.*s",
			       pl_shown(text), text.ptr),
	       "Define it under names:");
	return pl_str_of(NULL, 0);
}

static const struct pl_binding *value_of(struct reading *r, const struct token *token)
{
	struct pl_str text = token_text(r, token);
	const struct pl_binding *value = binding_named(r->query->values, r->query->nvalues, text, r->value_used);

	check_length(r, token);
	if (!value)
		refuse(r, token->from,
		       pl_arena_printf(r->arena,
				       INVALID "An expression attribute value used in expression is not defined; attribute value: %.*s",
				       pl_shown(text), text.ptr),
		       "Define it under values:");
	return value;
}

/* The steps behind an attribute: .name, .#name, [0]. */
static bool read_path(struct reading *r, struct operand *out)
{
	while (peek(r)->kind == T_DOT || peek(r)->kind == T_INDEX) {
		out->nested = true;
		if (r->tokens.ptr[r->next++].kind == T_INDEX)
			continue;
		if (peek(r)->kind != T_NAME && peek(r)->kind != T_PLACEHOLDER)
			return syntax_error(r, "A name must stand behind the dot");
		attribute_of(r, peek(r));
		r->next++;
	}
	return true;
}

static bool is_call(const struct reading *r)
{
	return peek(r)->kind == T_NAME && r->tokens.ptr[r->next + 1].kind == T_OPEN;
}

/* A call in place of an operand: no key condition has one, so its inside is only looked at for placeholders. */
static bool skip_call(struct reading *r)
{
	size_t open = r->next + 1, close = r->tokens.ptr[open].match;

	for (size_t i = open; i < close; i++) {
		struct pl_str text = token_text(r, &r->tokens.ptr[i]);

		binding_named(r->query->names, r->query->nnames, text, r->name_used);
		binding_named(r->query->values, r->query->nvalues, text, r->value_used);
	}
	if (close == open) {
		r->next = open;
		return syntax_error(r, "The parenthesis is not closed");
	}
	r->next = close + 1;
	return true;
}

static bool read_operand(struct reading *r, struct operand *out)
{
	const struct token *token = peek(r);

	*out = (struct operand){.byte = token->from};
	if (is_call(r)) {
		out->kind = O_CALL;
		return skip_call(r);
	}
	if (token->kind == T_VALUE) {
		out->kind = O_VALUE;
		out->value = value_of(r, token);
		r->next++;
		return true;
	}
	if (token->kind != T_NAME && token->kind != T_PLACEHOLDER)
		return syntax_error(r, token->kind == T_BAD
					       ? "A value stands under values: and is written :name here, a name is letters, digits and _"
					       : "An attribute or a value, as PK or :v, must stand here");
	out->attribute = attribute_of(r, token);
	r->next++;
	return read_path(r, out);
}

static bool add_operand(struct reading *r, struct condition *c)
{
	struct operand operand;

	if (!read_operand(r, &operand))
		return false;
	if (c->noperands < MAX_OPERANDS)
		c->operand[c->noperands] = operand;
	c->noperands++;
	return true;
}

/* ---- conditions ---- */

static bool expect(struct reading *r, enum token_kind kind, const char *advice)
{
	if (peek(r)->kind != kind)
		return syntax_error(r, advice);
	r->next++;
	return true;
}

/* "(" operand {"," operand} ")" */
static bool read_list(struct reading *r, struct condition *c)
{
	if (!expect(r, T_OPEN, "A list in parentheses must stand here"))
		return false;
	do
		if (!add_operand(r, c))
			return false;
	while (peek(r)->kind == T_COMMA && r->next++);
	return expect(r, T_CLOSE, "The parenthesis is not closed");
}

static bool read_condition(struct reading *r, struct condition *c)
{
	*c = (struct condition){.op = T_NAME, .byte = peek(r)->from};
	if (is_call(r) && !same_letters(token_text(r, peek(r)), PL_S("size"))) {
		c->function = token_text(r, peek(r));
		r->next++;
		return read_list(r, c);
	}
	if (!add_operand(r, c))
		return false;
	c->op = peek(r)->kind;
	c->byte = peek(r)->from;
	switch (c->op) {
	case T_EQ:
	case T_NE:
	case T_LT:
	case T_LE:
	case T_GT:
	case T_GE:
		r->next++;
		return add_operand(r, c);
	case T_BETWEEN:
		r->next++;
		return add_operand(r, c) && expect(r, T_AND, "BETWEEN needs AND between its bounds") && add_operand(r, c);
	case T_IN:
		r->next++;
		return read_list(r, c);
	default:
		return syntax_error(r, "A condition is = < <= > >= BETWEEN or begins_with( , )");
	}
}

static void refuse_operator(struct reading *r, size_t byte, const char *op, int len)
{
	refuse(r, byte, pl_arena_printf(r->arena, "Invalid operator used in KeyConditionExpression: %.*s", len, op),
	       "A key condition is one = on the partition key and at most one of = < <= > >= BETWEEN begins_with on the sort key; "
	       "anything else belongs in a filter or in a second query");
}

static void redundant_parentheses(struct reading *r)
{
	for (size_t i = 0; i + 1 < r->tokens.len; i++)
		if (is_redundant(r, i)) {
			refuse(r, r->tokens.ptr[i].from, INVALID "The expression has redundant parentheses;",
			       "Leave one pair out");
			return;
		}
}

/* Conditions with AND between them; parentheses only have to be in pairs. */
static bool read_conditions(struct reading *r)
{
	size_t depth = 0;

	for (;;) {
		struct condition condition;

		for (; peek(r)->kind == T_OPEN || peek(r)->kind == T_NOT; r->next++) {
			if (peek(r)->kind == T_NOT)
				refuse_operator(r, peek(r)->from, "NOT", 3);
			else if (++depth > PL_EXPRESSION_DEPTH)
				return syntax_error(r, "So many parentheses have no use");
		}
		if (!read_condition(r, &condition))
			return false;
		PL_PUSH(&r->conditions, condition);
		for (; peek(r)->kind == T_CLOSE && depth; depth--)
			r->next++;
		if (peek(r)->kind == T_END)
			return depth == 0 || syntax_error(r, "A parenthesis is not closed");
		if (peek(r)->kind == T_OR)
			refuse_operator(r, peek(r)->from, "OR", 2);
		else if (peek(r)->kind != T_AND)
			return syntax_error(r, "AND must stand between two conditions");
		r->next++;
	}
}

/* ---- what a key condition may be ---- */

static bool is_function(const struct condition *c, const char *name)
{
	return c->op == T_NAME && pl_str_eq(c->function, pl_str_c(name));
}

static size_t kept(const struct condition *c)
{
	return PL_MIN(c->noperands, (size_t)MAX_OPERANDS);
}

static size_t count_operands(const struct condition *c, enum operand_kind kind)
{
	size_t count = 0;

	for (size_t i = 0; i < kept(c); i++)
		count += c->operand[i].kind == kind;
	return count;
}

static bool has_nested(const struct condition *c)
{
	for (size_t i = 0; i < kept(c); i++)
		if (c->operand[i].nested)
			return true;
	return false;
}

static const char *const other_functions[] = {"attribute_exists", "attribute_not_exists", "attribute_type", "contains"};

static bool check_function(struct reading *r, const struct condition *c)
{
	for (size_t i = 0; i < PL_LEN(other_functions); i++)
		if (is_function(c, other_functions[i])) {
			refuse_operator(r, c->byte, c->function.ptr, (int)c->function.len);
			return false;
		}
	if (!is_function(c, "begins_with")) {
		refuse(r, c->byte,
		       pl_arena_printf(r->arena, INVALID "Invalid function name; function: %.*s", pl_shown(c->function),
				       c->function.ptr),
		       "The one function of key conditions is begins_with, in small letters");
		return false;
	}
	if (c->noperands == 2)
		return true;
	refuse(r, c->byte,
	       pl_arena_printf(r->arena,
			       INVALID "Incorrect number of operands for operator or function; operator or function: "
				       "begins_with, number of operands: %zu",
			       c->noperands),
	       "Write begins_with(SK, :prefix)");
	return false;
}

static bool refuse_condition(struct reading *r, const struct condition *c, const char *what, const char *advice)
{
	refuse(r, c->byte, pl_arena_printf(r->arena, "Invalid condition in KeyConditionExpression: %s", what), advice);
	return false;
}

/* Whether a condition has the form of a key condition; which attribute it is about comes later. */
static bool check_form(struct reading *r, const struct condition *c)
{
	const bool begins = c->op == T_NAME;

	if (begins && !check_function(r, c))
		return false;
	if (c->op == T_NE || c->op == T_IN) {
		refuse_operator(r, c->byte, c->op == T_NE ? "<>" : "IN", 2);
		return false;
	}
	if (count_operands(c, O_CALL)) {
		refuse(r, c->byte, "KeyConditionExpressions cannot contain nested operations",
		       "Compare the key attribute itself");
		return false;
	}
	if (has_nested(c)) {
		refuse(r, c->byte, "KeyConditionExpressions cannot have conditions on nested attributes",
		       "A key attribute stands at the top of the item; a name with a dot in it needs a #placeholder");
		return false;
	}
	if (count_operands(c, O_ATTRIBUTE) > 1)
		return refuse_condition(r, c, "Multiple attribute names used in one condition",
					"Compare an attribute with a :value");
	if (count_operands(c, O_ATTRIBUTE) == 0)
		return refuse_condition(r, c, "No key attribute specified", "Compare a key attribute with a :value");
	if ((begins || c->op == T_BETWEEN) && c->operand[0].kind != O_ATTRIBUTE)
		return refuse_condition(r, c,
					begins ? "begins_with operator must have the key attribute as its first operand"
					       : "BETWEEN operator must have the key attribute as its first operand",
					"Put the attribute in front");
	return true;
}

/* :v < SK is SK > :v. */
static enum pl_operator operator_of(const struct condition *c)
{
	const bool mirrored = c->operand[0].kind == O_VALUE;

	switch (c->op) {
	case T_LT:
		return mirrored ? PL_Q_GT : PL_Q_LT;
	case T_LE:
		return mirrored ? PL_Q_GE : PL_Q_LE;
	case T_GT:
		return mirrored ? PL_Q_LT : PL_Q_GT;
	case T_GE:
		return mirrored ? PL_Q_LE : PL_Q_GE;
	case T_BETWEEN:
		return PL_Q_BETWEEN;
	case T_NAME:
		return PL_Q_BEGINS_WITH;
	default:
		return PL_Q_EQ;
	}
}

static const struct operand *attribute_in(const struct condition *c)
{
	return c->operand[0].kind == O_ATTRIBUTE ? &c->operand[0] : &c->operand[1];
}

static const struct operand *value_in(const struct condition *c, size_t which)
{
	return c->operand[0].kind == O_VALUE ? &c->operand[0] : &c->operand[1 + which];
}

static char type_of(const struct operand *value)
{
	return value->value ? value->value->type : 0;
}

/* Types that values state: {N: "1"}. */
static void check_types(struct reading *r, const struct condition *c, const struct pl_attribute *key)
{
	const struct operand *low = value_in(c, 0), *high = c->op == T_BETWEEN ? value_in(c, 1) : low;
	char first = type_of(low), second = type_of(high);

	if (first && second && first != second) {
		refuse(r, c->byte,
		       pl_arena_printf(r->arena,
				       INVALID "The BETWEEN operator requires same data type for lower and upper bounds; "
					       "lower bound operand: AttributeValue: {%c}, upper bound operand: AttributeValue: {%c}",
				       first, second),
		       "Give both bounds the type of the key");
	} else if (c->op == T_NAME && (first == 'N' || (!first && key->type == 'N'))) {
		refuse(r, c->byte,
		       INVALID "Incorrect operand type for operator or function; operator or function: begins_with, operand type: N",
		       "A number has no beginning: compare it, or make the key a string");
	} else if (key->type && ((first && first != key->type) || (second && second != key->type))) {
		refuse(r, (first && first != key->type ? low : high)->byte,
		       "One or more parameter values were invalid: Condition parameter type does not match schema type",
		       pl_arena_printf(r->arena, "%.*s is of type %c", (int)key->name.len, key->name.ptr, key->type));
	}
}

static const char *empty_text(struct reading *r, struct pl_str key)
{
	return pl_arena_printf(r->arena, "One or more parameter values are not valid. The AttributeValue for a key attribute cannot "
					 "contain an empty string value. Key: %.*s", (int)key.len, key.ptr);
}

static const char give_a_value[] = "Leave the condition out, or give it a value";

static void check_values(struct reading *r, const struct condition *c, const struct pl_attribute *key)
{
	check_types(r, c, key);
	for (size_t i = 0; i < kept(c); i++)
		if (c->operand[i].value && c->operand[i].value->value.text.len == 0)
			refuse(r, c->operand[i].byte, empty_text(r, key->name), give_a_value);
}

/* ---- by attribute ---- */

/* The condition on an attribute; those behind it on the same one are refused. */
static const struct condition *condition_on(struct reading *r, struct pl_str attribute)
{
	const struct condition *found = NULL;

	for (size_t i = 0; i < r->conditions.len; i++) {
		const struct condition *c = &r->conditions.ptr[i];

		if (!pl_str_eq(attribute_in(c)->attribute, attribute))
			continue;
		if (found)
			refuse(r, attribute_in(c)->byte, "KeyConditionExpressions must only contain one condition per key",
			       "Write both ends as one BETWEEN");
		else
			found = c;
	}
	return found;
}

static bool is_key(const struct pl_index *index, struct pl_str name)
{
	struct pl_attribute all[PL_KEY_ATTRIBUTES];

	for (unsigned i = pl_index_pks(index, all); i-- > 0;)
		if (pl_str_eq(all[i].name, name))
			return true;
	for (unsigned i = pl_index_sks(index, all); i-- > 0;)
		if (pl_str_eq(all[i].name, name))
			return true;
	return false;
}

static const char *stranger(struct reading *r, struct pl_str attribute)
{
	const struct pl_index *index = r->query->index;

	return pl_arena_printf(r->arena, "%.*s is no key attribute of %s", pl_shown(attribute), attribute.ptr,
			       index->name.len ? index->name.ptr : "the table");
}

/* What to write where a partition key attribute has no condition; NULL: one has a name that is refused, and may be it. */
static const char *missing_advice(struct reading *r)
{

	for (size_t i = 0; i < r->conditions.len; i++)
		if (!attribute_in(&r->conditions.ptr[i])->attribute.len)
			return NULL;
	for (size_t i = 0; i < r->conditions.len; i++) {
		struct pl_str attribute = attribute_in(&r->conditions.ptr[i])->attribute;

		if (!is_key(r->query->index, attribute))
			return pl_arena_printf(r->arena, "%s; each partition key attribute needs its =", stranger(r, attribute));
	}
	return "Each partition key attribute needs its =";
}

static void missed(struct reading *r, struct pl_str attribute, const char *advice)
{
	if (!advice)
		return;
	refuse(r, 0,
	       pl_arena_printf(r->arena, "Query condition missed key schema element: %.*s", (int)attribute.len, attribute.ptr),
	       advice);
}

static void take_pk(struct reading *r, struct pl_expression *out)
{
	struct pl_attribute pk[PL_KEY_ATTRIBUTES];
	unsigned count = pl_index_pks(r->query->index, pk);
	struct pl_template *templates = PL_NEW_N(r->arena, struct pl_template, count);

	out->pk = templates;
	for (unsigned i = 0; i < count; i++) {
		const struct condition *c = condition_on(r, pk[i].name);

		if (!c) {
			missed(r, pk[i].name, missing_advice(r));
			continue;
		}
		if (c->op != T_EQ) {
			refuse(r, c->byte, "Query key condition not supported", "A partition key is compared by = only");
			continue;
		}
		check_values(r, c, &pk[i]);
		if (value_in(c, 0)->value && value_in(c, 0)->value->value.text.len && out->npk == i)
			templates[out->npk++] = value_in(c, 0)->value->value;
	}
}

static struct pl_pos place_of(const struct reading *r, size_t byte)
{
	struct pl_pos at = r->query->expression_at;

	if (r->query->expression_node)
		pl_yaml_byte_at(r->query->expression_node, byte, &at.line, &at.column);
	return at;
}

static struct pl_condition take_condition(struct reading *r, const struct condition *c)
{
	struct pl_condition out = {.op = operator_of(c), .at = place_of(r, c->byte)};

	out.first = value_in(c, 0)->value->value;
	if (c->op == T_BETWEEN)
		out.second = value_in(c, 1)->value->value;
	return out;
}

static bool has_value(const struct condition *c, size_t which)
{
	return value_in(c, which)->value && value_in(c, which)->value->value.text.len;
}

/* Empty ones were refused. */
static bool has_values(const struct condition *c)
{
	return has_value(c, 0) && (c->op != T_BETWEEN || has_value(c, 1));
}

static void take_sk(struct reading *r, struct pl_expression *out)
{
	struct pl_attribute sk[PL_KEY_ATTRIBUTES];
	unsigned count = pl_index_sks(r->query->index, sk);
	struct pl_condition *conditions = PL_NEW_N(r->arena, struct pl_condition, count + 1);
	bool open = true; /* all in front are compared by = */

	out->sk = conditions;
	for (unsigned i = 0; i < count; i++) {
		const struct condition *c = condition_on(r, sk[i].name);

		if (!c) {
			open = false;
			continue;
		}
		if (!open) {
			refuse(r, c->byte, "Query key condition not supported",
			       "Sort key attributes are used from the left without gaps, and only the last one in a range");
			continue;
		}
		check_values(r, c, &sk[i]);
		open = c->op == T_EQ;
		if (has_values(c) && out->nsk == i)
			conditions[out->nsk++] = take_condition(r, c);
	}
}

static bool has_condition(const struct reading *r, struct pl_str attribute)
{
	for (size_t i = 0; i < r->conditions.len; i++)
		if (pl_str_eq(attribute_in(&r->conditions.ptr[i])->attribute, attribute))
			return true;
	return false;
}

/* A condition on anything else makes the service miss the sort key, when it does not miss the partition key already. */
static void check_attributes(struct reading *r)
{
	const struct pl_index *index = r->query->index;
	struct pl_attribute pk[PL_KEY_ATTRIBUTES];

	for (unsigned i = pl_index_pks(index, pk); i-- > 0;)
		if (!has_condition(r, pk[i].name))
			return;
	for (size_t i = 0; i < r->conditions.len; i++) {
		const struct operand *o = attribute_in(&r->conditions.ptr[i]);

		if (o->attribute.len == 0 || is_key(index, o->attribute))
			continue;
		refuse(r, o->byte,
		       pl_arena_printf(r->arena, "Query condition missed key schema element: %.*s",
				       (int)(index->sk.len ? index->sk : index->pk).len, (index->sk.len ? index->sk : index->pk).ptr),
		       stranger(r, o->attribute));
	}
}

static bool repeats(const struct reading *r)
{
	for (size_t i = 0; i < r->conditions.len; i++)
		for (size_t k = 0; k < i; k++)
			if (pl_str_eq(attribute_in(&r->conditions.ptr[i])->attribute, attribute_in(&r->conditions.ptr[k])->attribute))
				return true;
	return false;
}

/* Two conditions on one key are told as such, and not by their number. */
static void check_count(struct reading *r)
{
	struct pl_attribute all[PL_KEY_ATTRIBUTES];
	size_t most = pl_index_pks(r->query->index, all);

	most += pl_index_sks(r->query->index, all);
	if (r->conditions.len > PL_MAX(most, (size_t)2) && !repeats(r))
		refuse(r, r->conditions.ptr[PL_MAX(most, (size_t)2)].byte, "Conditions can be of length 1 or 2 only",
		       "One condition for each key attribute");
}

/* ---- names and values ---- */

static bool is_placeholder(struct pl_str name)
{
	return name.len > 1 && name.len <= PL_PLACEHOLDER_BYTES && name_end(name, 1) == name.len;
}

static void check_bindings(struct reading *r, const struct pl_binding *all, const bool *used, size_t count, struct pl_pos at,
			   const char *map)
{
	if (at.line && count == 0)
		refuse_at(r, at, 0, pl_arena_printf(r->arena, "%s must not be empty", map), "Leave it out");
	for (size_t i = 0; i < count; i++) {
		struct pl_str name = all[i].name;

		if (!is_placeholder(name))
			refuse_at(r, all[i].at, 0,
				  pl_arena_printf(r->arena, "%s contains invalid key: Syntax error; key: \"%.*s\"", map,
						  pl_shown(name), name.ptr),
				  "Behind its sign a placeholder has letters, digits and _ only, 255 bytes in all");
		else if (!used[i] && !r->syntax)
			refuse_at(r, all[i].at, 0,
				  pl_arena_printf(r->arena, "Value provided in %s unused in expressions: keys: {%.*s}", map,
						  pl_shown(name), name.ptr),
				  "Use it, or leave it out");
	}
}

/* ---- together ---- */

static void read_expression(struct reading *r, struct pl_expression *out)
{
	bool good;

	r->text = r->query->expression;
	if (r->text.len > PL_EXPRESSION_BYTES) {
		refuse(r, PL_EXPRESSION_BYTES, INVALID "Expression size has exceeded the maximum allowed size;",
		       "An expression has at most 4,096 bytes");
		return;
	}
	read_tokens(r);
	if (r->tokens.len == 1) {
		refuse(r, 0, INVALID "The expression can not be empty;", "Write at least PK = :pk");
		return;
	}
	good = read_conditions(r);
	if (good)
		redundant_parentheses(r);
	for (size_t i = 0; i < r->conditions.len && good; i++)
		good = check_form(r, &r->conditions.ptr[i]);
	if (!good || !r->query->index)
		return;
	check_count(r);
	check_attributes(r);
	take_pk(r, out);
	take_sk(r, out);
}

static void refuse_empty(struct reading *r, const struct pl_template *value, struct pl_str key)
{
	if (!value->text.len)
		refuse_at(r, value->at, 0, empty_text(r, key), give_a_value);
}

static bool is_range(enum pl_operator op)
{
	return op == PL_Q_BETWEEN || op == PL_Q_FROM_UNTIL;
}

/* What is empty is refused, and what stands from there on is not judged. */
static void leave_out_empty(struct reading *r, struct pl_expression *out)
{
	struct pl_attribute pk[PL_KEY_ATTRIBUTES], sk[PL_KEY_ATTRIBUTES];
	const unsigned pks = pl_index_pks(r->query->index, pk), sks = pl_index_sks(r->query->index, sk);

	for (size_t i = PL_MIN(out->npk, (size_t)pks); i-- > 0;) {
		refuse_empty(r, &out->pk[i], pk[i].name);
		out->npk = out->pk[i].text.len ? out->npk : i;
	}
	for (size_t i = PL_MIN(out->nsk, (size_t)sks); i-- > 0;) {
		const struct pl_condition *c = &out->sk[i];

		refuse_empty(r, &c->first, sk[i].name);
		if (is_range(c->op))
			refuse_empty(r, &c->second, sk[i].name);
		out->nsk = c->first.text.len && (!is_range(c->op) || c->second.text.len) ? out->nsk : i;
	}
}

/* What is declared part by part cannot be malformed, but still ask for what no number has. */
static void read_declared(struct reading *r, struct pl_expression *out)
{
	struct pl_attribute sk[PL_KEY_ATTRIBUTES];
	unsigned count = r->query->index ? pl_index_sks(r->query->index, sk) : 0;

	out->pk = r->query->pk;
	out->npk = r->query->npk;
	out->sk = r->query->sk;
	out->nsk = r->query->nsk;
	for (size_t i = 0; i < r->query->nsk && i < count; i++)
		if (sk[i].type == 'N' && r->query->sk[i].op == PL_Q_BEGINS_WITH)
			refuse_at(r, r->query->sk[i].at, 0,
				  INVALID "Incorrect operand type for operator or function; operator or function: begins_with, "
					  "operand type: N",
				  "A number has no beginning: compare it, or make the key a string");
	if (r->query->index)
		leave_out_empty(r, out);
}

void pl_expression_read(struct pl_arena *arena, const struct pl_schema_query *query, struct pl_expression *out)
{
	struct reading r = {
		.arena = arena,
		.query = query,
		.name_used = PL_NEW_N(arena, bool, query->nnames + 1),
		.value_used = PL_NEW_N(arena, bool, query->nvalues + 1),
	};

	*out = (struct pl_expression){.npk = 0};
	if (query->expression.len || !query->npk) {
		read_expression(&r, out);
		check_bindings(&r, query->names, r.name_used, query->nnames, query->names_at, "ExpressionAttributeNames");
		check_bindings(&r, query->values, r.value_used, query->nvalues, query->values_at, "ExpressionAttributeValues");
	} else {
		read_declared(&r, out);
	}
	out->refusals = PL_KEEP(arena, &r.refusals);
	out->nrefusals = r.refusals.len;
	PL_VEC_RELEASE(&r.tokens);
	PL_VEC_RELEASE(&r.conditions);
	PL_VEC_RELEASE(&r.refusals);
}
