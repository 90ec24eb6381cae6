/* SPDX-License-Identifier: Apache-2.0 */
#include "reports/formats.h"

const struct pl_report_format pl_report_formats[] = {
	{"text", pl_report_text},
	{"json", pl_report_json},
};
const size_t pl_report_format_count = PL_LEN(pl_report_formats);
