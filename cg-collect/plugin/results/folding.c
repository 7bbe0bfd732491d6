// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Decides which contexts are folded.
 */
#include "calls/blocks.h"
#include "calls/callgraph.h"
#include "calls/callstack.h"
#include "calls/cold.h"
#include "calls/costs.h"
#include "calls/jumps.h"
#include "containers/slots.h"
#include "objects/functions.h"
#include "translation/superblock.h"
#include "folding.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/*
 * The contexts of a function below callers of the same names, wherever these were
 * called: most reports do not tell them apart.  Functions of one name, such as the cold
 * part of another one, and threads and regions have paths of their own; the first one's
 * has the cost of all.
 */
struct path {
	const struct path *caller; /* the first one of the name */
	/* the text of the function's name; of the others, the context's name */
	const void *key;
	UInt level;
	ULong inclusive; /* of the first one: of all contexts */
	struct path *first;
	struct context *largest; /* of the function */
};

/* Without --stacks-memory, contexts have FIRST_MEGABYTES, and later up to MOST_MEGABYTES if the
 * program has run INSTRUCTIONS_FOR_EACH of the contexts that it made. */
#define FIRST_MEGABYTES 10
#define MOST_MEGABYTES 50
#define INSTRUCTIONS_FOR_EACH 100

static struct {
	SizeT most;    /* bytes of contexts */
	SizeT allowed; /* bytes of them so far */
	ULong nbefore; /* contexts that were made before counts were zero */
	ULong least;   /* what is kept first when memory is short */
	SizeT open;    /* bytes before it is worth another try */
	ULong folded;  /* the largest cost of those in the next profile */
} folding;

/* Returns the context that goes where this one goes, or NULL. */
static struct context *
above(const struct context *context)
{
	return context->counted_in ? context->counted_in : context->caller;
}

/* The outermost contexts of a thread or region are kept. */
static Bool
may_be_folded(const struct context *context)
{
	const struct context *parent = above(context);

	return parent && !parent->is_folded &&
	       parent->name->region == context->name->region;
}

static void
keep(struct context *context)
{
	context_fate(context)->is_kept = True;
}

/* The contexts that are not folded ones, callers first. */
struct tree {
	struct context **contexts;
	struct fate *fates;
	UInt n;
};

/* Paths, and a table of them. */
struct paths {
	struct path *list;
	UInt n;
	struct slots table;
};

static UWord
hash_of_path(const void *node)
{
	const struct path *path = node;

	return hash_of(path->caller, path->key, NULL, path->level);
}

static struct paths
paths_new(UInt most)
{
	struct paths paths = {
	    .list = VG_(malloc)(
		"cgcollect.paths", (2 * (SizeT)most + 1) * sizeof *paths.list),
	};

	slots_init(&paths.table, hash_of_path);
	return paths;
}

static void
paths_free(struct paths *paths)
{
	VG_(free)(paths->list);
	slots_release(&paths->table);
}

static Bool
is_path(const void *node, const void *wanted)
{
	const struct path *a = node, *b = wanted;

	return a->caller == b->caller && a->key == b->key &&
	       a->level == b->level;
}

/* Returns the path with the members of `wanted` that tell paths apart.  A new one is
 * the first of its name if no other is given. */
static struct path *
find_path(struct paths *paths, const struct path *wanted)
{
	struct path *path =
	    slots_find(&paths->table, hash_of_path(wanted), is_path, wanted);

	if (path)
		return path;
	path = &paths->list[paths->n++];
	*path = *wanted;
	if (!path->first)
		path->first = path;
	slots_add(&paths->table, path);
	return path;
}

static struct path *
path_of(struct paths *paths, const struct context *context)
{
	struct path wanted = {
	    .caller = context->caller
			  ? context_fate(context->caller)->path->first
			  : NULL,
	    .key = context->name->function->name,
	    .level = context->name->level,
	};
	struct path *path = find_path(paths, &wanted);

	if (!path->largest || path->largest->name == context->name)
		return path;
	wanted.key = context->name;
	wanted.first = path;
	return find_path(paths, &wanted);
}

/* Finds the path of each context, and adds up the costs of each. */
static void
find_paths(struct paths *paths, const struct tree *tree)
{
	for (UInt i = 0; i < tree->n; i++) {
		struct context *context = tree->contexts[i];
		struct fate *fate = &tree->fates[i];
		struct path *path;

		if (context->counted_in) {
			fate->path = fate->above->path;
			continue;
		}
		fate->path = path = path_of(paths, context);
		path->first->inclusive += fate->inclusive;
		if (!path->largest ||
		    fate->inclusive > context_fate(path->largest)->inclusive)
			path->largest = context;
	}
}

/* Returns the cost of what is folded in and below the context. */
static ULong
folded_in(const struct context *context)
{
	const ULong *folded = context->folded;

	return folded ? costs_estimate(folded) +
			    costs_estimate(folded + costs_nevents())
		      : 0;
}

/* Computes what each context has cost so far, with all that is below it. */
static void
measure(const struct tree *tree)
{
	costs_count_noted();
	for (UInt i = 0; i < tree->n; i++) {
		const struct context *parent = above(tree->contexts[i]);

		tree->fates[i].above = parent ? context_fate(parent) : NULL;
		tree->fates[i].own = block_weight(tree->contexts[i]) +
				     costs_estimate_context(tree->contexts[i]);
	}
	for (UInt i = 0; i < tree->n; i++)
		tree->fates[i].inclusive =
		    tree->fates[i].own + folded_in(tree->contexts[i]);
	for (UInt i = tree->n; i-- > 0;)
		if (tree->fates[i].above)
			tree->fates[i].above->inclusive +=
			    tree->fates[i].inclusive;
}

/* Computes how warm each context is, whatever is below it. */
static void
find_warmth(const struct tree *tree)
{
	for (UInt i = 0; i < tree->n; i++) {
		struct fate *fate = &tree->fates[i];

		if (!may_be_folded(tree->contexts[i]))
			fate->warmth = ~(ULong)0;
		else if (fate->path->largest == tree->contexts[i])
			fate->warmth = fate->path->first->inclusive;
		else
			fate->warmth = fate->inclusive;
	}
}

/* Keeps the contexts that cost at least so many instructions, the largest one of each
 * path that does, open ones, and their callers.  Returns how many are not kept. */
static UInt
choose(const struct tree *tree, ULong least)
{
	UInt n = 0;

	for (UInt i = 0; i < tree->n; i++)
		tree->fates[i].is_kept = tree->fates[i].warmth >= least;
	callstack_visit_contexts(keep);
	for (UInt i = tree->n; i-- > 0;) {
		if (!tree->fates[i].is_kept)
			n++;
		else if (tree->fates[i].above)
			tree->fates[i].above->is_kept = True;
	}
	return n;
}

/* Sets where the context of a skipped function goes, as the one that it is counted in
 * does.  If that one becomes one that is kept, it is folded nevertheless, because the
 * kept one can be freed later. */
static void
assign_skipped(const struct context *context, struct fate *fate)
{
	struct context *in = fate->above->into;

	fate->below = fate->above->below;
	if (fate->below)
		fate->known = context_folded_below(fate->below);
	if (!in->is_folded) {
		fate->known = context_folded_own(in);
		in = context_folded(in, NULL);
	}
	fate->lines = fate->into = context_folded(context, in);
}

/* Sets where the context goes, which is not kept: to the largest one of its path, so
 * that only places of calls are lost, or to a folded one. */
static void
assign(const struct context *context, struct fate *fate, ULong least)
{
	struct context *into = fate->above->into;
	struct context *caller = into ? into : context->caller;

	if (fate->path->first->inclusive >= least) {
		fate->lines = fate->into = fate->path->largest;
		return;
	}
	fate->lines = fate->into = context_folded(context, NULL);
	fate->below = caller->is_folded ? fate->above->below : caller;
	if (fate->below)
		fate->known = context_folded_below(fate->below);
}

/* Folds the lines of a context that is kept. */
static void
assign_lines(struct context *context, struct fate *fate)
{
	fate->lines = context_folded(context, NULL);
	fate->known = context_folded_own(context);
}

/* Sets where all contexts go that are not kept, and the lines of contexts that have
 * cost less than least_own.  Returns the largest cost of a context that is folded. */
static ULong
assign_all(const struct tree *tree, ULong least, ULong least_own)
{
	ULong largest = 0;

	for (UInt i = 0; i < tree->n; i++) {
		struct context *context = tree->contexts[i];
		struct fate *fate = &tree->fates[i];

		if (context->counted_in)
			fate->is_kept = fate->above->is_kept;
		if (!fate->is_kept && context->counted_in)
			assign_skipped(context, fate);
		else if (!fate->is_kept)
			assign(context, fate, least);
		else if (fate->own < least_own && !context->counted_in)
			assign_lines(context, fate);
		if (fate->below && fate->path->first->inclusive > largest)
			largest = fate->path->first->inclusive;
	}
	return largest;
}

/* Gives what is folded below and in the context to what it becomes, or to the context
 * that it is folded below. */
static void
give_folded(const struct context *context, const struct fate *fate)
{
	UInt n = costs_nevents();
	ULong *below, *own;

	if (!context->folded)
		return;
	below = fate->known ? fate->known : context_folded_below(fate->into);
	own = fate->known ? fate->known : context_folded_own(fate->into);
	for (UInt e = 0; e < n; e++) {
		below[e] += context->folded[e];
		own[e] += context->folded[n + e];
	}
}

/* Gives counts away as fates say. */
static void
give_counts(const struct tree *tree)
{
	for (UInt i = 0; i < tree->n; i++) {
		struct context *context = tree->contexts[i];
		const struct fate *fate = &tree->fates[i];

		if (!fate->lines)
			continue;
		if (fate->known && costs_nevents() == 1)
			fate->known[EV_IR] += block_weight(context);
		else if (fate->known)
			superblocks_add_context(context, fate->known);
		while (!block_give(context, fate->lines))
			superblocks_settle_context(fate->lines);
		if (fate->into)
			give_folded(context, fate);
	}
	/* last, because superblocks_settle_context has added to the costs */
	for (UInt i = 0; i < tree->n; i++)
		costs_fold(tree->contexts[i]);
	jumps_fold();
}

/* Returns what was counted since the last profile. */
static ULong
cost_of_all(const struct tree *tree)
{
	ULong all = 0;

	for (UInt i = 0; i < tree->n; i++)
		if (!tree->fates[i].above)
			all += tree->fates[i].inclusive;
	return all;
}

/* Returns the least cost of a context that is kept in the next profile. */
static ULong
least_cost(ULong all)
{
	ULong part = (ULong)contexts_rules()->least;

	return all / 1000000000 * part +
	       (all % 1000000000 * part + 999999999) / 1000000000;
}

/* Remembers what the contexts have lost that are folded while the program runs. */
static void
lose(const struct tree *tree)
{
	for (UInt i = 0; i < tree->n; i++)
		if (tree->fates[i].below && !tree->contexts[i]->counted_in)
			cold_lose(tree->contexts[i], tree->fates[i].inclusive);
}

static ULong
more_than(ULong least)
{
	return least + least / 2 + 1;
}

/* Open stacks alone can need too much memory: a context that has cost so much of all is
 * not worth to be folded. */
#define WARM_PART 64

/* Lets contexts have more memory, unless the program makes so many that making them would take
 * longer than the run.  Returns True if they have more. */
static Bool
grow(ULong all)
{
	ULong nmade = contexts_made() - folding.nbefore;

	if (all / INSTRUCTIONS_FOR_EACH < nmade ||
	    folding.allowed == folding.most)
		return False;
	folding.allowed = 2 * folding.allowed < folding.most
			      ? 2 * folding.allowed
			      : folding.most;
	return True;
}

/* Folds the contexts that cost less and are not open, and more of them if there are
 * more than `most`, unless they may have more memory.  `least` is 0 before a profile.
 * Returns the largest cost of one. */
static ULong
fold(ULong least, UInt most)
{
	struct tree tree;
	struct paths paths;
	ULong all, largest = 0;
	UInt nfolded;

	tree.contexts = contexts_in_order(&tree.n);
	tree.fates = contexts_begin_fates();
	measure(&tree);
	all = cost_of_all(&tree);
	if (most < tree.n && grow(all)) {
		contexts_end_fates();
		return 0;
	}
	if (least == 0)
		least = least_cost(all);
	paths = paths_new(tree.n);
	find_paths(&paths, &tree);
	find_warmth(&tree);
	nfolded = choose(&tree, least);
	while (tree.n - nfolded > most && least <= all / WARM_PART) {
		least = more_than(least);
		nfolded = choose(&tree, least);
	}
	/* until the next time, what costs less than half as much again is too cold */
	if (most < tree.n) {
		folding.least = more_than(least);
		cold_begin(folding.least);
	}
	if (nfolded > 0 || most >= tree.n) {
		largest = assign_all(&tree, least, most < tree.n ? 0 : least);
		if (most < tree.n)
			lose(&tree);
		give_counts(&tree);
		edges_fold();
		contexts_free_folded();
	}
	contexts_end_fates();
	paths_free(&paths);
	return largest;
}

static SizeT
memory(void)
{
	return contexts_memory() + edges_memory() + blocks_memory() +
	       costs_memory_of_contexts();
}

/* Is called when contexts were made. */
static void
make_room(void)
{
	SizeT had = memory(), allowed = folding.allowed;
	UInt n;

	contexts_have_grown = False;
	if (had <= allowed || had <= folding.open)
		return;
	contexts_in_order(&n);
	fold(folding.least, (UInt)((ULong)n * (allowed / 2) / had));
	/* if contexts were folded, what is open may need more */
	folding.open = folding.allowed == allowed ? 2 * memory() : 0;
}

void
folding_init(void)
{
	Int wanted = contexts_rules()->megabytes;

	if (!contexts_are_stacks() || contexts_rules()->least == 0)
		return;
	folding.least = 1;
	folding.allowed = (SizeT)(wanted ? wanted : FIRST_MEGABYTES) << 20;
	folding.most = (SizeT)(wanted ? wanted : MOST_MEGABYTES) << 20;
	callstack.crowded = make_room;
}

void
folding_before_profile(void)
{
	if (callstack.crowded)
		folding.folded = fold(0, (UInt)-1);
}

ULong
folding_bound(void)
{
	return cold_lost() + folding.folded;
}

ULong
folding_lacking(void)
{
	return cold_lost();
}

void
folding_clear(void)
{
	folding.folded = 0;
	folding.least = 1;
	folding.nbefore = contexts_made();
	cold_clear();
}
