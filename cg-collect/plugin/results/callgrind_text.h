/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CALLGRIND_TEXT_H
#define CGCOLLECT_CALLGRIND_TEXT_H

#include "events.h"

#include "pub_tool_basics.h"

struct region;

/*
 * The rows and calls of a profile in Callgrind's format, in parts: one for each
 * thread and region that has any, or a single one, which may be empty.  Rows are in no
 * order.  Positions are addresses in objects.  In the place of a function's
 * file stands the address of its first instruction, if that is known: symbols
 * of one name are different functions.
 */

/* Collects the rows.  by_part: there may be several parts, and all counts of
 * segments are in costs.  Call first. */
void callgrind_collect_rows(Bool by_part);

/* Returns the thread of the next part, or 0 if threads are not separated; and
 * its region, or NULL. */
UInt callgrind_next_thread(void);
struct region *callgrind_next_region(void);

/* Writes the counts of the events that are recorded, and the end of the line. */
void callgrind_put_counts(const ULong *counts);

/*
 * Writes the rows of the next part to the open file, and adds up its own costs
 * in totals.  Returns true if another part follows; otherwise, the rows are
 * freed.
 */
Bool callgrind_put_part(ULong totals[NEVENTS]);

#endif
