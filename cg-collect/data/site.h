/* SPDX-License-Identifier: BSD-2-Clause */
#ifndef DATA_SITE_H
#define DATA_SITE_H

#include "libquery/naming/naming.h"
#include "libquery/patterns/own_code.h"
#include "raw_data.h"

/* Where a block is allocated. */
struct site {
	const char *function;
	const char *file;
	int64_t line; /* 0: not known */
	/* the call that is there, whose function this is, or was inlined into */
	const struct raw_place *call;
};

/* functions of which users say that they only pass blocks on */
struct passed_functions {
	const char *const *patterns;
	size_t n;
	bool *
	    matched; /* set for each pattern that an inlined function matches */
};

/*
 * Finds the site among the calls that led to the allocation, and in the functions that
 * were inlined there: the innermost in code that users wrote.  If there is none, it is
 * the innermost that does not only pass blocks on.  Inlined functions that users name
 * are no sites; the calls are without others that they name.
 */
void site_find(struct site *site, const struct raw_datum *datum,
    const struct naming *naming, const struct own_code *own,
    const struct passed_functions *passed);

#endif
