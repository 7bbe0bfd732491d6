// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The stack of frames of a thread, and when frames are left.  Both --calls and
 * --toggle-collect follow calls with it.  Each has a stack of its own, because
 * one has all calls, and the other only calls of a few functions.
 *
 * A frame is left when the stack pointer is above its value at the entry: after
 * a return, a longjmp or an exception.  A handler on an alternate stack leaves
 * none of the frames that it interrupts, because their distance from the base
 * of that stack is too large.
 */
#include "frames.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

struct frame *
frames_push(struct frames *frames)
{
	if (frames->n == frames->nallocated) {
		frames->nallocated =
		    frames->nallocated ? 2 * frames->nallocated : 64;
		frames->list = VG_(realloc)("cgcollect.frames", frames->list,
		    frames->nallocated * sizeof *frames->list);
	}
	return &frames->list[frames->n++];
}

struct frame *
frames_begin_handler(
    struct frames *frames, ThreadId thread, Bool alternate_stack)
{
	struct frame *marker = frames_push(frames);

	if (alternate_stack)
		frames->base = VG_(thread_get_altstack_min)(thread);
	*marker = (struct frame){
	    .base = frames->base,
	    .is_marker = True,
	    .bottom = frames->bottom,
	};
	frames->bottom = frames->n;
	return marker;
}

/* When a handler returns, the stack pointer is one word above its value at the
 * start. */
void
frames_run(struct frames *frames, ThreadId thread)
{
	struct frame *marker;

	if (frames->bottom == 0)
		return;
	marker = &frames->list[frames->bottom - 1];
	if (marker->span == 0)
		marker->span =
		    VG_(get_SP)(thread) + sizeof(UWord) - marker->base;
}

struct frame *
frames_pop_marker(struct frames *frames)
{
	struct frame *marker = &frames->list[--frames->n];

	frames->bottom = marker->bottom;
	frames->base =
	    frames->bottom > 0 ? frames->list[frames->bottom - 1].base : 0;
	return marker;
}

void
frames_keep_markers(struct frames *frames)
{
	UInt n = 0;

	for (UInt i = 0; i < frames->n; i++) {
		const struct frame *frame = &frames->list[i];

		if (!frame->is_marker)
			continue;
		frames->list[n] = (struct frame){
		    .base = frame->base,
		    .span = frame->span,
		    .is_marker = True,
		    .bottom = n,
		    .edges = frame->edges,
		};
		n++;
	}
	frames->n = frames->bottom = n;
}

void
frames_free(struct frames *frames)
{
	VG_(free)(frames->list);
	VG_(memset)(frames, 0, sizeof *frames);
}
