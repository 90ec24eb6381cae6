/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Weeks of ISO 8601 with the calendar's year, by the sample:
 *
 *     WEEK#2024-W52    createdAt: 2024-12-27
 *     WEEK#2024-W01    createdAt: 2024-12-30    %Y-W%V; it is week 1 of 2025
 *
 * An attribute shows it that agrees with the weeks of all other items: the day may
 * be the one before or behind, as each writer has a clock of its own, but nothing else.
 */
#include "linter/profile/relate.h"
#include "linter/profile/rows.h"

enum {
	DAY = 86400,
	LEAST_AGREE = 6, /* items in which the attribute lies in the key's week */
};

/* A week, and the year that the calendar gives one of its days. */
struct week {
	unsigned year, number, calendar;
};

enum verdict { AGREES, WRONG_YEAR, OTHER };

static unsigned year_of(int64_t seconds)
{
	unsigned year = (unsigned)(1970 + seconds / (366 * DAY));

	while (pl_civil_seconds(year + 1, 1, 1) <= seconds)
		year++;
	return year;
}

/* The week of ISO 8601 of a day after 1970: it is in the year of its Thursday. 1 January 1970 was one. */
static struct week week_of(int64_t seconds)
{
	int64_t day = seconds / DAY, thursday = day - (day + 3) % 7 + 3;
	unsigned year = year_of(thursday * DAY);

	return (struct week){year, (unsigned)((thursday - pl_civil_seconds(year, 1, 1) / DAY) / 7 + 1), year_of(seconds)};
}

/* "2024-W01", "2024W01" */
static bool read_week(struct pl_str text, struct week *out)
{
	struct pl_time time;

	if (text.len < 7 || !pl_time_read(text, PL_DAY_UNKNOWN, &time) || !time.valid || time.form.unit != PL_U_WEEK ||
	    pl_digit_run(text, 0) != 4)
		return false;
	*out = week_of(time.at.seconds);
	return true;
}

static enum verdict compare(const struct week *week, int64_t seconds)
{
	enum verdict verdict = OTHER;

	for (int64_t at = seconds - DAY; at <= seconds + DAY; at += DAY) {
		const struct week seen = week_of(at);

		if (seen.number != week->number)
			continue;
		if (seen.year == week->year)
			return AGREES;
		if (seen.calendar == week->year)
			verdict = WRONG_YEAR;
	}
	return verdict;
}

/* A row's week and the attribute's time. */
struct dated {
	const struct pl_row *row;
	struct week week;
	struct pl_instant at;
	bool wrong;
};

/* Whether the attribute is in the week of every row, but for the year of some; `dated` gets each row's. */
static bool explains(const struct pl_row *rows, size_t n, struct pl_str name, struct dated *dated)
{
	size_t agree = 0, wrong = 0;

	for (size_t i = 0; i < n; i++) {
		const struct pl_attr *attr = pl_sampled_get(rows[i].item, name);
		struct dated *d = &dated[i];
		enum verdict verdict;

		if (!attr || !pl_read_instant(attr->value, &d->at) || d->at.seconds < 2 * DAY || !read_week(rows[i].value, &d->week))
			return false;
		verdict = compare(&d->week, d->at.seconds);
		if (verdict == OTHER)
			return false;
		d->row = &rows[i];
		d->wrong = verdict == WRONG_YEAR;
		wrong += d->wrong;
		agree += !d->wrong;
	}
	return wrong && agree >= LEAST_AGREE;
}

/* Two rows that the wrong year of one puts in the wrong order; else one that is wrong. */
static void find_pair(const struct dated *dated, size_t n, struct pl_row_pair *out)
{
	struct pl_row_pair alone = {NULL, NULL};

	for (size_t i = 0; i < n; i++) {
		if (dated[i].wrong)
			pl_row_pair_take(&alone, dated[i].row, dated[i].row);
		for (size_t k = 0; k < n; k++)
			if ((dated[i].wrong || dated[k].wrong) && pl_rows_share_range(dated[i].row, dated[k].row) &&
			    pl_order(dated[i].row->value, dated[k].row->value) < 0 &&
			    pl_instant_order(dated[i].at, dated[k].at) > 0)
				pl_row_pair_take(out, dated[i].row, dated[k].row);
	}
	if (!out->first)
		*out = alone;
}

static const struct pl_week_years *make(struct pl_arena *arena, const struct dated *dated, size_t n, struct pl_str name,
					pl_unplaced_list *places)
{
	struct pl_week_years *years = PL_NEW(arena, struct pl_week_years);
	struct pl_row_pair pair = {NULL, NULL};

	*years = (struct pl_week_years){.attribute = pl_arena_str(arena, name)};
	find_pair(dated, n, &pair);
	pl_row_pair_keep(arena, &pair, &years->witness, places);
	for (size_t i = 0; i < n; i++) {
		years->first = dated[i].row == pair.first ? dated[i].at : years->first;
		years->second = dated[i].row == pair.second ? dated[i].at : years->second;
		years->wrong += dated[i].wrong;
	}
	return years;
}

const struct pl_week_years *pl_week_years_of(struct pl_arena *arena, const struct pl_model *model, size_t i,
					     const struct pl_profile *profile, const struct pl_column *column,
					     const struct pl_field *field, pl_unplaced_list *places)
{
	struct pl_row *rows = pl_calloc(profile->sample.len, sizeof(*rows));
	struct dated *dated = pl_calloc(profile->sample.len, sizeof(*dated));
	struct pl_arena room = PL_ARENA_INIT;
	struct pl_str best = {NULL, 0};
	const struct pl_week_years *years = NULL;
	size_t n = pl_rows_of(&room, model, i, profile, column, field, rows);

	for (uint32_t a = 0; n > LEAST_AGREE && a < rows[0].item->nattrs; a++) {
		struct pl_str name = rows[0].item->attrs[a].name;

		if (!pl_is_key_attribute(column, name) && (!best.len || pl_order(name, best) < 0) &&
		    explains(rows, n, name, dated))
			best = name;
	}
	if (best.len && explains(rows, n, best, dated))
		years = make(arena, dated, n, best, places);
	free(dated);
	free(rows);
	pl_arena_release(&room);
	return years;
}
