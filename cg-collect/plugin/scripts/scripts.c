// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Finds the interpreter.  When a function with the name of a loop is about to run, that
 * interpreter looks at the arguments.  If it is the one, its loop and its stores have code
 * added to them from then on.
 */
#include "calls/callstack.h"
#include "containers/interned.h"
#include "objects/functions.h"
#include "objects/objects.h"
#include "objects/symbols.h"
#include "client_memory.h"
#include "interpreter.h"
#include "script_calls.h"
#include "scripts.h"
#include "watching.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
#endif
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"

static struct {
	Bool wanted, only;
	Bool may_be_none; /* which needs no message */
	Bool is_decided;  /* the interpreter is known, or there is none */
	const struct interpreter
	    *interpreter;  /* whose loop has run; NULL: none, or given up */
	UInt ntries;       /* calls of the loop that did not tell which it is */
	const HChar *name; /* of it and its version */
	const struct function *loop;
	Addr entry;       /* of the loop */
	SizeT size;       /* of its code */
	Bool is_anywhere; /* what is watched, not only in the loop */
} scripts;

/* where the arguments of a function are in the guest state */
#if defined(VGA_amd64)
enum {
	IS_POSSIBLE = True,
	FIRST_ARGUMENT = offsetof(VexGuestAMD64State, guest_RDI),
	SECOND_ARGUMENT = offsetof(VexGuestAMD64State, guest_RSI),
};
#else
enum { IS_POSSIBLE = False, FIRST_ARGUMENT = 0, SECOND_ARGUMENT = 0 };
#endif

Bool
scripts_option(const HChar *arg)
{
	if VG_XACT_CLO (arg, "--scripts", scripts.wanted, True)
		return True;
	if VG_XACT_CLO (arg, "--scripts=yes", scripts.wanted, True)
		return True;
	if VG_XACT_CLO (arg, "--scripts=no", scripts.wanted, False)
		return True;
	if VG_XACT_CLO (arg, "--scripts=auto", scripts.wanted, True) {
		scripts.may_be_none = True;
		return True;
	}
	if (!VG_XACT_CLO(arg, "--scripts=only", scripts.wanted, True))
		return False;
	scripts.only = True;
	return True;
}

/* Returns the size of the code of the function that begins there; 1 if that is not known. */
static SizeT
size_of_function(Addr entry)
{
	enum { LARGEST = 1 << 24 };
	SizeT inside = 0, outside = LARGEST;
	Addr first;

	while (outside - inside > 1) {
		SizeT middle = inside + (outside - inside) / 2;

		if (symbols_first_of(entry + middle, &first) && first == entry)
			inside = middle;
		else
			outside = middle;
	}
	return outside;
}

/* True if the interpreter and its version are known. */
static Bool
is_known(void)
{
	return scripts.is_decided && scripts.interpreter;
}

static void
warn_unknown(void)
{
	if (!scripts.may_be_none || VG_(clo_verbosity) > 0)
		VG_(umsg)(
		    "warning: no functions of scripts: %s is no version of "
		    "an interpreter that --scripts knows\n",
		    scripts.loop->object->path);
}

/* Gives the interpreter up if this call of its loop does not tell which one it is, and no later
 * call may. */
static void
try_later(void)
{
	enum { MOST_TRIES = 10000 };

	if (scripts.interpreter->is_watched_early &&
	    ++scripts.ntries < MOST_TRIES)
		return;
	warn_unknown();
	scripts.is_decided = True;
	scripts.interpreter = NULL;
	scripts.loop = NULL;
}

/* Takes the interpreter if its version is known. */
static void
decide(Addr first, Addr second)
{
	const struct interpreter *interpreter = scripts.interpreter;
	const struct object *object = scripts.loop->object;
	const HChar *name;

	client_memory_begin();
	name = interpreter->recognise(scripts.entry, first, second);
	if (!name) {
		try_later();
		return;
	}
	scripts.is_decided = True;
	if (VG_(clo_verbosity) > 0)
		VG_(umsg)("functions and lines of scripts are those of %s in "
			  "%s\n",
		    name, object->path);
	script_calls_init(scripts.loop);
	scripts.is_anywhere = interpreter->is_anywhere();
	scripts.name = name;
	callstack.script_changed = interpreter->changed;
	functions_set_interpreter(scripts.only ? NULL : object);
}

/* The loop of an interpreter that may be known begins. */
static void
do_enter(Addr first, Addr second, Addr stack, ULong instructions)
{
	struct thread_words words;

	if (!scripts.is_decided && first)
		decide(first, second);
	if (!is_known())
		return;
	words = script_begin(instructions);
	scripts.interpreter->enter(&words, first, second, stack);
}

Bool
scripts_is_watched(const struct function *function)
{
	return scripts.loop &&
	       (function == scripts.loop ||
		   (scripts.is_anywhere &&
		       function->object == scripts.loop->object));
}

/* Returns the interpreter that adds code to its loop, or NULL. */
static const struct interpreter *
watcher(void)
{
	return is_known() || (scripts.interpreter &&
				 scripts.interpreter->is_watched_early)
		   ? scripts.interpreter
		   : NULL;
}

void
scripts_emit_entry(struct emitter *emitter, Addr addr)
{
	IRDirty *call;

	if (addr != scripts.entry)
		return;
	call = unsafeIRDirty_0_N(0, "cgcollect_script_enter",
	    VG_(fnptr_to_fnentry)(do_enter),
	    mkIRExprVec_4(watching_get(emitter, FIRST_ARGUMENT),
		watching_get(emitter, SECOND_ARGUMENT),
		watching_get(emitter, emitter->stack_offset),
		watching_instructions(emitter)));
	watching_call(emitter, call);
}

void
scripts_emit_store(struct emitter *emitter, const struct function *function,
    const IRSB *in, Int i)
{
	const struct interpreter *interpreter = watcher();
	void (*emit)(struct emitter *, const struct watched_store *);
	struct watched_store store;

	if (!interpreter)
		return;
	emit = scripts_is_watched(function) ? interpreter->emit_store
					    : interpreter->emit_other_store;
	if (emit && watching_split(emitter, in, i, &store))
		emit(emitter, &store);
}

void
scripts_emit_jump(struct emitter *emitter, const IRSB *in)
{
	if (is_known() && scripts.interpreter->emit_jump)
		scripts.interpreter->emit_jump(emitter, in);
}

IRExpr *
scripts_emit_leaving(
    struct emitter *emitter, const struct function *function, IRExpr *target)
{
	IRExpr *offset, *is_inside;

	if (!watcher() || function != scripts.loop)
		return NULL;
	/* a jump to the entry is a call */
	offset = watching_result(emitter, WORD_TYPE, WORD_MINUS, target,
	    mkIRExpr_HWord(scripts.entry + 1));
	is_inside = watching_result(emitter, Ity_I1, WORD_IS_BELOW, offset,
	    mkIRExpr_HWord(scripts.size - 1));
	return IRExpr_RdTmp(
	    ir_assign(emitter->out, Ity_I1, IRExpr_Unop(Iop_Not1, is_inside)));
}

static Addr
argument(ThreadId thread, Int offset)
{
	Addr value;

	VG_(get_shadow_regs_area)(
	    thread, (UChar *)&value, 0, offset, sizeof value);
	return value;
}

/* Returns the interpreter whose loop has the name, which is interned; or NULL. */
static const struct interpreter *
interpreter_of(const HChar *name)
{
	static const struct interpreter *const known[] = {
	    &interpreter_cpython, &interpreter_perl, &interpreter_php};
	static const HChar *loops[sizeof known / sizeof *known];

	for (UInt i = 0; i < sizeof known / sizeof *known; i++) {
		if (!loops[i])
			loops[i] = name_intern(known[i]->loop);
		if (loops[i] == name)
			return known[i];
	}
	return NULL;
}

void
scripts_see_entry(ThreadId thread, Addr addr)
{
	const struct interpreter *interpreter;
	const struct function *function;
	const HChar *name;

	if (!IS_POSSIBLE || !scripts.wanted || scripts.is_decided)
		return;
	function = function_at(addr);
	interpreter = interpreter_of(function->name);
	if (!interpreter ||
	    !VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), addr, &name))
		return;
	scripts.interpreter = interpreter;
	scripts.loop = function;
	scripts.entry = addr;
	scripts.size = size_of_function(addr);
	/* PHP asks its loop first for the addresses of code */
	if (argument(thread, FIRST_ARGUMENT))
		decide(argument(thread, FIRST_ARGUMENT),
		    argument(thread, SECOND_ARGUMENT));
}

void
scripts_init(void)
{
	if (!scripts.wanted)
		return;
	if (!IS_POSSIBLE && !scripts.may_be_none)
		VG_(umsg)("warning: --scripts is ignored on this processor\n");
}

void
scripts_describe(void (*put)(const HChar *key, const HChar *text))
{
	HChar text[64];

	if (!is_known())
		return;
	VG_(snprintf)(text, sizeof text, "%s%s", scripts.name,
	    scripts.only ? ", without C code" : "");
	put("desc: Scripts:          ", text);
}

void
scripts_report(void)
{
	if (!scripts.wanted || scripts.is_decided)
		return;
	if (scripts.ntries > 0)
		warn_unknown();
	else if (!scripts.may_be_none)
		VG_(umsg)(
		    "warning: no functions of scripts: the program ran no "
		    "interpreter that --scripts knows\n");
}
