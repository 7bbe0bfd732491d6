/* SPDX-License-Identifier: BSD-2-Clause */
/* The totals as Cachegrind prints them when the program ends. */
#ifndef TOTALS_H
#define TOTALS_H

#include "cgfmt.h"
#include "printer.h"

/*
 * Prints the lines whose events are there, then those events that are in none
 * of them, then estimated cycles where `formula`, what they are, is not NULL.
 */
void totals_print(const struct cg_header *header, const int64_t *totals,
    const char *formula, struct printer *printer);

#endif
