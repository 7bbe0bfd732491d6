/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CPUID_H
#define CGCOLLECT_CPUID_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

/*
 * Makes the superblock's CPUID instructions tell of one and the same processor,
 * whatever the real one is: on amd64 one with SSSE3 and without SSE4 and AVX,
 * on x86 one with SSE2.
 */
void cpuid_pin(const IRSB *superblock);

#endif
