/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/relate.h"

#include "linter/key/mirror.h"
#include "linter/key/number.h"
#include "linter/key/same.h"

/* ---- references --------------------------------------------------------- */

enum { REFERENCE_SAMPLE = 256, REFERENCE_LEAST = 3 };

/* The least hashes of both sides say what all of them would. */
static bool shares(struct pl_stats *field, struct pl_stats *partition)
{
	uint64_t mine[REFERENCE_SAMPLE], theirs[REFERENCE_SAMPLE], below = UINT64_MAX;
	size_t n = pl_sketch_sorted(&field->distinct, mine, REFERENCE_SAMPLE);
	size_t m = pl_sketch_sorted(&partition->distinct, theirs, REFERENCE_SAMPLE);
	size_t asked = 0, hits = 0;

	/* A side that was cut knows only of hashes up to its last. */
	if (n == REFERENCE_SAMPLE)
		below = mine[n - 1];
	if (m == REFERENCE_SAMPLE)
		below = PL_MIN(below, theirs[m - 1]);
	for (size_t i = 0, j = 0; i < n && mine[i] <= below; i++) {
		while (j < m && theirs[j] < mine[i])
			j++;
		asked++;
		hits += j < m && theirs[j] == mine[i];
	}
	/* Of one or two values chance would give half easily: all of them must be there. */
	return hits * 2 >= asked && (hits >= REFERENCE_LEAST || (hits && hits == asked));
}

bool pl_is_reference(struct pl_str label, struct pl_stats *stats, const struct pl_labelled *labelled, size_t n)
{
	for (size_t i = 0; i < n && label.len; i++)
		if (pl_str_eq(labelled[i].label, label) && shares(stats, labelled[i].stats))
			return true;
	return false;
}

/* ---- letter case ---------------------------------------------------------- */

static bool has_two_cases(const struct pl_vocabulary *words)
{
	for (size_t i = 0; i < words->nwords; i++)
		for (size_t k = i + 1; k < words->nwords; k++)
			if (pl_differ_in_case(words->words[i].text, words->words[k].text))
				return true;
	return false;
}

/* What stands at the place of the words in a sampled key; empty: nothing does. */
static struct pl_str segment_of(const struct pl_sampled *item, const struct pl_column *column, unsigned segment)
{
	const struct pl_attr *sk = &item->keys[column->sk];
	struct pl_lexed lexed;

	if (!item->keys[column->pk].type || sk->type != 'S')
		return pl_str_of(NULL, 0);
	pl_lex(sk->value, &lexed);
	if (segment > lexed.nsegments)
		return pl_str_of(NULL, 0);
	return pl_str_sub(sk->value, lexed.segment[segment - 1].from, lexed.segment[segment - 1].to);
}

bool pl_cases_meet(const struct pl_profile *profile, const struct pl_column *column, const struct pl_vocabulary *words)
{
	const struct pl_sample *sample = &profile->sample;
	struct pl_str *texts;
	bool meet = false;

	if (!column->has_sk || !pl_str_eq(words->attribute, column->index.sk) || !has_two_cases(words))
		return false;
	texts = pl_calloc(sample->len + 1, sizeof(*texts));
	for (size_t i = 0; i < sample->len; i++) {
		texts[i] = segment_of(sample->items[i], column, words->segment);
		for (size_t k = 0; k < i && !meet; k++)
			meet = texts[i].len && pl_differ_in_case(texts[i], texts[k]) &&
			       pl_str_eq(sample->items[i]->keys[column->pk].value, sample->items[k]->keys[column->pk].value);
	}
	free(texts);
	return meet;
}

/* ---- rising with time --------------------------------------------------- */

enum { RISING_ITEMS = 7, RISING_PAIRS = 10 };

/* A sampled item that has the field. */
struct row {
	const struct pl_sampled *item;
	struct pl_str partition;
	struct pl_str value;
	struct pl_place places[PL_MAX_SEGMENTS * PL_MAX_VALUES];
	size_t nplaces;
	struct pl_str key;
};

/* A time read of a row, by some attribute or place; `some` is false when it has none. */
struct when {
	bool some;
	struct pl_instant at;
};

static struct when read_time(struct pl_str text)
{
	struct pl_time t;
	bool digits = text.len > 0;

	for (size_t i = 0; i < text.len; i++)
		digits &= pl_is_digit((unsigned char)text.ptr[i]);
	if (digits) {
		if (text.len < 9 || pl_epoch_of(text, text) == PL_EPOCH_NONE)
			return (struct when){false, {0, 0}};
		return (struct when){true, pl_value_read(PL_K_TIMESTAMP, PL_MONTH_FIRST, text).at};
	}
	if (!pl_time_read(text, PL_MONTH_FIRST, &t) || !t.valid)
		return (struct when){false, {0, 0}};
	return (struct when){true, t.at};
}

/* Pairs of rows in which number and time rise together, and those in which they do not; ties count for neither. */
struct pairs {
	uint64_t with, against;
	double variance; /* of their difference, were the rows in no order */
};

static void count_pair(struct pairs *pairs, const struct row *a, const struct row *b, struct when s, struct when t)
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
static bool mostly_with(struct pairs p)
{
	double more = (double)p.with - (double)p.against;

	return more > 0 && p.with * 10 >= (p.with + p.against) * 9 && more * more >= 9 * p.variance;
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

static bool rises_with(const struct row *rows, size_t n, const struct when *times)
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
	return mostly_with(close.with + close.against >= RISING_PAIRS ? close : all);
}

/* The rows that have the field; what is joined of several attributes is kept in `room`. */
static size_t rows_of(struct pl_arena *room, const struct pl_model *model, size_t i, const struct pl_profile *profile,
		      const struct pl_column *column, const struct pl_field *field, struct row *rows)
{
	struct pl_buf joined = PL_BUF_INIT;
	struct pl_lexed lexed;
	size_t n = 0;

	for (size_t s = 0; s < profile->sample.len; s++) {
		const struct pl_sampled *item = profile->sample.items[s];
		struct row *row = &rows[n];

		if (!pl_column_has(column, item->keys, &joined, &row->partition) || item->keys[column->sk].type != 'S')
			continue;
		row->item = item;
		if (row->partition.ptr == joined.ptr)
			row->partition = pl_arena_str(room, row->partition);
		row->key = item->keys[column->sk].value;
		pl_lex(row->key, &lexed);
		row->nplaces = pl_model_locate(model, i, row->partition, row->key,
					       &(struct pl_said){item->keys, profile->matched}, &lexed, row->places,
					       PL_LEN(row->places));
		for (size_t p = 0; p < row->nplaces; p++) {
			if (row->places[p].field != field)
				continue;
			row->value = pl_str_sub(row->key, row->places[p].from, row->places[p].to);
			n++;
			break;
		}
	}
	pl_buf_release(&joined);
	return n;
}

/* Times of the rows in one attribute. */
static void attribute_times(const struct row *rows, size_t n, struct pl_str name, struct when *times)
{
	for (size_t i = 0; i < n; i++) {
		const struct pl_attr *attr = pl_sampled_get(rows[i].item, name);

		times[i] = attr && (attr->type == 'S' || attr->type == 'N') ? read_time(attr->value)
									     : (struct when){false, {0, 0}};
	}
}

/* Times of the rows in another field of the same key. */
static void field_times(const struct row *rows, size_t n, const struct pl_field *field, struct when *times)
{
	for (size_t i = 0; i < n; i++) {
		times[i].some = false;
		for (size_t p = 0; p < rows[i].nplaces; p++)
			if (rows[i].places[p].field == field)
				times[i] = read_time(
					pl_str_sub(rows[i].key, rows[i].places[p].from, rows[i].places[p].to));
	}
}

static bool is_key_attribute(const struct pl_column *column, struct pl_str name)
{
	return pl_str_eq(name, column->index.pk) || pl_str_eq(name, column->index.sk);
}

static bool field_is_time(const struct pl_field *f)
{
	return f->kind == PL_K_TIMESTAMP || (f->kind == PL_K_NUMBER && f->observed->epoch != PL_EPOCH_NONE);
}

/* Times to compare with: each attribute and each field once. */
struct rising {
	const struct row *rows;
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

/* One time that rises along is enough. */
static void judge(struct rising *r)
{
	if (enough_times(r->times, r->n))
		r->answer = r->answer == PL_RISING_YES || rises_with(r->rows, r->n, r->times) ? PL_RISING_YES
											       : PL_RISING_NO;
}

enum pl_rising pl_rising_of(const struct pl_model *model, size_t i, const struct pl_profile *profile,
			    const struct pl_column *column, const struct pl_field *field)
{
	struct row *rows = pl_calloc(profile->sample.len, sizeof(*rows));
	struct rising r = {.rows = rows, .times = pl_calloc(profile->sample.len, sizeof(*r.times))};
	struct pl_arena room = PL_ARENA_INIT;
	enum pl_rising answer;

	r.n = rows_of(&room, model, i, profile, column, field, rows);
	PL_PUSH(&r.fields, field);
	/* A time that 90 % of the rows have is in one of the first tenth and one. */
	for (size_t k = 0; r.n >= RISING_ITEMS && k < r.n / 10 + 1; k++) {
		for (uint32_t a = 0; a < rows[k].item->nattrs; a++) {
			const struct pl_sampled_attr *attr = &rows[k].item->attrs[a];

			if (is_key_attribute(column, attr->name) || !first_time(&r, attr))
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

/* ---- inverted ------------------------------------------------------------ */

enum {
	MIRROR_ROWS = 3,  /* inverted times are told from so many different ones, … */
	PLAIN_ROWS = 6,   /* … beside plain ones from so many rows; … */
	SUM_ROWS = 4,     /* … a sum from so many rows */
};

static size_t different(const struct row *rows, size_t n)
{
	size_t values = 0;

	for (size_t i = 0; i < n; i++) {
		bool seen = false;

		for (size_t k = 0; k < i && !seen; k++)
			seen = pl_str_eq(rows[i].value, rows[k].value);
		values += !seen;
		if (values == MIRROR_ROWS)
			break;
	}
	return values;
}

/* The forms of all rows; 0 unless each is a time and some are inverted. */
static unsigned forms_of(const struct row *rows, size_t n)
{
	unsigned forms = 0;

	for (size_t i = 0; i < n; i++) {
		struct pl_mirror mirror = pl_mirror_read(rows[i].value);

		if (!mirror.some)
			return 0;
		forms |= 1U << mirror.form;
	}
	if (forms == 1 || different(rows, n) < MIRROR_ROWS || (forms & 1 && n < PLAIN_ROWS))
		return 0;
	return forms;
}

/* value + attribute, of whole numbers of at most 18 digits; 0: one is none. */
static uint64_t sum_of(const struct row *row, struct pl_str name)
{
	const struct pl_attr *attr = pl_sampled_get(row->item, name);
	int64_t a = row->value.len <= 18 ? pl_digits_i64(row->value) : -1, b;

	if (!attr || attr->type != 'N' || !attr->value.len || attr->value.len > 18 ||
	    pl_digit_run(attr->value, 0) != attr->value.len)
		return 0;
	b = pl_digits_i64(attr->value);
	return a < 0 || b < 0 ? 0 : (uint64_t)a + (uint64_t)b;
}

static bool adds_up(const struct row *rows, size_t n, struct pl_str name)
{
	uint64_t sum = sum_of(&rows[0], name);

	for (size_t i = 1; i < n && sum; i++)
		if (sum_of(&rows[i], name) != sum)
			return false;
	return sum != 0;
}

void pl_mirrors_of(struct pl_arena *arena, const struct pl_model *model, size_t i, const struct pl_profile *profile,
		   const struct pl_column *column, const struct pl_field *field, struct pl_observed *out)
{
	struct row *rows = pl_calloc(profile->sample.len, sizeof(*rows));
	struct pl_arena room = PL_ARENA_INIT;
	size_t n = rows_of(&room, model, i, profile, column, field, rows);

	out->mirrors = n ? forms_of(rows, n) : 0;
	for (uint32_t a = 0; n >= SUM_ROWS && different(rows, n) >= MIRROR_ROWS && a < rows[0].item->nattrs; a++) {
		struct pl_str name = rows[0].item->attrs[a].name;

		if (is_key_attribute(column, name) || !adds_up(rows, n, name))
			continue;
		if (!out->mirrored.len || pl_order(name, out->mirrored) < 0)
			out->mirrored = pl_arena_str(arena, name);
		out->sum = pl_str_c(pl_arena_printf(arena, "%" PRIu64, sum_of(&rows[0], name)));
	}
	free(rows);
	pl_arena_release(&room);
}
