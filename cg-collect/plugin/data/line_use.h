/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LINE_USE_H
#define CGCOLLECT_LINE_USE_H

#include "misses.h"

/* How many bytes of a line are used between the miss that fetches it into D1 and the
 * one that replaces it.  The miss gets both counts. */

/* Call once, after simulation_init; without, all others do nothing. */
void line_use_init(void);

/* Call after an access to bytes of a line in D1, which was fetched if `missed`; place:
 * the miss, or NULL if it does not count. */
void line_use_see(Addr line, const struct miss_place *place, Bool missed,
    Addr first, Addr last);

/* Counts the lines that are in D1 now; takes_out: no longer. */
void line_use_count_all(Bool takes_out);

/* Call before the misses are cleared. */
void line_use_forget(void);

#endif
