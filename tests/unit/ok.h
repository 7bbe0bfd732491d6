/* SPDX-License-Identifier: BSD-2-Clause */
/* Reports the results of a unit test. */
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
