/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads memory of the program, which may have overwritten any pointer in it. */
#ifndef CGCOLLECT_CLIENT_MEMORY_H
#define CGCOLLECT_CLIENT_MEMORY_H

#include "pub_tool_aspacemgr.h"
#include "pub_tool_basics.h"
#include "pub_tool_vki.h"

/* Memory that can be read until the program goes on.  Nearly all that is read is in one heap. */
extern struct readable {
	Addr begin;
	SizeT size;
} client_memory_readable;

/* Call when the program has run. */
static inline void
client_memory_begin(void)
{
	client_memory_readable.size = 0;
}

/* True if the memory can be read, which then is the readable one. */
Bool client_memory_find(Addr addr, SizeT size);

static inline Bool
can_read(Addr addr, SizeT size)
{
	Addr offset = addr - client_memory_readable.begin;

	return (offset < client_memory_readable.size &&
		   size <= client_memory_readable.size - offset) ||
	       client_memory_find(addr, size);
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
