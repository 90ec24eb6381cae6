/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/infer_inside.h"

/* Bytes of a name, as keys.yaml takes them. */
enum { NAME = 64 };

/* ---- YAML ---- */

static bool is_indicator(char c)
{
	return strchr("-?:,[]{}#&*!|>'\"%@`=~", c) != NULL;
}

static bool needs_quotes(struct pl_str s, bool flow)
{
	if (pl_str_eq(s, PL_S("null")) || pl_str_eq(s, PL_S("Null")) || pl_str_eq(s, PL_S("NULL")))
		return true;
	if (s.len == 0 || is_indicator(s.ptr[0]) || s.ptr[0] == ' ' || s.ptr[s.len - 1] == ' ' || s.ptr[s.len - 1] == ':')
		return true;
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (c < ' ' || c >= 0x7f || (flow && strchr(",[]{}\"'", c)))
			return true;
		/* The last byte is no colon. */
		if (c == ':' && (s.ptr[i + 1] == ' ' || (flow && !pl_is_alpha((unsigned char)s.ptr[i + 1]))))
			return true;
		if (c == '#' && i > 0 && s.ptr[i - 1] == ' ')
			return true;
	}
	return false;
}

void pl_infer_scalar(struct pl_buf *out, struct pl_str s, bool flow)
{
	if (!needs_quotes(s, flow)) {
		pl_buf_add(out, s);
		return;
	}
	pl_buf_addc(out, '"');
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (c == '"' || c == '\\')
			pl_buf_printf(out, "\\%c", c);
		else if (c < ' ' || c == 0x7f)
			pl_buf_printf(out, "\\x%02X", c);
		else
			pl_buf_addc(out, (char)c);
	}
	pl_buf_addc(out, '"');
}

void pl_infer_add_scalar(struct pl_infer *in, struct pl_str s, bool flow)
{
	pl_infer_scalar(in->out, s, flow);
}

/* ---- names ---- */

static bool is_name_byte(char c)
{
	return pl_is_alpha((unsigned char)c) || pl_is_digit((unsigned char)c);
}

static bool has_lower(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (pl_is_lower((unsigned char)s.ptr[i]))
			return true;
	return false;
}

/*
 * Words put together: "ORDER#ITEM" is OrderItem or orderItem. Words that have
 * small letters keep what they have. Empty: there is no letter to begin with.
 */
char *pl_infer_camel(struct pl_infer *in, struct pl_str words, bool capital)
{
	struct pl_buf out = PL_BUF_INIT;
	const bool keep = has_lower(words);
	bool begin = true;
	char *name;

	for (size_t i = 0; i < words.len && out.len < NAME - 8; i++) {
		char c = words.ptr[i];

		if (!is_name_byte(c) || (out.len == 0 && !pl_is_alpha((unsigned char)c))) {
			begin = true;
			continue;
		}
		if (pl_is_alpha((unsigned char)c) && begin)
			c = (char)(out.len == 0 && !capital ? pl_lower((unsigned char)c)
				   : pl_is_lower((unsigned char)c) ? c - 32 : c);
		else if (!keep)
			c = (char)pl_lower((unsigned char)c);
		begin = false;
		pl_buf_addc(&out, c);
	}
	name = pl_arena_cstr(in->arena, out.len ? out.ptr : "");
	pl_buf_release(&out);
	return name;
}

bool pl_infer_is_taken(const pl_infer_names *list, const char *name)
{
	for (size_t i = 0; i < list->len; i++)
		if (pl_str_eq(pl_str_c(list->ptr[i]), pl_str_c(name)))
			return true;
	return false;
}

/* The name, with a number behind it when it is taken. */
const char *pl_infer_unique(struct pl_infer *in, pl_infer_names *list, const char *wanted)
{
	const char *name = wanted;

	for (unsigned n = 2; pl_infer_is_taken(list, name); n++)
		name = pl_arena_printf(in->arena, "%s%u", wanted, n);
	PL_PUSH(list, name);
	return name;
}

void pl_infer_call(struct pl_infer *in, struct pl_infer_value *value, const char *wanted)
{
	value->wanted = wanted;
	value->name = pl_infer_unique(in, &in->field_names, wanted);
}

void pl_infer_name_again(struct pl_infer *in)
{
	in->field_names.len = 0;
	if (in->partition_name)
		PL_PUSH(&in->field_names, in->partition_name);
	for (size_t i = 0; i < in->values.len; i++)
		if (pl_infer_is_used(in, i))
			pl_infer_call(in, &in->values.ptr[i], in->values.ptr[i].wanted);
}

/* What a value is called when nothing labels it. */
const char *pl_infer_kind_name(enum pl_kind kind)
{
	switch (kind) {
	case PL_K_TIMESTAMP:
		return "at";
	case PL_K_NUMBER:
	case PL_K_SIGNED:
	case PL_K_HEXNUMBER:
	case PL_K_BASED:
	case PL_K_MIRRORED:
		return "n";
	case PL_K_DECIMAL:
		return "amount";
	case PL_K_YEAR:
		return "year";
	case PL_K_MONTH:
		return "month";
	case PL_K_DAY:
		return "day";
	case PL_K_HOUR:
		return "hour";
	case PL_K_VERSION:
		return "version";
	case PL_K_DURATION:
		return "duration";
	case PL_K_UUID:
	case PL_K_ULID:
	case PL_K_KSUID:
	case PL_K_ID:
		return "id";
	case PL_K_HASH:
		return "hash";
	case PL_K_WORD:
		return "word";
	case PL_K_PHONE:
		return "phone";
	case PL_K_IP:
		return "ip";
	case PL_K_MAC:
		return "mac";
	case PL_K_URL:
		return "url";
	case PL_K_ARN:
		return "arn";
	case PL_K_MAIL:
		return "mail";
	case PL_K_NONE:
	case PL_K_TEXT:
	case PL_K_ZEROS:
	case PL_KINDS:
		break;
	}
	return "text";
}

/*
 * The unit of digits that count from 1970, all of one width: others are first of all numbers that need one. Of several
 * units it is the finest, to which the others are to be multiplied.
 */
enum pl_epoch pl_infer_epoch_of(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;
	enum pl_epoch finest = PL_EPOCH_NONE;

	if (field->kind != PL_K_NUMBER)
		return PL_EPOCH_NONE;
	for (size_t i = 0; i < seen->nwidths && seen->epochs_mixed; i++)
		finest = PL_MAX(finest, pl_epoch_of(seen->widths[i].least, seen->widths[i].least));
	return seen->epochs_mixed ? finest : seen->min_len == seen->max_len ? seen->epoch : PL_EPOCH_NONE;
}

bool pl_infer_is_epoch(const struct pl_field *field)
{
	return pl_infer_epoch_of(field) != PL_EPOCH_NONE;
}

/* A value directly behind its label has its name; times and dates are named for what they are. */
const char *pl_infer_wanted_name(struct pl_infer *in, const struct pl_field *field)
{
	const char *label;

	if (field->kind == PL_K_NUMBER && field->observed->epoch != PL_EPOCH_NONE)
		return "at";
	if (field->kind == PL_K_TIMESTAMP || field->kind == PL_K_YEAR || field->kind == PL_K_MONTH || field->kind == PL_K_DAY ||
	    field->kind == PL_K_HOUR)
		return pl_infer_kind_name(field->kind);
	/* The label of a value further left is not this one's. */
	if (!field->label.len || (field->before && !field->label_glued &&
				  pl_str_eq(field->before->label, field->label)))
		return pl_infer_kind_name(field->kind);
	label = pl_infer_camel(in, field->label, false);
	return *label ? label : pl_infer_kind_name(field->kind);
}
