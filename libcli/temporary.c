/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Temporary files have no name, if the system has such files, or lose it at
 * once.  So nothing remains of them, however the program ends.
 */
#define _GNU_SOURCE /* O_TMPFILE, where there is such a thing */
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>

#include "cli.h"

const char *
cli_temporary_folder(void)
{
	const char *folder = getenv("TMPDIR");

	return folder != NULL && *folder != '\0' ? folder : "/tmp";
}

/* Creates a file and removes its name. */
static int
open_unlinked(const char *folder)
{
	char *name = cli_format("%s/cg.XXXXXX", folder);
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
	const char *folder = cli_temporary_folder();
	int fd = -1;

#ifdef O_TMPFILE
	fd = open(folder, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);
#endif
	return fd >= 0 ? fd : open_unlinked(folder);
}
