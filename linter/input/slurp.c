/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/input/slurp.h"

#include <fcntl.h>
#include <unistd.h>

enum { PIECE = 64 << 10 };

static bool read_all(int fd, size_t limit, struct pl_buf *text)
{
	for (;;) {
		ssize_t n = read(fd, pl_buf_reserve(text, PIECE), PIECE);

		if (n < 0 && errno == EINTR)
			continue;
		if (n <= 0)
			return n == 0;
		text->len += (size_t)n;
		if (text->len > limit) {
			errno = EFBIG;
			return false;
		}
	}
}

bool pl_slurp(const char *path, size_t limit, struct pl_buf *text)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC), saved;
	bool good;

	if (fd < 0)
		return false;
	good = read_all(fd, limit, text);
	saved = errno;
	close(fd);
	errno = saved;
	return good;
}
