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
 *	- How often a function is open is counted for each thread, and how often
 *	  an edge is, for each thread and handler.
 */
#include "modes.h"
#include "blocks.h"
#include "callstack.h"
#include "cold.h"
#include "costs.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_threadstate.h"

ULong callstack_totals[NEVENTS];
ULong callstack_data;
UWord callstack_block;
const struct context *callstack_other;

struct callstack callstack;

void
callstack_init(UInt nevents)
{
	callstack.nevents = nevents;
	callstack.threads = VG_(calloc)("cgcollect.callstack.threads",
	    VG_N_THREADS, sizeof *callstack.threads);
	for (UInt i = 0; i < VG_N_THREADS; i++)
		callstack.threads[i].edges = &callstack.threads[i].own_edges;
	callstack.running =
	    &callstack.threads[0]; /* no thread has this number */
	modes.calls = True;
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

void
callstack_get_words(struct thread_words *words)
{
	get_words(callstack.running, words);
}

void
callstack_set_words(const struct thread_words *words)
{
	set_words(callstack.running, words);
}

/* Reads the counts of the running thread from its words, if it is counted. */
static void
look(void)
{
	struct thread_words words;

	if (callstack.running == &callstack.threads[0])
		return;
	get_words(callstack.running, &words);
	if (callstack.running->context)
		callstack_look(&words);
}

static void
copy_counts(ULong to[NEVENTS], const ULong from[NEVENTS])
{
	for (UInt i = 0; i < callstack.nevents; i++)
		to[i] = from[i];
}

/* Stores the counts of the running thread in it, as they are of all other threads. */
static void
save_totals(void)
{
	look();
	copy_counts(callstack.running->totals, callstack_totals);
}

/* Adds the difference to the edge, and to its arc's share in the window. */
static void
add_difference(struct edge *edge, const ULong begin[NEVENTS],
    const ULong end[NEVENTS], const struct thread *thread, ULong window)
{
	struct share *share = window ? edge_share(edge, thread, window) : NULL;

	for (UInt i = 0; i < callstack.nevents; i++) {
		edge->counts[i] += end[i] - begin[i];
		if (share)
			share->counts[i] += end[i] - begin[i];
	}
}

/* --- contexts ------------------------------------------------------------- */

/* Keeps the counts from `begin` to `end`, which the thread forgets. */
static void
keep_others(const ULong begin[NEVENTS], const ULong end[NEVENTS])
{
	for (UInt i = 0; i < callstack.nevents; i++)
		callstack.others[i] += end[i] - begin[i];
}

static UInt *
depth_of(struct function *function)
{
	return activation_on(&function->depth, &callstack.running->functions);
}

static Bool
is_owned(const struct context *context)
{
	return context && context->name->is_owned;
}

static void
enter(struct thread_words *words, struct context *context)
{
	const struct context *before = callstack.running->context;

	if (UNLIKELY(context->name->region != callstack.running->region))
		context = context_in_region(context);
	if (UNLIKELY(context->name->is_owned)) {
		if (!is_owned(before))
			script_frame_go_on(callstack.running);
		else if (UNLIKELY(
			     before->name->region != context->name->region)) {
			script_frame_give(callstack.running, callstack_totals);
			script_frame_go_on(callstack.running);
		}
	} else if (UNLIKELY(is_owned(before))) {
		script_frame_give(callstack.running, callstack_totals);
	}
	callstack.running->context = context;
	if (UNLIKELY(context->nwords < context->name->function->nwords))
		block_fit(context);
	words->block = callstack_block = (UWord)context->block;
	callstack_other = context->is_first ? NULL : context;
}

/* Starts with a function whose call was not seen. */
static void
enter_root(struct thread_words *words, struct function *function)
{
	struct thread *thread = callstack.running;

	thread->root = context_of(function, NULL, NULL, False);
	(*depth_of(function))++;
	enter(words, thread->root);
}

/* Returns the counts when the root began. */
static ULong *
begin_of_root(struct thread *thread)
{
	const struct frames *stack = &thread->stack;

	return stack->bottom > 0 ? stack->list[stack->bottom - 1].begin
				 : thread->begin;
}

static void
number_window(struct thread *thread)
{
	static ULong nwindows;

	thread->window = ++nwindows;
}

/* The next root of the thread begins in the middle of its function. */
static void
begin_window(struct thread *thread)
{
	number_window(thread);
	thread->root = thread->context = NULL;
}

/* Starts to count in the function. */
static void
begin_root(struct thread_words *words, struct function *function)
{
	struct thread *thread = callstack.running;

	thread->hidden = words->instructions - callstack_totals[EV_IR];
	copy_counts(begin_of_root(thread), callstack_totals);
	enter_root(words, function);
}

/* --- frames --------------------------------------------------------------- */

void
callstack_push(struct thread_words *words, struct edge *edge,
    const struct frame_place *place)
{
	struct frames *stack = &callstack.running->stack;
	struct frame *frame = frames_push(stack);
	struct context *callee = edge->callee;

	frame->base = place->base;
	frame->span = place->span;
	frame->is_marker = False;
	frame->root = NULL;
	frame->edge = edge;
	frame->caller = callstack.running->context; /* skipped or not */
	frame->return_address = place->return_address;
	frame->is_jump = place->is_jump;
	frame->is_counted = False;
	frame->script = NULL;
	frame->below = NULL;
	if (LIKELY(!callee->counted_in && !callee->name->is_owned))
		frame->place = stack->n;
	else
		frame->place =
		    stack->n - 1 > stack->bottom ? frame[-1].place : 0;
	frame->is_cold = callee->is_folded;
	copy_counts(frame->begin, callstack_totals);
	if (UNLIKELY(frame->is_cold))
		cold_push(callstack.running);
	edge_open(edge, callstack.running->edges);
	(*depth_of(callee->name->function))++;
	enter(words, callee);
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
callstack_go_on(struct thread_words *words, struct function *interpreter)
{
	enter(words, context_owned(interpreter));
}

void
callstack_push_script(struct thread_words *words, struct edge *edge,
    const struct frame_place *place, struct script_frame *script,
    struct function *interpreter)
{
	struct thread *thread = callstack.running;

	callstack_push(words, edge, place);
	frames_last(&thread->stack)->script = script;
	script->context = thread->context;
	script->below = thread->script;
	thread->script = script;
	callstack_go_on(words, interpreter);
}

void
callstack_count_no_call(void)
{
	frames_last(&callstack.running->stack)->is_counted = True;
}

void
callstack_go_to_line(struct cost *line)
{
	struct thread *thread = callstack.running;

	if (is_owned(thread->context))
		script_frame_give(thread, callstack_totals);
	script_frame_settle(thread->script);
	thread->script->line = line;
}

/* The thread returns from a function of a script. */
static __attribute__((noinline)) void
leave_script(struct thread *thread)
{
	if (is_owned(thread->context))
		script_frame_give(thread, callstack_totals);
	thread->context = NULL;
	script_frame_pop(thread);
	if (callstack.script_changed)
		callstack.script_changed();
}

/* The last call is cold, and ends. */
static __attribute__((noinline)) void
end_cold(struct thread *thread)
{
	if (is_owned(thread->context))
		script_frame_give(thread, callstack_totals);
	cold_end(thread, callstack_totals);
}

void
callstack_pop(struct thread_words *words)
{
	struct frames *stack = &callstack.running->stack;
	struct frame *frame = &stack->list[stack->n - 1];
	struct edge *edge;

	if (UNLIKELY(frame->is_cold))
		end_cold(callstack.running);
	stack->n--;
	edge = frame->edge;
	count_call(frame, callstack_totals);
	if (edge_close(edge, callstack.running->edges))
		add_difference(edge, frame->begin, callstack_totals,
		    callstack.running, callstack.running->window);
	(*depth_of(edge->callee->name->function))--;
	if (UNLIKELY(frame->script))
		leave_script(callstack.running);
	enter(words, frame->caller);
}

/* No edge is open in the handler any more. */
static void
leave_edges(struct thread *thread, struct activations *outside)
{
	activations_release(thread->edges);
	VG_(free)(thread->edges);
	thread->edges = outside;
}

/* Removes the marker, which is the last frame. */
static void
leave_handler(struct thread_words *words)
{
	struct thread *thread = callstack.running;
	struct frame *marker = frames_pop_marker(&thread->stack);

	if (thread->root)
		(*depth_of(thread->root->name->function))--;
	keep_others(marker->begin, callstack_totals);
	copy_counts(callstack_totals, marker->begin);
	thread->hidden = words->instructions - marker->begin[EV_IR];
	leave_edges(thread, marker->edges);
	if (marker->caller) {
		thread->root = marker->root;
		thread->window = marker->window;
		enter(words, marker->caller);
	} else {
		begin_window(thread);
	}
}

/* Leaves the innermost frame; `words` are a struct thread_words. */
static void
leave(void *words)
{
	if (frames_last(&callstack.running->stack)->is_marker)
		leave_handler(words);
	else
		callstack_pop(words);
}

UInt
callstack_unwind(struct thread_words *words, Addr at, struct function *function)
{
	UInt n = frames_unwind(&callstack.running->stack, at, leave, words);

	if (n > 0 && callstack.unwound) {
		callstack.unwound(number_of(callstack.running), at);
		if (callstack.running->context)
			enter(words, callstack.running->context);
	}
	if (!callstack.running->context)
		begin_root(words, function);
	return n;
}

void
callstack_underflow(
    struct thread_words *words, struct cost *line, struct function *function)
{
	struct thread *thread = callstack.running;
	struct context *callee = thread->root;
	ULong begin[NEVENTS];

	copy_counts(begin, begin_of_root(thread));
	(*depth_of(callee->name->function))--;
	enter_root(words, function);

	struct edge *edge = edge_find(line, thread->root, callee);

	if (callstack_totals[EV_IR] > begin[EV_IR])
		edge->calls++;
	/* only a program that changes its stack returns from a thread's root */
	if (!thread->window && thread->stack.bottom == 0)
		number_window(thread);
	/* the call was open all the time, so calls in it count once */
	if (thread->window) {
		const struct share *share =
		    edge_share(edge, thread, thread->window);

		for (UInt i = 0; i < callstack.nevents; i++)
			begin[i] += share->counts[i];
	}
	add_difference(edge, begin, callstack_totals, thread, thread->window);
}

struct context *
callstack_charge(Addr return_address, SizeT size)
{
	struct frames *stack = &callstack.running->stack;
	ULong bytes = size * modes.counting;
	UInt site = stack->n;

	callstack_totals[EV_AL] += modes.counting;
	callstack_totals[EV_ALB] += bytes;
	while (site > stack->bottom &&
	       stack->list[site - 1].return_address != return_address)
		site--;
	/* what a function jumps to at its end returns to its caller */
	while (site > stack->bottom + 1 && stack->list[site - 1].is_jump)
		site--;
	if (site == stack->bottom)
		return callstack.running->context;
	for (UInt i = site - 1; i < stack->n; i++) {
		stack->list[i].begin[EV_AL] += modes.counting;
		stack->list[i].begin[EV_ALB] += bytes;
	}
	return stack->list[site - 1].caller;
}

/* --- results -------------------------------------------------------------- */

/* Calls the function for the open calls of each handler of the thread, innermost first,
 * and for those outside of handlers. */
static void
visit_calls(struct thread *thread,
    void (*visit)(struct thread *thread, const struct open_calls *calls))
{
	struct open_calls calls = innermost_calls(thread, thread->totals);

	if (is_owned(thread->context))
		script_frame_give(thread, thread->totals);
	for (struct script_frame *s = thread->script; s; s = s->below)
		script_frame_settle(s);
	visit(thread, &calls);
	while (calls.first > 0) {
		const struct frame *marker =
		    &thread->stack.list[calls.first - 1];

		calls = (struct open_calls){
		    .first = marker->bottom,
		    .end = calls.first - 1,
		    .root = marker->root,
		    .edges = marker->edges,
		    .window = marker->window,
		    .now = marker->begin,
		};
		visit(thread, &calls);
	}
}

/* Adds the costs of the calls until now. */
static void
settle_calls(struct thread *thread, const struct open_calls *calls)
{
	struct frame *list = thread->stack.list;

	cold_settle(thread, calls);
	for (UInt i = calls->first; i < calls->end; i++) {
		struct frame *frame = &list[i];
		struct arc *arc = frame->edge->arc;

		count_call(frame, calls->now);
		if (!arc || !arc->is_seen)
			add_difference(frame->edge, frame->begin, calls->now,
			    thread, calls->window);
		if (arc)
			arc->is_seen = True;
		copy_counts(frame->begin, calls->now);
	}
	for (UInt i = calls->first; i < calls->end; i++)
		if (list[i].edge->arc)
			list[i].edge->arc->is_seen = False;
}

/* Calls the function for the open calls of all threads. */
static void
visit_threads(
    void (*visit)(struct thread *thread, const struct open_calls *calls))
{
	if (!callstack.threads)
		return;
	save_totals();
	for (UInt i = 1; i < VG_N_THREADS; i++)
		visit_calls(&callstack.threads[i], visit);
}

void
callstack_warm_up(void)
{
	visit_threads(cold_warm_up);
}

void
callstack_settle(void)
{
	visit_threads(settle_calls);
}

/* Returns the counts of the thread without its handlers. */
static const ULong *
counts_outside(const struct thread *thread)
{
	for (UInt i = 0; i < thread->stack.n; i++)
		if (thread->stack.list[i].is_marker)
			return thread->stack.list[i].begin;
	return thread->totals;
}

void
callstack_clear(void)
{
	if (!callstack.threads)
		return;
	callstack_settle();
	edges_clear();
	for (UInt i = 1; i < VG_N_THREADS; i++)
		copy_counts(callstack.threads[i].begin,
		    counts_outside(&callstack.threads[i]));
}

void
callstack_count_again(void)
{
	if (!callstack.threads)
		return;
	callstack_settle();
	for (UInt i = 1; i < VG_N_THREADS; i++) {
		struct frames *stack = &callstack.threads[i].stack;

		for (UInt j = 0; j < stack->n; j++)
			stack->list[j].is_counted = False;
	}
}

static void
visit_open(callstack_visitor *visit, const struct thread *thread,
    const struct frame *frame)
{
	const ULong *begin =
	    frame ? frame->begin : begin_of_root((struct thread *)thread);
	ULong counts[NEVENTS] = {0};

	for (UInt i = 0; i < callstack.nevents; i++)
		counts[i] = thread->totals[i] - begin[i];
	visit(number_of(thread), frame ? frame->edge->callee : thread->root,
	    frame ? frame->edge : NULL, counts);
}

void
callstack_visit(ThreadId number, callstack_visitor *visit)
{
	const struct thread *thread = &callstack.threads[number];

	if (!callstack.threads || !thread->root)
		return;
	save_totals();
	visit_open(visit, thread, NULL);
	for (UInt i = thread->stack.bottom; i < thread->stack.n; i++)
		visit_open(visit, thread, &thread->stack.list[i]);
}

static void
visit_if_any(struct context *context, void (*visit)(struct context *context))
{
	if (context)
		visit(context);
}

void
callstack_visit_contexts(void (*visit)(struct context *context))
{
	for (UInt i = 0; i < VG_N_THREADS; i++) {
		const struct thread *thread = &callstack.threads[i];

		visit_if_any(thread->context, visit);
		visit_if_any(thread->root, visit);
		for (const struct script_frame *s = thread->script; s;
		     s = s->below)
			visit(s->context);
		for (UInt j = 0; j < thread->stack.n; j++) {
			const struct frame *frame = &thread->stack.list[j];

			visit_if_any(frame->caller, visit);
			visit_if_any(frame->root, visit);
			if (frame->edge) {
				visit(frame->edge->caller);
				visit(frame->edge->callee);
			}
		}
	}
}

/* --- threads -------------------------------------------------------------- */

/* Makes the thread the running one. */
static void
switch_to(struct thread *thread)
{
	if (callstack.running == thread)
		return;
	save_totals();
	copy_counts(callstack_totals, thread->totals);
	callstack.running = thread;
	if (callstack.script_changed)
		callstack.script_changed();
	if (!thread->identity && thread != &callstack.threads[0])
		thread->identity = context_thread_new();
	contexts_use_thread(thread->identity, &thread->functions);
	contexts_use_region(thread->region);
}

void
callstack_enter_region(ThreadId number, struct region *region)
{
	struct thread *thread = &callstack.threads[number];

	thread->region = region;
	if (callstack.running == thread)
		contexts_use_region(region);
}

void
callstack_add_counts(ULong totals[NEVENTS])
{
	save_totals();
	for (UInt i = 0; i < callstack.nevents; i++)
		totals[i] += callstack.others[i];
	for (UInt n = 0; n < VG_N_THREADS; n++)
		for (UInt i = 0; i < callstack.nevents; i++)
			totals[i] += callstack.threads[n].totals[i];
}

/* The block of the thread's context may have moved while other threads ran, and
 * must have room for the code that was translated last. */
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
	if (!thread->context && !is_counted) {
		begin_window(thread);
		return;
	}
	get_words(thread, &words);
	if (thread->context)
		enter(&words, thread->context);
	else
		callstack_unwind(&words, VG_(get_SP)(number),
		    function_target(ip, NULL)->function);
	set_words(thread, &words);
}

void
callstack_before_syscall(ThreadId number)
{
	if (callstack.threads &&
	    callstack.running == &callstack.threads[number])
		look();
}

static void
drop_root(struct thread *thread, const struct context *root)
{
	if (root)
		*activation_on(
		    &root->name->function->depth, &thread->functions) = 0;
}

/* Nothing is open any more, only handlers that have not returned. */
static void
drop_calls(struct thread *thread)
{
	struct frames *stack = &thread->stack;
	struct activations *edges = thread->edges;

	drop_root(thread, thread->root);
	for (UInt i = stack->n; i-- > 0;) {
		struct frame *frame = &stack->list[i];

		if (frame->is_marker) {
			drop_root(thread, frame->root);
			edges = frame->edges;
		} else {
			cold_forget(frame);
			edge_close_all(frame->edge, edges);
			*activation_on(
			    &frame->edge->callee->name->function->depth,
			    &thread->functions) = 0;
		}
	}
	while (thread->script)
		script_frame_pop(thread);
	frames_keep_markers(stack);
	begin_window(thread);
}

void
callstack_end_calls(void)
{
	if (!callstack.threads)
		return;
	callstack_settle();
	for (UInt i = 1; i < VG_N_THREADS; i++)
		drop_calls(&callstack.threads[i]);
	callstack_block = 0;
	callstack_other = NULL;
}

static void
forget(struct thread *thread)
{
	static const ULong none[NEVENTS];

	keep_others(none, thread->totals);
	drop_calls(thread);
	while (thread->stack.n > 0)
		leave_edges(thread, frames_pop_marker(&thread->stack)->edges);
	activations_release(&thread->own_edges);
	activations_release(&thread->functions);
	if (thread->identity)
		thread->identity->has_ended = True;
	frames_free(&thread->stack);
	VG_(memset)(thread, 0, sizeof *thread);
	thread->edges = &thread->own_edges;
}

void
callstack_end_thread(ThreadId number)
{
	struct thread *thread = &callstack.threads[number];

	if (!callstack.threads)
		return;
	switch_to(thread);
	switch_to(&callstack.threads[0]);
	visit_calls(thread, settle_calls);
	forget(thread);
}

void
callstack_in_child(ThreadId number)
{
	struct thread *running = &callstack.threads[number];
	struct thread_words words;

	if (!callstack.threads)
		return;
	for (UInt i = 0; i < VG_N_THREADS; i++)
		for (struct script_frame *s = callstack.threads[i].script; s;
		     s = s->below)
			VG_(memset)(s->spent, 0, sizeof s->spent);
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
		cold_forget(frame);
		VG_(memset)(frame->begin, 0, sizeof frame->begin);
	}
	VG_(memset)(running->begin, 0, sizeof running->begin);
	VG_(memset)(running->given, 0, sizeof running->given);
	VG_(memset)(callstack.others, 0, sizeof callstack.others);
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
	struct frame *marker;

	if (!callstack.threads)
		return;
	switch_to(thread);
	look();
	marker = frames_begin_handler(&thread->stack, number, alternate_stack);
	marker->edges = thread->edges;
	thread->edges =
	    VG_(calloc)("cgcollect.edges", 1, sizeof *thread->edges);
	marker->caller = thread->context;
	marker->root = thread->root;
	marker->window = thread->window;
	copy_counts(marker->begin, callstack_totals);
	if (is_owned(thread->context))
		script_frame_give(thread, callstack_totals);
	thread->context = thread->root = NULL;
	thread->window = 0;
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
