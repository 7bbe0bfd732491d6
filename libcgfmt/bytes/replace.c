/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replacing a file as a whole.  Where the system can, the new one has no name
 * until it is complete.  It then has a temporary one for a moment, because only
 * a name can be renamed: a process that is killed in between leaves it behind.
 * Elsewhere it has a name beside the target's from the start.
 */
#define _GNU_SOURCE /* O_PATH, and O_TMPFILE where there is such a thing */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "bytes/replace.h"

enum {
	NAME_EXTRA = 48,    /* room for what tells a temporary's name apart */
	MOST_REPLACED = 100 /* times that others replace the target meanwhile */
};

/* --- names ---------------------------------------------------------------- */

/* the target's name in its directory */
static const char *
base_of(const struct replacement *r)
{
	const char *slash = strrchr(r->target, '/');

	return slash != NULL ? slash + 1 : r->target;
}

/* the length of that name in the name of a temporary, which must not be too
 * long */
static int
prefix_length(const struct replacement *r)
{
	size_t len = strlen(base_of(r));

	return (int)(len + NAME_EXTRA > NAME_MAX ? NAME_MAX - NAME_EXTRA : len);
}

static bool
are_same(const struct stat *a, const struct stat *b)
{
	return a->st_dev == b->st_dev && a->st_ino == b->st_ino;
}

/*
 * True if the target is the file whose status was read, or another one that has
 * replaced that at the path since, whose status is then read.  A link that has
 * taken its place is not followed.
 */
static bool
is_still_there(const struct replacement *r, const char *path, struct stat *old)
{
	struct stat now;

	for (int i = 0; i < MOST_REPLACED; i++) {
		if (fstatat(r->directory, base_of(r), &now,
			AT_SYMLINK_NOFOLLOW) < 0)
			return false;
		if (are_same(&now, old))
			return true;
		if (lstat(path, old) < 0)
			return false;
		if (!S_ISREG(old->st_mode))
			break;
	}
	errno = ESTALE;
	return false;
}

/*
 * Opens the target's directory, which all later steps are relative to.  So they
 * act in one directory, even if somebody exchanges it, or a part of the path,
 * for a link meanwhile.
 */
static int
open_directory(struct replacement *r, const char *path, struct stat *old)
{
	size_t len = (size_t)(base_of(r) - r->target);
	char *name = len > 0 ? strndup(r->target, len) : strdup(".");

	if (name == NULL)
		return -1;
	r->directory = open(name, O_PATH | O_DIRECTORY | O_CLOEXEC);
	free(name);
	if (r->directory < 0 || (old != NULL && !is_still_there(r, path, old)))
		return -1;
	return 0;
}

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
/* a file that is named by its descriptor only, in the target's directory */
static int
open_unnamed(const struct replacement *r)
{
	int fd =
	    openat(r->directory, ".", O_TMPFILE | O_WRONLY | O_CLOEXEC, 0600);

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

/* a file with a name that no other has */
static int
open_named(struct replacement *r)
{
	size_t size = NAME_MAX + 1;

	r->temporary = malloc(size);
	if (r->temporary == NULL)
		return -1;
	for (unsigned int i = 0; r->fd < 0; i++) {
		snprintf(r->temporary, size, "%.*s.%ld.%u", prefix_length(r),
		    base_of(r), (long)getpid(), i);
		r->fd = openat(r->directory, r->temporary,
		    O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		if (r->fd < 0 && errno != EEXIST)
			break;
	}
	if (r->fd >= 0)
		return 0;
	free(r->temporary);
	r->temporary = NULL;
	return -1;
}

/* Only root may give files away; others can keep a group that they are in. */
static void
keep_owner(int fd, const struct stat *old)
{
	if (fchown(fd, old->st_uid, old->st_gid) < 0 &&
	    fchown(fd, (uid_t)-1, old->st_gid) < 0)
		return; /* the file stays the writer's own */
}

int
replacement_open(struct replacement *r, const char *path, struct stat *old)
{
	r->directory = -1;
	if (old != NULL && access(path, W_OK) < 0)
		return -1;
	r->target = old != NULL ? realpath(path, NULL) : strdup(path);
	if (r->target == NULL || open_directory(r, path, old) < 0)
		return -1;
	r->fd = open_unnamed(r);
	if (r->fd < 0 && open_named(r) < 0)
		return -1;
	if (old == NULL)
		return fchmod(r->fd, default_mode());
	keep_owner(r->fd, old);
	return fchmod(r->fd, old->st_mode & 0777);
}

/* --- taking the place ----------------------------------------------------- */

/* Links a name to the file, which must not exist. */
static int
link_name(const struct replacement *r, const char *name)
{
	char self[NAME_EXTRA];

	if (r->temporary != NULL)
		return linkat(
		    r->directory, r->temporary, r->directory, name, 0);
	snprintf(self, sizeof(self), "/proc/self/fd/%d", r->fd);
	return linkat(AT_FDCWD, self, r->directory, name, AT_SYMLINK_FOLLOW);
}

/* a name for the file without one, since only a name can be renamed */
static int
give_name(struct replacement *r)
{
	size_t size = NAME_MAX + 1;
	char *name = malloc(size);
	int status = -1;

	if (name == NULL)
		return -1;
	errno = EEXIST;
	for (unsigned int i = 0; status < 0 && errno == EEXIST; i++) {
		snprintf(name, size, "%.*s.%ld.%u", prefix_length(r),
		    base_of(r), (long)getpid(), i);
		status = link_name(r, name);
	}
	if (status == 0)
		r->temporary = name;
	else
		free(name);
	return status;
}

/*
 * The new name must outlive a crash of the system, because the caller may now
 * remove what the file was made of.  A directory that may not be read cannot be
 * opened for this, and some file systems sync no directories.
 */
static int
sync_directory(const struct replacement *r)
{
	int fd = openat(r->directory, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	int status, error;

	if (fd < 0)
		return errno == EACCES || errno == EPERM ? 0 : -1;
	status = fsync(fd);
	error = errno;
	close(fd);
	errno = error;
	return status < 0 && errno != EINVAL && errno != ENOTSUP ? -1 : 0;
}

/* Closes the file, which then replaces the target. */
static int
close_and_rename(struct replacement *r)
{
	int fd = r->fd;

	if (r->temporary == NULL && give_name(r) < 0)
		return -1;
	r->fd = -1;
	if (close(fd) < 0 ||
	    renameat(r->directory, r->temporary, r->directory, base_of(r)) < 0)
		return -1;
	free(r->temporary);
	r->temporary = NULL;
	return 0;
}

int
replacement_commit(struct replacement *r)
{
	/* the name must not outlive a crash of the system that the data did not
	 */
	if (fsync(r->fd) < 0 ||
	    (r->is_first ? link_name(r, base_of(r)) : close_and_rename(r)) < 0)
		return -1;
	r->in_place = true;
	return sync_directory(r);
}

void
replacement_abandon(struct replacement *r)
{
	if (r->fd >= 0)
		close(r->fd);
	if (r->temporary != NULL)
		unlinkat(r->directory, r->temporary, 0);
	if (r->target != NULL && r->directory >= 0)
		close(r->directory);
	free(r->temporary);
	free(r->target);
}
