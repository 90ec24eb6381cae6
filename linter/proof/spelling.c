/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/proof/spelling.h"

#include "linter/key/number.h"

static bool only_digits(struct pl_str s)
{
	for (size_t i = 0; i < s.len; i++)
		if (!pl_is_digit((unsigned char)s.ptr[i]))
			return false;
	return s.len > 0;
}

/*
 * As pl_value_read() reads digits in a timestamp column: a calendar day, else an epoch by its
 * length.
 */
static struct pl_time_form form_of_digits(struct pl_str digits)
{
	static const uint8_t flags[] = {
		[PL_EPOCH_S] = 0,
		[PL_EPOCH_MS] = PL_TF_MILLIS,
		[PL_EPOCH_US] = PL_TF_MICROS,
		[PL_EPOCH_NS] = PL_TF_NANOS,
	};
	struct pl_time_form form = {0};
	enum pl_epoch unit;

	if (pl_digits_are_date(digits)) {
		form.layout = PL_T_ISO_BASIC;
		form.unit = digits.len == 8 ? PL_U_DAY : PL_U_SECOND;
		return form;
	}
	unit = pl_epoch_by_length(&digits);
	if (unit == PL_EPOCH_NONE)
		return form;
	form.layout = PL_T_EPOCH;
	form.unit = PL_U_SECOND;
	form.flags = flags[unit];
	return form;
}

struct pl_time_form pl_form_of(struct pl_str value, enum pl_day_order days)
{
	struct pl_time time;

	if (only_digits(value))
		return form_of_digits(value);
	if (!pl_time_read(value, days, &time))
		return (struct pl_time_form){0};
	return time.form;
}

static bool same_form(const struct pl_time_form *a, const struct pl_time_form *b)
{
	return memcmp(a, b, sizeof(*a)) == 0;
}

void pl_spellings_add(struct pl_spellings *spellings, struct pl_time_form form, bool doubtful)
{
	for (size_t i = 0; i < spellings->all.len; i++) {
		struct pl_spelling *s = &spellings->all.ptr[i];

		if (same_form(&s->form, &form)) {
			s->keys++;
			s->doubtful += doubtful;
			return;
		}
	}
	if (spellings->all.len < PL_MAX_SPELLINGS)
		PL_PUSH(&spellings->all, (struct pl_spelling){form, 1, doubtful});
}

/* Layouts one writer mixes: without padding, `10` looks padded and `9` does not. */
static uint8_t writer_of(uint8_t layout)
{
	switch (layout) {
	case PL_T_ISO_UNPADDED:
		return PL_T_ISO;
	case PL_T_YEAR_SLASH_UNPADDED:
		return PL_T_YEAR_SLASH;
	case PL_T_CLOCK_UNPADDED:
		return PL_T_CLOCK;
	default:
		return layout;
	}
}

/* Calendar units of ISO 8601 are one design: 2026, 2026-Q1, 2026-W05, 2026-01-31, 2026-01-31T08. */
static uint8_t design_of(uint8_t layout)
{
	switch (layout) {
	case PL_T_ISO_WEEK:
	case PL_T_QUARTER:
	case PL_T_ISO_UNPADDED:
		return PL_T_ISO;
	default:
		return writer_of(layout);
	}
}

static bool are_rollup(struct pl_time_form a, struct pl_time_form b)
{
	return a.unit != b.unit && (a.unit < PL_U_MINUTE || b.unit < PL_U_MINUTE) &&
	       design_of(a.layout) == design_of(b.layout);
}

/* An offset of its own is no style: a writer at UTC writes Z where another must write +09:00. */
static bool same_zone_style(struct pl_time_form a, struct pl_time_form b)
{
	if (a.zone == b.zone)
		return true;
	if (a.zone == PL_Z_NONE || b.zone == PL_Z_NONE || a.offset == b.offset)
		return false;
	return a.zone == PL_Z_UPPER || b.zone == PL_Z_UPPER;
}

static bool same_format(struct pl_time_form a, struct pl_time_form b)
{
	uint8_t flags = PL_TF_TWELVE | PL_TF_SHORT_YEAR;

	/* A comma shows only where there is a fraction. */
	if (a.fraction && b.fraction)
		flags |= PL_TF_COMMA;
	return writer_of(a.layout) == writer_of(b.layout) && a.between == b.between &&
	       same_zone_style(a, b) && (a.flags & flags) == (b.flags & flags);
}

static bool other_offset(struct pl_time_form a, struct pl_time_form b)
{
	return a.zone != PL_Z_NONE && b.zone != PL_Z_NONE && a.offset != b.offset;
}

static bool other_epoch(struct pl_time_form a, struct pl_time_form b)
{
	return a.layout == PL_T_EPOCH && b.layout == PL_T_EPOCH && a.flags != b.flags;
}

struct pl_mix pl_spellings_mix(const struct pl_spellings *spellings)
{
	struct pl_mix mix = {.precision = false};

	for (size_t i = 0; i < spellings->all.len; i++) {
		for (size_t j = 0; j < i; j++) {
			struct pl_time_form a = spellings->all.ptr[i].form,
					    b = spellings->all.ptr[j].form;

			/*
			 * Forms in the list differ, so forms of one spelling differ in precision.
			 */
			mix.precision |= pl_time_same_spelling(a, b);
			mix.format |= !are_rollup(a, b) && !same_format(a, b);
			mix.offset |= other_offset(a, b);
			mix.unit |= other_epoch(a, b);
		}
	}
	return mix;
}
