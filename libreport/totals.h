/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints totals as Cachegrind does when the program ends. */
#ifndef TOTALS_H
#define TOTALS_H

#include "cgfmt.h"
#include "printer.h"

/*
 * Prints each line if the header has its events, then the remaining events,
 * then estimated cycles with their formula; formula NULL: no cycles.
 */
void totals_print(const struct cg_header *header, const int64_t *totals,
    const char *formula, struct printer *printer);

#endif
