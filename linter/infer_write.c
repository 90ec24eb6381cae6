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

const struct pl_keys *pl_infer_keys_of(const struct pl_infer *in, const struct pl_index *index)
{
	for (size_t k = 1; k < in->result->nkeys; k++)
		if (in->result->keys[k]->index == index)
			return in->result->keys[k];
	return NULL;
}

bool pl_infer_has_index(const struct pl_infer *in, const struct pl_index *index)
{
	/* Of well-known pairs only those that are there count; what a description names is there. */
	const bool known = pl_str_eq(pl_str_c(in->result->keys_from), PL_S("well-known attribute names"));

	return index->name.len && (!known || pl_infer_keys_of(in, index));
}

static void add_indexes(struct pl_infer *in)
{
	const struct pl_table *table = in->keys->table;
	bool some = false;

	for (size_t i = 1; i < table->nindexes; i++) {
		const struct pl_index *index = &table->index[i];

		if (!pl_infer_has_index(in, index))
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

/* What the run noted, as attributes that look like an index, is for the same people. */
static void add_notes(struct pl_infer *in)
{
	for (size_t i = 0; i < in->result->nnotes; i++) {
		const struct pl_str note = in->result->notes[i];

		pl_buf_adds(in->out, "# note: ");
		for (size_t k = 0; k < note.len; k++)
			pl_buf_addc(in->out, (unsigned char)note.ptr[k] < ' ' || note.ptr[k] == 0x7f ? ' ' : note.ptr[k]);
		pl_buf_addc(in->out, '\n');
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
	if (in->keys != in->result->keys[0])
		return;
	add_indexes(in);
	add_notes(in);
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

static struct pl_str template_of(struct pl_infer *in, const pl_infer_pieces *pieces)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str own;

	for (size_t i = 0; i < pieces->len; i++) {
		const struct pl_infer_piece *p = &pieces->ptr[i];

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
	bool members = is_member(in->keys->pk) || is_member(in->keys->sk);
	const char *indent;

	for (size_t i = 0; i < layout->composed.len; i++) {
		const struct pl_infer_composed *c = &layout->composed.ptr[i];

		if (pl_infer_is_taken_back(in, c->index))
			continue;
		members |= is_member(c->attribute);
		if (c->index == 0) {
			pk = template_of(in, pl_infer_written(in, &c->pieces, &c->whole));
			pk_delimiter = c->delimiter;
		}
	}
	indent = members ? "      " : "    ";

	pl_buf_printf(in->out, "  %s:  # ", layout->name);
	pl_infer_add_count(in->out, layout->keys);
	pl_buf_printf(in->out, " key%s\n", layout->keys == 1 ? "" : "s");
	if (members)
		pl_buf_adds(in->out, "    keys:\n");
	add_template(in, indent, in->keys->pk, pk, pk_delimiter);
	add_template(in, indent, in->keys->sk, template_of(in, pl_infer_written(in, &layout->pieces, &layout->whole)), layout->delimiter);
	for (size_t i = 0; i < layout->composed.len; i++) {
		const struct pl_infer_composed *c = &layout->composed.ptr[i];

		if (c->index && !pl_infer_is_taken_back(in, c->index))
			add_template(in, indent, c->attribute, template_of(in, pl_infer_written(in, &c->pieces, &c->whole)), c->delimiter);
	}
}

static bool uses(const pl_infer_pieces *pieces, size_t value)
{
	for (size_t i = 0; i < pieces->len; i++)
		if (!pieces->ptr[i].text.len && pieces->ptr[i].value == value)
			return true;
	return false;
}

static bool uses_composed(const struct pl_infer *in, const struct pl_infer_layout *layout, size_t value)
{
	for (size_t i = 0; i < layout->composed.len; i++) {
		const struct pl_infer_composed *c = &layout->composed.ptr[i];

		if (!pl_infer_is_taken_back(in, c->index) && uses(pl_infer_written(in, &c->pieces, &c->whole), value))
			return true;
	}
	return false;
}

const pl_infer_pieces *pl_infer_written(const struct pl_infer *in, const pl_infer_pieces *pieces, const pl_infer_pieces *whole)
{
	return whole->len && !pl_infer_is_taken_back(in, PL_INFER_WHOLES) ? whole : pieces;
}

bool pl_infer_is_taken_back(const struct pl_infer *in, size_t index)
{
	return index > 63 || in->taken_back >> index & 1;
}

bool pl_infer_is_used(const struct pl_infer *in, size_t value)
{
	bool used = uses(&in->partition.pieces, value);

	for (size_t i = 0; i < in->layouts.len && !used; i++) {
		const struct pl_infer_layout *layout = &in->layouts.ptr[i];

		used = uses(pl_infer_written(in, &layout->pieces, &layout->whole), value) || uses_composed(in, layout, value);
	}
	return used;
}

/* Whether some entity has no template of its own for the partition key. */
static bool needs_open_partition(const struct pl_infer *in)
{
	for (size_t i = 0; i < in->layouts.len; i++) {
		bool own = false;

		for (size_t c = 0; c < in->layouts.ptr[i].composed.len; c++)
			own |= in->layouts.ptr[i].composed.ptr[c].index == 0 && !pl_infer_is_taken_back(in, 0);
		if (!own)
			return true;
	}
	return false;
}

/* A field that no template uses is a fault. */
static void add_fields(struct pl_infer *in)
{
	for (size_t i = 0; i < in->values.len; i++)
		if (pl_infer_is_used(in, i))
			pl_infer_add_field(in, &in->values.ptr[i]);
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
	template = in->partition_name ? pl_str_c(pl_arena_printf(in->arena, "<%s>", in->partition_name))
				      : template_of(in, &in->partition.pieces);
	if (in->delimiter != '#')
		pl_buf_printf(in->out, "delimiter: \"%c\"\n", in->delimiter);
	if (in->partition_name || in->values.len)
		pl_buf_adds(in->out, "fields:\n");
	if (in->partition_name && needs_open_partition(in))
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
