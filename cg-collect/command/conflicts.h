/* SPDX-License-Identifier: BSD-2-Clause */
/* Options that mean nothing together. */
#ifndef CONFLICTS_H
#define CONFLICTS_H

#include "options.h"

/* Ends the program if options exclude each other, or one needs another that is not given. */
void options_check(const struct options *options);

/* Returns the options that leave no functions of scripts, as text, or NULL. */
const char *options_exclude_scripts(const struct options *options);

/* True if an option for Valgrind has this name. */
bool options_core_has(const struct options *options, const char *name);

/* Returns false if the last option for Valgrind with this name says no, true if it says anything else,
 * and `standard` if there is none. */
bool options_core_says(
    const struct options *options, const char *name, bool standard);

/* Returns the pattern if the option says that functions only pass blocks on, else NULL. */
const char *passing_function(const char *option);

#endif
