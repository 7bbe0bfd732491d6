// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Keeps the core from reading line tables, which takes half of a short run:
 * lines are found after the run, only for code that was executed.  The core
 * still reads symbols, and the tables by which it finds callers.  The linker
 * option --wrap, in the Makefile, makes the core call this function.
 */
#include "core.h"

#if CORE_CALLS_vgModuleLocal_read_debuginfo_dwarf3

void __wrap_vgModuleLocal_read_debuginfo_dwarf3(void);

/* The arguments are the object and its sections. */
void
__wrap_vgModuleLocal_read_debuginfo_dwarf3(void)
{
}

#endif
