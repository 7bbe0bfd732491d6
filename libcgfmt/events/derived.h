/* SPDX-License-Identifier: BSD-2-Clause */
/* The factors of the derived events of a header. */
#ifndef DERIVED_H
#define DERIVED_H

#include "cgfmt.h"

/* the formula at fault */
struct derived_fault {
	size_t event; /* index of a derived event */
	/* completes 'found "FORMULA": ', or is a whole sentence if the fault is
	 * its length; empty if memory ran out */
	struct cg_error why;
	bool is_length;
};

/*
 * Computes the factors of the header's derived events, one for each counted
 * event, from their formulas; *factors is all 0 before.  Returns 0, or -1 with
 * *fault set.
 */
int derived_resolve(const struct cg_header *header, int64_t *factors,
    struct derived_fault *fault);

#endif
