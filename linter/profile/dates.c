/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Dates with a finer part in front of a coarser one, by the sample: which two keys of a partition that puts in the wrong order.
 *
 *     LOG#01#12#2025      the first of December 2025 comes first,
 *     LOG#02#01#2025      the second of January second
 *
 * Walking a field compares that field alone, and each of these parts is in order by itself. Which fields are parts of
 * one date is said from outside (pl_model_date()); a date without any sign between its parts (31122025), or with
 * day and month the other way round (2025-31-12), shows here: each value is a day when read so, and not all are as written.
 */
#include "linter/key/number.h"
#include "linter/profile/relate.h"
#include "linter/profile/rows.h"

enum {
	MAX_PARTS = 8,
	LEAST_DATES = 5,     /* rows: fewer values are days by chance */
	SOME = 10,           /* one in so many */
	FIRST_YEAR = 1990, LAST_YEAR = 2099,
	YEAR = 1, MONTH, DAY, /* ranks of parts: the less the coarser */
};

/* One row's date, its parts in the order in which they stand. */
struct dated {
	const struct pl_row *row;
	struct pl_str part[MAX_PARTS];
};

/* How coarse the parts are. */
struct reading {
	size_t n;
	unsigned rank[MAX_PARTS];
};

/* ---- two rows in the wrong order --------------------------------------------- */

static int order_of_parts(struct pl_str a, struct pl_str b)
{
	if (pl_digit_run(a, 0) == a.len && pl_digit_run(b, 0) == b.len)
		return pl_digits_order(a, b);
	return pl_order(a, b);
}

static int order_as_written(const struct reading *reading, const struct dated *a, const struct dated *b)
{
	int c = 0;

	for (size_t i = 0; i < reading->n && !c; i++)
		c = order_of_parts(a->part[i], b->part[i]);
	return c;
}

static int order_as_meant(const struct reading *reading, const struct dated *a, const struct dated *b)
{
	int c = 0;

	/* Ranks are few and small: year, quarter, month, day. */
	for (unsigned rank = YEAR; rank <= MAX_PARTS && !c; rank++)
		for (size_t i = 0; i < reading->n && !c; i++)
			if (reading->rank[i] == rank)
				c = order_of_parts(a->part[i], b->part[i]);
	return c;
}

static int by_key(const void *a, const void *b)
{
	const struct pl_row *x = ((const struct dated *)a)->row, *y = ((const struct dated *)b)->row;
	int c = pl_order(x->partition, y->partition);

	return c ? c : pl_order(x->key, y->key);
}

/* Missing zeros alone are another matter: read as numbers, too, the parts must stand in the order of the bytes. */
static void find_pair(const struct reading *reading, struct dated *dated, size_t n, struct pl_row_pair *out)
{
	qsort(dated, n, sizeof(*dated), by_key);
	for (size_t i = 0; i < n; i++)
		for (size_t k = i + 1; k < n && pl_str_eq(dated[i].row->partition, dated[k].row->partition); k++)
			if (order_as_written(reading, &dated[i], &dated[k]) < 0 && order_as_meant(reading, &dated[i], &dated[k]) > 0 &&
			    pl_rows_share_range(dated[i].row, dated[k].row))
				pl_row_pair_take(out, dated[i].row, dated[k].row);
}

static struct pl_fine_first *make(struct pl_arena *arena, const struct pl_field *head, enum pl_fine_order order,
				  const struct reading *reading, struct dated *dated, size_t n, pl_unplaced_list *places)
{
	struct pl_fine_first *fine = PL_NEW(arena, struct pl_fine_first);
	struct pl_row_pair pair = {NULL, NULL};

	*fine = (struct pl_fine_first){.head = head, .order = order};
	find_pair(reading, dated, n, &pair);
	if (pair.first)
		pl_row_pair_keep(arena, &pair, &fine->witness, places);
	return fine;
}

/* ---- parts in fields of their own -------------------------------------------- */

static bool read_parts(const struct pl_row *row, const struct pl_date_part *parts, size_t n, struct dated *out)
{
	out->row = row;
	for (size_t i = 0; i < n; i++) {
		size_t p = row->own;

		while (p < row->nplaces && row->places[p].field != parts[i].field)
			p++;
		if (p == row->nplaces)
			return false;
		out->part[i] = pl_str_sub(row->key, row->places[p].from, row->places[p].to);
	}
	return true;
}

const struct pl_fine_first *pl_fine_parts_of(struct pl_arena *arena, const struct pl_model *model, size_t i,
					     const struct pl_profile *profile, const struct pl_column *column,
					     const struct pl_date_part *parts, size_t nparts, pl_unplaced_list *places)
{
	struct pl_row *rows = pl_calloc(profile->sample.len, sizeof(*rows));
	struct dated *dated = pl_calloc(profile->sample.len, sizeof(*dated));
	struct pl_arena room = PL_ARENA_INIT;
	struct reading reading = {.n = PL_MIN(nparts, (size_t)MAX_PARTS)};
	size_t n = pl_rows_of(&room, model, i, profile, column, parts[0].field, rows), ndated = 0;
	const struct pl_fine_first *fine;

	for (size_t k = 0; k < reading.n; k++)
		reading.rank[k] = parts[k].rank;
	for (size_t k = 0; k < n; k++)
		ndated += read_parts(&rows[k], parts, reading.n, &dated[ndated]);
	fine = make(arena, parts[0].field, PL_FINE_PARTS, &reading, dated, ndated, places);
	free(dated);
	free(rows);
	pl_arena_release(&room);
	return fine;
}

/* ---- one value ----------------------------------------------------------------- */

/* Where the parts of a value begin in each order, and what they are. */
static const struct spelling {
	enum pl_fine_order order;
	size_t len, from[3], to[3];
	struct reading reading;
} spellings[] = {
	{PL_FINE_DAY_FIRST, 8, {0, 2, 4}, {2, 4, 8}, {3, {DAY, MONTH, YEAR}}},
	{PL_FINE_MONTH_FIRST, 8, {0, 2, 4}, {2, 4, 8}, {3, {MONTH, DAY, YEAR}}},
	{PL_FINE_YEAR_DAY, 8, {0, 4, 6}, {4, 6, 8}, {3, {YEAR, DAY, MONTH}}},
	{PL_FINE_YEAR_DAY, 10, {0, 5, 8}, {4, 7, 10}, {3, {YEAR, DAY, MONTH}}},
};

static const struct reading year_alone = {3, {MAX_PARTS + 1, MAX_PARTS + 1, YEAR}};

static unsigned number_of(struct pl_str digits)
{
	return pl_digit_run(digits, 0) == digits.len ? (unsigned)pl_digits_i64(digits) : 0;
}

static bool read_value(const struct spelling *spelling, const struct pl_row *row, struct dated *out)
{
	static const unsigned days[] = {31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
	unsigned part[DAY + 1] = {0};

	if (row->value.len != spelling->len || (spelling->len == 10 && (row->value.ptr[4] != '-' || row->value.ptr[7] != '-')))
		return false;
	out->row = row;
	for (size_t i = 0; i < 3; i++) {
		out->part[i] = pl_str_sub(row->value, spelling->from[i], spelling->to[i]);
		part[spelling->reading.rank[i]] = number_of(out->part[i]);
	}
	return part[YEAR] >= FIRST_YEAR && part[YEAR] <= LAST_YEAR && part[MONTH] >= 1 && part[MONTH] <= 12 && part[DAY] >= 1 &&
	       part[DAY] <= days[part[MONTH] - 1];
}

static bool read_values(const struct spelling *spelling, const struct pl_row *rows, size_t n, struct dated *dated)
{
	for (size_t i = 0; i < n; i++)
		if (!read_value(spelling, &rows[i], &dated[i]))
			return false;
	return n > 0;
}

/* Different values of the part that stands at `at`; at most LEAST_DATES are counted. */
static size_t different(const struct dated *dated, size_t n, size_t at)
{
	struct pl_str seen[LEAST_DATES];
	size_t count = 0;

	for (size_t i = 0; i < n && count < LEAST_DATES; i++) {
		size_t k = 0;

		while (k < count && !pl_str_eq(seen[k], dated[i].part[at]))
			k++;
		if (k == count)
			seen[count++] = dated[i].part[at];
	}
	return count;
}

/* A counter from 01012001 on has one day and one month; of 2025-13-06 some, on several days, are no dates as written. */
static bool are_clear(const struct spelling *spelling, const struct dated *dated, size_t n)
{
	size_t above = 0;

	for (size_t i = 0; i < n; i++)
		above += number_of(dated[i].part[1]) > 12;
	if (spelling->order == PL_FINE_YEAR_DAY)
		return above * SOME >= n && different(dated, n, 1) == LEAST_DATES;
	return different(dated, n, 0) + different(dated, n, 1) > LEAST_DATES;
}

static const struct pl_fine_first *see_values(struct pl_arena *arena, const struct pl_field *field, const struct pl_row *rows,
					      size_t n, struct dated *dated, pl_unplaced_list *places)
{
	const struct spelling *found = NULL;
	bool undecided = false;

	for (size_t i = 0; i < PL_LEN(spellings) && n >= LEAST_DATES; i++) {
		if (!read_values(&spellings[i], rows, n, dated) || !are_clear(&spellings[i], dated, n))
			continue;
		undecided = found != NULL;
		found = found ? found : &spellings[i];
	}
	if (!found)
		return NULL;
	read_values(found, rows, n, dated);
	return undecided ? make(arena, field, PL_FINE_UNDECIDED, &year_alone, dated, n, places)
			 : make(arena, field, found->order, &found->reading, dated, n, places);
}

/* Digits of one width, or days of which some are none. */
static bool may_be(const struct pl_field *field)
{
	const struct pl_observed *seen = field->observed;

	if (field->declared || seen->keys < LEAST_DATES)
		return false;
	if (field->kind == PL_K_NUMBER)
		return seen->min_len == 8 && seen->max_len == 8;
	return field->kind == PL_K_TIMESTAMP && seen->min_len == 10 && seen->max_len == 10 && seen->nforms == 1 &&
	       seen->forms[0].invalid;
}

const struct pl_fine_first *pl_fine_values_of(struct pl_arena *arena, const struct pl_model *model, size_t i,
					      const struct pl_profile *profile, const struct pl_column *column,
					      const struct pl_field *field, pl_unplaced_list *places)
{
	struct pl_arena room = PL_ARENA_INIT;
	const struct pl_fine_first *fine;
	struct pl_row *rows;
	struct dated *dated;

	if (!may_be(field))
		return NULL;
	rows = pl_calloc(profile->sample.len, sizeof(*rows));
	dated = pl_calloc(profile->sample.len, sizeof(*dated));
	fine = see_values(arena, field, rows, pl_rows_of(&room, model, i, profile, column, field, rows), dated, places);
	free(dated);
	free(rows);
	pl_arena_release(&room);
	return fine;
}
