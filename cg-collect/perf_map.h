/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that an interpreter has compiled at run time, as it lists them in
 * /tmp/perf-PID.map for perf: "START SIZE name" on a line, in hexadecimal.
 */
#ifndef PERF_MAP_H
#define PERF_MAP_H

#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>
#include <time.h>

struct perf_symbol {
	uint64_t start, end;
	size_t number; /* of its line */
	char *name;
};

/* Zeroed, it is empty. */
struct perf_map {
	struct perf_symbol *list; /* sorted, and none overlaps the next */
	size_t n;
};

/* Reads the map of a process, if there is one that this user has written since
 * the time.  Of functions at one address, the last one stays. */
void perf_map_read(struct perf_map *map, pid_t pid, time_t since);

/* Returns the name of the function at the address, or NULL. */
const char *perf_map_find(const struct perf_map *map, uint64_t address);

void perf_map_release(struct perf_map *map);

#endif
