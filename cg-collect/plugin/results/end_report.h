/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_END_REPORT_H
#define CGCOLLECT_END_REPORT_H

#include "pub_tool_basics.h"

/* Prints the totals as Cachegrind does when a program ends, in the manner of the
 * log. */
void end_report_print(void);

/* Prints how much was counted without callers because there were too many
 * contexts, if anything was. */
void end_report_print_lost(void);

#endif
