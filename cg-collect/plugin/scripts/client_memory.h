/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads memory of the program, which may have overwritten any pointer in it. */
#ifndef CGCOLLECT_CLIENT_MEMORY_H
#define CGCOLLECT_CLIENT_MEMORY_H

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

static inline Bool
can_read(Addr addr, SizeT size)
{
	return addr + size >= addr &&
	       VG_(am_is_valid_for_client)(addr, size, VKI_PROT_READ);
}

/* Returns the word at an address, or 0 if nothing is there. */
static inline UWord
read_word(Addr addr)
{
	return can_read(addr, sizeof(UWord)) ? *(const UWord *)addr : 0;
}

/* True if code of a file is at the address. */
static inline Bool
is_code_of_file(Addr addr)
{
	const NSegment *segment = VG_(am_find_nsegment)(addr);

	return segment && segment->kind == SkFileC && segment->hasX;
}

#endif
