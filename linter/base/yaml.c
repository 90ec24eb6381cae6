/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/base/yaml.h"

#include <yaml.h>

#include "linter/base/buf.h"

struct anchor {
	struct pl_str name;
	const struct pl_yaml *node;
};

struct reader {
	yaml_parser_t parser;
	struct pl_faults *faults;
	struct pl_arena *arena;
	struct pl_str path;            /* NUL-terminated */
	bool one;                      /* a second document is a fault */
	PL_VEC(struct anchor) anchors; /* complete nodes only: an alias never meets itself */
	PL_VEC(const struct pl_yaml *) documents;

	/* The text and how far marks, which count characters, were followed through it. */
	struct pl_str text;
	bool marked;                   /* false: not UTF-8, marks say nothing of bytes */
	size_t byte, character;
};

/* A fault that ends the reading. */
static bool fail(struct reader *r, yaml_mark_t at, const char *what)
{
	pl_fault(r->faults, (struct pl_pos){r->path, (unsigned)at.line + 1, (unsigned)at.column + 1}, "%s", what);
	return false;
}

/* ---- from marks to bytes ---- */

static bool continues_character(char c)
{
	return ((unsigned char)c & 0xc0) == 0x80;
}

/* The byte of a mark. Marks are asked for in rising order, so all of them together cost one walk. */
static size_t byte_of(struct reader *r, yaml_mark_t at)
{
	while (r->character < at.index && r->byte < r->text.len) {
		r->byte++;
		while (r->byte < r->text.len && continues_character(r->text.ptr[r->byte]))
			r->byte++;
		r->character++;
	}
	return r->byte;
}

static struct pl_str raw_of(struct reader *r, const yaml_event_t *event)
{
	size_t from, to;

	if (!r->marked)
		return pl_str_of(NULL, 0);
	from = byte_of(r, event->start_mark);
	to = byte_of(r, event->end_mark);
	return pl_arena_str(r->arena, pl_str_sub(r->text, from, to));
}

/* The comment behind a value that is not there: `SK: #META` was meant otherwise. */
static struct pl_str comment_at(const struct reader *r, size_t byte)
{
	size_t end;

	while (byte < r->text.len && r->text.ptr[byte] == ' ')
		byte++;
	for (end = byte; end < r->text.len && r->text.ptr[end] != '\n' && r->text.ptr[end] != '\r';)
		end++;
	if (byte == end || r->text.ptr[byte] != '#')
		return pl_str_of(NULL, 0);
	return pl_arena_str(r->arena, pl_str_sub(r->text, byte, end));
}

/* ---- events ---- */

/* What people write unquoted that YAML takes for something else, by its first byte. */
static const struct {
	char byte;
	const char *hint;
} unquoted[] = {
	{'@', "a text that begins with @ needs quotes"},
	{'`', "a text that begins with ` needs quotes"},
	{'%', "a text that begins with % needs quotes"},
	{'*', "a text that begins with * needs quotes"},
	{'&', "a text that begins with & needs quotes"},
	{'!', "a text that begins with ! needs quotes"},
	{'>', "quote it, as \">=\", or write gt or gte"},
	{'|', "a text that begins with | needs quotes"},
	{'{', "quote a text that holds { or }, or write <name> for {name}"},
	{'}', "quote a text that holds { or }, or write <name> for {name}"},
	{'[', "quote a text that holds [ or ]"},
	{']', "quote a text that holds [ or ]"},
	{'#', "quote a text that begins with #"},
	{':', "quote a text that holds a colon and a blank behind it"},
	{'-', "quote a text that begins with - and a blank"},
	{'\t', "indent with spaces, not with tabs"},
};

static bool is_at(struct pl_str text, size_t at, char byte)
{
	return at < text.len && text.ptr[at] == byte;
}

/* Where the value begins in which byte `at` stands: behind the last `: `, `- ` or bracket of the line, quotes left aside. */
static size_t value_begin(struct pl_str text, size_t at, bool *of_key)
{
	size_t line = at, begin;

	while (line > 0 && text.ptr[line - 1] != '\n' && text.ptr[line - 1] != '\r')
		line--;
	*of_key = false;
	for (size_t i = begin = line; i < at; i++) {
		const char c = text.ptr[i];
		const bool blank = is_at(text, i + 1, ' ');

		if ((c == ':' && blank) || (c == '-' && blank && begin == i) || c == '{' || c == '[' || (c == ',' && blank)) {
			*of_key = c == ':';
			begin = i + 1;
		} else if (c == ' ' && begin == i) {
			begin++;
		}
	}
	return begin;
}

/* `!x#y`, `*a#b`, `|<at>`: what the value begins with tells more than where YAML stumbled. */
static const char *hint_of_value(struct reader *r, size_t byte)
{
	static const char signs[] = "!*&|>";
	bool of_key;
	const size_t begin = value_begin(r->text, byte, &of_key);

	if (!of_key || begin >= byte || !memchr(signs, r->text.ptr[begin], sizeof(signs) - 1))
		return NULL;
	return pl_arena_printf(r->arena, "a text that begins with %c needs quotes", r->text.ptr[begin]);
}

static const char *hint_for(struct reader *r, yaml_mark_t at)
{
	size_t byte = r->marked ? byte_of(r, at) : r->text.len;
	const char *hint;

	if (byte >= r->text.len || r->character != at.index)
		return NULL;
	hint = hint_of_value(r, byte);
	for (size_t i = 0; i < PL_LEN(unquoted) && !hint; i++)
		if (unquoted[i].byte == r->text.ptr[byte])
			hint = unquoted[i].hint;
	return hint;
}

/* libyaml's problem, with what to do or else its context ("while parsing a flow mapping"). */
static bool fail_parsing(struct reader *r)
{
	const char *problem = r->parser.problem ? r->parser.problem : "not YAML";
	const char *hint = hint_for(r, r->parser.problem_mark);
	const char *context = r->parser.context;

	if (hint)
		problem = pl_arena_printf(r->arena, "%s; %s", problem, hint);
	else if (context)
		problem = pl_arena_printf(r->arena, "%s %s", problem, context);
	return fail(r, r->parser.problem_mark, problem);
}

static bool next(struct reader *r, yaml_event_t *event)
{
	if (yaml_parser_parse(&r->parser, event))
		return true;
	if (r->parser.error == YAML_MEMORY_ERROR)
		pl_die("out of memory");
	if (r->parser.error != YAML_READER_ERROR)
		return fail_parsing(r);
	/* A reader error (bad UTF-8, a control byte) has an offset in place of a mark. */
	pl_fault(r->faults, (struct pl_pos){r->path, 0, 0}, "not YAML text at byte %zu: %s", r->parser.problem_offset,
		 r->parser.problem ? r->parser.problem : "unreadable");
	return false;
}

static struct pl_str copy(struct reader *r, const yaml_char_t *bytes, size_t len)
{
	return pl_arena_str(r->arena, pl_str_of((const char *)bytes, len));
}

static struct pl_str copy_c(struct reader *r, const yaml_char_t *text)
{
	return text ? copy(r, text, strlen((const char *)text)) : pl_str_of(NULL, 0);
}

static struct pl_yaml *node_at(struct reader *r, enum pl_yaml_kind kind, const yaml_event_t *event,
			       const yaml_char_t *tag)
{
	struct pl_yaml *node = PL_NEW(r->arena, struct pl_yaml);

	node->kind = kind;
	node->line = (unsigned)event->start_mark.line + 1;
	node->column = (unsigned)event->start_mark.column + 1;
	node->tag = copy_c(r, tag);
	node->depth = node->nodes = 1;
	return node;
}

static bool name_anchor(struct reader *r, struct pl_str name, const struct pl_yaml *node)
{
	if (name.len)
		PL_PUSH(&r->anchors, (struct anchor){name, node});
	return true;
}

static const struct pl_yaml *find_anchor(const struct reader *r, struct pl_str name)
{
	for (size_t i = r->anchors.len; i-- > 0;) /* the last of a name counts */
		if (pl_str_eq(r->anchors.ptr[i].name, name))
			return r->anchors.ptr[i].node;
	return NULL;
}

/* Adds what `child` weighs to its parent; false when the tree grows too large. */
static bool weigh(struct reader *r, struct pl_yaml *node, const struct pl_yaml *child, yaml_mark_t at, unsigned depth)
{
	node->depth = PL_MAX(node->depth, child->depth + 1);
	node->nodes += child->nodes;
	if (depth + child->depth > PL_YAML_DEPTH)
		return fail(r, at, "lists and maps are nested too deep (32 at most)");
	if (node->nodes > PL_YAML_NODES)
		return fail(r, at, "too many nodes once aliases are followed");
	return true;
}

static const struct pl_yaml *build(struct reader *r, yaml_event_t *event, unsigned depth);

static const struct pl_yaml *build_list(struct reader *r, const yaml_event_t *start, unsigned depth)
{
	struct pl_yaml *node = node_at(r, PL_Y_LIST, start, start->data.sequence_start.tag);
	struct pl_str anchor = copy_c(r, start->data.sequence_start.anchor);
	PL_VEC(const struct pl_yaml *) items = {NULL, 0, 0};
	yaml_event_t event;
	bool ok = false;

	while (next(r, &event)) {
		const struct pl_yaml *item;
		yaml_mark_t at = event.start_mark;

		if (event.type == YAML_SEQUENCE_END_EVENT) {
			yaml_event_delete(&event);
			ok = name_anchor(r, anchor, node);
			break;
		}
		item = build(r, &event, depth + 1);
		if (!item || !weigh(r, node, item, at, depth))
			break;
		PL_PUSH(&items, item);
	}
	if (ok && items.len) {
		const struct pl_yaml **own = PL_NEW_N(r->arena, const struct pl_yaml *, items.len);

		memcpy(own, items.ptr, items.len * sizeof(*own));
		node->items = own;
		node->count = items.len;
	}
	PL_VEC_RELEASE(&items);
	return ok ? node : NULL;
}

/* Whether a key is the first of its name; a second one is a fault and left out. */
static bool is_new_key(struct reader *r, const struct pl_yaml *key, const struct pl_yaml_pair *pairs, size_t npairs,
		       yaml_mark_t at)
{
	for (size_t i = 0; i < npairs; i++)
		if (pl_str_eq(pairs[i].key.text, key->text)) {
			fail(r, at, pl_arena_printf(r->arena, "\"%.*s\" stands twice in one map (first in line %u)",
						    pl_shown(key->text), key->text.ptr, pairs[i].key.line));
			return false;
		}
	return true;
}

static const struct pl_yaml *build_map(struct reader *r, const yaml_event_t *start, unsigned depth)
{
	struct pl_yaml *node = node_at(r, PL_Y_MAP, start, start->data.mapping_start.tag);
	struct pl_str anchor = copy_c(r, start->data.mapping_start.anchor);
	PL_VEC(struct pl_yaml_pair) pairs = {NULL, 0, 0};
	yaml_event_t event;
	bool ok = false;

	while (next(r, &event)) {
		const struct pl_yaml *key, *value;
		yaml_mark_t at = event.start_mark, value_at;

		if (event.type == YAML_MAPPING_END_EVENT) {
			yaml_event_delete(&event);
			ok = name_anchor(r, anchor, node);
			break;
		}
		key = build(r, &event, depth + 1);
		if (key && key->kind != PL_Y_TEXT)
			fail(r, at, "a key must be text");
		if (pairs.len == PL_YAML_PAIRS)
			fail(r, at, "more than 10,000 keys in one map");
		if (!key || key->kind != PL_Y_TEXT || pairs.len == PL_YAML_PAIRS || !next(r, &event))
			break;
		value_at = event.start_mark;
		value = build(r, &event, depth + 1);
		if (!value || !weigh(r, node, value, value_at, depth))
			break;
		node->nodes++;
		if (is_new_key(r, key, pairs.ptr, pairs.len, at))
			PL_PUSH(&pairs, (struct pl_yaml_pair){*key, value});
	}
	if (ok && pairs.len) {
		struct pl_yaml_pair *own = PL_NEW_N(r->arena, struct pl_yaml_pair, pairs.len);

		memcpy(own, pairs.ptr, pairs.len * sizeof(*own));
		node->pairs = own;
		node->count = pairs.len;
	}
	PL_VEC_RELEASE(&pairs);
	return ok ? node : NULL;
}

/* `"<at>"#x`: libyaml takes what follows the quotes for a comment, though no blank stands in front of it. */
static bool is_cut_short(struct reader *r, const struct pl_yaml *node, yaml_mark_t at)
{
	size_t end = r->byte;

	if (node->plain || !r->marked || !node->raw.len || (*node->raw.ptr != '"' && *node->raw.ptr != '\'') ||
	    !is_at(r->text, end, '#'))
		return false;
	while (end < r->text.len && r->text.ptr[end] != '\n' && r->text.ptr[end] != '\r')
		end++;
	return !fail(r, at, pl_arena_printf(r->arena, "YAML takes %.*s behind the quotes as a comment; quote all of the text",
					    pl_shown(pl_str_sub(r->text, r->byte, end)), r->text.ptr + r->byte));
}

static const struct pl_yaml *build_text(struct reader *r, const yaml_event_t *event)
{
	struct pl_yaml *node = node_at(r, PL_Y_TEXT, event, event->data.scalar.tag);

	node->text = copy(r, event->data.scalar.value, event->data.scalar.length);
	node->plain = event->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	node->raw = raw_of(r, event);
	if (node->plain && node->text.len == 0 && r->marked)
		node->comment = comment_at(r, r->byte);
	is_cut_short(r, node, event->end_mark);
	name_anchor(r, copy_c(r, event->data.scalar.anchor), node);
	return node;
}

static const struct pl_yaml *follow_alias(struct reader *r, const yaml_event_t *event)
{
	struct pl_str name = copy_c(r, event->data.alias.anchor);
	const struct pl_yaml *node = find_anchor(r, name);

	if (!node)
		fail(r, event->start_mark, pl_arena_printf(r->arena, "no anchor &%s stands in front of this; a text that begins with * needs quotes",
						      name.ptr));
	return node;
}

/*
 * The node that begins with `event`, which is used up. NULL: the error is set.
 * Calls itself at most PL_YAML_DEPTH deep.
 */
static const struct pl_yaml *build(struct reader *r, yaml_event_t *event, unsigned depth)
{
	const struct pl_yaml *node = NULL;

	if (depth > PL_YAML_DEPTH)
		fail(r, event->start_mark, "lists and maps are nested too deep (32 at most)");
	else if (event->type == YAML_SCALAR_EVENT)
		node = build_text(r, event);
	else if (event->type == YAML_SEQUENCE_START_EVENT)
		node = build_list(r, event, depth);
	else if (event->type == YAML_MAPPING_START_EVENT)
		node = build_map(r, event, depth);
	else if (event->type == YAML_ALIAS_EVENT)
		node = follow_alias(r, event);
	else
		fail(r, event->start_mark, "not expected here");
	yaml_event_delete(event);
	return node;
}

/* Takes all events of the stream; those that open and close documents are skipped. */
static bool read_stream(struct reader *r)
{
	yaml_event_t event;

	while (next(r, &event)) {
		const struct pl_yaml *root;

		switch (event.type) {
		case YAML_STREAM_END_EVENT:
			yaml_event_delete(&event);
			return true;
		case YAML_STREAM_START_EVENT:
		case YAML_DOCUMENT_END_EVENT:
			yaml_event_delete(&event);
			break;
		case YAML_DOCUMENT_START_EVENT:
			r->anchors.len = 0; /* an anchor belongs to its document */
			if (r->one && r->documents.len)
				fail(r, event.start_mark, "a second document begins here; one is read");
			yaml_event_delete(&event);
			if (r->one && r->documents.len)
				return false;
			break;
		default:
			root = build(r, &event, 1);
			if (!root)
				return false;
			PL_PUSH(&r->documents, root);
		}
	}
	return false;
}

static void open_text(struct reader *r, struct pl_str text)
{
	r->text = text;
	r->marked = !pl_str_starts(text, PL_S("\xff\xfe")) && !pl_str_starts(text, PL_S("\xfe\xff"));
	r->byte = pl_str_starts(text, PL_S("\xef\xbb\xbf")) ? 3 : 0; /* libyaml does not count a byte order mark */
	if (!yaml_parser_initialize(&r->parser))
		pl_die("out of memory");
	yaml_parser_set_input_string(&r->parser, (const unsigned char *)(text.ptr ? text.ptr : ""), text.len);
}

/* Reads the stream into r->documents. */
static bool read_text(struct reader *r, const char *path, struct pl_str text)
{
	size_t faults = r->faults->count;
	bool ok;

	r->arena = r->faults->arena;
	r->path = pl_str_c(pl_arena_cstr(r->arena, path));
	if (text.len > PL_YAML_SIZE) {
		pl_fault(r->faults, (struct pl_pos){r->path, 0, 0}, "larger than 1 MiB");
		return false;
	}
	open_text(r, text);
	ok = read_stream(r);
	yaml_parser_delete(&r->parser);
	PL_VEC_RELEASE(&r->anchors);
	return ok && r->faults->count == faults;
}

static bool read_file(const char *path, struct pl_buf *text)
{
	FILE *file = fopen(path, "rb");
	bool ok;

	if (!file)
		return false;
	for (;;) {
		size_t n = fread(pl_buf_reserve(text, 1 << 16), 1, 1 << 16, file);

		text->len += n;
		if (n == 0 || text->len > PL_YAML_SIZE)
			break;
	}
	ok = !ferror(file);
	fclose(file);
	return ok;
}

bool pl_yaml_read(struct pl_arena *arena, const char *path, struct pl_str text, const struct pl_yaml **out,
		  struct pl_error *error)
{
	struct pl_faults faults = {.arena = arena};
	struct reader r = {.faults = &faults, .one = true};
	bool ok = read_text(&r, path, text);

	*out = NULL;
	if (!ok)
		pl_faults_fail(&faults, error);
	else if (r.documents.len && !pl_yaml_is_null(r.documents.ptr[0]))
		*out = r.documents.ptr[0];
	PL_VEC_RELEASE(&r.documents);
	return ok;
}

bool pl_yaml_read_file(struct pl_arena *arena, const char *path, const struct pl_yaml **out, struct pl_error *error)
{
	struct pl_buf text = PL_BUF_INIT;
	bool ok;

	*out = NULL;
	if (read_file(path, &text))
		ok = pl_yaml_read(arena, path, pl_buf_str(&text), out, error);
	else
		ok = pl_fail(error, PL_EXIT_USAGE, "%s: %s", path, strerror(errno));
	pl_buf_release(&text);
	return ok;
}

bool pl_yaml_read_all(struct pl_faults *faults, const char *path, struct pl_str text,
		      const struct pl_yaml *const **documents, size_t *count)
{
	struct reader r = {.faults = faults};
	bool ok = read_text(&r, path, text);
	const struct pl_yaml **own = PL_NEW_N(faults->arena, const struct pl_yaml *, r.documents.len + 1);

	*count = 0;
	for (size_t i = 0; i < r.documents.len; i++)
		if (!pl_yaml_is_null(r.documents.ptr[i]))
			own[(*count)++] = r.documents.ptr[i];
	*documents = own;
	PL_VEC_RELEASE(&r.documents);
	return ok;
}

bool pl_yaml_read_all_file(struct pl_faults *faults, const char *path, const struct pl_yaml *const **documents,
			   size_t *count)
{
	struct pl_buf text = PL_BUF_INIT;
	bool ok = read_file(path, &text);

	*documents = NULL;
	*count = 0;
	if (ok)
		ok = pl_yaml_read_all(faults, path, pl_buf_str(&text), documents, count);
	else
		pl_fault(faults, (struct pl_pos){pl_str_c(pl_arena_cstr(faults->arena, path)), 0, 0}, "%s", strerror(errno));
	pl_buf_release(&text);
	return ok;
}

/* ---- places inside a text ---- */

/* Hex digits behind an escape of a double-quoted text, and the bytes it stands for. */
static size_t escape_digits(char c)
{
	return c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
}

static size_t utf8_len(uint32_t c)
{
	return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

static uint32_t hex(struct pl_str digits)
{
	uint32_t value = 0;

	for (size_t i = 0; i < digits.len; i++) {
		unsigned char c = (unsigned char)digits.ptr[i];

		value = value << 4 | (pl_is_digit(c) ? c - 48U : pl_lower(c) - 87U) % 16;
	}
	return value;
}

/* One character of a quoted text as it stands in the file, and the bytes of text it makes. */
struct written {
	size_t raw, text;
};

static struct written escaped(struct pl_str raw)
{
	char c = raw.len > 1 ? raw.ptr[1] : '\\';
	size_t digits = PL_MIN(escape_digits(c), raw.len - PL_MIN(raw.len, (size_t)2));

	if (digits)
		return (struct written){2 + digits, utf8_len(hex(pl_str_sub(raw, 2, 2 + digits)))};
	return (struct written){2, c == 'N' || c == '_' ? 2 : c == 'L' || c == 'P' ? 3 : 1};
}

static struct written character(struct pl_str raw, char quote)
{
	size_t len = 1;

	if (quote == '"' && *raw.ptr == '\\')
		return escaped(raw);
	if (quote == '\'' && pl_str_starts(raw, PL_S("''")))
		return (struct written){2, 1};
	while (len < raw.len && continues_character(raw.ptr[len]))
		len++;
	return (struct written){len, len};
}

void pl_yaml_byte_at(const struct pl_yaml *node, size_t byte, unsigned *line, unsigned *column)
{
	struct pl_str raw = node->raw;
	char quote = raw.len && !node->plain ? *raw.ptr : 0;
	size_t at = quote != 0, text = 0;
	unsigned columns = quote != 0;

	*line = node->line;
	*column = node->column;
	if (quote == '|' || quote == '>')
		return;
	while (at < raw.len && text < byte) {
		struct written w;

		if (raw.ptr[at] == '\n' || raw.ptr[at] == '\r')
			return;
		w = character(pl_str_sub(raw, at, raw.len), quote);
		for (size_t i = at; i < at + w.raw && i < raw.len; i++)
			columns += !continues_character(raw.ptr[i]);
		at += w.raw;
		text += w.text;
	}
	*column += columns;
}

/* ---- asking ---- */

const struct pl_yaml *pl_yaml_get(const struct pl_yaml *map, const char *key)
{
	if (map && map->kind == PL_Y_MAP)
		for (size_t i = 0; i < map->count; i++)
			if (pl_str_eq(map->pairs[i].key.text, pl_str_c(key)))
				return map->pairs[i].value;
	return NULL;
}

bool pl_yaml_is_null(const struct pl_yaml *node)
{
	return node->kind == PL_Y_TEXT && node->plain &&
	       (node->text.len == 0 || pl_str_eq(node->text, PL_S("null")) || pl_str_eq(node->text, PL_S("~")));
}

const char *pl_yaml_kind_name(enum pl_yaml_kind kind)
{
	static const char *const names[] = {[PL_Y_TEXT] = "text", [PL_Y_LIST] = "a list", [PL_Y_MAP] = "a map"};

	return names[kind];
}

/* ---- comments ---- */

typedef PL_VEC(struct pl_yaml_comment) comment_list;

static size_t line_end(struct pl_str text, size_t at)
{
	while (at < text.len && text.ptr[at] != '\n' && text.ptr[at] != '\r')
		at++;
	return at;
}

/* What stands between two tokens is white space and comments: the first # of a line begins one. */
static void take_comments(struct pl_str text, size_t from, size_t to, comment_list *out)
{
	for (size_t at = from; at < to; at++) {
		struct pl_yaml_comment comment = {.column = 1, .alone = true};
		size_t end, begin = at;

		if (text.ptr[at] != '#')
			continue;
		end = line_end(text, at);
		while (begin > 0 && text.ptr[begin - 1] != '\n' && text.ptr[begin - 1] != '\r') {
			begin--;
			comment.column += !continues_character(text.ptr[begin]);
			comment.alone &= text.ptr[begin] == ' ' || text.ptr[begin] == '\t';
		}
		comment.text = pl_str_sub(text, at + 1, end);
		PL_PUSH(out, comment);
		at = end;
	}
}

/* Where what cannot hold a comment begins: behind the first line of a block scalar, whose header may have one. */
static size_t token_begin(struct reader *r, const yaml_token_t *token)
{
	size_t begin = byte_of(r, token->start_mark);

	if (token->type == YAML_SCALAR_TOKEN && (token->data.scalar.style == YAML_LITERAL_SCALAR_STYLE ||
						 token->data.scalar.style == YAML_FOLDED_SCALAR_STYLE))
		return line_end(r->text, begin);
	return begin;
}

/* The lines of comments that stand in their order; a CR LF is one end of a line, as for libyaml. */
static void number_lines(struct pl_str text, comment_list *comments)
{
	unsigned line = 1;
	size_t at = 0;

	for (size_t i = 0; i < comments->len; i++) {
		for (; text.ptr + at < comments->ptr[i].text.ptr; at++)
			line += text.ptr[at] == '\n' ||
				(text.ptr[at] == '\r' && !(at + 1 < text.len && text.ptr[at + 1] == '\n'));
		comments->ptr[i].line = line;
	}
}

const struct pl_yaml_comment *pl_yaml_comments(struct pl_arena *arena, struct pl_str text, size_t *count)
{
	struct reader r = {.arena = arena};
	struct pl_yaml_comment *own;
	comment_list found = {0};
	yaml_token_t token;
	size_t from = 0;
	bool more = true;

	if (pl_str_starts(text, PL_S("\xef\xbb\xbf")))
		text = pl_str_sub(text, 3, text.len); /* a byte order mark has no column */
	open_text(&r, text);
	while (more && r.marked && yaml_parser_scan(&r.parser, &token)) {
		size_t begin = token_begin(&r, &token);

		if (begin > from)
			take_comments(text, from, begin, &found);
		from = PL_MAX(from, PL_MAX(begin, byte_of(&r, token.end_mark)));
		more = token.type != YAML_STREAM_END_TOKEN;
		yaml_token_delete(&token);
	}
	yaml_parser_delete(&r.parser);
	number_lines(text, &found);
	own = PL_NEW_N(arena, struct pl_yaml_comment, found.len + 1);
	if (found.len)
		memcpy(own, found.ptr, found.len * sizeof(*own));
	*count = found.len;
	PL_VEC_RELEASE(&found);
	return own;
}
