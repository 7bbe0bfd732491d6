/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Opens the source files that profiles name.  Judges the file that was opened,
 * because a name can lead to another file a moment later.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/vfs.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "source_file.h"

/* O_NONBLOCK: a pipe that takes the place of a file does not block */
enum { FLAGS = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC };

/* --- what cannot be a source ---------------------------------------------- */

/* True if the kernel makes up the files of a file system when they are read:
 * their sizes are wrong, they may never end, or they may be secrets. */
static bool
is_made_up(int fd)
{
	static const unsigned long types[] = {
	    0x9fa0,     /* proc */
	    0x62656572, /* sysfs */
	    0x64626720, /* debugfs */
	    0x74726163, /* tracefs */
	    0x73636673, /* securityfs */
	    0x0027e0eb, /* cgroup */
	    0x63677270, /* cgroup2 */
	    0x62656570, /* configfs */
	    0xcafe4a11, /* bpf */
	    0x6165676c, /* pstore */
	    0xde5e81e4, /* efivarfs */
	    0xf97cff8c, /* selinuxfs */
	    0x43415d53, /* smackfs */
	    0x5a3c69f0, /* apparmorfs */
	    0x42494e4d, /* binfmt_misc */
	    0x65735543, /* fusectl */
	    0x6e667364, /* nfsd */
	    0x67596969, /* rpc_pipefs */
	    0x19800202, /* mqueue */
	    0x07655821, /* resctrl */
	    0xabba1974, /* xenfs */
	    0x6e736673, /* nsfs */
	    0x9fa1,     /* openpromfs */
	    0x9fa2,     /* usbfs */
	};
	struct statfs fs;

	if (fstatfs(fd, &fs) < 0)
		return false;
	for (size_t i = 0; i < sizeof(types) / sizeof(types[0]); i++)
		if (((unsigned long)fs.f_type & 0xffffffff) == types[i])
			return true;
	return false;
}

/* True for a file of a file system of devices: its type is tmpfs's.  Where
 * /dev is no file system of its own, it is as any directory. */
static bool
is_in_dev(const struct stat *st)
{
	struct stat dev, root;

	return stat("/dev", &dev) == 0 && stat("/", &root) == 0 &&
	       dev.st_dev != root.st_dev && st->st_dev == dev.st_dev;
}

/* Returns why an open file cannot be a source, or NULL if it can. */
static const char *
objection(int fd, const struct stat *st)
{
	if (S_ISDIR(st->st_mode))
		return strerror(EISDIR);
	if (!S_ISREG(st->st_mode))
		return "not a regular file";
	if (fd >= 0 && (is_made_up(fd) || is_in_dev(st)))
		return "in a file system of the kernel";
	if (st->st_size > SOURCE_FILE_MOST)
		return "larger than 64 MiB";
	return NULL;
}

/* --- files in directories ------------------------------------------------- */

void
source_roots_add(
    struct source_roots *roots, const char *option, const char *dir)
{
	struct source_root root = {.path = realpath(dir, NULL)};
	size_t len;

	if (root.path == NULL)
		cli_die("%s: %s: %s", option, dir, strerror(errno));
	root.fd = open(root.path, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
	if (root.fd < 0) {
		int error = errno;

		free(root.path);
		cli_die("%s: %s: %s", option, dir, strerror(error));
	}
	len = strlen(root.path);
	if (root.path[len - 1] != '/') {
		root.path = cli_resize(root.path, len + 2, 1);
		memcpy(root.path + len, "/", 2);
	}
	roots->list = cli_grow(roots->list, roots->n, sizeof(*roots->list));
	roots->list[roots->n++] = root;
}

void
source_roots_release(struct source_roots *roots)
{
	for (size_t i = 0; i < roots->n; i++) {
		free(roots->list[i].path);
		close(roots->list[i].fd);
	}
	free(roots->list);
}

/*
 * Opens a file below a directory by a path without links: if one has taken the
 * place of a component since, that is an error.  (openat2 does the same at once,
 * but older kernels lack it, and containers forbid it.)
 */
static int
open_below(int dir, char *path)
{
	int at = dir, fd;
	char *end;

	while ((end = strchr(path, '/')) != NULL) {
		*end = '\0';
		fd = openat(at, path, FLAGS | O_DIRECTORY | O_NOFOLLOW);
		if (at != dir)
			close(at);
		if (fd < 0)
			return -1;
		at = fd;
		path = end + 1;
	}
	fd = openat(at, path, FLAGS | O_NOFOLLOW);
	if (at != dir)
		close(at);
	return fd;
}

/* Opens a file whose real path is in one of the directories.  If it is in none,
 * returns -1 with errno 0. */
static int
open_in_roots(const char *path, const struct source_roots *roots)
{
	char *real = realpath(path, NULL);
	int fd = -1, error = real != NULL ? 0 : errno;

	for (size_t i = 0; real != NULL && i < roots->n; i++) {
		const struct source_root *root = &roots->list[i];
		size_t len = strlen(root->path);

		if (strncmp(real, root->path, len) != 0)
			continue;
		fd = open_below(root->fd, real + len);
		error = fd < 0 ? errno : 0;
		break;
	}
	free(real);
	errno = error;
	return fd;
}

static bool
fail(struct source_file *f, int error)
{
	f->error = error;
	if (error != ENOENT && error != ENOTDIR && error != ENAMETOOLONG)
		f->reason = strerror(error);
	if (f->fd >= 0)
		close(f->fd);
	f->fd = -1;
	return false;
}

/* Fails if there is a reason why the file cannot be a source. */
static bool
accept_file(struct source_file *f, const char *reason)
{
	f->reason = reason;
	if (reason != NULL && f->fd >= 0) {
		close(f->fd);
		f->fd = -1;
	}
	return reason == NULL;
}

bool
source_file_open(
    struct source_file *f, const char *path, const struct source_roots *roots)
{
	*f = (struct source_file){.fd = -1};
	/* do not open devices: that alone can have consequences */
	if (stat(path, &f->st) < 0)
		return fail(f, errno);
	if (!accept_file(f, objection(-1, &f->st)))
		return false;
	f->fd = roots->n > 0 ? open_in_roots(path, roots) : open(path, FLAGS);
	if (f->fd < 0 && errno == 0)
		return accept_file(f, roots->outside != NULL
					  ? roots->outside
					  : "not in a directory of --sources");
	if (f->fd < 0 || fstat(f->fd, &f->st) < 0)
		return fail(f, errno);
	return accept_file(f, objection(f->fd, &f->st));
}
