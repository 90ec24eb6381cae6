/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/infer_inside.h"

#include "linter/schema/template.h"

/* ---- writing: names ---- */

static void add_attribute(struct pl_infer *in, struct pl_str name, char type)
{
	struct pl_buf text = PL_BUF_INIT;

	pl_buf_add(&text, name);
	/* The last colon is in front of the type, so a name with one needs it. */
	if ((type && type != 'S') || memchr(name.ptr, ':', name.len))
		pl_buf_printf(&text, ":%c", type ? type : 'S');
	pl_infer_add_scalar(in, pl_buf_str(&text), true);
	pl_buf_release(&text);
}

static char seen_type(const struct pl_infer *in, struct pl_str name)
{
	for (size_t i = 0; in->types && i < in->types->n; i++)
		if (pl_str_eq(in->types->keys[i].name, name))
			return in->types->keys[i].type;
	return 0;
}

/* Several attributes stand in a list. */
static void add_attributes(struct pl_infer *in, const char *role, const struct pl_attribute *all, unsigned n)
{
	pl_buf_printf(in->out, "%s: %s", role, n > 1 ? "[" : "");
	for (unsigned i = 0; i < n; i++) {
		pl_buf_adds(in->out, i ? ", " : "");
		add_attribute(in, all[i].name, all[i].type ? all[i].type : seen_type(in, all[i].name));
	}
	pl_buf_adds(in->out, n > 1 ? "]" : "");
}

static void add_pair(struct pl_infer *in, const struct pl_index *index)
{
	struct pl_attribute all[PL_KEY_ATTRIBUTES];
	unsigned n = pl_index_pks(index, all);

	pl_buf_addc(in->out, '{');
	add_attributes(in, "pk", all, n);
	n = pl_index_sks(index, all);
	if (n) {
		pl_buf_adds(in->out, ", ");
		add_attributes(in, "sk", all, n);
	}
	if (index->local)
		pl_buf_adds(in->out, ", local: true");
	pl_buf_adds(in->out, "}\n");
}

static void add_indexes(struct pl_infer *in)
{
	/* Of well-known pairs only those that are there count; what a description names is there. */
	const struct pl_table *table = in->keys->table;
	const bool known = pl_str_eq(pl_str_c(in->result->keys_from), PL_S("well-known attribute names"));
	bool some = false;

	for (size_t i = 1; i < table->nindexes; i++) {
		const struct pl_index *index = &table->index[i];
		const struct pl_keys *keys = NULL;

		for (size_t k = 1; k < in->result->nkeys; k++)
			if (in->result->keys[k]->index == index)
				keys = in->result->keys[k];
		if (index->name.len == 0 || (known && !keys))
			continue;
		if (!some)
			pl_buf_adds(in->out, "indexes:\n");
		some = true;
		pl_buf_adds(in->out, "  ");
		pl_infer_add_scalar(in, index->name, true);
		pl_buf_adds(in->out, ": ");
		add_pair(in, index);
	}
}

void pl_infer_add_names(struct pl_infer *in)
{
	pl_buf_adds(in->out, "# Written by padlint infer from ");
	pl_infer_add_count(in->out, in->result->items);
	pl_buf_printf(in->out, " item%s. TODO: look at every name and every line that says so.\n",
		      in->result->items == 1 ? "" : "s");
	if (!in->keys->table_name.len)
		pl_buf_adds(in->out, "table: TABLE  # TODO the table's name\n");
	else {
		pl_buf_adds(in->out, "table: ");
		pl_infer_add_scalar(in, in->keys->table_name, false);
		pl_buf_addc(in->out, '\n');
	}
	pl_buf_adds(in->out, "key: ");
	add_pair(in, in->keys->index);
	add_indexes(in);
}

/* ---- writing: entities ---- */

/* `<`, `{`, `$` and `\` begin something in a template. */
static void add_literal(struct pl_buf *out, struct pl_str text)
{
	for (size_t i = 0; i < text.len; i++) {
		if (strchr("<{$\\", text.ptr[i]))
			pl_buf_addc(out, '\\');
		pl_buf_addc(out, text.ptr[i]);
	}
}

/* Attributes called as a member of an entity, or with a colon, stand under `keys:`. */
static bool is_member(struct pl_str attribute)
{
	static const char *const members[] = {"match", "fields", "unique", "keys", "delimiter"};

	for (size_t i = 0; i < PL_LEN(members); i++)
		if (pl_str_eq(attribute, pl_str_c(members[i])))
			return true;
	return memchr(attribute.ptr, ':', attribute.len) != NULL;
}

static void add_template(struct pl_infer *in, const char *indent, struct pl_str attribute, struct pl_str template, char delimiter)
{
	pl_buf_adds(in->out, indent);
	pl_infer_add_scalar(in, attribute, true);
	pl_buf_adds(in->out, ": ");
	if (delimiter == in->delimiter) {
		pl_infer_add_scalar(in, template, false);
	} else {
		pl_buf_adds(in->out, "{template: ");
		pl_infer_add_scalar(in, template, true);
		pl_buf_printf(in->out, ", delimiter: \"%c\"}", delimiter);
	}
	pl_buf_addc(in->out, '\n');
}

static struct pl_str template_of(struct pl_infer *in, const struct pl_infer_layout *layout)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str own;

	for (size_t i = 0; i < layout->pieces.len; i++) {
		const struct pl_infer_piece *p = &layout->pieces.ptr[i];

		if (p->text.len)
			add_literal(&text, p->text);
		else
			pl_buf_printf(&text, "<%s>", in->values.ptr[p->value].name);
	}
	own = pl_arena_str(in->arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return own;
}

static void add_layout(struct pl_infer *in, const struct pl_infer_layout *layout, struct pl_str pk, char pk_delimiter)
{
	const bool members = is_member(in->keys->pk) || is_member(in->keys->sk);
	const char *indent = members ? "      " : "    ";

	pl_buf_printf(in->out, "  %s:  # ", layout->name);
	pl_infer_add_count(in->out, layout->keys);
	pl_buf_printf(in->out, " key%s\n", layout->keys == 1 ? "" : "s");
	if (members)
		pl_buf_adds(in->out, "    keys:\n");
	add_template(in, indent, in->keys->pk, pk, pk_delimiter);
	add_template(in, indent, in->keys->sk, template_of(in, layout), layout->delimiter);
}

static bool uses(const struct pl_infer_layout *layout, size_t value)
{
	for (size_t i = 0; i < layout->pieces.len; i++)
		if (!layout->pieces.ptr[i].text.len && layout->pieces.ptr[i].value == value)
			return true;
	return false;
}

/* A field that no template uses is a fault. */
static void add_fields(struct pl_infer *in)
{
	for (size_t i = 0; i < in->values.len; i++) {
		bool used = uses(&in->partition, i);

		for (size_t k = 0; k < in->layouts.len && !used; k++)
			used = uses(&in->layouts.ptr[k], i);
		if (used)
			pl_infer_add_field(in, &in->values.ptr[i]);
	}
}

void pl_infer_add_entities(struct pl_infer *in)
{
	struct pl_str template;

	if (!in->layouts.len) {
		if (in->keys->keys)
			pl_buf_adds(in->out, in->keys->sk.len && !in->keys->ordered
						     ? "# entities: TODO; the sort key is no string, so there is no layout to be seen\n"
						     : "# entities: TODO; there is no sort key to be seen\n");
		return;
	}
	template = in->partition_name ? pl_str_c(pl_arena_printf(in->arena, "<%s>", in->partition_name)) : template_of(in, &in->partition);
	if (in->delimiter != '#')
		pl_buf_printf(in->out, "delimiter: \"%c\"\n", in->delimiter);
	if (in->partition_name || in->values.len)
		pl_buf_adds(in->out, "fields:\n");
	if (in->partition_name)
		pl_buf_printf(in->out, "  %s: {type: %s, rest: true}  # TODO how partition keys are composed\n", in->partition_name,
			      in->partition_unsaid ? "unknown" : "text");
	add_fields(in);
	pl_buf_adds(in->out, "entities:\n");
	for (size_t i = 0; i < in->layouts.len; i++)
		add_layout(in, &in->layouts.ptr[i], template, in->partition_name ? in->delimiter : in->partition.delimiter);
}

void pl_infer_add_unwritable(struct pl_infer *in)
{
	if (in->unwritable)
		pl_buf_printf(in->out, "# TODO %zu kind%s of keys without a template: they hold bytes that YAML cannot, or placeholders.\n",
			      in->unwritable, in->unwritable == 1 ? "" : "s");
	if (in->misspelt)
		pl_buf_printf(in->out, "# TODO %zu kind%s of keys left out: the label looks misspelt, or the key is two in one (PL406).\n", in->misspelt,
			      in->misspelt == 1 ? "" : "s");
}
