// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Begins to record calls: at the start, for --calls, or when the program names its
 * first region.
 */
#include "objects/functions.h"
#include "callgraph.h"
#include "calls.h"
#include "callstack.h"
#include "costs.h"
#include "jumps.h"
#include "transfer.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_options.h"
#include "pub_tool_tooliface.h"

static struct {
	struct context_rules contexts;
	Bool jumps;
	Bool skip_plt;
} options = {
    .contexts.recursions = 2,
    .contexts.least = 10000,
    .skip_plt = True,
};

Bool
calls_option(const HChar *arg)
{
	struct context_rules *contexts = &options.contexts;

	return VG_BOOL_CLO(arg, "--collect-jumps", options.jumps) ||
	       VG_BOOL_CLO(arg, "--skip-plt", options.skip_plt) ||
	       VG_BOOL_CLO(arg, "--stacks", contexts->stacks) ||
	       (VG_BINT_CLO(arg, "--separate-recs", contexts->recursions, 1,
		    MAX_CALLERS) &&
		   (contexts->cuts = True)) ||
	       VG_BINT_CLO(arg, "--separate-callers", contexts->callers, 0,
		   MAX_CALLERS) ||
	       VG_BINT_CLO(
		   arg, "--stacks-least", contexts->least, 0, 1000000000) ||
	       VG_BINT_CLO(
		   arg, "--stacks-memory", contexts->megabytes, 1, 1 << 20);
}

Int
calls_levels(void)
{
	return options.contexts.recursions;
}

void
calls_init(void)
{
	functions_for_calls();
	contexts_init(&options.contexts);
	edges_init();
	callstack_init(costs_nevents());
	transfers_init(options.skip_plt);
	if (options.jumps)
		jumps_init();
	/* a call in the middle of a superblock would not be seen */
	VG_(clo_vex_control).guest_chase = False;
}
