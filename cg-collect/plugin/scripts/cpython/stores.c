// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Watches the stores of the loop.  It stores which frame runs, when a function calls another
 * one without a call of the loop, and when it returns; and for each instruction of the
 * script, where that is.  Only stores to such places have code added to them, which compares
 * and seldom calls.
 *
 * A greenlet has stacks of its own, C's and Python's.  When one goes on, an extension stores
 * its frame.
 */
#include "scripts/client_memory.h"
#include "scripts/script_calls.h"
#include "scripts/watching.h"
#include "code_objects.h"
#include "cpython.h"
#include "layout.h"
#include "stacks.h"
#include "stores.h"

#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

/* What generated code compares with.  An instruction from `begin` on, of fewer bytes than
 * `size`, is of the line that runs. */
static struct {
	Addr cell;  /* that has the frame that runs; 0: not known */
	Addr stack; /* that says, in the state, which stack runs */
	Addr begin;
	UWord size;
	Addr place; /* that has the instruction of the frame that runs */
} watch = {.size = ~(UWord)0};

/* by thread: the states, and the cells in them or on their stacks */
static Addr *states, *cells;

/* The next instruction that is stored in the frame is compared with nothing. */
static void
watch_instructions(Addr frame)
{
	watch.begin = 0;
	watch.size = script_running() ? 0 : ~(UWord)0;
	watch.place = frame + cpython_layout.frame.instr;
}

static void
watch_thread(void)
{
	watch.cell = cells[script_thread()];
	watch.stack = states[script_thread()] + (cpython_layout.is_on_stack
							? cpython_layout.pointer
							: cpython_layout.cell);
}

void
cpython_changed(void)
{
	watch_thread();
	watch_instructions(script_running() ? script_running()->frame : 0);
}

static void
set_cell(Addr cell)
{
	watch.cell = cells[script_thread()] = cell;
}

/* Another frame may run.  One that has another caller is of another call of the loop, which
 * this one returns to, or of another stack. */
static void
change_frame(struct thread_words *words, Addr frame)
{
	Addr caller;
	enum cpython_frame_kind kind = cpython_look_at(frame, &caller);
	struct script_code *code;

	if (!script_running() || kind == CPYTHON_FRAME_NONE ||
	    script_return_to(
		words, kind == CPYTHON_FRAME_RUNS ? frame : caller) ||
	    kind == CPYTHON_FRAME_INNER)
		return;
	if (caller != script_running()->frame) {
		cpython_switch_stack(
		    words, frame, VG_(get_SP)(VG_(get_running_tid)()));
		watch_instructions(frame);
		return;
	}
	code =
	    callstack_context()->name->is_owned ? cpython_code_of(frame) : NULL;
	if (code && script_call(words, code, frame))
		watch_instructions(frame);
}

/* Returns the frame that runs, as the state of the thread says. */
static Addr
frame_of(Addr state)
{
	if (cpython_layout.is_on_stack)
		state = read_word(state + cpython_layout.pointer);
	return read_word(state + cpython_layout.cell);
}

/* The first function of a greenlet has no caller. */
void
cpython_enter(struct thread_words *words, Addr state, Addr frame, Addr stack)
{
	struct script_code *code;
	Addr caller = frame_of(state);

	states[script_thread()] = state;
	if (!cpython_layout.is_on_stack)
		set_cell(state + cpython_layout.cell);
	watch_thread();
	if (script_running() && caller != script_running()->frame)
		cpython_switch_stack(words, caller, stack);
	if (cpython_look_at(frame, &caller) != CPYTHON_FRAME_RUNS)
		return;
	code = cpython_code_of(frame);
	if (code && script_enter(words, code, frame, stack))
		watch_instructions(frame);
}

/* Finds the line of the instruction, which runs in the innermost function.  If the loop has already
 * stored a new frame in the cell, because it makes a call, the next instruction belongs to that
 * frame.  It is then looked at, although it can be of the same line. */
static void
change_line(Addr instr)
{
	struct code_range range;

	if (!code_object_find_line(script_running()->code, instr, &range))
		return;
	script_go_to_line(range.line);
	if (watch.cell && read_word(watch.cell) != script_running()->frame)
		return;
	watch.begin = range.begin;
	watch.size = range.end - range.begin;
}

/* A frame that runs but was not seen is in the cell. */
static void
do_store_instr(Addr addr, Addr instr, ULong instructions)
{
	Addr state = states[script_thread()];
	UWord offset = cpython_layout.frame.instr;
	struct thread_words words;

	if (cpython_layout.is_on_stack &&
	    addr == state + cpython_layout.pointer) {
		set_cell(instr + cpython_layout.cell);
		return;
	}
	if (!script_running())
		return;
	words = script_begin(instructions);
	if (addr != script_running()->frame + offset && watch.cell)
		change_frame(&words, read_word(watch.cell));
	if (script_running() && addr == script_running()->frame + offset)
		change_line(instr);
}

/* A frame that is open is returned to.  A new one may not have all its contents yet, which
 * compilers store in any order; it is looked at when its first instruction is stored. */
static void
do_store_frame(Addr frame, ULong instructions)
{
	struct thread_words words;

	if (!script_running())
		return;
	if (frame != script_running()->frame) {
		words = script_begin(instructions);
		script_return_to(&words, frame);
	}
	watch_instructions(frame);
}

/* Other code stores which frame runs, or where the word is that says so: the next
 * instruction may be another stack's. */
static void
do_store_stack(Addr value)
{
	if (cpython_layout.is_on_stack)
		set_cell(value + cpython_layout.cell);
	watch_instructions(value);
}

/* --- at translation ------------------------------------------------------- */

/* Watches whether the word at an address is the cell of the frame. */
static void
watch_frame(struct emitter *emitter, const struct watched_store *store)
{
	IRDirty *call = unsafeIRDirty_0_N(0, "cgcollect_script_frame",
	    VG_(fnptr_to_fnentry)(do_store_frame),
	    mkIRExprVec_2(store->value, watching_instructions(emitter)));

	call->guard = watching_is_equal(
	    emitter, store->addr, watching_own(emitter, &watch.cell));
	watching_call(emitter, call);
}

/* Returns the size of the code of the line that runs.  If the store is into another frame, returns
 * the largest size, so that the store changes no line. */
static IRExpr *
size_of_line(struct emitter *emitter, const struct watched_store *store)
{
	IRExpr *size = watching_own(emitter, &watch.size);

	if (!cpython_layout.is_split)
		return size;
	return IRExpr_RdTmp(ir_assign(emitter->out, WORD_TYPE,
	    IRExpr_ITE(watching_is_equal(emitter, store->addr,
			   watching_own(emitter, &watch.place)),
		size, mkIRExpr_HWord(~(HWord)0))));
}

/* Watches whether the instruction is of another line, or the store of something else. */
static void
watch_instr(struct emitter *emitter, const struct watched_store *store)
{
	IRDirty *call = unsafeIRDirty_0_N(0, "cgcollect_script_instr",
	    VG_(fnptr_to_fnentry)(do_store_instr),
	    mkIRExprVec_3(
		store->addr, store->value, watching_instructions(emitter)));
	IRExpr *offset = watching_result(emitter, WORD_TYPE, WORD_MINUS,
	    store->value, watching_own(emitter, &watch.begin));
	IRExpr *is_inside = watching_result(emitter, Ity_I1, WORD_IS_BELOW,
	    offset, size_of_line(emitter, store));

	call->guard = IRExpr_RdTmp(
	    ir_assign(emitter->out, Ity_I1, IRExpr_Unop(Iop_Not1, is_inside)));
	watching_call(emitter, call);
}

void
cpython_emit_store(struct emitter *emitter, const struct watched_store *store)
{
	if (cpython_layout.is_on_stack
		? store->is_on_stack
		: !store->is_on_stack && store->offset == cpython_layout.cell)
		watch_frame(emitter, store);
	if (!store->is_on_stack && store->offset == cpython_layout.frame.instr)
		watch_instr(emitter, store);
}

void
cpython_emit_other_store(
    struct emitter *emitter, const struct watched_store *store)
{
	IRDirty *call;

	if (store->is_on_stack ||
	    store->offset != (cpython_layout.is_on_stack
				     ? cpython_layout.pointer
				     : cpython_layout.cell))
		return;
	call = unsafeIRDirty_0_N(0, "cgcollect_script_stack",
	    VG_(fnptr_to_fnentry)(do_store_stack), mkIRExprVec_1(store->value));
	call->guard = watching_is_equal(
	    emitter, store->addr, watching_own(emitter, &watch.stack));
	watching_call(emitter, call);
}

void
cpython_stores_init(void)
{
	states = VG_(calloc)("cgcollect.scripts", VG_N_THREADS, sizeof *states);
	cells = VG_(calloc)("cgcollect.scripts", VG_N_THREADS, sizeof *cells);
}
