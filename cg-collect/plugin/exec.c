// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which program a process goes on as.  The core has checked no argument yet:
 * a path may be cut off by the end of what can be read.
 */
#include "exec.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_vki.h"
#include "pub_tool_vkiscnums.h"

Bool
exec_is(UInt syscall)
{
	return syscall == __NR_execve || syscall == __NR_execveat;
}

/* NULL where the text has no end that can be read, or a very late one */
static const HChar *
client_text(Addr start)
{
	for (Addr at = start; at - start < VKI_PATH_MAX; at++) {
		if ((at == start || at % VKI_PAGE_SIZE == 0) &&
		    !VG_(am_is_valid_for_client)(at, 1, VKI_PROT_READ))
			return NULL;
		if (*(const HChar *)at == '\0')
			return (const HChar *)start;
	}
	return NULL;
}

/* A search along PATH tries many files that do not exist. */
const HChar *
exec_program(UInt syscall, const UWord *args)
{
	struct vg_stat file;
	const HChar *program;

	if (!exec_is(syscall))
		return NULL;
	program = client_text(args[syscall == __NR_execveat ? 1 : 0]);
	if (program && syscall == __NR_execve &&
	    sr_isError(VG_(stat)(program, &file)))
		return NULL;
	return program;
}
