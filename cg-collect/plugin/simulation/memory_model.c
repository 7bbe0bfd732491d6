// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The options of the memory system.  cg-collect has the table of processors, and gives the
 * tool what it says as options, before those of the user.
 */
#include "modes.h"
#include "process/bad_options.h"
#include "geometry.h"
#include "memory_model.h"
#include "simulate.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"

#define MOST_TLB_ENTRIES (1 << 18)
#define MOST_CORES 64

struct memory_model memory_model;

/* Not beside the simulation, whose address decides which ways of the host's cache it shares
 * with low memory: see HOT_ALIGNMENT. */
struct memory_system memory_system;

/* as they were given, for the description */
static struct {
	const HChar *tlbs, *prefetchers;
} given;

static const HChar *const filling_names[] = {
    [FILLED] = "filled", [INCLUSIVE] = "inclusive", [VICTIM] = "victim"};

static const HChar *const prefetcher_names[NPREFETCHERS] = {
    [D1_NEXT] = "D1-next",
    [D1_STREAM] = "D1-stream",
    [D1_STRIDE] = "D1-stride",
    [D1_WRITES] = "D1-writes",
    [L2_ADJACENT] = "L2-adjacent",
    [L2_STREAM] = "L2-stream",
};

/* Finds the name at the start of the text, before a comma or the end, and moves the text
 * after it.  Returns n if it is none of the names. */
static UInt
take_name(const HChar **text, const HChar *const *names, UInt n)
{
	for (UInt i = 0; i < n; i++) {
		SizeT len = VG_(strlen)(names[i]);

		if (VG_(strncmp)(*text, names[i], len) != 0 ||
		    ((*text)[len] != ',' && (*text)[len] != '\0'))
			continue;
		*text += len + ((*text)[len] == ',');
		return i;
	}
	return n;
}

static void
take_filling(const HChar *arg, const HChar *text)
{
	UInt L2 = take_name(&text, filling_names, 2);
	UInt LL = take_name(&text, filling_names, 3);

	if (L2 == 2 || LL == 3 || *text)
		VG_(fmsg_bad_option)(arg,
		    "expected filled or inclusive for L2, a comma, and filled, "
		    "inclusive or victim for LL\n");
	memory_model.L2_filling = L2;
	memory_model.LL_filling = LL;
}

static void
take_prefetchers(const HChar *arg, const HChar *text)
{
	given.prefetchers = text;
	memory_model.prefetchers = 0;
	if (VG_STREQ(text, "none"))
		return;
	do {
		UInt kind = take_name(&text, prefetcher_names, NPREFETCHERS);

		if (kind == NPREFETCHERS)
			VG_(fmsg_bad_option)(arg,
			    "expected none, or some of D1-next, D1-stream, "
			    "D1-stride, D1-writes, L2-adjacent and L2-stream, "
			    "with commas between them\n");
		memory_model.prefetchers |= 1u << kind;
	} while (*text);
}

/* Takes "ENTRIES,WAYS"; false if the text begins with anything else. */
static Bool
take_tlb(const HChar **text, struct geometry *shape)
{
	HChar *end;
	Long entries = VG_(strtoll10)(*text, &end), ways;

	if (*end != ',')
		return False;
	ways = VG_(strtoll10)(end + 1, &end);
	*text = end;
	if (entries <= 0 || entries > MOST_TLB_ENTRIES || ways <= 0 ||
	    entries % ways != 0 || VG_(log2)((UInt)(entries / ways)) == -1)
		return False;
	*shape = (struct geometry){
	    (Int)entries << PAGE_SHIFT, (Int)ways, 1 << PAGE_SHIFT};
	return True;
}

static void
take_tlbs(const HChar *arg, const HChar *text)
{
	struct geometry shapes[4] = {{0, 0, 0}};
	Bool valid = True;
	UInt n = 0;

	given.tlbs = text;
	do {
		valid = n < 4 && take_tlb(&text, &shapes[n++]);
	} while (valid && *text++ == ':');
	if (!valid || n < 3 || text[-1])
		VG_(fmsg_bad_option)(arg,
		    "expected I:D:S or I:D:SI:SD, each ENTRIES,WAYS, a power of "
		    "two of sets\n");
	memory_model.code_tlb = shapes[0];
	memory_model.data_tlb = shapes[1];
	memory_model.second_tlb[0] = shapes[2];
	memory_model.second_tlb[1] = shapes[3];
}

Bool
memory_model_option(const HChar *arg)
{
	const HChar *text;

	if VG_STR_CLO (arg, "--memory", memory_model.name)
		modes.memory = True;
	else if VG_BINT_CLO (arg, "--cores", modes.cores, 1, MOST_CORES)
		modes.cores = modes.cores > 1 ? modes.cores : 0;
	else if VG_STR_CLO (arg, "--filling", text)
		take_filling(arg, text);
	else if VG_STR_CLO (arg, "--tlb", text)
		take_tlbs(arg, text);
	else if VG_STR_CLO (arg, "--prefetch", text)
		take_prefetchers(arg, text);
	else
		return False;
	return True;
}

void
memory_model_check(void)
{
	if (modes.cores && !modes.memory)
		VG_(fmsg_bad_option)("--cores", "needs --memory\n");
	if (!modes.memory)
		return;
	if (!modes.caches || !geometries.L2.size || !geometries.LL.size ||
	    !memory_model.data_tlb.size)
		VG_(fmsg_bad_option)("--memory",
		    "needs --cache-sim=yes, --L2, --LL and --tlb\n");
}

void
memory_model_describe(void (*put)(const HChar *key, const HChar *text))
{
	HChar text[96];

	if (!modes.memory)
		return;
	geometry_describe(&geometries.L2, text, sizeof text);
	put("desc: L2 cache:         ", text);
	if (modes.cores)
		VG_(snprintf)(text, sizeof text, "%s, %u cores",
		    memory_model.name, modes.cores);
	put("desc: Memory:           ", modes.cores ? text : memory_model.name);
	VG_(snprintf)(text, sizeof text, "L2 %s, LL %s",
	    filling_names[memory_model.L2_filling],
	    filling_names[memory_model.LL_filling]);
	put("desc: Filling:          ", text);
	put("desc: TLBs:             ", given.tlbs);
	put("desc: Prefetchers:      ",
	    given.prefetchers ? given.prefetchers : "none");
}
