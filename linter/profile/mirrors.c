/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Whether numbers are inverted, by the sample. A time shows it itself
 * (linter/key/mirror.h); of other numbers an attribute of the same items does:
 *
 *     SCORE#0000998800    score: 1200    they add up to 1000000,
 *     SCORE#0009998499    score: 1500    these to 9999999: another writer
 *
 * One sum may be any number. Of several, each must be a MAX that people take and
 * not less than any value, so that what adds up for another reason is not taken for
 * it: seats that are left and those that are sold, of halls of 1000 and of 100.
 */
#include "linter/key/mirror.h"
#include "linter/key/number.h"
#include "linter/profile/relate.h"
#include "linter/profile/rows.h"

enum {
	MIRROR_ROWS = 3,   /* inverted times are told from so many different ones, … */
	PLAIN_ROWS = 6,    /* … beside plain ones from so many rows; … */
	SUM_ROWS = 4,      /* … a sum from so many rows */
	MAX_DIGITS = 19,   /* of a number that is added */
	ADDEND_DIGITS = 18, /* of the attribute, so that the sum fits */
	MAX_WAYS = 4,
	LEAST_POWER = 5,   /* digits behind the 1: rooms have 100 or 1000 seats, of which some are taken */
};

static size_t different(const struct pl_row *rows, size_t n)
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
static unsigned forms_of(const struct pl_row *rows, size_t n)
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

/* ---- sums ------------------------------------------------------------------ */

static bool read_number(struct pl_str digits, size_t most, uint64_t *out)
{
	*out = 0;
	if (!digits.len || digits.len > most || pl_digit_run(digits, 0) != digits.len)
		return false;
	for (size_t i = 0; i < digits.len; i++)
		*out = *out * 10 + (uint64_t)(digits.ptr[i] - '0');
	return true;
}

/* What the attribute is in the row's item. */
static bool read_attribute(const struct pl_row *row, struct pl_str name, uint64_t *out)
{
	const struct pl_attr *attr = pl_sampled_get(row->item, name);

	return attr && attr->type == 'N' && read_number(attr->value, ADDEND_DIGITS, out);
}

/* value + attribute; 0: one of them is no whole number. */
static uint64_t sum_of(const struct pl_row *row, struct pl_str name)
{
	uint64_t value, more;

	if (!read_attribute(row, name, &more) || !read_number(row->value, MAX_DIGITS, &value))
		return 0;
	return value + more;
}

static bool adds_up(const struct pl_row *rows, size_t n, struct pl_str name)
{
	uint64_t sum = sum_of(&rows[0], name);

	for (size_t i = 1; i < n && sum; i++)
		if (sum_of(&rows[i], name) != sum)
			return false;
	return sum != 0;
}

/* All nines, a power of ten, the greatest of an integer type. */
static bool is_max(uint64_t sum)
{
	char text[24];
	struct pl_str digits = {text, (size_t)snprintf(text, sizeof(text), "%" PRIu64, sum)};
	size_t zeros = digits.len;

	while (zeros && text[zeros - 1] == '0')
		zeros--;
	return digits.len > 2 && (pl_digits_are_nines(digits) || pl_digits_are_int_max(digits) || (zeros == 1 && *text == '1' && digits.len > LEAST_POWER));
}

/* The ways in which the rows' numbers follow from the attribute. */
struct ways {
	uint64_t max[MAX_WAYS];
	size_t rows[MAX_WAYS]; /* that have it */
	size_t n, plain;          /* `plain`: rows whose number is the attribute itself */
	uint64_t greatest;        /* value of the attribute */
};

static bool count_way(struct ways *ways, const struct pl_row *row, struct pl_str name)
{
	uint64_t value, more, sum;
	size_t i = 0;

	if (!read_number(row->value, MAX_DIGITS, &value) || !read_attribute(row, name, &more))
		return false;
	ways->greatest = PL_MAX(ways->greatest, more);
	if (value == more) {
		ways->plain++;
		return true;
	}
	sum = value + more;
	while (i < ways->n && ways->max[i] != sum)
		i++;
	if (i == MAX_WAYS || !is_max(sum))
		return false;
	if (i == ways->n)
		ways->rows[ways->n++] = 0;
	ways->max[i] = sum;
	ways->rows[i]++;
	return true;
}

/* Whether every row is in some way, of several, each in enough of them and good for all of them. */
static bool find_ways(const struct pl_row *rows, size_t n, struct pl_str name, struct ways *ways)
{
	*ways = (struct ways){.n = 0};
	for (size_t i = 0; i < n; i++)
		if (!count_way(ways, &rows[i], name))
			return false;
	for (size_t i = 0; i < ways->n; i++)
		if (ways->rows[i] < SUM_ROWS || ways->max[i] < ways->greatest)
			return false;
	return ways->n && (ways->plain ? ways->plain >= SUM_ROWS : ways->n > 1);
}

/* "9999999 and 1000000, and some are plain", the least MAX first. */
static struct pl_str list_ways(struct pl_arena *arena, const struct ways *ways)
{
	struct pl_buf text = PL_BUF_INIT;
	uint64_t last = 0;
	struct pl_str list;

	for (size_t k = 0; k < ways->n; k++) {
		uint64_t next = UINT64_MAX;

		for (size_t i = 0; i < ways->n; i++)
			if (ways->max[i] > last)
				next = PL_MIN(next, ways->max[i]);
		pl_buf_printf(&text, "%s%" PRIu64, k ? " and " : "", next);
		last = next;
	}
	if (ways->plain)
		pl_buf_adds(&text, ", and some are plain");
	list = pl_arena_str(arena, pl_buf_str(&text));
	pl_buf_release(&text);
	return list;
}

/*
 * Whether the two least numbers lie much closer together than the others: the newest of a counter that counts down. Of a
 * sample both distances are as much greater.
 */
static bool is_low_crowded(const struct pl_row *rows, size_t n)
{
	uint64_t least = UINT64_MAX, second = UINT64_MAX, greatest = 0, value;

	for (size_t i = 0; i < n; i++) {
		if (!read_number(rows[i].value, MAX_DIGITS, &value))
			return false;
		greatest = PL_MAX(greatest, value);
		if (value < least) {
			second = least;
			least = value;
		} else if (value > least) {
			second = PL_MIN(second, value);
		}
	}
	return second < UINT64_MAX && n > 2 && (double)(second - least) < 0.01 * (double)(greatest - least) / (double)(n - 1);
}

/* ---- two rows in the wrong order --------------------------------------------- */

/* The attribute was to come in descending order. */
static void try_pair(const struct pl_row *a, const struct pl_row *b, struct pl_str name, struct pl_row_pair *least)
{
	uint64_t less, more;

	if (pl_rows_share_range(a, b) && pl_order(a->value, b->value) < 0 && read_attribute(a, name, &less) &&
	    read_attribute(b, name, &more) && less < more)
		pl_row_pair_take(least, a, b);
}

static struct pl_sums *make_sums(struct pl_arena *arena, const struct pl_row *rows, size_t n, struct pl_str name,
				 const struct ways *ways, pl_unplaced_list *places)
{
	struct pl_sums *sums = PL_NEW(arena, struct pl_sums);
	struct pl_row_pair least = {NULL, NULL};

	*sums = (struct pl_sums){.attribute = pl_arena_str(arena, name), .ways = list_ways(arena, ways)};
	for (size_t i = 0; i < n; i++)
		for (size_t k = 0; k < n; k++)
			try_pair(&rows[i], &rows[k], name, &least);
	if (least.first) {
		pl_row_pair_keep(arena, &least, &sums->witness, places);
		read_attribute(least.first, name, &sums->first);
		read_attribute(least.second, name, &sums->second);
	}
	return sums;
}

/* ---- all --------------------------------------------------------------------- */

/* An attribute that says how the numbers are inverted; of several the first by name. */
static void see_attribute(struct pl_arena *arena, const struct pl_row *rows, size_t n, struct pl_str name,
			  struct pl_observed *out, struct pl_str *several, struct ways *best)
{
	struct ways ways;

	if (adds_up(rows, n, name)) {
		if (out->mirrored.len && pl_order(name, out->mirrored) >= 0)
			return;
		out->mirrored = pl_arena_str(arena, name);
		out->sum_is_max = is_max(sum_of(&rows[0], name));
		out->sum = pl_str_c(pl_arena_printf(arena, "%" PRIu64, sum_of(&rows[0], name)));
	} else if (find_ways(rows, n, name, &ways) && (!several->len || pl_order(name, *several) < 0)) {
		*several = name;
		*best = ways;
	}
}

void pl_mirrors_of(struct pl_arena *arena, const struct pl_model *model, size_t i, const struct pl_profile *profile,
		   const struct pl_column *column, const struct pl_field *field, struct pl_observed *out,
		   pl_unplaced_list *places)
{
	struct pl_row *rows = pl_calloc(profile->sample.len, sizeof(*rows));
	struct pl_arena room = PL_ARENA_INIT;
	struct pl_str several = {NULL, 0};
	struct ways ways;
	size_t n = pl_rows_of(&room, model, i, profile, column, field, rows);

	out->mirrors = n ? forms_of(rows, n) : 0;
	out->low_crowded = is_low_crowded(rows, n);
	for (uint32_t a = 0; n >= SUM_ROWS && different(rows, n) >= MIRROR_ROWS && a < rows[0].item->nattrs; a++)
		if (!pl_is_key_attribute(column, rows[0].item->attrs[a].name))
			see_attribute(arena, rows, n, rows[0].item->attrs[a].name, out, &several, &ways);
	if (several.len && !out->mirrored.len && !out->mirrors)
		out->sums = make_sums(arena, rows, n, several, &ways, places);
	free(rows);
	pl_arena_release(&room);
}
