/* SPDX-License-Identifier: BSD-2-Clause */
/* The data of a data profile in the layout of cg_annotate. */
#ifndef CLASSIC_DATA_H
#define CLASSIC_DATA_H

#include "libreport/printer.h"
#include "model/report.h"

/* Prints the table of the data, and with --data the fields and code of each.  Prints
 * nothing if the profile has no data. */
void classic_data(const struct report *report, struct printer *printer);

#endif
