// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The call graph: functions in their contexts, and the calls between them.
 */
#include "modes.h"
#include "process/interned.h"
#include "callgraph.h"
#include "costs.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"

#define FIRST_SLOTS 4096

/* A slot of the table of calls: the edge of a call that was made before. */
struct call {
	UWord hash;
	struct edge *edge; /* NULL: free */
};

static struct {
	struct context_rules rules;
	UInt nthreads, nnumbers;
	UInt ncontexts;                      /* that are not lost */
	const struct context_thread *thread; /* the running one */
	struct activations *stack;           /* of functions */
	struct region *region;               /* that runs */
	VgHashTable *contexts, *arcs, *edges;
	struct call *calls;   /* by site, caller, function and its level */
	UWord nslots, ncalls; /* of the table, a power of two; in it */
} graph;

/* Multiplies by numbers without a pattern, because addresses have one, and takes
 * the upper half, which depends on all bits. */
static UWord
hash_of(const void *a, const void *b, const void *c, UWord d)
{
	ULong mixed = (UWord)a * 0x9e3779b97f4a7c15 +
		      (UWord)b * 0xc2b2ae3d27d4eb4f +
		      (UWord)c * 0x165667b19e3779f9 + d * 0x27d4eb2f165667c5;

	return (UWord)(mixed >> 32);
}

/* --- threads -------------------------------------------------------------- */

struct context_thread *
context_thread_new(void)
{
	struct context_thread *thread;

	if (!modes.threads)
		return NULL;
	thread = VG_(perm_malloc)(sizeof *thread, sizeof(UInt));
	*thread = (struct context_thread){.number = ++graph.nthreads};
	return thread;
}

void
contexts_use_thread(
    const struct context_thread *thread, struct activations *stack)
{
	graph.stack = stack;
	graph.thread = thread;
}

void
contexts_use_region(struct region *region)
{
	graph.region = region;
}

/* --- contexts ------------------------------------------------------------- */

/* Returns the n-th last function that called the function, or NULL.  A function
 * that calls itself is not its own caller. */
static struct function *
caller_at(const struct function *function, const struct context *caller, Int n)
{
	if (caller && caller->function != function) {
		if (n == 0)
			return caller->function;
		n--;
	}
	return caller && n < caller->ncallers ? caller->callers[n] : NULL;
}

static UInt
level_of(struct function *function)
{
	UInt last = (UInt)graph.rules.recursions - 1;
	UInt depth;

	if (last == 0)
		return 0;
	depth = *activation_on(&function->depth, graph.stack);
	return depth < last ? depth : last;
}

Bool
contexts_are_stacks(void)
{
	return graph.rules.stacks;
}

Int
contexts_limit(void)
{
	return graph.rules.max_contexts;
}

Bool
context_is_next(const struct context *context, struct function *function)
{
	return context->function == function &&
	       context->level == level_of(function);
}

static Word
compare_contexts(const void *a, const void *b)
{
	const struct context *left = a, *right = b;

	return left->function != right->function ||
	       left->thread != right->thread || left->region != right->region ||
	       left->level != right->level || left->caller != right->caller ||
	       left->site != right->site ||
	       left->counted_in != right->counted_in ||
	       left->counted_at != right->counted_at ||
	       left->is_lost != right->is_lost ||
	       left->ncallers != right->ncallers ||
	       VG_(memcmp)(left->callers, right->callers,
		   (SizeT)left->ncallers * sizeof left->callers[0]) != 0;
}

static const HChar *
name_of(const struct context *context)
{
	SizeT size = VG_(strlen)(context->function->name) + 16;

	for (Int i = 0; i < context->ncallers; i++)
		size += VG_(strlen)(context->callers[i]->name) + 1;

	HChar name[size];
	HChar *end = name + VG_(sprintf)(name, "%s", context->function->name);

	if (context->level > 0)
		end += VG_(sprintf)(end, "'%u", context->level + 1);
	for (Int i = 0; i < context->ncallers; i++)
		end += VG_(sprintf)(end, "'%s", context->callers[i]->name);
	return name_intern(name);
}

/* Returns the first context with the name, or NULL.  Names without callers have
 * many.  The search is short on average, because the newest ones are first. */
static struct context *
namesake_of(const struct context *context)
{
	struct context *other = context->function->contexts;

	if (!graph.rules.stacks)
		return NULL;
	while (other && other->level != context->level)
		other = other->next_of_function;
	return other ? other->named : NULL;
}

static struct context *
context_new(const struct context *wanted)
{
	struct function *function = wanted->function;
	SizeT size = sizeof *wanted +
		     (SizeT)wanted->ncallers * sizeof wanted->callers[0];
	struct context *context = VG_(perm_malloc)(size, sizeof(void *));

	VG_(memcpy)(context, wanted, size);
	context->number = ++graph.nnumbers;
	graph.ncontexts += !context->is_lost && !context->counted_in;
	context->next_of_function = function->contexts;
	context->is_first = !function->first && !context->counted_in;
	context->named = namesake_of(context);
	if (!context->named)
		context->named = context;
	context->name =
	    context->named == context ? name_of(context) : context->named->name;
	if (context->is_first)
		function->first = context;
	function->contexts = context;
	VG_(HT_add_node)(graph.contexts, context);
	return context;
}

/* Room for a context with all callers that it can have. */
union context_room {
	struct context context;
	HChar bytes[sizeof(struct context) +
		    MAX_CALLERS * sizeof(struct function *)];
};

/* Returns the context if it is known, or NULL; sets the hash of the wanted one. */
static struct context *
find_context(struct context *wanted)
{
	wanted->hash = hash_of(wanted->function, wanted->thread, wanted->caller,
			   wanted->site * MAX_CALLERS + wanted->level) *
			   31 +
		       ((UWord)wanted->region >> 4) +
		       hash_of(wanted->counted_in, wanted->counted_at, NULL, 0);
	for (Int i = 0; i < wanted->ncallers; i++)
		wanted->hash =
		    wanted->hash * 31 + ((UWord)wanted->callers[i] >> 3);
	return VG_(HT_gen_lookup)(graph.contexts, wanted, compare_contexts);
}

static struct context *
find_or_add(struct context *wanted)
{
	struct context *known = find_context(wanted);

	return known ? known : context_new(wanted);
}

/* Returns what any context of a call of the function now has. */
static struct context
context_now(struct function *function)
{
	return (struct context){
	    .function = function,
	    .thread = graph.thread,
	    .region = graph.region,
	    .level = level_of(function),
	};
}

/* Returns the context that has the last callers in its name. */
static struct context *
context_with_callers(struct function *function, const struct context *caller)
{
	union context_room room;
	struct context *wanted = &room.context;

	*wanted = context_now(function);
	for (Int i = 0; i < graph.rules.callers; i++) {
		struct function *before = caller_at(function, caller, i);

		if (!before)
			break;
		wanted->callers[wanted->ncallers++] = before;
	}
	return find_or_add(wanted);
}

/* Returns the context of the function at this level among the caller and its
 * callers, or NULL. */
static struct context *
context_on_stack(
    const struct function *function, UInt level, struct context *caller)
{
	while (
	    caller && (caller->function != function || caller->level != level))
		caller = caller->caller;
	return caller;
}

/* Returns the wanted context of the tree, or the lost one of the function if
 * there are too many. */
static struct context *
find_or_lose(struct context *wanted)
{
	struct context *known = find_context(wanted);

	if (known)
		return known;
	if (wanted->caller &&
	    graph.ncontexts >= (UInt)graph.rules.max_contexts) {
		wanted->caller = NULL;
		wanted->site = 0;
		wanted->is_lost = True;
	}
	return find_or_add(wanted);
}

/* Returns the context of a skipped function. */
static struct context *
context_counted_in(
    struct function *function, struct context *caller, struct cost *site)
{
	struct context wanted = context_now(function);

	wanted.counted_in = caller;
	wanted.counted_at = site;
	return find_or_add(&wanted);
}

static struct context *
context_in_tree(struct function *function, struct context *caller, Addr site)
{
	struct context wanted = context_now(function);
	struct context *known =
	    context_on_stack(function, wanted.level, caller);

	wanted.caller = caller;
	wanted.site = site;
	if (known)
		return known->region == graph.region ? known
						     : context_in_region(known);
	return find_or_lose(&wanted);
}

struct context *
context_of(struct function *function, struct context *caller, struct cost *site)
{
	if (function->is_skipped && caller)
		return context_counted_in(function, caller, site);
	if (graph.rules.stacks)
		return context_in_tree(
		    function, caller, site ? site->address : 0);
	return context_with_callers(function, caller);
}

struct context *
context_in_region(struct context *context)
{
	union context_room room;
	struct context *wanted = &room.context;
	struct context *known = context->elsewhere;

	if (known && known->region == graph.region)
		return known;
	*wanted = (struct context){
	    .function = context->function,
	    .thread = context->thread,
	    .region = graph.region,
	    .level = context->level,
	    .caller = context->caller,
	    .site = context->site,
	    .counted_at = context->counted_at,
	    .is_lost = context->is_lost,
	    .ncallers = context->ncallers,
	};
	VG_(memcpy)(wanted->callers, context->callers,
	    (SizeT)context->ncallers * sizeof context->callers[0]);
	if (context->counted_in)
		wanted->counted_in = context_in_region(context->counted_in);
	context->elsewhere =
	    graph.rules.stacks ? find_or_lose(wanted) : find_or_add(wanted);
	return context->elsewhere;
}

void
contexts_for_counts_so_far(void)
{
	UInt nfunctions;
	struct function **functions = functions_all(&nfunctions);

	for (UInt i = 0; i < nfunctions; i++)
		if (functions[i]->costs && !functions[i]->first)
			context_of(functions[i], NULL, NULL);
	VG_(free)(functions);
}

/* --- edges ---------------------------------------------------------------- */

static Word
compare_edges(const void *a, const void *b)
{
	const struct edge *left = a, *right = b;

	return left->site != right->site || left->arc != right->arc;
}

static Word
compare_arcs(const void *a, const void *b)
{
	const struct arc *left = a, *right = b;

	return left->caller != right->caller || left->callee != right->callee;
}

static struct arc *
find_arc(struct context *caller, struct context *callee)
{
	const struct arc wanted = {
	    .caller = caller,
	    .callee = callee,
	    .hash = hash_of(caller, callee, NULL, 0),
	};
	struct arc *arc = VG_(HT_gen_lookup)(graph.arcs, &wanted, compare_arcs);

	if (!arc) {
		arc = VG_(perm_malloc)(sizeof *arc, sizeof(ULong));
		*arc = wanted;
		VG_(HT_add_node)(graph.arcs, arc);
	}
	return arc;
}

static __attribute__((noinline)) struct edge *
find_edge(const struct edge *wanted)
{
	struct edge *edge =
	    VG_(HT_gen_lookup)(graph.edges, wanted, compare_edges);

	if (!edge) {
		edge = VG_(perm_malloc)(sizeof *edge, sizeof(ULong));
		*edge = *wanted;
		VG_(HT_add_node)(graph.edges, edge);
	}
	return edge;
}

struct edge *
edge_find(struct cost *site, struct context *caller, struct context *callee)
{
	const struct edge wanted = {
	    .site = site,
	    .arc = find_arc(caller, callee),
	    .hash = hash_of(site, caller, callee, 0),
	};

	return find_edge(&wanted);
}

/* --- the table of calls --------------------------------------------------- */

/* Returns the slot of the call with the hash, or the free one for it. */
static struct call *
slot_of(UWord hash, const struct cost *site, const struct context *caller,
    const struct function *function, UInt level)
{
	UWord mask = graph.nslots - 1;
	UWord i = hash & mask;
	const struct edge *edge;

	while ((edge = graph.calls[i].edge)) {
		if (graph.calls[i].hash == hash && edge->site == site &&
		    edge->arc->caller == caller &&
		    edge->arc->callee->function == function &&
		    edge->arc->callee->level == level)
			break;
		i = (i + 1) & mask;
	}
	return &graph.calls[i];
}

/* Makes the table twice as large. */
static void
add_slots(void)
{
	struct call *old = graph.calls;
	UWord nold = graph.nslots;

	graph.nslots = nold ? 2 * nold : FIRST_SLOTS;
	graph.calls =
	    VG_(calloc)("cgcollect.calls", graph.nslots, sizeof *graph.calls);
	for (UWord i = 0; i < nold; i++) {
		UWord at = old[i].hash & (graph.nslots - 1);

		if (!old[i].edge)
			continue;
		while (graph.calls[at].edge)
			at = (at + 1) & (graph.nslots - 1);
		graph.calls[at] = old[i];
	}
	VG_(free)(old);
}

/* What is called again by the same instruction and context, at the same level,
 * has the same context as before. */
struct edge *
edge_of_call(
    struct cost *site, struct context *caller, struct function *function)
{
	if (UNLIKELY(caller->counted_in)) {
		site = caller->counted_at;
		caller = caller->counted_in;
	}

	UInt level = level_of(function);
	UWord hash = hash_of(site, caller, function, level);
	struct call *call = slot_of(hash, site, caller, function, level);
	struct edge *edge = call->edge;

	if (LIKELY(edge))
		return edge;
	edge = edge_find(site, caller, context_of(function, caller, site));
	*call = (struct call){hash, edge};
	if (2 * ++graph.ncalls > graph.nslots)
		add_slots();
	return edge;
}

void
edges_skip_again(void)
{
	VG_(memset)(graph.calls, 0, graph.nslots * sizeof *graph.calls);
	graph.ncalls = 0;
}

void
contexts_init(const struct context_rules *rules)
{
	graph.rules = *rules;
	graph.contexts = VG_(HT_construct)("cgcollect.contexts");
	graph.arcs = VG_(HT_construct)("cgcollect.arcs");
	graph.edges = VG_(HT_construct)("cgcollect.edges");
	add_slots();
}

/* --- shares and results --------------------------------------------------- */

struct share *
arc_share(struct arc *arc, const void *thread, ULong window)
{
	struct share *share = arc->shares;

	while (share && share->thread != thread)
		share = share->next;
	if (share && share->window == window)
		return share;
	if (!share) {
		share = VG_(perm_malloc)(sizeof *share, sizeof(ULong));
		share->next = arc->shares;
		arc->shares = share;
	}
	share->thread = thread;
	share->window = window;
	VG_(memset)(share->counts, 0, sizeof share->counts);
	return share;
}

struct edge **
edges_all(UInt *nedges)
{
	*nedges = 0;
	return graph.edges
		   ? (struct edge **)VG_(HT_to_array)(graph.edges, nedges)
		   : NULL;
}

void
edges_clear(void)
{
	struct edge *edge;

	VG_(HT_ResetIter)(graph.edges);
	while ((edge = VG_(HT_Next)(graph.edges))) {
		edge->calls = 0;
		VG_(memset)(edge->counts, 0, sizeof edge->counts);
		for (struct share *s = edge->arc->shares; s; s = s->next)
			VG_(memset)(s->counts, 0, sizeof s->counts);
	}
}
