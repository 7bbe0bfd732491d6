// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * An instruction that Valgrind cannot decode raises SIGILL.  Few users know that
 * Valgrind has no AVX-512, and with -q its message is not printed.
 */
#include "undecoded.h"

#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_vki.h"
#include "pub_tool_xarray.h"

static XArray *addresses; /* NULL: there are none */

static Addr
constant(const IRExpr *next)
{
	if (next->tag != Iex_Const)
		return 0;
	return next->Iex.Const.con->tag == Ico_U64
		   ? (Addr)next->Iex.Const.con->Ico.U64
		   : (Addr)next->Iex.Const.con->Ico.U32;
}

void
undecoded_see(const IRSB *superblock)
{
	Addr address;

	if (superblock->jumpkind != Ijk_NoDecode)
		return;
	address = constant(superblock->next);
	if (!addresses)
		addresses = VG_(newXA)(VG_(malloc), "cgcollect.undecoded",
		    VG_(free), sizeof address);
	VG_(addToXA)(addresses, &address);
}

static Bool
is_undecoded(Addr address)
{
	for (Word i = 0; addresses && i < VG_(sizeXA)(addresses); i++)
		if (*(Addr *)VG_(indexXA)(addresses, i) == address)
			return True;
	return False;
}

/* ud2 is meant to end a program. */
static Bool
is_trap(const UChar *code)
{
	return code[0] == 0x0f && code[1] == 0x0b;
}

#if defined(VGA_amd64)

/* True for the prefix that 512-bit registers need, and for the instructions of
 * mask registers, which have the prefix of AVX. */
static Bool
is_avx512(const UChar *code)
{
	UChar opcode = code[0] == 0xc5   ? code[2]
		       : code[0] == 0xc4 ? code[3]
					 : 0;

	return code[0] == 0x62 || (opcode >= 0x41 && opcode <= 0x4b) ||
	       (opcode >= 0x90 && opcode <= 0x99);
}

#else

static Bool
is_avx512(const UChar *code)
{
	return False;
}

#endif

void
undecoded_report(void)
{
	ThreadId thread = VG_(get_running_tid)();
	Addr at = thread == VG_INVALID_THREADID ? 0 : VG_(get_IP)(thread);
	const UChar *code = (const UChar *)at;
	const HChar *function, *object;
	DiEpoch now = VG_(current_DiEpoch)();

	if (!is_undecoded(at) ||
	    !VG_(am_is_valid_for_client)(at, 4, VKI_PROT_READ) || is_trap(code))
		return;
	if (!VG_(get_fnname)(now, at, &function))
		function = "???";
	function = VG_(strdup)("cgcollect.undecoded", function);
	if (!VG_(get_objname)(now, at, &object))
		object = "???";
	VG_(umsg)("%s (%s) has an instruction that Valgrind does not know%s\n",
	    function, object,
	    is_avx512(code)
		? ", one of AVX-512: compile it with -march=x86-64-v3 or "
		  "-mno-avx512f"
		: "");
	VG_(free)((void *)function);
}
