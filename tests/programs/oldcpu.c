/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * Linked into the Valgrind tool in the place of the core's answer: the tool
 * then takes this processor for one of the first of its kind, and shows the
 * program such a one.
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
