// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Writes profiles and starts at zero.  A dump is a profile of its own in the
 * spool, beside the one of the rest; cg-collect makes them parts of one profile,
 * or files.
 */
#include "calls/callstack.h"
#include "calls/costs.h"
#include "calls/jumps.h"
#include "counting/regions.h"
#include "data/data.h"
#include "modes.h"
#include "spool/control.h"
#include "spool/destination.h"
#include "translation/superblock.h"
#include "folding.h"
#include "parts.h"
#include "profile_text.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

static struct {
	UInt ndumps;
	ULong dumped[NEVENTS]; /* the counts of these parts */
} parts;

static void
settle(void)
{
	/* counts of parts and of jumps are only in costs */
	if (modes.threads || modes.jumps || modes.regions)
		superblocks_settle();
	callstack_settle();
	folding_before_profile();
}

Bool
parts_write(void)
{
	HChar *name;
	Bool written;

	settle();
	if (!destination_can_be_reached())
		return False;
	if (modes.data) {
		name = destination_data_name();
		written = profile_write_data(name);
		VG_(free)(name);
		if (!written)
			return False;
	}
	name = destination_name();
	written = profile_write(
	    parts.ndumps > 0 ? "Program termination" : NULL, name);
	VG_(free)(name);
	return written;
}

/* Sets all counts to zero.  Open calls go on: what is counted from now on is all
 * that they cost. */
static void
clear(void)
{
	ULong totals[NEVENTS];

	superblocks_total(totals);
	control_forget(totals[EV_IR]);
	callstack_clear();
	superblocks_clear();
	costs_clear();
	jumps_clear();
	regions_clear();
	folding_clear();
}

void
parts_zero(void)
{
	callstack_count_again();
	clear();
	data_clear();
}

/* The misses by data are of all parts. */
void
parts_dump(const HChar *trigger)
{
	ULong totals[NEVENTS];
	HChar *name;

	modes.dumps = True;
	parts.ndumps++;
	settle();
	if (destination_can_be_reached()) {
		name = destination_dump_name(parts.ndumps);
		profile_write(trigger, name);
		VG_(free)(name);
		control_add_dump();
	}
	superblocks_total(totals);
	for (UInt i = 0; i < NEVENTS; i++)
		parts.dumped[i] += totals[i];
	clear();
}

void
parts_total(ULong totals[NEVENTS])
{
	superblocks_total(totals);
	for (UInt i = 0; i < NEVENTS; i++)
		totals[i] += parts.dumped[i];
}

UInt
parts_dumped(void)
{
	return parts.ndumps;
}

void
parts_in_child(void)
{
	parts.ndumps = 0;
	VG_(memset)(parts.dumped, 0, sizeof parts.dumped);
	folding_clear();
}
