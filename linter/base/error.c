/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/base/error.h"

bool pl_fail(struct pl_error *error, enum pl_exit code, const char *format, ...)
{
	va_list args;

	if (error->set)
		return false;
	va_start(args, format);
	vsnprintf(error->text, sizeof(error->text), format, args);
	va_end(args);
	error->set = true;
	error->code = code;
	return false;
}
