/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CPUID_H
#define CGCOLLECT_CPUID_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/*
 * Makes the CPUID instructions of the superblock describe the same processor on
 * every machine: on amd64 one with SSSE3 and without SSE4 and AVX, on x86 one
 * with SSE2.
 */
void cpuid_pin(const IRSB *superblock);

#endif
