/* SPDX-License-Identifier: Apache-2.0 */
/*
 * How a witness is printed:
 *
 *     In partition SEASON#2026-SPRING DynamoDB returns
 *       0000001500#0000001719100800#p_8842
 *       240#0000001719100900#p_17
 *       ^ 0 (30) before 2 (32), though 1500 is more than 240
 *     at data/1.json.gz:12 and data/4.json.gz:7
 *
 * Both keys share the bytes in front of the caret, so what is cut out of one
 * there is cut out of the other, and the deciding byte stands in one column.
 */
#include "reports/page.h"

#include "linter/key/time.h"
#include "linter/key/value.h"

enum { INDENT = 4 };

/* What of a key that is too long is shown in front of its deciding glyph. */
struct view {
	size_t differ; /* the first byte in which the keys differ, or the shorter one's length */
	size_t mark;   /* where the glyph of that byte begins */
	size_t head;   /* bytes [0, head) are shown, then "…" when head < resume, */
	size_t resume; /* then bytes [resume, mark) */
	size_t column; /* columns in front of the mark */
};

static size_t first_difference(struct pl_str a, struct pl_str b)
{
	size_t n = PL_MIN(a.len, b.len), i = 0;

	while (i < n && a.ptr[i] == b.ptr[i])
		i++;
	return i;
}

static struct view view_of(struct pl_str first, struct pl_str second, size_t room)
{
	struct view view = {.differ = first_difference(first, second)};
	struct pl_str shared;
	size_t columns;

	/* A byte inside a character of one key may be a byte of its own in the other. */
	view.mark = PL_MIN(pl_glyph_start(first, view.differ), pl_glyph_start(second, view.differ));
	shared = pl_str_sub(first, 0, view.mark);
	columns = pl_columns(shared);
	if (columns <= room / 2 || PL_MAX(pl_columns(first), pl_columns(second)) <= room) {
		view.column = columns;
		return view;
	}
	view.head = pl_columns_end(shared, room / 4);
	view.resume = pl_columns_start(shared, room / 4);
	view.column = pl_columns(pl_str_sub(first, 0, view.head)) + 1 +
		      pl_columns(pl_str_sub(first, view.resume, view.mark));
	return view;
}

static void add_key(const struct pl_page *page, struct pl_str key, const struct view *view, size_t room)
{
	size_t left = room - view->column;

	pl_add_spaces(page->out, INDENT);
	pl_add_shown(page->out, pl_str_sub(key, 0, view->head));
	if (view->head < view->resume)
		pl_buf_adds(page->out, "…");
	pl_add_shown(page->out, pl_str_sub(key, view->resume, view->mark));
	if (view->mark < key.len) {
		struct pl_glyph glyph = pl_glyph_at(key, view->mark);

		pl_page_style(page, PL_MARK);
		pl_buf_adds(page->out, glyph.text);
		pl_page_style(page, PL_PLAIN);
		pl_add_cut(page->out, pl_str_sub(key, view->mark + glyph.len, key.len),
			   left - PL_MIN(glyph.columns, left - 1));
	}
	pl_buf_addc(page->out, '\n');
}

/* "0 (30)", "space (20)", "byte C3" */
static void add_byte(struct pl_buf *out, unsigned char byte)
{
	if (byte == ' ')
		pl_buf_adds(out, "space (20)");
	else if (byte > ' ' && byte < 0x7f)
		pl_buf_printf(out, "%c (%02X)", byte, byte);
	else
		pl_buf_printf(out, "byte %02X", byte);
}

/* The bytes from `from` on that may belong to a value of `kind`. */
static struct pl_str value_at(enum pl_kind kind, enum pl_day_order days, struct pl_str key, size_t from)
{
	static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
	const char *more = kind == PL_K_SIGNED ? "-" : kind == PL_K_DECIMAL ? "-+.,eE" : kind == PL_K_VERSION ? ".-+"
			 : kind == PL_K_DURATION ? "." : "";
	size_t known = kind == PL_K_VERSION || kind == PL_K_HEXNUMBER || kind == PL_K_BASED || kind == PL_K_DURATION ? sizeof(letters) - 1 : 10;
	size_t end = from;

	if (from >= key.len)
		return pl_str_of(NULL, 0);
	if (kind == PL_K_TIMESTAMP) {
		struct pl_time time;

		end = pl_time_at(key, from, days, &time);
	}
	if (end == from)
		while (end < key.len && key.ptr[end] != '\0' &&
		       (memchr(letters, key.ptr[end], known) || strchr(more, key.ptr[end])))
			end++;
	return pl_str_sub(key, from, end);
}

static struct pl_str without_zeros(enum pl_kind kind, struct pl_str value)
{
	size_t zeros = 0;

	if (kind == PL_K_TIMESTAMP || kind == PL_K_VERSION || kind == PL_K_DURATION)
		return value;
	while (zeros + 1 < value.len && value.ptr[zeros] == '0' &&
	       (pl_is_digit((unsigned char)value.ptr[zeros + 1]) || value.ptr[zeros + 1] == '-'))
		zeros++;
	return pl_str_sub(value, zeros, value.len);
}

/* Adds ", though A is more than B" when the values of the two keys do stand the other way round. */
static bool add_contradiction(struct pl_buf *out, const struct pl_finding *finding)
{
	const struct pl_witness *witness = &finding->witness;
	const struct pl_field *field = finding->field;
	struct pl_value first, second;
	struct pl_str a, b;
	enum pl_day_order days;
	enum pl_kind kind = field ? pl_walked_kind(field) : PL_K_NONE;

	if (!field || !pl_kind_ordered(kind))
		return false;
	days = field->observed ? field->observed->days : PL_MONTH_FIRST;
	a = value_at(kind, days, witness->first, witness->from);
	b = value_at(kind, days, witness->second, witness->from);
	first = pl_value_read(kind, days, a);
	second = pl_value_read(kind, days, b);
	if (!first.some || !second.some || pl_value_order(kind, &first, &second) <= 0)
		return false;
	pl_buf_adds(out, ", though ");
	pl_add_cut(out, without_zeros(kind, a), 40);
	if (kind == PL_K_MIRRORED) /* the newest is meant to come first */
		pl_buf_adds(out, " stands for an earlier time than ");
	else
		pl_buf_adds(out, kind == PL_K_DURATION ? " is longer than " : first.is_time ? " is later than " : " is more than ");
	pl_add_cut(out, without_zeros(kind, b), 40);
	return true;
}

/* "0 (30) before 2 (32)", or why the shorter key stands first. */
static void add_decision(struct pl_buf *out, const struct pl_witness *witness, const struct view *view)
{
	if (view->differ == witness->first.len) {
		pl_buf_adds(out, "the shorter key comes first");
		return;
	}
	add_byte(out, (unsigned char)witness->first.ptr[view->differ]);
	pl_buf_adds(out, " before ");
	add_byte(out, (unsigned char)witness->second.ptr[view->differ]);
}

/* The caret under the deciding byte; what it says follows, or stands below when there is no room. */
static void add_caret(const struct pl_page *page, struct pl_str says, size_t column)
{
	size_t at = INDENT + column;

	pl_add_spaces(page->out, at);
	pl_buf_addc(page->out, '^');
	at += 2;
	if (at + pl_columns(says) <= page->width) {
		pl_buf_addc(page->out, ' ');
	} else {
		pl_buf_addc(page->out, '\n');
		pl_add_spaces(page->out, INDENT);
		at = INDENT;
	}
	pl_add_wrapped(page->out, says, at, INDENT, page->width);
	pl_buf_addc(page->out, '\n');
}

/* "In partition X DynamoDB returns" */
static void add_lead(const struct pl_page *page, struct pl_str partition, const char *verb)
{
	static const char in[] = "  In partition ";
	size_t taken = sizeof(in) + strlen(verb);

	if (partition.len == 0) {
		pl_buf_printf(page->out, "  In one partition %s\n", verb);
		return;
	}
	pl_buf_adds(page->out, in);
	pl_page_style(page, PL_BOLD);
	pl_add_cut(page->out, partition, page->width - PL_MIN(taken, page->width - 8));
	pl_page_style(page, PL_PLAIN);
	pl_buf_printf(page->out, " %s\n", verb);
}

static size_t file_part(struct pl_str place)
{
	size_t at = place.len;

	while (at > 0 && place.ptr[at - 1] != ':')
		at--;
	return at;
}

/* "at a.json:1 and b.json:2"; the path only once when it is the same. */
static void add_places(const struct pl_page *page, const struct pl_witness *witness)
{
	struct pl_buf text = PL_BUF_INIT;
	struct pl_str second = witness->second_at;
	size_t path = file_part(second);

	if (witness->first_at.len == 0)
		return;
	pl_buf_adds(&text, "at ");
	pl_buf_add(&text, witness->first_at);
	if (second.len > 0 && !pl_str_eq(witness->first_at, second)) {
		pl_buf_adds(&text, " and ");
		if (path > 0 && file_part(witness->first_at) == path &&
		    pl_str_starts(witness->first_at, pl_str_sub(second, 0, path)))
			second = pl_str_sub(second, path, second.len);
		pl_buf_add(&text, second);
	}
	pl_page_style(page, PL_FAINT);
	pl_add_spaces(page->out, INDENT);
	pl_add_wrapped(page->out, pl_buf_str(&text), INDENT, INDENT, page->width);
	pl_page_style(page, PL_PLAIN);
	pl_buf_addc(page->out, '\n');
	pl_buf_release(&text);
}

static void add_one_key(const struct pl_page *page, struct pl_str key)
{
	pl_add_spaces(page->out, INDENT);
	pl_add_cut(page->out, key.len ? key : PL_S("(empty)"), page->width - INDENT);
	pl_buf_addc(page->out, '\n');
}

static void add_pair(const struct pl_page *page, const struct pl_finding *finding)
{
	const struct pl_witness *witness = &finding->witness;
	size_t room = page->width - INDENT;
	struct view view = view_of(witness->first, witness->second, room);
	struct pl_buf says = PL_BUF_INIT, though = PL_BUF_INIT;
	bool broken = add_contradiction(&though, finding);

	add_decision(&says, witness, &view);
	pl_buf_add(&says, pl_buf_str(&though));
	if (!witness->partition.len && pl_str_eq(finding->attribute, finding->keys->pk))
		pl_buf_adds(page->out, "  These partition keys stand side by side\n");
	else
		add_lead(page, witness->partition, broken ? "DynamoDB returns" : "these keys stand");
	add_key(page, witness->first, &view, room);
	add_key(page, witness->second, &view, room);
	add_caret(page, pl_buf_str(&says), view.column);
	pl_buf_release(&though);
	pl_buf_release(&says);
}

/* What is left when no value may be printed: the kind of key and where two of them are. */
static void add_masked(const struct pl_page *page, const struct pl_finding *finding)
{
	pl_buf_adds(page->out, "  Shown by keys of this shape (values masked)\n");
	add_one_key(page, finding->entity ? finding->entity->shape : finding->attribute);
}

void pl_page_witness(const struct pl_page *page, const struct pl_finding *finding)
{
	const struct pl_witness *witness = &finding->witness;

	if (!witness->some)
		return;
	pl_buf_addc(page->out, '\n');
	if (page->options->mask) {
		add_masked(page, finding);
	} else if (witness->second.len == 0 || pl_str_eq(witness->first, witness->second)) {
		bool twice = witness->second.len > 0 && witness->second_at.len > 0 &&
			     !pl_str_eq(witness->first_at, witness->second_at);

		add_lead(page, witness->partition, twice ? "this key stands twice" : "stands");
		add_one_key(page, witness->first);
	} else {
		add_pair(page, finding);
	}
	add_places(page, witness);
}
