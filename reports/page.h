/* SPDX-License-Identifier: Apache-2.0 */
/* The page that the text report is set on: where it goes, how wide, and in which colours. */
#ifndef PL_REPORTS_PAGE_H
#define PL_REPORTS_PAGE_H

#include "reports/escape.h"
#include "reports/reports.h"

enum pl_style { PL_PLAIN, PL_BOLD, PL_FAINT, PL_RED, PL_YELLOW, PL_CYAN, PL_MARK, PL_STYLES };

struct pl_page {
	const struct pl_result *result;
	const struct pl_report_options *options;
	struct pl_buf *out;
	size_t width;
};

/* Switches the style; PL_PLAIN ends any. Nothing without colours. */
void pl_page_style(const struct pl_page *page, enum pl_style style);

/*
 * The proof of a finding: its two keys in the order DynamoDB returns them, the
 * byte that decides, and what the values say.
 */
void pl_page_witness(const struct pl_page *page, const struct pl_finding *finding);

/* Where the schema says what a finding is about, with that line when its text is known. Nothing without a path. */
void pl_page_source(const struct pl_page *page, struct pl_pos at);

#endif
