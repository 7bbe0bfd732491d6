/* SPDX-License-Identifier: BSD-2-Clause */
/* Messages about code that has no estimate, or none by LLVM's model. */
#ifndef CODE_GAPS_H
#define CODE_GAPS_H

#include "code_sites.h"

/* Warns of code that was not read, and of instructions without a model. */
void code_gaps_warn(const struct code_sites *f);

/* Ends the program, because no code of the profile could be estimated. */
_Noreturn void code_gaps_die(const struct code_sites *f, const char *path);

#endif
