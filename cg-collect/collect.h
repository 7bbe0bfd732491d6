/* SPDX-License-Identifier: BSD-2-Clause */
/* Runs a program under Valgrind and writes its profile. */
#ifndef COLLECT_H
#define COLLECT_H

#include "command/options.h"
#include "command/valgrind.h"

/* Returns the exit status of cg-collect, after messages if it failed. */
int collect(const struct options *options, const struct valgrind *valgrind);

#endif
