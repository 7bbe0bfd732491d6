/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events of the output: some of the input's, in a new order, and derived
 * events, which are sums of integers times events as in Callgrind's grammar:
 *
 *	L1m = I1mr + D1mr + 2 D1mw
 */
#ifndef PROJECTION_OPTIONS_H
#define PROJECTION_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

struct projection {
	size_t nformulas;
	char **formulas;      /* of --event */
	const char *selected; /* "A,B", of --events; NULL: all */
	/* events that the header derives, shown with all: behind the others, and
	 * before them; NULL: none */
	const char *shown, *leading;
	size_t ninputs;                /* events of the input */
	size_t n;                      /* events of the output */
	const struct cg_event *events; /* of the output, for its header */
	struct cg_projection *resolved;
	struct cg_error error; /* of resolved */
};

/*
 * Takes the argument of --event.  A zeroed struct projection passes every event
 * on.
 */
void projection_derive(struct projection *projection, const char *formula);

/* Takes the argument of --events, which is not copied. */
void projection_select(struct projection *projection, const char *list);

/* True if a formula defines an event of that name. */
bool projection_derives(const struct projection *projection, const char *name);

/*
 * Finds the events in the input's header.  Ends the program, naming the option,
 * if one is missing.
 */
void projection_resolve(
    struct projection *projection, const struct cg_header *input);

/* Sets the events of the output's header. */
void projection_set_header(
    const struct projection *projection, struct cg_header *header);

/*
 * Replaces the record's counts by counts of the output, which live until the
 * next call.  Ends the program if one does not fit in 64 bits.
 */
void projection_apply(struct projection *projection, struct cg_record *record);

void projection_release(struct projection *projection);

#endif
