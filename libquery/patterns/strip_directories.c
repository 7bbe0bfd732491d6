/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A directory has several names if links lead to it.  A compiler takes that of the working directory from
 * PWD if it is right.
 */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "strip_directories.h"

static char *
resolve(const char *dir)
{
	char *path = realpath(dir, NULL);

	if (path == NULL)
		cli_die("%s: %s", dir, strerror(errno));
	return path;
}

/* Removes "." from an absolute path, and ".." together with the directory
 * before it.  Ignores links, as cd(1) does. */
static void
remove_dots(char *path)
{
	char *end = path; /* of the part that stays */
	const char *next = path;

	while (*next != '\0') {
		size_t len;

		next += strspn(next, "/");
		len = strcspn(next, "/");
		if (len == 2 && strncmp(next, "..", len) == 0) {
			while (end > path && *--end != '/')
				;
		} else if (len > 0 && !(len == 1 && *next == '.')) {
			*end++ = '/';
			memmove(end, next, len);
			end += len;
		}
		next += len;
	}
	if (end == path)
		*end++ = '/';
	*end = '\0';
}

/* True if both names lead to one directory. */
static bool
is_same(const char *a, const char *b)
{
	struct stat x, y;

	return stat(a, &x) == 0 && stat(b, &y) == 0 && x.st_dev == y.st_dev &&
	       x.st_ino == y.st_ino;
}

/* Returns the absolute name of a directory, in new memory, as compilers that
 * were started in the working directory write it.  Returns NULL if that is the
 * real name, because PWD does not name the working directory, or if it names
 * another directory, because PWD ends in a link. */
static char *
make_absolute(const char *dir)
{
	const char *pwd = getenv("PWD");
	char *path;

	if (*dir == '/')
		path = cli_copy(dir, strlen(dir));
	else if (pwd != NULL && *pwd == '/' && is_same(pwd, "."))
		path = cli_format("%s/%s", pwd, dir);
	else
		return NULL;
	remove_dots(path);
	if (is_same(path, dir))
		return path;
	free(path);
	return NULL;
}

/* Puts longer names first, because they may be below shorter ones, and NULL
 * last.
 */
static int
compare_lengths(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	size_t nx = *x != NULL ? strlen(*x) : 0;
	size_t ny = *y != NULL ? strlen(*y) : 0;

	return (nx < ny) - (nx > ny);
}

void
renames_strip_directories(
    struct renames *renames, const char *const *dirs, size_t n)
{
	char **names = cli_alloc(2 * n, sizeof(*names));

	for (size_t i = 0; i < n; i++) {
		names[i] = resolve(dirs[i]);
		names[n + i] = make_absolute(dirs[i]);
	}
	qsort(names, 2 * n, sizeof(*names), compare_lengths);
	for (size_t i = 0; i < 2 * n; i++) {
		if (names[i] != NULL)
			renames_strip(renames, names[i]);
		free(names[i]);
	}
	free(names);
}
