/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events of the output: a choice and order of the input's, and derived
 * ones, sums of integers times events as in Callgrind's grammar:
 *
 *	L1m = I1mr + D1mr + 2 D1mw
 */
#ifndef PROJECTION_H
#define PROJECTION_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

struct projection {
	size_t nformulas;
	const char **formulas; /* as given */
	const char *choice;    /* "A,B"; NULL: all */
	const char *shown;     /* an event that the header derives, shown with
				  all; NULL: none is */
	size_t ninputs;        /* events of the input */
	size_t n;              /* events of the output */
	const struct cg_event *events; /* of the output, for its header */
	struct cg_projection *resolved;
	struct cg_error error; /* of resolved */
};

/* a zeroed struct projection passes every event on; the texts are not copied */
void projection_derive(struct projection *columns, const char *formula);
void projection_select(struct projection *columns, const char *list);

/* whether a formula is of an event of that name */
bool projection_derives(const struct projection *columns, const char *name);

/*
 * Finds the events in the input's header.  Ends the program where one is
 * missing, naming the option.
 */
void
projection_resolve(struct projection *columns, const struct cg_header *input);

/* gives the header the events of the output */
void projection_set_header(
    const struct projection *columns, struct cg_header *header);

/*
 * Turns the record's counts into those of the output, which live until the
 * next call.  Ends the program where one does not fit in 64 bits.
 */
void projection_apply(struct projection *columns, struct cg_record *record);

void projection_release(struct projection *columns);

#endif
