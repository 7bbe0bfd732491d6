/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_JITDUMP_H
#define CGCOLLECT_JITDUMP_H

#include "pub_tool_basics.h"

/* Call after memory was mapped. */
void jitdump_see_mapping(
    Addr addr, SizeT size, Bool r, Bool w, Bool x, ULong debug_info);

/* Calls the function with the path of each jitdump file that was mapped. */
void jitdump_visit(void (*visit)(const HChar *path));

#endif
