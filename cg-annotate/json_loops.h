/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints loops for programs. */
#ifndef JSON_LOOPS_H
#define JSON_LOOPS_H

#include "libreport/printer.h"
#include "model/report.h"

/* Prints the members of the report that are about loops, each with a comma after it; none if it has
 * no loops. */
void json_loops(const struct report *report, struct printer *printer);

#endif
