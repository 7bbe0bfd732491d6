/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_LOWMEM_H
#define CGCOLLECT_LOWMEM_H

#include "pub_tool_basics.h"

/*
 * Zeroed memory, aligned to a cache line, that lives as long as the tool.  It
 * lies below 2 GiB as long as there is room, and on the heap after that.
 */
void *lowmem_new(SizeT size);

/* A counter at zero, for generated code to bump; low like the above. */
ULong *counter_new(void);
void counter_free(ULong *counter);

#endif
