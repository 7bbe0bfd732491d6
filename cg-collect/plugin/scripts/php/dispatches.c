// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Which function and line of PHP runs.  The code of each instruction ends with a jump to the
 * code of the next one.  Then one register has the frame and another the instruction, and no
 * other is half done.  A frame that comes back, after a return or an exception, is open.
 *
 * What is called by a name that no method has runs in a frame of one instruction, which is
 * replaced by the frame of the method that takes all names.  The first has no code here.
 *
 * Fibers have stacks of their own, so calls seem to end or to go on when the program switches
 * between them.  Frames know their callers: those of a fiber that goes on begin again.
 */
#include "scripts/client_memory.h"
#include "scripts/script_calls.h"
#include "scripts/watching.h"
#include "dispatches.h"
#include "php_functions.h"
#include "php_layout.h"

#include "pub_tool_machine.h"
#include "pub_tool_tooliface.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
enum {
	FRAME = offsetof(VexGuestAMD64State, guest_R14),
	INSTR = offsetof(VexGuestAMD64State, guest_R15),
};
#else
enum { FRAME, INSTR };
#endif

/* What generated code compares with: the frame that runs, and its instructions from `begin`
 * on, of fewer bytes than `size`, which are of the line that runs. */
static struct {
	Addr frame;
	Addr begin;
	UWord size;
} watch;

enum { MOST_CALLS = 10000 };

/* Frames that have no open call, innermost first. */
static struct {
	Addr list[MOST_CALLS];
	UInt n;
} missing;

/* The next instruction of the frame is compared with nothing, if a function runs. */
static void
watch_frame(Addr frame)
{
	watch.frame = frame;
	watch.begin = 0;
	watch.size = script_running() ? 0 : ~(UWord)0;
}

void
php_changed(void)
{
	watch_frame(0);
}

/* Returns the open call of the frame, or NULL. */
static const struct script_frame *
find_open(Addr frame)
{
	const struct script_frame *open = script_running();

	while (open && open->frame != frame)
		open = open->below;
	return open;
}

/* Returns the first frame from this one on outwards that runs a script; 0 if there is none.
 * Calls of functions in C have frames, too. */
static Addr
find_script(Addr frame)
{
	for (UInt i = 0; i < MOST_CALLS && frame; i++) {
		if (php_code_of(frame))
			return frame;
		frame = read_word(frame + PHP_FRAME_CALLER);
	}
	return 0;
}

/* Finds the frames from this one on outwards that have no open call.  Returns the first one that
 * has, or NULL. */
static const struct script_frame *
find_missing(Addr frame)
{
	const struct script_frame *open;

	missing.n = 0;
	while (missing.n < MOST_CALLS) {
		frame = find_script(frame);
		open = frame ? find_open(frame) : NULL;
		if (!frame || open)
			return open;
		missing.list[missing.n++] = frame;
		frame = read_word(frame + PHP_FRAME_CALLER);
	}
	return NULL;
}

/* The innermost function goes on with the instruction. */
static void
go_to(Addr instr)
{
	const struct php_line *line =
	    php_find_line(script_running()->code, instr);

	if (!line)
		return;
	watch.begin = line->range.begin;
	watch.size = line->range.end - line->range.begin;
	script_go_to(line->cost);
}

/* Another fiber goes on, or one has ended.  Makes the open calls those that PHP has, without
 * counting them again.  A fiber that is destroyed goes on without a caller, in its "finally";
 * the function that runs has dropped it. */
static void
switch_stack(struct thread_words *words, Addr frame, Addr stack)
{
	const struct script_frame *open = find_missing(frame);
	struct script_code *code;

	if (!open && missing.n < MOST_CALLS)
		open = script_running();
	if (!open)
		return;
	while (script_running() != open)
		if (!script_leave(words))
			return;
	while (missing.n > 0) {
		go_to(read_word(script_running()->frame + PHP_FRAME_INSTR));
		frame = missing.list[--missing.n];
		code = php_code_of(frame);
		if (!code || !script_run(words, code, frame, stack))
			return;
		callstack_count_no_call();
	}
}

/* Makes the innermost call that of the frame.  A new frame is of a call by the function that
 * runs, or the first one in a call of the loop. */
static void
follow(struct thread_words *words, Addr frame, Addr instr, Addr stack)
{
	const struct script_frame *running = script_running();
	struct script_code *code;

	if (frame == running->frame && php_is_in(running->code, instr))
		return;
	if (frame != running->frame && script_return_to(words, frame))
		return;
	code = php_code_of(frame);
	if (!code || !php_is_in(code, instr))
		return;
	if (script_is_in_loop())
		script_enter(words, code, frame, stack);
	else if (read_word(frame + PHP_FRAME_CALLER) == running->frame)
		script_call(words, code, frame);
	else
		switch_stack(words, frame, stack);
}

static void
do_dispatch(Addr frame, Addr instr, Addr stack, ULong instructions)
{
	struct thread_words words;

	watch_frame(frame);
	if (!script_running() || !callstack_context()->name->is_owned)
		return;
	words = script_begin(instructions);
	follow(&words, frame, instr, stack);
	watch_frame(frame);
	if (script_running() && frame == script_running()->frame)
		go_to(instr);
}

/* The caller has no open call if it runs in a fiber whose stack was left. */
void
php_enter(struct thread_words *words, Addr frame, Addr unused, Addr stack)
{
	struct script_code *code = php_code_of(frame);
	Addr caller;

	if (!code)
		return;
	caller = read_word(frame + PHP_FRAME_CALLER);
	if (script_running() && find_missing(caller) && missing.n > 0)
		switch_stack(words, caller, stack);
	if (script_enter(words, code, frame, stack))
		watch_frame(frame);
}

/* --- at translation ------------------------------------------------------- */

void
php_emit_jump(struct emitter *emitter, const IRSB *in)
{
	IRExpr *frame, *instr, *offset, *size, *is_inside;
	IRDirty *call;

	if (!watching_jumps_by(in, INSTR))
		return;
	frame = watching_get(emitter, FRAME);
	instr = watching_get(emitter, INSTR);
	call = unsafeIRDirty_0_N(0, "cgcollect_php_dispatch",
	    VG_(fnptr_to_fnentry)(do_dispatch),
	    mkIRExprVec_4(frame, instr,
		watching_get(emitter, emitter->stack_offset),
		watching_instructions(emitter)));
	offset = watching_result(emitter, WORD_TYPE, WORD_MINUS, instr,
	    watching_own(emitter, &watch.begin));
	/* no offset is below the size in another frame */
	size = IRExpr_RdTmp(ir_assign(emitter->out, WORD_TYPE,
	    IRExpr_ITE(watching_is_equal(
			   emitter, frame, watching_own(emitter, &watch.frame)),
		watching_own(emitter, &watch.size), mkIRExpr_HWord(0))));
	is_inside =
	    watching_result(emitter, Ity_I1, WORD_IS_BELOW, offset, size);
	call->guard = IRExpr_RdTmp(
	    ir_assign(emitter->out, Ity_I1, IRExpr_Unop(Iop_Not1, is_inside)));
	watching_call(emitter, call);
}
