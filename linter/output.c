/* SPDX-License-Identifier: Apache-2.0 */
/* Writing what commands make: all of it, or a complaint and exit code 4. */
#define _XOPEN_SOURCE 700 /* realpath */
#include "linter/commands.h"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

void pl_complain(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("padlint: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
}

enum pl_exit pl_misused(const char *format, ...)
{
	va_list args;

	va_start(args, format);
	fputs("padlint: ", stderr);
	vfprintf(stderr, format, args);
	fputc('\n', stderr);
	va_end(args);
	return PL_EXIT_USAGE;
}

/* main() ignores SIGPIPE: a reader that went away is an EPIPE here. */
static bool write_all(int fd, struct pl_str text)
{
	while (text.len > 0) {
		ssize_t n = write(fd, text.ptr, text.len);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return false;
		text = pl_str_sub(text, (size_t)n, text.len);
	}
	return true;
}

enum pl_exit pl_print(struct pl_str text)
{
	if (write_all(STDOUT_FILENO, text))
		return PL_EXIT_OK;
	pl_complain("cannot write to standard output: %s", strerror(errno));
	return PL_EXIT_FAULT;
}

static enum pl_exit cannot_write(const char *path)
{
	pl_complain("cannot write %s: %s", path, strerror(errno));
	return PL_EXIT_FAULT;
}

static enum pl_exit write_in_place(const char *path, struct pl_str text)
{
	int fd = open(path, O_WRONLY | O_CLOEXEC);

	if (fd < 0)
		return cannot_write(path);
	if (!write_all(fd, text)) {
		enum pl_exit code = cannot_write(path);

		close(fd);
		return code;
	}
	return close(fd) == 0 ? PL_EXIT_OK : cannot_write(path);
}

/* The mode a new file gets; umask() can only be read by setting it. */
static mode_t new_file_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

static enum pl_exit write_and_rename(const char *path, mode_t mode, struct pl_str text)
{
	struct pl_buf name = PL_BUF_INIT;
	enum pl_exit code = PL_EXIT_OK;
	int fd;

	pl_buf_printf(&name, "%s.XXXXXX", path);
	fd = mkstemp(name.ptr);
	if (fd < 0) {
		code = cannot_write(path);
		goto out_release;
	}
	/* The mode is a courtesy to the next reader; file systems without modes refuse it. */
	if (fchmod(fd, mode) != 0)
		errno = 0;
	if (!write_all(fd, text)) {
		code = cannot_write(path);
		close(fd);
		goto out_unlink;
	}
	/* Some file systems report a full disk only now. */
	if (close(fd) != 0 || rename(name.ptr, path) != 0) {
		code = cannot_write(path);
		goto out_unlink;
	}
	goto out_release;
out_unlink:
	unlink(name.ptr);
out_release:
	pl_buf_release(&name);
	return code;
}

enum pl_exit pl_write_file(const char *path, struct pl_str text)
{
	struct stat there;
	enum pl_exit code;
	char *real;

	if (stat(path, &there) != 0)
		return write_and_rename(path, new_file_mode(), text);
	if (!S_ISREG(there.st_mode))
		return write_in_place(path, text);
	/* Through a link the file it leads to is replaced, not the link. */
	real = realpath(path, NULL);
	code = write_and_rename(real ? real : path, there.st_mode & 0777, text);
	free(real);
	return code;
}
