// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Finds out which call allocates: the innermost one in a function that does more
 * than to pass blocks on.  If that is the function that calls the allocator, its
 * return address says so.  Otherwise the stack is unwound.
 */
#include "../../allocation_names.h"
#include "calls/costs.h"
#include "objects/functions.h"
#include "objects/symbols.h"
#include "datum.h"
#include "sites.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_stacktrace.h"
#include "pub_tool_xarray.h"

#define LENGTH(array) (sizeof(array) / sizeof *(array))

/* Most sites are among these; to unwind more takes longer. */
enum { FEW_CALLERS = 12 };

/* names a function that only passes blocks on */
struct pass_pattern {
	const HChar *text;
	Bool matched;
};

/* the call that has a return address */
struct seen_call {
	struct seen_call *next;
	UWord return_address;
	Addr call;
};

/* the place that has a return address, as long as no objects are mapped or unmapped */
struct known_place {
	struct known_place *next;
	UWord return_address;
	struct call_place *place;
};

static struct {
	VgHashTable *places, *known, *calls;
	XArray *passed; /* struct pass_pattern; NULL: there are none */
	DiEpoch epoch;  /* in which the known places were found */
} sites;

void
sites_init(void)
{
	sites.calls = VG_(HT_construct)("cgcollect.sites.calls");
	sites.places = VG_(HT_construct)("cgcollect.sites.places");
}

void
sites_pass(const HChar *text)
{
	const struct pass_pattern pattern = {.text = text};

	if (!sites.passed)
		sites.passed = VG_(newXA)(VG_(malloc), "cgcollect.sites.passed",
		    VG_(free), sizeof pattern);
	VG_(addToXA)(sites.passed, &pattern);
}

void
sites_see_call(Addr call, Addr next)
{
	struct seen_call *seen = VG_(HT_lookup)(sites.calls, next);

	if (!seen) {
		seen = VG_(perm_malloc)(sizeof *seen, sizeof(void *));
		seen->return_address = next;
		VG_(HT_add_node)(sites.calls, seen);
	}
	seen->call = call;
}

/* --- functions that pass blocks on ---------------------------------------- */

/*
 * Returns the name in a demangled C++ name, after the type that a template returns
 * and before the parameters: it follows the last blank outside of all brackets.
 */
static const HChar *
skip_type(const HChar *name)
{
	const HChar *start = name;
	Int depth = 0;

	for (const HChar *c = name; *c; c++) {
		if (depth == 0 && allocation_name_begins(c, "operator"))
			break;
		if (*c == '(' && depth == 0 && c != start)
			break;
		if (*c == '<' || *c == '(')
			depth++;
		else if ((*c == '>' || *c == ')') && depth > 0)
			depth--;
		else if (*c == ' ' && depth == 0)
			start = c + 1;
	}
	return start;
}

/* True for C functions whose names say that they allocate. */
static Bool
is_named_so(const HChar *function)
{
	if (VG_(strchr)(function, ':') || VG_(strchr)(function, '('))
		return False;
	for (UInt i = 0; i < LENGTH(allocation_words); i++) {
		const HChar *word = allocation_words[i];
		const HChar *found = VG_(strstr)(function, word);

		if (found &&
		    !allocation_name_begins(found + VG_(strlen)(word), "at"))
			return True;
	}
	return False;
}

static Bool
is_named_by_user(const HChar *function)
{
	Word n = sites.passed ? VG_(sizeXA)(sites.passed) : 0;
	const HChar *plain = n > 0 ? symbols_plain_name(function) : NULL;

	for (Word i = 0; i < n; i++) {
		struct pass_pattern *pattern = VG_(indexXA)(sites.passed, i);

		if (symbols_match(pattern->text, function) ||
		    symbols_match(pattern->text, plain)) {
			pattern->matched = True;
			return True;
		}
	}
	return False;
}

static Bool
is_passed(const HChar *function)
{
	return allocation_is_of_library(skip_type(function)) ||
	       is_named_so(function);
}

void
sites_visit_passed(void visit(const HChar *pattern))
{
	Word n = sites.passed ? VG_(sizeXA)(sites.passed) : 0;

	for (Word i = 0; i < n; i++) {
		const struct pass_pattern *pattern =
		    VG_(indexXA)(sites.passed, i);

		if (pattern->matched)
			visit(pattern->text);
	}
}

void
sites_report(void)
{
	Word n = sites.passed ? VG_(sizeXA)(sites.passed) : 0;

	for (Word i = 0; i < n; i++) {
		const struct pass_pattern *pattern =
		    VG_(indexXA)(sites.passed, i);

		if (!pattern->matched)
			VG_(umsg)("--alloc-fn=%s: no such function called an "
				  "allocation function\n",
			    pattern->text);
	}
}

/* --- calls ---------------------------------------------------------------- */

/* The code there may have been unmapped and replaced. */
static Addr
call_before(Addr next)
{
	const struct seen_call *seen = VG_(HT_lookup)(sites.calls, next);

	return seen ? seen->call : next - 1;
}

/* Another object may be at the addresses of one that was unmapped. */
static void
forget_old(void)
{
	DiEpoch epoch = VG_(current_DiEpoch)();

	if (sites.known && epoch.n == sites.epoch.n)
		return;
	sites.epoch = epoch;
	if (sites.known)
		VG_(HT_destruct)(sites.known, VG_(free));
	sites.known = VG_(HT_construct)("cgcollect.sites.known");
}

static Word
compare_places(const void *a, const void *b)
{
	const struct call_place *left = a, *right = b;

	return left->function != right->function ||
	       left->address != right->address || left->after != right->after;
}

/* Returns the place of a call.  It is the same if its object is mapped again. */
static struct call_place *
find_place(Addr call, Addr return_address)
{
	struct call_place wanted = {0}, *place;

	functions_begin_superblock(call, call);
	wanted.function = cost_place(call, &wanted.address);
	if (wanted.address)
		wanted.after = wanted.address + (return_address - call);
	wanted.hash = ((UWord)wanted.function >> 3) * 31 + wanted.after;
	place = VG_(HT_gen_lookup)(sites.places, &wanted, compare_places);
	if (place)
		return place;
	place = VG_(perm_malloc)(sizeof *place, sizeof(void *));
	*place = wanted;
	place->is_named = is_named_by_user(place->function->name);
	place->is_passed = place->is_named || is_passed(place->function->name);
	VG_(HT_add_node)(sites.places, place);
	return place;
}

static struct call_place *
site_call(Addr return_address)
{
	struct known_place *known;

	forget_old();
	known = VG_(HT_lookup)(sites.known, return_address);
	if (!known) {
		known = VG_(malloc)("cgcollect.sites.place", sizeof *known);
		known->return_address = return_address;
		known->place =
		    find_place(call_before(return_address), return_address);
		VG_(HT_add_node)(sites.known, known);
	}
	known->place->return_address = return_address;
	return known->place;
}

/* Adds the callers up to the first function that does more than pass blocks on.  The site is
 * chosen among the calls after the run, with code that was inlined, so that what users name is
 * left out here.  If the first callers all pass blocks on, the innermost call allocates.  False
 * if there are more callers than that. */
static Bool
add_callers(struct datum *key, ThreadId thread, UInt most)
{
	const struct call_place *innermost = key->calls[0];
	Addr callers[MAX_CALLERS_OF_SITE + 1];
	UInt n = VG_(get_StackTrace)(thread, callers, most + 1, NULL, NULL, 0);

	/* the first one is the allocation function, the second one the call that is
	 * known; addresses are of the last bytes of calls */
	for (UInt i = 2; i < n; i++) {
		const struct call_place *place = site_call(callers[i] + 1);

		if (key->calls[key->ncalls - 1]->is_named)
			key->ncalls = 0;
		key->calls[key->ncalls++] = place;
		if (!place->is_passed)
			return True;
	}
	key->calls[0] = innermost;
	key->ncalls = 1;
	return n <= most;
}

struct datum *
site_of_allocation(ThreadId thread, Addr return_address)
{
	struct call_place *place = site_call(return_address);

	if (place->alone)
		return place->alone;

	struct datum key = {
	    .kind = DATUM_BLOCK,
	    .calls[0] = place,
	    .ncalls = 1,
	};

	if (!place->is_passed)
		return place->alone = datum_find(&key);
	if (!add_callers(&key, thread, FEW_CALLERS))
		add_callers(&key, thread, MAX_CALLERS_OF_SITE);
	return datum_find(&key);
}
