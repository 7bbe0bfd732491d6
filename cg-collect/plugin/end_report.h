/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_END_REPORT_H
#define CGCOLLECT_END_REPORT_H

#include "pub_tool_basics.h"

/* Prints the events and their totals in two lines, as Callgrind does. */
void end_report_print_collected(void);

/* Prints the totals as Cachegrind does when a program ends, if as_cachegrind as the
 * version that is installed does. */
void end_report_print(Bool as_cachegrind);

/* Prints how much was counted without callers because there were too many
 * contexts, if anything was. */
void end_report_print_lost(void);

#endif
