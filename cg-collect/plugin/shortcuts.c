// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * What VEX does to each superblock that is not needed here, and takes a tenth
 * of the time of a program that executes much code a few times.  The linker
 * is told (--wrap, in the Makefile) that VEX means these functions.
 */
#include "libvex_ir.h"

void __wrap_sanityCheckIRSB(const IRSB *superblock, const HChar *caller,
    Bool require_flat, IRType guest_word);
IRSB *__wrap_cprop_BB(IRSB *superblock);

/* VEX checks the code that it made and the code that a tool has added to it.
 * Tests have it do so. */
void
__wrap_sanityCheckIRSB(const IRSB *superblock, const HChar *caller,
    Bool require_flat, IRType guest_word)
{
}

/* VEX propagates constants once more through what a tool has added.  There is
 * nothing to be found in what this one adds. */
IRSB *
__wrap_cprop_BB(IRSB *superblock)
{
	return superblock;
}
