/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that an interpreter has compiled at run time, as it lists them in
 * /tmp/perf-PID.map for perf: "START SIZE name" on a line, in hexadecimal.
 */
#ifndef PERF_MAP_H
#define PERF_MAP_H

#include <sys/types.h>
#include <time.h>

#include "compiled.h"

/* Adds the functions in the map of a process, if there is one that this user has
 * written since the time. */
void perf_map_read(struct compiled *compiled, pid_t pid, time_t since);

#endif
