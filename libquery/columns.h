/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The events of the output: a choice and order of the input's, and derived
 * ones, sums of integers times events as in Callgrind's grammar:
 *
 *	L1m = I1mr + D1mr + 2 D1mw
 */
#ifndef COLUMNS_H
#define COLUMNS_H

#include <stdbool.h>
#include <stddef.h>

#include "cgfmt.h"

struct columns {
	size_t nformulas;
	const char **formulas; /* as given */
	const char *choice;    /* "A,B"; NULL: all */
	const char *shown;     /* an event that the header derives, shown with
				  all; NULL: none is */
	size_t ninputs;        /* events of the input */
	size_t ncandidates;
	struct column *candidates; /* what the output can have */
	size_t n;                  /* columns of the output */
	size_t *list;              /* which of the candidates they are */
	struct cg_event *events;   /* of the output, for its header */
	size_t nderived;           /* formulas that the output can still have */
	struct cg_event *derived;  /* of the input's */
	int64_t *counts;           /* of the row computed last */
};

/* a zeroed struct columns passes every event on; the texts are not copied */
void columns_derive(struct columns *columns, const char *formula);
void columns_choose(struct columns *columns, const char *list);

/* whether a formula is of an event of that name */
bool columns_derives(const struct columns *columns, const char *name);

/*
 * Finds the events in the input's header.  Ends the program where one is
 * missing, naming the option.
 */
void columns_resolve(struct columns *columns, const struct cg_header *input);

/* gives the header the events of the output */
void
columns_set_header(const struct columns *columns, struct cg_header *header);

/*
 * Turns the record's counts into those of the output, which live until the
 * next call.  Ends the program where one does not fit in 64 bits.
 */
void columns_apply(struct columns *columns, struct cg_record *record);

void columns_release(struct columns *columns);

#endif
