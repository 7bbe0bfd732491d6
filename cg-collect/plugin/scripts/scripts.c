// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Watches the stores of the interpreter's loop.  A call of the loop begins a function of a
 * script, whose frame is an argument.  After that, the loop stores which frame runs, when
 * a function calls another one without a call of the loop, and when it returns; and for
 * each instruction of the script, where that is.  Only stores to such places have code
 * added to them, which compares and seldom calls.
 *
 * The C frame of the loop stays the frame of the first function, and gets one more frame
 * for each function that runs in it.  When the loop returns, all are left, as the stack
 * pointer says.
 */
#include "calls/callgraph.h"
#include "calls/callstack.h"
#include "calls/costs.h"
#include "modes.h"
#include "objects/functions.h"
#include "objects/objects.h"
#include "process/interned.h"
#include "client_memory.h"
#include "interpreter.h"
#include "scripts.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"
#endif
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_options.h"
#include "pub_tool_threadstate.h"

/* What generated code compares with.  An instruction from `begin` on, of fewer bytes than
 * `size`, is of the line that runs. */
static struct {
	Addr cell; /* that has the frame that runs; 0: not known */
	Addr begin;
	UWord size;
	Addr place; /* that has the instruction of the frame that runs */
} watch = {.size = ~(UWord)0};

static struct {
	Bool wanted, only;
	Bool may_be_none; /* which needs no message */
	Bool is_decided;  /* whether the interpreter is known */
	const struct interpreter *interpreter; /* NULL: none, or not known */
	const HChar *name;                     /* of it and its version */
	const struct function *loop;
	Addr entry; /* of the loop */
	struct script_places places;
	struct object object; /* of functions of scripts */
	/* by thread */
	Addr *states, *cells;
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

/* The mark of such an object for cg-collect. */
#define PREFIX "script:"

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

/* --- at run time ---------------------------------------------------------- */

static struct script_frame *
running(void)
{
	return callstack.running->script;
}

/* The next instruction that is stored in the frame is compared with nothing. */
static void
watch_instructions(Addr frame)
{
	watch.begin = 0;
	watch.size = running() ? 0 : ~(UWord)0;
	watch.place = frame + scripts.places.instr;
}

static UInt
thread_number(void)
{
	return (UInt)(callstack.running - callstack.threads);
}

/* Another function of a script is the innermost one. */
static void
change(void)
{
	watch.cell = scripts.cells[thread_number()];
	watch_instructions(running() ? running()->frame : 0);
}

static void
set_cell(Addr cell)
{
	watch.cell = scripts.cells[thread_number()] = cell;
}

/* Pushes a call of the function in the frame, at the place, by the instruction unless a
 * line of a script calls it. */
static void
push(struct thread_words *words, struct script_code *code, Addr frame,
    struct cost *site, const struct frame_place *place, Bool is_entry)
{
	struct call_origin call = callstack_origin(site, code->function);
	struct function *runs = is_entry ? (struct function *)scripts.loop
					 : callstack_context()->function;
	struct script_frame *script =
	    VG_(calloc)("cgcollect.script", 1, sizeof *script);

	script->frame = frame;
	script->code = code;
	script->is_entry = is_entry;
	script->line = cost_find(code->function, code->function->first_line);
	callstack_push_script(words,
	    edge_of_call(call.site, call.caller, code->function), place, script,
	    runs);
	watch_instructions(frame);
}

static struct frame_place
place_of(const struct frame *frame)
{
	return (struct frame_place){
	    .base = frame->base,
	    .span = frame->span,
	    .return_address = frame->return_address,
	};
}

/* Returns how many frames are above the function of the frame that this call of the loop
 * runs; -1 if it runs none. */
static Int
find_open(Addr frame)
{
	const struct frame *top = callstack_top();
	Int n = 0;

	for (; top; top = callstack_below(top), n++) {
		if (!top->script && !top->is_jump)
			break;
		if (top->script && top->script->frame == frame)
			return n;
		if (top->script && top->script->is_entry)
			break;
	}
	return -1;
}

/* Pops calls until the function in the frame is the innermost one, which the running function
 * of the interpreter goes on with.  False if this call of the loop does not run it. */
static Bool
return_to(struct thread_words *words, Addr frame)
{
	Int n = find_open(frame);
	struct function *function = callstack_context()->function;

	for (Int i = 0; i < n; i++)
		callstack_pop(words);
	if (n > 0)
		callstack_go_on(words, function);
	return n >= 0;
}

/* Another frame may run.  One that has another caller is of another call of the loop, which
 * this one returns to. */
static void
change_frame(struct thread_words *words, Addr frame)
{
	Addr caller;
	enum script_frame_kind kind =
	    scripts.interpreter->look_at(frame, &caller);
	struct frame_place place;
	struct script_code *code;

	if (!running() || kind == SCRIPT_FRAME_NONE ||
	    return_to(words, kind == SCRIPT_FRAME_RUNS ? frame : caller) ||
	    kind == SCRIPT_FRAME_INNER || caller != running()->frame ||
	    !callstack_context()->is_owned)
		return;
	code = scripts.interpreter->code_of(frame, &scripts.object);
	if (!code || !callstack_top())
		return;
	place = place_of(callstack_top());
	push(words, code, frame, NULL, &place, False);
}

/* The generated code calls these.  They read callstack_block afterwards. */
static struct thread_words
begin(ULong instructions)
{
	struct thread_words words = {
	    .block = callstack_block,
	    .instructions = instructions,
	};

	callstack_look(&words);
	return words;
}

static void
do_enter(Addr state, Addr frame, Addr stack, ULong instructions)
{
	struct thread_words words = begin(instructions);
	const struct frame *top = callstack_top();
	struct frame_place place = callstack_place(stack, 0);
	struct cost *site = cost_find((struct function *)scripts.loop, 0);
	struct script_code *code;
	Addr caller;

	scripts.states[thread_number()] = state;
	if (!scripts.places.is_on_stack)
		set_cell(state + scripts.places.cell);
	if (callstack_context()->function != scripts.loop ||
	    scripts.interpreter->look_at(frame, &caller) != SCRIPT_FRAME_RUNS)
		return;
	code = scripts.interpreter->code_of(frame, &scripts.object);
	if (!code)
		return;
	if (top && !top->script &&
	    top->edge->arc->callee->function == scripts.loop) {
		place = place_of(top);
		site = top->edge->site;
		callstack_pop(&words);
	}
	push(&words, code, frame, site, &place, True);
}

/* Finds the line of the instruction, which runs in the innermost function. */
static void
change_line(Addr instr)
{
	struct script_frame *script = running();
	struct script_range range;
	struct cost *line;

	if (!scripts.interpreter->find_line(script->code, instr, &range))
		return;
	watch.begin = range.begin;
	watch.size = range.end - range.begin;
	line = cost_find(script->code->function, range.line);
	if (line != script->line)
		callstack_go_to_line(line);
}

/* A frame that runs but was not seen is in the cell. */
static void
do_store_instr(Addr addr, Addr instr, ULong instructions)
{
	Addr state = scripts.states[thread_number()];
	UWord offset = scripts.places.instr;
	struct thread_words words;

	if (scripts.places.is_on_stack &&
	    addr == state + scripts.places.pointer) {
		set_cell(instr + scripts.places.cell);
		return;
	}
	if (!running())
		return;
	words = begin(instructions);
	if (addr != running()->frame + offset && watch.cell)
		change_frame(&words, read_word(watch.cell));
	if (running() && addr == running()->frame + offset)
		change_line(instr);
}

/* A frame that is open is returned to.  A new one may not have all its contents yet, which
 * compilers store in any order; it is looked at when its first instruction is stored. */
static void
do_store_frame(Addr frame, ULong instructions)
{
	struct thread_words words;

	if (!running())
		return;
	if (frame != running()->frame) {
		words = begin(instructions);
		return_to(&words, frame);
	}
	watch_instructions(frame);
}

/* --- at translation ------------------------------------------------------- */

static IRExpr *
get(struct emitter *emitter, Int offset, IRType type)
{
	return IRExpr_RdTmp(
	    ir_assign(emitter->out, type, IRExpr_Get(offset, type)));
}

static IRExpr *
instructions(struct emitter *emitter)
{
	return get(emitter,
	    emitter->words_offset +
		(Int)offsetof(struct thread_words, instructions),
	    Ity_I64);
}

static IRExpr *
load(struct emitter *emitter, const void *at)
{
	return IRExpr_RdTmp(ir_assign(emitter->out, WORD_TYPE,
	    IRExpr_Load(WORD_ORDER, WORD_TYPE, mkIRExpr_HWord((HWord)at))));
}

/* Adds the call, after which another context may run. */
static void
add_call(struct emitter *emitter, IRDirty *call)
{
	addStmtToIRSB(emitter->out, IRStmt_Dirty(call));
	addStmtToIRSB(emitter->out,
	    IRStmt_Put(emitter->words_offset +
			   (Int)offsetof(struct thread_words, block),
		load(emitter, &callstack_block)));
}

Bool
scripts_is_watched(const struct function *function)
{
	return scripts.interpreter &&
	       (function == scripts.loop ||
		   (scripts.places.is_anywhere &&
		       function->object == scripts.loop->object));
}

void
scripts_emit_entry(struct emitter *emitter, Addr addr)
{
	IRDirty *call;

	if (addr != scripts.entry)
		return;
	call = unsafeIRDirty_0_N(0, "cgcollect_script_enter",
	    VG_(fnptr_to_fnentry)(do_enter),
	    mkIRExprVec_4(get(emitter, FIRST_ARGUMENT, WORD_TYPE),
		get(emitter, SECOND_ARGUMENT, WORD_TYPE),
		get(emitter, emitter->stack_offset, WORD_TYPE),
		instructions(emitter)));
	add_call(emitter, call);
}

static IRExpr *
is_equal(struct emitter *emitter, IRExpr *left, IRExpr *right)
{
	return IRExpr_RdTmp(ir_assign(
	    emitter->out, Ity_I1, IRExpr_Binop(WORD_EQUALS, left, right)));
}

/* Watches whether the word at an address is the cell of the frame. */
static void
watch_frame(struct emitter *emitter, const IRStmt *store)
{
	IRDirty *call = unsafeIRDirty_0_N(0, "cgcollect_script_frame",
	    VG_(fnptr_to_fnentry)(do_store_frame),
	    mkIRExprVec_2(store->Ist.Store.data, instructions(emitter)));

	call->guard = is_equal(
	    emitter, store->Ist.Store.addr, load(emitter, &watch.cell));
	add_call(emitter, call);
}

/* Returns the size of the code of the line that runs.  If the store is into another frame, returns
 * the largest size, so that the store changes no line. */
static IRExpr *
size_of_line(struct emitter *emitter, const IRStmt *store)
{
	IRExpr *size = load(emitter, &watch.size);

	if (!scripts.places.is_anywhere)
		return size;
	return IRExpr_RdTmp(ir_assign(emitter->out, WORD_TYPE,
	    IRExpr_ITE(is_equal(emitter, store->Ist.Store.addr,
			   load(emitter, &watch.place)),
		size, mkIRExpr_HWord(~(HWord)0))));
}

/* Watches whether the instruction is of another line, or the store of something else. */
static void
watch_instr(struct emitter *emitter, const IRStmt *store)
{
	IRDirty *call = unsafeIRDirty_0_N(0, "cgcollect_script_instr",
	    VG_(fnptr_to_fnentry)(do_store_instr),
	    mkIRExprVec_3(store->Ist.Store.addr, store->Ist.Store.data,
		instructions(emitter)));
	IRExpr *offset = IRExpr_RdTmp(ir_assign(emitter->out, WORD_TYPE,
	    IRExpr_Binop(WORD_MINUS, store->Ist.Store.data,
		load(emitter, &watch.begin))));
	IRExpr *is_inside = IRExpr_RdTmp(ir_assign(emitter->out, Ity_I1,
	    IRExpr_Binop(WORD_IS_BELOW, offset, size_of_line(emitter, store))));

	call->guard = IRExpr_RdTmp(
	    ir_assign(emitter->out, Ity_I1, IRExpr_Unop(Iop_Not1, is_inside)));
	add_call(emitter, call);
}

/* Returns what the expression is before the statement: a temporary has been assigned. */
static const IRExpr *
value_of(const IRSB *in, Int before, const IRExpr *e)
{
	for (Int i = before - 1; i >= 0 && e->tag == Iex_RdTmp; i--)
		if (in->stmts[i]->tag == Ist_WrTmp &&
		    in->stmts[i]->Ist.WrTmp.tmp == e->Iex.RdTmp.tmp)
			e = in->stmts[i]->Ist.WrTmp.data;
	return e;
}

/* Returns the base if the expression is a base and a constant, which is set; or NULL. */
static const IRExpr *
base_of(const IRExpr *e, UWord *constant)
{
	const IRExpr *right;

	if (e->tag != Iex_Binop ||
	    (e->Iex.Binop.op != WORD_PLUS && e->Iex.Binop.op != WORD_MINUS))
		return NULL;
	right = e->Iex.Binop.arg2;
	if (right->tag != Iex_Const)
		return NULL;
	*constant = (UWord)right->Iex.Const.con->Ico.U64;
	return e->Iex.Binop.arg1;
}

/* Splits the address of a store into a base and an offset, and finds out whether the base is
 * the stack pointer.  False if it has another form. */
static Bool
split_address(const struct emitter *emitter, const IRSB *in, Int i,
    Bool *is_on_stack, UWord *offset)
{
	const IRExpr *base =
	    base_of(value_of(in, i, in->stmts[i]->Ist.Store.addr), offset);
	const IRExpr *value;
	UWord constant;

	if (!base)
		return False;
	do {
		value = value_of(in, i, base);
		base = base_of(value, &constant);
	} while (base);
	*is_on_stack = value->tag == Iex_Get &&
		       value->Iex.Get.offset == emitter->stack_offset;
	return True;
}

void
scripts_emit_store(struct emitter *emitter, const IRSB *in, Int i)
{
	const IRStmt *store = in->stmts[i];
	Bool is_on_stack;
	UWord offset;

	if (typeOfIRExpr(emitter->out->tyenv, store->Ist.Store.data) !=
		WORD_TYPE ||
	    !split_address(emitter, in, i, &is_on_stack, &offset))
		return;
	if (scripts.places.is_on_stack
		? is_on_stack
		: !is_on_stack && offset == scripts.places.cell)
		watch_frame(emitter, store);
	if (!is_on_stack && offset == scripts.places.instr)
		watch_instr(emitter, store);
}

/* Takes the interpreter, or says that it is not known. */
static void
decide(Addr state, Addr frame, Addr addr, const struct function *function)
{
	const struct interpreter *known = &interpreter_cpython;
	const HChar *name =
	    known->recognise(addr, state, frame, &scripts.places);
	HChar path[VG_(strlen)(function->object->path) + sizeof PREFIX];

	scripts.is_decided = True;
	if (!name) {
		if (scripts.may_be_none && VG_(clo_verbosity) == 0)
			return;
		VG_(umsg)(
		    "warning: no functions of scripts: %s is no version of "
		    "an interpreter that --scripts knows\n",
		    function->object->path);
		return;
	}
	if (VG_(clo_verbosity) > 0)
		VG_(umsg)("functions and lines of scripts are those of %s in "
			  "%s\n",
		    name, function->object->path);
	VG_(sprintf)(path, PREFIX "%s", function->object->path);
	scripts.object.path = name_intern(path);
	scripts.loop = function;
	scripts.entry = addr;
	scripts.interpreter = known;
	scripts.name = name;
	functions_set_interpreter(scripts.only ? NULL : function->object);
}

static Addr
argument(ThreadId thread, Int offset)
{
	Addr value;

	VG_(get_shadow_regs_area)(
	    thread, (UChar *)&value, 0, offset, sizeof value);
	return value;
}

void
scripts_see_entry(ThreadId thread, Addr addr)
{
	static const HChar *loop;
	const struct function *function;
	const HChar *name;

	if (!IS_POSSIBLE || !scripts.wanted || scripts.is_decided)
		return;
	if (!loop)
		loop = name_intern(interpreter_cpython.loop);
	function = function_at(addr);
	if (function->name != loop ||
	    !VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), addr, &name))
		return;
	decide(argument(thread, FIRST_ARGUMENT),
	    argument(thread, SECOND_ARGUMENT), addr, function);
}

void
scripts_init(void)
{
	if (!scripts.wanted)
		return;
	if (!IS_POSSIBLE && !scripts.may_be_none)
		VG_(umsg)("warning: --scripts is ignored on this processor\n");
	scripts.states = VG_(calloc)(
	    "cgcollect.scripts", VG_N_THREADS, sizeof *scripts.states);
	scripts.cells = VG_(calloc)(
	    "cgcollect.scripts", VG_N_THREADS, sizeof *scripts.cells);
	callstack.script_changed = change;
}

void
scripts_describe(void (*put)(const HChar *key, const HChar *text))
{
	HChar text[64];

	if (!scripts.interpreter)
		return;
	VG_(snprintf)(text, sizeof text, "%s%s", scripts.name,
	    scripts.only ? ", without C code" : "");
	put("desc: Scripts:          ", text);
}

void
scripts_report(void)
{
	if (scripts.wanted && !scripts.is_decided && !scripts.may_be_none)
		VG_(umsg)(
		    "warning: no functions of scripts: the program ran no "
		    "interpreter that --scripts knows\n");
}
