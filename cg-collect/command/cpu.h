/* SPDX-License-Identifier: BSD-2-Clause */
/* The processors that a program can be shown (--cpu). */
#ifndef CPU_H
#define CPU_H

#include <stdbool.h>

bool cpu_is_known(const char *name);

/* True for a level of x86-64; false for the host's processor and NULL. */
bool cpu_is_level(const char *name);

/* Return the lowest level, NULL if this platform has none, and the one above a
 * level, NULL above the highest. */
const char *cpu_first(void);
const char *cpu_next(const char *level);

#endif
