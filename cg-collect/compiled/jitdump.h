/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The functions that a process has compiled at run time, with lines, as it writes
 * them for perf to a jitdump file, jit-PID.dump.  It maps the file executable, so
 * the tool sees where the file is, and describes it as "Jitdump: PATH".
 */
#ifndef JITDUMP_H
#define JITDUMP_H

#include <stdbool.h>

#include "compiled.h"

/* Returns the path in a description, or NULL if that is of something else. */
const char *jitdump_described(const char *desc);

/*
 * Adds the functions in a file, if it is there.  It may end anywhere, because its
 * process may have been killed.  Warns if the file is damaged.
 */
void jitdump_read(struct compiled *compiled, const char *path);

#endif
