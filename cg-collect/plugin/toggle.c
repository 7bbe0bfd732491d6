// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --toggle-collect: events count only inside of some functions.  Entering one
 * turns counting round, and leaving it turns it back, as in Callgrind; so does
 * nesting one in another, but recursion does not.
 *
 * A function is entered where a superblock begins at its first instruction, and
 * it is left at the first superblock that finds the stack pointer above where
 * it was then: by a return, a jump out of it or an exception.  The caches and
 * the predictors are simulated all the time.
 */
#include "toggle.h"
#include "ir.h"
#include "names.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

/*
 * A function by its name, or a handler, which has none.  It is left when the
 * stack pointer is not in base ... base + span any more.
 */
struct frame {
	const HChar *function;
	Addr base;  /* of an alternate stack, or 0 */
	SizeT span; /* 0 until a handler has begun */
	ULong weight_outside;
};

/* what a thread is in, outermost first */
struct thread {
	XArray *frames;
	ULong weight;
};

struct pattern {
	const HChar *text;
	Bool matched;
};

ULong toggle_weight = 1;

static struct {
	XArray *patterns; /* NULL: there are none */
	struct thread *threads;
	struct thread *now;
	Addr base; /* of the innermost frame of the thread that runs */
	SizeT span;
} toggle;

void
toggle_add(const HChar *text)
{
	struct pattern pattern = {.text = text};

	if (!toggle.patterns)
		toggle.patterns = VG_(newXA)(VG_(malloc),
		    "cgcollect.toggle.patterns", VG_(free), sizeof pattern);
	VG_(addToXA)(toggle.patterns, &pattern);
}

Bool
toggle_is_used(void)
{
	return toggle.patterns != NULL;
}

/* --- frames --------------------------------------------------------------- */

static struct frame *
innermost(void)
{
	Word n = toggle.now->frames ? VG_(sizeXA)(toggle.now->frames) : 0;

	return n > 0 ? VG_(indexXA)(toggle.now->frames, n - 1) : NULL;
}

static void
set_bounds(void)
{
	const struct frame *frame = innermost();

	toggle.base = frame ? frame->base : 0;
	toggle.span = frame ? frame->span : ~(SizeT)0;
}

static void
push(const HChar *function, Addr base, SizeT span, ULong weight)
{
	struct frame frame = {function, base, span, toggle_weight};

	if (!toggle.now->frames)
		toggle.now->frames = VG_(newXA)(VG_(malloc),
		    "cgcollect.toggle.frames", VG_(free), sizeof frame);
	VG_(addToXA)(toggle.now->frames, &frame);
	toggle_weight = weight;
	set_bounds();
}

static void
pop(void)
{
	toggle_weight = innermost()->weight_outside;
	VG_(dropTailXA)(toggle.now->frames, 1);
	set_bounds();
}

static Bool
is_inside(const HChar *function)
{
	Word n = toggle.now->frames ? VG_(sizeXA)(toggle.now->frames) : 0;

	for (Word i = 0; i < n; i++) {
		const struct frame *frame = VG_(indexXA)(toggle.now->frames, i);

		if (frame->function == function)
			return True;
	}
	return False;
}

void
toggle_init(void)
{
	if (!toggle.patterns)
		return;
	toggle.threads = VG_(calloc)(
	    "cgcollect.toggle.threads", VG_N_THREADS, sizeof *toggle.threads);
	toggle.now = &toggle.threads[0]; /* no thread has this number */
	set_bounds();
	toggle_weight = 0;
}

/* --- called by generated code --------------------------------------------- */

static VG_REGPARM(2) void enter(const HChar *function, Addr stack)
{
	if (!is_inside(function))
		push(
		    function, toggle.base, stack - toggle.base, !toggle_weight);
}

/* The return of a handler leaves the stack one word above its begin. */
static VG_REGPARM(1) void leave(Addr stack)
{
	struct frame *frame;

	while ((frame = innermost()) && stack - frame->base > frame->span) {
		if (frame->span == 0) {
			frame->span = stack + sizeof(UWord) - frame->base;
			set_bounds();
			return;
		}
		pop();
	}
}

/* --- superblocks ---------------------------------------------------------- */

static Bool
is_wanted(const HChar *function)
{
	for (Word i = 0; i < VG_(sizeXA)(toggle.patterns); i++) {
		struct pattern *pattern = VG_(indexXA)(toggle.patterns, i);

		if (!VG_(string_match)(pattern->text, function))
			continue;
		pattern->matched = True;
		return True;
	}
	return False;
}

static IRExpr *
load(IRSB *out, const void *word)
{
	return IRExpr_RdTmp(ir_assign(out, WORD_TYPE,
	    IRExpr_Load(WORD_ORDER, WORD_TYPE, mkIRExpr_HWord((HWord)word))));
}

static void
add_leave(IRSB *out, IRExpr *stack)
{
	IRExpr *height = IRExpr_RdTmp(ir_assign(out, WORD_TYPE,
	    IRExpr_Binop(WORD_MINUS, stack, load(out, &toggle.base))));
	IRDirty *call = unsafeIRDirty_0_N(1, "toggle_leave",
	    VG_(fnptr_to_fnentry)(&leave), mkIRExprVec_1(stack));

	call->guard = IRExpr_RdTmp(ir_assign(out, Ity_I1,
	    IRExpr_Binop(WORD_IS_BELOW, load(out, &toggle.span), height)));
	addStmtToIRSB(out, IRStmt_Dirty(call));
}

static void
add_enter(IRSB *out, const HChar *function, IRExpr *stack)
{
	IRDirty *call = unsafeIRDirty_0_N(2, "toggle_enter",
	    VG_(fnptr_to_fnentry)(&enter),
		mkIRExprVec_2(mkIRExpr_HWord((HWord)function), stack));

	addStmtToIRSB(out, IRStmt_Dirty(call));
}

void
toggle_watch(IRSB *superblock, Addr addr, const VexGuestLayout *layout)
{
	IRSB *out = deepCopyIRSBExceptStmts(superblock);
	const HChar *function;
	IRExpr *stack = IRExpr_RdTmp(ir_assign(
	    out, WORD_TYPE, IRExpr_Get(layout->offset_SP, WORD_TYPE)));

	add_leave(out, stack);
	if (VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), addr, &function) &&
		is_wanted(function))
		add_enter(out, name_intern(function), stack);
	for (Int i = 0; i < superblock->stmts_used; i++)
		addStmtToIRSB(out, superblock->stmts[i]);
	*superblock = *out;
}

/* --- threads and signals -------------------------------------------------- */

void
toggle_switch_thread(ThreadId thread)
{
	if (!toggle.patterns || toggle.now == &toggle.threads[thread])
		return;
	toggle.now->weight = toggle_weight;
	toggle.now = &toggle.threads[thread];
	toggle_weight = toggle.now->weight;
	set_bounds();
}

static void
forget(struct thread *thread)
{
	if (thread->frames)
		VG_(deleteXA)(thread->frames);
	*thread = (struct thread){.weight = 0};
}

void
toggle_end_thread(ThreadId thread)
{
	if (!toggle.patterns)
		return;
	forget(&toggle.threads[thread]);
	if (toggle.now == &toggle.threads[thread])
		toggle.now = &toggle.threads[0];
}

void
toggle_in_child(void)
{
	if (!toggle.patterns)
		return;
	for (UInt i = 0; i < VG_N_THREADS; i++)
		if (&toggle.threads[i] != toggle.now)
			forget(&toggle.threads[i]);
}

void
toggle_begin_handler(ThreadId thread, Int signal, Bool alternate_stack)
{
	const ULong outside = 0;

	if (!toggle.patterns)
		return;
	toggle_switch_thread(thread);
	push(NULL, alternate_stack
	    ? VG_(thread_get_altstack_min)(thread) : toggle.base, 0, outside);
}

/* Frames above the handler's are those of functions that it was in. */
void
toggle_end_handler(ThreadId thread, Int signal)
{
	const HChar *function;

	if (!toggle.patterns)
		return;
	toggle_switch_thread(thread);
	do {
		if (!innermost())
			return;
		function = innermost()->function;
		pop();
	} while (function);
}

void
toggle_report(void)
{
	if (!toggle.patterns)
		return;
	for (Word i = 0; i < VG_(sizeXA)(toggle.patterns); i++) {
		const struct pattern *pattern =
		    VG_(indexXA)(toggle.patterns, i);

		if (!pattern->matched)
			VG_(umsg)("--toggle-collect=%s: no such function was "
				  "entered\n",
			    pattern->text);
	}
}
