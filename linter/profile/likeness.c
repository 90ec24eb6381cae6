/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Which attribute a value in a key is made of, when no schema says so.
 *
 *     GSI1SK                        status     group STATUS#*#T
 *     STATUS#SHIPPED#2026-06-23     SHIPPED    the same
 *     STATUS#PENDING#2026-06-24     PENDING    the same
 *     STATUS#PENDING#2026-06-25     SHIPPED    another, one of 256
 *
 * Keys that read alike but for one value are a group; in each group the
 * attributes are looked for that are that value in at least 99 % of the
 * sampled items, and not in all. What follows keeps chance and custom out:
 *
 * - an attribute that is the value in every item is what it is made of, and
 *   the other one (createdAt beside updatedAt) is something else;
 * - two columns of mostly one value agree without having to do with each
 *   other, so agreement is measured beyond what chance gives;
 * - what writers do to a value on its way into a key is no difference: letter
 *   case, blanks and marks, cutting, zeros and nines for open ends;
 * - items whose other key has words that no item which agrees has are of another kind;
 * - of a value from a small set both sides must be known from items that
 *   agree: NONE in the key for "" in the item is a custom;
 * - times that are only ever later than their keys tell when an item was last
 *   touched.
 */
#include "linter/profile/relate.h"

#include "linter/base/hash.h"
#include "linter/key/number.h"
#include "linter/profile/renders.h"

enum {
	LEAST_ROWS = 100,  /* that have the value and the attribute: fewer cannot show 99 % */
	MOST_OTHER = 100,  /* at most one row in so many may differ */
	HELD_BY = 10,      /* the attribute agrees in all but one of so many rows of the group */
};

static const double least_kappa = 0.9; /* Cohen's: agreement beyond chance, as a share of what there could be */

/* A value in the key of a sampled item; rows of one group differ in nothing but such a value. */
struct row {
	uint64_t group;
	const struct pl_sampled *item;
	uint64_t words;
	struct pl_str value;
	uint8_t segment, part; /* from 1; part 0: the whole segment */
};

typedef PL_VEC(struct row) row_list;

/* Of one key of a table or index. */
struct search {
	const struct pl_model *model;
	const struct pl_profile *profile;
	const struct pl_column *column;
	size_t i;       /* of the keys in the model */
	bool partition; /* the partition key, else the sort key */
	pl_likenesses *out;
};

/* ---- groups --------------------------------------------------------------- */

/* A key, and what of it is literal. */
struct reading {
	struct pl_str key;
	uint64_t label; /* of the other key: tells apart kinds of items */
	uint64_t words; /* all words of the other key: does so further, and tenants as well */
	struct pl_lexed lexed;
	struct pl_str as[PL_MAX_SEGMENTS]; /* a segment that holds values, as its field has it: "*", "p_*"; empty: see its class */
};

/* A mask, its values as "*", the one in `slot` (from 1) as "<>". */
static void print_mask(struct pl_buf *out, struct pl_str mask, unsigned slot)
{
	for (size_t i = 0; i < mask.len; i++) {
		if (mask.ptr[i] != 1) {
			pl_buf_addc(out, mask.ptr[i]);
			continue;
		}
		i++; /* the letter of its class */
		pl_buf_adds(out, --slot == 0 ? "<>" : "*");
	}
}

/* The key without the values in it, the one at (segment, part) as "<>". */
static void print_group(struct pl_buf *out, const struct reading *r, unsigned segment, unsigned part)
{
	pl_buf_clear(out);
	for (unsigned s = 0; s < r->lexed.nsegments; s++) {
		const struct pl_segment *at = &r->lexed.segment[s];

		if (s)
			pl_buf_addc(out, r->lexed.sep);
		if (s + 1 == segment && !part)
			pl_buf_adds(out, "<>");
		else if (s + 1 == segment)
			print_mask(out, at->text, part);
		else if (s > 0 && at->class == PL_C_MASK)
			pl_buf_addc(out, '*'); /* Tue-06 beside Wed-07; kinds of rows are told apart further left */
		else if (r->as[s].len)
			pl_buf_add(out, r->as[s]);
		else if (at->class == PL_C_MASK)
			print_mask(out, at->text, 0);
		else if (at->class == PL_C_WORD)
			pl_buf_add(out, pl_str_sub(r->key, at->from, at->to));
		else
			pl_buf_addc(out, '*');
	}
}

static void add_row(row_list *all, struct pl_buf *text, const struct reading *r, const struct pl_sampled *item,
		    unsigned segment, unsigned part, struct pl_str value)
{
	if (!value.len)
		return;
	print_group(text, r, segment, part);
	PL_PUSH(all, (struct row){pl_hash(pl_buf_str(text), r->label), item, r->words, value, (uint8_t)segment,
				  (uint8_t)part});
}

static void add_rows(row_list *all, struct pl_buf *text, const struct reading *r, const struct pl_sampled *item)
{
	for (unsigned s = 0; s < r->lexed.nsegments; s++) {
		const struct pl_segment *at = &r->lexed.segment[s];

		add_row(all, text, r, item, s + 1, 0, pl_str_sub(r->key, at->from, at->to));
		for (unsigned v = 0; at->class == PL_C_MASK && v < at->nslots; v++) {
			const struct pl_slot *slot = &r->lexed.slot[at->slot + v];

			add_row(all, text, r, item, s + 1, v + 1, pl_str_sub(r->key, slot->from, slot->to));
		}
	}
}

/* What stands behind the last separator. */
static struct pl_str last_segment(struct pl_str path, char sep)
{
	size_t from = path.len;

	while (from > 0 && path.ptr[from - 1] != sep)
		from--;
	return pl_str_sub(path, from, path.len);
}

/* Whether words and masks are values or literals is known of the column as a whole. */
static void find_fields(const struct search *s, struct pl_str pk, struct reading *r)
{
	struct pl_place places[PL_MAX_SEGMENTS * PL_MAX_VALUES];
	size_t n = pl_model_locate(s->model, s->i, pk, r->key, NULL, &r->lexed, places, PL_LEN(places));

	for (unsigned i = 0; i < r->lexed.nsegments; i++)
		for (size_t p = 0; p < n; p++)
			if (places[p].from >= r->lexed.segment[i].from && places[p].to <= r->lexed.segment[i].to)
				r->as[i] = last_segment(places[p].field->path, r->lexed.sep);
}

/* A hash of the key's words, and of where other values stand among them. */
static uint64_t words_of(struct pl_str key, const struct pl_lexed *lexed)
{
	uint64_t hash = lexed->nsegments;

	for (unsigned i = 0; i < lexed->nsegments; i++) {
		const struct pl_segment *at = &lexed->segment[i];

		hash = pl_hash(at->class == PL_C_WORD ? pl_str_sub(key, at->from, at->to) : PL_S("*"), hash);
	}
	return hash;
}

/* Reads one key of the item; false: the item is not in the column, or the key is no string. */
static bool read_key(const struct search *s, const struct pl_sampled *item, struct reading *r)
{
	static const struct pl_attr none = {0, {NULL, 0}};
	const struct pl_column *column = s->column;
	const struct pl_attr *pk = &item->keys[column->pk], *sk = column->has_sk ? &item->keys[column->sk] : &none;
	const struct pl_attr *mine = s->partition ? pk : sk, *other = s->partition ? sk : pk;
	struct pl_buf room = PL_BUF_INIT;
	struct pl_str partition;

	if (mine->type != 'S' || !pl_column_has(column, item->keys, &room, &partition)) {
		pl_buf_release(&room);
		return false;
	}
	pl_lex(other->value, &r->lexed);
	r->label = pl_label_of(&r->lexed).hash;
	r->words = words_of(other->value, &r->lexed);
	r->key = mine->value;
	pl_lex(r->key, &r->lexed);
	memset(r->as, 0, sizeof(r->as));
	if (!s->partition)
		find_fields(s, partition, r);
	pl_buf_release(&room);
	return true;
}

static int row_order(const void *a, const void *b)
{
	const struct row *x = a, *y = b;

	if (x->group != y->group)
		return x->group < y->group ? -1 : 1;
	if (x->segment != y->segment)
		return x->segment - y->segment;
	if (x->part != y->part)
		return x->part - y->part;
	if (x->item->hash != y->item->hash)
		return x->item->hash < y->item->hash ? -1 : 1;
	return (x->item->content > y->item->content) - (x->item->content < y->item->content);
}

/* ---- one value beside one attribute ---------------------------------------- */

enum likeness { SAME, UNTOLD, OTHER, LATER /* an instant, and later than that of the key */ };

static bool is_number(struct pl_str s)
{
	return pl_value_read(PL_K_DECIMAL, PL_MONTH_FIRST, s).some;
}

static bool is_whole(struct pl_str s)
{
	return s.len && pl_digit_run(s, 0) == s.len;
}

/* Digits that are no time of today, however long. */
static bool is_mere_number(struct pl_str s)
{
	return is_whole(s) && !pl_digits_are_date(s) && pl_epoch_of(pl_digits_strip(s), pl_digits_strip(s)) == PL_EPOCH_NONE;
}

/* Fractions may be cut; zeros and nines stand for "none" and "no end". */
static enum likeness compare_numbers(struct pl_str value, struct pl_str source)
{
	int c = pl_decimal_order(value, source);
	struct pl_str digits = pl_digits_strip(value);

	if (!c)
		return SAME;
	if (!is_whole(value) || !is_whole(source) || pl_str_eq(digits, PL_S("0")) || pl_digits_are_nines(digits) ||
	    pl_digits_are_int_max(digits))
		return UNTOLD;
	return c < 0 && pl_epoch_of(value, source) != PL_EPOCH_NONE ? LATER : OTHER;
}

static enum likeness compare_times(struct pl_str value, struct pl_str source, struct pl_instant at,
				   struct pl_instant from)
{
	static const struct pl_declared instant = {.type = PL_D_TIMESTAMP};
	const struct pl_attr attr = {'S', source};
	int c = pl_instant_order(at, from);

	if (!c)
		return SAME;
	if (pl_renders(&instant, value, &attr))
		return UNTOLD;
	return c < 0 ? LATER : OTHER;
}

/* The next letter, in lower case, or digit; 0: there is none. */
static unsigned char next_letter(struct pl_str s, size_t *i)
{
	while (*i < s.len) {
		unsigned char c = (unsigned char)s.ptr[(*i)++];

		if (pl_is_digit(c) || pl_is_alpha(c))
			return pl_lower(c);
	}
	return 0;
}

/* No byte that a writer of keys would escape, leave out or spell otherwise. */
static bool is_plain(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++) {
		unsigned char c = (unsigned char)s.ptr[i];

		if (!pl_is_digit(c) && !pl_is_alpha(c) && c != '-' && c != '_' && c != '.' && c != '@' && c != '+')
			return false;
	}
	return s.len > 0;
}

/* Different only when neither goes on where the other ends, marks and letter case left out. */
static enum likeness compare_texts(struct pl_str value, struct pl_str source)
{
	unsigned char a, b;
	size_t i = 0, k = 0;

	if (!is_plain(value) || !is_plain(source))
		return UNTOLD;
	do {
		a = next_letter(value, &i);
		b = next_letter(source, &k);
	} while (a == b && a);
	return a && b ? OTHER : UNTOLD;
}

static enum likeness compare(struct pl_str value, struct pl_str source)
{
	struct pl_value at, from;

	if (pl_str_eq(value, source))
		return SAME;
	if (is_number(value) && is_number(source))
		return compare_numbers(value, source);
	if (is_mere_number(value) || is_mere_number(source))
		return UNTOLD;
	at = pl_value_read(PL_K_TIMESTAMP, PL_DAY_UNKNOWN, value);
	from = pl_value_read(PL_K_TIMESTAMP, PL_DAY_UNKNOWN, source);
	if (at.some && from.some)
		return compare_times(value, source, at.at, from.at);
	if (at.some || from.some || is_number(value) || is_number(source))
		return UNTOLD;
	return compare_texts(value, source);
}

/* ---- one attribute beside a group ------------------------------------------- */

struct tally {
	struct pl_str name;
	const enum likeness *each; /* of each row; UNTOLD also where the attribute is not there */
	size_t same, other, later; /* rows; `other` holds `later` */
};

static struct pl_str source_of(const struct pl_sampled *item, struct pl_str name)
{
	const struct pl_attr *attr = pl_sampled_get(item, name);

	return attr && (attr->type == 'S' || attr->type == 'N') ? attr->value : pl_str_of(NULL, 0);
}

static struct tally tally(const struct row *group, size_t n, struct pl_str name, enum likeness *each)
{
	struct tally t = {.name = name, .each = each};

	for (size_t i = 0; i < n; i++) {
		struct pl_str source = source_of(group[i].item, name);

		each[i] = source.len ? compare(group[i].value, source) : UNTOLD;
		t.same += each[i] == SAME;
		t.other += each[i] >= OTHER;
		t.later += each[i] == LATER;
	}
	return t;
}

/* Rows that agree and have the value. */
static size_t agreeing(const struct row *group, size_t n, const struct tally *t, struct pl_str value)
{
	size_t found = 0;

	for (size_t i = 0; i < n; i++)
		found += t->each[i] == SAME && pl_str_eq(group[i].value, value);
	return found;
}

/* Whether values agree more often than columns of such values do by chance; `*few`: they are from a small set. */
static bool beats_chance(const struct row *group, size_t n, const struct tally *t, bool *few)
{
	double same = (double)t->same, all = same + (double)t->other, chance = 0;
	size_t once = 0;

	for (size_t i = 0; i < n; i++) {
		size_t like = t->each[i] == SAME ? agreeing(group, n, t, group[i].value) : 0;

		chance += (double)like / (same * same);
		once += like == 1;
	}
	*few = 2 * once < t->same;
	return same / all - chance >= least_kappa * (1 - chance);
}

/* Whether both sides of a row that differs are known from rows that agree. */
static bool is_known(const struct row *group, size_t n, const struct tally *t, size_t i)
{
	bool known = false;

	for (size_t k = 0; k < n && !known; k++)
		known = t->each[k] == SAME && pl_str_eq(source_of(group[k].item, t->name), source_of(group[i].item, t->name));
	return known && agreeing(group, n, t, group[i].value);
}

static bool nearly_all(size_t n, const struct tally *t)
{
	return t->same + t->other >= LEAST_ROWS && t->other * MOST_OTHER <= t->same + t->other &&
	       (n - t->same) * HELD_BY <= n;
}

/* Customs are taken out of the rows that differ. */
static void forgive(const struct row *group, size_t n, struct tally *t, enum likeness *each)
{
	for (size_t i = 0; i < n; i++) {
		if (each[i] < OTHER || is_known(group, n, t, i))
			continue;
		t->other--;
		t->later -= each[i] == LATER;
		each[i] = UNTOLD;
	}
}

static bool has_mate(const struct row *group, size_t n, const struct tally *t, size_t i)
{
	for (size_t k = 0; k < n; k++)
		if (t->each[k] == SAME && group[k].words == group[i].words)
			return true;
	return false;
}

/* Rows whose other key has words that those of no row have which agrees are items of another kind. */
static void leave_strangers(const struct row *group, size_t n, struct tally *t, enum likeness *each)
{
	for (size_t i = 0; i < n; i++) {
		if (each[i] < OTHER || has_mate(group, n, t, i))
			continue;
		t->other--;
		t->later -= each[i] == LATER;
		each[i] = UNTOLD;
	}
}

/* ---- what is found ------------------------------------------------------------ */

static bool is_key(const struct search *s, struct pl_str name)
{
	for (size_t i = 0; i < s->profile->nnames; i++)
		if (pl_str_eq(s->profile->names[i], name))
			return true;
	return false;
}

static bool is_own(const struct search *s, struct pl_str name)
{
	return pl_str_eq(name, s->partition ? s->column->index.pk : s->column->index.sk);
}

static bool is_alike(const struct pl_seen_likeness *a, const struct pl_seen_likeness *b)
{
	return a->segment == b->segment && a->part == b->part && pl_str_eq(a->source, b->source) &&
	       pl_str_eq(pl_buf_str(&a->group), pl_buf_str(&b->group));
}

/* What is found: joined with the same of items of another kind. */
static struct pl_seen_likeness *found(const struct search *s, const struct row *row, struct pl_str source)
{
	struct pl_seen_likeness new = {.source = source, .segment = row->segment, .part = row->part};
	struct reading reading;

	read_key(s, row->item, &reading);
	print_group(&new.group, &reading, row->segment, row->part);
	for (size_t i = 0; i < s->out->len; i++)
		if (is_alike(&s->out->ptr[i], &new)) {
			pl_buf_release(&new.group);
			return &s->out->ptr[i];
		}
	new.attribute = s->partition ? s->column->index.pk : s->column->index.sk;
	PL_PUSH(s->out, new);
	return &s->out->ptr[s->out->len - 1];
}

static void take(const struct search *s, const struct row *group, size_t n, const struct tally *t)
{
	struct pl_seen_likeness *into = found(s, group, t->name);
	struct pl_buf room = PL_BUF_INIT;

	into->same += t->same;
	into->other += t->other;
	for (size_t i = 0; i < n; i++) {
		const struct pl_sampled *item = group[i].item;
		struct pl_sighting key = {.file = item->file, .place = item->place};

		if (t->each[i] < OTHER || !pl_column_has(s->column, item->keys, &room, &key.pk))
			continue;
		if (s->partition)
			key.pk = item->keys[s->column->pk].value;
		if (!s->partition)
			key.sk = item->keys[s->column->sk].value;
		pl_specimen_take(&into->differ, &key);
		if (into->differ.file == item->file && into->differ.place == item->place)
			into->value = source_of(item, t->name);
	}
	pl_buf_release(&room);
}

/* The better: it agrees in all rows that have it, or in more than the other; then by name. */
static bool is_better(const struct tally *a, const struct tally *b)
{
	if (!a->other != !b->other)
		return !a->other;
	return a->same != b->same ? a->same > b->same : pl_order(a->name, b->name) < 0;
}

/* What is looked for in one group. */
struct contest {
	PL_VEC(struct pl_str) tried;
	enum likeness *each, *of_best; /* by row */
	struct tally best;
};

static bool is_tried(const struct contest *c, struct pl_str name)
{
	for (size_t i = 0; i < c->tried.len; i++)
		if (pl_str_eq(c->tried.ptr[i], name))
			return true;
	return false;
}

/* Another key may be what the value is made of; when it is not in all rows, each of them has its own source. */
static void try_attribute(const struct search *s, struct contest *c, const struct row *group, size_t n, struct pl_str name)
{
	struct tally t = tally(group, n, name, c->each);

	PL_PUSH(&c->tried, name);
	if (!nearly_all(n, &t) || (t.other && is_key(s, name)) || (c->best.same && !is_better(&t, &c->best)))
		return;
	memcpy(c->of_best, c->each, n * sizeof(*c->each));
	c->best = t;
	c->best.each = c->of_best;
}

static void settle(const struct search *s, struct contest *c, const struct row *group, size_t n)
{
	bool few, some;

	if (!c->best.same || is_key(s, c->best.name) || !beats_chance(group, n, &c->best, &few))
		return;
	some = c->best.other;
	leave_strangers(group, n, &c->best, c->of_best);
	if (few)
		forgive(group, n, &c->best, c->of_best);
	if (!some || c->best.other > c->best.later)
		take(s, group, n, &c->best);
}

static void judge_group(const struct search *s, const struct row *group, size_t n)
{
	struct contest c = {.each = pl_calloc(n, sizeof(*c.each)), .of_best = pl_calloc(n, sizeof(*c.of_best))};

	/* An attribute that is the value in nine rows of ten is that in one of the first tenth and one. */
	for (size_t i = 0; i <= n / HELD_BY && i < n; i++)
		for (uint32_t a = 0; a < group[i].item->nattrs; a++) {
			const struct pl_sampled_attr *attr = &group[i].item->attrs[a];

			if (!is_own(s, attr->name) && !is_tried(&c, attr->name) &&
			    compare(group[i].value, attr->attr.value) == SAME)
				try_attribute(s, &c, group, n, attr->name);
		}
	settle(s, &c, group, n);
	PL_VEC_RELEASE(&c.tried);
	free(c.each);
	free(c.of_best);
}

static bool same_group(const struct row *a, const struct row *b)
{
	return a->group == b->group && a->segment == b->segment && a->part == b->part;
}

static void search_key(const struct search *s)
{
	row_list all = {0};
	struct pl_buf text = PL_BUF_INIT;
	struct reading reading;
	size_t end;

	for (size_t i = 0; i < s->profile->sample.len; i++)
		if (read_key(s, s->profile->sample.items[i], &reading))
			add_rows(&all, &text, &reading, s->profile->sample.items[i]);
	if (all.len)
		qsort(all.ptr, all.len, sizeof(*all.ptr), row_order);
	for (size_t i = 0; i < all.len; i = end) {
		for (end = i + 1; end < all.len && same_group(&all.ptr[i], &all.ptr[end]);)
			end++;
		if (end - i >= LEAST_ROWS)
			judge_group(s, all.ptr + i, end - i);
	}
	PL_VEC_RELEASE(&all);
	pl_buf_release(&text);
}

void pl_likenesses_of(const struct pl_model *model, size_t i, const struct pl_profile *profile,
		      const struct pl_column *column, pl_likenesses *out)
{
	struct search s = {.model = model, .profile = profile, .column = column, .i = i, .partition = true, .out = out};

	if (profile->sample.len < LEAST_ROWS)
		return;
	/* Partition keys once, not by each attribute that is sorted in them. */
	if (!column->seats.sorting.rank)
		search_key(&s);
	s.partition = false;
	if (column->has_sk)
		search_key(&s);
}

void pl_likenesses_release(pl_likenesses *all)
{
	for (size_t i = 0; i < all->len; i++) {
		pl_specimen_release(&all->ptr[i].differ);
		pl_buf_release(&all->ptr[i].group);
	}
	PL_VEC_RELEASE(all);
}
