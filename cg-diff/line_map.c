/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds both versions of each file and compares them once.  The result is kept,
 * because rows of Callgrind's format, sorted by function, return to a file many
 * times.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "line_map.h"

/* --- the directories ------------------------------------------------------ */

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

/* Returns the absolute name of a directory, in new memory, as compilers that
 * were started in the working directory write it.  Returns NULL if that is the
 * real name, because PWD does not name the working directory. */
static char *
make_absolute(const char *dir)
{
	const char *pwd = getenv("PWD");
	struct stat named, real;
	char *path;

	if (*dir == '/')
		path = cli_copy(dir, strlen(dir));
	else if (pwd != NULL && *pwd == '/' && stat(pwd, &named) == 0 &&
		 stat(".", &real) == 0 && named.st_dev == real.st_dev &&
		 named.st_ino == real.st_ino)
		path = cli_format("%s/%s", pwd, dir);
	else
		return NULL;
	remove_dots(path);
	return path;
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
line_map_strip_directories(struct line_map *map, struct renames *renames)
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
	map->old_root.outside = "not in the directory of --old-source";
	map->new_root.outside = "not in the directory of --new-source";
	source_roots_add(&map->old_root, "--old-source", map->old_dir);
	source_roots_add(&map->new_root, "--new-source", map->new_dir);
}

/* --- files ---------------------------------------------------------------- */

/* A file of the old profile, and the differences of its versions. */
struct versions {
	char *file;
	struct hunks hunks;
};

/* Returns DIR/FILE in new memory, or NULL if that is missing or cannot be a
 * source.  Rows of unknown files have an empty name. */
static char *
find_file(struct line_map *map, const char *dir,
    const struct source_roots *roots, const char *file)
{
	char *path = cli_format("%s/%s", dir, file);
	struct source_file found;

	if (source_file_open(&found, path, roots)) {
		close(found.fd);
		return path;
	}
	if (found.reason != NULL && found.error != 0)
		cli_die("%s: %s", path, found.reason);
	if (found.reason != NULL && *file != '\0' && map->nrefused++ == 0)
		map->refused = cli_format("%s: %s", path, found.reason);
	free(path);
	return NULL;
}

static struct hunks
compare(struct line_map *map, const char *file)
{
	char *old = find_file(map, map->old_dir, &map->old_root, file);
	char *new = find_file(map, map->new_dir, &map->new_root, file);
	struct hunks hunks = {.n = 0};

	if (old != NULL && new != NULL) {
		map->found_any = true;
		hunks_read(&hunks, old, new);
	}
	free(old);
	free(new);
	return hunks;
}

static int
compare_file(const void *element, const void *key)
{
	const struct versions *versions = element;

	return strcmp(versions->file, key);
}

static bool
is_at(const struct line_map *map, size_t i, const char *file)
{
	return i < map->n && strcmp(map->list[i].file, file) == 0;
}

static const struct hunks *
find_hunks(struct line_map *map, const char *file)
{
	struct versions *list = map->list;

	if (!is_at(map, map->last, file))
		map->last = lower_bound(
		    file, list, map->n, sizeof(*list), compare_file);
	if (!is_at(map, map->last, file)) {
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

/* Returns the text without blanks around it, in new memory. */
static char *
trim(const char *text)
{
	static const char blanks[] = " \t\r\n";
	size_t len;

	text += strspn(text, blanks);
	for (len = strlen(text);
	     len > 0 && strchr(blanks, text[len - 1]) != NULL;)
		len--;
	return cli_copy(text, len);
}

char *
line_map_text(struct line_map *map, const char *file, int64_t line)
{
	char *path, *text = NULL, *found = NULL;
	size_t size = 0;
	FILE *source;

	if (map->new_dir == NULL)
		return NULL;
	path = find_file(map, map->new_dir, &map->new_root, file);
	source = path != NULL ? fopen(path, "r") : NULL;
	while (source != NULL && line > 0 && getline(&text, &size, source) > 0)
		if (--line == 0)
			found = trim(text);
	if (source != NULL)
		fclose(source);
	free(text);
	free(path);
	return found;
}

void
line_map_warn(const struct line_map *map)
{
	if (map->nrefused == 1)
		cli_warn("%s: its lines are compared by number", map->refused);
	else if (map->nrefused > 1)
		cli_warn("%s: its lines, and the lines of %zu other %s, are "
			 "compared by number",
		    map->refused, map->nrefused - 1,
		    map->nrefused == 2 ? "source" : "sources");
	if (map->n > 0 && !map->found_any)
		cli_warn("the old profile names no file that is in both %s "
			 "and %s: lines are compared by number",
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
	free(map->refused);
	source_roots_release(&map->old_root);
	source_roots_release(&map->new_root);
}
