// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * The call graph: the calls between contexts.  With stacks, a context has the arc and
 * the edge of its first call itself, and others are rare.
 */
#include "process/pieces.h"
#include "process/slots.h"
#include "callgraph.h"
#include "costs.h"

#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* What distinguishes calls. */
struct call {
	struct cost *site;
	struct context *caller;
	struct function *function;
	UInt level; /* of the function */
};

static struct {
	VgHashTable *arcs, *edges; /* that no context has */
	struct pieces arc_pieces, edge_pieces;
	/* edges of calls that were made before */
	struct slots calls;
	struct slots folded; /* between folded contexts; never freed */
	UInt ntaken;      /* contexts that have been looked at for the calls */
	Bool is_complete; /* the calls have the own edges of all these */
} graph;

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
arc_new(struct context *caller, struct context *callee)
{
	struct arc *arc = piece_take(&graph.arc_pieces);

	*arc = (struct arc){
	    .caller = caller,
	    .callee = callee,
	    .hash = hash_of(caller, callee, NULL, 0),
	};
	VG_(HT_add_node)(graph.arcs, arc);
	return arc;
}

static struct arc *
look_up_arc(struct context *caller, struct context *callee)
{
	const struct arc wanted = {
	    .caller = caller,
	    .callee = callee,
	    .hash = hash_of(caller, callee, NULL, 0),
	};
	struct arc *arc = VG_(HT_gen_lookup)(graph.arcs, &wanted, compare_arcs);

	return arc ? arc : arc_new(caller, callee);
}

static struct arc *
find_arc(struct context *caller, struct context *callee)
{
	struct arc *arc = callee->arc.caller == caller
			      ? &callee->arc
			      : look_up_arc(caller, callee);

	if (!arc->outermost)
		arc->outermost = context_can_nest(callee)
				     ? look_up_arc(caller->named, callee->named)
				     : arc;
	return arc;
}

static UWord
hash_of_edge(const struct cost *site, const struct arc *arc)
{
	return hash_of(site, arc->caller, arc->callee, 0);
}

static struct edge *
edge_new(struct cost *site, struct arc *arc)
{
	struct edge *edge = piece_take(&graph.edge_pieces);

	VG_(memset)(edge, 0, graph.edge_pieces.size);
	edge->site = site;
	edge->arc = arc;
	edge->hash = hash_of_edge(site, arc);
	VG_(HT_add_node)(graph.edges, edge);
	return edge;
}

struct edge *
edge_find(struct cost *site, struct context *caller, struct context *callee)
{
	struct arc *arc = find_arc(caller, callee);
	const struct edge wanted = {
	    .site = site,
	    .arc = arc,
	    .hash = hash_of_edge(site, arc),
	};
	struct edge *edge = arc == &callee->arc ? callee->edge : NULL;

	if (edge && !edge->site)
		edge->site = site;
	if (edge && edge->site == site)
		return edge;
	edge = VG_(HT_gen_lookup)(graph.edges, &wanted, compare_edges);
	return edge ? edge : edge_new(site, arc);
}

/* --- the table of calls --------------------------------------------------- */

static UWord
hash_of_call(const struct call *call)
{
	return hash_of(call->site, call->caller, call->function, call->level);
}

static Bool
is_call(const void *node, const void *wanted)
{
	const struct edge *edge = node;
	const struct call *call = wanted;

	return edge->site == call->site && edge->arc->caller == call->caller &&
	       edge->arc->callee->function == call->function &&
	       edge->arc->callee->level == call->level;
}

static Bool
is_between(const struct edge *edge, const struct context *caller,
    const struct context *callee)
{
	return edge && edge->arc->caller == caller &&
	       edge->arc->callee == callee;
}

/* Returns the edge between folded contexts, which are never freed. */
static struct edge *
find_folded(struct cost *site, struct context *caller, struct context *callee)
{
	const struct call call = {
	    site, caller, callee->function, callee->level};
	UWord hash;
	struct edge *known, *edge = site->folded;

	if (LIKELY(is_between(edge, caller, callee)))
		return edge;
	hash = hash_of_call(&call);
	known = slots_find(&graph.folded, hash, is_call, &call);
	edge = is_between(known, caller, callee)
		   ? known
		   : edge_find(site, caller, callee);
	if (!known)
		slots_add(&graph.folded, hash, edge);
	site->folded = edge;
	return edge;
}

/* Adds the own edges of contexts that are not in the table of calls. */
static void
take_contexts(void)
{
	UInt ncontexts;
	struct context **contexts = contexts_in_order(&ncontexts);

	for (; graph.ntaken < ncontexts; graph.ntaken++) {
		struct context *context = contexts[graph.ntaken];
		struct edge *edge = context->edge;
		const struct call call = {edge->site, context->caller,
		    context->function, context->level};

		if (context->is_in_calls || context->function->is_skipped ||
		    !context->caller || !edge->site)
			continue;
		slots_add(&graph.calls, hash_of_call(&call), edge);
		context->is_in_calls = True;
	}
}

/* Returns the edge of the first such call, and adds it to the table unless it is cold. */
static __attribute__((noinline)) struct edge *
find_first(const struct call *call, UWord hash)
{
	struct cost *site = call->site;
	struct context *caller = call->caller;
	/* the site can have the address of another one if the caller is skipped */
	Bool is_new = site->owner == caller->function && graph.is_complete;
	struct context *callee =
	    context_of(call->function, caller, site, is_new);
	struct edge *edge;

	if (callee->is_folded)
		return find_folded(site, context_folded(caller, NULL), callee);
	edge = edge_find(site, caller, callee);
	if (edge == callee->edge)
		callee->is_in_calls = True;
	slots_add(&graph.calls, hash, edge);
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

	const struct call call = {site, caller, function,
	    caller->is_owned ? 0 : context_level(function)};
	UWord hash = hash_of_call(&call);
	struct edge *edge;

	if (UNLIKELY(graph.is_complete))
		take_contexts();
	edge = slots_find(&graph.calls, hash, is_call, &call);
	return LIKELY(edge) ? edge : find_first(&call, hash);
}

void
edges_find_again(void)
{
	struct context **contexts;
	UInt ncontexts;

	slots_clear(&graph.calls);
	graph.is_complete = False;
	contexts = contexts_in_order(&ncontexts);
	for (UInt i = 0; i < ncontexts; i++)
		contexts[i]->is_in_calls = False;
}

void
edges_init(void)
{
	graph.arc_pieces.size = sizeof(struct arc);
	graph.edge_pieces.size =
	    sizeof(struct edge) + costs_nevents() * sizeof(ULong);
	graph.arcs = VG_(HT_construct)("cgcollect.arcs");
	graph.edges = VG_(HT_construct)("cgcollect.edges");
	slots_init(&graph.calls);
	slots_init(&graph.folded);
}

/* --- folding -------------------------------------------------------------- */

SizeT
edges_memory(void)
{
	return graph.arc_pieces.used + graph.edge_pieces.used +
	       slots_memory(&graph.calls) + slots_memory(&graph.folded);
}

static struct context *
after_folding(struct context *context)
{
	struct context *into = context_fate(context)->into;

	return into ? into : context;
}

static Bool
is_folding(const struct arc *arc)
{
	return context_fate(arc->caller)->into ||
	       context_fate(arc->callee)->into;
}

/* Adds the counts of an edge to the edge of what its contexts become.  A call of a
 * folded one is by one, because all that is known of its caller is the function. */
static void
fold_edge(const struct edge *edge)
{
	struct context *callee = after_folding(edge->arc->callee);
	struct edge *to =
	    callee->is_folded
		? find_folded(edge->site,
		      context_folded(edge->arc->caller, NULL), callee)
		: edge_find(
		      edge->site, after_folding(edge->arc->caller), callee);

	to->calls += edge->calls;
	for (UInt i = 0; i < costs_nevents(); i++)
		to->counts[i] += edge->counts[i];
}

static void
fold_other_edges(void)
{
	UInt nedges;
	struct edge **edges =
	    (struct edge **)VG_(HT_to_array)(graph.edges, &nedges);

	graph.edges = table_anew(graph.edges, "cgcollect.edges");
	for (UInt i = 0; i < nedges; i++)
		if (!is_folding(edges[i]->arc))
			VG_(HT_add_node)(graph.edges, edges[i]);
	for (UInt i = 0; i < nedges; i++) {
		if (!is_folding(edges[i]->arc))
			continue;
		fold_edge(edges[i]);
		piece_give(&graph.edge_pieces, edges[i]);
	}
	VG_(free)(edges);
}

/* The shares of these arcs are not needed any more: none is between the outermost
 * functions of a thread. */
static void
fold_other_arcs(void)
{
	UInt narcs;
	struct arc **arcs = (struct arc **)VG_(HT_to_array)(graph.arcs, &narcs);

	graph.arcs = table_anew(graph.arcs, "cgcollect.arcs");
	for (UInt i = 0; i < narcs; i++) {
		if (is_folding(arcs[i]))
			piece_give(&graph.arc_pieces, arcs[i]);
		else
			VG_(HT_add_node)(graph.arcs, arcs[i]);
	}
	VG_(free)(arcs);
}

static Bool
stays(const void *edge)
{
	return !is_folding(((const struct edge *)edge)->arc);
}

/* Takes calls of contexts that are folded out of the table of calls. */
static void
fold_calls(void)
{
	slots_keep(&graph.calls, stays);
	graph.ntaken = 0;
	graph.is_complete = True;
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
		if (context_fate(contexts[i])->into && contexts[i]->edge->site)
			fold_edge(contexts[i]->edge);
	fold_other_arcs();
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
	UInt ncontexts, n;
	struct context **contexts = contexts_in_order(&ncontexts);
	struct edge **others, **edges;

	*nedges = 0;
	if (!graph.edges)
		return NULL;
	others = (struct edge **)VG_(HT_to_array)(graph.edges, &n);
	edges = VG_(malloc)(
	    "cgcollect.edges", (n + ncontexts + 1) * sizeof(*edges));
	VG_(memcpy)(edges, others, n * sizeof(*edges));
	VG_(free)(others);
	for (UInt i = 0; i < ncontexts; i++)
		if (contexts[i]->edge && contexts[i]->edge->site)
			edges[n++] = contexts[i]->edge;
	*nedges = n;
	return edges;
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
		for (struct share *s = edges[i]->arc->outermost->shares; s;
		     s = s->next)
			VG_(memset)(s->counts, 0, sizeof s->counts);
	}
	VG_(free)(edges);
	contexts_clear_folded();
}
