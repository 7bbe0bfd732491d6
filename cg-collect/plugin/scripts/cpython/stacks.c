// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Greenlets.  Each has a stack of frames, and a part of the C stack that is copied to its
 * place when it goes on.  Frames know their callers.  When a greenlet goes on, open calls that
 * are not among its frames are left, and calls of its frames that are not open begin again, as
 * in a thread of its own: the function that has resumed a greenlet is not its caller.
 */
#include "scripts/client_memory.h"
#include "scripts/script_calls.h"
#include "code_objects.h"
#include "cpython.h"
#include "layout.h"
#include "stacks.h"

enum { MOST_CALLS = 10000 };

/* innermost first */
struct frame_list {
	Addr list[MOST_CALLS];
	UInt n;
};

/* The frames that Python has, and the frames of the open calls. */
static struct frame_list frames, opened;

/* Finds the frames from this one on outwards.  False if there are too many. */
static Bool
find_frames(Addr frame)
{
	frames.n = 0;
	frame = cpython_find_running(frame);
	while (frame && frames.n < MOST_CALLS) {
		frames.list[frames.n++] = frame;
		frame = cpython_find_running(cpython_previous(frame));
	}
	return !frame;
}

static Bool
find_opened(void)
{
	const struct script_frame *script = script_running();

	for (opened.n = 0; script && opened.n < MOST_CALLS;
	     script = script->below)
		opened.list[opened.n++] = script->frame;
	return !script && opened.n > 0;
}

/* Drops the frames outside of all open calls, which were not seen to begin, if the outermost of
 * these is one of Python's. */
static void
drop_unseen(void)
{
	UInt n = frames.n;

	while (n > 0 && frames.list[n - 1] != opened.list[opened.n - 1])
		n--;
	if (n > 0)
		frames.n = n;
}

/* Returns how many are the same, from the outermost one on. */
static UInt
count_common(void)
{
	UInt n = 0;

	while (n < frames.n && n < opened.n &&
	       frames.list[frames.n - 1 - n] == opened.list[opened.n - 1 - n])
		n++;
	return n;
}

/* The innermost function goes on in the line that its frame says. */
static void
find_line(void)
{
	const struct script_frame *script = script_running();
	struct code_range range;

	if (script &&
	    code_object_find_line(script->code,
		read_word(script->frame + cpython_layout.frame.instr), &range))
		script_go_to_line(range.line);
}

/* Leaves what is open inside of the outermost calls that both have, and begins what is
 * missing. */
static void
replace_calls(struct thread_words *words, UInt common, Addr stack)
{
	struct script_code *code;

	for (UInt n = opened.n; n > common; n--)
		if (!script_leave(words))
			return;
	for (UInt n = frames.n - common; n-- > 0;) {
		find_line();
		code = cpython_code_of(frames.list[n]);
		if (!code || !script_run(words, code, frames.list[n], stack))
			return;
		callstack_count_no_call();
	}
}

void
cpython_switch_stack(struct thread_words *words, Addr frame, Addr stack)
{
	struct function *running = callstack_context()->name->function;

	if (!find_frames(frame) || !find_opened())
		return;
	drop_unseen();
	replace_calls(words, count_common(), stack);
	script_go_on(words, running, stack);
}
