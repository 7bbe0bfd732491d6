// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * Sorts the accesses to a line once, the most frequent ones first: of a few, the first
 * one that fits is soon found for each of them.
 */
#include "partners.h"
#include "costs.h"
#include "datum.h"
#include "functions.h"
#include "line_users.h"
#include "objects.h"
#include "sites.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

/* --- order ---------------------------------------------------------------- */

static Int
compare_numbers(UWord a, UWord b)
{
	return (a > b) - (a < b);
}

static Int
compare_objects(const struct object *a, const struct object *b)
{
	if (a == b || !a || !b)
		return (a != NULL) - (b != NULL);
	return VG_(strcmp)(a->path, b->path);
}

/* Compares what does not depend on the order in which threads run. */
static Int
compare_data(const struct datum *a, const struct datum *b)
{
	Int order = compare_numbers(a->kind, b->kind);

	if (order == 0)
		order = compare_objects(a->object, b->object);
	if (order == 0)
		order = compare_numbers(a->address, b->address);
	if (order == 0)
		order = compare_numbers(a->range, b->range);
	if (order == 0 && a->path && b->path)
		order = VG_(strcmp)(a->path, b->path);
	if (order == 0)
		order = compare_numbers(a->ncalls, b->ncalls);
	for (UInt i = 0; i < a->ncalls && order == 0; i++) {
		const struct call_place *x = a->calls[i], *y = b->calls[i];

		order =
		    compare_objects(x->function->object, y->function->object);
		if (order == 0)
			order = compare_numbers(x->address, y->address);
	}
	return order;
}

static Int
compare_code(const struct cost *a, const struct cost *b)
{
	Int order = compare_objects(a->owner->object, b->owner->object);

	if (order == 0)
		order = VG_(strcmp)(a->owner->name, b->owner->name);
	return order != 0 ? order : compare_numbers(a->address, b->address);
}

/* Returns less than 0 if the first one is rather a partner. */
static Int
compare_partners(const struct access_count *a, const struct access_count *b)
{
	Int order;

	if (a->n != b->n)
		return a->n > b->n ? -1 : 1;
	order = a->datum == b->datum ? 0 : compare_data(a->datum, b->datum);
	if (order == 0)
		order = compare_numbers(a->offset, b->offset);
	if (order == 0 && a->cost != b->cost)
		order = compare_code(a->cost, b->cost);
	return order;
}

/* --- candidates ----------------------------------------------------------- */

struct candidate {
	const struct line_user *user;
	const struct access_count *count;
};

static struct {
	struct candidate *list; /* sorted */
	SizeT n, room;
	const struct used_line *line; /* NULL: they are not known */
	ULong bytes;
} candidates;

static Int
compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return compare_partners(x->count, y->count);
}

static void
append(const struct line_user *user, const struct access_count *count)
{
	if (candidates.n == candidates.room) {
		candidates.room = candidates.room ? 2 * candidates.room : 64;
		candidates.list = VG_(realloc)("cgcollect.partners.list",
		    candidates.list, candidates.room * sizeof *candidates.list);
	}
	candidates.list[candidates.n++] = (struct candidate){user, count};
}

/* Finds the accesses to these bytes by users that are not retired; 0: all accesses. */
static void
collect(const struct used_line *line, ULong bytes)
{
	if (candidates.line == line && candidates.bytes == bytes)
		return;
	candidates.line = line;
	candidates.bytes = bytes;
	candidates.n = 0;
	for (const struct line_user *u = line->users; u; u = u->next) {
		if (bytes && u->retired)
			break;
		for (const struct access_count *c = u->counts; c; c = c->next)
			if (!bytes || (c->bytes & bytes))
				append(u, c);
	}
	VG_(ssort)(candidates.list, candidates.n, sizeof *candidates.list,
	    compare_candidates);
}

void
partners_forget(void)
{
	candidates.line = NULL;
}

/* --- partners ------------------------------------------------------------- */

/* How well an access fits as a partner. */
enum fit {
	FITS,        /* it is in conflict */
	SHARES_LINE, /* the other thread writes elsewhere in the line */
	IS_AT_ONCE,  /* its bytes were of the same memory, which has ended */
};

static Bool
fits(const struct wanted_partner *wanted, const struct line_user *v,
    const struct access_count *p, enum fit fit)
{
	const struct line_user *u = wanted->user;
	const struct access_count *c = wanted->count;
	Bool is_same = !u->retired && !v->retired && (p->bytes & c->bytes) != 0;

	if (fit == IS_AT_ONCE)
		return are_at_once(u->segment, v->segment);
	if (fit == FITS &&
	    (is_same != wanted->is_true || !(p->is_write || c->is_write)))
		return False;
	return share_line(u, v);
}

/* Returns the best one of all accesses, without sorting them: few want such. */
static const struct access_count *
find_among_all(const struct used_line *line,
    const struct wanted_partner *wanted, enum fit fit)
{
	const struct access_count *best = NULL;

	for (const struct line_user *v = line->users; v; v = v->next)
		for (const struct access_count *p = v->counts; p; p = p->next)
			if (fits(wanted, v, p, fit) &&
			    (!best || compare_partners(p, best) < 0))
				best = p;
	return best;
}

const struct access_count *
partners_find(const struct used_line *line, const struct wanted_partner *wanted)
{
	const struct access_count *best;

	collect(line, wanted->bytes);
	for (SizeT i = 0; i < candidates.n; i++) {
		const struct candidate *p = &candidates.list[i];

		if (fits(wanted, p->user, p->count, FITS))
			return p->count;
	}
	best = find_among_all(line, wanted, SHARES_LINE);
	return best ? best : find_among_all(line, wanted, IS_AT_ONCE);
}
