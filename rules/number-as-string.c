/* SPDX-License-Identifier: Apache-2.0 */
/*
 * PL111 number-as-string: a sort key that is nothing but a number.
 *
 *     "SK": {"S": "0000000042"}    a string that has to be padded for ever
 *     "SK": {"N": "42"}            a number, in order whatever its width
 *
 * Told when every sort key of a table or index is one integer, and the
 * attribute has type S. It takes a new table or index to change that, so it is
 * no more than an info.
 *
 * Blind to codes, references and whatever else the ladder (linter/ordered.h)
 * takes for the name of a thing: their leading zeros mean something. Type N
 * holds 38 digits.
 */
#include "linter/rule.h"

enum { MOST_DIGITS = 38 };

/* The one field of the keys, when they are nothing else. */
static const struct pl_field *only_field(const struct pl_keys *keys)
{
	const struct pl_entity *entity = keys->nentities == 1 ? keys->entities[0] : NULL;

	if (!entity || entity->nfields != 1 || entity->tail || !entity->fields[0]->whole_key || keys->unknown.keys)
		return NULL;
	return entity->fields[0];
}

static bool is_integer(const struct pl_field *field)
{
	const struct pl_declared *declared = pl_promised(field);

	if (pl_counts_digits(field))
		return false;
	if (declared && (declared->type != PL_D_NUMBER || declared->base != 10 || declared->sign == PL_SIGN_COMPLEMENT ||
			 declared->decimals || declared->inverted.text.len))
		return false;
	if (!field->observed)
		return declared != NULL;
	return (field->kind == PL_K_NUMBER || field->kind == PL_K_SIGNED) && field->observed->max_len <= MOST_DIGITS &&
	       field->observed->distinct > 1;
}

static bool applies(const struct pl_keys *keys)
{
	const struct pl_field *field = keys->ordered ? only_field(keys) : NULL;

	return field && is_integer(field);
}

static void check(struct pl_cx *cx, const struct pl_keys *keys)
{
	const struct pl_field *field = only_field(keys);

	/* 31122025 is no integer. */
	if (field->observed && field->observed->fine_first)
		return;
	if (pl_names_code(cx, field) || pl_is_ordered(cx, field, false).ordered < PL_ORDERED_INFERRED)
		return;
	pl_report_keys(cx, keys, (struct pl_finding){
		.level = PL_INFO,
		.entity = field->entity,
		.segment = field->segment,
		.message = pl_text(cx, "every sort key is one integer, and the attribute %.*s is a string", (int)keys->sk.len,
				   keys->sk.ptr),
		.why = "A string must be padded to be in order, and a width can be outgrown; an attribute of type N is in numeric "
		       "order, negative values among them.",
		.fix = pl_text(cx, "For a new %s, make %.*s type N; the type of a key attribute cannot be changed in place.",
			       keys->index_name.len ? "index" : "table", (int)keys->sk.len, keys->sk.ptr),
		.at = field->at,
	});
}

const struct pl_rule pl_rule_number_as_string = {
	.code = "PL111",
	.name = "number-as-string",
	.since = "0.1.0",
	.summary = "every sort key of a table or index is one integer, in an attribute of type S",
	.why = "Strings are compared byte by byte, so integers in them need padding to one width; type N needs none.",
	.fix = "Type N, for a new table or index: the type of a key attribute cannot be changed in place.",
	.blind = "Numbers that name things (codes, references), numbers beside other keys, and more than 38 digits.",
	.source = "Amazon DynamoDB developer guide: sort keys of type Number are in numeric order.",
	.scope = PL_KEYS,
	.level = PL_INFO,
	.applies_keys = applies,
	.check_keys = check,
};
