/* SPDX-License-Identifier: Apache-2.0 */
/* The Gregorian calendar, as far as key/ needs it; not for other rooms. */
#ifndef PL_KEY_CALENDAR_H
#define PL_KEY_CALENDAR_H

#include "linter/base/base.h"

/*
 * Years in which digits that could also be something else (a code, a counter)
 * are taken for a date.
 */
enum { PL_LIKELY_YEAR_FIRST = 1900, PL_LIKELY_YEAR_LAST = 2199 };

static inline bool pl_likely_year(unsigned year)
{
	return year >= PL_LIKELY_YEAR_FIRST && year <= PL_LIKELY_YEAR_LAST;
}

static inline bool pl_leap_year(unsigned year)
{
	return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Days of month 1 … 12; 0 for any other month. */
static inline unsigned pl_days_in_month(unsigned year, unsigned month)
{
	static const uint8_t days[13] = {0, 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};

	if (month > 12)
		return 0;
	return days[month] + (month == 2 && pl_leap_year(year));
}

static inline bool pl_date_exists(unsigned year, unsigned month, unsigned day)
{
	return day >= 1 && day <= pl_days_in_month(year, month);
}

#endif
