// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Calls of functions of scripts.  The C frame of the loop stays the frame of the first
 * function, and gets one more frame for each function that runs in it.  When the loop
 * returns, all are left, as the stack pointer says.
 */
#include "calls/callgraph.h"
#include "calls/costs.h"
#include "containers/interned.h"
#include "objects/functions.h"
#include "objects/objects.h"
#include "client_memory.h"
#include "script_calls.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

static const struct function *the_loop;
static struct object object; /* of functions of scripts */

/* The mark of such an object for cg-collect. */
#define PREFIX "script:"

void
script_calls_init(const struct function *loop)
{
	HChar path[VG_(strlen)(loop->object->path) + sizeof PREFIX];

	VG_(sprintf)(path, PREFIX "%s", loop->object->path);
	object.path = name_intern(path);
	the_loop = loop;
}

struct function *
script_function(const HChar *file, const HChar *name, UInt line)
{
	return function_of_script(&object, file, name, line);
}

struct script_code *
script_code_find(UWord addr, SizeT size)
{
	static VgHashTable *codes;
	struct script_code *code;

	if (!codes)
		codes = VG_(HT_construct)("cgcollect.script_codes");
	code = VG_(HT_lookup)(codes, addr);
	if (code)
		return code;
	code = VG_(calloc)("cgcollect.script_code", 1, size);
	code->addr = addr;
	VG_(HT_add_node)(codes, code);
	return code;
}

struct thread_words
script_begin(ULong instructions)
{
	struct thread_words words = {
	    .block = callstack_block,
	    .instructions = instructions,
	};

	client_memory_begin();
	callstack_look(&words);
	return words;
}

/* Pushes a call of the function in the frame, at the place, by the instruction unless a
 * line of a script calls it. */
static void
push(struct thread_words *words, struct script_code *code, Addr frame,
    struct cost *site, const struct frame_place *place, Bool is_entry)
{
	struct call_origin call = callstack_origin(site, code->function);
	struct function *runs = is_entry ? (struct function *)the_loop
					 : callstack_context()->name->function;
	struct script_frame *script = script_frame_new();

	script->frame = frame;
	script->code = code;
	script->is_entry = is_entry;
	script->line = cost_find(code->function, code->function->first_line);
	callstack_push_script(words,
	    edge_of_call(call.site, call.caller, code->function), place, script,
	    runs);
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

Bool
script_is_in_loop(void)
{
	const struct frame *top = callstack_top();

	return top && !top->script &&
	       top->edge->callee->name->function == the_loop;
}

Bool
script_enter(struct thread_words *words, struct script_code *code, Addr frame,
    Addr stack)
{
	const struct frame *top = callstack_top();
	struct frame_place place = callstack_place(stack, 0);
	struct cost *site = cost_find((struct function *)the_loop, 0);

	if (callstack_context()->name->function != the_loop)
		return False;
	if (script_is_in_loop()) {
		place = place_of(top);
		site = top->edge->site;
		callstack_pop(words);
	}
	push(words, code, frame, site, &place, True);
	return True;
}

Bool
script_call(struct thread_words *words, struct script_code *code, Addr frame)
{
	struct frame_place place;

	if (!callstack_top())
		return False;
	place = place_of(callstack_top());
	push(words, code, frame, NULL, &place, False);
	return True;
}

Bool
script_run(struct thread_words *words, struct script_code *code, Addr frame,
    Addr stack)
{
	return callstack_context()->name->is_owned && !script_is_in_loop()
		   ? script_call(words, code, frame)
		   : script_enter(words, code, frame, stack);
}

/* If no function of a script has called the loop, the loop gets a row again. */
static void
go_on_in_loop(struct thread_words *words, struct cost *site,
    const struct frame_place *place)
{
	struct function *loop = (struct function *)the_loop;

	if (callstack_context()->name->is_owned)
		callstack_go_on(words, loop);
	else
		callstack_push(words,
		    edge_of_call(site, callstack_context(), loop), place);
}

Bool
script_leave(struct thread_words *words)
{
	const struct script_frame *script = script_running();
	struct frame_place place;
	struct cost *site;

	while (callstack_top()) {
		place = place_of(callstack_top());
		site = callstack_top()->edge->site;
		callstack_pop(words);
		if (script_running() != script) {
			go_on_in_loop(words, site, &place);
			return True;
		}
	}
	return False;
}

void
script_go_on(
    struct thread_words *words, struct function *interpreter, Addr stack)
{
	const struct frame *top = callstack_top();
	struct frame_place place =
	    top ? place_of(top) : callstack_place(stack, 0);

	if (callstack_context()->name->is_owned)
		callstack_go_on(words, interpreter);
	else if (callstack_context()->name->function != interpreter)
		callstack_push(words,
		    edge_of_call(cost_find(interpreter, 0), callstack_context(),
			interpreter),
		    &place);
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

Bool
script_return_to(struct thread_words *words, Addr frame)
{
	Int n = find_open(frame);
	struct function *function = callstack_context()->name->function;

	for (Int i = 0; i < n; i++)
		callstack_pop(words);
	if (n > 0)
		callstack_go_on(words, function);
	return n >= 0;
}

void
script_go_to(struct cost *line)
{
	if (line != script_running()->line)
		callstack_go_to_line(line);
}

void
script_go_to_line(UInt line)
{
	script_go_to(cost_find(script_running()->code->function, line));
}
