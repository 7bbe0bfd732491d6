/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CALLGRIND_TEXT_H
#define CGCOLLECT_CALLGRIND_TEXT_H

#include "events.h"

#include "pub_tool_basics.h"

/*
 * The rows and calls of a profile in Callgrind's format, in parts: one for each
 * thread that has any, or a single one, which may be empty.
 */

/* Collects and sorts the rows; must be called first. */
void callgrind_collect_rows(Bool with_addresses);

/* Returns the thread of the next part, or 0 if threads are not told apart. */
UInt callgrind_next_thread(void);

/*
 * Writes the rows of the next part to the open file, and adds up its own costs
 * in totals.  put_counts writes the counts of a row and the end of its line.
 * Returns true if another part follows; otherwise, the rows are freed.
 */
Bool callgrind_put_part(
    void (*put_counts)(const ULong counts[NEVENTS]), ULong totals[NEVENTS]);

#endif
