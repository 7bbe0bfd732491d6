// SPDX-License-Identifier: GPL-2.0-or-later
/* The register that holds the result of a system call. */
#include "system_result.h"

#include "libvex_guest_offsets.h"
#include "pub_tool_machine.h"

#if defined(VGA_amd64)
#define OFFSET_RESULT OFFSET_amd64_RAX
#elif defined(VGA_x86)
#define OFFSET_RESULT OFFSET_x86_EAX
#elif defined(VGA_arm64)
#define OFFSET_RESULT OFFSET_arm64_X0
#elif defined(VGA_ppc64be) || defined(VGA_ppc64le)
#define OFFSET_RESULT OFFSET_ppc64_GPR3
#elif defined(VGA_s390x)
#define OFFSET_RESULT OFFSET_s390x_r2
#elif defined(VGA_riscv64)
#define OFFSET_RESULT OFFSET_riscv64_x10
#elif defined(VGA_arm)
#define OFFSET_RESULT OFFSET_arm_R0
#elif defined(VGA_ppc32)
#define OFFSET_RESULT OFFSET_ppc32_GPR3
#elif defined(VGA_mips32)
#define OFFSET_RESULT OFFSET_mips32_r2
#elif defined(VGA_mips64)
#define OFFSET_RESULT OFFSET_mips64_r2
#else
#error "name the register that holds the result of a system call"
#endif

void
system_result_set(ThreadId thread, UWord result)
{
	VG_(set_shadow_regs_area)(
	    thread, 0, OFFSET_RESULT, sizeof result, (const UChar *)&result);
}

void
system_result_fail(ThreadId thread, UWord error)
{
	if (SYSTEM_RESULT_HAS_NO_FLAG)
		system_result_set(thread, -error);
}
