/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CALLGRIND_TEXT_H
#define CGCOLLECT_CALLGRIND_TEXT_H

#include "events.h"

#include "pub_tool_basics.h"

/*
 * Writes the rows and calls of a profile in Callgrind's format to the open
 * file. put_counts writes the counts of a row and the end of its line.
 */
void callgrind_put_rows(
    Bool with_addresses, void (*put_counts)(const ULong counts[NEVENTS]));

#endif
