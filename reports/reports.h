/* SPDX-License-Identifier: Apache-2.0 */
/* Reports: one file a format, each a pure function from a result to bytes. */
#ifndef PL_REPORTS_H
#define PL_REPORTS_H

#include "linter/base/buf.h"
#include "linter/finding.h"

struct pl_report_options {
	bool color;      /* text: ANSI colours */
	unsigned width;  /* text: columns, at least 40 */
	bool verbose;    /* text: infos too, every proven field */
	bool quiet;      /* text: findings only */
	bool mask;       /* print shapes instead of key values */
};

struct pl_report_format {
	const char *name; /* "text", "json" */
	void (*write)(const struct pl_result *result, const struct pl_report_options *options, struct pl_buf *out);
};

extern const struct pl_report_format pl_report_formats[];
extern const size_t pl_report_format_count;

#endif
