/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the loops, with their counts, how often they ran, and what a round costs. */
#ifndef CLASSIC_LOOPS_H
#define CLASSIC_LOOPS_H

#include "libreport/printer.h"
#include "model/report.h"

/* Prints the table of the report's loops. */
void classic_loops(const struct report *report, struct printer *printer);

#endif
