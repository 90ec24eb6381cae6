/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/testhook.h"

#include <signal.h>

static bool set_limit(struct pl_testhook *hook, const char *name, size_t len, unsigned long value)
{
	const struct {
		const char *name;
		unsigned *target;
	} limits[] = {
		{"first_words", &hook->limits.first_words}, {"lone_words", &hook->limits.lone_words},
		{"words", &hook->limits.words},             {"masks", &hook->limits.masks},
		{"signatures", &hook->limits.signatures},   {"literals", &hook->limits.literals},
		{"paths", &hook->limits.paths},             {"depth", &hook->limits.depth},
		{"sketch", &hook->limits.sketch},           {"items", &hook->limits.items},
	};

	for (size_t i = 0; i < PL_LEN(limits); i++)
		if (strlen(limits[i].name) == len && memcmp(limits[i].name, name, len) == 0) {
			*limits[i].target = (unsigned)value;
			return true;
		}
	if (len == 3 && memcmp(name, "run", 3) == 0) {
		hook->run_bytes = value;
		return true;
	}
	return false;
}

struct pl_testhook pl_testhook_read(void)
{
	struct pl_testhook hook = {.limits = pl_default_limits};
	const char *at = getenv("PADLINT_TEST_LIMITS");

	hook.pause = getenv("PADLINT_TEST_PAUSE") != NULL;
	hook.limits_set = at != NULL;
	while (at && *at) {
		size_t len = strcspn(at, "=");
		char *end;

		if (at[len] != '=' || !set_limit(&hook, at, len, strtoul(at + len + 1, &end, 10)))
			pl_die("PADLINT_TEST_LIMITS: cannot read \"%s\"", at);
		at = *end == ',' ? end + 1 : end;
	}
	return hook;
}

void pl_testhook_pause(const struct pl_testhook *hook)
{
	if (hook->pause)
		raise(SIGSTOP);
}
