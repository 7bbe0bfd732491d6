// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * On x86, programs choose their code by what CPUID says: the C library its
 * string functions, and when to use which by the sizes of the caches.  The core
 * has an answer for each of some processors and takes the one nearest to the
 * real one; here it is always the same.  Other processors have no such
 * instruction.
 */
#include "cpuid.h"
#include "core.h"

#include "pub_tool_libcbase.h"

#if CORE_PINS

/* the core's answers: functions of the translator, not in its headers */
#if defined(VGA_amd64)
void amd64g_dirtyhelper_CPUID_sse3_and_cx16(void *guest_state);
#define PREFIX "amd64g_dirtyhelper_CPUID_"
#define NAME "amd64g_dirtyhelper_CPUID_sse3_and_cx16"
#define ANSWER amd64g_dirtyhelper_CPUID_sse3_and_cx16
#elif defined(VGA_x86)
void x86g_dirtyhelper_CPUID_sse2(void *guest_state);
#define PREFIX "x86g_dirtyhelper_CPUID_"
#define NAME "x86g_dirtyhelper_CPUID_sse2"
#define ANSWER x86g_dirtyhelper_CPUID_sse2
#endif

#endif

#if defined(ANSWER)

static Bool
is_cpuid(const IRStmt *statement)
{
	return statement->tag == Ist_Dirty &&
	       VG_(strncmp)(statement->Ist.Dirty.details->cee->name, PREFIX,
		   sizeof PREFIX - 1) == 0;
}

void
cpuid_pin(const IRSB *superblock)
{
	for (Int i = 0; i < superblock->stmts_used; i++) {
		if (!is_cpuid(superblock->stmts[i]))
			continue;

		IRDirty *call = superblock->stmts[i]->Ist.Dirty.details;

		call->cee = mkIRCallee(0, NAME, &ANSWER);
		call->args = mkIRExprVec_1(IRExpr_GSPTR());
	}
}

#else

void
cpuid_pin(const IRSB *superblock)
{
}

#endif
