/* SPDX-License-Identifier: BSD-2-Clause */
/* Tells whether the program was compiled without debug information. */
#ifndef DEBUG_INFORMATION_H
#define DEBUG_INFORMATION_H

#include "model/report.h"

/*
 * True if no source is known of the program's own code: of its functions if
 * the profile has objects, else of main(), or of half of all costs if main() is
 * not known either.
 */
bool debug_information_is_missing(const struct report *report);

#endif
