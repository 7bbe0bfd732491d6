/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CORES_H
#define CGCOLLECT_CORES_H

#include "simulate.h"

/*
 * Cores, with --cores: each has I1, D1, L2, TLBs, prefetchers and branch predictors of its own.
 * The one that runs has them in the simulation, and those of the others are put aside.  A thread
 * stays on its core.
 *
 * A write takes the line from the other cores.  Only one thread runs at a time, so when it has
 * done so, they cannot get the line back before another core runs: until then the line is its
 * own, and writing to it again does nothing.
 */

/* Lines that are the running core's own, each in the place of its lookaside entry; others are no
 * line. */
extern Addr cores_own[DATACACHE_LOOKASIDE_SIZE];

/* Call once, if there are cores.  The simulation is the first one's. */
void cores_init(void);

/* Call when a thread is created, in this order it gets a core, and before it runs. */
void cores_begin_thread(ThreadId child);
void cores_run(ThreadId thread);

/* Call after each write that may be to a line that is not the core's own. */
void cores_write(Addr addr, UInt size);

/* True if D1 or L2 of another core has the line. */
Bool cores_have(Addr line);

/* Removes a line, which LL has dropped, from the other cores. */
void cores_remove(Addr line);

#endif
