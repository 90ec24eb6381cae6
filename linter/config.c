/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Reading configuration. One truth: levels and options stand in the rules'
 * own files, word lists in labels.h, and rules.yaml is written from them
 * (config_write.c).
 *
 * A file is read to its end whatever is wrong with it, so that all its errors
 * are reported at once, each with the nearest right word.
 */
#define _XOPEN_SOURCE 700 /* realpath */
#include "linter/config.h"

#include <unistd.h>

#include "linter/base/buf.h"
#include "linter/base/fault.h"
#include "linter/base/yaml.h"
#include "linter/key/time.h"
#include "linter/labels.h"
#include "linter/own.h"

enum { RULESET = 1 };

static const char *const code_labels[] = {PL_CODE_LABELS};
static const char *const order_labels[] = {PL_ORDER_LABELS};

/* ---- the defaults ---- */

static struct pl_words words_of(struct pl_arena *arena, const char *const *list, size_t count)
{
	struct pl_str *word = PL_NEW_N(arena, struct pl_str, count);

	for (size_t i = 0; i < count; i++)
		word[i] = pl_str_c(list[i]);
	return (struct pl_words){.word = word, .count = count};
}

void pl_config_default(struct pl_arena *arena, struct pl_config *out)
{
	*out = (struct pl_config){
		.ruleset = RULESET,
		.fail_on = PL_WARNING,
		.rules = PL_NEW_N(arena, struct pl_rule_config, pl_rule_count + 1),
		.code_labels = words_of(arena, code_labels, PL_LEN(code_labels)),
		.order_labels = words_of(arena, order_labels, PL_LEN(order_labels)),
	};
	for (size_t i = 0; i < pl_rule_count; i++) {
		const struct pl_option *options = pl_rules[i]->options;

		out->rules[i].level = pl_rules[i]->level;
		for (size_t k = 0; options && options[k].name; k++) {
			PL_ASSERT(k < PL_MAX_OPTIONS);
			out->rules[i].option[k] = options[k].value;
		}
	}
}

const struct pl_own *pl_config_own(const struct pl_config *config, struct pl_str name)
{
	for (size_t i = 0; i < config->nown; i++)
		if (pl_str_eq(name, pl_str_c(config->own[i].rule.code)) || pl_str_eq(name, pl_str_c(config->own[i].rule.name)))
			return &config->own[i];
	return NULL;
}

const struct pl_rule *const *pl_config_rules(struct pl_arena *arena, const struct pl_config *config, size_t *count)
{
	const struct pl_rule **rules = PL_NEW_N(arena, const struct pl_rule *, pl_rule_count + config->nown);

	for (size_t i = 0; i < pl_rule_count; i++)
		rules[i] = pl_rules[i];
	for (size_t i = 0; i < config->nown; i++)
		rules[pl_rule_count + i] = &config->own[i].rule;
	*count = pl_rule_count + config->nown;
	return rules;
}

/* ---- errors of a file ---- */

enum { SHOWN_ERRORS = 12 }; /* of the length they have, these fit into struct pl_error */

struct reading {
	struct pl_arena *arena;
	struct pl_config *config;
	const char *path;
	struct pl_buf errors; /* one a line */
	unsigned nerrors;
	unsigned *rule_line;  /* where a rule was set, parallel to pl_rules; 0: not yet */
};

/* Texts from the file are cut: an error line stays a line. */
static int shown(struct pl_str text)
{
	return (int)PL_MIN(text.len, (size_t)60);
}

static void wrong(struct reading *r, const struct pl_yaml *at, const char *format, ...) PL_PRINTF(3, 4);

static void wrong(struct reading *r, const struct pl_yaml *at, const char *format, ...)
{
	va_list args;
	char *text;

	if (r->nerrors++ >= SHOWN_ERRORS)
		return;
	va_start(args, format);
	text = pl_arena_vprintf(r->arena, format, args);
	va_end(args);
	pl_buf_printf(&r->errors, "%s%s:%u:%u: %s", r->errors.len ? "\n" : "", r->path, at->line, at->column, text);
}

static void unknown(struct reading *r, const struct pl_yaml *at, const char *what, const struct pl_near *n)
{
	if (n->best)
		wrong(r, at, "unknown %s \"%.*s\"; did you mean \"%s\"?", what, shown(n->word), n->word.ptr, n->best);
	else
		wrong(r, at, "unknown %s \"%.*s\"", what, shown(n->word), n->word.ptr);
}

/* A value must be of `kind`; null is of none. */
static bool must_be(struct reading *r, const struct pl_yaml *node, enum pl_yaml_kind kind, const char *what)
{
	if (node->kind == kind && (kind != PL_Y_TEXT || !pl_yaml_is_null(node)))
		return true;
	wrong(r, node, "%s must be %s, not %s", what, pl_yaml_kind_name(kind),
	      node->kind == PL_Y_TEXT && pl_yaml_is_null(node) ? "empty" : pl_yaml_kind_name(node->kind));
	return false;
}

/* ---- scalars ---- */

/* digits[.digits], at most 15 of them: no locale, no exponent. False: something else. */
static bool read_number(struct pl_str text, double *out)
{
	double value = 0, unit = 1;
	bool point = false, digit = false;

	if (text.len > 16)
		return false;
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		if (c == '.' && !point && digit) {
			point = true;
		} else if (pl_is_digit(c)) {
			digit = true;
			value = value * 10 + (c - '0');
			unit *= point ? 10 : 1;
		} else {
			return false;
		}
	}
	*out = value / unit;
	return digit && text.ptr[text.len - 1] != '.';
}

static struct pl_str without_last(struct pl_str text)
{
	return pl_str_sub(text, 0, text.len - 1);
}

static bool read_option(enum pl_option_type type, struct pl_str text, double *out)
{
	switch (type) {
	case PL_OPT_NUMBER:
		return read_number(text, out);
	case PL_OPT_PERCENT:
		if (!pl_str_ends(text, PL_S("%")) || !read_number(without_last(text), out) || *out > 100)
			return false;
		*out /= 100;
		return true;
	case PL_OPT_YEARS:
		return pl_str_ends(text, PL_S("y")) && read_number(without_last(text), out);
	case PL_OPT_BOOL:
		*out = pl_str_eq(text, PL_S("true"));
		return *out > 0 || pl_str_eq(text, PL_S("false"));
	}
	return false;
}

static const char *option_form(enum pl_option_type type)
{
	static const char *const forms[] = {
		[PL_OPT_NUMBER] = "a number, as 3",
		[PL_OPT_PERCENT] = "a share, as 10%",
		[PL_OPT_YEARS] = "a time in years, as 10y",
		[PL_OPT_BOOL] = "true or false",
	};

	return forms[type];
}

static bool level_named(struct pl_str text, enum pl_level *out)
{
	for (enum pl_level level = PL_OFF; level <= PL_ERROR; level++)
		if (pl_str_eq(text, pl_str_c(pl_level_name(level)))) {
			*out = level;
			return true;
		}
	return false;
}

static void read_level(struct reading *r, const struct pl_yaml *node, enum pl_level *out)
{
	struct pl_near near;

	if (!must_be(r, node, PL_Y_TEXT, "a level") || level_named(node->text, out))
		return;
	near = pl_near_to(node->text);
	for (enum pl_level level = PL_OFF; level <= PL_ERROR; level++)
		pl_near_try(&near, pl_level_name(level));
	unknown(r, node, "level", &near);
}

/* ---- what several sections have ---- */

static void read_segment(struct reading *r, const struct pl_yaml *node, unsigned *out)
{
	int64_t value = -1;
	double number;

	if (node->kind == PL_Y_TEXT && read_number(node->text, &number) && number <= 999)
		value = (int64_t)number;
	if (value < 1)
		wrong(r, node, "segment must be a number from 1");
	*out = (unsigned)PL_MAX(value, 0);
}

static void read_text(struct reading *r, const struct pl_yaml *node, const char *what, struct pl_str *out)
{
	if (must_be(r, node, PL_Y_TEXT, what))
		*out = node->text;
}

static void read_pattern(struct reading *r, const struct pl_yaml *node, const char *what, struct pl_words *out)
{
	const char *why = "";
	size_t offset = 0;
	struct pl_pattern *pattern = pl_pattern_new(r->arena, node->text, &why, &offset);

	if (pattern)
		*out = (struct pl_words){.pattern = pattern};
	else
		wrong(r, node, "%s is no PCRE2 pattern: %s (at byte %zu)", what, why, offset);
}

/* ---- patterns of the user's own ---- */

static const char *cstr_of(struct reading *r, struct pl_str text)
{
	return pl_arena_str(r->arena, text).ptr;
}

static bool is_own_code(struct pl_str text)
{
	return text.len == 5 && pl_str_starts(text, PL_S("PL9")) && pl_is_digit((unsigned char)text.ptr[3]) &&
	       pl_is_digit((unsigned char)text.ptr[4]);
}

/* Words in lower case with '-' between them, as rules are named. */
static bool is_rule_name(struct pl_str text)
{
	bool letter = false;

	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];
		bool word = pl_is_lower(c) || pl_is_digit(c);

		if (!word && !(c == '-' && letter))
			return false;
		letter = word;
	}
	return letter;
}

static void read_own_code(struct reading *r, const struct pl_yaml *node, struct pl_own *own)
{
	if (!must_be(r, node, PL_Y_TEXT, "code"))
		return;
	if (!is_own_code(node->text))
		wrong(r, node, "code must be PL900 to PL999, which are yours, not \"%.*s\"", shown(node->text), node->text.ptr);
	for (size_t i = 0; i < r->config->nown; i++)
		if (pl_str_eq(node->text, pl_str_c(r->config->own[i].rule.code)))
			wrong(r, node, "line %u has the code %s already", r->config->own[i].at.line, r->config->own[i].rule.code);
	own->rule.code = cstr_of(r, node->text);
}

static void read_own_name(struct reading *r, const struct pl_yaml *node, struct pl_own *own)
{
	if (!must_be(r, node, PL_Y_TEXT, "name"))
		return;
	if (!is_rule_name(node->text))
		wrong(r, node, "name must be words in lower case with - between them, as order-id-form, not \"%.*s\"",
		      shown(node->text), node->text.ptr);
	if (pl_rule_find(node->text) || pl_config_own(r->config, node->text))
		wrong(r, node, "there is a rule %.*s already", shown(node->text), node->text.ptr);
	own->rule.name = cstr_of(r, node->text);
}

static void read_own_level(struct reading *r, const struct pl_yaml *node, struct pl_own *own)
{
	read_level(r, node, &own->rule.level);
}

static void read_own_message(struct reading *r, const struct pl_yaml *node, struct pl_own *own)
{
	struct pl_str text = {0};

	read_text(r, node, "message", &text);
	own->message = text.len ? cstr_of(r, text) : NULL;
}

static void read_own_pattern(struct reading *r, const struct pl_yaml *node, const char *what, struct pl_own *own)
{
	struct pl_words compiled = {0};

	if (!must_be(r, node, PL_Y_TEXT, what))
		return;
	if (!node->text.len)
		wrong(r, node, "%s is empty, which is found everywhere", what);
	if (own->watch.text.ptr)
		wrong(r, node, "a pattern either requires or forbids; make two of them");
	read_pattern(r, node, what, &compiled);
	own->watch.text = node->text;
}

static void read_own_require(struct reading *r, const struct pl_yaml *node, struct pl_own *own)
{
	read_own_pattern(r, node, "require", own);
}

static void read_own_forbid(struct reading *r, const struct pl_yaml *node, struct pl_own *own)
{
	read_own_pattern(r, node, "forbid", own);
	own->watch.forbid = true;
}

static void read_on_member(struct reading *r, const struct pl_yaml_pair *pair, struct pl_watch_spec *on)
{
	const struct {
		const char *name;
		struct pl_str *to;
	} texts[] = {{"table", &on->table}, {"index", &on->index}, {"attribute", &on->attribute}, {"entity", &on->entity}};
	struct pl_near near = pl_near_to(pair->key.text);

	if (pl_str_eq(pair->key.text, PL_S("segment"))) {
		read_segment(r, pair->value, &on->segment);
		return;
	}
	for (size_t i = 0; i < PL_LEN(texts); i++) {
		if (pl_str_eq(pair->key.text, pl_str_c(texts[i].name))) {
			read_text(r, pair->value, texts[i].name, texts[i].to);
			return;
		}
		pl_near_try(&near, texts[i].name);
	}
	pl_near_try(&near, "segment");
	unknown(r, &pair->key, "key of on", &near);
}

static void read_own_on(struct reading *r, const struct pl_yaml *node, struct pl_own *own)
{
	if (!must_be(r, node, PL_Y_MAP, "on"))
		return;
	for (size_t i = 0; i < node->count; i++)
		read_on_member(r, &node->pairs[i], &own->watch);
}

static const struct {
	const char *name;
	void (*read)(struct reading *r, const struct pl_yaml *node, struct pl_own *own);
} own_members[] = {
	{"code", read_own_code},       {"name", read_own_name},     {"level", read_own_level}, {"on", read_own_on},
	{"require", read_own_require}, {"forbid", read_own_forbid}, {"message", read_own_message},
};

static void read_own_member(struct reading *r, const struct pl_yaml_pair *pair, struct pl_own *own)
{
	struct pl_near near = pl_near_to(pair->key.text);

	for (size_t i = 0; i < PL_LEN(own_members); i++) {
		if (pl_str_eq(pair->key.text, pl_str_c(own_members[i].name))) {
			own_members[i].read(r, pair->value, own);
			return;
		}
		pl_near_try(&near, own_members[i].name);
	}
	unknown(r, &pair->key, "key of a pattern", &near);
}

/* False: it lacks something, or is no pattern at all; errors were told. */
static bool read_own(struct reading *r, const struct pl_yaml *node, struct pl_own *own)
{
	const unsigned before = r->nerrors;

	*own = (struct pl_own){.at = {pl_str_c(r->path), node->line, node->column}, .rule = {.level = PL_WARNING}};
	if (!must_be(r, node, PL_Y_MAP, "a pattern"))
		return false;
	for (size_t i = 0; i < node->count; i++)
		read_own_member(r, &node->pairs[i], own);
	if (r->nerrors > before)
		return false;
	if (!own->rule.code || !own->rule.name || !own->message)
		wrong(r, node, "a pattern needs a code, a name and a message");
	else if (!own->watch.text.ptr)
		wrong(r, node, "a pattern needs require or forbid");
	return r->nerrors == before;
}

static int by_code(const void *a, const void *b)
{
	return strcmp(((const struct pl_own *)a)->rule.code, ((const struct pl_own *)b)->rule.code);
}

/* Read before all else: ignores may name them. */
static void read_patterns(struct reading *r, const struct pl_yaml *node)
{
	struct pl_own *own;

	if (!must_be(r, node, PL_Y_LIST, "patterns"))
		return;
	own = PL_NEW_N(r->arena, struct pl_own, node->count + 1);
	r->config->own = own;
	r->config->nown = 0;
	for (size_t i = 0; i < node->count; i++)
		r->config->nown += read_own(r, node->items[i], &own[r->config->nown]);
	qsort(own, r->config->nown, sizeof(*own), by_code);
	for (size_t i = 0; i < r->config->nown; i++)
		pl_own_complete(r->arena, &own[i]);
}

/* ---- rules ---- */

/* By code or name, the user's own among them; NULL: reported. */
static const struct pl_rule *rule_named(struct reading *r, const struct pl_yaml *node)
{
	struct pl_near near = pl_near_to(node->text);
	const struct pl_rule *rule = pl_rule_find(node->text);
	const struct pl_own *own = pl_config_own(r->config, node->text);

	if (rule || own)
		return rule ? rule : &own->rule;
	for (size_t i = 0; i < pl_rule_count; i++) {
		pl_near_try(&near, pl_rules[i]->name);
		pl_near_try(&near, pl_rules[i]->code);
	}
	for (size_t i = 0; i < r->config->nown; i++) {
		pl_near_try(&near, r->config->own[i].rule.name);
		pl_near_try(&near, r->config->own[i].rule.code);
	}
	unknown(r, node, "rule", &near);
	return NULL;
}

static void read_rule_option(struct reading *r, size_t i, const struct pl_yaml_pair *pair)
{
	const struct pl_option *options = pl_rules[i]->options;
	struct pl_near near = pl_near_to(pair->key.text);

	pl_near_try(&near, "level");
	for (size_t k = 0; options && options[k].name; k++) {
		pl_near_try(&near, options[k].name);
		if (!pl_str_eq(pair->key.text, pl_str_c(options[k].name)))
			continue;
		if (must_be(r, pair->value, PL_Y_TEXT, options[k].name) &&
		    !read_option(options[k].type, pair->value->text, &r->config->rules[i].option[k]))
			wrong(r, pair->value, "%s must be %s, not \"%.*s\"", options[k].name,
			      option_form(options[k].type), shown(pair->value->text), pair->value->text.ptr);
		return;
	}
	unknown(r, &pair->key, pl_arena_printf(r->arena, "option of %s", pl_rules[i]->name), &near);
}

static void read_rule(struct reading *r, size_t i, const struct pl_yaml *value)
{
	if (value->kind != PL_Y_MAP) {
		read_level(r, value, &r->config->rules[i].level);
		return;
	}
	for (size_t k = 0; k < value->count; k++) {
		if (pl_str_eq(value->pairs[k].key.text, PL_S("level")))
			read_level(r, value->pairs[k].value, &r->config->rules[i].level);
		else
			read_rule_option(r, i, &value->pairs[k]);
	}
}

static void read_rules(struct reading *r, const struct pl_yaml *node)
{
	if (!must_be(r, node, PL_Y_MAP, "rules"))
		return;
	for (size_t k = 0; k < node->count; k++) {
		const struct pl_yaml *key = &node->pairs[k].key;
		const struct pl_rule *rule = rule_named(r, key);
		size_t i = 0;

		while (i < pl_rule_count && pl_rules[i] != rule)
			i++;
		if (rule && i == pl_rule_count)
			wrong(r, key, "%s is a pattern of your own: its level stands in line %u", rule->code,
			      pl_config_own(r->config, key->text)->at.line);
		if (i == pl_rule_count)
			continue;
		if (r->rule_line[i])
			wrong(r, key, "%s is %s, which line %u sets already", pl_rules[i]->code, pl_rules[i]->name,
			      r->rule_line[i]);
		r->rule_line[i] = key->line;
		read_rule(r, i, node->pairs[k].value);
	}
}

/* ---- word lists ---- */

/* One word of a list: bare, lower case, no sign in it that labels are split at. */
static bool is_word(struct pl_str text)
{
	for (size_t i = 0; i < text.len; i++) {
		unsigned char c = (unsigned char)text.ptr[i];

		if (!pl_is_lower(c) && c < 0x80)
			return false;
	}
	return text.len > 0;
}

static void read_words(struct reading *r, const struct pl_yaml *node, const char *what, struct pl_words *out)
{
	struct pl_str *word;

	if (node->kind == PL_Y_TEXT && !pl_yaml_is_null(node)) {
		read_pattern(r, node, what, out);
		return;
	}
	if (!must_be(r, node, PL_Y_LIST, what))
		return;
	word = PL_NEW_N(r->arena, struct pl_str, node->count + 1);
	for (size_t i = 0; i < node->count; i++) {
		word[i] = node->items[i]->text;
		if (must_be(r, node->items[i], PL_Y_TEXT, "a word") && !is_word(word[i]))
			wrong(r, node->items[i],
			      "\"%.*s\" is no single word in lower case: labels are split at capitals, digits and signs",
			      shown(word[i]), word[i].ptr);
	}
	*out = (struct pl_words){.word = word, .count = node->count};
}

/* ---- ignores ---- */

bool pl_config_until(struct pl_str text, int64_t *end)
{
	struct pl_time time;

	if (!pl_time_read(text, PL_MONTH_FIRST, &time) || !time.valid || time.form.layout != PL_T_ISO ||
	    time.form.unit != PL_U_DAY)
		return false;
	*end = time.at.seconds + 86400;
	return true;
}

static void read_until(struct reading *r, const struct pl_yaml *node, struct pl_ignore *ignore)
{
	if (!must_be(r, node, PL_Y_TEXT, "until"))
		return;
	if (!pl_config_until(node->text, &ignore->until_seconds))
		wrong(r, node, "until must be a date, as 2027-01-31, not \"%.*s\"", shown(node->text), node->text.ptr);
	ignore->until = node->text;
}

static void read_ignore_member(struct reading *r, const struct pl_yaml_pair *pair, struct pl_ignore *ignore)
{
	static const char *const names[] = {"rule", "table", "entity", "segment", "until", "reason"};
	struct pl_near near = pl_near_to(pair->key.text);
	size_t i = 0;

	while (i < PL_LEN(names) && !pl_str_eq(pair->key.text, pl_str_c(names[i])))
		pl_near_try(&near, names[i++]);
	switch (i) {
	case 0:
		if (must_be(r, pair->value, PL_Y_TEXT, "rule"))
			ignore->rule = rule_named(r, pair->value);
		break;
	case 1:
		read_text(r, pair->value, "table", &ignore->table);
		break;
	case 2:
		read_text(r, pair->value, "entity", &ignore->entity);
		break;
	case 3:
		read_segment(r, pair->value, &ignore->segment);
		break;
	case 4:
		read_until(r, pair->value, ignore);
		break;
	case 5:
		read_text(r, pair->value, "reason", &ignore->reason);
		break;
	default:
		unknown(r, &pair->key, "key of an ignore", &near);
	}
}

static void read_ignore(struct reading *r, const struct pl_yaml *node, struct pl_ignore *ignore)
{
	*ignore = (struct pl_ignore){.at = {pl_str_c(r->path), node->line, node->column}};
	if (!must_be(r, node, PL_Y_MAP, "an ignore"))
		return;
	for (size_t i = 0; i < node->count; i++)
		read_ignore_member(r, &node->pairs[i], ignore);
	if (!pl_yaml_get(node, "rule"))
		wrong(r, node, "an ignore needs a rule");
	if (!ignore->reason.len && !(pl_yaml_get(node, "reason") && pl_yaml_get(node, "reason")->kind != PL_Y_TEXT))
		wrong(r, node, "an ignore needs a reason");
}

static void read_ignores(struct reading *r, const struct pl_yaml *node)
{
	struct pl_ignore *ignores;

	if (!must_be(r, node, PL_Y_LIST, "ignore"))
		return;
	ignores = PL_NEW_N(r->arena, struct pl_ignore, node->count + 1);
	for (size_t i = 0; i < node->count; i++)
		read_ignore(r, node->items[i], &ignores[i]);
	r->config->ignores = ignores;
	r->config->nignores = node->count;
}

/* ---- the file ---- */

static void read_ruleset(struct reading *r, const struct pl_yaml *node)
{
	if (must_be(r, node, PL_Y_TEXT, "ruleset") && !pl_str_eq(node->text, PL_S("1")))
		wrong(r, node, "ruleset must be 1: this padlint knows no other");
}

static void read_fail_on(struct reading *r, const struct pl_yaml *node)
{
	enum pl_level level = PL_OFF;
	struct pl_near near;

	if (!must_be(r, node, PL_Y_TEXT, "fail-on"))
		return;
	if (pl_str_eq(node->text, PL_S("never")) || (level_named(node->text, &level) && level != PL_OFF)) {
		r->config->fail_on = level;
		return;
	}
	near = pl_near_to(node->text);
	pl_near_try(&near, "never");
	for (level = PL_INFO; level <= PL_ERROR; level++)
		pl_near_try(&near, pl_level_name(level));
	unknown(r, node, "level for fail-on", &near);
}

static void read_code_labels(struct reading *r, const struct pl_yaml *node)
{
	read_words(r, node, "code-labels", &r->config->code_labels);
}

static void read_order_labels(struct reading *r, const struct pl_yaml *node)
{
	read_words(r, node, "order-labels", &r->config->order_labels);
}

/* They were read before all else. */
static void patterns_are_read(struct reading *r, const struct pl_yaml *node)
{
	(void)r;
	(void)node;
}

static const struct {
	const char *name;
	void (*read)(struct reading *r, const struct pl_yaml *node);
} sections[] = {
	{"ruleset", read_ruleset},         {"fail-on", read_fail_on},           {"rules", read_rules},
	{"code-labels", read_code_labels}, {"order-labels", read_order_labels}, {"ignore", read_ignores},
	{"patterns", patterns_are_read},
};

static void read_section(struct reading *r, const struct pl_yaml_pair *pair)
{
	struct pl_near near = pl_near_to(pair->key.text);

	for (size_t i = 0; i < PL_LEN(sections); i++) {
		if (pl_str_eq(pair->key.text, pl_str_c(sections[i].name))) {
			sections[i].read(r, pair->value);
			return;
		}
		pl_near_try(&near, sections[i].name);
	}
	unknown(r, &pair->key, "key", &near);
}

static bool read_root(struct pl_arena *arena, const char *path, const struct pl_yaml *root, struct pl_config *config,
		      struct pl_error *error)
{
	struct reading r = {
		.arena = arena,
		.config = config,
		.path = path,
		.errors = PL_BUF_INIT,
		.rule_line = PL_NEW_N(arena, unsigned, pl_rule_count + 1),
	};

	if (root && must_be(&r, root, PL_Y_MAP, "a configuration")) {
		const struct pl_yaml *patterns = pl_yaml_get(root, "patterns");

		if (patterns)
			read_patterns(&r, patterns);
		for (size_t i = 0; i < root->count; i++)
			read_section(&r, &root->pairs[i]);
	}
	if (r.nerrors > SHOWN_ERRORS)
		pl_buf_printf(&r.errors, "\n… and %u more", r.nerrors - SHOWN_ERRORS);
	if (r.nerrors)
		pl_fail(error, PL_EXIT_USAGE, "%s", r.errors.ptr);
	pl_buf_release(&r.errors);
	return r.nerrors == 0;
}

bool pl_config_read(struct pl_arena *arena, const char *path, struct pl_config *config, struct pl_error *error)
{
	const struct pl_yaml *root;

	config->path = pl_arena_cstr(arena, path);
	return pl_yaml_read_file(arena, path, &root, error) && read_root(arena, config->path, root, config, error);
}

const char *pl_config_find(struct pl_arena *arena, const char *directory)
{
	char *at = realpath(directory, NULL);
	const char *found = NULL;

	while (at && !found) {
		const char *path = pl_arena_printf(arena, "%s/padlint.yaml", strcmp(at, "/") == 0 ? "" : at);
		char *slash = strrchr(at, '/');

		if (access(path, F_OK) == 0)
			found = path;
		if (!slash || strcmp(at, "/") == 0)
			break;
		slash[slash == at] = '\0'; /* the root keeps its slash */
	}
	free(at);
	return found;
}
