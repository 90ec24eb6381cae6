/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/finding.h"

const char *pl_level_name(enum pl_level level)
{
	static const char *const names[] = {
		[PL_OFF] = "off", [PL_INFO] = "info", [PL_WARNING] = "warning", [PL_ERROR] = "error"};

	return names[level];
}

/* Incomplete input wins: what was not read may hold anything. */
enum pl_exit pl_result_exit(const struct pl_result *result)
{
	if (!result->complete)
		return PL_EXIT_INCOMPLETE;
	if (result->fail_on != PL_OFF)
		for (size_t i = 0; i < result->nfindings; i++)
			if (result->findings[i].level >= result->fail_on)
				return PL_EXIT_FINDINGS;
	return PL_EXIT_OK;
}
