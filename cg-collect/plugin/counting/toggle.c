// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * --toggle-collect: counts events only inside of some functions.  As in
 * Callgrind, entering one of them toggles counting and leaving it toggles it
 * back, also if one is called in another; recursive calls toggle nothing.  The
 * program can toggle counting as well.  --zero-before, --dump-before and
 * --dump-after watch functions in the same way.
 *
 * A function is entered when a superblock begins at its first instruction.  It
 * is left at the first superblock that finds the stack pointer above its value
 * at the entry, after a return, a jump out of the function or an exception. The
 * caches and the predictors are simulated all the time.
 */
#include "calls/frames.h"
#include "containers/interned.h"
#include "ir.h"
#include "modes.h"
#include "objects/functions.h"
#include "objects/symbols.h"
#include "counting.h"
#include "toggle.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_seqmatch.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

struct toggle_thread {
	struct frames stack;
	ULong counting; /* modes.counting while another thread runs */
};

struct toggle_pattern {
	enum toggle_action action;
	const HChar *text;
	const HChar *object;   /* of text "object:function"; NULL: any */
	const HChar *function; /* the part after it */
	Bool matched;
};

static const HChar *const option_names[] = {
    [TOGGLE_COLLECT] = "--toggle-collect",
    [TOGGLE_ZERO_BEFORE] = "--zero-before",
    [TOGGLE_DUMP_BEFORE] = "--dump-before",
    [TOGGLE_DUMP_AFTER] = "--dump-after",
};

static struct {
	const struct toggle_actions *actions;
	Bool is_off_at_start;
	XArray *patterns; /* NULL: there are none */
	XArray *entered;  /* names of functions, some more than once */
	struct toggle_thread *threads; /* NULL: nothing is toggled or watched */
	struct toggle_thread *running;
	Addr base; /* of its innermost frame */
	SizeT span;
} toggle;

/* Finds the colon between object and function: one that is not a part of "::".
 */
static const HChar *
find_colon(const HChar *text)
{
	const HChar *colon = VG_(strchr)(text, ':');

	while (colon && colon[1] == ':')
		colon = VG_(strchr)(colon + 2, ':');
	return colon && colon > text ? colon : NULL;
}

static void
add(enum toggle_action action, const HChar *text)
{
	struct toggle_pattern pattern = {
	    .action = action,
	    .text = text,
	    .function = text,
	};
	const HChar *colon = find_colon(text);

	if (colon) {
		HChar *object = VG_(strdup)("cgcollect.toggle.object", text);

		object[colon - text] = '\0';
		pattern.object = object;
		pattern.function = colon + 1;
	}
	if (!toggle.patterns) {
		toggle.patterns = VG_(newXA)(VG_(malloc),
		    "cgcollect.toggle.patterns", VG_(free), sizeof pattern);
		toggle.entered = VG_(newXA)(VG_(malloc),
		    "cgcollect.toggle.entered", VG_(free), sizeof(HChar *));
	}
	VG_(addToXA)(toggle.patterns, &pattern);
}

Bool
toggle_option(const HChar *arg)
{
	const HChar *text;
	Bool at_start = !toggle.is_off_at_start;

	if VG_BOOL_CLO (arg, "--collect-atstart", at_start)
		toggle.is_off_at_start = !at_start;
	else if VG_STR_CLO (arg, "--toggle-collect", text) {
		add(TOGGLE_COLLECT, text);
		toggle.is_off_at_start = modes.toggles = True;
	} else if VG_STR_CLO (arg, "--zero-before", text)
		add(TOGGLE_ZERO_BEFORE, text);
	else if VG_STR_CLO (arg, "--dump-before", text)
		add(TOGGLE_DUMP_BEFORE, text);
	else if VG_STR_CLO (arg, "--dump-after", text)
		add(TOGGLE_DUMP_AFTER, text);
	else
		return False;
	return True;
}

Bool
toggle_is_watching(void)
{
	return toggle.patterns != NULL;
}

/* --- frames --------------------------------------------------------------- */

static void
set_bounds(void)
{
	const struct frame *frame = frames_last(&toggle.running->stack);

	toggle.base = frame ? frame->base : 0;
	toggle.span = frame ? frame->span : ~(SizeT)0;
}

static Bool
has(UInt actions, enum toggle_action action)
{
	return (actions >> action & 1) != 0;
}

static void
dump(enum toggle_action action, const HChar *function)
{
	const HChar *option = option_names[action];
	SizeT size = VG_(strlen)(option) + VG_(strlen)(function) + 2;
	HChar *trigger = VG_(malloc)("cgcollect.toggle.trigger", size);

	VG_(snprintf)(trigger, (Int)size, "%s=%s", option, function);
	toggle.actions->dump(trigger);
	VG_(free)(trigger);
}

static void
push(const HChar *function, Addr stack, UInt actions)
{
	struct frames *frames = &toggle.running->stack;
	struct frame *frame = frames_push(frames);

	*frame = (struct frame){
	    .base = frames->base,
	    .span = stack - frames->base,
	    .function = function,
	    .actions = actions,
	};
	if (has(actions, TOGGLE_COLLECT))
		modes.counting = !modes.counting;
	set_bounds();
}

static void
pop(void *unused)
{
	struct frames *frames = &toggle.running->stack;
	const struct frame *frame = frames_last(frames);

	if (frame->is_marker) {
		modes.counting = frame->counting_outside;
		frames_pop_marker(frames);
	} else {
		if (has(frame->actions, TOGGLE_DUMP_AFTER))
			dump(TOGGLE_DUMP_AFTER, frame->function);
		if (has(frame->actions, TOGGLE_COLLECT))
			modes.counting = !modes.counting;
		frames->n--;
	}
	set_bounds();
}

static Bool
is_inside(const HChar *function)
{
	const struct frames *frames = &toggle.running->stack;

	for (UInt i = 0; i < frames->n; i++)
		if (frames->list[i].function == function)
			return True;
	return False;
}

/* Begins with threads that have not toggled anything. */
static void
begin(void)
{
	toggle.threads = VG_(calloc)(
	    "cgcollect.toggle.threads", VG_N_THREADS, sizeof *toggle.threads);
	modes.counting = !toggle.is_off_at_start;
	for (UInt i = 0; i < VG_N_THREADS; i++)
		toggle.threads[i].counting = modes.counting;
	toggle.running = &toggle.threads[0]; /* no thread has this number */
	set_bounds();
}

void
toggle_init(const struct toggle_actions *actions)
{
	toggle.actions = actions;
	modes.toggles = modes.toggles || toggle.is_off_at_start;
	if (!modes.toggles && !toggle.patterns)
		return;
	begin();
	/* code that was never counted has no rows */
	modes.omits_zeros = True;
	VG_(clo_vex_control).guest_chase = False;
}

/* Code that was translated before does not look at modes.counting. */
void
toggle_request(ThreadId thread)
{
	if (!toggle.threads)
		begin();
	if (!modes.toggles) {
		modes.toggles = True;
		modes.omits_zeros = True;
		discard_translations();
	}
	toggle_run(thread);
	modes.counting = !modes.counting;
}

/* --- called by generated code --------------------------------------------- */

static VG_REGPARM(3) void enter(
    const HChar *function, Addr stack, UWord actions)
{
	if (is_inside(function))
		return;
	if (has(actions, TOGGLE_DUMP_BEFORE))
		dump(TOGGLE_DUMP_BEFORE, function);
	else if (has(actions, TOGGLE_ZERO_BEFORE))
		toggle.actions->zero();
	push(function, stack, actions);
}

static VG_REGPARM(1) void leave(Addr stack)
{
	frames_unwind(&toggle.running->stack, stack, pop, NULL);
}

/* --- superblocks ---------------------------------------------------------- */

/* True if the path, or the name in it, matches the pattern of an object. */
static Bool
is_object(const HChar *pattern, const HChar *path)
{
	const HChar *name = VG_(strrchr)(path, '/');

	return !pattern || VG_(string_match)(pattern, path) ||
	       (name && VG_(string_match)(pattern, name + 1));
}

static Bool
is_in_object(const HChar *pattern, Addr addr)
{
	const HChar *path;

	if (!pattern)
		return True;
	return VG_(get_objname)(VG_(current_DiEpoch)(), addr, &path) &&
	       is_object(pattern, path);
}

/* Returns the name under which a function is watched; NULL if it is not.  Sets
 * what that does. */
static const HChar *
wanted_name(const HChar *function, Addr addr, UInt *actions)
{
	const HChar *whole = name_intern(function),
		    *plain = symbols_plain_name(whole);
	const HChar *name = NULL;

	*actions = 0;
	VG_(addToXA)(toggle.entered, &plain);
	for (Word i = 0; i < VG_(sizeXA)(toggle.patterns); i++) {
		struct toggle_pattern *pattern =
		    VG_(indexXA)(toggle.patterns, i);
		Bool is_plain = symbols_match(pattern->function, plain);

		if ((!is_plain && !symbols_match(pattern->function, whole)) ||
		    !is_in_object(pattern->object, addr))
			continue;
		pattern->matched = True;
		*actions |= 1u << pattern->action;
		if (!name)
			name = is_plain ? plain : whole;
	}
	return name;
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
add_enter(IRSB *out, const HChar *function, UInt actions, IRExpr *stack)
{
	IRDirty *call =
	    unsafeIRDirty_0_N(3, "toggle_enter", VG_(fnptr_to_fnentry)(&enter),
		mkIRExprVec_3(mkIRExpr_HWord((HWord)function), stack,
		    mkIRExpr_HWord(actions)));

	addStmtToIRSB(out, IRStmt_Dirty(call));
}

void
toggle_watch(IRSB *superblock, Addr addr, const VexGuestLayout *layout)
{
	IRSB *out = deepCopyIRSBExceptStmts(superblock);
	const HChar *function, *name;
	UInt actions;
	IRExpr *stack = IRExpr_RdTmp(ir_assign(
	    out, WORD_TYPE, IRExpr_Get(layout->offset_SP, WORD_TYPE)));

	add_leave(out, stack);
	if (VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), addr, &function)) {
		name = wanted_name(function, addr, &actions);
		if (name)
			add_enter(out, name, actions, stack);
	}
	for (Int i = 0; i < superblock->stmts_used; i++)
		addStmtToIRSB(out, superblock->stmts[i]);
	*superblock = *out;
}

/* --- threads and signals -------------------------------------------------- */

static void
switch_to(struct toggle_thread *thread)
{
	toggle.running->counting = modes.counting;
	toggle.running = thread;
	modes.counting = thread->counting;
}

void
toggle_run(ThreadId thread)
{
	if (!toggle.threads)
		return;
	switch_to(&toggle.threads[thread]);
	frames_run(&toggle.running->stack, thread);
	set_bounds();
}

static void
forget(struct toggle_thread *thread)
{
	frames_free(&thread->stack);
	thread->counting = !toggle.is_off_at_start;
}

void
toggle_end_thread(ThreadId thread)
{
	if (!toggle.threads)
		return;
	forget(&toggle.threads[thread]);
	if (toggle.running == &toggle.threads[thread])
		toggle.running = &toggle.threads[0];
}

void
toggle_in_child(void)
{
	if (!toggle.threads)
		return;
	for (UInt i = 0; i < VG_N_THREADS; i++)
		if (&toggle.threads[i] != toggle.running)
			forget(&toggle.threads[i]);
}

void
toggle_begin_handler(ThreadId thread, Bool alternate_stack)
{
	struct frame *marker;

	if (!toggle.threads)
		return;
	switch_to(&toggle.threads[thread]);
	marker = frames_begin_handler(
	    &toggle.running->stack, thread, alternate_stack);
	marker->counting_outside = modes.counting;
	modes.counting = !toggle.is_off_at_start;
	set_bounds();
}

/* Frames above the handler's belong to functions that it had called. */
void
toggle_end_handler(ThreadId thread)
{
	UInt bottom;

	if (!toggle.threads)
		return;
	switch_to(&toggle.threads[thread]);
	bottom = toggle.running->stack.bottom;
	while (bottom > 0 && toggle.running->stack.n >= bottom)
		pop(NULL);
}

/* --- functions that were not entered --------------------------------------- */

#define MAX_LENGTH 100 /* of names that are compared */

/* Returns how many characters must be inserted, removed or replaced. */
static UInt
distance(const HChar *a, const HChar *b)
{
	SizeT alen = VG_(strlen)(a), blen = VG_(strlen)(b);
	UInt row[MAX_LENGTH + 1];

	if (alen > MAX_LENGTH || blen > MAX_LENGTH)
		return ~0U;
	for (SizeT j = 0; j <= blen; j++)
		row[j] = (UInt)j;
	for (SizeT i = 1; i <= alen; i++) {
		UInt diagonal = row[0];

		row[0] = (UInt)i;
		for (SizeT j = 1; j <= blen; j++) {
			UInt best = diagonal + (a[i - 1] != b[j - 1]);

			diagonal = row[j];
			if (row[j] + 1 < best)
				best = row[j] + 1;
			if (row[j - 1] + 1 < best)
				best = row[j - 1] + 1;
			row[j] = best;
		}
	}
	return row[blen];
}

/* True if the name is the wanted one with what C++ adds: a class or a type before it, and
 * parameters or arguments of a template after it. */
static Bool
is_with_parameters(const HChar *name, const HChar *wanted)
{
	SizeT len = VG_(strlen)(wanted);

	for (const HChar *at = VG_(strstr)(name, wanted); at;
	     at = VG_(strstr)(at + 1, wanted))
		if ((at[len] == '(' || at[len] == '<') &&
		    (at == name || at[-1] == ' ' || at[-1] == ':'))
			return True;
	return False;
}

/* Returns the entered function with the most similar name, the first in order of
 * the alphabet; NULL if none is similar. */
static const HChar *
most_similar(const HChar *wanted)
{
	UInt limit = (UInt)VG_(strlen)(wanted) / 3 + 1, best = limit;
	const HChar *name = NULL;

	for (Word i = 0; i < VG_(sizeXA)(toggle.entered); i++) {
		const HChar *other =
		    *(const HChar **)VG_(indexXA)(toggle.entered, i);
		UInt n = distance(wanted, other);

		if (is_with_parameters(other, wanted))
			n = 0;
		else if (n > limit && VG_(strstr)(other, wanted))
			n = limit;
		if (n < best ||
		    (n == best && (!name || VG_(strcmp)(other, name) < 0))) {
			best = n;
			name = other;
		}
	}
	return name;
}

void
toggle_report(void)
{
	if (!toggle.patterns)
		return;
	for (Word i = 0; i < VG_(sizeXA)(toggle.patterns); i++) {
		const struct toggle_pattern *pattern =
		    VG_(indexXA)(toggle.patterns, i);

		if (pattern->matched)
			continue;
		if (functions_have_script(pattern->function)) {
			VG_(umsg)("%s=%s: " FUNCTION_IS_OF_SCRIPT "\n",
			    option_names[pattern->action], pattern->text);
			continue;
		}

		const HChar *similar =
		    most_similar(symbols_plain_name(pattern->function));

		VG_(umsg)("%s=%s: no such function was entered%s%s%s\n",
		    option_names[pattern->action], pattern->text,
		    similar ? "; did you mean " : "", similar ? similar : "",
		    similar ? "?" : "");
	}
}

void
toggle_visit_unmatched(
    void (*visit)(const HChar *function), void (*visit_object)(const HChar *))
{
	if (!toggle.patterns)
		return;
	for (Word i = 0; i < VG_(sizeXA)(toggle.patterns); i++) {
		const struct toggle_pattern *pattern =
		    VG_(indexXA)(toggle.patterns, i);
		const DebugInfo *info = NULL;

		if (pattern->matched)
			continue;
		visit(pattern->function);
		while ((info = VG_(next_DebugInfo)(info))) {
			const HChar *path = VG_(DebugInfo_get_filename)(info);

			if (is_object(pattern->object, path))
				visit_object(path);
		}
	}
}
