/* SPDX-License-Identifier: BSD-2-Clause */
/* Formulas of derived events: "A + 10 B + 2 * C", as in Callgrind's grammar. */
#ifndef FORMULA_H
#define FORMULA_H

#include "cgfmt.h"

/* "10 * B" */
struct term {
	int64_t factor;   /* 1 if none is written */
	const char *name; /* inside the formula */
	size_t len;       /* of name */
};

/*
 * Reads one term and moves *formula past it and the "+" that follows.  Returns
 * 1 if a "+" followed, 0 at the end, or -1 on an error; its text then says what
 * is wrong with the formula, but not where the formula is.
 */
int
formula_next(const char **formula, struct term *term, struct cg_error *error);

/* Length of the event's name that the text starts with; 0 if there is none. */
size_t formula_name_length(const char *text);

/* Adds factor times n counts to `to`; returns false if a sum does not fit. */
bool formula_add(int64_t *to, int64_t factor, const int64_t *counts, size_t n);

/* Sums n factors times n counts; returns false if the result does not fit.
 * Intermediate sums need not fit. */
bool formula_value(
    const int64_t *factors, const int64_t *counts, size_t n, int64_t *value);

#endif
