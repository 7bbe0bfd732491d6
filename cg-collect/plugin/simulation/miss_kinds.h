/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The kinds of misses on data, with --miss-kinds: M. D. Hill, Aspects of Cache Memory and
 * Instruction Buffer Performance, 1987.
 *
 *	new		a line that was never in the cache
 *	capacity	a cache of one set and the same size would have missed, too
 *	conflict	it would have hit: too many lines are in few sets
 *	invalid		in D1, with several cores: it had the line until another core wrote it
 *
 * If an access misses two lines, one new line makes it new, else one that another core wrote makes it
 * invalid, else one of capacity makes it capacity.
 */
#ifndef CGCOLLECT_MISS_KINDS_H
#define CGCOLLECT_MISS_KINDS_H

#include "simulate.h"

/* Call once, when the modes and the caches are known.  Ends the run if there are no caches. */
void miss_kinds_init(void);

/* Call before a core runs, and when a write by another one has taken a line from its D1. */
void miss_kinds_change_core(UInt core);
void miss_kinds_take(UInt core, Addr line);

/* Call for each access to data, with the addresses of its first and last byte and the lines that
 * were absent in D1.  Returns the kind of its miss in D1, if there is any. */
enum miss_kind miss_kinds_see(Addr first, Addr last, UInt absent);

/* Call for each access that missed in D1 or I1, after that.  Returns the kind of its miss in LL, if
 * there is any. */
enum miss_kind miss_kinds_see_last_level(Addr first, Addr last);

#endif
