/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/comments.h"

#include "linter/base/buf.h"
#include "linter/base/yaml.h"
#include "linter/schema/import.h"

struct reading {
	struct pl_faults *faults;
	const struct pl_config *config;
	PL_VEC(struct pl_ignore) ignores;
};

static bool is_blank(char c)
{
	return c == ' ' || c == '\t';
}

/* Takes blanks and commas off the begin of a text. */
static struct pl_str trimmed(struct pl_str text)
{
	size_t from = 0;

	while (from < text.len && (is_blank(text.ptr[from]) || text.ptr[from] == ','))
		from++;
	return pl_str_sub(text, from, text.len);
}

/* Takes the next word; empty at the end. */
static struct pl_str word(struct pl_str *rest)
{
	struct pl_str text = trimmed(*rest);
	size_t len = 0;

	while (len < text.len && !is_blank(text.ptr[len]) && text.ptr[len] != ',')
		len++;
	*rest = pl_str_sub(text, len, text.len);
	return pl_str_sub(text, 0, len);
}

static const struct pl_rule *rule_named(struct reading *r, struct pl_pos at, struct pl_str name)
{
	struct pl_near near = pl_near_to(name);
	size_t count;
	const struct pl_rule *const *rules = pl_config_rules(r->faults->arena, r->config, &count);

	for (size_t i = 0; i < count; i++) {
		if (pl_str_eq(name, pl_str_c(rules[i]->code)) || pl_str_eq(name, pl_str_c(rules[i]->name)))
			return rules[i];
		pl_near_try(&near, rules[i]->code);
		pl_near_try(&near, rules[i]->name);
	}
	pl_fault_unknown(r->faults, at, "rule", &near);
	return NULL;
}

/* The reason behind "--"; a fault without one. */
static struct pl_str reason_of(struct reading *r, struct pl_pos at, struct pl_str rest)
{
	struct pl_str reason = trimmed(rest);

	while (reason.len && is_blank(reason.ptr[reason.len - 1]))
		reason.len--;
	if (!reason.len)
		pl_fault(r->faults, at, "an ignore needs a reason: # padlint: ignore PL102 -- why");
	return reason;
}

static void read_until(struct reading *r, struct pl_pos at, struct pl_str *rest, struct pl_ignore *out)
{
	out->until = word(rest);
	if (!pl_config_until(out->until, &out->until_seconds))
		pl_fault(r->faults, at, "until must be followed by a date, as 2027-01-31, not \"%.*s\"", pl_shown(out->until),
			 out->until.ptr);
}

/* What stands behind "ignore": rules, until when, and why. */
static void read_ignore(struct reading *r, struct pl_pos at, struct pl_str rest)
{
	struct pl_ignore ignore = {.at = at, .comment = true};
	const size_t first = r->ignores.len;
	bool some = false;
	struct pl_str next;

	for (next = word(&rest); next.len && !pl_str_eq(next, PL_S("--")); next = word(&rest)) {
		if (pl_str_eq(next, PL_S("until"))) {
			read_until(r, at, &rest, &ignore);
			continue;
		}
		some = true;
		ignore.rule = rule_named(r, at, next);
		if (ignore.rule)
			PL_PUSH(&r->ignores, ignore);
	}
	if (!some)
		pl_fault(r->faults, at, "an ignore needs a rule: # padlint: ignore PL102 -- why");
	ignore.reason = reason_of(r, at, rest);
	for (size_t i = first; i < r->ignores.len; i++) {
		r->ignores.ptr[i].reason = ignore.reason;
		r->ignores.ptr[i].until = ignore.until;
		r->ignores.ptr[i].until_seconds = ignore.until_seconds;
	}
}

static const struct pl_str mark = {"padlint:", 8};

static void read_comment(struct reading *r, struct pl_str path, const struct pl_yaml_comment *comment)
{
	const struct pl_pos at = {path, comment->line, comment->column};
	struct pl_str rest = comment->text, verb;
	struct pl_near near;

	if (!pl_str_eq(word(&rest), mark))
		return;
	verb = word(&rest);
	near = pl_near_to(verb);
	pl_near_try(&near, "ignore");
	if (!pl_str_eq(verb, PL_S("ignore")))
		pl_fault_unknown(r->faults, at, "word behind padlint:", &near);
	else if (comment->alone)
		pl_fault(r->faults, at, "an ignore belongs behind the field or entity that it is about, in the same line");
	else
		read_ignore(r, at, rest);
}

/* Whether some comment may be for us: most schemas have none, and finding comments takes reading them once more. */
static bool may_ignore(struct pl_str text)
{
	const char *end = text.ptr + text.len;

	for (const char *at = text.ptr; text.len && (at = memchr(at, *mark.ptr, (size_t)(end - at))) != NULL; at++)
		if (pl_str_starts(pl_str_of(at, (size_t)(end - at)), mark))
			return true;
	return false;
}

static void read_schema(struct reading *r, const struct pl_schema_text *schema)
{
	const struct pl_yaml_comment *comments;
	size_t count;

	if (!may_ignore(schema->text) || pl_schema_detect(schema->text, schema->path.ptr) != PL_SF_KEYS_YAML)
		return;
	comments = pl_yaml_comments(r->faults->arena, schema->text, &count);
	for (size_t i = 0; i < count; i++)
		read_comment(r, schema->path, &comments[i]);
}

const struct pl_config *pl_comments_read(struct pl_faults *faults, const struct pl_config *config,
					 const struct pl_schema_text *schemas, size_t nschemas)
{
	struct reading r = {.faults = faults, .config = config};
	struct pl_config *joined = PL_NEW(faults->arena, struct pl_config);
	struct pl_ignore *ignores;

	for (size_t i = 0; i < nschemas; i++)
		read_schema(&r, &schemas[i]);
	*joined = *config;
	joined->nignores = config->nignores + r.ignores.len;
	ignores = PL_NEW_N(faults->arena, struct pl_ignore, joined->nignores + 1);
	if (config->nignores)
		memcpy(ignores, config->ignores, config->nignores * sizeof(*ignores));
	if (r.ignores.len)
		memcpy(ignores + config->nignores, r.ignores.ptr, r.ignores.len * sizeof(*ignores));
	joined->ignores = ignores;
	PL_VEC_RELEASE(&r.ignores);
	return joined;
}
