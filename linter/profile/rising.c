/* SPDX-License-Identifier: Apache-2.0 */
/* Whether numbers rise or fall with a time of the same items, by the sample: counters do, numbers of things do not. */
#include "linter/key/number.h"
#include "linter/profile/relate.h"
#include "linter/profile/rows.h"

enum { RISING_ITEMS = 7, RISING_PAIRS = 10 };

/* A time read of a row, by some attribute or place; `some` is false when it has none. */
struct when {
	bool some;
	struct pl_instant at;
};

static struct when read_time(struct pl_str text)
{
	struct when when = {false, {0, 0}};

	when.some = pl_read_instant(text, &when.at);
	return when;
}

/* Pairs of rows in which number and time rise together, and those in which they do not; ties count for neither. */
struct pairs {
	uint64_t with, against;
	double variance; /* of their difference, were the rows in no order */
};

static void count_pair(struct pairs *pairs, const struct pl_row *a, const struct pl_row *b, struct when s, struct when t)
{
	int number = pl_digits_order(a->value, b->value), time = pl_instant_order(s.at, t.at);

	if (!number || !time)
		return;
	if ((number < 0) == (time < 0))
		pairs->with++;
	else
		pairs->against++;
}

/*
 * Nine of ten pairs, and more than chance gives: Kendall's S of n rows in no
 * order has the variance n (n - 1) (2 n + 5) / 18, and three standard deviations
 * are asked for. Random rows come here twice in ten thousand times.
 */
static enum pl_rising mostly(struct pairs p)
{
	double more = (double)p.with - (double)p.against;

	if (PL_MAX(p.with, p.against) * 10 < (p.with + p.against) * 9 || more * more < 9 * p.variance)
		return PL_RISING_NO;
	return more > 0 ? PL_RISING_YES : more < 0 ? PL_RISING_FALLS : PL_RISING_NO;
}

/* The part that a row adds to the sum above when `later` rows of its group follow it. */
static double variance_of(size_t later)
{
	return (double)later * (double)(later + 2) / 3;
}

static bool enough_times(const struct when *times, size_t n)
{
	size_t have = 0;

	for (size_t i = 0; i < n; i++)
		have += times[i].some;
	return have * 10 >= n * 9;
}

static enum pl_rising rises_with(const struct pl_row *rows, size_t n, const struct when *times)
{
	struct pairs all = {0, 0, 0}, close = {0, 0, 0};

	for (size_t i = 0; i < n; i++) {
		size_t later = 0, mates = 0;

		for (size_t k = i + 1; k < n; k++) {
			if (!times[i].some || !times[k].some)
				continue;
			later++;
			count_pair(&all, &rows[i], &rows[k], times[i], times[k]);
			if (!pl_str_eq(rows[i].partition, rows[k].partition))
				continue;
			mates++;
			count_pair(&close, &rows[i], &rows[k], times[i], times[k]);
		}
		all.variance += variance_of(later);
		close.variance += variance_of(mates);
	}
	return mostly(close.with + close.against >= RISING_PAIRS ? close : all);
}

/* Times of the rows in one attribute. */
static void attribute_times(const struct pl_row *rows, size_t n, struct pl_str name, struct when *times)
{
	for (size_t i = 0; i < n; i++) {
		const struct pl_attr *attr = pl_sampled_get(rows[i].item, name);

		times[i] = attr && (attr->type == 'S' || attr->type == 'N') ? read_time(attr->value)
									     : (struct when){false, {0, 0}};
	}
}

/* Times of the rows in another field of the same key. */
static void field_times(const struct pl_row *rows, size_t n, const struct pl_field *field, struct when *times)
{
	for (size_t i = 0; i < n; i++) {
		times[i].some = false;
		for (size_t p = 0; p < rows[i].nplaces; p++)
			if (rows[i].places[p].field == field)
				times[i] = read_time(
					pl_str_sub(rows[i].key, rows[i].places[p].from, rows[i].places[p].to));
	}
}

static bool field_is_time(const struct pl_field *f)
{
	return f->kind == PL_K_TIMESTAMP || (f->kind == PL_K_NUMBER && f->observed->epoch != PL_EPOCH_NONE);
}

/* Times to compare with: each attribute and each field once. */
struct rising {
	const struct pl_row *rows;
	size_t n;
	struct when *times;
	PL_VEC(struct pl_str) names;
	PL_VEC(const struct pl_field *) fields;
	enum pl_rising answer;
};

static bool first_time(struct rising *r, const struct pl_sampled_attr *attr)
{
	for (size_t i = 0; i < r->names.len; i++)
		if (pl_str_eq(r->names.ptr[i], attr->name))
			return false;
	if (!read_time(attr->attr.value).some)
		return false;
	PL_PUSH(&r->names, attr->name);
	return true;
}

static bool first_field(struct rising *r, const struct pl_field *field)
{
	for (size_t i = 0; i < r->fields.len; i++)
		if (r->fields.ptr[i] == field)
			return false;
	PL_PUSH(&r->fields, field);
	return field_is_time(field);
}

/* One time that rises along is enough; without one, a time that the numbers fall with. */
static void judge(struct rising *r)
{
	enum pl_rising rising;

	if (r->answer == PL_RISING_YES || !enough_times(r->times, r->n))
		return;
	rising = rises_with(r->rows, r->n, r->times);
	if (rising == PL_RISING_YES || r->answer != PL_RISING_FALLS)
		r->answer = rising;
}

enum pl_rising pl_rising_of(const struct pl_model *model, size_t i, const struct pl_profile *profile,
			    const struct pl_column *column, const struct pl_field *field)
{
	struct pl_row *rows = pl_calloc(profile->sample.len, sizeof(*rows));
	struct rising r = {.rows = rows, .times = pl_calloc(profile->sample.len, sizeof(*r.times))};
	struct pl_arena room = PL_ARENA_INIT;
	enum pl_rising answer;

	r.n = pl_rows_of(&room, model, i, profile, column, field, rows);
	PL_PUSH(&r.fields, field);
	/* A time that 90 % of the rows have is in one of the first tenth and one. */
	for (size_t k = 0; r.n >= RISING_ITEMS && k < r.n / 10 + 1; k++) {
		for (uint32_t a = 0; a < rows[k].item->nattrs; a++) {
			const struct pl_sampled_attr *attr = &rows[k].item->attrs[a];

			if (pl_is_key_attribute(column, attr->name) || !first_time(&r, attr))
				continue;
			attribute_times(rows, r.n, attr->name, r.times);
			judge(&r);
		}
		for (size_t p = 0; p < rows[k].nplaces; p++) {
			if (!first_field(&r, rows[k].places[p].field))
				continue;
			field_times(rows, r.n, rows[k].places[p].field, r.times);
			judge(&r);
		}
	}
	answer = r.answer;
	PL_VEC_RELEASE(&r.names);
	PL_VEC_RELEASE(&r.fields);
	free(r.times);
	free(rows);
	pl_arena_release(&room);
	return answer;
}
