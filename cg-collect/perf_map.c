/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The file says nothing about time: if the memory of a function was used again,
 * the counts of both go to the last one.
 */
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "libcli/cli.h"
#include "perf_map.h"

/* Another user could have left a file of that name there. */
static FILE *
open_map(pid_t pid, time_t since)
{
	char *path = cli_format("/tmp/perf-%ld.map", (long)pid);
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
	struct stat st;
	FILE *file = NULL;

	free(path);
	if (fd < 0)
		return NULL;
	if (fstat(fd, &st) == 0 && S_ISREG(st.st_mode) &&
	    st.st_uid == geteuid() && st.st_mtime >= since)
		file = fdopen(fd, "r");
	if (file == NULL)
		close(fd);
	return file;
}

/* Adds the line's function; a line of another form is left out. */
static void
add_line(struct perf_map *map, char *line)
{
	char *p, *end;
	struct perf_symbol symbol = {.number = map->n};
	uint64_t size;

	symbol.start = strtoull(line, &p, 16);
	if (p == line || *p != ' ')
		return;
	size = strtoull(p, &end, 16);
	if (end == p || *end != ' ' || size == 0 ||
	    size > UINT64_MAX - symbol.start)
		return;
	symbol.end = symbol.start + size;
	end[strcspn(end, "\n")] = '\0';
	symbol.name = cli_copy(end + 1, strlen(end + 1));
	map->list = cli_grow(map->list, map->n, sizeof(*map->list));
	map->list[map->n++] = symbol;
}

static int
compare_starts(const void *a, const void *b)
{
	const struct perf_symbol *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return (x->number > y->number) - (x->number < y->number);
}

/* Removes functions whose start a later one has overwritten, and cuts those of
 * which it is another part. */
static void
remove_overlaps(struct perf_map *map)
{
	struct perf_symbol *list = map->list;
	size_t n = 0;

	for (size_t i = 0; i < map->n; i++) {
		struct perf_symbol *last = n > 0 ? &list[n - 1] : NULL;

		if (last == NULL || last->end <= list[i].start) {
			list[n++] = list[i];
		} else if (last->number > list[i].number) {
			free(list[i].name);
		} else if (last->start == list[i].start) {
			free(last->name);
			*last = list[i];
		} else {
			last->end = list[i].start;
			list[n++] = list[i];
		}
	}
	map->n = n;
}

void
perf_map_read(struct perf_map *map, pid_t pid, time_t since)
{
	FILE *file = open_map(pid, since);
	char *line = NULL;
	size_t size = 0;

	*map = (struct perf_map){0};
	if (file == NULL)
		return;
	while (getline(&line, &size, file) > 0)
		add_line(map, line);
	free(line);
	fclose(file);
	if (map->n == 0)
		return;
	qsort(map->list, map->n, sizeof(*map->list), compare_starts);
	remove_overlaps(map);
}

static int
compare_address(const void *key, const void *element)
{
	const uint64_t *address = key;
	const struct perf_symbol *symbol = element;

	if (*address < symbol->start)
		return -1;
	return *address >= symbol->end;
}

const char *
perf_map_find(const struct perf_map *map, uint64_t address)
{
	const struct perf_symbol *symbol =
	    map->n > 0 ? bsearch(&address, map->list, map->n,
			     sizeof(*map->list), compare_address)
		       : NULL;

	return symbol != NULL ? symbol->name : NULL;
}

void
perf_map_release(struct perf_map *map)
{
	for (size_t i = 0; i < map->n; i++)
		free(map->list[i].name);
	free(map->list);
}
