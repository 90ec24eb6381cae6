/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as timestamps, from each place a key could have one: what is read
 * ends inside the key, is the same when read alone, and what is written of it
 * is the same instant in the same spelling.
 */
#include "linter/key/duration.h"
#include "linter/key/mark.h"
#include "linter/key/same.h"
#include "linter/key/value.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const uint64_t SECOND = UINT64_C(1000000000000000000);

static void check_form(struct pl_time_form form)
{
	char text[40];

	PL_ASSERT(form.layout > PL_T_NONE && form.layout < PL_T_LAYOUTS && form.layout != PL_T_EPOCH);
	PL_ASSERT(form.unit <= PL_U_SECOND && form.fraction <= 18 && form.zone <= PL_Z_NAME);
	PL_ASSERT(form.fraction == 0 || form.unit == PL_U_SECOND);
	PL_ASSERT(form.zone != PL_Z_NONE || form.offset == 0);
	PL_ASSERT(pl_time_same_spelling(form, form));
	pl_time_form_text(form, text);
	PL_ASSERT(text[0] && strlen(text) < sizeof(text));
}

/* Written and read again. */
static void check_write(const struct pl_time *time, enum pl_day_order days)
{
	char text[64];
	struct pl_time again;

	if (!pl_time_write(time->form, time->at, text))
		return;
	PL_ASSERT(strlen(text) < sizeof(text));
	PL_ASSERT(pl_time_read(pl_str_c(text), days, &again) && again.valid);
	PL_ASSERT(pl_instant_order(again.at, time->at) == 0);
	PL_ASSERT(memcmp(&again.form, &time->form, sizeof(again.form)) == 0);
}

static void check_time(struct pl_str value, enum pl_day_order days, const struct pl_time *time)
{
	struct pl_time alone;
	char text[40];

	check_form(time->form);
	PL_ASSERT(pl_time_read(value, days, &alone));
	PL_ASSERT(alone.valid == time->valid && memcmp(&alone.form, &time->form, sizeof(alone.form)) == 0);
	pl_marks_of_time(value, time);
	if (!time->valid)
		return;
	PL_ASSERT(time->at.attos < SECOND && pl_instant_order(alone.at, time->at) == 0);
	pl_instant_text(time->at, text);
	check_write(time, days);
}

/* A duration is no time, and its length is one of a few hundred million years. */
static void check_duration(struct pl_str value)
{
	struct pl_duration duration;
	struct pl_time time;

	if (!pl_duration_read(value, &duration))
		return;
	PL_ASSERT(!pl_time_read(value, PL_MONTH_FIRST, &time));
	PL_ASSERT(duration.length.seconds >= 0 && duration.length.attos < SECOND);
	PL_ASSERT(!duration.exact || duration.length.seconds < INT64_C(1) << 53);
	PL_ASSERT(pl_value_read(PL_K_DURATION, PL_MONTH_FIRST, value).some == duration.exact);
}

/* What is written for a value is always the same, and something. */
static void check_same(struct pl_str value, enum pl_day_order days)
{
	struct pl_buf once = PL_BUF_INIT, twice = PL_BUF_INIT;

	pl_same_value(&once, PL_SAME_TIME, days, value);
	pl_same_value(&twice, PL_SAME_TIME, days, value);
	PL_ASSERT(once.len >= (value.len != 0) && pl_str_eq(pl_buf_str(&once), pl_buf_str(&twice)));
	pl_buf_release(&once);
	pl_buf_release(&twice);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct pl_str key = {(const char *)data, PL_MIN(size, (size_t)200)};
	struct pl_time time;

	for (unsigned days = PL_MONTH_FIRST; days <= PL_DAY_UNKNOWN; days++) {
		check_same(key, (enum pl_day_order)days);
		for (size_t from = 0; from < key.len; from++) {
			size_t end = pl_time_at(key, from, (enum pl_day_order)days, &time);

			check_duration(pl_str_sub(key, from, key.len));
			PL_ASSERT(end >= from && end <= key.len);
			if (end > from)
				check_time(pl_str_sub(key, from, end), (enum pl_day_order)days, &time);
		}
	}
	return 0;
}
