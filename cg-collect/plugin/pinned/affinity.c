// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Pins the processors on which a program may run.  Programs size their thread
 * pools and tables by that number, and the length of the kernel's answer
 * depends on the largest machine that the kernel was configured for.
 */
#include "affinity.h"
#include "system_result.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

/* the shortest mask that every kernel accepts */
#define MASK_SIZE 8

/* the byte of a mask, which is made of words, with the first processor */
#if defined(VG_BIGENDIAN)
#define FIRST_BYTE (sizeof(UWord) - 1)
#else
#define FIRST_BYTE 0
#endif

static void
pin_mask(ThreadId thread, HChar *mask, UWord size)
{
	if (size < MASK_SIZE)
		return;
	VG_(memset)(mask, 0, size);
	mask[FIRST_BYTE] = 1;
	system_result_set(thread, MASK_SIZE);
}

/* This process may not be allowed to use the first processor. */
static void
allow_first(ThreadId thread, const HChar *mask)
{
	if (SYSTEM_RESULT_HAS_NO_FLAG && mask[FIRST_BYTE] & 1)
		system_result_set(thread, 0);
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
