// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Pins the processors on which a program may run.  Programs size their thread
 * pools and tables by that number, and the length of the kernel's answer
 * depends on the largest machine that the kernel was configured for.
 */
#include "affinity.h"

#include "libvex_guest_offsets.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

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

/* the shortest mask that every kernel accepts */
#define MASK_SIZE 8

/* the byte of a mask, which is made of words, with the first processor */
#if defined(VG_BIGENDIAN)
#define FIRST_BYTE (sizeof(UWord) - 1)
#else
#define FIRST_BYTE 0
#endif

static void
set_result(ThreadId thread, UWord result)
{
	VG_(set_shadow_regs_area)(
	    thread, 0, OFFSET_RESULT, sizeof result, (const UChar *)&result);
}

static void
pin_mask(ThreadId thread, HChar *mask, UWord size)
{
	if (size < MASK_SIZE)
		return;
	VG_(memset)(mask, 0, size);
	mask[FIRST_BYTE] = 1;
	set_result(thread, MASK_SIZE);
}

/* This process may not be allowed to use the first processor.  On architectures
 * that report failure in a flag, the failure stays. */
static void
allow_first(ThreadId thread, const HChar *mask)
{
#if !defined(VGP_ppc32_linux) && !defined(VGP_ppc64be_linux) &&  \
    !defined(VGP_ppc64le_linux) && !defined(VGP_mips32_linux) && \
    !defined(VGP_mips64_linux)
	if (mask[FIRST_BYTE] & 1)
		set_result(thread, 0);
#endif
}

static void
pin_numbers(UInt *processor, UInt *node)
{
	if (processor)
		*processor = 0;
	if (node)
		*node = 0;
}

void
affinity_pin(ThreadId thread, UInt syscall, const UWord *args, SysRes result)
{
	Bool failed = sr_isError(result);

	if (syscall == __NR_sched_getaffinity && !failed)
		pin_mask(thread, (HChar *)args[2], sr_Res(result));
	if (syscall == __NR_sched_setaffinity && failed &&
	    sr_Err(result) == VKI_EINVAL && args[1] > FIRST_BYTE)
		allow_first(thread, (const HChar *)args[2]);
	if (syscall == __NR_getcpu && !failed)
		pin_numbers((UInt *)args[0], (UInt *)args[1]);
}
