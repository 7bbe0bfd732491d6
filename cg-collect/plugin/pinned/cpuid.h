/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CPUID_H
#define CGCOLLECT_CPUID_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/* Chooses the processor of that name, as in the profile and the option --cpu.
 * False if there is none. */
Bool cpuid_choose(const HChar *name);

/* True if this machine can run what the chosen processor can. */
Bool cpuid_is_possible(void);

/* The name of the chosen processor; NULL if none was chosen, so that programs
 * see the one that the core makes of this machine's. */
const HChar *cpuid_name(void);

/* Makes the CPUID instructions of the superblock describe the chosen processor.
 */
void cpuid_pin(const IRSB *superblock);

#endif
