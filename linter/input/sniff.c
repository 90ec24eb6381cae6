/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The first value of a file decides. Its members are listed with what their
 * values begin with, because names alone do not tell:
 *
 *     {"Item":{"PK":{"S":"a"}}}        an item, wrapped
 *     {"Item":{"S":"a"},"n":{…}}       a bare item that has an attribute "Item"
 *     {"Count":2,"Items":[…]}          a scan page
 *     {"Count":{"N":"2"},…}            a bare item that has an attribute "Count"
 */
#include "linter/input/sniff.h"

#include "linter/input/scan.h"

enum { MAX_MEMBERS = 128, MAX_LINES = 100 };

struct member {
	struct pl_str name;
	char first;        /* first byte of the value */
	bool marshalled;   /* the value is {"S":"…"} or of another type */
	bool lower_tag;    /* the same with EMR's spelling of the types, {"s":"…"} */
	bool requests;     /* the value is an array of PutRequest or DeleteRequest */
};

struct members {
	struct member m[MAX_MEMBERS];
	size_t n;
	bool complete;     /* the object's end was seen */
};

static const char *blanks(const char *p)
{
	while (*p == ' ' || *p == '\t' || *p == '\r' || *p == '\n')
		p++;
	return p;
}

/* The string at `p` and the first byte of what follows its colon. */
static bool member_at(const char *p, const char *end, struct pl_str *name, const char **value)
{
	struct pl_scan scan = {.newlines = true};

	if (pl_scan_string(&scan, p, end) != PL_SCAN_DONE)
		return false;
	*name = scan.json;
	p = blanks(scan.next);
	if (*p != ':')
		return false;
	*value = blanks(p + 1);
	return *value < end;
}

/* The first member of the object or of the array's first object at `p`. */
static bool first_member(const char *p, const char *end, struct pl_str *name, const char **value)
{
	if (*p == '[')
		p = blanks(p + 1);
	return *p == '{' && member_at(blanks(p + 1), end, name, value);
}

static bool one_of(struct pl_str name, const char *const *list)
{
	for (; *list; list++) {
		if (pl_str_eq(name, pl_str_c(*list)))
			return true;
	}
	return false;
}

/* Whether `value` can be what the type `tag` (in capitals) is followed by. */
static bool fits_type(struct pl_str tag, const char *value, const char *end)
{
	struct pl_str name;
	const char *inner;

	if (tag.len == 1 && (*tag.ptr == 'S' || *tag.ptr == 'N' || *tag.ptr == 'B'))
		return *value == '"';
	if (pl_str_eq(tag, PL_S("BOOL")) || pl_str_eq(tag, PL_S("NULL")))
		return *value == 't' || *value == 'f';
	if (pl_str_eq(tag, PL_S("M")))
		return *value == '{' && (!first_member(value, end, &name, &inner) || *inner == '{');
	return one_of(tag, (const char *const[]){"L", "SS", "NS", "BS", NULL}) && *value == '[';
}

static struct member describe(struct pl_str name, const char *value, const char *end)
{
	struct member m = {.name = name, .first = *value};
	struct pl_str inner;
	const char *v;

	if (!first_member(value, end, &inner, &v))
		return m;
	m.requests = *value == '[' && one_of(inner, (const char *const[]){"PutRequest", "DeleteRequest", NULL});
	m.marshalled = *value == '{' && fits_type(inner, v, end);
	m.lower_tag = *value == '{' && one_of(inner, (const char *const[]){"s", "n", "b", "bOOL", "nULL", "nULLValue", "m",
									   "l", "sS", "nS", "bS", NULL});
	return m;
}

/* Lists the members of the object at `p`, as far as they can be read. */
static void list_members(const char *p, const char *end, struct members *list)
{
	struct pl_scan scan = {.newlines = true};

	list->n = 0;
	list->complete = false;
	p = blanks(p + 1);
	if (*p == '}' && p < end)
		list->complete = true;
	while (!list->complete && list->n < MAX_MEMBERS) {
		struct pl_str name;
		const char *value;

		if (!member_at(p, end, &name, &value))
			return;
		list->m[list->n++] = describe(name, value, end);
		if (pl_scan_value(&scan, value, end) != PL_SCAN_DONE)
			return;
		p = blanks(scan.next);
		if (*p == '}')
			list->complete = true;
		else if (*p != ',')
			return;
		else
			p = blanks(p + 1);
	}
}

/* A member of that name whose value begins with one of `firsts` and is no attribute value. */
static bool has(const struct members *list, const char *name, const char *firsts)
{
	for (size_t i = 0; i < list->n; i++) {
		const struct member *m = &list->m[i];

		if (!m->marshalled && strchr(firsts, m->first) && pl_str_eq(m->name, pl_str_c(name)))
			return true;
	}
	return false;
}

static bool all_marshalled(const struct members *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (!list->m[i].marshalled)
			return false;
	}
	return list->n > 0 || list->complete;
}

static bool all_lower(const struct members *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (!list->m[i].lower_tag)
			return false;
	}
	return list->n > 0;
}

static bool any_requests(const struct members *list)
{
	for (size_t i = 0; i < list->n; i++) {
		if (list->m[i].requests)
			return true;
	}
	return false;
}

static struct pl_sniff refuse(const char *why)
{
	return (struct pl_sniff){.kind = PL_I_UNKNOWN, .refusal = why};
}

/* Formats of JSON objects that are known and not read; NULL for any other. */
static const char *known_refusal(const struct members *list)
{
	if (has(list, "Keys", "{") || has(list, "NewImage", "{") || has(list, "OldImage", "{"))
		return "incremental export: not read yet; export the table in full";
	if (has(list, "Records", "[") || has(list, "dynamodb", "{"))
		return "stream records: not read yet; export the table in full";
	if (has(list, "RequestItems", "{") || has(list, "UnprocessedItems", "{") || any_requests(list))
		return "batch-write request: not read yet; write its items as lines {\"Item\":{…}}";
	if (has(list, "Responses", "{["))
		return "batch-get output: not read yet; use scan output or an export";
	if (has(list, "dataFileS3Key", "\"") || has(list, "exportArn", "\""))
		return "manifest of an export: give the export's folder instead";
	if (has(list, "entries", "[") && has(list, "name", "\""))
		return "manifest of an EMR export: not read yet; export as DynamoDB JSON";
	if (all_lower(list))
		return "EMR / Data Pipeline export (type names in lower case): not read yet; export as DynamoDB JSON";
	return NULL;
}

static bool is_table(const struct members *list)
{
	return has(list, "Table", "{") || has(list, "TableDescription", "{") || has(list, "TableCreationParameters", "{") ||
	       has(list, "KeySchema", "[") || has(list, "AttributeDefinitions", "[");
}

/* A page whose "Items" lie beyond the bytes seen, or that has none (--select COUNT). */
static bool looks_like_page(const struct members *list)
{
	return has(list, "Count", "0123456789") || has(list, "ScannedCount", "0123456789") || has(list, "NextToken", "\"") ||
	       has(list, "LastEvaluatedKey", "{") || has(list, "ConsumedCapacity", "{n") ||
	       has(list, "ResponseMetadata", "{");
}

static const char plain_json[] = "plain JSON without DynamoDB types: not read yet; export as DynamoDB JSON";

/* The object at `p` (`document` is not set yet). */
static struct pl_sniff sniff_object(const char *p, const char *end)
{
	struct members list;
	const char *refusal;

	list_members(p, end, &list);
	if (has(&list, "Item", "{"))
		return (struct pl_sniff){.kind = PL_I_JSONL, .wrapped = true};
	if (has(&list, "Items", "["))
		return (struct pl_sniff){.kind = PL_I_SCAN, .document = true};
	if (has(&list, "DataModel", "[") && has(&list, "ModelName", "\""))
		return (struct pl_sniff){.kind = PL_I_WORKBENCH, .document = true};
	if (is_table(&list))
		return (struct pl_sniff){.kind = PL_I_TABLE, .document = true};
	if (all_marshalled(&list))
		return (struct pl_sniff){.kind = PL_I_ITEMS};
	refusal = known_refusal(&list);
	if (refusal)
		return refuse(refusal);
	if (looks_like_page(&list))
		return (struct pl_sniff){.kind = PL_I_SCAN, .document = true};
	return list.n ? refuse(plain_json) : refuse(NULL);
}

/*
 * Lines or a document? A first value that goes on behind its first line, or
 * that has another behind it on the same line, makes a document; but not when
 * the first line is merely broken and the next begins an item again.
 */
static bool is_document(const char *p, const char *end)
{
	struct pl_scan scan = {.newlines = false};
	const char *newline;

	switch (pl_scan_value(&scan, p, end)) {
	case PL_SCAN_DONE:
		for (p = scan.next; *p == ' ' || *p == '\t' || *p == '\r'; p++)
			;
		return *p == '{';
	case PL_SCAN_MORE:
		return false;
	default:
		break;
	}
	newline = scan.at;
	if (*newline != '\n')
		return false;
	scan.newlines = true;
	return pl_scan_value(&scan, p, end) != PL_SCAN_BAD || newline[1] != '{';
}

static struct pl_sniff sniff_array(const char *p, const char *end)
{
	struct pl_sniff sniff;
	struct member first = describe((struct pl_str){NULL, 0}, p, end);

	p = blanks(p + 1);
	if (*p == ']')
		return (struct pl_sniff){.kind = PL_I_ARRAY, .document = true};
	if (first.requests)
		return refuse("batch-write request: not read yet; write its items as lines {\"Item\":{…}}");
	if (*p != '{')
		return refuse(plain_json);
	sniff = sniff_object(p, end);
	if (sniff.refusal)
		return sniff;
	if (sniff.kind != PL_I_JSONL && sniff.kind != PL_I_ITEMS)
		return refuse("JSON array of something else than items: not read");
	sniff.kind = PL_I_ARRAY;
	sniff.document = true;
	return sniff;
}

/* The item in a later line, for a file whose first lines are broken. */
static struct pl_sniff sniff_later_lines(const char *p, const char *end, struct pl_sniff first)
{
	for (int line = 0; line < MAX_LINES; line++) {
		struct pl_sniff sniff;

		p = memchr(p, '\n', (size_t)(end - p));
		if (!p)
			break;
		p++;
		if (*p != '{' || is_document(p, end))
			continue;
		sniff = sniff_object(p, end);
		if (sniff.kind == PL_I_JSONL || (sniff.kind == PL_I_ITEMS && blanks(p + 1)[0] != '}'))
			return sniff;
	}
	return first;
}

/* Whether a line begins with a member of a padlint.yaml: people name it among the dumps. */
static bool is_configuration(struct pl_str text)
{
	static const struct pl_str members[] = {{"ruleset:", 8}, {"fail-on:", 8}, {"rules:", 6}, {"ignore:", 7},
						{"patterns:", 9}, {"code-labels:", 12}, {"order-labels:", 13}};

	for (size_t at = 0; at < text.len;) {
		const char *newline = memchr(text.ptr + at, '\n', text.len - at);

		for (size_t i = 0; i < PL_LEN(members); i++)
			if (pl_str_starts(pl_str_sub(text, at, text.len), members[i]))
				return true;
		at = newline ? (size_t)(newline - text.ptr) + 1 : text.len;
	}
	return false;
}

/* A file that does not begin like JSON. */
static struct pl_sniff sniff_text(const char *p, const char *end)
{
	const char *newline = memchr(p, '\n', (size_t)(end - p));
	size_t len = (size_t)((newline ? newline : end) - p);

	if (len >= 8 && memcmp(p, "$ion_1_0", 8) == 0)
		return refuse("Amazon Ion export: not read yet; export as DynamoDB JSON");
	if (memchr(p, 0x02, len) || memchr(p, 0x03, len))
		return refuse("Hive text export: not read yet; export as DynamoDB JSON");
	if (memchr(p, '\0', len))
		return refuse("binary data of no known format: not read");
	if (is_configuration(pl_str_of(p, (size_t)(end - p))))
		return refuse("configuration, no dump: name it with --rules, or leave padlint.yaml to be found");
	if (memchr(p, ',', len) || memchr(p, ';', len) || memchr(p, '\t', len))
		return refuse("CSV: not read yet; export as DynamoDB JSON");
	return refuse(NULL);
}

/* Formats told by their first bytes. */
static const char *magic_refusal(const char *head, size_t len)
{
	static const struct {
		struct pl_str magic;
		const char *refusal;
	} known[] = {
		{{"SQLite format 3\0", 16}, "SQLite file (DynamoDB Local): not read yet; scan the local table instead"},
		{{"\xe0\x01\x00\xea", 4}, "Amazon Ion export: not read yet; export as DynamoDB JSON"},
		{{"\xff\xfe", 2}, "UTF-16 text: not read; save it as UTF-8"},
		{{"\xfe\xff", 2}, "UTF-16 text: not read; save it as UTF-8"},
		{{"PK\x03\x04", 4}, "zip archive: not read; unpack it"},
		{{"BZh", 3}, "bzip2 file: not read; unpack it, or use gzip or zstd"},
		{{"\xfd" "7zXZ", 5}, "xz file: not read; unpack it, or use gzip or zstd"},
		{{"PAR1", 4}, "Parquet file: not read yet; export as DynamoDB JSON"},
		{{"\x1f\x8b", 2}, "compressed twice: unpack it once"},
	};

	for (size_t i = 0; i < PL_LEN(known); i++) {
		if (pl_str_starts(pl_str_of(head, len), known[i].magic))
			return known[i].refusal;
	}
	return NULL;
}

struct pl_sniff pl_sniff(const char *head, const char *end, bool whole)
{
	const char *refusal = magic_refusal(head, (size_t)(end - head)), *p = head;
	struct pl_sniff sniff;
	size_t skip = 0;

	if (refusal)
		return refuse(refusal);
	if (end - head >= 3 && memcmp(head, "\xef\xbb\xbf", 3) == 0)
		skip = 3;
	p = blanks(head + skip);
	if (p == end && whole)
		return (struct pl_sniff){.kind = PL_I_EMPTY, .skip = skip};
	if (*p == '[') {
		sniff = sniff_array(p, end);
	} else if (*p == '{') {
		sniff = sniff_object(p, end);
		if (sniff.kind == PL_I_JSONL || sniff.kind == PL_I_ITEMS)
			sniff.document = is_document(p, end);
	} else {
		sniff = sniff_text(p, end);
	}
	if (sniff.kind == PL_I_UNKNOWN)
		sniff = sniff_later_lines(p, end, sniff);
	if (sniff.kind == PL_I_UNKNOWN && !sniff.refusal)
		sniff.refusal = "no dump that padlint knows: not read; export as DynamoDB JSON";
	sniff.skip = skip;
	return sniff;
}
