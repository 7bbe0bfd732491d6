/* SPDX-License-Identifier: BSD-2-Clause */
/* The sources that the user names as operands. */
#ifndef OPERANDS_H
#define OPERANDS_H

#include "model/lines/line_costs.h"
#include "model/report.h"

/*
 * Finds the file of the profile that each of options->sources names: the file
 * of this name, or else the only file with a path that ends in it.  In the
 * second case the path replaces the name and gets an alias.  Names the
 * candidates on standard error if several paths end in the name, or if only
 * files in other directories have the same base name.  Ends the program if a
 * source cannot be read.
 */
void operands_resolve(
    struct report_options *options, const struct line_costs *lines);

#endif
