// SPDX-License-Identifier: GPL-2.0-or-later
/*
 * If most users of a line use it at the same time, its accesses are sorted once, the most
 * frequent ones first, and the first one that fits is soon found for each of them.  If
 * few do, as in a program that starts one thread after the other, only these few users
 * are looked at.
 */
#include "calls/costs.h"
#include "objects/functions.h"
#include "objects/objects.h"
#include "datum.h"
#include "line_users.h"
#include "partners.h"
#include "sites.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#define MANY 8 /* a share of one in so many of all accesses */

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

/* Accesses to a line. */
struct candidates {
	struct candidate *list;
	SizeT n, room;
};

/* What was found out about a line after its last change. */
static struct {
	const struct used_line *line; /* NULL: nothing */
	SizeT ncounts;                /* of all users */
	/* by users at the same time as this one; NULL: they are not known */
	const struct line_user *user;
	struct candidates at_once;
	/* to these bytes by users that are not retired, or 0: all; sorted */
	Bool is_sorted;
	ULong bytes;
	struct candidates sorted;
} known;

static Int
compare_candidates(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return compare_partners(x->count, y->count);
}

static void
append(struct candidates *to, const struct line_user *user,
    const struct access_count *count)
{
	if (to->n == to->room) {
		to->room = to->room ? 2 * to->room : 64;
		to->list = VG_(realloc)("cgcollect.partners.list", to->list,
		    to->room * sizeof *to->list);
	}
	to->list[to->n++] = (struct candidate){user, count};
}

/* True if a partner may be at these bytes; 0: at any. */
static Bool
is_at(
    const struct line_user *user, const struct access_count *count, ULong bytes)
{
	return !bytes || (!user->retired && (count->bytes & bytes));
}

static void
sort_all(const struct used_line *line, ULong bytes)
{
	if (known.is_sorted && known.bytes == bytes)
		return;
	known.is_sorted = True;
	known.bytes = bytes;
	known.sorted.n = 0;
	for (const struct line_user *u = line->users; u; u = u->next)
		for (const struct access_count *c = u->counts; c; c = c->next)
			if (is_at(u, c, bytes))
				append(&known.sorted, u, c);
	VG_(ssort)(known.sorted.list, known.sorted.n, sizeof *known.sorted.list,
	    compare_candidates);
}

static void
find_at_once(const struct used_line *line, const struct line_user *user)
{
	if (known.user == user)
		return;
	known.user = user;
	known.at_once.n = 0;
	for (const struct line_user *v = line->users; v; v = v->next)
		if (are_at_once(user->segment, v->segment))
			for (const struct access_count *c = v->counts; c;
			     c = c->next)
				append(&known.at_once, v, c);
}

static void
see_line(const struct used_line *line)
{
	if (known.line == line)
		return;
	partners_forget();
	known.line = line;
	known.ncounts = 0;
	for (const struct line_user *u = line->users; u; u = u->next)
		for (const struct access_count *c = u->counts; c; c = c->next)
			known.ncounts++;
}

void
partners_forget(void)
{
	known.line = NULL;
	known.user = NULL;
	known.is_sorted = False;
}

/* --- partners ------------------------------------------------------------- */

/* How well an access of another user at the same time fits as a partner, if one of both
 * writes. */
enum fit {
	FITS,        /* to the same bytes, or to others, as is wanted */
	SHARES_LINE, /* the other thread is elsewhere in the line */
	IS_AT_ONCE,  /* its bytes were of the same memory, which has ended */
};

static Bool
fits(const struct wanted_partner *wanted, const struct line_user *v,
    const struct access_count *p, enum fit fit)
{
	const struct line_user *u = wanted->user;
	const struct access_count *c = wanted->count;
	Bool is_same = !u->retired && !v->retired && (p->bytes & c->bytes) != 0;

	if (!p->is_write && !c->is_write)
		return False;
	if (fit == IS_AT_ONCE)
		return True;
	if (fit == FITS &&
	    (is_same != wanted->is_true || !is_at(v, p, wanted->bytes)))
		return False;
	return is_in_conflict(u, v, c->is_write);
}

static const struct access_count *
best_at_once(const struct wanted_partner *wanted, enum fit fit)
{
	const struct access_count *best = NULL;

	for (SizeT i = 0; i < known.at_once.n; i++) {
		const struct candidate *p = &known.at_once.list[i];

		if (fits(wanted, p->user, p->count, fit) &&
		    (!best || compare_partners(p->count, best) < 0))
			best = p->count;
	}
	return best;
}

static const struct access_count *
first_that_fits(
    const struct used_line *line, const struct wanted_partner *wanted)
{
	sort_all(line, wanted->bytes);
	for (SizeT i = 0; i < known.sorted.n; i++) {
		const struct candidate *p = &known.sorted.list[i];

		if (fits(wanted, p->user, p->count, FITS))
			return p->count;
	}
	return NULL;
}

const struct access_count *
partners_find(const struct used_line *line, const struct wanted_partner *wanted)
{
	const struct access_count *best;

	see_line(line);
	find_at_once(line, wanted->user);
	if (known.at_once.n < known.ncounts / MANY)
		best = best_at_once(wanted, FITS);
	else
		best = first_that_fits(line, wanted);
	if (!best)
		best = best_at_once(wanted, SHARES_LINE);
	return best ? best : best_at_once(wanted, IS_AT_ONCE);
}
