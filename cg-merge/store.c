/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The lock is a file of its own beside the store: the store may not exist yet,
 * and is replaced with each append.  It is locked as well, because lock files
 * get removed.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "store.h"

/*
 * True if the store exists.  Accepts only a regular file: a device may never
 * end, and cannot be replaced.
 */
static bool
find_store(const char *path, struct stat *st)
{
	if (stat(path, st) == 0) {
		if (!S_ISREG(st->st_mode))
			cli_die("%s: expected a regular file to append to, "
				"found %s",
			    path,
			    S_ISDIR(st->st_mode) ? "a directory"
						 : "a device or pipe");
		return true;
	}
	if (errno != ENOENT)
		cli_die("%s: %s", path, strerror(errno));
	if (lstat(path, st) == 0)
		cli_die("%s: expected a file to append to, found a link to a "
			"file that does not exist",
		    path);
	return false;
}

/* Returns the name of the lock, the same for all links to the store. */
static char *
name_lock(const char *path, bool exists)
{
	char *target = exists ? realpath(path, NULL) : NULL;
	char *lock;

	if (exists && target == NULL)
		cli_die("%s: %s", path, strerror(errno));
	lock = cli_format("%s.lock", exists ? target : path);
	free(target);
	return lock;
}

/*
 * Every user who may write the store must be able to lock it, no matter whose
 * process created the lock.  If the mode and owner cannot be changed, the lock
 * remains that user's own.
 */
static void
share(int fd, const struct stat *store)
{
	if (fchown(fd, store->st_uid, store->st_gid) < 0 ||
	    fchmod(fd, (store->st_mode & 0666) | 0600) < 0)
		return;
}

/*
 * Opens or creates the lock, never through a link: in a directory that others
 * can write to, one could lead anywhere.
 */
static int
open_lock(const char *lock, const struct stat *store)
{
	int fd;

	do {
		fd = open(lock, O_RDWR | O_NOFOLLOW | O_CLOEXEC);
		if (fd >= 0 || errno != ENOENT)
			break;
		fd = open(lock, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
		if (fd >= 0 && store != NULL)
			share(fd, store);
	} while (fd < 0 && errno == EEXIST);
	if (fd < 0 && errno == ELOOP)
		cli_die("%s: expected a lock file, found a link", lock);
	if (fd < 0)
		cli_die("%s: %s", lock, strerror(errno));
	return fd;
}

static void
wait_for_lock(int fd, const char *lock)
{
	struct flock whole = {.l_type = F_WRLCK, .l_whence = SEEK_SET};
	int status;

	do
		status = fcntl(fd, F_SETLKW, &whole);
	while (status < 0 && errno == EINTR);
	if (status < 0)
		cli_die("%s: cannot lock: %s", lock, strerror(errno));
}

/* True if the locked file still has its name.  If it was removed meanwhile,
 * other processes lock another file. */
static bool
is_in_place(int fd, const char *name)
{
	struct stat locked, named;

	if (fstat(fd, &locked) < 0)
		cli_die("%s: %s", name, strerror(errno));
	if (stat(name, &named) == 0)
		return named.st_dev == locked.st_dev &&
		       named.st_ino == locked.st_ino;
	if (errno != ENOENT)
		cli_die("%s: %s", name, strerror(errno));
	return false;
}

/* Opens and locks the file, again and again until it has its name while it is
 * locked. */
static int
lock_file(int (*open_file)(const char *name, const struct stat *store),
    const char *name, const struct stat *store)
{
	int fd = open_file(name, store);

	while (fd >= 0) {
		wait_for_lock(fd, name);
		if (is_in_place(fd, name))
			break;
		close(fd);
		fd = open_file(name, store);
	}
	return fd;
}

/* Returns -1 if the store does not exist. */
static int
open_store(const char *path, const struct stat *store)
{
	int fd = open(path, O_RDWR | O_CLOEXEC);

	(void)store;
	if (fd < 0 && errno != ENOENT)
		cli_die("%s: %s", path, strerror(errno));
	return fd;
}

/* The descriptors stay open: they are the locks. */
bool
store_lock(const char *path)
{
	struct stat st;
	bool exists = find_store(path, &st);
	char *lock = name_lock(path, exists);

	lock_file(open_lock, lock, exists ? &st : NULL);
	free(lock);
	/* if the lock file is removed, a process that creates another one still
	 * has to wait for the store */
	return find_store(path, &st) && lock_file(open_store, path, &st) >= 0;
}

void
store_demand_none(const char *path)
{
	struct stat st;

	if (find_store(path, &st))
		cli_die("%s: another process created it in spite of the lock; "
			"nothing was appended",
		    path);
}
