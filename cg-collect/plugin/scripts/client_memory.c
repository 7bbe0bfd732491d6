// SPDX-License-Identifier: GPL-2.0-or-later
#include "client_memory.h"

struct readable client_memory_readable;

Bool
client_memory_find(Addr addr, SizeT size)
{
	const NSegment *segment;

	if (addr + size < addr ||
	    !VG_(am_is_valid_for_client)(addr, size, VKI_PROT_READ))
		return False;
	segment = VG_(am_find_nsegment)(addr);
	client_memory_readable = (struct readable){
	    .begin = segment->start,
	    .size = segment->end - segment->start + 1,
	};
	return True;
}
