/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Entity charts, as they stand in design notes and READMEs:
 *
 *     | Entity | PK               | SK                | GSI1PK           |
 *     | ------ | ---------------- | ----------------- | ---------------- |
 *     | Org    | `ORG#<OrgName>`  | `METADATA`        |                  |
 *     | User   | `ORG#<OrgName>`  | `USER#<UserName>` | `USER#<UserName>`|
 *
 * The first column names entities. Of the others those count whose heading is
 * a key attribute: PK and SK are the table's, and what stands in front of or
 * behind PK and SK names the index. An empty cell, or a dash, is an attribute
 * that the entity does not have. Charts of one file that share the heading
 * above them are one table.
 */
#include "linter/schema/import_build.h"

enum { MOST_COLUMNS = 64 };

static const struct pl_dialect dialect = {
	.brackets = PL_BR_DOLLAR | PL_BR_DOUBLE | PL_BR_BRACE | PL_BR_ANGLE | PL_BR_SQUARE,
};

/* ---- lines and cells ---- */

struct lines {
	struct pl_str text;
	size_t from;     /* where the next line begins */
	unsigned number; /* of the line that was taken last */
};

static bool next_line(struct lines *l, struct pl_str *line)
{
	const char *end;
	size_t len;

	if (l->from >= l->text.len)
		return false;
	end = memchr(l->text.ptr + l->from, '\n', l->text.len - l->from);
	len = end ? (size_t)(end - l->text.ptr) - l->from : l->text.len - l->from;
	*line = pl_str_sub(l->text, l->from, l->from + len);
	if (pl_str_ends(*line, PL_S("\r")))
		line->len--;
	l->from += len + 1;
	l->number++;
	return true;
}

struct cell {
	struct pl_str text; /* of its line, blanks at both ends left out */
	unsigned column;
};

struct row {
	struct cell cells[MOST_COLUMNS];
	size_t count;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

static unsigned column_of(struct pl_str line, size_t byte)
{
	unsigned column = 1;

	for (size_t i = 0; i < byte; i++)
		column += ((unsigned char)line.ptr[i] & 0xc0) != 0x80;
	return column;
}

static struct cell cell_of(struct pl_str line, size_t from, size_t to)
{
	while (from < to && is_blank(line.ptr[from]))
		from++;
	while (to > from && is_blank(line.ptr[to - 1]))
		to--;
	return (struct cell){pl_str_sub(line, from, to), column_of(line, from)};
}

/* Splits at |; \| is a character of its cell. False: the line is no row. */
static bool row_of(struct pl_str line, struct row *row)
{
	size_t from = 0;

	row->count = 0;
	while (from < line.len && is_blank(line.ptr[from]))
		from++;
	if (from == line.len || line.ptr[from] != '|')
		return false;
	for (size_t at = ++from; at <= line.len && row->count < MOST_COLUMNS; at++) {
		struct cell cell;

		if (at < line.len && line.ptr[at] == '\\')
			at++;
		if (at < line.len && line.ptr[at] != '|')
			continue;
		at = PL_MIN(at, line.len);
		cell = cell_of(line, from, at);
		if (at < line.len || cell.text.len) /* what stands behind the last | */
			row->cells[row->count++] = cell;
		from = at + 1;
	}
	return row->count > 1;
}

/* |---|:--:| */
static bool is_rule(const struct row *row)
{
	for (size_t i = 0; i < row->count; i++) {
		struct pl_str text = row->cells[i].text;

		for (size_t k = 0; k < text.len; k++)
			if (text.ptr[k] != '-' && text.ptr[k] != ':')
				return false;
		if (text.len == 0)
			return false;
	}
	return row->count > 0;
}

/* In code a backslash is itself, but in front of the bar, which would have ended the cell. */
static bool is_escape(struct pl_str text, bool code)
{
	return text.len > 1 && *text.ptr == '\\' &&
	       (text.ptr[1] == '|' || (!code && strchr("\\`*_{}[]<>()#+-.!$&~", text.ptr[1])));
}

/* A cell without its Markdown: `code`, **bold**, _italic_, \< and &lt;. */
static struct pl_str plain(struct pl_arena *arena, struct pl_str text)
{
	static const struct {
		struct pl_str written, meant;
	} entities[] = {{{"&lt;", 4}, {"<", 1}}, {{"&gt;", 4}, {">", 1}}, {{"&amp;", 5}, {"&", 1}}, {{"&#35;", 5}, {"#", 1}}};
	static const char *const marks[] = {"`", "**", "__", "*"};
	struct pl_buf out = PL_BUF_INIT;
	struct pl_str own;
	bool code = false;

	for (size_t i = 0; i < PL_LEN(marks); i++) {
		struct pl_str mark = pl_str_c(marks[i]);

		if (text.len <= 2 * mark.len || !pl_str_starts(text, mark) || !pl_str_ends(text, mark))
			continue;
		text = pl_str_sub(text, mark.len, text.len - mark.len);
		code |= i == 0;
	}
	for (size_t i = 0; i < text.len; i++) {
		struct pl_str rest = pl_str_sub(text, i, text.len);
		size_t k = 0;

		while (k < PL_LEN(entities) && (code || !pl_str_starts(rest, entities[k].written)))
			k++;
		if (k < PL_LEN(entities)) {
			pl_buf_add(&out, entities[k].meant);
			i += entities[k].written.len - 1;
			continue;
		}
		if (is_escape(rest, code))
			i++;
		if (code || text.ptr[i] != '`')
			pl_buf_addc(&out, text.ptr[i]);
	}
	own = pl_arena_str(arena, pl_buf_str(&out));
	pl_buf_release(&out);
	return own;
}

/* ---- headings of columns ---- */

enum { NAME_BYTES = 64 };

struct role {
	bool sort;
	char index[NAME_BYTES]; /* empty: the table's own */
};

static const struct {
	const char *word;
	bool sort;
} role_words[] = {
	{"pk", false},           {"sk", true},      {"partitionkey", false}, {"sortkey", true},
	{"hashkey", false},      {"rangekey", true}, {"hash", false},         {"range", true},
};

/* Letters and digits only, small: "GSI1 - PK" is gsi1pk. `*len` is how many bytes there are. */
static void squeeze(struct pl_str text, char *out, size_t *len)
{
	*len = 0;
	for (size_t i = 0; i < text.len && *len + 1 < NAME_BYTES; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		if (pl_is_alpha(c) || pl_is_digit(c))
			out[(*len)++] = (char)pl_lower(c);
	}
	out[*len] = '\0';
}

/* The index of PK1 is GSI1, that of GSI1PK, GSI1-PK and GSI1_PK as well. */
static void name_index(struct role *role, const char *squeezed, size_t len)
{
	bool digits = len > 0;

	for (size_t i = 0; i < len; i++)
		digits = digits && pl_is_digit((unsigned char)squeezed[i]);
	snprintf(role->index, sizeof(role->index), "%s%.*s", digits ? "GSI" : "", (int)PL_MIN(len, (size_t)NAME_BYTES - 4),
		 squeezed);
	for (char *c = role->index; *c; c++)
		if (pl_is_lower((unsigned char)*c))
			*c = (char)(*c - 'a' + 'A');
}

static bool role_of(struct pl_str heading, struct role *out)
{
	char squeezed[NAME_BYTES];
	size_t len;

	if (heading.len >= NAME_BYTES)
		return false;
	squeeze(heading, squeezed, &len);
	for (size_t i = 0; i < PL_LEN(role_words); i++) {
		const char *word = role_words[i].word;
		size_t n = strlen(word), digits = n;

		if (len >= n && memcmp(squeezed + len - n, word, n) == 0) {
			out->sort = role_words[i].sort;
			name_index(out, squeezed, len - n);
			return true;
		}
		while (len > n && digits < len && pl_is_digit((unsigned char)squeezed[digits]))
			digits++;
		if (len > n && digits == len && memcmp(squeezed, word, n) == 0) {
			out->sort = role_words[i].sort;
			name_index(out, squeezed + n, len - n);
			return true;
		}
	}
	return false;
}

/* A header is followed by a rule and has a key attribute behind the entity's column. */
static bool is_header(const struct row *header, const struct row *rule)
{
	struct role role;

	if (!is_rule(rule) || rule->count != header->count)
		return false;
	for (size_t i = 1; i < header->count; i++) {
		struct pl_str text = header->cells[i].text;

		while (text.len > 2 && strchr("`*", *text.ptr) && strchr("`*", text.ptr[text.len - 1]))
			text = pl_str_sub(text, 1, text.len - 1);
		if (role_of(text, &role))
			return true;
	}
	return false;
}

bool pl_import_is_chart(struct pl_str text)
{
	struct lines l = {.text = text};
	struct row header, row = {.count = 0};
	struct pl_str line;

	while (next_line(&l, &line)) {
		header = row;
		if (!row_of(line, &row))
			row.count = 0;
		else if (header.count && is_header(&header, &row))
			return true;
	}
	return false;
}

/* ---- charts ---- */

/* An entity whose keys may stand in several charts. */
struct chart_entity {
	struct pl_str name;
	struct pl_pos at;
	PL_VEC(struct pl_schema_key) keys; /* main.text and main.at only */
};

struct charts {
	struct pl_import *imp;
	struct pl_str heading, owner;       /* the last one, and that of the table that is being built */
	PL_VEC(struct chart_entity) entities;
	struct pl_str attribute[MOST_COLUMNS]; /* of the chart's columns; empty: no key */
};

static struct pl_pos cell_at(const struct charts *c, unsigned line, const struct cell *cell)
{
	return (struct pl_pos){c->imp->nodes.path, line, cell->column};
}

/* Columns of sort keys without that of the partition key beside them. */
static void check_keys(const struct charts *c)
{
	const struct pl_schema_table *table = c->imp->table;

	for (size_t i = 0; i < table->names.nindexes; i++) {
		const struct pl_index *index = &table->names.index[i];

		if (index->pk.len == 0 && !index->local)
			pl_fault(c->imp->nodes.faults, table->index_at[i], "no column for the partition key of %s",
				 i ? index->name.ptr : "the table");
	}
}

static void end_table(struct charts *c)
{
	struct pl_import *imp = c->imp;

	if (!imp->table)
		return;
	check_keys(c);
	for (size_t i = 0; i < c->entities.len; i++) {
		struct chart_entity *entity = &c->entities.ptr[i];

		pl_import_entity(imp, entity->name, entity->at);
		for (size_t k = 0; k < entity->keys.len; k++) {
			const struct pl_schema_key *key = &entity->keys.ptr[k];

			pl_import_template(imp, key->attribute, key->main.text, key->at, NULL);
		}
		pl_import_end_entity(imp);
		PL_VEC_RELEASE(&entity->keys);
	}
	c->entities.len = 0;
	pl_import_end_table(imp);
}

static void begin_table(struct charts *c, unsigned line, const struct row *header)
{
	struct pl_pos at = cell_at(c, line, &header->cells[0]);

	end_table(c);
	c->owner = c->heading;
	pl_import_table(c->imp, (struct pl_imported){.id = c->heading}, c->heading, at);
}

/* The index of that name, made when it is not there yet. */
static struct pl_index *index_for(struct charts *c, const char *name, struct pl_pos at)
{
	struct pl_table *names = &c->imp->table->names;

	for (size_t i = 0; i < names->nindexes; i++)
		if (pl_str_eq(names->index[i].name, pl_str_c(name)))
			return &names->index[i];
	return pl_import_index(c->imp, pl_arena_str(pl_import_arena(c->imp), pl_str_c(name)), at);
}

static void read_column(struct charts *c, size_t column, const struct role *role, struct pl_pos at)
{
	struct pl_index *index = index_for(c, role->index, at);
	const struct pl_str attribute = c->attribute[column];
	const struct pl_str *there = !index ? NULL : role->sort ? &index->sk : &index->pk;

	if (!there || pl_str_eq(*there, attribute))
		return;
	if (there->len) {
		pl_fault(c->imp->nodes.faults, at, "\"%.*s\" and \"%.*s\" would both be the %s key of %s", pl_shown(*there),
			 there->ptr, pl_shown(attribute), attribute.ptr, role->sort ? "sort" : "partition",
			 role->index[0] ? role->index : "the table");
		return;
	}
	index->local |= strncmp(role->index, "LSI", 3) == 0;
	pl_import_attribute(c->imp, index, role->sort, (struct pl_attribute){attribute, 0}, at);
}

/* Begins a table unless the chart goes on with one: the heading is the same, or it has no key of a table. */
static void read_header(struct charts *c, const struct row *header, unsigned line)
{
	struct role roles[MOST_COLUMNS] = {{.sort = false}};
	bool own_key = false;

	memset(c->attribute, 0, sizeof(c->attribute));
	for (size_t i = 1; i < header->count; i++) {
		struct pl_str attribute = plain(pl_import_arena(c->imp), header->cells[i].text);

		if (!role_of(attribute, &roles[i]))
			continue;
		c->attribute[i] = attribute;
		own_key |= !roles[i].index[0];
	}
	if (!c->imp->table || (own_key && !pl_str_eq(c->heading, c->owner)))
		begin_table(c, line, header);
	if (c->imp->table->names.nindexes == 0)
		pl_import_index(c->imp, pl_str_of(NULL, 0), cell_at(c, line, &header->cells[0]));
	for (size_t i = 1; i < header->count; i++)
		if (c->attribute[i].len)
			read_column(c, i, &roles[i], cell_at(c, line, &header->cells[i]));
}

/* What people write into a cell that has nothing. */
static bool is_nothing(struct pl_str text)
{
	static const char *const words[] = {"", "-", "--", "\xe2\x80\x93", "\xe2\x80\x94", "N/A", "n/a", "none"};

	for (size_t i = 0; i < PL_LEN(words); i++)
		if (pl_str_eq(text, pl_str_c(words[i])))
			return true;
	return false;
}

static struct chart_entity *entity_for(struct charts *c, struct pl_str name, struct pl_pos at)
{
	for (size_t i = 0; i < c->entities.len; i++)
		if (pl_str_eq(c->entities.ptr[i].name, name))
			return &c->entities.ptr[i];
	PL_PUSH(&c->entities, (struct chart_entity){.name = name, .at = at});
	return &c->entities.ptr[c->entities.len - 1];
}

static void read_row(struct charts *c, const struct row *row, unsigned line)
{
	struct pl_str name = plain(pl_import_arena(c->imp), row->cells[0].text);
	struct chart_entity *entity;

	if (name.len == 0 || c->entities.len > PL_IMPORT_MOST) /* too many: told at the table's end */
		return;
	entity = entity_for(c, name, cell_at(c, line, &row->cells[0]));
	for (size_t i = 1; i < row->count; i++) {
		struct pl_str text = plain(pl_import_arena(c->imp), row->cells[i].text);
		struct pl_schema_key key = {.attribute = c->attribute[i], .at = cell_at(c, line, &row->cells[i])};

		if (c->attribute[i].len == 0 || is_nothing(text))
			continue;
		key.at.column += row->cells[i].text.ptr[0] == '`';
		key.main.text = text;
		PL_PUSH(&entity->keys, key);
	}
}

/* "## Shop table" is Shop table. */
static void take_heading(struct charts *c, struct pl_str line)
{
	size_t hashes = 0;

	while (hashes < line.len && line.ptr[hashes] == '#')
		hashes++;
	if (hashes && hashes < line.len && line.ptr[hashes] == ' ')
		c->heading = plain(pl_import_arena(c->imp), cell_of(line, hashes, line.len).text);
}

static void read_lines(struct charts *c)
{
	struct lines l = {.text = c->imp->text};
	struct row header, row = {.count = 0};
	struct pl_str line;
	bool inside = false;

	while (next_line(&l, &line)) {
		header = row;
		if (!row_of(line, &row)) {
			row.count = 0;
			inside = false;
			take_heading(c, line);
		} else if (inside) {
			read_row(c, &row, l.number);
		} else if (header.count && is_header(&header, &row)) {
			read_header(c, &header, l.number - 1);
			inside = true;
		}
	}
	end_table(c);
	PL_VEC_RELEASE(&c->entities);
}

void pl_import_chart(struct pl_import *imp)
{
	struct charts c = {.imp = imp};

	imp->dialect = &dialect;
	read_lines(&c);
	/* Headings tell tables apart; of one table they say little. */
	if (imp->tables.len == 1)
		imp->tables.ptr[0].table->names.name = pl_str_of(NULL, 0);
}
