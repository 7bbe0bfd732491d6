// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * CPython, which is written in C, since 3.11.  A frame is a structure that has its code
 * object, the frame of the caller and the instruction that runs.  A layout is believed if
 * the arguments of the first call of the loop fit it: types have names, and a frame that has
 * not run yet is at its first instruction.
 */
#include "scripts/client_memory.h"
#include "scripts/interpreter.h"
#include "code_objects.h"
#include "cpython.h"
#include "description.h"
#include "layout.h"
#include "stores.h"

/* Since 3.14, the lowest bits of a reference say how its object is counted. */
#define TAG_OF_REFERENCE 3

/* A frame that is of the interpreter and on its stack, not of a function. */
#define OWNED_BY_INTERPRETER 3

/* of versions that do not describe their structures themselves */
static const struct cpython_layout layouts[] = {
    {
	.version = "Python 3.11",
	.is_on_stack = True,
	.pointer = 56,
	.cell = 8,
	.frame =
	    {.code = 32, .previous = 48, .instr = 56, .owner = 69, .fresh = -2},
	.code = {.flags = 48,
	    .first_line = 72,
	    .file = 112,
	    .name = 128,
	    .lines = 136,
	    .instrs = 184},
	.ascii = 48,
	.compact = 72,
    },
    {
	.version = "Python 3.12",
	.is_on_stack = True,
	.pointer = 56,
	.cell = 0,
	.frame =
	    {.code = 0, .previous = 8, .instr = 56, .owner = 70, .fresh = -2},
	.code = {.flags = 48,
	    .first_line = 68,
	    .file = 112,
	    .name = 128,
	    .lines = 136,
	    .instrs = 192},
	.ascii = 40,
	.compact = 56,
    },
};

static Addr
code_in(Addr frame)
{
	return read_word(frame + cpython_layout.frame.code) &
	       ~(Addr)TAG_OF_REFERENCE;
}

static Addr
first_of(Addr code)
{
	return code + cpython_layout.code.instrs;
}

static Bool
has_run(Addr frame, Addr code)
{
	return read_word(frame + cpython_layout.frame.instr) !=
	       first_of(code) + (Addr)(Word)cpython_layout.frame.fresh;
}

static UChar
owner_of(Addr frame)
{
	return *(const UChar *)(frame + cpython_layout.frame.owner);
}

static Bool
fits(Addr thread, Addr frame)
{
	const struct cpython_layout *l = &cpython_layout;
	Addr holder = l->is_on_stack ? read_word(thread + l->pointer) : thread;

	return can_read(frame, l->frame.owner + 1) &&
	       can_read(holder + l->cell, sizeof(UWord)) &&
	       owner_of(frame) < OWNED_BY_INTERPRETER &&
	       code_object_is_at(code_in(frame)) &&
	       !has_run(frame, code_in(frame));
}

/* Finds the layout that fits. */
static Bool
find_layout(Addr loop, Addr thread, Addr frame)
{
	Addr description = cpython_find_description(loop);

	if (description)
		return cpython_read_description(description, &cpython_layout) &&
		       fits(thread, frame);
	for (UInt i = 0; i < sizeof layouts / sizeof *layouts; i++) {
		cpython_layout = layouts[i];
		if (fits(thread, frame))
			return True;
	}
	return False;
}

static const HChar *
recognise(Addr loop, Addr thread, Addr frame)
{
	if (!find_layout(loop, thread, frame))
		return NULL;
	cpython_stores_init();
	return cpython_layout.version;
}

/* Instructions that are functions of their own store to the same places. */
static Bool
is_anywhere(void)
{
	return cpython_layout.is_split;
}

static Bool
is_readable(Addr frame)
{
	return frame % sizeof(UWord) == 0 &&
	       can_read(frame, cpython_layout.frame.owner + 1);
}

/* A call of a generator or coroutine begins in a frame that only makes the object. */
static enum cpython_frame_kind
kind_of(Addr frame)
{
	Addr code;

	if (!is_readable(frame) || owner_of(frame) >= OWNED_BY_INTERPRETER)
		return CPYTHON_FRAME_NONE;
	code = code_in(frame);
	if (!code_object_is_at(code))
		return CPYTHON_FRAME_NONE;
	return code_object_is_internal(code) ||
		       (owner_of(frame) == 0 &&
			   code_object_is_of_generator(code))
		   ? CPYTHON_FRAME_INNER
		   : CPYTHON_FRAME_RUNS;
}

/* Calls have no more than one inner frame each. */
enum cpython_frame_kind
cpython_look_at(Addr frame, Addr *caller)
{
	enum cpython_frame_kind kind = kind_of(frame);

	*caller = 0;
	if (kind == CPYTHON_FRAME_NONE)
		return kind;
	*caller = cpython_previous(frame);
	if (kind_of(*caller) == CPYTHON_FRAME_INNER)
		*caller = cpython_previous(*caller);
	return kind;
}

Addr
cpython_previous(Addr frame)
{
	return read_word(frame + cpython_layout.frame.previous);
}

/* A call of the loop can have a frame of its own on its stack. */
Addr
cpython_find_running(Addr frame)
{
	enum { MOST_BETWEEN = 8 };

	for (UInt i = 0; i < MOST_BETWEEN && is_readable(frame); i++) {
		if (kind_of(frame) == CPYTHON_FRAME_RUNS)
			return frame;
		frame = cpython_previous(frame);
	}
	return 0;
}

struct script_code *
cpython_code_of(Addr frame)
{
	return code_object_at(code_in(frame));
}

const struct interpreter interpreter_cpython = {
    .loop = "_PyEval_EvalFrameDefault",
    .recognise = recognise,
    .is_anywhere = is_anywhere,
    .enter = cpython_enter,
    .emit_store = cpython_emit_store,
    .emit_other_store = cpython_emit_other_store,
    .changed = cpython_changed,
};
