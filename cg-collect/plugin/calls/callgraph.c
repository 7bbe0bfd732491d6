// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The call graph: the calls between contexts.  With stacks, a context has the edge of its
 * first call itself, and others are rare.
 */
#include "containers/pieces.h"
#include "containers/slots.h"
#include "callgraph.h"
#include "costs.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* The calls from one context to another. */
struct pair {
	struct context *caller, *callee;
	struct arc arc;
};

static struct {
	struct slots pairs;
	struct slots edges; /* that no context has */
	struct pieces pair_pieces, edge_pieces;
	/* edges of calls that were made before, but for the own edges of contexts */
	struct slots calls;
} graph;

/* --- edges ---------------------------------------------------------------- */

static Bool
is_pair(const void *node, const void *wanted)
{
	const struct pair *left = node, *right = wanted;

	return left->caller == right->caller && left->callee == right->callee;
}

static UWord
hash_of_pair(const void *node)
{
	const struct pair *pair = node;

	return hash_of(pair->caller, pair->callee, NULL, 0);
}

static struct arc *
look_up_arc(struct context *caller, struct context *callee)
{
	const struct pair wanted = {.caller = caller, .callee = callee};
	struct pair *pair =
	    slots_find(&graph.pairs, hash_of_pair(&wanted), is_pair, &wanted);

	if (!pair) {
		pair = piece_take(&graph.pair_pieces);
		*pair = wanted;
		slots_add(&graph.pairs, pair);
	}
	return &pair->arc;
}

/* Returns the arc of calls that can be open several times; NULL: in the tree of contexts, a
 * recursive call has another context. */
static struct arc *
find_arc(struct context *caller, struct context *callee)
{
	if (context_can_nest(callee))
		return look_up_arc(
		    caller->name->context, callee->name->context);
	return callee->caller == caller ? NULL : look_up_arc(caller, callee);
}

static Bool
is_edge(const void *node, const void *wanted)
{
	const struct edge *left = node, *right = wanted;

	return left->site == right->site && left->caller == right->caller &&
	       left->callee == right->callee;
}

static UWord
hash_of_edge(const void *node)
{
	const struct edge *edge = node;

	return hash_of(edge->site, edge->caller, edge->callee, 0);
}

static struct edge *
look_up_edge(struct cost *site, struct context *caller, struct context *callee)
{
	const struct edge wanted = {
	    .site = site,
	    .caller = caller,
	    .callee = callee,
	};
	struct edge *edge =
	    slots_find(&graph.edges, hash_of_edge(&wanted), is_edge, &wanted);

	if (!edge) {
		edge = piece_take(&graph.edge_pieces);
		VG_(memset)(edge, 0, graph.edge_pieces.size);
		*edge = wanted;
		edge->arc = find_arc(caller, callee);
		slots_add(&graph.edges, edge);
	}
	return edge;
}

/* Returns the callee's own edge if the caller has called it in the tree, or NULL. */
static struct edge *
own_edge(const struct context *caller, struct context *callee)
{
	return callee->caller == caller ? context_edge(callee) : NULL;
}

struct edge *
edge_find(struct cost *site, struct context *caller, struct context *callee)
{
	struct edge *own = own_edge(caller, callee);

	if (own && !own->site) {
		own->site = site;
		own->arc = find_arc(caller, callee);
	}
	return own && own->site == site ? own
					: look_up_edge(site, caller, callee);
}

/* Returns the edge between folded contexts, which are never freed. */
static struct edge *
find_folded(struct cost *site, struct context *caller, struct context *callee)
{
	struct edge *known = site->folded;

	if (!known || known->caller != caller || known->callee != callee)
		known = site->folded = look_up_edge(site, caller, callee);
	return known;
}

/* --- the table of calls --------------------------------------------------- */

/* What distinguishes calls. */
struct call {
	struct cost *site;
	struct context *caller;
	struct function *function;
	UInt level; /* of the function */
};

static UWord
hash_of_call(const struct call *call)
{
	return hash_of(call->site, call->caller, call->function, call->level);
}

static UWord
hash_of_edge_call(const void *node)
{
	const struct edge *edge = node;
	const struct context_name *callee = edge->callee->name;
	const struct call call = {
	    edge->site, edge->caller, callee->function, callee->level};

	return hash_of_call(&call);
}

static Bool
is_call(const void *node, const void *wanted)
{
	const struct edge *edge = node;
	const struct call *call = wanted;

	return edge->site == call->site && edge->caller == call->caller &&
	       edge->callee->name->function == call->function &&
	       edge->callee->name->level == call->level;
}

/* Returns the edge of the first such call, and adds it to the table unless it is cold or a
 * context has it.  is_new: the tree of contexts has no such call. */
static __attribute__((noinline)) struct edge *
find_first(const struct call *call, Bool is_new)
{
	struct cost *site = call->site;
	struct context *caller = call->caller;
	struct context *callee =
	    context_of(call->function, caller, site, is_new);
	struct edge *edge;

	if (callee->is_folded)
		return find_folded(site, context_folded(caller, NULL), callee);
	edge = edge_find(site, caller, callee);
	if (edge != own_edge(caller, callee))
		slots_add(&graph.calls, edge);
	return edge;
}

/* What is called again by the same instruction and context, at the same level,
 * has the same context as before.  A cold call is one by the folded context of its
 * caller. */
struct edge *
edge_of_call(
    struct cost *site, struct context *caller, struct function *function)
{
	if (UNLIKELY(caller->counted_in)) {
		site = caller->counted_at;
		caller = caller->counted_in;
	}
	if (UNLIKELY(caller->is_folded))
		return find_folded(
		    site, caller, context_of(function, caller, site, False));

	struct context *known = context_known(function, caller, site->address);

	if (LIKELY(known && context_edge(known)->site == site))
		return context_edge(known);

	const struct call call = {site, caller, function,
	    caller->name->is_owned ? 0 : context_level(function)};
	struct edge *edge =
	    slots_find(&graph.calls, hash_of_call(&call), is_call, &call);

	return LIKELY(edge) ? edge : find_first(&call, !known);
}

void
edges_find_again(void)
{
	slots_clear(&graph.calls);
}

void
edges_init(void)
{
	graph.pair_pieces.size = sizeof(struct pair);
	graph.edge_pieces.size =
	    sizeof(struct edge) + costs_nevents() * sizeof(ULong);
	slots_init(&graph.pairs, hash_of_pair);
	slots_init(&graph.edges, hash_of_edge);
	slots_init(&graph.calls, hash_of_edge_call);
}

/* --- folding -------------------------------------------------------------- */

SizeT
edges_memory(void)
{
	return graph.pair_pieces.used + graph.edge_pieces.used +
	       slots_memory(&graph.pairs) + slots_memory(&graph.edges) +
	       slots_memory(&graph.calls);
}

static struct context *
after_folding(struct context *context)
{
	struct context *into = context_fate(context)->into;

	return into ? into : context;
}

static Bool
edge_stays(const void *node)
{
	const struct edge *edge = node;

	return !context_fate(edge->caller)->into &&
	       !context_fate(edge->callee)->into;
}

static Bool
pair_stays(const void *node)
{
	const struct pair *pair = node;

	return !context_fate(pair->caller)->into &&
	       !context_fate(pair->callee)->into;
}

/* Adds the counts of an edge to the edge of what its contexts become.  A call of a
 * folded one is by one, because all that is known of its caller is the function. */
static void
fold_edge(const struct edge *edge)
{
	struct context *callee = after_folding(edge->callee);
	struct context *caller = callee->is_folded
				     ? context_folded(edge->caller, NULL)
				     : after_folding(edge->caller);
	struct edge *to = edge_find(edge->site, caller, callee);

	to->calls += edge->calls;
	for (UInt i = 0; i < costs_nevents(); i++)
		to->counts[i] += edge->counts[i];
}

static void
fold_other_edges(void)
{
	UWord n = graph.edges.n;
	struct edge **edges = (struct edge **)slots_all(&graph.edges);

	slots_keep(&graph.edges, edge_stays);
	for (UWord i = 0; i < n; i++) {
		if (edge_stays(edges[i]))
			continue;
		fold_edge(edges[i]);
		piece_give(&graph.edge_pieces, edges[i]);
	}
	VG_(free)(edges);
}

/* The shares of these arcs are not needed any more: none is between the outermost
 * functions of a thread. */
static void
fold_pairs(void)
{
	UWord n = graph.pairs.n;
	struct pair **pairs = (struct pair **)slots_all(&graph.pairs);

	slots_keep(&graph.pairs, pair_stays);
	for (UWord i = 0; i < n; i++)
		if (!pair_stays(pairs[i]))
			piece_give(&graph.pair_pieces, pairs[i]);
	VG_(free)(pairs);
}

/* Takes calls of contexts that are folded out of the table of calls. */
static void
fold_calls(void)
{
	slots_keep(&graph.calls, edge_stays);
	/* transfers may know edges that are gone */
	function_targets_epoch++;
}

void
edges_fold(void)
{
	UInt ncontexts;
	struct context **contexts = contexts_in_order(&ncontexts);

	fold_calls();
	fold_other_edges();
	for (UInt i = 0; i < ncontexts; i++)
		if (context_fate(contexts[i])->into &&
		    context_edge(contexts[i])->site)
			fold_edge(context_edge(contexts[i]));
	fold_pairs();
}

/* --- shares and results --------------------------------------------------- */

struct share *
edge_share(const struct edge *edge, const void *thread, ULong window)
{
	struct arc *arc =
	    edge->arc ? edge->arc : look_up_arc(edge->caller, edge->callee);
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
	UInt ncontexts, n;
	struct context **contexts = contexts_in_order(&ncontexts);
	struct edge **others, **edges;

	*nedges = 0;
	if (!graph.edges.list)
		return NULL;
	n = (UInt)graph.edges.n;
	others = (struct edge **)slots_all(&graph.edges);
	edges = VG_(malloc)(
	    "cgcollect.edges", (n + ncontexts + 1) * sizeof(*edges));
	VG_(memcpy)(edges, others, n * sizeof(*edges));
	VG_(free)(others);
	for (UInt i = 0; i < ncontexts; i++)
		if (contexts_are_stacks() && context_edge(contexts[i])->site)
			edges[n++] = context_edge(contexts[i]);
	*nedges = n;
	return edges;
}

static void
clear_shares(void)
{
	struct pair **pairs = (struct pair **)slots_all(&graph.pairs);

	for (UWord i = 0; i < graph.pairs.n; i++)
		for (struct share *s = pairs[i]->arc.shares; s; s = s->next)
			VG_(memset)(s->counts, 0, sizeof s->counts);
	VG_(free)(pairs);
}

void
edges_clear(void)
{
	UInt nedges;
	struct edge **edges = edges_all(&nedges);

	for (UInt i = 0; i < nedges; i++) {
		edges[i]->calls = 0;
		VG_(memset)(edges[i]->counts, 0,
		    costs_nevents() * sizeof edges[i]->counts[0]);
	}
	VG_(free)(edges);
	clear_shares();
	contexts_clear_folded();
}
