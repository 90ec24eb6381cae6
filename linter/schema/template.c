/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/schema/template.h"

#include "linter/base/buf.h"
#include "linter/schema/field.h"
#include "linter/schema/pieces.h"

enum { LONGEST_NAME = 64, WIDEST = 1024 /* bytes of a sort key */ };

bool pl_is_name(struct pl_str text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		if (!pl_is_alpha(c) && c != '_' && (i == 0 || !pl_is_digit(c)))
			return false;
	}
	return text.len > 0 && text.len <= LONGEST_NAME;
}

/* ---- the grammar ---- */

struct reading {
	struct pl_faults *faults;
	struct pl_template *out;
	struct pl_str text;
	PL_VEC(struct pl_part) parts;
	struct pl_buf literal;  /* bytes of the literal that is being read */
	size_t literal_from;
	bool good;
};

/* Longest first: {{ is not { twice. */
static const struct {
	struct pl_str open, close;
} braces[] = {
	{{"<", 1}, {">", 1}},
	{{"${", 2}, {"}", 1}},
	{{"{{", 2}, {"}}", 2}},
	{{"{", 1}, {"}", 1}},
};

static struct pl_pos place(const struct reading *r, size_t byte)
{
	struct pl_pos at = r->out->at;

	if (r->out->node) {
		pl_yaml_byte_at(r->out->node, byte, &at.line, &at.column);
		return at;
	}
	for (size_t i = 0; i < byte; i++)
		at.column += ((unsigned char)r->text.ptr[i] & 0xc0) != 0x80;
	return at;
}

static void wrong(struct reading *r, size_t byte, const char *format, ...) PL_PRINTF(3, 4);

static void wrong(struct reading *r, size_t byte, const char *format, ...)
{
	va_list args;

	va_start(args, format);
	pl_fault(r->faults, place(r, byte), "%s", pl_arena_vprintf(r->faults->arena, format, args));
	va_end(args);
	r->good = false;
}

static void end_literal(struct reading *r)
{
	if (r->literal.len)
		PL_PUSH(&r->parts, (struct pl_part){.kind = PL_PART_LITERAL,
						    .text = pl_arena_str(r->faults->arena, pl_buf_str(&r->literal)),
						    .at = place(r, r->literal_from)});
	pl_buf_clear(&r->literal);
}

static void literal_byte(struct reading *r, size_t at, char byte)
{
	if (r->literal.len == 0)
		r->literal_from = at;
	pl_buf_addc(&r->literal, byte);
}

/* The offset of `what` at or behind `from`; text.len: none. */
static size_t find(struct pl_str text, size_t from, struct pl_str what)
{
	for (size_t i = from; i + what.len <= text.len; i++)
		if (pl_str_starts(pl_str_sub(text, i, text.len), what))
			return i;
	return text.len;
}

/* Blanks at both ends are no part of a name: {{ id }}. */
static void trim(struct pl_str text, size_t *from, size_t *to)
{
	while (*from < *to && text.ptr[*from] == ' ')
		++*from;
	while (*to > *from && text.ptr[*to - 1] == ' ')
		--*to;
}

/* 10, 010, 010d, 10:0; false for what is no width. */
static bool read_width(struct pl_str spec, unsigned *width, char *pad)
{
	size_t i = 0;
	unsigned value = 0;

	for (; i < spec.len && pl_is_digit((unsigned char)spec.ptr[i]); i++)
		value = PL_MIN(value * 10 + (unsigned)(spec.ptr[i] - '0'), (unsigned)WIDEST + 1);
	*width = value;
	*pad = '0';
	if (i == 0)
		return false;
	if (i == spec.len || (i + 1 == spec.len && spec.ptr[i] == 'd' && *spec.ptr == '0'))
		return true;
	*pad = spec.ptr[spec.len - 1];
	return i + 2 == spec.len && spec.ptr[i] == ':' && *pad >= ' ' && *pad <= '~';
}

static void read_spec(struct reading *r, struct pl_part *part, size_t from, size_t to)
{
	part->spec_text = pl_arena_str(r->faults->arena, pl_str_sub(r->text, from, to));
	part->spec_at = place(r, from);
	if (to == from) {
		wrong(r, from, "a width, a field's name or an encoding must stand behind the colon");
		return;
	}
	if (!read_width(part->spec_text, &part->width, &part->pad)) {
		part->width = 0;
		return;
	}
	part->spec = PL_SPEC_WIDTH;
	if (part->width == 0 || part->width > WIDEST)
		wrong(r, from, "a width is from 1 to %d, not \"%.*s\"", WIDEST, pl_shown(part->spec_text),
		      part->spec_text.ptr);
}

/* What stands between the brackets: NAME [":" SPEC]. */
static void read_placeholder(struct reading *r, size_t open, size_t from, size_t to)
{
	struct pl_part part = {.kind = PL_PART_VALUE, .at = place(r, open)};
	const size_t before = r->faults->count;
	size_t colon = PL_MIN(find(r->text, from, PL_S(":")), to), name_to = colon;

	trim(r->text, &from, &name_to);
	part.text = pl_arena_str(r->faults->arena, pl_str_sub(r->text, from, name_to));
	if (part.text.len == 0)
		wrong(r, open, "a placeholder without a name; write \\%c for the sign itself", r->text.ptr[open]);
	else if (!pl_is_name(part.text))
		wrong(r, from, "\"%.*s\" is no name: letters, digits and _, at most %d, no digit in front",
		      pl_shown(part.text), part.text.ptr, LONGEST_NAME);
	if (colon < to) {
		size_t spec = colon + 1;

		if (r->text.ptr[to - 1] != ':' && r->text.ptr[to - 1] != ' ') /* a blank may be what pads */
			trim(r->text, &spec, &to);
		read_spec(r, &part, spec, to);
	}
	part.malformed = r->faults->count > before;
	PL_PUSH(&r->parts, part);
}

/* A placeholder that opens at byte `at`; returns the byte behind it, `at` when none does. */
static size_t read_braces(struct reading *r, size_t at)
{
	struct pl_str rest = pl_str_sub(r->text, at, r->text.len);

	for (size_t i = 0; i < PL_LEN(braces); i++) {
		size_t from = at + braces[i].open.len, to;

		if (!pl_str_starts(rest, braces[i].open))
			continue;
		end_literal(r);
		to = find(r->text, from, braces[i].close);
		if (to < r->text.len) {
			read_placeholder(r, at, from, to);
			return to + braces[i].close.len;
		}
		wrong(r, at, "%.*s is not closed by %.*s; write \\%.*s for the sign itself", (int)braces[i].open.len,
		      braces[i].open.ptr, (int)braces[i].close.len, braces[i].close.ptr, (int)braces[i].open.len,
		      braces[i].open.ptr);
		return r->text.len;
	}
	return at;
}

static size_t read_escape(struct reading *r, size_t at)
{
	char next = at + 1 < r->text.len ? r->text.ptr[at + 1] : '\0';

	if (next && strchr("<>{}$\\", next)) {
		literal_byte(r, at, next);
		return at + 2;
	}
	wrong(r, at, "a backslash stands in front of < { $ or \\ only; for itself write \\\\");
	return at + 1;
}

bool pl_template_read(struct pl_faults *faults, struct pl_str text, struct pl_pos at, const struct pl_yaml *node,
		      struct pl_template *out)
{
	struct reading r = {.faults = faults, .out = out, .text = text, .good = true};

	*out = (struct pl_template){.text = text, .at = at, .node = node};
	if (text.len == 0)
		wrong(&r, 0, "a template is empty");
	if (text.len > PL_TEMPLATE_BYTES)
		wrong(&r, 0, "a template of more than %d bytes", PL_TEMPLATE_BYTES);
	for (size_t i = 0; i < PL_MIN(text.len, (size_t)PL_TEMPLATE_BYTES);) {
		size_t behind = text.ptr[i] == '\\' ? read_escape(&r, i) : read_braces(&r, i);

		if (behind == i) {
			literal_byte(&r, i, text.ptr[i]);
			behind++;
		}
		i = behind;
	}
	end_literal(&r);
	out->malformed = !r.good;
	out->parts = pl_keep(faults->arena, r.parts.ptr, r.parts.len, sizeof(*r.parts.ptr));
	out->nparts = r.parts.len;
	PL_VEC_RELEASE(&r.parts);
	pl_buf_release(&r.literal);
	return r.good;
}

/* ---- segments ---- */

typedef PL_VEC(struct pl_part) parts;

/* Splits one literal; places follow its characters, which is right where nothing was escaped. */
static void split_literal(parts *out, struct pl_part literal, struct pl_str delimiter, unsigned *segment)
{
	size_t from = 0;

	for (;;) {
		size_t to = find(literal.text, from, delimiter);
		struct pl_part piece = literal;

		piece.text = pl_str_sub(literal.text, from, to);
		piece.segment = *segment;
		for (size_t i = 0; i < from; i++)
			piece.at.column += ((unsigned char)literal.text.ptr[i] & 0xc0) != 0x80;
		if (piece.text.len)
			PL_PUSH(out, piece);
		if (to == literal.text.len)
			return;
		for (size_t i = from; i < to; i++)
			piece.at.column += ((unsigned char)literal.text.ptr[i] & 0xc0) != 0x80;
		piece.kind = PL_PART_DELIMITER;
		piece.text = pl_str_sub(literal.text, to, to + delimiter.len);
		PL_PUSH(out, piece);
		++*segment;
		from = to + delimiter.len;
	}
}

/* Numbers the values of segments that hold several. */
static void number_parts(struct pl_part *part, size_t count)
{
	for (size_t from = 0, to; from < count; from = to) {
		unsigned values = 0, number = 0;

		for (to = from; to < count && part[to].segment == part[from].segment; to++)
			values += part[to].kind == PL_PART_VALUE;
		for (size_t i = from; i < to && values > 1; i++)
			if (part[i].kind == PL_PART_VALUE)
				part[i].part = ++number;
	}
}

static void split(struct pl_arena *arena, struct pl_template *template, struct pl_str delimiter)
{
	parts out = {NULL, 0, 0};
	unsigned segment = 1;

	for (size_t i = 0; i < template->nparts; i++) {
		struct pl_part part = template->parts[i];

		part.segment = segment;
		if (part.kind == PL_PART_LITERAL)
			split_literal(&out, part, delimiter, &segment);
		else
			PL_PUSH(&out, part);
	}
	number_parts(out.ptr, out.len);
	template->parts = PL_KEEP(arena, &out);
	template->nparts = out.len;
	template->delimiter = delimiter;
	template->segments = segment;
	PL_VEC_RELEASE(&out);
}

/* ---- fields ---- */

static struct pl_declared *copy_of(struct pl_arena *arena, const struct pl_declared *field)
{
	struct pl_declared *copy = PL_NEW(arena, struct pl_declared);

	*copy = *field;
	return copy;
}

/* Fields for "did you mean"; not for a fault that will not be kept. */
static void near_fields(const struct pl_faults *faults, const struct pl_field_scope *scope, struct pl_near *near)
{
	if (faults->count < PL_FAULTS_KEPT)
		scope->names(scope->ctx, near);
}

static bool no_such_field(struct pl_faults *faults, struct pl_pos at, struct pl_str name,
			  const struct pl_field_scope *scope)
{
	struct pl_near near = pl_near_to(name);

	near_fields(faults, scope, &near);
	if (near.best)
		pl_fault(faults, at, "<%.*s> names no field; did you mean <%s>?", pl_shown(name), name.ptr, near.best);
	else
		pl_fault(faults, at, "<%.*s> names no field; declare it under fields:, as %.*s: id", pl_shown(name), name.ptr,
			 pl_shown(name), name.ptr);
	return false;
}

static void lay_width(struct pl_arena *arena, struct pl_part *part)
{
	struct pl_declared *copy = copy_of(arena, part->field);

	copy->width = part->width;
	copy->pad = part->pad;
	copy->encode = PL_ENCODE_PADDED;
	copy->set |= UINT64_C(1) << PL_FO_WIDTH | UINT64_C(1) << PL_FO_PAD;
	copy->option_at[PL_FO_WIDTH] = copy->option_at[PL_FO_PAD] = part->spec_at;
	part->field = copy;
}

/* <from:when>: a name with letters that no format has, ours or another library's, was meant as a field. */
static bool is_field_name(struct pl_str text)
{
	static const char letters[] = "ADEGHMQSTWXYZadfhkmsuwxy";

	for (size_t i = 0; i < text.len; i++)
		if (!memchr(letters, text.ptr[i], sizeof(letters) - 1))
			return pl_is_name(text);
	return false;
}

static bool bad_spec(struct pl_faults *faults, const struct pl_part *part, const struct pl_field_scope *scope,
		     const char *why)
{
	struct pl_near near = pl_near_to(part->spec_text);

	near_fields(faults, scope, &near);
	if (part->field)
		pl_field_encodings(part->field->type, &near);
	if (near.best)
		pl_fault_unknown(faults, part->spec_at, "width, field or encoding", &near);
	else if (why && !is_field_name(part->spec_text))
		pl_fault(faults, part->spec_at, "%s", why);
	else
		pl_fault(faults, part->spec_at, "\"%.*s\" is no width, field or encoding%s%s", pl_shown(part->spec_text),
			 part->spec_text.ptr, part->field ? " of a " : "",
			 part->field ? pl_field_type_name(part->field->type) : "");
	return false;
}

static bool lay_encoding(struct pl_faults *faults, struct pl_part *part, const struct pl_field_scope *scope)
{
	struct pl_declared *copy = copy_of(faults->arena, part->field);
	const char *why;

	if (!pl_field_encode(faults->arena, copy, part->spec_text, part->spec_at, &why))
		return bad_spec(faults, part, scope, why);
	part->spec = PL_SPEC_ENCODING;
	part->field = copy;
	return true;
}

/* A value that only a query names: <day:YYYY-MM-DD>, <n:plain>, <low:10>. */
static bool invent_field(struct pl_faults *faults, struct pl_part *part, const struct pl_field_scope *scope)
{
	static const enum pl_field_type tried[] = {PL_D_NUMBER, PL_D_TIMESTAMP};
	const char *why = NULL;

	for (size_t i = 0; i < PL_LEN(tried); i++) {
		struct pl_declared field = pl_declared_new(part->text, tried[i], part->at);

		if (part->spec != PL_SPEC_WIDTH &&
		    !pl_field_encode(faults->arena, &field, part->spec_text, part->spec_at, &why))
			continue;
		part->field = copy_of(faults->arena, &field);
		if (part->spec == PL_SPEC_WIDTH)
			lay_width(faults->arena, part);
		else
			part->spec = PL_SPEC_ENCODING;
		return true;
	}
	return bad_spec(faults, part, scope, why);
}

/* SPEC is tried in this order: a width, a field's name, an encoding. */
static bool bind_value(struct pl_faults *faults, struct pl_part *part, const struct pl_field_scope *scope)
{
	const struct pl_declared *other = NULL;

	if (part->spec_text.len && part->spec != PL_SPEC_WIDTH)
		other = scope->find(scope->ctx, part->spec_text);
	if (other) {
		part->spec = PL_SPEC_FIELD;
		part->field = part->base = other;
		return true;
	}
	part->field = part->base = scope->find(scope->ctx, part->text);
	if (!part->field && scope->query && part->spec_text.len)
		return invent_field(faults, part, scope);
	if (!part->field)
		return no_such_field(faults, part->at, part->text, scope);
	if (part->spec == PL_SPEC_WIDTH)
		lay_width(faults->arena, part);
	else if (part->spec_text.len)
		return lay_encoding(faults, part, scope);
	return true;
}

bool pl_template_bind(struct pl_faults *faults, struct pl_template *template, struct pl_str delimiter,
		      const struct pl_field_scope *scope)
{
	bool good = !template->malformed;

	if (template->segments)
		return good;
	split(faults->arena, template, delimiter);
	for (size_t i = 0; i < template->nparts; i++) {
		struct pl_part *part = &template->parts[i];

		if (part->kind != PL_PART_VALUE || part->malformed)
			continue;
		good &= bind_value(faults, part, scope);
		template->open |= part->field && part->field->type == PL_D_UNKNOWN;
	}
	if (good) {
		struct pl_pieces *pieces = PL_NEW(faults->arena, struct pl_pieces);

		pl_pieces_of(faults->arena, template, pieces);
		template->pieces = pieces;
	}
	return good;
}

struct pl_str pl_template_shape(struct pl_arena *arena, const struct pl_template *template)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str own;

	for (size_t i = 0; i < template->nparts; i++) {
		const struct pl_part *part = &template->parts[i];

		if (part->kind == PL_PART_VALUE)
			pl_buf_printf(&text, "<%.*s>", (int)part->text.len, part->text.ptr);
		else
			pl_buf_add(&text, part->text);
	}
	own = pl_arena_str(arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return own;
}
