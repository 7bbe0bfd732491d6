// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The open calls of each thread.
 *
 *	- A frame is pushed with the counts at its start.  When it is popped,
 *	  its edge gets the difference.
 *	- If an edge is on the stack more than once, only its outermost frame
 *	  adds a cost, because that includes the others.
 *	- A handler starts a stack of its own, on a marker.  When it ends, the
 *	  counts are reset to the counts of the marker, so that the interrupted
 *	  calls do not include it.
 *	- Depths of functions and activations of edges belong to the running
 *	  thread; they are exchanged when another thread runs.
 */
#include "callstack.h"
#include "superblock.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

ULong callstack_totals[NEVENTS];
ULong callstack_data;
UWord callstack_slot;
const struct context *callstack_other;

struct callstack callstack;

void
callstack_init(UInt nevents)
{
	callstack.nevents = nevents;
	callstack.threads = VG_(calloc)("cgcollect.callstack.threads",
	    VG_N_THREADS, sizeof *callstack.threads);
	callstack.running =
	    &callstack.threads[0]; /* no thread has this number */
}

Bool
callstack_is_used(void)
{
	return callstack.threads != NULL;
}

static ThreadId
number_of(const struct thread *thread)
{
	return (ThreadId)(thread - callstack.threads);
}

/* --- words and counts ----------------------------------------------------- */

static void
get_words(const struct thread *thread, struct thread_words *words)
{
	VG_(get_shadow_regs_area)(
	    number_of(thread), (UChar *)words, 1, 0, sizeof *words);
}

static void
set_words(const struct thread *thread, const struct thread_words *words)
{
	VG_(set_shadow_regs_area)(
	    number_of(thread), 1, 0, sizeof *words, (const UChar *)words);
}

static void
copy_counts(ULong to[NEVENTS], const ULong from[NEVENTS])
{
	for (UInt i = 0; i < callstack.nevents; i++)
		to[i] = from[i];
}

static void
add_difference(
    struct edge *edge, const ULong begin[NEVENTS], const ULong end[NEVENTS])
{
	for (UInt i = 0; i < callstack.nevents; i++)
		edge->counts[i] += end[i] - begin[i];
}

/* --- contexts ------------------------------------------------------------- */

struct context *
callstack_context_of(struct function *function)
{
	return context_of(function, callstack.running->context);
}

static void
enter(struct thread_words *words, struct context *context)
{
	callstack.running->context = context;
	words->slot = callstack_slot = context->slot;
	callstack_other = NULL;
	if (context->is_alone)
		return;
	if (!context->is_first)
		callstack_other = context;
	if (context->function->in_slot[context->slot != 0] != context)
		superblocks_take_slot(context);
}

/* Starts with a function whose call was not seen. */
static void
enter_root(struct thread_words *words, struct function *function)
{
	struct thread *thread = callstack.running;

	thread->context = NULL;
	thread->root = callstack_context_of(function);
	function->depth++;
	enter(words, thread->root);
}

/* --- frames --------------------------------------------------------------- */

void
callstack_push(struct thread_words *words, struct edge *edge,
    const struct frame_place *place)
{
	struct frame *frame = frames_push(&callstack.running->stack);

	frame->base = place->base;
	frame->span = place->span;
	frame->is_marker = False;
	frame->edge = edge;
	frame->caller = edge->caller;
	frame->return_address = place->return_address;
	frame->is_jump = place->is_jump;
	frame->is_counted = False;
	copy_counts(frame->begin, callstack_totals);
	edge->active++;
	edge->callee->function->depth++;
	enter(words, edge->callee);
}

/* A call is not counted if it cost nothing, because counting was off. */
static void
count_call(struct frame *frame, const ULong end[NEVENTS])
{
	if (!frame->is_counted && end[EV_IR] > frame->begin[EV_IR]) {
		frame->edge->calls++;
		frame->is_counted = True;
	}
}

void
callstack_pop(struct thread_words *words)
{
	struct frames *stack = &callstack.running->stack;
	struct frame *frame = &stack->list[--stack->n];
	struct edge *edge = frame->edge;

	count_call(frame, callstack_totals);
	if (--edge->active == 0)
		add_difference(edge, frame->begin, callstack_totals);
	edge->callee->function->depth--;
	enter(words, frame->caller);
}

/* Adds n to the activations of the edges of the frames from first to end - 1.
 */
static void
activate(struct frames *stack, UInt first, UInt end, Int n)
{
	for (UInt i = first; i < end; i++)
		stack->list[i].edge->active += (UInt)n;
}

/* Removes the marker, which is the last frame. */
static void
leave_handler(struct thread_words *words)
{
	struct thread *thread = callstack.running;
	struct frame *marker = frames_pop_marker(&thread->stack);

	if (thread->root)
		thread->root->function->depth--;
	copy_counts(callstack_totals, marker->begin);
	thread->hidden = words->instructions - marker->begin[EV_IR];
	thread->root = marker->root;
	activate(&thread->stack, thread->stack.bottom, thread->stack.n, 1);
	thread->context = NULL;
	if (marker->caller)
		enter(words, marker->caller);
}

/* If nothing was counted before the handler began, its first function is still
 * the root. */
static void
jump_out_of_handler(struct thread_words *words)
{
	const struct context *root = callstack.running->root;

	leave_handler(words);
	if (!callstack.running->context)
		enter_root(words, root->function);
}

/* Leaves the innermost frame; `words` are a struct thread_words. */
static void
leave(void *words)
{
	if (frames_last(&callstack.running->stack)->is_marker)
		jump_out_of_handler(words);
	else
		callstack_pop(words);
}

UInt
callstack_unwind(struct thread_words *words, Addr at)
{
	return frames_unwind(&callstack.running->stack, at, leave, words);
}

void
callstack_underflow(
    struct thread_words *words, struct cost *line, struct function *function)
{
	struct thread *thread = callstack.running;
	struct context *callee = thread->root;
	const struct frames *stack = &thread->stack;
	const ULong *begin = stack->bottom > 0
				 ? stack->list[stack->bottom - 1].begin
				 : thread->begin;

	callee->function->depth--;
	enter_root(words, function);

	struct edge *edge = edge_find(line, thread->root, callee);

	add_difference(edge, begin, callstack_totals);
	if (callstack_totals[EV_IR] > begin[EV_IR])
		edge->calls++;
}

/* --- threads -------------------------------------------------------------- */

static void
count_depths(struct thread *thread, Int n)
{
	for (UInt i = 0; i < thread->stack.n; i++) {
		const struct frame *frame = &thread->stack.list[i];

		if (!frame->is_marker)
			frame->edge->callee->function->depth += (UInt)n;
		else if (frame->root)
			frame->root->function->depth += (UInt)n;
	}
	if (thread->root)
		thread->root->function->depth += (UInt)n;
	activate(&thread->stack, thread->stack.bottom, thread->stack.n, n);
}

/* Makes the thread the running one. */
static void
switch_to(struct thread *thread)
{
	struct thread_words words;

	if (callstack.running == thread)
		return;
	if (callstack.running != &callstack.threads[0]) {
		get_words(callstack.running, &words);
		callstack_look(&words);
	}
	copy_counts(callstack.running->totals, callstack_totals);
	count_depths(callstack.running, -1);
	count_depths(thread, 1);
	copy_counts(callstack_totals, thread->totals);
	callstack.running = thread;
	if (!thread->identity && thread != &callstack.threads[0])
		thread->identity = context_thread_new();
	contexts_use_thread(thread->identity);
	if (thread->context) {
		get_words(thread, &words);
		enter(&words, thread->context);
		set_words(thread, &words);
	}
}

void
callstack_run(ThreadId number, Bool is_counted)
{
	struct thread *thread = &callstack.threads[number];
	struct thread_words words;
	Addr ip = VG_(get_IP)(number);

	callstack_totals[EV_DR] += (UInt)callstack_data;
	callstack_totals[EV_DW] += callstack_data >> 32;
	callstack_data = 0;
	switch_to(thread);
	frames_run(&thread->stack, number);
	if (!is_counted || thread->context)
		return;
	get_words(thread, &words);
	thread->hidden = words.instructions - callstack_totals[EV_IR];
	enter_root(&words, function_target(ip)->function);
	set_words(thread, &words);
}

void
callstack_before_syscall(ThreadId number)
{
	struct thread_words words;

	if (!callstack.threads ||
	    callstack.running != &callstack.threads[number])
		return;
	get_words(callstack.running, &words);
	callstack_look(&words);
}

static void
end_calls(struct thread *thread)
{
	struct thread_words words;

	get_words(thread, &words);
	callstack_look(&words);
	while (thread->stack.n > 0)
		if (frames_last(&thread->stack)->is_marker)
			leave_handler(&words);
		else
			callstack_pop(&words);
	if (thread->root)
		thread->root->function->depth--;
	thread->root = thread->context = NULL;
	callstack_slot = 0;
	callstack_other = NULL;
}

void
callstack_end_calls(void)
{
	struct thread *running = callstack.running;

	if (!callstack.threads)
		return;
	for (UInt i = 1; i < VG_N_THREADS; i++) {
		if (!callstack.threads[i].root &&
		    callstack.threads[i].stack.n == 0)
			continue;
		switch_to(&callstack.threads[i]);
		end_calls(&callstack.threads[i]);
		copy_counts(callstack.threads[i].begin, callstack_totals);
	}
	switch_to(running);
}

static void
forget(struct thread *thread)
{
	if (thread->identity)
		thread->identity->has_ended = True;
	frames_free(&thread->stack);
	VG_(memset)(thread, 0, sizeof *thread);
}

void
callstack_end_thread(ThreadId number)
{
	struct thread *thread = &callstack.threads[number];

	if (!callstack.threads)
		return;
	switch_to(thread);
	end_calls(thread);
	forget(thread);
	VG_(memset)(callstack_totals, 0, sizeof callstack_totals);
	callstack.running = &callstack.threads[0];
}

void
callstack_in_child(ThreadId number)
{
	struct thread *running = &callstack.threads[number];
	struct thread_words words;

	if (!callstack.threads)
		return;
	if (callstack.running != running)
		count_depths(callstack.running, -1);
	for (UInt i = 0; i < VG_N_THREADS; i++)
		if (&callstack.threads[i] != running)
			forget(&callstack.threads[i]);
	if (callstack.running != running)
		callstack.running = &callstack.threads[0];
	switch_to(running);
	edges_clear();
	for (UInt i = 0; i < running->stack.n; i++) {
		struct frame *frame = &running->stack.list[i];

		frame->is_counted = True;
		VG_(memset)(frame->begin, 0, sizeof frame->begin);
	}
	VG_(memset)(running->begin, 0, sizeof running->begin);
	VG_(memset)(callstack_totals, 0, sizeof callstack_totals);
	callstack_data = 0;
	get_words(running, &words);
	running->hidden = words.instructions;
}

/* --- signals -------------------------------------------------------------- */

void
callstack_begin_handler(ThreadId number, Bool alternate_stack)
{
	struct thread *thread = &callstack.threads[number];
	struct thread_words words;
	struct frame *marker;

	if (!callstack.threads)
		return;
	switch_to(thread);
	get_words(thread, &words);
	callstack_look(&words);
	activate(&thread->stack, thread->stack.bottom, thread->stack.n, -1);
	marker = frames_begin_handler(&thread->stack, number, alternate_stack);
	marker->caller = thread->context;
	marker->root = thread->root;
	copy_counts(marker->begin, callstack_totals);
	thread->context = thread->root = NULL;
}

/* The words already belong to the interrupted function, so the counts are the
 * ones that callstack_before_syscall has seen. */
void
callstack_end_handler(ThreadId number)
{
	struct thread *thread = &callstack.threads[number];
	struct thread_words words;

	if (!callstack.threads)
		return;
	switch_to(thread);
	if (thread->stack.bottom == 0)
		return;
	get_words(thread, &words);
	while (thread->stack.n > thread->stack.bottom)
		callstack_pop(&words);
	leave_handler(&words);
	set_words(thread, &words);
}

/* --- results -------------------------------------------------------------- */

/* Adds the costs of the frames from first to end - 1 until now. */
static void
settle_frames(
    struct frames *stack, UInt first, UInt end, const ULong now[NEVENTS])
{
	for (UInt i = first; i < end; i++) {
		struct frame *frame = &stack->list[i];

		count_call(frame, now);
		if (!frame->edge->is_seen)
			add_difference(frame->edge, frame->begin, now);
		frame->edge->is_seen = True;
		copy_counts(frame->begin, now);
	}
	for (UInt i = first; i < end; i++)
		stack->list[i].edge->is_seen = False;
}

static void
settle_thread(struct thread *thread)
{
	struct frames *stack = &thread->stack;
	UInt first = stack->bottom, end = stack->n;

	settle_frames(stack, first, end, thread->totals);
	while (first > 0) {
		const struct frame *marker = &stack->list[first - 1];

		end = first - 1;
		first = marker->bottom;
		settle_frames(stack, first, end, marker->begin);
	}
}

void
callstack_settle(void)
{
	struct thread_words words;

	if (!callstack.threads)
		return;
	if (callstack.running != &callstack.threads[0]) {
		get_words(callstack.running, &words);
		callstack_look(&words);
		copy_counts(callstack.running->totals, callstack_totals);
	}
	for (UInt i = 1; i < VG_N_THREADS; i++)
		settle_thread(&callstack.threads[i]);
}
