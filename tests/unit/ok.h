/* SPDX-License-Identifier: BSD-2-Clause */
/* What a unit test says of each thing that it looks at. */
#ifndef OK_H
#define OK_H

#include <stdbool.h>
#include <stdio.h>

static int failures;

static inline void
ok(bool passed, const char *what)
{
	printf("%s - %s\n", passed ? "ok" : "not ok", what);
	failures += !passed;
}

#endif
