/* SPDX-License-Identifier: BSD-2-Clause */
/*
 * The table that every format prints: named rows, each with a count for each
 * input and event.
 */
#ifndef TABLE_H
#define TABLE_H

#include "libquery/events/limit.h"
#include "libquery/events/projection_options.h"
#include "libquery/rank.h"
#include "libreport/rates.h"
#include "aggregate.h"

/* the part of a row's name that follows its file */
enum detail {
	DETAIL_NONE,
	DETAIL_FUNCTION,
	DETAIL_LINE,
	DETAIL_PLACE, /* the function, and the file and line of the source */
};

struct table_row {
	/* the name by the first of two keys; NULL: there is one key, or the row is
	 * the sum of hidden rows of several names */
	const char *outer;
	bool is_subtotal; /* the sum of the rows of `outer`, which follow it */
	const char *name; /* a file, directory, object, instruction, event,
			     input or command */
	const char *function;
	const char
	    *def_file; /* the source, if the grouping is by_instruction */
	int64_t line;
	/* the events of the first input, then of the second, ... */
	const int64_t *counts;
};

struct table {
	const char *by;   /* the argument of --by: "function" */
	const char *cmd;  /* the first input's */
	const char *name; /* title of the column of names: "file" */
	const char
	    *outer;   /* the first of two keys, "object"; NULL: there is one */
	bool is_long; /* a row for each count; set by the caller */
	enum detail detail;
	struct cg_header header; /* of the counts; only its events are set */
	/* its events, if each is followed by its inclusive one and the last one
	 * is the number of calls; else NULL */
	struct cg_event *doubled;
	char *per_call;     /* the title of the column of the inclusive cost of
			     a call, in the first event; NULL: none */
	struct rates rates; /* of the counts; empty if the rows are events */
	size_t ninputs;     /* side by side in a row */
	char **names;       /* of all inputs, escaped */
	size_t nnames;
	const struct partials *partials; /* of inputs that are not whole */
	const struct limits *limits;     /* judged; set by the caller */
	size_t nrows;
	struct table_row *rows;
	int64_t *counts; /* of all rows */
	int64_t *hidden; /* sum of the rows that are not shown; within counts */
	__int128 *hidden_sums; /* the same while rows are hidden */
	int64_t *subtotals;    /* counts of rows of two keys that are sums */
	int64_t *totals;       /* of all rows; NULL if they do not add up */
	bool shares;           /* true if the totals are 100 % */
	bool *differences; /* which inputs are of cg-diff: counts are changes */
	size_t event;      /* the rows are in order of its counts */
	bool are_events_named; /* by --events; set by the caller */
};

/* how the table is made from the aggregate */
struct table_request {
	const char *by;
	char *outer;      /* the first of two keys in it; NULL: there is one */
	const char *sort; /* the event that --sort names; NULL: the first */
	struct ranking ranking;
	bool prints_total; /* so the sum of the calls must fit in 64 bits */
	struct projection projection; /* resolved for the aggregate's header */
};

/*
 * Makes a row for each row of the grouping, the largest first.  Rows that the
 * ranking hides are added to one last row, cg_filtered.  With several inputs, a
 * row is as large as its largest count, and reaches a threshold if it
 * does so in one input.  If the grouping has inclusive counts, each event is
 * followed by its inclusive event; in cg_filtered both are the sum of own
 * counts, because inclusive counts of functions that call each other would
 * count twice.  The number of calls is then the last event.
 * Of two keys, subtotals_arrange puts the rows in order.
 */
void table_of_rows(struct table *table, struct table_request *request,
    const struct aggregate *aggregate, const struct grouping *grouping);

/* Ends the program: a sum of counts, number `column` in a row, is too large. */
_Noreturn void table_die_of_sum(const struct table *table, size_t column);

/* Makes a row for each event, in their order. */
void table_of_events(struct table *table, struct table_request *request,
    const struct aggregate *aggregate);

/* Makes a row for each input, in their order; without totals. */
void table_of_inputs(struct table *table, struct table_request *request,
    const struct aggregate *aggregate);

/* Makes a row for each process or, if by_program, for each program, with the sum of its
 * processes, the largest first. */
void table_of_processes(struct table *table, struct table_request *request,
    const struct aggregate *aggregate, bool by_program);

/* Sets the totals to the sum of the rows. */
void table_add_up(struct table *table);

void table_release(struct table *table);

/* --- a finished table ----------------------------------------------------- */

/* Returns the row's count of the event that decides the order. */
int64_t table_count(
    const struct table *table, const struct table_row *row, size_t input);

/* Returns the title of the part of a name that follows its file, "function", "data" or
 * "line"; NULL: there is none. */
const char *table_detail(const struct table *table);

/* Returns diff_mark of a row if it is the same in all inputs, else "". */
const char *table_mark(const struct table *table, const struct table_row *row);

/* True if rows have the name of a function. */
bool table_has_functions(const struct table *table);

/* The number of events without the number of calls. */
size_t table_ncosts(const struct table *table);

/*
 * Computes the inclusive cost of a call in one input from the counts of a row.
 * False if no call is known, and in a difference.
 */
bool table_per_call(const struct table *table, const int64_t *counts,
    size_t input, double *cost);

/* True if the row is the sum of the rows that are not shown. */
bool table_is_hidden(const struct table_row *row);

/* True if a count of an event is beyond a --limit of the scope on `name`. */
bool table_is_beyond(const struct table *table, enum limit_scope scope,
    const char *name, size_t event, int64_t count);

/* True if table_count is beyond a --limit on the row's function or file. */
bool table_row_is_beyond(
    const struct table *table, const struct table_row *row, size_t input);

#endif
