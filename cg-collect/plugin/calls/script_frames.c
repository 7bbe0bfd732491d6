// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The calls of functions of scripts, and what their lines cost.
 */
#include "callstack.h"
#include "costs.h"
#include "script_frames.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

static struct script_frame *unused;

struct script_frame *
script_frame_new(void)
{
	struct script_frame *script = unused;

	if (!script)
		return VG_(calloc)("cgcollect.script", 1, sizeof *script);
	unused = script->below;
	*script = (struct script_frame){.below = NULL};
	return script;
}

void
script_frame_settle(struct script_frame *script)
{
	for (UInt i = 0; i < callstack.nevents; i++) {
		if (script->spent[i] > 0)
			cost_add(
			    script->line, script->context, i, script->spent[i]);
		script->spent[i] = 0;
	}
}

void
script_frame_pop(struct thread *thread)
{
	struct script_frame *script = thread->script;

	script_frame_settle(script);
	thread->script = script->below;
	script->below = unused;
	unused = script;
}

void
script_frame_give(struct thread *thread, const ULong now[NEVENTS])
{
	struct script_frame *script = thread->script;

	for (UInt i = 0; i < callstack.nevents; i++) {
		script->spent[i] += now[i] - thread->given[i];
		thread->given[i] = now[i];
	}
}

void
script_frame_go_on(struct thread *thread)
{
	struct script_frame *script = thread->script;

	for (UInt i = 0; i < callstack.nevents; i++)
		thread->given[i] = callstack_totals[i];
	if (UNLIKELY(script->context->name->region != thread->region)) {
		script_frame_settle(script);
		script->context = context_in_region(script->context);
	}
}
