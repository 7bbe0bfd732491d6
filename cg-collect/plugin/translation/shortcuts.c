// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Skips work of VEX on each superblock that is not needed here.  It takes a
 * tenth of the time of a program that executes much code a few times.  The
 * linker option --wrap, in the Makefile, makes VEX call these functions.
 */
#include "libvex_ir.h"

void __wrap_sanityCheckIRSB(const IRSB *superblock, const HChar *caller,
    Bool require_flat, IRType guest_word);
IRSB *__wrap_cprop_BB(IRSB *superblock);

/* VEX checks the code that it made and the code that a tool has added to it.
 * Tests run a tool in which it does. */
void
__wrap_sanityCheckIRSB(const IRSB *superblock, const HChar *caller,
    Bool require_flat, IRType guest_word)
{
}

/* VEX propagates constants once more through the code that a tool has added.
 * This tool adds none that could be simplified. */
IRSB *
__wrap_cprop_BB(IRSB *superblock)
{
	return superblock;
}
