/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table that is printed, whatever the format: named rows of counts, one for
 * each event and input.
 */
#ifndef SHEET_H
#define SHEET_H

#include "libquery/projection.h"
#include "libquery/rank.h"
#include "libreport/rates.h"
#include "tally.h"

/* what names a row besides its name */
enum detail { DETAIL_NONE, DETAIL_FUNCTION, DETAIL_LINE };

struct sheet_row {
	const char *name; /* a file, folder, event or input */
	const char *function;
	int64_t line;
	/* the first input's events, the second's, ... */
	const int64_t *counts;
};

struct sheet {
	const char *by;   /* "function" */
	const char *name; /* what the rows' names are: "file" */
	enum detail detail;
	struct cg_header header;  /* of the counts; only its events are set */
	struct cg_event *doubled; /* its events, where there are also inclusive
				     ones; else NULL */
	struct rates rates; /* of the counts; none where rows are events */
	size_t ninputs;     /* side by side in a row */
	char **names;       /* of all inputs, clean */
	size_t nnames;
	const struct partials *partials; /* what says that they are not whole */
	size_t nrows;
	struct sheet_row *rows;
	int64_t *counts; /* of all rows */
	int64_t
	    *hidden; /* of what is shown in no row of its own; part of them */
	int64_t *totals; /* of the rows; NULL where they do not add up */
	bool shares;     /* the totals are what 100 % is */
	size_t event;    /* that decides the order */
};

/* how the sheet is made of the tally */
struct sheet_request {
	const char *by;
	const char *sort; /* event that decides the order; NULL: the first */
	struct ranking ranking;
	struct projection columns; /* resolved for the tally's header */
};

/*
 * A row for each of the aggregate's, the largest first.  What the ranking hides
 * is added to the last, whose name is cg_filtered.  With several inputs, a row
 * is as large as its largest count, and reaches a threshold where it does in
 * one. Where the aggregate has inclusive counts, each event is followed by its
 * inclusive one; of what is hidden that is the event itself, since calls
 * between hidden functions would count twice.
 */
void sheet_of_rows(struct sheet *sheet, struct sheet_request *request,
    const struct tally *tally, const struct aggregate *aggregate);

/* a row for each event, in their order */
void sheet_of_events(struct sheet *sheet, struct sheet_request *request,
    const struct tally *tally);

/* a row for each input, in their order; without totals */
void sheet_of_inputs(struct sheet *sheet, struct sheet_request *request,
    const struct tally *tally);

/* makes totals of the rows */
void sheet_add_up(struct sheet *sheet);

void sheet_release(struct sheet *sheet);

#endif
