/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Replaces a function of the core in a test version of the Valgrind tool: the
 * core then treats this processor as an old one, and shows the program an old
 * one.
 */
#include "pub_tool_basics.h"

#include "libvex.h"

void __real_vgPlain_machine_get_VexArchInfo(VexArch *, VexArchInfo *);
void __wrap_vgPlain_machine_get_VexArchInfo(VexArch *, VexArchInfo *);

void
__wrap_vgPlain_machine_get_VexArchInfo(VexArch *arch, VexArchInfo *info)
{
	__real_vgPlain_machine_get_VexArchInfo(arch, info);
	info->hwcaps = VEX_HWCAPS_AMD64_SSE3 | VEX_HWCAPS_AMD64_SSSE3 |
		       VEX_HWCAPS_AMD64_CX16;
}
