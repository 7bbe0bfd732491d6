/* SPDX-License-Identifier: BSD-2-Clause */
/* Tells whether the program was compiled without debug information. */
#ifndef DEBUG_INFORMATION_H
#define DEBUG_INFORMATION_H

#include "model/report.h"

/*
 * True if no source of the program itself is known: the source of its functions
 * if the profile has objects, else of main(), or of half of all costs if main()
 * is unknown, too.
 */
bool debug_information_is_missing(const struct report *report);

#endif
