/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/schema/import_intrinsic.h"

/* "!Sub" is Fn::Sub; only Ref and Condition have no Fn:: in front. */
static bool is_function(struct pl_str written, const char *name)
{
	if (pl_str_starts(written, PL_S("!")))
		written = pl_str_sub(written, 1, written.len);
	else if (pl_str_starts(written, PL_S("Fn::")))
		written = pl_str_sub(written, 4, written.len);
	return pl_str_eq(written, pl_str_c(name));
}

const struct pl_yaml *pl_import_function(const struct pl_yaml *node, const char *name)
{
	if (node->tag.len && *node->tag.ptr == '!')
		return is_function(node->tag, name) ? node : NULL;
	if (node->kind == PL_Y_MAP && node->count == 1 && is_function(node->pairs[0].key.text, name))
		return node->pairs[0].value;
	return NULL;
}

static bool is_no_value(const struct pl_yaml *node)
{
	const struct pl_yaml *name = pl_import_function(node, "Ref");

	return name && name->kind == PL_Y_TEXT && pl_str_eq(name->text, PL_S("AWS::NoValue"));
}

const struct pl_yaml *pl_import_settle(const struct pl_yaml *node)
{
	while (node) {
		const struct pl_yaml *branches = pl_import_function(node, "If");

		if (is_no_value(node))
			return NULL;
		if (!branches || branches->kind != PL_Y_LIST || branches->count != 3)
			return node;
		node = is_no_value(branches->items[1]) ? branches->items[2] : branches->items[1];
	}
	return NULL;
}

bool pl_import_is_literal(const struct pl_yaml *node)
{
	return node->kind == PL_Y_TEXT && (node->tag.len == 0 || *node->tag.ptr != '!' || node->tag.len == 1);
}

/* !Sub "text", or !Sub ["text", {variables}]. */
static const struct pl_yaml *sub_text(const struct pl_yaml *node)
{
	const struct pl_yaml *sub = pl_import_function(node, "Sub");

	if (sub && sub->kind == PL_Y_LIST)
		sub = sub->count ? sub->items[0] : NULL;
	return sub && sub->kind == PL_Y_TEXT ? sub : NULL;
}

static const struct pl_yaml *default_of(const struct pl_import *imp, const struct pl_yaml *node)
{
	const struct pl_yaml *name = pl_import_function(node, "Ref");

	if (!name || name->kind != PL_Y_TEXT)
		return NULL;
	return pl_import_get_kind(pl_import_get(imp->parameters, name->text.ptr), "Default", PL_Y_TEXT);
}

bool pl_import_known_text(const struct pl_import *imp, const struct pl_yaml *node, struct pl_str *out)
{
	const struct pl_yaml *text = pl_import_is_literal(node) ? node : sub_text(node);

	if (!text)
		text = default_of(imp, node);
	if (text)
		*out = text->text;
	return text != NULL;
}
