/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_CALLSTACK_H
#define CGCOLLECT_CALLSTACK_H

#include "objects/activations.h"
#include "callgraph.h"
#include "frames.h"
#include "script_frames.h"

#include "pub_tool_basics.h"

/*
 * The open calls of each thread, for --calls, and the counts of the running
 * thread so far: the cost of a call is the difference between the counts at its
 * end and at its start.
 *
 * Two words per thread are in the shadow of its guest state, which the core
 * keeps with it and generated code reaches most quickly.
 */
struct thread_words {
	UWord block; /* the address of the running context's counters */
	ULong instructions;
};

/* The counts of the running thread, all but the instructions.  The reads and
 * writes since the last look are in callstack_data, 32 bits each, reads lowest;
 * so many do not happen before the thread is scheduled again. */
extern ULong callstack_totals[NEVENTS];
extern ULong callstack_data;

/* The address of the running context's counters. */
extern UWord callstack_block;

/* The running context, or NULL if it is the first one of its function. */
extern const struct context *callstack_other;

/* What a new frame inherits from the frame that it replaces. */
struct frame_place {
	Addr base;
	SizeT span;
	Addr return_address;
	Bool is_jump;
};

struct thread {
	struct context_thread *identity; /* NULL: none is needed */
	struct region *region;           /* that the program is in, or NULL */
	struct frames stack;
	struct context *context; /* NULL: found when the thread runs */
	struct context *root;    /* the outermost function above the marker */
	struct activations functions;         /* that are open */
	struct activations own_edges, *edges; /* outside and inside of handlers
					       */
	ULong hidden;         /* instructions in its word that do not count */
	ULong begin[NEVENTS]; /* the counts when the outermost root began */
	ULong window; /* that the root began in; 0: it began with the thread
			 or handler */
	ULong totals[NEVENTS];       /* while another thread runs */
	struct script_frame *script; /* the innermost one, or NULL */
	/* the counts up to which the costs of the interpreter are given to lines of the
	 * script, while it runs that */
	ULong given[NEVENTS];
};

/* The open calls of a thread that are in no handler, or in one, and the counts at their
 * end: the frames from first to end - 1. */
struct open_calls {
	UInt first, end;
	struct context *root;      /* below them */
	struct activations *edges; /* that count them */
	ULong window;
	const ULong *now;
};

/* Returns the open calls of the thread that are in its innermost handler, or in none. */
static inline struct open_calls
innermost_calls(const struct thread *thread, const ULong now[NEVENTS])
{
	return (struct open_calls){
	    .first = thread->stack.bottom,
	    .end = thread->stack.n,
	    .root = thread->root,
	    .edges = thread->edges,
	    .window = thread->window,
	    .now = now,
	};
}

extern struct callstack {
	UInt nevents;           /* that are counted, the first ones */
	ULong others[NEVENTS];  /* counts of handlers and threads that ended */
	struct thread *threads; /* NULL: --calls is not used */
	struct thread *running;
	/* is called when a jump has left frames of the running thread, or NULL */
	void (*unwound)(ThreadId thread, Addr stack);
	/* is called before a call when contexts were made, or NULL */
	void (*crowded)(void);
	/* is called when a function of a script has been left, and when another thread
	 * runs; or NULL */
	void (*script_changed)(void);
} callstack;

/* Call once before the first superblock.  The first nevents events are counted.
 */
void callstack_init(UInt nevents);

/*
 * Calls the function for each open function of the thread or its innermost
 * handler, outermost first: with the edge of its call, NULL for the root, and what
 * it cost so far.
 */
typedef void callstack_visitor(ThreadId thread, const struct context *function,
    const struct edge *call, const ULong counts[NEVENTS]);
void callstack_visit(ThreadId thread, callstack_visitor *visit);

/* Calls the function for each context that is open in any thread or handler, some
 * more than once, but not for all of their callers. */
void callstack_visit_contexts(void (*visit)(struct context *context));

/* Gives a context to each open call. */
void callstack_warm_up(void);

/* --- the running thread; `words` are its own ---------------------------- */

/* Gets and sets its words, when no generated code holds them. */
void callstack_get_words(struct thread_words *words);
void callstack_set_words(const struct thread_words *words);

/* Call before all others. */
static inline void
callstack_look(const struct thread_words *words)
{
	callstack_totals[EV_IR] =
	    words->instructions - callstack.running->hidden;
	callstack_totals[EV_DR] += (UInt)callstack_data;
	callstack_totals[EV_DW] += callstack_data >> 32;
	callstack_data = 0;
}

/* Returns the running context. */
static inline struct context *
callstack_context(void)
{
	return callstack.running->context;
}

/* Returns the innermost frame of the thread or of its innermost handler, or
 * NULL if there is none. */
static inline const struct frame *
callstack_top(void)
{
	const struct frames *stack = &callstack.running->stack;

	return stack->n > stack->bottom ? &stack->list[stack->n - 1] : NULL;
}

/* Returns the frame below, or NULL. */
static inline const struct frame *
callstack_below(const struct frame *frame)
{
	const struct frames *stack = &callstack.running->stack;

	return frame > &stack->list[stack->bottom] ? frame - 1 : NULL;
}

/* True if a call of the edge's arc is open in the thread or its innermost
 * handler. */
static inline Bool
callstack_is_open(struct edge *edge)
{
	return edge_is_open(edge, callstack.running->edges);
}

/* Returns the place of a frame at this stack pointer. */
static inline struct frame_place
callstack_place(Addr stack, Addr return_address)
{
	return (struct frame_place){
	    .base = callstack.running->stack.base,
	    .span = stack - callstack.running->stack.base,
	    .return_address = return_address,
	};
}

/* Pushes a call of the edge, from the running context. */
void callstack_push(struct thread_words *words, struct edge *edge,
    const struct frame_place *place);

/* The instruction or line that makes a call, and the context that it is in. */
struct call_origin {
	struct cost *site;
	struct context *caller;
};

/* Returns the place of a call of the function by the instruction: if the interpreter
 * runs a script and calls code that is not its own, the line of that calls. */
static inline struct call_origin
callstack_origin(struct cost *site, const struct function *callee)
{
	struct context *caller = callstack.running->context;
	const struct script_frame *script = callstack.running->script;

	if (UNLIKELY(caller->name->is_owned) && !callee->is_interpreter)
		return (struct call_origin){script->line, script->context};
	return (struct call_origin){site, caller};
}

/* Pushes this call.  The function of the interpreter runs it, from the line on.  The frame is
 * used again after the call is popped. */
void callstack_push_script(struct thread_words *words, struct edge *edge,
    const struct frame_place *place, struct script_frame *script,
    struct function *interpreter);

/* The function of the interpreter runs the innermost function of a script. */
void callstack_go_on(struct thread_words *words, struct function *interpreter);

/* The innermost call was counted before, when it was left without an end. */
void callstack_count_no_call(void);

/* The innermost function of a script goes on in the line. */
void callstack_go_to_line(struct cost *line);

/* Pops the top frame. */
void callstack_pop(struct thread_words *words);

/* Pops all frames that the stack pointer has left, even those below a handler.
 * The function runs then; it is the root if nothing else is known.  Returns the
 * number of frames. */
UInt callstack_unwind(
    struct thread_words *words, Addr stack, struct function *function);

/* The root, the outermost function of the thread or handler, has returned to
 * the function.  Its call was not seen and is made up at the line. */
void callstack_underflow(
    struct thread_words *words, struct cost *line, struct function *function);

/*
 * Counts a block of memory of this size in the function to which a call returns there:
 * the innermost one that is open.  The calls in it do not include that.  Returns the
 * function's context, the running one if there is no such call.
 */
struct context *callstack_charge(Addr return_address, SizeT size);

/* --- threads and signals -------------------------------------------------- */

/* Call before the thread runs; is_counted: its code is counted. */
void callstack_run(ThreadId thread, Bool is_counted);

/* Call before a system call, which could overwrite the words. */
void callstack_before_syscall(ThreadId thread);

/* Call when a signal handler begins and ends.  Handlers are outside of the
 * functions that they interrupt. */
void callstack_begin_handler(ThreadId thread, Bool alternate_stack);
void callstack_end_handler(ThreadId thread);

/* Call when a thread ends, and in a forked child, where counts start at zero.
 */
void callstack_end_thread(ThreadId thread);
void callstack_in_child(ThreadId thread);

/* Sets the region of the thread: its contexts are of it from the next
 * callstack_run on. */
void callstack_enter_region(ThreadId thread, struct region *region);

/* Adds the counts of all threads since callstack_init, or since the process was
 * forked. */
void callstack_add_counts(ULong totals[NEVENTS]);

/* Ends the calls of all threads, because counting stops. */
void callstack_end_calls(void);

/* Adds the costs so far of all open calls to their edges. */
void callstack_settle(void);

/* Sets the costs and numbers of all calls to zero.  Those that are open go on:
 * they cost what is counted from now on, and are counted again only after
 * callstack_count_again. */
void callstack_clear(void);
void callstack_count_again(void);

#endif
