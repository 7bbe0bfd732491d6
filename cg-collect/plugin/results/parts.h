/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_PARTS_H
#define CGCOLLECT_PARTS_H

#include "events.h"

#include "pub_tool_basics.h"

/* The parts of the process's profile: a part is dumped on request, and the counts
 * start at zero for the next one. */

/* Writes the part so far, which goes on, or at the end the last one.  Returns
 * false if it was not written. */
Bool parts_write(void);

/* Writes the part as one that ends for this reason, and starts the next. */
void parts_dump(const HChar *trigger);

/* Starts the part again. */
void parts_zero(void);

/* Computes the total of each event in all parts. */
void parts_total(ULong totals[NEVENTS]);

/* Returns how many parts were dumped. */
UInt parts_dumped(void);

/* What was counted and dumped so far belongs to the parent. */
void parts_in_child(void);

#endif
