/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/profile/observe.h"

#include "linter/key/number.h"

/* ---- numbers ------------------------------------------------------------ */

static int by_width(const void *a, const void *b)
{
	const struct pl_width *x = a, *y = b;

	return x->width != y->width ? (x->width > y->width) - (x->width < y->width) : x->zero - y->zero;
}

static int by_hash(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return (*x > *y) - (*x < *y);
}

/* The commonest width is the one whose values are too many to be kept; others must not be. */
static const struct pl_stat_width *commonest(const struct pl_stats *s)
{
	const struct pl_stat_width *most = NULL;

	for (size_t i = 0; i < s->widths.len; i++) {
		const struct pl_stat_width *w = &s->widths.ptr[i];

		/* Values of one such width may still be of several. */
		if (w->width > PL_MAX_DIGITS || (w->few.n > PL_MAX_FEW && most && most->few.n > PL_MAX_FEW))
			return NULL;
		if (!most || w->few.n > most->few.n)
			most = w;
	}
	return most;
}

static void observe_rare(struct pl_arena *arena, const struct pl_stats *s, struct pl_observed *out)
{
	const struct pl_stat_width *most = commonest(s);
	uint64_t *rare;
	size_t n = 0;

	if (!most)
		return;
	for (size_t i = 0; i < s->widths.len; i++)
		n += &s->widths.ptr[i] != most ? s->widths.ptr[i].few.n : 0;
	rare = PL_NEW_N(arena, uint64_t, n);
	for (size_t i = 0; i < s->widths.len; i++)
		if (&s->widths.ptr[i] != most)
			for (unsigned k = 0; k < s->widths.ptr[i].few.n; k++)
				rare[out->nrare++] = s->widths.ptr[i].few.hash[k];
	if (out->nrare)
		qsort(rare, out->nrare, sizeof(*rare), by_hash);
	out->rare = rare;
	out->rare_known = true;
}

void pl_observe_widths(struct pl_arena *arena, const struct pl_stats *s, struct pl_observed *out)
{
	struct pl_width *widths = PL_NEW_N(arena, struct pl_width, s->widths.len);

	for (size_t i = 0; i < s->widths.len; i++) {
		const struct pl_stat_width *w = &s->widths.ptr[i];
		size_t len = w->width > PL_MAX_DIGITS ? 0 : w->width;

		widths[i] = (struct pl_width){
			.width = w->width,
			.zero = w->zero,
			.keys = w->n,
			.negative = w->negative,
			.least = pl_arena_str(arena, pl_str_of(w->least, len)),
			.greatest = pl_arena_str(arena, pl_str_of(w->greatest, len)),
		};
		if (w->zero)
			out->padded_width = PL_MAX(out->padded_width, widths[i].width);
	}
	if (s->widths.len)
		qsort(widths, s->widths.len, sizeof(*widths), by_width);
	out->widths = widths;
	out->nwidths = s->widths.len;
	observe_rare(arena, s, out);
}

static void observe_numbers(struct pl_arena *arena, const struct pl_stats *s, struct pl_observed *out)
{
	pl_observe_widths(arena, s, out);
	out->greatest = pl_arena_str(arena, pl_short_str(&s->greatest));
	out->second = pl_arena_str(arena, pl_short_str(&s->second));
	out->least = pl_arena_str(arena, pl_short_str(&s->least));
	for (size_t i = 0; i < out->nwidths && !s->is_signed && !s->fraction; i++)
		if (out->widths[i].least.len &&
		    (!out->least.len || pl_digits_order(out->widths[i].least, out->least) < 0))
			out->least = out->widths[i].least;
	out->signed_values = s->is_signed;
	out->fraction_values = s->fraction;
	out->exponents = s->exponent;
	out->commas = s->comma;
	out->points = s->point;
	out->grouped = s->grouped;
	out->pieces = s->pieces;
	out->min_fraction = s->fraction ? s->min_fraction : 0;
	out->max_fraction = s->max_fraction;
}

/* Decimals and digits that joined versions are versions of two parts and of one. */
static void observe_versions(const struct pl_stats *s, struct pl_observed *out)
{
	out->version = s->version;
	for (size_t i = 0; i < s->widths.len; i++) {
		const struct pl_stat_width *w = &s->widths.ptr[i];
		struct pl_version bare;

		if (w->width > PL_MAX_DIGITS)
			continue;
		bare = pl_version_read(pl_str_of(w->least, w->width));
		pl_version_note(&out->version, &bare);
	}
}

static void observe_rounded(struct pl_stats *s, struct pl_observed *out)
{
	bool estimated;

	if (s->not_rounded || !s->rounded)
		return;
	out->rounded = s->large_n;
	out->rounded_distinct = pl_sketch_count(&s->large, &estimated);
}

enum {
	PL_EPOCH_DIGITS = 9, /* the fewest: seconds until 2001 */
	FEW_EPOCHS = 3,      /* beside other numbers fewer of one width may be epochs by chance */
};

/* Numbers given out one after the other: most values between least and greatest are there. */
static bool is_counter(const struct pl_observed *o)
{
	return 2 * o->distinct >= pl_digits_double(o->greatest) - pl_digits_double(o->least);
}

static int64_t seconds_of(enum pl_epoch epoch)
{
	return epoch == PL_EPOCH_S ? 1 : epoch == PL_EPOCH_MS ? 1000 : epoch == PL_EPOCH_US ? 1000000 : 1000000000;
}

/* The grid of epochs: a column of milliseconds has one only when all are whole seconds. */
static int64_t epoch_grid(const struct pl_stats *s, enum pl_epoch epoch)
{
	int64_t unit = seconds_of(epoch);

	return s->divisor > INT64_MAX || (int64_t)s->divisor % unit ? 0 : (int64_t)s->divisor / unit;
}

/* A lone open end or unset clock among epochs: nines, an integer's greatest, 0. */
static bool is_end(struct pl_str digits)
{
	return pl_str_eq(digits, PL_S("0")) || pl_digits_are_nines(digits) || pl_digits_are_int_max(digits);
}

/*
 * The unit of all values of one width; a column's greatest value may be an open
 * end and does not count. PL_EPOCH_NONE also for numbers given out one by one.
 */
static enum pl_epoch width_epoch(const struct pl_observed *o, const struct pl_width *w)
{
	struct pl_str greatest = w->greatest;
	double few = PL_MIN((double)w->keys, o->distinct);

	if (!w->least.len)
		return PL_EPOCH_NONE;
	if (is_end(greatest) && pl_str_eq(greatest, o->greatest) && o->second.len == greatest.len)
		greatest = o->second;
	if (w->keys > 2 && 2 * few >= pl_digits_double(greatest) - pl_digits_double(w->least))
		return PL_EPOCH_NONE;
	return pl_epoch_of(w->least, greatest);
}

/* Whether values of the width could have been padded to look like those of another: 0001653177650 among 1653177600123. */
static bool has_peer(const struct pl_observed *o, const struct pl_width *w)
{
	for (size_t i = 0; i < o->nwidths; i++)
		if (o->widths[i].width == w->width && !o->widths[i].zero)
			return true;
	return false;
}

/* Whether every width of `least` and more digits is an epoch, and not all are of one unit. */
static bool epochs_mixed(const struct pl_observed *o, unsigned least)
{
	enum pl_epoch first = PL_EPOCH_NONE;
	bool mixed = false;

	for (size_t i = 0; i < o->nwidths; i++) {
		const struct pl_width *w = &o->widths[i];
		enum pl_epoch unit;

		if (least && w->width >= least && w->keys < FEW_EPOCHS)
			return false;
		if (w->width < least || (is_end(w->least) && pl_str_eq(w->least, w->greatest)))
			continue;
		unit = width_epoch(o, w);
		if (unit == PL_EPOCH_NONE || (w->zero && !has_peer(o, w)))
			return false;
		mixed |= first != PL_EPOCH_NONE && unit != first;
		first = unit;
	}
	return mixed;
}

static void observe_epoch(const struct pl_stats *s, struct pl_observed *out)
{
	bool short_one = false;

	out->epochs_mixed = epochs_mixed(out, 0);
	out->epochs_beside = !out->epochs_mixed && epochs_mixed(out, PL_EPOCH_DIGITS) && !out->padded_width;

	for (size_t i = 0; i < out->nwidths; i++)
		short_one |= out->widths[i].width < 9 || out->widths[i].width > PL_MAX_DIGITS;
	if (short_one || !out->nwidths || is_counter(out))
		return;
	out->epoch = pl_epoch_of(out->least, out->greatest);
	if (out->epoch == PL_EPOCH_NONE)
		return;
	out->first = pl_value_read(PL_K_TIMESTAMP, PL_MONTH_FIRST, pl_digits_strip(out->least)).at;
	out->last = pl_value_read(PL_K_TIMESTAMP, PL_MONTH_FIRST, pl_digits_strip(out->greatest)).at;
	out->grid = epoch_grid(s, out->epoch);
}

/* ---- times -------------------------------------------------------------- */

static bool day_or_month_first(uint8_t layout)
{
	return layout == PL_T_SLASH || layout == PL_T_DOT || layout == PL_T_DASH;
}

static void observe_days(const struct pl_stats *s, struct pl_observed *out)
{
	bool some = false;

	for (size_t i = 0; i < s->forms.len; i++)
		some |= day_or_month_first(s->forms.ptr[i].form.layout);
	out->days = !s->first_above_12 ? PL_MONTH_FIRST : s->second_above_12 ? PL_DAY_UNKNOWN : PL_DAY_FIRST;
	out->days_undecided = some && !s->first_above_12 && !s->second_above_12;
}

/* The form that digits of one width have in a column of times. */
static struct pl_time_form digit_form(const struct pl_width *w)
{
	struct pl_time_form form;

	memset(&form, 0, sizeof(form));
	switch (pl_epoch_of(w->least, w->greatest)) {
	case PL_EPOCH_NONE:
		form.layout = PL_T_ISO_BASIC;
		form.unit = w->width == 8 ? PL_U_DAY : PL_U_SECOND;
		return form;
	case PL_EPOCH_S:
		break;
	case PL_EPOCH_MS:
		form.flags = PL_TF_MILLIS;
		break;
	case PL_EPOCH_US:
		form.flags = PL_TF_MICROS;
		break;
	case PL_EPOCH_NS:
		form.flags = PL_TF_NANOS;
		break;
	}
	form.layout = PL_T_EPOCH;
	form.unit = PL_U_SECOND;
	return form;
}

static int form_order(const void *a, const void *b)
{
	return memcmp(&((const struct pl_form *)a)->form, &((const struct pl_form *)b)->form,
		      sizeof(struct pl_time_form));
}

/* Adds `more` to the forms, joined with one that is equal. */
static void add_form(struct pl_form *forms, size_t *n, struct pl_form more)
{
	for (size_t i = 0; i < *n; i++) {
		if (form_order(&forms[i], &more) != 0)
			continue;
		forms[i].keys += more.keys;
		forms[i].invalid += more.invalid;
		if (pl_instant_order(more.least, forms[i].least) < 0)
			forms[i].least = more.least;
		if (pl_instant_order(more.greatest, forms[i].greatest) > 0)
			forms[i].greatest = more.greatest;
		return;
	}
	forms[(*n)++] = more;
}

static void add_written(const struct pl_stats *s, const struct pl_observed *out, struct pl_form *forms, size_t *n)
{
	for (size_t i = 0; i < s->forms.len; i++) {
		const struct pl_stat_form *f = &s->forms.ptr[i];
		const struct pl_stat_reading *r = &f->by[out->days == PL_DAY_FIRST];
		struct pl_form form = {f->form, f->n, r->invalid, r->least, r->greatest};

		if (out->days == PL_DAY_UNKNOWN && day_or_month_first(f->form.layout))
			form.invalid = form.keys;
		add_form(forms, n, form);
	}
}

static void add_digits(const struct pl_observed *out, struct pl_form *forms, size_t *n)
{
	for (size_t i = 0; i < out->nwidths; i++) {
		const struct pl_width *w = &out->widths[i];

		if (!w->least.len)
			continue;
		add_form(forms, n,
			 (struct pl_form){digit_form(w), w->keys, 0,
					  pl_value_read(PL_K_TIMESTAMP, PL_MONTH_FIRST, w->least).at,
					  pl_value_read(PL_K_TIMESTAMP, PL_MONTH_FIRST, w->greatest).at});
	}
}

static void observe_span(struct pl_observed *out)
{
	bool some = false;

	for (size_t i = 0; i < out->nforms; i++) {
		const struct pl_form *f = &out->forms[i];

		if (f->invalid == f->keys)
			continue;
		if (!some || pl_instant_order(f->least, out->first) < 0)
			out->first = f->least;
		if (!some || pl_instant_order(f->greatest, out->last) > 0)
			out->last = f->greatest;
		some = true;
	}
}

static int64_t gcd(int64_t a, int64_t b)
{
	while (b) {
		int64_t rest = a % b;

		a = b;
		b = rest;
	}
	return a;
}

static int64_t time_grid(const struct pl_stats *s, const struct pl_observed *out)
{
	uint64_t written = s->grid[out->days == PL_DAY_FIRST];
	int64_t grid = written > INT64_MAX ? 0 : (int64_t)written;

	if (s->subsecond || pl_instant_order(out->first, out->last) == 0)
		return 0;
	for (size_t i = 0; i < out->nwidths; i++) {
		const struct pl_width *w = &out->widths[i];
		enum pl_epoch epoch = pl_epoch_of(w->least, w->greatest);

		if (epoch == PL_EPOCH_NONE)
			grid = gcd(grid, w->width == 8 ? 86400 : 1);
		else
			grid = gcd(grid, PL_MAX(epoch_grid(s, epoch), (int64_t)1));
	}
	return grid;
}

static void observe_times(struct pl_arena *arena, const struct pl_stats *s, struct pl_observed *out)
{
	struct pl_form *forms;
	size_t n = 0;

	observe_days(s, out);
	pl_observe_widths(arena, s, out);
	forms = PL_NEW_N(arena, struct pl_form, s->forms.len + out->nwidths);
	add_written(s, out, forms, &n);
	add_digits(out, forms, &n);
	if (n)
		qsort(forms, n, sizeof(*forms), form_order);
	out->forms = forms;
	out->nforms = n;
	observe_span(out);
	out->early_times = s->early;
	out->grid = time_grid(s, out);
	/* The digits were only a spelling. */
	out->widths = NULL;
	out->nwidths = 0;
	out->padded_width = 0;
}

/* ---- examples ----------------------------------------------------------- */

void pl_observe_specimen(struct pl_arena *arena, const struct pl_specimen *specimen, struct pl_witness *out,
			pl_unplaced_list *places)
{
	*out = pl_specimen_witness(arena, specimen);
	if (specimen->some)
		PL_PUSH(places, (struct pl_unplaced){out, {specimen->file, specimen->place}, {specimen->file, specimen->place}});
}

struct pl_marked *pl_observe_marks(struct pl_arena *arena, const struct pl_stats *s, pl_unplaced_list *places)
{
	struct pl_marked *marks = PL_NEW_N(arena, struct pl_marked, s->marks.len);

	for (size_t i = 0; i < s->marks.len; i++) {
		marks[i].mark = s->marks.ptr[i].mark;
		marks[i].keys = s->marks.ptr[i].n;
		pl_observe_specimen(arena, &s->marks.ptr[i].least, &marks[i].example, places);
	}
	return marks;
}

/* ---- all ---------------------------------------------------------------- */

void pl_observe(struct pl_arena *arena, enum pl_kind kind, struct pl_stats *stats, struct pl_observed *out,
		pl_unplaced_list *places)
{
	*out = (struct pl_observed){
		.keys = stats->n,
		.min_len = stats->n ? stats->min_len : 0,
		.max_len = stats->max_len,
		.upper = stats->upper,
		.lower = stats->lower,
		.blank = stats->blank,
		.least_byte = stats->least_byte,
		.at_end = stats->at_end,
		.last_everywhere = stats->n && stats->last == stats->n,
		.least_gap = UINT64_MAX,
	};
	memcpy(out->follows, stats->follows, sizeof(out->follows));
	memcpy(out->uuids, stats->uuids, sizeof(out->uuids));
	out->marks = pl_observe_marks(arena, stats, places);
	out->nmarks = stats->marks.len;
	out->distinct = pl_sketch_count(&stats->distinct, &out->distinct_estimated);
	out->ranges = (uint64_t)(pl_sketch_several(&stats->ranges, &out->ranges_estimated) + 0.5);
	switch (kind) {
	case PL_K_NUMBER:
		observe_numbers(arena, stats, out);
		observe_rounded(stats, out);
		observe_epoch(stats, out);
		break;
	case PL_K_HEXNUMBER:
	case PL_K_BASED:
		observe_numbers(arena, stats, out);
		out->mixed_case = (stats->upper && stats->lower) || (stats->small_x && stats->large_x);
		break;
	case PL_K_SIGNED:
	case PL_K_DECIMAL:
	case PL_K_YEAR:
	case PL_K_MONTH:
	case PL_K_DAY:
	case PL_K_HOUR:
		observe_numbers(arena, stats, out);
		break;
	case PL_K_TIMESTAMP:
		observe_times(arena, stats, out);
		break;
	case PL_K_VERSION:
		observe_versions(stats, out);
		break;
	case PL_K_DURATION:
		out->clocked = stats->clocked;
		out->fraction_values = stats->fraction;
		out->longest = stats->longest;
		break;
	default:
		break;
	}
}

static bool one_width(const struct pl_observed *o)
{
	for (size_t i = 0; i < o->nwidths; i++)
		if (o->widths[i].width != o->widths[0].width || o->widths[i].width > PL_MAX_DIGITS)
			return false;
	return o->nwidths != 0;
}

/* 09.50, 10.25: one number of digits on either side, and no value without a fraction. */
static bool one_scale(const struct pl_observed *o)
{
	return one_width(o) && !o->signed_values && !o->exponents && o->min_fraction == o->max_fraction &&
	       o->min_len == o->max_len && !(o->commas && o->points);
}

static bool one_form(const struct pl_observed *o)
{
	return o->nforms == 1 && o->forms[0].keys == o->keys && o->forms[0].invalid == 0 &&
	       pl_time_sorts(o->forms[0].form);
}

bool pl_observed_in_order(enum pl_kind kind, const struct pl_observed *o)
{
	if (pl_kind_ordered(kind) && o->distinct <= 1 && !o->distinct_estimated)
		return true;
	switch (kind) {
	case PL_K_NUMBER:
	case PL_K_YEAR:
	case PL_K_MONTH:
	case PL_K_DAY:
	case PL_K_HOUR:
		return one_width(o) && !o->epochs_mixed;
	case PL_K_HEXNUMBER:
	case PL_K_BASED:
		return one_width(o) && !o->mixed_case;
	case PL_K_DECIMAL:
		return one_scale(o);
	case PL_K_TIMESTAMP:
		return one_form(o);
	case PL_K_VERSION:
		return pl_version_uniform(&o->version);
	default:
		return false;
	}
}
