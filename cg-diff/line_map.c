/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds both versions of each file, and has them compared once: the rows of
 * Callgrind's format, sorted by function, come back to a file again and again.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "libcli/cli.h"
#include "line_map.h"

/* --- the folders ---------------------------------------------------------- */

static char *
resolve(const char *dir)
{
	char *path = realpath(dir, NULL);

	if (path == NULL)
		cli_die("%s: %s", dir, strerror(errno));
	return path;
}

/* whether PWD names the working folder, as shells have it do */
static bool
is_working_folder(const char *pwd)
{
	struct stat named, real;

	return pwd != NULL && *pwd == '/' && stat(pwd, &named) == 0 &&
	       stat(".", &real) == 0 && named.st_dev == real.st_dev &&
	       named.st_ino == real.st_ino;
}

/* takes "." and ".." and what they stand for out of an absolute path, without
 * looking at links, as cd(1) does */
static void
take_dots_out(char *path)
{
	char *end = path; /* of what stays */
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

/* the folder's name as compilers that are started here write it, in new memory;
 * NULL: as its real one */
static char *
make_absolute(const char *dir)
{
	const char *pwd = getenv("PWD");
	char *path;

	if (*dir == '/')
		path = cli_copy(dir, strlen(dir));
	else if (is_working_folder(pwd))
		path = cli_format("%s/%s", pwd, dir);
	else
		return NULL;
	take_dots_out(path);
	return path;
}

/* the longer first, since it may be below the shorter; none is the last */
static int
compare_lengths(const void *a, const void *b)
{
	const char *const *x = a, *const *y = b;
	size_t nx = *x != NULL ? strlen(*x) : 0;
	size_t ny = *y != NULL ? strlen(*y) : 0;

	return (nx < ny) - (nx > ny);
}

void
line_map_strip_folders(const struct line_map *map, struct renames *renames)
{
	char *names[] = {
	    resolve(map->old_dir),
	    resolve(map->new_dir),
	    make_absolute(map->old_dir),
	    make_absolute(map->new_dir),
	};
	enum { N = sizeof(names) / sizeof(*names) };

	qsort(names, N, sizeof(*names), compare_lengths);
	for (size_t i = 0; i < N; i++) {
		if (names[i] != NULL)
			renames_strip(renames, names[i]);
		free(names[i]);
	}
}

/* --- files ---------------------------------------------------------------- */

/* a file of the old profile, and how its versions differ */
struct versions {
	char *file;
	struct hunks hunks;
};

/* DIR/FILE in new memory; NULL where there is no such regular file */
static char *
find_file(const char *dir, const char *file)
{
	char *path = cli_format("%s/%s", dir, file);
	struct stat st;
	bool exists = stat(path, &st) == 0;

	if (exists && S_ISREG(st.st_mode))
		return path;
	/* a name in a profile may be anything, also too long for a file */
	if (!exists && errno != ENOENT && errno != ENOTDIR &&
	    errno != ENAMETOOLONG)
		cli_die("%s: %s", path, strerror(errno));
	free(path);
	return NULL;
}

static struct hunks
compare(struct line_map *map, const char *file)
{
	char *old = find_file(map->old_dir, file);
	char *new = find_file(map->new_dir, file);
	struct hunks hunks = {.n = 0};

	if (old != NULL && new != NULL) {
		map->found_any = true;
		hunks_read(&hunks, old, new);
	}
	free(old);
	free(new);
	return hunks;
}

/* the index of the file in the list, or where it belongs */
static size_t
search(const struct line_map *map, const char *file, bool *found)
{
	size_t low = 0, high = map->n;

	*found = false;
	while (low < high && !*found) {
		size_t middle = low + (high - low) / 2;
		int order = strcmp(map->list[middle].file, file);

		*found = order == 0;
		if (order < 0)
			low = middle + 1;
		else
			high = middle;
	}
	return *found ? high : low;
}

static const struct hunks *
find_hunks(struct line_map *map, const char *file)
{
	struct versions *list = map->list;
	bool found =
	    map->last < map->n && strcmp(list[map->last].file, file) == 0;

	if (!found)
		map->last = search(map, file, &found);
	if (!found) {
		size_t i = map->last;

		list = cli_resize(list, map->n + 1, sizeof(*list));
		memmove(&list[i + 1], &list[i], (map->n - i) * sizeof(*list));
		list[i].file = cli_copy(file, strlen(file));
		list[i].hunks = compare(map, file);
		map->list = list;
		map->n++;
	}
	return &list[map->last].hunks;
}

int64_t
line_map_new_line(struct line_map *map, const char *file, int64_t line)
{
	return line > 0 ? hunks_line(find_hunks(map, file), line) : line;
}

void
line_map_warn(const struct line_map *map)
{
	if (map->n > 0 && !map->found_any)
		cli_warn("no file of %s that is also in %s is in the old "
			 "profile: lines are compared by their numbers",
		    map->old_dir, map->new_dir);
}

void
line_map_release(struct line_map *map)
{
	for (size_t i = 0; i < map->n; i++) {
		free(map->list[i].file);
		hunks_release(&map->list[i].hunks);
	}
	free(map->list);
}
