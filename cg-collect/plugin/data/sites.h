/* SPDX-License-Identifier: GPL-2.0-or-later */
#ifndef CGCOLLECT_SITES_H
#define CGCOLLECT_SITES_H

#include "pub_tool_basics.h"

struct datum;
struct function;

/* An instruction that has called an allocation function, or a function that did.  It
 * is never freed. */
struct call_place {
	struct call_place *next;
	UWord hash;
	Addr return_address; /* in memory, when it was seen last */
	struct function *function;
	Addr address;        /* of the call in the object; 0: not known */
	Addr after;          /* the return address there */
	Bool is_passed;      /* its function only passes blocks on */
	Bool is_named;       /* because users say so */
	struct datum *alone; /* of which this is the only call, or NULL */
};

void sites_init(void);

/* Takes the name of a function that only passes blocks on, which may be a pattern. */
void sites_pass(const HChar *pattern);

/* Prints the patterns that match none of the functions that were looked at. */
void sites_report(void);

/* Visits the patterns of the user that match a function that passed blocks on. */
void sites_visit_passed(void visit(const HChar *pattern));

/* Call when the call at an address is translated. */
void sites_see_call(Addr call, Addr next);

/* Returns what an allocation function allocates that the thread enters: its return
 * address is given. */
struct datum *site_of_allocation(ThreadId thread, Addr return_address);

#endif
