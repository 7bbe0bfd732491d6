/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_END_REPORT_H
#define CGCOLLECT_END_REPORT_H

#include "pub_tool_basics.h"

/* Prints the totals as Cachegrind does when a program ends, in the manner of the
 * log. */
void end_report_print(void);

/* Prints how much stacks can lack that were folded to save memory, if that is more than
 * was asked for. */
void end_report_print_folded(void);

#endif
