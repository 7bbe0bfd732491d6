/* SPDX-License-Identifier: BSD-2-Clause */
/* The instructions that limit loops, by the machine code if it is there. */
#ifndef LOOP_MNEMONICS_H
#define LOOP_MNEMONICS_H

#include "model/report.h"

/*
 * Returns of each loop that is reported "mulsd, addsd", the instructions of what limits the core, or
 * NULL: the core does not limit it, the code is not there, or there are too many.
 */
char **loop_mnemonics(const struct report *report);

void loop_mnemonics_free(char **mnemonics, size_t n);

#endif
