/* SPDX-License-Identifier: Apache-2.0 */
#include "linter/commands.h"

#include <fcntl.h>
#include <signal.h>
#include <unistd.h>

/*
 * A file opened later must never become standard output or error by accident.
 * Where one of the three is closed, something takes its number with which the
 * wrong direction only works, so that using it is still an error.
 */
static void occupy_standard_files(void)
{
	static const int modes[] = {O_WRONLY, O_RDONLY, O_RDONLY};

	for (int fd = STDIN_FILENO; fd <= STDERR_FILENO; fd++)
		if (fcntl(fd, F_GETFD) < 0 && open("/dev/null", modes[fd]) < 0)
			_exit(PL_EXIT_FAULT);
}

int main(int argc, char **argv)
{
	occupy_standard_files();
	/* A closed pipe is an error of write(), not the end of the process. */
	signal(SIGPIPE, SIG_IGN);
	/* So is a file that grows past its limit, the sorter's too. */
	signal(SIGXFSZ, SIG_IGN);
	return (int)pl_commands_main(argc, argv);
}
