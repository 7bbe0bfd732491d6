/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replacing a file as a whole.  Where the system can, the new one has no name
 * until it is complete: whatever ends the program before, nothing is left
 * behind.  Elsewhere it has a name beside the target's from the start.
 */
#define _GNU_SOURCE /* O_TMPFILE, where there is such a thing */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "replace.h"

enum { NAME_EXTRA = 48 }; /* room for what tells a temporary's name apart */

/* --- opening -------------------------------------------------------------- */

/* the permissions of a file made by creat(path, 0666) */
static mode_t
default_mode(void)
{
	mode_t mask = umask(0);

	umask(mask);
	return 0666 & ~mask;
}

#ifdef O_TMPFILE
/* a file that is named by its descriptor only, in the target's folder */
static int
open_unnamed(const struct replacement *r)
{
	char *folder = strdup(r->target), *slash;
	int fd;

	if (folder == NULL)
		return -1;
	slash = strrchr(folder, '/');
	if (slash != NULL)
		slash[slash == folder] = '\0'; /* "/" stays */
	fd = open(slash != NULL ? folder : ".",
	    O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);
	free(folder);
	if (fd >= 0 && access("/proc/self/fd", X_OK) < 0) {
		close(fd); /* it could never get its name */
		fd = -1;
	}
	return fd;
}
#else
static int
open_unnamed(const struct replacement *r)
{
	(void)r;
	return -1;
}
#endif

static int
open_named(struct replacement *r)
{
	size_t size = strlen(r->target) + NAME_EXTRA;

	r->temporary = malloc(size);
	if (r->temporary == NULL)
		return -1;
	snprintf(r->temporary, size, "%s.XXXXXX", r->target);
	r->fd = mkstemp(r->temporary);
	if (r->fd >= 0)
		return 0;
	free(r->temporary);
	r->temporary = NULL;
	return -1;
}

int
replacement_open(struct replacement *r, const char *path)
{
	struct stat st;
	bool exists = stat(path, &st) == 0;

	r->target = exists ? realpath(path, NULL) : strdup(path);
	if (r->target == NULL)
		return -1;
	r->fd = open_unnamed(r);
	if (r->fd < 0 && open_named(r) < 0)
		return -1;
	return fchmod(r->fd, exists ? st.st_mode & 0777 : default_mode());
}

/* --- taking the place ----------------------------------------------------- */

/* a name for the file without one, since only a name can be renamed */
static int
give_name(struct replacement *r)
{
	char self[NAME_EXTRA];
	size_t size = strlen(r->target) + NAME_EXTRA;
	char *name = malloc(size);
	int status = -1;

	if (name == NULL)
		return -1;
	snprintf(self, sizeof(self), "/proc/self/fd/%d", r->fd);
	errno = EEXIST;
	for (unsigned int i = 0; status < 0 && errno == EEXIST; i++) {
		snprintf(name, size, "%s.%ld.%u", r->target, (long)getpid(), i);
		status =
		    linkat(AT_FDCWD, self, AT_FDCWD, name, AT_SYMLINK_FOLLOW);
	}
	if (status == 0)
		r->temporary = name;
	else
		free(name);
	return status;
}

int
replacement_commit(struct replacement *r)
{
	int fd = r->fd;

	/* the name must not outlive a crash of the system that the data did not
	 */
	if (fsync(fd) < 0 || (r->temporary == NULL && give_name(r) < 0))
		return -1;
	r->fd = -1;
	if (close(fd) < 0 || rename(r->temporary, r->target) < 0)
		return -1;
	free(r->temporary);
	r->temporary = NULL;
	return 0;
}

void
replacement_abandon(struct replacement *r)
{
	if (r->fd >= 0)
		close(r->fd);
	if (r->temporary != NULL)
		unlink(r->temporary);
	free(r->temporary);
	free(r->target);
}
