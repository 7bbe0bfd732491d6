/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The levels of x86-64 that Valgrind can show a program.  It has no AVX-512, so
 * x86-64-v4 is not one of them.
 */
#include <stddef.h>
#include <string.h>

#include "cpu.h"

static const char *const levels[] = {"x86-64-v1", "x86-64-v2", "x86-64-v3"};

enum { NLEVELS = sizeof(levels) / sizeof(*levels) };

/* NLEVELS if it is none */
static size_t
find_level(const char *name)
{
	size_t i = 0;

	while (i < NLEVELS && (name == NULL || strcmp(levels[i], name) != 0))
		i++;
	return i;
}

bool
cpu_is_level(const char *name)
{
	return find_level(name) < NLEVELS;
}

bool
cpu_is_known(const char *name)
{
	return cpu_is_level(name) || strcmp(name, "host") == 0;
}

const char *
cpu_first(void)
{
	return strcmp(CG_VALGRIND_PLATFORM, "amd64-linux") == 0 ? levels[0]
								: NULL;
}

const char *
cpu_next(const char *level)
{
	size_t i = find_level(level) + 1;

	return i < NLEVELS ? levels[i] : NULL;
}
