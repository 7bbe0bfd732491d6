/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads that wait for what recent writes wrote, with --forwarding.
 *
 * A read of what was written a short time ago gets it from the core's queue of writes, some
 * cycles after the write has it.  If what is written depends on such a read, these cycles add up:
 * a chain.  The longest chain says how long the program waits at least, however much the core does
 * at once.
 */
#ifndef CGCOLLECT_FORWARDING_H
#define CGCOLLECT_FORWARDING_H

#include "segment.h"

/* Set to the number of instructions executed, by segments. */
extern ULong forwarding_clock;

/* Call once, when the modes are known.  Ends the run if there are no accesses to look at. */
void forwarding_init(void);

/* What an access did: it made the longest chain longer, or the longest one of those links
 * that no register can stand for, because their address varies or is one of vectors. */
enum { LONGER_CHAIN = 1, LONGER_VARYING_CHAIN = 2 };

/* Takes an access of a segment that is being executed; returns what it did. */
UInt forwarding_see(
    const struct segment *segment, const struct access *access, Addr addr);

#endif
