/* SPDX-License-Identifier: Apache-2.0 */
/*
 * Any bytes as a configuration file: an error or a configuration, never a
 * crash, a hang or an error without a text. What was read is then asked.
 *
 * Besides YAML this reaches the labels and, through `code-labels: "…"`, PCRE2.
 */
#include "linter/base/yaml.h"
#include "linter/config.h"
#include "linter/ordered.h"

#include <unistd.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static char path[] = "/tmp/padlint-fuzz-config-XXXXXX";
	static int fd = -1;
	struct pl_arena arena = PL_ARENA_INIT;
	struct pl_config config;
	struct pl_error error = {.set = false};

	if (fd < 0) {
		fd = mkstemp(path);
		if (fd < 0)
			pl_die("%s: %s", path, strerror(errno));
	}
	if (ftruncate(fd, 0) != 0 || pwrite(fd, data, size, 0) != (ssize_t)size)
		pl_die("%s: %s", path, strerror(errno));
	pl_config_default(&arena, &config);
	if (pl_config_read(&arena, path, &config, &error)) {
		struct pl_str label = pl_str_of((const char *)data, PL_MIN(size, (size_t)200));

		PL_ASSERT(!error.set);
		pl_words_match(&config.code_labels, label);
		pl_words_match(&config.order_labels, label);
		pl_label_is_id(label);
		for (size_t i = 0; i < config.nignores; i++)
			PL_ASSERT(config.ignores[i].rule && config.ignores[i].reason.len);
	} else {
		PL_ASSERT(error.set && error.text[0] && error.code == PL_EXIT_USAGE);
	}
	pl_arena_release(&arena);
	return 0;
}
