/* SPDX-License-Identifier: BSD-2-Clause */
/* The sources that the user names as operands. */
#ifndef OPERANDS_H
#define OPERANDS_H

#include "line_costs.h"
#include "report.h"

/*
 * Finds the file of the profile that each of options->sources names: the file
 * of that name, or the only one whose path ends in it, which then replaces the
 * name and gets an alias.  Names the candidates on standard error if there are
 * several, or none but files elsewhere of the same name.  Ends the program if a
 * source cannot be read.
 */
void operands_resolve(
    struct report_options *options, const struct line_costs *lines);

#endif
