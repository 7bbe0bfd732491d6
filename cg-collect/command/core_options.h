/* SPDX-License-Identifier: BSD-2-Clause */
/* The options of Valgrind's core, in any version that we know. */
#ifndef CORE_OPTIONS_H
#define CORE_OPTIONS_H

#include <stdbool.h>

/* True if it is the name of one, with its "-" or "--". */
bool core_options_have(const char *name);

/* Returns the option that the name may be a misspelling of; NULL if there is none. */
const char *core_options_meant(const char *name);

#endif
