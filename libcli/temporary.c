/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Temporary files have no name, if the system has such files, or lose it at
 * once.  So nothing remains of them, however the program ends.
 */
#define _GNU_SOURCE /* O_TMPFILE, where there is such a thing */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli.h"

const char *
cli_temporary_directory(void)
{
	const char *directory = getenv("TMPDIR");

	return directory != NULL && *directory != '\0' ? directory : "/tmp";
}

/* Creates a file and removes its name. */
static int
open_unlinked(const char *directory)
{
	char *name = cli_format("%s/cg.XXXXXX", directory);
	int fd = mkstemp(name);

	if (fd >= 0 &&
	    (unlink(name) < 0 || fcntl(fd, F_SETFD, FD_CLOEXEC) < 0)) {
		close(fd);
		fd = -1;
	}
	free(name);
	return fd;
}

int
cli_temporary(void)
{
	const char *directory = cli_temporary_directory();
	int fd = -1;

#ifdef O_TMPFILE
	fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#endif
	return fd >= 0 ? fd : open_unlinked(directory);
}

int
cli_temporary_twice(int *copy)
{
	int fd = cli_temporary();

	*copy = fd < 0 ? -1 : dup(fd);
	if (*copy < 0)
		cli_die("%s: cannot make a temporary file: %s",
		    cli_temporary_directory(), strerror(errno));
	return fd;
}

void
cli_temporary_rewind(int fd)
{
	if (lseek(fd, 0, SEEK_SET) < 0)
		cli_die("%s: %s", cli_temporary_directory(), strerror(errno));
}

int
cli_temporary_of(const char *text, size_t len)
{
	int fd = cli_temporary();
	size_t done = 0;

	while (fd >= 0 && done < len) {
		ssize_t n = write(fd, text + done, len - done);

		if (n < 0 && errno != EINTR)
			break;
		done += n > 0 ? (size_t)n : 0;
	}
	if (fd < 0 || done < len)
		cli_die("%s: cannot write a temporary file: %s",
		    cli_temporary_directory(), strerror(errno));
	cli_temporary_rewind(fd);
	return fd;
}
