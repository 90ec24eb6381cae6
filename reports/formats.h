/* SPDX-License-Identifier: Apache-2.0 */
/* The writers behind pl_report_formats; everyone else asks the table. */
#ifndef PL_REPORTS_FORMATS_H
#define PL_REPORTS_FORMATS_H

#include "reports/reports.h"

void pl_report_text(const struct pl_result *result, const struct pl_report_options *options, struct pl_buf *out);
void pl_report_json(const struct pl_result *result, const struct pl_report_options *options, struct pl_buf *out);

#endif
