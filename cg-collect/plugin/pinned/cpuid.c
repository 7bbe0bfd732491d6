// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * On x86, programs choose their code by what CPUID says: the C library its
 * string functions, and when to use which by the sizes of the caches.  The core
 * has an answer for each of some processors and takes the one nearest to the
 * real one; here it is the chosen one.  Other processors have no such
 * instruction.
 *
 * 32-bit programs see one with SSE2 at every level.
 */
#include "core.h"
#include "cpuid.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"

#if CORE_PINS && (defined(VGA_amd64) || defined(VGA_x86))
#define HAS_CPUID 1
#else
#define HAS_CPUID 0
#endif

struct processor {
	const HChar *option, *name; /* name: in the profile */
	void *answer; /* the core's function; NULL: as it chooses */
	const HChar *function;
	UInt needs; /* of this machine */
	Bool has_arguments;
};

#if HAS_CPUID && defined(VGA_amd64)

#define PREFIX "amd64g_dirtyhelper_CPUID_"

/* the core's answers: functions of the translator, not in its headers */
void amd64g_dirtyhelper_CPUID_sse3_and_cx16(void *guest_state);
void amd64g_dirtyhelper_CPUID_sse42_and_cx16(void *guest_state);
void amd64g_dirtyhelper_CPUID_avx2(
    void *guest_state, ULong has_f16c, ULong has_rdrand, ULong has_rdseed);

/* the core translates SSE4 for a machine without it */
#define NEEDS_1 (VEX_HWCAPS_AMD64_SSE3 | VEX_HWCAPS_AMD64_CX16)
#define NEEDS_2 (NEEDS_1 | VEX_HWCAPS_AMD64_SSSE3)
#define NEEDS_3                                                    \
	(NEEDS_2 | VEX_HWCAPS_AMD64_LZCNT | VEX_HWCAPS_AMD64_AVX | \
	    VEX_HWCAPS_AMD64_BMI | VEX_HWCAPS_AMD64_AVX2 |         \
	    VEX_HWCAPS_AMD64_F16C)

static const struct processor processors[] = {
    {"host", "host", NULL, NULL, 0, False},
    {"x86-64-v1", "x86-64-v1", &amd64g_dirtyhelper_CPUID_sse3_and_cx16,
	PREFIX "sse3_and_cx16", NEEDS_1, False},
    {"x86-64-v2", "x86-64-v2", &amd64g_dirtyhelper_CPUID_sse42_and_cx16,
	PREFIX "sse42_and_cx16", NEEDS_2, False},
    {"x86-64-v3", "x86-64-v3", &amd64g_dirtyhelper_CPUID_avx2, PREFIX "avx2",
	NEEDS_3, True},
};

#elif HAS_CPUID

#define PREFIX "x86g_dirtyhelper_CPUID_"

void x86g_dirtyhelper_CPUID_sse2(void *guest_state);

#define WITH_SSE2 \
	"x86 with SSE2", &x86g_dirtyhelper_CPUID_sse2, PREFIX "sse2", 0, False

static const struct processor processors[] = {
    {"host", "host", NULL, NULL, 0, False},
    {"x86-64-v1", WITH_SSE2},
    {"x86-64-v2", WITH_SSE2},
    {"x86-64-v3", WITH_SSE2},
};

#else

static const struct processor processors[] = {
    {"host", "host", NULL, NULL, 0, False},
};

#endif

static const struct processor *chosen;

Bool
cpuid_choose(const HChar *name)
{
	for (UInt i = 0; i < sizeof processors / sizeof *processors; i++)
		if (VG_STREQ(name, processors[i].option)) {
			chosen = &processors[i];
			return True;
		}
	return False;
}

const HChar *
cpuid_name(void)
{
	return chosen ? chosen->name : NULL;
}

#if HAS_CPUID

/* of the core, but not in its headers for tools */
void VG_(machine_get_VexArchInfo)(VexArch *arch, VexArchInfo *info);

Bool
cpuid_is_possible(void)
{
	VexArch arch;
	VexArchInfo info;

	if (!chosen)
		return True;
	VG_(machine_get_VexArchInfo)(&arch, &info);
	return (info.hwcaps & chosen->needs) == chosen->needs;
}

static Bool
is_cpuid(const IRStmt *statement)
{
	return statement->tag == Ist_Dirty &&
	       VG_(strncmp)(statement->Ist.Dirty.details->cee->name, PREFIX,
		   sizeof PREFIX - 1) == 0;
}

/* The arguments say that there are F16C, which is a part of x86-64-v3, and no
 * random numbers. */
static void
answer(IRDirty *call)
{
	call->cee = mkIRCallee(0, chosen->function, chosen->answer);
	if (chosen->has_arguments)
		call->args = mkIRExprVec_4(IRExpr_GSPTR(), mkIRExpr_HWord(1),
		    mkIRExpr_HWord(0), mkIRExpr_HWord(0));
	else
		call->args = mkIRExprVec_1(IRExpr_GSPTR());
}

void
cpuid_pin(const IRSB *superblock)
{
	if (!chosen || !chosen->answer)
		return;
	for (Int i = 0; i < superblock->stmts_used; i++)
		if (is_cpuid(superblock->stmts[i]))
			answer(superblock->stmts[i]->Ist.Dirty.details);
}

#else

Bool
cpuid_is_possible(void)
{
	return True;
}

void
cpuid_pin(const IRSB *superblock)
{
}

#endif
