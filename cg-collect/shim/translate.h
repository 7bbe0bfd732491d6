/* SPDX-License-Identifier: BSD-2-Clause */
/* Translates options of Cachegrind, Callgrind and the core for cg-collect. */
#ifndef TRANSLATE_H
#define TRANSLATE_H

#include <stdbool.h>

#include "words.h"

/* Appends to `to` what cg-collect needs to stand in for the tool. */
void translate_defaults(bool callgrind, struct words *to);

/*
 * Appends to `to` what means the same to cg-collect as the option, one that the
 * core prefixes with another tool's name is skipped.  Ends the program if
 * neither the tool nor the core has the option.
 */
void translate(const char *option, bool callgrind, struct words *to);

#endif
