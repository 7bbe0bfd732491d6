/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_END_REPORT_H
#define CGCOLLECT_END_REPORT_H

#include "profile_text.h"

/* Prints the totals as Cachegrind does when a program ends. */
void end_report_print(const struct profile_header *header);

#endif
