// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * An instruction that Valgrind cannot decode raises SIGILL.  Few users know that
 * Valgrind has no AVX-512, and with -q its message is not printed.
 */
#include "core.h"
#include "pinned/cpuid.h"
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

/* the bytes of an instruction that are looked at */
enum { LONGEST_SEEN = 8 };

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

static Bool
is_legacy_prefix(UChar byte)
{
	return byte == 0x66 || byte == 0xf2 || byte == 0xf3 || byte == 0x64 ||
	       byte == 0x65 || byte == 0x2e || byte == 0x36 || byte == 0x3e ||
	       byte == 0x26 || byte == 0x67;
}

/*
 * True if programs ask CPUID for the instruction, because the first processors of
 * x86-64 lack it: those of VEX and XOP, of the maps 0F38 and 0F3A, and RDTSCP, RDRAND,
 * RDSEED, POPCNT, TZCNT and LZCNT.
 */
static Bool
is_asked_for(const UChar *code)
{
	const UChar *end = code + LONGEST_SEEN - 3;

	while (code < end && is_legacy_prefix(*code))
		code++;
	code += (*code & 0xf0) == 0x40; /* REX */
	if (*code == 0xc4 || *code == 0xc5)
		return True;
	if (*code == 0x8f)
		return (code[1] & 0x1f) >= 8;
	if (*code != 0x0f)
		return False;
	switch (code[1]) {
	case 0x01:
		return code[2] == 0xf9;
	case 0xc7:
		return code[2] >= 0xf0;
	case 0x38:
	case 0x3a:
	case 0xb8:
	case 0xbc:
	case 0xbd:
		return True;
	default:
		return False;
	}
}

#else

static Bool
is_asked_for(const UChar *code)
{
	return False;
}

static Bool
is_avx512(const UChar *code)
{
	return False;
}

#endif

/* Returns what can be done about the instruction. */
static const HChar *
advice(const UChar *code)
{
	const HChar *cpu = cpuid_name();

	if (is_avx512(code))
		return ", one of AVX-512: compile it with -march=x86-64-v3 or "
		       "-mno-avx512f";
	if (CORE_PINS && is_asked_for(code) &&
	    (!cpu || VG_(strcmp)(cpu, "x86-64-v1") != 0))
		return ": with --cpu=x86-64-v1, programs that ask the "
		       "processor first do not execute it";
	return "";
}

void
undecoded_report(void)
{
	ThreadId thread = VG_(get_running_tid)();
	Addr at = thread == VG_INVALID_THREADID ? 0 : VG_(get_IP)(thread);
	const UChar *code = (const UChar *)at;
	const HChar *function, *object;
	DiEpoch now = VG_(current_DiEpoch)();

	if (!is_undecoded(at) ||
	    !VG_(am_is_valid_for_client)(at, LONGEST_SEEN, VKI_PROT_READ) ||
	    is_trap(code))
		return;
	if (!VG_(get_fnname)(now, at, &function))
		function = "???";
	function = VG_(strdup)("cgcollect.undecoded", function);
	if (!VG_(get_objname)(now, at, &object))
		object = "???";
	VG_(umsg)("%s (%s) has an instruction that Valgrind does not know%s\n",
	    function, object, advice(code));
	VG_(free)((void *)function);
}
