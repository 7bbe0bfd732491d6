/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef COMPILED_READ_H
#define COMPILED_READ_H

#include <sys/types.h>
#include <time.h>

#include "compiled.h"

/* Reads all files that describe what a process has compiled: its perf map, which it
 * has written since then, and the jitdump files that the header names. */
void compiled_read(struct compiled *compiled, const struct cg_header *header,
    pid_t pid, time_t since);

#endif
