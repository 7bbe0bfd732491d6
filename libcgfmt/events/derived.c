/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * A formula may name other derived events, also later ones.  The factors of
 * those are computed first and then multiplied out.
 */
#include <stdlib.h>

#include "error.h"
#include "events/derived.h"
#include "events/formula.h"

/* limits on the work that a hostile header can cause */
enum {
	MAX_TERMS = 1000,
	MAX_ALL_TERMS = 10000, /* each adds up to as many factors as events */
};

struct work {
	const struct cg_header *header;
	int64_t *factors;
	/* of each derived event */
	enum derived_state { UNKNOWN, IN_WORK, KNOWN } * states;
	int nterms; /* of all formulas so far */
	struct derived_fault *fault;
};

static int
bad_formula(struct work *w, size_t i, const char *why)
{
	w->fault->event = i;
	return error_set(&w->fault->why, "%s", why);
}

/* fails because `what` has more than `most` terms */
static int
too_long(struct work *w, size_t i, const char *what, int most)
{
	w->fault->event = i;
	w->fault->is_length = true;
	return error_set(&w->fault->why,
	    "expected %s of at most %d terms, found more", what, most);
}

static int compute(struct work *w, size_t i);

static int
add_term(struct work *w, size_t i, const struct term *term)
{
	const struct cg_header *h = w->header;
	size_t n = h->nevents;
	int64_t *factors = w->factors + i * n, one = 1;
	int event = cg_header_event(h, term->name, term->len);
	int derived =
	    event < 0 ? cg_header_derived(h, term->name, term->len) : -1;
	bool fits;

	if (event < 0 && derived < 0)
		return bad_formula(w, i, "it names an unknown event");
	if (derived >= 0 && compute(w, (size_t)derived) < 0)
		return -1;
	fits = event >= 0 ? formula_add(&factors[event], term->factor, &one, 1)
			  : formula_add(factors, term->factor,
				w->factors + (size_t)derived * n, n);
	return fits ? 0 : bad_formula(w, i, "a factor does not fit in 64 bits");
}

/* computes the factors of a derived event and of those that it depends on */
static int
compute(struct work *w, size_t i)
{
	const char *formula = w->header->derived[i].formula;
	struct cg_error error;
	struct term term;
	int nterms = 0, got;

	if (w->states[i] == IN_WORK)
		return bad_formula(w, i, "the event depends on itself");
	if (w->states[i] == KNOWN)
		return 0;
	w->states[i] = IN_WORK;
	do {
		got = formula_next(&formula, &term, &error);
		if (got < 0)
			return bad_formula(w, i, error.text);
		if (nterms++ == MAX_TERMS)
			return too_long(w, i, "a formula", MAX_TERMS);
		if (w->nterms++ == MAX_ALL_TERMS)
			return too_long(w, i, "formulas", MAX_ALL_TERMS);
		if (add_term(w, i, &term) < 0)
			return -1;
	} while (got == 1);
	w->states[i] = KNOWN;
	return 0;
}

int
derived_resolve(const struct cg_header *header, int64_t *factors,
    struct derived_fault *fault)
{
	struct work w = {
	    .header = header,
	    .factors = factors,
	    .states = calloc(header->nderived + 1, sizeof(*w.states)),
	    .fault = fault,
	};
	int status = w.states != NULL ? 0 : -1;

	*fault = (struct derived_fault){.event = 0};
	for (size_t i = 0; status == 0 && i < header->nderived; i++)
		status = compute(&w, i);
	free(w.states);
	return status;
}
