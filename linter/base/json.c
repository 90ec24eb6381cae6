/* SPDX-License-Identifier: Apache-2.0 */
/*
 * The only file that includes cJSON.h.
 *
 * cJSON takes much that is no JSON, and its strings end at the first NUL. So
 * the text is checked first, token by token (the order of tokens is left to
 * the library), then parsed, then copied; the library's tree never leaves this file.
 */
#include "linter/base/json.h"

#include <cjson/cJSON.h>

#include "linter/base/buf.h"

/* Bytes in the UTF-8 character at `p`, or 0 when it is none. */
static size_t utf8_len(const unsigned char *p, size_t left)
{
	unsigned char c = p[0];
	size_t len = c < 0x80 ? 1 : c < 0xc2 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf5 ? 4 : 0;

	if (len == 0 || len > left)
		return 0;
	for (size_t i = 1; i < len; i++) {
		if ((p[i] & 0xc0) != 0x80)
			return 0;
	}
	/* Overlong, a surrogate, or beyond U+10FFFF: told by the second byte. */
	if ((c == 0xe0 && p[1] < 0xa0) || (c == 0xed && p[1] > 0x9f) || (c == 0xf0 && p[1] < 0x90) ||
	    (c == 0xf4 && p[1] > 0x8f))
		return 0;
	return len;
}

static size_t utf8_prefix(struct pl_str bytes)
{
	size_t at = 0, len;

	while (at < bytes.len && (len = utf8_len((const unsigned char *)bytes.ptr + at, bytes.len - at)) != 0)
		at += len;
	return at;
}

bool pl_utf8_valid(struct pl_str bytes)
{
	return utf8_prefix(bytes) == bytes.len;
}

/* Passes over a string from its opening quote; NULL with `why` when the library would take what is no JSON. */
static const char *check_string(const char *p, const char *end, const char **why)
{
	for (p++; p < end && *p != '"'; p++) {
		if ((unsigned char)*p < 0x20) {
			*why = "a raw control character in a string";
			return NULL;
		}
		if (*p != '\\')
			continue;
		p++;
		if (end - p >= 5 && memcmp(p, "u0000", 5) == 0) {
			*why = "\\u0000 in a string";
			return NULL;
		}
	}
	return p < end ? p + 1 : end;
}

static const char *check_digits(const char *p, const char *end)
{
	const char *from = p;

	while (p < end && pl_is_digit((unsigned char)*p))
		p++;
	return p > from ? p : NULL;
}

static const char *check_number(const char *p, const char *end)
{
	if (*p == '-')
		p++;
	if (p < end && *p == '0')
		p++;
	else
		p = check_digits(p, end);
	if (p && p < end && *p == '.')
		p = check_digits(p + 1, end);
	if (p && p < end && (*p == 'e' || *p == 'E')) {
		p++;
		if (p < end && (*p == '+' || *p == '-'))
			p++;
		p = check_digits(p, end);
	}
	return p && p < end && (pl_is_digit((unsigned char)*p) || *p == '.') ? NULL : p;
}

/* What cJSON does not look at. NULL when the text passes, else where it does not. */
static const char *check(struct pl_str text, const char **why)
{
	const char *p = text.ptr, *end = text.ptr + text.len, *next;
	size_t depth = 0;

	while (p < end) {
		switch (*p) {
		case '"':
			next = check_string(p, end, why);
			break;
		case '-': case '0': case '1': case '2': case '3': case '4':
		case '5': case '6': case '7': case '8': case '9':
			*why = "a malformed number";
			next = check_number(p, end);
			break;
		case '{': case '[':
			*why = "nested too deeply";
			next = ++depth > PL_JSON_DEPTH ? NULL : p + 1;
			break;
		case '}': case ']':
			depth -= depth > 0;
			next = p + 1;
			break;
		case ' ': case '\t': case '\r': case '\n':
			next = p + 1;
			break;
		default:
			/* cJSON takes any control character for white space. */
			*why = "a control character";
			next = (unsigned char)*p < 0x20 ? NULL : p + 1;
		}
		if (!next)
			return p;
		p = next;
	}
	return NULL;
}

/* Whether two values are the same, member by member in their order. */
static bool same(const struct pl_json *a, const struct pl_json *b)
{
	const struct pl_json *x = a->child, *y = b->child;

	if (a->type != b->type || a->count != b->count || a->boolean != b->boolean || !pl_str_eq(a->text, b->text) ||
	    memcmp(&a->number, &b->number, sizeof(a->number)) != 0)
		return false;
	for (; x && y; x = x->next, y = y->next)
		if (!pl_str_eq(x->name, y->name) || !same(x, y))
			return false;
	return true;
}

static int by_name(const void *a, const void *b)
{
	const struct pl_json *const *x = a, *const *y = b;

	return pl_order((*x)->name, (*y)->name);
}

/*
 * The name of a member that `object` has twice with different values, or NULL.
 * Twice the same is no question of which one counts, and tools write it.
 */
static const char *repeated(const struct pl_json *object)
{
	const struct pl_json **members;
	const char *found = NULL;
	size_t n = 0;

	if (object->type != PL_JSON_OBJECT || object->count < 2)
		return NULL;
	members = pl_calloc(object->count, sizeof(*members));
	for (const struct pl_json *child = object->child; child; child = child->next)
		members[n++] = child;
	qsort(members, n, sizeof(*members), by_name);
	for (size_t i = 1; i < n && !found; i++)
		if (pl_str_eq(members[i - 1]->name, members[i]->name) && !same(members[i - 1], members[i]))
			found = members[i]->name.ptr;
	free(members);
	return found;
}

/* Copies a tree; the depth was checked before. Sets *twice to a member that stands twice. */
static struct pl_json *copy(struct pl_arena *arena, const cJSON *from, const char **twice)
{
	struct pl_json *to = PL_NEW(arena, struct pl_json);
	const struct pl_json **link = &to->child;

	if (from->string)
		to->name = pl_arena_str(arena, pl_str_c(from->string));
	if (cJSON_IsBool(from)) {
		to->type = PL_JSON_BOOL;
		to->boolean = cJSON_IsTrue(from);
	} else if (cJSON_IsNumber(from)) {
		to->type = PL_JSON_NUMBER;
		to->number = from->valuedouble;
	} else if (cJSON_IsString(from)) {
		to->type = PL_JSON_STRING;
		to->text = pl_arena_str(arena, pl_str_c(from->valuestring));
	} else if (cJSON_IsArray(from) || cJSON_IsObject(from)) {
		to->type = cJSON_IsArray(from) ? PL_JSON_ARRAY : PL_JSON_OBJECT;
		for (const cJSON *child = from->child; child; child = child->next) {
			struct pl_json *own = copy(arena, child, twice);

			*link = own;
			link = &own->next;
			to->count++;
		}
		if (!*twice)
			*twice = repeated(to);
	}
	return to;
}

const struct pl_json *pl_json_parse(struct pl_arena *arena, const char *what, struct pl_str text,
				    struct pl_error *error)
{
	const char *why = NULL, *bad, *twice = NULL;
	const struct pl_json *json;
	struct pl_buf terminated = PL_BUF_INIT;
	cJSON *tree;
	size_t good;

	if (pl_str_starts(text, PL_S("\xef\xbb\xbf")))
		text = pl_str_sub(text, 3, text.len);
	good = utf8_prefix(text);
	if (good < text.len) {
		pl_fail(error, PL_EXIT_USAGE, "%s: not JSON: bytes that are no UTF-8 (byte %zu)", what, good);
		return NULL;
	}
	bad = text.len ? check(text, &why) : NULL;
	if (bad) {
		pl_fail(error, PL_EXIT_USAGE, "%s: not JSON: %s (byte %zu)", what, why, (size_t)(bad - text.ptr));
		return NULL;
	}
	/* The library refuses trailing text only when the NUL is counted in the length. */
	pl_buf_add(&terminated, text);
	tree = cJSON_ParseWithLengthOpts(terminated.ptr, terminated.len + 1, &bad, 1);
	if (!tree) {
		pl_fail(error, PL_EXIT_USAGE, "%s: not JSON (byte %zu)", what,
			bad ? (size_t)(bad - terminated.ptr) : terminated.len);
		pl_buf_release(&terminated);
		return NULL;
	}
	json = copy(arena, tree, &twice);
	cJSON_Delete(tree);
	pl_buf_release(&terminated);
	if (twice) {
		pl_fail(error, PL_EXIT_USAGE, "%s: member \"%s\" stands twice", what, twice);
		return NULL;
	}
	return json;
}

const struct pl_json *pl_json_get(const struct pl_json *object, const char *name)
{
	struct pl_str wanted = pl_str_c(name);

	if (!object || object->type != PL_JSON_OBJECT)
		return NULL;
	for (const struct pl_json *child = object->child; child; child = child->next) {
		if (pl_str_eq(child->name, wanted))
			return child;
	}
	return NULL;
}

const struct pl_json *pl_json_get_type(const struct pl_json *object, const char *name, enum pl_json_type type)
{
	const struct pl_json *member = pl_json_get(object, name);

	return member && member->type == type ? member : NULL;
}

struct pl_str pl_json_get_str(const struct pl_json *object, const char *name)
{
	const struct pl_json *member = pl_json_get_type(object, name, PL_JSON_STRING);

	return member ? member->text : (struct pl_str){NULL, 0};
}

bool pl_json_get_uint(const struct pl_json *object, const char *name, uint64_t *out)
{
	const struct pl_json *member = pl_json_get_type(object, name, PL_JSON_NUMBER);

	if (!member || !(member->number >= 0 && member->number <= 9007199254740992.0))
		return false;
	*out = (uint64_t)member->number;
	return (double)*out == member->number;
}
