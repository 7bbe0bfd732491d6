/* SPDX-License-Identifier: BSD-2-Clause */
/* Prints the machine code of functions, with the counts of each instruction. */
#ifndef CLASSIC_CODE_H
#define CLASSIC_CODE_H

#include "libreport/printer.h"
#include "model/report.h"

/* Prints a listing for each function of the report's list of code. */
void classic_code(const struct report *report, struct printer *printer);

#endif
