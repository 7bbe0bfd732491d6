/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lock is a file of its own beside the store: the store itself is replaced
 * with each append, so a lock on it would guard a file that is no longer there.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli.h"
#include "store.h"

/* a device may never end, and nothing can take its place */
static void
demand_file(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0 && !S_ISREG(st.st_mode))
		cli_die("%s: expected a regular file to append to, found %s",
		    path,
		    S_ISDIR(st.st_mode) ? "a folder" : "a device or pipe");
}

void
store_lock(const char *path)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	char *target = realpath(path, NULL); /* one lock, whatever links */
	char *lock = cli_format("%s.lock", target != NULL ? target : path);
	int fd, status;

	demand_file(path);
	fd = open(lock, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
	if (fd < 0)
		cli_die("%s: %s", lock, strerror(errno));
	do
		status = fcntl(fd, F_SETLKW, &whole);
	while (status < 0 && errno == EINTR);
	if (status < 0)
		cli_die("%s: cannot lock: %s", lock, strerror(errno));
	free(target);
	free(lock); /* the descriptor stays open: it is the lock */
}

bool
store_exists(const char *path)
{
	struct stat st;

	if (stat(path, &st) == 0)
		return true;
	if (errno != ENOENT)
		cli_die("%s: %s", path, strerror(errno));
	return false;
}
