// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Functions in their contexts.
 */
#include "containers/pieces.h"
#include "containers/slots.h"
#include "modes.h"
#include "blocks.h"
#include "contexts.h"
#include "costs.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* Stacks are no deeper than so many contexts, and one for each function that is at its
 * last level. */
#define MAX_DEPTH 400

Bool contexts_have_grown;

static struct {
	struct context_rules rules;
	UInt nthreads;
	const struct context_thread *thread; /* the running one */
	struct activations *stack;           /* of functions */
	struct region *region;               /* that runs */
	struct slots table;
	struct pieces pieces, folded_pieces;
	Bool begin_cold;
	/* those that are not folded ones, in order */
	struct context **list;
	UInt n, nallocated;
	ULong nmade;        /* with those that were freed */
	struct fate *fates; /* of the list; NULL: contexts are not folded now */
	struct fate of_folded;
} contexts;

/* --- threads -------------------------------------------------------------- */

struct context_thread *
context_thread_new(void)
{
	struct context_thread *thread;

	if (!modes.threads)
		return NULL;
	thread = VG_(perm_malloc)(sizeof *thread, sizeof(UInt));
	*thread = (struct context_thread){.number = ++contexts.nthreads};
	return thread;
}

void
contexts_use_thread(
    const struct context_thread *thread, struct activations *stack)
{
	contexts.stack = stack;
	contexts.thread = thread;
}

void
contexts_use_region(struct region *region)
{
	contexts.region = region;
}

/* --- what tells contexts apart -------------------------------------------- */

/* Returns the n-th last function that called the function, or NULL.  A function
 * that calls itself is not its own caller. */
static struct function *
caller_at(const struct function *function, const struct context *caller, Int n)
{
	if (!caller)
		return NULL;
	if (caller->name->function != function) {
		if (n == 0)
			return caller->name->function;
		n--;
	}
	return n < caller->name->ncallers ? caller->name->callers[n] : NULL;
}

static UInt
last_level(void)
{
	return (UInt)contexts.rules.recursions - 1;
}

UInt
context_level(struct function *function)
{
	UInt last = last_level();
	UInt depth;

	if (last == 0)
		return 0;
	depth = *activation_on(&function->depth, contexts.stack);
	return depth < last ? depth : last;
}

Bool
contexts_are_stacks(void)
{
	return contexts.rules.stacks;
}

const struct context_rules *
contexts_rules(void)
{
	return &contexts.rules;
}

Bool
context_is_next(const struct context *context, struct function *function)
{
	const struct context_name *name = context->name;

	return name->function == function &&
	       (name->is_owned || name->level == context_level(function));
}

Bool
context_can_nest(const struct context *context)
{
	return contexts.rules.stacks && !context->name->is_owned &&
	       context->name->level == last_level();
}

/* --- names ---------------------------------------------------------------- */

static struct context *context_new(const struct context *wanted);

static struct context_name *
find_name(const struct context_name *wanted)
{
	struct context_name *name = context_name_find(wanted);

	if (!name->context)
		name->context = context_new(&(struct context){
		    .name = name,
		    .is_folded = contexts.rules.stacks && !name->is_owned,
		});
	return name;
}

/* Returns the name of the function without callers. */
static struct context_name *
name_of(struct function *function, const struct context_thread *thread,
    struct region *region, UInt level)
{
	struct context_name **known = &function->names[level & 1];
	struct context_name *last = *known;

	/* the name itself is in no cache */
	if (LIKELY(
		last && last_level() <= 1 && !modes.threads && !modes.regions))
		return last;
	if (last && last->level == level && last->thread == thread &&
	    last->region == region)
		return last;
	*known = find_name(&(struct context_name){
	    .function = function,
	    .thread = thread,
	    .region = region,
	    .level = level,
	});
	return *known;
}

/* Returns the name that a context of a call of the function now has. */
static struct context_name *
name_now(struct function *function)
{
	return name_of(function, contexts.thread, contexts.region,
	    context_level(function));
}

/* --- contexts ------------------------------------------------------------- */

static Bool
is_context(const void *node, const void *wanted)
{
	const struct context *left = node, *right = wanted;

	return left->name == right->name && left->caller == right->caller &&
	       left->site == right->site &&
	       left->counted_in == right->counted_in &&
	       left->counted_at == right->counted_at &&
	       left->is_folded == right->is_folded;
}

/* Returns memory for a context, and with stacks for an edge. */
static struct context *
take_memory(const struct context *wanted)
{
	struct context *context;
	struct edge *edge;

	if (!contexts.rules.stacks) {
		context = VG_(perm_malloc)(sizeof *context, sizeof(void *));
		*context = *wanted;
		return context;
	}
	context = piece_take(&contexts.pieces);
	*context = *wanted;
	edge = context_edge(context);
	*edge = (struct edge){
	    .caller = wanted->caller,
	    .callee = context,
	};
	for (UInt i = 0; i < costs_nevents(); i++)
		edge->counts[i] = 0;
	return context;
}

/* Appends the context to the list, and numbers it.  It may need too much memory now. */
static void
append(struct context *context)
{
	if (contexts.n == contexts.nallocated) {
		contexts.nallocated = 2 * contexts.nallocated + 1024;
		contexts.list =
		    VG_(realloc)("cgcollect.contexts", contexts.list,
			contexts.nallocated * sizeof(*contexts.list));
	}
	contexts.list[contexts.n++] = context;
	context->number = contexts.n;
	contexts_have_grown = True;
}

UInt
context_trail(UInt innermost, UInt callers)
{
	return (UInt)hash_of(NULL, NULL, (void *)(UWord)callers, innermost);
}

static UWord
hash_of_context(const void *node)
{
	const struct context *context = node;

	return hash_of(context->name, context->caller, context->counted_in,
	    context->site + (UWord)context->counted_at);
}

/* Returns the bit that a context of the name, called by the instruction, has in the filter of
 * its caller. */
static UInt
callee_bit(const struct context_name *name, Addr site)
{
	return 1u << (hash_of(name, NULL, NULL, site) & 31);
}

/* Adds the context to the table, and to the filter of its caller. */
static void
put_into_table(struct context *context)
{
	if (context->caller)
		context->caller->callees |=
		    callee_bit(context->name, context->site);
	slots_add(&contexts.table, context);
}

static struct context *
context_new(const struct context *wanted)
{
	struct context_name *name = wanted->name;
	struct function *function = name->function;
	struct context *context = take_memory(wanted);

	context->next_of_function = function->contexts;
	context->is_first = !function->first && !context->counted_in &&
			    !name->is_owned && !function->script;
	if (context->is_first)
		function->first = context;
	function->contexts = context;
	context->trail = context->caller
			     ? context_trail(name->hash, context->caller->trail)
			     : name->hash;
	if (!context->is_folded && !name->is_owned) {
		append(context);
		contexts.nmade++;
	}
	put_into_table(context);
	return context;
}

static struct context *
find(const struct context *wanted)
{
	return slots_find(
	    &contexts.table, hash_of_context(wanted), is_context, wanted);
}

static struct context *
find_or_add(const struct context *wanted)
{
	struct context *known = find(wanted);

	return known ? known : context_new(wanted);
}

/* Returns the context that has the last callers in its name. */
static struct context *
context_with_callers(struct function *function, const struct context *caller)
{
	union context_name_room room;
	struct context_name *wanted = &room.name;

	if (contexts.rules.callers == 0)
		return name_now(function)->context;
	*wanted = (struct context_name){
	    .function = function,
	    .thread = contexts.thread,
	    .region = contexts.region,
	    .level = context_level(function),
	};
	for (Int i = 0; i < contexts.rules.callers; i++) {
		struct function *before = caller_at(function, caller, i);

		if (!before)
			break;
		wanted->callers[wanted->ncallers++] = before;
	}
	return find_name(wanted)->context;
}

/* Returns the context of the function at this level among the caller and its callers, if
 * it is the last level and a call of the function returns to that; or NULL. */
static struct context *
returned_to(const struct function *function, UInt level, struct context *caller)
{
	if (level != last_level() || !caller ||
	    (!contexts.rules.cuts && caller->depth < MAX_DEPTH))
		return NULL;
	while (caller && (caller->name->function != function ||
			     caller->name->level != level))
		caller = caller->caller;
	return caller;
}

/* Returns the context of a skipped function. */
static struct context *
context_counted_in(
    struct function *function, struct context *caller, struct cost *site)
{
	const struct context wanted = {
	    .name = name_now(function),
	    .counted_in = caller,
	    .counted_at = site,
	    .is_folded = caller->is_folded,
	};

	return find_or_add(&wanted);
}

/* Returns the members of a context in the tree, called by the instruction, that tell contexts
 * apart. */
static struct context
context_below(struct context_name *name, struct context *caller, Addr site)
{
	return (struct context){
	    .name = name,
	    .caller = caller,
	    .depth = caller ? caller->depth + 1 : 0,
	    .site = site,
	};
}

/* True if a call by the caller makes no context. */
static Bool
calls_are_cold(const struct context *caller)
{
	return contexts.begin_cold && caller && !modes.jumps && !modes.regions;
}

struct context *
context_known(struct function *function, struct context *caller, Addr site)
{
	if (!contexts.rules.stacks || UNLIKELY(function->is_skipped))
		return NULL;

	struct context_name *name = name_now(function);
	const struct context wanted = context_below(name, caller, site);

	/* most calls that are cold have none, and the table is in no cache */
	return caller->callees & callee_bit(name, site) ? find(&wanted) : NULL;
}

/* Returns the context of a call by the caller that is not cold; NULL: the call is.
 * is_new: the tree has no such context. */
static struct context *
context_in_tree(
    struct function *function, struct context *caller, Addr site, Bool is_new)
{
	struct context *known =
	    returned_to(function, context_level(function), caller);

	if (known)
		return known->name->region == contexts.region
			   ? known
			   : context_in_region(known);
	if (is_new && calls_are_cold(caller))
		return NULL;

	const struct context wanted =
	    context_below(name_now(function), caller, site);

	known = find(&wanted);
	return known || calls_are_cold(caller) ? known : context_new(&wanted);
}

static struct context *
context_on_stack(
    struct function *function, struct context *caller, Addr site, Bool is_new)
{
	Bool is_cold = caller && caller->is_folded;
	struct context *context =
	    is_cold ? NULL : context_in_tree(function, caller, site, is_new);

	return context ? context : name_now(function)->context;
}

struct context *
context_warm(
    const struct context *cold, struct context *caller, const struct cost *site)
{
	struct context *known;

	if (cold->counted_in)
		return find_or_add(&(struct context){
		    .name = cold->name,
		    .counted_in = caller,
		    .counted_at = cold->counted_at,
		});
	known = returned_to(cold->name->function, cold->name->level, caller);
	if (known)
		return known;

	const struct context wanted =
	    context_below(cold->name, caller, site->address);

	return find_or_add(&wanted);
}

struct context *
context_owned(struct function *function)
{
	struct context_name *known = function->owned;

	if (!known || known->thread != contexts.thread ||
	    known->region != contexts.region)
		known = function->owned = find_name(&(struct context_name){
		    .function = function,
		    .thread = contexts.thread,
		    .region = contexts.region,
		    .is_owned = True,
		});
	return known->context;
}

struct context *
context_of(struct function *function, struct context *caller, struct cost *site,
    Bool is_new)
{
	if (caller && caller->name->is_owned && function->is_interpreter)
		return context_owned(function);
	if (function->is_skipped && caller)
		return context_counted_in(function, caller, site);
	if (contexts.rules.stacks)
		return context_on_stack(
		    function, caller, site ? site->address : 0, is_new);
	return context_with_callers(function, caller);
}

/* Returns the name that is the same in the region in use. */
static struct context_name *
name_in_region(const struct context_name *name)
{
	union context_name_room room;
	struct context_name *wanted = &room.name;

	*wanted = (struct context_name){
	    .function = name->function,
	    .thread = name->thread,
	    .region = contexts.region,
	    .level = name->level,
	    .is_owned = name->is_owned,
	    .ncallers = name->ncallers,
	};
	VG_(memcpy)(wanted->callers, name->callers,
	    (SizeT)name->ncallers * sizeof name->callers[0]);
	return find_name(wanted);
}

struct context *
context_in_region(struct context *context)
{
	struct context *known = context->elsewhere;
	struct context wanted;

	if (known && known->name->region == contexts.region)
		return known;
	wanted = context_below(
	    name_in_region(context->name), context->caller, context->site);
	wanted.counted_at = context->counted_at;
	wanted.is_folded = context->is_folded;
	if (context->counted_in)
		wanted.counted_in = context_in_region(context->counted_in);
	context->elsewhere = find_or_add(&wanted);
	return context->elsewhere;
}

void
contexts_for_counts_so_far(void)
{
	UInt nfunctions;
	struct function **functions = functions_all(&nfunctions);

	for (UInt i = 0; i < nfunctions; i++)
		if (functions[i]->costs && !functions[i]->first)
			context_of(functions[i], NULL, NULL, False);
	VG_(free)(functions);
}

void
contexts_init(const struct context_rules *rules)
{
	contexts.rules = *rules;
	contexts.pieces.size = sizeof(struct context) + sizeof(struct edge) +
			       costs_nevents() * sizeof(ULong);
	contexts.folded_pieces.size = 2 * costs_nevents() * sizeof(ULong);
	slots_init(&contexts.table, hash_of_context);
	context_names_init();
}

void
contexts_visit(contexts_visitor *visit, void *arg)
{
	UInt nfunctions;
	struct function **functions = functions_all(&nfunctions);

	for (UInt i = 0; i < nfunctions; i++)
		for (struct context *context = functions[i]->contexts; context;
		     context = context->next_of_function)
			visit(context, arg);
	VG_(free)(functions);
}

/* --- folding -------------------------------------------------------------- */

struct context **
contexts_in_order(UInt *ncontexts)
{
	*ncontexts = contexts.n;
	return contexts.list;
}

struct fate *
contexts_begin_fates(void)
{
	contexts.fates = VG_(calloc)(
	    "cgcollect.fates", contexts.n + 1, sizeof *contexts.fates);
	return contexts.fates;
}

void
contexts_end_fates(void)
{
	VG_(free)(contexts.fates);
	contexts.fates = NULL;
}

struct fate *
context_fate(const struct context *context)
{
	return context->number > 0 ? &contexts.fates[context->number - 1]
				   : &contexts.of_folded;
}

ULong
contexts_made(void)
{
	return contexts.nmade;
}

SizeT
contexts_memory(void)
{
	return contexts.pieces.used + contexts.folded_pieces.used +
	       slots_memory(&contexts.table) +
	       contexts.nallocated * sizeof(*contexts.list);
}

struct context *
context_folded(const struct context *context, struct context *caller)
{
	const struct context_name *name = context->name;

	if (context->counted_in)
		return find_or_add(&(struct context){
		    .name = context->name,
		    .counted_in = caller,
		    .counted_at = context->counted_at,
		    .is_folded = True,
		});
	return name->is_owned ? name_of(name->function, name->thread,
				    name->region, name->level)
				    ->context
			      : name->context;
}

ULong *
context_folded_below(struct context *context)
{
	if (!context->folded) {
		context->folded = piece_take(&contexts.folded_pieces);
		VG_(memset)(context->folded, 0, contexts.folded_pieces.size);
	}
	return context->folded;
}

ULong *
context_folded_own(struct context *context)
{
	return context_folded_below(context) + costs_nevents();
}

static void
free_folded(struct context *context)
{
	if (context->folded)
		piece_give(&contexts.folded_pieces, context->folded);
	context->folded = NULL;
}

void
contexts_clear_folded(void)
{
	for (UInt i = 0; i < contexts.n; i++)
		free_folded(contexts.list[i]);
}

static Bool
stays(const struct context *context)
{
	return !context_fate(context)->into;
}

/* Takes the contexts that are folded off the list of their function.  Of the others, puts those
 * that have no number back into the table. */
static void
unlink_folded(struct function *function)
{
	struct context **link = &function->contexts;

	while (*link) {
		if (!stays(*link)) {
			*link = (*link)->next_of_function;
			continue;
		}
		if ((*link)->number == 0)
			slots_add(&contexts.table, *link);
		link = &(*link)->next_of_function;
	}
}

void
contexts_free_folded(void)
{
	UInt nfunctions, n = contexts.n;
	struct function **functions = functions_all(&nfunctions);

	slots_clear(&contexts.table);
	for (UInt i = 0; i < nfunctions; i++)
		unlink_folded(functions[i]);
	VG_(free)(functions);
	contexts.n = 0;
	for (UInt i = 0; i < n; i++) {
		struct context *context = contexts.list[i];

		context->elsewhere = NULL;
		if (!contexts.fates[i].into) {
			context->callees = 0;
			append(context);
			put_into_table(context);
			continue;
		}
		block_free(context);
		free_folded(context);
		piece_give(&contexts.pieces, context);
	}
}

void
contexts_begin_cold(Bool are_cold)
{
	contexts.begin_cold = are_cold;
}
