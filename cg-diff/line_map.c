/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Finds both versions of each file and compares them once.  The result is kept,
 * because rows of Callgrind's format, sorted by function, return to a file many
 * times.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "libquery/lower_bound.h"
#include "libquery/patterns/strip_directories.h"
#include "line_map.h"

/* --- the directories ------------------------------------------------------ */

void
line_map_strip_directories(struct line_map *map, struct renames *renames)
{
	const char *const names[] = {map->old_dir, map->new_dir};

	renames_strip_directories(
	    renames, names, sizeof(names) / sizeof(*names));
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
