// SPDX-License-Identifier: GPL-2.0-or-later
/* Pins what sysinfo says: programs such as sort choose their buffers by how much memory is
 * free. */
#include "memory_size.h"

#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

enum {
	PAGE = 4096,
	TOTAL = 1 << 21, /* pages: 8 GiB, half of them free */
};

void
memory_size_pin(UInt syscall, const UWord *args, SysRes result)
{
	struct vki_sysinfo *info = (struct vki_sysinfo *)args[0];

	if (syscall != __NR_sysinfo || sr_isError(result))
		return;
	*info = (struct vki_sysinfo){
	    .totalram = TOTAL,
	    .freeram = TOTAL / 2,
	    .procs = 1,
	    .mem_unit = PAGE,
	};
}
